#include "chunk.h"
#include <stddef.h>

// As in duckdb.h. All handles are pointers.
extern uint64_t duckdb_data_chunk_get_size(urn_any *chunk);
extern urn_any *duckdb_data_chunk_get_vector(urn_any *chunk, uint64_t column);
extern void *duckdb_vector_get_data(urn_any *vector);
extern uint64_t *duckdb_vector_get_validity(urn_any *vector);
extern void duckdb_vector_ensure_validity_writable(urn_any *vector);
extern void duckdb_unsafe_vector_assign_string_element_len(urn_any *vector, uint64_t index, const char *str, uint64_t len);
extern urn_any *duckdb_struct_vector_get_child(urn_any *vector, uint64_t index);
extern urn_any *duckdb_list_vector_get_child(urn_any *vector);
extern int duckdb_list_vector_reserve(urn_any *vector, uint64_t capacity);
extern int duckdb_list_vector_set_size(urn_any *vector, uint64_t size);
extern void *duckdb_scalar_function_get_extra_info(urn_any *info);
extern void duckdb_scalar_function_set_error(urn_any *info, const char *error);

urn_column urn_input(urn_any *chunk) {
	urn_any *v = duckdb_data_chunk_get_vector(chunk, 0);
	urn_column c = {duckdb_data_chunk_get_size(chunk), duckdb_vector_get_data(v), duckdb_vector_get_validity(v)};
	return c;
}

urn_column urn_output(urn_any *vector) {
	duckdb_vector_ensure_validity_writable(vector);
	urn_column c = {0, duckdb_vector_get_data(vector), duckdb_vector_get_validity(vector)};
	return c;
}

urn_any *urn_children(urn_any *list, uint64_t n) {
	if (duckdb_list_vector_reserve(list, n) != 0 || duckdb_list_vector_set_size(list, n) != 0)
		return NULL;
	return duckdb_list_vector_get_child(list);
}

urn_any *urn_field(urn_any *record, uint64_t i) { return duckdb_struct_vector_get_child(record, i); }

void urn_assign(urn_any *vector, const uint64_t *valid, uint64_t first, uint64_t n, const char *text, const uint32_t *ends) {
	uint64_t start = 0;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t row = first + i;
		if (valid[row / 64] >> (row % 64) & 1)
			duckdb_unsafe_vector_assign_string_element_len(vector, row, text + start, ends[i] - start);
		start = ends[i];
	}
}

void urn_strings(urn_any *vector, uint64_t n, const uintptr_t *text, const uint32_t *length) {
	for (uint64_t i = 0; i < n; i++)
		duckdb_unsafe_vector_assign_string_element_len(vector, i, (const char *)text[i], length[i]);
}

urn_function *urn_function_of(urn_any *info) { return duckdb_scalar_function_get_extra_info(info); }

void urn_fail(urn_any *info, const char *message) { duckdb_scalar_function_set_error(info, message); }

// The functions of DuckDB's C API that Go calls, whose header belongs to another module, and
// functions that work on all rows of a chunk in one call.
#include <stdint.h>

typedef void urn_any; // a handle of DuckDB

// The reference of a function to its Go value. C must not hold pointers to Go.
typedef struct {
	uintptr_t handle;
} urn_function;

typedef struct {
	uint64_t rows;
	void *data;      // duckdb_string_t for each row
	uint64_t *valid; // a bit for each row, or NULL if all are valid
} urn_column;

urn_column urn_input(urn_any *chunk);

// urn_output returns the values of a vector. Its validity can be written.
urn_column urn_output(urn_any *vector);

// urn_children makes room for n elements of a list vector, and returns their vector.
urn_any *urn_children(urn_any *list, uint64_t n);
urn_any *urn_field(urn_any *record, uint64_t i);

// urn_assign copies texts, which are UTF-8, into the rows from first on that are valid.
// Text i ends at ends[i] and begins where the one before it ends.
void urn_assign(urn_any *vector, const uint64_t *valid, uint64_t first, uint64_t n, const char *text, const uint32_t *ends);

// urn_strings copies strings of a column into the first n rows: piece i has length[i] bytes from text[i].
void urn_strings(urn_any *vector, uint64_t n, const uintptr_t *text, const uint32_t *length);

urn_function *urn_function_of(urn_any *info);
void urn_fail(urn_any *info, const char *message);

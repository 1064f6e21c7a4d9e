// The array of the Arrow C data interface, as its specification declares it, and the
// release of the arrays that this library exports. The release is C alone: it also runs in a
// process that was forked, where Go does not.

#include <stdint.h>

struct ArrowArray {
	int64_t length, null_count, offset, n_buffers, n_children;
	const void **buffers;
	struct ArrowArray **children;
	struct ArrowArray *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};

// urn_owner owns the memory of a result: n blocks of malloc. refs counts the structs that
// are not released: a consumer may move a child, and release it last.
struct urn_owner {
	int64_t refs, n;
	void *blocks[];
};

struct urn_owner *urn_new_owner(int64_t n);
void urn_own_array(struct ArrowArray *array, struct urn_owner *owner);

// urn_malloc is malloc for large blocks. (cgo's own malloc ends the program if there is
// no memory.)
void *urn_malloc(int64_t size);

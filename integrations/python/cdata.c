#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "cdata.h"

enum { huge = 2 << 20 };

// Large blocks ask for huge pages: otherwise a third of the time goes into page faults.
void *urn_malloc(int64_t size) {
#ifdef MADV_HUGEPAGE
	void *block;
	if (size >= 2 * huge) {
		if (posix_memalign(&block, huge, size) != 0)
			return NULL;
		madvise(block, size, MADV_HUGEPAGE);
		return block;
	}
#endif
	return malloc(size);
}

struct urn_owner *urn_new_owner(int64_t n) {
	struct urn_owner *o = malloc(sizeof *o + n * sizeof o->blocks[0]);
	if (o != NULL) {
		o->refs = 0;
		o->n = n;
	}
	return o;
}

static void drop(struct urn_owner *o) {
	if (__atomic_sub_fetch(&o->refs, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	for (int64_t i = 0; i < o->n; i++)
		free(o->blocks[i]);
	free(o);
}

#define RELEASE(type) \
	static void release_##type(struct type *s) { \
		struct urn_owner *owner = s->private_data; \
		for (int64_t i = 0; i < s->n_children; i++) \
			if (s->children[i]->release != NULL) \
				s->children[i]->release(s->children[i]); \
		if (s->dictionary != NULL && s->dictionary->release != NULL) \
			s->dictionary->release(s->dictionary); \
		s->release = NULL; \
		drop(owner); \
	}

RELEASE(ArrowArray)
RELEASE(ArrowSchema)

void urn_own_array(struct ArrowArray *a, struct urn_owner *o) {
	a->release = release_ArrowArray;
	a->private_data = o;
	o->refs++;
}

void urn_own_schema(struct ArrowSchema *s, struct urn_owner *o) {
	s->release = release_ArrowSchema;
	s->private_data = o;
	o->refs++;
}

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

static void release(struct ArrowArray *a) {
	struct urn_owner *owner = a->private_data;
	for (int64_t i = 0; i < a->n_children; i++)
		if (a->children[i]->release != NULL)
			a->children[i]->release(a->children[i]);
	if (a->dictionary != NULL && a->dictionary->release != NULL)
		a->dictionary->release(a->dictionary);
	a->release = NULL;
	drop(owner);
}

void urn_own_array(struct ArrowArray *a, struct urn_owner *o) {
	a->release = release;
	a->private_data = o;
	o->refs++;
}

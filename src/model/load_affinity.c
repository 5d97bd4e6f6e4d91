/* load_affinity.c - `affinity` of a node: the cores that it may run on */
#include "model/load_dag.h"

#include <assert.h>
#include <stdlib.h>

static int by_number(const void *pa, const void *pb)
{
	const uint32_t *a = pa, *b = pb;

	assert(a && b);
	return (*a > *b) - (*a < *b);
}

bool load_affinity(struct loader *l, const struct tree *t, struct node *n)
{
	uint32_t *cores;

	assert(t && n);
	assert(!n->cores);
	if (!want_kind(&l->r, t, TREE_LIST, "'affinity'"))
		return false;
	if (!l->cores_known)
		return reader_error(&l->r, t,
				    "an affinity needs the number of cores "
				    "(platform: {cores: 4})");
	if (!t->n)
		return reader_error(&l->r, t,
				    "node '%s' may run on no core at all",
				    n->name);
	cores = ARENA_NEW(&l->w->arena, uint32_t, t->n);
	for (uint32_t i = 0; i < t->n; i++) {
		int64_t core;

		if (!read_int(&l->r, t->items[i], "affinity", 0,
			      (int64_t)l->w->platform.n_cores - 1, &core))
			return false;
		cores[i] = (uint32_t)core;
	}
	qsort(cores, t->n, sizeof(*cores), by_number);
	for (uint32_t i = 1; i < t->n; i++)
		if (cores[i] == cores[i - 1])
			return reader_error(&l->r, t,
					    "the affinity of node '%s' names "
					    "core %u twice",
					    n->name, cores[i]);
	n->cores = cores;
	n->n_cores = t->n;
	return true;
}

/* load_cores.c - lists of cores: `affinity` of a node, `cores` of an
 * executor */
#include "model/load_dag.h"

#include <assert.h>
#include <stdlib.h>

static int by_number(const void *pa, const void *pb)
{
	const uint32_t *a = pa, *b = pb;

	assert(a && b);
	return (*a > *b) - (*a < *b);
}

bool load_cores(struct loader *l, const struct tree *t, const char *key,
		const char *kind, const char *name, const uint32_t **cores,
		uint32_t *n)
{
	uint32_t *list;

	assert(t->kind == TREE_LIST);
	if (!t->n)
		return reader_error(&l->r, t,
				    "%s '%s' may run on no core at all", kind,
				    name);
	list = ARENA_NEW(&l->w->arena, uint32_t, t->n);
	for (uint32_t i = 0; i < t->n; i++) {
		int64_t core;

		if (!read_int(&l->r, t->items[i], key, 0,
			      (int64_t)l->w->platform.n_cores - 1, &core))
			return false;
		list[i] = (uint32_t)core;
	}
	qsort(list, t->n, sizeof(*list), by_number);
	for (uint32_t i = 1; i < t->n; i++)
		if (list[i] == list[i - 1])
			return reader_error(&l->r, t,
					    "%s '%s' names core %u twice", kind,
					    name, list[i]);
	*cores = list;
	*n = t->n;
	return true;
}

bool load_affinity(struct loader *l, const struct tree *t, struct node *n)
{
	assert(t && n);
	assert(!n->cores);
	if (!want_kind(&l->r, t, TREE_LIST, "'affinity'"))
		return false;
	if (!l->cores_known)
		return reader_error(&l->r, t,
				    "an affinity needs the number of cores "
				    "(platform: {cores: 4})");
	return load_cores(l, t, "affinity", "node", n->name, &n->cores,
			  &n->n_cores);
}

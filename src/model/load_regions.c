/* load_regions.c - `non_preemptive` of a node: the whole, or a list of parts */
#include "model/load_dag.h"

#include <assert.h>
#include <stdlib.h>

static const char key[] = "non_preemptive";

static int by_begin(const void *pa, const void *pb)
{
	const struct region *a = pa, *b = pb;

	return (a->from > b->from) - (a->from < b->from);
}

static bool load_region(struct loader *l, const struct tree *t, dag_time wcet,
			struct region *out)
{
	int64_t unit = l->r.unit_ns;

	if (t->kind != TREE_LIST || t->n != 2)
		return reader_error(&l->r, t,
				    "a part of '%s' must be [from, to], such "
				    "as [1ms, 2ms]",
				    key);
	if (!read_time(&l->r, t->items[0], key, unit, true, 0, &out->from) ||
	    !read_time(&l->r, t->items[1], key, unit, true, FIELD_POSITIVE,
		       &out->to))
		return false;
	if (out->from < out->to && out->to <= wcet)
		return true;
	return reader_error(&l->r, t,
			    "a part of '%s' must end after it begins, and "
			    "within the wcet",
			    key);
}

static bool load_list(struct loader *l, const struct tree *t, dag_time wcet,
		      struct regions *r)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (!load_region(l, t->items[i], wcet, &r->item[i]))
			return false;
	if (t->n)
		qsort(r->item, t->n, sizeof(*r->item), by_begin);
	for (uint32_t i = 1; i < t->n; i++)
		if (r->item[i].from < r->item[i - 1].to)
			return reader_error(&l->r, t, "parts of '%s' overlap",
					    key);
	return true;
}

bool load_regions(struct loader *l, const struct tree *t, dag_time wcet,
		  struct node *n)
{
	uint32_t parts = t->kind == TREE_LIST ? t->n : 1;
	struct regions *r = arena_alloc(
		&l->w->arena, sizeof(*r) + parts * sizeof(r->item[0]));
	bool whole;

	assert(wcet > 0);
	*r = (struct regions){.base = wcet, .n = parts};
	if (t->kind == TREE_LIST) {
		if (!load_list(l, t, wcet, r))
			return false;
	} else {
		if (!read_bool(&l->r, t, key, &whole))
			return false;
		r->item[0] = (struct region){0, wcet};
		r->n = whole;
	}
	if (r->n)
		n->regions = r;
	return true;
}

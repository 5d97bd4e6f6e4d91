/* load_crossings.c - runtime: inputs of joins from callbacks of other tasks */
#include "model/load_runtime.h"

#include <assert.h>

static struct runtime_crossing *room_for(struct runtime_loader *x, uint32_t n)
{
	struct runtime_crossing *more =
		ARENA_NEW(&x->l->w->arena, struct runtime_crossing,
			  x->out->n_crossings + n);

	for (uint32_t i = 0; i < x->out->n_crossings; i++)
		more[i] = x->out->crossings[i];
	x->out->crossings = more;
	return more + x->out->n_crossings;
}

static bool check(struct runtime_loader *x, const struct tree *t, uint32_t from,
		  uint32_t to)
{
	const struct workload *w = x->l->w;
	const char *name = w->nodes[from].name;

	if (w->nodes[from].task == w->nodes[to].task)
		return reader_error(&x->l->r, t,
				    "'%s' is in the same task as '%s': an edge "
				    "brings its messages",
				    name, w->nodes[to].name);
	for (uint32_t i = 0; i < x->out->n_crossings; i++)
		if (x->out->crossings[i].from == from &&
		    x->out->crossings[i].to == to)
			return reader_error(&x->l->r, t,
					    "'%s' is an input of '%s' twice",
					    name, w->nodes[to].name);
	return true;
}

bool runtime_load_inputs(struct runtime_loader *x, const struct tree *t,
			 uint32_t node)
{
	struct runtime_crossing *out;

	if (!want_kind(&x->l->r, t, TREE_LIST, "'inputs'"))
		return false;
	out = room_for(x, t->n);
	for (uint32_t i = 0; i < t->n; i++) {
		struct runtime_nodes found;

		if (!runtime_find_nodes(x, t->items[i], &found))
			return false;
		if (found.n != 1)
			return reader_error(&x->l->r, t->items[i],
					    "an input is one callback; write "
					    "task/node");
		if (!check(x, t->items[i], found.first, node))
			return false;
		out[i] = (struct runtime_crossing){found.first, node};
		x->out->n_crossings++;
	}
	return true;
}

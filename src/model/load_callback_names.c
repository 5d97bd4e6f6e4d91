/* load_callback_names.c - runtime: what names callbacks */
#include "model/load_runtime.h"

#include <assert.h>
#include <string.h>

static void put_name(struct runtime_loader *x, const char *name, uint32_t first,
		     uint32_t n)
{
	assert(n);
	x->names.items[x->names.n] = (struct named){name, x->names.n};
	x->of[x->names.n++] = (struct runtime_nodes){first, n};
}

/* A name of two things is that of the first: a task goes before a node. */
static void drop_doubles(struct runtime_loader *x)
{
	struct named *item = x->names.items;
	uint32_t n = 0, tasks = x->l->w->n_tasks;

	for (uint32_t i = 0; i < x->names.n; i++) {
		if (!n || strcmp(item[n - 1].name, item[i].name) != 0) {
			item[n++] = item[i];
			continue;
		}
		if (item[i].index < item[n - 1].index)
			item[n - 1].index = item[i].index;
		if (item[n - 1].index >= tasks)
			x->of[item[n - 1].index].n = 0; /* ambiguous */
	}
	x->names.n = n;
}

void runtime_name_nodes(struct runtime_loader *x)
{
	const struct workload *w = x->l->w;
	struct arena *a = &x->l->scratch;
	size_t room = w->n_tasks + 2 * (size_t)w->n_nodes;

	x->names.items = arena_array(a, room, sizeof(*x->names.items));
	x->of = ARENA_NEW(a, struct runtime_nodes, room);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		put_name(x, w->tasks[i].name, w->tasks[i].first_node,
			 w->tasks[i].n_nodes);
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct task *t = &w->tasks[w->nodes[i].task];

		put_name(x, w->nodes[i].name, i, 1);
		put_name(x, arena_printf(a, "%s/%s", t->name, w->nodes[i].name),
			 i, 1);
	}
	index_sort(&x->names);
	drop_doubles(x);
}

/* Is it the name of a node that has been taken out? */
static bool is_timeless(const struct runtime_loader *x, const char *name)
{
	const struct timeless_node *v = x->l->timeless;

	for (; v; v = v->next) {
		size_t n = strlen(v->task);

		if (!strcmp(name, v->node) ||
		    (!strncmp(name, v->task, n) && name[n] == '/' &&
		     !strcmp(name + n + 1, v->node)))
			return true;
	}
	return false;
}

bool runtime_find_nodes(struct runtime_loader *x, const struct tree *t,
			struct runtime_nodes *out)
{
	const char *name, **names;
	uint32_t i;

	if (!read_name(&x->l->r, t, "callback", &name))
		return false;
	i = index_find(&x->names, name);
	if (i != NONE) {
		*out = x->of[i];
		return out->n || reader_error(&x->l->r, t,
					      "'%s' is a node of several "
					      "tasks; write task/%s",
					      name, name);
	}
	if (is_timeless(x, name))
		return reader_error(&x->l->r, t,
				    "node '%s' takes no time (wcet: 0), so it "
				    "is no callback; give it a time",
				    name);
	names = ARENA_NEW(&x->l->scratch, const char *, x->names.n);
	for (i = 0; i < x->names.n; i++)
		names[i] = x->names.items[i].name;
	return reader_unknown(&x->l->r, t, "callback", names, x->names.n);
}

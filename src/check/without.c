/* without.c - see without.h */
#include "check/without.h"

#include <assert.h>
#include <string.h>

bool without_allows(const struct workload *w, uint32_t node)
{
	const struct node *n = &w->nodes[node];
	const struct model *m = &w->models[n->model];

	return w->tasks[n->task].n_nodes > 1 && m->resource == ON_CORE &&
	       !m->bcet;
}

/* Adds an edge, or lengthens the one that is there. */
static void add_edge(struct workload *w, struct edge e)
{
	for (uint32_t i = 0; i < w->n_edges; i++)
		if (w->edges[i].from == e.from && w->edges[i].to == e.to) {
			if (e.delay > w->edges[i].delay)
				w->edges[i].delay = e.delay;
			return;
		}
	w->edges[w->n_edges++] = e;
}

static uint32_t moved(uint32_t index, uint32_t gone)
{
	assert(index != gone);
	return index - (index > gone);
}

/* Edges from each predecessor of the node to each successor. */
static void bypass(struct workload *to, const struct workload *w, uint32_t node)
{
	for (uint32_t i = 0; i < w->n_edges; i++)
		for (uint32_t k = 0; k < w->n_edges; k++) {
			const struct edge *in = &w->edges[i];
			const struct edge *out = &w->edges[k];
			struct edge e = *out;

			if (in->to != node || out->from != node)
				continue;
			e.from = moved(in->from, node);
			e.to = moved(out->to, node);
			e.delay = in->delay + out->delay;
			add_edge(to, e);
		}
}

static void copy_nodes(struct workload *to, const struct workload *w,
		       uint32_t node, struct arena *a)
{
	to->nodes = ARENA_NEW(a, struct node, w->n_nodes);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		if (i != node)
			to->nodes[moved(i, node)] = w->nodes[i];
	to->n_nodes = w->n_nodes - 1;
	to->tasks = ARENA_NEW(a, struct task, w->n_tasks);
	memcpy(to->tasks, w->tasks, w->n_tasks * sizeof(*w->tasks));
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		if (to->tasks[i].first_node > node)
			to->tasks[i].first_node--;
		if (i == w->nodes[node].task)
			to->tasks[i].n_nodes--;
	}
}

const struct workload *without_node(const struct workload *w, uint32_t node,
				    struct arena *a)
{
	struct workload *to = ARENA_NEW(a, struct workload, 1);
	size_t most = w->n_edges;

	assert(node < w->n_nodes && without_allows(w, node));
	*to = *w;
	copy_nodes(to, w, node, a);
	to->n_edges = 0;
	most += (size_t)w->nodes[node].n_pred * w->nodes[node].n_succ;
	to->edges = ARENA_NEW(a, struct edge, most + 1);
	for (uint32_t i = 0; i < w->n_edges; i++) {
		struct edge e = w->edges[i];

		if (e.from == node || e.to == node)
			continue;
		e.from = moved(e.from, node);
		e.to = moved(e.to, node);
		to->edges[to->n_edges++] = e;
	}
	bypass(to, w, node);
	REQUIRE(workload_check(to, NULL));
	return to;
}

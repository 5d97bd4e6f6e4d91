/* paths.c - see paths.h */
#include "model/paths.h"

#include <assert.h>

static dag_time plus(dag_time a, dag_time b)
{
	assert(a >= 0 && b >= 0);
	return b > DAG_TIME_MAX - a ? DAG_TIME_MAX : a + b;
}

const uint32_t *paths_order(const struct workload *w, struct arena *a)
{
	uint32_t *order = ARENA_NEW(a, uint32_t, w->n_nodes);
	uint32_t *left = ARENA_NEW(a, uint32_t, w->n_nodes);
	uint32_t head = 0, n = 0;

	for (uint32_t i = 0; i < w->n_nodes; i++) {
		left[i] = w->nodes[i].n_pred;
		if (!left[i])
			order[n++] = i;
	}
	for (; head < n; head++) {
		const struct node *x = &w->nodes[order[head]];

		for (uint32_t k = 0; k < x->n_succ; k++) {
			uint32_t to = w->edges[x->first_succ + k].to;

			if (--left[to] == 0)
				order[n++] = to;
		}
	}
	assert(n == w->n_nodes);
	return order;
}

void paths_tails(const struct workload *w, dag_time *tail)
{
	struct arena scratch = {0};
	const uint32_t *order = paths_order(w, &scratch);

	for (uint32_t i = w->n_nodes; i-- > 0;) {
		const struct node *x = &w->nodes[order[i]];
		dag_time behind = 0;

		for (uint32_t k = 0; k < x->n_succ; k++) {
			const struct edge *e = &w->edges[x->first_succ + k];
			dag_time t = plus(e->delay, tail[e->to]);

			behind = t > behind ? t : behind;
		}
		tail[order[i]] = plus(w->models[x->model].latency[0], behind);
	}
	arena_free(&scratch);
}

struct path_sums paths_sums(const struct workload *w, uint32_t task,
			    const dag_time *tail)
{
	const struct task *t = &w->tasks[task];
	struct path_sums s = {0, 0};

	assert(task < w->n_tasks);
	for (uint32_t i = t->first_node; i < t->first_node + t->n_nodes; i++) {
		const struct model *m = &w->models[w->nodes[i].model];

		if (m->resource == ON_CORE)
			s.work = plus(s.work, m->latency[0]);
		s.length = tail[i] > s.length ? tail[i] : s.length;
	}
	return s;
}

uint32_t paths_chains(const struct workload *w, uint32_t task)
{
	const struct task *t = &w->tasks[task];
	struct arena scratch = {0};
	bool *has_pred = ARENA_NEW(&scratch, bool, t->n_nodes);
	uint32_t chains = t->n_nodes;

	/* Every edge from a chain's last node to one that no chain has
	 * reached yet makes one chain of two. */
	for (uint32_t i = 0; i < t->n_nodes; i++) {
		const struct node *x = &w->nodes[t->first_node + i];

		for (uint32_t k = 0; k < x->n_succ; k++) {
			uint32_t to =
				w->edges[x->first_succ + k].to - t->first_node;

			assert(to < t->n_nodes);
			if (has_pred[to])
				continue;
			has_pred[to] = true;
			chains--;
			break;
		}
	}
	arena_free(&scratch);
	assert(chains > 0);
	return chains;
}

static uint32_t root_of(uint32_t *parent, uint32_t k)
{
	while (parent[k] != k)
		k = parent[k] = parent[parent[k]];
	return k;
}

bool paths_in_parts(const struct workload *w, const struct task *t)
{
	struct arena scratch = {0};
	uint32_t *parent = ARENA_NEW(&scratch, uint32_t, t->n_nodes);
	uint32_t parts = t->n_nodes;

	for (uint32_t k = 0; k < t->n_nodes; k++)
		parent[k] = k;
	for (uint32_t k = 0; k < t->n_nodes; k++) {
		const struct node *n = &w->nodes[t->first_node + k];

		for (uint32_t i = 0; i < n->n_succ; i++) {
			uint32_t to = w->edges[n->first_succ + i].to;
			uint32_t x = root_of(parent, k);
			uint32_t y = root_of(parent, to - t->first_node);

			parts -= x != y;
			parent[x] = y;
		}
	}
	arena_free(&scratch);
	return parts > 1;
}

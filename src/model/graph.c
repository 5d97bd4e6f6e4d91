/* graph.c - see graph.h: building, paths, greedy chains */
#include "model/graph.h"

#include <assert.h>
#include <string.h>

/* Counting sort of edges by a key; start[] gets n + 1 entries. */
static void count_starts(const uint32_t *key, uint32_t n_edges, uint32_t n,
			 uint32_t *start)
{
	for (uint32_t i = 0; i < n_edges; i++)
		start[key[i] + 1]++;
	for (uint32_t v = 0; v < n; v++)
		start[v + 1] += start[v];
	assert(start[n] == n_edges);
}

static void list_edges(struct graph *g, const struct edge *edges, uint32_t base,
		       struct arena *a)
{
	struct arena scratch = {0};
	uint32_t *from = ARENA_NEW(&scratch, uint32_t, g->n_edges);
	uint32_t *to = ARENA_NEW(&scratch, uint32_t, g->n_edges);
	uint32_t *next = ARENA_NEW(&scratch, uint32_t, g->n + 1);
	uint32_t *succ = ARENA_NEW(a, uint32_t, g->n_edges);
	uint32_t *pred = ARENA_NEW(a, uint32_t, g->n_edges);
	uint32_t *succ_at = ARENA_NEW(a, uint32_t, g->n + 1);
	uint32_t *pred_at = ARENA_NEW(a, uint32_t, g->n + 1);

	for (uint32_t i = 0; i < g->n_edges; i++) {
		from[i] = edges[i].from - base;
		to[i] = edges[i].to - base;
		assert(from[i] < g->n && to[i] < g->n);
	}
	count_starts(from, g->n_edges, g->n, succ_at);
	count_starts(to, g->n_edges, g->n, pred_at);
	memcpy(next, succ_at, (g->n + 1) * sizeof(*next));
	for (uint32_t i = 0; i < g->n_edges; i++)
		succ[next[from[i]]++] = to[i];
	memcpy(next, pred_at, (g->n + 1) * sizeof(*next));
	for (uint32_t v = 0; v < g->n; v++)
		for (uint32_t e = succ_at[v]; e < succ_at[v + 1]; e++)
			pred[next[succ[e]]++] = v;
	g->succ = succ;
	g->pred = pred;
	g->succ_at = succ_at;
	g->pred_at = pred_at;
	arena_free(&scratch);
}

/* Kahn's order; false where some nodes wait for each other. */
static bool sort_nodes(struct graph *g, struct arena *a)
{
	uint32_t *topo = ARENA_NEW(a, uint32_t, g->n);
	uint32_t *left = ARENA_NEW(a, uint32_t, g->n);
	uint32_t n = 0;

	for (uint32_t v = 0; v < g->n; v++) {
		left[v] = g->pred_at[v + 1] - g->pred_at[v];
		if (!left[v])
			topo[n++] = v;
	}
	for (uint32_t head = 0; head < n; head++)
		for (uint32_t e = g->succ_at[topo[head]];
		     e < g->succ_at[topo[head] + 1]; e++)
			if (--left[g->succ[e]] == 0)
				topo[n++] = g->succ[e];
	g->topo = topo;
	return n == g->n;
}

bool graph_build(struct graph *g, uint32_t n, const dag_time *cost,
		 const struct edge *edges, uint32_t n_edges, uint32_t base,
		 struct arena *a)
{
	assert(n > 0);
	*g = (struct graph){.n = n, .n_edges = n_edges, .cost = cost};
	list_edges(g, edges, base, a);
	return sort_nodes(g, a);
}

void graph_of_task(struct graph *g, const struct workload *w, uint32_t task,
		   const dag_time *cost, struct arena *a)
{
	const struct task *t = &w->tasks[task];
	const struct node *first = &w->nodes[t->first_node];
	uint32_t n_edges = 0, at = 0;
	bool acyclic;

	assert(task < w->n_tasks && t->n_nodes > 0);
	if (!cost) {
		dag_time *own = ARENA_NEW(a, dag_time, t->n_nodes);

		for (uint32_t i = 0; i < t->n_nodes; i++)
			own[i] = w->models[first[i].model].latency[0];
		cost = own;
	}
	/* The edges of a task stand together, sorted by where they start. */
	for (uint32_t i = t->n_nodes; i-- > 0;)
		if (first[i].n_succ) {
			n_edges += first[i].n_succ;
			at = first[i].first_succ;
		}
	acyclic = graph_build(g, t->n_nodes, cost, w->edges + at, n_edges,
			      t->first_node, a);
	assert(acyclic); /* workload_check saw to it */
	(void)acyclic;
}

dag_time graph_volume(const struct graph *g)
{
	dag_time sum = 0;

	for (uint32_t v = 0; v < g->n; v++) {
		assert(g->cost[v] >= 0 && sum <= DAG_TIME_MAX - g->cost[v]);
		sum += g->cost[v];
	}
	return sum;
}

void graph_heads(const struct graph *g, dag_time *head)
{
	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t v = g->topo[i];

		head[v] = 0;
		for (uint32_t k = g->pred_at[v]; k < g->pred_at[v + 1]; k++) {
			uint32_t u = g->pred[k];

			if (head[u] + g->cost[u] > head[v])
				head[v] = head[u] + g->cost[u];
		}
	}
}

void graph_tails(const struct graph *g, dag_time *tail)
{
	for (uint32_t i = g->n; i-- > 0;) {
		uint32_t v = g->topo[i];

		tail[v] = 0;
		for (uint32_t e = g->succ_at[v]; e < g->succ_at[v + 1]; e++)
			if (tail[g->succ[e]] > tail[v])
				tail[v] = tail[g->succ[e]];
		tail[v] += g->cost[v];
	}
}

static dag_time largest(const dag_time *x, uint32_t n)
{
	dag_time most = 0;

	for (uint32_t i = 0; i < n; i++)
		most = x[i] > most ? x[i] : most;
	return most;
}

dag_time graph_length(const struct graph *g)
{
	struct arena scratch = {0};
	dag_time *tail = ARENA_NEW(&scratch, dag_time, g->n);
	dag_time length;

	graph_tails(g, tail);
	length = largest(tail, g->n);
	arena_free(&scratch);
	assert(length >= 0);
	return length;
}

/* --- greedy chains --- */

/* The node where the longest path behind v goes on, or NONE at its end. */
static uint32_t next_on_path(const struct graph *g, const dag_time *tail,
			     const dag_time *left, uint32_t v)
{
	for (uint32_t e = g->succ_at[v]; e < g->succ_at[v + 1]; e++)
		if (tail[g->succ[e]] == tail[v] - left[v])
			return g->succ[e];
	return NONE;
}

uint32_t graph_chains_greedy(const struct graph *g, uint32_t most,
			     dag_time *len)
{
	struct arena scratch = {0};
	dag_time *left = ARENA_NEW(&scratch, dag_time, g->n);
	dag_time *tail = ARENA_NEW(&scratch, dag_time, g->n);
	struct graph rest = *g;
	uint32_t n = 0;

	memcpy(left, g->cost, g->n * sizeof(*left));
	rest.cost = left;
	for (; n < most; n++) {
		uint32_t v = 0;

		graph_tails(&rest, tail);
		len[n] = largest(tail, g->n);
		if (len[n] == 0)
			break;
		while (tail[v] != len[n])
			v++;
		while (v != NONE) {
			uint32_t next = next_on_path(g, tail, left, v);

			left[v] = 0;
			v = next;
		}
	}
	arena_free(&scratch);
	return n;
}

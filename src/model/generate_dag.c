/* generate_dag.c - DAG tasks: a graph, its nodes' times, its deadline */
#include "model/generate_parts.h"

#include <assert.h>
#include <string.h>

/* Everything of a DAG before it becomes part of the workload. */
struct made {
	struct task task;
	struct graph graph;
	int64_t *work;   /* of the nodes, in units                        */
	dag_time *delay; /* of the arcs                                   */
};

/* --- Dividing --- */

static void swap(int64_t *a, int64_t *b)
{
	int64_t t = *a;

	*a = *b;
	*b = t;
}

/* RD-Gen's grouping: a part larger than 1, any of them, is cut anywhere.
 * parts[0..large) are larger than 1, those behind them are 1. */
static void split_grouping(struct rng *r, int64_t total, uint32_t n,
			   int64_t *parts)
{
	uint32_t have = 1, large = total > 1;

	parts[0] = total;
	while (have < n) {
		uint32_t i = (uint32_t)rng_next_below(r, large);
		int64_t whole = parts[i], cut = 1;

		assert(large >= 1 && whole > 1);
		if (whole > 2)
			cut += (int64_t)rng_next_below(r, (uint64_t)whole - 2);
		parts[i] = cut;
		parts[have++] = whole - cut;
		if (whole - cut > 1)
			swap(&parts[large++], &parts[have - 1]);
		if (cut == 1)
			swap(&parts[--large], &parts[i]);
	}
	for (uint32_t i = n - 1; i >= 1; i--)
		swap(&parts[i], &parts[rng_next_below(r, (uint64_t)i + 1)]);
}

/* n - 1 of the total - 1 places to cut at, by Floyd's sampling: `cuts` stays
 * sorted. */
static void split_uniform(struct rng *r, int64_t total, uint32_t n,
			  int64_t *cuts)
{
	int64_t before = 0;

	for (uint32_t have = 0; have + 1 < n; have++) {
		int64_t top = total - n + 1 + have;
		int64_t at = 1 + (int64_t)rng_next_below(r, (uint64_t)top);
		uint32_t lo = 0, hi = have;

		assert(top >= 1 && top < total);
		while (lo < hi) {
			uint32_t mid = lo + (hi - lo) / 2;

			if (cuts[mid] < at)
				lo = mid + 1;
			else
				hi = mid;
		}
		if (lo < have && cuts[lo] == at) {
			at = top; /* not yet in it, and above all others */
			lo = have;
		}
		memmove(cuts + lo + 1, cuts + lo, (have - lo) * sizeof(*cuts));
		cuts[lo] = at;
	}
	cuts[n - 1] = total;
	for (uint32_t i = 0; i < n; i++) {
		int64_t cut = cuts[i];

		assert(cut > before);
		cuts[i] = cut - before;
		before = cut;
	}
}

void generate_split(const struct generator *g, struct rng *r, int64_t total,
		    uint32_t n, int64_t *parts)
{
	REQUIRE(n >= 1 && total >= n);
	if (g->spec.split == SPLIT_GROUPING)
		split_grouping(r, total, n, parts);
	else
		split_uniform(r, total, n, parts);
}

/* --- One DAG --- */

/* A sequence of draws for DAG k. */
static struct rng sequence(const struct generator *g, enum generate_role role,
			   uint32_t k)
{
	return (struct rng){generate_bits(g, role, k)};
}

/* The period, and with the utilization the total, which is divided. */
static void draw_work(struct generator *g, struct made *d, uint32_t k,
		      int64_t share)
{
	struct rng r = sequence(g, ROLE_SPLIT, k);
	uint32_t n = d->graph.n;
	int64_t total;

	d->task = generate_timing(g, k, 0);
	total = generate_work(g, share, d->task.period);
	if (total < n) {
		g->effort.raised += (uint64_t)(n - total);
		total = n;
	}
	generate_split(g, &r, total, n, d->work);
}

/* The parts, and from their total and the utilization the period. */
static void draw_period(struct generator *g, struct made *d, uint32_t k,
			int64_t share)
{
	dag_time unit = g->spec.unit;
	struct rng r = sequence(g, ROLE_NODE, k);
	int128 total = 0, period = GENERATE_TIME_MAX / unit;

	for (uint32_t i = 0; i < d->graph.n; i++) {
		d->work[i] =
			draw_value(&g->spec.node_wcet, rng_next(&r)) / unit;
		g->effort.raised += d->work[i] < 1;
		d->work[i] = d->work[i] < 1 ? 1 : d->work[i];
		total += d->work[i];
	}
	if (share > 0 && total * UTIL_ONE / share < period)
		period = (total * UTIL_ONE + share / 2) / share;
	d->task = generate_timing(g, k,
				  (period < 1 ? 1 : (dag_time)period) * unit);
}

static bool draw_delays(struct generator *g, struct made *d, uint32_t k,
			struct dag_error *e)
{
	struct rng r = sequence(g, ROLE_DELAY, k);
	int64_t ccr = draw_value(&g->spec.ccr, generate_bits(g, ROLE_CCR, k));
	uint32_t m = d->graph.m;
	int128 total = 0;

	if (!g->spec.ccr.high || !m) {
		for (uint32_t i = 0; i < m; i++)
			d->delay[i] =
				draw_value(&g->spec.edge_delay, rng_next(&r));
		return true;
	}
	for (uint32_t i = 0; i < d->graph.n; i++)
		total += d->work[i];
	total = total * ccr / DRAW_ONE;
	if (!ccr)
		return true;
	/* A path of it and of the work, below 2^60 each, fits in 63 bits. */
	if (total * g->spec.unit > INT64_MAX / 8)
		return error_set(e, GENERATE_AT(&g->spec, KEY_ccr),
				 "'ccr' asks for more than 36 years of "
				 "communication in a DAG");
	generate_split(g, &r, total < m ? m : (int64_t)total, m, d->delay);
	for (uint32_t i = 0; i < m; i++)
		d->delay[i] *= g->spec.unit;
	return true;
}

/* The longest path by times and delays: Kahn's order over arcs sorted by
 * their first node. */
static dag_time longest_path(struct generator *g, const struct made *d)
{
	const struct graph *x = &d->graph;
	uint32_t *left = ARENA_NEW(&g->set, uint32_t, x->n);
	uint32_t *queue = ARENA_NEW(&g->set, uint32_t, x->n);
	uint32_t *first = ARENA_NEW(&g->set, uint32_t, (size_t)x->n + 1);
	dag_time *until = ARENA_NEW(&g->set, dag_time, x->n), longest = 0;
	uint32_t head = 0, tail = 0;

	for (uint32_t i = 0; i < x->n; i++) {
		first[i + 1] = first[i] + x->out[i];
		left[i] = x->in[i];
		if (!left[i])
			queue[tail++] = i;
	}
	while (head < tail) {
		uint32_t i = queue[head++];

		until[i] += d->work[i] * g->spec.unit;
		longest = until[i] > longest ? until[i] : longest;
		for (uint32_t a = first[i]; a < first[i + 1]; a++) {
			uint32_t to = x->arcs[a].to;
			dag_time at = until[i] + d->delay[a];

			assert(x->arcs[a].from == i);
			until[to] = at > until[to] ? at : until[to];
			if (!--left[to])
				queue[tail++] = to;
		}
	}
	assert(tail == x->n);
	return longest;
}

/* Sorts the arcs by their ends, stably, first by `to`. */
static void sort_arcs(struct generator *g, struct graph *x)
{
	struct arc *other = ARENA_NEW(&g->set, struct arc, x->m);
	uint32_t *at = ARENA_NEW(&g->set, uint32_t, (size_t)x->n + 1);

	for (int by_from = 0; by_from <= 1; by_from++) {
		const uint32_t *degree = by_from ? x->out : x->in;
		struct arc *arcs = x->arcs;

		at[0] = 0;
		for (uint32_t i = 0; i < x->n; i++)
			at[i + 1] = at[i] + degree[i];
		for (uint32_t i = 0; i < x->m; i++)
			other[at[by_from ? arcs[i].from : arcs[i].to]++] =
				arcs[i];
		x->arcs = other;
		other = arcs;
	}
}

static bool draw_dag(struct generator *g, struct made *d, uint32_t k,
		     int64_t share, struct dag_error *e)
{
	struct rng r = sequence(g, ROLE_GRAPH, k);
	dag_time path;
	enum graph_method method = (enum graph_method)draw_value(
		&g->spec.graph, generate_bits(g, ROLE_METHOD, k));

	d->graph.arena = d->graph.scratch = &g->set;
	if (!graph_draw(&g->spec, method, &d->graph, &r, &g->effort.graphs, e))
		return false;
	sort_arcs(g, &d->graph);
	d->work = ARENA_NEW(&g->set, int64_t, d->graph.n);
	d->delay = ARENA_NEW(&g->set, dag_time, d->graph.m);
	if (g->spec.node_wcet.high)
		draw_period(g, d, k, share);
	else
		draw_work(g, d, k, share);
	if (!draw_delays(g, d, k, e))
		return false;
	path = longest_path(g, d);
	generate_deadline(g, &d->task, k, path);
	g->misfit |= path > d->task.deadline;
	return true;
}

/* --- The set --- */

static void add_dag(struct generator *g, const struct made *d, uint32_t k,
		    const char *name)
{
	struct workload *w = &g->w;
	struct task *t = &w->tasks[k];

	*t = d->task;
	t->name = name;
	t->first_node = w->n_nodes;
	t->n_nodes = d->graph.n;
	for (uint32_t i = 0; i < d->graph.n; i++) {
		const char *node = generate_name(g, "n", i, 1);

		w->nodes[w->n_nodes] = (struct node){
			.name = node,
			.task = k,
			.model = generate_core_model(
				g, name, node, d->work[i] * g->spec.unit)};
		w->n_nodes++;
	}
	for (uint32_t i = 0; i < d->graph.m; i++)
		w->edges[w->n_edges++] = (struct edge){
			.from = t->first_node + d->graph.arcs[i].from,
			.to = t->first_node + d->graph.arcs[i].to,
			.delay = d->delay[i]};
	w->n_tasks++;
}

bool generate_dags(struct generator *g, struct dag_error *e)
{
	struct workload *w = &g->w;
	uint32_t n = (uint32_t)draw_value(&g->spec.dags,
					  generate_bits(g, ROLE_DAGS, 0));
	struct made *made = ARENA_NEW(&g->set, struct made, n);
	const int64_t *shares = generate_shares(g, n, e);
	size_t nodes = 0, edges = 0;

	if (!shares)
		return false;
	for (uint32_t k = 0; k < n; k++) {
		if (!draw_dag(g, &made[k], k, shares[k], e))
			return false;
		nodes += made[k].graph.n;
		edges += made[k].graph.m;
		if (nodes > NODES_MAX || edges > GRAPH_ARCS_MAX)
			return error_set(e, GENERATE_AT(&g->spec, KEY_dags),
					 "the set has more than %d nodes or "
					 "%d edges",
					 NODES_MAX, GRAPH_ARCS_MAX);
	}
	w->tasks = ARENA_NEW(&g->set, struct task, n);
	w->nodes = ARENA_NEW(&g->set, struct node, nodes);
	w->models = ARENA_NEW(&g->set, struct model, nodes);
	w->edges = ARENA_NEW(&g->set, struct edge, edges);
	for (uint32_t k = 0; k < n; k++)
		add_dag(g, &made[k], k,
			generate_name(g, "dag", k + 1, generate_digits(n)));
	return true;
}

/* graph_flow.c - see graph.h: the heaviest chains, and the fewest that cover
 * all
 *
 * Both are flows over the same network.  A unit of flow enters at any node,
 * goes along edges, and leaves at any node.  Node v is an arc from its `in` to
 * its `out` side; it pays its cost to the first unit, nothing to others.
 *
 * Heaviest: one unit at a time, each along a longest way through the network
 * that is left, in which arcs used may be gone back.  The ways of successive
 * units never gain more than those before, so no cycle gains, and relaxing
 * until nothing changes ends.  Sweeps go along the topological order and
 * against it in turn, so a way that turns back b times takes about b sweeps.
 *
 * Cover: every node must carry at least one unit; starting from some cover,
 * a way from the exit back to the entrance on which every arc can give up, or
 * take, a unit makes it one chain smaller; with no such way it is smallest.
 */
#include "model/graph.h"

#include <assert.h>
#include <string.h>

struct flow {
	const struct graph *g;
	uint32_t *from;    /* by edge, which is a place in g->succ        */
	uint32_t *in_edge; /* the edges that g->pred lists                */
	uint32_t *through; /* by node: units that pass it                */
	uint32_t *along;   /* by edge                                     */
	uint32_t *enter, *leave; /* by node                               */
};

static void flow_init(struct flow *f, const struct graph *g, struct arena *a)
{
	uint32_t *next = ARENA_NEW(a, uint32_t, g->n);

	*f = (struct flow){
		.g = g,
		.from = ARENA_NEW(a, uint32_t, g->n_edges),
		.in_edge = ARENA_NEW(a, uint32_t, g->n_edges),
		.through = ARENA_NEW(a, uint32_t, g->n),
		.along = ARENA_NEW(a, uint32_t, g->n_edges),
		.enter = ARENA_NEW(a, uint32_t, g->n),
		.leave = ARENA_NEW(a, uint32_t, g->n),
	};
	for (uint32_t v = 0; v < g->n; v++)
		for (uint32_t e = g->succ_at[v]; e < g->succ_at[v + 1]; e++) {
			uint32_t to = g->succ[e];

			f->from[e] = v;
			f->in_edge[g->pred_at[to] + next[to]++] = e;
		}
}

/* --- heaviest chains --- */

/* How the best way known to a side of a node got there.  Edges are numbers
 * from 0; the in side comes by an edge, the out side too (backwards). */
#define BY_ENTRY (UINT32_MAX - 1) /* in: it begins here                   */
#define BY_NODE  (UINT32_MAX - 2) /* from the other side of the node      */

struct ways {
	dag_time *in, *out; /* gain up to there                           */
	uint32_t *in_by, *out_by;
	uint64_t steps;
};

/* What one more unit gains in going through node v, and what a unit costs
 * that is taken away again. */
static dag_time gain_of_more(const struct flow *f, uint32_t v)
{
	return f->through[v] ? 0 : f->g->cost[v];
}

static dag_time loss_of_less(const struct flow *f, uint32_t v)
{
	return f->through[v] > 1 ? 0 : f->g->cost[v];
}

static bool improve(dag_time *best, uint32_t *by, dag_time gain, uint32_t how)
{
	if (gain <= *best)
		return false;
	*best = gain;
	*by = how;
	return true;
}

/* Relaxes all arcs that start at node v. */
static bool relax_node(const struct flow *f, struct ways *w, uint32_t v)
{
	const struct graph *g = f->g;
	bool changed;

	changed = improve(&w->out[v], &w->out_by[v],
			  w->in[v] + gain_of_more(f, v), BY_NODE);
	if (f->through[v])
		changed |= improve(&w->in[v], &w->in_by[v],
				   w->out[v] - loss_of_less(f, v), BY_NODE);
	for (uint32_t e = g->succ_at[v]; e < g->succ_at[v + 1]; e++)
		changed |= improve(&w->in[g->succ[e]], &w->in_by[g->succ[e]],
				   w->out[v], e);
	for (uint32_t k = g->pred_at[v]; k < g->pred_at[v + 1]; k++) {
		uint32_t e = f->in_edge[k], u = f->from[e];

		if (f->along[e])
			changed |=
				improve(&w->out[u], &w->out_by[u], w->in[v], e);
	}
	w->steps += 2 + g->succ_at[v + 1] - g->succ_at[v] + g->pred_at[v + 1] -
		    g->pred_at[v];
	return changed;
}

/* The gain of the longest way for one more unit, and the node where it
 * leaves; 0 where nothing is gained, -1 where it is too much work. */
static dag_time longest_way(const struct flow *f, struct ways *w, uint32_t *end)
{
	uint32_t n = f->g->n;
	bool changed = true, forward = true;
	dag_time best = 0;

	for (uint32_t v = 0; v < n; v++) {
		w->in[v] = 0;
		w->in_by[v] = BY_ENTRY;
		w->out[v] = -1;
	}
	for (; changed; forward = !forward) {
		changed = false;
		for (uint32_t i = 0; i < n; i++)
			changed |= relax_node(
				f, w, f->g->topo[forward ? i : n - 1 - i]);
		if (w->steps > GRAPH_CHAIN_WORK)
			return -1;
	}
	for (uint32_t v = 0; v < n; v++)
		if (w->out[v] > best) {
			best = w->out[v];
			*end = v;
		}
	return best;
}

/* Sends one unit along the way that ends on the out side of v. */
static void send_unit(struct flow *f, const struct ways *w, uint32_t v)
{
	bool out = true;

	f->leave[v]++;
	for (;;) {
		uint32_t by = out ? w->out_by[v] : w->in_by[v];

		if (by == BY_ENTRY)
			break;
		if (by == BY_NODE) {
			f->through[v] += out ? 1 : UINT32_MAX;
		} else if (out) {
			f->along[by]--;
			v = f->g->succ[by];
		} else {
			f->along[by]++;
			v = f->from[by];
		}
		out = !out;
	}
	f->enter[v]++;
}

uint32_t graph_chains_heaviest(const struct graph *g, uint32_t most,
			       dag_time *sum)
{
	struct arena scratch = {0};
	struct flow f;
	struct ways w = {
		.in = ARENA_NEW(&scratch, dag_time, g->n),
		.out = ARENA_NEW(&scratch, dag_time, g->n),
		.in_by = ARENA_NEW(&scratch, uint32_t, g->n),
		.out_by = ARENA_NEW(&scratch, uint32_t, g->n),
	};
	dag_time total = 0;
	uint32_t n = 0;

	flow_init(&f, g, &scratch);
	for (; n < most; n++) {
		uint32_t end = 0;
		dag_time gain = longest_way(&f, &w, &end);

		if (gain <= 0)
			break;
		send_unit(&f, &w, end);
		total += gain;
		sum[n] = total;
		assert(n == 0 || gain <= sum[0]);
	}
	arena_free(&scratch);
	return n;
}

/* --- the smallest cover --- */

/* A first cover: paths, each node on one. */
static uint32_t first_cover(struct flow *f)
{
	const struct graph *g = f->g;
	uint32_t paths = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t v = g->topo[i], e = g->succ_at[v];

		if (!f->through[v]) { /* no path has come by */
			f->through[v] = f->enter[v] = 1;
			paths++;
		}
		while (e < g->succ_at[v + 1] && f->through[g->succ[e]])
			e++;
		if (e == g->succ_at[v + 1]) {
			f->leave[v] = 1;
			continue;
		}
		f->along[e] = 1;
		f->through[g->succ[e]] = 1;
	}
	return paths;
}

/* Sides of nodes, numbered 2 v (in) and 2 v + 1 (out). */
struct search {
	uint32_t *queue, *by; /* by: the side before, or NONE             */
	uint32_t *edge;       /* taken to get there, or NONE              */
	bool *seen;
	uint32_t head, tail;
};

static void visit(struct search *s, uint32_t side, uint32_t by, uint32_t edge)
{
	if (s->seen[side])
		return;
	s->seen[side] = true;
	s->by[side] = by;
	s->edge[side] = edge;
	s->queue[s->tail++] = side;
}

static void visit_around(const struct flow *f, struct search *s, uint32_t side)
{
	const struct graph *g = f->g;
	uint32_t v = side / 2;

	if (side % 2) {
		if (f->through[v] > 1)
			visit(s, 2 * v, side, NONE);
		for (uint32_t e = g->succ_at[v]; e < g->succ_at[v + 1]; e++)
			visit(s, 2 * g->succ[e], side, e);
		return;
	}
	visit(s, 2 * v + 1, side, NONE);
	for (uint32_t k = g->pred_at[v]; k < g->pred_at[v + 1]; k++)
		if (f->along[f->in_edge[k]])
			visit(s, 2 * f->from[f->in_edge[k]] + 1, side,
			      f->in_edge[k]);
}

/* The in side by which a unit can be saved, or NONE. */
static uint32_t find_saving(const struct flow *f, struct search *s)
{
	s->head = s->tail = 0;
	memset(s->seen, 0, 2 * (size_t)f->g->n * sizeof(*s->seen));
	for (uint32_t v = 0; v < f->g->n; v++)
		if (f->leave[v])
			visit(s, 2 * v + 1, NONE, NONE);
	while (s->head < s->tail) {
		uint32_t side = s->queue[s->head++];

		if (side % 2 == 0 && f->enter[side / 2])
			return side;
		visit_around(f, s, side);
	}
	return NONE;
}

/* Going from the exit to the entrance takes units away: an edge that is gone
 * along forwards gets one more, backwards one less. */
static void save_unit(struct flow *f, const struct search *s, uint32_t side)
{
	f->enter[side / 2]--;
	for (; s->by[side] != NONE; side = s->by[side]) {
		uint32_t e = s->edge[side];

		if (e == NONE)
			f->through[side / 2] += side % 2 ? 1 : UINT32_MAX;
		else
			f->along[e] += side % 2 ? UINT32_MAX : 1;
	}
	assert(f->leave[side / 2] > 0);
	f->leave[side / 2]--;
}

/* Walks each unit through; a node belongs to the first that passes it. */
static void name_chains(struct flow *f, uint32_t *chain)
{
	const struct graph *g = f->g;
	uint32_t n = 0;

	for (uint32_t v = 0; v < g->n; v++)
		chain[v] = NONE;
	for (uint32_t start = 0; start < g->n; start++) {
		for (; f->enter[start]; f->enter[start]--, n++) {
			uint32_t v = start, e;

			for (;;) {
				if (chain[v] == NONE)
					chain[v] = n;
				e = g->succ_at[v];
				while (e < g->succ_at[v + 1] && !f->along[e])
					e++;
				if (e == g->succ_at[v + 1])
					break;
				f->along[e]--;
				v = g->succ[e];
			}
			assert(f->leave[v] > 0);
			f->leave[v]--;
		}
	}
}

uint32_t graph_cover(const struct graph *g, uint32_t *chain)
{
	struct arena scratch = {0};
	struct search s = {
		.queue = ARENA_NEW(&scratch, uint32_t, 2 * (size_t)g->n),
		.by = ARENA_NEW(&scratch, uint32_t, 2 * (size_t)g->n),
		.edge = ARENA_NEW(&scratch, uint32_t, 2 * (size_t)g->n),
		.seen = ARENA_NEW(&scratch, bool, 2 * (size_t)g->n),
	};
	struct flow f;
	uint32_t chains, side;

	flow_init(&f, g, &scratch);
	chains = first_cover(&f);
	while ((side = find_saving(&f, &s)) != NONE) {
		save_unit(&f, &s, side);
		chains--;
	}
	if (chain)
		name_chains(&f, chain);
	arena_free(&scratch);
	assert(chains > 0);
	return chains;
}

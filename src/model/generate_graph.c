/* generate_graph.c - random graphs: fan-in/fan-out, G(n, p), fork-join, layers
 *
 * The first two and the linking of components are RD-Gen's rules, read in
 * its source (github.com/azu-lab/RD-Gen, src/dag_builder) and written anew;
 * where that takes any of equal nodes, each is as likely here.
 */
#include "model/generate_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* --- Building --- */

static void grow_nodes(struct graph *g, size_t want)
{
	size_t cap = g->cap_nodes ? g->cap_nodes : 32;
	uint32_t *in, *out;

	if (want <= g->cap_nodes)
		return;
	while (cap < want)
		cap *= 2;
	in = ARENA_NEW(g->arena, uint32_t, cap);
	out = ARENA_NEW(g->arena, uint32_t, cap);
	if (g->n) {
		memcpy(in, g->in, g->n * sizeof(*in));
		memcpy(out, g->out, g->n * sizeof(*out));
	}
	g->in = in;
	g->out = out;
	g->cap_nodes = cap;
}

uint32_t graph_nodes(struct graph *g, uint32_t k)
{
	uint32_t first = g->n;

	if (k > GENERATE_NODES_MAX - first) {
		g->full = true;
		k = GENERATE_NODES_MAX - first;
	}
	grow_nodes(g, (size_t)first + k + 1);
	memset(g->in + first, 0, k * sizeof(*g->in));
	memset(g->out + first, 0, k * sizeof(*g->out));
	g->n += k;
	return first;
}

void graph_arc(struct graph *g, uint32_t from, uint32_t to)
{
	if (g->full || g->m == GRAPH_ARCS_MAX) {
		g->full = true;
		return;
	}
	assert(from < g->n && to < g->n && from != to);
	if (g->m == g->cap_arcs) {
		size_t cap = g->cap_arcs ? 2 * g->cap_arcs : 64;
		struct arc *arcs = ARENA_NEW(g->arena, struct arc, cap);

		if (g->m)
			memcpy(arcs, g->arcs, g->m * sizeof(*arcs));
		g->arcs = arcs;
		g->cap_arcs = cap;
	}
	g->arcs[g->m++] = (struct arc){from, to};
	g->out[from]++;
	g->in[to]++;
}

/* Keeps one of equals by reservoir: the k-th replaces with probability 1/k. */
uint32_t graph_least(const struct graph *g, const uint32_t *list, uint32_t n,
		     bool in, struct rng *r)
{
	const uint32_t *degree = in ? g->in : g->out;
	uint32_t best = list[0], equals = 1;

	assert(n >= 1);
	for (uint32_t i = 1; i < n; i++) {
		if (degree[list[i]] < degree[best]) {
			best = list[i];
			equals = 1;
		} else if (degree[list[i]] == degree[best] &&
			   rng_next_below(r, ++equals) == 0) {
			best = list[i];
		}
	}
	return best;
}

/* Nodes first..n-1 without predecessors, or without successors. */
static uint32_t ends(const struct graph *g, bool sinks, uint32_t *list)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->n; i++)
		if (!(sinks ? g->out : g->in)[i])
			list[n++] = i;
	return n;
}

/* As few arcs from one list to the other as leave no node without. */
static void join_lists(struct graph *g, const uint32_t *from, uint32_t n_from,
		       const uint32_t *to, uint32_t n_to, struct rng *r)
{
	uint32_t arcs = n_from > n_to ? n_from : n_to;

	for (uint32_t i = 0; i < arcs; i++)
		graph_arc(g, graph_least(g, from, n_from, false, r),
			  graph_least(g, to, n_to, true, r));
}

/* New sinks behind all that are sinks so far, or sources before. */
static void add_ends(struct graph *g, bool sinks, uint32_t k, struct rng *r)
{
	uint32_t *old = ARENA_NEW(g->scratch, uint32_t, g->n + 1);
	uint32_t *new = ARENA_NEW(g->scratch, uint32_t, k);
	uint32_t n = ends(g, sinks, old), first = graph_nodes(g, k);

	if (g->full)
		return;
	for (uint32_t i = 0; i < k; i++)
		new[i] = first + i;
	if (!n)
		return;
	if (sinks)
		join_lists(g, old, n, new, k, r);
	else
		join_lists(g, new, k, old, n, r);
}

/* --- Components --- */

static uint32_t root_of(uint32_t *parent, uint32_t k)
{
	while (parent[k] != k) {
		parent[k] = parent[parent[k]];
		k = parent[k];
	}
	return k;
}

/* part[i] is the first node of i's component; returns how many there are. */
static uint32_t components(const struct graph *g, uint32_t *part)
{
	uint32_t n = g->n;

	for (uint32_t i = 0; i < g->n; i++)
		part[i] = i;
	for (uint32_t i = 0; i < g->m; i++) {
		uint32_t a = root_of(part, g->arcs[i].from);
		uint32_t b = root_of(part, g->arcs[i].to);

		if (a == b)
			continue;
		part[a > b ? a : b] = a > b ? b : a;
		n--;
	}
	for (uint32_t i = 0; i < g->n; i++)
		part[i] = root_of(part, i);
	return n;
}

/* An arc from each smaller component into the largest, between nodes that
 * keep the numbers of sources and sinks.  False where one has none. */
static bool connect(struct graph *g, struct rng *r)
{
	uint32_t *part = ARENA_NEW(g->scratch, uint32_t, g->n);
	uint32_t *size = ARENA_NEW(g->scratch, uint32_t, g->n);
	uint32_t *from = ARENA_NEW(g->scratch, uint32_t, g->n);
	uint32_t *to = ARENA_NEW(g->scratch, uint32_t, g->n);
	uint32_t big = 0, n_to = 0;

	if (components(g, part) == 1)
		return true;
	for (uint32_t i = 0; i < g->n; i++)
		size[part[i]]++;
	for (uint32_t i = 0; i < g->n; i++)
		if (size[i] > size[big])
			big = i;
	for (uint32_t i = 0; i < g->n; i++)
		if (part[i] == big && g->in[i])
			to[n_to++] = i;
	for (uint32_t k = 0; k < g->n; k++) {
		uint32_t n_from = 0;

		if (k == big || part[k] != k)
			continue;
		for (uint32_t i = k; i < g->n; i++)
			if (part[i] == k && g->out[i])
				from[n_from++] = i;
		if (!n_from || !n_to)
			return false;
		graph_arc(g, graph_least(g, from, n_from, false, r),
			  graph_least(g, to, n_to, true, r));
	}
	return true;
}

/* --- The methods: each fills an empty graph; false: draw again --- */

/* A fan-in: one node behind up to k nodes with room for a successor. */
static void fan_in(const struct generate_spec *s, struct graph *g,
		   uint32_t *list, struct rng *r)
{
	uint32_t k = 1 + (uint32_t)rng_next_below(r, (uint64_t)s->in_degree);
	uint32_t n = 0, node;

	for (uint32_t i = 0; i < g->n; i++)
		if (g->out[i] < s->out_degree)
			list[n++] = i;
	node = graph_nodes(g, 1);
	for (uint32_t i = 0; i < k && i < n && !g->full; i++) {
		uint32_t j = i + (uint32_t)rng_next_below(r, n - i);
		uint32_t t = list[i];

		list[i] = list[j];
		list[j] = t;
		graph_arc(g, list[i], node);
	}
}

/* A fan-out: some nodes behind the one with the most room. */
static void fan_out(const struct generate_spec *s, struct graph *g,
		    uint32_t *list, struct rng *r)
{
	uint32_t from, k, first;

	for (uint32_t i = 0; i < g->n; i++)
		list[i] = i;
	from = graph_least(g, list, g->n, false, r);
	assert(g->out[from] < s->out_degree);
	k = 1 +
	    (uint32_t)rng_next_below(r, (uint64_t)s->out_degree - g->out[from]);
	first = graph_nodes(g, k);
	for (uint32_t i = 0; i < k && !g->full; i++)
		graph_arc(g, from, first + i);
}

static bool draw_fan(const struct generate_spec *s, struct graph *g,
		     struct rng *r)
{
	uint32_t n = graph_count(&s->nodes, r);
	uint32_t sinks = graph_count(&s->sinks, r);
	uint32_t sources = graph_count(&s->sources, r);
	uint32_t *list;

	if (sources + sinks > n)
		return false;
	n -= sinks;
	list = ARENA_NEW(g->scratch, uint32_t, n + (size_t)s->out_degree + 1);
	graph_nodes(g, sources);
	while (g->n < n) {
		if (rng_next_below(r, 2))
			fan_out(s, g, list, r);
		else
			fan_in(s, g, list, r);
		if (g->n > n || g->full)
			return false; /* overshot: RD-Gen starts anew */
	}
	add_ends(g, true, sinks, r);
	return connect(g, r);
}

/* Of 2^64; RD-Gen draws 1..100 and compares with 100 p. */
static bool has_arc(const struct generate_spec *s, int64_t p, struct rng *r)
{
	uint64_t bits = rng_next(r);

	if (s->compat == COMPAT_RD_GEN) {
		double hundred = (double)p / (double)DRAW_ONE * 100;

		return (double)(1 + rng_below(bits, 100)) < hundred;
	}
	return rng_below(bits, (uint64_t)DRAW_ONE) < (uint64_t)p;
}

static bool draw_gnp(const struct generate_spec *s, struct graph *g,
		     struct rng *r)
{
	uint32_t n = graph_count(&s->nodes, r);
	uint32_t sources = graph_count(&s->sources, r);
	uint32_t sinks = graph_count(&s->sinks, r);
	int64_t p = draw_value(&s->edge_probability, rng_next(r));

	if (sources + sinks > n)
		return false;
	n -= sources + sinks;
	graph_nodes(g, n);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = i + 1; j < n; j++)
			if (has_arc(s, p, r))
				graph_arc(g, i, j);
	if (!n) { /* nothing in between: sources to sinks */
		graph_nodes(g, sources);
		add_ends(g, true, sinks, r);
	} else {
		add_ends(g, false, sources, r);
		add_ends(g, true, sinks, r);
	}
	return !g->full && connect(g, r);
}

/* A fork and its join, with the branches still to come. */
struct fork {
	uint32_t from, to;
	int64_t depth;
};

static bool draw_fork_join(const struct generate_spec *s, struct graph *g,
			   struct rng *r)
{
	/* Depth first: what is open at once hangs on one path. */
	struct fork *open =
		ARENA_NEW(g->scratch, struct fork,
			  (size_t)s->depth * (size_t)s->branches.high + 1);
	uint64_t again = (uint64_t)s->fork_probability.num;
	uint64_t den = (uint64_t)s->fork_probability.den;
	uint32_t n = 0, from = graph_nodes(g, 1), to = graph_nodes(g, 1);

	open[n++] = (struct fork){from, to, 1};
	while (n && !g->full) {
		struct fork f = open[--n];
		uint32_t k = graph_count(&s->branches, r);

		for (uint32_t i = 0; i < k && !g->full; i++) {
			bool fork = f.depth < s->depth &&
				    rng_next_below(r, den) < again;

			from = graph_nodes(g, 1);
			to = fork ? graph_nodes(g, 1) : from;
			if (g->full)
				break;
			graph_arc(g, f.from, from);
			graph_arc(g, to, f.to);
			if (fork)
				open[n++] =
					(struct fork){from, to, f.depth + 1};
		}
	}
	return !g->full;
}

/* first[k]..first[k + 1] are the nodes of layer k: the first and the last as
 * large as they must be, the others at least 1, the rest at random. */
static bool draw_layers(const struct generate_spec *s, uint32_t n,
			uint32_t layers, uint32_t *first, struct rng *r)
{
	uint32_t sources = graph_count(&s->sources, r);
	uint32_t sinks = graph_count(&s->sinks, r), inner;

	if (layers == 1) {
		first[1] = n;
		return n == 1 && sources == 1;
	}
	inner = layers - 2;
	if (layers > n || sources + sinks + inner > n ||
	    (!inner && sources + sinks != n))
		return false;
	first[1] = sources;
	first[layers] = sinks;
	for (uint32_t k = 2; k < layers; k++)
		first[k] = 1;
	for (uint32_t i = sources + sinks + inner; i < n; i++)
		first[2 + rng_next_below(r, inner)]++;
	for (uint32_t k = 1; k <= layers; k++)
		first[k] += first[k - 1];
	assert(first[layers] == n);
	return true;
}

/* A node has a predecessor in the layer before, so layers are depths, and a
 * successor unless it is in the last. */
static bool draw_layered(const struct generate_spec *s, struct graph *g,
			 struct rng *r)
{
	uint32_t n = graph_count(&s->nodes, r);
	uint32_t layers = graph_count(&s->layers, r);
	int64_t p = draw_value(&s->edge_probability, rng_next(r));
	uint32_t *first = ARENA_NEW(g->scratch, uint32_t, (size_t)layers + 2);

	if (!draw_layers(s, n, layers, first, r))
		return false;
	graph_nodes(g, n);
	for (uint32_t k = 1; k < layers; k++)
		for (uint32_t i = first[k]; i < first[k + 1]; i++) {
			uint32_t width = first[k] - first[k - 1];
			uint32_t must = first[k - 1] +
					(uint32_t)rng_next_below(r, width);

			for (uint32_t j = 0; j < first[k]; j++)
				if (j == must || has_arc(s, p, r))
					graph_arc(g, j, i);
		}
	for (uint32_t k = 0; k + 1 < layers && !g->full; k++)
		for (uint32_t i = first[k]; i < first[k + 1]; i++)
			if (!g->out[i]) {
				uint32_t width = first[k + 2] - first[k + 1];

				graph_arc(g, i,
					  first[k + 1] +
						  (uint32_t)rng_next_below(
							  r, width));
			}
	return !g->full && connect(g, r);
}

/* --- Drawing --- */

static bool draw_once(const struct generate_spec *s, enum graph_method method,
		      struct graph *g, struct rng *r)
{
	switch (method) {
	case GRAPH_FAN_IN_FAN_OUT:
		return draw_fan(s, g, r);
	case GRAPH_GNP:
		return draw_gnp(s, g, r);
	case GRAPH_CHAIN:
		return graph_chains(s, g, r);
	case GRAPH_FORK_JOIN:
		return draw_fork_join(s, g, r);
	default:
		return draw_layered(s, g, r);
	}
}

static bool is_connected(struct graph *g)
{
	uint32_t *part = ARENA_NEW(g->scratch, uint32_t, g->n);

	return components(g, part) == 1;
}

bool graph_draw(const struct generate_spec *s, enum graph_method method,
		struct graph *g, struct rng *r, uint64_t *tries,
		struct dag_error *e)
{
	bool full = false;

	for (int i = 0; i < GRAPH_TRIES; i++) {
		g->n = g->m = 0;
		g->full = false;
		++*tries;
		if (draw_once(s, method, g, r) && !g->full && is_connected(g))
			return true;
		full |= g->full;
	}
	if (full)
		return error_set(e, GENERATE_AT(s, KEY_graph),
				 "such a graph has more than %d nodes or %d "
				 "edges",
				 GENERATE_NODES_MAX, GRAPH_ARCS_MAX);
	return error_set(e, GENERATE_AT(s, KEY_graph),
			 "no graph within these bounds was found in %d tries",
			 GRAPH_TRIES);
}

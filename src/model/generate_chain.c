/* generate_chain.c - DAGs made of chains, by RD-Gen's rules
 *
 * A chain is a main sequence and sub-sequences that leave it anywhere before
 * its tail and end level with it.  Chains may be linked - the heads of some
 * hang on tails of others - and merged - all tails but a few get a successor.
 * After github.com/azu-lab/RD-Gen, src/dag_builder/chain_based_builder.py,
 * which iterates sets of objects here, so that its linked chains are not
 * reproducible; where it takes any of equal nodes, each is as likely here.
 */
#include "model/generate_parts.h"

#include <assert.h>

/* The chains of a graph: heads, and where the tails of each begin in one
 * list, the tail of the main sequence first. */
struct chains {
	uint32_t n;
	uint32_t *head, *first; /* n; n + 1                               */
	uint32_t *tails;
	uint32_t n_tails;
};

static uint32_t add_sequence(struct graph *g, uint32_t length)
{
	uint32_t first = graph_nodes(g, length);

	for (uint32_t i = 1; i < length && !g->full; i++)
		graph_arc(g, first + i - 1, first + i);
	return first;
}

/* A chain; its tails are the last nodes of its sequences. */
static void add_chain(const struct generate_spec *s, struct graph *g,
		      struct chains *c, struct rng *r)
{
	uint32_t length = graph_count(&s->main_length, r);
	uint32_t subs = graph_count(&s->sub_sequences, r);
	uint32_t head = add_sequence(g, length);

	c->head[c->n] = head;
	c->first[c->n++] = c->n_tails;
	c->tails[c->n_tails++] = head + length - 1;
	for (uint32_t i = 0; i < subs && !g->full; i++) {
		uint32_t at = (uint32_t)rng_next_below(r, length - 1);
		uint32_t rest = length - 1 - at;
		uint32_t first = add_sequence(g, rest);

		if (g->full)
			break;
		graph_arc(g, head + at, first);
		c->tails[c->n_tails++] = first + rest - 1;
	}
	c->first[c->n] = c->n_tails;
}

/* The first k of list[0..n) become a random sample of it. */
static void sample(uint32_t *list, uint32_t n, uint32_t k, struct rng *r)
{
	assert(k <= n);
	for (uint32_t i = 0; i < k; i++) {
		uint32_t j = i + (uint32_t)rng_next_below(r, n - i);
		uint32_t t = list[i];

		list[i] = list[j];
		list[j] = t;
	}
}

static bool link_chains(const struct generate_spec *s, struct graph *g,
			const struct chains *c, struct rng *r)
{
	uint32_t *order = ARENA_NEW(g->scratch, uint32_t, c->n);
	uint32_t *from = ARENA_NEW(g->scratch, uint32_t, c->n_tails);
	uint32_t k = (uint32_t)s->link_sources, n = 0;

	if (k > c->n)
		return false;
	for (uint32_t i = 0; i < c->n; i++)
		order[i] = i;
	sample(order, c->n, k, r);
	for (uint32_t i = 0; i < k; i++) {
		uint32_t first = c->first[order[i]];
		uint32_t end = c->first[order[i] + 1];

		if (s->link_main)
			from[n++] = c->tails[first];
		for (first++; s->link_sub && first < end; first++)
			from[n++] = c->tails[first];
	}
	if (!n && k < c->n)
		return false; /* chains without sub-sequences */
	for (uint32_t i = k; i < c->n; i++)
		graph_arc(g, graph_least(g, from, n, false, r),
			  c->head[order[i]]);
	return true;
}

/* The arcs by where they lead: a list of each node. */
struct into {
	uint32_t *last, *before; /* arc + 1 of a node, of an arc; 0: none */
	uint32_t m;              /* arcs taken up                         */
};

static void take_up(const struct graph *g, struct into *x)
{
	for (; x->m < g->m; x->m++) {
		uint32_t to = g->arcs[x->m].to;

		x->before[x->m] = x->last[to];
		x->last[to] = x->m + 1;
	}
}

/* Marks the nodes from which `node` can be reached, and itself. */
static void mark_ancestors(const struct graph *g, const struct into *x,
			   uint32_t node, bool *mark)
{
	uint32_t *queue = ARENA_NEW(g->scratch, uint32_t, g->n);
	uint32_t head = 0, tail = 0;

	mark[node] = true;
	queue[tail++] = node;
	while (head < tail) {
		uint32_t a = x->last[queue[head++]];

		for (; a; a = x->before[a - 1]) {
			uint32_t from = g->arcs[a - 1].from;

			assert(a <= x->m);
			if (!mark[from])
				queue[tail++] = from;
			mark[from] = true;
		}
	}
}

/* What the tails may be merged into: kept sinks, nodes amid chains. */
static uint32_t merge_targets(const struct generate_spec *s,
			      const struct graph *g, const bool *kept,
			      uint32_t *to)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		bool sink = !g->out[i];

		if (sink ? kept[i] && s->merge_sink
			 : s->merge_middle && g->in[i])
			to[n++] = i;
	}
	return n;
}

static bool merge_chains(const struct generate_spec *s, struct graph *g,
			 struct rng *r)
{
	uint32_t *sinks = ARENA_NEW(g->scratch, uint32_t, g->n);
	uint32_t *all = ARENA_NEW(g->scratch, uint32_t, g->n);
	uint32_t *to = ARENA_NEW(g->scratch, uint32_t, g->n);
	bool *kept = ARENA_NEW(g->scratch, bool, g->n);
	uint32_t k = (uint32_t)s->merge_sinks, n = 0, n_all;
	struct into into = {0};

	into.last = ARENA_NEW(g->scratch, uint32_t, g->n);
	into.before = ARENA_NEW(g->scratch, uint32_t, (size_t)g->m + g->n);
	for (uint32_t i = 0; i < g->n; i++)
		if (!g->out[i])
			sinks[n++] = i;
	if (k > n)
		return false;
	sample(sinks, n, k, r);
	for (uint32_t i = 0; i < k; i++)
		kept[sinks[i]] = true;
	n_all = merge_targets(s, g, kept, all);
	for (uint32_t i = k; i < n; i++) {
		bool *above = ARENA_NEW(g->scratch, bool, g->n);
		uint32_t n_to = 0;

		take_up(g, &into);
		mark_ancestors(g, &into, sinks[i], above);
		for (uint32_t j = 0; j < n_all; j++)
			if (!above[all[j]])
				to[n_to++] = all[j];
		if (!n_to)
			return false;
		graph_arc(g, sinks[i], graph_least(g, to, n_to, true, r));
	}
	return true;
}

bool graph_chains(const struct generate_spec *s, struct graph *g, struct rng *r)
{
	uint32_t n = graph_count(&s->chains, r);
	struct chains c = {0};
	size_t tails = (size_t)n * ((size_t)s->sub_sequences.high + 1);

	if (tails > GENERATE_NODES_MAX) {
		g->full = true;
		return false;
	}
	c.head = ARENA_NEW(g->scratch, uint32_t, n);
	c.first = ARENA_NEW(g->scratch, uint32_t, (size_t)n + 1);
	c.tails = ARENA_NEW(g->scratch, uint32_t, tails);
	while (c.n < n && !g->full)
		add_chain(s, g, &c, r);
	if (g->full || (s->link_sources && !link_chains(s, g, &c, r)))
		return false;
	return !s->merge_sinks || merge_chains(s, g, r);
}

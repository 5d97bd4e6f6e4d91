/* dag.h - the graph of one task, as the tests for several cores see it
 *
 * A graph (model/graph.h) over charged times, measured: nodes count within the
 * task, node v costs g.cost[v].
 *
 *   est[v]   longest path that ends where v begins
 *   tail[v]  longest path from the start of v on, v included
 *   work     W, the sum of all costs; length: L, the longest path
 *   rank[v]  0, 1, ... in the order in which a policy with node_order
 *            longest_tail serves the nodes: by nominal tails, since those are
 *            what the policy looks at, whatever is charged; equal ones in
 *            topological order
 *
 * A task without nodes has g.n = 0 and W = L = 0; nodes may cost 0.
 *
 * Chain covers.  A chain is worked on by one core at a time, so within a time
 * of x at most min(x, its length) of it is done.  A cover is a list of
 * disjoint chains that hold all work; two are found when first asked for and
 * kept with the graph: the greedy one (first L, then again and again the
 * longest path of what is left) and one with the fewest chains, as many as
 * the width of the graph.
 *
 * Units: ns.  Ownership: everything lives in the arena given to the maker,
 * the covers too; a dag is not for two threads at once.  Cost: O(nodes +
 * edges), rank O(n log n); covers as in graph.h.
 */
#ifndef DAGSIM_ANALYSIS_DAG_H
#define DAGSIM_ANALYSIS_DAG_H

#include "model/graph.h"

#include <stdbool.h>

/* Disjoint chains, long ones first; rest[j] is the sum of all from j on. */
struct dag_chains {
	uint32_t n;
	const dag_time *length, *rest;
};

struct dag {
	struct graph g;
	const dag_time *est, *tail;
	const uint32_t *rank;
	const uint8_t *resource;        /* by node, enum resource            */
	dag_time work, length, longest; /* longest: the largest cost         */
	bool clipped; /* sums are beyond 2^62 ns and mean nothing            */
	struct dag_chains *greedy, *fewest; /* NULL until asked for          */
	/* What the tests find out about the graph alone, once for all that are
	 * asked; in `arena`, NULL until then. */
	struct carry_profile *profile; /* carry.h, for one number of cores   */
	struct baruah_rest *rest;      /* baruah.c                           */
	struct arena *arena;
};

/* The graph of a task; cost[] are its charged times, nominal[] what a policy
 * looks at; both by node of the task. */
struct dag *dag_build(const struct workload *w, uint32_t task,
		      const dag_time *cost, const dag_time *nominal,
		      struct arena *a);

/* The same graph with every cost x replaced by ceil(x num / den). */
struct dag *dag_scale(const struct dag *d, int64_t num, int64_t den,
		      struct arena *a);

const struct dag_chains *dag_greedy(struct dag *d);
const struct dag_chains *dag_fewest(struct dag *d);
/* The sum over the chains of min(x, times length), where that of all fits in
 * 63 bits.  Cost: O(log chains). */
int64_t dag_chains_most(const struct dag_chains *c, int64_t times, int64_t x);

/* Rows of bits: bit u of row v is set if a path leads from v to u, u != v.
 * dag_words(d) words of 64 bits a row. */
const uint64_t *dag_reach(const struct dag *d, struct arena *a);
static inline uint32_t dag_words(const struct dag *d)
{
	return (d->g.n + 63) / 64;
}

#endif

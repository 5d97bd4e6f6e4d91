/* dag.h - the graph of one task, as the tests for several cores see it
 *
 * Flat and charged: node v of the task (counted within the task) costs c[v],
 * the charged time of set.h; predecessors and successors are ranges of one
 * array each; `topo` is a topological order, so that no test recurses.
 *
 *   est[v]   longest path that ends where v begins
 *   tail[v]  longest path from the start of v on, c[v] included
 *   work     W, the sum of all c; length: L, the longest path
 *   rank[v]  0, 1, ... in the order in which a policy with node_order
 *            longest_tail serves the nodes: by nominal tails, since those are
 *            what the policy looks at, whatever is charged
 *
 * A task without nodes has n = 0 and W = L = 0; nodes may cost 0.
 *
 * Chain covers.  A chain is a set of nodes of one path: it is worked on by one
 * core at a time, so within a time of x at most min(x, its length) of it is
 * done.  A cover is a list of disjoint chains that hold every node; two are
 * computed when they are first asked for and kept with the graph:
 *
 *   greedy   again and again a longest path of what is left (the first is L)
 *   fewest   as few chains as there can be, width(G), by a maximum matching
 *            of the transitive closure (Dilworth 1950; Fulkerson 1956)
 *
 * Units: ns.  Ownership: everything lives in the arena given to the maker,
 * the covers too: a graph outlives its arena no more than a set does, and is
 * not for two threads at once.  Cost: O(n + edges); greedy O(chains (n +
 * edges)); fewest O(n^2 / 64 (n + edges) + n^3) at worst, n^2 in practice.
 */
#ifndef DAGSIM_ANALYSIS_DAG_H
#define DAGSIM_ANALYSIS_DAG_H

#include "base/arena.h"
#include "base/time.h"
#include "model/workload.h"

#include <stdbool.h>
#include <stdint.h>

/* Disjoint chains, by length: long ones first. */
struct dag_chains {
	uint32_t n;
	const dag_time *length;
};

struct dag {
	uint32_t n, n_edges;
	const dag_time *c, *est, *tail;
	const uint32_t *topo, *rank;
	const uint32_t *succ_at, *succ; /* of v: succ_at[v]..succ_at[v + 1] */
	const uint32_t *pred_at, *pred;
	const uint8_t *resource; /* by node, enum resource                  */
	dag_time work, length, longest; /* longest: the largest c           */
	bool clipped; /* sums left the range of 2^62 and mean nothing       */
	/* The covers; NULL until asked for: use dag_greedy, dag_fewest. */
	struct dag_chains *greedy, *fewest;
	uint32_t width; /* with `fewest`                                    */
	struct arena *arena;
};

/* The graph of a task; c[v] are its charged times, nominal[v] what a policy
 * looks at; both by node of the task. */
struct dag *dag_build(const struct workload *w, uint32_t task,
		      const dag_time *c, const dag_time *nominal,
		      struct arena *a);

/* The same graph with every c[v] = ceil(c[v] num / den). */
struct dag *dag_scale(const struct dag *d, int64_t num, int64_t den,
		      struct arena *a);

const struct dag_chains *dag_greedy(struct dag *d);
const struct dag_chains *dag_fewest(struct dag *d);
/* The most nodes that can be ready at once: the length of `fewest`. */
uint32_t dag_width(struct dag *d);

/* Rows of bits: bit u of row v is set if a path leads from v to u, u != v.
 * dag_words(d) words of 64 bits a row. */
const uint64_t *dag_reach(const struct dag *d, struct arena *a);
static inline uint32_t dag_words(const struct dag *d)
{
	return (d->n + 63) / 64;
}

#endif

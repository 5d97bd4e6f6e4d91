/* graph.h - one DAG as bare numbers, and the chains in it
 *
 * Purpose.  What is known of a parallel job before it runs is the time of
 * each node and who waits for whom.  From these alone follow the volume W
 * (sum of all times), the length L (of the longest path), the width (most
 * nodes that can be ready at once), and how much of W lies on k disjoint
 * chains.  A chain is a subset of the nodes of one path: each of its nodes
 * waits, if not directly, for the one before.  Bounds on response times,
 * numbers of cores and interference are built on these.
 *
 * S_k, the most time that k disjoint chains can cover, is found two ways:
 *   greedy    the longest path, then the longest of what is left with its
 *             nodes counted as 0, and so on
 *   heaviest  the true maximum, by a flow of k units of largest cost: a unit
 *             passes a node at its price once, and for free after that, so
 *             the flow needs no closure of the relation
 * S_1 = L both times.  S_k grows with k by less and less, up to W.
 *
 * Invariants: acyclic; edges within the nodes; times >= 0; W <= DAG_TIME_MAX.
 * Nodes of time 0 are allowed; they count in the width.
 *
 * Cost, with V nodes and E edges: building, path, one greedy chain O(V + E);
 * one more heaviest chain O(passes (V + E)), where passes are few in practice
 * and at most V; the cover O(V + E) for each chain that the greedy cover has
 * too many.  No recursion.  Ownership: arrays live in the arena given;
 * a graph may also be put together from arrays that exist.
 *
 * Source: chains and their greedy choice: He, Guan, Lv, Jiang, Chang, RTSS
 * 2022; the width: Dilworth, Annals of Mathematics 1950; the heaviest chains
 * as a flow: Greene, Kleitman, JCTA 1976, and Frank, JCTB 1980.
 */
#ifndef DAGSIM_MODEL_GRAPH_H
#define DAGSIM_MODEL_GRAPH_H

#include "base/arena.h"
#include "model/workload.h"

struct graph {
	uint32_t n, n_edges;
	const dag_time *cost;           /* by node                            */
	const uint32_t *succ_at, *succ; /* of v: succ_at[v]..succ_at[v + 1]   */
	const uint32_t *pred_at, *pred; /* the same, ascending                */
	const uint32_t *topo;           /* the nodes, predecessors first      */
};

/* Builds *g over n nodes from edges in any order; costs are borrowed.  The
 * nodes of edges count from `base`.  False where edges make a circle. */
bool graph_build(struct graph *g, uint32_t n, const dag_time *cost,
		 const struct edge *edges, uint32_t n_edges, uint32_t base,
		 struct arena *a);

/* That of a task, with C(1) of each node, or cost[] by node of the task where
 * that is given.  Delays of edges are left out. */
void graph_of_task(struct graph *g, const struct workload *w, uint32_t task,
		   const dag_time *cost, struct arena *a);

dag_time graph_volume(const struct graph *g);
dag_time graph_length(const struct graph *g);

/* head[v]: longest path before node v; tail[v]: from v on, v included. */
void graph_heads(const struct graph *g, dag_time *head);
void graph_tails(const struct graph *g, dag_time *tail);

/* Lengths of up to `most` greedy chains into len[]; stops when nothing is
 * left to cover.  Returns their number.  Of paths of one length that with the
 * first nodes is taken, seen from the end. */
uint32_t graph_chains_greedy(const struct graph *g, uint32_t most,
			     dag_time *len);

/* The same for the heaviest: sum[k] = S_{k+1}.  Where the work would exceed
 * GRAPH_CHAIN_WORK steps it stops early; what it has is right. */
enum { GRAPH_CHAIN_WORK = 50000000 };
uint32_t graph_chains_heaviest(const struct graph *g, uint32_t most,
			       dag_time *sum);

/* The fewest chains that cover all nodes: as many as the width.  chain[v],
 * where given, is the chain that node v is in, 0.. */
uint32_t graph_cover(const struct graph *g, uint32_t *chain);
static inline uint32_t graph_width(const struct graph *g)
{
	return graph_cover(g, NULL);
}

#endif

/* core_counts.h - how long a DAG takes on m cores, and how many it needs
 *
 * Model.  One job of a DAG alone on m equal cores that are never idle while a
 * node is ready; nodes take any time up to their cost; which ready node goes
 * first does not matter, nor does preemption.
 *
 *   Graham      R <= L + (W - L) / m
 *   multi-path  R <= min over 0 <= j < m of L + (W - S_{j+1}) / (m - j)
 *
 * with S_k the time on k disjoint chains (graph.h): S_1 = L gives Graham's, so
 * the second is never larger; with greedy or heaviest chains, the latter
 * never larger.  With m chains that hold all of W it says L.
 *
 * Read the other way round: the least m for which R <= D.
 *
 * Units: ns, exact ratios.  Cost: O(chains), and that of finding them.
 *
 * Source: Graham, SIAM J. Appl. Math. 17, 1969; He, Guan, Lv, Jiang, Chang,
 * RTSS 2022; He et al., IEEE TCAD 44(5), 2025 (heaviest chains); Li et al.,
 * ECRTS 2014 (cores of a heavy task).
 */
#ifndef DAGSIM_MODEL_CORE_COUNTS_H
#define DAGSIM_MODEL_CORE_COUNTS_H

#include "model/graph.h"

enum dag_bound { BOUND_GRAHAM, BOUND_MULTIPATH, BOUND_MULTIPATH_OPT, BOUNDS };
/* graham, multipath, multipath_opt; NULL-terminated. */
extern const char *const dag_bound_names[];

/* S_1 .. S_{n_sums}, ascending; it stops where all of W is covered, or where
 * more are not asked for.  Not to be changed. */
struct chain_sums {
	dag_time work, length;
	const dag_time *sum;
	uint32_t n_sums;
};

/* Up to `most` >= 1 sums of the kind that the bound works with. */
void chain_sums(struct chain_sums *s, const struct graph *g,
		enum dag_bound kind, uint32_t most, struct arena *a);

/* The bound on `cores` >= 1 cores, reduced; rounded up to whole ns where the
 * exact terms do not fit in 63 bits. */
struct ratio chain_bound(const struct chain_sums *s, uint32_t cores);

/* The least number of cores on which the bound is at most `deadline`; NONE
 * where there is none (L > deadline; L = deadline, and the sums do not reach
 * W) or where it is more than CORES_MAX. */
uint32_t chain_cores(const struct chain_sums *s, dag_time deadline);

/* The same from the DAG, as many chains as matter.  With L = deadline only a
 * core for each chain will do, whatever the bound: the width of the DAG. */
uint32_t dag_cores(const struct graph *g, enum dag_bound kind,
		   dag_time deadline, struct arena *a);

#endif

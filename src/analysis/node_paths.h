/* node_paths.h - a job alone whose nodes run in the order of a static rank
 *
 * Model.  One job of a DAG on m cores; of the ready nodes those of the lowest
 * ranks run, preempting others; execution times up to the charged ones.
 *
 * Node u waits only while m nodes of lower rank run that are neither before
 * nor behind it: I(u).  So along any path p, the last to finish included,
 *
 *     m R <= m len(p) + vol(union of I(u) over u in p),
 *
 * and the bound is the largest over all paths (no node of p is in I(u) for
 * another).  The union does not come apart into terms of nodes, so a dynamic
 * program over the best predecessor misses the largest path: published code
 * does that, and its bound is exceeded.  Here paths are walked one by one, and
 * those cut off that cannot beat the best: the bound is at most
 * (m - 1) len(p) + W, and len(p) is known before p is.
 *
 * Source: He, Jiang, Guan, Tang, IEEE TPDS 30(10), 2019.
 *
 * Units: m times ns.  Cost: O(n^2 / 64 + steps n / 64), steps capped.
 */
#ifndef DAGSIM_ANALYSIS_NODE_PATHS_H
#define DAGSIM_ANALYSIS_NODE_PATHS_H

#include "analysis/dag.h"

enum { NODE_PATHS_STEPS = 400000 };

/* m times the bound for the ranks of the dag; m L + W - L, which also holds
 * and is never smaller, where there are too many paths.  *steps is added to.
 */
int64_t node_paths_bound(const struct dag *d, const uint32_t *rank, uint32_t m,
			 uint64_t *steps, struct arena *a);

#endif

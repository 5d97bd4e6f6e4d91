/* carry.h - how much work of one task can fall into a window of time
 *
 * Model.  A sporadic DAG task on m cores, D <= T, whose jobs each run within
 * R of their nominal time, R <= T; execution times anything up to the charged
 * ones.  A window of length t may cut a job that came before it (carry-in)
 * and one that ends after it (carry-out); at most B jobs lie whole between.
 *
 *   Melani    carry-in as late, the rest as early as can be, all m cores busy:
 *             with X = t + R - W/m:
 *                 floor(X / T) W + min(W, m (X mod T))
 *   chains    a job does at most f(x) = min(W, m x, sum over the chains of a
 *             cover of min(x, length)) within any time x, since a chain is
 *             sequential.  f is concave, so the two cut jobs, which together
 *             see S = y - (T - R) of the window, do at most 2 f(S / 2):
 *                 B W + max(f(y), 2 f((y - (T - R)) / 2)),  y = t - B T,
 *             the largest over B = floor(t / T) and one less
 *   profile   the carry-in job does no more than the last x of a schedule as
 *             early as can be on cores without end, set so that it ends at R;
 *             the carry-out job no more than f(x) and W - (L - x); the largest
 *             over all ways to split S among them
 *   EDF       only jobs due by the deadline of the one that waits, which is
 *             D_k after the window's start; N = floor((D_k - D) / T) + 1 of
 *             them whole, and what the one before them has left:
 *                 N W + min(W, m (D_k - N T - D + R))
 *
 * Chains and profile are each taken together with Melani, whichever is less.
 * (Melani's m (X mod T) would give work to a window of no length: all are
 * clamped to m t.)
 *
 * Units.  Times of windows and responses are m t and m R, whole numbers.
 * Melani and EDF are work in ns; chains and profile are m times that, as what
 * they add up is only rounded, up, by who adds.
 *
 * Source: Melani, Bertogna, Bonifaci, Marchetti-Spaccamela, Buttazzo, ECRTS
 * 2015; profile: Fonseca, Nelissen, Nelis, RTNS 2017, with chains instead of
 * nested forks; EDF: Bertogna, Cirinei, Lipari, ECRTS 2005, for DAGs as in
 * Melani et al.; chains: f is the bound of a single job, the rest is its
 * concavity.
 *
 * Cost: O(1) Melani, EDF; chains O(log chains); profile O((nodes + chains)
 * log).
 */
#ifndef DAGSIM_ANALYSIS_CARRY_H
#define DAGSIM_ANALYSIS_CARRY_H

#include "analysis/set.h"

/* A function that is linear between points: value[i] at x[i], slope[i] from
 * there on; 0 before x[0] = 0. */
struct carry_curve {
	uint32_t n;
	const int64_t *x, *value, *slope;
};

/* Splits that may be worst: at[i] for one of the two cut jobs, which can do
 * value[i] then, less[i] taken from the other.  The two are equal but where the
 * split lies between whole numbers.  All ascend. */
struct carry_tries {
	uint32_t n;
	int64_t *at, *less, *value;
};

struct carry_profile {
	int64_t m;
	struct carry_curve in; /* by m x, times m; without clamp to m x      */
	struct carry_tries by_in, by_out;
};

struct carry {
	int64_t m, work, span; /* W, m T                                     */
	dag_time period, deadline;
	struct dag *dag;
	const struct dag_chains *cover[2]; /* once carry_chains is asked     */
	const struct carry_profile *profile;
};

void carry_init(struct carry *c, const struct analysis_task *t, uint32_t m);
/* Before carry_chains, and before carry_profile.  What they find is kept with
 * the graph. */
void carry_use_chains(struct carry *c);
void carry_use_profile(struct carry *c);

/* t and r are m t >= 0 and m R. */
int64_t carry_melani(const struct carry *c, int64_t t, int64_t r);
int128 carry_chains(const struct carry *c, int64_t t, int64_t r);
int128 carry_profile(const struct carry *c, int64_t t, int64_t r);
/* deadline: D_k. */
int64_t carry_edf(const struct carry *c, dag_time deadline, int64_t r);
/* The same with the cut job by its chains, times m. */
int128 carry_edf_chains(const struct carry *c, dag_time deadline, int64_t r);

/* f(x) for m x, times m. */
int64_t carry_job(const struct carry *c, int64_t x);

#endif

/* chains.h - how long data takes along a chain of tasks, in the worst case
 *
 * Chains are those of model/chain.h: read at the start of a job, write at its
 * end, nobody waits.  For a chain e1 .. en with periods T, worst responses R
 * from any test that gives them (rounded up to ns), and [b > a] = 1 unless the
 * next task b is known to start behind a pending job of a:
 *
 *   Davare       sum of (T_i + R_i): bounds the reaction time
 *   reaction     T_1 + R_n + sum over i < n of max(R_i, T_{i+1} + [b > a] R_i)
 *   data age     R_n + sum over i < n of (T_i + [b > a] R_i), reduced data age
 *   let          the same chain with logical execution times: read at the
 *                nominal time, write at the deadline; reaction and data age
 *                are equal then, bounded by the sum of (T_i + D_i)
 *   let_exact    the largest of these, over one hyperperiod of the periodic
 *                tasks with their phases, once all have begun
 *
 * [b > a] = 0 holds on one core with fixed priorities, b of lower priority,
 * and a released without jitter: a job of b that is released while one of a
 * is pending does not start before that is done.  Whatever the preemption.
 *
 * A chain may say what is allowed at most.  It keeps that if the bounds
 * `reaction` and `data age` do: more is not proved of jobs that read when they
 * start.
 *
 * Assumptions: the distance of nominal times of a task is T, not just at least
 * T (no sporadic tasks); R <= T, so jobs of one task do not overlap; no job is
 * dropped.  A job's start is that of its first node, its end that of its last.
 *
 * Units: ns.  Cost: O(n), let_exact O(n H / T_1) up to CHAIN_LET_STEPS.
 *
 * Source: Davare, Zhu, Di Natale, Pinello, Kanajan, Sangiovanni-Vincentelli,
 * DAC 2007; Duerr, von der Brueggen, Chen, Chen, ACM TECS 18(5s), 2019,
 * theorems 5.4 and 5.10; Hamann, Dasari, Kramer, Pressler, Wurst, ECRTS 2017
 * (LET); Guenzel, Teper, Chen, von der Brueggen, Chen, ECRTS 2023 (exact).
 */
#ifndef DAGSIM_ANALYSIS_CHAINS_H
#define DAGSIM_ANALYSIS_CHAINS_H

#include "analysis/test.h"
#include "base/json.h"
#include "model/chain.h"

#include <stdio.h>

enum { CHAIN_LET_STEPS = 20000000 };

struct chain_bounds {
	const struct chain *chain;
	/* From which verdict the responses are; NULL: none gives them. */
	const struct verdict *verdict;
	const char *reason; /* why the first three are not known, or NULL  */
	dag_time davare, reaction, data_age;
	const char *let_reason; /* why `let` is not known, or NULL         */
	dag_time let;
	const char *exact_reason; /* why let_exact is not known, or NULL   */
	dag_time let_exact;
};

/* Chains name positions of `s`.  v is a schedulable verdict on it with bounds,
 * or NULL; p the policy it is on, or NULL. */
void chain_bounds(struct chain_bounds *b, const struct chain *c,
		  const struct analysis_set *s, const struct verdict *v,
		  const struct policy_traits *p, struct arena *a);

/* Does a bound prove what the chain allows?  So if it allows anything. */
bool chain_keeps(const struct chain_bounds *b);

/* A table of n chains, and the member "chains" of a JSON object. */
void chain_bounds_print(FILE *out, const struct chain_bounds *b, size_t n);
void chain_bounds_json(struct json *j, const struct analysis_set *s,
		       const struct chain_bounds *b, size_t n);

#endif

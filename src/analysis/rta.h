/* rta.h - responses of DAG tasks on m cores, as least fixed points
 *
 * Model.  Global scheduling on m cores, never idle while a node is ready, of
 * sporadic DAG tasks with D <= T; jitter J: responses count from the nominal
 * time, a job is released within J of it.
 *
 * A job of task k waits on its critical chain only while all m cores work on
 * something else: on the rest of the job, or on jobs that go before it.  So
 *
 *     R_k <= (self_k + sum over i of W_i(R_k)) / m,
 *
 * self_k = m L + (W - L), or what else bounds the job alone; W_i(t) the work
 * of task i in a window of length t (carry.h).  Under fixed priorities only
 * tasks that go before k count; those of equal priority may, and do.  Under
 * EDF all others do, each with no more than it can have due before k.
 *
 * W_i needs a bound on R_i.  Fixed priorities give it in their order; tasks
 * that depend on each other (equal priorities, EDF) are iterated together from
 * below.  Any fixed point is a bound: the first job to exceed it would have
 * been delayed by jobs that keep theirs.
 *
 * Limited preemption (nodes run unpreempted) adds blocking: see serial and
 * `self` in limited.c.
 *
 * Units: as in cores.h.  Cost: pseudo-polynomial, capped by the limit of work
 * (a unit is one W_i).  Errors: none; CORES_GAVE_UP at the cap.
 */
#ifndef DAGSIM_ANALYSIS_RTA_H
#define DAGSIM_ANALYSIS_RTA_H

#include "analysis/carry.h"
#include "analysis/cores.h"

enum rta_carry { RTA_MELANI, RTA_CHAINS, RTA_PROFILE };

struct rta {
	enum rta_carry carry;
	bool edf;            /* else by the priorities of the set          */
	bool edf_by_chains;  /* cut jobs by their chains under EDF, too    */
	const int64_t *self; /* by task; NULL: m L + W - L                 */
	/* By task, or NULL: R <= serial + the interference on one core. */
	const dag_time *serial;
};

/* Fills r, an entry for each task of the set, and *work. */
void rta_solve(const struct analysis_input *in, const struct rta *how,
	       struct cores_response *r, uint64_t *work);

/* The same, and the verdict from it; where chains or profiles give up, by
 * RTA_MELANI once more, if that suffices. */
void rta_run(const struct analysis_input *in, const struct rta *how,
	     struct verdict *v);

/* For the search of priorities: every task is taken to respond within its
 * deadline, so whether k is in time depends on who goes before it alone, not
 * on their order. */
struct rta_state;
struct rta_state *rta_by_deadlines(const struct analysis_input *in,
				   const struct rta *how);
/* Is k surely in time behind those for which before[i] holds? */
bool rta_fits(struct rta_state *q, uint32_t k, const bool *before);

#endif

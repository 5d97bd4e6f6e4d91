/* explore.h - every arrival and execution time on a grid, until nothing is new
 *
 * A search through the states that a small workload can get into under a
 * policy.  From a state it goes on with everything that the workload allows:
 * each task that may release a job does, or does not, in every order; sporadic
 * tasks come later, jobs up to their jitter late, first releases any time (or
 * at the phases given); each batch takes C(b), or its least time.  It goes on
 * from a copy of simulator and policy state (sim/branch.h), and turns back
 * where a state has been seen before.
 *
 * Releases stand on a grid, and a nanosecond behind it where some executor
 * does not preempt, so that a blocker can start just before the others.  Where
 * the search comes to its end (`complete`), no such arrivals make any job
 * late, however long they go on, not only within a horizon.  For a policy that
 * may look at the clock states at different times differ, and the search ends
 * at `until`.
 *
 * Purity: a function of the request, but for `stop`.  Cost: 2 to 10 us a
 * state; an image of 10 to 30 kB for each instant of the path, and 16 bytes a
 * state.
 */
#ifndef DAGSIM_CHECK_EXPLORE_H
#define DAGSIM_CHECK_EXPLORE_H

#include "check/attack.h"

struct explore_request {
	const struct sim_config *config; /* with a placement              */
	enum attack_phases phases;
	bool worst_times; /* all batches take C(b)                        */
	dag_time grid;    /* divides all times of the workload            */
	dag_time until;   /* where states at different times differ; or 0 */
	uint64_t states;  /* at most so many                              */
	bool (*stop)(void *ctx); /* or NULL                               */
	void *ctx;
};

struct explore_result {
	bool found;
	bool complete; /* nothing is left to see                          */
	bool broken;   /* the policy broke the protocol: *error           */
	bool ticks;    /* also a nanosecond behind the grid               */
	uint64_t states;
	/* Where found: as in struct attack_result. */
	dag_time horizon;
	struct release_list releases;
	const struct sim_times *times; /* NULL: all take C(b)             */
};

/* Is the workload of a kind that can be explored?  How large it is shows only
 * on the way. */
bool explore_suits(const struct sim_config *c);

/* Everything in *out lives in `a`. */
void explore_run(const struct explore_request *r, struct arena *a,
		 struct explore_result *out, struct dag_error *e);

#endif

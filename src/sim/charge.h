/* charge.h - overheads of a run: what cores lose, and what waits for it
 *
 * A charge is time on a core, queued behind the overhead that the core is at
 * already; what the core runs goes on after it.  Effects come at its end: a
 * job that is released joins its queue when the core that handles releases has
 * dealt with it, a message is out when the core has sent it.  A core without
 * work that has overhead to do is closed: it takes no node until it is done.
 *
 * Releases are handled by core 0 where that only releases, else by the first
 * core of the device on which the node runs; core 0 for an accelerator, which
 * has no overheads of its own, and core 0 deals with what it finishes.
 *
 * The lock is held for intervals that do not overlap; who wants it takes the
 * first gap that is long enough, from when its core comes to it.
 *
 * Nothing is charged at or after the horizon.
 */
#ifndef DAGSIM_SIM_CHARGE_H
#define DAGSIM_SIM_CHARGE_H

#include "model/overhead.h"
#include "sim/state.h"

struct lock_hold {
	dag_time from, to;
};

struct costs {
	const struct overheads *o;
	uint64_t *streams; /* by task, as rng_task                            */
	struct lock_hold *holds; /* to come, ascending, from `first` on       */
	size_t first, n, cap;
	uint32_t n_cores;
};

void costs_plan(struct sim *s, struct arena *a);
void costs_unplan(struct sim *s);

/* The core that deals with what the executor finishes. */
static inline uint32_t costs_core(const struct sim *s, uint32_t exec)
{
	return exec < s->w->platform.n_cores ? exec : 0;
}

/* The node is released: when it joins its queue. */
dag_time costs_release(struct sim *s, job_id id);

/* The core sends the message of an edge: when it is out. */
dag_time costs_send(struct sim *s, uint32_t core, const struct activation *x,
		    const struct edge *e);

/* The core makes a node ready that has all it waits for: when that is done. */
dag_time costs_wake(struct sim *s, uint32_t core, const struct activation *x,
		    uint32_t vertex);

/* The executor turns to a job, which starts or (resumes) goes on, from a
 * victim that it drives off, from what has just ended, or from sleep. */
void costs_dispatch(struct sim *s, uint32_t exec, job_id id, job_id victim,
		    bool resumes);

/* sim.c: the executor has been charged: what it runs ends later, or it is
 * closed for so long. */
void sim_settle(struct sim *s, uint32_t exec);

#endif

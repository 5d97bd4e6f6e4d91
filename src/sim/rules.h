/* rules.h - what a runtime does otherwise than theory expects
 *
 * Switches of a run, all off by default.  The first five together are the
 * rules of Awkernel (github.com/tier4/awkernel, the evaluation branch
 * dag_perf), with the tie rule TIE_ID:
 *
 *   release_core     core 0 releases jobs and runs none.
 *   idle_blind       a job that becomes ready is compared with the running ones
 *                    first, though executors may be idle: it drives off the
 *                    least urgent of them, if that comes behind it, and only
 *                    else joins the queue, from which idle executors take.  A
 *                    job that is driven off becomes ready anew, by the same
 *                    rule.  Global policies only.
 *   shared_deadline  policies see one deadline a task, set to now + D whenever
 *                    a node without predecessors becomes ready (also anew), and
 *                    once more when such a node has told the first of its
 *                    successors; other nodes take what it is when they become
 *                    ready.  What counts as a miss does not change.
 *   serial_nodes     a node of a job waits for the same node of the job before.
 *                    A source that was busy at its tick starts late, ticks that
 *                    piled up in one burst.
 *   polled_quantum   time slices are looked at only when core 0 wakes up: at
 *                    every release or ready node, every 10 us while the next
 *                    release is at most 1 ms away, and else not before that.
 *
 * These are ways of middleware whose scheduler is a thread of its own
 * (platform/yasmin.h):
 *
 *   tick             the scheduler looks only every so often, from 0 on: what
 *                    is released meanwhile it sees then.
 *   tick_successors  it releases the other nodes, too: a node whose
 *                    predecessors have ended waits for the next tick, and its
 *                    release is charged to the core that handles releases.
 *   lost_posts       an executor without work sleeps and does not look at the
 *                    queue; a node that becomes ready, or would but for its
 *                    predecessor in series, wakes one that sleeps, and is not
 *                    told to anybody where none does.
 */
#ifndef DAGSIM_SIM_RULES_H
#define DAGSIM_SIM_RULES_H

#include "sim/sim.h"

struct sim;
struct device;

static inline bool rules_any(const struct sim_rules *r)
{
	return r->idle_blind || r->shared_deadline || r->serial_nodes ||
	       r->polled_quantum || r->tick || r->lost_posts;
}

/* Do the rules suit policy and platform? */
bool rules_check(const struct sim_config *c, struct dag_error *e);

/* The instant at or after t when the scheduler looks at releases. */
dag_time rules_next_tick(const struct sim *s, dag_time t);

/* The instant at or after t when core 0 looks at time slices. */
dag_time rules_next_look(const struct sim *s, dag_time t);

/* --- nodes in series --- */

/* May the node go into its queue?  If not it waits, and is handed out by
 * rules_series_leave. */
bool rules_series_enter(struct sim *s, job_id id);
/* A node has ended: the one that waits for it next, or JOB_NONE. */
job_id rules_series_leave(struct sim *s, uint32_t vertex);

/* --- posts --- */

/* A core of the device that sleeps wakes up, if there is one: once all that
 * ends at this instant has ended, so the core on which a node has just ended
 * sleeps by then. */
void rules_post(struct sim *s, struct device *d);
/* The posts of this instant, before anything is decided. */
void rules_deliver(struct sim *s);

/* --- deadlines and wakes --- */

/* A node becomes ready, for the first time or anew. */
void rules_wake(struct sim *s, job_id id);
/* A node without predecessors has told the first of its successors. */
void rules_yield(struct sim *s, uint32_t vertex);

#endif

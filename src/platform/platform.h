/* platform.h - what a workload does where it is run by threads and executors
 *
 * The simulator (sim/) gives nodes to cores.  Real systems have two levels
 * more: nodes are *callbacks* of *executors*, executors run on *threads*, and
 * the operating system gives threads to cores.  A platform run is that: the
 * same workload, the same releases, the same execution factors (every draw
 * has the same key), so runs here and there are paired.
 *
 *   mapping.h    which callback runs in which executor, on which thread
 *   executor.h   what an executor takes next: one row of ops a kind
 *   server.h     threads with a budget (SCHED_DEADLINE)
 *   policy.h     which thread runs: any policy for cores of the table, told
 *                that a thread is a task of one node (mapping.threads)
 *
 * With a trivial mapping (preset "threads": every node its own thread) and
 * nothing that costs time, the schedule is that of sim_run under the same
 * policy, record by record, as long as no two jobs of a node overlap (a
 * thread does one thing at a time, where sim_run may run both).
 *
 * The order of things at one instant:
 *   1. callbacks end; messages that are due in the middle of one go out
 *   2. budgets are used up; servers are due (server.h)
 *   3. messages arrive that were under way; delayed wake-ups
 *   4. releases: ticks of timers, messages from outside
 *   5. decisions: the policy gives threads to cores; a thread that gets a core
 *      and has nothing in hand asks its executor, which may look what is
 *      ready (a polling point).  So whatever comes at the instant of a poll
 *      is seen by it.
 * Until a thread has asked, the policy knows of it what woke it, or what it
 * ran last; it is ranked anew when it has a callback in hand, before that
 * starts.  Asking takes no time, unless `poll` or `take` of the executor say
 * otherwise: then the core is taken that long, told by OVERHEAD.
 *
 * Messages.  When a callback ends (or in the middle: publish steps) a message
 * goes out on each of its edges, under way for the edge's delay.  It waits in
 * the queue of its reader, KEEP_LAST: where that is full the oldest is lost.
 * A job of which a message or tick was lost and nothing else is under way any
 * more has died: it is told by DROP, and counts as dropped.  Deadlines drop
 * nothing here: `late: run`, always.
 *
 * The trace is the one trace format (trace/trace.h); its header tells the
 * mapping, and records tell polls, takes, losses and what threads do.
 *
 * Cost: O(log cores + log threads + log pending) an event.  Memory: threads,
 * callbacks, unfinished jobs and waiting messages; flat in the horizon, and
 * nothing is allocated in the loop but doublings.
 */
#ifndef DAGSIM_PLATFORM_PLATFORM_H
#define DAGSIM_PLATFORM_PLATFORM_H

#include "model/placement.h"
#include "model/release.h"
#include "platform/mapping.h"
#include "policies/policy.h"
#include "trace/trace.h"

/* Between the instant at which a blocked thread has something to do and the
 * instant at which the scheduler may give it a core.  n counts the wake-ups
 * of the thread, from 0; `what` is the node whose message or tick woke it, at
 * `t`.  Must not depend on anything else, lie in [0, OVERHEAD_MAX], and within
 * `bounds`, if these are bounded; with bounds.releases_only it is 0 where a
 * node that has predecessors woke the thread.  That of a workload's kernel:
 * wakes.h. */
struct platform_latency {
	dag_time (*of)(const struct platform_latency *l, uint32_t thread,
		       uint64_t n, uint32_t what, dag_time t);
	struct trace_latency bounds; /* bounded: told in the trace, audited   */
};

/* Two threads of equal key. */
enum thread_ties {
	THREAD_TIES_FIFO,    /* the one that woke first (as SCHED_FIFO)       */
	THREAD_TIES_RELEASE, /* as TIE_RELEASE of sim.h: of what they run     */
};

struct platform_config {
	const struct mapping *mapping;
	const struct policy *policy;       /* over mapping->threads, set up by
					    * policy_init or lineup_init            */
	const struct placement *placement; /* of mapping->threads; or NULL    */
	dag_time horizon; /* 1 .. SPAN_MAX                         */
	uint64_t seed;
	bool noise; /* false: nominal times                  */
	enum thread_ties ties;
	const struct release_list *replay; /* or NULL: generate               */
	const struct platform_latency *latency; /* or NULL: none              */
};

struct platform_stats {
	uint64_t records, decisions, polls, taken, lost, dropped;
	dag_time end;
};

/* Settles where threads run, if c->placement is NULL, in `a`.  False and *e
 * (e->code EXIT_NO) where the policy finds no place. */
bool platform_place(struct platform_config *c, struct arena *a,
		    struct dag_error *e);

/* What the run says of itself in the header of its trace, which
 * trace_header_init has begun.  Requires a placement. */
void platform_describe(struct trace_header *h, const struct platform_config *c,
		       struct arena *a);

/* Runs to the horizon, as sim_run: half open, and what runs then runs out.
 * Every sink gets every record.  Scratch memory from `a`.  False and *e where
 * the policy breaks its protocol. */
bool platform_run(const struct platform_config *c, struct arena *a,
		  struct trace_sink *const *sinks, size_t n_sinks,
		  struct platform_stats *stats, struct dag_error *e);

#endif

/* server.h - a thread whose share of the processor is limited
 *
 * A *server* stands between a thread and the scheduler: it says how long the
 * thread may run before it is throttled, until when, and by which deadline it
 * is scheduled meanwhile.  The engine calls the server as things happen to
 * the thread; the server answers by changing its own fields, which the engine
 * reads when the call returns:
 *
 *   deadline   that the policy sees (job.deadline); a change while the thread
 *              waits or runs takes effect at once
 *   throttled  the thread does not run, though it has something to do
 *   timer      when `due` is to be called; DAG_TIME_MAX: never.  What was
 *              asked for before is void
 *
 * At one instant: completions, then budgets that are used up, then servers
 * that are due, then messages and releases, then decisions.
 *
 * A server never sees callbacks.  Where what happens to one changes what
 * others may still run (reclaiming), ops->shared says so: then `spent` of all
 * that run is called before anything else is told to any, and `left` of all
 * of them asked after it, at O(cores) a call.  How they reach what they share
 * is their own affair: a struct server is the first member of a larger one.
 *
 * Source of the shape: Abeni, Buttazzo, Integrating multimedia applications
 * in hard real-time systems, RTSS 1998; kernel/sched/deadline.c of Linux.
 */
#ifndef DAGSIM_PLATFORM_SERVER_H
#define DAGSIM_PLATFORM_SERVER_H

#include "base/time.h"

#include <stdbool.h>
#include <stdint.h>

struct server;
struct server_ops {
	const char *name;
	bool shared;
	/* As before the first event; NULL: nothing to do. */
	void (*reset)(struct server *v);
	/* The thread, which had nothing to do, has something to do. */
	void (*wake)(struct server *v, dag_time now);
	/* It has nothing to do any more; `spent` was called before. */
	void (*block)(struct server *v, dag_time now);
	/* It gets that core; NULL: nothing to do. */
	void (*run)(struct server *v, dag_time now, uint32_t core);
	/* It gives up its core, or the engine wants to know, after running for
	 * `ran` since `run` or the last `spent`.  Where that uses up the
	 * budget, throttled and timer say so. */
	void (*spent)(struct server *v, dag_time now, dag_time ran);
	/* It has ended a callback and gives up what is left of its budget;
	 * `spent` was called before, and has not throttled it. */
	void (*yield)(struct server *v, dag_time now);
	/* For how long it may run on from now, at least 1 where it is not
	 * throttled; DAG_TIME_MAX: without limit. */
	dag_time (*left)(const struct server *v, dag_time now);
	/* `timer` has come.  May be throttled still. */
	void (*due)(struct server *v, dag_time now);
};

struct server {
	const struct server_ops *ops;
	dag_time deadline; /* absolute */
	dag_time timer;
	bool throttled;
	uint32_t thread; /* index, set by the engine                          */
	/* Told in the header of the trace. */
	dag_time runtime, relative_deadline, period;
	bool reclaims; /* the budget drains at another rate than 1        */
	bool yields;   /* `yield` is called whenever a callback has ended */
};

#endif

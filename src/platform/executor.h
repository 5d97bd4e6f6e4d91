/* executor.h - what a thread does next: the inside of executors
 *
 * An executor owns entities (mapping.h): timers, and inputs of callbacks.  The
 * engine tells it when an instance of one has come; a thread of it that has a
 * core and nothing in hand asks it what to take.  Everything else, queues,
 * joins, cores, is the engine's.
 *
 * A thread is *blocked* until somebody wakes it (engine_wake), then it waits
 * for a core; when it gets one, `select` is asked.  Where that finds nothing,
 * it blocks.  When a callback has ended `leave` says whether the thread goes
 * on asking or blocks at once.
 *
 * Adding a kind of executor = one file with a row of ops, one line in
 * executors.h, one name in model/runtime.h.
 */
#ifndef DAGSIM_PLATFORM_EXECUTOR_H
#define DAGSIM_PLATFORM_EXECUTOR_H

#include "base/bits.h"
#include "platform/mapping.h"

struct engine;

/* Something in the queue of an events executor. */
struct event {
	uint32_t entity; /* rank */
	bool tick;
	dag_time t;
};
struct event_queue {
	struct event *items; /* a ring of cap, a power of 2                   */
	uint32_t first, n, cap;
};

struct inbox;

struct executor {
	const struct executor_ops *ops;
	struct inbox *inboxes; /* of its entities, by rank                    */
	/* Those that the last polling point has seen, ascending. */
	uint32_t *seen, n_seen, next_seen;
	uint32_t n_entities, first_thread;
	bool waiting; /* a thread is blocked in the wait set: `holder`        */
	/* Entities by rank: those of which an instance waits, */
	struct bits ready;
	/* multi: and those that have been seen and nobody has taken.  Kinds
	 * that take them in order keep to `next_seen`. */
	struct bits window;
	dag_time poll, take; /* time that one costs                           */
	const struct executor_plan *plan;
	const uint32_t *group; /* by rank: the one that excludes, or NONE     */
	/* multi: who has the mutex, who wants it, and which groups are busy. */
	uint32_t holder, first_waiter, last_waiter; /* threads, or NONE       */
	dag_time polled; /* multi: what looking has cost the holder       */
	struct event_queue events[2]; /* [1]: of the timer thread             */
};

struct executor_ops {
	/* An instance of the entity of that rank has come. */
	void (*arrive)(struct engine *e, struct executor *x, uint32_t rank);
	/* The rank of the entity of which the thread takes an instance, or
	 * NONE: it blocks.  The instance may have been overwritten since; then
	 * it is asked again. */
	uint32_t (*select)(struct engine *e, struct executor *x,
			   uint32_t thread);
	/* The instance has been taken; NULL: nothing to do. */
	void (*taken)(struct engine *e, struct executor *x, uint32_t rank);
	/* The thread has ended the callback of that entity.  True: it asks
	 * again; false: it blocks. */
	bool (*leave)(struct engine *e, struct executor *x, uint32_t thread,
		      uint32_t rank);
};

/* The ops of a kind. */
const struct executor_ops *executor_ops_of(enum executor_kind kind);

#endif

/* executors.h - the kinds of executors, and the one that is none: a part of
 * run.c */
#ifndef DAGSIM_PLATFORM_EXECUTORS_H
#define DAGSIM_PLATFORM_EXECUTORS_H

#include "platform/executor_cbg.h"
#include "platform/executor_events.h"
#include "platform/executor_multi.h"
#include "platform/executor_priority.h"
#include "platform/executor_single.h"
#include "platform/executor_workers.h"

/* --- threads: one callback each, its instances in order --- */

static void threads_arrive(struct engine *e, struct executor *x, uint32_t rank)
{
	uint32_t thread = x->first_thread;

	bits_set(&x->ready, rank);
	if (e->threads[thread].state == THREAD_BLOCKED)
		engine_wake(e, thread, x, rank);
}

static uint32_t threads_select(struct engine *e, struct executor *x,
			       uint32_t thread)
{
	int64_t rank = bits_first(&x->ready);

	(void)e, (void)thread;
	return rank == BITS_NONE ? NONE : (uint32_t)rank;
}

static bool threads_leave(struct engine *e, struct executor *x, uint32_t thread,
			  uint32_t rank)
{
	(void)e, (void)thread, (void)rank;
	return bits_any(&x->ready);
}

static const struct executor_ops executor_threads = {
	.arrive = threads_arrive,
	.select = threads_select,
	.leave = threads_leave,
};

/* --- all --- */

const struct executor_ops *executor_ops_of(enum executor_kind kind)
{
	static const struct executor_ops *const table[EXECUTOR_KINDS] = {
		[EXECUTOR_THREADS] = &executor_threads,
		[EXECUTOR_SINGLE] = &executor_single,
		[EXECUTOR_STATIC] = &executor_single,
		[EXECUTOR_MULTI] = &executor_multi,
		[EXECUTOR_EVENTS] = &executor_events,
		[EXECUTOR_PRIORITY] = &executor_priority,
		[EXECUTOR_CBG] = &executor_cbg,
		[EXECUTOR_WORKERS] = &executor_workers,
	};

	assert(kind < EXECUTOR_KINDS && table[kind]);
	return table[kind];
}

#endif

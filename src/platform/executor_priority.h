/* executor_priority.h - the most urgent callback first: PiCAS
 *
 * The thread looks what is ready before every selection, and takes the one of
 * the highest priority, whatever its type; equals go by type.  Callbacks are
 * not preempted within an executor; between executors threads are, by the
 * operating system.
 *
 * Source: Choi, Xiang, Kim, PiCAS: new design of priority-driven chain-aware
 * scheduling for ROS2, RTAS 2021; github.com/rtenlab/ros2-picas.
 */
#ifndef DAGSIM_PLATFORM_EXECUTOR_PRIORITY_H
#define DAGSIM_PLATFORM_EXECUTOR_PRIORITY_H

#include "platform/loop.h"

static void priority_arrive(struct engine *e, struct executor *x, uint32_t rank)
{
	bits_set(&x->ready, rank);
	if (!x->waiting)
		return;
	x->waiting = false;
	engine_wake(e, x->first_thread, x, rank);
}

static uint32_t priority_select(struct engine *e, struct executor *x,
				uint32_t thread)
{
	x->n_seen = 0;
	for (int64_t i = bits_first(&x->ready); i != BITS_NONE;
	     i = bits_from(&x->ready, (uint32_t)i + 1))
		x->seen[x->n_seen++] = (uint32_t)i;
	x->waiting = !x->n_seen;
	if (x->waiting)
		return NONE;
	engine_tell_poll(e, x, thread);
	return x->seen[0];
}

static bool priority_leave(struct engine *e, struct executor *x,
			   uint32_t thread, uint32_t rank)
{
	(void)e, (void)thread, (void)rank;
	x->waiting = !bits_any(&x->ready);
	return !x->waiting;
}

static const struct executor_ops executor_priority = {
	.arrive = priority_arrive,
	.select = priority_select,
	.leave = priority_leave,
};

#endif

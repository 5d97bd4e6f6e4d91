/* executor_single.h - one thread and a wait set: SingleThreadedExecutor and
 * StaticSingleThreadedExecutor of rclcpp
 *
 * When its window is empty the thread looks what is ready (a polling point):
 * each entity once, however many instances of it wait.  Then it runs the
 * window, first in order first; what becomes ready meanwhile is not seen.
 * In dashing timers are not in the wait set: the thread looks at them before
 * every selection.  The static executor differs by the order of types alone.
 *
 * Source: rclcpp, executor.cpp and static_single_threaded_executor.cpp; Casini,
 * Blass, Luetkebohle, Brandenburg, Response-time analysis of ROS 2 processing
 * chains under reservation-based scheduling, ECRTS 2019.
 */
#ifndef DAGSIM_PLATFORM_EXECUTOR_SINGLE_H
#define DAGSIM_PLATFORM_EXECUTOR_SINGLE_H

#include "platform/loop.h"

static bool has_live_timers(const struct executor *x)
{
	return x->plan->kind == EXECUTOR_SINGLE &&
	       x->plan->distribution == DISTRIBUTION_DASHING;
}

static void single_arrive(struct engine *e, struct executor *x, uint32_t rank)
{
	bits_set(&x->ready, rank);
	if (!x->waiting)
		return;
	x->waiting = false;
	engine_wake(e, x->first_thread, x, rank);
}

/* Every entity that is ready, once. */
static void single_poll(struct engine *e, struct executor *x, uint32_t thread,
			uint32_t first)
{
	x->n_seen = x->next_seen = 0;
	for (int64_t i = bits_from(&x->ready, first); i != BITS_NONE;
	     i = bits_from(&x->ready, (uint32_t)i + 1))
		x->seen[x->n_seen++] = (uint32_t)i;
	engine_tell_poll(e, x, thread);
}

static uint32_t single_select(struct engine *e, struct executor *x,
			      uint32_t thread)
{
	uint32_t live = has_live_timers(x) ? x->plan->n_timers : 0;
	int64_t rank = live ? bits_first(&x->ready) : BITS_NONE;

	if (rank != BITS_NONE && rank < live)
		return (uint32_t)rank;
	if (x->next_seen == x->n_seen && bits_any(&x->ready))
		single_poll(e, x, thread, live);
	if (x->next_seen < x->n_seen)
		return x->seen[x->next_seen++];
	x->waiting = true;
	return NONE;
}

static bool single_leave(struct engine *e, struct executor *x, uint32_t thread,
			 uint32_t rank)
{
	(void)e, (void)thread, (void)rank;
	x->waiting = x->next_seen == x->n_seen && !bits_any(&x->ready);
	return !x->waiting;
}

static const struct executor_ops executor_single = {
	.arrive = single_arrive,
	.select = single_select,
	.leave = single_leave,
};

#endif

/* executor_priority.c - the most urgent callback first: PiCAS
 *
 * The thread looks what is ready before every selection, and takes the one of
 * the highest priority, whatever its type; equals go by type.  Callbacks are
 * not preempted within an executor; between executors threads are, by the
 * operating system.
 *
 * Source: Choi, Xiang, Kim, PiCAS: new design of priority-driven chain-aware
 * scheduling for ROS2, RTAS 2021; github.com/rtenlab/ros2-picas.
 */
#include "platform/state.h"

static void arrive(struct engine *e, struct executor *x, uint32_t rank)
{
	bits_set(&x->ready, rank);
	if (!x->waiting)
		return;
	x->waiting = false;
	engine_wake(e, x->plan->first_thread, x, rank);
}

static uint32_t select(struct engine *e, struct executor *x, uint32_t thread)
{
	int64_t i;

	while ((i = bits_first(&x->window)) != BITS_NONE)
		bits_clear(&x->window, (uint32_t)i);
	for (i = bits_first(&x->ready); i != BITS_NONE;
	     i = bits_from(&x->ready, (uint32_t)i + 1))
		bits_set(&x->window, (uint32_t)i);
	i = bits_first(&x->window);
	x->waiting = i == BITS_NONE;
	if (x->waiting)
		return NONE;
	engine_tell_poll(e, x, thread);
	return (uint32_t)i;
}

static bool leave(struct engine *e, struct executor *x, uint32_t thread,
		  uint32_t rank)
{
	(void)e, (void)thread, (void)rank;
	x->waiting = !bits_any(&x->ready);
	return !x->waiting;
}

const struct executor_ops executor_priority = {
	.arrive = arrive,
	.select = select,
	.leave = leave,
};

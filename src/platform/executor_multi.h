/* executor_multi.h - several threads, one mutex: MultiThreadedExecutor of
 * rclcpp
 *
 * A thread takes the mutex, then the first of the window whose callback group
 * is free; where it finds none it looks what is ready, those of busy groups
 * left out, and where nothing is it waits, with the mutex in its hands: so one
 * thread at most waits for work, and the others wait for the mutex.  The end
 * of a callback of a mutually exclusive group wakes the one that waits for
 * work, so that it looks anew.  The window is no barrier here: it is filled
 * anew whenever some thread finds nothing in it.
 *
 * Where looking what is ready takes time the mutex is held meanwhile; what
 * taking a callback costs comes after it.
 *
 * What takes no time needs no core: a thread that gets the mutex where nothing
 * is to be had waits at once.  A thread that is woken for the mutex may find
 * that another was faster.
 *
 * Source: rclcpp, multi_threaded_executor.cpp, executor.cpp (humble, jazzy).
 */
#ifndef DAGSIM_PLATFORM_EXECUTOR_MULTI_H
#define DAGSIM_PLATFORM_EXECUTOR_MULTI_H

#include "platform/executor_waiters.h"

/* --- groups --- */

static inline bool is_busy(const struct engine *e, const struct executor *x,
			   uint32_t rank)
{
	return x->group[rank] != NONE && e->group_busy[x->group[rank]];
}

static void set_busy(struct engine *e, const struct executor *x, uint32_t rank,
		     bool busy)
{
	if (x->group[rank] == NONE)
		return;
	assert(e->group_busy[x->group[rank]] == !busy);
	e->group_busy[x->group[rank]] = busy;
}

/* --- what there is --- */

/* The first of the set that a thread may take, or BITS_NONE. */
static int64_t first_free(const struct engine *e, const struct executor *x,
			  const struct bits *set)
{
	int64_t i = bits_first(set);

	while (i != BITS_NONE && is_busy(e, x, (uint32_t)i))
		i = bits_from(set, (uint32_t)i + 1);
	return i;
}

/* The same of the window, of which jazzy drops what it passes over. */
static int64_t next_of_window(const struct engine *e, struct executor *x)
{
	int64_t found = first_free(e, x, &x->window), i;
	uint32_t end = found == BITS_NONE ? UINT32_MAX : (uint32_t)found;

	if (x->plan->distribution != DISTRIBUTION_JAZZY)
		return found;
	for (i = bits_from(&x->window, x->plan->n_timers);
	     i != BITS_NONE && i < end;
	     i = bits_from(&x->window, (uint32_t)i + 1))
		bits_clear(&x->window, (uint32_t)i);
	return found;
}

/* Whatever some thread could take now. */
static int64_t anything(const struct engine *e, const struct executor *x)
{
	int64_t i = first_free(e, x, &x->window);

	return i != BITS_NONE ? i : first_free(e, x, &x->ready);
}

static void empty_window(struct executor *x)
{
	int64_t i;

	while ((i = bits_first(&x->window)) != BITS_NONE)
		bits_clear(&x->window, (uint32_t)i);
}

static void multi_poll(struct engine *e, struct executor *x, uint32_t thread)
{
	int64_t i;

	empty_window(x);
	x->n_seen = 0;
	for (i = bits_first(&x->ready); i != BITS_NONE;
	     i = bits_from(&x->ready, (uint32_t)i + 1)) {
		if (is_busy(e, x, (uint32_t)i))
			continue;
		bits_set(&x->window, (uint32_t)i);
		x->seen[x->n_seen++] = (uint32_t)i;
	}
	engine_tell_poll(e, x, thread);
	if (x->n_seen)
		x->polled += x->plan->poll;
}

/* --- the mutex --- */

/* The thread holds the mutex and waits for work; what others passed over in
 * the window is forgotten with it. */
static void wait_for_work(struct engine *e, struct executor *x, uint32_t thread)
{
	assert(x->holder == NONE || x->holder == thread);
	if (bits_any(&x->window)) {
		empty_window(x);
		x->n_seen = 0;
		engine_tell_poll(e, x, thread);
	}
	x->holder = thread;
	x->waiting = true;
}

static void unlock(struct engine *e, struct executor *x)
{
	uint32_t next = waiters_take(e, x);
	int64_t rank;

	x->holder = NONE;
	if (next == NONE)
		return;
	rank = anything(e, x);
	if (rank == BITS_NONE)
		wait_for_work(e, x, next);
	else
		engine_wake(e, next, x, (uint32_t)rank);
}

/* The thread that waits for work finds some. */
static void end_wait(struct engine *e, struct executor *x, uint32_t rank)
{
	x->waiting = false;
	engine_wake(e, x->holder, x, rank);
}

static void multi_arrive(struct engine *e, struct executor *x, uint32_t rank)
{
	bits_set(&x->ready, rank);
	if (x->waiting && !is_busy(e, x, rank))
		end_wait(e, x, rank);
}

static uint32_t multi_select(struct engine *e, struct executor *x,
			     uint32_t thread)
{
	int64_t rank;

	if (x->holder != NONE && x->holder != thread) {
		waiters_add(e, x, thread);
		return NONE;
	}
	x->holder = thread;
	rank = next_of_window(e, x);
	if (rank == BITS_NONE) {
		multi_poll(e, x, thread);
		rank = next_of_window(e, x);
	}
	if (rank == BITS_NONE) {
		wait_for_work(e, x, thread);
		return NONE;
	}
	bits_clear(&x->window, (uint32_t)rank);
	set_busy(e, x, (uint32_t)rank, true);
	return (uint32_t)rank;
}

static void multi_taken(struct engine *e, struct executor *x, uint32_t rank)
{
	dag_time polled = x->polled;

	(void)rank;
	x->polled = 0;
	if (!polled || e->threads[x->holder].hand != HAND_TAKEN)
		unlock(e, x);
	else
		due_push(e, (struct due){.t = e->now + polled,
					 .tie = x->first_thread,
					 .what = (uint32_t)(x - e->executors),
					 .kind = DUE_UNLOCK});
}

static bool multi_leave(struct engine *e, struct executor *x, uint32_t thread,
			uint32_t rank)
{
	bool exclusive = is_busy(e, x, rank);
	int64_t next;

	set_busy(e, x, rank, false);
	next = anything(e, x);
	if (exclusive && x->waiting && next != BITS_NONE)
		end_wait(e, x, (uint32_t)next);
	if (x->holder != NONE) {
		waiters_add(e, x, thread);
		return false;
	}
	if (next != BITS_NONE)
		return true;
	wait_for_work(e, x, thread);
	return false;
}

static const struct executor_ops executor_multi = {
	.arrive = multi_arrive,
	.select = multi_select,
	.taken = multi_taken,
	.leave = multi_leave,
};

#endif

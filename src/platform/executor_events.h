/* executor_events.h - one queue of events: EventsExecutor of rclcpp
 *
 * Every tick and every message is an event, executed strictly in order; types
 * and windows do not exist.  An event says which entity, not which message:
 * where the queue of a subscription has overwritten its oldest, the event of
 * that one takes the next, and the last event finds nothing.  With a timer
 * thread ticks have a queue, and a thread, of their own.
 *
 * What comes at one instant is in no order of its own: ticks among themselves
 * stand by rank, messages as they were sent, and `instant` of the plan says
 * which of the two come first.
 *
 * A tick that was skipped takes its event with it.
 *
 * Source: rclcpp, events_executor.cpp and timers_manager.cpp.
 */
#ifndef DAGSIM_PLATFORM_EXECUTOR_EVENTS_H
#define DAGSIM_PLATFORM_EXECUTOR_EVENTS_H

#include "platform/loop.h"

#include <stdlib.h>

enum { FIRST_EVENTS = 16 };

static struct event *events_at(const struct event_queue *q, uint32_t i)
{
	assert(i < q->cap);
	return &q->items[(q->first + i) & (q->cap - 1)];
}

static void events_grow(struct event_queue *q)
{
	uint32_t cap = q->cap ? q->cap * 2 : FIRST_EVENTS;
	struct event *items = alloc_checked(calloc(cap, sizeof(*items)));

	REQUIRE(cap > q->cap);
	for (uint32_t i = 0; i < q->n; i++)
		items[i] = *events_at(q, i);
	free(q->items);
	*q = (struct event_queue){.items = items, .n = q->n, .cap = cap};
}

static void events_append(struct event_queue *q, struct event y)
{
	if (q->n == q->cap)
		events_grow(q);
	q->n++;
	*events_at(q, q->n - 1) = y;
}

static struct event events_pop(struct event_queue *q)
{
	struct event y = *events_at(q, 0);

	assert(q->n);
	q->first++;
	q->n--;
	return y;
}

/* Does it find nothing to take? */
static bool events_is_void(const struct executor *x, const struct event *y)
{
	const struct inbox *q = inbox_of(x, y->entity);

	return !q->n || (y->tick && inbox_first(q)->t > y->t);
}

static void events_drop_void(const struct executor *x, struct event_queue *q)
{
	while (q->n && events_is_void(x, events_at(q, 0)))
		events_pop(q);
}

/* Of two that come at one instant. */
static bool events_goes_before(const struct executor *x, const struct event *a,
			       const struct event *b)
{
	if (a->tick != b->tick)
		return a->tick == (x->plan->instant == INSTANT_TICKS);
	return a->tick && a->entity < b->entity;
}

static void events_push(const struct executor *x, struct event_queue *q,
			struct event y)
{
	uint32_t i = q->n;

	events_append(q, y);
	for (; i && events_at(q, i - 1)->t == y.t &&
	       events_goes_before(x, &y, events_at(q, i - 1));
	     i--)
		*events_at(q, i) = *events_at(q, i - 1);
	*events_at(q, i) = y;
}

static void events_arrive(struct engine *e, struct executor *x, uint32_t rank)
{
	bool tick = rank < x->plan->n_timers;
	uint32_t which = tick && x->plan->timer_thread;
	uint32_t thread = x->first_thread + which;

	events_push(x, &x->events[which], (struct event){rank, tick, e->now});
	if (e->threads[thread].state == THREAD_BLOCKED)
		engine_wake(e, thread, x, rank);
}

static struct event_queue *events_queue_for(struct executor *x, uint32_t thread)
{
	assert(thread - x->first_thread < x->plan->n_threads);
	return &x->events[thread - x->first_thread];
}

static uint32_t events_select(struct engine *e, struct executor *x,
			      uint32_t thread)
{
	struct event_queue *q = events_queue_for(x, thread);

	(void)e;
	events_drop_void(x, q);
	return q->n ? events_pop(q).entity : NONE;
}

static bool events_leave(struct engine *e, struct executor *x, uint32_t thread,
			 uint32_t rank)
{
	(void)e, (void)rank;
	return events_queue_for(x, thread)->n > 0;
}

static const struct executor_ops executor_events = {
	.arrive = events_arrive,
	.select = events_select,
	.leave = events_leave,
};

#endif

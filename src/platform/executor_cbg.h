/* executor_cbg.h - a queue of events for each callback group: EventsCBGExecutor
 * of rclcpp; a part of run.c
 *
 * Events are those of executor_events.h.  Groups that have some and are free
 * stand in a queue of their own: one of several threads takes the first event
 * of the first group.  A group joins the end of that queue when it has had no
 * events and one comes, and when there are more behind the one that was taken:
 * a mutually exclusive one after the callback, a reentrant one at once.
 *
 * Source: github.com/cellumation/cm_executors, FirstInFirstOutScheduler.cpp.
 */
#ifndef DAGSIM_PLATFORM_EXECUTOR_CBG_H
#define DAGSIM_PLATFORM_EXECUTOR_CBG_H

#include "platform/executor_events.h"
#include "platform/executor_waiters.h"

static uint32_t cbg_group_of(const struct engine *e, const struct executor *x,
			     uint32_t rank)
{
	return e->m->callbacks[inbox_of(x, rank)->node].group;
}

/* The group has events behind the one that was taken. */
static void cbg_requeue(struct engine *e, struct executor *x, uint32_t group)
{
	struct event_queue *own = &e->group_events[group];

	if (!own->n)
		return;
	assert(!e->group_queued[group]);
	e->group_queued[group] = true;
	events_append(&x->events[0], *events_at(own, 0));
}

static void cbg_arrive(struct engine *e, struct executor *x, uint32_t rank)
{
	struct event y = {rank, rank < x->plan->n_timers, e->now};
	uint32_t group = cbg_group_of(e, x, rank), thread;

	events_push(x, &e->group_events[group], y);
	if (e->group_queued[group] || e->group_busy[group])
		return;
	e->group_queued[group] = true;
	events_push(x, &x->events[0], y);
	thread = waiters_take(e, x);
	if (thread != NONE)
		engine_wake(e, thread, x, rank);
}

/* A thread that waits may take the next group that has something. */
static void cbg_wake_next(struct engine *e, struct executor *x)
{
	const struct event_queue *q = &x->events[0];

	for (uint32_t i = 0; i < q->n && x->first_waiter != NONE; i++) {
		uint32_t group = cbg_group_of(e, x, events_at(q, i)->entity);
		const struct event_queue *own = &e->group_events[group];

		for (uint32_t k = 0; k < own->n; k++) {
			if (events_is_void(x, events_at(own, k)))
				continue;
			engine_wake(e, waiters_take(e, x), x,
				    events_at(own, k)->entity);
			return;
		}
	}
}

static uint32_t cbg_select(struct engine *e, struct executor *x,
			   uint32_t thread)
{
	while (x->events[0].n) {
		uint32_t group =
			cbg_group_of(e, x, events_pop(&x->events[0]).entity);
		struct event_queue *own = &e->group_events[group];
		struct event y;

		e->group_queued[group] = false;
		events_drop_void(x, own);
		if (!own->n)
			continue;
		y = events_pop(own);
		if (x->group[y.entity] != NONE)
			e->group_busy[group] = true;
		return y.entity;
	}
	waiters_add(e, x, thread);
	return NONE;
}

static void cbg_taken(struct engine *e, struct executor *x, uint32_t rank)
{
	uint32_t group = cbg_group_of(e, x, rank);

	if (!e->group_busy[group])
		cbg_requeue(e, x, group);
	cbg_wake_next(e, x);
}

static bool cbg_leave(struct engine *e, struct executor *x, uint32_t thread,
		      uint32_t rank)
{
	uint32_t group = cbg_group_of(e, x, rank);

	if (e->group_busy[group]) {
		e->group_busy[group] = false;
		cbg_requeue(e, x, group);
	}
	if (x->events[0].n)
		return true;
	waiters_add(e, x, thread);
	return false;
}

static const struct executor_ops executor_cbg = {
	.arrive = cbg_arrive,
	.select = cbg_select,
	.taken = cbg_taken,
	.leave = cbg_leave,
};

#endif

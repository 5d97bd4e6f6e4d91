/* executor_waiters.h - threads of an executor that wait, first in, first out: a
 * part of run.c */
#ifndef DAGSIM_PLATFORM_EXECUTOR_WAITERS_H
#define DAGSIM_PLATFORM_EXECUTOR_WAITERS_H

#include "platform/loop.h"

static void waiters_add(struct engine *e, struct executor *x, uint32_t thread)
{
	assert(thread - x->plan->first_thread < x->plan->n_threads);
	e->threads[thread].next_waiter = NONE;
	if (x->first_waiter == NONE)
		x->first_waiter = thread;
	else
		e->threads[x->last_waiter].next_waiter = thread;
	x->last_waiter = thread;
}

/* The first of them, which waits no longer, or NONE. */
static uint32_t waiters_take(const struct engine *e, struct executor *x)
{
	uint32_t next = x->first_waiter;

	if (next != NONE)
		x->first_waiter = e->threads[next].next_waiter;
	return next;
}

#endif

/* due.c - what falls due: a 4-ary heap by time, kind, tie, and what it is
 *
 * As base/timed.h, whose entries are too small for what is kept here.  Servers
 * change their minds at every wake-up, and have one timer each: these are a
 * tournament of their own, in which nothing is ever out of date. */
#include "platform/state.h"

enum { ARITY = 4 };

static inline bool sooner(const struct due *x, const struct due *y)
{
	if (x->t != y->t)
		return x->t < y->t;
	if (x->kind != y->kind)
		return x->kind < y->kind;
	return x->tie != y->tie ? x->tie < y->tie : x->what < y->what;
}

void due_push(struct engine *e, struct due x)
{
	size_t i = e->n_due++;

	assert(x.t >= e->now);
	array_reserve((void **)&e->due, &e->cap_due, e->n_due, sizeof(x));
	while (i > 0 && sooner(&x, &e->due[(i - 1) / ARITY])) {
		e->due[i] = e->due[(i - 1) / ARITY];
		i = (i - 1) / ARITY;
	}
	e->due[i] = x;
}

struct due due_pop(struct engine *e)
{
	struct due top = e->due[0], x;
	size_t i = 0;

	assert(e->n_due > 0);
	x = e->due[--e->n_due];
	for (;;) {
		size_t c = i * ARITY + 1, best = c, end = c + ARITY;

		if (c >= e->n_due)
			break;
		if (end > e->n_due)
			end = e->n_due;
		for (c++; c < end; c++)
			if (sooner(&e->due[c], &e->due[best]))
				best = c;
		if (!sooner(&e->due[best], &x))
			break;
		e->due[i] = e->due[best];
		i = best;
	}
	e->due[i] = x;
	return top;
}

void timers_set(struct engine *e, uint32_t thread, dag_time t)
{
	struct thread *x = &e->threads[thread];

	assert(t >= e->now && x->server);
	x->timer = t;
	winner_replay(e->timers, e->timer_leaves, thread, t, true);
}

/* audit_window.c - polling points, and the order of what is taken; see
 * audit_platform.h */
#include "base/arena.h"
#include "trace/audit_platform.h"

#include <inttypes.h>
#include <string.h>

/* --- polling points --- */

/* Does a polling point show it? */
static bool is_shown(const struct audit *a, uint32_t executor, uint32_t rank)
{
	const struct trace_executor *t = &a->h->platform->executors[executor];
	const struct audit_executor *x = &a->platform->executors[executor];
	const struct trace_callback *c = audit_callback_of(a, x->node_at[rank]);
	const struct trace_callback_group *g =
		&a->h->platform->groups[c->group];

	if (t->kind == EXECUTOR_SINGLE && c->type == CALLBACK_TIMER &&
	    t->distribution == DISTRIBUTION_DASHING)
		return false;
	return t->kind != EXECUTOR_MULTI || g->reentrant ||
	       !a->platform->busy[c->group];
}

/* Is there something left in the window that a thread may take? */
static bool window_holds(const struct audit *a, uint32_t executor)
{
	const struct audit_executor *x = &a->platform->executors[executor];

	for (int64_t i = bits_first(&x->window); i != BITS_NONE;
	     i = bits_from(&x->window, (uint32_t)i + 1))
		if (is_shown(a, executor, (uint32_t)i) &&
		    bits_has(&x->ready, (uint32_t)i))
			return true;
	return false;
}

void audit_on_poll(struct audit *a, const struct trace_rec *r)
{
	struct audit_platform *p = a->platform;
	const struct trace_platform *t = a->h->platform;
	uint32_t executor = t->threads[r->instance].executor;
	struct audit_executor *x = &p->executors[executor];
	int64_t n = 0, i;

	if (t->executors[executor].kind != EXECUTOR_PRIORITY && !x->loose &&
	    window_holds(a, executor))
		audit_fail(a, AUDIT_WINDOW,
			   "%s looks what is ready before its window is empty",
			   t->executors[executor].name);
	while ((i = bits_first(&x->window)) != BITS_NONE)
		bits_clear(&x->window, (uint32_t)i);
	for (i = bits_first(&x->ready); i != BITS_NONE;
	     i = bits_from(&x->ready, (uint32_t)i + 1))
		n += is_shown(a, executor, (uint32_t)i);
	if (!x->loose && n != r->a)
		audit_fail(a, AUDIT_WINDOW,
			   "%s sees %" PRId64 " callbacks where %" PRId64
			   " are ready",
			   t->executors[executor].name, r->a, n);
	x->expected = r->a;
	p->polling = r->a ? executor : NONE;
}

void audit_on_seen(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = audit_vertex_of(a, r);
	const struct trace_callback *c = audit_callback_of(a, node);
	struct audit_executor *x = &a->platform->executors[c->executor];
	const struct audit_waiting *first = audit_oldest(a, node);

	if (c->executor != a->platform->polling || !x->expected) {
		audit_fail(a, AUDIT_WINDOW, "%s is seen by no polling point",
			   NAMED(a, r));
		return;
	}
	if (!--x->expected)
		a->platform->polling = NONE;
	if (audit_joins_jobs(c))
		return;
	if (!first || first->instance != r->instance ||
	    !is_shown(a, c->executor, c->rank))
		audit_fail(a, AUDIT_WINDOW, "%s is seen, but is not ready",
			   NAMED(a, r));
	else if (bits_has(&x->window, c->rank))
		audit_fail(a, AUDIT_WINDOW, "%s is seen twice", NAMED(a, r));
	bits_set(&x->window, c->rank);
}

/* --- taking --- */

/* The first of a set that a thread may take, or BITS_NONE. */
static int64_t first_of(const struct audit *a, uint32_t executor,
			const struct bits *set)
{
	int64_t i = bits_first(set);

	while (i != BITS_NONE && !is_shown(a, executor, (uint32_t)i))
		i = bits_from(set, (uint32_t)i + 1);
	return i;
}

/* What an executor with a window must take now. */
static int64_t due_of_window(const struct audit *a, uint32_t executor)
{
	const struct audit_executor *x = &a->platform->executors[executor];
	const struct trace_executor *t = &a->h->platform->executors[executor];
	int64_t i = bits_first(&x->ready);

	if (t->kind == EXECUTOR_SINGLE &&
	    t->distribution == DISTRIBUTION_DASHING && i != BITS_NONE &&
	    audit_callback_of(a, x->node_at[i])->type == CALLBACK_TIMER)
		return i;
	if (t->kind == EXECUTOR_PRIORITY || t->kind == EXECUTOR_THREADS ||
	    t->kind == EXECUTOR_WORKERS)
		return i;
	return first_of(a, executor, &x->window);
}

/* In jazzy what is passed over, and no timer, leaves the window. */
static void pass_over(const struct audit *a, const struct trace_callback *c,
		      struct audit_executor *x)
{
	const struct trace_executor *t =
		&a->h->platform->executors[c->executor];

	if (t->kind != EXECUTOR_MULTI || t->distribution != DISTRIBUTION_JAZZY)
		return;
	for (int64_t i = bits_first(&x->window); i != BITS_NONE && i < c->rank;
	     i = bits_from(&x->window, (uint32_t)i + 1))
		if (audit_callback_of(a, x->node_at[i])->type != CALLBACK_TIMER)
			bits_clear(&x->window, (uint32_t)i);
}

static void check_window(struct audit *a, const struct trace_rec *r,
			 uint32_t node)
{
	const struct trace_callback *c = audit_callback_of(a, node);
	struct audit_executor *x = &a->platform->executors[c->executor];
	int64_t due = due_of_window(a, c->executor);

	if (due == BITS_NONE)
		audit_fail(a, AUDIT_WINDOW,
			   "%s is taken out of an empty window", NAMED(a, r));
	else if (due != c->rank)
		audit_fail(a, AUDIT_WINDOW, "%s is taken before %.80s",
			   NAMED(a, r), a->h->nodes[x->node_at[due]].name);
	pass_over(a, c, x);
	bits_clear(&x->window, c->rank);
}

/* Events whose instance has been taken or lost are void, when their turn
 * comes; another that comes before that is theirs. */
static bool is_void(const struct audit *a, const struct audit_event *e)
{
	const struct audit_waiting *first = audit_oldest(a, e->node);

	return !first ||
	       (audit_callback_of(a, e->node)->type == CALLBACK_TIMER &&
		first->t > e->t);
}

/* The first event that is not void is the one. */
static void check_events(struct audit *a, const struct trace_rec *r,
			 struct audit_events *q, uint32_t node)
{
	while (q->first < q->n && is_void(a, &q->items[q->first]))
		q->first++;
	if (q->first == q->n)
		audit_fail(a, AUDIT_WINDOW, "%s is taken without an event",
			   NAMED(a, r));
	else if (q->items[q->first++].node != node)
		audit_fail(a, AUDIT_WINDOW,
			   "%s is taken before an event of %.80s, which came "
			   "first",
			   NAMED(a, r),
			   a->h->nodes[q->items[q->first - 1].node].name);
}

/* Of a group what came first is taken first.  Where instances of the node were
 * lost, the event of one of those may be what it is taken for. */
static void check_group(struct audit *a, const struct trace_rec *r,
			uint32_t node)
{
	const struct trace_header *h = a->h;
	const struct audit_waiting *own = audit_oldest(a, node), *other;
	uint32_t group = audit_callback_of(a, node)->group;

	for (uint32_t i = 0; i < h->n_nodes && !a->platform->lossy[node]; i++) {
		if (audit_callback_of(a, i)->group != group)
			continue;
		other = audit_oldest(a, i);
		if (!other || other->t >= own->t)
			continue;
		audit_fail(a, AUDIT_WINDOW,
			   "%s is taken before %.80s, which came first",
			   NAMED(a, r), h->nodes[i].name);
		return;
	}
}

void audit_check_taken(struct audit *a, const struct trace_rec *r,
		       uint32_t node)
{
	const struct trace_callback *c = audit_callback_of(a, node);
	const struct trace_executor *t =
		&a->h->platform->executors[c->executor];
	struct audit_executor *x = &a->platform->executors[c->executor];

	if (x->loose || !a->platform->callbacks[node].n)
		return;
	if (t->kind == EXECUTOR_EVENTS)
		check_events(a, r,
			     &x->events[c->type == CALLBACK_TIMER &&
					t->timer_thread],
			     node);
	else if (t->kind == EXECUTOR_CBG)
		check_group(a, r, node);
	else
		check_window(a, r, node);
}

/* --- events --- */

/* Of what comes at one instant: does the node's event, which comes now, stand
 * before the other? */
static bool event_before(const struct audit *a, uint32_t node,
			 const struct audit_event *other)
{
	const struct trace_callback *x = audit_callback_of(a, node);
	const struct trace_callback *y = audit_callback_of(a, other->node);
	bool tick = x->type == CALLBACK_TIMER;

	if (other->t != a->now)
		return false;
	if (tick != (y->type == CALLBACK_TIMER))
		return tick ==
		       (a->h->platform->executors[x->executor].instant ==
			INSTANT_TICKS);
	return tick && x->rank < y->rank;
}

void audit_put_event(struct audit *a, uint32_t node)
{
	const struct trace_callback *c = audit_callback_of(a, node);
	struct audit_executor *x = &a->platform->executors[c->executor];
	bool apart = c->type == CALLBACK_TIMER &&
		     a->h->platform->executors[c->executor].timer_thread;
	struct audit_events *q = &x->events[apart];
	size_t i;

	if (q->first > q->n / 2) { /* what is done with gives way */
		q->n -= q->first;
		memmove(q->items, q->items + q->first,
			q->n * sizeof(*q->items));
		q->first = 0;
	}
	array_reserve((void **)&q->items, &q->cap, q->n + 1, sizeof(*q->items));
	for (i = q->n++;
	     i > q->first && event_before(a, node, &q->items[i - 1]); i--)
		q->items[i] = q->items[i - 1];
	q->items[i] = (struct audit_event){node, a->now};
}

void audit_forget_events(struct audit *a, uint32_t thread)
{
	const struct trace_platform *p = a->h->platform;
	uint32_t executor = p->threads[thread].executor;
	uint32_t which = thread - p->executors[executor].first_thread;

	if (p->executors[executor].kind == EXECUTOR_EVENTS && which < 2)
		a->platform->executors[executor].events[which].first =
			a->platform->executors[executor].events[which].n;
}

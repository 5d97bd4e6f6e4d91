/* audit_window.c - polling points, and the order of what is taken; see
 * audit_platform.h */
#include "base/arena.h"
#include "trace/audit_platform.h"

#include <inttypes.h>
#include <string.h>

/* --- polling points --- */

static const struct trace_callback *callback_at(const struct audit *a,
						const struct audit_executor *x,
						uint32_t rank)
{
	uint32_t entity = x->entity_at[rank];

	return audit_callback_of(a, a->platform->entities[entity].node);
}

/* Does no callback of its group run, where that counts? */
static bool is_free(const struct audit *a, uint32_t executor, uint32_t rank)
{
	const struct trace_executor *t = &a->h->platform->executors[executor];
	const struct audit_executor *x = &a->platform->executors[executor];
	const struct trace_callback *c = callback_at(a, x, rank);
	const struct trace_callback_group *g =
		&a->h->platform->groups[c->group];

	return (t->kind != EXECUTOR_MULTI && t->kind != EXECUTOR_CBG) ||
	       g->reentrant || !a->platform->busy[c->group];
}

/* Does a polling point show it? */
static bool is_shown(const struct audit *a, uint32_t executor, uint32_t rank)
{
	const struct trace_executor *t = &a->h->platform->executors[executor];
	const struct audit_executor *x = &a->platform->executors[executor];
	const struct trace_callback *c = callback_at(a, x, rank);

	if (t->kind == EXECUTOR_SINGLE && c->type == CALLBACK_TIMER &&
	    t->distribution == DISTRIBUTION_DASHING)
		return false;
	return is_free(a, executor, rank);
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

/* Who looks is awake and has nothing in hand, and takes some of what it sees;
 * an executor that has nothing to show may be told of by anyone. */
static void check_asker(struct audit *a, const struct trace_rec *r,
			uint32_t executor)
{
	const struct audit_thread *t = &a->platform->threads[r->instance];

	if (!r->a)
		return;
	if (t->blocked || t->throttled || t->hand != HAND_EMPTY)
		audit_fail(a, AUDIT_WINDOW,
			   "thread %.60s of %.60s looks what is ready, but %s",
			   a->h->platform->threads[r->instance].name,
			   a->h->platform->executors[executor].name,
			   t->hand != HAND_EMPTY ? "has a callback in hand"
			   : t->blocked          ? "is blocked"
						 : "is throttled");
	a->platform->asks = (uint32_t)r->instance;
	a->platform->asks_on = r->exec;
}

void audit_on_poll(struct audit *a, const struct trace_rec *r)
{
	struct audit_platform *p = a->platform;
	const struct trace_platform *t = a->h->platform;
	uint32_t executor = t->threads[r->instance].executor;
	struct audit_executor *x = &p->executors[executor];
	int64_t n = 0, i;

	if (t->executors[executor].kind != EXECUTOR_PRIORITY &&
	    !audit_is_loose(a, x) && window_holds(a, executor))
		audit_fail(a, AUDIT_WINDOW,
			   "%s looks what is ready before its window is empty",
			   t->executors[executor].name);
	while ((i = bits_first(&x->window)) != BITS_NONE)
		bits_clear(&x->window, (uint32_t)i);
	for (i = bits_first(&x->ready); i != BITS_NONE;
	     i = bits_from(&x->ready, (uint32_t)i + 1))
		n += is_shown(a, executor, (uint32_t)i);
	if (!audit_is_loose(a, x) && n != r->a)
		audit_fail(a, AUDIT_WINDOW,
			   "%s sees %" PRId64 " callbacks where %" PRId64
			   " are ready",
			   t->executors[executor].name, r->a, n);
	x->expected = r->a;
	x->seen_from = 0;
	p->polling = r->a ? executor : NONE;
	check_asker(a, r, executor);
}

/* The oldest that waits, or one that came with it where records do not tell
 * their order. */
static bool is_oldest(const struct audit *a, uint32_t entity, uint64_t instance)
{
	const struct audit_entity *y = &a->platform->entities[entity];

	for (uint32_t i = 0; i < y->n; i++) {
		const struct audit_waiting *w =
			&y->items[(y->first + i) & (y->cap - 1)];

		if (i && (!y->is_input || w->t != audit_oldest(a, entity)->t))
			return false;
		if (w->instance == instance)
			return true;
	}
	return false;
}

void audit_on_seen(struct audit *a, const struct trace_rec *r)
{
	uint32_t entity = audit_entity_of(a, r, r->a), rank;
	const struct trace_callback *c =
		audit_callback_of(a, audit_vertex_of(a, r));
	struct audit_executor *x = &a->platform->executors[c->executor];

	if (c->executor != a->platform->polling || !x->expected) {
		audit_fail(a, AUDIT_WINDOW, "%s is seen by no polling point",
			   NAMED(a, r));
		return;
	}
	if (!--x->expected)
		a->platform->polling = NONE;
	if (entity == NONE && audit_is_loose(a, x))
		return;
	if (entity == NONE) {
		audit_fail(a, AUDIT_WINDOW,
			   "%s is seen on an input that it has not",
			   NAMED(a, r));
		return;
	}
	rank = a->platform->entities[entity].rank;
	if (audit_is_loose(a, x) && a->platform->entities[entity].is_input)
		;
	else if (!is_oldest(a, entity, r->instance) ||
		 !is_shown(a, c->executor, rank))
		audit_fail(a, AUDIT_WINDOW, "%s is seen, but is not ready",
			   NAMED(a, r));
	else if (bits_has(&x->window, rank))
		audit_fail(a, AUDIT_WINDOW, "%s is seen twice", NAMED(a, r));
	else if (rank < x->seen_from && !audit_is_loose(a, x))
		audit_fail(a, AUDIT_WINDOW, "%s is seen out of order",
			   NAMED(a, r));
	x->seen_from = rank + 1;
	bits_set(&x->window, rank);
}

/* --- taking --- */

bool audit_can_take(const struct audit *a, uint32_t executor)
{
	const struct audit_executor *x = &a->platform->executors[executor];

	for (int64_t i = bits_first(&x->ready); i != BITS_NONE;
	     i = bits_from(&x->ready, (uint32_t)i + 1))
		if (is_free(a, executor, (uint32_t)i))
			return true;
	return false;
}

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
	    callback_at(a, x, (uint32_t)i)->type == CALLBACK_TIMER)
		return i;
	if (t->kind == EXECUTOR_PRIORITY || t->kind == EXECUTOR_THREADS ||
	    t->kind == EXECUTOR_WORKERS)
		return i;
	return first_of(a, executor, &x->window);
}

/* In jazzy what is passed over, and no timer, leaves the window. */
static void pass_over(const struct audit *a, uint32_t executor, uint32_t rank)
{
	struct audit_executor *x = &a->platform->executors[executor];
	const struct trace_executor *t = &a->h->platform->executors[executor];

	if (t->kind != EXECUTOR_MULTI || t->distribution != DISTRIBUTION_JAZZY)
		return;
	for (int64_t i = bits_first(&x->window); i != BITS_NONE && i < rank;
	     i = bits_from(&x->window, (uint32_t)i + 1))
		if (callback_at(a, x, (uint32_t)i)->type != CALLBACK_TIMER)
			bits_clear(&x->window, (uint32_t)i);
}

static const char *name_of(const struct audit *a, uint32_t entity)
{
	return a->h->nodes[a->platform->entities[entity].node].name;
}

static void check_window(struct audit *a, const struct trace_rec *r,
			 uint32_t executor, uint32_t rank)
{
	struct audit_executor *x = &a->platform->executors[executor];
	int64_t due = due_of_window(a, executor);

	if (due == BITS_NONE)
		audit_fail(a, AUDIT_WINDOW,
			   "%s is taken out of an empty window", NAMED(a, r));
	else if (due != rank)
		audit_fail(a, AUDIT_WINDOW, "%s is taken before %.80s",
			   NAMED(a, r), name_of(a, x->entity_at[due]));
	pass_over(a, executor, rank);
	bits_clear(&x->window, rank);
}

/* Events whose instance has been taken or lost are void, when their turn
 * comes; another that comes before that is theirs. */
static bool is_void(const struct audit *a, const struct audit_event *e)
{
	const struct audit_waiting *first = audit_oldest(a, e->entity);
	uint32_t node = a->platform->entities[e->entity].node;

	return !first || (audit_callback_of(a, node)->type == CALLBACK_TIMER &&
			  first->t > e->t);
}

bool audit_has_event(const struct audit *a, uint32_t executor, uint32_t which)
{
	const struct audit_events *q =
		&a->platform->executors[executor].events[which];

	for (size_t i = q->first; i < q->n; i++)
		if (!is_void(a, &q->items[i]))
			return true;
	return false;
}

static bool is_input(const struct audit *a, uint32_t entity)
{
	return a->platform->entities[entity].is_input;
}

/* Among events of one instant some of which no record tells: one of the
 * entity comes first, if it may. */
static void prefer_event(const struct audit *a, struct audit_events *q,
			 uint32_t entity)
{
	struct audit_event *first = &q->items[q->first];
	bool untold = is_input(a, entity);
	size_t i = q->first;

	while (i < q->n && q->items[i].t == first->t &&
	       q->items[i].entity != entity)
		untold |= is_input(a, q->items[i++].entity);
	if (i == q->n || q->items[i].t != first->t || !untold)
		return;
	for (; i > q->first; i--)
		q->items[i] = q->items[i - 1];
	q->items[q->first] = (struct audit_event){entity, first->t};
}

/* The first event that is not void is the one. */
static void check_events(struct audit *a, const struct trace_rec *r,
			 struct audit_events *q, uint32_t entity)
{
	while (q->first < q->n && is_void(a, &q->items[q->first]))
		q->first++;
	if (q->first < q->n)
		prefer_event(a, q, entity);
	if (q->first == q->n)
		audit_fail(a, AUDIT_WINDOW, "%s is taken without an event",
			   NAMED(a, r));
	else if (q->items[q->first++].entity != entity)
		audit_fail(a, AUDIT_WINDOW,
			   "%s is taken before an event of %.80s, which came "
			   "first",
			   NAMED(a, r),
			   name_of(a, q->items[q->first - 1].entity));
}

/* Of a group what came first is taken first.  Where instances of the entity
 * were lost, the event of one of those may be what it is taken for. */
static void check_group(struct audit *a, const struct trace_rec *r,
			uint32_t entity)
{
	const struct audit_platform *p = a->platform;
	const struct audit_waiting *own = audit_oldest(a, entity), *other;
	uint32_t group = audit_callback_of(a, p->entities[entity].node)->group;

	for (uint32_t i = 0; i < p->n_entities && !p->lossy[entity]; i++) {
		if (audit_callback_of(a, p->entities[i].node)->group != group)
			continue;
		other = audit_oldest(a, i);
		if (!other || other->t >= own->t)
			continue;
		audit_fail(a, AUDIT_WINDOW,
			   "%s is taken before %.80s, which came first",
			   NAMED(a, r), name_of(a, i));
		return;
	}
}

/* It may be any that is ready; what was seen of it, and its event, are done
 * with. */
static void forget_taken(const struct audit *a, struct audit_executor *x,
			 uint32_t entity)
{
	bits_clear(&x->window, a->platform->entities[entity].rank);
	for (int k = 0; k < 2; k++) {
		struct audit_events *q = &x->events[k];
		size_t i = q->first;

		while (i < q->n && q->items[i].entity != entity)
			i++;
		if (i == q->n)
			continue;
		for (; i > q->first; i--)
			q->items[i] = q->items[i - 1];
		q->first++;
	}
}

void audit_check_taken(struct audit *a, const struct trace_rec *r,
		       uint32_t entity)
{
	const struct audit_entity *y = &a->platform->entities[entity];
	const struct trace_callback *c = audit_callback_of(a, y->node);
	const struct trace_executor *t =
		&a->h->platform->executors[c->executor];
	struct audit_executor *x = &a->platform->executors[c->executor];

	if (x->loose || !y->n)
		return;
	if (x->hazy_t == a->now) {
		forget_taken(a, x, entity);
		return;
	}
	if (t->kind == EXECUTOR_EVENTS)
		check_events(a, r,
			     &x->events[c->type == CALLBACK_TIMER &&
					t->timer_thread],
			     entity);
	else if (t->kind == EXECUTOR_CBG)
		check_group(a, r, entity);
	else
		check_window(a, r, c->executor, y->rank);
}

/* --- events --- */

/* Of what comes at one instant: does the node's event, which comes now, stand
 * before the other? */
static bool event_before(const struct audit *a, uint32_t entity,
			 const struct audit_event *other)
{
	const struct audit_entity *entities = a->platform->entities;
	const struct trace_callback *x =
		audit_callback_of(a, entities[entity].node);
	const struct trace_callback *y =
		audit_callback_of(a, entities[other->entity].node);
	bool tick = x->type == CALLBACK_TIMER;

	if (other->t != a->now)
		return false;
	if (tick != (y->type == CALLBACK_TIMER))
		return tick ==
		       (a->h->platform->executors[x->executor].instant ==
			INSTANT_TICKS);
	return tick && x->rank < y->rank;
}

void audit_put_event(struct audit *a, uint32_t entity)
{
	const struct trace_callback *c =
		audit_callback_of(a, a->platform->entities[entity].node);
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
	     i > q->first && event_before(a, entity, &q->items[i - 1]); i--)
		q->items[i] = q->items[i - 1];
	q->items[i] = (struct audit_event){entity, a->now};
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

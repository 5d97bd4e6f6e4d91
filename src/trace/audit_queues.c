/* audit_queues.c - what waits for executors, and what is lost; see
 * audit_platform.h */
#include "base/error.h"
#include "trace/audit_platform.h"

#include <inttypes.h>
#include <stdlib.h>

static void grow(struct audit_entity *x)
{
	uint32_t cap = x->cap ? 2 * x->cap : 4;
	struct audit_waiting *items =
		alloc_checked(calloc(cap, sizeof(*items)));

	for (uint32_t i = 0; i < x->n; i++)
		items[i] = x->items[(x->first + i) & (x->cap - 1)];
	free(x->items);
	x->items = items;
	x->first = 0;
	x->cap = cap;
}

/* An instance of the entity is there. */
void audit_arrive(struct audit *a, uint32_t entity, uint64_t instance)
{
	struct audit_entity *y = &a->platform->entities[entity];
	const struct trace_callback *c = audit_callback_of(a, y->node);

	audit_stir(a, y->node);
	if (y->n == y->cap)
		grow(y);
	y->items[(y->first + y->n++) & (y->cap - 1)] =
		(struct audit_waiting){instance, a->now};
	bits_set(&a->platform->executors[c->executor].ready, y->rank);
	if (a->h->platform->executors[c->executor].kind == EXECUTOR_EVENTS)
		audit_put_event(a, entity);
	if (c->type != CALLBACK_TIMER && c->queue && y->n > c->queue &&
	    !y->is_input)
		audit_fail(a, AUDIT_LOSS,
			   "%u messages wait for %.80s, whose queue has %u",
			   y->n, a->h->nodes[y->node].name, c->queue);
	a->platform->arrived |= y->is_input;
}

void audit_check_full(struct audit *a)
{
	struct audit_platform *p = a->platform;

	for (uint32_t i = 0; p->arrived && i < p->n_entities; i++) {
		const struct audit_entity *y = &p->entities[i];
		const struct trace_callback *c = audit_callback_of(a, y->node);

		if (y->is_input && c->queue && y->n > c->queue &&
		    !p->executors[c->executor].loose)
			audit_fail(a, AUDIT_LOSS,
				   "%u messages wait for an input of %.80s, "
				   "whose queue has %u",
				   y->n, a->h->nodes[y->node].name, c->queue);
	}
	p->arrived = false;
}

/* Of the messages that came with the first, where no record tells their order,
 * or of all where nothing tells when they came: one of the instance goes to
 * the front. */
static void bring_forward(const struct audit *a, struct audit_entity *y,
			  uint64_t instance)
{
	bool loose =
		a->platform->executors[audit_callback_of(a, y->node)->executor]
			.loose;
	uint32_t mask = y->cap - 1, i = 0;
	dag_time t;

	if (!y->is_input || !y->n)
		return;
	t = y->items[y->first & mask].t;
	while (i < y->n && y->items[(y->first + i) & mask].instance != instance)
		i++;
	if (i == y->n || (!loose && y->items[(y->first + i) & mask].t != t))
		return;
	for (; i; i--)
		y->items[(y->first + i) & mask] =
			y->items[(y->first + i - 1) & mask];
	y->items[y->first & mask] = (struct audit_waiting){instance, t};
}

void audit_withdraw(struct audit *a, const struct trace_rec *r, uint32_t entity,
		    enum audit_rule rule, const char *what)
{
	struct audit_entity *y = &a->platform->entities[entity];
	struct audit_executor *x =
		&a->platform
			 ->executors[audit_callback_of(a, y->node)->executor];
	const struct audit_waiting *first;

	bring_forward(a, y, r->instance);
	first = audit_oldest(a, entity);
	if (!first || first->instance != r->instance) {
		audit_fail(a, rule, "%s %s, but %s", NAMED(a, r), what,
			   first ? "an older one waits" : "does not wait");
		return;
	}
	y->first++;
	if (!--y->n)
		bits_clear(&x->ready, y->rank);
}

/* --- losses --- */

static void check_overwritten(struct audit *a, const struct trace_rec *r,
			      const struct audit_entity *y)
{
	const struct trace_callback *c = audit_callback_of(a, y->node);
	/* what drives it out is told behind it, or by nothing */
	uint32_t full = c->queue + y->is_input;

	if (c->type == CALLBACK_TIMER || !c->queue || y->n < full)
		audit_fail(a, AUDIT_LOSS,
			   "%s is overwritten, though there is room",
			   NAMED(a, r));
}

static void check_skipped(struct audit *a, const struct trace_rec *r,
			  uint32_t entity)
{
	const struct audit_entity *y = &a->platform->entities[entity];
	const struct trace_callback *c = audit_callback_of(a, y->node);

	if (c->type != CALLBACK_TIMER || c->timer != TIMER_SKIP ||
	    a->platform->called != y->node ||
	    (y->n && audit_oldest(a, entity)->t >= r->t))
		audit_fail(a, AUDIT_LOSS,
			   "the tick %s is skipped, which is due now or later",
			   NAMED(a, r));
}

void audit_on_lost(struct audit *a, const struct trace_rec *r)
{
	uint32_t entity = audit_entity_of(a, r, r->b), slot;

	if (r->index == TRACE_UNMATCHED) {
		audit_on_unmatched(a, r);
		return;
	}
	if (entity == NONE || r->a != !r->b) {
		audit_fail(a, AUDIT_LOSS, "%s is lost of no queue that it has",
			   NAMED(a, r));
		return;
	}
	if (r->index == TRACE_OVERWRITTEN)
		check_overwritten(a, r, &a->platform->entities[entity]);
	else if (r->index == TRACE_SKIPPED)
		check_skipped(a, r, entity);
	else
		audit_fail(a, AUDIT_LOSS, "%s is lost for no known reason",
			   NAMED(a, r));
	a->platform->lossy[entity] = true;
	audit_withdraw(a, r, entity, AUDIT_LOSS, "is lost");
	slot = jobmap_find(&a->map, r->task, r->instance);
	if (!r->b && slot != JOBMAP_NONE &&
	    audit_node_of(&a->jobs[slot], r->node)->state == NODE_READY)
		audit_ready_take(a, slot, r->node);
}

/* A call of a timer leaves no tick behind that lies before it. */
void audit_check_skipped(struct audit *a)
{
	struct audit_platform *p = a->platform;
	const struct trace_callback *c = audit_callback_of(a, p->called);
	const struct audit_waiting *first =
		audit_oldest(a, p->first_entity[p->called]);

	if (c->type == CALLBACK_TIMER && c->timer == TIMER_SKIP && first &&
	    first->t < p->called_at)
		audit_fail(a, AUDIT_LOSS,
			   "%.80s is called, and a tick before that stays",
			   a->h->nodes[p->called].name);
	p->called = NONE;
}

/* A job dies when nothing of it is under way. */
void audit_on_death(struct audit *a, const struct trace_rec *r)
{
	uint32_t slot = jobmap_find(&a->map, r->task, r->instance);
	uint32_t n = a->h->tasks[r->task].n_nodes;
	struct audit_job *j;

	if (slot == JOBMAP_NONE)
		return;
	j = &a->jobs[slot];
	for (uint32_t i = 0; i < n; i++)
		if (audit_node_of(j, i)->state == NODE_READY ||
		    audit_node_of(j, i)->state == NODE_RUNNING)
			audit_fail(a, AUDIT_LOSS,
				   "%s is dropped while a node of it is ready "
				   "or runs",
				   NAMED(a, r));
}

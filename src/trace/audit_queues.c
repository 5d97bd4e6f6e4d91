/* audit_queues.c - what waits for executors, and what is lost; see
 * audit_platform.h */
#include "base/error.h"
#include "trace/audit_platform.h"

#include <inttypes.h>
#include <stdlib.h>

static void put(struct audit_callback *c, struct audit_waiting w)
{
	if (c->n == c->cap) {
		uint32_t cap = c->cap ? 2 * c->cap : 4;
		struct audit_waiting *items =
			alloc_checked(calloc(cap, sizeof(*items)));

		for (uint32_t i = 0; i < c->n; i++)
			items[i] = c->items[(c->first + i) & (c->cap - 1)];
		free(c->items);
		*c = (struct audit_callback){items, 0, c->n, cap};
	}
	c->items[(c->first + c->n++) & (c->cap - 1)] = w;
}

/* An instance of the node is there. */
void audit_arrive(struct audit *a, uint32_t node, uint64_t instance)
{
	const struct trace_callback *c = audit_callback_of(a, node);
	struct audit_executor *x = &a->platform->executors[c->executor];
	struct audit_callback *y = &a->platform->callbacks[node];

	if (audit_joins_jobs(c))
		return;
	audit_stir(a, node);
	put(y, (struct audit_waiting){instance, a->now});
	bits_set(&x->ready, c->rank);
	if (a->h->platform->executors[c->executor].kind == EXECUTOR_EVENTS)
		audit_put_event(a, node);
	if (c->type != CALLBACK_TIMER && c->queue && y->n > c->queue)
		audit_fail(a, AUDIT_LOSS,
			   "%u messages wait for %.80s, whose queue has %u",
			   y->n, a->h->nodes[node].name, c->queue);
}

void audit_withdraw(struct audit *a, const struct trace_rec *r,
		    enum audit_rule rule, const char *what)
{
	uint32_t node = audit_vertex_of(a, r);
	const struct trace_callback *c = audit_callback_of(a, node);
	struct audit_executor *x = &a->platform->executors[c->executor];
	struct audit_callback *y = &a->platform->callbacks[node];
	const struct audit_waiting *first = audit_oldest(a, node);

	if (!first || first->instance != r->instance) {
		audit_fail(a, rule, "%s %s, but %s", NAMED(a, r), what,
			   first ? "an older one waits" : "does not wait");
		return;
	}
	y->first++;
	if (!--y->n)
		bits_clear(&x->ready, c->rank);
}

/* --- losses --- */

void audit_on_lost(struct audit *a, const struct trace_rec *r)
{
	uint32_t node = audit_vertex_of(a, r);
	const struct trace_callback *c = audit_callback_of(a, node);
	const struct audit_callback *y = &a->platform->callbacks[node];
	uint32_t slot;

	if (!r->a || audit_joins_jobs(c))
		return; /* an input of a join */
	if (r->index == TRACE_OVERWRITTEN &&
	    (c->type == CALLBACK_TIMER || !c->queue || y->n < c->queue))
		audit_fail(a, AUDIT_LOSS,
			   "%s is overwritten, though there is room",
			   NAMED(a, r));
	if (r->index == TRACE_SKIPPED &&
	    (c->type != CALLBACK_TIMER || c->timer != TIMER_SKIP ||
	     (y->n && audit_oldest(a, node)->t >= r->t)))
		audit_fail(a, AUDIT_LOSS,
			   "the tick %s is skipped, which is due now or later",
			   NAMED(a, r));
	a->platform->lossy[node] = true;
	audit_withdraw(a, r, AUDIT_LOSS, "is lost");
	slot = jobmap_find(&a->map, r->task, r->instance);
	if (slot != JOBMAP_NONE &&
	    audit_node_of(&a->jobs[slot], r->node)->state == NODE_READY)
		audit_ready_take(a, slot, r->node);
}

/* A call of a timer leaves no tick behind that lies before it. */
void audit_check_skipped(struct audit *a)
{
	struct audit_platform *p = a->platform;
	const struct trace_callback *c = audit_callback_of(a, p->called);
	const struct audit_waiting *first = audit_oldest(a, p->called);

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

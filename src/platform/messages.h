/* messages.h - jobs, their messages, and the queues in which these wait: a part
 * of run.c */
#ifndef DAGSIM_PLATFORM_MESSAGES_H
#define DAGSIM_PLATFORM_MESSAGES_H

#include "base/rng.h"
#include "model/draw.h"
#include "platform/joins.h"
#include "platform/loop.h"

#include <stdlib.h>

enum { FIRST_ACTS = 64, FIRST_TOKENS = 4 };

/* --- activations --- */

static void grow(void *table, size_t old, size_t want, size_t size)
{
	array_reserve((void **)table, &old, want, size);
}

static void grow_acts(struct engine *e)
{
	uint32_t old = e->n_acts, want = old ? old * 2 : FIRST_ACTS;

	REQUIRE(want > old && want <= UINT32_MAX / e->stride);
	grow(&e->acts, old, want, sizeof(*e->acts));
	grow(&e->free_acts, old, want, sizeof(*e->free_acts));
	grow(&e->pending, (size_t)old * e->stride, (size_t)want * e->stride,
	     sizeof(*e->pending));
	for (uint32_t i = want; i-- > old;) {
		e->free_acts[e->n_free_acts++] = i;
		e->acts[i].live = false;
	}
	e->n_acts = want;
}

static uint32_t new_activation(struct engine *e, const struct release *r)
{
	const struct task *t = &e->w->tasks[r->task];
	struct pending *pending;
	uint32_t act;

	if (e->n_free_acts == 0)
		grow_acts(e);
	act = e->free_acts[--e->n_free_acts];
	pending = pending_of(e, act, 0);
	assert(!e->acts[act].live && t->n_nodes <= e->stride);
	e->acts[act] = (struct activation){.release = r->time,
					   .deadline = r->deadline,
					   .instance = r->instance,
					   .task = r->task,
					   .left = t->n_nodes,
					   .live = true};
	for (uint32_t i = 0; i < t->n_nodes; i++)
		pending[i] = e->fresh[t->first_node + i];
	e->open[r->task]++;
	return act;
}

void messages_tell_death(struct engine *e, uint32_t act)
{
	const struct activation *x = &e->acts[act];
	struct emit fate = {.a = x->release, .b = x->deadline};

	if (e->has_workers)
		workers_stir_all(e, x->task);
	e->stats.dropped++;
	emit(e, TRACE_DROP, x->task, x->instance, 0, fate);
	fate.flags = TRACE_DROPPED;
	emit(e, TRACE_MISS, x->task, x->instance, 0, fate);
}

/* --- queues --- */

static void grow_inbox(struct inbox *q)
{
	uint32_t cap = q->cap ? q->cap * 2 : FIRST_TOKENS;
	size_t bytes = 0;
	struct token *items = NULL;

	REQUIRE(cap > q->cap);
	array_reserve((void **)&items, &bytes, cap, sizeof(*items));
	for (uint32_t i = 0; i < q->n; i++)
		items[i] = q->items[(q->first + i) & (q->cap - 1)];
	free(q->items);
	q->items = items;
	q->first = 0;
	q->cap = cap;
}

static void put(struct inbox *q, struct token x)
{
	if (q->n == q->cap)
		grow_inbox(q);
	q->items[(q->first + q->n++) & (q->cap - 1)] = x;
}

static struct token take_first(struct inbox *q)
{
	struct token x = *inbox_first(q);

	q->first++;
	q->n--;
	return x;
}

/* Its oldest instance will never run. */
static void lose_first(struct engine *e, struct inbox *q, enum trace_loss why)
{
	struct token x = take_first(q);

	e->stats.lost++;
	if (!q->crosses)
		emit_act(e, TRACE_LOST, x.act, q->local,
			 (struct emit){
				 .a = !q->input, .b = q->input, .index = why});
	messages_drop_hold(e, x.act);
}

/* Before an instance comes: where the queue is full, the oldest goes. */
static void make_room(struct engine *e, struct inbox *q)
{
	if (q->keeps && q->n == q->keeps)
		lose_first(e, q, TRACE_OVERWRITTEN);
}

/* An instance of the entity comes, with a hold on its activation. */
static void arrive(struct engine *e, struct inbox *q, uint32_t act)
{
	put(q, (struct token){act, e->now});
	q->executor->ops->arrive(e, q->executor, q->rank);
}

/* --- releases --- */

static void messages_expect(struct engine *e, uint32_t task)
{
	for (uint32_t i = e->first_source[task]; i < e->first_source[task + 1];
	     i++)
		make_room(e, &e->inboxes[e->sources[i]]);
}

static void messages_release(struct engine *e, const struct release *r)
{
	uint32_t act = new_activation(e, r), i = e->first_source[r->task],
		 end = e->first_source[r->task + 1];

	/* held meanwhile, for a tick may overwrite another of its own job */
	e->acts[act].held = 1;
	for (; i < end; i++) {
		e->acts[act].held++;
		arrive(e, &e->inboxes[e->sources[i]], act);
	}
	messages_drop_hold(e, act);
}

/* --- messages --- */

static dag_time later(dag_time t, dag_time span)
{
	return span > DAG_TIME_MAX - t ? DAG_TIME_MAX : t + span;
}

/* How long the message is under way: the draw of the simulator. */
static dag_time draw_delay(const struct engine *e, const struct activation *x,
			   uint32_t edge)
{
	const struct task *t = &e->w->tasks[x->task];
	const struct edge_plan *p = &e->edges[edge];
	uint64_t ends = (uint64_t)p->from_local << 32 | p->to_local;

	return draw_value(
		e->w->edges[edge].drawn,
		rng_draw(rng_base(e->c->seed, RNG_DELAY, t->key, ends),
			 x->instance));
}

static void messages_ready(struct engine *e, uint32_t node, uint32_t act)
{
	struct inbox *q = &e->inboxes[e->plans[node].entity];

	make_room(e, q);
	emit_act(e, TRACE_READY, act, q->local, (struct emit){0});
	arrive(e, q, act);
}

/* All messages of one job: what counts is the last of them. */
static void send_and(struct engine *e, uint32_t act, const struct edge_plan *x,
		     dag_time at)
{
	struct pending *p = pending_of(e, act, x->to_local);

	assert(p->triggers > 0);
	if (at > p->ready_at)
		p->ready_at = at;
	if (--p->triggers)
		return;
	e->acts[act].held++;
	if (p->ready_at == e->now)
		messages_ready(e, x->to, act);
	else
		due_push(e, (struct due){.t = p->ready_at,
					 .tie = release_tie(
						 x->to, e->acts[act].instance),
					 .what = x->to,
					 .act = act,
					 .kind = DUE_MESSAGE});
}

static void send_input(struct engine *e, uint32_t act, uint32_t edge,
		       dag_time at)
{
	const struct edge_plan *x = &e->edges[edge];

	e->acts[act].held++;
	if (at == e->now)
		messages_input(e, edge, act);
	else
		due_push(e, (struct due){.t = at,
					 .tie = release_tie(
						 x->to, e->acts[act].instance),
					 .what = edge,
					 .act = act,
					 .kind = DUE_INPUT});
}

/* --- stamps --- */

static void pass_stamp(struct engine *e, uint32_t act,
		       const struct edge_plan *x)
{
	dag_time stamp = pending_of(e, act, x->from_local)->stamp;
	struct pending *to = pending_of(e, act, x->to_local);

	if (stamp < to->stamp)
		to->stamp = stamp;
}

static void messages_send(struct engine *e, uint32_t act, uint32_t edge)
{
	const struct edge_plan *x = &e->edges[edge];
	dag_time at = e->now;

	if (x->is_register)
		return; /* who reads it waits for nothing */
	if (x->is_drawn)
		at = later(at, draw_delay(e, &e->acts[act], edge));
	else if (x->delay)
		at = later(at, x->delay);
	if (!x->crosses)
		pass_stamp(e, act, x);
	if (x->entity == NONE)
		send_and(e, act, x, at);
	else
		send_input(e, act, edge, at);
}

static void messages_input(struct engine *e, uint32_t edge, uint32_t act)
{
	struct inbox *q = &e->inboxes[e->edges[edge].entity];

	make_room(e, q);
	arrive(e, q, act);
}

/* --- taking --- */

/* rcl_timer_call: the next tick is the first that is due now or later. */
static void skip_ticks(struct engine *e, struct inbox *q)
{
	while (q->n && inbox_first(q)->t < e->now)
		lose_first(e, q, TRACE_SKIPPED);
}

/* A message feeds a join, and the callback runs if that has a full set. */
static enum taken take_input(struct engine *e, struct inbox *q,
			     struct token got, uint32_t thread, uint32_t *act)
{
	if (!q->n)
		bits_clear(&q->executor->ready, q->rank);
	if (!q->crosses)
		emit_act(e, TRACE_TAKE, got.act, q->local,
			 (struct emit){.a = thread,
				       .b = q->input,
				       .exec = e->asking,
				       .flags = TRACE_FED});
	join_feed(e, &e->m->entities[q - e->inboxes], got.act);
	return messages_take_set(e, q->node, thread, act) ? TAKEN_CALLBACK
							  : TAKEN_INPUT;
}

static bool messages_take_fired(struct engine *e, uint32_t node,
				uint32_t thread, uint32_t *act)
{
	uint32_t local = e->plans[node].local;

	if (!join_fired(e->joins[node], act))
		return false;
	emit_act(e, TRACE_READY, *act, local, (struct emit){0});
	emit_act(e, TRACE_TAKE, *act, local,
		 (struct emit){.a = thread, .exec = e->asking});
	e->stats.taken++;
	return true;
}

static enum taken messages_take(struct engine *e, struct inbox *q,
				uint32_t thread, uint32_t *act)
{
	struct token got;

	if (!q->n)
		return TAKEN_NOTHING;
	got = take_first(q);
	if (q->input)
		return take_input(e, q, got, thread, act);
	emit_act(e, TRACE_TAKE, got.act, q->local,
		 (struct emit){.a = thread, .exec = e->asking});
	e->stats.taken++;
	if (q->external) /* it begins a job */
		pending_of(e, got.act, q->local)->stamp = e->now;
	if (q->skips)
		skip_ticks(e, q);
	if (!q->n)
		bits_clear(&q->executor->ready, q->rank);
	*act = got.act;
	return TAKEN_CALLBACK;
}

#endif

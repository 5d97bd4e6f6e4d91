/* messages.c - jobs, their messages, and the queues in which these wait */
#include "base/rng.h"
#include "model/draw.h"
#include "platform/joins.h"
#include "platform/state.h"

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
	uint32_t act;

	if (e->n_free_acts == 0)
		grow_acts(e);
	act = e->free_acts[--e->n_free_acts];
	assert(!e->acts[act].live && t->n_nodes <= e->stride);
	e->acts[act] = (struct activation){.release = r->time,
					   .deadline = r->deadline,
					   .instance = r->instance,
					   .task = r->task,
					   .left = t->n_nodes,
					   .live = true};
	for (uint32_t i = 0; i < t->n_nodes; i++)
		*pending_of(e, act, i) = (struct pending){
			.stamp = DAG_TIME_MAX,
			.triggers =
				e->m->callbacks[t->first_node + i].n_triggers};
	return act;
}

/* The job has died: nothing of it is under way, and not all of it has run. */
static void tell_death(struct engine *e, uint32_t act)
{
	const struct activation *x = &e->acts[act];
	struct emit fate = {.a = x->release, .b = x->deadline};

	e->stats.dropped++;
	emit(e, TRACE_DROP, x->task, x->instance, 0, fate);
	fate.flags = TRACE_DROPPED;
	emit(e, TRACE_MISS, x->task, x->instance, 0, fate);
}

void messages_drop_hold(struct engine *e, uint32_t act)
{
	struct activation *x = &e->acts[act];

	assert(x->live && x->held > 0);
	if (--x->held)
		return;
	if (x->left && !e->closed)
		tell_death(e, act);
	x->live = false;
	e->free_acts[e->n_free_acts++] = act;
}

/* --- queues --- */

static void grow_queue(struct token_queue *q)
{
	uint32_t cap = q->cap ? q->cap * 2 : FIRST_TOKENS;
	size_t bytes = 0;
	struct token *items = NULL;

	REQUIRE(cap > q->cap);
	array_reserve((void **)&items, &bytes, cap, sizeof(*items));
	for (uint32_t i = 0; i < q->n; i++)
		items[i] = q->items[(q->first + i) & (q->cap - 1)];
	free(q->items);
	*q = (struct token_queue){.items = items, .n = q->n, .cap = cap};
}

static void put(struct token_queue *q, struct token x)
{
	if (q->n == q->cap)
		grow_queue(q);
	q->items[(q->first + q->n++) & (q->cap - 1)] = x;
}

static struct token take_first(struct token_queue *q)
{
	struct token x = q->items[q->first & (q->cap - 1)];

	assert(q->n > 0);
	q->first++;
	q->n--;
	return x;
}

static struct executor *executor_of(const struct engine *e, uint32_t node)
{
	return &e->executors[e->m->callbacks[node].executor];
}

/* Its oldest instance will never run. */
static void lose_first(struct engine *e, const struct entity *y,
		       struct token_queue *q, enum trace_loss why)
{
	struct token x = take_first(q);

	e->stats.lost++;
	emit_act(e, TRACE_LOST, x.act, e->m->callbacks[y->node].local,
		 (struct emit){.a = y->edge == NONE, .index = why});
	messages_drop_hold(e, x.act);
}

/* Before an instance comes: where the queue is full, the oldest goes. */
static void make_room(struct engine *e, uint32_t entity)
{
	const struct entity *y = &e->m->entities[entity];
	const struct callback *c = &e->m->callbacks[y->node];
	struct token_queue *q = &e->queues[entity];

	if (c->type != CALLBACK_TIMER && c->queue && q->n == c->queue)
		lose_first(e, y, q, TRACE_OVERWRITTEN);
}

/* An instance of the entity comes, with a hold on its activation. */
static void arrive(struct engine *e, uint32_t entity, uint32_t act)
{
	const struct entity *y = &e->m->entities[entity];
	struct executor *x = executor_of(e, y->node);
	struct token_queue *q = &e->queues[entity];

	put(q, (struct token){act, e->now});
	x->ops->arrive(e, x, y->rank);
}

/* --- releases --- */

void messages_expect(struct engine *e, uint32_t task)
{
	const struct task *t = &e->w->tasks[task];

	for (uint32_t i = 0; i < t->n_nodes; i++) {
		const struct callback *c = &e->m->callbacks[t->first_node + i];

		if (c->external)
			make_room(e, c->first_entity);
	}
}

void messages_release(struct engine *e, const struct release *r)
{
	const struct task *t = &e->w->tasks[r->task];
	uint32_t act = new_activation(e, r);

	/* held meanwhile, for a tick may overwrite another of its own job */
	e->acts[act].held++;
	for (uint32_t i = 0; i < t->n_nodes; i++) {
		const struct callback *c = &e->m->callbacks[t->first_node + i];

		if (!c->external)
			continue;
		e->acts[act].held++;
		arrive(e, c->first_entity, act);
	}
	messages_drop_hold(e, act);
}

/* --- messages --- */

static dag_time later(dag_time t, dag_time span)
{
	return span > DAG_TIME_MAX - t ? DAG_TIME_MAX : t + span;
}

/* How long the message is under way: the draw of the simulator. */
static dag_time delay_of(const struct engine *e, const struct activation *x,
			 const struct edge *edge)
{
	const struct task *t = &e->w->tasks[x->task];
	uint64_t ends;

	if (!edge->drawn)
		return edge->delay;
	ends = (uint64_t)(edge->from - t->first_node) << 32 |
	       (edge->to - t->first_node);
	return draw_value(edge->drawn, rng_draw(rng_base(e->c->seed, RNG_DELAY,
							 t->key, ends),
						x->instance));
}

void messages_ready(struct engine *e, uint32_t node, uint32_t act)
{
	const struct callback *c = &e->m->callbacks[node];

	make_room(e, c->first_entity);
	emit_act(e, TRACE_READY, act, c->local, (struct emit){0});
	arrive(e, c->first_entity, act);
}

/* All messages of one job: what counts is the last of them. */
static void send_and(struct engine *e, uint32_t act, const struct edge *edge,
		     dag_time at)
{
	const struct callback *c = &e->m->callbacks[edge->to];
	struct pending *p = pending_of(e, act, c->local);

	assert(p->triggers > 0);
	if (at > p->ready_at)
		p->ready_at = at;
	if (--p->triggers)
		return;
	e->acts[act].held++;
	if (p->ready_at == e->now)
		messages_ready(e, edge->to, act);
	else
		due_push(e,
			 (struct due){.t = p->ready_at,
				      .tie = release_tie(edge->to,
							 e->acts[act].instance),
				      .what = edge->to,
				      .act = act,
				      .kind = DUE_MESSAGE});
}

/* --- stamps --- */

static struct pending *at_node(const struct engine *e, uint32_t act,
			       uint32_t node)
{
	return pending_of(e, act, e->m->callbacks[node].local);
}

static void pass_stamp(struct engine *e, uint32_t act, const struct edge *edge)
{
	dag_time stamp = at_node(e, act, edge->from)->stamp;
	struct pending *to = at_node(e, act, edge->to);

	if (stamp < to->stamp)
		to->stamp = stamp;
}

void messages_begin(struct engine *e, uint32_t node, uint32_t act)
{
	at_node(e, act, node)->stamp = e->now;
}

dag_time messages_stamp(const struct engine *e, uint32_t act, uint32_t edge)
{
	return at_node(e, act, e->w->edges[edge].from)->stamp;
}

void messages_send(struct engine *e, uint32_t act, uint32_t edge)
{
	const struct edge *x = &e->w->edges[edge];
	dag_time at = later(e->now, delay_of(e, &e->acts[act], x));

	if (e->m->registers[edge])
		return; /* who reads it waits for nothing */
	pass_stamp(e, act, x);
	if (e->entity_of_edge[edge] == NONE) {
		send_and(e, act, x, at);
		return;
	}
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

void messages_input(struct engine *e, uint32_t edge, uint32_t act)
{
	make_room(e, e->entity_of_edge[edge]);
	arrive(e, e->entity_of_edge[edge], act);
}

/* --- taking --- */

/* rcl_timer_call: the next tick is the first that is due now or later. */
static void skip_ticks(struct engine *e, const struct entity *y,
		       struct token_queue *q)
{
	while (q->n && q->items[q->first & (q->cap - 1)].t < e->now)
		lose_first(e, y, q, TRACE_SKIPPED);
}

/* A message feeds a join, and the callback runs if that has a full set. */
static enum taken take_input(struct engine *e, struct executor *x,
			     const struct entity *y, struct token_queue *q,
			     struct token got, uint32_t thread, uint32_t *act)
{
	if (!q->n)
		bits_clear(&x->ready, y->rank);
	emit_act(e, TRACE_TAKE, got.act, e->m->callbacks[y->node].local,
		 (struct emit){.a = thread,
			       .b = y->input + 1,
			       .exec = e->asking,
			       .flags = TRACE_FED});
	join_feed(e, y, got.act);
	return messages_take_set(e, y->node, thread, act) ? TAKEN_CALLBACK
							  : TAKEN_INPUT;
}

bool messages_take_set(struct engine *e, uint32_t node, uint32_t thread,
		       uint32_t *act)
{
	uint32_t local = e->m->callbacks[node].local;

	if (!e->joins[node] || !join_fired(e->joins[node], act))
		return false;
	emit_act(e, TRACE_READY, *act, local, (struct emit){0});
	emit_act(e, TRACE_TAKE, *act, local,
		 (struct emit){.a = thread, .exec = e->asking});
	e->stats.taken++;
	return true;
}

enum taken messages_take(struct engine *e, struct executor *x, uint32_t rank,
			 uint32_t thread, uint32_t *act)
{
	uint32_t entity = x->plan->first_entity + rank;
	const struct entity *y = &e->m->entities[entity];
	const struct callback *c = &e->m->callbacks[y->node];
	struct token_queue *q = &e->queues[entity];
	struct token got;

	if (!q->n)
		return TAKEN_NOTHING;
	got = take_first(q);
	if (y->edge != NONE)
		return take_input(e, x, y, q, got, thread, act);
	emit_act(e, TRACE_TAKE, got.act, c->local,
		 (struct emit){.a = thread, .exec = e->asking});
	e->stats.taken++;
	if (c->external)
		messages_begin(e, y->node, got.act);
	if (c->type == CALLBACK_TIMER && c->timer == TIMER_SKIP)
		skip_ticks(e, y, q);
	if (!q->n)
		bits_clear(&x->ready, rank);
	*act = got.act;
	return TAKEN_CALLBACK;
}

/* plan.c - what a platform run needs, set up before the first event */
#include "base/rng.h"
#include "platform/joins.h"
#include "platform/state.h"

#include <stdlib.h>
#include <string.h>

static void plan_nodes(struct engine *e, struct arena *a)
{
	const struct workload *w = e->w;

	e->plans = ARENA_NEW(a, struct node_plan, w->n_nodes);
	e->open = ARENA_NEW(a, uint32_t, w->n_tasks);
	e->fresh = ARENA_NEW(a, struct pending, w->n_nodes);
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct task *t = &w->tasks[w->nodes[i].task];
		const struct model *m = &w->models[w->nodes[i].model];
		const struct callback *c = &e->m->callbacks[i];
		uint32_t local = i - t->first_node;

		e->plans[i] = (struct node_plan){
			.cost = m->latency[0],
			.model = m,
			.factor_base =
				rng_base(e->c->seed, RNG_FACTOR, t->key, local),
			.tail_base =
				rng_base(e->c->seed, RNG_TAIL, t->key, local),
			.bcet = m->bcet,
			.wcet = m->wcet ? m->wcet : DAG_TIME_MAX,
			.local = local,
			.entity = c->first_entity,
			.first_step = c->first_step,
			.end_step = c->first_step + c->n_steps,
		};
		e->fresh[i] = (struct pending){.stamp = DAG_TIME_MAX,
					       .triggers = c->n_triggers};
	}
	for (uint32_t i = 0; i < w->n_tasks; i++)
		if (w->tasks[i].n_nodes > e->stride)
			e->stride = w->tasks[i].n_nodes;
}

/* By rank: the group that excludes others, or NONE. */
static const uint32_t *plan_groups(const struct mapping *m,
				   const struct executor_plan *p,
				   struct arena *a)
{
	uint32_t *group = ARENA_NEW(a, uint32_t, p->n_entities);

	for (uint32_t i = 0; i < p->n_entities; i++) {
		uint32_t node = m->entities[p->first_entity + i].node;
		uint32_t g = m->callbacks[node].group;

		group[i] = m->groups[g].reentrant ? NONE : g;
	}
	return group;
}

static void plan_inboxes(struct engine *e, struct arena *a)
{
	const struct mapping *m = e->m;

	e->inboxes = ARENA_NEW(a, struct inbox, m->n_entities);
	for (uint32_t i = 0; i < m->n_entities; i++) {
		const struct entity *y = &m->entities[i];
		const struct callback *c = &m->callbacks[y->node];
		bool timer = c->type == CALLBACK_TIMER;

		e->inboxes[i] = (struct inbox){
			.rank = y->rank,
			.node = y->node,
			.local = c->local,
			.input = y->edge == NONE ? 0 : y->input + 1,
			.crosses = y->edge != NONE && y->edge >= e->w->n_edges,
			.keeps = timer ? 0 : c->queue,
			.executor = &e->executors[c->executor],
			.external = c->external,
			.skips = timer && c->timer == TIMER_SKIP,
		};
	}
}

/* What each task begins with. */
static void plan_sources(struct engine *e, struct arena *a)
{
	uint32_t n = 0;

	e->sources = ARENA_NEW(a, uint32_t, e->w->n_nodes);
	e->first_source = ARENA_NEW(a, uint32_t, e->w->n_tasks + 1);
	for (uint32_t i = 0; i < e->w->n_tasks; i++) {
		const struct task *t = &e->w->tasks[i];

		for (uint32_t k = 0; k < t->n_nodes; k++) {
			const struct callback *c =
				&e->m->callbacks[t->first_node + k];

			if (c->external)
				e->sources[n++] = c->first_entity;
		}
		e->first_source[i + 1] = n;
	}
}

/* Crossings between tasks stand behind the edges. */
static void plan_edges(struct engine *e, struct arena *a)
{
	const struct workload *w = e->w;
	const struct runtime *r = w->runtime;
	uint32_t n_crossings = r ? r->n_crossings : 0;

	e->edges = ARENA_NEW(a, struct edge_plan, w->n_edges + n_crossings + 1);
	for (uint32_t i = 0; i < w->n_edges + n_crossings; i++) {
		const struct edge *x = i < w->n_edges ? &w->edges[i] : NULL;
		uint32_t from = x ? x->from : r->crossings[i - w->n_edges].from;
		uint32_t to = x ? x->to : r->crossings[i - w->n_edges].to;

		e->edges[i] = (struct edge_plan){
			.delay = x ? x->delay : 0,
			.to = to,
			.from_local = e->m->callbacks[from].local,
			.to_local = e->m->callbacks[to].local,
			.entity = NONE,
			.is_drawn = x && x->drawn,
			.is_register = x && e->m->registers[i],
			.crosses = !x,
		};
	}
}

/* At first all threads wait; but of a multi-threaded executor one does so with
 * the mutex that the others wait for. */
static void plan_waiters(struct executor *x)
{
	uint32_t first = x->plan->first_thread;
	uint32_t end = first + x->plan->n_threads;

	if (x->plan->kind == EXECUTOR_MULTI)
		first++;
	else if (x->plan->kind != EXECUTOR_CBG)
		return;
	if (first == end)
		return;
	x->first_waiter = first;
	x->last_waiter = end - 1;
}

static void plan_executors(struct engine *e, struct arena *a)
{
	const struct mapping *m = e->m;

	e->executors = ARENA_NEW(a, struct executor, m->n_executors);
	e->group_busy = ARENA_NEW(a, bool, m->n_groups);
	bits_init(&e->restless, m->n_executors, a);
	plan_inboxes(e, a);
	e->group_events = ARENA_NEW(a, struct event_queue, m->n_groups);
	e->group_queued = ARENA_NEW(a, bool, m->n_groups);
	for (uint32_t i = 0; i < m->n_executors; i++) {
		struct executor *x = &e->executors[i];

		*x = (struct executor){
			.plan = &m->executors[i],
			.poll = m->executors[i].poll,
			.take = m->executors[i].take,
			.ops = executor_ops_of(m->executors[i].kind),
			.inboxes = &e->inboxes[m->executors[i].first_entity],
			.n_entities = m->executors[i].n_entities,
			.first_thread = m->executors[i].first_thread,
			.waiting = true,
			.holder = m->executors[i].first_thread,
			.first_waiter = NONE,
			.last_waiter = NONE,
		};
		e->has_workers |= x->plan->kind == EXECUTOR_WORKERS;
		plan_waiters(x);
		x->group = plan_groups(m, x->plan, a);
		bits_init(&x->ready, x->n_entities, a);
		bits_init(&x->window, x->n_entities, a);
		x->seen = ARENA_NEW(a, uint32_t, x->n_entities);
	}
}

static void plan_joins(struct engine *e, struct arena *a)
{
	const struct mapping *m = e->m;

	e->joins = ARENA_NEW(a, struct join *, e->w->n_nodes);
	for (uint32_t i = 0; i < m->n_entities; i++) {
		const struct entity *y = &m->entities[i];

		if (y->edge == NONE)
			continue;
		e->edges[y->edge].entity = i;
		if (!e->joins[y->node])
			e->joins[y->node] = join_new(m, y->node, a);
	}
}

static void plan_threads(struct engine *e, struct arena *a)
{
	const struct mapping *m = e->m;

	e->threads = ARENA_NEW(a, struct thread, m->n_threads);
	e->woken = ARENA_NEW(a, uint32_t, m->n_threads);
	for (uint32_t i = 0; i < m->n_threads; i++) {
		struct server *v = m->plans[i].server;
		const struct executor *x = &e->executors[m->plans[i].executor];

		e->threads[i] = (struct thread){
			.executor = &e->executors[m->plans[i].executor],
			.os = &e->os[e->placement.device_of[i]],
			.server = v,
			.timer = DAG_TIME_MAX,
			.blocked = -1, /* before all time */
			.node = NONE,
			.next_waiter = NONE,
		};
		if (x->first_waiter != NONE && i >= x->first_waiter &&
		    i < x->last_waiter)
			e->threads[i].next_waiter = i + 1;
		if (!v)
			continue;
		if (!e->timers)
			e->timers = winner_new(m->n_threads, DAG_TIME_MAX,
					       &e->timer_leaves, a);
		v->thread = i;
		if (v->ops->reset)
			v->ops->reset(v);
		e->jobs[i].deadline = v->deadline;
		e->jobs[i].pressing = true;
	}
}

bool engine_plan(struct engine *e, const struct platform_config *c,
		 struct arena *a, struct dag_error *err)
{
	struct platform_config own = *c;

	REQUIRE(c->horizon > 0 && c->horizon <= SPAN_MAX);
	memset(e, 0, sizeof(*e));
	e->c = c;
	e->m = c->mapping;
	e->w = c->mapping->workload;
	e->error = err;
	e->nominal = !c->noise && !c->replay;
	if (!platform_place(&own, a, err))
		return false;
	e->placement = *own.placement;
	plan_nodes(e, a);
	plan_edges(e, a);
	plan_executors(e, a);
	plan_sources(e, a);
	plan_joins(e, a);
	cores_plan(e, a);
	plan_threads(e, a);
	e->releases = c->replay ? release_replay(a, c->replay, c->horizon)
				: release_open(a, e->w, c->seed, c->horizon);
	return true;
}

void engine_unplan(struct engine *e)
{
	cores_unplan(e);
	for (uint32_t i = 0; e->inboxes && i < e->m->n_entities; i++)
		free(e->inboxes[i].items);
	for (uint32_t i = 0; e->joins && i < e->w->n_nodes; i++)
		if (e->joins[i])
			join_free(e->joins[i]);
	for (uint32_t i = 0; e->executors && i < e->m->n_executors; i++) {
		free(e->executors[i].events[0].items);
		free(e->executors[i].events[1].items);
	}
	for (uint32_t i = 0; e->group_events && i < e->m->n_groups; i++)
		free(e->group_events[i].items);
	free(e->due);
	free(e->acts);
	free(e->free_acts);
	free(e->pending);
}

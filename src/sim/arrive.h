/* arrive.h - the part of the loop in which jobs are released and nodes become
 * ready; included by sim.c alone, so that the compiler sees one text */
#ifndef DAGSIM_SIM_ARRIVE_H
#define DAGSIM_SIM_ARRIVE_H

#include "model/latency.h"
#include "sim/charge.h"
#include "sim/execs.h"
#include "sim/rules.h"
#include "sim/state.h"

HOT void push_now(struct sim *s, enum loop k, struct device *d, job_id j)
{
	if (d->fifo_ties)
		s->jobs[j].tie = s->ready_count++;
	ready_push(d->ready, j);
	if (s->c->late == LATE_DROP && !d->by_deadline)
		sim_expect_deadline(s, d, j);
	if (k == LOOP_FULL && s->c->rules.lost_posts)
		rules_post(s, d);
	if (k == LOOP_FULL)
		touch(s, d);
}

/* --- nodes that became ready at this instant ---
 *
 * Where the order of becoming ready counts, those of one instant must not owe
 * theirs to the cores on which their predecessors ended, or to the order of
 * edges: they go by release, then by tie as it was made.  Their ties become
 * numbers in order once all of the instant are known. */

static bool fresh_before(const struct sim *s, job_id x, job_id y)
{
	const struct job *a = &s->jobs[x], *b = &s->jobs[y];

	if (a->release != b->release && !s->own_ties)
		return a->release < b->release;
	return a->tie < b->tie;
}

static void fresh_put(struct sim *s, job_id j)
{
	uint32_t i = s->n_fresh++;

	array_reserve((void **)&s->fresh, &s->cap_fresh, s->n_fresh,
		      sizeof(*s->fresh));
	for (; i && fresh_before(s, j, s->fresh[i - 1]); i--)
		s->fresh[i] = s->fresh[i - 1];
	s->fresh[i] = j;
}

/* Before anything is dropped or decided. */
static void fresh_push(struct sim *s)
{
	for (uint32_t i = 0; i < s->n_fresh; i++) {
		job_id j = s->fresh[i];

		push_now(s, LOOP_FULL, s->plans[s->runs[j].vertex].device, j);
	}
	s->n_fresh = 0;
	if (s->posted)
		rules_deliver(s);
}

HOT void push(struct sim *s, enum loop k, job_id j)
{
	struct device *d = k != LOOP_FULL ? s->devices
					  : s->plans[s->runs[j].vertex].device;

	if (k == LOOP_FULL && d->fifo_ties)
		fresh_put(s, j);
	else
		push_now(s, k, d, j);
}

/* A template's tie has room for them. */
static inline uint64_t instance_bits(uint64_t instance)
{
	return instance & ((UINT64_C(1) << RELEASE_INSTANCE_BITS) - 1);
}

/* --- nodes of activations --- */

static job_id new_node(struct sim *s, uint32_t act, uint32_t local)
{
	const struct activation *x = &s->acts[act];
	uint32_t node = s->w->tasks[x->task].first_node + local;
	job_id id = sim_slot_new(s, LOOP_FULL, node);
	struct job *j = &s->jobs[id];

	j->release = x->release;
	j->deadline = x->deadline;
	j->instance = x->instance;
	j->tie |= instance_bits(x->instance);
	s->runs[id].activation = act;
	sim_pending(s, act, local)->slot = id;
	return id;
}

/* It joins the queue of its device. */
static void enqueue(struct sim *s, job_id id)
{
	const struct activation *x = &s->acts[s->runs[id].activation];
	const struct node_plan *plan = &s->plans[s->runs[id].vertex];

	s->jobs[id].pressing =
		x->started && plan->device->preemption == PREEMPT_NONE;
	if (s->late_ready)
		sim_emit(s, TRACE_READY, &s->jobs[id], (struct emit){0});
	if (s->has_rules)
		rules_wake(s, id);
	push(s, LOOP_FULL, id);
}

/* The same, unless it waits for the same node of an earlier job. */
static void push_node(struct sim *s, job_id id)
{
	struct device *d = s->plans[s->runs[id].vertex].device;

	if (!s->series || rules_series_enter(s, id)) {
		enqueue(s, id);
	} else if (s->c->rules.lost_posts) {
		rules_post(s, d);
	}
}

/* A node has ended for which the next in series may wait. */
static void leave_series(struct sim *s, uint32_t vertex)
{
	job_id id = rules_series_leave(s, vertex);

	if (id != JOB_NONE)
		enqueue(s, id);
}

/* All is there that the node has waited for. */
static void tell_ready(struct sim *s, job_id id)
{
	if (!s->late_ready)
		sim_emit(s, TRACE_READY, &s->jobs[id], (struct emit){0});
	push_node(s, id);
}

/* It becomes ready, or is seen, at `at`, not before now. */
static void push_at(struct sim *s, job_id id, enum where where, dag_time at)
{
	assert(at >= s->now && where != IN_QUEUE);
	s->runs[id].where = (uint8_t)where;
	timed_push(&s->arrivals, (struct timed){at, s->jobs[id].tie, id});
}

static dag_time later(dag_time t, dag_time span)
{
	return span > DAG_TIME_MAX - t ? DAG_TIME_MAX : t + span;
}

/* When the thread that runs or submits the node is awake: what it waits for is
 * there `at`, and told on `core`.  Where one core alone may run it, that core
 * has the latency. */
static dag_time woken(const struct sim *s, uint32_t vertex, uint64_t instance,
		      uint32_t core, dag_time at)
{
	const struct device *d = s->plans[vertex].device;
	uint64_t bits;

	assert(s->latency && at >= s->now);
	if (d->view.n_exec == 1)
		core = costs_core(s, d->first_exec);
	bits = rng_draw(s->latency_bases[vertex], instance);
	return later(at,
		     latency_draw(s->latency, core, bits, s->burst_base, at));
}

/* Has the wake-up of the node a latency? */
static bool wakes_late(const struct sim *s, uint32_t vertex)
{
	return s->latency &&
	       (!s->latency->releases_only || !s->w->nodes[vertex].n_pred);
}

/* The core that handles releases deals with it. */
static void see_node(struct sim *s, job_id id)
{
	dag_time at = s->costs ? costs_release(s, id) : s->now;
	uint32_t vertex = s->runs[id].vertex;

	if (wakes_late(s, vertex))
		at = woken(s, vertex, s->jobs[id].instance,
			   s->plans[vertex].device->first_exec, at);
	if (at > s->now)
		push_at(s, id, IN_ARRIVALS, at);
	else
		push_node(s, id);
}

/* It is there to be seen from `at` on; by whoever looks at ticks only. */
static void show_node(struct sim *s, job_id id, dag_time at)
{
	if (s->c->rules.tick)
		at = rules_next_tick(s, at);
	if (at > s->now)
		push_at(s, id, IN_SIGHT, at);
	else
		see_node(s, id);
}

/* The predecessors of a node have finished; what they sent may be under way
 * still. */
static void ready_node(struct sim *s, uint32_t act, uint32_t local,
		       uint32_t core)
{
	dag_time at = sim_pending(s, act, local)->ready_at;
	job_id id = new_node(s, act, local);

	s->runs[id].waker = (uint16_t)core;
	if (s->c->rules.tick_successors) {
		show_node(s, id, at);
		return;
	}
	if (wakes_late(s, s->runs[id].vertex))
		at = woken(s, s->runs[id].vertex, s->acts[act].instance, core,
			   at > s->now ? at : s->now);
	if (at > s->now)
		push_at(s, id, IN_ARRIVALS, at);
	else
		tell_ready(s, id);
}

static void arrive(struct sim *s)
{
	while (timed_next(&s->arrivals) == s->now) {
		job_id id = timed_pop(&s->arrivals).job;
		bool seen = s->runs[id].where == IN_SIGHT;

		s->runs[id].where = IN_QUEUE;
		if (s->runs[id].dead)
			sim_slot_free(s, id);
		else if (seen)
			see_node(s, id);
		else
			tell_ready(s, id);
	}
}

/* How long the message of an edge is under way. */
static dag_time edge_delay(const struct sim *s, const struct activation *x,
			   const struct edge *e)
{
	const struct task *t = &s->w->tasks[x->task];
	uint64_t ends;

	if (!e->drawn)
		return e->delay;
	ends = (uint64_t)(e->from - t->first_node) << 32 |
	       (e->to - t->first_node);
	return draw_value(e->drawn, rng_draw(rng_base(s->c->seed, RNG_DELAY,
						      t->key, ends),
					     x->instance));
}

/* The node has ended on the executor: its messages go out. */
static void ready_successors(struct sim *s, uint32_t act, uint32_t vertex,
			     uint32_t exec)
{
	const struct node *n = &s->w->nodes[vertex];
	const struct activation *x = &s->acts[act];
	uint32_t first = s->w->tasks[n->task].first_node;
	uint32_t core = costs_core(s, exec);

	for (uint32_t i = 0; i < n->n_succ; i++) {
		const struct edge *e = &s->w->edges[n->first_succ + i];
		struct pending *p = sim_pending(s, act, e->to - first);
		bool last = p->preds == 1;
		dag_time at = s->now;

		assert(p->preds > 0);
		if (s->costs)
			at = costs_send(s, core, x, e);
		if (s->costs && last && !s->c->rules.tick_successors)
			at = costs_wake(s, core, x, e->to);
		at = later(at, edge_delay(s, x, e));
		if (at > p->ready_at)
			p->ready_at = at;
		p->preds--;
		if (last)
			ready_node(s, act, e->to - first, core);
		if (s->has_rules && i == 0)
			rules_yield(s, vertex);
	}
	if (s->costs && core != exec)
		sim_settle(s, core);
}

/* --- releases --- */

static void release_dag(struct sim *s, const struct release *r)
{
	uint32_t act = sim_activation_new(s, r);
	uint32_t n = s->w->tasks[r->task].n_nodes;

	for (uint32_t i = 0; i < n; i++)
		if (sim_pending(s, act, i)->preds == 0)
			show_node(s, new_node(s, act, i), s->now);
}

HOT void release_one(struct sim *s, enum loop k, const struct release *r)
{
	uint32_t node =
		k == LOOP_FULL ? s->w->tasks[r->task].first_node : r->task;
	job_id id = sim_slot_new(s, k, node);
	struct job *j = &s->jobs[id];

	j->release = r->time;
	j->deadline = r->deadline;
	j->tie = s->own_ties ? j->tie | instance_bits(r->instance) : r->tie;
	j->instance = r->instance;
	push(s, k, id);
}

HOT void release_job(struct sim *s, enum loop k)
{
	struct release r;
	bool given = s->c->replay != NULL;

	release_next(s->releases, &r);
	assert(r.time == s->now && r.task < s->w->n_tasks);
	sim_emit_job(
		s, TRACE_RELEASE, r.task, r.instance, 0,
		(struct emit){.a = r.deadline,
			      .b = given ? (int64_t)r.tie : r.time - r.nominal,
			      .flags = given ? TRACE_GIVEN_ID : 0});
	if (k != LOOP_FULL ||
	    (s->w->tasks[r.task].n_nodes == 1 && !s->all_activations))
		release_one(s, k, &r);
	else
		release_dag(s, &r);
}

#endif

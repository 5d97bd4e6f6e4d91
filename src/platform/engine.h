/* engine.h - threads: what they have in hand, and what becomes of it: a part of
 * run.c */
#ifndef DAGSIM_PLATFORM_ENGINE_H
#define DAGSIM_PLATFORM_ENGINE_H

#include "platform/draws.h"
#include "platform/loop.h"

/* --- records --- */

void engine_flush(struct engine *e)
{
	e->stats.records += e->n_buffered;
	for (size_t i = 0; i < e->n_sinks; i++) {
		e->sinks[i]->consume(e->sinks[i], e->buffer, e->n_buffered);
		e->sink_failed |= e->sinks[i]->failed;
	}
	e->n_buffered = 0;
}

static void engine_tell_thread(struct engine *e, uint32_t thread,
			       enum trace_thread_event what, int64_t a,
			       int64_t b)
{
	emit(e, TRACE_THREAD, 0, thread, 0,
	     (struct emit){.a = a, .b = b, .index = what});
}

static void engine_tell_poll(struct engine *e, const struct executor *x,
			     uint32_t thread)
{
	uint32_t n = 0;

	e->stats.polls++;
	for (uint32_t i = 0; i < x->n_seen; i++)
		n += !inbox_of(x, x->seen[i])->crosses;
	emit(e, TRACE_POLL, 0, thread, 0,
	     (struct emit){.a = n, .exec = e->asking});
	for (uint32_t i = 0; i < x->n_seen; i++) {
		const struct inbox *q = inbox_of(x, x->seen[i]);

		if (q->crosses)
			continue;
		emit_act(e, TRACE_SEEN, inbox_first(q)->act, q->local,
			 (struct emit){.a = q->input});
	}
	if (x->n_seen)
		e->threads[thread].costs += x->poll;
}

/* --- servers --- */

/* Does what the server's answers say. */
static inline void heed_server(struct engine *e, uint32_t thread,
			       const struct server *v)
{
	if (e->threads[thread].timer != v->timer)
		timers_set(e, thread, v->timer);
	if (e->jobs[thread].deadline != v->deadline)
		cores_new_deadline(e, thread, v->deadline);
}

static void engine_settle_shared(struct engine *e, const struct server *v)
{
	for (uint32_t i = 0; v->ops->shared && i < e->placement.n_execs; i++)
		if (e->cores[i].thread != NONE)
			engine_account(e, i);
}

static void engine_replan_shared(struct engine *e, const struct server *v)
{
	for (uint32_t i = 0; v->ops->shared && i < e->placement.n_execs; i++)
		if (e->cores[i].thread != NONE &&
		    (e->threads[e->cores[i].thread].left > 0 ||
		     e->threads[e->cores[i].thread].spins))
			cores_plan_event(e, i);
}

/* Tells the server, and does what its answers say. */
static void tell_server(struct engine *e, uint32_t thread,
			void (*what)(struct server *v, dag_time now))
{
	struct server *v = e->threads[thread].server;

	engine_settle_shared(e, v);
	what(v, e->now);
	heed_server(e, thread, v);
	engine_replan_shared(e, v);
}

/* It has something to do, or to go on with. */
static void engine_make_ready(struct engine *e, uint32_t thread)
{
	struct thread *t = &e->threads[thread];

	if (e->has_workers)
		workers_stir(e, t->executor);
	if (!t->server || !t->server->throttled) {
		t->state = THREAD_READY;
		cores_push(e, thread);
		return;
	}
	t->state = THREAD_THROTTLED;
	engine_tell_thread(e, thread, TRACE_THROTTLED, t->server->timer, 0);
}

static void engine_server_due(struct engine *e, uint32_t thread)
{
	struct thread *t = &e->threads[thread];
	struct server *v = t->server;
	bool was_throttled = v->throttled;
	dag_time old;

	assert(v->timer == e->now);
	v->timer = DAG_TIME_MAX;
	old = v->deadline;
	tell_server(e, thread, v->ops->due);
	if (was_throttled != v->throttled || old != v->deadline)
		engine_tell_thread(e, thread, TRACE_REPLENISHED, v->deadline,
				   v->throttled ? 0 : v->ops->left(v, e->now));
	if (t->state == THREAD_THROTTLED && !v->throttled)
		engine_make_ready(e, thread);
}

/* What is left of the budget is given up. */
static void yield(struct engine *e, uint32_t thread)
{
	struct server *v = e->threads[thread].server;
	dag_time old = v->deadline;

	if (v->throttled || e->closed)
		return;
	tell_server(e, thread, v->ops->yield);
	if (v->deadline != old) /* the next period has begun already */
		engine_tell_thread(e, thread, TRACE_REPLENISHED, v->deadline,
				   v->ops->left(v, e->now));
}

static void engine_block(struct engine *e, uint32_t thread)
{
	struct thread *t = &e->threads[thread];

	assert(t->hand == HAND_EMPTY);
	t->state = THREAD_BLOCKED;
	t->blocked = e->now;
	engine_tell_thread(e, thread, TRACE_BLOCKS, 0, 0);
	if (t->server)
		tell_server(e, thread, t->server->ops->block);
}

/* --- waking --- */

/* What the policy sees of a callback of an activation. */
static void show_job(const struct engine *e, struct job *j, uint32_t node,
		     uint32_t act, const struct thread *t)
{
	const struct activation *x = &e->acts[act];

	j->release = x->release;
	j->deadline = t->server ? t->server->deadline : x->deadline;
	j->instance = x->instance;
	j->work_left = e->plans[node].cost;
	if (!t->os->fifo_ties)
		j->tie = release_tie(node, x->instance);
}

static bool same_place(const struct job *x, const struct job *y)
{
	return x->release == y->release && x->deadline == y->deadline &&
	       x->tie == y->tie && x->work_left == y->work_left;
}

static bool engine_show(struct engine *e, uint32_t thread, struct job *out)
{
	const struct thread *t = &e->threads[thread];
	struct job *j = &e->jobs[thread];

	assert(t->hand == HAND_TAKEN);
	if (t->os->keyed) {
		*out = *j;
		show_job(e, out, t->node, t->act, t);
		if (!same_place(out, j))
			return false;
	}
	show_job(e, j, t->node, t->act, t);
	return true;
}

static bool woken_before(const struct engine *e, uint32_t x, uint32_t y)
{
	if (e->jobs[x].release != e->jobs[y].release)
		return e->jobs[x].release < e->jobs[y].release;
	return e->threads[x].woken_by < e->threads[y].woken_by;
}

static void put_woken(struct engine *e, uint32_t thread)
{
	uint32_t i = e->n_woken++;

	assert(i < e->m->n_threads);
	for (; i && woken_before(e, thread, e->woken[i - 1]); i--)
		e->woken[i] = e->woken[i - 1];
	e->woken[i] = thread;
	e->threads[thread].state = THREAD_WAKING;
}

static void engine_woken(struct engine *e, uint32_t thread)
{
	struct thread *t = &e->threads[thread];

	assert(t->state == THREAD_BLOCKED || t->state == THREAD_WAKING);
	if (t->server)
		tell_server(e, thread, t->server->ops->wake);
	engine_tell_thread(e, thread, TRACE_WAKES, e->jobs[thread].deadline, 0);
	/* One that blocked a moment ago, before what comes at this instant
	 * came, would not have done so had it looked now: it keeps its place.
	 */
	if (t->os->fifo_ties && (t->blocked != e->now || e->deciding))
		put_woken(e, thread);
	else
		engine_make_ready(e, thread);
}

static void engine_join_queues(struct engine *e)
{
	for (uint32_t i = 0; i < e->n_woken; i++) {
		uint32_t thread = e->woken[i];

		e->jobs[thread].tie = e->wake_count++;
		engine_make_ready(e, thread);
	}
	e->n_woken = 0;
}

static void engine_wake(struct engine *e, uint32_t thread, struct executor *x,
			uint32_t rank)
{
	struct thread *t = &e->threads[thread];
	const struct inbox *q = inbox_of(x, rank);
	uint32_t node = q->node;
	dag_time latency = 0;

	assert(t->state == THREAD_BLOCKED);
	t->node = node;
	show_job(e, &e->jobs[thread], node, inbox_first(q)->act, t);
	e->jobs[thread].last_exec = EXEC_NONE;
	t->woken_by = release_tie(node, e->jobs[thread].instance);
	if (e->c->latency)
		latency = e->c->latency->of(e->c->latency, thread, t->wakes,
					    node, e->now);
	t->wakes++;
	if (!latency) {
		engine_woken(e, thread);
		return;
	}
	t->state = THREAD_WAKING;
	due_push(e, (struct due){.t = e->now + latency,
				 .tie = thread,
				 .what = thread,
				 .kind = DUE_WAKE});
}

/* --- taking --- */

/* How much work is done when the next step is due; all of it: with the end. */
static void next_point(const struct engine *e, struct thread *t,
		       const struct node_plan *p)
{
	const struct publish_step *s = &e->m->steps[t->step];

	t->point = t->total;
	if (t->step < p->end_step && s->after.num < s->after.den)
		t->point = (dag_time)((int128)t->total * s->after.num /
				      s->after.den);
}

static void take(struct engine *e, struct thread *t, uint32_t rank,
		 uint32_t act)
{
	uint32_t node = inbox_of(t->executor, rank)->node;
	const struct node_plan *p = &e->plans[node];
	uint64_t instance = e->acts[act].instance,
		 seen = e->jobs[t - e->threads].instance;

	t->hand = HAND_TAKEN;
	t->shown = t->node == node && instance == seen;
	t->rank = rank;
	t->act = act;
	t->node = node;
	t->local = p->local;
	t->total = t->left = draw(e, node, instance, &t->factor);
	t->step = p->first_step;
	t->costs += t->executor->take;
	next_point(e, t, p);
}

/* The thread blocks, which may be in the queue of its cores, or is to wait on
 * the core that it gets. */
static bool find_nothing(struct engine *e, uint32_t thread)
{
	if (workers_last(e, e->threads[thread].executor)) {
		e->threads[thread].spins = true;
		workers_stir(e, e->threads[thread].executor);
		return true;
	}
	cores_remove(e, thread);
	engine_block(e, thread);
	return false;
}

static bool engine_take(struct engine *e, uint32_t thread)
{
	struct thread *t = &e->threads[thread];
	struct executor *x = t->executor;

	assert(t->hand == HAND_EMPTY);
	for (;;) {
		uint32_t rank = x->ops->select(e, x, thread), act = 0;
		enum taken got;

		if (rank == NONE)
			return false;
		got = messages_take(e, inbox_of(x, rank), thread, &act);
		if (got == TAKEN_CALLBACK)
			take(e, t, rank, act);
		if (x->ops->taken)
			x->ops->taken(e, x, rank);
		switch (got) {
		case TAKEN_CALLBACK:
			return true;
		case TAKEN_INPUT:
			if (!x->ops->leave(e, x, thread, rank))
				return false;
			break;
		case TAKEN_NOTHING:
			break;
		}
	}
}

static bool engine_select(struct engine *e, uint32_t thread)
{
	assert(e->threads[thread].state == THREAD_READY);
	return engine_take(e, thread) || find_nothing(e, thread);
}

/* --- executing --- */

static void engine_account(struct engine *e, uint32_t core)
{
	struct core *c = &e->cores[core];
	struct thread *t = &e->threads[c->thread];
	struct job *j = &e->jobs[c->thread];
	dag_time worked = e->now > c->since ? e->now - c->since : 0;
	dag_time old;

	c->since += worked;
	if (t->spins)
		worked = 0;
	assert(worked <= t->left);
	t->left -= worked;
	j->work_left = j->work_left > worked ? j->work_left - worked : 0;
	if (!t->server || e->closed) /* then budgets count no more */
		return;
	old = t->server->deadline;
	t->server->ops->spent(t->server, e->now, e->now - c->from);
	c->from = e->now;
	if (t->server->deadline != old) /* in passing */
		engine_tell_thread(e, c->thread, TRACE_REPLENISHED,
				   t->server->deadline,
				   t->server->ops->left(t->server, e->now));
	heed_server(e, c->thread, t->server);
}

/* The messages of the steps that are due when so much work is done. */
static void publish(struct engine *e, struct thread *t, dag_time done)
{
	const struct node_plan *p = &e->plans[t->node];

	while (t->step < p->end_step && t->point <= done) {
		const struct publish_step *s = &e->m->steps[t->step++];

		for (uint32_t i = 0; i < s->n; i++)
			messages_send(e, t->act, e->m->out[s->first + i]);
		next_point(e, t, p);
	}
}

static void tell_finish(struct engine *e, uint32_t core, struct thread *t)
{
	struct activation *x = &e->acts[t->act];
	bool done, late;

	assert(x->running > 0 && x->left > 0);
	x->running--;
	done = --x->left == 0;
	e->open[x->task] -= done;
	if (done && e->has_workers)
		workers_stir_all(e, x->task);
	late = done && e->now > x->deadline;
	emit_act(e, TRACE_FINISH, t->act, t->local,
		 (struct emit){.a = x->release,
			       .b = x->deadline,
			       .exec = core,
			       .flags = (uint8_t)(done * TRACE_JOB_DONE |
						  late * TRACE_LATE)});
	if (late)
		emit_act(e, TRACE_MISS, t->act, 0,
			 (struct emit){.a = x->release,
				       .b = x->deadline,
				       .flags = TRACE_LATE});
}

static void end_callback(struct engine *e, uint32_t core)
{
	uint32_t thread = e->cores[core].thread, act, done;
	struct thread *t = &e->threads[thread];

	e->asking = core;
	tell_finish(e, core, t);
	if (!e->closed && t->step < e->plans[t->node].end_step)
		publish(e, t, t->total);
	if (t->server && t->server->yields)
		yield(e, thread);
	cores_release(e, core);
	t->hand = HAND_EMPTY;
	done = t->act;
	if (!e->closed && messages_take_set(e, t->node, thread, &act)) {
		/* a join has fired more than once: it goes on at once */
		take(e, t, t->rank, act);
		engine_make_ready(e, thread);
		messages_drop_hold(e, done);
		return;
	}
	t->node = NONE;
	if (!e->closed) {
		if (t->executor->ops->leave(e, t->executor, thread, t->rank))
			engine_make_ready(e, thread);
		else
			engine_block(e, thread);
	}
	messages_drop_hold(e, done);
}

static void engine_core_event(struct engine *e, uint32_t core)
{
	struct core *c = &e->cores[core];
	struct thread *t;

	if (c->thread == NONE) { /* overhead is done */
		cores_release(e, core);
		return;
	}
	t = &e->threads[c->thread];
	engine_account(e, core);
	if (!t->left && !t->spins) {
		end_callback(e, core);
		return;
	}
	if (!t->spins && t->point == t->total - t->left)
		publish(e, t, t->point);
	if (!t->server || !t->server->throttled || engine_is_over(e)) {
		cores_plan_event(e, core);
		return;
	}
	cores_stop(e, core);
	engine_make_ready(e, (uint32_t)(t - e->threads));
}

#endif

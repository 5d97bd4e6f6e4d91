/* executor_workers.h - threads that run a DAG as tests of reservations have it
 *
 * In reservation-based federated scheduling a DAG is served by several equal
 * servers, and whichever of them has a processor runs some node that could
 * run: a node that was begun on a server which has lost its processor goes on
 * in another, and a server for which there is no node now idles in its place,
 * which uses up its budget.  That is what the proof needs: the servers get
 * their budgets within the deadline of each job, whatever they do with them,
 * so at any time in which one of them idles the longest path gets shorter.
 *
 * So these threads
 *   wake up, all of them, when a job is released, and sleep when all jobs of
 *   their tasks are done;
 *   keep a core on which they find no node, and wait there (spin);
 *   take over what another of them has begun and has no core for, if nothing
 *   new is ready.
 * Threads of real executors do neither; a reservation each is then not enough.
 *
 * Handing over takes no time, and a node that moves is told by a TAKE with
 * TRACE_MOVED.
 *
 * Source: Ueter, von der Brueggen, Chen, Li, Agrawal, Reservation-Based
 * Federated Scheduling for Parallel Real-Time Tasks, RTSS 2018.
 */
#ifndef DAGSIM_PLATFORM_EXECUTOR_WORKERS_H
#define DAGSIM_PLATFORM_EXECUTOR_WORKERS_H

#include "platform/loop.h"

static bool workers_last(const struct engine *e, const struct executor *x)
{
	if (x->plan->kind != EXECUTOR_WORKERS)
		return false;
	for (uint32_t i = 0; i < x->n_entities; i++) {
		uint32_t node = x->inboxes[i].node;

		if (e->open[e->m->callbacks[node].task])
			return true;
	}
	return false;
}

static void workers_tell_spin(struct engine *e, uint32_t thread, bool begins)
{
	struct thread *t = &e->threads[thread];

	assert(t->spins && t->hand == HAND_EMPTY);
	emit(e, TRACE_THREAD, 0, thread, 0,
	     (struct emit){.exec = t->core,
			   .index = begins ? TRACE_SPINS : TRACE_SPUN});
	t->spins = begins;
}

/* --- what is to be looked at --- */

static void workers_stir(struct engine *e, const struct executor *x)
{
	if (x->plan->kind == EXECUTOR_WORKERS)
		bits_set(&e->restless, (uint32_t)(x - e->executors));
}

static void workers_stir_all(struct engine *e, uint32_t task)
{
	const struct task *t = &e->w->tasks[task];

	for (uint32_t i = 0; i < t->n_nodes; i++) {
		uint32_t node = t->first_node + i;

		workers_stir(e, &e->executors[e->m->callbacks[node].executor]);
	}
}

/* --- as other executors --- */

static void workers_arrive(struct engine *e, struct executor *x, uint32_t rank)
{
	bits_set(&x->ready, rank);
	workers_stir(e, x);
	for (uint32_t i = 0; i < x->plan->n_threads; i++)
		if (e->threads[x->first_thread + i].state == THREAD_BLOCKED)
			engine_wake(e, x->first_thread + i, x, rank);
}

static uint32_t workers_select(struct engine *e, struct executor *x,
			       uint32_t thread)
{
	int64_t rank = bits_first(&x->ready);

	(void)e, (void)thread;
	return rank == BITS_NONE ? NONE : (uint32_t)rank;
}

static bool workers_leave(struct engine *e, struct executor *x, uint32_t thread,
			  uint32_t rank)
{
	(void)thread, (void)rank;
	return bits_any(&x->ready) || workers_last(e, x);
}

static const struct executor_ops executor_workers = {
	.arrive = workers_arrive,
	.select = workers_select,
	.leave = workers_leave,
};

/* --- after decisions --- */

/* One that has something in hand, and no core. */
static uint32_t workers_find_stopped(const struct engine *e,
				     const struct executor *x)
{
	for (uint32_t i = 0; i < x->plan->n_threads; i++) {
		const struct thread *t = &e->threads[x->first_thread + i];

		if (t->hand != HAND_EMPTY && t->state != THREAD_RUNNING)
			return x->first_thread + i;
	}
	return NONE;
}

static void workers_go_on(struct engine *e, uint32_t thread, uint32_t last)
{
	struct thread *t = &e->threads[thread];
	struct core *c = &e->cores[t->core];

	e->jobs[thread].work_left = t->left;
	c->since = c->over_until > e->now ? c->over_until : e->now;
	cores_tell_begin(e, t->core, thread, last);
	cores_plan_event(e, t->core);
}

static void workers_begin_waiting(struct engine *e, uint32_t thread)
{
	e->threads[thread].spins = true;
	workers_tell_spin(e, thread, true);
	workers_stir(e, e->threads[thread].executor);
	cores_plan_event(e, e->threads[thread].core);
}

static void workers_stop_waiting(struct engine *e, uint32_t thread)
{
	engine_account(e, e->threads[thread].core);
	workers_tell_spin(e, thread, false);
}

static void workers_take_over(struct engine *e, uint32_t thread, uint32_t from)
{
	struct thread *t = &e->threads[thread], *f = &e->threads[from];
	uint32_t last = f->os->first + e->jobs[from].last_exec;

	assert(f->executor == t->executor && t->hand == HAND_EMPTY);
	t->hand = f->hand;
	t->rank = f->rank;
	t->node = f->node;
	t->local = f->local;
	t->act = f->act;
	t->left = f->left;
	t->total = f->total;
	t->step = f->step;
	t->point = f->point;
	t->factor = f->factor;
	f->hand = HAND_EMPTY;
	f->node = NONE;
	f->left = f->total = f->point = 0;
	emit_act(e, TRACE_TAKE, t->act, t->local,
		 (struct emit){
			 .a = thread, .exec = t->core, .flags = TRACE_MOVED});
	workers_go_on(e, thread, last);
}

/* A thread that waits on its core gets something, if there is any. */
static void workers_serve(struct engine *e, struct executor *x, uint32_t thread)
{
	uint32_t from = NONE;
	bool fresh = bits_any(&x->ready);

	if (!fresh)
		from = workers_find_stopped(e, x);
	if (!fresh && from == NONE)
		return;
	workers_stop_waiting(e, thread);
	if (from != NONE) {
		workers_take_over(e, thread, from);
		return;
	}
	e->asking = e->threads[thread].core;
	if (engine_take(e, thread))
		workers_go_on(e, thread, 0);
	else
		workers_begin_waiting(e, thread);
}

/* Their jobs are done. */
static bool workers_put_to_sleep(struct engine *e, uint32_t thread)
{
	struct thread *t = &e->threads[thread];

	if (t->hand != HAND_EMPTY)
		return false;
	switch (t->state) {
	case THREAD_RUNNING:
		workers_stop_waiting(e, thread);
		cores_release(e, t->core);
		engine_block(e, thread);
		return true;
	case THREAD_READY:
		cores_remove(e, thread);
		engine_block(e, thread);
		return false;
	case THREAD_THROTTLED:
		engine_block(e, thread);
		return false;
	default:
		return false;
	}
}

static bool workers_settle_one(struct engine *e, struct executor *x)
{
	bool last = workers_last(e, x), freed = false;

	for (uint32_t i = 0; i < x->plan->n_threads; i++) {
		uint32_t thread = x->first_thread + i;

		if (!last)
			freed |= workers_put_to_sleep(e, thread);
		else if (e->threads[thread].spins)
			workers_serve(e, x, thread);
	}
	return freed;
}

static bool workers_settle(struct engine *e)
{
	bool freed = false;
	int64_t i = bits_first(&e->restless);

	for (; i != BITS_NONE; i = bits_from(&e->restless, (uint32_t)i + 1)) {
		bits_clear(&e->restless, (uint32_t)i);
		freed |= workers_settle_one(e, &e->executors[i]);
	}
	return freed;
}

#endif

/* cores.h - which thread has which core, by a policy of the table: a part of
 * run.c
 *
 * The views of cores are those of sim/execs.h: idle ones are bits, and what
 * happens next and who is least urgent are won in tournaments.
 */
#ifndef DAGSIM_PLATFORM_CORES_H
#define DAGSIM_PLATFORM_CORES_H

#include "model/overhead.h"
#include "platform/classes.h"
#include "platform/loop.h"
#include "policies/common.h"

#define RANK_FIXED INT64_MIN /* key of a core that is not to be preempted  */

/* --- views --- */

static void touch(struct engine *e, struct os *d)
{
	uint32_t at;

	if (d->dirty || (!d->n_idle && !d->preempts))
		return;
	d->dirty = true;
	at = e->first_dirty + e->n_dirty++;
	e->dirty[at < e->n_os ? at : at - e->n_os] = d;
}

static void event_replay(struct engine *e, uint32_t core, dag_time t)
{
	if (e->cores[core].event == t)
		return;
	e->cores[core].event = t;
	winner_replay(e->events, e->event_leaves, core, t, false);
}

static bool standing_after(const struct os *d, uint32_t x, uint32_t y)
{
	const struct standing *a = &d->standing[x], *b = &d->standing[y];

	return a->minor != b->minor ? a->minor > b->minor : a->tie > b->tie;
}

static void standing_replay(struct os *d, uint32_t local, int64_t key)
{
	struct winner *tree = d->urgency;
	uint32_t i = d->leaves + local;

	tree[i].key = key;
	for (; i > 1; i >>= 1) {
		struct winner other = tree[i ^ 1];
		bool better = other.key > key;

		if (other.key == key)
			better = standing_after(d, other.core, local);
		local = better ? other.core : local;
		key = better ? other.key : key;
		tree[i >> 1] = (struct winner){key, local};
	}
}

static void offer_least_urgent(struct os *d)
{
	const struct winner *last = &d->urgency[1];

	d->view.least_urgent =
		!d->n_idle && last->key != RANK_FIXED ? last->core : NONE;
}

static void set_standing(struct engine *e, struct os *d, uint32_t core)
{
	const struct exec_state *state = &e->exec_states[core];
	uint32_t local = core - d->first, thread = e->cores[core].thread;
	uint64_t tie = e->jobs[thread].tie;
	struct rank rank;

	if (d->n == 1) { /* nobody to be compared with */
		d->view.least_urgent = state->preemptible ? 0 : NONE;
		return;
	}
	if (d->policy.ops->rank_running)
		d->policy.ops->rank_running(&d->policy, &e->jobs[thread], state,
					    &rank);
	else
		rank = ready_rank(d->ready, thread);
	/* of slices that end together that of the first in order does */
	if (d->policy.ops->rank_running &&
	    (d->policy.ops->traits.flags & POLICY_ROTATES))
		tie = UINT64_MAX - tie;
	d->standing[local] = (struct standing){rank.minor, tie};
	standing_replay(d, local, state->preemptible ? rank.key : RANK_FIXED);
	offer_least_urgent(d);
}

static void offer_idle(struct os *d)
{
	uint32_t w = 0;

	d->view.idle = NONE;
	if (!d->n_idle)
		return;
	while (!d->idle[w])
		w++;
	d->view.idle = w * WORD_BITS + (uint32_t)__builtin_ctzll(d->idle[w]);
}

/* The core becomes idle, or is no longer so. */
static inline void turn_idle(struct os *d, uint32_t local, bool idle)
{
	assert((d->idle[local / WORD_BITS] >> (local % WORD_BITS) & 1) != idle);
	d->idle[local / WORD_BITS] ^= UINT64_C(1) << (local % WORD_BITS);
	d->n_idle += idle ? 1 : UINT32_MAX;
	offer_idle(d);
}

/* --- the queue --- */

static void cores_push(struct engine *e, uint32_t thread)
{
	struct os *d = e->threads[thread].os;

	assert(e->threads[thread].state == THREAD_READY);
	ready_push(d->ready, thread);
	touch(e, d);
}

static void cores_remove(struct engine *e, uint32_t thread)
{
	ready_remove(e->threads[thread].os->ready, thread);
}

static void cores_new_deadline(struct engine *e, uint32_t thread,
			       dag_time deadline)
{
	struct thread *t = &e->threads[thread];
	bool waits = t->state == THREAD_READY;

	if (waits)
		cores_remove(e, thread);
	e->jobs[thread].deadline = deadline;
	if (waits)
		cores_push(e, thread);
	if (t->state != THREAD_RUNNING || !t->os->preempts)
		return;
	/* the queue ranks a job when it is pushed */
	ready_push(t->os->ready, thread);
	ready_remove(t->os->ready, thread);
	set_standing(e, t->os, t->core);
	touch(e, t->os);
}

/* --- cores become free and busy --- */

/* What a thread has used of its turn it keeps; where that is over it goes
 * behind its equals. */
static void keep_turn(struct engine *e, uint32_t core)
{
	uint32_t thread = e->cores[core].thread;
	struct thread *t = &e->threads[thread];
	dag_time used = e->now - e->exec_states[core].since, turn;

	turn = classes_turn(&t->os->policy, &e->jobs[thread]);
	t->turn_used = turn && used > 0 ? used % turn : 0;
	if (turn && used > 0 && !t->turn_used)
		e->jobs[thread].tie = e->wake_count++;
}

static void cores_release(struct engine *e, uint32_t core)
{
	struct core *c = &e->cores[core];
	struct os *d = c->os;
	struct exec_state *state = &e->exec_states[core];

	if (c->thread != NONE) {
		c->last = c->thread;
		c->ended = e->now;
		if (d->keeps_turns)
			keep_turn(e, core);
	}
	c->thread = NONE;
	state->running = JOB_NONE;
	state->preemptible = false;
	d->view.least_urgent = NONE;
	if (c->over_until > e->now) { /* not yet: it has overhead to do */
		state->closed = true;
		event_replay(e, core, c->over_until);
		if (d->preempts)
			standing_replay(d, core - d->first, RANK_FIXED);
		return;
	}
	state->closed = false;
	event_replay(e, core, DAG_TIME_MAX);
	turn_idle(d, core - d->first, true);
	touch(e, d);
}

static void cores_plan_event(struct engine *e, uint32_t core)
{
	struct core *c = &e->cores[core];
	const struct thread *t = &e->threads[c->thread];
	dag_time next = DAG_TIME_MAX, budget;

	c->finish = DAG_TIME_MAX;
	if (!t->spins) {
		assert(t->left > 0 && t->point >= t->total - t->left);
		next = c->since + (t->point - (t->total - t->left));
		c->finish = c->since + t->left;
	}
	if (t->server && !engine_is_over(e)) {
		budget = t->server->throttled
				 ? 0
				 : t->server->ops->left(t->server, e->now);
		assert(budget > 0 || t->server->throttled);
		if (budget < next - e->now)
			next = e->now + budget;
	}
	event_replay(e, core, e->closed ? c->finish : next);
}

/* The thread on the core gives it up with work left. */
static uint32_t interrupt(struct engine *e, uint32_t core)
{
	struct core *c = &e->cores[core];
	uint32_t thread = c->thread;
	struct thread *t = &e->threads[thread];

	engine_account(e, core);
	if (e->has_workers)
		workers_stir(e, t->executor);
	if (t->spins) {
		workers_tell_spin(e, thread, false);
		t->state = THREAD_READY;
		return thread;
	}
	assert(t->left > 0 && t->hand == HAND_BEGUN);
	emit_act(e, TRACE_PREEMPT, t->act, t->local,
		 (struct emit){.a = t->left, .exec = core});
	e->acts[t->act].running--;
	t->state = THREAD_READY;
	return thread;
}

static void cores_stop(struct engine *e, uint32_t core)
{
	interrupt(e, core);
	cores_release(e, core);
}

/* What its executor has cost the thread until now. */
static void pay(struct engine *e, uint32_t core, struct thread *t)
{
	struct core *c = &e->cores[core];

	if (!t->costs)
		return;
	if (c->over_until < e->now)
		c->over_until = e->now;
	c->over_until += t->costs;
	emit(e, TRACE_OVERHEAD, 0, 0, 0,
	     (struct emit){
		     .a = t->costs, .exec = core, .index = OVERHEAD_EXECUTOR});
	t->costs = 0;
}

static void cores_tell_begin(struct engine *e, uint32_t core, uint32_t thread,
			     uint32_t last)
{
	struct thread *t = &e->threads[thread];
	uint32_t local = t->local;
	bool begins = t->hand == HAND_TAKEN;

	assert(t->hand != HAND_EMPTY && t->left > 0);
	emit_act(e, begins ? TRACE_START : TRACE_RESUME, t->act, local,
		 (struct emit){.a = t->left,
			       .b = begins ? (int64_t)t->factor : last,
			       .exec = core});
	t->hand = HAND_BEGUN;
	e->acts[t->act].running++;
}

/* The queue has given the thread to the core, which is not in use. */
static inline __attribute__((always_inline)) void
run_on(struct engine *e, struct os *d, uint32_t core, uint32_t thread,
       bool free)
{
	struct core *c = &e->cores[core];
	struct thread *t = &e->threads[thread];
	struct exec_state *state = &e->exec_states[core];
	bool goes_on = c->last == thread && c->ended == e->now;

	pay(e, core, t);
	t->state = THREAD_RUNNING;
	t->core = core;
	if (t->spins)
		workers_tell_spin(e, thread, true);
	else
		cores_tell_begin(e, core, thread,
				 d->first + e->jobs[thread].last_exec);
	c->thread = thread;
	c->from = e->now;
	c->since = c->over_until > e->now ? c->over_until : e->now;
	e->jobs[thread].last_exec = (uint16_t)(core - d->first);
	state->running = thread;
	state->n_running = 1;
	if (!goes_on)
		state->since = c->since - t->turn_used;
	state->busy_until = c->since + e->jobs[thread].work_left;
	state->preemptible = d->preempts;
	state->closed = false;
	if (free)
		turn_idle(d, core - d->first, false);
	if (t->server && t->server->ops->run) {
		engine_settle_shared(e, t->server);
		t->server->ops->run(t->server, e->now, core);
		engine_replan_shared(e, t->server);
	}
	cores_plan_event(e, core);
	if (d->preempts)
		set_standing(e, d, core);
}

/* An equal that has driven it off goes before it from now on. */
static void rotate(struct engine *e, struct os *d, uint32_t thread,
		   uint32_t victim)
{
	if (d->policy.ops->traits.flags & POLICY_ROTATES && d->fifo_ties &&
	    ready_same_key(d->ready, thread, victim))
		e->jobs[victim].tie = e->wake_count++;
}

/* The thread has a callback in hand before it runs.  False: it blocks, or is
 * ranked by what it has now, and the policy is asked again. */
static bool prepare(struct engine *e, struct os *d, uint32_t thread)
{
	struct job j;

	if (e->threads[thread].hand != HAND_EMPTY)
		return true;
	if (!engine_select(e, thread))
		return false;
	if (e->threads[thread].spins || e->threads[thread].shown ||
	    engine_show(e, thread, &j))
		return true;
	ready_remove(d->ready, thread);
	e->jobs[thread] = j;
	ready_push(d->ready, thread);
	return false;
}

/* What the policy has decided. */
static void dispatch(struct engine *e, struct os *d, uint32_t core,
		     uint32_t thread)
{
	uint32_t victim;

	e->asking = core;
	if (!prepare(e, d, thread))
		return;
	if (e->cores[core].thread == NONE) {
		ready_remove(d->ready, thread);
		run_on(e, d, core, thread, true);
		return;
	}
	victim = interrupt(e, core);
	if (d->keeps_turns)
		keep_turn(e, core);
	rotate(e, d, thread, victim);
	ready_replace(d->ready, thread, victim);
	run_on(e, d, core, thread, false);
}

/* --- decisions --- */

static void find_wake(struct engine *e)
{
	e->wake = DAG_TIME_MAX;
	for (uint32_t i = 0; i < e->n_os; i++)
		if (e->os[i].wake < e->wake)
			e->wake = e->os[i].wake;
}

static bool is_legal(const struct engine *e, const struct os *d)
{
	const struct decision *x = &e->decision;

	if (x->n_jobs != 1 || x->exec >= d->n ||
	    x->jobs[0] >= e->m->n_threads ||
	    !ready_contains(d->ready, x->jobs[0]) ||
	    e->exec_states[d->first + x->exec].closed ||
	    !device_allows(&d->view, x->jobs[0], x->exec))
		return false;
	return e->cores[d->first + x->exec].thread == NONE ||
	       e->exec_states[d->first + x->exec].preemptible;
}

static bool complain(struct engine *e, const struct os *d, const char *what)
{
	return error_set(e->error, NULL, 0, 0,
			 "policy %s breaks the protocol at %lld ns: %s",
			 d->policy.ops->name, (long long)e->now, what);
}

/* The same as asking, where the answers are known to be those. */
static void take_heads(struct engine *e, struct os *d)
{
	while ((d->n_idle || d->preempts) && ready_count(d->ready)) {
		uint32_t core = policy_head_target(d->ready, &d->view);

		e->stats.decisions++;
		if (core == NONE)
			return;
		dispatch(e, d, d->first + core, ready_head(d->ready));
		if (e->n_woken)
			engine_join_queues(e);
	}
}

static bool decide(struct engine *e, struct os *d)
{
	uint64_t limit;

	if (d->wake != DAG_TIME_MAX) {
		d->wake = DAG_TIME_MAX;
		find_wake(e);
	}
	if (d->takes_head) {
		take_heads(e, d);
		return true;
	}
	limit = 8 * ((uint64_t)d->n + e->m->n_threads) + 64;
	while ((d->n_idle || d->preempts) && ready_count(d->ready)) {
		e->stats.decisions++;
		d->policy.ops->choose(&d->policy, d->ready, e->now, &d->view,
				      &e->decision);
		if (e->decision.kind == WAIT) {
			dag_time until = e->decision.wait_until;

			d->wake = until > e->now ? until : e->now + 1;
			if (d->wake < e->wake)
				e->wake = d->wake;
			return true;
		}
		if (!is_legal(e, d))
			return complain(e, d, "a dispatch that is not legal");
		if (!limit--)
			return complain(e, d, "it decides on and on");
		dispatch(e, d, d->first + e->decision.exec,
			 e->decision.jobs[0]);
		if (e->n_woken)
			engine_join_queues(e);
	}
	return true;
}

static bool cores_decide(struct engine *e)
{
	bool ok = true;

	e->deciding = true;
	if (e->n_woken)
		engine_join_queues(e);
	do {
		while (ok && e->n_dirty) {
			struct os *d = e->dirty[e->first_dirty];

			ok = decide(e, d);
			d->dirty = false;
			e->n_dirty--;
			if (++e->first_dirty == e->n_os)
				e->first_dirty = 0;
		}
	} while (ok && e->has_workers && workers_settle(e));
	e->deciding = false;
	return ok;
}

static void cores_wake(struct engine *e)
{
	if (e->wake != e->now)
		return;
	for (uint32_t i = 0; i < e->n_os; i++)
		if (e->os[i].wake == e->now)
			touch(e, &e->os[i]);
}

#endif

/* sim.c - the event loop; see sim.h */
#include "sim/sim.h"
#include "sim/state.h"

#include "policies/common.h"
#include "sim/rules.h"

#include "sim/arrive.h"
#include "sim/dispatch.h"

#include <assert.h>

void sim_flush(struct sim *s)
{
	s->stats.records += s->n_buffered;
	for (size_t i = 0; i < s->n_sinks; i++) {
		s->sinks[i]->consume(s->sinks[i], s->buffer, s->n_buffered);
		s->sink_failed |= s->sinks[i]->failed;
	}
	s->n_buffered = 0;
}

void sim_emit_miss(struct sim *s, const struct fate *f, uint8_t column)
{
	sim_emit_job(s, TRACE_MISS, f->task, f->instance, 0,
		     (struct emit){.a = f->release,
				   .b = f->deadline,
				   .flags = column});
}

/* --- completions --- */

/* A node of an activation ends: was it the last one? */
static bool finish_node(struct sim *s, uint32_t act, uint32_t local)
{
	struct activation *x = &s->acts[act];

	assert(x->live && x->left > 0 && x->running > 0);
	sim_pending(s, act, local)->slot = JOB_NONE;
	x->running--;
	return --x->left == 0;
}

HOT void finish_job(struct sim *s, enum loop k, uint32_t exec, uint32_t index)
{
	job_id id = s->execs[exec].batch[index];
	const struct job *j = &s->jobs[id];
	uint32_t act = k == LOOP_FULL ? s->runs[id].activation : NONE;
	uint32_t vertex = k == LOOP_FULL ? s->runs[id].vertex : 0;
	dag_time deadline = act == NONE ? j->deadline : s->acts[act].deadline;
	bool done = act == NONE || finish_node(s, act, j->node);
	bool late = done && s->now > deadline;

	sim_emit(s, TRACE_FINISH, j,
		 (struct emit){.a = j->release,
			       .b = deadline,
			       .exec = exec,
			       .count = s->execs[exec].n,
			       .index = index,
			       .flags = (uint8_t)(done * TRACE_JOB_DONE |
						  late * TRACE_LATE)});
	if (late)
		sim_emit_miss(s,
			      &(struct fate){j->task, j->instance, j->release,
					     deadline},
			      TRACE_LATE);
	sim_slot_free(s, id);
	if (act == NONE)
		return;
	if (done)
		sim_activation_free(s, act);
	else if (!s->closed)
		ready_successors(s, act, vertex, exec);
	if (s->series && !s->closed)
		leave_series(s, vertex);
}

HOT void complete(struct sim *s, enum loop k)
{
	while (s->next_finish == s->now) {
		uint32_t e = IS_LONE(k) ? 0 : s->finish_tree[1].exec;
		uint32_t n = s->execs[e].n;

		if (k == LOOP_FULL && n && s->execs[e].finish > s->now) {
			pass_bound(s, e);
			continue;
		}
		for (uint32_t i = 0; i < n; i++)
			finish_job(s, k, e, i);
		exec_idle(s, k, e);
	}
}

void sim_complete(struct sim *s)
{
	switch (s->loop) {
	case LOOP_SOLO:
		complete(s, LOOP_SOLO);
		break;
	case LOOP_LONE:
		complete(s, LOOP_LONE);
		break;
	case LOOP_FLAT:
		complete(s, LOOP_FLAT);
		break;
	case LOOP_FULL:
		complete(s, LOOP_FULL);
		break;
	}
}

/* --- drops --- */

static void drop_node(struct sim *s, job_id j)
{
	uint32_t vertex = s->runs[j].vertex;

	if (s->runs[j].where != IN_QUEUE) {
		s->runs[j].dead = true;
		return;
	}
	ready_remove(s->plans[vertex].device->ready, j);
	sim_slot_free(s, j);
	if (s->series)
		leave_series(s, vertex);
}

static void drop_nodes(struct sim *s, uint32_t act)
{
	const struct task *t = &s->w->tasks[s->acts[act].task];

	assert(!s->acts[act].started);
	for (uint32_t i = 0; i < t->n_nodes; i++)
		if (sim_pending(s, act, i)->slot != JOB_NONE)
			drop_node(s, sim_pending(s, act, i)->slot);
	sim_activation_free(s, act);
}

static void drop_expired(struct sim *s, struct device *d)
{
	job_id id;

	while ((id = sim_expired(s, d)) != JOB_NONE) {
		const struct job *j = &s->jobs[id];
		uint32_t act = s->runs[id].activation;
		struct fate f = {j->task, j->instance, j->release,
				 sim_deadline(s, id)};

		assert(f.deadline <= s->now);
		sim_emit_job(s, TRACE_DROP, f.task, f.instance, 0,
			     (struct emit){.a = f.release, .b = f.deadline});
		sim_emit_miss(s, &f, TRACE_DROPPED);
		if (act != NONE) {
			drop_nodes(s, act);
		} else {
			ready_remove(d->ready, id);
			sim_slot_free(s, id);
		}
		fresh_push(s);
	}
}

/* --- decisions --- */

static void note_wait(struct sim *s, struct device *d)
{
	static const struct job nobody;
	dag_time until = s->decision.wait_until;

	if (s->c->rules.polled_quantum && until != DAG_TIME_MAX &&
	    (d->policy.ops->traits.flags & POLICY_ROTATES))
		until = rules_next_look(s, until > s->now ? until : s->now + 1);
	if (until > s->now)
		d->wake = until;
	if (d->wake < s->wake)
		s->wake = d->wake;
	s->waits += s->c->trace_waits;
	if (s->c->trace_waits)
		sim_emit(s, TRACE_WAIT, &nobody, (struct emit){.a = until});
}

/* The head alone on an executor that was offered: legal as it stands. */
static inline bool is_plain(const struct sim *s, const struct device *d)
{
	const struct decision *x = &s->decision;

	return x->kind == DISPATCH && x->n_jobs == 1 && !d->view.bound &&
	       x->jobs[0] == ready_head(d->ready) && x->exec != NONE &&
	       (x->exec == d->view.idle || x->exec == d->view.least_urgent);
}

static void find_wake(struct sim *s)
{
	s->wake = DAG_TIME_MAX;
	for (uint32_t i = 0; i < s->n_devices; i++)
		if (s->devices[i].wake < s->wake)
			s->wake = s->devices[i].wake;
}

/* The same as asking, where the answers are known to be those. */
HOT void take_heads(struct sim *s, enum loop k, struct device *d)
{
	while ((d->n_idle || d->preempts) && ready_count(d->ready)) {
		uint32_t exec = 0;

		s->stats.decisions++;
		if (k != LOOP_SOLO)
			exec = policy_head_target(d->ready, &d->view);
		if (exec == NONE)
			return;
		decide_one(&s->decision, exec, ready_head(d->ready));
		dispatch(s, k, d, 1);
		if (k == LOOP_SOLO)
			return;
	}
}

/* Asks until the policy waits or nothing is left to decide. */
HOT bool decide(struct sim *s, enum loop k, struct device *d)
{
	uint32_t answers = 0;

	if (d->wake != DAG_TIME_MAX) { /* what it asked for before is void */
		d->wake = DAG_TIME_MAX;
		find_wake(s);
	}
	if (d->takes_head) {
		take_heads(s, k, d);
		return true;
	}
	while ((d->n_idle || d->preempts) && ready_count(d->ready)) {
		s->stats.decisions++;
		d->policy.ops->choose(&d->policy, d->ready, s->now, &d->view,
				      &s->decision);
		if (s->decision.kind == WAIT) {
			note_wait(s, d);
			return true;
		}
		if (!is_plain(s, d) && !sim_check_decision(s, d))
			return false;
		dispatch(s, k, d, s->decision.n_jobs);
		if (k == LOOP_SOLO)
			return true;
		if (++answers > 2 && !sim_check_answers(s, d, answers))
			return false;
	}
	return true;
}

/* The device has dealt with what became ready at this instant. */
static void forget_woken(struct device *d)
{
	d->n_woken = d->view.n_woken = 0;
}

/* A drop on one device may make a node ready on another, or on itself: that
 * one is decided later on, this one is being decided anyway. */
static bool decide_dirty(struct sim *s)
{
	bool ok = true;

	while (ok && s->n_dirty) {
		struct device *d = s->dirty[s->first_dirty];

		if (sim_may_expire(s, d))
			drop_expired(s, d);
		if (s->c->rules.polled_quantum)
			d->view.slices_end = s->last_look == s->now;
		ok = decide(s, LOOP_FULL, d);
		forget_woken(d);
		d->dirty = false;
		s->n_dirty--;
		if (++s->first_dirty == s->n_devices)
			s->first_dirty = 0;
	}
	return ok;
}

/* A device whose executors have all been closed meanwhile is not asked, nor
 * woken again: it is asked when one of them opens. */
static void wake_devices(struct sim *s)
{
	for (uint32_t i = 0; i < s->n_devices; i++)
		if (s->devices[i].wake == s->now) {
			s->last_look = s->now;
			s->devices[i].wake = DAG_TIME_MAX;
			touch(s, &s->devices[i]);
		}
	find_wake(s);
}

HOT bool step(struct sim *s, enum loop k)
{
	struct device *d = s->devices;

	complete(s, k);
	if (k == LOOP_FULL)
		arrive(s);
	while (release_peek(s->releases) == s->now)
		release_job(s, k);
	if (k == LOOP_FULL) {
		if (s->wake == s->now)
			wake_devices(s);
		fresh_push(s);
		return decide_dirty(s);
	}
	if (!d->n_idle && !d->preempts)
		return true;
	if (sim_may_expire(s, d))
		drop_expired(s, d);
	return decide(s, k, d);
}

HOT dag_time next_instant(const struct sim *s, enum loop k)
{
	dag_time t = release_peek(s->releases);

	if (s->next_finish < t)
		t = s->next_finish;
	if (s->wake < t)
		t = s->wake;
	if (k == LOOP_FULL && timed_next(&s->arrivals) < t)
		t = timed_next(&s->arrivals);
	return t;
}

HOT bool run_instant(struct sim *s, enum loop k, dag_time t)
{
	assert(t >= s->now);
	s->now = t;
	return (t != s->wake || sim_check_progress(s)) && step(s, k);
}

dag_time sim_next(const struct sim *s)
{
	return next_instant(s, LOOP_FULL);
}

bool sim_step(struct sim *s, dag_time t)
{
	assert(s->loop == LOOP_FULL && t <= sim_next(s));
	return run_instant(s, LOOP_FULL, t);
}

HOT bool run_events(struct sim *s, enum loop k)
{
	while (!s->sink_failed) {
		dag_time t = next_instant(s, k);

		if (t >= s->c->horizon)
			return true;
		if (!run_instant(s, k, t))
			return false;
	}
	return true;
}

static bool run_loop(struct sim *s)
{
	switch (s->loop) {
	case LOOP_SOLO:
		return run_events(s, LOOP_SOLO);
	case LOOP_LONE:
		return run_events(s, LOOP_LONE);
	case LOOP_FLAT:
		return run_events(s, LOOP_FLAT);
	case LOOP_FULL:
		break;
	}
	return run_events(s, LOOP_FULL);
}

bool sim_run(const struct sim_config *c, struct arena *a,
	     struct trace_sink *const *sinks, size_t n_sinks,
	     struct sim_stats *stats, struct dag_error *e)
{
	struct sim *s = arena_alloc(a, sizeof(*s));
	bool ok = sim_plan(s, c, a, e);

	if (ok) {
		s->sinks = sinks;
		s->n_sinks = n_sinks;
		ok = run_loop(s);
		if (ok && !s->sink_failed) /* else it is no whole run */
			sim_close(s, a);
		sim_flush(s);
		if (stats)
			*stats = s->stats;
	}
	sim_unplan(s);
	return ok;
}

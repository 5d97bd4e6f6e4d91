/* rules.c - see rules.h */
#include "sim/rules.h"
#include "sim/execs.h"

#include <assert.h>

enum { BLIND_EXECS_MAX = 256 }; /* as choose() keeps a list of them */

/* Is some node bound to the core that only releases jobs, and to no other? */
static bool check_release_core(const struct workload *w, struct dag_error *e)
{
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct node *x = &w->nodes[i];

		if (x->cores && x->n_cores == 1 && x->cores[0] == 0)
			return error_set(e, w->file, w->tasks[x->task].line, 0,
					 "node '%.64s' of task '%.64s' may run "
					 "on core 0 alone, which only releases "
					 "jobs (--release-core)",
					 x->name, w->tasks[x->task].name);
	}
	return true;
}

bool rules_check(const struct sim_config *c, struct dag_error *e)
{
	const struct workload *w = c->workload;
	const struct policy_ops *ops = c->policy->ops;

	if (c->rules.release_core && w->platform.n_cores == 1)
		return error_set(
			e, w->file, 0, 0,
			"a core that only releases jobs (--release-core) "
			"needs another one that runs them");
	if (c->rules.release_core && !check_release_core(w, e))
		return false;
	if (c->rules.tick_successors && !c->rules.tick)
		return error_set(e, NULL, 0, 0,
				 "successors that wait for a tick need one");
	if (!c->rules.idle_blind || ops->place)
		return true;
	if (!(ops->traits.flags & POLICY_SEES_WAKES))
		return error_set(e, NULL, 0, 0,
				 "preemption that is blind to idle cores "
				 "(--idle-blind) does not go with policy %s",
				 ops->name);
	if (w->platform.n_cores > BLIND_EXECS_MAX)
		return error_set(e, w->file, 0, 0,
				 "preemption that is blind to idle cores is "
				 "limited to %d cores",
				 BLIND_EXECS_MAX);
	return true;
}

dag_time rules_next_tick(const struct sim *s, dag_time t)
{
	dag_time tick = s->c->rules.tick, past;

	assert(tick > 0 && t >= 0);
	past = t % tick;
	return past && t < SPAN_MAX ? t + (tick - past) : t;
}

dag_time rules_next_look(const struct sim *s, dag_time t)
{
	const dag_time poll = 10 * NS_PER_US, near = NS_PER_MS;
	dag_time release = release_peek(s->releases), step = poll, look;

	assert(t > s->last_look);
	if (release == DAG_TIME_MAX)
		step = NS_PER_S;
	else if (release - s->last_look > near)
		return release;
	look = s->last_look + (t - s->last_look + step - 1) / step * step;
	return look < release ? look : release;
}

/* --- nodes in series --- */

bool rules_series_enter(struct sim *s, job_id id)
{
	struct series *x = &s->series[s->runs[id].vertex];

	if (!x->busy) {
		x->busy = true;
		s->runs[id].where = IN_QUEUE;
		return true;
	}
	s->runs[id].where = IN_SERIES;
	s->runs[id].next = JOB_NONE;
	if (x->first == JOB_NONE)
		x->first = id;
	else
		s->runs[x->last].next = id;
	x->last = id;
	return false;
}

job_id rules_series_leave(struct sim *s, uint32_t vertex)
{
	struct series *x = &s->series[vertex];

	assert(x->busy);
	while (x->first != JOB_NONE) {
		job_id id = x->first;

		x->first = s->runs[id].next;
		if (!s->runs[id].dead) {
			s->runs[id].where = IN_QUEUE;
			return id;
		}
		sim_slot_free(s, id);
	}
	x->busy = false;
	return JOB_NONE;
}

/* --- posts --- */

/* One that has overhead to do is closed, too, but something will happen to
 * it. */
static bool sleeps(const struct sim *s, uint32_t exec)
{
	return s->exec_states[exec].closed && s->execs[exec].n == 0 &&
	       s->finish_tree[s->finish_leaves + exec].key == DAG_TIME_MAX;
}

void rules_post(struct sim *s, struct device *d)
{
	assert(s->c->rules.lost_posts);
	d->posts++;
	s->posted = true;
}

static void wake_one(struct sim *s, struct device *d)
{
	uint32_t local = 0;

	while (local < d->view.n_exec && !sleeps(s, d->first_exec + local))
		local++;
	if (local == d->view.n_exec)
		return;
	s->exec_states[d->first_exec + local].closed = false;
	d->idle[local / WORD_BITS] |= UINT64_C(1) << (local % WORD_BITS);
	d->n_idle++;
	offer_idle(d);
}

void rules_deliver(struct sim *s)
{
	assert(s->posted && s->c->rules.lost_posts);
	for (uint32_t i = 0; i < s->n_devices; i++) {
		struct device *d = &s->devices[i];

		if (!d->posts)
			continue;
		for (; d->posts; d->posts--)
			wake_one(s, d);
		touch(s, d);
	}
	s->posted = false;
}

/* --- deadlines and wakes --- */

static bool is_source(const struct sim *s, uint32_t vertex)
{
	return s->w->nodes[vertex].n_pred == 0;
}

static void renew_deadline(struct sim *s, uint32_t task)
{
	dag_time relative = s->w->tasks[task].deadline;

	s->shared_deadline[task] = relative > DAG_TIME_MAX - s->now
					   ? DAG_TIME_MAX
					   : s->now + relative;
}

void rules_wake(struct sim *s, job_id id)
{
	struct job *j = &s->jobs[id];
	uint32_t vertex = s->runs[id].vertex;
	struct device *d = s->plans[vertex].device;

	s->last_look = s->now;
	if (s->c->rules.shared_deadline) {
		if (is_source(s, vertex))
			renew_deadline(s, j->task);
		j->deadline = s->shared_deadline[j->task];
	}
	if (!d->view.blind)
		return;
	array_reserve((void **)&d->woken, &d->cap_woken, d->n_woken + 1,
		      sizeof(*d->woken));
	d->woken[d->n_woken++] = id;
	d->view.woken = d->woken;
	d->view.n_woken = d->n_woken;
}

void rules_yield(struct sim *s, uint32_t vertex)
{
	if (s->c->rules.shared_deadline && is_source(s, vertex))
		renew_deadline(s, s->w->nodes[vertex].task);
}

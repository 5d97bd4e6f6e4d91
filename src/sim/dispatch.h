/* dispatch.h - the part of the loop in which executors become busy and idle;
 * included by sim.c alone, so that the compiler sees one text */
#ifndef DAGSIM_SIM_DISPATCH_H
#define DAGSIM_SIM_DISPATCH_H

#include "sim/charge.h"
#include "sim/execs.h"

/* The running job of the executor has found its place among others. */
HOT void set_standing(struct sim *s, struct device *d, uint32_t exec)
{
	const struct exec_state *state = &s->exec_states[exec];
	uint32_t local = exec - d->first_exec;
	job_id head = s->execs[exec].batch[0];
	uint64_t tie = s->jobs[head].tie;
	struct rank rank;

	if (d->policy.ops->rank_running)
		d->policy.ops->rank_running(&d->policy, &s->jobs[head], state,
					    &rank);
	else
		rank = ready_rank(d->ready, head);
	/* Of slices that end together that of the first in order does. */
	if (d->policy.ops->rank_running &&
	    (d->policy.ops->traits.flags & POLICY_ROTATES))
		tie = UINT64_MAX - tie;
	d->standing[local] = (struct standing){rank.minor, tie};
	if (s->c->tie == TIE_ID) {
		uint64_t id = ready_id(d->ready, head);

		d->standing[local] = (struct standing){
			rank.minor & UINT64_C(1) << 63, UINT64_MAX - id};
	}
	standing_replay(d, local, state->preemptible ? rank.key : RANK_FIXED);
	offer_least_urgent(d);
}

/* Time on the executor and work, where cores are not equally fast. */
static inline struct ratio speed_of(const struct sim *s, uint32_t exec)
{
	return s->speeds && exec < s->w->platform.n_cores
		       ? s->speeds[exec]
		       : (struct ratio){1, 1};
}

static inline dag_time time_for(const struct sim *s, uint32_t exec,
				dag_time work)
{
	return s->speeds ? speed_time(speed_of(s, exec), work) : work;
}

static inline dag_time work_in(const struct sim *s, uint32_t exec,
			       dag_time time)
{
	return s->speeds ? speed_work(speed_of(s, exec), time) : time;
}

/* Work that its job has left at `from`, at or after since. */
static inline dag_time left_at(const struct sim *s, uint32_t exec,
			       dag_time from)
{
	const struct exec *x = &s->execs[exec];

	if (!s->speeds)
		return x->finish - from;
	return x->work - work_in(s, exec, from - x->since);
}

/* When something happens to the running job: it finishes, or comes to where a
 * region begins or ends.  Says whether it may be preempted until then. */
static dag_time next_event(struct sim *s, uint32_t exec)
{
	const struct exec *x = &s->execs[exec];
	const struct run *run = &s->runs[x->batch[0]];
	const struct regions *r = s->w->nodes[run->vertex].regions;
	dag_time from = s->now > x->since ? s->now : x->since, until, done;

	if (!r || !x->device->preempts)
		return x->finish;
	done = run->total - left_at(s, exec, from);
	s->exec_states[exec].preemptible =
		!regions_hold(r, run->total, done, &until);
	assert(done < until);
	if (until == run->total)
		return x->finish;
	if (!s->speeds)
		return x->finish - (run->total - until);
	return x->since + time_for(s, exec, until - (run->total - x->work));
}

/* The batch of the executor runs from `from` until `finish`. */
HOT void exec_busy(struct sim *s, enum loop k, struct device *d, uint32_t exec,
		   dag_time from, dag_time finish)
{
	uint32_t local = exec - d->first_exec;
	uint64_t bit = UINT64_C(1) << (local % WORD_BITS);

	s->execs[exec].since = from;
	s->execs[exec].finish = finish;
	if (IS_LONE(k)) {
		s->next_finish = finish;
		d->n_idle = 0;
		d->view.idle = NONE;
		d->view.least_urgent = k == LOOP_LONE ? 0 : NONE;
		return;
	}
	if (k == LOOP_FULL && s->has_regions)
		finish = next_event(s, exec);
	finish_replay(s, exec, finish);
	if (d->idle[local / WORD_BITS] & bit) {
		d->idle[local / WORD_BITS] &= ~bit;
		d->n_idle--;
		offer_idle(d);
	}
	if (d->preempts)
		set_standing(s, d, exec);
}

/* A region of the running node begins or ends. */
static void pass_bound(struct sim *s, uint32_t exec)
{
	struct device *d = s->execs[exec].device;

	finish_replay(s, exec, next_event(s, exec));
	set_standing(s, d, exec);
	touch(s, d);
}

/* It runs nothing, but takes nothing either: it has overhead to do. */
static void exec_close(struct sim *s, uint32_t exec)
{
	struct device *d = s->execs[exec].device;
	uint32_t local = exec - d->first_exec;
	uint64_t bit = UINT64_C(1) << (local % WORD_BITS);

	assert(!s->execs[exec].n && s->execs[exec].over_until > s->now);
	s->exec_states[exec].closed = true;
	finish_replay(s, exec, s->execs[exec].over_until);
	if (d->idle[local / WORD_BITS] & bit) {
		d->idle[local / WORD_BITS] &= ~bit;
		d->n_idle--;
		offer_idle(d);
	}
	if (!d->preempts)
		return;
	standing_replay(d, local, RANK_FIXED);
	offer_least_urgent(d);
}

/* What runs there goes on after the overhead. */
static void exec_delay(struct sim *s, uint32_t exec)
{
	struct exec *x = &s->execs[exec];
	struct job *j = &s->jobs[x->batch[0]];
	dag_time from = x->since > s->now ? x->since : s->now;
	dag_time ran = work_in(s, exec, from - x->since);
	dag_time left = left_at(s, exec, from);

	assert(x->n == 1 && left > 0);
	if (x->since == x->over_until)
		return; /* nothing new */
	j->work_left = j->work_left > ran ? j->work_left - ran : 0;
	x->since = x->over_until;
	x->work = left;
	x->finish = x->since + time_for(s, exec, left);
	s->exec_states[exec].since = x->since;
	s->exec_states[exec].busy_until =
		x->since + time_for(s, exec, j->work_left);
	finish_replay(s, exec,
		      s->has_regions ? next_event(s, exec) : x->finish);
	if (x->device->preempts)
		set_standing(s, x->device, exec);
}

void sim_settle(struct sim *s, uint32_t exec)
{
	const struct exec *x = &s->execs[exec];

	if (!x->device || x->over_until <= s->now)
		return; /* one that only releases; or nothing was charged */
	if (x->n)
		exec_delay(s, exec);
	else
		exec_close(s, exec);
}

/* Its core sleeps until a post wakes it. */
static void exec_sleep(struct sim *s, uint32_t exec)
{
	struct device *d = s->execs[exec].device;

	assert(!s->execs[exec].n && s->execs[exec].over_until <= s->now);
	s->exec_states[exec].closed = true;
	finish_replay(s, exec, DAG_TIME_MAX);
	if (!d->preempts)
		return;
	standing_replay(d, exec - d->first_exec, RANK_FIXED);
	offer_least_urgent(d);
}

HOT void exec_idle(struct sim *s, enum loop k, uint32_t exec)
{
	struct device *d = k != LOOP_FULL ? s->devices : s->execs[exec].device;
	uint32_t local = exec - d->first_exec;

	assert(s->execs[exec].n > 0 || s->exec_states[exec].closed);
	s->execs[exec].n = 0;
	if (k != LOOP_SOLO) {
		s->exec_states[exec].running = JOB_NONE;
		s->exec_states[exec].preemptible = false;
		d->view.least_urgent = NONE;
	}
	if (IS_LONE(k)) {
		s->next_finish = DAG_TIME_MAX;
		d->n_idle = 1;
		d->view.idle = 0;
		return;
	}
	if (k == LOOP_FULL && s->costs) {
		if (s->execs[exec].over_until > s->now) {
			exec_close(s, exec);
			return;
		}
		s->execs[exec].since = s->now;
		s->exec_states[exec].closed = false;
	}
	if (k == LOOP_FULL && s->c->rules.lost_posts) {
		exec_sleep(s, exec);
		return;
	}
	finish_replay(s, exec, DAG_TIME_MAX);
	d->idle[local / WORD_BITS] |= UINT64_C(1) << (local % WORD_BITS);
	d->n_idle++;
	offer_idle(d);
	if (k == LOOP_FULL)
		touch(s, d);
}

/* --- starting, resuming, preempting --- */

HOT dag_time draw_duration(const struct sim *s, enum loop k, job_id id,
			   uint32_t n, noise_factor *factor)
{
	uint32_t vertex =
		k == LOOP_FULL ? s->runs[id].vertex : s->jobs[id].task;
	const struct node_plan *plan = &s->plans[vertex];
	dag_time c = n == 1 ? plan->cost : plan->latency[n - 1];

	*factor = NOISE_ONE;
	if (!s->c->noise)
		return s->c->times ? s->c->times->of(s->c->times, &s->jobs[id],
						     n, c)
				   : c;
	*factor = noise_draw(&plan->model->noise, plan->factor_base,
			     plan->tail_base, s->jobs[id].instance);
	c = noise_apply(c, *factor);
	if (c < plan->bcet)
		c = plan->bcet;
	return c < plan->wcet ? c : plan->wcet;
}

/* The other ready nodes of a job that has just started: under preemption
 * `none` they now go before those of jobs that have not. */
static void press_claim(struct sim *s, uint32_t act)
{
	const struct task *t = &s->w->tasks[s->acts[act].task];

	for (uint32_t i = 0; i < t->n_nodes; i++) {
		job_id j = sim_pending(s, act, i)->slot;
		struct device *d = s->plans[t->first_node + i].device;

		if (j == JOB_NONE || d->preemption != PREEMPT_NONE ||
		    !ready_contains(d->ready, j))
			continue;
		ready_remove(d->ready, j);
		s->jobs[j].pressing = true;
		ready_push(d->ready, j);
	}
}

static void note_start(struct sim *s, job_id id)
{
	uint32_t act = s->runs[id].activation;

	if (act == NONE)
		return;
	s->acts[act].running++;
	if (s->acts[act].started)
		return;
	s->acts[act].started = true;
	press_claim(s, act);
}

/* A job leaves the queue for an executor; the one it drove off, if any, comes
 * back instead. */
HOT void take(enum loop k, struct device *d, job_id id, job_id victim)
{
	if (k != LOOP_SOLO && victim != JOB_NONE)
		ready_replace(d->ready, id, victim);
	else
		ready_remove(d->ready, id);
}

HOT dag_time start_jobs(struct sim *s, enum loop k, struct device *d,
			uint32_t n, uint32_t exec, job_id victim)
{
	const struct decision *x = &s->decision;
	noise_factor factor;
	dag_time duration = draw_duration(s, k, x->jobs[0], n, &factor);

	assert(duration > 0);
	for (uint32_t i = 0; i < n; i++) {
		job_id id = x->jobs[i];

		sim_emit(s, TRACE_START, &s->jobs[id],
			 (struct emit){.a = duration,
				       .b = i ? 0 : (int64_t)factor,
				       .exec = exec,
				       .count = n,
				       .index = i});
		take(k, d, id, i ? JOB_NONE : victim);
		s->execs[exec].batch[i] = id;
		if (k != LOOP_SOLO)
			s->runs[id].left = duration;
		if (k == LOOP_FULL) {
			s->runs[id].total = duration;
			note_start(s, id);
		}
	}
	return duration;
}

HOT dag_time resume_job(struct sim *s, enum loop k, struct device *d,
			uint32_t exec, job_id victim)
{
	job_id id = s->decision.jobs[0];

	assert(s->decision.n_jobs == 1);
	sim_emit(s, TRACE_RESUME, &s->jobs[id],
		 (struct emit){.a = s->runs[id].left,
			       .b = d->first_exec + s->jobs[id].last_exec,
			       .exec = exec});
	take(k, d, id, victim);
	s->execs[exec].batch[0] = id;
	if (k == LOOP_FULL && s->runs[id].activation != NONE)
		s->acts[s->runs[id].activation].running++;
	return s->runs[id].left;
}

/* The executor gives up its job; the caller puts that back into the queue and
 * makes the executor busy with another. */
HOT job_id preempt(struct sim *s, enum loop k, uint32_t exec)
{
	struct exec *x = &s->execs[exec];
	job_id id = x->batch[0];
	struct job *j = &s->jobs[id];
	dag_time from = k == LOOP_FULL && x->since > s->now ? x->since : s->now;
	dag_time ran = from - x->since;

	assert(x->n == 1 && x->finish > s->now);
	s->runs[id].left = x->finish - from;
	if (k == LOOP_FULL && s->speeds) {
		ran = work_in(s, exec, ran);
		s->runs[id].left = left_at(s, exec, from);
	}
	j->work_left = j->work_left > ran ? j->work_left - ran : 0;
	sim_emit(s, TRACE_PREEMPT, j,
		 (struct emit){.a = s->runs[id].left, .exec = exec});
	if (k == LOOP_FULL && s->runs[id].activation != NONE)
		s->acts[s->runs[id].activation].running--;
	return id;
}

/* What the policy sees of an executor; of a lone one it never sees it busy. */
HOT void show_busy(struct sim *s, struct device *d, uint32_t exec,
		   dag_time from, dag_time predicted)
{
	struct exec_state *state = &s->exec_states[exec];
	job_id head = s->decision.jobs[0];

	s->jobs[head].last_exec = (uint16_t)s->decision.exec;
	state->running = head;
	state->n_running = s->decision.n_jobs;
	state->since = from;
	state->busy_until = from + predicted;
	state->preemptible = d->preempts;
}

/* What becomes of a job that was driven off, before it waits again: an equal
 * that drove it off goes behind all its equals. */
static void requeue(struct sim *s, struct device *d, job_id head, job_id victim)
{
	bool rotates = d->policy.ops->traits.flags & POLICY_ROTATES;

	if (rotates && d->fifo_ties && ready_same_key(d->ready, head, victim))
		s->jobs[victim].tie = s->ready_count++;
	if (!s->has_rules)
		return;
	if (s->c->tie == TIE_ID) /* it joins the queue anew */
		s->jobs[victim].tie = s->ready_count++;
	rules_wake(s, victim);
}

/* What s->decision says, of n jobs. */
HOT void dispatch(struct sim *s, enum loop k, struct device *d, uint32_t n)
{
	const struct decision *x = &s->decision;
	uint32_t exec = IS_LONE(k) ? 0 : d->first_exec + x->exec;
	job_id head = x->jobs[0], victim = JOB_NONE;
	dag_time duration, predicted, from = s->now;

	if (k != LOOP_SOLO && s->execs[exec].n) {
		victim = preempt(s, k, exec);
		if (k == LOOP_FULL ||
		    (d->policy.ops->traits.flags & POLICY_ROTATES))
			requeue(s, d, head, victim);
	}
	if (k == LOOP_FULL && s->costs) {
		costs_dispatch(s, exec, head, victim, s->runs[head].left > 0);
		if (s->execs[exec].over_until > from)
			from = s->execs[exec].over_until;
	}
	if (k != LOOP_SOLO && s->runs[head].left)
		duration = resume_job(s, k, d, exec, victim);
	else
		duration = start_jobs(s, k, d, n, exec, victim);
	s->execs[exec].n = n;
	predicted = n == 1 ? s->jobs[head].work_left
			   : d->view.models[s->jobs[head].model].latency[n - 1];
	if (k == LOOP_FULL && s->speeds) {
		s->execs[exec].work = duration;
		duration = time_for(s, exec, duration);
		predicted = time_for(s, exec, predicted);
	}
	if (k != LOOP_SOLO)
		show_busy(s, d, exec, from, predicted);
	exec_busy(s, k, d, exec, from, from + duration);
}

#endif

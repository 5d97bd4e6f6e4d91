/* sim.c - the event loop; see sim.h */
#include "sim/sim.h"
#include "sim/state.h"

#include <assert.h>
#include <stdlib.h>

void sim_flush(struct sim *s)
{
	for (size_t i = 0; i < s->n_sinks; i++) {
		s->sinks[i]->consume(s->sinks[i], s->buffer, s->n_buffered);
		s->sink_failed |= s->sinks[i]->failed;
	}
	s->n_buffered = 0;
}

static void emit_miss(struct sim *s, const struct job *j, uint8_t column)
{
	sim_emit(s, TRACE_MISS, j,
		 (struct emit){ .a = j->release,
				.b = j->deadline,
				.flags = column });
}

/* --- completions --- */

static void finish_job(struct sim *s, uint32_t exec, uint32_t index)
{
	job_id id = s->execs[exec].batch[index];
	const struct job *j = &s->jobs[id];
	bool late = s->now > j->deadline;

	sim_emit(s, TRACE_FINISH, j,
		 (struct emit){ .a = j->release,
				.b = j->deadline,
				.exec = exec,
				.count = s->execs[exec].n,
				.index = index,
				.flags = late ? TRACE_JOB_DONE | TRACE_LATE
					      : TRACE_JOB_DONE });
	if (late)
		emit_miss(s, j, TRACE_LATE);
	sim_job_free(s, id);
}

static void finish_batch(struct sim *s, uint32_t exec)
{
	struct exec *x = &s->execs[exec];

	assert(x->n > 0 && s->exec_states[exec].running == x->batch[0]);
	for (uint32_t i = 0; i < x->n; i++)
		finish_job(s, exec, i);
	s->stats.events += x->n;
	x->n = 0;
	x->finish = DAG_TIME_MAX;
	s->exec_states[exec].running = JOB_NONE;
	s->idle_mask |= UINT64_C(1) << exec;
}

static void complete(struct sim *s)
{
	dag_time next = DAG_TIME_MAX;

	assert(s->next_finish == s->now);
	for (uint32_t e = 0; e < s->device.n_exec; e++) {
		if (s->execs[e].finish == s->now)
			finish_batch(s, e);
		else if (s->execs[e].finish < next)
			next = s->execs[e].finish;
	}
	s->next_finish = next;
}

/* --- releases --- */

static void release_job(struct sim *s)
{
	struct release r;
	bool given = s->c->replay != NULL;
	job_id j;

	release_next(s->releases, &r);
	assert(r.time == s->now);
	j = sim_job_new(s, &r);
	sim_emit(s, TRACE_RELEASE, &s->jobs[j],
		 (struct emit){ .a = r.deadline,
				.b = given ? (int64_t)r.tie
					   : r.time - r.nominal,
				.flags = given ? TRACE_GIVEN_ID : 0 });
	ready_push(s->ready, j);
	if (s->expires && !s->by_deadline)
		sim_expect_deadline(s, j);
	s->stats.events++;
}

/* --- drops --- */

static void drop_expired(struct sim *s)
{
	job_id j;

	while ((j = sim_expired(s)) != JOB_NONE) {
		const struct job *x = &s->jobs[j];

		assert(x->deadline <= s->now);
		sim_emit(s, TRACE_DROP, x,
			 (struct emit){ .a = x->release, .b = x->deadline });
		emit_miss(s, x, TRACE_DROPPED);
		ready_remove(s->ready, j);
		sim_job_free(s, j);
		s->stats.events++;
	}
}

/* --- decisions --- */

static dag_time draw_duration(const struct sim *s, const struct job *head,
			      uint32_t n, noise_factor *factor)
{
	const struct model *m = &s->w->models[head->model];
	const struct node_plan *plan =
		&s->plans[s->w->tasks[head->task].first_node + head->node];
	dag_time c = m->latency[n - 1];

	*factor = NOISE_ONE;
	if (!s->c->noise)
		return c;
	*factor = noise_draw(&m->noise, plan->factor_base, plan->tail_base,
			     head->instance);
	c = noise_apply(c, *factor);
	if (c < m->bcet)
		c = m->bcet;
	if (m->wcet && c > m->wcet)
		c = m->wcet;
	return c;
}

static void start_batch(struct sim *s)
{
	const struct decision *d = &s->decision;
	const struct job *head = &s->jobs[d->jobs[0]];
	struct exec *x = &s->execs[d->exec];
	struct exec_state *state = &s->exec_states[d->exec];
	noise_factor factor;
	dag_time duration = draw_duration(s, head, d->n_jobs, &factor);

	assert(duration > 0 && x->n == 0);
	x->n = d->n_jobs;
	x->finish = s->now + duration;
	if (x->finish < s->next_finish)
		s->next_finish = x->finish;
	for (uint32_t i = 0; i < d->n_jobs; i++) {
		sim_emit(s, TRACE_START, &s->jobs[d->jobs[i]],
			 (struct emit){ .a = duration,
					.b = i ? 0 : (int64_t)factor,
					.exec = d->exec,
					.count = d->n_jobs,
					.index = i });
		x->batch[i] = d->jobs[i];
		ready_remove(s->ready, d->jobs[i]);
	}
	state->running = d->jobs[0];
	state->n_running = d->n_jobs;
	state->busy_until =
		s->now + s->predicted[head->model].latency[d->n_jobs - 1];
	s->idle_mask &= ~(UINT64_C(1) << d->exec);
	s->stats.events++;
}

static void note_wait(struct sim *s)
{
	dag_time until = s->decision.wait_until;

	if (until > s->now)
		s->wake = until;
	if (s->c->trace_waits) {
		static const struct job nobody;

		sim_emit(s, TRACE_WAIT, &nobody, (struct emit){ .a = until });
	}
}

/* The head alone on the executor that was offered: legal as it stands. */
static bool is_plain(const struct sim *s)
{
	const struct decision *d = &s->decision;

	return d->kind == DISPATCH && d->n_jobs == 1 &&
	       d->exec == s->device.idle && d->jobs[0] == ready_head(s->ready);
}

/* Asks until the policy waits or nothing is left to decide. */
static bool decide(struct sim *s)
{
	uint32_t answers = 0;

	s->wake = DAG_TIME_MAX; /* what it asked for before is void */
	while (s->idle_mask && ready_count(s->ready)) {
		s->device.idle = (uint32_t)__builtin_ctzll(s->idle_mask);
		s->stats.decisions++;
		s->policy->ops->choose(s->policy, s->ready, s->now, &s->device,
				       &s->decision);
		if (s->decision.kind == WAIT) {
			note_wait(s);
			return true;
		}
		if (!is_plain(s) && !sim_check_decision(s, s->error))
			return false;
		start_batch(s);
		answers++;
		assert(answers <= 2 * s->device.n_exec + 2);
	}
	return true;
}

static bool step(struct sim *s)
{
	if (s->next_finish == s->now)
		complete(s);
	while (release_peek(s->releases) == s->now)
		release_job(s);
	if (!s->idle_mask)
		return true;
	if (s->expires)
		drop_expired(s);
	return decide(s);
}

/* --- the horizon --- */

static int by_tie(const void *a, const void *b)
{
	const struct job *x = *(const struct job *const *)a;
	const struct job *y = *(const struct job *const *)b;

	if (x->release != y->release)
		return x->release < y->release ? -1 : 1;
	return (x->tie > y->tie) - (x->tie < y->tie);
}

/* Jobs that still wait: open, and missed if their deadline has passed. */
static void close_waiting(struct sim *s, struct arena *a)
{
	uint32_t n = 0;
	const struct job **open =
		ARENA_NEW(a, const struct job *, ready_count(s->ready) + 1);

	for (job_id j = 0; j < s->n_slots; j++)
		if (ready_contains(s->ready, j))
			open[n++] = &s->jobs[j];
	assert(n == ready_count(s->ready));
	qsort(open, n, sizeof(*open), by_tie);
	for (uint32_t i = 0; i < n; i++) {
		sim_emit(s, TRACE_OPEN, open[i],
			 (struct emit){ .a = open[i]->release,
					.b = open[i]->deadline });
		if (open[i]->deadline <= s->now)
			emit_miss(s, open[i], TRACE_PENDING);
	}
}

/* What completes at H completes first, then the books are closed at H, then
 * batches started before H run out. */
static void close_run(struct sim *s, struct arena *a)
{
	s->now = s->c->horizon;
	if (s->next_finish == s->now)
		complete(s);
	close_waiting(s, a);
	while (s->next_finish != DAG_TIME_MAX) {
		s->now = s->next_finish;
		complete(s);
	}
	sim_flush(s);
	s->stats.end = s->now;
}

static bool run_events(struct sim *s)
{
	while (!s->sink_failed) {
		dag_time t = release_peek(s->releases);

		if (s->next_finish < t)
			t = s->next_finish;
		if (s->wake < t)
			t = s->wake;
		if (t >= s->c->horizon)
			return true;
		assert(t >= s->now);
		s->now = t;
		if (!step(s))
			return false;
	}
	return true;
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
		ok = run_events(s);
		if (ok)
			close_run(s, a);
		if (stats)
			*stats = s->stats;
	}
	sim_unplan(s);
	return ok;
}

/* sim.c - the event loop; see sim.h
 *
 * The functions of the loop take `solo`, a constant where they are called:
 * the compiler makes two loops of one text, and the one for a single
 * non-preemptive executor carries nothing of the other's heaps and lists.
 */
#include "sim/sim.h"
#include "sim/state.h"

#include <assert.h>

#define HOT static inline __attribute__((always_inline))

void sim_flush(struct sim *s)
{
	s->stats.records += s->n_buffered;
	for (size_t i = 0; i < s->n_sinks; i++) {
		s->sinks[i]->consume(s->sinks[i], s->buffer, s->n_buffered);
		s->sink_failed |= s->sinks[i]->failed;
	}
	s->n_buffered = 0;
}

void sim_emit_miss(struct sim *s, const struct job *j, uint8_t column)
{
	sim_emit_job(s, TRACE_MISS, j->task, j->instance, 0,
		     (struct emit){ .a = j->release,
				    .b = j->deadline,
				    .flags = column });
}

/* Something changed that the device could act upon. */
static inline void touch(struct sim *s, struct device *d)
{
	if (d->dirty || (!d->n_idle && !d->preempts))
		return;
	d->dirty = true;
	s->dirty[s->n_dirty++] = d;
}

HOT void exec_busy(struct sim *s, bool solo, uint32_t exec, dag_time finish)
{
	if (!solo) {
		sim_exec_busy(s, exec, finish);
		return;
	}
	s->execs->since = s->now;
	s->execs->finish = s->next_finish = finish;
	s->devices->n_idle = 0;
	s->devices->view.idle = NONE;
}

HOT void exec_idle(struct sim *s, bool solo, uint32_t exec)
{
	if (!solo) {
		sim_exec_idle(s, exec);
		return;
	}
	s->execs->n = 0;
	s->next_finish = DAG_TIME_MAX;
	s->devices->n_idle = 1;
	s->devices->view.idle = 0;
}

/* --- becoming ready --- */

HOT void push(struct sim *s, bool solo, uint32_t node, job_id j)
{
	struct device *d = solo ? s->devices : s->plans[node].device;

	ready_push(d->ready, j);
	if (s->c->late == LATE_DROP && !d->by_deadline)
		sim_expect_deadline(s, d, j);
	if (!solo)
		touch(s, d);
}

/* A node of an activation whose predecessors are done. */
static job_id ready_node(struct sim *s, uint32_t act, uint32_t local)
{
	const struct activation *x = &s->acts[act];
	uint32_t node = s->w->tasks[x->task].first_node + local;
	job_id id = sim_slot_new(s, false, node);
	struct job *j = &s->jobs[id];

	j->release = x->release;
	j->deadline = x->deadline;
	j->instance = x->instance;
	j->tie = release_tie(node, x->instance);
	j->pressing = x->started &&
		      s->plans[node].device->preemption == PREEMPT_NONE;
	s->runs[id].activation = act;
	s->slot_of[act * s->stride + local] = id;
	push(s, false, node, id);
	return id;
}

static void release_dag(struct sim *s, const struct release *r)
{
	uint32_t act = sim_activation_new(s, r);
	uint32_t n = s->w->tasks[r->task].n_nodes;

	for (uint32_t i = 0; i < n; i++)
		if (s->pending[act * s->stride + i] == 0)
			ready_node(s, act, i);
}

HOT void release_one(struct sim *s, bool solo, const struct release *r)
{
	uint32_t node = solo ? r->task : s->w->tasks[r->task].first_node;
	job_id id = sim_slot_new(s, solo, node);
	struct job *j = &s->jobs[id];

	j->release = r->time;
	j->deadline = r->deadline;
	j->tie = r->tie;
	j->instance = r->instance;
	push(s, solo, node, id);
}

HOT void release_job(struct sim *s, bool solo)
{
	struct release r;
	bool given = s->c->replay != NULL;

	release_next(s->releases, &r);
	assert(r.time == s->now && r.task < s->w->n_tasks);
	sim_emit_job(s, TRACE_RELEASE, r.task, r.instance, 0,
		     (struct emit){ .a = r.deadline,
				    .b = given ? (int64_t)r.tie
					       : r.time - r.nominal,
				    .flags = given ? TRACE_GIVEN_ID : 0 });
	if (solo || s->w->tasks[r.task].n_nodes == 1)
		release_one(s, solo, &r);
	else
		release_dag(s, &r);
}

/* --- completions --- */

static void ready_successors(struct sim *s, uint32_t act, uint32_t vertex)
{
	const struct node *n = &s->w->nodes[vertex];
	uint32_t first = s->w->tasks[n->task].first_node;

	for (uint32_t i = 0; i < n->n_succ; i++) {
		uint32_t to = s->w->edges[n->first_succ + i].to - first;
		uint32_t *pending = &s->pending[act * s->stride + to];

		assert(*pending > 0);
		if (--*pending == 0) {
			job_id id = ready_node(s, act, to);

			sim_emit(s, TRACE_READY, &s->jobs[id],
				 (struct emit){ 0 });
		}
	}
}

/* A node of an activation ends: was it the last one? */
static bool finish_node(struct sim *s, uint32_t act, uint32_t local)
{
	struct activation *x = &s->acts[act];

	assert(x->live && x->left > 0 && x->running > 0);
	s->slot_of[act * s->stride + local] = JOB_NONE;
	x->running--;
	return --x->left == 0;
}

HOT void finish_job(struct sim *s, bool solo, uint32_t exec, uint32_t index)
{
	job_id id = s->execs[exec].batch[index];
	const struct job *j = &s->jobs[id];
	uint32_t act = solo ? NONE : s->runs[id].activation;
	uint32_t vertex = solo ? 0 : s->runs[id].vertex;
	bool done = act == NONE || finish_node(s, act, j->node);
	bool late = done && s->now > j->deadline;

	sim_emit(s, TRACE_FINISH, j,
		 (struct emit){ .a = j->release,
				.b = j->deadline,
				.exec = exec,
				.count = s->execs[exec].n,
				.index = index,
				.flags = (uint8_t)(done * TRACE_JOB_DONE |
						   late * TRACE_LATE) });
	if (late)
		sim_emit_miss(s, j, TRACE_LATE);
	sim_slot_free(s, id);
	if (act == NONE)
		return;
	if (done)
		sim_activation_free(s, act);
	else if (!s->closed)
		ready_successors(s, act, vertex);
}

HOT void complete(struct sim *s, bool solo)
{
	while (s->next_finish == s->now) {
		uint32_t e = solo ? 0 : s->finishing[0], n = s->execs[e].n;

		for (uint32_t i = 0; i < n; i++)
			finish_job(s, solo, e, i);
		exec_idle(s, solo, e);
		if (!solo)
			touch(s, s->execs[e].device);
	}
}

void sim_complete(struct sim *s)
{
	if (s->solo)
		complete(s, true);
	else
		complete(s, false);
}

/* --- drops --- */

static void drop_nodes(struct sim *s, uint32_t act)
{
	const struct task *t = &s->w->tasks[s->acts[act].task];

	assert(!s->acts[act].started);
	for (uint32_t i = 0; i < t->n_nodes; i++) {
		job_id j = s->slot_of[act * s->stride + i];

		if (j == JOB_NONE)
			continue;
		ready_remove(s->plans[t->first_node + i].device->ready, j);
		sim_slot_free(s, j);
	}
	sim_activation_free(s, act);
}

static void drop_expired(struct sim *s, struct device *d)
{
	job_id id;

	while ((id = sim_expired(s, d)) != JOB_NONE) {
		const struct job *j = &s->jobs[id];
		uint32_t act = s->runs[id].activation;

		assert(j->deadline <= s->now);
		sim_emit_job(s, TRACE_DROP, j->task, j->instance, 0,
			     (struct emit){ .a = j->release,
					    .b = j->deadline });
		sim_emit_miss(s, j, TRACE_DROPPED);
		if (act != NONE) {
			drop_nodes(s, act);
		} else {
			ready_remove(d->ready, id);
			sim_slot_free(s, id);
		}
		}
}

/* --- decisions --- */

HOT dag_time draw_duration(const struct sim *s, bool solo, job_id id,
			   uint32_t n, noise_factor *factor)
{
	uint32_t vertex = solo ? s->jobs[id].task : s->runs[id].vertex;
	const struct node_plan *plan = &s->plans[vertex];
	dag_time c = n == 1 ? plan->cost : plan->latency[n - 1];

	*factor = NOISE_ONE;
	if (!s->c->noise)
		return c;
	*factor = noise_draw(plan->noise, plan->factor_base, plan->tail_base,
			     s->jobs[id].instance);
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
		job_id j = s->slot_of[act * s->stride + i];
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

HOT dag_time start_jobs(struct sim *s, bool solo, struct device *d,
			uint32_t exec)
{
	const struct decision *x = &s->decision;
	noise_factor factor;
	dag_time duration = draw_duration(s, solo, x->jobs[0], x->n_jobs,
					  &factor);

	assert(duration > 0);
	for (uint32_t i = 0; i < x->n_jobs; i++) {
		job_id id = x->jobs[i];

		sim_emit(s, TRACE_START, &s->jobs[id],
			 (struct emit){ .a = duration,
					.b = i ? 0 : (int64_t)factor,
					.exec = exec,
					.count = x->n_jobs,
					.index = i });
		ready_remove(d->ready, id);
		s->execs[exec].batch[i] = id;
		if (!solo) {
			s->runs[id].left = duration;
			note_start(s, id);
		}
	}
	return duration;
}

static dag_time resume_job(struct sim *s, struct device *d, uint32_t exec)
{
	job_id id = s->decision.jobs[0];

	assert(s->decision.n_jobs == 1);
	sim_emit(s, TRACE_RESUME, &s->jobs[id],
		 (struct emit){ .a = s->runs[id].left,
				.b = d->first_exec + s->jobs[id].last_exec,
				.exec = exec });
	ready_remove(d->ready, id);
	s->execs[exec].batch[0] = id;
	if (s->runs[id].activation != NONE)
		s->acts[s->runs[id].activation].running++;
	return s->runs[id].left;
}

static void preempt(struct sim *s, struct device *d, uint32_t exec)
{
	struct exec *x = &s->execs[exec];
	job_id id = x->batch[0];
	struct job *j = &s->jobs[id];
	dag_time ran = s->now - x->since;

	assert(x->n == 1 && x->finish > s->now);
	s->runs[id].left = x->finish - s->now;
	j->work_left = j->work_left > ran ? j->work_left - ran : 0;
	sim_emit(s, TRACE_PREEMPT, j,
		 (struct emit){ .a = s->runs[id].left, .exec = exec });
	if (s->runs[id].activation != NONE)
		s->acts[s->runs[id].activation].running--;
	sim_exec_idle(s, exec);
	ready_push(d->ready, id);
}

/* What the policy sees of an executor; of a lone one it never sees it busy. */
static void show_busy(struct sim *s, struct device *d, uint32_t exec,
		      dag_time predicted)
{
	struct exec_state *state = &s->exec_states[exec];
	job_id head = s->decision.jobs[0];

	s->jobs[head].last_exec = (uint16_t)s->decision.exec;
	state->running = head;
	state->n_running = s->decision.n_jobs;
	state->busy_until = s->now + predicted;
	state->preemptible = d->preempts;
}

HOT void dispatch(struct sim *s, bool solo, struct device *d)
{
	const struct decision *x = &s->decision;
	uint32_t exec = solo ? 0 : d->first_exec + x->exec, n = x->n_jobs;
	job_id head = x->jobs[0];
	dag_time duration;

	if (!solo && s->execs[exec].n)
		preempt(s, d, exec);
	if (!solo && s->runs[head].left)
		duration = resume_job(s, d, exec);
	else
		duration = start_jobs(s, solo, d, exec);
	s->execs[exec].n = n;
	if (!solo)
		show_busy(s, d, exec,
			  n == 1 ? s->jobs[head].work_left
				 : d->view.models[s->jobs[head].model]
					   .latency[n - 1]);
	exec_busy(s, solo, exec, s->now + duration);
}

static void note_wait(struct sim *s, struct device *d)
{
	static const struct job nobody;
	dag_time until = s->decision.wait_until;

	if (until > s->now)
		d->wake = until;
	if (d->wake < s->wake)
		s->wake = d->wake;
	if (s->c->trace_waits)
		sim_emit(s, TRACE_WAIT, &nobody, (struct emit){ .a = until });
}

/* The head alone on the executor that was offered: legal as it stands. */
static inline bool is_plain(const struct sim *s, const struct device *d)
{
	const struct decision *x = &s->decision;

	return x->kind == DISPATCH && x->n_jobs == 1 &&
	       x->exec == d->view.idle && x->jobs[0] == ready_head(d->ready);
}

static void find_wake(struct sim *s)
{
	s->wake = DAG_TIME_MAX;
	for (uint32_t i = 0; i < s->n_devices; i++)
		if (s->devices[i].wake < s->wake)
			s->wake = s->devices[i].wake;
}

/* Asks until the policy waits or nothing is left to decide. */
HOT bool decide(struct sim *s, bool solo, struct device *d)
{
	uint32_t answers = 0;

	if (d->wake != DAG_TIME_MAX) { /* what it asked for before is void */
		d->wake = DAG_TIME_MAX;
		find_wake(s);
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
		dispatch(s, solo, d);
		if (solo)
			return true;
		if (!sim_check_answers(s, d, ++answers))
			return false;
	}
	return true;
}

static bool decide_dirty(struct sim *s)
{
	bool ok = true;

	for (uint32_t i = 0; i < s->n_dirty; i++) {
		struct device *d = s->dirty[i];

		d->dirty = false;
		if (!ok)
			continue;
		if (sim_may_expire(s, d))
			drop_expired(s, d);
		ok = decide(s, false, d);
	}
	s->n_dirty = 0;
	return ok;
}

static void wake_devices(struct sim *s)
{
	for (uint32_t i = 0; i < s->n_devices; i++)
		if (s->devices[i].wake == s->now)
			touch(s, &s->devices[i]);
}

HOT bool step(struct sim *s, bool solo)
{
	complete(s, solo);
	while (release_peek(s->releases) == s->now)
		release_job(s, solo);
	if (!solo) {
		if (s->wake == s->now)
			wake_devices(s);
		return decide_dirty(s);
	}
	if (!s->devices->n_idle)
		return true;
	if (sim_may_expire(s, s->devices))
		drop_expired(s, s->devices);
	return decide(s, true, s->devices);
}

HOT bool run_events(struct sim *s, bool solo)
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
		if (!step(s, solo))
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
		ok = s->solo ? run_events(s, true) : run_events(s, false);
		if (ok && !s->sink_failed) /* else it is no whole run */
			sim_close(s, a);
		sim_flush(s);
		if (stats)
			*stats = s->stats;
	}
	sim_unplan(s);
	return ok;
}

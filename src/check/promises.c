/* promises.c - does an answer keep what the protocol and the traits say?
 *
 * Written from the text of policy.h and of the rules, not from the policies.
 */
#include "check/probe.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static bool has(const struct scene *s, uint32_t flag)
{
	return s->policy->ops->traits.flags & flag;
}

static const struct job *job_at(const struct scene *s, job_id j)
{
	return &s->dev->jobs[j];
}

static bool is_idle(const struct scene *s, uint32_t e)
{
	return s->dev->exec[e].running == JOB_NONE;
}

static bool may_run(const struct scene *s, job_id j, uint32_t e)
{
	const struct workload *w = s->dev->workload;
	const struct job *x = job_at(s, j);
	const struct node *n =
		&w->nodes[w->tasks[x->task].first_node + x->node];

	return !s->dev->bound || placement_allows(n, s->dev->first_exec + e, 1);
}

/* --- the protocol --- */

static bool check_batch_members(const struct scene *s)
{
	const struct decision *x = s->out;
	char name[JOB_NAME];
	uint32_t cap;

	for (uint32_t i = 0; i < x->n_jobs; i++) {
		job_id j = x->jobs[i];

		if (!ready_contains(s->ready, j))
			return situation_finding(s, CHECK_PROTOCOL,
						 "job id %" PRIu32
						 ", member %" PRIu32
						 " of the batch, is not ready",
						 j, i);
		for (uint32_t k = 0; k < i; k++)
			if (x->jobs[k] == j)
				return situation_finding(
					s, CHECK_PROTOCOL,
					"%s is in the batch twice",
					situation_job(s, name, j));
		if (job_at(s, j)->model != job_at(s, x->jobs[0])->model)
			return situation_finding(
				s, CHECK_PROTOCOL,
				"the batch mixes models: %s runs another one "
				"than the head",
				situation_job(s, name, j));
	}
	cap = s->dev->models[job_at(s, x->jobs[0])->model].max_batch;
	if (x->n_jobs <= cap)
		return true;
	return situation_finding(
		s, CHECK_PROTOCOL,
		"a batch of %" PRIu32
		" jobs, of a model that takes at most %" PRIu32,
		x->n_jobs, cap);
}

static bool check_executor(const struct scene *s)
{
	const struct decision *x = s->out;

	if (x->exec >= s->dev->n_exec)
		return situation_finding(s, CHECK_PROTOCOL,
					 "executor %" PRIu32 " does not exist",
					 x->exec);
	if (!is_idle(s, x->exec) && !s->dev->exec[x->exec].preemptible)
		return situation_finding(
			s, CHECK_PROTOCOL,
			"the executor is busy and may not be preempted");
	return true;
}

bool promises_protocol(const struct scene *s)
{
	const struct decision *x = s->out;

	if (x->kind == WAIT)
		return true;
	if (x->kind != DISPATCH)
		return situation_finding(s, CHECK_PROTOCOL,
					 "the answer is neither Wait nor "
					 "Dispatch");
	if (!x->n_jobs || x->n_jobs > BATCH_MAX)
		return situation_finding(s, CHECK_PROTOCOL,
					 "a batch of %" PRIu32 " jobs",
					 x->n_jobs);
	if (!check_executor(s) || !check_batch_members(s))
		return false;
	if (!may_run(s, x->jobs[0], x->exec))
		return situation_finding(s, CHECK_PROTOCOL,
					 "the node may not run on that core");
	return true;
}

/* --- waiting --- */

/* Executors that pay for an overhead run nothing and are not idle, which shows
 * of the lowest idle one only. */
static bool is_free(const struct scene *s, uint32_t e)
{
	if (s->dev->workload->platform.overheads)
		return e == s->dev->idle;
	return is_idle(s, e);
}

static bool anything_runs(const struct scene *s)
{
	for (uint32_t e = 0; e < s->dev->n_exec; e++)
		if (!is_free(s, e))
			return true;
	return false;
}

static bool check_wait(const struct scene *s)
{
	char name[JOB_NAME];

	for (uint32_t i = 0; has(s, POLICY_WORK_CONSERVING) && i < s->n; i++)
		for (uint32_t e = 0; e < s->dev->n_exec; e++)
			if (is_free(s, e) && may_run(s, s->list[i], e))
				return situation_finding(
					s, CHECK_IDLE,
					"it waits, though %s is ready and an "
					"executor is idle",
					situation_job(s, name, s->list[i]));
	if (s->out->wait_until <= s->now && s->dev->slices_end)
		return situation_finding(s, CHECK_WAIT,
					 "it asks to be woken at an instant "
					 "that is not in the future");
	if (s->out->wait_until == DAG_TIME_MAX && !anything_runs(s))
		return situation_finding(
			s, CHECK_WAIT,
			"it waits without end: jobs are ready, nothing runs, "
			"and it does not ask to be woken");
	return true;
}

/* --- order --- */

/* The priority of a node: what the policy's prepare made of it, else that of
 * its task. */
static int64_t priority_of(const struct scene *s, const struct job *j)
{
	const struct workload *w = s->dev->workload;

	return s->policy->node_key
		       ? s->policy->node_key[w->tasks[j->task].first_node +
					     j->node]
		       : j->prio;
}

/* By what the declared order compares. */
static int64_t order_value(const struct scene *s, job_id j)
{
	switch (s->policy->order) {
	case ORDER_EDF:
		return job_at(s, j)->deadline;
	case ORDER_FIXED:
		return priority_of(s, job_at(s, j));
	default:
		return job_at(s, j)->release;
	}
}

static bool ties_by_release(const struct scene *s)
{
	const struct sim_config *c = s->probe->config;

	return !has(s, POLICY_FIFO_TIES) &&
	       (c->tie == TIE_RELEASE || c->tie == TIE_FAVOUR_RUNNING ||
		(c->tie == TIE_FIFO && s->policy->node_rank));
}

/* Does x go before y, by the traits alone? */
static bool goes_before(const struct scene *s, job_id x, job_id y)
{
	const struct job *a = job_at(s, x), *b = job_at(s, y);

	if (a->pressing != b->pressing)
		return a->pressing;
	if (order_value(s, x) != order_value(s, y))
		return order_value(s, x) < order_value(s, y);
	if (has(s, POLICY_CRITICAL_FIRST) && a->criticality != b->criticality)
		return a->criticality > b->criticality;
	if (ties_by_release(s) && a->release != b->release)
		return a->release < b->release;
	return a->tie < b->tie;
}

static bool check_head(const struct scene *s)
{
	enum policy_order order = s->policy->order;
	job_id head = s->out->jobs[0];
	char a[JOB_NAME], b[JOB_NAME];

	if (order == ORDER_OTHER || s->dev->bound || s->dev->blind ||
	    s->policy->ops->traits.batch == BATCH_TIMEOUT)
		return true;
	if (head != s->list[0])
		return situation_finding(s, CHECK_ORDER,
					 "%s goes, though %s is the first of "
					 "the queue",
					 situation_job(s, a, head),
					 situation_job(s, b, s->list[0]));
	for (uint32_t i = 0; i < s->n; i++)
		if (s->list[i] != head && goes_before(s, s->list[i], head))
			return situation_finding(
				s, CHECK_ORDER,
				"%s goes, though %s is before it in the "
				"declared order (%s)",
				situation_job(s, a, head),
				situation_job(s, b, s->list[i]),
				order == ORDER_EDF     ? "edf"
				: order == ORDER_FIXED ? "fixed priorities"
						       : "fifo");
	return true;
}

static bool check_preemption(const struct scene *s)
{
	const struct exec_state *x = &s->dev->exec[s->out->exec];
	char a[JOB_NAME], b[JOB_NAME];

	if (x->running == JOB_NONE)
		return true;
	if (!has(s, POLICY_PREEMPTS))
		return situation_finding(
			s, CHECK_PREEMPTION,
			"it preempts, and does not declare it");
	if (s->policy->order == ORDER_OTHER || s->dev->blind || s->dev->bound ||
	    has(s, POLICY_ROTATES))
		return true;
	if (s->dev->idle != NONE)
		return situation_finding(s, CHECK_PREEMPTION,
					 "it preempts, though an executor is "
					 "idle");
	if (!ready_overtakes(s->ready, s->out->jobs[0], x->running))
		return situation_finding(
			s, CHECK_PREEMPTION,
			"%s drives off %s, which does not come behind it",
			situation_job(s, a, s->out->jobs[0]),
			situation_job(s, b, x->running));
	if (s->out->exec != s->dev->least_urgent)
		return situation_finding(s, CHECK_PREEMPTION,
					 "it drives off %s, which is not the "
					 "least urgent of those that run",
					 situation_job(s, a, x->running));
	return true;
}

/* --- batches --- */

static bool check_same_release(const struct scene *s)
{
	const struct job *h = job_at(s, s->out->jobs[0]);
	char name[JOB_NAME];

	for (uint32_t i = 1; i < s->out->n_jobs; i++) {
		const struct job *j = job_at(s, s->out->jobs[i]);

		if (h->group != NONE && j->group == h->group &&
		    j->release == h->release && j->deadline == h->deadline)
			continue;
		return situation_finding(
			s, CHECK_BATCH,
			"rule same_deadline: %s joins a batch whose head is "
			"not of the same release of the same group",
			situation_job(s, name, s->out->jobs[i]));
	}
	return true;
}

/* Members that hit in the batch as it was before the last ones joined, and
 * riders, which join only where they hit. */
static bool check_members(const struct scene *s, dag_time alone, dag_time end)
{
	char name[JOB_NAME];

	for (uint32_t i = 0; i < s->out->n_jobs; i++) {
		dag_time deadline = job_at(s, s->out->jobs[i])->deadline;

		if (deadline >= end || (i == 0 && alone > deadline))
			continue;
		return situation_finding(
			s, CHECK_GUARD,
			i ? "rider %s is predicted to be late in this batch"
			  : "%s would hit its deadline alone, and is predicted "
			    "to miss it in this batch",
			situation_job(s, name, s->out->jobs[i]));
	}
	return true;
}

static int64_t lookahead(const struct scene *s)
{
	int i = policy_param_index(s->policy->ops, "lookahead");

	return i < 0 ? 1 : s->policy->param[i];
}

/* The first jobs of other models, one after another behind the batch. */
static bool check_others(const struct scene *s, dag_time alone, dag_time end)
{
	uint32_t model = job_at(s, s->out->jobs[0])->model;
	int64_t left = lookahead(s);
	dag_time behind = 0;
	char name[JOB_NAME];

	for (uint32_t i = 0; i < s->n && left > 0; i++) {
		const struct job *j = job_at(s, s->list[i]);

		if (j->model == model)
			continue;
		left--;
		behind += s->dev->models[j->model].latency[0];
		if (alone + behind > j->deadline || end + behind <= j->deadline)
			continue;
		return situation_finding(
			s, CHECK_GUARD,
			"%s, within the lookahead, would hit its deadline "
			"behind the head alone, and is predicted to miss it "
			"behind this batch",
			situation_job(s, name, s->list[i]));
	}
	return true;
}

static bool check_guard(const struct scene *s)
{
	const struct batch_model *m =
		&s->dev->models[job_at(s, s->out->jobs[0])->model];
	dag_time alone = s->now + m->latency[0];
	dag_time end = s->now + m->latency[s->out->n_jobs - 1];

	if (s->out->n_jobs == 1)
		return true;
	return check_members(s, alone, end) && check_others(s, alone, end);
}

static bool check_batch(const struct scene *s)
{
	switch (s->policy->ops->traits.batch) {
	case BATCH_NONE:
		return s->out->n_jobs == 1 ||
		       situation_finding(s, CHECK_BATCH,
					 "rule none: a batch of %" PRIu32
					 " jobs",
					 s->out->n_jobs);
	case BATCH_SAME_DEADLINE:
		return check_same_release(s);
	case BATCH_CROSS_DEADLINE:
		return check_guard(s);
	case BATCH_TIMEOUT:
		break;
	}
	return true;
}

bool promises_traits(const struct scene *s)
{
	if (s->out->kind == WAIT)
		return check_wait(s);
	return check_head(s) && check_preemption(s) && check_batch(s);
}

/* --- fairness --- */

struct waiting { /* the oldest job of a task */
	bool there;
	uint64_t instance;
	uint32_t node;
	uint32_t *passes; /* by task */
};

struct fairness {
	struct waiting *tasks;
};

static struct fairness *books(const struct scene *s)
{
	struct probe *pr = s->probe;
	uint32_t n = s->dev->workload->n_tasks, i = s->dev->first_exec;
	struct fairness *f = pr->fairness[i];

	if (f)
		return f;
	f = ARENA_NEW(pr->arena, struct fairness, 1);
	f->tasks = ARENA_NEW(pr->arena, struct waiting, n);
	for (uint32_t t = 0; t < n; t++)
		f->tasks[t].passes = ARENA_NEW(pr->arena, uint32_t, n);
	pr->fairness[i] = f;
	return f;
}

static bool is_older(const struct job *a, const struct job *b)
{
	if (a->release != b->release)
		return a->release < b->release;
	if (a->instance != b->instance)
		return a->instance < b->instance;
	return a->node < b->node;
}

static job_id oldest_of(const struct scene *s, uint32_t task)
{
	job_id best = JOB_NONE;

	for (uint32_t i = 0; i < s->n; i++) {
		const struct job *j = job_at(s, s->list[i]);

		if (j->task == task &&
		    (best == JOB_NONE || is_older(j, job_at(s, best))))
			best = s->list[i];
	}
	return best;
}

static void note_oldest(const struct scene *s, struct waiting *w, job_id j)
{
	const struct job *x = job_at(s, j);

	if (w->there && w->instance == x->instance && w->node == x->node)
		return;
	w->there = true;
	w->instance = x->instance;
	w->node = x->node;
	memset(w->passes, 0, s->dev->workload->n_tasks * sizeof(*w->passes));
}

static bool note_batch(const struct scene *s, struct waiting *w, job_id waits)
{
	uint32_t most = s->policy->ops->max_passes;
	char a[JOB_NAME];

	for (uint32_t i = 0; i < s->out->n_jobs; i++) {
		uint32_t t = job_at(s, s->out->jobs[i])->task;

		if (t == job_at(s, waits)->task)
			return true;
		if (++w->passes[t] > most)
			return situation_finding(
				s, CHECK_FAIRNESS,
				"%s has been passed by %" PRIu32
				" jobs of task %.40s; the policy promises at "
				"most %" PRIu32,
				situation_job(s, a, waits), w->passes[t],
				s->dev->workload->tasks[t].name, most);
	}
	return true;
}

bool promises_fairness(const struct scene *s)
{
	const struct workload *w = s->dev->workload;
	struct fairness *f;

	if (!s->policy->ops->max_passes || s->out->kind == WAIT ||
	    w->n_tasks > 64)
		return true;
	f = books(s);
	for (uint32_t t = 0; t < w->n_tasks; t++) {
		job_id j = oldest_of(s, t);

		if (j == JOB_NONE) {
			f->tasks[t].there = false;
			continue;
		}
		note_oldest(s, &f->tasks[t], j);
		if (!note_batch(s, &f->tasks[t], j))
			return false;
	}
	return true;
}

/* edf_batch.c - rule RB: riders may join, nobody predicted to hit may miss
 *
 * The head is the job with the earliest deadline.  Later jobs of its model
 * join in deadline order while the batch stays harmless: with g the
 * predicted finish of the batch with one more member,
 *   - a candidate that would itself be late at g is passed over;
 *   - a member that is predicted to hit at the present finish f must hit at g;
 *   - each of the first `lookahead` ready jobs of other models that would hit
 *     if they ran one after another behind the head alone must still hit when
 *     they start at g.
 *
 * Cost: candidates that would be late are skipped by a seek, members other
 * than the head are never late, and the lookahead jobs reduce to one number
 * (the latest g they allow).  So a decision costs O(batch + lookahead) queue
 * steps, however many jobs wait.
 */
#include "policies/common.h"

#include <assert.h>

/* The latest finish of the batch that harms no lookahead job.  `alone` is
 * the finish of the head alone. */
static dag_time others_limit(const struct policy *p,
			     const struct ready_queue *ready,
			     const struct device_state *dev, uint32_t model,
			     dag_time alone)
{
	job_id other[BATCH_MAX];
	dag_time limit = DAG_TIME_MAX, behind = 0;
	uint32_t n = ready_others(ready, model, (uint32_t)p->param[0], other);

	for (uint32_t i = 0; i < n; i++) {
		const struct job *j = &dev->jobs[other[i]];

		behind += dev->models[j->model].latency[0];
		if (alone + behind <= j->deadline &&
		    j->deadline - behind < limit)
			limit = j->deadline - behind;
	}
	return limit;
}

/* Is a member that hits at `finish` late at `end`?  Behind the head members
 * joined on time and stand in deadline order, so the first speaks for all. */
static bool harms_members(const struct device_state *dev,
			  const struct decision *d, dag_time finish,
			  dag_time end)
{
	for (uint32_t i = 0; i < 2 && i < d->n_jobs; i++) {
		dag_time deadline = dev->jobs[d->jobs[i]].deadline;

		if (finish <= deadline && deadline < end)
			return true;
	}
	return false;
}

static void edf_batch_choose(struct policy *p, const struct ready_queue *ready,
			     dag_time now, const struct device_state *dev,
			     struct decision *out)
{
	job_id head = ready_head(ready), last = head;
	const struct batch_model *m;
	dag_time finish, limit;
	uint32_t model;

	if (head == JOB_NONE || dev->idle == NONE) {
		decide_wait(out);
		return;
	}
	decide_one(out, dev->idle, head);
	model = dev->jobs[head].model;
	m = &dev->models[model];
	if (m->max_batch == 1 || ready_bucket_count(ready, model) == 1)
		return;
	finish = now + m->latency[0];
	limit = others_limit(p, ready, dev, model, finish);
	while (out->n_jobs < m->max_batch) {
		dag_time end = now + m->latency[out->n_jobs];
		job_id c = ready_bucket_seek(ready, last, end);

		if (c == JOB_NONE || end > limit ||
		    harms_members(dev, out, finish, end))
			break;
		assert(dev->jobs[c].deadline >= end);
		out->jobs[out->n_jobs++] = c;
		finish = end;
		last = c;
	}
}

static const struct policy_param edf_batch_params[] = {
	{"lookahead", "earliest jobs of other models to protect", 1, 0,
	 BATCH_MAX, false, NULL},
	{0}};

const struct policy_ops edf_batch_ops = {
	.name = "edf_batch",
	.summary = "earliest deadline first with guarded batches across "
		   "deadlines (rule RB)",
	.source = "edgesched, github.com/daniel-debrun/edgesched",
	.traits = {ORDER_EDF, BATCH_CROSS_DEADLINE, VIEW_BY_MODEL,
		   POLICY_WORK_CONSERVING | POLICY_CRITICAL_FIRST |
			   POLICY_ON_ACCELERATOR},
	.params = edf_batch_params,
	.key = policy_key_deadline,
	.choose = edf_batch_choose,
};

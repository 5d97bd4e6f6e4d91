/* edf_batch_same_deadline.c - rule RA: a group's jobs of one tick go together
 *
 * The head is the job with the earliest deadline.  If it belongs to a group,
 * the ready jobs of the same group and model with the same release and the
 * same deadline join it, up to the batch cap, without any guard.
 * Cost: O(jobs of the model with the head's deadline).
 */
#include "policies/common.h"

static bool same_tick(const struct job *a, const struct job *b)
{
	return a->group == b->group && a->release == b->release;
}

static void choose(struct policy *p, const struct ready_queue *ready,
		   dag_time now, const struct device_state *dev,
		   struct decision *out)
{
	job_id head = ready_head(ready), c;
	const struct job *h;

	(void)p, (void)now;
	if (head == JOB_NONE || dev->idle == NONE) {
		decide_wait(out);
		return;
	}
	decide_one(out, dev->idle, head);
	h = &dev->jobs[head];
	if (h->group == NONE)
		return;
	for (c = ready_bucket_next(ready, head);
	     c != JOB_NONE && dev->jobs[c].deadline == h->deadline &&
	     out->n_jobs < dev->models[h->model].max_batch;
	     c = ready_bucket_next(ready, c))
		if (same_tick(&dev->jobs[c], h))
			out->jobs[out->n_jobs++] = c;
}

const struct policy_ops edf_batch_same_deadline_ops = {
	.name = "edf_batch_same_deadline",
	.summary = "earliest deadline first, batching one tick of a group "
		   "(rule RA)",
	.source = "edgesched, github.com/daniel-debrun/edgesched",
	.traits = {ORDER_EDF, BATCH_SAME_DEADLINE, VIEW_BY_MODEL,
		   POLICY_WORK_CONSERVING | POLICY_CRITICAL_FIRST |
			   POLICY_ON_ACCELERATOR},
	.key = policy_key_deadline,
	.choose = choose,
};

/* dynamic_batch.c - wait a little to fill a batch, whatever the deadlines
 *
 * The rule of inference servers: a model is ready to go when one of its
 * preferred batch sizes is waiting (the largest such goes; default: its
 * cap), or when its oldest job has waited `max_queue_delay` (then what is
 * there goes, up to the cap).  Of the ready models the one with the oldest
 * job goes first; if none is ready the policy waits for the first time-out.
 * Cost: O(models with waiting jobs).
 */
#include "policies/common.h"

#include <assert.h>

/* The size to dispatch of this model now, or 0 and *wake. */
static uint32_t batch_size(const struct policy *p, const struct batch_model *m,
			   const struct job *oldest, uint32_t waiting,
			   dag_time now, dag_time *wake)
{
	uint32_t size = 0;
	dag_time timeout;

	if (m->max_batch == 1)
		return 1;
	for (uint32_t i = 0; i < m->n_preferred; i++)
		if (m->preferred[i] <= waiting)
			size = m->preferred[i];
	if (!m->preferred && waiting >= m->max_batch)
		size = m->max_batch;
	if (size)
		return size;
	timeout = oldest->release + p->param[0];
	if (now >= timeout)
		return waiting < m->max_batch ? waiting : m->max_batch;
	if (timeout < *wake)
		*wake = timeout;
	return 0;
}

static bool older(const struct job *a, const struct job *b)
{
	return a->release != b->release ? a->release < b->release
					: a->tie < b->tie;
}

static void fill(const struct ready_queue *ready,
		 const struct device_state *dev, uint32_t model, uint32_t size,
		 struct decision *out)
{
	job_id j = ready_bucket_head(ready, model);

	decide_one(out, dev->idle, j);
	while (out->n_jobs < size) {
		j = ready_bucket_next(ready, j);
		assert(j != JOB_NONE);
		out->jobs[out->n_jobs++] = j;
	}
}

static void choose(struct policy *p, const struct ready_queue *ready,
		   dag_time now, const struct device_state *dev,
		   struct decision *out)
{
	uint32_t best = NONE, best_size = 0;
	dag_time wake = DAG_TIME_MAX;

	decide_wait(out);
	if (dev->idle == NONE)
		return;
	for (uint32_t m = ready_bucket_from(ready, 0); m != NONE;
	     m = ready_bucket_from(ready, m + 1)) {
		const struct job *oldest =
			&dev->jobs[ready_bucket_head(ready, m)];
		uint32_t size =
			batch_size(p, &dev->models[m], oldest,
				   ready_bucket_count(ready, m), now, &wake);

		if (size &&
		    (best == NONE ||
		     older(oldest,
			   &dev->jobs[ready_bucket_head(ready, best)]))) {
			best = m;
			best_size = size;
		}
	}
	if (best != NONE)
		fill(ready, dev, best, best_size, out);
	else
		out->wait_until = wake;
}

static const struct policy_param params[] = {
	{"max_queue_delay", "longest wait for a batch to fill", 2 * NS_PER_MS,
	 0, DAG_TIME_MAX / 4, true, NULL},
	{0}};

const struct policy_ops dynamic_batch_ops = {
	.name = "dynamic_batch",
	.summary =
		"wait up to a delay for a preferred batch size, oldest first",
	.source = "the dynamic batcher of NVIDIA Triton Inference Server",
	.traits = {ORDER_FIFO, BATCH_TIMEOUT, VIEW_BY_MODEL,
		   POLICY_ON_ACCELERATOR},
	.params = params,
	.key = policy_key_release,
	.choose = choose,
};

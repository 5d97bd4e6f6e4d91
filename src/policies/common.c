/* common.c - see common.h */
#include "policies/common.h"

#include <assert.h>

int64_t policy_key_deadline(const struct policy *p, const struct job *j)
{
	(void)p;
	return j->deadline;
}

int64_t policy_key_release(const struct policy *p, const struct job *j)
{
	(void)p;
	return j->release;
}

static inline uint32_t node_of(const struct policy *p, const struct job *j)
{
	assert(p->first_node);
	return p->first_node[j->task] + j->node;
}

int64_t policy_key_node_deadline(const struct policy *p, const struct job *j)
{
	return p->node_key ? j->deadline + p->node_key[node_of(p, j)]
			   : j->deadline;
}

int64_t policy_key_node(const struct policy *p, const struct job *j)
{
	assert(p->node_key);
	return p->node_key[node_of(p, j)];
}

void decide_wait(struct decision *out)
{
	out->kind = WAIT;
	out->wait_until = DAG_TIME_MAX;
}

void decide_one(struct decision *out, uint32_t exec, job_id j)
{
	assert(exec != NONE && j != JOB_NONE);
	out->kind = DISPATCH;
	out->exec = exec;
	out->n_jobs = 1;
	out->jobs[0] = j;
}

void policy_choose_head(struct policy *p, const struct ready_queue *ready,
			dag_time now, const struct device_state *dev,
			struct decision *out)
{
	job_id head = ready_head(ready);

	(void)p, (void)now;
	if (head == JOB_NONE || dev->idle == NONE)
		decide_wait(out);
	else
		decide_one(out, dev->idle, head);
}

uint32_t policy_idle_for(const struct device_state *dev, const struct job *j)
{
	if (j->last_exec < dev->n_exec &&
	    dev->exec[j->last_exec].running == JOB_NONE)
		return j->last_exec;
	return dev->idle;
}

void policy_choose_global(struct policy *p, const struct ready_queue *ready,
			  dag_time now, const struct device_state *dev,
			  struct decision *out)
{
	job_id head = ready_head(ready);

	(void)p, (void)now;
	if (head != JOB_NONE && dev->idle != NONE)
		decide_one(out, policy_idle_for(dev, &dev->jobs[head]), head);
	else if (head != JOB_NONE && dev->least_urgent != NONE &&
		 ready_overtakes(ready, head,
				 dev->exec[dev->least_urgent].running))
		decide_one(out, dev->least_urgent, head);
	else
		decide_wait(out);
}

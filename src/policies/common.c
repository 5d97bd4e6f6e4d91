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

bool device_allows(const struct device_state *dev, job_id j, uint32_t exec)
{
	const struct job *x = &dev->jobs[j];
	const struct workload *w = dev->workload;

	assert(exec < dev->n_exec);
	if (!dev->bound)
		return true;
	return placement_allows(
		&w->nodes[w->tasks[x->task].first_node + x->node],
		dev->first_exec + exec, 1);
}

uint32_t policy_bound_target(const struct ready_queue *ready,
			     const struct device_state *dev, job_id j)
{
	uint32_t last = dev->jobs[j].last_exec, found = NONE;

	if (last < dev->n_exec && policy_is_idle(dev, last) &&
	    device_allows(dev, j, last))
		return last;
	for (uint32_t e = 0; e < dev->n_exec; e++) {
		const struct exec_state *x = &dev->exec[e];

		if (!device_allows(dev, j, e))
			continue;
		if (policy_is_idle(dev, e))
			return e;
		if (x->preemptible &&
		    (found == NONE ||
		     ready_before(ready, dev->exec[found].running, x->running)))
			found = e;
	}
	if (found == NONE ||
	    !ready_overtakes(ready, j, dev->exec[found].running))
		return NONE;
	return found;
}

static void choose_bound(const struct ready_queue *ready,
			 const struct device_state *dev, struct decision *out)
{
	decide_wait(out);
	for (job_id j = ready_head(ready); j != JOB_NONE;
	     j = ready_next(ready, j)) {
		uint32_t e = policy_bound_target(ready, dev, j);

		if (e == NONE)
			continue;
		decide_one(out, e, j);
		return;
	}
}

/* The executor whose job (or the woken one that is to replace it) is last in
 * order. */
static uint32_t last_target(const struct ready_queue *ready,
			    const struct device_state *dev,
			    const job_id *target)
{
	uint32_t last = NONE;

	for (uint32_t e = 0; e < dev->n_exec; e++)
		if (target[e] != JOB_NONE &&
		    (last == NONE ||
		     ready_overtakes(ready, target[last], target[e])))
			last = e;
	return last;
}

bool policy_choose_blind(const struct ready_queue *ready,
			 const struct device_state *dev, struct decision *out)
{
	job_id target[256];

	assert(dev->n_exec <= sizeof(target) / sizeof(*target));
	for (uint32_t e = 0; e < dev->n_exec; e++)
		target[e] = dev->exec[e].preemptible ? dev->exec[e].running
						     : JOB_NONE;
	for (uint32_t i = 0; i < dev->n_woken; i++) {
		job_id j = dev->woken[i];
		uint32_t e = last_target(ready, dev, target);

		if (e != NONE && ready_contains(ready, j) &&
		    ready_overtakes(ready, j, target[e]))
			target[e] = j;
	}
	for (uint32_t e = 0; e < dev->n_exec; e++)
		if (target[e] != JOB_NONE &&
		    target[e] != dev->exec[e].running) {
			decide_one(out, e, target[e]);
			return true;
		}
	if (dev->idle == NONE)
		return false;
	decide_one(out, policy_idle_for(dev, &dev->jobs[ready_head(ready)]),
		   ready_head(ready));
	return true;
}

void policy_choose_global(struct policy *p, const struct ready_queue *ready,
			  dag_time now, const struct device_state *dev,
			  struct decision *out)
{
	job_id head = ready_head(ready);
	uint32_t exec;

	(void)p, (void)now;
	decide_wait(out);
	if (dev->bound)
		choose_bound(ready, dev, out);
	else if (dev->blind)
		(void)(head != JOB_NONE &&
		       policy_choose_blind(ready, dev, out));
	else if ((exec = policy_head_target(ready, dev)) != NONE)
		decide_one(out, exec, head);
}

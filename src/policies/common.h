/* common.h - answers that several policies share
 *
 * Not part of the interface that a policy outside this folder sees; every
 * helper is a few lines over policy.h and ready_queue.h.
 */
#ifndef DAGSIM_POLICIES_COMMON_H
#define DAGSIM_POLICIES_COMMON_H

#include "policies/policy.h"
#include "policies/ready_queue.h"

#include <assert.h>

/* Keys. */
int64_t policy_key_deadline(const struct policy *p, const struct job *j);
int64_t policy_key_release(const struct policy *p, const struct job *j);
/* Deadline of the node: that of its job, or (node_order least_slack) less the
 * longest path behind the node. */
int64_t policy_key_node_deadline(const struct policy *p, const struct job *j);
/* What `prepare` has put into node_key. */
int64_t policy_key_node(const struct policy *p, const struct job *j);

/* *out = Wait until the next event. */
void decide_wait(struct decision *out);
/* *out = Dispatch of the one job j on executor exec. */
static inline void decide_one(struct decision *out, uint32_t exec, job_id j)
{
	assert(exec != NONE && j != JOB_NONE);
	out->kind = DISPATCH;
	out->exec = exec;
	out->n_jobs = 1;
	out->jobs[0] = j;
}

/* choose(): the head of the queue alone, on an idle executor. */
void policy_choose_head(struct policy *p, const struct ready_queue *ready,
			dag_time now, const struct device_state *dev,
			struct decision *out);

/* May the job run on that executor? */
bool device_allows(const struct device_state *dev, job_id j, uint32_t exec);

static inline bool policy_is_idle(const struct device_state *dev, uint32_t exec)
{
	return dev->exec[exec].running == JOB_NONE && !dev->exec[exec].closed;
}

/* The executor for a job where some are idle: its last one, if that is. */
static inline uint32_t policy_idle_for(const struct device_state *dev,
				       const struct job *j)
{
	if (j->last_exec < dev->n_exec && policy_is_idle(dev, j->last_exec))
		return j->last_exec;
	return dev->idle;
}

/* Where the head of the queue may go: an idle executor (its last one, if that
 * is idle), else that of the least urgent running job that may be preempted
 * and comes behind it; or NONE. */
static inline uint32_t policy_head_target(const struct ready_queue *ready,
					  const struct device_state *dev)
{
	job_id head = ready_head(ready);
	uint32_t last = dev->least_urgent;

	if (head == JOB_NONE)
		return NONE;
	if (dev->idle != NONE)
		return policy_idle_for(dev, &dev->jobs[head]);
	if (last != NONE &&
	    ready_overtakes(ready, head, dev->exec[last].running))
		return last;
	return NONE;
}

/* Where a job may go that is bound: an idle executor, first that where it ran
 * last; else that of the running job which is last in order and comes behind
 * it; or NONE.  Cost: O(executors). */
uint32_t policy_bound_target(const struct ready_queue *ready,
			     const struct device_state *dev, job_id j);

/* choose(): the head of the queue, where policy_head_target says.  Where jobs
 * are bound, the first job in order for which there is such an executor: none
 * is moved to make room.  Cost: O(1); bound: O(jobs x executors). */
void policy_choose_global(struct policy *p, const struct ready_queue *ready,
			  dag_time now, const struct device_state *dev,
			  struct decision *out);

/* choose() where dev->blind, and a job is ready: the jobs that have just become
 * ready, each against the running ones (of several that would drive off the
 * same one only the first in order does); then the head of the queue on an idle
 * executor.  False: neither.  Cost: O(woken jobs x executors). */
bool policy_choose_blind(const struct ready_queue *ready,
			 const struct device_state *dev, struct decision *out);

/* --- parameters that policies on cores share --- */

/* Which of the nodes of equal keys goes first. */
enum node_order {
	NODES_BY_INDEX,
	NODES_BY_PRIORITY,
	NODES_LONGEST_TAIL,
	NODES_SHORTEST_TAIL,
	NODES_LEAST_SLACK,
	NODE_ORDERS
};
extern const char *const node_order_names[];
#define PARAM_NODE_ORDER(standard)                                             \
	{                                                                      \
		"node_order", "which node of a job goes first", standard, 0,   \
			NODE_ORDERS - 1, false, node_order_names               \
	}

/* Where a static priority comes from. */
enum priority_source {
	PRIORITY_GIVEN,
	PRIORITY_RM,
	PRIORITY_DM,
	PRIORITY_NODE,
	PRIORITY_SOURCES
};
extern const char *const priority_source_names[];
#define PARAM_PRIORITY                                                         \
	{                                                                      \
		"priority",                                                    \
			"given: as in the workload, rate-monotonic where it "  \
			"says nothing; rm, dm: by period, by deadline; node: " \
			"each node's own",                                     \
			PRIORITY_GIVEN, 0, PRIORITY_SOURCES - 1, false,        \
			priority_source_names                                  \
	}

/* The value of a parameter that the policy has. */
int64_t policy_param(const struct policy *p, const char *name);

/* prepare(): first_node, and node_rank as `node_order` says; for policies
 * that order by deadline also node_key where it is least_slack. */
bool policy_prepare_nodes(struct policy *p, const struct workload *w,
			  struct arena *a, struct dag_error *e);
/* prepare(): the same, and node_key = priority, from the parameter. */
bool policy_prepare_priorities(struct policy *p, const struct workload *w,
			       struct arena *a, struct dag_error *e);

#endif

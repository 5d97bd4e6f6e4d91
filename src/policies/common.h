/* common.h - answers that several policies share
 *
 * Not part of the interface that a policy outside this folder sees; every
 * helper is a few lines over policy.h and ready_queue.h.
 */
#ifndef DAGSIM_POLICIES_COMMON_H
#define DAGSIM_POLICIES_COMMON_H

#include "policies/policy.h"
#include "policies/ready_queue.h"

/* Keys. */
int64_t policy_key_deadline(const struct policy *p, const struct job *j);
int64_t policy_key_release(const struct policy *p, const struct job *j);

/* *out = Wait until the next event. */
void decide_wait(struct decision *out);
/* *out = Dispatch of the one job j on executor exec. */
void decide_one(struct decision *out, uint32_t exec, job_id j);

/* choose(): the head of the queue alone, on an idle executor. */
void policy_choose_head(struct policy *p, const struct ready_queue *ready,
			dag_time now, const struct device_state *dev,
			struct decision *out);

/* choose(): the head of the queue on an idle executor (its last one, if that
 * is idle), else in place of the least urgent running job that may be
 * preempted and comes behind it. */
void policy_choose_global(struct policy *p, const struct ready_queue *ready,
			  dag_time now, const struct device_state *dev,
			  struct decision *out);

#endif

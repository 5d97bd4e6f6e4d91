/* prioritized_rr.c - static priorities, equal ones in turn
 *
 * The rule of POSIX SCHED_RR on m cores: as prioritized_fifo, but a job that
 * has had an executor for a quantum gives way to a waiting job of the same
 * priority and goes behind all of them.  A job that a higher priority drove
 * off keeps its place; a quantum begins anew at each dispatch.  Where several
 * may give way, the one that has had its executor longest does; of these, the
 * one that comes first.  dagsim-policies(1) tells the rule in full.
 */
#include "policies/common.h"

/* Lowest priority first, then the longest on its executor. */
static void rank_running(const struct policy *p, const struct job *j,
			 const struct exec_state *x, struct rank *out)
{
	out->key = policy_key_node(p, j);
	out->minor = UINT64_MAX - (uint64_t)x->since;
}

static void choose(struct policy *p, const struct ready_queue *ready,
		   dag_time now, const struct device_state *dev,
		   struct decision *out)
{
	job_id head = ready_head(ready);
	const struct exec_state *x;
	int64_t waits, runs;

	decide_wait(out);
	if (head == JOB_NONE ||
	    (dev->blind && policy_choose_blind(ready, dev, out)))
		return;
	if (dev->idle != NONE) {
		decide_one(out, policy_idle_for(dev, &dev->jobs[head]), head);
		return;
	}
	if (dev->least_urgent == NONE)
		return;
	x = &dev->exec[dev->least_urgent];
	waits = policy_key_node(p, &dev->jobs[head]);
	runs = policy_key_node(p, &dev->jobs[x->running]);
	if (waits > runs ||
	    (waits == runs && !ready_may_rotate(ready, head, x->running)))
		return;
	if (waits < runs || (dev->slices_end && now - x->since >= p->param[0]))
		decide_one(out, dev->least_urgent, head);
	else
		out->wait_until = x->since + p->param[0];
}

static const struct policy_param params[] = {
	{"quantum", "how long a job keeps an executor that an equal waits for",
	 4 * NS_PER_MS, 1, DAG_TIME_MAX / 4, true, NULL},
	PARAM_PRIORITY,
	{0}};

const struct policy_ops prioritized_rr_ops = {
	.name = "prioritized_rr",
	.summary = "static priorities, equal ones in turn",
	.source = "POSIX.1 SCHED_RR; Awkernel, github.com/tier4/awkernel",
	.traits = {ORDER_FIXED, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS | POLICY_ON_CORES |
			   POLICY_FIFO_TIES | POLICY_ROTATES |
			   POLICY_SEES_WAKES},
	.params = params,
	.prepare = policy_prepare_priorities,
	.rank_running = rank_running,
	.key = policy_key_node,
	.choose = choose,
};

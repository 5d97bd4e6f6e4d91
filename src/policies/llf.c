/* llf.c - global least laxity first
 *
 * The laxity of a job is the time until its deadline less the work that is
 * left of it, of a node of a DAG less the longest path behind it too (unless
 * node_order says otherwise).  The least laxities run.
 *
 * While a job waits its laxity falls with time, while it runs it stays: so
 * the order of waiting jobs never changes, nor that of running ones, and only
 * the first waiting one and the last running one have to be watched.  Plain
 * LLF swaps two jobs of equal laxity without end.  Here a waiting job takes
 * an executor only once its laxity is less than the other's by more than
 * `gain`, or has run out while the other's has not; so two equals run 2 x
 * gain each in turn.
 *
 * Source: Mok, Dertouzos, IEEE TSE 15, 1989; Oh, Yang, RTCSA 1998 (the trouble
 * with ties).
 */
#include "policies/common.h"

/* Deadline less work left: the laxity at time 0, had it waited since. */
static int64_t key(const struct policy *p, const struct job *j)
{
	return policy_key_node_deadline(p, j) - j->work_left;
}

static int64_t running_laxity(const struct policy *p, const struct job *j,
			      const struct exec_state *x)
{
	return policy_key_node_deadline(p, j) - x->busy_until;
}

static void rank_running(const struct policy *p, const struct job *j,
			 const struct exec_state *x, struct rank *out)
{
	out->key = running_laxity(p, j, x);
	out->minor = (uint64_t)j->release;
}

static void choose(struct policy *p, const struct ready_queue *ready,
		   dag_time now, const struct device_state *dev,
		   struct decision *out)
{
	job_id head = ready_head(ready);
	const struct exec_state *x;
	int64_t waits, runs, gain = p->param[0];

	decide_wait(out);
	if (head == JOB_NONE)
		return;
	if (dev->idle != NONE) {
		decide_one(out, policy_idle_for(dev, &dev->jobs[head]), head);
		return;
	}
	if (dev->least_urgent == NONE)
		return;
	x = &dev->exec[dev->least_urgent];
	waits = key(p, &dev->jobs[head]); /* its laxity is waits - now */
	runs = running_laxity(p, &dev->jobs[x->running], x);
	if (waits - now < runs - gain || (waits <= now && runs > 0)) {
		decide_one(out, dev->least_urgent, head);
		return;
	}
	out->wait_until = waits - runs + gain + 1;
	if (runs > 0 && waits < out->wait_until)
		out->wait_until = waits;
}

static const struct policy_param params[] = {
	{"gain", "by how much less a laxity must be to take an executor",
	 NS_PER_MS, NS_PER_US, DAG_TIME_MAX / 8, true, NULL},
	PARAM_NODE_ORDER(NODES_LEAST_SLACK),
	{0}};

const struct policy_ops llf_ops = {
	.name = "llf",
	.summary = "global least laxity first on all cores",
	.source = "Mok, Dertouzos, IEEE TSE 1989; Oh, Yang, RTCSA 1998",
	.traits = {ORDER_OTHER, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS |
			   POLICY_KEY_CHANGES | POLICY_ON_CORES},
	.params = params,
	.prepare = policy_prepare_nodes,
	.rank_running = rank_running,
	.key = key,
	.choose = choose,
};

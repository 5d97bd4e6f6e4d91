/* fixed_priority.c - static priorities, rate-monotonic where none is given */
#include "policies/common.h"

static int64_t priority_key(const struct policy *p, const struct job *j)
{
	(void)p;
	return j->prio;
}

const struct policy_ops fixed_priority_ops = {
	.name = "fixed_priority",
	.summary = "static priorities (rate-monotonic unless given), one job "
		   "at a time",
	.source = "Liu, Layland, JACM 1973; Davis et al., RTS 2007",
	.traits = {ORDER_FIXED, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_ON_ACCELERATOR},
	.key = priority_key,
	.choose = policy_choose_head,
};

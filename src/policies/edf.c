/* edf.c - non-preemptive earliest deadline first, one job at a time */
#include "policies/common.h"

const struct policy_ops edf_ops = {
	.name = "edf",
	.summary = "earliest deadline first, one job at a time",
	.source = "Jeffay, Stanat, Martel, RTSS 1991",
	.traits = {ORDER_EDF, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_CRITICAL_FIRST |
			   POLICY_ON_ACCELERATOR},
	.key = policy_key_deadline,
	.choose = policy_choose_head,
};

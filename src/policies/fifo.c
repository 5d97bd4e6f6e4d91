/* fifo.c - first released, first served, one job at a time */
#include "policies/common.h"

const struct policy_ops fifo_ops = {
	.name = "fifo",
	.summary = "first released, first served, one job at a time",
	.source = "the order of an inference queue without a scheduler",
	.traits = {ORDER_FIFO, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_ON_ACCELERATOR},
	.key = policy_key_release,
	.choose = policy_choose_head,
};

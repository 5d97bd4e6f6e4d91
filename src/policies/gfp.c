/* gfp.c - global static priorities on m cores */
#include "policies/common.h"

static const struct policy_param params[] = {
	PARAM_PRIORITY, PARAM_NODE_ORDER(NODES_BY_INDEX), {0}};

const struct policy_ops gfp_ops = {
	.name = "gfp",
	.summary = "global static priorities on all cores (rate-monotonic "
		   "unless given)",
	.source = "Leung, Whitehead, Performance Evaluation 1982; Andersson, "
		  "Baruah, Jonsson, RTSS 2001",
	.traits = {ORDER_FIXED, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS | POLICY_ON_CORES |
			   POLICY_BINDS | POLICY_SEES_WAKES},
	.params = params,
	.prepare = policy_prepare_priorities,
	.key = policy_key_node,
	.choose = policy_choose_global,
};

/* cfp.c - static priorities, a queue a cluster of cores; see partition.h */
#include "policies/common.h"
#include "policies/partition.h"

static const struct policy_param params[] = {PARAM_FIT,
					     PARAM_PARTS,
					     PARAM_CLUSTER_SIZE(2),
					     PARAM_CAPACITY,
					     PARAM_PRIORITY,
					     PARAM_NODE_ORDER(NODES_BY_INDEX),
					     {0}};

const struct policy_ops cfp_ops = {
	.name = "cfp",
	.summary = "clustered static priorities: tasks divided among clusters "
		   "of cores",
	.source = "Shin, Easwaran, Lee, ECRTS 2008",
	.traits = {ORDER_FIXED, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS | POLICY_ON_CORES |
			   POLICY_CLUSTERED},
	.params = params,
	.prepare = policy_prepare_priorities,
	.place = partition_place,
	.key = policy_key_node,
	.choose = policy_choose_global,
};

/* pfp.c - static priorities, a queue a core; see partition.h */
#include "policies/common.h"
#include "policies/partition.h"

static const struct policy_param params[] = {PARAM_FIT,
					     PARAM_PARTS,
					     PARAM_CLUSTER_SIZE(1),
					     PARAM_CAPACITY,
					     PARAM_PRIORITY,
					     PARAM_NODE_ORDER(NODES_BY_INDEX),
					     {0}};

const struct policy_ops pfp_ops = {
	.name = "pfp",
	.summary = "partitioned static priorities: tasks divided among cores",
	.source = "Dhall, Liu, Operations Research 1978",
	.traits = {ORDER_FIXED, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS | POLICY_ON_CORES |
			   POLICY_PARTITIONED},
	.params = params,
	.prepare = policy_prepare_priorities,
	.place = partition_place,
	.key = policy_key_node,
	.choose = policy_choose_global,
};

/* pedf.c - earliest deadline first, a queue a core; see partition.h */
#include "policies/common.h"
#include "policies/partition.h"

static const struct policy_param params[] = {PARAM_FIT,
					     PARAM_PARTS,
					     PARAM_CLUSTER_SIZE(1),
					     PARAM_CAPACITY,
					     PARAM_NODE_ORDER(NODES_BY_INDEX),
					     {0}};

const struct policy_ops pedf_ops = {
	.name = "pedf",
	.summary = "partitioned earliest deadline first: tasks divided among "
		   "cores",
	.source = "Lopez, Diaz, Garcia, Real-Time Systems 28, 2004",
	.traits = {ORDER_EDF, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS |
			   POLICY_CRITICAL_FIRST | POLICY_ON_CORES |
			   POLICY_PARTITIONED},
	.params = params,
	.prepare = policy_prepare_nodes,
	.place = partition_place,
	.key = policy_key_node_deadline,
	.choose = policy_choose_global,
};

/* cedf.c - earliest deadline first, a queue a cluster of cores; see partition.h
 */
#include "policies/common.h"
#include "policies/partition.h"

static const struct policy_param params[] = {PARAM_FIT,
					     PARAM_PARTS,
					     PARAM_CLUSTER_SIZE(2),
					     PARAM_CAPACITY,
					     PARAM_NODE_ORDER(NODES_BY_INDEX),
					     {0}};

const struct policy_ops cedf_ops = {
	.name = "cedf",
	.summary = "clustered earliest deadline first: tasks divided among "
		   "clusters of cores",
	.source = "Calandrino, Anderson, Baumberger, ECRTS 2007",
	.traits = {ORDER_EDF, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS |
			   POLICY_CRITICAL_FIRST | POLICY_ON_CORES |
			   POLICY_CLUSTERED},
	.params = params,
	.prepare = policy_prepare_nodes,
	.place = partition_place,
	.key = policy_key_node_deadline,
	.choose = policy_choose_global,
};

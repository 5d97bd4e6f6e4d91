/* gedf.c - global earliest deadline first on m cores */
#include "policies/common.h"

static const struct policy_param params[] = {PARAM_NODE_ORDER(NODES_BY_INDEX),
					     {0}};

const struct policy_ops gedf_ops = {
	.name = "gedf",
	.summary = "global earliest deadline first on all cores",
	.source = "Dhall, Liu, Operations Research 1978; Baruah, Bertogna, "
		  "Buttazzo 2015",
	.traits = {ORDER_EDF, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS |
			   POLICY_CRITICAL_FIRST | POLICY_ON_CORES |
			   POLICY_BINDS | POLICY_SEES_WAKES},
	.params = params,
	.prepare = policy_prepare_nodes,
	.key = policy_key_node_deadline,
	.choose = policy_choose_global,
};

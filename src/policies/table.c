/* table.c - the one list of policies; a new one is one line here */
#include "policies/policy.h"

extern const struct policy_ops round_robin_ops, fifo_ops, fixed_priority_ops,
	edf_ops, edf_batch_ops, edf_batch_same_deadline_ops, dynamic_batch_ops,
	gedf_ops, gfp_ops, pedf_ops, pfp_ops, cedf_ops, cfp_ops, federated_ops,
	prioritized_fifo_ops, prioritized_rr_ops, llf_ops;

const struct policy_ops *const policy_table[] = {
	&round_robin_ops,
	&fifo_ops,
	&fixed_priority_ops,
	&edf_ops,
	&edf_batch_ops,
	&edf_batch_same_deadline_ops,
	&dynamic_batch_ops,
	&gedf_ops,
	&gfp_ops,
	&pedf_ops,
	&pfp_ops,
	&cedf_ops,
	&cfp_ops,
	&federated_ops,
	&prioritized_fifo_ops,
	&prioritized_rr_ops,
	&llf_ops,
	NULL,
};

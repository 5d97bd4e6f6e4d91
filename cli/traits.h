/* traits.h - the words for what policies promise and tests need */
#ifndef DAGSIM_CLI_TRAITS_H
#define DAGSIM_CLI_TRAITS_H

#include "policies/policy.h"

static inline const char *policy_order_name(enum policy_order order)
{
	static const char *const names[] = {"edf", "fifo", "fixed", "other"};

	return names[order];
}

static inline const char *batch_rule_name(enum batch_rule rule)
{
	static const char *const names[] = {"none", "same_deadline",
					    "cross_deadline", "timeout"};

	return names[rule];
}

#endif

/* prioritized_fifo.c - static priorities, first come first served among equals
 *
 * The rule of POSIX SCHED_FIFO on m cores: the highest priorities run; of one
 * priority those that became ready first; a job that a higher priority drove
 * off goes on before its equals, as it came before them.
 */
#include "policies/common.h"

static const struct policy_param params[] = {PARAM_PRIORITY, {0}};

const struct policy_ops prioritized_fifo_ops = {
	.name = "prioritized_fifo",
	.summary = "static priorities, equal ones in order of arrival",
	.source = "POSIX.1 SCHED_FIFO; Awkernel, github.com/tier4/awkernel",
	.traits = {ORDER_FIXED, BATCH_NONE, VIEW_HEAD,
		   POLICY_WORK_CONSERVING | POLICY_PREEMPTS | POLICY_ON_CORES |
			   POLICY_FIFO_TIES | POLICY_BINDS | POLICY_SEES_WAKES},
	.params = params,
	.prepare = policy_prepare_priorities,
	.key = policy_key_node,
	.choose = policy_choose_global,
};

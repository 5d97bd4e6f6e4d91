/* runtime.c - see runtime.h */
#include "model/runtime.h"

#include <stddef.h>

const char *const callback_type_names[] = {"timer",  "subscription", "service",
					   "client", "waitable",     NULL};
const char *const timer_rule_names[] = {"skip", "burst", "queue", NULL};
const char *const join_rule_names[] = {"and",    "exact",  "approximate",
				       "latest", "fusion", NULL};
const char *const executor_kind_names[] = {"threads",    "single",  "static",
					   "multi",      "events",  "priority",
					   "events_cbg", "workers", NULL};
const char *const instant_names[] = {"ticks", "messages", NULL};
const char *const thread_policy_names[] = {
	"other",    "fifo",           "rr",
	"deadline", "sched_other",    "sched_fifo",
	"sched_rr", "sched_deadline", NULL};
const char *const distribution_names[] = {"dashing", "humble", "jazzy", NULL};

struct runtime_callback runtime_callback_unsaid(void)
{
	return (struct runtime_callback){
		.type = CALLBACK_TYPES,
		.timer = TIMER_RULES,
		.join = JOIN_RULES,
		.order = RUNTIME_UNSAID,
		.priority = RUNTIME_UNSAID,
		.queue = RUNTIME_UNSAID,
		.queue_size = RUNTIME_UNSAID,
		.max_interval = -1,
	};
}

struct runtime_executor runtime_executor_unsaid(void)
{
	return (struct runtime_executor){
		.kind = EXECUTOR_KINDS,
		.distribution = DISTRIBUTIONS,
		.threads = RUNTIME_UNSAID,
		.priority = RUNTIME_UNSAID,
		.policy = THREAD_POLICIES,
		.timer = TIMER_RULES,
		.instant = INSTANT_RULES,
		.timer_thread = RUNTIME_UNSAID,
		.poll = -1,
		.take = -1,
	};
}

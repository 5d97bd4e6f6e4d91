/* preset.c - see preset.h */
#include "platform/preset.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *const executor_per_names[] = {"task", "node", "all", NULL};

#define RCLCPP "rclcpp (github.com/ros2/rclcpp)"

static const struct preset
	threads =
		{
			.name = "threads",
			.summary = "no executor: each node a thread of its own",
			.source = "POSIX",
			.kind = EXECUTOR_THREADS,
			.distribution = DISTRIBUTION_HUMBLE,
			.per = PER_NODE,
			.timer = TIMER_QUEUE,
			.order = THREADS_BY_TASK,
			.threads = 1,
			.policy = "gfp",
},
	ste =
		{
			.name = "ros2-ste",
			.summary =
				"single-threaded executor, foxy to humble: a "
				"window of what was ready, by type, one each",
			.source = RCLCPP ", humble; Casini et al., ECRTS 2019",
			.kind = EXECUTOR_SINGLE,
			.distribution = DISTRIBUTION_HUMBLE,
			.per = PER_TASK,
			.timer = TIMER_SKIP,
			.threads = 1,
			.queue = 10,
			.policy = "prioritized_fifo",
},
	ste_dashing =
		{
			.name = "ros2-ste-dashing",
			.summary =
				"single-threaded executor of dashing: timers "
				"are looked at before every selection",
			.source = RCLCPP ", dashing; Casini et al., ECRTS 2019",
			.kind = EXECUTOR_SINGLE,
			.distribution = DISTRIBUTION_DASHING,
			.per = PER_TASK,
			.timer = TIMER_SKIP,
			.threads = 1,
			.queue = 10,
			.policy = "prioritized_fifo",
},
	ste_jazzy =
		{
			.name = "ros2-ste-jazzy",
			.summary = "single-threaded executor of jazzy: as "
				   "humble where nothing costs time",
			.source = RCLCPP ", jazzy",
			.kind = EXECUTOR_SINGLE,
			.distribution = DISTRIBUTION_JAZZY,
			.per = PER_TASK,
			.timer = TIMER_SKIP,
			.threads = 1,
			.queue = 10,
			.policy = "prioritized_fifo",
},
	static_humble =
		{
			.name = "ros2-static",
			.summary = "static single-threaded executor, humble: "
				   "subscriptions before timers",
			.source = RCLCPP ", humble",
			.kind = EXECUTOR_STATIC,
			.distribution = DISTRIBUTION_HUMBLE,
			.per = PER_TASK,
			.timer = TIMER_SKIP,
			.threads = 1,
			.queue = 10,
			.policy = "prioritized_fifo",
},
	static_jazzy =
		{
			.name = "ros2-static-jazzy",
			.summary = "static single-threaded executor, jazzy: "
				   "clients before services",
			.source = RCLCPP ", jazzy",
			.kind = EXECUTOR_STATIC,
			.distribution = DISTRIBUTION_JAZZY,
			.per = PER_TASK,
			.timer = TIMER_SKIP,
			.threads = 1,
			.queue = 10,
			.policy = "prioritized_fifo",
},
	mte =
		{
			.name = "ros2-mte",
			.summary =
				"multi-threaded executor, humble: one mutex, "
				"groups that exclude or admit each other",
			.source = RCLCPP ", humble",
			.kind = EXECUTOR_MULTI,
			.distribution = DISTRIBUTION_HUMBLE,
			.per = PER_TASK,
			.timer = TIMER_SKIP,
			.queue = 10,
			.policy = "prioritized_fifo",
},
	mte_jazzy =
		{
			.name = "ros2-mte-jazzy",
			.summary = "multi-threaded executor, jazzy: what is "
				   "passed over leaves the window",
			.source = RCLCPP ", jazzy",
			.kind = EXECUTOR_MULTI,
			.distribution = DISTRIBUTION_JAZZY,
			.per = PER_TASK,
			.timer = TIMER_SKIP,
			.queue = 10,
			.policy = "prioritized_fifo",
},
	events =
		{
			.name = "ros2-events",
			.summary = "events executor: one queue, first in first "
				   "out, every tick an event",
			.source = RCLCPP ", iron",
			.kind = EXECUTOR_EVENTS,
			.distribution = DISTRIBUTION_JAZZY,
			.per = PER_TASK,
			.timer = TIMER_QUEUE,
			.threads = 1,
			.queue = 10,
			.policy = "prioritized_fifo",
},
	events_timers =
		{
			.name = "ros2-events-timers",
			.summary = "events executor that runs timers on a "
				   "thread of their own",
			.source = RCLCPP ", iron",
			.kind = EXECUTOR_EVENTS,
			.distribution = DISTRIBUTION_JAZZY,
			.per = PER_TASK,
			.timer = TIMER_SKIP,
			.threads = 1,
			.queue = 10,
			.timer_thread = true,
			.policy = "prioritized_fifo",
},
	events_cbg =
		{
			.name = "ros2-events-cbg",
			.summary = "events executor by callback groups: a "
				   "queue a group, several threads",
			.source = RCLCPP
			", rolling; github.com/cellumation/cm_executors",
			.kind = EXECUTOR_CBG,
			.distribution = DISTRIBUTION_JAZZY,
			.per = PER_TASK,
			.timer = TIMER_SKIP,
			.queue = 10,
			.policy = "prioritized_fifo",
},
	isolated =
		{
			.name = "ros2-isolated",
			.summary = "callback-isolated executor: each callback "
				   "group on a thread of its own",
			.source = "github.com/tier4/callback_isolated_executor",
			.kind = EXECUTOR_SINGLE,
			.distribution = DISTRIBUTION_HUMBLE,
			.per = PER_NODE,
			.timer = TIMER_SKIP,
			.order = THREADS_BY_TASK,
			.threads = 1,
			.queue = 10,
			.isolates = true,
			.policy = "prioritized_fifo",
},
	isolated_deadline =
		{
			.name = "ros2-isolated+deadline",
			.summary =
				"callback-isolated executors, each thread with "
				"a SCHED_DEADLINE reservation of its own",
			.source = "github.com/tier4/"
				  "callback_isolated_executor; Linux, "
				  "kernel/sched/deadline.c",
			.kind = EXECUTOR_SINGLE,
			.distribution = DISTRIBUTION_HUMBLE,
			.per = PER_NODE,
			.timer = TIMER_SKIP,
			.order = THREADS_BY_TASK,
			.threads = 1,
			.queue = 10,
			.isolates = true,
			.reserves = true,
			.policy = "gedf",
},
	picas = {
		.name = "picas",
		.summary = "PiCAS: callbacks by priority, chain by chain, the "
			   "end of a chain first",
		.source =
			"Choi et al., RTAS 2021; github.com/rtenlab/ros2-picas",
		.kind = EXECUTOR_PRIORITY,
		.distribution = DISTRIBUTION_HUMBLE,
		.per = PER_TASK,
		.timer = TIMER_SKIP,
		.order = THREADS_BY_TASK,
		.threads = 1,
		.queue = 10,
		.policy = "prioritized_fifo",
};

const struct preset *const preset_table[] = {
	&threads,
	&ste,
	&ste_dashing,
	&ste_jazzy,
	&static_humble,
	&static_jazzy,
	&mte,
	&mte_jazzy,
	&events,
	&events_timers,
	&events_cbg,
	&isolated,
	&isolated_deadline,
	&picas,
	NULL,
};

enum { LISTED = 64 };

const struct preset *preset_find(const char *name, struct dag_error *e)
{
	const char *names[LISTED];
	char msg[768];
	size_t n = 0;

	for (; preset_table[n]; n++) {
		assert(n < LISTED);
		if (!strcmp(preset_table[n]->name, name))
			return preset_table[n];
		names[n] = preset_table[n]->name;
	}
	snprintf(msg, sizeof(msg), "unknown platform '%.64s'", name);
	suggest(msg, sizeof(msg), name, names, n);
	error_set(e, NULL, 0, 0, "%s", msg);
	return NULL;
}

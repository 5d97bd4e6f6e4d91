/* about.c - see about.h */
#include "platform/about.h"

#include "platform/launch.h"

#include <assert.h>
#include <string.h>

/* --- lists --- */

static void say(struct platform_about *p, const char *sentence)
{
	assert(p->n_model < ABOUT_MAX);
	p->model[p->n_model++] = sentence;
}

static void take(struct platform_about *p, const char *name, const char *value,
		 const char *option, const char *means)
{
	assert(p->n_parameters < ABOUT_MAX && value);
	p->parameters[p->n_parameters++] =
		(struct about_parameter){name, value, option, means};
}

static void reads(struct platform_about *p, const char *section,
		  const char *effect)
{
	assert(p->n_reads < ABOUT_MAX);
	p->reads[p->n_reads++] = (struct about_read){section, effect};
}

static void refuses(struct platform_about *p, const char *what)
{
	assert(p->n_refuses < ABOUT_MAX);
	p->refuses[p->n_refuses++] = what;
}

static void option(struct platform_about *p, const char *name,
		   const char *needs)
{
	assert(p->n_options < ABOUT_MAX);
	p->options[p->n_options++] = (struct about_option){name, needs};
}

static const char *span(struct arena *a, dag_time t)
{
	char text[32];

	time_format(text, sizeof(text), t);
	return arena_strdup(a, text);
}

/* What all platforms have in common. */
static void of_all(struct platform_about *p)
{
	take(p, "policy", p->policy, "policy",
	     strcmp(p->schedules, "nodes") ? "which thread has a core"
					   : "which node has a core");
	reads(p, "platform.cores", "how many run the workload");
	reads(p, "platform.kernel",
	      "how late threads wake up; default: they do at once");
	refuses(p, "nodes on an accelerator");
	option(p, "policy", NULL);
	option(p, "kernel", NULL);
	option(p, "releases", NULL);
}

/* --- platforms that know DAGs --- */

static void say_rules(struct platform_about *p, const struct sim_rules *r)
{
	say(p, "The scheduler sees nodes: one is ready once all before it in "
	       "its job have ended, and cores go to the first in order of the "
	       "policy.");
	if (r->release_core)
		say(p, "A core 0, beside those of the workload, only releases "
		       "jobs.");
	if (r->idle_blind)
		say(p, "A node that becomes ready is compared with the running "
		       "ones first, and may drive one off though cores are "
		       "idle.");
	if (r->shared_deadline)
		say(p, "All jobs of a task share one deadline, which each "
		       "release puts off.");
	if (r->serial_nodes)
		say(p, "A node waits for the same node of the job before.");
	if (r->polled_quantum)
		say(p, "Slices of time end only when core 0 looks.");
}

static void say_yasmin(struct platform_about *p, const struct yasmin *y,
		       struct arena *a)
{
	say(p, "In user space: the scheduler is a thread on a core 0 of its "
	       "own that looks at every tick; a job is released at the first "
	       "tick at or after its time, on worker threads, one a core.");
	say(p, "Edges are FIFO channels: a node waits for a token on each, and "
	       "for the same node of the job before. Then the scheduler thread "
	       "releases it at its next tick, or the worker does at once.");
	say(p, "Workers take nodes from one queue under one lock; a signal "
	       "makes a worker leave what it runs.");
	if (y->published)
		say(p, "As published: no node has a priority, so they go in "
		       "order of arrival; the tick is twice what is asked for; "
		       "and a node that becomes ready while no worker waits is "
		       "told to nobody until the next one is.");
	take(p, "tick",
	     arena_printf(a, "%s, or the shortest period if less",
			  span(a, YASMIN_TICK)),
	     "tick",
	     "when the scheduler thread looks; where workers release "
	     "successors: the greatest common divisor of the periods");
	take(p, "successors", y->scheduler_releases ? "scheduler" : "worker",
	     "successors", "who releases nodes that follow others");
}

static const char *const cost_means[OVERHEAD_GIVEN] = {
	[OVERHEAD_RELEASE] = "cost of releasing a node",
	[OVERHEAD_DECISION] = "cost of dealing with a node that is ready",
	[OVERHEAD_LOCK] = "cost of a queue operation, one at a time",
	[OVERHEAD_IPI] = "cost of a signal from another core",
	[OVERHEAD_WAKE] = "cost of a core's waking up",
	[OVERHEAD_YIELD] = "cost of turning to the next node",
	[OVERHEAD_SWITCH] = "cost of driving a node off, and of its going on",
	[OVERHEAD_MIGRATION] = "cost of going on elsewhere",
	[OVERHEAD_MESSAGE] = "cost of telling a node that follows",
};

static void take_costs(struct platform_about *p, const struct cost_row *rows,
		       struct arena *a)
{
	for (; rows->most; rows++)
		take(p, overhead_names[rows->kind],
		     arena_printf(a, "%s..%s", span(a, rows->least),
				  span(a, rows->most)),
		     "overhead", cost_means[rows->kind]);
}

static void of_native(struct platform_about *p, const struct native *n,
		      struct arena *a)
{
	p->summary = n->summary;
	p->source = n->source;
	p->schedules = "nodes";
	p->policy = n->policy;
	of_all(p);
	if (n->yasmin)
		say_yasmin(p, n->yasmin, a);
	else
		say_rules(p, &n->rules);
	take(p, "tie", tie_rule_names[n->tie], NULL,
	     "which of two nodes of equal order goes first");
	take_costs(p, n->costs, a);
	reads(p, "platform.overheads", "costs instead of the platform's");
	reads(p, "platform.preemption", "as without a platform");
	reads(p, "platform.speeds", "as without a platform");
	reads(p, "affinity", "as without a platform, core k being core k + 1");
	reads(p, "runtime", "not read: there are no executors");
	option(p, "late", NULL);
	option(p, "safety-factor", NULL);
	option(p, "overhead", NULL);
	if (n->yasmin) {
		option(p, "tick", NULL);
		option(p, "successors", NULL);
	}
}

/* --- executors on threads --- */

static void say_single(struct platform_about *p, const struct preset *s)
{
	say(p, "An executor is one thread. When nothing is left of its window "
	       "it looks what is ready (a polling point), and then runs one "
	       "instance of each, in order of their types; what becomes ready "
	       "meanwhile waits for the next polling point.");
	if (s->kind == EXECUTOR_STATIC)
		say(p, s->distribution == DISTRIBUTION_JAZZY
			       ? "Types: subscriptions, timers, clients, "
				 "services, waitables."
			       : "Types: subscriptions, timers, services, "
				 "clients, waitables.");
	else
		say(p, "Types: timers, subscriptions, services, clients, "
		       "waitables.");
	if (s->kind == EXECUTOR_SINGLE &&
	    s->distribution == DISTRIBUTION_DASHING)
		say(p, "Timers are looked at before every selection.");
}

static void say_kind(struct platform_about *p, const struct preset *s)
{
	switch (s->kind) {
	case EXECUTOR_SINGLE:
	case EXECUTOR_STATIC:
		say_single(p, s);
		break;
	case EXECUTOR_MULTI:
		say(p, "An executor is several threads that take from one "
		       "window in turn, under one mutex, as the "
		       "single-threaded executor does; of callbacks of a group "
		       "that is not reentrant one runs at a time.");
		say(p, s->distribution == DISTRIBUTION_JAZZY
			       ? "What is passed over since its group is busy, "
				 "and no timer, leaves the window."
			       : "What is passed over since its group is busy "
				 "stays in the window.");
		break;
	case EXECUTOR_EVENTS:
		say(p, "An executor is one thread with one queue, first in "
		       "first out: each message and each tick is an event.");
		if (s->timer_thread)
			say(p, "Timers run on a second thread.");
		break;
	case EXECUTOR_CBG:
		say(p, "An executor is several threads and a queue of events, "
		       "messages and ticks, for each callback group; groups "
		       "that have some take turns, and of one that is not "
		       "reentrant one callback runs at a time.");
		break;
	case EXECUTOR_PRIORITY:
		say(p, "An executor is one thread that looks what is ready "
		       "before every selection, and takes the callback of the "
		       "highest priority, whatever its type.");
		say(p, "Priorities are those of runtime.callbacks; where none "
		       "is said, by the priority of the task, and of one task "
		       "what is later in its graph first.");
		break;
	case EXECUTOR_THREADS:
	default:
		say(p, "There is no executor: each node is a thread that "
		       "blocks until all it waits for has come.");
	}
}

static void take_executors(struct platform_about *p, const struct preset *s,
			   struct arena *a)
{
	const char *threads = "as many as cores, at least 2";

	if (s->threads)
		threads = arena_printf(
			a, "%u", (unsigned)(s->threads + s->timer_thread));
	take(p, "executor", executor_kind_names[s->kind], NULL,
	     "the kind, where the file says none");
	if (s->kind != EXECUTOR_THREADS) {
		take(p, "distribution", distribution_names[s->distribution],
		     NULL, "whose ways, where they differ");
		take(p, "executor-per", executor_per_names[s->per],
		     "executor-per",
		     "whose callbacks share one, where no executor of the "
		     "file names them");
	}
	take(p, "threads", threads, NULL, "of each executor");
	take(p, "timers", timer_rule_names[s->timer], NULL,
	     "what becomes of ticks that come while one waits");
	take(p, "queue",
	     s->queue ? arena_printf(a, "%u", (unsigned)s->queue) : "0 (all)",
	     "queue", "messages kept for a callback");
	take(p, "take", "0", "take", "what a callback costs its executor");
	take(p, "thread priority",
	     s->order == THREADS_BY_TASK ? "of the task" : "equal", NULL,
	     "where the file says none");
	take(p, "map", s->reserves ? "approach3" : "none", "map",
	     "reservations of SCHED_DEADLINE");
}

static void of_preset(struct platform_about *p, const struct preset *s,
		      struct arena *a)
{
	static const char *const details[] = {"margin", "reclaim", "admission"};

	p->summary = s->summary;
	p->source = s->source;
	p->schedules = "threads";
	p->policy = s->policy;
	of_all(p);
	say_kind(p, s);
	if (s->isolates)
		say(p, "Each callback group has an executor of its own.");
	if (s->reserves)
		say(p, "Each thread is a constant bandwidth server of "
		       "SCHED_DEADLINE: runtime the WCET of its node, deadline "
		       "and period those of its DAG, cut to the period. A "
		       "thread that has used it up is throttled until its next "
		       "period.");
	say(p, "Late jobs always run; a message that finds its queue full "
	       "drives out the oldest.");
	take_executors(p, s, a);
	reads(p, "runtime.executors",
	      "executors instead of the platform's: kind, threads, cores, "
	      "priority, policy, timers, groups, poll, take");
	reads(p, "runtime.callbacks",
	      "type, order, priority, queue, publish, joins of a node");
	refuses(p, "platform.overheads; say what executors cost (poll, take)");
	refuses(p, "platform.speeds");
	refuses(p, "platform.preemption: none");
	refuses(p, "nodes that are not preemptive in parts");
	if (s->kind != EXECUTOR_THREADS)
		option(p, "executor-per", NULL);
	option(p, "queue", NULL);
	option(p, "take", NULL);
	option(p, "map", NULL);
	for (size_t i = 0; i < 3; i++)
		option(p, details[i], s->reserves ? NULL : "map");
}

bool platform_takes(const struct platform_about *p, const char *name,
		    unsigned reserved)
{
	for (uint32_t i = 0; i < p->n_options; i++) {
		const struct about_option *o = &p->options[i];

		if (!strcmp(o->name, name))
			return !o->needs || reserved & RESERVED_BY_MAP ||
			       (reserved & RESERVED_BY_WORKLOAD &&
				strcmp(name, "margin"));
	}
	return false;
}

bool platform_about(const char *name, struct arena *a,
		    struct platform_about *out, struct dag_error *e)
{
	const struct native *n = native_find(name);
	const struct preset *s = n ? NULL : launch_find(name, a, e);

	*out = (struct platform_about){.name = name};
	if (n)
		of_native(out, n, a);
	else if (s)
		of_preset(out, s, a);
	else
		return false;
	assert(out->n_model && out->n_parameters && out->n_options);
	return true;
}

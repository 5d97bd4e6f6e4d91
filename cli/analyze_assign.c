/* analyze_assign.c - an order of fixed priorities that meets every deadline */
#include "cli/analyze.h"

#include "analysis/assign.h"

#include <string.h>

/* Does the policy take priorities from the workload? */
static bool takes_given(const struct analyze *a)
{
	const char *spec = a->args->policy;

	return !strstr(spec, "priority=") || strstr(spec, "priority=given");
}

/* Then the verdict says why there are none, or a->unassigned does. */
static bool cannot_assign(struct analyze *a)
{
	const struct analysis_set *s = a->set;

	if (s->executor == EXECUTOR_OTHER || s->executor == EXECUTOR_TYPED ||
	    s->limit)
		return true;
	if (s->executor != EXECUTOR_CORES)
		return false;
	if (a->traits.flags & POLICY_SPREAD || s->preemption != PREEMPT_FULL)
		a->unassigned = "on several cores they are found for global "
				"scheduling with full preemption only";
	for (uint32_t i = 0; !a->unassigned && i < s->n_tasks; i++)
		if (s->tasks[i].deadline > s->tasks[i].period)
			a->unassigned = "on several cores they are found for "
					"D <= T only";
	return a->unassigned != NULL;
}

static bool find_priorities(struct analyze *a, int32_t *priority,
			    uint32_t *level)
{
	const struct analysis_set *s = a->set;
	bool preemptive =
		s->executor == EXECUTOR_CORE && s->preemption == PREEMPT_FULL;

	if (s->executor == EXECUTOR_CORES)
		return assign_on_cores(&a->input, priority, level);
	return assign_priorities(s, preemptive, ANALYSIS_WORK, &a->cli->arena,
				 priority, level);
}

bool analyze_assign(struct analyze *a)
{
	struct analysis_set *s = a->set;
	int32_t *priority = ARENA_NEW(&a->cli->arena, int32_t, s->n_tasks);
	uint32_t level;

	if (!a->policy || a->traits.order != ORDER_FIXED)
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--assign-priorities is for a policy of fixed "
				 "priorities: -p fixed_priority, -p gfp");
	if (!takes_given(a))
		return error_set(
			&a->cli->error, NULL, 0, 0,
			"--assign-priorities finds the priorities "
			"itself: leave out the policy's own 'priority' "
			"setting");
	if (cannot_assign(a))
		return true;
	if (find_priorities(a, priority, &level)) {
		for (uint32_t i = 0; i < s->n_tasks; i++)
			s->tasks[i].priority = priority[i];
		a->assigned = priority;
		return true;
	}
	a->unassigned = arena_printf(
		&a->cli->arena,
		s->executor == EXECUTOR_CORES
			? "no task was found for level %u of %u by the "
			  "responses of all others up to their deadlines; an "
			  "order may pass all the same"
			: "no task was found for level %u of %u: no order of "
			  "priorities passes, or it was too much work",
		level, s->n_tasks);
	return true;
}

/* analyze_policy.c - which policy the streams run under, set up as it would
 * be for a run: parameters may change its order, and say where tasks run */
#include "cli/analyze.h"

#include "cli/traits.h"
#include "policies/policy.h"

#include <assert.h>
#include <string.h>

/* The EDF policy of this platform with that batching rule. */
static const struct policy_ops *edf_policy(const struct workload *w,
					   enum batch_rule rule)
{
	uint32_t where =
		w->platform.n_cores ? POLICY_ON_CORES : POLICY_ON_ACCELERATOR;

	for (size_t i = 0; policy_table[i]; i++) {
		const struct policy_traits *t = &policy_table[i]->traits;

		if (t->order == ORDER_EDF && t->batch == rule &&
		    (t->flags & where))
			return policy_table[i];
	}
	return NULL;
}

/* Can it drive some executor of the platform?  If not, no test covers it, and
 * the verdict says so. */
static bool drives(const struct workload *w, const struct policy_ops *p)
{
	bool accelerator = w->platform.n_accelerators || !w->platform.n_cores;

	return (w->platform.n_cores && p->traits.flags & POLICY_ON_CORES) ||
	       (accelerator && p->traits.flags & POLICY_ON_ACCELERATOR);
}

/* The policy that a line-up names first. */
static const struct policy_ops *first_named(struct cli *cli, const char *spec)
{
	return policy_find(
		arena_strndup(&cli->arena, spec, strcspn(spec, ":+")),
		&cli->error);
}

static bool set_up(struct analyze *a, const char *spec)
{
	a->has_lineup = lineup_init(&a->lineup, spec, a->opened.workload,
				    &a->cli->arena, &a->cli->error);
	if (!a->has_lineup)
		return false;
	a->policy = a->lineup.policy->ops;
	a->policy_name = a->lineup.name;
	a->traits = policy_promises(a->lineup.policy);
	return true;
}

bool analyze_choose_policy(struct analyze *a)
{
	const struct analyze_args *args = a->args;
	struct dag_error *e = &a->cli->error;
	enum batch_rule rule = args->batching.given
				       ? (enum batch_rule)args->batching.index
				       : BATCH_NONE;

	if (args->policy && args->batching.given)
		return error_set(e, NULL, 0, 0,
				 "--policy and --batching exclude each other; "
				 "a policy has its rule");
	if (!args->policy && args->tests.n && !args->batching.given)
		return true;
	a->policy = args->policy ? first_named(a->cli, args->policy)
				 : edf_policy(a->opened.workload, rule);
	if (!a->policy && args->policy)
		return false;
	if (!a->policy)
		return error_set(e, NULL, 0, 0,
				 "no EDF policy of this platform batches by "
				 "rule %s",
				 batch_rule_name(rule));
	a->policy_name = a->policy->name;
	a->traits = a->policy->traits;
	if (!drives(a->opened.workload, a->policy))
		return true;
	return set_up(a, args->policy ? args->policy : a->policy->name);
}

void analyze_bind_policy(struct analyze *a)
{
	a->input.policy = a->policy ? &a->traits : NULL;
	a->input.policy_name = a->policy_name;
	if (!a->has_lineup)
		return;
	a->traits = analysis_bind(a->set, a->lineup.policy, a->opened.workload);
	analysis_place(a->set, a->lineup.policy, a->opened.workload,
		       &a->cli->arena);
	if (a->lineup.accelerator) {
		a->beside = policy_promises(a->lineup.accelerator);
		a->input.accelerator = &a->beside;
	}
}

/* The line-up that a test stands for; priorities that the workload gives go
 * before those that it would derive. */
static const char *stands_for(struct analyze *a, const struct analysis_test *t)
{
	static const char derived[] = "priority=dm";
	const struct workload *w = a->opened.workload;
	const char *at = strstr(t->stands_for, derived);
	bool given = false;

	for (uint32_t i = 0; i < w->n_tasks; i++)
		given |= w->tasks[i].has_priority;
	if (!at || !given)
		return t->stands_for;
	return arena_printf(&a->cli->arena, "%.*spriority=given%s",
			    (int)(at - t->stands_for), t->stands_for,
			    at + strlen(derived));
}

void analyze_stand_in(struct analyze *a, const struct analysis_test *t,
		      struct analysis_input *in)
{
	struct arena *arena = &a->cli->arena;
	struct analysis_set *s;
	struct policy_traits *traits;
	struct lineup l;

	if (a->policy || !t->stands_for || a->set->executor == EXECUTOR_OTHER ||
	    !lineup_init(&l, stands_for(a, t), a->opened.workload, arena, NULL))
		return;
	s = set_copy(a->set, arena);
	traits = ARENA_NEW(arena, struct policy_traits, 2);
	traits[0] = analysis_bind(s, l.policy, a->opened.workload);
	analysis_place(s, l.policy, a->opened.workload, arena);
	in->set = s;
	in->policy = &traits[0];
	in->policy_name = l.name;
	if (l.accelerator) {
		traits[1] = policy_promises(l.accelerator);
		in->accelerator = &traits[1];
	}
}

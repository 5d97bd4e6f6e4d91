/* analyze_ask.c - which tests are meant, and asking them */
#include "cli/analyze.h"

#include "analysis/assign.h"
#include "policies/policy.h"

#include <assert.h>
#include <string.h>

enum { BOUNDS_TASKS = 256, EXPLAIN_TASKS = 64 };

/* --- what is asked --- */

static bool charge_options_ok(struct analyze *a)
{
	const struct ratio q = a->args->noise_quantile;

	a->charge = (struct analysis_charge){
		.safety_factor = a->args->safety_factor,
		.noise_quantile = q.den ? (double)q.num / (double)q.den : 0,
	};
	if (!q.den || q.num <= q.den)
		return true;
	return error_set(&a->cli->error, NULL, 0, 0,
			 "option '--noise-quantile' is above 1; a quantile is "
			 "above 0 and at most 1");
}

bool analyze_prepare(struct analyze *a)
{
	struct cli *cli = a->cli;

	if (!workload_load_policies(cli, &a->args->policy,
				    a->args->policy != NULL) ||
	    !workload_open(cli, cli->operands.items[0], &a->args->workload,
			   a->args->quiet, &a->opened) ||
	    !analyze_choose_policy(a) || !charge_options_ok(a))
		return false;
	a->set =
		set_build(a->opened.workload, &a->charge,
			  (enum analysis_time)a->args->time.index, &cli->arena);
	a->options = (struct analysis_options){
		.want_margin = true,
		.want_bounds = a->set->n_tasks <= BOUNDS_TASKS,
		.want_high = true,
	};
	a->input = (struct analysis_input){
		.set = a->set,
		.options = &a->options,
		.arena = &cli->arena,
	};
	analyze_bind_policy(a);
	return true;
}

/* --- priorities --- */

/* Gives the tasks of the set the priorities that were found.  If there are
 * none, those of the workload stay, and the reader is told. */
static bool assign(struct analyze *a)
{
	struct arena *arena = &a->cli->arena;
	struct analysis_set *s = a->set;
	int32_t *priority = ARENA_NEW(arena, int32_t, s->n_tasks);
	bool preemptive =
		s->executor == EXECUTOR_CORE && s->preemption == PREEMPT_FULL;
	uint32_t level;

	if (!a->policy || a->traits.order != ORDER_FIXED)
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--assign-priorities is for a policy of fixed "
				 "priorities: -p fixed_priority");
	if (s->executor == EXECUTOR_OTHER || s->limit)
		return true; /* the verdict says why there is none */
	if (s->executor == EXECUTOR_CORES || s->executor == EXECUTOR_TYPED)
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--assign-priorities is for one executor, "
				 "not for several cores");
	if (assign_priorities(s, preemptive, ANALYSIS_WORK, arena, priority,
			      &level)) {
		for (uint32_t i = 0; i < s->n_tasks; i++)
			s->tasks[i].priority = priority[i];
		a->assigned = priority;
	} else {
		a->unassigned = arena_printf(
			arena,
			"no task was found for level %u of %u: no order of "
			"priorities passes, or it was too much work",
			level, s->n_tasks);
	}
	return true;
}

/* --- asking --- */

static struct finding *next_finding(struct analyze *a)
{
	REQUIRE(a->n_found < ANALYZE_TESTS);
	return &a->found[a->n_found++];
}

static void ask(struct analyze *a, const struct analysis_test *t)
{
	struct finding *f = next_finding(a);

	f->test = t;
	f->input = a->input;
	analyze_stand_in(a, t, &f->input);
	analysis_run(t, &f->input, &f->verdict);
	if (!a->args->explain || f->verdict.kind == VERDICT_NOT_APPLICABLE)
		return;
	f->margins = ARENA_NEW(&a->cli->arena, struct margins, 1);
	margins_find(t, &f->input, EXPLAIN_TASKS, f->margins);
}

/* A policy that no test covers: the answer names it, and no test. */
static void ask_none(struct analyze *a)
{
	next_finding(a)->verdict = (struct verdict){
		.policy = a->policy_name,
		.kind = VERDICT_NOT_APPLICABLE,
		.utilization = workload_utilization(a->opened.workload),
		.reason = analysis_why_none(&a->traits, a->set),
		.failing = NONE,
		.tightest = NONE,
	};
}

/* On several cores there are many tests, of which some say the same with more
 * work, or less sharply. */
static bool needless(const struct analyze *a, const struct analysis_test *t)
{
	struct verdict so_far[ANALYZE_TESTS];

	if (a->set->executor != EXECUTOR_CORES &&
	    a->set->executor != EXECUTOR_TYPED)
		return false;
	for (size_t i = 0; i < a->n_found; i++)
		so_far[i] = a->found[i].verdict;
	return analysis_needless(t, so_far, a->n_found, a->options.want_bounds);
}

bool analyze_ask_all(struct analyze *a)
{
	const struct opt_list *names = &a->args->tests;
	const struct analysis_test *t;

	if (a->args->assign && !assign(a))
		return false;
	for (size_t i = 0; i < names->n; i++) {
		t = analysis_find(names->items[i], &a->cli->error);
		if (!t)
			return false;
		if (i == ANALYZE_TESTS)
			return error_set(&a->cli->error, NULL, 0, 0,
					 "more than %d tests", ANALYZE_TESTS);
		ask(a, t);
	}
	if (names->n)
		return true;
	for (unsigned i = 0; (t = analysis_for(&a->traits, a->set, i)); i++)
		if (!needless(a, t))
			ask(a, t);
	if (!a->n_found)
		ask_none(a);
	return true;
}

/* analyze_ask.c - which tests are meant, and asking them */
#include "cli/analyze.h"

#include "analysis/conjecture.h"
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
	workload_tell_runtime(a->opened.workload, a->args->quiet);
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
	if (f->verdict.kind != VERDICT_NOT_APPLICABLE)
		f->verdict.policy = analyze_policy_of(a, f);
	/* nor are the borders of what is too large, or not placed, the test's
	 */
	if (!a->args->explain || f->verdict.kind == VERDICT_NOT_APPLICABLE ||
	    f->input.set->limit || f->input.set->unplaced)
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

static bool ask_named(struct analyze *a)
{
	const struct opt_list *names = &a->args->tests;

	for (size_t i = 0; i < names->n; i++) {
		const struct analysis_test *t =
			analysis_find(names->items[i], &a->cli->error);

		if (!t)
			return false;
		if (i == ANALYZE_TESTS)
			return error_set(&a->cli->error, NULL, 0, 0,
					 "more than %d tests", ANALYZE_TESTS);
		ask(a, t);
	}
	return true;
}

/* All that are sound for the policy; on several cores, where there are many,
 * as long as there is something left to find. */
static void ask_portfolio(struct analyze *a)
{
	bool stops = !a->args->all && (a->set->executor == EXECUTOR_CORES ||
				       a->set->executor == EXECUTOR_TYPED);
	struct verdict so_far[ANALYZE_TESTS];
	const struct analysis_test *t;

	for (unsigned i = 0; (t = analysis_for(&a->traits, a->set, i)); i++) {
		if (stops && analysis_needless(t, so_far, a->n_found,
					       a->options.want_bounds)) {
			a->needless[a->n_needless++] = t;
			continue;
		}
		ask(a, t);
		so_far[a->n_found - 1] = a->found[a->n_found - 1].verdict;
	}
	if (!a->n_found)
		ask_none(a);
}

static void guess(struct analyze *a)
{
	struct arena *arena = &a->cli->arena;

	a->no_guess = conjecture_refusal(&a->input);
	if (a->no_guess)
		return;
	a->guess = ARENA_NEW(arena, struct cores_response, a->set->n_tasks);
	conjecture_solve(&a->input, a->guess);
}

bool analyze_ask_all(struct analyze *a)
{
	if (a->args->assign && !analyze_assign(a))
		return false;
	if (a->args->experimental)
		guess(a);
	if (a->args->tests.n)
		return ask_named(a);
	ask_portfolio(a);
	return true;
}

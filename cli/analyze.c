/* analyze.c - `dagsim analyze`: which tests to ask, and asking them */
#include "cli/traits.h"
#include "cli/workload_args.h"

#include "analysis/assign.h"
#include "analysis/report.h"

#include <assert.h>
#include <string.h>

enum { TESTS_MAX = 32, BOUNDS_TASKS = 256, EXPLAIN_TASKS = 64 };

struct analyze_args {
	struct workload_args workload;
	const char *policy;
	struct opt_choice batching, time;
	struct opt_list tests;
	struct ratio safety_factor, noise_quantile;
	bool json, explain, quiet, assign;
};

#define AT(field) offsetof(struct analyze_args, field)

static const char *const batchings[] = {"none", "same_deadline",
					"cross_deadline", NULL};
static const char *const times[] = {"dense", "discrete", NULL};

static const struct option question_options[] = {
	{"policy", 'p', OPT_TEXT, "POLICY", AT(policy),
	 .help = "the policy that the streams run under; default: edf, or "
		 "the EDF policy with the rule of --batching"},
	{"batching", 'b', OPT_CHOICE, NULL, AT(batching), .choices = batchings,
	 .help = "EDF with this batching rule, instead of a policy"},
	{"test", 0, OPT_LIST, "TEST", AT(tests),
	 .help = "ask this test, repeatable; default: all that are sound for "
		 "the policy; see dagsim tests"},
	{"assign-priorities", 0, OPT_FLAG, NULL, AT(assign),
	 .help = "find an order of fixed priorities that meets every deadline "
		 "(Audsley), and analyze with it"},
	{"time", 0, OPT_CHOICE, NULL, AT(time), .def = "dense",
	 .choices = times,
	 .help = "arrivals at any instant, or at whole nanoseconds (a "
		 "blocker then blocks 1 ns less)"},
	{NULL},
};

static const struct option charge_options[] = {
	{"safety-factor", 0, OPT_RATIO, "F", AT(safety_factor),
	 .help = "charge execution times F times as long"},
	{"noise-quantile", 0, OPT_RATIO, "Q", AT(noise_quantile),
	 .help = "charge this quantile of the noise too, e.g. 0.999; 1 is "
		 "the largest that can be drawn"},
	{NULL},
};

static const struct option output_options[] = {
	{"explain", 'e', OPT_FLAG, NULL, AT(explain),
	 .help = "say in sentences what binds, and what change would turn "
		 "the verdict"},
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "print one JSON object, dagsim.analyze/1"},
	{"quiet", 'q', OPT_FLAG, NULL, AT(quiet), .help = "no warnings"},
	{NULL},
};

static const struct option_group groups[] = {
	{"Workload", workload_options, AT(workload)},
	{"Question", question_options, 0},
	{"Charging", charge_options, 0},
	{"Output", output_options, 0},
	{NULL, NULL, 0},
};

/* One verdict, and with --explain how far it is from the border. */
struct finding {
	struct verdict verdict;
	struct margins *margins; /* NULL where not asked for               */
};

struct analyze {
	struct cli *cli;
	const struct analyze_args *args;
	struct opened opened;
	const struct policy_ops *policy; /* NULL: that of each test        */
	struct analysis_options options;
	struct analysis_input input;
	struct analysis_set *set;
	int32_t *assigned; /* priorities, by task; NULL: none asked or found */
	const char *unassigned; /* why none was found                     */
	struct finding found[TESTS_MAX];
	size_t n_found;
};

/* --- what is asked --- */

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

static bool choose_policy(struct analyze *a)
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
	if (args->policy) {
		a->policy = policy_find(args->policy, e);
		return a->policy != NULL;
	}
	if (args->tests.n && !args->batching.given)
		return true;
	a->policy = edf_policy(a->opened.workload, rule);
	if (!a->policy)
		return error_set(e, NULL, 0, 0,
				 "no EDF policy of this platform batches by "
				 "rule %s",
				 batch_rule_name(rule));
	return true;
}

static bool charge_options_ok(struct analyze *a, struct analysis_charge *charge)
{
	const struct ratio q = a->args->noise_quantile;

	*charge = (struct analysis_charge){
		.safety_factor = a->args->safety_factor,
		.noise_quantile = q.den ? (double)q.num / (double)q.den : 0,
	};
	if (!q.den || q.num <= q.den)
		return true;
	return error_set(&a->cli->error, NULL, 0, 0,
			 "option '--noise-quantile' is above 1; a quantile is "
			 "above 0 and at most 1");
}

static bool prepare(struct analyze *a)
{
	struct cli *cli = a->cli;
	struct analysis_charge charge;

	if (!workload_open(cli, cli->operands.items[0], &a->args->workload,
			   a->args->quiet, &a->opened) ||
	    !choose_policy(a) || !charge_options_ok(a, &charge))
		return false;
	a->set =
		set_build(a->opened.workload, &charge,
			  (enum analysis_time)a->args->time.index, &cli->arena);
	a->options = (struct analysis_options){
		.want_margin = true,
		.want_bounds = a->set->n_tasks <= BOUNDS_TASKS,
		.want_high = true,
	};
	a->input = (struct analysis_input){
		.set = a->set,
		.policy = a->policy ? &a->policy->traits : NULL,
		.policy_name = a->policy ? a->policy->name : NULL,
		.options = &a->options,
		.arena = &cli->arena,
	};
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

	if (!a->policy || a->policy->traits.order != ORDER_FIXED)
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--assign-priorities is for a policy of fixed "
				 "priorities: -p fixed_priority");
	if (s->executor == EXECUTOR_OTHER || s->limit)
		return true; /* the verdict says why there is none */
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

static void print_priorities(const struct analyze *a)
{
	if (a->unassigned)
		printf("\npriorities: %s\n", a->unassigned);
	if (!a->assigned)
		return;
	puts("\npriorities, 0 most urgent:");
	for (int32_t p = 0; p < (int32_t)a->set->n_tasks; p++)
		for (uint32_t i = 0; i < a->set->n_tasks; i++)
			if (a->assigned[i] == p)
				printf("  %4d  %s\n", p, a->set->tasks[i].name);
}

static void json_priorities(struct json *j, const struct analyze *a)
{
	json_key(j, "priorities");
	if (!a->assigned) {
		json_null(j);
		return;
	}
	json_array(j);
	for (uint32_t i = 0; i < a->set->n_tasks; i++) {
		json_object(j);
		json_key(j, "task"), json_string(j, a->set->tasks[i].name);
		json_key(j, "priority"), json_int(j, a->assigned[i]);
		json_end(j);
	}
	json_end(j);
}

/* --- asking --- */

static struct finding *next_finding(struct analyze *a)
{
	REQUIRE(a->n_found < TESTS_MAX);
	return &a->found[a->n_found++];
}

static void ask(struct analyze *a, const struct analysis_test *t)
{
	struct finding *f = next_finding(a);

	analysis_run(t, &a->input, &f->verdict);
	if (!a->args->explain || f->verdict.kind == VERDICT_NOT_APPLICABLE)
		return;
	f->margins = ARENA_NEW(&a->cli->arena, struct margins, 1);
	margins_find(t, &a->input, EXPLAIN_TASKS, f->margins);
}

/* A policy that no test covers: the answer names it, and no test. */
static void ask_none(struct analyze *a)
{
	next_finding(a)->verdict = (struct verdict){
		.policy = a->policy->name,
		.kind = VERDICT_NOT_APPLICABLE,
		.utilization = workload_utilization(a->opened.workload),
		.reason = analysis_why_none(&a->policy->traits, a->set),
		.failing = NONE,
		.tightest = NONE,
	};
}

static bool ask_all(struct analyze *a)
{
	const struct opt_list *names = &a->args->tests;
	const struct analysis_test *t;

	for (size_t i = 0; i < names->n; i++) {
		t = analysis_find(names->items[i], &a->cli->error);
		if (!t)
			return false;
		if (i == TESTS_MAX)
			return error_set(&a->cli->error, NULL, 0, 0,
					 "more than %d tests", TESTS_MAX);
		ask(a, t);
	}
	if (names->n)
		return true;
	for (unsigned i = 0; (t = analysis_for(&a->policy->traits, a->set, i));
	     i++)
		ask(a, t);
	if (!a->n_found)
		ask_none(a);
	return true;
}

/* --- answering --- */

/* All verdicts are on one question, so a proof by any test decides. */
static enum exit_code answer(const struct analyze *a)
{
	enum exit_code code = EXIT_UNDECIDED;

	for (size_t i = 0; i < a->n_found; i++) {
		enum exit_code one = verdict_exit(a->found[i].verdict.kind);

		if (one == EXIT_YES)
			return EXIT_YES;
		if (one == EXIT_NO)
			code = EXIT_NO;
	}
	return code;
}

static void print_text(const struct analyze *a)
{
	const struct workload *w = a->opened.workload;

	printf("dagsim %s: %s, workload sha256 %s\nreproduce: %s\n",
	       DAGSIM_VERSION, w->name, w->digest, a->cli->reproduce);
	print_priorities(a);
	for (size_t i = 0; i < a->n_found; i++) {
		const struct finding *f = &a->found[i];

		putchar('\n');
		verdict_print(stdout, a->set, &f->verdict);
		if (a->args->explain)
			verdict_explain(stdout, a->set, &f->verdict,
					f->margins);
	}
}

static void print_json(const struct analyze *a)
{
	const struct workload *w = a->opened.workload;
	struct json j;

	json_to_file(&j, stdout, 2);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.analyze/1");
	json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
	json_key(&j, "workload"), json_string(&j, w->name);
	json_key(&j, "workload_digest"), json_string(&j, w->digest);
	json_key(&j, "command"), json_string(&j, a->cli->reproduce);
	json_key(&j, "time"), json_string(&j, times[a->args->time.index]);
	if (a->args->assign)
		json_priorities(&j, a);
	json_key(&j, "verdicts"), json_array(&j);
	for (size_t i = 0; i < a->n_found; i++)
		verdict_json(&j, a->set, &a->found[i].verdict,
			     a->found[i].margins);
	json_end(&j);
	json_end(&j);
	json_finish(&j);
}

static enum exit_code run_analyze(struct cli *cli)
{
	struct analyze *a = ARENA_NEW(&cli->arena, struct analyze, 1);
	enum exit_code code;

	a->cli = cli;
	a->args = cli->args;
	if (!prepare(a) || (a->args->assign && !assign(a)) || !ask_all(a)) {
		code = cli_fail(cli);
	} else {
		if (a->args->json)
			print_json(a);
		else
			print_text(a);
		code = answer(a);
	}
	workload_close(&a->opened);
	return code;
}

static const struct example examples[] = {
	{"dagsim analyze workloads/vla_plus_control.yaml",
	 "are all deadlines met under EDF, whatever happens?"},
	{"dagsim analyze w.yaml --batching cross_deadline --explain",
	 "with batches, and what would turn the verdict"},
	{"dagsim analyze w.yaml -p fixed_priority --json",
	 "response bounds for a program"},
	{"dagsim analyze w.yaml --noise-quantile 0.999 --safety-factor 1.1",
	 "charge what the simulator can draw"},
	{NULL, NULL},
};

const struct command command_analyze = {
	.name = "analyze",
	.summary = "prove that every deadline is met, or show why not",
	.operands = "WORKLOAD",
	.about = "The verdict holds for every phase, jitter and execution time "
		 "up to the charged ones. Exit 0: schedulable; 1: not; 3: not "
		 "proven, or no test is sound for the policy.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct analyze_args),
	.min_operands = 1,
	.max_operands = 1,
	.run = run_analyze,
};

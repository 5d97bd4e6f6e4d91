/* analyze.c - `dagsim analyze`: options, order of work, output */
#include "cli/analyze.h"

#include "analysis/conjecture.h"
#include "analysis/report.h"
#include "cli/window.h"

#include <inttypes.h>
#include <string.h>

#define AT(field) offsetof(struct analyze_args, field)

static const char *const batchings[] = {"none", "same_deadline",
					"cross_deadline", NULL};
static const char *const times[] = {"dense", "discrete", NULL};

static const struct option question_options[] = {
	{"policy", 'p', OPT_TEXT, "POLICY", AT(policy),
	 .help = "the policy that the streams run under, with settings as in "
		 "gfp:priority=dm; default: edf, gedf, or the EDF policy with "
		 "the rule of --batching"},
	{"batching", 'b', OPT_CHOICE, NULL, AT(batching), .choices = batchings,
	 .help = "EDF with this batching rule, instead of a policy"},
	{"test", 0, OPT_LIST, "TEST", AT(tests),
	 .help = "ask this test, repeatable; default: all that are sound for "
		 "the policy; see dagsim tests"},
	{"chain", 0, OPT_LIST, "TASK,TASK,...", AT(chains),
	 .help = "bound how long data takes along these tasks: reaction time "
		 "and data age; repeatable"},
	{"admit", 0, OPT_TEXT, "FILE", AT(admit),
	 .help = "let the streams of WORKLOAD, then those of FILE, join one "
		 "at a time; say who is refused, and why"},
	{"all", 'a', OPT_FLAG, NULL, AT(all),
	 .help = "on several cores: ask also the tests that can add nothing "
		 "to the verdicts before them"},
	{"experimental", 0, OPT_FLAG, NULL, AT(experimental),
	 .help = "on several cores: show bounds that are conjectures, apart "
		 "from the verdicts"},
	{"assign-priorities", 0, OPT_FLAG, NULL, AT(assign),
	 .help = "find an order of fixed priorities that meets every deadline "
		 "(Audsley), and analyze with it"},
	{"time", 0, OPT_CHOICE, NULL, AT(time), .def = "dense",
	 .choices = times,
	 .help = "arrivals at any instant, or at whole nanoseconds (a "
		 "blocker then blocks 1 ns less)"},
	{0},
};

static const struct option charge_options[] = {
	{"safety-factor", 0, OPT_RATIO, "F", AT(safety_factor),
	 .help = "charge execution times F times as long"},
	{"noise-quantile", 0, OPT_RATIO, "Q", AT(noise_quantile),
	 .help = "charge this quantile of the noise too, e.g. 0.999; 1 is "
		 "the largest that can be drawn"},
	{0},
};

static const struct option output_options[] = {
	{"search", 0, OPT_COUNT, "N", AT(search), .max = 1000000,
	 .help = "where a sufficient test fails, replay up to N arrivals to "
		 "find some that miss; default: 100, fewer for large sets"},
	{"falsify", 0, OPT_COUNT, "N", AT(falsify), .max = INT64_C(1) << 40,
	 .help = "where nothing is proven, attack the policy with N cases of "
		 "arrivals and execution times, as dagsim falsify does"},
	{"trace", 't', OPT_TEXT, "FILE", AT(trace),
	 .help = "write the trace of arrivals that miss, if refused"},
	{"gantt", 'g', OPT_MAYBE, "FROM..TO", AT(gantt),
	 .help = "draw how they miss, if refused"},
	{"explain", 'e', OPT_FLAG, NULL, AT(explain),
	 .help = "say in sentences what binds, and what change would turn "
		 "the verdict"},
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "print one JSON object, dagsim.analyze/1"},
	{"quiet", 'q', OPT_FLAG, NULL, AT(quiet), .help = "no warnings"},
	{0},
};

static const struct option_group groups[] = {
	{"Workload", workload_options, AT(workload)},
	{"Question", question_options, 0},
	{"Charging", charge_options, 0},
	{"Output", output_options, 0},
	{NULL, NULL, 0},
};

/* --- output --- */

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

/* Is all proved that chains of the workload ask for? */
static bool chains_keep(const struct analyze *a)
{
	for (size_t i = 0; i < a->n_chains; i++)
		if (!chain_keeps(&a->chains[i]))
			return false;
	return true;
}

/* All verdicts are on one question, so a proof by any test decides. */
static enum exit_code answer(const struct analyze *a)
{
	enum exit_code code = EXIT_UNDECIDED;

	for (size_t i = 0; i < a->n_found; i++) {
		enum exit_code one = verdict_exit(a->found[i].verdict.kind);

		if (one == EXIT_YES)
			return chains_keep(a) ? EXIT_YES : EXIT_UNDECIDED;
		if (one == EXIT_NO)
			code = EXIT_NO;
	}
	return code;
}

/* A time of the replay, which may be in half nanoseconds. */
static const char *replay_time(const struct analyze *a, dag_time t)
{
	char buf[40];

	time_format(buf, sizeof(buf), a->witness.halves ? t / 2 : t);
	return arena_printf(&a->cli->arena, "%s%s", buf,
			    a->witness.halves && t % 2 ? " + 0.5ns" : "");
}

static void print_replay(const struct analyze *a)
{

	if (!a->shown)
		return;
	printf("\nreplayed: %zu jobs, under %s\n", a->witness.releases.n,
	       a->shown->verdict.policy);
	if (a->witness.halves)
		puts("in half nanoseconds: less than 1 ns is missing, so in "
		     "the trace all times are doubled");
	if (a->miss.found)
		printf("%s#%" PRIu64 " is not done at its deadline, %s, but "
		       "at %s\n",
		       a->opened.workload->tasks[a->miss.task].name,
		       a->miss.instance, replay_time(a, a->miss.deadline),
		       replay_time(a, a->miss.t));
	else
		puts("no miss");
	if (a->gantt) {
		putchar('\n');
		gantt_print(stdout, a->gantt);
	}
}

/* In nanoseconds, half ones too. */
static void json_replay_time(struct json *j, const char *key,
			     const struct analyze *a, dag_time t)
{
	json_key(j, key);
	if (a->witness.halves && t % 2)
		json_double(j, (double)t / 2);
	else
		json_int(j, a->witness.halves ? t / 2 : t);
}

static void json_replay(struct json *j, const struct analyze *a)
{
	json_key(j, "replay");
	if (!a->shown) {
		json_null(j);
		return;
	}
	json_object(j);
	json_key(j, "test"), json_string(j, a->shown->verdict.test);
	json_key(j, "policy"), json_string(j, a->shown->verdict.policy);
	json_key(j, "jobs"), json_uint(j, a->witness.releases.n);
	json_replay_time(j, "horizon_ns", a, a->witness.horizon);
	json_key(j, "ticks_per_ns"), json_int(j, a->witness.halves ? 2 : 1);
	json_key(j, "miss");
	if (a->miss.found) {
		json_object(j);
		json_key(j, "task");
		json_string(j, a->opened.workload->tasks[a->miss.task].name);
		json_key(j, "instance"), json_uint(j, a->miss.instance);
		json_replay_time(j, "deadline_ns", a, a->miss.deadline);
		json_replay_time(j, "t_ns", a, a->miss.t);
		json_end(j);
	} else {
		json_null(j);
	}
	json_end(j);
}

static void print_needless(const struct analyze *a)
{
	if (a->n_needless)
		fputs("\nnot asked, as they would add nothing:", stdout);
	for (size_t i = 0; i < a->n_needless; i++)
		printf("%s %s", i ? "," : "", a->needless[i]->name);
	if (a->n_needless)
		putchar('\n');
}

static void json_needless(struct json *j, const struct analyze *a)
{
	json_key(j, "not_asked");
	json_array(j);
	for (size_t i = 0; i < a->n_needless; i++)
		json_string(j, a->needless[i]->name);
	json_end(j);
}

/* --- conjectures --- */

static void print_guess(const struct analyze *a)
{
	if (!a->args->experimental)
		return;
	printf("\n%s: a conjecture, no proof; not part of the verdict\n",
	       conjecture_name);
	if (a->no_guess)
		printf("  not applicable: %s\n", a->no_guess);
	for (uint32_t i = 0; a->guess && i < a->set->n_tasks; i++) {
		const struct cores_response *r = &a->guess[i];
		char t[32];

		time_format(t, sizeof(t), cores_ceil(r->num, r->den));
		printf("  %-20s %s\n", a->set->tasks[i].name,
		       r->status == CORES_KNOWN ? t : "not known");
	}
}

static void json_guess(struct json *j, const struct analyze *a)
{
	json_key(j, "experimental");
	json_object(j);
	json_key(j, "name"), json_string(j, conjecture_name);
	json_key(j, "status"), json_string(j, "conjecture");
	json_key(j, "reason"), json_string(j, a->no_guess);
	json_key(j, "bounds"), json_array(j);
	for (uint32_t i = 0; a->guess && i < a->set->n_tasks; i++) {
		const struct cores_response *r = &a->guess[i];
		struct ratio q = ratio_reduce((struct ratio){r->num, r->den});

		json_object(j);
		json_key(j, "task"), json_string(j, a->set->tasks[i].name);
		json_key(j, "response_num");
		if (r->status == CORES_KNOWN)
			json_int(j, q.num);
		else
			json_null(j);
		json_key(j, "response_den"), json_int(j, q.den);
		json_end(j);
	}
	json_end(j);
	json_end(j);
}

/* --- all of it --- */

static void print_text(const struct analyze *a)
{
	const struct workload *w = a->opened.workload;

	printf("dagsim %s: %s, workload sha256 %s\nreproduce: %s\n",
	       DAGSIM_VERSION, w->name, w->digest, a->cli->reproduce);
	print_priorities(a);
	if (analyze_is_table(a))
		analyze_print_table(a);
	for (size_t i = 0; !analyze_is_table(a) && i < a->n_found; i++) {
		const struct finding *f = &a->found[i];

		putchar('\n');
		verdict_print(stdout, a->set, &f->verdict);
		if (a->args->explain)
			verdict_explain(stdout, a->set, &f->verdict,
					f->margins);
	}
	print_needless(a);
	print_guess(a);
	if (a->chains) {
		putchar('\n');
		chain_bounds_print(stdout, a->chains, a->n_chains);
	}
	analyze_print_attack(a);
	print_replay(a);
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
	if (a->n_needless)
		json_needless(&j, a);
	if (a->args->experimental)
		json_guess(&j, a);
	if (a->chains)
		chain_bounds_json(&j, a->set, a->chains, a->n_chains);
	analyze_json_attack(&j, a);
	json_replay(&j, a);
	json_end(&j);
	json_finish(&j);
}

/* Standard output first: it cannot be undone. */
static bool finish(struct analyze *a)
{
	struct dag_error *e = &a->cli->error;

	if (a->args->json)
		print_json(a);
	else if (!a->args->trace || strcmp(a->args->trace, "-") != 0)
		print_text(a);
	if (a->args->trace && !a->trace_file.file && !a->args->quiet)
		fprintf(stderr, "no trace is written: %s\n",
			a->unplaced ? a->unplaced
				    : "there are no arrivals to show");
	return output_stdout(e) &&
	       (!a->trace_file.file || output_commit(&a->trace_file, e));
}

static bool check_args(struct analyze *a)
{
	const struct analyze_args *args = a->args;

	if (args->admit && (args->trace || args->gantt || args->explain ||
			    args->assign || args->chains.n))
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--admit goes without --trace, --gantt, "
				 "--explain, --chain and --assign-priorities");
	if (args->admit && args->workload.utilization.den)
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--utilization would scale each of the two "
				 "files by itself; use --scale");
	if (args->admit && args->falsify.given)
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--admit goes without --falsify");
	if (args->admit && (args->all || args->experimental))
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--admit goes without --all and "
				 "--experimental");
	if (args->json && args->gantt)
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--gantt draws below the text; leave out "
				 "--json");
	if (args->json && args->trace && !strcmp(args->trace, "-"))
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--json and --trace cannot both go to "
				 "standard output");
	return !args->gantt || gantt_window(a->cli, args->gantt, &a->window);
}

static enum exit_code run_analyze(struct cli *cli)
{
	struct analyze *a = ARENA_NEW(&cli->arena, struct analyze, 1);
	enum exit_code code;
	bool ok;

	a->cli = cli;
	a->args = cli->args;
	ok = check_args(a) && analyze_prepare(a);
	if (ok && !a->args->admit)
		ok = analyze_ask_all(a) && analyze_show(a) &&
		     analyze_chains(a) && finish(a);
	if (!ok)
		code = cli_fail(cli);
	else
		code = a->args->admit ? analyze_admit(a) : answer(a);
	if (a->gantt)
		gantt_free(a->gantt);
	output_abort(&a->trace_file);
	workload_close(&a->opened);
	return code;
}

static const struct example examples[] = {
	{"dagsim analyze workloads/vla_plus_control.yaml",
	 "are all deadlines met under EDF, whatever happens?"},
	{"dagsim analyze w.yaml --batching cross_deadline --explain",
	 "with batches, and what would turn the verdict"},
	{"dagsim analyze w.yaml --gantt --trace miss.trace",
	 "if refused: arrivals that miss, drawn and on file"},
	{"dagsim analyze w.yaml --admit more.yaml",
	 "which of more streams may join?"},
	{"dagsim analyze w.yaml -p gfp --chain camera,fusion,brake",
	 "how long data takes from the first to the last of these tasks"},
	{"dagsim analyze w.yaml -p fixed_priority --json",
	 "response bounds for a program"},
	{"dagsim analyze dags.yaml --cores 4 -p gfp:priority=dm",
	 "DAGs on four cores, deadline-monotonic"},
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

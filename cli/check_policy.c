/* check_policy.c - `dagsim check-policy`: options, order of work */
#include "cli/check_policy.h"

#include "check/scenario.h"
#include "model/load.h"
#include "policies/plugin.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#define AT(field) offsetof(struct check_policy_args, field)

static const struct option what_options[] = {
	{"cases", 'n', OPT_COUNT, "N", AT(cases), .def = "20000", .min = 0,
	 .max = INT64_C(1) << 40, .help = "how many random cases to try"},
	{"seed", 's', OPT_SEED, "N", AT(seed), .def = "1",
	 .help = "of the cases"},
	{"case", 0, OPT_COUNT, "K", AT(only), .min = 0, .max = INT64_C(1) << 40,
	 .help = "only case K of the seed"},
	{"seconds", 0, OPT_SPAN, "TIME", AT(seconds),
	 .help = "end after so much time, with what was found until then"},
	{"limit", 0, OPT_SPAN, "TIME", AT(limit), .def = "2s",
	 .help = "between two decisions: a policy that takes longer does not "
		 "answer"},
	{0},
};

static const struct option one_options[] = {
	{"workload", 'w', OPT_TEXT, "FILE", AT(workload),
	 .help = "check the policy on this workload instead of random ones, "
		 "with its seed and duration"},
	{"tie", 0, OPT_CHOICE, NULL, AT(tie), .choices = tie_rule_names,
	 .help = "with --workload: which of two jobs of equal key goes first"},
	{"idle-blind", 0, OPT_FLAG, NULL, AT(idle_blind),
	 .help = "with --workload: as in dagsim simulate"},
	{"shared-deadline", 0, OPT_FLAG, NULL, AT(shared_deadline),
	 .help = "the same"},
	{"serial-nodes", 0, OPT_FLAG, NULL, AT(serial_nodes),
	 .help = "the same"},
	{"polled-quantum", 0, OPT_FLAG, NULL, AT(polled_quantum),
	 .help = "the same"},
	{0},
};

static const struct option scenario_options[] = {
	{"scenario", 0, OPT_LIST, "FILE", AT(scenarios),
	 .help = "run the policy on a scenario, repeatable, and compare what "
		 "happens; without --cases no random cases are tried"},
	{0},
};

static const struct option output_options[] = {
	{"out", 'o', OPT_TEXT, "FILE", AT(out),
	 .help = "where the workload goes that shows what is broken; default: "
		 "NAME-counterexample.yaml"},
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "print one JSON object, dagsim.check-policy/1"},
	{"quiet", 'q', OPT_FLAG, NULL, AT(quiet),
	 .help = "print nothing where every property holds"},
	{0},
};

static const struct option_group groups[] = {
	{"Cases", what_options, 0},
	{"One workload", one_options, 0},
	{"Scenarios", scenario_options, 0},
	{"Output", output_options, 0},
	{NULL, NULL, 0},
};

/* "NAME:settings" in two.  A name that is no path is looked up here, for the
 * sake of the message. */
static bool read_policy(struct cli *cli, struct check_request *q)
{
	char *text = arena_strdup(&cli->arena, cli->operands.items[0]);
	char *end = policy_name_end(text);

	if (*end == '+')
		return error_set(&cli->error, NULL, 0, 0,
				 "one policy is checked at a time, not a pair "
				 "('%.100s')",
				 cli->operands.items[0]);
	if (*end == ':')
		*end++ = '\0';
	q->settings = end;
	q->policy = text;
	return policy_is_path(text) || policy_find(text, &cli->error);
}

static bool read_case(struct cli *cli, struct check_case *x)
{
	const struct check_policy_args *args = cli->args;
	bool rules = args->idle_blind || args->shared_deadline ||
		     args->serial_nodes || args->polled_quantum;

	if (!args->workload && (args->tie.given || rules))
		return error_set(&cli->error, NULL, 0, 0,
				 "--tie and the rules of runtimes go with "
				 "--workload; random cases have their own");
	if (!args->workload)
		return true;
	if (args->only.given || args->cases.given)
		return error_set(&cli->error, NULL, 0, 0,
				 "--workload is one case; leave out --cases "
				 "and --case");
	x->workload = workload_load(args->workload, NULL, &cli->error);
	if (!x->workload)
		return false;
	x->tie = args->tie.given ? (enum tie_rule)args->tie.index : TIE_RELEASE;
	x->rules = (struct sim_rules){.idle_blind = args->idle_blind,
				      .shared_deadline = args->shared_deadline,
				      .serial_nodes = args->serial_nodes,
				      .polled_quantum = args->polled_quantum};
	if (x->workload->n_tasks)
		return true;
	return error_set(&cli->error, args->workload, 1, 1,
			 "there is nothing to run: no streams and no tasks");
}

static bool run(struct cli *cli, struct check_request *q, enum exit_code *code)
{
	struct check *c = check_run(q, &cli->error);
	const struct check_report *r;
	bool ok;

	if (!c)
		return false;
	r = check_report(c);
	ok = check_policy_tell(cli, q, r);
	if (r->found.property)
		*code = EXIT_NO;
	check_free(c);
	return ok;
}

/* --- scenarios --- */

struct played {
	volatile uint64_t beats;
	const char *path, *policy;
	bool ran;
	struct scenario_result result;
	struct dag_error error;
};

static void play(void *ctx)
{
	struct played *p = ctx;

	p->ran = scenario_run(p->path, p->policy, &p->result, &p->error);
}

/* In a process of its own, as the policy may be anybody's. */
static bool play_one(struct cli *cli, struct played *p, const char *path,
		     bool *passed)
{
	const struct check_policy_args *args = cli->args;
	struct isolated end;

	memset(p, 0, sizeof(*p));
	p->path = path;
	p->policy = cli->operands.items[0];
	if (!isolate_run(play, p, &p->beats, args->limit.ns, 0, &end,
			 &cli->error))
		return false;
	if (end.end != ISOLATED_DONE) {
		printf("FAILED %s: the policy %s\n", path,
		       end.end == ISOLATED_HANG ? "did not answer in time"
						: "crashed");
		*passed = false;
	} else if (!p->ran) {
		cli->error = p->error;
		return false;
	} else if (!p->result.passed) {
		printf("FAILED %s:%u: under %s\n%s", path, p->result.line,
		       p->result.policy, p->result.text);
		*passed = false;
	} else if (!args->quiet && !args->json) {
		printf("passed %s: %u events under %s\n", path, p->result.lines,
		       p->result.policy);
	}
	return true;
}

static bool play_all(struct cli *cli, enum exit_code *code)
{
	const struct check_policy_args *args = cli->args;
	struct played *p = isolate_shared(sizeof(*p), &cli->error);
	bool ok = p != NULL, passed = true;

	for (size_t i = 0; ok && i < args->scenarios.n; i++)
		ok = play_one(cli, p, args->scenarios.items[i], &passed);
	isolate_unshare(p, sizeof(*p));
	if (!passed)
		*code = EXIT_NO;
	return ok;
}

static enum exit_code run_check_policy(struct cli *cli)
{
	const struct check_policy_args *args = cli->args;
	struct check_case given = {0};
	struct check_request q = {
		.seed = args->seed.value,
		.first = args->only.given ? (uint64_t)args->only.n : 0,
		.cases = args->only.given ? 1 : (uint64_t)args->cases.n,
		.limit = args->limit.ns,
		.total = args->seconds.ns,
	};
	enum exit_code code = EXIT_YES;
	bool ok = read_policy(cli, &q) && read_case(cli, &given);
	bool cases = !args->scenarios.n || args->cases.given ||
		     args->only.given || args->workload;

	if (ok && given.workload)
		q.given = &given;
	if (ok && args->scenarios.n)
		ok = play_all(cli, &code);
	if (ok && cases && code == EXIT_YES)
		ok = run(cli, &q, &code);
	workload_free((struct workload *)given.workload);
	return ok ? code : cli_fail(cli);
}

static const struct example examples[] = {
	{"dagsim check-policy ./mine.so",
	 "does it keep the protocol and its promises?"},
	{"dagsim check-policy ./mine.so:gain=2ms --cases 1000000",
	 "with a setting, for longer"},
	{"dagsim check-policy ./mine.so -w mine-counterexample.yaml",
	 "once more on the workload that broke it"},
	{NULL, NULL},
};

const struct command command_check_policy = {
	.name = "check-policy",
	.summary = "break a policy, and show the smallest workload that does",
	.operands = "POLICY",
	.about = "POLICY is a name, or the path of a shared object as dagsim "
		 "new-policy makes it, with settings if any. Exit 0: every "
		 "property held; 1: one was broken, or the policy crashed or "
		 "did not answer.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct check_policy_args),
	.min_operands = 1,
	.max_operands = 1,
	.run = run_check_policy,
};

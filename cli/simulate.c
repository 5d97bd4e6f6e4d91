/* simulate.c - `dagsim simulate`: what is asked for, and the order of work
 *
 * The work itself: simulate_run.c.
 */
#include "cli/simulate.h"

#include "sim/sim.h"

#include <assert.h>
#include <string.h>

static const char *const on_off[] = {"off", "on", NULL};
static const char *const late_names[] = {"drop", "run", NULL};

#define AT(field) offsetof(struct simulate_args, field)

static const struct option run_options[] = {
	{"policy", 'p', OPT_LIST, "POLICY", AT(policies),
	 .help = "policy to run, repeatable, with settings if any "
		 "(pedf:fit=worst), of cores and accelerator as A+B; 'all' or "
		 "none at all: every policy for the platform; see dagsim "
		 "policies"},
	{"duration", 'd', OPT_SPAN, "TIME", AT(duration),
	 .help = "virtual time to simulate, e.g. 30, 1.5s, 200ms; a plain "
		 "number is in seconds; default: the workload's, else 30s"},
	{"releases-until", 0, OPT_SPAN, "TIME", AT(releases_until),
	 .help = "release nothing from TIME on, so that what was released "
		 "before can finish within the duration"},
	{"warmup", 0, OPT_TIME, "TIME", AT(warmup), .def = "0",
	 .help = "leave jobs released before TIME out of the metrics"},
	{"seed", 's', OPT_SEED, "N", AT(seed),
	 .help = "seed of arrivals and execution times; default: the "
		 "workload's, else 0"},
	{"noise", 0, OPT_CHOICE, NULL, AT(noise), .def = "on",
	 .choices = on_off,
	 .help = "vary execution times as the workload says, or take the "
		 "nominal ones"},
	{"late", 0, OPT_CHOICE, NULL, AT(late), .choices = late_names,
	 .help = "a job that has not started at its deadline is dropped, or "
		 "run anyway; default: the workload's, else drop"},
	{"tie", 0, OPT_CHOICE, NULL, AT(tie), .choices = tie_rule_names,
	 .help = "which of two jobs of equal key goes first; default: release, "
		 "or what a preset says"},
	{"safety-factor", 0, OPT_RATIO, "F", AT(safety_factor),
	 .help = "policies predict execution times F times as long; default: "
		 "the workload's, else 1"},
	{"releases", 0, OPT_TEXT, "FILE", AT(releases),
	 .help = "replay the releases of a CSV file with columns "
		 "id,stream,release_ns,deadline_ns, and exec_ns if execution "
		 "times are given too"},
	{0},
};

static const char *const presets[] = {"awkernel", NULL};

/* What runtimes do otherwise than theory expects: sim/rules.h. */
static const struct option runtime_options[] = {
	{"preset", 0, OPT_CHOICE, NULL, AT(preset), .choices = presets,
	 .help = "the rules of a runtime: --release-core to --polled-quantum, "
		 "and --tie id"},
	{"release-core", 0, OPT_FLAG, NULL, AT(release_core),
	 .help = "core 0 releases jobs and runs none"},
	{"idle-blind", 0, OPT_FLAG, NULL, AT(idle_blind),
	 .help = "a job that becomes ready may drive off a running one though "
		 "a core is idle"},
	{"shared-deadline", 0, OPT_FLAG, NULL, AT(shared_deadline),
	 .help = "jobs of a task share one deadline, set anew at each release"},
	{"serial-nodes", 0, OPT_FLAG, NULL, AT(serial_nodes),
	 .help = "a node waits for the same node of the job before"},
	{"polled-quantum", 0, OPT_FLAG, NULL, AT(polled_quantum),
	 .help = "time slices end only when core 0 looks"},
	{"tick", 0, OPT_SPAN, "TIME", AT(tick),
	 .help = "releases are seen at multiples of TIME only"},
	{"tick-successors", 0, OPT_FLAG, NULL, AT(tick_successors),
	 .help = "nodes that follow others wait for a tick, too"},
	{"lost-posts", 0, OPT_FLAG, NULL, AT(lost_posts),
	 .help = "a node that becomes ready while no core sleeps is told to "
		 "nobody"},
	{0},
};

static const struct option output_options[] = {
	{"trace", 't', OPT_TEXT, "FILE", AT(trace),
	 .help = "write the trace, one section a policy"},
	{"schedule", 0, OPT_TEXT, "FILE", AT(schedule),
	 .help = "write the schedule as CSV, one row a batch"},
	{"gantt", 'g', OPT_MAYBE, "FROM..TO", AT(gantt),
	 .help = "draw the schedule around the first miss, or of a window "
		 "such as 1s..1.2s"},
	{"fail-on-miss", 0, OPT_FLAG, NULL, AT(fail_on_miss),
	 .help = "exit 1 when a deadline was missed under any policy"},
	{"quiet", 'q', OPT_FLAG, NULL, AT(quiet),
	 .help = "no warnings, no progress"},
	{0},
};

static const struct option_group groups[] = {
	{"Workload", workload_options, AT(workload)},
	{"Run", run_options, 0},
	{"Platform", platform_options, AT(platform)},
	{"Runtime", runtime_options, 0},
	{"Output", output_options, 0},
	{"Form", print_options, AT(print)},
	{NULL, NULL, 0},
};

static const struct example examples[] = {
	{"dagsim simulate workloads/multi_agent_cell.yaml --duration 30",
	 "every policy for its platform, a table each"},
	{"dagsim simulate w.yaml -p edf -p edf_batch --utilization 0.9",
	 "two policies at 90 % load; same arrivals, same execution times"},
	{"dagsim simulate w.yaml -p fifo --gantt",
	 "draw how the first deadline was missed"},
	{"dagsim simulate w.yaml -p edf --json --trace edf.trace",
	 "numbers for a program, and every event on file"},
	{"dagsim simulate w.yaml -p edf --fail-on-miss --quiet",
	 "for scripts: exit 1 when anything was missed"},
	{NULL, NULL},
};

static bool check_args(struct cli *cli, const struct simulate_args *args)
{
	if (!print_check(cli, &args->print))
		return false;
	if (args->gantt &&
	    (args->print.json || args->print.csv || args->print.prometheus))
		return error_set(&cli->error, NULL, 0, 0,
				 "--gantt draws below the table; leave out the "
				 "other form");
	if (args->trace && args->schedule && !strcmp(args->trace, "-") &&
	    !strcmp(args->schedule, "-"))
		return error_set(&cli->error, NULL, 0, 0,
				 "--trace and --schedule cannot both go to "
				 "standard output");
	for (size_t i = 0; i < args->policies.n; i++)
		for (size_t k = 0; k < i; k++)
			if (!strcmp(args->policies.items[i],
				    args->policies.items[k]))
				return error_set(&cli->error, NULL, 0, 0,
						 "policy '%.64s' is given "
						 "twice",
						 args->policies.items[i]);
	return true;
}

static enum exit_code run_simulate(struct cli *cli)
{
	const struct simulate_args *args = cli->args;

	assert(cli->operands.n == 1);
	if (!check_args(cli, args))
		return cli_fail(cli);
	return simulate_session(cli, args);
}

const struct command command_simulate = {
	.name = "simulate",
	.summary = "run a workload under policies and count what was missed",
	.operands = "WORKLOAD",
	.about = "WORKLOAD is a file as dagsim-workload(5) describes it, or - "
		 "for standard input. All policies see the same arrivals and "
		 "the same execution times.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct simulate_args),
	.min_operands = 1,
	.max_operands = 1,
	.run = run_simulate,
};

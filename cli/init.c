/* init.c - `dagsim init`: a workload to start from, every line explained */
#include "cli/command.h"

/* Lines of the file; the suite simulates what this prints. */
static const char *const lines[] = {
	"# A workload for dagsim(1); the whole format: dagsim-workload(5).",
	"# Try:  dagsim simulate FILE --gantt",
	"dagsim: 1                    # version of the format",
	"name: robot",
	"",
	"# What runs on the accelerator.  A profile gives the time of a batch",
	"# of b requests; max_batch bounds b.",
	"models:",
	"  detector:",
	"    profile: {type: linear, a: 9ms, c: 2.5ms}   # C(b) = a + c * b",
	"    max_batch: 4",
	"    batchable: true",
	"    noise: {sigma: 0.05}                # log-normal execution times",
	"  planner:",
	"    profile: {type: table, points: {1: 12ms}}   # measured",
	"",
	"# Who asks for it, how often, and how long it may take.",
	"streams:",
	"  - {name: camera_left, model: detector, period: 33.3ms}",
	"  - {name: camera_right, model: detector, period: 33.3ms, phase: 5ms}",
	"  - name: plan",
	"    model: planner",
	"    rate_hz: 10              # or period: 100ms",
	"    deadline: 50ms           # default: the period",
	"    jitter: 2ms              # released up to 2 ms late",
	"    criticality: high",
	"",
	"# Defaults of dagsim simulate.",
	"sim:",
	"  duration: 30s",
	"  late_policy: drop          # or run: late jobs run anyway",
	"  seed: 0",
	NULL,
};

static enum exit_code run_init(struct cli *cli)
{
	(void)cli;
	for (size_t i = 0; lines[i]; i++)
		puts(lines[i]);
	return EXIT_YES;
}

static const struct example examples[] = {
	{"dagsim init > robot.yaml", "a workload of two cameras and a planner"},
	{"dagsim init | dagsim simulate - -p edf", "run it at once"},
	{NULL, NULL},
};
static const struct option_group groups[] = {{NULL, NULL, 0}};

const struct command command_init = {
	.name = "init",
	.summary = "print a commented workload to start from",
	.operands = "",
	.examples = examples,
	.groups = groups,
	.run = run_init,
};

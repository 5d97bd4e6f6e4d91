/* bench.c - `dagsim bench`: sweeps over load, policies and seeds */
#include "cli/accept.h"
#include "cli/bench.h"
#include "cli/suite.h"
#include "cli/suite_kernel.h"
#include "cli/sweep.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MAX = 1024, SEEDS_MAX = 1000000 };

#define AT(field) offsetof(struct bench_args, field)

static const struct option sweep_options[] = {
	{"policies", 'p', OPT_LIST, "LIST", AT(policies),
	 .help = "policies, with commas between them, each as simulate takes "
		 "it; default: all that can drive the platform"},
	{"util-min", 0, OPT_RATIO, "U", AT(util_min), .def = "0.3",
	 .help = "the lowest nominal utilization, without batches"},
	{"util-max", 0, OPT_RATIO, "U", AT(util_max), .def = "1.2",
	 .help = "the highest"},
	{"util-step", 0, OPT_RATIO, "U", AT(util_step), .def = "0.1",
	 .help = "from one to the next"},
	{"seeds", 'n', OPT_COUNT, "N", AT(seeds), .def = "3", .min = 1,
	 .max = SEEDS_MAX, .help = "how many seeds"},
	{"seed", 's', OPT_SEED, "S", AT(seed), .def = "0",
	 .help = "the first of them"},
	{"duration", 'd', OPT_SPAN, "T", AT(duration),
	 .help = "of each run; default: the workload's"},
	{"late", 0, OPT_CHOICE, NULL, AT(late), .choices = sweep_late_names,
	 .help = "what happens to a job whose deadline has passed before it "
		 "started; default: the workload's"},
	{"baseline", 0, OPT_TEXT, "POLICY", AT(baseline),
	 .help = "whom the others are compared with, in pairs; default: edf, "
		 "else the first"},
	{0},
};

static const struct option work_options[] = {
	{"jobs", 'j', OPT_COUNT, "N", AT(jobs), .min = 1, .max = JOBS_MAX,
	 .help = "threads; default: as many as processors"},
	{"resume", 0, OPT_FLAG, NULL, AT(resume),
	 .help = "keep the rows that an earlier attempt has left"},
	{"shard", 0, OPT_TEXT, "K/N", AT(shard),
	 .help = "make only the K-th of N parts of the rows, for dagsim merge"},
	{"plan", 0, OPT_FLAG, NULL, AT(plan),
	 .help = "say how many rows there are and, after a small pilot, how "
		 "long they take; write nothing"},
	{0},
};

static const struct option accept_options[] = {
	{"accept", 0, OPT_TEXT, "SPEC", AT(accept),
	 .help = "instead of workloads: generate sets from a spec (see dagsim "
		 "generate) at each utilization and count which tests accept "
		 "them; with --duration, simulate them too"},
	{"sets", 0, OPT_COUNT, "N", AT(sets), .def = "1000", .min = 1,
	 .max = 100000000, .help = "how many at each utilization"},
	{"vary", 0, OPT_TEXT, "KEY=LIST", AT(vary),
	 .help = "do so for each value that the list gives a key of the spec, "
		 "e.g. streams=2,4,8, and weigh all loads up; where values "
		 "have commas, semicolons part them"},
	{"per-core", 0, OPT_FLAG, NULL, AT(per_core),
	 .help = "utilizations are those of each core"},
	{"test", 0, OPT_LIST, "TEST", AT(tests),
	 .help = "ask also this test for a scheduler that no policy here is, "
		 "e.g. semifed_x1; repeatable"},
	{"timing", 0, OPT_FLAG, NULL, AT(timing),
	 .help = "measure the processor time that each test takes, and draw "
		 "it; rows are then not the same twice"},
	{"only", 0, OPT_COUNT, "I", AT(only), .min = 0, .max = INT64_MAX,
	 .help = "make set I alone and print what each test says"},
	{0},
};

static const struct option suite_options[] = {
	{"suite", 0, OPT_TEXT, "NAME", AT(suite),
	 .help = "a ready experiment: awkernel, the response times of three "
		 "DAGs on three cores under global EDF; rtos-comparison, the "
		 "same on three platforms; kernel-latency, four Linux kernels "
		 "idle and loaded; other workloads than its own may be given",
	 .words = suite_name},
	{"platforms", 0, OPT_LIST, "PLATFORMS", AT(platforms),
	 .help = "the platforms of rtos-comparison, with commas between them; "
		 "see dagsim platforms"},
	{0},
};

static const struct option output_options[] = {
	{"out-dir", 'o', OPT_TEXT, "DIR", AT(out_dir), .def = "results",
	 .help = "where NAME_points.jsonl, NAME_table.md and NAME_table.csv "
		 "go"},
	{"figure-dir", 0, OPT_TEXT, "DIR", AT(figure_dir),
	 .help = "draw NAME.png and NAME.svg there with gnuplot, beside their "
		 "data and script"},
	{"quiet", 'q', OPT_FLAG, NULL, AT(quiet),
	 .help = "no progress and no warnings"},
	{0},
};

/* --- what several of them need --- */

/* Does a piece between commas go on with the settings before it? */
static bool goes_on(const char *piece, size_t len)
{
	return memchr(piece, '=', len) && !memchr(piece, ':', len);
}

/* The first policy of a list, up to its comma or the end. */
static size_t first_policy(const char *c)
{
	size_t len = strcspn(c, ",");

	while (c[len] && memchr(c, ':', len) &&
	       goes_on(c + len + 1, strcspn(c + len + 1, ",")))
		len += 1 + strcspn(c + len + 1, ",");
	return len;
}

struct name_list bench_policies(struct arena *a, const struct opt_list *given)
{
	struct name_list list = {0};
	size_t most = 0;

	for (size_t i = 0; i < given->n; i++) {
		most++;
		for (const char *c = given->items[i]; *c; c++)
			most += *c == ',';
	}
	list.names = ARENA_NEW(a, const char *, most);
	for (size_t i = 0; i < given->n; i++) {
		const char *c = given->items[i];

		for (;;) {
			size_t len = first_policy(c);

			list.names[list.n++] = arena_strndup(a, c, len);
			if (!c[len])
				break;
			c += len + 1;
		}
	}
	return list;
}

bool bench_shard(const struct bench_args *args, struct shard *out,
		 struct dag_error *e)
{
	const char *text = args->shard;
	unsigned k, n;
	char rest;

	*out = (struct shard){0, 1, false};
	if (!text)
		return true;
	if (strspn(text, "0123456789/") != strlen(text) ||
	    sscanf(text, "%6u/%6u%c", &k, &n, &rest) != 2 || k < 1 || k > n)
		return error_set(e, NULL, 0, 0,
				 "--shard is K/N with 1 <= K <= N, e.g. 2/8, "
				 "not '%.100s'",
				 text);
	*out = (struct shard){k - 1, n, true};
	return true;
}

enum exit_code bench_interrupted(const char *dir, bool terminated, size_t left)
{
	fprintf(stderr,
		"interrupted: %zu rows are missing; what is there is in "
		"%s/*.partial, and --resume goes on from it\n",
		left, dir);
	if (terminated) {
		signal(SIGTERM, SIG_DFL);
		raise(SIGTERM);
	}
	return EXIT_INTERRUPTED;
}

uint32_t bench_threads(const struct bench_args *args)
{
	long n = args->jobs.given ? (long)args->jobs.n
				  : sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > JOBS_MAX ? JOBS_MAX : (uint32_t)n;
}

struct figures bench_figures(const struct bench_args *args, struct arena *a)
{
	return (struct figures){.folder = args->figure_dir,
				.at_once = bench_threads(args),
				.arena = a};
}

double bench_cpu_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void bench_tell_plan(size_t rows, uint32_t n_shards, uint32_t threads,
		     double cost)
{
	double s = cost / threads / n_shards;

	printf("%zu rows", rows);
	if (n_shards > 1)
		printf(", about %zu in this shard", rows / n_shards);
	printf("; about %.*f s with %u thread%s", s < 10 ? 2 : 0, s, threads,
	       threads == 1 ? "" : "s");
	if (s >= 3600)
		printf(" (%.1f hours)", s / 3600);
	putchar('\n');
}

/* --- which of them --- */

static bool refuse(struct dag_error *e, bool given, const char *what)
{
	return !given || error_set(e, NULL, 0, 0, "%s", what);
}

/* What makes no sense together is refused, not ignored. */
static bool check_sweep(struct cli *cli, const struct bench_args *args)
{
	struct dag_error *e = &cli->error;

	return refuse(e, cli->operands.n == 0,
		      "a WORKLOAD is missing, or --accept SPEC, or --suite "
		      "NAME") &&
	       refuse(e, args->sets.given || args->only.given,
		      "--sets and --only need --accept") &&
	       refuse(e,
		      args->vary || args->per_core || args->timing ||
			      args->tests.n,
		      "--vary, --per-core, --test and --timing need --accept");
}

static bool read_as_said(const struct workload_args *w)
{
	return w->unit.given || w->preemption.given || w->cores.given ||
	       w->dag_period.given || w->dag_deadline.given || w->strict ||
	       w->quantile.given || w->overheads.n || w->kernel;
}

static bool check_accept(struct cli *cli, const struct bench_args *args)
{
	struct dag_error *e = &cli->error;

	if (cli->operands.n)
		return error_set(e, NULL, 0, 0,
				 "--accept makes its own sets; '%.200s' is too "
				 "much",
				 cli->operands.items[0]);
	return refuse(e,
		      args->seeds.given || args->seed.given ||
			      args->late.given || args->baseline,
		      "--seeds, --seed, --late and --baseline are not for "
		      "--accept") &&
	       refuse(e, read_as_said(&args->workload),
		      "options that say how a workload is read are not for "
		      "--accept: its spec says all");
}

static enum exit_code run_bench(struct cli *cli)
{
	const struct bench_args *args = cli->args;

	if (args->accept && args->suite) {
		error_set(&cli->error, NULL, 0, 0,
			  "--accept and --suite exclude each other");
		return cli_fail(cli);
	}
	if (args->platforms.n && !args->suite) {
		error_set(&cli->error, NULL, 0, 0,
			  "--platforms is for --suite " SUITE_PLATFORMS
			  "; dagsim compare runs a workload on several");
		return cli_fail(cli);
	}
	if (args->suite && !strcmp(args->suite, SUITE_KERNEL))
		return suite_kernel_run(cli, args);
	if (args->suite)
		return suite_run(cli, args);
	if (args->accept)
		return check_accept(cli, args) ? accept_run(cli, args)
					       : cli_fail(cli);
	return check_sweep(cli, args) ? bench_sweep(cli, args) : cli_fail(cli);
}

static const struct example examples[] = {
	{"dagsim bench robot.yaml --seeds 20 --figure-dir figures",
	 "how every policy does from U = 0.3 to 1.2, in tables and a figure"},
	{"dagsim bench robot.yaml -p edf,edf_batch --util-step 0.02",
	 "two policies, closely"},
	{"dagsim bench robot.yaml --seeds 1000 --shard 3/8 -o parts",
	 "the third of eight parts, for dagsim merge"},
	{"dagsim bench --accept streams.yaml --util-step 0.05 --duration 10",
	 "which part of random sets each test accepts"},
	{"dagsim bench --suite awkernel --figure-dir figures",
	 "response times under global EDF, fully, partly, not preemptive"},
	{NULL, NULL},
};
static const struct option_group groups[] = {
	{"Workload", WORKLOAD_READING_OPTIONS, AT(workload)},
	{"Sweep", sweep_options, 0},
	{"Acceptance", accept_options, 0},
	{"Suite", suite_options, 0},
	{"Work", work_options, 0},
	{"Output", output_options, 0},
	{NULL, NULL, 0},
};

const struct command command_bench = {
	.name = "bench",
	.summary = "sweep over load, policies and seeds: tables and figures",
	.operands = "WORKLOAD... | --accept SPEC | --suite NAME",
	.about = "Scales each workload to a row of utilizations, runs every "
		 "policy on each with every seed, and writes the rows, tables "
		 "and figures. All policies and loads see the same arrivals "
		 "and execution-time factors. The bytes do not depend on the "
		 "number of threads, nor on interruptions.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct bench_args),
	.min_operands = 0,
	.max_operands = SIZE_MAX,
	.run = run_bench,
};

/* bench.c - `dagsim bench`: sweeps over load, policies and seeds */
#include "cli/accept.h"
#include "cli/progress.h"
#include "cli/sweep_files.h"
#include "cli/sweep_pool.h"
#include "cli/workload_args.h"

#include "model/load.h"

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MAX = 1024, SEEDS_MAX = 1000000 };

struct bench_args {
	struct opt_list policies;
	struct ratio util_min, util_max, util_step;
	struct opt_count seeds, jobs;
	struct opt_seed seed;
	struct opt_time duration;
	struct opt_choice late;
	const char *baseline, *out_dir, *figure_dir, *shard;
	const char *accept;
	struct opt_count sets, only;
	bool resume, plan, quiet;
};

#define AT(field) offsetof(struct bench_args, field)

static const struct option sweep_options[] = {
	{"policies", 'p', OPT_LIST, "LIST", AT(policies),
	 .help = "policies, with commas between them; default: all that can "
		 "drive the platform"},
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
	{NULL},
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
	{NULL},
};

static const struct option accept_options[] = {
	{"accept", 0, OPT_TEXT, "SPEC", AT(accept),
	 .help = "instead of workloads: generate sets from a spec (see dagsim "
		 "generate) at each utilization and count which tests accept "
		 "them; with --duration, simulate them too"},
	{"sets", 0, OPT_COUNT, "N", AT(sets), .def = "1000", .min = 1,
	 .max = 100000000, .help = "how many at each utilization"},
	{"only", 0, OPT_COUNT, "I", AT(only), .min = 0, .max = INT64_MAX,
	 .help = "make set I alone and print what each test says"},
	{NULL},
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
	{NULL},
};

struct session {
	struct cli *cli;
	const struct bench_args *args;
	struct sweep *sweeps;
	struct journal *journals;
	struct pool_sweep *pairs;
	size_t n; /* sweeps set up                                          */
	uint32_t threads, shard, n_shards;
};

/* --- what is asked --- */

/* "--policies a,b --policies c" as one list. */
static void split_policies(struct arena *a, const struct opt_list *given,
			   struct sweep_request *r)
{
	size_t most = 0;

	for (size_t i = 0; i < given->n; i++)
		for (const char *c = given->items[i]; c; c = strchr(c + 1, ','))
			most++;
	r->policies = ARENA_NEW(a, const char *, most);
	for (size_t i = 0; i < given->n; i++) {
		const char *c = given->items[i];

		for (;;) {
			size_t len = strcspn(c, ",");

			r->policies[r->n_policies++] = arena_strndup(a, c, len);
			if (!c[len])
				break;
			c += len + 1;
		}
	}
}

static bool read_shard(struct session *s)
{
	const char *text = s->args->shard;
	unsigned k, n;
	char rest;

	s->n_shards = 1;
	if (!text)
		return true;
	if (strspn(text, "0123456789/") != strlen(text) ||
	    sscanf(text, "%6u/%6u%c", &k, &n, &rest) != 2 || k < 1 || k > n)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "--shard is K/N with 1 <= K <= N, e.g. 2/8, "
				 "not '%.100s'",
				 text);
	s->shard = k - 1;
	s->n_shards = n;
	return true;
}

static void ask(const struct session *s, const struct workload *w,
		struct sweep_request *r)
{
	const struct bench_args *args = s->args;

	*r = (struct sweep_request){
		.util_min = args->util_min,
		.util_max = args->util_max,
		.util_step = args->util_step,
		.first_seed = args->seed.value,
		.n_seeds = (uint32_t)args->seeds.n,
		.horizon = args->duration.given ? args->duration.ns
						: w->sim.duration,
		.has_late = args->late.given,
		.late = (enum late_policy)args->late.index,
		.baseline = args->baseline,
	};
	split_policies(&s->cli->arena, &args->policies, r);
}

static bool load_one(struct session *s, const char *path)
{
	struct dag_error *e = &s->cli->error;
	struct workload *w = workload_load(path, NULL, e);
	struct sweep *sweep = &s->sweeps[s->n];
	struct sweep_request request;

	if (!w)
		return false;
	for (uint32_t i = 0; !s->args->quiet && i < w->n_warnings; i++)
		cli_warn(w->warnings[i]);
	if (!workload_check_settings(s->cli, w)) {
		workload_free(w);
		return false;
	}
	ask(s, w, &request);
	if (!sweep_init(sweep, w, &request, e))
		return false;
	s->n++;
	for (size_t i = 0; i + 1 < s->n; i++)
		if (!strcmp(s->sweeps[i].file_name, sweep->file_name))
			return error_set(e, path, 0, 0,
					 "a second workload named '%s': their "
					 "files would be the same",
					 sweep->loaded->name);
	return true;
}

static bool load_all(struct session *s)
{
	const struct operands *o = &s->cli->operands;
	struct sweep_request named = {0};

	split_policies(&s->cli->arena, &s->args->policies, &named);
	if (!workload_load_policies(s->cli, named.policies, named.n_policies))
		return false;
	if (s->args->seed.value > UINT64_MAX - (uint64_t)s->args->seeds.n)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "--seed plus --seeds exceed 64 bits");
	s->sweeps = ARENA_NEW(&s->cli->arena, struct sweep, o->n);
	s->journals = ARENA_NEW(&s->cli->arena, struct journal, o->n);
	s->pairs = ARENA_NEW(&s->cli->arena, struct pool_sweep, o->n);
	for (size_t i = 0; i < o->n; i++)
		if (!load_one(s, o->items[i]))
			return false;
	return true;
}

/* --- the plan --- */

/* Every policy of a sweep once, at the middle of the loads. */
static bool pilot(const struct session *s, const struct sweep *w, double *cost)
{
	const dag_time most = 2 * NS_PER_S;
	dag_time horizon = w->horizon < most ? w->horizon : most;
	struct sweep_worker worker = {0};
	struct timespec t0, t1;
	bool ok = true;

	clock_gettime(CLOCK_MONOTONIC, &t0);
	for (uint32_t i = 0; ok && i < w->n_policies; i++) {
		size_t cell = (size_t)(w->n_points / 2) * w->n_policies + i;

		ok = sweep_pilot(w, cell * w->n_seeds, horizon, &worker,
				 &s->cli->error);
	}
	clock_gettime(CLOCK_MONOTONIC, &t1);
	sweep_worker_free(&worker);
	*cost += ((double)(t1.tv_sec - t0.tv_sec) +
		  1e-9 * (double)(t1.tv_nsec - t0.tv_nsec)) *
		 ((double)w->horizon / (double)horizon) * w->n_points *
		 w->n_seeds;
	return ok;
}

static bool plan(const struct session *s)
{
	size_t rows = 0;
	double cost = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct sweep *w = &s->sweeps[i];

		if (!pilot(s, w, &cost))
			return false;
		printf("%s: %u utilizations x %u policies x %u seeds = %zu "
		       "rows\n",
		       w->loaded->name, w->n_points, w->n_policies, w->n_seeds,
		       w->n_rows);
		rows += w->n_rows;
	}
	cost /= (double)s->threads * s->n_shards;
	printf("%zu rows", rows);
	if (s->n_shards > 1)
		printf(", about %zu in this shard", rows / s->n_shards);
	printf("; about %.1f s with %u thread%s\n", cost, s->threads,
	       s->threads == 1 ? "" : "s");
	return true;
}

/* --- the work --- */

static bool open_files(struct session *s)
{
	const struct bench_args *args = s->args;
	struct arena *a = &s->cli->arena;
	struct dag_error *e = &s->cli->error;

	if (!files_folder(args->out_dir, a, e) ||
	    (args->figure_dir && !files_folder(args->figure_dir, a, e)))
		return false;
	for (size_t i = 0; i < s->n; i++) {
		struct sweep *w = &s->sweeps[i];
		const char *file = files_points(a, args->out_dir, w->file_name,
						s->shard, s->n_shards);

		s->pairs[i] = (struct pool_sweep){w, &s->journals[i]};
		if (!journal_open(&s->journals[i], file, w, args->resume, e))
			return false;
	}
	return true;
}

static bool close_files(struct session *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct sweep *w = &s->sweeps[i];

		if (!journal_finish(&s->journals[i], w, &s->cli->error))
			return false;
		puts(s->journals[i].file);
		if (s->n_shards == 1 &&
		    !files_from_lines(s->cli, w->lines, w->n_rows,
				      s->args->out_dir, s->args->figure_dir))
			return false;
	}
	return true;
}

static enum exit_code interrupted(const struct session *s,
				  enum pool_status status, size_t left)
{
	fprintf(stderr,
		"interrupted: %zu rows are missing; what is there is in "
		"%s/*.partial, and --resume goes on from it\n",
		left, s->args->out_dir);
	if (status == POOL_TERMINATED) {
		signal(SIGTERM, SIG_DFL);
		raise(SIGTERM);
	}
	return EXIT_INTERRUPTED;
}

static enum exit_code sweep_all(struct session *s)
{
	struct pool_request q = {.sweeps = s->pairs,
				 .n_sweeps = s->n,
				 .threads = s->threads,
				 .shard = s->shard,
				 .n_shards = s->n_shards,
				 .progress = progress_wanted(s->args->quiet)};
	enum pool_status status;
	size_t made, left;

	if (!open_files(s))
		return cli_fail(s->cli);
	status = pool_run(&q, &made, &left, &s->cli->error);
	if (status == POOL_INTERRUPTED || status == POOL_TERMINATED)
		return interrupted(s, status, left);
	if (status == POOL_FAILED || !close_files(s))
		return cli_fail(s->cli);
	return EXIT_YES;
}

static uint32_t count_threads(const struct bench_args *args)
{
	long n = args->jobs.given ? (long)args->jobs.n
				  : sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > JOBS_MAX ? JOBS_MAX : (uint32_t)n;
}

/* What makes no sense together is refused, not ignored. */
static bool check_mode(struct cli *cli, const struct bench_args *args)
{
	struct dag_error *e = &cli->error;

	if (!args->accept && cli->operands.n == 0)
		return error_set(e, NULL, 0, 0,
				 "a WORKLOAD is missing, or --accept SPEC");
	if (!args->accept && (args->sets.given || args->only.given))
		return error_set(e, NULL, 0, 0,
				 "--sets and --only need "
				 "--accept");
	if (!args->accept)
		return true;
	if (cli->operands.n)
		return error_set(e, NULL, 0, 0,
				 "--accept makes its own sets; '%.200s' is too "
				 "much",
				 cli->operands.items[0]);
	if (args->seeds.given || args->seed.given || args->late.given ||
	    args->baseline || args->resume || args->shard || args->plan)
		return error_set(e, NULL, 0, 0,
				 "--seeds, --seed, --late, --baseline, "
				 "--resume, --shard and --plan are not for "
				 "--accept");
	return true;
}

static enum exit_code run_accept(struct session *s)
{
	const struct bench_args *args = s->args;
	struct sweep_request list = {0};
	struct accept_request q = {
		.spec = args->accept,
		.util_min = args->util_min,
		.util_max = args->util_max,
		.util_step = args->util_step,
		.n_sets = (uint64_t)args->sets.n,
		.has_only = args->only.given,
		.only = (uint64_t)args->only.n,
		.horizon = args->duration.given ? args->duration.ns : 0,
		.threads = s->threads,
		.out_dir = args->out_dir,
		.figure_dir = args->figure_dir,
	};

	split_policies(&s->cli->arena, &args->policies, &list);
	q.policies = list.policies;
	q.n_policies = list.n_policies;
	if (q.n_policies == 1 && !strcmp(q.policies[0], "all"))
		q.n_policies = 0;
	return accept_run(s->cli, &q) ? EXIT_YES : cli_fail(s->cli);
}

static enum exit_code run_bench(struct cli *cli)
{
	struct session s = {.cli = cli, .args = cli->args};
	enum exit_code code;

	s.threads = count_threads(s.args);
	if (!check_mode(cli, s.args))
		return cli_fail(cli);
	if (s.args->accept)
		return run_accept(&s);
	if (!read_shard(&s) || !load_all(&s))
		code = cli_fail(cli);
	else if (s.args->plan)
		code = plan(&s) ? EXIT_YES : cli_fail(cli);
	else
		code = sweep_all(&s);
	for (size_t i = 0; i < s.n; i++) {
		journal_close(&s.journals[i]);
		sweep_free(&s.sweeps[i]);
	}
	return code;
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
	{NULL, NULL},
};
static const struct option_group groups[] = {
	{"Sweep", sweep_options, 0},
	{"Acceptance", accept_options, 0},
	{"Work", work_options, 0},
	{"Output", output_options, 0},
	{NULL, NULL, 0},
};

const struct command command_bench = {
	.name = "bench",
	.summary = "sweep over load, policies and seeds: tables and figures",
	.operands = "WORKLOAD... | --accept SPEC",
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

/* bench_sweep.c - workloads over a row of loads; see sweep.h */
#include "cli/bench.h"
#include "cli/progress.h"
#include "cli/row_pool.h"
#include "cli/sweep.h"
#include "cli/sweep_files.h"

#include <inttypes.h>
#include <string.h>

struct session {
	struct cli *cli;
	const struct bench_args *args;
	struct sweep *sweeps;
	struct journal *journals;
	struct pool_set *pairs;
	size_t n; /* sweeps set up                                          */
	uint32_t threads;
	struct shard shard;
};

/* --- what is asked --- */

static void ask(const struct session *s, const struct workload *w,
		struct sweep_request *r)
{
	const struct bench_args *args = s->args;
	struct arena *a = &s->cli->arena;
	struct name_list list = bench_policies(a, &args->policies);
	char **words = ARENA_NEW(a, char *, WORKLOAD_WORDS);

	*r = (struct sweep_request){
		.policies = list.names,
		.n_policies = list.n,
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
		.reading = words,
		.n_reading = workload_words(&args->workload, a, words),
	};
}

static bool load_one(struct session *s, const char *path)
{
	struct dag_error *e = &s->cli->error;
	struct sweep *sweep = &s->sweeps[s->n];
	struct sweep_request request;
	struct opened opened;

	if (!workload_open(s->cli, path, &s->args->workload, s->args->quiet,
			   &opened))
		return false;
	workload_tell_runtime(opened.loaded, s->args->quiet);
	ask(s, opened.loaded, &request);
	if (!sweep_init(sweep, opened.loaded, &request, e))
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
	struct name_list list =
		bench_policies(&s->cli->arena, &s->args->policies);

	if (!workload_load_policies(s->cli, list.names, list.n))
		return false;
	if (s->args->seed.value > UINT64_MAX - (uint64_t)s->args->seeds.n)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "--seed plus --seeds exceed 64 bits");
	s->sweeps = ARENA_NEW(&s->cli->arena, struct sweep, o->n);
	s->journals = ARENA_NEW(&s->cli->arena, struct journal, o->n);
	s->pairs = ARENA_NEW(&s->cli->arena, struct pool_set, o->n);
	for (size_t i = 0; i < o->n; i++)
		if (!load_one(s, o->items[i]))
			return false;
	return true;
}

/* --- the plan --- */

/* What the runs of a policy at a point take: longer and longer ones, until one
 * is long enough to be measured. */
static bool pilot_runs(const struct session *s, const struct sweep *w,
		       size_t row, struct sweep_worker *worker, double *cost)
{
	dag_time horizon = w->horizon < NS_PER_S ? w->horizon : NS_PER_S;

	for (;;) {
		double start = bench_cpu_s(), took;

		if (!sweep_pilot(w, row, horizon, worker, &s->cli->error))
			return false;
		took = bench_cpu_s() - start;
		if (took >= BENCH_PILOT_S || horizon == w->horizon) {
			*cost += took * (double)w->horizon / (double)horizon *
				 w->n_seeds;
			return true;
		}
		horizon = w->horizon / 4 < horizon ? w->horizon : 4 * horizon;
	}
}

/* Every policy and its tests at the lowest, middle and highest load, each for
 * a third of the loads. */
static bool pilot(const struct session *s, struct sweep *w, double *cost)
{
	struct sweep_worker worker = {0};
	double three = 0, start;
	bool ok = true;

	for (uint32_t k = 0; ok && k < 3; k++) {
		uint32_t point = k * (w->n_points - 1) / 2;

		for (uint32_t i = 0; ok && i < w->n_policies; i++) {
			size_t cell = (size_t)point * w->n_policies + i;

			ok = pilot_runs(s, w, cell * w->n_seeds, &worker,
					&three);
			start = bench_cpu_s();
			sweep_pilot_tests(w, i, point, &worker);
			three += bench_cpu_s() - start;
		}
	}
	sweep_worker_free(&worker);
	*cost += three / 3 * w->n_points;
	return ok;
}

static bool plan(const struct session *s)
{
	uint32_t part = s->shard.given ? s->shard.n : 1;
	size_t rows = 0;
	double cost = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct sweep *w = &s->sweeps[i];

		if (!pilot(s, w, &cost))
			return false;
		printf("%s: %u utilizations x %u policies x %u seeds = %zu "
		       "rows\n",
		       w->loaded->name, w->n_points, w->n_policies, w->n_seeds,
		       w->set.n_rows);
		rows += w->set.n_rows;
	}
	bench_tell_plan(rows, part, s->threads, cost);
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
		const char *file =
			files_points(a, args->out_dir, w->file_name, s->shard.k,
				     s->shard.given ? s->shard.n : 0);

		s->pairs[i] = (struct pool_set){&w->set, &s->journals[i]};
		if (!journal_open(&s->journals[i], file, &w->set, args->resume,
				  a, e))
			return false;
	}
	return true;
}

static bool close_files(struct session *s)
{
	struct figures figures = bench_figures(s->args, &s->cli->arena);

	for (size_t i = 0; i < s->n; i++) {
		struct sweep *w = &s->sweeps[i];

		if (!journal_finish(&s->journals[i], w->set.lines,
				    w->set.n_rows, &s->cli->error))
			return false;
		puts(s->journals[i].file);
		if (!s->shard.given &&
		    !files_from_lines(s->cli, w->set.lines, w->set.n_rows,
				      s->args->out_dir, &figures))
			return false;
	}
	figures_draw(&figures);
	return true;
}

static enum exit_code sweep_all(struct session *s)
{
	struct pool_request q = {.sets = s->pairs,
				 .n_sets = s->n,
				 .threads = s->threads,
				 .shard = s->shard.k,
				 .n_shards = s->shard.n,
				 .progress = progress_wanted(s->args->quiet)};
	enum pool_status status;
	size_t made, left;

	if (!open_files(s))
		return cli_fail(s->cli);
	status = pool_run(&q, &made, &left, &s->cli->error);
	if (status == POOL_INTERRUPTED || status == POOL_TERMINATED)
		return bench_interrupted(s->args->out_dir,
					 status == POOL_TERMINATED, left);
	if (status == POOL_FAILED || !close_files(s))
		return cli_fail(s->cli);
	return EXIT_YES;
}

enum exit_code bench_sweep(struct cli *cli, const struct bench_args *args)
{
	struct session s = {
		.cli = cli, .args = args, .threads = bench_threads(args)};
	enum exit_code code;

	if (!bench_shard(args, &s.shard, &cli->error) || !load_all(&s))
		code = cli_fail(cli);
	else if (args->plan)
		code = plan(&s) ? EXIT_YES : cli_fail(cli);
	else
		code = sweep_all(&s);
	for (size_t i = 0; i < s.n; i++) {
		journal_close(&s.journals[i]);
		sweep_free(&s.sweeps[i]);
	}
	return code;
}

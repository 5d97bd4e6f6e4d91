/* accept.c - acceptance sweeps from beginning to end; see accept.h */
#include "cli/accept.h"

#include "cli/accept_files.h"
#include "cli/progress.h"
#include "cli/row_pool.h"
#include "cli/rows.h"
#include "cli/sweep_files.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* --- one set alone --- */

static const char *const said[] = {
	[VERDICT_SCHEDULABLE] = "accepted",
	[VERDICT_NOT_SCHEDULABLE] = "not accepted",
	[VERDICT_NOT_PROVEN] = "not accepted: not proven",
	[VERDICT_NOT_APPLICABLE] = "not accepted: the test is not for it",
};

static void print_point(const struct accept *x, size_t point,
			const struct accept_counts *counts)
{
	const struct ratio *u = &x->utilization[point % x->n_points];

	for (uint32_t k = 0; k < x->n_columns; k++) {
		int kind = 0;

		while (!counts[k].kind[kind])
			kind++;
		if (x->vary)
			printf("%s %s  ", x->vary,
			       x->values[point / x->n_points]);
		printf("U %.*g  set %" PRIu64 "  %-38s %s\n", 10,
		       (double)u->num / (double)u->den, x->first,
		       x->columns[k].name, said[kind]);
	}
}

static bool count_only(struct cli *cli, const struct accept *x)
{
	struct accept_worker *worker = x->set.maker->worker_new(NULL);
	struct dag_error e;
	bool ok = true;

	for (size_t i = 0; ok && i < (size_t)x->n_values * x->n_points; i++) {
		struct accept_counts counts[ACCEPT_COLUMNS] = {0};

		ok = accept_count(x, i, x->first, x->first + 1, worker, counts,
				  &e);
		if (ok)
			print_point(x, i, counts);
	}
	x->set.maker->worker_free(worker);
	if (!ok)
		cli->error = e;
	return ok;
}

/* --- the plan --- */

/* More and more sets of a point, until they can be measured. */
static bool pilot(const struct accept *x, size_t point,
		  struct accept_worker *worker, double *cost,
		  struct dag_error *e)
{
	for (uint64_t n = 1;; n *= 2) {
		struct accept_counts counts[ACCEPT_COLUMNS] = {0};
		double start = bench_cpu_s(), took;

		n = n < x->n_sets ? n : x->n_sets;
		if (!accept_count(x, point, x->first, x->first + n, worker,
				  counts, e))
			return false;
		took = bench_cpu_s() - start;
		if (took >= BENCH_PILOT_S || n == x->n_sets) {
			*cost += took / (double)n * (double)x->n_sets;
			return true;
		}
	}
}

/* Every value at three loads tells how long all take. */
static bool plan(struct cli *cli, const struct accept *x, uint32_t threads,
		 uint32_t n_shards)
{
	struct accept_worker *worker = x->set.maker->worker_new(NULL);
	struct dag_error e;
	double three = 0;
	bool ok = true;

	for (uint32_t i = 0; ok && i < 3 * x->n_values; i++) {
		size_t point = (size_t)(i / 3) * x->n_points +
			       (size_t)(i % 3) * (x->n_points - 1) / 2;

		ok = pilot(x, point, worker, &three, &e);
	}
	x->set.maker->worker_free(worker);
	if (!ok) {
		cli->error = e;
		return false;
	}
	printf("%s: %u value%s x %u utilizations x %" PRIu64
	       " sets, %u tests and simulations each\n",
	       x->stem, x->n_values, x->n_values == 1 ? "" : "s", x->n_points,
	       x->n_sets, x->n_columns);
	bench_tell_plan(x->set.n_rows, n_shards, threads,
			three / 3 * x->n_points);
	return true;
}

/* --- the work --- */

/* Rows that are whole already: nothing is left to do but tables. */
static bool is_done(struct cli *cli, const struct accept *x, const char *file,
		    char ***lines, size_t *n)
{
	struct row_name name;
	struct dag_error e;

	if (access(file, R_OK) != 0 ||
	    access(arena_printf(&cli->arena, "%s.partial", file), R_OK) == 0 ||
	    !rows_lines(file, &cli->arena, lines, n, &e))
		return false;
	for (size_t i = 0; i < *n; i++)
		if (!row_name((*lines)[i], strlen((*lines)[i]), file,
			      (unsigned)i + 1, &name, &e) ||
		    name.kind != ROW_ACCEPT || name.row != i ||
		    name.rows != *n || strcmp(name.sweep, x->set.hash) != 0)
			return false;
	return *n > 0;
}

static bool write_table(struct cli *cli, const struct bench_args *args,
			const struct accept_table *t)
{
	struct figures figures = bench_figures(args, &cli->arena);

	if (!accept_write(cli, t, args->out_dir, &figures))
		return false;
	figures_draw(&figures);
	return true;
}

static bool finish(struct cli *cli, const struct bench_args *args,
		   struct accept *x, struct journal *j, bool whole)
{
	struct arena *a = &cli->arena;
	struct accept_table t;
	char **lines;
	size_t n;

	if (!whole) {
		if (!journal_finish(j, x->set.lines, x->set.n_rows,
				    &cli->error))
			return false;
		puts(j->file);
		return true;
	}
	if (!accept_sum(&t, x->set.lines, x->set.n_rows, a, &cli->error))
		return false;
	lines = accept_lines(&t, a, &n);
	if (!journal_finish(j, lines, n, &cli->error))
		return false;
	puts(j->file);
	return write_table(cli, args, &t);
}

static enum exit_code work(struct cli *cli, const struct bench_args *args,
			   struct accept *x, const char *file,
			   const struct shard *shard)
{
	struct journal journal = {.fd = -1};
	struct pool_set pair = {&x->set, &journal};
	struct pool_request q = {.sets = &pair,
				 .n_sets = 1,
				 .threads = bench_threads(args),
				 .shard = shard->k,
				 .n_shards = shard->n,
				 .progress = progress_wanted(args->quiet)};
	enum pool_status status = POOL_FAILED;
	enum exit_code code = EXIT_YES;
	size_t made, left;

	if (journal_open(&journal, file, &x->set, args->resume, &cli->arena,
			 &cli->error))
		status = pool_run(&q, &made, &left, &cli->error);
	if (status == POOL_INTERRUPTED || status == POOL_TERMINATED)
		code = bench_interrupted(args->out_dir,
					 status == POOL_TERMINATED, left);
	else if (status == POOL_FAILED ||
		 !finish(cli, args, x, &journal, !shard->given))
		code = cli_fail(cli);
	journal_close(&journal);
	return code;
}

static enum exit_code run(struct cli *cli, const struct bench_args *args,
			  struct accept *x, const struct shard *shard)
{
	struct arena *a = &cli->arena;
	struct accept_table t;
	const char *file;
	char **lines;
	size_t n;

	if (!files_folder(args->out_dir, a, &cli->error) ||
	    (args->figure_dir &&
	     !files_folder(args->figure_dir, a, &cli->error)))
		return cli_fail(cli);
	file = accept_points(a, args->out_dir, rows_file_name(a, x->stem),
			     shard->k, shard->given ? shard->n : 0);
	if (!args->resume || shard->given || !is_done(cli, x, file, &lines, &n))
		return work(cli, args, x, file, shard);
	if (!accept_read(&t, lines, n, a, &cli->error))
		return cli_fail(cli);
	puts(file);
	return write_table(cli, args, &t) ? EXIT_YES : cli_fail(cli);
}

enum exit_code accept_run(struct cli *cli, const struct bench_args *args)
{
	struct accept x;
	struct shard shard;
	enum exit_code code;

	if (!bench_shard(args, &shard, &cli->error) ||
	    !accept_plan(cli, args, &x))
		return cli_fail(cli);
	if (args->only.given)
		return count_only(cli, &x) ? EXIT_YES : cli_fail(cli);
	if (args->plan)
		return plan(cli, &x, bench_threads(args), shard.n)
			       ? EXIT_YES
			       : cli_fail(cli);
	row_set_init(&x.set);
	code = run(cli, args, &x, &shard);
	row_set_free(&x.set);
	return code;
}

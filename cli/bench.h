/* bench.h - what `dagsim bench` was asked for, and who does it
 *
 * bench.c holds the options and says which of the three it is: workloads over
 * a row of loads (bench_sweep.c, sweep.h), generated sets put to tests
 * (accept.h), or a ready experiment (suite.h).
 */
#ifndef DAGSIM_CLI_BENCH_H
#define DAGSIM_CLI_BENCH_H

#include "cli/gnuplot.h"
#include "cli/workload_args.h"

struct bench_args {
	struct workload_args workload;
	struct opt_list policies, platforms, tests;
	struct ratio util_min, util_max, util_step;
	struct opt_count seeds, jobs;
	struct opt_seed seed;
	struct opt_time duration;
	struct opt_choice late;
	const char *baseline, *out_dir, *figure_dir, *shard;
	const char *accept, *vary, *suite;
	struct opt_count sets, only;
	bool per_core, timing;
	bool resume, plan, quiet;
};

/* Part k of n; the whole is part 0 of 1, and no shard unless asked for. */
struct shard {
	uint32_t k, n;
	bool given;
};

/* "--policies a,b --policies c" as one list; a comma within settings, as in
 * pedf:fit=worst,parts=node, does not part. */
struct name_list {
	const char **names;
	size_t n;
};
struct name_list bench_policies(struct arena *a, const struct opt_list *given);

/* For --plan: processor time of this thread, which other work on the machine
 * does not stretch; pilots go on for so long; what to say, where all takes
 * `cost` of it. */
#define BENCH_PILOT_S 0.005
double bench_cpu_s(void);
void bench_tell_plan(size_t rows, uint32_t n_shards, uint32_t threads,
		     double cost);

/* Threads to use; the figures that are wanted; --shard. */
uint32_t bench_threads(const struct bench_args *args);
struct figures bench_figures(const struct bench_args *args, struct arena *a);
bool bench_shard(const struct bench_args *args, struct shard *out,
		 struct dag_error *e);

/* Tells that a sweep was interrupted; ends the process where `terminated`. */
enum exit_code bench_interrupted(const char *dir, bool terminated, size_t left);

/* Workloads over a row of loads. */
enum exit_code bench_sweep(struct cli *cli, const struct bench_args *args);

#endif

/* compare.h - what `dagsim compare` was asked for, and its parts
 *
 * A workload runs on each platform with the same releases and execution-time
 * factors, which depend on seed, task, node and instance alone.  So jobs are
 * compared one by one: a pair is a job that finished on the first platform and
 * on another.
 *
 * A platform may have settings of its own, NAME:KEY=VALUE,..., which go before
 * what the command says for all; so one platform may stand beside itself.
 *
 * Successive jobs of a run are alike, so the interval of a mean difference is
 * that of batch means: the pairs, in the order of their releases, are cut into
 * COMPARE_BATCHES parts, and Student's t is applied to the means of those (A.
 * Law, Simulation modeling and analysis, section 9.5.3).  With fewer pairs than
 * that a part is a pair; with less than two there is no interval.
 */
#ifndef DAGSIM_CLI_COMPARE_H
#define DAGSIM_CLI_COMPARE_H

#include "cli/gnuplot.h"
#include "cli/platform_args.h"
#include "cli/workload_args.h"
#include "trace/metrics.h"
#include "trace/where_time.h"

enum { COMPARE_BATCHES = 20, COMPARE_SETTINGS = 16 };

struct compare_args {
	struct workload_args workload;
	struct platform_args platform;
	struct opt_list platforms;
	struct opt_time duration, warmup, tick;
	struct opt_seed seed;
	struct opt_choice noise, late;
	const char *figure_dir, *releases;
	bool json, csv, fail_on_miss, quiet;
};

/* A platform as asked for, and what holds for it. */
struct compare_spec {
	const char *text; /* with its settings: the name of its rows    */
	const char *platform;
	struct platform_args own, args; /* what it says itself; with the
					 * command's where it is silent    */
	dag_time tick; /* 0: the platform's                              */
	const char *policy, *kernel; /* NULL: the platform's, the workload's */
	bool own_tick;
};

/* Response times, ascending; n of them. */
struct compare_responses {
	dag_time *items;
	size_t n;
};

struct compare_pairs {
	uint64_t n;
	int128 sum; /* of response - response on the first platform, ns       */
	double half; /* of the interval, ns; below 0: there is none */
};

/* A task, or all of them, on a platform. */
struct compare_row {
	const struct metrics_row *counts;
	struct compare_responses responses;
	struct compare_pairs pairs; /* to the first platform               */
	const struct where_sum *where;
};

struct compare_run {
	const struct compare_spec *spec;
	const char *platform, *policy; /* platform: with its settings     */
	struct opened opened; /* under a kernel of its own; else empty     */
	struct trace_header header;
	struct metrics_run metrics;
	struct where_job *jobs; /* by release, task, instance               */
	size_t n_jobs;
	/* Each task, then all. */
	struct compare_row *rows;
	struct where_sum *where;
};

struct comparison {
	const struct workload *workload;
	struct compare_run *runs;
	size_t n;
};

/* compare_spec.c: one for each of args->platforms; false and cli->error where a
 * setting is not known. */
bool compare_read_specs(struct cli *cli, const struct compare_args *args,
			struct compare_spec *specs);
/* Do all settings and options act, and are there such platforms? */
bool compare_check_specs(struct cli *cli, const struct workload *w,
			 const struct compare_args *args,
			 const struct compare_spec *specs);
/* Puts the platform before what went wrong. */
void compare_blame(const char *platform, struct dag_error *e);

/* compare_stats.c: rows of all runs from their jobs, which are sorted. */
void compare_rows(struct comparison *c, struct arena *a);
/* In hundredths of a nanosecond; n > 0. */
int128 compare_percentile(const struct compare_responses *r, unsigned percent);

/* compare_tell.c */
void compare_table(FILE *out, const struct comparison *c);
void compare_csv(FILE *out, const struct comparison *c);
void compare_json(FILE *out, const struct comparison *c);

/* compare_figure.c: box plots of each task and all.  Data and script, for
 * figures_draw. */
void compare_figure_data(FILE *out, const struct comparison *c);
void compare_figure_script(FILE *out, const struct comparison *c,
			   const char *data, const char *stem);

/* where_tell.c: a table of parts, one row a task and one for all; its heading
 * is `title`. */
void where_table(FILE *out, const char *title, const struct trace_header *h,
		 const struct where_sum *tasks, const struct where_sum *all);

#endif

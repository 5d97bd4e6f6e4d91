/* suite.h - ready experiments: response times of workloads as they are
 *
 * A suite is a set of workloads, each at the load it has, run under some
 * policies with every way of preemption; what is wanted is the distribution
 * of response times at each load, over all jobs of all its workloads.
 *
 *   awkernel  the response-time evaluation of the global EDF scheduler of
 *             Awkernel: 18 sets of three DAGs on three cores, U from 1 to 3;
 *             fully preemptive, between nodes only, and not at all
 *   rtos-comparison
 *             the same sets on three platforms: a kernel that schedules DAGs
 *             by global EDF; ROS 2 with a thread and a SCHED_DEADLINE
 *             reservation for each callback, which has the fourth core, too,
 *             that the others keep for releases, thrice: callbacks that cost
 *             nothing but their WCET, 20 us more, and that with reservations
 *             5 % larger; YASMIN.  Responses are from the start of a job's
 *             source to the end of its sink, as in the comparison that this
 *             follows
 *
 * What it leaves (NAME is the suite's): NAME_suite.jsonl, a row a workload,
 * variant and seed; NAME_suite.md and .csv, a line a load and variant; the
 * figure NAME_suite.png and .svg with .gp and .dat.  Runs are short, so they
 * are made one after the other; bytes depend on nothing but what is asked.
 */
#ifndef DAGSIM_CLI_SUITE_H
#define DAGSIM_CLI_SUITE_H

#include "base/json.h"
#include "cli/bench.h"

#include <stdio.h>

#define SUITE_PLATFORMS "rtos-comparison"

enum { SUITE_VARIANTS = 24 };

/* A policy and a way of preemption, or a platform. */
struct suite_variant {
	const char *policy, *name; /* policy NULL: the platform's             */
	enum preemption preemption;
	const char *platform; /* as of platform/launch.h; NULL: none          */
	uint32_t more_cores;  /* than the workload says                       */
	dag_time take;        /* added to each callback                       */
	struct ratio margin;  /* of reservations; den 0: 1                    */
};

/* Of all jobs of the workloads of one load under one variant. */
struct suite_cell {
	dag_time *response; /* of completed jobs; ascending in the end       */
	size_t n, cap;
	uint64_t released, decided, missed, preemptions, migrations;
	dag_time longest; /* response of the last run                         */
	uint32_t runs, longer; /* of which the longest response is more than
				* 5 % above that of the first variant         */
};

struct suite_load {
	const char *text; /* the utilization, as a decimal                 */
	struct ratio utilization;
	uint32_t n_sets;
	struct suite_cell cells[SUITE_VARIANTS];
};

/* When the response of a job begins. */
enum suite_response { SUITE_FROM_RELEASE, SUITE_FROM_START };

struct suite_results {
	const char *note; /* or NULL                                        */
	const char *name, *about, *command, *digest; /* of all workloads     */
	uint64_t first_seed;
	uint32_t n_seeds;
	enum suite_response response;
	bool compares; /* the others with the first variant; drawn with a
			* logarithmic axis                                    */
	struct suite_variant variants[SUITE_VARIANTS];
	uint32_t n_variants, n_loads;
	struct suite_load *loads; /* ascending                               */
	char *rows;               /* text of the JSON lines                  */
};

/* The name of suite i, NULL behind the last. */
const char *suite_name(size_t i);

/* Does all of it, files and words included. */
enum exit_code suite_run(struct cli *cli, const struct bench_args *args);

/* Refuses options that have no meaning for suites. */
bool suite_check(const struct bench_args *q, struct dag_error *e);

/* The end of the command that makes it again, into argv: duration, rule for
 * late jobs, workload options, operands.  How many words those are. */
int suite_words(struct cli *cli, const struct bench_args *args, char **argv);

/* suite_run.c: one run of a workload under a variant.  Its row goes to `rows`,
 * its responses into the cell. */
struct suite_job {
	struct cli *cli;
	const struct bench_args *args;
	const struct suite_results *results;
	const struct workload *workload;
	const struct suite_load *load;
	const struct suite_variant *variant;
	dag_time duration; /* 0: the workload's                           */
	uint64_t seed;
};
bool suite_job_run(const struct suite_job *x, struct suite_cell *cell,
		   struct json_text *rows, struct arena *scratch);

/* suite_files.c */
bool suite_write(struct cli *cli, const struct suite_results *r,
		 const char *dir, struct figures *figures);

/* The percentile of a cell, in ns, as in trace/quantiles.h; NAN: no jobs. */
double suite_percentile(const struct suite_cell *c, unsigned percent);

#endif

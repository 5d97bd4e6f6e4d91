/* suite.h - ready experiments: response times of workloads as they are
 *
 * A suite is a set of workloads, each at the load it has, run under some
 * policies with every way of preemption; what is wanted is the distribution
 * of response times at each load, over all jobs of all its workloads.
 *
 *   awkernel  the response-time evaluation of the global EDF scheduler of
 *             Awkernel: 18 sets of three DAGs on three cores, U from 1 to 3;
 *             fully preemptive, between nodes only, and not at all
 *
 * What it leaves (NAME is the suite's): NAME_suite.jsonl, a row a workload,
 * variant and seed; NAME_suite.md and .csv, a line a load and variant; the
 * figure NAME_suite.png and .svg with .gp and .dat.  Runs are short, so they
 * are made one after the other; bytes depend on nothing but what is asked.
 */
#ifndef DAGSIM_CLI_SUITE_H
#define DAGSIM_CLI_SUITE_H

#include "cli/bench.h"

#include <stdio.h>

enum { SUITE_VARIANTS = 24 };

/* A policy and a way of preemption. */
struct suite_variant {
	const char *policy, *name;
	enum preemption preemption;
};

/* Of all jobs of the workloads of one load under one variant. */
struct suite_cell {
	dag_time *response; /* of completed jobs; ascending in the end       */
	size_t n, cap;
	uint64_t released, decided, missed, preemptions, migrations;
};

struct suite_load {
	const char *text; /* the utilization, as a decimal                 */
	struct ratio utilization;
	uint32_t n_sets;
	struct suite_cell cells[SUITE_VARIANTS];
};

struct suite_results {
	const char *name, *about, *command, *digest; /* of all workloads     */
	uint64_t first_seed;
	uint32_t n_seeds;
	struct suite_variant variants[SUITE_VARIANTS];
	uint32_t n_variants, n_loads;
	struct suite_load *loads; /* ascending                               */
	char *rows;               /* text of the JSON lines                  */
};

/* Does all of it, files and words included. */
enum exit_code suite_run(struct cli *cli, const struct bench_args *args);

/* suite_files.c */
bool suite_write(struct cli *cli, const struct suite_results *r,
		 const char *dir, struct figures *figures);

/* The percentile of a cell, in ns, as in trace/quantiles.h; NAN: no jobs. */
double suite_percentile(const struct suite_cell *c, unsigned percent);

#endif

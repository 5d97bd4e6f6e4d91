/* load.h - from a file to a workload
 *
 * Reads dagsim's own YAML (format version 1, dagsim-workload(5)) and, with
 * the same tables, the files of the batching library edgesched
 * (github.com/daniel-debrun/edgesched, src/edgesched/config.py) unchanged:
 * their keys carry units (period_ms), ours may carry them in the value
 * (period: 20ms).  What edgesched ignores in silence - unknown keys, keys of
 * another profile type, a deadline without a unit - is an error here.
 *
 * It also reads DAGs that RD-Gen (github.com/azu-lab/RD-Gen) and networkx
 * write, one a file, unchanged: node_link_data as YAML or JSON (also JSON
 * encoded twice), GraphML, DOT.  A file is one DAG task on cores, named by
 * the file; a folder of such files is a task set, in the natural order of
 * their names (dag_2 before dag_10).
 *
 * Relative paths in a file (profiles, histograms) start at the file's
 * folder.  The digest covers the bytes of all files in the order in which
 * they were read: of a file that names no other it is what sha256sum prints.
 *
 * Errors carry file:line:col of the key or value.  Warnings are collected in
 * workload.warnings.  Cost: a few hundred ns for each value in the file.
 */
#ifndef DAGSIM_MODEL_LOAD_H
#define DAGSIM_MODEL_LOAD_H

#include "model/workload.h"

#include <stdio.h>

/* Which of the measured latencies a JSON profile stands for.  All but "as
 * given" need its `stats`. */
enum profile_quantile {
	QUANTILE_GIVEN, /* its `points` or `fit`                              */
	QUANTILE_P50,
	QUANTILE_P90,
	QUANTILE_P99,
	QUANTILE_MAX,
	QUANTILE_MEAN,
};

/* Names in the order of the enum, NULL-terminated: given, p50, ... */
extern const char *const profile_quantile_names[];

struct load_options {
	/* Overrides what profiles ask for, unless QUANTILE_GIVEN. */
	enum profile_quantile profile_quantile;
	/* Of times without a unit (`period: 20`), in ns; 0: an error, but ms
	 * in files of RD-Gen. */
	int64_t unit_ns;
	/* Of DAGs in files of RD-Gen that give none; 0: an error. */
	dag_time dag_period, dag_deadline;
	/* DAG tasks: one source, one sink, a deadline that is given.  As if
	 * each had `strict: true`. */
	bool strict;
	/* Go before the platform section of the file; 0: as the file says. */
	uint32_t n_cores;
	bool has_preemption;
	enum preemption preemption;
	/* "KIND=TIME" (overhead.h), "none" for those before it. */
	const char *const *overheads;
	size_t n_overheads;
	/* The kernel, "NAME|FILE[:KEY=VALUE,...]" or "none", before the file's;
	 * NULL: as the file says. */
	const char *kernel;
	/* Where files that a workload names come from; NULL: from disk. */
	bool (*read)(void *ctx, struct arena *a, const char *path,
		     const char **data, size_t *len, struct dag_error *e);
	void *ctx;
};

/* The workload in the file or folder `path` ("-": standard input), or NULL
 * and *e.  opt may be NULL for defaults.  Free it with workload_free. */
struct workload *workload_load(const char *path, const struct load_options *opt,
			       struct dag_error *e);

/* The same from memory; `name` is used in messages and for relative paths. */
struct workload *workload_load_memory(const char *name, const char *data,
				      size_t len,
				      const struct load_options *opt,
				      struct dag_error *e);

/* Writes the JSON Schema (2020-12) of the format, made from the tables that
 * the loader reads by. */
void workload_schema_print(FILE *out);

#endif

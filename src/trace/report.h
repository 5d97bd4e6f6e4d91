/* report.h - metrics for people and programs
 *
 * What `simulate` prints after a run and what `trace metrics` prints from a
 * file is the same call on the same structs, hence the same text.  Exact
 * integers and decimals stay exact; what is not known (a percentile of no
 * jobs, a rate of nothing) is "-", null or left out, never a number.
 *
 *   table       a block a run, columns that say nothing left out, and with
 *               several runs a block that compares them
 *   JSON        one object, schema dagsim.simulate/1
 *   CSV         a row a task and run, and "ALL"
 *   Prometheus  text exposition, one HELP and TYPE a metric whatever the
 *               number of runs; series are kept apart by workload, policy,
 *               seed and task, and by run where these are equal
 *
 * Nothing fails here: the stream remembers its errors.
 */
#ifndef DAGSIM_TRACE_REPORT_H
#define DAGSIM_TRACE_REPORT_H

#include "base/json.h"
#include "trace/chain_times.h"
#include "trace/metrics.h"

#include <stdio.h>

struct where_sum; /* where_time.h */

struct report_run {
	const struct trace_header *header;
	const struct metrics_run *metrics;
	const char *digest; /* of the records; "" where it was not computed   */
	const struct chain_times *chains; /* those asked for              */
	size_t n_chains;
	/* Where time went: of each task, then of all; NULL: not asked for.  In
	 * all runs of a report or in none. */
	const struct where_sum *where;
};

/* n >= 1 runs; the head of the JSON object is that of the first, and a run
 * that differs from it says so itself. */
void report_table(FILE *out, const struct report_run *runs, size_t n);
void report_json(FILE *out, const struct report_run *runs, size_t n);
void report_csv(FILE *out, const struct report_run *runs, size_t n);
void report_prometheus(FILE *out, const struct report_run *runs, size_t n);

/* What data took along chains, in the forms that tell it. */
void report_chains_table(FILE *out, const struct report_run *run);
void report_chains_json(struct json *j, const struct report_run *run);

/* Where time went, in those that tell it: a list of the run, an object of one
 * task, columns of a row. */
void report_where_json(struct json *j, const struct report_run *run);
void report_where_object(struct json *j, const struct where_sum *s);
void report_where_csv_head(FILE *out);
void report_where_csv(FILE *out, const struct where_sum *s);

/* The nodes of tasks that have several: below the table, and as CSV. */
void report_nodes_table(FILE *out, const struct report_run *run);
void report_nodes_csv(FILE *out, const struct report_run *runs, size_t n);

/* A field of a CSV file, quoted where need be (RFC 4180). */
void report_csv_field(FILE *out, const char *s);

/* Ratios as doubles; NaN where the denominator is 0. */
double report_miss_rate(const struct metrics_row *r);
double report_mean_batch(const struct metrics_row *r);
double report_dispatch_batch(const struct metrics_run *m);
double report_utilization(const struct metrics_run *m);
double report_queue(const struct metrics_run *m); /* nodes that wait, mean    */
double report_node_mean_ms(const struct metrics_node *n);
double report_throughput(const struct metrics_run *m); /* jobs a second       */

#endif

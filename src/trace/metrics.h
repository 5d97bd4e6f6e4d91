/* metrics.h - what a run amounts to, computed from its records alone
 *
 * A sink that keeps one row a task and the totals of the run.  It sees only
 * records and the header, so a run in progress and a file read back give the
 * same numbers, bit for bit; everything counted is an exact integer or ratio
 * and becomes a double only where it is printed (report.h).
 *
 * What is counted, per task and overall, over jobs released at or after the
 * warm-up:
 *   released   = completed + dropped + pending + censored
 *   completed  finished, in time or late, also after the horizon
 *   late       finished after the absolute deadline
 *   dropped    removed before they started
 *   pending    unfinished at the horizon H, deadline at or before H
 *   censored   unfinished at H, deadline after H: neither hit nor miss
 *   missed     = late + dropped + pending
 *   miss rate  = missed / (released - censored), with a Wilson 95 % interval
 *   response   = finish - release, of completed jobs, or as the header says
 *              (enum metrics_response): percentiles (exact up to a number of
 *              samples, then see quantiles.h), maximum
 *   lateness   = finish - absolute deadline, of completed jobs: maximum
 *   mean batch = mean over the executions of the task's nodes (for a task of
 *              one node: over its completed jobs) of the size of their batch
 *
 * Totals of the run, over the window [warm-up, H):
 *   dispatches   batches started; mean batch = jobs started / dispatches
 *   utilization  time from start or resume to preemption or finish, without
 *                overheads, clipped to the window, over window * executors
 *   throughput   completed / window
 *   preemptions; resumptions on the same executor; migrations (resumed on
 *   another one); time of overhead records, clipped to the window
 * and where there are cores:
 *   switches     starts and resumptions on cores
 *   queue        nodes that are ready and do not run: how many on average,
 *                and most over any time
 *   makespan     from the first release to the last finish, of jobs counted
 *   of each node of tasks with several: its executions, and the mean and the
 *   largest of its finish - release of the job
 * Without a window (warm-up >= H) the ratios have denominator 0: not known.
 *
 * Percentiles are exact up to METRICS_SAMPLES / n_tasks samples a task, at
 * least 512 and at most 65 536; overall as long as they are for every task.
 * Beyond, quantiles.h tells the error, and the row carries it.  Memory: two
 * cache lines a task and 8 bytes a sample; it is taken when the sink is set
 * up and touched only as far as samples come.
 *
 * Cost: 2 to 5 ns a record.
 */
#ifndef DAGSIM_TRACE_METRICS_H
#define DAGSIM_TRACE_METRICS_H

#include "base/arena.h"
#include "trace/quantiles.h"
#include "trace/trace.h"

enum {
	METRICS_SAMPLES = 1 << 17,     /* shared by the tasks                 */
	METRICS_SAMPLES_MIN = 512,     /* of one task                         */
	METRICS_SAMPLES_MAX = 1 << 16, /* of one task, and of all together    */
};

/* Where the response of a job begins and ends. */
enum metrics_response {
	RESPONSE_RELEASE,  /* its release, its last finish                    */
	RESPONSE_NOMINAL,  /* its release without jitter                      */
	RESPONSE_PREVIOUS, /* the end of the sources of the job before, or its
			    * release if they had not ended when it started   */
	RESPONSE_START,    /* the start of its first node                     */
	RESPONSE_START_TO_SINK, /* that, the start of its last sink           */
};
/* Names in the order of the enum; NULL ends. */
extern const char *const metrics_response_names[];

struct metrics_moves {
	uint64_t preemptions, migrations, resumptions;
};
struct metrics_node {
	const char *name;
	uint64_t executions;
	dag_time max_response;
	int128 sum_response;
};

struct metrics_row {
	const char *name;     /* of the task; "ALL"                           */
	uint32_t criticality; /* enum criticality; 0 for "ALL"                */
	uint64_t released, completed, late, dropped, pending, censored;
	uint64_t executions; /* of nodes, finished                           */
	uint64_t batch_sum;  /* of batch sizes over those                    */
	struct quantile p5, p25, p50, p75, p95, p99; /* response              */
	double percentile_error; /* bound on their relative error; 0: exact   */
	dag_time max_response, max_lateness; /* meaningful if completed > 0   */
	struct metrics_moves moves;          /* on cores                      */
	const struct metrics_node *nodes;    /* of a task with several        */
	uint32_t n_nodes;
};

struct metrics_run {
	struct metrics_row overall;
	struct metrics_row *tasks; /* in the order of the header              */
	uint32_t n_tasks, n_execs;
	dag_time window; /* H - warm-up, 0 if that is negative                */
	uint64_t dispatches, started;
	uint64_t preemptions, migrations, resumptions;
	int128 busy, overhead; /* ns, over all executors                      */
	dag_time *exec_busy, *exec_overhead; /* ns, of each executor          */
	bool has_cores;                      /* what follows is known         */
	uint64_t switches, max_queue;
	int128 queue_area; /* ns, over the window                             */
	dag_time makespan; /* -1: nothing finished                            */
};

struct metrics; /* the sink */

/* A sink for one run of `h`, which must outlive it.  Never NULL. */
struct metrics *metrics_new(const struct trace_header *h);
struct trace_sink *metrics_sink(struct metrics *m);
void metrics_free(struct metrics *m);

/* Forgets what it saw, for another run; its memory grows only if need be. */
void metrics_reset(struct metrics *m, const struct trace_header *h);

/* What the records so far amount to.  Rows live in `a`.  May be called again
 * as more records come. */
void metrics_report(const struct metrics *m, struct arena *a,
		    struct metrics_run *out);

static inline uint64_t metrics_missed(const struct metrics_row *r)
{
	return r->late + r->dropped + r->pending;
}

/* Jobs whose fate is known: the denominator of the miss rate. */
static inline uint64_t metrics_decided(const struct metrics_row *r)
{
	return r->released - r->censored;
}

/* Adds the counts (not the response times) of a row to *sum: for the miss
 * rate of a part of the tasks, or of several runs. */
void metrics_add_counts(struct metrics_row *sum, const struct metrics_row *r);

/* Wilson score interval for k of n at 95 % (z = 1.959964): E. B. Wilson,
 * Probable inference, JASA 1927.  [0, 1] where n is 0. */
void metrics_wilson(uint64_t k, uint64_t n, double *low, double *high);

#endif

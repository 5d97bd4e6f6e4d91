/* metrics_private.h - the inside of the metrics sink; for metrics*.c alone
 *
 * metrics.c owns the memory and makes the report, metrics_take.c looks at the
 * records, metrics_detail.c counts what only runs on cores have.
 *
 * Records come in an order that no processor guesses, so a branch on the kind
 * of each costs more than what is then done about it.  Nearly all that is
 * counted is a sum, for which order does not matter.  So a block of records is
 * first sorted by kind, without a branch, and then each kind is worked off in
 * a loop of its own.  Where order does matter (overheads move what runs, a
 * response needs to know the job's start) records are taken one by one.
 *
 * A slice [from, to) counts to - from within the window, that is clip(to) -
 * clip(from); so its begin and its end can be counted apart, in any order.
 */
#ifndef DAGSIM_TRACE_METRICS_PRIVATE_H
#define DAGSIM_TRACE_METRICS_PRIVATE_H

#include "trace/metrics.h"
#include "trace/metrics_detail.h"

/* One task, two cache lines. */
struct row {
	_Alignas(64) uint64_t released;
	uint64_t completed, late, executions, batch_sum;
	dag_time max_response, max_lateness;
	struct quantiles response;
	uint64_t dropped, pending, censored;
};
_Static_assert(sizeof(struct row) == 128, "a row is two cache lines");

struct exec {
	/* In order: when the running slice went on, SLICE_NONE if none runs.
	 * Sorted: the last begin; `open` slices have not ended, and their
	 * begins are taken off `busy` already, which wraps around. */
	dag_time since;
	uint64_t busy, open;
	dag_time over_until, overhead;
};
#define SLICE_NONE DAG_TIME_MAX

struct totals {
	uint64_t dispatches, started, preemptions, migrations, resumptions;
};

struct metrics {
	struct trace_sink sink;
	const struct trace_header *header;
	dag_time warmup, horizon;
	struct totals total;
	struct row *rows;
	struct exec *execs;
	struct detail *detail; /* or NULL */
	bool in_order; /* records are taken one by one                        */
	bool binned; /* some row is not exact                                 */
	/* One piece: overall (for reports), scratch, the rows, and
	 * QUANTILES_MIN_CAP words a row for those that turn out to need more
	 * than they can release by their period (releases read from a file). */
	uint64_t *slots, *scratch, *spare;
	size_t cap_words;
	uint32_t cap_tasks, cap_execs;
};

/* metrics_take.c */
void metrics_consume(struct trace_sink *s, const struct trace_rec *recs,
		     size_t n);

/* The part of [0, t) that is in the window, but for a constant. */
static inline dag_time metrics_clip(const struct metrics *m, dag_time t)
{
	t = t > m->warmup ? t : m->warmup;
	return t < m->horizon ? t : m->horizon;
}

/* How long the executor was busy, a slice that has not ended left out. */
dag_time metrics_busy(const struct metrics *m, uint32_t exec);

#endif

/* metrics_detail.h - what metrics count of runs on cores (internal)
 *
 * Nodes, moves of jobs between cores, how many nodes wait, and response times
 * that begin or end elsewhere than usual.  A run of an accelerator alone has
 * no need of it and does not pay for it.
 *
 * Jobs are remembered only where something asks: a response that is not
 * measured from the release, or a queue that jobs leave by being dropped
 * after some of their nodes only have joined it.
 *
 * Cost: 1 ns a record where they come sorted; one by one 3 ns, with jobs
 * remembered 20 ns.
 */
#ifndef DAGSIM_TRACE_METRICS_DETAIL_H
#define DAGSIM_TRACE_METRICS_DETAIL_H

#include "trace/metrics.h"

struct detail;

/* NULL where the run needs none. */
struct detail *detail_new(const struct trace_header *h);
void detail_free(struct detail *d);

void detail_take(struct detail *d, const struct trace_rec *r);

/* A block of records, and the numbers of those of each class. */
enum sorted_class {
	SORTED_REST, /* that tell nothing, or tell it to the queue alone      */
	SORTED_RELEASE,
	SORTED_START,
	SORTED_FINISH,
	SORTED_PREEMPT,
	SORTED_RESUME,
	SORTED_ENDS, /* DROP, OPEN                                            */
	SORTED_OVERHEAD,
	SORTED_CLASSES
};
enum { SORTED_MAX = 128 };
struct sorted {
	const struct trace_rec *recs;
	uint64_t counts; /* a byte for each class: that of class 0 is the low */
	uint8_t at[SORTED_CLASSES * SORTED_MAX];
};
static inline uint32_t sorted_count(const struct sorted *s, enum sorted_class c)
{
	return s->counts >> (8 * c) & 0xff;
}
static inline const struct trace_rec *sorted_at(const struct sorted *s,
						enum sorted_class c, uint32_t i)
{
	return &s->recs[s->at[c * SORTED_MAX + i]];
}
#define SORTED_EACH(s, c, r)                                                   \
	for (uint32_t i_ = 0, n_ = sorted_count(s, c);                         \
	     i_ < n_ && ((r) = sorted_at(s, c, i_)) != NULL; i_++)

/* n records; not where the header has late_ready, or a response other than
 * the usual one. */
void detail_take_sorted(struct detail *d, const struct sorted *s, size_t n);

/* The response of the job whose last record, a FINISH, was just taken. */
dag_time detail_response(const struct detail *d);

/* Fills the parts of *out that come from here; d may be NULL. */
void detail_report(const struct detail *d, struct arena *a,
		   struct metrics_run *out);

#endif

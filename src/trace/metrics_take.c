/* metrics_take.c - records into numbers; see metrics_private.h */
#include "trace/metrics_private.h"

#include <assert.h>

/* --- one by one, in order --- */

/* What of [from, to) is counted. */
static inline dag_time in_window(const struct metrics *m, dag_time from,
				 dag_time to)
{
	return to > from ? metrics_clip(m, to) - metrics_clip(m, from) : 0;
}

static void slice_begin(struct metrics *m, const struct trace_rec *r)
{
	struct exec *e = &m->execs[r->exec];

	e->since = r->t > e->over_until ? r->t : e->over_until;
}

static void slice_end(struct metrics *m, const struct trace_rec *r)
{
	struct exec *e = &m->execs[r->exec];

	e->busy += (uint64_t)in_window(m, e->since, r->t);
	e->since = SLICE_NONE;
}

/* What runs there goes on behind it. */
static void on_overhead(struct metrics *m, const struct trace_rec *r)
{
	struct exec *e = &m->execs[r->exec];
	dag_time begin = r->t > e->over_until ? r->t : e->over_until;

	e->over_until = r->a > DAG_TIME_MAX - 1 - begin ? DAG_TIME_MAX - 1
							: begin + r->a;
	e->overhead += in_window(m, begin, e->over_until);
	if (e->since == SLICE_NONE)
		return;
	e->busy += (uint64_t)in_window(m, e->since, r->t);
	e->since = e->over_until;
}

/* --- what counts the same in any order --- */

/* A row that has no room for one more exact sample. */
static void add_beyond(struct metrics *m, struct row *row, uint64_t sample)
{
	struct quantiles *q = &row->response;
	size_t task = (size_t)(row - m->rows);

	if (q->cap < QUANTILES_MIN_CAP) {
		quantiles_grow(q, m->spare + task * QUANTILES_MIN_CAP,
			       QUANTILES_MIN_CAP);
		quantiles_add(q, (dag_time)sample);
		return;
	}
	m->binned = true;
	quantiles_add_slow(q, sample);
}

static inline void on_release(struct metrics *m, const struct trace_rec *r)
{
	m->rows[r->task].released += r->t >= m->warmup;
}

static inline void on_start(struct metrics *m, const struct trace_rec *r)
{
	if (r->t < m->warmup)
		return;
	m->total.dispatches++;
	m->total.started += r->count;
}

static inline __attribute__((always_inline)) void
on_finish(struct metrics *m, const struct trace_rec *r, dag_time response)
{
	struct row *row = &m->rows[r->task];
	dag_time lateness = r->t - r->b;

	if (r->a < m->warmup)
		return;
	row->executions++;
	row->batch_sum += r->count;
	if (!(r->flags & TRACE_JOB_DONE))
		return;
	row->completed++;
	row->late += lateness > 0;
	if (response > row->max_response)
		row->max_response = response;
	if (lateness > row->max_lateness)
		row->max_lateness = lateness;
	if (row->response.room || row->response.binned)
		quantiles_add(&row->response, response);
	else
		add_beyond(m, row, (uint64_t)response);
}

static inline void on_move(struct metrics *m, const struct trace_rec *r)
{
	bool counted = r->t >= m->warmup;
	bool back = r->b == r->exec, resumes = r->kind == TRACE_RESUME;

	m->total.preemptions += counted && !resumes;
	m->total.resumptions += counted && resumes && back;
	m->total.migrations += counted && resumes && !back;
}

static void on_drop(struct metrics *m, const struct trace_rec *r)
{
	m->rows[r->task].dropped += r->a >= m->warmup;
}

static void on_open(struct metrics *m, const struct trace_rec *r)
{
	struct row *row = &m->rows[r->task];

	if (r->a < m->warmup)
		return;
	if (r->b <= m->horizon)
		row->pending++;
	else
		row->censored++;
}

static void take(struct metrics *m, const struct trace_rec *r)
{
	switch (r->kind) {
	case TRACE_RELEASE:
		on_release(m, r);
		break;
	case TRACE_START:
		if (r->index)
			break;
		slice_begin(m, r);
		on_start(m, r);
		break;
	case TRACE_FINISH:
		if (!r->index)
			slice_end(m, r);
		on_finish(m, r,
			  m->header->response == RESPONSE_RELEASE
				  ? r->t - r->a
				  : detail_response(m->detail));
		break;
	case TRACE_PREEMPT:
		slice_end(m, r);
		on_move(m, r);
		break;
	case TRACE_RESUME:
		slice_begin(m, r);
		on_move(m, r);
		break;
	case TRACE_DROP:
		on_drop(m, r);
		break;
	case TRACE_OPEN:
		on_open(m, r);
		break;
	case TRACE_OVERHEAD:
		on_overhead(m, r);
		break;
	default: /* READY, MISS, WAIT tell nothing that is not known */
		break;
	}
}

/* --- sorted by kind --- */

static inline void begin_apart(struct metrics *m, const struct trace_rec *r)
{
	struct exec *e = &m->execs[r->exec];

	e->busy -= (uint64_t)metrics_clip(m, r->t);
	e->open++;
	if (e->since == SLICE_NONE || r->t > e->since)
		e->since = r->t;
}

static inline void end_apart(struct metrics *m, const struct trace_rec *r)
{
	struct exec *e = &m->execs[r->exec];

	e->busy += (uint64_t)metrics_clip(m, r->t);
	e->open--;
}

static void take_sorted(struct metrics *m, const struct sorted *s)
{
	const struct trace_rec *r;

	SORTED_EACH(s, SORTED_RELEASE, r)
	on_release(m, r);
	SORTED_EACH(s, SORTED_START, r)
	{
		if (r->index)
			continue;
		on_start(m, r);
		begin_apart(m, r);
	}
	SORTED_EACH(s, SORTED_FINISH, r)
	{
		if (!r->index)
			end_apart(m, r);
		on_finish(m, r, r->t - r->a);
	}
	SORTED_EACH(s, SORTED_PREEMPT, r)
	{
		on_move(m, r);
		end_apart(m, r);
	}
	SORTED_EACH(s, SORTED_RESUME, r)
	{
		on_move(m, r);
		begin_apart(m, r);
	}
	SORTED_EACH(s, SORTED_ENDS, r)
	take(m, r);
}

/* Counting sort by class: all counters are bytes of one register, so nothing
 * waits for what the record before has stored. */
static inline void sort(struct sorted *s, const struct trace_rec *recs,
			size_t n)
{
	static const uint8_t shift_of[TRACE_KINDS] = {
		[TRACE_RELEASE] = 8 * SORTED_RELEASE,
		[TRACE_START] = 8 * SORTED_START,
		[TRACE_FINISH] = 8 * SORTED_FINISH,
		[TRACE_PREEMPT] = 8 * SORTED_PREEMPT,
		[TRACE_RESUME] = 8 * SORTED_RESUME,
		[TRACE_DROP] = 8 * SORTED_ENDS,
		[TRACE_OPEN] = 8 * SORTED_ENDS,
		[TRACE_OVERHEAD] = 8 * SORTED_OVERHEAD,
	};
	uint64_t counts = 0;

	assert(n <= SORTED_MAX);
	for (size_t i = 0; i < n; i++) {
		uint32_t shift = shift_of[recs[i].kind];
		uint32_t at = shift / 8 * SORTED_MAX + (counts >> shift & 0xff);

		s->at[at] = (uint8_t)i;
		counts += UINT64_C(1) << shift;
	}
	s->recs = recs;
	s->counts = counts;
}

static void take_in_order(struct metrics *m, const struct trace_rec *recs,
			  size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (m->detail)
			detail_take(m->detail, &recs[i]);
		take(m, &recs[i]);
	}
}

/* Overhead, of which the header told nothing: from here on one by one. */
static void set_in_order(struct metrics *m)
{
	for (uint32_t i = 0; i < m->header->n_execs; i++) {
		struct exec *e = &m->execs[i];

		if (e->open)
			e->busy += (uint64_t)metrics_clip(m, e->since);
		else
			e->since = SLICE_NONE;
		e->open = 0;
	}
	m->in_order = true;
}

void metrics_consume(struct trace_sink *sink, const struct trace_rec *recs,
		     size_t n)
{
	struct metrics *m = (struct metrics *)sink;
	struct sorted s;

	while (n && !m->in_order) {
		size_t part = n < SORTED_MAX ? n : SORTED_MAX;

		sort(&s, recs, part);
		if (sorted_count(&s, SORTED_OVERHEAD)) {
			set_in_order(m);
			break;
		}
		take_sorted(m, &s);
		if (m->detail)
			detail_take_sorted(m->detail, &s, part);
		recs += part;
		n -= part;
	}
	take_in_order(m, recs, n);
}

dag_time metrics_busy(const struct metrics *m, uint32_t exec)
{
	const struct exec *e = &m->execs[exec];
	uint64_t busy = e->busy, window = 0;

	if (e->open) /* only in a trace that breaks off */
		busy += (uint64_t)metrics_clip(m, e->since) * e->open;
	if (m->horizon > m->warmup)
		window = (uint64_t)(m->horizon - m->warmup);
	return (dag_time)(busy < window ? busy : window);
}

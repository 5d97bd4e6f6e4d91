/* metrics.c - see metrics.h */
#include "trace/metrics.h"
#include "base/pages.h"
#include "trace/metrics_detail.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
	dag_time since; /* when the running slice went on; idle: IDLE        */
	dag_time busy, over_until, overhead;
};

#define IDLE DAG_TIME_MAX

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
	bool binned; /* some row is not exact                                 */
	/* One piece: overall (for reports), scratch, the rows, and
	 * QUANTILES_MIN_CAP words a row for those that turn out to need more
	 * than they can release by their period (releases read from a file). */
	uint64_t *slots, *scratch, *spare;
	size_t cap_words;
	uint32_t cap_tasks, cap_execs;
};

/* How many samples of a task are kept as they are. */
static uint32_t share(const struct trace_header *h, uint32_t task)
{
	const struct trace_task *t = &h->tasks[task];
	int64_t cap = METRICS_SAMPLES / ((int64_t)h->n_tasks + 1);
	int64_t jobs = 1;

	if (cap < METRICS_SAMPLES_MIN)
		cap = METRICS_SAMPLES_MIN;
	if (cap > METRICS_SAMPLES_MAX)
		cap = METRICS_SAMPLES_MAX;
	if (h->horizon > t->phase)
		jobs = (h->horizon - t->phase - 1) / t->period + 1;
	return (uint32_t)(jobs < cap ? jobs : cap);
}

static void consume(struct trace_sink *s, const struct trace_rec *recs,
		    size_t n);

struct metrics *metrics_new(const struct trace_header *h)
{
	struct metrics *m = alloc_checked(calloc(1, sizeof(*m)));

	metrics_reset(m, h);
	return m;
}

/* Takes memory for a run of h, unless what is there suffices.  Nothing is
 * cleared here: a page costs nothing until it is touched. */
static void take_memory(struct metrics *m, const struct trace_header *h)
{
	size_t words = 2 * (size_t)METRICS_SAMPLES_MAX;

	for (uint32_t i = 0; i < h->n_tasks; i++)
		words += share(h, i) + (size_t)QUANTILES_MIN_CAP;
	if (words > m->cap_words) {
		free(m->slots);
		m->slots =
			alloc_checked(pages_alloc(words * sizeof(*m->slots)));
		m->cap_words = words;
	}
	if (h->n_tasks > m->cap_tasks || !m->rows) {
		free(m->rows);
		m->cap_tasks = h->n_tasks;
		words = (h->n_tasks + (size_t)1) * sizeof(*m->rows);
		m->rows = alloc_checked(
			words < 1 << 20
				? aligned_alloc(_Alignof(struct row), words)
				: pages_alloc(words));
	}
	if (h->n_execs > m->cap_execs || !m->execs) {
		free(m->execs);
		m->cap_execs = h->n_execs;
		words = (h->n_execs + (size_t)1) * sizeof(*m->execs);
		m->execs = alloc_checked(malloc(words));
	}
}

void metrics_reset(struct metrics *m, const struct trace_header *h)
{
	uint64_t *slots;

	take_memory(m, h);
	m->sink = (struct trace_sink){.consume = consume};
	m->header = h;
	m->warmup = h->warmup;
	m->horizon = h->horizon;
	m->total = (struct totals){0};
	m->binned = false;
	m->scratch = m->slots + METRICS_SAMPLES_MAX;
	for (uint32_t i = 0; i < h->n_execs; i++)
		m->execs[i] = (struct exec){.since = IDLE};
	detail_free(m->detail);
	m->detail = detail_new(h);
	slots = m->scratch + METRICS_SAMPLES_MAX;
	for (uint32_t i = 0; i < h->n_tasks; i++) {
		uint32_t cap = share(h, i);

		m->rows[i] = (struct row){.max_lateness = INT64_MIN};
		quantiles_init(&m->rows[i].response, slots, m->scratch, cap);
		slots += cap;
	}
	m->spare = slots;
}

void metrics_free(struct metrics *m)
{
	if (!m)
		return;
	free(m->rows);
	detail_free(m->detail);
	free(m->execs);
	free(m->slots);
	free(m);
}

struct trace_sink *metrics_sink(struct metrics *m)
{
	return &m->sink;
}

/* What of [from, to) is counted. */
static inline dag_time in_window(const struct metrics *m, dag_time from,
				 dag_time to)
{
	from = from > m->warmup ? from : m->warmup;
	to = to < m->horizon ? to : m->horizon;
	return to > from ? to - from : 0;
}

static inline void slice_begin(struct metrics *m, const struct trace_rec *r)
{
	struct exec *e = &m->execs[r->exec];

	e->since = r->t > e->over_until ? r->t : e->over_until;
}

static inline void slice_end(struct metrics *m, const struct trace_rec *r)
{
	struct exec *e = &m->execs[r->exec];

	e->busy += in_window(m, e->since, r->t);
	e->since = IDLE;
}

static inline void on_start(struct metrics *m, const struct trace_rec *r)
{
	if (r->index)
		return;
	slice_begin(m, r);
	if (r->t >= m->warmup) {
		m->total.dispatches++;
		m->total.started += r->count;
	}
}

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

static inline void on_finish(struct metrics *m, const struct trace_rec *r,
			     bool usual)
{
	struct row *row = &m->rows[r->task];
	dag_time response = usual ? r->t - r->a : detail_response(m->detail);
	dag_time lateness = r->t - r->b;

	if (!r->index)
		slice_end(m, r);
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

static inline void on_open(struct metrics *m, const struct trace_rec *r)
{
	struct row *row = &m->rows[r->task];

	if (r->a < m->warmup)
		return;
	if (r->b <= m->horizon)
		row->pending++;
	else
		row->censored++;
}

/* What runs there goes on behind it. */
static void on_overhead(struct metrics *m, const struct trace_rec *r)
{
	struct exec *e = &m->execs[r->exec];
	dag_time begin = r->t > e->over_until ? r->t : e->over_until;

	e->over_until = r->a > DAG_TIME_MAX - 1 - begin ? DAG_TIME_MAX - 1
							: begin + r->a;
	e->overhead += in_window(m, begin, e->over_until);
	if (e->since == IDLE)
		return;
	e->busy += in_window(m, e->since, r->t);
	e->since = e->over_until;
}

static void on_rare(struct metrics *m, const struct trace_rec *r)
{
	bool counted = r->t >= m->warmup;

	switch (r->kind) {
	case TRACE_PREEMPT:
		slice_end(m, r);
		m->total.preemptions += counted;
		break;
	case TRACE_RESUME:
		slice_begin(m, r);
		if (r->b == r->exec)
			m->total.resumptions += counted;
		else
			m->total.migrations += counted;
		break;
	case TRACE_OVERHEAD:
		on_overhead(m, r);
		break;
	default: /* READY, MISS, WAIT tell nothing that is not known */
		break;
	}
}

/* usual: responses are finish - release. */
static inline __attribute__((always_inline)) void
take(struct metrics *m, const struct trace_rec *recs, size_t n, bool usual)
{
	for (const struct trace_rec *r = recs, *end = recs + n; r < end; r++) {
		switch (r->kind) {
		case TRACE_RELEASE:
			m->rows[r->task].released += r->t >= m->warmup;
			break;
		case TRACE_START:
			on_start(m, r);
			break;
		case TRACE_FINISH:
			on_finish(m, r, usual);
			break;
		case TRACE_DROP:
			m->rows[r->task].dropped += r->a >= m->warmup;
			break;
		case TRACE_OPEN:
			on_open(m, r);
			break;
		default:
			on_rare(m, r);
		}
	}
}

static void consume(struct trace_sink *s, const struct trace_rec *recs,
		    size_t n)
{
	struct metrics *m = (struct metrics *)s;

	if (m->header->response == RESPONSE_RELEASE) {
		take(m, recs, n, true);
		if (m->detail)
			detail_take(m->detail, recs, n);
		return;
	}
	for (size_t i = 0; i < n; i++) { /* step by step */
		detail_take(m->detail, recs + i, 1);
		take(m, recs + i, 1, false);
	}
}

void metrics_add_counts(struct metrics_row *sum, const struct metrics_row *r)
{
	sum->released += r->released;
	sum->completed += r->completed;
	sum->late += r->late;
	sum->dropped += r->dropped;
	sum->pending += r->pending;
	sum->censored += r->censored;
	sum->executions += r->executions;
	sum->batch_sum += r->batch_sum;
}

static const unsigned percents[] = {5, 25, 50, 75, 95, 99};
enum { N_PERCENTS = sizeof(percents) / sizeof(*percents) };

static void put_percentiles(struct metrics_row *out, const struct quantile *p)
{
	out->p5 = p[0];
	out->p25 = p[1];
	out->p50 = p[2];
	out->p75 = p[3];
	out->p95 = p[4];
	out->p99 = p[5];
}

static void read_percentiles(struct metrics_row *out, const struct quantiles *q)
{
	struct quantile p[N_PERCENTS];

	quantiles_of(q, percents, N_PERCENTS, p);
	put_percentiles(out, p);
	out->percentile_error = quantiles_error(q);
}

static void read_all(const struct metrics *m, struct metrics_row *all)
{
	struct quantile p[N_PERCENTS];

	quantiles_of_union(&m->rows->response, m->header->n_tasks,
			   sizeof(*m->rows), percents, N_PERCENTS, p);
	put_percentiles(all, p);
}

static void report_task(const struct metrics *m, uint32_t i,
			struct metrics_row *out)
{
	const struct row *row = &m->rows[i];

	*out = (struct metrics_row){
		.name = m->header->tasks[i].name,
		.criticality = m->header->tasks[i].criticality,
		.released = row->released,
		.completed = row->completed,
		.late = row->late,
		.dropped = row->dropped,
		.pending = row->pending,
		.censored = row->censored,
		.executions = row->executions,
		.batch_sum = row->batch_sum,
		.max_response = row->max_response,
		.max_lateness = row->max_lateness,
	};
	read_percentiles(out, &row->response);
}

/* Some row has become a histogram: all rows together make one. */
static void merge_percentiles(const struct metrics *m, struct metrics_row *all)
{
	struct quantiles q;
	double worst = 0;

	quantiles_init(&q, m->slots, m->scratch, METRICS_SAMPLES_MAX);
	for (uint32_t i = 0; i < m->header->n_tasks; i++) {
		const struct quantiles *r = &m->rows[i].response;

		quantiles_merge(&q, r);
		if (quantiles_error(r) > worst)
			worst = quantiles_error(r);
	}
	read_percentiles(all, &q);
	/* Buckets nest: a finer row adds nothing to what `all` loses. */
	if (worst > all->percentile_error)
		all->percentile_error += worst;
}

void metrics_report(const struct metrics *m, struct arena *a,
		    struct metrics_run *out)
{
	struct metrics_row *all = &out->overall;

	*out = (struct metrics_run){
		.n_tasks = m->header->n_tasks,
		.n_execs = m->header->n_execs,
		.tasks = ARENA_NEW(a, struct metrics_row, m->header->n_tasks),
		.exec_busy = ARENA_NEW(a, dag_time, m->header->n_execs),
		.dispatches = m->total.dispatches,
		.started = m->total.started,
		.preemptions = m->total.preemptions,
		.migrations = m->total.migrations,
		.resumptions = m->total.resumptions,
		.exec_overhead = ARENA_NEW(a, dag_time, m->header->n_execs),
	};
	if (m->horizon > m->warmup)
		out->window = m->horizon - m->warmup;
	all->name = "ALL";
	all->max_lateness = INT64_MIN;
	for (uint32_t i = 0; i < out->n_tasks; i++) {
		struct metrics_row *row = &out->tasks[i];

		report_task(m, i, row);
		metrics_add_counts(all, row);
		if (row->max_response > all->max_response)
			all->max_response = row->max_response;
		if (row->max_lateness > all->max_lateness)
			all->max_lateness = row->max_lateness;
	}
	if (m->binned)
		merge_percentiles(m, all);
	else
		read_all(m, all);
	for (uint32_t i = 0; i < out->n_execs; i++) {
		out->exec_busy[i] = m->execs[i].busy;
		out->busy += m->execs[i].busy;
		out->exec_overhead[i] = m->execs[i].overhead;
		out->overhead += m->execs[i].overhead;
	}
	detail_report(m->detail, a, out);
}

void metrics_wilson(uint64_t k, uint64_t n, double *low, double *high)
{
	const double z = 1.959963984540054; /* 97.5 % point of N(0, 1) */
	double p, centre, half, denominator;

	REQUIRE(k <= n);
	*low = 0.0;
	*high = 1.0;
	if (!n)
		return;
	p = (double)k / (double)n;
	denominator = 1.0 + z * z / (double)n;
	centre = (p + z * z / (2.0 * (double)n)) / denominator;
	half = z / denominator *
	       sqrt(p * (1.0 - p) / (double)n +
		    z * z / (4.0 * (double)n * (double)n));
	/* The ends are exact where nothing, or all, was missed. */
	if (k > 0)
		*low = centre - half > 0.0 ? centre - half : 0.0;
	if (k < n)
		*high = centre + half < 1.0 ? centre + half : 1.0;
}

/* metrics.c - see metrics.h */
#include "trace/metrics.h"
#include "base/pages.h"
#include "trace/metrics_private.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
	m->sink = (struct trace_sink){.consume = metrics_consume};
	m->header = h;
	m->warmup = h->warmup;
	m->horizon = h->horizon;
	m->total = (struct totals){0};
	m->binned = false;
	m->scratch = m->slots + METRICS_SAMPLES_MAX;
	for (uint32_t i = 0; i < h->n_execs; i++)
		m->execs[i] = (struct exec){.since = SLICE_NONE};
	detail_free(m->detail);
	m->detail = detail_new(h);
	m->in_order = h->late_ready || h->response != RESPONSE_RELEASE;
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
		out->exec_busy[i] = metrics_busy(m, i);
		out->busy += out->exec_busy[i];
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

/* compare_stats.c - pairs and percentiles; see compare.h */
#include "cli/compare.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

/* --- percentiles --- */

static int by_value(const void *x, const void *y)
{
	dag_time a = *(const dag_time *)x, b = *(const dag_time *)y;

	return (a > b) - (a < b);
}

/* Of type 7, as those of trace/quantiles.h. */
int128 compare_percentile(const struct compare_responses *r, unsigned percent)
{
	size_t at, part;

	assert(r->n > 0 && percent <= 100);
	at = (r->n - 1) / 100 * percent + (r->n - 1) % 100 * percent / 100;
	part = (r->n - 1) % 100 * percent % 100;
	if (!part)
		return (int128)r->items[at] * 100;
	return (int128)r->items[at] * (int128)(100 - part) +
	       (int128)r->items[at + 1] * (int128)part;
}

static void add_responses(struct compare_row *row,
			  const struct compare_run *run, uint32_t task,
			  struct arena *a)
{
	struct compare_responses *r = &row->responses;

	r->items = ARENA_NEW(a, dag_time, row->where->n + 1);
	for (size_t i = 0; i < run->n_jobs; i++)
		if (task == NONE || run->jobs[i].task == task)
			r->items[r->n++] = run->jobs[i].response;
	assert(r->n == row->where->n);
	qsort(r->items, r->n, sizeof(*r->items), by_value);
}

/* --- pairs --- */

static int in_order(const struct where_job *x, const struct where_job *y)
{
	if (x->release != y->release)
		return x->release < y->release ? -1 : 1;
	if (x->task != y->task)
		return x->task < y->task ? -1 : 1;
	return (x->instance > y->instance) - (x->instance < y->instance);
}

static int by_release(const void *x, const void *y)
{
	return in_order(x, y);
}

/* Differences of the jobs of a task (NONE: of any) that ended on both. */
static size_t differences(const struct compare_run *first,
			  const struct compare_run *run, uint32_t task,
			  dag_time *out)
{
	size_t i = 0, k = 0, n = 0;

	while (i < first->n_jobs && k < run->n_jobs) {
		const struct where_job *x = &first->jobs[i];
		const struct where_job *y = &run->jobs[k];
		int order = in_order(x, y);

		if (order == 0 && (task == NONE || x->task == task))
			out[n++] = y->response - x->response;
		i += order <= 0;
		k += order >= 0;
	}
	return n;
}

static double half_width(const dag_time *d, size_t n)
{
	size_t parts = n < COMPARE_BATCHES ? n : COMPARE_BATCHES;
	double means[COMPARE_BATCHES], mean = 0, square = 0;

	if (n < 2)
		return -1;
	for (size_t i = 0; i < parts; i++) {
		size_t from = n * i / parts, to = n * (i + 1) / parts;
		int128 sum = 0;

		for (size_t k = from; k < to; k++)
			sum += d[k];
		means[i] = (double)sum / (double)(to - from);
		mean += means[i] / (double)parts;
	}
	for (size_t i = 0; i < parts; i++)
		square += (means[i] - mean) * (means[i] - mean);
	return gsl_cdf_tdist_Pinv(0.975, (double)(parts - 1)) *
	       sqrt(square / (double)(parts - 1) / (double)parts);
}

static void pair(struct compare_row *row, const struct compare_run *first,
		 const struct compare_run *run, uint32_t task, dag_time *d)
{
	struct compare_pairs *p = &row->pairs;

	p->n = differences(first, run, task, d);
	for (size_t i = 0; i < p->n; i++)
		p->sum += d[i];
	p->half = half_width(d, p->n);
}

/* --- rows --- */

void compare_rows(struct comparison *c, struct arena *a)
{
	uint32_t n = c->workload->n_tasks;
	dag_time *d;

	for (size_t i = 0; i < c->n; i++)
		if (c->runs[i].n_jobs > 1)
			qsort(c->runs[i].jobs, c->runs[i].n_jobs,
			      sizeof(*c->runs[i].jobs), by_release);
	d = ARENA_NEW(a, dag_time, c->runs[0].n_jobs + 1);
	for (size_t i = 0; i < c->n; i++) {
		struct compare_run *run = &c->runs[i];

		assert(run->metrics.n_tasks == n);
		for (uint32_t k = 0; k <= n; k++) {
			struct compare_row *row = &run->rows[k];
			uint32_t task = k < n ? k : NONE;

			row->where = &run->where[k];
			row->counts = k < n ? &run->metrics.tasks[k]
					    : &run->metrics.overall;
			add_responses(row, run, task, a);
			pair(row, &c->runs[0], run, task, d);
		}
	}
}

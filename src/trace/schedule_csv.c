/* schedule_csv.c - see schedule_csv.h */
#include "trace/schedule_csv.h"
#include "base/arena.h"
#include "base/error.h"
#include "trace/jobmap.h"
#include "trace/report.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

struct row {
	dag_time start, finish;
	uint32_t exec, task, node;
	uint64_t *ids; /* of the batch; kept for the next use of the row      */
	size_t n, cap;
	bool ended;
};

struct schedule_csv {
	struct trace_sink sink;
	FILE *out;
	const struct trace_header *h;
	bool headed, by_core;
	struct jobmap map;
	uint64_t *ids; /* by slot of a live job                               */
	size_t cap_ids;
	uint64_t arrivals;
	struct row *rows; /* a ring: first, first + 1, ... */
	size_t first, n, cap;
	size_t *running; /* by executor: its (first) row, as counted for ever */
	size_t written;  /* rows                                              */
};

static void consume(struct trace_sink *sink, const struct trace_rec *recs,
		    size_t n);

struct schedule_csv *schedule_csv_new(FILE *out)
{
	struct schedule_csv *s = alloc_checked(calloc(1, sizeof(*s)));

	s->sink.consume = consume;
	s->out = out;
	return s;
}

struct trace_sink *schedule_csv_sink(struct schedule_csv *s)
{
	return &s->sink;
}

void schedule_csv_free(struct schedule_csv *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->cap; i++)
		free(s->rows[i].ids);
	free(s->rows);
	free(s->running);
	free(s->ids);
	jobmap_free(&s->map);
	free(s);
}

bool schedule_csv_begin(struct schedule_csv *s, const struct trace_header *h)
{
	bool by_core = false;

	for (uint32_t i = 0; i < h->n_execs; i++)
		by_core |= h->execs[i].resource == ON_CORE;
	if (s->headed && by_core != s->by_core)
		return false;
	if (!s->headed)
		fputs(by_core ? "policy,start_ns,finish_ns,core,task,job,node\n"
			      : "policy,start_ns,finish_ns,model,job_ids\n",
		      s->out);
	s->headed = true;
	s->by_core = by_core;
	s->h = h;
	s->arrivals = 0;
	s->written = 0;
	jobmap_free(&s->map);
	free(s->running);
	s->running = alloc_checked(calloc(h->n_execs, sizeof(*s->running)));
	return true;
}

/* --- rows --- */

static void write_row(const struct schedule_csv *s, const struct row *r)
{
	const struct trace_task *t = &s->h->tasks[r->task];
	const struct trace_node *node = &s->h->nodes[t->first_node + r->node];

	report_csv_field(s->out, s->h->policy);
	fprintf(s->out, ",%" PRId64 ",%" PRId64 ",", r->start, r->finish);
	if (!s->by_core) {
		report_csv_field(s->out, s->h->models[node->model].name);
		for (size_t i = 0; i < r->n; i++)
			fprintf(s->out, "%c%" PRIu64, i ? ' ' : ',', r->ids[i]);
	} else {
		fprintf(s->out, "%" PRIu32 ",", r->exec);
		report_csv_field(s->out, t->name);
		fprintf(s->out, ",%" PRIu64 ",", r->ids[0]);
		report_csv_field(s->out, node->name);
	}
	putc('\n', s->out);
}

static void write_ended(struct schedule_csv *s)
{
	while (s->n && s->rows[s->first].ended) {
		write_row(s, &s->rows[s->first]);
		s->first = (s->first + 1) % s->cap;
		s->n--;
		s->written++;
	}
	s->sink.failed |= ferror(s->out) != 0;
}

/* Twice the room; the ring starts at 0 again. */
static void grow(struct schedule_csv *s)
{
	size_t cap = s->cap ? 2 * s->cap : 16;
	struct row *rows = alloc_checked(calloc(cap, sizeof(*rows)));

	for (size_t i = 0; i < s->cap; i++)
		rows[i] = s->rows[(s->first + i) % s->cap];
	free(s->rows);
	s->rows = rows;
	s->first = 0;
	s->cap = cap;
}

static struct row *open_row(struct schedule_csv *s, const struct trace_rec *r)
{
	struct row *row;

	if (s->n == s->cap)
		grow(s);
	if (!r->index)
		s->running[r->exec] = s->written + s->n;
	row = &s->rows[(s->first + s->n++) % s->cap];
	row->start = r->t;
	row->exec = r->exec;
	row->task = r->task;
	row->node = r->node;
	row->n = 0;
	row->ended = false;
	return row;
}

/* The row of a record's piece, or NULL.  With cores every member of a batch
 * has its own, one behind the other. */
static struct row *row_of(struct schedule_csv *s, const struct trace_rec *r)
{
	size_t at = s->running[r->exec] + (s->by_core ? r->index : 0);

	if (at < s->written || at - s->written >= s->n)
		return NULL;
	return &s->rows[(s->first + at - s->written) % s->cap];
}

static void add_job(struct schedule_csv *s, struct row *row,
		    const struct trace_rec *r)
{
	uint32_t slot = jobmap_find(&s->map, r->task, r->instance);

	array_reserve((void **)&row->ids, &row->cap, row->n + 1,
		      sizeof(*row->ids));
	row->ids[row->n++] = slot == JOBMAP_NONE ? r->instance : s->ids[slot];
}

/* A batch is one row, or with cores a row for each of its jobs. */
static void start(struct schedule_csv *s, const struct trace_rec *r)
{
	bool opens = !r->index || s->by_core;
	struct row *row = opens ? open_row(s, r) : row_of(s, r);

	if (row)
		add_job(s, row, r);
}

static void close_row(struct schedule_csv *s, const struct trace_rec *r)
{
	struct row *row = row_of(s, r);

	if (!row || row->ended)
		return;
	row->finish = r->t;
	row->ended = true;
	write_ended(s);
}

/* --- jobs --- */

static void arrive(struct schedule_csv *s, const struct trace_rec *r)
{
	uint64_t id = s->by_core ? r->instance : s->arrivals;
	uint32_t slot = jobmap_find(&s->map, r->task, r->instance);

	if (slot == JOBMAP_NONE)
		slot = jobmap_add(&s->map, r->task, r->instance);
	array_reserve((void **)&s->ids, &s->cap_ids, s->map.n_slots,
		      sizeof(*s->ids));
	s->ids[slot] = r->flags & TRACE_GIVEN_ID ? (uint64_t)r->b : id;
	s->arrivals++;
}

static void leave(struct schedule_csv *s, const struct trace_rec *r)
{
	if (jobmap_find(&s->map, r->task, r->instance) != JOBMAP_NONE)
		jobmap_remove(&s->map, r->task, r->instance);
}

static void take(struct schedule_csv *s, const struct trace_rec *r)
{
	switch (r->kind) {
	case TRACE_RELEASE:
		arrive(s, r);
		break;
	case TRACE_START:
	case TRACE_RESUME:
		start(s, r);
		break;
	case TRACE_PREEMPT:
		close_row(s, r);
		break;
	case TRACE_FINISH:
		close_row(s, r);
		if (r->flags & TRACE_JOB_DONE)
			leave(s, r);
		break;
	case TRACE_DROP:
	case TRACE_OPEN:
		leave(s, r);
		break;
	default:
		break;
	}
}

static void consume(struct trace_sink *sink, const struct trace_rec *recs,
		    size_t n)
{
	struct schedule_csv *s = (struct schedule_csv *)sink;

	REQUIRE(s->h);
	for (size_t i = 0; i < n; i++)
		take(s, &recs[i]);
}

void schedule_csv_end(struct schedule_csv *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct row *row = &s->rows[(s->first + i) % s->cap];

		if (!row->ended) /* the run broke off */
			row->finish = row->start;
		row->ended = true;
	}
	write_ended(s);
	assert(!s->n);
	s->h = NULL;
}

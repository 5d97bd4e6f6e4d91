/* chart.c - see chart.h */
#include "trace/chart.h"
#include "base/error.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- survey --- */

static void survey_queue(void *ctx, dag_time t, uint32_t q, uint32_t length)
{
	struct survey *s = ctx;
	size_t at = (size_t)((t - s->timeline.from) / s->bin);

	if (at >= SURVEY_BINS)
		return;
	if (s->most[q][at] == NONE || length > s->most[q][at])
		s->most[q][at] = length;
	s->last[q][at] = length;
}

static const struct timeline_hooks survey_hooks = {.queue = survey_queue};

static void survey_take(struct survey *s, const struct trace_rec *r)
{
	const struct trace_task *t = &s->h->tasks[r->task];
	struct survey_task *task = &s->tasks[r->task];
	dag_time *longest = &s->longest[t->first_node + r->node];

	s->end = r->t;
	if (r->kind == TRACE_START && r->a > *longest)
		*longest = r->a;
	if (r->kind == TRACE_MISS && !s->miss.kind && r->a >= s->h->warmup)
		s->miss = *r;
	if (!s->want_responses || r->kind != TRACE_FINISH ||
	    !(r->flags & TRACE_JOB_DONE) || r->a < s->h->warmup)
		return;
	array_reserve((void **)&task->responses, &task->cap, task->n + 1,
		      sizeof(*task->responses));
	task->responses[task->n++] = r->t - r->a;
}

static void survey_consume(struct trace_sink *sink,
			   const struct trace_rec *recs, size_t n)
{
	struct survey *s = (struct survey *)sink;

	s->timeline.sink.consume(&s->timeline.sink, recs, n);
	for (size_t i = 0; i < n; i++)
		survey_take(s, &recs[i]);
}

void survey_init(struct survey *s, const struct trace_header *h, bool responses,
		 dag_time from, dag_time to)
{
	size_t bytes;

	*s = (struct survey){
		.sink = {.consume = survey_consume},
		.h = h,
		.want_responses = responses,
	};
	timeline_init(&s->timeline, h, &survey_hooks, s, from, to);
	s->bin = (to - from - 1) / SURVEY_BINS + 1;
	s->tasks = alloc_checked(calloc(h->n_tasks, sizeof(*s->tasks)));
	s->longest = alloc_checked(calloc(h->n_nodes, sizeof(*s->longest)));
	bytes = s->timeline.n_queues * sizeof(*s->most);
	s->most = alloc_checked(malloc(bytes));
	s->last = alloc_checked(malloc(bytes));
	memset(s->most, 0xff, bytes); /* NONE: nothing changed there */
	memset(s->last, 0xff, bytes);
}

static int by_time(const void *a, const void *b)
{
	const dag_time *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

void survey_finish(struct survey *s)
{
	timeline_finish(&s->timeline);
	for (uint32_t i = 0; i < s->h->n_tasks; i++)
		if (s->tasks[i].n)
			qsort(s->tasks[i].responses, s->tasks[i].n,
			      sizeof(dag_time), by_time);
	for (uint32_t q = 0; q < s->timeline.n_queues; q++) {
		uint32_t length = 0;

		for (int i = 0; i < SURVEY_BINS; i++) {
			if (s->most[q][i] == NONE || s->most[q][i] < length)
				s->most[q][i] = length;
			if (s->last[q][i] != NONE)
				length = s->last[q][i];
			s->last[q][i] = length;
		}
	}
}

void survey_free(struct survey *s)
{
	for (uint32_t i = 0; s->h && i < s->h->n_tasks; i++)
		free(s->tasks[i].responses);
	timeline_free(&s->timeline);
	free(s->tasks);
	free(s->longest);
	free(s->most);
	free(s->last);
	*s = (struct survey){0};
}

void survey_window(const struct survey *s, dag_time *from, dag_time *to)
{
	dag_time life, end;

	*from = 0;
	*to = s->h->horizon < NS_PER_S / 10 ? s->h->horizon : NS_PER_S / 10;
	if (*to < 1)
		*to = 1;
	if (!s->miss.kind)
		return;
	end = s->miss.t > s->miss.b ? s->miss.t : s->miss.b;
	life = end - s->miss.a;
	*from = s->miss.a > life / 4 ? s->miss.a - life / 4 : 0;
	*to = life / 4 < DAG_TIME_MAX - end - 1 ? end + life / 4 + 1 : end;
}

/* --- chart --- */

/* No room for another item: what begins at t or later is left out. */
static bool full(struct chart *c, dag_time t)
{
	if (c->n_slices + c->n_overheads + c->n_marks < c->most.items)
		return false;
	if (!c->narrowed || t < c->to)
		c->to = t;
	c->narrowed = true;
	return true;
}

/* Does something of this task belong into the chart, in a row of its own? */
static bool has_row(struct chart *c, uint32_t task)
{
	if (c->wanted && !c->wanted[task])
		return false;
	if (c->tasks[task] == CHART_UNSEEN) {
		bool room = c->n_tasks < c->most.tasks;

		c->tasks[task] = room ? CHART_SHOWN : CHART_LEFT;
		c->n_tasks += room;
		c->n_left += !room;
	}
	return c->tasks[task] == CHART_SHOWN;
}

static void add_member(struct chart *c, const struct timeline_slice *s,
		       uint32_t index)
{
	const struct timeline_member *m = &s->members[index];

	array_reserve((void **)&c->slices, &c->cap_slices, c->n_slices + 1,
		      sizeof(*c->slices));
	c->slices[c->n_slices++] = (struct chart_slice){
		.from = s->from,
		.to = s->to,
		.release = m->release,
		.deadline = m->deadline,
		.instance = m->instance,
		.exec = s->exec,
		.task = m->task,
		.node = m->node,
		.n = s->n,
		.index = index,
		.end = s->end,
		.late = (m->flags & TRACE_LATE) != 0,
		.resumed = s->resumed,
		.continued = s->continued,
	};
}

static void chart_end(void *ctx, const struct timeline_slice *s)
{
	struct chart *c = ctx;

	for (uint32_t i = 0; i < s->n; i++) {
		uint32_t task = s->members[i].task;
		bool fills = i == 0 && (!c->wanted || c->wanted[task]);

		if ((has_row(c, task) || fills) && !full(c, s->from))
			add_member(c, s, i);
	}
}

static void chart_overhead(void *ctx, uint32_t exec, dag_time from, dag_time to,
			   uint32_t what)
{
	struct chart *c = ctx;

	if (full(c, from))
		return;
	array_reserve((void **)&c->overheads, &c->cap_overheads,
		      c->n_overheads + 1, sizeof(*c->overheads));
	c->overheads[c->n_overheads++] =
		(struct chart_overhead){from, to, exec, what};
}

static void chart_event(void *ctx, const struct trace_rec *r)
{
	struct chart *c = ctx;
	bool release = r->kind == TRACE_RELEASE;

	if (r->kind != TRACE_RELEASE && r->kind != TRACE_MISS &&
	    r->kind != TRACE_DROP)
		return;
	if (!has_row(c, r->task) || full(c, r->t))
		return;
	array_reserve((void **)&c->marks, &c->cap_marks, c->n_marks + 1,
		      sizeof(*c->marks));
	c->marks[c->n_marks++] = (struct chart_mark){
		.t = r->t,
		.release = release ? r->t : r->a,
		.deadline = release ? r->a : r->b,
		.instance = r->instance,
		.task = r->task,
		.kind = r->kind,
		.flags = r->flags,
	};
}

static const struct timeline_hooks chart_hooks = {
	.end = chart_end, .event = chart_event, .overhead = chart_overhead};

static void chart_consume(struct trace_sink *sink, const struct trace_rec *recs,
			  size_t n)
{
	struct chart *c = (struct chart *)sink;

	c->timeline.sink.consume(&c->timeline.sink, recs, n);
}

void chart_init(struct chart *c, const struct trace_header *h,
		const bool *wanted, dag_time from, dag_time to,
		const struct chart_limits *most)
{
	*c = (struct chart){
		.sink = {.consume = chart_consume},
		.h = h,
		.wanted = wanted,
		.from = from,
		.to = to,
		.most = *most,
		.tasks = alloc_checked(calloc(h->n_tasks, 1)),
	};
	if (most->first != NONE)
		has_row(c, most->first);
	timeline_init(&c->timeline, h, &chart_hooks, c, from, to);
}

static void narrow_slices(struct chart *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_slices; i++) {
		if (c->slices[i].from >= c->to)
			continue;
		c->slices[n] = c->slices[i];
		if (c->slices[n].to > c->to)
			c->slices[n].to = c->to;
		n++;
	}
	c->n_slices = n;
}

static void narrow_overheads(struct chart *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_overheads; i++) {
		if (c->overheads[i].from >= c->to)
			continue;
		c->overheads[n] = c->overheads[i];
		if (c->overheads[n].to > c->to)
			c->overheads[n].to = c->to;
		n++;
	}
	c->n_overheads = n;
}

/* Of a narrowed chart, drops what begins behind its end and cuts what goes
 * over it. */
void chart_finish(struct chart *c)
{
	size_t n = 0;

	timeline_finish(&c->timeline);
	if (c->to <= c->from)
		c->to = c->from + 1;
	narrow_slices(c);
	narrow_overheads(c);
	for (size_t i = 0; i < c->n_marks; i++)
		if (c->marks[i].t < c->to)
			c->marks[n++] = c->marks[i];
	c->n_marks = n;
}

void chart_free(struct chart *c)
{
	timeline_free(&c->timeline);
	free(c->slices);
	free(c->overheads);
	free(c->tasks);
	free(c->marks);
	*c = (struct chart){0};
}

/* gantt_draw.c - see gantt_draw.h */
#include "trace/gantt_draw.h"
#include "base/arena.h"
#include "base/error.h"
#include "trace/gantt.h"
#include "trace/gantt_threads.h"
#include "trace/jobmap.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Marks of task rows, the graver the later. */
static const char marks[] = ".-^#%!x";
static const char *const meanings[] = {
	"",         "- waits",     "^ released",
	"# runs",   "% runs late", "! deadline missed",
	"x dropped"};

/* What an executor does in a column. */
enum exec_mark { IDLE, GOES_ON, OVERHEAD, BEGINS, SEVERAL };
struct exec_cell {
	uint32_t task;
	uint16_t count;
	uint8_t mark;
};

struct job {
	dag_time release, deadline, since; /* since: of the present phase     */
	uint32_t task, running;            /* nodes that run                  */
	bool open;
};

struct lane {
	dag_time since;
	uint32_t task;
	uint16_t count;
	bool busy;
};

struct canvas {
	const struct trace_header *h;
	dag_time from, to, step, last;
	unsigned cols;
#define HIDDEN UINT32_MAX
	uint32_t *row_of; /* by task: its row + 1, 0 or HIDDEN                */
	uint32_t tasks[GANTT_ROWS];
	char *cells[GANTT_ROWS];
	uint32_t n_rows, hidden;
	struct exec_cell *execs; /* n_execs * cols                            */
	struct lane *lanes;
	struct jobmap map;
	struct job *jobs; /* by slot */
	size_t cap_jobs;
	struct gantt_threads threads;
};

static bool has_row(const struct canvas *c, uint32_t task)
{
	return c->row_of[task] && c->row_of[task] != HIDDEN;
}

static bool add_row(struct canvas *c, uint32_t task)
{
	if (c->row_of[task])
		return has_row(c, task);
	if (c->n_rows == GANTT_ROWS) {
		c->row_of[task] = HIDDEN;
		c->hidden++;
		return false;
	}
	c->cells[c->n_rows] = alloc_checked(malloc(c->cols));
	memset(c->cells[c->n_rows], marks[0], c->cols);
	c->tasks[c->n_rows++] = task;
	c->row_of[task] = c->n_rows;
	return true;
}

struct canvas *canvas_new(const struct trace_header *h, dag_time from,
			  dag_time step, unsigned cols, uint32_t first)
{
	struct canvas *c = alloc_checked(calloc(1, sizeof(*c)));

	REQUIRE(step > 0 && cols > 0 && from >= 0);
	c->h = h;
	c->from = from;
	c->step = step;
	c->cols = cols;
	c->to = step > (DAG_TIME_MAX - from) / cols ? DAG_TIME_MAX
						    : from + step * cols;
	c->row_of = alloc_checked(calloc(h->n_tasks, sizeof(*c->row_of)));
	c->lanes = alloc_checked(calloc(h->n_execs, sizeof(*c->lanes)));
	c->execs = alloc_checked(
		calloc((size_t)h->n_execs * cols, sizeof(*c->execs)));
	gantt_threads_init(&c->threads, h, from, step, cols);
	if (first != NONE)
		add_row(c, first);
	return c;
}

void canvas_free(struct canvas *c)
{
	if (!c)
		return;
	for (uint32_t i = 0; i < c->n_rows; i++)
		free(c->cells[i]);
	free(c->row_of);
	free(c->lanes);
	free(c->execs);
	free(c->jobs);
	jobmap_free(&c->map);
	gantt_threads_free(&c->threads);
	free(c);
}

/* --- painting --- */

/* The columns that [t0, t1) touches, at least one; false if none is in. */
static bool columns(const struct canvas *c, dag_time t0, dag_time t1,
		    unsigned *first, unsigned *last)
{
	if (t1 <= t0)
		t1 = t0 == DAG_TIME_MAX ? t0 : t0 + 1;
	if (t1 <= c->from || t0 >= c->to)
		return false;
	*first = t0 <= c->from ? 0 : (unsigned)((t0 - c->from) / c->step);
	*last = (unsigned)((t1 - 1 - c->from) / c->step);
	if (*last >= c->cols)
		*last = c->cols - 1;
	return true;
}

/* Tasks come to have a row by having something in the window. */
static void paint(struct canvas *c, uint32_t task, dag_time t0, dag_time t1,
		  char mark)
{
	unsigned first, last;
	char *cells;

	if (!columns(c, t0, t1, &first, &last) || !add_row(c, task))
		return;
	cells = c->cells[c->row_of[task] - 1];
	for (unsigned i = first; i <= last; i++)
		if (strchr(marks, mark) > strchr(marks, cells[i]))
			cells[i] = mark;
}

static void paint_run(struct canvas *c, const struct job *j, dag_time until)
{
	dag_time d = j->deadline;

	if (j->since < d)
		paint(c, j->task, j->since, until < d ? until : d, '#');
	if (until > d)
		paint(c, j->task, j->since > d ? j->since : d, until, '%');
}

static void paint_exec(struct canvas *c, uint32_t exec, dag_time t0,
		       dag_time t1, enum exec_mark mark)
{
	struct exec_cell *cells = c->execs + (size_t)exec * c->cols;
	const struct lane *l = &c->lanes[exec];
	unsigned first, last;

	if (!columns(c, t0, t1, &first, &last))
		return;
	for (unsigned i = first; i <= last; i++)
		if (mark > cells[i].mark)
			cells[i] = (struct exec_cell){l->task, l->count,
						      (uint8_t)mark};
	if (mark != GOES_ON)
		return;
	/* The number of jobs stands behind the letter if there is room. */
	cells[first].mark = cells[first].mark < BEGINS ? BEGINS : SEVERAL;
	cells[first].task = l->task;
	cells[first].count = first < last ? l->count : 0;
}

/* --- what goes on --- */

static struct job *job_of(struct canvas *c, const struct trace_rec *r,
			  bool runs)
{
	uint32_t slot = jobmap_find(&c->map, r->task, r->instance);

	if (slot != JOBMAP_NONE)
		return &c->jobs[slot];
	slot = jobmap_add(&c->map, r->task, r->instance);
	array_reserve((void **)&c->jobs, &c->cap_jobs, c->map.n_slots,
		      sizeof(*c->jobs));
	c->jobs[slot] = (struct job){
		.since = r->kind == TRACE_RELEASE ? r->t : c->from,
		.deadline = DAG_TIME_MAX,
		.task = r->task,
		.running = runs,
	};
	return &c->jobs[slot];
}

static void forget(struct canvas *c, const struct trace_rec *r)
{
	jobmap_remove(&c->map, r->task, r->instance);
}

/* A node of the job starts or stops running. */
static void job_runs(struct canvas *c, struct job *j, dag_time t)
{
	if (!j->running++) {
		paint(c, j->task, j->since, t, '-');
		j->since = t;
	}
}

static void job_stops(struct canvas *c, struct job *j, dag_time t)
{
	if (!j->running || --j->running)
		return;
	paint_run(c, j, t);
	j->since = t;
}

static void lane_begins(struct canvas *c, const struct trace_rec *r)
{
	c->lanes[r->exec] = (struct lane){
		r->t, r->task, r->kind == TRACE_RESUME ? 1 : r->count, true};
}

static void lane_ends(struct canvas *c, const struct trace_rec *r)
{
	struct lane *l = &c->lanes[r->exec];

	if (!l->busy && r->index)
		return;
	if (!l->busy) /* its start is not known */
		*l = (struct lane){c->from - 1, r->task, r->count, true};
	paint_exec(c, r->exec, l->since, r->t, GOES_ON);
	l->busy = false;
}

/* --- records --- */

static void take_finish(struct canvas *c, const struct trace_rec *r)
{
	struct job *j = job_of(c, r, true);
	bool done = r->flags & TRACE_JOB_DONE;

	if (!r->index)
		lane_ends(c, r);
	j->deadline = r->b;
	job_stops(c, j, r->t);
	if (done && r->t > r->b)
		paint(c, r->task, r->b, r->b, '!');
	if (done || (j->open && !j->running))
		forget(c, r);
}

static void take_open(struct canvas *c, const struct trace_rec *r)
{
	struct job *j = job_of(c, r, false);

	if (r->b <= c->h->horizon)
		paint(c, r->task, r->b, r->b, '!');
	j->open = true;
	if (j->running)
		return;
	paint(c, r->task, j->since, r->t, '-');
	forget(c, r);
}

static void take_overhead(struct canvas *c, const struct trace_rec *r)
{
	paint_exec(c, r->exec, r->t,
		   r->a > DAG_TIME_MAX - r->t ? DAG_TIME_MAX : r->t + r->a,
		   OVERHEAD);
}

void canvas_take(struct canvas *c, const struct trace_rec *r)
{
	struct job *j;

	c->last = r->t;
	switch (r->kind) {
	case TRACE_RELEASE:
		j = job_of(c, r, false);
		j->deadline = r->a;
		paint(c, r->task, r->t, r->t, '^');
		break;
	case TRACE_START:
	case TRACE_RESUME:
		if (!r->index)
			lane_begins(c, r);
		job_runs(c, job_of(c, r, false), r->t);
		break;
	case TRACE_PREEMPT:
		lane_ends(c, r);
		job_stops(c, job_of(c, r, true), r->t);
		break;
	case TRACE_FINISH:
		take_finish(c, r);
		break;
	case TRACE_DROP:
		j = job_of(c, r, false);
		paint(c, r->task, j->since, r->t, '-');
		paint(c, r->task, r->t, r->t, 'x');
		forget(c, r);
		break;
	case TRACE_OPEN:
		take_open(c, r);
		break;
	case TRACE_OVERHEAD:
		take_overhead(c, r);
		break;
	case TRACE_POLL:
	case TRACE_THREAD:
		gantt_threads_take(&c->threads, r);
		break;
	default:
		break;
	}
}

void canvas_end(struct canvas *c, dag_time t)
{
	for (size_t i = 0; i < c->map.cap; i++) {
		const struct job *j;

		if (c->map.cells[i].slot == JOBMAP_NONE)
			continue;
		j = &c->jobs[c->map.cells[i].slot];
		if (t <= j->since)
			continue;
		if (j->running)
			paint_run(c, j, t);
		else
			paint(c, j->task, j->since, t, '-');
	}
	for (uint32_t i = 0; i < c->h->n_execs; i++)
		if (c->lanes[i].busy && c->lanes[i].since < t)
			paint_exec(c, i, c->lanes[i].since, t, GOES_ON);
}

/* --- the page --- */

/* Letters go by the order of tasks in the header. */
static char letter_of(const struct canvas *c, uint32_t task)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	uint32_t rank = 0;

	if (!has_row(c, task))
		return '?';
	for (uint32_t i = 0; i < c->n_rows; i++)
		rank += c->tasks[i] < task;
	return letters[rank];
}
_Static_assert(GANTT_ROWS <= 52, "a letter for each row");

static void put_exec_row(FILE *out, const struct canvas *c, uint32_t exec)
{
	const struct exec_cell *cells = c->execs + (size_t)exec * c->cols;
	char count[8];

	for (unsigned i = 0; i < c->cols; i++) {
		size_t n;

		switch ((enum exec_mark)cells[i].mark) {
		case IDLE:
			putc('.', out);
			break;
		case GOES_ON:
			putc('=', out);
			break;
		case OVERHEAD:
			putc('~', out);
			break;
		case SEVERAL:
			putc('+', out);
			break;
		case BEGINS:
			putc(letter_of(c, cells[i].task), out);
			if (cells[i].count < 2)
				break;
			n = (size_t)snprintf(count, sizeof(count), "%u",
					     cells[i].count);
			for (size_t k = 0; k < n && i + 1 < c->cols &&
					   cells[i + 1].mark == GOES_ON;
			     k++, i++)
				putc(count[k], out);
			break;
		}
	}
	putc('\n', out);
}

/* Times above every tenth column, as far as there is room. */
static void put_axis(FILE *out, const struct canvas *c, unsigned label)
{
	enum { TICK = 10 };
	unsigned at = 0;
	char t[32];

	time_format(t, sizeof(t), c->step);
	fprintf(out, "one column is %s\n%*s", t, (int)label + 3, "");
	for (unsigned i = 0; i < c->cols; i += TICK) {
		unsigned n = (unsigned)time_format(t, sizeof(t),
						   c->from + c->step * i);

		if ((i && i <= at) || i + n > c->cols)
			continue;
		fprintf(out, "%*s%s", (int)(i - at), "", t);
		at = i + n;
	}
	fprintf(out, "\n%*s", (int)label + 3, "");
	for (unsigned i = 0; i < c->cols; i += TICK)
		fprintf(out, "|%*s", i + TICK < c->cols ? TICK - 1 : 0, "");
	putc('\n', out);
}

static bool exec_speaks(const struct canvas *c, uint32_t exec)
{
	for (unsigned i = 0; i < c->cols; i++)
		if (c->execs[(size_t)exec * c->cols + i].mark != IDLE)
			return true;
	return false;
}

static void put_legend(FILE *out, const struct canvas *c)
{
	bool used[sizeof(marks)] = {false};

	for (uint32_t i = 0; i < c->n_rows; i++)
		for (unsigned k = 0; k < c->cols; k++)
			used[strchr(marks, c->cells[i][k]) - marks] = true;
	for (size_t i = 1; i < sizeof(marks) - 1; i++)
		if (used[i])
			fprintf(out, "%s  ", meanings[i]);
	gantt_threads_legend(out, &c->threads);
	fputs("A= runs A, A3= a batch of 3\n", out);
	if (c->hidden)
		fprintf(out, "%u more tasks are not shown\n", c->hidden);
}

void canvas_print(FILE *out, const struct canvas *c, unsigned label)
{
	uint32_t shown = 0;

	put_axis(out, c, label);
	for (uint32_t i = 0; i < c->h->n_execs; i++) {
		if (c->h->n_execs > 1 && !exec_speaks(c, i))
			continue;
		if (shown++ >= GANTT_ROWS)
			continue;
		fputs("  ", out);
		gantt_put_name(out, c->h->execs[i].name, label);
		put_exec_row(out, c, i);
	}
	gantt_threads_print(out, &c->threads, label);
	for (uint32_t t = 0; t < c->h->n_tasks; t++) {
		if (!has_row(c, t))
			continue;
		fprintf(out, "%c ", letter_of(c, t));
		gantt_put_name(out, c->h->tasks[t].name, label);
		fprintf(out, "%.*s\n", (int)c->cols,
			c->cells[c->row_of[t] - 1]);
	}
	if (shown > GANTT_ROWS)
		fprintf(out, "%u more executors are not shown\n",
			shown - GANTT_ROWS);
	put_legend(out, c);
}

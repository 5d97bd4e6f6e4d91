/* diff.c - see diff.h */
#include "trace/diff.h"
#include "base/arena.h"
#include "trace/dump.h"
#include "trace/jobmap.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct ended { /* a job that has ended on one side */
	uint64_t instance;
	dag_time release, deadline, end;
	uint32_t task; /* common number, see below */
	enum diff_fate fate;
};

/* One of the two traces. */
struct side {
	struct trace_reader *reader;
	const struct trace_rec *recs;
	size_t n, i;
	bool over;
	uint32_t *task; /* number of each task among those of both sides      */
	struct jobmap map; /* ended here, not yet there                       */
	struct ended *ended; /* by slot                                       */
	size_t cap;
	struct ready_set ready; /* until the instant of parting is over       */
	bool listed;            /* it is                                      */
};

struct comparison {
	struct diff *d;
	struct side side[2];
};

static const struct trace_rec *peek(struct side *s)
{
	return s->over ? NULL : &s->recs[s->i];
}

/* Makes the next record available, or marks the end. */
static bool advance(struct side *s, struct dag_error *e)
{
	enum trace_read got;

	if (s->over || ++s->i < s->n)
		return true;
	s->i = 0;
	got = trace_reader_next(s->reader, &s->recs, &s->n, e);
	s->over = got == TRACE_READ_END;
	return got != TRACE_READ_ERROR;
}

/* --- tasks by name --- */

struct named {
	const char *name;
	uint32_t task;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->name,
		      ((const struct named *)b)->name);
}

/* Tasks of side 0 keep their number; those of side 1 get that of their
 * namesake, or one behind all of side 0. */
static void match_tasks(struct comparison *c)
{
	const struct trace_header *h0 = c->d->h[0], *h1 = c->d->h[1];
	size_t n = h0->n_tasks;
	struct named *names = alloc_checked(malloc(n * sizeof(*names)));

	for (uint32_t i = 0; i < n; i++)
		names[i] = (struct named){h0->tasks[i].name, i};
	qsort(names, n, sizeof(*names), by_name);
	for (int s = 0; s < 2; s++)
		c->side[s].task = alloc_checked(
			malloc(c->d->h[s]->n_tasks * sizeof(*c->side[s].task)));
	for (uint32_t i = 0; i < n; i++)
		c->side[0].task[i] = i;
	for (uint32_t i = 0; i < h1->n_tasks; i++) {
		struct named key = {h1->tasks[i].name, 0};
		const struct named *found =
			bsearch(&key, names, n, sizeof(*names), by_name);

		c->side[1].task[i] = found ? found->task : (uint32_t)n + i;
	}
	free(names);
}

/* --- jobs --- */

static enum diff_fate fate_of(const struct comparison *c, int s,
			      const struct trace_rec *r)
{
	switch (r->kind) {
	case TRACE_FINISH:
		if (!(r->flags & TRACE_JOB_DONE))
			return FATE_NONE;
		return r->t > r->b ? FATE_LATE : FATE_HIT;
	case TRACE_DROP:
		return FATE_DROPPED;
	case TRACE_OPEN:
		return r->b <= c->d->h[s]->horizon ? FATE_PENDING
						   : FATE_CENSORED;
	default:
		return FATE_NONE;
	}
}

static void keep(struct diff *d, const struct ended *x[2])
{
	const struct ended *any = x[0] ? x[0] : x[1];
	struct diff_job *j;

	if (d->n_jobs == d->most_jobs)
		return;
	array_reserve((void **)&d->jobs, &d->cap_jobs, d->n_jobs + 1,
		      sizeof(*d->jobs));
	j = &d->jobs[d->n_jobs++];
	*j = (struct diff_job){0};
	j->instance = any->instance;
	j->task_of_1 = any->task >= d->h[0]->n_tasks;
	j->task = any->task - (j->task_of_1 ? d->h[0]->n_tasks : 0);
	for (int s = 0; s < 2; s++) {
		if (!x[s])
			continue;
		j->fate[s] = x[s]->fate;
		j->release[s] = x[s]->release;
		j->end[s] = x[s]->end;
	}
}

static bool completed(const struct ended *x)
{
	return x->fate == FATE_HIT || x->fate == FATE_LATE;
}

/* A job's ends on both sides, or on one (the other NULL). */
static void compare(struct diff *d, const struct ended *x0,
		    const struct ended *x1)
{
	enum diff_fate f0 = x0 ? x0->fate : FATE_NONE;
	enum diff_fate f1 = x1 ? x1->fate : FATE_NONE;

	d->fates[f0][f1]++;
	if (f0 != f1)
		keep(d, (const struct ended *[]){x0, x1});
	if (!x0 || !x1)
		return;
	if (x0->release != x1->release || x0->deadline != x1->deadline)
		d->released_apart++;
	if (!completed(x0) || !completed(x1) || x0->end == x1->end)
		return;
	if (x1->end < x0->end) {
		d->earlier++;
		if (x0->end - x1->end > d->most_earlier)
			d->most_earlier = x0->end - x1->end;
	} else {
		d->later++;
		if (x1->end - x0->end > d->most_later)
			d->most_later = x1->end - x0->end;
	}
}

static void put_ended(struct side *s, const struct ended *x)
{
	uint32_t slot = jobmap_find(&s->map, x->task, x->instance);

	if (slot == JOBMAP_NONE)
		slot = jobmap_add(&s->map, x->task, x->instance);
	array_reserve((void **)&s->ended, &s->cap, s->map.n_slots,
		      sizeof(*s->ended));
	s->ended[slot] = *x;
}

/* If this record ends a job: compare it with its end there, or wait. */
static void note(struct comparison *c, int s, const struct trace_rec *r)
{
	struct side *here = &c->side[s], *there = &c->side[!s];
	struct ended x = {
		.instance = r->instance,
		.release = r->a,
		.deadline = r->b,
		.end = r->t,
		.task = here->task[r->task],
		.fate = fate_of(c, s, r),
	};
	uint32_t slot;

	c->d->records[s]++;
	if (x.fate == FATE_NONE)
		return;
	slot = jobmap_find(&there->map, x.task, x.instance);
	if (slot == JOBMAP_NONE) {
		put_ended(here, &x);
		return;
	}
	compare(c->d, s ? &there->ended[slot] : &x,
		s ? &x : &there->ended[slot]);
	jobmap_remove(&there->map, x.task, x.instance);
}

static int by_end(const void *a, const void *b)
{
	const struct ended *x = a, *y = b;

	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	if (x->task != y->task)
		return x->task < y->task ? -1 : 1;
	return (x->instance > y->instance) - (x->instance < y->instance);
}

/* Jobs that ended on one side only. */
static void compare_rest(struct comparison *c, int s)
{
	struct side *here = &c->side[s];
	struct ended *rest;
	size_t n = 0;

	rest = alloc_checked(malloc((here->map.n + 1) * sizeof(*rest)));
	for (size_t i = 0; i < here->map.cap; i++)
		if (here->map.cells[i].slot != JOBMAP_NONE)
			rest[n++] = here->ended[here->map.cells[i].slot];
	assert(n == here->map.n);
	qsort(rest, n, sizeof(*rest), by_end);
	for (size_t i = 0; i < n; i++)
		compare(c->d, s ? NULL : &rest[i], s ? &rest[i] : NULL);
	free(rest);
}

/* --- records --- */

static bool same_record(const struct comparison *c, const struct trace_rec *x,
			const struct trace_rec *y)
{
	return x->t == y->t && x->instance == y->instance && x->a == y->a &&
	       x->b == y->b &&
	       c->side[0].task[x->task] == c->side[1].task[y->task] &&
	       x->node == y->node && x->exec == y->exec && x->kind == y->kind &&
	       x->flags == y->flags && x->count == y->count &&
	       x->index == y->index;
}

static void push_before(struct diff *d, const struct trace_rec *r)
{
	if (d->n_before == DIFF_CONTEXT)
		memmove(d->before, d->before + 1,
			--d->n_before * sizeof(*d->before));
	d->before[d->n_before++] = *r;
}

static void list_queue(const struct side *s, struct diff_queue *q)
{
	q->n = ready_set_list(&s->ready, q->first, DIFF_QUEUE);
}

/* The records that come next are not the same. */
static void part(struct comparison *c, const struct trace_rec *x,
		 const struct trace_rec *y)
{
	struct diff *d = c->d;

	d->same = false;
	d->t = !x || (y && y->t < x->t) ? y->t : x->t;
	for (int s = 0; s < 2; s++)
		list_queue(&c->side[s], &d->before_t[s]);
}

/* Has this side got past the instant at which the runs part? */
static void watch_queue(struct comparison *c, int s, const struct trace_rec *r)
{
	struct side *side = &c->side[s];

	if (side->listed)
		return;
	if (c->d->same || (r && r->t <= c->d->t)) {
		if (r)
			ready_set_take(&side->ready, r);
		return;
	}
	list_queue(side, &c->d->after_t[s]);
	side->listed = true;
}

static bool step(struct comparison *c, int s, struct dag_error *e)
{
	struct diff *d = c->d;
	const struct trace_rec *r = peek(&c->side[s]);

	watch_queue(c, s, r);

	if (!d->same && d->n_after[s] < DIFF_CONTEXT)
		d->after[s][d->n_after[s]++] = *r;
	note(c, s, r);
	return advance(&c->side[s], e);
}

static bool walk(struct comparison *c, struct dag_error *e)
{
	struct diff *d = c->d;

	for (;;) {
		const struct trace_rec *x = peek(&c->side[0]);
		const struct trace_rec *y = peek(&c->side[1]);

		if (!x && !y)
			return true;
		if (d->same && x && y && same_record(c, x, y)) {
			push_before(d, x);
			d->at++;
			if (!step(c, 0, e) || !step(c, 1, e))
				return false;
			continue;
		}
		if (d->same)
			part(c, x, y);
		if (!step(c, !x || (y && y->t < x->t), e))
			return false;
	}
}

bool diff_sections(struct trace_reader *r0, const struct trace_header *h0,
		   struct trace_reader *r1, const struct trace_header *h1,
		   size_t most_jobs, struct diff *d, struct dag_error *e)
{
	struct comparison c = {.d = d,
			       .side = {{.reader = r0}, {.reader = r1}}};
	bool ok;

	*d = (struct diff){.h = {h0, h1}, .same = true, .most_jobs = most_jobs};
	match_tasks(&c);
	ready_set_init(&c.side[0].ready, h0);
	ready_set_init(&c.side[1].ready, h1);
	ok = advance(&c.side[0], e) && advance(&c.side[1], e) && walk(&c, e);
	for (int s = 0; s < 2; s++) {
		if (ok) {
			watch_queue(&c, s, NULL);
			compare_rest(&c, s);
		}
		ready_set_free(&c.side[s].ready);
		jobmap_free(&c.side[s].map);
		free(c.side[s].ended);
		free(c.side[s].task);
	}
	return ok;
}

void diff_free(struct diff *d)
{
	free(d->jobs);
	*d = (struct diff){0};
}

bool diff_workloads(const struct diff *d)
{
	return strcmp(d->h[0]->digest, d->h[1]->digest) != 0 ||
	       strcmp(d->h[0]->workload, d->h[1]->workload) != 0;
}

uint64_t diff_changed(const struct diff *d)
{
	uint64_t n = 0;

	for (int i = 0; i < FATES; i++)
		for (int k = 0; k < FATES; k++)
			n += i == k ? 0 : d->fates[i][k];
	return n;
}

/* chain_times.c - see chain_times.h */
#include "trace/chain_times.h"

#include "base/arena.h"
#include "trace/jobmap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct done {
	dag_time start, finish;
};

struct watched {
	bool wanted;
	struct done *jobs; /* in the order in which they finished         */
	size_t n, cap;
};

struct chain_watch {
	struct trace_sink sink;
	const struct chain *chains;
	size_t n_chains;
	struct watched *tasks;
	uint32_t n_tasks;
	struct jobmap alive; /* jobs that have started                    */
	dag_time *start;     /* by slot                                   */
	size_t cap_start;
};

/* --- watching --- */

static void see_start(struct chain_watch *w, const struct trace_rec *r)
{
	uint32_t slot;
	void *p;

	if (jobmap_find(&w->alive, r->task, r->instance) != JOBMAP_NONE)
		return;
	slot = jobmap_add(&w->alive, r->task, r->instance);
	p = w->start;
	array_reserve(&p, &w->cap_start, (size_t)slot + 1, sizeof(*w->start));
	w->start = p;
	w->start[slot] = r->t;
}

static void see_done(struct chain_watch *w, const struct trace_rec *r)
{
	uint32_t slot = jobmap_find(&w->alive, r->task, r->instance);
	struct watched *t = &w->tasks[r->task];
	void *p = t->jobs;

	if (slot == JOBMAP_NONE)
		return;
	array_reserve(&p, &t->cap, t->n + 1, sizeof(*t->jobs));
	t->jobs = p;
	t->jobs[t->n++] = (struct done){w->start[slot], r->t};
	jobmap_remove(&w->alive, r->task, r->instance);
}

static void consume(struct trace_sink *s, const struct trace_rec *r, size_t n)
{
	struct chain_watch *w = (struct chain_watch *)s;

	for (size_t i = 0; i < n; i++) {
		if (r[i].kind != TRACE_START && r[i].kind != TRACE_FINISH)
			continue;
		if (r[i].task >= w->n_tasks || !w->tasks[r[i].task].wanted)
			continue;
		if (r[i].kind == TRACE_START)
			see_start(w, &r[i]);
		else if (r[i].flags & TRACE_JOB_DONE)
			see_done(w, &r[i]);
	}
}

struct chain_watch *chain_watch_new(const struct trace_header *h,
				    const struct chain *chains, size_t n)
{
	struct chain_watch *w = alloc_checked(calloc(1, sizeof(*w)));

	w->sink.consume = consume;
	w->chains = chains;
	w->n_chains = n;
	w->n_tasks = h->n_tasks;
	w->tasks = alloc_checked(calloc(h->n_tasks + 1, sizeof(*w->tasks)));
	for (size_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < chains[i].n; k++) {
			assert(chains[i].task[k] < h->n_tasks);
			w->tasks[chains[i].task[k]].wanted = true;
		}
	return w;
}

struct trace_sink *chain_watch_sink(struct chain_watch *w)
{
	return &w->sink;
}

void chain_watch_free(struct chain_watch *w)
{
	for (uint32_t i = 0; i < w->n_tasks; i++)
		free(w->tasks[i].jobs);
	free(w->tasks);
	free(w->start);
	jobmap_free(&w->alive);
	free(w);
}

/* --- measuring --- */

static int by_start(const void *pa, const void *pb)
{
	const struct done *a = pa, *b = pb;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->finish > b->finish) - (a->finish < b->finish);
}

/* The jobs of a task in the order of their starts. */
static struct done *sorted(const struct watched *t)
{
	struct done *jobs = alloc_checked(malloc((t->n + 1) * sizeof(*jobs)));

	if (t->n) {
		memcpy(jobs, t->jobs, t->n * sizeof(*jobs));
		qsort(jobs, t->n, sizeof(*jobs), by_start);
	}
	return jobs;
}

/* The first of n by start that starts at or after t; n if none does. */
static size_t first_from(const struct done *jobs, size_t n, dag_time t)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (jobs[mid].start < t)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The last of n by finish that has finished by t; n if none has. */
static size_t last_until(const struct done *jobs, size_t n, dag_time t)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (jobs[mid].finish <= t)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? low - 1 : n;
}

static void count(struct chain_span *s, dag_time t)
{
	if (!s->n || t < s->least)
		s->least = t;
	if (!s->n || t > s->most)
		s->most = t;
	s->sum += t;
	s->n++;
}

static void measure_reaction(const struct chain_watch *w, const struct chain *c,
			     struct chain_span *out)
{
	size_t n = w->tasks[c->task[0]].n;
	struct done **jobs =
		alloc_checked(malloc(c->n * sizeof(struct done *)));
	dag_time begun = 0;

	for (uint32_t i = 0; i < c->n; i++) {
		jobs[i] = sorted(&w->tasks[c->task[i]]);
		if (w->tasks[c->task[i]].n && jobs[i][0].start > begun)
			begun = jobs[i][0].start;
	}
	for (size_t k = 0; k + 1 < n; k++) {
		dag_time written = jobs[0][k + 1].finish;
		uint32_t i = 1;

		if (jobs[0][k].start < begun)
			continue;
		for (; i < c->n; i++) {
			size_t of = w->tasks[c->task[i]].n;
			size_t at = first_from(jobs[i], of, written);

			if (at == of)
				break;
			written = jobs[i][at].finish;
		}
		if (i == c->n)
			count(out, written - jobs[0][k].start);
	}
	for (uint32_t i = 0; i < c->n; i++)
		free(jobs[i]);
	free(jobs);
}

static void measure_age(const struct chain_watch *w, const struct chain *c,
			struct chain_span *out)
{
	const struct watched *last = &w->tasks[c->task[c->n - 1]];

	for (size_t k = 0; k < last->n; k++) {
		dag_time read = last->jobs[k].start;
		uint32_t i = c->n - 1;

		for (; i > 0; i--) {
			const struct watched *t = &w->tasks[c->task[i - 1]];
			size_t at = last_until(t->jobs, t->n, read);

			if (at == t->n)
				break;
			read = t->jobs[at].start;
		}
		if (i == 0)
			count(out, last->jobs[k].finish - read);
	}
}

void chain_watch_report(const struct chain_watch *w, struct chain_times *out)
{
	for (size_t i = 0; i < w->n_chains; i++) {
		out[i] = (struct chain_times){.chain = &w->chains[i]};
		measure_reaction(w, &w->chains[i], &out[i].reaction);
		measure_age(w, &w->chains[i], &out[i].data_age);
	}
}

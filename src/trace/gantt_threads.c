/* gantt_threads.c - see gantt_threads.h */
#include "trace/gantt_threads.h"
#include "base/arena.h"
#include "base/error.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- names --- */

static unsigned text_width(const char *s)
{
	unsigned n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

unsigned gantt_label(const struct trace_header *h, unsigned most)
{
	unsigned n = 4;

	for (uint32_t i = 0; i < h->n_tasks && n < most; i++)
		if (text_width(h->tasks[i].name) > n)
			n = text_width(h->tasks[i].name);
	for (uint32_t i = 0; i < h->n_execs && n < most; i++)
		if (text_width(h->execs[i].name) > n)
			n = text_width(h->execs[i].name);
	for (uint32_t i = 0;
	     h->platform && i < h->platform->n_threads && n < most; i++)
		if (text_width(h->platform->threads[i].name) > n)
			n = text_width(h->platform->threads[i].name);
	return n < most ? n : most;
}

void gantt_put_name(FILE *out, const char *name, unsigned label)
{
	unsigned n = 0;

	for (; *name; name++) {
		bool lead = ((unsigned char)*name & 0xc0) != 0x80;

		if (lead && n == label)
			break;
		n += lead;
		putc((unsigned char)*name < 0x20 ? '?' : *name, out);
	}
	fprintf(out, "%*s", (int)(label - n + 1), "");
}

/* --- threads --- */

void gantt_threads_init(struct gantt_threads *g, const struct trace_header *h,
			dag_time from, dag_time step, unsigned cols)
{
	REQUIRE(step > 0 && cols > 0);
	*g = (struct gantt_threads){
		.h = h, .from = from, .step = step, .cols = cols};
}

void gantt_threads_free(struct gantt_threads *g)
{
	for (uint32_t i = 0; i < g->n; i++)
		free(g->cells[i]);
	g->n = 0;
}

/* The row of the thread, which is made if need be, or NULL. */
static char *row_of(struct gantt_threads *g, uint64_t thread)
{
	for (uint32_t i = 0; i < g->n; i++)
		if (g->threads[i] == thread)
			return g->cells[i];
	if (g->n == GANTT_THREADS) {
		g->hidden++;
		return NULL;
	}
	g->cells[g->n] = alloc_checked(malloc(g->cols));
	memset(g->cells[g->n], '.', g->cols);
	g->threads[g->n] = (uint32_t)thread;
	return g->cells[g->n++];
}

static void mark(struct gantt_threads *g, uint64_t thread, dag_time from,
		 dag_time to, char what)
{
	dag_time first = from > g->from ? (from - g->from) / g->step : 0;
	dag_time last = (to - 1 - g->from) / g->step;
	char *cells;

	assert(from < to);
	if (to <= g->from || first >= (dag_time)g->cols)
		return;
	cells = row_of(g, thread);
	for (dag_time i = first; cells && i <= last && i < (dag_time)g->cols;
	     i++)
		if (cells[i] != 'o')
			cells[i] = what;
	g->polls |= what == 'o';
	g->throttled |= what == 't';
}

void gantt_threads_take(struct gantt_threads *g, const struct trace_rec *r)
{
	if (!g->h->platform || r->instance >= g->h->platform->n_threads)
		return;
	if (r->kind == TRACE_POLL && r->t < DAG_TIME_MAX)
		mark(g, r->instance, r->t, r->t + 1, 'o');
	else if (r->kind == TRACE_THREAD && r->index == TRACE_THROTTLED &&
		 r->a > r->t)
		mark(g, r->instance, r->t, r->a, 't');
}

void gantt_threads_print(FILE *out, const struct gantt_threads *g,
			 unsigned label)
{
	for (uint32_t i = 0; i < g->n; i++) {
		fputs("  ", out);
		gantt_put_name(out, g->h->platform->threads[g->threads[i]].name,
			       label);
		fprintf(out, "%.*s\n", (int)g->cols, g->cells[i]);
	}
	if (g->hidden)
		fputs("  more threads are not shown\n", out);
}

void gantt_threads_legend(FILE *out, const struct gantt_threads *g)
{
	if (g->polls)
		fputs("o polls  ", out);
	if (g->throttled)
		fputs("t throttled  ", out);
}

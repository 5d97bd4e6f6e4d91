/* gantt.c - what to draw; see gantt.h */
#include "trace/gantt.h"
#include "base/arena.h"
#include "base/error.h"
#include "trace/gantt_draw.h"
#include "trace/gantt_threads.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_MAX = 24, TICK = 10 };

struct gantt {
	struct trace_sink sink;
	const struct trace_header *h;
	struct gantt_options opt;
	unsigned label, cols;
	dag_time to; /* of what is drawn, once there is a canvas              */
	struct canvas *canvas;
	struct trace_rec miss; /* kind 0: none so far                         */
	bool any;              /* a record in the window                      */
	struct trace_rec *ring;
	uint64_t seen;
};

static void consume(struct trace_sink *s, const struct trace_rec *recs,
		    size_t n);

/* A round number of ns (1, 2 or 5 times a power of ten) of which `cols` cover
 * `span`. */
static dag_time round_step(dag_time span, unsigned cols)
{
	dag_time step = 1, least = span / cols + (span % cols != 0);

	while (step < least) {
		if (step > DAG_TIME_MAX / 10)
			return least;
		if (2 * step >= least)
			return 2 * step;
		if (5 * step >= least)
			return 5 * step;
		step *= 10;
	}
	return step;
}

/* A canvas that covers [from, to), its axis beginning at a round time. */
static void open_canvas(struct gantt *g, dag_time from, dag_time to,
			uint32_t task)
{
	dag_time step = round_step(to - from, g->cols), start;

	for (;;) {
		start = from - from % (step * TICK);
		if (to - start <= step * (dag_time)g->cols)
			break;
		step = round_step(step * (dag_time)g->cols + 1, g->cols);
	}
	if (g->opt.window) /* no more than was asked for */
		g->cols = (unsigned)((to - start - 1) / step) + 1;
	g->canvas = canvas_new(g->h, start, step, g->cols, task);
	g->to = start + step * (dag_time)g->cols;
}

struct gantt *gantt_new(const struct trace_header *h,
			const struct gantt_options *opt)
{
	struct gantt *g = alloc_checked(calloc(1, sizeof(*g)));
	unsigned width = opt->width;

	if (width < GANTT_MIN_WIDTH)
		width = GANTT_MIN_WIDTH;
	if (width > GANTT_MAX_WIDTH)
		width = GANTT_MAX_WIDTH;
	g->sink.consume = consume;
	g->h = h;
	g->opt = *opt;
	g->label =
		gantt_label(h, width / 4 < LABEL_MAX ? width / 4 : LABEL_MAX);
	g->cols = width - g->label - 3;
	if (opt->window) {
		REQUIRE(0 <= opt->from && opt->from < opt->to);
		open_canvas(g, opt->from, opt->to, NONE);
	} else {
		g->ring = alloc_checked(malloc(GANTT_RING * sizeof(*g->ring)));
	}
	return g;
}

void gantt_free(struct gantt *g)
{
	if (!g)
		return;
	canvas_free(g->canvas);
	free(g->ring);
	free(g);
}

struct trace_sink *gantt_sink(struct gantt *g)
{
	return &g->sink;
}

bool gantt_found(const struct gantt *g)
{
	return g->opt.window ? g->any : g->miss.kind != 0;
}

/* The first miss has come: from a quarter of its life before its release to
 * a tenth after its end, as far as the ring reaches. */
static void found(struct gantt *g, const struct trace_rec *r)
{
	uint64_t kept = g->seen < GANTT_RING ? g->seen : GANTT_RING;
	uint64_t oldest = g->seen - kept;
	dag_time life = r->t - r->a, from, to;

	g->miss = *r;
	from = r->a > life / 4 ? r->a - life / 4 : 0;
	to = life / 10 < DAG_TIME_MAX - r->t - 1 ? r->t + life / 10 + 1 : r->t;
	if (oldest && from < g->ring[oldest % GANTT_RING].t)
		from = g->ring[oldest % GANTT_RING].t;
	open_canvas(g, from, to > from ? to : from + 1, r->task);
	for (uint64_t i = oldest; i < g->seen; i++)
		canvas_take(g->canvas, &g->ring[i % GANTT_RING]);
}

static void take(struct gantt *g, const struct trace_rec *r)
{
	if (g->canvas) {
		if (r->t >= g->to)
			return;
		canvas_take(g->canvas, r);
		g->any |= r->t >= g->opt.from;
		return;
	}
	if (r->kind == TRACE_MISS && r->a >= g->h->warmup)
		found(g, r);
	else
		g->ring[g->seen++ % GANTT_RING] = *r;
}

static void consume(struct trace_sink *s, const struct trace_rec *recs,
		    size_t n)
{
	struct gantt *g = (struct gantt *)s;

	for (size_t i = 0; i < n; i++)
		take(g, &recs[i]);
}

static void put_miss(FILE *out, const struct gantt *g)
{
	const struct trace_rec *r = &g->miss;
	char at[32], over[32];

	time_format(at, sizeof(at), r->t);
	time_format(over, sizeof(over), r->t - r->b);
	fprintf(out, ": %s#%" PRIu64, g->h->tasks[r->task].name, r->instance);
	if (r->flags & TRACE_LATE)
		fprintf(out, " finishes %s late, at %s", over, at);
	else if (r->flags & TRACE_DROPPED)
		fprintf(out, " is dropped at %s", at);
	else
		fprintf(out, " is past its deadline and open at %s", at);
}

void gantt_print(FILE *out, struct gantt *g)
{
	const struct trace_header *h = g->h;

	fprintf(out, "%s on %s, seed %" PRIu64, h->policy, h->workload,
		h->seed);
	if (!gantt_found(g)) {
		fputs(g->opt.window ? ": nothing happens in that window\n"
				    : ": no deadline is missed\n",
		      out);
		return;
	}
	if (!g->opt.window)
		put_miss(out, g);
	putc('\n', out);
	canvas_end(g->canvas, g->to);
	canvas_print(out, g->canvas, g->label);
}

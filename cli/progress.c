/* progress.c - see progress.h */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

enum { LOOK_EVERY = 4096 };
static const double first_s = 0.5, again_s = 0.2;

static double seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) +
	       1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

static void consume(struct trace_sink *sink, const struct trace_rec *recs,
		    size_t n)
{
	struct progress *p = (struct progress *)sink;
	double s;

	p->seen += n;
	if (n == 0 || p->seen < p->next_look)
		return;
	p->next_look = p->seen + LOOK_EVERY;
	s = seconds_since(&p->start);
	if (s < (p->shown > 0 ? p->shown + again_s : first_s))
		return;
	p->shown = s;
	fprintf(stderr, "\r%s  %.0f %%  %.1f s\033[K", p->what,
		100.0 * (double)recs[n - 1].t / (double)p->horizon, s);
}

bool progress_wanted(bool quiet)
{
	return !quiet && isatty(STDERR_FILENO);
}

struct trace_sink *progress_begin(struct progress *p, const char *what,
				  dag_time horizon)
{
	*p = (struct progress){.sink = {.consume = consume},
			       .what = what,
			       .horizon = horizon,
			       .next_look = LOOK_EVERY};
	clock_gettime(CLOCK_MONOTONIC, &p->start);
	return &p->sink;
}

void progress_end(struct progress *p)
{
	if (p->shown > 0)
		fputs("\r\033[K", stderr);
	p->shown = 0;
}

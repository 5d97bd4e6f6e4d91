/* report_run.c - the numbers of a run; see report.h */
#include "cli/report.h"

#include "trace/report.h"

#include <inttypes.h>
#include <math.h>

static void percent(FILE *out, double v)
{
	if (isfinite(v))
		fprintf(out, "%.2f %%", 100 * v);
	else
		fputs("-", out);
}

/* The unit of a table of times, by the longest in it. */
struct unit {
	const char *name;
	double ns;
};

static struct unit unit_of(const struct metrics_run *m)
{
	dag_time most = m->overall.max_response;

	if (most >= 1000 * NS_PER_S)
		return (struct unit){"s", 1e9};
	if (most && most < NS_PER_MS / 10)
		return (struct unit){"\xc2\xb5s", 1e3};
	return (struct unit){"ms", 1e6};
}

static void cell(FILE *out, bool known, double ns, const struct unit *u)
{
	if (known)
		fprintf(out, "<td>%.3f</td>", ns / u->ns);
	else
		fputs("<td>-</td>", out);
}

static double quantile_ns(const struct quantile *q)
{
	return (double)q->hundredths / 1e2;
}

static void row(FILE *out, const struct metrics_row *r, const struct unit *u,
		bool total)
{
	uint64_t missed = metrics_missed(r);

	fputs(total ? "<tr class=\"total\"><td>" : "<tr><td>", out);
	html_text(out, total ? "all tasks" : r->name);
	fprintf(out, "</td><td>%" PRIu64 "</td><td%s>%" PRIu64 "</td><td>",
		r->released, missed ? " class=\"bad\"" : "", missed);
	percent(out, report_miss_rate(r));
	fprintf(out,
		"</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64
		"</td>",
		r->late, r->dropped, r->pending);
	cell(out, r->p50.known, quantile_ns(&r->p50), u);
	cell(out, r->p95.known, quantile_ns(&r->p95), u);
	cell(out, r->p99.known, quantile_ns(&r->p99), u);
	cell(out, r->completed > 0, (double)r->max_response, u);
	cell(out, r->completed > 0, (double)r->max_lateness, u);
	fputs("</tr>\n", out);
}

static void table(FILE *out, const struct view *v)
{
	static const char *const times[] = {"p50", "p95", "p99", "max",
					    "lateness"};
	const struct metrics_run *m = &v->metrics;
	struct unit u = unit_of(m);

	wide_begin(out, "Misses and response times of each task");
	fputs("<table>\n<thead><tr><th scope=\"col\">task</th>"
	      "<th scope=\"col\">released</th><th scope=\"col\">missed</th>"
	      "<th scope=\"col\">miss rate</th><th scope=\"col\">late</th>"
	      "<th scope=\"col\">dropped</th><th scope=\"col\">pending</th>",
	      out);
	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++)
		fprintf(out, "<th scope=\"col\">%s %s</th>", times[i], u.name);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (uint32_t i = 0; i < m->n_tasks && i < REPORT_TASKS; i++)
		row(out, &m->tasks[i], &u, false);
	row(out, &m->overall, &u, true);
	fputs("</tbody></table>\n", out);
	wide_end(out);
	if (m->n_tasks > REPORT_TASKS)
		fprintf(out,
			"<p class=\"mute\">The first %d of %u tasks.</p>\n",
			REPORT_TASKS, m->n_tasks);
}

/* What the first miss was, in a sentence. */
static void tell_miss(FILE *out, const struct view *v)
{
	const struct trace_rec *r = &v->survey.miss;

	if (!r->kind) {
		fputs("<p class=\"good\">No deadline is missed.</p>\n", out);
		return;
	}
	fputs("<p><span class=\"bad\">The first miss:</span> ", out);
	html_text(out, v->h->tasks[r->task].name);
	fprintf(out, "#%" PRIu64 ", released at ", r->instance);
	html_time(out, r->a);
	fputs(", due at ", out);
	html_time(out, r->b);
	if (r->flags & TRACE_LATE)
		fputs(", is done late, at ", out);
	else if (r->flags & TRACE_DROPPED)
		fputs(", is dropped at ", out);
	else
		fputs(", is still open at ", out);
	html_time(out, r->t);
	fputs(".</p>\n", out);
}

void report_run(FILE *out, const struct view *v, uint32_t number)
{
	const struct metrics_run *m = &v->metrics;
	char span[32];

	(void)number;
	time_format(span, sizeof(span), v->h->horizon);
	fprintf(out,
		"<p>Simulated %s with seed %" PRIu64 ": %" PRIu64
		" jobs, %" PRIu64 " deadlines missed (",
		span, v->h->seed, m->overall.released,
		metrics_missed(&m->overall));
	percent(out, report_miss_rate(&m->overall));
	fputs("), utilization ", out);
	percent(out, report_utilization(m));
	fprintf(out,
		", mean batch %.2f, %" PRIu64 " preemptions, %" PRIu64
		" migrations.</p>\n",
		isfinite(report_dispatch_batch(m)) ? report_dispatch_batch(m)
						   : 0,
		m->preemptions, m->migrations);
	tell_miss(out, v);
	table(out, v);
}

/* --- response times against deadlines --- */

enum { STRIP = 40, STRIPS = 24 };
static const double most_shown = 2.5; /* deadlines                            */

static dag_time order_statistic(const struct survey_task *t, double quantile)
{
	return t->responses[(size_t)((double)(t->n - 1) * quantile)];
}

static double share(const struct survey_task *t, dag_time deadline,
		    double quantile)
{
	return (double)order_statistic(t, quantile) / (double)deadline;
}

static double place(double v, double scale)
{
	return 100 * (v < scale ? v : scale) / scale;
}

static void strip_title(FILE *out, const struct survey_task *t, dag_time d)
{
	fputs(": median ", out);
	html_time(out, order_statistic(t, .5));
	fputs(", quartiles ", out);
	html_time(out, order_statistic(t, .25));
	fputs(" to ", out);
	html_time(out, order_statistic(t, .75));
	fputs(", maximum ", out);
	html_time(out, order_statistic(t, 1));
	fputs(", deadline ", out);
	html_time(out, d);
}

static void strip(FILE *out, const struct view *v, uint32_t task, int y,
		  double scale)
{
	const struct survey_task *t = &v->survey.tasks[task];
	dag_time d = v->h->tasks[task].deadline;
	double low = place(share(t, d, 0), scale);
	double q1 = place(share(t, d, .25), scale);
	double mid = place(share(t, d, .5), scale);
	double q3 = place(share(t, d, .75), scale);
	double high = place(share(t, d, 1), scale);
	bool late = share(t, d, 1) > 1;

	fprintf(out, "<g><title>");
	html_text(out, v->h->tasks[task].name);
	strip_title(out, t, d);
	fprintf(out, "</title><text x=\"0\" y=\"%d\">", y + 12);
	html_text(out, v->h->tasks[task].name);
	fputs(" <tspan class=\"mute\">due in ", out);
	html_time(out, d);
	fprintf(out,
		"</tspan></text><rect class=\"lane\" x=\"0\" y=\"%d\" "
		"width=\"100%%\" height=\"16\"/><line class=\"axis\" "
		"x1=\"%.3f%%\" x2=\"%.3f%%\" y1=\"%d\" y2=\"%d\"/>",
		y + 18, low, high, y + 26, y + 26);
	fprintf(out,
		"<rect x=\"%.3f%%\" y=\"%d\" width=\"%.3f%%\" height=\"10\" "
		"fill=\"#0072B2\"/>",
		q1, y + 21, q3 - q1 > 0.3 ? q3 - q1 : 0.3);
	if (q3 - q1 > 1)
		fprintf(out,
			"<line x1=\"%.3f%%\" x2=\"%.3f%%\" y1=\"%d\" y2=\"%d\" "
			"stroke=\"#fff\" stroke-width=\"2\"/>",
			mid, mid, y + 21, y + 31);
	fprintf(out, "<circle cx=\"%.3f%%\" cy=\"%d\" r=\"3\"%s/></g>\n", high,
		y + 26, late ? " style=\"fill:var(--bad)\"" : "");
}

void report_responses(FILE *out, const struct view *v)
{
	uint32_t tasks[STRIPS], n = 0, all = 0;
	double most = 1.05;

	for (uint32_t i = 0; i < v->h->n_tasks; i++) {
		const struct survey_task *t = &v->survey.tasks[i];

		if (!t->n)
			continue;
		all++;
		if (n == STRIPS)
			continue;
		tasks[n++] = i;
		most = fmax(most, share(t, v->h->tasks[i].deadline, 1) * 1.02);
	}
	if (!n)
		return;
	most = fmin(most, most_shown);
	fprintf(out,
		"<h3>Response times as shares of the deadline</h3>\n<figure>\n"
		"<svg height=\"%u\" role=\"img\" aria-label=\"Response times "
		"of each task\">\n",
		n * STRIP + 22);
	for (uint32_t i = 0; i < n; i++)
		strip(out, v, tasks[i], (int)i * STRIP, most);
	fprintf(out,
		"<line x1=\"%.3f%%\" x2=\"%.3f%%\" y1=\"0\" y2=\"%u\" "
		"stroke=\"#D55E00\" stroke-width=\"2\"/><text x=\"%.3f%%\" "
		"y=\"%u\" text-anchor=\"%s\">deadline</text></svg>\n"
		"<figcaption>Each row: the middle half of the jobs as a bar "
		"with the median, the whole range as a line, the slowest job "
		"as a dot.%s",
		100 / most, 100 / most, n * STRIP + 4, 100 / most,
		n * STRIP + 18, most < 1.2 ? "end" : "middle",
		most >= most_shown ? " What is slower than 2.5 deadlines "
				     "stands at the border."
				   : "");
	if (all > n)
		fprintf(out, " The first %u of %u tasks.", n, all);
	fputs("</figcaption></figure>\n", out);
}

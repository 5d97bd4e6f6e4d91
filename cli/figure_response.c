/* figure_response.c - box plots, distributions and histograms */
#include "cli/figure_response.h"

#include "cli/sweep_figure.h"

#include <math.h>
#include <string.h>

static double ms(dag_time t)
{
	return (double)t / 1e6;
}

/* --- which tasks --- */

/* The tasks that the figure shows, those that miss most first; returns how
 * many there are in all. */
static uint32_t pick_tasks(const struct trace_figure *f,
			   uint32_t tasks[FIGURE_TASKS], uint32_t *n)
{
	const struct view *v = f->view;
	uint32_t all = 0;

	*n = 0;
	for (uint32_t i = 0; i < v->h->n_tasks; i++) {
		uint64_t missed = metrics_missed(&v->metrics.tasks[i]);
		uint32_t at = *n;

		if ((f->wanted && !f->wanted[i]) || !v->survey.tasks[i].n)
			continue;
		all++;
		while (at > 0 &&
		       metrics_missed(&v->metrics.tasks[tasks[at - 1]]) <
			       missed)
			at--;
		if (at == FIGURE_TASKS)
			continue;
		*n += *n < FIGURE_TASKS;
		memmove(tasks + at + 1, tasks + at,
			(*n - at - 1) * sizeof(*tasks));
		tasks[at] = i;
	}
	return all;
}

uint32_t times_tasks(const struct trace_figure *f)
{
	uint32_t tasks[FIGURE_TASKS], n;

	return pick_tasks(f, tasks, &n);
}

/* --- data --- */

static dag_time quantile(const struct survey_task *t, unsigned percent)
{
	return t->responses[(t->n - 1) * percent / 100];
}

/* Whiskers reach to the last sample within 1.5 boxes of the box (Tukey). */
static void box_row(FILE *out, const struct view *v, uint32_t task, uint32_t x)
{
	const struct survey_task *t = &v->survey.tasks[task];
	dag_time q1 = quantile(t, 25), q3 = quantile(t, 75);
	dag_time reach = (q3 - q1) * 3 / 2;
	size_t lo = 0, hi = t->n - 1;

	while (t->responses[lo] < q1 - reach)
		lo++;
	while (t->responses[hi] > q3 + reach)
		hi--;
	fprintf(out, "%u\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\n", x,
		ms(q1), ms(t->responses[lo]), ms(t->responses[hi]), ms(q3),
		ms(quantile(t, 50)), ms(t->responses[t->n - 1]),
		ms(v->h->tasks[task].deadline));
}

/* Response times and deadlines that are a hundredfold apart: by powers. */
static bool spans_far(const struct view *v, const uint32_t *tasks, uint32_t n)
{
	dag_time least = DAG_TIME_MAX, most = 0;

	for (uint32_t i = 0; i < n; i++) {
		const struct survey_task *t = &v->survey.tasks[tasks[i]];
		dag_time deadline = v->h->tasks[tasks[i]].deadline;
		dag_time last = t->responses[t->n - 1];

		least = quantile(t, 25) < least ? quantile(t, 25) : least;
		most = last > most ? last : most;
		most = deadline > most ? deadline : most;
	}
	return least > 0 && most / 100 > least;
}

enum { HISTOGRAM_BINS = 100 };

/* An axis of response times, ms: what reaches from `low` to `high`. */
struct scale {
	double low, high;
	bool log;
};

/* All responses, and deadlines unless they are far beyond. */
static struct scale find_scale(const struct view *v, const uint32_t *tasks,
			       uint32_t n)
{
	struct scale x = {.log = spans_far(v, tasks, n)};
	dag_time least = DAG_TIME_MAX, most = 1, reach;

	for (uint32_t i = 0; i < n; i++) {
		const struct survey_task *t = &v->survey.tasks[tasks[i]];

		if (t->responses[0] < least)
			least = t->responses[0];
		if (t->responses[t->n - 1] > most)
			most = t->responses[t->n - 1];
	}
	reach = most;
	for (uint32_t i = 0; i < n; i++) {
		dag_time d = v->h->tasks[tasks[i]].deadline;

		if (d > reach && d / 3 <= most)
			reach = d;
	}
	x.log = x.log && least > 0;
	x.low = x.log ? 0.9 * ms(least) : 0;
	x.high = 1.03 * ms(reach);
	return x;
}

static double edge(const struct scale *x, int bin)
{
	double part = (double)bin / HISTOGRAM_BINS;

	return x->log ? x->low * pow(x->high / x->low, part) : x->high * part;
}

static void put_scale(FILE *out, const struct scale *x)
{
	fprintf(out,
		"set xlabel 'response time (ms)'\nset xrange [%.6f:%.6f]\n%s",
		x->low, x->high, x->log ? "set logscale x\n" : "");
}

static void ecdf_rows(FILE *out, const struct survey_task *t)
{
	size_t step = t->n / FIGURE_POINTS + 1;

	fprintf(out, "%.6f\t0\n", ms(t->responses[0]));
	for (size_t i = 0; i < t->n; i += step)
		fprintf(out, "%.6f\t%.6f\n", ms(t->responses[i]),
			(double)(i + 1) / (double)t->n);
	fprintf(out, "%.6f\t1\n", ms(t->responses[t->n - 1]));
}

/* Bars that stand for something: from, to, how many jobs.  All tasks have the
 * same bins. */
static void histogram_rows(FILE *out, const struct survey_task *t,
			   const struct scale *x)
{
	size_t i = 0;

	for (int bin = 0; bin < HISTOGRAM_BINS; bin++) {
		double low = edge(x, bin), high = edge(x, bin + 1);
		bool last = bin == HISTOGRAM_BINS - 1;
		size_t n = 0;

		for (; i < t->n && (last || ms(t->responses[i]) < high); i++)
			n++;
		if (n)
			fprintf(out, "%.6f\t%.6f\t%zu\n", low, high, n);
	}
}

void figure_comment(FILE *out, const char *s)
{
	for (; *s; s++)
		putc((unsigned char)*s < ' ' ? ' ' : *s, out);
}

void times_data(FILE *out, const struct trace_figure *f)
{
	const struct view *v = f->view;
	uint32_t tasks[FIGURE_TASKS], n;
	struct scale x;

	pick_tasks(f, tasks, &n);
	x = find_scale(v, tasks, n);
	for (uint32_t i = 0; i < n; i++) {
		if (f->kind != FIGURE_BOX || i == 0) {
			fputs(i ? "\n\n# " : "# ", out);
			figure_comment(out,
				       f->kind == FIGURE_BOX
					       ? "boxes"
					       : v->h->tasks[tasks[i]].name);
			putc('\n', out);
		}
		if (f->kind == FIGURE_BOX)
			box_row(out, v, tasks[i], i);
		else if (f->kind == FIGURE_ECDF)
			ecdf_rows(out, &v->survey.tasks[tasks[i]]);
		else
			histogram_rows(out, &v->survey.tasks[tasks[i]], &x);
	}
}

/* --- scripts --- */

static void box_script(FILE *out, const struct trace_figure *f,
		       const char *data)
{
	uint32_t tasks[FIGURE_TASKS], n;

	pick_tasks(f, tasks, &n);
	fputs("set ylabel 'response time (ms)'\nset xtics (", out);
	for (uint32_t i = 0; i < n; i++) {
		fputs(i ? ", " : "", out);
		figure_tic(out, f->view->h->tasks[tasks[i]].name);
		fprintf(out, " %u", i);
	}
	fprintf(out,
		") rotate by -30\nset xrange [-0.6:%u.6]\n%s\n"
		"set boxwidth 0.5\nset style fill solid 0.35 border -1\n"
		"set key above\nplot %s index 0 using 1:2:3:4:5 with "
		"candlesticks whiskerbars 0.5 lc rgb '#0072B2' title "
		"'quartiles, whiskers within 1.5 boxes', \\\n"
		" '' index 0 using 1:6:6:6:6 with candlesticks lt -1 lw 2 "
		"notitle, \\\n"
		" '' index 0 using 1:7 with points pt 7 ps 0.5 lc rgb "
		"'#444444' title 'maximum', \\\n"
		" '' index 0 using ($1-0.4):8:(0.8):(0) with vectors nohead lw "
		"2 lc rgb '#D55E00' title 'deadline'\n",
		n ? n - 1 : 0,
		spans_far(f->view, tasks, n) ? "set logscale y"
					     : "set yrange [0:*]",
		data);
}

/* A line a task, and upright ones at its deadline. */
static void ecdf_script(FILE *out, const struct trace_figure *f,
			const char *data)
{
	uint32_t tasks[FIGURE_TASKS], n;
	struct scale x;

	pick_tasks(f, tasks, &n);
	x = find_scale(f->view, tasks, n);
	put_scale(out, &x);
	fputs("set ylabel 'share of jobs'\nset yrange [0:1.02]\n"
	      "set key outside right top title 'deadlines dashed'\n",
	      out);
	for (uint32_t i = 0; i < n; i++) {
		double d = ms(f->view->h->tasks[tasks[i]].deadline);

		if (d <= x.high)
			fprintf(out,
				"set arrow from %.6f, graph 0 to %.6f, graph 1 "
				"nohead back dt 2 lc rgb '#%s'\n",
				d, d, figure_colour(i));
	}
	fputs("plot ", out);
	for (uint32_t i = 0; i < n; i++) {
		fprintf(out,
			"%s%s index %u using 1:2 with steps lw %s lc rgb '#%s' "
			"title ",
			i ? ", \\\n " : "", i ? "''" : data, i,
			i < figure_colours() ? "1.8" : "1.2 dt 4",
			figure_colour(i));
		figure_quoted(out, f->view->h->tasks[tasks[i]].name);
	}
	putc('\n', out);
}

static size_t highest_bar(const struct survey_task *t, const struct scale *x)
{
	size_t most = 1, i = 0;

	for (int bin = 0; bin < HISTOGRAM_BINS; bin++) {
		double high = edge(x, bin + 1);
		bool last = bin == HISTOGRAM_BINS - 1;
		size_t n = 0;

		for (; i < t->n && (last || ms(t->responses[i]) < high); i++)
			n++;
		most = n > most ? n : most;
	}
	return most;
}

/* A row a task: bars as high as they are against its highest one. */
static void histogram_script(FILE *out, const struct trace_figure *f,
			     const char *data)
{
	uint32_t tasks[FIGURE_TASKS], n;
	struct scale x;

	pick_tasks(f, tasks, &n);
	x = find_scale(f->view, tasks, n);
	put_scale(out, &x);
	fprintf(out,
		"set yrange [-%u.1:1]\nset rmargin 24\nunset key\n"
		"set style fill solid 0.8 noborder\nset ytics (",
		n ? n - 1 : 0);
	for (uint32_t i = 0; i < n; i++) {
		fputs(i ? ", " : "", out);
		figure_tic(out, f->view->h->tasks[tasks[i]].name);
		fprintf(out, " -%u", i);
	}
	fputs(")\n", out);
	for (uint32_t i = 0; i < n; i++) {
		double d = ms(f->view->h->tasks[tasks[i]].deadline);

		fprintf(out,
			"set label '%zu jobs, due in %.6g ms' at graph 1.01, "
			"first -%u+0.2 font ',9'\n",
			f->view->survey.tasks[tasks[i]].n, d, i);
		if (d <= x.high)
			fprintf(out,
				"set arrow from %.6f, -%u to %.6f, -%u+0.95 "
				"nohead lw 2 lc rgb '#D55E00'\n",
				d, i, d, i);
	}
	fputs("plot ", out);
	for (uint32_t i = 0; i < n; i++) {
		double unit =
			0.9 / (double)highest_bar(
				      &f->view->survey.tasks[tasks[i]], &x);

		fprintf(out,
			"%s%s index %u using (($1+$2)/2):(-%u+$3*%.9g/2)"
			":(($2-$1)/2):($3*%.9g/2) with boxxyerror lc rgb '#%s' "
			"notitle",
			i ? ", \\\n " : "", i ? "''" : data, i, i, unit, unit,
			figure_colour(i + 2));
	}
	putc('\n', out);
}

void times_script(FILE *out, const struct trace_figure *f, const char *data)
{
	if (f->kind == FIGURE_BOX)
		box_script(out, f, data);
	else if (f->kind == FIGURE_ECDF)
		ecdf_script(out, f, data);
	else
		histogram_script(out, f, data);
}

/* figure_trace.c - see figure_trace.h; the Gantt chart is in figure_gantt.c */
#include "cli/figure_trace.h"

#include "cli/figure_gantt.h"
#include "cli/sweep_figure.h"

#include <inttypes.h>
#include <string.h>

static bool is_gantt(const struct trace_figure *f)
{
	return f->kind == FIGURE_GANTT;
}

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

static uint32_t count_queues(const struct view *v)
{
	uint32_t n = 0;

	for (uint32_t q = 0; q < v->survey.timeline.n_queues; q++)
		n += v->survey.timeline.queues[q].served;
	return n;
}

uint32_t trace_figure_left_out(const struct trace_figure *f)
{
	uint32_t tasks[FIGURE_TASKS], n, all;

	if (is_gantt(f))
		return gantt_left_out(f);
	all = f->kind == FIGURE_BACKLOG ? count_queues(f->view)
					: pick_tasks(f, tasks, &n);
	return all > FIGURE_TASKS ? all - FIGURE_TASKS : 0;
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

static void ecdf_rows(FILE *out, const struct survey_task *t)
{
	size_t step = t->n / FIGURE_POINTS + 1;

	fprintf(out, "%.6f\t0\n", ms(t->responses[0]));
	for (size_t i = 0; i < t->n; i += step)
		fprintf(out, "%.6f\t%.6f\n", ms(t->responses[i]),
			(double)(i + 1) / (double)t->n);
	fprintf(out, "%.6f\t1\n", ms(t->responses[t->n - 1]));
}

enum { HISTOGRAM_BINS = 50 };

static void histogram_rows(FILE *out, const struct survey_task *t)
{
	dag_time least = t->responses[0];
	dag_time width = (t->responses[t->n - 1] - least) / HISTOGRAM_BINS + 1;
	size_t i = 0;

	fprintf(out, "%.6f\t0\n", ms(least));
	for (int bin = 0; bin < HISTOGRAM_BINS; bin++) {
		dag_time end = least + (bin + 1) * width;
		size_t n = 0;

		for (; i < t->n && t->responses[i] < end; i++)
			n++;
		fprintf(out, "%.6f\t%zu\n", ms(end - width), n);
	}
	fprintf(out, "%.6f\t0\n", ms(least + HISTOGRAM_BINS * width));
}

static void backlog_rows(FILE *out, const struct survey *s, uint32_t q)
{
	for (int i = 0; i < SURVEY_BINS; i++) {
		dag_time t = s->timeline.from + i * s->bin;

		if (t > s->end)
			break;
		fprintf(out, "%.9f\t%u\t%u\n", (double)t / 1e9, s->most[q][i],
			s->last[q][i]);
	}
}

static void backlog_data(FILE *out, const struct view *v)
{
	uint32_t shown = 0;
	char name[256];

	for (uint32_t q = 0; q < v->survey.timeline.n_queues; q++) {
		if (!v->survey.timeline.queues[q].served ||
		    shown == FIGURE_TASKS)
			continue;
		timeline_queue_name(&v->survey.timeline, q, name, sizeof(name));
		fprintf(out, "%s# %s\n", shown++ ? "\n\n" : "", name);
		backlog_rows(out, &v->survey, q);
	}
}

static void comment(FILE *out, const char *s)
{
	for (; *s; s++)
		putc((unsigned char)*s < ' ' ? ' ' : *s, out);
}

void trace_figure_data(FILE *out, const struct trace_figure *f)
{
	static const char *const columns[] = {
		[FIGURE_GANTT] = "ms; see the comments of the blocks",
		[FIGURE_BOX] = ("x, q1, low and high whisker, q3, median, "
				"maximum, deadline; ms"),
		[FIGURE_ECDF] = "response in ms, share of jobs",
		[FIGURE_HISTOGRAM] = "response in ms, jobs",
		[FIGURE_BACKLOG] = "time in s, most that waited, last",
	};
	const struct view *v = f->view;
	uint32_t tasks[FIGURE_TASKS], n;

	fputs("# ", out);
	comment(out, f->command);
	fprintf(out, "\n# %s\n", columns[f->kind]);
	if (is_gantt(f)) {
		gantt_data(out, f);
		return;
	}
	if (f->kind == FIGURE_BACKLOG) {
		backlog_data(out, v);
		return;
	}
	pick_tasks(f, tasks, &n);
	for (uint32_t i = 0; i < n; i++) {
		if (f->kind != FIGURE_BOX || i == 0) {
			fputs(i ? "\n\n# " : "# ", out);
			comment(out, f->kind == FIGURE_BOX
					     ? "boxes"
					     : v->h->tasks[tasks[i]].name);
			putc('\n', out);
		}
		if (f->kind == FIGURE_BOX)
			box_row(out, v, tasks[i], i);
		else if (f->kind == FIGURE_ECDF)
			ecdf_rows(out, &v->survey.tasks[tasks[i]]);
		else
			histogram_rows(out, &v->survey.tasks[tasks[i]]);
	}
}

/* --- scripts --- */

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

static void box_script(FILE *out, const struct trace_figure *f,
		       const char *data)
{
	uint32_t tasks[FIGURE_TASKS], n;

	pick_tasks(f, tasks, &n);
	fputs("set ylabel 'response time (ms)'\nset xtics (", out);
	for (uint32_t i = 0; i < n; i++) {
		fputs(i ? ", " : "", out);
		figure_quoted(out, f->view->h->tasks[tasks[i]].name);
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
static void line_script(FILE *out, const struct trace_figure *f,
			const char *data)
{
	bool ecdf = f->kind == FIGURE_ECDF;
	uint32_t tasks[FIGURE_TASKS], n;

	pick_tasks(f, tasks, &n);
	fprintf(out,
		"set xlabel 'response time (ms)'\nset ylabel '%s'\n"
		"set yrange [0:%s]\nset xrange [0:*]\nset key outside right "
		"top title 'deadlines dashed'\n",
		ecdf ? "share of jobs" : "jobs", ecdf ? "1.02" : "*");
	for (uint32_t i = 0; i < n; i++)
		fprintf(out,
			"set arrow from %.6f, graph 0 to %.6f, graph 1 nohead "
			"back dt 2 lc rgb '#%s'\n",
			ms(f->view->h->tasks[tasks[i]].deadline),
			ms(f->view->h->tasks[tasks[i]].deadline),
			figure_colour(i));
	fputs("plot ", out);
	for (uint32_t i = 0; i < n; i++) {
		fprintf(out,
			"%s%s index %u using 1:2 with %s lw %s lc rgb '#%s' "
			"title ",
			i ? ", \\\n " : "", i ? "''" : data, i,
			ecdf ? "steps" : "fsteps",
			i < figure_colours() ? "1.8" : "1.2 dt 4",
			figure_colour(i));
		figure_quoted(out, f->view->h->tasks[tasks[i]].name);
	}
	putc('\n', out);
}

static void backlog_script(FILE *out, const struct trace_figure *f,
			   const char *data)
{
	const struct timeline *t = &f->view->survey.timeline;
	uint32_t n = 0;
	char name[256];

	fputs("set xlabel 'time (s)'\nset ylabel 'ready nodes that wait'\n"
	      "set yrange [0:*]\nset key outside right top\nplot ",
	      out);
	for (uint32_t q = 0; q < t->n_queues; q++) {
		if (!t->queues[q].served || n == FIGURE_TASKS)
			continue;
		timeline_queue_name(t, q, name, sizeof(name));
		fprintf(out,
			"%s%s index %u using 1:2 with steps lw 1.4 lc rgb "
			"'#%s' title ",
			n ? ", \\\n " : "", n ? "''" : data, n,
			figure_colour(n + 2));
		figure_quoted(out, name);
		n++;
	}
	putc('\n', out);
}

static void terminal(FILE *out, const struct trace_figure *f, const char *form)
{
	int width = 1100, height = 480;

	if (is_gantt(f))
		height = 130 + 26 * (int)gantt_rows(f);
	if (!strcmp(form, "dumb"))
		fputs("set terminal dumb noenhanced size 100, 32\n", out);
	else if (!strcmp(form, "svg"))
		fprintf(out,
			"set terminal svg noenhanced size %d, %d font "
			"'sans,12' background rgb 'white'\n",
			width, height);
	else
		fprintf(out,
			"set terminal pngcairo noenhanced size %d, %d "
			"fontscale 1.3 font 'sans,10'\n",
			width * 13 / 10, height * 13 / 10);
}

static void title(FILE *out, const struct trace_figure *f)
{
	const struct trace_header *h = f->view->h;
	uint32_t left = trace_figure_left_out(f);
	bool cores = h->execs[0].resource == ON_CORE;
	char text[1024];

	snprintf(text, sizeof(text), "%.200s on %.200s, seed %" PRIu64 "%s%s",
		 h->policy, h->workload, h->seed, cores ? ", preemption " : "",
		 cores ? preemption_names[h->execs[0].preemption] : "");
	fputs("set title ", out);
	figure_quoted2(out, text, "");
	putc('\n', out);
	if (left)
		fprintf(out,
			"set label 9 'and %u more, not shown' at graph 1, "
			"screen 0.02 right font ',9'\n",
			left);
}

static void one(FILE *out, const struct trace_figure *f, const char *data,
		const char *form)
{
	terminal(out, f, form);
	title(out, f);
	fputs("set border 3\nset tics nomirror out\n"
	      "set grid y lc rgb '#DDDDDD' lt 1 lw 0.5\n",
	      out);
	if (is_gantt(f))
		gantt_script(out, f, data);
	else if (f->kind == FIGURE_BOX)
		box_script(out, f, data);
	else if (f->kind == FIGURE_BACKLOG)
		backlog_script(out, f, data);
	else
		line_script(out, f, data);
}

void trace_figure_script(FILE *out, const struct trace_figure *f,
			 const char *data, const char *stem, const char *form)
{
	static const char *const forms[] = {"png", "svg"};

	fputs("# dagsim " DAGSIM_VERSION ": ", out);
	comment(out, f->command);
	putc('\n', out);
	if (data[0] == '$') {
		fprintf(out, "%s << end_of_data\n", data);
		trace_figure_data(out, f);
		fputs("end_of_data\n", out);
	} else {
		fputs("data = ", out);
		figure_quoted(out, data);
		putc('\n', out);
		data = "data";
	}
	for (size_t i = 0; i < (form ? 1 : 2); i++) {
		if (!form) {
			fputs("set output ", out);
			figure_quoted2(out, stem, i ? ".svg" : ".png");
			putc('\n', out);
		}
		one(out, f, data, form ? form : forms[i]);
		fputs("unset output\nreset\n", out);
	}
}

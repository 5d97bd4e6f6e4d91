/* figure_trace.c - see figure_trace.h; the Gantt chart and response times have
 * files of their own */
#include "cli/figure_trace.h"

#include "cli/figure_gantt.h"
#include "cli/figure_response.h"
#include "cli/sweep_figure.h"

#include <inttypes.h>
#include <string.h>

static bool is_gantt(const struct trace_figure *f)
{
	return f->kind == FIGURE_GANTT;
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
	uint32_t all;

	if (is_gantt(f))
		return gantt_left_out(f);
	all = f->kind == FIGURE_BACKLOG ? count_queues(f->view)
					: times_tasks(f);
	return all > FIGURE_TASKS ? all - FIGURE_TASKS : 0;
}

/* --- data --- */

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

void trace_figure_data(FILE *out, const struct trace_figure *f)
{
	static const char *const columns[] = {
		[FIGURE_GANTT] = "ms; see the comments of the blocks",
		[FIGURE_BOX] = ("x, q1, low and high whisker, q3, median, "
				"maximum, deadline; ms"),
		[FIGURE_ECDF] = "response in ms, share of jobs",
		[FIGURE_HISTOGRAM] = "response from, to in ms, jobs",
		[FIGURE_BACKLOG] = "time in s, most that waited, last",
	};
	const struct view *v = f->view;

	fputs("# ", out);
	figure_comment(out, f->command);
	fprintf(out, "\n# %s\n", columns[f->kind]);
	if (is_gantt(f)) {
		gantt_data(out, f);
		return;
	}
	if (f->kind == FIGURE_BACKLOG) {
		backlog_data(out, v);
		return;
	}
	times_data(out, f);
}

/* --- scripts --- */

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
			"character 0.7 right font ',9'\n",
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
	else if (f->kind == FIGURE_BACKLOG)
		backlog_script(out, f, data);
	else
		times_script(out, f, data);
}

void trace_figure_script(FILE *out, const struct trace_figure *f,
			 const char *data, const char *stem, const char *form)
{
	static const char *const forms[] = {"png", "svg"};

	fputs("# dagsim " DAGSIM_VERSION ": ", out);
	figure_comment(out, f->command);
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

/* figure_gantt.c - slices as boxes, what became of jobs as marks */
#include "cli/figure_gantt.h"

#include "cli/sweep_figure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LABELLED = 70 }; /* slices that get a name, if there are no more       */

/* Row of each executor and task, from the top; NONE: no row. */
struct rows_of {
	uint32_t *exec, *task, n, left;
};

static double ms(dag_time t)
{
	return (double)t / 1e6;
}

static void number(struct rows_of *r, uint32_t *rows, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		rows[i] = rows[i] == 0 ? r->n++ : NONE;
}

/* Executors in order, those that run something or are few; the tasks of the
 * chart, in order. */
static void find_rows(const struct trace_figure *f, struct rows_of *r)
{
	const struct chart *c = &f->view->chart;
	const struct trace_header *h = f->view->h;
	uint32_t execs = 0;
	size_t bytes = (h->n_execs + (size_t)h->n_tasks) * sizeof(uint32_t);

	*r = (struct rows_of){.exec = alloc_checked(malloc(bytes))};
	r->task = r->exec + h->n_execs;
	memset(r->exec, 0xff, bytes);
	for (uint32_t i = 0; h->n_execs <= FIGURE_ROWS && i < h->n_execs; i++)
		r->exec[i] = 0;
	for (size_t i = 0; i < c->n_slices; i++)
		r->exec[c->slices[i].exec] = 0;
	for (size_t i = 0; i < c->n_overheads; i++)
		r->exec[c->overheads[i].exec] = 0;
	for (uint32_t i = 0; i < h->n_execs; i++) {
		if (r->exec[i] || execs++ < FIGURE_ROWS)
			continue;
		r->exec[i] = NONE;
		r->left++;
	}
	for (uint32_t i = 0; i < h->n_tasks; i++)
		if (c->tasks[i] == CHART_SHOWN)
			r->task[i] = 0;
	r->left += c->n_left;
	number(r, r->exec, h->n_execs);
	number(r, r->task, h->n_tasks);
}

uint32_t gantt_rows(const struct trace_figure *f)
{
	struct rows_of r;

	find_rows(f, &r);
	free(r.exec);
	return r.n;
}

uint32_t gantt_left_out(const struct trace_figure *f)
{
	struct rows_of r;

	find_rows(f, &r);
	free(r.exec);
	return r.left;
}

static void slice_rows(FILE *out, const struct trace_figure *f,
		       const struct rows_of *r, bool tasks)
{
	const struct chart *c = &f->view->chart;

	for (size_t i = 0; i < c->n_slices; i++) {
		const struct chart_slice *s = &c->slices[i];
		uint32_t row = tasks ? r->task[s->task] : r->exec[s->exec];

		if (row != NONE && (tasks || s->index == 0))
			fprintf(out, "%.6f\t%.6f\t-%u\t0x%s\n", ms(s->from),
				ms(s->to), row, figure_colour(s->task));
	}
}

static void overhead_rows(FILE *out, const struct trace_figure *f,
			  const struct rows_of *r)
{
	const struct chart *c = &f->view->chart;

	for (size_t i = 0; i < c->n_overheads; i++)
		if (r->exec[c->overheads[i].exec] != NONE)
			fprintf(out, "%.6f\t%.6f\t-%u\n",
				ms(c->overheads[i].from),
				ms(c->overheads[i].to),
				r->exec[c->overheads[i].exec]);
}

static void mark_rows(FILE *out, const struct trace_figure *f,
		      const struct rows_of *r, uint8_t kind)
{
	const struct chart *c = &f->view->chart;

	for (size_t i = 0; i < c->n_marks; i++)
		if (c->marks[i].kind == kind &&
		    r->task[c->marks[i].task] != NONE)
			fprintf(out, "%.6f\t-%u\t%.6f\n", ms(c->marks[i].t),
				r->task[c->marks[i].task],
				ms(c->marks[i].deadline));
}

/* The beginning of a name, whole characters of it, in quotes of a data file;
 * what fonts may lack becomes _. */
static void put_short(FILE *out, const char *name)
{
	for (int k = 0; *name && k < 14; k++) {
		unsigned char c = (unsigned char)*name++;
		bool plain = c >= ' ' && c != '"' && c != '\\' && c < 0xf0;

		putc(plain ? c : '_', out);
		for (; ((unsigned char)*name & 0xc0) == 0x80; name++)
			if (plain)
				putc(*name, out);
	}
}

static void name_rows(FILE *out, const struct trace_figure *f,
		      const struct rows_of *r)
{
	const struct chart *c = &f->view->chart;
	const struct trace_header *h = f->view->h;

	for (size_t i = 0; c->n_slices <= LABELLED && i < c->n_slices; i++) {
		const struct chart_slice *s = &c->slices[i];
		const struct trace_task *t = &h->tasks[s->task];
		bool node = t->n_nodes > 1;
		const char *name =
			node ? h->nodes[t->first_node + s->node].name : t->name;

		if (r->exec[s->exec] == NONE || s->index ||
		    (s->to - s->from) < (c->to - c->from) / 24)
			continue;
		fprintf(out, "%.6f\t-%u\t\"",
			ms(s->from + (s->to - s->from) / 2), r->exec[s->exec]);
		put_short(out, name);
		if (s->n > 1)
			fprintf(out, "+%u", s->n - 1);
		fputs("\"\n", out);
	}
}

/* gnuplot does not count blocks without a row, so each has one. */
static void block(FILE *out, const char *what)
{
	fprintf(out, "%s\nNaN\tNaN\tNaN\tNaN\n", what);
}

void gantt_data(FILE *out, const struct trace_figure *f)
{
	struct rows_of r;

	find_rows(f, &r);
	block(out, "# slices on executors: from, to, row, colour");
	slice_rows(out, f, &r, false);
	block(out, "\n\n# and in the rows of their tasks");
	slice_rows(out, f, &r, true);
	block(out, "\n\n# releases: time, row, deadline");
	mark_rows(out, f, &r, TRACE_RELEASE);
	block(out, "\n\n# misses");
	mark_rows(out, f, &r, TRACE_MISS);
	block(out, "\n\n# drops");
	mark_rows(out, f, &r, TRACE_DROP);
	block(out, "\n\n# names: time, row");
	name_rows(out, f, &r);
	if (f->view->chart.n_overheads) {
		block(out, "\n\n# overheads: from, to, row");
		overhead_rows(out, f, &r);
	}
	free(r.exec);
}

static bool any_mark(const struct chart *c, uint8_t kind)
{
	for (size_t i = 0; i < c->n_marks; i++)
		if (c->marks[i].kind == kind)
			return true;
	return false;
}

static void tics(FILE *out, const struct trace_figure *f)
{
	const struct trace_header *h = f->view->h;
	struct rows_of r;
	uint32_t execs = 0;
	bool any = false;

	find_rows(f, &r);
	fputs("set ytics (", out);
	for (uint32_t i = 0; i < h->n_execs + h->n_tasks; i++) {
		bool exec = i < h->n_execs;

		if (r.exec[i] == NONE)
			continue;
		fputs(any ? ", " : "", out);
		any = true;
		execs += exec;
		figure_tic(out, exec ? h->execs[i].name
				     : h->tasks[i - h->n_execs].name);
		fprintf(out, " -%u", r.exec[i]);
	}
	fprintf(out, ")\nset yrange [-%u.7:0.7]\n", r.n ? r.n - 1 : 0);
	if (execs && execs < r.n)
		fprintf(out,
			"set arrow from graph 0, first -%u.5 to graph 1, first "
			"-%u.5 nohead lc rgb '#888888'\n",
			execs - 1, execs - 1);
	free(r.exec);
}

void gantt_script(FILE *out, const struct trace_figure *f, const char *data)
{
	const struct chart *c = &f->view->chart;

	tics(out, f);
	fprintf(out,
		"set xlabel 'time (ms)'\nset xrange [%.6f:%.6f]\n"
		"set style fill solid 0.8 border lc rgb '#FFFFFF'\n"
		"set key above\nplot ",
		ms(c->from), ms(c->to));
	if (c->n_slices)
		fprintf(out,
			"%s index 0 using (($1+$2)/2):3:(($2-$1)/2):(0.36):4 "
			"with boxxyerror lc rgb variable lw 0.5 notitle, \\\n"
			" %s index 1 using (($1+$2)/2):3:(($2-$1)/2):(0.16):4 "
			"with boxxyerror lc rgb variable lw 0.5 notitle",
			data, data);
	else
		fputs("NaN notitle", out);
	if (c->n_overheads)
		fprintf(out,
			", \\\n %s index 6 using "
			"(($1+$2)/2):3:(($2-$1)/2):(0.2) "
			"with boxxyerror fill pattern 5 fc rgb '#666666' lw "
			"0.5 "
			"title 'overhead'",
			data);
	if (any_mark(c, TRACE_RELEASE))
		fprintf(out,
			", \\\n %s index 2 using 1:($2-0.42):(0):(0.8) with "
			"vectors size screen 0.005,20 filled lc rgb '#555555' "
			"title 'released', \\\n %s index 2 using 3:($2+0.42)"
			":(0):(-0.8) with vectors size screen 0.005,20 lc rgb "
			"'#BBBBBB' title 'deadline'",
			data, data);
	if (any_mark(c, TRACE_MISS))
		fprintf(out,
			", \\\n %s index 3 using 1:2 with points pt 2 ps 1.4 "
			"lw 3 lc rgb '#D00000' title 'missed'",
			data);
	if (any_mark(c, TRACE_DROP))
		fprintf(out,
			", \\\n %s index 4 using 1:2 with points pt 6 ps 1.6 "
			"lw 2 lc rgb '#D00000' title 'dropped'",
			data);
	for (size_t i = 0; c->n_slices <= LABELLED && i < c->n_slices; i++) {
		if (c->slices[i].to - c->slices[i].from <
		    (c->to - c->from) / 24)
			continue;
		fprintf(out,
			", \\\n %s index 5 using 1:2:3 with labels font ',9' "
			"textcolor rgb 'white' notitle",
			data);
		break;
	}
	putc('\n', out);
}

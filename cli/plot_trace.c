/* plot_trace.c - `dagsim plot TRACE`: one run as a picture
 *
 * A picture that goes to NAME.svg or NAME.png leaves its data, NAME.dat, and
 * its script, NAME.gp, beside it.
 */
#include "cli/plot.h"

#include "cli/figure_trace.h"
#include "cli/gnuplot.h"
#include "cli/output.h"
#include "cli/window.h"

#include <inttypes.h>
#include <string.h>

struct plotting {
	struct cli *cli;
	const struct plot_args *args;
	struct source source;
	struct view view;
	struct gantt_options window;
	bool *wanted; /* by task; NULL: all                                   */
	struct trace_figure figure;
};

bool plot_wants_trace(const struct plot_args *args)
{
	return args->gantt || args->response.given || args->backlog;
}

/* --- what is asked for --- */

static bool choose_figure(struct plotting *p)
{
	const struct plot_args *args = p->args;
	int asked =
		(args->gantt != NULL) + args->response.given + args->backlog;

	if (asked != 1)
		return error_set(&p->cli->error, NULL, 0, 0,
				 "of a trace, one of --gantt, --response and "
				 "--backlog is drawn");
	if (args->figure.given)
		return error_set(&p->cli->error, NULL, 0, 0,
				 "--figure is for sweeps");
	p->figure.kind =
		args->gantt ? FIGURE_GANTT
		: args->backlog
			? FIGURE_BACKLOG
			: (enum figure_kind)(FIGURE_BOX + args->response.index);
	return !args->gantt || gantt_window(p->cli, args->gantt, &p->window);
}

static bool choose_tasks(struct plotting *p, const struct trace_header *h)
{
	const struct opt_list *asked = &p->args->tasks;
	struct arena *a = &p->cli->arena;
	const char **names = ARENA_NEW(a, const char *, h->n_tasks);
	char hint[256] = "";

	for (uint32_t i = 0; i < h->n_tasks; i++)
		names[i] = h->tasks[i].name;
	if (asked->n)
		p->wanted = ARENA_NEW(a, bool, h->n_tasks);
	for (size_t k = 0; k < asked->n; k++) {
		bool found = false;

		for (uint32_t i = 0; i < h->n_tasks; i++) {
			if (strcmp(asked->items[k], names[i]) != 0)
				continue;
			p->wanted[i] = found = true;
		}
		if (found)
			continue;
		suggest(hint, sizeof(hint), asked->items[k], names,
			h->n_tasks < 20 ? h->n_tasks : 20);
		return error_set(&p->cli->error, NULL, 0, 0,
				 "no task '%.200s'%s", asked->items[k], hint);
	}
	return true;
}

static bool choose_run(struct plotting *p)
{
	if (!source_of_trace(p->cli, p->cli->operands.items[0],
			     &p->args->policies, &p->source))
		return false;
	if (p->source.n > 1)
		return error_set(&p->cli->error, p->source.path, 0, 0,
				 "the trace has %u runs; choose one by "
				 "--policy",
				 p->source.n);
	return choose_tasks(p, p->source.headers[0]);
}

static bool read_run(struct plotting *p)
{
	struct dag_error *e = &p->cli->error;
	bool gantt = p->figure.kind == FIGURE_GANTT;

	if (!view_survey(&p->view, p->cli, &p->source, 0,
			 p->args->response.given))
		return false;
	if (gantt &&
	    !view_chart(&p->view, p->cli, &p->source, 0, p->wanted,
			p->window.from, p->window.window ? p->window.to : 0,
			(struct chart_limits){.items = FIGURE_ITEMS,
					      .tasks = FIGURE_ROWS}))
		return false;
	if (p->args->response.given) {
		uint64_t n = 0;

		for (uint32_t i = 0; i < p->view.h->n_tasks; i++)
			if (!p->wanted || p->wanted[i])
				n += p->view.survey.tasks[i].n;
		if (!n)
			return error_set(e, p->source.path, 0, 0,
					 "no job of these tasks is completed");
	}
	p->figure.view = &p->view;
	p->figure.wanted = p->wanted;
	p->figure.command = p->cli->reproduce;
	return true;
}

/* --- drawing --- */

static void script(FILE *to, const void *ctx, const char *form)
{
	trace_figure_script(to, ctx, "$data", "dagsim", form);
}

static void tell_narrowed(const struct plotting *p)
{
	const struct chart *c = &p->view.chart;
	char from[32], to[32];

	if (!p->view.charted || !c->narrowed)
		return;
	time_format(from, sizeof(from), c->from);
	time_format(to, sizeof(to), c->to);
	fprintf(stderr,
		"note: more than %d boxes and marks; drawn is %s..%s only\n",
		FIGURE_ITEMS, from, to);
}

static void tell_left_out(const struct plotting *p)
{
	uint32_t left = trace_figure_left_out(&p->figure);

	if (left)
		fprintf(stderr,
			"note: %u more rows or lines are left out; "
			"--task chooses\n",
			left);
}

/* In the terminal a Gantt chart is text, not a rendering of a picture. */
struct filter {
	struct trace_sink sink;
	struct trace_sink *to;
	const bool *wanted;
};

static void pass(struct trace_sink *sink, const struct trace_rec *recs,
		 size_t n)
{
	struct filter *f = (struct filter *)sink;

	for (size_t i = 0; i < n; i++)
		if (!f->wanted || f->wanted[recs[i].task] ||
		    recs[i].kind == TRACE_OVERHEAD)
			f->to->consume(f->to, &recs[i], 1);
}

static bool draw_text(struct plotting *p, FILE *out)
{
	struct gantt *g = gantt_new(p->source.headers[0], &p->window);
	struct filter f = {{.consume = pass}, gantt_sink(g), p->wanted};
	struct trace_sink *sink = &f.sink;
	bool ok = p->source.feed(&p->source, 0, &sink, 1, &p->cli->error);

	if (ok)
		gantt_print(out, g);
	gantt_free(g);
	return ok;
}

/* "dir/name.svg" -> "dir/name"; NULL for standard output. */
static const char *stem_of(struct plotting *p, const char *output)
{
	const char *dot = strrchr(output, '.');

	if (!strcmp(output, "-"))
		return NULL;
	if (!dot || strchr(dot, '/'))
		return output;
	return arena_strndup(&p->cli->arena, output, (size_t)(dot - output));
}

static bool write_beside(struct plotting *p, const char *stem)
{
	struct arena *a = &p->cli->arena;
	struct dag_error *e = &p->cli->error;
	const char *data = arena_printf(a, "%s.dat", stem);
	const char *slash = strrchr(stem, '/');
	struct output out;

	if (!output_open(&out, data, a, e))
		return false;
	trace_figure_data(out.file, &p->figure);
	if (!output_commit(&out, e) ||
	    !output_open(&out, arena_printf(a, "%s.gp", stem), a, e))
		return false;
	stem = slash ? slash + 1 : stem;
	trace_figure_script(out.file, &p->figure,
			    arena_printf(a, "%s.dat", stem), stem, NULL);
	return output_commit(&out, e);
}

static int form_of(const struct plot_args *args)
{
	const char *dot = strrchr(args->output, '.');

	if (args->term.given || !dot)
		return args->term.index;
	return !strcmp(dot, ".svg")   ? TERM_SVG
	       : !strcmp(dot, ".png") ? TERM_PNG
	       : !strcmp(dot, ".gp")  ? TERM_GP
				      : args->term.index;
}

static bool draw(struct plotting *p)
{
	const char *stem = stem_of(p, p->args->output);
	int form = form_of(p->args);
	struct output out;
	bool ok = true;

	if (!output_open(&out, p->args->output, &p->cli->arena, &p->cli->error))
		return false;
	if (form == TERM_GP)
		script(out.file, &p->figure, NULL);
	else if (form == TERM_DUMB && p->figure.kind == FIGURE_GANTT)
		ok = draw_text(p, out.file);
	else
		ok = gnuplot_draw(script, &p->figure, plot_terminals[form],
				  out.file, &p->cli->error);
	if (ok && stem && (form == TERM_SVG || form == TERM_PNG))
		ok = write_beside(p, stem);
	if (ok && form != TERM_DUMB) {
		tell_narrowed(p);
		tell_left_out(p);
	}
	ok = ok && output_commit(&out, &p->cli->error);
	output_abort(&out);
	return ok;
}

bool plot_trace(struct cli *cli)
{
	struct plotting p = {.cli = cli, .args = cli->args};
	bool ok = choose_figure(&p) && choose_run(&p);

	if (ok) {
		ok = read_run(&p) && draw(&p);
		view_free(&p.view);
	}
	source_close(&p.source);
	return ok;
}

/* accept_panels.c - an acceptance sweep of several values, a panel each; see
 * accept_figure.h */
#include "cli/accept_figure.h"

#include "cli/sweep_figure.h"
#include "trace/metrics.h"

#include <math.h>
#include <string.h>

/* Pixels: of a panel with the space behind it, left of all, for the keys;
 * figure_terminal's lines that make a row of panels. */
enum { PANEL = 250, SPACE = 22, LEFT = 62, KEY = 310, ROW_LINES = 13 };

/* Columns that belong together: tests and, last, what they are held against.
 * A sweep lists them so, policy by policy. */
struct group {
	uint32_t from, to;
};

static bool next_group(const struct accept_table *t, struct group *g)
{
	g->from = g->to;
	while (g->to < t->n_columns && accept_is_test(t, g->to))
		g->to++;
	g->to += g->to < t->n_columns;
	return g->from < g->to;
}

static uint32_t count_groups(const struct accept_table *t)
{
	struct group g = {0};
	uint32_t n = 0;

	while (next_group(t, &g))
		n++;
	return n;
}

/* A test that is for none of the sets has no line. */
static bool is_drawn(const struct accept_table *t, uint32_t column)
{
	for (uint32_t v = 0; v < t->n_values; v++)
		for (uint32_t i = 0; i < t->n_points; i++)
			if (isfinite(accept_part(accept_at(t, v, i, column))))
				return true;
	return false;
}

/* --- data --- */

static void put_block(FILE *out, const struct accept_table *t, uint32_t value,
		      uint32_t column)
{
	fprintf(out, "# %s: %s, %s\n", t->vary, t->values[value],
		t->names[column]);
	for (uint32_t i = 0; i < t->n_points; i++) {
		const struct accept_cell *c = accept_at(t, value, i, column);
		double low, high;

		metrics_wilson(c->accepted, c->sets, &low, &high);
		if (isfinite(accept_part(c)))
			fprintf(out, "%s\t%.6g\t%.6g\t%.6g\n", t->targets[i],
				100 * accept_part(c), 100 * low, 100 * high);
		else
			fprintf(out, "%s\t?\t?\t?\n", t->targets[i]);
	}
}

void accept_panels_data(FILE *out, const struct accept_table *t)
{
	fprintf(out,
		"# %s, dagsim %s, digest %s, seed %s\n# %s\n# U, accepted in "
		"percent, Wilson 95 %% interval\n",
		t->stem, t->version, t->digest, t->seed, t->command);
	for (uint32_t v = 0; v < t->n_values; v++)
		for (uint32_t k = 0; k < t->n_columns; k++) {
			fputs(v || k ? "\n\n" : "", out);
			put_block(out, t, v, k);
		}
}

/* --- script --- */

/* Line i of a panel, without its data. */
static void put_style(FILE *out, const struct accept_table *t, uint32_t column,
		      uint32_t i)
{
	if (accept_is_test(t, column))
		fprintf(out,
			"with linespoints lw 2 dt %d pt %d ps 0.9 lc rgb '#%s'",
			i < figure_colours() ? 1 : 2, figure_mark(i),
			figure_colour(i));
	else
		fputs("with lines lw 1.5 dt 3 lc rgb '#555555'", out);
}

static void put_panel(FILE *out, const struct accept_table *t,
		      const struct group *g, uint32_t value, const char *data)
{
	uint32_t first = value * t->n_columns, i = 0;

	fputs("plot ", out);
	for (uint32_t k = g->from; k < g->to; k++)
		if (accept_is_test(t, k) && is_drawn(t, k))
			fprintf(out,
				"%s index %u using 1:3:4 with filledcurves fs "
				"noborder fc rgb '#E0%s' notitle, \\\n ",
				data, first + k, figure_colour(i++));
	i = 0;
	for (uint32_t k = g->from; k < g->to; k++) {
		if (!is_drawn(t, k))
			continue;
		fprintf(out, "%s index %u using 1:2 ", data, first + k);
		put_style(out, t, k, i++);
		fputs(" notitle, \\\n ", out);
	}
	fputs("NaN notitle\n", out);
}

/* The key stands in a panel of its own, where it covers nothing. */
static void put_key(FILE *out, const struct accept_table *t,
		    const struct group *g)
{
	uint32_t i = 0;

	fputs("unset border\nunset xtics\nunset ytics\nunset grid\nset title "
	      "''\nset xlabel ''\nset ylabel ''\nset key left top Left reverse "
	      "samplen 3 spacing 1.15\n",
	      out);
	if (g->to > g->from && !accept_is_test(t, g->to - 1)) {
		fputs("set key title ", out);
		figure_quoted(out, t->names[g->to - 1] + strlen("simulated "));
		fputs(" left\n", out);
	} else {
		fputs("set key title ''\n", out);
	}
	fputs("plot ", out);
	for (uint32_t k = g->from; k < g->to; k++) {
		if (!is_drawn(t, k))
			continue;
		fputs("NaN ", out);
		put_style(out, t, k, i++);
		fputs(" title ", out);
		figure_quoted(out, accept_is_test(t, k)
					   ? t->names[k]
					   : "simulated, no proof");
		fputs(", \\\n ", out);
	}
	fputs("NaN notitle\n", out);
}

static void put_axes(FILE *out, const struct accept_table *t, uint32_t value,
		     bool top, bool bottom)
{
	fputs("set border 3\nset xtics nomirror out\nset ytics nomirror "
	      "out\nunset key\nset grid lc rgb "
	      "'#DDDDDD' lt 1 lw 0.5\nset yrange [0:103]\nset title ",
	      out);
	if (top) {
		figure_quoted2(out, t->vary, ": ");
		fputs(" . ", out);
		figure_quoted(out, t->values[value]);
	} else {
		fputs("''", out);
	}
	fprintf(out, "\nset xlabel '%s'\nset ylabel '%s'\nset format y '%s'\n",
		!bottom       ? ""
		: t->per_core ? "utilization U of each core"
			      : "nominal utilization U",
		value ? "" : "sets accepted (%)", value ? "" : "%g");
	fprintf(out, "set xrange [0:%s]\n", t->targets[t->n_points - 1]);
}

static int width(const struct accept_table *t)
{
	return LEFT + PANEL * (int)t->n_values + KEY;
}

/* Where on the picture panel `column` of `row` is; behind the last, the key. */
static void put_place(FILE *out, const struct accept_table *t, uint32_t row,
		      uint32_t rows, uint32_t column)
{
	double w = width(t), left = LEFT + PANEL * (double)column;
	double right = column < t->n_values ? left + PANEL - SPACE : w - 1;
	double height = rows > 1 ? 120 + 20 * ROW_LINES * (double)rows : 480;
	double top = 1 - 62 / height; /* room for two titles                */
	double high = (top - 36 / height) / rows;

	fprintf(out,
		"set lmargin at screen %.4f\nset rmargin at screen %.4f\n"
		"set tmargin at screen %.4f\nset bmargin at screen %.4f\n",
		left / w, right / w, top - high * row,
		top - high * (row + 1) + 0.14 * high);
}

static void put_all(FILE *out, const struct accept_table *t, const char *data)
{
	uint32_t rows = count_groups(t), row = 0;
	struct group g = {0};

	fputs("set datafile missing '?'\nset multiplot title ", out);
	figure_quoted2(out, t->stem, ": sets accepted");
	fputs("\n", out);
	for (; next_group(t, &g); row++) {
		for (uint32_t v = 0; v < t->n_values; v++) {
			put_place(out, t, row, rows, v);
			put_axes(out, t, v, row == 0, row + 1 == rows);
			put_panel(out, t, &g, v, data);
		}
		put_place(out, t, row, rows, t->n_values);
		put_key(out, t, &g);
	}
	fputs("unset multiplot\n", out);
}

void accept_panels_script(FILE *out, const struct accept_table *t,
			  const char *data, const char *form)
{
	static const char *const forms[] = {"png", "svg"};

	fprintf(out, "# dagsim %s: %s\n", t->version, t->command);
	if (data[0] == '$') {
		fprintf(out, "%s << end_of_data\n", data);
		accept_panels_data(out, t);
		fputs("end_of_data\n", out);
	} else {
		fprintf(out,
			"# gnuplot %s_panels.gp draws %s_panels.png and "
			"%s_panels.svg\ndata = ",
			t->file_name, t->file_name, t->file_name);
		figure_quoted(out, data);
		fputs("\n", out);
		data = "data";
	}
	for (size_t i = 0; i < (form ? 1 : 2); i++) {
		figure_terminal(out, form ? form : forms[i], width(t),
				ROW_LINES * count_groups(t));
		if (!form)
			fprintf(out, "set output '%s_panels.%s'\n",
				t->file_name, forms[i]);
		put_all(out, t, data);
		fputs("unset output\nreset\n", out);
	}
}

/* report_accept.c - which part of random sets each test accepts; see report.h
 */
#include "cli/report.h"

#include "cli/accept_sum.h"

#include <inttypes.h>
#include <math.h>

/* What is told of a table: the columns that say something, under one value of
 * what was varied, or all of them at once. */
struct accepted {
	const struct accept_table *t;
	uint32_t n_columns, *columns;
	const char **names;
	uint32_t value;
};

static bool says_something(const struct accept_table *t, uint32_t column)
{
	for (uint32_t i = 0; i < t->n_values * t->n_points; i++)
		if (isfinite(accept_part(accept_at(t, i / t->n_points,
						   i % t->n_points, column))))
			return true;
	return false;
}

static void pick_columns(struct accepted *c, const struct accept_table *t,
			 struct arena *a)
{
	c->t = t;
	c->columns = ARENA_NEW(a, uint32_t, t->n_columns);
	c->names = ARENA_NEW(a, const char *, t->n_columns);
	for (uint32_t k = 0; k < t->n_columns; k++) {
		if (!says_something(t, k))
			continue;
		c->names[c->n_columns] = t->names[k];
		c->columns[c->n_columns++] = k;
	}
}

static double at_load(const void *ctx, uint32_t x, uint32_t line)
{
	const struct accepted *a = ctx;

	return 100 *
	       accept_part(accept_at(a->t, a->value, x, a->columns[line]));
}

static double at_value(const void *ctx, uint32_t x, uint32_t line)
{
	const struct accepted *a = ctx;

	return 100 * accept_weighted(a->t, x, a->columns[line]);
}

static bool is_simulated(const void *ctx, uint32_t line)
{
	const struct accepted *a = ctx;

	return !accept_is_test(a->t, a->columns[line]);
}

static void loads_figure(FILE *out, const struct accepted *a,
			 const char *caption)
{
	const struct accept_table *t = a->t;
	struct report_plot p = {
		.caption = caption,
		.x_title = t->per_core ? "utilization of each core"
				       : "utilization",
		.n_x = t->n_points,
		.n_lines = a->n_columns,
		.x = t->targets,
		.names = a->names,
		.at = at_load,
		.reference = is_simulated,
		.ctx = a,
		.whole = true,
	};

	report_plot(out, &p);
}

static void values_figure(FILE *out, const struct accepted *a)
{
	const struct accept_table *t = a->t;
	struct report_plot p = {
		.caption = "Sets accepted, in percent, each weighing as much "
			   "as its utilization.",
		.x_title = t->vary,
		.n_x = t->n_values,
		.n_lines = a->n_columns,
		.x = t->values,
		.names = a->names,
		.at = at_value,
		.reference = is_simulated,
		.ctx = a,
		.whole = true,
	};

	report_plot(out, &p);
}

/* --- tables: a row a column of the sweep, since those are many --- */

static void table_begin(FILE *out, const char *label, const char *first,
			const char *const *columns, uint32_t n)
{
	wide_begin(out, label);
	fputs("<table>\n<thead><tr><th scope=\"col\">", out);
	html_text(out, first);
	fputs("</th>", out);
	for (uint32_t k = 0; k < n; k++) {
		fputs("<th scope=\"col\">", out);
		html_text(out, columns[k]);
		fputs("</th>", out);
	}
}

static void table_end(FILE *out)
{
	fputs("</tbody></table>\n", out);
	wide_end(out);
}

static void percent(FILE *out, double part)
{
	if (isfinite(part))
		fprintf(out, "<td>%.1f</td>", 100 * part);
	else
		fputs("<td>-</td>", out);
}

static void row_begin(FILE *out, const struct accepted *a, uint32_t line)
{
	fputs("<tr><td>", out);
	html_text(out, a->names[line]);
	fputs("</td>", out);
}

static void values_table(FILE *out, const struct accepted *a)
{
	const struct accept_table *t = a->t;

	table_begin(out, "Sets accepted, weighted", t->vary,
		    (const char *const *)t->values, t->n_values);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (uint32_t k = 0; k < a->n_columns; k++) {
		row_begin(out, a, k);
		for (uint32_t v = 0; v < t->n_values; v++)
			percent(out, accept_weighted(t, v, a->columns[k]));
		fputs("</tr>\n", out);
	}
	table_end(out);
}

static void loads_table(FILE *out, const struct accepted *a)
{
	const struct accept_table *t = a->t;

	table_begin(out, "Sets accepted, by utilization", "U",
		    (const char *const *)t->targets, t->n_points);
	fputs("<th scope=\"col\">weighted</th></tr></thead>\n<tbody>\n", out);
	for (uint32_t k = 0; k < a->n_columns; k++) {
		uint32_t column = a->columns[k];

		row_begin(out, a, k);
		for (uint32_t i = 0; i < t->n_points; i++)
			percent(out,
				accept_part(accept_at(t, a->value, i, column)));
		percent(out, accept_weighted(t, a->value, column));
		fputs("</tr>\n", out);
	}
	table_end(out);
}

/* Processor time of each test for a set, over all sets. */
static void times_table(FILE *out, const struct accept_table *t)
{
	if (!t->timed)
		return;
	fputs("<h3>Time that the tests take</h3>\n", out);
	wide_begin(out, "Time of each test");
	fputs("<table>\n<thead><tr><th scope=\"col\">test</th><th "
	      "scope=\"col\">mean of a set, \xc2\xb5s</th><th "
	      "scope=\"col\">longest, \xc2\xb5s</th></tr></thead>\n<tbody>\n",
	      out);
	for (uint32_t k = 0; k < t->n_columns; k++) {
		uint64_t sets = 0, longest = 0;
		double sum = 0;

		for (uint32_t i = 0; i < t->n_values * t->n_points; i++) {
			const struct accept_cell *c = accept_at(
				t, i / t->n_points, i % t->n_points, k);

			sets += c->sets;
			sum += (double)c->time_ns;
			if (c->time_max_ns > longest)
				longest = c->time_max_ns;
		}
		fputs("<tr><td>", out);
		html_text(out, t->names[k]);
		fprintf(out, "</td><td>%.2f</td><td>%.2f</td></tr>\n",
			sum / 1e3 / (double)sets, (double)longest / 1e3);
	}
	table_end(out);
}

static void varied(FILE *out, struct accepted *c, struct arena *a)
{
	const struct accept_table *t = c->t;

	values_figure(out, c);
	values_table(out, c);
	for (; t->n_points > 1 && c->value < t->n_values; c->value++) {
		const char *name =
			arena_printf(a, "%s: %s", t->vary, t->values[c->value]);

		fputs("<h3>", out);
		html_text(out, name);
		fputs("</h3>\n", out);
		loads_figure(out, c,
			     arena_printf(a, "Sets accepted, in percent; %s.",
					  name));
		loads_table(out, c);
	}
}

static void tell_silent(FILE *out, const struct accept_table *t)
{
	bool any = false;

	for (uint32_t k = 0; k < t->n_columns; k++) {
		if (says_something(t, k))
			continue;
		fputs(any ? ", " : "<p class=\"mute\">Not for such sets: ",
		      out);
		html_text(out, t->names[k]);
		any = true;
	}
	if (any)
		fputs(".</p>\n", out);
}

void report_accept(FILE *out, const struct accept_table *t, struct arena *a)
{
	struct accepted c = {0};

	pick_columns(&c, t, a);
	section_begin(out, t->stem);
	fprintf(out,
		"<p>Which part of %" PRIu64
		" random sets at each utilization%s each test accepts, seed ",
		accept_at(t, 0, 0, 0)->sets, t->per_core ? " of a core" : "");
	html_text(out, t->seed);
	fputs(". What is simulated is a reference from above and no guarantee: "
	      "no miss was seen in one run. Made by</p>\n<pre>",
	      out);
	html_text(out, t->command);
	fputs("</pre>\n", out);
	if (t->vary) {
		varied(out, &c, a);
	} else {
		loads_figure(out, &c, "Sets accepted, in percent.");
		fputs("<h3>Sets accepted, in percent</h3>\n", out);
		loads_table(out, &c);
	}
	tell_silent(out, t);
	times_table(out, t);
	section_end(out);
}

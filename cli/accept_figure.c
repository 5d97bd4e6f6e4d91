/* accept_figure.c - see accept_figure.h */
#include "cli/accept_figure.h"

#include "cli/sweep_figure.h"
#include "trace/metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_BANDS = 7, FEW_VALUES = 12 };

/* Where something was varied, its values are what is drawn against. */
static bool varied(const struct accept_table *t)
{
	return t->vary != NULL;
}

static bool is_number(const char *s)
{
	char *end;

	return *s && strtod(s, &end) < INFINITY && *end == '\0';
}

/* Are all values numbers?  Else they are only named, in their order. */
static bool numeric(const struct accept_table *t)
{
	for (uint32_t i = 0; i < t->n_values; i++)
		if (!is_number(t->values[i]))
			return false;
	return true;
}

static void put_x(FILE *out, const struct accept_table *t, uint32_t i)
{
	if (!varied(t))
		fputs(t->targets[i], out);
	else if (numeric(t))
		fputs(t->values[i], out);
	else
		fprintf(out, "%u", i + 1);
}

/* --- data --- */

static void put_head(FILE *out, const struct accept_table *t, const char *what)
{
	fprintf(out, "# %s, dagsim %s, digest %s, seed %s\n# %s\n# %s, %s\n",
		t->stem, t->version, t->digest, t->seed, t->command,
		varied(t) ? t->vary : "U", what);
}

/* Of a weighted mean of independent parts: the normal interval. */
static void put_weighted(FILE *out, const struct accept_table *t,
			 uint32_t value, uint32_t column)
{
	double all = 0, var = 0, mean = accept_weighted(t, value, column), half;

	if (!isfinite(mean)) {
		fputs("\t?\t?\t?\n", out);
		return;
	}
	for (uint32_t i = 0; i < t->n_points; i++) {
		const struct accept_cell *c = accept_at(t, value, i, column);
		double u = t->utilization[i], p = accept_part(c);

		all += u;
		var += u * u * p * (1 - p) / (double)c->sets;
	}
	half = 1.959964 * sqrt(var) / all;
	fprintf(out, "\t%.6g\t%.6g\t%.6g\n", 100 * mean,
		100 * fmax(0, mean - half), 100 * fmin(1, mean + half));
}

static void put_part(FILE *out, const struct accept_cell *c)
{
	double low, high;

	if (!isfinite(accept_part(c))) { /* the test is not for them */
		fputs("\t?\t?\t?\n", out);
		return;
	}
	metrics_wilson(c->accepted, c->sets, &low, &high);
	fprintf(out, "\t%.6g\t%.6g\t%.6g\n", 100 * accept_part(c), 100 * low,
		100 * high);
}

void accept_figure_data(FILE *out, const struct accept_table *t)
{
	uint32_t n = varied(t) ? t->n_values : t->n_points;

	put_head(out, t,
		 varied(t) ? "accepted in percent, weighted by U, 95 % interval"
			   : "accepted in percent, Wilson 95 % interval");
	for (uint32_t k = 0; k < t->n_columns; k++) {
		fprintf(out, "%s# %s\n", k ? "\n\n" : "", t->names[k]);
		for (uint32_t i = 0; i < n; i++) {
			put_x(out, t, i);
			if (varied(t) && t->n_points > 1)
				put_weighted(out, t, i, k);
			else
				put_part(out, varied(t)
						      ? accept_at(t, i, 0, k)
						      : accept_at(t, 0, i, k));
		}
	}
}

void accept_times_data(FILE *out, const struct accept_table *t)
{
	uint32_t n = varied(t) ? t->n_values : t->n_points;

	put_head(out, t, "processor time of a set in us: mean, most");
	for (uint32_t k = 0; k < t->n_columns; k++) {
		fprintf(out, "%s# %s\n", k ? "\n\n" : "", t->names[k]);
		for (uint32_t i = 0; i < n; i++) {
			double sum = 0, sets = 0, most = 0;

			for (uint32_t p = 0; p < (varied(t) ? t->n_points : 1);
			     p++) {
				const struct accept_cell *c =
					varied(t) ? accept_at(t, i, p, k)
						  : accept_at(t, 0, i, k);

				sum += (double)c->time_ns;
				sets += (double)c->sets;
				most = fmax(most, (double)c->time_max_ns);
			}
			put_x(out, t, i);
			fprintf(out, "\t%.6g\t%.6g\n",
				1e-3 * fmax(1, sum / sets), 1e-3 * most);
		}
	}
}

/* --- scripts --- */

struct picture {
	const struct accept_table *t;
	const char *stem, *title, *ylabel;
	bool bands, log;
	void (*data)(FILE *out, const struct accept_table *t);
};

/* gnuplot finds no scale for a single place. */
static void put_one_place(FILE *out, const struct accept_table *t)
{
	double x = strtod(varied(t) ? t->values[0] : t->targets[0], NULL);
	double half = x ? 0.1 * fabs(x) : 1;

	fprintf(out, "set xrange [%g:%g]\n", x - half, x + half);
}

/* Between the values that were tried there is nothing. */
static void put_value_tics(FILE *out, const struct accept_table *t)
{
	fputs("set xtics (", out);
	for (uint32_t i = 0; i < t->n_values; i++) {
		fputs(i ? ", " : "", out);
		figure_tic(out, t->values[i]);
		fputs(" ", out);
		put_x(out, t, i);
	}
	fputs(")\n", out);
}

static void put_axes(FILE *out, const struct picture *p, bool plain)
{
	const struct accept_table *t = p->t;

	if (!plain)
		fputs("set grid lc rgb '#DDDDDD' lt 1 lw 0.5\n", out);
	fprintf(out, "set datafile missing '?'\nset border 3\n"
		     "set tics nomirror out\nset title ");
	figure_quoted(out, p->title);
	fputs("\nset xlabel ", out);
	figure_quoted(out, varied(t)     ? t->vary
			   : t->per_core ? "nominal utilization U of each core"
					 : "nominal utilization U");
	fprintf(out, "\nset ylabel '%s'\n%s\n", p->ylabel,
		p->log ? "set logscale y\nset format y '%.0s %cs'"
		       : "set yrange [0:103]");
	if (varied(t) && (!numeric(t) || t->n_values <= FEW_VALUES))
		put_value_tics(out, t);
	if (varied(t) && !numeric(t))
		fprintf(out, "set xrange [0.5:%u.5]\n", t->n_values);
	else if ((varied(t) ? t->n_values : t->n_points) == 1)
		put_one_place(out, t);
	fputs(plain ? "set key below\n"
		    : "set key outside right top Left reverse samplen 3 "
		      "spacing 1.15\n",
	      out);
}

/* A test that is for none of the sets has no line. */
static bool is_drawn(const struct accept_table *t, uint32_t column)
{
	for (uint32_t v = 0; v < t->n_values; v++)
		if (isfinite(accept_weighted(t, v, column)))
			return true;
	for (uint32_t i = 0; !varied(t) && i < t->n_points; i++)
		if (isfinite(accept_part(accept_at(t, 0, i, column))))
			return true;
	return false;
}

/* Its number among its like: tests have colours of their own, and simulations
 * begin with the first again. */
static uint32_t among_like(const struct accept_table *t, uint32_t column)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < column; k++)
		n += is_drawn(t, k) &&
		     accept_is_test(t, k) == accept_is_test(t, column);
	return n;
}

static void put_line(FILE *out, const struct picture *p, const char *data,
		     uint32_t k)
{
	const struct accept_table *t = p->t;
	bool test = accept_is_test(t, k);
	uint32_t like = among_like(t, k);

	fprintf(out,
		"%s index %u using 1:%s with linespoints lw %s dt %d pt %d ps "
		"0.9 lc rgb '#%s' title ",
		data, k, p->log ? "($2 * 1e-6)" : "2", test ? "2" : "1.2",
		!test                     ? 3
		: like < figure_colours() ? 1
					  : 2,
		figure_mark(like), figure_colour(like));
	figure_quoted2(out, t->names[k], test ? "" : " (no guarantee)");
}

static void put_plot(FILE *out, const struct picture *p, const char *data,
		     bool plain)
{
	const struct accept_table *t = p->t;
	/* Where many bands lie over each other each is fainter. */
	const char *alpha;
	int bands = 0;

	for (uint32_t k = 0; k < t->n_columns; k++)
		bands += accept_is_test(t, k) && is_drawn(t, k);
	alpha = bands > MANY_BANDS ? "F2" : "E0";

	fputs("plot ", out);
	for (uint32_t k = 0; p->bands && !plain && k < t->n_columns; k++)
		if (accept_is_test(t, k) && is_drawn(t, k))
			fprintf(out,
				"%s index %u using 1:3:4 with filledcurves fs "
				"noborder fc rgb '#%s%s' notitle, \\\n ",
				data, k, alpha,
				figure_colour(among_like(t, k)));
	for (int test = 1; test >= 0; test--)
		for (uint32_t k = 0; k < t->n_columns; k++) {
			if (accept_is_test(t, k) != test || !is_drawn(t, k))
				continue;
			put_line(out, p, data, k);
			fputs(", \\\n ", out);
		}
	fputs("NaN notitle\n", out);
}

static void put_script(FILE *out, const struct picture *p, const char *data,
		       const char *form)
{
	static const char *const forms[] = {"png", "svg"};
	const struct accept_table *t = p->t;
	bool plain = form && !strcmp(form, "dumb");

	fprintf(out, "# dagsim %s: %s\n", t->version, t->command);
	if (data[0] == '$') {
		fprintf(out, "%s << end_of_data\n", data);
		p->data(out, t);
		fputs("end_of_data\n", out);
	} else {
		fprintf(out, "# gnuplot %s.gp draws %s.png and %s.svg\ndata = ",
			p->stem, p->stem, p->stem);
		figure_quoted(out, data);
		fputs("\n", out);
		data = "data";
	}
	for (size_t i = 0; i < (form ? 1 : 2); i++) {
		figure_terminal(out, form ? form : forms[i], 1100,
				t->n_columns);
		if (!form)
			fprintf(out, "set output '%s.%s'\n", p->stem, forms[i]);
		put_axes(out, p, plain);
		put_plot(out, p, data, plain);
		fputs("unset output\nreset\n", out);
	}
}

void accept_figure_script(FILE *out, const struct accept_table *t,
			  const char *data, const char *form)
{
	struct arena a = {0};
	struct picture p = {
		.t = t,
		.stem = arena_printf(&a, "%s_accept", t->file_name),
		.title = arena_printf(&a, "%s: sets accepted", t->stem),
		.ylabel = varied(t) && t->n_points > 1
				  ? "sets accepted, weighted by U (%)"
				  : "sets accepted (%)",
		.bands = true,
		.data = accept_figure_data,
	};

	put_script(out, &p, data, form);
	arena_free(&a);
}

void accept_times_script(FILE *out, const struct accept_table *t,
			 const char *data, const char *form)
{
	struct arena a = {0};
	struct picture p = {
		.t = t,
		.stem = arena_printf(&a, "%s_times", t->file_name),
		.title = arena_printf(&a, "%s: run time of the tests", t->stem),
		.ylabel = "mean processor time of a set",
		.log = true,
		.data = accept_times_data,
	};

	put_script(out, &p, data, form);
	arena_free(&a);
}

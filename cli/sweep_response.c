/* sweep_response.c - see sweep_response.h */
#include "cli/sweep_response.h"

#include "cli/sweep_figure.h"

#include <math.h>
#include <string.h>

enum { PANELS_MAX = 4 };

void response_data(FILE *out, const struct rows *r)
{
	fprintf(out,
		"# %s, dagsim %s, digest %s\n# %s\n"
		"# number of the policy, then response times in ms, means over "
		"seeds of: 5, 25, 50, 75, 95, 99 %%\n",
		r->workload, r->version, r->digest, r->command);
	for (uint32_t p = 0; p < r->n_points; p++) {
		fprintf(out, "%s# U = %s\n", p ? "\n\n" : "", r->targets[p]);
		for (uint32_t i = 0; i < r->n_policies; i++) {
			fprintf(out, "%u", i + 1);
			for (int v = ROWS_P5_NS; v <= ROWS_P99_NS; v++) {
				double ns =
					rows_mean(r, p, i, (enum rows_value)v)
						.mean;

				if (isfinite(ns))
					fprintf(out, "\t%.6g", 1e-6 * ns);
				else
					fputs("\t?", out);
			}
			fprintf(out, "\t# %s\n", r->policies[i]);
		}
	}
}

/* The loads that are drawn: the ends, and what lies evenly between. */
static uint32_t pick_points(const struct rows *r, uint32_t *points)
{
	uint32_t n = r->n_points < PANELS_MAX ? r->n_points : PANELS_MAX;

	for (uint32_t i = 0; i < n; i++)
		points[i] =
			n > 1 ? (i * (r->n_points - 1) + (n - 1) / 2) / (n - 1)
			      : 0;
	return n;
}

/* The largest of 1, 2 and 5 times a power of ten that is at most x. */
static double round_down(double x)
{
	double power = pow(10, floor(log10(x) + 1e-12));

	return power * (x >= 5 * power ? 5 : x >= 2 * power ? 2 : 1);
}

/* Where gnuplot would label a power of ten or two: 1, 2 and 5 of each. */
static void put_tics(FILE *out, double low, double high)
{
	const char *next = "set ytics (";

	if (high > 30 * low)
		return;
	for (int e = (int)floor(log10(low)); e <= (int)log10(high) + 1; e++)
		for (int k = 0; k < 3; k++) {
			double at = (double)"\1\2\5"[k] * pow(10, e);

			if (at < low * 0.999 || at > high * 1.001)
				continue;
			fprintf(out, "%s%g", next, at);
			next = ", ";
		}
	if (*next == ',')
		fputs(")\n", out);
}

/* One scale for all panels, around what is drawn, in ms. */
static void put_scale(FILE *out, const struct rows *r, const uint32_t *points,
		      uint32_t n)
{
	double low = INFINITY, high = 0;

	for (uint32_t k = 0; k < n * r->n_policies; k++) {
		uint32_t p = points[k / r->n_policies], i = k % r->n_policies;
		double a = rows_mean(r, p, i, ROWS_P5_NS).mean;
		double b = rows_mean(r, p, i, ROWS_P99_NS).mean;

		if (isfinite(a) && a > 0)
			low = fmin(low, 1e-6 * a);
		if (isfinite(b))
			high = fmax(high, 1e-6 * b);
	}
	if (!(low < INFINITY) || !(high > 0))
		low = 0.1, high = 1;
	low = round_down(low * 0.99);
	high = 1 / round_down(0.99 / high);
	fprintf(out, "set logscale y\nset yrange [%g:%g]\n", low, high);
	put_tics(out, low, high);
}

static void put_key(FILE *out, const struct rows *r, uint32_t i,
		    const char *next)
{
	fprintf(out, "%sNaN with points pt %d ps 1.1 lc rgb '#%s' title ", next,
		figure_mark(i), figure_colour(i));
	figure_quoted(out, r->policies[i]);
	fputs(", \\\n ", out);
}

static void put_boxes(FILE *out, const struct rows *r, const char *data,
		      uint32_t point, bool plain)
{
	const char *next = "plot ";

	for (uint32_t i = 0; i < r->n_policies; i++) {
		const char *colour = figure_colour(i);

		/* What never ran has an entry in the key and no box. */
		if (!isfinite(rows_mean(r, point, i, ROWS_P99_NS).mean)) {
			put_key(out, r, i, next);
			next = "";
			continue;
		}
		fprintf(out,
			"%s%s index %u every ::%u::%u using 1:3:2:6:5 with "
			"candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#%s' "
			"notitle, \\\n ",
			next, data, point, i, i, colour);
		next = "";
		if (!plain)
			fprintf(out,
				"%s index %u every ::%u::%u using "
				"1:4:4:4:4 with candlesticks lw 3 lc rgb "
				"'#%s' notitle, \\\n ",
				data, point, i, i, colour);
		fprintf(out,
			"%s index %u every ::%u::%u using 1:7 with points pt "
			"%d ps 1.1 lc rgb '#%s' title ",
			data, point, i, i, figure_mark(i), colour);
		figure_quoted(out, r->policies[i]);
		fputs(", \\\n ", out);
	}
	fputs(plain ? "NaN notitle\n"
		    : "keyentry with lines lc bgnd title 'box: 25 to 75 %', "
		      "\\\n keyentry with lines lc bgnd title 'bar: median', "
		      "\\\n keyentry with lines lc bgnd title 'whiskers: 5 to "
		      "95 %', \\\n keyentry with lines lc bgnd title 'mark: "
		      "99 %'\n",
	      out);
}

static void put_panels(FILE *out, const struct rows *r, const char *data,
		       bool plain)
{
	const double left = 0.065, right = 0.765, gap = 0.012;
	uint32_t points[PANELS_MAX], n = pick_points(r, points);

	put_scale(out, r, points, n);
	if (plain) {
		n = 1; /* a terminal has room for the highest load */
		points[0] = r->n_points - 1;
	} else {
		fputs("set multiplot title ", out);
		figure_quoted2(out, r->workload, ": response times");
		fputs(" font ',14'\n"
		      "set tmargin at screen 0.86\n"
		      "set bmargin at screen 0.1\n"
		      "set key at screen 0.775, screen 0.86 left top Left "
		      "reverse samplen 2 spacing 1.25 font ',10'\n",
		      out);
	}
	for (uint32_t k = 0; k < n; k++) {
		double width = (right - left - gap * (n - 1)) / n;
		double from = left + (width + gap) * k;

		if (!plain)
			fprintf(out,
				"set lmargin at screen %.4f\n"
				"set rmargin at screen %.4f\n",
				from, from + width);
		fprintf(out, "set title 'U = %s'\n%s\n", r->targets[points[k]],
			k + 1 == n ? "set key" : "unset key");
		if (k == 1)
			fputs("set format y ''\nunset ylabel\n", out);
		put_boxes(out, r, data, points[k], plain);
	}
	if (!plain)
		fputs("unset multiplot\n", out);
}

void response_script(FILE *out, const struct rows *r, const char *data,
		     const char *stem, const char *form)
{
	static const char *const forms[] = {"png", "svg"};
	bool plain = form && !strcmp(form, "dumb");

	fprintf(out, "# dagsim %s: %s\n", r->version, r->command);
	if (data[0] == '$') {
		fprintf(out, "%s << end_of_data\n", data);
		response_data(out, r);
		fputs("end_of_data\n", out);
	} else {
		fprintf(out,
			"# gnuplot %s_response.gp draws %s_response.png "
			"and .svg\ndata = ",
			stem, stem);
		figure_quoted(out, data);
		fputs("\n", out);
		data = "data";
	}
	for (size_t i = 0; i < (form ? 1 : 2); i++) {
		figure_terminal(out, form ? form : forms[i], 1300,
				r->n_policies + 4);
		if (!form)
			fprintf(out, "set output '%s_response.%s'\n", stem,
				forms[i]);
		if (!plain)
			fputs("set grid y lc rgb '#DDDDDD' lt 1 lw 0.5\n", out);
		fprintf(out,
			"set datafile missing '?'\nset border 3\n"
			"set tics nomirror out\nunset xtics\n"
			"set boxwidth 0.6\nset style fill transparent solid "
			"0.25 border\nset xrange [0.2:%u.8]\n"
			"set ylabel 'response time (ms)'\n"
			"set xlabel 'policy'\n%s",
			r->n_policies, plain ? "set key below\n" : "");
		put_panels(out, r, data, plain);
		fputs("unset output\nreset\n", out);
	}
}

/* noise_figure.c - box plots and exceedances of latencies; see noise.h */
#include "cli/noise.h"

#include "cli/sweep_figure.h"

#include <math.h>
#include <string.h>

enum { LEAST_OCTAVE = 24 }; /* exceedances are shown down to 2^-24         */

/* --- data --- */

/* Points of the exceedance, evenly in log p: from 1 to where the law ends or
 * values become too rare. */
static void put_curve(FILE *out, const struct law *law)
{
	double rare = law->samples ? 0.5 / (double)law->samples : 0, last = -1;
	double end = ldexp(1, -LEAST_OCTAVE);

	if (rare > end)
		end = rare;
	for (int i = 0; i <= 8 * LEAST_OCTAVE; i++) {
		double p = ldexp(1 - (i % 8) / 16.0, -(i / 8)), v;

		if (p < end)
			break;
		v = law_quantile(law, 1 - p) / 1e3;
		if (v > 0 && v > last)
			fprintf(out, "%.6g\t%.6g\n", v, p);
		last = v > last ? v : last;
	}
}

void noise_figure_data(FILE *out, const struct noise_input *in, size_t n)
{
	fputs("# in us: number, least, quartiles, greatest, 99 %, 99.9 %, "
	      "mean; then for each law values and the probability to exceed "
	      "them\n",
	      out);
	for (size_t i = 0; i < n; i++) {
		const struct law *l = in[i].law;

		fprintf(out,
			"%zu\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t"
			"%.6g\n",
			i + 1, law_least(l) / 1e3, law_quantile(l, 0.25) / 1e3,
			law_quantile(l, 0.5) / 1e3, law_quantile(l, 0.75) / 1e3,
			law_most(l) / 1e3, law_quantile(l, 0.99) / 1e3,
			law_quantile(l, 0.999) / 1e3, law_mean(l) / 1e3);
	}
	for (size_t i = 0; i < n; i++) {
		fprintf(out, "\n\n# %s\n", in[i].name);
		put_curve(out, in[i].law);
	}
}

/* --- script --- */

/* Do the greatest and the medians lie far apart? */
static bool is_wide(const struct noise_input *in, size_t n)
{
	double most = 0, median = 0;

	for (size_t i = 0; i < n; i++) {
		most = fmax(most, law_most(in[i].law));
		median = fmax(median, law_quantile(in[i].law, 0.5));
	}
	return most > 8 * median;
}

static void boxes(FILE *out, const struct noise_input *in, size_t n,
		  const char *data, bool plain)
{
	bool log = is_wide(in, n);

	fprintf(out,
		"set title 'box: quartiles, median; whiskers: least, "
		"greatest%s'\n"
		"unset key\nset style fill transparent solid 0.25 border\n"
		"set boxwidth 0.5\nset xrange [0.4:%zu.6]\nset xlabel\n"
		"set ylabel 'latency (us)'\n%s\nset xtics (",
		plain ? "" : "; mark: 99 %", n,
		log ? "set logscale y" : "set yrange [0:*]");
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%s'%zu' %zu", i ? ", " : "", i + 1, i + 1);
	fputs(")\nplot ", out);
	for (size_t i = 0; i < n; i++) {
		/* A logarithm has no place for 0. */
		const char *least = log ? "($2 > $3 / 10 ? $2 : $3 / 10)" : "2";

		fprintf(out,
			"%s%s index 0 every ::%zu::%zu using 1:3:%s:6:5 with "
			"candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#%s'",
			i ? ", \\\n " : "", data, i, i, least,
			figure_colour((uint32_t)i));
		fprintf(out,
			", \\\n %s index 0 every ::%zu::%zu using 1:4:4:4:4 "
			"with candlesticks lw 3 lc rgb '#%s'",
			data, i, i, figure_colour((uint32_t)i));
		if (!plain)
			fprintf(out,
				", \\\n %s index 0 every ::%zu::%zu using 1:7 "
				"with points pt %d ps 0.9 lc rgb '#%s'",
				data, i, i, figure_mark((uint32_t)i),
				figure_colour((uint32_t)i));
	}
	fputs("\nunset logscale y\nset yrange [*:*]\nset xrange [*:*]\n"
	      "set xtics autofreq\n",
	      out);
}

static void curves(FILE *out, const struct noise_input *in, size_t n,
		   const char *data, bool plain)
{
	fprintf(out,
		"set title 'how often a latency is exceeded'\n%s\n"
		"set logscale xy\nset format y '%%g'\n"
		"set xlabel 'latency (us)'\nset ylabel 'P(latency > x)'\n"
		"plot ",
		plain ? "set key below"
		      : "set key at screen 0.99, screen 0.04 right bottom Left "
			"reverse samplen 3 maxrows 4");
	for (size_t i = 0; i < n; i++) {
		char number[32];

		snprintf(number, sizeof(number), "%zu  ", i + 1);
		fprintf(out,
			"%s%s index %zu using 1:2 with %s lw 1.8 lc rgb "
			"'#%s' title ",
			i ? ", \\\n " : "", data, i + 1,
			plain ? "points" : "lines", figure_colour((uint32_t)i));
		figure_quoted2(out, number, in[i].name);
	}
	putc('\n', out);
}

void noise_figure_script(FILE *out, const struct noise_input *in, size_t n,
			 const char *data, const char *stem, const char *form)
{
	static const char *const forms[] = {"png", "svg"};
	bool plain = form && !strcmp(form, "dumb");

	if (data[0] != '$') {
		fprintf(out,
			"# dagsim %s: gnuplot %s.gp draws %s.png and "
			"%s.svg\ndata = ",
			DAGSIM_VERSION, stem, stem, stem);
		figure_quoted(out, data);
		putc('\n', out);
		data = "data";
	}
	for (size_t i = 0; i < (form ? 1 : 2); i++) {
		figure_terminal(out, form ? form : forms[i], 1100, 4);
		if (!form)
			fprintf(out, "set output '%s.%s'\n", stem, forms[i]);
		fputs("set border 3\nset tics nomirror out\n", out);
		if (!plain) {
			fputs("set grid lc rgb '#DDDDDD' lt 1 lw 0.5\n"
			      "set multiplot\nset tmargin at screen 0.90\n"
			      "set bmargin at screen 0.34\n"
			      "set lmargin at screen 0.10\n"
			      "set rmargin at screen 0.44\n",
			      out);
			boxes(out, in, n, data, plain);
			fputs("set lmargin at screen 0.56\n"
			      "set rmargin at screen 0.97\n",
			      out);
		} else {
			boxes(out, in, n, data, plain);
		}
		curves(out, in, n, data, plain);
		fprintf(out, "%sunset output\nreset\n",
			plain ? "" : "unset multiplot\n");
	}
}

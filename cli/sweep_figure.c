/* sweep_figure.c - see sweep_figure.h */
#include "cli/sweep_figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Okabe and Ito, Color Universal Design, 2008; without the yellow, which is
 * too light for a thin line. */
static const char *const colours[] = {"000000", "D55E00", "0072B2", "009E73",
				      "CC79A7", "E69F00", "56B4E9"};
static const int marks[] = {7, 5, 9, 13, 11, 6, 4, 8, 12, 10};
static const int dashes[] = {2, 3, 4, 5};
#define PICK(list, i) ((list)[(i) % (sizeof(list) / sizeof(*(list)))])

uint32_t figure_colours(void)
{
	return (uint32_t)(sizeof(colours) / sizeof(*colours));
}

const char *figure_colour(uint32_t i)
{
	return PICK(colours, i);
}

int figure_mark(uint32_t i)
{
	return PICK(marks, i);
}

/* --- data --- */

/* Mean and interval in percent; '?' where there is none. */
static void columns(FILE *out, struct estimate m)
{
	double half = isfinite(m.half) ? m.half : 0;

	if (!isfinite(m.mean)) {
		fputs("\t?\t?\t?", out);
		return;
	}
	fprintf(out, "\t%.6g\t%.6g\t%.6g", 100 * m.mean,
		100 * fmax(0, m.mean - half), 100 * fmin(1, m.mean + half));
}

void figure_data(FILE *out, const struct rows *r)
{
	fprintf(out,
		"# %s, dagsim %s, digest %s\n# %s\n"
		"# U, then miss rate in percent, mean and 95 %% interval: all "
		"streams, high criticality\n",
		r->workload, r->version, r->digest, r->command);
	for (uint32_t i = 0; i < r->n_policies; i++) {
		fprintf(out, "%s# %s\n", i ? "\n\n" : "", r->policies[i]);
		for (uint32_t p = 0; p < r->n_points; p++) {
			fputs(r->targets[p], out);
			columns(out, rows_mean(r, p, i, ROWS_MISS));
			columns(out, rows_mean(r, p, i, ROWS_HIGH_MISS));
			putc('\n', out);
		}
	}
}

/* --- script --- */

int figure_limit(const struct rows *r, uint32_t answer)
{
	uint32_t p = 0;

	while (p < r->n_points) {
		const char *verdict = rows_verdict(r, p, answer);

		if (!verdict || strcmp(verdict, "schedulable") != 0)
			break;
		p++;
	}
	return (int)p - 1;
}

enum { TIC_COLUMNS = 28 };

/* Fonts lack most characters beyond the basic plane, and may show something
 * huge instead: a box. */
static void inner(FILE *out, const char *s)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '\'')
			putc('\'', out);
		if (c < 0xf0 && c != '\n' && c != '\r') {
			putc(c, out);
			continue;
		}
		fputs(c < 0xf0 ? "" : "\xe2\x96\xa1", out);
		while (c >= 0xf0 && ((unsigned char)s[1] & 0xc0) == 0x80)
			s++;
	}
}

void figure_quoted2(FILE *out, const char *s, const char *t)
{
	putc('\'', out);
	inner(out, s);
	inner(out, t);
	putc('\'', out);
}

void figure_quoted(FILE *out, const char *s)
{
	figure_quoted2(out, s, "");
}

/* Where a name is to be cut: characters beyond Latin and its kin are counted
 * as wide ones. */
static size_t tic_length(const char *s)
{
	size_t n = 0, columns = 0, cut = 0;

	while (s[n]) {
		size_t begin = n++;

		while (((unsigned char)s[n] & 0xc0) == 0x80)
			n++;
		columns += (unsigned char)s[begin] >= 0xe1 ? 2 : 1;
		if (columns <= TIC_COLUMNS - 2)
			cut = n;
		if (columns > TIC_COLUMNS)
			return cut;
	}
	return n;
}

void figure_tic(FILE *out, const char *s)
{
	size_t n = tic_length(s);

	putc('\'', out);
	while (n) {
		char piece[TIC_COLUMNS * 4 + 1];
		size_t k = strcspn(s, "%");

		k = k < n ? k + 1 : n;
		snprintf(piece, sizeof(piece), "%.*s", (int)k, s);
		inner(out, piece);
		if (s[k - 1] == '%')
			putc('%', out);
		s += k;
		n -= k;
	}
	fputs(*s ? "..'" : "'", out);
}

/* The dash of a limit: the same for all tests that admit equally far. */
static int dash_of(const struct rows *r, uint32_t test)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < r->n_answers; i++) {
		bool new = true;

		if (figure_limit(r, i) == figure_limit(r, test))
			return PICK(dashes, n);
		for (uint32_t k = 0; k < i; k++)
			new &= figure_limit(r, k) != figure_limit(r, i);
		n += new &&figure_limit(r, i) >= 0;
	}
	return PICK(dashes, n);
}

static void limit_arrows(FILE *out, const struct rows *r)
{
	for (uint32_t i = 0; i < r->n_answers; i++) {
		int limit = figure_limit(r, i);

		if (limit >= 0)
			fprintf(out,
				"set arrow from %s, graph 0 to %s, graph 1 "
				"nohead back lw 1.5 dt %d lc rgb '#666666'\n",
				r->targets[limit], r->targets[limit],
				dash_of(r, i));
	}
}

static void limit_keys(FILE *out, const struct rows *r)
{
	bool any = false;

	for (uint32_t i = 0; i < r->n_answers; i++)
		any |= figure_limit(r, i) >= 0;
	if (any)
		fputs(", \\\n keyentry with lines lc bgnd title 'tests admit "
		      "up "
		      "to'",
		      out);
	for (uint32_t i = 0; i < r->n_answers; i++) {
		int limit = figure_limit(r, i);

		if (limit >= 0)
			fprintf(out,
				", \\\n keyentry with lines lw 1.5 dt %d lc "
				"rgb '#666666' title '%s: %s'",
				dash_of(r, i), r->answers[i].name,
				r->targets[limit]);
	}
}

/* The largest upper end of an interval, in percent and rounded up, so that
 * the panels have one scale. */
static double scale_of(const struct rows *r)
{
	double most = 0.1, step = 0.1;

	for (uint32_t i = 0; i < r->n_points * r->n_policies; i++)
		for (int v = ROWS_MISS; v <= ROWS_HIGH_MISS; v++) {
			struct estimate m = rows_mean(r, i / r->n_policies,
						      i % r->n_policies,
						      (enum rows_value)v);
			double half = isfinite(m.half) ? m.half : 0;

			if (isfinite(m.mean))
				most = fmax(most, 100 * (m.mean + half));
		}
	while (most > 10 * step)
		step *= 10;
	return fmin(100, step * ceil(most / step));
}

static bool ever_ran(const struct rows *r, uint32_t policy, enum rows_value v)
{
	for (uint32_t i = 0; i < r->n_points; i++)
		if (isfinite(rows_mean(r, i, policy, v).mean))
			return true;
	return false;
}

/* A panel; the column of its means is `column`.  What never ran has an entry
 * in the key only: gnuplot warns of data without a number. */
static void panel(FILE *out, const struct rows *r, const char *data,
		  const char *title, int column, bool key, bool bands)
{
	enum rows_value v = column == 2 ? ROWS_MISS : ROWS_HIGH_MISS;

	fprintf(out, "set title '%s'\n%s\nplot ", title,
		key ? "set key" : "unset key");
	for (uint32_t i = 0; bands && r->n_seeds > 1 && i < r->n_policies; i++)
		if (ever_ran(r, i, v))
			fprintf(out,
				"%s index %u using 1:%d:%d with filledcurves "
				"fs noborder fc rgb '#D0%s' notitle, \\\n ",
				data, i, column + 1, column + 2,
				PICK(colours, i));
	for (uint32_t i = 0; i < r->n_policies; i++) {
		fputs(i ? ", \\\n " : "", out);
		if (ever_ran(r, i, v))
			fprintf(out, "%s index %u using 1:%d", data, i, column);
		else
			fputs("NaN", out);
		fprintf(out,
			" with linespoints lw 1.8 pt %d ps 0.9 lc rgb '#%s' "
			"title ",
			PICK(marks, i), PICK(colours, i));
		figure_quoted(out, r->policies[i]);
	}
	if (bands)
		limit_keys(out, r);
	fputs("\n", out);
}

static void setup(FILE *out, const struct rows *r, bool plain)
{
	if (!plain)
		fputs("set grid lc rgb '#DDDDDD' lt 1 lw 0.5\n", out);
	fputs("set datafile missing '?'\n"
	      "set border 3\nset tics nomirror out\n"
	      "set xlabel 'nominal utilization U (without batches)'\n"
	      "set ylabel 'deadline misses (%)'\n",
	      out);
	fprintf(out,
		r->n_points > 1 ? "set xrange [%s:%s]\n"
				: "set xrange [0.9 * %s:1.1 * %s]\n",
		r->targets[0], r->targets[r->n_points - 1]);
	fprintf(out, "set yrange [0:%g]\n", scale_of(r));
	if (!plain)
		limit_arrows(out, r);
}

/* Two panels and the key, each at a place of its own. */
static void panels(FILE *out, const struct rows *r, const char *data,
		   bool plain)
{
	bool high = rows_have_high(r);

	if (plain) {
		fputs("set key below\n", out);
		panel(out, r, data, "all streams", 2, true, false);
		if (high)
			panel(out, r, data, "high-criticality streams", 5,
			      false, false);
		return;
	}
	fputs("set multiplot title ", out);
	figure_quoted(out, r->workload);
	fprintf(out,
		" font ',14'\n"
		"set tmargin at screen 0.86\nset bmargin at screen 0.13\n"
		"set key at screen 0.765, screen 0.86 left top Left reverse "
		"samplen 3 spacing 1.25 font ',10'\n"
		"set lmargin at screen 0.07\nset rmargin at screen %s\n",
		high ? "0.385" : "0.74");
	panel(out, r, data, "all streams", 2, !high, true);
	if (high) {
		fputs("set lmargin at screen 0.435\n"
		      "set rmargin at screen 0.75\nunset ylabel\n",
		      out);
		panel(out, r, data, "high-criticality streams", 5, true, true);
	}
	fputs("unset multiplot\n", out);
}

void figure_terminal(FILE *out, const char *form, int width, uint32_t lines)
{
	int height = lines > 18 ? 120 + 20 * (int)lines : 480;

	if (!strcmp(form, "dumb"))
		fprintf(out, "set terminal dumb noenhanced size 100, %d\n",
			lines > 14 ? 20 + (int)lines : 34);
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

void figure_script(FILE *out, const struct rows *r, const char *data,
		   const char *stem, const char *form)
{
	static const char *const forms[] = {"png", "svg"};
	bool plain;

	fprintf(out, "# dagsim %s: %s\n", r->version, r->command);
	if (data[0] == '$') {
		fprintf(out, "%s << end_of_data\n", data);
		figure_data(out, r);
		fprintf(out, "end_of_data\n");
	} else {
		fprintf(out, "# gnuplot %s.gp draws %s.png and %s.svg\ndata = ",
			stem, stem, stem);
		figure_quoted(out, data);
		putc('\n', out);
	}
	plain = form && !strcmp(form, "dumb");
	for (size_t i = 0; i < (form ? 1 : 2); i++) {
		figure_terminal(out, form ? form : forms[i], 1300,
				r->n_policies + r->n_answers);
		if (!form) {
			fputs("set output ", out);
			fprintf(out, "'%s.%s'\n", stem, forms[i]);
		}
		setup(out, r, plain);
		panels(out, r, data[0] == '$' ? data : "data", plain);
		fputs("unset output\nreset\n", out);
	}
}

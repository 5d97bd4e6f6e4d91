/* compare_figure.c - box plots of responses, side by side; see compare.h */
#include "cli/compare.h"

#include "cli/sweep_figure.h"

static const unsigned edges[] = {0, 25, 50, 75, 95, 99, 100};
enum { EDGES = sizeof(edges) / sizeof(*edges) };

static size_t n_groups(const struct comparison *c)
{
	size_t tasks = c->workload->n_tasks;

	return tasks > 1 ? tasks + 1 : 1; /* of one task all is the same  */
}

/* Groups stand apart by the width of a box. */
static size_t place(const struct comparison *c, size_t group, size_t run)
{
	return group * (c->n + 1) + run + 1;
}

void compare_figure_data(FILE *out, const struct comparison *c)
{
	fputs("# in ms: place, least, 25 %, median, 75 %, 95 %, 99 %, "
	      "greatest; a block for each platform\n",
	      out);
	for (size_t i = 0; i < c->n; i++) {
		fprintf(out, "%s# %s\n", i ? "\n\n" : "", c->runs[i].platform);
		for (size_t k = 0; k < n_groups(c); k++) {
			const struct compare_responses *r =
				&c->runs[i].rows[k].responses;

			fprintf(out, "%zu", place(c, k, i));
			for (size_t q = 0; q < EDGES; q++)
				if (r->n)
					fprintf(out, "\t%.8f",
						(double)compare_percentile(
							r, edges[q]) /
							1e8);
				else
					fputs("\tNaN", out);
			putc('\n', out);
		}
	}
}

static void put_tics(FILE *out, const struct comparison *c)
{
	fputs("set xtics (", out);
	for (size_t k = 0; k < n_groups(c); k++) {
		bool all = k == c->workload->n_tasks;

		if (k)
			fputs(", ", out);
		figure_quoted(out, all ? "ALL" : c->workload->tasks[k].name);
		fprintf(out, " %.1f",
			(double)(place(c, k, 0) + place(c, k, c->n - 1)) / 2);
	}
	fputs(")\n", out);
}

static void put_boxes(FILE *out, const struct comparison *c)
{
	fputs("plot ", out);
	for (size_t i = 0; i < c->n; i++) {
		const char *colour = figure_colour((uint32_t)i);

		fprintf(out,
			"%sdata index %zu using 1:3:2:8:5 with candlesticks "
			"whiskerbars 0.5 lw 1.4 lc rgb '#%s' title ",
			i ? ", \\\n " : "", i, colour);
		figure_quoted(out, c->runs[i].platform);
		fprintf(out,
			", \\\n data index %zu using 1:4:4:4:4 with "
			"candlesticks lw 3 lc rgb '#%s' notitle, \\\n data "
			"index %zu using 1:7 with points pt %d ps 0.9 lc rgb "
			"'#%s' notitle",
			i, colour, i, figure_mark((uint32_t)i), colour);
	}
	putc('\n', out);
}

void compare_figure_script(FILE *out, const struct comparison *c,
			   const char *data, const char *stem)
{
	static const char *const forms[] = {"png", "svg"};

	fprintf(out,
		"# dagsim %s: gnuplot %s.gp draws %s.png and %s.svg\ndata = ",
		DAGSIM_VERSION, stem, stem, stem);
	figure_quoted(out, data);
	putc('\n', out);
	for (size_t i = 0; i < 2; i++) {
		figure_terminal(out, forms[i], 1100, (uint32_t)c->n);
		fprintf(out,
			"set output '%s.%s'\n"
			"set title 'box: quartiles; whiskers: least, greatest; "
			"mark: 99 %%'\n"
			"set border 3\nset tics nomirror out\n"
			"set grid ytics lc rgb '#DDDDDD' lt 1 lw 0.5\n"
			"set key below\nset boxwidth 0.7\n"
			"set style fill transparent solid 0.25 border\n"
			"set ylabel 'response time (ms)'\nset yrange [0:*]\n"
			"set xrange [0:%zu]\n",
			stem, forms[i], place(c, n_groups(c), 0));
		put_tics(out, c);
		put_boxes(out, c);
		fputs("unset output\nreset\n", out);
	}
}

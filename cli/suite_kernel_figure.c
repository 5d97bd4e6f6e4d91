/* suite_kernel_figure.c - figures of the suite kernel-latency */
#include "cli/suite_kernel.h"

#include "cli/sweep_figure.h"
#include "trace/metrics.h"

#include <string.h>

/* From low to high; yerrorbars leave a hole where their point is not drawn. */
#define BAR "vectors heads size screen 0.004,90 fixed"

enum { MODELS = KERNELS / 2 };

/* The rows are idle ones, then loaded ones, in the same order. */
static const char *const models[MODELS] = {"NONE", "VOLUNTARY", "PREEMPT",
					   "RT"};

static void head(FILE *out, const struct kernel_results *r, const char *what)
{
	fprintf(out, "# %s, dagsim %s, digest %s\n# %s\n", what, DAGSIM_VERSION,
		r->digest, r->command);
}

/* --- round trips --- */

void kernel_echo_data(FILE *out, const struct kernel_results *r)
{
	head(out, r, "round trips in ms");
	fputs("# model, least, 25 %, median, 75 %, greatest, mean; blocks: "
	      "study idle, dagsim idle (greatest of all seeds), study loaded, "
	      "dagsim loaded; then least and greatest of the greatest of each "
	      "seed, idle and loaded\n",
	      out);
	for (int load = 0; load < 2; load++) {
		fputs(load ? "\n\n" : "", out);
		for (int i = 0; i < MODELS; i++) {
			const struct latency_summary *s =
				&r->echoes[load * MODELS + i].row->summary;

			fprintf(out, "%d\t%.7g\t%.7g\t%.7g\t%.7g\t%.7g\t%.7g\n",
				i + 1, s->min / 1e6, s->q1 / 1e6,
				s->median / 1e6, s->q3 / 1e6, s->max / 1e6,
				s->mean / 1e6);
		}
		fputs("\n\n", out);
		for (int i = 0; i < MODELS; i++) {
			const struct echo *e = &r->echoes[load * MODELS + i];
			const struct echo_run *x = &e->runs[0];

			fprintf(out, "%d\t%.7g\t%.7g\t%.7g\t%.7g\t%.7g\t%.7g\n",
				i + 1, (double)x->least / 1e6,
				(double)x->q1 / 1e6, (double)x->median / 1e6,
				(double)x->q3 / 1e6, (double)x->greatest / 1e6,
				e->mean / 1e6);
		}
	}
	for (int load = 0; load < 2; load++) {
		fputs("\n\n", out);
		for (int i = 0; i < MODELS; i++) {
			const struct echo *e = &r->echoes[load * MODELS + i];

			fprintf(out, "%d\t%.7g\t%.7g\n", i + 1,
				(double)e->lowest / 1e6,
				(double)e->highest / 1e6);
		}
	}
}

static void put_boxes(FILE *out, int block, double shift, int colour,
		      const char *title)
{
	fprintf(out,
		"data index %d using ($1%+g):3:2:6:5 with candlesticks "
		"whiskerbars 0.5 lw 1.4 lc rgb '#%s' title '%s', \\\n"
		" data index %d using ($1%+g):4:4:4:4 with candlesticks lw 3 "
		"lc "
		"rgb '#%s' notitle, \\\n data index %d using ($1%+g):7 with "
		"points pt 9 ps 0.8 lc rgb '#%s' notitle",
		block, shift, figure_colour((uint32_t)colour), title, block,
		shift, figure_colour((uint32_t)colour), block, shift,
		figure_colour((uint32_t)colour));
}

static void put_panel(FILE *out, const struct kernel_results *r, int load)
{
	char ours[64];

	snprintf(ours, sizeof(ours), "dagsim, seed %llu",
		 (unsigned long long)r->first_seed);
	fprintf(out,
		"set title '%s'\nset lmargin at screen %s\n"
		"set rmargin at screen %s\n%s\nplot ",
		load ? "loaded" : "idle", load ? "0.46" : "0.07",
		load ? "0.80" : "0.40",
		load ? "set logscale y\nset yrange [0.2:30]\nunset ylabel\n"
		       "set key"
		     : "set yrange [0.25:*]\nset ylabel 'round trip (ms)'\n"
		       "unset key");
	put_boxes(out, 2 * load, -0.2, 0, "study");
	fputs(", \\\n ", out);
	put_boxes(out, 2 * load + 1, 0.2, 2, ours);
	fprintf(out,
		", \\\n data index %d using ($1+0.36):2:(0):($3-$2) with " BAR
		" lw 2 lc rgb '#%s' title 'greatest of %u seeds'%s\n",
		4 + load, figure_colour(1), r->n_seeds,
		load ? ", \\\n keyentry with points pt 9 ps 0.8 lc rgb "
		       "'#000000' title 'mean'"
		     : "");
}

void kernel_echo_script(FILE *out, const struct kernel_results *r)
{
	static const char *const forms[] = {"png", "svg"};

	head(out, r, "gnuplot " SUITE_KERNEL "_suite.gp draws .png and .svg");
	fputs("data = '" SUITE_KERNEL "_suite.dat'\n", out);
	for (int f = 0; f < 2; f++) {
		figure_terminal(out, forms[f], 1200, 4);
		fprintf(out,
			"set output '" SUITE_KERNEL "_suite.%s'\n"
			"set multiplot title 'Round trips of an application "
			"that answers CAN frames, Linux 6.12'\n"
			"set grid y lc rgb '#DDDDDD' lt 1 lw 0.5\nset border "
			"3\n"
			"set tics nomirror out\nset boxwidth 0.3\n"
			"set style fill transparent solid 0.25 border\n"
			"set tmargin at screen 0.84\n"
			"set bmargin at screen 0.10\nset xrange [0.4:%d.6]\n"
			"set key at screen 0.82, screen 0.84 left top Left "
			"reverse samplen 3 spacing 1.25\nset xtics (",
			forms[f], MODELS);
		for (int i = 0; i < MODELS; i++)
			fprintf(out, "%s'%s' %d", i ? ", " : "", models[i],
				i + 1);
		fputs(")\n", out);
		put_panel(out, r, 0);
		put_panel(out, r, 1);
		fputs("unset multiplot\nunset output\nreset\n", out);
	}
}

/* --- robots --- */

/* No latency first. */
static uint32_t cell_at(uint32_t place)
{
	return (place + KERNELS) % (KERNELS + 1);
}

void kernel_robot_data(FILE *out, const struct kernel_results *r)
{
	head(out, r, "deadline misses in percent");
	fputs("# number of the kernel, its name, all jobs: misses and their 95 "
	      "% interval, those of high criticality\n",
	      out);
	for (uint32_t i = 0; i < r->n_robots; i++) {
		fprintf(out, "%s# %s\n", i ? "\n\n" : "", r->robots[i].name);
		for (uint32_t k = 0; k <= KERNELS; k++) {
			const struct robot_cell *c =
				&r->robots[i].cells[cell_at(k)];
			double n = c->decided ? (double)c->decided : 1;
			double h =
				c->high_decided ? (double)c->high_decided : 1;
			double low, high;

			metrics_wilson(c->missed, c->decided, &low, &high);
			fprintf(out, "%u\t%s\t%.6g\t%.6g\t%.6g\t%.6g\n", k + 1,
				kernel_name(cell_at(k)),
				100 * (double)c->missed / n, 100 * low,
				100 * high, 100 * (double)c->high_missed / h);
		}
	}
}

void kernel_robot_script(FILE *out, const struct kernel_results *r)
{
	static const char *const forms[] = {"png", "svg"};
	double step = 0.8 / r->n_robots;

	head(out, r, "gnuplot " SUITE_KERNEL "_robot.gp draws .png and .svg");
	fputs("data = '" SUITE_KERNEL "_robot.dat'\n", out);
	for (int f = 0; f < 2; f++) {
		figure_terminal(out, forms[f], 1000, 4);
		fprintf(out,
			"set output '" SUITE_KERNEL "_robot.%s'\n"
			"set title 'Deadlines that robots miss under kernels, "
			"idle and loaded'\n"
			"set grid y lc rgb '#DDDDDD' lt 1 lw 0.5\nset border "
			"3\n"
			"set tics nomirror out\nset boxwidth %.4f\n"
			"set style fill transparent solid 0.5 border\n"
			"set yrange [0:*]\nset ylabel 'deadline misses (%%)'\n"
			"set key top left Left reverse\n"
			"set xrange [0.4:%d.6]\nset bmargin 8\n"
			"set xtics rotate by -30 left (",
			forms[f], 0.9 * step, KERNELS + 1);
		for (uint32_t k = 0; k <= KERNELS; k++)
			fprintf(out, "%s'%s' %u", k ? ", " : "",
				kernel_name(cell_at(k)), k + 1);
		fputs(")\nplot ", out);
		for (uint32_t i = 0; i < r->n_robots; i++) {
			double at = (i - (r->n_robots - 1) / 2.0) * step;

			fprintf(out,
				"%sdata index %u using ($1%+.4f):3 with boxes "
				"lc rgb '#%s' title ",
				i ? ", \\\n " : "", i, at,
				figure_colour(i + 1));
			figure_quoted2(out, r->robots[i].name, ", all jobs");
			fprintf(out,
				", \\\n data index %u using ($1%+.4f):4:(0):"
				"($5-$4) with " BAR " lw 1.4 lc rgb '#000000' "
				"notitle, \\\n data index %u using "
				"($1%+.4f):6 with points pt 9 ps 1 lc rgb "
				"'#%s' title ",
				i, at, i, at, figure_colour(i + 1));
			figure_quoted2(out, r->robots[i].name,
				       ", high criticality");
		}
		fputs("\nunset output\nreset\n", out);
	}
}

/* suite_files.c - what a suite leaves; see suite.h */
#include "cli/suite.h"

#include "base/json.h"
#include "cli/output.h"
#include "cli/sweep_figure.h"
#include "trace/report.h"

#include <inttypes.h>
#include <math.h>

typedef void writer(FILE *out, const struct suite_results *r);

/* Least, quartiles, 99th percentile, greatest. */
static const unsigned percents[] = {0, 25, 50, 75, 99, 100};
enum { N_PERCENTS = sizeof(percents) / sizeof(*percents) };

static void write_rows(FILE *out, const struct suite_results *r)
{
	fputs(r->rows, out);
}

static double miss_percent(const struct suite_cell *c)
{
	return c->decided ? 100 * (double)c->missed / (double)c->decided : 0;
}

/* Medians against those of the first variant, and the runs that take longer. */
static void write_comparison(FILE *out, const struct suite_results *r)
{
	fprintf(out,
		"\nAgainst \"%s\": the median, and the runs of which the "
		"longest response is more than 5 %% above the one there.\n\n"
		"| U |",
		r->variants[0].name);
	for (uint32_t k = 1; k < r->n_variants; k++)
		fprintf(out, " %s | longer |", r->variants[k].name);
	fputs("\n|---:|", out);
	for (uint32_t k = 1; k < r->n_variants; k++)
		fputs("---:|---:|", out);
	for (uint32_t i = 0; i < r->n_loads; i++) {
		const struct suite_cell *cells = r->loads[i].cells;
		double first = suite_percentile(&cells[0], 50);

		fprintf(out, "\n| %s |", r->loads[i].text);
		for (uint32_t k = 1; k < r->n_variants; k++) {
			double p = suite_percentile(&cells[k], 50) / first - 1;

			if (isfinite(p))
				fprintf(out, " %+.1f %% |", 100 * p);
			else
				fputs(" - |", out);
			fprintf(out, " %u of %u |", cells[k].longer,
				cells[k].runs);
		}
	}
	fputc('\n', out);
}

static void write_markdown(FILE *out, const struct suite_results *r)
{
	fprintf(out, "# %s\n\n%s.\n\n", r->name, r->about);
	if (r->note)
		fprintf(out, "%s\n\n", r->note);
	fprintf(out,
		"dagsim %s, digest of the workloads `%s`.\n\n    %s\n\n"
		"Response times in ms over all jobs of all sets of a load%s.\n"
		"\n| U | sets | %s | jobs | missed %% | least | "
		"25 %% | median | 75 %% | 99 %% | greatest | preemptions | "
		"migrations |\n"
		"|---:|---:|:---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
		"---:|\n",
		DAGSIM_VERSION, r->digest, r->command,
		r->response == SUITE_FROM_START ? ", from the start of a job"
						: "",
		r->compares ? "platform" : "policy, preemption");
	for (uint32_t i = 0; i < r->n_loads; i++)
		for (uint32_t k = 0; k < r->n_variants; k++) {
			const struct suite_cell *c = &r->loads[i].cells[k];

			fprintf(out, "| %s | %u | %s | %zu | %.1f |",
				r->loads[i].text, r->loads[i].n_sets,
				r->variants[k].name, c->n, miss_percent(c));
			for (int p = 0; p < N_PERCENTS; p++) {
				double ns = suite_percentile(c, percents[p]);

				if (isfinite(ns))
					fprintf(out, " %.1f |", 1e-6 * ns);
				else
					fputs(" - |", out);
			}
			fprintf(out, " %" PRIu64 " | %" PRIu64 " |\n",
				c->preemptions, c->migrations);
		}
	if (r->compares && r->n_variants > 1)
		write_comparison(out, r);
}

static void csv_cell(FILE *out, const struct suite_results *r, uint32_t load,
		     uint32_t variant)
{
	const struct suite_cell *c = &r->loads[load].cells[variant];
	const struct suite_variant *v = &r->variants[variant];

	fprintf(out, "%s,%s,%u,", r->name, r->loads[load].text,
		r->loads[load].n_sets);
	report_csv_field(out, v->policy ? v->policy : v->name);
	fprintf(out, ",%s,%" PRIu64 ",%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64,
		preemption_names[v->preemption], c->released, c->n, c->missed,
		c->preemptions, c->migrations);
	for (int p = 0; p < N_PERCENTS; p++) {
		char buf[32];
		double ns = suite_percentile(c, percents[p]);

		json_format_double(buf, ns);
		fprintf(out, ",%s", isfinite(ns) ? buf : "");
	}
	fprintf(out, ",%s,%s,%" PRIu64 ",", DAGSIM_VERSION, r->digest,
		r->first_seed);
	report_csv_field(out, r->command);
	fputc('\n', out);
}

static void write_csv(FILE *out, const struct suite_results *r)
{
	fputs("suite,nominal_util,sets,policy,preemption,released,completed,"
	      "missed,preemptions,migrations,min_response_ns,p25_ns,p50_ns,"
	      "p75_ns,p99_ns,max_response_ns,version,workload_digest,"
	      "first_seed,command\n",
	      out);
	for (uint32_t i = 0; i < r->n_loads; i++)
		for (uint32_t k = 0; k < r->n_variants; k++)
			csv_cell(out, r, i, k);
}

/* --- the figure --- */

static void write_data(FILE *out, const struct suite_results *r)
{
	fprintf(out,
		"# %s, dagsim %s, digest %s\n# %s\n"
		"# number of the load, U, then response times in ms: least, "
		"25, 50, 75, 99 %%, greatest; missed in percent\n",
		r->name, DAGSIM_VERSION, r->digest, r->command);
	for (uint32_t k = 0; k < r->n_variants; k++) {
		fprintf(out, "%s# %s\n", k ? "\n\n" : "", r->variants[k].name);
		for (uint32_t i = 0; i < r->n_loads; i++) {
			const struct suite_cell *c = &r->loads[i].cells[k];

			fprintf(out, "%u\t%s", i + 1, r->loads[i].text);
			for (int p = 0; p < N_PERCENTS; p++) {
				double ns = suite_percentile(c, percents[p]);

				if (isfinite(ns))
					fprintf(out, "\t%.6g", 1e-6 * ns);
				else
					fputs("\t?", out);
			}
			fprintf(out, "\t%.6g\n", miss_percent(c));
		}
	}
}

/* Boxes of one load stand side by side. */
static void put_variant(FILE *out, const struct suite_results *r, uint32_t k)
{
	double step = 0.8 / r->n_variants;
	double at = (k - (r->n_variants - 1) / 2.0) * step;
	const char *colour = figure_colour(k + 1);

	fprintf(out,
		"data index %u using ($1%+.4f):4:3:8:6 with candlesticks "
		"whiskerbars 0.5 lw 1.4 lc rgb '#%s' title ",
		k, at, colour);
	figure_quoted(out, r->variants[k].name);
	fprintf(out,
		", \\\n data index %u using ($1%+.4f):5:5:5:5 with "
		"candlesticks lw 3 lc rgb '#%s' notitle, \\\n "
		"data index %u using ($1%+.4f):7 with points pt %d ps 0.9 lc "
		"rgb '#%s' notitle, \\\n ",
		k, at, colour, k, at, figure_mark(k), colour);
}

/* From just below the least to just above the greatest, or from 0. */
static const char *axis_of(const struct suite_results *r, char buf[96])
{
	double low = INFINITY, high = 0;

	for (uint32_t i = 0; i < r->n_loads; i++)
		for (uint32_t k = 0; k < r->n_variants; k++) {
			const struct suite_cell *c = &r->loads[i].cells[k];

			low = fmin(low, suite_percentile(c, 0));
			high = fmax(high, suite_percentile(c, 100));
		}
	if (!r->compares || !(low > 0 && low <= high))
		return "set yrange [0:*]\n";
	snprintf(buf, 96,
		 "set logscale y\nset yrange [%.3g:%.3g]\n"
		 "set ytics add (20, 50, 200, 500, 2000, 5000)\n",
		 0.8e-6 * low, 1.25e-6 * high);
	return buf;
}

static void write_script(FILE *out, const struct suite_results *r)
{
	static const char *const forms[] = {"png", "svg"};
	char axis[96];

	fprintf(out,
		"# dagsim %s: %s\n# gnuplot %s_suite.gp draws %s_suite.png and "
		"%s_suite.svg\ndata = '%s_suite.dat'\n",
		DAGSIM_VERSION, r->command, r->name, r->name, r->name, r->name);
	for (int f = 0; f < 2; f++) {
		figure_terminal(out, forms[f], 1100, r->n_variants + 4);
		fprintf(out, "set output '%s_suite.%s'\nset title ", r->name,
			forms[f]);
		figure_quoted2(out, r->about, ": response times");
		fprintf(out,
			"\nset grid y lc rgb '#DDDDDD' lt 1 lw 0.5\n"
			"set datafile missing '?'\nset border 3\n"
			"set tics nomirror out\n%s"
			"set boxwidth %.4f\nset style fill transparent solid "
			"0.25 border\nset xrange [0.4:%u.6]\n"
			"set xlabel 'utilization U'\n"
			"set ylabel 'response time (ms)'\n"
			"set key outside right top Left reverse samplen 3 "
			"spacing 1.25\nset xtics (",
			axis_of(r, axis), 0.62 / r->n_variants, r->n_loads);
		for (uint32_t i = 0; i < r->n_loads; i++)
			fprintf(out, "%s'%s' %u", i ? ", " : "",
				r->loads[i].text, i + 1);
		fputs(")\nplot ", out);
		for (uint32_t k = 0; k < r->n_variants; k++)
			put_variant(out, r, k);
		fputs("keyentry with lines lc bgnd title 'box: 25 to 75 %', "
		      "\\\n keyentry with lines lc bgnd title 'bar: median', "
		      "\\\n keyentry with lines lc bgnd title 'whiskers: least "
		      "to greatest', \\\n keyentry with lines lc bgnd title "
		      "'mark: 99 %'\nunset output\nreset\n",
		      out);
	}
}

/* --- files --- */

static bool write_one(struct cli *cli, const struct suite_results *r,
		      const char *dir, const char *end, writer *write)
{
	const char *path =
		arena_printf(&cli->arena, "%s/%s_suite.%s", dir, r->name, end);
	struct output out;

	if (!output_open(&out, path, &cli->arena, &cli->error))
		return false;
	write(out.file, r);
	if (!output_commit(&out, &cli->error))
		return false;
	puts(path);
	return true;
}

bool suite_write(struct cli *cli, const struct suite_results *r,
		 const char *dir, struct figures *figures)
{
	struct arena *a = &cli->arena;

	if (!write_one(cli, r, dir, "jsonl", write_rows) ||
	    !write_one(cli, r, dir, "md", write_markdown) ||
	    !write_one(cli, r, dir, "csv", write_csv))
		return false;
	if (!figures->folder)
		return true;
	if (!write_one(cli, r, figures->folder, "dat", write_data) ||
	    !write_one(cli, r, figures->folder, "gp", write_script))
		return false;
	figures_add(figures, arena_printf(a, "%s_suite", r->name));
	return true;
}

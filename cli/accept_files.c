/* accept_files.c - see accept_files.h */
#include "cli/accept_files.h"

#include "base/json.h"
#include "cli/output.h"
#include "cli/sweep_figure.h"
#include "trace/metrics.h"
#include "trace/report.h"

#include <inttypes.h>

typedef void writer(FILE *out, const struct accept_table *t);

static uint64_t accepted(const struct accept_table *t, uint32_t point,
			 uint32_t column)
{
	return t->accepted[(size_t)point * t->n_columns + column];
}

static double part(const struct accept_table *t, uint32_t point,
		   uint32_t column)
{
	return (double)accepted(t, point, column) / (double)t->n_sets;
}

static double weighted(const struct accept_table *t, uint32_t column)
{
	double sum = 0, all = 0;

	for (uint32_t i = 0; i < t->n_points; i++) {
		sum += t->utilization[i] * part(t, i, column);
		all += t->utilization[i];
	}
	return sum / all;
}

static void write_rows(FILE *out, const struct accept_table *t)
{
	for (uint32_t i = 0; i < t->n_points * t->n_columns; i++) {
		uint32_t point = i / t->n_columns, column = i % t->n_columns;
		uint64_t k = accepted(t, point, column);
		double low, high;
		struct json j;

		metrics_wilson(k, t->n_sets, &low, &high);
		json_to_file(&j, out, 0);
		json_object(&j);
		json_key(&j, "schema"), json_string(&j, "dagsim.accept/1");
		json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
		json_key(&j, "command"), json_string(&j, t->command);
		json_key(&j, "target_util"),
			json_double(&j, t->utilization[point]);
		json_key(&j, "name"), json_string(&j, t->names[column]);
		json_key(&j, "guarantee"), json_bool(&j, t->is_test[column]);
		json_key(&j, "sets"), json_uint(&j, t->n_sets);
		json_key(&j, "accepted"), json_uint(&j, k);
		json_key(&j, "accepted_part"),
			json_double(&j, part(t, point, column));
		json_key(&j, "accepted_low"), json_double(&j, low);
		json_key(&j, "accepted_high"), json_double(&j, high);
		json_end(&j);
		json_finish(&j);
	}
}

static void write_csv(FILE *out, const struct accept_table *t)
{
	fputs("target_util,name,guarantee,sets,accepted,accepted_low,"
	      "accepted_high\n",
	      out);
	for (uint32_t i = 0; i < t->n_points * t->n_columns; i++) {
		uint32_t point = i / t->n_columns, column = i % t->n_columns;
		uint64_t k = accepted(t, point, column);
		double low, high;

		metrics_wilson(k, t->n_sets, &low, &high);
		fprintf(out, "%s,", t->targets[point]);
		report_csv_field(out, t->names[column]);
		fprintf(out, ",%s,%" PRIu64 ",%" PRIu64 ",%.6f,%.6f\n",
			t->is_test[column] ? "yes" : "no", t->n_sets, k, low,
			high);
	}
}

static void write_markdown(FILE *out, const struct accept_table *t)
{
	fprintf(out,
		"# %s\n\ndagsim %s.\n\n    %s\n\nPercent of %" PRIu64
		" sets accepted at each utilization. What is simulated is a "
		"reference from above and no guarantee: no miss was seen in "
		"one run. Weighted: mean over all utilizations, each weighing "
		"as much as it is.\n\n| U |",
		t->stem, DAGSIM_VERSION, t->command, t->n_sets);
	for (uint32_t k = 0; k < t->n_columns; k++)
		fprintf(out, " %s |", t->names[k]);
	fputs("\n|", out);
	for (uint32_t k = 0; k <= t->n_columns; k++)
		fputs("---:|", out);
	for (uint32_t i = 0; i < t->n_points; i++) {
		fprintf(out, "\n| %s |", t->targets[i]);
		for (uint32_t k = 0; k < t->n_columns; k++)
			fprintf(out, " %.1f |", 100 * part(t, i, k));
	}
	fputs("\n| weighted |", out);
	for (uint32_t k = 0; k < t->n_columns; k++)
		fprintf(out, " %.1f |", 100 * weighted(t, k));
	fputs("\n", out);
}

static void write_data(FILE *out, const struct accept_table *t)
{
	fprintf(out, "# %s\n# U, accepted in percent, Wilson 95 %% interval\n",
		t->command);
	for (uint32_t k = 0; k < t->n_columns; k++) {
		fprintf(out, "%s# %s\n", k ? "\n\n" : "", t->names[k]);
		for (uint32_t i = 0; i < t->n_points; i++) {
			double low, high;

			metrics_wilson(accepted(t, i, k), t->n_sets, &low,
				       &high);
			fprintf(out, "%s\t%.6g\t%.6g\t%.6g\n", t->targets[i],
				100 * part(t, i, k), 100 * low, 100 * high);
		}
	}
}

static void write_script(FILE *out, const struct accept_table *t)
{
	static const char *const forms[] = {"png", "svg"};

	fprintf(out, "# dagsim %s: %s\n", DAGSIM_VERSION, t->command);
	for (int f = 0; f < 2; f++) {
		figure_terminal(out, forms[f], 1300);
		fprintf(out,
			"set output '%s_accept.%s'\nset title '%s: sets "
			"accepted'\nset grid lc rgb '#DDDDDD' lt 1 lw 0.5\n"
			"set border 3\nset tics nomirror out\n"
			"set key outside right top Left reverse samplen 3 "
			"spacing 1.25\n"
			"set xlabel 'utilization U (without batches)'\n"
			"set ylabel 'sets accepted (%%)'\nset yrange [0:103]\n"
			"plot ",
			t->stem, forms[f], t->stem);
		for (uint32_t k = 0; k < t->n_columns; k++)
			if (t->is_test[k])
				fprintf(out,
					"'%s_accept.dat' index %u using 1:3:4 "
					"with filledcurves fs noborder fc rgb "
					"'#D0%s' notitle, \\\n ",
					t->stem, k, figure_colour(k));
		for (uint32_t k = 0; k < t->n_columns; k++)
			fprintf(out,
				"%s'%s_accept.dat' index %u using 1:2 "
				"with linespoints lw 1.8 dt %d pt %d ps 0.9 lc "
				"rgb '#%s' title '%s%s'",
				k ? ", \\\n " : "", t->stem, k,
				t->is_test[k] ? 1 : 3, figure_mark(k),
				figure_colour(k), t->names[k],
				t->is_test[k] ? "" : " (no guarantee)");
		fputs("\nunset output\nreset\n", out);
	}
}

static bool write_one(struct cli *cli, const struct accept_table *t,
		      const char *dir, const char *end, writer *write)
{
	const char *path =
		arena_printf(&cli->arena, "%s/%s_accept.%s", dir, t->stem, end);
	struct output out;

	if (!output_open(&out, path, &cli->arena, &cli->error))
		return false;
	write(out.file, t);
	if (!output_commit(&out, &cli->error))
		return false;
	puts(path);
	return true;
}

bool accept_write(struct cli *cli, const struct accept_table *t,
		  const char *dir, const char *figures)
{
	struct arena *a = &cli->arena;
	struct dag_error e;

	if (!write_one(cli, t, dir, "jsonl", write_rows) ||
	    !write_one(cli, t, dir, "md", write_markdown) ||
	    !write_one(cli, t, dir, "csv", write_csv))
		return false;
	if (!figures)
		return true;
	if (!write_one(cli, t, figures, "dat", write_data) ||
	    !write_one(cli, t, figures, "gp", write_script))
		return false;
	if (figure_draw(figures, arena_printf(a, "%s_accept.gp", t->stem), &e))
		printf("%s/%s_accept.png\n%s/%s_accept.svg\n", figures, t->stem,
		       figures, t->stem);
	else
		fprintf(stderr, "note: %s\n", e.msg);
	return true;
}

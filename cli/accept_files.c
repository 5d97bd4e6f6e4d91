/* accept_files.c - see accept_files.h */
#include "cli/accept_files.h"

#include "cli/accept_figure.h"
#include "cli/output.h"
#include "cli/sweep_figure.h"
#include "trace/metrics.h"
#include "trace/report.h"

#include <inttypes.h>
#include <math.h>

typedef void writer(FILE *out, const struct accept_table *t);

const char *accept_points(struct arena *a, const char *dir, const char *name,
			  uint32_t shard, uint32_t n_shards)
{
	if (n_shards)
		return arena_printf(a, "%s/%s_accept.%u-of-%u.jsonl", dir, name,
				    shard + 1, n_shards);
	return arena_printf(a, "%s/%s_accept.jsonl", dir, name);
}

static void csv_cell(FILE *out, const struct accept_table *t, uint32_t value,
		     uint32_t point, uint32_t column)
{
	const struct accept_cell *c = accept_at(t, value, point, column);
	double low, high;

	metrics_wilson(c->accepted, c->sets, &low, &high);
	if (t->vary) {
		report_csv_field(out, t->values[value]);
		fputc(',', out);
	}
	fprintf(out, "%s,", t->targets[point]);
	report_csv_field(out, t->names[column]);
	fprintf(out,
		",%s,%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%" PRIu64 ",%" PRIu64
		",%" PRIu64,
		accept_is_test(t, column) ? "yes" : "no", c->sets, c->accepted,
		low, high, c->refused, c->not_proven, c->not_applicable);
	if (t->timed)
		fprintf(out, ",%.1f,%" PRIu64,
			(double)c->time_ns / (double)c->sets, c->time_max_ns);
	fprintf(out, ",%s,%s,%s,", t->version, t->digest, t->seed);
	report_csv_field(out, t->command);
	fputc('\n', out);
}

static void write_csv(FILE *out, const struct accept_table *t)
{
	if (t->vary) {
		report_csv_field(out, t->vary);
		fputc(',', out);
	}
	fprintf(out,
		"target_util,name,guarantee,sets,accepted,accepted_low,"
		"accepted_high,refused,not_proven,not_applicable%s,version,"
		"workload_digest,seed,command\n",
		t->timed ? ",time_mean_ns,time_max_ns" : "");
	for (uint32_t v = 0; v < t->n_values; v++)
		for (uint32_t p = 0; p < t->n_points; p++)
			for (uint32_t k = 0; k < t->n_columns; k++)
				csv_cell(out, t, v, p, k);
}

/* --- Markdown --- */

static void head(FILE *out, const struct accept_table *t, const char *first)
{
	fprintf(out, "| %s |", first);
	for (uint32_t k = 0; k < t->n_columns; k++)
		fprintf(out, " %s |", t->names[k]);
	fputs("\n|", out);
	for (uint32_t k = 0; k <= t->n_columns; k++)
		fputs("---:|", out);
	fputs("\n", out);
}

static void percent(FILE *out, double part)
{
	if (isfinite(part))
		fprintf(out, " %.1f |", 100 * part);
	else
		fputs(" - |", out);
}

static void weighted_row(FILE *out, const struct accept_table *t,
			 uint32_t value, const char *name)
{
	fprintf(out, "| %s |", name);
	for (uint32_t k = 0; k < t->n_columns; k++)
		percent(out, accept_weighted(t, value, k));
	fputs("\n", out);
}

static void value_table(FILE *out, const struct accept_table *t, uint32_t value)
{
	head(out, t, "U");
	for (uint32_t i = 0; i < t->n_points; i++) {
		fprintf(out, "| %s |", t->targets[i]);
		for (uint32_t k = 0; k < t->n_columns; k++)
			percent(out, accept_part(accept_at(t, value, i, k)));
		fputs("\n", out);
	}
	weighted_row(out, t, value, "weighted");
}

static void write_markdown(FILE *out, const struct accept_table *t)
{
	fprintf(out,
		"# %s\n\ndagsim %s, spec digest `%s`, seed %s.\n\n    %s\n\n"
		"Percent of %" PRIu64
		" sets accepted at each utilization%s. What is simulated is a "
		"reference from above and no guarantee: no miss was seen in "
		"one run. Weighted: mean over all utilizations, each weighing "
		"as much as it is. -: the test is not for such sets.\n\n",
		t->stem, t->version, t->digest, t->seed, t->command,
		accept_at(t, 0, 0, 0)->sets,
		t->per_core ? " of each core" : "");
	if (!t->vary) {
		value_table(out, t, 0);
		return;
	}
	fprintf(out, "## Weighted, by %s\n\n", t->vary);
	head(out, t, t->vary);
	for (uint32_t v = 0; v < t->n_values; v++)
		weighted_row(out, t, v, t->values[v]);
	for (uint32_t v = 0; t->n_points > 1 && v < t->n_values; v++) {
		fprintf(out, "\n## %s: %s\n\n", t->vary, t->values[v]);
		value_table(out, t, v);
	}
}

/* --- files --- */

static bool write_one(struct cli *cli, const struct accept_table *t,
		      const char *dir, const char *end, writer *write)
{
	const char *path =
		arena_printf(&cli->arena, "%s/%s_%s", dir, t->file_name, end);
	struct output out;

	if (!output_open(&out, path, &cli->arena, &cli->error))
		return false;
	write(out.file, t);
	if (!output_commit(&out, &cli->error))
		return false;
	puts(path);
	return true;
}

static void accept_script(FILE *out, const struct accept_table *t)
{
	struct arena a = {0};

	accept_figure_script(
		out, t, arena_printf(&a, "%s_accept.dat", t->file_name), NULL);
	arena_free(&a);
}

static void times_script(FILE *out, const struct accept_table *t)
{
	struct arena a = {0};

	accept_times_script(
		out, t, arena_printf(&a, "%s_times.dat", t->file_name), NULL);
	arena_free(&a);
}

static void panels_script(FILE *out, const struct accept_table *t)
{
	struct arena a = {0};

	accept_panels_script(
		out, t, arena_printf(&a, "%s_panels.dat", t->file_name), NULL);
	arena_free(&a);
}

static bool write_figure(struct cli *cli, const struct accept_table *t,
			 struct figures *figures, const char *what,
			 writer *data, writer *script)
{
	struct arena *a = &cli->arena;
	const char *dir = figures->folder;

	if (!write_one(cli, t, dir, arena_printf(a, "%s.dat", what), data) ||
	    !write_one(cli, t, dir, arena_printf(a, "%s.gp", what), script))
		return false;
	figures_add(figures, arena_printf(a, "%s_%s", t->file_name, what));
	return true;
}

static bool write_figures(struct cli *cli, const struct accept_table *t,
			  struct figures *f)
{
	return write_figure(cli, t, f, "accept", accept_figure_data,
			    accept_script) &&
	       (!t->vary || t->n_points == 1 ||
		write_figure(cli, t, f, "panels", accept_panels_data,
			     panels_script)) &&
	       (!t->timed || write_figure(cli, t, f, "times", accept_times_data,
					  times_script));
}

bool accept_write(struct cli *cli, const struct accept_table *t,
		  const char *dir, struct figures *figures)
{
	return write_one(cli, t, dir, "accept.md", write_markdown) &&
	       write_one(cli, t, dir, "accept.csv", write_csv) &&
	       (!figures->folder || write_figures(cli, t, figures));
}

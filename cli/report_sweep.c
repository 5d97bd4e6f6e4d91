/* report_sweep.c - sweeps over utilization: figures and tables; see report.h */
#include "cli/report.h"

#include "base/file.h"
#include "cli/accept_sum.h"
#include "cli/sweep_figure.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct misses {
	const struct rows *r;
	enum rows_value value;
};

static double mean_percent(const void *ctx, uint32_t point, uint32_t policy)
{
	const struct misses *m = ctx;

	return 100 * rows_mean(m->r, point, policy, m->value).mean;
}

static void figure(FILE *out, const struct rows *r, enum rows_value value,
		   const char *caption)
{
	struct misses m = {r, value};
	struct report_plot p = {
		.caption = caption,
		.x_title = "nominal utilization",
		.n_x = r->n_points,
		.n_lines = r->n_policies,
		.x = r->targets,
		.names = r->policies,
		.at = mean_percent,
		.ctx = &m,
	};

	report_plot(out, &p);
}

static void table(FILE *out, const struct rows *r)
{
	wide_begin(out, "Miss rates in percent");
	fputs("<table>\n<thead><tr><th scope=\"col\">U</th>", out);
	for (uint32_t i = 0; i < r->n_policies; i++) {
		fputs("<th scope=\"col\">", out);
		html_text(out, r->policies[i]);
		fputs("</th>", out);
	}
	fputs("</tr></thead>\n<tbody>\n", out);
	for (uint32_t p = 0; p < r->n_points; p++) {
		fputs("<tr><td>", out);
		html_text(out, r->targets[p]);
		fputs("</td>", out);
		for (uint32_t i = 0; i < r->n_policies; i++) {
			struct estimate m = rows_mean(r, p, i, ROWS_MISS);

			if (!isfinite(m.mean))
				fputs("<td>-</td>", out);
			else if (isfinite(m.half) && m.half > 0)
				fprintf(out, "<td>%.2f \xc2\xb1 %.2f</td>",
					100 * m.mean, 100 * m.half);
			else
				fprintf(out, "<td>%.2f</td>", 100 * m.mean);
		}
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table>\n", out);
	wide_end(out);
}

static void limits(FILE *out, const struct rows *r)
{
	bool any = false;

	for (uint32_t i = 0; i < r->n_answers; i++) {
		int limit = figure_limit(r, i);

		fputs(any ? "" : "<h3>How far the tests admit</h3>\n<ul>", out);
		any = true;
		fputs("<li>", out);
		html_text(out, r->answers[i].name);
		fputs(limit < 0 ? ": not even the first point" : ": up to U = ",
		      out);
		if (limit >= 0)
			html_text(out, r->targets[limit]);
		fputs("</li>", out);
	}
	if (any)
		fputs("</ul>\n", out);
}

static void sweep(FILE *out, const struct rows *r)
{
	section_begin(out, r->workload);
	fprintf(out,
		"<p>%u points, %u policies, %u seeds each; made by</p>\n"
		"<pre>",
		r->n_points, r->n_policies, r->n_seeds);
	html_text(out, r->command);
	fputs("</pre>\n", out);
	figure(out, r, ROWS_MISS,
	       "Deadlines missed, in percent, over all streams.");
	if (rows_have_high(r))
		figure(out, r, ROWS_HIGH_MISS,
		       "Deadlines missed, in percent, by streams of high "
		       "criticality.");
	limits(out, r);
	fputs("<h3>Miss rates in percent, with 95 % intervals</h3>\n", out);
	table(out, r);
	section_end(out);
}

/* --- files --- */

static bool ends_in(const char *name, const char *end)
{
	size_t n = strlen(name), k = strlen(end);

	return n > k && !strcmp(name + n - k, end);
}

bool report_is_result(const char *name)
{
	return ends_in(name, "_points.jsonl") || ends_in(name, "_accept.jsonl");
}

static bool tell_points(FILE *out, struct cli *cli, const char *path)
{
	struct arena *a = &cli->arena;
	struct rows *r = ARENA_NEW(a, struct rows, 1);
	enum row_kind kind;
	char **lines;
	size_t n;

	if (!rows_lines(path, a, &lines, &n, &cli->error) ||
	    !rows_complete(path, lines, n, &kind, &cli->error) ||
	    !rows_read(r, lines, n, a, &cli->error))
		return false;
	sweep(out, r);
	return true;
}

static bool tell_accepted(FILE *out, struct cli *cli, const char *path)
{
	struct arena *a = &cli->arena;
	struct accept_table t;
	enum row_kind kind;
	char **lines;
	size_t n;

	if (!rows_lines(path, a, &lines, &n, &cli->error) ||
	    !rows_complete(path, lines, n, &kind, &cli->error) ||
	    !accept_read(&t, lines, n, a, &cli->error))
		return false;
	report_accept(out, &t, a);
	return true;
}

static void list_results(FILE *out, const char *const *names, size_t n)
{
	fputs("<nav aria-label=\"Sweeps\"><ul>", out);
	for (size_t i = 0; i < n; i++) {
		char name[256];
		bool accept = ends_in(names[i], "_accept.jsonl");

		if (!report_is_result(names[i]))
			continue;
		snprintf(name, sizeof(name), "%.*s",
			 (int)(strlen(names[i]) - strlen("_points.jsonl")),
			 names[i]);
		fprintf(out, "<li><a href=\"#result%zu\">", i);
		html_text(out, name);
		fputs(accept ? ": acceptance</a></li>" : "</a></li>", out);
	}
	fputs("</ul></nav>\n", out);
}

bool report_results(FILE *out, struct cli *cli, const char *folder)
{
	const char *const *names;
	size_t n, found = 0;

	if (!file_list(&cli->arena, folder, &names, &n, &cli->error))
		return false;
	list_results(out, names, n);
	for (size_t i = 0; i < n; i++) {
		const char *path;

		if (!report_is_result(names[i]))
			continue;
		fprintf(out, "<div id=\"result%zu\"></div>\n", i);
		found++;
		path = arena_printf(&cli->arena, "%s/%s", folder, names[i]);
		if (ends_in(names[i], "_points.jsonl")
			    ? !tell_points(out, cli, path)
			    : !tell_accepted(out, cli, path))
			return false;
	}
	return found || error_set(&cli->error, folder, 0, 0,
				  "no NAME_points.jsonl or NAME_accept.jsonl "
				  "in this folder; dagsim bench --out-dir "
				  "makes them");
}

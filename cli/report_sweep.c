/* report_sweep.c - sweeps over utilization: figures and tables; see report.h */
#include "cli/report.h"

#include "base/file.h"
#include "cli/sweep_figure.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { PLOT = 260, PLOT_TOP = 12, PLOT_BOTTOM = 34 };

struct plot {
	const struct rows *r;
	enum rows_value value;
	double most; /* percent */
};

static double mean_percent(const struct plot *p, uint32_t point,
			   uint32_t policy)
{
	return 100 * rows_mean(p->r, point, policy, p->value).mean;
}

static void find_scale(struct plot *p)
{
	double most = 0.1, step = 0.1;

	for (uint32_t i = 0; i < p->r->n_points * p->r->n_policies; i++) {
		double v = mean_percent(p, i / p->r->n_policies,
					i % p->r->n_policies);

		if (isfinite(v))
			most = fmax(most, v);
	}
	while (most > 10 * step)
		step *= 10;
	p->most = fmin(100, step * ceil(most / step));
}

static double x_at(const struct plot *p, uint32_t point)
{
	return p->r->n_points < 2
		       ? 50
		       : 8 + 90.0 * point / (double)(p->r->n_points - 1);
}

static double y_at(const struct plot *p, double percent)
{
	return PLOT_TOP +
	       (PLOT - PLOT_TOP - PLOT_BOTTOM) * (1 - percent / p->most);
}

static void axes(FILE *out, const struct plot *p)
{
	uint32_t skip = p->r->n_points / 8 + 1;

	for (int i = 0; i <= 4; i++) {
		double v = p->most * i / 4, y = y_at(p, v);

		fprintf(out,
			"<line class=\"grid\" x1=\"8%%\" x2=\"98%%\" "
			"y1=\"%.1f\" y2=\"%.1f\"/><text class=\"mute\" "
			"x=\"7%%\" y=\"%.1f\" "
			"text-anchor=\"end\">%.3g</text>\n",
			y, y, y + 4, v);
	}
	for (uint32_t i = 0; i < p->r->n_points; i += skip) {
		fprintf(out,
			"<text class=\"mute\" x=\"%.2f%%\" y=\"%d\" "
			"text-anchor=\"middle\">",
			x_at(p, i), PLOT - 18);
		html_text(out, p->r->targets[i]);
		fputs("</text>", out);
	}
	fprintf(out,
		"<text class=\"mute\" x=\"98%%\" y=\"%d\" "
		"text-anchor=\"end\">nominal utilization</text>\n",
		PLOT - 2);
}

static void line(FILE *out, const struct plot *p, uint32_t policy)
{
	fputs("<g fill=\"", out);
	html_colour(out, policy);
	fputs("\" stroke=\"", out);
	html_colour(out, policy);
	fputs("\">\n", out);
	for (uint32_t i = 0; i < p->r->n_points; i++) {
		double v = mean_percent(p, i, policy);
		double w = i + 1 < p->r->n_points
				   ? mean_percent(p, i + 1, policy)
				   : NAN;

		if (isfinite(v) && isfinite(w))
			fprintf(out,
				"<line x1=\"%.3f%%\" y1=\"%.2f\" "
				"x2=\"%.3f%%\" y2=\"%.2f\" "
				"stroke-width=\"2\"/>",
				x_at(p, i), y_at(p, v), x_at(p, i + 1),
				y_at(p, w));
		if (!isfinite(v))
			continue;
		fprintf(out,
			"<circle cx=\"%.3f%%\" cy=\"%.2f\" r=\"3\">"
			"<title>",
			x_at(p, i), y_at(p, v));
		html_text(out, p->r->policies[policy]);
		fputs(" at U = ", out);
		html_text(out, p->r->targets[i]);
		fprintf(out, ": %.3f %%</title></circle>\n", v);
	}
	fputs("</g>\n", out);
}

static void figure(FILE *out, const struct rows *r, enum rows_value value,
		   const char *caption)
{
	struct plot p = {.r = r, .value = value};

	find_scale(&p);
	fprintf(out, "<figure>\n<svg height=\"%d\" role=\"img\" aria-label=\"",
		PLOT);
	html_text(out, caption);
	fputs("\">\n", out);
	axes(out, &p);
	for (uint32_t i = 0; i < r->n_policies; i++)
		line(out, &p, i);
	fputs("</svg>\n<ul class=\"key\">", out);
	for (uint32_t i = 0; i < r->n_policies; i++) {
		fputs("<li><svg viewBox=\"0 0 14 14\" aria-hidden=\"true\">"
		      "<rect y=\"4\" width=\"14\" height=\"6\" fill=\"",
		      out);
		html_colour(out, i);
		fputs("\"/></svg>", out);
		html_text(out, r->policies[i]);
		fputs("</li>", out);
	}
	fputs("</ul>\n<figcaption>", out);
	html_text(out, caption);
	fputs("</figcaption></figure>\n", out);
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

static bool is_points(const char *name)
{
	size_t n = strlen(name), k = strlen("_points.jsonl");

	return n > k && !strcmp(name + n - k, "_points.jsonl");
}

bool report_sweeps(FILE *out, struct cli *cli, const char *folder)
{
	struct arena *a = &cli->arena;
	const char *const *names;
	size_t n, found = 0, n_lines;

	if (!file_list(a, folder, &names, &n, &cli->error))
		return false;
	for (size_t i = 0; i < n; i++) {
		struct rows *r = ARENA_NEW(a, struct rows, 1);
		enum row_kind kind;
		const char *path;
		char **lines;

		if (!is_points(names[i]))
			continue;
		found++;
		path = arena_printf(a, "%s/%s", folder, names[i]);
		if (!rows_lines(path, a, &lines, &n_lines, &cli->error) ||
		    !rows_complete(path, lines, n_lines, &kind, &cli->error) ||
		    !rows_read(r, lines, n_lines, a, &cli->error))
			return false;
		sweep(out, r);
	}
	return found || error_set(&cli->error, folder, 0, 0,
				  "no NAME_points.jsonl in this folder; dagsim "
				  "bench --out-dir makes them");
}

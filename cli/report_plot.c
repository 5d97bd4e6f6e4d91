/* report_plot.c - lines over some places on an axis, as inline SVG; see
 * report.h */
#include "cli/report.h"

#include "cli/sweep_figure.h"

#include <math.h>

enum { PLOT = 260, PLOT_TOP = 12, PLOT_BOTTOM = 34 };

static double value(const struct report_plot *p, uint32_t x, uint32_t line)
{
	return p->at(p->ctx, x, line);
}

static bool is_reference(const struct report_plot *p, uint32_t line)
{
	return p->reference && p->reference(p->ctx, line);
}

/* The top of the scale, percent: a round number above all values. */
static double find_scale(const struct report_plot *p)
{
	double most = 0.1, step = 0.1;

	for (uint32_t i = 0; i < p->n_x; i++)
		for (uint32_t k = 0; k < p->n_lines; k++)
			if (isfinite(value(p, i, k)))
				most = fmax(most, value(p, i, k));
	while (most > 10 * step)
		step *= 10;
	return fmin(100, step * ceil(most / step));
}

static double x_at(const struct report_plot *p, uint32_t x)
{
	return p->n_x < 2 ? 50 : 8 + 90.0 * x / (double)(p->n_x - 1);
}

static double y_at(double percent, double most)
{
	return PLOT_TOP +
	       (PLOT - PLOT_TOP - PLOT_BOTTOM) * (1 - percent / most);
}

static void axes(FILE *out, const struct report_plot *p, double most)
{
	uint32_t skip = p->n_x / 8 + 1;

	for (int i = 0; i <= 4; i++) {
		double v = most * i / 4, y = y_at(v, most);

		fprintf(out,
			"<line class=\"grid\" x1=\"8%%\" x2=\"98%%\" "
			"y1=\"%.1f\" y2=\"%.1f\"/><text class=\"mute\" "
			"x=\"7%%\" y=\"%.1f\" "
			"text-anchor=\"end\">%.3g</text>\n",
			y, y, y + 4, v);
	}
	for (uint32_t i = 0; i < p->n_x; i += skip) {
		fprintf(out,
			"<text class=\"mute\" x=\"%.2f%%\" y=\"%d\" "
			"text-anchor=\"middle\">",
			x_at(p, i), PLOT - 18);
		html_text(out, p->x[i]);
		fputs("</text>", out);
	}
	fprintf(out,
		"<text class=\"mute\" x=\"98%%\" y=\"%d\" "
		"text-anchor=\"end\">",
		PLOT - 2);
	html_text(out, p->x_title);
	fputs("</text>\n", out);
}

static void dot(FILE *out, const struct report_plot *p, uint32_t x,
		uint32_t line, double most)
{
	double v = value(p, x, line);

	fprintf(out, "<circle cx=\"%.3f%%\" cy=\"%.2f\" r=\"3\"><title>",
		x_at(p, x), y_at(v, most));
	html_text(out, p->names[line]);
	fputs(" at ", out);
	html_text(out, p->x[x]);
	fprintf(out, ": %.3f %%</title></circle>\n", v);
}

/* What shares a colour is told apart by its dashes; a reference has long
 * ones. */
static void line(FILE *out, const struct report_plot *p, uint32_t line,
		 double most)
{
	fputs("<g fill=\"", out);
	html_colour(out, line);
	fputs("\" stroke=\"", out);
	html_colour(out, line);
	fputs(is_reference(p, line)      ? "\" stroke-dasharray=\"7 4\">\n"
	      : line >= figure_colours() ? "\" stroke-dasharray=\"2 2\">\n"
					 : "\">\n",
	      out);
	for (uint32_t i = 0; i < p->n_x; i++) {
		double v = value(p, i, line);
		double w = i + 1 < p->n_x ? value(p, i + 1, line) : NAN;

		if (isfinite(v) && isfinite(w))
			fprintf(out,
				"<line x1=\"%.3f%%\" y1=\"%.2f\" "
				"x2=\"%.3f%%\" y2=\"%.2f\" "
				"stroke-width=\"2\"/>",
				x_at(p, i), y_at(v, most), x_at(p, i + 1),
				y_at(w, most));
		if (isfinite(v))
			dot(out, p, i, line, most);
	}
	fputs("</g>\n", out);
}

static bool is_drawn(const struct report_plot *p, uint32_t line)
{
	for (uint32_t i = 0; i < p->n_x; i++)
		if (isfinite(value(p, i, line)))
			return true;
	return false;
}

static void key(FILE *out, const struct report_plot *p)
{
	fputs("<ul class=\"key\">", out);
	for (uint32_t i = 0; i < p->n_lines; i++) {
		if (!is_drawn(p, i))
			continue;
		fputs("<li><svg viewBox=\"0 0 28 14\" class=\"long\" "
		      "aria-hidden=\"true\"><line x1=\"0\" x2=\"28\" y1=\"7\" "
		      "y2=\"7\" stroke-width=\"4\" stroke=\"",
		      out);
		html_colour(out, i);
		fputs(is_reference(p, i)      ? "\" stroke-dasharray=\"7 4"
		      : i >= figure_colours() ? "\" stroke-dasharray=\"2 2"
					      : "",
		      out);
		fputs("\"/></svg>", out);
		html_text(out, p->names[i]);
		fputs("</li>", out);
	}
	fputs("</ul>\n", out);
}

void report_plot(FILE *out, const struct report_plot *p)
{
	double most = p->whole ? 100 : find_scale(p);

	fprintf(out, "<figure>\n<svg height=\"%d\" role=\"img\" aria-label=\"",
		PLOT);
	html_text(out, p->caption);
	fputs("\">\n", out);
	axes(out, p, most);
	for (uint32_t i = 0; i < p->n_lines; i++)
		line(out, p, i, most);
	fputs("</svg>\n", out);
	key(out, p);
	fputs("<figcaption>", out);
	html_text(out, p->caption);
	fputs("</figcaption></figure>\n", out);
}

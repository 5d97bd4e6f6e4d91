/* report_gantt.c - who ran when, as inline SVG; see report.h
 *
 * Labels stand above their lanes and lanes take the whole width, so that the
 * chart is as legible on a phone.  All that moves when one zooms lies in an
 * inner svg, the plane, whose contents are placed by percentages.
 */
#include "cli/report.h"

#include "model/overhead.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TOP = 24, ROW = 38, LANE = 16, LANE_AT = 17 };

struct lanes {
	uint32_t *exec, *task, n, left; /* NONE: no lane                      */
};

/* --- lanes --- */

static void find_lanes(const struct chart *c, struct lanes *l)
{
	const struct trace_header *h = c->h;
	uint32_t execs = 0, all = h->n_execs + h->n_tasks;

	*l = (struct lanes){
		.exec = alloc_checked(malloc(all * sizeof(*l->exec)))};
	l->task = l->exec + h->n_execs;
	memset(l->exec, 0xff, all * sizeof(*l->exec));
	for (uint32_t i = 0; h->n_execs <= REPORT_ROWS && i < h->n_execs; i++)
		l->exec[i] = 0;
	for (size_t i = 0; i < c->n_slices; i++)
		l->exec[c->slices[i].exec] = 0;
	for (size_t i = 0; i < c->n_overheads; i++)
		l->exec[c->overheads[i].exec] = 0;
	for (uint32_t i = 0; i < h->n_execs; i++) {
		if (l->exec[i] || execs++ < REPORT_ROWS)
			continue;
		l->exec[i] = NONE;
		l->left++;
	}
	for (uint32_t i = 0; i < h->n_tasks; i++)
		if (c->tasks[i] == CHART_SHOWN)
			l->task[i] = 0;
	l->left += c->n_left;
	for (uint32_t i = 0; i < all; i++)
		l->exec[i] = l->exec[i] == 0 ? l->n++ : NONE;
}

static double place(const struct chart *c, dag_time t)
{
	return 100 * (double)(t - c->from) / (double)(c->to - c->from);
}

static int top_of(uint32_t lane)
{
	return TOP + (int)lane * ROW + LANE_AT;
}

/* --- slices --- */

static void slice_title(FILE *out, const struct chart *c,
			const struct chart_slice *s)
{
	const struct trace_task *t = &c->h->tasks[s->task];

	fputs("<title>", out);
	html_text(out, t->name);
	fprintf(out, "#%" PRIu64, s->instance);
	if (t->n_nodes > 1) {
		fputs(", node ", out);
		html_text(out, c->h->nodes[t->first_node + s->node].name);
	}
	fputs(", on ", out);
	html_text(out, c->h->execs[s->exec].name);
	fputs(": ", out);
	html_time(out, s->from);
	fputs(" to ", out);
	html_time(out, s->to);
	fputs(" (", out);
	html_time(out, s->to - s->from);
	fputs(")", out);
	if (s->n > 1)
		fprintf(out, ", job %u of a batch of %u", s->index + 1, s->n);
	if (s->continued)
		fputs(", continued behind overhead", out);
	else if (s->resumed)
		fputs(", resumed", out);
	if (s->end == SLICE_INTERRUPTED)
		fputs(", interrupted by overhead", out);
	if (s->end == SLICE_PREEMPTED)
		fputs(", preempted", out);
	if (s->release >= 0) {
		fputs(". Released at ", out);
		html_time(out, s->release);
	}
	if (s->deadline >= 0) {
		fputs(s->release >= 0 ? ", due at " : ". Due at ", out);
		html_time(out, s->deadline);
	}
	if (s->late) {
		fputs(". Late by ", out);
		html_time(out, s->to - s->deadline);
	}
	fputs(".</title>", out);
}

/* The same slice on its executor and in the lane of its task. */
static void slice(FILE *out, const struct chart *c, const struct chart_slice *s,
		  uint32_t lane, bool on_exec)
{
	fprintf(out,
		"<rect class=\"box%s\" x=\"%.4f%%\" y=\"%d\" width=\"%.4f%%\" "
		"height=\"%d\" fill=\"",
		s->late ? " late" : "", place(c, s->from),
		top_of(lane) + (on_exec ? 0 : 3),
		place(c, s->to) - place(c, s->from), on_exec ? LANE : LANE - 6);
	html_colour(out, s->task);
	fputs("\">", out);
	slice_title(out, c, s);
	fputs("</rect>\n", out);
}

static void slices(FILE *out, const struct chart *c, const struct lanes *l)
{
	for (size_t i = 0; i < c->n_slices; i++) {
		const struct chart_slice *s = &c->slices[i];

		if (s->index == 0 && l->exec[s->exec] != NONE)
			slice(out, c, s, l->exec[s->exec], true);
		if (l->task[s->task] != NONE)
			slice(out, c, s, l->task[s->task], false);
	}
}

static void overheads(FILE *out, const struct chart *c, const struct lanes *l)
{
	for (size_t i = 0; i < c->n_overheads; i++) {
		const struct chart_overhead *o = &c->overheads[i];

		if (l->exec[o->exec] == NONE)
			continue;
		fprintf(out,
			"<rect class=\"box over\" x=\"%.4f%%\" y=\"%d\" "
			"width=\"%.4f%%\" height=\"%d\"><title>overhead ",
			place(c, o->from), top_of(l->exec[o->exec]) + 4,
			place(c, o->to) - place(c, o->from), LANE - 8);
		html_text(out, o->what < OVERHEAD_KINDS
				       ? overhead_names[o->what]
				       : "of another kind");
		fputs(" on ", out);
		html_text(out, c->h->execs[o->exec].name);
		fputs(": ", out);
		html_time(out, o->from);
		fputs(" to ", out);
		html_time(out, o->to);
		fputs(" (", out);
		html_time(out, o->to - o->from);
		fputs(").</title></rect>\n", out);
	}
}

static void mark(FILE *out, const struct chart *c, const char *class,
		 const char *shape, dag_time t, int y)
{
	fprintf(out, "<use href=\"#%s\" class=\"%s\" x=\"%.4f%%\" y=\"%d\"/>\n",
		shape, class, place(c, t), y);
}

static void marks(FILE *out, const struct chart *c, const struct lanes *l)
{
	for (size_t i = 0; i < c->n_marks; i++) {
		const struct chart_mark *m = &c->marks[i];
		uint32_t lane = l->task[m->task];

		if (lane == NONE)
			continue;
		if (m->kind == TRACE_RELEASE) {
			mark(out, c, "rel", "up", m->t,
			     top_of(lane) + LANE - 6);
			if (m->deadline < c->to)
				mark(out, c, "due", "due", m->deadline,
				     top_of(lane) + LANE - 3);
		} else {
			mark(out, c, "miss",
			     m->kind == TRACE_MISS ? "cross" : "ring", m->t,
			     top_of(lane) + LANE / 2);
		}
	}
}

/* --- the frame --- */

static void lane(FILE *out, const char *name, uint32_t at, uint32_t colour)
{
	if (colour != NONE) {
		fprintf(out,
			"<rect x=\"0\" y=\"%d\" width=\"10\" height=\"10\" "
			"fill=\"",
			top_of(at) - 14);
		html_colour(out, colour);
		fputs("\"/>", out);
	}
	fprintf(out, "<text x=\"%d\" y=\"%d\">", colour != NONE ? 15 : 0,
		top_of(at) - 5);
	html_text(out, name);
	fprintf(out,
		"</text><rect class=\"lane\" x=\"0\" y=\"%d\" width=\"100%%\" "
		"height=\"%d\"/>\n",
		top_of(at), LANE);
}

static void lanes(FILE *out, const struct chart *c, const struct lanes *l)
{
	for (uint32_t i = 0; i < c->h->n_execs; i++)
		if (l->exec[i] != NONE)
			lane(out, c->h->execs[i].name, l->exec[i], NONE);
	for (uint32_t i = 0; i < c->h->n_tasks; i++)
		if (l->task[i] != NONE)
			lane(out, c->h->tasks[i].name, l->task[i], i);
}

/* At round times: 1, 2 or 5 times a power of ten. */
static void ticks(FILE *out, const struct chart *c)
{
	dag_time span = c->to - c->from, step = 1;
	char text[32];

	while (step * 5 < span && step <= DAG_TIME_MAX / 100) {
		if (step * 10 >= span) {
			step *= 2;
			break;
		}
		if (step * 25 >= span) {
			step *= 5;
			break;
		}
		step *= 10;
	}
	fputs("<g class=\"ticks\">", out);
	for (dag_time t = (c->from + step - 1) / step * step; t < c->to;
	     t += step) {
		double x = place(c, t);

		time_format(text, sizeof(text), t);
		fprintf(out,
			"<text class=\"mute\" x=\"%.3f%%\" y=\"14\" "
			"text-anchor=\"%s\">%s</text>",
			x,
			x < 4    ? "start"
			: x > 96 ? "end"
				 : "middle",
			text);
	}
	fputs("</g>\n", out);
}

static void tools(FILE *out)
{
	static const char *const acts[][3] = {
		{"in", "+", "zoom in"},
		{"out", "\xe2\x88\x92", "zoom out"},
		{"left", "\xe2\x97\x80", "earlier"},
		{"right", "\xe2\x96\xb6", "later"},
		{"all", "all", "show all of it"},
		{"prev", "previous", "slice before"},
		{"next", "next", "next slice"},
	};

	fputs("<div class=\"tools\">", out);
	for (size_t i = 0; i < sizeof(acts) / sizeof(*acts); i++)
		fprintf(out,
			"<button type=\"button\" data-act=\"%s\" "
			"aria-label=\"%s\" title=\"%s\">%s</button>",
			acts[i][0], acts[i][2], acts[i][2], acts[i][1]);
	fputs("</div>\n", out);
}

static void legend(FILE *out, const struct chart *c)
{
	fputs("<ul class=\"key\"><li><svg viewBox=\"-7 -2 14 14\" "
	      "aria-hidden=\"true\"><use href=\"#up\" class=\"rel\"/></svg>"
	      "released</li><li><svg viewBox=\"-7 -13 14 14\" "
	      "aria-hidden=\"true\"><use href=\"#due\" class=\"due\"/></svg>"
	      "deadline</li><li><svg viewBox=\"-7 -7 14 14\" "
	      "aria-hidden=\"true\"><use href=\"#cross\" class=\"miss\"/>"
	      "</svg>missed</li><li><svg viewBox=\"-7 -7 14 14\" "
	      "aria-hidden=\"true\"><use href=\"#ring\" class=\"miss\"/>"
	      "</svg>dropped</li>",
	      out);
	if (c->n_overheads)
		fputs("<li><svg viewBox=\"0 0 14 14\" aria-hidden=\"true\">"
		      "<rect class=\"over\" y=\"3\" width=\"14\" height=\"8\"/>"
		      "</svg>overhead</li>",
		      out);
	fputs("</ul>\n", out);
}

void report_gantt(FILE *out, const struct view *v, const char *caption,
		  uint32_t number)
{
	const struct chart *c = &v->chart;
	char from[32], to[32];
	struct lanes l;

	find_lanes(c, &l);
	time_format(from, sizeof(from), c->from);
	time_format(to, sizeof(to), c->to);
	fprintf(out,
		"<figure class=\"gantt\" id=\"gantt%u\" data-from=\"%" PRId64
		"\" data-span=\"%" PRId64 "\" tabindex=\"0\" aria-label=\"",
		number, c->from, c->to - c->from);
	html_text(out, caption);
	fputs("\">\n", out);
	tools(out);
	fprintf(out,
		"<svg height=\"%u\" role=\"img\" aria-label=\"Gantt "
		"chart\">\n",
		TOP + l.n * ROW + 4);
	lanes(out, c, &l);
	ticks(out, c);
	fputs("<svg class=\"plane\" x=\"0\" y=\"0\" width=\"100%\" "
	      "height=\"100%\" overflow=\"visible\">\n",
	      out);
	slices(out, c, &l);
	overheads(out, c, &l);
	marks(out, c, &l);
	fputs("</svg></svg>\n<p class=\"detail mute\" aria-live=\"polite\">"
	      "Point at a slice for its details.</p>\n",
	      out);
	legend(out, c);
	fputs("<figcaption>", out);
	html_text(out, caption);
	fprintf(out, " Shown is %s to %s.", from, to);
	if (c->narrowed)
		fprintf(out,
			" More than %d slices, overheads and marks: the rest "
			"is "
			"left out.",
			REPORT_BOXES);
	if (l.left)
		fprintf(out, " %u more rows are left out.", l.left);
	fputs("</figcaption></figure>\n", out);
	free(l.exec);
}

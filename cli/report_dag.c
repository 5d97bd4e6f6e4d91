/* report_dag.c - graphs of tasks, with their critical paths; see report.h
 *
 * A node stands in the column of its depth, the length of the longest chain
 * of edges to it.  The weight of a node is the longest that it was seen to
 * run; the critical path is the one of the largest sum.
 */
#include "cli/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN = 120, LINE = 58, WIDTH = 92, HEIGHT = 38 };

struct graph {
	const struct trace_header *h;
	const dag_time *weight; /* by node of the header                      */
	uint32_t first, n;
	const uint32_t *edges; /* of the task, by index                       */
	uint32_t n_edges;
	uint32_t *depth, *row; /* by node of the task                         */
	dag_time *length;      /* of the longest path that ends with it       */
	uint32_t *before;      /* on that path, or NONE                       */
	bool *critical;
	uint32_t columns, rows;
	dag_time longest, volume;
};

static uint32_t from_of(const struct graph *g, uint32_t i)
{
	return g->h->edges[g->edges[i]].from - g->first;
}

static uint32_t to_of(const struct graph *g, uint32_t i)
{
	return g->h->edges[g->edges[i]].to - g->first;
}

/* Longest paths, by rounds over the edges until nothing gets longer: an
 * acyclic graph needs at most as many rounds as it has nodes. */
static void measure(struct graph *g)
{
	bool changed = true;

	for (uint32_t i = 0; i < g->n; i++) {
		g->length[i] = g->weight[g->first + i];
		g->before[i] = NONE;
		g->volume += g->weight[g->first + i];
	}
	for (uint32_t round = 0; changed && round < g->n; round++) {
		changed = false;
		for (uint32_t i = 0; i < g->n_edges; i++) {
			uint32_t a = from_of(g, i), b = to_of(g, i);
			dag_time length = g->length[a] +
					  g->h->edges[g->edges[i]].delay +
					  g->weight[g->first + b];

			if (g->depth[b] < g->depth[a] + 1) {
				g->depth[b] = g->depth[a] + 1;
				changed = true;
			}
			if (length > g->length[b] || g->before[b] == NONE) {
				g->length[b] = length;
				g->before[b] = a;
				changed = true;
			}
		}
	}
}

static void trace_back(struct graph *g)
{
	uint32_t last = 0, steps = 0;

	for (uint32_t i = 1; i < g->n; i++)
		if (g->length[i] > g->length[last])
			last = i;
	g->longest = g->length[last];
	for (; last != NONE && steps < g->n; last = g->before[last], steps++)
		g->critical[last] = true;
}

static void arrange(struct graph *g, struct arena *a)
{
	uint32_t *used = ARENA_NEW(a, uint32_t, g->n + (size_t)1);

	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t d = g->depth[i] < g->n ? g->depth[i] : g->n - 1;

		g->depth[i] = d;
		g->row[i] = used[d]++;
		g->columns = d + 1 > g->columns ? d + 1 : g->columns;
		g->rows = used[d] > g->rows ? used[d] : g->rows;
	}
}

static int x_of(const struct graph *g, uint32_t i)
{
	return (int)g->depth[i] * COLUMN + 2;
}

static int y_of(const struct graph *g, uint32_t i)
{
	return (int)g->row[i] * LINE + 2;
}

static void draw_edges(FILE *out, const struct graph *g)
{
	for (uint32_t i = 0; i < g->n_edges; i++) {
		uint32_t a = from_of(g, i), b = to_of(g, i);
		int x1 = x_of(g, a) + WIDTH, y1 = y_of(g, a) + HEIGHT / 2;
		int x2 = x_of(g, b), y2 = y_of(g, b) + HEIGHT / 2;
		bool critical =
			g->critical[a] && g->critical[b] && g->before[b] == a;

		fprintf(out,
			"<path class=\"edge%s\" d=\"M%d %dC%d %d %d %d %d %d\" "
			"/>\n",
			critical ? " crit" : "", x1, y1, x1 + 18, y1, x2 - 18,
			y2, x2, y2);
	}
}

static void draw_nodes(FILE *out, const struct graph *g)
{
	for (uint32_t i = 0; i < g->n; i++) {
		const char *name = g->h->nodes[g->first + i].name;
		int len = (int)strlen(name), cut = 12;
		char shown[16] = "";

		while (len > cut && ((unsigned char)name[cut] & 0xc0) == 0x80)
			cut--;
		memcpy(shown, name, (size_t)(len < cut ? len : cut));
		fprintf(out, "<g><title>%s",
			g->critical[i] ? "critical: " : "");
		html_text(out, name);
		fputs(", ran at most ", out);
		html_ms(out, g->weight[g->first + i]);
		fprintf(out,
			"</title><rect class=\"node%s\" x=\"%d\" y=\"%d\" "
			"width=\"%d\" height=\"%d\" rx=\"6\"/><text x=\"%d\" "
			"y=\"%d\" text-anchor=\"middle\">",
			g->critical[i] ? " crit" : "", x_of(g, i), y_of(g, i),
			WIDTH, HEIGHT, x_of(g, i) + WIDTH / 2, y_of(g, i) + 16);
		html_text(out, shown);
		fprintf(out,
			"</text><text class=\"mute\" x=\"%d\" y=\"%d\" "
			"text-anchor=\"middle\">",
			x_of(g, i) + WIDTH / 2, y_of(g, i) + 31);
		html_ms(out, g->weight[g->first + i]);
		fputs("</text></g>\n", out);
	}
}

static void draw(FILE *out, struct graph *g, const struct trace_task *t,
		 struct arena *a)
{
	g->depth = ARENA_NEW(a, uint32_t, g->n);
	g->row = ARENA_NEW(a, uint32_t, g->n);
	g->length = ARENA_NEW(a, dag_time, g->n);
	g->before = ARENA_NEW(a, uint32_t, g->n);
	g->critical = ARENA_NEW(a, bool, g->n);
	measure(g);
	trace_back(g);
	arrange(g, a);
	fputs("<h3>", out);
	html_text(out, t->name);
	fprintf(out, "</h3>\n<p>%u nodes, %u edges, period ", g->n, g->n_edges);
	html_ms(out, t->period);
	fputs(", deadline ", out);
	html_ms(out, t->deadline);
	fputs(". The longest path took up to ", out);
	html_ms(out, g->longest);
	fputs(", all nodes together ", out);
	html_ms(out, g->volume);
	fputs(".</p>\n", out);
	wide_begin(out, "Graph of the task");
	fprintf(out,
		"<svg class=\"dag\" width=\"%u\" height=\"%u\" viewBox=\"0 0 "
		"%u %u\" role=\"img\" aria-label=\"Graph with its critical "
		"path\">\n",
		g->columns * COLUMN - (COLUMN - WIDTH) + 4, g->rows * LINE,
		g->columns * COLUMN - (COLUMN - WIDTH) + 4, g->rows * LINE);
	draw_edges(out, g);
	draw_nodes(out, g);
	fputs("</svg>\n", out);
	wide_end(out);
}

void report_dags(FILE *out, const struct view *v)
{
	const struct trace_header *h = v->h;
	struct arena a = {0};
	uint32_t shown = 0, left = 0;

	for (uint32_t i = 0; i < h->n_tasks; i++) {
		const struct trace_task *t = &h->tasks[i];
		struct graph g = {.h = h,
				  .weight = v->survey.longest,
				  .first = t->first_node,
				  .n = t->n_nodes};
		uint32_t *edges;

		if (t->n_nodes < 2)
			continue;
		if (shown == REPORT_DAGS || t->n_nodes > REPORT_DAG_NODES) {
			left++;
			continue;
		}
		arena_reset(&a);
		edges = ARENA_NEW(&a, uint32_t, h->n_edges + (size_t)1);
		for (uint32_t k = 0; k < h->n_edges; k++)
			if (h->edges[k].from - t->first_node < t->n_nodes &&
			    h->edges[k].to - t->first_node < t->n_nodes)
				edges[g.n_edges++] = k;
		g.edges = edges;
		if (!shown++) {
			section_begin(out, "Graphs");
			fputs("<p>Times are the longest that each node was "
			      "seen to run; the critical path is marked.</p>\n",
			      out);
		}
		draw(out, &g, t, &a);
	}
	if (left && shown)
		fprintf(out,
			"<p class=\"mute\">%u more graphs are left out."
			"</p>\n",
			left);
	if (shown)
		section_end(out);
	arena_free(&a);
}

/* report_dag.c - graphs of tasks, with their critical paths; see report.h
 *
 * A node stands in the column of its depth, the length of the longest chain
 * of edges to it.  The weight of a node is the longest that it was seen to
 * run; the critical path is the one of the largest sum.
 */
#include "cli/report.h"

#include "cli/report_layers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN = 120, WIDTH = 92, HEIGHT = 38 };

struct graph {
	const struct trace_header *h;
	const dag_time *weight; /* by node of the header                      */
	uint32_t first, n;
	uint32_t *edges; /* of the task, by index                       */
	uint32_t n_edges;
	uint32_t *depth;  /* by node of the task                         */
	dag_time *length; /* of the longest path that ends with it       */
	uint32_t *before; /* on that path, or NONE                       */
	bool *critical;
	struct layers layers;
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

static bool is_critical(const struct graph *g, uint32_t edge)
{
	uint32_t a = from_of(g, edge), b = to_of(g, edge);

	return g->critical[a] && g->critical[b] && g->before[b] == a;
}

/* A file may hold a graph with a cycle, though no workload has one: what would
 * lead back is left out. */
static void drop_backward(struct graph *g)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->n; i++)
		if (g->depth[i] >= g->n)
			g->depth[i] = g->n - 1;
	for (uint32_t i = 0; i < g->n_edges; i++)
		if (g->depth[to_of(g, i)] > g->depth[from_of(g, i)])
			g->edges[n++] = g->edges[i];
	g->n_edges = n;
}

static void arrange(struct graph *g, struct arena *a)
{
	struct layers *l = &g->layers;
	uint32_t *from = ARENA_NEW(a, uint32_t, g->n_edges + (size_t)1);
	uint32_t *to = ARENA_NEW(a, uint32_t, g->n_edges + (size_t)1);

	for (uint32_t i = 0; i < g->n_edges; i++) {
		from[i] = from_of(g, i);
		to[i] = to_of(g, i);
	}
	*l = (struct layers){.n_nodes = g->n,
			     .n_edges = g->n_edges,
			     .from = from,
			     .to = to,
			     .depth = g->depth};
	layers_arrange(l, a);
}

static int x_of(const struct graph *g, uint32_t point)
{
	return (int)g->layers.layer[point] * COLUMN + 2;
}

static int y_of(const struct graph *g, uint32_t point)
{
	return g->layers.y[point];
}

/* From the point (x, y) to the left side of another one. */
static void curve(FILE *out, const struct graph *g, int x, int y,
		  uint32_t point)
{
	int bend = x_of(g, point) - x < COLUMN ? (COLUMN - WIDTH) / 2 : COLUMN;

	fprintf(out, "C%d %d %d %d %d %d", x + bend, y, x_of(g, point) - bend,
		y_of(g, point), x_of(g, point), y_of(g, point));
}

static void draw_edge(FILE *out, const struct graph *g, uint32_t i)
{
	const struct layers *l = &g->layers;
	uint32_t a = from_of(g, i), b = to_of(g, i);
	uint32_t n = l->passed[i] == NONE ? 0 : g->depth[b] - g->depth[a] - 1;
	int x = x_of(g, a) + WIDTH, y = y_of(g, a);
	bool critical = is_critical(g, i);

	fprintf(out, "<path class=\"edge%s\" d=\"M%d %d",
		critical ? " crit" : "", x, y);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t point = l->passed[i] + k;

		curve(out, g, x, y, point);
		x = x_of(g, point) + WIDTH;
		y = y_of(g, point);
		fprintf(out, "H%d", x);
	}
	curve(out, g, x, y, b);
	fputs("\"/>\n", out);
}

/* Those of the critical path above the others. */
static void draw_edges(FILE *out, const struct graph *g)
{
	for (int critical = 0; critical < 2; critical++)
		for (uint32_t i = 0; i < g->n_edges; i++)
			if (is_critical(g, i) == (critical == 1))
				draw_edge(out, g, i);
}

/* As much of a name as has room, whole characters of it; those beyond Latin
 * and its kin take twice as much. */
static void shorten(const char *name, char *out, size_t cap)
{
	size_t n = 0, columns = 0, cut = 0;

	while (name[n] && columns <= 13) {
		size_t begin = n++;

		while (((unsigned char)name[n] & 0xc0) == 0x80)
			n++;
		columns += (unsigned char)name[begin] >= 0xe1 ? 2 : 1;
		if (columns <= 12)
			cut = n;
	}
	if (columns <= 13)
		cut = n;
	snprintf(out, cap, "%.*s%s", (int)cut, name, name[cut] ? ".." : "");
}

static void draw_nodes(FILE *out, const struct graph *g)
{
	for (uint32_t i = 0; i < g->n; i++) {
		const char *name = g->h->nodes[g->first + i].name;
		char shown[64];

		shorten(name, shown, sizeof(shown));
		fprintf(out, "<g><title>%s",
			g->critical[i] ? "critical: " : "");
		html_text(out, name);
		fputs(", ran at most ", out);
		html_time(out, g->weight[g->first + i]);
		fprintf(out,
			"</title><rect class=\"node%s\" x=\"%d\" y=\"%d\" "
			"width=\"%d\" height=\"%d\" rx=\"6\"/><text x=\"%d\" "
			"y=\"%d\" text-anchor=\"middle\">",
			g->critical[i] ? " crit" : "", x_of(g, i),
			y_of(g, i) - HEIGHT / 2, WIDTH, HEIGHT,
			x_of(g, i) + WIDTH / 2, y_of(g, i) - HEIGHT / 2 + 16);
		html_text(out, shown);
		fprintf(out,
			"</text><text class=\"mute\" x=\"%d\" y=\"%d\" "
			"text-anchor=\"middle\">",
			x_of(g, i) + WIDTH / 2, y_of(g, i) - HEIGHT / 2 + 31);
		html_time(out, g->weight[g->first + i]);
		fputs("</text></g>\n", out);
	}
}

static void draw(FILE *out, struct graph *g, const struct trace_task *t,
		 struct arena *a)
{
	uint32_t width;

	g->depth = ARENA_NEW(a, uint32_t, g->n);
	g->length = ARENA_NEW(a, dag_time, g->n);
	g->before = ARENA_NEW(a, uint32_t, g->n);
	g->critical = ARENA_NEW(a, bool, g->n);
	measure(g);
	trace_back(g);
	drop_backward(g);
	arrange(g, a);
	width = g->layers.n_layers * COLUMN - (COLUMN - WIDTH) + 4;
	fputs("<h3>", out);
	html_text(out, t->name);
	fprintf(out, "</h3>\n<p>%u nodes, %u edges, period ", g->n, g->n_edges);
	html_time(out, t->period);
	fputs(", deadline ", out);
	html_time(out, t->deadline);
	fputs(". The longest path took up to ", out);
	html_time(out, g->longest);
	fputs(", all nodes together ", out);
	html_time(out, g->volume);
	fputs(".</p>\n", out);
	wide_begin(out, "Graph of the task");
	fprintf(out,
		"<svg class=\"dag\" width=\"%u\" height=\"%d\" viewBox=\"0 0 "
		"%u %d\" role=\"img\" aria-label=\"Graph with its critical "
		"path\">\n",
		width, g->layers.height, width, g->layers.height);
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

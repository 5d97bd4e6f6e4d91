/* load_graph.c - is what was drawn a DAG?  and if not, where is it none
 *
 * Works on one task: nodes are numbered from 0, edges sorted by their ends.
 * All passes are loops; a walk never goes deeper than an array.
 */
#include "model/load_dag.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct link {
	uint32_t from, to, index; /* of the file's order                    */
};

struct graph {
	struct link *links; /* sorted by (from, to, index)                  */
	uint32_t *first;    /* into links, by node; n + 1 of them           */
	uint32_t n, m;
};

/* A list of names that grows until the buffer is nearly full. */
struct names {
	char text[360];
	size_t len;
	uint32_t left_out;
};

static void names_add(struct names *s, const char *before, const char *name)
{
	enum { KEEP = 32 }; /* for "... and N more" */
	size_t need = strlen(before) + strlen(name);

	assert(s->len < sizeof(s->text));
	if (s->left_out || s->len + need + KEEP > sizeof(s->text)) {
		s->left_out++;
		return;
	}
	s->len += (size_t)snprintf(s->text + s->len, sizeof(s->text) - s->len,
				   "%s%s", before, name);
}

static const char *names_end(struct names *s)
{
	assert(s->len < sizeof(s->text));
	assert(s->text[s->len] == '\0');
	if (s->left_out)
		snprintf(s->text + s->len, sizeof(s->text) - s->len,
			 " ... and %u more", s->left_out);
	return s->text;
}

static const char *name_of(const struct loader *l, const struct dag *d,
			   uint32_t k)
{
	assert(d->first_node + k < l->w->n_nodes);
	assert(k < d->nodes.n);
	return l->w->nodes[d->first_node + k].name;
}

static int by_ends(const void *pa, const void *pb)
{
	const struct link *a = pa, *b = pb;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	if (a->to != b->to)
		return a->to < b->to ? -1 : 1;
	return (a->index > b->index) - (a->index < b->index);
}

static void graph_of(struct loader *l, const struct dag *d, struct graph *g)
{
	assert(l->w->n_edges >= d->first_edge);
	assert(d->nodes.n > 0);
	g->n = d->nodes.n;
	g->m = l->w->n_edges - d->first_edge;
	g->links = ARENA_NEW(&l->scratch, struct link, g->m);
	g->first = ARENA_NEW(&l->scratch, uint32_t, (size_t)g->n + 1);
	for (uint32_t i = 0; i < g->m; i++) {
		const struct edge *x = &l->w->edges[d->first_edge + i];

		g->links[i] = (struct link){x->from - d->first_node,
					    x->to - d->first_node, i};
		assert(g->links[i].from < g->n && g->links[i].to < g->n);
		g->first[g->links[i].from + 1]++;
	}
	for (uint32_t k = 0; k < g->n; k++)
		g->first[k + 1] += g->first[k];
	if (g->m)
		qsort(g->links, g->m, sizeof(*g->links), by_ends);
}

static bool check_duplicates(struct loader *l, const struct dag *d,
			     const struct graph *g)
{
	assert(g->links || !g->m);
	assert(g->n == d->nodes.n);
	for (uint32_t i = 1; i < g->m; i++) {
		const struct link *a = &g->links[i - 1], *b = &g->links[i];

		if (a->from != b->from || a->to != b->to)
			continue;
		return reader_error(&l->r, d->edge_at[b->index],
				    "task '%s' has two edges from '%s' to "
				    "'%s'; the first is in line %u",
				    dag_name(l, d), name_of(l, d, a->from),
				    name_of(l, d, a->to),
				    d->edge_at[a->index]->line);
	}
	return true;
}

/* Kahn: in_cycle[k] stays above 0 for nodes on a cycle and behind one.
 * Returns the number of the others. */
static uint32_t peel(struct loader *l, const struct graph *g, uint32_t *left)
{
	uint32_t *queue = ARENA_NEW(&l->scratch, uint32_t, g->n);
	uint32_t head = 0, tail = 0;

	assert(left && g->n > 0);
	assert(g->first[g->n] == g->m);
	for (uint32_t i = 0; i < g->m; i++)
		left[g->links[i].to]++;
	for (uint32_t k = 0; k < g->n; k++)
		if (!left[k])
			queue[tail++] = k;
	while (head < tail) {
		uint32_t k = queue[head++];

		for (uint32_t i = g->first[k]; i < g->first[k + 1]; i++) {
			assert(left[g->links[i].to] > 0);
			if (!--left[g->links[i].to])
				queue[tail++] = g->links[i].to;
		}
	}
	return tail;
}

/* Tells a cycle from its node that the file names first; the edge to blame
 * is its last in the file.  path: a cycle backwards, by links. */
static bool tell_cycle(struct loader *l, const struct dag *d,
		       const struct graph *g, const uint32_t *path, uint32_t n)
{
	struct names names = {.text = ""};
	uint32_t start = 0, last = 0;

	assert(n <= g->n);
	assert(n >= 2);
	for (uint32_t i = 0; i < n; i++) {
		const struct link *x = &g->links[path[i]];

		if (x->from < g->links[path[start]].from)
			start = i;
		if (x->index > last)
			last = x->index;
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t link = path[(start + n - i) % n];

		names_add(&names, i ? " -> " : "",
			  name_of(l, d, g->links[link].from));
	}
	names_add(&names, " -> ", name_of(l, d, g->links[path[start]].from));
	return reader_error(&l->r, d->edge_at[last],
			    "task '%s': the edges form a cycle: %s",
			    dag_name(l, d), names_end(&names));
}

static bool check_acyclic(struct loader *l, const struct dag *d,
			  const struct graph *g)
{
	uint32_t *left = ARENA_NEW(&l->scratch, uint32_t, g->n);
	uint32_t *into, *seen, *path, at = 0, n = 0;

	assert(g->n == d->nodes.n);
	assert(g->n > 0);
	if (peel(l, g, left) == g->n)
		return true;
	/* Every node that is left has a predecessor that is left, so walking
	 * backwards comes round. */
	into = ARENA_NEW(&l->scratch, uint32_t, g->n);
	seen = ARENA_NEW(&l->scratch, uint32_t, g->n); /* step + 1, or 0    */
	path = ARENA_NEW(&l->scratch, uint32_t, g->n);
	for (uint32_t i = 0; i < g->m; i++)
		if (left[g->links[i].from] && left[g->links[i].to])
			into[g->links[i].to] = i;
	while (!left[at])
		at++;
	while (!seen[at]) {
		assert(left[at] && n < g->n);
		path[n] = into[at];
		seen[at] = ++n;
		at = g->links[into[at]].from;
	}
	return tell_cycle(l, d, g, path + (seen[at] - 1), n - (seen[at] - 1));
}

static uint32_t root_of(uint32_t *parent, uint32_t k)
{
	assert(parent);
	assert(parent[k] <= k);
	while (parent[k] != k) {
		parent[k] = parent[parent[k]];
		k = parent[k];
	}
	return k;
}

/* Tells the parts, each by its nodes in the order of the file. */
static bool tell_parts(struct loader *l, const struct dag *d, uint32_t *parent,
		       uint32_t n_parts)
{
	uint32_t n = d->nodes.n, part = 0;
	struct names names = {.text = ""};

	assert(n_parts > 1 && n_parts <= d->nodes.n);
	assert(parent[0] == 0);
	for (uint32_t k = 0; k < n; k++) {
		const char *before = part ? "} and {" : "{";

		if (root_of(parent, k) != k)
			continue;
		part++;
		for (uint32_t i = k; i < n; i++) {
			if (root_of(parent, i) != k)
				continue;
			names_add(&names, before, name_of(l, d, i));
			before = ", ";
			if (names.left_out)
				break;
		}
	}
	if (!names.left_out)
		names_add(&names, "}", "");
	return reader_error(&l->r, d->at,
			    "task '%s' falls into %u parts that no edge "
			    "connects: %s; a job of each part is a task of "
			    "its own, unless 'connected: false' says that "
			    "they belong together",
			    dag_name(l, d), n_parts, names_end(&names));
}

static bool check_connected(struct loader *l, const struct dag *d,
			    const struct graph *g)
{
	uint32_t *parent = ARENA_NEW(&l->scratch, uint32_t, g->n);
	uint32_t n_parts = g->n;

	assert(g->n > 0);
	assert(g->n == d->nodes.n);
	for (uint32_t k = 0; k < g->n; k++)
		parent[k] = k;
	for (uint32_t i = 0; i < g->m; i++) {
		uint32_t a = root_of(parent, g->links[i].from);
		uint32_t b = root_of(parent, g->links[i].to);

		if (a == b)
			continue;
		/* The root of a part is its first node. */
		parent[a > b ? a : b] = a > b ? b : a;
		n_parts--;
	}
	return n_parts == 1 || tell_parts(l, d, parent, n_parts);
}

/* Strict mode: one node with no edge into it, one with none out of it. */
static bool check_ends(struct loader *l, const struct dag *d,
		       const struct graph *g, bool sinks)
{
	uint32_t *degree = ARENA_NEW(&l->scratch, uint32_t, g->n);
	struct names names = {.text = ""};
	uint32_t n = 0;

	assert(g->n == d->nodes.n);
	for (uint32_t i = 0; i < g->m; i++)
		degree[sinks ? g->links[i].from : g->links[i].to]++;
	for (uint32_t k = 0; k < g->n; k++)
		if (!degree[k])
			names_add(&names, n++ ? ", " : "", name_of(l, d, k));
	assert(n >= 1);
	if (n == 1)
		return true;
	return reader_error(&l->r, d->at,
			    "task '%s' has %u %s: %s; strict mode allows one",
			    dag_name(l, d), n, sinks ? "sinks" : "sources",
			    names_end(&names));
}

bool dag_check_graph(struct loader *l, const struct dag *d)
{
	struct graph g;

	assert(d->nodes.n > 0);
	graph_of(l, d, &g);
	assert(g.n > 0 && g.first[g.n] == g.m);
	return check_duplicates(l, d, &g) && check_acyclic(l, d, &g) &&
	       (d->in_parts || check_connected(l, d, &g)) &&
	       (!d->strict ||
		(check_ends(l, d, &g, false) && check_ends(l, d, &g, true)));
}

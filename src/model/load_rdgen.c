/* load_rdgen.c - one DAG as RD-Gen and networkx write it, to a task on cores
 *
 * What the properties mean is what RD-Gen's manual says and the RTOS that
 * reads its files takes them for: `period` stands at the nodes that a timer
 * releases, `end_to_end_deadline` at the sinks, `communication_time` at the
 * links.  Here a DAG is released as a whole, so its periodic nodes must agree
 * on period and offset; chains of different rates are refused.  Properties
 * with other names are allowed there, so they are here, with a warning.
 *
 *     github.com/azu-lab/RD-Gen;
 *     github.com/tier4/awkernel, applications/rd_gen_to_dags
 */
#include "model/load_rates.h"
#include "model/tree_scan.h"

#include <assert.h>
#include <string.h>

struct graph_record {
	bool directed, multigraph;
	const struct tree *graph, *nodes, *links, *edges;
};
enum { AT_DIRECTED, AT_MULTIGRAPH, AT_GRAPH, AT_NODES, AT_LINKS, AT_EDGES };
static const struct field graph_fields[] = {
	[AT_DIRECTED] = {.key = "directed",
			 .type = FIELD_BOOL,
			 .offset = offsetof(struct graph_record, directed)},
	[AT_MULTIGRAPH] = {.key = "multigraph",
			   .type = FIELD_BOOL,
			   .offset = offsetof(struct graph_record, multigraph)},
	[AT_GRAPH] = {.key = "graph",
		      .type = FIELD_TREE,
		      .flags = FIELD_NULLABLE,
		      .offset = offsetof(struct graph_record, graph)},
	[AT_NODES] = {.key = "nodes",
		      .type = FIELD_TREE,
		      .flags = FIELD_REQUIRED,
		      .offset = offsetof(struct graph_record, nodes)},
	[AT_LINKS] = {.key = "links",
		      .type = FIELD_TREE,
		      .offset = offsetof(struct graph_record, links)},
	[AT_EDGES] = {.key = "edges",
		      .type = FIELD_TREE,
		      .offset = offsetof(struct graph_record, edges)},
};
static const struct section graph_section = SECTION_OF("a graph", graph_fields);

struct node_record {
	const char *id;
	dag_time wcet, period, deadline, offset;
};
enum { AT_ID, AT_WCET, AT_PERIOD, AT_DEADLINE, AT_OFFSET };
static const struct field node_fields[] = {
	[AT_ID] = {.key = "id",
		   .type = FIELD_NAME,
		   .flags = FIELD_REQUIRED,
		   .offset = offsetof(struct node_record, id)},
	[AT_WCET] = {.key = "execution_time",
		     .type = FIELD_TIME,
		     .flags = FIELD_REQUIRED | FIELD_ZERO_EXACT,
		     .offset = offsetof(struct node_record, wcet)},
	[AT_PERIOD] = {.key = "period",
		       .type = FIELD_TIME,
		       .flags = FIELD_POSITIVE | FIELD_NULLABLE,
		       .offset = offsetof(struct node_record, period)},
	[AT_DEADLINE] = {.key = "end_to_end_deadline",
			 .type = FIELD_TIME,
			 .flags = FIELD_POSITIVE | FIELD_NULLABLE,
			 .offset = offsetof(struct node_record, deadline)},
	[AT_OFFSET] = {.key = "offset",
		       .type = FIELD_TIME,
		       .flags = FIELD_NULLABLE,
		       .offset = offsetof(struct node_record, offset)},
};
static const struct section node_section = SECTION_OF("a node", node_fields);

struct link_record {
	const struct tree *source, *target;
	dag_time delay;
};
enum { AT_SOURCE, AT_TARGET, AT_DELAY };
static const struct field link_fields[] = {
	[AT_SOURCE] = {.key = "source",
		       .type = FIELD_TREE,
		       .flags = FIELD_REQUIRED,
		       .offset = offsetof(struct link_record, source)},
	[AT_TARGET] = {.key = "target",
		       .type = FIELD_TREE,
		       .flags = FIELD_REQUIRED,
		       .offset = offsetof(struct link_record, target)},
	[AT_DELAY] = {.key = "communication_time",
		      .type = FIELD_TIME,
		      .flags = FIELD_NULLABLE,
		      .offset = offsetof(struct link_record, delay)},
};
static const struct section link_section = SECTION_OF("a link", link_fields);

bool is_node_link(const struct tree *root)
{
	assert(root);
	assert(root->line >= 1);
	return root->kind == TREE_MAP &&
	       (tree_get(root, "nodes") || tree_get(root, "links"));
}

/* --- the graph --- */

static bool add_node(struct loader *l, struct dag *d, const struct tree *t,
		     struct timed_node *timed)
{
	const struct tree *map = load_without_extras(l, &node_section, t);
	struct node_record rec = {0};
	const struct tree *at[FIELDS_MAX];

	assert(t && timed);
	assert(d->nodes.n < d->max_nodes);
	if (!map || !fields_read(&l->r, map, &node_section, &rec, at))
		return false;
	*timed = (struct timed_node){.period = rec.period,
				     .deadline = rec.deadline,
				     .offset = rec.offset,
				     .map = t,
				     .period_at = at[AT_PERIOD],
				     .deadline_at = at[AT_DEADLINE],
				     .offset_at = at[AT_OFFSET]};
	dag_node(l, d, rec.id, at[AT_ID]);
	return dag_runs_core(l, d, rec.wcet, 0);
}

static bool add_link(struct loader *l, struct dag *d, const struct tree *t)
{
	const struct tree *map = load_without_extras(l, &link_section, t);
	struct link_record rec = {0};
	const struct tree *at[FIELDS_MAX];

	assert(t);
	assert(d->nodes.n == d->max_nodes);
	return map && fields_read(&l->r, map, &link_section, &rec, at) &&
	       dag_edge(l, d, t, rec.source, rec.target, rec.delay);
}

static bool add_graph(struct loader *l, struct dag *d, const struct tree *nodes,
		      const struct tree *links, struct timed_node *timed)
{
	assert(nodes->kind == TREE_LIST && links->kind == TREE_LIST);
	assert(nodes->n == d->max_nodes && links->n == d->max_edges);
	for (uint32_t i = 0; i < nodes->n; i++)
		if (!add_node(l, d, nodes->items[i], &timed[i]))
			return false;
	if (!dag_nodes_end(l, d))
		return false;
	for (uint32_t i = 0; i < links->n; i++)
		if (!add_link(l, d, links->items[i]))
			return false;
	return dag_close(l, d);
}

/* --- when it is released --- */

static const char *node_name(const struct loader *l, const struct dag *d,
			     uint32_t k)
{
	assert(d->first_node + k < l->w->n_nodes);
	assert(k < d->nodes.n);
	return l->w->nodes[d->first_node + k].name;
}

/* Which nodes have no edge out of them, or none into them. */
static bool *ends_of(struct loader *l, const struct dag *d, bool sinks)
{
	bool *ends = ARENA_NEW(&l->scratch, bool, d->nodes.n);

	assert(d->nodes.n > 0);
	assert(d->first_edge <= l->w->n_edges);
	for (uint32_t k = 0; k < d->nodes.n; k++)
		ends[k] = true;
	for (uint32_t i = d->first_edge; i < l->w->n_edges; i++) {
		const struct edge *x = &l->w->edges[i];

		ends[(sinks ? x->from : x->to) - d->first_node] = false;
	}
	return ends;
}

static bool no_period(struct loader *l, const struct dag *d)
{
	assert(!l->opt->dag_period);
	assert(d->at);
	return reader_error(&l->r, d->at,
			    "no node of DAG '%s' has a 'period', so nothing "
			    "releases it (--dag-period 100ms would)",
			    dag_name(l, d));
}

static bool differing_rates(struct loader *l, const struct dag *d,
			    const struct timed_node *timed, uint32_t a,
			    uint32_t b)
{
	bool offset = timed[a].period == timed[b].period;
	const struct tree *at = offset ? timed[b].offset_at : NULL;
	char one[32], two[32];

	assert(a < b && b < d->nodes.n);
	assert(timed[a].period && timed[b].period);
	time_format(one, sizeof(one),
		    offset ? timed[a].offset : timed[a].period);
	time_format(two, sizeof(two),
		    offset ? timed[b].offset : timed[b].period);
	return reader_error(&l->r, at ? at : timed[b].period_at,
			    "node '%s' has %s %s, but node '%s' %s: strict "
			    "mode does not take a DAG that is driven by timers "
			    "of several rates",
			    node_name(l, d, b), offset ? "offset" : "period",
			    two, node_name(l, d, a), one);
}

/* A node whose rate differs from that of the first with a period, which goes
 * to *first; or NONE. */
static uint32_t other_rate(const struct dag *d, const struct timed_node *timed,
			   uint32_t *first)
{
	*first = NONE;
	for (uint32_t k = 0; k < d->nodes.n; k++) {
		if (!timed[k].period)
			continue;
		if (*first == NONE)
			*first = k;
		else if (timed[k].period != timed[*first].period ||
			 timed[k].offset != timed[*first].offset)
			return k;
	}
	return NONE;
}

/* An offset belongs to a period; without any, 0 may be said. */
static bool check_offsets(struct loader *l, const struct dag *d,
			  const struct timed_node *timed, bool any_period)
{
	for (uint32_t k = 0; k < d->nodes.n; k++)
		if (timed[k].offset_at && !timed[k].period &&
		    (any_period || timed[k].offset))
			return reader_error(&l->r, timed[k].offset_at,
					    "node '%s' has an offset but no "
					    "period",
					    node_name(l, d, k));
	return true;
}

/* Of the nodes with a period, which agree on it and on the offset. */
static bool settle_period(struct loader *l, const struct dag *d,
			  const struct timed_node *timed, uint32_t first,
			  struct task *task)
{
	const bool *sources = ends_of(l, d, false);
	uint32_t inner = NONE;

	assert(timed && task);
	assert(d->nodes.n > 0);
	for (uint32_t k = d->nodes.n; k-- > 0;)
		if (timed[k].period && !sources[k])
			inner = k;
	if (first == NONE && !l->opt->dag_period)
		return no_period(l, d);
	if (inner != NONE)
		reader_warn(&l->r, timed[inner].period_at,
			    "node '%s' has a period, but it waits for its "
			    "predecessors all the same",
			    node_name(l, d, inner));
	task->period = first == NONE ? l->opt->dag_period : timed[first].period;
	task->phase = first == NONE ? 0 : timed[first].offset;
	return true;
}

/* Several sinks may have deadlines of their own; a job has one, the least. */
static bool settle_deadline(struct loader *l, const struct dag *d,
			    const struct timed_node *timed, struct task *task)
{
	const bool *sinks = ends_of(l, d, true);
	uint32_t least = NONE, most = NONE;

	assert(timed && task);
	assert(task->period > 0);
	for (uint32_t k = 0; k < d->nodes.n; k++) {
		if (!sinks[k] && timed[k].deadline)
			return reader_error(&l->r, timed[k].deadline_at,
					    "node '%s' has an "
					    "end_to_end_deadline, but is no "
					    "sink",
					    node_name(l, d, k));
		if (!sinks[k])
			continue;
		if (!timed[k].deadline && !l->opt->dag_deadline)
			return reader_error(&l->r, timed[k].map,
					    "sink '%s' of DAG '%s' has no "
					    "'end_to_end_deadline' "
					    "(--dag-deadline 100ms would do)",
					    node_name(l, d, k), dag_name(l, d));
		if (!timed[k].deadline)
			continue;
		if (least == NONE || timed[k].deadline < timed[least].deadline)
			least = k;
		if (most == NONE || timed[k].deadline > timed[most].deadline)
			most = k;
	}
	task->deadline =
		least == NONE ? l->opt->dag_deadline : timed[least].deadline;
	if (task->deadline > SPAN_MAX)
		return reader_error(
			&l->r, least == NONE ? d->at : timed[least].deadline_at,
			"the deadline of DAG '%s' is above 2^62 ns "
			"(146 years)",
			dag_name(l, d));
	if (least != NONE && timed[least].deadline != timed[most].deadline)
		reader_warn(&l->r, timed[least].deadline_at,
			    "the sinks of DAG '%s' have different deadlines; "
			    "a job has one, the least, that of '%s'",
			    dag_name(l, d), node_name(l, d, least));
	return true;
}

static bool settle(struct loader *l, const struct dag *d,
		   const struct timed_node *timed)
{
	struct task *task = &l->w->tasks[d->task];
	uint32_t first, other = other_rate(d, timed, &first);

	if (!check_offsets(l, d, timed, first != NONE))
		return false;
	if (other == NONE)
		return settle_period(l, d, timed, first, task) &&
		       settle_deadline(l, d, timed, task);
	if (d->strict)
		return differing_rates(l, d, timed, first, other);
	return rates_divide(l, d, timed);
}

/* --- the whole --- */

static bool check_graph_record(struct loader *l, const struct tree *root,
			       const struct graph_record *rec,
			       const struct tree *const *at)
{
	assert(root->kind == TREE_MAP);
	assert(rec->nodes);
	if (!rec->directed)
		return reader_error(&l->r, at[AT_DIRECTED],
				    "an undirected graph is no DAG");
	if (rec->links && rec->edges)
		return reader_error(&l->r, at[AT_EDGES],
				    "'links' (line %u) and 'edges' say the "
				    "same thing twice",
				    rec->links->line);
	if (!rec->links && !rec->edges)
		return reader_error(&l->r, root,
				    "a graph needs 'links' (or 'edges')");
	return want_kind(&l->r, rec->nodes, TREE_LIST, "'nodes'") &&
	       want_kind(&l->r, rec->links ? rec->links : rec->edges, TREE_LIST,
			 rec->links ? "'links'" : "'edges'") &&
	       (!rec->graph ||
		want_kind(&l->r, rec->graph, TREE_MAP, "'graph'"));
}

/* The name of the file, where it can name a task. */
static bool name_by_file(struct loader *l, const struct tree *root,
			 const char **name)
{
	const char *stem = file_stem(&l->w->arena, l->r.file, NULL);
	const char *end = stem + strlen(stem);

	assert(name);
	assert(l->r.file);
	*name = strcmp(l->r.file, "-") != 0 && stem[0] ? stem : "dag";
	for (const char *p = stem; p < end; p += utf8_length(p, end))
		if (!utf8_length(p, end) || (unsigned char)*p < 0x20 ||
		    *p == 0x7f || end - stem > FIELD_NAME_MAX)
			return reader_error(&l->r, root,
					    "the DAG is named by its file, "
					    "whose name is too long, not "
					    "UTF-8 or has control characters");
	return true;
}

bool load_node_link(struct loader *l, const struct tree *root)
{
	struct graph_record rec = {.directed = true};
	struct task task = {.period = 1, .deadline = 1, .group = NONE};
	const struct tree *at[FIELDS_MAX], *links;
	struct timed_node *timed;
	struct dag d;

	assert(is_node_link(root));
	assert(l->opt->unit_ns >= 0);
	l->r.unit_ns = l->opt->unit_ns ? l->opt->unit_ns : NS_PER_MS;
	if (!name_by_file(l, root, &task.name) ||
	    !fields_read(&l->r, root, &graph_section, &rec, at) ||
	    !check_graph_record(l, root, &rec, at))
		return false;
	links = rec.links ? rec.links : rec.edges;
	task.line = root->line;
	l->w->name = task.name;
	if (!dag_open(l, &d, &task, root, rec.nodes->n, links->n))
		return false;
	timed = ARENA_NEW(&l->scratch, struct timed_node, d.max_nodes);
	return add_graph(l, &d, rec.nodes, links, timed) &&
	       settle(l, &d, timed) && dag_drop_timeless(l, &d);
}

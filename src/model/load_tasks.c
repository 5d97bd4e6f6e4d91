/* load_tasks.c - the `tasks` of a file: DAGs of nodes on cores and accelerators
 *
 * A node names either a `wcet`, and then runs on a core with a model of its
 * own, or a `model` of the file, and then runs on the accelerator.
 */
#include "model/load_dag.h"
#include "model/load_timing.h"
#include "model/overhead.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- a node --- */

struct node_record {
	dag_time wcet, bcet;
	const struct tree *noise, *affinity, *regions;
	const char *model;
	int64_t priority;
};
enum {
	AT_WCET,
	AT_BCET,
	AT_NOISE,
	AT_MODEL,
	AT_NODE_PRIORITY,
	AT_AFFINITY,
	AT_REGIONS
};

static const struct shape affinity_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": \"array\", \"minItems\": 1, \"uniqueItems\": "
		"true, \"items\": {\"type\": \"integer\", \"minimum\": 0}}",
};

static const struct shape regions_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"anyOf\": [{\"type\": \"boolean\"}, {\"type\": \"array\", "
		"\"items\": {\"type\": \"array\", \"minItems\": 2, "
		"\"maxItems\": 2, \"items\": {\"anyOf\": [{\"$ref\": "
		"\"#/$defs/number\"}, {\"$ref\": \"#/$defs/time\"}]}}}]}",
};

static const struct field node_fields[] = {
	[AT_WCET] = {.key = "wcet",
		     .type = FIELD_TIME,
		     .offset = offsetof(struct node_record, wcet),
		     .flags = FIELD_ZERO_EXACT,
		     .help = "on a core: the nominal time, never exceeded; 0 "
			     "orders others, but runs nowhere"},
	[AT_BCET] = {.key = "bcet",
		     .type = FIELD_TIME,
		     .offset = offsetof(struct node_record, bcet),
		     .flags = FIELD_ZERO_EXACT,
		     .help = "on a core: no job takes less, whatever its "
			     "noise"},
	[AT_NOISE] = {.key = "noise",
		      .type = FIELD_TREE,
		      .offset = offsetof(struct node_record, noise),
		      .flags = FIELD_NULLABLE,
		      .shape = &noise_shape,
		      .help = "on a core: by what factor of wcet it varies"},
	[AT_MODEL] = {.key = "model",
		      .type = FIELD_NAME,
		      .offset = offsetof(struct node_record, model),
		      .help = "on the accelerator: the model that it runs"},
	[AT_NODE_PRIORITY] = {.key = "priority",
			      .type = FIELD_INT,
			      .offset = offsetof(struct node_record, priority),
			      .flags = FIELD_NULLABLE,
			      .min = INT32_MIN,
			      .max = INT32_MAX,
			      .standard = "0",
			      .help = "among the nodes of its task, smaller is "
				      "more urgent"},
	[AT_AFFINITY] = {.key = "affinity",
			 .type = FIELD_TREE,
			 .offset = offsetof(struct node_record, affinity),
			 .flags = FIELD_NULLABLE,
			 .shape = &affinity_shape,
			 .standard = "every core",
			 .help = "numbers of the cores it may run on, from 0"},
	[AT_REGIONS] = {.key = "non_preemptive",
			.type = FIELD_TREE,
			.offset = offsetof(struct node_record, regions),
			.flags = FIELD_NULLABLE,
			.shape = &regions_shape,
			.standard = "false",
			.help = "on a core: the parts of its wcet in which it "
				"is not preempted, or true for all of it"},
};
static const struct section node_section = SECTION_OF("a node", node_fields);
static const struct shape node_shape = {
	.kind = SHAPE_SECTION,
	.section = &node_section,
	.text = "{\"oneOf\": [{\"required\": [\"model\"]}, {\"anyOf\": ["
		"{\"required\": [\"wcet\"]}, {\"required\": [\"wcet_ms\"]}, "
		"{\"required\": [\"wcet_us\"]}, {\"required\": [\"wcet_ns\"]}, "
		"{\"required\": [\"wcet_s\"]}]}]}",
};
static const struct shape node_or_time_shape = {
	.kind = SHAPE_EITHER,
	.item = &node_shape,
	.text = "{\"$ref\": \"#/$defs/time\"}",
};
static const struct shape nodes_shape = {.kind = SHAPE_NAMED,
					 .item = &node_or_time_shape};

static bool load_core_node(struct loader *l, struct dag *d,
			   const struct node_record *rec,
			   const struct tree *const *at, struct node *n)
{
	int vary = at[AT_NOISE] ? AT_NOISE : AT_REGIONS;

	assert(rec->wcet >= 0 && rec->bcet >= 0);
	assert(n->model == NONE);
	if (rec->bcet > rec->wcet)
		return reader_error(&l->r, at[AT_BCET],
				    "node '%s': bcet is above wcet", n->name);
	if (!rec->wcet && at[vary])
		return reader_error(&l->r, at[vary],
				    "node '%s' takes no time, so it has no "
				    "'%s'",
				    n->name, node_fields[vary].key);
	if (!dag_runs_core(l, d, rec->wcet, rec->bcet))
		return false;
	assert(n->model < l->w->n_models);
	if (rec->noise && !load_noise(l, rec->noise, &l->w->models[n->model]))
		return false;
	return (!rec->affinity || load_affinity(l, rec->affinity, n)) &&
	       (!rec->regions || load_regions(l, rec->regions, rec->wcet, n));
}

static bool load_accelerated_node(struct loader *l,
				  const struct node_record *rec,
				  const struct tree *const *at, struct node *n)
{
	static const int of_cores[] = {AT_BCET, AT_NOISE, AT_AFFINITY,
				       AT_REGIONS};

	assert(rec->model && at[AT_MODEL]);
	assert(n->model == NONE);
	for (size_t i = 0; i < sizeof(of_cores) / sizeof(*of_cores); i++)
		if (at[of_cores[i]])
			return reader_error(
				&l->r, at[of_cores[i]],
				"node '%s' runs the model '%s', so it has no "
				"'%s' of its own",
				n->name, rec->model,
				node_fields[of_cores[i]].key);
	return load_model_named(l, at[AT_MODEL], rec->model, &n->model);
}

/* `name: 5ms` is short for `name: {wcet: 5ms}`. */
static bool load_short_node(struct loader *l, struct dag *d,
			    const struct tree *t)
{
	dag_time wcet;

	assert(t->kind == TREE_SCALAR);
	assert(d->nodes.n > 0);
	return read_time(&l->r, t, "wcet", l->r.unit_ns, true, FIELD_ZERO_EXACT,
			 &wcet) &&
	       dag_runs_core(l, d, wcet, 0);
}

static bool load_node(struct loader *l, struct dag *d, const struct tree *name,
		      const struct tree *t)
{
	struct node_record rec = {0};
	const struct tree *at[FIELDS_MAX];
	const char *text;
	struct node *n;

	assert(name->kind == TREE_SCALAR);
	assert(d->nodes.n < d->max_nodes);
	if (!read_name(&l->r, name, "node name", &text))
		return false;
	n = dag_node(l, d, text, name);
	if (t->kind == TREE_SCALAR && !tree_is_null(t))
		return load_short_node(l, d, t);
	if (!fields_read(&l->r, t, &node_section, &rec, at))
		return false;
	n->priority = (int32_t)rec.priority;
	if (!at[AT_WCET] && !at[AT_MODEL])
		return reader_error(&l->r, name,
				    "node '%s' needs a wcet (wcet: 5ms or "
				    "wcet_ms: 5) or a model",
				    text);
	if (at[AT_WCET] && at[AT_MODEL])
		return reader_error(&l->r, at[AT_MODEL],
				    "node '%s' has both a wcet, for a core, "
				    "and a model, for the accelerator",
				    text);
	return at[AT_MODEL] ? load_accelerated_node(l, &rec, at, n)
			    : load_core_node(l, d, &rec, at, n);
}

/* --- an edge --- */

struct edge_record {
	const struct tree *from, *to;
	struct times delay;
	int64_t bytes;
};
enum { AT_FROM, AT_TO, AT_DELAY, AT_BYTES };

static const struct shape end_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": [\"string\", \"number\", \"boolean\"]}",
};
static const struct field edge_fields[] = {
	[AT_FROM] = {.key = "from",
		     .type = FIELD_TREE,
		     .offset = offsetof(struct edge_record, from),
		     .flags = FIELD_REQUIRED,
		     .shape = &end_shape,
		     .help = "the node that comes first"},
	[AT_TO] = {.key = "to",
		   .type = FIELD_TREE,
		   .offset = offsetof(struct edge_record, to),
		   .flags = FIELD_REQUIRED,
		   .shape = &end_shape,
		   .help = "the node that waits for it"},
	[AT_DELAY] =
		{.key = "delay",
		 .type = FIELD_TIMES,
		 .offset = offsetof(struct edge_record, delay),
		 .shape = &draw_shape,
		 .standard = "0",
		 .help = "of the communication between them: a time or a draw"},
	[AT_BYTES] =
		{.key = "bytes",
		 .type = FIELD_INT,
		 .offset = offsetof(struct edge_record, bytes),
		 .max = MESSAGE_BYTES_MAX,
		 .standard = "0",
		 .help = "of the message; what they cost: platform, overheads"},
};
static const struct section edge_section = SECTION_OF("an edge", edge_fields);
static const struct shape edge_map_shape = {.kind = SHAPE_SECTION,
					    .section = &edge_section};
static const struct shape edge_shape = {
	.kind = SHAPE_EITHER,
	.item = &edge_map_shape,
	.text = "{\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, "
		"\"items\": {\"type\": [\"string\", \"number\", "
		"\"boolean\"]}}",
};
static const struct shape edges_shape = {.kind = SHAPE_LIST,
					 .item = &edge_shape};

static bool load_edge(struct loader *l, struct dag *d, const struct tree *t)
{
	struct edge_record rec = {0};
	const struct tree *at[FIELDS_MAX];
	struct draw delay, *drawn;
	struct edge *x;

	assert(t);
	assert(d->nodes.n == d->max_nodes);
	if (t->kind == TREE_LIST && t->n == 2)
		return dag_edge(l, d, t, t->items[0], t->items[1], 0);
	if (t->kind != TREE_MAP)
		return reader_error(&l->r, t,
				    "an edge must be [from, to] or {from: a, "
				    "to: b, delay: 1ms}");
	if (!fields_read(&l->r, t, &edge_section, &rec, at))
		return false;
	if (!rec.delay.tree)
		delay = draw_fixed(DRAW_TIME, 0);
	else if (!load_drawn_time(l, &rec.delay, "delay", INT64_MAX, &delay))
		return false;
	if (!dag_edge(l, d, t, rec.from, rec.to, delay.high))
		return false;
	x = &l->w->edges[l->w->n_edges - 1];
	x->bytes = (uint32_t)rec.bytes;
	if (!draw_is_fixed(&delay)) {
		drawn = ARENA_NEW(&l->w->arena, struct draw, 1);
		*drawn = delay;
		x->drawn = drawn;
	}
	return true;
}

/* --- a task --- */

struct task_record {
	const char *name;
	struct timing timing;
	dag_time offset;
	bool strict, connected;
	const struct tree *nodes, *edges;
};
enum {
	AT_NAME,
	AT_TIMING,
	AT_OFFSET = AT_TIMING + TIMING_ROWS,
	AT_STRICT,
	AT_CONNECTED,
	AT_NODES,
	AT_EDGES
};

static const struct field task_fields[] = {
	[AT_NAME] = {.key = "name",
		     .type = FIELD_NAME,
		     .offset = offsetof(struct task_record, name),
		     .flags = FIELD_REQUIRED,
		     .help = "its name, unique among streams and tasks"},
	TIMING_FIELDS(struct task_record, timing),
	[AT_OFFSET] = {.key = "offset",
		       .type = FIELD_TIME,
		       .offset = offsetof(struct task_record, offset),
		       .help = "another word for phase"},
	[AT_STRICT] = {.key = "strict",
		       .type = FIELD_BOOL,
		       .offset = offsetof(struct task_record, strict),
		       .standard = "false",
		       .help = "refuse several sources or sinks, and an "
			       "absent deadline"},
	[AT_CONNECTED] = {.key = "connected",
			  .type = FIELD_BOOL,
			  .offset = offsetof(struct task_record, connected),
			  .standard = "true",
			  .help = "refuse a graph in several parts"},
	[AT_NODES] = {.key = "nodes",
		      .type = FIELD_TREE,
		      .offset = offsetof(struct task_record, nodes),
		      .flags = FIELD_REQUIRED,
		      .shape = &nodes_shape,
		      .help = "what a job does, by name; a time is short for "
			      "its wcet"},
	[AT_EDGES] = {.key = "edges",
		      .type = FIELD_TREE,
		      .offset = offsetof(struct task_record, edges),
		      .flags = FIELD_NULLABLE,
		      .shape = &edges_shape,
		      .help = "what waits for what"},
};
static const struct section task_section = SECTION_OF("a task", task_fields);
static const struct shape task_shape = {
	.kind = SHAPE_SECTION, .section = &task_section, .text = TIMING_RULE};
const struct shape tasks_shape = {.kind = SHAPE_LIST, .item = &task_shape};

static bool settle_task(struct loader *l, const struct tree *t,
			struct task_record *rec, const struct tree **at)
{
	struct timed who = {"task", rec->name, t, at + AT_TIMING};

	assert(rec->name);
	assert(rec->timing.period >= 0 && rec->offset >= 0);
	if (at[AT_OFFSET] && who.at[AT_PHASE])
		return reader_error(&l->r, at[AT_OFFSET],
				    "'offset' and 'phase' (line %u) give the "
				    "same value twice",
				    who.at[AT_PHASE]->line);
	if (at[AT_OFFSET])
		rec->timing.phase = rec->offset;
	rec->strict |= l->opt->strict;
	if (rec->strict && !who.at[AT_DEADLINE])
		return reader_error(&l->r, t,
				    "task '%s' needs a deadline: strict mode "
				    "does not take the period for it",
				    rec->name);
	return timing_settle(l, &who, &rec->timing);
}

static bool load_graph(struct loader *l, struct dag *d,
		       const struct task_record *rec)
{
	const struct tree *nodes = rec->nodes, *edges = rec->edges;

	assert(rec->nodes->kind == TREE_MAP);
	assert(rec->nodes->n == d->max_nodes);
	for (uint32_t i = 0; i < nodes->n; i++)
		if (!load_node(l, d, nodes->items[2 * i],
			       nodes->items[2 * i + 1]))
			return false;
	if (!dag_nodes_end(l, d))
		return false;
	for (uint32_t i = 0; edges && i < edges->n; i++)
		if (!load_edge(l, d, edges->items[i]))
			return false;
	return dag_close(l, d);
}

static bool load_task(struct loader *l, const struct tree *t,
		      const struct tree **name)
{
	struct task_record rec = {0};
	const struct tree *at[FIELDS_MAX];
	struct task task;
	struct timed who;
	struct dag d;

	assert(t && name);
	assert(l->w->n_nodes <= NODES_MAX);
	if (!fields_read(&l->r, t, &task_section, &rec, at) ||
	    !settle_task(l, t, &rec, at) ||
	    !want_kind(&l->r, rec.nodes, TREE_MAP, "'nodes'") ||
	    (rec.edges && !want_kind(&l->r, rec.edges, TREE_LIST, "'edges'")))
		return false;
	*name = at[AT_NAME];
	who = (struct timed){"task", rec.name, t, at + AT_TIMING};
	task = timing_task(&who, &rec.timing);
	if (!dag_open(l, &d, &task, at[AT_NODES], rec.nodes->n,
		      rec.edges ? rec.edges->n : 0))
		return false;
	d.strict = rec.strict;
	d.in_parts = at[AT_CONNECTED] && !rec.connected;
	return load_graph(l, &d, &rec) && dag_drop_timeless(l, &d);
}

/* Among all tasks of the workload; names[i] is that of task first + i. */
static bool unique_names(struct loader *l, uint32_t first,
			 const struct tree *const *names)
{
	struct workload *w = l->w;
	struct name_index index = {
		ARENA_NEW(&l->scratch, struct named, w->n_tasks), w->n_tasks};

	assert(names || l->w->n_tasks == first);
	assert(first <= l->w->n_tasks);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		index.items[i] = (struct named){w->tasks[i].name, i};
	index_sort(&index);
	for (uint32_t i = 1; i < index.n; i++) {
		const struct named *a = &index.items[i - 1], *b = a + 1;

		if (strcmp(a->name, b->name) != 0)
			continue;
		assert(b->index >= first);
		return reader_error(&l->r, names[b->index - first],
				    "there are two %s named '%s'; the first "
				    "is in line %u",
				    a->index < first ? "streams or tasks"
						     : "tasks",
				    b->name, w->tasks[a->index].line);
	}
	return true;
}

bool load_tasks(struct loader *l, const struct tree *t)
{
	const struct tree **names;
	uint32_t first = l->w->n_tasks;

	assert(t);
	assert(first <= TASKS_MAX);
	if (!want_kind(&l->r, t, TREE_LIST, "'tasks'"))
		return false;
	names = ARENA_NEW(&l->scratch, const struct tree *, t->n);
	for (uint32_t i = 0; i < t->n; i++)
		if (!load_task(l, t->items[i], &names[i]))
			return false;
	return unique_names(l, first, names);
}

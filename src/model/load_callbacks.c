/* load_callbacks.c - runtime: how nodes are callbacks */
#include "model/load_runtime.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- a callback --- */

struct callback_record {
	int type, timer, join;
	int64_t order, priority, queue, queue_size;
	dag_time max_interval;
	struct ratio age_penalty;
	const struct tree *lower_bound, *publish, *latest, *inputs;
};
enum {
	AT_TYPE,
	AT_TIMER,
	AT_JOIN,
	AT_ORDER,
	AT_PRIORITY,
	AT_QUEUE,
	AT_QUEUE_SIZE,
	AT_MAX_INTERVAL,
	AT_AGE_PENALTY,
	AT_LOWER_BOUND,
	AT_PUBLISH,
	AT_LATEST,
	AT_INPUTS
};

static const struct shape publish_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"anyOf\": [{\"type\": \"number\", \"minimum\": 0, "
		"\"maximum\": 1}, {\"type\": \"object\", "
		"\"additionalProperties\": {\"type\": \"number\", "
		"\"minimum\": 0, \"maximum\": 1}}]}",
};
static const struct shape bound_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"anyOf\": [{\"type\": [\"string\", \"integer\"]}, "
		"{\"type\": \"object\", \"additionalProperties\": "
		"{\"type\": [\"string\", \"integer\"]}}]}",
};
static const struct shape latest_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}",
};

static const struct field callback_fields[] = {
	[AT_TYPE] = {.key = "type",
		     .type = FIELD_CHOICE,
		     .offset = offsetof(struct callback_record, type),
		     .choices = callback_type_names,
		     .standard = "timer where a periodic task begins, else "
				 "subscription",
		     .help = "what makes it ready"},
	[AT_TIMER] = {.key = "timer",
		      .type = FIELD_CHOICE,
		      .offset = offsetof(struct callback_record, timer),
		      .choices = timer_rule_names,
		      .standard = "the executor's",
		      .help = "what becomes of ticks that come while one "
			      "waits"},
	[AT_JOIN] = {.key = "join",
		     .type = FIELD_CHOICE,
		     .offset = offsetof(struct callback_record, join),
		     .choices = join_rule_names,
		     .standard = "and",
		     .help = "of several inputs: when it runs"},
	[AT_ORDER] = {.key = "order",
		      .type = FIELD_INT,
		      .offset = offsetof(struct callback_record, order),
		      .max = INT32_MAX,
		      .standard = "its place in the executor",
		      .help = "among callbacks of its type, smaller is first"},
	[AT_PRIORITY] = {.key = "priority",
			 .type = FIELD_INT,
			 .offset = offsetof(struct callback_record, priority),
			 .min = INT32_MIN,
			 .max = INT32_MAX,
			 .standard = "chain by chain, the end first",
			 .help = "in executors of kind priority, smaller is "
				 "more urgent"},
	[AT_QUEUE] = {.key = "queue",
		      .type = FIELD_INT,
		      .offset = offsetof(struct callback_record, queue),
		      .max = INT32_MAX,
		      .standard = "the platform's",
		      .help = "messages kept, the oldest overwritten; 0: all"},
	[AT_QUEUE_SIZE] = {.key = "queue_size",
			   .type = FIELD_INT,
			   .offset =
				   offsetof(struct callback_record, queue_size),
			   .min = 1,
			   .max = INT32_MAX,
			   .standard = "10",
			   .help = "sets, or messages of an input, that a join "
				   "keeps"},
	[AT_MAX_INTERVAL] = {.key = "max_interval",
			     .type = FIELD_TIME,
			     .offset = offsetof(struct callback_record,
						max_interval),
			     .standard = "any",
			     .help = "between the stamps of a set of an "
				     "approximate join"},
	[AT_AGE_PENALTY] = {.key = "age_penalty",
			    .type = FIELD_RATIO,
			    .offset = offsetof(struct callback_record,
					       age_penalty),
			    .standard = "0.1",
			    .help = "of an approximate join: by how much newer "
				    "a set must not be narrower"},
	[AT_LOWER_BOUND] = {.key = "inter_message_lower_bound",
			    .type = FIELD_TREE,
			    .offset = offsetof(struct callback_record,
					       lower_bound),
			    .shape = &bound_shape,
			    .standard = "0",
			    .help = "of an approximate join: least time "
				    "between stamps of an input; also by "
				    "writer"},
	[AT_PUBLISH] = {.key = "publish",
			.type = FIELD_TREE,
			.offset = offsetof(struct callback_record, publish),
			.shape = &publish_shape,
			.standard = "1",
			.help = "after which part of its execution messages go "
				"out; also by reader"},
	[AT_LATEST] = {.key = "latest",
		       .type = FIELD_TREE,
		       .offset = offsetof(struct callback_record, latest),
		       .shape = &latest_shape,
		       .standard = "none",
		       .help = "inputs of which it reads the last message, and "
			       "waits for none"},
	[AT_INPUTS] = {.key = "inputs",
		       .type = FIELD_TREE,
		       .offset = offsetof(struct callback_record, inputs),
		       .shape = &latest_shape,
		       .standard = "none",
		       .help = "joins approximate and fusion: callbacks of "
			       "other tasks whose messages it joins, too"},
};
static const struct section callback_section =
	SECTION_OF("a callback", callback_fields);
static const struct shape callback_shape = {.kind = SHAPE_SECTION,
					    .section = &callback_section};
const struct shape callbacks_shape = {.kind = SHAPE_NAMED,
				      .item = &callback_shape};

static const char *node_name(const struct runtime_loader *x, uint32_t node)
{
	return x->l->w->nodes[node].name;
}

/* --- publish, latest, lower bounds: by edge --- */

static struct ratio *publishes(struct runtime_loader *x)
{
	if (!x->out->publish)
		x->out->publish = ARENA_NEW(&x->l->w->arena, struct ratio,
					    x->l->w->n_edges + 1);
	return (struct ratio *)x->out->publish;
}

static bool read_part(struct runtime_loader *x, const struct tree *t,
		      struct ratio *out)
{
	if (!read_ratio(&x->l->r, t, "publish", 0, out))
		return false;
	return out->num <= out->den ||
	       reader_error(&x->l->r, t,
			    "'publish' is a part of the execution (valid: 0 "
			    "to 1)");
}

/* The edge to the node of that name, or NONE. */
static uint32_t edge_to(const struct runtime_loader *x, uint32_t node,
			const char *name)
{
	const struct workload *w = x->l->w;
	const struct node *n = &w->nodes[node];

	for (uint32_t i = 0; i < n->n_succ; i++)
		if (!strcmp(node_name(x, w->edges[n->first_succ + i].to), name))
			return n->first_succ + i;
	return NONE;
}

static bool load_publish(struct runtime_loader *x, const struct tree *t,
			 uint32_t node)
{
	const struct node *n = &x->l->w->nodes[node];
	struct ratio part, *by_edge = publishes(x);

	if (t->kind != TREE_MAP) {
		if (!read_part(x, t, &part))
			return false;
		for (uint32_t i = 0; i < n->n_succ; i++)
			by_edge[n->first_succ + i] = part;
		return true;
	}
	for (uint32_t i = 0; i < t->n; i++) {
		const struct tree *key = t->items[2 * i];
		uint32_t edge = edge_to(x, node, key->text);

		if (edge == NONE)
			return reader_error(&x->l->r, key,
					    "no edge leads from '%s' to '%s'",
					    n->name, key->text);
		if (!read_part(x, t->items[2 * i + 1], &by_edge[edge]))
			return false;
	}
	return true;
}

/* Does the edge lead to the node, from one of that name, or any? */
static bool is_input(const struct runtime_loader *x, uint32_t edge,
		     uint32_t node, const char *from)
{
	const struct edge *y = &x->l->w->edges[edge];

	return y->to == node && (!from || !strcmp(node_name(x, y->from), from));
}

/* The bound of the inputs from the node of that name, or of all. */
static bool load_bound(struct runtime_loader *x, const struct tree *t,
		       uint32_t node, const struct tree *from)
{
	dag_time *by_edge = (dag_time *)x->out->lower_bounds, bound;
	bool found = !from;

	if (!read_time(&x->l->r, t, "inter_message_lower_bound", 0, true, 0,
		       &bound))
		return reader_error(&x->l->r, t,
				    "'inter_message_lower_bound' is a time "
				    "with its unit, such as 20ms, or a map "
				    "from writers to such times");
	for (uint32_t i = 0; i < x->l->w->n_edges; i++)
		if (is_input(x, i, node, from ? from->text : NULL)) {
			by_edge[i] = bound;
			found = true;
		}
	return found ||
	       reader_error(&x->l->r, from, "no edge leads from '%s' to '%s'",
			    from->text, node_name(x, node));
}

static bool load_bounds(struct runtime_loader *x, const struct tree *t,
			uint32_t node)
{
	if (!x->out->lower_bounds)
		x->out->lower_bounds = ARENA_NEW(&x->l->w->arena, dag_time,
						 x->l->w->n_edges + 1);
	if (t->kind != TREE_MAP)
		return load_bound(x, t, node, NULL);
	for (uint32_t i = 0; i < t->n; i++)
		if (!load_bound(x, t->items[2 * i + 1], node, t->items[2 * i]))
			return false;
	return true;
}

static bool load_latest(struct runtime_loader *x, const struct tree *t,
			uint32_t node)
{
	const struct workload *w = x->l->w;
	bool *registers;

	if (!want_kind(&x->l->r, t, TREE_LIST, "'latest'"))
		return false;
	if (!x->out->registers)
		x->out->registers =
			ARENA_NEW(&x->l->w->arena, bool, w->n_edges + 1);
	registers = (bool *)x->out->registers;
	for (uint32_t i = 0; i < t->n; i++) {
		const char *name;
		bool found = false;

		if (!read_name(&x->l->r, t->items[i], "latest", &name))
			return false;
		for (uint32_t k = 0; k < w->n_edges; k++)
			if (is_input(x, k, node, name))
				registers[k] = found = true;
		if (!found)
			return reader_error(&x->l->r, t->items[i],
					    "no edge leads from '%s' to '%s'",
					    name, node_name(x, node));
	}
	return true;
}

static bool fill(struct runtime_loader *x, const struct tree *t,
		 const struct callback_record *rec, uint32_t node)
{
	struct runtime_callback *c =
		(struct runtime_callback *)&x->out->callbacks[node];

	if (c->line)
		return reader_error(&x->l->r, t,
				    "callback '%s' was described in line %u "
				    "already",
				    node_name(x, node), c->line);
	*c = (struct runtime_callback){
		.type = (enum callback_type)rec->type,
		.timer = (enum timer_rule)rec->timer,
		.join = (enum join_rule)rec->join,
		.order = rec->order,
		.priority = rec->priority,
		.queue = rec->queue,
		.queue_size = rec->queue_size,
		.max_interval = rec->max_interval,
		.age_penalty = rec->age_penalty,
		.line = t->line,
		.col = t->col,
	};
	return (!rec->lower_bound || load_bounds(x, rec->lower_bound, node)) &&
	       (!rec->publish || load_publish(x, rec->publish, node)) &&
	       (!rec->latest || load_latest(x, rec->latest, node)) &&
	       (!rec->inputs || runtime_load_inputs(x, rec->inputs, node));
}

/* --- what is said must be about something --- */

static bool waits(const struct runtime_loader *x, uint32_t node,
		  enum join_rule join)
{
	const struct workload *w = x->l->w;
	uint32_t n = w->nodes[node].n_pred;

	for (uint32_t i = 0; n && x->out->registers && i < w->n_edges; i++)
		n -= w->edges[i].to == node && x->out->registers[i];
	return n && join != JOIN_LATEST;
}

static bool is_timer(const struct runtime_loader *x, uint32_t node,
		     const struct runtime_callback *c)
{
	const struct workload *w = x->l->w;

	if (c->type != CALLBACK_TYPES)
		return c->type == CALLBACK_TIMER;
	return !waits(x, node, c->join) &&
	       w->tasks[w->nodes[node].task].arrival == PERIODIC;
}

static bool keeps_sets(const struct runtime_callback *c)
{
	return c->join == JOIN_EXACT || c->join == JOIN_APPROXIMATE;
}

/* Of what is said of a whole task a node takes what is about it. */
static void forget_useless(struct runtime_loader *x, uint32_t node,
			   struct runtime_callback *c)
{
	dag_time *bounds = (dag_time *)x->out->lower_bounds;

	if (is_timer(x, node, c))
		c->queue = RUNTIME_UNSAID;
	else
		c->timer = TIMER_RULES;
	if (!keeps_sets(c))
		c->queue_size = RUNTIME_UNSAID;
	if (c->join == JOIN_APPROXIMATE)
		return;
	c->max_interval = -1;
	c->age_penalty = (struct ratio){0, 0};
	for (uint32_t i = 0; bounds && i < x->l->w->n_edges; i++)
		if (is_input(x, i, node, NULL))
			bounds[i] = 0;
}

/* What is said of one callback must be about it. */
static bool settle(struct runtime_loader *x, const struct tree *const *at,
		   uint32_t node, bool alone)
{
	struct runtime_callback *c =
		(struct runtime_callback *)&x->out->callbacks[node];
	bool timer = is_timer(x, node, c);
	const struct {
		unsigned field;
		bool useless;
		const char *why;
	} rules[] = {
		{AT_TIMER, !timer, "it is no timer"},
		{AT_QUEUE, timer, "it is a timer, and hears no messages"},
		{AT_PUBLISH, !x->l->w->nodes[node].n_succ,
		 "nothing reads what it sends"},
		{AT_QUEUE_SIZE, !keeps_sets(c),
		 "it has no join: exact or approximate"},
		{AT_MAX_INTERVAL, c->join != JOIN_APPROXIMATE,
		 "it has no join: approximate"},
		{AT_AGE_PENALTY, c->join != JOIN_APPROXIMATE,
		 "it has no join: approximate"},
		{AT_LOWER_BOUND, c->join != JOIN_APPROXIMATE,
		 "it has no join: approximate"},
		{AT_INPUTS,
		 c->join != JOIN_APPROXIMATE && c->join != JOIN_FUSION,
		 "it has no join: approximate or fusion"},
		{AT_INPUTS, !waits(x, node, c->join),
		 "it waits for no message of its own task, whose jobs the "
		 "sets would be"},
	};

	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		if ((alone || rules[i].field == AT_INPUTS) &&
		    at[rules[i].field] && rules[i].useless)
			return reader_error(
				&x->l->r, at[rules[i].field],
				"'%s' says nothing of callback '%s': %s",
				callback_fields[rules[i].field].key,
				node_name(x, node), rules[i].why);
	forget_useless(x, node, c);
	return true;
}

static bool load_callback(struct runtime_loader *x, const struct tree *name,
			  const struct tree *t)
{
	struct callback_record rec = {.type = CALLBACK_TYPES,
				      .timer = TIMER_RULES,
				      .join = JOIN_RULES,
				      .order = RUNTIME_UNSAID,
				      .priority = RUNTIME_UNSAID,
				      .queue = RUNTIME_UNSAID,
				      .queue_size = RUNTIME_UNSAID,
				      .max_interval = -1};
	const struct tree *at[FIELDS_MAX];
	struct runtime_nodes nodes;

	if (!runtime_find_nodes(x, name, &nodes) ||
	    !fields_read(&x->l->r, t, &callback_section, &rec, at))
		return false;
	for (uint32_t i = 0; i < nodes.n; i++)
		if (!fill(x, name, &rec, nodes.first + i) ||
		    !settle(x, at, nodes.first + i, nodes.n == 1))
			return false;
	return true;
}

bool load_callbacks(struct runtime_loader *x, const struct tree *t)
{
	uint32_t n = x->l->w->n_nodes;
	struct runtime_callback *c =
		ARENA_NEW(&x->l->w->arena, struct runtime_callback, n);

	for (uint32_t i = 0; i < n; i++)
		c[i] = runtime_callback_unsaid();
	x->out->callbacks = c;
	if (!want_kind(&x->l->r, t, TREE_MAP, "'callbacks'"))
		return false;
	for (uint32_t i = 0; i < t->n; i++)
		if (!load_callback(x, t->items[2 * i], t->items[2 * i + 1]))
			return false;
	return true;
}

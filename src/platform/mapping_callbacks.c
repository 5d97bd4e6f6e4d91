/* mapping_callbacks.c - how nodes are callbacks, and what executors select
 * among; see mapping.h */
#include "model/paths.h"
#include "platform/mapping_parts.h"

#include <assert.h>
#include <stdlib.h>

enum { QUEUE_SIZE = 10 }; /* of a join, where nothing is said */

/* --- attributes --- */

static uint32_t n_crossings(const struct mapper *x)
{
	return x->runtime ? x->runtime->n_crossings : 0;
}

uint32_t mapper_n_edges(const struct mapper *x)
{
	return x->w->n_edges + n_crossings(x);
}

/* Where an edge or a crossing leads. */
static uint32_t reader_of(const struct mapper *x, uint32_t edge)
{
	uint32_t n = x->w->n_edges;

	assert(edge < mapper_n_edges(x));
	return edge < n ? x->w->edges[edge].to
			: x->runtime->crossings[edge - n].to;
}

/* Does the reader of the edge not wait for its message? */
static bool is_register(const struct mapper *x, uint32_t edge)
{
	uint32_t to = x->w->edges[edge].to;

	if (mapper_said(x, to)->join == JOIN_LATEST)
		return true;
	return x->runtime && x->runtime->registers &&
	       x->runtime->registers[edge];
}

static void find_registers(struct mapper *x)
{
	struct mapping *m = x->m;

	m->registers = ARENA_NEW(x->a, bool, mapper_n_edges(x) + 1);
	for (uint32_t i = 0; i < x->w->n_edges; i++) {
		m->registers[i] = is_register(x, i);
		m->callbacks[x->w->edges[i].to].n_triggers += !m->registers[i];
	}
	for (uint32_t i = 0; i < n_crossings(x); i++)
		m->callbacks[x->runtime->crossings[i].to].n_triggers++;
}

static bool choose_type(const struct mapper *x, uint32_t node)
{
	const struct runtime_callback *said = mapper_said(x, node);
	struct callback *c = &x->m->callbacks[node];

	c->external = c->n_triggers == 0;
	c->type = said->type;
	if (c->type == CALLBACK_TYPES)
		c->type =
			c->external && x->w->tasks[c->task].arrival == PERIODIC
				? CALLBACK_TIMER
				: CALLBACK_SUBSCRIPTION;
	if (c->type == CALLBACK_TIMER && !c->external)
		return error_set(x->e, x->w->file, said->line, said->col,
				 "callback '%s' is a timer, but waits for "
				 "messages (join: latest reads them without)",
				 mapper_name(x, node));
	return true;
}

static int32_t said_or(int64_t said, int32_t other)
{
	return said == RUNTIME_UNSAID ? other : (int32_t)said;
}

/* --- priorities of callbacks --- */

struct chained {
	int32_t priority;
	uint32_t task, node, place; /* in topological order */
};

static int by_chain(const void *pa, const void *pb)
{
	const struct chained *a = pa, *b = pb;

	if (a->priority != b->priority)
		return a->priority < b->priority ? -1 : 1;
	if (a->task != b->task)
		return a->task < b->task ? -1 : 1;
	return (a->place < b->place) - (a->place > b->place);
}

/* PiCAS (Choi et al., RTAS 2021): chain by chain, and in a chain what is later
 * goes first, so that one that has begun is done before another begins. */
static void chain_priorities(struct mapper *x)
{
	const struct workload *w = x->w;
	struct arena scratch = {0};
	struct chained *list = ARENA_NEW(&scratch, struct chained, w->n_nodes);
	const uint32_t *topo = paths_order(w, &scratch);

	for (uint32_t i = 0; i < w->n_nodes; i++) {
		uint32_t task = w->nodes[topo[i]].task;

		list[i] = (struct chained){w->tasks[task].priority, task,
					   topo[i], i};
	}
	qsort(list, w->n_nodes, sizeof(*list), by_chain);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		x->m->callbacks[list[i].node].priority = (int32_t)i;
	arena_free(&scratch);
}

static enum join_rule choose_join(const struct runtime_callback *said,
				  const struct callback *c)
{
	if (said->join == JOIN_RULES || c->n_triggers < 2)
		return said->join == JOIN_LATEST ? JOIN_LATEST : JOIN_AND;
	return said->join;
}

static bool fill_callback(struct mapper *x, uint32_t node, uint32_t place)
{
	const struct runtime_callback *said = mapper_said(x, node);
	struct callback *c = &x->m->callbacks[node];
	const struct draft *d = &x->drafts[c->executor];

	c->task = x->w->nodes[node].task;
	c->local = node - x->w->tasks[c->task].first_node;
	if (!choose_type(x, node))
		return false;
	c->join = choose_join(said, c);
	c->timer = said->timer;
	if (c->timer == TIMER_RULES && d->said)
		c->timer = d->said->timer;
	if (c->timer == TIMER_RULES)
		c->timer = x->preset->timer;
	c->order = said_or(said->order, (int32_t)place);
	c->priority = said_or(said->priority, c->priority);
	c->queue = x->options->has_queue ? x->options->queue : x->preset->queue;
	if (said->queue != RUNTIME_UNSAID)
		c->queue = (uint32_t)said->queue;
	c->queue_size = (uint32_t)said_or(said->queue_size, QUEUE_SIZE);
	c->max_interval =
		said->max_interval >= 0 ? said->max_interval : DAG_TIME_MAX;
	c->age_penalty = said->age_penalty.den ? said->age_penalty
					       : (struct ratio){1, 10};
	return true;
}

/* --- entities --- */

struct ranked_entity {
	int32_t key[3];
	uint32_t place, input;
	struct entity entity;
};

static int32_t type_rank(const struct executor_plan *p, enum callback_type type)
{
	static const int8_t late_timers[CALLBACK_TYPES] = {1, 0, 2, 3, 4};
	static const int8_t clients_first[CALLBACK_TYPES] = {1, 0, 3, 2, 4};

	if (p->kind != EXECUTOR_STATIC)
		return (int32_t)type;
	return p->distribution == DISTRIBUTION_JAZZY ? clients_first[type]
						     : late_timers[type];
}

static int by_rank(const void *pa, const void *pb)
{
	const struct ranked_entity *a = pa, *b = pb;

	for (int i = 0; i < 3; i++)
		if (a->key[i] != b->key[i])
			return a->key[i] < b->key[i] ? -1 : 1;
	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return (a->input > b->input) - (a->input < b->input);
}

static bool joins_messages(const struct callback *c)
{
	return c->join == JOIN_EXACT || c->join == JOIN_APPROXIMATE ||
	       c->join == JOIN_FUSION;
}

/* The entities of a callback, put behind out[n]; how many there are then. */
static uint32_t list_entities(const struct mapper *x, uint32_t node,
			      uint32_t place, struct ranked_entity *out,
			      uint32_t n)
{
	const struct callback *c = &x->m->callbacks[node];
	const struct executor_plan *p = &x->m->executors[c->executor];
	struct ranked_entity r = {
		.key = {p->kind == EXECUTOR_PRIORITY ? c->priority : 0,
			type_rank(p, c->type), c->order},
		.place = place,
		.entity = {.node = node, .edge = NONE},
	};

	if (!joins_messages(c)) {
		out[n++] = r;
		return n;
	}
	for (uint32_t i = 0; i < mapper_n_edges(x); i++) {
		if (reader_of(x, i) != node || x->m->registers[i])
			continue;
		r.entity.edge = i;
		r.entity.input = r.input;
		out[n++] = r;
		r.input++;
	}
	return n;
}

static void rank_entities(struct mapper *x, uint32_t executor,
			  struct ranked_entity *scratch)
{
	const struct draft *d = &x->drafts[executor];
	struct executor_plan *p = &x->m->executors[executor];
	uint32_t n = 0;

	for (uint32_t i = 0; i < d->n_nodes; i++)
		n = list_entities(x, d->nodes[i], i, scratch, n);
	qsort(scratch, n, sizeof(*scratch), by_rank);
	p->first_entity = x->m->n_entities;
	p->n_entities = n;
	for (uint32_t i = 0; i < n; i++) {
		struct entity *y = &x->m->entities[x->m->n_entities++];
		struct callback *c = &x->m->callbacks[scratch[i].entity.node];

		*y = scratch[i].entity;
		y->rank = i;
		p->n_timers += c->type == CALLBACK_TIMER;
		if (!c->n_entities++)
			c->first_entity = p->first_entity + i;
	}
}

/* --- what goes out when --- */

static struct ratio publish_after(const struct mapper *x, uint32_t edge)
{
	if (edge >= x->w->n_edges || !x->runtime || !x->runtime->publish ||
	    !x->runtime->publish[edge].den)
		return (struct ratio){1, 1};
	return x->runtime->publish[edge];
}

static int ratio_order(struct ratio a, struct ratio b)
{
	int128 l = (int128)a.num * b.den, r = (int128)b.num * a.den;

	return (l > r) - (l < r);
}

/* The edges of the node, and its crossings; how many there are. */
static uint32_t list_out(const struct mapper *x, uint32_t node, uint32_t *out)
{
	const struct node *n = &x->w->nodes[node];
	uint32_t k = 0;

	for (uint32_t i = 0; i < n->n_succ; i++)
		out[k++] = n->first_succ + i;
	for (uint32_t i = 0; i < n_crossings(x); i++)
		if (x->runtime->crossings[i].from == node)
			out[k++] = x->w->n_edges + i;
	return k;
}

/* What goes out after which part of the execution; `first` into mapping.out.
 * Insertion sort, stable: nodes have few successors with their own times.
 * How much goes out. */
static uint32_t plan_steps(struct mapper *x, uint32_t node, uint32_t first)
{
	struct callback *c = &x->m->callbacks[node];
	uint32_t *out = x->m->out + first, n = list_out(x, node, out);

	for (uint32_t i = 1; i < n; i++) {
		uint32_t edge = out[i], k = i;
		struct ratio after = publish_after(x, edge);

		while (k &&
		       ratio_order(publish_after(x, out[k - 1]), after) > 0)
			out[k] = out[k - 1], k--;
		out[k] = edge;
	}
	c->first_step = x->m->n_steps;
	for (uint32_t i = 0; i < n; i++) {
		struct ratio after = publish_after(x, out[i]);
		struct publish_step *s = &x->m->steps[x->m->n_steps];

		if (i && !ratio_order(s[-1].after, after)) {
			s[-1].n++;
			continue;
		}
		*s = (struct publish_step){after, first + i, 1};
		x->m->n_steps++;
		c->n_steps++;
	}
	return n;
}

bool mapping_callbacks(struct mapper *x)
{
	const struct workload *w = x->w;
	struct mapping *m = x->m;
	struct ranked_entity *scratch;
	uint32_t n_edges = mapper_n_edges(x), n_out = 0;

	for (uint32_t i = 0; i < w->n_nodes; i++)
		m->callbacks[i].task = w->nodes[i].task;
	find_registers(x);
	chain_priorities(x);
	for (uint32_t i = 0; i < m->n_executors; i++)
		for (uint32_t k = 0; k < x->drafts[i].n_nodes; k++)
			if (!fill_callback(x, x->drafts[i].nodes[k], k))
				return false;
	scratch = ARENA_NEW(x->a, struct ranked_entity, w->n_nodes + n_edges);
	m->entities = ARENA_NEW(x->a, struct entity, w->n_nodes + n_edges);
	for (uint32_t i = 0; i < m->n_executors; i++)
		rank_entities(x, i, scratch);
	m->steps = ARENA_NEW(x->a, struct publish_step, n_edges + 1);
	m->out = ARENA_NEW(x->a, uint32_t, n_edges + 1);
	for (uint32_t i = 0; i < w->n_nodes; i++)
		n_out += plan_steps(x, i, n_out);
	return true;
}

/* gen_tasks.c - models, tasks and nodes out of records; see gen.h */
#include "check/gen_parts.h"

/* --- models --- */

static void vary(struct gen *g, struct model *m, uint8_t byte)
{
	if (!gen_has(g, WITH_NOISE) || gen_pick(byte, 4) == 0)
		return;
	m->noise = gen_has(g, WITH_OVERRUNS) && gen_pick(byte, 4) == 3
			   ? g->around
			   : g->shorter;
	m->bcet = byte & 64 ? m->latency[0] / 2 : 0;
}

static struct model *new_model(struct gen *g, enum resource r, uint32_t cap)
{
	struct workload *w = g->w;
	struct model *m = &w->models[w->n_models];

	*m = (struct model){
		.name = arena_printf(&g->arena, "m%u", w->n_models),
		.resource = r,
		.profile = r == ON_CORE ? PROFILE_NODE : PROFILE_TABLE,
		.max_batch = cap,
		.latency = ARENA_NEW(&g->arena, dag_time, cap),
	};
	w->n_models++;
	return m;
}

/* C(b) mostly grows by a little; it need not. */
static void add_batch_model(struct gen *g, const uint8_t *x)
{
	uint32_t cap =
		gen_has(g, WITH_BATCHES) ? 1 + gen_pick(x[1], BATCH_CAP) : 1;
	struct model *m = new_model(g, ON_ACCELERATOR, cap);
	dag_time *c = ARENA_NEW(&g->arena, dag_time, cap);

	c[0] = (1 + gen_pick(x[2], 8)) * (dag_time)UNIT;
	for (uint32_t b = 1; b < cap; b++) {
		dag_time step = x[2 + b] < 192 ? gen_pick(x[2 + b], 3)
					       : gen_pick(x[2 + b], 8) - 3;

		c[b] = c[b - 1] + step * UNIT;
		if (c[b] < UNIT)
			c[b] = UNIT;
	}
	m->latency = c;
	vary(g, m, x[8]);
}

static uint32_t add_core_model(struct gen *g, uint8_t cost, uint8_t noise)
{
	struct model *m = new_model(g, ON_CORE, 1);
	dag_time *c = ARENA_NEW(&g->arena, dag_time, 1);

	*c = (1 + gen_pick(cost, 8)) * (dag_time)UNIT;
	m->latency = c;
	vary(g, m, noise);
	return g->w->n_models - 1;
}

void gen_add_models(struct gen *g)
{
	static const uint8_t plain[GEN_RECORD];
	size_t n = gen_records(g);

	for (size_t i = 0; i < n && g->w->n_models < 4; i++)
		if (gen_kind_of(gen_record(g, i)) == MODEL)
			add_batch_model(g, gen_record(g, i));
	if (!g->w->n_models)
		add_batch_model(g, plain);
	g->batch_models = g->w->n_models;
}

/* --- tasks --- */

static struct node *add_node(struct gen *g, const char *name, uint32_t model)
{
	struct workload *w = g->w;
	struct node *x = &w->nodes[w->n_nodes++];

	*x = (struct node){
		.name = name, .task = w->n_tasks - 1, .model = model};
	w->tasks[w->n_tasks - 1].n_nodes++;
	return x;
}

static void set_times(struct gen *g, struct task *t, const uint8_t *x)
{
	dag_time room = 1 + gen_pick(gen_at(g, AT_ROOM), 4);
	dag_time period = (2 + gen_pick(x[1], 16)) * room;
	dag_time deadline = period;

	if (gen_has(g, WITH_DEADLINES) && x[2])
		deadline = 1 + x[2] % (x[2] & 128 ? 2 * period : period);
	t->period = period * UNIT;
	t->deadline = deadline * UNIT;
	if (gen_has(g, WITH_PHASES))
		t->phase = x[3] % (period + 1) * UNIT;
	if (gen_has(g, WITH_JITTER))
		t->jitter = x[4] % (period / 2 + 1) * UNIT;
	if (!gen_has(g, WITH_GAPS) || !(x[6] & 1))
		return;
	t->arrival = SPORADIC;
	t->extra_mean = gen_pick(x[10], 8) * (dag_time)UNIT;
}

static struct task *add_task(struct gen *g, const uint8_t *x, char letter)
{
	struct workload *w = g->w;
	struct task *t = &w->tasks[w->n_tasks];

	*t = (struct task){
		.name = arena_printf(&g->arena, "%c%u", letter, w->n_tasks),
		.first_node = w->n_nodes,
		.group = NONE,
		.line = w->n_tasks + 1,
	};
	t->key = rng_name_key(t->name);
	set_times(g, t, x);
	if (gen_has(g, WITH_CRITICALITY) && x[6] & 2)
		t->criticality = HIGH_CRITICALITY;
	if (gen_has(g, WITH_PRIORITIES) && x[6] & 4) {
		t->has_priority = true;
		t->priority = (int32_t)gen_pick(x[7], 6);
	}
	w->n_tasks++;
	return t;
}

/* The members of a group share model, period, deadline and phase; they come
 * together. */
static void join_group(struct gen *g, struct task *t, const uint8_t *x)
{
	struct workload *w = g->w;
	uint32_t group = gen_pick(x[11], GROUPS_CAP + 1);

	if (!gen_has(g, WITH_GROUPS) || !group)
		return;
	t->group = group - 1;
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *o = &w->tasks[i];

		if (o == t || o->group != t->group)
			continue;
		t->period = o->period;
		t->deadline = o->deadline;
		t->phase = o->phase;
		w->nodes[t->first_node].model = w->nodes[o->first_node].model;
		break;
	}
	t->jitter = 0;
	t->arrival = PERIODIC;
	t->extra_mean = 0;
}

static void add_stream(struct gen *g, const uint8_t *x)
{
	struct task *t = add_task(g, x, 's');

	add_node(g, t->name, gen_pick(x[5], g->batch_models));
	join_group(g, t, x);
}

static void bind(struct gen *g, struct node *n, uint8_t byte)
{
	uint32_t cores = g->w->platform.n_cores, *list;

	if (!gen_has(g, WITH_BINDING) || !g->options.binds || !(byte & 1))
		return;
	list = ARENA_NEW(&g->arena, uint32_t, cores);
	for (uint32_t i = 0; i < cores; i++)
		if (byte >> (1 + i) & 1)
			list[n->n_cores++] = i;
	if (n->n_cores)
		n->cores = list;
}

/* A node of a task on cores; in a workload with both kinds of executors some
 * run on the accelerator. */
static struct node *add_graph_node(struct gen *g, const uint8_t *x)
{
	struct workload *w = g->w;
	uint32_t local = w->tasks[w->n_tasks - 1].n_nodes, model;
	const char *name = arena_printf(&g->arena, "n%u", local);
	struct node *n;

	if (w->platform.n_accelerators && gen_pick(x[5], 3) == 2)
		model = gen_pick(x[8], g->batch_models);
	else
		model = add_core_model(g, x[8], x[9]);
	n = add_node(g, name, model);
	if (gen_has(g, WITH_PRIORITIES))
		n->priority = (int32_t)gen_pick(x[7], 4);
	if (w->models[model].resource == ON_CORE)
		bind(g, n, x[11]);
	return n;
}

static void add_edge(struct gen *g, uint32_t from, uint32_t to, uint8_t delay)
{
	struct edge *e = &g->w->edges[g->w->n_edges++];

	*e = (struct edge){.from = from, .to = to};
	if (gen_has(g, WITH_DELAYS) && delay)
		e->delay = gen_pick(delay, 4) * (dag_time)UNIT;
}

/* Edges from nodes up to seven back, as the bits say; from the last one where
 * they say nothing, as a task is one graph; or the node is one more source. */
static void add_edges(struct gen *g, const uint8_t *x)
{
	const struct task *t = &g->w->tasks[g->w->n_tasks - 1];
	uint32_t node = g->w->n_nodes - 1;
	bool any = false;

	if (x[1] & 128) {
		add_edge(g, node, node - 1, x[2]);
		return;
	}
	for (uint32_t back = 1; back <= 7 && back < t->n_nodes; back++)
		if (x[1] >> (back - 1) & 1) {
			add_edge(g, node - back, node, x[2]);
			any = true;
		}
	if (!any)
		add_edge(g, node - 1, node, x[2]);
}

static bool has_room(const struct gen *g)
{
	return g->w->n_nodes < GEN_NODES;
}

/* Streams stand before all other tasks, as in a file. */
void gen_add_tasks(struct gen *g)
{
	const struct platform *p = &g->w->platform;
	size_t n = gen_records(g);
	bool open = false; /* a task that may have more nodes */

	for (size_t i = 0; i < n; i++) {
		const uint8_t *x = gen_record(g, i);
		bool stream = !p->n_cores || (p->n_accelerators && x[5] & 1);

		if (gen_kind_of(x) == TASK && stream && has_room(g) &&
		    g->w->n_tasks < GEN_TASKS)
			add_stream(g, x);
	}
	for (size_t i = 0; i < n && p->n_cores; i++) {
		const uint8_t *x = gen_record(g, i);
		bool stream = p->n_accelerators && x[5] & 1;

		if (gen_kind_of(x) == TASK && !stream && has_room(g) &&
		    g->w->n_tasks < GEN_TASKS) {
			add_task(g, x, 't');
			add_graph_node(g, x);
			open = true;
		} else if (gen_kind_of(x) == NODE && open && has_room(g) &&
			   gen_has(g, WITH_GRAPHS)) {
			add_graph_node(g, x);
			add_edges(g, x);
		}
	}
}

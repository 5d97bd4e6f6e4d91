/* gen.c - see gen.h */
#include "check/gen.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What the header switches on. */
enum {
	WITH_PHASES = 1u << 0,
	WITH_JITTER = 1u << 1,
	WITH_GAPS = 1u << 2,
	WITH_DEADLINES = 1u << 3,
	WITH_GROUPS = 1u << 4,
	WITH_BATCHES = 1u << 5,
	WITH_NOISE = 1u << 6,
	WITH_GRAPHS = 1u << 7,
	WITH_DELAYS = 1u << 8,
	WITH_CRITICALITY = 1u << 9,
	WITH_PRIORITIES = 1u << 10,
	WITH_BINDING = 1u << 11,
	WITH_OVERRUNS = 1u << 12,
};
enum { UNIT = NS_PER_MS, BATCH_CAP = 5, CORES_CAP = 4, GROUPS_CAP = 2 };

/* Places in the header. */
enum {
	AT_PLATFORM,
	AT_CORES,
	AT_PREEMPTION,
	AT_LATE,
	AT_TIE,
	AT_SEED,
	AT_JOBS,
	AT_SAFETY,
	AT_FEATURES, /* two bytes */
	AT_ROOM = 10,
	AT_RULES
};

struct gen {
	struct gen_options options;
	struct arena tables, arena; /* of all cases; of one               */
	struct noise shorter, around;
	/* Of the case in the making. */
	struct workload *w;
	const uint8_t *bytes, *record;
	size_t n;
	unsigned features;
	uint32_t batch_models; /* the first models, shared by streams     */
};

static uint8_t at(const struct gen *g, size_t i)
{
	return i < g->n ? g->bytes[i] : 0;
}

static bool has(const struct gen *g, unsigned feature)
{
	return g->features & feature;
}

static uint32_t pick(uint8_t byte, uint32_t n)
{
	assert(n > 0);
	return byte % n;
}

/* --- records --- */

enum kind { TASK, NODE, MODEL };

static enum kind kind_of(const uint8_t *record)
{
	return pick(record[0], 8) < 4 ? TASK : pick(record[0], 8) < 6 ? NODE
								      : MODEL;
}

static size_t n_records(const struct gen *g)
{
	size_t n = g->n / GEN_RECORD;

	return n <= 1 ? 0 : n > GEN_RECORDS + 1 ? GEN_RECORDS : n - 1;
}

static const uint8_t *record_at(const struct gen *g, size_t i)
{
	return g->bytes + GEN_RECORD * (i + 1);
}

/* --- models --- */

static void vary(struct gen *g, struct model *m, uint8_t byte)
{
	if (!has(g, WITH_NOISE) || pick(byte, 4) == 0)
		return;
	m->noise = has(g, WITH_OVERRUNS) && pick(byte, 4) == 3 ? g->around
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
	uint32_t cap = has(g, WITH_BATCHES) ? 1 + pick(x[1], BATCH_CAP) : 1;
	struct model *m = new_model(g, ON_ACCELERATOR, cap);
	dag_time *c = ARENA_NEW(&g->arena, dag_time, cap);

	c[0] = (1 + pick(x[2], 8)) * (dag_time)UNIT;
	for (uint32_t b = 1; b < cap; b++) {
		dag_time step = x[2 + b] < 192 ? pick(x[2 + b], 3)
					       : pick(x[2 + b], 8) - 3;

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

	*c = (1 + pick(cost, 8)) * (dag_time)UNIT;
	m->latency = c;
	vary(g, m, noise);
	return g->w->n_models - 1;
}

static void add_batch_models(struct gen *g)
{
	static const uint8_t plain[GEN_RECORD];
	size_t n = n_records(g);

	for (size_t i = 0; i < n && g->w->n_models < 4; i++)
		if (kind_of(record_at(g, i)) == MODEL)
			add_batch_model(g, record_at(g, i));
	if (!g->w->n_models)
		add_batch_model(g, plain);
	g->batch_models = g->w->n_models;
}

/* --- tasks --- */

static struct node *add_node(struct gen *g, const char *name, uint32_t model)
{
	struct workload *w = g->w;
	struct node *x = &w->nodes[w->n_nodes++];

	*x = (struct node){.name = name,
			   .task = w->n_tasks - 1,
			   .model = model};
	w->tasks[w->n_tasks - 1].n_nodes++;
	return x;
}

static void set_times(struct gen *g, struct task *t, const uint8_t *x)
{
	dag_time room = 1 + pick(at(g, AT_ROOM), 4);
	dag_time period = (2 + pick(x[1], 16)) * room;
	dag_time deadline = period;

	if (has(g, WITH_DEADLINES) && x[2])
		deadline = 1 + x[2] % (x[2] & 128 ? 2 * period : period);
	t->period = period * UNIT;
	t->deadline = deadline * UNIT;
	if (has(g, WITH_PHASES))
		t->phase = x[3] % (period + 1) * UNIT;
	if (has(g, WITH_JITTER))
		t->jitter = x[4] % (period / 2 + 1) * UNIT;
	if (!has(g, WITH_GAPS) || !(x[6] & 1))
		return;
	t->arrival = SPORADIC;
	t->extra_mean = pick(x[10], 8) * (dag_time)UNIT;
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
	if (has(g, WITH_CRITICALITY) && x[6] & 2)
		t->criticality = HIGH_CRITICALITY;
	if (has(g, WITH_PRIORITIES) && x[6] & 4) {
		t->has_priority = true;
		t->priority = (int32_t)pick(x[7], 6);
	}
	w->n_tasks++;
	return t;
}

/* The members of a group share model, period, deadline and phase; they come
 * together. */
static void join_group(struct gen *g, struct task *t, const uint8_t *x)
{
	struct workload *w = g->w;
	uint32_t group = pick(x[11], GROUPS_CAP + 1);

	if (!has(g, WITH_GROUPS) || !group)
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

	add_node(g, t->name, pick(x[5], g->batch_models));
	join_group(g, t, x);
}

static void bind(struct gen *g, struct node *n, uint8_t byte)
{
	uint32_t cores = g->w->platform.n_cores, *list;

	if (!has(g, WITH_BINDING) || !g->options.binds || !(byte & 1))
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

	if (w->platform.n_accelerators && pick(x[5], 3) == 2)
		model = pick(x[8], g->batch_models);
	else
		model = add_core_model(g, x[8], x[9]);
	n = add_node(g, name, model);
	if (has(g, WITH_PRIORITIES))
		n->priority = (int32_t)pick(x[7], 4);
	if (w->models[model].resource == ON_CORE)
		bind(g, n, x[11]);
	return n;
}

static void add_edge(struct gen *g, uint32_t from, uint32_t to, uint8_t delay)
{
	struct edge *e = &g->w->edges[g->w->n_edges++];

	*e = (struct edge){.from = from, .to = to};
	if (has(g, WITH_DELAYS) && delay)
		e->delay = pick(delay, 4) * (dag_time)UNIT;
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
static void add_tasks(struct gen *g)
{
	const struct platform *p = &g->w->platform;
	size_t n = n_records(g);
	bool open = false; /* a task that may have more nodes */

	for (size_t i = 0; i < n; i++) {
		const uint8_t *x = record_at(g, i);
		bool stream = !p->n_cores || (p->n_accelerators && x[5] & 1);

		if (kind_of(x) == TASK && stream && has_room(g) &&
		    g->w->n_tasks < GEN_TASKS)
			add_stream(g, x);
	}
	for (size_t i = 0; i < n && p->n_cores; i++) {
		const uint8_t *x = record_at(g, i);
		bool stream = p->n_accelerators && x[5] & 1;

		if (kind_of(x) == TASK && !stream && has_room(g) &&
		    g->w->n_tasks < GEN_TASKS) {
			add_task(g, x, 't');
			add_graph_node(g, x);
			open = true;
		} else if (kind_of(x) == NODE && open && has_room(g) &&
			   has(g, WITH_GRAPHS)) {
			add_graph_node(g, x);
			add_edges(g, x);
		}
	}
}

/* --- the rest --- */

static void set_platform(struct gen *g)
{
	static const unsigned plain[] = {GEN_ACCELERATOR, GEN_CORES, GEN_BOTH};
	struct platform *p = &g->w->platform;
	unsigned kinds[3], n = 0;

	for (unsigned i = 0; i < 3; i++)
		if (g->options.platforms & plain[i])
			kinds[n++] = plain[i];
	REQUIRE(n > 0);
	n = kinds[pick(at(g, AT_PLATFORM), n)];
	p->n_accelerators = n != GEN_CORES;
	p->n_cores = n == GEN_ACCELERATOR
			     ? 0
			     : 1 + pick(at(g, AT_CORES), CORES_CAP);
	p->preemption = p->n_cores
				? (enum preemption)pick(at(g, AT_PREEMPTION), 3)
				: PREEMPT_NONE;
}

/* Executors on which no node runs count as not there, as in a file. */
static void drop_unused(struct gen *g)
{
	struct platform *p = &g->w->platform;
	bool used[2] = {false, false};

	for (uint32_t i = 0; i < g->w->n_nodes; i++)
		used[g->w->models[g->w->nodes[i].model].resource] = true;
	if (!used[ON_CORE]) {
		p->n_cores = 0;
		p->preemption = PREEMPT_NONE;
	}
	if (!used[ON_ACCELERATOR])
		p->n_accelerators = 0;
}

/* So long that about so many jobs are released. */
static dag_time choose_horizon(const struct gen *g)
{
	const struct workload *w = g->w;
	int64_t jobs = 16 + 8 * (int64_t)pick(at(g, AT_JOBS), 6), rate = 0;
	dag_time least = 0, horizon;

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		rate += (INT64_C(1) << 40) / (t->period / UNIT);
		if (t->phase + t->period > least)
			least = t->phase + t->period;
	}
	horizon = (jobs << 40) / rate * UNIT;
	return horizon < least ? least : horizon;
}

static void set_run(struct gen *g, struct check_case *out)
{
	static const struct ratio factors[] = {
		{1, 1}, {11, 10}, {3, 2}, {9, 10}};
	struct sim_defaults *s = &g->w->sim;
	uint8_t tie = at(g, AT_TIE), safety = at(g, AT_SAFETY);
	uint8_t rules = at(g, AT_RULES);

	s->duration = choose_horizon(g);
	s->late = at(g, AT_LATE) & 1 ? LATE_DROP : LATE_RUN;
	s->seed = at(g, AT_SEED);
	s->safety_factor = factors[safety < 192 ? 0 : pick(safety, 4)];
	out->tie = tie < 128 ? TIE_RELEASE : (enum tie_rule)pick(tie, TIE_ID);
	if (!g->w->platform.n_cores || rules < 192)
		return;
	out->rules.serial_nodes = rules & 1;
	out->rules.shared_deadline = rules & 2;
	out->rules.idle_blind = g->options.wakes && rules & 4;
	out->rules.polled_quantum = rules & 8;
}

static void new_workload(struct gen *g)
{
	struct workload *w = ARENA_NEW(&g->arena, struct workload, 1);
	uint32_t edges = GEN_NODES * (GEN_NODES - 1) / 2;

	*w = (struct workload){
		.file = "case",
		.name = "case",
		.device = "unspecified",
		.models = ARENA_NEW(&g->arena, struct model, GEN_NODES + 4),
		.tasks = ARENA_NEW(&g->arena, struct task, GEN_TASKS),
		.nodes = ARENA_NEW(&g->arena, struct node, GEN_NODES),
		.edges = ARENA_NEW(&g->arena, struct edge, edges),
		.groups = ARENA_NEW(&g->arena, const char *, GROUPS_CAP),
		.n_groups = GROUPS_CAP,
	};
	w->groups[0] = "g1";
	w->groups[1] = "g2";
	g->w = w;
}

bool gen_make(struct gen *g, const uint8_t *bytes, size_t n,
	      struct check_case *out)
{
	*out = (struct check_case){0};
	g->bytes = bytes;
	g->n = n;
	arena_reset(&g->arena);
	new_workload(g);
	g->features = at(g, AT_FEATURES) | (unsigned)at(g, AT_FEATURES + 1)
						   << 8;
	set_platform(g);
	if (g->w->platform.n_accelerators)
		add_batch_models(g);
	add_tasks(g);
	if (!g->w->n_tasks)
		return false;
	drop_unused(g);
	set_run(g, out);
	REQUIRE(workload_check(g->w, NULL));
	out->workload = g->w;
	return true;
}

void gen_set_duration(struct gen *g, dag_time duration)
{
	assert(g->w && duration > 0);
	g->w->sim.duration = duration;
}

size_t gen_bytes(uint64_t seed, uint64_t number, uint8_t *bytes)
{
	struct rng r = {rng_base(seed, RNG_ADVERSARY, number, 0)};
	size_t records = 1 + rng_next_below(&r, 4) + rng_next_below(&r, 6);
	size_t n = GEN_RECORD * (1 + records);

	assert(n <= GEN_BYTES);
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)rng_next(&r);
	bytes[GEN_RECORD] &= 3; /* a task: there is one at least */
	/* a third of the cases have every feature, the rest some of them */
	for (size_t i = AT_FEATURES; rng_next_below(&r, 3) && i < AT_ROOM; i++)
		bytes[i] &= (uint8_t)rng_next(&r);
	return n;
}

struct gen *gen_new(const struct gen_options *o)
{
	struct gen *g = alloc_checked(calloc(1, sizeof(*g)));

	g->options = *o;
	REQUIRE(noise_init(&g->shorter, &g->tables, NOISE_UNIFORM, 0.25, 1,
			   NULL));
	REQUIRE(noise_init(&g->around, &g->tables, NOISE_UNIFORM, 0.5, 1.5,
			   NULL));
	return g;
}

void gen_free(struct gen *g)
{
	if (!g)
		return;
	arena_free(&g->arena);
	arena_free(&g->tables);
	free(g);
}

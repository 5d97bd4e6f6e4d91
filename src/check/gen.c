/* gen.c - see gen.h */
#include "check/gen_parts.h"

#include "model/overhead.h"

#include <stdlib.h>
#include <string.h>

static void set_platform(struct gen *g)
{
	static const unsigned plain[] = {GEN_ACCELERATOR, GEN_CORES, GEN_BOTH};
	struct platform *p = &g->w->platform;
	unsigned kinds[3], n = 0;

	for (unsigned i = 0; i < 3; i++)
		if (g->options.platforms & plain[i])
			kinds[n++] = plain[i];
	REQUIRE(n > 0);
	n = kinds[gen_pick(gen_at(g, AT_PLATFORM), n)];
	p->n_accelerators = n != GEN_CORES;
	p->n_cores = n == GEN_ACCELERATOR
			     ? 0
			     : 1 + gen_pick(gen_at(g, AT_CORES), CORES_CAP);
	p->preemption =
		p->n_cores
			? (enum preemption)gen_pick(gen_at(g, AT_PREEMPTION), 3)
			: PREEMPT_NONE;
}

/* Half of the kinds cost up to three tenths of a millisecond. */
static void set_overheads(struct gen *g)
{
	struct overheads *o = ARENA_NEW(&g->arena, struct overheads, 1);
	uint8_t which = gen_at(g, AT_RULES), amount = gen_at(g, AT_SEED);

	if (!gen_has(g, WITH_OVERHEADS) || !g->w->platform.n_cores)
		return;
	for (unsigned i = 0; i < OVERHEAD_GIVEN; i++) {
		dag_time t = (1 + (amount >> i % 4 & 1) * 2) * UNIT / 10;

		noise_init(&o->of[i].noise, &g->arena, NOISE_NONE, 0, 0, NULL);
		if (!(which >> i % 8 & 1))
			continue;
		o->of[i].base = draw_fixed(DRAW_TIME, t);
		o->of[i].least = o->of[i].most = t;
	}
	if (overheads_any(o))
		g->w->platform.overheads = o;
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

/* The policy that is checked must have something to drive. */
static bool is_driven(const struct gen *g)
{
	const struct platform *p = &g->w->platform;
	unsigned kind = !p->n_cores         ? GEN_ACCELERATOR
			: p->n_accelerators ? GEN_BOTH
					    : GEN_CORES;

	return g->options.platforms & kind;
}

/* So long that about so many jobs are released. */
static dag_time choose_horizon(const struct gen *g)
{
	const struct workload *w = g->w;
	int64_t jobs = 16 + 8 * (int64_t)gen_pick(gen_at(g, AT_JOBS), 6),
		rate = 0;
	dag_time least = 0, horizon;

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		rate += (INT64_C(1) << 40) / (t->period / UNIT);
		if (t->phase + t->period > least)
			least = t->phase + t->period;
	}
	assert(rate > 0);
	horizon = (jobs << 40) / rate * UNIT;
	return horizon < least ? least : horizon;
}

static void set_run(struct gen *g, struct check_case *out)
{
	static const struct ratio factors[] = {
		{1, 1}, {11, 10}, {3, 2}, {9, 10}};
	struct sim_defaults *s = &g->w->sim;
	uint8_t tie = gen_at(g, AT_TIE), safety = gen_at(g, AT_SAFETY);
	uint8_t rules = gen_at(g, AT_RULES);

	s->duration = choose_horizon(g);
	s->late = gen_at(g, AT_LATE) & 1 ? LATE_DROP : LATE_RUN;
	s->seed = gen_at(g, AT_SEED);
	s->safety_factor = factors[safety < 192 ? 0 : gen_pick(safety, 4)];
	out->tie =
		tie < 128 ? TIE_RELEASE : (enum tie_rule)gen_pick(tie, TIE_ID);
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
	g->features = gen_at(g, AT_FEATURES) |
		      (unsigned)gen_at(g, AT_FEATURES + 1) << 8;
	set_platform(g);
	if (g->w->platform.n_accelerators)
		gen_add_models(g);
	gen_add_tasks(g);
	if (!g->w->n_tasks)
		return false;
	drop_unused(g);
	if (!is_driven(g))
		return false;
	set_overheads(g);
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

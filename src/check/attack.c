/* attack.c - see attack.h */
#include "check/attack_plan.h"
#include "check/explore.h"

#include <assert.h>
#include <string.h>

enum { PATIENCE = 48, NODES_SWITCHED = 10, STATES_A_PLAN = 4 };

struct attacker {
	const struct attack_request *r;
	const struct workload *w;
	struct arena *arena, scratch; /* of the result; of one run        */
	struct rng rng;
	struct attack_plan plan, current, best; /* tried, climbed from, found */
	struct attack_result *out;
	dag_time length, horizon, grid;
	dag_time current_lateness;
	struct dag_error *error;
};

/* --- one run --- */

struct late_sink {
	struct trace_sink sink;
	dag_time worst, horizon;
	bool missed;
};

static void see(struct trace_sink *sink, const struct trace_rec *recs, size_t n)
{
	struct late_sink *s = (struct late_sink *)sink;

	for (size_t i = 0; i < n; i++) {
		const struct trace_rec *x = &recs[i];
		dag_time late = INT64_MIN;

		if (x->kind == TRACE_FINISH && x->flags & TRACE_JOB_DONE)
			late = x->t - x->b;
		else if (x->kind == TRACE_OPEN)
			late = s->horizon - x->b;
		s->missed |= x->kind == TRACE_MISS;
		if (late > s->worst)
			s->worst = late;
	}
}

static bool is_over(const struct attacker *k)
{
	return k->out->found || k->out->broken ||
	       k->out->plans >= k->r->plans ||
	       (k->r->stop && k->r->stop(k->r->ctx));
}

/* Runs k->plan; its lateness, or INT64_MIN where it was not run. */
static dag_time try_plan(struct attacker *k)
{
	struct sim_config c = k->r->config;
	struct late_sink see_late = {
		{see, false}, INT64_MIN, k->horizon, false};
	struct trace_sink *sinks[] = {&see_late.sink};
	struct release_list list;
	struct plan_times times;

	if (is_over(k))
		return INT64_MIN;
	arena_reset(&k->scratch);
	plan_releases(&k->plan, k->w, k->length, &k->scratch, &list);
	k->out->plans++;
	if (!list.n)
		return INT64_MIN;
	plan_times_init(&times, &k->plan, k->w);
	c.replay = &list;
	c.horizon = k->horizon;
	c.late = LATE_RUN;
	c.noise = false;
	c.times = &times.times;
	if (!sim_run(&c, &k->scratch, sinks, 1, NULL, k->error)) {
		k->out->broken = true;
		return INT64_MIN;
	}
	if (see_late.worst > k->out->lateness) {
		k->out->lateness = see_late.worst;
		plan_copy(&k->best, &k->plan, k->w);
	}
	k->out->found = see_late.missed;
	return see_late.worst;
}

/* --- what the workload leaves open --- */

/* Groups share their ticks; given phases are kept. */
static void obey(struct attacker *k, struct attack_plan *p)
{
	for (uint32_t i = 0; i < k->w->n_tasks; i++) {
		const struct task *t = &k->w->tasks[i];
		struct task_plan *x = &p->tasks[i];

		if (k->r->phases == PHASES_GIVEN)
			x->start = t->phase +
				   (x->jitter == JITTER_FIRST ||
						    x->jitter == JITTER_ALL
					    ? t->jitter
					    : 0);
		if (k->r->phases == PHASES_GIVEN && x->jitter == JITTER_MIXED)
			x->jitter = JITTER_NONE;
		for (uint32_t g = 0; g < i && t->group != NONE; g++)
			if (k->w->tasks[g].group == t->group) {
				x->start = p->tasks[g].start;
				x->jitter = p->tasks[g].jitter;
				break;
			}
	}
	if (k->r->worst_times)
		p->times = TIMES_WORST;
}

static dag_time try_lawful(struct attacker *k)
{
	obey(k, &k->plan);
	return try_plan(k);
}

/* --- critical instants --- */

static void all_at(struct attacker *k, dag_time at)
{
	for (uint32_t i = 0; i < k->w->n_tasks; i++)
		k->plan.tasks[i] = (struct task_plan){at, JITTER_FIRST, 0, 0};
	k->plan.times = TIMES_WORST;
}

static uint32_t model_of(const struct attacker *k, uint32_t task)
{
	return k->w->nodes[k->w->tasks[task].first_node].model;
}

/* Task b, with up to `mates` more of its model, a tick before the streams of
 * model m (NONE: nobody), these a tick before all others. */
static void stage(struct attacker *k, uint32_t b, uint32_t mates, uint32_t m)
{
	all_at(k, m == NONE ? ATTACK_TICK : 2 * ATTACK_TICK);
	for (uint32_t i = 0; i < k->w->n_tasks; i++) {
		struct task_plan *x = &k->plan.tasks[i];

		if (i == b || (mates && model_of(k, i) == model_of(k, b))) {
			x->start = 0;
			x->jitter = JITTER_NONE;
			mates -= i != b;
		} else if (m != NONE && model_of(k, i) == m) {
			x->start = ATTACK_TICK;
			x->jitter = JITTER_NONE;
		}
	}
}

static uint32_t mates_of(const struct attacker *k, uint32_t task)
{
	const struct model *m = &k->w->models[model_of(k, task)];
	uint32_t n = 0;

	for (uint32_t i = 0; i < k->w->n_tasks; i++)
		n += i != task && model_of(k, i) == model_of(k, task);
	return m->max_batch - 1 < n ? m->max_batch - 1 : n;
}

static void try_critical(struct attacker *k)
{
	all_at(k, 0);
	try_lawful(k);
	for (uint32_t b = 0; b < k->w->n_tasks && !is_over(k); b++)
		for (uint32_t n = 0; n <= mates_of(k, b) && !is_over(k); n++) {
			stage(k, b, n, NONE);
			try_lawful(k);
			for (uint32_t m = 0; m < k->w->n_models; m++) {
				if (k->w->models[m].max_batch == 1)
					continue;
				stage(k, b, n, m);
				try_lawful(k);
			}
		}
}

/* --- enumeration --- */

/* How many starts a task has on the grid: each instant of a period, and the
 * tick behind it. */
static uint64_t starts_of(const struct attacker *k, uint32_t task)
{
	if (k->r->phases == PHASES_GIVEN)
		return 1;
	return 2 * (uint64_t)(k->w->tasks[task].period / k->grid);
}

static uint64_t count_grid(const struct attacker *k)
{
	uint64_t n = 1, limit = UINT64_C(1) << 40;
	uint32_t nodes = k->w->n_nodes;

	for (uint32_t i = 0; i < k->w->n_tasks && n < limit; i++)
		n *= starts_of(k, i) < limit ? starts_of(k, i) : limit;
	if (n < limit && !k->r->worst_times && nodes <= NODES_SWITCHED)
		n <<= nodes;
	return n;
}

/* Plan number `number` of the grid. */
static void grid_plan(struct attacker *k, uint64_t number)
{
	all_at(k, 0);
	for (uint32_t i = 0; i < k->w->n_tasks; i++) {
		uint64_t starts = starts_of(k, i), s = number % starts;

		number /= starts;
		k->plan.tasks[i].jitter = JITTER_NONE;
		k->plan.tasks[i].start = (dag_time)(s / 2) * k->grid +
					 (dag_time)(s % 2) * ATTACK_TICK;
	}
	if (!number)
		return;
	k->plan.times = TIMES_NODE;
	for (uint32_t i = 0; i < k->w->n_nodes; i++)
		k->plan.quick[i] = i < 64 && number >> i & 1;
}

static void try_grid(struct attacker *k)
{
	uint64_t n = count_grid(k);

	if (n > (k->r->plans - k->out->plans) / 2)
		return;
	for (uint64_t i = 0; i < n && !is_over(k); i++) {
		grid_plan(k, i);
		try_lawful(k);
	}
	k->out->exhausted = !is_over(k);
}

/* --- exploration --- */

/* What was found must be what the simulator does, all at once. */
static bool misses(struct attacker *k, const struct explore_result *x)
{
	struct sim_config c = k->r->config;
	struct late_sink see_late = {
		{see, false}, INT64_MIN, x->horizon, false};
	struct trace_sink *sinks[] = {&see_late.sink};

	c.replay = &x->releases;
	c.horizon = x->horizon;
	c.late = LATE_RUN;
	c.noise = false;
	c.times = x->times;
	arena_reset(&k->scratch);
	if (!sim_run(&c, &k->scratch, sinks, 1, NULL, k->error))
		return false;
	k->out->lateness = see_late.worst;
	return see_late.missed;
}

static void try_exploring(struct attacker *k)
{
	const struct attack_request *r = k->r;
	struct attack_result *out = k->out;
	struct explore_result x;
	struct explore_request q = {
		.config = &r->config,
		.phases = r->phases,
		.worst_times = r->worst_times,
		.grid = k->grid,
		.until = r->by_clock ? k->length : 0,
		.states = STATES_A_PLAN * (r->plans - out->plans),
		.stop = r->stop,
		.ctx = r->ctx,
	};

	if (!r->explore || is_over(k) || !explore_suits(&r->config))
		return;
	explore_run(&q, k->arena, &x, k->error);
	out->broken = x.broken;
	out->explored = (struct attack_explored){
		x.complete, x.ticks, x.states + 1, k->grid, q.until};
	if (!x.found || !misses(k, &x))
		return;
	out->found = out->by_state = true;
	out->releases = x.releases;
	out->times = x.times;
	out->shorter = x.times != NULL;
	out->horizon = x.horizon;
}

/* --- climbing --- */

static uint64_t draw(struct attacker *k, uint64_t n)
{
	return rng_next_below(&k->rng, n);
}

static dag_time some_cost(struct attacker *k)
{
	const struct node *n = &k->w->nodes[draw(k, k->w->n_nodes)];
	const struct model *m = &k->w->models[n->model];

	return m->latency[draw(k, m->max_batch)];
}

/* A start that makes something coincide, or any. */
static dag_time some_start(struct attacker *k, uint32_t task)
{
	const struct task *t = &k->w->tasks[task];
	dag_time other = k->plan.tasks[draw(k, k->w->n_tasks)].start;
	dag_time at;

	switch (draw(k, 8)) {
	case 0:
		at = other;
		break;
	case 1:
		at = other + ATTACK_TICK;
		break;
	case 2:
		at = other - ATTACK_TICK;
		break;
	case 3:
		at = other + some_cost(k);
		break;
	case 4:
		at = other - some_cost(k);
		break;
	case 5:
		at = (dag_time)draw(k, (uint64_t)t->period);
		break;
	default:
		at = (dag_time)draw(k, (uint64_t)(t->period / k->grid)) *
		     k->grid;
		break;
	}
	if (at < 0)
		at += t->period;
	return at < 0 ? 0 : at % (2 * t->period);
}

static void mutate(struct attacker *k)
{
	uint32_t i = (uint32_t)draw(k, k->w->n_tasks);
	struct task_plan *x = &k->plan.tasks[i];

	switch (draw(k, 8)) {
	case 0:
		x->jitter = (enum jitter_use)draw(k, JITTER_USES);
		break;
	case 1:
		x->rank = draw(k, 4);
		break;
	case 2:
		x->gap_key = draw(k, 2) ? rng_next(&k->rng) : 0;
		break;
	case 3:
		k->plan.times = (enum time_use)draw(k, TIMES_USES);
		k->plan.key = rng_next(&k->rng);
		break;
	case 4:
		k->plan.times = TIMES_NODE;
		k->plan.quick[draw(k, k->w->n_nodes)] ^= true;
		break;
	default:
		x->start = some_start(k, i);
		break;
	}
}

/* Somewhere to climb from: everybody at once, a stage, or anything. */
static void restart(struct attacker *k)
{
	uint32_t b = (uint32_t)draw(k, k->w->n_tasks);

	memset(k->plan.quick, 0, k->w->n_nodes * sizeof(*k->plan.quick));
	k->plan.key = rng_next(&k->rng);
	if (draw(k, 3))
		stage(k, b, (uint32_t)draw(k, mates_of(k, b) + 1), NONE);
	else
		all_at(k, 0);
	for (uint64_t n = draw(k, k->w->n_tasks + 1) * 2; n; n--)
		mutate(k);
	k->current_lateness = try_lawful(k);
	plan_copy(&k->current, &k->plan, k->w);
}

static void climb(struct attacker *k)
{
	restart(k);
	for (unsigned idle = 0; idle < PATIENCE && !is_over(k); idle++) {
		dag_time late;

		plan_copy(&k->plan, &k->current, k->w);
		for (uint64_t n = 1 + draw(k, 3); n; n--)
			mutate(k);
		late = try_lawful(k);
		if (late < k->current_lateness)
			continue;
		if (late > k->current_lateness)
			idle = 0;
		k->current_lateness = late;
		plan_copy(&k->current, &k->plan, k->w);
	}
}

/* --- all of it --- */

/* What is found outlives the attacker. */
static void keep(struct attacker *k)
{
	struct plan_times *times = ARENA_NEW(k->arena, struct plan_times, 1);
	struct attack_plan *plan = ARENA_NEW(k->arena, struct attack_plan, 1);

	*plan = plan_new(k->w, k->arena);
	plan_copy(plan, &k->best, k->w);
	plan_releases(plan, k->w, k->length, k->arena, &k->out->releases);
	plan_times_init(times, plan, k->w);
	k->out->shorter = plan_is_quick(plan, k->w);
	k->out->times = k->out->shorter ? &times->times : NULL;
	k->out->horizon = k->horizon;
}

void attack_run(const struct attack_request *r, struct arena *a,
		struct attack_result *out, struct dag_error *e)
{
	struct attacker k = {
		.r = r,
		.w = r->config.workload,
		.arena = a,
		.out = out,
		.rng = {rng_base(r->seed, RNG_ADVERSARY, 0, 1)},
		.error = e,
	};

	REQUIRE(k.w->n_tasks && r->config.policy && r->config.placement);
	*out = (struct attack_result){.lateness = INT64_MIN};
	k.plan = plan_new(k.w, a);
	k.current = plan_new(k.w, a);
	k.best = plan_new(k.w, a);
	k.length = r->length ? r->length : attack_length(k.w);
	for (uint32_t i = 0; i < k.w->n_tasks; i++) {
		dag_time end = k.length + k.w->tasks[i].deadline + 1;

		if (end > k.horizon)
			k.horizon = end;
	}
	k.grid = attack_grid(k.w, r->phases == PHASES_GIVEN);
	try_critical(&k);
	try_exploring(&k);
	if (!out->explored.complete)
		try_grid(&k);
	while (!is_over(&k))
		climb(&k);
	if (out->found && !out->by_state)
		keep(&k);
	arena_free(&k.scratch);
}

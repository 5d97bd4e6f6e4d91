/* generate.c - the generator, and what its kinds share; see generate.h */
#include "model/generate_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIT_TRIES = 10000 }; /* sets that are thrown away               */

/* --- Setting up --- */

static bool init_noise(struct generator *g, struct dag_error *e)
{
	struct ratio f = g->spec.bcet;

	if (f.num >= f.den)
		return true;
	return noise_init(&g->noise, &g->shared, NOISE_UNIFORM,
			  (double)f.num / (double)f.den, 1, e);
}

struct generator *generator_new(const struct generate_spec *s,
				struct dag_error *e)
{
	struct generator *g;

	REQUIRE(s);
	if (!generate_check(s, e))
		return NULL;
	g = alloc_checked(calloc(1, sizeof(*g)));
	g->spec = *s;
	g->spec.utilization = generate_utilization(s);
	g->spec.cores = generate_cores(s);
	if (init_noise(g, e))
		return g;
	generator_free(g);
	return NULL;
}

void generator_free(struct generator *g)
{
	if (!g)
		return;
	arena_free(&g->set);
	arena_free(&g->shared);
	arena_free(&g->tables);
	free(g);
}

/* --- Shares --- */

/* Bounds as a list of n, or NULL where there are none. */
static bool bounds(struct generator *g, const struct shares *given_bounds,
		   enum generate_key key, int64_t standard, uint32_t n,
		   const int64_t **out, struct dag_error *e)
{
	int64_t *list;

	*out = NULL;
	if (!given_bounds->n && standard < 0)
		return true;
	if (given_bounds->n > 1 && given_bounds->n != n)
		return error_set(e, GENERATE_AT(&g->spec, key),
				 "'%s' lists %" PRIu32 " bounds, but there are "
				 "%" PRIu32 " shares",
				 key == KEY_utilization_min ? "utilization_min"
							    : "utilization_max",
				 given_bounds->n, n);
	list = ARENA_NEW(&g->tables, int64_t, n);
	for (uint32_t i = 0; i < n; i++)
		list[i] = given_bounds->n
				  ? given_bounds->values[i % given_bounds->n]
				  : standard;
	*out = list;
	return true;
}

/* The key to change where no shares can be drawn.  Where the total is too
 * large for the greatest shares and these are standard, it is their number. */
static enum generate_key culprit(const struct generate_spec *s, uint32_t n,
				 int64_t total, const int64_t *min,
				 const int64_t *max)
{
	static const enum generate_key numbers[] = {KEY_streams, KEY_tasks,
						    KEY_dags};
	int128 low = 0, high = 0;

	for (uint32_t i = 0; i < n; i++) {
		int64_t most = max && max[i] < total ? max[i] : total;

		low += min ? min[i] : 0;
		high += most;
		if (min && min[i] > most)
			return KEY_utilization_min;
	}
	if (total < low)
		return KEY_utilization_min;
	if (total <= high)
		return KEY_utilization_method;
	if (generate_given(s, KEY_utilization_max))
		return KEY_utilization_max;
	return generate_given(s, KEY_streams_per_model) ? KEY_streams_per_model
							: numbers[s->kind];
}

/* Gives an error of utilization.h, which knows no keys, its place. */
static void place(struct dag_error *e, const struct generate_spec *s,
		  enum generate_key key)
{
	char msg[sizeof(e->msg)];

	memcpy(msg, e->msg, sizeof(msg));
	error_set(e, GENERATE_AT(s, key), "%s", msg);
}

static bool prepare_shares(struct generator *g, uint32_t n, struct dag_error *e)
{
	const struct generate_spec *s = &g->spec;
	struct ratio u = s->utilization;
	int64_t total = (int64_t)((int128)u.num * UTIL_ONE / u.den);
	int64_t most = s->kind == GENERATE_DAG ? -1 : UTIL_ONE;
	const int64_t *min, *max;

	if (g->shares.n == n)
		return true;
	g->shares.n = 0;
	arena_reset(&g->tables);
	if (!bounds(g, &s->utilization_min, KEY_utilization_min, -1, n, &min,
		    e) ||
	    !bounds(g, &s->utilization_max, KEY_utilization_max, most, n, &max,
		    e))
		return false;
	if (!utilization_init(&g->shares, &g->tables,
			      (enum utilization_method)s->utilization_method, n,
			      total, min, max, e)) {
		place(e, s, culprit(s, n, total, min, max));
		g->shares.n = 0;
		return false;
	}
	g->shares.tries_max = (uint64_t)s->tries;
	return true;
}

const int64_t *generate_shares(struct generator *g, uint32_t n,
			       struct dag_error *e)
{
	int64_t *out = ARENA_NEW(&g->set, int64_t, n);
	uint64_t tries = 0;
	bool ok;

	assert(n >= 1);
	if (!prepare_shares(g, n, e))
		return NULL;
	ok = utilization_draw(&g->shares, generate_base(g, ROLE_UTILIZATION),
			      out, &tries, e);
	g->effort.vectors += tries;
	if (!ok)
		place(e, &g->spec,
		      generate_later(&g->spec, KEY_utilization_method,
				     KEY_tries));
	return ok ? out : NULL;
}

/* --- Times --- */

int64_t generate_work(const struct generator *g, int64_t share, dag_time period)
{
	dag_time unit = g->spec.unit;

	assert(share >= 0 && period > 0);
	/* RD-Gen's int(U * T), in doubles. */
	if (g->spec.compat == COMPAT_RD_GEN)
		return (int64_t)((double)share / (double)UTIL_ONE *
				 ((double)period / (double)unit));
	return div_half_even((int128)share * period, (int128)UTIL_ONE * unit);
}

/* floor(t * factor), the factor in units of 10^-9; 73 years at most. */
static dag_time part_of(dag_time t, int64_t factor)
{
	int128 v = (int128)t * factor / DRAW_ONE;

	assert(v >= 0);
	return v < INT64_MAX / 4 ? (dag_time)v : INT64_MAX / 4;
}

struct task generate_timing(const struct generator *g, uint64_t item,
			    dag_time period)
{
	const struct generate_spec *s = &g->spec;
	struct task t = {
		.period = period,
		.arrival = (enum arrival)s->arrival,
		.group = NONE,
	};

	if (!period)
		t.period = draw_value(&s->period,
				      generate_bits(g, ROLE_PERIOD, item));
	t.phase = part_of(
		t.period,
		draw_value(&s->phase, generate_bits(g, ROLE_PHASE, item)));
	t.jitter = part_of(
		t.period,
		draw_value(&s->jitter, generate_bits(g, ROLE_JITTER, item)));
	assert(t.period > 0 && t.jitter <= t.period);
	return t;
}

void generate_deadline(const struct generator *g, struct task *t, uint64_t item,
		       dag_time path)
{
	const struct generate_spec *s = &g->spec;
	int64_t f = draw_value(&s->deadline_factor,
			       generate_bits(g, ROLE_DEADLINE, item));
	dag_time d, units = path / s->unit;

	assert(path > 0 && t->period > 0);
	if (s->deadline == DEADLINE_OF_PERIOD)
		d = part_of(t->period, f);
	else if (s->deadline == DEADLINE_OF_PATH)
		d = part_of(path, f);
	else if (t->period >= path)
		d = path + part_of(t->period - path, f);
	else
		d = path - part_of(path - t->period, f);
	/* RD-Gen's int(path * ratio), in doubles. */
	if (s->compat == COMPAT_RD_GEN && s->deadline == DEADLINE_OF_PATH)
		d = (dag_time)((double)units * ((double)f / (double)DRAW_ONE)) *
		    s->unit;
	/* A period that is no multiple of the unit stays what it is. */
	if (d != t->period)
		d -= d % s->unit;
	t->deadline = d > 0 ? d : s->unit;
}

/* --- Parts --- */

unsigned generate_digits(uint32_t n)
{
	unsigned digits = 1;

	for (; n >= 10; n /= 10)
		digits++;
	return digits;
}

const char *generate_name(struct generator *g, const char *prefix,
			  uint32_t number, unsigned digits)
{
	size_t len = strlen(prefix);
	unsigned need = generate_digits(number);
	char *name;

	if (need > digits)
		digits = need;
	name = arena_alloc(&g->set, len + digits + 1);
	memcpy(name, prefix, len + 1);
	for (unsigned i = digits; i > 0; i--) {
		name[len + i - 1] = (char)('0' + number % 10);
		number /= 10;
	}
	assert(number == 0);
	return name;
}

uint32_t generate_core_model(struct generator *g, const char *task,
			     const char *node, dag_time wcet)
{
	size_t a = strlen(task), b = strlen(node);
	char *name = arena_alloc(&g->set, a + b + 2);
	dag_time *latency = ARENA_NEW(&g->set, dag_time, 1);
	struct ratio bcet = g->spec.bcet;
	struct model *m = &g->w.models[g->w.n_models];

	assert(wcet > 0);
	memcpy(name, task, a + 1);
	name[a] = '/';
	memcpy(name + a + 1, node, b + 1);
	*latency = wcet;
	*m = (struct model){.name = name,
			    .resource = ON_CORE,
			    .profile = PROFILE_NODE,
			    .max_batch = 1,
			    .latency = latency,
			    .wcet = wcet,
			    .noise = g->noise};
	if (bcet.num < bcet.den) {
		m->bcet = ratio_scale(wcet, bcet);
		m->bcet = m->bcet ? m->bcet : 1;
	}
	return g->w.n_models++;
}

/* --- Tasks of one node --- */

bool generate_tasks(struct generator *g, struct dag_error *e)
{
	struct workload *w = &g->w;
	uint32_t n = (uint32_t)g->spec.tasks;
	unsigned digits = generate_digits(n);
	const int64_t *shares = generate_shares(g, n, e);

	if (!shares)
		return false;
	w->tasks = ARENA_NEW(&g->set, struct task, n);
	w->nodes = ARENA_NEW(&g->set, struct node, n);
	w->models = ARENA_NEW(&g->set, struct model, n);
	for (uint32_t i = 0; i < n; i++) {
		struct task *t = &w->tasks[i];
		int64_t work;

		*t = generate_timing(g, i, 0);
		t->name = generate_name(g, "t", i + 1, digits);
		t->first_node = i;
		t->n_nodes = 1;
		work = generate_work(g, shares[i], t->period);
		g->effort.raised += work < 1;
		work = (work < 1 ? 1 : work) * g->spec.unit;
		generate_deadline(g, t, i, work);
		w->nodes[i] = (struct node){.name = "n0", .task = i};
		w->nodes[i].model = generate_core_model(g, t->name, "n0", work);
	}
	w->n_tasks = w->n_nodes = n;
	return true;
}

/* --- Sets --- */

static bool fill(struct generator *g, struct dag_error *e)
{
	switch ((enum generate_kind)g->spec.kind) {
	case GENERATE_STREAMS:
		return generate_streams(g, e);
	case GENERATE_TASKS:
		return generate_tasks(g, e);
	default:
		return generate_dags(g, e);
	}
}

/* One attempt at the set; false where it is not to be had at all. */
static bool make_once(struct generator *g, struct dag_error *e)
{
	struct workload *w = &g->w;
	bool on_cores = g->spec.kind != GENERATE_STREAMS;

	arena_reset(&g->set);
	g->misfit = false;
	g->effort.raised = 0;
	*w = (struct workload){
		.device = "unspecified",
		.sim = {.duration = 30 * NS_PER_S, .safety_factor = {1, 1}}};
	w->file = w->name = arena_printf(&g->set, "set_%04" PRIu64, g->number);
	w->platform = (struct platform){.n_accelerators = 1,
					.preemption = PREEMPT_NONE};
	if (on_cores)
		w->platform = (struct platform){
			.n_cores = (uint32_t)g->spec.cores,
			.preemption = (enum preemption)g->spec.preemption};
	return fill(g, e) && workload_check(w, e);
}

const struct workload *generator_make(struct generator *g, uint64_t number,
				      struct dag_error *e)
{
	REQUIRE(g);
	g->number = number;
	g->effort = (struct generate_effort){0};
	for (g->attempt = 0; g->attempt < FIT_TRIES; g->attempt++) {
		if (!make_once(g, e))
			return NULL;
		if (!g->misfit || !g->spec.fit)
			return &g->w;
		g->effort.misfits++;
	}
	error_set(e, GENERATE_AT(&g->spec, KEY_fit),
		  "no set whose longest paths are within the deadlines was "
		  "found in %d tries ('fit')",
		  FIT_TRIES);
	return NULL;
}

struct generate_effort generator_effort(const struct generator *g)
{
	return g->effort;
}

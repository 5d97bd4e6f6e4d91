/* set.c - see set.h */
#include "analysis/set.h"
#include "model/core_counts.h"

#include <assert.h>
#include <string.h>

#define CHARGE_MAX (ANALYSIS_TIME_MAX >> 10)

struct builder {
	const struct workload *w;
	const struct analysis_charge *charge;
	struct analysis_set *s;
	struct arena *arena;
};

static struct ratio or_one(struct ratio r)
{
	return r.den ? r : (struct ratio){1, 1};
}

/* ceil(v * num / den), saturating just above ANALYSIS_TIME_MAX. */
static dag_time scale_up(dag_time v, uint128 num, uint128 den)
{
	uint128 x = (uint128)v * num;

	x = x / den + (x % den != 0);
	return x > (uint128)ANALYSIS_TIME_MAX ? ANALYSIS_TIME_MAX + 1
					      : (dag_time)x;
}

static void note(struct builder *b, const char *text)
{
	b->s->notes[b->s->n_notes++] = text;
}

/* The factor that the noise quantile adds to a model's times; NOISE_ONE
 * where nothing is charged for noise. */
static noise_factor noise_charge(const struct model *m, double q)
{
	if (!(q > 0))
		return NOISE_ONE;
	return q >= 1 ? noise_max(&m->noise)
		      : noise_upper_quantile(&m->noise, q);
}

/* What one latency of model m is charged. */
static dag_time charge_time(const struct builder *b, const struct model *m,
			    dag_time c)
{
	struct ratio f = or_one(b->charge->safety_factor);
	dag_time v = scale_up(c, (uint128)f.num, (uint128)f.den);

	v = scale_up(v, noise_charge(m, b->charge->noise_quantile), NOISE_ONE);
	if (m->wcet && v > m->wcet)
		v = m->wcet;
	if (v < m->bcet)
		v = m->bcet;
	return v < 1 ? 1 : v;
}

static dag_time predict_time(const struct builder *b, dag_time c)
{
	struct ratio f = b->charge->prediction_factor;
	dag_time v;

	if (!f.den)
		f = or_one(b->w->sim.safety_factor);
	v = ratio_scale(c, f);
	return v < 0 ? ANALYSIS_TIME_MAX + 1 : v;
}

static void build_model(struct builder *b, uint32_t i)
{
	const struct model *m = &b->w->models[i];
	struct analysis_model *am = &b->s->models[i];
	dag_time *cost = ARENA_NEW(b->arena, dag_time, m->max_batch);
	dag_time *predicted = ARENA_NEW(b->arena, dag_time, m->max_batch);

	for (uint32_t k = 0; k < m->max_batch; k++) {
		cost[k] = charge_time(b, m, m->latency[k]);
		predicted[k] = predict_time(b, m->latency[k]);
	}
	am->name = m->name;
	am->cost = cost;
	am->predicted = predicted;
	am->max_batch = m->max_batch;
}

/* Cost of a task whose nodes run one after another on one core. */
static void sum_nodes(struct builder *b, const struct task *t,
		      struct analysis_task *at)
{
	int128 sum = 0;

	for (uint32_t k = 0; k < t->n_nodes; k++) {
		const struct node *n = &b->w->nodes[t->first_node + k];
		dag_time c = b->s->models[n->model].cost[0];

		sum += c;
		if (b->s->preemption == PREEMPT_LIMITED && c > at->chunk)
			at->chunk = c;
	}
	at->cost =
		sum > ANALYSIS_TIME_MAX ? ANALYSIS_TIME_MAX + 1 : (dag_time)sum;
	if (b->s->preemption == PREEMPT_NONE)
		at->chunk = at->cost;
}

/* The graph, from charged times; priorities of nodes from nominal ones. */
static void build_dag(struct builder *b, const struct task *t,
		      struct analysis_task *at)
{
	struct arena scratch = {0};
	dag_time *c = ARENA_NEW(&scratch, dag_time, t->n_nodes);
	dag_time *nominal = ARENA_NEW(&scratch, dag_time, t->n_nodes);

	for (uint32_t k = 0; k < t->n_nodes; k++) {
		uint32_t m = b->w->nodes[t->first_node + k].model;

		c[k] = b->s->models[m].cost[0];
		nominal[k] = b->w->models[m].latency[0];
	}
	at->dag = dag_build(b->w, at->index, c, nominal, b->arena);
	arena_free(&scratch);
}

static void build_task(struct builder *b, uint32_t i)
{
	const struct task *t = &b->w->tasks[i];
	struct analysis_task *at = &b->s->tasks[i];

	at->name = t->name;
	at->period = t->period;
	at->deadline = t->deadline;
	at->jitter = t->jitter;
	at->phase = t->phase;
	at->group = t->group;
	at->index = i;
	at->priority = t->priority;
	at->criticality = t->criticality;
	at->sporadic = t->arrival == SPORADIC;
	at->model = NONE;
	at->core = NONE;
	if (b->s->executor == EXECUTOR_ACCELERATOR)
		at->model = b->w->nodes[t->first_node].model;
	else
		sum_nodes(b, t, at);
	if (b->s->cores && b->s->executor != EXECUTOR_OTHER)
		build_dag(b, t, at);
	for (uint32_t k = 0; k < t->n_nodes; k++) {
		const struct node *n = &b->w->nodes[t->first_node + k];

		load_add(&b->s->nominal, b->w->models[n->model].latency[0],
			 t->period, 1);
	}
}

/* What no test for cores covers, or NULL. */
static const char *unlike_cores(const struct workload *w)
{
	if (w->platform.speeds)
		return "the cores are not equally fast";
	if (w->platform.overheads)
		return "the platform has overheads, which tests do not charge";
	for (uint32_t i = 0; i < w->n_edges; i++)
		if (w->edges[i].delay)
			return "an edge has a communication delay, during which"
			       " cores may idle";
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		if (w->platform.n_cores > 1 && w->nodes[i].cores)
			return "a node is bound to some of the cores";
		if (w->platform.preemption == PREEMPT_FULL &&
		    w->nodes[i].regions)
			return "a node cannot be preempted in parts of its"
			       " work";
	}
	return NULL;
}

/* Which executor is it, if it is one that is analysed? */
static void find_executor(struct builder *b)
{
	const struct workload *w = b->w;
	uint32_t on_core = 0, chains = 0;

	for (uint32_t i = 0; i < w->n_nodes; i++)
		on_core += w->models[w->nodes[i].model].resource == ON_CORE;
	for (uint32_t i = 0; i < w->n_tasks; i++)
		chains += w->tasks[i].n_nodes != 1;
	b->s->executor = EXECUTOR_OTHER;
	if (on_core == 0 && chains == 0)
		b->s->executor = EXECUTOR_ACCELERATOR;
	else if (on_core == 0)
		b->s->other = "a task has several nodes on the accelerator";
	else
		b->s->other = unlike_cores(w);
	if (w->platform.latency) {
		b->s->executor = EXECUTOR_OTHER;
		b->s->other = "threads wake up late by the kernel's latency, "
			      "which tests do not charge";
	}
	if (b->s->other || on_core == 0)
		return;
	b->s->executor = on_core < w->n_nodes       ? EXECUTOR_TYPED
			 : w->platform.n_cores != 1 ? EXECUTOR_CORES
						    : EXECUTOR_CORE;
}

/* A number that no valid time has, so the utilization of a workload that is
 * too large to analyse is not computed either. */
static const char *too_large(const struct workload *w)
{
	int128 sum = 0;

	for (uint32_t i = 0; i < w->n_nodes; i++)
		sum += w->models[w->nodes[i].model].latency[0];
	return sum > ANALYSIS_TIME_MAX
		       ? "execution times add up to more than 2^60 ns"
		       : NULL;
}

static void note_coverage(struct builder *b)
{
	bool noisy = false, phases = false;
	double q = b->charge->noise_quantile;
	struct ratio f = or_one(b->charge->safety_factor);

	for (uint32_t i = 0; i < b->w->n_models; i++) {
		const struct model *m = &b->w->models[i];

		noisy |= m->noise.kind != NOISE_NONE || m->noise.tail_below;
	}
	for (uint32_t i = 0; i < b->w->n_tasks; i++)
		phases |= b->w->tasks[i].phase != 0;
	if (noisy && !(q > 0))
		note(b, f.num == f.den
				? "execution times above the nominal C(b): the"
				  " models have noise, and no noise quantile is"
				  " charged"
				: "execution times above C(b) times the safety"
				  " factor: the models have noise, and no noise"
				  " quantile is charged");
	else if (noisy && q < 1)
		note(b, arena_printf(b->arena,
				     "execution times above the %.15g quantile"
				     " of the models' noise",
				     q));
	if (phases)
		note(b, "the given phases: the verdict is for every phase, and"
			" these may do better");
	note(b, "time that the executor spends outside C(b), execution above"
		" the charged times, and what follows a first miss");
}

struct analysis_set *set_build(const struct workload *w,
			       const struct analysis_charge *charge,
			       enum analysis_time time, struct arena *a)
{
	struct analysis_set *s = ARENA_NEW(a, struct analysis_set, 1);
	struct builder b = {w, charge, s, a};

	*s = (struct analysis_set){
		.tasks = ARENA_NEW(a, struct analysis_task, w->n_tasks),
		.models = ARENA_NEW(a, struct analysis_model, w->n_models),
		.groups = w->groups,
		.n_tasks = w->n_tasks,
		.n_models = w->n_models,
		.n_groups = w->n_groups,
		.cores = w->platform.n_cores,
		.division = BOUNDS - 1,
		.preemption = w->platform.preemption,
		.notes = ARENA_NEW(a, const char *, 4),
		.time = time,
	};
	load_init(&s->nominal);
	find_executor(&b);
	note_coverage(&b);
	s->limit = too_large(w);
	if (s->limit)
		return s;
	for (uint32_t i = 0; i < w->n_models; i++)
		build_model(&b, i);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		build_task(&b, i);
	set_refresh(s);
	return s;
}

/* --- what follows from the fields --- */

/* The longest batch that a task can be part of. */
static dag_time longest_batch(const struct analysis_set *s,
			      const struct analysis_task *t)
{
	dag_time most = t->cost;

	for (uint32_t b = 0;
	     t->model != NONE && b < s->models[t->model].max_batch; b++)
		if (s->models[t->model].cost[b] > most)
			most = s->models[t->model].cost[b];
	return most;
}

static const char *find_limit(const struct analysis_set *s)
{
	int128 sum = 0, m = s->cores ? s->cores : 1;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		if (t->period * m > ANALYSIS_TIME_MAX ||
		    t->deadline * m > ANALYSIS_TIME_MAX)
			return m > 1 ? "a period or deadline times the number"
				       " of cores is above 2^60 ns"
				     : "a period or deadline is above 2^60 ns";
		sum += longest_batch(s, t);
	}
	for (uint32_t i = 0; i < s->n_models; i++)
		for (uint32_t k = 0; k < s->models[i].max_batch; k++)
			if (s->models[i].cost[k] > CHARGE_MAX ||
			    s->models[i].predicted[k] > CHARGE_MAX)
				return "a charged or predicted execution time"
				       " is above 2^50 ns";
	if (sum * m > ANALYSIS_TIME_MAX)
		return m > 1 ? "charged execution times add up to more than"
			       " 2^60 ns over the number of cores"
			     : "charged execution times add up to more than"
			       " 2^60 ns";
	return NULL;
}

void set_refresh(struct analysis_set *s)
{
	for (uint32_t i = 0; i < s->n_models; i++)
		s->models[i].n_tasks = 0;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		struct analysis_task *t = &s->tasks[i];

		assert(t->period > 0 && t->deadline > 0 && t->jitter >= 0);
		t->due = t->deadline - t->jitter;
		if (t->dag && s->executor != EXECUTOR_CORE)
			t->cost = t->dag->clipped ? ANALYSIS_TIME_MAX + 1
						  : t->dag->work;
		if (t->model == NONE)
			continue;
		assert(t->model < s->n_models);
		s->models[t->model].n_tasks++;
		t->cost = t->chunk = s->models[t->model].cost[0];
	}
	s->limit = find_limit(s);
}

struct analysis_set *set_copy(const struct analysis_set *s, struct arena *a)
{
	struct analysis_set *c = ARENA_NEW(a, struct analysis_set, 1);

	*c = *s;
	c->tasks = ARENA_NEW(a, struct analysis_task, s->n_tasks);
	c->models = ARENA_NEW(a, struct analysis_model, s->n_models);
	if (s->n_tasks)
		memcpy(c->tasks, s->tasks, s->n_tasks * sizeof(*c->tasks));
	if (s->n_models)
		memcpy(c->models, s->models, s->n_models * sizeof(*c->models));
	return c;
}

static const dag_time *scale_table(const dag_time *table, uint32_t n,
				   int64_t num, int64_t den, struct arena *a)
{
	dag_time *out = ARENA_NEW(a, dag_time, n);

	for (uint32_t k = 0; k < n; k++) {
		out[k] = scale_up(table[k], (uint128)num, (uint128)den);
		if (out[k] < 1)
			out[k] = 1;
	}
	return out;
}

bool set_scale_model(struct analysis_set *s, uint32_t m, int64_t num,
		     int64_t den, struct arena *a)
{
	assert(num >= 0 && den > 0);
	for (uint32_t i = 0; i < s->n_models; i++) {
		struct analysis_model *am = &s->models[i];

		if (m != NONE && m != i)
			continue;
		am->cost = scale_table(am->cost, am->max_batch, num, den, a);
		am->predicted =
			scale_table(am->predicted, am->max_batch, num, den, a);
	}
	for (uint32_t i = 0; m == NONE && i < s->n_tasks; i++) {
		struct analysis_task *t = &s->tasks[i];

		if (t->model != NONE)
			continue;
		t->cost = scale_up(t->cost, (uint128)num, (uint128)den);
		t->chunk = scale_up(t->chunk, (uint128)num, (uint128)den);
		if (t->dag)
			t->dag = dag_scale(t->dag, num, den, a);
	}
	set_refresh(s);
	return !s->limit;
}

void set_task_cost(struct analysis_set *s, uint32_t i, dag_time cost,
		   struct arena *a)
{
	struct analysis_task *t = &s->tasks[i];

	assert(t->model == NONE && cost > 0);
	if (t->dag && t->cost > 0)
		t->dag = dag_scale(t->dag, cost, t->cost, a);
	t->chunk = t->chunk ? t->chunk + cost - t->cost : 0;
	t->cost = cost;
}

struct analysis_set *set_doubled(const struct analysis_set *s, struct arena *a)
{
	struct analysis_set *c = set_copy(s, a);

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		struct analysis_task *t = &c->tasks[i];

		if (t->period > ANALYSIS_TIME_MAX / 2 ||
		    t->deadline > ANALYSIS_TIME_MAX / 2)
			return NULL;
		t->period *= 2;
		t->deadline *= 2;
		t->jitter *= 2;
		t->phase *= 2;
	}
	return set_scale_model(c, NONE, 2, 1, a) ? c : NULL;
}

struct analysis_set *set_subset(const struct analysis_set *s, const bool *keep,
				struct arena *a)
{
	struct analysis_set *c = set_copy(s, a);

	c->n_tasks = 0;
	for (uint32_t i = 0; i < s->n_tasks; i++)
		if (keep[i])
			c->tasks[c->n_tasks++] = s->tasks[i];
	set_refresh(c);
	return c;
}

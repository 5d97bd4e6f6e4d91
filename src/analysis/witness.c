/* witness.c - see witness.h */
#include "analysis/common.h"
#include "analysis/witness_jobs.h"

#include <assert.h>

struct building {
	const struct analysis_test *test;
	const struct analysis_input *in;
	const struct verdict *v;
	struct witness_jobs jobs;
	struct witness *out;
};

/* Do they arrive as one? */
static bool same_tick(const struct building *b, uint32_t i, uint32_t k)
{
	const struct analysis_task *x = &b->in->set->tasks[i];
	const struct analysis_task *y = &b->in->set->tasks[k];

	if (i == k)
		return true;
	return b->test->batch == BATCH_SAME_DEADLINE && x->group != NONE &&
	       x->group == y->group && x->model == y->model;
}

/* All that blocks with `blocker` at 0, without jitter. */
static void add_blocker(struct building *b, uint32_t blocker)
{
	for (uint32_t i = 0; i < b->in->set->n_tasks; i++)
		if (same_tick(b, i, blocker))
			witness_jobs_add(&b->jobs, i, 0, 0, 0);
}

/* --- EDF: a violated instant --- */

/* In ticks a blocker that starts one before blocks one less. */
static bool lost_in_ticks(const struct building *b,
			  const struct verdict_point *p)
{
	return b->in->set->time == TIME_DENSE && p->blocker != NONE &&
	       p->slack == -1;
}

/* The first violated instant, unless only the worst one shows in ticks. */
static const struct verdict_point *instant(const struct building *b)
{
	const struct verdict *v = b->v;

	if (lost_in_ticks(b, &v->violation) && v->has_margin &&
	    !lost_in_ticks(b, &v->margin) && v->margin.slack < 0)
		return &v->margin;
	return &v->violation;
}

static bool build_demand(struct building *b)
{
	const struct analysis_set *s = b->in->set;
	const struct verdict_point *p = instant(b);
	dag_time at = p->blocker == NONE ? 0 : 1;

	if (!b->v->has_violation)
		return false;
	b->out->due = at + p->t;
	b->out->horizon = b->out->due - p->slack + 1;
	if (lost_in_ticks(b, p))
		return false;
	if (p->blocker != NONE)
		add_blocker(b, p->blocker);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		witness_jobs_pile(&b->jobs, i, at, b->out->due, 1);
	return true;
}

/* --- overload --- */

/* The tasks of `list` need more than all the time: what is unfinished at h
 * and not due yet is at most `rest`, and what is unfinished is at least
 * (load - 1) h, so a miss is seen by h = rest / (load - 1). */
static bool overload_horizon(struct building *b, const uint32_t *list,
			     uint32_t n)
{
	const int128 one = (int128)1 << LOAD_BITS;
	struct load load;
	int128 rest = 0, h;

	load_init(&load);
	for (uint32_t k = 0; k < n; k++) {
		const struct analysis_task *t = &b->in->set->tasks[list[k]];

		load_add(&load, t->cost, t->period, 1);
		rest += (int128)(t->deadline / t->period + 2) * t->cost;
	}
	if (load_side(&load) != LOAD_ABOVE || rest > ANALYSIS_TIME_MAX)
		return false;
	if (load.exact)
		h = rest * load.den / (load.num - load.den) + 1;
	else
		h = rest * one / ((int128)load.low - one) + 1;
	if (h > ANALYSIS_TIME_MAX)
		return false;
	b->out->due = (dag_time)h;
	b->out->horizon = b->out->due + 1;
	for (uint32_t k = 0; k < n; k++)
		witness_jobs_pile(&b->jobs, list[k], 0, b->out->due, 1);
	return true;
}

/* --- fixed priorities --- */

static uint32_t goes_before(const struct analysis_set *s, uint32_t i,
			    uint32_t *list)
{
	uint32_t n = 0;

	for (uint32_t j = 0; j < s->n_tasks; j++)
		if (j != i && s->tasks[j].priority <= s->tasks[i].priority)
			list[n++] = j;
	return n;
}

/* The response with a clock of whole ticks, which is what can be replayed. */
static void respond_in_ticks(const struct building *b, uint32_t i,
			     const uint32_t *hep, uint32_t n,
			     struct response *r)
{
	struct analysis_set *s = set_copy(b->in->set, b->in->arena);
	struct response_limit limit = {0, common_work(b->in)};

	s->time = TIME_DISCRETE;
	if (b->test->executors & FOR_CORE_FULL)
		response_fp(s, i, hep, n, &limit, r);
	else
		response_np_fp(s, i, hep, n, &limit, r);
}

static bool build_fixed(struct building *b)
{
	const struct analysis_set *s = b->in->set;
	uint32_t *hep = ARENA_NEW(b->in->arena, uint32_t, s->n_tasks);
	uint32_t i = b->v->failing, n = goes_before(s, i, hep);
	const struct analysis_task *t = &s->tasks[i];
	struct response r;
	dag_time at, end;

	respond_in_ticks(b, i, hep, n, &r);
	if (r.status == RESPONSE_DIVERGES) {
		hep[n++] = i;
		return overload_horizon(b, hep, n);
	}
	if (r.status != RESPONSE_KNOWN)
		return false;
	if (r.worst <= t->deadline)
		return false;
	at = r.blocker == NONE ? 0 : 1;
	b->out->due = at + r.job * t->period + t->due;
	end = b->out->due - t->deadline + r.worst;
	b->out->horizon = end + 1;
	if (r.blocker != NONE)
		add_blocker(b, r.blocker);
	witness_jobs_pile(&b->jobs, i, at, b->out->due, 1);
	for (uint32_t k = 0; k < n; k++) {
		const struct analysis_task *j = &s->tasks[hep[k]];

		/* all that is released before it ends */
		witness_jobs_pile(&b->jobs, hep[k], at, end + j->deadline, 1);
	}
	return true;
}

/* --- first in, first out --- */

static bool build_fifo(struct building *b)
{
	const struct analysis_set *s = b->in->set;
	uint32_t i = b->v->failing;
	const struct analysis_task *t = &s->tasks[i];
	struct response *r =
		ARENA_NEW(b->in->arena, struct response, s->n_tasks);
	struct response_limit limit = {0, common_work(b->in)};
	uint32_t *all = ARENA_NEW(b->in->arena, uint32_t, s->n_tasks);

	response_fifo(s, &limit, b->in->arena, r);
	for (uint32_t k = 0; k < s->n_tasks; k++)
		all[k] = k;
	if (r[i].status == RESPONSE_DIVERGES)
		return overload_horizon(b, all, s->n_tasks);
	if (r[i].status != RESPONSE_KNOWN)
		return false;
	b->out->due = r[i].job + t->due;
	b->out->horizon = b->out->due - t->deadline + r[i].worst + 1;
	for (dag_time at = r[i].job; at >= 0; at -= t->period)
		witness_jobs_add(&b->jobs, i, at, at - t->jitter, 2);
	for (uint32_t k = 0; k < s->n_tasks; k++)
		if (k != i)
			witness_jobs_pile(&b->jobs, k, 0,
					  r[i].job + s->tasks[k].deadline, 1);
	return true;
}

/* --- jitter that leaves nothing --- */

static bool build_hopeless(struct building *b)
{
	const struct analysis_task *t = &b->in->set->tasks[b->v->failing];

	witness_jobs_add(&b->jobs, b->v->failing, t->jitter, 0, 0);
	b->out->due = t->deadline;
	b->out->horizon = t->jitter + t->cost + 1;
	return true;
}

/* --- all of them --- */

static bool build(struct building *b)
{
	uint32_t i = b->v->failing;

	if (i != NONE && b->in->set->tasks[i].due <= 0)
		return build_hopeless(b);
	switch (b->test->order) {
	case ORDER_EDF:
		return build_demand(b);
	case ORDER_FIXED:
		return i != NONE && build_fixed(b);
	case ORDER_FIFO:
		return i != NONE && build_fifo(b);
	default:
		return false;
	}
}

static bool try_build(const struct analysis_test *t,
		      const struct analysis_input *in, const struct verdict *v,
		      struct witness *out)
{
	struct building b = {t, in, v, {.s = in->set}, out};

	*out = (struct witness){0};
	if (!build(&b))
		b.jobs.full = true;
	return witness_jobs_finish(&b.jobs, in->arena, out);
}

static struct verdict_point doubled(struct verdict_point p)
{
	p.t *= 2;
	p.demand *= 2;
	p.blocking *= 2;
	p.riders *= 2;
	p.slack *= 2;
	return p;
}

/* In half nanoseconds; false where they are too many for the analyses. */
static bool build_halves(const struct analysis_test *t,
			 const struct analysis_input *in,
			 const struct verdict *v, struct witness *out)
{
	struct analysis_input twice = *in;
	struct verdict w = *v;

	twice.set = set_doubled(in->set, in->arena);
	if (!twice.set)
		return false;
	w.violation = doubled(v->violation);
	w.margin = doubled(v->margin);
	if (!try_build(t, &twice, &w, out))
		return false;
	out->halves = true;
	return true;
}

bool witness_build(const struct analysis_test *t,
		   const struct analysis_input *in, const struct verdict *v,
		   struct witness *out)
{
	if (v->kind != VERDICT_NOT_SCHEDULABLE)
		return false;
	return try_build(t, in, v, out) ||
	       (in->set->time == TIME_DENSE && build_halves(t, in, v, out));
}

bool witness_find(const struct analysis_test *t,
		  const struct analysis_input *in,
		  const struct witness_simulator *sim, struct verdict *v,
		  struct witness *out)
{
	if (v->kind == VERDICT_NOT_SCHEDULABLE)
		return witness_build(t, in, v, out);
	if (v->kind != VERDICT_NOT_PROVEN || !sim || in->set->limit ||
	    !witness_search(t, in, sim, out))
		return false;
	v->kind = VERDICT_NOT_SCHEDULABLE;
	v->reason = arena_printf(in->arena,
				 "%s; the policy was simulated and misses a"
				 " deadline by t = %s",
				 v->reason, common_time(in->arena, out->due));
	return true;
}

static void charged_model(const struct analysis_model *am, struct model *m)
{
	m->latency = am->cost;
	m->bcet = m->wcet = 0;
	m->noise = (struct noise){.kind = NOISE_NONE};
}

/* a / b, where both fit in 31 bits after reduction; else 1. */
static struct ratio quotient(struct ratio a, struct ratio b)
{
	a = ratio_reduce(a);
	b = ratio_reduce(b);
	if (a.num > INT32_MAX || a.den > INT32_MAX || b.num > INT32_MAX ||
	    b.den > INT32_MAX)
		return (struct ratio){1, 1};
	return ratio_reduce((struct ratio){a.num * b.den, a.den * b.num});
}

/* All times of the models and tasks. */
static void double_times(struct workload *c, struct arena *a)
{
	struct task *tasks = ARENA_NEW(a, struct task, c->n_tasks);

	for (uint32_t i = 0; i < c->n_models; i++) {
		const dag_time *once = c->models[i].latency;
		uint32_t n = c->models[i].max_batch;
		dag_time *twice = ARENA_NEW(a, dag_time, n);

		for (uint32_t b = 0; b < n; b++)
			twice[b] = 2 * once[b];
		c->models[i].latency = twice;
	}
	for (uint32_t i = 0; i < c->n_tasks; i++) {
		tasks[i] = c->tasks[i];
		tasks[i].period *= 2;
		tasks[i].deadline *= 2;
		tasks[i].jitter *= 2;
		tasks[i].phase *= 2;
	}
	c->tasks = tasks;
	c->name = arena_printf(a, "%s, all times doubled", c->name);
	c->n_chains = 0; /* limits are not */
}

const struct workload *witness_workload(const struct workload *w,
					const struct analysis_set *s,
					const struct analysis_charge *charge,
					bool halves, struct arena *a)
{
	struct workload *c = ARENA_NEW(a, struct workload, 1);
	struct ratio charged = charge->safety_factor;
	struct ratio predicted = charge->prediction_factor;

	*c = *w;
	c->arena = (struct arena){0};
	c->models = ARENA_NEW(a, struct model, w->n_models);
	for (uint32_t i = 0; i < w->n_models; i++) {
		c->models[i] = w->models[i];
		charged_model(&s->models[i], &c->models[i]);
	}
	if (!predicted.den)
		predicted = w->sim.safety_factor;
	if (charged.den && predicted.den)
		predicted = quotient(predicted, charged);
	if (predicted.den)
		c->sim.safety_factor = predicted;
	if (halves)
		double_times(c, a);
	return c;
}

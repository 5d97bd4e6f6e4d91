/* scale.c - the same workload with other execution times; see workload.h */
#include "model/workload.h"

#include <assert.h>

/* t * factor, at least 1 ns; -1 where it does not fit. */
static dag_time scaled(dag_time t, struct ratio factor)
{
	dag_time v;

	assert(factor.num > 0 && factor.den > 0);
	assert(t > 0);
	v = ratio_scale(t, factor);
	return v == 0 ? 1 : v;
}

static bool scale_model(struct arena *a, struct model *m, struct ratio factor)
{
	dag_time *latency = ARENA_NEW(a, dag_time, m->max_batch);
	bool fits = true;

	assert(m->latency);
	assert(m->max_batch >= 1);
	for (uint32_t b = 0; b < m->max_batch; b++) {
		latency[b] = scaled(m->latency[b], factor);
		fits &= latency[b] > 0;
	}
	m->latency = latency;
	if (m->bcet) {
		m->bcet = scaled(m->bcet, factor);
		fits &= m->bcet > 0;
	}
	if (m->wcet) {
		m->wcet = scaled(m->wcet, factor);
		fits &= m->wcet > 0;
	}
	return fits;
}

struct workload *workload_scale(const struct workload *w, struct ratio factor,
				struct dag_error *e)
{
	struct arena a = {0};
	struct workload *s;

	assert(w->models || !w->n_models);
	REQUIRE(factor.num >= 0 && factor.den > 0);
	if (!factor.num) {
		error_set(e, w->file, 0, 0,
			  "a scale factor of 0 leaves nothing to run");
		return NULL;
	}
	s = arena_alloc(&a, sizeof(*s));
	*s = *w;
	s->models = ARENA_NEW(&a, struct model, w->n_models);
	for (uint32_t i = 0; i < w->n_models; i++) {
		s->models[i] = w->models[i];
		if (!scale_model(&a, &s->models[i], factor)) {
			error_set(e, w->file, 0, 0,
				  "model '%s': an execution time times the "
				  "scale factor is out of range",
				  w->models[i].name);
			arena_free(&a);
			return NULL;
		}
	}
	s->arena = a;
	return s;
}

struct terms {
	uint128 num, den;
};

bool workload_factor_for(const struct workload *w, struct ratio target,
			 struct ratio *factor, struct dag_error *e)
{
	struct ratio u = workload_utilization(w);
	const uint128 limit = INT64_MAX / 2;
	struct terms before = {0, 1}, at = {1, 0}, next;
	uint128 num, den;

	REQUIRE(target.num >= 0 && target.den > 0);
	if (!u.num)
		return error_set(e, w->file, 0, 0,
				 "the workload has no utilization to scale");
	if (!target.num)
		return error_set(e, w->file, 0, 0,
				 "a utilization of 0 leaves nothing to run");
	num = (uint128)(uint64_t)target.num * (uint64_t)u.den;
	den = (uint128)(uint64_t)target.den * (uint64_t)u.num;
	/* The last continued fraction whose terms fit. */
	while (den) {
		uint128 whole = num / den, rest = num % den;

		if (whole > limit)
			break;
		next = (struct terms){whole * at.num + before.num,
				      whole * at.den + before.den};
		if (next.num > limit || next.den > limit)
			break;
		before = at;
		at = next;
		num = den;
		den = rest;
	}
	if (!at.num || !at.den)
		return error_set(e, w->file, 0, 0,
				 "that utilization is out of reach of any "
				 "scale factor");
	*factor = (struct ratio){(int64_t)at.num, (int64_t)at.den};
	return true;
}

/* unplaced.c - see unplaced.h */
#include "analysis/unplaced.h"

#include "analysis/cores.h"

#include <assert.h>

static void no(struct verdict *v, uint32_t failing, const char *reason)
{
	v->kind = VERDICT_NOT_SCHEDULABLE;
	v->failing = failing;
	v->reason = reason;
}

/* Does task i alone not fit, wherever it goes? */
static bool too_long(const struct analysis_input *in, uint32_t i,
		     struct verdict *v)
{
	const struct analysis_task *t = &in->set->tasks[i];
	bool whole = in->set->whole, period = t->cost <= t->due;
	dag_time limit = period ? t->period : t->due;
	struct arena *a = in->arena;

	assert(t->dag && t->dag->length <= t->cost);
	if (t->dag->length > t->due) {
		no(v, i,
		   arena_printf(a, "'%s': longest path %s > deadline %s%s",
				t->name, common_time(a, t->dag->length),
				common_time(a, t->deadline),
				t->jitter ? " less jitter" : ""));
		return true;
	}
	if (!whole || t->cost <= limit)
		return false;
	no(v, i,
	   arena_printf(a, "'%s': on one core its work %s > %s %s%s", t->name,
			common_time(a, t->cost), period ? "period" : "deadline",
			common_time(a, period ? t->period : t->deadline),
			!period && t->jitter ? " less jitter" : ""));
	return true;
}

/* Is there surely more work than all cores can do? */
static bool too_much(const struct analysis_input *in)
{
	const struct analysis_set *s = in->set;
	struct load l;

	load_init(&l);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		load_add(&l, s->tasks[i].cost, s->tasks[i].period, 1);
	return l.exact ? l.num > (int128)l.den * s->cores
		       : l.low > (uint128)s->cores << LOAD_BITS;
}

static bool infeasible(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;

	for (uint32_t i = 0; i < s->n_tasks; i++)
		if (too_long(in, i, v))
			return true;
	if (!too_much(in))
		return false;
	no(v, NONE,
	   common_overload(
		   in, v,
		   arena_printf(in->arena, "above the %u cores", s->cores)));
	return true;
}

void unplaced_verdict(const struct analysis_test *t,
		      const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	const struct verdict preset = *v;

	assert(s->unplaced && s->n_tasks > 0);
	if (s->executor == EXECUTOR_CORE) {
		t->run(in, v);
		if (v->kind == VERDICT_NOT_SCHEDULABLE)
			return;
		*v = preset;
	}
	cores_charge(in, v);
	if (s->executor == EXECUTOR_CORES && infeasible(in, v))
		return;
	v->kind = VERDICT_NOT_PROVEN;
	v->reason = s->unplaced;
}

/* cores.c - see cores.h */
#include "analysis/cores.h"

#include <assert.h>
#include <stdlib.h>

/* "9.5ms", or "9.333ms" rounded up where it is no whole number of ns. */
static const char *fraction_text(struct arena *a, int64_t num, int64_t den)
{
	return common_time(a, cores_ceil(num, den));
}

static struct verdict_bound reduced(uint32_t task,
				    const struct cores_response *r)
{
	struct ratio q = ratio_reduce((struct ratio){r->num, r->den});

	return (struct verdict_bound){.task = task,
				      .known = r->status == CORES_KNOWN,
				      .num = q.num,
				      .den = q.den};
}

static bool in_time(const struct analysis_task *t,
		    const struct cores_response *r)
{
	return r->status == CORES_KNOWN &&
	       (int128)r->num <= (int128)t->deadline * r->den;
}

static const char *failure(const struct analysis_input *in, uint32_t i,
			   const struct cores_response *r)
{
	const struct analysis_task *t = &in->set->tasks[i];
	struct arena *a = in->arena;

	if (r->status == CORES_GAVE_UP)
		return arena_printf(a,
				    "'%s': limit of %llu units of work reached"
				    " before its response was known",
				    t->name,
				    (unsigned long long)common_work(in));
	return arena_printf(a, "'%s': response bound %s%s > deadline %s",
			    t->name, fraction_text(a, r->num, r->den),
			    r->status == CORES_BEYOND ? " or more" : "",
			    common_time(a, t->deadline));
}

/* The first task that is not in time, those first for which a number can be
 * shown; NONE. */
static uint32_t find_failing(const struct analysis_set *s,
			     const struct cores_response *r)
{
	uint32_t at = NONE;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		if (in_time(&s->tasks[i], &r[i]))
			continue;
		if (r[i].status != CORES_UNKNOWN)
			return i;
		at = at == NONE ? i : at;
	}
	return at;
}

static void find_margin(const struct analysis_set *s,
			const struct cores_response *r, struct verdict *v)
{
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		dag_time d = s->tasks[i].deadline, worst;

		if (r[i].status != CORES_KNOWN)
			continue;
		worst = cores_ceil(r[i].num, r[i].den);
		if (v->has_margin && d - worst >= v->margin.slack)
			continue;
		v->has_margin = true;
		v->tightest = i;
		v->margin = (struct verdict_point){.t = d,
						   .demand = worst,
						   .slack = d - worst,
						   .blocker = NONE};
	}
}

void cores_verdict(const struct analysis_input *in,
		   const struct cores_response *r, bool together,
		   struct verdict *v)
{
	const struct analysis_set *s = in->set;
	uint32_t failing = find_failing(s, r);

	cores_charge(in, v);
	v->n_bounds = s->n_tasks;
	v->bounds = ARENA_NEW(in->arena, struct verdict_bound, s->n_tasks);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		v->bounds[i] = reduced(i, &r[i]);
		if (together && failing != NONE)
			v->bounds[i].known = false;
	}
	v->kind = failing == NONE ? VERDICT_SCHEDULABLE : VERDICT_NOT_PROVEN;
	v->failing = failing;
	if (failing == NONE || !together)
		find_margin(s, r, v);
	if (failing == NONE)
		return;
	v->gave_up = r[failing].status == CORES_GAVE_UP;
	v->reason = failure(in, failing, &r[failing]);
}

void cores_charge(const struct analysis_input *in, struct verdict *v)
{
	struct load load;

	load_init(&load);
	for (uint32_t i = 0; i < in->set->n_tasks; i++)
		load_add(&load, in->set->tasks[i].cost,
			 in->set->tasks[i].period, 1);
	common_charge(v, &load);
}

const char *cores_refuse_jitter(const struct analysis_input *in)
{
	for (uint32_t i = 0; i < in->set->n_tasks; i++)
		if (in->set->tasks[i].jitter)
			return arena_printf(
				in->arena,
				"'%s': jitter %s; the test is for"
				" releases without jitter",
				common_task(in, i),
				common_time(in->arena,
					    in->set->tasks[i].jitter));
	return NULL;
}

const char *cores_refuse_constrained(const struct analysis_input *in)
{
	for (uint32_t i = 0; i < in->set->n_tasks; i++) {
		const struct analysis_task *t = &in->set->tasks[i];

		if (t->deadline != t->period)
			return arena_printf(in->arena,
					    "'%s': deadline %s is not the"
					    " period %s; the test needs D = T",
					    t->name,
					    common_time(in->arena, t->deadline),
					    common_time(in->arena, t->period));
	}
	return cores_refuse_jitter(in);
}

bool cores_too_long(const struct analysis_input *in, struct verdict *v)
{
	for (uint32_t i = 0; i < in->set->n_tasks; i++) {
		const struct analysis_task *t = &in->set->tasks[i];

		if (t->dag->length <= t->due)
			continue;
		v->kind = VERDICT_NOT_PROVEN;
		v->failing = i;
		v->reason = arena_printf(
			in->arena, "'%s': longest path %s > deadline %s%s",
			t->name, common_time(in->arena, t->dag->length),
			common_time(in->arena, t->deadline),
			t->jitter ? " less jitter" : "");
		return true;
	}
	return false;
}

struct keyed {
	uint32_t task;
	int32_t priority;
	dag_time key;
};

static int by_key_then_priority(const void *pa, const void *pb)
{
	const struct keyed *a = pa, *b = pb;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return (a->priority > b->priority) - (a->priority < b->priority);
}

const char *cores_refuse_order(const struct analysis_input *in,
			       bool by_deadline)
{
	const struct analysis_set *s = in->set;
	struct keyed *list = ARENA_NEW(in->arena, struct keyed, s->n_tasks);

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		list[i] = (struct keyed){i, t->priority,
					 by_deadline ? t->deadline : t->period};
	}
	if (s->n_tasks)
		qsort(list, s->n_tasks, sizeof(*list), by_key_then_priority);
	for (uint32_t i = 1; i < s->n_tasks; i++)
		if (list[i].key > list[i - 1].key &&
		    list[i].priority <= list[i - 1].priority)
			return arena_printf(
				in->arena,
				"'%s' and '%s': their priorities are not in"
				" the order of their %s",
				common_task(in, list[i - 1].task),
				common_task(in, list[i].task),
				by_deadline ? "deadlines" : "periods");
	return NULL;
}

bool cores_load_within(const struct load *l, int128 num, int128 den,
		       bool strict)
{
	int128 sum = l->exact ? l->num : (int128)l->high;
	int128 one = l->exact ? l->den : (int128)1 << LOAD_BITS;

	/* beyond CORES_MAX no platform helps, and products might not fit */
	if (sum / one > CORES_MAX)
		return false;
	return strict ? sum * den < num * one : sum * den <= num * one;
}

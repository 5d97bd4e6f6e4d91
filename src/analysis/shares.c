/* shares.c - see shares.h */
#include "analysis/shares.h"

#include <assert.h>
#include <string.h>

dag_time shares_deadline(const struct analysis_task *t)
{
	dag_time d = t->deadline < t->period ? t->deadline : t->period;

	return d - t->jitter;
}

struct fed_task shares_task(const struct analysis_task *t)
{
	assert(t->dag && t->cost >= t->dag->length);
	return (struct fed_task){
		.item = {t->cost, shares_deadline(t), t->period},
		.length = t->dag->length,
	};
}

void shares_init(const struct analysis_input *in, struct verdict *v)
{
	v->n_shares = in->set->n_tasks;
	v->shares = ARENA_NEW(in->arena, struct verdict_share, v->n_shares);
	for (uint32_t i = 0; i < v->n_shares; i++)
		v->shares[i].task = i;
}

void shares_add(const struct analysis_input *in, struct verdict *v,
		uint32_t task, const struct verdict_part *part)
{
	struct verdict_share *s = &v->shares[task];
	uint32_t n = s->n_parts;

	assert(task < v->n_shares);
	if ((n & (n - 1)) == 0) { /* room doubles at powers of two */
		struct verdict_part *more = ARENA_NEW(
			in->arena, struct verdict_part, n ? 2 * n : 1);

		if (n)
			memcpy(more, s->parts, n * sizeof(*more));
		s->parts = more;
	}
	s->parts[s->n_parts++] = *part;
}

void shares_refuse(const struct analysis_input *in, struct verdict *v,
		   uint32_t task, const char *what)
{
	v->kind = VERDICT_NOT_PROVEN;
	v->failing = task;
	v->reason = arena_printf(in->arena, "'%s': %s", common_task(in, task),
				 what);
}

bool shares_too_long(const struct analysis_input *in, bool strictly,
		     struct verdict *v)
{
	for (uint32_t i = 0; i < in->set->n_tasks; i++) {
		const struct analysis_task *t = &in->set->tasks[i];
		dag_time d = shares_deadline(t);
		bool heavy = t->cost > d;

		if (t->dag->length < d ||
		    (t->dag->length == d && !(strictly && heavy)))
			continue;
		shares_refuse(
			in, v, i,
			arena_printf(in->arena,
				     "longest path %s %s deadline %s",
				     common_time(in->arena, t->dag->length),
				     t->dag->length == d ? "=" : ">",
				     common_time(in->arena, d)));
		return true;
	}
	return false;
}

struct analysis_set *shares_core(const struct analysis_set *s, const bool *keep,
				 uint32_t *list, struct arena *a)
{
	struct analysis_set *c = set_subset(s, keep, a);
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n_tasks; i++)
		if (keep[i])
			list[n++] = i;
	assert(n == c->n_tasks);
	c->executor = EXECUTOR_CORE;
	c->cores = 1;
	set_refresh(c);
	return c;
}

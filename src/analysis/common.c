/* common.c - see common.h */
#include "analysis/common.h"

#include <assert.h>

uint64_t common_work(const struct analysis_input *in)
{
	uint64_t w = in->options->max_work;

	return w ? w : ANALYSIS_WORK;
}

const char *common_time(struct arena *a, dag_time t)
{
	char buf[40];

	time_format(buf, sizeof(buf), t);
	return arena_strdup(a, buf);
}

const char *common_task(const struct analysis_input *in, uint32_t i)
{
	assert(i < in->set->n_tasks);
	return in->set->tasks[i].name;
}

void common_charge(struct verdict *v, const struct load *l)
{
	v->charged = load_ratio(l, &v->charged_exact);
}

const char *common_violation(const struct analysis_input *in,
			     const struct verdict_point *p)
{
	struct arena *a = in->arena;
	const char *who = "", *riders = "";

	if (p->blocker != NONE)
		who = arena_printf(a, " (%s)", common_task(in, p->blocker));
	if (p->riders)
		riders = arena_printf(a, " + riders %s",
				      common_time(a, p->riders));
	return arena_printf(a,
			    "demand bound violated at t = %s: demand %s +"
			    " blocking %s%s%s > %s",
			    common_time(a, p->t), common_time(a, p->demand),
			    common_time(a, p->blocking), who, riders,
			    common_time(a, p->t));
}

const char *common_overload(const struct analysis_input *in,
			    const struct verdict *v, const char *relation)
{
	return arena_printf(in->arena, "charged utilization %.6g is %s",
			    (double)v->charged.num / (double)v->charged.den,
			    relation);
}

static struct verdict_point point_of(const struct demand_point *p)
{
	return (struct verdict_point){
		.t = p->t,
		.demand = p->demand,
		.blocking = p->blocking,
		.riders = p->riders,
		.slack = p->slack,
		.blocker = p->blocking ? p->blocker : NONE,
	};
}

static const char *gave_up(const struct analysis_input *in,
			   const struct demand_result *r)
{
	return arena_printf(in->arena,
			    "limit of %llu test points reached at t = %s"
			    " without a violation; the bound on t is further"
			    " away",
			    (unsigned long long)common_work(in),
			    common_time(in->arena, r->reached));
}

void common_demand(const struct analysis_input *in, struct demand_item *items,
		   size_t n, dag_time riders, bool exact, struct verdict *v)
{
	struct demand_result r;
	enum demand_goal goal =
		in->options->want_margin ? DEMAND_MARGIN : DEMAND_VERDICT;

	demand_solve(items, n, riders, goal, common_work(in), in->arena, &r);
	common_charge(v, &r.load);
	v->work = r.points;
	v->has_margin = r.has_margin;
	v->margin_exact = r.margin_exact;
	v->margin = point_of(&r.margin);
	v->has_violation = v->violation_first = r.has_violation;
	v->violation = point_of(&r.violation);
	switch (r.status) {
	case DEMAND_PASSES:
		v->kind = VERDICT_SCHEDULABLE;
		break;
	case DEMAND_VIOLATED:
		v->kind = exact ? VERDICT_NOT_SCHEDULABLE : VERDICT_NOT_PROVEN;
		v->reason = load_side(&r.load) == LOAD_ABOVE
				    ? common_overload(in, v, "above 1")
				    : common_violation(in, &v->violation);
		break;
	case DEMAND_GAVE_UP:
		v->kind = VERDICT_NOT_PROVEN;
		v->reason = gave_up(in, &r);
		break;
	}
}

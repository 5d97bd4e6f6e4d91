/* common.c - see common.h */
#include "analysis/common.h"

#include <assert.h>

uint64_t common_work(const struct analysis_input *in)
{
	uint64_t w = in->options->max_work;

	return w ? w : ANALYSIS_WORK;
}

bool common_only_verdict(const struct analysis_input *in)
{
	return !in->options->want_margin && !in->options->want_bounds;
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
	double u = (double)v->charged.num / (double)v->charged.den;
	double past = (double)(v->charged.num - v->charged.den) /
		      (double)v->charged.den;

	/* six digits may not tell it from 1 */
	if (past > 0 && past < 5e-6)
		return arena_printf(in->arena,
				    "charged utilization 1 + %.3g is %s", past,
				    relation);
	return arena_printf(in->arena, "charged utilization %.6g is %s", u,
			    relation);
}

struct verdict_point common_point(const struct demand_point *p)
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

/* Near load 1 the smallest slack can take far more work than the verdict: a
 * margin that is given up leaves the verdict to be found by itself. */
static void solve_demand(const struct analysis_input *in,
			 struct demand_item *items, size_t n, dag_time riders,
			 struct demand_result *r)
{
	struct demand_item *again;
	struct demand_result verdict;

	if (!in->options->want_margin) {
		demand_solve(items, n, riders, DEMAND_VERDICT, common_work(in),
			     in->arena, r);
		return;
	}
	again = ARENA_NEW(in->arena, struct demand_item, n);
	for (size_t i = 0; i < n; i++)
		again[i] = items[i];
	demand_solve(items, n, riders, DEMAND_MARGIN, common_work(in),
		     in->arena, r);
	if (r->status != DEMAND_GAVE_UP)
		return;
	demand_solve(again, n, riders, DEMAND_VERDICT, common_work(in),
		     in->arena, &verdict);
	r->status = verdict.status;
	r->violation = verdict.violation;
	r->has_violation = verdict.has_violation;
	r->points += verdict.points;
	r->reached = verdict.reached;
}

void common_demand(const struct analysis_input *in, struct demand_item *items,
		   size_t n, dag_time riders, bool exact, struct verdict *v)
{
	struct demand_result r;

	solve_demand(in, items, n, riders, &r);
	common_charge(v, &r.load);
	v->work = r.points;
	v->has_margin = r.has_margin;
	v->margin_exact = r.margin_exact;
	v->margin = common_point(&r.margin);
	v->has_violation = v->violation_first = r.has_violation;
	v->violation = common_point(&r.violation);
	switch (r.status) {
	case DEMAND_PASSES:
		v->kind = VERDICT_SCHEDULABLE;
		break;
	case DEMAND_VIOLATED:
		v->kind = exact ? VERDICT_NOT_SCHEDULABLE : VERDICT_NOT_PROVEN;
		v->overload = load_side(&r.load) == LOAD_ABOVE;
		v->reason = v->overload ? common_overload(in, v, "above 1")
					: common_violation(in, &v->violation);
		break;
	case DEMAND_GAVE_UP:
		v->kind = VERDICT_NOT_PROVEN;
		v->reason = gave_up(in, &r);
		break;
	}
}

/* --- tests by response times --- */

void common_bounds(const struct analysis_input *in, const struct response *r,
		   const bool *exact, struct verdict *v)
{
	v->n_bounds = in->set->n_tasks;
	v->bounds = ARENA_NEW(in->arena, struct verdict_bound, v->n_bounds);
	for (uint32_t i = 0; i < v->n_bounds; i++)
		v->bounds[i] = (struct verdict_bound){
			.task = i,
			.known = r[i].status == RESPONSE_KNOWN,
			.diverges = r[i].status == RESPONSE_DIVERGES,
			.exact = (!exact || exact[i]) &&
				 r[i].reached == r[i].worst,
			.num = r[i].worst,
			.den = 1,
		};
}

/* The response as terms at the task's deadline. */
static struct verdict_point response_point(const struct analysis_task *t,
					   const struct response *r)
{
	return (struct verdict_point){
		.t = t->deadline,
		.demand = r->worst - r->blocking,
		.blocking = r->blocking,
		.slack = t->deadline - r->worst,
		.blocker = r->blocker,
	};
}

static const char *response_reason(const struct analysis_input *in, uint32_t i,
				   const struct response *r)
{
	const struct analysis_task *t = &in->set->tasks[i];
	struct arena *a = in->arena;
	const char *blocked = "";

	if (r->status == RESPONSE_DIVERGES)
		return arena_printf(a,
				    "'%s': it and what goes before it need"
				    " more than the whole executor",
				    t->name);
	if (r->status == RESPONSE_GAVE_UP)
		return arena_printf(a,
				    "'%s': limit of %llu units of work reached"
				    " before its response was known",
				    t->name,
				    (unsigned long long)common_work(in));
	if (r->status == RESPONSE_ABOVE)
		return arena_printf(a, "'%s': a response of %s > deadline %s",
				    t->name, common_time(a, r->worst),
				    common_time(a, t->deadline));
	if (r->blocker != NONE)
		blocked = arena_printf(a, ", of which %s blocked by '%s'",
				       common_time(a, r->blocking),
				       common_task(in, r->blocker));
	return arena_printf(
		a, "'%s': worst response %s%s > deadline %s%s", t->name,
		common_time(a, r->worst), blocked, common_time(a, t->deadline),
		r->reached <= t->deadline ? ", if a release is seen late" : "");
}

/* 2: surely misses; 1: not known to be in time; 0: in time. */
static int trouble(const struct analysis_task *t, const struct response *r,
		   bool exact)
{
	if (r->status == RESPONSE_GAVE_UP)
		return 1;
	if (r->status == RESPONSE_KNOWN && r->worst <= t->deadline)
		return 0;
	if (r->status == RESPONSE_KNOWN && r->reached <= t->deadline)
		return 1;
	return exact ? 2 : 1;
}

static void tell_failure(const struct analysis_input *in,
			 const struct response *r, uint32_t i, int worst,
			 struct verdict *v)
{
	v->kind = worst == 2 ? VERDICT_NOT_SCHEDULABLE : VERDICT_NOT_PROVEN;
	v->failing = i;
	v->reason = response_reason(in, i, &r[i]);
	v->has_violation = v->violation_first = r[i].status == RESPONSE_KNOWN;
	v->violation = response_point(&in->set->tasks[i], &r[i]);
}

void common_responses(const struct analysis_input *in, const struct response *r,
		      const bool *exact, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	uint32_t at = NONE;
	int worst = 0;

	common_bounds(in, r, exact, v);
	v->kind = VERDICT_SCHEDULABLE;
	v->margin_exact = true;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];
		int is = trouble(t, &r[i], !exact || exact[i]);

		if (is > worst) {
			worst = is;
			at = i;
		}
		/* a bound by a line says nothing of what is reached */
		v->margin_exact &=
			r[i].status == RESPONSE_KNOWN && r[i].reached > 0;
		if (r[i].status == RESPONSE_KNOWN &&
		    (!v->has_margin ||
		     t->deadline - r[i].worst < v->margin.slack)) {
			v->has_margin = true;
			v->tightest = i;
			v->margin = response_point(t, &r[i]);
		}
	}
	if (worst)
		tell_failure(in, r, at, worst, v);
}

void common_edf_bounds(const struct analysis_input *in, bool preemptive,
		       struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct response_limit limit = {0, common_work(in)};
	struct response *r;
	bool *exact;

	if (!in->options->want_bounds)
		return;
	/* ties are counted against each task; in dense time it could come an
	 * instant later, with whole ticks the tie rule may favour it */
	exact = ARENA_NEW(in->arena, bool, s->n_tasks);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		exact[i] = s->time == TIME_DENSE;
	r = ARENA_NEW(in->arena, struct response, s->n_tasks);
	response_edf(s, preemptive, &limit, in->arena, r);
	v->work += limit.used;
	common_bounds(in, r, exact, v);
}

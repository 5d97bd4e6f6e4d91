/* np_edf_tight.c - batches across deadlines (rule RB), the tight test
 *
 * Cheap questions first.  Without a model that can batch, rule RB is plain
 * EDF and the demand test is exact.  Otherwise the coarse bound of Theorem 1,
 * sum n w + longest batch + sum delta N, is tried by the forward walk of
 * demand.c; what it does not admit goes to the full test (tight.h) by QPA,
 * with costs by the formula, then from where that fails with the tables of
 * the partition bound.  A refusal tells the first violated point, found by
 * the forward walk of the full test.
 */
#include "analysis/common.h"
#include "analysis/tests.h"
#include "analysis/tight.h"

#include <assert.h>

/* Visits of one class are cheaper than points of a heap. */
enum { VISITS_PER_POINT = 64 };

static bool any_batches(const struct tight *t)
{
	for (uint32_t i = 0; i < t->n_models; i++)
		if (t->models[i].cap > 1)
			return true;
	return false;
}

/* The items of the coarse bound and its riders; those of plain EDF where
 * nothing batches. */
static int128 coarse_items(const struct tight *t, struct demand_item *items)
{
	int128 riders = 0;

	for (uint32_t i = 0; i < t->n_classes; i++) {
		const struct tight_class *c = &t->classes[i];
		const struct tight_model *m = &t->models[c->model];
		dag_time block = 0;

		for (uint32_t b = 0; b < m->cap; b++)
			if (m->table[b] > block)
				block = m->table[b];
		riders += (int128)m->cost.delta * c->count;
		items[i] = (struct demand_item){
			.period = c->period,
			.first = c->due,
			.cost = m->cost.w * c->count,
			.block = block - t->tick,
			.owner = c->task,
		};
	}
	return riders;
}

static bool coarse_admits(const struct analysis_input *in,
			  const struct tight *t)
{
	struct demand_item *items =
		ARENA_NEW(in->arena, struct demand_item, t->n_classes);
	int128 riders = coarse_items(t, items);
	struct demand_result r;

	if (riders > ANALYSIS_TIME_MAX)
		return false;
	demand_solve(items, t->n_classes, (dag_time)riders, DEMAND_VERDICT,
		     (uint64_t)t->n_classes * 16 + 1000, in->arena, &r);
	return r.status == DEMAND_PASSES;
}

/* A stream of the model that blocks at p. */
static uint32_t blocking_task(const struct tight *t,
			      const struct tight_point *p)
{
	const struct tight_model *m;

	if (p->block_model == NONE)
		return NONE;
	m = &t->models[p->block_model];
	for (uint32_t i = m->first; i < m->end; i++)
		if (t->classes[i].due > p->t)
			return t->classes[i].task;
	return NONE;
}

static struct verdict_point point_of(const struct tight *t,
				     const struct tight_point *p)
{
	return (struct verdict_point){
		.t = p->t,
		.demand = (dag_time)p->demand,
		.blocking = (dag_time)p->blocking,
		.riders = (dag_time)p->riders,
		.slack = (dag_time)(p->t - p->total),
		.blocker = blocking_task(t, p),
	};
}

/* The largest t that fails is known; tells the first. */
static void tell_violation(const struct analysis_input *in, struct tight *t,
			   const struct tight_point *last, struct verdict *v)
{
	struct tight_point first;
	uint64_t most = common_work(in);

	v->has_violation = true;
	v->violation_first =
		!in->options->any_violation &&
		tight_first(t, last->t, most, &v->work, in->arena, &first);
	v->violation = point_of(t, v->violation_first ? &first : last);
	v->reason = common_violation(in, &v->violation);
}

/* Costs by the formula first: where they pass, tables say nothing new, and
 * where they do not, the search goes on from there with tables. */
static enum tight_status search(const struct analysis_input *in,
				struct tight *t, uint64_t limit, uint64_t *work,
				struct tight_point *p)
{
	enum tight_status found = tight_qpa(t, t->limit, limit, work, p);

	if (found == TIGHT_PASSES && !in->options->want_margin)
		return found;
	tight_refine(t, in->arena);
	if (found != TIGHT_VIOLATED)
		return found;
	return tight_qpa(t, p->t, limit, work, p);
}

static void decide(const struct analysis_input *in, struct tight *t,
		   struct verdict *v)
{
	uint64_t limit = common_work(in) * VISITS_PER_POINT;
	struct tight_point p = {0};

	switch (search(in, t, limit, &v->work, &p)) {
	case TIGHT_PASSES:
		v->kind = VERDICT_SCHEDULABLE;
		break;
	case TIGHT_VIOLATED:
		tell_violation(in, t, &p, v);
		break;
	case TIGHT_GAVE_UP:
		v->reason = arena_printf(in->arena,
					 "limit of %llu visits reached at"
					 " t = %s; no later point is violated",
					 (unsigned long long)limit,
					 common_time(in->arena, p.t));
		return;
	}
	if (!in->options->want_margin)
		return;
	v->has_margin = true;
	v->margin_exact = tight_margin(t, limit, &v->work, &p);
	v->margin = point_of(t, &p);
	assert(v->kind != VERDICT_SCHEDULABLE || v->margin.slack >= 0);
}

static void run_tight(const struct analysis_input *in, struct verdict *v)
{
	struct tight *t = tight_new(in->set, TIGHT_V7 | TIGHT_LATER, in->arena);

	v->kind = VERDICT_NOT_PROVEN;
	if (!any_batches(t)) {
		struct demand_item *items =
			ARENA_NEW(in->arena, struct demand_item, t->n_classes);

		coarse_items(t, items);
		common_demand(in, items, t->n_classes, 0, true, v);
		return;
	}
	common_charge(v, &t->load);
	if (load_side(&t->load) != LOAD_BELOW)
		v->reason = common_overload(in, v, "not below 1");
	else if (t->limit < 0)
		v->reason = "the last instant to test is above 2^60 ns";
	else if (!in->options->want_margin && coarse_admits(in, t))
		v->kind = VERDICT_SCHEDULABLE;
	else
		decide(in, t, v);
	v->work = v->work / VISITS_PER_POINT + 1;
}

static const char *const tight_assumes[] = {
	"one non-preemptive executor that runs batches of at most max_batch"
	" jobs of one model in at most C(b), not in no time; any table",
	"whenever it is free and a job waits it starts a batch whose head has"
	" the earliest deadline; the others are waiting jobs of that model",
	"others join only if they, and the batch as far as it was on time,"
	" are predicted to end in time (rule RB, any lookahead, any tie rule);"
	" the gain from this is used only where predictions are at least the"
	" charged times",
	"D <= T, J < D, nominal times at least T apart, deadlines count from"
	" them",
	"late jobs are run, or dropped at their deadline or later",
	"at the start the executor is idle and nothing waits",
	NULL};

const struct analysis_test np_edf_cross_deadline_tight_test = {
	.name = "np_edf_cross_deadline_tight",
	.summary = "non-preemptive EDF that batches across deadlines (rule"
		   " RB), tight test",
	.source = "docs/rb-admission.md, Theorems 1 to 3; base: George,"
		  " Rivierre, Spuri, 1996; QPA: Zhang, Burns, 2009",
	.assumptions = tight_assumes,
	.exact = false,
	.any_deadline = false,
	.executors = FOR_ACCELERATOR,
	.order = ORDER_EDF,
	.batch = BATCH_CROSS_DEADLINE,
	.run = run_tight,
};

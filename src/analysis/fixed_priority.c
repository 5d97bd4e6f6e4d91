/* fixed_priority.c - fixed priorities by response times, and Audsley's order
 *
 * The formulas are those of response.h.  Tasks of equal priority are served
 * in the order of release; here each is taken to go before the other, which
 * is safe but not exact.
 */
#include "analysis/assign.h"
#include "analysis/common.h"
#include "analysis/tests.h"

#include <assert.h>

struct fp {
	const struct analysis_set *s;
	bool preemptive;
	struct response_limit limit;
	uint32_t *hep; /* scratch                                          */
};

/* Who goes before i, and whether some of them only may. */
static uint32_t higher(const struct fp *f, uint32_t i, bool *tied)
{
	const struct analysis_task *t = f->s->tasks;
	uint32_t n = 0;

	*tied = false;
	for (uint32_t j = 0; j < f->s->n_tasks; j++) {
		if (j == i || t[j].priority > t[i].priority)
			continue;
		*tied |= t[j].priority == t[i].priority;
		f->hep[n++] = j;
	}
	return n;
}

static void respond(struct fp *f, uint32_t i, uint32_t n, struct response *r)
{
	if (f->preemptive)
		response_fp(f->s, i, f->hep, n, &f->limit, r);
	else
		response_np_fp(f->s, i, f->hep, n, &f->limit, r);
}

static bool all_by_line(struct fp *f)
{
	bool tied;

	for (uint32_t i = 0; i < f->s->n_tasks; i++) {
		uint32_t n = higher(f, i, &tied);

		dag_time r =
			response_by_line(f->s, i, f->hep, n, f->preemptive);

		if (r < 0 || r > f->s->tasks[i].deadline)
			return false;
	}
	return true;
}

static void run_fp(const struct analysis_input *in, bool preemptive,
		   struct verdict *v)
{
	const struct analysis_set *s = in->set;
	uint32_t n = s->n_tasks;
	struct response *r = ARENA_NEW(in->arena, struct response, n);
	bool *exact = ARENA_NEW(in->arena, bool, n);
	struct fp f = {s,
		       preemptive,
		       {0, common_work(in)},
		       ARENA_NEW(in->arena, uint32_t, n)};
	struct load load;

	load_init(&load);
	for (uint32_t i = 0; i < n; i++)
		load_add(&load, s->tasks[i].cost, s->tasks[i].period, 1);
	common_charge(v, &load);
	if (common_only_verdict(in) && all_by_line(&f)) {
		v->kind = VERDICT_SCHEDULABLE;
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		bool tied;
		uint32_t k = higher(&f, i, &tied);

		respond(&f, i, k, &r[i]);
		if (r[i].status == RESPONSE_GAVE_UP)
			response_take_line(
				&r[i],
				response_by_line(s, i, f.hep, k, preemptive),
				s->tasks[i].deadline);
		exact[i] = !tied;
	}
	v->work = f.limit.used;
	common_responses(in, r, exact, v);
}

static void run_np_fp(const struct analysis_input *in, struct verdict *v)
{
	run_fp(in, false, v);
}

static void run_preemptive_fp(const struct analysis_input *in,
			      struct verdict *v)
{
	run_fp(in, true, v);
}

/* --- Audsley's assignment --- */

static bool fits_behind(void *ctx, uint32_t i, const bool *before)
{
	struct fp *f = ctx;
	struct response r;
	uint32_t n = 0;

	for (uint32_t j = 0; j < f->s->n_tasks; j++)
		if (before[j])
			f->hep[n++] = j;
	respond(f, i, n, &r);
	return r.status == RESPONSE_KNOWN && r.worst <= f->s->tasks[i].deadline;
}

bool assign_priorities(const struct analysis_set *s, bool preemptive,
		       uint64_t max_work, struct arena *a, int32_t *priority,
		       uint32_t *level)
{
	struct fp f = {s,
		       preemptive,
		       {0, max_work},
		       ARENA_NEW(a, uint32_t, s->n_tasks)};
	struct assign_question q = {fits_behind, &f};

	return assign_levels(s, &q, a, priority, level);
}

/* --- the rows --- */

static const char *const np_fp_assumes[] = {
	"one executor that runs one job at a time to its end",
	"smallest priority number first among the released jobs, never idle"
	" while a job waits; equal priorities by release",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D after it, D of any length",
	NULL};

const struct analysis_test np_fp_rta_test = {
	.name = "np_fp_rta",
	.summary = "non-preemptive fixed priorities, response times of all"
		   " jobs in the busy period",
	.source = "Davis, Burns, Bril, Lukkien, Real-Time Systems 35, 2007",
	.assumptions = np_fp_assumes,
	.exact = true,
	.any_deadline = true,
	.monotone = true,
	.executors = FOR_ACCELERATOR | FOR_CORE_NONE,
	.order = ORDER_FIXED,
	.batch = BATCH_NONE,
	.run = run_np_fp,
};

static const char *const fp_assumes[] = {
	"one core, preemptible anywhere at no cost",
	"smallest priority number first among the released jobs, never idle"
	" while a job waits; equal priorities by release",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D after it, D of any length",
	"the nodes of a job run one after another, edges take no time", NULL};

const struct analysis_test fp_rta_test = {
	.name = "fp_rta",
	.summary = "preemptive fixed priorities on one core, response times",
	.source = "Joseph, Pandya, 1986; Audsley et al., 1993; Lehoczky, RTSS"
		  " 1990 and Tindell, 1994 for D > T",
	.assumptions = fp_assumes,
	.exact = true,
	.any_deadline = true,
	.monotone = true,
	.executors = FOR_CORE_FULL,
	.order = ORDER_FIXED,
	.batch = BATCH_NONE,
	.run = run_preemptive_fp,
};

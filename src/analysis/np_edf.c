/* np_edf.c - non-preemptive EDF by processor demand: no batches, batches of
 * one release (rule RA), batches across deadlines (rule RB as published)
 *
 * All three ask for every t = D'_i + kT_i, with D' = D - J:
 *
 *     sum of demand by t  +  blocking(t)  +  riders  <=  t
 *
 * Blocking at t is the longest batch that a stream with D' > t can be part
 * of: it may have started just before the first of the jobs due by t came.
 * Integer clocks (discrete) take one tick off.
 *
 * np_edf.  Jeffay, Stanat, Martel 1991 (D = T); George, Rivierre, Spuri 1996
 * (any D).  Exact for sporadic tasks and for periodic ones whose phases are
 * free.  With jitter: the first job of each stream is as late as it may be,
 * the others are on time; a stream with D' <= t < D that blocks costs C
 * where the demand already counts C for it, so D' > t is the right border.
 *
 * Rule RA.  A group of n streams that share a tick is one stream: its jobs
 * are released together with one deadline, so when one of them heads a batch
 * all that are left are there, and a tick costs floor(n/B) C(B) + C(n mod B)
 * whatever else happens.  Blocking is the largest C(b) for b <= min(n, B):
 * C(min(n, B)) is not, where the table decreases somewhere.
 *
 * Rule RB as published, corrected.  Every stream is charged C(1); blocking is
 * the largest C(b) for b <= B' = min(B, N) with N streams on the model, and
 * every stream of a model with B' >= 2 may ride once in the window, which
 * costs delta = max(0, C(b) - C(b-1)) over 2 <= b <= B'.  It holds if delta
 * <= C(1).  Both maxima matter for tables that decrease (docs/rb-admission.md
 * derives this test from the tighter one, which dominates it at every t).
 */
#include "analysis/common.h"
#include "analysis/tests.h"

#include <assert.h>

static dag_time minus_tick(const struct analysis_set *s, dag_time block)
{
	return block > set_tick(s) ? block - set_tick(s) : 0;
}

static dag_time longest(const dag_time *cost, uint32_t n)
{
	dag_time most = 0;

	for (uint32_t b = 0; b < n; b++)
		if (cost[b] > most)
			most = cost[b];
	return most;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* --- no batching --- */

static void run_np_edf(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct demand_item *items =
		ARENA_NEW(in->arena, struct demand_item, s->n_tasks);
	bool exact = s->executor == EXECUTOR_ACCELERATOR ||
		     s->preemption == PREEMPT_NONE;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		items[i] = (struct demand_item){t->period, t->due, t->cost,
						minus_tick(s, t->chunk), i};
	}
	common_demand(in, items, s->n_tasks, 0, exact, v);
	if (exact)
		common_edf_bounds(in, false, v);
}

static const char *const np_edf_assumes[] = {
	"one executor that runs one job at a time to its end",
	"earliest absolute deadline first among the released jobs, any tie"
	" rule, never idle while a job waits",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D after it",
	"on a core with limited preemption the longest node blocks, and the"
	" test is sufficient only",
	NULL};

const struct analysis_test np_edf_test = {
	.name = "np_edf",
	.summary = "non-preemptive EDF, demand bound with blocking",
	.source = "Jeffay, Stanat, Martel, RTSS 1991; George, Rivierre, Spuri,"
		  " INRIA RR-2966, 1996",
	.assumptions = np_edf_assumes,
	.exact = true,
	.any_deadline = true,
	.monotone = true,
	.executors = FOR_ACCELERATOR | FOR_CORE_LIMITED | FOR_CORE_NONE,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.run = run_np_edf,
};

/* --- rule RA --- */

/* Streams that are charged together: a group's streams of one model. */
struct tick {
	uint32_t first, size; /* position of a member; members            */
};

static bool batches_by_tick(const struct analysis_set *s,
			    const struct analysis_task *t)
{
	return t->group != NONE && s->models[t->model].max_batch > 1;
}

static bool same_tick(const struct analysis_task *a,
		      const struct analysis_task *b)
{
	return a->period == b->period && a->deadline == b->deadline &&
	       a->phase == b->phase && !a->jitter && !b->jitter &&
	       !a->sporadic && !b->sporadic;
}

/* The ticks of the set and, for the first pair of a group that does not
 * share one, where they are (else NONE). */
static uint32_t find_ticks(const struct analysis_set *s, struct tick *ticks,
			   struct arena *a, uint32_t *misfit)
{
	uint32_t n_groups = s->n_groups, n = 0;
	uint32_t *tick_of = ARENA_NEW(a, uint32_t, (size_t)n_groups + 1);

	*misfit = NONE;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];
		uint32_t *k;

		if (!batches_by_tick(s, t)) {
			ticks[n++] = (struct tick){i, 1};
			continue;
		}
		assert(t->group < n_groups);
		k = &tick_of[t->group]; /* position + 1, 0: none yet */
		if (!*k) {
			ticks[n++] = (struct tick){i, 0};
			*k = n;
		}
		ticks[*k - 1].size++;
		if (s->tasks[ticks[*k - 1].first].model != t->model ||
		    !same_tick(&s->tasks[ticks[*k - 1].first], t))
			*misfit = i;
	}
	return n;
}

static const char *refuses_ticks(const struct analysis_input *in)
{
	const struct analysis_set *s = in->set;
	uint32_t misfit;

	find_ticks(s, ARENA_NEW(in->arena, struct tick, s->n_tasks), in->arena,
		   &misfit);
	if (misfit == NONE)
		return NULL;
	return arena_printf(in->arena,
			    "group '%s': its members must share model, period,"
			    " deadline and phase, be periodic and have no"
			    " jitter ('%s' does not)",
			    s->groups[s->tasks[misfit].group],
			    s->tasks[misfit].name);
}

static dag_time tick_cost(const struct analysis_model *m, uint32_t n)
{
	dag_time c = 0;

	c += (dag_time)(n / m->max_batch) * m->cost[m->max_batch - 1];
	if (n % m->max_batch)
		c += m->cost[n % m->max_batch - 1];
	return c;
}

static void tick_item(const struct analysis_set *s, const struct tick *k,
		      struct demand_item *item)
{
	const struct analysis_task *t = &s->tasks[k->first];
	const struct analysis_model *m = &s->models[t->model];
	uint32_t most = smaller(k->size, m->max_batch);

	*item = (struct demand_item){
		.period = t->period,
		.first = t->due,
		.cost = tick_cost(m, k->size),
		.block = minus_tick(s, longest(m->cost, most)),
		.owner = k->first,
	};
}

/* Does the blocker of a violation really block as long as was charged?  Its
 * first batch is the full one. */
static bool blocks_so_long(const struct analysis_set *s,
			   const struct tick *ticks, uint32_t n,
			   const struct verdict_point *p)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct analysis_model *m;

		if (ticks[i].first != p->blocker)
			continue;
		m = &s->models[s->tasks[ticks[i].first].model];
		return minus_tick(s,
				  m->cost[smaller(ticks[i].size, m->max_batch) -
					  1]) == p->blocking;
	}
	return true;
}

static void run_same_deadline(const struct analysis_input *in,
			      struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct tick *ticks = ARENA_NEW(in->arena, struct tick, s->n_tasks);
	uint32_t misfit, n = find_ticks(s, ticks, in->arena, &misfit);
	struct demand_item *items = ARENA_NEW(in->arena, struct demand_item, n);

	assert(misfit == NONE);
	for (uint32_t i = 0; i < n; i++)
		tick_item(s, &ticks[i], &items[i]);
	common_demand(in, items, n, 0, true, v);
	if (v->kind == VERDICT_NOT_SCHEDULABLE && v->has_violation &&
	    !blocks_so_long(s, ticks, n, &v->violation))
		v->kind = VERDICT_NOT_PROVEN;
}

static const char *const same_deadline_assumes[] = {
	"one non-preemptive executor that runs batches of at most max_batch"
	" jobs of one model in C(b)",
	"earliest deadline first; a batch holds jobs of one group, model,"
	" release and deadline only, as many as are there and fit (rule RA)",
	"the members of a group become visible together",
	"members of a group share model, period, deadline and phase, are"
	" periodic and have no jitter; other streams as in np_edf",
	NULL};

const struct analysis_test np_edf_same_deadline_test = {
	.name = "np_edf_same_deadline",
	.summary = "non-preemptive EDF that batches one release of a group"
		   " (rule RA)",
	.source = "edgesched (Debrun), rule RA, blocking corrected to the"
		  " longest batch; base: George, Rivierre, Spuri, 1996",
	.assumptions = same_deadline_assumes,
	.exact = true,
	.any_deadline = true,
	.executors = FOR_ACCELERATOR,
	.order = ORDER_EDF,
	.batch = BATCH_SAME_DEADLINE,
	.refuses = refuses_ticks,
	.run = run_same_deadline,
};

/* --- rule RB, as published, corrected --- */

static dag_time largest_increment(const struct analysis_model *m, uint32_t most)
{
	dag_time delta = 0;

	for (uint32_t b = 1; b < most; b++)
		if (m->cost[b] - m->cost[b - 1] > delta)
			delta = m->cost[b] - m->cost[b - 1];
	return delta;
}

static const char *steep(const struct analysis_input *in,
			 const struct analysis_model *m, dag_time delta)
{
	return arena_printf(in->arena,
			    "model '%s': one more job in a batch may cost %s,"
			    " more than C(1) = %s, which this test does not"
			    " cover; np_edf_cross_deadline_tight does",
			    m->name, common_time(in->arena, delta),
			    common_time(in->arena, m->cost[0]));
}

static void run_cross_deadline(const struct analysis_input *in,
			       struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct demand_item *items =
		ARENA_NEW(in->arena, struct demand_item, s->n_tasks);
	const char *reason = NULL;
	bool batches = false; /* without batches rule RB is plain EDF */
	int128 riders = 0;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];
		const struct analysis_model *m = &s->models[t->model];
		uint32_t most = smaller(m->max_batch, m->n_tasks);
		dag_time delta = largest_increment(m, most);

		batches |= most > 1;
		if (delta > m->cost[0])
			reason = steep(in, m, delta);
		riders += delta;
		items[i] = (struct demand_item){
			.period = t->period,
			.first = t->due,
			.cost = m->cost[0],
			.block = minus_tick(s, longest(m->cost, most)),
			.owner = i,
		};
	}
	if (riders > ANALYSIS_TIME_MAX)
		reason = "riders add up to more than 2^60 ns";
	common_demand(in, items, s->n_tasks, reason ? 0 : (dag_time)riders,
		      !batches, v);
	if (!reason)
		return;
	v->kind = VERDICT_NOT_PROVEN;
	v->reason = reason;
	v->has_violation = v->has_margin = false;
}

static const char *const cross_deadline_assumes[] = {
	"one non-preemptive executor that runs batches of at most max_batch"
	" jobs of one model in at most C(b), not in no time",
	"whenever it is free and a job waits it starts a batch whose head has"
	" the earliest deadline; the others are waiting jobs of that model",
	"D <= T, nominal times at least T apart, deadlines count from them",
	"one more job in a batch never costs more than C(1)",
	"at the start the executor is idle and nothing waits",
	NULL};

const struct analysis_test np_edf_cross_deadline_test = {
	.name = "np_edf_cross_deadline",
	.summary = "non-preemptive EDF that batches across deadlines (rule"
		   " RB), published test",
	.source = "edgesched (Debrun), rule RB, blocking and increments"
		  " corrected for any table; docs/rb-admission.md",
	.assumptions = cross_deadline_assumes,
	.exact = false,
	.any_deadline = false,
	.executors = FOR_ACCELERATOR,
	.order = ORDER_EDF,
	.batch = BATCH_CROSS_DEADLINE,
	.run = run_cross_deadline,
};

/* reservations.c - DAG tasks on servers of ordinary partitioned EDF
 *
 * A heavy task (W > D) gets n equal servers, each with a budget of
 *     E = ceil((W + (n - 1) L) / n)
 * in every period T of the task, by the deadline D after the release.  Ready
 * nodes run on whichever servers are served.  Wherever in [r, r + D) the
 * budgets come: while not all servers that are served are busy with nodes the
 * longest path gets shorter, so at most (n - 1) L of n E is wasted, and W of
 * work is done.  A light task is a server of budget W by itself.  Servers are
 * divided among the cores by first fit, by deadline, with approximate demand
 * (federation.h).  They are what SCHED_DEADLINE of Linux takes: runtime E,
 * deadline D, period T, in ns.
 *
 *   reservation_rmin    n = ceil((W - L) / (D - L)), the least for E <= D
 *   reservation_split   the same; a task whose servers do not fit is tried
 *                       with more and smaller ones, up to twice as many
 *   reservation_requal  one stretch gamma for all: n is the least for which
 *                       E <= gamma L, gamma = min of D / L over heavy tasks
 *
 * D is min(D, T) - J here.  L = D leaves no finite n: not proven.
 *
 * Source: Ueter, von der Brueggen, Chen, Li, Agrawal, RTSS 2018.
 */
#include "analysis/shares.h"
#include "analysis/tests.h"

#include <assert.h>
#include <string.h>

enum { SERVERS_MAX = 8192 }; /* of a task */

enum rule { R_MIN, R_SPLIT, R_EQUAL };

struct packing {
	const struct analysis_input *in;
	struct edf_core *cores;
	struct verdict *v;
};

static dag_time budget(const struct analysis_task *t, uint64_t n)
{
	int128 sum = t->cost + (int128)(n - 1) * t->dag->length;

	return (dag_time)((sum + (int128)n - 1) / (int128)n);
}

/* All n of them, or none. */
static bool place_servers(struct packing *p, uint32_t task, uint64_t n,
			  struct verdict_share *share)
{
	const struct analysis_task *t = &p->in->set->tasks[task];
	uint32_t m = p->in->set->cores;
	struct arena *a = p->in->arena;
	struct edf_item *x = ARENA_NEW(a, struct edf_item, 1);
	struct edf_core *before;

	if (n > SERVERS_MAX)
		return false;
	*x = (struct edf_item){budget(t, n), shares_deadline(t), t->period};
	assert(x->work <= x->deadline);
	before = ARENA_NEW(a, struct edf_core, m);
	memcpy(before, p->cores, m * sizeof(*before));
	for (uint64_t k = 0; k < n; k++) {
		uint32_t core = edf_first_fit(p->cores, m, x, a);

		p->v->work++;
		if (core == NONE) {
			memcpy(p->cores, before, m * sizeof(*before));
			share->n_parts = 0;
			return false;
		}
		shares_add(p->in, p->v, task,
			   &(struct verdict_part){.kind = PART_SERVER,
						  .core = core,
						  .runtime = x->work,
						  .deadline = x->deadline,
						  .period = x->period});
	}
	return true;
}

/* --- how many --- */

static uint64_t least(const struct analysis_task *t)
{
	dag_time slack = shares_deadline(t) - t->dag->length;
	dag_time rest = t->cost - t->dag->length;

	assert(slack > 0);
	return (uint64_t)(rest / slack) + (rest % slack != 0);
}

/* With the stretch of task g: (gamma - 1) L instead of D - L. */
static uint64_t stretched(const struct analysis_task *t,
			  const struct analysis_task *g)
{
	uint128 num =
		(uint128)(t->cost - t->dag->length) * (uint128)g->dag->length;
	uint128 den = (uint128)t->dag->length *
		      (uint128)(shares_deadline(g) - g->dag->length);
	uint128 n = num / den + (num % den != 0);

	return n > UINT64_MAX / 2 ? UINT64_MAX / 2 : (uint64_t)n;
}

static bool is_heavy(const struct analysis_task *t)
{
	return t->cost > shares_deadline(t);
}

/* The heavy task with the least D / L, or NULL. */
static const struct analysis_task *tightest(const struct analysis_set *s)
{
	const struct analysis_task *best = NULL;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		if (is_heavy(t) &&
		    (!best ||
		     (int128)shares_deadline(t) * best->dag->length <
			     (int128)shares_deadline(best) * t->dag->length))
			best = t;
	}
	return best;
}

/* --- the tests --- */

static bool place_task(struct packing *p, uint32_t i, enum rule rule,
		       const struct analysis_task *g)
{
	const struct analysis_task *t = &p->in->set->tasks[i];
	struct verdict_share *share = &p->v->shares[i];
	uint64_t n = 1, most;

	if (is_heavy(t))
		n = rule == R_EQUAL ? stretched(t, g) : least(t);
	most = rule == R_SPLIT && is_heavy(t) ? 2 * n : n;
	for (uint64_t k = n; k <= most; k++)
		if (place_servers(p, i, k, share))
			return true;
	shares_refuse(
		p->in, p->v, i,
		arena_printf(p->in->arena,
			     "no room for its %llu server%s of %s in %s",
			     (unsigned long long)n, n == 1 ? "" : "s",
			     common_time(p->in->arena, budget(t, n)),
			     common_time(p->in->arena, shares_deadline(t))));
	return false;
}

static void run(const struct analysis_input *in, enum rule rule,
		struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct packing p = {in, ARENA_NEW(in->arena, struct edf_core, s->cores),
			    v};
	struct fed_task *tasks =
		ARENA_NEW(in->arena, struct fed_task, s->n_tasks);
	const struct analysis_task *g;
	const uint32_t *order;

	cores_charge(in, v);
	if (shares_too_long(in, true, v))
		return;
	g = tightest(s);
	shares_init(in, v);
	for (uint32_t k = 0; k < s->cores; k++)
		edf_core_init(&p.cores[k]);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		tasks[i] = shares_task(&s->tasks[i]);
	order = fed_by_deadline(tasks, s->n_tasks, in->arena);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		if (s->tasks[order[i]].cost &&
		    !place_task(&p, order[i], rule, g))
			return;
	v->kind = VERDICT_SCHEDULABLE;
}

static void run_rmin(const struct analysis_input *in, struct verdict *v)
{
	run(in, R_MIN, v);
}

static void run_split(const struct analysis_input *in, struct verdict *v)
{
	run(in, R_SPLIT, v);
}

static void run_requal(const struct analysis_input *in, struct verdict *v)
{
	run(in, R_EQUAL, v);
}

static const char *const assumes[] = {
	"m equal cores, each with its servers under preemptive EDF, as Linux's"
	" SCHED_DEADLINE gives them when they are bound to cores",
	"the servers of a task are replenished at its release, and whichever"
	" is served runs a ready node of it, if there is one",
	"D stands for min(D, T) - J, and is the servers' deadline",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D after it",
	"nodes take any time up to the charged one; edges take no time",
	NULL};

static const char *const by_split[] = {"reservation_split", NULL};

#define SOURCE  "Ueter, von der Brueggen, Chen, Li, Agrawal, RTSS 2018"
#define SERVERS "servers for DAG tasks"

const struct analysis_test reservation_rmin_test = {
	.name = "reservation_rmin",
	.summary = "reservations, as few servers a task as will do",
	.source = SOURCE,
	.assumptions = assumes,
	.any_deadline = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.scheduler = SERVERS,
	.dominated_by = by_split,
	.run = run_rmin,
};

const struct analysis_test reservation_split_test = {
	.name = "reservation_split",
	.summary = "reservations, more and smaller servers where they do not"
		   " fit",
	.source = SOURCE,
	.assumptions = assumes,
	.any_deadline = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.scheduler = SERVERS,
	.run = run_split,
};

const struct analysis_test reservation_requal_test = {
	.name = "reservation_requal",
	.summary = "reservations, one stretch of the longest path for all",
	.source = SOURCE,
	.assumptions = assumes,
	.any_deadline = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.scheduler = SERVERS,
	.run = run_requal,
};

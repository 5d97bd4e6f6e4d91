/* typed.c - DAGs on cores and an accelerator: response times
 *
 * Every node is of a type s, with m_s units: m cores, one accelerator.  Follow
 * a job backwards from the node that finishes last, always to the predecessor
 * that finished last: a path on which, at any time, either its node runs, or
 * all units of the node's type are busy with something else.  So for a job
 * that meets no other
 *
 *     R <= max over paths of  sum c_v (1 - 1/m_s(v))  +  sum over s of W_s/m_s
 *
 * and with other tasks around W_s grows by what they can do on type s within
 * a time of R.  Nothing is said of the order in which ready nodes run: any
 * policy will do that leaves no unit idle while a node for it is ready, with
 * any kind of preemption.  Where the order is known, who counts on the cores
 * is limited:
 *
 *     cores preemptible, fixed priorities   tasks of higher or equal priority
 *     cores preemptible, EDF                jobs due by the deadline
 *
 * (With jitter, too: R_i counts from the nominal time, so it bounds what a job
 * of i has left at the nominal time of one of k; a release after that only sees
 * less of it.)
 *
 * On the accelerator everybody counts, batches included: if C(b) <= b C(1), a
 * batch is busy for no longer than its members would be one by one, and each
 * of b members is taken for 1/b of it.
 *
 * The work of task i on type s in a window of t is Melani's bound (carry.h)
 * on its part W_is: with X = t + R_i - W_is/m_s,
 *     floor(X / T_i) W_is + min(W_is, m_s (X mod T_i)),  at most m_s t.
 * All R are found together, upwards from what each needs alone; bounds hold if
 * all are at most D <= T: the first job to exceed its own would have met only
 * jobs that did not.
 *
 * Units: times m R and m t, so that all is whole until it is shown.
 *
 * Source: Han, Guan, Sun, He, Deng, Lu, Liu, IEEE TPDS 2019 (one typed DAG);
 * Melani, Bertogna, Bonifaci, Marchetti-Spaccamela, Buttazzo, ECRTS 2015 (the
 * window); Bertogna, Cirinei, Lipari, ECRTS 2005 (the EDF window).
 */
#include "analysis/cores.h"
#include "analysis/tests.h"

#include <assert.h>

enum { TYPES = 2 };

struct typed {
	const struct analysis_input *in;
	const struct analysis_set *s;
	int64_t m;
	int64_t *work[TYPES]; /* W_is, by resource and task               */
	int64_t *path;        /* max over paths of (m - 1) c on cores      */
	int64_t *r;           /* m R, from the nominal time               */
	bool preemptive;      /* on cores, by `order`                     */
	enum policy_order order;
	uint64_t used;
};

/* --- what is known of a task alone --- */

static void measure(struct typed *t, uint32_t i)
{
	const struct dag *d = t->s->tasks[i].dag;
	struct arena scratch = {0};
	dag_time *scaled = ARENA_NEW(&scratch, dag_time, d->g.n);
	struct graph g = d->g;

	for (uint32_t v = 0; v < g.n; v++) {
		t->work[d->resource[v]][i] += d->g.cost[v];
		if (d->resource[v] == ON_CORE)
			scaled[v] = (t->m - 1) * d->g.cost[v];
	}
	g.cost = scaled;
	t->path[i] = graph_length(&g);
	t->r[i] = t->path[i] + t->work[ON_CORE][i] +
		  t->m * (t->work[ON_ACCELERATOR][i] + t->s->tasks[i].jitter);
	arena_free(&scratch);
}

/* --- what others do --- */

/* m times what task i does on type s in a window of `window` = m t, per unit
 * of the type: at most the window. */
static int64_t window_work(const struct typed *t, uint32_t i, int type,
			   int64_t window)
{
	/* m W / m_s, and m T */
	int64_t work =
		type == ON_CORE ? t->work[type][i] : t->m * t->work[type][i];
	int64_t period = t->m * t->s->tasks[i].period;
	int128 x = (int128)window + t->r[i] - work;
	int128 sum, rest;

	assert(x >= 0); /* R >= W / m_s */
	rest = x % period;
	sum = x / period * work + (rest < work ? rest : work);
	return sum < window ? (int64_t)sum : window;
}

/* The same of its jobs that are due by the deadline of task k. */
static int64_t due_work(const struct typed *t, uint32_t i, uint32_t k)
{
	const struct analysis_task *a = &t->s->tasks[i];
	dag_time gap = t->s->tasks[k].deadline - a->deadline;
	int64_t n = gap < 0 ? 0 : gap / a->period + 1;
	int128 carry = (int128)t->m * (gap - n * a->period) + t->r[i];
	int128 work = t->work[ON_CORE][i];

	carry = carry < 0 ? 0 : carry > work ? work : carry;
	carry += n * work;
	return carry > INT64_MAX ? INT64_MAX : (int64_t)carry;
}

static int64_t core_work(const struct typed *t, uint32_t i, uint32_t k,
			 int64_t window)
{
	int64_t w = window_work(t, i, ON_CORE, window), due;

	if (!t->preemptive)
		return w;
	if (t->order == ORDER_FIXED)
		return t->s->tasks[i].priority > t->s->tasks[k].priority ? 0
									 : w;
	if (t->order != ORDER_EDF)
		return w;
	due = due_work(t, i, k);
	return due < w ? due : w;
}

/* --- the iteration --- */

/* m R of task k in a window of m t, counted from the release. */
static int128 respond(struct typed *t, uint32_t k, int64_t window)
{
	int128 sum = t->path[k] + t->work[ON_CORE][k] +
		     (int128)t->m * t->work[ON_ACCELERATOR][k];

	for (uint32_t i = 0; i < t->s->n_tasks; i++) {
		if (i == k)
			continue;
		sum += core_work(t, i, k, window);
		sum += window_work(t, i, ON_ACCELERATOR, window);
		t->used++;
	}
	return sum;
}

/* Raises r[k] to what the others' r ask for; false beyond the deadline. */
static bool settle(struct typed *t, uint32_t k, bool *changed)
{
	const struct analysis_task *task = &t->s->tasks[k];
	int64_t jitter = t->m * task->jitter;
	int64_t most = t->m * task->deadline;

	while (t->r[k] <= most) {
		int128 next = respond(t, k, t->r[k] - jitter) + jitter;

		assert(next >= t->path[k]);
		if (next <= t->r[k])
			return true;
		*changed = true;
		t->r[k] = next > most ? most + 1 : (int64_t)next;
		if (t->used > common_work(t->in))
			return true;
	}
	return false;
}

/* Until nothing changes; the first task that is late, or NONE. */
static uint32_t settle_all(struct typed *t)
{
	bool changed = true;

	while (changed && t->used <= common_work(t->in)) {
		changed = false;
		for (uint32_t k = 0; k < t->s->n_tasks; k++)
			if (!settle(t, k, &changed))
				return k;
	}
	return NONE;
}

static void tell(struct typed *t, uint32_t late, struct verdict *v)
{
	uint32_t n = t->s->n_tasks;
	struct cores_response *r =
		ARENA_NEW(t->in->arena, struct cores_response, n);
	bool gave_up = t->used > common_work(t->in);

	for (uint32_t i = 0; i < n; i++) {
		r[i].status = gave_up        ? CORES_GAVE_UP
			      : late == i    ? CORES_BEYOND
			      : late == NONE ? CORES_KNOWN
					     : CORES_UNKNOWN;
		r[i].num = t->r[i];
		r[i].den = t->m;
	}
	v->work = t->used;
	cores_verdict(t->in, r, true, v);
}

static void run_typed(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	uint32_t n = s->n_tasks;
	struct typed t = {
		.in = in,
		.s = s,
		.m = s->cores,
		.work = {ARENA_NEW(in->arena, int64_t, n),
			 ARENA_NEW(in->arena, int64_t, n)},
		.path = ARENA_NEW(in->arena, int64_t, n),
		.r = ARENA_NEW(in->arena, int64_t, n),
		.preemptive = in->policy && s->preemption == PREEMPT_FULL &&
			      in->policy->flags & POLICY_PREEMPTS,
		.order = in->policy ? in->policy->order : ORDER_OTHER,
	};

	for (uint32_t i = 0; i < n; i++)
		measure(&t, i);
	tell(&t, settle_all(&t), v);
}

/* --- who it is for --- */

static const char *long_batch(const struct analysis_input *in)
{
	for (uint32_t k = 0; k < in->set->n_models; k++) {
		const struct analysis_model *m = &in->set->models[k];

		for (uint32_t b = 2; b <= m->max_batch; b++)
			if ((int128)m->cost[b - 1] > (int128)b * m->cost[0])
				return arena_printf(
					in->arena,
					"model '%s': a batch of %u takes longer"
					" than its members one by one",
					m->name, b);
	}
	return NULL;
}

static const char *refuse_typed(const struct analysis_input *in)
{
	const struct policy_traits *p = in->accelerator;

	if (p &&
	    (p->batch == BATCH_TIMEOUT || !(p->flags & POLICY_WORK_CONSERVING)))
		return "the accelerator may wait while a job is ready";
	if (!p || p->batch != BATCH_NONE)
		return long_batch(in);
	return NULL;
}

static const char *const typed_assumes[] = {
	"m equal cores and one accelerator, which runs a batch to its end;"
	" each is never idle while a node for it is ready, in any order",
	"with fixed priorities or EDF on preemptible cores only those count"
	" there that go before",
	"a batch of b takes at most b times C(1)",
	"jobs of a task have nominal times at least T apart; release within J"
	" after it; absolute deadline D <= T after it",
	"nodes take any time up to the charged one; edges take no time",
	NULL};

const struct analysis_test typed_rta_test = {
	.name = "typed_rta",
	.summary = "DAGs on cores and an accelerator, response times",
	.source = "Han et al., IEEE TPDS 2019; Melani et al., ECRTS 2015;"
		  " Bertogna, Cirinei, Lipari, ECRTS 2005",
	.assumptions = typed_assumes,
	.executors = FOR_TYPED,
	.any_order = true,
	.order = ORDER_EDF,
	.batch = BATCH_NONE,
	.gives_bounds = true,
	.stands_for = "gedf+edf",
	.refuses = refuse_typed,
	.run = run_typed,
};

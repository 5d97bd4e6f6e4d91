/* baruah.c - global EDF against a clairvoyant schedule at a lower speed
 *
 * Model.  Sporadic DAGs, D <= T, m cores, preemptive global EDF.
 *
 * For a speed sigma let S be the schedule that starts each node as early as
 * precedence allows on cores without end that run at sigma; it keeps all
 * deadlines if sigma >= L / D for all.  Before a miss of EDF there is a last
 * instant at which EDF was not behind S with any job.  From there on some core
 * is idle for less than the part sigma of the time, as then a longest path
 * advances at speed 1 > sigma; so more than (m - (m - 1) sigma) t is done in
 * an interval of length t, by jobs due in it, less what S has done of them
 * before.  The set is schedulable if for some sigma with
 *     max L / D <= sigma < (m - U) / (m - 1)
 * and all t > 0
 *     sum of work_i(t) <= (m - (m - 1) sigma) t = kappa t,
 * where work_i(t) counts N = (floor((t - D) / T) + 1)^+ whole jobs and of the
 * one before them, which has d = t - N T of its time to its deadline left,
 *     sum over nodes of min(c, (est + c - sigma (D - d))^+).
 * With one core sigma may be as large as one likes: work is the demand bound.
 *
 * The left side f is continuous and never falls; its slope drops only where a
 * node of S begins, at t = D + j T - est / sigma, and f is convex in between.
 * So the condition is checked at such points alone, from the largest that
 * matters, sum W / (kappa - U), down; where f(t) = kappa t' for some t' < t it
 * holds on all of [t', t], and the search goes on at the next point below t'.
 *
 * sigma = p / q; the smallest possible one, and eleven more up to the largest.
 * The smallest is taken as it is, where p and q have at most 24 bits, so that
 * products fit in 128; else rounded up.  Time is counted in units of 1 / p ns,
 * work in 1 / q ns.
 *
 * Source: Baruah, ECRTS 2014 (the condition); the jumps as in Zhang, Burns,
 * IEEE TC 2009.  Cost: O(n log nodes) a step; steps capped.
 */
#include "analysis/cores.h"
#include "analysis/tests.h"

#include <assert.h>
#include <stdlib.h>

enum { SPEEDS = 12, SPEED_BITS = 20, SPEED_MAX = 1 << 24 };

/* What S has left of a job after x: linear between points. */
struct baruah_rest {
	uint32_t n, n_est;
	const dag_time *x, *value;
	const int64_t *width; /* left falls by that much a unit after x[i] */
	const dag_time *est;  /* distinct starts, ascending                */
};

struct search {
	const struct analysis_set *s;
	const struct baruah_rest **rest; /* by task                   */
	int64_t p, q; /* sigma = p / q                               */
	int128 kappa; /* m q - (m - 1) p: kappa = that / q           */
	bool whole;   /* one core: whole jobs only                   */
	uint64_t used, most;
};

/* --- the clairvoyant schedule of one job --- */

static int ascending(const void *pa, const void *pb)
{
	int64_t a = *(const int64_t *)pa, b = *(const int64_t *)pb;

	return (a > b) - (a < b);
}

static uint32_t sort_unique(dag_time *x, uint32_t n)
{
	uint32_t k = 0;

	if (n)
		qsort(x, n, sizeof(*x), ascending);
	for (uint32_t i = 0; i < n; i++)
		if (!k || x[i] != x[k - 1])
			x[k++] = x[i];
	return k;
}

static uint32_t index_of(const dag_time *x, uint32_t n, dag_time what)
{
	const dag_time *at = bsearch(&what, x, n, sizeof(*x), ascending);

	assert(at);
	return (uint32_t)(at - x);
}

/* Found once for a graph. */
static const struct baruah_rest *rest_of(struct dag *d)
{
	struct arena *a = d->arena;
	dag_time *x, *est, *value;
	int64_t *width;
	uint32_t n = 1;

	if (d->rest)
		return d->rest;
	d->rest = ARENA_NEW(a, struct baruah_rest, 1);
	x = ARENA_NEW(a, dag_time, 2 * (size_t)d->g.n + 1);
	est = ARENA_NEW(a, dag_time, d->g.n + 1);
	for (uint32_t v = 0; v < d->g.n; v++) {
		est[v] = d->est[v];
		x[n++] = d->est[v];
		x[n++] = d->est[v] + d->g.cost[v];
	}
	n = sort_unique(x, n);
	value = ARENA_NEW(a, dag_time, n);
	width = ARENA_NEW(a, int64_t, n);
	for (uint32_t v = 0; v < d->g.n; v++) {
		width[index_of(x, n, d->est[v])]++;
		width[index_of(x, n, d->est[v] + d->g.cost[v])]--;
	}
	value[0] = d->work;
	for (uint32_t i = 1; i < n; i++) {
		value[i] = value[i - 1] - (x[i] - x[i - 1]) * width[i - 1];
		width[i] += width[i - 1];
	}
	*d->rest = (struct baruah_rest){
		n, sort_unique(est, d->g.n ? d->g.n : 1), x, value, width, est};
	return d->rest;
}

/* The last i with q x[i] <= y; x[0] = 0 <= y. */
static uint32_t find(const dag_time *x, uint32_t n, int128 y, int64_t q)
{
	uint32_t low = 0, high = n;

	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if ((int128)q * x[mid] <= y)
			low = mid;
		else
			high = mid;
	}
	return low;
}

/* --- one instant --- */

/* Whole jobs of task i due within tau / p, and p times what is left of the
 * time of the one before. */
static int64_t jobs_within(const struct search *q, uint32_t i, int128 tau,
			   int128 *left)
{
	const struct analysis_task *t = &q->s->tasks[i];
	int128 room = tau - (int128)q->p * t->deadline;
	int64_t n = 0;

	if (room >= 0)
		n = (int64_t)(room / ((int128)q->p * t->period)) + 1;
	*left = tau - (int128)n * t->period * q->p;
	return n;
}

/* q f(tau / p). */
static int128 work_due(struct search *q, int128 tau)
{
	int128 sum = 0;

	for (uint32_t i = 0; i < q->s->n_tasks; i++) {
		const struct analysis_task *t = &q->s->tasks[i];
		const struct baruah_rest *r = q->rest[i];
		int128 left, y;
		int64_t n = jobs_within(q, i, tau, &left);
		uint32_t at;

		sum += (int128)n * t->cost * q->q;
		if (left <= 0 || q->whole)
			continue;
		/* q sigma (D - d) */
		y = (int128)q->p * t->deadline - left;
		at = find(r->x, r->n, y, q->q);
		sum += (int128)q->q * r->value[at] -
		       (y - (int128)q->q * r->x[at]) * r->width[at];
	}
	q->used += q->s->n_tasks;
	return sum;
}

/* The largest tau <= `below` at which a slope drops; < 0 where there is
 * none. */
static int128 point_below(const struct search *q, int128 below)
{
	int128 best = -1;

	for (uint32_t i = 0; i < q->s->n_tasks; i++) {
		const struct analysis_task *t = &q->s->tasks[i];
		const struct baruah_rest *r = q->rest[i];
		int128 left, y, tau;
		int64_t n = jobs_within(q, i, below, &left);
		uint32_t at = r->n_est;

		y = (int128)q->p * t->deadline - left;
		if (left > 0 && !q->whole)
			at = find(r->est, r->n_est, y, q->q);
		if (at < r->n_est && (int128)q->q * r->est[at] < y)
			at++;
		/* in the job cut off, else at the end of the last whole one */
		if (at < r->n_est)
			tau = (int128)q->p * t->deadline -
			      (int128)q->q * r->est[at] +
			      (int128)n * t->period * q->p;
		else if (n > 0)
			tau = (int128)q->p * t->deadline +
			      (int128)(n - 1) * t->period * q->p;
		else
			continue;
		best = tau > best ? tau : best;
	}
	return best;
}

/* --- one speed --- */

enum outcome { HOLDS, FAILS, GAVE_UP };
#define TOO_FAR ((int128)1 << 126)

/* p times the largest t to look at; < 0 if there is none, as kappa <= U. */
static int128 last_point(const struct search *q, const struct load *u)
{
	const int128 one = (int128)1 << LOAD_BITS;
	int128 sum = 0, room;
	int bits = 0;

	/* (kappa - U) 2^60 q */
	room = q->kappa * one - (int128)u->high * q->q;
	if (room <= 0)
		return -1;
	for (uint32_t i = 0; i < q->s->n_tasks; i++)
		sum += q->s->tasks[i].cost;
	sum = sum * q->p * q->q + 1; /* below 2^109 */
	/* sum 2^60 / room, rounded up, without leaving 127 bits */
	while (bits < LOAD_BITS && sum < (int128)1 << 125) {
		sum *= 2;
		bits++;
	}
	room >>= LOAD_BITS - bits;
	return room ? sum / room + 1 : TOO_FAR;
}

static enum outcome check_speed(struct search *q, const struct load *u)
{
	int128 tau = last_point(q, u);

	if (tau < 0)
		return FAILS;
	if (tau > (int128)ANALYSIS_TIME_MAX * q->p)
		return GAVE_UP;
	tau = point_below(q, tau);
	while (tau > 0) {
		int128 f = work_due(q, tau), next;

		/* f / q > kappa tau / (q p) */
		if (f * q->p > q->kappa * tau)
			return FAILS;
		if (q->used > q->most)
			return GAVE_UP;
		next = f * q->p / q->kappa;
		tau = point_below(q, next < tau ? next : tau - 1);
	}
	return HOLDS;
}

/* --- all speeds --- */

/* The largest L / D, reduced. */
static struct ratio slowest(const struct analysis_set *s)
{
	const int64_t one = INT64_C(1) << SPEED_BITS;
	const struct analysis_task *top = &s->tasks[0];
	struct ratio r;

	for (uint32_t i = 1; i < s->n_tasks; i++)
		if ((int128)s->tasks[i].dag->length * top->deadline >
		    (int128)top->dag->length * s->tasks[i].deadline)
			top = &s->tasks[i];
	r = ratio_reduce((struct ratio){top->dag->length, top->deadline});
	if (r.num > r.den || (r.num <= SPEED_MAX && r.den <= SPEED_MAX))
		return r;
	return (struct ratio){
		(int64_t)(((int128)r.num * one + r.den - 1) / r.den), one};
}

/* The i-th speed of twelve; false where it is not below the largest. */
static bool nth_speed(const struct analysis_set *s, const struct load *u,
		      unsigned i, struct ratio *out)
{
	const int64_t one = INT64_C(1) << SPEED_BITS, m = s->cores;
	struct ratio low = slowest(s);
	int128 room, least;

	*out = low.num ? low : (struct ratio){1, one};
	if (i == 0)
		return low.num <= low.den;
	/* 2^20 times the ends, rounded inwards */
	least = ((int128)low.num * one + low.den - 1) / low.den;
	room = ((int128)m << LOAD_BITS) - (int128)u->high;
	if (m == 1 || room <= 0)
		return false;
	room = (room >> (LOAD_BITS - SPEED_BITS)) / (m - 1) - least;
	if (room <= 0)
		return false;
	*out = (struct ratio){(int64_t)(least + room * i / SPEEDS), one};
	return true;
}

static void run(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct search q = {.s = s,
			   .rest = ARENA_NEW(in->arena,
					     const struct baruah_rest *,
					     s->n_tasks),
			   .whole = s->cores == 1,
			   .most = common_work(in)};
	enum outcome is = FAILS;
	struct ratio speed;
	struct load u;

	load_init(&u);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		load_add(&u, s->tasks[i].cost, s->tasks[i].period, 1);
		q.rest[i] = rest_of(s->tasks[i].dag);
	}
	common_charge(v, &u);
	for (unsigned i = 0; i < SPEEDS && is == FAILS; i++) {
		if (!nth_speed(s, &u, i, &speed))
			break;
		q.p = q.whole ? 1 : speed.num;
		q.q = q.whole ? 1 : speed.den;
		q.kappa = (int128)s->cores * q.q - (int128)(s->cores - 1) * q.p;
		is = check_speed(&q, &u);
	}
	v->work = q.used;
	v->kind = is == HOLDS ? VERDICT_SCHEDULABLE : VERDICT_NOT_PROVEN;
	v->gave_up = is == GAVE_UP;
	if (is != HOLDS)
		v->reason = is == GAVE_UP ? "too many intervals to look at"
					  : "at no speed of the clairvoyant"
					    " schedule is the work due within"
					    " every interval small enough";
}

static const char *const assumes[] = {
	"m equal cores, preemptible anywhere at no cost; no core idles while a"
	" node is ready",
	"nodes of the jobs of the earliest absolute deadlines run, equal ones"
	" in any order, those of one job too",
	"jobs of a task are released at least T apart, without jitter; D <= T",
	NULL};

/* Not surely monotone, as the speeds that are tried move with the set; no loss
 * of a proof by less load is known. */
const struct analysis_test edf_baruah14_test = {
	.name = "edf_baruah14",
	.summary = "global EDF, against a clairvoyant schedule at lower speed",
	.source = "Baruah, ECRTS 2014",
	.assumptions = assumes,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.stands_for = "gedf",
	.refuses = cores_refuse_jitter,
	.unit = 4,
	.run = run,
};

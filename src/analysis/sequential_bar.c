/* sequential_bar.c - Baruah's test of global EDF for sequential tasks
 *
 * A job of task k that misses is preceded by a last instant at which some core
 * idled, A before its release.  At most m - 1 tasks carry work into the
 * interval from there to its deadline, of length t = A + D_k, and all m cores
 * are busy for more than x = t - C_k of it.  With
 *     dbf(t)  = (floor((t - D) / T) + 1) C        without carry-in
 *     dbf'(t) = floor(t / T) C + min(C, t mod T)  with it
 * both less C_k for k itself, and no more than A; the task set is schedulable
 * if for every k and A >= 0
 *     sum of min(dbf_i, x) + sum of the m - 1 largest (min(dbf'_i, x) -
 *     min(dbf_i, x)) < m x.
 * Where x equals what m tasks can do, a miss may hide in what min cuts off; so
 * either the sum is below m x, or it is within m x with 1 ns more let through
 * than x (then a miss of any length shows in one of the two).
 *
 * The left side f never falls with A.  So where f(A) holds, it holds for all
 * A' down to that with m x(A') = f(A), and the search jumps there from the
 * largest A that need be looked at; whole A are enough, as f is convex between
 * them.  Beyond A = (C_sum + m C_k + sum U_i (T_i - D_i)) / (m - U) - D_k,
 * C_sum the m - 1 largest C, nothing can be violated.
 *
 * Source: Baruah, RTSS 2007, theorem 2; the jumps are those of Zhang, Burns,
 * IEEE TC 2009, on one core.  Cost: O(n log n) a step, pseudo-polynomial,
 * capped.
 */
#include "analysis/sequential.h"
#include "analysis/tests.h"

#include <assert.h>
#include <stdlib.h>

struct bar {
	const struct analysis_set *s;
	uint32_t k;
	int128 *gain; /* scratch: what carry-in adds, by task               */
	uint64_t used, most;
};

static int descending(const void *pa, const void *pb)
{
	int128 a = *(const int128 *)pa, b = *(const int128 *)pb;

	return (a < b) - (a > b);
}

static int128 smaller(int128 a, int128 b)
{
	return a < b ? a : b;
}

/* Both demands of task i in [0, t), cut off at x, or for k itself at A. */
static int128 demands(const struct bar *b, uint32_t i, dag_time a, dag_time x,
		      int128 *gain)
{
	const struct analysis_task *t = &b->s->tasks[i];
	const struct analysis_task *k = &b->s->tasks[b->k];
	dag_time end = a + k->deadline, part = end % t->period;
	int128 plain = 0, carried;

	if (end >= t->deadline)
		plain = (int128)((end - t->deadline) / t->period + 1) * t->cost;
	carried = (int128)(end / t->period) * t->cost +
		  (part < t->cost ? part : t->cost);
	if (i == b->k) {
		plain -= t->cost;
		carried -= t->cost;
		x = a;
	}
	/* never so where C <= D, but a task need not be */
	if (carried < plain)
		carried = plain;
	*gain = smaller(carried, x) - smaller(plain, x);
	return smaller(plain, x);
}

/* f(A) with x cut at x + more. */
static int128 demand(struct bar *b, dag_time a, dag_time more)
{
	const struct analysis_task *k = &b->s->tasks[b->k];
	dag_time x = a + k->deadline - k->cost + more;
	uint32_t n = b->s->n_tasks;
	int128 sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += demands(b, i, a, x, &b->gain[i]);
	qsort(b->gain, n, sizeof(*b->gain), descending);
	for (uint32_t i = 0; i < n && i + 1 < b->s->cores; i++)
		sum += b->gain[i];
	b->used += n;
	return sum;
}

/* The largest A to look at, or -1 where there is none. */
static dag_time last_interval(const struct bar *b, const struct load *load)
{
	const struct analysis_task *k = &b->s->tasks[b->k];
	const int128 one = (int128)1 << LOAD_BITS;
	int128 room = b->s->cores * one - (int128)load->high;
	int128 sum = (int128)b->s->cores * k->cost, t;

	assert(room > 0);
	for (uint32_t i = 0; i < b->s->n_tasks; i++) {
		const struct analysis_task *x = &b->s->tasks[i];

		b->gain[i] = x->cost;
		sum += (int128)x->cost * (x->period - x->deadline) / x->period +
		       1;
	}
	qsort(b->gain, b->s->n_tasks, sizeof(*b->gain), descending);
	for (uint32_t i = 0; i < b->s->n_tasks && i + 1 < b->s->cores; i++)
		sum += b->gain[i];
	t = sum * one / room + 1; /* sum < 2^62 */
	t -= k->deadline;
	return t > ANALYSIS_TIME_MAX ? DAG_TIME_MAX : (dag_time)t;
}

enum outcome { FITS, FAILS, UNKNOWN };

static enum outcome check(struct bar *b, const struct load *load)
{
	const struct analysis_task *k = &b->s->tasks[b->k];
	dag_time slack = k->deadline - k->cost, m = b->s->cores;
	dag_time a = last_interval(b, load);

	if (slack < 0)
		return FAILS;
	if (a == DAG_TIME_MAX)
		return UNKNOWN;
	while (a >= 0) {
		int128 most = (int128)m * (a + slack), f = demand(b, a, 0);
		int128 down;

		if (f >= most && demand(b, a, 1) > most)
			return FAILS;
		if (b->used > b->most)
			return UNKNOWN;
		down = (f + m - 1) / m - slack;
		a = down < a ? (dag_time)down : a - 1;
	}
	return FITS;
}

static void run_bar(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct bar b = {.s = s,
			.gain = ARENA_NEW(in->arena, int128, s->n_tasks),
			.most = common_work(in)};
	enum outcome is = FITS;
	struct load load;

	load_init(&load);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		load_add(&load, s->tasks[i].cost, s->tasks[i].period, 1);
	common_charge(v, &load);
	v->kind = VERDICT_NOT_PROVEN;
	if (load.high >= (uint128)s->cores << LOAD_BITS) {
		v->reason = common_overload(in, v,
					    "not below the number of"
					    " cores");
		return;
	}
	for (; is == FITS && b.k < s->n_tasks; b.k++)
		is = check(&b, &load);
	v->work = b.used;
	if (is == FITS) {
		v->kind = VERDICT_SCHEDULABLE;
		return;
	}
	v->failing = b.k - 1;
	v->gave_up = is == UNKNOWN;
	v->reason = arena_printf(in->arena,
				 is == UNKNOWN ? "'%s': too many intervals to"
						 " look at"
					       : "'%s': what is due with it may"
						 " keep all cores busy",
				 common_task(in, v->failing));
}

const struct analysis_test edf_bar_test = {
	.name = "edf_bar",
	.summary = "global EDF, sequential tasks, intervals since a core idled",
	.source = "Baruah, RTSS 2007",
	.assumptions = sequential_assumes,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.stands_for = "gedf",
	.refuses = sequential_refuse,
	.run = run_bar,
};

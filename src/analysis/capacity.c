/* capacity.c - tests of global scheduling that add up utilizations
 *
 * Each is two conditions: the sum of W / T (or W / D) is within a part of m,
 * and no longest path takes more than a part of its deadline.
 *
 *   edf_li13_cab        sum U <= m / b, L <= T / b,  b = 4 - 2/m
 *   edf_li14_cab        the same, b = (3 - 1/m + sqrt(5 - 2/m + 1/m^2)) / 2
 *   fp_li14_cab         the same, b = (4 - 1/m + sqrt(12 - 4/m + 1/m^2)) / 2
 *   edf_bonifaci13_poly 3 L <= D, sum W / min(D, T) < (m + 1/2) / 3
 *   fp_bonifaci13_poly  4 L <= D, sum W / (T <= 2 D ? T : D) < (m + 1/3) / 4
 *
 * Irrational b is compared as p/q rounded up, with 40 bits behind the point
 * (exact where the root is whole), so a yes is always right; sums as in
 * load.h.  Cost: O(tasks).
 */
#include "analysis/cores.h"
#include "analysis/tests.h"

#include <assert.h>

enum { ROOT_BITS = 40 };

/* ceil(sqrt(x) 2^ROOT_BITS), x < 2^28. */
static int64_t root_up(uint64_t x)
{
	uint128 square = (uint128)x << (2 * ROOT_BITS), root = 0;

	for (int bit = 54; bit >= 0; bit--) {
		uint128 more = root | (uint128)1 << bit;

		if (more * more <= square)
			root = more;
	}
	return (int64_t)(root + (root * root < square));
}

/* b = (k m - 1 + sqrt(q)) / (2 m), as b->num / b->den >= b. */
static struct ratio augmentation(uint32_t m, int64_t k, uint64_t q)
{
	int64_t one = INT64_C(1) << ROOT_BITS;

	return (struct ratio){(k * m - 1) * one + root_up(q), 2 * m * one};
}

static struct ratio edf_li13(uint32_t m)
{
	return (struct ratio){4 * (int64_t)m - 2, m};
}

static struct ratio edf_li14(uint32_t m)
{
	uint64_t x = m;

	return augmentation(m, 3, 5 * x * x - 2 * x + 1);
}

static struct ratio fp_li14(uint32_t m)
{
	uint64_t x = m;

	return augmentation(m, 4, 12 * x * x - 4 * x + 1);
}

/* --- verdicts --- */

static void too_long(const struct analysis_input *in, uint32_t i,
		     const char *part, struct verdict *v)
{
	const struct analysis_task *t = &in->set->tasks[i];

	v->kind = VERDICT_NOT_PROVEN;
	v->failing = i;
	v->reason =
		arena_printf(in->arena,
			     "'%s': longest path %s is more than %s of"
			     " its deadline %s",
			     t->name, common_time(in->arena, t->dag->length),
			     part, common_time(in->arena, t->deadline));
}

static void too_much(const struct analysis_input *in, const struct load *l,
		     double most, bool strict, struct verdict *v)
{
	double sum = l->exact ? (double)l->num / (double)l->den
			      : (double)l->high / (double)((uint128)1 << 60);

	v->kind = VERDICT_NOT_PROVEN;
	v->reason = arena_printf(in->arena,
				 "load %.6g is not %s %.6g of %u"
				 " cores",
				 sum, strict ? "below" : "within", most,
				 in->set->cores);
}

/* sum U <= m / b and L <= T / b. */
static void run_bound(const struct analysis_input *in, struct ratio b,
		      struct verdict *v)
{
	const struct analysis_set *s = in->set;
	struct load load;

	load_init(&load);
	v->kind = VERDICT_SCHEDULABLE;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		load_add(&load, t->cost, t->period, 1);
		if ((int128)t->dag->length * b.num >
			    (int128)t->period * b.den &&
		    v->kind == VERDICT_SCHEDULABLE)
			too_long(in, i,
				 arena_printf(in->arena, "1/%.6g",
					      (double)b.num / (double)b.den),
				 v);
	}
	common_charge(v, &load);
	v->work = s->n_tasks;
	if (v->kind == VERDICT_SCHEDULABLE &&
	    !cores_load_within(&load, (int128)s->cores * b.den, b.num, false))
		too_much(in, &load, s->cores * (double)b.den / (double)b.num,
			 false, v);
}

static void run_edf_li13(const struct analysis_input *in, struct verdict *v)
{
	run_bound(in, edf_li13(in->set->cores), v);
}

static void run_edf_li14(const struct analysis_input *in, struct verdict *v)
{
	run_bound(in, edf_li14(in->set->cores), v);
}

static void run_fp_li14(const struct analysis_input *in, struct verdict *v)
{
	run_bound(in, fp_li14(in->set->cores), v);
}

/* k L <= D and sum of W / (T or D) < (2 m + 1) / 6 or (3 m + 1) / 12. */
static void run_bonifaci(const struct analysis_input *in, bool edf,
			 struct verdict *v)
{
	const struct analysis_set *s = in->set;
	int64_t k = edf ? 3 : 4, m = s->cores;
	int64_t num = edf ? 2 * m + 1 : 3 * m + 1, den = edf ? 6 : 12;
	struct load load;

	load_init(&load);
	v->kind = VERDICT_SCHEDULABLE;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];
		bool by_period = edf ? t->deadline >= t->period
				     : t->period <= 2 * t->deadline;

		load_add(&load, t->cost, by_period ? t->period : t->deadline,
			 1);
		if ((int128)k * t->dag->length > t->deadline &&
		    v->kind == VERDICT_SCHEDULABLE)
			too_long(in, i, edf ? "1/3" : "1/4", v);
	}
	cores_charge(in, v);
	v->work = s->n_tasks;
	if (v->kind == VERDICT_SCHEDULABLE &&
	    !cores_load_within(&load, num, den, true))
		too_much(in, &load, (double)num / (double)den, true, v);
}

static void run_edf_bonifaci(const struct analysis_input *in, struct verdict *v)
{
	run_bonifaci(in, true, v);
}

static void run_fp_bonifaci(const struct analysis_input *in, struct verdict *v)
{
	run_bonifaci(in, false, v);
}

/* --- what they refuse --- */

static const char *refuse_unless_rm(const struct analysis_input *in)
{
	const char *why = cores_refuse_constrained(in);

	return why ? why : cores_refuse_order(in, false);
}

static const char *refuse_unless_dm(const struct analysis_input *in)
{
	const char *why = cores_refuse_jitter(in);

	return why ? why : cores_refuse_order(in, true);
}

/* --- the rows --- */

#define ON_CORES                                                               \
	"m equal cores, preemptible anywhere at no cost; no core idles while"  \
	" a node is ready",                                                    \
		"jobs of a task are released at least T apart, without jitter"

static const char *const edf_implicit[] = {
	ON_CORES, "earliest absolute deadline first; D = T", NULL};
static const char *const edf_constrained[] = {
	ON_CORES, "earliest absolute deadline first; D <= T", NULL};
static const char *const rm_implicit[] = {
	ON_CORES, "priorities in the order of periods; D = T", NULL};
static const char *const dm_constrained[] = {
	ON_CORES, "priorities in the order of deadlines; D <= T", NULL};
static const char *const beats_li13[] = {"edf_li14_cab", NULL};

const struct analysis_test edf_li13_cab_test = {
	.name = "edf_li13_cab",
	.summary = "global EDF, capacity bound 4 - 2/m",
	.source = "Li, Agrawal, Lu, Gill, ECRTS 2013",
	.assumptions = edf_implicit,
	.monotone = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.dominated_by = beats_li13,
	.stands_for = "gedf",
	.refuses = cores_refuse_constrained,
	.run = run_edf_li13,
};

const struct analysis_test edf_li14_cab_test = {
	.name = "edf_li14_cab",
	.summary = "global EDF, capacity bound that tends to 2.618",
	.source = "Li, Chen, Agrawal, Lu, Gill, Saifullah, ECRTS 2014",
	.assumptions = edf_implicit,
	.monotone = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.stands_for = "gedf",
	.refuses = cores_refuse_constrained,
	.run = run_edf_li14,
};

const struct analysis_test edf_bonifaci13_poly_test = {
	.name = "edf_bonifaci13_poly",
	.summary = "global EDF, load below (m + 1/2) / 3",
	.source = "Bonifaci, Marchetti-Spaccamela, Stiller, Wiese, ECRTS 2013,"
		  " theorem 21",
	.assumptions = edf_constrained,
	.monotone = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_EDF,
	.stands_for = "gedf",
	.refuses = cores_refuse_jitter,
	.run = run_edf_bonifaci,
};

const struct analysis_test fp_li14_cab_test = {
	.name = "fp_li14_cab",
	.summary = "global rate-monotonic, capacity bound that tends to 2 +"
		   " sqrt(3)",
	.source = "Li, Chen, Agrawal, Lu, Gill, Saifullah, ECRTS 2014",
	.assumptions = rm_implicit,
	.monotone = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_FIXED,
	.stands_for = "gfp:priority=dm",
	.refuses = refuse_unless_rm,
	.run = run_fp_li14,
};

const struct analysis_test fp_bonifaci13_poly_test = {
	.name = "fp_bonifaci13_poly",
	.summary = "global deadline-monotonic, load below (m + 1/3) / 4",
	.source = "Bonifaci, Marchetti-Spaccamela, Stiller, Wiese, ECRTS 2013,"
		  " theorem 23",
	.assumptions = dm_constrained,
	.monotone = true,
	.executors = FOR_CORES_FULL,
	.order = ORDER_FIXED,
	.stands_for = "gfp:priority=dm",
	.refuses = refuse_unless_dm,
	.run = run_fp_bonifaci,
};

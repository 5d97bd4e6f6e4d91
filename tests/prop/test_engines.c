/* The fast searches against the definitions, point by point.
 *
 * - demand.h against a plain scan: verdict, first violation, smallest slack;
 * - partition.h against a recursion over all batches;
 * - tight.h against the formulas of docs/rb-admission.md, written out anew;
 *   and LHS does not fall over the points, which QPA relies on;
 * - load.h against fractions in 128 bits.
 */
#include "analysis/demand.h"
#include "analysis/tight.h"
#include "tests/support/randset.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct streams S;
static struct rng R;

static dag_time draw(dag_time lo, dag_time hi)
{
	return lo + (dag_time)rng_next_below(&R, (uint64_t)(hi - lo) + 1);
}

/* --- sums of fractions --- */

START_TEST(test_load)
{
	for (uint64_t k = 0; k < case_count(20000); k++) {
		int128 num = 0, den = 1;
		struct load l;
		enum load_side want;
		bool exact;
		struct ratio r;

		load_init(&l);
		for (dag_time n = draw(1, 5); n > 0; n--) {
			dag_time d = draw(1, 12), c = draw(0, d / 2 + 1);
			dag_time times = draw(1, 3);

			load_add(&l, c, d, times);
			num = num * d * times + c * den;
			den *= d * times;
		}
		want = num < den   ? LOAD_BELOW
		       : num > den ? LOAD_ABOVE
				   : LOAD_ONE;
		ck_assert_int_eq(load_side(&l), want);
		r = load_ratio(&l, &exact);
		ck_assert(exact && (int128)r.num * den == (int128)r.den * num);
		ck_assert(l.low * (uint128)den <= (uint128)num << LOAD_BITS);
		ck_assert(l.high * (uint128)den >= (uint128)num << LOAD_BITS);
	}
}
END_TEST

/* Too many unrelated periods for an exact sum: the bounds decide, or not. */
START_TEST(test_load_without_lcm)
{
	struct load l;
	bool exact;

	load_init(&l);
	for (int64_t i = 0; i < 1000; i++)
		load_add(&l, 999999 + i, 1000000007 + 2 * i, 1);
	ck_assert(!l.exact);
	ck_assert_int_eq(load_side(&l), LOAD_ABOVE); /* 1.0005 */
	load_init(&l);
	for (int64_t i = 0; i < 1000; i++)
		load_add(&l, 999000 + i / 2, 1000000007 + 2 * i, 1);
	ck_assert_int_eq(load_side(&l), LOAD_BELOW);
	ck_assert(load_ratio(&l, &exact).den == INT64_C(1) << 40 && !exact);
	/* k/T + (T - k)/T for many T: 1 and a bit, less than 2^-60 each */
	load_init(&l);
	for (int64_t i = 0; i < 100; i++) {
		int64_t t = (INT64_C(1) << 50) + 2 * i + 1;

		load_add(&l, t / 100, t, 1);
	}
	load_add(&l, 1, (INT64_C(1) << 60) - 1, 1);
	ck_assert_int_eq(load_side(&l), LOAD_BELOW);
}
END_TEST

/* --- demand --- */

enum { ITEMS = 6 };

static dag_time slack_of(const struct demand_item *v, size_t n, dag_time t,
			 dag_time riders)
{
	dag_time sum = riders, block = 0;

	for (size_t i = 0; i < n; i++) {
		if (v[i].first <= t)
			sum += ((t - v[i].first) / v[i].period + 1) * v[i].cost;
		else if (v[i].block > block)
			block = v[i].block;
	}
	return t - sum - block;
}

static bool is_point(const struct demand_item *v, size_t n, dag_time t)
{
	for (size_t i = 0; i < n; i++)
		if (t >= v[i].first && (t - v[i].first) % v[i].period == 0)
			return true;
	return false;
}

struct plain {
	dag_time violated, least_t, least;
};

static struct plain scan(const struct demand_item *v, size_t n, dag_time riders,
			 dag_time until)
{
	struct plain p = {-1, -1, 0};

	for (dag_time t = 1; t <= until; t++) {
		dag_time slack;

		if (!is_point(v, n, t))
			continue;
		slack = slack_of(v, n, t, riders);
		if (slack < 0 && p.violated < 0)
			p.violated = t;
		if (p.least_t < 0 || slack < p.least) {
			p.least = slack;
			p.least_t = t;
		}
	}
	return p;
}

static void check_demand(struct demand_item *v, size_t n, dag_time riders)
{
	struct demand_result verdict, margin;
	struct plain p;
	dag_time until = 3000;

	arena_reset(&S.arena);
	demand_solve(v, n, riders, DEMAND_VERDICT, UINT64_MAX, &S.arena,
		     &verdict);
	p = scan(v, n, riders, until);
	/* merged items are a prefix of v: scan with what was given */
	if (verdict.has_violation && verdict.violation.t > until)
		return;
	ck_assert_int_eq(verdict.has_violation, p.violated >= 0);
	if (verdict.has_violation) {
		ck_assert_int_eq(verdict.violation.t, p.violated);
		ck_assert_int_eq(verdict.violation.slack,
				 slack_of(v, n, p.violated, riders));
	} else {
		ck_assert_int_ne(load_side(&verdict.load), LOAD_ABOVE);
	}
	if (load_side(&verdict.load) == LOAD_ABOVE)
		return;
	demand_solve(v, n, riders, DEMAND_MARGIN, UINT64_MAX, &S.arena,
		     &margin);
	ck_assert(margin.has_margin && margin.margin_exact);
	ck_assert_int_eq(margin.status, verdict.status);
	ck_assert_int_eq(margin.margin.slack, p.least);
	ck_assert_int_eq(margin.margin.t, p.least_t);
	ck_assert_int_eq(margin.has_violation, verdict.has_violation);
	if (margin.has_violation)
		ck_assert_int_eq(margin.violation.t, p.violated);
}

START_TEST(test_demand)
{
	for (uint64_t k = 0; k < case_count(3000); k++) {
		struct demand_item v[ITEMS];
		size_t n = (size_t)draw(1, ITEMS);
		dag_time gentle = draw(1, 6);

		for (size_t i = 0; i < n; i++) {
			dag_time t = draw(1, 24), c = draw(0, t / gentle + 1);

			/* no two items alike, so that none are merged */
			v[i] = (struct demand_item){t, draw(1, 2 * t), c,
						    draw(0, 8), 0};
			for (size_t j = 0; j < i; j++)
				if (v[j].period == t &&
				    v[j].first == v[i].first)
					v[i--].cost = 0, j = i, n--;
		}
		if (n)
			check_demand(v, n, draw(0, 3));
	}
}
END_TEST

/* Exactly full sets are decided, by their period. */
START_TEST(test_demand_full)
{
	unsigned passed = 0;

	for (unsigned k = 0; k < 3000; k++) {
		struct demand_item v[] = {
			{4, draw(1, 6), 2, 0, 0},
			{6, draw(1, 12), 2, draw(0, 2), 1},
			{12, draw(1, 14), 2, draw(0, 4), 2},
		};
		struct demand_result r;

		check_demand(v, 3, 0);
		demand_solve(v, 3, 0, DEMAND_VERDICT, 100, &S.arena, &r);
		ck_assert_int_eq(load_side(&r.load), LOAD_ONE);
		passed += r.status == DEMAND_PASSES;
	}
	ck_assert_uint_gt(passed, 100);
}
END_TEST

/* --- partitions --- */

static dag_time best_batches(const dag_time *cost, uint32_t cap, uint32_t n,
			     uint32_t riders)
{
	dag_time best = 0;

	if (!n)
		return 0;
	for (uint32_t k = 1; k <= n && k <= cap; k++)
		for (uint32_t r = 0; r <= riders && k + r <= cap; r++) {
			dag_time c = cost[k + r - 1] +
				     best_batches(cost, cap, n - k, riders - r);

			if (c > best)
				best = c;
		}
	return best;
}

START_TEST(test_partition)
{
	for (uint64_t k = 0; k < case_count(2000); k++) {
		dag_time cost[5];
		uint32_t cap = (uint32_t)draw(1, 5);
		uint32_t riders = (uint32_t)draw(cap, 6);
		struct partition exact, formula;

		arena_reset(&S.arena);
		for (uint32_t b = 0; b < cap; b++)
			cost[b] = draw(1, 12);
		partition_init(&exact, cost, cap, riders, true, &S.arena);
		partition_init(&formula, cost, cap, riders, false, &S.arena);
		for (uint32_t n = 0; n <= 6; n++)
			for (uint32_t r = 0; r <= riders; r++) {
				dag_time f = best_batches(cost, cap, n, r);

				ck_assert(partition_cost(&exact, n, r) == f);
				ck_assert(partition_cost(&formula, n, r) >= f);
			}
		/* past the table: still a bound, still by w a job */
		ck_assert(partition_cost(&exact, 8 * riders + 5, riders) <=
			  partition_cost(&formula, 8 * riders + 5, riders));
	}
}
END_TEST

/* --- the tight test, from the text --- */

struct text {
	const struct analysis_set *s;
	unsigned flags;
};

static dag_time count_due(const struct analysis_task *t, dag_time p)
{
	return p < t->due ? 0 : (p - t->due) / t->period + 1;
}

static bool effective(const struct analysis_task *t, dag_time p)
{
	dag_time x = p + t->jitter;
	dag_time up = (x + t->period - 1) / t->period;

	return x - t->period * (up - 1) < t->deadline;
}

struct model_text {
	dag_time n, may_ride, candidates; /* n_m, N - 1 or E - z, #D' > p  */
	struct partition f;
	const struct analysis_model *m;
	uint32_t cap;
	bool guarded;
};

static struct model_text model_text(const struct text *x, uint32_t m,
				    dag_time p)
{
	struct model_text k = {.m = &x->s->models[m]};
	dag_time all_effective = 1, e = 0;

	k.cap = k.m->max_batch < k.m->n_tasks ? k.m->max_batch : k.m->n_tasks;
	for (uint32_t i = 0; i < x->s->n_tasks; i++) {
		const struct analysis_task *t = &x->s->tasks[i];

		if (t->model != m)
			continue;
		k.n += count_due(t, p);
		k.candidates += t->due > p;
		e += effective(t, p);
		if (count_due(t, p) && !effective(t, p))
			all_effective = 0;
	}
	k.may_ride = k.m->n_tasks;
	if (x->flags & TIGHT_EFFECTIVE)
		k.may_ride = e;
	if (x->flags & TIGHT_ONE_LESS && k.n > 0)
		k.may_ride -= x->flags & TIGHT_EFFECTIVE ? all_effective : 1;
	k.guarded = x->flags & TIGHT_GUARD;
	for (uint32_t b = 0; b < k.cap; b++)
		k.guarded &= k.m->predicted[b] >= k.m->cost[b];
	if (k.cap)
		partition_init(&k.f, k.m->cost, k.cap, k.m->n_tasks,
			       x->flags & TIGHT_PARTITION, &S.arena);
	return k;
}

/* Cost of the model when s of its streams block and the job that misses is
 * (own) or is not its. */
static int128 model_cost(const struct model_text *k, dag_time s, bool own)
{
	uint64_t r = (uint64_t)(k->may_ride > s ? k->may_ride - s : 0);
	int128 all = partition_cost(&k->f, (uint64_t)k->n, r), g;

	if (!own || !k->guarded || k->cap == 1)
		return all;
	g = k->m->predicted[0] + partition_cost(&k->f, (uint64_t)k->n - 1, r);
	return g < all ? g : all;
}

/* LHS(p): every model for J*, every blocker. */
static int128 text_total(const struct text *x, dag_time p)
{
	uint32_t n = x->s->n_models;
	struct model_text k[STREAMS_MAX];
	int128 best = 0;

	for (uint32_t m = 0; m < n; m++)
		k[m] = model_text(x, m, p);
	for (uint32_t own = 0; own < n; own++)
		for (uint32_t b = 0; b <= n; b++) {
			dag_time most = b == n ? 0
					: k[b].cap < k[b].candidates
						? k[b].cap
						: k[b].candidates;

			for (dag_time s = b == n ? 0 : 1; s <= most; s++) {
				int128 sum = b == n ? 0
						    : k[b].m->cost[s - 1] -
							      set_tick(x->s);

				if (!k[own].n)
					continue;
				for (uint32_t m = 0; m < n; m++)
					if (k[m].n)
						sum += model_cost(
							&k[m], m == b ? s : 0,
							m == own);
				if (sum > best)
					best = sum;
			}
		}
	return best;
}

static const struct randset tight_sets = {.streams = 6,
					  .models = 3,
					  .max_batch = 4,
					  .period = 30,
					  .jitter = true,
					  .gentle = 5};

static bool any_point(const struct analysis_set *s, dag_time p)
{
	for (uint32_t i = 0; i < s->n_tasks; i++)
		if (p >= s->tasks[i].due &&
		    (p - s->tasks[i].due) % s->tasks[i].period == 0)
			return true;
	return false;
}

/* Past L nothing is violated, unless costs are only bounded there. */
static void check_beyond(const struct tight *t, const struct text *x)
{
	for (uint32_t i = 0; i < t->n_models; i++)
		if (t->models[i].loose)
			return;
	for (dag_time at = t->limit + 1; at <= t->limit + 80; at++)
		if (any_point(x->s, at))
			ck_assert(text_total(x, at) <= at);
}

static void check_tight(struct tight *t, const struct text *x)
{
	struct tight_point p, q;
	uint64_t work = 0;
	dag_time first = -1, least_t = -1;
	int128 last = 0, least = 0;
	enum tight_status status =
		tight_qpa(t, t->limit, UINT64_MAX, &work, &p);

	for (dag_time at = 1; at <= t->limit; at++) {
		int128 total;

		if (!any_point(x->s, at))
			continue;
		total = text_total(x, at);
		ck_assert_int_eq(tight_move(t, at), at);
		ck_assert(tight_total(t, NULL) == total);
		ck_assert(total >= last); /* S2 */
		last = total;
		if (total > at && first < 0)
			first = at;
		if (least_t < 0 || at - total < least) {
			least = at - total;
			least_t = at;
		}
	}
	ck_assert_int_eq(status == TIGHT_VIOLATED, first >= 0);
	work = 0;
	ck_assert(tight_first(t, t->limit, UINT64_MAX, &work, &S.arena, &q) ==
		  (first >= 0));
	if (first >= 0)
		ck_assert_int_eq(q.t, first);
	check_beyond(t, x);
	/* the margin looks further than L, so it can only be smaller */
	if (tight_margin(t, UINT64_MAX, &work, &q)) {
		ck_assert(q.t - q.total <= least);
		if (q.t <= t->limit)
			ck_assert(q.t == least_t && q.t - q.total == least);
	}
}

START_TEST(test_tight)
{
	static const struct ratio factors[] = {{1, 1}, {1, 2}, {3, 2}, {3, 1}};

	for (uint64_t k = 0; k < case_count(1200); k++) {
		struct text x = {.flags = (unsigned)k % 16};
		struct tight *t;

		S.time = k % 3 ? TIME_DENSE : TIME_DISCRETE;
		S.charge.prediction_factor = factors[k / 16 % 4];
		randset_draw(&S, &tight_sets, &R);
		x.s = streams_set(&S);
		t = tight_new(x.s, x.flags, &S.arena);
		if (t->limit >= 0 && t->limit < 400)
			check_tight(t, &x);
	}
}
END_TEST

static void begin(void)
{
	streams_init(&S);
	R = (struct rng){20260708};
}

static void end(void)
{
	streams_free(&S);
}

int main(void)
{
	Suite *s = suite_create("engines");
	TCase *tc = tcase_create("engines");
	SRunner *sr = srunner_create(s);
	int failed;

	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, test_load);
	tcase_add_test(tc, test_load_without_lcm);
	tcase_add_test(tc, test_demand);
	tcase_add_test(tc, test_demand_full);
	tcase_add_test(tc, test_partition);
	tcase_add_test(tc, test_tight);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

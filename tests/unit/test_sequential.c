/* The tests of global EDF for sequential tasks against their formulas, written
 * once more the plain way: every number a multiple of 1/UNIT, every interval
 * looked at. */
#include "tests/support/askdag.h"
#include "tests/support/dagsets.h"

#include <check.h>
#include <stdlib.h>

enum { TASKS = 6, PERIOD = 10, SETS = 3000, UNIT = 2520 };

struct seq {
	int64_t m, n, c[TASKS], d[TASKS], t[TASKS];
};

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* floor for b > 0 */
static int64_t down(int64_t a, int64_t b)
{
	return a >= 0 ? a / b : -((b - 1 - a) / b);
}

static int64_t most(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static bool gfb(const struct seq *s)
{
	int64_t sum = 0, top = 0;

	for (int i = 0; i < s->n; i++) {
		sum += UNIT * s->c[i] / s->d[i];
		top = most(top, UNIT * s->c[i] / s->d[i]);
	}
	return top <= UNIT && sum <= s->m * UNIT - (s->m - 1) * top;
}

/* All by UNIT^2: C / T and C / D have denominators that divide UNIT. */
static bool baker(const struct seq *s)
{
	const int64_t one = (int64_t)UNIT * UNIT;

	for (int k = 0; k < s->n; k++) {
		int64_t lambda = UNIT * s->c[k] / s->d[k], sum = 0;

		for (int i = 0; i < s->n; i++) {
			int64_t u = UNIT * s->c[i] / s->t[i];
			int64_t beta = u * UNIT +
				       u * (s->t[i] - s->d[i]) * UNIT / s->d[k];

			if (u > lambda)
				beta += (UNIT * s->c[i] - lambda * s->t[i]) *
					UNIT / s->d[k];
			sum += least(beta, one);
		}
		if (sum > s->m * (one - lambda * UNIT) + lambda * UNIT ||
		    lambda > UNIT)
			return false;
	}
	return true;
}

static bool bcl(const struct seq *s)
{
	for (int k = 0; k < s->n; k++) {
		int64_t x = s->d[k] - s->c[k], sum = 0;
		bool small = false;

		if (x < 0)
			return false;
		for (int i = 0; i < s->n; i++) {
			int64_t jobs =
				most(0, down(s->d[k] - s->d[i], s->t[i]) + 1);
			int64_t w = jobs * s->c[i] +
				    least(s->c[i],
					  most(0, s->d[k] - jobs * s->t[i]));

			if (i == k)
				continue;
			sum += least(w, x);
			small |= 0 < w && w <= x;
		}
		if (sum > s->m * x || (sum == s->m * x && !small))
			return false;
	}
	return true;
}

static int descending(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x < y) - (x > y);
}

/* The left side for k and A, with `more` let through beyond x. */
static int64_t bar_sum(const struct seq *s, int k, int64_t a, int64_t more)
{
	int64_t end = a + s->d[k], x = end - s->c[k] + more, sum = 0;
	int64_t gain[TASKS];

	for (int i = 0; i < s->n; i++) {
		int64_t jobs = most(0, down(end - s->d[i], s->t[i]) + 1);
		int64_t plain = jobs * s->c[i];
		int64_t carried =
			end / s->t[i] * s->c[i] + least(s->c[i], end % s->t[i]);
		int64_t cut = x;

		if (i == k) {
			plain -= s->c[k];
			carried -= s->c[k];
			cut = a;
		}
		sum += least(plain, cut);
		gain[i] = most(0, least(carried, cut) - least(plain, cut));
	}
	qsort(gain, (size_t)s->n, sizeof(*gain), descending);
	for (int i = 0; i < s->n && i < s->m - 1; i++)
		sum += gain[i];
	return sum;
}

static bool bar(const struct seq *s)
{
	int64_t u = 0;

	for (int i = 0; i < s->n; i++)
		u += UNIT * s->c[i] / s->t[i];
	if (u >= s->m * UNIT)
		return false;
	for (int k = 0; k < s->n; k++) {
		if (s->c[k] > s->d[k])
			return false;
		/* far beyond where anything can be violated, unless the load
		 * is within 1/100 of m */
		for (int64_t a = 0; a < 400; a++) {
			int64_t all = s->m * (a + s->d[k] - s->c[k]);

			if (bar_sum(s, k, a, 0) >= all &&
			    bar_sum(s, k, a, 1) > all)
				return false;
		}
	}
	return true;
}

static struct workload *draw(struct seq *s, struct rng *r)
{
	struct workload *w = make_workload();
	static const char *const names[] = {"a", "b", "c", "d", "e", "f"};

	s->m = 2 + (int64_t)rng_next_below(r, 2);
	s->n = 2 + (int64_t)rng_next_below(r, TASKS - 1);
	w->platform.n_cores = (uint32_t)s->m;
	w->platform.n_accelerators = 0;
	w->platform.preemption = PREEMPT_FULL;
	for (int i = 0; i < s->n; i++) {
		s->t[i] = 2 + (int64_t)rng_next_below(r, PERIOD - 1);
		s->d[i] = 1 + (int64_t)rng_next_below(r, (uint64_t)s->t[i]);
		if (rng_next_below(r, 2))
			s->d[i] = s->t[i];
		s->c[i] = 1 + (int64_t)rng_next_below(
				      r, (uint64_t)(s->d[i] + 1) / 2);
		make_task(w, names[i], s->t[i], s->d[i]);
		make_node(w, "n", s->c[i]);
	}
	make_done(w);
	return w;
}

START_TEST(they_are_what_their_formulas_say)
{
	static const struct {
		const char *name;
		bool (*says)(const struct seq *s);
	} tests[] = {{"edf_gfb", gfb},
		     {"edf_baker", baker},
		     {"edf_bcl", bcl},
		     {"edf_bar", bar}};
	enum { N = sizeof(tests) / sizeof(*tests) };
	unsigned yes[N] = {0};
	struct rng r = {3};

	for (unsigned n = 0; n < SETS; n++) {
		struct seq s;
		struct workload *w = draw(&s, &r);

		for (int i = 0; i < N; i++) {
			bool want = tests[i].says(&s);
			struct verdict v;

			ask_dag(w, tests[i].name, "gedf", &v);
			yes[i] += want;
			ck_assert_msg(want == (v.kind == VERDICT_SCHEDULABLE),
				      "set %u: %s is %s, its formula says %d",
				      n, tests[i].name, verdict_name(v.kind),
				      want);
		}
		workload_free(w);
		ask_dag_reset();
	}
	for (int i = 0; i < N; i++)
		ck_assert_msg(yes[i] > 100 && yes[i] < SETS - 100, "%s: %u",
			      tests[i].name, yes[i]);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("sequential");
	TCase *tc = tcase_create("unit");
	SRunner *r;
	int failed;

	tcase_add_test(tc, they_are_what_their_formulas_say);
	tcase_set_timeout(tc, 60);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

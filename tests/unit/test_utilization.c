/* test_utilization.c - sums, bounds and laws of the divided totals */
#include "base/portable.h"
#include "model/utilization.h"
#include "tests/support/goodness.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 4000, DRAWS_MAX = 20000, SHARES_MAX = 12 };

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static int64_t units(double u)
{
	return (int64_t)floor(u * UTIL_ONE + 0.5);
}

/* --- the mathematics underneath --- */

START_TEST(logarithms_and_powers)
{
	struct rng r = {7};

	ck_assert(portable_log2(1) == 0);
	ck_assert(portable_log2(8) == 3);
	ck_assert(portable_exp2(0) == 1);
	ck_assert(portable_exp2(-3) == 0.125);
	ck_assert(portable_root(0.25, 1) == 0.25);
	for (int i = 0; i < 20000; i++) {
		double u = portable_unit(rng_next(&r));
		double x = ldexp(u, (int)rng_next_below(&r, 200) - 100);
		uint32_t k = 1 + (uint32_t)rng_next_below(&r, 1000);
		double y = (u - 0.5) * 400;

		ck_assert(fabs(portable_log2(x) - log2(x)) <=
			  4e-16 * fmax(1, fabs(log2(x))));
		ck_assert(fabs(portable_exp2(y) / exp2(y) - 1) < 2e-14);
		ck_assert(fabs(portable_root(u, k) / pow(u, 1.0 / k) - 1) <
			  2e-14);
	}
}
END_TEST

START_TEST(units_are_inside_the_open_interval)
{
	ck_assert(portable_unit(0) > 0);
	ck_assert(portable_unit(UINT64_MAX) < 1);
}
END_TEST

/* --- the law of one share --- */

struct law {
	uint32_t n, which; /* of bounded shares of `total`: the law of one */
	double total, max[SHARES_MAX];
};

/* Volume, up to a factor, of the vectors of the other shares with a sum of at
 * most s: inclusion and exclusion over the bounds. */
static double volume(const struct law *law, double s)
{
	double sum = 0;

	for (uint32_t set = 0; set < 1u << law->n; set++) {
		double left = s, sign = 1;

		if (set >> law->which & 1)
			continue;
		for (uint32_t i = 0; i < law->n; i++)
			if (set >> i & 1) {
				left -= law->max[i];
				sign = -sign;
			}
		if (left > 0)
			sum += sign * pow(left, law->n - 1);
	}
	return sum;
}

static double share_cdf(const void *p, double x)
{
	const struct law *law = p;
	double most = fmin(law->max[law->which], law->total);
	double all = volume(law, law->total);

	return (all - volume(law, law->total - x)) /
	       (all - volume(law, law->total - most));
}

static double draw_many(const struct law *law, enum utilization_method method,
			uint32_t draws, double *sample)
{
	int64_t max[SHARES_MAX], out[SHARES_MAX];
	struct utilization u;
	struct dag_error e;
	uint64_t tries, all_tries = 0;

	for (uint32_t i = 0; i < law->n; i++)
		max[i] = units(law->max[i]);
	ck_assert(utilization_init(&u, &arena, method, law->n,
				   units(law->total), NULL, max, &e));
	for (uint32_t k = 0; k < draws; k++) {
		uint64_t key = rng_base(1, RNG_GENERATE, method, k);
		int64_t sum = 0;

		ck_assert(utilization_draw(&u, key, out, &tries, &e));
		for (uint32_t i = 0; i < law->n; i++) {
			ck_assert(out[i] >= 0 && out[i] <= max[i]);
			sum += out[i];
		}
		ck_assert(sum == units(law->total));
		sample[k] = (double)out[law->which] / UTIL_ONE;
		all_tries += tries;
	}
	return (double)all_tries / draws;
}

static double fit(struct law law, enum utilization_method method,
		  uint32_t draws)
{
	double *sample = malloc(draws * sizeof(*sample));
	double worst = 1;

	/* The first, a middle and the last share: none is favoured. */
	for (uint32_t w = 0; w < 3; w++) {
		double p;

		law.which = w * (law.n - 1) / 2;
		draw_many(&law, method, draws, sample);
		p = goodness_ks(sample, draws, share_cdf, &law);
		worst = fmin(worst, p);
	}
	free(sample);
	return worst;
}

static const struct law laws[] = {
	{.n = 2, .total = 0.7, .max = {1, 1}},
	{.n = 2, .total = 1.5, .max = {1, 1}},
	{.n = 5, .total = 0.9, .max = {1, 1, 1, 1, 1}},
	{.n = 5, .total = 2.6, .max = {1, 1, 1, 1, 1}},
	{.n = 8, .total = 1, .max = {.3, .3, .3, .3, .3, .3, .3, .3}},
	{.n = 4, .total = 3, .max = {1, 1, 1, 1}},
};
enum { N_LAWS = sizeof(laws) / sizeof(*laws) };

START_TEST(uunifast_discard_is_uniform)
{
	double p = fit(laws[_i], UTIL_UUNIFAST_DISCARD, DRAWS);

	ck_assert_msg(p > 1e-4, "p %g", p);
}
END_TEST

START_TEST(randfixedsum_is_uniform)
{
	double p = fit(laws[_i], UTIL_RANDFIXEDSUM, DRAWS);

	ck_assert_msg(p > 1e-4, "p %g", p);
}
END_TEST

START_TEST(drs_is_uniform)
{
	double p = fit(laws[_i], UTIL_DRS, DRAWS);

	ck_assert_msg(p > 1e-4, "p %g", p);
}
END_TEST

static const struct law mixed = {
	.n = 5, .total = 1, .max = {.3, .3, .5, .2, .9}};

START_TEST(drs_is_uniform_with_bounds_of_each)
{
	double p = fit(mixed, UTIL_DRS, DRAWS_MAX);
	double q = fit(mixed, UTIL_UUNIFAST_DISCARD, DRAWS);

	ck_assert_msg(p > 1e-4 && q > 1e-4, "p %g, %g", p, q);
}
END_TEST

/* What utilization.h says of the published rescaling. */
START_TEST(drs_as_published_is_not)
{
	double p = fit(mixed, UTIL_DRS_2020, DRAWS_MAX);

	ck_assert_msg(p < 1e-8, "p %g", p);
}
END_TEST

/* P(all shares <= 1) on the simplex of sum 1.5 and 3 shares: two of them
 * cannot exceed 1 together, so 1 - 3 * (0.5 / 1.5)^2 = 2 / 3. */
START_TEST(the_discard_rate_is_told)
{
	const struct law law = {.n = 3, .total = 1.5, .max = {1, 1, 1}};
	double *sample = malloc(DRAWS_MAX * sizeof(*sample));
	double tries =
		draw_many(&law, UTIL_UUNIFAST_DISCARD, DRAWS_MAX, sample);

	ck_assert_msg(fabs(tries - 1.5) < 0.02, "%g", tries);
	ck_assert(draw_many(&law, UTIL_RANDFIXEDSUM, 100, sample) == 1);
	free(sample);
}
END_TEST

/* --- bounds --- */

START_TEST(sums_and_bounds_hold_at_the_edges)
{
	static const struct {
		uint32_t n;
		double total, min, max;
	} rows[] = {{1, 0.5, 0, 1},     {1, 1, 0, 1},       {3, 3, 0, 1},
		    {3, 0, 0, 1},       {4, 2, 0, 1},       {3, 0.9, 0.3, 1},
		    {3, 0.9, 0.3, 0.3}, {3, 2.999, 0, 1},   {3, 1e-12, 0, 1},
		    {50, 25, 0, 1},     {200, 1.5, 0, 1},   {200, 190, 0.5, 1},
		    {1000, 2, 0, 1},    {1000, 500, 0, 0.6}};
	static const enum utilization_method methods[] = {UTIL_RANDFIXEDSUM,
							  UTIL_DRS_2020};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (size_t m = 0; m < 2; m++) {
			uint32_t n = rows[i].n;
			int64_t *min = calloc(n, sizeof(*min)), sum = 0;
			int64_t *max = calloc(n, sizeof(*max));
			int64_t *out = calloc(n, sizeof(*out));
			struct utilization u;
			struct dag_error e;
			uint64_t tries;

			for (uint32_t k = 0; k < n; k++) {
				min[k] = units(rows[i].min);
				max[k] = units(rows[i].max);
			}
			ck_assert_msg(utilization_init(&u, &arena, methods[m],
						       n, units(rows[i].total),
						       min, max, &e),
				      "%s", e.msg);
			ck_assert_msg(utilization_draw(&u, 5, out, &tries, &e),
				      "row %zu: %s", i, e.msg);
			for (uint32_t k = 0; k < n; k++) {
				ck_assert(out[k] >= min[k]);
				ck_assert(out[k] <= max[k]);
				sum += out[k];
			}
			ck_assert(sum == units(rows[i].total));
			free(min);
			free(max);
			free(out);
		}
}
END_TEST

/* With a small total among many, Stafford's volumes vanish (10^-300 and
 * less); the mean of a squared share, 2 T^2 / (n (n + 1)), would show it. */
START_TEST(randfixedsum_keeps_small_volumes)
{
	enum { N = 400, ROUNDS = 200 };
	static int64_t max[N], out[N];
	const double total = 1.5;
	struct utilization u;
	struct dag_error e;
	double squares = 0, want = 2 * total * total / (N + 1);
	uint64_t tries;

	for (int i = 0; i < N; i++)
		max[i] = UTIL_ONE;
	ck_assert(utilization_init(&u, &arena, UTIL_RANDFIXEDSUM, N,
				   units(total), NULL, max, &e));
	for (uint64_t k = 0; k < ROUNDS; k++) {
		ck_assert(utilization_draw(&u, rng_mix(k), out, &tries, &e));
		for (int i = 0; i < N; i++)
			squares += pow((double)out[i] / UTIL_ONE, 2);
	}
	squares /= ROUNDS;
	ck_assert_msg(fabs(squares / want - 1) < 0.02, "%g %g", squares, want);
}
END_TEST

START_TEST(impossible_bounds_are_refused)
{
	int64_t half[3] = {UTIL_ONE / 2, UTIL_ONE / 2, UTIL_ONE / 2};
	int64_t mix[3] = {UTIL_ONE / 2, UTIL_ONE / 2, UTIL_ONE};
	struct utilization u;
	struct dag_error e;

	ck_assert(!utilization_init(&u, &arena, UTIL_DRS, 3, 2 * UTIL_ONE, NULL,
				    half, &e));
	ck_assert(strstr(e.msg, "0 .. 1.5"));
	ck_assert(!utilization_init(&u, &arena, UTIL_DRS, 3, UTIL_ONE, half,
				    NULL, &e));
	ck_assert(strstr(e.msg, "1.5 .. 3"));
	ck_assert(!utilization_init(&u, &arena, UTIL_RANDFIXEDSUM, 3, UTIL_ONE,
				    NULL, mix, &e));
	ck_assert(strstr(e.msg, "drs takes a list"));
}
END_TEST

START_TEST(a_hopeless_search_ends)
{
	int64_t max[20], out[20];
	struct utilization u;
	struct dag_error e;
	uint64_t tries;

	for (int i = 0; i < 20; i++)
		max[i] = UTIL_ONE;
	ck_assert(utilization_init(&u, &arena, UTIL_UUNIFAST_DISCARD, 20,
				   19 * UTIL_ONE, NULL, max, &e));
	u.tries_max = 1000;
	ck_assert(!utilization_draw(&u, 1, out, &tries, &e));
	ck_assert(tries == 1000);
	ck_assert(strstr(e.msg, "in 1000 tries"));
}
END_TEST

START_TEST(a_vector_is_a_function_of_its_key)
{
	int64_t a[8], b[8];
	struct utilization u, v;
	struct dag_error e;
	uint64_t tries;

	for (int m = 0; utilization_method_names[m]; m++) {
		enum utilization_method method = (enum utilization_method)m;

		ck_assert(utilization_init(&u, &arena, method, 8, UTIL_ONE,
					   NULL, NULL, &e));
		ck_assert(utilization_init(&v, &arena, method, 8, UTIL_ONE,
					   NULL, NULL, &e));
		for (uint64_t k = 0; k < 50; k++)
			ck_assert(utilization_draw(&u, k, a, &tries, &e));
		ck_assert(utilization_draw(&v, 49, b, &tries, &e));
		ck_assert(!memcmp(a, b, sizeof(a)));
		ck_assert(utilization_draw(&v, 48, b, &tries, &e));
		ck_assert(memcmp(a, b, sizeof(a)));
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("utilization");
	TCase *t = tcase_create("all");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_set_timeout(t, 60);
	tcase_add_test(t, logarithms_and_powers);
	tcase_add_test(t, units_are_inside_the_open_interval);
	tcase_add_loop_test(t, uunifast_discard_is_uniform, 0, N_LAWS);
	tcase_add_loop_test(t, randfixedsum_is_uniform, 0, N_LAWS);
	tcase_add_loop_test(t, drs_is_uniform, 0, N_LAWS);
	tcase_add_test(t, drs_is_uniform_with_bounds_of_each);
	tcase_add_test(t, drs_as_published_is_not);
	tcase_add_test(t, the_discard_rate_is_told);
	tcase_add_test(t, sums_and_bounds_hold_at_the_edges);
	tcase_add_test(t, randfixedsum_keeps_small_volumes);
	tcase_add_test(t, impossible_bounds_are_refused);
	tcase_add_test(t, a_hopeless_search_ends);
	tcase_add_test(t, a_vector_is_a_function_of_its_key);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

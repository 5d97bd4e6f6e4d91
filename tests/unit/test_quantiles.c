/* Percentiles against a sorted copy, exact and binned. */
#include "base/arena.h"
#include "base/rng.h"
#include "trace/quantiles.h"

#include <check.h>
#include <stdlib.h>

enum { MANY = 200000, CAP_MAX = 1 << 16 };
static uint64_t slots[CAP_MAX], scratch[CAP_MAX], all[MANY];

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* By the definition: rank (n - 1) * p / 100, interpolated. */
static int128 reference(size_t n, unsigned percent)
{
	size_t h = (n - 1) * percent, j = h / 100, f = h % 100;
	int128 x = all[j], y = f ? all[j + 1] : all[j];

	return x * 100 + (y - x) * (int128)f;
}

static void check_all(const struct quantiles *q, size_t n)
{
	double bound = quantiles_error(q);

	qsort(all, n, sizeof(*all), ascending);
	ck_assert_uint_eq(quantiles_count(q), n);
	for (unsigned p = 0; p <= 100; p++) {
		struct quantile got = quantiles_at(q, p);
		int128 want = reference(n, p);
		double off = (double)(got.hundredths - want);

		ck_assert(got.known);
		if (bound == 0.0)
			ck_assert(got.hundredths == want);
		else
			ck_assert_double_le(off < 0 ? -off : off,
					    bound * (double)want + 1e-9);
	}
}

static uint64_t sample(struct rng *r, int shape)
{
	uint64_t u = rng_next(r);

	switch (shape) {
	case 0: /* microseconds to 100 ms */
		return 1000 + u % 100000000;
	case 1: /* a few values only */
		return 5000000 + u % 3;
	case 2: /* every octave */
		return u >> (1 + rng_next_below(r, 63));
	case 3: /* drifting upwards: the window must follow */
		return (uint64_t)1 << (r->state % 40) | (u & 1023);
	default: /* small, with zeroes */
		return u % 5;
	}
}

START_TEST(test_against_sorted)
{
	static const uint32_t caps[] = {64, 65, 500, 512, 4096, CAP_MAX};
	static const size_t counts[] = {1, 2, 63, 64, 65, 511, 513, 70000};
	struct rng r = {(uint64_t)_i};

	for (size_t c = 0; c < sizeof(caps) / sizeof(*caps); c++) {
		for (size_t m = 0; m < sizeof(counts) / sizeof(*counts); m++) {
			struct quantiles q;

			quantiles_init(&q, slots, scratch, caps[c]);
			for (size_t i = 0; i < counts[m]; i++) {
				all[i] = sample(&r, _i);
				quantiles_add(&q, (dag_time)all[i]);
			}
			ck_assert_int_eq(q.binned, counts[m] > caps[c]);
			check_all(&q, counts[m]);
		}
	}
}
END_TEST

START_TEST(test_window_moves_and_widens)
{
	static const uint64_t steps[] = {1000, 1,         50, UINT64_C(1) << 40,
					 0,    INT64_MAX, 77};
	struct quantiles q;
	size_t n = 0;

	quantiles_init(&q, slots, scratch, 512);
	for (size_t s = 0; s < sizeof(steps) / sizeof(*steps); s++)
		for (size_t i = 0; i < 700; i++) {
			all[n++] = steps[s];
			quantiles_add(&q, (dag_time)steps[s]);
		}
	ck_assert(q.binned);
	ck_assert_double_le(quantiles_error(&q), 1.0 / 16);
	check_all(&q, n);
}
END_TEST

START_TEST(test_promised_errors)
{
	struct quantiles q;
	struct rng r = {7};

	quantiles_init(&q, slots, scratch, 512);
	for (size_t i = 0; i < 5000; i++)
		quantiles_add(&q, (dag_time)(1000 + rng_next(&r) % 64000000));
	ck_assert_double_le(quantiles_error(&q), 1.0 / 64);
	quantiles_init(&q, slots, scratch, CAP_MAX);
	for (size_t i = 0; i < MANY; i++)
		quantiles_add(&q, (dag_time)(1000 + rng_next(&r) % 64000000));
	ck_assert_double_le(quantiles_error(&q), 1.0 / 512);
}
END_TEST

/* What several histograms saw together: the errors add up, no more. */
START_TEST(test_merged)
{
	static uint64_t parts[4][64], whole[CAP_MAX];
	struct quantiles q[4], sum;
	struct rng r = {(uint64_t)_i};
	double worst = 0;
	size_t n = 0;

	quantiles_init(&sum, whole, scratch, CAP_MAX);
	for (int k = 0; k < 4; k++) {
		quantiles_init(&q[k], parts[k], scratch, 64);
		for (int i = 0; i < 500 * k + 10; i++) {
			/* the top of an octave is where a low end is worst */
			all[n] = ((uint64_t)2048 << rng_next_below(&r, 8)) - 1 -
				 rng_next_below(&r, 40);
			quantiles_add(&q[k], (dag_time)all[n++]);
		}
		quantiles_merge(&sum, &q[k]);
		if (quantiles_error(&q[k]) > worst)
			worst = quantiles_error(&q[k]);
	}
	ck_assert_double_gt(worst, 0);
	qsort(all, n, sizeof(*all), ascending);
	ck_assert_uint_eq(quantiles_count(&sum), n);
	for (unsigned p = 0; p <= 100; p++) {
		double want = (double)reference(n, p);
		double got = (double)quantiles_at(&sum, p).hundredths;

		ck_assert_double_eq_tol(got, want,
					(worst + quantiles_error(&sum)) * want);
	}
}
END_TEST

START_TEST(test_nothing_known)
{
	struct quantiles q;

	quantiles_init(&q, slots, scratch, 64);
	ck_assert(!quantiles_at(&q, 50).known);
	ck_assert_uint_eq(quantiles_count(&q), 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("quantiles");
	TCase *tc = tcase_create("quantiles");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, test_against_sorted, 0, 5);
	tcase_add_test(tc, test_window_moves_and_widens);
	tcase_add_test(tc, test_promised_errors);
	tcase_add_loop_test(tc, test_merged, 0, 8);
	tcase_add_test(tc, test_nothing_known);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

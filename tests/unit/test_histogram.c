/* test_histogram.c - histograms of measuring programs, good ones and others */
#include "base/file.h"
#include "model/histogram.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;
static struct dag_error error;

static void teardown(void)
{
	arena_free(&arena);
	error = (struct dag_error){0};
}

static struct hist load(const char *name)
{
	struct hist_options o = {HIST_AUTO, 0};
	struct hist h;
	const char *data;
	size_t len;
	char *path = arena_printf(&arena, "tests/unit/latency/%s", name);

	ck_assert_msg(file_read(&arena, path, HIST_TEXT, &data, &len, &error),
		      "%s", error.msg);
	ck_assert_msg(hist_read(&h, &arena, name, data, len, &o, &error),
		      "%s:%u: %s", name, error.line, error.msg);
	return h;
}

static uint64_t count_at(const struct hist *h, double low, size_t column)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->low[i] >= low && h->low[i] <= low)
			return h->counts[i * h->n_columns + column];
	return 0;
}

static struct law law_of(const struct hist *h, const char *column, bool extend)
{
	struct hist_law_options o = {extend};
	const uint32_t *columns;
	struct law law;
	size_t n;

	ck_assert_msg(hist_select(h, &arena, column, &columns, &n, &error),
		      "%s", error.msg);
	ck_assert_msg(law_of_histogram(&law, &arena, h, columns, n, &o, &error),
		      "%s", error.msg);
	return law;
}

#define NEAR(a, b, eps) ck_assert_double_eq_tol(a, b, eps)

/* Rows are missing at the front and in between; two threads, a column of sums,
 * overflows, cycle numbers with `# others`, status lines. */
START_TEST(cyclictest_of_threads)
{
	struct hist h = load("cyclictest.hist");
	struct law all = law_of(&h, NULL, false), one = law_of(&h, "1", false);

	ck_assert_int_eq(h.format, HIST_CYCLICTEST);
	ck_assert_uint_eq(h.n_columns, 2);
	ck_assert_uint_eq(count_at(&h, 5, 0), 10);
	ck_assert_uint_eq(count_at(&h, 5, 1), 6);
	ck_assert_uint_eq(h.columns[0].binned, 37);
	ck_assert_uint_eq(h.columns[0].over, 3);
	ck_assert_uint_eq(h.columns[1].binned, 40);
	NEAR(h.columns[0].max, 60, 1e-9);
	ck_assert_uint_eq(all.samples, 80);
	/* 3 of 80 lie above the last row; the greatest is in its 1 us. */
	NEAR(law_exceedance(&all, 10000), 3.0 / 80, 1e-12);
	NEAR(law_most(&all), 61000, 0.01);
	NEAR(all.threshold, 10000, 1e-9);
	NEAR(law_quantile(&all, 4.0 / 80), 3000, 1e-6);
	/* Nobody was woken at 6 or 8 us. */
	NEAR(law_exceedance(&all, 6000), law_exceedance(&all, 7000), 1e-12);
	ck_assert_int_eq(one.tail, LAW_TAIL_NONE);
	NEAR(law_most(&one), 10000, 0.01);
	NEAR(law_least(&one), 2000, 1e-9);
	NEAR(law_mean(&one),
	     (4 * 2.5 + 10 * 3.5 + 14 * 4.5 + 6 * 5.5 + 4 * 7.5 + 2 * 9.5) /
		     40 * 1000,
	     0.01);
}
END_TEST

START_TEST(cyclictest_without_total)
{
	struct hist h = load("cyclictest_plain.hist");
	struct law law = law_of(&h, NULL, false);

	ck_assert_uint_eq(h.n_columns, 1);
	ck_assert_uint_eq(law.samples, 100);
	NEAR(law_quantile(&law, 0.5), 1000 * (2 + 40.0 / 70), 0.01);
}
END_TEST

/* Threads' latencies are what is meant unless another column is asked for. */
START_TEST(timerlat)
{
	struct hist h = load("timerlat.hist");
	struct law threads = law_of(&h, NULL, false),
		   irq = law_of(&h, "IRQ", false),
		   one = law_of(&h, "Thr-001", false);

	ck_assert_str_eq(h.what, "rtla timerlat");
	ck_assert_uint_eq(h.n_columns, 4);
	ck_assert_uint_eq(threads.samples, 80);
	/* Empty rows are left out, so overflow begins behind 256 bins. */
	NEAR(threads.threshold, 256000, 1e-9);
	NEAR(law_exceedance(&threads, 12000), 2.0 / 80, 1e-12);
	NEAR(law_most(&threads), 301000, 0.01);
	ck_assert_uint_eq(irq.samples, 80);
	NEAR(law_most(&irq), 3000, 0.01);
	ck_assert_uint_eq(one.samples, 40);
	NEAR(law_most(&one), 12000, 0.01);
}
END_TEST

/* ns, bins of 500, a CPU without values: `-`. */
START_TEST(timerlat_in_ns)
{
	struct hist h = load("timerlat_ns.hist");
	struct law law = law_of(&h, NULL, false);

	NEAR(h.unit, 1, 1e-9);
	NEAR(h.high[0] - h.low[0], 500, 1e-9);
	ck_assert(!h.columns[3].has_max);
	ck_assert_uint_eq(law.samples, 10);
	NEAR(law_least(&law), 1001, 1e-9);
	NEAR(law_most(&law), 2734, 0.01);
}
END_TEST

START_TEST(osnoise)
{
	struct hist h = load("osnoise.hist");
	struct law law = law_of(&h, NULL, false);

	ck_assert_str_eq(h.what, "rtla osnoise");
	ck_assert_ptr_nonnull(h.note);
	ck_assert_uint_eq(law.samples, 41);
	NEAR(h.columns[0].avg, 0.5, 1e-12);
	NEAR(h.columns[0].avg_grain, 0.01, 1e-12);
}
END_TEST

/* The row 006 of core 1 holds what is up to 41..42 us; core 2 ends in it. */
START_TEST(oslat)
{
	struct hist h = load("oslat.txt");
	struct law law = law_of(&h, NULL, false);

	ck_assert_uint_eq(h.n_columns, 2);
	ck_assert_str_eq(h.columns[1].name, "2");
	NEAR(h.duration_s, 20, 1e-9);
	ck_assert_uint_eq(count_at(&h, 0, 0), 900000);
	ck_assert_uint_eq(count_at(&h, 4, 0), 30);
	ck_assert_uint_eq(h.columns[0].over, 7);
	NEAR(h.low_of_over, 5, 1e-9);
	NEAR(law_most(&law), 42000, 0.01);
	NEAR(law_exceedance(&law, 5000) * (double)law.samples, 11, 1e-3);
}
END_TEST

START_TEST(bins_and_samples)
{
	struct hist h = load("bins.hist"), s = load("samples.txt");
	struct law law = law_of(&h, NULL, false);

	ck_assert_int_eq(h.format, HIST_BINS);
	NEAR(law_quantile(&law, 0.2), 2500, 1e-6);
	NEAR(law_quantile(&law, 0.9), 7000, 1e-6);
	ck_assert_int_eq(s.format, HIST_SAMPLES);
	ck_assert_uint_eq(s.columns[0].binned, 4);
	ck_assert_uint_eq(s.counts[0], 2);
	NEAR(s.columns[0].avg, 5.5, 1e-12);
}
END_TEST

/* What programs say beside the histogram is passed over. */
static const struct {
	const char *text;
	size_t rows;
} talkative[] = {
	{"WARN: stat /dev/cpu_dma_latency failed\nMax CPUs = 4\n"
	 "Online CPUs = 4\n\033[2AT: 0 (12) P:80 I:1000 C: 3 Min: 1 Act: 2\n"
	 "# Histogram\n000001 1\n000002 2 \n\033[2AT: 0 (12) P:80\n"
	 "# Thread 0: 00001 # 00002 others\r\n",
	 2},
	{"oslat V 1.10\nAnything at all\n  Core:\t 3\n CPU Freq:\t 2400 (Mhz)\n"
	 " 001 (us):\t 7\n ...\n 004 (us):\t 1 (including overflows)\n"
	 " Maximum:\t 4 (us)\n Max-Min:\t 3 (us)\n",
	 2},
	{"# RTLA timerlat histogram\n# Duration:   0 00:00:02\nIndex   "
	 "Thr-000\n"
	 "3   5\nrtla timerlat hit stop tracing\n",
	 1},
};

START_TEST(talk_is_passed_over)
{
	struct hist_options o = {HIST_AUTO, 0};
	const char *text = talkative[_i].text;
	struct hist h;

	ck_assert_msg(
		hist_read(&h, &arena, "f", text, strlen(text), &o, &error),
		"%u: %s", error.line, error.msg);
	ck_assert_uint_eq(h.n, talkative[_i].rows);
}
END_TEST

/* --- what is refused, and where --- */

static const struct bad {
	const char *text;
	unsigned line, col;
	const char *says;
} bad[] = {
	{"", 1, 1, "no histogram that is known"},
	{"hello world\nand more\n", 1, 1, "no histogram that is known"},
	{"# Histogram\n", 1, 1, "no rows"},
	{"# Histogram\n000000 000000\n", 0, 0, "every count is 0"},
	{"# Histogram\n000000 0001\n00000x 0002\n", 3, 1, "whole number"},
	{"# Histogram\n000000 0001\n000001 00-2\n", 3, 8, "whole number"},
	{"# Histogram\n000000 0001\t0002\n000001 0002\n", 3, 1, "1 counts"},
	{"# Histogram\n000000 0001\n000001 0002\t0003\n", 3, 13, "more than"},
	{"# Histogram\n000003 0001\n000002 0002\n", 3, 1, "not behind"},
	{"# Histogram\n000003 0001\n000003 0002\n", 3, 1, "not behind"},
	{"# Histogram\n000000 9007199254740993\n", 2, 8, "above 2^53"},
	{"# Histogram\n000000 9007199254740992\n000001 1\n", 3, 8, "add up"},
	{"# Histogram\n000000 5\n# Total: 000000009\n", 3, 1, "missing"},
	{"# Histogram\n000000 5\n# Max Latencies: 1 2\n", 3, 1, "threads"},
	{"# Histogram\n000000 5\n# Max Latencies: 00001\n# Max Latencies: 2\n",
	 4, 1, "second time"},
	{"# Histogram\n000000 1\t2\t9\n# Max Latencies: 00001 00001\n", 3, 1,
	 "not their sum"},
	{"# Histogram\n000000 5\n# Max Latencies: 00000\n"
	 "# Histogram Overflows: 00003\n",
	 4, 1, "lies in the rows"},
	{"# RTLA timerlat histogram\n0 1 2\n", 2, 1, "before the line 'Index'"},
	{"# RTLA timerlat histogram\n", 1, 1, "no line 'Index'"},
	{"Index Thr-000\n0 5\nIndex Thr-000\n", 3, 1, "second line"},
	{"Index\n0 5\n", 1, 1, "no column"},
	{"Index Thr-000 Thr-001\n0 5\n", 2, 1, "1 counts"},
	{"Index Thr-000\n0 5\ncount: 7\n", 3, 8, "rows are missing"},
	{"Index Thr-000\n0 5\nover: x\n", 3, 7, "whole number"},
	{"Index Thr-000\n0 5\nmin: 1 2\n", 3, 8, "more than the 1"},
	{"Index Thr-000\n0 5\nmin: 1\nmin: 1\n", 4, 1, "second time"},
	{"Index Thr-000\n0 5\n5 7 \n5 1\n", 4, 1, "not behind"},
	{"  Core:\t 0 x\n", 1, 12, "whole number"},
	{"  Core:\t 0\n 001 (us):\t 5 6\n", 2, 15, "more than"},
	{"  Core:\t 0\n 001 us:\t 5\n", 2, 6, "(us):"},
	{"  Core:\t 0\n 000 (us):\t 5\n", 2, 2, "ends at 0"},
	{"  Core:\t 0\n 002 (us):\t 5 (including overflows)\n 003 (us):\t 1\n",
	 3, 2, "behind that with the overflows"},
	{"  Core:\t 0\n Maximum:\t 5 6\n", 2, 14, "more values"},
	{"  Core:\t 0\n", 1, 1, "no rows"},
	{"0 1 5\n2 1 5\n", 2, 3, "not end above"},
	{"0 1 5\n0.5 2 5\n", 2, 1, "not behind"},
	{"0 1 5\n1 2\n", 2, 1, "not 2 values"},
	{"0 1 1.5\n", 1, 5, "no whole number"},
	{"1e3 2 3\n", 1, 1, "not a number"},
	{"12\n13\nx\n", 3, 1, "not a number"},
	{"12\n13 14\n", 2, 4, "more than one value"},
	{"0: 1: 5\n0: 2: -5\n", 2, 7, "not a number"},
};

START_TEST(malformed)
{
	const struct bad *b = &bad[_i];
	struct hist_options o = {HIST_AUTO, 0};
	struct hist h;

	ck_assert_msg(!hist_read(&h, &arena, "f", b->text, strlen(b->text), &o,
				 &error),
		      "'%s' is read", b->text);
	ck_assert_int_eq(error.code, EXIT_USAGE);
	ck_assert_str_eq(error.file, "f");
	ck_assert_msg(strstr(error.msg, b->says) != NULL, "'%s': %s", b->text,
		      error.msg);
	ck_assert_msg(error.line == b->line && error.col == b->col,
		      "'%s': %u:%u: %s", b->text, error.line, error.col,
		      error.msg);
}
END_TEST

START_TEST(column_that_is_not_there)
{
	struct hist h = load("timerlat.hist");
	const uint32_t *columns;
	size_t n;

	ck_assert(!hist_select(&h, &arena, "Thr-01", &columns, &n, &error));
	ck_assert_ptr_nonnull(strstr(error.msg, "did you mean"));
	ck_assert(hist_select(&h, &arena, "", &columns, &n, &error));
	ck_assert_uint_eq(n, 4);
}
END_TEST

/* --- tails --- */

static double unit_of(uint64_t i, uint64_t n)
{
	return ((double)i + 0.5) / (double)n;
}

/* Exact quantiles of a Pareto tail, in bins of 1 ns: moments find xi. */
START_TEST(moments_find_the_tail)
{
	static const double xis[] = {-0.3, 0, 0.25, 0.5};
	struct gpd g = {xis[_i], 20000}, fit;
	enum { N = 40000 };
	double *p = ARENA_NEW(&arena, double, N + 1);
	double *v = ARENA_NEW(&arena, double, N + 1);
	struct law law;
	double u;

	for (size_t i = 0; i <= N; i++) {
		p[i] = i == N ? 1 : (double)i / N;
		v[i] = gpd_excess(g, i == N ? unit_of(0, 4 * N) : 1 - p[i]);
	}
	ck_assert(law_of_knots(&law, &arena, p, v, N + 1, (struct gpd){0}, 0,
			       &error));
	ck_assert(law_fit_tail(&law, 0.5, &fit, &u));
	/* Above any threshold the tail is a Pareto's with the same index. */
	NEAR(fit.xi, g.xi, 0.03);
	NEAR(fit.sigma, g.sigma + g.xi * u, 0.03 * fit.sigma);
}
END_TEST

/* With --tail gpd the law goes on behind what was measured. */
START_TEST(extended)
{
	struct hist h = load("cyclictest_plain.hist");
	struct law plain = law_of(&h, NULL, false),
		   far = law_of(&h, NULL, true);

	ck_assert_int_eq(far.tail, LAW_TAIL_MOMENTS);
	NEAR(law_quantile(&far, 0.5), law_quantile(&plain, 0.5), 0.01);
	NEAR(law_mean(&far), law_mean(&plain), 2);
	NEAR(far.tail_share, 0.01, 1e-6);
	ck_assert_double_gt(law_most(&far), 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("histogram");
	TCase *t = tcase_create("all");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, cyclictest_of_threads);
	tcase_add_test(t, cyclictest_without_total);
	tcase_add_test(t, timerlat);
	tcase_add_test(t, timerlat_in_ns);
	tcase_add_test(t, osnoise);
	tcase_add_test(t, oslat);
	tcase_add_test(t, bins_and_samples);
	tcase_add_loop_test(t, talk_is_passed_over, 0, 3);
	tcase_add_loop_test(t, malformed, 0, sizeof(bad) / sizeof(*bad));
	tcase_add_test(t, column_that_is_not_there);
	tcase_add_loop_test(t, moments_find_the_tail, 0, 4);
	tcase_add_test(t, extended);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}

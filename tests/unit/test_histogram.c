/* test_histogram.c - histograms of measuring programs, good ones and others */
#include "base/file.h"
#include "model/histogram.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
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
	NEAR(all.threshold, 10000, 1e-9);
	NEAR(all.observed, 61000, 1e-9);
	law_cap(&all, all.observed);
	NEAR(law_most(&all), 61000, 0.01);
	/* What overflowed has the mean that the averages leave for it. */
	NEAR(law_mean(&all), (40 * 9500 + 40 * 4500 + 80 * 500) / 80.0, 1000);
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
	/* Empty rows are left out, but the average says that overflow does not
	 * begin behind 256 bins. */
	NEAR(threads.threshold, 12000, 1e-9);
	NEAR(law_exceedance(&threads, 12000), 2.0 / 80, 1e-12);
	law_cap(&threads, threads.observed);
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
	ck_assert_uint_eq(s.n_columns, 2);
	ck_assert_uint_eq(s.columns[0].binned, 3);
	ck_assert_uint_eq(s.columns[1].binned, 1);
	ck_assert_uint_eq(s.counts[0], 1);
	ck_assert_uint_eq(s.counts[1], 1);
	NEAR(s.columns[0].avg, 19.0 / 3, 1e-12);
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
	 "3   5\nover: 0\nrtla timerlat hit stop tracing\n"
	 "## CPU 3 hit stop tracing, analyzing it ##\n  IRQ delay: 0.00 us\n",
	 1},
	{"# RTLA osnoise histogram\nIndex CPU-000\n3   5\nover: 0\ncount:5\n"
	 "min: 3\navg: 3.00\nmax: 3\n"
	 "12 (0.05%) events missed, results might not be accurate\n",
	 1},
	{"Index Thr-000\n3   5\nover: 0\nALL: Thr\ncount: 5\nmin: 3\n"
	 "unknown number of events missed, results might not be accurate\n",
	 1},
	{"# /dev/cpu_dma_latency set to 0us\nMax CPUs = 4\nOnline CPUs = 4\n"
	 "       0:       0:       5\n       0:       1:       6\n",
	 2},
	{"# Histogram\n000001 000002\t000003", 1},
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

/* --- what has to be inferred --- */

static struct hist read_text(const char *text)
{
	struct hist_options o = {HIST_AUTO, 0};
	struct hist h;

	ck_assert_msg(
		hist_read(&h, &arena, "f", text, strlen(text), &o, &error),
		"'%s': %u: %s", text, error.line, error.msg);
	return h;
}

/* How wide the bins of rtla are, in which no row says so. */
static const struct {
	const char *rows;
	double width;
} widths[] = {
	/* one bin of 1 us, not of 10; -b 5; unknown but at least 8 */
	{"10 6\nover: 0\nmin: 10\navg: 10\nmax: 10\n", 1},
	{"10 6\n20 1\nover: 0\nmin: 12\navg: 13\nmax: 21\n", 5},
	{"0 6\nover: 0\nmin: 3\navg: 5\nmax: 7\n", 8},
	/* the average alone tells that 1 us is too narrow */
	{"10 2\n20 2\nover: 0\nmin: 10\navg: 16\nmax: 20\n", 2},
	/* what overflowed says nothing of the last bin */
	{"10 6\n20 1\nover: 1\nmin: 10\navg: 50\nmax: 300\n", 1},
	/* rows without counts: none was left out; many rows; nothing told */
	{"0 0\n5 6\n10 1\nover: 0\nmin: 5\navg: 5\nmax: 10\n", 5},
	{"5 1\n10 1\n15 1\n20 1\n25 1\nover: 0\nmin: 5\navg: 15\nmax: 25\n", 5},
	{"10 6\n20 1\nover: 0\n", 10},
};

START_TEST(widths_of_rtla)
{
	char text[256];
	struct hist h;

	snprintf(text, sizeof(text), "Index Thr-000\n%s", widths[_i].rows);
	h = read_text(text);
	NEAR(h.high[0] - h.low[0], widths[_i].width, 1e-12);
}
END_TEST

/* Overflow does not begin above the greatest of a column that has some. */
START_TEST(overflow_of_rtla_begins)
{
	struct hist wide = read_text("Index Thr-000 Thr-001\n7 5 5\nover: 1 1\n"
				     "max: 300 400\n"),
		    narrow = read_text("Index Thr-000 Thr-001\n7 5 5\n"
				       "over: 1 1\nmax: 30 400\n"),
		    all = read_text("Index Thr-000\nover: 3\nmin: 30\n"
				    "avg: 290\nmax: 400\n");
	struct law law = law_of(&all, NULL, false);

	NEAR(wide.low_of_over, 256, 1e-12);
	NEAR(narrow.low_of_over, 8, 1e-12);
	NEAR(law_least(&law), 30000, 1e-9);
}
END_TEST

/* Four of a hundred lie above 3 us, by their average at 53.5: that is where
 * the law puts them, far from the middle of the logarithms. */
static const char averages[] =
	"  Core:\t 0 1\n 001 (us):\t 48 50\n 002 (us):\t 48 50\n"
	" 003 (us):\t 4 0 (including overflows)\n Minimum:\t 1 1 (us)\n"
	" Average:\t %s (us)\n Maximum:\t 110 2 (us)\n";

START_TEST(averages_of_oslat)
{
	char text[512];
	struct hist h;
	struct law law;

	/* (48 + 96 + 4 * 53) / 100 = 3.56; 1.5 of the other core */
	snprintf(text, sizeof(text), averages, "3.560 1.500");
	h = read_text(text);
	ck_assert(h.columns[0].has_avg);
	law = law_of(&h, "0", false);
	law_cap(&law, law.observed);
	NEAR(law_mean(&law), 10 * (48 * 0.5 + 48 * 1.5 + 4 * 53.5), 60);
	/* The same overflow in the sum of both cores: not to be believed. */
	snprintf(text, sizeof(text), averages, "3.560 3.500");
	h = read_text(text);
	ck_assert(!h.columns[0].has_avg);
	law = law_of(&h, "0", false);
	ck_assert_int_eq(law.tail, LAW_TAIL_LOG_UNIFORM);
}
END_TEST

/* What ends at the greatest has that mean, and reaches it once in n where that
 * can be. */
static const struct {
	double mean, most, n;
	bool reaches;
} withins[] = {
	{50, 100, 4, true},  {30, 100, 20, true},     {10, 100, 100, true},
	{70, 100, 50, true}, {0.5, 100, 1000, false}, {20, 100, 2, false},
};

START_TEST(tail_within)
{
	enum { STEPS = 1 << 20 };
	double mean = withins[_i].mean, most = withins[_i].most, sum = 0;
	double n = withins[_i].n;
	struct gpd g = gpd_within(mean, most, n);

	for (int i = 0; i < STEPS; i++)
		sum += fmin(gpd_excess(g, (i + 0.5) / STEPS), most);
	NEAR(sum / STEPS, mean, mean * 1e-3);
	if (withins[_i].reaches)
		NEAR(gpd_excess(g, 1 / n), most, most * 1e-9);
	else
		ck_assert_double_lt(gpd_excess(g, 1 / n), most);
}
END_TEST

/* The greatest alone is told, with that of the sums or without. */
START_TEST(sums_of_cyclictest)
{
	struct hist h = read_text("000001 1\t2\t3\n000005 1\t0\t1\n"
				  "# Max Latencies: 00005 00001 00005\n");

	ck_assert_uint_eq(h.n_columns, 2);
	h = read_text("000001 1\t2\t3\n000005 1\t0\t1\n"
		      "# Max Latencies: 00005 00001\n");
	ck_assert_uint_eq(h.n_columns, 2);
}
END_TEST

/* Rows without counts take no room, but say where overflow begins. */
START_TEST(empty_rows_of_cyclictest)
{
	struct hist h = read_text("# Histogram\n000000 0\t0\n000001 1\t2\n"
				  "000002 0\t0\n000003 0\t0\n"
				  "# Histogram Overflows: 00001 00000\n");

	ck_assert_uint_eq(h.n, 1);
	NEAR(h.low_of_over, 4, 1e-12);
	ck_assert_uint_eq(h.columns[1].binned, 2);
}
END_TEST

/* As gsl_histogram_fprintf writes many values. */
START_TEST(exponents_in_bins)
{
	struct hist h = read_text("0 1.5e1 1e+06\n15 2E2 3\n");

	NEAR(h.high[0], 15, 1e-12);
	NEAR(h.high[1], 200, 1e-12);
	ck_assert_uint_eq(h.counts[0], 1000000);
	/* As some editors save it. */
	h = read_text("\xEF\xBB\xBF"
		      "0 1 5\r\n1 2 6\r\n");
	ck_assert_uint_eq(h.n, 2);
	/* More digits than a double has. */
	h = read_text("1.59999999000000000000000000\n3\n");
	ck_assert(h.low[0] < h.high[0]);
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
	{"# Histogram\n000000 000000\n", 2, 1, "every count is 0"},
	{"# Histogram\n000000 0001\n00000x 0002\n", 3, 1, "whole number"},
	{"# Histogram\n000000 0001\n000001 00-2\n", 3, 8, "whole number"},
	{"# Histogram\n000000 0001\n000001 -002\n", 3, 8, "below 0"},
	{"# Histogram\n000000 000001\n000001 0002", 3, 1, "ends within"},
	{"# Histogram\n000002 1\n000004 5\n# Max Latencies: 3\n", 4, 1,
	 "go on to 4"},
	{"# Histogram\n000002 1\n000004 5\n# Min Latencies: 3\n", 4, 1,
	 "begin with 2"},
	{"# Histogram\n000002 1\n# Min Latencies: 4\n# Max Latencies: 3\n", 3,
	 1, "above the greatest"},
	{"# Histogram\n000002 1\n# Avg Latencies: 7\n# Max Latencies: 2\n", 3,
	 1, "between"},
	{"# Histogram\n000000 0001\t0002\n000001 0002\n", 3, 1, "1 counts"},
	{"# Histogram\n000000 0001\n000001 0002\t0003\n", 3, 13, "more than"},
	{"# Histogram\n000003 0001\n000002 0002\n", 3, 1, "not behind"},
	{"# Histogram\n000003 0001\n000003 0002\n", 3, 1, "not behind"},
	{"# Histogram\n000003 0000\n000003 0002\n", 3, 1, "not behind"},
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
	{"Index Thr-000\n0 5\n", 2, 1, "'over:' is missing"},
	{"Index Thr-000 Thr-000\n0 5 5\n", 1, 15, "second column"},
	{"Index Thr-000\n0 5\nover: 0\n4 1\n", 4, 1, "behind the line"},
	{"# Time unit is days (d)\nIndex Thr-000\n0 5\nover: 0\n", 1, 16,
	 "unit is not known"},
	{"Index Thr-000\n0 5\nover: 0\nALL: Thr\ncount: 6\n", 5, 8,
	 "all Thr are 6 values"},
	{"Index Thr-000\n0 5\nover: 0\nALL: Thr\ncount: x\n", 5, 8, "whole"},
	{"Index Thr-000\n0 5\nover: 0\nALL: Thr\nmax: 1 2\n", 5, 8, "more"},
	{"Index Thr-000\n0 5\nover: 0\nALL: Thr\nmax:\n", 5, 1, "0 values"},
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
	{"  Core:\t 0\n 001 (us):\t 5\n", 2, 1, "ends in its rows"},
	{"  Core:\t 0 0\n", 1, 12, "second core"},
	{"0 1 5\n2 1 5\n", 2, 3, "not end above"},
	{"0 1 5\n0.5 2 5\n", 2, 1, "not behind"},
	{"0 1 5\n1 2\n", 2, 1, "not 2 values"},
	{"0 1 1.5\n", 1, 5, "no whole number"},
	{"1x3 2 3\n", 1, 1, "not a number"},
	{"1e 2 3\n", 1, 1, "not a number"},
	{"1 2 3e0001\n", 1, 5, "not a number"},
	{"-1 2 3\n", 1, 1, "below 0"},
	{"12\n13\nx\n", 3, 1, "not a number"},
	{"12\n13 14\n", 2, 4, "more than one value"},
	{"0: 1: 5\n0: 2: -5\n", 2, 7, "below 0"},
	{"0: 1: 5\n0: 2\n", 2, 1, "thread:cycle:value"},
	{"0: 1: 5\n0: 2: 7: 1\n", 2, 9, "more than"},
	{"0: 1: 5\n9999: 2: 7\n", 2, 1, "above 4095"},
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

START_TEST(bytes_that_are_no_text)
{
	struct hist_options o = {HIST_AUTO, 0};
	struct hist h;

	ck_assert(!hist_read(&h, &arena, "f", "12\n1\0\n", 6, &o, &error));
	ck_assert_uint_eq(error.line, 2);
	ck_assert_uint_eq(error.col, 2);
	ck_assert_ptr_nonnull(strstr(error.msg, "no text"));
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
	tcase_add_loop_test(t, talk_is_passed_over, 0,
			    sizeof(talkative) / sizeof(*talkative));
	tcase_add_loop_test(t, widths_of_rtla, 0,
			    sizeof(widths) / sizeof(*widths));
	tcase_add_test(t, overflow_of_rtla_begins);
	tcase_add_test(t, averages_of_oslat);
	tcase_add_loop_test(t, tail_within, 0,
			    sizeof(withins) / sizeof(*withins));
	tcase_add_test(t, sums_of_cyclictest);
	tcase_add_test(t, empty_rows_of_cyclictest);
	tcase_add_test(t, exponents_in_bins);
	tcase_add_loop_test(t, malformed, 0, sizeof(bad) / sizeof(*bad));
	tcase_add_test(t, bytes_that_are_no_text);
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

/* test_latency.c - laws of latencies, what is drawn of them, bursts */
#include "model/latency.h"
#include "model/load.h"
#include "model/overhead.h"

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

#define NEAR(a, b, eps) ck_assert_double_eq_tol(a, b, eps)

static struct law law_of(const struct latency_row *row, enum law_cap cap,
			 double base, enum law_choice tail)
{
	struct latency_options o = {
		.has_tail = true, .tail = tail, .cap = cap, .base = base};
	struct law law;

	ck_assert_msg(
		latency_law_of_row(&law, &arena, &row->summary, &o, &error),
		"%s", error.msg);
	return law;
}

/* Worked out once apart from this code, in another language. */
static const struct expected {
	const char *name;
	double xi, sigma_us, p99_ms, p999_ms, p9999_ms;
} expected[] = {
	{"linux612-rt-idle", 0.27, 2.3, 0.312, 0.330, 0.361},
	{"linux612-preempt-idle", 0.25, 3.2, 0.305, 0.327, 0.368},
	{"linux612-voluntary-idle", 0.27, 4.2, 0.307, 0.338, 0.397},
	{"linux612-none-idle", 0.38, 1.6, 0.299, 0.319, 0.366},
	{"linux612-rt-load", -0.01, 26.7, 0.473, 0.532, 0.589},
	{"linux612-preempt-load", 0.52, 8.7, 0.442, 0.651, 1.35},
	{"linux612-voluntary-load", 0.40, 27.1, 0.545, 0.909, 1.81},
	{"linux612-none-load", 0.54, 23.5, 0.575, 1.20, 3.37},
};

START_TEST(rows)
{
	const struct expected *x = &expected[_i];
	const struct latency_row *row = latency_find(x->name, &error);
	const struct latency_summary *s;
	struct law law, capped;

	ck_assert_ptr_nonnull(row);
	s = &row->summary;
	law = law_of(row, LAW_CAP_NONE, 0, LAW_GPD);
	NEAR(law.gpd.xi, x->xi, 0.006);
	NEAR(law.gpd.sigma, 1000 * x->sigma_us, 60);
	NEAR(law_quantile(&law, 0.99), 1e6 * x->p99_ms, 600);
	NEAR(law_quantile(&law, 0.999), 1e6 * x->p999_ms, 3000);
	NEAR(law_quantile(&law, 0.9999), 1e6 * x->p9999_ms, 6000);
	NEAR(law_quantile(&law, 0.25), s->q1, 0.5);
	NEAR(law_quantile(&law, 0.5), s->median, 0.5);
	NEAR(law_quantile(&law, 0.75), s->q3, 0.5);
	NEAR(law_mean(&law), s->mean, 30);
	/* The greatest is the 1/n return level. */
	NEAR(law_exceedance(&law, s->max) * (double)s->samples, 1, 0.01);
	capped = law_of(row, LAW_CAP_MAX, -1, LAW_GPD);
	NEAR(law_least(&capped), 0, 1e-9);
	NEAR(law_most(&capped), s->max - s->min, 0.01);
	NEAR(law_mean(&capped), s->mean - s->min, 200);
}
END_TEST

/* The pessimistic tail has the mean and the greatest value exactly. */
START_TEST(heavy_rows)
{
	const struct latency_row *row = &latency_rows[_i];
	struct law heavy = law_of(row, LAW_CAP_MAX, 0, LAW_HEAVY);
	struct law gpd = law_of(row, LAW_CAP_MAX, 0, LAW_GPD);

	NEAR(law_mean(&heavy), row->summary.mean, 60);
	NEAR(law_most(&heavy), row->summary.max, 1);
	ck_assert_double_gt(law_quantile(&heavy, 0.9999),
			    law_quantile(&gpd, 0.9999));
}
END_TEST

static struct latency latency_of(const char *name, enum law_cap cap)
{
	struct law law = law_of(latency_find(name, &error), cap, -1, LAW_GPD);
	struct latency l;

	ck_assert(latency_init(&l, &arena, &law, 1, &error));
	return l;
}

/* Bytes of the draws of all rows: a table or a rounding that differs on some
 * machine shows here. */
START_TEST(draws_are_these)
{
	uint64_t sum = 0;

	for (const struct latency_row *r = latency_rows; r->name; r++) {
		struct latency l = latency_of(r->name, LAW_CAP_NONE);
		uint64_t base = rng_base(1, RNG_LATENCY, rng_name_key("x"), 0);

		for (uint64_t i = 0; i < 20000; i++)
			sum = rng_mix(sum ^
				      (uint64_t)latency_draw(
					      &l, 0, rng_draw(base, i), 0, 0));
	}
	ck_assert_uint_eq(sum, UINT64_C(7633366930220816009));
}
END_TEST

START_TEST(draws_follow_the_law)
{
	enum { N = 100000, CELLS = 20 };
	struct latency l = latency_of("linux612-none-load", LAW_CAP_NONE);
	struct law law = law_of(latency_find("linux612-none-load", &error),
				LAW_CAP_NONE, -1, LAW_GPD);
	uint64_t count[CELLS] = {0};
	double sum = 0, chi = 0;

	for (uint64_t i = 0; i < N; i++) {
		double v = (double)latency_draw(
			&l, 0, rng_draw(rng_base(3, RNG_LATENCY, 5, 0), i), 0,
			0);
		double p = 1 - law_exceedance(&law, v);

		sum += v;
		count[p < 1 ? (int)(p * CELLS) : CELLS - 1]++;
	}
	for (int i = 0; i < CELLS; i++) {
		double d = (double)count[i] - (double)N / CELLS;

		chi += d * d / ((double)N / CELLS);
	}
	/* 19 degrees of freedom: 1 in 10^5 is above 54. */
	ck_assert_double_lt(chi, 54);
	NEAR(sum / N, law_mean(&law), 1000);
}
END_TEST

START_TEST(bounds_are_kept)
{
	struct latency l = latency_of("linux612-rt-load", LAW_CAP_MAX);

	ck_assert_int_eq(l.least, 0);
	ck_assert_int_eq(l.most, 340000);
	ck_assert_int_eq(latency_draw(&l, 0, 0, 0, 0), l.least);
	ck_assert_int_eq(latency_draw(&l, 0, UINT64_MAX, 0, 0), l.most);
}
END_TEST

/* --- what a law may be --- */

START_TEST(rebase_and_cap)
{
	double p[] = {0, 0.5, 1}, v[] = {1000, 2000, 6000};
	struct law law;

	ck_assert(law_of_knots(&law, &arena, p, v, 3, (struct gpd){0}, 0,
			       &error));
	NEAR(law_mean(&law), 0.5 * 1500 + 0.5 * 4000, 1e-6);
	law_rebase(&law, 1500);
	NEAR(law_quantile(&law, 0.2), 0, 0.01);
	NEAR(law_quantile(&law, 0.25), 0, 0.01);
	NEAR(law_quantile(&law, 0.5), 500, 0.01);
	NEAR(law_most(&law), 4500, 1e-6);
	law_cap(&law, 2500);
	NEAR(law_quantile(&law, 0.75), 2500, 0.01);
	NEAR(law_quantile(&law, 0.7), 500 + 0.4 * 4000, 0.01);
	NEAR(law_most(&law), 2500, 0.01);
	law_rebase(&law, 9000);
	NEAR(law_most(&law), 0, 0.01);
}
END_TEST

START_TEST(a_point_is_a_law)
{
	struct latency_summary s = {5000, 5000, 5000, 5000, 5000, 5000, 10, 0};
	struct law law;
	struct latency l;

	ck_assert(law_of_summary(&law, &arena, &s, LAW_GPD, &error));
	NEAR(law_mean(&law), 5000, 1);
	ck_assert(latency_init(&l, &arena, &law, 1, &error));
	ck_assert_int_eq(latency_draw(&l, 0, UINT64_C(1) << 62, 0, 0), 5000);
}
END_TEST

/* The bounds of several laws hold for all of them, whichever comes first. */
START_TEST(bounds_of_several)
{
	struct law laws[2], turned[2];
	struct latency one, other, both, back;

	laws[0] = turned[1] = law_of(latency_find("linux612-rt-load", &error),
				     LAW_CAP_MAX, 0, LAW_GPD);
	laws[1] = turned[0] = law_of(latency_find("linux612-none-idle", &error),
				     LAW_CAP_MAX, 0, LAW_GPD);
	ck_assert(latency_init(&one, &arena, &laws[0], 1, &error));
	ck_assert(latency_init(&other, &arena, &laws[1], 1, &error));
	ck_assert(latency_init(&both, &arena, laws, 2, &error));
	ck_assert(latency_init(&back, &arena, turned, 2, &error));
	ck_assert_int_ne(one.least, other.least);
	ck_assert_int_eq(both.least,
			 one.least < other.least ? one.least : other.least);
	ck_assert_int_eq(both.most,
			 one.most > other.most ? one.most : other.most);
	ck_assert_int_eq(back.least, both.least);
	ck_assert_int_eq(back.most, both.most);
}
END_TEST

static const struct {
	struct latency_summary s;
	const char *says;
} bad[] = {
	{{5, 4, 6, 7, 8, 6, 100, 0}, "'q1' is below 'min'"},
	{{1, 2, 3, 4, 3, 3, 100, 0}, "'max' is below 'q3'"},
	{{1, 2, 3, 4, 5, 9, 100, 0}, "'mean' is not between"},
	{{1, 100, 101, 102, 103, 60, 100, 0}, "no values with these"},
	{{1, 2, 3, 4, 5, 3, 7, 0}, "'samples' is below 8"},
	{{1, 2, 3, 4, 2e12, 3, 100, 0}, "above 1000 s"},
};

START_TEST(summaries_that_cannot_be)
{
	struct law law;

	ck_assert(!law_of_summary(&law, &arena, &bad[_i].s, LAW_GPD, &error));
	ck_assert_msg(strstr(error.msg, bad[_i].says) != NULL, "%s", error.msg);
}
END_TEST

/* Means that a Pareto tail cannot have with that greatest value: the law is
 * made all the same, and ends there. */
START_TEST(tails_at_their_limits)
{
	struct latency_summary near = {0, 10, 20, 30, 40, 22, 1000, 0};
	struct latency_summary far = {0, 10, 20, 30, 1e9, 18, 1000, 0};
	struct latency_options o = {.base = 0};
	struct law law;

	ck_assert(latency_law_of_row(&law, &arena, &near, &o, &error));
	ck_assert_double_lt(law_most(&law), 41);
	ck_assert(latency_law_of_row(&law, &arena, &far, &o, &error));
	NEAR(law.gpd.xi, TAIL_XI_MAX, 1e-6);
}
END_TEST

/* --- bursts --- */

START_TEST(bursts_keep_the_marginal_law)
{
	enum { N = 400000 };
	struct latency l = latency_of("linux612-none-load", LAW_CAP_MAX);
	struct law law = law_of(latency_find("linux612-none-load", &error),
				LAW_CAP_MAX, -1, LAW_GPD);
	double above[3] = {0}, p[3] = {0.5, 0.9, 0.99}, q[3];
	double edge = law_quantile(&law, 0.95);
	uint64_t base = latency_burst_base(11), in_burst = 0, runs = 0;
	bool before = false;

	for (int k = 0; k < 3; k++)
		q[k] = law_quantile(&law, p[k]);
	ck_assert(latency_set_burst(&l, 0.05, 16 * NS_PER_MS, &error));
	for (uint64_t i = 0; i < N; i++) {
		dag_time t = (dag_time)i * NS_PER_MS;
		dag_time v = latency_draw(
			&l, 0, rng_draw(rng_base(2, RNG_LATENCY, 9, 0), i),
			base, t);
		bool burst = latency_is_burst(&l.burst, base, t);

		for (int k = 0; k < 3; k++)
			above[k] += (double)v > q[k];
		in_burst += burst;
		runs += burst && !before;
		before = burst;
		/* In a burst it is of the upper twentieth, else not. */
		ck_assert(((double)v >= edge) == burst ||
			  fabs((double)v - edge) < 2);
	}
	for (int k = 0; k < 3; k++)
		NEAR(above[k] / N, 1 - p[k], 0.006);
	NEAR((double)in_burst / N, 0.05, 0.006);
	/* Slots of 1 ms, left with 1/16: 16 ms in the mean. */
	NEAR((double)in_burst / (double)runs, 16, 1.5);
}
END_TEST

START_TEST(states_depend_on_time_alone)
{
	struct latency l = latency_of("linux612-rt-idle", LAW_CAP_MAX);
	uint64_t base = latency_burst_base(0);

	ck_assert(latency_set_burst(&l, 0.3, NS_PER_S, &error));
	for (dag_time t = 100 * NS_PER_S; t >= 0; t -= 77 * NS_PER_MS) {
		bool is = latency_is_burst(&l.burst, base, t);

		ck_assert(is ==
			  latency_is_burst(&l.burst, base,
					   t / l.burst.slot * l.burst.slot));
	}
	ck_assert(!latency_set_burst(&l, 0.6, NS_PER_S, &error));
	ck_assert(!latency_set_burst(&l, 0.1, 15, &error));
}
END_TEST

/* --- in a workload --- */

static struct workload *load(const char *platform)
{
	const char *yaml = arena_printf(
		&arena,
		"platform: {cores: 2, %s}\n"
		"tasks: [{name: a, period: 10ms, nodes: {x: 1ms}}]\n",
		platform);

	return workload_load_memory("tests/unit/latency/w.yaml", yaml,
				    strlen(yaml), NULL, &error);
}

static const struct {
	const char *platform;
	dag_time least, most;
	uint32_t cpus;
} forms[] = {
	{"kernel: linux612-rt-idle", 0, 148000, 1},
	{"kernel: {name: linux612-rt-idle, base: 0ms}", 272800, 420800, 1},
	{"kernel: {name: linux612-rt-idle, cap: 50us}", 0, 50000, 1},
	{"kernel: {name: linux612-rt-idle, base_us: 272.8, cap_us: 50}", -1, 0,
	 1},
	{"kernel: {histogram: cyclictest.hist}", 2000, 61000, 1},
	{"kernel: {histogram: cyclictest.hist, base: min}", 0, 59000, 1},
	{"kernel: {histogram: cyclictest.hist, cpus: each}", 2000, 61000, 2},
	{"kernel: {histogram: timerlat.hist, column: IRQ}", 0, 3000, 1},
	{"kernel: {histogram: cyclictest.hist, format: bins}", -1, 0, 1},
	{"kernel: {histogram: bins.hist, unit: ms}", 0, 10000000, 1},
	{"kernel: {min: 1us, q1: 2us, median: 3us, q3: 4us, max: 20us, mean: "
	 "3.5us, samples: 1000}",
	 0, 19000, 1},
	{"kernel: {min: 1us, q1: 2us, median: 3us, q3: 4us, max: 20us, "
	 "samples: 1000}",
	 -1, 0, 1},
	{"kernel: {quantiles_us: {0: 1, 0.5: 2, 1: 10}}", 1000, 10000, 1},
	{"kernel: {quantiles_us: {0: 1, 0.5: 2, 0.9: 10}}", -1, 0, 1},
	{"kernel: {quantiles_us: {0: 1, 0.5: 2, 0.9: 10}, xi: 0.1, sigma: "
	 "3us, max: 40us}",
	 1000, 40000, 1},
	{"kernel: {name: linux612-rt-idle, histogram: bins.hist}", -1, 0, 1},
	{"kernel: {cap: none}", -1, 0, 1},
	{"kernel: {name: linux612-rt-idle, burst_share: 0.1}", -1, 0, 1},
	{"kernel: {name: linux612-rt-idle, tail: data}", -1, 0, 1},
	{"kernel: {histogram: bins.hist, tail: heavy}", -1, 0, 1},
	{"kernel: {histogram: no.hist}", -1, 0, 1},
	{"kernel: linux612-rt", -1, 0, 1},
	{"overheads: {wake: {name: linux612-rt-idle, wakeups: all}}", -1, 0, 1},
};

START_TEST(forms_in_a_workload)
{
	struct workload *w = load(forms[_i].platform);
	const struct latency *l;

	if (forms[_i].least < 0) {
		ck_assert_msg(!w, "'%s' is read", forms[_i].platform);
		ck_assert_msg(error.line >= 1 && error.col >= 1 &&
				      error.code == EXIT_USAGE,
			      "%u:%u: %s", error.line, error.col, error.msg);
		return;
	}
	ck_assert_msg(w != NULL, "%s", error.msg);
	l = w->platform.latency;
	ck_assert_msg(l != NULL, "%s", forms[_i].platform);
	ck_assert_int_eq(l->least, forms[_i].least);
	ck_assert_int_eq(l->most, forms[_i].most);
	ck_assert_uint_eq(l->n_cpus, forms[_i].cpus);
	workload_free(w);
}
END_TEST

START_TEST(as_an_overhead)
{
	struct workload *w = load("overheads: {wake: {histogram: "
				  "cyclictest.hist}, ipi: {name: "
				  "linux612-rt-idle}}");
	const struct overhead *o;

	ck_assert_msg(w != NULL, "%s", error.msg);
	o = &w->platform.overheads->of[OVERHEAD_WAKE];
	ck_assert_int_eq(o->least, 2000);
	ck_assert_int_eq(o->most, 61000);
	for (uint64_t i = 0; i < 1000; i++) {
		dag_time t = overhead_draw(o, rng_mix(i));

		ck_assert(t >= 2000 && t <= 61000);
	}
	ck_assert_int_eq(w->platform.overheads->of[OVERHEAD_IPI].most, 148000);
	workload_free(w);
}
END_TEST

/* Execution times by the same files: C(1) is 1 ms, so factors are small. */
START_TEST(as_a_noise)
{
	const char *yaml =
		"platform: {cores: 1}\n"
		"tasks: [{name: a, period: 10ms, nodes: {x: {wcet: 1ms, noise: "
		"{kind: empirical, path: timerlat.hist}}}}]\n";
	struct workload *w = workload_load_memory(
		"tests/unit/latency/w.yaml", yaml, strlen(yaml), NULL, &error);
	const struct noise *n;

	ck_assert_msg(w != NULL, "%s", error.msg);
	n = &w->models[0].noise;
	NEAR(ldexp((double)noise_max(n), -32), 0.301, 1e-5);
	NEAR(ldexp((double)noise_min(n), -32), 0.001, 1e-5);
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("latency");
	TCase *t = tcase_create("all");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_loop_test(t, rows, 0, 8);
	tcase_add_loop_test(t, heavy_rows, 0, 8);
	tcase_add_test(t, bounds_of_several);
	tcase_add_test(t, draws_are_these);
	tcase_add_test(t, draws_follow_the_law);
	tcase_add_test(t, bounds_are_kept);
	tcase_add_test(t, rebase_and_cap);
	tcase_add_test(t, a_point_is_a_law);
	tcase_add_loop_test(t, summaries_that_cannot_be, 0,
			    sizeof(bad) / sizeof(*bad));
	tcase_add_test(t, tails_at_their_limits);
	tcase_add_test(t, bursts_keep_the_marginal_law);
	tcase_add_test(t, states_depend_on_time_alone);
	tcase_add_loop_test(t, forms_in_a_workload, 0,
			    sizeof(forms) / sizeof(*forms));
	tcase_add_test(t, as_an_overhead);
	tcase_add_test(t, as_a_noise);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}

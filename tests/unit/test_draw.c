/* test_draw.c - quantities as users write them, and what is drawn of them */
#include "base/portable.h"
#include "base/rng.h"
#include "model/draw.h"
#include "tests/support/goodness.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;
static struct dag_error error;

static void teardown(void)
{
	arena_free(&arena);
}

/* Reads `key: TEXT` as YAML, so that lists are lists. */
static bool read(const char *text, enum draw_unit unit, int64_t max,
		 struct draw *d)
{
	struct reader r = {.file = "f", .arena = &arena, .e = &error};
	char *yaml = arena_printf(&arena, "key: %s\n", text);
	const struct tree *t =
		tree_parse_yaml(&arena, "f", yaml, strlen(yaml), &error);

	ck_assert_msg(t != NULL, "%s", error.msg);
	d->unit = unit;
	return draw_read(&r, tree_get(t, "key"), "key", 1, max, d);
}

static const struct {
	const char *text;
	enum draw_unit unit;
	const char *back; /* NULL: the same                               */
} good[] = {
	{"20ms", DRAW_TIME, NULL},
	{"10ms..1s", DRAW_TIME, NULL},
	{"10ms .. 1s", DRAW_TIME, "10ms..1s"},
	{"10ms..1s step 5ms", DRAW_TIME, NULL},
	{"10ms..1s log", DRAW_TIME, NULL},
	{"10ms..1s step 1ms log", DRAW_TIME, "10ms..1s log step 1ms"},
	{"[5ms, 10ms*3, 20ms]", DRAW_TIME, "5ms, 10ms*3, 20ms"},
	{"5ms, 10ms*3,20ms", DRAW_TIME, "5ms, 10ms*3, 20ms"},
	{"[5ms]", DRAW_TIME, NULL},
	{"1..8", DRAW_COUNT, NULL},
	{"[1, 2, 4*2]", DRAW_COUNT, "1, 2, 4*2"},
	{"0.5..0.9", DRAW_DECIMAL, NULL},
	{"1.1..1.5 step 0.1", DRAW_DECIMAL, NULL},
	{"0.000000001", DRAW_DECIMAL, NULL},
};

START_TEST(texts_read_and_print)
{
	char text[DRAW_TEXT], again[DRAW_TEXT];
	const char *want = good[_i].back ? good[_i].back : good[_i].text;
	struct draw d, e;

	ck_assert_msg(read(good[_i].text, good[_i].unit, INT64_MAX, &d), "%s",
		      error.msg);
	draw_format(&d, text, sizeof(text));
	if (strcmp(good[_i].text, "[5ms]") != 0)
		ck_assert_str_eq(text, want);
	ck_assert(read(text, good[_i].unit, INT64_MAX, &e));
	draw_format(&e, again, sizeof(again));
	ck_assert_str_eq(text, again);
	for (uint64_t i = 0; i < 200; i++)
		ck_assert(draw_value(&d, rng_mix(i)) ==
			  draw_value(&e, rng_mix(i)));
}
END_TEST

static const struct {
	const char *text;
	enum draw_unit unit;
	const char *says;
} bad[] = {
	{"20", DRAW_TIME, "needs a unit"},
	{"10ms..5ms", DRAW_TIME, "upside down"},
	{"10ms..", DRAW_TIME, "key"},
	{"10ms..1s linear", DRAW_TIME, "unknown word 'linear'"},
	{"10ms..1s log log", DRAW_TIME, "unknown word 'log'"},
	{"15ms..1s log step 10ms", DRAW_TIME, "multiple of its step"},
	{"10ms..1s step 0", DRAW_TIME, "not positive"},
	{"[]", DRAW_TIME, "empty list"},
	{"{a: 1}", DRAW_TIME, "a value, a range"},
	{"~", DRAW_TIME, "a value, a range"},
	{"1ms*0", DRAW_TIME, "out of range"},
	{"1,,2", DRAW_COUNT, "not a whole number"},
	{"1..99", DRAW_COUNT, "valid: 1 to 50"},
	{"0", DRAW_COUNT, "valid: 1 to 50"},
	{"1.5", DRAW_COUNT, "not a whole number"},
	{"0.1234567891", DRAW_DECIMAL, "more than 9 decimals"},
	{"-1", DRAW_DECIMAL, "negative"},
	{"1e300", DRAW_DECIMAL, "out of range"},
	{"nan", DRAW_DECIMAL, "not a finite number"},
};

START_TEST(bad_texts_are_told)
{
	struct draw d;

	ck_assert(!read(bad[_i].text, bad[_i].unit,
			bad[_i].unit == DRAW_COUNT ? 50 : DRAW_ONE * 1000, &d));
	ck_assert_msg(strstr(error.msg, bad[_i].says), "'%s' is not in '%s'",
		      bad[_i].says, error.msg);
	ck_assert(error.line == 1 && error.col >= 6);
}
END_TEST

START_TEST(uniform_values_fill_their_range)
{
	uint64_t seen[5] = {0};
	const double p[5] = {.2, .2, .2, .2, .2};
	struct draw d;

	ck_assert(read("10ms..30ms step 5ms", DRAW_TIME, INT64_MAX, &d));
	for (uint64_t i = 0; i < 50000; i++) {
		int64_t v = draw_value(&d, rng_mix(i));

		ck_assert(v >= 10 * NS_PER_MS && v <= 30 * NS_PER_MS);
		ck_assert(v % (5 * NS_PER_MS) == 0);
		seen[v / (5 * NS_PER_MS) - 2]++;
	}
	ck_assert(goodness_chi2(seen, p, 5) > 1e-4);
}
END_TEST

START_TEST(lists_keep_their_weights)
{
	uint64_t seen[3] = {0};
	const double p[3] = {.2, .6, .2};
	struct draw d;

	ck_assert(read("1, 2*3, 3", DRAW_COUNT, 10, &d));
	for (uint64_t i = 0; i < 50000; i++)
		seen[draw_value(&d, rng_mix(i)) - 1]++;
	ck_assert(goodness_chi2(seen, p, 3) > 1e-4);
}
END_TEST

static double log_uniform(const void *law, double x)
{
	const struct draw *d = law;

	return log(x / (double)d->low) / log((double)d->high / (double)d->low);
}

START_TEST(log_uniform_values_fill_every_octave_alike)
{
	enum { N = 20000 };
	double *x = malloc(N * sizeof(*x));
	struct draw d;

	ck_assert(read("10ms..1s log", DRAW_TIME, INT64_MAX, &d));
	for (uint64_t i = 0; i < N; i++)
		x[i] = (double)draw_value(&d, rng_mix(i));
	ck_assert(goodness_ks(x, N, log_uniform, &d) > 1e-4);
	free(x);
}
END_TEST

/* P(v) is proportional to log((v + step) / v): Emberson et al. 2010. */
START_TEST(log_uniform_steps)
{
	uint64_t seen[4] = {0};
	double p[4];
	struct draw d;

	for (int v = 1; v <= 4; v++)
		p[v - 1] = log((v + 1.0) / v) / log(5);
	ck_assert(read("10ms..40ms log step 10ms", DRAW_TIME, INT64_MAX, &d));
	for (uint64_t i = 0; i < 50000; i++) {
		int64_t v = draw_value(&d, rng_mix(i)) / (10 * NS_PER_MS);

		ck_assert(v >= 1 && v <= 4);
		seen[v - 1]++;
	}
	ck_assert(goodness_chi2(seen, p, 4) > 1e-4);
}
END_TEST

START_TEST(ends_are_reached_and_not_passed)
{
	struct draw d;

	ck_assert(read("10ms..1s log step 1ms", DRAW_TIME, INT64_MAX, &d));
	ck_assert(draw_value(&d, 0) == 10 * NS_PER_MS);
	ck_assert(draw_value(&d, UINT64_MAX) == NS_PER_S);
	ck_assert(read("1..3", DRAW_COUNT, 10, &d));
	ck_assert(draw_value(&d, 0) == 1);
	ck_assert(draw_value(&d, UINT64_MAX) == 3);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("draw");
	TCase *t = tcase_create("all");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_loop_test(t, texts_read_and_print, 0,
			    sizeof(good) / sizeof(*good));
	tcase_add_loop_test(t, bad_texts_are_told, 0,
			    sizeof(bad) / sizeof(*bad));
	tcase_add_test(t, uniform_values_fill_their_range);
	tcase_add_test(t, lists_keep_their_weights);
	tcase_add_test(t, log_uniform_values_fill_every_octave_alike);
	tcase_add_test(t, log_uniform_steps);
	tcase_add_test(t, ends_are_reached_and_not_passed);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

/* The JSON writer and exact decimals. */
#include "base/decimal.h"
#include "base/json.h"
#include "base/rng.h"

#include <check.h>
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct json j;
static struct json_text text;

static void setup(void)
{
	text = (struct json_text){0};
	json_to_text(&j, &text, 0);
}

static void teardown(void)
{
	free(text.s);
}

START_TEST(test_structure)
{
	json_object(&j);
	json_key(&j, "a");
	json_array(&j);
	json_int(&j, INT64_MIN);
	json_uint(&j, UINT64_MAX);
	json_object(&j);
	json_end(&j);
	json_array(&j);
	json_end(&j);
	json_end(&j);
	json_key(&j, "b");
	json_bool(&j, true);
	json_key(&j, "c");
	json_null(&j);
	json_key(&j, "d");
	json_string(&j, NULL);
	json_key(&j, "e");
	json_decimal(&j, -1250, 3);
	json_end(&j);
	json_finish(&j);
	ck_assert_str_eq(text.s, "{\"a\":[-9223372036854775808,"
				 "18446744073709551615,{},[]],\"b\":true,"
				 "\"c\":null,\"d\":null,\"e\":-1.25}\n");
}
END_TEST

START_TEST(test_indented)
{
	json_to_text(&j, &text, 2);
	json_object(&j);
	json_key(&j, "a");
	json_array(&j);
	json_int(&j, 1);
	json_int(&j, 2);
	json_end(&j);
	json_key(&j, "b");
	json_object(&j);
	json_end(&j);
	json_end(&j);
	json_finish(&j);
	ck_assert_str_eq(text.s, "{\n  \"a\": [\n    1,\n    2\n  ],\n"
				 "  \"b\": {}\n}\n");
}
END_TEST

START_TEST(test_strings)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{"", "\"\""},
		{"a\"b\\c/", "\"a\\\"b\\\\c/\""},
		{"\b\f\n\r\t\x01\x7f", "\"\\b\\f\\n\\r\\t\\u0001\\u007f\""},
		{"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
		 "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
		/* cut short, overlong, a surrogate, beyond U+10FFFF, stray */
		{"x\xc3", "\"x\xef\xbf\xbd\""},
		{"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},
		{"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
		{"\xf4\x90\x80\x80",
		 "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
		{"\x80z", "\"\xef\xbf\xbdz\""},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		text.n = 0;
		json_to_text(&j, &text, 0);
		json_string(&j, cases[i].in);
		ck_assert_str_eq(text.s, cases[i].out);
	}
	text.n = 0;
	json_to_text(&j, &text, 0);
	json_stringn(&j, "a\0b", 3);
	ck_assert_str_eq(text.s, "\"a\\u0000b\"");
}
END_TEST

/* Random text comes back from a parser as it was. */
START_TEST(test_strings_read_back)
{
	struct rng r = {1};

	for (int i = 0; i < 500; i++) {
		char s[33];
		size_t n = rng_next_below(&r, sizeof(s));
		cJSON *back;

		for (size_t k = 0; k < n; k++)
			s[k] = (char)(1 + rng_next_below(&r, 127));
		s[n] = '\0';
		text.n = 0;
		json_to_text(&j, &text, 0);
		json_string(&j, s);
		back = cJSON_Parse(text.s);
		ck_assert_ptr_nonnull(back);
		ck_assert_str_eq(cJSON_GetStringValue(back), s);
		cJSON_Delete(back);
	}
}
END_TEST

START_TEST(test_doubles)
{
	static const struct {
		double v;
		const char *text;
	} cases[] = {{0.1, "0.1"},
		     {0.30000000000000004, "0.30000000000000004"},
		     {1e300, "1e+300"},
		     {-2.5, "-2.5"},
		     {0.0, "0"},
		     {NAN, "null"},
		     {INFINITY, "null"},
		     {-INFINITY, "null"}};
	struct rng r = {2};
	char buf[32];

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_format_double(buf, cases[i].v);
		ck_assert_str_eq(buf, cases[i].text);
	}
	for (int i = 0; i < 2000; i++) {
		uint64_t bits = rng_next(&r);
		double v;

		memcpy(&v, &bits, sizeof(v));
		if (!isfinite(v))
			continue;
		json_format_double(buf, v);
		ck_assert(strtod(buf, NULL) == v);
	}
}
END_TEST

/* What printf and strtod make of it. */
static void shortest(char *buf, double v)
{
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(buf, 32, "%.*g", digits, v);
		if (strtod(buf, NULL) == v)
			return;
	}
}

static double made_of(struct rng *r, int way)
{
	double whole = (double)rng_next_below(r, 1000000);
	double unit = (double)(rng_next(r) >> 11) * 0x1p-53;

	switch (way) {
	case 0: /* any size within reach, and a little beyond */
		return pow(10, 20 * unit - 5);
	case 1: /* few decimals */
		return whole / pow(10, (double)rng_next_below(r, 9));
	case 2: /* a mean of few */
		return whole / (1 + (double)rng_next_below(r, 1000));
	case 3: /* beside a power of ten */
		return nextafter(pow(10, (double)rng_next_below(r, 20) - 5),
				 unit < 0.5 ? 0 : 1e300);
	case 4: /* beside a power of two, and it */
		return ldexp(1, (int)rng_next_below(r, 64) - 15) *
		       (1 + 0x1p-52 * (double)rng_next_below(r, 3));
	case 5: /* halves of the last digit: ties */
		return whole * 1e8 + 0x1p-6 * (double)rng_next_below(r, 64);
	case 6:
		return -unit;
	default:
		return -0.0 * unit;
	}
}

START_TEST(test_doubles_are_shortest)
{
	struct rng r = {3 + (uint64_t)_i};
	char buf[32], expected[32];

	for (int i = 0; i < 20000; i++) {
		double v = made_of(&r, _i);
		size_t n = json_format_double(buf, v);

		shortest(expected, v);
		ck_assert_str_eq(buf, expected);
		ck_assert_uint_eq(n, strlen(buf));
	}
}
END_TEST

START_TEST(test_misuse_is_refused)
{
	switch (_i) {
	case 0: /* a value without its key */
		json_object(&j);
		json_int(&j, 1);
		break;
	case 1: /* a key in an array */
		json_array(&j);
		json_key(&j, "a");
		break;
	case 2: /* two values */
		json_int(&j, 1);
		json_int(&j, 2);
		break;
	case 3: /* a key without its value */
		json_object(&j);
		json_key(&j, "a");
		json_end(&j);
		break;
	default: /* unfinished */
		json_array(&j);
		json_finish(&j);
	}
}
END_TEST

START_TEST(test_decimals)
{
	static const struct {
		int64_t value;
		unsigned scale;
		int digits;
		const char *text;
	} cases[] = {
		{0, 6, -1, "0"},
		{1, 6, -1, "0.000001"},
		{-1, 6, -1, "-0.000001"},
		{1500000, 6, -1, "1.5"},
		{-3000000, 6, -1, "-3"},
		{123, 0, -1, "123"},
		{1234567, 6, 3, "1.235"},
		{1234500, 6, 3, "1.234"},
		{1235500, 6, 3, "1.236"},
		{-400, 6, 3, "0.000"},
		{-500, 6, 3, "0.000"},
		{-501, 6, 3, "-0.001"},
		{999999, 6, 2, "1.00"},
		{5, 1, 0, "0"},
		{15, 1, 0, "2"},
		{7, 0, 2, "7.00"},
		{10, 2, -1, "0.1"},
		{INT64_MIN, 0, -1, "-9223372036854775808"},
	};
	char buf[DECIMAL_SIZE];

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		size_t n = decimal_format(buf, cases[i].value, cases[i].scale,
					  cases[i].digits);

		ck_assert_str_eq(buf, cases[i].text);
		ck_assert_uint_eq(n, strlen(cases[i].text));
	}
	decimal_format(buf, (int128)1 << 100, 8, -1);
	ck_assert_str_eq(buf, "12676506002282294014967.03205376");
	decimal_format_ratio(buf, 2, 3, 4);
	ck_assert_str_eq(buf, "0.6667");
	decimal_format_ratio(buf, -1, 8, 2);
	ck_assert_str_eq(buf, "-0.12");
	decimal_format_ratio(buf, 3, 8, 2);
	ck_assert_str_eq(buf, "0.38");
	decimal_format_ratio(buf, 100, 1, 0);
	ck_assert_str_eq(buf, "100");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("json");
	TCase *tc = tcase_create("json");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_structure);
	tcase_add_test(tc, test_indented);
	tcase_add_test(tc, test_strings);
	tcase_add_test(tc, test_strings_read_back);
	tcase_add_test(tc, test_doubles);
	tcase_add_loop_test(tc, test_doubles_are_shortest, 0, 8);
	tcase_add_test(tc, test_decimals);
	if (srunner_fork_status(sr) == CK_FORK)
		tcase_add_loop_test_raise_signal(tc, test_misuse_is_refused, 6,
						 0, 5);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

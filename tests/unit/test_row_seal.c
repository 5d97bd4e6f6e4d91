/* Rows that tell when they were changed. */
#include "cli/row_seal.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct json_text line;

static void setup(void)
{
	struct json j;

	line = (struct json_text){0};
	json_to_text(&j, &line, 0);
	json_object(&j);
	json_key(&j, "a"), json_int(&j, 17);
	json_key(&j, "b"), json_string(&j, "x\"y");
	row_seal(&j, &line);
	json_end(&j);
}

static void teardown(void)
{
	free(line.s);
}

/* The check value that catalogues of CRCs give. */
START_TEST(test_crc32)
{
	ck_assert_uint_eq(crc32_of("123456789", 9), 0xcbf43926);
	ck_assert_uint_eq(crc32_of("", 0), 0);
	ck_assert_uint_eq(crc32_of("\xff\xff\xff\xff", 4), 0xffffffff);
}
END_TEST

START_TEST(test_a_row_ends_in_its_seal)
{
	ck_assert_ptr_nonnull(strstr(line.s, "\\\"y\",\"crc32\":\""));
	ck_assert(row_sealed(line.s, line.n));
	ck_assert(row_unchanged(line.s, line.n));
}
END_TEST

/* Any one bit of the line, seal included. */
START_TEST(test_every_change_is_seen)
{
	for (size_t i = 0; i < line.n; i++)
		for (int bit = 0; bit < 8; bit++) {
			line.s[i] = (char)(line.s[i] ^ 1 << bit);
			ck_assert(!row_unchanged(line.s, line.n));
			line.s[i] = (char)(line.s[i] ^ 1 << bit);
		}
	ck_assert(row_unchanged(line.s, line.n));
}
END_TEST

START_TEST(test_a_cut_row_has_none)
{
	for (size_t n = 0; n < line.n; n++) {
		char *part = malloc(n + 1); /* no byte more may be looked at */

		ck_assert_ptr_nonnull(part);
		memcpy(part, line.s, n);
		ck_assert(!row_sealed(part, n));
		ck_assert(!row_unchanged(part, n));
		free(part);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("row_seal");
	TCase *tc = tcase_create("row_seal");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_crc32);
	tcase_add_test(tc, test_a_row_ends_in_its_seal);
	tcase_add_test(tc, test_every_change_is_seen);
	tcase_add_test(tc, test_a_cut_row_has_none);
	suite_add_tcase(s, tc);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

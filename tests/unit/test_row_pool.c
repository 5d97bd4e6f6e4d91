/* Threads that make rows: who waits for what, and what is made at all. */
#include "base/arena.h"
#include "cli/row_pool.h"
#include "tests/support/scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PARTS = 3, ROWS = 60, SLOW = 0, PATIENCE = 5000 /* ms */ };

/* Row r needs part r % PARTS. */
struct fake {
	struct row_set set; /* first */
	atomic_uint prepared[PARTS], made[PARTS];
	atomic_bool early; /* a row was made before its part was prepared  */
	unsigned await;    /* the slow part ends when others made so many  */
	size_t fail_at;    /* this row cannot be made                      */
	size_t stop_at;    /* this row gives up, as if told to             */
	bool gave_up_waiting;
};

static unsigned others_made(struct fake *f)
{
	unsigned n = 0;

	for (size_t i = 0; i < PARTS; i++)
		n += i == SLOW ? 0 : atomic_load(&f->made[i]);
	return n;
}

static void prepare(struct row_set *s, size_t part, void *worker)
{
	struct fake *f = (struct fake *)s;
	const struct timespec ms = {0, 1000000};

	ck_assert_ptr_nonnull(worker);
	for (int i = 0; part == SLOW && others_made(f) < f->await; i++) {
		f->gave_up_waiting = i == PATIENCE;
		if (f->gave_up_waiting)
			break;
		nanosleep(&ms, NULL);
	}
	atomic_fetch_add(&f->prepared[part], 1);
}

static size_t part_of(const struct row_set *s, size_t row)
{
	ck_assert_uint_lt(row, s->n_rows);
	return row % PARTS;
}

static char *make(struct row_set *s, size_t row, void *worker,
		  struct dag_error *e)
{
	struct fake *f = (struct fake *)s;
	char *line = NULL;

	ck_assert_ptr_nonnull(worker);
	e->code = EXIT_YES;
	if (row == f->stop_at)
		return NULL;
	if (row == f->fail_at) {
		error_set(e, NULL, 0, 0, "row %zu is bad", row);
		return NULL;
	}
	if (s->maker->prepare && !atomic_load(&f->prepared[row % PARTS]))
		atomic_store(&f->early, true);
	atomic_fetch_add(&f->made[row % PARTS], 1);
	line = alloc_checked(malloc(32));
	snprintf(line, 32, "row %zu\n", row);
	return line;
}

static void *new_worker(atomic_bool *stop)
{
	ck_assert_ptr_nonnull(stop);
	return alloc_checked(malloc(1));
}

static const struct row_maker maker = {.kind = ROW_SWEEP,
				       .prepare = prepare,
				       .part = part_of,
				       .make = make,
				       .worker_new = new_worker,
				       .worker_free = free};
static const struct row_maker plain_maker = {.kind = ROW_SWEEP,
					     .make = make,
					     .worker_new = new_worker,
					     .worker_free = free};

static struct fake fake;
static struct journal journal;
static struct arena arena;
static struct dag_error error;
static char folder[SCRATCH_PATH];
static size_t made, left;

static void setup(void)
{
	fake = (struct fake){
		.set = {.maker = &maker, .n_rows = ROWS, .n_parts = PARTS},
		.fail_at = SIZE_MAX,
		.stop_at = SIZE_MAX};
	row_set_init(&fake.set);
	arena = (struct arena){0};
	error = (struct dag_error){0};
	scratch_folder(folder);
}

static void teardown(void)
{
	if (journal.file) {
		unlink(journal.path);
		journal_close(&journal);
	}
	rmdir(folder);
	row_set_free(&fake.set);
	arena_free(&arena);
}

static enum pool_status run(uint32_t threads, uint32_t shard, uint32_t n_shards)
{
	struct pool_set pair = {&fake.set, &journal};
	struct pool_request q = {.sets = &pair,
				 .n_sets = 1,
				 .threads = threads,
				 .shard = shard,
				 .n_shards = n_shards};

	ck_assert(journal_open(&journal, arena_printf(&arena, "%s/x", folder),
			       &fake.set, false, &arena, &error));
	return pool_run(&q, &made, &left, &error);
}

static unsigned lines_of_journal(void)
{
	FILE *f = fopen(journal.path, "r");
	unsigned n = 0;
	int c;

	ck_assert_ptr_nonnull(f);
	while ((c = getc(f)) != EOF)
		n += c == '\n';
	fclose(f);
	return n;
}

START_TEST(test_all_rows)
{
	static const uint32_t threads[] = {1, 2, 5, 200};

	fake.set.maker = _i % 2 ? &maker : &plain_maker;
	ck_assert_int_eq(run(threads[_i / 2], 0, 1), POOL_DONE);
	ck_assert_uint_eq(made, ROWS);
	ck_assert_uint_eq(left, 0);
	ck_assert(!fake.early);
	for (size_t r = 0; r < ROWS; r++) {
		char expected[32];

		snprintf(expected, sizeof(expected), "row %zu\n", r);
		ck_assert_str_eq(fake.set.lines[r], expected);
	}
	for (size_t i = 0; i < PARTS; i++)
		ck_assert_uint_eq(fake.prepared[i], (unsigned)_i % 2);
	ck_assert_uint_eq(lines_of_journal(), ROWS);
}
END_TEST

/* While one part takes long, all rows that do not need it are made. */
START_TEST(test_a_slow_part_holds_up_its_rows_only)
{
	fake.await = ROWS / PARTS * (PARTS - 1);
	ck_assert_int_eq(run(2, 0, 1), POOL_DONE);
	ck_assert(!fake.gave_up_waiting);
	ck_assert(!fake.early);
	ck_assert_uint_eq(made, ROWS);
}
END_TEST

/* A part that no missing row needs is not prepared. */
START_TEST(test_what_is_there_is_not_made)
{
	for (size_t r = 0; r < ROWS; r++)
		if (r % PARTS != 1)
			fake.set.lines[r] = strdup("before\n");
	ck_assert_int_eq(run(2, 0, 1), POOL_DONE);
	ck_assert_uint_eq(made, ROWS / PARTS);
	ck_assert_uint_eq(fake.prepared[0], 0);
	ck_assert_uint_eq(fake.prepared[1], 1);
	ck_assert_uint_eq(fake.prepared[2], 0);
	ck_assert_str_eq(fake.set.lines[0], "before\n");
}
END_TEST

START_TEST(test_a_shard)
{
	ck_assert_int_eq(run(2, 1, 4), POOL_DONE);
	ck_assert_uint_eq(made, ROWS / 4);
	for (size_t r = 0; r < ROWS; r++)
		ck_assert_int_eq(fake.set.lines[r] != NULL, r % 4 == 1);
}
END_TEST

START_TEST(test_a_failure_is_told)
{
	fake.fail_at = 7;
	ck_assert_int_eq(run(2, 0, 1), POOL_FAILED);
	ck_assert_ptr_nonnull(strstr(error.msg, "row 7 is bad"));
	ck_assert_uint_eq(made + left, ROWS);
	ck_assert_uint_ge(left, 1);
}
END_TEST

/* A row that gave up is missing, and nothing is wrong. */
START_TEST(test_a_row_that_gave_up_is_left)
{
	fake.stop_at = 8;
	ck_assert_int_eq(run(1, 0, 1), POOL_DONE);
	ck_assert_uint_eq(left, 1);
	ck_assert_ptr_null(fake.set.lines[8]);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("row_pool");
	TCase *tc = tcase_create("row_pool");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, test_all_rows, 0, 8);
	tcase_add_test(tc, test_a_slow_part_holds_up_its_rows_only);
	tcase_add_test(tc, test_what_is_there_is_not_made);
	tcase_add_test(tc, test_a_shard);
	tcase_add_test(tc, test_a_failure_is_told);
	tcase_add_test(tc, test_a_row_that_gave_up_is_left);
	suite_add_tcase(s, tc);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

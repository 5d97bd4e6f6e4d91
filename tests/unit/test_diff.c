/* Differences between two runs. */
#include "tests/support/make_workload.h"
#include "tests/support/runkit.h"
#include "tests/support/scratch.h"
#include "tests/support/tracekit.h"
#include "trace/diff.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct tracekit k[2];
static char path[2][SCRATCH_PATH];
static struct diff d;
static char *text;

static void setup(void)
{
	text = NULL;
	for (int s = 0; s < 2; s++)
		scratch_file(path[s]);
}

static void teardown(void)
{
	for (int s = 0; s < 2; s++) {
		unlink(path[s]);
		kit_free(&k[s]);
	}
	free(text);
	text = NULL;
}

/* `pairs` times: x and y released together, x first, or y first where
 * `y_first` says so (by bits of the pair's number). */
static void build(int s, uint64_t pairs, uint64_t y_first)
{
	uint32_t exec, x, y;

	kit_init(&k[s], 1000000);
	k[s].header.late = LATE_DROP;
	exec = kit_accelerator(&k[s]);
	x = kit_stream(&k[s], "x", kit_model(&k[s], "m", 1), 100, 35);
	y = kit_stream(&k[s], "y", 0, 100, 100);
	for (uint64_t i = 0; i < pairs; i++) {
		dag_time now = 100 * (dag_time)i;
		bool swap = i < 64 && y_first >> i & 1;
		uint32_t first = swap ? y : x, second = swap ? x : y;

		kit_release(&k[s], now, x, i);
		kit_release(&k[s], now, y, i);
		kit_start(&k[s], now, exec, first, i, 0, 30);
		kit_finish(&k[s], now + 30, exec, first, i, 0, true);
		kit_start(&k[s], now + 30, exec, second, i, 0, 30);
		kit_finish(&k[s], now + 60, exec, second, i, 0, true);
	}
}

static void save(int s)
{
	FILE *f = fopen(path[s], "wb");
	struct trace_writer *w = trace_writer_new(f, path[s]);
	struct dag_error e;

	trace_writer_begin(w, &k[s].header, false);
	kit_feed(&k[s], trace_writer_sink(w), 0);
	trace_writer_end(w, NULL);
	ck_assert(trace_writer_close(w, &e));
	fclose(f);
}

static void compare(void)
{
	struct trace_reader *r[2];
	const struct trace_header *h[2];
	struct dag_error e;
	size_t n;
	FILE *f;

	diff_free(&d);
	for (int s = 0; s < 2; s++) {
		save(s);
		r[s] = trace_reader_open(path[s], false, &e);
		ck_assert_int_eq(trace_reader_section(r[s], &h[s], &e),
				 TRACE_READ_OK);
	}
	ck_assert_msg(diff_sections(r[0], h[0], r[1], h[1], DIFF_JOBS, &d, &e),
		      "%s", e.msg);
	free(text);
	f = open_memstream(&text, &n);
	diff_print(f, &d, "one", "two");
	fclose(f);
	trace_reader_close(r[0]);
	trace_reader_close(r[1]);
}

START_TEST(test_the_same)
{
	build(0, 1000, 0);
	build(1, 1000, 0);
	k[1].header.command = "said otherwise";
	compare();
	ck_assert(d.same);
	ck_assert_uint_eq(d.records[0], 6000);
	ck_assert_uint_eq(d.records[1], 6000);
	ck_assert_uint_eq(diff_changed(&d), 0);
	ck_assert_uint_eq(d.fates[FATE_HIT][FATE_HIT], 2000);
	ck_assert_str_eq(text, "the same 6000 records\n"
			       "0 jobs fare differently\n");
}
END_TEST

START_TEST(test_first_divergence)
{
	build(0, 100, 0);
	build(1, 100, 1u << 20);
	k[1].header.policy = "fifo";
	compare();
	ck_assert(!d.same);
	/* In pair 20 the start is of another job. */
	ck_assert_uint_eq(d.at, 20 * 6 + 2);
	ck_assert_uint_eq(d.n_before, DIFF_CONTEXT);
	ck_assert_int_eq(d.before[DIFF_CONTEXT - 1].kind, TRACE_RELEASE);
	ck_assert_uint_eq(d.after[0][0].task, 0);
	ck_assert_uint_eq(d.after[1][0].task, 1);
	ck_assert_uint_eq(d.fates[FATE_HIT][FATE_LATE], 1);
	ck_assert_uint_eq(diff_changed(&d), 1);
	ck_assert_uint_eq(d.later, 1); /* x */
	ck_assert_int_eq(d.most_later, 30);
	ck_assert_uint_eq(d.earlier, 1); /* y */
	ck_assert_int_eq(d.most_earlier, 30);
	ck_assert_uint_eq(d.released_apart, 0);
	ck_assert_uint_eq(d.n_jobs, 1);
	/* Both wait until the runs part; then one of them is left. */
	ck_assert_int_eq(d.t, 2000);
	for (int s = 0; s < 2; s++) {
		ck_assert_uint_eq(d.before_t[s].n, 2);
		ck_assert_uint_eq(d.after_t[s].n, 1);
		ck_assert_uint_eq(d.after_t[s].first[0].task, !s);
		ck_assert_uint_eq(d.after_t[s].first[0].instance, 20);
	}
	ck_assert_ptr_nonnull(strstr(text, "- before: x#20 (due 2.035us), "
					   "y#20 (due 2.1us)\n"));
	ck_assert_ptr_nonnull(strstr(text, "- after: y#20 (due 2.1us)\n"));
	ck_assert_ptr_nonnull(strstr(text, "+ after: x#20 (due 2.035us)\n"));
	ck_assert_ptr_nonnull(strstr(text, "policy: edf | fifo\n"));
	ck_assert_ptr_nonnull(strstr(
		text, "the first 122 records are the same, of 600 | 601\n"));
	ck_assert_ptr_nonnull(strstr(text, "\n--- one\n- 2000 start x#20 "));
	ck_assert_ptr_nonnull(strstr(text, "\n+++ two\n+ 2000 start y#20 "));
	ck_assert_ptr_nonnull(strstr(text, "       1 in time | late\n"
					   "  x#20: in time at 2.03us | "
					   "late at 2.06us\n"));
}
END_TEST

START_TEST(test_one_is_longer)
{
	build(0, 10, 0);
	build(1, 12, 0);
	compare();
	ck_assert(!d.same);
	ck_assert_uint_eq(d.at, 60);
	ck_assert_uint_eq(d.n_after[0], 0);
	ck_assert_uint_eq(d.fates[FATE_NONE][FATE_HIT], 4);
	ck_assert_ptr_nonnull(strstr(text, "--- one\n- (the end)\n"));
	ck_assert_ptr_nonnull(strstr(text, "x#10: absent | in time at "));
}
END_TEST

/* Tasks in another order, and one more: matched by name. */
START_TEST(test_tasks_by_name)
{
	build(0, 10, 0);
	build(1, 10, 0);
	for (size_t i = 0; i < k[1].n; i++)
		k[1].recs[i].task = !k[1].recs[i].task;
	k[1].tasks[0].name = "y";
	k[1].tasks[0].deadline = 100;
	k[1].tasks[1].name = "x";
	k[1].tasks[1].deadline = 35;
	compare();
	ck_assert_msg(d.same, "%s", text);
	k[1].tasks[1].name = "z";
	compare();
	ck_assert(!d.same);
	ck_assert_uint_eq(d.fates[FATE_HIT][FATE_NONE], 10);
	ck_assert_uint_eq(d.fates[FATE_NONE][FATE_HIT], 10);
	ck_assert_uint_eq(d.fates[FATE_HIT][FATE_HIT], 10);
	ck_assert_ptr_nonnull(strstr(text, "z#0: absent | in time"));
}
END_TEST

START_TEST(test_all_fates)
{
	build(0, 3, 0);
	build(1, 0, 0);
	for (uint64_t i = 0; i < 3; i++) {
		kit_release(&k[1], 100 * (dag_time)i + 1, 0, i);
		kit_release(&k[1], 100 * (dag_time)i + 1, 1, i);
		kit_drop(&k[1], 100 * (dag_time)i + 50, 0, i);
	}
	k[1].recs[k[1].n - 3].a = 2000000; /* y#2: due after the horizon */
	for (uint64_t i = 0; i < 3; i++)
		kit_open(&k[1], 1, i);
	compare();
	ck_assert_uint_eq(d.at, 0);
	ck_assert_uint_eq(d.fates[FATE_HIT][FATE_DROPPED], 3);
	ck_assert_uint_eq(d.fates[FATE_HIT][FATE_PENDING], 2);
	ck_assert_uint_eq(d.fates[FATE_HIT][FATE_CENSORED], 1);
	ck_assert_uint_eq(d.released_apart, 6);
	ck_assert_uint_eq(diff_changed(&d), 6);
	ck_assert_ptr_nonnull(strstr(text, "6 jobs have another release"));
}
END_TEST

/* The list of jobs is bounded, the counts are not. */
START_TEST(test_many_changes)
{
	build(0, 60, 0);
	build(1, 60, UINT64_MAX);
	compare();
	ck_assert_uint_eq(diff_changed(&d), 60);
	ck_assert_uint_eq(d.n_jobs, DIFF_JOBS);
	ck_assert_ptr_nonnull(strstr(text, "... and 40 more\n"));
}
END_TEST

/* --- against a comparison job by job --- */

static struct trace_rec *copy[2];
static size_t n_copy[2];

/* What became of a job, and when: from all records, one by one. */
static enum diff_fate look_up(int s, dag_time horizon, uint32_t task,
			      uint64_t instance, dag_time *end)
{
	for (size_t i = 0; i < n_copy[s]; i++) {
		const struct trace_rec *r = &copy[s][i];

		if (r->task != task || r->instance != instance)
			continue;
		*end = r->t;
		if (r->kind == TRACE_FINISH && r->flags & TRACE_JOB_DONE)
			return r->t > r->b ? FATE_LATE : FATE_HIT;
		if (r->kind == TRACE_DROP)
			return FATE_DROPPED;
		if (r->kind == TRACE_OPEN)
			return r->b <= horizon ? FATE_PENDING : FATE_CENSORED;
	}
	return FATE_NONE;
}

static void write_run(int s, const struct result *r)
{
	FILE *f = fopen(path[s], "wb");
	struct trace_writer *w = trace_writer_new(f, path[s]);
	struct dag_error e;

	n_copy[s] = r->n;
	free(copy[s]);
	copy[s] = malloc(r->n * sizeof(*r->recs));
	memcpy(copy[s], r->recs, r->n * sizeof(*r->recs));
	trace_writer_begin(w, &r->header, false);
	trace_writer_sink(w)->consume(trace_writer_sink(w), r->recs, r->n);
	trace_writer_end(w, NULL);
	ck_assert(trace_writer_close(w, &e));
	fclose(f);
}

static void open_and_compare(struct trace_reader *r[2],
			     const struct trace_header *h[2])
{
	struct dag_error e;

	for (int s = 0; s < 2; s++) {
		r[s] = trace_reader_open(path[s], false, &e);
		ck_assert_int_eq(trace_reader_section(r[s], &h[s], &e),
				 TRACE_READ_OK);
	}
	ck_assert(diff_sections(r[0], h[0], r[1], h[1], SIZE_MAX, &d, &e));
}

START_TEST(test_job_by_job)
{
	static const char *const policies[] = {"edf", "fifo", "edf_batch"};
	uint64_t fates[FATES][FATES] = {0}, earlier = 0, later = 0;
	struct workload *w = make_workload();
	uint32_t m = make_model(w, "m", 4, MS(5), MS(1));
	struct sim_config c = {.horizon = MS(300), .late = LATE_DROP};
	const struct trace_header *h[2];
	struct trace_reader *r[2];

	for (int i = 0; i < 4; i++)
		make_stream(w, arena_printf(&w->arena, "s%d", i), m,
			    MS(11 + 3 * i));
	make_done(w);
	write_run(0, run_with(w, policies[_i % 3], c));
	c.late = _i / 3 ? LATE_RUN : LATE_DROP;
	c.horizon = _i / 3 ? MS(250) : MS(300);
	write_run(1, run_with(w, policies[(_i + 1) % 3], c));
	open_and_compare(r, h);
	for (uint32_t task = 0; task < 4; task++)
		for (uint64_t i = 0; i < 30; i++) {
			dag_time end[2];
			enum diff_fate f[2];

			for (int s = 0; s < 2; s++)
				f[s] = look_up(s, h[s]->horizon, task, i,
					       &end[s]);
			fates[f[0]][f[1]]++;
			if (f[0] > FATE_LATE || f[1] > FATE_LATE || !f[0] ||
			    !f[1])
				continue;
			earlier += end[1] < end[0];
			later += end[1] > end[0];
		}
	fates[FATE_NONE][FATE_NONE] = 0; /* numbers that no job has */
	ck_assert_mem_eq(fates, d.fates, sizeof(fates));
	ck_assert_uint_eq(earlier, d.earlier);
	ck_assert_uint_eq(later, d.later);
	ck_assert_uint_eq(d.n_jobs, diff_changed(&d));
	ck_assert_uint_gt(d.n_jobs, 0);
	for (size_t i = 0; i < d.n_jobs; i++)
		for (int s = 0; s < 2; s++) {
			dag_time end = 0;

			ck_assert_int_eq(look_up(s, h[s]->horizon,
						 d.jobs[i].task,
						 d.jobs[i].instance, &end),
					 d.jobs[i].fate[s]);
			ck_assert_int_eq(end, d.jobs[i].end[s]);
		}
	trace_reader_close(r[0]);
	trace_reader_close(r[1]);
	free(copy[0]);
	free(copy[1]);
	copy[0] = copy[1] = NULL;
	diff_free(&d);
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("diff");
	TCase *tc = tcase_create("diff");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, test_job_by_job, 0, 6);
	tcase_add_test(tc, test_the_same);
	tcase_add_test(tc, test_first_divergence);
	tcase_add_test(tc, test_one_is_longer);
	tcase_add_test(tc, test_tasks_by_name);
	tcase_add_test(tc, test_all_fates);
	tcase_add_test(tc, test_many_changes);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

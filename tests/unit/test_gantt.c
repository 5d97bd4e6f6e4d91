/* Gantt charts of small runs, character by character. */
#include "base/error.h"
#include "tests/support/tracekit.h"
#include "trace/gantt.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct tracekit k;
static char *text;

static void setup(void)
{
	text = NULL;
}

static void teardown(void)
{
	free(text);
	kit_free(&k);
}

static void draw(const struct gantt_options *opt, size_t piece)
{
	struct gantt *g = gantt_new(&k.header, opt);
	size_t n;
	FILE *f;

	free(text);
	kit_feed(&k, gantt_sink(g), piece);
	f = open_memstream(&text, &n);
	gantt_print(f, g);
	fclose(f);
	gantt_free(g);
}

static void window(dag_time from, dag_time to)
{
	draw(
		&(struct gantt_options){
			.window = true, .from = from, .to = to, .width = 50},
		0);
}

/* The line that holds `label`, without its label. */
static const char *row(const char *label)
{
	static char line[2000];
	const char *at = strstr(text, label);

	ck_assert_msg(at, "no '%s' in\n%s", label, text);
	at += strlen(label);
	at += strspn(at, " ");
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(at, "\n"), at);
	return line;
}

/* cam and lidar in one batch at 10, cam again at 30, odd dropped, cam late. */
static void cell(void)
{
	uint32_t exec, cam, lidar, odd, m;

	kit_init(&k, 100);
	k.header.workload = "cell";
	k.header.late = LATE_DROP;
	exec = kit_accelerator(&k);
	m = kit_model(&k, "m", 12);
	cam = kit_stream(&k, "cam", m, 20, 18);
	lidar = kit_stream(&k, "lidar", m, 40, 40);
	odd = kit_stream(&k, "odd", kit_model(&k, "o", 1), 40, 4);
	kit_release(&k, 5, cam, 0);
	kit_release(&k, 7, lidar, 0);
	kit_start(&k, 10, exec, cam, 0, 0, 8)->count = 2;
	kit_start(&k, 10, exec, lidar, 0, 0, 8)->count = 2;
	k.recs[k.n - 1].index = 1;
	kit_release(&k, 12, odd, 0);
	kit_drop(&k, 16, odd, 0);
	kit_finish(&k, 18, exec, cam, 0, 0, true)->count = 2;
	kit_finish(&k, 18, exec, lidar, 0, 0, true)->count = 2;
	k.recs[k.n - 1].index = 1;
	kit_release(&k, 25, cam, 1);
	kit_start(&k, 28, exec, cam, 1, 0, 1);
	kit_finish(&k, 29, exec, cam, 1, 0, true);
	kit_release(&k, 45, cam, 2);
	kit_start(&k, 45, exec, cam, 2, 0, 25);
	kit_release(&k, 65, cam, 3);
	kit_finish(&k, 70, exec, cam, 2, 0, true);
	kit_open(&k, cam, 3);
}

START_TEST(test_window)
{
	cell();
	window(0, 30);
	ck_assert_str_eq(text, "edf on cell, seed 0\n"
			       "one column is 1ns\n"
			       "              0         10ns      20ns\n"
			       "              |         |         |\n"
			       "  accelerator ..........A2======..........A.\n"
			       "A cam         .....^----########.......^--#.\n"
			       "B lidar       .......^--########............\n"
			       "C odd         ............^---x.............\n"
			       "- waits  ^ released  # runs  x dropped  "
			       "A= runs A, A3= a batch of 3\n");
}
END_TEST

/* What runs when the window opens is known from before. */
START_TEST(test_window_opens_in_the_middle)
{
	cell();
	window(50, 80);
	ck_assert_str_eq(row("accelerator "), "A===================..........");
	ck_assert_str_eq(row("A cam "), "#############!%%%%%%----------");
	ck_assert_ptr_null(strstr(text, "lidar"));
	ck_assert_ptr_nonnull(strstr(text, "% runs late  ! deadline missed"));
}
END_TEST

START_TEST(test_first_miss)
{
	struct gantt_options opt = {.width = 60};

	cell();
	for (size_t piece = 0; piece < 4; piece++) {
		draw(&opt, piece);
		ck_assert_msg(strstr(text, ": odd#0 is dropped at 16ns\n"),
			      "%s", text);
		/* 12 - 1 .. 16 + 1, from a round time on */
		ck_assert_ptr_nonnull(strstr(text, "\n              10ns "));
		ck_assert_ptr_nonnull(strstr(row("C odd "), "..^---x.."));
	}
	/* The warm-up leaves out the first one. */
	k.header.warmup = 13;
	draw(&opt, 0);
	ck_assert_msg(strstr(text, ": cam#2 finishes 7ns late, at 70ns\n"),
		      "%s", text);
	ck_assert_ptr_nonnull(strstr(text, "!%%%"));
}
END_TEST

START_TEST(test_nothing_to_draw)
{
	struct gantt_options opt = {.width = 60};

	cell();
	k.n = 4;
	draw(&opt, 0);
	ck_assert_str_eq(text, "edf on cell, seed 0: no deadline is missed\n");
	window(50, 60);
	ck_assert_str_eq(text, "edf on cell, seed 0: nothing happens in that "
			       "window\n");
}
END_TEST

START_TEST(test_pending)
{
	struct gantt_options opt = {.width = 60};

	cell();
	k.header.warmup = 46;
	draw(&opt, 0);
	ck_assert_msg(strstr(text, ": cam#3 is past its deadline and open at "
				   "100ns\n"),
		      "%s", text);
	ck_assert_ptr_nonnull(strstr(row("A cam "), "-!-"));
}
END_TEST

START_TEST(test_cores_and_preemption)
{
	uint32_t a, b;

	kit_init(&k, 100);
	kit_core(&k, PREEMPT_FULL);
	kit_core(&k, PREEMPT_FULL);
	a = kit_dag(&k, "a", 1, 100, 100);
	b = kit_dag(&k, "b", 1, 100, 100);
	kit_release(&k, 0, a, 0);
	kit_start(&k, 0, 0, a, 0, 0, 10);
	kit_release(&k, 4, b, 0);
	kit_preempt(&k, 4, 0, a, 0, 0, 6);
	kit_add(&k, (struct trace_rec){.kind = TRACE_OVERHEAD, .t = 4, .a = 2});
	kit_start(&k, 4, 0, b, 0, 0, 5);
	kit_resume(&k, 8, 1, 0, a, 0, 0, 6);
	kit_finish(&k, 11, 0, b, 0, 0, true);
	kit_finish(&k, 14, 1, a, 0, 0, true);
	window(0, 20);
	ck_assert_str_eq(row("  core0"), "A===B~=====.........");
	ck_assert_str_eq(row("  core1"), "........A=====......");
	ck_assert_str_eq(row("A a "), "####----######......");
	ck_assert_str_eq(row("B b "), "....#######.........");
}
END_TEST

/* Where one column holds many things. */
START_TEST(test_coarse_columns)
{
	uint32_t exec, t;

	kit_init(&k, 1000);
	exec = kit_accelerator(&k);
	t = kit_stream(&k, "t", kit_model(&k, "m", 1), 10, 8);
	for (uint64_t i = 0; i < 100; i++) {
		dag_time now = 10 * (dag_time)i, c = i == 50 ? 9 : 5;

		kit_release(&k, now, t, i);
		kit_start(&k, now, exec, t, i, 0, c);
		kit_finish(&k, now + c, exec, t, i, 0, true);
	}
	draw(
		&(struct gantt_options){
			.window = true, .from = 0, .to = 1000, .width = 66},
		0);
	ck_assert_ptr_nonnull(strstr(text, "one column is 20ns"));
	ck_assert_ptr_nonnull(strstr(row("accelerator "), "++++"));
	ck_assert_ptr_nonnull(strstr(row("A t "), "###!###"));
}
END_TEST

/* The ring forgets; what is left is still drawn, and nothing crashes. */
START_TEST(test_long_before_the_miss)
{
	struct gantt_options opt = {.width = 80};
	uint32_t exec, t, u;

	kit_init(&k, 1000000);
	exec = kit_accelerator(&k);
	t = kit_stream(&k, "t", kit_model(&k, "m", 1), 10, 10);
	u = kit_stream(&k, "u", 0, 1000000, 90000);
	kit_release(&k, 0, u, 0);
	for (uint64_t i = 0; i < 10000; i++) {
		dag_time now = 10 * (dag_time)i;

		kit_release(&k, now, t, i);
		kit_start(&k, now, exec, t, i, 0, 5);
		kit_finish(&k, now + 5, exec, t, i, 0, true);
	}
	kit_start(&k, 100000, exec, u, 0, 0, 50);
	kit_finish(&k, 100050, exec, u, 0, 0, true);
	draw(&opt, 100);
	ck_assert_ptr_nonnull(strstr(text, "u#0 finishes 10.05us late"));
	ck_assert_ptr_nonnull(strstr(row("B u "), "---"));
}
END_TEST

START_TEST(test_many_tasks)
{
	uint32_t exec;

	kit_init(&k, 1000);
	exec = kit_accelerator(&k);
	kit_model(&k, "m", 1);
	for (int i = 0; i < KIT_MAX; i++)
		kit_stream(&k, "a name that is much too long for a label", 0,
			   1000, 1000);
	for (uint32_t i = 0; i < KIT_MAX; i++) {
		kit_release(&k, i, i, 0);
		kit_start(&k, i, exec, i, 0, 0, 1);
		kit_finish(&k, i + 1, exec, i, 0, 0, true);
	}
	window(0, 32);
	ck_assert_ptr_nonnull(strstr(row("accelerator "), "ABCDEFGHIJKLMN"));
	for (const char *p = text; *p; p += strcspn(p, "\n") + 1)
		ck_assert_uint_le(strcspn(p, "\n"), 80);
}
END_TEST

/* Threads that look what is ready, or are throttled, have rows; what was
 * before the window or lies behind it shows as far as it reaches into it. */
START_TEST(test_threads)
{
	static const struct trace_thread threads[] = {
		{.name = "idle"}, {.name = "main"}, {.name = "served"}};
	static const struct trace_platform platform = {.threads = threads,
						       .n_threads = 3};
	const struct trace_rec recs[] = {
		{.kind = TRACE_POLL, .t = 2, .instance = 1},
		{.kind = TRACE_THREAD,
		 .t = 4,
		 .instance = 2,
		 .index = TRACE_THROTTLED,
		 .a = 13},
		{.kind = TRACE_POLL, .t = 15, .instance = 1},
		{.kind = TRACE_POLL, .t = 15, .instance = 1},
		{.kind = TRACE_THREAD, .t = 16, .index = TRACE_WAKES},
		{.kind = TRACE_POLL, .t = 17, .instance = 2},
		{.kind = TRACE_THREAD,
		 .t = 28,
		 .instance = 2,
		 .index = TRACE_THROTTLED,
		 .a = 60},
		{.kind = TRACE_POLL, .t = 30, .instance = 1},
		{.kind = TRACE_POLL, .t = 31, .instance = 7},
	};
	uint32_t exec, s;

	kit_init(&k, 100);
	exec = kit_core(&k, PREEMPT_FULL);
	s = kit_stream(&k, "s", kit_model(&k, "m", 1), 100, 100);
	k.header.platform = &platform;
	kit_release(&k, 0, s, 0);
	for (size_t i = 0; i < sizeof(recs) / sizeof(*recs); i++)
		kit_add(&k, recs[i]);
	kit_start(&k, 31, exec, s, 0, 0, 4);
	kit_finish(&k, 35, exec, s, 0, 0, true);
	window(10, 35);
	ck_assert_str_eq(row("main "), ".....o..............o....");
	ck_assert_str_eq(row("served "), "ttt....o..........ttttttt");
	ck_assert_ptr_null(strstr(text, "idle"));
	ck_assert_ptr_nonnull(strstr(text, "  o polls  t throttled  A="));
	kit_free(&k);
	kit_init(&k, 100);
	kit_core(&k, PREEMPT_FULL);
	s = kit_stream(&k, "s", kit_model(&k, "m", 1), 100, 100);
	kit_release(&k, 0, s, 0);
	kit_add(&k, recs[0]); /* of no platform */
	window(0, 10);
	ck_assert_ptr_null(strstr(text, "polls"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("gantt");
	TCase *tc = tcase_create("gantt");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_window);
	tcase_add_test(tc, test_window_opens_in_the_middle);
	tcase_add_test(tc, test_first_miss);
	tcase_add_test(tc, test_nothing_to_draw);
	tcase_add_test(tc, test_pending);
	tcase_add_test(tc, test_cores_and_preemption);
	tcase_add_test(tc, test_coarse_columns);
	tcase_add_test(tc, test_long_before_the_miss);
	tcase_add_test(tc, test_many_tasks);
	tcase_add_test(tc, test_threads);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

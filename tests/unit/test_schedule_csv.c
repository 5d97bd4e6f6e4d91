/* Schedules as CSV, and records as lines. */
#include "tests/support/tracekit.h"
#include "trace/dump.h"
#include "trace/schedule_csv.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct tracekit k;
static char *text;
static size_t len;
static FILE *out;

static void setup(void)
{
	out = open_memstream(&text, &len);
}

static void teardown(void)
{
	free(text);
	kit_free(&k);
}

static void write_schedule(size_t piece)
{
	struct schedule_csv *s = schedule_csv_new(out);

	ck_assert(schedule_csv_begin(s, &k.header));
	kit_feed(&k, schedule_csv_sink(s), piece);
	schedule_csv_end(s);
	schedule_csv_free(s);
	fclose(out);
}

static void batches(bool given)
{
	uint32_t exec, a, b;

	kit_init(&k, 100);
	k.header.policy = "edf, \"x\"";
	exec = kit_accelerator(&k);
	a = kit_stream(&k, "a", kit_model(&k, "m", 4), 50, 50);
	b = kit_stream(&k, "b", 0, 50, 30);
	for (uint64_t i = 0; i < 2; i++) {
		dag_time now = 50 * (dag_time)i;

		kit_release(&k, now, a, i);
		kit_release(&k, now, b, i);
		for (size_t j = k.n - 2; given && j < k.n; j++) {
			k.recs[j].flags = TRACE_GIVEN_ID;
			k.recs[j].b = 100 + (int64_t)j;
		}
		kit_start(&k, now, exec, b, i, 0, 20)->count = 2;
		kit_start(&k, now, exec, a, i, 0, 20)->count = 2;
		k.recs[k.n - 1].index = 1;
		kit_finish(&k, now + 20, exec, b, i, 0, true)->count = 2;
		kit_finish(&k, now + 20, exec, a, i, 0, true)->count = 2;
		k.recs[k.n - 1].index = 1;
	}
}

START_TEST(test_batches)
{
	batches(false);
	write_schedule((size_t)_i);
	ck_assert_str_eq(text, "policy,start_ns,finish_ns,model,job_ids\n"
			       "\"edf, \"\"x\"\"\",0,20,m,1 0\n"
			       "\"edf, \"\"x\"\"\",50,70,m,3 2\n");
}
END_TEST

START_TEST(test_given_ids)
{
	batches(true);
	write_schedule(0);
	ck_assert_ptr_nonnull(strstr(text, ",0,20,m,101 100\n"));
	ck_assert_ptr_nonnull(strstr(text, ",50,70,m,107 106\n"));
}
END_TEST

/* Rows go by their start, though the first to start is the last to end. */
START_TEST(test_slices)
{
	uint32_t a, b;

	kit_init(&k, 100);
	kit_core(&k, PREEMPT_FULL);
	kit_core(&k, PREEMPT_FULL);
	a = kit_dag(&k, "a", 2, 100, 100);
	b = kit_dag(&k, "b", 1, 10, 10);
	kit_release(&k, 0, a, 0);
	kit_start(&k, 0, 1, a, 0, 0, 90);
	for (uint64_t i = 0; i < 40; i++) {
		dag_time now = 2 * (dag_time)i;

		kit_release(&k, now, b, i);
		kit_start(&k, now, 0, b, i, 0, 2);
		kit_finish(&k, now + 2, 0, b, i, 0, true);
	}
	kit_preempt(&k, 85, 1, a, 0, 0, 5);
	kit_resume(&k, 90, 0, 1, a, 0, 0, 5);
	kit_finish(&k, 95, 0, a, 0, 0, false);
	write_schedule(1);
	ck_assert(!strncmp(text,
			   "policy,start_ns,finish_ns,core,task,job,node\n"
			   "edf,0,85,1,a,0,n0\nedf,0,2,0,b,0,n0\n"
			   "edf,2,4,0,b,1,n0\n",
			   96));
	ck_assert_str_eq(strstr(text, "edf,78,"),
			 "edf,78,80,0,b,39,n0\nedf,90,95,0,a,0,n0\n");
}
END_TEST

/* On a platform with cores each member of a batch has its row. */
START_TEST(test_mixed)
{
	batches(false);
	k.header.policy = "edf";
	kit_core(&k, PREEMPT_FULL);
	write_schedule(3);
	ck_assert_str_eq(text, "policy,start_ns,finish_ns,core,task,job,node\n"
			       "edf,0,20,0,b,0,b\nedf,0,20,0,a,0,a\n"
			       "edf,50,70,0,b,1,b\nedf,50,70,0,a,1,a\n");
}
END_TEST

START_TEST(test_runs_share_a_heading)
{
	struct schedule_csv *s = schedule_csv_new(out);

	batches(false);
	k.header.policy = "edf";
	for (int i = 0; i < 2; i++) {
		ck_assert(schedule_csv_begin(s, &k.header));
		kit_feed(&k, schedule_csv_sink(s), 0);
		schedule_csv_end(s);
	}
	kit_core(&k, PREEMPT_FULL);
	ck_assert(!schedule_csv_begin(s, &k.header)); /* another form */
	schedule_csv_free(s);
	fclose(out);
	ck_assert_str_eq(text, "policy,start_ns,finish_ns,model,job_ids\n"
			       "edf,0,20,m,1 0\nedf,50,70,m,3 2\n"
			       "edf,0,20,m,1 0\nedf,50,70,m,3 2\n");
}
END_TEST

START_TEST(test_dump)
{
	struct dump d;
	uint32_t c;

	batches(false);
	c = kit_dag(&k, "c", 2, 100, 100);
	kit_core(&k, PREEMPT_FULL);
	k.n = 6;
	k.recs[0].b = 3;
	k.recs[1].flags = TRACE_GIVEN_ID;
	k.recs[1].b = 77;
	k.recs[2].b = (int64_t)NOISE_ONE * 5 / 4;
	kit_release(&k, 30, c, 0);
	kit_ready(&k, 30, c, 0, 1);
	kit_start(&k, 30, 1, c, 0, 1, 9);
	kit_preempt(&k, 32, 1, c, 0, 1, 7);
	kit_resume(&k, 33, 1, 0, c, 0, 1, 7);
	kit_add(&k, (struct trace_rec){.kind = TRACE_WAIT, .t = 40, .a = 50});
	kit_add(&k, (struct trace_rec){
			    .kind = TRACE_WAIT, .t = 40, .a = DAG_TIME_MAX});
	kit_add(&k, (struct trace_rec){.kind = TRACE_OVERHEAD,
				       .t = 41,
				       .exec = 1,
				       .a = 2,
				       .index = 3});
	kit_drop(&k, 130, c, 0);
	dump_init(&d, out, &k.header);
	kit_feed(&k, &d.sink, 4);
	fclose(out);
	ck_assert_str_eq(text,
			 "0 release a#0 deadline=50 jitter=3\n"
			 "0 release b#0 deadline=30 id=77\n"
			 "0 start b#0 exec=accelerator batch=1/2 duration=20 "
			 "factor=1.250000\n"
			 "0 start a#0 exec=accelerator batch=2/2 duration=20\n"
			 "20 finish b#0 exec=accelerator batch=1/2 release=0 "
			 "deadline=30 done\n"
			 "20 finish a#0 exec=accelerator batch=2/2 release=0 "
			 "deadline=50 done\n"
			 "30 release c#0 deadline=130\n"
			 "30 ready c#0.n1\n"
			 "30 start c#0.n1 exec=core1 duration=9\n"
			 "32 preempt c#0.n1 exec=core1 left=7\n"
			 "33 resume c#0.n1 exec=core1 left=7 from=0\n"
			 "40 wait until=50\n"
			 "40 wait\n"
			 "41 overhead exec=core1 duration=2 what=ipi\n"
			 "130 drop c#0 release=30 deadline=130\n"
			 "130 miss c#0 release=30 deadline=130 dropped\n");
}
END_TEST

START_TEST(test_dump_header)
{
	kit_init(&k, 5000000);
	k.header.command = "dagsim simulate 'a\nb'";
	dump_header(out, &k.header);
	fclose(out);
	for (const char *p = text; *p; p = strchr(p, '\n') + 1)
		ck_assert(!strncmp(p, "# ", 2));
	ck_assert_ptr_nonnull(strstr(text, "# horizon_ns: 5000000\n"));
}
END_TEST

START_TEST(test_full_disk)
{
	FILE *full = fopen("/dev/full", "w");
	struct schedule_csv *s;

	fclose(out);
	batches(false);
	if (!full)
		return;
	setvbuf(full, NULL, _IONBF, 0);
	s = schedule_csv_new(full);
	schedule_csv_begin(s, &k.header);
	kit_feed(&k, schedule_csv_sink(s), 0);
	ck_assert(schedule_csv_sink(s)->failed);
	schedule_csv_end(s);
	schedule_csv_free(s);
	fclose(full);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("schedule");
	TCase *tc = tcase_create("schedule");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, test_batches, 0, 4);
	tcase_add_test(tc, test_given_ids);
	tcase_add_test(tc, test_slices);
	tcase_add_test(tc, test_mixed);
	tcase_add_test(tc, test_runs_share_a_heading);
	tcase_add_test(tc, test_dump);
	tcase_add_test(tc, test_dump_header);
	tcase_add_test(tc, test_full_disk);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

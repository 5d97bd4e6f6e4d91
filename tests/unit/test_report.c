/* Metrics as text: the same facts in every form. */
#include "tests/support/tracekit.h"
#include "trace/report.h"

#include <check.h>
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct tracekit k;
static struct arena arena;
static struct metrics_run metrics[2];
static struct trace_header headers[2];
static struct report_run runs[2];
static char *text;

/* Two streams on one accelerator; camera 2 of 2 in time, the other one late,
 * one dropped, one open. */
static void setup(void)
{
	uint32_t cam, odd;
	struct metrics *m;

	arena = (struct arena){0};
	text = NULL;
	kit_init(&k, 100000000);
	k.header.workload = "cell";
	k.header.digest = "abc";
	k.header.command = "dagsim simulate cell.yaml";
	k.header.seed = UINT64_MAX;
	kit_accelerator(&k);
	cam = kit_stream(&k, "camera", kit_model(&k, "m", 2), 50000000,
			 50000000);
	odd = kit_stream(&k, "a \"b\",\\c\n", 0, 30000000, 10000000);
	kit_release(&k, 0, cam, 0);
	kit_release(&k, 0, odd, 0);
	kit_start(&k, 0, 0, cam, 0, 0, 20000000)->count = 2;
	kit_start(&k, 0, 0, odd, 0, 0, 20000000)->count = 2;
	k.recs[k.n - 1].index = 1;
	kit_finish(&k, 20000000, 0, cam, 0, 0, true)->count = 2;
	kit_finish(&k, 20000000, 0, odd, 0, 0, true)->count = 2;
	k.recs[k.n - 2].index = 1;
	kit_release(&k, 30000000, odd, 1);
	kit_drop(&k, 40000000, odd, 1);
	kit_release(&k, 50000000, cam, 1);
	kit_start(&k, 50000000, 0, cam, 1, 0, 1234567);
	kit_finish(&k, 51234567, 0, cam, 1, 0, true);
	kit_release(&k, 95000000, odd, 2);
	kit_open(&k, odd, 2);
	m = metrics_new(&k.header);
	kit_feed(&k, metrics_sink(m), 0);
	for (int i = 0; i < 2; i++) {
		headers[i] = k.header;
		metrics_report(m, &arena, &metrics[i]);
		runs[i] = (struct report_run){.header = &headers[i],
					      .metrics = &metrics[i],
					      .digest = ""};
	}
	headers[1].policy = "fifo";
	metrics_free(m);
}

static void teardown(void)
{
	free(text);
	kit_free(&k);
	arena_free(&arena);
}

static void print(void (*report)(FILE *, const struct report_run *, size_t),
		  size_t n)
{
	size_t len;
	FILE *f;

	free(text);
	f = open_memstream(&text, &len);
	report(f, runs, n);
	ck_assert_int_eq(fclose(f), 0);
}

START_TEST(test_table)
{
	print(report_table, 1);
	ck_assert_str_eq(
		text,
		"edf on cell, seed 18446744073709551615, 100ms\n"
		"task       released  missed   miss%  95% interval  late"
		"  dropped  open  p50 ms  p95 ms  p99 ms  max late  batch\n"
		"camera            2       0    0.00    0.00-65.76     0"
		"        0     0  10.617  19.062  19.812   -30.000   1.50\n"
		"a \"b\",\\c?         3       2  100.00  34.24-100.00     1"
		"        1     1  20.000  20.000  20.000    10.000   2.00\n"
		"ALL               5       2   50.00   15.00-85.00     1"
		"        1     1  20.000  20.000  20.000    10.000   1.67\n"
		"utilization 0.212  throughput 30.0/s  dispatches 2"
		"  mean batch 1.50\n");
}
END_TEST

START_TEST(test_table_compares_runs)
{
	const char *last;

	print(report_table, 2);
	last = strstr(text, "\npolicy ");
	ck_assert_ptr_nonnull(last);
	ck_assert_ptr_nonnull(strstr(last, "\nedf "));
	ck_assert_ptr_nonnull(strstr(last, "\nfifo "));
}
END_TEST

/* Nothing happened: dashes, not numbers. */
START_TEST(test_table_without_jobs)
{
	struct metrics *m;

	k.header.warmup = 200000000;
	m = metrics_new(&k.header);
	kit_feed(&k, metrics_sink(m), 0);
	metrics_report(m, &arena, &metrics[0]);
	metrics_free(m);
	print(report_table, 1);
	ck_assert_ptr_nonnull(strstr(text, "utilization -  throughput -"));
	ck_assert_ptr_nonnull(
		strstr(text, "ALL               0       0      -"));
	ck_assert_ptr_null(strstr(text, "nan"));
	print(report_json, 1);
	ck_assert_ptr_null(strstr(text, "nan"));
	print(report_prometheus, 1);
	ck_assert_ptr_null(strstr(text, "nan"));
	ck_assert_ptr_null(strstr(text, "null"));
	print(report_csv, 1);
	ck_assert_ptr_nonnull(
		strstr(text, "edf,ALL,0,0,0,0,0,0,0,,,,,,,0,,,,"));
}
END_TEST

static double num(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	ck_assert_msg(cJSON_IsNumber(v), "no number '%s'", key);
	return v->valuedouble;
}

START_TEST(test_json)
{
	static const char *const keys[] = {"released",        "completed",
					   "missed",          "late",
					   "dropped",         "pending",
					   "censored",        "miss_rate",
					   "p50_ms",          "p95_ms",
					   "p99_ms",          "max_response_ns",
					   "max_lateness_ms", "mean_batch",
					   "miss_rate_low",   "miss_rate_high",
					   "percentile_error"};
	cJSON *root, *run, *all, *tasks;

	headers[1].seed = 3;
	runs[1].digest = "1234";
	print(report_json, 2);
	root = cJSON_Parse(text);
	ck_assert_ptr_nonnull(root);
	ck_assert_str_eq(cJSON_GetObjectItem(root, "schema")->valuestring,
			 "dagsim.simulate/1");
	ck_assert_str_eq(cJSON_GetObjectItem(root, "workload")->valuestring,
			 "cell");
	ck_assert_ptr_nonnull(strstr(text, "\"seed\": 18446744073709551615,"));
	ck_assert_ptr_nonnull(strstr(text, "\"duration_ns\": 100000000,"));
	run = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "runs"), 0);
	ck_assert_ptr_null(cJSON_GetObjectItem(run, "seed"));
	ck_assert(cJSON_IsNull(cJSON_GetObjectItem(run, "trace_sha256")));
	all = cJSON_GetObjectItem(run, "overall");
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		num(all, keys[i]);
	ck_assert_double_eq(num(all, "released"), 5);
	ck_assert_double_eq(num(all, "missed"), 2);
	ck_assert_double_eq(num(all, "miss_rate"), 0.5);
	ck_assert_double_eq(num(all, "max_response_ns"), 20000000);
	ck_assert_double_eq(num(all, "max_lateness_ms"), 10);
	ck_assert_ptr_nonnull(strstr(text, "\"p50_ms\": 10.6172835,"));
	tasks = cJSON_GetObjectItem(run, "tasks");
	ck_assert_int_eq(cJSON_GetArraySize(tasks), 2);
	ck_assert_str_eq(
		cJSON_GetObjectItem(cJSON_GetArrayItem(tasks, 1), "name")
			->valuestring,
		"a \"b\",\\c\n");
	ck_assert_double_eq(num(run, "dispatches"), 2);
	ck_assert_double_eq(num(run, "mean_batch"), 1.5);
	ck_assert_double_eq_tol(num(run, "utilization"), 0.21234567, 1e-12);
	ck_assert_double_eq(num(run, "throughput_rps"), 30);
	ck_assert_double_eq(num(run, "preemptions"), 0);
	ck_assert_double_eq(num(run, "migrations"), 0);
	run = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "runs"), 1);
	ck_assert_double_eq(num(run, "seed"), 3);
	ck_assert_str_eq(cJSON_GetObjectItem(run, "trace_sha256")->valuestring,
			 "1234");
	cJSON_Delete(root);
}
END_TEST

START_TEST(test_csv)
{
	print(report_csv, 2);
	ck_assert_ptr_nonnull(strstr(text, "\nedf,camera,2,2,0,0,0,0,0,0,0,"));
	ck_assert_ptr_nonnull(strstr(text, ",10.6172835,19.06172835,"
					   "19.81234567,0,20000000,-30,1.5,"
					   ",,,cell,"));
	ck_assert_ptr_nonnull(
		strstr(text, "\nedf,\"a \"\"b\"\",\\c\n\",3,1,2,1,1,0,1,1,"));
	ck_assert_ptr_nonnull(strstr(text, "\nfifo,ALL,5,3,2,1,1,0,1,0.5,"));
}
END_TEST

/* Every line is a comment of a metric not told before or a sample of the one
 * told last; no sample occurs twice. */
static void check_exposition(void)
{
	char seen[64][64], current[64] = "", *samples[512];
	size_t n_seen = 0, n_samples = 0;
	char *copy = strdup(text), *save = NULL;

	ck_assert_int_eq(text[strlen(text) - 1], '\n');
	for (char *line = strtok_r(copy, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		char name[64], type[64];
		size_t len;

		if (sscanf(line, "# HELP %63s", name) == 1) {
			for (size_t i = 0; i < n_seen; i++)
				ck_assert_str_ne(seen[i], name);
			strcpy(seen[n_seen++], name);
			strcpy(current, name);
			continue;
		}
		if (sscanf(line, "# TYPE %63s %63s", name, type) == 2) {
			ck_assert_str_eq(name, current);
			ck_assert(!strcmp(type, "gauge") ||
				  !strcmp(type, "summary") ||
				  !strcmp(type, "counter"));
			len = strlen(name);
			ck_assert_int_eq(
				!strcmp(type, "counter"),
				len > 6 && !strcmp(name + len - 6, "_total"));
			continue;
		}
		len = strcspn(line, "{");
		ck_assert_uint_eq(len, strlen(current));
		ck_assert(!strncmp(line, current, len));
		ck_assert_ptr_nonnull(strrchr(line, '}'));
		ck_assert(isfinite(strtod(strrchr(line, '}') + 2, NULL)));
		*(strrchr(line, '}') + 1) = '\0';
		for (size_t i = 0; i < n_samples; i++)
			ck_assert_str_ne(samples[i], line);
		samples[n_samples++] = line;
	}
	free(copy);
}

START_TEST(test_prometheus)
{
	print(report_prometheus, 2);
	check_exposition();
	ck_assert_ptr_nonnull(strstr(
		text, "dagsim_jobs_missed_total{workload=\"cell\","
		      "policy=\"edf\",seed=\"18446744073709551615\","
		      "task=\"a \\\"b\\\",\\\\c\\n\",how=\"dropped\"} 1\n"));
	ck_assert_ptr_nonnull(
		strstr(text, "task=\"camera\"} 0.02\n")); /* max response */
	ck_assert_ptr_nonnull(strstr(text, "quantile=\"0.5\","
					   "task=\"camera\"} 0.0106172835\n"));
	headers[1].policy = "edf"; /* equal but for their number */
	print(report_prometheus, 2);
	check_exposition();
	ck_assert_ptr_nonnull(strstr(text, "run=\"2\""));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("report");
	TCase *tc = tcase_create("report");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_table);
	tcase_add_test(tc, test_table_compares_runs);
	tcase_add_test(tc, test_table_without_jobs);
	tcase_add_test(tc, test_json);
	tcase_add_test(tc, test_csv);
	tcase_add_test(tc, test_prometheus);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

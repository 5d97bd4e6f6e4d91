/* What verdicts look like, as text and as JSON. */
#include "analysis/report.h"
#include "tests/support/streams.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct streams S;
static char *text;
static size_t size;

#define MS(x) ((dag_time)((x)*1000) * NS_PER_US)

/* The seed's vla_plus_control. */
static void vla(void)
{
	static const char *const names[] = {"vla", "arm_left", "arm_right",
					    "base"};
	static const double cost[] = {60, 0.9, 0.9, 0.6};

	for (int i = 0; i < 4; i++) {
		struct task *t =
			streams_add(&S, streams_model1(&S, MS(cost[i])),
				    i ? MS(10) : MS(500), i ? MS(10) : MS(500),
				    i ? MS(0.5) : 0);

		t->name = names[i];
		t->criticality = i ? HIGH_CRITICALITY : LOW_CRITICALITY;
	}
}

static void analyse(const char *test, const char *policy, struct verdict *v,
		    struct margins *m, struct analysis_set **set)
{
	static const struct analysis_options all = {.want_margin = true,
						    .want_high = true};
	struct analysis_input in = {
		.policy_name = policy, .options = &all, .arena = &S.arena};

	if (policy)
		in.policy = &policy_find(policy, NULL)->traits;
	in.set = *set = streams_set(&S);
	analysis_run(analysis_find(test, NULL), &in, v);
	if (m)
		margins_find(analysis_find(test, NULL), &in, 8, m);
}

static FILE *open_text(void)
{
	FILE *f;

	free(text);
	f = open_memstream(&text, &size);
	ck_assert_ptr_nonnull(f);
	return f;
}

START_TEST(test_refusal_text)
{
	struct analysis_set *s;
	struct verdict v;
	struct margins m;
	FILE *f = open_text();

	vla();
	analyse("np_edf", "edf", &v, &m, &s);
	verdict_print(f, s, &v);
	verdict_explain(f, s, &v, &m);
	fclose(f);
	ck_assert_str_eq(
		text,
		"np_edf: not_schedulable (policy edf)\n"
		"  reason         demand bound violated at t = 9.5ms: demand"
		" 2.4ms + blocking 60ms (vla) > 9.5ms\n"
		"  utilization    0.360000\n"
		"  charged        0.360000\n"
		"  violated       -52.9ms at t = 9.5ms: demand 2.4ms +"
		" blocking 60ms (vla)\n"
		"  high subset    admitted\n"
		"  Within 9.5ms, 62.4ms may have to run: 52.9ms too much.\n"
		"  Blocking binds: 'vla' can start just before and then runs"
		" for 60ms.\n"
		"  It passes with all execution times times 0.152243, no"
		" more.\n"
		"  It passes if 'vla' runs in chunks of up to 7.1ms, with"
		" other work let in between.\n"
		"  It passes if 'vla' has a cost C(1) of up to 7.1ms (now"
		" 60ms).\n"
		"  Not covered: time that the executor spends outside C(b),"
		" execution above the charged times, and what follows a first"
		" miss.\n"
		"  Source: Jeffay, Stanat, Martel, RTSS 1991; George,"
		" Rivierre, Spuri, INRIA RR-2966, 1996.\n");
}
END_TEST

START_TEST(test_bounds_text)
{
	struct analysis_set *s;
	struct verdict v;
	FILE *f = open_text();

	vla();
	analyse("np_fp_rta", NULL, &v, NULL, &s);
	verdict_print(f, s, &v);
	fclose(f);
	/* 60 + 8 (0.9 + 0.9) before it, 0.5 jitter, 0.6 its own */
	ck_assert_ptr_nonnull(strstr(text, "\n  base               75.5ms"
					   "            10ms  !\n"));
	ck_assert_ptr_nonnull(strstr(text, "worst response"));
	ck_assert_ptr_null(strstr(text, "policy"));
}
END_TEST

static cJSON *json_of(const struct analysis_set *s, const struct verdict *v,
		      const struct margins *m)
{
	struct json_text t = {0};
	struct json j;
	cJSON *o;

	json_to_text(&j, &t, 0);
	verdict_json(&j, s, v, m);
	json_finish(&j);
	o = cJSON_Parse(t.s);
	ck_assert_msg(o, "not JSON: %s", t.s);
	free(t.s);
	return o;
}

START_TEST(test_refusal_json)
{
	struct analysis_set *s;
	struct verdict v;
	struct margins m;
	cJSON *o, *w;

	vla();
	analyse("np_edf", "edf", &v, &m, &s);
	o = json_of(s, &v, &m);
	ck_assert_str_eq(oracle_text(o, "test"), "np_edf");
	ck_assert_str_eq(oracle_text(o, "policy"), "edf");
	ck_assert_str_eq(oracle_text(o, "verdict"), "not_schedulable");
	ck_assert_double_eq(oracle_number(o, "utilization"), 0.36);
	ck_assert_double_eq(oracle_number(o, "charged_utilization"), 0.36);
	w = cJSON_GetObjectItem(o, "witness");
	ck_assert_double_eq(oracle_number(w, "t_ns"), 9500000);
	ck_assert_double_eq(oracle_number(w, "demand_ns"), 2400000);
	ck_assert_double_eq(oracle_number(w, "blocking_ns"), 60000000);
	ck_assert_double_eq(oracle_number(w, "riders_ns"), 0);
	ck_assert_double_eq(oracle_number(w, "slack_ns"), -52900000);
	ck_assert_str_eq(oracle_text(w, "blocking_task"), "vla");
	ck_assert(oracle_bool(w, "first"));
	ck_assert(oracle_bool(o, "high_criticality_admitted"));
	w = cJSON_GetObjectItem(cJSON_GetObjectItem(o, "sensitivity"), "tasks");
	ck_assert_double_eq(
		oracle_number(cJSON_GetArrayItem(w, 0), "largest_cost_ns"),
		7100000);
	cJSON_Delete(o);
}
END_TEST

START_TEST(test_other_verdicts_json)
{
	struct analysis_set *s;
	struct verdict v;
	cJSON *o, *b;

	vla();
	analyse("np_edf", "round_robin", &v, NULL, &s);
	o = json_of(s, &v, NULL);
	ck_assert_str_eq(oracle_text(o, "verdict"), "not_applicable");
	ck_assert(*oracle_text(o, "reason"));
	ck_assert(cJSON_IsNull(cJSON_GetObjectItem(o, "witness")));
	ck_assert(cJSON_IsNull(cJSON_GetObjectItem(o, "charged_utilization")));
	cJSON_Delete(o);
	analyse("np_fifo", "fifo", &v, NULL, &s);
	o = json_of(s, &v, NULL);
	b = cJSON_GetObjectItem(o, "bounds");
	ck_assert_int_eq(cJSON_GetArraySize(b), 4);
	b = cJSON_GetArrayItem(b, 3);
	ck_assert_str_eq(oracle_text(b, "task"), "base");
	ck_assert_double_eq(oracle_number(b, "response_num"), 62900000);
	ck_assert_double_eq(oracle_number(b, "response_den"), 1);
	ck_assert_str_eq(oracle_text(o, "failing_task"), "arm_left");
	cJSON_Delete(o);
	streams_clear(&S);
	analyse("np_edf", "edf", &v, NULL, &s);
	o = json_of(s, &v, NULL);
	ck_assert_str_eq(oracle_text(o, "verdict"), "schedulable");
	ck_assert_ptr_nonnull(strstr(oracle_text(o, "reason"), "no tasks"));
	cJSON_Delete(o);
}
END_TEST

/* Every row can be described, and says for whom it is. */
START_TEST(test_descriptions)
{
	for (size_t i = 0; analysis_table[i]; i++) {
		const struct analysis_test *t = analysis_table[i];
		struct json_text jt = {0};
		FILE *f = open_text();
		struct json j;
		cJSON *o;

		test_print_line(f, t);
		test_print(f, t);
		fclose(f);
		ck_assert_ptr_nonnull(strstr(text, t->summary));
		ck_assert_ptr_nonnull(strstr(text, t->source));
		ck_assert_ptr_nonnull(strstr(text, "  assumes "));
		ck_assert_ptr_nonnull(strstr(text, "  executor "));
		json_to_text(&j, &jt, 0);
		test_json(&j, t);
		json_finish(&j);
		o = cJSON_Parse(jt.s);
		ck_assert_str_eq(oracle_text(o, "name"), t->name);
		ck_assert(t->batch != BATCH_NONE || t->order == ORDER_FIXED ||
			  !(t->executors & FOR_ACCELERATOR) ||
			  cJSON_GetArraySize(
				  cJSON_GetObjectItem(o, "policies")) > 0);
		cJSON_Delete(o);
		free(jt.s);
	}
}
END_TEST

static void begin(void)
{
	streams_init(&S);
}

static void end(void)
{
	streams_free(&S);
	free(text);
	text = NULL;
}

int main(void)
{
	Suite *s = suite_create("verdict_report");
	TCase *tc = tcase_create("report");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, test_refusal_text);
	tcase_add_test(tc, test_bounds_text);
	tcase_add_test(tc, test_refusal_json);
	tcase_add_test(tc, test_other_verdicts_json);
	tcase_add_test(tc, test_descriptions);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

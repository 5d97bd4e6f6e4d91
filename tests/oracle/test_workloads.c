/* test_workloads.c - shipped workloads and table profiles are what the
 * batching library edgesched makes of them */
#include "base/file.h"
#include "model/load.h"
#include "model/profile.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;

static cJSON *read_json(const char *path)
{
	const char *data;
	struct dag_error e;
	cJSON *json;
	size_t len;

	ck_assert(file_read(&arena, path, 1 << 20, &data, &len, &e));
	json = cJSON_ParseWithLength(data, len);
	ck_assert_ptr_nonnull(json);
	return json;
}

static double number(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	ck_assert_msg(cJSON_IsNumber(v), "%s", key);
	return v->valuedouble;
}

static const char *text(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	return cJSON_IsString(v) ? v->valuestring : NULL;
}

/* Their seconds are doubles; a ns is far above their error. */
static void expect_time(dag_time got, const cJSON *o, const char *key)
{
	ck_assert_msg(got == llround(number(o, key) * 1e9), "%s: %lld", key,
		      (long long)got);
}

static void expect_real(double got, double want)
{
	ck_assert_msg(fabs(got - want) <= 1e-12, "%.15g is not %.15g", got,
		      want);
}

static void expect_model(const struct model *m, const cJSON *o)
{
	const cJSON *c = cJSON_GetObjectItemCaseSensitive(o, "C_ns");
	const cJSON *noise = cJSON_GetObjectItemCaseSensitive(o, "noise");

	ck_assert_str_eq(m->name, o->string);
	ck_assert_int_eq(m->max_batch, (int)number(o, "eff_cap"));
	ck_assert_int_eq(cJSON_GetArraySize(c), (int)m->max_batch);
	for (uint32_t b = 0; b < m->max_batch; b++)
		ck_assert_int_eq(
			m->latency[b],
			(dag_time)cJSON_GetArrayItem(c, (int)b)->valuedouble);
	ck_assert_int_eq(m->noise.kind, NOISE_LOGNORMAL);
	expect_real(m->noise.a, 0);
	expect_real(m->noise.b, number(noise, "sigma"));
	expect_real(m->noise.tail_prob, number(noise, "tail_prob"));
	expect_real(m->noise.tail_scale, number(noise, "tail_scale"));
}

static void expect_stream(const struct workload *w, const struct task *t,
			  const cJSON *o)
{
	const struct node *n = &w->nodes[t->first_node];
	const char *group = text(o, "group");

	ck_assert_str_eq(t->name, text(o, "name"));
	ck_assert_uint_eq(t->n_nodes, 1);
	ck_assert_str_eq(w->models[n->model].name, text(o, "model"));
	expect_time(t->period, o, "period_s");
	expect_time(t->deadline, o, "deadline_s");
	expect_time(t->phase, o, "phase_s");
	expect_time(t->jitter, o, "jitter_s");
	expect_time(t->extra_mean, o, "sporadic_mean_extra_s");
	ck_assert_int_eq(t->arrival == SPORADIC,
			 !strcmp(text(o, "arrival"), "sporadic"));
	ck_assert_int_eq((int)t->criticality, (int)number(o, "criticality"));
	ck_assert_int_eq(t->priority, (int)number(o, "rm_priority"));
	ck_assert_int_eq(t->group != NONE, group != NULL);
	if (group)
		ck_assert_str_eq(w->groups[t->group], group);
}

/* The only parameters there are: a delay and a list of sizes. */
static void expect_policies(const struct workload *w, const cJSON *o)
{
	const cJSON *p = cJSON_GetObjectItemCaseSensitive(o, "dynamic_batch");
	bool delay = false, lookahead = false;

	for (uint32_t i = 0; i < w->n_settings; i++) {
		const struct policy_setting *s = &w->settings[i];

		if (!s->key)
			continue;
		if (!strcmp(s->policy, "dynamic_batch") &&
		    !strcmp(s->key, "max_queue_delay")) {
			delay = true;
			ck_assert(s->is_time);
			expect_time(s->value, p, "max_queue_delay");
		}
		if (!strcmp(s->policy, "edf_batch") &&
		    !strcmp(s->key, "lookahead")) {
			lookahead = true;
			ck_assert(!s->is_time);
			ck_assert_int_eq(s->value, 1);
		}
	}
	ck_assert_int_eq(delay, p != NULL);
	ck_assert_int_eq(lookahead, cJSON_HasObjectItem(o, "edf_batch"));
}

static void expect_workload(const struct workload *w, const cJSON *o)
{
	const cJSON *models = cJSON_GetObjectItemCaseSensitive(o, "models");
	const cJSON *streams = cJSON_GetObjectItemCaseSensitive(o, "streams");
	const cJSON *sim = cJSON_GetObjectItemCaseSensitive(o, "sim");
	struct ratio u = workload_utilization(w);

	ck_assert_str_eq(w->name, o->string);
	ck_assert_str_eq(w->device, text(o, "device"));
	ck_assert_int_eq(cJSON_GetArraySize(models), (int)w->n_models);
	for (uint32_t i = 0; i < w->n_models; i++)
		expect_model(&w->models[i], cJSON_GetArrayItem(models, (int)i));
	ck_assert_int_eq(cJSON_GetArraySize(streams), (int)w->n_tasks);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		expect_stream(w, &w->tasks[i],
			      cJSON_GetArrayItem(streams, (int)i));
	expect_time(w->sim.duration, sim, "duration_s");
	ck_assert_int_eq(w->sim.late, LATE_DROP);
	ck_assert_int_eq(ratio_cmp(w->sim.safety_factor, (struct ratio){1, 1}),
			 0);
	ck_assert_uint_eq(w->sim.seed, 0);
	/* Periods of 1/30 s are rounded to 1 ns: 1e-8 relative. */
	ck_assert_double_eq_tol((double)u.num / (double)u.den, number(o, "U0"),
				1e-8);
	ck_assert_uint_eq(w->n_warnings, 0);
	expect_policies(w,
			cJSON_GetObjectItemCaseSensitive(o, "policy_params"));
}

static const char *const names[] = {"multi_agent_cell", "vla_plus_control",
				    "synthetic_mix"};

START_TEST(shipped_workloads_hold_the_facts)
{
	cJSON *facts = read_json("tests/oracle/data/workloads.json");
	const cJSON *o = cJSON_GetObjectItemCaseSensitive(facts, names[_i]);
	char path[64];
	struct dag_error e = {0};
	struct workload *w;

	ck_assert_ptr_nonnull(o);
	snprintf(path, sizeof(path), "workloads/%s.yaml", names[_i]);
	w = workload_load(path, NULL, &e);
	ck_assert_msg(w != NULL, "%u: %s", e.line, e.msg);
	expect_workload(w, o);
	workload_free(w);
	cJSON_Delete(facts);
	arena_free(&arena);
}
END_TEST

/* Exact, since all values of the file are multiples of 2^-1. */
START_TEST(table_profiles_interpolate_alike)
{
	cJSON *facts = read_json("tests/oracle/data/table_profiles.json");
	const cJSON *list =
		cJSON_GetObjectItemCaseSensitive(facts, "table_profiles");
	const cJSON *o, *p;
	unsigned checked = 0;

	cJSON_ArrayForEach(o, list)
	{
		const cJSON *c = cJSON_GetObjectItemCaseSensitive(o, "C");
		struct profile_point points[8];
		struct profile profile = {.points = points};

		cJSON_ArrayForEach(
			p, cJSON_GetObjectItemCaseSensitive(o, "points"))
		{
			points[profile.n_points].batch =
				(uint32_t)strtoul(p->string, NULL, 10);
			points[profile.n_points++].time =
				(int128)(p->valuedouble * 1e6) * FINE_PER_NS;
		}
		for (int b = 1; b <= cJSON_GetArraySize(c); b++) {
			double ms = cJSON_GetArrayItem(c, b - 1)->valuedouble;

			ck_assert_int_eq(profile_latency(&profile, (uint32_t)b),
					 (dag_time)llround(ms * 1e6));
			checked++;
		}
	}
	ck_assert_uint_eq(checked, 8 * 16);
	cJSON_Delete(facts);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("workloads");
	TCase *t = tcase_create("facts");
	SRunner *r;
	int failed;

	tcase_add_loop_test(t, shipped_workloads_hold_the_facts, 0, 3);
	tcase_add_test(t, table_profiles_interpolate_alike);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}

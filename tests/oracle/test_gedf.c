/* Global EDF on DAG sets of a published evaluation: responses, misses and
 * preemptions as another program computed them. */
#include "model/load.h"
#include "sim/sim.h"
#include "tests/support/make_workload.h"
#include "trace/metrics.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { SETS = 12, MAX_DAGS = 8 };

static cJSON *read_json(void)
{
	static char text[64 * 1024];
	FILE *f = fopen("tests/oracle/data/awkernel_gedf.json", "r");
	size_t n;

	ck_assert_ptr_nonnull(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	return cJSON_Parse(text);
}

static int64_t at(const cJSON *array, int i)
{
	return (int64_t)cJSON_GetArrayItem(array, i)->valuedouble;
}

static int64_t get(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItem(o, key);

	ck_assert_msg(v != NULL, "no key %s", key);
	return (int64_t)v->valuedouble;
}

static void add_dag(struct workload *w, const char *name, const cJSON *dag)
{
	const cJSON *wcet = cJSON_GetObjectItem(dag, "wcet"), *e;
	uint32_t node[64];
	char label[16];

	make_task(w, name, MS(get(dag, "period")), MS(get(dag, "deadline")));
	for (int i = 0; i < cJSON_GetArraySize(wcet); i++) {
		snprintf(label, sizeof(label), "n%d", i);
		node[i] = make_node(w, label, MS(at(wcet, i)));
	}
	cJSON_ArrayForEach(e, cJSON_GetObjectItem(dag, "edges"))
		make_edge(w, node[at(e, 0)], node[at(e, 1)], 0);
}

struct firsts {
	struct trace_sink sink;
	dag_time response[MAX_DAGS];
};

static void take_first(struct trace_sink *s, const struct trace_rec *r,
		       size_t n)
{
	struct firsts *f = (struct firsts *)s;

	for (size_t i = 0; i < n; i++)
		if (r[i].kind == TRACE_FINISH && r[i].instance == 0 &&
		    (r[i].flags & TRACE_JOB_DONE))
			f->response[r[i].task] = r[i].t - r[i].a;
}

static void compare(const struct metrics_run *m, const struct firsts *f,
		    const cJSON *want, const char *mode)
{
	const cJSON *responses = cJSON_GetObjectItem(want, "responses");

	for (uint32_t i = 0; i < m->n_tasks; i++) {
		const cJSON *r = cJSON_GetArrayItem(responses, (int)i);

		ck_assert_msg(f->response[i] == MS(at(r, 0)),
			      "%s: first response of DAG %u", mode, i);
		ck_assert_msg(m->tasks[i].max_response == MS(at(r, 1)),
			      "%s: largest response of DAG %u", mode, i);
	}
	ck_assert_int_eq((int64_t)m->overall.released, get(want, "jobs"));
	ck_assert_int_eq((int64_t)metrics_missed(&m->overall),
			 get(want, "missed"));
	ck_assert_int_eq((int64_t)m->preemptions, get(want, "preemptions"));
}

/* Releases in [0, 2 s); the run itself goes on until all have finished. */
static void all_releases(const struct workload *w, struct arena *a,
			 struct release_list *list)
{
	struct release_cursor *c = release_open(a, w, 0, MS(2000));

	list->items = ARENA_NEW(a, struct release, 20 * w->n_tasks);
	for (list->n = 0; release_peek(c) != DAG_TIME_MAX; list->n++)
		release_next(c, &list->items[list->n]);
	ck_assert_uint_eq(list->n, 20 * w->n_tasks);
}

static void run(struct workload *w, enum preemption mode, const cJSON *want)
{
	struct arena a = {0};
	struct dag_error e;
	struct policy p;
	struct trace_header h = {0};
	struct firsts firsts = {.sink = {take_first, false}};
	struct metrics_run result;
	struct metrics *m;
	struct trace_sink *sinks[2] = {NULL, &firsts.sink};
	struct release_list list;
	struct sim_config c = {.workload = w,
			       .policy = &p,
			       .horizon = MS(4000),
			       .late = LATE_RUN,
			       .replay = &list};

	all_releases(w, &a, &list);
	w->platform.preemption = mode;
	ck_assert(policy_init(&p, policy_find("gedf", &e), w, &a, &e));
	trace_header_init(&h, w, &a);
	h.horizon = c.horizon;
	m = metrics_new(&h);
	sinks[0] = metrics_sink(m);
	ck_assert_msg(sim_run(&c, &a, sinks, 2, NULL, &e), "%s", e.msg);
	metrics_report(m, &a, &result);
	compare(&result, &firsts, want,
		mode == PREEMPT_FULL ? "full" : "limited");
	metrics_free(m);
	arena_free(&a);
}

START_TEST(evaluation_set)
{
	cJSON *root = read_json();
	const cJSON *set =
		cJSON_GetArrayItem(cJSON_GetObjectItem(root, "sets"), _i);
	const cJSON *dags = cJSON_GetObjectItem(root, "dags"), *d;
	struct workload *w = make_workload();

	cJSON_ArrayForEach(d, cJSON_GetObjectItem(set, "dags")) add_dag(
		w, d->valuestring, cJSON_GetObjectItem(dags, d->valuestring));
	w->platform.n_accelerators = 0;
	w->platform.n_cores = 3;
	make_done(w);
	run(w, PREEMPT_FULL, cJSON_GetObjectItem(set, "full"));
	run(w, PREEMPT_LIMITED, cJSON_GetObjectItem(set, "limited"));
	workload_free(w);
	cJSON_Delete(root);
}
END_TEST

/* The same from the files in workloads/, which also agree with the facts. */
START_TEST(shipped_file)
{
	cJSON *root = read_json();
	const cJSON *set =
		cJSON_GetArrayItem(cJSON_GetObjectItem(root, "sets"), _i);
	const cJSON *dags = cJSON_GetObjectItem(set, "dags");
	struct dag_error e;
	struct workload *w;
	char path[64];

	snprintf(path, sizeof(path), "workloads/awkernel/set%02d.yaml", _i + 1);
	w = workload_load(path, NULL, &e);
	ck_assert_msg(w != NULL, "%s:%u:%u: %s", path, e.line, e.col, e.msg);
	ck_assert_uint_eq(w->n_warnings, 0);
	ck_assert_uint_eq(w->platform.n_cores, 3);
	ck_assert_int_eq(w->n_tasks, cJSON_GetArraySize(dags));
	for (uint32_t i = 0; i < w->n_tasks; i++)
		ck_assert_str_eq(w->tasks[i].name,
				 cJSON_GetArrayItem(dags, (int)i)->valuestring);
	run(w, PREEMPT_FULL, cJSON_GetObjectItem(set, "full"));
	run(w, PREEMPT_LIMITED, cJSON_GetObjectItem(set, "limited"));
	workload_free(w);
	cJSON_Delete(root);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("gedf");
	TCase *tc = tcase_create("oracle");
	SRunner *r;
	int failed;

	tcase_add_loop_test(tc, evaluation_set, 0, SETS);
	tcase_add_loop_test(tc, shipped_file, 0, SETS);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

/* DAGs on cores beside what independent programs found of them: no run ever
 * exceeds a response bound that is sound for its policy; schedules that
 * refuted published bounds, and one in which a shorter node makes the DAG
 * longer, are reproduced; three fixed sets released together. */
#include "tests/support/dagsets.h"
#include "tests/support/runkit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;

/* --- bounds --- */

enum { SEEDS = 5, HORIZON = 2 * 2880, LIST = 4 };

/* Which bounds hold for runs of a policy. */
static const struct claim {
	const char *lineup;
	enum preemption preemption;
	bool joint; /* bounds hold only where each task has one     */
	const char *bounds[LIST], *verdicts[LIST + 2];
} claims[] = {
	{"gedf",
	 PREEMPT_FULL,
	 true,
	 {"edf_melani15", "edf_chain_rta"},
	 {"edf_li14_cab", "edf_bonifaci13_poly", "edf_baruah14", "edf_melani15",
	  "edf_chain_rta"}},
	{"gfp:priority=given",
	 PREEMPT_FULL,
	 false,
	 {"fp_melani15", "fp_chain_rta", "fp_fonseca17"},
	 {"fp_li14_cab", "fp_bonifaci13_poly", "fp_melani15", "fp_chain_rta",
	  "fp_fonseca17"}},
	{"gfp:priority=given,node_order=longest_tail",
	 PREEMPT_FULL,
	 false,
	 {"fp_melani15", "fp_chain_rta", "fp_fonseca17", "fp_he19_cpf"},
	 {"fp_he19_cpf"}},
	{"gfp:priority=given",
	 PREEMPT_LIMITED,
	 false,
	 {"lpfp_boundary_rta"},
	 {"lpfp_boundary_rta"}},
	{"gedf",
	 PREEMPT_LIMITED,
	 true,
	 {"lpedf_boundary_rta"},
	 {"lpedf_boundary_rta"}},
};

/* Any time up to the nominal one, by task, node and instance. */
static dag_time shortened(const struct sim_times *t, const struct job *head,
			  uint32_t n, dag_time nominal)
{
	struct rng r = {head->instance << 20 ^ head->task << 10 ^ head->node};

	(void)t;
	ck_assert_uint_eq(n, 1);
	return 1 + (dag_time)rng_next_below(&r, (uint64_t)nominal);
}

static struct workload *sporadic(const cJSON *set)
{
	struct workload *w = dagset_from_json(set);

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		struct task *t = &w->tasks[i];

		t->arrival = SPORADIC;
		t->extra_mean = 1 + t->period / (1 + i % 3 * 4);
		t->phase = i % 2 ? t->period / 3 : 0;
		t->has_priority = true; /* they stand in this order */
		t->priority = (int32_t)i;
	}
	return w;
}

static bool is_true(const cJSON *set, const char *test)
{
	return cJSON_IsTrue(
		cJSON_GetObjectItem(cJSON_GetObjectItem(set, "verdict"), test));
}

/* Returns how many bounds were compared. */
static unsigned expect_below(const cJSON *set, const struct claim *c,
			     const struct result *r, int task)
{
	dag_time worst = r->metrics.tasks[task].max_response;
	unsigned compared = 0;

	for (int i = 0; i < LIST && c->bounds[i]; i++) {
		const cJSON *b = cJSON_GetArrayItem(
			cJSON_GetObjectItem(cJSON_GetObjectItem(set, "bounds"),
					    c->bounds[i]),
			task);

		if (cJSON_IsNull(b) ||
		    (c->joint && !is_true(set, c->bounds[i])))
			continue;
		compared++;
		ck_assert_msg(
			worst * json_at(b, 1) <= json_at(b, 0),
			"set %lld, %s: task %d responds after %lld, above "
			"%s = %lld/%lld",
			(long long)json_get(set, "id"), c->lineup, task,
			(long long)worst, c->bounds[i],
			(long long)json_at(b, 0), (long long)json_at(b, 1));
	}
	return compared;
}

static void expect_no_misses(const cJSON *set, const struct claim *c,
			     const struct result *r)
{
	for (int i = 0; i < LIST + 2 && c->verdicts[i]; i++)
		ck_assert_msg(!is_true(set, c->verdicts[i]) ||
				      metrics_missed(&r->metrics.overall) == 0,
			      "set %lld misses under %s, which %s rules out",
			      (long long)json_get(set, "id"), c->lineup,
			      c->verdicts[i]);
}

START_TEST(no_run_exceeds_a_sound_bound)
{
	const struct claim *c = &claims[_i];
	static const struct sim_times times = {shortened};
	/* The adversary has an order of nodes of its own. */
	const bool ordered = strstr(c->lineup, "node_order") != NULL;
	const enum tie_rule ties[] = {ordered ? TIE_TASK : TIE_ADVERSARIAL,
				      TIE_RELEASE};
	cJSON *root = dagset_oracle(), *set;
	unsigned compared = 0;

	cJSON_ArrayForEach(set, cJSON_GetObjectItem(root, "sets"))
	{
		struct workload *w = sporadic(set);

		w->platform.preemption = c->preemption;
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			struct result *r = run_with(
				w, c->lineup,
				(struct sim_config){.horizon = HORIZON,
						    .seed = seed,
						    .late = LATE_RUN,
						    .tie = ties[seed % 2],
						    .times = seed > 3 ? &times
								      : NULL});

			for (uint32_t i = 0; i < w->n_tasks; i++)
				compared += expect_below(set, c, r, (int)i);
			expect_no_misses(set, c, r);
		}
		workload_free(w);
	}
	cJSON_Delete(root);
	ck_assert_uint_ge(compared, 500);
}
END_TEST

/* --- schedules that refute --- */

static cJSON *load_cases(void)
{
	FILE *f = fopen("tests/oracle/data/dag_counterexamples.json", "r");
	static char text[1 << 14];
	size_t n;
	cJSON *root;

	ck_assert_ptr_nonnull(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	ck_assert_uint_lt(n, sizeof(text) - 1);
	text[n] = '\0';
	fclose(f);
	root = cJSON_Parse(text);
	ck_assert_ptr_nonnull(root);
	return root;
}

static cJSON *case_of(cJSON *root, const char *name)
{
	cJSON *x;

	cJSON_ArrayForEach(x, root)
	{
		if (!strcmp(cJSON_GetObjectItem(x, "name")->valuestring, name))
			return x;
	}
	ck_abort_msg("no case '%s'", name);
	return NULL;
}

/* The tasks in order of priority, their nodes as `prio` says. */
static struct workload *case_workload(const cJSON *x)
{
	struct workload *w = dagset_from_json(x);
	const cJSON *prio = cJSON_GetObjectItem(x, "prio");

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		w->tasks[i].has_priority = true;
		w->tasks[i].priority = (int32_t)i;
	}
	for (uint32_t i = 0; prio && i < w->n_nodes; i++)
		w->nodes[i].priority = (int32_t)json_at(prio, (int)i);
	return w;
}

/* As in the case's `releases`: times by task. */
static struct release_list releases_of(const cJSON *x, const struct workload *w)
{
	const cJSON *all = cJSON_GetObjectItem(x, "releases");
	struct release_list list = {ARENA_NEW(&arena, struct release, 8), 0,
				    NULL};

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const cJSON *of = cJSON_GetArrayItem(all, (int)i);

		for (int k = 0; k < cJSON_GetArraySize(of); k++) {
			dag_time t = json_at(of, k);
			size_t at = list.n++;

			for (; at && list.items[at - 1].time > t; at--)
				list.items[at] = list.items[at - 1];
			list.items[at] = (struct release){
				t,           t, t + w->tasks[i].deadline,
				(uint64_t)k, 0, i};
		}
	}
	for (size_t i = 0; i < list.n; i++)
		list.items[i].tie = i;
	return list;
}

static const struct result *run_case(const cJSON *x, const char *lineup,
				     enum preemption preemption)
{
	struct workload *w = case_workload(x);
	struct release_list list = releases_of(x, w);
	const struct result *r;

	w->platform.preemption = preemption;
	r = run_with(w, lineup,
		     (struct sim_config){.horizon = 1000,
					 .late = LATE_RUN,
					 .replay = list.n ? &list : NULL});
	workload_free(w);
	return r;
}

START_TEST(refuted_bounds_are_exceeded)
{
	cJSON *root = load_cases(), *x = case_of(root, "floor_inter");
	const cJSON *seen = cJSON_GetObjectItem(x, "observed");
	const struct result *r;

	r = run_case(x, "gfp:priority=given,node_order=shortest_tail",
		     PREEMPT_FULL);
	ck_assert_int_eq(r->metrics.tasks[0].max_response, json_at(seen, 0));
	ck_assert_int_eq(r->metrics.tasks[1].max_response, json_at(seen, 1));
	x = case_of(root, "lp_serrano16");
	r = run_case(x, "gfp:priority=given,node_order=index", PREEMPT_LIMITED);
	ck_assert_int_eq(r->metrics.tasks[0].max_response,
			 json_get(x, "observed"));
	for (int i = 0; i < 2; i++) {
		x = case_of(root, i ? "he19_dp_cpf" : "he19_dp_topo");
		r = run_case(x, "gfp:priority=given,node_order=priority",
			     PREEMPT_FULL);
		ck_assert_int_eq(r->metrics.tasks[0].max_response,
				 json_get(x, "observed"));
	}
	cJSON_Delete(root);
}
END_TEST

/* A node that shrinks to nothing is none: its successors follow on its
 * predecessors, and here there are none of those. */
static void shrink(cJSON *x)
{
	int gone = (int)json_get(x, "reduced_node");
	cJSON *task = cJSON_GetArrayItem(cJSON_GetObjectItem(x, "tasks"), 0);
	cJSON *e;

	ck_assert_int_eq(json_get(x, "reduced_to"), 0);
	cJSON_ArrayForEach(e, cJSON_GetObjectItem(task, "edges"))
		ck_assert_int_eq(json_at(e, 0), gone);
	cJSON_DeleteItemFromArray(cJSON_GetObjectItem(task, "C"), gone);
	cJSON_DeleteItemFromArray(cJSON_GetObjectItem(x, "prio"), gone);
	cJSON_ReplaceItemInObject(task, "edges", cJSON_CreateArray());
}

START_TEST(a_shorter_node_makes_the_dag_longer)
{
	static const char lineup[] = "gfp:priority=given,node_order=priority";
	cJSON *root = load_cases(), *x = case_of(root, "graham_anomaly");

	ck_assert_int_eq(run_case(x, lineup, PREEMPT_LIMITED)
				 ->metrics.tasks[0]
				 .max_response,
			 json_get(x, "R_wcet"));
	shrink(x);
	ck_assert_int_eq(run_case(x, lineup, PREEMPT_LIMITED)
				 ->metrics.tasks[0]
				 .max_response,
			 json_get(x, "R_reduced"));
	cJSON_Delete(root);
}
END_TEST

/* --- released together --- */

static void expect_maxima(int which, const char *lineup,
			  enum preemption preemption, const dag_time *want)
{
	struct workload *w = dagset_fixture(which);
	const struct result *r;

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		w->tasks[i].has_priority = true;
		w->tasks[i].priority = (int32_t)i;
	}
	w->platform.preemption = preemption;
	r = run(w, lineup, 120);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		ck_assert_msg(r->metrics.tasks[i].max_response == want[i],
			      "FX%d %s: task %u responds after %lld, not %lld",
			      which + 1, lineup, i,
			      (long long)r->metrics.tasks[i].max_response,
			      (long long)want[i]);
	workload_free(w);
}

START_TEST(sets_released_together_respond_as_computed)
{
	static const dag_time fx1[] = {7, 11}, fx2[] = {10, 20, 12},
			      fx2_lp[] = {11, 20, 11}, fx3[] = {7, 9, 16},
			      fx3_lp[] = {8, 11, 16};
	static const char fp[] = "gfp:priority=given";

	expect_maxima(FX1, "gedf", PREEMPT_FULL, fx1);
	expect_maxima(FX1, fp, PREEMPT_FULL, fx1);
	expect_maxima(FX1, fp, PREEMPT_LIMITED, fx1);
	expect_maxima(FX1, "gedf", PREEMPT_LIMITED, fx1);
	expect_maxima(FX2, "gedf", PREEMPT_FULL, fx2);
	expect_maxima(FX2, fp, PREEMPT_FULL, fx2);
	expect_maxima(FX2, fp, PREEMPT_LIMITED, fx2_lp);
	expect_maxima(FX3, fp, PREEMPT_FULL, fx3);
	expect_maxima(FX3, fp, PREEMPT_LIMITED, fx3_lp);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("dag_runs");
	TCase *t = tcase_create("dag_runs");
	SRunner *runner;
	int failed;

	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, no_run_exceeds_a_sound_bound, 0,
			    sizeof(claims) / sizeof(*claims));
	tcase_add_test(t, refuted_bounds_are_exceeded);
	tcase_add_test(t, a_shorter_node_makes_the_dag_longer);
	tcase_add_test(t, sets_released_together_respond_as_computed);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

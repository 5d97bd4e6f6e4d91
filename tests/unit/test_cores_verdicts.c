/* Tests for several cores on small sets with answers found by hand: borders
 * that are met exactly, limits, what each refuses, priorities found. */
#include "analysis/assign.h"
#include "analysis/node_paths.h"
#include "tests/support/askdag.h"
#include "tests/support/dagsets.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct workload *cores(uint32_t m)
{
	struct workload *w = make_workload();

	w->platform.n_cores = m;
	w->platform.n_accelerators = 0;
	w->platform.preemption = PREEMPT_FULL;
	return w;
}

/* A task of one node. */
static void one(struct workload *w, dag_time cost, dag_time period,
		dag_time deadline)
{
	make_task(w, w->n_tasks ? "u" : "t", period, deadline);
	w->tasks[w->n_tasks - 1].name = (const char *[]){
		"t0", "t1", "t2", "t3", "t4", "t5", "t6"}[w->n_tasks - 1];
	make_node(w, "n", cost);
}

static enum verdict_kind ask(struct workload *w, const char *test)
{
	struct verdict v;

	ask_dag(w, test, NULL, &v);
	return v.kind;
}

/* n tasks of one node, C and T the same; D = T. */
static enum verdict_kind alike(const char *test, uint32_t m, unsigned n,
			       dag_time cost, dag_time period)
{
	struct workload *w = cores(m);
	enum verdict_kind k;

	for (unsigned i = 0; i < n; i++)
		one(w, cost, period, period);
	make_done(w);
	k = ask(w, test);
	workload_free(w);
	ask_dag_reset();
	return k;
}

START_TEST(borders_are_met_exactly)
{
	/* m / b = 2/3 and T / b = T / 3 on two cores */
	ck_assert_int_eq(alike("edf_li13_cab", 2, 2, 100, 300),
			 VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("edf_li13_cab", 2, 2, 101, 300),
			 VERDICT_NOT_PROVEN);
	/* b = (5/2 + sqrt(17)/2) / 2 = 2.28077.. : 2 / b = 0.876894..,
	 * in three parts 0.292298.. each */
	ck_assert_int_eq(alike("edf_li14_cab", 2, 3, 292298, 1000000),
			 VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("edf_li14_cab", 2, 3, 292299, 1000000),
			 VERDICT_NOT_PROVEN);
	/* on one core the root is whole: b = 2, and 3 */
	ck_assert_int_eq(alike("edf_li14_cab", 1, 1, 50, 100),
			 VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("edf_li14_cab", 1, 1, 51, 100),
			 VERDICT_NOT_PROVEN);
	ck_assert_int_eq(alike("fp_li14_cab", 1, 1, 100, 300),
			 VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("fp_li14_cab", 1, 1, 101, 300),
			 VERDICT_NOT_PROVEN);
	/* strictly below (2 + 1/2) / 3 = 5/6, so 2/3 + 1/6 is not */
	ck_assert_int_eq(alike("edf_bonifaci13_poly", 2, 3, 166, 600),
			 VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("edf_bonifaci13_poly", 2, 5, 100, 600),
			 VERDICT_NOT_PROVEN);
	/* (2 + 1/3) / 4 = 7/12 */
	ck_assert_int_eq(alike("fp_bonifaci13_poly", 2, 7, 50, 600),
			 VERDICT_NOT_PROVEN);
	ck_assert_int_eq(alike("fp_bonifaci13_poly", 2, 6, 58, 600),
			 VERDICT_SCHEDULABLE);
}
END_TEST

START_TEST(sequential_borders)
{
	/* 3/2 <= 2 - 1/2 */
	ck_assert_int_eq(alike("edf_gfb", 2, 3, 50, 100), VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("edf_gfb", 2, 3, 51, 100), VERDICT_NOT_PROVEN);
	/* the same sum for equal tasks: 3 (1/2) <= 2 (1/2) + 1/2 */
	ck_assert_int_eq(alike("edf_baker", 2, 3, 50, 100),
			 VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("edf_baker", 2, 3, 51, 100), VERDICT_NOT_PROVEN);
	/* two others fill min(50, 50) each: 100 = 2 x 50, and one is small */
	ck_assert_int_eq(alike("edf_bcl", 2, 3, 50, 100), VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("edf_bcl", 2, 3, 51, 100), VERDICT_NOT_PROVEN);
	/* m tasks always fit on m cores */
	ck_assert_int_eq(alike("edf_bar", 2, 2, 100, 100), VERDICT_NOT_PROVEN);
	ck_assert_int_eq(alike("edf_bar", 2, 2, 70, 100), VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("edf_bar", 2, 3, 51, 100), VERDICT_NOT_PROVEN);
}
END_TEST

/* The clairvoyant schedule of speed s is allowed (m - (m - 1) s) t of work. */
START_TEST(the_speed_of_the_clairvoyant_decides)
{
	struct workload *w = cores(2);

	/* s = 1 at least, as C = D; then 10 is due within 10, and allowed */
	one(w, 10, 100, 10);
	make_done(w);
	ck_assert_int_eq(ask(w, "edf_baruah14"), VERDICT_SCHEDULABLE);
	workload_free(w);
	/* s = 7/10 at least: within 3, 2 are due and 7 - 7 s = 2.1 carried in,
	 * 3.9 allowed; with s = 9/10, 2 and 0.7 of 3.3 */
	w = cores(2);
	one(w, 2, 4, 3);
	one(w, 7, 14, 10);
	make_done(w);
	ck_assert_int_eq(ask(w, "edf_baruah14"), VERDICT_SCHEDULABLE);
	workload_free(w);
	ask_dag_reset();
}
END_TEST

/* One heavy task and m light ones: the effect of Dhall and Liu.  At any
 * utilization above 1 there is a set that misses, so nothing may accept. */
START_TEST(dhalls_effect_is_never_accepted)
{
	for (uint32_t m = 2; m <= 5; m++) {
		struct workload *w = cores(m);

		for (uint32_t i = 0; i < m; i++)
			one(w, 20, 1000, 1000);
		one(w, 1001, 1001, 1001);
		make_done(w);
		for (size_t i = 0; analysis_table[i]; i++) {
			const struct analysis_test *t = analysis_table[i];

			if (t->stands_for && !t->spread && !t->scheduler &&
			    t->executors & FOR_CORES_FULL)
				ck_assert_msg(
					ask(w, t->name) != VERDICT_SCHEDULABLE,
					"%s accepts on %u cores", t->name, m);
		}
		workload_free(w);
		ask_dag_reset();
	}
}
END_TEST

/* On one core they are tests for one core: EDF fits up to load 1. */
START_TEST(one_core)
{
	ck_assert_int_eq(alike("edf_baruah14", 1, 3, 33, 100),
			 VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("edf_gfb", 1, 2, 50, 100), VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("edf_baruah14", 1, 2, 51, 100),
			 VERDICT_NOT_PROVEN);
	/* both of priority 0 and 1: 50, then 100 */
	ck_assert_int_eq(alike("fp_melani15", 1, 2, 50, 100),
			 VERDICT_SCHEDULABLE);
	ck_assert_int_eq(alike("fp_melani15", 1, 2, 51, 100),
			 VERDICT_NOT_PROVEN);
}
END_TEST

START_TEST(refusals_name_the_reason)
{
	struct workload *w = dagset_fixture(FX1);
	struct verdict v;

	ask_dag(w, "edf_li14_cab", NULL, &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
	ck_assert_ptr_nonnull(strstr(v.reason, "needs D = T"));
	ask_dag(w, "edf_gfb", NULL, &v);
	ck_assert_ptr_nonnull(strstr(v.reason, "nodes side by side"));
	ask_dag(w, "fp_he19_cpf", "gfp:priority=dm", &v);
	ck_assert_ptr_nonnull(strstr(v.reason, "node_order=longest_tail"));
	ask_dag(w, "fp_melani15", "gedf", &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
	ask_dag(w, "edf_melani15", "pedf", &v);
	ck_assert_ptr_nonnull(strstr(v.reason, "on any core"));
	ask_dag(w, "lpfp_boundary_rta", NULL, &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	w->platform.preemption = PREEMPT_FULL;
	w->tasks[0].jitter = 1;
	ask_dag(w, "edf_baruah14", NULL, &v);
	ck_assert_ptr_nonnull(strstr(v.reason, "jitter 1ns"));
	w->tasks[0].jitter = 0;
	w->tasks[0].deadline = 21;
	ask_dag(w, "edf_melani15", NULL, &v);
	ck_assert_ptr_nonnull(strstr(v.reason, "needs D <= T"));
	ask_dag(w, "fp_bonifaci13_poly", "gfp:priority=dm", &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
	workload_free(w);
	ask_dag_reset();
}
END_TEST

START_TEST(order_of_priorities_counts)
{
	struct workload *w = cores(2);
	struct verdict v;

	one(w, 1, 100, 100);
	one(w, 1, 200, 90);
	make_done(w);
	ask_dag(w, "fp_bonifaci13_poly", "gfp:priority=dm", &v);
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	ask_dag(w, "fp_bonifaci13_poly", "gfp:priority=rm", &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
	ck_assert_ptr_nonnull(strstr(v.reason, "order of their deadlines"));
	w->tasks[1].deadline = 200;
	w->tasks[0].priority = 2;
	w->tasks[1].priority = 1;
	ask_dag(w, "fp_li14_cab", "gfp:priority=rm", &v);
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	ask_dag(w, "fp_li14_cab", "gfp:priority=given", &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
	workload_free(w);
	ask_dag_reset();
}
END_TEST

/* Jitter counts from the nominal time: on the response of the task itself,
 * and on what others may carry in. */
START_TEST(jitter_is_folded_in)
{
	struct workload *w = cores(1);
	struct verdict v;

	one(w, 10, 100, 100);
	one(w, 20, 100, 100);
	w->tasks[0].jitter = 5;
	make_done(w);
	ask_dag(w, "fp_melani15", NULL, &v);
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	ck_assert_int_eq(v.bounds[0].num, 15);
	ck_assert_int_eq(v.bounds[1].num, 30);
	/* late at 0, then at 10 and 30 within 45: 15 + 3 x 10 */
	w->tasks[0].jitter = 10;
	w->tasks[0].period = w->tasks[0].deadline = 20;
	*(dag_time *)(uintptr_t)w->models[1].latency = 15;
	ask_dag(w, "fp_melani15", NULL, &v);
	ck_assert_int_eq(v.bounds[0].num, 20);
	ck_assert_int_eq(v.bounds[1].num, 45);
	/* what is known of one DAG alone is counted from its release */
	for (unsigned i = 0; i < 3; i++) {
		static const char *const alone[] = {
			"graham", "multipath_greedy", "multipath_opt"};
		struct workload *x = cores(2);

		one(x, 10, 100, 100);
		x->tasks[0].jitter = 5;
		make_done(x);
		ask_dag(x, alone[i], "gedf", &v);
		ck_assert_int_eq(v.bounds[0].num, 15);
		workload_free(x);
	}
	w->tasks[0].period = w->tasks[0].deadline = 100;
	w->tasks[0].jitter = 95;
	ask_dag(w, "fp_melani15", NULL, &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	workload_free(w);
	ask_dag_reset();
}
END_TEST

/* --- limits --- */

START_TEST(limits_end_in_not_proven)
{
	static const struct analysis_options little = {.max_work = 1,
						       .want_bounds = true};
	static const struct analysis_charge nominal;
	static const char *const tests[] = {"edf_melani15", "edf_baruah14",
					    "fp_fonseca17"};
	struct arena a = {0};
	struct workload *w = dagset_fixture(FX2);
	struct analysis_input in = {
		.set = set_build(w, &nominal, TIME_DENSE, &a),
		.options = &little,
		.arena = &a};

	for (int i = 0; i < 3; i++) {
		struct verdict v;

		analysis_run(analysis_find(tests[i], NULL), &in, &v);
		ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
		ck_assert_msg(v.gave_up, "%s did not give up", tests[i]);
	}
	arena_free(&a);
	workload_free(w);
}
END_TEST

/* However few steps are allowed, no test proves less than those that it is said
 * to dominate. */
START_TEST(dominance_holds_under_every_limit)
{
	static const char *const tests[][2] = {
		{"edf_chain_rta", "edf_melani15"},
		{"fp_chain_rta", "fp_melani15"},
		{"fp_fonseca17", "fp_melani15"},
		{"fp_he19_cpf", "fp_melani15"},
	};
	static const struct analysis_charge nominal;
	struct workload *w = dagset_fixture(FX2);
	struct arena a = {0};
	unsigned proved = 0;

	for (uint64_t most = 1; most < 200; most++) {
		struct analysis_options few = {.max_work = most};
		struct analysis_input in = {
			.set = set_build(w, &nominal, TIME_DENSE, &a),
			.options = &few,
			.arena = &a};

		for (int i = 0; i < 4; i++) {
			struct verdict v[2];

			for (int k = 0; k < 2; k++)
				analysis_run(analysis_find(tests[i][k], NULL),
					     &in, &v[k]);
			ck_assert_msg(v[0].kind == VERDICT_SCHEDULABLE ||
					      v[1].kind != VERDICT_SCHEDULABLE,
				      "%s within %llu", tests[i][0],
				      (unsigned long long)most);
			proved += v[1].kind == VERDICT_SCHEDULABLE;
		}
		arena_reset(&a);
	}
	ck_assert_uint_gt(proved, 500);
	arena_free(&a);
	workload_free(w);
}
END_TEST

/* Eight layers of six nodes of 1, each before all of the next: the last of 6^8
 * paths waits for everything else, W = 48, and is not reached.  What is said
 * instead is 8 + 40 / 2. */
START_TEST(too_many_paths_end_in_the_bound_of_any_order)
{
	struct workload *w = cores(2);
	struct verdict v;
	char name[8];

	make_task(w, "wide", 100, 100);
	for (int i = 0; i < 8; i++)
		for (int k = 0; k < 6; k++) {
			snprintf(name, sizeof(name), "n%d%d", i, k);
			make_node(w, name, 1);
		}
	for (uint32_t from = 0; from < 42; from++)
		for (uint32_t k = 0; k < 6; k++)
			make_edge(w, from, from / 6 * 6 + 6 + k, 0);
	make_done(w);
	ask_dag(w, "fp_he19_cpf", NULL, &v);
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	ck_assert_int_eq(v.bounds[0].num, 28);
	ck_assert_int_eq(v.bounds[0].den, 1);
	workload_free(w);
	ask_dag_reset();
}
END_TEST

START_TEST(too_large_is_told)
{
	struct workload *w = cores(4000);
	struct verdict v;

	one(w, 1, INT64_C(1) << 50, INT64_C(1) << 50);
	make_done(w);
	ask_dag(w, "edf_melani15", NULL, &v);
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	ck_assert_ptr_nonnull(strstr(v.reason, "number of cores"));
	workload_free(w);
	ask_dag_reset();
}
END_TEST

/* The largest numbers that are let in do not overflow. */
START_TEST(large_numbers_scale)
{
	static const char *const tests[] = {"edf_melani15", "edf_chain_rta",
					    "edf_baruah14", "fp_melani15",
					    "fp_chain_rta", "fp_fonseca17"};
	const dag_time unit = INT64_C(1) << 48;

	for (size_t i = 0; i < sizeof(tests) / sizeof(*tests); i++) {
		struct workload *w = dagset_fixture(FX2);
		struct verdict v;

		ask_dag(w, tests[i], NULL, &v);
		ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
		for (uint32_t k = 0; k < w->n_tasks; k++) {
			w->tasks[k].period *= unit;
			w->tasks[k].deadline *= unit;
		}
		for (uint32_t k = 0; k < w->n_models; k++) {
			dag_time *c = ARENA_NEW(&w->arena, dag_time, 1);

			*c = w->models[k].latency[0] * unit;
			w->models[k].latency = c;
		}
		ask_dag(w, tests[i], NULL, &v);
		ck_assert_msg(v.kind == VERDICT_NOT_PROVEN ||
				      v.kind == VERDICT_SCHEDULABLE,
			      "%s", v.reason);
		for (uint32_t k = 0; k < w->n_models; k++)
			*(dag_time *)(uintptr_t)w->models[k].latency /= 4096;
		for (uint32_t k = 0; k < w->n_tasks; k++) {
			w->tasks[k].period /= 4096;
			w->tasks[k].deadline /= 4096;
		}
		ask_dag(w, tests[i], NULL, &v);
		ck_assert_msg(v.kind == VERDICT_SCHEDULABLE, "%s: %s", tests[i],
			      v.reason);
		workload_free(w);
		ask_dag_reset();
	}
}
END_TEST

/* --- priorities --- */

/* What is found passes; and it is found where only one order passes. */
START_TEST(found_priorities_pass)
{
	struct rng r = {11};
	static const struct analysis_options options = {.want_bounds = true};
	static const struct analysis_charge nominal;
	unsigned found = 0, better = 0;

	for (unsigned n = 0; n < 300; n++) {
		struct dagset_spec spec = {.cores = 2 + n % 3,
					   .tasks = 5,
					   .nodes = 8,
					   .cost = 9,
					   .load = (2 + n % 3) *
						   (0.2 + 0.1 * (n % 4)),
					   .constrained = true};
		struct workload *w = dagset_draw(&spec, &r);
		struct arena a = {0};
		struct analysis_set *s = set_build(w, &nominal, TIME_DENSE, &a);
		struct analysis_input in = {
			.set = s, .options = &options, .arena = &a};
		int32_t *priority = ARENA_NEW(&a, int32_t, s->n_tasks);
		struct verdict v, dm;
		uint32_t level;

		ask_dag(w, "fp_chain_rta", NULL, &dm);
		if (assign_on_cores(&in, priority, &level)) {
			found++;
			for (uint32_t i = 0; i < s->n_tasks; i++)
				s->tasks[i].priority = priority[i];
			analysis_run(analysis_find("fp_chain_rta", NULL), &in,
				     &v);
			ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
			better += dm.kind != VERDICT_SCHEDULABLE;
		}
		ask_dag_reset();
		arena_free(&a);
		workload_free(w);
	}
	ck_assert_uint_gt(found, 50);
	ck_assert_uint_gt(better, 0);
}
END_TEST

/* --- the portfolio --- */

static struct verdict said(const char *test, enum verdict_kind k,
			   uint32_t bounds)
{
	return (struct verdict){.test = test, .kind = k, .n_bounds = bounds};
}

START_TEST(the_portfolio_stops_early)
{
	const struct analysis_test *chain = analysis_find("fp_chain_rta", NULL);
	const struct analysis_test *cab = analysis_find("fp_li14_cab", NULL);
	struct verdict v[2];

	ck_assert(!analysis_needless(chain, v, 0, true));
	v[0] = said("fp_bonifaci13_poly", VERDICT_SCHEDULABLE, 0);
	ck_assert(!analysis_needless(chain, v, 1, true));
	ck_assert(analysis_needless(chain, v, 1, false));
	ck_assert(analysis_needless(cab, v, 1, true));
	v[1] = said("fp_melani15", VERDICT_SCHEDULABLE, 3);
	ck_assert(analysis_needless(chain, v, 2, true));
	v[0] = said("fp_he19_cpf", VERDICT_NOT_PROVEN, 3);
	ck_assert(analysis_needless(chain, v, 1, true));
	ck_assert(!analysis_needless(cab, v, 1, true));
	v[0].gave_up = true;
	ck_assert(!analysis_needless(chain, v, 1, true));
	v[0] = said("fp_melani15", VERDICT_NOT_PROVEN, 3);
	ck_assert(!analysis_needless(chain, v, 1, true));
}
END_TEST

/* Who dominates whom is no circle, and both exist. */
START_TEST(dominance_is_well_formed)
{
	for (size_t i = 0; analysis_table[i]; i++) {
		const struct analysis_test *t = analysis_table[i];

		for (size_t k = 0; t->dominated_by && t->dominated_by[k]; k++) {
			const struct analysis_test *by =
				analysis_find(t->dominated_by[k], NULL);

			ck_assert_msg(by != NULL, "%s names %s", t->name,
				      t->dominated_by[k]);
			for (size_t j = 0;
			     by->dominated_by && by->dominated_by[j]; j++)
				ck_assert_str_ne(by->dominated_by[j], t->name);
		}
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("cores_verdicts");
	TCase *tc = tcase_create("unit");
	SRunner *r;
	int failed;

	tcase_add_test(tc, borders_are_met_exactly);
	tcase_add_test(tc, sequential_borders);
	tcase_add_test(tc, the_speed_of_the_clairvoyant_decides);
	tcase_add_test(tc, dhalls_effect_is_never_accepted);
	tcase_add_test(tc, one_core);
	tcase_add_test(tc, refusals_name_the_reason);
	tcase_add_test(tc, order_of_priorities_counts);
	tcase_add_test(tc, jitter_is_folded_in);
	tcase_add_test(tc, limits_end_in_not_proven);
	tcase_add_test(tc, dominance_holds_under_every_limit);
	tcase_add_test(tc, too_many_paths_end_in_the_bound_of_any_order);
	tcase_add_test(tc, too_large_is_told);
	tcase_add_test(tc, large_numbers_scale);
	tcase_add_test(tc, found_priorities_pass);
	tcase_add_test(tc, the_portfolio_stops_early);
	tcase_add_test(tc, dominance_is_well_formed);
	tcase_set_timeout(tc, 60);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

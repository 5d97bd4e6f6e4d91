/* test_workload.c - invariants, derived fields, utilization, scaling */
#include "model/load.h"
#include "model/workload.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A hand-made workload of DAG tasks: every node has a model of its own. */
static struct workload *w;
static struct dag_error error;

static void setup(void)
{
	struct arena a = {0};

	memset(&error, 0, sizeof(error));
	w = arena_alloc(&a, sizeof(*w));
	w->arena = a;
	w->file = "hand";
	w->models = ARENA_NEW(&w->arena, struct model, 32);
	w->tasks = ARENA_NEW(&w->arena, struct task, 8);
	w->nodes = ARENA_NEW(&w->arena, struct node, 32);
	w->edges = ARENA_NEW(&w->arena, struct edge, 32);
}

static void teardown(void)
{
	workload_free(w);
}

/* A task whose n nodes take c ns each. */
static struct task *add_task(const char *name, uint32_t n, dag_time c,
			     dag_time period)
{
	struct task *t = &w->tasks[w->n_tasks];

	*t = (struct task){.name = name,
			   .first_node = w->n_nodes,
			   .n_nodes = n,
			   .period = period,
			   .deadline = period,
			   .group = NONE,
			   .line = 10 + w->n_tasks};
	for (uint32_t i = 0; i < n; i++) {
		dag_time *latency = ARENA_NEW(&w->arena, dag_time, 1);

		latency[0] = c;
		w->models[w->n_models] = (struct model){
			.name = name, .max_batch = 1, .latency = latency};
		w->nodes[w->n_nodes++] = (struct node){.name = name,
						       .task = w->n_tasks,
						       .model = w->n_models++};
	}
	w->n_tasks++;
	return t;
}

static void add_edge(uint32_t from, uint32_t to)
{
	w->edges[w->n_edges++] = (struct edge){.from = from, .to = to};
}

static void expect_refused(unsigned line, const char *part)
{
	ck_assert(!workload_check(w, &error));
	ck_assert_int_eq(error.code, EXIT_USAGE);
	ck_assert_uint_eq(error.line, line);
	ck_assert_msg(strstr(error.msg, part) != NULL, "%s", error.msg);
}

START_TEST(derives_edges_and_ranks)
{
	add_task("b", 4, 5, 100);
	add_task("a", 2, 5, 50);
	/* A diamond, given backwards, and a pair. */
	add_edge(4, 5);
	add_edge(2, 3);
	add_edge(1, 3);
	add_edge(0, 2);
	add_edge(0, 1);
	ck_assert(workload_check(w, &error));
	ck_assert_uint_eq(w->nodes[0].n_pred, 0);
	ck_assert_uint_eq(w->nodes[0].n_succ, 2);
	ck_assert_uint_eq(w->nodes[0].first_succ, 0);
	ck_assert_uint_eq(w->edges[0].to, 1);
	ck_assert_uint_eq(w->edges[1].to, 2);
	ck_assert_uint_eq(w->nodes[3].n_pred, 2);
	ck_assert_uint_eq(w->nodes[3].n_succ, 0);
	ck_assert_uint_eq(w->nodes[4].first_succ, 4);
	ck_assert_uint_eq(w->nodes[4].n_succ, 1);
	ck_assert_uint_eq(w->nodes[5].n_pred, 1);
	ck_assert_uint_eq(w->tasks[0].name_rank, 1);
	ck_assert_uint_eq(w->tasks[1].name_rank, 0);
	ck_assert_int_eq(w->tasks[0].priority, 1);
	ck_assert_int_eq(w->tasks[1].priority, 0);
	/* Again on its own result: nothing changes. */
	ck_assert(workload_check(w, &error));
	ck_assert_uint_eq(w->nodes[3].n_pred, 2);
	ck_assert_uint_eq(w->edges[4].to, 5);
}
END_TEST

START_TEST(finds_cycles)
{
	add_task("a", 3, 5, 100);
	add_task("b", 3, 5, 100);
	add_edge(0, 1);
	add_edge(3, 4);
	add_edge(4, 5);
	add_edge(5, 4);
	expect_refused(11, "task 'b': its edges form a cycle");
	w->n_edges = 0;
	add_edge(1, 1);
	expect_refused(10, "task 'a': its edges form a cycle");
}
END_TEST

START_TEST(refuses_broken_structure)
{
	struct task *t = add_task("a", 2, 5, 100);

	add_task("b", 2, 5, 100);
	add_edge(0, 3);
	expect_refused(10, "leads to another task");
	w->edges[0].to = 9;
	expect_refused(0, "leads to no node");
	w->edges[0] = (struct edge){.from = 0, .to = 1, .delay = -1};
	expect_refused(10, "delay of an edge is negative");
	w->n_edges = 0;
	t->n_nodes = 1;
	expect_refused(11, "not contiguous");
	t->n_nodes = 0;
	expect_refused(10, "nodes are out of range");
	t->n_nodes = UINT32_MAX;
	expect_refused(10, "nodes are out of range");
	t->n_nodes = 2;
	w->nodes[1].model = 99;
	expect_refused(10, "names no model");
	w->nodes[1].model = 1;
	w->n_nodes = 5;
	w->nodes[4] = w->nodes[3];
	expect_refused(0, "belong to no task");
}
END_TEST

START_TEST(refuses_values_out_of_range)
{
	static const dag_time zero[1] = {0};
	struct task *t = add_task("a", 1, 5, 100);
	const dag_time *latency = w->models[0].latency;

	t->jitter = 101;
	expect_refused(10, "jitter must be in 0..period");
	t->jitter = 100;
	ck_assert(workload_check(w, &error));
	t->deadline = 0;
	expect_refused(10, "the deadline must be in 1 ns .. 2^62 ns");
	t->deadline = 1;
	t->phase = -1;
	expect_refused(10, "phase must not be negative");
	t->phase = 0;
	t->period = 0;
	expect_refused(10, "period must be positive");
	t->period = 100;
	t->group = 0;
	expect_refused(10, "no such group");
	t->group = NONE;
	t->extra_mean = -1;
	expect_refused(10, "extra gap");
	t->extra_mean = 0;
	w->models[0].latency = zero;
	expect_refused(0, "C(1) is below 1 ns");
	w->models[0].latency = latency;
	w->models[0].max_batch = 0;
	expect_refused(0, "is not in 1..1024");
	w->models[0].max_batch = 1;
	w->models[0].bcet = 3;
	w->models[0].wcet = 2;
	expect_refused(0, "bcet is above wcet");
	w->models[0].wcet = 3;
	add_task("a", 1, 5, 100);
	expect_refused(11, "two tasks named 'a'; the first is in line 10");
}
END_TEST

START_TEST(ranks_by_period_deadline_and_name)
{
	struct task *t;

	add_task("d", 1, 1, 20);
	add_task("c", 1, 1, 10)->deadline = 9;
	add_task("b", 1, 1, 10);
	add_task("a", 1, 1, 10);
	t = add_task("given", 1, 1, 5);
	t->has_priority = true;
	t->priority = 77;
	ck_assert(workload_check(w, &error));
	/* The rank of a task with a priority stays empty. */
	ck_assert_int_eq(w->tasks[4].priority, 77);
	ck_assert_int_eq(w->tasks[1].priority, 1);
	ck_assert_int_eq(w->tasks[3].priority, 2);
	ck_assert_int_eq(w->tasks[2].priority, 3);
	ck_assert_int_eq(w->tasks[0].priority, 4);
}
END_TEST

START_TEST(utilization_is_exact)
{
	struct ratio u;

	add_task("a", 3, 1, 9);
	add_task("b", 1, 1, 6);
	u = workload_utilization(w);
	ck_assert_int_eq(u.num, 1);
	ck_assert_int_eq(u.den, 2);
	add_task("c", 1, INT64_MAX, 1);
	u = workload_utilization(w);
	ck_assert_int_gt(u.num, 0);
	ck_assert_double_eq_tol((double)u.num / (double)u.den, 8388608, 1);
}
END_TEST

/* Denominators whose product leaves 63 bits: rounded, not wrong. */
START_TEST(utilization_is_rounded_where_it_must)
{
	static const dag_time primes[] = {1000000007, 1000000009, 1000000021,
					  1000000033};
	struct ratio u;

	for (int i = 0; i < 4; i++)
		add_task("x", 1, 100000000, primes[i]);
	u = workload_utilization(w);
	ck_assert_int_eq(u.den, INT64_C(1) << 40);
	ck_assert_double_eq_tol((double)u.num / (double)u.den, 0.3999999930,
				1e-10);
}
END_TEST

START_TEST(scaling_makes_a_new_workload)
{
	struct workload *s;

	add_task("a", 1, 3, 10);
	add_task("b", 1, 1, 10);
	w->models[0].bcet = 2;
	w->models[0].wcet = 5;
	ck_assert(workload_check(w, &error));
	s = workload_scale(w, (struct ratio){3, 2}, &error);
	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(s->models[0].latency[0], 4); /* 4.5 */
	ck_assert_int_eq(s->models[1].latency[0], 2); /* 1.5 */
	ck_assert_int_eq(s->models[0].bcet, 3);
	ck_assert_int_eq(s->models[0].wcet, 8); /* 7.5 */
	ck_assert_int_eq(w->models[0].latency[0], 3);
	workload_free(s);
	s = workload_scale(w, (struct ratio){1, 100}, &error);
	ck_assert_int_eq(s->models[0].latency[0], 1);
	workload_free(s);
	ck_assert_ptr_null(workload_scale(w, (struct ratio){0, 1}, &error));
	ck_assert_ptr_nonnull(strstr(error.msg, "factor of 0"));
	ck_assert_ptr_null(
		workload_scale(w, (struct ratio){INT64_MAX, 1}, &error));
	ck_assert_ptr_nonnull(strstr(error.msg, "model 'a'"));
	ck_assert_ptr_nonnull(strstr(error.msg, "out of range"));
}
END_TEST

START_TEST(factors_reach_a_utilization)
{
	struct ratio f;

	add_task("a", 1, 3, 10);
	ck_assert(workload_factor_for(w, (struct ratio){9, 10}, &f, &error));
	ck_assert_int_eq(f.num, 3);
	ck_assert_int_eq(f.den, 1);
	ck_assert(!workload_factor_for(w, (struct ratio){0, 1}, &f, &error));
	/* Large terms lose their last bits only. */
	w->tasks[0].period = INT64_MAX - 24;
	ck_assert(workload_factor_for(
		w,
		(struct ratio){INT64_C(999999999999999989),
			       INT64_C(1000000000000000000)},
		&f, &error));
	ck_assert_double_eq_tol((double)f.num / (double)f.den,
				9223372036854775783.0 / 3, 1e4);
	ck_assert(!workload_factor_for(w, (struct ratio){INT64_MAX, 1}, &f,
				       &error));
	ck_assert_ptr_nonnull(strstr(error.msg, "out of reach"));
	w->n_nodes = 0;
	ck_assert(!workload_factor_for(w, (struct ratio){1, 2}, &f, &error));
	ck_assert_ptr_nonnull(strstr(error.msg, "no utilization to scale"));
}
END_TEST

/* Shipped workloads at every utilization of a sweep come within rounding. */
START_TEST(shipped_workloads_scale_to_a_target)
{
	static const char *const paths[] = {"workloads/multi_agent_cell.yaml",
					    "workloads/vla_plus_control.yaml",
					    "workloads/synthetic_mix.yaml"};
	struct workload *from = workload_load(paths[_i], NULL, &error);

	ck_assert_ptr_nonnull(from);
	for (int64_t percent = 10; percent <= 200; percent += 10) {
		struct ratio f, u;
		struct workload *s;

		ck_assert(workload_factor_for(
			from, (struct ratio){percent, 100}, &f, &error));
		s = workload_scale(from, f, &error);
		ck_assert_ptr_nonnull(s);
		u = workload_utilization(s);
		ck_assert_double_eq_tol((double)u.num / (double)u.den,
					(double)percent / 100, 2e-7);
		workload_free(s);
	}
	workload_free(from);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("workload");
	TCase *t = tcase_create("workload");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, derives_edges_and_ranks);
	tcase_add_test(t, finds_cycles);
	tcase_add_test(t, refuses_broken_structure);
	tcase_add_test(t, refuses_values_out_of_range);
	tcase_add_test(t, ranks_by_period_deadline_and_name);
	tcase_add_test(t, utilization_is_exact);
	tcase_add_test(t, utilization_is_rounded_where_it_must);
	tcase_add_test(t, scaling_makes_a_new_workload);
	tcase_add_test(t, factors_reach_a_utilization);
	tcase_add_loop_test(t, shipped_workloads_scale_to_a_target, 0, 3);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}

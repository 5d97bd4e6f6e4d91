/* Tests that divide cores among tasks: worked examples, refusals, and what
 * partitioned policies make of a set. */
#include "analysis/test.h"
#include "model/core_counts.h"
#include "policies/lineup.h"
#include "tests/support/dagsets.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;
static struct analysis_set *set;

static void fresh(void)
{
	arena_reset(&arena);
}

/* The verdict of a test under a policy, or for itself where that is NULL. */
static struct verdict ask(const char *name, const struct workload *w,
			  const char *policy)
{
	const struct analysis_charge nominal = {{0, 0}, 0, {0, 0}};
	static const struct analysis_options options = {.want_bounds = true,
							.want_margin = true};
	static struct policy_traits traits;
	struct analysis_input in = {
		.options = &options, .arena = &arena, .policy_name = policy};
	struct verdict v;
	struct lineup l;

	in.set = set = set_build(w, &nominal, TIME_DENSE, &arena);
	if (policy) {
		ck_assert(lineup_init(&l, policy, w, &arena, NULL));
		traits = analysis_bind(set, l.policy, w);
		analysis_place(set, l.policy, w, &arena);
		in.policy = &traits;
	}
	analysis_run(analysis_find(name, NULL), &in, &v);
	return v;
}

static void expect(const struct verdict *v, enum verdict_kind kind,
		   const char *reason)
{
	ck_assert_msg(v->kind == kind && strstr(v->reason, reason),
		      "%s says %s: %s", v->test, verdict_name(v->kind),
		      v->reason);
}

static void expect_own(const struct verdict *v, uint32_t task, uint32_t first,
		       uint32_t n)
{
	ck_assert_uint_eq(v->shares[task].first_core, first);
	ck_assert_uint_eq(v->shares[task].n_cores, n);
	ck_assert_uint_eq(v->shares[task].n_parts, 0);
}

static void expect_bound(const struct verdict *v, uint32_t task, int64_t num,
			 int64_t den)
{
	ck_assert(v->bounds[task].known);
	ck_assert_int_eq(v->bounds[task].num, num);
	ck_assert_int_eq(v->bounds[task].den, den);
}

/* --- federated --- */

START_TEST(ten_cores_suffice_by_the_multi_path_bound_only)
{
	struct workload *w = dagset_fixture(FX3);
	struct verdict v = ask("fed_graham", w, "federated");

	expect(&v, VERDICT_NOT_PROVEN,
	       "'t1': needs 6 cores of its own, 1 of 10 left");
	ck_assert_uint_eq(v.shares[0].n_cores, 9);
	v = ask("fed_multipath", w, "federated");
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_own(&v, 0, 0, 6);
	expect_own(&v, 1, 6, 3);
	ck_assert_uint_eq(v.shares[2].n_parts, 1);
	ck_assert_uint_eq(v.shares[2].parts[0].core, 9);
	expect_bound(&v, 0, 7, 1);
	expect_bound(&v, 1, 9, 1);
	expect_bound(&v, 2, 22, 1);
	v = ask("fed_multipath_opt", w, "federated");
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_own(&v, 1, 6, 3);
	workload_free(w);
}
END_TEST

/* p1 3, q1 2 and p2 2, q2 3; edges p1 -> q1, p2 -> q2, p1 -> q2.  The longest
 * path, p1 q2, leaves two nodes apart: 6 + 2 on two cores, 6 on three; the
 * chains p1 q1 and p2 q2 are all there is: 6 on two. */
START_TEST(the_heaviest_chains_are_not_the_greedy_ones)
{
	static const char *const names[] = {"p1", "q1", "p2", "q2"};
	static const dag_time cost[] = {3, 2, 2, 3};
	struct workload *w = make_workload();
	uint32_t node[4];
	struct verdict v;

	w->platform =
		(struct platform){.n_cores = 3, .preemption = PREEMPT_FULL};
	make_task(w, "n", 7, 7);
	for (int i = 0; i < 4; i++)
		node[i] = make_node(w, names[i], cost[i]);
	make_edge(w, node[0], node[1], 0);
	make_edge(w, node[2], node[3], 0);
	make_edge(w, node[0], node[3], 0);
	make_done(w);
	v = ask("fed_multipath", w, NULL);
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_own(&v, 0, 0, 3);
	expect_bound(&v, 0, 6, 1);
	v = ask("fed_multipath_opt", w, NULL);
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_own(&v, 0, 0, 2);
	expect_bound(&v, 0, 6, 1);
	w->platform.n_cores = 2;
	v = ask("fed_multipath", w, NULL);
	expect(&v, VERDICT_NOT_PROVEN, "'n': needs 3 cores of its own");
	v = ask("fed_multipath_opt", w, NULL);
	expect(&v, VERDICT_SCHEDULABLE, "");
	workload_free(w);
}
END_TEST

START_TEST(a_policy_that_divides_worse_is_not_covered)
{
	struct workload *w = dagset_fixture(FX3);
	struct verdict v = ask("fed_multipath", w, "federated:bound=graham");

	expect(&v, VERDICT_NOT_APPLICABLE, "by the bound 'graham'");
	v = ask("fed_graham", w, "federated:bound=graham");
	expect(&v, VERDICT_NOT_PROVEN, "'t1'");
	v = ask("fed_multipath", w, "gedf");
	expect(&v, VERDICT_NOT_APPLICABLE, "on cores of their own");
	workload_free(w);
}
END_TEST

/* 22 of work, longest path 10, on 2 cores: 10 + 12 / 2; beside a chain that
 * shares with a diamond. */
START_TEST(responses_are_those_of_the_cores)
{
	struct workload *w = dagset_fixture(FX2);
	struct verdict v;

	w->tasks[0].jitter = 3;
	v = ask("fed_graham", w, NULL); /* 17 left: 12 / 7 is 2 cores */
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_own(&v, 0, 0, 2);
	expect_bound(&v, 0, 16 + 3, 1);
	expect_bound(&v, 1, 24, 1); /* its deadline is the earlier one */
	expect_bound(&v, 2, 6 + 24, 1);
	workload_free(w);
}
END_TEST

START_TEST(no_slack_means_the_longest_path_is_the_response)
{
	struct workload *w = dagset_fixture(FX3);

	w->tasks[0].deadline = 7;
	for (int k = 0; k < BOUNDS; k++) {
		static const char *const names[] = {
			"fed_graham", "fed_multipath", "fed_multipath_opt"};
		struct verdict v;

		w->platform.n_cores = 13;
		v = ask(names[k], w, NULL);
		expect(&v, VERDICT_SCHEDULABLE, "");
		expect_own(&v, 0, 0, 6);
		expect_bound(&v, 0, 7, 1);
	}
	w->tasks[0].deadline = 6;
	{
		struct verdict v = ask("fed_multipath", w, NULL);

		expect(&v, VERDICT_NOT_PROVEN,
		       "'t0': longest path 7ns > deadline 6ns");
	}
	workload_free(w);
}
END_TEST

START_TEST(light_tasks_need_preemption_and_heavy_ones_do_not)
{
	struct workload *w = dagset_fixture(FX3);
	struct verdict v;

	w->platform.preemption = PREEMPT_LIMITED;
	v = ask("fed_multipath", w, "federated");
	expect(&v, VERDICT_NOT_APPLICABLE, "'t2' is light");
	v = ask("fed_graham", w, "federated");
	expect(&v, VERDICT_NOT_APPLICABLE, "'t2' is light");
	/* so it is where it takes its whole deadline */
	w->tasks[2].deadline = 22;
	w->platform.preemption = PREEMPT_FULL;
	v = ask("fed_multipath_opt", w, "federated");
	expect(&v, VERDICT_SCHEDULABLE, "");
	ck_assert_uint_eq(v.shares[2].n_parts, 1);
	w->platform.preemption = PREEMPT_LIMITED;
	w->tasks[2].deadline = 21;
	w->platform.n_cores = 11;
	v = ask("fed_multipath", w, "federated");
	expect(&v, VERDICT_SCHEDULABLE, "");
	workload_free(w);
}
END_TEST

/* A deadline above the period does not let jobs of a task meet. */
START_TEST(the_period_limits_the_deadline)
{
	struct workload *w = dagset_fixture(FX3);
	struct verdict v;

	w->tasks[0].deadline = 100;
	v = ask("fed_multipath", w, NULL);
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_own(&v, 0, 0, 6);
	workload_free(w);
}
END_TEST

/* --- semi-federated --- */

START_TEST(a_container_takes_what_is_left_of_a_core)
{
	struct workload *w = dagset_fixture(FX2);
	struct verdict v = ask("semifed_x1", w, NULL);
	const struct verdict_share *s = v.shares;

	expect(&v, VERDICT_SCHEDULABLE, "");
	ck_assert_uint_eq(s[0].n_cores, 1);
	ck_assert_int_eq(s[0].parts[0].kind, PART_CONTAINER);
	ck_assert_int_eq(s[0].parts[0].load.num, 1);
	ck_assert_int_eq(s[0].parts[0].load.den, 5);
	ck_assert_uint_eq(s[0].parts[0].core, 2);
	ck_assert_int_eq(s[1].parts[0].kind, PART_TASK);
	ck_assert_uint_eq(s[1].parts[0].core, 1);
	ck_assert_uint_eq(s[2].parts[0].core, 3);
	v = ask("semifed_x1", w, "federated");
	expect(&v, VERDICT_NOT_APPLICABLE, "which federated is not");
	workload_free(w);
}
END_TEST

START_TEST(a_container_may_find_no_room)
{
	struct workload *w = dagset_fixture(FX3);
	struct verdict v;

	v = ask("semifed_x1", w, NULL); /* 8 + 1/3 and 6 of 10 */
	expect(&v, VERDICT_NOT_PROVEN, "'t1': needs more whole cores");
	w->platform.n_cores = 14; /* no core is left for 1/3 and 22/40 */
	v = ask("semifed_x1", w, NULL);
	expect(&v, VERDICT_NOT_PROVEN, "'t2': no core has room for it");
	w->platform.n_cores = 15;
	v = ask("semifed_x1", w, NULL);
	expect(&v, VERDICT_SCHEDULABLE, "");
	ck_assert_uint_eq(v.shares[0].parts[0].core, 14);
	ck_assert_uint_eq(v.shares[2].parts[0].core, 14);
	w->tasks[0].deadline = 7;
	v = ask("semifed_x1", w, NULL);
	expect(&v, VERDICT_NOT_PROVEN, "longest path 7ns = deadline 7ns");
	workload_free(w);
}
END_TEST

/* --- reservations --- */

static void expect_servers(const struct verdict *v, uint32_t task, uint32_t n,
			   dag_time runtime, dag_time deadline, dag_time period)
{
	ck_assert_uint_eq(v->shares[task].n_parts, n);
	for (uint32_t k = 0; k < n; k++) {
		const struct verdict_part *p = &v->shares[task].parts[k];

		ck_assert_int_eq(p->kind, PART_SERVER);
		ck_assert_int_eq(p->runtime, runtime);
		ck_assert_int_eq(p->deadline, deadline);
		ck_assert_int_eq(p->period, period);
	}
}

START_TEST(two_servers_of_sixteen_do_for_22_of_work)
{
	struct workload *w = dagset_fixture(FX2);
	struct verdict v = ask("reservation_rmin", w, NULL);

	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_servers(&v, 0, 2, 16, 20, 20);
	expect_servers(&v, 1, 1, 24, 40, 40);
	expect_servers(&v, 2, 1, 6, 60, 60);
	workload_free(w);
}
END_TEST

/* 9 x 10 and 6 x 12; with one stretch of 12/9 for both, 11 x 10 and 6 x 12. */
START_TEST(one_stretch_for_all_may_need_more_servers)
{
	struct workload *w = dagset_fixture(FX3);
	struct verdict v = ask("reservation_rmin", w, NULL);

	expect(&v, VERDICT_NOT_PROVEN, "'t1': no room for its 6 servers");
	w->platform.n_cores = 18;
	v = ask("reservation_rmin", w, NULL);
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_servers(&v, 0, 9, 10, 10, 10);
	expect_servers(&v, 1, 6, 12, 12, 12);
	expect_servers(&v, 2, 1, 22, 40, 40);
	ck_assert_uint_eq(v.shares[2].parts[0].core, 15);
	v = ask("reservation_requal", w, NULL);
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_servers(&v, 0, 11, 10, 10, 10);
	expect_servers(&v, 1, 6, 12, 12, 12);
	workload_free(w);
}
END_TEST

static struct workload *four_and_a_fork(void)
{
	static const char *const names[] = {"b0", "b1", "b2", "b3"};
	struct workload *w = make_workload();
	char name[8] = "v0";

	w->platform =
		(struct platform){.n_cores = 4, .preemption = PREEMPT_FULL};
	for (int i = 0; i < 4; i++) {
		make_task(w, names[i], 10, 3);
		make_node(w, "b", 2);
	}
	make_task(w, "fork", 20, 10);
	for (; name[1] < '8'; name[1]++)
		make_node(w, name, 2);
	make_done(w);
	return w;
}

/* W = 16, L = 2, D = 10 beside tasks that leave 6.6 on each of four cores:
 * 2 servers need 9, 3 need 7, 4 need 6. */
START_TEST(servers_that_do_not_fit_are_split)
{
	struct workload *w = four_and_a_fork();
	struct verdict v = ask("reservation_rmin", w, NULL);

	expect(&v, VERDICT_NOT_PROVEN,
	       "'fork': no room for its 2 servers of 9ns in 10ns");
	v = ask("reservation_split", w, NULL);
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_servers(&v, 4, 4, 6, 10, 20);
	w->tasks[4].deadline = 9; /* 5.8 is left */
	v = ask("reservation_split", w, NULL);
	expect(&v, VERDICT_NOT_PROVEN, "'fork'");
	workload_free(w);
}
END_TEST

/* W = 16, L = 4 in 15: 2 servers of 10, of which one fits on the third core;
 * 3 of 8, which do not fit beside the 8 of others; 4 of 7 do, two of them on
 * the third core if nothing is left there of what was tried before. */
START_TEST(a_split_that_fails_leaves_nothing_behind)
{
	struct workload *w = make_workload();
	struct verdict v;

	w->platform =
		(struct platform){.n_cores = 3, .preemption = PREEMPT_FULL};
	make_task(w, "a", 20, 15);
	make_node(w, "n", 8);
	make_task(w, "b", 20, 15);
	make_node(w, "n", 8);
	make_task(w, "fork", 20, 15);
	for (int i = 0; i < 4; i++)
		make_node(w, (const char *[]){"p", "q", "r", "s"}[i], 4);
	make_done(w);
	v = ask("reservation_split", w, NULL);
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_servers(&v, 2, 4, 7, 15, 20);
	for (uint32_t k = 0; k < 4; k++)
		ck_assert_uint_eq(v.shares[2].parts[k].core, k < 2 ? k : 2);
	workload_free(w);
}
END_TEST

/* --- partitioned --- */

static struct workload *loads_on_two(dag_time a, dag_time b, dag_time c)
{
	struct workload *w = make_workload();

	w->platform =
		(struct platform){.n_cores = 2, .preemption = PREEMPT_FULL};
	make_task(w, "a", 10, 10);
	make_node(w, "a", a);
	make_task(w, "b", 20, 20);
	make_node(w, "b", b);
	make_task(w, "c", 40, 40);
	make_node(w, "c", c);
	make_done(w);
	return w;
}

static struct workload *three_on_two(void)
{
	return loads_on_two(5, 8, 12);
}

/* Loads .5, .4, .3: worst fit puts c beside b, first fit does not: a and b
 * share a core then. */
START_TEST(the_fit_decides_who_shares)
{
	struct workload *w = three_on_two();
	struct verdict v = ask("partitioned_edf", w, "pedf");

	expect(&v, VERDICT_SCHEDULABLE, "");
	ck_assert_uint_eq(v.shares[0].parts[0].core, 0);
	ck_assert_uint_eq(v.shares[1].parts[0].core, 0);
	ck_assert_uint_eq(v.shares[2].parts[0].core, 1);
	expect_bound(&v, 2, 12, 1);
	v = ask("partitioned_edf", w, "pedf:fit=worst");
	expect(&v, VERDICT_SCHEDULABLE, "");
	ck_assert_uint_eq(v.shares[1].parts[0].core, 1);
	ck_assert_uint_eq(v.shares[2].parts[0].core, 1);
	expect_bound(&v, 0, 5, 1);
	v = ask("partitioned_fp", w, "pfp");
	expect(&v, VERDICT_SCHEDULABLE, "");
	expect_bound(&v, 1, 18, 1); /* 8 behind 5 + 5 */
	workload_free(w);
}
END_TEST

/* Under first fit the deadline of b is missed behind a; the core says so. */
START_TEST(a_core_that_fails_is_named)
{
	struct workload *w = three_on_two();
	struct verdict v;

	w->tasks[1].deadline = 12;
	v = ask("partitioned_fp", w, "pfp");
	expect(&v, VERDICT_NOT_SCHEDULABLE, "core 0, fp_rta: 'b'");
	ck_assert_uint_eq(v.failing, 1);
	ck_assert_ptr_nonnull(v.part);
	ck_assert_uint_eq(v.part->set->n_tasks, 2);
	v = ask("partitioned_edf", w, "pedf");
	expect(&v, VERDICT_NOT_SCHEDULABLE,
	       "core 0, edf_qpa: demand bound violated at t = 12ns");
	v = ask("partitioned_edf", w, "pedf:fit=worst");
	expect(&v, VERDICT_SCHEDULABLE, "");
	workload_free(w);
}
END_TEST

START_TEST(what_is_not_on_one_core_is_not_asked)
{
	struct workload *w = three_on_two(), *x = dagset_fixture(FX2);
	struct verdict v = ask("partitioned_edf", x, "pedf:parts=node");

	expect(&v, VERDICT_NOT_APPLICABLE, "its nodes are apart");
	v = ask("partitioned_edf", w, "pedf:cluster_size=2");

	expect(&v, VERDICT_NOT_APPLICABLE, "within clusters of cores");
	v = ask("partitioned_edf", w, NULL);
	expect(&v, VERDICT_NOT_APPLICABLE, "needs to know");
	v = ask("partitioned_edf", w, "pfp");
	expect(&v, VERDICT_NOT_APPLICABLE, "by fixed priority");
	workload_free(w);
	workload_free(x);
}
END_TEST

/* On one core federated is EDF, which a later test of one core covers; but what
 * it proves counts only where the policy finds room and runs: a job of 2 that
 * comes 3 late has 1 left of its period, and light ones share by approximate
 * demand. */
START_TEST(one_core_that_a_policy_refuses_is_not_admitted)
{
	struct workload *w = make_workload();
	struct verdict v;

	w->platform =
		(struct platform){.n_cores = 1, .preemption = PREEMPT_FULL};
	make_task(w, "a", 4, 7)->jitter = 3;
	make_node(w, "n", 2);
	make_done(w);
	v = ask("edf_qpa", w, "gedf");
	expect(&v, VERDICT_SCHEDULABLE, "");
	v = ask("edf_qpa", w, "federated");
	expect(&v, VERDICT_NOT_PROVEN, "cannot place task 'a'");
	w->tasks[0].jitter = 2;
	v = ask("edf_qpa", w, "federated");
	expect(&v, VERDICT_SCHEDULABLE, "");
	/* demand 6 until 7, but approximately 2 + 3 / 2 + 4 */
	w->tasks[0].jitter = 0;
	w->tasks[0].deadline = 4;
	make_task(w, "b", 20, 7);
	make_node(w, "n", 4);
	make_done(w);
	v = ask("edf_qpa", w, "gedf");
	expect(&v, VERDICT_SCHEDULABLE, "");
	v = ask("edf_qpa", w, "federated");
	expect(&v, VERDICT_NOT_PROVEN, "cannot place light task 'b'");
	ck_assert_uint_eq(v.n_bounds, 0);
	ck_assert(!v.has_margin);
	v = ask("edf_qpa", w, "pedf:capacity=60");
	expect(&v, VERDICT_NOT_PROVEN, "does not find a place for task 'b'");
	/* what is late on one core is late, whoever places it */
	w->tasks[1].deadline = 5;
	v = ask("edf_qpa", w, "pedf:capacity=60");
	expect(&v, VERDICT_NOT_SCHEDULABLE, "demand bound violated");
	workload_free(w);
}
END_TEST

/* First fit that fails is no proof; too much work, too long a path, or a task
 * too long for the one core that it goes to, are. */
START_TEST(what_finds_no_place_is_not_admitted)
{
	static const struct {
		dag_time a, b, c, deadline;
		const char *policy;
		enum verdict_kind kind;
		const char *reason;
	} all[] = {
		{5, 8, 12, 10, "pedf:capacity=30", VERDICT_NOT_PROVEN,
		 "does not find a place for task 'a'"},
		{5, 8, 12, 10, "pfp:capacity=49", VERDICT_NOT_PROVEN,
		 "does not find a place for task 'a'"},
		/* .6, .6, .8: any one fits, no two do, and that is 2.0 */
		{6, 12, 32, 10, "pedf", VERDICT_NOT_PROVEN,
		 "does not find a place for task 'b'"},
		{9, 18, 12, 10, "pedf", VERDICT_NOT_SCHEDULABLE,
		 "charged utilization 2.1 is above the 2 cores"},
		{9, 18, 12, 10, "pfp:fit=worst", VERDICT_NOT_SCHEDULABLE,
		 "charged utilization 2.1 is above the 2 cores"},
		{9, 18, 4, 8, "pedf:capacity=80", VERDICT_NOT_SCHEDULABLE,
		 "'a': longest path 9ns > deadline 8ns"},
	};
	struct workload *w = loads_on_two(all[_i].a, all[_i].b, all[_i].c);
	struct verdict v;

	w->tasks[0].deadline = all[_i].deadline;
	v = ask(all[_i].policy[1] == 'e' ? "partitioned_edf" : "partitioned_fp",
		w, all[_i].policy);
	expect(&v, all[_i].kind, all[_i].reason);
	workload_free(w);
}
END_TEST

/* A task of two nodes that run at once is in time on two cores, not on one. */
START_TEST(a_task_too_long_for_one_core_is_refused_where_it_goes_to_one)
{
	struct workload *w = make_workload();
	struct verdict v;

	w->platform =
		(struct platform){.n_cores = 2, .preemption = PREEMPT_FULL};
	make_task(w, "a", 20, 10);
	make_node(w, "x", 7);
	make_node(w, "y", 7);
	make_done(w);
	v = ask("partitioned_edf", w, "pedf:capacity=60");
	expect(&v, VERDICT_NOT_SCHEDULABLE,
	       "'a': on one core its work 14ns > deadline 10ns");
	v = ask("partitioned_edf", w, "pedf:capacity=30,parts=node");
	expect(&v, VERDICT_NOT_PROVEN, "does not find a place for node 'x'");
	w->tasks[0].deadline = 30;
	w->tasks[0].period = 13;
	v = ask("partitioned_edf", w, "pedf");
	expect(&v, VERDICT_NOT_SCHEDULABLE,
	       "'a': on one core its work 14ns > period 13ns");
	workload_free(w);
}
END_TEST

/* Without preemption b can wait for c behind it. */
START_TEST(cores_without_preemption_have_tests_of_their_own)
{
	struct workload *w = three_on_two();
	struct verdict v;

	w->platform.preemption = PREEMPT_NONE;
	w->tasks[1].deadline = 19;
	v = ask("partitioned_fp", w, "pfp:fit=worst");
	expect(&v, VERDICT_NOT_SCHEDULABLE, "core 1, np_fp_rta: 'b'");
	v = ask("partitioned_edf", w, "pedf:fit=worst");
	expect(&v, VERDICT_NOT_SCHEDULABLE, "core 1, np_edf");
	w->tasks[1].deadline = 20;
	v = ask("partitioned_edf", w, "pedf:fit=worst");
	expect(&v, VERDICT_SCHEDULABLE, "");
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("divided");
	TCase *t = tcase_create("divided");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, NULL, fresh);
	tcase_add_test(t, ten_cores_suffice_by_the_multi_path_bound_only);
	tcase_add_test(t, the_heaviest_chains_are_not_the_greedy_ones);
	tcase_add_test(t, a_policy_that_divides_worse_is_not_covered);
	tcase_add_test(t, responses_are_those_of_the_cores);
	tcase_add_test(t, no_slack_means_the_longest_path_is_the_response);
	tcase_add_test(t, light_tasks_need_preemption_and_heavy_ones_do_not);
	tcase_add_test(t, the_period_limits_the_deadline);
	tcase_add_test(t, a_container_takes_what_is_left_of_a_core);
	tcase_add_test(t, a_container_may_find_no_room);
	tcase_add_test(t, two_servers_of_sixteen_do_for_22_of_work);
	tcase_add_test(t, one_stretch_for_all_may_need_more_servers);
	tcase_add_test(t, servers_that_do_not_fit_are_split);
	tcase_add_test(t, a_split_that_fails_leaves_nothing_behind);
	tcase_add_test(t, the_fit_decides_who_shares);
	tcase_add_test(t, a_core_that_fails_is_named);
	tcase_add_test(t, what_is_not_on_one_core_is_not_asked);
	tcase_add_test(t, one_core_that_a_policy_refuses_is_not_admitted);
	tcase_add_loop_test(t, what_finds_no_place_is_not_admitted, 0, 6);
	tcase_add_test(
		t,
		a_task_too_long_for_one_core_is_refused_where_it_goes_to_one);
	tcase_add_test(t, cores_without_preemption_have_tests_of_their_own);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

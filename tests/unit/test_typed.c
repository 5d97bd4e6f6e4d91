/* DAGs on cores and an accelerator: worked examples and refusals. */
#include "analysis/test.h"
#include "policies/lineup.h"
#include "tests/support/make_workload.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;

static void fresh(void)
{
	arena_reset(&arena);
}

/* On two cores: a 4 -> g 6 (accelerator) -> b 3, beside c 5; with two tasks
 * also d 5 -> h 2 (accelerator), less urgent. */
static struct workload *mixed(int tasks)
{
	struct workload *w = make_workload();
	uint32_t infer = make_model(w, "infer", 1, 6, 0);
	uint32_t look = make_model(w, "look", 1, 2, 0);
	uint32_t a, b, g;

	w->platform = (struct platform){
		.n_cores = 2, .n_accelerators = 1, .preemption = PREEMPT_FULL};
	make_task(w, "one", 40, 40)->priority = 0;
	a = make_node(w, "a", 4);
	g = make_node_on(w, "g", infer);
	b = make_node(w, "b", 3);
	make_node(w, "c", 5);
	make_edge(w, a, g, 0);
	make_edge(w, g, b, 0);
	if (tasks > 1) {
		make_task(w, "two", 50, 50)->priority = 1;
		a = make_node(w, "d", 5);
		b = make_node_on(w, "h", look);
		make_edge(w, a, b, 0);
	}
	for (uint32_t i = 0; i < w->n_tasks; i++)
		w->tasks[i].has_priority = true;
	make_done(w);
	return w;
}

static struct verdict ask(const struct workload *w, const char *policy)
{
	const struct analysis_charge nominal = {{0, 0}, 0, {0, 0}};
	static const struct analysis_options options = {.want_bounds = true};
	static struct policy_traits traits, beside;
	struct analysis_set *s = set_build(w, &nominal, TIME_DENSE, &arena);
	struct analysis_input in = {
		.set = s, .options = &options, .arena = &arena};
	struct verdict v;
	struct lineup l;

	if (policy) {
		ck_assert(lineup_init(&l, policy, w, &arena, NULL));
		traits = analysis_bind(s, l.policy, w);
		beside = policy_promises(l.accelerator);
		in.policy = &traits;
		in.policy_name = l.name;
		in.accelerator = &beside;
	}
	analysis_run(analysis_find("typed_rta", NULL), &in, &v);
	return v;
}

static void expect_bound(const struct verdict *v, uint32_t task, int64_t num,
			 int64_t den)
{
	ck_assert_msg(v->kind == VERDICT_SCHEDULABLE, "%s", v->reason);
	ck_assert(v->bounds[task].known);
	ck_assert_int_eq(v->bounds[task].num, num);
	ck_assert_int_eq(v->bounds[task].den, den);
}

/* (4 + 3) / 2 on the path, 12 / 2 on the cores, 6 on the accelerator. */
START_TEST(one_dag_takes_path_and_work_of_each_type)
{
	struct workload *w = mixed(1);
	struct verdict v = ask(w, "gedf+edf");

	expect_bound(&v, 0, 31, 2);
	w->tasks[0].jitter = 2;
	v = ask(w, NULL);
	expect_bound(&v, 0, 35, 2);
	w->tasks[0].deadline = 17;
	v = ask(w, NULL);
	ck_assert_int_eq(v.kind, VERDICT_NOT_PROVEN);
	workload_free(w);
}
END_TEST

/* `one` waits for `two` on the accelerator only: 2; `two` for 12 / 2 + 6. */
START_TEST(urgent_tasks_wait_on_the_accelerator_only)
{
	struct workload *w = mixed(2);
	struct verdict v = ask(w, "gfp+fixed_priority");

	expect_bound(&v, 0, 35, 2);
	expect_bound(&v, 1, 19, 1);
	/* between nodes only: also for its 5 on the cores */
	w->platform.preemption = PREEMPT_LIMITED;
	v = ask(w, "gfp+fixed_priority");
	expect_bound(&v, 0, 20, 1);
	workload_free(w);
}
END_TEST

/* A job of `two` goes before on the cores if it came 10 earlier: with a
 * response of 19 it may be there still, with a deadline 20 later it is not. */
START_TEST(under_edf_those_due_later_do_not_count)
{
	struct workload *w = mixed(2);
	struct verdict v = ask(w, "gedf+edf");

	expect_bound(&v, 0, 20, 1);
	expect_bound(&v, 1, 19, 1);
	w->tasks[1].period = w->tasks[1].deadline = 60;
	v = ask(w, "gedf+edf");
	expect_bound(&v, 0, 35, 2);
	v = ask(w, "llf+fifo");
	expect_bound(&v, 0, 20, 1);
	workload_free(w);
}
END_TEST

struct pair {
	dag_time period, deadline, jitter, core, accelerator;
};

/* Two tasks on two cores, each a node on a core before one elsewhere. */
static struct workload *pair_of(struct pair a, struct pair b)
{
	const struct pair *of[] = {&a, &b};
	struct workload *w = make_workload();
	uint32_t model[] = {make_model(w, "x", 1, a.accelerator, 0),
			    make_model(w, "y", 1, b.accelerator, 0)};

	w->platform = (struct platform){
		.n_cores = 2, .n_accelerators = 1, .preemption = PREEMPT_FULL};
	for (int i = 0; i < 2; i++) {
		struct task *t = make_task(w, i ? "b" : "a", of[i]->period,
					   of[i]->deadline);
		uint32_t from;

		t->jitter = of[i]->jitter;
		from = make_node(w, "core", of[i]->core);
		make_edge(w, from, make_node_on(w, "acc", model[i]), 0);
	}
	make_done(w);
	return w;
}

/* Two jobs of `a` go before one of b: that due with it, and that due 10 before,
 * which came 4 before b and, with a response of 5.5, may all be left.  So b
 * takes 3 + 2, and for the two 2 / 2 on the cores and 2 on the accelerator. */
START_TEST(two_jobs_may_be_due_before)
{
	struct workload *w = pair_of((struct pair){10, 10, 0, 1, 1},
				     (struct pair){17, 16, 0, 3, 2});
	struct verdict v = ask(w, "gedf+edf");

	expect_bound(&v, 0, 11, 2);
	expect_bound(&v, 1, 8, 1);
	workload_free(w);
}
END_TEST

/* b: 4 alone, and 2 while `a` is on the accelerator; its jobs, 6 each, may
 * touch a window of 12 twice: once at its begin as late as they can, once 12
 * later.  a: 6, two jobs of b on the accelerator, 4, and on the cores, 2. */
START_TEST(a_job_from_before_is_carried_in)
{
	struct workload *w = pair_of((struct pair){29, 28, 0, 4, 2},
				     (struct pair){12, 8, 0, 2, 2});
	struct verdict v = ask(w, "gedf+edf");

	expect_bound(&v, 0, 12, 1);
	expect_bound(&v, 1, 6, 1);
	workload_free(w);
}
END_TEST

/* Under EDF b, due 13 later and done 7.5 after its nominal time, leaves the
 * cores to a whatever the jitter: a takes 2, 1 of jitter, 1 on the accelerator
 * of b.  In any order 4 / 2 of b's would count on the cores. */
START_TEST(jitter_does_not_bring_later_deadlines_before)
{
	struct workload *w = pair_of((struct pair){25, 16, 1, 1, 1},
				     (struct pair){30, 29, 1, 4, 1});
	struct verdict v = ask(w, "gedf+edf");

	expect_bound(&v, 0, 4, 1);
	expect_bound(&v, 1, 15, 2);
	v = ask(w, "llf+fifo");
	expect_bound(&v, 0, 6, 1);
	expect_bound(&v, 1, 15, 2);
	workload_free(w);
}
END_TEST

START_TEST(an_accelerator_that_waits_is_not_covered)
{
	struct workload *w = mixed(2);
	struct verdict v = ask(w, "gedf+dynamic_batch");
	dag_time slow[] = {6, 13}, fast[] = {6, 12};

	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
	ck_assert(strstr(v.reason, "may wait"));
	w->models[0].max_batch = 2;
	w->models[0].latency = slow;
	v = ask(w, "gedf+edf_batch");
	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
	ck_assert(strstr(v.reason, "'infer': a batch of 2"));
	v = ask(w, "gedf+edf"); /* makes no batches */
	expect_bound(&v, 0, 20, 1);
	w->models[0].latency = fast;
	v = ask(w, "gedf+edf_batch");
	expect_bound(&v, 0, 20, 1);
	v = ask(w, "pedf+edf");
	ck_assert_int_eq(v.kind, VERDICT_NOT_APPLICABLE);
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("typed");
	TCase *t = tcase_create("typed");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, NULL, fresh);
	tcase_add_test(t, one_dag_takes_path_and_work_of_each_type);
	tcase_add_test(t, urgent_tasks_wait_on_the_accelerator_only);
	tcase_add_test(t, under_edf_those_due_later_do_not_count);
	tcase_add_test(t, two_jobs_may_be_due_before);
	tcase_add_test(t, a_job_from_before_is_carried_in);
	tcase_add_test(t, jitter_does_not_bring_later_deadlines_before);
	tcase_add_test(t, an_accelerator_that_waits_is_not_covered);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

/* How long data takes along chains: worked examples, what is not bounded,
 * and measuring on records written by hand. */
#include "analysis/chains.h"
#include "policies/lineup.h"
#include "tests/support/make_workload.h"
#include "trace/chain_times.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;
static const char *const names[] = {"a", "b", "c"};

static void fresh(void)
{
	arena_reset(&arena);
}

/* Periods 5, 10, 20 and costs 1, 2, 4: responses 1, 3, 8 by rates. */
static struct workload *three(void)
{
	struct workload *w = make_workload();

	w->platform =
		(struct platform){.n_cores = 1, .preemption = PREEMPT_FULL};
	for (int i = 0; i < 3; i++) {
		dag_time period = (dag_time)5 << i;

		make_task(w, names[i], period, period);
		make_node(w, "n", (dag_time)1 << i);
	}
	make_done(w);
	return w;
}

static struct chain_bounds ask(const struct workload *w, const char *test,
			       const char *policy, const char *text)
{
	const struct analysis_charge nominal = {{0, 0}, 0, {0, 0}};
	const struct analysis_options options = {.want_bounds = true};
	struct analysis_set *s = set_build(w, &nominal, TIME_DENSE, &arena);
	struct verdict *v = ARENA_NEW(&arena, struct verdict, 1);
	struct chain *c = ARENA_NEW(&arena, struct chain, 1);
	struct analysis_input in = {
		.set = s, .options = &options, .arena = &arena};
	struct policy_traits traits;
	struct chain_bounds b;
	struct lineup l;

	ck_assert(lineup_init(&l, policy, w, &arena, NULL));
	traits = analysis_bind(s, l.policy, w);
	analysis_place(s, l.policy, w, &arena);
	in.policy = &traits;
	analysis_run(analysis_find(test, NULL), &in, v);
	ck_assert(chain_parse(c, text, names, 3, &arena, NULL));
	chain_bounds(&b, c, s, v->kind == VERDICT_SCHEDULABLE ? v : NULL,
		     &traits, &arena);
	return b;
}

static void expect(const struct chain_bounds *b, dag_time davare,
		   dag_time reaction, dag_time age, dag_time let,
		   dag_time exact)
{
	ck_assert_msg(!b->reason, "%s", b->reason);
	ck_assert_int_eq(b->davare, davare);
	ck_assert_int_eq(b->reaction, reaction);
	ck_assert_int_eq(b->data_age, age);
	ck_assert_int_eq(b->let, let);
	ck_assert_int_eq(b->let_exact, exact);
}

START_TEST(down_and_up_the_priorities)
{
	struct workload *w = three();
	struct chain_bounds b = ask(w, "fp_rta", "gfp", "a,b,c");

	expect(&b, 47, 43, 23 + 0, 70, 55);
	b = ask(w, "fp_rta", "gfp", "c,b,a");
	expect(&b, 47, 47, 42, 70, 55);
	b = ask(w, "fp_rta", "gfp", "b");
	expect(&b, 13, 13, 3, 20, 20);
	workload_free(w);
}
END_TEST

/* Without priorities, or with jitter, nobody is known to wait: a job of b may
 * start though one of a is to come. */
START_TEST(order_that_is_not_known_costs_the_response)
{
	struct workload *w = three();
	struct chain_bounds b = ask(w, "edf_qpa", "gedf", "a,b,c");

	expect(&b, 5 + 1 + 10 + 3 + 20 + 8, 5 + 8 + 10 + 1 + 20 + 3,
	       8 + 5 + 1 + 10 + 3, 70, 55);
	w->tasks[0].jitter = 1; /* responses 2, 3, 8 */
	b = ask(w, "fp_rta", "gfp", "a,b,c");
	ck_assert_ptr_null(b.reason);
	ck_assert_int_eq(b.data_age,
			 b.davare - 20 - 3); /* the 3: of b before c */
	workload_free(w);
}
END_TEST

START_TEST(phases_decide_logical_execution_times)
{
	struct workload *w = three();
	struct chain_bounds b;

	/* a hands over at 5 k, b at 10 k + 5, c at 20 k + 15: no waiting for
	 * the data of one job of a in four */
	w->tasks[1].phase = 5;
	w->tasks[2].phase = 15;
	b = ask(w, "fp_rta", "gfp", "a,b,c");
	/* read at z, job at z + 5 writes at z + 10; worst: z = 10 k + 0 waits
	 * 5 for b, which writes 10 later; c reads every 20 */
	ck_assert_int_eq(b.let_exact, 55);
	ck_assert_int_eq(b.let, 70);
	w->tasks[2].deadline = 12;
	b = ask(w, "fp_rta", "gfp", "a,b,c");
	ck_assert_int_eq(b.let_exact, 47);
	workload_free(w);
}
END_TEST

START_TEST(what_has_no_bound_says_why)
{
	struct workload *w = three();
	struct chain_bounds b;

	w->tasks[1].arrival = SPORADIC;
	b = ask(w, "fp_rta", "gfp", "a,b");
	ck_assert(strstr(b.reason, "'b' is sporadic"));
	ck_assert(strstr(b.let_reason, "'b' is sporadic"));
	w->tasks[1].arrival = PERIODIC;
	w->tasks[2].deadline = 7;
	b = ask(w, "fp_rta", "gfp", "a,b");
	ck_assert(strstr(b.reason, "no test"));
	ck_assert_ptr_null(b.let_reason);
	w->tasks[0].deadline = 6;
	b = ask(w, "fp_rta", "gfp", "a,b");
	ck_assert(strstr(b.let_reason, "'a' may overlap"));
	workload_free(w);
	w = three();
	w->tasks[0].period = 999999937;
	w->tasks[1].period = 999999929;
	w->tasks[2].period = 999999893;
	b = ask(w, "fp_rta", "gfp", "a,b,c");
	ck_assert_ptr_null(b.let_reason);
	ck_assert(strstr(b.exact_reason, "hyperperiod"));
	workload_free(w);
}
END_TEST

START_TEST(chains_are_read_by_name)
{
	struct dag_error e;
	struct chain c;

	ck_assert(chain_parse(&c, "c,a,c", names, 3, &arena, &e));
	ck_assert_uint_eq(c.n, 3);
	ck_assert_uint_eq(c.task[0], 2);
	ck_assert_uint_eq(c.task[1], 0);
	ck_assert(!chain_parse(&c, "a,,b", names, 3, &arena, &e));
	ck_assert(strstr(e.msg, "a name is missing"));
	ck_assert(!chain_parse(&c, "", names, 3, &arena, &e));
	ck_assert(!chain_parse(&c, "a,", names, 3, &arena, &e));
	ck_assert(!chain_parse(&c, "a,d", names, 3, &arena, &e));
	ck_assert(strstr(e.msg, "unknown task 'd'; valid: a, b, c"));
}
END_TEST

/* --- measuring --- */

struct span {
	uint32_t task;
	uint64_t instance;
	dag_time start, finish;
};

static void feed(struct trace_sink *s, const struct span *x, size_t n)
{
	for (dag_time t = 0; t <= 100; t++) {
		for (size_t i = 0; i < n; i++) {
			struct trace_rec r = {.t = t,
					      .kind = TRACE_FINISH,
					      .flags = TRACE_JOB_DONE,
					      .task = x[i].task,
					      .instance = x[i].instance};

			if (x[i].finish == t)
				s->consume(s, &r, 1);
		}
		for (size_t i = 0; i < n; i++) {
			struct trace_rec r = {.t = t,
					      .kind = TRACE_START,
					      .task = x[i].task,
					      .instance = x[i].instance};

			if (x[i].start == t)
				s->consume(s, &r, 1);
		}
	}
}

/* a: [2, 4] [10, 13] [20, 22]   b: [1, 3] [13, 14] [30, 31] */
START_TEST(times_are_taken_from_readings_to_writings)
{
	static const struct span spans[] =
		{
			{0, 0, 2, 4},    {0, 1, 10, 13}, {0, 2, 20, 22},
			{1, 0, 1, 3},    {1, 1, 13, 14}, {1, 2, 30, 31},
			{2, 0, 40, 500}, /* never done */
		};
	const struct trace_header h = {.n_tasks = 3};
	struct chain chains[3];
	struct chain_times out[3];
	struct chain_watch *w;

	ck_assert(chain_parse(&chains[0], "a,b", names, 3, &arena, NULL));
	ck_assert(chain_parse(&chains[1], "b,a", names, 3, &arena, NULL));
	ck_assert(chain_parse(&chains[2], "a,c", names, 3, &arena, NULL));
	w = chain_watch_new(&h, chains, 3);
	feed(chain_watch_sink(w), spans, 7);
	chain_watch_report(w, out);
	/* after 2: job of 10, written at 13, read at 13, written at 14; after
	 * 10: written at 22, read at 30, written at 31 */
	ck_assert_uint_eq(out[0].reaction.n, 2);
	ck_assert_int_eq(out[0].reaction.least, 12);
	ck_assert_int_eq(out[0].reaction.most, 21);
	ck_assert_int_eq((int64_t)out[0].reaction.sum, 33);
	/* at 1 nothing was written; at 13 that of 10, at 30 that of 20 */
	ck_assert_uint_eq(out[0].data_age.n, 2);
	ck_assert_int_eq(out[0].data_age.least, 4);
	ck_assert_int_eq(out[0].data_age.most, 11);
	/* at 1 task a has not begun; what is written at 31 goes nowhere */
	ck_assert_uint_eq(out[1].reaction.n, 0);
	ck_assert_int_eq(out[1].data_age.most, 12); /* 13 - 1, 22 - 13 */
	ck_assert_uint_eq(out[2].reaction.n, 0);
	ck_assert_uint_eq(out[2].data_age.n, 0);
	chain_watch_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("chains");
	TCase *t = tcase_create("chains");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, NULL, fresh);
	tcase_add_test(t, down_and_up_the_priorities);
	tcase_add_test(t, order_that_is_not_known_costs_the_response);
	tcase_add_test(t, phases_decide_logical_execution_times);
	tcase_add_test(t, what_has_no_bound_says_why);
	tcase_add_test(t, chains_are_read_by_name);
	tcase_add_test(t, times_are_taken_from_readings_to_writings);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

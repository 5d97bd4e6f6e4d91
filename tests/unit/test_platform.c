/* test_platform.c - threads and executors: worked traces, event by event, and
 * that without executors a platform run is a run of the simulator */
#include "tests/support/dagsets.h"
#include "tests/support/platkit.h"
#include "tests/support/runkit.h"

#include <check.h>
#include <stdlib.h>

/* --- the worked example ---
 *
 * Callbacks in this order: T_lo (a timer of 10 ms, 1 ms), T_hi (4 ms, 1 ms),
 * S_lo (6 ms, hears T_lo), S_hi (1 ms, hears T_hi); all in one executor. */

static struct workload *worked(void)
{
	struct workload *w = make_workload();
	uint32_t a, b;

	w->platform.n_cores = 1;
	w->platform.preemption = PREEMPT_FULL;
	make_task(w, "lo", MS(10), MS(10));
	a = make_node(w, "T_lo", MS(1));
	b = make_node(w, "S_lo", MS(6));
	make_edge(w, a, b, 0);
	make_task(w, "hi", MS(4), MS(4));
	a = make_node(w, "T_hi", MS(1));
	b = make_node(w, "S_hi", MS(1));
	make_edge(w, a, b, 0);
	make_done(w);
	return w;
}

static const struct platkit_options all_in_one = {.mapping = {.per = PER_ALL}};

START_TEST(wait_set_trace)
{
	struct workload *w = worked();
	struct platform_result *r =
		on_platform(w, "ros2-ste", &all_in_one, MS(20));

	ck_assert_str_eq(executor_story(r, MS(1)),
			 "poll{T_lo,T_hi} 0:T_lo(0) 1:T_hi(0) "
			 "poll{S_lo,S_hi} 2:S_lo(1) 8:S_hi(2) "
			 "poll{T_hi} lost T_hi(8) 9:T_hi(4) "
			 "poll{T_lo,S_hi} 10:T_lo(10) 11:S_hi(10) "
			 "poll{T_hi,S_lo} 12:T_hi(12) 13:S_lo(11) "
			 "poll{T_hi,S_hi} 19:T_hi(16)");
	ck_assert_uint_eq(r->stats.lost, 1);
	workload_free(w);
}
END_TEST

START_TEST(live_timers_trace)
{
	struct workload *w = worked();
	struct platform_result *r =
		on_platform(w, "ros2-ste-dashing", &all_in_one, MS(13));

	ck_assert_str_eq(executor_story(r, MS(1)),
			 "0:T_lo(0) 1:T_hi(0) poll{S_lo,S_hi} 2:S_lo(1) "
			 "8:T_hi(4) 9:T_hi(8) 10:T_lo(10) 11:S_hi(2) "
			 "12:T_hi(12)");
	workload_free(w);
}
END_TEST

/* --- without executors --- */

static bool is_of_platforms(const struct trace_rec *r)
{
	return r->kind >= TRACE_THREAD && r->kind <= TRACE_LOST;
}

static bool same(const struct trace_rec *x, const struct trace_rec *y)
{
	return x->t == y->t && x->instance == y->instance && x->a == y->a &&
	       x->b == y->b && x->task == y->task && x->node == y->node &&
	       x->exec == y->exec && x->kind == y->kind &&
	       x->flags == y->flags && x->count == y->count &&
	       x->index == y->index;
}

/* Record by record; a node never overlaps itself in these sets. */
static void compare(const struct workload *w, const char *policy,
		    dag_time horizon)
{
	struct platkit_options o = {.policy = policy,
				    .mapping = {.per = PER_PRESET},
				    .config.ties = THREAD_TIES_RELEASE};
	struct platform_result *p = on_platform(w, "threads", &o, horizon);
	struct result *s =
		run_unaudited(w, policy,
			      (struct sim_config){.horizon = horizon,
						  .late = LATE_RUN});
	size_t k = 0;

	for (size_t i = 0; i < p->n; i++) {
		if (is_of_platforms(&p->recs[i]))
			continue;
		ck_assert_uint_lt(k, s->n);
		ck_assert_msg(same(&p->recs[i], &s->recs[k]),
			      "%s: record %zu at %lld differs from %zu at %lld",
			      policy, i, (long long)p->recs[i].t, k,
			      (long long)s->recs[k].t);
		k++;
	}
	ck_assert_uint_eq(k, s->n);
}

static bool overlaps_itself(const struct result *r)
{
	return r->metrics.overall.max_lateness > 0 ||
	       r->metrics.overall.pending || r->metrics.overall.censored > 8;
}

START_TEST(threads_are_the_simulator)
{
	static const char *const policies[] = {"gfp", "gedf",
					       "llf:node_order=index",
					       "prioritized_fifo"};
	struct rng rng = {7};
	unsigned compared = 0;

	for (unsigned i = 0; i < 60; i++) {
		struct workload *w = dagset_draw(
			&(struct dagset_spec){.cores = 1 + i % 4,
					      .tasks = 4,
					      .nodes = 7,
					      .cost = 20,
					      .load = 0.5 * (1 + i % 4),
					      .constrained = true},
			&rng);

		for (unsigned k = 0; k < 4; k++) {
			struct result *r =
				run_unaudited(w, policies[k],
					      (struct sim_config){
						      .horizon = 2000,
						      .late = LATE_RUN});

			if (overlaps_itself(r))
				continue;
			compare(w, policies[k], 2000);
			compared++;
		}
		workload_free(w);
	}
	ck_assert_uint_gt(compared, 60);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("platform");
	TCase *t = tcase_create("platform");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, wait_set_trace);
	tcase_add_test(t, live_timers_trace);
	tcase_add_test(t, threads_are_the_simulator);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	SRunner *r = srunner_create(suite());
	int failed;

	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

/* Chains in random runs: no reaction time and no data age is above its
 * bound, whatever the policy, arrivals and execution times. */
#include "analysis/chains.h"
#include "policies/lineup.h"
#include "sim/sim.h"
#include "tests/support/make_workload.h"
#include "tests/support/streams.h"
#include "trace/chain_times.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 300, TASKS = 6, ROUNDS = 3 };

static struct arena arena;
static struct rng R;

static unsigned below(unsigned n)
{
	return (unsigned)rng_next_below(&R, n);
}

static void fresh(void)
{
	R = (struct rng){4711};
}

static struct workload *draw(void)
{
	struct workload *w = make_workload();
	unsigned n = 1 + below(TASKS);
	char name[8];

	w->platform = (struct platform){.n_cores = 1 + below(2),
					.preemption = PREEMPT_FULL};
	for (unsigned i = 0; i < n; i++) {
		dag_time period = 5 + below(40);
		struct task *t;

		snprintf(name, sizeof(name), "t%u", i);
		t = make_task(w, name, period, period);
		t->jitter = below(3) ? 0 : below((unsigned)period / 3);
		t->phase = below(40);
		for (unsigned k = 0; k <= below(2); k++) {
			snprintf(name, sizeof(name), "n%u", k);
			make_node(w, name, 1 + below((unsigned)period / n));
		}
	}
	make_done(w);
	for (uint32_t i = 0; i < w->n_models; i++)
		noise_init(&w->models[i].noise, &w->arena, NOISE_UNIFORM,
			   0.01 * below(100), 1, NULL);
	return w;
}

struct asked {
	struct lineup l;
	struct policy_traits traits;
	struct analysis_set *set;
	struct verdict v;
};

static bool ask(const struct workload *w, const char *policy, const char *test,
		struct asked *q)
{
	const struct analysis_charge nominal = {{0, 0}, 0, {0, 0}};
	const struct analysis_options options = {.want_bounds = true};
	struct analysis_input in = {.options = &options, .arena = &arena};

	ck_assert(lineup_init(&q->l, policy, w, &arena, NULL));
	in.set = q->set = set_build(w, &nominal, TIME_DENSE, &arena);
	q->traits = analysis_bind(q->set, q->l.policy, w);
	analysis_place(q->set, q->l.policy, w, &arena);
	in.policy = &q->traits;
	analysis_run(analysis_find(test, NULL), &in, &q->v);
	return q->v.kind == VERDICT_SCHEDULABLE;
}

static void draw_chain(const struct workload *w, struct chain *c)
{
	uint32_t n = 1 + below(4);
	uint32_t *task = ARENA_NEW(&arena, uint32_t, n);

	for (uint32_t i = 0; i < n; i++)
		task[i] = below(w->n_tasks);
	*c = (struct chain){.text = "drawn", .n = n, .task = task};
}

/* The margins that were seen: how near the bounds come. */
static double nearest[2];

static void compare(const struct chain_bounds *b, const struct chain_times *t)
{
	if (t->reaction.n) {
		ck_assert_int_le(t->reaction.most, b->reaction);
		ck_assert_int_le(t->reaction.most, b->davare);
		if ((double)t->reaction.most / (double)b->reaction > nearest[0])
			nearest[0] =
				(double)t->reaction.most / (double)b->reaction;
	}
	if (t->data_age.n) {
		ck_assert_int_le(t->data_age.most, b->data_age);
		if ((double)t->data_age.most / (double)b->data_age > nearest[1])
			nearest[1] =
				(double)t->data_age.most / (double)b->data_age;
	}
}

static void attack(struct workload *w, struct asked *q)
{
	struct chain chains[4];
	struct chain_bounds bounds[4];
	struct chain_times times[4];
	struct trace_header h = {.n_tasks = w->n_tasks};

	for (int i = 0; i < 4; i++) {
		draw_chain(w, &chains[i]);
		chain_bounds(&bounds[i], &chains[i], q->set, &q->v, &q->traits,
			     &arena);
		ck_assert(bounds[i].reason ||
			  (bounds[i].reaction <= bounds[i].davare &&
			   bounds[i].data_age < bounds[i].reaction));
	}
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct chain_watch *watch = chain_watch_new(&h, chains, 4);
		struct trace_sink *sink = chain_watch_sink(watch);
		struct sim_config c = {.workload = w,
				       .policy = q->l.policy,
				       .horizon = 1200,
				       .seed = rng_next(&R),
				       .late = LATE_RUN,
				       .noise = round > 0};
		struct sim_stats stats;

		ck_assert(sim_run(&c, &arena, &sink, 1, &stats, NULL));
		chain_watch_report(watch, times);
		for (int i = 0; i < 4; i++)
			if (!bounds[i].reason)
				compare(&bounds[i], &times[i]);
		chain_watch_free(watch);
	}
}

static const struct {
	uint32_t cores;
	const char *policy, *test;
} cases[] = {
	{1, "gfp", "fp_rta"},
	{1, "gedf", "edf_qpa"},
	{2, "pfp:fit=worst", "partitioned_fp"},
	{2, "pedf", "partitioned_edf"},
};

START_TEST(measured_times_stay_below_the_bounds)
{
	unsigned accepted = 0;

	for (uint64_t k = 0; k < case_count(CASES); k++) {
		struct workload *w = draw();

		for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
			struct asked q;

			w->platform.n_cores = cases[i].cores;
			if (!ask(w, cases[i].policy, cases[i].test, &q))
				continue;
			accepted++;
			attack(w, &q);
		}
		workload_free(w);
		arena_reset(&arena);
	}
	ck_assert_uint_gt(accepted, 100);
	ck_assert(nearest[0] > 0.9 && nearest[1] > 0.9);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("chain_runs");
	TCase *t = tcase_create("chain_runs");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, fresh, NULL);
	tcase_add_test(t, measured_times_stay_below_the_bounds);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

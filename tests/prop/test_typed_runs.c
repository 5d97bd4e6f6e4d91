/* DAGs on cores and an accelerator, random: what is accepted never misses,
 * and no response exceeds its bound, whatever the policies. */
#include "analysis/test.h"
#include "policies/lineup.h"
#include "tests/support/dagsets.h"
#include "tests/support/runkit.h"
#include "tests/support/streams.h"

#include <check.h>
#include <stdlib.h>

enum { CASES = 60, ROUNDS = 4, JOBS = 12, BATCH = 4 };

static struct arena arena;
static struct rng R;

static unsigned below(unsigned n)
{
	return (unsigned)rng_next_below(&R, n);
}

static void fresh(void)
{
	R = (struct rng){99};
}

/* Some of the models move to the accelerator and may batch there; nodes are
 * dealt out among them. */
static void move_some(struct workload *w)
{
	uint32_t n = 1 + below(3);

	n = n < w->n_models ? n : w->n_models;
	for (uint32_t i = 0; i < n; i++) {
		struct model *m = &w->models[i];
		dag_time *table = ARENA_NEW(&w->arena, dag_time, BATCH);

		table[0] = m->latency[0];
		for (int b = 1; b < BATCH; b++)
			table[b] = table[b - 1] + below((unsigned)table[0] + 1);
		m->resource = ON_ACCELERATOR;
		m->profile = PROFILE_TABLE;
		m->latency = table;
		m->max_batch = 1 + below(BATCH);
	}
	for (uint32_t k = 0; k < w->n_nodes; k++)
		if (w->nodes[k].model < n || below(4) == 0)
			w->nodes[k].model = below(n);
	w->platform.n_accelerators = 1;
}

static struct workload *draw(void)
{
	struct dagset_spec spec = {.cores = 1 + below(4),
				   .tasks = 4,
				   .nodes = 8,
				   .cost = 12,
				   .constrained = below(2)};
	struct workload *w;

	spec.load = (10 + below(50)) / 100.0 * (spec.cores < 3 ? 1 : 2);
	w = dagset_draw(&spec, &R);
	move_some(w);
	w->platform.preemption = (enum preemption)below(3);
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		struct task *t = &w->tasks[i];

		t->priority = (int32_t)below(w->n_tasks);
		t->has_priority = true;
		if (below(4) == 0)
			t->jitter = (dag_time)rng_next_below(
				&R, (uint64_t)t->deadline / 5 + 1);
	}
	ck_assert(workload_check(w, NULL));
	return w;
}

static bool ask(const struct workload *w, const char *policy, struct verdict *v)
{
	const struct analysis_charge nominal = {{0, 0}, 0, {0, 0}};
	static const struct analysis_options options = {.want_bounds = true};
	struct analysis_set *s = set_build(w, &nominal, TIME_DENSE, &arena);
	struct analysis_input in = {
		.set = s, .options = &options, .arena = &arena};
	struct policy_traits traits, beside;
	struct lineup l;

	ck_assert(lineup_init(&l, policy, w, &arena, NULL));
	traits = analysis_bind(s, l.policy, w);
	in.policy = &traits;
	if (l.accelerator) {
		beside = policy_promises(l.accelerator);
		in.accelerator = &beside;
	}
	analysis_run(analysis_find("typed_rta", NULL), &in, v);
	return v->kind == VERDICT_SCHEDULABLE;
}

static struct sim_config shake(struct workload *w, unsigned round)
{
	dag_time longest = 1;

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		struct task *t = &w->tasks[i];

		longest = t->period > longest ? t->period : longest;
		t->phase = round ? (dag_time)rng_next_below(&R,
							    (uint64_t)t->period)
				 : 0;
		t->arrival = round % 2 ? SPORADIC : PERIODIC;
		t->extra_mean = t->period / 8 + 1;
	}
	for (uint32_t i = 0; round && i < w->n_models; i++)
		noise_init(&w->models[i].noise, &w->arena, NOISE_UNIFORM,
			   0.01 * below(100), 1, NULL);
	return (struct sim_config){.horizon = JOBS * longest,
				   .late = LATE_RUN,
				   .noise = round > 1,
				   .seed = rng_next(&R),
				   .tie = round % 2 ? TIE_ADVERSARIAL
						    : TIE_RELEASE};
}

/* The largest response seen, as a part of its bound. */
static double attack(struct workload *w, const char *policy,
		     const struct verdict *v)
{
	double nearest = 0;

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct sim_config c = shake(w, round);
		struct result *r = run_with(w, policy, c);

		ck_assert_msg(metrics_missed(&r->metrics.overall) == 0,
			      "accepted, %s misses", policy);
		for (uint32_t i = 0; i < v->n_bounds; i++) {
			const struct verdict_bound *b = &v->bounds[i];
			dag_time seen = r->metrics.tasks[i].max_response;
			double part;

			if (!r->metrics.tasks[i].completed)
				continue;
			ck_assert_msg((int128)seen * b->den <= b->num,
				      "%s: task %u takes %lld, not %lld/%lld",
				      policy, i, (long long)seen,
				      (long long)b->num, (long long)b->den);
			part = (double)seen * (double)b->den / (double)b->num;
			nearest = part > nearest ? part : nearest;
		}
	}
	for (uint32_t i = 0; i < w->n_models; i++)
		noise_init(&w->models[i].noise, &w->arena, NOISE_NONE, 0, 0,
			   NULL);
	return nearest;
}

static const char *const lineups[] = {"gedf+edf",
				      "gfp+fixed_priority",
				      "gedf+edf_batch",
				      "gfp+fifo",
				      "gfp:priority=dm+edf_batch_same_deadline",
				      "llf+edf_batch",
				      "prioritized_fifo+round_robin",
				      "prioritized_rr+edf"};
enum { LINEUPS = sizeof(lineups) / sizeof(*lineups) };

START_TEST(what_is_accepted_does_not_miss)
{
	uint64_t cases = case_count(CASES);
	unsigned accepted[LINEUPS] = {0};
	double nearest = 0;

	for (uint64_t k = 0; k < cases; k++) {
		struct workload *w = draw();

		for (unsigned i = 0; i < LINEUPS; i++) {
			struct verdict v;

			for (uint32_t t = 0; t < w->n_tasks; t++)
				w->tasks[t].arrival = PERIODIC;
			if (ask(w, lineups[i], &v)) {
				double x = attack(w, lineups[i], &v);

				nearest = x > nearest ? x : nearest;
				accepted[i]++;
			}
		}
		workload_free(w);
		arena_reset(&arena);
	}
	for (unsigned i = 0; i < LINEUPS; i++)
		ck_assert_msg(accepted[i] > cases / 10, "%s: %u", lineups[i],
			      accepted[i]);
	ck_assert(nearest > 0.8);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("typed_runs");
	TCase *t = tcase_create("typed_runs");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, fresh, NULL);
	tcase_add_test(t, what_is_accepted_does_not_miss);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

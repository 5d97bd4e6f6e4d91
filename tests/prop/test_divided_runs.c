/* Random sets of DAG tasks on divided cores: what is accepted never misses,
 * and no response exceeds its bound; reservations under any supply. */
#include "analysis/test.h"
#include "model/core_counts.h"
#include "policies/lineup.h"
#include "tests/support/dagsets.h"
#include "tests/support/runkit.h"
#include "tests/support/streams.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 150, ROUNDS = 3, JOBS = 12 };

static struct arena arena;
static struct rng R;

static unsigned below(unsigned n)
{
	return (unsigned)rng_next_below(&R, n);
}

static void fresh(void)
{
	R = (struct rng){77};
}

/* --- sets --- */

static struct workload *draw(void)
{
	static const unsigned cores[] = {2, 3, 4, 8};
	struct dagset_spec spec = {
		.tasks = 5, .nodes = 12, .cost = 20, .constrained = below(2)};
	struct workload *w;

	spec.cores = cores[below(4)];
	spec.load = spec.cores * (20 + below(70)) / 100.0;
	w = dagset_draw(&spec, &R);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		if (below(3) == 0)
			w->tasks[i].jitter = (dag_time)rng_next_below(
				&R, (uint64_t)w->tasks[i].deadline / 4 + 1);
	return w;
}

static struct verdict ask(const char *name, const struct workload *w,
			  const char *policy)
{
	const struct analysis_charge nominal = {{0, 0}, 0, {0, 0}};
	static const struct analysis_options options = {.want_bounds = true};
	struct analysis_set *s = set_build(w, &nominal, TIME_DENSE, &arena);
	struct analysis_input in = {
		.set = s, .options = &options, .arena = &arena};
	struct policy_traits traits;
	struct verdict v;
	struct lineup l;

	if (policy) {
		ck_assert(lineup_init(&l, policy, w, &arena, NULL));
		traits = analysis_bind(s, l.policy, w);
		analysis_place(s, l.policy, w, &arena);
		in.policy = &traits;
	}
	analysis_run(analysis_find(name, NULL), &in, &v);
	return v;
}

/* --- runs --- */

/* Other arrivals, and other times up to the nominal ones, each round. */
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
				   .noise = round > 0,
				   .seed = rng_next(&R),
				   .tie = round % 2 ? TIE_ADVERSARIAL
						    : TIE_RELEASE};
}

static void attack(struct workload *w, const char *policy,
		   const struct verdict *v)
{
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct sim_config c = shake(w, round);
		struct result *r = run_with(w, policy, c);

		ck_assert_msg(metrics_missed(&r->metrics.overall) == 0,
			      "%s accepts, %s misses", v->test, policy);
		for (uint32_t i = 0; i < v->n_bounds; i++) {
			const struct verdict_bound *b = &v->bounds[i];
			dag_time seen = r->metrics.tasks[i].max_response;

			if (b->known && r->metrics.tasks[i].completed)
				ck_assert_msg((int128)seen * b->den <= b->num,
					      "%s: task %u takes %lld, not "
					      "%lld/%lld",
					      v->test, i, (long long)seen,
					      (long long)b->num,
					      (long long)b->den);
		}
	}
}

static const struct {
	const char *test, *policy;
} pairs[] = {
	{"fed_graham", "federated:bound=graham"},
	{"fed_graham", "federated"},
	{"fed_multipath", "federated:bound=multipath"},
	{"fed_multipath_opt", "federated"},
	{"fed_multipath_opt", "federated:node_order=shortest_tail"},
	{"partitioned_edf", "pedf"},
	{"partitioned_edf", "pedf:fit=worst"},
	{"partitioned_fp", "pfp:fit=best"},
	{"partitioned_fp", "pfp:priority=dm"},
};
enum { PAIRS = sizeof(pairs) / sizeof(*pairs) };

START_TEST(what_is_accepted_does_not_miss)
{
	unsigned accepted[PAIRS] = {0};
	uint64_t cases = case_count(CASES);

	for (uint64_t k = 0; k < cases; k++) {
		struct workload *w = draw();
		enum preemption p = below(4) ? PREEMPT_FULL : PREEMPT_LIMITED;

		for (unsigned i = 0; i < PAIRS; i++) {
			struct verdict v;

			w->platform.preemption = p;
			for (uint32_t t = 0; t < w->n_tasks; t++)
				w->tasks[t].arrival = PERIODIC;
			v = ask(pairs[i].test, w, pairs[i].policy);
			if (v.kind != VERDICT_SCHEDULABLE)
				continue;
			accepted[i]++;
			attack(w, pairs[i].policy, &v);
		}
		workload_free(w);
		arena_reset(&arena);
	}
	for (unsigned i = 0; i < PAIRS; i++)
		ck_assert_uint_gt(accepted[i], cases / 20);
}
END_TEST

static bool accepts(const char *name, const struct workload *w)
{
	return ask(name, w, NULL).kind == VERDICT_SCHEDULABLE;
}

START_TEST(stronger_tests_accept_what_weaker_ones_do)
{
	unsigned more = 0;

	for (uint64_t k = 0; k < case_count(5 * CASES); k++) {
		struct workload *w = draw();
		bool graham = accepts("fed_graham", w);
		bool greedy = accepts("fed_multipath", w);
		bool opt = accepts("fed_multipath_opt", w);

		ck_assert(greedy || !graham);
		ck_assert(opt || !greedy);
		ck_assert(accepts("reservation_split", w) ||
			  !accepts("reservation_rmin", w));
		more += opt && !graham;
		workload_free(w);
		arena_reset(&arena);
	}
	ck_assert_uint_gt(more, 0);
}
END_TEST

/* One node shorter, or one period longer. */
static void ease(struct workload *w)
{
	struct model *m = &w->models[w->nodes[below(w->n_nodes)].model];
	dag_time *c = ARENA_NEW(&w->arena, dag_time, 1);

	if (below(2)) {
		struct task *t = &w->tasks[below(w->n_tasks)];

		t->period += 1 + (dag_time)below((unsigned)t->period);
		return;
	}
	*c = 1 + (dag_time)below((unsigned)m->latency[0]);
	m->latency = c;
}

/* First and worst fit promise nothing of the kind: a task that gets shorter may
 * find a place sooner, or need no cores of its own, and push another out.  It
 * is rare, though, where a bound that errs would not be. */
START_TEST(less_load_hardly_loses_a_proof)
{
	static const char *const names[] = {"fed_graham", "fed_multipath_opt",
					    "semifed_x1", "reservation_rmin"};
	unsigned kept[4] = {0}, lost[4] = {0};

	for (uint64_t k = 0; k < case_count(5 * CASES); k++) {
		struct workload *w = draw();
		bool was[4];

		for (int i = 0; i < 4; i++)
			was[i] = accepts(names[i], w);
		ease(w);
		for (int i = 0; i < 4; i++) {
			lost[i] += was[i] && !accepts(names[i], w);
			kept[i] += was[i];
		}
		workload_free(w);
		arena_reset(&arena);
	}
	for (int i = 0; i < 4; i++)
		ck_assert_msg(kept[i] > 0 && lost[i] * 100 <= kept[i],
			      "%s: %u of %u", names[i], lost[i], kept[i]);
}
END_TEST

/* --- reservations: servers served at any time --- */

struct supply {
	unsigned n;
	dag_time budget[64]; /* left, of each server                      */
	dag_time left;       /* ticks to the deadline                     */
	unsigned mood;       /* how the supplier behaves                  */
};

/* How many servers are served in this tick: none that has no budget, and all
 * that would not get theirs any more. */
static unsigned served(struct supply *s)
{
	unsigned n = 0;

	for (unsigned k = 0; k < s->n; k++) {
		bool must = s->budget[k] == s->left;
		bool may =
			s->budget[k] > 0 &&
			(s->mood == 0 || (s->mood == 1 && k == below(s->n)) ||
			 (s->mood == 2 && below(3) == 0));

		if (must || may) {
			s->budget[k]--;
			n++;
		}
	}
	s->left--;
	return n;
}

/* Serves up to n ready nodes for a tick, chosen at random. */
static void serve(const struct graph *g, dag_time *left, unsigned n)
{
	uint32_t ready[64], count = 0;

	for (uint32_t v = 0; v < g->n; v++) {
		bool waits = left[v] == 0;

		for (uint32_t k = g->pred_at[v]; k < g->pred_at[v + 1]; k++)
			waits |= left[g->pred[k]] > 0;
		if (!waits)
			ready[count++] = v;
	}
	for (; n && count; n--) {
		uint32_t k = below(count);

		left[ready[k]]--;
		ready[k] = ready[--count];
	}
}

static void supply_somehow(const struct workload *w, uint32_t task,
			   const struct verdict_share *s)
{
	struct supply supply = {.n = s->n_parts,
				.left = s->parts[0].deadline,
				.mood = below(4)};
	dag_time left[64], sum = 0;
	struct graph g;

	graph_of_task(&g, w, task, NULL, &arena);
	for (uint32_t v = 0; v < g.n; v++)
		left[v] = below(4) ? g.cost[v]
				   : (dag_time)below((unsigned)g.cost[v] + 1);
	for (unsigned k = 0; k < s->n_parts; k++)
		supply.budget[k] = s->parts[k].runtime;
	while (supply.left)
		serve(&g, left, served(&supply));
	for (uint32_t v = 0; v < g.n; v++)
		sum += left[v];
	ck_assert_msg(sum == 0, "%lld of the work are not done",
		      (long long)sum);
}

START_TEST(budgets_suffice_whenever_they_come)
{
	static const char *const tests[] = {
		"reservation_rmin", "reservation_split", "reservation_requal"};
	unsigned heavy = 0;

	for (uint64_t k = 0; k < case_count(CASES); k++) {
		struct workload *w = draw();

		for (unsigned t = 0; t < 3; t++) {
			struct verdict v = ask(tests[t], w, NULL);

			for (uint32_t i = 0; i < v.n_shares; i++) {
				if (!v.shares[i].n_parts ||
				    v.shares[i].n_parts > 64)
					continue;
				heavy += v.shares[i].n_parts > 1;
				supply_somehow(w, i, &v.shares[i]);
			}
		}
		workload_free(w);
		arena_reset(&arena);
	}
	ck_assert_uint_gt(heavy, 10);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("divided_runs");
	TCase *t = tcase_create("divided_runs");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, fresh, NULL);
	tcase_add_test(t, what_is_accepted_does_not_miss);
	tcase_add_test(t, stronger_tests_accept_what_weaker_ones_do);
	tcase_add_test(t, less_load_hardly_loses_a_proof);
	tcase_add_test(t, budgets_suffice_whenever_they_come);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

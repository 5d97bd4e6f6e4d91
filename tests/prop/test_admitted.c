/* What a test admits never misses; what an exact test refuses does.
 *
 * Random sets at the edge of a test (a small step more and it refuses) are
 * attacked with critical and random arrivals in a simulator of the rule that
 * shares no code with the rest.  DAGSIM_CASES (or SOAK) sets run per rule.
 */
#include "analysis/tight.h"
#include "tests/support/npsim.h"
#include "tests/support/randset.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { CASES = 2000, HORIZON = 8 };

static struct streams S, W;
static struct rng R;

struct attack {
	const char *test;
	enum npsim_rule rule;
	struct randset sets;
	unsigned rounds; /* random arrivals per set                      */
	bool invisible;
	bool exact; /* the neighbour must miss                      */
	bool (*admits)(struct streams *s, const void *ctx); /* NULL: the test */
	const void *ctx;
};

static bool admitted(const struct attack *a, struct streams *s)
{
	return a->admits ? a->admits(s, a->ctx) : randset_admitted(s, a->test);
}

static dag_time longest_period(const struct analysis_set *s)
{
	dag_time most = 0;

	for (uint32_t i = 0; i < s->n_tasks; i++)
		if (s->tasks[i].period + s->tasks[i].deadline > most)
			most = s->tasks[i].period + s->tasks[i].deadline;
	return most;
}

/* Who blocks: a stream; its group; some streams of its model. */
static void choose_blockers(const struct analysis_set *s, enum npsim_rule rule,
			    uint32_t i, bool *blocks)
{
	for (uint32_t k = 0; k < s->n_tasks; k++) {
		const struct analysis_task *t = &s->tasks[k];

		blocks[k] = k == i;
		if (rule == NPSIM_RA && t->group != NONE)
			blocks[k] |= t->group == s->tasks[i].group;
		if ((rule == NPSIM_RB || rule == NPSIM_ANY) &&
		    t->model == s->tasks[i].model)
			blocks[k] |= rng_next_below(&R, 2);
	}
}

/* The largest lateness over all critical instants, with a long horizon. */
static dag_time critical(const struct analysis_set *s, struct npsim *sim,
			 dag_time horizon)
{
	static struct npsim_job jobs[NPSIM_JOBS];
	dag_time worst = INT64_MIN;
	bool blocks[STREAMS_MAX] = {false};

	for (uint32_t i = 0; i <= s->n_tasks; i++) {
		size_t n;
		dag_time late;

		if (i < s->n_tasks)
			choose_blockers(s, sim->rule, i, blocks);
		else
			for (uint32_t k = 0; k < s->n_tasks; k++)
				blocks[k] = false;
		n = npsim_critical_jobs(s, blocks, 1, horizon, jobs);
		late = npsim_run(sim, jobs, n, NULL);
		if (late > worst)
			worst = late;
	}
	return worst;
}

static dag_time random_arrivals(const struct analysis_set *s, struct npsim *sim,
				const struct attack *a)
{
	static struct npsim_job jobs[NPSIM_JOBS];
	dag_time period = longest_period(s);
	struct npsim_arrivals law = {
		.horizon = HORIZON * period,
		.spread = rng_next_below(&R, 2) ? period : 2,
		.extremes = (unsigned)rng_next_below(&R, 9),
		.sporadic = (unsigned)rng_next_below(&R, 9) / 4,
		.invisible = a->invisible,
	};
	size_t n = npsim_random_jobs(s, &law, &R, jobs);

	sim->lookahead = (unsigned[]){0, 1, 8}[rng_next_below(&R, 3)];
	sim->drop = rng_next_below(&R, 2);
	sim->early = rng_next_below(&R, 3) == 0;
	return npsim_run(sim, jobs, n, NULL);
}

static void attack_set(const struct attack *a)
{
	struct analysis_set *s = streams_set(&S);
	struct npsim sim = {.set = s, .rule = a->rule, .rng = &R};

	for (unsigned lookahead = 0; lookahead < 2; lookahead++) {
		sim.lookahead = lookahead;
		if (critical(s, &sim, HORIZON * longest_period(s)) > 0)
			ck_abort_msg("%s admits, a critical instant misses: %s",
				     a->test, randset_text(&S));
	}
	for (unsigned k = 0; k < a->rounds; k++)
		if (random_arrivals(s, &sim, a) > 0)
			ck_abort_msg("%s admits, random arrivals miss: %s",
				     a->test, randset_text(&S));
}

/* Does the refused neighbour miss?  If the test is exact, it does so by the
 * instant that the verdict names. */
static bool neighbour_misses(const struct attack *a)
{
	struct analysis_set *s = streams_set(&W);
	struct npsim sim = {.set = s, .rule = a->rule, .rng = &R};
	struct verdict v;

	if (a->exact) {
		streams_run(&W, a->test, &v);
		return critical(s, &sim, v.violation.t + 2) > 0;
	}
	for (unsigned k = 0; k < 8; k++)
		if (critical(s, &sim, HORIZON * longest_period(s)) > 0 ||
		    random_arrivals(s, &sim, a) > 0)
			return true;
	return false;
}

/* Returns how many of the refused neighbours miss, in percent. */
static unsigned attack_rule(const struct attack *a, enum analysis_time time)
{
	uint64_t n = case_count(CASES), refused = 0, missing = 0;

	S.time = W.time = time;
	for (uint64_t k = 0; k < n; k++) {
		if (a->admits)
			randset_at_edge(&S, a->admits, a->ctx, &a->sets, &R, 40,
					&W);
		else
			randset_at_edge(&S, randset_admitted, a->test, &a->sets,
					&R, 40, &W);
		attack_set(a);
		if (admitted(a, &W))
			continue;
		refused++;
		missing += neighbour_misses(a);
	}
	ck_assert_uint_gt(refused, n / 2);
	printf("%s: %llu of %llu neighbours miss\n", a->test,
	       (unsigned long long)missing, (unsigned long long)refused);
	return (unsigned)(missing * 100 / refused);
}

static const struct randset np_sets = {.streams = 6,
				       .models = 6,
				       .max_batch = 1,
				       .period = 24,
				       .jitter = true,
				       .long_deadlines = true,
				       .gentle = 3};

START_TEST(test_np_edf)
{
	struct attack a = {"np_edf", NPSIM_EDF, np_sets, 8,
			   false,    true,      NULL,    NULL};

	ck_assert_uint_eq(attack_rule(&a, TIME_DISCRETE), 100);
}
END_TEST

START_TEST(test_np_edf_dense)
{
	struct attack a = {"np_edf", NPSIM_EDF, np_sets, 8,
			   true,     false,     NULL,    NULL};

	ck_assert_uint_gt(attack_rule(&a, TIME_DENSE), 0);
}
END_TEST

static const struct randset batch_sets = {.streams = 6,
					  .models = 2,
					  .max_batch = 4,
					  .period = 24,
					  .jitter = true,
					  .gentle = 3};

START_TEST(test_same_deadline)
{
	struct attack a = {"np_edf_same_deadline",
			   NPSIM_RA,
			   batch_sets,
			   8,
			   false,
			   false,
			   NULL,
			   NULL};

	a.sets.groups = true;
	ck_assert_uint_gt(attack_rule(&a, TIME_DISCRETE), 50);
}
END_TEST

/* With tables that do not decrease the test is exact. */
START_TEST(test_same_deadline_exact)
{
	struct attack a = {"np_edf_same_deadline",
			   NPSIM_RA,
			   batch_sets,
			   2,
			   false,
			   true,
			   NULL,
			   NULL};

	a.sets.groups = a.sets.monotone = true;
	ck_assert_uint_eq(attack_rule(&a, TIME_DISCRETE), 100);
}
END_TEST

START_TEST(test_cross_deadline)
{
	struct attack a = {"np_edf_cross_deadline",
			   NPSIM_RB,
			   batch_sets,
			   8,
			   false,
			   false,
			   NULL,
			   NULL};

	attack_rule(&a, TIME_DISCRETE);
	a.rule = NPSIM_ANY;
	a.invisible = true;
	attack_rule(&a, TIME_DENSE);
}
END_TEST

START_TEST(test_tight)
{
	struct attack a = {"np_edf_cross_deadline_tight",
			   NPSIM_RB,
			   batch_sets,
			   8,
			   false,
			   false,
			   NULL,
			   NULL};

	ck_assert_uint_gt(attack_rule(&a, TIME_DISCRETE), 20);
	a.invisible = true;
	attack_rule(&a, TIME_DENSE);
}
END_TEST

/* Without the guard any members may be chosen, seen late or not. */
static bool variant_admits(struct streams *s, const void *flags)
{
	struct tight *t =
		tight_new(streams_set(s), *(const unsigned *)flags, &s->arena);
	struct tight_point p;
	uint64_t work = 0;

	return t->limit >= 0 &&
	       tight_qpa(t, t->limit, UINT64_MAX, &work, &p) == TIGHT_PASSES;
}

START_TEST(test_unguarded_variants)
{
	static const unsigned flags[] = {
		0, TIGHT_ONE_LESS, TIGHT_EFFECTIVE, TIGHT_PARTITION,
		TIGHT_ONE_LESS | TIGHT_EFFECTIVE | TIGHT_PARTITION};
	struct attack a = {"a variant without guard",
			   NPSIM_ANY,
			   batch_sets,
			   8,
			   true,
			   false,
			   variant_admits,
			   NULL};

	for (unsigned i = 0; i < 5; i++) {
		a.ctx = &flags[i];
		attack_rule(&a, TIME_DENSE);
	}
}
END_TEST

/* Policies that predict more, or less, than what is charged. */
START_TEST(test_tight_predictions)
{
	struct attack a = {"np_edf_cross_deadline_tight",
			   NPSIM_RB,
			   batch_sets,
			   8,
			   false,
			   false,
			   NULL,
			   NULL};
	static const struct ratio factors[] = {{1, 2}, {13, 10}, {3, 1}};

	for (unsigned i = 0; i < 3; i++) {
		S.charge.prediction_factor = factors[i];
		W.charge.prediction_factor = factors[i];
		attack_rule(&a, TIME_DISCRETE);
	}
}
END_TEST

static void begin(void)
{
	streams_init(&S);
	streams_init(&W);
	R = (struct rng){20260704};
}

static void end(void)
{
	streams_free(&S);
	streams_free(&W);
}

int main(void)
{
	Suite *s = suite_create("admitted");
	TCase *tc = tcase_create("admitted");
	SRunner *sr = srunner_create(s);
	int failed;

	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, test_np_edf);
	tcase_add_test(tc, test_np_edf_dense);
	tcase_add_test(tc, test_same_deadline);
	tcase_add_test(tc, test_same_deadline_exact);
	tcase_add_test(tc, test_cross_deadline);
	tcase_add_test(tc, test_tight);
	tcase_add_test(tc, test_unguarded_variants);
	tcase_add_test(tc, test_tight_predictions);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

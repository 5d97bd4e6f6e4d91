/* test_reserved_runs.c - what a test of reservations admits, its servers carry
 *
 * Random sets of DAGs; where reservation_rmin, _split or _requal admits one,
 * the DAGs run on the threads that it reserves, early, late and shorter than
 * they may be, and must never miss.  The auditor watches budgets meanwhile.
 */
#include "analysis/test.h"
#include "platform/launch.h"
#include "tests/support/dagsets.h"
#include "trace/audit.h"
#include "trace/metrics.h"

#include <check.h>
#include <stdio.h>

enum { SETS = 60, BATCHES = 6 };

static struct arena arena;
static struct dag_error error;

static void teardown(void)
{
	arena_free(&arena);
}

/* The servers of each task, or NULL: not admitted.  *several: some task has
 * more than one. */
static const struct reserved *reserve(const struct workload *w,
				      const char *name, bool *several)
{
	static const struct analysis_options options;
	const struct analysis_charge charge = {.safety_factor = {1, 1}};
	struct analysis_input in = {
		.set = set_build(w, &charge, TIME_DENSE, &arena),
		.options = &options,
		.arena = &arena};
	struct reserved *r = ARENA_NEW(&arena, struct reserved, w->n_tasks);
	struct verdict v;

	analysis_run(analysis_find(name, &error), &in, &v);
	if (v.kind != VERDICT_SCHEDULABLE)
		return NULL;
	ck_assert_uint_eq(v.n_shares, w->n_tasks);
	for (uint32_t i = 0; i < v.n_shares; i++) {
		const struct verdict_share *s = &v.shares[i];
		uint32_t *cores = ARENA_NEW(&arena, uint32_t, s->n_parts);

		for (uint32_t k = 0; k < s->n_parts; k++)
			cores[k] = s->parts[k].core;
		r[s->task] =
			(struct reserved){s->parts->runtime, s->parts->deadline,
					  s->parts->period, cores, s->n_parts};
		*several |= s->n_parts > 1;
	}
	return r;
}

static void never_misses(const struct workload *w, enum thread_map map,
			 const struct reserved *r, uint64_t seed)
{
	struct launch_options o = {
		.mapping = {.per = PER_PRESET},
		.map = map,
		.reserved = r,
		.deadline = {.limit = {0, 1}, .reclaim = seed % 2},
		.horizon = MS(150),
		.seed = seed,
		.noise = true};
	struct trace_sink *sinks[2];
	struct metrics_run run;
	struct trace_header h;
	struct metrics *m;
	struct audit *audit;
	struct launch l;

	ck_assert_msg(launch_prepare(&l, "threads", w, &o, &arena, &error),
		      "%s", error.msg);
	trace_header_init(&h, l.workload, &arena);
	launch_describe(&l, &h, &arena);
	m = metrics_new(&h);
	audit = audit_new(&h, 8);
	sinks[0] = metrics_sink(m);
	sinks[1] = audit_sink(audit);
	ck_assert_msg(launch_run(&l, &arena, sinks, 2, &error), "%s",
		      error.msg);
	metrics_report(m, &arena, &run);
	metrics_free(m);
	audit_finish(audit);
	if (audit_count(audit))
		audit_print(stderr, audit);
	ck_assert_uint_eq(audit_count(audit), 0);
	audit_free(audit);
	ck_assert_uint_gt(run.overall.completed, 0);
	ck_assert_uint_eq(run.overall.late + run.overall.dropped +
				  run.overall.pending,
			  0);
}

START_TEST(admitted_sets_never_miss)
{
	static const struct {
		enum thread_map map;
		const char *test;
	} ways[] = {{MAP_RMIN, "reservation_rmin"},
		    {MAP_RSPLIT, "reservation_split"},
		    {MAP_REQUAL, "reservation_requal"}};
	struct dagset_spec spec = {.cores = 2 + (unsigned)_i % 3,
				   .tasks = 3,
				   .nodes = 8,
				   .cost = MS(1),
				   .load = 0.35 * (2 + _i % 3),
				   .constrained = true};
	struct rng r = {rng_base(12, RNG_ADVERSARY, 0, (uint64_t)_i)};
	int several = 0;

	for (int n = 0; n < SETS; n++) {
		struct workload *w = dagset_draw(&spec, &r);

		for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
			bool some = false;
			const struct reserved *s =
				reserve(w, ways[i].test, &some);

			several += s && some;
			if (s && (some || n % 8 == 0))
				never_misses(w, ways[i].map, s, (uint64_t)n);
			arena_reset(&arena);
		}
		workload_free(w);
	}
	ck_assert_int_gt(several, 5);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("reserved_runs");
	TCase *t = tcase_create("reserved_runs");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_loop_test(t, admitted_sets_never_miss, 0, BATCHES);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

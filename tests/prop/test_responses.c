/* Response bounds are never exceeded, and the exact ones are reached.
 *
 * Random sets; random arrivals must stay below the bounds, and the arrivals
 * that the formula is made of must attain them to the tick.
 */
#include "analysis/response.h"
#include "tests/support/npsim.h"
#include "tests/support/randset.h"

#include <check.h>
#include <stdlib.h>

enum { CASES = 2000, ROUNDS = 6 };

static struct streams S;
static struct rng R;
static struct npsim_job jobs[NPSIM_JOBS];

static const struct randset sets = {.streams = 6,
				    .models = 6,
				    .max_batch = 1,
				    .period = 24,
				    .jitter = true,
				    .long_deadlines = true,
				    .gentle = 4};

static struct verdict bounds_of(const char *test)
{
	struct verdict v;

	streams_run(&S, test, &v);
	return v;
}

/* Draws a set with load below 1 and priorities in random order. */
static void draw_set(bool on_core)
{
	bool fits;

	do {
		double load = 0;

		randset_draw(&S, &sets, &R);
		for (uint32_t i = 0; i < S.w.n_tasks; i++) {
			uint32_t k = (uint32_t)rng_next_below(&R, i + 1);
			int32_t p = S.tasks[k].priority;

			S.tasks[k].priority = S.tasks[i].priority;
			S.tasks[i].priority = p;
			load += (double)S.models[S.nodes[i].model].latency[0] /
				(double)S.tasks[i].period;
		}
		fits = load <= 0.95;
	} while (!fits);
	if (on_core)
		streams_on_core(&S, PREEMPT_FULL);
}

static void attack(const struct analysis_set *s, enum npsim_rule rule,
		   const struct verdict *v)
{
	dag_time seen[STREAMS_MAX];

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct npsim sim = {.set = s,
				    .rule = rule,
				    .rng = &R,
				    .early = round % 3 == 2};
		struct npsim_arrivals law = {
			.horizon = 300,
			.spread = round % 2 ? 2 : 24,
			.extremes = (unsigned)rng_next_below(&R, 9),
			.sporadic = round % 2,
		};
		size_t n = npsim_random_jobs(s, &law, &R, jobs);

		for (uint32_t i = 0; i < s->n_tasks; i++)
			seen[i] = 0;
		npsim_run(&sim, jobs, n, seen);
		for (uint32_t i = 0; i < s->n_tasks; i++)
			if (v->bounds[i].known && seen[i] > v->bounds[i].num)
				ck_abort_msg("task %u: %lld > %lld: %s", i,
					     (long long)seen[i],
					     (long long)v->bounds[i].num,
					     randset_text(&S));
	}
}

/* The largest response of task i when `blocker` (or NONE) starts at 0, all
 * others at once a tick later. */
static dag_time critical_response(const struct analysis_set *s,
				  enum npsim_rule rule, uint32_t i,
				  uint32_t blocker, dag_time horizon)
{
	struct npsim sim = {.set = s, .rule = rule, .rng = &R};
	dag_time seen[STREAMS_MAX] = {0};
	bool blocks[STREAMS_MAX] = {false};
	size_t n;

	if (blocker != NONE)
		blocks[blocker] = true;
	n = npsim_critical_jobs(s, blocks, 1, horizon, jobs);
	npsim_run(&sim, jobs, n, seen);
	return seen[i];
}

static void must_be(dag_time got, dag_time want, uint32_t i)
{
	if (got != want)
		ck_abort_msg("task %u: %lld, bound %lld: %s", i, (long long)got,
			     (long long)want, randset_text(&S));
}

/* --- fixed priorities --- */

static uint32_t list_higher(const struct analysis_set *s, uint32_t i,
			    uint32_t *hep)
{
	uint32_t n = 0;

	for (uint32_t j = 0; j < s->n_tasks; j++)
		if (s->tasks[j].priority < s->tasks[i].priority)
			hep[n++] = j;
	return n;
}

/* A line is above the work, so what it promises is never less. */
static void check_line(const struct analysis_set *s, uint32_t i,
		       bool preemptive, dag_time worst)
{
	uint32_t hep[STREAMS_MAX];
	uint32_t n = list_higher(s, i, hep);
	dag_time line = response_by_line(s, i, hep, n, preemptive);

	if (line >= 0 && line < worst)
		ck_abort_msg("task %u: %lld by a line, worst is %lld: %s", i,
			     (long long)line, (long long)worst,
			     randset_text(&S));
}

static void check_np_fp(const struct analysis_set *s, const struct verdict *v)
{
	uint32_t hep[STREAMS_MAX];

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		struct response_limit limit = {0, 1000000};
		uint32_t n = list_higher(s, i, hep);
		struct response r;
		dag_time horizon;

		response_np_fp(s, i, hep, n, &limit, &r);
		ck_assert_int_eq(r.status, RESPONSE_KNOWN);
		ck_assert_int_eq(r.worst, v->bounds[i].num);
		check_line(s, i, false, r.worst);
		horizon = r.job * s->tasks[i].period + r.worst + 2;
		must_be(critical_response(s, NPSIM_FP, i, r.blocker, horizon),
			r.worst, i);
	}
}

START_TEST(test_np_fp)
{
	S.time = TIME_DISCRETE;
	for (uint64_t k = 0; k < case_count(CASES); k++) {
		struct analysis_set *s;
		struct verdict v;

		draw_set(false);
		s = streams_set(&S);
		v = bounds_of("np_fp_rta");
		attack(s, NPSIM_FP, &v);
		check_np_fp(s, &v);
	}
}
END_TEST

START_TEST(test_fp)
{
	for (uint64_t k = 0; k < case_count(CASES); k++) {
		struct analysis_set *s;
		struct verdict v;

		draw_set(true);
		s = streams_set(&S);
		v = bounds_of("fp_rta");
		attack(s, NPSIM_PREEMPTIVE_FP, &v);
		for (uint32_t i = 0; i < s->n_tasks; i++) {
			must_be(critical_response(s, NPSIM_PREEMPTIVE_FP, i,
						  NONE, 1200),
				v.bounds[i].num, i);
			check_line(s, i, true, v.bounds[i].num);
		}
	}
}
END_TEST

/* Equal priorities: safe, whatever the order of service among them. */
START_TEST(test_equal_priorities)
{
	S.time = TIME_DISCRETE;
	for (uint64_t k = 0; k < case_count(CASES); k++) {
		struct verdict v;

		draw_set(k % 2);
		for (uint32_t i = 0; i < S.w.n_tasks; i++)
			S.tasks[i].priority /= 2;
		v = bounds_of(k % 2 ? "fp_rta" : "np_fp_rta");
		attack(streams_set(&S), k % 2 ? NPSIM_PREEMPTIVE_FP : NPSIM_FP,
		       &v);
		if (v.kind != VERDICT_NOT_SCHEDULABLE)
			continue;
		ck_assert(v.bounds[v.failing].exact);
		for (uint32_t i = 0; i < S.w.n_tasks; i++)
			ck_assert(i == v.failing ||
				  S.tasks[i].priority !=
					  S.tasks[v.failing].priority);
	}
}
END_TEST

/* --- first in, first out --- */

START_TEST(test_fifo)
{
	for (uint64_t k = 0; k < case_count(CASES); k++) {
		dag_time line[STREAMS_MAX];
		struct analysis_set *s;
		struct verdict v;

		draw_set(false);
		s = streams_set(&S);
		v = bounds_of("np_fifo");
		ck_assert(v.bounds[0].known);
		ck_assert(response_fifo_by_line(s, line));
		for (uint32_t i = 0; i < s->n_tasks; i++)
			ck_assert_int_ge(line[i], v.bounds[i].num);
		attack(s, NPSIM_FIFO, &v);
		for (uint32_t i = 0; i < s->n_tasks; i++)
			ck_assert_int_le(
				critical_response(s, NPSIM_FIFO, i, NONE, 600),
				v.bounds[i].num);
	}
}
END_TEST

/* The job of the analysis: task i released at s with full jitter, its
 * predecessors T apart, the others as early as they may. */
static size_t fifo_jobs(const struct analysis_set *s, uint32_t i, dag_time at,
			struct npsim_job *out)
{
	bool none[STREAMS_MAX] = {false};
	const struct analysis_task *t = &s->tasks[i];
	size_t n = npsim_critical_jobs(s, none, 0, at + 1, out), m = 0;

	for (size_t k = 0; k < n; k++)
		if (out[k].stream != i && out[k].release <= at)
			out[m++] = out[k];
	for (dag_time r = at; r >= 0; r -= t->period)
		out[m++] = (struct npsim_job){
			.release = r,
			.deadline = r - t->jitter + t->deadline,
			.stream = i,
			.tie = 1000,
		};
	return m;
}

START_TEST(test_fifo_reached)
{
	for (uint64_t k = 0; k < case_count(CASES) / 4; k++) {
		struct analysis_set *s;
		struct verdict v;

		draw_set(false);
		s = streams_set(&S);
		v = bounds_of("np_fifo");
		for (uint32_t i = 0; i < s->n_tasks; i++) {
			struct npsim sim = {.set = s, .rule = NPSIM_FIFO};
			dag_time best = 0;

			for (dag_time at = 0; at < 100; at++) {
				dag_time seen[STREAMS_MAX] = {0};
				size_t n = fifo_jobs(s, i, at, jobs);

				npsim_run(&sim, jobs, n, seen);
				if (seen[i] > best)
					best = seen[i];
			}
			ck_assert_int_le(best, v.bounds[i].num);
			if (v.bounds[i].num < 80)
				must_be(best, v.bounds[i].num, i);
		}
	}
}
END_TEST

/* --- EDF --- */

/* The job of i with deadline d behind the blocker and everybody else. */
static dag_time edf_response(const struct analysis_set *s, enum npsim_rule rule,
			     uint32_t i, const struct response *r)
{
	struct npsim sim = {.set = s, .rule = rule, .rng = &R};
	const struct analysis_task *t = &s->tasks[i];
	bool blocks[STREAMS_MAX] = {false};
	dag_time seen[STREAMS_MAX] = {0};
	dag_time at = r->deadline - t->deadline + 1;
	size_t n, m = 0;

	if (r->blocker != NONE)
		blocks[r->blocker] = true;
	n = npsim_critical_jobs(s, blocks, 1, r->deadline + 2, jobs);
	for (size_t k = 0; k < n; k++)
		if (jobs[k].stream != i)
			jobs[m++] = jobs[k];
	for (dag_time a = at; a >= 1 - t->jitter; a -= t->period)
		jobs[m++] = (struct npsim_job){
			.release = a > 1 ? a : 1,
			.deadline = a + t->deadline,
			.stream = i,
			.tie = 1000,
		};
	/* ties are against it: its equals are released no later */
	for (size_t k = 0; k < m; k++)
		if (jobs[k].stream != i && jobs[k].deadline == at + t->deadline)
			jobs[k].deadline--;
	npsim_run(&sim, jobs, m, seen);
	return seen[i];
}

static void check_edf(bool preemptive)
{
	const char *test = preemptive ? "edf_qpa" : "np_edf";
	enum npsim_rule rule = preemptive ? NPSIM_PREEMPTIVE_EDF : NPSIM_EDF;

	S.time = TIME_DISCRETE;
	for (uint64_t k = 0; k < case_count(CASES) / 2; k++) {
		struct response r[STREAMS_MAX];
		struct response_limit limit = {0, 10000000};
		struct analysis_set *s;
		struct verdict v;
		bool in_time = true;

		draw_set(preemptive);
		s = streams_set(&S);
		v = bounds_of(test);
		attack(s, rule, &v);
		response_edf(s, preemptive, &limit, &S.arena, r);
		for (uint32_t i = 0; i < s->n_tasks; i++) {
			if (r[i].status != RESPONSE_KNOWN)
				ck_abort_msg("%llu: %s",
					     (unsigned long long)limit.used,
					     randset_text(&S));
			in_time &= r[i].worst <= s->tasks[i].deadline;
			if (r[i].deadline)
				must_be(edf_response(s, rule, i, &r[i]),
					r[i].worst, i);
		}
		/* two exact answers to one question */
		ck_assert_int_eq(in_time, v.kind == VERDICT_SCHEDULABLE);
	}
}

START_TEST(test_np_edf)
{
	check_edf(false);
}
END_TEST

START_TEST(test_edf)
{
	check_edf(true);
}
END_TEST

/* In dense time a blocker starts an instant before.  Half a tick is such an
 * instant: what is approached is what half ticks reach, and half a tick more
 * where something blocks; and the bound is never below it. */
static void check_halves(const struct response *dense,
			 const struct response *halves, uint32_t i)
{
	dag_time off = 2 * dense->reached - halves->worst;

	if (off < 0 || off > 1 || dense->reached > dense->worst)
		ck_abort_msg("task %u: %lld of %lld, in halves %lld: %s", i,
			     (long long)dense->reached, (long long)dense->worst,
			     (long long)halves->worst, randset_text(&S));
}

START_TEST(test_dense)
{
	unsigned less = 0;

	S.time = TIME_DENSE;
	for (uint64_t k = 0; k < case_count(CASES); k++) {
		struct response a[STREAMS_MAX], b[STREAMS_MAX];
		struct response_limit limit = {0, 100000000};
		uint32_t hep[STREAMS_MAX], n;
		struct analysis_set *s, *twice;

		draw_set(false);
		s = streams_set(&S);
		twice = set_doubled(s, &S.arena);
		twice->time = TIME_DISCRETE;
		for (uint32_t i = 0; i < s->n_tasks; i++) {
			n = list_higher(s, i, hep);
			response_np_fp(s, i, hep, n, &limit, &a[i]);
			response_np_fp(twice, i, hep, n, &limit, &b[i]);
			check_halves(&a[i], &b[i], i);
			less += a[i].reached < a[i].worst;
		}
		response_edf(s, false, &limit, &S.arena, a);
		response_edf(twice, false, &limit, &S.arena, b);
		for (uint32_t i = 0; i < s->n_tasks; i++)
			check_halves(&a[i], &b[i], i);
	}
	ck_assert_uint_gt(less, 0);
}
END_TEST

static void begin(void)
{
	streams_init(&S);
	R = (struct rng){20260705};
}

static void end(void)
{
	streams_free(&S);
}

int main(void)
{
	Suite *s = suite_create("responses");
	TCase *tc = tcase_create("responses");
	SRunner *sr = srunner_create(s);
	int failed;

	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, test_np_fp);
	tcase_add_test(tc, test_fp);
	tcase_add_test(tc, test_equal_priorities);
	tcase_add_test(tc, test_fifo);
	tcase_add_test(tc, test_fifo_reached);
	tcase_add_test(tc, test_np_edf);
	tcase_add_test(tc, test_edf);
	tcase_add_test(tc, test_dense);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

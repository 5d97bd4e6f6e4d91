/* Margins: known borders, and both sides of random ones. */
#include "analysis/margins.h"
#include "analysis/report.h"
#include "tests/support/dagsets.h"
#include "tests/support/randset.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct streams S;

#define MSEC(x) ((dag_time)((x)*1000) * NS_PER_US)
#define ONE     (INT64_C(1) << MARGIN_FACTOR_BITS)

static const struct analysis_options plain;

static struct margins find(const char *test)
{
	struct analysis_input in = {
		.set = streams_set(&S), .options = &plain, .arena = &S.arena};
	struct margins m;

	margins_find(analysis_find(test, NULL), &in, 64, &m);
	return m;
}

static void add(dag_time c, dag_time t, dag_time d, dag_time j)
{
	streams_add(&S, streams_model1(&S, c), t, d, j);
}

/* vla_plus_control: the long model passes in pieces of 7.1 ms. */
START_TEST(test_largest_chunk)
{
	struct margins m;

	add(MSEC(60), MSEC(500), MSEC(500), 0);
	add(MSEC(0.9), MSEC(10), MSEC(10), MSEC(0.5));
	add(MSEC(0.9), MSEC(10), MSEC(10), MSEC(0.5));
	add(MSEC(0.6), MSEC(10), MSEC(10), MSEC(0.5));
	m = find("np_edf");
	ck_assert(m.streams[0].cost.found && m.streams[0].cost.sharp);
	ck_assert_int_eq(m.streams[0].cost.value, MSEC(7.1));
	ck_assert(m.streams[0].chunk.found && m.chunk.found);
	ck_assert_int_eq(m.streams[0].chunk.value, MSEC(7.1));
	ck_assert_int_eq(m.chunk.value, MSEC(7.1));
	ck_assert(!m.streams[1].chunk.found);
	ck_assert(!m.streams[0].period.found);
	ck_assert(!m.streams[0].deadline.found);
	ck_assert(!m.streams[1].cost.found);
	/* 62.4 ms have to fit in D - J, of each of the three */
	ck_assert(!m.streams[1].deadline.found);
	ck_assert(m.scale.found);
	/* 9.5 / 62.4, less what rounding four costs up takes */
	ck_assert_int_le(m.scale.value, (int64_t)(9.5 / 62.4 * (double)ONE));
	ck_assert_int_ge(m.scale.value,
			 (int64_t)((9.5 - 4e-6) / 62.4 * (double)ONE));
	S.time = TIME_DISCRETE;
	m = find("np_edf");
	ck_assert_int_eq(m.streams[0].cost.value, MSEC(7.1) + 1);
}
END_TEST

/* Cutting leaves the work: 6 of 10 and 5 of 10 do not pass in any pieces; two
 * long models have to be cut both. */
START_TEST(test_chunks)
{
	struct margins m;

	add(6, 10, 10, 0);
	add(50, 100, 100, 0);
	m = find("np_edf");
	ck_assert(!m.chunk.found && !m.streams[1].chunk.found);
	ck_assert(m.streams[1].cost.found);
	streams_clear(&S);
	add(4, 10, 10, 0);
	add(20, 200, 200, 0);
	add(30, 300, 300, 0);
	m = find("np_edf");
	for (int i = 0; i < 3; i++)
		ck_assert(!m.streams[i].chunk.found);
	ck_assert(m.chunk.found && m.chunk.sharp);
	ck_assert_int_eq(m.chunk.value, 6);
	m = find("np_fp_rta");
	ck_assert(!m.chunk.found);
	streams_clear(&S);
	add(2, 10, 10, 0);
	add(3, 20, 20, 0);
	ck_assert(!find("np_edf").chunk.found);
}
END_TEST

START_TEST(test_admitted)
{
	struct margins m;

	add(2, 10, 10, 0);
	add(3, 20, 20, 0);
	m = find("np_edf");
	/* blocking: 2 + 3 <= 10 */
	ck_assert_int_eq(m.streams[0].deadline.value, 5);
	ck_assert_int_eq(m.streams[1].cost.value, 8);
	ck_assert_int_eq(m.scale.value, 2 * ONE);
	ck_assert(m.scale.sharp);
	streams_clear(&S);
	add(5, 5, 5, 0);
	m = find("np_edf");
	ck_assert_int_eq(m.scale.value, ONE);
	ck_assert_int_eq(m.streams[0].period.value, 5);
	ck_assert_int_eq(m.streams[0].cost.value, 5);
}
END_TEST

/* Rule RA moves a tick as a whole; rule RB keeps D <= T. */
START_TEST(test_units)
{
	const dag_time c[] = {4, 5, 6};
	uint32_t model = streams_model(&S, 3, c);
	struct margins m;

	S.groups[0] = "g";
	S.w.n_groups = 1;
	for (int i = 0; i < 3; i++)
		streams_add(&S, model, 30, 30, 0)->group = 0;
	m = find("np_edf_same_deadline");
	ck_assert_int_eq(m.streams[0].deadline.value, 6);
	ck_assert_int_eq(m.streams[2].period.value, 6);
	ck_assert_int_eq(m.streams[1].cost.value, 20);
	ck_assert(!m.streams[1].cost.sharp);
	m = find("np_edf_cross_deadline");
	ck_assert_int_eq(m.streams[0].period.value, 30);
	ck_assert(m.streams[0].period.open);
	streams_clear(&S);
	add(2, 10, 10, 0);
	streams_on_core(&S, PREEMPT_NONE);
	ck_assert_int_eq(find("np_edf").streams[0].cost.value, 10);
}
END_TEST

static const char *const tests[] = {"np_edf",
				    "np_edf_same_deadline",
				    "np_edf_cross_deadline",
				    "np_edf_cross_deadline_tight",
				    "np_fp_rta",
				    "np_fifo"};

/* Runs the test with one number changed, by hand. */
static bool admits_with(const char *test, int64_t *where, int64_t value)
{
	int64_t old = *where;
	bool ok;

	*where = value;
	ok = randset_admitted(&S, test);
	*where = old;
	return ok;
}

static void check_border(const char *test, const struct margin *m,
			 int64_t *where, int64_t worse)
{
	if (!m->found)
		return;
	ck_assert_msg(admits_with(test, where, m->value), "%s: %s", test,
		      randset_text(&S));
	if (!m->open)
		ck_assert_msg(!admits_with(test, where, m->value + worse),
			      "%s: %s", test, randset_text(&S));
}

START_TEST(test_both_sides)
{
	static const struct randset sets = {.streams = 4,
					    .models = 3,
					    .max_batch = 3,
					    .period = 40,
					    .jitter = true,
					    .gentle = 5};
	const char *test = tests[_i];
	struct rng r = {5};

	for (int k = 0; k < 25; k++) {
		struct margins m;

		randset_draw(&S, &sets, &r);
		m = find(test);
		for (uint32_t i = 0; i < S.w.n_tasks; i++) {
			struct task *t = &S.tasks[i];

			check_border(test, &m.streams[i].deadline, &t->deadline,
				     -1);
			/* a period below the jitter is no workload */
			if (m.streams[i].period.value > t->jitter + 1)
				check_border(test, &m.streams[i].period,
					     &t->period, -1);
		}
		if (m.scale.found)
			ck_assert_int_eq(m.scale.value >= ONE,
					 randset_admitted(&S, test));
	}
}
END_TEST

static void begin(void)
{
	streams_init(&S);
}

static void end(void)
{
	streams_free(&S);
}

/* Does the set pass with that deadline of task i? */
static bool passes_by(const struct analysis_test *t,
		      const struct analysis_input *in, uint32_t i, dag_time d)
{
	struct analysis_input sub = *in;
	struct analysis_set *c = set_copy(in->set, in->arena);
	struct verdict v;

	c->tasks[i].deadline = d;
	set_refresh(c);
	sub.set = c;
	analysis_run(t, &sub, &v);
	return v.kind == VERDICT_SCHEDULABLE;
}

/* Hundreds of margins of a set for which the test is slow would take minutes:
 * they get a second or so together.  What they say is true all the same. */
START_TEST(test_large_sets_are_limited)
{
	static const struct analysis_charge nominal;
	const struct dagset_spec spec = {8, 40, 64, 1000000, 5, false};
	const struct analysis_test *t = analysis_find("fp_fonseca17", NULL);
	struct analysis_input in = {.options = &plain, .arena = &S.arena};
	struct workload *w = NULL;
	struct analysis_set *s;
	struct margins m;
	struct verdict v;
	struct rng r = {7};
	uint32_t limited = 0;
	char *text = NULL;
	size_t n;
	FILE *out;

	do {
		workload_free(w);
		w = dagset_draw(&spec, &r);
	} while (w->n_tasks < 32);
	s = set_build(w, &nominal, TIME_DENSE, &S.arena);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		s->tasks[i].priority = (int32_t)(s->tasks[i].deadline / 1000);
	in.set = s;
	analysis_run(t, &in, &v);
	ck_assert_int_eq(v.kind, VERDICT_SCHEDULABLE);
	margins_find(t, &in, 64, &m);
	ck_assert_uint_eq(m.n_streams, s->n_tasks);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct margin *d = &m.streams[i].deadline;

		limited += d->limited;
		ck_assert(d->found && !(d->limited && d->sharp));
		if (i % 8 == 0)
			ck_assert(passes_by(t, &in, i, d->value));
	}
	ck_assert_uint_gt(limited, 0);
	out = open_memstream(&text, &n);
	verdict_explain(out, s, &v, &m);
	fclose(out);
	ck_assert(strstr(text, " or beyond (now "));
	ck_assert(strstr(text, " were not sought to the end"));
	free(text);
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("margins");
	TCase *tc = tcase_create("margins");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, test_largest_chunk);
	tcase_add_test(tc, test_chunks);
	tcase_add_test(tc, test_admitted);
	tcase_add_test(tc, test_units);
	tcase_add_test(tc, test_large_sets_are_limited);
	tcase_add_loop_test(tc, test_both_sides, 0,
			    sizeof(tests) / sizeof(*tests));
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

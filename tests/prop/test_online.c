/* Streams that join and leave one by one get the answers of the test on the
 * whole set. */
#include "analysis/online.h"
#include "tests/support/randset.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 400 };

static struct streams S;
static struct rng R;
static struct arena scratch;

struct subject {
	const char *test;
	enum analysis_time time;
	struct randset sets;
	bool on_core;
};

#define SETS(n, m, b)                                                          \
	{                                                                      \
		.streams = n, .models = m, .max_batch = b, .period = 400,      \
		.jitter = true, .gentle = 12                                   \
	}

#define GROUPS(n, m, b)                                                        \
	{                                                                      \
		.streams = n, .models = m, .max_batch = b, .period = 400,      \
		.jitter = true, .gentle = 12, .groups = true                   \
	}

static const struct subject subjects[] = {
	{"np_edf", TIME_DISCRETE, SETS(14, 14, 1), false},
	{"np_edf", TIME_DENSE, SETS(14, 14, 1), false},
	{"edf_qpa", TIME_DENSE, SETS(14, 14, 1), true},
	{"np_edf_cross_deadline", TIME_DENSE, SETS(14, 5, 4), false},
	{"np_edf_cross_deadline_tight", TIME_DISCRETE, SETS(14, 5, 4), false},
	{"np_edf_same_deadline", TIME_DENSE, GROUPS(14, 3, 4), false},
	{"np_edf_same_deadline", TIME_DISCRETE, GROUPS(14, 6, 3), false},
	{"np_fp_rta", TIME_DENSE, SETS(14, 14, 1), false},
	{"np_fp_rta", TIME_DISCRETE, SETS(14, 14, 1), false},
	{"fp_rta", TIME_DENSE, SETS(14, 14, 1), true},
	{"np_fifo", TIME_DISCRETE, SETS(14, 14, 1), false},
	{"np_fifo", TIME_DENSE, SETS(14, 14, 1), false},
};

static const struct analysis_options plain;

/* The test on the given tasks, from scratch. */
static void whole(const struct subject *u, const struct analysis_set *s,
		  struct verdict *v)
{
	struct analysis_set *c = set_copy(s, &scratch);
	struct analysis_input in = {
		.set = c, .options = &plain, .arena = &scratch};

	set_refresh(c);
	analysis_run(analysis_find(u->test, NULL), &in, v);
}

/* The admitted set with one more. */
static const struct analysis_set *with(const struct analysis_set *s,
				       const struct analysis_task *t)
{
	struct analysis_set *c = set_copy(s, &scratch);

	c->tasks = ARENA_NEW(&scratch, struct analysis_task, s->n_tasks + 1u);
	if (s->n_tasks)
		memcpy(c->tasks, s->tasks, s->n_tasks * sizeof(*c->tasks));
	c->tasks[c->n_tasks++] = *t;
	return c;
}

struct tally {
	unsigned asked, admitted, by_trail, without_walk;
};

static void ask(const struct subject *u, struct online *o,
		const struct analysis_task *t, struct tally *n)
{
	struct online_answer a;
	struct verdict v;

	arena_reset(&scratch);
	whole(u, with(online_set(o), t), &v);
	online_ask(o, t, &a);
	if (a.admitted != (v.kind == VERDICT_SCHEDULABLE) || a.kind != v.kind)
		ck_abort_msg("%s: online %s (%s), whole set %s (%s): %s",
			     u->test, verdict_name(a.kind), a.reason,
			     verdict_name(v.kind), v.reason, randset_text(&S));
	if (!a.admitted && a.by_trail) {
		ck_assert(v.has_violation && a.has_violation);
		ck_assert_int_eq(a.violation.t, v.violation.t);
		ck_assert_int_eq(a.violation.slack, v.violation.slack);
		ck_assert_str_eq(a.reason, v.reason);
	}
	n->asked++;
	n->admitted += a.admitted;
	n->by_trail += a.by_trail;
	n->without_walk += a.by_trail && !a.resumed;
}

static void leave_some(struct online *o, uint64_t last_id)
{
	for (uint64_t id = 1; id <= last_id; id++)
		if (rng_next_below(&R, 4) == 0)
			online_leave(o, id);
	if (rng_next_below(&R, 2))
		online_idle(o);
}

static void one_case(const struct subject *u, struct tally *n)
{
	struct analysis_set *s;
	struct online *o;

	randset_draw(&S, &u->sets, &R);
	S.time = u->time;
	for (uint32_t i = 0; i < S.w.n_tasks; i++)
		S.tasks[i].priority = (int32_t)rng_next_below(&R, 10);
	if (u->on_core)
		streams_on_core(&S, PREEMPT_FULL);
	s = streams_set(&S);
	o = online_new(s, analysis_find(u->test, NULL), &plain);
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < s->n_tasks; i++)
			ask(u, o, &s->tasks[i], n);
		leave_some(o, 2 * s->n_tasks);
	}
	online_free(o);
}

START_TEST(test_same_answers)
{
	const struct subject *u = &subjects[_i];
	struct tally n = {0};

	for (uint64_t k = 0; k < case_count(CASES); k++)
		one_case(u, &n);
	ck_assert_uint_gt(n.admitted, n.asked / 10);
	ck_assert_uint_lt(n.admitted, n.asked);
	ck_assert_uint_gt(n.by_trail, n.admitted / 2);
	ck_assert_uint_gt(n.without_walk, n.by_trail / 4);
}
END_TEST

static void add(struct online *o, const struct analysis_task *t, bool want)
{
	struct online_answer a;

	ck_assert_int_eq(online_ask(o, t, &a), want);
	ck_assert_int_eq(a.admitted, want);
}

/* A stream that leaves is counted until the executor was idle. */
START_TEST(test_leaving)
{
	struct analysis_set *s;
	struct online_answer a;
	struct online *o;

	streams_add(&S, streams_model1(&S, 60), 100, 100, 0);
	streams_add(&S, streams_model1(&S, 50), 100, 100, 0);
	s = streams_set(&S);
	o = online_new(s, analysis_find("np_edf", NULL), &plain);
	ck_assert(online_ask(o, &s->tasks[0], &a));
	ck_assert_uint_eq(a.id, 1);
	add(o, &s->tasks[1], false);
	ck_assert(!online_leave(o, 2));
	ck_assert(online_leave(o, 1));
	ck_assert(!online_leave(o, 1));
	add(o, &s->tasks[1], false);
	ck_assert_uint_eq(online_set(o)->n_tasks, 1);
	online_idle(o);
	ck_assert_uint_eq(online_set(o)->n_tasks, 0);
	add(o, &s->tasks[1], true);
	add(o, &s->tasks[0], false);
	online_free(o);
}
END_TEST

/* What no set could admit is refused with the test's own reason. */
START_TEST(test_refused_alone)
{
	struct analysis_set *s;
	struct online_answer a;
	struct online *o;

	streams_add(&S, streams_model1(&S, 1), 10, 20, 0);
	streams_add(&S, streams_model1(&S, 1), 10, 10, 10);
	s = streams_set(&S);
	o = online_new(s, analysis_find("np_edf_cross_deadline", NULL), &plain);
	ck_assert(!online_ask(o, &s->tasks[0], &a));
	ck_assert_int_eq(a.kind, VERDICT_NOT_APPLICABLE);
	ck_assert_ptr_nonnull(strstr(a.reason, "D <= T"));
	ck_assert(!online_ask(o, &s->tasks[1], &a));
	ck_assert_int_eq(a.kind, VERDICT_NOT_SCHEDULABLE);
	ck_assert_ptr_nonnull(strstr(a.reason, "jitter"));
	online_free(o);
}
END_TEST

static void begin(void)
{
	streams_init(&S);
	R = (struct rng){20260707};
}

static void end(void)
{
	streams_free(&S);
	arena_free(&scratch);
}

int main(void)
{
	Suite *s = suite_create("online");
	TCase *tc = tcase_create("online");
	SRunner *sr = srunner_create(s);
	int failed;

	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_loop_test(tc, test_same_answers, 0,
			    sizeof(subjects) / sizeof(*subjects));
	tcase_add_test(tc, test_leaving);
	tcase_add_test(tc, test_refused_alone);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Every policy of the zoo is caught, for the right reason, and shown on a
 * workload of at most four streams or three nodes; so is an admission test
 * that forgets what riders cost. */
#include "check/check.h"
#include "model/save.h"
#include "tests/policies/zoo.h"
#include "tests/support/streams.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { WORKS = POLICY_WORK_CONSERVING | POLICY_ON_ACCELERATOR };
#define HEAD                                                                   \
	{                                                                      \
		ORDER_EDF, BATCH_NONE, VIEW_HEAD, WORKS                        \
	}
#define FREE                                                                   \
	{                                                                      \
		ORDER_OTHER, BATCH_NONE, VIEW_ORDER, WORKS                     \
	}
#define RIDERS                                                                 \
	{                                                                      \
		ORDER_EDF, BATCH_CROSS_DEADLINE, VIEW_BY_MODEL, WORKS          \
	}
#define CORES(flags)                                                           \
	ORDER_EDF, BATCH_NONE, VIEW_HEAD,                                      \
		POLICY_WORK_CONSERVING | POLICY_ON_CORES | (flags)

static const struct policy_param one_param[] = {
	{"gain", "to be left alone", 0, 0, 9, false, NULL}, {0}};

static const struct animal {
	const char *name;
	enum check_property property, or ; /* or: another way to be caught */
	struct policy_traits traits;
	void (*choose)(struct policy *p, const struct ready_queue *ready,
		       dag_time now, const struct device_state *dev,
		       struct decision *out);
	int64_t (*key)(const struct policy *p, const struct job *j);
	void (*rank)(const struct policy *p, const struct job *j,
		     const struct exec_state *x, struct rank *out);
	uint32_t state_size, max_passes;
	const struct policy_param *params;
} zoo[] = {
	{.name = "reads_past",
	 .property = CHECK_PROTOCOL,
	 .or = CHECK_IDENTITY,
	 .choose = reads_past,
	 .traits = HEAD},
	{.name = "twice",
	 .property = CHECK_PROTOCOL,
	 .choose = twice,
	 .traits = {ORDER_EDF, BATCH_CROSS_DEADLINE, VIEW_HEAD, WORKS}},
	{.name = "too_large",
	 .property = CHECK_PROTOCOL,
	 .choose = too_large,
	 .traits = RIDERS},
	{.name = "mixes",
	 .property = CHECK_PROTOCOL,
	 .choose = mixes,
	 .key = policy_key_release,
	 .traits = {ORDER_FIFO, BATCH_CROSS_DEADLINE, VIEW_ORDER, WORKS}},
	{.name = "reversed_tie",
	 .property = CHECK_ORDER,
	 .choose = reversed_tie,
	 .traits = {ORDER_EDF, BATCH_NONE, VIEW_ORDER, WORKS}},
	{.name = "by_place",
	 .property = CHECK_ORDER,
	 .choose = policy_choose_head,
	 .key = place_key,
	 .traits = {ORDER_FIXED, BATCH_NONE, VIEW_HEAD, WORKS}},
	{.name = "idles",
	 .property = CHECK_IDLE,
	 .choose = idles,
	 .traits = HEAD},
	{.name = "hidden_state",
	 .property = CHECK_PURITY,
	 .or = CHECK_IDENTITY,
	 .choose = hidden_state,
	 .traits = FREE},
	{.name = "by_id",
	 .property = CHECK_IDENTITY,
	 .choose = by_id,
	 .traits = FREE},
	{.name = "off_by_one",
	 .property = CHECK_GUARD,
	 .choose = off_by_one,
	 .traits = RIDERS},
	{.name = "no_lookahead",
	 .property = CHECK_GUARD,
	 .choose = no_lookahead,
	 .traits = RIDERS},
	{.name = "no_group",
	 .property = CHECK_BATCH,
	 .choose = no_group,
	 .traits = {ORDER_EDF, BATCH_SAME_DEADLINE, VIEW_BY_MODEL, WORKS}},
	{.name = "starves",
	 .property = CHECK_FAIRNESS,
	 .choose = starves,
	 .max_passes = 1,
	 .traits = {ORDER_OTHER, BATCH_NONE, VIEW_BY_TASK, WORKS}},
	{.name = "beyond_state",
	 .property = CHECK_STATE,
	 .choose = beyond_state,
	 .state_size = sizeof(uint32_t),
	 .traits = HEAD},
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
	{.name = "leaks",
	 .property = CHECK_STATE,
	 .choose = leaks,
	 .traits = HEAD},
#endif
	{.name = "starts",
	 .property = CHECK_STATE,
	 .choose = starts,
	 .traits = HEAD},
	{.name = "own_settings",
	 .property = CHECK_STATE,
	 .choose = own_settings,
	 .params = one_param,
	 .traits = HEAD},
	{.name = "crashes",
	 .property = CHECK_CRASH,
	 .choose = crashes,
	 .traits = HEAD},
	{.name = "hangs",
	 .property = CHECK_HANG,
	 .choose = hangs,
	 .traits = HEAD},
	{.name = "ends",
	 .property = CHECK_CRASH,
	 .choose = ends,
	 .traits = HEAD},
	{.name = "waits",
	 .property = CHECK_WAIT,
	 .choose = waits,
	 .traits = {ORDER_EDF, BATCH_NONE, VIEW_HEAD, POLICY_ON_ACCELERATOR}},
	{.name = "beyond_view",
	 .property = CHECK_CRASH,
	 .choose = beyond_view,
	 .traits = HEAD},
	{.name = "wrong_victim",
	 .property = CHECK_PREEMPTION,
	 .choose = wrong_victim,
	 .traits = {CORES(POLICY_PREEMPTS)}},
	{.name = "drives_off_equals",
	 .property = CHECK_PREEMPTION,
	 .or = CHECK_PROTOCOL,
	 .choose = drives_off_equals,
	 .traits = {CORES(POLICY_PREEMPTS)}},
	{.name = "preempts",
	 .property = CHECK_PROTOCOL,
	 .choose = preempts,
	 .traits = {CORES(0)}},
	{.name = "stale_key",
	 .property = CHECK_KEYS,
	 .choose = policy_choose_global,
	 .key = stale_key,
	 .rank = stale_rank,
	 .traits = {ORDER_OTHER, BATCH_NONE, VIEW_HEAD,
		    POLICY_WORK_CONSERVING | POLICY_ON_CORES | POLICY_PREEMPTS |
			    POLICY_KEY_CHANGES}},
	{.name = "moving_key",
	 .property = CHECK_KEYS,
	 .choose = policy_choose_global,
	 .key = moving_key,
	 .traits = {ORDER_OTHER, BATCH_NONE, VIEW_HEAD,
		    POLICY_WORK_CONSERVING | POLICY_ON_CORES |
			    POLICY_PREEMPTS}},
};
enum { ZOO = sizeof(zoo) / sizeof(*zoo) };

static void make_ops(const struct animal *a, struct policy_ops *ops)
{
	*ops = (struct policy_ops){
		.name = a->name,
		.summary = "wrong",
		.traits = a->traits,
		.params = a->params,
		.state_size = a->state_size,
		.max_passes = a->max_passes,
		.rank_running = a->rank,
		.key = a->key ? a->key : policy_key_deadline,
		.choose = a->choose,
	};
}

static void tell(const struct check_report *r)
{
	printf("%s: case %llu, %s: %s\n%s", r->name,
	       (unsigned long long)r->number,
	       check_property_names[r->found.property], r->found.text,
	       r->found.situation);
	printf("  %llu questions, %u tasks, %u nodes\n",
	       (unsigned long long)r->questions, r->small.workload->n_tasks,
	       r->small.workload->n_nodes);
	workload_save(stdout, r->small.workload, NULL);
}

static void check_small(const struct check_report *r)
{
	const struct workload *w = r->small.workload;

	ck_assert(w != NULL && r->alone);
	if (w->platform.n_cores)
		ck_assert_uint_le(w->n_nodes, 3);
	else
		ck_assert_uint_le(w->n_tasks, 4);
	ck_assert_int_le(w->sim.duration, 300 * NS_PER_MS);
}

START_TEST(test_caught)
{
	const struct animal *a = &zoo[_i];
	struct policy_ops ops;
	struct check_request q = {.ops = &ops,
				  .seed = 1,
				  .cases = CHECK_CASES,
				  .limit = NS_PER_S / 2};
	const struct check_report *r;
	struct dag_error e = {0};
	struct check *c;

	make_ops(a, &ops);
	c = check_run(&q, &e);
	ck_assert_msg(c != NULL, "%s: %s", a->name, e.msg);
	r = check_report(c);
	ck_assert_msg(r->found.property, "%s was not caught", a->name);
	tell(r);
	ck_assert_msg(r->found.property == a->property ||
			      r->found.property == a->or
		      , "%s was caught by %s", a->name,
		      check_property_names[r->found.property]);
	check_small(r);
	if (r->found.property == CHECK_CRASH || r->found.property == CHECK_HANG)
		ck_assert(r->found.decision > 0 &&
			  strstr(r->found.situation, "  answer: none\n"));
	check_free(c);
}
END_TEST

/* --- an admission test without the riders' term --- */

static dag_time blocking(const struct analysis_set *s, dag_time t)
{
	dag_time most = 0;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_model *m = &s->models[s->tasks[i].model];
		uint32_t n =
			m->max_batch < m->n_tasks ? m->max_batch : m->n_tasks;

		for (uint32_t b = 0; s->tasks[i].due > t && b < n; b++)
			if (m->cost[b] > most)
				most = m->cost[b];
	}
	return most;
}

static dag_time demand(const struct analysis_set *s, dag_time t)
{
	dag_time sum = 0;

	for (uint32_t i = 0; i < s->n_tasks; i++)
		if (s->tasks[i].due <= t)
			sum += ((t - s->tasks[i].due) / s->tasks[i].period +
				1) *
			       s->tasks[i].cost;
	return sum;
}

/* Batches count as what blocks, and no more. */
static void run_riderless(const struct analysis_input *in, struct verdict *v)
{
	const struct analysis_set *s = in->set;
	dag_time longest = 0;

	v->kind = VERDICT_NOT_PROVEN;
	for (uint32_t i = 0; i < s->n_tasks; i++)
		if (s->tasks[i].period > longest)
			longest = s->tasks[i].period;
	if (load_side(&s->nominal) != LOAD_BELOW)
		return;
	for (dag_time t = NS_PER_MS; t <= 8 * longest; t += NS_PER_MS)
		if (demand(s, t) + (demand(s, t) ? blocking(s, t) : 0) > t)
			return;
	v->kind = VERDICT_SCHEDULABLE;
}

static const char *const nothing[] = {NULL};
static const struct analysis_test riderless = {
	.name = "riderless",
	.summary = "batches across deadlines as blocking only: unsound",
	.source = "an earlier version of edgesched",
	.assumptions = nothing,
	.executors = FOR_ACCELERATOR,
	.order = ORDER_EDF,
	.batch = BATCH_CROSS_DEADLINE,
	.run = run_riderless,
};
static const struct analysis_test *const unsound[] = {&riderless, NULL};

START_TEST(test_riderless)
{
	struct check_request q = {.policy = "edf_batch",
				  .seed = 1,
				  .cases = CHECK_CASES,
				  .options = {.tests = unsound}};
	struct dag_error e = {0};
	struct check *c = check_run(&q, &e);
	const struct check_report *r = check_report(c);

	ck_assert_ptr_nonnull(c);
	ck_assert_int_eq(r->found.property, CHECK_ADMISSION);
	tell(r);
	/* the seed's has five streams on three models */
	ck_assert_uint_le(r->small.workload->n_tasks, 5);
	ck_assert_uint_le(r->small.workload->n_models, 3);
	check_free(c);
}
END_TEST

/* --- what is right passes --- */

static const struct animal tame[] = {
	{.name = "pauses",
	 .choose = pauses,
	 .state_size = sizeof(dag_time),
	 .traits = {ORDER_EDF, BATCH_NONE, VIEW_HEAD, POLICY_ON_ACCELERATOR}},
	{.name = "pauses_on_cores",
	 .choose = pauses,
	 .state_size = sizeof(dag_time),
	 .traits = {ORDER_EDF, BATCH_NONE, VIEW_HEAD,
		    POLICY_ON_CORES | POLICY_ON_ACCELERATOR}},
	{.name = "shortest_left",
	 .choose = policy_choose_global,
	 .key = moving_key,
	 .rank = left_rank,
	 .traits = {ORDER_OTHER, BATCH_NONE, VIEW_HEAD,
		    POLICY_WORK_CONSERVING | POLICY_ON_CORES | POLICY_PREEMPTS |
			    POLICY_KEY_CHANGES}},
	{.name = "in_turn",
	 .choose = in_turn,
	 .state_size = sizeof(uint32_t),
	 .traits = {ORDER_OTHER, BATCH_NONE, VIEW_ORDER,
		    WORKS | POLICY_ON_CORES}},
};
enum { TAME = sizeof(tame) / sizeof(*tame) };

START_TEST(test_tame)
{
	struct policy_ops ops;
	struct check_request q = {
		.ops = &ops, .seed = 1, .cases = case_count(3000)};
	const struct check_report *r;
	struct dag_error e = {0};
	struct check *c;

	make_ops(&tame[_i], &ops);
	c = check_run(&q, &e);
	ck_assert_msg(c != NULL, "%s", e.msg);
	r = check_report(c);
	if (r->found.property)
		tell(r);
	ck_assert_int_eq(r->found.property, CHECK_HOLDS);
	ck_assert_uint_eq(r->counts.cases, q.cases);
	check_free(c);
}
END_TEST

START_TEST(test_built_in)
{
	struct check_request q = {
		.ops = policy_table[_i], .seed = 2, .cases = case_count(800)};
	struct dag_error e = {0};
	struct check *c = check_run(&q, &e);
	const struct check_report *r = check_report(c);

	ck_assert_ptr_nonnull(c);
	if (r->found.property)
		tell(r);
	ck_assert_int_eq(r->found.property, CHECK_HOLDS);
	ck_assert_uint_gt(r->counts.cases, 500);
	check_free(c);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("zoo");
	TCase *tc = tcase_create("zoo");
	SRunner *sr = srunner_create(s);
	int failed, n = 0;

	while (policy_table[n])
		n++;
	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, test_caught, 0, ZOO);
	tcase_add_test(tc, test_riderless);
	tcase_add_loop_test(tc, test_tame, 0, TAME);
	tcase_add_loop_test(tc, test_built_in, 0, n);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* The attacker finds known counterexamples from the task sets alone, finds
 * nothing where an exact test proves that nothing is, and whatever it shows is
 * lawful. */
#include "check/attack.h"
#include "check/without.h"
#include "policies/lineup.h"
#include "tests/support/make_workload.h"
#include "tests/support/randset.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arena A;

/* --- one search --- */

static struct attack_result search(const struct workload *w, const char *spec,
				   enum tie_rule tie, uint64_t plans,
				   enum attack_phases phases)
{
	struct attack_request q = {.seed = 1, .plans = plans, .phases = phases};
	struct attack_result r;
	struct dag_error e = {0};
	struct lineup l;

	ck_assert_msg(lineup_init(&l, spec, w, &A, &e), "%s", e.msg);
	q.config = (struct sim_config){.workload = w,
				       .policy = l.policy,
				       .accelerator = l.accelerator,
				       .tie = tie,
				       .safety_factor = w->sim.safety_factor};
	ck_assert_msg(sim_place(&q.config, &A, &e), "%s", e.msg);
	attack_run(&q, &A, &r, &e);
	ck_assert_msg(!r.broken, "%s", e.msg);
	ck_assert_uint_le(r.plans, plans);
	return r;
}

/* What was found keeps the law of each task. */
static void check_law(const struct workload *w, const struct attack_result *r,
		      enum attack_phases phases)
{
	dag_time last[64];
	uint64_t next[64] = {0};

	ck_assert_uint_le(w->n_tasks, 64);
	for (size_t i = 0; i < r->releases.n; i++) {
		const struct release *x = &r->releases.items[i];
		const struct task *t = &w->tasks[x->task];
		dag_time nominal = x->deadline - t->deadline;

		ck_assert_uint_eq(x->tie, i);
		ck_assert_uint_eq(x->instance, next[x->task]++);
		ck_assert(!i || x->time >= x[-1].time);
		ck_assert_int_ge(x->time, nominal);
		ck_assert_int_le(x->time, nominal + t->jitter);
		if (!x->instance && phases == PHASES_GIVEN)
			ck_assert_int_eq(nominal, t->phase);
		if (x->instance && t->arrival == SPORADIC)
			ck_assert_int_ge(nominal - last[x->task], t->period);
		else if (x->instance)
			ck_assert_int_eq(nominal - last[x->task], t->period);
		last[x->task] = nominal;
	}
}

/* --- known counterexamples --- */

static int64_t number(const cJSON *o)
{
	ck_assert(cJSON_IsNumber(o));
	return (int64_t)o->valuedouble;
}

static void add_dag(struct workload *w, const cJSON *o, const cJSON *prio,
		    const char *name)
{
	const cJSON *x;
	struct task *t =
		make_task(w, name, MS(number(cJSON_GetObjectItem(o, "T"))),
			  MS(number(cJSON_GetObjectItem(o, "D"))));
	uint32_t first = w->n_nodes;

	t->has_priority = true;
	t->priority = (int32_t)w->n_tasks;
	cJSON_ArrayForEach(x, cJSON_GetObjectItem(o, "C"))
	{
		uint32_t k = w->n_nodes - first;
		char node[16];

		snprintf(node, sizeof(node), "n%u", k);
		make_node(w, node, MS(number(x)));
		if (prio)
			w->nodes[w->n_nodes - 1].priority = (int32_t)number(
				cJSON_GetArrayItem(prio, (int)k));
	}
	cJSON_ArrayForEach(x, cJSON_GetObjectItem(o, "edges")) make_edge(
		w, first + (uint32_t)number(cJSON_GetArrayItem(x, 0)),
		first + (uint32_t)number(cJSON_GetArrayItem(x, 1)), 0);
}

/* The deadline of the last task is what was claimed to bound its response. */
static struct workload *read_example(const cJSON *o)
{
	struct workload *w = make_workload();
	const cJSON *preempt = cJSON_GetObjectItem(o, "preempt");
	const cJSON *bound = cJSON_GetObjectItem(o, "wrong_bound"), *t;
	bool serrano = !strcmp(oracle_text(o, "name"), "lp_serrano16");
	char name[16];

	w->platform.n_accelerators = 0;
	w->platform.n_cores = (uint32_t)oracle_number(o, "m");
	w->platform.preemption = preempt && strcmp(preempt->valuestring, "full")
					 ? PREEMPT_LIMITED
					 : PREEMPT_FULL;
	cJSON_ArrayForEach(t, cJSON_GetObjectItem(o, "tasks"))
	{
		snprintf(name, sizeof(name), "t%u", w->n_tasks);
		add_dag(w, t, cJSON_GetObjectItem(o, "prio"), name);
	}
	w->tasks[serrano ? 0 : w->n_tasks - 1].deadline =
		bound ? MS(number(cJSON_GetArrayItem(bound, 0))) /
				number(cJSON_GetArrayItem(bound, 1))
		      : MS(oracle_number(o, "R_wcet"));
	make_done(w);
	return w;
}

START_TEST(test_dag_counterexamples)
{
	cJSON *list = oracle_file("tests/oracle/data/dag_counterexamples.json");
	const cJSON *o;
	unsigned n = 0;

	cJSON_ArrayForEach(o, list)
	{
		static const enum tie_rule ties[] = {TIE_RELEASE,
						     TIE_ADVERSARIAL};
		struct workload *w = read_example(o);
		const cJSON *gone = cJSON_GetObjectItem(o, "reduced_node");
		const struct workload *searched = w;
		struct attack_result r = {0};

		if (gone) /* it takes no time */
			searched = without_node(w, (uint32_t)number(gone), &A);
		for (int i = 0; i < 2 && !r.found; i++)
			r = search(searched, "gfp:node_order=priority", ties[i],
				   20000, PHASES_FREE);
		ck_assert_msg(r.found, "%s: best %lld", oracle_text(o, "name"),
			      (long long)r.lateness);
		printf("%s: %llu plans\n", oracle_text(o, "name"),
		       (unsigned long long)r.plans);
		check_law(w, &r, PHASES_FREE);
		workload_free(w);
		n++;
	}
	ck_assert_uint_ge(n, 5);
	cJSON_Delete(list);
}
END_TEST

/* C(2) < C(1): a batch of one is what blocks longest. */
static struct workload *shrinking_batches(bool group)
{
	static const dag_time table[] = {MS(5), MS(3)}, lone[] = {MS(4)};
	struct workload *w = make_workload();
	uint32_t m = make_model_table(w, "m", 2, table);
	uint32_t x = make_model_table(w, "x", 1, lone);
	uint32_t g = group ? make_group(w, "g") : NONE;

	make_stream(w, "A", m, MS(100))->group = g;
	make_stream(w, "B", m, group ? MS(100) : MS(90))->group = g;
	if (group)
		make_stream(w, "C", m, MS(100))->group = g;
	make_stream(w, "X", x, MS(50))->deadline = US(8500);
	make_done(w);
	return w;
}

START_TEST(test_shrinking_batches)
{
	static const char *const policies[] = {"edf_batch",
					       "edf_batch_same_deadline"};

	for (int group = 0; group < 2; group++) {
		struct workload *w = shrinking_batches(group);
		struct attack_result r = search(w, policies[group], TIE_RELEASE,
						5000, PHASES_FREE);

		ck_assert(r.found);
		check_law(w, &r, PHASES_FREE);
		workload_free(w);
	}
}
END_TEST

/* --- against an exact test --- */

static struct streams S;
static struct rng R;

/* With jitter, gaps and the like left to the attacker, it finds what the test
 * refuses nearly always, and never what it admits. */
START_TEST(test_against_exact)
{
	static const struct randset sets = {.streams = 4,
					    .models = 4,
					    .max_batch = 1,
					    .period = 12,
					    .jitter = true,
					    .long_deadlines = true,
					    .gentle = 3};
	unsigned found = 0, refused = 0, admitted = 0;

	streams_init(&S);
	S.time = TIME_DISCRETE;
	for (uint64_t k = 0; k < case_count(150); k++) {
		struct attack_result r;
		struct verdict v;

		randset_draw(&S, &sets, &R);
		for (uint32_t i = 0; i < S.w.n_tasks; i++)
			S.tasks[i].key = rng_name_key(S.tasks[i].name);
		streams_run(&S, "np_edf", &v);
		arena_reset(&A);
		r = search(&S.w, "edf", TIE_RELEASE, 400, PHASES_FREE);
		if (r.found)
			check_law(&S.w, &r, PHASES_FREE);
		if (v.kind == VERDICT_SCHEDULABLE) {
			admitted++;
			ck_assert_msg(!r.found, "%s", randset_text(&S));
		} else if (v.kind == VERDICT_NOT_SCHEDULABLE) {
			refused++;
			found += r.found;
		}
	}
	printf("found %u of %u refused, %u admitted\n", found, refused,
	       admitted);
	ck_assert_uint_gt(admitted, 10);
	ck_assert_uint_ge(found * 100, refused * 95);
	streams_free(&S);
}
END_TEST

/* With the phases of the workload there may be nothing to find. */
START_TEST(test_given_phases)
{
	struct workload *w = make_workload();
	struct attack_result r;

	make_streams(w, 2, MS(10), MS(4));
	w->tasks[0].deadline = w->tasks[1].deadline = MS(5);
	w->tasks[1].phase = MS(5);
	make_done(w);
	r = search(w, "edf", TIE_RELEASE, 300, PHASES_GIVEN);
	ck_assert(!r.found && r.plans == 300);
	r = search(w, "edf", TIE_RELEASE, 300, PHASES_FREE);
	ck_assert(r.found);
	w->tasks[1].jitter = w->tasks[0].jitter = MS(1);
	r = search(w, "edf", TIE_RELEASE, 300, PHASES_GIVEN);
	ck_assert(!r.found);
	w->tasks[0].jitter = MS(3);
	r = search(w, "edf", TIE_RELEASE, 300, PHASES_GIVEN);
	ck_assert(r.found);
	check_law(w, &r, PHASES_GIVEN);
	workload_free(w);
}
END_TEST

static void begin(void)
{
	R = (struct rng){20261130};
}

static void end(void)
{
	arena_free(&A);
}

int main(void)
{
	Suite *s = suite_create("falsify");
	TCase *tc = tcase_create("falsify");
	SRunner *sr = srunner_create(s);
	int failed;

	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, test_dag_counterexamples);
	tcase_add_test(tc, test_shrinking_batches);
	tcase_add_test(tc, test_against_exact);
	tcase_add_test(tc, test_given_phases);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

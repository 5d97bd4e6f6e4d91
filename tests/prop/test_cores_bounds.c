/* Attack the tests for several cores by simulation.
 *
 * Random sets near the border, random and adversarial arrivals, execution
 * times up to the charged ones, several orders of nodes: a set that is
 * accepted never misses, no response exceeds a bound, no window holds more
 * work of a task than the bound on it says.  And what the tests say of each
 * other: a dominated one never proves more, less work and longer periods never
 * lose a proof.
 */
#include "analysis/carry.h"
#include "tests/support/askdag.h"
#include "tests/support/dagsets.h"
#include "tests/support/runkit.h"
#include "tests/support/streams.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 30, JOBS = 256, TASKS = 5, ROUNDS = 4 };

static struct rng R;
static uint64_t case_no;

static uint64_t below(uint64_t n)
{
	return rng_next_below(&R, n);
}

/* --- sets --- */

enum look { DAGS, SEQUENTIAL, JITTER, LOOKS };

static struct workload *draw_set(enum look look, double most)
{
	static const unsigned cores[] = {2, 3, 4, 8};
	unsigned m = cores[below(4)];
	double share = (double)below(100) / 100;
	struct dagset_spec spec = {
		.cores = m,
		.tasks = look == SEQUENTIAL ? TASKS + 3 : TASKS,
		.nodes = look == SEQUENTIAL ? 1 : 12,
		.cost = 1 + (dag_time)below(9),
		.load = m * (0.05 + most * share * share),
		.constrained = below(2),
	};
	struct workload *w = dagset_draw(&spec, &R);

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		struct task *t = &w->tasks[i];

		t->has_priority = true;
		t->priority = 0;
		for (uint32_t k = 0; k < w->n_tasks; k++)
			t->priority +=
				w->tasks[k].deadline < t->deadline ||
				(w->tasks[k].deadline == t->deadline && k < i);
		if (look == JITTER && below(2))
			t->jitter =
				(dag_time)below((uint64_t)t->deadline / 3 + 1);
	}
	if (look != SEQUENTIAL && below(4) == 0 && w->n_tasks > 1)
		w->tasks[0].priority = w->tasks[1].priority;
	for (uint32_t i = 0; i < w->n_nodes; i++)
		w->nodes[i].priority = (int32_t)below(100);
	return w;
}

static const char *set_text(const struct workload *w)
{
	static char text[1 << 14];
	size_t n = (size_t)snprintf(text, sizeof(text),
				    "%u cores:", w->platform.n_cores);

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		n += (size_t)snprintf(text + n, sizeof(text) - n,
				      "\n  T=%lld D=%lld J=%lld prio=%d C=",
				      (long long)t->period,
				      (long long)t->deadline,
				      (long long)t->jitter, t->priority);
		for (uint32_t v = t->first_node; v < t->first_node + t->n_nodes;
		     v++) {
			const struct node *x = &w->nodes[v];

			n += (size_t)snprintf(
				text + n, sizeof(text) - n, " %lld[",
				(long long)w->models[x->model].latency[0]);
			for (uint32_t k = 0; k < x->n_succ; k++)
				n += (size_t)snprintf(
					text + n, sizeof(text) - n, " %u",
					w->edges[x->first_succ + k].to -
						t->first_node);
			n += (size_t)snprintf(text + n, sizeof(text) - n, "]");
		}
	}
	return text;
}

/* --- arrivals --- */

static int by_time(const void *pa, const void *pb)
{
	const struct release *a = pa, *b = pb;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return (a->task > b->task) - (a->task < b->task);
}

static dag_time draw_jitter(const struct task *t)
{
	if (below(4))
		return below(2) ? t->jitter : 0;
	return (dag_time)below((uint64_t)t->jitter + 1);
}

/* Starts close together or anywhere, gaps mostly T, jitter mostly extreme. */
static struct release_list draw_arrivals(const struct workload *w)
{
	static struct release items[JOBS];
	struct release_list list = {items, 0, NULL};
	bool together = below(2);
	uint32_t each = JOBS / (w->n_tasks + 1);

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];
		dag_time nominal =
			(dag_time)below(together ? 3 : (uint64_t)t->period);
		dag_time last = 0, end = 1000;

		for (uint32_t k = 0; k < each && nominal < end; k++) {
			dag_time late = draw_jitter(t);
			dag_time at =
				nominal + late < last ? last : nominal + late;

			items[list.n++] = (struct release){
				at, nominal, nominal + t->deadline, k, 0, i};
			last = at;
			nominal += t->period +
				   (below(8) ? 0
					     : (dag_time)below(
						       (uint64_t)t->period));
		}
	}
	qsort(items, list.n, sizeof(*items), by_time);
	for (size_t i = 0; i < list.n; i++)
		items[i].tie = i;
	return list;
}

static dag_time shortened(const struct sim_times *t, const struct job *head,
			  uint32_t n, dag_time nominal)
{
	struct rng r = {case_no << 32 ^ head->instance << 20 ^
			head->task << 10 ^ head->node};

	(void)t;
	(void)n;
	return rng_next_below(&r, 3)
		       ? nominal
		       : 1 + (dag_time)rng_next_below(&r, (uint64_t)nominal);
}

/* --- runs --- */

static const struct result *simulate(const struct workload *w,
				     const char *lineup, bool may_tie)
{
	static const struct sim_times times = {shortened};
	static const enum tie_rule ties[] = {TIE_ADVERSARIAL, TIE_RELEASE,
					     TIE_FIFO, TIE_TASK};
	struct release_list list = draw_arrivals(w);

	return run_unaudited(
		w, lineup,
		(struct sim_config){.horizon = 1 << 14,
				    .late = LATE_RUN,
				    .tie = may_tie ? ties[below(4)] : TIE_TASK,
				    .times = below(2) ? &times : NULL,
				    .replay = &list});
}

/* The line-up with another order of nodes, where the test allows any. */
static const char *vary(const struct analysis_test *t, const char *lineup)
{
	static const char *const orders[] = {"index", "priority",
					     "longest_tail", "shortest_tail"};
	static char text[100];

	if (t->needs & POLICY_TAIL_FIRST)
		return lineup;
	snprintf(text, sizeof(text), "%s%cnode_order=%s", lineup,
		 strchr(lineup, ':') ? ',' : ':', orders[below(4)]);
	return text;
}

static void expect_within(const struct workload *w, const struct verdict *v,
			  const struct result *r, const char *lineup)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct trace_rec *x = &r->recs[i];
		const struct task *t = &w->tasks[x->task];
		const struct verdict_bound *b = NULL;
		dag_time response;

		if (x->kind != TRACE_FINISH || !(x->flags & TRACE_JOB_DONE))
			continue;
		response = x->t - (x->b - t->deadline);
		if (v->n_bounds)
			b = &v->bounds[x->task];
		ck_assert_msg(v->kind != VERDICT_SCHEDULABLE ||
				      response <= t->deadline,
			      "%s accepts, task %u responds after %lld under"
			      " %s: %s",
			      v->test, x->task, (long long)response, lineup,
			      set_text(w));
		ck_assert_msg(!b || !b->known || response * b->den <= b->num,
			      "%s bounds task %u by %lld/%lld, it responds"
			      " after %lld under %s: %s",
			      v->test, x->task, (long long)b->num,
			      (long long)b->den, (long long)response, lineup,
			      set_text(w));
	}
}

/* --- work in windows --- */

struct piece {
	uint32_t task;
	dag_time from, to;
};

static size_t pieces_of(const struct result *r, struct piece *out, size_t room)
{
	struct {
		bool busy;
		uint32_t task;
		dag_time since;
	} core[16] = {{0}};
	size_t n = 0;

	for (size_t i = 0; i < r->n && n < room; i++) {
		const struct trace_rec *x = &r->recs[i];

		if (x->kind == TRACE_START || x->kind == TRACE_RESUME) {
			core[x->exec].busy = true;
			core[x->exec].task = x->task;
			core[x->exec].since = x->t;
		} else if (x->kind == TRACE_PREEMPT ||
			   x->kind == TRACE_FINISH) {
			ck_assert(core[x->exec].busy);
			core[x->exec].busy = false;
			out[n++] = (struct piece){core[x->exec].task,
						  core[x->exec].since, x->t};
		}
	}
	return n;
}

static void expect_little_work(const struct workload *w,
			       const struct verdict *v, const struct result *r)
{
	static struct piece pieces[1 << 14];
	size_t n = pieces_of(r, pieces, sizeof(pieces) / sizeof(*pieces));
	const struct analysis_set *s = ask_dag_set();
	struct arena a = {0};

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct verdict_bound *b = &v->bounds[i];
		int64_t m = s->cores, response = b->num * (m / b->den);
		struct carry c;

		if (!b->known)
			continue;
		carry_init(&c, &s->tasks[i], s->cores);
		carry_use_profile(&c);
		for (unsigned k = 0; k < 40; k++) {
			dag_time from = (dag_time)below(1000);
			dag_time length = (dag_time)below(
				3 * (uint64_t)w->tasks[i].period);
			dag_time done = 0;

			for (size_t j = 0; j < n; j++) {
				dag_time x = pieces[j].from, y = pieces[j].to;

				x = x > from ? x : from;
				y = y < from + length ? y : from + length;
				if (pieces[j].task == i && x < y)
					done += y - x;
			}
			ck_assert_msg(
				done <= carry_melani(&c, m * length, response),
				"Melani, task %u, window %lld: %s", i,
				(long long)length, set_text(w));
			ck_assert_msg(done * m <= carry_chains(&c, m * length,
							       response),
				      "chains, task %u, window %lld: %s", i,
				      (long long)length, set_text(w));
			ck_assert_msg(done * m <= carry_profile(&c, m * length,
								response),
				      "profile, task %u, window %lld: %s", i,
				      (long long)length, set_text(w));
		}
	}
	arena_free(&a);
}

/* --- the attack --- */

static bool is_global(const struct analysis_test *t)
{
	return t->executors & (FOR_CORES_FULL | FOR_CORES_LIMITED) &&
	       t->spread == 0 && t->stands_for && !t->scheduler;
}

/* What the test stands for, with the priorities of the set. */
static const char *lineup_of(const struct analysis_test *t)
{
	if (t->needs & POLICY_TAIL_FIRST)
		return "gfp:priority=given,node_order=longest_tail";
	return t->order == ORDER_FIXED ? "gfp:priority=given" : "gedf";
}

/* Do its bounds hold whatever other tasks do? */
static bool bounds_stand(const struct analysis_test *t, const struct verdict *v)
{
	return v->kind == VERDICT_SCHEDULABLE ||
	       (t->order == ORDER_FIXED && t->executors & FOR_CORES_FULL);
}

static unsigned accepted[64];

static void attack(struct workload *w, size_t which)
{
	const struct analysis_test *t = analysis_table[which];
	const char *lineup = lineup_of(t);
	struct verdict v;

	ask_dag(w, t->name, lineup, &v);
	accepted[which] += v.kind == VERDICT_SCHEDULABLE;
	if (v.kind == VERDICT_NOT_APPLICABLE)
		return;
	if (!bounds_stand(t, &v))
		return;
	for (unsigned k = 0; k < ROUNDS; k++) {
		const char *varied = vary(t, lineup);
		const struct result *r =
			simulate(w, varied, !(t->needs & POLICY_TAIL_FIRST));

		expect_within(w, &v, r, varied);
		if (k == 0 && v.kind == VERDICT_SCHEDULABLE && v.n_bounds &&
		    t->executors & FOR_CORES_FULL)
			expect_little_work(w, &v, r);
	}
	ask_dag_reset();
}

START_TEST(accepted_sets_keep_their_bounds)
{
	uint64_t n = case_count(CASES);

	R = (struct rng){(uint64_t)_i + 1};
	for (case_no = 0; case_no < n; case_no++) {
		struct workload *w = draw_set((enum look)_i, 0.7);

		for (size_t i = 0; analysis_table[i]; i++)
			if (is_global(analysis_table[i]))
				attack(w, i);
		workload_free(w);
	}
	for (size_t i = 0; analysis_table[i]; i++)
		if (is_global(analysis_table[i]) &&
		    (_i == SEQUENTIAL ||
		     (_i == DAGS && analysis_table[i]->gives_bounds)))
			ck_assert_msg(accepted[i] > 0, "%s accepts nothing",
				      analysis_table[i]->name);
}
END_TEST

/* --- what tests say of each other --- */

static void expect_order(struct workload *w, const struct analysis_test *less,
			 const char *more)
{
	const struct analysis_test *strong = analysis_find(more, NULL);
	const char *lineup = lineup_of(strong);
	struct verdict a, b;

	if (!is_global(strong))
		return;
	ask_dag(w, less->name, lineup, &a);
	ask_dag(w, more, lineup, &b);
	ck_assert_msg(a.kind != VERDICT_SCHEDULABLE ||
			      b.kind == VERDICT_SCHEDULABLE ||
			      b.kind == VERDICT_NOT_APPLICABLE,
		      "%s accepts, %s does not: %s", less->name, more,
		      set_text(w));
	for (uint32_t i = 0; i < a.n_bounds && i < b.n_bounds; i++)
		ck_assert_msg(
			!a.bounds[i].known ||
				(b.bounds[i].known &&
				 (int128)b.bounds[i].num * a.bounds[i].den <=
					 (int128)a.bounds[i].num *
						 b.bounds[i].den),
			"%s bounds task %u less than %s: %s", less->name, i,
			more, set_text(w));
	ask_dag_reset();
}

START_TEST(dominated_tests_prove_no_more)
{
	uint64_t n = case_count(CASES);

	R = (struct rng){100};
	for (case_no = 0; case_no < n; case_no++) {
		struct workload *w =
			draw_set((enum look)(case_no % LOOKS), 0.9);

		for (size_t i = 0; analysis_table[i]; i++) {
			const struct analysis_test *t = analysis_table[i];

			for (size_t k = 0; is_global(t) && t->dominated_by &&
					   t->dominated_by[k];
			     k++)
				expect_order(w, t, t->dominated_by[k]);
		}
		workload_free(w);
	}
}
END_TEST

/* One node shorter, or one period longer. */
static void ease(struct workload *w)
{
	uint32_t i = (uint32_t)below(w->n_nodes);
	struct model *m = &w->models[w->nodes[i].model];
	dag_time *c = ARENA_NEW(&w->arena, dag_time, 1);

	if (below(2)) {
		struct task *t = &w->tasks[below(w->n_tasks)];

		t->period += 1 + (dag_time)below((uint64_t)t->period);
		return;
	}
	*c = 1 + (dag_time)below((uint64_t)m->latency[0]);
	m->latency = c;
}

/* Proved, or never seen to fail. */
static bool keeps_proofs(const struct analysis_test *t)
{
	return t->monotone || !strcmp(t->name, "edf_melani15") ||
	       !strcmp(t->name, "fp_chain_rta") ||
	       !strcmp(t->name, "fp_fonseca17") ||
	       !strcmp(t->name, "fp_he19_cpf") ||
	       !strcmp(t->name, "edf_baruah14");
}

START_TEST(less_load_never_loses_a_proof)
{
	uint64_t n = case_count(CASES);

	R = (struct rng){200};
	for (case_no = 0; case_no < n; case_no++) {
		struct workload *w =
			draw_set((enum look)(case_no % LOOKS), 0.6);
		bool was[64] = {false};
		struct verdict v;

		for (unsigned round = 0; round < 2; round++) {
			for (size_t i = 0; analysis_table[i]; i++) {
				const struct analysis_test *t =
					analysis_table[i];

				if (!is_global(t) || !keeps_proofs(t))
					continue;
				ask_dag(w, t->name, lineup_of(t), &v);
				ck_assert_msg(
					!was[i] || v.kind != VERDICT_NOT_PROVEN,
					"%s loses its proof: %s", t->name,
					set_text(w));
				was[i] = v.kind == VERDICT_SCHEDULABLE;
			}
			ease(w);
			ask_dag_reset();
		}
		workload_free(w);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("cores_bounds");
	TCase *tc = tcase_create("prop");
	SRunner *r;
	int failed;

	tcase_add_loop_test(tc, accepted_sets_keep_their_bounds, 0, LOOKS);
	tcase_add_test(tc, dominated_tests_prove_no_more);
	tcase_add_test(tc, less_load_never_loses_a_proof);
	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tc, 120);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* test_ros2_bounds.c - the single-threaded executor never exceeds the bounds
 * of Casini, Blass, Luetkebohle, Brandenburg, Response-time analysis of ROS 2
 * processing chains under reservation-based scheduling, ECRTS 2019
 *
 * Request bounds: rbf(d) = C ceil((d + J) / T), 0 at 0.  With the core to
 * itself, the busy window is the least L with L >= the sum of all rbf(L); for
 * each step A < L of a callback's own, R is the least with A + R >= rhs:
 *   a timer that is looked at before every selection (dashing)
 *       own(A + 1) + timers before it (A + R - C + 1) + longest of the others
 *   any callback, from the release of its job on
 *       own(A + 1) + all others (A + R - C + 1)
 * The latter is theirs of chains, the callbacks behind it in its own chain
 * among the others; it asks nothing of the order in which an executor takes
 * what is ready, so it holds for every executor of one thread.
 */
#include "tests/support/dagsets.h"
#include "tests/support/platkit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 4000, HORIZON = 600 };

static dag_time cost(const struct workload *w, uint32_t node)
{
	return w->models[w->nodes[node].model].latency[0];
}

static dag_time rbf(const struct workload *w, uint32_t node, dag_time d)
{
	const struct task *t = &w->tasks[w->nodes[node].task];

	if (d <= 0)
		return 0;
	return cost(w, node) * ((d + t->jitter + t->period - 1) / t->period);
}

static dag_time busy_window(const struct workload *w)
{
	dag_time len = 1, next = 0;

	for (;;) {
		next = 0;
		for (uint32_t i = 0; i < w->n_nodes; i++)
			next += rbf(w, i, len);
		if (next <= len)
			return len;
		len = next;
	}
}

static bool is_timer(const struct workload *w, uint32_t node)
{
	return w->nodes[node].n_pred == 0;
}

/* Does the timer `other` go before the timer `node`?  By index, in one
 * executor for all. */
static bool interferes(const struct workload *w, uint32_t node, uint32_t other,
		       bool live)
{
	if (other == node)
		return false;
	return !live || (is_timer(w, other) && other < node);
}

static dag_time blocking(const struct workload *w, uint32_t node, bool live)
{
	dag_time longest = 0;

	for (uint32_t i = 0; live && i < w->n_nodes; i++)
		if (i != node && !interferes(w, node, i, true) &&
		    cost(w, i) > longest)
			longest = cost(w, i);
	return longest;
}

static dag_time response_at(const struct workload *w, uint32_t node, dag_time a,
			    bool live)
{
	dag_time c = cost(w, node), r = c, next;

	for (;; r = next) {
		next = rbf(w, node, a + 1) + blocking(w, node, live) - a;
		for (uint32_t i = 0; i < w->n_nodes; i++)
			if (interferes(w, node, i, live))
				next += rbf(w, i, a + r - c + 1);
		if (next <= r)
			return r;
	}
}

/* live: of a timer, in dashing. */
static dag_time bound(const struct workload *w, uint32_t node, bool live)
{
	const struct task *t = &w->tasks[w->nodes[node].task];
	dag_time len = busy_window(w) + blocking(w, node, live), worst = 0;

	for (dag_time a = 0; a < len; a++) {
		dag_time r;

		if (a && (a + t->jitter) % t->period)
			continue;
		r = response_at(w, node, a, live);
		worst = r > worst ? r : worst;
	}
	return worst;
}

/* --- worked by hand --- */

/* Two timers, C = 1 and 2, T = 4 and 10, and what hears the second, C = 3:
 * the first waits for the longest of the others, the last for everything. */
START_TEST(bounds_by_hand)
{
	struct workload *w = make_workload();
	uint32_t b, c;

	make_task(w, "x", 4, 4);
	make_node(w, "a", 1);
	make_task(w, "y", 10, 10);
	b = make_node(w, "b", 2);
	c = make_node(w, "c", 3);
	make_edge(w, b, c, 0);
	make_done(w);
	/* L: 6 -> 7 -> 7 */
	ck_assert_int_eq(busy_window(w), 7);
	ck_assert_int_eq(bound(w, 0, true), 4);  /* 1 + 3 */
	ck_assert_int_eq(bound(w, 1, true), 7);  /* 2 + 1 + 3, a once more */
	ck_assert_int_eq(bound(w, 2, false), 6); /* before a comes again */
	workload_free(w);
}
END_TEST

/* --- at random --- */

struct seen {
	dag_time worst[64]; /* by node, from the release of the job on        */
};

static void look(const struct platform_result *r, struct seen *seen)
{
	const struct workload *w = r->workload;

	*seen = (struct seen){{0}};
	for (size_t i = 0; i < r->n; i++) {
		const struct trace_rec *x = &r->recs[i];
		uint32_t node;

		if (x->kind != TRACE_FINISH)
			continue;
		node = w->tasks[x->task].first_node + x->node;
		ck_assert_uint_lt(node, 64);
		if (x->t - x->a > seen->worst[node])
			seen->worst[node] = x->t - x->a;
	}
}

static struct workload *draw(struct rng *rng)
{
	struct workload *w = dagset_draw(
		&(struct dagset_spec){
			.cores = 1,
			.tasks = 3,
			.nodes = 4,
			.cost = 6,
			.load = 0.4 + 0.05 * (double)rng_next_below(rng, 11)},
		rng);

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		w->tasks[i].deadline = SPAN_MAX;
		w->tasks[i].phase = (dag_time)rng_next_below(
			rng, (uint64_t)w->tasks[i].period);
		if (rng_next_below(rng, 2))
			w->tasks[i].jitter = (dag_time)rng_next_below(
				rng, (uint64_t)w->tasks[i].period / 2 + 1);
	}
	for (uint32_t i = 0; i < w->n_edges; i++)
		w->edges[i].delay = 0;
	return w;
}

static double utilization(const struct workload *w)
{
	struct ratio u = workload_utilization(w);

	return (double)u.num / (double)u.den;
}

/* Returns how often a bound was met exactly. */
static unsigned hold(const struct workload *w, const char *preset,
		     uint64_t seed)
{
	struct platkit_options o = {
		.mapping = {.per = PER_ALL, .has_queue = true},
		.config.seed = seed};
	struct platform_result *r = on_platform(w, preset, &o, HORIZON);
	bool live = strstr(preset, "dashing") != NULL;
	unsigned met = 0;
	struct seen seen;

	look(r, &seen);
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		dag_time most = bound(w, i, false);

		ck_assert_msg(seen.worst[i] <= most,
			      "%s: node %u takes %lld, bound %lld", preset, i,
			      (long long)seen.worst[i], (long long)most);
		met += seen.worst[i] == most;
		if (!live || !is_timer(w, i))
			continue;
		most = bound(w, i, true);
		ck_assert_msg(seen.worst[i] <= most,
			      "%s: timer %u takes %lld, bound %lld", preset, i,
			      (long long)seen.worst[i], (long long)most);
	}
	return met;
}

START_TEST(never_exceeded)
{
	static const char *const presets[] = {"ros2-ste-dashing", "ros2-ste",
					      "ros2-static", "ros2-events"};
	struct rng rng = {19};
	unsigned met = 0, runs = 0;

	while (runs < RUNS) {
		struct workload *w = draw(&rng);

		for (int k = 0; k < 4 && utilization(w) < 0.98; k++, runs++)
			met += hold(w, presets[k], rng_next(&rng));
		workload_free(w);
	}
	/* the bounds are not idle */
	ck_assert_uint_gt(met, RUNS / 20);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("bounds of ROS 2 executors");
	TCase *t = tcase_create("bounds");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_set_timeout(t, 120);
	tcase_add_test(t, bounds_by_hand);
	tcase_add_test(t, never_exceeded);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

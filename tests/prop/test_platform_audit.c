/* test_platform_audit.c - random workloads on every platform: the auditor,
 * which has an opinion of its own, finds nothing, and runs repeat themselves */
#include "tests/support/dagsets.h"
#include "tests/support/platkit.h"

#include "model/runtime.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 400, HORIZON = 400 };

static const char *const policies[] = {"gfp", "gedf", "prioritized_rr", "pedf",
				       "llf:node_order=index"};
enum { POLICIES = sizeof(policies) / sizeof(*policies) };

static uint32_t below(struct rng *r, uint32_t n)
{
	return (uint32_t)rng_next_below(r, n);
}

/* An executor with the first nodes, whose callbacks may admit each other. */
static void some_executor(struct runtime *x, struct workload *w, struct rng *r)
{
	struct runtime_executor *e =
		ARENA_NEW(&w->arena, struct runtime_executor, 1);
	struct runtime_group *g = ARENA_NEW(&w->arena, struct runtime_group, 1);
	uint32_t n = 1 + below(r, w->n_nodes);
	uint32_t *nodes = ARENA_NEW(&w->arena, uint32_t, n);

	for (uint32_t i = 0; i < n; i++)
		nodes[i] = i;
	*e = runtime_executor_unsaid();
	e->name = "some";
	e->nodes = nodes;
	e->n_nodes = n;
	e->threads = 1 + below(r, 3);
	e->poll = below(r, 2);
	e->take = below(r, 2);
	*g = (struct runtime_group){"g", below(r, 2), nodes, 1 + n / 2};
	e->groups = g;
	e->n_groups = g->n_nodes <= n;
	x->executors = e;
	x->n_executors = 1;
}

static struct workload *draw(struct rng *r)
{
	struct workload *w =
		dagset_draw(&(struct dagset_spec){.cores = 1 + below(r, 4),
						  .tasks = 3,
						  .nodes = 5,
						  .cost = 9,
						  .load = 0.5 + below(r, 3),
						  .constrained = true},
			    r);
	struct runtime *x = ARENA_NEW(&w->arena, struct runtime, 1);
	struct ratio *publish =
		ARENA_NEW(&w->arena, struct ratio, w->n_edges + 1);
	struct runtime_callback *c =
		ARENA_NEW(&w->arena, struct runtime_callback, w->n_nodes);

	for (uint32_t i = 0; i < w->n_edges; i++) {
		w->edges[i].delay = below(r, 3) ? 0 : below(r, 6);
		publish[i] = (struct ratio){below(r, 5), 4};
		if (publish[i].num > 3 || below(r, 2))
			publish[i] = (struct ratio){1, 1};
	}
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		c[i] = runtime_callback_unsaid();
		if (!below(r, 4))
			c[i].join = (enum join_rule)below(r, JOIN_RULES);
		if (!below(r, 3))
			c[i].timer = (enum timer_rule)below(r, TIMER_RULES);
		if (!below(r, 3))
			c[i].queue = below(r, 3);
		c[i].queue_size = 1 + below(r, 3);
	}
	if (below(r, 3))
		x->publish = publish;
	if (below(r, 2))
		x->callbacks = c;
	if (below(r, 2))
		some_executor(x, w, r);
	w->runtime = x;
	return w;
}

static uint64_t hash(const struct platform_result *r)
{
	uint64_t h = r->n;

	for (size_t i = 0; i < r->n; i++) {
		const struct trace_rec *x = &r->recs[i];

		h = rng_mix(h ^ (uint64_t)x->t) + x->kind;
		h = rng_mix(h ^ x->instance) + x->node + 64 * x->task;
		h = rng_mix(h ^ (uint64_t)x->a) + x->exec + 8 * x->index;
	}
	return h;
}

START_TEST(audited)
{
	struct rng rng = {23 + (uint64_t)_i};
	uint64_t lost = 0, finished = 0;

	for (int i = 0; i < RUNS / 4; i++) {
		struct workload *w = draw(&rng);

		for (size_t k = 0; preset_table[k]; k++) {
			struct platkit_options o = {
				.policy = policies[below(&rng, POLICIES)],
				.mapping = {.per = (enum executor_per)below(
						    &rng, PER_PRESET + 1)},
				.may_fail = true};
			struct platform_result *r;
			uint64_t first;

			o.config.ties = (enum thread_ties)below(&rng, 2);
			r = on_platform(w, preset_table[k]->name, &o, HORIZON);
			/* pedf finds no place for more than a core can do */
			ck_assert_msg(r->ok || r->error.code == EXIT_NO, "%s",
				      r->error.msg);
			lost += r->ok ? r->stats.lost : 0;
			finished += r->ok ? r->metrics.overall.completed : 0;
			first = hash(r);
			if (k == (size_t)i % 8)
				ck_assert_uint_eq(
					first, hash(on_platform(
						       w, preset_table[k]->name,
						       &o, HORIZON)));
		}
		workload_free(w);
	}
	ck_assert_uint_gt(lost, 100);
	ck_assert_uint_gt(finished, 1000);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("audits of platforms");
	TCase *t = tcase_create("random");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, audited, 0, 4);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

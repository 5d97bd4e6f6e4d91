/* test_platform_audit.c - random workloads on every platform: the auditor,
 * which has an opinion of its own, finds nothing, and runs repeat themselves */
#include "tests/support/platkit.h"
#include "tests/support/randplat.h"

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
		struct workload *w = randplat_draw(&rng, 1);

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

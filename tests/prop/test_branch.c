/* A run that is left and taken up again goes on as if nothing had been, and as
 * the simulator goes on that runs it all at once. */
#include "check/gen.h"
#include "policies/lineup.h"
#include "sim/branch.h"
#include "tests/support/randset.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_MAX = 4096 };

/* What was started, in order; and how long each batch takes, by a key. */
struct log {
	struct sim_times times; /* first */
	uint64_t key;
	uint64_t items[LOG_MAX];
	size_t n;
	bool silent;
};

static struct arena A;
static struct rng R;

static dag_time note(const struct sim_times *t, const struct job *head,
		     uint32_t n, dag_time nominal)
{
	struct log *l = (struct log *)(uintptr_t)t;
	uint64_t who = (uint64_t)head->task << 48 | (uint64_t)head->node << 32 |
		       head->instance;
	uint64_t x = rng_mix(l->key ^ rng_mix(who));

	if (!l->silent) {
		ck_assert_uint_lt(l->n, LOG_MAX);
		l->items[l->n++] = who << 4 ^ n;
	}
	return x & 3 ? nominal : 1 + (dag_time)(x % (uint64_t)nominal);
}

/* All releases before the horizon. */
static struct release_list list_releases(const struct workload *w,
					 dag_time horizon)
{
	struct release_cursor *c = release_open(&A, w, w->sim.seed, horizon);
	struct release_list out = {ARENA_NEW(&A, struct release, 1024), 0,
				   NULL};

	while (release_peek(c) != DAG_TIME_MAX && out.n < 1024) {
		release_next(c, &out.items[out.n]);
		out.items[out.n].tie = out.n;
		out.n++;
	}
	return out;
}

static const char *spec_for(const struct workload *w, uint64_t k)
{
	static const char *const cores[] = {
		"gedf", "gfp", "llf", "pedf", "prioritized_rr", "cfp"};
	static const char *const lone[] = {"edf_batch", "round_robin",
					   "dynamic_batch", "fifo",
					   "edf_batch_same_deadline"};

	if (w->platform.n_cores && w->platform.n_accelerators)
		return "gedf+edf_batch";
	return w->platform.n_cores ? cores[k % 6] : lone[k % 5];
}

/* Goes somewhere else from here: other releases, other times. */
static void wander(struct branch *b, const struct workload *w, struct log *l,
		   dag_time now)
{
	uint64_t key = l->key;

	l->silent = true;
	l->key = rng_next(&R);
	for (unsigned i = 0; i < 12; i++) {
		struct release r = {
			.instance = 100000 + i,
			.tie = 1000000 + i,
			.task = (uint32_t)rng_next_below(&R, w->n_tasks)};
		dag_time t = now + (dag_time)rng_next_below(&R, 2000000);

		if (branch_next(b) < t)
			t = branch_next(b);
		r.time = r.nominal = t;
		r.deadline = t + w->tasks[r.task].deadline;
		if (branch_step(b, t, &r, rng_next_below(&R, 2)) !=
		    BRANCH_GOES_ON)
			break;
		now = t;
	}
	l->silent = false;
	l->key = key;
}

/* Runs it in steps, with detours; false where it grows too large. */
static bool run_in_steps(const struct sim_config *c, struct log *l,
			 const struct release_list *list)
{
	struct dag_error e = {0};
	struct branch *b = branch_open(c, &e);
	void *image;
	size_t i = 0;
	enum branch_end end = BRANCH_GOES_ON;

	ck_assert_msg(b != NULL, "%s", e.msg);
	image = malloc(branch_bytes(b));
	ck_assert_ptr_nonnull(image);
	while (end == BRANCH_GOES_ON) {
		dag_time t = branch_next(b);
		size_t n = 0;

		if (i < list->n && list->items[i].time < t)
			t = list->items[i].time;
		if (t >= c->horizon)
			break;
		while (i + n < list->n && list->items[i + n].time == t)
			n++;
		end = branch_step(b, t, list->items + i, n);
		i += n;
		ck_assert_int_ne(end, BRANCH_BROKEN);
		if (end == BRANCH_GOES_ON && !rng_next_below(&R, 3)) {
			struct branch_print p = branch_print(b, true), q;

			branch_save(b, image);
			wander(b, c->workload, l, t);
			branch_restore(b, image);
			q = branch_print(b, true);
			ck_assert(p.a == q.a && p.b == q.b);
		}
	}
	free(image);
	branch_close(b);
	return end == BRANCH_GOES_ON;
}

START_TEST(test_goes_on)
{
	static const struct gen_options options = {
		.platforms = GEN_ACCELERATOR | GEN_CORES | GEN_BOTH,
		.binds = true};
	struct gen *g = gen_new(&options);
	unsigned done = 0;

	for (uint64_t k = 0; k < case_count(1500); k++) {
		static struct log whole, parts;
		uint8_t bytes[GEN_BYTES];
		size_t n = gen_bytes(7, k, bytes);
		struct release_list list;
		struct check_case x;
		struct dag_error e = {0};
		struct lineup l;
		struct sim_config c;

		if (!gen_make(g, bytes, n, &x))
			continue;
		arena_reset(&A);
		ck_assert(lineup_init(&l, spec_for(x.workload, k), x.workload,
				      &A, &e));
		c = (struct sim_config){
			.workload = x.workload,
			.policy = l.policy,
			.accelerator = l.accelerator,
			.horizon = x.workload->sim.duration,
			.late = LATE_RUN,
			.tie = x.tie,
			.rules = x.rules,
			.safety_factor = x.workload->sim.safety_factor,
		};
		if (!sim_place(&c, &A, &e) || !branch_suits(&c))
			continue;
		list = list_releases(x.workload, c.horizon);
		whole = parts = (struct log){.times = {note}, .key = k};
		c.times = &parts.times;
		if (!run_in_steps(&c, &parts, &list))
			continue;
		c.times = &whole.times;
		c.replay = &list;
		ck_assert_msg(sim_run(&c, &A, NULL, 0, NULL, &e), "%s", e.msg);
		ck_assert_uint_eq(whole.n, parts.n);
		ck_assert(!memcmp(whole.items, parts.items,
				  whole.n * sizeof(*whole.items)));
		done++;
	}
	printf("%u runs\n", done);
	ck_assert_uint_gt(done, case_count(1500) / 4);
	gen_free(g);
}
END_TEST

static void begin(void)
{
	R = (struct rng){20261131};
}

static void end(void)
{
	arena_free(&A);
}

int main(void)
{
	Suite *s = suite_create("branch");
	TCase *tc = tcase_create("branch");
	SRunner *sr = srunner_create(s);
	int failed;

	if (!getenv("CK_DEFAULT_TIMEOUT"))
		tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, test_goes_on);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* The ready queue against a sorted array, on random operations. */
#include "base/rng.h"
#include "policies/ready_queue.h"

#include <check.h>
#include <stdlib.h>

enum { JOBS = 400, BUCKETS = 70, STEPS = 2500 };

static int64_t by_deadline(const struct policy *p, const struct job *j)
{
	(void)p;
	return j->deadline;
}

static struct job jobs[JOBS];
static bool in[JOBS], pushed[JOBS], ties_only;

static bool before(const struct job *a, const struct job *b)
{
	if (a->deadline != b->deadline)
		return a->deadline < b->deadline;
	if (a->criticality != b->criticality)
		return a->criticality > b->criticality;
	if (a->release != b->release && !ties_only)
		return a->release < b->release;
	return a->tie < b->tie;
}

/* Those in the queue that pass the filter, sorted, by brute force. */
static uint32_t reference(uint32_t only, uint32_t except, job_id *out)
{
	uint32_t n = 0;

	for (job_id j = 0; j < JOBS; j++) {
		uint32_t i = n;

		if (!in[j] || (only != NONE && jobs[j].model != only) ||
		    jobs[j].model == except)
			continue;
		for (; i > 0 && before(&jobs[j], &jobs[out[i - 1]]); i--)
			out[i] = out[i - 1];
		out[i] = j;
		n++;
	}
	return n;
}

static void fresh_job(struct rng *r, job_id j)
{
	jobs[j] = (struct job){
		.deadline = (dag_time)rng_next_below(r, 40),
		.release = (dag_time)rng_next_below(r, 5),
		.criticality = (uint8_t)rng_next_below(r, 2),
		.tie = rng_next(r),
		.model = (uint32_t)rng_next_below(r, BUCKETS),
	};
}

static void check_list(struct ready_queue *q, uint32_t b, const job_id *want,
		       uint32_t n)
{
	job_id at = ready_bucket_head(q, b);

	ck_assert_uint_eq(ready_bucket_count(q, b), n);
	for (uint32_t i = 0; i < n; i++) {
		ck_assert_uint_eq(at, want[i]);
		at = ready_bucket_next(q, at);
	}
	ck_assert_uint_eq(at, JOB_NONE);
}

static void check_bucket(struct ready_queue *q, struct rng *r, uint32_t b)
{
	job_id want[JOBS];
	uint32_t n = reference(b, NONE, want), from;

	check_list(q, b, want, n);
	if (n) {
		int64_t key = (int64_t)rng_next_below(r, 42);
		uint32_t i = (uint32_t)rng_next_below(r, n), k = i + 1;

		while (k < n && jobs[want[k]].deadline < key)
			k++;
		ck_assert_uint_eq(ready_bucket_seek(q, want[i], key),
				  k < n ? want[k] : JOB_NONE);
	}
	from = (uint32_t)rng_next_below(r, BUCKETS + 2);
	for (b = from; b < BUCKETS; b++)
		if (ready_bucket_count(q, b))
			break;
	ck_assert_uint_eq(ready_bucket_from(q, from), b < BUCKETS ? b : NONE);
}

static void check_others(struct ready_queue *q, struct rng *r)
{
	job_id want[JOBS], got[BATCH_MAX];
	uint32_t except = (uint32_t)rng_next_below(r, BUCKETS);
	uint32_t k = (uint32_t)rng_next_below(r, 9), n, m;

	if (ready_count(q) && rng_next_below(r, 2))
		except = jobs[ready_head(q)].model;
	n = reference(NONE, except, want);
	m = ready_others(q, except, k, got);
	ck_assert_uint_eq(m, n < k ? n : k);
	for (uint32_t i = 0; i < m; i++)
		ck_assert_uint_eq(got[i], want[i]);
}

static void check_all(struct ready_queue *q, struct rng *r,
		      enum ready_view view)
{
	job_id want[JOBS];
	uint32_t n = reference(NONE, NONE, want);

	ck_assert_uint_eq(ready_count(q), n);
	ck_assert_uint_eq(ready_head(q), n ? want[0] : JOB_NONE);
	if (view == VIEW_ORDER && n) {
		job_id at = ready_head(q);

		for (uint32_t i = 0; i < n; i++, at = ready_next(q, at))
			ck_assert_uint_eq(at, want[i]);
		ck_assert_uint_eq(at, JOB_NONE);
	}
	if (view == VIEW_BY_MODEL) {
		check_bucket(q, r, (uint32_t)rng_next_below(r, BUCKETS));
		check_others(q, r);
	}
}

/* The order of any two, in the queue or not, as it was pushed last. */
static void check_pairs(struct ready_queue *q, struct rng *r)
{
	job_id x = (job_id)rng_next_below(r, JOBS);
	job_id y = (job_id)rng_next_below(r, JOBS);

	if (x == y || !pushed[x] || !pushed[y])
		return;
	ck_assert(ready_before(q, x, y) == before(&jobs[x], &jobs[y]));
	ck_assert(ready_overtakes(q, x, y) == before(&jobs[x], &jobs[y]));
}

/* Another job takes the place of one in the queue. */
static void replace(struct ready_queue *q, struct rng *r, job_id out)
{
	job_id j = (job_id)rng_next_below(r, JOBS);

	if (in[j])
		return;
	fresh_job(r, j);
	ready_replace(q, out, j);
	in[j] = pushed[j] = true;
	in[out] = false;
}

static void run_random(enum ready_view view, uint64_t seed, bool ranks)
{
	struct policy_ops ops = {
		.name = "test",
		.traits = {ORDER_EDF, BATCH_NONE, view,
			   POLICY_CRITICAL_FIRST | POLICY_ON_ACCELERATOR},
		.key = by_deadline,
	};
	struct policy p = {.ops = &ops};
	struct ready_queue *q = ready_new(&p, jobs, NULL, BUCKETS);
	struct rng r = {seed};

	ties_only = seed % 2;
	if (ties_only)
		ready_ignore_release(q);
	if (ranks)
		ready_keep_ranks(q);
	for (int i = 0; i < JOBS; i++)
		in[i] = pushed[i] = false;
	for (int step = 0; step < STEPS; step++) {
		job_id j = (job_id)rng_next_below(&r, JOBS);
		uint64_t bias = (uint64_t)(step / 500 % 3);

		/* grow and shrink in phases */
		if (!in[j] && rng_next_below(&r, 4) > bias) {
			fresh_job(&r, j);
			ready_push(q, j);
			in[j] = pushed[j] = true;
		} else if (in[j] && rng_next_below(&r, 3) == 0) {
			replace(q, &r, j);
		} else if (in[j]) {
			ready_remove(q, j);
			in[j] = false;
		}
		ck_assert(ready_contains(q, j) == in[j]);
		check_pairs(q, &r);
		if (step % 7 == 0)
			check_all(q, &r, view);
	}
	ready_clear(q);
	ck_assert_uint_eq(ready_count(q), 0);
	ck_assert_uint_eq(ready_head(q), JOB_NONE);
	ready_free(q);
}

START_TEST(head_view)
{
	run_random(VIEW_HEAD, (uint64_t)_i, _i >= 2);
}
END_TEST

START_TEST(order_view)
{
	run_random(VIEW_ORDER, (uint64_t)_i, false);
}
END_TEST

START_TEST(bucket_view)
{
	run_random(VIEW_BY_MODEL, (uint64_t)_i, false);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ready_queue");
	TCase *tc = tcase_create("random");
	SRunner *r;
	int failed;

	tcase_add_loop_test(tc, head_view, 0, 4);
	tcase_add_loop_test(tc, order_view, 0, 4);
	tcase_add_loop_test(tc, bucket_view, 0, 8);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

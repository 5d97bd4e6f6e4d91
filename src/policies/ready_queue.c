/* ready_queue.c - see ready_queue.h and ready_private.h */
#include "policies/ready_private.h"

#include <stdlib.h>

/* --- ranks --- */

bool ready_before_slow(const struct ready_queue *q, job_id x, job_id y)
{
	struct ready_entry a = ready_entry_of(q, x), b = ready_entry_of(q, y);

	return ready_entry_before(q, &a, &b);
}

/* Release, or most of the tie, stands in the rank; releases are not negative,
 * so the criticality has the top bit to itself. */
static inline struct rank rank_of(const struct ready_queue *q,
				  const struct ready_entry *x)
{
	const struct job *j = &q->jobs[x->job];
	uint64_t minor = q->by_tie ? j->tie >> 1 : (uint64_t)j->release;

	assert(j->release >= 0);
	return (struct rank){x->key, (uint64_t)x->minor << 63 | minor};
}

struct rank ready_rank_slow(const struct ready_queue *q, job_id j)
{
	struct ready_entry x = ready_entry_of(q, j);

	return rank_of(q, &x);
}

/* --- VIEW_HEAD: heap of entries --- */

/* The last step of a change: x goes to i. */
static inline void heap_put(struct ready_queue *q, uint32_t i,
			    struct ready_entry x)
{
	q->heap[i] = x;
	q->pos[x.job] = i;
	q->front.head = q->heap[0].job;
}

static inline void heap_up(struct ready_queue *q, uint32_t i,
			   struct ready_entry x)
{
	while (i > 0) {
		uint32_t up = (i - 1) / READY_ARITY;

		if (!ready_entry_before(q, &x, &q->heap[up]))
			break;
		q->heap[i] = q->heap[up];
		q->pos[q->heap[i].job] = i;
		i = up;
	}
	heap_put(q, i, x);
}

static inline __attribute__((always_inline)) void
heap_down(struct ready_queue *q, uint32_t i, struct ready_entry x)
{
	for (;;) {
		uint32_t c = i * READY_ARITY + 1, best = c,
			 end = c + READY_ARITY;

		if (c >= q->front.count)
			break;
		if (end > q->front.count)
			end = q->front.count;
		for (c++; c < end; c++)
			if (ready_entry_before(q, &q->heap[c], &q->heap[best]))
				best = c;
		if (!ready_entry_before(q, &q->heap[best], &x))
			break;
		q->heap[i] = q->heap[best];
		q->pos[q->heap[i].job] = i;
		i = best;
	}
	heap_put(q, i, x);
}

static __attribute__((noinline)) void heap_remove(struct ready_queue *q,
						  job_id j)
{
	uint32_t i = q->pos[j];
	struct ready_entry last = q->heap[--q->front.count];

	assert(i <= q->front.count);
	q->pos[j] = NONE;
	if (!q->front.count)
		q->front.head = JOB_NONE;
	else if (last.job == j)
		return;
	else if (i > 0 &&
		 ready_entry_before(q, &last, &q->heap[(i - 1) / READY_ARITY]))
		heap_up(q, i, last);
	else
		heap_down(q, i, last);
}

/* --- the owner's side --- */

static struct ready_queue *
new_queue(const struct policy *p, const struct job *jobs, enum ready_view view,
	  const uint32_t *bucket_of, uint32_t n_buckets)
{
	struct ready_queue *q = ready_alloc_checked(calloc(1, sizeof(*q)));

	q->policy = p;
	q->jobs = jobs;
	q->view = view;
	q->front.plain = true;
	q->critical_first = p->ops->traits.flags & POLICY_CRITICAL_FIRST;
	q->bucket_of = bucket_of;
	q->n_buckets = q->view == VIEW_ORDER ? 1 : n_buckets;
	if (ready_is_list(q)) {
		REQUIRE(q->n_buckets > 0);
		ready_buckets_new(q);
	}
	ready_set_jobs(q, jobs);
	ready_clear(q);
	return q;
}

struct ready_queue *ready_new(const struct policy *p, const struct job *jobs,
			      const uint32_t *bucket_of, uint32_t n_buckets)
{
	return new_queue(p, jobs, p->ops->traits.view, bucket_of, n_buckets);
}

struct ready_queue *ready_new_ordered(const struct policy *p,
				      const struct job *jobs)
{
	return new_queue(p, jobs, VIEW_ORDER, NULL, 1);
}

struct ready_queue *ready_new_like(const struct ready_queue *q,
				   const struct policy *p,
				   const struct job *jobs)
{
	struct ready_queue *like =
		new_queue(p, jobs, q->view, q->bucket_of, q->n_buckets);

	like->front.plain = q->front.plain;
	like->keeps_ranks = q->keeps_ranks;
	like->by_tie = q->by_tie;
	like->ids = q->ids;
	like->first = q->first;
	return like;
}

void ready_free(struct ready_queue *q)
{
	if (!q)
		return;
	free(q->heap);
	free(q->pos);
	free(q->ranks);
	free(q->nodes);
	ready_buckets_free(q);
	free(q);
}

void ready_clear(struct ready_queue *q)
{
	q->front.count = 0;
	q->front.head = JOB_NONE;
	if (ready_is_list(q))
		ready_buckets_clear(q);
	for (uint32_t j = 0; j < q->cap; j++) {
		if (ready_is_list(q))
			q->nodes[j].height = 0;
		else
			q->pos[j] = NONE;
	}
}

void ready_set_jobs(struct ready_queue *q, const struct job *jobs)
{
	q->jobs = jobs;
	q->front.jobs = jobs;
}

bool ready_same_key(const struct ready_queue *q, job_id x, job_id y)
{
	struct rank a = ready_rank(q, x), b = ready_rank(q, y);

	return a.key == b.key && a.minor >> 63 == b.minor >> 63;
}

void ready_favour_running(struct ready_queue *q)
{
	q->front.plain = false;
}

void ready_compare_ids(struct ready_queue *q, const uint32_t *ids,
		       const uint32_t *first)
{
	q->front.plain = false;
	q->ids = ids;
	q->first = first;
}

uint32_t ready_id(const struct ready_queue *q, job_id j)
{
	assert(q->ids);
	return q->ids[q->first[q->jobs[j].task] + q->jobs[j].node];
}

bool ready_may_rotate(const struct ready_queue *q, job_id waits, job_id runs)
{
	return !q->ids || ready_id(q, waits) > ready_id(q, runs);
}

bool ready_overtakes_slow(const struct ready_queue *q, job_id waits,
			  job_id runs)
{
	if (!ready_same_key(q, waits, runs))
		return ready_before(q, waits, runs);
	return q->ids && ready_id(q, waits) > ready_id(q, runs);
}

void ready_keep_ranks(struct ready_queue *q)
{
	REQUIRE(q->view == VIEW_HEAD && q->cap == 0);
	q->keeps_ranks = true;
}

void ready_ignore_release(struct ready_queue *q)
{
	REQUIRE(q->front.count == 0);
	q->by_tie = true;
}

/* Room for job ids up to j; doubles. */
static void grow(struct ready_queue *q, job_id j)
{
	uint32_t cap = q->cap ? q->cap : 64;

	while (cap <= j)
		cap *= 2;
	if (ready_is_list(q)) {
		q->nodes = ready_alloc_checked(
			realloc(q->nodes, cap * sizeof(*q->nodes)));
		for (uint32_t i = q->cap; i < cap; i++)
			q->nodes[i].height = 0;
	} else {
		q->heap = ready_alloc_checked(
			realloc(q->heap, cap * sizeof(*q->heap)));
		q->pos = ready_alloc_checked(
			realloc(q->pos, cap * sizeof(*q->pos)));
		for (uint32_t i = q->cap; i < cap; i++)
			q->pos[i] = NONE;
	}
	if (q->keeps_ranks) {
		q->ranks = ready_alloc_checked(
			realloc(q->ranks, cap * sizeof(*q->ranks)));
		q->front.ranks = q->ranks;
	}
	q->cap = cap;
}

void ready_reserve(struct ready_queue *q, uint32_t n)
{
	if (n > q->cap)
		grow(q, n - 1);
}

void ready_regions(struct ready_queue *q, uint32_t n,
		   void (*visit)(void *ctx, void *region, size_t bytes),
		   void *ctx)
{
	REQUIRE(n <= q->cap);
	visit(ctx, q, sizeof(*q));
	if (q->ranks)
		visit(ctx, q->ranks, n * sizeof(*q->ranks));
	if (!ready_is_list(q)) {
		visit(ctx, q->heap, n * sizeof(*q->heap));
		visit(ctx, q->pos, n * sizeof(*q->pos));
		return;
	}
	visit(ctx, q->nodes, n * sizeof(*q->nodes));
	ready_buckets_regions(q, visit, ctx);
}

/* On its own, so that the lists' way through ready_push is a jump. */
static __attribute__((noinline)) void heap_push(struct ready_queue *q, job_id j)
{
	struct ready_entry x = ready_entry_of(q, j);

	assert(q->pos[j] == NONE);
	if (q->keeps_ranks)
		q->ranks[j] = rank_of(q, &x);
	heap_up(q, q->front.count++, x);
}

static __attribute__((noinline)) void push_grown(struct ready_queue *q,
						 job_id j)
{
	grow(q, j);
	ready_push(q, j);
}

void ready_push(struct ready_queue *q, job_id j)
{
	if (__builtin_expect(j >= q->cap, 0))
		push_grown(q, j);
	else if (ready_is_list(q))
		ready_buckets_push(q, j);
	else
		heap_push(q, j);
}

void ready_remove(struct ready_queue *q, job_id j)
{
	assert(ready_contains(q, j));
	if (ready_is_list(q)) {
		ready_buckets_remove(q, j);
		return;
	}
	heap_remove(q, j);
}

void ready_replace(struct ready_queue *q, job_id out, job_id in)
{
	struct ready_entry x;
	uint32_t i;

	if (ready_is_list(q) || in >= q->cap) {
		ready_push(q, in);
		ready_remove(q, out);
		return;
	}
	assert(q->pos[in] == NONE);
	i = q->pos[out];
	assert(i < q->front.count);
	q->pos[out] = NONE;
	x = ready_entry_of(q, in);
	if (q->keeps_ranks)
		q->ranks[in] = rank_of(q, &x);
	if (i > 0 && ready_entry_before(q, &x, &q->heap[(i - 1) / READY_ARITY]))
		heap_up(q, i, x);
	else
		heap_down(q, i, x);
}

bool ready_contains(const struct ready_queue *q, job_id j)
{
	if (j >= q->cap)
		return false;
	return ready_is_list(q) ? q->nodes[j].height > 0 : q->pos[j] != NONE;
}

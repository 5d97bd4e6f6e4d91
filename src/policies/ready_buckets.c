/* ready_buckets.c - the ready queue's lists; see ready_private.h */
#include "policies/ready_private.h"
#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64 };

/* --- non-empty buckets as a bitmap tree --- */

static void bitmap_set(struct ready_queue *q, uint32_t b)
{
	for (uint32_t l = 0; l < q->n_bitmap; l++, b /= WORD)
		q->bitmap[l][b / WORD] |= UINT64_C(1) << (b % WORD);
}

static void bitmap_clear(struct ready_queue *q, uint32_t b)
{
	for (uint32_t l = 0; l < q->n_bitmap; l++, b /= WORD) {
		q->bitmap[l][b / WORD] &= ~(UINT64_C(1) << (b % WORD));
		if (q->bitmap[l][b / WORD])
			return;
	}
}

/* Lowest set index >= from, or NONE: up until a word has a later bit, then
 * down along first bits. */
static uint32_t bitmap_from(const struct ready_queue *q, uint32_t from)
{
	uint32_t l = 0, i = from, words = (q->n_buckets + WORD - 1) / WORD;
	uint64_t word;

	for (; l < q->n_bitmap; l++, words = (words + WORD - 1) / WORD) {
		if (i / WORD >= words)
			return NONE;
		word = q->bitmap[l][i / WORD] >> (i % WORD);
		if (word)
			break;
		i = i / WORD + 1;
	}
	if (l == q->n_bitmap)
		return NONE;
	i += (uint32_t)__builtin_ctzll(word);
	while (l-- > 0)
		i = i * WORD + (uint32_t)__builtin_ctzll(q->bitmap[l][i]);
	return i;
}

/* --- heap of buckets, ordered by their first jobs --- */

static job_id bucket_first(const struct ready_queue *q, uint32_t b)
{
	return q->buckets[b].first[0];
}

static bool bucket_before(const struct ready_queue *q, uint32_t x, uint32_t y)
{
	return ready_node_before(q, bucket_first(q, x), bucket_first(q, y));
}

static void bucket_place(struct ready_queue *q, uint32_t i, uint32_t b)
{
	q->bucket_heap[i] = b;
	q->buckets[b].heap_pos = i;
}

static void bucket_up(struct ready_queue *q, uint32_t i, uint32_t b)
{
	while (i > 0) {
		uint32_t up = (i - 1) / READY_ARITY;

		if (!bucket_before(q, b, q->bucket_heap[up]))
			break;
		bucket_place(q, i, q->bucket_heap[up]);
		i = up;
	}
	bucket_place(q, i, b);
}

static void bucket_down(struct ready_queue *q, uint32_t i, uint32_t b)
{
	for (;;) {
		uint32_t c = i * READY_ARITY + 1, best = c,
			 end = c + READY_ARITY;

		if (c >= q->n_heap)
			break;
		if (end > q->n_heap)
			end = q->n_heap;
		for (c++; c < end; c++)
			if (bucket_before(q, q->bucket_heap[c],
					  q->bucket_heap[best]))
				best = c;
		if (!bucket_before(q, q->bucket_heap[best], b))
			break;
		bucket_place(q, i, q->bucket_heap[best]);
		i = best;
	}
	bucket_place(q, i, b);
}

static void bucket_emptied(struct ready_queue *q, uint32_t b)
{
	uint32_t i = q->buckets[b].heap_pos, last = q->bucket_heap[--q->n_heap];

	q->buckets[b].heap_pos = NONE;
	bitmap_clear(q, b);
	if (last == b)
		return;
	if (i > 0 &&
	    bucket_before(q, last, q->bucket_heap[(i - 1) / READY_ARITY]))
		bucket_up(q, i, last);
	else
		bucket_down(q, i, last);
}

/* --- skip list of a bucket --- */

static uint32_t height_for(uint64_t tie)
{
	uint64_t bits = rng_mix(tie + 1) | UINT64_C(1)
						   << (2 * (READY_LEVELS - 1));

	return (uint32_t)__builtin_ctzll(bits) / 2 + 1;
}

/* The last node before j on every level (JOB_NONE: the list's start). */
static void list_search(const struct ready_queue *q,
			const struct ready_bucket *b, job_id j, job_id *before)
{
	job_id at = JOB_NONE;

	for (int l = READY_LEVELS - 1; l >= 0; l--) {
		job_id next =
			at == JOB_NONE ? b->first[l] : q->nodes[at].next[l];

		while (next != JOB_NONE && ready_node_before(q, next, j)) {
			at = next;
			next = q->nodes[at].next[l];
		}
		before[l] = at;
	}
}

static void list_insert(struct ready_queue *q, job_id j)
{
	struct ready_node *n = &q->nodes[j];
	struct ready_bucket *b = &q->buckets[n->bucket];
	job_id before[READY_LEVELS];
	const job_id *at = before;

	/* Jobs mostly arrive in order: then the ends of the levels are it. */
	if (b->last[0] != JOB_NONE && ready_node_before(q, b->last[0], j))
		at = b->last;
	else
		list_search(q, b, j, before);
	for (uint32_t l = 0; l < n->height; l++) {
		job_id *link = at[l] == JOB_NONE ? &b->first[l]
						 : &q->nodes[at[l]].next[l];

		n->next[l] = *link;
		*link = j;
		if (n->next[l] == JOB_NONE)
			b->last[l] = j;
	}
	b->count++;
}

static void list_remove(struct ready_queue *q, job_id j)
{
	struct ready_node *n = &q->nodes[j];
	struct ready_bucket *b = &q->buckets[n->bucket];
	job_id before[READY_LEVELS];

	if (b->first[0] == j)
		memset(before, 0xff, sizeof(before)); /* JOB_NONE each */
	else
		list_search(q, b, j, before);
	for (uint32_t l = 0; l < n->height; l++) {
		job_id *link = before[l] == JOB_NONE
				       ? &b->first[l]
				       : &q->nodes[before[l]].next[l];

		assert(*link == j);
		*link = n->next[l];
		if (n->next[l] == JOB_NONE)
			b->last[l] = before[l];
	}
	b->count--;
}

static uint32_t bucket_for(const struct ready_queue *q, const struct job *j)
{
	uint32_t i = q->view == VIEW_BY_TASK ? j->task : j->model;

	if (q->view == VIEW_ORDER)
		return 0;
	if (q->bucket_of)
		i = q->bucket_of[i];
	assert(i < q->n_buckets);
	return i;
}

/* After every change. */
static void update_head(struct ready_queue *q)
{
	q->front.head =
		q->n_heap ? bucket_first(q, q->bucket_heap[0]) : JOB_NONE;
}

void ready_buckets_push(struct ready_queue *q, job_id j)
{
	struct ready_node *n = &q->nodes[j];
	struct ready_bucket *b;

	assert(n->height == 0);
	n->key = ready_key_of(q, j);
	n->minor = ready_minor_of(q, j);
	n->bucket = bucket_for(q, &q->jobs[j]);
	n->height = height_for(q->jobs[j].tie);
	b = &q->buckets[n->bucket];
	list_insert(q, j);
	if (b->count == 1) {
		bitmap_set(q, n->bucket);
		bucket_up(q, q->n_heap++, n->bucket);
	} else if (b->first[0] == j) {
		bucket_up(q, b->heap_pos, n->bucket);
	}
	q->front.count++;
	update_head(q);
}

void ready_buckets_remove(struct ready_queue *q, job_id j)
{
	uint32_t b = q->nodes[j].bucket;
	bool was_first = q->buckets[b].first[0] == j;

	list_remove(q, j);
	q->nodes[j].height = 0;
	if (q->buckets[b].count == 0)
		bucket_emptied(q, b);
	else if (was_first)
		bucket_down(q, q->buckets[b].heap_pos, b);
	q->front.count--;
	update_head(q);
}

void ready_buckets_new(struct ready_queue *q)
{
	uint32_t n = q->n_buckets;

	q->buckets = ready_alloc_checked(malloc(n * sizeof(*q->buckets)));
	q->bucket_heap =
		ready_alloc_checked(malloc(n * sizeof(*q->bucket_heap)));
	for (uint32_t left = n; q->n_bitmap < READY_BITMAP_LEVELS;
	     q->n_bitmap++) {
		left = (left + WORD - 1) / WORD;
		q->bitmap[q->n_bitmap] =
			ready_alloc_checked(calloc(left, sizeof(uint64_t)));
		if (left == 1) {
			q->n_bitmap++;
			break;
		}
	}
}

void ready_buckets_regions(struct ready_queue *q,
			   void (*visit)(void *ctx, void *region, size_t bytes),
			   void *ctx)
{
	uint32_t n = q->n_buckets, left = n;

	visit(ctx, q->buckets, n * sizeof(*q->buckets));
	visit(ctx, q->bucket_heap, n * sizeof(*q->bucket_heap));
	for (uint32_t l = 0; l < q->n_bitmap; l++) {
		left = (left + WORD - 1) / WORD;
		visit(ctx, q->bitmap[l], left * sizeof(uint64_t));
	}
}

void ready_buckets_clear(struct ready_queue *q)
{
	uint32_t left = q->n_buckets;

	q->n_heap = 0;
	for (uint32_t b = 0; b < q->n_buckets; b++) {
		memset(&q->buckets[b], 0xff, sizeof(q->buckets[b]));
		q->buckets[b].count = 0;
	}
	for (uint32_t l = 0; l < q->n_bitmap; l++) {
		left = (left + WORD - 1) / WORD;
		memset(q->bitmap[l], 0, left * sizeof(uint64_t));
	}
}

void ready_buckets_free(struct ready_queue *q)
{
	free(q->buckets);
	free(q->bucket_heap);
	for (uint32_t l = 0; l < q->n_bitmap; l++)
		free(q->bitmap[l]);
}

/* --- the policy's side --- */

job_id ready_next(const struct ready_queue *q, job_id after)
{
	REQUIRE(q->view == VIEW_ORDER);
	REQUIRE(ready_contains(q, after));
	return q->nodes[after].next[0];
}

static bool has_buckets(const struct ready_queue *q)
{
	return q->view == VIEW_BY_MODEL || q->view == VIEW_BY_TASK;
}

uint32_t ready_bucket_count(const struct ready_queue *q, uint32_t bucket)
{
	REQUIRE(has_buckets(q) && bucket < q->n_buckets);
	return q->buckets[bucket].count;
}

job_id ready_bucket_head(const struct ready_queue *q, uint32_t bucket)
{
	REQUIRE(has_buckets(q) && bucket < q->n_buckets);
	return bucket_first(q, bucket);
}

job_id ready_bucket_next(const struct ready_queue *q, job_id after)
{
	REQUIRE(has_buckets(q) && ready_contains(q, after));
	return q->nodes[after].next[0];
}

job_id ready_bucket_seek(const struct ready_queue *q, job_id after, int64_t key)
{
	job_id at = after;

	REQUIRE(has_buckets(q) && ready_contains(q, after));
	/* Climb while the next hop of the tallest level still falls short,
	 * then descend: logarithmic in how far it goes. */
	for (uint32_t l = q->nodes[at].height; l-- > 0;) {
		job_id next = q->nodes[at].next[l];

		while (next != JOB_NONE && q->nodes[next].key < key) {
			at = next;
			if (q->nodes[at].height > l + 1)
				l = q->nodes[at].height - 1;
			next = q->nodes[at].next[l];
		}
	}
	return q->nodes[at].next[0];
}

uint32_t ready_bucket_from(const struct ready_queue *q, uint32_t from)
{
	REQUIRE(has_buckets(q));
	return from < q->n_buckets ? bitmap_from(q, from) : NONE;
}

struct candidate {
	job_id job;
	uint32_t heap_pos; /* NONE: not the first of its bucket */
};

/* Keeps the best `limit` candidates in order. */
static uint32_t offer(const struct ready_queue *q, struct candidate *c,
		      uint32_t n, uint32_t limit, job_id job, uint32_t heap_pos)
{
	uint32_t i;

	if (n == limit && !ready_node_before(q, job, c[n - 1].job))
		return n;
	if (n == limit)
		n--;
	for (i = n; i > 0 && ready_node_before(q, job, c[i - 1].job); i--)
		c[i] = c[i - 1];
	c[i] = (struct candidate){job, heap_pos};
	return n + 1;
}

uint32_t ready_others(const struct ready_queue *q, uint32_t except, uint32_t k,
		      job_id *out)
{
	struct candidate c[BATCH_MAX + 1];
	uint32_t n = 0, found = 0, limit;

	REQUIRE(has_buckets(q) && k <= BATCH_MAX);
	limit = k + 1; /* one may be the excepted bucket */
	if (q->n_heap && k)
		n = offer(q, c, n, limit, ready_head(q), 0);
	while (n > 0 && found < k) {
		struct candidate best = c[0];
		uint32_t child = best.heap_pos * READY_ARITY + 1;
		bool taken = q->nodes[best.job].bucket != except;

		n--;
		memmove(c, c + 1, n * sizeof(*c));
		if (taken)
			out[found++] = best.job;
		if (taken && q->nodes[best.job].next[0] != JOB_NONE)
			n = offer(q, c, n, limit, q->nodes[best.job].next[0],
				  NONE);
		if (best.heap_pos == NONE)
			continue;
		for (uint32_t i = 0; i < READY_ARITY && child + i < q->n_heap;
		     i++)
			n = offer(q, c, n, limit,
				  bucket_first(q, q->bucket_heap[child + i]),
				  child + i);
	}
	return found;
}

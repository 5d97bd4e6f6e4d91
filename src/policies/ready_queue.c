/* ready_queue.c - see ready_queue.h
 *
 * Two structures.  VIEW_HEAD keeps a 4-ary heap of entries with positions.
 * The other views keep one skip list per bucket (VIEW_ORDER: one bucket),
 * and a 4-ary heap of the non-empty buckets, ordered by their first jobs.
 */
#include "policies/ready_queue.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 10, ARITY = 4, WORD = 64, BITMAP_LEVELS = 5 };

struct entry {
	int64_t key;
	uint32_t minor; /* 0 goes before 1 at equal keys */
	job_id job;
};

struct list_node {
	int64_t key;
	uint32_t minor;
	uint32_t bucket;
	uint32_t height; /* 0: not in the queue */
	job_id next[LEVELS];
};

struct bucket {
	job_id first[LEVELS]; /* first job of each level */
	job_id last[LEVELS];  /* last job of each level, or JOB_NONE */
	uint32_t count;
	uint32_t heap_pos; /* NONE when empty */
};

struct ready_queue {
	struct ready_front front; /* stands first: see ready_queue.h */
	const struct policy *policy;
	const struct job *jobs;
	enum ready_view view;
	bool critical_first;
	bool keeps_ranks;
	const uint32_t *ids, *first; /* see ready_compare_ids; or NULL */
	bool by_tie; /* equal keys: tie at once, without release before */
	uint32_t cap; /* job ids below this have a place */

	/* VIEW_HEAD */
	struct entry *heap;
	uint32_t *pos;      /* by job id; NONE: not in the queue */
	struct rank *ranks; /* by job id: as it was pushed last, or NULL */

	/* the other views */
	struct list_node *nodes; /* by job id */
	struct bucket *buckets;
	uint32_t *bucket_heap; /* non-empty buckets */
	uint32_t n_heap, n_buckets;
	const uint32_t *bucket_of;
	uint64_t *bitmap[BITMAP_LEVELS]; /* non-empty buckets, 64-ary tree */
	uint32_t n_bitmap;
};

static inline bool is_list(const struct ready_queue *q)
{
	return q->view != VIEW_HEAD;
}

/* --- the total order --- */

/* Equal keys and criticality: release, then tie. */
static bool earlier(const struct ready_queue *q, job_id x, job_id y)
{
	const struct job *a = &q->jobs[x], *b = &q->jobs[y];

	if (a->release != b->release && !q->by_tie)
		return a->release < b->release;
	return a->tie < b->tie;
}

static inline bool entry_before(const struct ready_queue *q,
				const struct entry *x, const struct entry *y)
{
	if (x->key != y->key)
		return x->key < y->key;
	if (x->minor != y->minor)
		return x->minor < y->minor;
	return earlier(q, x->job, y->job);
}

static inline bool node_before(const struct ready_queue *q, job_id x, job_id y)
{
	const struct list_node *a = &q->nodes[x], *b = &q->nodes[y];

	if (a->key != b->key)
		return a->key < b->key;
	if (a->minor != b->minor)
		return a->minor < b->minor;
	return earlier(q, x, y);
}

static inline uint32_t minor_of(const struct ready_queue *q, job_id j)
{
	return q->critical_first && q->jobs[j].criticality == LOW_CRITICALITY;
}

/* A pressing job goes before all others: keys within 73 years of zero move
 * below them. */
static int64_t press(int64_t key)
{
	const int64_t limit = INT64_C(1) << 61;

	if (key < -limit)
		key = -limit;
	if (key >= limit)
		key = limit - 1;
	return key - 2 * limit;
}

static inline int64_t key_of(const struct ready_queue *q, job_id j)
{
	int64_t key = q->policy->ops->key(q->policy, &q->jobs[j]);

	return q->jobs[j].pressing ? press(key) : key;
}

static inline struct entry entry_of(const struct ready_queue *q, job_id j)
{
	return (struct entry){ key_of(q, j), minor_of(q, j), j };
}

bool ready_before_slow(const struct ready_queue *q, job_id x, job_id y)
{
	struct entry a = entry_of(q, x), b = entry_of(q, y);

	return entry_before(q, &a, &b);
}

/* Release, or most of the tie, stands in the rank; releases are not negative,
 * so the criticality has the top bit to itself. */
static inline struct rank rank_of(const struct ready_queue *q,
				  const struct entry *x)
{
	const struct job *j = &q->jobs[x->job];
	uint64_t minor = q->by_tie ? j->tie >> 1 : (uint64_t)j->release;

	assert(j->release >= 0);
	return (struct rank){ x->key, (uint64_t)x->minor << 63 | minor };
}

struct rank ready_rank_slow(const struct ready_queue *q, job_id j)
{
	struct entry x = entry_of(q, j);

	return rank_of(q, &x);
}

/* --- VIEW_HEAD: heap of entries --- */

static inline void heap_up(struct ready_queue *q, uint32_t i, struct entry x)
{
	while (i > 0) {
		uint32_t up = (i - 1) / ARITY;

		if (!entry_before(q, &x, &q->heap[up]))
			break;
		q->heap[i] = q->heap[up];
		q->pos[q->heap[i].job] = i;
		i = up;
	}
	q->heap[i] = x;
	q->pos[x.job] = i;
}

static inline __attribute__((always_inline)) void heap_down(struct ready_queue *q, uint32_t i, struct entry x)
{
	for (;;) {
		uint32_t c = i * ARITY + 1, best = c, end = c + ARITY;

		if (c >= q->front.count)
			break;
		if (end > q->front.count)
			end = q->front.count;
		for (c++; c < end; c++)
			if (entry_before(q, &q->heap[c], &q->heap[best]))
				best = c;
		if (!entry_before(q, &q->heap[best], &x))
			break;
		q->heap[i] = q->heap[best];
		q->pos[q->heap[i].job] = i;
		i = best;
	}
	q->heap[i] = x;
	q->pos[x.job] = i;
}

static inline void heap_remove(struct ready_queue *q, job_id j)
{
	uint32_t i = q->pos[j];
	struct entry last = q->heap[--q->front.count];

	assert(i <= q->front.count);
	q->pos[j] = NONE;
	if (last.job == j)
		return;
	if (i > 0 && entry_before(q, &last, &q->heap[(i - 1) / ARITY]))
		heap_up(q, i, last);
	else
		heap_down(q, i, last);
}

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

/* After every change. */
static inline void update_head(struct ready_queue *q)
{
	if (!q->front.count)
		q->front.head = JOB_NONE;
	else if (is_list(q))
		q->front.head = q->buckets[q->bucket_heap[0]].first[0];
	else
		q->front.head = q->heap[0].job;
}

static job_id bucket_first(const struct ready_queue *q, uint32_t b)
{
	return q->buckets[b].first[0];
}

static bool bucket_before(const struct ready_queue *q, uint32_t x, uint32_t y)
{
	return node_before(q, bucket_first(q, x), bucket_first(q, y));
}

static void bucket_place(struct ready_queue *q, uint32_t i, uint32_t b)
{
	q->bucket_heap[i] = b;
	q->buckets[b].heap_pos = i;
}

static void bucket_up(struct ready_queue *q, uint32_t i, uint32_t b)
{
	while (i > 0) {
		uint32_t up = (i - 1) / ARITY;

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
		uint32_t c = i * ARITY + 1, best = c, end = c + ARITY;

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
	if (i > 0 && bucket_before(q, last, q->bucket_heap[(i - 1) / ARITY]))
		bucket_up(q, i, last);
	else
		bucket_down(q, i, last);
}

/* --- skip list of a bucket --- */

static uint32_t height_for(uint64_t tie)
{
	uint64_t bits = rng_mix(tie + 1) | UINT64_C(1) << (2 * (LEVELS - 1));

	return (uint32_t)__builtin_ctzll(bits) / 2 + 1;
}

/* The last node before j on every level (JOB_NONE: the list's start). */
static void list_search(const struct ready_queue *q, const struct bucket *b,
			job_id j, job_id *before)
{
	job_id at = JOB_NONE;

	for (int l = LEVELS - 1; l >= 0; l--) {
		job_id next = at == JOB_NONE ? b->first[l]
					     : q->nodes[at].next[l];

		while (next != JOB_NONE && node_before(q, next, j)) {
			at = next;
			next = q->nodes[at].next[l];
		}
		before[l] = at;
	}
}

static void list_insert(struct ready_queue *q, job_id j)
{
	struct list_node *n = &q->nodes[j];
	struct bucket *b = &q->buckets[n->bucket];
	job_id before[LEVELS];
	const job_id *at = before;

	/* Jobs mostly arrive in order: then the ends of the levels are it. */
	if (b->last[0] != JOB_NONE && node_before(q, b->last[0], j))
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
	struct list_node *n = &q->nodes[j];
	struct bucket *b = &q->buckets[n->bucket];
	job_id before[LEVELS];

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

static void buckets_push(struct ready_queue *q, job_id j)
{
	struct list_node *n = &q->nodes[j];
	struct bucket *b;

	n->key = key_of(q, j);
	n->minor = minor_of(q, j);
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
}

static void buckets_remove(struct ready_queue *q, job_id j)
{
	uint32_t b = q->nodes[j].bucket;
	bool was_first = q->buckets[b].first[0] == j;

	list_remove(q, j);
	q->nodes[j].height = 0;
	if (q->buckets[b].count == 0)
		bucket_emptied(q, b);
	else if (was_first)
		bucket_down(q, q->buckets[b].heap_pos, b);
}

/* --- the owner's side --- */

static void *checked(void *p)
{
	REQUIRE(p != NULL);
	return p;
}

static void new_buckets(struct ready_queue *q)
{
	uint32_t n = q->n_buckets;

	q->buckets = checked(malloc(n * sizeof(*q->buckets)));
	q->bucket_heap = checked(malloc(n * sizeof(*q->bucket_heap)));
	for (uint32_t left = n; q->n_bitmap < BITMAP_LEVELS; q->n_bitmap++) {
		left = (left + WORD - 1) / WORD;
		q->bitmap[q->n_bitmap] =
			checked(calloc(left, sizeof(uint64_t)));
		if (left == 1) {
			q->n_bitmap++;
			break;
		}
	}
}

static void clear_buckets(struct ready_queue *q)
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

static struct ready_queue *new_queue(const struct policy *p,
				     const struct job *jobs,
				     enum ready_view view,
				     const uint32_t *bucket_of,
				     uint32_t n_buckets)
{
	struct ready_queue *q = checked(calloc(1, sizeof(*q)));

	q->policy = p;
	q->jobs = jobs;
	q->view = view;
	q->front.plain = true;
	q->critical_first = p->ops->traits.flags & POLICY_CRITICAL_FIRST;
	q->bucket_of = bucket_of;
	q->n_buckets = q->view == VIEW_ORDER ? 1 : n_buckets;
	if (is_list(q)) {
		REQUIRE(q->n_buckets > 0);
		new_buckets(q);
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

void ready_free(struct ready_queue *q)
{
	if (!q)
		return;
	free(q->heap);
	free(q->pos);
	free(q->ranks);
	free(q->nodes);
	free(q->buckets);
	free(q->bucket_heap);
	for (uint32_t l = 0; l < q->n_bitmap; l++)
		free(q->bitmap[l]);
	free(q);
}

void ready_clear(struct ready_queue *q)
{
	q->front.count = 0;
	q->front.head = JOB_NONE;
	if (is_list(q))
		clear_buckets(q);
	for (uint32_t j = 0; j < q->cap; j++) {
		if (is_list(q))
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
	if (is_list(q)) {
		q->nodes = checked(realloc(q->nodes, cap * sizeof(*q->nodes)));
		for (uint32_t i = q->cap; i < cap; i++)
			q->nodes[i].height = 0;
	} else {
		q->heap = checked(realloc(q->heap, cap * sizeof(*q->heap)));
		q->pos = checked(realloc(q->pos, cap * sizeof(*q->pos)));
		for (uint32_t i = q->cap; i < cap; i++)
			q->pos[i] = NONE;
	}
	if (q->keeps_ranks) {
		q->ranks = checked(realloc(q->ranks, cap * sizeof(*q->ranks)));
		q->front.ranks = q->ranks;
	}
	q->cap = cap;
}

void ready_push(struct ready_queue *q, job_id j)
{
	if (j >= q->cap)
		grow(q, j);
	if (is_list(q)) {
		assert(q->nodes[j].height == 0);
		buckets_push(q, j);
		q->front.count++;
	} else {
		struct entry x = entry_of(q, j);

		assert(q->pos[j] == NONE);
		if (q->keeps_ranks)
			q->ranks[j] = rank_of(q, &x);
		heap_up(q, q->front.count++, x);
	}
	update_head(q);
}

void ready_remove(struct ready_queue *q, job_id j)
{
	assert(ready_contains(q, j));
	if (is_list(q)) {
		buckets_remove(q, j);
		q->front.count--;
	} else {
		heap_remove(q, j);
	}
	update_head(q);
}

void ready_replace(struct ready_queue *q, job_id out, job_id in)
{
	struct entry x;
	uint32_t i;

	if (is_list(q) || in >= q->cap) {
		ready_push(q, in);
		ready_remove(q, out);
		return;
	}
	assert(q->pos[in] == NONE);
	i = q->pos[out];
	assert(i < q->front.count);
	q->pos[out] = NONE;
	x = entry_of(q, in);
	if (q->keeps_ranks)
		q->ranks[in] = rank_of(q, &x);
	if (i > 0 && entry_before(q, &x, &q->heap[(i - 1) / ARITY]))
		heap_up(q, i, x);
	else
		heap_down(q, i, x);
	update_head(q);
}

bool ready_contains(const struct ready_queue *q, job_id j)
{
	if (j >= q->cap)
		return false;
	return is_list(q) ? q->nodes[j].height > 0 : q->pos[j] != NONE;
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

	if (n == limit && !node_before(q, job, c[n - 1].job))
		return n;
	if (n == limit)
		n--;
	for (i = n; i > 0 && node_before(q, job, c[i - 1].job); i--)
		c[i] = c[i - 1];
	c[i] = (struct candidate){ job, heap_pos };
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
		uint32_t child = best.heap_pos * ARITY + 1;
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
		for (uint32_t i = 0; i < ARITY && child + i < q->n_heap; i++)
			n = offer(q, c, n, limit,
				  bucket_first(q, q->bucket_heap[child + i]),
				  child + i);
	}
	return found;
}

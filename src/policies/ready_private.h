/* ready_private.h - the inside of the ready queue; for ready_queue.c and
 * ready_buckets.c alone
 *
 * Two structures.  VIEW_HEAD keeps a 4-ary heap of entries with positions:
 * ready_queue.c.  The other views keep one skip list per bucket (VIEW_ORDER:
 * one bucket), and a 4-ary heap of the non-empty buckets, ordered by their
 * first jobs: ready_buckets.c.  Both compare by the functions below, which
 * are inline as they are most of what a push costs.
 */
#ifndef DAGSIM_POLICIES_READY_PRIVATE_H
#define DAGSIM_POLICIES_READY_PRIVATE_H

#include "policies/ready_queue.h"

#include <assert.h>

enum { READY_LEVELS = 10, READY_ARITY = 4, READY_BITMAP_LEVELS = 5 };

struct ready_entry {
	int64_t key;
	uint32_t minor; /* 0 goes before 1 at equal keys */
	job_id job;
};

struct ready_node {
	int64_t key;
	uint32_t minor;
	uint32_t bucket;
	uint32_t height; /* 0: not in the queue */
	job_id next[READY_LEVELS];
};

struct ready_bucket {
	job_id first[READY_LEVELS]; /* first job of each level */
	job_id last[READY_LEVELS];  /* last job of each level, or JOB_NONE */
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
	bool by_tie;  /* equal keys: tie at once, without release before */
	uint32_t cap; /* job ids below this have a place */

	/* VIEW_HEAD */
	struct ready_entry *heap;
	uint32_t *pos;      /* by job id; NONE: not in the queue */
	struct rank *ranks; /* by job id: as it was pushed last, or NULL */

	/* the other views */
	struct ready_node *nodes; /* by job id */
	struct ready_bucket *buckets;
	uint32_t *bucket_heap; /* non-empty buckets */
	uint32_t n_heap, n_buckets;
	const uint32_t *bucket_of;
	/* The non-empty buckets again, as a 64-ary tree of bits. */
	uint64_t *bitmap[READY_BITMAP_LEVELS];
	uint32_t n_bitmap;
};

static inline bool ready_is_list(const struct ready_queue *q)
{
	return q->view != VIEW_HEAD;
}

/* --- the total order --- */

/* Equal keys and criticality: release, then tie. */
static inline bool ready_earlier(const struct ready_queue *q, job_id x,
				 job_id y)
{
	const struct job *a = &q->jobs[x], *b = &q->jobs[y];

	if (a->release != b->release && !q->by_tie)
		return a->release < b->release;
	return a->tie < b->tie;
}

static inline bool ready_entry_before(const struct ready_queue *q,
				      const struct ready_entry *x,
				      const struct ready_entry *y)
{
	if (x->key != y->key)
		return x->key < y->key;
	if (x->minor != y->minor)
		return x->minor < y->minor;
	return ready_earlier(q, x->job, y->job);
}

static inline bool ready_node_before(const struct ready_queue *q, job_id x,
				     job_id y)
{
	const struct ready_node *a = &q->nodes[x], *b = &q->nodes[y];

	if (a->key != b->key)
		return a->key < b->key;
	if (a->minor != b->minor)
		return a->minor < b->minor;
	return ready_earlier(q, x, y);
}

static inline uint32_t ready_minor_of(const struct ready_queue *q, job_id j)
{
	return q->critical_first && q->jobs[j].criticality == LOW_CRITICALITY;
}

/* A pressing job goes before all others: keys within 73 years of zero move
 * below them. */
static inline int64_t ready_press(int64_t key)
{
	const int64_t limit = INT64_C(1) << 61;

	if (key < -limit)
		key = -limit;
	if (key >= limit)
		key = limit - 1;
	return key - 2 * limit;
}

static inline int64_t ready_key_of(const struct ready_queue *q, job_id j)
{
	int64_t key = q->policy->ops->key(q->policy, &q->jobs[j]);

	return q->jobs[j].pressing ? ready_press(key) : key;
}

static inline struct ready_entry ready_entry_of(const struct ready_queue *q,
						job_id j)
{
	return (struct ready_entry){ready_key_of(q, j), ready_minor_of(q, j),
				    j};
}

/* A fresh allocation; the program ends where memory has run out. */
static inline void *ready_alloc_checked(void *p)
{
	REQUIRE(p != NULL);
	return p;
}

/* ready_buckets.c: what the views that keep lists do, with places for all job
 * ids given. */
void ready_buckets_new(struct ready_queue *q);
void ready_buckets_regions(struct ready_queue *q,
			   void (*visit)(void *ctx, void *region, size_t bytes),
			   void *ctx);
void ready_buckets_free(struct ready_queue *q);
void ready_buckets_clear(struct ready_queue *q);
void ready_buckets_push(struct ready_queue *q, job_id j);
void ready_buckets_remove(struct ready_queue *q, job_id j);

#endif

/* codec_state.h - what encoder and decoder of records both know (internal)
 *
 * Everything here is a function of the records that went by, whichever form
 * they were written in; so the two sides always foretell the same.
 */
#ifndef DAGSIM_TRACE_CODEC_STATE_H
#define DAGSIM_TRACE_CODEC_STATE_H

#include "base/arena.h"
#include "trace/codec.h"

/* The first byte: a code in the low half (a kind in its short form, or one
 * of these) and flags in the high half. */
enum { FULL = 0, RELEASE_GIVEN = 12, PLATFORM = 13, CODE_BITS = 15 };
enum { T = 0x10, A = 0x20, B = 0x40, C = 0x80 };

struct member {
	uint64_t instance;
	uint32_t task, node;
};

/* The batch an executor runs. */
struct lane {
	struct member *members;
	size_t cap;
	dag_time end; /* foretold */
	uint32_t n, finished;
};

/* What is needed of a task, in half a cache line. */
struct codec_task {
	uint64_t next; /* instance that it releases next                      */
	dag_time deadline;
	uint32_t first_node, n_nodes;
	bool batches; /* its first node's model does                          */
};

struct codec {
	const struct trace_header *header;
	struct codec_task *tasks;
	struct lane *lanes;
	const struct trace_rec *last; /* in the caller's hands, or kept       */
	struct trace_rec kept;
	bool many_execs;
};

static inline void join(struct lane *l, const struct trace_rec *r)
{
	if (l->n >= l->cap)
		array_reserve((void **)&l->members, &l->cap, l->n + (size_t)1,
			      sizeof(*l->members));
	l->members[l->n++] = (struct member){r->instance, r->task, r->node};
}

static inline void begin(struct lane *l, const struct trace_rec *r)
{
	l->n = 0;
	l->finished = 0;
	l->end = (dag_time)((uint64_t)r->t + (uint64_t)r->a);
	join(l, r);
}

/* What a record does to the state, but for being the last one. */
static inline void note_start(struct codec *c, const struct trace_rec *r)
{
	struct lane *l = &c->lanes[r->exec];

	if (!r->index)
		begin(l, r);
	else if (r->index == l->n)
		join(l, r);
}

static inline void note(struct codec *c, const struct trace_rec *r)
{
	switch (r->kind) {
	case TRACE_RELEASE:
		c->tasks[r->task].next = r->instance + 1;
		break;
	case TRACE_START:
		note_start(c, r);
		break;
	case TRACE_RESUME:
		begin(&c->lanes[r->exec], r);
		break;
	case TRACE_FINISH:
		c->lanes[r->exec].finished++;
		break;
	default:
		break;
	}
}

static inline void keep_last(struct codec *c)
{
	c->kept = *c->last;
	c->last = &c->kept;
}

/* The member that finishes next on an executor, or NULL. */
static inline const struct member *finishing(const struct lane *l)
{
	return l->finished < l->n ? &l->members[l->finished] : NULL;
}

/* Does the record go on with the batch whose last member was just started? */
static inline bool continues(const struct codec *c, unsigned index)
{
	const struct trace_rec *p = c->last;

	return p->kind == TRACE_START && index == p->index + 1u &&
	       index < p->count;
}

static inline const struct codec_task *task_of(const struct codec *c,
					       const struct trace_rec *r)
{
	return &c->tasks[r->task];
}

static inline dag_time sum(dag_time a, dag_time b)
{
	return (dag_time)((uint64_t)a + (uint64_t)b); /* wraps, both ways */
}

static inline dag_time difference(dag_time a, dag_time b)
{
	return (dag_time)((uint64_t)a - (uint64_t)b);
}

/* Deadline of a job released at `release`, were it not for jitter. */
static inline dag_time due(const struct codec *c, const struct trace_rec *r,
			   dag_time release)
{
	return sum(release, task_of(c, r)->deadline);
}

/* Is the size of a batch that the record heads written? */
static inline bool has_count(const struct codec *c, const struct trace_rec *r)
{
	const struct codec_task *t = task_of(c, r);

	if (!r->node)
		return t->batches;
	return c->header
		       ->models[c->header->nodes[t->first_node + r->node].model]
		       .max_batch > 1;
}

/* What a FINISH of a job's last node is flagged with. */
static inline uint8_t done_flags(const struct trace_rec *r)
{
	return TRACE_JOB_DONE | (r->t > r->b ? TRACE_LATE : 0);
}

/* The column a MISS belongs to, by the record it follows. */
static inline unsigned column(uint8_t kind)
{
	switch (kind) {
	case TRACE_FINISH:
		return TRACE_LATE;
	case TRACE_DROP:
		return TRACE_DROPPED;
	case TRACE_OPEN:
		return TRACE_PENDING;
	default:
		return 0;
	}
}

#endif

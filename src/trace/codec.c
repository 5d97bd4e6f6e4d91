/* codec.c - see codec.h and dagsim-trace(5) */
#include "trace/codec_state.h"
#include "base/error.h"
#include "trace/checksum.h"

#include <assert.h>
#include <stdlib.h>

struct codec *codec_new(const struct trace_header *h)
{
	struct codec *c = alloc_checked(calloc(1, sizeof(*c)));

	REQUIRE(h->n_tasks && h->n_execs);
	c->header = h;
	c->many_execs = h->n_execs > 1;
	c->last = &c->kept;
	c->tasks = alloc_checked(calloc(h->n_tasks, sizeof(*c->tasks)));
	c->lanes = alloc_checked(calloc(h->n_execs, sizeof(*c->lanes)));
	for (uint32_t i = 0; i < h->n_tasks; i++) {
		const struct trace_task *t = &h->tasks[i];
		uint32_t model = h->nodes[t->first_node].model;

		c->tasks[i] = (struct codec_task){
			.deadline = t->deadline,
			.first_node = t->first_node,
			.n_nodes = t->n_nodes,
			.batches = h->models[model].max_batch > 1,
		};
	}
	return c;
}

void codec_free(struct codec *c)
{
	if (!c)
		return;
	for (uint32_t i = 0; i < c->header->n_execs; i++)
		free(c->lanes[i].members);
	free(c->lanes);
	free(c->tasks);
	free(c);
}

/* A number of n bytes, n <= 8, has 7n bits, behind n - 1 zeros and a one;
 * one of 9 bytes has 64 behind a zero byte.  Stores 8 bytes whatever n is. */
static inline uint8_t *put(uint8_t *p, uint64_t v)
{
	unsigned bits, n;

	if (v >> 56) {
		*p = 0;
		store64(p + 1, v);
		return p + 9;
	}
	bits = 64 - (unsigned)__builtin_clzll(v | 1);
	n = (bits * 9 + 64) >> 6; /* bits / 7, rounded up */
	store64(p, v << n | (uint64_t)1 << (n - 1));
	return p + n;
}

static inline uint64_t fold(int64_t v)
{
	return (uint64_t)v << 1 ^ (v < 0 ? UINT64_MAX : 0);
}

static inline uint8_t *put_signed(uint8_t *p, int64_t v)
{
	return put(p, fold(v));
}

static inline uint8_t *put_exec(const struct codec *c, uint8_t *p,
				const struct trace_rec *r)
{
	return c->many_execs ? put(p, r->exec) : p;
}

/* task, node where there are several, and how many instances back. */
static inline uint8_t *put_job(const struct codec *c, uint8_t *p, uint8_t *tag,
			       const struct trace_rec *r, bool node)
{
	uint64_t back = c->tasks[r->task].next - 1 - r->instance;

	p = put(p, r->task);
	if (node && task_of(c, r)->n_nodes > 1)
		p = put(p, r->node);
	if (back) {
		*tag |= C;
		p = put(p, back);
	}
	return p;
}

/* Release (before r->t) and deadline of a job. */
static inline uint8_t *put_life(const struct codec *c, uint8_t *p, uint8_t *tag,
				const struct trace_rec *r)
{
	dag_time off = difference(r->b, due(c, r, r->a));

	p = put(p, (uint64_t)difference(r->t, r->a));
	if (off) {
		*tag |= B;
		p = put_signed(p, off);
	}
	return p;
}

static uint8_t *put_full(uint8_t *p, const struct trace_rec *r)
{
	*p++ = r->kind;
	p = put(p, r->task);
	p = put(p, r->node);
	p = put(p, r->instance);
	p = put_signed(p, r->a);
	p = put_signed(p, r->b);
	p = put(p, r->exec);
	*p++ = r->flags;
	p = put(p, r->count);
	return put(p, r->index);
}

static inline uint8_t *put_release(const struct codec *c, uint8_t *p,
				   uint8_t *tag, const struct trace_rec *r)
{
	bool given = r->flags == TRACE_GIVEN_ID;
	dag_time nominal = given ? r->t : difference(r->t, r->b);
	dag_time off = difference(r->a, due(c, r, nominal));

	if (r->node | r->exec | r->count | r->index ||
	    r->instance != c->tasks[r->task].next || (r->flags && !given))
		return NULL;
	p = put(p, r->task);
	if (given) {
		*tag = (uint8_t)((*tag & ~CODE_BITS) | RELEASE_GIVEN);
		p = put(p, (uint64_t)r->b);
	} else if (r->b) {
		*tag |= A;
		p = put_signed(p, r->b);
	}
	if (off) {
		*tag |= B;
		p = put_signed(p, off);
	}
	return p;
}

static inline uint8_t *put_start(const struct codec *c, uint8_t *p,
				 uint8_t *tag, const struct trace_rec *r)
{
	const struct trace_rec *head = c->last;

	if (r->flags)
		return NULL;
	if (r->index) {
		if (!continues(c, r->index) || r->exec != head->exec ||
		    r->count != head->count || r->a != head->a || r->b)
			return NULL;
		*tag |= A;
		return put_job(c, p, tag, r, true);
	}
	p = put_exec(c, p, r);
	p = put_job(c, p, tag, r, true);
	p = put(p, (uint64_t)r->a);
	if (r->b != (int64_t)NOISE_ONE) {
		*tag |= B;
		p = put(p, (uint64_t)r->b);
	}
	if (has_count(c, r))
		return put(p, r->count);
	return r->count == 1 ? p : NULL;
}

static inline uint8_t *put_finish(const struct codec *c, uint8_t *p,
				  uint8_t *tag, const struct trace_rec *r)
{
	const struct lane *l = &c->lanes[r->exec];
	const struct member *m = finishing(l);

	if (!m || m->task != r->task || m->node != r->node ||
	    m->instance != r->instance || r->index != l->finished ||
	    r->count != l->n || (r->flags && r->flags != done_flags(r)))
		return NULL;
	if (r->flags)
		*tag |= A;
	p = put_exec(c, p, r);
	return put_life(c, p, tag, r);
}

static uint8_t *put_preempt(const struct codec *c, uint8_t *p, uint8_t *tag,
			    const struct trace_rec *r)
{
	const struct lane *l = &c->lanes[r->exec];
	dag_time off = difference(r->a, difference(l->end, r->t));

	if (l->n != 1 || l->members[0].task != r->task ||
	    l->members[0].node != r->node ||
	    l->members[0].instance != r->instance || r->b || r->flags ||
	    r->count || r->index)
		return NULL;
	p = put_exec(c, p, r);
	if (off) {
		*tag |= A;
		p = put_signed(p, off);
	}
	return p;
}

static uint8_t *put_resume(const struct codec *c, uint8_t *p, uint8_t *tag,
			   const struct trace_rec *r)
{
	if (r->flags || r->count || r->index)
		return NULL;
	p = put_exec(c, p, r);
	p = put_job(c, p, tag, r, true);
	p = put(p, (uint64_t)r->a);
	if (r->b != r->exec) {
		*tag |= B;
		p = put(p, (uint64_t)r->b);
	}
	return p;
}

static uint8_t *put_miss(const struct codec *c, uint8_t *p, uint8_t *tag,
			 const struct trace_rec *r)
{
	const struct trace_rec *cause = c->last;

	if (r->node || r->exec || r->count || r->index)
		return NULL;
	if (r->flags && r->flags == column(cause->kind) &&
	    cause->task == r->task && cause->instance == r->instance &&
	    cause->a == r->a && cause->b == r->b)
		return p;
	*tag |= A;
	p = put_job(c, p, tag, r, false);
	p = put_life(c, p, tag, r);
	*p++ = r->flags;
	return p;
}

/* What only platforms tell: the kind in a byte of its own. */
static uint8_t *put_platform(const struct codec *c, uint8_t *p, uint8_t *tag,
			     const struct trace_rec *r)
{
	bool threads = r->kind == TRACE_THREAD || r->kind == TRACE_POLL;

	if (r->count || (threads && r->task | r->node))
		return NULL;
	*p++ = r->kind; /* may not fit into the tag */
	p = threads ? put(p, r->instance) : put_job(c, p, tag, r, true);
	p = put_exec(c, p, r);
	*p++ = r->flags;
	p = put(p, r->index);
	if (r->a) {
		*tag |= A;
		p = put_signed(p, r->a);
	}
	if (r->b) {
		*tag |= B;
		p = put_signed(p, r->b);
	}
	return p;
}

/* The kinds of few fields. */
static uint8_t *put_rest(const struct codec *c, uint8_t *p, uint8_t *tag,
			 const struct trace_rec *r)
{
	if (r->kind >= TRACE_THREAD)
		return put_platform(c, p, tag, r);
	if (r->flags || r->count)
		return NULL;
	switch (r->kind) {
	case TRACE_READY:
		if (r->a || r->b || r->exec || r->index)
			return NULL;
		return put_job(c, p, tag, r, true);
	case TRACE_DROP:
	case TRACE_OPEN:
		if (r->node || r->exec || r->index)
			return NULL;
		p = put_job(c, p, tag, r, false);
		return put_life(c, p, tag, r);
	case TRACE_WAIT:
		if (r->task | r->node | r->exec | r->index || r->instance ||
		    r->b)
			return NULL;
		if (r->a != DAG_TIME_MAX)
			return put(p, (uint64_t)difference(r->a, r->t));
		*tag |= A;
		return p;
	case TRACE_OVERHEAD:
		if (r->task | r->node || r->instance || r->b)
			return NULL;
		p = put_exec(c, p, r);
		p = put(p, (uint64_t)r->a);
		return put(p, r->index);
	default:
		return NULL;
	}
}

static inline uint8_t *put_time(const struct codec *c, uint8_t *p, uint8_t *tag,
				const struct trace_rec *r)
{
	if (r->t == c->last->t)
		return p;
	*tag |= T;
	return put(p, (uint64_t)difference(r->t, c->last->t));
}

/* The time of a finish is mostly that which its start foretold. */
static inline uint8_t *put_end_time(const struct codec *c, uint8_t *p,
				    uint8_t *tag, const struct trace_rec *r)
{
	if (r->t == c->last->t || r->index || r->t != c->lanes[r->exec].end)
		return put_time(c, p, tag, r);
	*tag |= C;
	return p;
}

/* NULL: the record has no short form. */
static inline uint8_t *put_short(struct codec *c, uint8_t *p, uint8_t *tag,
				 const struct trace_rec *r)
{
	if (r->kind == TRACE_FINISH)
		return put_finish(c, put_end_time(c, p, tag, r), tag, r);
	p = put_time(c, p, tag, r);
	switch (r->kind) {
	case TRACE_RELEASE:
		return put_release(c, p, tag, r);
	case TRACE_START:
		return put_start(c, p, tag, r);
	case TRACE_PREEMPT:
		return put_preempt(c, p, tag, r);
	case TRACE_RESUME:
		return put_resume(c, p, tag, r);
	case TRACE_MISS:
		return put_miss(c, p, tag, r);
	default:
		return put_rest(c, p, tag, r);
	}
}

static inline uint8_t *encode(struct codec *c, const struct trace_rec *r,
			      uint8_t *p)
{
	uint8_t *end, tag = r->kind < TRACE_THREAD ? r->kind : PLATFORM;

	REQUIRE(r->t >= c->last->t);
	assert(r->kind < TRACE_KINDS && r->exec < c->header->n_execs);
	end = put_short(c, p + 1, &tag, r);
	if (!end) {
		tag = FULL;
		end = put_full(put_time(c, p + 1, &tag, r), r);
	}
	*p = tag;
	assert(end - p <= CODEC_RECORD_MAX);
	note(c, r);
	c->last = r;
	return end;
}

uint8_t *codec_encode(struct codec *c, const struct trace_rec *recs, size_t *n,
		      uint8_t *p, const uint8_t *limit)
{
	size_t i = 0;

	for (; i < *n && p <= limit; i++)
		p = encode(c, &recs[i], p);
	*n = i;
	keep_last(c);
	return p;
}

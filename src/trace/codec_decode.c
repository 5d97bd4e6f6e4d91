/* codec_decode.c - see codec.h and dagsim-trace(5)
 *
 * The bytes may be anything.  A number is read without looking for the end,
 * since CODEC_RECORD_MAX bytes may be read past it; whether the record ended
 * in time is asked once, when it is complete. */
#include "trace/checksum.h"
#include "trace/codec_state.h"

#include <assert.h>

struct bytes {
	const uint8_t *p;
	const char *why; /* NULL: good so far */
};

static bool refuse(struct bytes *in, const char *why)
{
	if (!in->why)
		in->why = why;
	return false;
}

/* See put() in codec.c.  Every first byte is that of some number. */
static inline uint64_t get(struct bytes *in)
{
	uint64_t word = load64(in->p);
	unsigned n;

	if (!(word & 0xff)) {
		word = load64(in->p + 1);
		in->p += 9;
		return word;
	}
	n = (unsigned)__builtin_ctzll(word) + 1;
	in->p += n;
	return word >> n & (((uint64_t)1 << 7 * n) - 1);
}

static inline int64_t get_signed(struct bytes *in)
{
	uint64_t v = get(in);

	return (int64_t)((v >> 1) ^ ((uint64_t)0 - (v & 1)));
}

static inline bool get_below(struct bytes *in, uint32_t limit, const char *why,
			     uint32_t *out)
{
	uint64_t v = get(in);

	if (v >= limit)
		return refuse(in, why);
	*out = (uint32_t)v;
	return true;
}

static inline bool get_exec(const struct codec *c, struct bytes *in,
			    struct trace_rec *r)
{
	uint32_t exec = 0;

	if (c->many_execs && !get_below(in, c->header->n_execs,
					"an executor that the header "
					"does not list",
					&exec))
		return false;
	r->exec = (uint16_t)exec;
	return true;
}

static inline bool get_task(const struct codec *c, struct bytes *in,
			    struct trace_rec *r)
{
	return get_below(in, c->header->n_tasks,
			 "a task that the header does not list", &r->task);
}

static inline bool get_job(const struct codec *c, struct bytes *in, uint8_t tag,
			   struct trace_rec *r, bool node)
{
	if (!get_task(c, in, r))
		return false;
	if (node && task_of(c, r)->n_nodes > 1 &&
	    !get_below(in, task_of(c, r)->n_nodes,
		       "a node that its task does not have", &r->node))
		return false;
	r->instance = c->tasks[r->task].next - 1 - (tag & C ? get(in) : 0);
	return true;
}

static inline bool get_life(const struct codec *c, struct bytes *in,
			    uint8_t tag, struct trace_rec *r)
{
	r->a = difference(r->t, (dag_time)get(in));
	r->b = due(c, r, r->a);
	if (tag & B)
		r->b = sum(r->b, get_signed(in));
	return true;
}

static inline bool get_release(const struct codec *c, struct bytes *in,
			       uint8_t tag, struct trace_rec *r)
{
	dag_time nominal = r->t;

	if (!get_task(c, in, r))
		return false;
	r->instance = c->tasks[r->task].next;
	if ((tag & CODE_BITS) == RELEASE_GIVEN) {
		r->flags = TRACE_GIVEN_ID;
		r->b = (int64_t)get(in);
	} else if (tag & A) {
		r->b = get_signed(in);
		nominal = difference(r->t, r->b);
	}
	r->a = due(c, r, nominal);
	if (tag & B)
		r->a = sum(r->a, get_signed(in));
	return true;
}

static inline bool get_start(const struct codec *c, struct bytes *in,
			     uint8_t tag, struct trace_rec *r)
{
	const struct trace_rec *head = c->last;
	uint64_t count = 1;

	if (tag & A) {
		if (!continues(c, head->index + 1u))
			return refuse(in,
				      "more starts than the batch has jobs");
		r->exec = head->exec;
		r->count = head->count;
		r->a = head->a;
		r->index = (uint16_t)(head->index + 1);
		return get_job(c, in, tag, r, true);
	}
	if (!get_exec(c, in, r) || !get_job(c, in, tag, r, true))
		return false;
	r->a = (int64_t)get(in);
	r->b = tag & B ? (int64_t)get(in) : (int64_t)NOISE_ONE;
	if (has_count(c, r))
		count = get(in);
	r->count = (uint16_t)count;
	return count <= UINT16_MAX || refuse(in, "a batch that is too large");
}

static inline bool get_finish(const struct codec *c, struct bytes *in,
			      uint8_t tag, struct trace_rec *r)
{
	const struct member *m;
	const struct lane *l;

	if (!get_exec(c, in, r))
		return false;
	l = &c->lanes[r->exec];
	m = finishing(l);
	if (!m)
		return refuse(in, "a finish on an executor that runs nothing");
	if (tag & C) {
		if (tag & T || l->end < r->t)
			return refuse(in, "a finish before its start");
		r->t = l->end;
	}
	r->task = m->task;
	r->node = m->node;
	r->instance = m->instance;
	r->count = (uint16_t)l->n;
	r->index = (uint16_t)l->finished;
	get_life(c, in, tag, r);
	r->flags = tag & A ? done_flags(r) : 0;
	return true;
}

static bool get_preempt(const struct codec *c, struct bytes *in, uint8_t tag,
			struct trace_rec *r)
{
	const struct lane *l;

	if (!get_exec(c, in, r))
		return false;
	l = &c->lanes[r->exec];
	if (l->n != 1)
		return refuse(in, "a preemption where no single job runs");
	r->task = l->members[0].task;
	r->node = l->members[0].node;
	r->instance = l->members[0].instance;
	r->a = difference(l->end, r->t);
	if (tag & A)
		r->a = sum(r->a, get_signed(in));
	return true;
}

static bool get_resume(const struct codec *c, struct bytes *in, uint8_t tag,
		       struct trace_rec *r)
{
	if (!get_exec(c, in, r) || !get_job(c, in, tag, r, true))
		return false;
	r->a = (int64_t)get(in);
	r->b = tag & B ? (int64_t)get(in) : r->exec;
	return true;
}

static bool get_miss(const struct codec *c, struct bytes *in, uint8_t tag,
		     struct trace_rec *r)
{
	const struct trace_rec *cause = c->last;

	if (tag & A) {
		if (!get_job(c, in, tag, r, false))
			return false;
		get_life(c, in, tag, r);
		r->flags = *in->p++;
		return true;
	}
	r->flags = (uint8_t)column(cause->kind);
	if (!r->flags)
		return refuse(in, "a miss without its cause");
	r->task = cause->task;
	r->instance = cause->instance;
	r->a = cause->a;
	r->b = cause->b;
	return true;
}

static bool get_full(const struct codec *c, struct bytes *in,
		     struct trace_rec *r)
{
	uint64_t exec, count, index;

	r->kind = *in->p++;
	if (!get_task(c, in, r))
		return false;
	if (!get_below(in, UINT32_MAX, "a node out of range", &r->node))
		return false;
	r->instance = get(in);
	r->a = get_signed(in);
	r->b = get_signed(in);
	exec = get(in);
	r->flags = *in->p++;
	count = get(in);
	index = get(in);
	if (exec > UINT16_MAX || count > UINT16_MAX || index > UINT16_MAX)
		return refuse(in, "a number out of range");
	r->exec = (uint16_t)exec;
	r->count = (uint16_t)count;
	r->index = (uint16_t)index;
	return true;
}

static bool get_platform(const struct codec *c, struct bytes *in, uint8_t tag,
			 struct trace_rec *r)
{
	uint64_t index;

	r->kind = *in->p++;
	if (r->kind == TRACE_THREAD || r->kind == TRACE_POLL)
		r->instance = get(in);
	else if (!get_job(c, in, tag, r, true))
		return false;
	if (!get_exec(c, in, r))
		return false;
	r->flags = *in->p++;
	index = get(in);
	r->a = tag & A ? get_signed(in) : 0;
	r->b = tag & B ? get_signed(in) : 0;
	r->index = (uint16_t)index;
	if (r->kind < TRACE_THREAD)
		return refuse(in, "an unknown kind of record");
	return index <= UINT16_MAX || refuse(in, "a number out of range");
}

static bool get_rest(const struct codec *c, struct bytes *in, uint8_t tag,
		     struct trace_rec *r)
{
	switch (tag & CODE_BITS) {
	case FULL:
		return get_full(c, in, r);
	case PLATFORM:
		return get_platform(c, in, tag, r);
	case TRACE_PREEMPT:
		return get_preempt(c, in, tag, r);
	case TRACE_RESUME:
		return get_resume(c, in, tag, r);
	case TRACE_MISS:
		return get_miss(c, in, tag, r);
	case TRACE_READY:
		return get_job(c, in, tag, r, true);
	case TRACE_DROP:
	case TRACE_OPEN:
		return get_job(c, in, tag, r, false) && get_life(c, in, tag, r);
	case TRACE_WAIT:
		r->a = tag & A ? DAG_TIME_MAX : sum(r->t, (dag_time)get(in));
		return true;
	case TRACE_OVERHEAD:
		if (!get_exec(c, in, r))
			return false;
		r->a = (int64_t)get(in);
		r->index = (uint16_t)get(in);
		return true;
	default:
		return refuse(in, "an unknown kind of record");
	}
}

/* What later arithmetic and look-ups rely on. */
static inline bool check_batch(struct bytes *in, const struct trace_rec *r)
{
	if (r->count < 1 || r->count > BATCH_MAX || r->index >= r->count)
		return refuse(in, "a batch of an impossible size");
	if (r->kind == TRACE_START && r->a > DAG_TIME_MAX - r->t)
		return refuse(in, "a time beyond 2^63 ns");
	return true;
}

/* Threads that the header lists; what it says of threads at all. */
static bool check_platform(const struct codec *c, struct bytes *in,
			   const struct trace_rec *r)
{
	const struct trace_platform *p = c->header->platform;
	uint64_t thread = r->kind == TRACE_TAKE ? (uint64_t)r->a : r->instance;

	if (!p)
		return refuse(in, "a record of a platform that the header "
				  "does not tell");
	if (r->kind == TRACE_SEEN || r->kind == TRACE_LOST)
		return true;
	return thread < p->n_threads ||
	       refuse(in, "a thread that the header does not list");
}

static inline bool check(const struct codec *c, struct bytes *in,
			 const struct trace_rec *r)
{
	const struct trace_header *h = c->header;
	bool any_b = r->kind == TRACE_START ||
		     (r->kind == TRACE_RELEASE && r->flags & TRACE_GIVEN_ID);

	if (!r->kind || r->kind >= TRACE_KINDS)
		return refuse(in, "an unknown kind of record");
	if (r->t < c->last->t)
		return refuse(in, "a time before that of the record before");
	if (r->node >= task_of(c, r)->n_nodes)
		return refuse(in, "a node that its task does not have");
	if (r->exec >= h->n_execs)
		return refuse(in, "an executor that the header does not list");
	if (r->a < 0 || (r->b < 0 && !any_b))
		return refuse(in, "a negative time");
	switch (r->kind) {
	case TRACE_RELEASE:
		return any_b || r->b <= r->t ||
		       refuse(in, "a jitter beyond the release");
	case TRACE_START:
		return check_batch(in, r);
	case TRACE_THREAD:
	case TRACE_POLL:
	case TRACE_SEEN:
	case TRACE_TAKE:
	case TRACE_LOST:
		return check_platform(c, in, r);
	case TRACE_FINISH:
		if (!check_batch(in, r))
			return false;
		/* fallthrough */
	case TRACE_DROP:
	case TRACE_MISS:
	case TRACE_OPEN:
		return r->a <= r->t || refuse(in, "an end before its release");
	default:
		return true;
	}
}

const uint8_t *codec_decode(struct codec *c, const uint8_t *p,
			    const uint8_t *end, struct trace_rec *r,
			    const char **why)
{
	struct bytes in = {p, NULL};
	uint8_t tag = *in.p++;
	bool ok;

	assert(p < end);
	*r = (struct trace_rec){.t = c->last->t, .kind = tag & CODE_BITS};
	if (tag & T)
		r->t = sum(r->t, (dag_time)get(&in));
	switch (tag & CODE_BITS) {
	case RELEASE_GIVEN:
		r->kind = TRACE_RELEASE;
		/* fallthrough */
	case TRACE_RELEASE:
		ok = get_release(c, &in, tag, r);
		break;
	case TRACE_START:
		ok = get_start(c, &in, tag, r);
		break;
	case TRACE_FINISH:
		ok = get_finish(c, &in, tag, r);
		break;
	default:
		ok = get_rest(c, &in, tag, r);
	}
	if (ok && check(c, &in, r) && in.p > end)
		refuse(&in, "a record that is cut off");
	if (in.why) {
		*why = in.why;
		return NULL;
	}
	note(c, r);
	c->last = r;
	keep_last(c);
	return in.p;
}

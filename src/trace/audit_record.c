/* audit_record.c - does a record say what its kind has no use for?  Such
 * fields are 0, so that equal runs have equal bytes; see audit.h */
#include "trace/audit_state.h"

enum used {
	A = 1u << 0,
	B = 1u << 1,
	NODE = 1u << 2,
	EXEC = 1u << 3,
	COUNT = 1u << 4,
	INDEX = 1u << 5,
	TASK = 1u << 6,
	INSTANCE = 1u << 7,
	JOB = TASK | INSTANCE,
	WHO = JOB | NODE
};

struct use {
	unsigned fields;
	uint8_t flags;
};

static const struct use uses[TRACE_KINDS] = {
	[TRACE_RELEASE] = {JOB | A | B, TRACE_GIVEN_ID},
	[TRACE_READY] = {WHO, 0},
	[TRACE_START] = {WHO | EXEC | A | B | COUNT | INDEX, 0},
	[TRACE_PREEMPT] = {WHO | EXEC | A, 0},
	[TRACE_RESUME] = {WHO | EXEC | A | B, 0},
	[TRACE_FINISH] = {WHO | EXEC | A | B | COUNT | INDEX,
			  TRACE_JOB_DONE | TRACE_LATE},
	[TRACE_DROP] = {JOB | A | B, 0},
	[TRACE_MISS] = {JOB | A | B,
			TRACE_LATE | TRACE_DROPPED | TRACE_PENDING},
	[TRACE_WAIT] = {A, 0},
	[TRACE_OVERHEAD] = {EXEC | A | INDEX, 0},
	[TRACE_OPEN] = {JOB | A | B, 0},
	[TRACE_THREAD] = {INSTANCE | INDEX | A | B | EXEC, 0},
	[TRACE_POLL] = {INSTANCE | EXEC | A, 0},
	[TRACE_SEEN] = {WHO | A, 0},
	[TRACE_TAKE] = {WHO | EXEC | A | B, TRACE_FED | TRACE_MOVED},
	[TRACE_LOST] = {WHO | A | B | INDEX, 0},
};

static const char *const names[] = {"a",     "b",     "node", "exec",
				    "count", "index", "task", "instance"};

static unsigned said(const struct trace_rec *r)
{
	return (r->a ? A : 0u) | (r->b ? B : 0u) | (r->node ? NODE : 0u) |
	       (r->exec ? EXEC : 0u) | (r->count ? COUNT : 0u) |
	       (r->index ? INDEX : 0u) | (r->task ? TASK : 0u) |
	       (r->instance ? INSTANCE : 0u);
}

void audit_check_record(struct audit *a, const struct trace_rec *r)
{
	const struct use *u = &uses[r->kind];
	unsigned more = said(r) & ~u->fields;

	if (more)
		audit_fail(a, AUDIT_RECORD,
			   "its kind has no use for '%s', which is not 0",
			   names[__builtin_ctz(more)]);
	else if (r->flags & ~u->flags)
		audit_fail(a, AUDIT_RECORD,
			   "flags of %u, of which its kind has none",
			   r->flags & ~u->flags);
}

/* export_state.h - what the formats share (internal to export_*.c)
 *
 * A format's state begins with a struct export.  Its functions are called in
 * the order start, hooks of the timeline, stop for each run, and finish once;
 * each may be NULL.  They write by the out_ functions, which cannot fail: the
 * buffer remembers.  A run that turns out to hold what the format cannot is
 * given up by export_refuse.
 */
#ifndef DAGSIM_TRACE_EXPORT_STATE_H
#define DAGSIM_TRACE_EXPORT_STATE_H

#include "base/arena.h"
#include "trace/export.h"
#include "trace/timeline.h"

#include <string.h>

enum { OUT_BYTES = 1 << 16, OUT_PIECE = 4096 };

/* A buffer before a stream: one check a piece instead of one a byte. */
struct outbuf {
	FILE *file;
	size_t n;
	uint64_t flushed;
	bool failed;
	uint8_t bytes[OUT_BYTES];
};

struct export_format {
	const char *name, *summary;
	bool binary, several;
	enum export_pid pid; /* where none is asked for                       */
	size_t size; /* of the state                                          */
	bool (*start)(struct export *x, struct dag_error *e);
	struct timeline_hooks hooks; /* ctx is the struct export              */
	void (*stop)(struct export *x);
	void (*finish)(struct export *x);
	void (*release)(struct export *x); /* frees what the format took      */
};

struct export
{
	struct timeline timeline;
	struct trace_sink sink; /* what the caller feeds                      */
	const struct export_format *format;
	struct export_options opt;
	const struct trace_header *h;
	struct arena arena; /* of the run                                     */
	uint32_t run;       /* number of this run in the file, from 0         */
	uint32_t *task_of;  /* node -> task, of the run                       */
	bool refused, broken;
	struct dag_error error;
	struct outbuf out;
};

extern const struct export_format export_chrome;
extern const struct export_format export_perfetto;
extern const struct export_format export_ftrace;
extern const struct export_format export_litmus;
extern const struct export_format export_vcd;
extern const struct export_format export_csv;

/* Ends the run with this sentence as the error. */
void export_refuse(struct export *x, const char *why);

/* "camera", or "robot.detect" for a node of several, in x->arena.  node
 * counts over all nodes of the header. */
const char *export_node_name(struct export *x, uint32_t node);
/* The longest beginning of s that has at most `most` bytes and ends between
 * characters of UTF-8. */
size_t export_cut(const char *s, size_t most);
/* As a JSON string with its quotes, in x->arena. */
const char *export_json_text(struct export *x, const char *s);

static inline uint32_t export_node(const struct export *x,
				   const struct timeline_member *m)
{
	return x->h->tasks[m->task].first_node + m->node;
}

/* The first slice of a node in this job: arrows lead to it. */
static inline bool export_first_slice(const struct timeline_slice *s)
{
	return !s->resumed && !s->continued;
}

static inline const char *export_end_name(enum timeline_end end)
{
	static const char *const names[] = {"finish", "preempt", "cut",
					    "overhead"};

	return names[end];
}

/* Processes of ftrace and litmus, numbered from 1: those of tasks, or nodes. */
uint32_t export_pids(const struct export *x);
uint32_t export_pid_of(const struct export *x, uint32_t task, uint32_t node);
const char *export_pid_name(struct export *x, uint32_t pid);

/* "release", "lock", ...; "overhead" for a kind without a name. */
const char *export_overhead_name(uint32_t kind);

/* --- bytes --- */

void out_flush(struct outbuf *o);

/* Room for n <= OUT_PIECE bytes. */
static inline uint8_t *out_room(struct outbuf *o, size_t n)
{
	if (o->n + n > OUT_BYTES)
		out_flush(o);
	return o->bytes + o->n;
}

static inline void out_char(struct outbuf *o, char c)
{
	*out_room(o, 1) = (uint8_t)c;
	o->n++;
}

void out_bytes(struct outbuf *o, const void *bytes, size_t n);

static inline void out_str(struct outbuf *o, const char *s)
{
	out_bytes(o, s, strlen(s));
}

void out_uint(struct outbuf *o, uint64_t v);
void out_int(struct outbuf *o, int64_t v);
/* Nanoseconds as microseconds with three decimals. */
void out_us(struct outbuf *o, dag_time t);

#endif

/* dump.h - records as lines of text
 *
 * One line a record, for eyes, grep and diff: time in ns, kind, the job as
 * task#instance (and .node), then what the kind adds as name=value.
 *
 *     5000000 start camera#3 exec=accelerator batch=1/2 duration=9500000
 */
#ifndef DAGSIM_TRACE_DUMP_H
#define DAGSIM_TRACE_DUMP_H

#include "base/json.h"
#include "trace/trace.h"

#include <stdio.h>

enum { DUMP_LINE = 512 };

/* "release", "ready", ...; "?" for what is none. */
const char *dump_kind(unsigned kind);
/* "wakes", ... of THREAD; "skipped", ... of LOST: index as of their records. */
const char *dump_thread_event(unsigned event);
const char *dump_loss(unsigned why);
/* The line of a record, without a newline; long names are cut. */
void dump_format(char buf[DUMP_LINE], const struct trace_header *h,
		 const struct trace_rec *r);

/* The record as an object: all its fields. */
void dump_json(struct json *j, const struct trace_header *h,
	       const struct trace_rec *r);

/* A sink that prints every record of a run of h. */
struct dump {
	struct trace_sink sink;
	FILE *out;
	const struct trace_header *h;
};
void dump_init(struct dump *d, FILE *out, const struct trace_header *h);

/* What stands above the lines of a run: "# name: value". */
void dump_header(FILE *out, const struct trace_header *h);

#endif

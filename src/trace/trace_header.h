/* trace_header.h - the header of a section as a JSON object
 *
 * What has its usual value is left out (phase 0, one node, no group, ...);
 * integers are exact over 64 bits.  A header that was read satisfies what
 * trace.h and the codec rely on: every index in range, at least one task and
 * one executor, periods and deadlines positive, nodes contiguous.
 */
#ifndef DAGSIM_TRACE_TRACE_HEADER_H
#define DAGSIM_TRACE_TRACE_HEADER_H

#include "base/json.h"
#include "model/fields.h"
#include "trace/trace.h"

/* Every header begins with this, and so does every file, but that the version
 * may be another. */
#define TRACE_MAGIC      "{\"format\":\"dagsim-trace\",\"version\":1,"
#define TRACE_VERSION_AT (sizeof(TRACE_MAGIC) - 3)

/* Do these n bytes begin as a header does? */
bool trace_is_magic(const char *bytes, size_t n);

void trace_header_write(struct json *j, const struct trace_header *h);

/* NULL and *e (with line and column) where the text is no header. */
const struct trace_header *trace_header_read(struct arena *a, const char *file,
					     const char *text, size_t len,
					     struct dag_error *e);

/* trace_overheads.c: the bounds of overheads, a part of the header. */
void trace_overheads_write(struct json *j, const struct trace_overhead *o);
/* trace_platform.c: the platform, where there is one.  Reads it behind all
 * else of the header. */
void trace_platform_write(struct json *j, const struct trace_header *h);
bool trace_platform_read(struct reader *r, const struct tree *t,
			 struct trace_header *h);
/* Traits of a policy; a list of cores, NULL: none is written.  t may be NULL
 * where cores are read: then nothing changes. */
void trace_flags_write(struct json *j, uint32_t flags);
bool trace_flags_read(struct reader *r, const struct tree *t, uint32_t *flags);
void trace_cores_write(struct json *j, const uint32_t *cores, uint32_t n);
bool trace_cores_read(struct reader *r, const struct tree *t,
		      const uint32_t **out, uint32_t *n);
/* t may be NULL: then *out stays as it is. */
void trace_latency_write(struct json *j, const struct trace_latency *l);
bool trace_latency_read(struct reader *r, const struct tree *t,
			struct trace_latency *out);
bool trace_overheads_read(struct reader *r, const struct tree *t,
			  const struct trace_overhead **out);

/* trace_chains.c: the chains of the workload, of which there are some; t may
 * be NULL: none.  Read after the tasks. */
void trace_chains_write(struct json *j, const struct trace_header *h);
bool trace_chains_read(struct reader *r, const struct tree *t,
		       struct trace_header *h);

#endif

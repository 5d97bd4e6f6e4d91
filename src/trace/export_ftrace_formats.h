/* export_ftrace_formats.h - the head of a trace.dat (internal to export_ftrace)
 *
 * How a page, the head of an event, and each kind of event are laid out, in
 * the words by which a kernel tells it.
 */
#ifndef DAGSIM_TRACE_EXPORT_FTRACE_FORMATS_H
#define DAGSIM_TRACE_EXPORT_FTRACE_FORMATS_H

#include "trace/export_state.h"

/* The low bytes of v, the least first. */
void ftrace_number(struct outbuf *o, uint64_t v, int bytes);
/* A text, its zero byte with it. */
void ftrace_word(struct outbuf *o, const char *s);
/* All that stands before the names of processes. */
void ftrace_formats(struct outbuf *o, uint32_t page);

#endif

/* export.h - a trace in the formats of the viewers that people have
 *
 * An export reads the records of one run or several and writes a file for
 * another program: Perfetto and speedscope (chrome, perfetto), KernelShark
 * and trace-cmd (ftrace), the tools of LITMUS^RT (litmus), GTKWave (vcd),
 * or a table (csv).  A format is a row of export_table with its functions in
 * export_NAME.c; dagsim-trace-formats(5) says what each writes and how times,
 * names, batches, preemptions, misses and edges appear there.
 *
 * The same numbers can be counted from each: jobs released, ns that each
 * executor was busy, preemptions, misses.  Names are escaped as the format
 * needs; what a format cannot hold (255 CPUs, 65 535 tasks, names of 15
 * bytes) is told as an error, or, for names, cut between characters.
 *
 * Streaming: memory is that of the timeline (the jobs alive together), a
 * buffer, and for ftrace a page a CPU and a temporary file, since there the
 * records of a CPU stand together.
 *
 *     x = export_new(export_find("chrome", &e), stdout, &options);
 *     export_begin(x, header, &e) && feed export_sink(x) && export_end(x, &e)
 *     ... further runs, if the format holds several ...
 *     export_close(x, &e)
 */
#ifndef DAGSIM_TRACE_EXPORT_H
#define DAGSIM_TRACE_EXPORT_H

#include "base/error.h"
#include "trace/trace.h"

#include <stdio.h>

struct export_format;
struct export;

/* What a process is in ftrace and litmus: a node, or a whole task.  By
 * default a node in ftrace, where a process runs on one CPU at a time, and a
 * task in litmus, so that jobs there are jobs. */
enum export_pid { PID_DEFAULT, PID_TASK, PID_NODE };

struct export_options {
	dag_time from, to; /* the window [from, to); 0, DAG_TIME_MAX: all     */
	enum export_pid pid;
};

/* The one list; NULL-terminated.  Names alone, for option tables. */
extern const struct export_format *const export_table[];
extern const char *const export_names[];

/* The format of that name, or NULL and *e with a suggestion. */
const struct export_format *export_find(const char *name, struct dag_error *e);
const char *export_summary(const struct export_format *f);
/* Not text? */
bool export_binary(const struct export_format *f);
/* May a file hold more than one run? */
bool export_several(const struct export_format *f);

struct export *export_new(const struct export_format *f, FILE *out,
			  const struct export_options *opt);
/* A run begins; h must last until its end.  False and *e where the format
 * cannot hold it. */
bool export_begin(struct export *x, const struct trace_header *h,
		  struct dag_error *e);
struct trace_sink *export_sink(struct export *x);
/* The run has ended.  False and *e where it held what the format cannot. */
bool export_end(struct export *x, struct dag_error *e);
/* Completes the file (unless something failed before) and frees x; the
 * stream stays open.  False and *e where bytes did not go out. */
bool export_close(struct export *x, struct dag_error *e);

#endif

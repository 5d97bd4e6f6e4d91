/* chart.h - what is to be drawn of a window of a run, and what led to a miss
 *
 * Two sinks.  A survey reads a whole run once and notes what a drawing of it
 * needs to know first: the first missed deadline, the response times of each
 * task, how long each node ran at most, and how many nodes waited when.  A
 * chart then reads the run again and keeps the slices, overheads and marks of
 * a window.
 * A window with more than `most` of them is narrowed: it ends where the next
 * one would begin, and `narrowed` says so.  No more than so many tasks are
 * shown, the first that come, with one that is preferred; slices of others
 * are kept, since they fill executors, but not their marks.
 *
 * Memory: a chart at most `most` items; a survey 8 bytes a completed job if
 * response times are asked for, else nothing that grows with the run.
 */
#ifndef DAGSIM_TRACE_CHART_H
#define DAGSIM_TRACE_CHART_H

#include "base/arena.h"
#include "trace/timeline.h"

/* --- survey --- */

struct survey_task {
	dag_time *responses; /* of completed jobs, in order of completion     */
	size_t n, cap;
};

enum { SURVEY_BINS = 600 };

struct survey {
	struct trace_sink sink; /* feed this                                  */
	const struct trace_header *h;
	struct timeline timeline;
	bool want_responses;
	struct trace_rec miss; /* the first; kind 0: none                     */
	struct survey_task *tasks;
	dag_time *longest; /* by node: most that a slice's batch was to take  */
	/* Backlog: most and last length of each queue in each bin of time. */
	dag_time bin;
	uint32_t (*most)[SURVEY_BINS], (*last)[SURVEY_BINS];
	dag_time end; /* of what was seen                                     */
};

/* [from, to): the stretch that the backlog is about; to > from. */
void survey_init(struct survey *s, const struct trace_header *h, bool responses,
		 dag_time from, dag_time to);
/* No more records come: fills the bins and sorts the response times. */
void survey_finish(struct survey *s);
void survey_free(struct survey *s);

/* Where to look: the life of the job that misses first and a bit around it;
 * else the first tenth of a second or of the run. */
void survey_window(const struct survey *s, dag_time *from, dag_time *to);

/* --- chart --- */

/* A batch is as many items as it has jobs. */
struct chart_slice {
	dag_time from, to, release, deadline; /* the last two -1: not known   */
	uint64_t instance;
	uint32_t exec, task, node;
	uint32_t n, index; /* of n jobs in the batch; 0 is the head           */
	enum timeline_end end;
	bool late, resumed, continued; /* the job is done, too late           */
};
struct chart_overhead {
	dag_time from, to;
	uint32_t exec, what; /* enum overhead_kind                            */
};
struct chart_mark {
	dag_time t, release, deadline;
	uint64_t instance;
	uint32_t task;
	uint8_t kind, flags; /* TRACE_RELEASE, TRACE_MISS, TRACE_DROP         */
};

enum { CHART_UNSEEN, CHART_SHOWN, CHART_LEFT };

struct chart_limits {
	size_t items;
	uint32_t tasks, first; /* first: a task to show; NONE: none           */
};

struct chart {
	struct trace_sink sink; /* feed this                                  */
	struct timeline timeline;
	const struct trace_header *h;
	const bool *wanted; /* by task; NULL: all                             */
	dag_time from, to;  /* what is drawn                                  */
	struct chart_limits most;
	bool narrowed;
	uint8_t *tasks; /* by task: is it shown, or left out?                 */
	uint32_t n_tasks, n_left;
	struct chart_slice *slices;
	struct chart_overhead *overheads; /* whatever is wanted               */
	struct chart_mark *marks;
	size_t n_slices, cap_slices, n_overheads, cap_overheads;
	size_t n_marks, cap_marks;
};

/* wanted (borrowed): which tasks to show. */
void chart_init(struct chart *c, const struct trace_header *h,
		const bool *wanted, dag_time from, dag_time to,
		const struct chart_limits *most);
void chart_finish(struct chart *c);
void chart_free(struct chart *c);

#endif

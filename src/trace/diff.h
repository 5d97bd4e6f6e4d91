/* diff.h - where two runs part, and which jobs fared differently
 *
 * Two sections are read side by side.  Up to the first record that differs
 * they tell the same story; that record is shown with what stood before and
 * what came after on both sides, and the ready queue: just before the runs
 * part, which is the same on both sides but for the order, and on each side
 * when the instant at which they part is over.  From there on the comparison is
 * by jobs: what became of each (in time, late, dropped, pending, censored),
 * when it finished, and whether it was released at the same time at all - two
 * policies under one seed see the same releases.
 *
 * Tasks are matched by name, so the workloads may differ; tasks of one side
 * only are counted as such.  Both sides advance in time together: memory is
 * the jobs that have ended on one side and not yet on the other, and of those
 * whose fate changed as many as the caller wants to know.
 */
#ifndef DAGSIM_TRACE_DIFF_H
#define DAGSIM_TRACE_DIFF_H

#include "base/json.h"
#include "trace/ready_set.h"
#include "trace/trace_file.h"

enum diff_fate {
	FATE_NONE, /* not there */
	FATE_HIT,
	FATE_LATE,
	FATE_DROPPED,
	FATE_PENDING,
	FATE_CENSORED,
	FATES
};

enum { DIFF_CONTEXT = 5, DIFF_JOBS = 20, DIFF_QUEUE = 8 };

/* The ready queue of a side: its first entries, and how long it is. */
struct diff_queue {
	struct ready_node first[DIFF_QUEUE];
	size_t n;
};

struct diff_job {
	uint32_t task; /* of side 0, else side 1 where `task_of_1` is set     */
	bool task_of_1;
	uint64_t instance;
	dag_time release[2], end[2]; /* meaningful where the fate is not NONE */
	enum diff_fate fate[2];
};

struct diff {
	const struct trace_header *h[2];
	uint64_t records[2];
	/* The first difference; `same`: there is none. */
	bool same;
	uint64_t at; /* number of the record, from 0                          */
	struct trace_rec before[DIFF_CONTEXT], after[2][DIFF_CONTEXT];
	size_t n_before, n_after[2];
	dag_time t; /* when the runs part                                     */
	struct diff_queue before_t[2], after_t[2]; /* `t`, by side            */
	/* Jobs by fate on either side. */
	uint64_t fates[FATES][FATES];
	uint64_t released_apart; /* other release or deadline                 */
	uint64_t earlier, later; /* completed on both: side 1 against side 0  */
	dag_time most_earlier, most_later;
	struct diff_job *jobs; /* the first whose fate changed                */
	size_t n_jobs, cap_jobs, most_jobs;
};

/* Compares the sections at which the readers stand, to their ends, and keeps
 * up to most_jobs jobs whose fate changed.  False and *e where a file is
 * damaged.  Either way diff_free. */
bool diff_sections(struct trace_reader *r0, const struct trace_header *h0,
		   struct trace_reader *r1, const struct trace_header *h1,
		   size_t most_jobs, struct diff *d, struct dag_error *e);
void diff_free(struct diff *d);

/* Jobs whose fate differs. */
uint64_t diff_changed(const struct diff *d);

/* Runs of different workloads? */
bool diff_workloads(const struct diff *d);

void diff_print(FILE *out, const struct diff *d, const char *name0,
		const char *name1);
/* The same as an object. */
void diff_json(struct json *j, const struct diff *d);

#endif

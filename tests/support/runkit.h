/* runkit.h - run a workload and look at what happened
 *
 *     struct result *r = run(w, "pedf:fit=worst", MS(100));
 *     ck_assert_int_eq(rec_of(r, TRACE_START, 0, 0, 2)->t, MS(4));
 *     ck_assert_uint_eq(r->metrics.overall.late, 0);
 *
 * Every run is audited; a violation ends the test with the auditor's words.
 * The result belongs to the kit and holds until the next run.
 */
#ifndef DAGSIM_TESTS_RUNKIT_H
#define DAGSIM_TESTS_RUNKIT_H

#include "sim/sim.h"
#include "trace/metrics.h"

struct result {
	struct arena arena;
	struct trace_header header;
	struct metrics_run metrics;
	struct trace_rec *recs;
	size_t n, cap;
	struct sim_stats stats;
	struct dag_error error;
	bool ok;
};

/* Late jobs run, noise is off, preemption is the platform's. */
struct result *run(const struct workload *w, const char *lineup,
		   dag_time horizon);
/* The same with more to say: workload and policies of `c` are filled in. */
struct result *run_with(const struct workload *w, const char *lineup,
			struct sim_config c);
/* The same where the run may fail: r->ok says. */
struct result *try_run(const struct workload *w, const char *lineup,
		       struct sim_config c);
/* The same without an audit. */
struct result *run_unaudited(const struct workload *w, const char *lineup,
			     struct sim_config c);

/* The first record of that kind of a node of a job; none ends the test. */
const struct trace_rec *rec_of(const struct result *r, enum trace_kind kind,
			       uint32_t task, uint64_t instance, uint32_t node);
/* How many there are. */
size_t count_of(const struct result *r, enum trace_kind kind);

/* "START 0#0.0@1 t=0 / ..." : the records of these kinds, one a line, for
 * comparing schedules event by event.  Times in `unit`. */
const char *story(const struct result *r, dag_time unit);

#endif

/* platkit.h - run a workload on a platform and look at what happened
 *
 *     struct platform_result *r = on_platform(w, "ros2-ste", NULL, MS(100));
 *     ck_assert_str_eq(starts(r, MS(1)), "0:a(0) 1:b(1) ...");
 *
 * Noise is off, threads of one key go in order of waking, the policy is the
 * preset's unless the options name one.  Where the run is audited, a violation
 * ends the test.  The result belongs to the kit and holds until the next run.
 */
#ifndef DAGSIM_TESTS_PLATKIT_H
#define DAGSIM_TESTS_PLATKIT_H

#include "platform/platform.h"
#include "trace/metrics.h"

struct platform_result {
	struct arena arena;
	const struct workload *workload;
	struct mapping *mapping;
	struct trace_header header;
	struct metrics_run metrics;
	struct trace_rec *recs;
	size_t n, cap;
	struct platform_stats stats;
	struct dag_error error;
	bool ok;
};

struct platkit_options {
	const char *policy; /* NULL: the preset's                             */
	struct mapping_options mapping;
	struct platform_config config; /* mapping, policy, horizon: filled in */
	/* Changes the mapping before the run, or NULL. */
	void (*change)(struct mapping *m, void *ctx);
	void *ctx;
	bool may_fail;
};

/* o may be NULL. */
struct platform_result *on_platform(const struct workload *w,
				    const char *preset,
				    const struct platkit_options *o,
				    dag_time horizon);

/* "0:T_lo(0) 1:T_hi(0)": what started when, and in parentheses since when it
 * was ready, in `unit`. */
const char *starts(const struct platform_result *r, dag_time unit);

/* The same with what else executors do: "poll{T_lo,T_hi}" at a polling point,
 * "lost T_hi(8)" for a tick or message that is lost. */
const char *executor_story(const struct platform_result *r, dag_time unit);

size_t platform_count(const struct platform_result *r, enum trace_kind kind);

#endif

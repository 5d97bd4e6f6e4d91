/* run.h - one case: run it, watch it, run it again, attack it
 *
 * A case is run with the policy watched (probe.h) and the trace audited, and
 * once more without a probe, which must give the same trace.  If a test
 * admits the case under what the policy promises, arrivals and execution
 * times that it allows are attacked (attack.h), and none may miss; nor may
 * those of the case made as hard as the test lets it be (edge.h).
 *
 * Counted, not judged: cases for which the policy finds no place, and
 * anomalies: cases in which shorter execution times bring a miss that the
 * worst ones do not.
 *
 * Purity: what is found is a function of policy, case and options, unless the
 * policy has something to hide.  Memory is kept from case to case.
 */
#ifndef DAGSIM_CHECK_RUN_H
#define DAGSIM_CHECK_RUN_H

#include "analysis/test.h"
#include "check/finding.h"
#include "check/gen.h"

/* The policy that is checked. */
struct check_subject {
	const struct policy_ops *ops;
	const char *settings; /* "key=value,...", or ""                   */
};

/* Who looks on from another process. */
struct check_watch {
	volatile uint64_t *beats; /* counts what happens; NULL: nobody    */
	/* The decision at this beat is described there before it is asked
	 * for, as the policy may not come back.  0: none. */
	uint64_t tell_at;
	struct check_finding *told;
};

struct check_options {
	struct check_watch watch;
	/* Tests to ask instead of all that are sound for the policy; ends
	 * with NULL.  For tests of this very check. */
	const struct analysis_test *const *tests;
	uint64_t plans; /* of an attack on what is admitted               */
};

struct check_counts {
	uint64_t cases, unplaced, decisions, records, admitted, attacks,
		anomalies;
	uint64_t first_anomaly; /* number of the case + 1; 0: none        */
};

struct check_runner;

struct check_runner *runner_new(const struct check_subject *s,
				const struct check_options *o);
void runner_free(struct check_runner *r);

/* What the generator may make for this policy. */
struct gen_options runner_cases(const struct check_subject *s);

/* Does it drive the executors of the workload, some of them at least? */
bool runner_drives(const struct policy_ops *ops, const struct platform *p);

/* Runs a case.  False and *f if something is wrong.  *e, if the policy cannot
 * be set up for the case at all (bad settings): false, and f->property is
 * CHECK_HOLDS. */
bool runner_run(struct check_runner *r, const struct check_case *c,
		struct check_counts *counts, struct check_finding *f,
		struct dag_error *e);

/* After a finding: the workload that shows it, that of the case or a harder
 * one; until the next run. */
const struct workload *runner_failing(const struct check_runner *r);

#endif

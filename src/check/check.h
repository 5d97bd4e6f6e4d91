/* check.h - break a policy, and say how
 *
 * Runs a policy on cases that the generator makes (gen.h), each of which is
 * judged by run.h, until one of them finds something or all are done.  What
 * was found is made small (shrink.h) and told: the property, the decision
 * that breaks it, and a workload that shows it again.
 *
 * Everything that the policy does, its loading included, happens in processes
 * of its own (isolate.h): a policy that crashes, ends the process or never
 * answers is a finding like any other.
 *
 * Case k of a seed is the same whatever came before it.  Cost: 100 to 300 us
 * a case, a second or two for making a finding small.
 */
#ifndef DAGSIM_CHECK_CHECK_H
#define DAGSIM_CHECK_CHECK_H

#include "check/isolate.h"
#include "check/run.h"

enum { CHECK_CASES = 20000, CHECK_PLANS = 40, CHECK_QUESTIONS = 3000 };
#define CHECK_CASE_LIMIT (2 * NS_PER_S) /* an answer takes microseconds */

struct check_request {
	/* The policy by name or path, as for policy_find, or its ops. */
	const char *policy;
	const struct policy_ops *ops;
	const char *settings; /* NULL: none                               */
	uint64_t seed, first, cases;
	dag_time limit; /* between two decisions; 0: CHECK_CASE_LIMIT     */
	dag_time total; /* of all of them; 0: none                        */
	struct check_options options; /* plans 0: CHECK_PLANS             */
	/* This case instead of random ones; its workload outlives the
	 * request. */
	const struct check_case *given;
};

struct check_report {
	char name[64], summary[160]; /* of the policy                     */
	struct check_counts counts;
	/* For the cases, without shrinking: time, and time of one core. */
	dag_time elapsed, used;
	struct check_finding found; /* property CHECK_HOLDS: nothing      */
	uint64_t number;            /* of the case in which               */
	bool loading;               /* it ended while it was loaded       */
	/* The small case; the workload is that of `given` if that was asked.
	 * NULL where there is none: a policy that cannot even be loaded. */
	struct check_case small;
	uint64_t questions; /* asked to make it small                     */
	bool alone; /* the case shows it without those before it          */
};

struct check;

/* Runs it all.  NULL and *e where the policy cannot be loaded or set up, or
 * the system refuses.  Free the report with check_free. */
struct check *check_run(const struct check_request *r, struct dag_error *e);
const struct check_report *check_report(const struct check *c);
void check_free(struct check *c);

#endif

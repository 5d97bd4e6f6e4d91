/* test.h - a schedulability test: what it claims, for whom, and its verdict
 *
 * A test answers one question about one executor under one kind of policy:
 * do all jobs of all tasks meet their deadlines, whatever the phases, the
 * jitter and the execution times up to the charged ones?  Four answers:
 *
 *   schedulable       proved
 *   not_schedulable   proved: the arrivals that miss can be shown (witness.h)
 *   not_proven        a sufficient test failed, or a limit was reached, which
 *                     the reason names; nothing is known
 *   not_applicable    the test says nothing about this policy, this executor
 *                     or these tasks; the reason says why
 *
 * A test is a row in table.c: a name, a source, assumptions in words, a
 * predicate that refuses what the test is not sound for, and a function.
 * The predicate reads the policy's traits, so a test is never run for a
 * policy it does not cover.  Adding a test = one file + one row.
 *
 * What a verdict carries.  The charged utilization; the first violated
 * instant with its terms (demand + blocking + riders > t) or the failing
 * task; the smallest slack and where it is (`margin`, exact unless flagged);
 * response bounds, counted from the nominal time as deadlines are, so a
 * bound also covers responses counted from the actual release; and what the
 * verdict does not cover.
 *
 * Purity: a test reads the set and writes the verdict; the same input gives
 * the same verdict, and the order of tasks changes only the names of ties.
 * Arithmetic is integer and overflow-checked (set.h limits the input).
 *
 * Units: ns.  Ownership: texts and arrays of a verdict live in the arena
 * given to the run.
 */
#ifndef DAGSIM_ANALYSIS_TEST_H
#define DAGSIM_ANALYSIS_TEST_H

#include "analysis/set.h"
#include "base/error.h"
#include "policies/policy.h"

enum verdict_kind {
	VERDICT_SCHEDULABLE,
	VERDICT_NOT_SCHEDULABLE,
	VERDICT_NOT_PROVEN,
	VERDICT_NOT_APPLICABLE,
};

/* Terms at one instant; slack = t - demand - blocking - riders. */
struct verdict_point {
	dag_time t, demand, blocking, riders, slack;
	uint32_t blocker; /* task (position in the set) or NONE          */
};

struct verdict_bound {
	uint32_t task;    /* position in the set                            */
	bool known;       /* false: diverges, or a limit was reached        */
	bool exact;       /* some arrivals do reach it (in the limit)       */
	int64_t num, den; /* worst response, from the nominal time       */
};

enum high_subset { HIGH_NOT_ASKED, HIGH_ADMITTED, HIGH_REFUSED };

struct verdict {
	const char *test, *policy, *source;
	enum verdict_kind kind;
	const char *reason; /* one sentence; "" if there is nothing to say */
	struct ratio utilization, charged; /* nominal; as the test counts  */
	bool charged_exact;                /* else rounded up to 2^-40     */
	bool has_violation, violation_first;
	struct verdict_point violation;
	bool has_margin, margin_exact;
	struct verdict_point margin;
	uint32_t failing;  /* task that misses (response tests), or NONE    */
	uint32_t tightest; /* response tests: the task of `margin`, whose t
			    * is then its deadline; or NONE                */
	struct verdict_bound *bounds;
	uint32_t n_bounds;
	enum high_subset high;    /* are the high-criticality tasks alone
				   * admitted?  Asked on refusal only        */
	const char *const *notes; /* what it does not cover               */
	uint32_t n_notes;
	uint64_t work; /* points or iterations                            */
};

struct analysis_options {
	bool want_margin, want_bounds, want_high;
	uint64_t max_work; /* 0: ANALYSIS_WORK; points or iterations      */
};
enum { ANALYSIS_WORK = 20000000 };

struct analysis_input {
	const struct analysis_set *set;
	const struct policy_traits *policy; /* NULL: one the test is for  */
	const char *policy_name;            /* for texts; may be NULL      */
	const struct analysis_options *options;
	struct arena *arena; /* for scratch, texts and results            */
};

/* Executors a test may be sound for. */
enum {
	FOR_ACCELERATOR = 1u << 0,
	FOR_CORE_FULL = 1u << 1, /* one core, preemptible anywhere        */
	FOR_CORE_LIMITED = 1u << 2,
	FOR_CORE_NONE = 1u << 3,
};

struct analysis_test {
	const char *name, *summary, *source;
	const char *const *assumptions; /* NULL-terminated                */
	bool exact; /* necessary and sufficient (for free phases)         */
	bool any_deadline;  /* D > T is allowed                            */
	bool monotone;      /* what is admitted stays so with a smaller cost, or
			     * a longer period or deadline                  */
	unsigned executors; /* FOR_ bits                                  */
	enum policy_order order;
	enum batch_rule batch;
	/* Further reasons to refuse, or NULL; after the fields above were
	 * found to fit. */
	const char *(*refuses)(const struct analysis_input *in);
	/* kind, charged, and whatever else it finds; the rest is preset. */
	void (*run)(const struct analysis_input *in, struct verdict *v);
};

/* The one list (table.c); NULL-terminated. */
extern const struct analysis_test *const analysis_table[];

const struct analysis_test *analysis_find(const char *name,
					  struct dag_error *e);

/* The i-th test, in the order of preference, that is sound for a policy with
 * these traits on the executor of `s`; NULL when there are no more.  The
 * tests after the first are weaker or older ones. */
const struct analysis_test *analysis_for(const struct policy_traits *p,
					 const struct analysis_set *s,
					 unsigned i);

/* Why no test covers this policy on this executor, in words; a sentence for
 * the not_applicable verdict of a policy without a test. */
const char *analysis_why_none(const struct policy_traits *p,
			      const struct analysis_set *s);

/* NULL if the test may be run, else the reason. */
const char *analysis_refusal(const struct analysis_test *t,
			     const struct analysis_input *in);

/* Runs a test, or says why it does not apply.  Never fails. */
void analysis_run(const struct analysis_test *t,
		  const struct analysis_input *in, struct verdict *v);

const char *verdict_name(enum verdict_kind k); /* "not_proven"            */
enum exit_code verdict_exit(enum verdict_kind k);

#endif

/* test.h - a schedulability test: what it claims, for whom, and its verdict
 *
 * A test answers one question about a platform under one kind of policy:
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
 * Several cores.  Many sufficient tests cover one policy there, so the table
 * lists them cheap ones first, and each names those that prove whatever it
 * proves (`dominated_by`).  The portfolio is all of them in that order, less
 * those that analysis_needless finds superfluous after the verdicts so far.
 * Bounds are exact fractions num / den; a test that counts in units of 1/m
 * rounds up once, at the end, if at all.  One core is m = 1: a test for
 * several cores may be asked by name there, but is not in the portfolio.
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
	bool diverges;    /* there is none, however large                   */
	bool exact;       /* some arrivals do reach it (in the limit)       */
	int64_t num, den; /* worst response, from the nominal time       */
};

/* Where a test lets a task run: cores of its own, and parts on cores that
 * others share. */
enum part_kind {
	PART_TASK,      /* the whole task, in sequence                    */
	PART_CONTAINER, /* a share `load` of the core                     */
	PART_SERVER,    /* `runtime` in every period, by the deadline after
			 * the release: SCHED_DEADLINE                    */
};
struct verdict_part {
	enum part_kind kind;
	uint32_t core;
	dag_time runtime, deadline, period; /* of a server                */
	struct ratio load; /* of a container, or of a task beside some     */
};
struct verdict_share {
	uint32_t task;
	uint32_t first_core, n_cores; /* of its own                       */
	uint32_t n_parts;
	struct verdict_part *parts;
};

enum high_subset { HIGH_NOT_ASKED, HIGH_ADMITTED, HIGH_REFUSED };

struct verdict_of_part;

struct verdict {
	const char *test, *policy, *source;
	enum verdict_kind kind;
	const char *reason; /* one sentence; "" if there is nothing to say */
	struct ratio utilization, charged; /* nominal; as the test counts  */
	bool charged_exact;                /* else rounded up to 2^-40     */
	bool has_violation, violation_first;
	bool overload; /* refused for its charged utilization above 1; the
			* violation only shows when it is felt first     */
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
	struct verdict_share *shares; /* by task, where cores are divided */
	uint32_t n_shares;
	/* The verdict on one core that decided it, where each was asked
	 * about by itself; else NULL. */
	const struct verdict_of_part *part;
	uint64_t work; /* points or iterations                            */
	bool gave_up;  /* not_proven for a limit of work only             */
};

/* A verdict on a part of the set. */
struct verdict_of_part {
	const struct analysis_test *test;
	const struct analysis_set *set;
	struct verdict verdict;
};

struct analysis_options {
	bool want_margin, want_bounds, want_high;
	bool any_violation; /* a violated point will do, not the first      */
	uint64_t max_work;  /* 0: ANALYSIS_WORK; points or iterations      */
};
enum { ANALYSIS_WORK = 20000000 };

struct analysis_input {
	const struct analysis_set *set;
	const struct policy_traits *policy; /* NULL: one the test is for  */
	const char *policy_name;            /* for texts; may be NULL      */
	const struct policy_traits *accelerator; /* of its policy, beside
						  * cores; NULL: as `policy` */
	const struct analysis_options *options;
	struct arena *arena; /* for scratch, texts and results            */
};

/* Executors a test may be sound for. */
enum {
	FOR_ACCELERATOR = 1u << 0,
	FOR_CORE_FULL = 1u << 1, /* one core, preemptible anywhere        */
	FOR_CORE_LIMITED = 1u << 2,
	FOR_CORE_NONE = 1u << 3,
	FOR_CORES_FULL = 1u << 4, /* m cores, any m                       */
	FOR_CORES_LIMITED = 1u << 5,
	FOR_CORES_NONE = 1u << 6,
	FOR_TYPED = 1u << 7, /* m cores and an accelerator                */
};
/* Traits that say where jobs run, all of which must fit a test. */
enum {
	POLICY_SPREAD =
		POLICY_PARTITIONED | POLICY_CLUSTERED | POLICY_FEDERATED,
};

struct analysis_test {
	const char *name, *summary, *source;
	const char *const *assumptions; /* NULL-terminated                */
	bool exact; /* necessary and sufficient (for free phases)         */
	bool any_deadline;  /* D > T is allowed                            */
	bool monotone;      /* what is admitted stays so with a smaller cost, or
			     * a longer period or deadline                  */
	unsigned executors; /* FOR_ bits                                  */
	bool single;        /* for one task that is alone                   */
	bool any_order;     /* sound for every order, `order` is one       */
	enum policy_order order;
	enum batch_rule batch;
	uint32_t spread; /* on cores: which of POLICY_SPREAD, or none: any */
	uint32_t needs;  /* further flags that a policy must have          */
	bool gives_bounds;
	uint32_t unit; /* how many times the work of a demand bound at a point a
			* unit of its `work` takes, roughly; 0: once         */
	/* The scheduler that it is for, where no policy here is that: then it
	 * is asked by its name only.  Else NULL. */
	const char *scheduler;
	/* Tests that accept whatever this one does, for the same policies;
	 * NULL-terminated, or NULL. */
	const char *const *dominated_by;
	/* What it is asked for where no policy is named: a line-up, or NULL
	 * for any policy that fits. */
	const char *stands_for;
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

/* After these verdicts, is there nothing left that t could add?  That is so
 * once a proof is there, unless bounds are wanted, t gives them, and no proof
 * so far has; and after a test that accepts whatever t does was not enough. */
bool analysis_needless(const struct analysis_test *t,
		       const struct verdict *so_far, size_t n,
		       bool want_bounds);

/* Gives the tasks of `s`, a set of w, the priorities by which that policy
 * orders them, where it does; returns what the policy promises. */
struct policy_traits analysis_bind(struct analysis_set *s,
				   const struct policy *p,
				   const struct workload *w);

/* Tells the tasks of `s`, a set of w, on which core that policy places each,
 * where it divides the cores; texts live in `a`. */
void analysis_place(struct analysis_set *s, const struct policy *p,
		    const struct workload *w, struct arena *a);

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

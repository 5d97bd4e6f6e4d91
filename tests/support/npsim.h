/* npsim.h - a small simulator of one executor, to attack verdicts with
 *
 * Written from the rules' text and sharing no code with src/sim or
 * src/policies: what it agrees with, two programs say.  Integer time; jobs
 * are given; every choice that a rule leaves open can be drawn at random.
 */
#ifndef DAGSIM_TESTS_NPSIM_H
#define DAGSIM_TESTS_NPSIM_H

#include "analysis/set.h"
#include "base/rng.h"

enum npsim_rule {
	NPSIM_EDF, /* non-preemptive, one job at a time                   */
	NPSIM_RA,  /* one release of a group                              */
	NPSIM_RB,  /* guarded riders, lookahead                           */
	NPSIM_ANY, /* earliest head, any waiting jobs of its model        */
	NPSIM_FP,
	NPSIM_FIFO,
	NPSIM_PREEMPTIVE_EDF,
	NPSIM_PREEMPTIVE_FP,
};

struct npsim_job {
	dag_time release, deadline;
	uint32_t stream; /* position in the set                           */
	uint64_t tie;
	bool late_sight; /* not visible to a decision at its release      */
	bool seen;       /* scratch: is or was in the queue               */
	dag_time left;   /* scratch: work left, where preempted           */
};

struct npsim {
	const struct analysis_set *set;
	enum npsim_rule rule;
	unsigned lookahead; /* RB                                         */
	bool drop;          /* at the deadline, if not started            */
	bool early;         /* draw execution times in [1, C(b)]          */
	struct rng *rng;    /* for early and NPSIM_ANY                    */
};

enum { NPSIM_JOBS = 4096, NPSIM_STREAMS = 64 };

/* Sorts the jobs and runs them all.  Returns the largest lateness of a job
 * (finish - deadline; a dropped job counts 1 tick late). response[i], if
 * given, becomes the largest finish - deadline + D of stream i. */
dag_time npsim_run(const struct npsim *c, struct npsim_job *jobs, size_t n,
		   dag_time *response);

/* How arrivals are made: starts and gaps at random within the law of each
 * stream (nominal times at least T apart, jitter within J).  Streams of a
 * group share their start and have no gaps. */
struct npsim_arrivals {
	dag_time horizon;  /* nominal times below it                     */
	dag_time spread;   /* first nominal times in [-J, spread]        */
	unsigned extremes; /* of 8 jitters this many are 0 or J          */
	unsigned sporadic; /* of 8 gaps this many are longer than T      */
	bool invisible;    /* some releases are seen late                */
};
size_t npsim_random_jobs(const struct analysis_set *s,
			 const struct npsim_arrivals *a, struct rng *r,
			 struct npsim_job *jobs);

/* All streams for which late[i] does not hold start at `at`, as early as the
 * law lets the due ones pile up (first job J late, then T apart, never
 * before its nominal time); the others start at 0 without jitter, once. */
size_t npsim_critical_jobs(const struct analysis_set *s, const bool *blocks,
			   dag_time at, dag_time horizon,
			   struct npsim_job *jobs);

#endif

/* witness.h - arrivals that miss: the proof of a refusal
 *
 * A refusal by an exact test is a claim about arrivals, and they can be
 * given: one job that blocks starts one tick before the others, which then
 * come all together, the first of each as late as its jitter lets it be (so
 * its deadline is near), the others as soon as they may.
 *
 *   demand (EDF)     the blocker of the violated instant t, and of all
 *                    others the jobs that are due by t
 *   fixed priority   the blocker, all tasks that go before the one that
 *                    misses, up to its worst job
 *   FIFO             all tasks, and the job released at the worst instant,
 *                    last among those of that instant
 *   jitter >= D      one job, released as late as it may
 *
 * Every stream keeps its law (nominal times T apart, jitter within J), so
 * with phases of one's own choice even periodic streams arrive like this.
 *
 * The list is replayed with the same policy, on the workload with charged
 * execution times (witness_workload).  This module does not simulate: the
 * caller gives a function that does, and so composes both.
 *
 * Dense time.  Analysis in dense time lets the blocker start an arbitrarily
 * short time before the others; a replay in whole ticks needs 1 ns.  Where
 * that tick is just what is missing, the list is made in half nanoseconds
 * (`halves`): every time of it, and of the workload to replay it on, is
 * doubled, and half a nanosecond is enough, since all else is whole.
 *
 * A refusal by a sufficient test is not a proof.  witness_search tries a
 * bounded number of arrivals on the given simulator: streams of one model
 * together just after a blocker and just before everybody else, which is how
 * riders do harm; then random starts with extreme jitter.  For rule RA the
 * members of a group always come together.
 *
 * Units: ns.  Ownership: lists live in the input's arena.  Errors: none; a
 * witness that would have more than WITNESS_JOBS jobs is not built.
 */
#ifndef DAGSIM_ANALYSIS_WITNESS_H
#define DAGSIM_ANALYSIS_WITNESS_H

#include "analysis/test.h"
#include "model/release.h"

enum { WITNESS_JOBS = 1 << 20 };

struct witness {
	struct release_list releases; /* tasks are those of the workload   */
	dag_time horizon; /* replay [0, horizon): the miss is seen by then */
	dag_time due;     /* a job with this or an earlier deadline misses */
	bool halves; /* all times in it are half nanoseconds               */
};

struct witness_simulator {
	/* Replays w->releases to w->horizon; is there a miss? */
	bool (*misses)(void *ctx, const struct witness *w);
	void *ctx;
	uint64_t seed;
	unsigned tries; /* at most this many replays                       */
};

/* The witness of a not_schedulable verdict; false where there is none. */
bool witness_build(const struct analysis_test *t,
		   const struct analysis_input *in, const struct verdict *v,
		   struct witness *out);

/* Tries arrivals until one misses. */
bool witness_search(const struct analysis_test *t,
		    const struct analysis_input *in,
		    const struct witness_simulator *sim, struct witness *out);

/* Both: builds, or searches if a simulator is given; a not_proven verdict for
 * which arrivals were found becomes not_schedulable, with the reason
 * extended.  False where nothing was found or asked for. */
bool witness_find(const struct analysis_test *t,
		  const struct analysis_input *in,
		  const struct witness_simulator *sim, struct verdict *v,
		  struct witness *out);

/* The workload to replay on: execution times as charged, no noise, and the
 * safety factor that makes predictions what they were (rounded to it); with
 * `halves` every time doubled, and the name says so.  Lives in `a`, shares
 * the rest with w. */
const struct workload *witness_workload(const struct workload *w,
					const struct analysis_set *s,
					const struct analysis_charge *charge,
					bool halves, struct arena *a);

#endif

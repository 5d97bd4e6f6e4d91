/* online.h - an admitted set that streams ask to join, one at a time
 *
 * online_ask says whether the set with one more stream still passes its
 * test, and takes the stream in if so.  The answer is that of the test on the
 * whole set, but the set is not walked again: the last walk left a trail (a
 * lower bound of the slack at each instant it visited, demand.h), and the
 * new stream's line is taken off it.  Only where that runs below zero is the
 * walk resumed, from there on.
 *
 *   np_edf, edf_qpa                  by trail
 *   np_edf_same_deadline             by trail; a stream that joins a group
 *                                    adds what its tick costs more
 *   np_edf_cross_deadline            by trail; a stream changes the batches
 *                                    and riders of its model too
 *   np_edf_cross_deadline_tight      by trail of its coarse bound; the full
 *                                    test on the whole set where that fails
 *   np_fifo                          by trail of the backlog that all share;
 *                                    the test where that fails
 *   np_fp_rta, fp_rta                only the responses that it changes: its
 *                                    own, of those it goes before, and of
 *                                    those that it blocks for longer
 *   sets whose load is 1 or cannot   the test on the whole set
 *   be told from 1; other tests
 *
 * Leaving (condition 12 of the proof's review).  A stream that leaves still
 * has jobs in the current busy period, so it stays counted until
 * online_idle: call that when the executor has been idle with nothing
 * waiting.  It may join again as a new stream, whose first nominal time must
 * not be before its last nominal time plus its period.  At the start the
 * executor must be idle and the queue empty.
 *
 * Units: ns.  Ownership: the models are borrowed from the set given at the
 * start and must outlive it; tasks are copied, names are borrowed.  Answers
 * live until the next call.  Errors: none; a refusal has a reason.
 *
 * Cost of online_ask by trail: O(streams + steps) with no sorting and no
 * division but one a stream, steps being about the number of streams (more
 * when the load is near 1); plus the rest of the walk if it is resumed.
 * Memory: O(streams + steps), at most ONLINE_STEPS of them.
 */
#ifndef DAGSIM_ANALYSIS_ONLINE_H
#define DAGSIM_ANALYSIS_ONLINE_H

#include "analysis/test.h"

enum { ONLINE_STEPS = 1 << 20 };

struct online;

struct online_answer {
	bool admitted;
	uint64_t id; /* of the stream, from 1 on, if admitted              */
	enum verdict_kind kind; /* of the set with the stream              */
	const char *reason;     /* "" if there is nothing to say           */
	bool has_violation;     /* the first, with blocker a position in   */
	struct verdict_point violation; /* online_set with the new one last */
	bool by_trail, resumed; /* how: by what was kept, or a walk on it  */
	uint64_t work;          /* steps and points                        */
};

/* An empty set for the test, on the models and executor of `models` (whose
 * tasks are ignored).  Free with online_free. */
struct online *online_new(const struct analysis_set *models,
			  const struct analysis_test *t,
			  const struct analysis_options *options);
void online_free(struct online *o);

/* May it join?  `due` and `cost` of the task are filled in here. */
bool online_ask(struct online *o, const struct analysis_task *t,
		struct online_answer *out);

/* It leaves; false if there is no such stream.  Counted until online_idle. */
bool online_leave(struct online *o, uint64_t id);
/* The executor is idle and nothing waits: those who left are forgotten. */
void online_idle(struct online *o);

/* The admitted streams, those leaving included; valid until the next call. */
const struct analysis_set *online_set(const struct online *o);

#endif

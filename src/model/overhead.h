/* overhead.h - what a real runtime costs: times that cores lose
 *
 * An overhead is time on a core in which it does nothing else; what it ran,
 * or is about to run, goes on afterwards.  All are 0 unless a platform says
 * otherwise, and then nothing of a run changes.
 *
 *   release       from the tick of a job to its place in the queue, on the
 *                 core that handles releases
 *   decision      of a core that makes a node ready: where it goes, and
 *                 whether it drives off what runs
 *   lock          one queue operation under the machine-wide lock: each node
 *                 made ready, each dispatch.  One core at a time holds the
 *                 lock; the others wait (kind lock_wait, which no one sets)
 *   ipi           from the decision to another core to that core's reaction
 *   wake          of a core that slept
 *   switch_yield  to a node, from one that had ended or from idleness
 *   switch_full   to a node that drives off another, or to one that had been
 *                 driven off: a whole context is saved or restored
 *   migration     of a node that goes on elsewhere than where it was driven
 *                 off
 *   message       for each edge, by the core on which its node ended, in the
 *                 order of the edges; plus per_byte for each of its bytes
 *
 * Each is a constant, a draw (draw.h), or a time with a noise (noise.h); what
 * is drawn is a function of (seed, kind, task, node, job, occurrence), so two
 * policies see the same costs for the same event.
 *
 * Source of the list: the scheduler of Awkernel (github.com/tier4/awkernel)
 * and the overheads of B. Brandenburg, Scheduling and Locking in
 * Multiprocessor Real-Time Operating Systems, 2011, chapter 3.
 */
#ifndef DAGSIM_MODEL_OVERHEAD_H
#define DAGSIM_MODEL_OVERHEAD_H

#include "model/draw.h"
#include "model/noise.h"

enum overhead_kind {
	OVERHEAD_RELEASE,
	OVERHEAD_DECISION,
	OVERHEAD_LOCK,
	OVERHEAD_IPI,
	OVERHEAD_WAKE,
	OVERHEAD_YIELD,
	OVERHEAD_SWITCH,
	OVERHEAD_MIGRATION,
	OVERHEAD_MESSAGE,
	OVERHEAD_GIVEN, /* so many are given; what follows comes of them      */
	OVERHEAD_LOCK_WAIT = OVERHEAD_GIVEN,
	OVERHEAD_KINDS,
	/* Of platform runs, in records only: what executors cost. */
	OVERHEAD_EXECUTOR = OVERHEAD_KINDS
};

#define OVERHEAD_MAX (3600 * NS_PER_S) /* of one value                     */
enum { MESSAGE_BYTES_MAX = 1 << 30 };

struct overhead {
	struct draw base;
	struct noise noise;   /* a factor on it                               */
	dag_time least, most; /* that is drawn; most 0: costs nothing         */
};

struct overheads {
	struct overhead of[OVERHEAD_GIVEN];
	int128 per_byte; /* in 10^-15 ns                                      */
};

/* Names in the order of the enum, lock_wait included; NULL ends. */
extern const char *const overhead_names[];

static inline bool overhead_is_free(const struct overhead *o)
{
	return o->most == 0;
}

/* The value at 64 keyed bits. */
dag_time overhead_draw(const struct overhead *o, uint64_t key);

/* What so many bytes cost, rounded half to even; at most OVERHEAD_MAX. */
dag_time overhead_bytes(const struct overheads *o, uint32_t bytes);

/* Does anything cost anything? */
bool overheads_any(const struct overheads *o);

#endif

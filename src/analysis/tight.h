/* tight.h - the demand of batches across deadlines, term by term
 *
 * Private to src/analysis and its tests.  docs/rb-admission.md proves what is
 * computed here; in short, at every point p = D'_i + kT_i (D' = D - J)
 *
 *   LHS(p) = max over what blocks (nothing, or a batch of s streams of one
 *            model with D' > p) of
 *            C(s) + sum over models of cost_m(n_m, R_m) <= p
 *
 * with n_m the jobs of model m due in p and R_m the riders that can still
 * join: the streams of m, less those that block, and less what the variant
 * knows.  B' = min(B, N).  Variants, to be combined:
 *
 *   TIGHT_ONE_LESS   (V1r) the stream that heads the last batch never rides
 *   TIGHT_EFFECTIVE  (V2)  a stream whose last due point lies at most T - D
 *                    back pays a rider only instead of a due job
 *   TIGHT_PARTITION  (V4)  cost_m is F(n, R) of partition.h instead of
 *                    n w + delta min(R, n (B' - 1))
 *   TIGHT_GUARD      (V3)  the job that misses heads its batch, and that
 *                    batch is not counted: P(1) + cost(n - 1, R) for its
 *                    model.  For rule RB with predictions P(b) >= C(b) only;
 *                    where some P(b) is lower the model goes without.
 *
 * Facts relied on.  Over the points LHS is non-decreasing (S2 of the proof),
 * so QPA (Zhang and Burns 2009) is valid: from LHS(p) <= p follows that all
 * points in [LHS(p), p] pass.  Beyond L no point needs a look, L from the
 * slopes g = max C(k)/k with the partition and w without.
 *
 * Conditions (the review's twelve) and where they are kept: exact integers
 * (here); same rounding as the simulator (set_build takes the workload's own
 * integers); actual times in (0, C(b)] (noise is clamped; the report names
 * what is not charged); deadlines from nominal times, J < D <= T (refused by
 * table.c); the policy class (traits); delta >= 0, blocking the maximum over
 * s (here); borders of q, n and "effective" (here); points of all streams
 * (here); rows >= N (partition.c); guard only where P >= C (here); C(s) - 1
 * tick only for a discrete clock; idle start, joining and leaving (online.h).
 *
 * Cost: one evaluation O(streams + models + sum of q) with one division a
 * class of equal streams.  Memory: O(streams) and the partition tables.
 */
#ifndef DAGSIM_ANALYSIS_TIGHT_H
#define DAGSIM_ANALYSIS_TIGHT_H

#include "base/load.h"
#include "analysis/partition.h"
#include "analysis/set.h"

enum {
	TIGHT_ONE_LESS = 1u << 0,
	TIGHT_EFFECTIVE = 1u << 1,
	TIGHT_PARTITION = 1u << 2,
	TIGHT_GUARD = 1u << 3,
	TIGHT_V7 = 15,
	TIGHT_LATER = 1u << 4, /* no tables before tight_refine           */
};

/* Streams of one model with the same numbers. */
struct tight_class {
	dag_time period, due;
	dag_time gap;    /* T - D: not effective up to this far past a point */
	double per_tick; /* about 1 / T: a first guess, then mended         */
	uint32_t count;  /* streams                                         */
	uint32_t model;
	uint32_t task; /* position of one of them in the set               */
};

/* What stands at one instant for one model. */
struct tight_state {
	uint64_t n; /* due jobs                                            */
	uint32_t inert;  /* streams that are not effective                  */
	uint32_t queued; /* streams with D' > p                            */
};

/* The parts of LHS that a model offers: see tight_model_terms. */
struct tight_terms {
	int128 base;  /* cost of its due jobs and riders                    */
	int128 own;   /* more, if the job that misses is its; IMPOSSIBLE:
		       * it has no due job                                  */
	int128 block; /* more, if it blocks                                */
	int128 both;  /* more, if it blocks and the job that misses is its */
	uint32_t block_size, both_size; /* the s of the maxima             */
};
#define TIGHT_IMPOSSIBLE (-((int128)1 << 100))

struct tight_model {
	struct partition cost;
	const dag_time *table; /* C(1..cap)                                */
	dag_time predicted;    /* P(1)                                     */
	uint32_t streams, cap; /* N, B'                                    */
	uint32_t first, end;   /* its classes                              */
	bool guarded;
	bool loose; /* cost may climb by more than the slope in `load`     */
	struct tight_state now;
};

struct tight {
	unsigned flags;
	dag_time tick;
	struct tight_class *classes; /* by model                           */
	uint64_t *jobs;              /* due jobs of a stream, by class     */
	dag_time *last;              /* its last point; D' - T before      */
	/* The same by column, which is how a move reads them. */
	dag_time *period, *gap;
	uint32_t *count;
	uint32_t *moved; /* scratch                                        */
	struct tight_model *models; /* those with streams                 */
	uint32_t n_classes, n_models;
	struct load load; /* of g or w                                   */
	dag_time limit;   /* L; -1: too far, or the load is not below 1  */
	dag_time first_due, last_due; /* over all streams                  */
	int128 intercept; /* LHS(t) <= load * t + intercept past last_due  */
};

/* What decides at a point. */
struct tight_point {
	dag_time t;
	int128 total; /* LHS                                               */
	uint32_t own_model, block_model; /* index in models, or NONE       */
	uint32_t block_size;
	int128 demand, blocking, riders;
};

/* Every stream must have 0 < due and D <= T. */
struct tight *tight_new(const struct analysis_set *s, unsigned flags,
			struct arena *a);

/* With TIGHT_LATER: makes the partition tables.  Until then costs are bounded
 * by the formula, so LHS is too large, never too small; L and the load are
 * those of the tables all the time. */
void tight_refine(struct tight *t, struct arena *a);

/* ceil(x / (1 - load)), or -1 where that is above 2^60 or the load is not
 * below 1. */
dag_time tight_beyond(const struct tight *t, int128 x);

/* The terms of one model in state `now`. */
void tight_model_terms(const struct tight *t, const struct tight_model *m,
		       struct tight_terms *out);

/* The largest point <= t, or -1; moves the states of all models there. */
dag_time tight_move(struct tight *t, dag_time to);

/* LHS where the states are; fills *p except t if p is given. */
int128 tight_total(const struct tight *t, struct tight_point *p);

enum tight_status { TIGHT_PASSES, TIGHT_VIOLATED, TIGHT_GAVE_UP };

/* QPA over the points up to `from`.  On TIGHT_VIOLATED *p is the last that is
 * violated.  max_work counts visits of classes; *work is increased. */
enum tight_status tight_qpa(struct tight *t, dag_time from, uint64_t max_work,
			    uint64_t *work, struct tight_point *p);

/* The point with the smallest slack, the earliest of equals, by the same
 * backward jumps.  False if max_work was reached, or if that point could lie
 * where costs are only bounded (past L with a partition table that ended);
 * *p then has the smallest slack seen.  Requires limit >= 0. */
bool tight_margin(struct tight *t, uint64_t max_work, uint64_t *work,
		  struct tight_point *p);

/* The first violated point up to `until`, walking forwards (tight_scan.c);
 * false if there is none or max_points were visited.  O(log streams + log
 * models) a point. */
bool tight_first(struct tight *t, dag_time until, uint64_t max_points,
		 uint64_t *points, struct arena *a, struct tight_point *p);

#endif

/* demand.h - is there an instant by which more is due than time has passed?
 *
 * The question behind every processor-demand test.  Items (a stream, or a
 * group that is charged as one) have a period T, a first point F = D - J, a
 * cost W and a block b, all in ns.  With
 *
 *     dbf(t) = sum over items with F <= t of (floor((t - F) / T) + 1) W
 *     B(t)   = max { b of items with F > t }, 0 if there is none
 *
 * the set passes iff dbf(t) + B(t) + riders <= t at every point t = F + kT of
 * every item.  Other instants need no look: between points the left side
 * does not grow.
 *
 * Method: the all-approximated test of Albers and Slomka (Efficient
 * feasibility analysis for real-time systems with EDF scheduling, DATE 2005).
 * Where QPA (Zhang and Burns, IEEE TC 2009) walks backwards and ends at the
 * last violation, this walks forwards and meets the *first*; and it does not
 * slow down as 1 / (1 - load) does when the load comes near to 1.  An
 * item is counted exactly up to the point visited last and from there by the
 * line of slope W / T above its steps.  Where the sum of lines breaks the
 * bound, items are counted exactly up to there, oldest line first, until the
 * bound holds or everything is exact; only the latter is a violation.  With
 * nothing but lines left, their slopes adding up to at most 1, all later
 * instants pass.  Lines are integers over one common denominator (the lcm of
 * the periods where it fits, else 2^60 with slopes rounded up): nothing is
 * decided by a float.
 *
 * The same walk finds the smallest slack t - dbf(t) - B(t) - riders over all
 * points: a line may stay as long as it promises no slack below the smallest
 * exact one seen.
 *
 * When the load is 1 the slack is periodic: it suffices to look up to
 * max F + lcm.  When the load is above 1 there is always a violation.
 *
 * Cost: O(log n) a visited point or a line taken back; about n of them when
 * the load is well below 1.  Memory: O(n) in the arena.
 */
#ifndef DAGSIM_ANALYSIS_DEMAND_H
#define DAGSIM_ANALYSIS_DEMAND_H

#include "base/load.h"
#include "base/arena.h"
#include "base/time.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct demand_item {
	dag_time period, first, cost, block; /* first >= 1, cost >= 0    */
	uint32_t owner;                      /* the caller's name for it */
};

enum demand_goal {
	DEMAND_VERDICT, /* stop at the first violation                   */
	DEMAND_MARGIN,  /* and go on for the smallest slack              */
};

/* Where it was decided: slack = t - demand - blocking - riders. */
struct demand_point {
	dag_time t, demand, blocking, riders, slack;
	uint32_t blocker; /* owner of the blocking item, or UINT32_MAX   */
};

enum demand_status {
	DEMAND_PASSES,
	DEMAND_VIOLATED,
	DEMAND_GAVE_UP, /* max_points were visited                       */
};

struct demand_result {
	enum demand_status status;
	struct load load;              /* sum W / T                      */
	struct demand_point violation; /* the first, if DEMAND_VIOLATED  */
	bool has_violation; /* false too if the load alone decided       */
	bool has_margin, margin_exact; /* not exact: smallest seen       */
	struct demand_point margin;    /* smallest slack, earliest t     */
	uint64_t points;               /* visited, lines taken back incl.*/
	dag_time reached;
};

/* items are sorted in place.  All times at most 2^60, as is the sum of the
 * costs plus riders; n may be 0 (passes, no margin). */
void demand_solve(struct demand_item *items, size_t n, dag_time riders,
		  enum demand_goal goal, uint64_t max_points, struct arena *a,
		  struct demand_result *out);

/* The trail of a walk that passed: for each visited instant a lower bound of
 * the slack there.  Up to the next step the slack does not fall below it, nor
 * does it behind the last one, as long as the load stays at most 1; also not
 * when a further line of slope u is taken off, if load + u is at most 1.  So a
 * trail answers for one more item without looking at the others again. */
struct demand_step {
	dag_time t, slack, blocking;
};
struct demand_trail {
	struct demand_step *steps; /* by t; free() it                    */
	size_t n, cap;
};

/* The same verdict from `from` on, for a set of which it is known that no
 * point before is violated; appends to the trail (which may be NULL). */
void demand_resume(struct demand_item *items, size_t n, dag_time riders,
		   dag_time from, uint64_t max_points,
		   struct demand_trail *trail, struct arena *a,
		   struct demand_result *out);

#endif

/* utilization.h - random shares of a total: how a task set's load is divided
 *
 * A vector of n shares with a given sum, each between its own bounds, drawn
 * as uniformly over all such vectors as the method can:
 *
 *   - UUniFast-Discard (Bini and Buttazzo, RTS 2005; Davis and Burns, RTSS
 *     2009): uniform on the simplex, thrown away and drawn again where a
 *     share is out of bounds.  Exactly uniform for any bounds; hopeless where
 *     nearly every vector is out of bounds.
 *   - RandFixedSum (Stafford 2006; for task sets Emberson, Stafford and
 *     Davis, WATERS 2010): walks through the simplexes of which the cut
 *     hypercube consists.  Exactly uniform, never discards, one pair of
 *     bounds for all shares.  Stafford's table of volumes is kept here as
 *     ratios of neighbours, which neither overflow nor vanish, so that a
 *     thousand tasks with a small total are drawn rightly too.
 *   - Dirichlet-Rescale (Griffin, Bate and Davis, RTSS 2020): a point of the
 *     simplex that breaks some upper bounds lies in a smaller copy of the
 *     simplex, which is blown up to the whole, until no bound is broken.
 *     Any bounds.  As published (UTIL_DRS_2020, after the authors' package
 *     github.com/dgdguk/drs) the result is not uniform where one rescaling
 *     follows another: for 5 shares of 1 bounded by .3, .3, .5, .2, .9 the
 *     largest is .451 in the mean instead of .441.  UTIL_DRS follows the
 *     bounds of the piece that a point was drawn from through the
 *     rescalings, and draws anew when the blown-up piece no longer covers
 *     every valid vector; what remains is exactly uniform.
 *
 * Shares are integers in units of 10^-12, so that totals given as decimals
 * are kept exactly: the sum of the shares *is* the total.  A vector is a
 * function of the 64-bit key given, the same on every machine (portable.h).
 *
 * Cost of a vector: UUniFast-Discard 55 ns a share and try, RandFixedSum 60 ns
 * a share plus a table of n^2 / 2 doubles once, DRS 30 ns a share and try.
 */
#ifndef DAGSIM_MODEL_UTILIZATION_H
#define DAGSIM_MODEL_UTILIZATION_H

#include "base/arena.h"
#include "base/error.h"
#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>

#define UTIL_ONE INT64_C(1000000000000) /* a utilization of 1             */
#define UTIL_MAX (4096 * UTIL_ONE)      /* doubles hold it exactly        */
enum { UTIL_RANDFIXEDSUM_MAX = 2048 };  /* shares: a table of 16 MB       */

enum utilization_method {
	UTIL_UUNIFAST_DISCARD,
	UTIL_RANDFIXEDSUM,
	UTIL_DRS,
	UTIL_DRS_2020,
};
/* "uunifast_discard", ...; NULL ends. */
extern const char *const utilization_method_names[];

struct utilization {
	enum utilization_method method;
	uint32_t n;
	int64_t total;
	const int64_t *min, *max; /* n each                               */
	uint64_t tries_max;       /* vectors that may be thrown away      */
	/* Private. */
	double *x, *bound, *room; /* scratch, n each                      */
	double *table;            /* RandFixedSum: rows 2..n              */
	double span, sum;         /* of what is drawn, after the minima   */
	bool flipped;             /* DRS: drawn as what max leaves over   */
};

/* Prepares drawing.  min and max hold n entries each, or are NULL for 0 and
 * `total`; they are copied.  False and *e (message only) where no vector has
 * that sum within these bounds, or where the method cannot have these
 * bounds.  Memory from `a`. */
bool utilization_init(struct utilization *u, struct arena *a,
		      enum utilization_method method, uint32_t n, int64_t total,
		      const int64_t *min, const int64_t *max,
		      struct dag_error *e);

/* Draws out[0..n).  *tries counts the vectors drawn for it, 1 where none was
 * thrown away.  False and *e (message only) when tries_max (at first 10^6)
 * are not enough. */
bool utilization_draw(struct utilization *u, uint64_t key, int64_t *out,
		      uint64_t *tries, struct dag_error *e);

#endif

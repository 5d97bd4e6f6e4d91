/* conjecture.h - bounds that nobody has proved, for those who look for proofs
 *
 * Never part of a verdict.  The multi-path bound (core_counts.h) is proved for
 * a job alone on m cores.  With others that go before it the natural form is
 *
 *     R_k = min over j of L + (W + sum of W_i(R_k) - S_(j+1)) / (m - j),
 *
 * W_i as in carry.h; no counterexample is known, and no proof either.  It is
 * shown where it is asked for, marked as what it is.
 */
#ifndef DAGSIM_ANALYSIS_CONJECTURE_H
#define DAGSIM_ANALYSIS_CONJECTURE_H

#include "analysis/cores.h"

extern const char conjecture_name[];

/* Does it speak of this policy on this platform?  NULL, or why not. */
const char *conjecture_refusal(const struct analysis_input *in);

/* Fills r, an entry a task, as rta_solve does. */
void conjecture_solve(const struct analysis_input *in,
		      struct cores_response *r);

#endif

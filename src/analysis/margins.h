/* margins.h - how far a set is from the border of a test
 *
 * Each margin is a value x such that the test admits at x and refuses one
 * step further: the largest factor on all execution times, per stream the
 * largest cost of its model, the smallest period, the smallest deadline,
 * everything else unchanged.  Found by bisection over integers (ns; for the
 * factor, units of 2^-30), and both sides are verified by runs of the test,
 * so there is no rounding in the answer.
 *
 * Where admission is monotone in x (analysis_test.monotone), the border is
 * the only one: `sharp`.  Otherwise (batching tests: with other execution
 * times, increments round differently, and a shorter deadline takes a stream
 * out of the blockers) it is a border, and others may exist.
 *
 * Near load 1 an exact test may need more work than a probe is given (the more
 * margins are asked for at once, the less), and all margins of a set together
 * have a budget, which large sets use up; the value then passes, but one beyond
 * may pass as well, or, where none was found, some may: `limited`.
 *
 * For a set that the test refuses the same questions are asked backwards:
 * what would have to be smaller, or longer, for it to pass.  `found` is
 * false where nothing in the range does.
 *
 * Chunks.  Where a refusal is due to blocking, the remedy that leaves all the
 * work as it is: to run a model in pieces, with other work let in between.
 * Non-preemptive EDF then blocks for the longest piece and the demand stays
 * (limited preemption, Baruah, ECRTS 2005), so the largest piece that passes
 * is a margin like the others.  Only np_edf can tell it.
 *
 * Costs are scaled in proportion over batch sizes, C(b) x / C(1) rounded up,
 * predictions likewise.  Under rule RA the streams of a tick keep together.
 *
 * Units: ns, and 2^-30.  Cost: some 40 to 80 runs of the test a margin, about a
 * second for all.
 * Memory: freed again before return.
 */
#ifndef DAGSIM_ANALYSIS_MARGINS_H
#define DAGSIM_ANALYSIS_MARGINS_H

#include "analysis/test.h"

enum { MARGIN_FACTOR_BITS = 30 };

struct margin {
	bool found;    /* some value passes                                   */
	bool open;     /* no border within the range: passes at its end       */
	bool sharp;    /* the only border                                     */
	bool limited;  /* a value was refused, or none tried any more, for too
			* much work only                                     */
	int64_t value; /* the last that passes                             */
};

/* All margins of a set; streams[i] belongs to task i.  Lives in in->arena. */
struct margins {
	struct margin scale; /* on all execution times, in units of 2^-30   */
	/* The longest piece into which whatever takes longer is to be cut;
	 * not found where the set passes as it is, or for other tests. */
	struct margin chunk;
	struct margin_stream {
		struct margin cost;   /* C(1) of its model: of all streams that
				       * use it; or of itself, on a core     */
		struct margin chunk;  /* pieces of its model                 */
		struct margin period; /* with the deadline unchanged         */
		struct margin deadline;
	} * streams;
	uint32_t n_streams; /* 0 where the set was larger than `most`      */
};
void margins_find(const struct analysis_test *t,
		  const struct analysis_input *in, uint32_t most,
		  struct margins *out);

#endif

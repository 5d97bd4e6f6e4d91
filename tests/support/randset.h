/* randset.h - random sets of streams in small integers, near the edge
 *
 * Small numbers make coincidences common and misses cheap to reach.
 */
#ifndef DAGSIM_TESTS_RANDSET_H
#define DAGSIM_TESTS_RANDSET_H

#include "base/rng.h"
#include "tests/support/streams.h"

struct randset {
	unsigned streams;   /* 2..this many                               */
	unsigned models;    /* 1..this many                               */
	unsigned max_batch; /* 1..this                                    */
	dag_time period;    /* 2..this                                    */
	bool jitter;
	bool monotone;       /* tables do not decrease                        */
	bool groups;         /* some streams share a tick (no jitter there)   */
	bool long_deadlines; /* D > T too                                 */
	unsigned gentle;     /* costs are at most period / this               */
};

void randset_draw(struct streams *s, const struct randset *c, struct rng *r);

/* A step towards trouble: a cost up, a deadline or a period down. */
void randset_worsen(struct streams *s, const struct randset *c, struct rng *r);

/* Is the set admitted by the test of that name? */
bool randset_admitted(struct streams *s, const void *test);

/* Draws until `admits` does, then worsens while it does (up to `steps`
 * tries): an admitted set next to one that is not.  That neighbour replaces
 * *worse if worse is given. */
void randset_at_edge(struct streams *s,
		     bool (*admits)(struct streams *s, const void *ctx),
		     const void *ctx, const struct randset *c, struct rng *r,
		     unsigned steps, struct streams *worse);

/* The set as text, for messages. */
const char *randset_text(const struct streams *s);

#endif

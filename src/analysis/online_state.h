/* online_state.h - what an admitted set remembers; private to src/analysis */
#ifndef DAGSIM_ANALYSIS_ONLINE_STATE_H
#define DAGSIM_ANALYSIS_ONLINE_STATE_H

#include "analysis/common.h"
#include "analysis/online.h"
#include "analysis/tests.h"

/* What a model's streams are charged at present. */
struct online_charge {
	dag_time cost, block, delta;
};

struct online {
	const struct analysis_test *test;
	struct analysis_options options;
	struct analysis_set set;
	size_t cap;    /* of set.tasks                                  */
	uint64_t *ids; /* by position                                   */
	size_t ids_cap;
	bool *leaving; /* by position                                   */
	size_t leaving_cap;
	uint64_t last_id;
	bool by_items;     /* the test has a trail                          */
	bool has_trail;    /* it covers the set                             */
	bool coarse_fails; /* no use in making one before somebody leaves */
	bool stale;        /* streams have left since it was made           */
	struct demand_trail trail;
	struct load load;
	int128 riders; /* counted in the trail                          */
	int128 total;  /* of the longest batches, for the limit of sums */
	struct arena scratch;
};

/* Does the rule batch, so that streams of a model depend on each other? */
bool online_batches(const struct online *o);

/* What stream t is charged when n_tasks streams use its model. */
struct online_charge online_charge(const struct online *o,
				   const struct analysis_task *t,
				   uint32_t n_tasks);

/* The published test does not cover increments above C(1). */
bool online_too_steep(const struct online *o, const struct analysis_task *t);

/* The demand item of the stream at a position. */
struct demand_item online_item(const struct online *o, uint32_t i);

/* Of the whole set: the rider term, and the sum of cost / period. */
int128 online_riders(const struct online *o);
struct load online_load(const struct online *o);

#endif

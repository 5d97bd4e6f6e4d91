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

/* The streams of a group that batch by tick (rule RA). */
struct online_group {
	uint32_t first, size;
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
	struct online_group *groups;
	/* FIFO: the trail is for jobs that have this long, and so for all. */
	dag_time shift;
	/* Fixed priorities: by position, at least the response of each. */
	struct response *responses;
	size_t responses_cap;
	bool has_responses;
	int128 total; /* of the longest batches, for the limit of sums */
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

/* Does the test judge by responses under fixed priorities? */
bool online_by_responses(const struct online *o);

/* Answers by the responses that the last stream of the set changes; false
 * where they do not admit it, or are not known. */
bool online_ask_responses(struct online *o, struct online_answer *out);

/* Does the stream at a position share its tick with others? */
bool online_grouped(const struct online *o, const struct analysis_task *t);
/* It has come last, or is about to go; all of them anew. */
void online_group_push(struct online *o, uint32_t i);
void online_group_pop(struct online *o, uint32_t i);
void online_group_all(struct online *o);

/* The demand item of the stream at a position; of a group the first has all.*/
struct demand_item online_item(const struct online *o, uint32_t i);
/* What the last stream adds: an item that covers the change. */
struct demand_item online_joining(const struct online *o);

/* Of the whole set: the rider term, and the sum of cost / period. */
int128 online_riders(const struct online *o);
struct load online_load(const struct online *o);

#endif

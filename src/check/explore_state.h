/* explore_state.h - what a search decides, and undoes; private to src/check
 *
 * explore.c        the search
 * explore_moves.c  what may be released when
 * explore_seen.c   which states were seen
 */
#ifndef DAGSIM_CHECK_EXPLORE_STATE_H
#define DAGSIM_CHECK_EXPLORE_STATE_H

#include "check/explore.h"
#include "sim/branch.h"

enum { EXPLORE_CHOICES = 96, EXPLORE_TASKS = 32 };

/* Where a task stands. */
struct source {
	bool begun;
	bool late;        /* a job has come, and is not released yet       */
	dag_time next;    /* the earliest nominal time of the next job     */
	dag_time nominal; /* late: of that job                             */
	uint64_t instance;
};

/* A choice that was made in one step: `taken` of `of`. */
struct choice {
	uint16_t taken, of;
};

struct choices {
	struct choice list[EXPLORE_CHOICES];
	uint32_t n;    /* known beforehand, to be made again              */
	uint32_t made; /* in this step, so far                            */
	bool overflow;
};

/* What a batch took that took less than C(b). */
struct short_time {
	uint32_t task, node;
	uint64_t instance;
	dag_time time;
};

struct explorer {
	struct sim_times times; /* first: asked by the simulator          */
	const struct explore_request *r;
	const struct workload *w;
	struct branch *branch;
	struct choices choices;
	struct source sources[EXPLORE_TASKS];
	bool ticks;
	/* The path so far. */
	struct release *releases;
	struct short_time *shorter;
	size_t n_releases, cap_releases, n_shorter, cap_shorter;
};

/* One of `of` possibilities, 0 first. */
uint32_t explore_choose(struct explorer *x, uint32_t of);
/* Turns to the next possibility of a step; false where all were tried. */
bool explore_advance(struct choices *c);

/* explore_moves.c: the next instant at which anything may be released, after
 * `now`; DAG_TIME_MAX where nothing ever is.  `forced`: at which something
 * must be. */
dag_time explore_next(const struct explorer *x, dag_time now, bool first,
		      dag_time *forced);
/* Chooses the releases at t and appends them to the path. */
void explore_release(struct explorer *x, dag_time t);
/* Is the task led by an earlier one of its group? */
bool explore_is_led(const struct workload *w, uint32_t task);

/* explore_seen.c: a set of prints that grows. */
struct seen {
	struct branch_print *items; /* {0, 0}: free                       */
	size_t n, cap;
};
bool seen_add(struct seen *s, struct branch_print p); /* was it new? */
void seen_free(struct seen *s);

#endif

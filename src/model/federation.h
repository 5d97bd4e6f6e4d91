/* federation.h - dividing cores: some tasks get their own, others share
 *
 * Federated scheduling.  A task whose work W does not fit into its deadline D
 * is heavy and gets cores of its own, as many as a bound on its response needs
 * (core_counts.h); any other is light and runs in sequence on one of the cores
 * left, under EDF there.  Light tasks go, by deadline (of equals the first in
 * the list), on the first core with room.
 *
 * Room is told by approximate demand: with the tasks j already there,
 *     W + sum of (W_j + U_j (D - D_j)) <= D   and   sum of U <= 1.
 * As tasks come by deadline, looking at the deadline of the newcomer alone is
 * enough.  Fractions are summed exactly where their common denominator fits in
 * 60 bits, else rounded against the newcomer.
 *
 * The numbers are the caller's: a policy divides by nominal times, an analysis
 * by charged ones.  D counts from the release and must be at most the period,
 * else jobs of one task would meet.
 *
 * Units: ns.  Cost: O(tasks x (cores + tasks)).  Memory from the arena given.
 *
 * Source: Li, Chen, Agrawal, Lu, Gill, Saifullah, ECRTS 2014; Baruah, DATE
 * 2015 (constrained deadlines); Baruah, Fisher, RTSS 2005 (light tasks).
 */
#ifndef DAGSIM_MODEL_FEDERATION_H
#define DAGSIM_MODEL_FEDERATION_H

#include "base/arena.h"
#include "base/load.h"
#include "base/time.h"

/* One sequential task on a core, or one server. */
struct edf_item {
	dag_time work, deadline, period;
};

/* A core that such items share under EDF. */
struct edf_core {
	const struct edf_item **items;
	uint32_t n, cap;
	struct load load;
};

void edf_core_init(struct edf_core *c);
/* Is there room, if no item there has a later deadline? */
bool edf_core_has_room(const struct edf_core *c, const struct edf_item *x);
void edf_core_add(struct edf_core *c, const struct edf_item *x,
		  struct arena *a);

/* The first of n cores with room, which gets the item; NONE if none has. */
uint32_t edf_first_fit(struct edf_core *cores, uint32_t n,
		       const struct edf_item *x, struct arena *a);

struct fed_task {
	struct edf_item item;
	dag_time length;
	uint32_t
		cores; /* heavy: how many it needs, NONE if none do; light: 0 */
};

enum fed_outcome {
	FED_PLACED,
	FED_TOO_LONG, /* the culprit's length is above its deadline          */
	FED_TOO_MANY, /* the culprit is heavy and finds too few cores        */
	FED_NO_ROOM,  /* the culprit is light and finds no core with room    */
};

/* Cores first .. first + n - 1; of its own, or one that is shared.  n is 0
 * for a task without work. */
struct fed_share {
	uint32_t first, n;
	bool own;
};

struct federation {
	enum fed_outcome outcome;
	uint32_t culprit; /* a task; NONE where all are placed               */
	uint32_t own;     /* cores that heavy tasks have, or would need       */
	struct fed_share *share; /* by task                                  */
};

/* Divides cores first .. first + n_cores - 1 among the tasks; heavy ones in
 * the order of the list. */
void federation_divide(struct federation *f, const struct fed_task *tasks,
		       uint32_t n_tasks, uint32_t first, uint32_t n_cores,
		       struct arena *a);

/* The same of n_tasks; indices by deadline, of equals the first. */
const uint32_t *fed_by_deadline(const struct fed_task *tasks, uint32_t n_tasks,
				struct arena *a);

#endif

/* jobmap.h - the jobs that are alive, by task and instance
 *
 * Gives each live job a small slot number, so that a consumer of records can
 * keep what it knows of a job in an array.  A slot is free for another job
 * after jobmap_remove.  Memory follows the largest number of jobs that were
 * ever alive together, not the horizon.
 *
 * A hash table with linear probing and backward-shift deletion; nothing that
 * depends on the order of its cells ever leaves it.  Cost: O(1) expected.
 */
#ifndef DAGSIM_TRACE_JOBMAP_H
#define DAGSIM_TRACE_JOBMAP_H

#include <stddef.h>
#include <stdint.h>

#define JOBMAP_NONE UINT32_MAX

struct jobmap_cell {
	uint64_t instance;
	uint32_t task, slot; /* slot JOBMAP_NONE: empty                       */
};

struct jobmap {
	struct jobmap_cell *cells; /* a power of two of them                  */
	size_t cap;
	uint32_t *free; /* slots given back                                   */
	size_t n_free, cap_free;
	uint32_t n, n_slots; /* alive; slots ever given                       */
};

/* Starts as {0}. */
void jobmap_free(struct jobmap *m);

/* The slot of a job, or JOBMAP_NONE. */
uint32_t jobmap_find(const struct jobmap *m, uint32_t task, uint64_t instance);
/* A slot for a job that has none: below m->n_slots. */
uint32_t jobmap_add(struct jobmap *m, uint32_t task, uint64_t instance);
/* Requires that the job has a slot. */
void jobmap_remove(struct jobmap *m, uint32_t task, uint64_t instance);

#endif

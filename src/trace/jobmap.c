/* jobmap.c - see jobmap.h */
#include "trace/jobmap.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>

void jobmap_free(struct jobmap *m)
{
	free(m->cells);
	free(m->free);
	*m = (struct jobmap){0};
}

/* Where the search for a job begins. */
static size_t home(const struct jobmap *m, uint32_t task, uint64_t instance)
{
	return rng_mix(instance * UINT64_C(0x9e3779b97f4a7c15) + task) &
	       (m->cap - 1);
}

/* The cell of a job, or the empty one where it would stand. */
static struct jobmap_cell *seek(const struct jobmap *m, uint32_t task,
				uint64_t instance)
{
	size_t i = home(m, task, instance);

	while (m->cells[i].slot != JOBMAP_NONE &&
	       (m->cells[i].task != task || m->cells[i].instance != instance))
		i = (i + 1) & (m->cap - 1);
	return &m->cells[i];
}

uint32_t jobmap_find(const struct jobmap *m, uint32_t task, uint64_t instance)
{
	return m->cap ? seek(m, task, instance)->slot : JOBMAP_NONE;
}

static void grow(struct jobmap *m)
{
	struct jobmap_cell *old = m->cells;
	size_t n = m->cap;

	m->cap = n ? 2 * n : 64;
	m->cells = alloc_checked(malloc(m->cap * sizeof(*m->cells)));
	for (size_t i = 0; i < m->cap; i++)
		m->cells[i].slot = JOBMAP_NONE;
	for (size_t i = 0; i < n; i++)
		if (old[i].slot != JOBMAP_NONE)
			*seek(m, old[i].task, old[i].instance) = old[i];
	free(old);
}

uint32_t jobmap_add(struct jobmap *m, uint32_t task, uint64_t instance)
{
	struct jobmap_cell *cell;

	if (2 * ((size_t)m->n + 1) > m->cap)
		grow(m);
	cell = seek(m, task, instance);
	REQUIRE(cell->slot == JOBMAP_NONE);
	*cell = (struct jobmap_cell){instance, task,
				     m->n_free ? m->free[--m->n_free]
					       : m->n_slots++};
	m->n++;
	return cell->slot;
}

void jobmap_remove(struct jobmap *m, uint32_t task, uint64_t instance)
{
	size_t hole = (size_t)(seek(m, task, instance) - m->cells), i = hole;

	REQUIRE(m->cells[hole].slot != JOBMAP_NONE);
	array_reserve((void **)&m->free, &m->cap_free, m->n_free + 1,
		      sizeof(*m->free));
	m->free[m->n_free++] = m->cells[hole].slot;
	m->n--;
	/* Close the gap with those behind it that do not start behind it. */
	for (;;) {
		size_t from;

		i = (i + 1) & (m->cap - 1);
		if (m->cells[i].slot == JOBMAP_NONE)
			break;
		from = home(m, m->cells[i].task, m->cells[i].instance);
		if (((i - from) & (m->cap - 1)) < ((i - hole) & (m->cap - 1)))
			continue;
		m->cells[hole] = m->cells[i];
		hole = i;
	}
	m->cells[hole].slot = JOBMAP_NONE;
}

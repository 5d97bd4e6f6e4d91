/* assign.c - Audsley's assignment over any question that fits; see assign.h */
#include "analysis/assign.h"

#include "analysis/rta.h"

#include <assert.h>

/* Positions by deadline from the nominal time less jitter: a good guess, so
 * that most levels take one try.  Insertion in a heap-free way would be
 * quadratic; a bottom-up merge is not. */
static void sort_by_due(const struct analysis_set *s, uint32_t *order,
			uint32_t *spare)
{
	uint32_t n = s->n_tasks;

	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	for (uint32_t width = 1; width < n; width *= 2) {
		for (uint32_t at = 0; at < n; at += 2 * width) {
			uint32_t mid = at + width < n ? at + width : n;
			uint32_t end = mid + width < n ? mid + width : n;
			uint32_t a = at, b = mid;

			for (uint32_t k = at; k < end; k++) {
				bool left = a < mid &&
					    (b == end ||
					     s->tasks[order[a]].due <=
						     s->tasks[order[b]].due);

				spare[k] = left ? order[a++] : order[b++];
			}
		}
		for (uint32_t k = 0; k < n; k++)
			order[k] = spare[k];
	}
}

/* A task that meets its deadline behind all others that are still open. */
static uint32_t find_lowest(const struct assign_question *q, uint32_t n,
			    bool *open, const uint32_t *order)
{
	for (uint32_t k = n; k-- > 0;) {
		uint32_t i = order[k];
		bool fits;

		if (!open[i])
			continue;
		open[i] = false;
		fits = q->fits(q->ctx, i, open);
		open[i] = true;
		if (fits)
			return i;
	}
	return NONE;
}

bool assign_levels(const struct analysis_set *s,
		   const struct assign_question *q, struct arena *a,
		   int32_t *priority, uint32_t *level)
{
	uint32_t n = s->n_tasks;
	uint32_t *order = ARENA_NEW(a, uint32_t, n);
	bool *open = ARENA_NEW(a, bool, n);

	sort_by_due(s, order, ARENA_NEW(a, uint32_t, n));
	for (uint32_t i = 0; i < n; i++)
		open[i] = true;
	for (uint32_t k = n; k-- > 0;) {
		uint32_t i = find_lowest(q, n, open, order);

		if (i == NONE) {
			*level = k;
			return false;
		}
		open[i] = false;
		priority[i] = (int32_t)k;
	}
	*level = 0;
	return true;
}

static bool fits_on_cores(void *ctx, uint32_t i, const bool *before)
{
	return rta_fits(ctx, i, before);
}

bool assign_on_cores(const struct analysis_input *in, int32_t *priority,
		     uint32_t *level)
{
	struct assign_question q = {
		fits_on_cores,
		rta_by_deadlines(in, &(struct rta){.carry = RTA_CHAINS})};

	assert(in->set->cores > 0);
	return assign_levels(in->set, &q, in->arena, priority, level);
}

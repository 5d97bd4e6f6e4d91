/* partition.c - see partition.h */
#include "analysis/partition.h"

#include <assert.h>
#include <string.h>

/* Not a cost: no such partition. */
#define IMPOSSIBLE INT64_MIN

static dag_time largest_step(const dag_time *cost, uint32_t cap)
{
	dag_time delta = 0;

	for (uint32_t b = 1; b < cap; b++)
		if (cost[b] - cost[b - 1] > delta)
			delta = cost[b] - cost[b - 1];
	return delta;
}

/* Is the formula exact already? */
static bool is_affine(const struct partition *p, const dag_time *cost)
{
	for (uint32_t b = 1; b < p->cap; b++)
		if (cost[b] - cost[b - 1] != p->delta)
			return false;
	return p->delta <= cost[0];
}

static uint64_t work(uint64_t rows, uint64_t riders, uint64_t cap)
{
	return rows * (rows + riders) * cap;
}

/* As many rows as the budget allows, up to 8 R; 0 where not even R fit. */
static uint32_t choose_rows(uint32_t cap, uint32_t riders)
{
	uint32_t rows = riders > UINT32_MAX / 8 ? UINT32_MAX : 8 * riders;

	while (rows >= riders && rows &&
	       work(rows, riders, cap) > PARTITION_WORK)
		rows = rows > riders && rows / 2 < riders ? riders : rows / 2;
	return rows >= riders ? rows : 0;
}

/* more[S] = G(j, S) from less[S] = G(j - 1, S). */
static void add_batch(dag_time *more, const dag_time *less, uint32_t sizes,
		      const dag_time *cost, uint32_t cap)
{
	for (uint32_t s = 0; s <= sizes; s++) {
		dag_time best = IMPOSSIBLE;

		for (uint32_t b = 1; b <= cap && b <= s; b++)
			if (less[s - b] != IMPOSSIBLE &&
			    less[s - b] + cost[b - 1] > best)
				best = less[s - b] + cost[b - 1];
		more[s] = best;
	}
}

/* Row n: the running maximum of best[S] over S = n..n + R. */
static void fill_row(dag_time *row, const dag_time *best, uint32_t n,
		     uint32_t columns)
{
	dag_time most = IMPOSSIBLE;

	for (uint32_t r = 0; r <= columns; r++) {
		if (best[n + r] > most)
			most = best[n + r];
		row[r] = most;
	}
}

static void fill_table(struct partition *p, const dag_time *cost,
		       struct arena *a)
{
	uint32_t sizes = p->rows + p->columns;
	size_t width = (size_t)p->columns + 1;
	dag_time *table =
		arena_array(a, ((size_t)p->rows + 1) * width, sizeof(*table));
	dag_time *less = ARENA_NEW(a, dag_time, (size_t)sizes + 1);
	dag_time *more = ARENA_NEW(a, dag_time, (size_t)sizes + 1);
	/* the most over j <= n batches */
	dag_time *best = ARENA_NEW(a, dag_time, (size_t)sizes + 1);

	for (uint32_t s = 0; s <= sizes; s++)
		less[s] = best[s] = s ? IMPOSSIBLE : 0;
	for (uint32_t n = 1; n <= p->rows; n++) {
		dag_time *swap = less;

		add_batch(more, less, sizes, cost, p->cap);
		for (uint32_t s = 0; s <= sizes; s++)
			if (more[s] > best[s])
				best[s] = more[s];
		fill_row(&table[n * width], best, n, p->columns);
		less = more;
		more = swap;
	}
	p->table = table; /* row 0 is zero: no due job, no rider */
}

void partition_init(struct partition *p, const dag_time *cost, uint32_t cap,
		    uint32_t riders, bool exact, struct arena *a)
{
	assert(cap >= 1);
	*p = (struct partition){.cap = cap};
	p->delta = largest_step(cost, cap);
	p->w = cost[0] > p->delta ? cost[0] : p->delta;
	if (!exact || cap == 1 || is_affine(p, cost))
		return;
	p->rows = choose_rows(cap, riders);
	p->columns = riders;
	if (p->rows)
		fill_table(p, cost, a);
}

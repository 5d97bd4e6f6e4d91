/* carry_profile.c - the bound by profiles; see carry.h */
#include "analysis/carry.h"

#include <assert.h>
#include <stdlib.h>

static int ascending(const void *pa, const void *pb)
{
	int64_t a = *(const int64_t *)pa, b = *(const int64_t *)pb;

	return (a > b) - (a < b);
}

static uint32_t sort_unique(int64_t *x, uint32_t n)
{
	uint32_t k = 0;

	if (n)
		qsort(x, n, sizeof(*x), ascending);
	for (uint32_t i = 0; i < n; i++)
		if (!k || x[i] != x[k - 1])
			x[k++] = x[i];
	return k;
}

/* --- the two curves, pointwise --- */

/* Last x of the earliest schedule on cores without end. */
static int64_t last_part(const struct carry *c, int64_t x)
{
	const struct dag *d = c->dag;
	int64_t sum = 0;

	for (uint32_t v = 0; v < d->g.n; v++) {
		int64_t most = c->m * d->g.cost[v];
		int64_t in = x - c->m * (d->length - d->est[v]) + most;

		sum += in < 0 ? 0 : in < most ? in : most;
	}
	return sum;
}

static int64_t by_chains(const struct carry *c, int which, int64_t x)
{
	const struct dag_chains *cover = c->cover[which];
	int64_t sum = 0;

	for (uint32_t j = 0; j < cover->n; j++) {
		int64_t length = c->m * cover->length[j];

		sum += x < length ? x : length;
	}
	return sum;
}

/* What must still be done in the first x: all but what L - x can hold. */
static int64_t by_length(const struct carry *c, int64_t x)
{
	int64_t left = c->m * c->dag->length - x;

	return c->m * c->work - (left > 0 ? left : 0);
}

static int128 by_cores(const struct carry *c, int64_t x)
{
	return (int128)c->m * x;
}

/* Which bound on a part of a job. */
enum { CHAINS_0, CHAINS_1, LENGTH, CORES, PROFILE };

static int128 bound(const struct carry *c, int which, int64_t x)
{
	return which == LENGTH    ? by_length(c, x)
	       : which == CORES   ? by_cores(c, x)
	       : which == PROFILE ? last_part(c, x)
				  : by_chains(c, which, x);
}

static int64_t first_part(const struct carry *c, int64_t x)
{
	int64_t least = by_chains(c, CHAINS_0, x);
	int64_t second = by_chains(c, CHAINS_1, x), third = by_length(c, x);

	least = second < least ? second : least;
	return third < least ? third : least;
}

/* --- where they bend --- */

/* The last x in [low, high) at which a - b has not yet changed its sign; it
 * has at high. */
static int64_t crossing(const struct carry *c, int a, int b, int64_t low,
			int64_t high)
{
	bool above = bound(c, a, low) > bound(c, b, low);

	while (high - low > 1) {
		int64_t mid = low + (high - low) / 2;
		int128 apart = bound(c, a, mid) - bound(c, b, mid);

		if (above ? apart >= 0 : apart <= 0)
			low = mid;
		else
			high = mid;
	}
	return low;
}

/* Adds the points strictly between those of x[] where the two bounds cross,
 * rounded down; both are linear in between. */
static uint32_t add_crossings(const struct carry *c, int a, int b,
			      const int64_t *x, uint32_t n, int64_t *out,
			      uint32_t k)
{
	for (uint32_t i = 0; i + 1 < n; i++) {
		int128 left = bound(c, a, x[i]) - bound(c, b, x[i]);
		int128 right = bound(c, a, x[i + 1]) - bound(c, b, x[i + 1]);

		if ((left < 0 && right > 0) || (left > 0 && right < 0))
			out[k++] = crossing(c, a, b, x[i], x[i + 1]);
	}
	return k;
}

/* Linear between points, which are whole. */
static void draw_curve(struct carry_curve *f, const struct carry *c,
		       const int64_t *x, uint32_t n, struct arena *a)
{
	int64_t *value = ARENA_NEW(a, int64_t, n);
	int64_t *slope = ARENA_NEW(a, int64_t, n);

	for (uint32_t i = 0; i < n; i++) {
		value[i] = last_part(c, x[i]);
		slope[i] = last_part(c, x[i] + 1) - value[i];
	}
	*f = (struct carry_curve){n, x, value, slope};
}

static uint32_t points_in(const struct carry *c, int64_t *x)
{
	const struct dag *d = c->dag;
	uint32_t n = 0;

	x[n++] = 0;
	for (uint32_t v = 0; v < d->g.n; v++) {
		x[n++] = c->m * (d->length - d->est[v]);
		x[n++] = c->m * (d->length - d->est[v] - d->g.cost[v]);
	}
	return sort_unique(x, n);
}

static uint32_t points_out(const struct carry *c, int64_t *x)
{
	uint32_t n = 0;

	x[n++] = 0;
	x[n++] = c->m * c->dag->length;
	for (int i = 0; i < 2; i++)
		for (uint32_t j = 0; j < c->cover[i]->n; j++)
			x[n++] = c->m * c->cover[i]->length[j];
	return sort_unique(x, n);
}

static void use_in(struct carry_profile *p, const struct carry *c,
		   struct arena *a)
{
	uint32_t room = 2 * c->dag->g.n + 2, n;
	int64_t *x = ARENA_NEW(a, int64_t, room);
	int64_t *cut = ARENA_NEW(a, int64_t, room);

	n = points_in(c, x);
	draw_curve(&p->in, c, x, n, a);
	p->n_cut_in = add_crossings(c, PROFILE, CORES, x, n, cut, 0);
	p->cut_in = cut;
	x[n++] = c->work; /* all cores busy to the end */
	p->try_in = x;
	p->n_in = n;
}

static void use_out(struct carry_profile *p, const struct carry *c,
		    struct arena *a)
{
	static const int pairs[][2] = {{CHAINS_0, CHAINS_1}, {CHAINS_0, LENGTH},
				       {CHAINS_1, LENGTH},   {LENGTH, CORES},
				       {CHAINS_0, CORES},    {CHAINS_1, CORES}};
	enum { PAIRS = sizeof(pairs) / sizeof(*pairs) };
	uint32_t room = c->cover[0]->n + c->cover[1]->n + 3, n, k = 0;
	int64_t *x = ARENA_NEW(a, int64_t, room);
	int64_t *cut = ARENA_NEW(a, int64_t, PAIRS * room);

	n = points_out(c, x);
	for (unsigned i = 0; i < PAIRS; i++)
		k = add_crossings(c, pairs[i][0], pairs[i][1], x, n, cut, k);
	p->n_cut_out = sort_unique(cut, k);
	p->cut_out = cut;
	x[n++] = c->work;
	p->try_out = x;
	p->n_out = n;
}

void carry_use_profile(struct carry *c, struct arena *a)
{
	struct carry_profile *p = ARENA_NEW(a, struct carry_profile, 1);

	carry_use_chains(c);
	use_in(p, c, a);
	use_out(p, c, a);
	c->profile = p;
}

/* --- the worst split --- */

static int64_t carried_in(const struct carry *c, int64_t x)
{
	const struct carry_curve *f = &c->profile->in;
	uint32_t low = 0, high = f->n;
	int64_t value;

	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (f->x[mid] <= x)
			low = mid;
		else
			high = mid;
	}
	value = f->value[low] + (x - f->x[low]) * f->slope[low];
	return value < by_cores(c, x) ? value : (int64_t)by_cores(c, x);
}

static int64_t carried_out(const struct carry *c, int64_t x)
{
	int64_t value = first_part(c, x);

	return value < by_cores(c, x) ? value : (int64_t)by_cores(c, x);
}

static int64_t larger(int64_t most, const struct carry *c, int64_t in,
		      int64_t out)
{
	int64_t sum;

	if (in < 0 || out < 0)
		return most;
	sum = carried_in(c, in) + carried_out(c, out);
	return sum > most ? sum : most;
}

/* The most that a cut job at each end of the window can do, which see `both`
 * of it together. */
static int64_t worst_split(const struct carry *c, int64_t both)
{
	const struct carry_profile *p = c->profile;
	int64_t most = carried_in(c, both);

	for (uint32_t i = 0; i < p->n_in; i++)
		most = larger(most, c, p->try_in[i], both - p->try_in[i]);
	for (uint32_t i = 0; i < p->n_out; i++)
		most = larger(most, c, both - p->try_out[i], p->try_out[i]);
	for (uint32_t i = 0; i < p->n_cut_in; i++)
		most = larger(most, c, p->cut_in[i] + 1, both - p->cut_in[i]);
	for (uint32_t i = 0; i < p->n_cut_out; i++)
		most = larger(most, c, both - p->cut_out[i], p->cut_out[i] + 1);
	return most;
}

int128 carry_profile(const struct carry *c, int64_t t, int64_t r)
{
	int64_t gap = c->span - r, whole = t / c->span;
	int128 melani = (int128)c->m * carry_melani(c, t, r), best = 0;

	assert(c->profile);
	for (int64_t b = whole ? whole - 1 : 0; b <= whole; b++) {
		int64_t y = t - b * c->span;
		int128 sum = (int128)b * c->m * c->work;
		int64_t cut = carried_out(c, y);

		if (sum + cut >= melani)
			return melani;
		if (y > gap) {
			int64_t two = worst_split(c, y - gap);

			cut = two > cut ? two : cut;
		}
		best = sum + cut > best ? sum + cut : best;
	}
	return best < melani ? best : melani;
}

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
	const struct carry_curve *f = &c->profile->in;
	uint32_t low = 0, high = f->n;

	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (f->x[mid] <= x)
			low = mid;
		else
			high = mid;
	}
	return f->value[low] + (x - f->x[low]) * f->slope[low];
}

static int64_t by_chains(const struct carry *c, int which, int64_t x)
{
	return dag_chains_most(c->cover[which], c->m, x);
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

static uint32_t index_of(const int64_t *x, uint32_t n, int64_t what)
{
	const int64_t *at = bsearch(&what, x, n, sizeof(*x), ascending);

	assert(at);
	return (uint32_t)(at - x);
}

/* The last x of a schedule holds each node from its end back to its start, so
 * the slope is the number of those that it cuts. */
static void draw_curve(struct carry_curve *f, const struct carry *c,
		       const int64_t *x, uint32_t n, struct arena *a)
{
	const struct dag *d = c->dag;
	int64_t *value = ARENA_NEW(a, int64_t, n);
	int64_t *slope = ARENA_NEW(a, int64_t, n);

	for (uint32_t v = 0; v < d->g.n; v++) {
		int64_t start = c->m * (d->length - d->est[v]);
		int64_t end = start - c->m * d->g.cost[v];

		slope[index_of(x, n, end)]++;
		slope[index_of(x, n, start)]--;
	}
	for (uint32_t i = 1; i < n; i++) {
		value[i] = value[i - 1] + (x[i] - x[i - 1]) * slope[i - 1];
		slope[i] += slope[i - 1];
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

static int64_t carried_in(const struct carry *c, int64_t x)
{
	int64_t value = last_part(c, x);

	return value < by_cores(c, x) ? value : (int64_t)by_cores(c, x);
}

static int64_t carried_out(const struct carry *c, int64_t x)
{
	int64_t value = first_part(c, x);

	return value < by_cores(c, x) ? value : (int64_t)by_cores(c, x);
}

/* --- ways to split --- */

/* The bends x[], each as it is; cut[], which lie between whole numbers,
 * rounded up here and down on the other side; and all cores busy to the end.
 * Lists are ascending. */
static void list_tries(struct carry_tries *t, const struct carry *c,
		       const int64_t *x, uint32_t n, const int64_t *cut,
		       uint32_t n_cut,
		       int64_t (*most)(const struct carry *c, int64_t x),
		       struct arena *a)
{
	uint32_t all = n + n_cut + 1, i = 0, k = 0;
	bool busy = false;

	t->n = all;
	t->at = ARENA_NEW(a, int64_t, all);
	t->less = ARENA_NEW(a, int64_t, all);
	t->value = ARENA_NEW(a, int64_t, all);
	for (uint32_t j = 0; j < all; j++) {
		int64_t whole = i < n ? x[i] : INT64_MAX;
		int64_t between = k < n_cut ? cut[k] : INT64_MAX;

		if (!busy && c->work <= whole && c->work <= between) {
			t->at[j] = t->less[j] = c->work;
			busy = true;
		} else if (whole <= between) {
			t->at[j] = t->less[j] = x[i++];
		} else {
			t->less[j] = cut[k++];
			t->at[j] = t->less[j] + 1;
		}
		t->value[j] = most(c, t->at[j]);
		assert(!j || t->value[j] >= t->value[j - 1]);
	}
	assert(i == n && k == n_cut && busy);
}

static void use_in(struct carry_profile *p, const struct carry *c,
		   struct arena *a)
{
	uint32_t room = 2 * c->dag->g.n + 1, n, k;
	int64_t *x = ARENA_NEW(a, int64_t, room);
	int64_t *cut = ARENA_NEW(a, int64_t, room);

	n = points_in(c, x);
	draw_curve(&p->in, c, x, n, a);
	k = add_crossings(c, PROFILE, CORES, x, n, cut, 0);
	list_tries(&p->by_in, c, x, n, cut, k, carried_in, a);
}

static void use_out(struct carry_profile *p, const struct carry *c,
		    struct arena *a)
{
	static const int pairs[][2] = {{CHAINS_0, CHAINS_1}, {CHAINS_0, LENGTH},
				       {CHAINS_1, LENGTH},   {LENGTH, CORES},
				       {CHAINS_0, CORES},    {CHAINS_1, CORES}};
	enum { PAIRS = sizeof(pairs) / sizeof(*pairs) };
	uint32_t room = c->cover[0]->n + c->cover[1]->n + 2, n, k = 0;
	int64_t *x = ARENA_NEW(a, int64_t, room);
	int64_t *cut = ARENA_NEW(a, int64_t, PAIRS * room);

	n = points_out(c, x);
	for (unsigned i = 0; i < PAIRS; i++)
		k = add_crossings(c, pairs[i][0], pairs[i][1], x, n, cut, k);
	k = sort_unique(cut, k);
	list_tries(&p->by_out, c, x, n, cut, k, carried_out, a);
}

void carry_use_profile(struct carry *c)
{
	struct dag *d = c->dag;
	struct carry_profile *p = d->profile;

	carry_use_chains(c);
	c->profile = p;
	if (p && p->m == c->m)
		return;
	p = ARENA_NEW(d->arena, struct carry_profile, 1);
	c->profile = d->profile = p;
	p->m = c->m;
	use_in(p, c, d->arena);
	use_out(p, c, d->arena);
}

/* --- the worst split --- */

/* The first after i whose value is above `least`. */
static uint32_t skip(const struct carry_tries *t, uint32_t i, int64_t least)
{
	uint32_t low = i + 1, high = t->n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (t->value[mid] > least)
			high = mid;
		else
			low = mid + 1;
	}
	return low;
}

/* The largest sum over these splits of `both`, or `most` if that is larger.
 * What comes later leaves less to the other job, so it needs a value of its own
 * that makes up for it: what has none is passed over. */
static int64_t try_all(const struct carry *c, const struct carry_tries *t,
		       int64_t (*other)(const struct carry *c, int64_t x),
		       int64_t both, int64_t most)
{
	enum { SOME = 8 };
	uint32_t i, n = t->n, step;

	while (n && t->less[n - 1] > both)
		n--;
	step = n / SOME + 1;
	for (i = step / 2; i < n; i += step) {
		int64_t sum = t->value[i] + other(c, both - t->less[i]);

		most = sum > most ? sum : most;
	}
	for (i = 0; i < n;) {
		int64_t rest = other(c, both - t->less[i]);

		if (t->value[i] + rest > most)
			most = t->value[i] + rest;
		i = skip(t, i, most - rest);
	}
	return most;
}

/* The most that a cut job at each end of the window can do, which see `both`
 * of it together. */
static int64_t worst_split(const struct carry *c, int64_t both)
{
	const struct carry_profile *p = c->profile;
	int64_t most = carried_in(c, both);

	most = try_all(c, &p->by_in, carried_out, both, most);
	return try_all(c, &p->by_out, carried_in, both, most);
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

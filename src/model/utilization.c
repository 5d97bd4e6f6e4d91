/* utilization.c - see utilization.h */
#include "model/utilization.h"
#include "base/portable.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const char *const utilization_method_names[] = {
	"uunifast_discard", "randfixedsum", "drs", "drs_2020", NULL};

enum { TRIES_MAX = 1000000, RESCALES_MAX = 1000 };

/* --- Rounding --- */

/* Rounds x to whole units within the bounds, and mends the sum, which the
 * rounding has moved by a few units, where there is room. */
static void settle(const struct utilization *u, const double *x, int64_t *out)
{
	int64_t left = u->total;

	for (uint32_t i = 0; i < u->n; i++) {
		int64_t v = (int64_t)floor(x[i] + 0.5);

		v = v < u->min[i] ? u->min[i] : v;
		out[i] = v > u->max[i] ? u->max[i] : v;
		left -= out[i];
	}
	for (uint32_t i = 0; left && i < u->n; i++) {
		int64_t room = (left > 0 ? u->max[i] : u->min[i]) - out[i];
		int64_t step = left > 0 ? (room < left ? room : left)
					: (room > left ? room : left);

		out[i] += step;
		left -= step;
	}
	assert(left == 0);
}

/* --- UUniFast-Discard --- */

static bool uunifast(const struct utilization *u, struct rng *r)
{
	double left = (double)u->total;

	for (uint32_t i = 0; i < u->n; i++) {
		uint32_t more = u->n - 1 - i;
		double next = 0;

		if (more)
			next = left *
			       portable_root(portable_unit(rng_next(r)), more);
		u->x[i] = left - next;
		if (u->x[i] > (double)u->max[i] || u->x[i] < (double)u->min[i])
			return false;
		left = next;
	}
	return true;
}

/* --- RandFixedSum --- */

/* The unit hypercube of dimension i is cut where its coordinates add up to
 * sum - whole - 1 + j (j = 1..i, whole = floor(sum)).  q[j] is the volume of
 * the cut j over that of the cut j - 1; a cut is made of two pyramids over
 * cuts of dimension i - 1, j and j - 1, and row i of the table holds the
 * share of the latter, the one that ends at the coordinate 1. */
static void fill_table(struct utilization *u, struct arena *a)
{
	struct arena scratch = {0};
	uint32_t n = u->n;
	double *q = ARENA_NEW(&scratch, double, (size_t)n + 2);
	double whole = floor(u->sum), part = u->sum - whole;
	double *row;

	u->table = ARENA_NEW(a, double, (size_t)n *(n + 1) / 2);
	row = u->table;
	assert(part >= 0 && part < 1);
	for (uint32_t i = 2; i <= n; i++) {
		double before = 0; /* the old q[j - 1], and of its row */

		for (uint32_t j = 1; j <= i; j++) {
			double up = part + j - 1, down = i - j + 1 - part;
			double old = j < i ? q[j] : 0;
			double below = part + j - 2;

			if (j == 1) {
				row[0] = 0;
				before = 0;
				continue;
			}
			/* old is infinite where the cut j - 1 is empty. */
			row[j - 1] = 1 / (1 + old * up / down);
			if (j > 2)
				below += (i - j + 2 - part) / before;
			q[j] = (old * up + down) / below;
			before = old;
		}
		row += i;
	}
	arena_free(&scratch);
}

static void randfixedsum(const struct utilization *u, struct rng *r)
{
	uint32_t n = u->n, j = (uint32_t)floor(u->sum) + 1;
	double s = u->sum, done = 0, scale = 1;
	const double *row = u->table + (size_t)n * (n + 1) / 2 - 1;

	for (uint32_t i = n - 1; i >= 1; i--) {
		double end, shrink;

		row -= i + 1; /* row i + 1 of the table */
		end = portable_unit(rng_next(r)) <= row[j - 1] ? 1 : 0;
		shrink = portable_root(portable_unit(rng_next(r)), i);
		done += (1 - shrink) * scale * s / (i + 1);
		scale *= shrink;
		u->x[n - 1 - i] = done + scale * end;
		s -= end;
		j -= end > 0;
		assert(j >= 1);
	}
	u->x[n - 1] = done + scale * s;
	for (uint32_t i = n - 1; i >= 1; i--) {
		uint32_t k = (uint32_t)rng_next_below(r, i + 1);
		double t = u->x[i];

		u->x[i] = u->x[k];
		u->x[k] = t;
	}
	for (uint32_t i = 0; i < n; i++)
		u->x[i] = (double)u->min[i] + u->span * u->x[i];
}

/* --- Dirichlet-Rescale --- */

/* Uniform on the simplex with sum 1: normalized exponentials. */
static void dirichlet(const struct utilization *u, struct rng *r)
{
	double sum = 0;

	for (uint32_t i = 0; i < u->n; i++) {
		u->x[i] = -portable_log2(portable_unit(rng_next(r)));
		sum += u->x[i];
	}
	for (uint32_t i = 0; i < u->n; i++)
		u->x[i] /= sum;
}

/* The sum of the bounds that x breaks; 0 where none. */
static double broken(const struct utilization *u)
{
	double sum = 0;

	for (uint32_t i = 0; i < u->n; i++)
		if (u->x[i] > u->bound[i])
			sum += u->bound[i];
	return sum;
}

/* Blows up the copy of the simplex in which x breaks its bounds.  `room` is
 * how far the piece reaches from which x was drawn; false once that does not
 * cover all valid vectors. */
static bool rescale(const struct utilization *u, double sum)
{
	double factor = 1 / (1 - sum);
	bool covers = true;

	for (uint32_t i = 0; i < u->n; i++) {
		double bound = u->bound[i];

		if (u->x[i] > bound) {
			u->x[i] = (u->x[i] - bound) * factor;
			u->room[i] = (u->room[i] - bound) * factor;
		} else {
			u->x[i] *= factor;
			u->room[i] = bound * factor;
		}
		covers &= u->room[i] >= bound;
	}
	return covers;
}

static bool drs_uniform(const struct utilization *u, struct rng *r)
{
	double sum;

	dirichlet(u, r);
	for (uint32_t i = 0; i < u->n; i++)
		u->room[i] = 1;
	for (int k = 0; k < RESCALES_MAX; k++) {
		sum = broken(u);
		if (sum == 0)
			return true;
		if (sum >= 1 || !rescale(u, sum))
			return false;
	}
	return false;
}

/* One step of the published rescaling: the copy in which the bounds marked
 * in room[] are broken, again and again as long as x stays in it. */
static bool rescale_power(const struct utilization *u, double sum)
{
	double factor = 1 / (1 - sum);

	for (int k = 0; k < RESCALES_MAX; k++) {
		bool inside = true;

		for (uint32_t i = 0; i < u->n; i++)
			inside &= u->x[i] > u->room[i];
		if (!inside)
			return k > 0;
		for (uint32_t i = 0; i < u->n; i++)
			u->x[i] = (u->x[i] - u->room[i]) * factor;
	}
	return false;
}

static bool drs_published(const struct utilization *u, struct rng *r)
{
	dirichlet(u, r);
	for (int k = 0; k < RESCALES_MAX; k++) {
		double sum = broken(u);

		if (sum == 0)
			return true;
		for (uint32_t i = 0; i < u->n; i++)
			u->room[i] = u->x[i] > u->bound[i] ? u->bound[i] : 0;
		if (sum >= 1 || !rescale_power(u, sum))
			return false;
	}
	return false;
}

static bool drs(const struct utilization *u, struct rng *r)
{
	if (!(u->method == UTIL_DRS ? drs_uniform(u, r) : drs_published(u, r)))
		return false;
	for (uint32_t i = 0; i < u->n; i++) {
		double v = u->x[i] * u->span;

		u->x[i] = u->flipped ? (double)u->max[i] - v
				     : (double)u->min[i] + v;
	}
	return true;
}

/* --- Setting up --- */

static bool check_bounds(const struct utilization *u, int128 *low, int128 *high,
			 struct dag_error *e)
{
	*low = *high = 0;
	for (uint32_t i = 0; i < u->n; i++) {
		if (u->min[i] < 0 || u->min[i] > u->max[i])
			return error_set(e, NULL, 0, 0,
					 "share %u: the least utilization %g "
					 "is above the greatest, %g",
					 i + 1, (double)u->min[i] / UTIL_ONE,
					 (double)u->max[i] / UTIL_ONE);
		*low += u->min[i];
		*high += u->max[i];
	}
	if (u->total >= *low && u->total <= *high)
		return true;
	return error_set(e, NULL, 0, 0,
			 "no %u utilizations within these bounds add up to "
			 "%g: their sum lies in %g .. %g",
			 u->n, (double)u->total / UTIL_ONE,
			 (double)*low / UTIL_ONE, (double)*high / UTIL_ONE);
}

/* One pair of bounds for all, as RandFixedSum needs it; narrowed where the
 * others' minima leave a share no more. */
static bool init_randfixedsum(struct utilization *u, struct arena *a,
			      struct dag_error *e)
{
	if (u->n > UTIL_RANDFIXEDSUM_MAX)
		return error_set(e, NULL, 0, 0,
				 "randfixedsum divides a total among at most "
				 "%d; uunifast_discard and drs have no limit",
				 UTIL_RANDFIXEDSUM_MAX);
	for (uint32_t i = 1; i < u->n; i++)
		if (u->min[i] != u->min[0] || u->max[i] != u->max[0])
			return error_set(e, NULL, 0, 0,
					 "randfixedsum has one least and one "
					 "greatest utilization for all; drs "
					 "takes a list");
	u->span = (double)(u->max[0] - u->min[0]);
	u->sum = 0;
	if (u->span > 0)
		u->sum =
			((double)u->total - (double)u->min[0] * u->n) / u->span;
	/* A last share of nothing or of everything has no inside to draw
	 * from: settle() then finds the one vector there is. */
	if (u->sum <= 0 || u->sum >= u->n)
		return true;
	fill_table(u, a);
	return true;
}

/* What exceeds the minima and what the maxima leave over are simplexes with
 * bounds both; the smaller one has fewer broken bounds. */
static void init_drs(struct utilization *u, int128 low, int128 high)
{
	int128 span = u->total - low;

	u->flipped = high - u->total < span;
	if (u->flipped)
		span = high - u->total;
	u->span = (double)span;
	for (uint32_t i = 0; span && i < u->n; i++)
		u->bound[i] =
			fmin((double)(u->max[i] - u->min[i]) / u->span, 1);
}

bool utilization_init(struct utilization *u, struct arena *a,
		      enum utilization_method method, uint32_t n, int64_t total,
		      const int64_t *min, const int64_t *max,
		      struct dag_error *e)
{
	int64_t *low, *high;
	int128 sum_low, sum_high;

	REQUIRE(n >= 1 && total >= 0 && total <= UTIL_MAX);
	low = ARENA_NEW(a, int64_t, n);
	high = ARENA_NEW(a, int64_t, n);
	for (uint32_t i = 0; i < n; i++) {
		low[i] = min ? min[i] : 0;
		high[i] = max && max[i] < total ? max[i] : total;
	}
	*u = (struct utilization){.method = method,
				  .n = n,
				  .total = total,
				  .min = low,
				  .max = high,
				  .tries_max = TRIES_MAX};
	if (!check_bounds(u, &sum_low, &sum_high, e))
		return false;
	u->x = ARENA_NEW(a, double, n);
	u->bound = ARENA_NEW(a, double, n);
	u->room = ARENA_NEW(a, double, n);
	if (method == UTIL_RANDFIXEDSUM)
		return init_randfixedsum(u, a, e);
	if (method == UTIL_DRS || method == UTIL_DRS_2020)
		init_drs(u, sum_low, sum_high);
	return true;
}

/* --- Drawing --- */

static bool draw_once(struct utilization *u, struct rng *r)
{
	switch (u->method) {
	case UTIL_UUNIFAST_DISCARD:
		return uunifast(u, r);
	case UTIL_RANDFIXEDSUM:
		if (u->table)
			randfixedsum(u, r);
		return true;
	default:
		return u->span == 0 || drs(u, r);
	}
}

bool utilization_draw(struct utilization *u, uint64_t key, int64_t *out,
		      uint64_t *tries, struct dag_error *e)
{
	struct rng r = {key};

	REQUIRE(u->x);
	for (uint32_t i = 0; i < u->n; i++)
		u->x[i] = (double)(u->sum > 0 || u->flipped ? u->max[i]
							    : u->min[i]);
	for (*tries = 1; *tries <= u->tries_max; ++*tries) {
		if (!draw_once(u, &r))
			continue;
		settle(u, u->x, out);
		return true;
	}
	*tries = u->tries_max;
	return error_set(e, NULL, 0, 0,
			 "%s found no %u utilizations that add up to %g "
			 "within the bounds in %llu tries; randfixedsum needs "
			 "one try",
			 utilization_method_names[u->method], u->n,
			 (double)u->total / UTIL_ONE,
			 (unsigned long long)u->tries_max);
}

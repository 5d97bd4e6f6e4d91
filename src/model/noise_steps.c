/* noise_steps.c - laws that are thresholds: uniform, discrete, empirical
 *
 * Weights become ranges of the 2^64 bit patterns by integer arithmetic, so
 * they are exact and the same everywhere.  See noise.h.
 */
#include "model/noise_build.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* One step with its weight, before the weights are cumulated. */
struct part {
	noise_factor value, width;
	uint64_t weight;
};

static void fill_step(struct noise_step *s, const struct part *p,
		      uint64_t first, uint64_t last)
{
	uint128 span = (uint128)(last - first) + 1;

	assert(first <= last && p->width <= NOISE_MAX);
	s->first = first;
	s->last = last;
	s->value = p->value;
	s->shift = (unsigned)__builtin_clzll((last - first) | 1);
	s->slope = (uint64_t)(((uint128)p->width << 64) / (span << s->shift));
}

/* Weights add up to `total`, 1..2^63; parts that no bits reach fall out. */
static struct noise_table *steps_new(struct arena *a, const struct part *parts,
				     size_t count, uint64_t total)
{
	struct noise_table *t = ARENA_NEW(a, struct noise_table, 1);
	struct noise_step *steps = ARENA_NEW(a, struct noise_step, count);
	uint64_t cum = 0;
	uint128 end = 0; /* of the bits given away so far */

	assert(total > 0 && total <= UINT64_C(1) << 63);
	for (size_t i = 0; i < count; i++) {
		uint128 from = end;

		cum += parts[i].weight;
		end = ((uint128)cum << 64) / total;
		if (end > from)
			fill_step(&steps[t->n++], &parts[i], (uint64_t)from,
				  (uint64_t)(end - 1));
	}
	assert(cum == total && t->n && steps[t->n - 1].last == UINT64_MAX);
	t->steps = steps;
	for (uint32_t top = 0, i = 0; top < NOISE_GUIDE; top++) {
		while (steps[i].last < (uint64_t)top << 56)
			i++;
		t->guide[top] = i;
	}
	t->guide[NOISE_GUIDE] = t->n - 1;
	return t;
}

noise_factor noise_step_quantile(const struct noise_table *t, uint64_t bits)
{
	uint32_t lo = t->guide[bits >> 56], hi = t->guide[(bits >> 56) + 1];
	const struct noise_step *s;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (t->steps[mid].last < bits)
			lo = mid + 1;
		else
			hi = mid;
	}
	s = &t->steps[lo];
	assert(s->first <= bits && bits <= s->last);
	return s->value +
	       (noise_factor)(((uint128)((bits - s->first) << s->shift) *
			       s->slope) >>
			      64);
}

bool noise_init_constant(struct noise *n, struct arena *a, double value,
			 struct dag_error *e)
{
	struct part part = {noise_exact_factor(value), 0, 1};

	if (part.value == 0 || value >= NOISE_FACTOR_MAX)
		return error_set(e, NULL, 0, 0,
				 "the factor %g is out of range; valid: 2^-32 "
				 "to 2^30",
				 value);
	if (part.value != NOISE_ONE)
		n->table = steps_new(a, &part, 1, 1);
	return true;
}

bool noise_init_uniform(struct noise *n, struct arena *a, struct dag_error *e)
{
	struct part part = {noise_exact_factor(n->a), 0, 1};

	if (n->b > NOISE_FACTOR_MAX)
		return error_set(e, NULL, 0, 0,
				 "upper bound %g is out of range; valid: up to "
				 "2^30",
				 n->b);
	part.width = noise_exact_factor(n->b) - part.value;
	n->table = steps_new(a, &part, 1, 1);
	return true;
}

static int cmp_part(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* Probabilities count in units of 2^-60. */
static bool check_pmf(const double *values, const double *probs, size_t count,
		      struct dag_error *e)
{
	double sum = 0;

	if (!count)
		return error_set(e, NULL, 0, 0, "the list of values is empty");
	for (size_t i = 0; i < count; i++) {
		if (!noise_is_positive("value", values[i], e) ||
		    !noise_in_range("value", values[i], ldexp(1, -32),
				    NOISE_FACTOR_MAX, e) ||
		    !noise_in_range("probability", probs[i], 0, 1, e))
			return false;
		sum += probs[i];
	}
	if (fabs(sum - 1) <= 1e-9)
		return true;
	return error_set(e, NULL, 0, 0,
			 "the probabilities add up to %.12g, not to 1", sum);
}

bool noise_init_pmf(struct noise *n, struct arena *a, const double *values,
		    const double *probs, size_t count, struct dag_error *e)
{
	struct part *parts;
	uint64_t total = 0;

	*n = (struct noise){.kind = NOISE_PMF, .tail_scale = 1};
	if (!check_pmf(values, probs, count, e))
		return false;
	parts = ARENA_NEW(a, struct part, count);
	for (size_t i = 0; i < count; i++) {
		parts[i].value = noise_exact_factor(values[i]);
		parts[i].weight = (uint64_t)floor(ldexp(probs[i], 60) + 0.5);
		total += parts[i].weight;
	}
	qsort(parts, count, sizeof(*parts), cmp_part);
	n->table = steps_new(a, parts, count, total);
	return true;
}

static bool check_histogram(const double *edges, const uint64_t *counts,
			    size_t count, double unit, struct dag_error *e)
{
	uint128 total = 0;

	if (!noise_is_positive("nominal time", unit, e))
		return false;
	for (size_t i = 0; i <= count; i++) {
		if (!noise_in_range("edge", edges[i], 0,
				    NOISE_FACTOR_MAX * unit, e))
			return false;
		if (i && edges[i] <= edges[i - 1])
			return error_set(e, NULL, 0, 0,
					 "edge %g does not lie above the edge "
					 "before it (%g)",
					 edges[i], edges[i - 1]);
		total += i < count ? counts[i] : 0;
	}
	if (!total)
		return error_set(e, NULL, 0, 0,
				 "the histogram is empty: no count above 0");
	if (total >> 60)
		return error_set(e, NULL, 0, 0,
				 "the counts add up to more than 2^60");
	return true;
}

bool noise_init_histogram(struct noise *n, struct arena *a, const double *edges,
			  const uint64_t *counts, size_t count, double unit,
			  struct dag_error *e)
{
	struct part *parts;
	uint64_t total = 0;

	*n = (struct noise){.kind = NOISE_EMPIRICAL, .tail_scale = 1};
	if (!count)
		return error_set(e, NULL, 0, 0, "the histogram has no bins");
	if (!check_histogram(edges, counts, count, unit, e))
		return false;
	parts = ARENA_NEW(a, struct part, count);
	for (size_t i = 0; i < count; i++) {
		parts[i].value = noise_exact_factor(edges[i] / unit);
		parts[i].width = noise_exact_factor(edges[i + 1] / unit) -
				 parts[i].value;
		parts[i].weight = counts[i];
		total += counts[i];
	}
	n->table = steps_new(a, parts, count, total);
	return true;
}

/* latency_law.c - pieces of a law, and what they amount to; latency_law.h */
#include "model/latency_law.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Where the law jumps, a piece is this long. */
#define JUMP 0x1p-10

const char *const law_tail_texts[] = {
	[LAW_TAIL_NONE] = "no tail beyond what was measured",
	[LAW_TAIL_MEAN_MAX] =
		"generalized Pareto, from the mean and the greatest value",
	[LAW_TAIL_MOMENTS] =
		"generalized Pareto, by probability-weighted moments",
	[LAW_TAIL_GIVEN] = "generalized Pareto, as given",
	[LAW_TAIL_LOG_UNIFORM] =
		"log-uniform from the last bin to the greatest value",
	[LAW_TAIL_CLAMPED] = "overflow of unknown extent, put at the last bin",
	[LAW_TAIL_HEAVIEST] = "the heaviest with this mean and greatest value"};

const char *const law_choice_names[] = {"data", "gpd", "heavy", NULL};

/* --- making --- */

void law_begin(struct law *law, struct arena *a, double from, size_t room)
{
	assert(from >= 0 && from <= LAW_MOST);
	assert(room > 0);
	*law = (struct law){.cap = room};
	/* One more for a jump of law_rebase or law_cap. */
	law->edges = ARENA_NEW(a, double, room + 2);
	law->weights = ARENA_NEW(a, uint64_t, room + 1);
	law->edges[0] = from;
}

void law_to(struct law *law, double to, uint64_t weight)
{
	double last = law->edges[law->n];

	REQUIRE(law->n < law->cap);
	assert(law->total + weight < UINT64_C(1) << 60);
	if (to > LAW_MOST)
		to = LAW_MOST;
	if (!(to >= last + JUMP))
		to = last + JUMP;
	law->weights[law->n++] = weight;
	law->edges[law->n] = to;
	law->total += weight;
}

/* Octaves of w are cut into 16 pieces each; what is left at the end belongs
 * to the last. */
void law_tail(struct law *law, law_excess *excess, const void *of,
	      uint64_t weight)
{
	double from = law->edges[law->n];
	uint64_t left = weight;

	assert(weight < UINT64_C(1) << 60);
	for (int i = 1; i < LAW_TAIL_PIECES && left; i++) {
		double w = ldexp(1 - (i % 16) / 32.0, -(i / 16));
		uint64_t keep = i + 1 < LAW_TAIL_PIECES
					? (uint64_t)(w * (double)weight)
					: 0;

		double to = from + excess(of, w);

		assert(w > 0 && w < 1 && keep <= left);
		/* Where the law hardly moves, pieces are joined. */
		if (keep && to < law->edges[law->n] + JUMP)
			continue;
		law_to(law, to, left - keep);
		left = keep;
	}
	assert(!left);
}

static double pareto(const void *of, double w)
{
	return gpd_excess(*(const struct gpd *)of, w);
}

void law_pareto(struct law *law, struct gpd g, uint64_t weight,
		enum law_tail how)
{
	assert(g.sigma > 0);
	assert(how == LAW_TAIL_MEAN_MAX || how == LAW_TAIL_MOMENTS ||
	       how == LAW_TAIL_GIVEN);
	law->tail = how;
	law->gpd = g;
	law->threshold = law->edges[law->n];
	law_tail(law, pareto, &g, weight);
	law->tail_share = (double)weight / (double)law->total;
}

/* --- changing --- */

/* What lies below the base becomes a jump at 0. */
static void shift_over(struct law *law, double base)
{
	uint64_t below = 0;
	size_t k = 0;

	assert(base > law->edges[0]);
	while (k < law->n && law->edges[k + 1] <= base + JUMP)
		below += law->weights[k++];
	if (k < law->n && law->edges[k] < base) {
		double part = (base - law->edges[k]) /
			      (law->edges[k + 1] - law->edges[k]);
		uint64_t under = (uint64_t)(part * (double)law->weights[k]);

		assert(under <= law->weights[k]);
		below += under;
		law->weights[k] -= under;
	}
	memmove(law->weights + 1, law->weights + k,
		(law->n - k) * sizeof(*law->weights));
	memmove(law->edges + 2, law->edges + k + 1,
		(law->n - k) * sizeof(*law->edges));
	law->n = law->n - k + 1;
	for (size_t i = 2; i <= law->n; i++)
		law->edges[i] -= base;
	law->weights[0] = below;
	law->edges[0] = 0;
	law->edges[1] = JUMP;
}

void law_rebase(struct law *law, double base)
{
	assert(base >= 0);
	assert(law->n > 0);
	if (base > law->edges[0])
		shift_over(law, base);
	else
		for (size_t i = 0; i <= law->n; i++)
			law->edges[i] -= base;
	law->threshold = law->threshold > base ? law->threshold - base : 0;
	law->observed = law->observed > base ? law->observed - base : 0;
}

void law_cap(struct law *law, double most)
{
	uint64_t above = 0;
	size_t i = 0;

	assert(most >= 0 && law->n > 0);
	while (i < law->n && law->edges[i + 1] <= most)
		i++;
	if (i == law->n)
		return;
	for (size_t k = i; k < law->n; k++)
		above += law->weights[k];
	law->n = i;
	if (law->edges[i] + JUMP < most) { /* a part of the piece is left */
		double part = (most - law->edges[i]) /
			      (law->edges[i + 1] - law->edges[i]);
		uint64_t keep = (uint64_t)(part * (double)law->weights[i]);

		assert(part > 0 && keep <= above);
		law->weights[law->n++] = keep;
		law->edges[law->n] = most - JUMP;
		above -= keep;
	}
	if (!law->n)
		law->edges[0] = most;
	/* The jump takes the place of at least one piece. */
	law->weights[law->n++] = above;
	law->edges[law->n] = law->edges[law->n - 1] + JUMP;
}

/* --- what it amounts to --- */

double law_quantile(const struct law *law, double p)
{
	double want = p * (double)law->total, sum = 0;

	assert(p >= 0 && p <= 1);
	assert(law->n > 0);
	for (size_t i = 0; i < law->n; i++) {
		double w = (double)law->weights[i];

		if (w > 0 && sum + w >= want)
			return law->edges[i] +
			       (law->edges[i + 1] - law->edges[i]) *
				       fmax(0, want - sum) / w;
		sum += w;
	}
	return law_most(law);
}

double law_mean(const struct law *law)
{
	double sum = 0;

	assert(law->n > 0 && law->total > 0);
	for (size_t i = 0; i < law->n; i++)
		sum += (double)law->weights[i] / (double)law->total *
		       (law->edges[i] + law->edges[i + 1]) / 2;
	return sum;
}

double law_exceedance(const struct law *law, double x)
{
	double sum = 0;

	assert(law->n > 0);
	for (size_t i = law->n; i-- > 0 && law->edges[i + 1] > x;) {
		double part = (law->edges[i + 1] - x) /
			      (law->edges[i + 1] - law->edges[i]);

		sum += (double)law->weights[i] * (part < 1 ? part : 1);
	}
	return sum / (double)law->total;
}

double law_least(const struct law *law)
{
	size_t i = 0;

	assert(law->n > 0);
	while (i + 1 < law->n && !law->weights[i])
		i++;
	return law->edges[i];
}

double law_most(const struct law *law)
{
	size_t i = law->n;

	assert(law->n > 0);
	while (i > 1 && !law->weights[i - 1])
		i--;
	return law->edges[i];
}

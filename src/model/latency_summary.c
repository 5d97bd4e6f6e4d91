/* latency_summary.c - laws of quartiles, mean and greatest, and of knots; see
 * latency_law.h */
#include "base/portable.h"
#include "model/latency_law.h"

#include <assert.h>
#include <math.h>

#define LN2   0.693147180559945309417
#define WHOLE (UINT64_C(1) << 58) /* the weight of everything              */

/* --- the lower quarter --- */

/* On [min, q1], a length of L, the density grows as exp(s x / L). */
struct rise {
	double q1, length, s;
};

static double exp_of(double x)
{
	assert(fabs(x) < 690);
	return portable_exp2(x / LN2);
}

/* s / (1 - exp(-s)): the density at q1 in units of 1 / L.  It grows with s,
 * and is 1 at 0. */
static double density_at_end(double s)
{
	assert(fabs(s) < 690);
	if (fabs(s) < 1e-6)
		return 1 + s / 2;
	return s / (1 - exp_of(-s));
}

/* That meets the density 1 / next of the quarter that follows. */
static struct rise rise_to(double min, double q1, double next)
{
	double length = q1 - min, want = length / next;
	double low = -600, high = 600;

	assert(length >= 0 && next > 0);
	for (int i = 0; i < 80; i++) {
		double s = (low + high) / 2;

		if (density_at_end(s) < want)
			low = s;
		else
			high = s;
	}
	return (struct rise){q1, length, (low + high) / 2};
}

/* The value at the share v of the quarter. */
static double rise_quantile(const struct rise *r, double v)
{
	double tail;

	assert(v > 0 && v <= 1);
	if (fabs(r->s) < 1e-6)
		return r->q1 - r->length * (1 - v);
	tail = v + (1 - v) * exp_of(-r->s);
	assert(tail > 0);
	return r->q1 + portable_log2(tail) * LN2 * r->length / r->s;
}

static double rise_mean(const struct rise *r)
{
	double below;

	if (fabs(r->s) < 1e-6)
		return r->q1 - r->length / 2;
	/* Of the distance from q1, a truncated exponential. */
	below = 1 / r->s - exp_of(-r->s) / (1 - exp_of(-r->s));
	assert(below >= 0 && below <= 1);
	return r->q1 - r->length * below;
}

/* 16 pieces in each of the 24 octaves of v, from below. */
static void put_rise(struct law *law, const struct rise *r)
{
	enum { OCTAVES = 24, CELLS = 16 };
	uint64_t done = 0;

	assert(law->n == 0);
	for (int k = -OCTAVES; k < 0; k++)
		for (int i = 1; i <= CELLS; i++) {
			double v = ldexp(1 + (double)i / CELLS, k);
			uint64_t upto = (uint64_t)(v * (double)(WHOLE / 4));

			assert(v <= 1 && upto >= done);
			law_to(law, rise_quantile(r, v), upto - done);
			done = upto;
		}
	assert(done == WHOLE / 4);
}

/* --- the upper quarter --- */

/* Between the third quartile and the greatest, as u^power. */
struct heavy {
	double span, power;
};

static double heavy_excess(const void *of, double w)
{
	const struct heavy *h = of;
	double log_u;

	assert(w > 0 && w <= 1);
	if (w > 1 - 0x1p-40)
		return 0;
	log_u = h->power * portable_log2(1 - w);
	return log_u < -900 ? 0 : h->span * portable_exp2(log_u);
}

static void put_heavy(struct law *law, double mean, double span)
{
	struct heavy h = {span, span > mean ? span / mean - 1 : 0};

	assert(mean > 0 && span > 0);
	law->tail = LAW_TAIL_HEAVIEST;
	law->threshold = law->edges[law->n];
	law_tail(law, heavy_excess, &h, WHOLE / 4);
	law->tail_share = 0.25;
}

static bool check(const struct latency_summary *s, struct dag_error *e)
{
	const double values[] = {0, s->min, s->q1, s->median, s->q3, s->max};
	static const char *const names[] = {"",       "min", "q1",
					    "median", "q3",  "max"};

	for (int i = 0; i < 6; i++)
		if (!isfinite(values[i]) || values[i] > LAW_MOST)
			return error_set(e, NULL, 0, 0, "'%s' is above 1000 s",
					 names[i]);
	for (int i = 1; i < 6; i++)
		if (values[i] < values[i - 1])
			return error_set(e, NULL, 0, 0, "'%s' is below '%s'",
					 names[i], i > 1 ? names[i - 1] : "0");
	if (!(s->mean >= s->min && s->mean <= s->max))
		return error_set(e, NULL, 0, 0,
				 "'mean' is not between 'min' and 'max'");
	if (!(4 * s->mean >= s->min + s->q1 + s->median + s->q3) ||
	    !(4 * s->mean <= s->q1 + s->median + s->q3 + s->max))
		return error_set(e, NULL, 0, 0,
				 "no values with these quartiles have this "
				 "mean");
	if (s->samples < 8)
		return error_set(e, NULL, 0, 0,
				 "'samples' is below 8, too few for a tail");
	return true;
}

bool law_of_summary(struct law *law, struct arena *a,
		    const struct latency_summary *s, enum law_choice tail,
		    struct dag_error *e)
{
	double grain = s->grid > 0 ? s->grid : 1, body, mean;
	struct rise r;

	assert(tail == LAW_GPD || tail == LAW_HEAVY);
	if (!check(s, e))
		return false;
	r = rise_to(s->min, s->q1, fmax(s->median - s->q1, grain / 2));
	law_begin(law, a, s->min, 24 * 16 + 4 + LAW_TAIL_PIECES);
	put_rise(law, &r);
	law_to(law, s->median, WHOLE / 4);
	law_to(law, s->q3, WHOLE / 4);
	law->samples = s->samples;
	law->observed = s->max;
	if (!(s->max > s->q3)) {
		law_to(law, s->max, WHOLE / 4);
		return true;
	}
	body = (rise_mean(&r) + (s->q1 + s->median) / 2 +
		(s->median + s->q3) / 2) /
	       4;
	/* The mean of the uppermost quarter, above the third quartile. */
	mean = fmax(4 * (s->mean - body) - s->q3, grain / 4);
	if (tail == LAW_HEAVY)
		put_heavy(law, mean, s->max - s->q3);
	else
		law_pareto(law,
			   gpd_of_mean_and_most(mean, s->max - s->q3,
						(double)s->samples / 4),
			   WHOLE / 4, LAW_TAIL_MEAN_MAX);
	assert(law->total == WHOLE);
	return true;
}

/* --- knots --- */

static bool check_knots(const double *probs, const double *values, size_t n,
			bool has_tail, struct dag_error *e)
{
	if (n < 2 || probs[0] > 0)
		return error_set(e, NULL, 0, 0,
				 "the knots must begin at probability 0 and "
				 "be at least two");
	for (size_t i = 0; i < n; i++) {
		if (!(values[i] >= 0 && values[i] <= LAW_MOST))
			return error_set(e, NULL, 0, 0,
					 "a knot is out of range (valid: 0 to "
					 "1000 s)");
		if (i &&
		    !(probs[i] > probs[i - 1] && values[i] >= values[i - 1]))
			return error_set(e, NULL, 0, 0,
					 "knot %zu does not ascend from the "
					 "one before it",
					 i + 1);
	}
	if (has_tail ? !(probs[n - 1] < 1)
		     : probs[n - 1] < 1 || probs[n - 1] > 1)
		return error_set(e, NULL, 0, 0,
				 has_tail ? "the last knot, from which the "
					    "tail goes on, must be below "
					    "probability 1"
					  : "without a tail the last knot must "
					    "be at probability 1");
	return true;
}

bool law_of_knots(struct law *law, struct arena *a, const double *probs,
		  const double *values, size_t n, struct gpd g, double most,
		  struct dag_error *e)
{
	bool has_tail = g.sigma > 0;
	uint64_t done = 0;

	assert(most >= 0);
	if (!check_knots(probs, values, n, has_tail, e))
		return false;
	law_begin(law, a, values[0], n + LAW_TAIL_PIECES);
	for (size_t i = 1; i < n; i++) {
		uint64_t upto = (uint64_t)(probs[i] * (double)WHOLE + 0.5);

		assert(upto >= done);
		law_to(law, values[i], upto - done);
		done = upto;
	}
	/* Of a tail nobody knows where it ended. */
	law->observed = most > 0 ? most : has_tail ? 0 : law->edges[law->n];
	if (has_tail && done < WHOLE)
		law_pareto(law, g, WHOLE - done, LAW_TAIL_GIVEN);
	return true;
}

/* latency_histogram.c - the law of a histogram; see latency_law.h and
 * histogram.h */
#include "base/portable.h"
#include "model/histogram.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define WEIGHTS 0x1p58

/* --- which columns --- */

/* What stands before the number of the CPU: "Thr" of "Thr-003". */
static size_t kind_length(const char *name)
{
	const char *dash = strrchr(name, '-');

	return dash ? (size_t)(dash - name) : 0;
}

static bool is_kind(const char *column, const char *kind)
{
	size_t n = kind_length(column);

	assert(kind);
	return n > 0 && strlen(kind) == n && !memcmp(column, kind, n);
}

/* The kind that is meant where nothing is said; "" where columns have none. */
static const char *standard_kind(const struct hist *h, struct arena *a)
{
	const char *first = h->columns[0].name;

	assert(h->n_columns > 0);
	for (size_t i = 0; i < h->n_columns; i++)
		if (is_kind(h->columns[i].name, "Thr"))
			return "Thr";
	return arena_strndup(a, first, kind_length(first));
}

static bool is_wanted(const struct hist *h, size_t i, const char *name)
{
	const char *column = h->columns[i].name;

	if (!*name)
		return true;
	return !strcmp(column, name) || is_kind(column, name);
}

bool hist_select(const struct hist *h, struct arena *a, const char *name,
		 const uint32_t **columns, size_t *n, struct dag_error *e)
{
	uint32_t *out = ARENA_NEW(a, uint32_t, h->n_columns);
	const char **names = ARENA_NEW(a, const char *, h->n_columns);
	char hint[512] = "";

	*n = 0;
	*columns = out;
	if (!name)
		name = standard_kind(h, a);
	for (size_t i = 0; i < h->n_columns; i++) {
		names[i] = h->columns[i].name;
		if (is_wanted(h, i, name))
			out[(*n)++] = (uint32_t)i;
	}
	if (*n)
		return true;
	suggest(hint, sizeof(hint), name, names,
		h->n_columns < 64 ? h->n_columns : 64);
	return error_set(e, h->file, 0, 0, "there is no column '%.64s'%s", name,
			 hint);
}

/* --- sums of columns --- */

/* Of the columns that are meant, in units of the file. */
struct sums {
	uint64_t binned, over;
	double binned_sum; /* by the middles of bins                          */
	bool has_min, has_max, has_avg;
	double min, max;
	double avg_sum, avg_grain;
	double from, first, to; /* of bins that hold anything: the first begins
				 * and ends, the last ends */
};

static uint64_t row_count(const struct hist *h, size_t row,
			  const uint32_t *columns, size_t n)
{
	uint64_t sum = 0;

	assert(row < h->n);
	for (size_t i = 0; i < n; i++)
		sum += h->counts[row * h->n_columns + columns[i]];
	return sum;
}

static void add_column(struct sums *s, const struct hist_column *c)
{
	uint64_t count = c->binned + c->over;

	assert(count <= (uint64_t)HIST_COUNT_MAX);
	if (!count)
		return;
	s->min = fmin(s->min, c->min);
	s->max = fmax(s->max, c->max);
	s->has_min &= c->has_min;
	s->has_max &= c->has_max;
	s->has_avg &= c->has_avg;
	s->avg_sum += (c->avg + (c->avg_is_cut ? c->avg_grain / 2 : 0)) *
		      (double)count;
	s->avg_grain = fmax(s->avg_grain, c->avg_grain);
	s->binned += c->binned;
	s->over += c->over;
}

static struct sums sum_columns(const struct hist *h, const uint32_t *columns,
			       size_t n)
{
	struct sums s = {.has_min = true,
			 .has_max = true,
			 .has_avg = true,
			 .min = LAW_MOST};

	assert(n > 0);
	for (size_t i = 0; i < n; i++)
		add_column(&s, &h->columns[columns[i]]);
	s.from = -1;
	for (size_t i = 0; i < h->n; i++) {
		uint64_t count = row_count(h, i, columns, n);

		if (!count)
			continue;
		if (s.from < 0) {
			s.from = h->low[i];
			s.first = h->high[i];
		}
		s.to = h->high[i];
		s.binned_sum += (double)count * (h->low[i] + h->high[i]) / 2;
	}
	return s;
}

struct hist_told hist_tell(const struct hist *h, const uint32_t *columns,
			   size_t n)
{
	struct sums s = sum_columns(h, columns, n);
	double values = (double)(s.binned + s.over), avg = 0;
	bool any = s.binned + s.over > 0;

	for (size_t i = 0; any && i < n; i++) {
		const struct hist_column *c = &h->columns[columns[i]];

		avg += c->avg * (double)(c->binned + c->over) / values;
	}
	assert(h->unit > 0);
	return (struct hist_told){.over = s.over,
				  .has_min = any && s.has_min,
				  .has_avg = any && s.has_avg,
				  .has_max = any && s.has_max,
				  .min = s.min * h->unit,
				  .avg = avg * h->unit,
				  .max = s.max * h->unit};
}

/* --- overflow --- */

/* From `from` to from * exp2(octaves), uniform in the logarithm. */
struct octaves {
	double from, octaves;
};

static double log_uniform(const void *of, double w)
{
	const struct octaves *o = of;

	assert(w > 0 && w <= 1);
	assert(o->from > 0 && o->octaves >= 0);
	return o->from * (portable_exp2(o->octaves * (1 - w)) - 1);
}

/* The mean of what overflowed, in units, as far as the mean of all values
 * tells it: that is known to half a grain, and values in bins to half of what
 * their bins are wider than a grain.  Where a log-uniform law agrees within
 * such doubts it stays; else the mean nearest to it that does agree; where they
 * are small beside the stretch, the mean itself.  False: log-uniform. */
static bool mean_of_over(const struct sums *s, const struct hist *h,
			 double from, double most, double *mean)
{
	double n = (double)(s->binned + s->over), over = (double)s->over;
	double doubt = s->avg_grain / 2 * n / over, width = 0, told;
	const double ln2 = 0.693147180559945309417;
	double plain = (most - from) / (portable_log2(most / from) * ln2);

	assert(over > 0 && from > 0 && most > from);
	if (!s->has_avg)
		return false;
	for (size_t i = 0; i < h->n; i++)
		width = fmax(width, h->high[i] - h->low[i]);
	doubt += fmax(width - h->grain, 0) / 2 * (double)s->binned / over;
	told = (s->avg_sum + h->grain / 2 * n - s->binned_sum) / over;
	if (told + doubt <= from || told - doubt >= most)
		return false; /* it contradicts the rows */
	if (doubt > (most - from) / 4)
		told = fmin(fmax(plain, told - doubt), told + doubt);
	*mean = fmin(fmax(told, from + (most - from) / 1024),
		     most - (most - from) / 1024);
	return *mean < plain || *mean > plain;
}

/* Where overflow begins: not below the least where nothing is in bins. */
static double begin_of_over(const struct hist *h, const struct sums *s)
{
	if (!s->binned && s->has_min)
		return fmax(h->low_of_over, s->min);
	return h->low_of_over;
}

static void put_over(struct law *law, const struct hist *h,
		     const struct sums *s, uint64_t scale)
{
	double from = begin_of_over(h, s), most = s->max + h->grain, mean;
	double octave = fmax(from, h->grain > 0 ? h->grain : most * 0x1p-20);
	uint64_t weight = s->over * scale;

	assert(s->over > 0);
	law->threshold = from * h->unit;
	law->tail_share =
		(double)weight / ((double)law->total + (double)weight);
	if (!s->has_max || most <= from) {
		law->tail = LAW_TAIL_CLAMPED;
		law_to(law, from * h->unit, weight);
		return;
	}
	if (from * h->unit > law->edges[law->n])
		law_to(law, from * h->unit, 0);
	law->tail = LAW_TAIL_LOG_UNIFORM;
	if (s->over == 1) { /* it is the greatest */
		law_to(law, s->max * h->unit, 0);
		law_to(law, most * h->unit, weight);
		return;
	}
	if (octave < most && mean_of_over(s, h, octave, most, &mean) &&
	    mean > from) {
		struct gpd g =
			gpd_within((mean - from) * h->unit,
				   (most - from) * h->unit, (double)s->over);

		law_pareto(law, g, weight, LAW_TAIL_MEAN_MAX);
		return;
	}
	law_tail(law, log_uniform,
		 &(struct octaves){octave * h->unit,
				   portable_log2(most / octave)},
		 weight);
}

/* --- the law --- */

static void put_bins(struct law *law, const struct hist *h,
		     const uint32_t *columns, size_t n, const struct sums *s,
		     uint64_t scale)
{
	for (size_t i = 0; i < h->n; i++) {
		uint64_t count = row_count(h, i, columns, n);
		double low = h->low[i], high = h->high[i];

		if (!count)
			continue;
		/* A wide bin may begin before the least, end behind the
		 * greatest. */
		if (s->has_min && low < s->min && s->min < high)
			low = s->min;
		if (s->has_max && s->max + h->grain < high &&
		    s->max + h->grain > low)
			high = s->max + h->grain;
		if (low * h->unit > law->edges[law->n])
			law_to(law, low * h->unit, 0);
		law_to(law, high * h->unit, count * scale);
	}
}

bool law_fit_tail(const struct law *law, double p, struct gpd *g,
		  double *threshold)
{
	double u = law_quantile(law, p), share = law_exceedance(law, u);
	double b0 = 0, b1 = 0, left = 1;

	assert(p > 0 && p < 1);
	*threshold = u;
	if (!(share > 0))
		return false;
	for (size_t i = 0; i < law->n; i++) {
		double from = law->edges[i], to = law->edges[i + 1], y, dy, s;

		if (to <= u || !law->weights[i])
			continue;
		s = (double)law->weights[i] / (double)law->total / share;
		if (from < u) {
			s *= (to - u) / (to - from);
			from = u;
		}
		y = from - u;
		dy = to - from;
		b0 += s * (y + dy / 2);
		b1 += s * (y * left + (dy * left - y * s) / 2 - dy * s / 3);
		left -= s;
	}
	if (!(b0 > 0))
		return false;
	*g = gpd_of_moments(b0, fmax(b1, 0));
	return true;
}

/* What lies above the 99 % point becomes a Pareto tail. */
static void extend(struct law *law, struct arena *a)
{
	struct law out;
	struct gpd g;
	double u;
	uint64_t below = 0;

	if (!law_fit_tail(law, 0.99, &g, &u))
		return;
	law_begin(&out, a, law->edges[0], law->n + LAW_TAIL_PIECES);
	for (size_t i = 0; i < law->n && law->edges[i] < u; i++) {
		double from = law->edges[i], to = law->edges[i + 1];
		double part = to > u ? (u - from) / (to - from) : 1;
		uint64_t weight =
			part < 1 ? (uint64_t)(part * (double)law->weights[i])
				 : law->weights[i];

		law_to(&out, fmin(to, u), weight);
		below += weight;
	}
	assert(below < law->total);
	out.samples = law->samples;
	out.observed = law->observed;
	law_pareto(&out, g, law->total - below, LAW_TAIL_MOMENTS);
	*law = out;
}

bool law_of_histogram(struct law *law, struct arena *a, const struct hist *h,
		      const uint32_t *columns, size_t n,
		      const struct hist_law_options *o, struct dag_error *e)
{
	struct sums s = sum_columns(h, columns, n);
	uint64_t values = s.binned + s.over, scale;
	double from = s.from < 0 ? begin_of_over(h, &s) : s.from;

	if (!values)
		return error_set(e, h->file, 0, 0,
				 "the columns asked for hold no values");
	if (s.has_min && s.binned && s.min > from && s.min < s.first)
		from = s.min;
	if (fmax(s.to, s.max + h->grain) * h->unit > LAW_MOST)
		return error_set(e, h->file, 0, 0,
				 "the greatest value is above 1000 s");
	scale = (uint64_t)WEIGHTS / values;
	law_begin(law, a, from * h->unit, 2 * h->n + LAW_TAIL_PIECES + 2);
	put_bins(law, h, columns, n, &s, scale);
	law->samples = values;
	if (s.over)
		put_over(law, h, &s, scale);
	law->observed = law->edges[law->n];
	if (s.over && s.has_max && s.max + h->grain > h->low_of_over)
		law->observed = (s.max + h->grain) * h->unit;
	if (o->extend)
		extend(law, a);
	return true;
}

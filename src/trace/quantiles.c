/* quantiles.c - see quantiles.h */
#include "trace/quantiles.h"
#include "base/error.h"
#include "trace/quantiles_select.h"

#include <assert.h>
#include <string.h>

static unsigned bucket_shift(uint32_t bucket, unsigned k)
{
	return bucket >> k ? (bucket >> k) - 1 : 0;
}

/* The least value of a bucket. */
static uint64_t bucket_low(uint32_t bucket, unsigned k)
{
	unsigned shift = bucket_shift(bucket, k);

	return (uint64_t)(bucket - (shift << k)) << shift;
}

/* The value that stands for a bucket: its middle. */
static uint64_t bucket_value(uint32_t bucket, unsigned k)
{
	uint64_t width = (uint64_t)1 << bucket_shift(bucket, k);

	return bucket_low(bucket, k) + (width - 1) / 2;
}

void quantiles_init(struct quantiles *q, uint64_t *slots, uint64_t *scratch,
		    uint32_t cap)
{
	*q = (struct quantiles){
		.slot = slots,
		.scratch = scratch,
		.cap = cap,
		.room = cap,
	};
}

void quantiles_grow(struct quantiles *q, uint64_t *slots, uint32_t cap)
{
	REQUIRE(!q->binned && cap >= q->cap);
	memcpy(slots, q->slot, (q->cap - q->room) * sizeof(*slots));
	q->slot = slots;
	q->room += cap - q->cap;
	q->cap = cap;
}

uint64_t quantiles_count(const struct quantiles *q)
{
	return q->binned ? q->n : q->cap - q->room;
}

/* The finest resolution at which the values lo..hi span at most `cap`
 * buckets. */
static unsigned finest(uint64_t lo, uint64_t hi, uint32_t cap, unsigned k)
{
	while (k && quantiles_bucket(hi, k) - quantiles_bucket(lo, k) >= cap)
		k--;
	assert(quantiles_bucket(hi, k) - quantiles_bucket(lo, k) < cap);
	return k;
}

/* A window of cap buckets with lo..hi in its middle. */
static uint32_t centre(uint64_t lo, uint64_t hi, uint32_t cap, unsigned k)
{
	uint32_t first = quantiles_bucket(lo, k),
		 last = quantiles_bucket(hi, k);
	uint32_t spare = cap - (last - first + 1);

	return first > spare / 2 ? first - spare / 2 : 0;
}

static void to_histogram(struct quantiles *q)
{
	uint64_t lo = UINT64_MAX, hi = 0;

	REQUIRE(q->cap >= QUANTILES_MIN_CAP);
	for (uint32_t i = 0; i < q->cap; i++) {
		lo = q->slot[i] < lo ? q->slot[i] : lo;
		hi = q->slot[i] > hi ? q->slot[i] : hi;
	}
	q->k = (uint8_t)finest(lo, hi, q->cap, QUANTILES_MAX_K);
	q->base = centre(lo, hi, q->cap, q->k);
	memset(q->scratch, 0, q->cap * sizeof(*q->scratch));
	for (uint32_t i = 0; i < q->cap; i++)
		q->scratch[quantiles_bucket(q->slot[i], q->k) - q->base]++;
	memcpy(q->slot, q->scratch, q->cap * sizeof(*q->slot));
	q->n = q->cap;
	q->binned = true;
}

/* One step down in resolution.  Buckets keep their order and never part, so
 * counters move in place, upward. */
static void coarsen(struct quantiles *q)
{
	unsigned k = q->k - 1u;
	uint32_t base = quantiles_bucket(bucket_low(q->base, q->k), k);

	assert(q->binned && q->k > 0);
	for (uint32_t i = 0; i < q->cap; i++) {
		uint64_t count = q->slot[i];
		uint32_t to;

		if (!count)
			continue;
		to = quantiles_bucket(bucket_low(q->base + i, q->k), k) - base;
		assert(to <= i);
		q->slot[i] = 0;
		q->slot[to] += count;
	}
	q->base = base;
	q->k = (uint8_t)k;
}

/* Slides the window to begin at another bucket; what leaves it is empty. */
static void slide(struct quantiles *q, uint32_t base)
{
	uint32_t by = base > q->base ? base - q->base : q->base - base;
	uint32_t stay = by < q->cap ? q->cap - by : 0;
	uint64_t *from = q->slot, *to = q->slot, *blank = q->slot;

	if (base > q->base) {
		from += q->cap - stay;
		blank += stay;
	} else {
		to += q->cap - stay;
	}
	memmove(to, from, stay * sizeof(*to));
	memset(blank, 0, (q->cap - stay) * sizeof(*blank));
	q->base = base;
}

/* Makes room for a sample outside the window. */
static void widen(struct quantiles *q, uint64_t sample)
{
	uint32_t first = 0, last = q->cap - 1;
	uint64_t lo, hi;
	unsigned k;

	while (!q->slot[first])
		first++;
	while (!q->slot[last])
		last--;
	lo = bucket_low(q->base + first, q->k);
	hi = bucket_low(q->base + last, q->k);
	lo = sample < lo ? sample : lo;
	hi = sample > hi ? sample : hi;
	k = finest(lo, hi, q->cap, q->k);
	while (q->k > k)
		coarsen(q);
	slide(q, centre(lo, hi, q->cap, k));
}

void quantiles_add_slow(struct quantiles *q, uint64_t sample)
{
	uint32_t at;

	if (!q->binned)
		to_histogram(q);
	at = quantiles_bucket(sample, q->k) -
	     q->base; /* wraps if below the window */
	if (at >= q->cap) {
		widen(q, sample);
		at = quantiles_bucket(sample, q->k) - q->base;
	}
	assert(at < q->cap);
	q->slot[at]++;
	q->n++;
}

/* The same sample n times. */
static void add_many(struct quantiles *q, uint64_t sample, uint64_t n)
{
	while (n && !q->binned) {
		quantiles_add(q, (dag_time)sample);
		n--;
	}
	if (!n)
		return;
	quantiles_add(q, (dag_time)sample); /* brings it into the window */
	q->slot[quantiles_bucket(sample, q->k) - q->base] += n - 1;
	q->n += n - 1;
}

void quantiles_merge(struct quantiles *dst, const struct quantiles *src)
{
	if (!src->binned) {
		for (uint32_t i = 0; i < src->cap - src->room; i++)
			quantiles_add(dst, (dag_time)src->slot[i]);
		return;
	}
	for (uint32_t i = 0; i < src->cap; i++)
		if (src->slot[i])
			add_many(dst, bucket_value(src->base + i, src->k),
				 src->slot[i]);
}

static uint64_t select_binned(const struct quantiles *q, uint64_t rank)
{
	uint32_t i = 0;

	assert(rank < q->n);
	for (; rank >= q->slot[i]; i++)
		rank -= q->slot[i];
	return bucket_value(q->base + i, q->k);
}

/* The ranks around the percentiles of `count` samples, two for each. */
static void ranks_of(const unsigned *percent, uint32_t k, uint64_t count,
		     uint64_t *rank, unsigned *part)
{
	for (uint32_t i = 0; i < k; i++) {
		uint128 h = (uint128)percent[i] * (count - 1);

		REQUIRE(percent[i] <= 100);
		part[i] = (unsigned)(h % 100);
		rank[2 * i] = (uint64_t)(h / 100);
		rank[2 * i + 1] = rank[2 * i] + (part[i] != 0);
	}
}

/* Linear between two order statistics. */
static struct quantile between(uint64_t x, uint64_t y, unsigned part)
{
	return (struct quantile){
		(int128)x * 100 + (int128)(y - x) * (int128)part, true};
}

void quantiles_of_union(const struct quantiles *first, size_t n, size_t stride,
			const unsigned *percent, uint32_t k,
			struct quantile *out)
{
	uint64_t count = 0, rank[QUANTILES_RANKS_MAX],
		 value[QUANTILES_RANKS_MAX];
	unsigned part[QUANTILES_AT_ONCE];

	REQUIRE(k <= QUANTILES_AT_ONCE);
	for (size_t p = 0; p < n; p++) {
		const struct quantiles *q =
			(const void *)((const char *)first + p * stride);

		assert(!q->binned);
		count += quantiles_count(q);
	}
	for (uint32_t i = 0; i < k; i++)
		out[i] = (struct quantile){0, false};
	if (!count)
		return;
	ranks_of(percent, k, count, rank, part);
	quantiles_select(first, n, stride, rank, value, 2 * k);
	for (uint32_t i = 0; i < k; i++)
		out[i] = between(value[2 * i], value[2 * i + 1], part[i]);
}

void quantiles_of(const struct quantiles *q, const unsigned *percent,
		  uint32_t k, struct quantile *out)
{
	uint64_t rank[QUANTILES_RANKS_MAX];
	unsigned part[QUANTILES_AT_ONCE];

	REQUIRE(k <= QUANTILES_AT_ONCE);
	if (!q->binned) {
		quantiles_of_union(q, 1, 0, percent, k, out);
		return;
	}
	ranks_of(percent, k, q->n, rank, part);
	for (uint32_t i = 0; i < k; i++)
		out[i] = between(select_binned(q, rank[2 * i]),
				 select_binned(q, rank[2 * i + 1]), part[i]);
}

struct quantile quantiles_at_union(const struct quantiles *first, size_t n,
				   size_t stride, unsigned percent)
{
	struct quantile out;

	quantiles_of_union(first, n, stride, &percent, 1, &out);
	return out;
}

struct quantile quantiles_at(const struct quantiles *q, unsigned percent)
{
	struct quantile out;

	quantiles_of(q, &percent, 1, &out);
	return out;
}

double quantiles_error(const struct quantiles *q)
{
	return q->binned ? 0.5 / (double)(1u << q->k) : 0.0;
}

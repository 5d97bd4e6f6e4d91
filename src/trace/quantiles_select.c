/* quantiles_select.c - see quantiles_select.h */
#include "trace/quantiles_select.h"

#include <assert.h>
#include <string.h>

/* Exact samples in one or several pieces, and what a pass over them finds. */
struct samples {
	const struct quantiles *first;
	size_t n, stride;
};

static const struct quantiles *piece(const struct samples *s, size_t i)
{
	return (const void *)((const char *)s->first + i * s->stride);
}

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* How often each digit occurs at `shift` below the digits found so far. */
static void count_digits(const struct samples *s, uint64_t prefix,
			 unsigned shift, uint64_t count[DIGITS])
{
	memset(count, 0, DIGITS * sizeof(*count));
	for (size_t p = 0; p < s->n; p++) {
		const struct quantiles *q = piece(s, p);

		for (uint32_t i = 0; i < q->cap - q->room; i++) {
			uint64_t v = q->slot[i] >> shift;

			count[v % DIGITS] += v / DIGITS == prefix;
		}
	}
}

/* The value of rank `rank` (0 first): digit by digit from the top. */
static uint64_t select_value(const struct samples *s, uint64_t rank)
{
	uint64_t count[DIGITS], any = 0, prefix = 0;
	unsigned shift = 0;

	for (size_t p = 0; p < s->n; p++)
		for (uint32_t i = 0; i < piece(s, p)->cap - piece(s, p)->room;
		     i++)
			any |= piece(s, p)->slot[i];
	while (any >> shift >= DIGITS)
		shift += DIGIT_BITS;
	for (;;) {
		unsigned digit = 0;

		count_digits(s, prefix, shift, count);
		while (rank >= count[digit])
			rank -= count[digit++];
		prefix = prefix * DIGITS + digit;
		if (!shift)
			return prefix;
		shift -= DIGIT_BITS;
	}
}

/* --- several ranks at once --- */

enum { SORT_MAX = 96 };

/* The buckets (log-linear, as those of the histogram) that some ranks fall
 * into, and their samples in a buffer, one bucket behind the other. */
struct buckets {
	unsigned k;
	uint32_t base; /* number of the lowest                           */
	uint32_t count[DIGITS];
	uint8_t mark[DIGITS]; /* 1 + its place in `first`; 0: not wanted    */
	uint32_t first[QUANTILES_RANKS_MAX + 1], n; /* in the buffer */
	bool sorted[QUANTILES_RANKS_MAX];
};

static uint32_t bucket_of(const struct buckets *b, uint64_t v)
{
	return quantiles_bucket(v, b->k) - b->base;
}

/* As fine as fits over all samples. */
static void find_range(const struct samples *s, struct buckets *b)
{
	uint64_t low = UINT64_MAX, high = 0;

	for (size_t p = 0; p < s->n; p++) {
		const struct quantiles *q = piece(s, p);

		for (uint32_t i = 0; i < q->cap - q->room; i++) {
			uint64_t v = q->slot[i];

			low = v < low ? v : low;
			high = v > high ? v : high;
		}
	}
	b->k = DIGIT_BITS;
	while (quantiles_bucket(high, b->k) - quantiles_bucket(low, b->k) >=
	       DIGITS)
		b->k--;
	b->base = quantiles_bucket(low, b->k);
}

static void count_buckets(const struct samples *s, struct buckets *b)
{
	memset(b->count, 0, sizeof(b->count));
	for (size_t p = 0; p < s->n; p++) {
		const struct quantiles *q = piece(s, p);

		for (uint32_t i = 0; i < q->cap - q->room; i++)
			b->count[bucket_of(b, q->slot[i])]++;
	}
}

/* The bucket of each rank, and the rank within it; quick where they ascend. */
static void mark_buckets(struct buckets *b, uint64_t *rank, uint32_t *bucket,
			 uint32_t n)
{
	uint64_t before = 0;
	uint32_t at = 0;

	memset(b->mark, 0, sizeof(b->mark));
	b->n = 0;
	b->first[0] = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (rank[i] < before)
			before = at = 0;
		while (rank[i] >= before + b->count[at])
			before += b->count[at++];
		rank[i] -= before;
		bucket[i] = at;
		if (b->mark[at])
			continue;
		b->sorted[b->n] = false;
		b->first[b->n + 1] = b->first[b->n] + b->count[at];
		b->mark[at] = (uint8_t)++b->n;
	}
}

static void gather(const struct samples *s, const struct buckets *b,
		   uint64_t *buffer)
{
	uint32_t to[QUANTILES_RANKS_MAX];

	memcpy(to, b->first, sizeof(to));
	for (size_t p = 0; p < s->n; p++) {
		const struct quantiles *q = piece(s, p);

		for (uint32_t i = 0; i < q->cap - q->room; i++) {
			uint64_t v = q->slot[i];
			unsigned m = b->mark[bucket_of(b, v)];

			if (m)
				buffer[to[m - 1]++] = v;
		}
	}
}

static void sort_few(uint64_t *v, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		uint64_t x = v[i];
		uint32_t k = i;

		for (; k && v[k - 1] > x; k--)
			v[k] = v[k - 1];
		v[k] = x;
	}
}

static bool all_equal(const uint64_t *v, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		if (v[i] != v[0])
			return false;
	return true;
}

static uint64_t select_in(struct buckets *b, uint64_t *buffer, uint32_t bucket,
			  uint64_t rank)
{
	uint32_t m = b->mark[bucket] - 1u;
	uint64_t *v = buffer + b->first[m];
	uint32_t n = b->first[m + 1] - b->first[m];
	const struct quantiles part = {.slot = v, .cap = n};
	const struct samples some = {&part, 1, 0};

	assert(rank < n);
	if (n > SORT_MAX)
		return all_equal(v, n) ? v[0] : select_value(&some, rank);
	if (!b->sorted[m])
		sort_few(v, n);
	b->sorted[m] = true;
	return v[rank];
}

void quantiles_select(const struct quantiles *first, size_t n, size_t stride,
		      uint64_t *rank, uint64_t *value, uint32_t k)
{
	const struct samples s = {first, n, stride};
	uint32_t bucket[QUANTILES_RANKS_MAX], room = 0;
	struct buckets b;

	assert(k <= QUANTILES_RANKS_MAX);
	find_range(&s, &b);
	count_buckets(&s, &b);
	for (uint32_t i = 0; i < k; i++)
		value[i] = rank[i];
	mark_buckets(&b, rank, bucket, k);
	for (size_t p = 0; p < n; p++)
		room = piece(&s, p)->cap > room ? piece(&s, p)->cap : room;
	if (b.first[b.n] > room) {
		for (uint32_t i = 0; i < k; i++)
			value[i] = select_value(&s, value[i]);
		return;
	}
	gather(&s, &b, first->scratch);
	for (uint32_t i = 0; i < k; i++)
		value[i] = select_in(&b, first->scratch, bucket[i], rank[i]);
}

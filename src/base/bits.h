/* bits.h - a set of small numbers, of which the least is found at once
 *
 * A bit for each number, and above each word of 64 a bit that says whether it
 * is empty, level by level; three levels hold 262 144 numbers.  Setting,
 * clearing and finding the next one take a step a level.
 *
 * Memory comes from the arena given to bits_init and does not grow.
 */
#ifndef DAGSIM_BASE_BITS_H
#define DAGSIM_BASE_BITS_H

#include "base/arena.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { BITS_LEVELS = 5, BITS_NONE = -1 };

struct bits {
	unsigned levels;
	uint32_t n;                   /* numbers are below it                 */
	uint64_t *level[BITS_LEVELS]; /* 0: the numbers                       */
};

/* An empty set of numbers below n >= 1. */
static inline void bits_init(struct bits *b, uint32_t n, struct arena *a)
{
	size_t words = n;

	assert(n > 0);
	*b = (struct bits){.n = n};
	do {
		words = (words + 63) / 64;
		b->level[b->levels++] = ARENA_NEW(a, uint64_t, words);
	} while (words > 1);
	assert(b->levels <= BITS_LEVELS);
}

static inline bool bits_has(const struct bits *b, uint32_t i)
{
	assert(i < b->n);
	return b->level[0][i / 64] >> (i % 64) & 1;
}

static inline void bits_set(struct bits *b, uint32_t i)
{
	assert(i < b->n);
	for (unsigned l = 0; l < b->levels; l++, i /= 64) {
		uint64_t *word = &b->level[l][i / 64], was = *word;

		*word = was | UINT64_C(1) << (i % 64);
		if (was)
			return; /* told above */
	}
}

static inline void bits_clear(struct bits *b, uint32_t i)
{
	assert(i < b->n);
	for (unsigned l = 0; l < b->levels; l++, i /= 64) {
		b->level[l][i / 64] &= ~(UINT64_C(1) << (i % 64));
		if (b->level[l][i / 64])
			return;
	}
}

static inline bool bits_any(const struct bits *b)
{
	return b->level[b->levels - 1][0] != 0;
}

/* The least number of the set that is >= from, or BITS_NONE. */
static inline int64_t bits_from(const struct bits *b, uint32_t from)
{
	uint64_t i = from;
	unsigned l = 0;

	if (from >= b->n)
		return BITS_NONE;
	for (;;) { /* up, until a word has something at or behind i */
		uint64_t word = b->level[l][i / 64] >> (i % 64);

		if (word) {
			i += (unsigned)__builtin_ctzll(word);
			break;
		}
		i = i / 64 + 1;
		if (++l == b->levels ||
		    i >= (b->n - 1) / (UINT64_C(1) << 6 * l) + 1)
			return BITS_NONE;
	}
	while (l--) /* down, to the first of it */
		i = i * 64 + (unsigned)__builtin_ctzll(b->level[l][i]);
	return (int64_t)i;
}

static inline int64_t bits_first(const struct bits *b)
{
	uint64_t i = 0;

	if (!bits_any(b))
		return BITS_NONE;
	for (unsigned l = b->levels; l--;)
		i = i * 64 + (unsigned)__builtin_ctzll(b->level[l][i]);
	return (int64_t)i;
}

#endif

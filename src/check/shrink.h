/* shrink.h - a string of bytes made as small as it stays interesting
 *
 * What the generator makes of a string gets smaller with the string (gen.h).
 * Tried in turn, until nothing helps any more: to leave records out, to make
 * bytes 0, to halve them, to take 1 off.  The result is a string that each
 * single one of these steps makes uninteresting: not the smallest there is,
 * but a small one.  (The idea is that of Hypothesis: MacIver, Donaldson,
 * ECOOP 2020.)
 *
 * Cost: some hundred questions.
 */
#ifndef DAGSIM_CHECK_SHRINK_H
#define DAGSIM_CHECK_SHRINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct shrinker {
	/* Is it still interesting?  A question counts against `left`. */
	bool (*interesting)(void *ctx, const uint8_t *bytes, size_t n);
	void *ctx;
	size_t record; /* bytes of a record; the first is the header      */
	uint64_t left; /* questions; when none is left, what there is     */
};

/* Shrinks bytes[0..*n), which are interesting, in place. */
void shrink(struct shrinker *s, uint8_t *bytes, size_t *n);

#endif

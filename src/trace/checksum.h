/* checksum.h - 64 bits that notice damage (internal)
 *
 * Not against malice, but against flipped, lost and foreign bytes: any change
 * within one aligned word of 8 bytes is noticed for certain, since each step
 * is a bijection of the state; others with odds of 1 in 2^64.  About
 * 0.3 ns a byte.
 */
#ifndef DAGSIM_TRACE_CHECKSUM_H
#define DAGSIM_TRACE_CHECKSUM_H

#include "base/rng.h"

#include <stddef.h>
#include <stdint.h>

/* Little-endian words, whatever the machine.  Spelled out byte by byte, since
 * compilers fold these, but not loops, into one access. */
static inline uint32_t load32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

static inline uint64_t load64(const uint8_t *p)
{
	return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
	       (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
	       (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
	       (uint64_t)p[7] << 56;
}

static inline void store32(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
}

static inline void store64(uint8_t *p, uint64_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
	p[4] = (uint8_t)(v >> 32);
	p[5] = (uint8_t)(v >> 40);
	p[6] = (uint8_t)(v >> 48);
	p[7] = (uint8_t)(v >> 56);
}

static inline uint64_t checksum(const uint8_t *p, size_t n, uint64_t seed)
{
	uint64_t h = rng_mix(seed ^ UINT64_C(0x9e3779b97f4a7c15));
	uint8_t tail[8] = {0};
	size_t i = 0;

	for (; i + 8 <= n; i += 8) {
		h = (h ^ load64(p + i)) * UINT64_C(0xd1342543de82ef95);
		h ^= h >> 32;
	}
	for (size_t k = 0; k < 8 && i + k < n; k++)
		tail[k] = p[i + k];
	h = (h ^ load64(tail)) * UINT64_C(0xd1342543de82ef95);
	return rng_mix(h ^ n);
}

#endif

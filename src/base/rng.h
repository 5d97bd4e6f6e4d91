/* rng.h - keyed random streams: a draw has an address, not a history
 *
 * A draw is a pure function of (seed, purpose, task, node, instance).  So two
 * policies, two points of a sweep or two threads see the same arrivals and
 * the same execution-time factors for the same job, whatever was drawn
 * before; and adding a task does not reshuffle the others, since a task is
 * addressed by the hash of its name, not by its position.
 *
 * The generator is SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) entered at a
 * keyed point: base = mixing of all but the instance, then one finalizer
 * call a draw, about 1 ns.  No global state, no clock.
 */
#ifndef DAGSIM_BASE_RNG_H
#define DAGSIM_BASE_RNG_H

#include "base/int128.h"

#include <stddef.h>
#include <stdint.h>

enum rng_purpose {
	RNG_JITTER = 1, /* release jitter of an instance                  */
	RNG_GAP,        /* extra inter-arrival time of a sporadic task    */
	RNG_FACTOR,     /* execution-time factor of a node of a job       */
	RNG_TAIL,       /* whether that factor falls in the heavy tail    */
	RNG_OVERHEAD,   /* overheads of an executor                       */
	RNG_GENERATE,   /* task-set generation                            */
	RNG_ADVERSARY,  /* attacks: falsification, property tests         */
	RNG_DELAY,      /* of the message of an edge of a job             */
	RNG_LATENCY,    /* of a wake-up of a node of a job               */
	RNG_BURST,      /* when latencies come in bursts                 */
};

static inline uint64_t rng_mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* The first half of rng_base, which is the same for all of a task. */
static inline uint64_t rng_task(uint64_t seed, enum rng_purpose purpose,
				uint64_t task_key)
{
	uint64_t h = rng_mix(seed + UINT64_C(0x9e3779b97f4a7c15));

	h = rng_mix(h ^
		    rng_mix((uint64_t)purpose * UINT64_C(0xd1342543de82ef95)));
	return rng_mix(h ^ task_key);
}

/* And the second. */
static inline uint64_t rng_base_of(uint64_t task, uint64_t node)
{
	return rng_mix(task + node * UINT64_C(0x9e3779b97f4a7c15));
}

/* The base of the stream (seed, purpose, task, node). */
static inline uint64_t rng_base(uint64_t seed, enum rng_purpose purpose,
				uint64_t task_key, uint64_t node)
{
	return rng_base_of(rng_task(seed, purpose, task_key), node);
}

/* The draw number `instance` of that stream: 64 uniform bits. */
static inline uint64_t rng_draw(uint64_t base, uint64_t instance)
{
	return rng_mix(base + (instance + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* Uniform in [0, n), n >= 1, from 64 uniform bits (bias below n / 2^64). */
static inline uint64_t rng_below(uint64_t bits, uint64_t n)
{
	return (uint64_t)(((uint128)bits * n) >> 64);
}

/* A sequential stream for generators and attacks. */
struct rng {
	uint64_t state;
};
static inline uint64_t rng_next(struct rng *r)
{
	return rng_mix(r->state += UINT64_C(0x9e3779b97f4a7c15));
}
static inline uint64_t rng_next_below(struct rng *r, uint64_t n)
{
	return rng_below(rng_next(r), n);
}

/* The key of a name: 64-bit FNV-1a, finalized. */
uint64_t rng_name_key(const char *name);

#endif

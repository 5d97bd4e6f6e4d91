/* rng.c - see rng.h */
#include "base/rng.h"

uint64_t rng_name_key(const char *name)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	return rng_mix(h);
}

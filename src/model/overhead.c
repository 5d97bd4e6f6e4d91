/* overhead.c - see overhead.h */
#include "model/overhead.h"

#include <assert.h>

const char *const overhead_names[] = {
	"release", "decision",     "lock",        "ipi",
	"wake",    "switch_yield", "switch_full", "migration",
	"message", "lock_wait",    NULL};
_Static_assert(sizeof(overhead_names) / sizeof(*overhead_names) ==
		       OVERHEAD_KINDS + 1,
	       "every kind has a name");

dag_time overhead_draw(const struct overhead *o, uint64_t key)
{
	dag_time t;

	assert(o->least >= 0 && o->least <= o->most);
	assert(o->most <= OVERHEAD_MAX);
	if (overhead_is_free(o))
		return 0;
	t = draw_value(&o->base, rng_draw(key, 0));
	t = noise_apply(t, noise_draw(&o->noise, key, ~key, 1));
	if (t < o->least)
		return o->least;
	return t < o->most ? t : o->most;
}

dag_time overhead_bytes(const struct overheads *o, uint32_t bytes)
{
	const int128 fine = FINE_PER_NS;
	int128 whole = o->per_byte * bytes;

	assert(o->per_byte >= 0);
	assert(bytes <= MESSAGE_BYTES_MAX);
	if (whole / fine >= OVERHEAD_MAX)
		return OVERHEAD_MAX;
	return div_half_even(whole, FINE_PER_NS);
}

bool overheads_any(const struct overheads *o)
{
	bool any = o->per_byte > 0;

	assert(o);
	for (int i = 0; i < OVERHEAD_GIVEN; i++)
		any |= !overhead_is_free(&o->of[i]);
	return any;
}

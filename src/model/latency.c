/* latency.c - tables, draws and bursts; see latency.h */
#include "model/latency.h"

#include <assert.h>
#include <math.h>

#define UNIT 1000.0 /* ns: a law becomes factors on it                   */

/* --- tables --- */

/* A factor on the unit, in ns, rounded half up. */
static dag_time in_ns(noise_factor f)
{
	uint128 v = (uint128)f * (uint64_t)UNIT + (NOISE_ONE >> 1);

	assert(f <= NOISE_MAX);
	return (dag_time)(v >> 32);
}

bool latency_init(struct latency *l, struct arena *a, const struct law *laws,
		  uint32_t n, struct dag_error *e)
{
	struct noise *cpus = ARENA_NEW(a, struct noise, n);

	assert(n >= 1 && n <= LATENCY_CPUS);
	*l = (struct latency){.cpus = cpus, .n_cpus = n, .least = DAG_TIME_MAX};
	for (uint32_t i = 0; i < n; i++) {
		dag_time least, most;

		if (!noise_init_histogram(&cpus[i], a, laws[i].edges,
					  laws[i].weights, laws[i].n, UNIT, e))
			return false;
		least = in_ns(noise_min(&cpus[i]));
		most = in_ns(noise_max(&cpus[i]));
		l->least = least < l->least ? least : l->least;
		l->most = most > l->most ? most : l->most;
	}
	assert(l->least <= l->most && l->most <= 2 * LATENCY_MOST);
	return true;
}

/* --- bursts --- */

bool latency_set_burst(struct latency *l, double share, dag_time length,
		       struct dag_error *e)
{
	struct latency_burst *b = &l->burst;
	double leave = 1.0 / LATENCY_BURST_SLOTS;

	if (!(share > 0 && share <= 0.5))
		return error_set(e, NULL, 0, 0,
				 "the share of bursts is %g (valid: above 0, "
				 "to 0.5)",
				 share);
	if (length < LATENCY_BURST_SLOTS)
		return error_set(e, NULL, 0, 0, "bursts are shorter than %d ns",
				 LATENCY_BURST_SLOTS);
	b->share = (uint64_t)ldexp(share, 64);
	b->slot = length / LATENCY_BURST_SLOTS;
	b->leave = (uint64_t)ldexp(leave, 64);
	b->enter = (uint64_t)ldexp(leave * share / (1 - share), 64);
	assert(b->share && b->enter <= UINT64_MAX - b->leave);
	return true;
}

/* The draw of a slot says: a burst now, calm now, or as in the slot before. */
bool latency_is_burst(const struct latency_burst *b, uint64_t base, dag_time t)
{
	uint64_t slot;

	if (!b->share)
		return false;
	assert(b->slot > 0 && t >= 0);
	for (slot = (uint64_t)(t / b->slot) + 1; slot > 0; slot--) {
		uint64_t bits = rng_draw(base, slot);

		if (bits < b->enter)
			return true;
		if (bits >= UINT64_MAX - b->leave)
			return false;
	}
	return rng_draw(base, 0) < b->share;
}

dag_time latency_draw(const struct latency *l, uint32_t cpu, uint64_t bits,
		      uint64_t burst_base, dag_time t)
{
	const struct noise *n;

	assert(l->n_cpus > 0);
	n = &l->cpus[l->n_cpus > 1 ? cpu % l->n_cpus : 0];
	if (l->burst.share) {
		uint64_t share = l->burst.share;

		if (latency_is_burst(&l->burst, burst_base, t))
			bits = rng_below(bits, share) + (~share + 1);
		else
			bits = rng_below(bits, ~share + 1);
	}
	return n->table ? in_ns(noise_quantile(n->table, bits))
			: (dag_time)UNIT;
}

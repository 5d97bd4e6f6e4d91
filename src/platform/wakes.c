/* wakes.c - see wakes.h */
#include "platform/wakes.h"
#include "model/latency.h"

#include <assert.h>

struct wakes {
	struct platform_latency base;
	const struct latency *latency;
	const struct workload *w;
	uint64_t burst_base;
	uint64_t *bases; /* by thread */
	uint32_t *cores; /* by thread */
	uint32_t n_threads;
};

static dag_time draw(const struct platform_latency *l, uint32_t thread,
		     uint64_t n, uint32_t what, dag_time t)
{
	const struct wakes *x = (const struct wakes *)l;

	assert(thread < x->n_threads && what < x->w->n_nodes);
	assert(t >= 0);
	if (x->latency->releases_only && x->w->nodes[what].n_pred)
		return 0;
	return latency_draw(x->latency, x->cores[thread],
			    rng_draw(x->bases[thread], n), x->burst_base, t);
}

/* Bound to one core, or 0. */
static uint32_t core_of(const struct mapping *m, uint32_t thread)
{
	const struct workload *t = m->threads;
	const struct node *n = &t->nodes[t->tasks[thread].first_node];

	assert(thread < t->n_tasks);
	return n->cores && n->n_cores == 1 ? n->cores[0] : 0;
}

const struct platform_latency *wakes_of(const struct workload *w,
					const struct mapping *m, uint64_t seed,
					struct arena *a)
{
	struct wakes *x;

	assert(m->threads && m->threads->n_tasks == m->n_threads);
	if (!w->platform.latency)
		return NULL;
	x = ARENA_NEW(a, struct wakes, 1);
	x->base.of = draw;
	x->latency = w->platform.latency;
	x->base.bounds =
		(struct trace_latency){x->latency->least, x->latency->most,
				       x->latency->releases_only, true};
	x->w = w;
	x->burst_base = latency_burst_base(seed);
	x->n_threads = m->n_threads;
	x->bases = ARENA_NEW(a, uint64_t, m->n_threads);
	x->cores = ARENA_NEW(a, uint32_t, m->n_threads);
	for (uint32_t i = 0; i < m->n_threads; i++) {
		x->bases[i] = rng_base(seed, RNG_LATENCY,
				       rng_name_key(m->plans[i].name),
				       UINT64_C(1) << 32);
		x->cores[i] = core_of(m, i);
	}
	return &x->base;
}

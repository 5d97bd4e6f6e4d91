/* attack_span.c - on which grid, and for how long, an attacker plans */
#include "check/attack_plan.h"

#include "base/int128.h"

enum { JOBS_TRIED = 160, PERIODS = 3 };

static dag_time gcd(dag_time a, dag_time b)
{
	while (b) {
		dag_time t = a % b;

		a = b;
		b = t;
	}
	return a;
}

/* The grid that all times of the workload lie on. */
dag_time attack_grid(const struct workload *w, bool phases)
{
	dag_time g = 0;

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		g = gcd(g, w->tasks[i].period);
		g = gcd(g, w->tasks[i].deadline);
		g = gcd(g, w->tasks[i].jitter);
		g = gcd(g, phases ? w->tasks[i].phase : 0);
	}
	for (uint32_t i = 0; i < w->n_nodes; i++)
		for (uint32_t b = 0; b < w->models[w->nodes[i].model].max_batch;
		     b++)
			g = gcd(g, w->models[w->nodes[i].model].latency[b]);
	for (uint32_t i = 0; i < w->n_edges; i++)
		g = gcd(g, w->edges[i].delay);
	return g ? g : 1;
}

dag_time attack_length(const struct workload *w)
{
	const int64_t one = INT64_C(1) << 60;
	int128 rate = 0, most;
	dag_time longest = 1, latest = 0, length;

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		if (t->period > longest)
			longest = t->period;
		if (t->phase > latest)
			latest = t->phase;
		rate += one / t->period;
	}
	most = rate ? (int128)JOBS_TRIED * one / rate : longest;
	length = most > SPAN_MAX / 8 ? SPAN_MAX / 8 : (dag_time)most;
	if (longest < length / PERIODS)
		length = longest * PERIODS;
	return length < latest ? latest : length;
}

/* generate_dump.c - a line of hash for each of many generated sets, for
 * generate_portable.sh to compare between compilers and CPUs. */
#include "model/generate.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t hash_set(const struct workload *w)
{
	uint64_t h = w->n_edges;

	for (uint32_t i = 0; i < w->n_tasks; i++) {
		const struct task *t = &w->tasks[i];

		h = rng_mix(h ^ (uint64_t)t->period);
		h = rng_mix(h ^ (uint64_t)t->deadline);
		h = rng_mix(h ^ (uint64_t)t->phase);
		h = rng_mix(h ^ (uint64_t)t->jitter);
	}
	for (uint32_t i = 0; i < w->n_models; i++)
		for (uint32_t b = 0; b < w->models[i].max_batch; b++)
			h = rng_mix(h ^ (uint64_t)w->models[i].latency[b]);
	for (uint32_t i = 0; i < w->n_edges; i++) {
		h = rng_mix(h ^ w->edges[i].from);
		h = rng_mix(h ^ w->edges[i].to);
		h = rng_mix(h ^ (uint64_t)w->edges[i].delay);
	}
	return h;
}

static void dump(const char *const (*keys)[2], const char *method)
{
	struct arena a = {0};
	struct generate_spec s;
	struct generator *g;
	struct dag_error e = {0};

	generate_spec_init(&s, GENERATE_STREAMS);
	for (; (*keys)[0]; keys++)
		if (!generate_spec_set(&s, &a, (*keys)[0], (*keys)[1], &e))
			abort();
	if (!generate_spec_set(&s, &a, "utilization_method", method, &e))
		abort();
	g = generator_new(&s, &e);
	if (!g)
		abort();
	for (uint64_t i = 0; i < 300; i++) {
		const struct workload *w = generator_make(g, i, &e);

		if (w)
			printf("%016llx\n", (unsigned long long)hash_set(w));
		else
			puts(e.msg);
	}
	generator_free(g);
	arena_free(&a);
}

int main(void)
{
	static const char *const streams[][2] = {{"kind", "streams"},
						 {"streams_per_model", "1..3"},
						 {"utilization_max", "1"},
						 {"utilization", "1.7"},
						 {"jitter", "0..1"},
						 {"overhead", "0..1"},
						 {NULL, NULL}};
	static const char *const dags[][2] = {{"kind", "dag"},
					      {"graph", "gnp"},
					      {"compat", "rd_gen"},
					      {"deadline", "path"},
					      {"deadline_factor", "1..2"},
					      {"ccr", "0..1"},
					      {"utilization_max", "2"},
					      {"utilization", "3.1"},
					      {NULL, NULL}};

	for (int m = 0; utilization_method_names[m]; m++) {
		dump(streams, utilization_method_names[m]);
		dump(dags, utilization_method_names[m]);
	}
	return 0;
}

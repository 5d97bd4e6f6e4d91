/* bench_generate.c - synthetic sets a second, by kind and method
 *
 *   bench_generate [SETS]    at least SETS sets each (default 20000)
 */
#define _POSIX_C_SOURCE 200809L
#include "model/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void fail(const char *what, const struct dag_error *e)
{
	fprintf(stderr, "%s: %s\n", what, e->msg);
	exit(1);
}

/* keys: "key=value" texts, NULL ends. */
static void measure(const char *what, uint64_t sets, const char *const *keys)
{
	struct arena a = {0};
	struct generate_spec s;
	struct generator *g;
	struct dag_error e;
	uint64_t nodes = 0;
	double start;

	generate_spec_init(&s, GENERATE_STREAMS);
	for (; *keys; keys += 2)
		if (!generate_spec_set(&s, &a, keys[0], keys[1], &e))
			fail(keys[0], &e);
	g = generator_new(&s, &e);
	if (!g)
		fail(what, &e);
	start = cpu_s();
	for (uint64_t i = 1; i <= sets; i++) {
		const struct workload *w = generator_make(g, i, &e);

		if (!w)
			fail(what, &e);
		nodes += w->n_nodes;
	}
	start = cpu_s() - start;
	printf("%-34s %9.0f sets/s %11.0f nodes/s %8.2f us/set\n", what,
	       (double)sets / start, (double)nodes / start,
	       start / (double)sets * 1e6);
	generator_free(g);
	arena_free(&a);
}

#define MEASURE(what, sets, ...)                                               \
	measure(what, sets, (const char *const[]){__VA_ARGS__, NULL})

int main(int argc, char **argv)
{
	uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;

	MEASURE("10 streams, uunifast_discard", 5 * n, "utilization", "0.9");
	MEASURE("10 streams, randfixedsum", 5 * n, "utilization_method",
		"randfixedsum");
	MEASURE("10 streams, drs, each at most 0.2", 5 * n,
		"utilization_method", "drs", "utilization_max", "0.2",
		"utilization", "0.9");
	MEASURE("10 streams in groups on few models", 5 * n,
		"streams_per_model", "2..4", "group_size", "1..2");
	MEASURE("10 tasks", 5 * n, "kind", "tasks");
	MEASURE("100 tasks", n / 2, "kind", "tasks", "tasks", "100");
	MEASURE("3 DAGs, awkernel-table5", n, "kind", "dag", "graph", "chain",
		"unit", "1ms", "period", "50ms, 100ms", "split", "grouping");
	MEASURE("3 DAGs, layered", n, "kind", "dag");
	MEASURE("3 DAGs, gnp", n, "kind", "dag", "graph", "gnp");
	MEASURE("3 DAGs, fan_in_fan_out", n, "kind", "dag", "graph",
		"fan_in_fan_out");
	MEASURE("3 DAGs, fork_join", n, "kind", "dag", "graph", "fork_join");
	return 0;
}

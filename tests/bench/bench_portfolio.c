/* bench_portfolio.c - what the tests for several cores cost a set
 *
 *   bench_portfolio [SETS]    of each kind of graph and load (default 200)
 *
 * Sets of 2 to 6 DAGs, m = 4.  Each test on all sets, then the portfolio of
 * each scheduler as `dagsim analyze` asks it: cheap ones first, as long as
 * there is something left to find; building the set of numbers included.  The
 * aim is 0.3 ms a set for the three portfolios together.
 */
#include "analysis/test.h"
#include "model/generate.h"
#include "policies/lineup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TESTS = 64, CORES = 4 };

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct {
	double seconds;
	uint64_t sets, proved;
} cost[TESTS];

static void fail(const struct dag_error *e)
{
	fprintf(stderr, "bench_portfolio: %s\n", e->msg);
	exit(1);
}

static struct generator *generator(const char *graph, unsigned dags,
				   const char *load, struct arena *a)
{
	const char *keys[] = {"kind", "dag",  "graph", graph,         "cores",
			      "4",    "dags", NULL,    "utilization", load,
			      "unit", "1us",  "nodes", "5..30"};
	/* fork_join has no number of nodes */
	size_t n_keys = sizeof(keys) / sizeof(*keys) -
			(strcmp(graph, "fork_join") ? 0 : 2);
	struct generate_spec s;
	struct dag_error e;
	struct generator *g;
	char n[8];

	snprintf(n, sizeof(n), "%u", dags);
	keys[7] = n;
	generate_spec_init(&s, GENERATE_DAG);
	for (size_t i = 0; i < n_keys; i += 2)
		if (!generate_spec_set(&s, a, keys[i], keys[i + 1], &e))
			fail(&e);
	g = generator_new(&s, &e);
	if (!g)
		fail(&e);
	return g;
}

/* --- one set --- */

static struct analysis_options options = {.want_bounds = true};

/* The set as that line-up sees it. */
static struct analysis_input ask_under(const struct workload *w,
				       const char *lineup, struct arena *a)
{
	static const struct analysis_charge nominal;
	struct policy_traits *traits = ARENA_NEW(a, struct policy_traits, 1);
	struct analysis_set *s = set_build(w, &nominal, TIME_DENSE, a);
	struct dag_error e;
	struct lineup l;

	if (!lineup_init(&l, lineup, w, a, &e))
		fail(&e);
	*traits = analysis_bind(s, l.policy, w);
	analysis_place(s, l.policy, w, a);
	return (struct analysis_input){.set = s,
				       .policy = traits,
				       .policy_name = lineup,
				       .options = &options,
				       .arena = a};
}

static void each_test(const struct workload *w, const char *lineup,
		      struct arena *a)
{
	const struct analysis_test *t;

	for (unsigned i = 0;; i++) {
		struct analysis_input in = ask_under(w, lineup, a);
		struct verdict v;
		double t0;
		size_t k = 0;

		t = analysis_for(in.policy, in.set, i);
		if (!t)
			return;
		while (analysis_table[k] != t)
			k++;
		t0 = cpu_seconds();
		analysis_run(t, &in, &v);
		cost[k].seconds += cpu_seconds() - t0;
		if (v.kind != VERDICT_NOT_APPLICABLE) {
			cost[k].sets++;
			cost[k].proved += v.kind == VERDICT_SCHEDULABLE;
		}
		arena_reset(a);
	}
}

static bool portfolio(const struct workload *w, const char *lineup,
		      struct arena *a)
{
	struct analysis_input in = ask_under(w, lineup, a);
	struct verdict v[TESTS];
	const struct analysis_test *t;
	size_t n = 0;
	bool proved = false;

	for (unsigned i = 0; (t = analysis_for(in.policy, in.set, i)); i++) {
		if (analysis_needless(t, v, n, options.want_bounds))
			continue;
		analysis_run(t, &in, &v[n]);
		proved |= v[n++].kind == VERDICT_SCHEDULABLE;
	}
	arena_reset(a);
	return proved;
}

/* --- all sets --- */

static const char *const lineups[] = {
	"gedf", "gfp:priority=dm,node_order=longest_tail", "federated"};
enum { LINEUPS = sizeof(lineups) / sizeof(*lineups) };

static struct {
	double seconds;
	uint64_t proved;
} whole[LINEUPS];

static uint64_t run_sets(const char *graph, unsigned dags, const char *load,
			 uint64_t sets, struct arena *a)
{
	struct arena spec = {0};
	struct generator *g = generator(graph, dags, load, &spec);
	struct dag_error e;
	uint64_t made = 0;

	for (uint64_t i = 1; i <= sets; i++) {
		const struct workload *w = generator_make(g, i, &e);

		if (!w)
			continue; /* no such utilizations */
		made++;
		for (int k = 0; k < LINEUPS; k++) {
			double t0 = cpu_seconds();

			whole[k].proved += portfolio(w, lineups[k], a);
			whole[k].seconds += cpu_seconds() - t0;
			each_test(w, lineups[k], a);
		}
	}
	generator_free(g);
	arena_free(&spec);
	return made;
}

int main(int argc, char **argv)
{
	static const char *const graphs[] = {"gnp", "layered", "fork_join"};
	static const char *const loads[] = {"0.8", "1.6", "2.4", "3.2"};
	uint64_t sets = argc > 1 ? strtoull(argv[1], NULL, 10) : 20, n = 0;
	struct arena a = {0};
	double sum = 0;

	for (int g = 0; g < 3; g++)
		for (int l = 0; l < 4; l++)
			for (unsigned dags = 2; dags <= 6; dags += 2)
				n += run_sets(graphs[g], dags, loads[l], sets,
					      &a);
	printf("%llu sets of 2 to 6 DAGs on %d cores\n", (unsigned long long)n,
	       CORES);
	for (size_t i = 0; analysis_table[i]; i++)
		if (cost[i].sets)
			printf("  %-26s %8.4f ms a set  %5.1f %% proved\n",
			       analysis_table[i]->name,
			       1e3 * cost[i].seconds / (double)cost[i].sets,
			       100 * (double)cost[i].proved /
				       (double)cost[i].sets);
	for (int k = 0; k < LINEUPS; k++) {
		sum += whole[k].seconds;
		printf("portfolio of %-42s %8.4f ms a set  %5.1f %% proved\n",
		       lineups[k], 1e3 * whole[k].seconds / (double)n,
		       100 * (double)whole[k].proved / (double)n);
	}
	printf("all three: %.4f ms a set\n", 1e3 * sum / (double)n);
	arena_free(&a);
	return 0;
}

/* dagsets.h - sets of DAG tasks for tests of analyses
 *
 * Three fixed sets with known answers (FX1: 2 cores, 2 tasks; FX2: 4 cores, 3
 * tasks; FX3: 10 cores, 3 tasks); the sets of tests/oracle/data/
 * dag_oracle.json; random ones.  One tick is one nanosecond.  Tasks are named
 * t0, t1, ... and nodes n0, n1, ...
 */
#ifndef DAGSIM_TESTS_DAGSETS_H
#define DAGSIM_TESTS_DAGSETS_H

#include "base/rng.h"
#include "tests/support/make_workload.h"

#include <cjson/cJSON.h>

enum { FX1, FX2, FX3 };
struct workload *dagset_fixture(int which);

/* The whole of that file, read once for each call; delete it when done. */
cJSON *dagset_oracle(void);
/* One of its `sets`. */
struct workload *dagset_from_json(const cJSON *set);

int64_t json_at(const cJSON *array, int i);
int64_t json_get(const cJSON *object, const char *key);

/* How random tasks look. */
enum dag_shape {
	SHAPE_FORK_JOIN,
	SHAPE_GNP,
	SHAPE_LAYERED,
	SHAPE_CHAINS,
	SHAPES
};

/* Edges among n nodes, from lower to higher ones: edge i goes from[i] ->
 * to[i].  Room for n * (n - 1) / 2 of them.  Returns their number. */
unsigned dagset_shape(enum dag_shape shape, unsigned n, struct rng *r,
		      unsigned *from, unsigned *to);

struct dagset_spec {
	unsigned cores;
	unsigned tasks;   /* 1 .. this many                              */
	unsigned nodes;   /* of a task, 1 .. this many                   */
	dag_time cost;    /* of a node, 1 .. this                        */
	double load;      /* utilization aimed at, in cores              */
	bool constrained; /* D < T for some                              */
};
/* A random set; periods are chosen to come near the load. */
struct workload *dagset_draw(const struct dagset_spec *spec, struct rng *r);

#endif

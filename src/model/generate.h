/* generate.h - synthetic workloads, by number, from a spec
 *
 * A spec says how sets are made; a generator makes set number i of it.  Sets
 * are numbered by any 64-bit number, and a set is a function of (spec, seed,
 * number): it never depends on the sets before it.  What is drawn for one
 * purpose (utilizations, periods, deadlines, structure, ...) is keyed apart
 * from the rest and by task, so that two specs that differ in one parameter
 * make sets that differ in what it concerns: at another utilization the
 * periods and graphs are the same.  Everything is computed in integers and
 * IEEE operations: the same on every machine.
 *
 * Three kinds:
 *   streams  inference streams on one accelerator: models with C(b) = a + c b
 *            and a max_batch, each used by one or several streams, some of
 *            them in groups that share a tick.  For the batching tests.
 *   tasks    independent sequential tasks on m cores.
 *   dag      DAG tasks on m cores: fan-in/fan-out, G(n, p) and chain-based
 *            graphs as RD-Gen makes them (github.com/azu-lab/RD-Gen), nested
 *            fork-join (Melani et al., ECRTS 2015) and layer by layer
 *            (Tobita and Kasahara 2002); one method for all DAGs, or one
 *            drawn for each.
 *
 * A spec is a flat map of keys; generate_spec.c has the table.  The same keys
 * are the options of `dagsim generate`, may be set one by one (sweeps vary
 * them), and are printed as a file that reads back to the same spec.
 *
 * Times of a set: C = U T rounded to `unit`, at least one; utilizations are
 * shares with an exact sum (utilization.h), so only this rounding moves the
 * total.
 *
 * Cost (tests/bench/bench_generate.c): 3 to 5 us for a set of 10 streams or
 * tasks, 2 to 7 us a DAG of 20 nodes; memory is reused from set to set.
 */
#ifndef DAGSIM_MODEL_GENERATE_H
#define DAGSIM_MODEL_GENERATE_H

#include "model/draw.h"
#include "model/utilization.h"
#include "model/generate_keys.h"
#include "model/workload.h"

#include <stdio.h>

enum {
	GENERATE_TASKS_MAX = 10000, /* streams, tasks, DAGs of a set      */
	GENERATE_NODES_MAX = 10000, /* of a DAG                           */
	GENERATE_CORES_MAX = 4095,
};
#define GENERATE_TIME_MAX (3600 * 24 * NS_PER_S) /* of a drawn time       */

enum generate_kind { GENERATE_STREAMS, GENERATE_TASKS, GENERATE_DAG };
enum graph_method {
	GRAPH_FAN_IN_FAN_OUT,
	GRAPH_GNP,
	GRAPH_CHAIN,
	GRAPH_FORK_JOIN,
	GRAPH_LAYERED,
};
/* What a deadline is measured by; f is the deadline factor, T the period, L
 * the longest path (of a single node: its time). */
enum deadline_rule {
	DEADLINE_OF_PERIOD, /* f T                                       */
	DEADLINE_OF_PATH,   /* f L                                       */
	DEADLINE_BETWEEN,   /* L + f (T - L): f in 0..1 is D in [L, T]   */
};
/* How a DAG's time is divided among its nodes. */
enum split_rule {
	SPLIT_UNIFORM,  /* every division as likely                       */
	SPLIT_GROUPING, /* RD-Gen's: a random part is cut anywhere        */
};
enum compat { COMPAT_NONE, COMPAT_RD_GEN };

/* Bounds of shares: none, one for all, or a list. */
struct shares {
	const int64_t *values; /* units of utilization.h                  */
	uint32_t n;
};

/* Choices are int, as the reader stores them. */
struct generate_spec {
	int kind; /* enum generate_kind                                   */
	int64_t seed;
	/* Load. */
	struct ratio utilization; /* num 0: the default of the kind       */
	int utilization_method;   /* enum utilization_method              */
	struct shares utilization_min, utilization_max;
	int64_t tries;
	/* Times. */
	struct draw period, deadline_factor;
	struct draw phase, jitter; /* in periods                          */
	int deadline, arrival;     /* enum deadline_rule, enum arrival    */
	dag_time unit;
	/* Streams. */
	int64_t streams;
	struct draw streams_per_model, max_batch, overhead, group_size;
	struct ratio high_criticality;
	/* Cores. */
	int64_t cores;  /* 0: the default of the kind                   */
	int preemption; /* enum preemption                              */
	struct ratio bcet;
	int64_t tasks;
	/* DAGs. */
	struct draw dags;
	bool fit;
	int split, compat;     /* enum split_rule, enum compat            */
	struct draw node_wcet; /* high 0: none                            */
	struct draw edge_delay;
	struct draw ccr; /* high 0: none                                  */
	/* Graphs. */
	struct draw graph; /* numbers of enum graph_method                */
	struct draw nodes, sources, sinks;
	int64_t in_degree, out_degree;
	struct draw edge_probability, layers;
	struct draw chains, main_length, sub_sequences;
	int64_t link_sources, merge_sinks; /* 0: neither                  */
	bool link_main, link_sub, merge_middle, merge_sink;
	int64_t depth;
	struct draw branches;
	struct ratio fork_probability;

	uint64_t given; /* bit KEY_x: set by a file or a caller           */
	/* Where a file says it, or where it begins if it does not; line 0:
	 * there is no file, or what stands there is overridden. */
	const char *file;
	struct {
		unsigned line, col;
	} at[GENERATE_N_KEYS];
};

/* file, line, col for error_set. */
#define GENERATE_AT(s, key)                                                    \
	(s)->at[key].line ? (s)->file : NULL, (s)->at[key].line,               \
		(s)->at[key].col

/* Can a DAG of it be such a graph? */
bool generate_may_be(const struct generate_spec *s, enum graph_method m);

/* --- Specs --- */

/* Defaults of a kind. */
void generate_spec_init(struct generate_spec *s, enum generate_kind kind);

/* Reads a map of keys over what is there.  Strings and lists live in the
 * reader's arena.  Keys of another kind or graph are errors. */
bool generate_spec_read(struct reader *r, const struct tree *map,
			struct generate_spec *s);

/* Defaults, then the file ("-": standard input).  Lists live in `a`. */
bool generate_spec_load(const char *path, struct arena *a,
			struct generate_spec *s, struct dag_error *e);

/* Sets one key from text, as if it stood in a file.  *e: message only. */
bool generate_spec_set(struct generate_spec *s, struct arena *a,
		       const char *key, const char *value, struct dag_error *e);

/* Sets the keys of a preset: "awkernel-table5". */
bool generate_spec_preset(struct generate_spec *s, struct arena *a,
			  const char *name, struct dag_error *e);
extern const char *const generate_preset_names[];
extern const char *const generate_kind_names[];

/* What the kind settles where nothing was said. */
struct ratio generate_utilization(const struct generate_spec *s);
int64_t generate_cores(const struct generate_spec *s);

/* Prints every key that concerns the kind and graph, one a line, each behind
 * `prefix`: without it, a file that reads back to the same spec. */
void generate_spec_print(FILE *out, const struct generate_spec *s,
			 const char *prefix);

/* --- Sets --- */

struct generator;

/* What making a set took; told in headers and reports. */
struct generate_effort {
	uint64_t vectors; /* of utilizations, the kept one included       */
	uint64_t graphs;  /* DAGs only: graphs, the kept ones included    */
	uint64_t raised;  /* tasks and nodes whose time was below a unit  */
	uint64_t misfits; /* sets thrown away, with `fit`                 */
};

/* NULL and *e where the keys contradict each other, at the place of one of them
 * where that stands in a file.  The spec is copied, its lists are not. */
struct generator *generator_new(const struct generate_spec *s,
				struct dag_error *e);

/* Set number `number`: valid, with everything derived that a loaded workload
 * has, but for line numbers and digest.  It belongs to the generator and is
 * gone at the next call.  NULL and *e, with a place as above, where
 * utilizations or a graph are not found within the tries. */
const struct workload *generator_make(struct generator *g, uint64_t number,
				      struct dag_error *e);
struct generate_effort generator_effort(const struct generator *g);
void generator_free(struct generator *g);

#endif

/* generate_parts.h - the pieces of the generator (generate.h)
 *
 * generate.c owns the generator and what the kinds share, generate_spec.c and
 * generate_values.c read specs, one file a kind fills the workload,
 * generate_graph.c and generate_chain.c draw graphs.
 * Not for use outside src/model/generate*.c.
 */
#ifndef DAGSIM_MODEL_GENERATE_PARTS_H
#define DAGSIM_MODEL_GENERATE_PARTS_H

#include "model/generate.h"

/* What a draw is for: with the seed and the number of the set its key. */
enum generate_role {
	ROLE_UTILIZATION = 1,
	ROLE_PERIOD,
	ROLE_DEADLINE,
	ROLE_PHASE,
	ROLE_JITTER,
	ROLE_MODEL, /* how many streams share it                          */
	ROLE_BATCH,
	ROLE_OVERHEAD,
	ROLE_GROUP,
	ROLE_CRITICAL,
	ROLE_GRAPH,
	ROLE_SPLIT,
	ROLE_NODE,
	ROLE_DELAY,
	ROLE_CCR,
	ROLE_DAGS,
	ROLE_METHOD,
};

struct generator {
	struct generate_spec spec;
	uint64_t number;  /* of the set that is being made                 */
	uint64_t attempt; /* at it, from 0                                */
	bool misfit; /* the longest path of a DAG is above its deadline   */
	struct workload w;
	struct arena set; /* everything of it; reset for the next         */
	struct arena shared, tables; /* of all sets; of `shares`          */
	struct utilization shares;   /* prepared for shares.n, 0: not yet */
	struct noise noise;          /* of execution times on cores       */
	struct generate_effort effort;
};

/* The key of a stream of draws for this purpose, and its draw `item`. */
static inline uint64_t generate_base(const struct generator *g,
				     enum generate_role role)
{
	return rng_base((uint64_t)g->spec.seed, RNG_GENERATE,
			(uint64_t)role | g->attempt << 8, g->number);
}
static inline uint64_t generate_bits(const struct generator *g,
				     enum generate_role role, uint64_t item)
{
	return rng_draw(generate_base(g, role), item);
}

/* The kinds.  They fill g->w but for what workload_check derives. */
bool generate_streams(struct generator *g, struct dag_error *e);
bool generate_tasks(struct generator *g, struct dag_error *e);
bool generate_dags(struct generator *g, struct dag_error *e);

/* The shares of n models, tasks or DAGs; NULL and *e. */
const int64_t *generate_shares(struct generator *g, uint32_t n,
			       struct dag_error *e);

/* share * period in whole units, half to even. */
int64_t generate_work(const struct generator *g, int64_t share,
		      dag_time period);

/* A task with the period, or one that is drawn where that is 0, phase and
 * jitter of the tick `item`. */
struct task generate_timing(const struct generator *g, uint64_t item,
			    dag_time period);

/* Sets its deadline by the rule; `path` is its longest path. */
void generate_deadline(const struct generator *g, struct task *t, uint64_t item,
		       dag_time path);

/* A model of a node on a core with that WCET; index into g->w.models. */
uint32_t generate_core_model(struct generator *g, const char *task,
			     const char *node, dag_time wcet);

/* prefix and number, the latter with at least `digits` digits. */
const char *generate_name(struct generator *g, const char *prefix,
			  uint32_t number, unsigned digits);
/* Digits of the largest number of a list of n that counts from 1. */
unsigned generate_digits(uint32_t n);

/* Cuts `total` >= n into n parts of at least 1. */
void generate_split(const struct generator *g, struct rng *r, int64_t total,
		    uint32_t n, int64_t *parts);

/* --- Specs --- */

/* Is it set by a file or a caller? */
static inline bool generate_given(const struct generate_spec *s,
				  enum generate_key key)
{
	return s->given >> key & 1;
}

/* Of two keys the one that stands further down. */
static inline enum generate_key generate_later(const struct generate_spec *s,
					       enum generate_key a,
					       enum generate_key b)
{
	bool below =
		s->at[b].line > s->at[a].line ||
		(s->at[b].line == s->at[a].line && s->at[b].col > s->at[a].col);

	return below ? b : a;
}

/* generate_check.c: do the keys go together?  False and *e, with the place. */
bool generate_check(const struct generate_spec *s, struct dag_error *e);

/* generate_values.c. */

/* One share or a list, in units of 10^-12; a text may hold commas. */
bool generate_read_shares(struct reader *r, const struct tree *t,
			  const char *key, struct shares *out);

/* One of f->choices, or several, as `gnp, layered*2`: a draw of numbers of
 * them. */
bool generate_read_words(struct reader *r, const struct tree *t,
			 const struct field *f, struct draw *out);

/* --- Graphs --- */

struct arc {
	uint32_t from, to;
};

/* Nodes 0..n-1 and arcs between them, without cycles. */
struct graph {
	uint32_t n, m;
	struct arc *arcs;
	uint32_t *in, *out; /* degrees                                    */
	size_t cap_nodes, cap_arcs;
	struct arena *arena; /* of the arrays                             */
	struct arena *scratch;
	bool full; /* more nodes or arcs were asked for than are allowed  */
};
enum { GRAPH_ARCS_MAX = 1 << 22, GRAPH_TRIES = 1000 };

/* Draws a connected graph; *tries counts those drawn.  False and *e. */
bool graph_draw(const struct generate_spec *s, enum graph_method method,
		struct graph *g, struct rng *r, uint64_t *tries,
		struct dag_error *e);

/* Adds k nodes, returns the first. */
uint32_t graph_nodes(struct graph *g, uint32_t k);
void graph_arc(struct graph *g, uint32_t from, uint32_t to);

/* Of the list one with the fewest successors (predecessors where `in`); each
 * of equals as likely. */
uint32_t graph_least(const struct graph *g, const uint32_t *list, uint32_t n,
		     bool in, struct rng *r);

/* generate_chain.c: false where the tails cannot be merged. */
bool graph_chains(const struct generate_spec *s, struct graph *g,
		  struct rng *r);

/* A count drawn from the sequence. */
static inline uint32_t graph_count(const struct draw *d, struct rng *r)
{
	return (uint32_t)draw_value(d, rng_next(r));
}

#endif

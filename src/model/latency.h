/* latency.h - from an event to the thread that answers it: wake-up latencies
 *
 * A kernel takes time from an interrupt, or from the moment at which another
 * thread makes a node ready, until the thread that runs the node is on its
 * way.  A latency is that time as a distribution.  A run with one delays each
 * wake-up: each node of a job joins its queue so much later than what it
 * waits for.  It is a delay and not overhead (overhead.h): cores go on with
 * other work meanwhile.  It is drawn once for a wake-up, not for execution
 * times, and is a function of (seed, task, node, job), so two policies see the
 * same latency for the same event.
 *
 * Where laws come from: latency_law.h.  Draws are made as those of noises
 * (noise.h): 64 keyed bits, a table of thresholds that is built once, an
 * integer interpolation; the same ns on every machine, about 10 ns each.
 *
 * Bursts: a summary or a histogram tells nothing of the order of latencies.
 * Two states that all wake-ups share, calm and burst, may modulate them: time
 * is cut into slots, a sixteenth of the mean length of a burst; from slot to
 * slot the state changes with fixed probabilities, so its dwell is geometric.
 * In a burst, which holds a share q of all time, latencies are the upper q of
 * the law, else the rest; so the marginal law stays what it was.  The state of
 * a slot is a function of (seed, slot): it looks back to the last slot whose
 * draw decides the state whatever was before, some sixteen slots.
 *
 * The eight named laws, linux612-{none,voluntary,preempt,rt}-{idle,load}, are
 * those of 100 000 answers each of an application on Linux 6.12 with four
 * preemption models, published as minimum, quartiles, maximum and mean of CAN
 * round trips; see latency_names.c.
 */
#ifndef DAGSIM_MODEL_LATENCY_H
#define DAGSIM_MODEL_LATENCY_H

#include "base/rng.h"
#include "model/latency_law.h"
#include "model/noise.h"

enum {
	LATENCY_CPUS = 4096,      /* laws of one latency, at most             */
	LATENCY_BURST_SLOTS = 16, /* in the mean length of a burst            */
};
#define LATENCY_MOST (1000 * NS_PER_S)

struct latency_burst {
	uint64_t share; /* of all time, in 2^-64; 0: no bursts                */
	dag_time slot;
	uint64_t enter, leave; /* probabilities from slot to slot, in 2^-64   */
};

struct latency {
	const char *spec; /* as the user named it: for messages and saving    */
	bool is_named;    /* spec alone says what it is                       */
	const struct noise *cpus; /* factors on 1 us                          */
	uint32_t n_cpus;          /* 1: the same for all                      */
	dag_time least, most;     /* of all draws                             */
	bool releases_only; /* not when predecessors wake a node              */
	struct latency_burst burst;
};

/* A latency of that many laws (law k is for cpu k, k + n, ...), which are
 * turned into tables in `a`. */
bool latency_init(struct latency *l, struct arena *a, const struct law *laws,
		  uint32_t n, struct dag_error *e);

/* Bursts that hold the share 0 < share <= 0.5 of all time and last `length`
 * > 0 in the mean. */
bool latency_set_burst(struct latency *l, double share, dag_time length,
		       struct dag_error *e);

/* Is there a burst at time t?  `base` is of the stream of states. */
bool latency_is_burst(const struct latency_burst *b, uint64_t base, dag_time t);

/* The latency of a wake-up on `cpu` at time t, for 64 keyed bits. */
dag_time latency_draw(const struct latency *l, uint32_t cpu, uint64_t bits,
		      uint64_t burst_base, dag_time t);

/* The base of the states of a run. */
static inline uint64_t latency_burst_base(uint64_t seed)
{
	return rng_base(seed, RNG_BURST, 0, 0);
}

/* --- the named laws (latency_names.c) --- */

struct latency_row {
	const char *name, *about;
	struct latency_summary summary;
};
extern const struct latency_row latency_rows[]; /* a NULL name ends it      */

/* The row of that name, or NULL and a message with what is valid. */
const struct latency_row *latency_find(const char *name, struct dag_error *e);

/* --- what a user may say of any law --- */

struct latency_options {
	enum law_choice tail;
	bool has_tail; /* else: gpd of a summary, data of a histogram         */
	enum law_cap cap;
	double most; /* LAW_CAP_VALUE, ns; above the base                     */
	double base; /* ns that are no latency; below 0: the least, for a
		      * summary, else 0                                       */
};

/* The law of a row as asked. */
bool latency_law_of_row(struct law *law, struct arena *a,
			const struct latency_summary *s,
			const struct latency_options *o, struct dag_error *e);

/* Subtracts the base and caps, whatever the law came from; `least` is the
 * base where none is given. */
void latency_finish_law(struct law *law, const struct latency_options *o,
			double least);

#endif

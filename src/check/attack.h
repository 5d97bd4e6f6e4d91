/* attack.h - arrivals and execution times that a workload allows, and that miss
 *
 * What a workload allows: every task releases its jobs at nominal times at
 * least a period apart (exactly a period, unless it is sporadic), each job up
 * to its jitter later; the first nominal time is anywhere, or where the
 * workload says; streams of a group share theirs; a batch takes anything from
 * the least time of its model (its bcet; 1 ns where it has none) to C(b).
 * Jobs that come at one instant come in any order.
 *
 * The attacker looks for a plan that makes a job late under the policy
 * itself, as run by the simulator:
 *
 *   critical instants   all tasks together; one, or several of one model, a
 *                       nanosecond before the others; the streams of a model
 *                       before the rest (they ride); jitter used up at the
 *                       first job, so that the jobs pile up
 *   exploration         of all states that arrivals on the grid that the
 *                       times of the workload have in common can lead to
 *                       (explore.h), where asked for and where these are few
 *   enumeration         else of all starts on that grid
 *   hill climbing       on the lateness of the latest job, with restarts:
 *                       starts that align with other starts and costs,
 *                       jitter, gaps, order, short execution times
 *
 * Purity: a function of its input and seed.  Every plan tried is lawful; what
 * is found is a list of releases, and a struct sim_times, that replay it.
 * Cost: one run of the simulator a plan, 10 us and up.
 */
#ifndef DAGSIM_CHECK_ATTACK_H
#define DAGSIM_CHECK_ATTACK_H

#include "base/rng.h"
#include "model/release.h"
#include "sim/sim.h"

enum attack_phases { PHASES_FREE, PHASES_GIVEN };

struct attack_request {
	/* Workload, policies (set up), placement, tie, rules, safety factor;
	 * the rest is the attacker's. */
	struct sim_config config;
	uint64_t seed;
	uint64_t plans;  /* at most so many runs                 */
	dag_time length; /* of the arrivals; 0: chosen           */
	enum attack_phases phases;
	bool worst_times; /* all batches take C(b)                        */
	bool explore;     /* go through all states on the grid            */
	bool by_clock;    /* the policy may look at the clock             */
	/* Says stop, where there is more to heed than a number; or NULL. */
	bool (*stop)(void *ctx);
	void *ctx;
};

/* What exploring came to. */
struct attack_explored {
	bool complete; /* all states that can be reached were seen        */
	bool ticks;    /* also a nanosecond behind the grid               */
	uint64_t states;
	dag_time grid, until; /* until 0: however long it goes on         */
};

/* A plan as found.  `times` goes into a config with `releases`. */
struct attack_result {
	bool found, exhausted; /* all plans of the grid were tried        */
	bool broken;           /* the policy broke the protocol: *error   */
	uint64_t plans;        /* that were run                           */
	dag_time lateness;     /* of the latest job of the best plan      */
	dag_time horizon;
	struct release_list releases;
	const struct sim_times *times; /* NULL: all take C(b)             */
	bool by_state; /* exploring found it                     */
	bool shorter;  /* some job took less than it might        */
	struct attack_explored explored; /* states 0: not done            */
};

/* Everything in *out lives in `a`. */
void attack_run(const struct attack_request *r, struct arena *a,
		struct attack_result *out, struct dag_error *e);

/* The tick before: a blocker starts so much earlier. */
enum { ATTACK_TICK = 1 };

#endif

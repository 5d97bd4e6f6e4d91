/* audit_platform.h - the auditor's books of threads and executors (internal)
 *
 * Of each entity (a callback, or an input of one that joins messages of several
 * jobs) the instances that wait, oldest first; of each executor what is ready
 * and what its last polling point showed; of each thread what it has in hand;
 * of each join what it has been fed.  Where the delay of an input is drawn
 * nobody tells when a message is there, so such executors are held to less
 * (loose).
 */
#ifndef DAGSIM_TRACE_AUDIT_PLATFORM_H
#define DAGSIM_TRACE_AUDIT_PLATFORM_H

#include "base/bits.h"
#include "model/runtime.h"
#include "trace/audit_state.h"

struct audit_waiting {
	uint64_t instance;
	dag_time t;
};

/* Instances that wait: a ring of cap, a power of 2. */
struct audit_entity {
	uint32_t node, task, rank;
	struct audit_waiting *items;
	uint32_t first, n, cap;
	bool is_input;
};

/* A message on its way to an input. */
struct audit_way {
	dag_time t;
	uint64_t number, instance;
	uint32_t entity;
};

/* Messages of one job that an exact join has been fed. */
struct audit_partial {
	uint64_t instance;
	uint32_t n;
};
struct audit_join {
	struct audit_partial *partial; /* by instance                         */
	size_t n, cap;
	uint64_t *held; /* of a fusion, by input: the instance + 1, or 0     */
	uint64_t lost; /* the instance + 1 that the last feeding drove out    */
	uint64_t *fed; /* by input: how many                                 */
	uint64_t fired, full;
	bool fires;  /* `full` has a message on each input                   */
	bool losing; /* some of the oldest messages, and not all yet         */
};

/* In the queue of an events executor. */
struct audit_event {
	uint32_t entity;
	dag_time t;
};
struct audit_events {
	struct audit_event *items;
	size_t first, n, cap;
};

struct audit_executor {
	struct bits ready, window; /* by rank                                 */
	uint32_t *entity_at;       /* by rank                                 */
	uint32_t n_timers;
	int64_t expected; /* SEEN records that must follow                    */
	uint32_t seen_from; /* the least rank that the next may have          */
	bool loose;
	/* At that instant something came of which no record tells whether it
	 * did before or after another: then it is loose. */
	dag_time hazy_t;
	struct audit_events events[2];
};

enum audit_hand { HAND_EMPTY, HAND_TAKEN, HAND_RUNS };
struct audit_thread {
	enum audit_hand hand;
	uint32_t task, node;
	uint64_t instance;
	bool blocked, throttled;
	bool stirred;        /* something has come for it                     */
	dag_time stirred_at; /* when; it wakes so much later:                 */
	dag_time least, most;
	bool waits;           /* for a core, at waiting[place]               */
	uint32_t place, core; /* core: where it runs, or NONE                */
	dag_time deadline; /* by which it is ranked                          */
	/* When it got its place among equals, at the earliest and the latest;
	 * when it blocked last. */
	dag_time placed, placed_by, blocked_at;
	dag_time costs; /* of its executor, not paid yet               */
};

struct audit_core {
	uint32_t thread, last, victim;
	dag_time since, ended, victim_t;
};

struct audit_platform {
	struct arena arena;
	struct audit_entity *entities;
	uint32_t n_entities;
	bool *lossy; /* by entity: an instance of it was lost                 */
	uint32_t *first_entity;   /* by node                                  */
	uint32_t *entity_of_edge; /* of an input, or NONE                     */
	struct audit_join **joins; /* by node, or NULL                        */
	struct audit_way *ways; /* a heap                                   */
	size_t n_ways, cap_ways;
	uint64_t n_sent;
	bool arrived; /* something, at an input, at this instant              */
	bool early; /* some message goes out before its node ends            */
	struct audit_executor *executors;
	struct audit_thread *threads;
	struct audit_core *cores;
	uint32_t *waiting, n_waiting; /* threads                              */
	uint32_t *busy;   /* by group: callbacks taken and not ended          */
	uint32_t polling; /* the executor whose SEEN are to come, or NONE     */
	uint32_t
		asks; /* the thread that polled, and has yet to take, or NONE */
	uint16_t asks_on; /* the core                                         */
	uint32_t feeds;   /* the node that a thread has just fed, or NONE     */
	uint32_t fed_group; /* its group, which is busy meanwhile, or NONE    */
	uint32_t called; /* the node just taken, or NONE                     */
	dag_time called_at;
};

static inline bool audit_joins_jobs(const struct trace_callback *c)
{
	return c->join == JOIN_EXACT || c->join == JOIN_APPROXIMATE ||
	       c->join == JOIN_FUSION;
}

static inline bool audit_is_loose(const struct audit *a,
				  const struct audit_executor *x)
{
	return x->loose || x->hazy_t == a->now;
}

static inline uint32_t audit_vertex_of(const struct audit *a,
				       const struct trace_rec *r)
{
	return a->h->tasks[r->task].first_node + r->node;
}

static inline const struct trace_callback *
audit_callback_of(const struct audit *a, uint32_t node)
{
	return &a->h->platform->callbacks[node];
}

/* Of what waits; NULL: nothing does. */
static inline const struct audit_waiting *audit_oldest(const struct audit *a,
						       uint32_t entity)
{
	const struct audit_entity *x = &a->platform->entities[entity];

	return x->n ? &x->items[x->first & (x->cap - 1)] : NULL;
}

/* The entity of a SEEN, TAKE or LOST, whose `input` counts from 1; 0: of the
 * callback itself.  NONE: there is no such input. */
uint32_t audit_entity_of(const struct audit *a, const struct trace_rec *r,
			 int64_t input);

/* audit_queues.c: what waits, and what is lost */
void audit_arrive(struct audit *a, uint32_t entity, uint64_t instance);
/* It waits no longer.  Says so, if it did not, or was not the oldest. */
void audit_withdraw(struct audit *a, const struct trace_rec *r, uint32_t entity,
		    enum audit_rule rule, const char *what);
/* At the end of an instant: no queue of an input holds more than it may. */
void audit_check_full(struct audit *a);
void audit_on_lost(struct audit *a, const struct trace_rec *r);
void audit_check_skipped(struct audit *a);
void audit_on_death(struct audit *a, const struct trace_rec *r);

/* audit_wakes.c: latencies of threads */
void audit_stir(struct audit *a, uint32_t node); /* an instance comes        */
void audit_check_wake(struct audit *a, uint32_t thread);

/* audit_window.c: polling points, and the order of what is taken */
void audit_on_poll(struct audit *a, const struct trace_rec *r);
void audit_on_seen(struct audit *a, const struct trace_rec *r);
void audit_check_taken(struct audit *a, const struct trace_rec *r,
		       uint32_t entity);
void audit_put_event(struct audit *a, uint32_t entity);
/* Is there something that a thread of it may take?  An event that is not
 * void, for its first or its second thread? */
bool audit_can_take(const struct audit *a, uint32_t executor);
bool audit_has_event(const struct audit *a, uint32_t executor, uint32_t which);
/* The thread blocks: all events that are left are void. */
void audit_forget_events(struct audit *a, uint32_t thread);

/* audit_joins.c: what joins are fed, when they fire, what they lose */
void audit_joins_new(struct audit_platform *p, const struct trace_header *h);
void audit_joins_free(struct audit_platform *p, const struct trace_header *h);
void audit_on_fed(struct audit *a, const struct trace_rec *r);
void audit_on_unmatched(struct audit *a, const struct trace_rec *r);
/* READY of a join: it fires. */
void audit_on_fire(struct audit *a, const struct trace_rec *r);
/* Before any other record than those of what a join loses. */
void audit_check_fed(struct audit *a, const struct trace_rec *r);

static inline void audit_place(struct audit_thread *t, dag_time from,
			       dag_time by)
{
	t->placed = from;
	t->placed_by = by;
}

/* audit_threads.c: which thread has which core, and who sleeps */
bool audit_threads_ordered(const struct trace_platform *p);
bool audit_may_use(const struct audit *a, uint32_t thread, uint32_t core);
void audit_thread_waits(struct audit *a, uint32_t thread, bool waits);
void audit_thread_runs(struct audit *a, const struct trace_rec *r,
		       uint32_t thread);
void audit_thread_spins(struct audit *a, const struct trace_rec *r,
			uint32_t thread);
void audit_thread_stops(struct audit *a, const struct trace_rec *r,
			uint32_t thread);
/* Is there a reason to wake up now, with that deadline? */
void audit_check_reason(struct audit *a, uint32_t thread, dag_time deadline);

#endif

/* release.h - releases in time order, the same for every policy
 *
 * A cursor yields the jobs of a workload ordered by (release, task,
 * instance), the k-way merge of the sequences that could be generated
 * beforehand and sorted.  It holds one pending release per task, so memory
 * is flat in the horizon.
 *
 * The law of task i, instance k: nominal_0 = phase, nominal_{k+1} =
 * nominal_k + T (+ an exponential extra for sporadic tasks, rounded to the
 * nearest ns); release = nominal + jitter draw, uniform on the integers of
 * [0, J]; absolute deadline = nominal + D, so jitter uses up the deadline.  A
 * release at or after the horizon does not happen.  With J <= T (required)
 * the releases of a task are ordered.  A deadline beyond 2^63 - 1 ns reads
 * DAG_TIME_MAX.  The draws of instance k are rng_draw(base, k) with base =
 * rng_base(seed, RNG_JITTER or RNG_GAP, task.key, 0): the gap draw k lies
 * between instance k and k + 1.
 *
 * Alternatively the cursor replays a file (--releases): id,stream,
 * release_ns,deadline_ns in arrival order; the id is the final tie-break.
 *
 * How: a tournament tree of losers (Knuth, The Art of Computer Programming
 * 3, section 5.4.1) over one 64-bit key a task, (time - base) << k | task.
 * A step replays one fixed path of log2(tasks) levels, a minimum and a
 * maximum each: no branch to mispredict and no load that waits for a
 * compare, so it takes a half to a quarter of the time of replacing the top
 * of a 4-ary heap.  Times too far from the base for the key wait aside, and
 * the base moves up when only they are left.  Cost: O(log tasks) a release,
 * about 10 ns for 10 tasks and 25 ns for 10 000; peeking is O(1).
 */
#ifndef DAGSIM_MODEL_RELEASE_H
#define DAGSIM_MODEL_RELEASE_H

#include "model/workload.h"

#include <assert.h>

struct release {
	dag_time time;     /* when it becomes known                           */
	dag_time nominal;  /* without jitter; equals time in a file           */
	dag_time deadline; /* absolute                                        */
	uint64_t instance; /* 0, 1, ... within its task, below 2^40           */
	uint64_t tie;      /* final tie-break, unique                         */
	uint32_t task;
};

/* A list of releases read from a file; task instances are numbered by
 * (release, id).  Owned by the caller's arena. */
struct release_list {
	struct release *items; /* by time, then tie */
	size_t n;
	const struct release_times *times; /* or NULL: none are given        */
};

/* What nodes take instead of C(b): of[task][instance] by node, 0 where it is
 * C(b), or NULL where all take that. */
struct release_times {
	const dag_time ***of;
	const uint64_t *n; /* instances, by task                             */
};

struct release_cursor;

/* Cursor over generated releases in [0, horizon).  Allocated in `a`. */
struct release_cursor *release_open(struct arena *a, const struct workload *w,
				    uint64_t seed, dag_time horizon);
/* Cursor over a list, which must outlive it. */
struct release_cursor *release_replay(struct arena *a,
				      const struct release_list *list,
				      dag_time horizon);

/* Time of the next release, DAG_TIME_MAX if none.  O(1). */
static inline dag_time release_peek(const struct release_cursor *c);
/* Takes it.  Requires that there is one. */
static inline void release_next(struct release_cursor *c, struct release *out);

/* How many jobs task i can release in [0, horizon): an upper bound, met by a
 * periodic task without jitter. */
uint64_t release_bound(const struct workload *w, uint32_t task,
		       dag_time horizon);

/* The tie-break of a generated job; node is an index of workload.nodes.  A
 * release carries that of its task's first node. */
#define RELEASE_INSTANCE_BITS 40
static inline uint64_t release_tie(uint32_t node, uint64_t instance)
{
	const uint64_t mask = (UINT64_C(1) << RELEASE_INSTANCE_BITS) - 1;

	return (uint64_t)node << RELEASE_INSTANCE_BITS | (instance & mask);
}

/* Reads a releases file, "-" for standard input: the header, then one line a
 * job.  Ids are unique, in [0, 2^63); times are whole nanoseconds, releases
 * never decrease; a deadline may precede its release (jitter can use it up);
 * instances count a task's jobs by (release, id); streams are the names of
 * w's tasks.  A fifth column exec_ns may hold the execution times of the
 * job's nodes, in their order, with blanks between; 0, or an empty field: C(b);
 * of a batch that of its head counts.  Fields may be quoted as in RFC 4180,
 * lines may end in CR LF, empty lines are skipped.  Errors carry file:line:col.
 */
bool release_read(const char *path, const struct workload *w, struct arena *a,
		  struct release_list *out, struct dag_error *e);

/* --- Private part: here only so that the two functions above inline --- */

/* What random tasks need in addition. */
struct release_random {
	dag_time nominal, period, jitter, extra_mean;
	uint64_t jitter_base, gap_base;
};

/* What a step touches, 32 bytes a task. */
struct release_state {
	dag_time period, deadline;
	uint64_t tie;                  /* of the pending instance             */
	struct release_random *random; /* NULL: nominal is the release        */
};

struct release_cursor {
	dag_time next; /* what peek shows                                     */
	dag_time last; /* horizon - 1                                         */
	dag_time base;
	uint64_t winner; /* least key                                         */
	uint64_t far;    /* offset from base that no key tells; the offset of
			  * all ones stays free                               */
	unsigned shift;  /* k: 2^k leaves                                     */
	uint32_t n_tasks;
	struct release_state *tasks;
	uint64_t *losers;    /* [1 .. 2^k - 1], node i above 2i and 2i + 1    */
	dag_time *far_times; /* of tasks whose key says far                   */
	const struct release *items, *items_end; /* replay; NULL: generate    */
	const uint64_t *exp_table;
};

/* Time of the instance after the pending one; updates r->nominal. */
dag_time release_draw(const struct release_cursor *c, struct release_random *r,
		      uint64_t instance);
/* Only far keys are left: moves the base up, or finds that all is over. */
void release_rebase(struct release_cursor *c);
void release_next_item(struct release_cursor *c, struct release *out);

static inline dag_time release_peek(const struct release_cursor *c)
{
	return c->next;
}

/* A time as the key of `task`; one that no key can tell is put aside. */
static inline uint64_t release_key(struct release_cursor *c, uint32_t task,
				   dag_time time)
{
	uint64_t off = (uint64_t)(time - c->base);

	if (off >= c->far) {
		c->far_times[task] = time;
		off = c->far;
	}
	return off << c->shift | task;
}

/* The winner's leaf gets `key`: plays its way up, leaving losers behind. */
static inline void release_play(struct release_cursor *c, uint32_t leaf,
				uint64_t key)
{
	uint64_t *losers = c->losers;

	for (size_t i = ((size_t)1 << c->shift | leaf) >> 1; i; i >>= 1) {
		uint64_t other = losers[i];

		losers[i] = other < key ? key : other;
		key = other < key ? other : key;
	}
	c->winner = key;
	if (key >> c->shift >= c->far)
		release_rebase(c);
	else
		c->next = c->base + (dag_time)(key >> c->shift);
}

__attribute__((always_inline)) static inline void
release_next(struct release_cursor *c, struct release *out)
{
	uint32_t task =
		(uint32_t)(c->winner - (c->winner >> c->shift << c->shift));
	struct release_state *s;
	dag_time next;

	assert(c->next <= c->last);
	if (c->items) {
		release_next_item(c, out);
		return;
	}
	s = &c->tasks[task];
	out->time = out->nominal = c->next;
	out->task = task;
	out->tie = s->tie;
	out->instance = s->tie & ((UINT64_C(1) << RELEASE_INSTANCE_BITS) - 1);
	if (s->random) {
		out->nominal = s->random->nominal;
		next = release_draw(c, s->random, out->instance);
	} else {
		next = s->period > c->last - c->next ? DAG_TIME_MAX
						     : c->next + s->period;
	}
	if (__builtin_add_overflow(out->nominal, s->deadline, &out->deadline))
		out->deadline = DAG_TIME_MAX;
	s->tie++;
	release_play(c, task, release_key(c, task, next));
}

#endif

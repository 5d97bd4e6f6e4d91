/* release.c - see release.h */
#include "model/release.h"

#include "base/rng.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* --- The exponential law: -ln(u), u uniform in (0, 1) ---
 *
 * With u = 2^-z * m, 1/2 <= m < 1, it is z ln 2 - ln m: a table of -ln m,
 * interpolated, serves every octave.  Entries in units of 2^-32, rounded to
 * 2^-24, so that the last bits of the logarithm do not reach them. */
enum { EXP_BITS = 7, EXP_CELLS = 1 << EXP_BITS };

static const uint64_t *exp_table_new(struct arena *a)
{
	uint64_t *t = ARENA_NEW(a, uint64_t, EXP_CELLS + 1);

	for (int i = 0; i <= EXP_CELLS; i++) {
		double m = 0.5 + 0.5 * i / EXP_CELLS;
		double v = gsl_cdf_exponential_Qinv(m, 1.0);

		t[i] = (uint64_t)floor(ldexp(v, 24) + 0.5) << 8;
	}
	assert(t[0] > 0 && t[EXP_CELLS] == 0);
	return t;
}

/* round(mean * -ln(u)), DAG_TIME_MAX where that is more. */
static dag_time exp_draw(const uint64_t *t, dag_time mean, uint64_t bits)
{
	uint64_t v = bits | 1;
	unsigned zeros = (unsigned)__builtin_clzll(v);
	uint64_t m = v << zeros << 1; /* below the leading one */
	uint64_t cell = m >> (64 - EXP_BITS);
	uint64_t frac = m << EXP_BITS >> 32;
	uint64_t drop = ((t[cell] - t[cell + 1]) * frac) >> 32;
	uint64_t f = zeros * t[0] + t[cell] - drop;
	uint128 extra =
		((uint128)(uint64_t)mean * f + (UINT64_C(1) << 31)) >> 32;

	assert(mean >= 0 && cell < EXP_CELLS);
	return extra > DAG_TIME_MAX ? DAG_TIME_MAX : (dag_time)extra;
}

/* --- Generating --- */

/* nominal + jitter draw, DAG_TIME_MAX where that is past the last instant.
 * Later instances are no earlier, so that ends the task. */
static dag_time jittered(const struct release_cursor *c,
			 const struct release_random *r, uint64_t instance)
{
	uint64_t bits, jitter = 0;

	assert(r->nominal <= c->last && r->jitter <= r->period);
	if (r->jitter) {
		bits = rng_draw(r->jitter_base, instance);
		jitter = rng_below(bits, (uint64_t)r->jitter + 1);
	}
	assert(jitter <= (uint64_t)r->jitter);
	if (jitter > (uint64_t)(c->last - r->nominal))
		return DAG_TIME_MAX;
	return r->nominal + (dag_time)jitter;
}

dag_time release_draw(const struct release_cursor *c, struct release_random *r,
		      uint64_t instance)
{
	dag_time room = c->last - r->nominal, extra = 0;

	assert(room >= 0 && r->period > 0);
	if (r->period > room)
		return DAG_TIME_MAX;
	if (r->extra_mean)
		extra = exp_draw(c->exp_table, r->extra_mean,
				 rng_draw(r->gap_base, instance));
	if (extra > room - r->period)
		return DAG_TIME_MAX;
	r->nominal += r->period + extra;
	return jittered(c, r, instance + 1);
}

static struct release_random *random_new(struct arena *a, const struct task *t,
					 uint64_t seed)
{
	struct release_random *r;

	if (!t->jitter && (t->arrival != SPORADIC || !t->extra_mean))
		return NULL;
	r = ARENA_NEW(a, struct release_random, 1);
	r->nominal = t->phase;
	r->period = t->period;
	r->jitter = t->jitter;
	r->extra_mean = t->arrival == SPORADIC ? t->extra_mean : 0;
	r->jitter_base = rng_base(seed, RNG_JITTER, t->key, 0);
	r->gap_base = rng_base(seed, RNG_GAP, t->key, 0);
	return r;
}

/* The first release of a task, kept in far_times until the first rebase. */
static void task_open(struct release_cursor *c, struct arena *a, uint32_t i,
		      const struct task *t, uint64_t seed)
{
	struct release_state *s = &c->tasks[i];

	REQUIRE(t->period > 0 && t->deadline > 0 && t->phase >= 0);
	REQUIRE(t->jitter >= 0 && t->jitter <= t->period && t->extra_mean >= 0);
	s->period = t->period;
	s->deadline = t->deadline;
	s->tie = release_tie(t->first_node, 0);
	s->random = random_new(a, t, seed);
	if (s->random && s->random->extra_mean && !c->exp_table)
		c->exp_table = exp_table_new(a);
	c->far_times[i] = DAG_TIME_MAX;
	if (t->phase <= c->last)
		c->far_times[i] =
			s->random ? jittered(c, s->random, 0) : t->phase;
}

struct release_cursor *release_open(struct arena *a, const struct workload *w,
				    uint64_t seed, dag_time horizon)
{
	struct release_cursor *c = ARENA_NEW(a, struct release_cursor, 1);

	REQUIRE(w->n_tasks <= TASKS_MAX && horizon >= 0);
	while (((uint32_t)1 << c->shift) < w->n_tasks)
		c->shift++;
	c->far = (UINT64_MAX >> c->shift) - 1;
	c->n_tasks = w->n_tasks;
	c->last = horizon - 1;
	c->tasks = ARENA_NEW(a, struct release_state, w->n_tasks);
	c->far_times = ARENA_NEW(a, dag_time, w->n_tasks);
	c->losers = ARENA_NEW(a, uint64_t, (size_t)1 << c->shift);
	for (uint32_t i = 0; i < w->n_tasks; i++)
		task_open(c, a, i, &w->tasks[i], seed);
	release_rebase(c);
	return c;
}

/* The tournament from nothing.  Of the two that meet at a node the first
 * waits there and the second plays it; the better goes on up. */
static void play_all(struct release_cursor *c)
{
	const uint64_t nobody = UINT64_MAX; /* above every key */
	size_t leaves = (size_t)1 << c->shift;

	for (size_t i = 1; i < leaves; i++)
		c->losers[i] = nobody;
	for (uint32_t leaf = 0; leaf < leaves; leaf++) {
		uint64_t key = c->far << c->shift | leaf;
		size_t i = (leaves + leaf) >> 1;

		if (leaf < c->n_tasks)
			key = release_key(c, leaf, c->far_times[leaf]);
		for (; i && c->losers[i] != nobody; i >>= 1) {
			uint64_t other = c->losers[i];

			c->losers[i] = other > key ? other : key;
			key = other > key ? key : other;
		}
		if (i)
			c->losers[i] = key;
		else
			c->winner = key;
	}
}

void release_rebase(struct release_cursor *c)
{
	dag_time least = DAG_TIME_MAX;

	assert(!c->items);
	for (uint32_t i = 0; i < c->n_tasks; i++)
		if (c->far_times[i] < least)
			least = c->far_times[i];
	assert(least >= c->base);
	c->next = least;
	if (least == DAG_TIME_MAX)
		return;
	c->base = least;
	play_all(c);
	assert(c->winner >> c->shift == 0);
}

uint64_t release_bound(const struct workload *w, uint32_t task,
		       dag_time horizon)
{
	const struct task *t = &w->tasks[task];

	REQUIRE(task < w->n_tasks && t->period > 0 && t->phase >= 0);
	if (t->phase >= horizon)
		return 0;
	return (uint64_t)(horizon - 1 - t->phase) / (uint64_t)t->period + 1;
}

/* --- Replaying a file --- */

struct release_cursor *release_replay(struct arena *a,
				      const struct release_list *list,
				      dag_time horizon)
{
	struct release_cursor *c = ARENA_NEW(a, struct release_cursor, 1);
	size_t n = list->n;

	REQUIRE(horizon >= 0 && (list->items || !n));
	/* Not NULL even when empty: a replay never generates. */
	c->items = list->items ? list->items : ARENA_NEW(a, struct release, 1);
	while (n && list->items[n - 1].time >= horizon)
		n--;
	c->items_end = c->items + n;
	c->last = horizon - 1;
	c->next = n ? c->items->time : DAG_TIME_MAX;
	return c;
}

void release_next_item(struct release_cursor *c, struct release *out)
{
	assert(c->items && c->items < c->items_end);
	*out = *c->items++;
	c->next = c->items < c->items_end ? c->items->time : DAG_TIME_MAX;
	assert(c->next >= out->time);
}

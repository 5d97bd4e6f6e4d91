/* witness_search.c - arrivals that may do harm; see witness.h
 *
 * Three stages: blocker, then the streams of one model, then the others (who
 * then find riders before them); blocker, then all others; random starts.
 */
#include "analysis/witness_jobs.h"
#include "base/rng.h"

#include <string.h>

enum { SEARCH_JOBS = 4096, SEARCH_PERIODS = 4 };

struct attack {
	const struct analysis_set *s;
	bool by_tick; /* groups come together: rule RA                     */
	const struct witness_simulator *sim;
	struct arena *arena, scratch;
	dag_time length; /* of the arrivals                                */
	unsigned left;   /* replays                                        */
	struct rng rng;
	dag_time *starts; /* of random arrivals, by task                   */
	struct witness *out;
};

/* So long that every stream comes SEARCH_PERIODS times, unless that is too
 * many jobs. */
static dag_time choose_length(const struct analysis_set *s)
{
	dag_time longest = 1, rate_span;
	struct load jobs;
	int128 most;

	load_init(&jobs);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		if (t->period + t->deadline > longest)
			longest = t->period + t->deadline;
		load_add(&jobs, 1, t->period, 1);
	}
	/* jobs.high / 2^60 jobs a ns */
	most = ((int128)SEARCH_JOBS << LOAD_BITS) / (int128)jobs.high;
	rate_span = most > ANALYSIS_TIME_MAX / 8 ? ANALYSIS_TIME_MAX / 8
						 : (dag_time)most;
	if (longest > rate_span / SEARCH_PERIODS)
		return longest < rate_span ? rate_span : longest;
	return longest * SEARCH_PERIODS;
}

/* What misses outlives the search. */
static void keep(struct attack *k, const struct witness *w)
{
	size_t n = w->releases.n;

	*k->out = *w;
	k->out->releases.items = ARENA_NEW(k->arena, struct release, n);
	memcpy(k->out->releases.items, w->releases.items,
	       n * sizeof(*w->releases.items));
}

static bool try_jobs(struct attack *k, struct witness_jobs *jobs)
{
	struct witness w = {.due = k->length, .horizon = k->length + 1};

	for (uint32_t i = 0; i < k->s->n_tasks; i++) {
		dag_time end = k->length + k->s->tasks[i].deadline + 1;

		if (end > w.horizon)
			w.horizon = end;
	}
	arena_reset(&k->scratch);
	if (!witness_jobs_finish(jobs, &k->scratch, &w) || !k->left)
		return false;
	k->left--;
	w.due = w.horizon - 1;
	if (!k->sim->misses(k->sim->ctx, &w))
		return false;
	keep(k, &w);
	return true;
}

/* The jobs of a stream from `at` on, with jitter used up at the start. */
static void pile(struct attack *k, struct witness_jobs *jobs, uint32_t i,
		 dag_time at)
{
	witness_jobs_pile(jobs, i, at, k->length + k->s->tasks[i].deadline, 1);
}

/* Do they come as one? */
static bool together(const struct attack *k, uint32_t i, uint32_t j)
{
	const struct analysis_task *x = &k->s->tasks[i];
	const struct analysis_task *y = &k->s->tasks[j];

	return i == j || (k->by_tick && x->group != NONE &&
			  x->group == y->group && x->model == y->model);
}

static dag_time full_batch(const struct analysis_set *s, uint32_t model)
{
	return s->models[model].cost[s->models[model].max_batch - 1];
}

/* The blocker b with up to `mates` more streams of its model at 0; streams
 * of model m at 1; all others at 2, or at 1 where there is no m.  Under rule
 * RA the blocker is its whole group at 0, and the batch that blocks is the
 * one after `mates` full ones: the others come that much later. */
static bool try_stages(struct attack *k, uint32_t b, uint32_t mates, uint32_t m)
{
	const struct analysis_set *s = k->s;
	struct witness_jobs jobs = {.s = s};
	dag_time from = 1;

	if (k->by_tick)
		from += mates * full_batch(s, s->tasks[b].model);
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct analysis_task *t = &s->tasks[i];

		if (together(k, i, b)) {
			witness_jobs_add(&jobs, i, 0, 0, 0);
		} else if (mates && !k->by_tick &&
			   t->model == s->tasks[b].model) {
			witness_jobs_add(&jobs, i, 0, 0, 0);
			mates--;
		} else {
			pile(k, &jobs, i,
			     m == NONE || t->model == m ? from : from + 1);
		}
	}
	return try_jobs(k, &jobs);
}

static uint32_t batch_of(const struct analysis_set *s, uint32_t model)
{
	const struct analysis_model *m = &s->models[model];

	return m->max_batch < m->n_tasks ? m->max_batch : m->n_tasks;
}

/* How many batches, or mates, there are to try for a blocker. */
static uint32_t choices(const struct attack *k, uint32_t b)
{
	const struct analysis_set *s = k->s;
	uint32_t model = s->tasks[b].model, n = 0;

	if (model == NONE)
		return 1;
	if (!k->by_tick)
		return batch_of(s, model);
	for (uint32_t i = 0; i < s->n_tasks; i++)
		n += together(k, i, b);
	return (n - 1) / s->models[model].max_batch + 1;
}

static bool try_all_stages(struct attack *k)
{
	const struct analysis_set *s = k->s;

	for (uint32_t b = 0; b < s->n_tasks && k->left; b++) {
		uint32_t most = choices(k, b);

		for (uint32_t n = 0; n < most && k->left; n++) {
			if (try_stages(k, b, n, NONE))
				return true;
			for (uint32_t m = 0; m < s->n_models; m++)
				if (batch_of(s, m) > 1 &&
				    try_stages(k, b, n, m))
					return true;
		}
	}
	return false;
}

static dag_time draw(struct attack *k, dag_time most)
{
	return (dag_time)rng_next_below(&k->rng, (uint64_t)most + 1);
}

/* Where the first of the group starts, or a start of one's own. */
static dag_time draw_start(struct attack *k, uint32_t i, bool close)
{
	dag_time at = draw(k, close ? 3 : k->s->tasks[i].period);

	for (uint32_t j = 0; k->by_tick && j < i; j++)
		if (together(k, i, j))
			return k->starts[j];
	k->starts[i] = at;
	return at;
}

/* Random starts, some of them close together, jitter none or all. */
static bool try_random(struct attack *k)
{
	struct witness_jobs jobs = {.s = k->s};
	bool close = rng_next_below(&k->rng, 2);

	for (uint32_t i = 0; i < k->s->n_tasks; i++) {
		const struct analysis_task *t = &k->s->tasks[i];
		dag_time at = draw_start(k, i, close);
		/* one a stream: its own jobs keep their order */
		uint64_t rank = rng_next(&k->rng);

		for (; at <= k->length && !jobs.full; at += t->period) {
			bool late = rng_next_below(&k->rng, 3) == 0;

			witness_jobs_add(&jobs, i, late ? at + t->jitter : at,
					 at, rank);
		}
	}
	return try_jobs(k, &jobs);
}

bool witness_search(const struct analysis_test *t,
		    const struct analysis_input *in,
		    const struct witness_simulator *sim, struct witness *out)
{
	struct attack k = {
		.s = in->set,
		.by_tick = t->batch == BATCH_SAME_DEADLINE,
		.sim = sim,
		.arena = in->arena,
		.left = sim->tries,
		.rng = {rng_base(sim->seed, RNG_ADVERSARY, 0, 0)},
		.out = out,
	};

	bool found = false;

	if (!in->set->n_tasks)
		return false;
	k.length = choose_length(in->set);
	k.starts = ARENA_NEW(in->arena, dag_time, in->set->n_tasks);
	found = try_all_stages(&k);
	while (!found && k.left)
		found = try_random(&k);
	arena_free(&k.scratch);
	return found;
}

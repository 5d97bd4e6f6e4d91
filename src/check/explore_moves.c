/* explore_moves.c - what may be released, and when
 *
 * A task that has not begun may begin at any time, or at its phase where
 * phases are given; one that is sporadic may go on at any time from a period
 * after its last job on, one that is periodic must just then.  A job with
 * jitter first comes, unseen, and is then released at once or later.
 */
#include "check/explore_state.h"

#include <assert.h>

bool explore_is_led(const struct workload *w, uint32_t task)
{
	uint32_t group = w->tasks[task].group;

	for (uint32_t i = 0; group != NONE && i < task; i++)
		if (w->tasks[i].group == group)
			return true;
	return false;
}

/* The next job's nominal time is `next`, neither earlier nor later. */
static bool is_fixed(const struct explorer *x, uint32_t i)
{
	const struct source *s = &x->sources[i];

	if (!s->begun)
		return x->r->phases == PHASES_GIVEN;
	return x->w->tasks[i].arrival != SPORADIC;
}

/* The first instant at or after t that releases may fall on. */
static dag_time on_grid(const struct explorer *x, dag_time t)
{
	dag_time past = t % x->r->grid;

	if (!past || (x->ticks && past == ATTACK_TICK))
		return t;
	return t + (x->r->grid - past);
}

/* --- when --- */

static void offer(dag_time t, dag_time *least)
{
	if (t < *least)
		*least = t;
}

dag_time explore_next(const struct explorer *x, dag_time now, bool first,
		      dag_time *forced)
{
	dag_time after = first ? now : now + ATTACK_TICK, least = DAG_TIME_MAX;

	*forced = DAG_TIME_MAX;
	for (uint32_t i = 0; i < x->w->n_tasks; i++) {
		const struct source *s = &x->sources[i];
		dag_time last = s->nominal + x->w->tasks[i].jitter;

		if (explore_is_led(x->w, i))
			continue;
		if (s->late) {
			assert(last >= now);
			offer(last, forced);
			offer(on_grid(x, after), &least);
		}
		if (is_fixed(x, i))
			offer(s->next, forced);
		else
			offer(on_grid(x, s->next > after ? s->next : after),
			      &least);
	}
	offer(*forced, &least);
	return least;
}

/* --- what --- */

enum act { NOTHING, COME, GO };

/* What task i may do at t, and whether it must. */
static enum act may_do(const struct explorer *x, uint32_t i, dag_time t,
		       bool *must)
{
	const struct source *s = &x->sources[i];
	bool stands = on_grid(x, t) == t;

	*must = false;
	if (s->late) {
		*must = s->nominal + x->w->tasks[i].jitter == t;
		return *must || stands ? GO : NOTHING;
	}
	if (is_fixed(x, i)) {
		*must = s->next == t;
		return *must ? COME : NOTHING;
	}
	return stands && t >= s->next ? COME : NOTHING;
}

static void release(struct explorer *x, uint32_t i, dag_time t)
{
	struct source *s = &x->sources[i];
	const struct task *task = &x->w->tasks[i];

	array_reserve((void **)&x->releases, &x->cap_releases,
		      x->n_releases + 1, sizeof(*x->releases));
	x->releases[x->n_releases] =
		(struct release){.time = t,
				 .nominal = s->nominal,
				 .deadline = s->nominal + task->deadline,
				 .instance = s->instance++,
				 .tie = x->n_releases,
				 .task = i};
	x->n_releases++;
	s->late = false;
}

static void come(struct explorer *x, uint32_t i, dag_time t)
{
	struct source *s = &x->sources[i];

	assert(!s->late && t >= s->next);
	s->begun = true;
	s->nominal = t;
	s->next = t + x->w->tasks[i].period;
	if (x->w->tasks[i].jitter)
		s->late = true;
	else
		release(x, i, t);
}

/* With those that share its ticks. */
static void act(struct explorer *x, uint32_t i, enum act what, dag_time t)
{
	uint32_t group = x->w->tasks[i].group;

	for (uint32_t k = i; k < x->w->n_tasks; k++) {
		if (k != i && (group == NONE || x->w->tasks[k].group != group))
			continue;
		if (what == COME)
			come(x, k, t);
		else
			release(x, k, t);
	}
}

/* One act at t, chosen among those that may be; false: no more. */
static bool act_once(struct explorer *x, dag_time t)
{
	uint32_t list[EXPLORE_TASKS], n = 0, pick;
	enum act what[EXPLORE_TASKS];
	bool forced = false;

	for (uint32_t i = 0; i < x->w->n_tasks; i++) {
		bool must;
		enum act can = explore_is_led(x->w, i) ? NOTHING
						       : may_do(x, i, t, &must);

		if (can == NOTHING)
			continue;
		what[n] = can;
		list[n++] = i;
		forced |= must;
	}
	if (!n)
		return false;
	pick = explore_choose(x, n + !forced);
	if (pick == n)
		return false;
	act(x, list[pick], what[pick], t);
	return true;
}

void explore_release(struct explorer *x, dag_time t)
{
	while (act_once(x, t))
		continue;
}

/* joins.c - see joins.h */
#include "platform/joins.h"

#include <stdlib.h>
#include <string.h>

#define NO_PIVOT UINT32_MAX

struct message {
	dag_time stamp;
	uint32_t act;
};

/* Messages of an input, oldest first; those before `front` are past: the
 * search for a set has gone beyond them. */
struct input {
	struct message *items;
	size_t n, cap, front;
	bool dropped; /* one, since it was last the latest                    */
	dag_time lower_bound; /* from one stamp to the next           */
	size_t was;           /* front, while it goes on in thought   */
};

/* Messages of one job, of an exact join. */
struct partial {
	uint64_t instance;
	uint32_t act, n;
};

struct join {
	const struct callback *c;
	uint32_t n; /* inputs */
	struct input *inputs;
	struct partial *partial; /* by instance                               */
	size_t n_partial, cap_partial;
	uint32_t *fired; /* activations                                       */
	size_t first_fired, n_fired, cap_fired;
	uint32_t pivot;
	dag_time pivot_time, start, end; /* of the candidate                  */
};

struct join *join_new(const struct mapping *m, uint32_t node, struct arena *a)
{
	const struct callback *c = &m->callbacks[node];
	const struct runtime *said = m->workload->runtime;
	struct join *j = ARENA_NEW(a, struct join, 1);

	j->c = c;
	j->n = c->n_triggers;
	j->inputs = ARENA_NEW(a, struct input, j->n);
	j->pivot = NO_PIVOT;
	for (uint32_t i = 0; i < c->n_entities; i++) {
		const struct entity *y = &m->entities[c->first_entity + i];

		assert(y->node == node && y->input < j->n);
		if (said && said->lower_bounds &&
		    y->edge < m->workload->n_edges)
			j->inputs[y->input].lower_bound =
				said->lower_bounds[y->edge];
	}
	return j;
}

void join_free(struct join *j)
{
	for (uint32_t i = 0; i < j->n; i++)
		free(j->inputs[i].items);
	free(j->partial);
	free(j->fired);
}

static void fire(struct join *j, uint32_t act)
{
	if (j->first_fired == j->n_fired)
		j->first_fired = j->n_fired = 0;
	array_reserve((void **)&j->fired, &j->cap_fired, j->n_fired + 1,
		      sizeof(*j->fired));
	j->fired[j->n_fired++] = act;
}

bool join_fired(struct join *j, uint32_t *act)
{
	if (j->first_fired == j->n_fired)
		return false;
	*act = j->fired[j->first_fired++];
	return true;
}

/* A message that no set will have. */
static void lose(struct engine *e, const struct join *j, uint32_t act)
{
	e->stats.lost++;
	if (e->acts[act].task == j->c->task)
		emit_act(e, TRACE_LOST, act, j->c->local,
			 (struct emit){.index = TRACE_UNMATCHED});
	messages_drop_hold(e, act);
}

/* --- exact --- */

static void lose_partial(struct engine *e, struct join *j)
{
	struct partial p = j->partial[0];

	assert(j->n_partial);
	memmove(j->partial, j->partial + 1,
		--j->n_partial * sizeof(*j->partial));
	while (p.n--)
		lose(e, j, p.act);
}

static struct partial *partial_of(const struct engine *e, struct join *j,
				  uint32_t act)
{
	uint64_t instance = e->acts[act].instance;
	size_t i = j->n_partial;

	while (i && j->partial[i - 1].instance > instance)
		i--;
	if (i && j->partial[i - 1].instance == instance)
		return &j->partial[i - 1];
	array_reserve((void **)&j->partial, &j->cap_partial, j->n_partial + 1,
		      sizeof(*j->partial));
	memmove(j->partial + i + 1, j->partial + i,
		(j->n_partial++ - i) * sizeof(*j->partial));
	j->partial[i] = (struct partial){instance, act, 0};
	return &j->partial[i];
}

static void feed_exact(struct engine *e, struct join *j, uint32_t act)
{
	struct partial *p = partial_of(e, j, act);

	if (++p->n < j->n) {
		while (j->n_partial > j->c->queue_size)
			lose_partial(e, j);
		return;
	}
	while (j->partial[0].instance < e->acts[act].instance)
		lose_partial(e, j);
	assert(j->partial[0].act == act);
	memmove(j->partial, j->partial + 1,
		--j->n_partial * sizeof(*j->partial));
	for (uint32_t i = 1; i < j->n; i++)
		messages_drop_hold(e, act); /* one is left, to run */
	fire(j, act);
}

/* --- approximate --- */

static const struct message *front(const struct input *x)
{
	return x->front < x->n ? &x->items[x->front] : NULL;
}

/* The time that the next message of an input has at least: for one that has
 * none yet, with a candidate, that of the pivot, or what its bound says. */
static dag_time time_of(const struct join *j, uint32_t i)
{
	const struct input *x = &j->inputs[i];
	const struct message *m = front(x);
	dag_time last;

	if (m)
		return m->stamp;
	assert(j->pivot != NO_PIVOT && x->front);
	last = x->items[x->front - 1].stamp;
	return last > j->pivot_time - x->lower_bound ? last + x->lower_bound
						     : j->pivot_time;
}

/* The first of the fronts, or the last; of equals the first input, or the
 * last. */
static uint32_t extreme(const struct join *j, bool last)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < j->n; i++)
		if (last ? time_of(j, i) >= time_of(j, best)
			 : time_of(j, i) < time_of(j, best))
			best = i;
	return best;
}

static void delete_front(struct engine *e, struct join *j, struct input *x)
{
	uint32_t act = x->items[x->front].act;

	memmove(x->items + x->front, x->items + x->front + 1,
		(x->n - x->front - 1) * sizeof(*x->items));
	x->n--;
	lose(e, j, act);
}

/* The fronts are a candidate; what was passed before them is lost. */
static void make_candidate(struct engine *e, struct join *j, dag_time start,
			   dag_time end)
{
	j->start = start;
	j->end = end;
	for (uint32_t i = 0; i < j->n; i++) {
		struct input *x = &j->inputs[i];

		while (x->front) {
			x->front--;
			delete_front(e, j, x);
		}
	}
}

/* The messages of the set are the first of each input, past or not. */
static void publish(struct engine *e, struct join *j)
{
	uint32_t oldest = NONE;

	j->pivot = NO_PIVOT;
	for (uint32_t i = 0; i < j->n; i++) {
		uint32_t act = j->inputs[i].items[0].act;

		if (e->acts[act].task == j->c->task &&
		    (oldest == NONE ||
		     e->acts[act].instance < e->acts[oldest].instance))
			oldest = act;
	}
	assert(oldest != NONE);
	e->acts[oldest].held++;
	for (uint32_t i = 0; i < j->n; i++) {
		struct input *x = &j->inputs[i];
		uint32_t act = x->items[0].act;

		memmove(x->items, x->items + 1, --x->n * sizeof(*x->items));
		x->front = 0;
		messages_drop_hold(e, act);
	}
	fire(j, oldest);
}

/* (later - candidate's end) (1 + penalty) >= span */
static bool too_late(const struct join *j, dag_time later, dag_time span)
{
	struct ratio p = j->c->age_penalty;

	return (int128)(later - j->end) * (p.num + p.den) >=
	       (int128)span * p.den;
}

static bool all_there(const struct join *j)
{
	for (uint32_t i = 0; i < j->n; i++)
		if (!front(&j->inputs[i]))
			return false;
	return true;
}

/* Not all inputs have another message: could one that comes at the time of the
 * pivot or later make a better set?  Goes on in thought, and back again. */
static void try_to_prove(struct engine *e, struct join *j)
{
	bool proved = false;

	for (uint32_t i = 0; i < j->n; i++)
		j->inputs[i].was = j->inputs[i].front;
	for (;;) {
		dag_time end = time_of(j, extreme(j, true));
		uint32_t first = extreme(j, false);

		proved = too_late(j, end, j->pivot_time - j->start);
		if (proved || !too_late(j, end, time_of(j, first) - j->start) ||
		    !front(&j->inputs[first]))
			break;
		j->inputs[first].front++;
	}
	for (uint32_t i = 0; i < j->n; i++)
		j->inputs[i].front = j->inputs[i].was;
	if (proved)
		publish(e, j);
}

/* One step of the search; the fronts of all inputs are there. */
static void search(struct engine *e, struct join *j)
{
	uint32_t first = extreme(j, false), last = extreme(j, true);
	dag_time start = time_of(j, first), end = time_of(j, last);

	for (uint32_t i = 0; i < j->n; i++)
		if (i != last)
			j->inputs[i].dropped = false;
	if (j->pivot == NO_PIVOT) {
		if (end - start > j->c->max_interval ||
		    j->inputs[last].dropped) {
			delete_front(e, j, &j->inputs[first]);
			return;
		}
		j->pivot = last;
		j->pivot_time = end;
		make_candidate(e, j, start, end);
	} else if (!too_late(j, end, start - j->start)) {
		make_candidate(e, j, start, end);
	}
	j->inputs[first].front++;
	if (first == j->pivot || too_late(j, end, j->pivot_time - j->start))
		publish(e, j);
	else if (!all_there(j))
		try_to_prove(e, j);
}

static void search_on(struct engine *e, struct join *j)
{
	while (all_there(j))
		search(e, j);
}

static void feed_approximate(struct engine *e, struct join *j, uint32_t i,
			     struct message m)
{
	struct input *x = &j->inputs[i];
	bool had;

	array_reserve((void **)&x->items, &x->cap, x->n + 1, sizeof(*x->items));
	x->items[x->n++] = m;
	if (x->n - x->front == 1)
		search_on(e, j);
	if (x->n <= j->c->queue_size)
		return;
	had = j->pivot != NO_PIVOT;
	for (uint32_t k = 0; k < j->n; k++)
		j->inputs[k].front = 0;
	j->pivot = NO_PIVOT;
	x->dropped = true;
	delete_front(e, j, x);
	if (had)
		search_on(e, j);
}

/* --- fusion --- */

static void feed_fusion(struct engine *e, struct join *j, uint32_t i,
			uint32_t act)
{
	struct input *x = &j->inputs[i];

	assert(x->n <= 1 && !x->front);
	if (x->n)
		delete_front(e, j, x);
	array_reserve((void **)&x->items, &x->cap, 1, sizeof(*x->items));
	x->items[x->n++] = (struct message){.act = act};
	if (all_there(j))
		publish(e, j);
}

void join_feed(struct engine *e, const struct entity *y, uint32_t act)
{
	struct join *j = e->joins[y->node];

	assert(j && y->input < j->n);
	if (j->c->join == JOIN_EXACT)
		feed_exact(e, j, act);
	else if (j->c->join == JOIN_FUSION)
		feed_fusion(e, j, y->input, act);
	else
		feed_approximate(
			e, j, y->input,
			(struct message){messages_stamp(e, act, y->edge), act});
}

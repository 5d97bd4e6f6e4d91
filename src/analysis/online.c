/* online.c - see online.h */
#include "analysis/online_state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- the set --- */

struct online *online_new(const struct analysis_set *models,
			  const struct analysis_test *t,
			  const struct analysis_options *options)
{
	struct online *o = calloc(1, sizeof(*o));

	REQUIRE(o && models && t && options);
	o->test = t;
	o->options = *options;
	o->options.want_margin = o->options.want_bounds = false;
	o->options.want_high = false;
	o->set = *models;
	o->set.tasks = NULL;
	o->set.n_tasks = 0;
	o->set.models = calloc(models->n_models + 1u, sizeof(*models->models));
	REQUIRE(o->set.models);
	o->groups = calloc(models->n_groups + 1u, sizeof(*o->groups));
	REQUIRE(o->groups);
	o->has_responses = online_by_responses(o);
	memcpy(o->set.models, models->models,
	       models->n_models * sizeof(*models->models));
	set_refresh(&o->set);
	o->by_items = t == &np_edf_test || t == &edf_qpa_test ||
		      t == &np_edf_same_deadline_test || t == &np_fifo_test ||
		      t == &np_edf_cross_deadline_test ||
		      t == &np_edf_cross_deadline_tight_test;
	o->has_trail = o->by_items;
	load_init(&o->load);
	return o;
}

void online_free(struct online *o)
{
	if (!o)
		return;
	free(o->set.tasks);
	free(o->set.models);
	free(o->ids);
	free(o->leaving);
	free(o->trail.steps);
	free(o->groups);
	free(o->responses);
	arena_free(&o->scratch);
	free(o);
}

const struct analysis_set *online_set(const struct online *o)
{
	return &o->set;
}

static dag_time longest(const struct online *o, const struct analysis_task *t)
{
	dag_time most = t->cost;

	for (uint32_t b = 0;
	     t->model != NONE && b < o->set.models[t->model].max_batch; b++)
		if (o->set.models[t->model].cost[b] > most)
			most = o->set.models[t->model].cost[b];
	return most;
}

/* What follows from the other fields. */
static void complete(const struct online *o, struct analysis_task *t)
{
	t->due = t->deadline - t->jitter;
	if (t->model != NONE)
		t->cost = t->chunk = o->set.models[t->model].cost[0];
}

static void push_task(struct online *o, const struct analysis_task *t)
{
	uint32_t i = o->set.n_tasks;

	array_reserve((void **)&o->set.tasks, &o->cap, i + 1u,
		      sizeof(*o->set.tasks));
	array_reserve((void **)&o->ids, &o->ids_cap, i + 1u, sizeof(*o->ids));
	array_reserve((void **)&o->leaving, &o->leaving_cap, i + 1u,
		      sizeof(*o->leaving));
	o->set.tasks[i] = *t;
	o->leaving[i] = false;
	o->set.n_tasks++;
	if (t->model != NONE)
		o->set.models[t->model].n_tasks++;
	online_group_push(o, i);
	o->total += longest(o, t);
	if (o->total > ANALYSIS_TIME_MAX || t->period > ANALYSIS_TIME_MAX ||
	    t->deadline > ANALYSIS_TIME_MAX)
		set_refresh(&o->set); /* finds the limit */
}

static void pop_task(struct online *o)
{
	const struct analysis_task *t = &o->set.tasks[--o->set.n_tasks];

	online_group_pop(o, o->set.n_tasks);
	if (t->model != NONE)
		o->set.models[t->model].n_tasks--;
	o->total -= longest(o, t);
	if (o->set.limit)
		set_refresh(&o->set);
}

/* --- the trail --- */

/* What the joining stream changes. */
struct change {
	struct demand_item item;
	dag_time last_due; /* the new block can start before points below  */
	int128 riders;     /* more than in the trail                       */
};

/* The slack that the change leaves at step k, and the blocking there. */
static int128 changed_slack(const struct change *c, const struct demand_step *k,
			    dag_time *blocking)
{
	const struct demand_item *i = &c->item;
	int128 slack = k->slack - c->riders;

	*blocking = k->blocking;
	if (k->t < c->last_due && i->block > k->blocking) {
		slack -= i->block - k->blocking;
		*blocking = i->block;
	}
	if (k->t >= i->first)
		slack -= i->cost +
			 ((int128)(k->t - i->first) * i->cost + i->period - 1) /
				 i->period;
	return slack;
}

/* Before its first step a trail knows that nothing is due. */
static struct demand_step before_steps(const struct online *o, dag_time t)
{
	struct demand_step k = {t, t - (dag_time)o->riders, 0};

	for (uint32_t i = 0; i + 1 < o->set.n_tasks; i++) {
		struct demand_item x = online_item(o, i);

		if (x.block > k.blocking)
			k.blocking = x.block;
	}
	k.slack -= k.blocking;
	return k;
}

/* Copies the steps with the change up to the first that fails; returns the
 * instant from which the walk has to go on, or DAG_TIME_MAX.  At the new
 * stream's first point the promise of the step before still holds. */
static dag_time follow(const struct online *o, const struct change *c,
		       struct demand_trail *to, uint64_t *work)
{
	const struct demand_step *steps = o->trail.steps;
	size_t n = o->trail.n, at = 0;

	while (at < n && steps[at].t < c->item.first)
		at++;
	array_reserve((void **)&to->steps, &to->cap, n + 1, sizeof(*to->steps));
	for (size_t k = 0; k <= n; k++) {
		struct demand_step x;
		int128 slack;

		/* `at` steps, the new point, the other steps */
		if (k == at) {
			x = at ? steps[at - 1] : before_steps(o, c->item.first);
			x.t = c->item.first;
		} else {
			x = steps[k < at ? k : k - 1];
		}
		slack = changed_slack(c, &x, &x.blocking);
		if (slack < 0)
			return x.t;
		x.slack = (dag_time)slack;
		to->steps[to->n++] = x;
		++*work;
	}
	return DAG_TIME_MAX;
}

/* Goes on with the walk from `from`; the new stream is in the set. */
static enum demand_status resume(struct online *o, dag_time from, int128 riders,
				 struct demand_trail *to,
				 struct online_answer *out)
{
	uint32_t n = o->set.n_tasks;
	struct demand_item *items =
		ARENA_NEW(&o->scratch, struct demand_item, n);
	uint64_t most =
		o->options.max_work ? o->options.max_work : ANALYSIS_WORK;
	struct demand_result r;

	for (uint32_t i = 0; i < n; i++)
		items[i] = online_item(o, i);
	out->resumed = true;
	demand_resume(items, n, (dag_time)riders, from, most, to, &o->scratch,
		      &r);
	out->work += r.points;
	out->has_violation = r.has_violation;
	out->violation = common_point(&r.violation);
	return r.status;
}

static void keep_trail(struct online *o, struct demand_trail *to, int128 riders,
		       const struct load *load)
{
	free(o->trail.steps);
	o->trail = *to;
	*to = (struct demand_trail){0};
	o->riders = riders;
	o->load = *load;
	o->has_trail = o->trail.n <= ONLINE_STEPS;
	o->coarse_fails = !o->has_trail;
}

/* --- asking --- */

/* The test itself, on the whole set with the stream. */
static void ask_test(struct online *o, struct online_answer *out)
{
	struct analysis_input in = {
		.set = &o->set, .options = &o->options, .arena = &o->scratch};
	struct verdict v;

	analysis_run(o->test, &in, &v);
	out->admitted = v.kind == VERDICT_SCHEDULABLE;
	out->kind = v.kind;
	out->reason = v.reason;
	out->has_violation = v.has_violation;
	out->violation = v.violation;
	out->work += v.work;
}

/* Has the stream as long as the trail is for, and what comes at once too? */
static bool fifo_fits(const struct online *o, const struct analysis_task *t,
		      int128 riders)
{
	return o->test->order != ORDER_FIFO ||
	       (t->due >= o->shift && riders <= o->shift);
}

/* Does the test refuse what is violated?  What a coarse bound refuses it may
 * admit; whether a tick of rule RA really blocks so long it can tell. */
static bool is_last_word(const struct online *o,
			 const struct online_answer *out)
{
	uint32_t blocker = out->violation.blocker;

	if (o->test == &np_edf_cross_deadline_tight_test ||
	    o->test->order == ORDER_FIFO)
		return false;
	return blocker == NONE || !online_grouped(o, &o->set.tasks[blocker]);
}

/* Everything about the answer that the trail can tell; false: ask the test.
 * The stream is the last of the set. */
static bool ask_trail(struct online *o, struct online_answer *out)
{
	uint32_t last = o->set.n_tasks - 1;
	const struct analysis_task *t = &o->set.tasks[last];
	struct change c = {.item = online_joining(o)};
	struct demand_trail to = {0};
	int128 riders = online_riders(o);
	enum demand_status status = DEMAND_PASSES;
	struct load load = o->load;
	dag_time from;

	load_add(&load, c.item.cost, c.item.period, 1);
	if (!o->has_trail || load_side(&load) != LOAD_BELOW ||
	    riders > ANALYSIS_TIME_MAX || !fifo_fits(o, t, riders))
		return false;
	for (uint32_t i = 0; i < o->set.n_tasks; i++)
		if (o->set.tasks[i].due > c.last_due &&
		    (i == last ||
		     (online_batches(o) && o->set.tasks[i].model == t->model)))
			c.last_due = o->set.tasks[i].due;
	c.riders = riders - o->riders;
	from = follow(o, &c, &to, &out->work);
	if (from < DAG_TIME_MAX && o->stale) {
		from = 0;
		to.n = 0;
	}
	if (from < DAG_TIME_MAX)
		status = resume(o, from, riders, &to, out);
	out->by_trail = true;
	out->admitted = status == DEMAND_PASSES;
	if (out->admitted) {
		o->stale &= from != 0;
		keep_trail(o, &to, riders, &load);
	}
	free(to.steps);
	return out->admitted ||
	       (status == DEMAND_VIOLATED && is_last_word(o, out));
}

/* Would a stream change what the others of its model are charged in time
 * (the w of the tight test)?  Then no old step can be used. */
static bool changes_costs(const struct online *o, const struct analysis_task *t)
{
	uint32_t n = t->model == NONE ? 0 : o->set.models[t->model].n_tasks;

	return n > 0 && online_batches(o) &&
	       online_charge(o, t, n).cost != online_charge(o, t, n + 1).cost;
}

/* The set is admitted by more than its trail could say. */
static void lose_trail(struct online *o)
{
	o->has_trail = false;
	o->coarse_fails = true;
}

/* A trail for the set as it is, if the coarse bound passes. */
static void make_trail(struct online *o)
{
	struct online_answer unused = {0};
	struct demand_trail to = {0};
	int128 riders = online_riders(o);
	struct load load = online_load(o);
	dag_time least = ANALYSIS_TIME_MAX;

	lose_trail(o);
	o->stale = false;
	for (uint32_t i = 0; i < o->set.n_tasks; i++)
		if (o->set.tasks[i].due < least)
			least = o->set.tasks[i].due;
	o->shift = least;
	if (o->by_items && load_side(&load) == LOAD_BELOW &&
	    riders <= ANALYSIS_TIME_MAX &&
	    (o->test->order != ORDER_FIFO || riders <= least) &&
	    resume(o, 0, riders, &to, &unused) == DEMAND_PASSES)
		keep_trail(o, &to, riders, &load);
	free(to.steps);
}

/* Reasons that need no arithmetic: the test's own, on this stream alone. */
static bool refused_alone(struct online *o, const struct analysis_task *t,
			  struct online_answer *out)
{
	struct analysis_set one = o->set;
	struct analysis_task task = *t;
	struct analysis_input in = {
		.set = &one, .options = &o->options, .arena = &o->scratch};
	const char *why;

	one.tasks = &task;
	one.n_tasks = 1;
	why = analysis_refusal(o->test, &in);
	if (!why)
		return false;
	out->kind = VERDICT_NOT_APPLICABLE;
	out->reason = why;
	return true;
}

static const char *refusal_text(struct online *o,
				const struct online_answer *out)
{
	struct analysis_input in = {
		.set = &o->set, .options = &o->options, .arena = &o->scratch};

	return common_violation(&in, &out->violation);
}

/* A group that does not share a tick is for the test to refuse. */
static bool fits_group(const struct online *o, const struct analysis_task *t)
{
	const struct analysis_task *g;

	if (!online_grouped(o, t))
		return true;
	g = &o->set.tasks[o->groups[t->group].first];
	return g->model == t->model && g->period == t->period &&
	       g->deadline == t->deadline && g->phase == t->phase;
}

/* Is a violation proof?  Rule RB is plain EDF while nothing can batch. */
static bool is_exact(const struct online *o)
{
	for (uint32_t m = 0; online_batches(o) && m < o->set.n_models; m++)
		if (o->set.models[m].max_batch > 1 &&
		    o->set.models[m].n_tasks > 1)
			return false;
	return o->test->exact || online_batches(o);
}

/* The stream is the last of the set; costs_change: others' costs did. */
static void answer(struct online *o, bool costs_change,
		   struct online_answer *out)
{
	const struct analysis_task *t = &o->set.tasks[o->set.n_tasks - 1];
	bool simple = o->by_items && !costs_change && t->due > 0 &&
		      !o->set.limit && !online_too_steep(o, t) &&
		      fits_group(o, t);
	bool violated; /* the coarse bound is, as long as nobody leaves */

	if (online_by_responses(o) && t->due > 0 && !o->set.limit &&
	    online_ask_responses(o, out))
		return;
	if (simple && ask_trail(o, out)) {
		if (out->admitted)
			return;
		out->kind = is_exact(o) ? VERDICT_NOT_SCHEDULABLE
					: VERDICT_NOT_PROVEN;
		out->reason = refusal_text(o, out);
		return;
	}
	violated = out->has_violation;
	out->by_trail = out->resumed = false;
	ask_test(o, out);
	if (!out->admitted)
		return;
	o->has_responses = false;
	if (violated)
		lose_trail(o);
	else if (!o->coarse_fails)
		make_trail(o);
}

bool online_ask(struct online *o, const struct analysis_task *t,
		struct online_answer *out)
{
	struct analysis_task k = *t;
	bool costs_change;

	REQUIRE(k.model == NONE || k.model < o->set.n_models);
	arena_reset(&o->scratch);
	*out = (struct online_answer){.kind = VERDICT_SCHEDULABLE,
				      .reason = ""};
	complete(o, &k);
	if (refused_alone(o, &k, out))
		return false;
	costs_change = changes_costs(o, &k);
	push_task(o, &k);
	answer(o, costs_change, out);
	if (out->admitted)
		o->ids[o->set.n_tasks - 1] = out->id = ++o->last_id;
	else
		pop_task(o);
	return out->admitted;
}

/* --- leaving --- */

bool online_leave(struct online *o, uint64_t id)
{
	for (uint32_t i = 0; i < o->set.n_tasks; i++)
		if (o->ids[i] == id && !o->leaving[i]) {
			o->leaving[i] = true;
			return true;
		}
	return false;
}

void online_idle(struct online *o)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < o->set.n_tasks; i++) {
		if (o->leaving[i])
			continue;
		o->set.tasks[n] = o->set.tasks[i];
		if (o->has_responses)
			o->responses[n] = o->responses[i];
		o->ids[n] = o->ids[i];
		o->leaving[n++] = false;
	}
	if (n == o->set.n_tasks)
		return;
	o->set.n_tasks = n;
	set_refresh(&o->set);
	online_group_all(o);
	o->total = 0;
	for (uint32_t i = 0; i < n; i++)
		o->total += longest(o, &o->set.tasks[i]);
	o->load = online_load(o);
	o->stale = true;
	arena_reset(&o->scratch);
	/* costs may have become smaller: the old steps are lower bounds */
	if (!o->has_trail)
		make_trail(o);
}

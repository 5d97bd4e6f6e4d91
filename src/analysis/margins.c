/* margins.c - see margins.h */
#include "analysis/margins.h"
#include "analysis/tests.h"

#include <assert.h>

/* A probe near load 1 may need very many points; it then counts as refused,
 * and the border is not called sharp.  All margins of a set together get
 * MARGINS_WORK, of which a margin spends most in some HARD_PROBES. */
enum {
	PROBE_WORK = 2000000,
	PROBE_LEAST = 20000,
	MARGINS_WORK = 60000000,
	HARD_PROBES = 16,
};

enum what { SCALE, COST, CHUNK, PERIOD, DEADLINE };

struct search {
	const struct analysis_test *test;
	const struct analysis_input *in;
	enum what what;
	uint32_t task;
	bool gave_up; /* some probe was refused for a limit only            */
	struct arena scratch;
};

/* Under rule RA a tick changes as one. */
static bool changes(const struct search *q, const struct analysis_task *t)
{
	const struct analysis_set *s = q->in->set;
	const struct analysis_task *asked = &s->tasks[q->task];

	if (t == asked)
		return true;
	return q->test->batch == BATCH_SAME_DEADLINE && asked->group != NONE &&
	       t->group == asked->group && t->model == asked->model;
}

/* Nothing of the model asked about, or of any, runs longer than x. */
static void cut(const struct search *q, struct analysis_set *c, dag_time x)
{
	for (uint32_t i = 0; i < c->n_tasks; i++) {
		struct analysis_task *t = &c->tasks[i];
		bool is = q->task == NONE || i == q->task ||
			  (t->model != NONE &&
			   t->model == c->tasks[q->task].model);

		if (is && t->chunk > x)
			t->chunk = x;
	}
}

/* The set with x in the place asked for; NULL where that is no set. */
static struct analysis_set *changed(struct search *q, int64_t x)
{
	const struct analysis_set *s = q->in->set;
	const struct analysis_task *asked =
		q->task == NONE ? NULL : &s->tasks[q->task];
	struct analysis_set *c = set_copy(s, &q->scratch);

	if (q->what == CHUNK) {
		cut(q, c, x);
		return c;
	}
	if (q->what == SCALE)
		return set_scale_model(c, NONE, x,
				       INT64_C(1) << MARGIN_FACTOR_BITS,
				       &q->scratch)
			       ? c
			       : NULL;
	assert(asked || q->what != COST);
	if (asked && q->what == COST && asked->model != NONE)
		return set_scale_model(c, asked->model, x, asked->cost,
				       &q->scratch)
			       ? c
			       : NULL;
	for (uint32_t i = 0; i < s->n_tasks; i++) {
		struct analysis_task *t = &c->tasks[i];

		if (!changes(q, &s->tasks[i]))
			continue;
		if (q->what == PERIOD)
			t->period = x;
		if (q->what == DEADLINE)
			t->deadline = x;
		if (q->what == COST)
			set_task_cost(c, i, x, &q->scratch);
	}
	set_refresh(c);
	return c;
}

static bool passes(struct search *q, int64_t x)
{
	struct analysis_options o = {.max_work = q->in->options->max_work,
				     .any_violation = true};
	struct analysis_input in = *q->in;
	struct verdict v;

	if (!o.max_work || o.max_work > PROBE_WORK)
		o.max_work = PROBE_WORK;
	arena_reset(&q->scratch);
	in.options = &o;
	in.arena = &q->scratch;
	in.set = changed(q, x);
	if (!in.set)
		return false;
	analysis_run(q->test, &in, &v);
	if (v.kind == VERDICT_NOT_PROVEN && q->test->exact)
		q->gave_up = true;
	return v.kind == VERDICT_SCHEDULABLE;
}

/* The last x that passes between `good`, which does, and `bad`, which does
 * not, whichever is larger. */
static int64_t bisect(struct search *q, int64_t good, int64_t bad)
{
	while (good - bad > 1 || bad - good > 1) {
		int64_t mid = good + (bad - good) / 2;

		if (passes(q, mid))
			good = mid;
		else
			bad = mid;
	}
	return good;
}

/* From a value that passes towards `end` (inclusive), doubling the step. */
static struct margin reach(struct search *q, int64_t from, int64_t end)
{
	struct margin m = {.found = true};
	int64_t good = from, step = 1;

	for (;; step *= 2) {
		int64_t left = end > good ? end - good : good - end;
		int64_t by = step < left ? step : left;
		int64_t next = end > good ? good + by : good - by;

		if (!left) {
			m.open = true;
			m.value = good;
			return m;
		}
		if (!passes(q, next)) {
			m.value = bisect(q, good, next);
			return m;
		}
		good = next;
	}
}

/* From a value that fails towards `end`: the first that passes. */
static struct margin retreat(struct search *q, int64_t from, int64_t end)
{
	struct margin m = {0};
	int64_t bad = from, step = 1;

	for (;; step *= 2) {
		int64_t left = end > bad ? end - bad : bad - end;
		int64_t by = step < left ? step : left;
		int64_t next = end > bad ? bad + by : bad - by;

		if (!left)
			return m;
		if (passes(q, next)) {
			m.found = true;
			m.value = bisect(q, next, bad);
			return m;
		}
		bad = next;
	}
}

/* The border seen from `now`: `worse` and `better` end the range. */
static struct margin search(struct search *q, int64_t now, int64_t worse,
			    int64_t better)
{
	struct margin m =
		passes(q, now) ? reach(q, now, worse) : retreat(q, now, better);

	m.sharp = q->test->monotone && !q->gave_up;
	m.limited = q->gave_up;
	arena_free(&q->scratch);
	return m;
}

struct margin margin_scale(const struct analysis_test *t,
			   const struct analysis_input *in)
{
	struct search q = {t, in, SCALE, 0, false, {0}};

	return search(&q, INT64_C(1) << MARGIN_FACTOR_BITS, INT64_C(1) << 62,
		      1);
}

struct margin margin_cost(const struct analysis_test *t,
			  const struct analysis_input *in, uint32_t task)
{
	struct search q = {t, in, COST, task, false, {0}};

	REQUIRE(task < in->set->n_tasks);
	return search(&q, in->set->tasks[task].cost, ANALYSIS_TIME_MAX, 1);
}

struct margin margin_period(const struct analysis_test *t,
			    const struct analysis_input *in, uint32_t task)
{
	struct search q = {t, in, PERIOD, task, false, {0}};
	const struct analysis_task *k = &in->set->tasks[task];
	dag_time least = k->jitter > 1 ? k->jitter : 1;

	REQUIRE(task < in->set->n_tasks);
	if (!t->any_deadline && k->deadline > least)
		least = k->deadline;
	return search(&q, k->period, least < k->period ? least : k->period,
		      ANALYSIS_TIME_MAX);
}

struct margin margin_deadline(const struct analysis_test *t,
			      const struct analysis_input *in, uint32_t task)
{
	struct search q = {t, in, DEADLINE, task, false, {0}};
	const struct analysis_task *k = &in->set->tasks[task];
	dag_time most = ANALYSIS_TIME_MAX;

	REQUIRE(task < in->set->n_tasks);
	if (!t->any_deadline)
		most = k->period > k->deadline ? k->period : k->deadline;
	return search(&q, k->deadline, 1, most);
}

struct margin margin_chunk(const struct analysis_test *t,
			   const struct analysis_input *in, uint32_t task)
{
	struct search q = {t, in, CHUNK, task, false, {0}};
	dag_time longest = 0;

	REQUIRE(task == NONE || task < in->set->n_tasks);
	for (uint32_t i = 0; i < in->set->n_tasks; i++)
		if ((task == NONE || i == task) &&
		    in->set->tasks[i].chunk > longest)
			longest = in->set->tasks[i].chunk;
	if (t != &np_edf_test || longest < 2 || passes(&q, longest)) {
		arena_free(&q.scratch);
		return (struct margin){0};
	}
	return search(&q, longest, 1, 1);
}

/* What a probe may cost when n margins are asked for; several times what the
 * set as it is takes, without shortcuts, in any case. */
static uint64_t probe_work(const struct analysis_test *t,
			   const struct analysis_input *in, uint64_t n)
{
	struct analysis_options o = {.want_margin = true,
				     .max_work = in->options->max_work};
	struct analysis_input now = *in;
	uint64_t most = MARGINS_WORK / HARD_PROBES / n;
	struct arena scratch = {0};
	struct verdict v;

	if (!o.max_work || o.max_work > PROBE_WORK)
		o.max_work = PROBE_WORK;
	now.options = &o;
	now.arena = &scratch;
	analysis_run(t, &now, &v);
	arena_free(&scratch);
	if (most < 2 * v.work)
		most = 2 * v.work;
	if (most < PROBE_LEAST)
		most = PROBE_LEAST;
	return most < o.max_work ? most : o.max_work;
}

void margins_find(const struct analysis_test *t,
		  const struct analysis_input *asked, uint32_t most,
		  struct margins *out)
{
	struct analysis_options o = *asked->options;
	struct analysis_input with_limit = *asked, *in = &with_limit;
	uint32_t n = in->set->n_tasks;

	in->options = &o;
	o.max_work = probe_work(t, asked, n > most ? 2 : 4 * (uint64_t)n + 2);
	*out = (struct margins){.scale = margin_scale(t, in),
				.chunk = margin_chunk(t, in, NONE)};
	if (n > most)
		return;
	out->streams = ARENA_NEW(in->arena, struct margin_stream, n);
	out->n_streams = n;
	for (uint32_t i = 0; i < n; i++) {
		out->streams[i].cost = margin_cost(t, in, i);
		out->streams[i].chunk = margin_chunk(t, in, i);
		out->streams[i].period = margin_period(t, in, i);
		out->streams[i].deadline = margin_deadline(t, in, i);
	}
}

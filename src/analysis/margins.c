/* margins.c - see margins.h */
#include "analysis/margins.h"
#include "analysis/tests.h"

#include <assert.h>

/* A probe near load 1 may need very many points; it then counts as refused,
 * and the border is not called sharp.  All margins of a set together get
 * MARGINS_WORK, of which a margin spends most in some HARD_PROBES; what is left
 * is divided again for each margin, but the factor on all times, which says
 * most, counts as a quarter of all.  PROBES is what a margin takes. */
enum {
	PROBE_WORK = 2000000,
	PROBE_LEAST = 20000,
	MARGINS_WORK = 60000000,
	HARD_PROBES = 16,
	PROBES = 60,
	COARSE = 16, /* a first step of 1 / COARSE of the value             */
};

enum what { SCALE, COST, CHUNK, PERIOD, DEADLINE };

/* All margins of a set. */
struct margins_search {
	const struct analysis_test *test;
	const struct analysis_input *in; /* probes get its limit of work    */
	bool passes, gave_up;            /* the set as it is                */
	int64_t effort;                  /* of that, in units of work       */
	int64_t left;                    /* units for those to come         */
	uint64_t to_come;
};

struct search {
	const struct analysis_test *test;
	const struct analysis_input *in;
	enum what what;
	uint32_t task;
	bool gave_up; /* some probe was refused for a limit only            */
	bool coarse;  /* long steps first                                   */
	int64_t left; /* units of work for all probes                       */
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

/* The units that a probe has taken: of the test, and, roughly, to make the set,
 * its graphs and what the test keeps with them. */
static int64_t spent(const struct search *q, const struct analysis_set *s,
		     const struct verdict *v)
{
	uint64_t unit = q->test->unit ? q->test->unit : 1;
	uint64_t sum = v->work * unit + s->n_tasks;

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		const struct dag *d = s->tasks[i].dag;

		if (!d || d == q->in->set->tasks[i].dag)
			continue;
		sum += d->g.n + (d->g.n ? d->g.succ_at[d->g.n] : 0);
		if (unit > 1 && d->greedy)
			sum += (uint64_t)d->greedy->n * d->g.n;
	}
	return sum < INT64_MAX / 2 ? (int64_t)sum : INT64_MAX / 2;
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

	if (q->left <= 0) {
		q->gave_up = true;
		return false;
	}
	if (!o.max_work || o.max_work > PROBE_WORK)
		o.max_work = PROBE_WORK;
	arena_reset(&q->scratch);
	in.options = &o;
	in.arena = &q->scratch;
	in.set = changed(q, x);
	if (!in.set)
		return false;
	analysis_run(q->test, &in, &v);
	q->left -= spent(q, in.set, &v);
	if (v.kind == VERDICT_NOT_PROVEN && (q->test->exact || v.gave_up))
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

static int64_t towards(int64_t from, int64_t end, int64_t step, int64_t *left)
{
	*left = end > from ? end - from : from - end;
	step = step < *left ? step : *left;
	return end > from ? from + step : from - step;
}

/* Where admission is monotone, or there is little work left, the border is
 * sought by long steps first; else the nearest one by short ones. */
static int64_t first_step(const struct search *q, int64_t from)
{
	return q->coarse && from > COARSE ? from / COARSE : 1;
}

/* From a value that passes towards `end` (inclusive), doubling the step. */
static struct margin reach(struct search *q, int64_t from, int64_t end)
{
	bool ends = q->what == PERIOD || q->what == DEADLINE;
	struct margin m = {.found = true};
	int64_t good = from, left;

	if (q->test->monotone && ends && end != from && passes(q, end))
		good = end;
	for (int64_t step = first_step(q, from);; step *= 2) {
		int64_t next = towards(good, end, step, &left);

		m.value = good;
		m.open = !left;
		if (!left)
			return m;
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
	int64_t bad = from, left;

	if (q->test->monotone && end != from && !passes(q, end))
		return m;
	for (int64_t step = first_step(q, from);; step *= 2) {
		int64_t next = towards(bad, end, step, &left);

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

/* The border seen from `now`, where the set is as it is: `worse` and `better`
 * end the range. */
static struct margin find(struct margins_search *all, enum what what,
			  uint32_t task, int64_t now, int64_t worse,
			  int64_t better)
{
	int64_t share = all->left / (int64_t)all->to_come--;
	struct search q = {
		.test = all->test,
		.in = all->in,
		.what = what,
		.task = task,
		.gave_up = all->gave_up,
		.coarse = all->test->monotone || all->effort > share / PROBES,
		.left = share,
	};
	struct margin m =
		all->passes ? reach(&q, now, worse) : retreat(&q, now, better);

	m.sharp = q.test->monotone && !q.gave_up;
	m.limited = q.gave_up;
	all->left -= share - q.left;
	arena_free(&q.scratch);
	return m;
}

static struct margin find_scale(struct margins_search *all)
{
	uint64_t others = all->to_come - 1;
	struct margin m;

	all->to_come = all->to_come < 4 ? all->to_come : 4;
	m = find(all, SCALE, 0, INT64_C(1) << MARGIN_FACTOR_BITS,
		 INT64_C(1) << 62, 1);
	all->to_come = others;
	return m;
}

static struct margin find_cost(struct margins_search *all, uint32_t task)
{
	return find(all, COST, task, all->in->set->tasks[task].cost,
		    ANALYSIS_TIME_MAX, 1);
}

static struct margin find_period(struct margins_search *all, uint32_t task)
{
	const struct analysis_task *k = &all->in->set->tasks[task];
	dag_time least = k->jitter > 1 ? k->jitter : 1;

	if (!all->test->any_deadline && k->deadline > least)
		least = k->deadline;
	return find(all, PERIOD, task, k->period,
		    least < k->period ? least : k->period, ANALYSIS_TIME_MAX);
}

static struct margin find_deadline(struct margins_search *all, uint32_t task)
{
	const struct analysis_task *k = &all->in->set->tasks[task];
	dag_time most = ANALYSIS_TIME_MAX;

	if (!all->test->any_deadline)
		most = k->period > k->deadline ? k->period : k->deadline;
	return find(all, DEADLINE, task, k->deadline, 1, most);
}

/* The longest piece into which the model of `task` is to be cut (NONE: every
 * model that takes longer), with the work unchanged. */
static struct margin find_chunk(struct margins_search *all, uint32_t task)
{
	const struct analysis_set *s = all->in->set;
	dag_time longest = 0;

	for (uint32_t i = 0; i < s->n_tasks; i++)
		if ((task == NONE || i == task) && s->tasks[i].chunk > longest)
			longest = s->tasks[i].chunk;
	if (all->test != &np_edf_test || longest < 2 || all->passes) {
		all->to_come--;
		return (struct margin){0};
	}
	return find(all, CHUNK, task, longest, 1, 1);
}

/* How the set fares as it is, with no shortcuts; and from that what a probe
 * may cost when n margins are asked for. */
static uint64_t look(struct margins_search *all, uint64_t n)
{
	struct analysis_options o = *all->in->options;
	struct analysis_input now = *all->in;
	uint64_t most = MARGINS_WORK / HARD_PROBES / n;
	struct search plain = {.test = all->test, .in = all->in};
	struct arena scratch = {0};
	struct verdict v;

	if (!o.max_work || o.max_work > PROBE_WORK)
		o.max_work = PROBE_WORK;
	now.options = &o;
	now.arena = &scratch;
	analysis_run(all->test, &now, &v);
	arena_free(&scratch);
	all->passes = v.kind == VERDICT_SCHEDULABLE;
	all->gave_up =
		v.kind == VERDICT_NOT_PROVEN && (all->test->exact || v.gave_up);
	all->effort = spent(&plain, now.set, &v);
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
	struct analysis_options o = {.want_margin = true,
				     .max_work = asked->options->max_work};
	struct analysis_input in = *asked;
	uint32_t n = in.set->n_tasks;
	uint64_t margins = n > most ? 2 : 4 * (uint64_t)n + 2;
	struct margins_search all = {
		.test = t, .in = &in, .left = MARGINS_WORK, .to_come = margins};

	in.options = &o;
	o.max_work = look(&all, margins);
	*out = (struct margins){.scale = find_scale(&all),
				.chunk = find_chunk(&all, NONE)};
	if (n > most)
		return;
	out->streams = ARENA_NEW(asked->arena, struct margin_stream, n);
	out->n_streams = n;
	for (uint32_t i = 0; i < n; i++) {
		out->streams[i].cost = find_cost(&all, i);
		out->streams[i].chunk = find_chunk(&all, i);
		out->streams[i].period = find_period(&all, i);
		out->streams[i].deadline = find_deadline(&all, i);
	}
}

/* randset.c - see randset.h */
#include "tests/support/randset.h"

#include <stdio.h>
#include <string.h>

static dag_time draw(struct rng *r, dag_time lo, dag_time hi)
{
	return hi <= lo ? lo
			: lo + (dag_time)rng_next_below(r, (uint64_t)(hi - lo) +
								   1);
}

static void draw_model(struct streams *s, const struct randset *c,
		       struct rng *r)
{
	dag_time cost[16], most = c->period / (dag_time)c->gentle;
	uint32_t n = (uint32_t)draw(r, 1, c->max_batch);
	bool steady = rng_next_below(r, 2);
	dag_time step = draw(r, 0, 2);

	cost[0] = draw(r, 1, most);
	for (uint32_t b = 1; b < n; b++) {
		cost[b] = steady ? cost[b - 1] + step
				 : cost[b - 1] + draw(r, -2, 3);
		if (cost[b] < 1 || (c->monotone && cost[b] < cost[b - 1]))
			cost[b] = c->monotone ? cost[b - 1] : 1;
	}
	streams_model(s, n, cost);
}

static void draw_stream(struct streams *s, const struct randset *c,
			struct rng *r)
{
	uint32_t m = (uint32_t)rng_next_below(r, s->w.n_models);
	dag_time period = draw(r, 2, c->period), deadline, jitter = 0;
	struct task *t;

	deadline = draw(r, 1, c->long_deadlines ? 2 * period : period);
	if (rng_next_below(r, 3) == 0)
		deadline = period;
	if (c->jitter && rng_next_below(r, 2) && deadline > 1)
		jitter = draw(r, 0,
			      deadline < period ? deadline - 1 : period - 1);
	t = streams_add(s, m, period, deadline, jitter);
	if (rng_next_below(r, 2))
		t->criticality = HIGH_CRITICALITY;
	if (!c->groups || rng_next_below(r, 2))
		return;
	/* the tick of an earlier stream, or a new one */
	t->jitter = 0;
	t->group = s->w.n_groups;
	for (uint32_t i = 0; i + 1 < s->w.n_tasks && rng_next_below(r, 3); i++)
		if (s->tasks[i].group != NONE && s->nodes[i].model == m) {
			t->group = s->tasks[i].group;
			t->period = s->tasks[i].period;
			t->deadline = s->tasks[i].deadline;
			break;
		}
	if (t->group == s->w.n_groups)
		s->groups[s->w.n_groups++] =
			arena_printf(&s->arena, "g%u", t->group);
}

void randset_draw(struct streams *s, const struct randset *c, struct rng *r)
{
	unsigned models = (unsigned)draw(r, 1, c->models);
	unsigned streams = (unsigned)draw(r, 2, c->streams);

	streams_clear(s);
	for (unsigned i = 0; i < models; i++)
		draw_model(s, c, r);
	for (unsigned i = 0; i < streams; i++)
		draw_stream(s, c, r);
}

static void worsen_cost(struct streams *s, const struct randset *c,
			struct rng *r)
{
	struct model *m = &s->models[rng_next_below(r, s->w.n_models)];
	dag_time *cost = ARENA_NEW(&s->arena, dag_time, m->max_batch);
	uint32_t b = (uint32_t)rng_next_below(r, m->max_batch);

	memcpy(cost, m->latency, m->max_batch * sizeof(*cost));
	cost[b]++;
	for (uint32_t k = b + 1; c->monotone && k < m->max_batch; k++)
		if (cost[k] < cost[k - 1])
			cost[k] = cost[k - 1];
	m->latency = cost;
}

static void worsen_timing(struct streams *s, struct rng *r)
{
	uint32_t i = (uint32_t)rng_next_below(r, s->w.n_tasks);
	bool period = rng_next_below(r, 2);
	uint32_t group = s->tasks[i].group;

	for (uint32_t k = 0; k < s->w.n_tasks; k++) {
		struct task *t = &s->tasks[k];

		if (k != i && (group == NONE || t->group != group))
			continue;
		if (period && t->period > 1 && t->period > t->jitter + 1 &&
		    t->deadline < t->period)
			t->period--;
		else if (!period && t->deadline > t->jitter + 1)
			t->deadline--;
	}
}

void randset_worsen(struct streams *s, const struct randset *c, struct rng *r)
{
	if (rng_next_below(r, 2))
		worsen_cost(s, c, r);
	else
		worsen_timing(s, r);
}

bool randset_admitted(struct streams *s, const void *test)
{
	static const struct analysis_options plain;
	struct analysis_input in = {
		.set = streams_set(s), .options = &plain, .arena = &s->arena};
	const struct analysis_test *t = analysis_find(test, NULL);
	struct verdict v;

	REQUIRE(t);
	analysis_run(t, &in, &v);
	REQUIRE(v.kind != VERDICT_NOT_APPLICABLE);
	return v.kind == VERDICT_SCHEDULABLE;
}

/* A deep copy; names are shared with nobody. */
static void copy(struct streams *to, const struct streams *from)
{
	streams_clear(to);
	for (uint32_t i = 0; i < from->w.n_models; i++)
		streams_model(to, from->models[i].max_batch,
			      from->models[i].latency);
	for (uint32_t i = 0; i < from->w.n_tasks; i++) {
		const struct task *t = &from->tasks[i];
		struct task *n = streams_add(to, from->nodes[i].model,
					     t->period, t->deadline, t->jitter);
		const char *name = n->name;

		*n = *t;
		n->name = name;
	}
	for (uint32_t i = 0; i < from->w.n_groups; i++)
		to->groups[to->w.n_groups++] =
			arena_printf(&to->arena, "g%u", i);
	to->w.platform = from->w.platform;
	to->charge = from->charge;
	to->time = from->time;
}

void randset_at_edge(struct streams *s,
		     bool (*admits)(struct streams *s, const void *ctx),
		     const void *ctx, const struct randset *c, struct rng *r,
		     unsigned steps, struct streams *worse)
{
	static struct streams next, best;

	next.time = s->time;
	next.charge = s->charge;
	do {
		randset_draw(&next, c, r);
	} while (!admits(&next, ctx));
	copy(&best, &next);
	while (steps-- && admits(&next, ctx)) {
		copy(&best, &next);
		randset_worsen(&next, c, r);
	}
	copy(s, &best);
	if (worse)
		copy(worse, &next);
}

const char *randset_text(const struct streams *s)
{
	static char buf[4096];
	size_t n = 0;

	for (uint32_t i = 0; i < s->w.n_models; i++) {
		n += (size_t)snprintf(buf + n, sizeof(buf) - n, "m%u:", i);
		for (uint32_t b = 0; b < s->models[i].max_batch; b++)
			n += (size_t)snprintf(
				buf + n, sizeof(buf) - n, " %lld",
				(long long)s->models[i].latency[b]);
		n += (size_t)snprintf(buf + n, sizeof(buf) - n, "; ");
	}
	for (uint32_t i = 0; i < s->w.n_tasks; i++) {
		const struct task *t = &s->tasks[i];

		n += (size_t)snprintf(buf + n, sizeof(buf) - n,
				      "(m%u T=%lld D=%lld J=%lld g=%d p=%d) ",
				      s->nodes[i].model, (long long)t->period,
				      (long long)t->deadline,
				      (long long)t->jitter, (int)t->group,
				      t->priority);
	}
	return buf;
}

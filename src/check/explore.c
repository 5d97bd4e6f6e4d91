/* explore.c - see explore.h */
#include "check/explore_state.h"

#include "base/rng.h"
#include "check/attack_plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_MAX = 16384, STOP_EVERY = 256 };
#define IMAGES_MAX ((size_t)256 << 20)

/* A state from which not everything has been tried. */
struct frame {
	void *image;
	struct source sources[EXPLORE_TASKS];
	struct choices choices;
	size_t n_releases, n_shorter;
	dag_time now;
	bool done;
};

struct search {
	struct explorer x; /* first */
	struct explore_result *out;
	struct frame *stack;
	size_t depth, cap;
	struct seen seen;
	struct dag_error *error;
	bool cut; /* some state was not gone on from */
};

/* --- choices --- */

uint32_t explore_choose(struct explorer *x, uint32_t of)
{
	struct choices *c = &x->choices;
	struct choice *at = &c->list[c->made];

	assert(of > 0 && of <= UINT16_MAX);
	if (of == 1)
		return 0;
	if (c->made == EXPLORE_CHOICES) {
		c->overflow = true;
		return 0;
	}
	/* A policy that answers otherwise now may lead elsewhere. */
	if (c->made >= c->n || at->of != of) {
		*at = (struct choice){0, (uint16_t)of};
		c->n = c->made;
	}
	c->made++;
	return at->taken;
}

bool explore_advance(struct choices *c)
{
	uint32_t n = c->made;

	while (n && c->list[n - 1].taken + 1 == c->list[n - 1].of)
		n--;
	c->n = n;
	c->made = 0;
	if (!n)
		return false;
	c->list[n - 1].taken++;
	return true;
}

/* --- execution times --- */

static dag_time choose_time(const struct sim_times *times,
			    const struct job *head, uint32_t n,
			    dag_time nominal)
{
	struct explorer *x = (struct explorer *)times;
	dag_time least = plan_least_time(&x->w->models[head->model], nominal);

	(void)n;
	if (x->r->worst_times || least == nominal || !explore_choose(x, 2))
		return nominal;
	array_reserve((void **)&x->shorter, &x->cap_shorter, x->n_shorter + 1,
		      sizeof(*x->shorter));
	x->shorter[x->n_shorter++] = (struct short_time){head->task, head->node,
							 head->instance, least};
	return least;
}

/* --- one step --- */

static struct branch_print print_of(const struct search *s, dag_time now)
{
	const struct explorer *x = &s->x;
	bool absolute = x->r->until > 0;
	struct branch_print p = branch_print(x->branch, absolute);

	for (uint32_t i = 0; i < x->w->n_tasks; i++) {
		const struct source *from = &x->sources[i];
		dag_time wait = from->next > now ? from->next - now : 0;
		dag_time late = from->late ? now - from->nominal : 0;

		p.a = rng_mix(p.a ^ (uint64_t)wait ^
			      (uint64_t)from->begun << 63);
		p.b = rng_mix(p.b + (uint64_t)late * 2 + from->late) ^ p.a;
	}
	return p;
}

enum step { STEP_ON, STEP_MISS, STEP_END, STEP_CUT };

/* The policy goes on from where f is, one instant further. */
static enum step step(struct search *s, struct frame *f, dag_time *now)
{
	struct explorer *x = &s->x;
	dag_time forced, mine, t;
	size_t first = x->n_releases;

	t = branch_next(x->branch);
	mine = explore_next(x, f->now, s->depth == 1, &forced);
	if (mine < t)
		t = mine;
	if (branch_due(x->branch) < t)
		return STEP_MISS;
	if (t == DAG_TIME_MAX || (x->r->until && t > x->r->until))
		return STEP_END;
	if (t > SPAN_MAX / 2)
		return STEP_CUT;
	explore_release(x, t);
	switch (branch_step(x->branch, t, x->releases + first,
			    x->n_releases - first)) {
	case BRANCH_BROKEN:
		s->out->broken = true;
		return STEP_CUT;
	case BRANCH_FULL:
		return STEP_CUT;
	case BRANCH_GOES_ON:
		break;
	}
	*now = t;
	if (x->choices.overflow)
		return STEP_CUT;
	return branch_due(x->branch) <= t ? STEP_MISS : STEP_ON;
}

/* --- the stack --- */

static bool push(struct search *s, dag_time now)
{
	struct explorer *x = &s->x;
	size_t bytes = branch_bytes(x->branch);
	struct frame *f;

	if (s->depth == STACK_MAX || (s->depth + 1) * bytes > IMAGES_MAX)
		return false;
	if (s->depth == s->cap) {
		array_reserve((void **)&s->stack, &s->cap, s->cap + 64,
			      sizeof(*s->stack));
		for (size_t i = s->depth; i < s->cap; i++)
			s->stack[i].image = NULL;
	}
	f = &s->stack[s->depth++];
	if (!f->image)
		f->image = alloc_checked(malloc(bytes));
	branch_save(x->branch, f->image);
	memcpy(f->sources, x->sources, sizeof(f->sources));
	f->choices.n = f->choices.made = 0;
	f->choices.overflow = false;
	f->n_releases = x->n_releases;
	f->n_shorter = x->n_shorter;
	f->now = now;
	f->done = false;
	return true;
}

static void take_up(struct search *s, const struct frame *f)
{
	struct explorer *x = &s->x;

	branch_restore(x->branch, f->image);
	memcpy(x->sources, f->sources, sizeof(x->sources));
	x->choices = f->choices;
	x->n_releases = f->n_releases;
	x->n_shorter = f->n_shorter;
}

/* Tries the next thing from the state on top. */
static void go_on(struct search *s)
{
	struct frame *f = &s->stack[s->depth - 1];
	dag_time now = f->now;
	enum step end;

	if (f->done) {
		s->depth--;
		return;
	}
	take_up(s, f);
	end = step(s, f, &now);
	f->choices = s->x.choices;
	f->done = !explore_advance(&f->choices);
	s->out->found = end == STEP_MISS;
	s->cut |= end == STEP_CUT;
	if (end != STEP_ON || !seen_add(&s->seen, print_of(s, now)))
		return;
	s->out->states++;
	s->cut |= !push(s, now);
}

static bool is_over(const struct search *s, uint64_t steps)
{
	const struct explore_request *r = s->x.r;

	return !s->depth || s->out->found || s->out->broken ||
	       s->out->states >= r->states ||
	       (steps % STOP_EVERY == 0 && r->stop && r->stop(r->ctx));
}

/* --- what was found --- */

struct listed_times {
	struct sim_times times; /* first */
	const struct short_time *items;
	size_t n;
};

static dag_time listed_time(const struct sim_times *times,
			    const struct job *head, uint32_t n,
			    dag_time nominal)
{
	const struct listed_times *l = (const struct listed_times *)times;

	(void)n;
	for (size_t i = 0; i < l->n; i++) {
		const struct short_time *x = &l->items[i];

		if (x->task == head->task && x->node == head->node &&
		    x->instance == head->instance)
			return x->time < nominal ? x->time : nominal;
	}
	return nominal;
}

/* Until every job that came by then is judged. */
static void keep(const struct explorer *x, struct arena *a,
		 struct explore_result *out)
{
	struct listed_times *l = ARENA_NEW(a, struct listed_times, 1);
	struct short_time *items =
		ARENA_NEW(a, struct short_time, x->n_shorter + 1);

	out->releases.n = x->n_releases;
	out->releases.items = ARENA_NEW(a, struct release, x->n_releases + 1);
	for (size_t i = 0; i < x->n_releases; i++) {
		out->releases.items[i] = x->releases[i];
		if (x->releases[i].deadline >= out->horizon)
			out->horizon = x->releases[i].deadline + 1;
	}
	if (!x->n_shorter)
		return;
	memcpy(items, x->shorter, x->n_shorter * sizeof(*items));
	*l = (struct listed_times){{listed_time}, items, x->n_shorter};
	out->times = &l->times;
}

/* --- all of it --- */

/* Groups share their ticks, but not how late their jobs are. */
bool explore_suits(const struct sim_config *c)
{
	const struct workload *w = c->workload;

	for (uint32_t i = 0; i < w->n_tasks; i++)
		if (w->tasks[i].jitter && w->tasks[i].group != NONE)
			return false;
	return w->n_tasks <= EXPLORE_TASKS && branch_suits(c);
}

static bool blocks(const struct sim_config *c)
{
	for (uint32_t i = 0; i < c->placement->n_devices; i++)
		if (c->placement->devices[i].preemption != PREEMPT_FULL)
			return true;
	for (uint32_t i = 0; i < c->workload->n_nodes; i++)
		if (c->workload->nodes[i].regions)
			return true;
	return !(c->policy->ops->traits.flags & POLICY_PREEMPTS);
}

static void close_search(struct search *s)
{
	for (size_t i = 0; i < s->cap; i++)
		free(s->stack[i].image);
	free(s->stack);
	free(s->x.releases);
	free(s->x.shorter);
	seen_free(&s->seen);
	branch_close(s->x.branch);
}

void explore_run(const struct explore_request *r, struct arena *a,
		 struct explore_result *out, struct dag_error *e)
{
	struct search *s = alloc_checked(calloc(1, sizeof(*s)));
	struct sim_config c = *r->config;

	REQUIRE(explore_suits(&c) && r->grid > 0 && c.placement);
	*out = (struct explore_result){.ticks = blocks(&c)};
	s->out = out;
	s->error = e;
	s->x.times.of = choose_time;
	s->x.r = r;
	s->x.w = c.workload;
	s->x.ticks = out->ticks && r->grid > ATTACK_TICK;
	for (uint32_t i = 0; i < c.workload->n_tasks; i++)
		if (r->phases == PHASES_GIVEN)
			s->x.sources[i].next = c.workload->tasks[i].phase;
	c.times = &s->x.times;
	s->x.branch = branch_open(&c, e);
	if (s->x.branch && push(s, 0))
		for (uint64_t steps = 1; !is_over(s, steps); steps++)
			go_on(s);
	out->complete = s->x.branch && !s->depth && !s->cut && !out->found &&
			!out->broken;
	if (out->found)
		keep(&s->x, a, out);
	close_search(s);
	free(s);
}

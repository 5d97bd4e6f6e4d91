/* branch.c - see branch.h */
#include "sim/branch.h"

#include "base/rng.h"
#include "sim/rules.h"
#include "sim/state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BRANCH_ACTS = 64 };

struct branch {
	struct sim_config config;
	struct sim *sim;
	struct arena arena; /* of the run, and of nothing else            */
	struct release_list none;
	struct release arrivals[BRANCH_ARRIVALS];
	size_t bytes; /* of an image                                      */
};

bool branch_suits(const struct sim_config *c)
{
	const struct workload *w = c->workload;

	if (rules_any(&c->rules) || c->rules.release_core ||
	    w->platform.overheads || w->platform.latency)
		return false;
	for (uint32_t i = 0; i < w->n_edges; i++)
		if (w->edges[i].drawn)
			return false;
	return w->n_tasks <= BRANCH_ARRIVALS;
}

/* --- images --- */

typedef void visitor(void *ctx, void *region, size_t bytes);

/* What a run keeps outside of its arena: what sim_unplan frees. */
static void visit_regions(struct sim *s, visitor *visit, void *ctx)
{
	uint32_t bottom = s->n_slots - BRANCH_SLOTS;

	visit(ctx, s->jobs, BRANCH_SLOTS * sizeof(*s->jobs));
	visit(ctx, s->runs, BRANCH_SLOTS * sizeof(*s->runs));
	visit(ctx, s->free_slots + bottom,
	      BRANCH_SLOTS * sizeof(*s->free_slots));
	visit(ctx, s->acts, BRANCH_ACTS * sizeof(*s->acts));
	visit(ctx, s->free_acts, BRANCH_ACTS * sizeof(*s->free_acts));
	visit(ctx, s->pending,
	      (size_t)BRANCH_ACTS * s->stride * sizeof(*s->pending));
	visit(ctx, s->arrivals.items,
	      BRANCH_SLOTS * sizeof(*s->arrivals.items));
	for (uint32_t i = 0; i < s->n_devices; i++)
		ready_regions(s->devices[i].ready, BRANCH_SLOTS, visit, ctx);
}

static void count(void *ctx, void *region, size_t bytes)
{
	size_t *sum = ctx;

	(void)region;
	*sum += bytes;
}

static void copy_out(void *ctx, void *region, size_t bytes)
{
	unsigned char **to = ctx;

	memcpy(*to, region, bytes);
	*to += bytes;
}

static void copy_in(void *ctx, void *region, size_t bytes)
{
	const unsigned char **from = ctx;

	memcpy(region, *from, bytes);
	*from += bytes;
}

size_t branch_bytes(const struct branch *b)
{
	return b->bytes;
}

void branch_save(struct branch *b, void *to)
{
	unsigned char *p = to;

	arena_save(&b->arena, p);
	p += arena_used(&b->arena);
	visit_regions(b->sim, copy_out, &p);
	assert((size_t)(p - (unsigned char *)to) == b->bytes);
}

/* The run's own struct comes with the arena: the regions are where it says. */
void branch_restore(struct branch *b, const void *from)
{
	const unsigned char *p = from;

	arena_restore(&b->arena, p);
	p += arena_used(&b->arena);
	visit_regions(b->sim, copy_in, &p);
	assert((size_t)(p - (const unsigned char *)from) == b->bytes);
}

/* --- opening --- */

/* Nothing is allocated from here on, so that all stays in its place. */
static void make_room(struct sim *s)
{
	sim_grow_slots(s);
	sim_grow_acts(s);
	REQUIRE(s->n_slots >= BRANCH_SLOTS && s->n_acts >= BRANCH_ACTS);
	array_reserve((void **)&s->arrivals.items, &s->arrivals.cap,
		      BRANCH_SLOTS, sizeof(*s->arrivals.items));
	/* empty between instants: its place is kept, its items are not */
	array_reserve((void **)&s->fresh, &s->cap_fresh, BRANCH_SLOTS,
		      sizeof(*s->fresh));
	for (uint32_t i = 0; i < s->n_devices; i++)
		ready_reserve(s->devices[i].ready, BRANCH_SLOTS);
}

struct branch *branch_open(const struct sim_config *c, struct dag_error *e)
{
	struct branch *b = alloc_checked(calloc(1, sizeof(*b)));

	REQUIRE(branch_suits(c) && c->placement);
	b->config = *c;
	b->config.replay = &b->none;
	b->config.horizon = SPAN_MAX;
	b->config.late = LATE_RUN;
	b->config.noise = false;
	b->config.trace_waits = false;
	b->sim = arena_alloc(&b->arena, sizeof(*b->sim));
	if (!sim_plan(b->sim, &b->config, &b->arena, e)) {
		branch_close(b);
		return NULL;
	}
	b->sim->loop = LOOP_FULL;
	make_room(b->sim);
	b->bytes = arena_used(&b->arena);
	visit_regions(b->sim, count, &b->bytes);
	return b;
}

void branch_close(struct branch *b)
{
	if (!b)
		return;
	sim_unplan(b->sim);
	arena_free(&b->arena);
	free(b);
}

/* --- running --- */

dag_time branch_next(const struct branch *b)
{
	return sim_next(b->sim);
}

static uint32_t slots_used(const struct sim *s)
{
	return s->n_slots - s->n_free;
}

/* Is there room for these jobs, and for all nodes that may become ready? */
static bool has_room(const struct sim *s, const struct release *list, size_t n)
{
	uint64_t nodes = slots_used(s), acts = s->n_acts - s->n_free_acts + n;

	for (uint32_t i = 0; i < s->n_acts; i++)
		nodes += s->acts[i].live ? s->acts[i].left : 0;
	for (size_t i = 0; i < n; i++)
		nodes += s->w->tasks[list[i].task].n_nodes;
	return nodes <= BRANCH_SLOTS && acts <= BRANCH_ACTS;
}

enum branch_end branch_step(struct branch *b, dag_time t,
			    const struct release *list, size_t n)
{
	struct sim *s = b->sim;
	struct release_cursor *c = s->releases;

	REQUIRE(n <= BRANCH_ARRIVALS);
	assert(t >= s->now && t <= sim_next(s));
	if (!has_room(s, list, n))
		return BRANCH_FULL;
	if (n)
		memcpy(b->arrivals, list, n * sizeof(*list));
	c->items = b->arrivals;
	c->items_end = b->arrivals + n;
	c->next = n ? t : DAG_TIME_MAX;
	if (!sim_step(s, t))
		return BRANCH_BROKEN;
	assert(release_peek(c) == DAG_TIME_MAX &&
	       slots_used(s) <= BRANCH_SLOTS);
	return BRANCH_GOES_ON;
}

/* Is the slot one of those that hold a node? */
static void find_used(const struct sim *s, bool *used)
{
	for (uint32_t i = 0; i < BRANCH_SLOTS; i++)
		used[i] = true;
	for (uint32_t i = 0; i < s->n_free; i++)
		if (s->free_slots[i] < BRANCH_SLOTS)
			used[s->free_slots[i]] = false;
}

dag_time branch_due(const struct branch *b)
{
	const struct sim *s = b->sim;
	dag_time due = DAG_TIME_MAX;
	bool used[BRANCH_SLOTS];

	find_used(s, used);
	for (job_id j = 0; j < BRANCH_SLOTS; j++)
		if (used[j] && sim_deadline(s, j) < due)
			due = sim_deadline(s, j);
	for (uint32_t i = 0; i < s->n_acts; i++)
		if (s->acts[i].live && s->acts[i].deadline < due)
			due = s->acts[i].deadline;
	return due;
}

/* --- prints --- */

struct ink {
	struct branch_print print;
	dag_time origin; /* times count from there                        */
	bool absolute;
};

static void add(struct ink *k, uint64_t x)
{
	k->print.a = rng_mix(k->print.a ^ x);
	k->print.b = rng_mix(k->print.b + x) ^ k->print.a << 1;
}

static void add_time(struct ink *k, dag_time t)
{
	add(k, t == DAG_TIME_MAX ? UINT64_MAX : (uint64_t)(t - k->origin));
}

static void add_bytes(struct ink *k, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i += 8) {
		uint64_t x = 0;

		memcpy(&x, p + i, n - i < 8 ? n - i : 8);
		add(k, x);
	}
}

/* A node of a job: which, and how far it is.  Its place among its equals is
 * told by where it stands in the list. */
static void add_job(struct ink *k, const struct sim *s, job_id id)
{
	const struct job *j = &s->jobs[id];
	const struct run *r = &s->runs[id];

	add(k, (uint64_t)j->task << 32 | j->node);
	add(k, (uint64_t)r->where << 32 | (uint64_t)j->pressing << 16 |
		       j->last_exec);
	add_time(k, j->release);
	add_time(k, j->deadline);
	add(k, (uint64_t)j->work_left);
	add(k, (uint64_t)r->left);
	add(k, (uint64_t)r->total);
	add(k, k->absolute ? j->instance : 0);
}

/* Jobs of tasks of several nodes, in the order of what can be told of them. */
static bool act_before(const struct activation *x, const struct activation *y)
{
	if (x->task != y->task)
		return x->task < y->task;
	return x->instance < y->instance;
}

static void add_act(struct ink *k, const struct sim *s, uint32_t act)
{
	const struct activation *x = &s->acts[act];

	add(k, (uint64_t)x->task << 32 | x->left << 16 | x->running << 1 |
		       x->started);
	add_time(k, x->release);
	add_time(k, x->deadline);
	for (uint32_t i = 0; i < s->w->tasks[x->task].n_nodes; i++) {
		const struct pending *p = sim_pending(s, act, i);
		bool waits = p->preds && p->ready_at > s->now;

		add(k, (uint64_t)p->preds << 1 | (p->slot != JOB_NONE));
		add(k, waits ? (uint64_t)(p->ready_at - s->now) : 0);
	}
}

static void add_acts(struct ink *k, const struct sim *s)
{
	uint32_t list[BRANCH_ACTS], n = 0;

	for (uint32_t i = 0; i < BRANCH_ACTS; i++) {
		uint32_t at;

		if (!s->acts[i].live)
			continue;
		for (at = n++;
		     at && act_before(&s->acts[i], &s->acts[list[at - 1]]);
		     at--)
			list[at] = list[at - 1];
		list[at] = i;
	}
	add(k, n);
	for (uint32_t i = 0; i < n; i++)
		add_act(k, s, list[i]);
}

/* Nodes under way to a queue stand behind it, by when they come. */
static bool stands_before(const struct sim *s, const struct device *d, job_id x,
			  job_id y)
{
	if (s->runs[x].where != s->runs[y].where)
		return s->runs[x].where < s->runs[y].where;
	if (s->runs[x].where == IN_QUEUE)
		return ready_before(d->ready, x, y);
	return s->jobs[x].tie < s->jobs[y].tie;
}

static uint32_t list_device(const struct sim *s, const struct device *d,
			    const bool *used, job_id *list)
{
	uint32_t n = 0;

	for (job_id j = 0; j < BRANCH_SLOTS; j++) {
		uint32_t at;

		if (!used[j] || s->plans[s->runs[j].vertex].device != d)
			continue;
		for (at = n++; at && stands_before(s, d, j, list[at - 1]); at--)
			list[at] = list[at - 1];
		list[at] = j;
	}
	return n;
}

static uint64_t place_in(const job_id *list, uint32_t n, job_id j)
{
	uint64_t i = 0;

	while (i < n && list[i] != j)
		i++;
	return i;
}

static void add_exec(struct ink *k, const struct sim *s, uint32_t e,
		     const job_id *list, uint32_t n)
{
	const struct exec *x = &s->execs[e];
	const struct exec_state *state = &s->exec_states[e];

	add(k, (uint64_t)x->n << 1 | state->preemptible);
	if (!x->n)
		return;
	for (uint32_t i = 0; i < x->n; i++)
		add(k, place_in(list, n, x->batch[i]));
	add_time(k, x->since);
	add_time(k, x->finish);
	add(k, (uint64_t)x->work);
	add_time(k, state->since);
	add_time(k, state->busy_until);
}

static void add_device(struct ink *k, const struct sim *s,
		       const struct device *d, const bool *used)
{
	job_id list[BRANCH_SLOTS];
	uint32_t n = list_device(s, d, used, list);

	add(k, n);
	for (uint32_t i = 0; i < n; i++)
		add_job(k, s, list[i]);
	for (uint32_t e = 0; e < d->view.n_exec; e++)
		add_exec(k, s, d->first_exec + e, list, n);
	add_time(k, d->wake);
	add_bytes(k, d->policy.state, d->policy.ops->state_size);
}

/* In the order in which they come; each is one of its device's list, which has
 * told the rest. */
static void add_arrivals(struct ink *k, const struct sim *s, const bool *used)
{
	dag_time at[BRANCH_SLOTS];

	for (size_t i = 0; i < s->arrivals.n; i++)
		at[s->arrivals.items[i].job] = s->arrivals.items[i].t;
	for (job_id j = 0; j < BRANCH_SLOTS; j++) {
		if (!used[j] || s->runs[j].where != IN_ARRIVALS)
			continue;
		/* slots differ between equal states: the sum does not */
		k->print.a += rng_mix(
			(uint64_t)(at[j] - s->now) ^
			rng_mix((uint64_t)s->jobs[j].task << 32 |
				s->jobs[j].node) ^
			rng_mix((uint64_t)(s->jobs[j].release - k->origin)));
	}
}

struct branch_print branch_print(const struct branch *b, bool absolute)
{
	const struct sim *s = b->sim;
	struct ink k = {{1, 2}, absolute ? 0 : s->now, absolute};
	bool used[BRANCH_SLOTS];

	find_used(s, used);
	if (absolute)
		add(&k, (uint64_t)s->now);
	add_acts(&k, s);
	for (uint32_t i = 0; i < s->n_devices; i++)
		add_device(&k, s, &s->devices[i], used);
	add_arrivals(&k, s, used);
	add(&k, k.print.a);
	return k.print;
}

/* audit.c - the auditor's frame: set up, take records, tell; see audit.h */
#include "model/runtime.h"
#include "trace/audit_state.h"
#include "base/error.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

/* --- setting up --- */

/* Is the head of the edge ready when messages of all its edges are there?  A
 * callback that joins messages of several jobs is not: then it is loose. */
static bool awaits_all(struct audit *a, uint32_t edge)
{
	const struct trace_platform *p = a->h->platform;
	uint32_t to = a->h->edges[edge].to;

	if (!p || p->callbacks[to].join == JOIN_AND ||
	    p->callbacks[to].join == JOIN_LATEST)
		return true;
	a->loose[to] = true;
	return false;
}

static void list_successors(struct audit *a)
{
	const struct trace_header *h = a->h;
	size_t n = h->n_nodes + (size_t)1, m = h->n_edges + (size_t)1;
	uint32_t *fill = alloc_checked(calloc(n, sizeof(*fill)));

	a->n_pred = alloc_checked(calloc(n, sizeof(*a->n_pred)));
	a->loose = alloc_checked(calloc(n, sizeof(*a->loose)));
	a->first_succ = alloc_checked(calloc(n, sizeof(*a->first_succ)));
	a->succ = alloc_checked(calloc(m, sizeof(*a->succ)));
	for (uint32_t i = 0; i < h->n_edges; i++) {
		a->n_pred[h->edges[i].to] += awaits_all(a, i);
		a->first_succ[h->edges[i].from + 1]++;
	}
	for (uint32_t i = 0; i < h->n_nodes; i++)
		a->first_succ[i + 1] += a->first_succ[i];
	for (uint32_t i = 0; i < h->n_edges; i++) {
		uint32_t from = h->edges[i].from;

		a->succ[a->first_succ[from] + fill[from]++] = i;
	}
	free(fill);
}

/* Is the order by which the policy chooses known, and for all executors? */
static bool is_ordered(const struct audit *a, const struct audit_pool *p)
{
	if (p->order != TRACE_ORDER_EDF && p->order != TRACE_ORDER_FIFO)
		return false;
	if (p->batching == TRACE_BATCH_TIMEOUT) /* ordered by model only */
		return false;
	return p->execs == 1 || a->h->n_devices ||
	       p->flags & TRACE_WORK_CONSERVING;
}

static void new_pools(struct audit *a)
{
	const struct trace_header *h = a->h;

	a->n_pools = h->n_devices ? h->n_devices + 1 : RESOURCES;
	a->pools = alloc_checked(calloc(a->n_pools, sizeof(*a->pools)));
	for (uint32_t i = 0; i < a->n_pools; i++) {
		struct audit_pool *p = &a->pools[i];
		struct trace_device d = {h->policy, h->policy_order,
					 h->batch_rule, h->policy_flags};

		if (i < h->n_devices)
			d = h->devices[i];
		p->order = d.order;
		p->batching = d.batching;
		p->flags = d.flags;
	}
	for (uint32_t i = 0; i < h->n_execs; i++) {
		struct audit_pool *p = audit_pool_of_exec(a, i);

		p->execs++;
		p->idle++;
		p->by_claim = h->execs[i].preemption == PREEMPT_NONE &&
			      h->execs[i].resource == ON_CORE;
	}
	for (uint32_t i = 0; i < a->n_pools; i++)
		a->pools[i].ordered = is_ordered(a, &a->pools[i]);
}

static void consume(struct trace_sink *s, const struct trace_rec *recs,
		    size_t n);

struct audit *audit_new(const struct trace_header *h, size_t keep)
{
	struct audit *a = alloc_checked(calloc(1, sizeof(*a)));

	a->sink.consume = consume;
	a->h = h;
	a->tasks = alloc_checked(calloc(h->n_tasks, sizeof(*a->tasks)));
	a->execs = alloc_checked(calloc(h->n_execs, sizeof(*a->execs)));
	a->kept = alloc_checked(calloc(keep + 1, sizeof(*a->kept)));
	a->max_kept = keep;
	list_successors(a);
	if (h->platform)
		a->platform = audit_platform_new(h);
	new_pools(a);
	audit_budgets_new(a);
	for (uint32_t i = 0; i < h->n_execs; i++) {
		struct audit_exec *e = &a->execs[i];

		e->end_t = e->preempt_t = e->told_t = e->over_until = -1;
		e->speed = h->execs[i].speed;
		if (!e->speed.den)
			e->speed = (struct ratio){1, 1};
	}
	return a;
}

struct trace_sink *audit_sink(struct audit *a)
{
	return &a->sink;
}

void audit_free(struct audit *a)
{
	if (!a)
		return;
	for (uint32_t i = 0; i < a->h->n_execs; i++)
		free(a->execs[i].members);
	for (uint32_t i = 0; i < a->map.n_slots; i++)
		free(a->jobs[i].nodes);
	for (uint32_t i = 0; i < a->n_pools; i++) {
		for (int c = 0; c < CLASSES; c++)
			free(a->pools[i].waiting[c].items);
		free(a->pools[i].expiry.items);
	}
	free(a->pools);
	jobmap_free(&a->map);
	free(a->arrivals.items);
	free(a->sent);
	free(a->holds);
	free(a->jobs);
	free(a->misses);
	free(a->first_succ);
	free(a->succ);
	free(a->n_pred);
	free(a->loose);
	audit_platform_free(a->platform, a->h);
	free(a->tasks);
	free(a->execs);
	audit_budgets_free(a);
	free(a->kept);
	free(a);
}

/* --- violations --- */

void audit_fail(struct audit *a, enum audit_rule rule, const char *fmt, ...)
{
	struct audit_violation *v = &a->kept[a->n_kept];
	va_list ap;

	a->count++;
	if (a->n_kept == a->max_kept)
		return;
	a->n_kept++;
	v->rule = rule;
	v->record = a->records;
	v->t = a->now;
	va_start(ap, fmt);
	vsnprintf(v->text, sizeof(v->text), fmt, ap);
	va_end(ap);
}

const char *audit_name(const struct audit *a, char buf[AUDIT_NAME],
		       uint32_t task, uint64_t instance, uint32_t node)
{
	const struct trace_task *t = &a->h->tasks[task];

	if (t->n_nodes == 1)
		snprintf(buf, AUDIT_NAME, "%.60s#%" PRIu64, t->name, instance);
	else
		snprintf(buf, AUDIT_NAME, "%.36s#%" PRIu64 ".%.24s", t->name,
			 instance, audit_vertex(a, task, node)->name);
	return buf;
}

const char *audit_rule_name(enum audit_rule rule)
{
	static const char *const names[AUDIT_RULES] = {
		[AUDIT_ORDER] = "order",
		[AUDIT_RELEASE] = "release",
		[AUDIT_LIFE] = "life",
		[AUDIT_PRECEDENCE] = "precedence",
		[AUDIT_EXCLUSIVE] = "exclusive",
		[AUDIT_EXECUTION] = "execution",
		[AUDIT_PREEMPTION] = "preemption",
		[AUDIT_BATCH] = "batch",
		[AUDIT_DROP] = "drop",
		[AUDIT_MISS] = "miss",
		[AUDIT_HORIZON] = "horizon",
		[AUDIT_IDLE] = "idle",
		[AUDIT_CHOICE] = "choice",
		[AUDIT_OVERHEAD] = "overhead",
		[AUDIT_EXECUTOR] = "executor",
		[AUDIT_WINDOW] = "window",
		[AUDIT_GROUP] = "group",
		[AUDIT_LOSS] = "loss",
		[AUDIT_BUDGET] = "budget",
		[AUDIT_RECORD] = "record",
	};

	assert(rule < AUDIT_RULES);
	return names[rule];
}

uint64_t audit_records(const struct audit *a)
{
	return a->records;
}

uint64_t audit_count(const struct audit *a)
{
	return a->count;
}

const struct audit_violation *audit_kept(const struct audit *a, size_t *n)
{
	*n = a->n_kept;
	return a->kept;
}

void audit_print(FILE *out, const struct audit *a)
{
	for (size_t i = 0; i < a->n_kept; i++) {
		const struct audit_violation *v = &a->kept[i];
		char when[32];

		time_format(when, sizeof(when), v->t);
		fprintf(out, "record %" PRIu64 " at %s: %s: %s\n", v->record,
			when, audit_rule_name(v->rule), v->text);
	}
	if (a->count > a->n_kept)
		fprintf(out, "... and %" PRIu64 " more\n",
			a->count - a->n_kept);
	fprintf(out, "%" PRIu64 " records, %" PRIu64 " violation%s\n",
		a->records, a->count, a->count == 1 ? "" : "s");
	for (unsigned i = 0; audit_gap(a, i); i++)
		fprintf(out, "not audited: %s\n", audit_gap(a, i));
}

/* --- taking records --- */

void audit_expect_miss(struct audit *a, const struct audit_job *j,
		       uint8_t column)
{
	array_reserve((void **)&a->misses, &a->cap_misses, a->n_misses + 1,
		      sizeof(*a->misses));
	a->misses[a->n_misses++] = (struct audit_expected){
		j->instance, j->task, j->release, j->deadline, column};
}

static void check_misses(struct audit *a)
{
	for (size_t i = 0; i < a->n_misses; i++)
		audit_fail(a, AUDIT_MISS, "the miss of %s is not told",
			   audit_name(a, (char[AUDIT_NAME]){0},
				      a->misses[i].task, a->misses[i].instance,
				      0));
	a->n_misses = 0;
}

/* Everything of the instant `now` has been told; the next is `until`. */
static void leave_instant(struct audit *a, dag_time until)
{
	check_misses(a);
	audit_settle_sent(a);
	audit_check_arrivals(a, until);
	audit_check_interval(a, until);
	if (a->platform)
		audit_check_threads(a, until);
}

/* On to t, with what happens on the way and no record tells. */
static void advance(struct audit *a, dag_time t)
{
	dag_time quiet;

	audit_settle_points(a, t - 1);
	while ((quiet = audit_next_quiet(a, t)) < t) {
		leave_instant(a, quiet);
		a->now = quiet;
		audit_settle_ways(a, quiet);
	}
	leave_instant(a, t);
	a->now = t;
}

/* The parts of an instant, in order; -1: anywhere in it. */
static int phase_of(uint8_t kind)
{
	switch (kind) {
	case TRACE_FINISH:
		return 0;
	case TRACE_RELEASE:
		return 1;
	case TRACE_DROP:
	case TRACE_START:
	case TRACE_PREEMPT:
	case TRACE_RESUME:
	case TRACE_WAIT:
		return 2;
	case TRACE_OPEN:
		return 3;
	default:
		return -1;
	}
}

/* On a platform a job dies with its last message, a budget ends before
 * anything is released, and a join completes when an input is taken. */
static bool is_anywhere(const struct audit *a, uint8_t kind)
{
	return a->h->platform && (kind == TRACE_DROP || kind == TRACE_PREEMPT ||
				  kind == TRACE_READY);
}

static void check_order(struct audit *a, const struct trace_rec *r)
{
	int phase = is_anywhere(a, r->kind) ? -1 : phase_of(r->kind);

	if (r->t < a->now) {
		audit_fail(a, AUDIT_ORDER, "time goes back by %" PRId64 " ns",
			   a->now - r->t);
		return;
	}
	if (r->t > a->now) {
		advance(a, r->t);
		a->phase = 0;
	}
	if (r->kind == TRACE_READY
		    ? a->phase > 1 && !a->h->late_ready && !a->h->platform
		    : phase >= 0 && phase < a->phase)
		audit_fail(a, AUDIT_ORDER,
			   "comes behind what follows it in an instant");
	if (phase > a->phase)
		a->phase = phase;
}

static void take(struct audit *a, const struct trace_rec *r)
{
	check_order(a, r);
	audit_settle_points(a, a->now);
	audit_settle_ways(a, a->now);
	audit_check_record(a, r);
	audit_check_batch_complete(a, r);
	if (a->platform)
		audit_platform_take(a, r);
	switch (r->kind) {
	case TRACE_RELEASE:
		audit_on_release(a, r);
		break;
	case TRACE_READY:
		audit_on_ready(a, r);
		break;
	case TRACE_START:
		audit_on_start(a, r);
		break;
	case TRACE_PREEMPT:
		audit_on_preempt(a, r);
		break;
	case TRACE_RESUME:
		audit_on_resume(a, r);
		break;
	case TRACE_FINISH:
		audit_on_finish(a, r);
		break;
	case TRACE_DROP:
		audit_on_drop(a, r);
		break;
	case TRACE_MISS:
		audit_on_miss(a, r);
		break;
	case TRACE_OPEN:
		audit_on_open(a, r);
		break;
	case TRACE_OVERHEAD:
		audit_on_overhead(a, r);
		break;
	default:
		break;
	}
	if (a->budgets)
		audit_on_budget(a, r);
	a->last = *r;
}

static void consume(struct trace_sink *s, const struct trace_rec *recs,
		    size_t n)
{
	struct audit *a = (struct audit *)s;

	for (size_t i = 0; i < n; i++) {
		take(a, &recs[i]);
		a->records++;
	}
}

/* --- the end --- */

/* Was every job released that the law of its task demands? */
static void check_releases(struct audit *a)
{
	dag_time end =
		a->h->releases_until ? a->h->releases_until : a->h->horizon;

	for (uint32_t i = 0; i < a->h->n_tasks; i++) {
		const struct trace_task *t = &a->h->tasks[i];
		int128 latest = (int128)t->phase + t->jitter +
				(int128)a->tasks[i].next * t->period;

		if (a->tasks[i].generated && !t->sporadic && latest < end)
			audit_fail(a, AUDIT_RELEASE,
				   "%s#%" PRIu64 " was never released", t->name,
				   a->tasks[i].next);
	}
}

void audit_finish(struct audit *a)
{
	struct trace_rec none = {.kind = TRACE_KINDS};
	dag_time end = a->now;

	audit_check_batch_complete(a, &none);
	if (a->platform)
		audit_platform_end(a);
	if (a->budgets)
		audit_budgets_end(a);
	advance(a, DAG_TIME_MAX);
	a->now = end;
	check_releases(a);
	if (a->platform)
		audit_check_sleepers(a);
	for (uint32_t i = 0; i < a->h->n_execs; i++)
		if (a->execs[i].busy)
			audit_fail(a, AUDIT_LIFE, "what %s runs never finishes",
				   a->h->execs[i].name);
	for (uint32_t i = 0; i < a->map.n_slots; i++) {
		const struct audit_job *j = &a->jobs[i];

		if (jobmap_find(&a->map, j->task, j->instance) == i && !j->open)
			audit_fail(a, AUDIT_LIFE,
				   "%s neither finishes nor is dropped or open",
				   audit_name(a, (char[AUDIT_NAME]){0}, j->task,
					      j->instance, 0));
	}
}

/* test_corruptions.c - traces of every platform that are changed a little, or
 * judged by the header of another run: the auditor notices each, and finds
 * nothing in those that are as they were */
#include "model/runtime.h"
#include "platform/deadline.h"
#include "tests/support/platkit.h"
#include "tests/support/randplat.h"
#include "trace/audit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT = 2000, HORIZON = 60 * UNIT, SAMPLES = 60, LOOPS = 16 };

static struct trace_header header;
static struct trace_platform platform;
static struct trace_thread *threads;
static struct trace_callback *callbacks;
static struct trace_callback_group *groups;
static struct trace_rec *recs, *was;
static size_t n_recs, n_was;
static char said[256];

static uint32_t below(struct rng *r, uint32_t n)
{
	return (uint32_t)rng_next_below(r, n);
}

static void *copy(const void *from, size_t n, size_t size)
{
	void *to = calloc(n + 1, size);

	memcpy(to, from, n * size);
	return to;
}

static void keep(const struct platform_result *r)
{
	n_was = r->n;
	was = copy(r->recs, r->n, sizeof(*was));
	recs = calloc(r->n + 2, sizeof(*recs));
	header = r->header;
	platform = *header.platform;
	threads = copy(platform.threads, platform.n_threads, sizeof(*threads));
	callbacks =
		copy(platform.callbacks, header.n_nodes, sizeof(*callbacks));
	groups = copy(platform.groups, platform.n_groups, sizeof(*groups));
	platform.threads = threads;
	platform.callbacks = callbacks;
	platform.groups = groups;
	header.platform = &platform;
}

static void forget(void)
{
	free(was);
	free(recs);
	free(threads);
	free(callbacks);
	free(groups);
}

/* How many violations; the first is said. */
static uint64_t judge(const struct trace_header *h, const struct trace_rec *r,
		      size_t n)
{
	struct audit *a = audit_new(h, 1);
	const struct audit_violation *v;
	uint64_t count;
	size_t kept;

	audit_sink(a)->consume(audit_sink(a), r, n);
	audit_finish(a);
	count = audit_count(a);
	v = audit_kept(a, &kept);
	said[0] = '\0';
	if (kept)
		snprintf(said, sizeof(said), "record %llu: %s: %s",
			 (unsigned long long)v->record,
			 audit_rule_name(v->rule), v->text);
	audit_free(a);
	return count;
}

/* --- single records --- */

/* Where a record could as well be another, or not be there. */
static bool says_little(const struct trace_rec *r)
{
	/* who polls last and finds nothing; what becomes of threads when all
	 * is over */
	return (r->kind == TRACE_POLL && !r->a) ||
	       ((r->kind == TRACE_THREAD || r->kind == TRACE_READY) &&
		r->t >= HORIZON);
}

/* A refill of a thread that reclaims as it runs may come at any time, and of
 * threads that share an executor any may wake. */
static bool may_be_any(const struct trace_rec *r)
{
	const struct trace_thread *t;

	if (says_little(r) || r->kind != TRACE_THREAD)
		return says_little(r);
	t = &threads[r->instance];
	return t->reclaims || platform.executors[t->executor].n_threads > 1;
}

static bool of_thread(const struct trace_rec *r)
{
	return r->kind == TRACE_THREAD || r->kind == TRACE_POLL;
}

/* A thread that wakes when its budget is due has it, told or not. */
static bool wakes_with(size_t i)
{
	size_t k = i + 1;

	if (recs[i].kind != TRACE_THREAD || recs[i].index != TRACE_REPLENISHED)
		return false;
	while (k < n_recs && recs[k].t == recs[i].t &&
	       (recs[k].kind != TRACE_THREAD ||
		recs[k].instance != recs[i].instance))
		k++;
	return k < n_recs && recs[k].t == recs[i].t &&
	       recs[k].index == TRACE_WAKES;
}

static bool erase(size_t i)
{
	if (may_be_any(&recs[i]) || wakes_with(i))
		return false;
	memmove(recs + i, recs + i + 1, (n_recs - i - 1) * sizeof(*recs));
	n_recs--;
	return true;
}

static bool repeat(size_t i)
{
	if (may_be_any(&recs[i]))
		return false;
	memmove(recs + i + 1, recs + i, (n_recs - i) * sizeof(*recs));
	n_recs++;
	return true;
}

static bool later(size_t i)
{
	if (may_be_any(&recs[i]) || i + 1 == n_recs ||
	    recs[i + 1].t <= recs[i].t)
		return false;
	recs[i].t++;
	return true;
}

static bool sooner(size_t i)
{
	if (may_be_any(&recs[i]) || !i || recs[i - 1].t >= recs[i].t)
		return false;
	recs[i].t--;
	return true;
}

/* Which of several threads takes next is not judged. */
static bool another_a(size_t i)
{
	struct trace_rec *r = &recs[i];
	bool thread = r->kind == TRACE_TAKE;

	if (may_be_any(r) || (thread && platform.n_threads < 2))
		return false;
	if (thread && threads[r->a].executor ==
			      threads[(r->a + 1) % platform.n_threads].executor)
		return false;
	r->a = thread ? (r->a + 1) % platform.n_threads : r->a + 1;
	return true;
}

/* What is drawn is believed. */
static bool another_b(size_t i)
{
	if (recs[i].kind == TRACE_START || may_be_any(&recs[i]))
		return false;
	recs[i].b++;
	return true;
}

static bool another_instance(size_t i)
{
	if (of_thread(&recs[i]))
		return false;
	recs[i].instance++;
	return true;
}

static bool another_node(size_t i)
{
	struct trace_rec *r = &recs[i];
	uint32_t n = header.tasks[r->task].n_nodes;

	if (of_thread(r) || n < 2)
		return false;
	r->node = (r->node + 1) % n;
	return true;
}

static bool another_core(size_t i)
{
	if (header.n_execs < 2 || says_little(&recs[i]) ||
	    recs[i].kind == TRACE_TAKE || recs[i].kind == TRACE_POLL)
		return false;
	recs[i].exec = (uint16_t)((recs[i].exec + 1) % header.n_execs);
	return true;
}

static bool another_flag(size_t i)
{
	recs[i].flags ^= TRACE_JOB_DONE;
	return true;
}

static bool another_loss(size_t i)
{
	if (recs[i].kind != TRACE_LOST)
		return false;
	recs[i].index = (uint16_t)((recs[i].index + 1) % TRACE_LOSSES);
	return true;
}

/* --- what somebody could get wrong about a platform --- */

/* A callback runs that no polling point has shown. */
static bool unseen(size_t i)
{
	size_t n = 1;

	if (recs[i].kind != TRACE_POLL || !recs[i].a)
		return false;
	n += (size_t)recs[i].a;
	memmove(recs + i, recs + i + n, (n_recs - i - n) * sizeof(*recs));
	n_recs -= n;
	return true;
}

/* Two of one window, the other way round. */
static bool other_order(size_t i)
{
	const struct trace_rec *x = &recs[i], *y = &recs[i + 1];
	struct trace_callback *a, *b;
	uint32_t rank;

	if (x->kind != TRACE_SEEN || y->kind != TRACE_SEEN || x->a || y->a)
		return false;
	a = &callbacks[header.tasks[x->task].first_node + x->node];
	b = &callbacks[header.tasks[y->task].first_node + y->node];
	rank = a->rank;
	a->rank = b->rank;
	b->rank = rank;
	return true;
}

static struct trace_callback_group *group_of(const struct trace_rec *r)
{
	return &groups[callbacks[header.tasks[r->task].first_node + r->node]
			       .group];
}

/* Members of a group overlap that does not allow it. */
static bool overlapping(size_t i)
{
	const struct trace_callback_group *g = group_of(&recs[i]);
	size_t k = i + 1;

	if (recs[i].kind != TRACE_START || !g->reentrant)
		return false;
	while (k < n_recs && recs[k].kind != TRACE_FINISH &&
	       !(recs[k].kind == TRACE_TAKE && recs[k].flags == 0 &&
		 group_of(&recs[k]) == g))
		k++;
	if (k == n_recs || recs[k].kind == TRACE_FINISH)
		return false;
	group_of(&recs[i])->reentrant = false;
	return true;
}

/* A thread runs 1 ns longer before it is throttled. */
static bool over_budget(size_t i)
{
	if (recs[i].kind != TRACE_PREEMPT || i + 2 >= n_recs ||
	    recs[i + 1].kind != TRACE_THREAD ||
	    recs[i + 1].index != TRACE_THROTTLED ||
	    recs[i + 2].t == recs[i].t || recs[i].a < 2 ||
	    threads[recs[i + 1].instance].reclaims)
		return false;
	recs[i].t++;
	recs[i + 1].t++;
	recs[i].a--;
	return true;
}

/* The core is one that the thread may not use. */
static bool out_of_place(size_t i)
{
	static uint32_t cores[64];
	const struct trace_rec *r = &recs[i];
	struct trace_thread *t = &threads[r->a];
	uint32_t n = 0;

	if (r->kind != TRACE_TAKE || header.n_execs < 2)
		return false;
	for (uint32_t k = 0; k < header.n_execs; k++)
		if (k != r->exec)
			cores[n++] = k;
	t->cores = cores;
	t->n_cores = n;
	return true;
}

/* The thread that has taken what starts or goes on there. */
static uint32_t runner(size_t i)
{
	const struct trace_rec *r = &recs[i];

	while (i--) {
		const struct trace_rec *x = &recs[i];

		if (x->kind == TRACE_TAKE && !x->flags && x->task == r->task &&
		    x->node == r->node && x->instance == r->instance)
			return (uint32_t)x->a;
	}
	return NONE;
}

/* A thread is driven off, and the other one goes after it. */
static bool against_order(size_t i)
{
	const struct trace_rec *r = &recs[i];
	uint32_t x = runner(i), y = runner(i + 1);
	int64_t urgency;

	if (r->kind != TRACE_PREEMPT || r[1].kind != TRACE_START ||
	    r[1].exec != r->exec || x == NONE || y == NONE ||
	    platform.order != TRACE_ORDER_FIXED ||
	    threads[x].urgency == threads[y].urgency)
		return false;
	urgency = threads[x].urgency;
	threads[x].urgency = threads[y].urgency;
	threads[y].urgency = urgency;
	return true;
}

/* A tick beside the grid, and its deadline with it. */
static bool beside_grid(size_t i)
{
	if (recs[i].kind != TRACE_RELEASE || i + 1 == n_recs ||
	    recs[i + 1].t <= recs[i].t)
		return false;
	recs[i].t++;
	recs[i].a++;
	return true;
}

/* Its queue is shorter than what waits. */
static bool too_many(size_t i)
{
	const struct trace_rec *r = &recs[i];
	struct trace_callback *c =
		&callbacks[header.tasks[r->task].first_node + r->node];

	if (r->kind != TRACE_LOST || r->index != TRACE_OVERWRITTEN)
		return false;
	c->queue++;
	return true;
}

/* Taking costs, and nothing pays. */
static bool for_free(size_t i)
{
	struct trace_executor *x;

	if (recs[i].kind != TRACE_OVERHEAD)
		return false;
	x = copy(platform.executors, platform.n_executors, sizeof(*x));
	for (uint32_t k = 0; k < platform.n_executors; k++)
		x[k].take++;
	platform.executors = x;
	return true;
}

static const struct {
	const char *name;
	bool (*apply)(size_t i);
} rows[] = {
	{"erase", erase},
	{"repeat", repeat},
	{"later", later},
	{"sooner", sooner},
	{"another a", another_a},
	{"another b", another_b},
	{"another instance", another_instance},
	{"another node", another_node},
	{"another core", another_core},
	{"another flag", another_flag},
	{"another loss", another_loss},
	{"unseen", unseen},
	{"over budget", over_budget},
	{"beside the grid", beside_grid},
	{"other order", other_order},
	{"overlapping", overlapping},
	{"out of place", out_of_place},
	{"against the order", against_order},
	{"too many", too_many},
	{"for free", for_free},
};
enum { ROWS = sizeof(rows) / sizeof(*rows) };
static unsigned applied[ROWS];

/* A place at which it can be done, from one drawn on; once round. */
static void corrupt(size_t row, struct rng *rng, const char *preset)
{
	size_t from = below(rng, (uint32_t)n_was), i, tries = 0;
	struct trace_platform p = platform;
	struct trace_thread *t = copy(threads, platform.n_threads, sizeof(*t));
	struct trace_callback *c = copy(callbacks, header.n_nodes, sizeof(*c));
	struct trace_callback_group *g =
		copy(groups, platform.n_groups, sizeof(*g));

	do {
		memcpy(recs, was, n_was * sizeof(*was));
		memset(&recs[n_was], 0, 2 * sizeof(*recs));
		n_recs = n_was;
		i = (from + tries) % n_was;
	} while (!rows[row].apply(i) && ++tries < n_was);
	if (tries < n_was) {
		applied[row]++;
		ck_assert_msg(judge(&header, recs, n_recs) > 0,
			      "%s: %s at record %zu of %zu is not noticed",
			      preset, rows[row].name, i, n_was);
		ck_assert_ptr_nonnull(strstr(said, ": "));
	}
	if (platform.executors != p.executors)
		free((void *)(uintptr_t)platform.executors);
	platform = p;
	memcpy(threads, t, platform.n_threads * sizeof(*t));
	memcpy(callbacks, c, header.n_nodes * sizeof(*c));
	memcpy(groups, g, platform.n_groups * sizeof(*g));
	free(t);
	free(c);
	free(g);
}

/* --- runs --- */

enum served { NO_SERVERS, SERVED, RECLAIMING, SERVINGS };

static struct arena servers;

static void serve(struct mapping *m, void *ctx)
{
	struct deadline_options o = {
		.limit = {0, 1}, .reclaim = *(enum served *)ctx == RECLAIMING};
	struct deadline_notes notes = {0};
	struct dag_error e;

	/* what Linux would refuse runs without */
	(void)deadline_approach3(m, &o, &notes, &servers, &e);
}

static const char *const policies[] = {"gfp", "gedf", "pedf",
				       "prioritized_rr:quantum=3us",
				       "prioritized_fifo"};
enum { POLICIES = sizeof(policies) / sizeof(*policies) };

/* No message goes out as its sender starts: what it comes before at that
 * instant, and behind what, records do not tell. */
static void publish_later(struct workload *w)
{
	struct runtime *x = ARENA_NEW(&w->arena, struct runtime, 1);
	struct ratio *publish =
		ARENA_NEW(&w->arena, struct ratio, w->n_edges + 1);

	if (!w->runtime->publish)
		return;
	*x = *w->runtime;
	for (uint32_t i = 0; i < w->n_edges; i++) {
		publish[i] = w->runtime->publish[i];
		publish[i].num += publish[i].num == 0;
	}
	x->publish = publish;
	w->runtime = x;
}

static void run_and_corrupt(uint64_t seed)
{
	struct rng rng = {77 + seed};
	struct workload *w = randplat_draw(&rng, UNIT);

	publish_later(w);
	for (size_t k = 0; preset_table[k]; k++) {
		enum served served = (enum served)below(&rng, SERVINGS);
		struct platkit_options o = {
			.policy = policies[below(&rng, POLICIES)],
			.mapping = {.per = (enum executor_per)below(
					    &rng, PER_PRESET + 1)},
			.ctx = &served,
			.may_fail = true};
		struct platform_result *r;

		if (served != NO_SERVERS) {
			o.policy = "gedf";
			o.change = serve;
		}
		arena_free(&servers);
		r = on_platform(w, preset_table[k]->name, &o, HORIZON);
		if (!r->ok)
			continue;
		keep(r);
		ck_assert_msg(!judge(&header, was, n_was), "%s", said);
		for (int i = 0; i < SAMPLES; i++)
			corrupt(below(&rng, ROWS), &rng, preset_table[k]->name);
		forget();
	}
	workload_free(w);
}

START_TEST(noticed)
{
	for (uint64_t i = 0; i < LOOPS; i++)
		run_and_corrupt(i);
	for (size_t i = 0; i < ROWS; i++)
		ck_assert_msg(applied[i] > 0, "%s was never done",
			      rows[i].name);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("corruptions");
	TCase *t = tcase_create("platforms");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_set_timeout(t, 120);
	tcase_add_test(t, noticed);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

/* test_audit_platform.c - what the auditor says of runs on platforms that did
 * not happen that way: records are changed, or judged by another header */
#include "model/load.h"
#include "tests/support/make_workload.h"
#include "tests/support/platkit.h"
#include "trace/audit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* A run, and copies of what is to be changed. */
static struct trace_header h;
static struct trace_platform platform;
static struct trace_executor executors[4];
static struct trace_callback callbacks[8];
static struct trace_callback_group groups[8];
static struct trace_rec *recs;
static size_t n_recs;

static void run_on(const char *text, const char *preset, enum executor_per per,
		   dag_time horizon)
{
	struct dag_error e = {0};
	struct workload *w =
		workload_load_memory("w", text, strlen(text), NULL, &e);
	struct platkit_options o = {.mapping = {.per = per}};
	struct platform_result *r;

	ck_assert_msg(w != NULL, "%s", e.msg);
	r = on_platform(w, preset, &o, horizon);
	h = r->header;
	platform = *h.platform;
	memcpy(executors, platform.executors,
	       platform.n_executors * sizeof(*executors));
	memcpy(callbacks, platform.callbacks, h.n_nodes * sizeof(*callbacks));
	memcpy(groups, platform.groups, platform.n_groups * sizeof(*groups));
	platform.executors = executors;
	platform.callbacks = callbacks;
	platform.groups = groups;
	h.platform = &platform;
	recs = malloc((r->n + 8) * sizeof(*recs));
	memcpy(recs, r->recs, r->n * sizeof(*recs));
	n_recs = r->n;
}

#define WORKED                                                                 \
	"platform: {cores: 1}\n"                                               \
	"tasks:\n"                                                             \
	"  - {name: lo, period: 10ms, nodes: {T_lo: 1ms, S_lo: 6ms},\n"        \
	"     edges: [[T_lo, S_lo]]}\n"                                        \
	"  - {name: hi, period: 4ms, nodes: {T_hi: 1ms, S_hi: 1ms},\n"         \
	"     edges: [[T_hi, S_hi]]}\n"
static void single(void)
{
	run_on(WORKED, "ros2-ste", PER_ALL, MS(20));
}

/* The k-th record of the kind. */
static size_t find(enum trace_kind kind, size_t k)
{
	for (size_t i = 0; i < n_recs; i++)
		if (recs[i].kind == kind && !k--)
			return i;
	ck_abort_msg("no such record");
	return 0;
}

static void erase(size_t i)
{
	memmove(&recs[i], &recs[i + 1], (n_recs - i - 1) * sizeof(*recs));
	n_recs--;
}

static void insert(size_t i, struct trace_rec r)
{
	memmove(&recs[i + 1], &recs[i], (n_recs - i) * sizeof(*recs));
	recs[i] = r;
	n_recs++;
}

static void unseen(void)
{
	single();
	erase(find(TRACE_SEEN, 1));
}

static void seen_too_few(void)
{
	size_t i;

	single();
	i = find(TRACE_SEEN, 1);
	erase(i);
	recs[find(TRACE_POLL, 0)].a = 1;
}

static void seen_unready(void)
{
	single();
	recs[find(TRACE_SEEN, 0)].instance = 7;
}

static void poll_early(void)
{
	size_t i;
	struct trace_rec poll, seen;

	single();
	i = find(TRACE_TAKE, 1);
	poll = recs[find(TRACE_POLL, 0)];
	seen = recs[find(TRACE_SEEN, 1)];
	poll.t = seen.t = recs[i].t;
	poll.a = 1;
	insert(i, seen);
	insert(i, poll);
}

/* The same records, of an executor of another kind. */
static void judge_as(enum executor_kind kind, enum distribution d)
{
	single();
	executors[0].kind = kind;
	executors[0].distribution = d;
}

static void as_dashing(void)
{
	judge_as(EXECUTOR_SINGLE, DISTRIBUTION_DASHING);
}

static void as_events(void)
{
	judge_as(EXECUTOR_EVENTS, DISTRIBUTION_JAZZY);
}

static void as_priority(void)
{
	judge_as(EXECUTOR_PRIORITY, DISTRIBUTION_HUMBLE);
}

/* Ranks the other way round. */
static void other_ranks(void)
{
	single();
	for (int i = 0; i < 4; i++)
		callbacks[i].rank = 3 - callbacks[i].rank;
}

/* So are the records of what the polling point shows. */
static void other_ranks_seen(void)
{
	struct trace_rec seen;
	size_t i;

	single();
	i = find(TRACE_SEEN, 0);
	seen = recs[i];
	recs[i] = recs[i + 1];
	recs[i + 1] = seen;
	callbacks[0].rank = 1;
	callbacks[2].rank = 0;
}

static void not_taken(void)
{
	single();
	erase(find(TRACE_TAKE, 1));
}

static void taken_twice(void)
{
	size_t i;

	single();
	i = find(TRACE_TAKE, 0);
	insert(i, recs[i]);
}

static void taken_asleep(void)
{
	single();
	erase(find(TRACE_THREAD, 0));
}

static void blocks_busy(void)
{
	struct trace_rec r;
	size_t i;

	single();
	i = find(TRACE_START, 0);
	r = recs[find(TRACE_THREAD, 0)];
	r.index = TRACE_BLOCKS;
	r.a = 0;
	r.t = recs[i].t;
	insert(i + 1, r);
}

static void wakes_awake(void)
{
	size_t i;

	single();
	i = find(TRACE_THREAD, 0);
	insert(i, recs[i]);
}

#define ADMITTING                                                              \
	"platform: {cores: 2}\n"                                               \
	"tasks:\n"                                                             \
	"  - {name: a, period: 20ms, nodes: {a: 3ms}}\n"                       \
	"  - {name: b, period: 20ms, phase: 1ms, nodes: {b: 2ms}}\n"           \
	"runtime: {executors: [{name: x, threads: 2, callbacks: [a, b],\n"     \
	"  groups: [{reentrant: true, callbacks: [a, b]}]}]}\n"

static void exclusive_after_all(void)
{
	run_on(ADMITTING, "ros2-mte", PER_TASK, MS(20));
	groups[0].reentrant = false;
	executors[0].kind = EXECUTOR_PRIORITY; /* which looks at no groups */
}

/* The skipped tick is not told. */
static void not_skipped(void)
{
	size_t i;

	single();
	i = find(TRACE_LOST, 0);
	erase(i + 2); /* its DROP and MISS */
	erase(i + 1);
	erase(i);
}

/* A tick is skipped by a timer that queues them. */
static void skipped_of_queue(void)
{
	single();
	callbacks[2].timer = TIMER_QUEUE;
}

#define OVERRUN                                                                \
	"platform: {cores: 2}\n"                                               \
	"tasks: [{name: t, period: 2ms, nodes: {a: 1ms, b: 7ms},\n"            \
	"         edges: [[a, b]]}]\n"                                         \
	"runtime: {callbacks: {t/b: {queue: 2}}}\n"

static void overwritten_with_room(void)
{
	run_on(OVERRUN, "ros2-isolated", PER_NODE, MS(12));
	callbacks[1].queue = 3;
}

static void queue_overflows(void)
{
	run_on(OVERRUN, "ros2-isolated", PER_NODE, MS(12));
	callbacks[1].queue = 1;
}

static void dies_alive(void)
{
	struct trace_rec drop, miss;
	size_t i;

	single();
	i = find(TRACE_POLL, 0);
	drop = recs[find(TRACE_RELEASE, 0)];
	drop.kind = TRACE_DROP;
	drop.b = drop.a;
	drop.a = 0;
	miss = drop;
	miss.kind = TRACE_MISS;
	miss.flags = TRACE_DROPPED;
	insert(i, miss);
	insert(i, drop);
}

static const struct {
	void (*make)(void);
	enum audit_rule rule;
	const char *says;
} cases[] = {
	{unseen, AUDIT_WINDOW, "shows fewer than it says"},
	{seen_too_few, AUDIT_WINDOW, "sees 1 callbacks where 2 are ready"},
	{seen_unready, AUDIT_WINDOW, "is not ready"},
	{poll_early, AUDIT_WINDOW, "before its window is empty"},
	{as_dashing, AUDIT_WINDOW, "sees 2 callbacks where 0 are ready"},
	{as_events, AUDIT_WINDOW, "which came first"},
	{as_priority, AUDIT_WINDOW, "nobody has looked"},
	{other_ranks, AUDIT_WINDOW, "is seen out of order"},
	{other_ranks_seen, AUDIT_WINDOW, "is taken before T_hi"},
	{not_taken, AUDIT_EXECUTOR, "no thread has taken it"},
	{taken_twice, AUDIT_EXECUTOR, "has another in hand"},
	{taken_asleep, AUDIT_WINDOW, "is blocked"},
	{blocks_busy, AUDIT_EXECUTOR, "has a callback in hand"},
	{wakes_awake, AUDIT_EXECUTOR, "is not blocked"},
	{exclusive_after_all, AUDIT_GROUP, "a callback of its group"},
	{not_skipped, AUDIT_LOSS, "a tick before that stays"},
	{skipped_of_queue, AUDIT_LOSS, "which is due now or later"},
	{overwritten_with_room, AUDIT_LOSS, "though there is room"},
	{queue_overflows, AUDIT_LOSS, "whose queue has 1"},
	{dies_alive, AUDIT_LOSS, "is ready or runs"},
};
enum { CASES = sizeof(cases) / sizeof(*cases) };

/* The first violation is the one. */
START_TEST(broken_rule)
{
	struct audit *a;
	const struct audit_violation *v;
	size_t n;

	cases[_i].make();
	a = audit_new(&h, 4);
	audit_sink(a)->consume(audit_sink(a), recs, n_recs);
	audit_finish(a);
	v = audit_kept(a, &n);
	ck_assert_uint_gt(n, 0);
	ck_assert_msg(v->rule == cases[_i].rule &&
			      strstr(v->text, cases[_i].says),
		      "%s: %s", audit_rule_name(v->rule), v->text);
	audit_free(a);
	free(recs);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("audit of platforms");
	TCase *t = tcase_create("rules");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, broken_rule, 0, CASES);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

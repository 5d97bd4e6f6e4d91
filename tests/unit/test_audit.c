/* The auditor: sound traces pass, and each rule broken once is named. */
#include "model/overhead.h"
#include "policies/policy.h"
#include "tests/support/tracekit.h"
#include "trace/audit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* This layer keeps its own words for what a policy declares. */
_Static_assert((int)TRACE_ORDER_EDF == (int)ORDER_EDF, "order");
_Static_assert((int)TRACE_ORDER_FIFO == (int)ORDER_FIFO, "order");
_Static_assert((int)TRACE_ORDER_FIXED == (int)ORDER_FIXED, "order");
_Static_assert((int)TRACE_ORDER_OTHER == (int)ORDER_OTHER, "order");
_Static_assert((int)TRACE_BATCH_NONE == (int)BATCH_NONE, "batch");
_Static_assert((int)TRACE_BATCH_SAME_DEADLINE == (int)BATCH_SAME_DEADLINE,
	       "batch");
_Static_assert((int)TRACE_BATCH_CROSS_DEADLINE == (int)BATCH_CROSS_DEADLINE,
	       "batch");
_Static_assert((int)TRACE_BATCH_TIMEOUT == (int)BATCH_TIMEOUT, "batch");
_Static_assert((int)TRACE_WORK_CONSERVING == (int)POLICY_WORK_CONSERVING,
	       "flag");
_Static_assert((int)TRACE_PREEMPTS == (int)POLICY_PREEMPTS, "flag");
_Static_assert((int)TRACE_KEY_CHANGES == (int)POLICY_KEY_CHANGES, "flag");
_Static_assert((int)TRACE_CRITICAL_FIRST == (int)POLICY_CRITICAL_FIRST, "flag");
_Static_assert((int)TRACE_ON_CORES == (int)POLICY_ON_CORES, "flag");
_Static_assert((int)TRACE_ON_ACCELERATOR == (int)POLICY_ON_ACCELERATOR, "flag");

static struct tracekit k;
static char *text;

static void setup(void)
{
	text = NULL;
}

static void teardown(void)
{
	free(text);
	kit_free(&k);
}

/* Audits the kit's records; the first violation's rule, or AUDIT_RULES. */
static enum audit_rule judge(uint64_t *count)
{
	struct audit *a = audit_new(&k.header, 20);
	const struct audit_violation *v;
	enum audit_rule first = AUDIT_RULES;
	size_t n, len;
	FILE *f;

	kit_feed(&k, audit_sink(a), 3);
	audit_finish(a);
	*count = audit_count(a);
	v = audit_kept(a, &n);
	if (n)
		first = v[0].rule;
	free(text);
	f = open_memstream(&text, &len);
	audit_print(f, a);
	fclose(f);
	audit_free(a);
	return first;
}

static void passes(void)
{
	uint64_t count;

	judge(&count);
	ck_assert_msg(!count, "%s", text);
}

static void refused(enum audit_rule rule, const char *says)
{
	uint64_t count;
	enum audit_rule got = judge(&count);

	ck_assert_msg(got == rule, "expected %s in:\n%s", audit_rule_name(rule),
		      text);
	ck_assert_msg(strstr(text, says), "expected '%s' in:\n%s", says, text);
}

/* The index-th record of a kind. */
static struct trace_rec *nth(enum trace_kind kind, int index)
{
	for (size_t i = 0; i < k.n; i++)
		if (k.recs[i].kind == kind && !index--)
			return &k.recs[i];
	ck_abort_msg("no such record");
	return NULL;
}

static void drop_record(struct trace_rec *r)
{
	size_t i = (size_t)(r - k.recs);

	memmove(r, r + 1, (--k.n - i) * sizeof(*r));
}

static void insert_before(struct trace_rec *r, struct trace_rec what)
{
	size_t i = (size_t)(r - k.recs);

	kit_add(&k, what);
	memmove(&k.recs[i + 1], &k.recs[i], (k.n - 1 - i) * sizeof(*r));
	k.recs[i] = what;
}

static void swap(struct trace_rec *x, struct trace_rec *y)
{
	struct trace_rec t = *x;

	*x = *y;
	*y = t;
}

/* --- a sound run of batches: EDF with rule `same deadline`, late: drop ---
 * Streams a, b (group) and c on one accelerator:
 *   [0,30) c    [30,50) batch a0 b0    [60,85) batch a1 b1, late, past H = 80
 *   c1 released at 50, dropped at 60; a2, b2 released at 79: open at 80. */
static void batches(void)
{
	uint32_t exec, m, a, b, c;

	kit_init(&k, 80);
	k.header.late = LATE_DROP;
	k.header.policy_order = TRACE_ORDER_EDF;
	k.header.batch_rule = TRACE_BATCH_SAME_DEADLINE;
	k.header.policy_flags = TRACE_WORK_CONSERVING | TRACE_ON_ACCELERATOR;
	exec = kit_accelerator(&k);
	m = kit_model(&k, "m", 2);
	a = kit_stream(&k, "a", m, 40, 22);
	b = kit_stream(&k, "b", m, 40, 22);
	c = kit_stream(&k, "c", kit_model(&k, "other", 1), 50, 35);
	k.header.n_groups = 1;
	k.tasks[a].group = k.tasks[b].group = 0;
	k.tasks[a].phase = k.tasks[b].phase = 29;
	kit_release(&k, 0, c, 0);
	kit_start(&k, 0, exec, c, 0, 0, 30);
	kit_release(&k, 29, a, 0);
	kit_release(&k, 29, b, 0);
	kit_finish(&k, 30, exec, c, 0, 0, true);
	for (uint16_t i = 0; i < 2; i++) {
		struct trace_rec *r =
			kit_start(&k, 30, exec, i ? b : a, 0, 0, 56);

		r->count = 2;
		r->index = i;
		r->b = i ? 0 : r->b;
	}
	kit_release(&k, 50, c, 1);
	kit_release(&k, 69, a, 1);
	kit_release(&k, 69, b, 1);
	kit_open(&k, c, 1);
	kit_open(&k, a, 1);
	kit_open(&k, b, 1);
	for (uint16_t i = 0; i < 2; i++) {
		struct trace_rec *r =
			kit_finish(&k, 86, exec, i ? b : a, 0, 0, true);

		r->count = 2;
		r->index = i;
	}
}

static const struct trace_overhead some_cost[OVERHEAD_GIVEN] = {
	[OVERHEAD_RELEASE] = {1, 5}};

/* --- a sound run of DAGs: preemptive global EDF on two cores ---
 * task d: n0 -> n1, n0 -> n2 (delay 3), D = 100; task s: one node, D = 20. */
static void dags(void)
{
	uint32_t d, s;

	kit_init(&k, 200);
	k.header.policy_order = TRACE_ORDER_EDF;
	k.header.policy_flags =
		TRACE_WORK_CONSERVING | TRACE_PREEMPTS | TRACE_ON_CORES;
	k.header.overheads = some_cost;
	kit_core(&k, PREEMPT_FULL);
	kit_core(&k, PREEMPT_FULL);
	d = kit_dag(&k, "d", 3, 150, 100);
	kit_edge(&k, d, 0, 1, 0);
	kit_edge(&k, d, 0, 2, 3);
	s = kit_dag(&k, "s", 1, 20, 20);
	k.tasks[s].sporadic = true;
	k.tasks[s].phase = 12;
	kit_release(&k, 0, d, 0);
	kit_start(&k, 0, 0, d, 0, 0, 10);
	kit_finish(&k, 10, 0, d, 0, 0, false);
	kit_ready(&k, 10, d, 0, 1);
	kit_start(&k, 10, 0, d, 0, 1, 30);
	kit_release(&k, 12, s, 0);
	kit_start(&k, 12, 1, s, 0, 0, 25);
	kit_ready(&k, 13, d, 0, 2);
	kit_release(&k, 35, s, 1);
	kit_preempt(&k, 35, 0, d, 0, 1, 5);
	kit_start(&k, 35, 0, s, 1, 0, 7);
	kit_finish(&k, 37, 1, s, 0, 0, true);
	kit_resume(&k, 37, 1, 0, d, 0, 1, 5);
	kit_add(&k,
		(struct trace_rec){
			.kind = TRACE_OVERHEAD, .t = 37, .exec = 1, .a = 2});
	kit_finish(&k, 42, 0, s, 1, 0, true);
	kit_start(&k, 42, 0, d, 0, 2, 60);
	kit_finish(&k, 44, 1, d, 0, 1, false);
	kit_finish(&k, 102, 0, d, 0, 2, true);
	kit_release(&k, 150, d, 1);
	kit_start(&k, 150, 0, d, 1, 0, 60);
	kit_open(&k, d, 1);
	kit_finish(&k, 210, 0, d, 1, 0, false);
}

/* --- a sound run with drops: FIFO on one accelerator --- */
static void drops(void)
{
	uint32_t exec, t;

	kit_init(&k, 100);
	k.header.late = LATE_DROP;
	k.header.policy_order = TRACE_ORDER_FIFO;
	k.header.policy_flags = TRACE_WORK_CONSERVING | TRACE_ON_ACCELERATOR;
	exec = kit_accelerator(&k);
	t = kit_stream(&k, "t", kit_model(&k, "m", 1), 10, 15);
	k.tasks[t].jitter = 1;
	kit_release(&k, 0, t, 0);
	kit_start(&k, 0, exec, t, 0, 0, 30);
	kit_release(&k, 10, t, 1);
	kit_release(&k, 21, t, 2)->b = 1;
	k.recs[k.n - 1].a = 35;
	kit_finish(&k, 30, exec, t, 0, 0, true);
	kit_release(&k, 30, t, 3);
	kit_drop(&k, 30, t, 1);
	kit_start(&k, 30, exec, t, 2, 0, 70);
	for (uint64_t i = 4; i < 10; i++)
		kit_release(&k, 10 * (dag_time)i, t, i);
	kit_finish(&k, 100, exec, t, 2, 0, true);
	kit_open(&k, t, 3);
	for (uint64_t i = 4; i < 10; i++)
		kit_open(&k, t, i);
}

/* --- a sound run with overheads: preemptive global EDF on two cores ---
 * Core 0 handles the releases of a at 0, b at 10, c at 20, each for 4 ns;
 * c drives off a, which goes on on core 1 when b has ended there. */
static const struct trace_overhead costs[OVERHEAD_GIVEN] = {
	[OVERHEAD_RELEASE] = {2, 2}, [OVERHEAD_DECISION] = {1, 1},
	[OVERHEAD_LOCK] = {1, 1},    [OVERHEAD_IPI] = {1, 1},
	[OVERHEAD_WAKE] = {3, 3},    [OVERHEAD_YIELD] = {1, 1},
	[OVERHEAD_SWITCH] = {2, 2},  [OVERHEAD_MIGRATION] = {4, 4},
	[OVERHEAD_MESSAGE] = {1, 2}};

static struct trace_rec overhead(dag_time t, uint16_t exec,
				 enum overhead_kind kind)
{
	return (struct trace_rec){.kind = TRACE_OVERHEAD,
				  .t = t,
				  .exec = exec,
				  .index = (uint16_t)kind,
				  .a = costs[kind].least};
}

static void handle(dag_time t, uint32_t task)
{
	kit_release(&k, t, task, 0);
	kit_add(&k, overhead(t, 0, OVERHEAD_RELEASE));
	kit_add(&k, overhead(t, 0, OVERHEAD_DECISION));
	kit_add(&k, overhead(t, 0, OVERHEAD_LOCK));
	kit_ready(&k, t + 4, task, 0, 0);
}

static void overheads(void)
{
	uint32_t a, b, c;

	kit_init(&k, 100);
	k.header.overheads = costs;
	k.header.late_ready = true;
	k.header.policy_order = TRACE_ORDER_EDF;
	k.header.policy_flags =
		TRACE_WORK_CONSERVING | TRACE_PREEMPTS | TRACE_ON_CORES;
	kit_core(&k, PREEMPT_FULL);
	kit_core(&k, PREEMPT_FULL);
	a = kit_dag(&k, "a", 1, 200, 200);
	b = kit_dag(&k, "b", 1, 200, 50);
	c = kit_dag(&k, "c", 1, 200, 12);
	k.tasks[b].phase = 10;
	k.tasks[c].phase = 20;
	handle(0, a);
	kit_add(&k, overhead(4, 0, OVERHEAD_LOCK));
	kit_add(&k, overhead(4, 0, OVERHEAD_YIELD));
	kit_start(&k, 4, 0, a, 0, 0, 20);
	handle(10, b);
	kit_add(&k, overhead(14, 1, OVERHEAD_IPI));
	kit_add(&k, overhead(14, 1, OVERHEAD_WAKE));
	kit_add(&k, overhead(14, 1, OVERHEAD_LOCK));
	kit_add(&k, overhead(14, 1, OVERHEAD_YIELD));
	kit_start(&k, 14, 1, b, 0, 0, 8);
	handle(20, c);
	kit_preempt(&k, 24, 0, a, 0, 0, 10);
	kit_add(&k, overhead(24, 0, OVERHEAD_LOCK));
	kit_add(&k, overhead(24, 0, OVERHEAD_SWITCH));
	kit_start(&k, 24, 0, c, 0, 0, 5);
	kit_finish(&k, 28, 1, b, 0, 0, true);
	kit_add(&k, overhead(28, 1, OVERHEAD_LOCK));
	kit_add(&k, overhead(28, 1, OVERHEAD_SWITCH));
	kit_add(&k, overhead(28, 1, OVERHEAD_MIGRATION));
	kit_resume(&k, 28, 1, 0, a, 0, 0, 10);
	kit_finish(&k, 32, 0, c, 0, 0, true);
	kit_finish(&k, 45, 1, a, 0, 0, true);
}

/* The record of that kind of overhead at that time. */
static struct trace_rec *charged(dag_time t, enum overhead_kind kind)
{
	for (int i = 0;; i++) {
		struct trace_rec *r = nth(TRACE_OVERHEAD, i);

		if (r->t == t && r->index == kind)
			return r;
	}
}

START_TEST(test_sound_runs)
{
	static void (*const runs[])(void) = {batches, dags, drops, overheads};

	runs[_i]();
	passes();
}
END_TEST

/* --- one broken rule each --- */

static void order_time(void)
{
	batches();
	nth(TRACE_FINISH, 0)->t = 28;
}

static void order_phase(void)
{
	drops();
	swap(nth(TRACE_RELEASE, 3), nth(TRACE_DROP, 0));
}

static void order_ready_late(void)
{
	dags();
	swap(nth(TRACE_READY, 0), nth(TRACE_START, 1));
}

static void release_number(void)
{
	dags();
	nth(TRACE_RELEASE, 3)->instance = 2;
}

static void release_deadline(void)
{
	dags();
	nth(TRACE_RELEASE, 0)->a++;
}

static void release_jitter(void)
{
	drops();
	nth(TRACE_RELEASE, 2)->b = 2;
}

static void release_period(void)
{
	drops();
	nth(TRACE_RELEASE, 2)->b = 0;
	nth(TRACE_RELEASE, 2)->a = 36;
}

static void release_sporadic(void)
{
	dags();
	nth(TRACE_RELEASE, 2)->t = 31;
	nth(TRACE_RELEASE, 2)->a = 51;
}

static void release_missing(void)
{
	drops();
	drop_record(nth(TRACE_RELEASE, 9));
	drop_record(nth(TRACE_OPEN, 6));
}

/* It comes when releases are over, or else is missing. */
static void release_over(void)
{
	drops();
	k.header.releases_until = nth(TRACE_RELEASE, 9)->t;
}

static void release_not_over(void)
{
	release_missing();
	k.header.releases_until = k.header.horizon - 1;
}

static void release_horizon(void)
{
	struct trace_rec r;

	drops();
	r = *nth(TRACE_RELEASE, 9);
	r.t = r.t + 10;
	r.a = r.a + 10;
	r.instance++;
	insert_before(nth(TRACE_OPEN, 0), r);
}

static void life_twice(void)
{
	struct trace_rec r;

	drops();
	r = *nth(TRACE_RELEASE, 0);
	r.flags = TRACE_GIVEN_ID;
	insert_before(nth(TRACE_START, 0), r);
}

static void life_unknown(void)
{
	drops();
	nth(TRACE_DROP, 0)->instance = 7;
}

static void life_never_ends(void)
{
	drops();
	drop_record(nth(TRACE_MISS, 3));
	drop_record(nth(TRACE_OPEN, 0));
}

static void life_runs_for_ever(void)
{
	dags();
	drop_record(nth(TRACE_FINISH, 5));
}

static void life_other_times(void)
{
	drops();
	nth(TRACE_FINISH, 0)->b = 16;
}

static void life_done_flag(void)
{
	dags();
	nth(TRACE_FINISH, 3)->flags = TRACE_JOB_DONE;
}

static void life_not_done_flag(void)
{
	drops();
	nth(TRACE_FINISH, 0)->flags = TRACE_LATE;
}

static void precedence_ready(void)
{
	struct trace_rec r;

	dags();
	r = *nth(TRACE_READY, 1);
	drop_record(nth(TRACE_READY, 1));
	r.t = 12;
	insert_before(nth(TRACE_RELEASE, 1), r);
}

static void precedence_ready_late(void)
{
	dags();
	nth(TRACE_READY, 1)->t = 14;
}

static void precedence_ready_never(void)
{
	dags();
	drop_record(nth(TRACE_READY, 1));
}

static void precedence_start(void)
{
	struct trace_rec r;

	dags();
	r = *nth(TRACE_START, 4);
	r.t = 5;
	r.exec = 1;
	insert_before(nth(TRACE_FINISH, 0), r);
}

static void precedence_too_early(void)
{
	struct trace_rec r;

	dags();
	r = *nth(TRACE_READY, 0);
	r.t = 9;
	insert_before(nth(TRACE_FINISH, 0), r);
}

static void exclusive_two(void)
{
	dags();
	nth(TRACE_START, 2)->exec = 0;
}

static void exclusive_finish(void)
{
	drops();
	insert_before(nth(TRACE_MISS, 0), *nth(TRACE_FINISH, 0));
}

static void exclusive_resource(void)
{
	dags();
	k.nodes[0].resource = ON_ACCELERATOR;
}

static void exclusive_twin(void)
{
	struct trace_rec r;

	dags();
	r = *nth(TRACE_START, 0);
	r.exec = 1;
	insert_before(nth(TRACE_FINISH, 0), r);
}

static void execution_short(void)
{
	drops();
	nth(TRACE_START, 0)->a = 31;
}

static void execution_overhead(void)
{
	dags();
	nth(TRACE_OVERHEAD, 0)->a = 1;
}

static void execution_anew(void)
{
	struct trace_rec *r;

	dags();
	r = nth(TRACE_RESUME, 0);
	r->kind = TRACE_START;
	r->count = 1;
	r->a = 30;
	r->b = (int64_t)NOISE_ONE;
}

static void execution_nothing(void)
{
	drops();
	nth(TRACE_START, 0)->b = 0;
}

static void preemption_core(void)
{
	dags();
	k.execs[0].preemption = PREEMPT_LIMITED;
}

static void preemption_policy(void)
{
	dags();
	k.header.policy_flags &= ~(uint32_t)TRACE_PREEMPTS;
}

static void preemption_left(void)
{
	dags();
	nth(TRACE_PREEMPT, 0)->a = 6;
}

static void preemption_resume(void)
{
	dags();
	nth(TRACE_RESUME, 0)->b = 1;
}

static void preemption_none(void)
{
	struct trace_rec r;

	dags();
	r = *nth(TRACE_RESUME, 0);
	r.t = 13;
	r.node = 2;
	r.exec = 1;
	insert_before(nth(TRACE_RELEASE, 2), r);
}

static void batch_size(void)
{
	batches();
	k.models[0].max_batch = 1;
}

static void batch_model(void)
{
	batches();
	k.nodes[1].model = 1;
}

static void batch_index(void)
{
	batches();
	nth(TRACE_START, 2)->index = 3;
}

static void batch_incomplete(void)
{
	batches();
	drop_record(nth(TRACE_START, 2));
}

static void batch_finish_order(void)
{
	batches();
	swap(nth(TRACE_FINISH, 1), nth(TRACE_FINISH, 2));
}

static void batch_finish_apart(void)
{
	batches();
	nth(TRACE_FINISH, 2)->t++;
	nth(TRACE_MISS, 1)->t++;
}

static void batch_rule_none(void)
{
	batches();
	k.header.batch_rule = TRACE_BATCH_NONE;
}

static void batch_rule_group(void)
{
	batches();
	k.tasks[1].group = NONE;
}

static void drop_under_run(void)
{
	drops();
	k.header.late = LATE_RUN;
}

static void drop_early(void)
{
	struct trace_rec drop, miss;

	drops();
	drop = *nth(TRACE_DROP, 0);
	miss = *nth(TRACE_MISS, 1);
	drop_record(nth(TRACE_DROP, 0));
	drop_record(nth(TRACE_MISS, 1));
	drop.t = miss.t = 24;
	insert_before(nth(TRACE_FINISH, 0), drop);
	insert_before(nth(TRACE_FINISH, 0), miss);
}

static void drop_started(void)
{
	struct trace_rec r;

	drops();
	r = *nth(TRACE_DROP, 0);
	r.t = 39;
	r.instance = 2;
	r.a = 21;
	r.b = 35;
	insert_before(nth(TRACE_RELEASE, 4), r);
}

static void drop_forgotten(void)
{
	drops();
	drop_record(nth(TRACE_DROP, 0));
	drop_record(nth(TRACE_MISS, 1));
}

static void drop_run_anyway(void)
{
	drops();
	drop_record(nth(TRACE_MISS, 1));
	drop_record(nth(TRACE_DROP, 0));
	nth(TRACE_START, 1)->instance = 1;
}

static void miss_untold(void)
{
	drops();
	drop_record(nth(TRACE_MISS, 0));
}

static void miss_invented(void)
{
	dags();
	insert_before(nth(TRACE_FINISH, 0),
		      (struct trace_rec){.kind = TRACE_MISS,
					 .t = 5,
					 .a = 0,
					 .b = 100,
					 .flags = TRACE_LATE});
}

static void miss_column(void)
{
	drops();
	nth(TRACE_MISS, 1)->flags = TRACE_LATE;
}

static void miss_times(void)
{
	drops();
	nth(TRACE_MISS, 1)->b++;
}

static void miss_late_flag(void)
{
	drops();
	nth(TRACE_FINISH, 0)->flags = TRACE_JOB_DONE;
}

static void horizon_start(void)
{
	dags();
	k.header.horizon = 120;
	nth(TRACE_RELEASE, 3)->t = 120;
}

static void horizon_open_time(void)
{
	drops();
	nth(TRACE_OPEN, 6)->t = 101;
	drop_record(nth(TRACE_MISS, 0));
}

static void horizon_open_runs(void)
{
	struct trace_rec r;

	batches();
	r = *nth(TRACE_OPEN, 0);
	r.task = 0;
	r.instance = 0;
	r.a = 29;
	r.b = 51;
	insert_before(nth(TRACE_OPEN, 0), r);
}

static void idle_core(void)
{
	struct trace_rec r;

	dags();
	r = *nth(TRACE_START, 4);
	drop_record(nth(TRACE_START, 4));
	r.t = 44;
	insert_before(nth(TRACE_FINISH, 4), r);
	swap(nth(TRACE_START, 4), nth(TRACE_FINISH, 4));
}

static void choice_head(void)
{
	drops();
	nth(TRACE_START, 1)->instance = 3;
}

static void choice_running(void)
{
	dags();
	drop_record(nth(TRACE_PREEMPT, 0));
	drop_record(nth(TRACE_START, 3));
}

static void overhead_none(void)
{
	overheads();
	k.header.overheads = NULL;
}

static void overhead_kind(void)
{
	overheads();
	charged(4, OVERHEAD_YIELD)->index = OVERHEAD_KINDS;
}

static void overhead_long(void)
{
	overheads();
	charged(4, OVERHEAD_YIELD)->a = 9;
}

static void overhead_no_core(void)
{
	overheads();
	k.execs[1].resource = ON_ACCELERATOR;
	nth(TRACE_OVERHEAD, 0)->exec = 1;
}

static void overhead_late(void)
{
	overheads();
	kit_add(&k, overhead(100, 0, OVERHEAD_RELEASE));
}

static void overhead_lock(void)
{
	overheads();
	insert_before(nth(TRACE_READY, 2), overhead(23, 1, OVERHEAD_LOCK));
}

static void overhead_wait(void)
{
	struct trace_rec r = overhead(28, 1, OVERHEAD_LOCK);

	overheads();
	r.index = OVERHEAD_LOCK_WAIT;
	insert_before(charged(28, OVERHEAD_LOCK), r);
}

static void overhead_free_switch(void)
{
	overheads();
	drop_record(charged(24, OVERHEAD_SWITCH));
}

static void overhead_free_yield(void)
{
	overheads();
	drop_record(charged(14, OVERHEAD_YIELD));
}

static void overhead_free_wake(void)
{
	overheads();
	drop_record(charged(14, OVERHEAD_WAKE));
}

static void overhead_free_move(void)
{
	overheads();
	drop_record(charged(28, OVERHEAD_MIGRATION));
}

static void overhead_free_lock(void)
{
	overheads();
	drop_record(charged(14, OVERHEAD_LOCK));
}

static void overhead_ipi_to_self(void)
{
	overheads();
	insert_before(charged(4, OVERHEAD_LOCK), overhead(4, 0, OVERHEAD_IPI));
}

/* It is told of the other core. */
static void overhead_moved(void)
{
	overheads();
	charged(10, OVERHEAD_RELEASE)->exec = 1;
}

static void overhead_early(void)
{
	overheads();
	nth(TRACE_READY, 0)->t = 3;
}

/* Its core has done all that was told of the release, and nothing else makes
 * the node later. */
static void overhead_ready_late(void)
{
	overheads();
	k.header.latency.bounded = true;
	drop_record(charged(0, OVERHEAD_LOCK));
}

static void overhead_bounded_never(void)
{
	overheads();
	k.header.latency.bounded = true;
	k.n = (size_t)(nth(TRACE_READY, 2) - k.recs);
	kit_finish(&k, 28, 1, 1, 0, 0, true);
}

static const struct broken {
	void (*make)(void);
	enum audit_rule rule;
	const char *says;
} cases[] = {
	{overhead_ready_late, AUDIT_PRECEDENCE, "ns too late"},
	{overhead_bounded_never, AUDIT_PRECEDENCE,
	 "c#0 does not become ready in time"},
	{order_time, AUDIT_ORDER, "time goes back by 1 ns"},
	{order_phase, AUDIT_ORDER, "comes behind"},
	{order_ready_late, AUDIT_PRECEDENCE, "starts before it is ready"},
	{release_number, AUDIT_RELEASE, "where number 1 is next"},
	{release_deadline, AUDIT_RELEASE, "not nominal release + D"},
	{release_jitter, AUDIT_RELEASE, "jitter 2 ns"},
	{release_period, AUDIT_RELEASE, "nominally released at 21"},
	{release_sporadic, AUDIT_RELEASE, "against the law"},
	{release_missing, AUDIT_RELEASE, "t#9 was never released"},
	{release_over, AUDIT_RELEASE, "when all releases are over"},
	{release_not_over, AUDIT_RELEASE, "t#9 was never released"},
	{release_horizon, AUDIT_HORIZON, "released after it"},
	{life_twice, AUDIT_RELEASE, "released twice"},
	{life_unknown, AUDIT_LIFE, "was not released or has ended"},
	{life_never_ends, AUDIT_LIFE, "neither finishes nor is dropped"},
	{life_runs_for_ever, AUDIT_LIFE, "never finishes"},
	{life_other_times, AUDIT_LIFE, "not as told here"},
	{life_done_flag, AUDIT_LIFE, "not done here"},
	{life_not_done_flag, AUDIT_LIFE, "is done here"},
	{precedence_ready, AUDIT_PRECEDENCE, "is ready 1 ns too early"},
	{precedence_ready_late, AUDIT_PRECEDENCE, "does not become ready"},
	{precedence_ready_never, AUDIT_PRECEDENCE, "does not become ready"},
	{precedence_start, AUDIT_PRECEDENCE, "starts before it is ready"},
	{precedence_too_early, AUDIT_PRECEDENCE, "1 predecessors unfinished"},
	{exclusive_two, AUDIT_EXCLUSIVE, "core0, which is busy"},
	{exclusive_finish, AUDIT_EXCLUSIVE, "which runs nothing"},
	{exclusive_resource, AUDIT_EXCLUSIVE, "not made for core0"},
	{exclusive_twin, AUDIT_EXCLUSIVE, "starts while it runs"},
	{execution_short, AUDIT_EXECUTION, "ran 30 ns of 31"},
	{execution_overhead, AUDIT_EXECUTION, "ran 6 ns of 5"},
	{execution_anew, AUDIT_EXECUTION, "starts anew"},
	{execution_nothing, AUDIT_EXECUTION, "factor 0"},
	{preemption_core, AUDIT_PREEMPTION, "is preempted on core0"},
	{preemption_policy, AUDIT_PREEMPTION, "is preempted on core0"},
	{preemption_left, AUDIT_PREEMPTION, "has 5 ns left, not 6"},
	{preemption_resume, AUDIT_PREEMPTION, "not 5 ns from 0"},
	{preemption_none, AUDIT_EXCLUSIVE, "core1, which is busy"},
	{batch_size, AUDIT_BATCH, "a batch of 2, but m takes 1"},
	{batch_model, AUDIT_BATCH, "of another model"},
	{batch_index, AUDIT_BATCH, "does not continue"},
	{batch_incomplete, AUDIT_BATCH, "has only 1 members"},
	{batch_finish_order, AUDIT_BATCH, "not what finishes next"},
	{batch_finish_apart, AUDIT_BATCH, "does not finish with its batch"},
	{batch_rule_none, AUDIT_BATCH, "does not batch"},
	{batch_rule_group, AUDIT_BATCH, "head's release and group"},
	{drop_under_run, AUDIT_DROP, "under `late: run`"},
	{drop_early, AUDIT_DROP, "before its deadline"},
	{drop_started, AUDIT_DROP, "after it started"},
	{drop_forgotten, AUDIT_CHOICE, "t#2 goes before t#1"},
	{drop_run_anyway, AUDIT_DROP, "starts past its deadline"},
	{miss_untold, AUDIT_MISS, "is not told"},
	{miss_invented, AUDIT_MISS, "it has none"},
	{miss_column, AUDIT_MISS, "another column"},
	{miss_times, AUDIT_MISS, "other times"},
	{miss_late_flag, AUDIT_MISS, "late here"},
	{horizon_start, AUDIT_HORIZON, "is released after it"},
	{horizon_open_time, AUDIT_MISS, "is not told"},
	{horizon_open_runs, AUDIT_HORIZON, "all that is left of it runs"},
	{idle_core, AUDIT_IDLE, "1 executors idle and 1 nodes ready"},
	{choice_head, AUDIT_CHOICE, "t#3 goes before t#2"},
	{choice_running, AUDIT_CHOICE, "runs on while s#1"},
	{overhead_none, AUDIT_OVERHEAD, "takes 0 to 0"},
	{overhead_kind, AUDIT_OVERHEAD, "no known kind"},
	{overhead_long, AUDIT_OVERHEAD, "switch_yield of 9 ns on core0"},
	{overhead_no_core, AUDIT_OVERHEAD, "which is no core"},
	{overhead_late, AUDIT_HORIZON, "overhead on core0 after it"},
	{overhead_lock, AUDIT_OVERHEAD, "holds the lock while another"},
	{overhead_wait, AUDIT_OVERHEAD, "when no one lets it go"},
	{overhead_free_switch, AUDIT_OVERHEAD, "without its switch_full"},
	{overhead_free_yield, AUDIT_OVERHEAD, "without its switch_yield"},
	{overhead_free_wake, AUDIT_OVERHEAD, "without its wake"},
	{overhead_free_move, AUDIT_OVERHEAD, "without its migration"},
	{overhead_free_lock, AUDIT_OVERHEAD, "without its lock"},
	{overhead_ipi_to_self, AUDIT_OVERHEAD, "pays on core0 for a ipi"},
	{overhead_moved, AUDIT_PREEMPTION, "8 ns left, not 10"},
	{overhead_early, AUDIT_PRECEDENCE, "1 ns too early"},
};
enum { CASES = sizeof(cases) / sizeof(*cases) };

START_TEST(test_broken_rule)
{
	cases[_i].make();
	refused(cases[_i].rule, cases[_i].says);
}
END_TEST

/* Every rule has a case; those of platforms are in test_audit_platform.c. */
START_TEST(test_rules_are_covered)
{
	bool seen[AUDIT_RULES] = {false};

	kit_init(&k, 1);
	for (size_t i = 0; i < CASES; i++)
		seen[cases[i].rule] = true;
	for (int i = 0; i < AUDIT_EXECUTOR; i++)
		ck_assert_msg(seen[i], "%s",
			      audit_rule_name((enum audit_rule)i));
}
END_TEST

/* Under preemption `none` a job that has started goes first, whatever its
 * deadline; another order is a violation. */
START_TEST(test_claims)
{
	uint32_t d, s;

	kit_init(&k, 100);
	k.header.policy_order = TRACE_ORDER_EDF;
	k.header.policy_flags = TRACE_WORK_CONSERVING | TRACE_ON_CORES;
	kit_core(&k, PREEMPT_NONE);
	d = kit_dag(&k, "d", 2, 100, 90);
	kit_edge(&k, d, 0, 1, 0);
	s = kit_dag(&k, "s", 1, 100, 20);
	k.tasks[s].phase = 2;
	kit_release(&k, 0, d, 0);
	kit_start(&k, 0, 0, d, 0, 0, 5);
	kit_release(&k, 2, s, 0);
	kit_finish(&k, 5, 0, d, 0, 0, false);
	kit_ready(&k, 5, d, 0, 1);
	kit_start(&k, 5, 0, _i ? s : d, 0, _i ? 0 : 1, 5);
	kit_finish(&k, 10, 0, _i ? s : d, 0, _i ? 0 : 1, true);
	kit_start(&k, 10, 0, _i ? d : s, 0, _i ? 1 : 0, 5);
	kit_finish(&k, 15, 0, _i ? d : s, 0, _i ? 1 : 0, true);
	if (_i)
		refused(AUDIT_CHOICE,
			"s#0 goes before d#0.n1, which has started");
	else
		passes();
}
END_TEST

/* Where the policy may have divided up the executors, order and idling are
 * its own affair. */
START_TEST(test_partitioned)
{
	drops();
	kit_accelerator(&k);
	k.header.policy_flags = 0;
	passes();
	k.header.policy_flags = TRACE_WORK_CONSERVING;
	refused(AUDIT_IDLE, "executors idle");
}
END_TEST

/* A drop that was passed over, under a policy of no declared order. */
START_TEST(test_forgotten_drop)
{
	drop_forgotten();
	k.header.policy_order = TRACE_ORDER_OTHER;
	refused(AUDIT_DROP, "t#1 is past its deadline and not dropped");
}
END_TEST

/* Only the first are kept, all are counted. */
START_TEST(test_keeps_the_first)
{
	struct audit *a;
	size_t n;

	drops();
	for (size_t i = 0; i < k.n; i++)
		k.recs[i].instance += 100;
	a = audit_new(&k.header, 2);
	kit_feed(&k, audit_sink(a), 0);
	audit_finish(a);
	audit_kept(a, &n);
	ck_assert_uint_eq(n, 2);
	ck_assert_uint_gt(audit_count(a), 2);
	ck_assert_uint_eq(audit_records(a), k.n);
	audit_free(a);
}
END_TEST

/* Whatever the records say, the auditor stands. */
START_TEST(test_stands_nonsense)
{
	static void (*const runs[])(void) = {batches, dags, drops};
	struct rng r = {(uint64_t)_i};
	uint64_t count;

	runs[_i % 3]();
	for (int round = 0; round < 200; round++) {
		struct trace_rec *x = &k.recs[rng_next_below(&r, k.n)];
		struct trace_rec *y = &k.recs[rng_next_below(&r, k.n)];

		switch (rng_next_below(&r, 7)) {
		case 0:
			swap(x, y);
			break;
		case 1:
			x->kind = (uint8_t)(1 + rng_next_below(&r, TRACE_KINDS -
									   1));
			break;
		case 2:
			x->task =
				(uint32_t)rng_next_below(&r, k.header.n_tasks);
			x->node = (uint32_t)rng_next_below(
				&r, k.tasks[x->task].n_nodes);
			break;
		case 3:
			x->exec =
				(uint16_t)rng_next_below(&r, k.header.n_execs);
			break;
		case 4:
			x->count = (uint16_t)(1 + rng_next_below(&r, 3));
			x->index = (uint16_t)rng_next_below(&r, x->count);
			break;
		case 5:
			x->a = (dag_time)(rng_next(&r) >> 1);
			x->instance = rng_next_below(&r, 3);
			break;
		default:
			x->t = (dag_time)rng_next_below(&r, 300);
		}
		judge(&count);
	}
	ck_assert_uint_gt(count, 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("audit");
	TCase *tc = tcase_create("audit");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, test_sound_runs, 0, 3);
	tcase_add_loop_test(tc, test_broken_rule, 0, CASES);
	tcase_add_test(tc, test_rules_are_covered);
	tcase_add_loop_test(tc, test_claims, 0, 2);
	tcase_add_test(tc, test_partitioned);
	tcase_add_test(tc, test_forgotten_drop);
	tcase_add_test(tc, test_keeps_the_first);
	tcase_add_loop_test(tc, test_stands_nonsense, 0, 6);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

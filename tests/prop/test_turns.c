/* Equal priorities in turn, against the rule written out anew.
 *
 * dagsim-policies(1), EQUAL PRIORITIES, as the plainest program that keeps it:
 * everything is looked at in every unit of time, lists are scanned, and
 * nothing is shared with the simulator.  Random DAGs of small whole times on 1
 * to 4 cores, so that much becomes ready, ends and has had its slice at one
 * instant; every slice of every core must be the same. */
#include "tests/support/make_workload.h"
#include "tests/support/randset.h"
#include "tests/support/runkit.h"

#include <check.h>
#include <stdlib.h>

enum { TASKS = 4, NODES = 6, CORES = 4, HORIZON = 60, ITEMS = 2000 };

static struct rng R;

static int draw(int low, int high)
{
	return low + (int)rng_next_below(&R, (uint64_t)(high - low) + 1);
}

/* --- a set --- */

struct plain_task {
	int period, phase, priority, n, cost[NODES];
	int delay[NODES][NODES]; /* -1: no edge */
};
static struct {
	int cores, n;
	struct plain_task task[TASKS];
} S;

static void draw_task(struct plain_task *t)
{
	static const int periods[] = {5, 8, 10, 12, 20},
			 phases[] = {0, 0, 1, 3};

	t->period = periods[draw(0, 4)];
	t->phase = phases[draw(0, 3)];
	t->priority = draw(0, 2);
	t->n = draw(1, NODES);
	for (int b = 0; b < t->n; b++) {
		bool joined = b == 0;

		t->cost[b] = draw(1, 4);
		for (int a = 0; a < NODES; a++)
			t->delay[a][b] = -1;
		for (int a = 0; a < b; a++)
			if (draw(0, 9) < 4) {
				t->delay[a][b] = draw(0, 1) * draw(0, 2);
				joined = true;
			}
		if (!joined)
			t->delay[draw(0, b - 1)][b] = 0;
	}
}

static struct workload *set_workload(enum preemption preemption)
{
	struct workload *w = make_workload();
	char name[8] = "t0";

	w->platform.n_cores = (uint32_t)S.cores;
	w->platform.n_accelerators = 0;
	w->platform.preemption = preemption;
	for (int i = 0; i < S.n; i++) {
		const struct plain_task *t = &S.task[i];
		struct task *made;
		uint32_t first;

		name[1] = (char)('0' + i);
		made = make_task(w, name, MS(t->period), MS(t->period));
		made->phase = MS(t->phase);
		made->has_priority = true;
		made->priority = t->priority;
		first = w->n_nodes;
		for (int a = 0; a < t->n; a++)
			make_node(w, (const char[]){(char)('a' + a), 0},
				  MS(t->cost[a]));
		/* edges backwards: their order must not count */
		for (int b = t->n - 1; b >= 0; b--)
			for (int a = b - 1; a >= 0; a--)
				if (t->delay[a][b] >= 0)
					make_edge(w, first + (uint32_t)a,
						  first + (uint32_t)b,
						  MS(t->delay[a][b]));
	}
	make_done(w);
	return w;
}

/* --- the rule --- */

enum state { IDLE, AWAY, COMES, WAITS, RUNS, DONE };

struct item { /* a node of a job */
	int task, job, node, release, left, ready, since, core, number;
	enum state state;
};
static struct item item[ITEMS];
static int n_items, numbers, now;
static enum preemption mode;
static int quantum; /* 0: no slices */

struct slice {
	int core, from, to, task, job, node;
};
static struct slice want[ITEMS], got[ITEMS];
static int n_want, n_got;

static int priority(const struct item *x)
{
	return S.task[x->task].priority;
}

static bool same_job(const struct item *x, const struct item *y)
{
	return x->task == y->task && x->job == y->job;
}

static void put_slice(struct slice *s, int *n, struct slice x)
{
	ck_assert_int_lt(*n, ITEMS);
	if (x.to > x.from)
		s[(*n)++] = x;
}

static void end_slice(struct item *x)
{
	put_slice(want, &n_want,
		  (struct slice){x->core, x->since, now, x->task, x->job,
				 x->node});
	x->left -= now - x->since;
}

static void release(void)
{
	for (int t = 0; t < S.n; t++) {
		int since = now - S.task[t].phase;

		if (since < 0 || since % S.task[t].period)
			continue;
		for (int b = 0; b < S.task[t].n; b++) {
			ck_assert_int_lt(n_items, ITEMS);
			item[n_items++] =
				(struct item){t,
					      since / S.task[t].period,
					      b,
					      now,
					      S.task[t].cost[b],
					      now,
					      0,
					      -1,
					      0,
					      AWAY};
		}
	}
}

static void complete(void)
{
	for (int i = 0; i < n_items; i++) {
		struct item *x = &item[i];

		if (x->state == RUNS && x->since + x->left == now) {
			end_slice(x);
			x->state = DONE;
			x->ready = now; /* when it ended */
		}
	}
}

/* All predecessors have ended and been heard of. */
static bool is_ready(const struct item *x)
{
	for (int i = 0; i < n_items; i++) {
		const struct item *p = &item[i];
		int delay;

		if (!same_job(p, x))
			continue;
		delay = S.task[x->task].delay[p->node][x->node];
		if (delay >= 0 && (p->state != DONE || p->ready + delay > now))
			return false;
	}
	return true;
}

/* By release, task, node, job: so the items of an instant get numbers. */
static int by_default(const void *a, const void *b)
{
	const struct item *x = *(struct item *const *)a;
	const struct item *y = *(struct item *const *)b;

	if (x->release != y->release)
		return x->release - y->release;
	if (x->task != y->task)
		return x->task - y->task;
	return x->node != y->node ? x->node - y->node : x->job - y->job;
}

static void become_ready(void)
{
	struct item *fresh[ITEMS];
	size_t n = 0;

	for (int i = 0; i < n_items; i++)
		if (item[i].state == AWAY && is_ready(&item[i]))
			fresh[n++] = &item[i];
	qsort(fresh, n, sizeof(*fresh), by_default);
	for (size_t i = 0; i < n; i++) {
		fresh[i]->state = WAITS;
		fresh[i]->number = numbers++;
	}
}

static bool has_started(const struct item *x)
{
	for (int i = 0; i < n_items; i++)
		if (same_job(&item[i], x) &&
		    (item[i].state == RUNS || item[i].state == DONE ||
		     item[i].core >= 0))
			return true;
	return false;
}

static bool before(const struct item *x, const struct item *y)
{
	if (mode == PREEMPT_NONE && has_started(x) != has_started(y))
		return has_started(x);
	if (priority(x) != priority(y))
		return priority(x) < priority(y);
	return x->number < y->number;
}

static struct item *first_waiting(void)
{
	struct item *best = NULL;

	for (int i = 0; i < n_items; i++)
		if (item[i].state == WAITS && (!best || before(&item[i], best)))
			best = &item[i];
	return best;
}

static struct item *on_core(int core)
{
	for (int i = 0; i < n_items; i++)
		if (item[i].state == RUNS && item[i].core == core)
			return &item[i];
	return NULL;
}

/* Does the running x give way rather than y? */
static bool goes_sooner(const struct item *x, const struct item *y)
{
	if (priority(x) != priority(y))
		return priority(x) > priority(y);
	if (!quantum)
		return x->number > y->number;
	return x->since != y->since ? x->since < y->since
				    : x->number < y->number;
}

static void dispatch(struct item *x, int core)
{
	x->state = RUNS;
	x->core = core;
	x->since = now;
}

/* The head on an idle core, its last one first: false if none is idle. */
static bool on_idle(struct item *head)
{
	if (head->core >= 0 && !on_core(head->core)) {
		dispatch(head, head->core);
		return true;
	}
	for (int c = 0; c < S.cores; c++)
		if (!on_core(c)) {
			dispatch(head, c);
			return true;
		}
	return false;
}

static void decide(void)
{
	struct item *head, *victim;

	while ((head = first_waiting()) != NULL) {
		if (on_idle(head))
			continue;
		if (mode != PREEMPT_FULL)
			return;
		victim = on_core(0);
		for (int c = 1; c < S.cores; c++)
			if (goes_sooner(on_core(c), victim))
				victim = on_core(c);
		if (priority(head) > priority(victim) ||
		    (priority(head) == priority(victim) &&
		     (quantum ? now - victim->since < quantum
			      : head->number > victim->number)))
			return;
		if (quantum && priority(head) == priority(victim))
			victim->number = numbers++;
		end_slice(victim);
		victim->state = WAITS;
		dispatch(head, victim->core);
	}
}

static void plain_run(void)
{
	n_items = numbers = n_want = 0;
	for (now = 0; now < HORIZON; now++) {
		complete();
		release();
		become_ready();
		decide();
	}
	for (int i = 0; i < n_items; i++)
		if (item[i].state == RUNS) {
			now = item[i].since + item[i].left;
			end_slice(&item[i]);
		}
}

/* --- the simulator's --- */

static void read_slices(const struct result *r)
{
	dag_time since[CORES];

	n_got = 0;
	for (size_t i = 0; i < r->n; i++) {
		const struct trace_rec *x = &r->recs[i];

		if (x->kind == TRACE_START || x->kind == TRACE_RESUME)
			since[x->exec] = x->t;
		if (x->kind == TRACE_PREEMPT || x->kind == TRACE_FINISH)
			put_slice(got, &n_got,
				  (struct slice){(int)x->exec,
						 (int)(since[x->exec] / MS(1)),
						 (int)(x->t / MS(1)),
						 (int)x->task, (int)x->instance,
						 (int)x->node});
	}
}

static int by_place(const void *a, const void *b)
{
	const struct slice *x = a, *y = b;

	return x->core != y->core ? x->core - y->core : x->from - y->from;
}

static void compare(uint64_t k, const char *lineup, int slice)
{
	static const char *const modes[] = {"full", "limited", "none"};
	struct workload *w = set_workload(mode);

	quantum = slice;
	plain_run();
	read_slices(run(w, lineup, MS(HORIZON)));
	qsort(want, (size_t)n_want, sizeof(*want), by_place);
	qsort(got, (size_t)n_got, sizeof(*got), by_place);
	for (int i = 0; i < n_want || i < n_got; i++) {
		struct slice a = want[i], b = got[i];

		ck_assert_msg(
			i < n_want && i < n_got && a.core == b.core &&
				a.from == b.from && a.to == b.to &&
				a.task == b.task && a.job == b.job &&
				a.node == b.node,
			"set %llu, %s, %s: slice %d of %d and %d: core %d "
			"%d..%d t%d.%d#%d, not core %d %d..%d t%d.%d#%d",
			(unsigned long long)k, lineup, modes[mode], i, n_want,
			n_got, a.core, a.from, a.to, a.task, a.node, a.job,
			b.core, b.from, b.to, b.task, b.node, b.job);
	}
	workload_free(w);
}

START_TEST(test_turns)
{
	for (uint64_t k = 0; k < case_count(60); k++) {
		R.state = k;
		S.cores = draw(1, CORES);
		S.n = draw(1, TASKS);
		for (int i = 0; i < S.n; i++)
			draw_task(&S.task[i]);
		for (mode = PREEMPT_FULL; mode <= PREEMPT_NONE; mode++) {
			compare(k, "prioritized_fifo", 0);
			compare(k, "prioritized_rr", 4);
			compare(k, "prioritized_rr:quantum=1ms", 1);
		}
	}
}
END_TEST

/* Two slices end at one instant and one job waits: the first in order goes
 * behind it and, as the other's slice has ended too, takes that one's place. */
START_TEST(test_slices_end_together)
{
	struct workload *w = make_workload();
	const struct result *r;

	w->platform.n_cores = 2;
	w->platform.n_accelerators = 0;
	w->platform.preemption = PREEMPT_FULL;
	for (int i = 0; i < 3; i++) {
		struct task *t =
			make_task(w, (const char[]){(char)('a' + i), 0},
				  MS(100), MS(100));

		t->has_priority = true;
		t->priority = 1;
		make_node(w, "n", MS(10));
	}
	make_done(w);
	r = run(w, "prioritized_rr:quantum=4ms", MS(100));
	ck_assert_int_eq(rec_of(r, TRACE_START, 2, 0, 0)->t, MS(4));
	ck_assert_int_eq(rec_of(r, TRACE_START, 2, 0, 0)->exec, 0);
	ck_assert_int_eq(rec_of(r, TRACE_RESUME, 0, 0, 0)->t, MS(4));
	ck_assert_int_eq(rec_of(r, TRACE_RESUME, 0, 0, 0)->exec, 1);
	ck_assert_int_eq(rec_of(r, TRACE_RESUME, 1, 0, 0)->t, MS(8));
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("turns");
	TCase *c = tcase_create("turns");
	SRunner *r;
	int failed;

	tcase_add_test(c, test_turns);
	tcase_add_test(c, test_slices_end_together);
	tcase_set_timeout(c, 120);
	suite_add_tcase(s, c);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

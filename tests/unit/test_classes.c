/* test_classes.c - threads of several scheduling classes: a worked case, then
 * any case against a model that goes from microsecond to microsecond */
#include "base/rng.h"
#include "platform/classes.h"
#include "platform/launch.h"
#include "platform/server.h"
#include "tests/support/make_workload.h"
#include "trace/audit.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 7, JOBS = 6, TICKS = 600, ROUNDS = 40 };

/* What each thread does, times in microseconds. */
struct load {
	enum thread_policy policy;
	int64_t priority, exec, at[JOBS];
	int64_t Q, P; /* of THREAD_DEADLINE; D = P                        */
	uint32_t core;
	int n;
};
struct bench {
	struct load loads[THREADS];
	uint32_t n, cores;
	int64_t quantum, slice;
	bool bound; /* each to its core; else there is one core           */
};

/* Of each thread and microsecond: does it run then? */
typedef bool story[THREADS][TICKS];

static struct arena arena;
static struct dag_error error;

static void teardown(void)
{
	arena_free(&arena);
}

/* --- by the engine --- */

static struct workload *workload_of(const struct bench *b)
{
	static const char *const names[THREADS] = {"a", "b", "c", "d",
						   "e", "f", "g"};
	struct workload *w = make_workload();
	struct runtime *r = ARENA_NEW(&arena, struct runtime, 1);
	struct runtime_executor *x =
		ARENA_NEW(&arena, struct runtime_executor, THREADS);

	w->platform.n_accelerators = 0;
	w->platform.n_cores = b->cores;
	w->platform.preemption = PREEMPT_FULL;
	for (uint32_t i = 0; i < b->n; i++) {
		const struct load *l = &b->loads[i];
		uint32_t *node = ARENA_NEW(&arena, uint32_t, 1);

		make_task(w, names[i], MS(1), MS(1));
		*node = make_node(w, names[i], US(l->exec));
		x[i] = runtime_executor_unsaid();
		x[i].name = names[i];
		x[i].nodes = node;
		x[i].n_nodes = 1;
		x[i].policy = l->policy;
		x[i].timer = TIMER_QUEUE;
		if (l->policy == THREAD_FIFO || l->policy == THREAD_RR)
			x[i].priority = l->priority;
		if (l->policy == THREAD_DEADLINE)
			x[i].reservation = (struct runtime_reservation){
				US(l->Q), US(l->P), US(l->P), false, false};
		if (b->bound) {
			x[i].cores = &l->core;
			x[i].n_cores = 1;
		}
	}
	*r = (struct runtime){.executors = x,
			      .n_executors = b->n,
			      .rr_quantum = US(b->quantum),
			      .other_slice = US(b->slice)};
	make_done(w);
	w->runtime = r;
	return w;
}

/* In order of time, at one instant by task. */
static struct release_list releases_of(const struct bench *b)
{
	static struct release items[THREADS * JOBS];
	int next[THREADS] = {0};
	size_t n = 0;

	for (int64_t t = 0; t < TICKS; t++)
		for (uint32_t i = 0; i < b->n; i++) {
			const struct load *l = &b->loads[i];

			if (next[i] == l->n || l->at[next[i]] != t)
				continue;
			items[n] = (struct release){.time = US(t),
						    .nominal = US(t),
						    .deadline = US(t) + MS(1),
						    .instance =
							    (uint64_t)next[i]++,
						    .tie = n,
						    .task = i};
			n++;
		}
	return (struct release_list){items, n, NULL};
}

struct recorder {
	struct trace_sink sink;
	bool (*ran)[TICKS];
	dag_time since[THREADS];
};

static void record(struct trace_sink *s, const struct trace_rec *recs, size_t n)
{
	struct recorder *r = (struct recorder *)s;

	for (size_t i = 0; i < n; i++) {
		const struct trace_rec *x = &recs[i];

		if (x->kind == TRACE_START || x->kind == TRACE_RESUME)
			r->since[x->task] = x->t;
		if (x->kind != TRACE_PREEMPT && x->kind != TRACE_FINISH)
			continue;
		ck_assert_int_eq(x->t % US(1), 0);
		for (dag_time t = r->since[x->task]; t < x->t; t += US(1))
			if (t < US(TICKS))
				r->ran[x->task][t / US(1)] = true;
	}
}

static void by_engine(const struct bench *b, story out)
{
	struct workload *w = workload_of(b);
	struct release_list list = releases_of(b);
	struct launch_options o = {.mapping = {.per = PER_PRESET},
				   .horizon = US(TICKS),
				   .late = LATE_RUN,
				   .deadline = {.limit = {0, 1}},
				   .replay = &list};
	struct recorder rec = {.sink = {.consume = record}, .ran = out};
	struct trace_sink *sinks[2] = {&rec.sink};
	struct trace_header h;
	struct audit *audit;
	struct launch l;

	memset(out, 0, sizeof(story));
	ck_assert_msg(
		launch_prepare(&l, "ros2-isolated", w, &o, &arena, &error),
		"%s", error.msg);
	ck_assert_str_eq(l.policy, CLASSES_NAME);
	trace_header_init(&h, l.workload, &arena);
	launch_describe(&l, &h, &arena);
	audit = audit_new(&h, 8);
	sinks[1] = audit_sink(audit);
	ck_assert_msg(launch_run(&l, &arena, sinks, 2, &error), "%s",
		      error.msg);
	audit_finish(audit);
	if (audit_count(audit))
		audit_print(stderr, audit);
	ck_assert_uint_eq(audit_count(audit), 0);
	audit_free(audit);
	workload_free(w);
}

/* --- the model that steps --- */

struct thread {
	int64_t left, used, tie, d, q;
	int64_t timer, blocked; /* when last; -1: none                  */
	int job, woken;
	bool awake, throttled, known;
};
struct step {
	const struct bench *b;
	struct thread t[THREADS];
	int on; /* or -1                                                  */
	int64_t now, count;
	uint32_t core;
};

static bool is_here(const struct step *s, uint32_t i)
{
	return !s->b->bound || s->b->loads[i].core == s->core;
}

static int64_t turn(const struct step *s, int i)
{
	enum thread_policy p = s->b->loads[i].policy;

	if (p == THREAD_RR)
		return s->b->quantum;
	return p == THREAD_OTHER ? s->b->slice : 0;
}

/* Smaller is more urgent. */
static int64_t urgency(const struct step *s, int i)
{
	const struct load *l = &s->b->loads[i];

	if (l->policy == THREAD_DEADLINE)
		return s->t[i].d;
	return l->policy == THREAD_OTHER ? INT64_MAX : 1000000 + l->priority;
}

/* It gives up the core. */
static void leave(struct step *s)
{
	struct thread *x = &s->t[s->on];
	int64_t length = turn(s, s->on);

	if (length && x->used > 0 && x->used % length == 0)
		x->tie = s->count++;
	x->used = length ? x->used % length : 0;
	s->on = -1;
}

static void account(struct step *s)
{
	struct thread *x = &s->t[s->on];
	const struct load *l = &s->b->loads[s->on];
	bool reserved = l->policy == THREAD_DEADLINE;

	x->used++;
	x->left--;
	if (reserved && --x->q == 0) {
		x->throttled = true;
		x->timer = x->d;
	}
	if (x->left && !x->throttled)
		return;
	if (!x->left) {
		x->awake = ++x->job < x->woken;
		x->blocked = s->now;
		x->left = l->exec;
	}
	leave(s);
}

static void wake(struct step *s, uint32_t i)
{
	struct thread *x = &s->t[i];
	const struct load *l = &s->b->loads[i];

	x->woken++;
	if (x->awake)
		return;
	x->awake = true;
	x->left = l->exec;
	if (x->blocked != s->now) /* else it has hardly been away */
		x->tie = s->count++;
	if (l->policy != THREAD_DEADLINE || x->throttled)
		return;
	if (!x->known || x->d < s->now ||
	    x->q * l->P > (x->d - s->now) * l->Q) {
		x->d = s->now + l->P;
		x->q = l->Q;
	}
	x->known = true;
}

static void timers(struct step *s, uint32_t i)
{
	struct thread *x = &s->t[i];

	if (x->timer != s->now)
		return;
	x->d += s->b->loads[i].P;
	x->q = s->b->loads[i].Q;
	x->timer = -1;
	x->throttled = false;
}

static int head(const struct step *s)
{
	int best = -1;

	for (int i = 0; i < (int)s->b->n; i++) {
		const struct thread *x = &s->t[i];

		if (!is_here(s, (uint32_t)i) || !x->awake || x->throttled ||
		    i == s->on)
			continue;
		if (best < 0 || urgency(s, i) < urgency(s, best) ||
		    (urgency(s, i) == urgency(s, best) &&
		     x->tie < s->t[best].tie))
			best = i;
	}
	return best;
}

static void choose(struct step *s)
{
	for (;;) {
		int h = head(s);
		int64_t used, length;

		if (h < 0)
			return;
		if (s->on >= 0) {
			used = s->t[s->on].used;
			length = turn(s, s->on);
			if (urgency(s, h) > urgency(s, s->on))
				return;
			if (urgency(s, h) == urgency(s, s->on) &&
			    (!length || used == 0 || used % length))
				return;
			leave(s);
		}
		s->on = h;
	}
}

static void by_steps(const struct bench *b, uint32_t core, story out)
{
	struct step s = {.b = b, .on = -1, .core = core};

	for (uint32_t i = 0; i < THREADS; i++)
		s.t[i].timer = s.t[i].blocked = -1;
	for (; s.now < TICKS; s.now++) {
		if (s.on >= 0)
			account(&s);
		for (uint32_t i = 0; i < b->n; i++)
			timers(&s, i);
		for (uint32_t i = 0; i < b->n; i++)
			for (int k = 0; k < b->loads[i].n; k++)
				if (b->loads[i].at[k] == s.now &&
				    is_here(&s, i))
					wake(&s, i);
		choose(&s);
		if (s.on >= 0)
			out[s.on][s.now] = true;
	}
}

static void agree(const struct bench *b)
{
	static story engine, steps;

	by_engine(b, engine);
	memset(steps, 0, sizeof(steps));
	for (uint32_t i = 0; i < b->cores; i++)
		by_steps(b, i, steps);
	for (uint32_t i = 0; i < b->n; i++)
		for (int t = 0; t < TICKS; t++)
			ck_assert_msg(engine[i][t] == steps[i][t],
				      "thread %u at %d us: %d, not %d", i, t,
				      engine[i][t], steps[i][t]);
}

/* --- cases --- */

/* One of each, and an equal of two of them, on one core. */
START_TEST(every_class)
{
	const struct bench b = {.loads = {{.policy = THREAD_DEADLINE,
					   .exec = 3,
					   .Q = 2,
					   .P = 10,
					   .at = {5},
					   .n = 1},
					  {.policy = THREAD_FIFO,
					   .priority = 1,
					   .exec = 2,
					   .at = {4},
					   .n = 1},
					  {.policy = THREAD_RR,
					   .priority = 5,
					   .exec = 4,
					   .at = {1},
					   .n = 1},
					  {.policy = THREAD_RR,
					   .priority = 5,
					   .exec = 4,
					   .at = {2},
					   .n = 1},
					  {.policy = THREAD_OTHER,
					   .exec = 2,
					   .at = {0},
					   .n = 1},
					  {.policy = THREAD_OTHER,
					   .exec = 2,
					   .at = {0},
					   .n = 1}},
				.n = 6,
				.cores = 1,
				.quantum = 2,
				.slice = 1};
	static const char expected[] = "eccdbaabdccddfeaf";
	static story ran;

	by_engine(&b, ran);
	for (int t = 0; t < 20; t++)
		for (int i = 0; i < 6; i++)
			ck_assert_msg(ran[i][t] == (t < (int)strlen(expected) &&
						    expected[t] == 'a' + i),
				      "thread %c at %d", 'a' + i, t);
	agree(&b);
}
END_TEST

/* Others come into what the file leaves open, not into what it says. */
START_TEST(what_else_says_it)
{
	const struct bench b = {.loads = {{.policy = THREAD_FIFO,
					   .priority = 1,
					   .exec = 2,
					   .at = {0},
					   .n = 1},
					  {.policy = THREAD_POLICIES,
					   .exec = 20,
					   .at = {0},
					   .n = 1},
					  {.policy = THREAD_DEADLINE,
					   .exec = 3,
					   .Q = 5,
					   .P = 10,
					   .at = {0},
					   .n = 1}},
				.n = 3,
				.cores = 1,
				.quantum = 1,
				.slice = 1};
	struct workload *w = workload_of(&b);
	struct launch_options o = {.mapping = {.per = PER_PRESET},
				   .map = MAP_APPROACH3,
				   .horizon = US(TICKS)};
	const struct reserved none[3] = {{0}};
	const struct thread_plan *t;
	struct launch l;

	ck_assert(launch_prepare(&l, "threads", w, &o, &arena, &error));
	t = l.threads.mapping->plans;
	ck_assert(t[0].policy == THREAD_FIFO && !t[0].server);
	ck_assert_int_eq(t[1].policy, THREAD_DEADLINE);
	ck_assert_int_eq(t[1].server->runtime, US(20));
	ck_assert_int_eq(t[2].server->runtime, US(5));
	o.map = MAP_PRESET;
	ck_assert(launch_prepare(&l, "threads", w, &o, &arena, &error));
	t = l.threads.mapping->plans;
	ck_assert(t[1].policy == THREAD_OTHER && !t[1].server);
	o.policy = "gfp";
	ck_assert(!launch_prepare(&l, "threads", w, &o, &arena, &error));
	ck_assert_ptr_nonnull(strstr(error.msg, "'gfp' cannot replace"));
	o.policy = NULL;
	o.map = MAP_RMIN;
	o.reserved = none;
	ck_assert(!launch_prepare(&l, "threads", w, &o, &arena, &error));
	ck_assert_ptr_nonnull(strstr(error.msg, "executors of its own"));
	workload_free(w);
}
END_TEST

static void draw(struct bench *b, struct rng *r)
{
	*b = (struct bench){.n = 2 + (uint32_t)rng_next_below(r, THREADS - 1),
			    .cores = 1 + (uint32_t)rng_next_below(r, 2),
			    .quantum = 1 + (int64_t)rng_next_below(r, 8),
			    .slice = 1 + (int64_t)rng_next_below(r, 4)};
	b->bound = b->cores > 1;
	for (uint32_t i = 0; i < b->n; i++) {
		struct load *l = &b->loads[i];
		int64_t t = (int64_t)rng_next_below(r, 20);

		l->policy =
			(enum thread_policy)rng_next_below(r, THREAD_POLICIES);
		l->priority = (int64_t)rng_next_below(r, 3);
		l->exec = 1 + (int64_t)rng_next_below(r, 12);
		l->P = 20 + (int64_t)rng_next_below(r, 40);
		l->Q = 2 + (int64_t)rng_next_below(r, 4);
		l->core = (uint32_t)rng_next_below(r, b->cores);
		l->n = 1 + (int)rng_next_below(r, JOBS);
		for (int k = 0; k < l->n; k++) {
			l->at[k] = t;
			t += 1 + (int64_t)rng_next_below(r, 60);
		}
	}
}

START_TEST(any_case)
{
	struct rng r = {rng_base(11, RNG_ADVERSARY, 0, (uint64_t)_i)};
	struct bench b;

	for (int k = 0; k < ROUNDS; k++) {
		draw(&b, &r);
		agree(&b);
		arena_reset(&arena);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("classes");
	TCase *t = tcase_create("classes");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, every_class);
	tcase_add_test(t, what_else_says_it);
	tcase_add_loop_test(t, any_case, 0, 8);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

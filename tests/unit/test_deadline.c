/* test_deadline.c - threads under SCHED_DEADLINE: worked cases, then any case
 * against a model that goes from nanosecond to nanosecond */
#include "base/rng.h"
#include "platform/deadline.h"
#include "platform/server.h"
#include "tests/support/make_workload.h"
#include "tests/support/platkit.h"
#include "trace/audit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 5, JOBS = 24, PIECES = 2000 };

/* --- what ran when --- */

struct piece {
	dag_time from, to;
	uint32_t task;
	int job;
};
struct story {
	struct piece pieces[PIECES];
	int n;
};

/* Pieces of a job that touch are one, wherever they ran. */
static void ran(struct story *s, uint32_t task, int job, dag_time from,
		dag_time to)
{
	if (from == to)
		return;
	for (int i = s->n - 1; i >= 0; i--) {
		struct piece *p = &s->pieces[i];

		if (p->task != task)
			continue;
		if (p->job == job && p->to == from) {
			p->to = to;
			return;
		}
		break;
	}
	ck_assert_int_lt(s->n, PIECES);
	s->pieces[s->n++] = (struct piece){from, to, task, job};
}

static int in_order(const void *pa, const void *pb)
{
	const struct piece *a = pa, *b = pb;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return (a->task > b->task) - (a->task < b->task);
}

static void compare(struct story *a, struct story *b)
{
	qsort(a->pieces, (size_t)a->n, sizeof(*a->pieces), in_order);
	qsort(b->pieces, (size_t)b->n, sizeof(*b->pieces), in_order);
	for (int i = 0; i < a->n && i < b->n; i++) {
		ck_assert_uint_eq(a->pieces[i].task, b->pieces[i].task);
		ck_assert_int_eq(a->pieces[i].job, b->pieces[i].job);
		ck_assert_int_eq(a->pieces[i].from, b->pieces[i].from);
		ck_assert_int_eq(a->pieces[i].to, b->pieces[i].to);
	}
	ck_assert_int_eq(a->n, b->n);
}

/* --- a case: threads with servers, jobs at any time --- */

struct load {
	struct cbs_params params;
	dag_time exec; /* of each job                                     */
	dag_time at[JOBS];
	int n;
};
struct bench {
	struct load loads[THREADS];
	uint32_t n, cores;
	dag_time horizon;
	struct ratio limit;
};

static struct workload *workload_of(const struct bench *b)
{
	static const char *const names[THREADS] = {"a", "b", "c", "d", "e"};
	struct workload *w = make_workload();

	w->platform.n_accelerators = 0;
	w->platform.n_cores = b->cores;
	w->platform.preemption = PREEMPT_FULL;
	for (uint32_t i = 0; i < b->n; i++) {
		make_task(w, names[i], MS(1), MS(1));
		make_node(w, names[i], b->loads[i].exec);
	}
	make_done(w);
	return w;
}

/* In order of time, at one instant by task. */
static struct release_list releases_of(const struct bench *b)
{
	static struct release items[THREADS * JOBS];
	int next[THREADS] = {0};
	size_t n = 0;

	for (;;) {
		uint32_t first = THREADS;
		dag_time t = DAG_TIME_MAX;

		for (uint32_t i = 0; i < b->n; i++)
			if (next[i] < b->loads[i].n &&
			    b->loads[i].at[next[i]] < t) {
				first = i;
				t = b->loads[i].at[next[i]];
			}
		if (first == THREADS)
			return (struct release_list){items, n, NULL};
		items[n] = (struct release){.time = t,
					    .nominal = t,
					    .deadline = t + MS(1),
					    .instance = (uint64_t)next[first]++,
					    .tie = n,
					    .task = first};
		n++;
	}
}

static void serve(struct mapping *m, void *ctx)
{
	const struct bench *b = ctx;
	struct cbs_params params[THREADS];
	struct deadline_options o = {.limit = b->limit};
	static struct arena arena;
	struct dag_error e;

	arena_free(&arena);
	ck_assert_uint_eq(m->n_threads, b->n);
	for (uint32_t i = 0; i < b->n; i++)
		params[i] = b->loads[i].params;
	ck_assert_msg(deadline_serve(m, params, NULL, &o, &arena, &e), "%s",
		      e.msg);
}

static void by_engine(struct bench *b, struct story *s)
{
	struct workload *w = workload_of(b);
	struct release_list list = releases_of(b);
	struct platkit_options o = {.policy = "gedf",
				    .mapping = {.per = PER_PRESET},
				    .config = {.replay = &list},
				    .change = serve,
				    .ctx = b};
	struct platform_result *r = on_platform(w, "threads", &o, b->horizon);
	dag_time since[THREADS] = {0};

	s->n = 0;
	for (size_t i = 0; i < r->n; i++) {
		const struct trace_rec *x = &r->recs[i];

		if (x->kind == TRACE_START || x->kind == TRACE_RESUME)
			since[x->task] = x->t;
		if (x->t <= b->horizon &&
		    (x->kind == TRACE_PREEMPT || x->kind == TRACE_FINISH))
			ran(s, x->task, (int)x->instance, since[x->task], x->t);
	}
	workload_free(w);
}

/* --- the model that steps --- */

struct thread {
	int64_t Q, D, P, d, timer, lag; /* -1: none                       */
	int128 q, rate, u, um;          /* q in 1/um ns; u in parts       */
	bool fresh, throttled, awake, reclaims, active;
	int core, home; /* core -1: not running                           */
	int last; /* where it ran since it woke up, or -1                 */
	uint64_t turn; /* number of its wake-up: decides among equals    */
	int job, woken;
	int64_t left;
};

struct step {
	const struct bench *b;
	struct thread t[THREADS];
	bool sharing;
	int128 one, max; /* parts of a core, and of those to be reserved  */
	uint64_t turns;
	int on[4];
	int64_t now;
};

static void fill(struct step *s, struct thread *x)
{
	x->throttled = false;
	x->timer = -1;
	do {
		x->d += x->P;
		x->q += x->Q * x->um;
	} while (x->q <= 0);
	if (x->d < s->now) {
		x->d = s->now + x->D;
		x->q = x->Q * x->um;
	}
}

static void use_up(struct step *s, struct thread *x)
{
	x->throttled = true;
	x->timer = x->d + x->P - x->D;
	if (x->timer <= s->now)
		fill(s, x);
}

static void wake(struct step *s, struct thread *x)
{
	int64_t now = s->now;

	x->awake = x->active = true;
	x->lag = -1;
	x->turn = s->turns++;
	x->last = -1;
	if (x->throttled)
		return;
	if (x->fresh || (x->d < now && now >= x->d - x->D + x->P)) {
		x->fresh = false;
		x->d = now + x->D;
		x->q = x->Q * x->um;
	} else if (x->d < now) {
		x->q = 0;
		use_up(s, x);
	} else if (x->q * x->D > (now - x->d) * -1 * x->Q * x->um) {
		if (x->D == x->P) {
			x->d = now + x->D;
			x->q = x->Q * x->um;
			return;
		}
		x->q = (x->d - now) * x->Q / x->D * x->um;
		if (x->q == 0)
			use_up(s, x);
	}
}

static void end_job(struct step *s, struct thread *x)
{
	s->on[x->core] = -1;
	x->core = -1;
	x->job++;
	x->awake = x->job < x->woken;
	if (x->awake) {
		x->left = s->b->loads[x - s->t].exec;
		return;
	}
	x->lag = x->d - (int64_t)(x->q * x->P / (x->Q * x->um));
	if (x->lag <= s->now) {
		x->active = false;
		x->lag = -1;
	}
}

static void account(struct step *s)
{
	for (uint32_t i = 0; i < s->b->n; i++) {
		struct thread *x = &s->t[i];

		if (x->core < 0)
			continue;
		x->q -= x->rate;
		x->left--;
		if (x->q <= 0 && !x->throttled)
			use_up(s, x);
		if (x->left == 0) {
			end_job(s, x);
		} else if (x->throttled) {
			s->on[x->core] = -1;
			x->core = -1;
		}
	}
}

static bool before(const struct thread *a, const struct thread *b)
{
	return a->d != b->d ? a->d < b->d : a->turn < b->turn;
}

static void place(struct step *s, struct thread *x, uint32_t core)
{
	s->on[core] = (int)(x - s->t);
	x->core = (int)core;
	x->home = x->last = (int)core;
}

/* An idle core, best the one where it ran before; or `cores`. */
static uint32_t idle_for(const struct step *s, const struct thread *x)
{
	uint32_t k = 0;

	if (x->last >= 0 && s->on[x->last] < 0)
		return (uint32_t)x->last;
	while (k < s->b->cores && s->on[k] >= 0)
		k++;
	return k;
}

/* The first in order gets an idle core, else that of the last in order. */
static void choose(struct step *s)
{
	for (;;) {
		struct thread *head = NULL, *last = NULL;
		uint32_t idle;

		for (uint32_t i = 0; i < s->b->n; i++) {
			struct thread *x = &s->t[i];

			if (x->core >= 0 && (!last || before(last, x)))
				last = x;
			if (x->core < 0 && x->awake && !x->throttled &&
			    (!head || before(x, head)))
				head = x;
		}
		if (!head)
			return;
		idle = idle_for(s, head);
		if (idle < s->b->cores) {
			place(s, head, idle);
			continue;
		}
		if (!before(head, last))
			return;
		idle = (uint32_t)last->core;
		last->core = -1;
		place(s, head, idle);
	}
}

/* max(u, Umax - Uinact - Uextra) / Umax of its queue, Uextra = Umax - sum of
 * all u / m. */
static void set_rates(struct step *s)
{
	int128 sum = 0;

	for (uint32_t i = 0; i < s->b->n; i++)
		sum += s->t[i].u;
	for (uint32_t i = 0; i < s->b->n; i++) {
		struct thread *x = &s->t[i];
		int128 inactive = 0, r;

		for (uint32_t k = 0; k < s->b->n; k++)
			if (s->t[k].home == x->home && !s->t[k].active)
				inactive += s->t[k].u;
		r = sum / s->b->cores - inactive;
		x->rate = x->reclaims ? (r > x->u ? r : x->u) : x->um;
	}
}

static void timers(struct step *s)
{
	for (uint32_t i = 0; i < s->b->n; i++) {
		struct thread *x = &s->t[i];

		if (x->throttled && x->timer == s->now)
			fill(s, x);
		if (x->lag == s->now) {
			x->active = false;
			x->lag = -1;
		}
	}
}

static void arrivals(struct step *s)
{
	for (uint32_t i = 0; i < s->b->n; i++) {
		const struct load *l = &s->b->loads[i];
		struct thread *x = &s->t[i];

		while (x->woken < l->n && l->at[x->woken] == s->now)
			if (x->woken++ == x->job) {
				x->left = l->exec;
				wake(s, x);
			}
	}
}

static struct step start(const struct bench *b)
{
	struct step s = {.b = b, .on = {-1, -1, -1, -1}};

	for (uint32_t i = 0; i < b->n; i++)
		s.sharing |= b->loads[i].params.reclaim;
	s.one = (int128)120000 * 100 * b->cores; /* of which P is a divisor */
	s.max = s.one * b->limit.num / b->limit.den;
	for (uint32_t i = 0; i < b->n; i++) {
		const struct cbs_params *p = &b->loads[i].params;
		struct thread *x = &s.t[i];

		*x = (struct thread){.Q = p->runtime,
				     .D = p->deadline,
				     .P = p->period,
				     .um = s.sharing ? s.max : 1,
				     .u = s.one * p->runtime / p->period,
				     .reclaims = p->reclaim,
				     .home = (int)(i % b->cores),
				     .timer = -1,
				     .lag = -1,
				     .fresh = true,
				     .core = -1};
	}
	return s;
}

static void by_steps(const struct bench *b, struct story *story)
{
	struct step s = start(b);

	story->n = 0;
	for (; s.now < b->horizon; s.now++) {
		account(&s);
		timers(&s);
		arrivals(&s);
		choose(&s);
		if (s.sharing)
			set_rates(&s);
		for (uint32_t i = 0; i < b->n; i++) {
			struct thread *x = &s.t[i];

			if (!s.sharing)
				x->rate = 1;
			if (x->core >= 0)
				ran(story, i, x->job, s.now, s.now + 1);
		}
	}
}

/* What was cut off by the horizon is in one story and not in the other. */
static void forget_last(struct story *s, dag_time horizon)
{
	int n = 0;

	for (int i = 0; i < s->n; i++)
		if (s->pieces[i].to < horizon)
			s->pieces[n++] = s->pieces[i];
	s->n = n;
}

static void check(struct bench *b)
{
	static struct story engine, steps;

	by_engine(b, &engine);
	by_steps(b, &steps);
	forget_last(&engine, b->horizon);
	forget_last(&steps, b->horizon);
	compare(&engine, &steps);
}

/* --- the worked cases, through the engine --- */

#define T(x) ((dag_time)((x)*2048 * 100)) /* tenths and halves are whole */

static const struct {
	double deadline, first, exec;
	int n;
	double want[8][2];
} worked[] = {
	{12, 8, 3, 3, {{8, 11}, {28, 31}, {48, 51}}},
	{12, 8, 2.8, 3, {{8, 10.8}, {28, 30.8}, {48, 50.8}}},
	{20, 8, 3, 3, {{8, 11}, {28, 31}, {48, 51}}},
	{20,
	 8,
	 2.8,
	 3,
	 {{8, 10.8}, {22, 22.2}, {28, 30.6}, {42, 42.4}, {48, 50.4}}},
	{12,
	 2,
	 3.1,
	 3,
	 {{2, 5}, {22, 22.1}, {22.1, 25}, {42, 42.2}, {42.2, 45}, {62, 62.3}}},
};

START_TEST(worked_cases)
{
	static struct story s;
	struct bench b = {
		.n = 1, .cores = 1, .horizon = T(200), .limit = {95, 100}};
	struct load *l = &b.loads[0];
	int n = 0;

	l->params =
		(struct cbs_params){T(3), T(worked[_i].deadline), T(20), false};
	l->exec = T(worked[_i].exec);
	l->n = worked[_i].n;
	for (int k = 0; k < l->n; k++)
		l->at[k] = k ? T(20 * k + 2) : T(worked[_i].first);
	by_engine(&b, &s);
	while (n < 8 && worked[_i].want[n][1] > 0) {
		ck_assert_int_lt(n, s.n);
		ck_assert_int_eq(s.pieces[n].from, T(worked[_i].want[n][0]));
		ck_assert_int_eq(s.pieces[n].to, T(worked[_i].want[n][1]));
		n++;
	}
	ck_assert_int_eq(s.n, n);
}
END_TEST

/* --- any case --- */

static dag_time draw(uint64_t *key, dag_time low, dag_time high)
{
	*key = rng_mix(*key);
	return low + (dag_time)(*key % (uint64_t)(high - low + 1));
}

static void draw_load(struct load *l, uint64_t *key, bool reclaims,
		      dag_time horizon)
{
	static const dag_time periods[] = {4000,  5000,  6000, 8000,
					   10000, 12000, 15000};
	struct cbs_params *p = &l->params;
	dag_time t = draw(key, 0, 4000);

	p->period = periods[draw(key, 0, 6)];
	p->runtime = draw(key, 1024, p->period / 2);
	p->deadline =
		draw(key, 0, 2) ? draw(key, p->runtime, p->period) : p->period;
	p->reclaim = reclaims && draw(key, 0, 4);
	l->exec = draw(key, 1, p->runtime + p->runtime / 4);
	for (l->n = 0; l->n < JOBS && t < horizon; l->n++) {
		l->at[l->n] = t;
		t += draw(key, 0, 1) ? p->period : draw(key, 0, 2 * p->period);
	}
}

static struct bench some_bench(uint64_t key, bool reclaims)
{
	struct bench b = {.horizon = 60000, .limit = {95, 100}};

	key = rng_mix(key);
	b.n = (uint32_t)draw(&key, 1, THREADS);
	b.cores = (uint32_t)draw(&key, 1, 3);
	for (uint32_t i = 0; i < b.n; i++)
		draw_load(&b.loads[i], &key, reclaims, b.horizon);
	return b;
}

static bool is_admitted(const struct bench *b)
{
	const struct cbs_params *p[THREADS];

	for (uint32_t i = 0; i < b->n; i++)
		p[i] = &b->loads[i].params;
	return cbs_admits(p, b->n, b->cores, b->limit);
}

START_TEST(engine_and_steps_agree)
{
	int tried = 0;

	for (uint64_t i = 0; tried < 60; i++) {
		struct bench b = some_bench(1000 * (uint64_t)_i + i, _i % 2);

		if (!is_admitted(&b))
			continue;
		check(&b);
		tried++;
	}
}
END_TEST

/* --- the auditor finds what is wrong --- */

enum lie {
	LIE_NONE,
	LIE_LESS_BUDGET,
	LIE_LONGER_PERIOD,
	LIE_LATE_PREEMPTION,
	LIE_OTHER_DEADLINE,
	LIE_EARLY_START,
	LIE_REFILL,
	LIE_NO_SERVER,
	LIES
};

static void tell_lie(enum lie lie, struct trace_header *h,
		     struct trace_thread *t, struct trace_rec *recs, size_t n)
{
	bool done = false;

	ck_assert_ptr_eq(h->platform->threads, t);
	t->runtime -= lie == LIE_LESS_BUDGET;
	t->period += lie == LIE_LONGER_PERIOD;
	if (lie == LIE_NO_SERVER)
		t->deadline = t->period + 1;
	for (size_t i = 0; i < n && !done; i++) {
		struct trace_rec *r = &recs[i];

		if (lie == LIE_LATE_PREEMPTION && r->kind == TRACE_PREEMPT)
			r->t++, done = true;
		if (lie == LIE_OTHER_DEADLINE && r->kind == TRACE_THREAD &&
		    r->index == TRACE_WAKES)
			r->a++, done = true;
		if (lie == LIE_EARLY_START && r->kind == TRACE_THREAD &&
		    r->index == TRACE_REPLENISHED)
			r->index = TRACE_THREAD_EVENTS, done = true;
		if (lie == LIE_REFILL && r->kind == TRACE_THREAD &&
		    r->index == TRACE_REPLENISHED)
			r->b++, done = true;
	}
}

static uint64_t budget_faults(const struct trace_header *h,
			      const struct trace_rec *recs, size_t n)
{
	struct audit *a = audit_new(h, 64);
	const struct audit_violation *kept;
	uint64_t faults = 0;
	size_t k;

	audit_sink(a)->consume(audit_sink(a), recs, n);
	audit_finish(a);
	kept = audit_kept(a, &k);
	while (k-- > 0)
		faults += kept[k].rule == AUDIT_BUDGET;
	audit_free(a);
	return faults;
}

/* Both have work all the time, so budgets drain at 0.35 / 0.95, and 3 ms last
 * for 8.2; 10.2 is too much, though less than the period. */
START_TEST(lies_of_those_that_reclaim)
{
	struct bench b = {
		.n = 2, .cores = 1, .horizon = T(200), .limit = {95, 100}};
	struct workload *w;
	struct release_list list;
	struct platkit_options o = {.policy = "gedf",
				    .mapping = {.per = PER_PRESET},
				    .change = serve,
				    .ctx = &b};
	struct platform_result *r;

	for (int i = 0; i < 2; i++) {
		b.loads[i].params = (struct cbs_params){T(3) + i * T(1), T(20),
							T(20), true};
		b.loads[i].exec = T(90);
		b.loads[i].n = 1;
	}
	w = workload_of(&b);
	list = releases_of(&b);
	o.config.replay = &list;
	r = on_platform(w, "threads", &o, b.horizon);
	for (size_t i = 0; i < r->n; i++)
		if (_i && r->recs[i].kind == TRACE_PREEMPT) {
			r->recs[i].t += T(2);
			break;
		}
	ck_assert_int_eq(budget_faults(&r->header, r->recs, r->n) > 0, _i != 0);
	workload_free(w);
}
END_TEST

START_TEST(the_auditor_finds_lies)
{
	struct bench b = {
		.n = 1, .cores = 1, .horizon = T(200), .limit = {95, 100}};
	struct load *l = &b.loads[0];
	struct workload *w;
	struct release_list list;
	struct platkit_options o = {.policy = "gedf",
				    .mapping = {.per = PER_PRESET},
				    .change = serve,
				    .ctx = &b};
	struct platform_result *r;
	struct trace_platform platform;
	struct trace_thread thread;
	struct trace_header h;

	l->params = (struct cbs_params){T(3), T(12), T(20), false};
	l->exec = T(3.1);
	l->n = 3;
	for (int k = 0; k < l->n; k++)
		l->at[k] = T(20 * k + 2);
	w = workload_of(&b);
	list = releases_of(&b);
	o.config.replay = &list;
	r = on_platform(w, "threads", &o, b.horizon);
	h = r->header;
	platform = *h.platform;
	thread = platform.threads[0];
	platform.threads = &thread;
	h.platform = &platform;
	tell_lie((enum lie)_i, &h, &thread, r->recs, r->n);
	ck_assert_int_eq(budget_faults(&h, r->recs, r->n) > 0, _i != LIE_NONE);
	workload_free(w);
}
END_TEST

/* --- mappings --- */

static struct arena arena;
static struct dag_error error;

static struct mapping *mapped(const struct workload *w, enum executor_per per)
{
	const struct preset *p = preset_find("threads", &error);
	struct mapping_options o = {.per = per};
	struct mapping *m;

	if (per == PER_TASK)
		p = preset_find("ros2-ste", &error);
	m = mapping_make(w, p, &o, &arena, &error);
	ck_assert_msg(m != NULL, "%s", error.msg);
	return m;
}

static struct workload *two_dags(void)
{
	struct workload *w = make_workload();
	uint32_t a, b;

	w->platform.n_accelerators = 0;
	w->platform.n_cores = 1;
	w->platform.preemption = PREEMPT_FULL;
	make_task(w, "late", MS(100), MS(140));
	a = make_node(w, "a", MS(10));
	b = make_node(w, "b", MS(20));
	make_edge(w, a, b, 0);
	make_task(w, "early", MS(50), MS(30));
	make_node(w, "c", MS(5));
	make_done(w);
	return w;
}

START_TEST(approach3_parameters)
{
	struct workload *w = two_dags();
	struct mapping *m = mapped(w, PER_NODE);
	struct deadline_notes notes;
	struct deadline_options o = {.margin = {11, 10}};

	ck_assert(deadline_approach3(m, NULL, &notes, &arena, &error));
	ck_assert_uint_eq(notes.n, 1);
	ck_assert(strstr(notes.items[0], "'late'") != NULL);
	ck_assert(strstr(notes.items[0], "140ms") != NULL);
	ck_assert_int_eq(m->plans[0].server->runtime, MS(10));
	ck_assert_int_eq(m->plans[1].server->runtime, MS(20));
	ck_assert_int_eq(m->plans[0].server->relative_deadline, MS(100));
	ck_assert_int_eq(m->plans[2].server->runtime, MS(5));
	ck_assert_int_eq(m->plans[2].server->relative_deadline, MS(30));
	ck_assert_int_eq(m->plans[2].server->period, MS(50));
	ck_assert(deadline_approach3(m, &o, &notes, &arena, &error));
	ck_assert_int_eq(m->plans[0].server->runtime, MS(11));
	m = mapped(w, PER_TASK); /* one server a DAG */
	ck_assert(deadline_approach3(m, NULL, &notes, &arena, &error));
	ck_assert_uint_eq(m->n_threads, 2);
	ck_assert_int_eq(m->plans[0].server->runtime, MS(30));
	workload_free(w);
}
END_TEST

START_TEST(too_much_is_not_admitted)
{
	struct workload *w = two_dags();
	struct mapping *m = mapped(w, PER_NODE);
	struct deadline_notes notes;
	struct deadline_options o = {.margin = {24, 10}};

	ck_assert(!deadline_approach3(m, &o, &notes, &arena, &error));
	ck_assert_int_eq(error.code, EXIT_NO);
	ck_assert_msg(strstr(error.msg, "0.960") && strstr(error.msg, "0.95"),
		      "%s", error.msg);
	o.limit = (struct ratio){0, 1};
	ck_assert(deadline_approach3(m, &o, &notes, &arena, &error));
	o.margin = (struct ratio){7, 1};
	ck_assert(!deadline_approach3(m, &o, &notes, &arena, &error));
	ck_assert_msg(strstr(error.msg, "above the deadline"), "%s", error.msg);
	workload_free(w);
}
END_TEST

static void teardown(void)
{
	arena_free(&arena);
}

int main(void)
{
	Suite *s = suite_create("deadline");
	TCase *t = tcase_create("deadline");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_loop_test(t, worked_cases, 0,
			    (int)(sizeof(worked) / sizeof(*worked)));
	tcase_add_loop_test(t, engine_and_steps_agree, 0, 4);
	tcase_add_loop_test(t, the_auditor_finds_lies, 0, LIES);
	tcase_add_loop_test(t, lies_of_those_that_reclaim, 0, 2);
	tcase_add_test(t, approach3_parameters);
	tcase_add_test(t, too_much_is_not_admitted);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

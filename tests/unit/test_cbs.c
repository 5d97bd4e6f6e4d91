/* test_cbs.c - the constant bandwidth server: worked cases, then any case
 *
 * A lone thread on an idle core is driven through the moves of cbs.h, and what
 * it runs when is compared with tables, and with a model that knows nothing of
 * events: it goes from tick to tick and asks at each what the rules say.
 */
#include "base/rng.h"
#include "platform/cbs.h"
#include "platform/reclaim.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS = 40, PIECES = 4000 };

struct piece {
	dag_time from, to;
	int job;
};

/* What ran when; pieces that touch are one. */
struct story {
	struct piece pieces[PIECES];
	int n;
};

static void ran(struct story *s, int job, dag_time from, dag_time to)
{
	struct piece *last = s->n ? &s->pieces[s->n - 1] : NULL;

	if (from == to)
		return;
	if (last && last->job == job && last->to == from) {
		last->to = to;
		return;
	}
	ck_assert_int_lt(s->n, PIECES);
	s->pieces[s->n++] = (struct piece){from, to, job};
}

/* Activations and execution times of a thread's jobs, in order. */
struct load {
	dag_time at[JOBS], exec[JOBS];
	int n;
	bool yields; /* at the end of each job                            */
};

/* --- driven by events --- */

struct drive {
	struct cbs c;
	const struct load *load;
	struct story *story;
	dag_time now, left;
	int job, woken; /* what runs, and how many jobs have come         */
};

static void next_job(struct drive *d)
{
	d->job++;
	if (d->load->yields)
		cbs_yield(&d->c, d->now);
	else
		cbs_settle(&d->c, d->now);
	if (d->job < d->woken)
		d->left = d->load->exec[d->job];
	else
		cbs_sleep(&d->c);
}

static void activate(struct drive *d)
{
	if (d->woken++ > d->job)
		return; /* waits behind what is there */
	d->left = d->load->exec[d->job];
	cbs_wake(&d->c, d->now);
}

static dag_time least(dag_time a, dag_time b)
{
	return a < b ? a : b;
}

static void step(struct drive *d)
{
	dag_time comes =
		d->woken < d->load->n ? d->load->at[d->woken] : DAG_TIME_MAX;
	dag_time to = least(comes, d->c.next);

	if (cbs_runnable(&d->c)) {
		dag_time most = cbs_left(&d->c, d->c.unit);

		to = least(to, d->now + least(most, d->left));
		ran(d->story, d->job, d->now, to);
		cbs_consume(&d->c, to - d->now, d->c.unit);
		d->left -= to - d->now;
		d->now = to;
		if (d->left == 0)
			next_job(d);
		else
			cbs_settle(&d->c, to);
	}
	d->now = to;
	if (d->c.next == to)
		cbs_replenish(&d->c, to);
	if (comes == to)
		activate(d);
}

static void drive(const struct cbs_params *p, uint64_t unit,
		  const struct load *load, struct story *story)
{
	struct drive d = {.load = load, .story = story};

	story->n = 0;
	cbs_init(&d.c, p, unit);
	while (d.job < load->n)
		step(&d);
}

/* --- from tick to tick --- */

struct slow {
	int64_t Q, D, P, q, d, timer; /* timer: -1 none                   */
	bool fresh, throttled, awake;
};

static void slow_fill(struct slow *s, int64_t t)
{
	s->throttled = false;
	s->timer = -1;
	do {
		s->d += s->P;
		s->q += s->Q;
	} while (s->q <= 0);
	if (s->d < t) {
		s->d = t + s->D;
		s->q = s->Q;
	}
}

static void slow_throttle(struct slow *s, int64_t t)
{
	s->throttled = true;
	s->timer = s->d + (s->P - s->D);
	if (s->timer <= t)
		slow_fill(s, t);
}

static void slow_wake(struct slow *s, int64_t t)
{
	s->awake = true;
	if (s->fresh ||
	    (s->d < t && !s->throttled && t >= s->d - s->D + s->P)) {
		s->d = t + s->D;
		s->q = s->Q;
		s->fresh = false;
		return;
	}
	if (s->throttled)
		return;
	if (s->d < t) { /* so D < P, and the period is not over */
		s->q = 0;
		slow_throttle(s, t);
		return;
	}
	if (s->q * s->D <= (s->d - t) * s->Q)
		return;
	if (s->D == s->P) {
		s->d = t + s->D;
		s->q = s->Q;
		return;
	}
	s->q = (s->d - t) * s->Q / s->D;
	if (s->q == 0)
		slow_throttle(s, t);
}

static void slow_run(const struct cbs_params *p, const struct load *load,
		     struct story *story)
{
	struct slow s = {p->runtime, p->deadline, p->period, 0,    0,
			 -1,         true,        false,     false};
	int job = 0, woken = 0;
	int64_t left = 0;

	story->n = 0;
	for (int64_t t = 0; job < load->n; t++) {
		if (s.awake && !s.throttled && left == 0) {
			job++;
			if (load->yields && s.q > 0)
				s.q = 0;
			s.awake = job < woken;
			left = s.awake ? load->exec[job] : 0;
		}
		if (!s.fresh && !s.throttled && s.q <= 0)
			slow_throttle(&s, t);
		if (s.throttled && s.timer == t)
			slow_fill(&s, t);
		while (woken < load->n && load->at[woken] == t) {
			if (woken++ == job) {
				left = load->exec[job];
				slow_wake(&s, t);
			}
		}
		if (s.awake && !s.throttled && job < load->n) {
			ran(story, job, t, t + 1);
			left--;
			s.q--;
		}
	}
}

static void compare(const struct story *a, const struct story *b)
{
	ck_assert_int_eq(a->n, b->n);
	for (int i = 0; i < a->n; i++) {
		ck_assert_int_eq(a->pieces[i].job, b->pieces[i].job);
		ck_assert_int_eq(a->pieces[i].from, b->pieces[i].from);
		ck_assert_int_eq(a->pieces[i].to, b->pieces[i].to);
	}
}

/* --- worked cases: Q = 3, P = 20, in tenths --- */

static struct load two_after(dag_time first, dag_time exec, int n)
{
	struct load l = {.n = n};

	for (int k = 0; k < n; k++) {
		l.at[k] = k ? 200 * k + 20 : first;
		l.exec[k] = exec;
	}
	return l;
}

static const struct worked {
	dag_time deadline, first, exec;
	int n;
	struct piece want[12];
} worked[] = {
	/* Exactly the budget: each period is locked 20 after the start before,
	 * though the work is there 6 earlier. */
	{120,
	 80,
	 30,
	 4,
	 {{80, 110, 0}, {280, 310, 1}, {480, 510, 2}, {680, 710, 3}}},
	/* Less than the budget: the same, by the early wake-up. */
	{120,
	 80,
	 28,
	 4,
	 {{80, 108, 0}, {280, 308, 1}, {480, 508, 2}, {680, 708, 3}}},
	/* Implicit deadline, exactly the budget. */
	{200,
	 80,
	 30,
	 4,
	 {{80, 110, 0}, {280, 310, 1}, {480, 510, 2}, {680, 710, 3}}},
	/* Implicit, less: what is left over grows until it is too dense. */
	{200,
	 80,
	 28,
	 6,
	 {{80, 108, 0},
	  {220, 222, 1},
	  {280, 306, 1},
	  {420, 424, 2},
	  {480, 504, 2},
	  {620, 626, 3},
	  {680, 702, 3},
	  {820, 828, 4},
	  {880, 900, 4},
	  {1020, 1048, 5}}},
	/* More than the budget: a whole period later, and later still. */
	{120,
	 20,
	 31,
	 4,
	 {{20, 50, 0},
	  {220, 221, 0},
	  {221, 250, 1},
	  {420, 422, 1},
	  {422, 450, 2},
	  {620, 623, 2},
	  {623, 650, 3},
	  {820, 824, 3}}},
};

START_TEST(worked_cases)
{
	static struct story got, slow;
	const struct worked *w = &worked[_i];
	struct load l = two_after(w->first, w->exec, w->n);
	struct cbs_params p = {30, w->deadline, 200, false};
	int n = 0;

	while (n < 12 && w->want[n].to)
		n++;
	drive(&p, 1, &l, &got);
	ck_assert_int_eq(got.n, n);
	for (int i = 0; i < n; i++) {
		ck_assert_int_eq(got.pieces[i].job, w->want[i].job);
		ck_assert_int_eq(got.pieces[i].from, w->want[i].from);
		ck_assert_int_eq(got.pieces[i].to, w->want[i].to);
	}
	slow_run(&p, &l, &slow);
	compare(&got, &slow);
}
END_TEST

/* --- any case --- */

static dag_time draw(uint64_t *key, dag_time low, dag_time high)
{
	*key = rng_mix(*key);
	return low + (dag_time)(*key % (uint64_t)(high - low + 1));
}

static struct cbs_params some_params(uint64_t *key)
{
	struct cbs_params p = {.period = draw(key, 1, 30)};

	p.deadline = draw(key, 0, 2) ? draw(key, 1, p.period) : p.period;
	p.runtime = draw(key, 1, p.deadline);
	return p;
}

static struct load some_load(uint64_t *key, const struct cbs_params *p)
{
	struct load l = {.n = (int)draw(key, 1, JOBS)};
	dag_time most = draw(key, 0, 3) ? p->runtime + 1 : 3 * p->runtime;
	dag_time t = draw(key, 0, 5);

	l.yields = draw(key, 0, 4) == 0;
	for (int k = 0; k < l.n; k++) {
		l.at[k] = t;
		l.exec[k] = draw(key, 1, most);
		t += draw(key, 0, 1) ? p->period : draw(key, 0, 2 * p->period);
	}
	return l;
}

START_TEST(events_and_ticks_agree)
{
	static struct story got, slow;

	for (uint64_t i = 0; i < 2000; i++) {
		uint64_t key = rng_mix(1000 * (uint64_t)_i + i);
		struct cbs_params p = some_params(&key);
		struct load l = some_load(&key, &p);

		drive(&p, draw(&key, 0, 1) ? 1 : CBS_UNIT_MAX, &l, &got);
		slow_run(&p, &l, &slow);
		compare(&got, &slow);
	}
}
END_TEST

/* However work comes: in any window of P at most 2 Q, of two periods. */
START_TEST(never_more_than_two_budgets)
{
	static struct story got;

	for (uint64_t i = 0; i < 2000; i++) {
		uint64_t key = rng_mix(77 + i);
		struct cbs_params p = some_params(&key);
		struct load l = some_load(&key, &p);
		int k;

		drive(&p, 1, &l, &got);
		for (k = 0; k < got.n; k++) {
			dag_time from = got.pieces[k].from, sum = 0;

			for (int j = k;
			     j < got.n && got.pieces[j].from < from + p.period;
			     j++)
				sum += least(got.pieces[j].to,
					     from + p.period) -
				       got.pieces[j].from;
			ck_assert_int_le(sum, 2 * p.runtime);
		}
	}
}
END_TEST

/* --- wake-up rules one by one --- */

static struct cbs asleep(dag_time Q, dag_time D, dag_time P, dag_time d,
			 dag_time q)
{
	struct cbs c;

	cbs_init(&c, &(struct cbs_params){Q, D, P, false}, 1);
	c.woken = true;
	c.d = d;
	c.q = q;
	return c;
}

static const struct {
	dag_time D, d, q, t;
	enum cbs_wake rule;
	dag_time d_after, q_after, next; /* next 0: not throttled         */
} wakes[] = {
	/* D = P = 20, Q = 4, at d: the period is over. */
	{20, 100, 1, 100, CBS_NEW, 120, 4, 0},
	{20, 100, 1, 101, CBS_NEW, 121, 4, 0},
	{20, 100, 2, 90, CBS_KEPT, 100, 2, 0}, /* exactly dense enough   */
	{20, 100, 3, 90, CBS_NEW, 110, 4, 0},
	/* D = 10 < P = 20. */
	{10, 100, 4, 90, CBS_KEPT, 100, 4, 0},
	{10, 100, 4, 91, CBS_REVISED, 100, 3, 0}, /* 3.6 rounded down     */
	{10, 100, 1, 98, CBS_REVISED, 100, 0, 110},
	{10, 100, 1, 97, CBS_KEPT, 100, 1, 0},
	{10, 100, 1, 100, CBS_REVISED, 100, 0, 110},
	{10, 100, 1, 101, CBS_EARLY, 100, 0, 110},
	{10, 100, 1, 109, CBS_EARLY, 100, 0, 110},
	{10, 100, 1, 110, CBS_NEW, 120, 4, 0},
	{10, 100, 4, 500, CBS_NEW, 510, 4, 0},
};

START_TEST(rules_of_waking)
{
	struct cbs c = asleep(4, wakes[_i].D, 20, wakes[_i].d, wakes[_i].q);

	ck_assert_int_eq(cbs_wake(&c, wakes[_i].t), wakes[_i].rule);
	ck_assert_int_eq(c.d, wakes[_i].d_after);
	ck_assert(c.q == wakes[_i].q_after);
	ck_assert_int_eq(c.throttled, wakes[_i].next != 0);
	ck_assert_int_eq(c.next,
			 wakes[_i].next ? wakes[_i].next : DAG_TIME_MAX);
	ck_assert_int_eq(cbs_runnable(&c), !wakes[_i].next);
}
END_TEST

START_TEST(a_late_replenishment_starts_anew)
{
	struct cbs c = asleep(4, 10, 20, 100, 0);

	ck_assert(cbs_settle(&c, 95));
	ck_assert_int_eq(c.next, 110);
	cbs_replenish(&c, 110);
	ck_assert_int_eq(c.d, 120);
	ck_assert(c.q == 4);
	/* The next period has begun when the budget ends: no throttling; and
	 * a deadline still in the past becomes now + D. */
	c.q = 0;
	ck_assert(!cbs_settle(&c, 131));
	ck_assert_int_eq(c.d, 140);
	c.q = 0;
	ck_assert(!cbs_settle(&c, 300));
	ck_assert_int_eq(c.d, 310);
	ck_assert(c.q == 4);
}
END_TEST

START_TEST(a_debt_is_paid_by_later_periods)
{
	struct cbs c = asleep(4, 20, 20, 100, 0);

	c.q = -9;
	ck_assert(cbs_settle(&c, 99));
	ck_assert_int_eq(c.next, 100);
	cbs_replenish(&c, 100);
	ck_assert_int_eq(c.d, 160);
	ck_assert(c.q == 3);
}
END_TEST

START_TEST(a_timer_due_at_the_wake_up_goes_first)
{
	struct cbs c = asleep(4, 10, 20, 100, 0);

	cbs_settle(&c, 95);
	ck_assert_int_eq(cbs_wake(&c, 110), CBS_KEPT);
	ck_assert_int_eq(c.d, 120);
	ck_assert(cbs_runnable(&c));
}
END_TEST

START_TEST(large_times_are_exact)
{
	const dag_time P = CBS_SPAN_MAX, D = P - 1, Q = P - 3;
	struct cbs c;

	cbs_init(&c, &(struct cbs_params){Q, D, P, false}, CBS_UNIT_MAX);
	cbs_wake(&c, DAG_TIME_MAX / 2 - 2 * P);
	ck_assert_int_eq(cbs_left(&c, CBS_UNIT_MAX), Q);
	ck_assert_int_eq(cbs_left(&c, CBS_UNIT_MAX / 2), 2 * Q);
	ck_assert_int_eq(cbs_left(&c, 3), DAG_TIME_MAX); /* does not fit */
	cbs_consume(&c, 1, CBS_UNIT_MAX);
	cbs_sleep(&c);
	/* Q - 1 in D - 1 is less dense than Q in D, for Q < D. */
	ck_assert_int_eq(cbs_wake(&c, c.d - D + 1), CBS_KEPT);
	cbs_sleep(&c);
	ck_assert_int_eq(cbs_wake(&c, c.d - D + 2), CBS_REVISED);
	ck_assert(c.q ==
		  (int128)((int128)(D - 2) * Q / D) * (int128)CBS_UNIT_MAX);
}
END_TEST

/* --- what Linux takes --- */

static const struct {
	struct cbs_params p;
	const char *says; /* NULL: fine                                   */
} parameters[] = {
	{{1024, 1024, 1024, false}, NULL},
	{{1023, 5000, 5000, false}, "none below 1.024us"},
	{{3000, 2999, 5000, false}, "above the deadline 2.999us"},
	{{3000, 5001, 5000, false}, "above the period 5us"},
	{{3000, CBS_SPAN_MAX, CBS_SPAN_MAX, false}, NULL},
	{{3000, 5000, CBS_SPAN_MAX + 1, false}, "above 3600s"},
};

START_TEST(parameters_are_checked)
{
	struct dag_error e = {0};
	bool ok = cbs_check(&parameters[_i].p, "camera", &e);

	ck_assert_int_eq(ok, parameters[_i].says == NULL);
	if (!ok) {
		ck_assert_msg(strstr(e.msg, parameters[_i].says) != NULL, "%s",
			      e.msg);
		ck_assert(strstr(e.msg, "camera") != NULL);
	}
}
END_TEST

static bool admits(dag_time q, dag_time p, size_t n, uint32_t m)
{
	struct cbs_params one = {q, p, p, false};
	const struct cbs_params **all = calloc(n, sizeof(*all));
	bool ok;

	for (size_t i = 0; i < n; i++)
		all[i] = &one;
	ok = cbs_admits(all, n, m, (struct ratio){95, 100});
	free(all);
	return ok;
}

START_TEST(admission_is_exact)
{
	const struct cbs_params a = {1000003, 7000001, 7000001, false},
				b = {999983, 5999993, 5999993, false},
				c = {2000003, 3599999999999, 3599999999999,
				     false},
				*odd[] = {&a, &b, &c, &a, &b, &c};

	ck_assert(admits(95, 100, 1, 1));
	ck_assert(!admits(96, 100, 1, 1));
	ck_assert(admits(19, 60, 3, 1)); /* 0.95 in thirds         */
	ck_assert(admits(19, 60, 9, 3));
	ck_assert(!admits(19, 60, 10, 3));
	ck_assert(!admits(950000001, 1000000000, 1, 1));
	ck_assert(cbs_admits(odd, 6, 1, (struct ratio){95, 100}));
	ck_assert(cbs_admits(odd, 0, 1, (struct ratio){95, 100}));
	ck_assert(!cbs_admits(odd, 6, 1, (struct ratio){61, 100}));
}
END_TEST

/* --- reclaiming --- */

/* On which queue a thread starts. */
static const uint32_t homes[] = {0, 0, 0}, turns[] = {0, 1, 0};

START_TEST(reclaiming_rates)
{
	const struct cbs_params a = {20, 100, 100, true},
				b = {30, 100, 100, true}, *p[] = {&a, &b};
	const struct ratio limit = {95, 100};
	struct arena arena = {0};
	struct reclaim r;

	reclaim_init(&r, p, homes, 2, 1, limit, &arena);
	ck_assert(r.exact);
	/* Nobody active: the running thread may have all but nothing less
	 * than its own u / Umax. */
	ck_assert(reclaim_rate(&r, 0, true) * 95 == r.max * 20);
	ck_assert(reclaim_rate(&r, 0, false) == r.max);
	reclaim_activate(&r, 0);
	ck_assert(reclaim_rate(&r, 0, true) * 95 == r.max * 20);
	reclaim_activate(&r, 1);
	reclaim_activate(&r, 1);
	/* Both active: at (u0 + u1) / Umax. */
	ck_assert(reclaim_rate(&r, 0, true) * 95 == r.max * 50);
	ck_assert(reclaim_rate(&r, 1, true) * 95 == r.max * 50);
	reclaim_deactivate(&r, 0);
	ck_assert(reclaim_rate(&r, 1, true) * 95 == r.max * 30);
	arena_free(&arena);
}
END_TEST

START_TEST(reclaiming_follows_run_queues)
{
	const struct cbs_params a = {20, 100, 100, true},
				b = {30, 100, 100, true}, c = {1, 3, 3, true},
				*p[] = {&a, &b, &c};
	struct arena arena = {0};
	struct reclaim r;

	reclaim_init(&r, p, turns, 3, 2, (struct ratio){95, 100}, &arena);
	for (uint32_t i = 0; i < 3; i++)
		reclaim_activate(&r, i);
	/* Sum of u = 5/6, so Uextra = 0.95 - 5/12 on each queue; a and c are
	 * on queue 0, and all is active there: max(u, 5/12) / 0.95. */
	ck_assert(reclaim_rate(&r, 0, true) * 12 * 95 == r.max * 500);
	ck_assert(reclaim_rate(&r, 1, true) * 12 * 95 == r.max * 500);
	reclaim_deactivate(&r, 2); /* Uinact = 1/3 there: 1/12, so u      */
	ck_assert(reclaim_rate(&r, 0, true) * 95 == r.max * 20);
	reclaim_move(&r, 0, 1);
	ck_assert(reclaim_rate(&r, 0, true) * 12 * 95 == r.max * 500);
	ck_assert_uint_eq(r.queues[0].active, 0);
	ck_assert(r.queues[1].active * 2 == r.one);
	ck_assert(r.queues[0].here * 3 == r.one);
	arena_free(&arena);
}
END_TEST

/* Threads that are bound to a core leave nothing on the others. */
START_TEST(reclaiming_starts_at_home)
{
	static const uint32_t second[] = {1, 1, 0};
	const struct cbs_params a = {20, 100, 100, true}, *p[] = {&a, &a, &a};
	struct arena arena = {0};
	struct reclaim r;

	reclaim_init(&r, p, second, 3, 2, (struct ratio){95, 100}, &arena);
	for (int i = 0; i < 2; i++) {
		ck_assert(r.queues[0].here * 5 == r.one);
		ck_assert(r.queues[1].here * 5 == 2 * r.one);
		reclaim_move(&r, 0, 0);
		reclaim_reset(&r, 0);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(reclaiming_with_odd_periods)
{
	const struct cbs_params a = {1000003, 7000001, 7000001, true},
				b = {999983, 5999993, 5999993, true},
				c = {2000003, 3599999999999, 3599999999999,
				     true},
				*p[] = {&a, &b, &c};
	struct arena arena = {0};
	struct reclaim r;

	reclaim_init(&r, p, homes, 3, 4, (struct ratio){95, 100}, &arena);
	ck_assert(!r.exact);
	ck_assert_uint_le(r.one, CBS_UNIT_MAX);
	ck_assert(r.max * 100 == r.one * 95);
	for (int i = 0; i < 3; i++) {
		uint128 u = (uint128)r.share[i] * (uint64_t)p[i]->period;
		uint128 q = (uint128)r.one * (uint64_t)p[i]->runtime;

		ck_assert(u >= q && u < q + (uint64_t)p[i]->period);
	}
	arena_free(&arena);
}
END_TEST

START_TEST(zero_lag_time)
{
	struct cbs c = asleep(4, 20, 20, 100, 2);

	ck_assert_int_eq(cbs_zero_lag(&c), 90);
	c = asleep(3, 10, 20, 100, 2); /* 100 - 40/3, rounded up           */
	ck_assert_int_eq(cbs_zero_lag(&c), 87);
	c = asleep(3, 10, 20, 100, 0);
	ck_assert_int_eq(cbs_zero_lag(&c), 100);
}
END_TEST

#define N(rows) ((int)(sizeof(rows) / sizeof(*(rows))))

int main(void)
{
	Suite *s = suite_create("cbs");
	TCase *t = tcase_create("cbs");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_loop_test(t, worked_cases, 0, N(worked));
	tcase_add_loop_test(t, events_and_ticks_agree, 0, 4);
	tcase_add_test(t, never_more_than_two_budgets);
	tcase_add_loop_test(t, rules_of_waking, 0, N(wakes));
	tcase_add_test(t, a_late_replenishment_starts_anew);
	tcase_add_test(t, a_debt_is_paid_by_later_periods);
	tcase_add_test(t, a_timer_due_at_the_wake_up_goes_first);
	tcase_add_test(t, large_times_are_exact);
	tcase_add_loop_test(t, parameters_are_checked, 0, N(parameters));
	tcase_add_test(t, admission_is_exact);
	tcase_add_test(t, reclaiming_rates);
	tcase_add_test(t, reclaiming_follows_run_queues);
	tcase_add_test(t, reclaiming_starts_at_home);
	tcase_add_test(t, reclaiming_with_odd_periods);
	tcase_add_test(t, zero_lag_time);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

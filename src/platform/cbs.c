/* cbs.c - see cbs.h */
#include "platform/cbs.h"

#include <assert.h>

const char *const cbs_wake_names[] = {"first", "throttled", "early", "revised",
				      "new",   "kept",      NULL};

/* --- what may be asked for --- */

static const char *spell(char *buf, size_t cap, dag_time t)
{
	time_format(buf, cap, t);
	return buf;
}

bool cbs_check(const struct cbs_params *p, const char *who, struct dag_error *e)
{
	char a[32], b[32];

	if (p->runtime < CBS_RUNTIME_MIN)
		return error_set(e, NULL, 0, 0,
				 "%.64s: a runtime of %s; SCHED_DEADLINE takes "
				 "none below %s",
				 who, spell(a, sizeof(a), p->runtime),
				 spell(b, sizeof(b), CBS_RUNTIME_MIN));
	if (p->runtime > p->deadline)
		return error_set(e, NULL, 0, 0,
				 "%.64s: the runtime %s is above the deadline "
				 "%s; SCHED_DEADLINE wants runtime <= deadline "
				 "<= period",
				 who, spell(a, sizeof(a), p->runtime),
				 spell(b, sizeof(b), p->deadline));
	if (p->deadline > p->period)
		return error_set(e, NULL, 0, 0,
				 "%.64s: the deadline %s is above the period "
				 "%s; SCHED_DEADLINE wants runtime <= deadline "
				 "<= period",
				 who, spell(a, sizeof(a), p->deadline),
				 spell(b, sizeof(b), p->period));
	if (p->period > CBS_SPAN_MAX)
		return error_set(e, NULL, 0, 0,
				 "%.64s: the period %s is above %s", who,
				 spell(a, sizeof(a), p->period),
				 spell(b, sizeof(b), CBS_SPAN_MAX));
	return true;
}

/* --- admission --- */

static int128 divisor(int128 a, int128 b)
{
	while (b) {
		int128 r = a % b;

		a = b;
		b = r;
	}
	return a;
}

/* *num / *den += n / d, reduced; false where it does not fit. */
static bool add(int128 *num, int128 *den, dag_time n, dag_time d)
{
	const int128 most = (int128)1 << 62;
	int128 g = divisor(*den, d), common = *den / g * d;

	if (common > most)
		return false;
	*num = *num * (d / g) + n * (*den / g);
	*den = common;
	g = divisor(*num, *den);
	*num /= g;
	*den /= g;
	return *num <= most && *den <= most;
}

/* The sum in units of 2^-61, each term rounded up. */
static bool admits_rounded(const struct cbs_params *const *p, size_t n,
			   uint32_t m, struct ratio limit)
{
	const int128 one = (int128)1 << 61;
	int128 sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (p[i]->runtime * one + p[i]->period - 1) / p[i]->period;
	return sum <= one / limit.den * limit.num * m;
}

bool cbs_admits(const struct cbs_params *const *p, size_t n, uint32_t m,
		struct ratio limit)
{
	int128 num = 0, den = 1;

	assert(limit.num > 0 && limit.num <= limit.den);
	assert(limit.den <= 1000000000 && m > 0 && m < 65536);
	for (size_t i = 0; i < n; i++) {
		assert(p[i]->runtime > 0 && p[i]->runtime <= p[i]->period);
		if (!add(&num, &den, p[i]->runtime, p[i]->period))
			return admits_rounded(p, n, m, limit);
	}
	return num * limit.den <= den * limit.num * m;
}

/* --- the server --- */

void cbs_init(struct cbs *c, const struct cbs_params *p, uint64_t unit)
{
	REQUIRE(p->runtime > 0 && p->runtime <= p->deadline);
	REQUIRE(p->deadline <= p->period && p->period <= CBS_SPAN_MAX);
	REQUIRE(unit >= 1 && unit <= CBS_UNIT_MAX);
	*c = (struct cbs){.params = *p, .unit = unit, .next = DAG_TIME_MAX};
}

static int128 full(const struct cbs *c)
{
	return (int128)c->params.runtime * (int128)c->unit;
}

static void start_afresh(struct cbs *c, dag_time t)
{
	c->d = t + c->params.deadline;
	c->q = full(c);
}

static void throttle(struct cbs *c)
{
	assert(c->q <= 0);
	c->throttled = true;
	c->next = cbs_next_period(c);
}

/* q / (d - t) > Q / D */
static bool too_dense(const struct cbs *c, dag_time t)
{
	assert(t <= c->d);
	return c->q * c->params.deadline > (c->d - t) * full(c);
}

static bool is_constrained(const struct cbs *c)
{
	return c->params.deadline < c->params.period;
}

/* Rule 3 of constrained deadlines.  At t = d nothing is left. */
static enum cbs_wake revise(struct cbs *c, dag_time t)
{
	int128 ns = (int128)(c->d - t) * c->params.runtime / c->params.deadline;

	assert(is_constrained(c) && t <= c->d);
	c->q = ns * (int128)c->unit;
	if (c->q == 0)
		throttle(c);
	return CBS_REVISED;
}

static enum cbs_wake wake_first(struct cbs *c, dag_time t)
{
	assert(!c->throttled);
	c->woken = true;
	start_afresh(c, t);
	return CBS_FIRST;
}

enum cbs_wake cbs_wake(struct cbs *c, dag_time t)
{
	assert(!c->awake && t >= 0);
	c->awake = true;
	if (!c->woken)
		return wake_first(c, t);
	if (c->throttled && c->next <= t) /* its timer is due as well */
		cbs_replenish(c, t);
	if (c->throttled)
		return CBS_THROTTLED;
	if (is_constrained(c) && c->d < t && t < cbs_next_period(c)) {
		c->q = 0;
		throttle(c);
		return CBS_EARLY;
	}
	if (c->d >= t && !too_dense(c, t))
		return CBS_KEPT;
	if (is_constrained(c) && c->d >= t)
		return revise(c, t);
	start_afresh(c, t);
	return CBS_NEW;
}

void cbs_sleep(struct cbs *c)
{
	assert(c->awake && (c->q > 0 || c->throttled));
	c->awake = false;
}

void cbs_consume(struct cbs *c, dag_time dt, uint64_t rate)
{
	assert(cbs_runnable(c) && dt >= 0);
	c->q -= (int128)dt * (int128)rate;
}

dag_time cbs_left(const struct cbs *c, uint64_t rate)
{
	int128 ns;

	assert(rate > 0);
	if (c->q <= 0)
		return 0;
	if (rate == 1 && c->q <= DAG_TIME_MAX)
		return (dag_time)c->q;
	ns = (c->q + (int128)rate - 1) / (int128)rate;
	return ns > DAG_TIME_MAX ? DAG_TIME_MAX : (dag_time)ns;
}

bool cbs_settle(struct cbs *c, dag_time t)
{
	assert(!c->throttled && c->woken);
	if (c->q > 0)
		return false;
	throttle(c);
	if (c->next <= t)
		cbs_replenish(c, t);
	return c->throttled;
}

bool cbs_yield(struct cbs *c, dag_time t)
{
	assert(cbs_runnable(c));
	if (c->q > 0)
		c->q = 0;
	return cbs_settle(c, t);
}

void cbs_replenish(struct cbs *c, dag_time t)
{
	int128 budget = full(c), debt = -c->q, n;

	assert(c->throttled && c->next <= t && debt >= 0);
	n = debt < budget ? 1 : debt / budget + 1;
	assert(n < DAG_TIME_MAX / c->params.period);
	c->d += (dag_time)n * c->params.period;
	c->q += n == 1 ? budget : n * budget;
	assert(c->q > 0 && c->q <= budget);
	if (c->d < t)
		start_afresh(c, t);
	c->throttled = false;
	c->next = DAG_TIME_MAX;
}

dag_time cbs_zero_lag(const struct cbs *c)
{
	assert(c->woken);
	return c->d - (dag_time)(c->q * c->params.period / full(c));
}

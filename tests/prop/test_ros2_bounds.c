/* test_ros2_bounds.c - the single-threaded executor never exceeds what has been
 * proven of it
 *
 * Casini, Blass, Luetkebohle, Brandenburg, Response-time analysis of ROS 2
 * processing chains under reservation-based scheduling, ECRTS 2019.  Requests
 * within d: rbf(d) = C ceil((d + J) / T), 0 at 0.  Supply within d of a core
 * that is had for Q of every P: sbf(d) (Shin and Lee, RTSS 2003).  The busy
 * window is the least L with sbf(L) >= the sum of all rbf(L); for each step
 * A <= L of a callback's own rbf, R is the least with sbf(A + R) >=
 *   a timer that is looked at before every selection (dashing)
 *       own(A + 1) + timers before it (A + R - C + 1) + longest of the others
 *   any callback, from when it is ready on, or from the release of its job on
 *       own(A + 1) + all others (A + R - C + 1)
 * Of the last two, the first is theirs of polled callbacks, with the response
 * of what comes before it as jitter; the second that of chains.  They ask
 * nothing of the order in which an executor takes what is ready.
 *
 * Blass, Casini, Bozhko, Brandenburg, A ROS 2 response-time analysis exploiting
 * starvation freedom and execution-time variance, RTSS 2021, theorem 2: between
 * two polling points each other callback runs once.  This does hang on the
 * window, and on the order in it.
 *
 * The constants are those of the unit tests of response-time-analysis-rs
 * (github.com/brandenburg/response-time-analysis-rs), an implementation by
 * one of the authors.
 */
#include "platform/deadline.h"
#include "tests/support/dagsets.h"
#include "tests/support/platkit.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Ticks are as long as Linux wants the least runtime of a server to be. */
enum { SETS = 2000, HORIZON = 500, TICK = 1024, MOST = 64, ALL = 1 << 30 };

/* --- requests and supply --- */

struct demand {
	dag_time cost, period, jitter;
};
struct supply {
	dag_time budget, period; /* equal: a core of its own                  */
};

static dag_time arrivals(const struct demand *d, dag_time span)
{
	return span <= 0 ? 0 : (span + d->jitter + d->period - 1) / d->period;
}

static dag_time requests(const struct demand *d, uint32_t n, dag_time span)
{
	dag_time sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += d[i].cost * arrivals(&d[i], span);
	return sum;
}

static dag_time supplied(const struct supply *s, dag_time span)
{
	dag_time gap = s->period - s->budget, whole, rest;

	if (span < gap)
		return 0;
	whole = (span - gap) / s->period;
	rest = span - 2 * gap - whole * s->period;
	return whole * s->budget + (rest > 0 ? rest : 0);
}

/* The least span in which so much is supplied. */
static dag_time span_for(const struct supply *s, dag_time work)
{
	dag_time whole;

	if (work <= 0)
		return 0;
	whole = (work - 1) / s->budget;
	return 2 * (s->period - s->budget) + whole * s->period + work -
	       whole * s->budget;
}

/* --- bounds --- */

static dag_time response_at(const struct supply *s, const struct demand *own,
			    const struct demand *others, uint32_t n,
			    dag_time blocking, dag_time a)
{
	dag_time r = 0, next;

	for (;; r = next) {
		dag_time others_in =
			a + 1 + (r > own->cost ? r - own->cost : 0);

		next = span_for(s, requests(own, 1, a + 1) + blocking +
					   requests(others, n, others_in)) -
		       a;
		if (next <= r)
			return r;
	}
}

/* On its response: others interfere, and what goes on already blocks it for so
 * long. */
static dag_time bound(const struct supply *s, const struct demand *own,
		      const struct demand *others, uint32_t n,
		      dag_time blocking)
{
	dag_time len = 1, next, worst = 0, a = 0;

	for (;; len = next) {
		next = span_for(s, requests(own, 1, len) + blocking +
					   requests(others, n, len));
		if (next <= len)
			break;
	}
	for (dag_time k = 1 + own->jitter / own->period; a <= len;
	     a = k++ * own->period - own->jitter) {
		dag_time r = response_at(s, own, others, n, blocking, a);

		worst = r > worst ? r : worst;
	}
	return worst;
}

/* What theorem 2 is told of a callback. */
struct polled {
	struct demand demand;
	dag_time response; /* a bound on it that is known                     */
	bool live;         /* looked at before every selection                */
	int64_t place;     /* in the window; equal: not known                 */
};

static dag_time interference(const struct polled *x, const struct polled *own,
			     dag_time span)
{
	dag_time n = arrivals(&x->demand, span + x->response - 1);
	dag_time polls = arrivals(&own->demand, own->response);

	if (x->place <= own->place || own->live)
		polls++;
	if (x == own)
		n--;
	else if (!x->live && polls < n)
		n = polls;
	return n * x->demand.cost;
}

/* Theorem 2, of a subchain of one. */
static dag_time round_bound(const struct supply *s, const struct polled *all,
			    uint32_t n, uint32_t which)
{
	dag_time span = 1, next;

	for (;; span = next) {
		dag_time work = 1;

		for (uint32_t i = 0; i < n; i++)
			work += interference(&all[i], &all[which], span);
		next = span_for(s, work);
		if (next <= span)
			break;
	}
	return span_for(s, supplied(s, span) - 1 + all[which].demand.cost);
}

/* --- constants --- */

static const struct supply three_of_five = {3, 5}, whole = {1, 1};

START_TEST(supply_by_hand)
{
	static const dag_time known[] = {0, 0, 0, 0, 0, 1, 2, 3,
					 3, 3, 4, 5, 6, 6, 6, 7};

	for (dag_time t = 0; t < 16; t++) {
		ck_assert_int_eq(supplied(&three_of_five, t), known[t]);
		ck_assert_int_eq(supplied(&whole, t), t);
		ck_assert_int_eq(span_for(&whole, t), t);
	}
	for (dag_time work = 1; work < 50; work++) {
		dag_time span = span_for(&three_of_five, work);

		ck_assert_int_eq(supplied(&three_of_five, span), work);
		ck_assert_int_eq(supplied(&three_of_five, span - 1), work - 1);
	}
}
END_TEST

START_TEST(constants_of_single_callbacks)
{
	const struct demand source = {2, 5, 2}, own = {1, 10, 0};
	const struct demand others[] = {{1, 10, 0}, {3, 20, 0}};
	const struct demand late[] = {{1, 10, 0}, {3, 20, 10}};

	ck_assert_int_eq(bound(&three_of_five, &source, NULL, 0, 0), 7);
	ck_assert_int_eq(bound(&three_of_five, &own, others, 2, 0), 12);
	ck_assert_int_eq(bound(&three_of_five, &own, others, 2, 4), 20);
	ck_assert_int_eq(bound(&three_of_five, &own, late, 2, 0), 17);
}
END_TEST

START_TEST(constants_of_chains)
{
	const struct demand last = {3, 25, 0};
	const struct demand others[] = {{3, 25, 0}, {3, 20, 25}, {3, 20, 25}};

	ck_assert_int_eq(bound(&three_of_five, &last, others, 3, 0), 72);
}
END_TEST

START_TEST(constants_of_rounds)
{
	const struct polled all[] = {{{10, 100, 0}, 530, false, 0},
				     {{230, 10000, 0}, 440, false, 0},
				     {{190, 1000, 0}, 440, false, 0}};
	const struct polled timer = {{1, 100, 0}, 5, true, 0};

	for (uint32_t i = 0; i < 3; i++)
		ck_assert_int_eq(round_bound(&whole, all, 3, i),
				 all[i].response);
	ck_assert_int_eq(round_bound(&three_of_five, &timer, 1, 0), 5);
}
END_TEST

/* Two timers, C = 1 and 2, T = 4 and 10, and what hears the second, C = 3:
 * the first waits for the longest of the others, the last for everything. */
START_TEST(bounds_by_hand)
{
	const struct demand a = {1, 4, 0}, b = {2, 10, 0}, c = {3, 10, 0};

	ck_assert_int_eq(bound(&whole, &a, NULL, 0, 3), 4); /* 1 + 3 */
	/* 2 + 1 + 3, a once more */
	ck_assert_int_eq(bound(&whole, &b, &a, 1, 3), 7);
	/* before a comes again */
	ck_assert_int_eq(bound(&whole, &c, (struct demand[]){a, b}, 2, 0), 6);
}
END_TEST

/* --- at random --- */

struct subject {
	const struct workload *w;
	struct supply supply;
	struct demand plain[MOST]; /* by node, with the jitter of its task    */
	struct polled polled[MOST]; /* with that of what comes before it, too */
	dag_time chain[MOST];       /* bounds from the release of the job on  */
};

static bool is_timer(const struct workload *w, uint32_t node)
{
	return w->nodes[node].n_pred == 0;
}

static dag_time bound_among(const struct subject *x, uint32_t node,
			    const struct demand *own)
{
	struct demand others[MOST];
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->w->n_nodes; i++)
		if (i != node)
			others[n++] = x->plain[i];
	return bound(&x->supply, own, others, n, 0);
}

/* The others may come as late as what they hear lets them. */
static dag_time bound_of_polled(const struct subject *x, uint32_t node)
{
	struct demand others[MOST];
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->w->n_nodes; i++)
		if (i != node)
			others[n++] = x->polled[i].demand;
	return bound(&x->supply, &x->polled[node].demand, others, n, 0);
}

/* Jitter of what hears something: how late that may be. */
static void propagate(struct subject *x)
{
	const struct workload *w = x->w;

	for (uint32_t i = 0; i < w->n_nodes; i++)
		x->polled[i].demand = x->plain[i];
	for (uint32_t i = 0; i < w->n_edges; i++) {
		const struct edge *e = &w->edges[i];
		struct demand *d = &x->polled[e->to].demand;
		dag_time late = x->plain[e->to].jitter + x->chain[e->from];

		d->jitter = late > d->jitter ? late : d->jitter;
	}
	for (uint32_t i = 0; i < w->n_nodes; i++)
		x->polled[i].response = bound_of_polled(x, i);
}

static void analyze(struct subject *x, const struct workload *w,
		    struct supply supply)
{
	x->w = w;
	x->supply = supply;
	ck_assert_uint_le(w->n_nodes, MOST);
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		const struct task *t = &w->tasks[w->nodes[i].task];

		x->plain[i] =
			(struct demand){w->models[w->nodes[i].model].latency[0],
					t->period, t->jitter};
	}
	for (uint32_t i = 0; i < w->n_nodes; i++)
		x->chain[i] = bound_among(x, i, &x->plain[i]);
	propagate(x);
}

/* Of a timer in dashing; all are in one executor, by index. */
static dag_time bound_of_live(const struct subject *x, uint32_t node)
{
	struct demand before[MOST];
	uint32_t n = 0;
	dag_time longest = 0;

	for (uint32_t i = 0; i < x->w->n_nodes; i++) {
		if (i < node && is_timer(x->w, i))
			before[n++] = x->plain[i];
		else if (i != node && x->plain[i].cost > longest)
			longest = x->plain[i].cost;
	}
	return bound(&x->supply, &x->plain[node], before, n, longest);
}

struct kind {
	const char *preset;
	bool live; /* timers are                                      */
	int64_t first_timers; /* 1: in the window they go first, -1: last */
	bool window; /* there is one                                    */
};

/* The least bound of the two, from when it is ready on. */
static dag_time bound_in(struct subject *x, const struct kind *k, uint32_t node)
{
	uint32_t n = x->w->n_nodes;
	dag_time least = x->polled[node].response, r;

	for (uint32_t i = 0; i < n; i++) {
		bool timer = is_timer(x->w, i);

		x->polled[i].live = k->live && timer;
		x->polled[i].place = i - (timer ? k->first_timers * ALL : 0);
	}
	if (k->live && is_timer(x->w, node))
		r = bound_of_live(x, node);
	else if (k->window)
		r = round_bound(&x->supply, x->polled, n, node);
	else
		return least;
	return r < least ? r : least;
}

/* By node: the longest from the release of the job on, and from when it is
 * ready on. */
struct seen {
	dag_time chain[MOST], own[MOST];
};

static void look(const struct platform_result *r, struct seen *seen)
{
	const struct workload *w = r->workload;
	dag_time ready[MOST][256];

	*seen = (struct seen){{0}, {0}};
	for (size_t i = 0; i < r->n; i++) {
		const struct trace_rec *x = &r->recs[i];
		uint32_t node = w->tasks[x->task].first_node + x->node;
		uint8_t slot = (uint8_t)x->instance;
		dag_time own;

		if (x->kind == TRACE_READY)
			ready[node][slot] = x->t;
		if (x->kind != TRACE_FINISH)
			continue;
		own = x->t - (is_timer(w, node) ? x->a : ready[node][slot]);
		if (x->t - x->a > seen->chain[node])
			seen->chain[node] = x->t - x->a;
		if (own > seen->own[node])
			seen->own[node] = own;
	}
}

static struct workload *draw(struct rng *rng)
{
	struct workload *w = dagset_draw(
		&(struct dagset_spec){
			.cores = 1,
			.tasks = 3,
			.nodes = 4,
			.cost = 6,
			.load = 0.4 + 0.05 * (double)rng_next_below(rng, 11)},
		rng);

	for (uint32_t i = 0; i < w->n_models; i++) {
		dag_time *c = ARENA_NEW(&w->arena, dag_time, 1);

		*c = w->models[i].latency[0] * TICK;
		w->models[i].latency = c;
		w->models[i].wcet = *c;
	}
	for (uint32_t i = 0; i < w->n_tasks; i++) {
		struct task *t = &w->tasks[i];

		t->period *= TICK;
		t->deadline = SPAN_MAX;
		t->phase = (dag_time)rng_next_below(rng, (uint64_t)t->period);
		if (rng_next_below(rng, 2))
			t->jitter = (dag_time)rng_next_below(
				rng, (uint64_t)t->period / 2 + 1);
	}
	for (uint32_t i = 0; i < w->n_edges; i++)
		w->edges[i].delay = 0;
	return w;
}

static double utilization(const struct workload *w)
{
	struct ratio u = workload_utilization(w);

	return (double)u.num / (double)u.den;
}

/* A core, or a server that leaves some of it idle. */
static struct supply draw_supply(struct rng *rng, double load)
{
	struct supply s = {TICK, TICK};

	if (rng_next_below(rng, 2))
		return s;
	s.period = TICK * (2 + (dag_time)rng_next_below(rng, 20));
	s.budget = s.period -
		   (dag_time)rng_next_below(rng, (uint64_t)(s.period - TICK));
	if ((double)s.budget < (load + 0.02) * (double)s.period)
		s.budget = s.period;
	return s;
}

static void serve(struct mapping *m, void *ctx)
{
	const struct subject *x = ctx;
	struct cbs_params p = {x->supply.budget, x->supply.period,
			       x->supply.period, false};
	struct deadline_options o = {.limit = {0, 1}};
	struct dag_error e = {0};

	if (p.runtime == p.period)
		return;
	ck_assert_uint_eq(m->n_threads, 1);
	ck_assert_msg(deadline_serve(m, &p, NULL, &o,
				     &((struct workload *)x->w)->arena, &e),
		      "%s", e.msg);
}

/* How often the bounds were looked at, and met exactly. */
struct tally {
	unsigned runs, looks, met, rounds, served;
};

static void hold(struct subject *x, const struct kind *k, uint64_t seed,
		 struct tally *tally)
{
	struct platkit_options o = {
		.policy = x->supply.budget < x->supply.period ? "gedf" : NULL,
		.mapping = {.per = PER_ALL, .has_queue = true},
		.change = serve,
		.ctx = x,
		.config.seed = seed};
	struct platform_result *r =
		on_platform(x->w, k->preset, &o, (dag_time)HORIZON * TICK);
	struct seen seen;

	look(r, &seen);
	tally->runs++;
	tally->served += x->supply.budget < x->supply.period;
	for (uint32_t i = 0; i < x->w->n_nodes; i++) {
		dag_time own = bound_in(x, k, i);

		ck_assert_msg(seen.chain[i] <= x->chain[i],
			      "%s: up to node %u %lld, bound %lld", k->preset,
			      i, (long long)seen.chain[i],
			      (long long)x->chain[i]);
		ck_assert_msg(seen.own[i] <= own,
			      "%s: node %u takes %lld, bound %lld", k->preset,
			      i, (long long)seen.own[i], (long long)own);
		tally->looks++;
		tally->met +=
			seen.chain[i] == x->chain[i] || seen.own[i] == own;
		tally->rounds += own < x->polled[i].response;
	}
}

START_TEST(never_exceeded)
{
	static const struct kind kinds[] = {{"ros2-ste-dashing", true, 1, true},
					    {"ros2-ste", false, 1, true},
					    {"ros2-static", false, -1, true},
					    {"ros2-events", false, 0, false}};
	struct rng rng = {19};
	struct tally tally = {0};

	for (unsigned n = 0; n < SETS;) {
		struct workload *w = draw(&rng);
		double load = utilization(w);
		struct subject x;

		if (load < 0.98) {
			analyze(&x, w, draw_supply(&rng, load));
			for (int k = 0; k < (n % 4 ? 2 : 4); k++)
				hold(&x, &kinds[k], rng_next(&rng), &tally);
			n++;
		}
		workload_free(w);
	}
	/* the bounds are not idle */
	ck_assert_uint_ge(tally.runs, 4000);
	ck_assert_uint_gt(tally.met, tally.looks / 20);
	ck_assert_uint_gt(tally.rounds, tally.looks / 20);
	ck_assert_uint_gt(tally.served, tally.runs / 8);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("bounds of ROS 2 executors");
	TCase *t = tcase_create("bounds");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_set_timeout(t, 120);
	tcase_add_test(t, supply_by_hand);
	tcase_add_test(t, constants_of_single_callbacks);
	tcase_add_test(t, constants_of_chains);
	tcase_add_test(t, constants_of_rounds);
	tcase_add_test(t, bounds_by_hand);
	tcase_add_test(t, never_exceeded);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

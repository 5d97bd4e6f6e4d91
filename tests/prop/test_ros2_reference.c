/* test_ros2_reference.c - executors of one thread against a reference, event by
 * event
 *
 * The reference knows nothing of src/platform.  It goes tick by tick, with one
 * executor on one core, and is written from what rclcpp does:
 *   foxy to jazzy  a window of all that is ready, one instance of each, in the
 *                  order timers, subscriptions, services, clients, waitables
 *   dashing        timers are no part of it, and looked at before every
 *                  selection
 *   static         subscriptions before timers; in jazzy clients before
 *                  services
 *   events         first come, first served; of one instant ticks in their
 *                  order, then messages.  An event says whom it is for, not
 *                  which message; it may find none.
 * Random tasks: phases, joins, queues of one message, delays, messages that go
 * out at the start, in the middle and at the end, every rule of timers,
 * messages from outside, explicit orders, more work than there is time.
 */
#include "model/runtime.h"
#include "tests/support/make_workload.h"
#include "tests/support/platkit.h"

#include "base/rng.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 150, HORIZON = 240, NODES = 24, JOBS = 512, LOG = 8192 };

/* --- what happens --- */

struct happening {
	dag_time t;
	enum trace_kind kind; /* POLL, SEEN, START, FINISH; LOST apart        */
	uint32_t node;
	uint64_t instance;
};

struct story {
	struct happening list[LOG], lost[LOG];
	size_t n, n_lost;
};

static void tell(struct story *s, dag_time t, enum trace_kind kind,
		 uint32_t node, uint64_t instance)
{
	struct happening x = {t, kind, node, instance};

	ck_assert(s->n < LOG && s->n_lost < LOG);
	if (kind == TRACE_LOST)
		s->lost[s->n_lost++] = x;
	else
		s->list[s->n++] = x;
}

static void story_of(const struct platform_result *r, struct story *s)
{
	s->n = s->n_lost = 0;
	for (size_t i = 0; i < r->n; i++) {
		const struct trace_rec *x = &r->recs[i];
		uint32_t first = r->workload->tasks[x->task].first_node;

		if (x->t >= HORIZON)
			break;
		if (x->kind == TRACE_POLL)
			tell(s, x->t, TRACE_POLL, 0, (uint64_t)x->a);
		else if (x->kind == TRACE_SEEN || x->kind == TRACE_START ||
			 x->kind == TRACE_FINISH || x->kind == TRACE_LOST)
			tell(s, x->t, (enum trace_kind)x->kind, first + x->node,
			     x->instance);
	}
}

/* --- the reference --- */

struct instances {
	uint64_t of[JOBS];
	dag_time since[JOBS];
	int n;
};

struct under_way {
	dag_time t;
	uint32_t node;
	uint64_t instance;
	bool done;
};

struct reference {
	const struct workload *w;
	const struct runtime *said;
	const char *preset;
	struct instances waits[NODES];
	int arrived[NODES][JOBS];
	dag_time complete[NODES][JOBS];
	struct under_way way[LOG];
	size_t n_way;
	bool window[NODES];
	/* Of the events executor: all, and those of this instant apart. */
	uint32_t events[LOG], ticks[NODES], messages[LOG];
	size_t n_events, next_event, n_ticks, n_messages;
	int running; /* -1: nothing */
	uint64_t instance;
	dag_time began;
	dag_time now;
	struct story *story;
};

static dag_time cost_of(const struct reference *x, uint32_t node)
{
	return x->w->models[x->w->nodes[node].model].latency[0];
}

static enum callback_type type_of(const struct reference *x, uint32_t node)
{
	return x->said->callbacks[node].type;
}

/* The place of a type in the window. */
static int turn_of(const struct reference *x, uint32_t node)
{
	static const char *const usual = "tsrcw", *const humble = "strcw",
				 *const jazzy = "stcrw";
	static const char letters[] = {[CALLBACK_TIMER] = 't',
				       [CALLBACK_SUBSCRIPTION] = 's',
				       [CALLBACK_SERVICE] = 'r',
				       [CALLBACK_CLIENT] = 'c',
				       [CALLBACK_WAITABLE] = 'w'};
	const char *turns = !strcmp(x->preset, "ros2-static")         ? humble
			    : !strcmp(x->preset, "ros2-static-jazzy") ? jazzy
								      : usual;

	return (int)(strchr(turns, letters[type_of(x, node)]) - turns);
}

/* Does `a` go before `b` where both may? */
static bool before(const struct reference *x, uint32_t a, uint32_t b)
{
	int64_t p = x->said->callbacks[a].order;
	int64_t q = x->said->callbacks[b].order;

	if (turn_of(x, a) != turn_of(x, b))
		return turn_of(x, a) < turn_of(x, b);
	p = p == RUNTIME_UNSAID ? (int64_t)a : p;
	q = q == RUNTIME_UNSAID ? (int64_t)b : q;
	return p != q ? p < q : a < b;
}

static void drop_oldest(struct reference *x, uint32_t node)
{
	struct instances *v = &x->waits[node];

	tell(x->story, x->now, TRACE_LOST, node, v->of[0]);
	v->n--;
	memmove(v->of, v->of + 1, sizeof(*v->of) * (size_t)v->n);
	memmove(v->since, v->since + 1, sizeof(*v->since) * (size_t)v->n);
}

static bool by_events(const struct reference *x)
{
	return !strcmp(x->preset, "ros2-events");
}

static void note_event(struct reference *x, uint32_t node)
{
	size_t i;

	ck_assert(x->n_messages < LOG && x->n_ticks < NODES);
	if (type_of(x, node) != CALLBACK_TIMER) {
		x->messages[x->n_messages++] = node;
		return;
	}
	for (i = x->n_ticks++; i && before(x, node, x->ticks[i - 1]); i--)
		x->ticks[i] = x->ticks[i - 1];
	x->ticks[i] = node;
}

/* What came at this instant stands in line. */
static void line_up(struct reference *x)
{
	ck_assert(x->n_events + x->n_ticks + x->n_messages < LOG);
	for (size_t i = 0; i < x->n_ticks; i++)
		x->events[x->n_events++] = x->ticks[i];
	for (size_t i = 0; i < x->n_messages; i++)
		x->events[x->n_events++] = x->messages[i];
	x->n_ticks = x->n_messages = 0;
}

static void arrive(struct reference *x, uint32_t node, uint64_t instance)
{
	struct instances *v = &x->waits[node];
	int64_t room = x->said->callbacks[node].queue;

	ck_assert_int_lt(v->n, JOBS);
	v->of[v->n] = instance;
	v->since[v->n++] = x->now;
	note_event(x, node);
	if (type_of(x, node) != CALLBACK_TIMER && room && v->n > room)
		drop_oldest(x, node);
}

/* Messages of a join make it ready once all are there. */
static void send(struct reference *x, const struct edge *e)
{
	dag_time t = x->now + e->delay;
	dag_time *last = &x->complete[e->to][x->instance];

	*last = t > *last ? t : *last;
	if (++x->arrived[e->to][x->instance] < (int)x->w->nodes[e->to].n_pred)
		return;
	if (*last == x->now) {
		arrive(x, e->to, x->instance);
		return;
	}
	ck_assert_uint_lt(x->n_way, LOG);
	x->way[x->n_way++] =
		(struct under_way){*last, e->to, x->instance, false};
}

/* What is due when so much of the node is done: by part, then reader. */
static void publish(struct reference *x, uint32_t node, dag_time done)
{
	const struct node *y = &x->w->nodes[node];
	dag_time all = cost_of(x, node);

	for (int64_t quarter = 0; quarter <= 4; quarter++)
		for (uint32_t i = 0; i < y->n_succ; i++) {
			uint32_t e = y->first_succ + i;

			if (x->said->publish[e].num == quarter &&
			    all * quarter / 4 == done)
				send(x, &x->w->edges[e]);
		}
}

static void run(struct reference *x)
{
	uint32_t node = (uint32_t)x->running;
	dag_time done = x->now - x->began;
	bool all = done == cost_of(x, node);

	if (all)
		tell(x->story, x->now, TRACE_FINISH, node, x->instance);
	publish(x, node, done);
	if (all)
		x->running = -1;
}

/* What was under way arrives by reader, jobs in order; then what begins. */
static void come(struct reference *x)
{
	for (uint32_t node = 0; node < x->w->n_nodes; node++)
		for (size_t i = 0; i < x->n_way; i++) {
			struct under_way *y = &x->way[i];

			if (y->done || y->t != x->now || y->node != node)
				continue;
			y->done = true;
			arrive(x, node, y->instance);
		}
	for (uint32_t i = 0; i < x->w->n_tasks; i++) {
		const struct task *t = &x->w->tasks[i];

		if (x->now >= t->phase && (x->now - t->phase) % t->period == 0)
			arrive(x, t->first_node,
			       (uint64_t)((x->now - t->phase) / t->period));
	}
}

/* A tick that is skipped takes its event with it. */
static void forget_event(struct reference *x, uint32_t node)
{
	size_t i = x->next_event;

	while (i < x->n_events && x->events[i] != node)
		i++;
	if (i == x->n_events)
		return;
	x->n_events--;
	memmove(x->events + i, x->events + i + 1,
		(x->n_events - i) * sizeof(*x->events));
}

static void start(struct reference *x, uint32_t node)
{
	struct instances *v = &x->waits[node];

	x->window[node] = false;
	x->running = (int)node;
	x->instance = v->of[0];
	x->began = x->now;
	v->n--;
	memmove(v->of, v->of + 1, sizeof(*v->of) * (size_t)v->n);
	memmove(v->since, v->since + 1, sizeof(*v->since) * (size_t)v->n);
	while (type_of(x, node) == CALLBACK_TIMER &&
	       x->said->callbacks[node].timer == TIMER_SKIP && v->n &&
	       v->since[0] < x->now) {
		drop_oldest(x, node);
		forget_event(x, node);
	}
	tell(x->story, x->now, TRACE_START, node, x->instance);
	publish(x, node, 0);
}

static bool is_live(const struct reference *x, uint32_t node)
{
	return !strcmp(x->preset, "ros2-ste-dashing") &&
	       type_of(x, node) == CALLBACK_TIMER;
}

/* The first of those that wait and are live, or of those in the window. */
static int first_of(const struct reference *x, bool live)
{
	int best = -1;

	for (uint32_t i = 0; i < x->w->n_nodes; i++) {
		bool may = live ? is_live(x, i) && x->waits[i].n : x->window[i];

		if (may && (best < 0 || before(x, i, (uint32_t)best)))
			best = (int)i;
	}
	return best;
}

static void poll(struct reference *x)
{
	uint64_t n = 0;
	bool told[NODES] = {false};

	for (uint32_t i = 0; i < x->w->n_nodes; i++) {
		x->window[i] = x->waits[i].n && !is_live(x, i);
		n += x->window[i];
	}
	if (n)
		tell(x->story, x->now, TRACE_POLL, 0, n);
	while (n--) {
		int best = -1;

		for (uint32_t i = 0; i < x->w->n_nodes; i++)
			if (x->window[i] && !told[i] &&
			    (best < 0 || before(x, i, (uint32_t)best)))
				best = (int)i;
		told[best] = true;
		tell(x->story, x->now, TRACE_SEEN, (uint32_t)best,
		     x->waits[best].of[0]);
	}
}

static void take_event(struct reference *x)
{
	while (x->running < 0 && x->next_event < x->n_events) {
		uint32_t node = x->events[x->next_event++];

		if (x->waits[node].n)
			start(x, node);
	}
}

static void choose(struct reference *x)
{
	int node = first_of(x, true);

	if (node < 0)
		node = first_of(x, false);
	if (node < 0) {
		poll(x);
		node = first_of(x, false);
	}
	if (node >= 0)
		start(x, (uint32_t)node);
}

static void refer(struct reference *x, const struct workload *w,
		  const char *preset, struct story *s)
{
	*x = (struct reference){.w = w,
				.said = w->runtime,
				.preset = preset,
				.running = -1,
				.story = s};
	s->n = s->n_lost = 0;
	for (; x->now < HORIZON; x->now++) {
		if (x->running >= 0)
			run(x);
		come(x);
		line_up(x);
		if (x->running < 0)
			by_events(x) ? take_event(x) : choose(x);
		line_up(x);
	}
}

/* --- at random --- */

static uint32_t below(struct rng *r, uint32_t n)
{
	return (uint32_t)rng_next_below(r, n);
}

/* Each node but the first hears one or two before it. */
static void draw_task(struct workload *w, struct rng *r, const char *name)
{
	dag_time period = 3 + below(r, 20);
	uint32_t n = 1 + below(r, 5), first = w->n_nodes;
	bool hears[5][5] = {{false}};

	make_task(w, name, period, period)->phase =
		below(r, 2) ? 0 : below(r, (uint32_t)period);
	for (uint32_t i = 0; i < n; i++) {
		make_node(w, arena_printf(&w->arena, "%s%u", name, i),
			  1 + below(r, below(r, 3) ? 3 : 8));
		for (uint32_t k = 0; i && k < 1 + below(r, 2); k++)
			hears[i][below(r, i)] = true;
	}
	for (uint32_t from = 0; from < n; from++)
		for (uint32_t to = from + 1; to < n; to++)
			if (hears[to][from])
				make_edge(w, first + from, first + to,
					  below(r, 2) ? 0 : below(r, 5));
}

static void draw_runtime(struct workload *w, struct rng *r)
{
	struct runtime *x = ARENA_NEW(&w->arena, struct runtime, 1);
	struct ratio *publish =
		ARENA_NEW(&w->arena, struct ratio, w->n_edges + 1);
	struct runtime_callback *c =
		ARENA_NEW(&w->arena, struct runtime_callback, w->n_nodes);

	for (uint32_t i = 0; i < w->n_edges; i++)
		publish[i] = (struct ratio){(int64_t)below(r, 5), 4};
	for (uint32_t i = 0; i < w->n_nodes; i++) {
		bool begins = !w->nodes[i].n_pred;

		c[i] = runtime_callback_unsaid();
		c[i].type = begins && below(r, 4)
				    ? CALLBACK_TIMER
				    : (enum callback_type)(1 + below(r, 4));
		if (c[i].type == CALLBACK_TIMER)
			c[i].timer = (enum timer_rule)below(r, TIMER_RULES);
		c[i].queue = below(r, 3) ? below(r, 3) : 10;
		if (!below(r, 3))
			c[i].order = below(r, 6);
	}
	x->publish = publish;
	x->callbacks = c;
	w->runtime = x;
}

static struct workload *draw(struct rng *r)
{
	static const char *const names[] = {"a", "b", "c", "d"};
	struct workload *w = make_workload();

	w->platform.n_accelerators = 0;
	w->platform.n_cores = 1;
	w->platform.preemption = PREEMPT_FULL;
	for (uint32_t i = 0, n = 1 + below(r, 4); i < n; i++)
		draw_task(w, r, names[i]);
	make_done(w);
	draw_runtime(w, r);
	return w;
}

static int by_time(const void *pa, const void *pb)
{
	const struct happening *a = pa, *b = pb;

	if (a->t != b->t)
		return a->t < b->t ? -1 : 1;
	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return (a->instance > b->instance) - (a->instance < b->instance);
}

static void same(const struct platform_result *r, const char *preset,
		 const struct happening *got, size_t n_got,
		 const struct happening *want, size_t n_want)
{
	for (size_t i = 0; i < n_got && i < n_want; i++)
		ck_assert_msg(
			got[i].t == want[i].t && got[i].kind == want[i].kind &&
				got[i].node == want[i].node &&
				got[i].instance == want[i].instance,
			"%s at %lld: node %u, kind %d, instance %llu; by the "
			"reference at %lld: %u, %d, %llu\n%s",
			preset, (long long)got[i].t, got[i].node,
			(int)got[i].kind, (unsigned long long)got[i].instance,
			(long long)want[i].t, want[i].node, (int)want[i].kind,
			(unsigned long long)want[i].instance,
			executor_story(r, 1));
	ck_assert_uint_eq(n_got, n_want);
}

START_TEST(as_the_reference)
{
	static const char *const presets[] = {
		"ros2-ste-dashing", "ros2-ste",          "ros2-ste-jazzy",
		"ros2-static",      "ros2-static-jazzy", "ros2-events"};
	static const struct platkit_options all = {.mapping = {.per = PER_ALL}};
	static struct story got, want;
	static struct reference x;
	struct rng rng = {41};
	size_t seen = 0, lost = 0;

	for (int i = 0; i < SETS; i++) {
		struct workload *w = draw(&rng);

		ck_assert_uint_le(w->n_nodes, NODES);
		for (int k = 0; k < 6; k++) {
			struct platform_result *r =
				on_platform(w, presets[k], &all, HORIZON);

			story_of(r, &got);
			refer(&x, w, presets[k], &want);
			same(r, presets[k], got.list, got.n, want.list, want.n);
			qsort(got.lost, got.n_lost, sizeof(*got.lost), by_time);
			qsort(want.lost, want.n_lost, sizeof(*want.lost),
			      by_time);
			same(r, presets[k], got.lost, got.n_lost, want.lost,
			     want.n_lost);
			seen += got.n;
			lost += got.n_lost;
		}
		workload_free(w);
	}
	ck_assert_uint_gt(seen, 50000);
	ck_assert_uint_gt(lost, 5000);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("executors of ROS 2 by a reference");
	TCase *t = tcase_create("reference");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_set_timeout(t, 60);
	tcase_add_test(t, as_the_reference);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

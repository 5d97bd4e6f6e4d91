/* test_latency_runs.c - runs with latencies of wake-ups: each node joins its
 * queue as much later as was drawn for it, the same under every policy, and an
 * audit that is told of smaller latencies complains */
#include "model/latency.h"
#include "model/load.h"
#include "tests/support/runkit.h"
#include "trace/audit.h"

#include <check.h>
#include <string.h>

static struct dag_error error;

static struct workload *load(const char *kernel)
{
	static const char text[] =
		"platform: {cores: 3, accelerators: 1}\n"
		"models: {net: {profile: {a: 2ms}}}\n"
		"tasks:\n"
		"  - name: fork\n"
		"    period: 10ms\n"
		"    nodes: {s: 300us, a: 1ms, b: 2ms, t: 500us}\n"
		"    edges: [[s, a], {from: s, to: b, delay: 70us}, [a, t], "
		"[b, t]]\n"
		"  - {name: one, period: 3ms, jitter: 200us, nodes: {x: 1ms}}\n"
		"  - name: far\n"
		"    period: 12ms\n"
		"    nodes: {y: 1ms, z: {model: net}}\n"
		"    edges: [[y, z]]\n";
	struct load_options opt = {.kernel = kernel};
	struct workload *w = workload_load_memory("w.yaml", text, strlen(text),
						  &opt, &error);

	ck_assert_msg(w != NULL, "%s", error.msg);
	return w;
}

static const char *const kernels[] = {
	"linux612-rt-load",
	"linux612-none-load:base=100us",
	"linux612-voluntary-load:cap=none,base=0us",
	"linux612-none-load:burst_share=0.1,burst_length=20ms",
	"tests/unit/latency/cyclictest.hist:cpus=each",
	"linux612-preempt-idle:wakeups=releases",
};
enum { KERNELS = sizeof(kernels) / sizeof(*kernels) };
static const char *const lineups[] = {"gedf+edf", "gfp+fifo", "pedf+edf",
				      "federated+edf"};

static dag_time latency_of(const struct workload *w, uint64_t seed,
			   uint32_t task, uint32_t node, uint64_t instance,
			   dag_time t)
{
	uint64_t base = rng_base(seed, RNG_LATENCY, w->tasks[task].key, node);

	return latency_draw(w->platform.latency, 0, rng_draw(base, instance),
			    latency_burst_base(seed), t);
}

/* What the node waited for: its release, or the last end before it. */
static dag_time cause_of(const struct result *r, const struct workload *w,
			 const struct trace_rec *ready)
{
	uint32_t first = w->tasks[ready->task].first_node;
	dag_time at = -1;

	for (uint32_t i = 0; i < w->n_edges; i++) {
		const struct edge *e = &w->edges[i];
		const struct trace_rec *end;

		if (e->to != first + ready->node)
			continue;
		end = rec_of(r, TRACE_FINISH, ready->task, ready->instance,
			     e->from - first);
		at = end->t + e->delay > at ? end->t + e->delay : at;
	}
	if (at >= 0)
		return at;
	return rec_of(r, TRACE_RELEASE, ready->task, ready->instance, 0)->t;
}

/* Every READY comes at its cause and what was drawn; runs are audited. */
START_TEST(ready_when_drawn)
{
	struct workload *w = load(kernels[_i % KERNELS]);
	const struct latency *l = w->platform.latency;
	struct sim_config c = {.horizon = 300 * NS_PER_MS,
			       .seed = (uint64_t)_i,
			       .late = LATE_RUN};
	struct result *r = run_with(w, lineups[_i / KERNELS], c);
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct trace_rec *x = &r->recs[i];
		dag_time cause, late;

		if (x->kind != TRACE_READY)
			continue;
		cause = cause_of(r, w, x);
		late = latency_of(w, (uint64_t)_i, x->task, x->node,
				  x->instance, cause);
		if (l->releases_only &&
		    w->nodes[w->tasks[x->task].first_node + x->node].n_pred)
			late = 0;
		n++;
		ck_assert_int_ge(x->t - cause, late ? l->least : 0);
		ck_assert_int_le(x->t - cause, l->most);
		if (l->n_cpus == 1)
			ck_assert_int_eq(x->t - cause, late);
	}
	ck_assert_uint_gt(n, 200);
	workload_free(w);
}
END_TEST

/* Bounds that are too tight on either side, and an audit of the same records.
 */
START_TEST(audit_asks_for_the_bounds)
{
	struct workload *w = load(kernels[1]);
	struct sim_config c = {.horizon = 300 * NS_PER_MS, .late = LATE_RUN};
	struct result *r = run_with(w, "gedf+edf", c);
	static const struct {
		dag_time least, most;
		bool clean;
	} cases[] = {
		{0, 0, true}, {0, 150 * NS_PER_US, false}, {256000, 0, false}};

	ck_assert(r->header.latency.bounded);
	for (int i = 0; i < 3; i++) {
		struct trace_header h = r->header;
		struct audit *a;
		struct trace_sink *sink;

		if (cases[i].least)
			h.latency.least = cases[i].least;
		if (cases[i].most)
			h.latency.most = cases[i].most;
		a = audit_new(&h, 4);
		sink = audit_sink(a);
		sink->consume(sink, r->recs, r->n);
		audit_finish(a);
		ck_assert_msg((audit_count(a) == 0) == cases[i].clean,
			      "case %d", i);
		audit_free(a);
	}
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("latency runs");
	TCase *t = tcase_create("all");
	SRunner *r;
	int failed;

	tcase_add_loop_test(t, ready_when_drawn, 0, 4 * KERNELS);
	tcase_add_test(t, audit_asks_for_the_bounds);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}

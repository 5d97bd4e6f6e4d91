/* test_audit_wakes.c - what the auditor asks of the latencies of threads */
#include "model/load.h"
#include "tests/support/make_workload.h"
#include "tests/support/platkit.h"
#include "trace/audit.h"

#include <check.h>
#include <string.h>

/* 20, 31, 42, ... us, up to 89; of nodes that others wake none, if so. */
struct steps {
	struct platform_latency base;
	const struct workload *w;
};

static dag_time step(const struct platform_latency *l, uint32_t thread,
		     uint64_t n, uint32_t what, dag_time t)
{
	const struct steps *s = (const struct steps *)l;

	(void)t;
	if (l->bounds.releases_only && s->w->nodes[what].n_pred)
		return 0;
	return US(20 + (int64_t)((11 * n + 3 * thread) % 70));
}

static const char text[] =
	"platform: {cores: 3}\n"
	"tasks:\n"
	"  - {name: cam, period: 10ms, nodes: {a: 1ms, b: 2ms, c: 1ms},\n"
	"     edges: [[a, b], [a, c]]}\n"
	"  - {name: imu, period: 3ms, nodes: {d: 300us, e: 200us},\n"
	"     edges: [[d, e]]}\n"
	"  - {name: log, period: 7ms, nodes: {f: 500us}}\n";

static struct workload *load(void)
{
	struct dag_error e = {0};
	struct workload *w =
		workload_load_memory("w", text, strlen(text), NULL, &e);

	ck_assert_msg(w != NULL, "%s", e.msg);
	return w;
}

static const struct {
	const char *preset;
	bool releases_only, is_asked;
} runs[] = {
	{"threads", false, true},     {"threads", true, true},
	{"ros2-ste", false, true},    {"ros2-static", false, true},
	{"ros2-events", false, true}, {"ros2-events-timers", false, true},
	{"picas", false, true},       {"ros2-isolated", true, true},
	{"ros2-mte", false, false},
};

/* Violations of the records under a header with these bounds. */
static uint64_t violations(const struct platform_result *r, dag_time least,
			   dag_time most, dag_time horizon, size_t n)
{
	struct trace_header h = r->header;
	struct trace_platform p = *h.platform;
	struct audit *a;
	struct trace_sink *sink;
	const struct audit_violation *kept;
	uint64_t count;
	size_t k;

	p.wakes.least = least;
	p.wakes.most = most;
	h.platform = &p;
	h.horizon = horizon;
	a = audit_new(&h, 64);
	sink = audit_sink(a);
	sink->consume(sink, r->recs, n);
	audit_finish(a);
	count = 0;
	kept = audit_kept(a, &k);
	for (size_t i = 0; i < k; i++)
		count += strstr(kept[i].text, "came for it") != NULL;
	audit_free(a);
	return count;
}

START_TEST(bounds_are_asked_for)
{
	struct workload *w = load();
	struct steps s = {
		{step, {US(20), US(89), runs[_i].releases_only, true}}, w};
	struct platkit_options o = {.config.latency = &s.base};
	struct platform_result *r =
		on_platform(w, runs[_i].preset, &o, 200 * NS_PER_MS);
	dag_time end = r->header.horizon;
	size_t n = r->n, asleep;

	ck_assert(r->header.platform->wakes.bounded);
	ck_assert_uint_eq(violations(r, US(20), US(89), end, n), 0);
	if (!runs[_i].is_asked) {
		ck_assert_uint_eq(violations(r, US(60), US(89), end, n), 0);
		workload_free(w);
		return;
	}
	ck_assert_uint_gt(violations(r, US(21), US(89), end, n), 0);
	ck_assert_uint_gt(violations(r, US(20), US(80), end, n), 0);
	/* Without its last wake-up a thread sleeps on. */
	for (asleep = n; asleep-- > 0;)
		if (r->recs[asleep].kind == TRACE_THREAD &&
		    r->recs[asleep].index == TRACE_WAKES)
			break;
	ck_assert_uint_gt(violations(r, US(20), US(89),
				     r->recs[asleep].t + US(90), asleep),
			  0);
	workload_free(w);
}
END_TEST

/* Nobody said how late threads wake: nothing is asked, nothing told. */
START_TEST(unknown_bounds)
{
	struct workload *w = load();
	struct steps s = {{step, {0}}, w};
	struct platkit_options o = {.config.latency = &s.base};
	struct platform_result *r =
		on_platform(w, "threads", &o, 50 * NS_PER_MS);

	ck_assert(!r->header.platform->wakes.bounded);
	ck_assert_uint_eq(violations(r, 0, 0, r->header.horizon, r->n), 0);
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("audit of wake-ups");
	TCase *t = tcase_create("all");
	SRunner *r;
	int failed;

	tcase_add_loop_test(t, bounds_are_asked_for, 0,
			    sizeof(runs) / sizeof(*runs));
	tcase_add_test(t, unknown_bounds);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}

/* test_save.c - what is written reads back to the same workload */
#define _POSIX_C_SOURCE 200809L
#include "model/load.h"
#include "model/save.h"
#include "tests/support/make_workload.h"
#include "tests/support/same_workload.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Loads a text, writes it, loads that. */
static void check_text(const char *text)
{
	struct dag_error e;
	struct workload *w =
		workload_load_memory("w.yaml", text, strlen(text), NULL, &e);
	const char *why;

	ck_assert_msg(w != NULL, "%u: %s", e.line, e.msg);
	why = workload_round_trip(w);
	ck_assert_msg(!why, "%s", why);
	workload_free(w);
}

static const char *const texts[] = {
	/* Nodes that no edge connects. */
	"platform: {cores: 3}\ntasks:\n"
	"  - {name: t, period: 9ms, connected: false,\n"
	"     nodes: {c: 2ms, a: 3ms, b: 1ms}, edges: [[b, c]]}\n"
	"  - {name: u, period: 8ms, connected: false, nodes: {x: 1ms}}\n",
	/* Overheads of every form, speeds, drawn delays, bytes. */
	"platform: {cores: 2, speeds: [1, 0.25], overheads: {release: 2us,\n"
	"  decision: 1us..3us, lock: 1us..9us step 2us, ipi: [1us, 2us*3],\n"
	"  wake: 1us..64us log, switch_yield: {time: 4us, max: 9us,\n"
	"  noise: {kind: lognormal, sigma: 0.3}}, per_byte: 0.125ns}}\n"
	"tasks:\n"
	"  - {name: t, period: 9ms, nodes: {a: 1ms, b: 1ms, c: 1ms}, edges: [\n"
	"     {from: a, to: b, delay: 1us..5us, bytes: 9},\n"
	"     {from: b, to: c, bytes: 1}, [a, c]]}\n",
	/* Parts of nodes that are not preempted. */
	"platform: {cores: 2, preemption: full, overheads: {}}\ntasks:\n"
	"  - {name: t, period: 9ms, nodes: {a: {wcet: 3ms,\n"
	"     non_preemptive: [[2ms, 3ms], [0ms, 1ns]]}, b: 1ms,\n"
	"     c: {wcet: 2ms, non_preemptive: true, affinity: [1]}},\n"
	"     edges: [[a, b], [b, c]]}\n",
	/* Names that YAML would read as something else. */
	"name: \"yes\"\ndevice: 'a \"b\" \\ c'\n"
	"models: {\"1.5\": {profile: {a: 1ms}}, 'null': {profile: {a: 1ms}},\n"
	"  'a: b #c': {profile: {a: 1ms}}}\n"
	"streams:\n  - {name: \"12\", model: \"1.5\", period: 10ms}\n"
	"  - {name: '~', model: 'null', period: 10ms}\n"
	"  - {name: 'x, [y]', model: 'a: b #c', period: 10ms, group: '{'}\n",
	/* Every key of a stream, every law of noise, tables, bounds. */
	"models:\n"
	"  m: {profile: {type: table, points: {1: 3ms, 2: 4ms, 5: 1ms}},\n"
	"      batchable: true, max_batch: 5, bcet: 900us, wcet: 9ms,\n"
	"      noise: {sigma: 0.1, mu: -0.25, tail_prob: 0.01,\n"
	"              tail_scale: 3}}\n"
	"  g: {profile: {a: 0, c: 7ns}, batchable: true, max_batch: 64,\n"
	"      noise: {kind: gamma, shape: 4, scale: 0.25}}\n"
	"  w: {profile: {a: 1ms, c: 1us},\n"
	"      noise: {kind: weibull, shape: 1.7, scale: 1.1}}\n"
	"  p: {profile: {a: 1ms}, noise: {kind: pareto, shape: 3, scale: "
	"0.7}}\n"
	"  n: {profile: {a: 1ms}, noise: {kind: normal, mean: 1, sd: 0.1}}\n"
	"  u: {profile: {a: 1ms}, noise: {kind: uniform, low: 0.1, high: 1}}\n"
	"  t: {profile: {a: 1ms}, noise: {kind: none, tail_prob: 0.5}}\n"
	"streams:\n"
	"  - {name: a, model: m, period: 33333333ns, deadline: 5ms, phase: "
	"1ns,\n"
	"     jitter: 7us, arrival: sporadic, sporadic_mean_extra: 3ms,\n"
	"     criticality: high, priority: -3}\n"
	"  - {name: b, model: g, period: 1s, group: x}\n"
	"  - {name: c, model: g, period: 1s, group: x}\n"
	"  - {name: d, model: w, rate_hz: 7, deadline: 20s}\n"
	"  - {name: e, model: p, period: 20ms}\n"
	"  - {name: f, model: n, period: 20ms}\n"
	"  - {name: g, model: u, period: 20ms}\n"
	"  - {name: h, model: t, period: 20ms, priority: 0}\n"
	"sim: {duration: 3s, late_policy: run, safety_factor: 1.25, seed: 9}\n"
	"policies: {edf_batch: {lookahead: 2}, fifo: ,\n"
	"  dynamic_batch: {timeout: 3ms, preferred_batch_sizes: {m: [2, "
	"4]}}}\n",
	/* DAGs beside streams, on cores and on the accelerator. */
	"platform: {cores: 3, accelerators: 1, preemption: limited}\n"
	"models: {det: {profile: {a: 7ms, c: 2ms}, batchable: true,\n"
	"  max_batch: 4}}\n"
	"streams: [{name: s, model: det, period: 50ms}]\n"
	"tasks:\n"
	"  - name: drive\n    period: 50ms\n    deadline: 80ms\n"
	"    phase: 3ms\n"
	"    nodes: {cam: 1ms, size: {wcet: 3ms, bcet: 2ms, priority: 4,\n"
	"      noise: {kind: uniform, low: 0.5, high: 1}}, det: {model: det},\n"
	"      plan: {wcet: 8ms, affinity: [0, 2]}}\n"
	"    edges: [[cam, size], {from: size, to: det, delay: 200us},\n"
	"      [det, plan], [cam, plan]]\n"
	"  - {name: one, period: 10ms, nodes: {one: 1ms}}\n"
	"  - {name: acc, period: 10ms, nodes: {x: {model: det}}}\n"
	"chains:\n"
	"  - {name: there, tasks: [s, drive, s], max_reaction: 1ms}\n"
	"  - {name: 'b: ack', tasks: [acc], max_data_age: 3333ns}\n",
};

START_TEST(texts_come_back)
{
	check_text(texts[_i]);
}
END_TEST

START_TEST(shipped_workloads_come_back)
{
	static const char *const files[] = {"workloads/multi_agent_cell.yaml",
					    "workloads/synthetic_mix.yaml",
					    "workloads/vla_plus_control.yaml"};
	struct dag_error e;
	struct workload *w = workload_load(files[_i], NULL, &e);
	const char *why;

	ck_assert_msg(w != NULL, "%s", e.msg);
	why = workload_round_trip(w);
	ck_assert_msg(!why, "%s", why);
	workload_free(w);
}
END_TEST

START_TEST(what_differs_is_seen)
{
	struct workload *a = make_workload(), *b = make_workload();

	make_streams(a, 3, MS(10), MS(1));
	make_streams(b, 3, MS(10), MS(1));
	make_done(a);
	make_done(b);
	ck_assert(!workload_difference(a, b));
	b->tasks[1].phase = 1;
	ck_assert_str_eq(workload_difference(a, b), "task 1: phase differs");
	workload_free(a);
	workload_free(b);
}
END_TEST

/* A list of values is not known any more once it is a table. */
START_TEST(laws_that_are_lists_are_refused)
{
	static const char text[] =
		"models: {m: {profile: {a: 1ms}, noise: {kind: pmf,\n"
		"  values: [0.5, 1], probs: [0.5, 0.5]}}}\n"
		"streams: [{name: s, model: m, period: 10ms}]\n";
	struct dag_error e;
	struct workload *w =
		workload_load_memory("w.yaml", text, strlen(text), NULL, &e);
	char *data = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&data, &len);

	ck_assert(w && f);
	ck_assert(!workload_save(f, w, &e));
	ck_assert(strstr(e.msg, "model 'm'"));
	fclose(f);
	ck_assert(len == 0);
	free(data);
	workload_free(w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("save");
	TCase *t = tcase_create("all");
	SRunner *runner;
	int failed;

	tcase_add_loop_test(t, texts_come_back, 0,
			    sizeof(texts) / sizeof(*texts));
	tcase_add_loop_test(t, shipped_workloads_come_back, 0, 3);
	tcase_add_test(t, what_differs_is_seen);
	tcase_add_test(t, laws_that_are_lists_are_refused);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

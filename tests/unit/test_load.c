/* test_load.c - what the loader makes of good files */
#include "model/load.h"
#include "tests/support/scratch.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Files that a workload names: pairs of path and text. */
static const char *const *files;

static bool read_memory(void *ctx, struct arena *a, const char *path,
			const char **data, size_t *len, struct dag_error *e)
{
	(void)ctx;
	(void)a;
	for (size_t i = 0; files && files[i]; i += 2)
		if (!strcmp(files[i], path)) {
			*data = files[i + 1];
			*len = strlen(*data);
			return true;
		}
	return error_set(e, path, 0, 0, "no such file in this test");
}

static struct load_options options;
static struct workload *w;

static void setup(void)
{
	options = (struct load_options){.read = read_memory};
	files = NULL;
	w = NULL;
}

static void teardown(void)
{
	workload_free(w);
}

static void load(const char *text)
{
	struct dag_error e = {0};

	workload_free(w);
	w = workload_load_memory("dir/t.yaml", text, strlen(text), &options,
				 &e);
	ck_assert_msg(w != NULL, "%s:%u:%u: %s", e.file, e.line, e.col, e.msg);
}

/* C(1..max_batch) of the first model. */
static void expect_latency(const dag_time *want, uint32_t n)
{
	ck_assert_uint_eq(w->models[0].max_batch, n);
	for (uint32_t b = 0; b < n; b++)
		ck_assert_msg(w->models[0].latency[b] == want[b],
			      "C(%u) = %lld, not %lld", b + 1,
			      (long long)w->models[0].latency[b],
			      (long long)want[b]);
}
#define EXPECT_LATENCY(...)                                                    \
	expect_latency((const dag_time[]){__VA_ARGS__},                        \
		       sizeof((const dag_time[]){__VA_ARGS__}) /               \
			       sizeof(dag_time))

#define M(rest) "models:\n  m: {" rest "}\nstreams: []\n"
#define BATCH(n, rest)                                                         \
	M("batchable: true, max_batch: " n ", profile: {" rest "}")
#define S(rest)                                                                \
	"models: {m: {profile: {a_ms: 1}}}\n"                                  \
	"streams: [{name: s, model: m, " rest "}]\n"

START_TEST(absent_keys_have_defaults)
{
	const struct task *t;

	load(S("period_ms: 20"));
	t = &w->tasks[0];
	ck_assert_str_eq(w->file, "dir/t.yaml");
	ck_assert_str_eq(w->name, "workload");
	ck_assert_str_eq(w->device, "unspecified");
	ck_assert_int_eq(w->sim.duration, 30 * NS_PER_S);
	ck_assert_int_eq(w->sim.late, LATE_DROP);
	ck_assert_int_eq(w->sim.safety_factor.num, w->sim.safety_factor.den);
	ck_assert_uint_eq(w->sim.seed, 0);
	ck_assert_uint_eq(w->platform.n_accelerators, 1);
	ck_assert_uint_eq(w->platform.n_cores, 0);
	ck_assert_uint_eq(w->models[0].max_batch, 1);
	ck_assert_int_eq(w->models[0].resource, ON_ACCELERATOR);
	ck_assert_int_eq(w->models[0].noise.kind, NOISE_NONE);
	ck_assert_ptr_null(w->models[0].noise.table);
	ck_assert_ptr_null(w->models[0].preferred);
	ck_assert_int_eq(t->deadline, 20 * NS_PER_MS);
	ck_assert_int_eq(t->phase, 0);
	ck_assert_int_eq(t->jitter, 0);
	ck_assert_int_eq(t->arrival, PERIODIC);
	ck_assert_int_eq(t->criticality, LOW_CRITICALITY);
	ck_assert(!t->has_priority);
	ck_assert_uint_eq(t->group, NONE);
	ck_assert_uint_eq(t->line, 2);
	ck_assert_uint_eq(t->key, rng_name_key("s"));
	ck_assert_uint_eq(w->n_warnings, 0);
	load("models: {}\nstreams: []\n");
	ck_assert_uint_eq(w->n_tasks, 0);
	ck_assert_int_eq(workload_utilization(w).num, 0);
}
END_TEST

START_TEST(times_are_spelled_in_many_ways)
{
	static const struct {
		const char *text;
		dag_time ns;
	} cases[] = {
		{"period: 20ms", 20000000},
		{"period: 1.5s", 1500000000},
		{"period: 300us", 300000},
		{"period: 7ns", 7},
		{"period: '20 ms'", 20000000},
		{"period: +2e1ms", 20000000},
		{"period: 0.000001ms", 1},
		{"period_ms: 20", 20000000},
		{"period_ms: 1e3", 1000000000},
		{"period_ms: '20'", 20000000},
		{"period_ms: .5", 500000},
		{"period_ms: 33.3333333333", 33333333},
		{"period_us: 2.5", 2500},
		{"period_ns: 3", 3},
		{"period_ns: 2.5", 2}, /* half to even */
		{"period_ns: 3.5", 4},
		{"period_s: 0.02", 20000000},
		{"period_s: 4611686018.427387903", SPAN_MAX},
		{"period_ns: 4611686018427387903", SPAN_MAX},
		{"rate_hz: 50", 20000000},
		{"rate_hz: 30", 33333333},
		{"rate_hz: 15", 66666667},
		{"rate_hz: 0.1", 10000000000},
		{"rate_hz: 1e9", 1},
		{"rate_hz: 3e-1", 3333333333},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char text[160];

		snprintf(text, sizeof(text),
			 "models: {m: {profile: {a_ms: 1}}}\n"
			 "streams: [{name: s, model: m, %s}]\n",
			 cases[i].text);
		load(text);
		ck_assert_msg(w->tasks[0].period == cases[i].ns, "%s: %lld",
			      cases[i].text, (long long)w->tasks[0].period);
		ck_assert_int_eq(w->tasks[0].deadline, cases[i].ns);
	}
}
END_TEST

START_TEST(zero_needs_no_unit_and_an_option_gives_one)
{
	load(S("period: 1ms, phase: 0, jitter: 0.0"));
	ck_assert_int_eq(w->tasks[0].phase, 0);
	options.unit_ns = NS_PER_US;
	load(S("period: 20, deadline: 1ms, phase_ms: 3"));
	ck_assert_int_eq(w->tasks[0].period, 20 * NS_PER_US);
	ck_assert_int_eq(w->tasks[0].deadline, NS_PER_MS);
	ck_assert_int_eq(w->tasks[0].phase, 3 * NS_PER_MS);
}
END_TEST

START_TEST(streams_are_read_in_full)
{
	const struct task *t;

	load("dagsim: 1\nname: all\ndevice: 'a b'\n"
	     "models: {m: {profile: {a_ms: 1}}, n: {profile: {a_ms: 2}}}\n"
	     "streams:\n"
	     "  - name: x\n    model: n\n    period: 10ms\n"
	     "    deadline: 25ms\n    phase: 1ms\n    jitter: 10ms\n"
	     "    arrival: sporadic\n    sporadic_mean_extra: 2ms\n"
	     "    criticality: HIGH\n    priority: -3\n    group:\n"
	     "  - {name: b, model: m, period_ms: 1, criticality: 1}\n"
	     "  - {name: a, model: m, period_ms: 1, criticality: 0,\n"
	     "     priority: null}\n"
	     "sim: {duration: 2s, late_policy: run, safety_factor: 1.25,\n"
	     "      seed: 9223372036854775807}\n");
	t = &w->tasks[0];
	ck_assert_str_eq(w->name, "all");
	ck_assert_str_eq(w->device, "a b");
	ck_assert_str_eq(t->name, "x");
	ck_assert_str_eq(w->models[w->nodes[0].model].name, "n");
	ck_assert_int_eq(t->period, 10 * NS_PER_MS);
	ck_assert_int_eq(t->deadline, 25 * NS_PER_MS);
	ck_assert_int_eq(t->phase, NS_PER_MS);
	ck_assert_int_eq(t->jitter, 10 * NS_PER_MS);
	ck_assert_int_eq(t->arrival, SPORADIC);
	ck_assert_int_eq(t->extra_mean, 2 * NS_PER_MS);
	ck_assert_int_eq(t->criticality, HIGH_CRITICALITY);
	ck_assert(t->has_priority);
	ck_assert_int_eq(t->priority, -3);
	ck_assert_uint_eq(t->line, 6);
	/* Rates: a and b share rank by period, then their names decide. */
	ck_assert_int_eq(w->tasks[1].priority, 1);
	ck_assert_int_eq(w->tasks[2].priority, 0);
	ck_assert_int_eq(w->tasks[1].criticality, HIGH_CRITICALITY);
	ck_assert_int_eq(w->tasks[2].criticality, LOW_CRITICALITY);
	ck_assert_uint_eq(w->tasks[0].name_rank, 2);
	ck_assert_uint_eq(w->tasks[1].name_rank, 1);
	ck_assert_uint_eq(w->tasks[2].name_rank, 0);
	ck_assert_int_eq(w->sim.duration, 2 * NS_PER_S);
	ck_assert_int_eq(w->sim.late, LATE_RUN);
	ck_assert_int_eq(ratio_cmp(w->sim.safety_factor, (struct ratio){5, 4}),
			 0);
	ck_assert_uint_eq(w->sim.seed, INT64_MAX);
}
END_TEST

START_TEST(groups_are_numbered_in_file_order)
{
	load("models: {m: {profile: {a_ms: 1}}}\nstreams:\n"
	     "  - {name: a, model: m, period_ms: 9, group: z}\n"
	     "  - {name: b, model: m, period_ms: 9}\n"
	     "  - {name: c, model: m, period_ms: 8, group: a}\n"
	     "  - {name: d, model: m, period_us: 9000, group: z}\n"
	     "  - {name: e, model: m, rate_hz: 125, group: a}\n");
	ck_assert_uint_eq(w->n_groups, 2);
	ck_assert_str_eq(w->groups[0], "z");
	ck_assert_str_eq(w->groups[1], "a");
	ck_assert_uint_eq(w->tasks[0].group, 0);
	ck_assert_uint_eq(w->tasks[1].group, NONE);
	ck_assert_uint_eq(w->tasks[2].group, 1);
	ck_assert_uint_eq(w->tasks[3].group, 0);
	ck_assert_uint_eq(w->tasks[4].group, 1);
}
END_TEST

START_TEST(profiles_are_rounded_once)
{
	load(BATCH("4", "a_ms: 1, c_ms: 0.5"));
	EXPECT_LATENCY(1500000, 2000000, 2500000, 3000000);
	load(BATCH("2", "a: 1.5ms, c_us: 250"));
	EXPECT_LATENCY(1750000, 2000000);
	/* a and c alone would round to 0 and 1 ns. */
	load(BATCH("6", "a_ns: 0.4, c_ns: 0.7"));
	EXPECT_LATENCY(1, 2, 2, 3, 4, 5);
	/* Ties go to even: 0.5 + b. */
	load(BATCH("4", "a_ns: 0.5, c_ns: 1"));
	EXPECT_LATENCY(2, 2, 4, 4);
	/* A tie only as long as nothing stands behind it. */
	load(BATCH("2", "a_ns: 0.500000000000001, c_ns: 1"));
	EXPECT_LATENCY(2, 3);
	load(BATCH("2", "a: 0, c_s: 0.1"));
	EXPECT_LATENCY(100000000, 200000000);
}
END_TEST

START_TEST(tables_are_exact_at_points_and_defined_elsewhere)
{
	load(BATCH("6", "type: table, points_ms: {1: 1, 4: 2.5}"));
	EXPECT_LATENCY(1000000, 1500000, 2000000, 2500000, 3000000, 3500000);
	load(BATCH("5", "type: table, points: {4: 2ms, 1: 1ms}"));
	EXPECT_LATENCY(1000000, 1333333, 1666667, 2000000, 2333333);
	load(BATCH("4", "type: table, points_us: {1: 7}"));
	EXPECT_LATENCY(7000, 14000, 21000, 28000);
	load(BATCH("4", "type: table, points_ns: {1: 5, 2: 3}"));
	EXPECT_LATENCY(5, 3, 5, 5);
	load(BATCH("5", "type: table, points_ns: {1: 5, 4: 3, 5: 2}"));
	EXPECT_LATENCY(5, 5, 5, 3, 2);
	/* 1/3 of 2 ns and of 1 ns; and a tie at 1/2. */
	load(BATCH("4", "type: table, points_ns: {1: 1, 4: 3}"));
	EXPECT_LATENCY(1, 2, 2, 3);
	load(BATCH("3", "type: table, points_ns: {1: 2, 3: 3}"));
	EXPECT_LATENCY(2, 2, 3);
	load(BATCH("2", "type: table, points_ms: {1: 1, 2000: 2}"));
	EXPECT_LATENCY(1000000, 1000500);
}
END_TEST

static const char *const profile[] = {
	"dir/p.json",
	"{\"model\": \"cnn\", \"unit\": \"s\", \"quantile\": 0.5,\n"
	" \"points\": {\"1\": 0.0024597200099378824, \"2\": 0.0046},\n"
	" \"fit\": {\"a\": 0.001, \"c\": 0.002},\n"
	" \"stats\": {\"1\": {\"mean\": 0.0025, \"p50\": 0.0024, \"p90\":"
	" 0.003, \"p99\": 0.004, \"max\": 0.005, \"sd\": 0.1},\n"
	"   \"2\": {\"mean\": 0.005, \"p50\": 0.0048, \"p90\": 0.006,"
	" \"p99\": 0.008, \"max\": 0.01}},\n"
	" \"meta\": {\"gpu\": \"\\ud83d\\ude00\", \"x\": [1, {}]}}\n",
	"/abs.json",
	"{\"unit\": \"us\", \"fit\": {\"a\": 10, \"c\": 0.5}}",
	"dir/points.json",
	"{\"unit\": \"ms\", \"kind\": \"linear\", \"points\": {\"1\": 2}}",
	NULL,
};

START_TEST(json_profiles_are_read)
{
	files = profile;
	load(BATCH("2", "type: json, path: p.json"));
	EXPECT_LATENCY(2459720, 4600000);
	ck_assert_int_eq(w->models[0].profile, PROFILE_JSON);
	load(BATCH("2", "type: json, path: p.json, kind: table"));
	EXPECT_LATENCY(2459720, 4600000);
	load(BATCH("2", "type: json, path: p.json, kind: linear"));
	EXPECT_LATENCY(3000000, 5000000);
	/* What is not there is taken from what is. */
	load(BATCH("2", "type: json, path: /abs.json"));
	EXPECT_LATENCY(10500, 11000);
	load(BATCH("2", "type: json, path: points.json"));
	EXPECT_LATENCY(2000000, 4000000);
}
END_TEST

START_TEST(quantiles_choose_among_statistics)
{
	files = profile;
	load(BATCH("2", "type: json, path: p.json, quantile: p90"));
	EXPECT_LATENCY(3000000, 6000000);
	options.profile_quantile = QUANTILE_P50;
	load(BATCH("2", "type: json, path: p.json, quantile: p90"));
	EXPECT_LATENCY(2400000, 4800000);
	options.profile_quantile = QUANTILE_P99;
	load(BATCH("2", "type: json, path: p.json"));
	EXPECT_LATENCY(4000000, 8000000);
	options.profile_quantile = QUANTILE_MAX;
	load(BATCH("2", "type: json, path: p.json"));
	EXPECT_LATENCY(5000000, 10000000);
	options.profile_quantile = QUANTILE_MEAN;
	load(BATCH("2", "type: json, path: p.json"));
	EXPECT_LATENCY(2500000, 5000000);
	/* Profiles without statistics are what they are. */
	load(BATCH("2", "a_ms: 1"));
	EXPECT_LATENCY(1000000, 1000000);
}
END_TEST

static void expect_noise(const char *text, enum noise_kind kind, double a,
			 double b)
{
	char file[320];
	const struct noise *n;

	snprintf(file, sizeof(file),
		 "models: {m: {profile: {a_ms: 2}, noise: %s}}\nstreams: []\n",
		 text);
	load(file);
	n = &w->models[0].noise;
	ck_assert_int_eq(n->kind, kind);
	ck_assert_msg(fabs(n->a - a) + fabs(n->b - b) < 1e-15, "%s: %g %g",
		      text, n->a, n->b);
}

START_TEST(noises_of_all_kinds)
{
	const struct noise *n;

	expect_noise("{sigma: 0.1}", NOISE_LOGNORMAL, 0, 0.1);
	expect_noise("{tail_prob: 0.5}", NOISE_LOGNORMAL, 0, 0.05);
	n = &w->models[0].noise;
	ck_assert(n->tail_prob == 0.5 && n->tail_scale == 2.0);
	ck_assert(n->tail_below == UINT64_C(1) << 63);
	expect_noise("{kind: lognormal, mu: -0.25, sigma: 0.5}",
		     NOISE_LOGNORMAL, -0.25, 0.5);
	expect_noise("{kind: gamma, shape: 4, scale: 0.25}", NOISE_GAMMA, 4,
		     0.25);
	expect_noise("{kind: weibull, shape: 2, scale: 1}", NOISE_WEIBULL, 2,
		     1);
	expect_noise("{kind: pareto, shape: 3, scale: 1}", NOISE_PARETO, 3, 1);
	expect_noise("{kind: normal, sd: 0.1}", NOISE_NORMAL, 1, 0.1);
	expect_noise("{kind: normal, mean: 2, sd: 0.1}", NOISE_NORMAL, 2, 0.1);
	expect_noise("{kind: uniform, low: 0.5, high: 1.5, tail_prob: 0.01,"
		     " tail_scale: 3}",
		     NOISE_UNIFORM, 0.5, 1.5);
	ck_assert(w->models[0].noise.tail_scale == 3.0);
	expect_noise("{kind: none}", NOISE_NONE, 0, 0);
	expect_noise("{kind: none, tail_prob: 0.1}", NOISE_NONE, 0, 0);
	ck_assert(w->models[0].noise.tail_below > 0);
	expect_noise("off", NOISE_NONE, 0, 0);
	expect_noise("none", NOISE_NONE, 0, 0);
	expect_noise("false", NOISE_NONE, 0, 0);
	expect_noise("null", NOISE_NONE, 0, 0);
	expect_noise("{}", NOISE_NONE, 0, 0);
}
END_TEST

/* Largest and smallest factor that the first model's noise can draw. */
static void expect_support(double low, double high)
{
	const struct noise *n = &w->models[0].noise;
	double unit = (double)NOISE_ONE;

	ck_assert_double_eq_tol((double)noise_quantile(n->table, 0) / unit, low,
				1e-6);
	ck_assert_double_eq_tol((double)noise_max(n) / unit, high, 1e-6);
}

START_TEST(lists_may_be_factors_or_times)
{
	static const char *const histogram[] = {
		"dir/h.csv",
		"# low high count\n0.5 1.0 3\n\n1,2,1e1  # the mode\n2\t4 1\n",
		NULL,
	};

	expect_noise("{kind: pmf, values: [1, 3], probs: [0.5, 0.5]}",
		     NOISE_PMF, 0, 0);
	expect_support(1, 3);
	/* The model's C(1) is 2 ms. */
	expect_noise("{kind: pmf, values_ms: [1, 3], probs: [0.5, 0.5]}",
		     NOISE_PMF, 0, 0);
	expect_support(0.5, 1.5);
	expect_noise("{kind: empirical, edges: [0.5, 1, 3], counts: [5, 5]}",
		     NOISE_EMPIRICAL, 0, 0);
	expect_support(0.5, 3);
	expect_noise("{kind: empirical, edges_us: [500, 3000], counts: [5]}",
		     NOISE_EMPIRICAL, 0, 0);
	expect_support(0.25, 1.5);
	files = histogram;
	expect_noise("{kind: empirical, path: h.csv}", NOISE_EMPIRICAL, 0, 0);
	expect_support(0.5, 4);
	expect_noise("{kind: empirical, path: h.csv, unit: ms}",
		     NOISE_EMPIRICAL, 0, 0);
	expect_support(0.25, 2);
}
END_TEST

START_TEST(equal_noises_share_a_table)
{
	load("models:\n"
	     "  a: {profile: {a_ms: 1}, noise: {sigma: 0.1, tail_prob: 0.1}}\n"
	     "  b: {profile: {a_ms: 1}, noise: {sigma: 0.2}}\n"
	     "  c: {profile: {a_ms: 1}, noise: {sigma: 0.1}}\n"
	     "streams: []\n");
	ck_assert_ptr_eq(w->models[0].noise.table, w->models[2].noise.table);
	ck_assert_ptr_ne(w->models[0].noise.table, w->models[1].noise.table);
	ck_assert(w->models[0].noise.tail_below > 0);
	ck_assert_uint_eq(w->models[2].noise.tail_below, 0);
}
END_TEST

START_TEST(bounds_are_read)
{
	load(M("profile: {a_ms: 2}, bcet: 1ms, wcet_us: 2500"));
	ck_assert_int_eq(w->models[0].bcet, NS_PER_MS);
	ck_assert_int_eq(w->models[0].wcet, 2500 * NS_PER_US);
	ck_assert_uint_eq(w->n_warnings, 0);
}
END_TEST

START_TEST(policies_have_settings)
{
	load("models:\n  m: {max_batch: 8, batchable: yes, profile: {a_ms: "
	     "1}}\n  n: {max_batch: 4, batchable: on, profile: {a_ms: 1}}\n"
	     "  k: {max_batch: 4, batchable: true, profile: {a_ms: 1}}\n"
	     "streams: []\n"
	     "policies:\n"
	     "  dynamic_batch:\n"
	     "    max_queue_delay_ms: 2\n"
	     "    preferred_batch_sizes: {m: [8, 2, 4, 2], n: []}\n"
	     "  edf_batch: {lookahead: 3, slack: 1.5us, guard: true}\n"
	     "  fifo:\n"
	     "  edf: {}\n");
	/* A row without a key for each policy, then its settings. */
	ck_assert_uint_eq(w->n_settings, 8);
	ck_assert_str_eq(w->settings[0].policy, "dynamic_batch");
	ck_assert_ptr_null(w->settings[0].key);
	ck_assert_uint_eq(w->settings[0].line, 7);
	ck_assert_uint_eq(w->settings[0].col, 3);
	ck_assert_str_eq(w->settings[1].policy, "dynamic_batch");
	ck_assert_str_eq(w->settings[1].key, "max_queue_delay");
	ck_assert(w->settings[1].is_time);
	ck_assert_int_eq(w->settings[1].value, 2 * NS_PER_MS);
	ck_assert_uint_eq(w->settings[1].line, 8);
	ck_assert_uint_eq(w->settings[1].col, 5);
	ck_assert_str_eq(w->settings[2].policy, "edf_batch");
	ck_assert_ptr_null(w->settings[2].key);
	ck_assert_str_eq(w->settings[3].key, "lookahead");
	ck_assert(!w->settings[3].is_time);
	ck_assert_int_eq(w->settings[3].value, 3);
	ck_assert_int_eq(w->settings[4].value, 1500);
	ck_assert(w->settings[4].is_time);
	ck_assert_int_eq(w->settings[5].value, 1);
	ck_assert_str_eq(w->settings[6].policy, "fifo");
	ck_assert_str_eq(w->settings[7].policy, "edf");
	ck_assert_uint_eq(w->models[0].n_preferred, 3);
	ck_assert_uint_eq(w->models[0].preferred[0], 2);
	ck_assert_uint_eq(w->models[0].preferred[1], 4);
	ck_assert_uint_eq(w->models[0].preferred[2], 8);
	/* None wanted is not the same as nothing said. */
	ck_assert_ptr_nonnull(w->models[1].preferred);
	ck_assert_uint_eq(w->models[1].n_preferred, 0);
	ck_assert_ptr_null(w->models[2].preferred);
	load(M("profile: {a_ms: 1}") "policies: ~\n");
	ck_assert_uint_eq(w->n_settings, 0);
}
END_TEST

static void expect_warning(const char *text, const char *want)
{
	load(text);
	ck_assert_uint_eq(w->n_warnings, 1);
	ck_assert_msg(strstr(w->warnings[0], want) == w->warnings[0],
		      "%s\nnot: %s", w->warnings[0], want);
}

START_TEST(warns_of_what_is_legal_but_odd)
{
	expect_warning(M("max_batch: 8, profile: {a_ms: 1}"),
		       "dir/t.yaml:2:18: model 'm' is not batchable, so its "
		       "max_batch of 8 counts as 1");
	expect_warning(BATCH("4", "type: table, points_ms: {1: 5, 2: 3}"),
		       "dir/t.yaml:2:47: model 'm': the profile is not "
		       "monotone: C(2) = 3ms is less than C(1) = 5ms");
	expect_warning(BATCH("2", "type: table, points_ms: {1: 4, 2: 8.1}"),
		       "dir/t.yaml:2:47: model 'm': the profile is "
		       "superlinear: from C(1) = 4ms to C(2) = 8.1ms");
	expect_warning(S("period_ms: 1, sporadic_mean_extra_ms: 1"),
		       "dir/t.yaml:2:69: stream 's' is periodic, so its");
	expect_warning(M("profile: {a_ms: 3}, wcet: 2ms"),
		       "dir/t.yaml:2:33: model 'm': the nominal C(1) is "
		       "outside");
	expect_warning(M("profile: {a_ms: 3}") "policies: {dynamic_batch: "
					       "{preferred_batch_sizes:"
					       " {m: [1, 2]}}}\n",
		       "dir/t.yaml:4:59: preferred batch size 2 of model 'm' "
		       "is left out: its batches are 1 to 1");
	ck_assert_uint_eq(w->models[0].n_preferred, 1);
	/* Beyond the largest batch a profile may do as it likes; a rise of
	 * exactly C(1) is linear. */
	load(BATCH("2", "type: table, points_ms: {1: 4, 2: 8, 3: 1, 4: 99}"));
	ck_assert_uint_eq(w->n_warnings, 0);
	load(M("profile: {type: table, points_ms: {1: 4, 2: 1}}"));
	ck_assert_uint_eq(w->n_warnings, 0);
}
END_TEST

START_TEST(anchors_and_merge_keys_work)
{
	load("models:\n"
	     "  a: &big {max_batch: 2, batchable: true, profile: &p {a_ms: "
	     "1}}\n"
	     "  b: {<<: *big, max_batch: 4}\n"
	     "  c: {profile: *p}\n"
	     "streams:\n"
	     "  - &s {name: x, model: a, period: 5ms}\n"
	     "  - {<<: *s, name: y}\n");
	ck_assert_uint_eq(w->models[0].max_batch, 2);
	ck_assert_uint_eq(w->models[1].max_batch, 4);
	ck_assert_uint_eq(w->models[2].max_batch, 1);
	ck_assert_int_eq(w->tasks[1].period, 5 * NS_PER_MS);
	ck_assert_str_eq(w->tasks[1].name, "y");
}
END_TEST

/* By sha256sum, of the file, and of both files one behind the other. */
START_TEST(the_digest_is_that_of_the_bytes)
{
	static const char *const one[] = {"dir/p.json",
					  "{\"points\": {\"1\": 1}}\n", NULL};

	load("models: {m: {profile: {a_ms: 1}}}\nstreams: []\n");
	ck_assert_str_eq(w->digest, "f14f324654fbc4ccf6ce1420ea002c53152466eace"
				    "02ccecc049c465bca53120");
	files = one;
	load("models: {m: {profile: {type: json, path: p.json}}}\n"
	     "streams: []\n");
	ck_assert_str_eq(w->digest, "50603ca53f857ba43a663446d37a86479b852dd9f7"
				    "8f89a992b00d44ccb1138b");
}
END_TEST

START_TEST(files_and_standard_input_are_read)
{
	static const char text[] = "models: {}\nstreams: []\n";
	char path[SCRATCH_PATH];
	int fd = scratch_open(path);
	struct dag_error e;

	ck_assert_int_eq(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	w = workload_load(path, NULL, &e);
	ck_assert_ptr_nonnull(w);
	ck_assert_str_eq(w->file, path);
	workload_free(w);
	ck_assert_int_eq(lseek(fd, 0, SEEK_SET), 0);
	ck_assert_int_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	w = workload_load("-", NULL, &e);
	ck_assert_ptr_nonnull(w);
	ck_assert_str_eq(w->file, "-");
	close(fd);
	unlink(path);
}
END_TEST

START_TEST(relative_paths_start_at_the_file)
{
	char folder[SCRATCH_PATH], path[SCRATCH_INNER];
	struct dag_error e = {0};
	FILE *f;

	scratch_folder(folder);
	snprintf(path, sizeof(path), "%s/p.json", folder);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs("{\"unit\": \"ms\", \"points\": {\"1\": 3}}", f);
	fclose(f);
	snprintf(path, sizeof(path), "%s/w.yaml", folder);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs(M("profile: {type: json, path: p.json}"), f);
	fclose(f);
	w = workload_load(path, NULL, &e);
	ck_assert_msg(w != NULL, "%s", e.msg);
	EXPECT_LATENCY(3000000);
	unlink(path);
	snprintf(path, sizeof(path), "%s/p.json", folder);
	unlink(path);
	rmdir(folder);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("load");
	TCase *t = tcase_create("good");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, absent_keys_have_defaults);
	tcase_add_test(t, times_are_spelled_in_many_ways);
	tcase_add_test(t, zero_needs_no_unit_and_an_option_gives_one);
	tcase_add_test(t, streams_are_read_in_full);
	tcase_add_test(t, groups_are_numbered_in_file_order);
	tcase_add_test(t, profiles_are_rounded_once);
	tcase_add_test(t, tables_are_exact_at_points_and_defined_elsewhere);
	tcase_add_test(t, json_profiles_are_read);
	tcase_add_test(t, quantiles_choose_among_statistics);
	tcase_add_test(t, noises_of_all_kinds);
	tcase_add_test(t, lists_may_be_factors_or_times);
	tcase_add_test(t, equal_noises_share_a_table);
	tcase_add_test(t, bounds_are_read);
	tcase_add_test(t, policies_have_settings);
	tcase_add_test(t, warns_of_what_is_legal_but_odd);
	tcase_add_test(t, anchors_and_merge_keys_work);
	tcase_add_test(t, the_digest_is_that_of_the_bytes);
	tcase_add_test(t, files_and_standard_input_are_read);
	tcase_add_test(t, relative_paths_start_at_the_file);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}

/* test_generate.c - specs, and the sets of streams and tasks made of them */
#define _POSIX_C_SOURCE 200809L
#include "model/generate.h"
#include "tests/support/goodness.h"
#include "tests/support/same_workload.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;
static struct dag_error error;
static struct generate_spec spec;
static struct generator *made_by;

static void setup(void)
{
	generate_spec_init(&spec, GENERATE_STREAMS);
}

static void teardown(void)
{
	generator_free(made_by);
	made_by = NULL;
	arena_free(&arena);
}

static void set(const char *key, const char *value)
{
	ck_assert_msg(generate_spec_set(&spec, &arena, key, value, &error),
		      "%s", error.msg);
}

static struct generator *open_generator(void)
{
	generator_free(made_by);
	made_by = generator_new(&spec, &error);
	ck_assert_msg(made_by != NULL, "%s", error.msg);
	return made_by;
}

static const struct workload *make(struct generator *g, uint64_t i)
{
	const struct workload *w = generator_make(g, i, &error);

	ck_assert_msg(w != NULL, "set %llu: %s", (unsigned long long)i,
		      error.msg);
	return w;
}

static char *printed(const struct generate_spec *s)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	ck_assert(f != NULL);
	generate_spec_print(f, s, "");
	fclose(f);
	return text;
}

static bool read_spec(const char *text, struct generate_spec *s)
{
	struct reader r = {.file = "spec.yaml", .arena = &arena, .e = &error};
	const struct tree *t = tree_parse_yaml(&arena, "spec.yaml", text,
					       strlen(text), &error);

	ck_assert_msg(t != NULL, "%s", error.msg);
	generate_spec_init(s, GENERATE_STREAMS);
	return generate_spec_read(&r, t, s);
}

static double utilization(const struct workload *w)
{
	struct ratio u = workload_utilization(w);

	return (double)u.num / (double)u.den;
}

/* --- specs --- */

static const char *const specs[] = {
	"kind: streams\n",
	"kind: tasks\n",
	"kind: dag\n",
	"kind: dag\ngraph: chain\nchains: 2..4\nlink_sources: 1\n",
	"kind: dag\ngraph: gnp\nedge_probability: [0.1, 0.5*2]\nccr: 0.5..2\n",
	"kind: dag\ngraph: fan_in_fan_out\nnode_wcet: 1ms..5ms\n",
	"kind: dag\ngraph: fork_join\nfork_probability: 0.25\n",
	("kind: tasks\nseed: 9223372036854775807\nutilization: 0.123456789012\n"
	 "utilization_method: drs\nutilization_max: [1, 0.5, 0.25]\n"
	 "utilization_min: 0.001\ntasks: 3\ncores: 2\npreemption: none\n"),
	("kind: streams\nperiod: [5ms, 10ms*3]\njitter: 0..0.5 step 0.25\n"
	 "deadline: between\ndeadline_factor: 0..1\narrival: sporadic\n"),
};

START_TEST(what_is_printed_reads_back)
{
	struct generate_spec a, b;
	char *first, *second;

	ck_assert_msg(read_spec(specs[_i], &a), "%s", error.msg);
	first = printed(&a);
	ck_assert_msg(read_spec(first, &b), "%s", error.msg);
	second = printed(&b);
	ck_assert_str_eq(first, second);
	free(first);
	free(second);
}
END_TEST

/* The defaults that help and manual show are those of the program. */
START_TEST(defaults_are_what_they_are_said_to_be)
{
	static const struct {
		const char *key, *standard;
	} rows[] = {
#define X(key, option, argument, type, kinds, graphs, standard, help)          \
	{#key, standard},
		GENERATE_KEYS(X)
#undef X
	};
	static const char *const kinds[] = {"streams", "tasks", "dag"};
	static const char *const graphs[] = {"fan_in_fan_out", "gnp", "chain",
					     "fork_join", "layered"};
	int found = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char *line = arena_printf(&arena, "\n%s: %s\n", rows[i].key,
					  rows[i].standard);
		bool seen = false;

		for (int k = 0; k < 7; k++) {
			char *text;

			generate_spec_init(&spec, GENERATE_STREAMS);
			set("kind", kinds[k < 2 ? k : 2]);
			if (k >= 2)
				set("graph", graphs[k - 2]);
			text = printed(&spec);
			seen |= strstr(text, line) != NULL;
			free(text);
		}
		found += seen;
		/* The rest say in words what they are. */
		ck_assert_msg(seen || strpbrk(rows[i].standard, ", ") ||
				      !strcmp(rows[i].standard, "none") ||
				      !strcmp(rows[i].key, "utilization_min"),
			      "%s: %s", rows[i].key, rows[i].standard);
	}
	ck_assert_int_ge(found, 40);
}
END_TEST

static const struct {
	const char *text, *says;
	unsigned line, col;
} bad_specs[] = {
	{"kind: stream\n", "unknown kind 'stream'; did you mean 'streams'?", 1,
	 7},
	{"kind: tasks\nperiods: 10ms\n", "did you mean 'period'?", 2, 1},
	{"kind: tasks\nperiod: 10\n", "needs a unit", 2, 9},
	{"kind: tasks\nstreams: 3\n",
	 "'streams' is for the kind streams, not for tasks", 2, 1},
	{"kind: dag\ngraph: chain\nnodes: 5\n",
	 "'nodes' is for the graph fan_in_fan_out, gnp, layered, not for "
	 "chain",
	 3, 1},
	{"kind: dag\ngraph: circle\n", "unknown graph 'circle'", 2, 8},
	{"kind: streams\nstreams: 0\n", "valid: 1 to 10000", 2, 10},
	{"kind: streams\nutilization: 0\n", "must be above 0", 2, 14},
	{"kind: streams\nutilization: many\n", "not a decimal number", 2, 14},
	{"kind: streams\nhigh_criticality: 1.5\n", "is above 1", 2, 19},
	{"kind: streams\nutilization_max: []\n", "empty list", 2, 18},
	{"kind: streams\nutilization_method: uunifast\n", "did you mean", 2,
	 21},
	{"- kind\n", "a spec must be a map, not a list", 1, 1},
	{"kind: dag\nlink_main: maybe\ngraph: chain\n", "neither true nor", 2,
	 12},
};

START_TEST(bad_specs_are_told_where_and_why)
{
	ck_assert(!read_spec(bad_specs[_i].text, &spec));
	ck_assert_msg(strstr(error.msg, bad_specs[_i].says),
		      "'%s' is not in '%s'", bad_specs[_i].says, error.msg);
	ck_assert_str_eq(error.file, "spec.yaml");
	ck_assert_uint_eq(error.line, bad_specs[_i].line);
	ck_assert_uint_eq(error.col, bad_specs[_i].col);
}
END_TEST

static const struct {
	const char *text, *says;
} contradictions[] = {
	{"kind: dag\nnode_wcet: 1ms\nperiod: 10ms\n", "exclude each other"},
	{"kind: dag\nccr: 1\nedge_delay: 1ms\n", "exclude each other"},
	{"kind: dag\ngraph: chain\nmain_length: 1\n", "'main_length' is 1"},
	{"kind: dag\ngraph: chain\nchains: 2\nmerge_sinks: 0\n",
	 "several 'chains' need"},
	{"kind: dag\ngraph: chain\nlink_sources: 1\nlink_main: false\n",
	 "needs link_main or link_sub"},
	{"kind: dag\ngraph: chain\nmerge_sink: false\n", "needs merge_middle"},
	{"kind: dag\nnodes: 3\nlayers: 4\n", "3 'nodes' do not fill 4"},
	{"kind: dag\ngraph: gnp\nnodes: 3\nsources: 2\nsinks: 2\n", "more "},
	{"kind: tasks\nbcet: 1.5\n", "'bcet' is above 1"},
	{"kind: tasks\nutilization: 5000\n", "is above 4096"},
	{"kind: streams\nutilization: 65\n", "is above 64"},
	{"kind: streams\nutilization: 0.1234567890123\n", "12 decimals"},
};

START_TEST(contradictions_are_told)
{
	ck_assert_msg(read_spec(contradictions[_i].text, &spec), "%s",
		      error.msg);
	ck_assert(!generator_new(&spec, &error));
	ck_assert_msg(strstr(error.msg, contradictions[_i].says),
		      "'%s' is not in '%s'", contradictions[_i].says,
		      error.msg);
}
END_TEST

START_TEST(a_bad_key_has_no_place)
{
	ck_assert(!generate_spec_set(&spec, &arena, "period", "10", &error));
	ck_assert(strstr(error.msg, "'period' is '10', which needs a unit"));
	ck_assert(!error.file[0] && !error.line && !error.col);
	ck_assert(!generate_spec_preset(&spec, &arena, "awkernel", &error));
	ck_assert(strstr(error.msg, "awkernel-table5"));
}
END_TEST

/* What can only be noticed while a set is made. */
START_TEST(sets_that_do_not_exist_are_told)
{
	static const struct {
		const char *text, *says;
	} rows[] = {
		{"kind: tasks\ntasks: 2\nutilization: 3\n", "0 .. 2"},
		{"kind: tasks\ntasks: 20\nutilization: 19\ntries: 50\n",
		 "in 50 tries"},
		{"kind: tasks\ntasks: 3\nutilization_max: [1, 1]\n",
		 "lists 2 bounds, but there are 3"},
		{"kind: dag\ngraph: fork_join\nbranches: 1000\ndepth: 9\n"
		 "fork_probability: 1\n",
		 "more than 10000 nodes"},
		{"kind: dag\ngraph: chain\nsub_sequences: 0\nchains: 3\n"
		 "link_sources: 2\nlink_main: false\nlink_sub: true\n",
		 "no graph within these bounds"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		ck_assert(read_spec(rows[i].text, &spec));
		ck_assert(!generator_make(open_generator(), 1, &error));
		ck_assert_msg(strstr(error.msg, rows[i].says),
			      "'%s' is not in '%s'", rows[i].says, error.msg);
	}
}
END_TEST

/* --- sets of streams --- */

START_TEST(ten_streams_by_default)
{
	struct generator *g = open_generator();

	for (uint64_t i = 1; i <= 300; i++) {
		const struct workload *w = make(g, i);
		const char *why;

		ck_assert_uint_eq(w->n_tasks, 10);
		ck_assert_uint_eq(w->n_models, 10);
		ck_assert(fabs(utilization(w) - 0.7) < 1e-6);
		for (uint32_t k = 0; k < 10; k++) {
			const struct task *t = &w->tasks[k];

			ck_assert(t->deadline == t->period);
			ck_assert(t->period % NS_PER_MS == 0);
			ck_assert(t->period >= 10 * NS_PER_MS);
			ck_assert(t->period <= NS_PER_S);
		}
		if (i > 20)
			continue;
		why = workload_round_trip(w);
		ck_assert_msg(!why, "set %d: %s", (int)i, why);
	}
}
END_TEST

START_TEST(streams_share_models_and_ticks)
{
	bool shared = false, alone = false;
	struct generator *g;

	set("streams", "24");
	set("streams_per_model", "1..5");
	set("group_size", "1..3");
	set("max_batch", "2..6");
	set("overhead", "0.25..0.75");
	set("phase", "0..1");
	set("jitter", "0..0.3");
	set("high_criticality", "0.5");
	set("utilization", "0.83");
	g = open_generator();
	for (uint64_t i = 1; i <= 100; i++) {
		const struct workload *w = make(g, i);
		const char *why = workload_round_trip(w);
		uint32_t high = 0;

		ck_assert_msg(!why, "set %d: %s", (int)i, why);
		ck_assert(fabs(utilization(w) - 0.83) < 1e-6);
		for (uint32_t k = 0; k < w->n_models; k++) {
			const struct model *m = &w->models[k];
			dag_time c = m->latency[1] - m->latency[0];
			double part = 1 - (double)c / (double)m->latency[0];

			ck_assert(m->max_batch >= 2 && m->max_batch <= 6);
			ck_assert(part > 0.2499 && part < 0.7501);
			for (uint32_t b = 1; b < m->max_batch; b++)
				ck_assert(m->latency[b] ==
					  m->latency[b - 1] + c);
		}
		for (uint32_t k = 0; k < w->n_tasks; k++) {
			const struct task *t = &w->tasks[k];

			high += t->criticality == HIGH_CRITICALITY;
			ck_assert(t->phase <= t->period);
			ck_assert(t->jitter <= t->period / 10 * 3 + 1);
			if (t->group == NONE) {
				alone = true;
				continue;
			}
			shared = true;
			ck_assert(t->jitter == 0);
		}
		ck_assert(high > 0 && high < 24);
	}
	ck_assert(shared && alone);
}
END_TEST

/* Deadlines by each rule; a stream's longest path is C(1). */
START_TEST(deadlines_follow_their_rule)
{
	static const char *const rules[] = {"period", "path", "between"};

	set("kind", "tasks");
	set("deadline_factor", "0.25..1");
	for (int rule = 0; rule < 3; rule++) {
		struct generator *g;

		set("deadline", rules[rule]);
		g = open_generator();
		for (uint64_t i = 1; i <= 50; i++) {
			const struct workload *w = make(g, i);

			for (uint32_t k = 0; k < w->n_tasks; k++) {
				const struct task *t = &w->tasks[k];
				dag_time c = w->models[k].latency[0];
				double base = rule == 1 ? (double)c
							: (double)t->period;
				double from = rule == 2 ? (double)c : 0;
				double f = ((double)t->deadline - from) /
					   (base - from);

				ck_assert_msg(f > 0.24 && f < 1.0001, "%s: %g",
					      rules[rule], f);
			}
		}
	}
	/* D > T. */
	set("deadline", "period");
	set("deadline_factor", "3");
	ck_assert(make(open_generator(), 1)->tasks[0].deadline ==
		  3 * make(made_by, 1)->tasks[0].period);
}
END_TEST

/* --- sets of tasks --- */

START_TEST(tasks_on_cores)
{
	struct generator *g;

	set("kind", "tasks");
	set("tasks", "12");
	set("cores", "4");
	set("preemption", "limited");
	set("utilization", "3.2");
	set("utilization_method", "randfixedsum");
	set("unit", "1us");
	set("period", "10ms, 20ms, 50ms");
	set("bcet", "0.4");
	g = open_generator();
	for (uint64_t i = 1; i <= 100; i++) {
		const struct workload *w = make(g, i);
		const char *why = i <= 10 ? workload_round_trip(w) : NULL;

		ck_assert_msg(!why, "set %d: %s", (int)i, why);
		ck_assert_uint_eq(w->n_tasks, 12);
		ck_assert_uint_eq(w->platform.n_cores, 4);
		ck_assert(w->platform.preemption == PREEMPT_LIMITED);
		ck_assert(fabs(utilization(w) - 3.2) < 12 * 0.5e-4);
		for (uint32_t k = 0; k < 12; k++) {
			const struct model *m = &w->models[k];
			double least = 0.4 * (double)m->wcet;

			ck_assert(m->wcet == m->latency[0]);
			ck_assert(m->wcet % NS_PER_US == 0);
			ck_assert(m->wcet <= w->tasks[k].period);
			ck_assert(fabs((double)m->bcet - least) <= 1);
			ck_assert(m->noise.kind == NOISE_UNIFORM);
		}
	}
}
END_TEST

START_TEST(times_below_a_unit_are_raised_and_told)
{
	set("kind", "tasks");
	set("unit", "5ms");
	set("period", "10ms");
	set("utilization", "0.1");
	ck_assert(make(open_generator(), 1)->models[0].wcet == 5 * NS_PER_MS);
	ck_assert_uint_eq(generator_effort(made_by).raised, 10);
}
END_TEST

START_TEST(thrown_vectors_are_told)
{
	uint64_t vectors = 0;

	set("kind", "tasks");
	set("tasks", "3");
	set("utilization", "1.5");
	open_generator();
	for (uint64_t i = 0; i < 2000; i++) {
		make(made_by, i);
		vectors += generator_effort(made_by).vectors;
	}
	/* As in test_utilization.c: two of three are kept. */
	ck_assert(vectors > 2800 && vectors < 3200);
}
END_TEST

/* --- keys --- */

START_TEST(a_set_is_a_function_of_its_number)
{
	struct generate_spec other = spec;
	struct generator *a = open_generator(), *b;

	b = generator_new(&other, &error);
	for (uint64_t i = 1; i <= 40; i++)
		make(b, i);
	ck_assert(!workload_difference(make(a, 40), make(b, 40)));
	ck_assert(!workload_difference(make(a, 7), make(b, 7)));
	ck_assert(workload_difference(make(a, 7), make(b, 8)));
	ck_assert(
		!workload_difference(make(a, UINT64_MAX), make(b, UINT64_MAX)));
	generator_free(b);
	other.seed = 1;
	b = generator_new(&other, &error);
	ck_assert(workload_difference(make(a, 7), make(b, 7)));
	generator_free(b);
}
END_TEST

/* One more stream, another utilization: the periods stay. */
START_TEST(purposes_are_drawn_apart)
{
	struct generate_spec other = spec;
	struct generator *a = open_generator(), *b;

	other.streams = 11;
	other.utilization = (struct ratio){9, 10};
	b = generator_new(&other, &error);
	for (uint64_t i = 1; i <= 40; i++) {
		const struct workload *x = make(a, i), *y = make(b, i);

		for (uint32_t k = 0; k < 10; k++) {
			ck_assert(x->tasks[k].period == y->tasks[k].period);
			ck_assert(x->models[k].max_batch ==
				  y->models[k].max_batch);
		}
	}
	generator_free(b);
}
END_TEST

/* --- laws --- */

/* Every task of every set: as likely a period, independent of its share. */
START_TEST(periods_do_not_follow_shares)
{
	enum { SETS = 2000 };
	double sum[4] = {0}, n = 0;
	struct generator *g;

	set("kind", "tasks");
	set("tasks", "5");
	set("period", "10ms, 40ms");
	g = open_generator();
	for (uint64_t i = 0; i < SETS; i++) {
		const struct workload *w = make(g, i);

		for (uint32_t k = 0; k < 5; k++) {
			double t = w->tasks[k].period > 20 * NS_PER_MS;
			double u = (double)w->models[k].wcet /
				   (double)w->tasks[k].period;

			sum[0] += t;
			sum[1] += u;
			sum[2] += t * u;
			sum[3] += u * u;
			n++;
		}
	}
	ck_assert(fabs(sum[0] / n - 0.5) < 0.02);
	ck_assert(fabs(sum[1] / n - 0.1) < 1e-6);
	/* Covariance within 4 standard errors of 0. */
	ck_assert(fabs(sum[2] / n - sum[0] * sum[1] / n / n) <
		  4 * 0.5 * sqrt(sum[3] / n / n));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("generate");
	TCase *t = tcase_create("all");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, what_is_printed_reads_back, 0,
			    sizeof(specs) / sizeof(*specs));
	tcase_add_test(t, defaults_are_what_they_are_said_to_be);
	tcase_add_loop_test(t, bad_specs_are_told_where_and_why, 0,
			    sizeof(bad_specs) / sizeof(*bad_specs));
	tcase_add_loop_test(t, contradictions_are_told, 0,
			    sizeof(contradictions) / sizeof(*contradictions));
	tcase_add_test(t, a_bad_key_has_no_place);
	tcase_add_test(t, sets_that_do_not_exist_are_told);
	tcase_add_test(t, ten_streams_by_default);
	tcase_add_test(t, streams_share_models_and_ticks);
	tcase_add_test(t, deadlines_follow_their_rule);
	tcase_add_test(t, tasks_on_cores);
	tcase_add_test(t, times_below_a_unit_are_raised_and_told);
	tcase_add_test(t, thrown_vectors_are_told);
	tcase_add_test(t, a_set_is_a_function_of_its_number);
	tcase_add_test(t, purposes_are_drawn_apart);
	tcase_add_test(t, periods_do_not_follow_shares);
	suite_add_tcase(s, t);
	runner = srunner_create(s);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

/* Random DAG sets under every policy, with every mode of preemption, rules of
 * runtimes and overheads: the auditor, which shares nothing with the
 * simulator, finds every trace possible; a file gives the same again.
 *
 * SOAK=n rounds in the environment replace the few of a normal run. */
#include "base/rng.h"
#include "model/load.h"
#include "model/overhead.h"
#include "policies/lineup.h"
#include "sim/sim.h"
#include "tests/support/scratch.h"
#include "trace/audit.h"
#include "trace/report.h"
#include "trace/trace_file.h"

#include <check.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 60, TEXT = 1 << 16 };

static struct arena arena;
static char path[SCRATCH_PATH];
static char text[TEXT];
static size_t used;

static void setup(void)
{
	arena = (struct arena){0};
	scratch_file(path);
}

static void teardown(void)
{
	arena_free(&arena);
	unlink(path);
}

static void put(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	used += (size_t)vsnprintf(text + used, TEXT - used, fmt, ap);
	va_end(ap);
	ck_assert_uint_lt(used, TEXT);
}

/* --- workloads as text, in small integers --- */

static uint64_t below(struct rng *r, uint64_t n)
{
	return rng_next_below(r, n);
}

static bool chance(struct rng *r, unsigned percent)
{
	return below(r, 100) < percent;
}

static void put_overheads(struct rng *r, bool any)
{
	const char *sep = "";

	put(", overheads: {");
	for (int i = 0; any && i < OVERHEAD_GIVEN; i++) {
		uint64_t t = below(r, 3);

		if (chance(r, 40))
			continue;
		put("%s%s: ", sep, overhead_names[i]);
		if (chance(r, 50))
			put("%dns", (int)t);
		else if (chance(r, 50))
			put("%d..%dns", (int)t, (int)(t + below(r, 4)));
		else
			put("{time: %dns, max: 9ns, noise: {kind: gamma, "
			    "shape: 2, scale: 0.5}}",
			    (int)t + 1);
		sep = ", ";
	}
	if (any && chance(r, 30))
		put("%sper_byte: 0.3ns", sep);
	put("}");
}

static void put_platform(struct rng *r, unsigned cores, bool accelerator,
			 bool overheads)
{
	bool speeds = chance(r, 25);
	static const char *const modes[] = {"full", "limited", "none"};

	put("platform: {cores: %u, preemption: %s", cores, modes[below(r, 3)]);
	if (accelerator)
		put(", accelerators: 1");
	for (unsigned i = 0; speeds && i < cores; i++)
		put("%s%d.%d", i ? ", " : ", speeds: [", (int)below(r, 3),
		    1 + (int)below(r, 9));
	if (speeds)
		put("]");
	put_overheads(r, overheads);
	put("}\n");
	if (!accelerator)
		return;
	put("models:\n"
	    "  m0: {max_batch: 4, batchable: true, profile: {a: 3ns, c: 1ns}}\n"
	    "  m1: {max_batch: 2, batchable: true, profile: {a: 2ns, c: "
	    "2ns}}\n");
}

static void put_node(struct rng *r, unsigned i, unsigned cores,
		     bool accelerator)
{
	unsigned wcet = 1 + (unsigned)below(r, 9);

	if (accelerator && chance(r, 25)) {
		put("      n%u: {model: m%d}\n", i, (int)below(r, 2));
		return;
	}
	put("      n%u: {wcet: %uns, priority: %d", i, wcet, (int)below(r, 3));
	if (chance(r, 30))
		put(", noise: {kind: lognormal, sigma: 0.6}");
	if (chance(r, 15))
		put(", affinity: [%d]", (int)below(r, cores));
	if (wcet > 2 && chance(r, 20))
		put(", non_preemptive: [[1ns, %uns]]", wcet - 1);
	else if (chance(r, 5))
		put(", non_preemptive: true");
	put("}\n");
}

/* Node i hangs on some node before it, so the graph is one; more edges may
 * join. */
static void put_edges(struct rng *r, unsigned n)
{
	put("    edges:\n");
	for (unsigned to = 1; to < n; to++) {
		unsigned parent = (unsigned)below(r, to);

		for (unsigned from = 0; from < to; from++) {
			if (from != parent && !chance(r, 15))
				continue;
			put("      - {from: n%u, to: n%u", from, to);
			if (chance(r, 20))
				put(", delay: %dns", (int)below(r, 6));
			else if (chance(r, 20))
				put(", delay: 1..%dns", 1 + (int)below(r, 6));
			if (chance(r, 20))
				put(", bytes: %d", (int)below(r, 20));
			put("}\n");
		}
	}
}

static void put_task(struct rng *r, unsigned task, unsigned cores,
		     bool accelerator)
{
	unsigned n = chance(r, 25) ? 1 : 2 + (unsigned)below(r, 6);
	unsigned period = 8 + (unsigned)below(r, 40);

	put("  - name: t%u\n    period: %uns\n    deadline: %uns\n", task,
	    period, 4 + (unsigned)below(r, 2 * period));
	if (chance(r, 30))
		put("    offset: %uns\n", (unsigned)below(r, 20));
	if (chance(r, 30))
		put("    jitter: %uns\n", (unsigned)below(r, period));
	if (chance(r, 30))
		put("    arrival: sporadic\n    sporadic_mean_extra: 5ns\n");
	put("    nodes:\n");
	for (unsigned i = 0; i < n; i++)
		put_node(r, i, cores, accelerator);
	if (n > 1)
		put_edges(r, n);
}

static struct workload *draw_workload(struct rng *r)
{
	unsigned cores = 1 + (unsigned)below(r, 4);
	bool accelerator = chance(r, 25);
	unsigned tasks = 1 + (unsigned)below(r, 4);
	struct load_options opt = {.unit_ns = 1};
	struct dag_error e = {0};
	struct workload *w;

	used = 0;
	put_platform(r, cores, accelerator, chance(r, 70));
	put("tasks:\n");
	for (unsigned i = 0; i < tasks; i++)
		put_task(r, i, cores, accelerator);
	w = workload_load_memory("random.yaml", text, used, &opt, &e);
	ck_assert_msg(w != NULL, "%u:%u: %s in\n%s", e.line, e.col, e.msg,
		      text);
	return w;
}

static struct sim_config draw_config(struct rng *r, const struct workload *w)
{
	struct sim_config c = {
		.workload = w,
		.horizon = 200 + (dag_time)below(r, 600),
		.seed = rng_next(r),
		.late = chance(r, 50) ? LATE_DROP : LATE_RUN,
		.noise = chance(r, 60),
		.tie = (enum tie_rule)below(r, TIE_RULES),
		.safety_factor = {1, 1},
		.trace_waits = chance(r, 20),
	};

	if (chance(r, 60))
		return c;
	c.rules = (struct sim_rules){
		.release_core = w->platform.n_cores > 1 && chance(r, 50),
		.idle_blind = chance(r, 20),
		.shared_deadline = chance(r, 50),
		.serial_nodes = chance(r, 50),
		.polled_quantum = chance(r, 50),
		.lost_posts = chance(r, 20),
		.tick = chance(r, 30) ? 1 + (dag_time)below(r, 3 * NS_PER_MS)
				      : 0,
	};
	c.rules.tick_successors = c.rules.tick && chance(r, 50);
	return c;
}

/* --- one run --- */

static char *as_json(const struct trace_header *h, const struct metrics *m)
{
	struct metrics_run run;
	struct report_run one = {.header = h, .metrics = &run, .digest = ""};
	char *json;
	size_t n;
	FILE *f = open_memstream(&json, &n);

	metrics_report(m, &arena, &run);
	report_json(f, &one, 1);
	fclose(f);
	return json;
}

static void check_clean(struct audit *a, const struct trace_header *h)
{
	char *why = NULL;
	size_t n;
	FILE *f;

	audit_finish(a);
	if (!audit_count(a))
		return;
	f = open_memstream(&why, &n);
	audit_print(f, a);
	fclose(f);
	ck_abort_msg("%s, seed %llu:\n%s\n%s", h->policy,
		     (unsigned long long)h->seed, why, text);
}

/* The records in the file are the same records. */
static void check_file(const struct trace_header *h, const char *json)
{
	struct dag_error e = {0};
	struct trace_reader *r = trace_reader_open(path, false, &e);
	const struct trace_header *again;
	struct audit *a;
	struct metrics *m;
	char *other;

	ck_assert_msg(r != NULL, "%s", e.msg);
	ck_assert_msg(trace_reader_section(r, &again, &e) == TRACE_READ_OK,
		      "%s", e.msg);
	a = audit_new(again, 5);
	m = metrics_new(again);
	ck_assert_msg(trace_reader_feed(r,
					(struct trace_sink *[]){
						audit_sink(a), metrics_sink(m)},
					2, &e),
		      "%s", e.msg);
	check_clean(a, h);
	other = as_json(again, m);
	ck_assert_str_eq(json, other);
	free(other);
	audit_free(a);
	metrics_free(m);
	trace_reader_close(r);
}

/* False where the policy finds no place for the set. */
static bool run_policy(const char *name, struct sim_config c)
{
	const struct workload *w = c.workload;
	struct arena scratch = {0};
	struct dag_error e = {0};
	struct lineup l;
	struct trace_header h;
	struct audit *a;
	struct metrics *m;
	struct trace_writer *writer;
	FILE *f;
	char *json;

	ck_assert_msg(lineup_init(&l, name, w, &scratch, &e), "%s", e.msg);
	c.policy = l.policy;
	c.accelerator = l.accelerator;
	if (!sim_place(&c, &scratch, &e)) {
		arena_free(&scratch);
		return false;
	}
	trace_header_init(&h, w, &scratch);
	sim_describe(&h, &c, &scratch);
	a = audit_new(&h, 5);
	m = metrics_new(&h);
	f = fopen(path, "wb");
	writer = trace_writer_new(f, path);
	trace_writer_begin(writer, &h, false);
	ck_assert_msg(
		sim_run(&c, &scratch,
			(struct trace_sink *[]){audit_sink(a), metrics_sink(m),
						trace_writer_sink(writer)},
			3, NULL, &e),
		"%s: %s\n%s", name, e.msg, text);
	check_clean(a, &h);
	trace_writer_end(writer, (char[TRACE_DIGEST_SIZE]){0});
	ck_assert(trace_writer_close(writer, &e));
	fclose(f);
	json = as_json(&h, m);
	check_file(&h, json);
	free(json);
	audit_free(a);
	metrics_free(m);
	arena_free(&scratch);
	return true;
}

static unsigned long rounds(void)
{
	const char *soak = getenv("SOAK");

	return soak ? strtoul(soak, NULL, 10) : ROUNDS;
}

START_TEST(test_random_sets)
{
	unsigned long ran = 0;

	for (unsigned long i = 0; i < rounds(); i++) {
		struct rng r = {rng_base(5, RNG_ADVERSARY, 0, i)};
		struct workload *w = draw_workload(&r);
		struct sim_config c = draw_config(&r, w);
		const char **names;

		arena_reset(&arena);
		names = lineup_all(w, &arena);
		for (; *names; names++)
			ran += run_policy(*names, c);
		workload_free(w);
	}
	ck_assert_uint_gt(ran, 3 * rounds());
}
END_TEST

int main(void)
{
	Suite *s = suite_create("random DAG sets");
	TCase *tc = tcase_create("audit");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 0);
	tcase_add_test(tc, test_random_sets);
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Real runs through every consumer of records: the auditor finds nothing,
 * and what is computed from the file is what was computed during the run. */
#include "model/load.h"
#include "sim/sim.h"
#include "tests/support/scratch.h"
#include "trace/audit.h"
#include "trace/report.h"
#include "trace/trace_file.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const files[] = {"workloads/multi_agent_cell.yaml",
				    "workloads/synthetic_mix.yaml",
				    "workloads/vla_plus_control.yaml"};

static char path[SCRATCH_PATH];
static struct arena arena;

static void setup(void)
{
	scratch_file(path);
	arena = (struct arena){0};
}

static void teardown(void)
{
	unlink(path);
	arena_free(&arena);
}

static bool drives(const struct policy_ops *ops, const struct workload *w)
{
	uint32_t need = 0;

	if (w->platform.n_cores)
		need |= POLICY_ON_CORES;
	if (w->platform.n_accelerators || !w->platform.n_cores)
		need |= POLICY_ON_ACCELERATOR;
	return (ops->traits.flags & need) == need;
}

static char *as_json(const struct trace_header *h, const struct metrics *m,
		     const char *digest)
{
	struct metrics_run run;
	struct report_run one = {
		.header = h, .metrics = &run, .digest = digest};
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	metrics_report(m, &arena, &run);
	report_json(f, &one, 1);
	fclose(f);
	return text;
}

/* The run's JSON; its file is left at `path`, its digest in hex. */
static char *live(const struct sim_config *c, const struct trace_header *h,
		  char hex[TRACE_DIGEST_SIZE])
{
	FILE *f = fopen(path, "wb");
	struct trace_writer *w = trace_writer_new(f, path);
	struct audit *audit = audit_new(h, 5);
	struct metrics *m = metrics_new(h);
	struct trace_sink *sinks[] = {audit_sink(audit), metrics_sink(m),
				      trace_writer_sink(w)};
	struct arena scratch = {0};
	struct dag_error e = {0};
	char *json;

	trace_writer_begin(w, h, true);
	ck_assert_msg(sim_run(c, &scratch, sinks, 3, NULL, &e), "%s", e.msg);
	trace_writer_end(w, hex);
	ck_assert(trace_writer_close(w, &e));
	fclose(f);
	audit_finish(audit);
	if (audit_count(audit))
		audit_print(stderr, audit);
	ck_assert_uint_eq(audit_count(audit), 0);
	ck_assert_uint_gt(audit_records(audit), 100);
	json = as_json(h, m, hex);
	audit_free(audit);
	metrics_free(m);
	arena_free(&scratch);
	return json;
}

static void check_file(const char *json, const char *hex)
{
	struct dag_error e = {0};
	struct trace_reader *r = trace_reader_open(path, true, &e);
	const struct trace_header *h;
	struct audit *audit;
	struct metrics *m;
	char *again;

	ck_assert_int_eq(trace_reader_section(r, &h, &e), TRACE_READ_OK);
	audit = audit_new(h, 5);
	m = metrics_new(h);
	ck_assert_msg(
		trace_reader_feed(r,
				  (struct trace_sink *[]){audit_sink(audit),
							  metrics_sink(m)},
				  2, &e),
		"%s", e.msg);
	audit_finish(audit);
	ck_assert_uint_eq(audit_count(audit), 0);
	ck_assert_str_eq(trace_reader_digest(r), hex);
	again = as_json(h, m, trace_reader_digest(r));
	ck_assert_str_eq(json, again);
	free(again);
	audit_free(audit);
	metrics_free(m);
	trace_reader_close(r);
}

static void run_policy(const struct workload *w, const struct policy_ops *ops,
		       bool noise, enum late_policy late)
{
	struct sim_config c = {
		.workload = w,
		.horizon = NS_PER_S,
		.seed = 3,
		.late = late,
		.noise = noise,
		.safety_factor = {1, 1},
		.trace_waits = true,
	};
	struct trace_header h;
	struct dag_error e = {0};
	struct policy p;
	char hex[TRACE_DIGEST_SIZE], *json;

	ck_assert_msg(policy_init(&p, ops, w, &arena, &e), "%s", e.msg);
	c.policy = &p;
	trace_header_init(&h, w, &arena);
	h.policy = ops->name;
	h.policy_order = ops->traits.order;
	h.batch_rule = ops->traits.batch;
	h.policy_flags = ops->traits.flags;
	h.seed = c.seed;
	h.horizon = c.horizon;
	h.late = late;
	json = live(&c, &h, hex);
	check_file(json, hex);
	free(json);
}

START_TEST(test_shipped_workloads)
{
	struct dag_error e = {0};
	struct workload *w = workload_load(files[_i], NULL, &e), *heavy;
	int n = 0;

	ck_assert_msg(w != NULL, "%s", e.msg);
	heavy = workload_scale(w, (struct ratio){3, 2}, &e);
	for (int i = 0; policy_table[i]; i++) {
		if (!drives(policy_table[i], w))
			continue;
		run_policy(w, policy_table[i], true, LATE_DROP);
		run_policy(heavy, policy_table[i], false, LATE_DROP);
		run_policy(heavy, policy_table[i], true, LATE_RUN);
		n++;
	}
	ck_assert_int_ge(n, 7);
	workload_free(w);
	workload_free(heavy);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("traces of runs");
	TCase *tc = tcase_create("runs");
	SRunner *sr = srunner_create(s);
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, test_shipped_workloads, 0,
			    sizeof(files) / sizeof(*files));
	suite_add_tcase(s, tc);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

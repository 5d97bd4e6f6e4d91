/* fuzz_sinks.c - any records that the decoder lets through, to all who read
 * records: auditor, metrics, chart, schedule, dump, exports.  None may fail or
 * reach out of its arrays, however little sense the records make.
 *
 * The first two bytes choose what the policy declares; the rest is records.
 */
#include "trace/audit.h"
#include "trace/chart.h"
#include "trace/codec.h"
#include "trace/dump.h"
#include "trace/export.h"
#include "trace/gantt.h"
#include "trace/metrics.h"
#include "trace/ready_set.h"
#include "trace/schedule_csv.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct trace_model models[] = {{"m", 3}, {"n", 1}};
#define NODE(n, m, on)                                                         \
	{                                                                      \
		.name = (n), .model = (m), .resource = (on), .device = NONE    \
	}
#define EXEC(n, on, p)                                                         \
	{                                                                      \
		.name = (n), .resource = (on), .preemption = (p),              \
		.device = NONE                                                 \
	}
static const struct trace_node nodes[] = {
	NODE("a", 0, ON_ACCELERATOR), NODE("b", 0, ON_ACCELERATOR),
	NODE("c0", 1, ON_CORE), NODE("c1", 1, ON_CORE),
	NODE("c2", 0, ON_ACCELERATOR)};
static const struct trace_edge edges[] = {{2, 3, 0, 0}, {2, 4, 0, 5}};
static const struct trace_task tasks[] = {
	{.name = "a", .period = 9, .deadline = 9, .group = 0, .n_nodes = 1},
	{.name = "b",
	 .period = 20,
	 .deadline = 30,
	 .jitter = 4,
	 .sporadic = true,
	 .group = 0,
	 .first_node = 1,
	 .n_nodes = 1},
	{.name = "c",
	 .period = 50,
	 .deadline = 40,
	 .group = NONE,
	 .first_node = 2,
	 .n_nodes = 3}};
static const struct trace_exec execs[] = {
	EXEC("core0", ON_CORE, PREEMPT_FULL),
	EXEC("core1", ON_CORE, PREEMPT_LIMITED),
	EXEC("accelerator", ON_ACCELERATOR, PREEMPT_NONE)};
static const char *const groups[] = {"g"};

enum { FORMATS = 6 };

struct readers {
	struct audit *audit;
	struct metrics *metrics;
	struct gantt *window, *miss;
	struct schedule_csv *schedule;
	struct dump dump;
	struct export *export;
	struct survey survey;
	struct chart chart;
	struct ready_set ready;
};

/* One format, whole or cut: all of them at once would be slow. */
static void open_export(struct readers *r, const struct trace_header *h,
			FILE *out)
{
	bool cut = h->policy_flags & 128;
	const struct export_options opt = {.from = cut ? 20 : 0,
					   .to = cut ? 150 : DAG_TIME_MAX,
					   .pid = cut ? PID_TASK : PID_NODE};
	struct dag_error e;

	r->export =
		export_new(export_table[h->policy_flags % FORMATS], out, &opt);
	assert(export_begin(r->export, h, &e));
}

static void close_export(struct readers *r)
{
	struct dag_error e;

	if (!export_end(r->export, &e))
		assert(e.code == EXIT_USAGE && e.msg[0]);
	assert(export_close(r->export, &e));
}

static void open_all(struct readers *r, const struct trace_header *h, FILE *out)
{
	const struct gantt_options window = {
		.window = true, .from = 10, .to = 200, .width = 60};
	const struct gantt_options miss = {.width = 60};

	r->audit = audit_new(h, 3);
	r->metrics = metrics_new(h);
	r->window = gantt_new(h, &window);
	r->miss = gantt_new(h, &miss);
	r->schedule = schedule_csv_new(out);
	assert(schedule_csv_begin(r->schedule, h));
	dump_init(&r->dump, out, h);
	open_export(r, h, out);
	survey_init(&r->survey, h, true, 0, h->horizon);
	chart_init(&r->chart, h, NULL, 10, 250,
		   &(struct chart_limits){40, 5, NONE});
	ready_set_init(&r->ready, h);
}

static void close_all(struct readers *r, FILE *out)
{
	struct arena a = {0};
	struct metrics_run run;

	struct ready_node waiting[4];

	close_export(r);
	survey_finish(&r->survey);
	chart_finish(&r->chart);
	assert(r->chart.n_slices + r->chart.n_overheads + r->chart.n_marks <=
	       40 + 3);
	ready_set_list(&r->ready, waiting, 4);
	survey_free(&r->survey);
	chart_free(&r->chart);
	ready_set_free(&r->ready);
	audit_finish(r->audit);
	audit_print(out, r->audit);
	metrics_report(r->metrics, &a, &run);
	gantt_print(out, r->window);
	gantt_print(out, r->miss);
	schedule_csv_end(r->schedule);
	audit_free(r->audit);
	metrics_free(r->metrics);
	gantt_free(r->window);
	gantt_free(r->miss);
	schedule_csv_free(r->schedule);
	arena_free(&a);
}

static void feed(struct readers *r, const struct trace_rec *rec)
{
	struct trace_sink *sinks[] = {audit_sink(r->audit),
				      metrics_sink(r->metrics),
				      gantt_sink(r->window),
				      gantt_sink(r->miss),
				      schedule_csv_sink(r->schedule),
				      &r->dump.sink,
				      export_sink(r->export),
				      &r->survey.sink,
				      &r->chart.sink};

	for (size_t i = 0; i < sizeof(sinks) / sizeof(*sinks); i++)
		if (!sinks[i]->failed)
			sinks[i]->consume(sinks[i], rec, 1);
	ready_set_take(&r->ready, rec);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct trace_header h = {
		.program_version = "0",
		.source = "fuzz",
		.workload = "w",
		.digest = "",
		.command = "",
		.policy = "p",
		.horizon = 300,
		.tasks = tasks,
		.nodes = nodes,
		.models = models,
		.edges = edges,
		.execs = execs,
		.groups = groups,
		.n_tasks = 3,
		.n_nodes = 5,
		.n_models = 2,
		.n_edges = 2,
		.n_execs = 3,
		.n_groups = 1,
	};
	const uint8_t *p, *end;
	struct readers r;
	struct codec *c;
	struct trace_rec rec;
	const char *why;
	uint8_t *in;
	char *text;
	size_t len;
	FILE *out;

	if (size < 2)
		return 0;
	h.policy_order = data[0] % TRACE_ORDERS;
	h.batch_rule = data[0] / 4 % TRACE_BATCHINGS;
	h.late = data[0] / 16 % 2 ? LATE_RUN : LATE_DROP;
	h.policy_flags = data[1];
	in = calloc(1, size + CODEC_RECORD_MAX);
	out = open_memstream(&text, &len);
	assert(in && out);
	memcpy(in, data, size);
	p = in + 2;
	end = in + size;
	c = codec_new(&h);
	open_all(&r, &h, out);
	while (p && p < end) {
		p = codec_decode(c, p, end, &rec, &why);
		if (p)
			feed(&r, &rec);
	}
	close_all(&r, out);
	codec_free(c);
	fclose(out);
	free(text);
	free(in);
	return 0;
}

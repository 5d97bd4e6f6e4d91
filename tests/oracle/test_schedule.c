/* The schedules and metrics of seven policies, line by line as recorded from
 * another implementation on exact integers, noise off. */
#include "model/load.h"
#include "sim/sim.h"
#include "trace/metrics.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DATA "tests/oracle/data/"

static const struct oracle {
	const char *workload, *releases, *schedule, *summary;
} oracles[] = {
	{"multi_agent_cell", "multi_agent_cell_nominal",
	 "multi_agent_cell_nominal", "multi_agent_cell_nominal"},
	{"multi_agent_cell", "multi_agent_cell_u120_drop",
	 "multi_agent_cell_u120_drop", "multi_agent_cell_u120_drop"},
	{"synthetic_mix", "synthetic_mix_nominal", "synthetic_mix_nominal",
	 "synthetic_mix_nominal"},
	{"vla_plus_control", "vla_plus_control_u120_drop",
	 "vla_plus_control_u120_run", "vla_plus_control_u120_run"},
	{"synthetic_mix", "synthetic_mix_30s", NULL, "synthetic_mix_30s"},
};

static char *read_all(const char *name, const char *suffix)
{
	char path[256];
	FILE *f;
	long len;
	char *text;

	snprintf(path, sizeof(path), DATA "%s_%s", name, suffix);
	f = fopen(path, "r");
	ck_assert_msg(f != NULL, "cannot open %s", path);
	fseek(f, 0, SEEK_END);
	len = ftell(f);
	rewind(f);
	text = calloc((size_t)len + 1, 1);
	ck_assert(fread(text, 1, (size_t)len, f) == (size_t)len);
	fclose(f);
	return text;
}

/* --- a sink that writes the schedule as recorded --- */

struct lines {
	struct trace_sink sink;
	const struct workload *w;
	const char *policy;
	FILE *out;
	const struct release_list *list;
	uint64_t **ids; /* by task, instance */
};

static void schedule_line(struct lines *l, const struct trace_rec *r, size_t n)
{
	uint32_t model = l->w->nodes[l->w->tasks[r->task].first_node].model;

	fprintf(l->out, "%s,%lld,%lld,%s,", l->policy, (long long)r->t,
		(long long)(r->t + r->a), l->w->models[model].name);
	for (size_t i = 0; i < n; i++)
		fprintf(l->out, "%s%llu", i ? " " : "",
			(unsigned long long)l->ids[r[i].task][r[i].instance]);
	fputc('\n', l->out);
}

/* START records of one batch may be split over two calls: keep them. */
static struct trace_rec pending_batch[BATCH_MAX];
static size_t n_pending;

static void take(struct trace_sink *s, const struct trace_rec *r, size_t n)
{
	struct lines *l = (struct lines *)s;

	for (size_t i = 0; i < n; i++) {
		if (r[i].kind != TRACE_START)
			continue;
		ck_assert_uint_eq(r[i].index, n_pending);
		pending_batch[n_pending++] = r[i];
		if (n_pending == r[i].count) {
			schedule_line(l, pending_batch, n_pending);
			n_pending = 0;
		}
	}
}

static void number_ids(struct lines *l, struct arena *a)
{
	l->ids = ARENA_NEW(a, uint64_t *, l->w->n_tasks);
	for (uint32_t t = 0; t < l->w->n_tasks; t++)
		l->ids[t] = ARENA_NEW(a, uint64_t, l->list->n + 1);
	for (size_t i = 0; i < l->list->n; i++)
		l->ids[l->list->items[i].task][l->list->items[i].instance] =
			l->list->items[i].tie;
}

/* --- comparing --- */

static double real(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	ck_assert_msg(v != NULL, "no key %s", key);
	return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}

static void same(double got, double want, const char *what, const char *who)
{
	if (isnan(want))
		return;
	ck_assert_msg(fabs(got - want) <= 1e-9 * fmax(1, fabs(want)),
		      "%s, %s: %.12g, recorded %.12g", who, what, got, want);
}

static void compare_row(const struct metrics_row *r, const cJSON *want,
			const char *policy)
{
	char who[128];

	snprintf(who, sizeof(who), "%s of %s", r->name, policy);
	same((double)(r->released - r->censored), real(want, "released"),
	     "released", who);
	same((double)r->completed, real(want, "completed"), "completed", who);
	same((double)metrics_missed(r), real(want, "missed"), "missed", who);
	same((double)r->dropped, real(want, "dropped"), "dropped", who);
	if (!r->completed)
		return;
	same((double)r->p50.hundredths / 1e8, real(want, "p50_ms"), "p50", who);
	same((double)r->p95.hundredths / 1e8, real(want, "p95_ms"), "p95", who);
	same((double)r->p99.hundredths / 1e8, real(want, "p99_ms"), "p99", who);
	same((double)r->max_lateness / 1e6, real(want, "max_lateness_ms"),
	     "max lateness", who);
	same((double)r->batch_sum / (double)r->executions,
	     real(want, "mean_batch"), "mean batch", who);
}

static void compare_run(const struct metrics_run *m, const cJSON *want,
			dag_time horizon, const char *policy)
{
	const cJSON *s;

	compare_row(&m->overall, cJSON_GetObjectItem(want, "overall"), policy);
	cJSON_ArrayForEach(s, cJSON_GetObjectItem(want, "streams"))
	{
		uint32_t t = 0;

		while (strcmp(m->tasks[t].name,
			      cJSON_GetObjectItem(s, "name")->valuestring))
			ck_assert(++t < m->n_tasks);
		compare_row(&m->tasks[t], s, policy);
	}
	same((double)m->dispatches, real(want, "dispatches"), "dispatches",
	     policy);
	same((double)m->busy / (double)horizon, real(want, "utilization"),
	     "utilization", policy);
}

/* The recorded execution times, in ns. */
static void set_costs(struct workload *w, const cJSON *summary)
{
	const cJSON *costs = cJSON_GetObjectItem(summary, "C_ns");

	for (uint32_t i = 0; i < w->n_models; i++) {
		struct model *m = &w->models[i];
		const cJSON *c = cJSON_GetObjectItem(costs, m->name);
		dag_time *latency =
			ARENA_NEW(&w->arena, dag_time, m->max_batch);

		ck_assert_int_eq(cJSON_GetArraySize(c), (int)m->max_batch);
		for (uint32_t b = 0; b < m->max_batch; b++)
			latency[b] = (dag_time)cJSON_GetArrayItem(c, (int)b)
					     ->valuedouble;
		m->latency = latency;
	}
}

static void run_policy(const struct workload *w, const cJSON *summary,
		       const cJSON *want, struct lines *l,
		       const struct release_list *list)
{
	struct arena a = {0};
	struct dag_error e;
	struct policy p;
	struct trace_header h = {0};
	struct metrics_run run;
	struct metrics *m;
	struct trace_sink *sinks[2];
	bool drop = !strcmp(
		cJSON_GetObjectItem(summary, "late_policy")->valuestring,
		"drop");
	struct sim_config c = {
		.workload = w,
		.policy = &p,
		.horizon = (dag_time)real(summary, "duration_ns"),
		.late = drop ? LATE_DROP : LATE_RUN,
		.replay = list,
	};

	ck_assert(policy_init(&p, policy_find(want->string, &e), w, &a, &e));
	trace_header_init(&h, w, &a);
	h.horizon = c.horizon;
	m = metrics_new(&h);
	l->policy = want->string;
	sinks[0] = metrics_sink(m);
	sinks[1] = &l->sink;
	ck_assert_msg(sim_run(&c, &a, sinks, 2, NULL, &e), "%s", e.msg);
	metrics_report(m, &a, &run);
	compare_run(&run, want, c.horizon, want->string);
	metrics_free(m);
	arena_free(&a);
}

static void compare_lines(const char *got, const char *want)
{
	int line = 1;

	for (; *got && *got == *want; got++, want++)
		line += *got == '\n';
	ck_assert_msg(*got == *want,
		      "the schedules part in line %d:\n%.80s\n%.80s", line, got,
		      want);
}

START_TEST(recorded_schedules)
{
	const struct oracle *o = &oracles[_i];
	char path[256], *text = NULL, *got = NULL, *want;
	size_t len;
	struct dag_error e;
	struct release_list list;
	struct lines l = {.sink = {take, false}};
	struct arena a = {0};
	struct workload *w;
	cJSON *summary;
	const cJSON *policy;

	snprintf(path, sizeof(path), "workloads/%s.yaml", o->workload);
	w = workload_load(path, NULL, &e);
	ck_assert_msg(w != NULL, "%s", e.msg);
	text = read_all(o->summary, "summary.json");
	summary = cJSON_Parse(text);
	set_costs(w, summary);
	snprintf(path, sizeof(path), DATA "%s_releases.csv", o->releases);
	ck_assert_msg(release_read(path, w, &a, &list, &e), "%s", e.msg);
	l.w = w;
	l.list = &list;
	l.out = open_memstream(&got, &len);
	number_ids(&l, &a);
	fputs("policy,start_ns,finish_ns,model,job_ids\n", l.out);
	cJSON_ArrayForEach(policy, cJSON_GetObjectItem(summary, "results"))
		run_policy(w, summary, policy, &l, &list);
	fclose(l.out);
	if (o->schedule) {
		want = read_all(o->schedule, "schedule.csv");
		compare_lines(got, want);
		free(want);
	}
	ck_assert_int_eq(
		cJSON_GetArraySize(cJSON_GetObjectItem(summary, "results")), 7);
	free(text);
	free(got);
	cJSON_Delete(summary);
	workload_free(w);
	arena_free(&a);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("schedule");
	TCase *tc = tcase_create("oracle");
	SRunner *r;
	int failed;

	tcase_add_loop_test(tc, recorded_schedules, 0,
			    (int)(sizeof(oracles) / sizeof(*oracles)));
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

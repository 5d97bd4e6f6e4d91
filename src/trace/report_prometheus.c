/* report_prometheus.c - text exposition format 0.0.4; see report.h
 * https://prometheus.io/docs/instrumenting/exposition_formats/ */
#include "base/decimal.h"
#include "base/json.h"
#include "trace/report.h"

#include <math.h>
#include <string.h>

/* Decimals of a quantile (hundredths of ns), of a time, in seconds. */
enum { QUANTILE_S = 11, TIME_S = 9 };

struct page {
	FILE *out;
	const struct report_run *runs;
	size_t n;
	bool numbered; /* runs need their number to be told apart             */
};

/* A metric: how it is introduced, and its samples in one run. */
struct family {
	const char *name, *type, *help;
	void (*samples)(const struct page *p, const struct family *f,
			size_t run);
};

static void label(FILE *out, const char *name, const char *value,
		  const char *before)
{
	fprintf(out, "%s%s=\"", before, name);
	for (; *value; value++) {
		if (*value == '\n')
			fputs("\\n", out);
		else if (*value == '"' || *value == '\\')
			fprintf(out, "\\%c", *value);
		else
			putc(*value, out);
	}
	putc('"', out);
}

/* name{workload,policy,seed[,run][,key=value]... } up to the value. */
static void series(const struct page *p, const struct family *f, size_t run,
		   const char *key, const char *value, const char *key2,
		   const char *value2)
{
	const struct trace_header *h = p->runs[run].header;

	fprintf(p->out, "%s", f->name);
	label(p->out, "workload", h->workload, "{");
	label(p->out, "policy", h->policy, ",");
	fprintf(p->out, ",seed=\"%llu\"", (unsigned long long)h->seed);
	if (p->numbered)
		fprintf(p->out, ",run=\"%zu\"", run + 1);
	if (key)
		label(p->out, key, value, ",");
	if (key2)
		label(p->out, key2, value2, ",");
	fputs("} ", p->out);
}

static void put_count(const struct page *p, uint64_t v)
{
	fprintf(p->out, "%llu\n", (unsigned long long)v);
}

static void put_decimal(const struct page *p, int128 v, unsigned scale)
{
	char buf[DECIMAL_SIZE];

	decimal_format(buf, v, scale, -1);
	fprintf(p->out, "%s\n", buf);
}

static void put_real(const struct page *p, double v)
{
	char buf[32];

	json_format_double(buf, v);
	fprintf(p->out, "%s\n", buf);
}

static void released(const struct page *p, const struct family *f, size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; i < m->n_tasks; i++) {
		series(p, f, run, "task", m->tasks[i].name, NULL, NULL);
		put_count(p, m->tasks[i].released);
	}
}

static void completed(const struct page *p, const struct family *f, size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; i < m->n_tasks; i++) {
		series(p, f, run, "task", m->tasks[i].name, NULL, NULL);
		put_count(p, m->tasks[i].completed);
	}
}

static void censored(const struct page *p, const struct family *f, size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; i < m->n_tasks; i++) {
		series(p, f, run, "task", m->tasks[i].name, NULL, NULL);
		put_count(p, m->tasks[i].censored);
	}
}

static void missed(const struct page *p, const struct family *f, size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; i < m->n_tasks; i++) {
		const struct metrics_row *r = &m->tasks[i];
		const struct {
			const char *how;
			uint64_t n;
		} kinds[] = {{"late", r->late},
			     {"dropped", r->dropped},
			     {"pending", r->pending}};

		for (int k = 0; k < 3; k++) {
			series(p, f, run, "task", r->name, "how", kinds[k].how);
			put_count(p, kinds[k].n);
		}
	}
}

static void miss_ratio(const struct page *p, const struct family *f, size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; i < m->n_tasks; i++) {
		if (!metrics_decided(&m->tasks[i]))
			continue;
		series(p, f, run, "task", m->tasks[i].name, NULL, NULL);
		put_real(p, report_miss_rate(&m->tasks[i]));
	}
}

static void row_quantiles(const struct page *p, const struct family *f,
			  size_t run, const struct metrics_row *r,
			  const char *key)
{
	const struct {
		const char *q;
		struct quantile v;
	} qs[] = {{"0.5", r->p50}, {"0.95", r->p95}, {"0.99", r->p99}};

	for (int k = 0; k < 3; k++) {
		if (!qs[k].v.known)
			continue;
		series(p, f, run, "quantile", qs[k].q, key, r->name);
		put_decimal(p, qs[k].v.hundredths, QUANTILE_S);
	}
}

static void response(const struct page *p, const struct family *f, size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; i < m->n_tasks; i++)
		row_quantiles(p, f, run, &m->tasks[i], "task");
}

static void max_response(const struct page *p, const struct family *f,
			 size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; i < m->n_tasks; i++) {
		if (!m->tasks[i].completed)
			continue;
		series(p, f, run, "task", m->tasks[i].name, NULL, NULL);
		put_decimal(p, m->tasks[i].max_response, TIME_S);
	}
}

static void max_lateness(const struct page *p, const struct family *f,
			 size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; i < m->n_tasks; i++) {
		if (!m->tasks[i].completed)
			continue;
		series(p, f, run, "task", m->tasks[i].name, NULL, NULL);
		put_decimal(p, m->tasks[i].max_lateness, TIME_S);
	}
}

static void mean_batch(const struct page *p, const struct family *f, size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; i < m->n_tasks; i++) {
		if (!m->tasks[i].executions)
			continue;
		series(p, f, run, "task", m->tasks[i].name, NULL, NULL);
		put_real(p, report_mean_batch(&m->tasks[i]));
	}
}

static void run_ratio(const struct page *p, const struct family *f, size_t run)
{
	const struct metrics_row *all = &p->runs[run].metrics->overall;

	if (!metrics_decided(all))
		return;
	series(p, f, run, NULL, NULL, NULL, NULL);
	put_real(p, report_miss_rate(all));
}

static void run_response(const struct page *p, const struct family *f,
			 size_t run)
{
	row_quantiles(p, f, run, &p->runs[run].metrics->overall, NULL);
}

static void utilization(const struct page *p, const struct family *f,
			size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; m->window && i < m->n_execs; i++) {
		series(p, f, run, "executor",
		       p->runs[run].header->execs[i].name, NULL, NULL);
		put_real(p, (double)m->exec_busy[i] / (double)m->window);
	}
}

static void throughput(const struct page *p, const struct family *f, size_t run)
{
	if (!p->runs[run].metrics->window)
		return;
	series(p, f, run, NULL, NULL, NULL, NULL);
	put_real(p, report_throughput(p->runs[run].metrics));
}

static void run_batch(const struct page *p, const struct family *f, size_t run)
{
	if (!p->runs[run].metrics->dispatches)
		return;
	series(p, f, run, NULL, NULL, NULL, NULL);
	put_real(p, report_dispatch_batch(p->runs[run].metrics));
}

static void dispatches(const struct page *p, const struct family *f, size_t run)
{
	series(p, f, run, NULL, NULL, NULL, NULL);
	put_count(p, p->runs[run].metrics->dispatches);
}

static void preemptions(const struct page *p, const struct family *f,
			size_t run)
{
	series(p, f, run, NULL, NULL, NULL, NULL);
	put_count(p, p->runs[run].metrics->preemptions);
}

static void migrations(const struct page *p, const struct family *f, size_t run)
{
	series(p, f, run, NULL, NULL, NULL, NULL);
	put_count(p, p->runs[run].metrics->migrations);
}

static void resumptions(const struct page *p, const struct family *f,
			size_t run)
{
	series(p, f, run, NULL, NULL, NULL, NULL);
	put_count(p, p->runs[run].metrics->resumptions);
}

static void switches(const struct page *p, const struct family *f, size_t run)
{
	if (!p->runs[run].metrics->has_cores)
		return;
	series(p, f, run, NULL, NULL, NULL, NULL);
	put_count(p, p->runs[run].metrics->switches);
}

static void mean_queue(const struct page *p, const struct family *f, size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	if (!m->has_cores || !m->window)
		return;
	series(p, f, run, NULL, NULL, NULL, NULL);
	put_real(p, report_queue(m));
}

static void max_queue(const struct page *p, const struct family *f, size_t run)
{
	if (!p->runs[run].metrics->has_cores)
		return;
	series(p, f, run, NULL, NULL, NULL, NULL);
	put_count(p, p->runs[run].metrics->max_queue);
}

static void overhead(const struct page *p, const struct family *f, size_t run)
{
	const struct metrics_run *m = p->runs[run].metrics;

	for (uint32_t i = 0; m->overhead && i < m->n_execs; i++) {
		series(p, f, run, "executor",
		       p->runs[run].header->execs[i].name, NULL, NULL);
		put_decimal(p, m->exec_overhead[i], TIME_S);
	}
}

static const struct family families[] = {
	{"dagsim_jobs_released_total", "counter", "Jobs released.", released},
	{"dagsim_jobs_completed_total", "counter",
	 "Jobs finished, late or not.", completed},
	{"dagsim_jobs_missed_total", "counter",
	 "Jobs that missed their deadline, by how: late, dropped, pending.",
	 missed},
	{"dagsim_jobs_censored_total", "counter",
	 "Jobs unfinished at the horizon with their deadline ahead.", censored},
	{"dagsim_deadline_miss_ratio", "gauge",
	 "Missed jobs over jobs whose fate is known.", miss_ratio},
	{"dagsim_response_time_seconds", "summary",
	 "Quantiles of finish minus release.", response},
	{"dagsim_response_time_max_seconds", "gauge",
	 "Largest finish minus release.", max_response},
	{"dagsim_lateness_max_seconds", "gauge",
	 "Largest finish minus deadline; negative: always early.",
	 max_lateness},
	{"dagsim_batch_size_mean", "gauge",
	 "Mean size of the batches that jobs ran in.", mean_batch},
	{"dagsim_run_deadline_miss_ratio", "gauge",
	 "Missed jobs over jobs whose fate is known, all tasks.", run_ratio},
	{"dagsim_run_response_time_seconds", "summary",
	 "Quantiles of finish minus release, all tasks.", run_response},
	{"dagsim_run_batch_size_mean", "gauge", "Jobs started per dispatch.",
	 run_batch},
	{"dagsim_utilization_ratio", "gauge",
	 "Busy time over observed time, by executor.", utilization},
	{"dagsim_throughput_jobs_per_second", "gauge",
	 "Jobs finished per second.", throughput},
	{"dagsim_dispatches_total", "counter", "Batches started.", dispatches},
	{"dagsim_preemptions_total", "counter", "Preemptions.", preemptions},
	{"dagsim_migrations_total", "counter",
	 "Resumptions on another executor.", migrations},
	{"dagsim_resumptions_total", "counter",
	 "Resumptions on the same executor.", resumptions},
	{"dagsim_context_switches_total", "counter",
	 "Starts and resumptions on cores.", switches},
	{"dagsim_queue_length_mean", "gauge",
	 "Nodes that were ready and did not run.", mean_queue},
	{"dagsim_queue_length_max", "gauge",
	 "Most nodes that were ready and did not run.", max_queue},
	{"dagsim_overhead_seconds_total", "counter", "Overhead, by executor.",
	 overhead},
};

static bool same_labels(const struct trace_header *x,
			const struct trace_header *y)
{
	return x->seed == y->seed && !strcmp(x->policy, y->policy) &&
	       !strcmp(x->workload, y->workload);
}

void report_prometheus(FILE *out, const struct report_run *runs, size_t n)
{
	struct page p = {.out = out, .runs = runs, .n = n};

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (same_labels(runs[i].header, runs[k].header))
				p.numbered = true;
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++) {
		const struct family *f = &families[i];

		fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", f->name, f->help,
			f->name, f->type);
		for (size_t r = 0; r < n; r++)
			f->samples(&p, f, r);
	}
}

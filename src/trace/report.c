/* report.c - JSON and CSV; see report.h */
#include "trace/report.h"
#include "base/decimal.h"
#include "base/json.h"
#include "trace/where_time.h"

#include <inttypes.h>
#include <assert.h>
#include <math.h>
#include <string.h>

/* Decimals of a quantile (hundredths of ns) in ms, of a time in ms. */
enum { QUANTILE_MS = 8, TIME_MS = 6 };

static double ratio(double num, double den)
{
	return den > 0 ? num / den : NAN;
}

double report_miss_rate(const struct metrics_row *r)
{
	return ratio((double)metrics_missed(r), (double)metrics_decided(r));
}

double report_mean_batch(const struct metrics_row *r)
{
	return ratio((double)r->batch_sum, (double)r->executions);
}

double report_dispatch_batch(const struct metrics_run *m)
{
	return ratio((double)m->started, (double)m->dispatches);
}

double report_utilization(const struct metrics_run *m)
{
	return ratio((double)m->busy, (double)((int128)m->window * m->n_execs));
}

double report_throughput(const struct metrics_run *m)
{
	return ratio((double)((int128)m->overall.completed * NS_PER_S),
		     (double)m->window);
}

double report_queue(const struct metrics_run *m)
{
	return ratio((double)m->queue_area, (double)m->window);
}

double report_node_mean_ms(const struct metrics_node *n)
{
	return ratio((double)n->sum_response / (double)NS_PER_MS,
		     (double)n->executions);
}

/* --- JSON --- */

static void number(struct json *j, const char *key, uint64_t v)
{
	json_key(j, key);
	json_uint(j, v);
}

static void real(struct json *j, const char *key, double v)
{
	json_key(j, key);
	json_double(j, v);
}

static void string(struct json *j, const char *key, const char *s)
{
	json_key(j, key);
	json_string(j, s);
}

static void quantile(struct json *j, const char *key, struct quantile q)
{
	json_key(j, key);
	if (q.known)
		json_decimal(j, q.hundredths, QUANTILE_MS);
	else
		json_null(j);
}

/* An exact time, or null where no job completed. */
static void time_of(struct json *j, const char *key, dag_time t, unsigned scale,
		    bool known)
{
	json_key(j, key);
	if (known)
		json_decimal(j, t, scale);
	else
		json_null(j);
}

static void moves_json(struct json *j, const struct metrics_moves *x)
{
	number(j, "preemptions", x->preemptions);
	number(j, "migrations", x->migrations);
	number(j, "resumptions", x->resumptions);
}

static void nodes_json(struct json *j, const struct metrics_row *r)
{
	json_key(j, "nodes");
	json_array(j);
	for (uint32_t i = 0; i < r->n_nodes; i++) {
		const struct metrics_node *n = &r->nodes[i];

		json_object(j);
		string(j, "name", n->name);
		number(j, "executions", n->executions);
		real(j, "mean_response_ms", report_node_mean_ms(n));
		time_of(j, "max_response_ns", n->max_response, 0,
			n->executions);
		json_end(j);
	}
	json_end(j);
}

static void row_json(struct json *j, const struct metrics_row *r, bool name,
		     bool cores)
{
	uint64_t missed = metrics_missed(r), decided = metrics_decided(r);
	double low, high;

	metrics_wilson(missed, decided, &low, &high);
	json_object(j);
	if (name)
		string(j, "name", r->name);
	number(j, "released", r->released);
	number(j, "completed", r->completed);
	number(j, "missed", missed);
	number(j, "late", r->late);
	number(j, "dropped", r->dropped);
	number(j, "pending", r->pending);
	number(j, "censored", r->censored);
	real(j, "miss_rate", report_miss_rate(r));
	real(j, "miss_rate_low", decided ? low : NAN);
	real(j, "miss_rate_high", decided ? high : NAN);
	quantile(j, "p50_ms", r->p50);
	quantile(j, "p95_ms", r->p95);
	quantile(j, "p99_ms", r->p99);
	real(j, "percentile_error", r->percentile_error);
	time_of(j, "max_response_ns", r->max_response, 0, r->completed);
	time_of(j, "max_lateness_ms", r->max_lateness, TIME_MS, r->completed);
	real(j, "mean_batch", report_mean_batch(r));
	if (cores)
		moves_json(j, &r->moves);
	if (r->nodes)
		nodes_json(j, r);
	json_end(j);
}

/* What the head says of all runs, where this one differs. */
static void differences(struct json *j, const struct trace_header *h,
			const struct trace_header *first)
{
	if (strcmp(h->workload, first->workload) != 0)
		string(j, "workload", h->workload);
	if (strcmp(h->digest, first->digest) != 0)
		string(j, "workload_digest", h->digest);
	if (strcmp(h->command, first->command) != 0)
		string(j, "command", h->command);
	if (h->seed != first->seed)
		number(j, "seed", h->seed);
	if (h->horizon != first->horizon)
		number(j, "duration_ns", (uint64_t)h->horizon);
	if (h->warmup != first->warmup)
		number(j, "warmup_ns", (uint64_t)h->warmup);
}

static void executors_json(struct json *j, const struct report_run *run)
{
	const struct metrics_run *m = run->metrics;

	json_key(j, "executors");
	json_array(j);
	for (uint32_t i = 0; i < m->n_execs; i++) {
		dag_time busy = m->exec_busy[i];

		json_object(j);
		string(j, "name", run->header->execs[i].name);
		number(j, "busy_ns", (uint64_t)busy);
		real(j, "utilization", ratio((double)busy, (double)m->window));
		number(j, "overhead_ns", (uint64_t)m->exec_overhead[i]);
		json_end(j);
	}
	json_end(j);
}

static void cores_json(struct json *j, const struct metrics_run *m)
{
	number(j, "context_switches", m->switches);
	real(j, "mean_queue", report_queue(m));
	number(j, "max_queue", m->max_queue);
	time_of(j, "makespan_ns", m->makespan, 0, m->makespan >= 0);
}

static void run_json(struct json *j, const struct report_run *run,
		     const struct trace_header *first)
{
	const struct metrics_run *m = run->metrics;

	json_object(j);
	string(j, "policy", run->header->policy);
	differences(j, run->header, first);
	json_key(j, "overall");
	row_json(j, &m->overall, false, false);
	json_key(j, "tasks");
	json_array(j);
	for (uint32_t i = 0; i < m->n_tasks; i++)
		row_json(j, &m->tasks[i], true, m->has_cores);
	json_end(j);
	number(j, "dispatches", m->dispatches);
	real(j, "mean_batch", report_dispatch_batch(m));
	real(j, "utilization", report_utilization(m));
	real(j, "throughput_rps", report_throughput(m));
	number(j, "preemptions", m->preemptions);
	number(j, "migrations", m->migrations);
	number(j, "resumptions", m->resumptions);
	json_key(j, "overhead_ns");
	json_decimal(j, m->overhead, 0);
	if (m->has_cores)
		cores_json(j, m);
	string(j, "response", metrics_response_names[run->header->response]);
	executors_json(j, run);
	if (run->n_chains)
		report_chains_json(j, run);
	if (run->where)
		report_where_json(j, run);
	string(j, "trace_sha256", run->digest[0] ? run->digest : NULL);
	json_end(j);
}

void report_json(FILE *out, const struct report_run *runs, size_t n)
{
	const struct trace_header *h = runs[0].header;
	struct json j;

	assert(n >= 1);
	json_to_file(&j, out, 2);
	json_object(&j);
	string(&j, "schema", "dagsim.simulate/1");
	string(&j, "version", h->program_version);
	string(&j, "workload", h->workload);
	string(&j, "workload_digest", h->digest);
	string(&j, "command", h->command);
	number(&j, "seed", h->seed);
	number(&j, "duration_ns", (uint64_t)h->horizon);
	number(&j, "warmup_ns", (uint64_t)h->warmup);
	json_key(&j, "runs");
	json_array(&j);
	for (size_t i = 0; i < n; i++)
		run_json(&j, &runs[i], h);
	json_end(&j);
	json_end(&j);
	json_finish(&j);
}

/* --- CSV --- */

void report_csv_field(FILE *out, const char *s)
{
	if (!strpbrk(s, ",\"\r\n")) {
		fputs(s, out);
		return;
	}
	putc('"', out);
	for (;;) {
		size_t plain = strcspn(s, "\"");

		fwrite(s, 1, plain, out);
		s += plain;
		if (!*s)
			break;
		fputs("\"\"", out);
		s++;
	}
	putc('"', out);
}

static void csv_real(FILE *out, double v)
{
	char buf[32];

	putc(',', out);
	if (!isfinite(v))
		return;
	json_format_double(buf, v);
	fputs(buf, out);
}

static void csv_decimal(FILE *out, int128 v, unsigned scale, bool known)
{
	char buf[DECIMAL_SIZE];

	putc(',', out);
	if (!known)
		return;
	decimal_format(buf, v, scale, -1);
	fputs(buf, out);
}

/* Where the numbers come from: the last columns, of every row, since a CSV
 * file has no other place that all readers understand. */
static void csv_origin(FILE *out, const struct trace_header *h)
{
	putc(',', out);
	report_csv_field(out, h->workload);
	fprintf(out, ",%s,%s,%" PRIu64 ",", h->program_version, h->digest,
		h->seed);
	report_csv_field(out, h->command);
	putc('\n', out);
}

static void row_csv(FILE *out, const struct trace_header *h,
		    const struct metrics_row *r, bool cores,
		    const struct where_sum *where)
{
	uint64_t decided = metrics_decided(r), missed = metrics_missed(r);
	const uint64_t counts[] = {r->released, r->completed, missed,
				   r->late,     r->dropped,   r->pending,
				   r->censored};
	double low, high;

	metrics_wilson(missed, decided, &low, &high);
	report_csv_field(out, h->policy);
	putc(',', out);
	report_csv_field(out, r->name);
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		csv_decimal(out, counts[i], 0, true);
	csv_real(out, report_miss_rate(r));
	csv_real(out, decided ? low : NAN);
	csv_real(out, decided ? high : NAN);
	csv_decimal(out, r->p50.hundredths, QUANTILE_MS, r->p50.known);
	csv_decimal(out, r->p95.hundredths, QUANTILE_MS, r->p95.known);
	csv_decimal(out, r->p99.hundredths, QUANTILE_MS, r->p99.known);
	csv_real(out, r->percentile_error);
	csv_decimal(out, r->max_response, 0, r->completed);
	csv_decimal(out, r->max_lateness, TIME_MS, r->completed);
	csv_real(out, report_mean_batch(r));
	csv_decimal(out, (int128)r->moves.preemptions, 0, cores);
	csv_decimal(out, (int128)r->moves.migrations, 0, cores);
	csv_decimal(out, (int128)r->moves.resumptions, 0, cores);
	if (where)
		report_where_csv(out, where);
	csv_origin(out, h);
}

static void node_csv(FILE *out, const struct trace_header *h, const char *task,
		     const struct metrics_node *n)
{
	report_csv_field(out, h->policy);
	putc(',', out);
	report_csv_field(out, task);
	putc(',', out);
	report_csv_field(out, n->name);
	csv_decimal(out, (int128)n->executions, 0, true);
	csv_real(out, report_node_mean_ms(n));
	csv_decimal(out, n->max_response, 0, n->executions);
	csv_origin(out, h);
}

void report_nodes_csv(FILE *out, const struct report_run *runs, size_t n)
{
	fputs("policy,task,node,executions,mean_response_ms,max_response_ns,"
	      "workload,version,workload_digest,seed,command\n",
	      out);
	for (size_t i = 0; i < n; i++) {
		const struct metrics_run *m = runs[i].metrics;

		for (uint32_t t = 0; t < m->n_tasks; t++)
			for (uint32_t k = 0; k < m->tasks[t].n_nodes; k++)
				node_csv(out, runs[i].header, m->tasks[t].name,
					 &m->tasks[t].nodes[k]);
	}
}

void report_csv(FILE *out, const struct report_run *runs, size_t n)
{
	fputs("policy,task,released,completed,missed,late,dropped,pending,"
	      "censored,miss_rate,miss_rate_low,miss_rate_high,p50_ms,p95_ms,"
	      "p99_ms,percentile_error,max_response_ns,max_lateness_ms,"
	      "mean_batch,preemptions,migrations,resumptions,",
	      out);
	if (runs[0].where)
		report_where_csv_head(out);
	fputs("workload,version,workload_digest,seed,command\n", out);
	for (size_t i = 0; i < n; i++) {
		const struct metrics_run *m = runs[i].metrics;
		const struct trace_header *h = runs[i].header;

		const struct where_sum *w = runs[i].where;

		for (uint32_t t = 0; t < m->n_tasks; t++)
			row_csv(out, h, &m->tasks[t], m->has_cores,
				w ? &w[t] : NULL);
		row_csv(out, h, &m->overall, m->has_cores,
			w ? &w[m->n_tasks] : NULL);
	}
}

/* report_table.c - metrics as a table for people; see report.h */
#include "base/decimal.h"
#include "trace/report.h"

#include <assert.h>
#include <string.h>

enum { CELL = 48, NAME_MAX_COLUMNS = 40, QUANTILE_MS = 8 };

/* A column: what stands in a cell, and whether it is worth its room. */
struct column {
	const char *title;
	void (*cell)(char *buf, const struct metrics_row *r);
	bool (*speaks)(const struct metrics_row *r); /* NULL: always          */
};

static void count(char *buf, uint64_t v)
{
	snprintf(buf, CELL, "%llu", (unsigned long long)v);
}

static void cell_released(char *buf, const struct metrics_row *r)
{
	count(buf, r->released);
}

static void cell_missed(char *buf, const struct metrics_row *r)
{
	count(buf, metrics_missed(r));
}

static void cell_rate(char *buf, const struct metrics_row *r)
{
	uint64_t decided = metrics_decided(r);

	if (decided)
		decimal_format_ratio(buf, (int128)metrics_missed(r) * 100,
				     decided, 2);
	else
		memcpy(buf, "-", 2);
}

static void cell_interval(char *buf, const struct metrics_row *r)
{
	uint64_t decided = metrics_decided(r);
	double low, high;

	metrics_wilson(metrics_missed(r), decided, &low, &high);
	if (decided)
		snprintf(buf, CELL, "%.2f-%.2f", 100 * low, 100 * high);
	else
		memcpy(buf, "-", 2);
}

static void cell_late(char *buf, const struct metrics_row *r)
{
	count(buf, r->late);
}

static void cell_dropped(char *buf, const struct metrics_row *r)
{
	count(buf, r->dropped);
}

static void cell_pending(char *buf, const struct metrics_row *r)
{
	count(buf, r->pending);
}

static void cell_censored(char *buf, const struct metrics_row *r)
{
	count(buf, r->censored);
}

static void quantile(char *buf, struct quantile q)
{
	if (q.known)
		decimal_format(buf, q.hundredths, QUANTILE_MS, 3);
	else
		memcpy(buf, "-", 2);
}

static void cell_p50(char *buf, const struct metrics_row *r)
{
	quantile(buf, r->p50);
}

static void cell_p95(char *buf, const struct metrics_row *r)
{
	quantile(buf, r->p95);
}

static void cell_p99(char *buf, const struct metrics_row *r)
{
	quantile(buf, r->p99);
}

static void cell_lateness(char *buf, const struct metrics_row *r)
{
	if (r->completed)
		time_format_ms(buf, CELL, r->max_lateness, 3);
	else
		memcpy(buf, "-", 2);
}

static void cell_batch(char *buf, const struct metrics_row *r)
{
	if (r->executions)
		decimal_format_ratio(buf, r->batch_sum, r->executions, 2);
	else
		memcpy(buf, "-", 2);
}

static bool is_late(const struct metrics_row *r)
{
	return r->late;
}

static bool is_dropped(const struct metrics_row *r)
{
	return r->dropped;
}

static bool is_pending(const struct metrics_row *r)
{
	return r->pending;
}

static bool is_censored(const struct metrics_row *r)
{
	return r->censored;
}

static bool is_batched(const struct metrics_row *r)
{
	return r->batch_sum != r->executions;
}

static const struct column columns[] = {
	{"released", cell_released, NULL},
	{"missed", cell_missed, NULL},
	{"miss%", cell_rate, NULL},
	{"95% interval", cell_interval, NULL},
	{"late", cell_late, is_late},
	{"dropped", cell_dropped, is_dropped},
	{"pending", cell_pending, is_pending},
	{"open", cell_censored, is_censored},
	{"p50 ms", cell_p50, NULL},
	{"p95 ms", cell_p95, NULL},
	{"p99 ms", cell_p99, NULL},
	{"max late", cell_lateness, NULL},
	{"batch", cell_batch, is_batched},
};
enum { COLUMNS = sizeof(columns) / sizeof(*columns) };

/* Rows that share their columns' widths; 0 hides a column. */
struct table {
	int name, width[COLUMNS];
};

/* Columns on the screen: characters, not bytes. */
static int text_width(const char *s)
{
	int n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

static void table_fit(struct table *t, const char *name,
		      const struct metrics_row *r)
{
	int n = text_width(name);

	if (n > t->name)
		t->name = n < NAME_MAX_COLUMNS ? n : NAME_MAX_COLUMNS;
	for (int c = 0; c < COLUMNS; c++) {
		char buf[DECIMAL_SIZE];
		int title = (int)strlen(columns[c].title);

		if (columns[c].speaks && !columns[c].speaks(r) && !t->width[c])
			continue;
		columns[c].cell(buf, r);
		n = (int)strlen(buf);
		n = n > title ? n : title;
		if (n > t->width[c])
			t->width[c] = n;
	}
}

/* Control characters would move the cursor. */
static void put_name(FILE *out, const struct table *t, const char *name)
{
	int pad = t->name - text_width(name);

	for (; *name; name++) {
		bool control = (unsigned char)*name < 0x20 || *name == 0x7f;

		putc(control ? '?' : *name, out);
	}
	fprintf(out, "%*s", pad > 0 ? pad : 0, "");
}

static void table_head(FILE *out, const struct table *t, const char *what)
{
	put_name(out, t, what);
	for (int c = 0; c < COLUMNS; c++)
		if (t->width[c])
			fprintf(out, "  %*s", t->width[c], columns[c].title);
	putc('\n', out);
}

static void table_row(FILE *out, const struct table *t, const char *name,
		      const struct metrics_row *r)
{
	put_name(out, t, name);
	for (int c = 0; c < COLUMNS; c++) {
		char buf[DECIMAL_SIZE];

		if (!t->width[c])
			continue;
		columns[c].cell(buf, r);
		fprintf(out, "  %*s", t->width[c], buf);
	}
	putc('\n', out);
}

static void title(FILE *out, const struct trace_header *h)
{
	char span[32];

	time_format(span, sizeof(span), h->horizon);
	fprintf(out, "%s on %s, seed %llu, %s", h->policy, h->workload,
		(unsigned long long)h->seed, span);
	if (h->warmup) {
		time_format(span, sizeof(span), h->warmup);
		fprintf(out, " without the first %s", span);
	}
	if (h->response != RESPONSE_RELEASE)
		fprintf(out, ", response %s",
			metrics_response_names[h->response]);
	putc('\n', out);
}

static void ratio(FILE *out, const char *name, int128 num, int128 den,
		  int digits, const char *unit)
{
	char buf[DECIMAL_SIZE] = "-";

	if (den > 0)
		decimal_format_ratio(buf, num, den, digits);
	fprintf(out, "%s %s%s", name, buf, den > 0 ? unit : "");
}

/* Of each core, if there are not too many for a line. */
static void each_core(FILE *out, const struct trace_header *h,
		      const struct metrics_run *m)
{
	enum { LINE = 16 };
	const char *sep = "executors ";

	if (m->n_execs < 2 || m->n_execs > LINE)
		return;
	for (uint32_t i = 0; i < m->n_execs; i++) {
		fputs(sep, out);
		ratio(out, h->execs[i].name, m->exec_busy[i], m->window, 3, "");
		sep = "  ";
	}
	putc('\n', out);
}

static void cores_footer(FILE *out, const struct trace_header *h,
			 const struct metrics_run *m)
{
	ratio(out, "makespan", m->makespan, m->makespan < 0 ? 0 : NS_PER_MS, 3,
	      "ms");
	fprintf(out, "  switches %llu", (unsigned long long)m->switches);
	ratio(out, "  queue", m->queue_area, m->window, 3, "");
	fprintf(out, ", at most %llu\n", (unsigned long long)m->max_queue);
	each_core(out, h, m);
}

static void footer(FILE *out, const struct trace_header *h,
		   const struct metrics_run *m)
{
	ratio(out, "utilization", m->busy, (int128)m->window * m->n_execs, 3,
	      "");
	ratio(out, "  throughput", (int128)m->overall.completed * NS_PER_S,
	      m->window, 1, "/s");
	fprintf(out, "  dispatches %llu", (unsigned long long)m->dispatches);
	if (m->started != m->dispatches)
		ratio(out, "  mean batch", m->started, m->dispatches, 2, "");
	if (m->preemptions || m->migrations || m->resumptions)
		fprintf(out,
			"  preemptions %llu  migrations %llu  resumed %llu",
			(unsigned long long)m->preemptions,
			(unsigned long long)m->migrations,
			(unsigned long long)m->resumptions);
	if (m->overhead)
		ratio(out, "  overhead", m->overhead, NS_PER_MS, 3, "ms");
	putc('\n', out);
	if (m->has_cores)
		cores_footer(out, h, m);
}

/* Says how far percentiles may be off, where they are not exact. */
static void precision(FILE *out, const struct metrics_run *m)
{
	double worst = m->overall.percentile_error;
	uint32_t rows = worst > 0;

	for (uint32_t i = 0; i < m->n_tasks; i++) {
		double error = m->tasks[i].percentile_error;

		rows += error > 0;
		worst = error > worst ? error : worst;
	}
	if (rows)
		fprintf(out, "percentiles of %u row%s are within %.2g %%\n",
			rows, rows > 1 ? "s" : "", 100 * worst);
}

static void one_run(FILE *out, const struct report_run *run)
{
	const struct metrics_run *m = run->metrics;
	struct table t = {.name = 4};

	for (uint32_t i = 0; i < m->n_tasks; i++)
		table_fit(&t, m->tasks[i].name, &m->tasks[i]);
	table_fit(&t, m->overall.name, &m->overall);
	title(out, run->header);
	table_head(out, &t, "task");
	for (uint32_t i = 0; i < m->n_tasks; i++)
		table_row(out, &t, m->tasks[i].name, &m->tasks[i]);
	table_row(out, &t, m->overall.name, &m->overall);
	footer(out, run->header, m);
	precision(out, m);
}

void report_table(FILE *out, const struct report_run *runs, size_t n)
{
	struct table t = {.name = 6};

	assert(n >= 1);
	for (size_t i = 0; i < n; i++) {
		if (i)
			putc('\n', out);
		one_run(out, &runs[i]);
		report_chains_table(out, &runs[i]);
		table_fit(&t, runs[i].header->policy,
			  &runs[i].metrics->overall);
	}
	if (n == 1)
		return;
	putc('\n', out);
	table_head(out, &t, "policy");
	for (size_t i = 0; i < n; i++)
		table_row(out, &t, runs[i].header->policy,
			  &runs[i].metrics->overall);
}

static void node_row(FILE *out, const struct table *t, const char *task,
		     const struct metrics_node *n)
{
	char name[8 * NAME_MAX_COLUMNS], mean[DECIMAL_SIZE] = "-",
					 max[DECIMAL_SIZE] = "-";

	snprintf(name, sizeof(name), "%s.%s", task, n->name);
	if (n->executions) {
		decimal_format_ratio(mean, n->sum_response,
				     (int128)n->executions * NS_PER_MS, 3);
		time_format_ms(max, sizeof(max), n->max_response, 3);
	}
	put_name(out, t, name);
	fprintf(out, "  %10llu  %12s  %12s\n",
		(unsigned long long)n->executions, mean, max);
}

void report_nodes_table(FILE *out, const struct report_run *run)
{
	const struct metrics_run *m = run->metrics;
	struct table t = {.name = 4};

	for (uint32_t i = 0; i < m->n_tasks; i++)
		for (uint32_t k = 0; k < m->tasks[i].n_nodes; k++) {
			int n = text_width(m->tasks[i].name) + 1 +
				text_width(m->tasks[i].nodes[k].name);

			t.name = n > t.name ? n : t.name;
		}
	if (t.name > NAME_MAX_COLUMNS)
		t.name = NAME_MAX_COLUMNS;
	put_name(out, &t, "node");
	fprintf(out, "  %10s  %12s  %12s\n", "executions", "mean ms", "max ms");
	for (uint32_t i = 0; i < m->n_tasks; i++)
		for (uint32_t k = 0; k < m->tasks[i].n_nodes; k++)
			node_row(out, &t, m->tasks[i].name,
				 &m->tasks[i].nodes[k]);
}

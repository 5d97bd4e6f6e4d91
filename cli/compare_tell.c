/* compare_tell.c - a comparison as table, CSV, JSON; see compare.h */
#include "cli/compare.h"

#include "base/json.h"
#include "trace/report.h"

#include <string.h>

enum { HUNDREDTHS = 2 };
static const unsigned told[] = {0, 50, 95, 99, 100};
static const char *const told_names[] = {"min", "median", "p95", "p99", "max"};
enum { TOLD = sizeof(told) / sizeof(*told) };

static const char *row_name(const struct comparison *c, uint32_t k)
{
	return k < c->workload->n_tasks ? c->workload->tasks[k].name : "ALL";
}

static double mean_difference(const struct compare_pairs *p)
{
	return (double)p->sum / (double)p->n;
}

/* --- table --- */

static int name_width(const struct comparison *c)
{
	size_t width = strlen("platform");

	for (size_t i = 0; i < c->n; i++)
		if (strlen(c->runs[i].platform) > width)
			width = strlen(c->runs[i].platform);
	return (int)width;
}

static void put_row(FILE *out, const char *name, int width,
		    const struct compare_row *row, bool first)
{
	const struct compare_pairs *p = &row->pairs;

	fprintf(out, "%-*s %7zu", width, name, row->responses.n);
	for (size_t i = 0; i < TOLD; i++)
		if (row->responses.n)
			fprintf(out, " %11.6f",
				(double)compare_percentile(&row->responses,
							   told[i]) /
					1e8);
		else
			fprintf(out, " %11s", "-");
	fprintf(out, " %7llu", (unsigned long long)metrics_missed(row->counts));
	if (first || !p->n)
		fputs("           -", out);
	else if (p->half < 0)
		fprintf(out, " %+11.6f", mean_difference(p) / 1e6);
	else
		fprintf(out, " %+11.6f +- %.6f", mean_difference(p) / 1e6,
			p->half / 1e6);
	putc('\n', out);
}

void compare_table(FILE *out, const struct comparison *c)
{
	const struct trace_header *h = &c->runs[0].header;
	uint32_t n = c->workload->n_tasks;
	int width = name_width(c);

	fprintf(out,
		"dagsim %s: %s, workload sha256 %s\nreproduce: %s\n"
		"response times in ms; difference: mean of job by job to %s, "
		"with 95 %% interval\n",
		h->program_version, h->workload, h->digest, h->command,
		c->runs[0].platform);
	for (uint32_t k = 0; k <= n; k++) {
		fprintf(out, "\n%s\n%-*s %7s", row_name(c, k), width,
			"platform", "jobs");
		for (size_t i = 0; i < TOLD; i++)
			fprintf(out, " %11s", told_names[i]);
		fprintf(out, " %7s %11s\n", "missed", "difference");
		for (size_t i = 0; i < c->n; i++)
			put_row(out, c->runs[i].platform, width,
				&c->runs[i].rows[k], i == 0);
	}
	for (size_t i = 0; i < c->n; i++) {
		const struct compare_run *run = &c->runs[i];

		putc('\n', out);
		where_table(out, run->platform, &run->header, run->where,
			    &run->where[n]);
	}
}

/* --- CSV --- */

static void csv_pairs(FILE *out, const struct compare_pairs *p)
{
	fprintf(out, ",%llu,", (unsigned long long)p->n);
	if (p->n)
		fprintf(out, "%.3f", mean_difference(p));
	putc(',', out);
	if (p->half >= 0)
		fprintf(out, "%.3f,%.3f", mean_difference(p) - p->half,
			mean_difference(p) + p->half);
	else
		putc(',', out);
}

static void csv_row(FILE *out, const struct comparison *c, size_t i, uint32_t k)
{
	const struct compare_row *row = &c->runs[i].rows[k];

	report_csv_field(out, c->runs[i].platform);
	putc(',', out);
	report_csv_field(out, row_name(c, k));
	fprintf(out, ",%llu,%zu,%llu",
		(unsigned long long)row->counts->released, row->responses.n,
		(unsigned long long)metrics_missed(row->counts));
	for (size_t q = 0; q < TOLD; q++) {
		putc(',', out);
		if (row->responses.n)
			fprintf(out, "%.2f",
				(double)compare_percentile(&row->responses,
							   told[q]) /
					100);
	}
	csv_pairs(out, &row->pairs);
	for (int q = 0; q < WHERE_PARTS; q++) {
		putc(',', out);
		if (row->where->n)
			fprintf(out, "%.3f",
				(double)row->where->parts[q] /
					(double)row->where->n);
	}
	putc('\n', out);
}

void compare_csv(FILE *out, const struct comparison *c)
{
	fputs("platform,task,released,completed,missed", out);
	for (size_t i = 0; i < TOLD; i++)
		fprintf(out, ",%s_ns", told_names[i]);
	fputs(",pairs,difference_ns,difference_low_ns,difference_high_ns", out);
	for (int i = 0; i < WHERE_PARTS; i++)
		fprintf(out, ",mean_%s_ns", where_part_names[i]);
	putc('\n', out);
	for (size_t i = 0; i < c->n; i++)
		for (uint32_t k = 0; k <= c->workload->n_tasks; k++)
			csv_row(out, c, i, k);
}

/* --- JSON --- */

static void json_pairs(struct json *j, const struct compare_pairs *p)
{
	json_key(j, "difference"), json_object(j);
	json_key(j, "pairs"), json_uint(j, p->n);
	json_key(j, "sum_ns"), json_decimal(j, p->sum, 0);
	json_key(j, "mean_ns");
	if (p->n)
		json_double(j, mean_difference(p));
	else
		json_null(j);
	json_key(j, "interval_95_ns");
	if (p->half < 0) {
		json_null(j);
	} else {
		json_array(j);
		json_double(j, mean_difference(p) - p->half);
		json_double(j, mean_difference(p) + p->half);
		json_end(j);
	}
	json_end(j);
}

static void json_row(struct json *j, const char *name,
		     const struct compare_row *row)
{
	json_object(j);
	json_key(j, "task"), json_string(j, name);
	json_key(j, "released"), json_uint(j, row->counts->released);
	json_key(j, "completed"), json_uint(j, row->responses.n);
	json_key(j, "missed"), json_uint(j, metrics_missed(row->counts));
	json_key(j, "response_ns"), json_object(j);
	for (size_t i = 0; i < TOLD; i++) {
		json_key(j, told_names[i]);
		if (row->responses.n)
			json_decimal(
				j, compare_percentile(&row->responses, told[i]),
				HUNDREDTHS);
		else
			json_null(j);
	}
	json_end(j);
	json_pairs(j, &row->pairs);
	json_key(j, "where_ns"), report_where_object(j, row->where);
	json_end(j);
}

void compare_json(FILE *out, const struct comparison *c)
{
	const struct trace_header *h = &c->runs[0].header;
	uint32_t n = c->workload->n_tasks;
	struct json j;

	json_to_file(&j, out, 2);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.compare/1");
	json_key(&j, "version"), json_string(&j, h->program_version);
	json_key(&j, "command"), json_string(&j, h->command);
	json_key(&j, "workload"), json_string(&j, h->workload);
	json_key(&j, "workload_digest"), json_string(&j, h->digest);
	json_key(&j, "seed"), json_uint(&j, h->seed);
	json_key(&j, "duration_ns"), json_int(&j, h->horizon);
	json_key(&j, "warmup_ns"), json_int(&j, h->warmup);
	json_key(&j, "platforms"), json_array(&j);
	for (size_t i = 0; i < c->n; i++) {
		json_object(&j);
		json_key(&j, "platform"), json_string(&j, c->runs[i].platform);
		json_key(&j, "policy"), json_string(&j, c->runs[i].policy);
		json_key(&j, "rows"), json_array(&j);
		for (uint32_t k = 0; k <= n; k++)
			json_row(&j, row_name(c, k), &c->runs[i].rows[k]);
		json_end(&j);
		json_end(&j);
	}
	json_end(&j);
	json_end(&j);
	json_finish(&j);
}

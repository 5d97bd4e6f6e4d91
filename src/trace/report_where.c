/* report_where.c - where time went, in reports of runs; see report.h */
#include "trace/report.h"

#include "base/decimal.h"
#include "trace/where_time.h"

#include <assert.h>

void report_where_object(struct json *j, const struct where_sum *s)
{
	json_object(j);
	json_key(j, "response"), json_decimal(j, s->response, 0);
	for (int i = 0; i < WHERE_PARTS; i++) {
		json_key(j, where_part_names[i]);
		json_decimal(j, s->parts[i], 0);
	}
	json_end(j);
}

void report_where_json(struct json *j, const struct report_run *run)
{
	uint32_t n = run->header->n_tasks;

	assert(run->where);
	json_key(j, "where"), json_array(j);
	for (uint32_t i = 0; i <= n; i++) {
		json_object(j);
		json_key(j, "task");
		json_string(j, i < n ? run->header->tasks[i].name : "ALL");
		json_key(j, "jobs"), json_uint(j, run->where[i].n);
		json_key(j, "where_ns");
		report_where_object(j, &run->where[i]);
		json_end(j);
	}
	json_end(j);
}

void report_where_csv_head(FILE *out)
{
	fputs("where_jobs,where_response_ns", out);
	for (int i = 0; i < WHERE_PARTS; i++)
		fprintf(out, ",where_%s_ns", where_part_names[i]);
	putc(',', out);
}

void report_where_csv(FILE *out, const struct where_sum *s)
{
	char buf[DECIMAL_SIZE];

	fprintf(out, ",%llu", (unsigned long long)s->n);
	decimal_format(buf, s->response, 0, -1);
	fprintf(out, ",%s", buf);
	for (int i = 0; i < WHERE_PARTS; i++) {
		decimal_format(buf, s->parts[i], 0, -1);
		fprintf(out, ",%s", buf);
	}
}

/* sweep_table.c - see sweep_table.h */
#include "cli/sweep_table.h"

#include "base/json.h"
#include "cli/sweep.h"
#include "trace/report.h"

#include <math.h>
#include <string.h>

/* --- Markdown --- */

static void cell(FILE *out, struct estimate m, bool sign)
{
	if (!isfinite(m.mean))
		fputs(" - |", out);
	else if (!isfinite(m.half))
		fprintf(out, sign ? " %+.2f |" : " %.2f |", 100 * m.mean);
	else
		fprintf(out, sign ? " %+.2f ± %.2f |" : " %.2f ± %.2f |",
			100 * m.mean, 100 * m.half);
}

static const char *answer(const char *verdict)
{
	if (!verdict)
		return "-";
	if (!strcmp(verdict, "schedulable"))
		return "yes";
	if (!strcmp(verdict, "not_schedulable"))
		return "no";
	return strcmp(verdict, "not_proven") ? "-" : "open";
}

static void head(FILE *out, const struct rows *r, bool tests)
{
	uint32_t n = 1 + r->n_policies + (tests ? r->n_answers : 0);

	fputs("| U |", out);
	for (uint32_t i = 0; i < r->n_policies; i++)
		fprintf(out, " %s |", r->policies[i]);
	for (uint32_t i = 0; tests && i < r->n_answers; i++)
		fprintf(out, " test %s |", r->answers[i].name);
	fputs("\n|", out);
	while (n--)
		fputs("---:|", out);
	fputs("\n", out);
}

static void miss_table(FILE *out, const struct rows *r, enum rows_value value)
{
	head(out, r, true);
	for (uint32_t p = 0; p < r->n_points; p++) {
		fprintf(out, "| %s |", r->targets[p]);
		for (uint32_t i = 0; i < r->n_policies; i++)
			cell(out, rows_mean(r, p, i, value), false);
		for (uint32_t i = 0; i < r->n_answers; i++)
			fprintf(out, " %s |", answer(rows_verdict(r, p, i)));
		fputs("\n", out);
	}
}

static void difference_table(FILE *out, const struct rows *r)
{
	head(out, r, false);
	for (uint32_t p = 0; p < r->n_points; p++) {
		fprintf(out, "| %s |", r->targets[p]);
		for (uint32_t i = 0; i < r->n_policies; i++)
			cell(out, rows_difference(r, p, i, ROWS_MISS), true);
		fputs("\n", out);
	}
}

void table_markdown(FILE *out, const struct rows *r)
{
	fprintf(out,
		"# %s\n\n"
		"dagsim %s, workload digest `%s`.\n\n"
		"    %s\n\n"
		"Deadline misses in percent: mean over %u %s, with the half "
		"width of the 95 %% interval (Student's t over seeds); "
		"policies "
		"see the same arrivals and execution-time factors. U: nominal "
		"utilization without batches. Tests cover nominal execution "
		"times; the simulation adds noise. yes: proved schedulable, "
		"no: proved not, open: neither, or not within %d steps.\n\n"
		"## All streams\n\n",
		r->workload, r->version, r->digest, r->command, r->n_seeds,
		r->n_seeds == 1 ? "seed" : "seeds", SWEEP_WORK);
	miss_table(out, r, ROWS_MISS);
	if (rows_have_high(r)) {
		fputs("\n## High-criticality streams\n\n", out);
		miss_table(out, r, ROWS_HIGH_MISS);
	}
	if (r->n_policies < 2)
		return;
	fprintf(out,
		"\n## Difference to %s, all streams\n\n"
		"In percentage points, paired by seed.\n\n",
		r->policies[r->base]);
	difference_table(out, r);
}

/* --- CSV --- */

static void number(FILE *out, double v)
{
	char buf[32];

	putc(',', out);
	if (!isfinite(v))
		return;
	json_format_double(buf, v);
	fputs(buf, out);
}

static void csv_estimate(FILE *out, struct estimate m)
{
	number(out, m.mean);
	number(out, m.mean - m.half);
	number(out, m.mean + m.half);
}

static void csv_start(FILE *out, const struct rows *r, uint32_t point,
		      const char *part, const char *stream, uint32_t policy)
{
	report_csv_field(out, r->workload);
	fprintf(out, ",%s,", r->targets[point]);
	report_csv_field(out, part);
	putc(',', out);
	report_csv_field(out, stream);
	putc(',', out);
	report_csv_field(out, r->policies[policy]);
	fprintf(out, ",%u", r->n_seeds);
}

/* Where the numbers come from. */
static void csv_origin(FILE *out, const struct rows *r)
{
	fprintf(out, ",%s,%s,%s,", r->version, r->digest, r->first_seed);
	report_csv_field(out, r->command);
	putc('\n', out);
}

static void csv_part(FILE *out, const struct rows *r, uint32_t point,
		     uint32_t policy, enum rows_value miss)
{
	size_t at = ((size_t)point * r->n_policies + policy) * r->n_tests;
	bool all = miss == ROWS_MISS;

	csv_start(out, r, point, all ? "all" : "high", "", policy);
	csv_estimate(out, rows_mean(r, point, policy, miss));
	csv_estimate(out, rows_difference(r, point, policy, miss));
	for (int v = ROWS_P5_NS; v < ROWS_MEAN_BATCH; v++)
		number(out,
		       all ? rows_mean(r, point, policy, (enum rows_value)v)
				       .mean
			   : NAN);
	number(out, rows_mean(r, point, policy,
			      all ? ROWS_MEAN_BATCH : ROWS_HIGH_BATCH)
			    .mean);
	for (uint32_t i = 0; i < r->n_tests; i++)
		fprintf(out, ",%s",
			r->verdicts[at + i] ? r->verdicts[at + i] : "");
	csv_origin(out, r);
}

static void csv_stream(FILE *out, const struct rows *r, uint32_t point,
		       uint32_t policy, uint32_t stream)
{
	csv_start(out, r, point, "stream", r->streams[stream], policy);
	csv_estimate(out,
		     rows_stream(r, point, policy, stream, ROWS_STREAM_MISS));
	csv_estimate(out, rows_stream_difference(r, point, policy, stream,
						 ROWS_STREAM_MISS));
	for (int v = ROWS_P5_NS; v < ROWS_P99_NS; v++)
		putc(',', out);
	number(out,
	       rows_stream(r, point, policy, stream, ROWS_STREAM_P99_NS).mean);
	putc(',', out); /* utilization is of all */
	number(out,
	       rows_stream(r, point, policy, stream, ROWS_STREAM_BATCH).mean);
	for (uint32_t i = 0; i < r->n_tests; i++)
		putc(',', out);
	csv_origin(out, r);
}

void table_csv(FILE *out, const struct rows *r)
{
	fputs("workload,target_util,part,stream,policy,seeds,miss_rate,miss_"
	      "rate_low,"
	      "miss_rate_high,difference,difference_low,difference_high,"
	      "p5_ns,p25_ns,p50_ns,p75_ns,p95_ns,p99_ns,utilization,mean_"
	      "batch",
	      out);
	for (uint32_t i = 0; i < r->n_tests; i++) {
		fputs(",verdict_", out);
		report_csv_field(out, r->tests[i]);
	}
	fputs(",version,workload_digest,first_seed,command\n", out);
	for (uint32_t p = 0; p < r->n_points; p++)
		for (uint32_t i = 0; i < r->n_policies; i++) {
			csv_part(out, r, p, i, ROWS_MISS);
			if (rows_have_high(r))
				csv_part(out, r, p, i, ROWS_HIGH_MISS);
			for (uint32_t s = 0; s < r->n_streams; s++)
				csv_stream(out, r, p, i, s);
		}
}

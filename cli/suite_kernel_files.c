/* suite_kernel_files.c - tables of the suite kernel-latency */
#include "cli/suite_kernel.h"

#include "base/json.h"
#include "cli/output.h"
#include "trace/metrics.h"
#include "trace/report.h"

#include <inttypes.h>

typedef void writer(FILE *out, const struct kernel_results *r);

static void write_rows(FILE *out, const struct kernel_results *r)
{
	fputs(r->rows, out);
}

/* --- Markdown --- */

static void write_echo(FILE *out, const struct kernel_results *r)
{
	fprintf(out,
		"## Round trips\n\nIn ms; quartiles of seed %" PRIu64
		", of the greatest values those of all seeds.\n\n"
		"| kernel | | least | 25 %% | median | 75 %% | mean | "
		"greatest |\n|:---|:---|---:|---:|---:|---:|---:|---:|\n",
		r->first_seed);
	for (int i = 0; i < KERNELS; i++) {
		const struct echo *e = &r->echoes[i];
		const struct latency_summary *s = &e->row->summary;
		const struct echo_run *x = &e->runs[0];

		fprintf(out,
			"| %s | study | %.4f | %.4f | %.4f | %.4f | %.4f | "
			"%.4f |\n",
			e->row->name, s->min / 1e6, s->q1 / 1e6,
			s->median / 1e6, s->q3 / 1e6, s->mean / 1e6,
			s->max / 1e6);
		fprintf(out,
			"| | dagsim | %.4f | %.4f | %.4f | %.4f | %.4f | %.4f "
			"to %.4f |\n",
			(double)x->least / 1e6, (double)x->q1 / 1e6,
			(double)x->median / 1e6, (double)x->q3 / 1e6,
			e->mean / 1e6, (double)e->lowest / 1e6,
			(double)e->highest / 1e6);
	}
}

static double percent(uint64_t k, uint64_t n)
{
	return n ? 100 * (double)k / (double)n : 0;
}

static void write_robot(FILE *out, const struct robot *x)
{
	fprintf(out,
		"\n## %s, policy %s\n\n| kernel | jobs | missed %% (95 %% "
		"interval) | of high criticality: missed %% | longest "
		"response, ms |\n|:---|---:|---:|---:|---:|\n",
		x->name, x->policy);
	for (uint32_t i = 0; i <= KERNELS; i++) {
		const struct robot_cell *c =
			&x->cells[(i + KERNELS) % (KERNELS + 1)];
		double low, high;

		metrics_wilson(c->missed, c->decided, &low, &high);
		fprintf(out,
			"| %s | %" PRIu64 " | %.4f (%.4f to %.4f) | %.4f | "
			"%.3f |\n",
			kernel_name((i + KERNELS) % (KERNELS + 1)), c->released,
			percent(c->missed, c->decided), 100 * low, 100 * high,
			percent(c->high_missed, c->high_decided),
			(double)c->longest / 1e6);
	}
}

static void write_markdown(FILE *out, const struct kernel_results *r)
{
	fprintf(out,
		"# " SUITE_KERNEL "\n\nFour preemption models of Linux 6.12, "
		"idle and loaded: an application that answers CAN frames "
		"against the study that the laws were made from (uncapped), "
		"and robots (capped at what was measured).\n\ndagsim %s, "
		"digest of the workloads `%s`, %u seeds.\n\n    %s\n\n",
		DAGSIM_VERSION, r->digest, r->n_seeds, r->command);
	write_echo(out, r);
	for (uint32_t i = 0; i < r->n_robots; i++)
		write_robot(out, &r->robots[i]);
}

/* --- CSV --- */

static void end_line(FILE *out, const struct kernel_results *r)
{
	fprintf(out, ",%s,%s,%" PRIu64 ",", DAGSIM_VERSION, r->digest,
		r->first_seed);
	report_csv_field(out, r->command);
	fputc('\n', out);
}

static void write_csv(FILE *out, const struct kernel_results *r)
{
	fputs("suite,kernel,seed,samples,min_ns,p25_ns,p50_ns,p75_ns,p99_ns,"
	      "p99.9_ns,max_ns,mean_ns,study_min_ns,study_p25_ns,study_p50_ns,"
	      "study_p75_ns,study_max_ns,study_mean_ns,version,"
	      "workload_digest,first_seed,command\n",
	      out);
	for (int i = 0; i < KERNELS; i++)
		for (uint32_t k = 0; k < r->n_seeds; k++) {
			const struct echo *e = &r->echoes[i];
			const struct latency_summary *s = &e->row->summary;
			const struct echo_run *x = &e->runs[k];
			char mean[32];

			json_format_double(mean, x->mean);
			fprintf(out,
				SUITE_KERNEL ",%s,%" PRIu64 ",%" PRIu64
					     ",%" PRId64 ",%" PRId64 ",%" PRId64
					     ",%" PRId64 ",%" PRId64 ",%" PRId64
					     ",%" PRId64 ",%s",
				e->row->name, r->first_seed + k, x->n, x->least,
				x->q1, x->median, x->q3, x->p99, x->p999,
				x->greatest, mean);
			fprintf(out, ",%.0f,%.0f,%.0f,%.0f,%.0f,%.0f", s->min,
				s->q1, s->median, s->q3, s->max, s->mean);
			end_line(out, r);
		}
}

static void write_robot_csv(FILE *out, const struct kernel_results *r)
{
	fputs("suite,workload,policy,kernel,released,decided,missed,"
	      "high_decided,high_missed,high_max_response_ns,version,"
	      "workload_digest,first_seed,command\n",
	      out);
	for (uint32_t i = 0; i < r->n_robots; i++)
		for (uint32_t k = 0; k <= KERNELS; k++) {
			const struct robot *x = &r->robots[i];
			const struct robot_cell *c = &x->cells[k];

			fputs(SUITE_KERNEL ",", out);
			report_csv_field(out, x->name);
			fputc(',', out);
			report_csv_field(out, x->policy);
			fprintf(out,
				",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64
				",%" PRIu64 ",%" PRIu64 ",%" PRId64,
				kernel_name(k), c->released, c->decided,
				c->missed, c->high_decided, c->high_missed,
				c->longest);
			end_line(out, r);
		}
}

/* --- files --- */

static bool write_one(struct cli *cli, const struct kernel_results *r,
		      const char *dir, const char *end, writer *write)
{
	const char *path =
		arena_printf(&cli->arena, "%s/" SUITE_KERNEL "_%s", dir, end);
	struct output out;

	if (!output_open(&out, path, &cli->arena, &cli->error))
		return false;
	write(out.file, r);
	if (!output_commit(&out, &cli->error))
		return false;
	puts(path);
	return true;
}

bool suite_kernel_write(struct cli *cli, const struct kernel_results *r,
			const char *dir, struct figures *figures)
{
	const char *to = figures->folder;

	if (!write_one(cli, r, dir, "suite.jsonl", write_rows) ||
	    !write_one(cli, r, dir, "suite.md", write_markdown) ||
	    !write_one(cli, r, dir, "suite.csv", write_csv) ||
	    !write_one(cli, r, dir, "robot.csv", write_robot_csv))
		return false;
	if (!to)
		return true;
	if (!write_one(cli, r, to, "suite.dat", kernel_echo_data) ||
	    !write_one(cli, r, to, "suite.gp", kernel_echo_script) ||
	    !write_one(cli, r, to, "robot.dat", kernel_robot_data) ||
	    !write_one(cli, r, to, "robot.gp", kernel_robot_script))
		return false;
	figures_add(figures, SUITE_KERNEL "_suite");
	figures_add(figures, SUITE_KERNEL "_robot");
	return true;
}

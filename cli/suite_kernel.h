/* suite_kernel.h - the suite kernel-latency: four kernels, idle and loaded
 *
 * Two experiments on what the named latencies (model/latency.h) amount to:
 *
 *   echo   the application that answers CAN frames (workloads/can_echo.yaml)
 *          under each of the eight, uncapped, 100 000 round trips a seed: are
 *          its quartiles, means and greatest values those of the study that
 *          the laws were made from?  A greatest value of so many draws
 *          scatters, so the study's should lie among those of several seeds.
 *   robot  workloads of robots under each of them and under none, capped at
 *          what was measured: how many deadlines do the kernels cost?  All
 *          see the same releases and execution times.
 *
 * Leaves kernel-latency_suite.jsonl, a row a run; .md; .csv of the echo and
 * kernel-latency_robot.csv; the figures kernel-latency_suite (the study's box
 * plots beside ours) and kernel-latency_robot.
 */
#ifndef DAGSIM_CLI_SUITE_KERNEL_H
#define DAGSIM_CLI_SUITE_KERNEL_H

#include "base/json.h"
#include "cli/bench.h"
#include "model/latency.h"

#define SUITE_KERNEL "kernel-latency"

enum { KERNELS = 8, ROBOTS_MAX = 8 };

/* Round trips of one seed, in ns. */
struct echo_run {
	dag_time least, q1, median, q3, p99, p999, greatest;
	double mean;
	uint64_t n;
};

struct echo {
	const struct latency_row *row;
	struct echo_run *runs; /* by seed                                     */
	double mean;           /* of all seeds                                */
	dag_time lowest, highest; /* of the greatest values of the seeds      */
};

/* A robot under a kernel, all seeds together. */
struct robot_cell {
	uint64_t released, decided, missed, high_decided, high_missed;
	dag_time longest; /* response of a job of high criticality            */
};
struct robot {
	const char *name, *policy;
	struct robot_cell cells[KERNELS + 1]; /* the last: no latency         */
};

struct kernel_results {
	const char *command, *digest;
	uint64_t first_seed;
	uint32_t n_seeds, n_robots;
	struct echo echoes[KERNELS];
	struct robot robots[ROBOTS_MAX];
	char *rows; /* text of the JSON lines                                 */
};

/* "linux612-rt-load", ... or "none" for KERNELS. */
const char *kernel_name(uint32_t i);

/* Does all of it, files and words included. */
enum exit_code suite_kernel_run(struct cli *cli, const struct bench_args *args);

/* suite_kernel_files.c */
bool suite_kernel_write(struct cli *cli, const struct kernel_results *r,
			const char *dir, struct figures *figures);
/* suite_kernel_figure.c */
void kernel_echo_data(FILE *out, const struct kernel_results *r);
void kernel_echo_script(FILE *out, const struct kernel_results *r);
void kernel_robot_data(FILE *out, const struct kernel_results *r);
void kernel_robot_script(FILE *out, const struct kernel_results *r);

/* suite_run.c: where a file of the tree is: here, or beside the program. */
const char *suite_find(struct arena *a, const char *path);

#endif

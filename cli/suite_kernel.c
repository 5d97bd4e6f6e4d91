/* suite_kernel.c - runs of the suite kernel-latency; see suite_kernel.h */
#include "cli/suite_kernel.h"

#include "cli/suite.h"
#include "cli/sweep.h"
#include "cli/sweep_files.h"
#include "policies/lineup.h"
#include "sim/sim.h"
#include "trace/metrics.h"

#include <assert.h>
#include <inttypes.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 5 };

static const char *const echo_file = "workloads/can_echo.yaml";
static const char *const robot_files[] = {"workloads/robot_arm.yaml",
					  "workloads/camera_pipeline.yaml"};
enum { ROBOT_FILES = sizeof(robot_files) / sizeof(*robot_files) };
/* It is alone there. */
static const char *const echo_policy = "gfp";
/* What echo_file says that no kernel undercut. */
static const char *const echo_settings = ":base=264.9us,cap=none";

struct session {
	struct cli *cli;
	const struct bench_args *args;
	struct kernel_results r;
	struct json_text rows;
	struct arena scratch; /* of a run                                    */
	SHA2_CTX sha;
	dag_time *response; /* of the run                                    */
	size_t n, cap;
};

const char *kernel_name(uint32_t i)
{
	assert(i <= KERNELS);
	return i < KERNELS ? latency_rows[i].name : "none";
}

/* --- a run --- */

struct responses {
	struct trace_sink sink;
	struct session *s;
};

static void take(struct trace_sink *sink, const struct trace_rec *recs,
		 size_t n)
{
	struct session *s = ((struct responses *)sink)->s;

	for (size_t i = 0; i < n; i++) {
		const struct trace_rec *r = &recs[i];

		if (r->kind != TRACE_FINISH || !(r->flags & TRACE_JOB_DONE))
			continue;
		array_reserve((void **)&s->response, &s->cap, s->n + 1,
			      sizeof(*s->response));
		s->response[s->n++] = r->t - r->a;
	}
}

/* The policy that runs a workload unless one is asked for: fixed priorities on
 * cores, as Linux has them. */
static const char *policy_for(const struct session *s, const struct workload *w)
{
	struct name_list list =
		bench_policies(&s->cli->arena, &s->args->policies);

	if (list.n)
		return list.names[0];
	if (!w->platform.n_cores)
		return "edf_batch";
	return w->platform.n_accelerators ? "gfp+edf_batch" : "gfp";
}

/* Runs the workload; responses and metrics of it. */
static bool run(struct session *s, const struct workload *w, const char *policy,
		uint64_t seed, struct metrics_run *m)
{
	const struct bench_args *q = s->args;
	struct responses responses = {{.consume = take}, s};
	struct trace_sink *sinks[2] = {&responses.sink};
	struct dag_error *e = &s->cli->error;
	struct sim_config c = {
		.workload = w,
		.horizon = q->duration.given ? q->duration.ns : w->sim.duration,
		.seed = seed,
		.late = q->late.given ? (enum late_policy)q->late.index
				      : w->sim.late,
		.noise = true,
		.safety_factor = w->sim.safety_factor,
	};
	struct trace_header h;
	struct lineup lineup;
	struct sim_stats stats;
	struct metrics *metrics;
	bool ok;

	arena_reset(&s->scratch);
	s->n = 0;
	if (!lineup_init(&lineup, policy, w, &s->scratch, e))
		return false;
	c.policy = lineup.policy;
	c.accelerator = lineup.accelerator;
	if (!sim_place(&c, &s->scratch, e))
		return false;
	trace_header_init(&h, w, &s->scratch);
	sim_describe(&h, &c, &s->scratch);
	metrics = metrics_new(&h);
	sinks[1] = metrics_sink(metrics);
	ok = sim_run(&c, &s->scratch, sinks, 2, &stats, e);
	if (ok)
		metrics_report(metrics, &s->scratch, m);
	metrics_free(metrics);
	return ok;
}

static void begin_row(struct session *s, struct json *j, const char *part,
		      const struct workload *w, const char *policy,
		      const char *kernel, uint64_t seed)
{
	json_to_text(j, &s->rows, 0);
	json_object(j);
	json_key(j, "schema"), json_string(j, "dagsim.suite/1");
	json_key(j, "version"), json_string(j, DAGSIM_VERSION);
	json_key(j, "suite"), json_string(j, SUITE_KERNEL);
	json_key(j, "part"), json_string(j, part);
	json_key(j, "workload"), json_string(j, w->name);
	json_key(j, "workload_digest"), json_string(j, w->digest);
	json_key(j, "command"), json_string(j, s->r.command);
	json_key(j, "kernel"), json_string(j, kernel);
	json_key(j, "policy"), json_string(j, policy);
	json_key(j, "seed"), json_uint(j, seed);
}

/* Opens the workload under a kernel; the digest of the suite is of files that
 * are read for the first time. */
static bool open_under(struct session *s, const char *file, const char *kernel,
		       bool first, struct opened *o)
{
	struct workload_args args = s->args->workload;

	args.kernel = kernel;
	if (!workload_open(s->cli, file, &args, s->args->quiet || !first, o))
		return false;
	if (first)
		SHA256Update(&s->sha, (const uint8_t *)o->workload->digest,
			     strlen(o->workload->digest));
	return true;
}

/* --- echo --- */

static int ascending(const void *a, const void *b)
{
	dag_time x = *(const dag_time *)a, y = *(const dag_time *)b;

	return (x > y) - (x < y);
}

static dag_time at_share(const struct session *s, unsigned thousandths)
{
	return s->response[(s->n - 1) * thousandths / 1000];
}

static struct echo_run sum_up(struct session *s)
{
	struct echo_run x = {.n = s->n};

	assert(s->n > 0);
	qsort(s->response, s->n, sizeof(*s->response), ascending);
	for (size_t i = 0; i < s->n; i++)
		x.mean += (double)s->response[i] / (double)s->n;
	x.least = s->response[0];
	x.q1 = at_share(s, 250);
	x.median = at_share(s, 500);
	x.q3 = at_share(s, 750);
	x.p99 = at_share(s, 990);
	x.p999 = at_share(s, 999);
	x.greatest = s->response[s->n - 1];
	return x;
}

static void put_echo(struct session *s, const struct workload *w,
		     const char *kernel, uint64_t seed,
		     const struct echo_run *x)
{
	const struct {
		const char *key;
		dag_time t;
	} times[] = {{"min_ns", x->least},   {"p25_ns", x->q1},
		     {"p50_ns", x->median},  {"p75_ns", x->q3},
		     {"p99_ns", x->p99},     {"p99.9_ns", x->p999},
		     {"max_ns", x->greatest}};
	struct json j;

	begin_row(s, &j, "echo", w, echo_policy, kernel, seed);
	json_key(&j, "samples"), json_uint(&j, x->n);
	json_key(&j, "mean_ns"), json_double(&j, x->mean);
	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		json_key(&j, times[i].key);
		json_int(&j, times[i].t);
	}
	json_end(&j);
	json_finish(&j);
}

static bool run_echo(struct session *s, uint32_t kernel)
{
	const char *file = suite_find(&s->cli->arena, echo_file);
	const char *name = kernel_name(kernel);
	struct echo *e = &s->r.echoes[kernel];
	struct opened o;
	bool ok = true;

	e->row = &latency_rows[kernel];
	e->runs = ARENA_NEW(&s->cli->arena, struct echo_run, s->r.n_seeds);
	e->lowest = DAG_TIME_MAX;
	if (!open_under(
		    s, file,
		    arena_printf(&s->cli->arena, "%s%s", name, echo_settings),
		    kernel == 0, &o))
		return false;
	for (uint32_t k = 0; ok && k < s->r.n_seeds; k++) {
		struct echo_run *x = &e->runs[k];
		struct metrics_run m;

		ok = run(s, o.workload, echo_policy, s->r.first_seed + k, &m);
		if (ok && !s->n)
			ok = error_set(&s->cli->error, NULL, 0, 0,
				       "no round trip ends in this duration");
		if (!ok)
			break;
		*x = sum_up(s);
		e->mean += x->mean / s->r.n_seeds;
		e->lowest = x->greatest < e->lowest ? x->greatest : e->lowest;
		e->highest =
			x->greatest > e->highest ? x->greatest : e->highest;
		put_echo(s, o.workload, name, s->r.first_seed + k, x);
	}
	workload_close(&o);
	return ok;
}

/* --- robots --- */

static void put_robot(struct session *s, const struct workload *w,
		      const char *kernel, uint64_t seed,
		      const struct metrics_run *m)
{
	struct json j;

	begin_row(s, &j, "robot", w, policy_for(s, w), kernel, seed);
	json_key(&j, "released"), json_uint(&j, m->overall.released);
	json_key(&j, "completed"), json_uint(&j, m->overall.completed);
	json_key(&j, "missed"), json_uint(&j, metrics_missed(&m->overall));
	for (uint32_t i = 0; i < m->n_tasks; i++) {
		const struct metrics_row *t = &m->tasks[i];

		json_key(&j, arena_printf(&s->scratch, "streams.%s.missed",
					  t->name));
		json_uint(&j, metrics_missed(t));
		json_key(&j,
			 arena_printf(&s->scratch, "streams.%s.max_response_ns",
				      t->name));
		if (t->completed)
			json_int(&j, t->max_response);
		else
			json_null(&j);
	}
	json_end(&j);
	json_finish(&j);
}

static void add(struct robot_cell *c, const struct workload *w,
		const struct metrics_run *m)
{
	c->released += m->overall.released;
	c->decided += metrics_decided(&m->overall);
	c->missed += metrics_missed(&m->overall);
	for (uint32_t i = 0; i < m->n_tasks; i++) {
		const struct metrics_row *t = &m->tasks[i];

		if (w->tasks[i].criticality != HIGH_CRITICALITY)
			continue;
		c->high_decided += metrics_decided(t);
		c->high_missed += metrics_missed(t);
		if (t->completed && t->max_response > c->longest)
			c->longest = t->max_response;
	}
}

static bool run_robot(struct session *s, const char *file, struct robot *robot,
		      uint32_t kernel)
{
	struct opened o;
	bool ok = true;

	if (!open_under(s, file, kernel_name(kernel), kernel == 0, &o))
		return false;
	robot->name = arena_strdup(&s->cli->arena, o.workload->name);
	robot->policy = policy_for(s, o.workload);
	for (uint32_t k = 0; ok && k < s->r.n_seeds; k++) {
		struct metrics_run m;

		ok = run(s, o.workload, robot->policy, s->r.first_seed + k, &m);
		if (!ok)
			break;
		add(&robot->cells[kernel], o.workload, &m);
		put_robot(s, o.workload, kernel_name(kernel),
			  s->r.first_seed + k, &m);
	}
	workload_close(&o);
	return ok;
}

static bool run_robots(struct session *s)
{
	const struct operands *o = &s->cli->operands;
	const char *const *files = o->n ? o->items : robot_files;

	s->r.n_robots = (uint32_t)(o->n ? o->n : ROBOT_FILES);
	for (uint32_t i = 0; i < s->r.n_robots; i++)
		for (uint32_t k = 0; k <= KERNELS; k++) {
			const char *file =
				o->n ? files[i]
				     : suite_find(&s->cli->arena, files[i]);

			if (!run_robot(s, file, &s->r.robots[i], k))
				return false;
		}
	return true;
}

/* --- all of it --- */

static void name_command(struct session *s)
{
	const struct bench_args *q = s->args;
	struct arena *a = &s->cli->arena;
	char **argv =
		ARENA_NEW(a, char *, 16 + WORKLOAD_WORDS + s->cli->operands.n);
	struct name_list list = bench_policies(a, &q->policies);
	int n = 0;

	const char *const words[] = {
		"dagsim",  "bench",
		"--suite", SUITE_KERNEL,
		"--seed",  arena_printf(a, "%" PRIu64, s->r.first_seed),
		"--seeds", arena_printf(a, "%u", s->r.n_seeds)};

	for (; n < 8; n++)
		argv[n] = arena_strdup(a, words[n]);
	if (list.n) {
		argv[n++] = arena_strdup(a, "--policies");
		argv[n++] = arena_strdup(a, list.names[0]);
	}
	n += suite_words(s->cli, q, argv + n);
	s->r.command = cli_quote(a, n, argv);
}

static bool check(struct session *s)
{
	const struct bench_args *q = s->args;
	struct dag_error *e = &s->cli->error;

	if (q->workload.kernel)
		return error_set(e, NULL, 0, 0,
				 "suite " SUITE_KERNEL " runs every named "
				 "kernel: leave out --kernel");
	if (bench_policies(&s->cli->arena, &q->policies).n > 1)
		return error_set(e, NULL, 0, 0,
				 "suite " SUITE_KERNEL
				 " compares kernels: one policy is enough");
	if (q->platforms.n)
		return error_set(e, NULL, 0, 0,
				 "suite " SUITE_KERNEL
				 " compares kernels, not --platforms");
	if (s->cli->operands.n > ROBOTS_MAX)
		return error_set(e, NULL, 0, 0, "more than %d workloads",
				 ROBOTS_MAX);
	return true;
}

static bool do_suite(struct session *s)
{
	const struct bench_args *q = s->args;
	struct arena *a = &s->cli->arena;
	struct dag_error *e = &s->cli->error;
	struct figures figures = bench_figures(q, a);
	char hex[SHA256_DIGEST_STRING_LENGTH];
	struct name_list list = bench_policies(a, &q->policies);

	if (!suite_check(q, e) || !check(s) ||
	    !workload_load_policies(s->cli, list.names, list.n))
		return false;
	s->r.first_seed = q->seed.value;
	s->r.n_seeds = q->seeds.given ? (uint32_t)q->seeds.n : SEEDS;
	name_command(s);
	SHA256Init(&s->sha);
	if (!files_folder(q->out_dir, a, e) ||
	    (q->figure_dir && !files_folder(q->figure_dir, a, e)))
		return false;
	for (uint32_t i = 0; i < KERNELS; i++)
		if (!run_echo(s, i))
			return false;
	if (!run_robots(s))
		return false;
	SHA256End(&s->sha, hex);
	s->r.digest = arena_strdup(a, hex);
	s->r.rows = s->rows.s;
	if (!suite_kernel_write(s->cli, &s->r, q->out_dir, &figures))
		return false;
	figures_draw(&figures);
	return true;
}

enum exit_code suite_kernel_run(struct cli *cli, const struct bench_args *args)
{
	struct session s = {.cli = cli, .args = args};
	bool ok = do_suite(&s);

	free(s.rows.s);
	free(s.response);
	arena_free(&s.scratch);
	return ok ? EXIT_YES : cli_fail(cli);
}

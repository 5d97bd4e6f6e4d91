/* simulate_run.c - one session: load, choose, run, report; see simulate.h */
#include "cli/simulate.h"

#include "cli/output.h"
#include "cli/progress.h"
#include "cli/window.h"
#include "sim/sim.h"
#include "trace/gantt.h"
#include "trace/schedule_csv.h"
#include "trace/trace_file.h"

#include <assert.h>
#include <string.h>

enum { SINKS_MAX = 8 };

/* One policy's run and what came of it. */
struct run {
	const struct policy_ops *ops;
	struct trace_header header;
	struct metrics_run metrics;
	struct gantt *gantt;            /* NULL where not asked for        */
	char digest[TRACE_DIGEST_SIZE]; /* "" where not asked for          */
};

struct session {
	struct cli *cli;
	const struct simulate_args *args;
	struct opened opened;
	const struct workload *w; /* of `opened` */
	struct sim_config config; /* of every run, but for the policy      */
	struct release_list releases;
	struct run *runs;
	size_t n_runs;
	struct output schedule_file, trace_file;
	struct schedule_csv *schedule;
	struct trace_writer *writer; /* digests where there is no file */
	struct gantt_options gantt;
	bool digest, progress;
	struct arena scratch; /* of one run                                */
};

/* --- which policies --- */

static bool fits_platform(const struct policy_ops *ops,
			  const struct workload *w)
{
	uint32_t need = 0;

	if (w->platform.n_cores)
		need |= POLICY_ON_CORES;
	if (w->platform.n_accelerators)
		need |= POLICY_ON_ACCELERATOR;
	return (ops->traits.flags & need) == need;
}

static bool add_policy(struct session *s, const char *name)
{
	struct dag_error *e = &s->cli->error;
	const struct policy_ops *ops = policy_find(name, e);

	if (!ops)
		return false;
	if (!fits_platform(ops, s->w))
		return error_set(e, NULL, 0, 0,
				 "policy '%s' does not drive the platform of "
				 "%.200s (%u cores, %u accelerators); see "
				 "dagsim policies",
				 name, s->w->file, s->w->platform.n_cores,
				 s->w->platform.n_accelerators);
	s->runs[s->n_runs++].ops = ops;
	return true;
}

static bool choose_policies(struct session *s)
{
	const struct opt_list *asked = &s->args->policies;
	bool all = asked->n == 0;
	size_t table = 0;

	for (size_t i = 0; i < asked->n; i++)
		all |= !strcmp(asked->items[i], "all");
	if (all && asked->n > 1)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "'all' stands alone among policies");
	while (policy_table[table])
		table++;
	s->runs = ARENA_NEW(&s->cli->arena, struct run, all ? table : asked->n);
	for (size_t i = 0; all && i < table; i++)
		if (fits_platform(policy_table[i], s->w))
			s->runs[s->n_runs++].ops = policy_table[i];
	for (size_t i = 0; !all && i < asked->n; i++)
		if (!add_policy(s, asked->items[i]))
			return false;
	return true;
}

/* --- what is run --- */

static bool configure(struct session *s)
{
	const struct simulate_args *args = s->args;
	struct sim_config *c = &s->config;
	const struct sim_defaults *def = &s->w->sim;

	c->workload = s->w;
	c->horizon = args->duration.given ? args->duration.ns : def->duration;
	c->seed = args->seed.given ? args->seed.value : def->seed;
	c->late = args->late.given ? (enum late_policy)args->late.index
				   : def->late;
	c->noise = args->noise.index == 1;
	c->safety_factor = args->safety_factor.den ? args->safety_factor
						   : def->safety_factor;
	if (args->gantt && !gantt_window(s->cli, args->gantt, &s->gantt))
		return false;
	if (args->warmup.ns >= c->horizon)
		return error_set(
			&s->cli->error, NULL, 0, 0,
			"the warm-up is not shorter than the duration");
	if (!args->releases)
		return true;
	c->replay = &s->releases;
	return release_read(args->releases, s->w, &s->cli->arena, &s->releases,
			    &s->cli->error);
}

static void describe_run(const struct session *s, struct run *r)
{
	struct trace_header *h = &r->header;

	trace_header_init(h, s->w, &s->cli->arena);
	h->program_version = DAGSIM_VERSION;
	h->source = "simulate";
	h->command = s->cli->reproduce;
	h->policy = r->ops->name;
	h->policy_order = r->ops->traits.order;
	h->batch_rule = r->ops->traits.batch;
	h->policy_flags = r->ops->traits.flags;
	h->seed = s->config.seed;
	h->horizon = s->config.horizon;
	h->warmup = s->args->warmup.ns;
	h->late = s->config.late;
}

/* The sinks of one run, besides the metrics. */
static size_t begin_sinks(struct session *s, struct run *r,
			  struct progress *progress, struct trace_sink **sinks)
{
	size_t n = 0;

	if (s->writer) {
		trace_writer_begin(s->writer, &r->header, s->digest);
		sinks[n++] = trace_writer_sink(s->writer);
	}
	if (s->schedule) {
		schedule_csv_begin(s->schedule, &r->header);
		sinks[n++] = schedule_csv_sink(s->schedule);
	}
	if (s->args->gantt) {
		r->gantt = gantt_new(&r->header, &s->gantt);
		sinks[n++] = gantt_sink(r->gantt);
	}
	if (s->progress)
		sinks[n++] = progress_begin(progress, r->ops->name,
					    r->header.horizon);
	return n;
}

/* A sink that failed has ended the run early: its file tells why. */
static bool end_sinks(struct session *s, struct run *r,
		      struct progress *progress)
{
	struct dag_error *e = &s->cli->error;

	if (s->progress)
		progress_end(progress);
	if (s->writer)
		trace_writer_end(s->writer, r->digest);
	if (s->writer && trace_writer_sink(s->writer)->failed) {
		trace_writer_close(s->writer, e);
		s->writer = NULL;
		return false;
	}
	if (!s->schedule)
		return true;
	schedule_csv_end(s->schedule);
	return output_flush(&s->schedule_file, e);
}

static bool run_policy(struct session *s, struct run *r)
{
	struct trace_sink *sinks[SINKS_MAX];
	struct sim_config config = s->config;
	struct dag_error *e = &s->cli->error;
	struct progress progress;
	struct sim_stats stats;
	struct policy policy;
	struct metrics *m;
	size_t n;
	bool ok;

	arena_reset(&s->scratch);
	if (!policy_init(&policy, r->ops, s->w, &s->scratch, e))
		return false;
	config.policy = &policy;
	describe_run(s, r);
	m = metrics_new(&r->header);
	sinks[0] = metrics_sink(m);
	n = 1 + begin_sinks(s, r, &progress, sinks + 1);
	assert(n <= SINKS_MAX);
	ok = sim_run(&config, &s->scratch, sinks, n, &stats, e);
	ok = ok && end_sinks(s, r, &progress);
	if (ok)
		metrics_report(m, &s->cli->arena, &r->metrics);
	metrics_free(m);
	return ok;
}

/* --- the session --- */

static bool is_stdout(const char *path)
{
	return path && !strcmp(path, "-");
}

static bool open_outputs(struct session *s)
{
	const struct simulate_args *args = s->args;
	struct arena *a = &s->cli->arena;
	struct dag_error *e = &s->cli->error;

	if (args->trace && !output_open(&s->trace_file, args->trace, a, e))
		return false;
	s->digest = args->print.json;
	if (args->trace || s->digest)
		s->writer = trace_writer_new(s->trace_file.file, args->trace);
	if (!args->schedule)
		return true;
	if (!output_open(&s->schedule_file, args->schedule, a, e))
		return false;
	s->schedule = schedule_csv_new(s->schedule_file.file);
	return true;
}

/* Standard output first: it cannot be undone. */
static bool put_in_place(struct session *s)
{
	struct dag_error *e = &s->cli->error;
	struct trace_writer *writer = s->writer;

	s->writer = NULL;
	if (writer && !trace_writer_close(writer, e))
		return false;
	return output_stdout(e) &&
	       (!s->trace_file.file || output_commit(&s->trace_file, e)) &&
	       (!s->schedule_file.file || output_commit(&s->schedule_file, e));
}

static void close_session(struct session *s)
{
	struct dag_error ignored;

	if (s->writer)
		trace_writer_close(s->writer, &ignored);
	if (s->schedule)
		schedule_csv_free(s->schedule);
	for (size_t i = 0; i < s->n_runs; i++)
		if (s->runs[i].gantt)
			gantt_free(s->runs[i].gantt);
	output_abort(&s->trace_file);
	output_abort(&s->schedule_file);
	workload_close(&s->opened);
	arena_free(&s->scratch);
}

static void print_report(const struct session *s)
{
	size_t n = s->n_runs;
	struct report_run *runs =
		ARENA_NEW(&s->cli->arena, struct report_run, n);

	for (size_t i = 0; i < n; i++)
		runs[i] = (struct report_run){.header = &s->runs[i].header,
					      .metrics = &s->runs[i].metrics,
					      .digest = s->runs[i].digest};
	print_runs(&s->args->print, runs, n);
	for (size_t i = 0; i < n && s->args->gantt; i++) {
		putchar('\n');
		gantt_print(stdout, s->runs[i].gantt);
	}
}

static bool do_session(struct session *s)
{
	struct cli *cli = s->cli;

	if (!workload_open(cli, cli->operands.items[0], &s->args->workload,
			   s->args->quiet, &s->opened))
		return false;
	s->w = s->opened.workload;
	if (!choose_policies(s) || !configure(s) || !open_outputs(s))
		return false;
	for (size_t i = 0; i < s->n_runs; i++)
		if (!run_policy(s, &s->runs[i]))
			return false;
	if (!is_stdout(s->args->trace) && !is_stdout(s->args->schedule))
		print_report(s);
	return put_in_place(s);
}

static bool anything_missed(const struct session *s)
{
	for (size_t i = 0; i < s->n_runs; i++)
		if (metrics_missed(&s->runs[i].metrics.overall))
			return true;
	return false;
}

enum exit_code simulate_session(struct cli *cli,
				const struct simulate_args *args)
{
	struct session s = {.cli = cli,
			    .args = args,
			    .progress = progress_wanted(args->quiet)};
	enum exit_code code;

	if (!do_session(&s))
		code = cli_fail(cli);
	else if (args->fail_on_miss && anything_missed(&s))
		code = EXIT_NO;
	else
		code = EXIT_YES;
	close_session(&s);
	return code;
}

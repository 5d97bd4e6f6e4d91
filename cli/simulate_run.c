/* simulate_run.c - one session: load, choose, run, report; see simulate.h */
#include "cli/simulate.h"

#include "cli/output.h"
#include "cli/progress.h"
#include "cli/window.h"
#include "policies/lineup.h"
#include "sim/sim.h"
#include "trace/gantt.h"
#include "trace/schedule_csv.h"
#include "trace/trace_file.h"

#include <assert.h>
#include <string.h>

enum { SINKS_MAX = 8 };

/* One policy's run and what came of it. */
struct run {
	const char *name; /* of the line-up of policies, as asked          */
	struct trace_header header;
	struct metrics_run metrics;
	struct chain_times *chains; /* of those of the workload            */
	struct gantt *gantt;        /* NULL where not asked for        */
	char digest[TRACE_DIGEST_SIZE]; /* "" where not asked for          */
};

struct session {
	struct cli *cli;
	const struct simulate_args *args;
	struct opened opened;
	const struct workload *w; /* of `opened` */
	struct sim_config config; /* of every run, but for the policies    */
	struct launch_options launch; /* on a platform                     */
	struct release_list releases;
	struct sim_listed_times times;
	struct run *runs;
	size_t n_runs;
	struct output schedule_file, trace_file;
	struct schedule_csv *schedule;
	struct trace_writer *writer; /* digests where there is no file */
	struct gantt_options gantt;
	bool digest, progress, all; /* all policies, not named ones        */
	unsigned n_told; /* times that notes of the platform came up       */
	struct arena scratch; /* of one run                                */
};

/* --- which policies --- */

/* Mistakes in any of them are told before the first one runs. */
static bool check_lineup(struct session *s, const char *name)
{
	struct lineup unused;

	arena_reset(&s->scratch);
	return lineup_init(&unused, name, s->w, &s->scratch, &s->cli->error);
}

/* A platform has a policy of its own. */
static bool choose_policy_of_platform(struct session *s)
{
	const struct opt_list *asked = &s->args->policies;

	s->runs = ARENA_NEW(&s->cli->arena, struct run, asked->n + 1);
	for (size_t i = 0; i < asked->n; i++) {
		if (!strcmp(asked->items[i], "all"))
			return error_set(&s->cli->error, NULL, 0, 0,
					 "with --platform, policies are "
					 "named one by one, not 'all'");
		s->runs[s->n_runs++].name = asked->items[i];
	}
	s->n_runs += asked->n == 0;
	return true;
}

static bool choose_policies(struct session *s)
{
	const struct opt_list *asked = &s->args->policies;
	const char **names = asked->items;
	size_t n = asked->n;

	if (s->args->platform.platform)
		return choose_policy_of_platform(s);
	s->all = n == 0;
	for (size_t i = 0; i < n; i++)
		s->all |= !strcmp(names[i], "all");
	if (s->all && n > 1)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "'all' stands alone among policies");
	if (s->all) {
		names = lineup_all(s->w, &s->cli->arena);
		for (n = 0; names[n]; n++)
			continue;
	}
	s->runs = ARENA_NEW(&s->cli->arena, struct run, n);
	for (size_t i = 0; i < n; i++) {
		if (!check_lineup(s, names[i]))
			return false;
		s->runs[s->n_runs++].name = names[i];
	}
	return true;
}

/* --- what is run --- */

static bool configure_platform(struct session *s)
{
	const struct simulate_args *args = s->args;
	const struct sim_config *c = &s->config;

	if (!simulate_check_platform(s->cli, args, s->w))
		return false;
	if (!args->platform.platform)
		return true;
	s->launch = (struct launch_options){.horizon = c->horizon,
					    .seed = c->seed,
					    .noise = c->noise,
					    .late = c->late,
					    .safety_factor = c->safety_factor};
	if (args->releases)
		s->launch.replay = &s->releases;
	return platform_launch_options(s->cli, &args->platform, s->w,
				       c->rules.tick, &s->launch);
}

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
	simulate_set_rules(c, args);
	c->safety_factor = args->safety_factor.den ? args->safety_factor
						   : def->safety_factor;
	if (args->gantt && !gantt_window(s->cli, args->gantt, &s->gantt))
		return false;
	if (c->horizon > SPAN_MAX)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "the duration is longer than 2^62 ns (146 "
				 "years)");
	if (c->rules.tick > SPAN_MAX)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "the tick is longer than 2^62 ns (146 years)");
	if (!configure_platform(s))
		return false;
	c->releases_until = args->releases_until.ns;
	if (c->releases_until > c->horizon)
		return error_set(&s->cli->error, NULL, 0, 0,
				 "--releases-until is beyond the duration");
	if (args->warmup.ns >= c->horizon)
		return error_set(
			&s->cli->error, NULL, 0, 0,
			"the warm-up is not shorter than the duration");
	if (!args->releases)
		return true;
	c->replay = &s->releases;
	if (!release_read(args->releases, s->w, &s->cli->arena, &s->releases,
			  &s->cli->error))
		return false;
	if (!s->releases.times)
		return true;
	c->noise = false;
	c->times = &s->times.times;
	sim_list_times(&s->times, s->releases.times);
	return true;
}

static void describe_run(const struct session *s, struct run *r,
			 const struct launch *l)
{
	struct trace_header *h = &r->header;

	trace_header_init(h, l->workload, &s->cli->arena);
	launch_describe(l, h, &s->cli->arena);
	h->program_version = DAGSIM_VERSION;
	h->source = "simulate";
	h->command = s->cli->reproduce;
	h->policy = arena_strdup(&s->cli->arena, l->policy);
	h->warmup = s->args->warmup.ns;
	if (s->args->print.response.given)
		h->response = (uint32_t)s->args->print.response.index;
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
		sinks[n++] = progress_begin(progress, r->header.policy,
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

static bool simulate(struct session *s, struct run *r, const struct launch *l)
{
	struct trace_sink *sinks[SINKS_MAX];
	struct dag_error *e = &s->cli->error;
	struct progress progress;
	struct metrics *m = metrics_new(&r->header);
	struct chain_watch *watch = NULL;
	size_t n = 1;
	bool ok;

	sinks[0] = metrics_sink(m);
	if (s->w->n_chains) {
		watch = chain_watch_new(&r->header, s->w->chains,
					s->w->n_chains);
		sinks[n++] = chain_watch_sink(watch);
		r->chains = ARENA_NEW(&s->cli->arena, struct chain_times,
				      s->w->n_chains);
	}
	n += begin_sinks(s, r, &progress, sinks + n);
	assert(n <= SINKS_MAX);
	ok = launch_run(l, &s->scratch, sinks, n, e);
	ok = ok && end_sinks(s, r, &progress);
	if (ok)
		metrics_report(m, &s->cli->arena, &r->metrics);
	if (ok && watch)
		chain_watch_report(watch, r->chains);
	if (watch)
		chain_watch_free(watch);
	metrics_free(m);
	return ok;
}

/* Of all policies those that find no place for the workload are left out. */
static bool is_left_out(struct session *s)
{
	struct dag_error *e = &s->cli->error;
	char text[1200];

	if (!s->all || e->code == EXIT_SYSTEM)
		return false;
	error_format(e, text, sizeof(text));
	if (!s->args->quiet)
		fprintf(stderr, "left out: %s\n", text);
	*e = (struct dag_error){0};
	return true;
}

static bool prepare_policy(struct session *s, const char *name,
			   struct launch *l)
{
	struct dag_error *e = &s->cli->error;
	struct lineup lineup;

	if (!lineup_init(&lineup, name, s->w, &s->scratch, e))
		return false;
	*l = (struct launch){
		.workload = s->w, .policy = lineup.name, .sim = s->config};
	l->sim.policy = lineup.policy;
	l->sim.accelerator = lineup.accelerator;
	return true;
}

/* Once: what the platform has made of the workload. */
static bool prepare_platform(struct session *s, const char *name,
			     struct launch *l)
{
	s->launch.policy = name;
	if (!launch_prepare(l, s->args->platform.platform, s->w, &s->launch,
			    &s->cli->arena, &s->cli->error))
		return false;
	platform_tell_notes(l, s->args->quiet || s->n_told++);
	return true;
}

static bool run_policy(struct session *s, struct run *r, bool *done)
{
	struct launch l;

	arena_reset(&s->scratch);
	*done = false;
	if (s->args->platform.platform) {
		if (!prepare_platform(s, r->name, &l))
			return false;
	} else {
		if (!prepare_policy(s, r->name, &l))
			return false;
		if (!simulate_check_blindness(&l.sim, s->args,
					      &s->cli->error) ||
		    !sim_place(&l.sim, &s->scratch, &s->cli->error))
			return is_left_out(s);
	}
	*done = true;
	describe_run(s, r, &l);
	return simulate(s, r, &l);
}

/* Keeps those that ran. */
static bool run_all(struct session *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n_runs; i++) {
		bool done;

		s->runs[n] = s->runs[i];
		if (!run_policy(s, &s->runs[n], &done))
			return false;
		n += done;
	}
	s->n_runs = n;
	return n || error_set(&s->cli->error, s->w->file, 0, 0,
			      "no policy finds a place for it");
}

/* --- the session --- */

static bool is_stdout(const char *path)
{
	return path && !strcmp(path, "-");
}

/* What is read must not be written over, and no file holds two outputs. */
static bool outputs_apart(struct session *s)
{
	const struct simulate_args *args = s->args;
	const char *written[] = {args->trace, args->schedule};
	const char *read[] = {s->w->file, args->releases, args->schedule};

	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; written[i] && j < 3 - i; j++)
			if (read[j] && output_same(written[i], read[j]))
				return error_set(&s->cli->error, written[i], 0,
						 0,
						 "%s and %s are the same file; "
						 "nothing was written",
						 i ? "--schedule" : "--trace",
						 j == 0   ? "the workload"
						 : j == 1 ? "--releases"
							  : "--schedule");
	return true;
}

static bool open_outputs(struct session *s)
{
	const struct simulate_args *args = s->args;
	struct arena *a = &s->cli->arena;
	struct dag_error *e = &s->cli->error;

	if (!outputs_apart(s))
		return false;
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
					      .digest = s->runs[i].digest,
					      .chains = s->runs[i].chains,
					      .n_chains = s->w->n_chains};
	print_runs(&s->args->print, runs, n);
	for (size_t i = 0; i < n && s->args->gantt; i++) {
		putchar('\n');
		gantt_print(stdout, s->runs[i].gantt);
	}
}

static bool do_session(struct session *s)
{
	struct cli *cli = s->cli;

	if (!workload_load_policies(cli, s->args->policies.items,
				    s->args->policies.n) ||
	    !workload_open(cli, cli->operands.items[0], &s->args->workload,
			   s->args->quiet, &s->opened))
		return false;
	s->w = s->opened.workload;
	if (!s->args->platform.platform)
		workload_tell_runtime(s->w, s->args->quiet);
	if (!choose_policies(s) || !configure(s) || !open_outputs(s))
		return false;
	if (!run_all(s))
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

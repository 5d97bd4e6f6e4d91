/* trace.c - `dagsim trace`: what a file of records tells */
#include "cli/trace.h"

#include "trace/metrics.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct trace_args, field)

static const struct option options[] = {
	{"policy", 'p', OPT_LIST, "POLICY", AT(policies),
	 .help = "only the runs of this policy; repeatable"},
	{NULL},
};
static const struct option_group groups[] = {
	{"Options", options, 0},
	{"Form", print_options, AT(print)},
	{NULL, NULL, 0},
};

static bool wanted(const struct trace_args *args, const char *policy)
{
	for (size_t i = 0; i < args->policies.n; i++)
		if (!strcmp(args->policies.items[i], policy))
			return true;
	return args->policies.n == 0;
}

enum trace_read trace_next_wanted(struct trace_reader *r,
				  const struct trace_args *args,
				  const struct trace_header **h,
				  struct dag_error *e)
{
	enum trace_read got;

	do {
		got = trace_reader_section(r, h, e);
	} while (got == TRACE_READ_OK && !wanted(args, (*h)->policy));
	return got;
}

/* --- metrics --- */

struct runs {
	struct report_run *items;
	size_t n, cap;
};

static bool add_run(struct cli *cli, struct trace_reader *r,
		    const struct trace_header *h, struct runs *runs)
{
	struct metrics *m = metrics_new(h);
	struct trace_sink *sink = metrics_sink(m);
	bool ok = trace_reader_feed(r, &sink, 1, &cli->error);
	struct metrics_run *out = ARENA_NEW(&cli->arena, struct metrics_run, 1);

	if (ok) {
		void *items = runs->items;

		metrics_report(m, &cli->arena, out);
		array_reserve(&items, &runs->cap, runs->n + 1,
			      sizeof(*runs->items));
		runs->items = items;
		runs->items[runs->n++] = (struct report_run){
			.header = h,
			.metrics = out,
			.digest = arena_strdup(&cli->arena,
					       trace_reader_digest(r)),
		};
	}
	metrics_free(m);
	return ok;
}

/* Headers live as long as the reader, so it is closed last. */
enum exit_code trace_metrics(struct cli *cli)
{
	const struct trace_args *args = cli->args;
	const char *path = cli->operands.items[1];
	struct trace_reader *r = trace_reader_open(path, true, &cli->error);
	const struct trace_header *h;
	struct runs runs = {0};
	enum trace_read got;

	if (!r)
		return cli_fail(cli);
	while ((got = trace_next_wanted(r, args, &h, &cli->error)) ==
	       TRACE_READ_OK) {
		if (!add_run(cli, r, h, &runs)) {
			got = TRACE_READ_ERROR;
			break;
		}
	}
	if (got == TRACE_READ_END && runs.n == 0) {
		error_set(&cli->error, path, 0, 0,
			  "no run of such a policy is in it");
		got = TRACE_READ_ERROR;
	}
	if (got == TRACE_READ_END)
		print_runs(&args->print, runs.items, runs.n);
	free(runs.items);
	trace_reader_close(r);
	return got == TRACE_READ_END ? EXIT_YES : cli_fail(cli);
}

/* --- which of them --- */

static const struct act {
	const char *name;
	size_t files;
	enum exit_code (*run)(struct cli *cli);
} acts[] = {
	{"metrics", 1, trace_metrics},
	{"dump", 1, trace_dump},
};
enum { ACTS = sizeof(acts) / sizeof(*acts) };

static const struct act *find_act(struct cli *cli)
{
	const char *name = cli->operands.items[0], *names[ACTS];
	char hint[128] = "";

	for (size_t i = 0; i < ACTS; i++) {
		names[i] = acts[i].name;
		if (!strcmp(name, names[i]))
			return &acts[i];
	}
	suggest(hint, sizeof(hint), name, names, ACTS);
	error_set(&cli->error, NULL, 0, 0, "unknown act '%.64s'%s", name, hint);
	return NULL;
}

static enum exit_code run_trace(struct cli *cli)
{
	const struct trace_args *args = cli->args;
	const struct act *act = find_act(cli);

	if (!act || !print_check(cli, &args->print))
		return cli_fail(cli);
	if (cli->operands.n != act->files + 1) {
		error_set(&cli->error, NULL, 0, 0,
			  "%s takes %zu file%s, not %zu", act->name, act->files,
			  act->files == 1 ? "" : "s", cli->operands.n - 1);
		return cli_fail(cli);
	}
	return act->run(cli);
}

static const struct example examples[] = {
	{"dagsim simulate w.yaml -p edf -p fifo --trace runs.trace",
	 "write a trace of two runs"},
	{"dagsim trace metrics runs.trace --json",
	 "the numbers that simulate --json printed, from the file"},
	{"dagsim trace dump runs.trace -p edf | less",
	 "every record of one run as text"},
	{NULL, NULL},
};

const struct command command_trace = {
	.name = "trace",
	.summary = "metrics, audit, difference and text of traces",
	.operands = "metrics|dump FILE",
	.about = "FILE is a trace as dagsim-trace(5) describes it, or - for "
		 "standard input.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct trace_args),
	.min_operands = 1,
	.max_operands = 3,
	.run = run_trace,
};

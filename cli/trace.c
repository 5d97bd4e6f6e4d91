/* trace.c - `dagsim trace`: what a file of records tells */
#include "cli/trace.h"

#include "cli/compare.h"
#include "trace/export.h"
#include "trace/metrics.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct trace_args, field)

static const struct option options[] = {
	{"policy", 'p', OPT_LIST, "POLICY", AT(policies),
	 .help = "only the runs of this policy; repeatable"},
	{"chain", 0, OPT_LIST, "TASK,TASK,...", AT(chains),
	 .help = "metrics: also measure how long data took along these tasks; "
		 "repeatable"},
	{"where", 0, OPT_FLAG, NULL, AT(where),
	 .help = "metrics: also tell where the time of responses went: "
		 "running, "
		 "overhead, queued, throttled, waiting for a poll or a "
		 "message"},
	{"window", 'w', OPT_TEXT, "FROM..TO", AT(window),
	 .help = "gantt: draw this stretch instead of the first miss"},
	{0},
};
static const char *const pids[] = {"task", "node", NULL};
static const struct option export_options[] = {
	{"to", 0, OPT_CHOICE, NULL, AT(to), .choices = export_names,
	 .help = "the format"},
	{"output", 'o', OPT_TEXT, "FILE", AT(output),
	 .help = "where it goes; default: standard output"},
	{"from", 0, OPT_TIME, "TIME", AT(from),
	 .help = "what happens from this instant on"},
	{"to-time", 0, OPT_SPAN, "TIME", AT(to_time),
	 .help = "what happens before this instant"},
	{"pid", 0, OPT_CHOICE, NULL, AT(pid), .choices = pids,
	 .help = "ftrace, litmus: is a process a task or a node? Default: a "
		 "node in ftrace, a task in litmus"},
	{0},
};
static const struct option_group groups[] = {
	{"Options", options, 0},
	{"Export", export_options, 0},
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

enum trace_read trace_next_wanted(struct cli *cli, struct trace_reader *r,
				  const struct trace_header **h)
{
	const struct trace_args *args = cli->args;
	const struct trace_header *before = *h;
	enum trace_read got;

	do {
		got = trace_reader_section(r, h, &cli->error);
	} while (got == TRACE_READ_OK && !wanted(args, (*h)->policy));
	if (got != TRACE_READ_END || before)
		return got;
	error_set(&cli->error, NULL, 0, 0,
		  "no run of such a policy is in the trace");
	return TRACE_READ_ERROR;
}

/* --- metrics --- */

struct runs {
	struct report_run *items;
	size_t n, cap;
};

/* The chains of the workload of this run, then those that are asked for. */
static bool read_chains(struct cli *cli, const struct trace_header *h,
			struct chain *chains)
{
	const struct trace_args *args = cli->args;
	const char **names = ARENA_NEW(&cli->arena, const char *, h->n_tasks);

	for (uint32_t i = 0; i < h->n_tasks; i++)
		names[i] = h->tasks[i].name;
	for (uint32_t i = 0; i < h->n_chains; i++)
		*chains++ = h->chains[i];
	for (size_t i = 0; i < args->chains.n; i++)
		if (!chain_parse(&chains[i], args->chains.items[i], names,
				 h->n_tasks, &cli->arena, &cli->error))
			return false;
	return true;
}

/* The response is measured as the trace says, or as asked. */
static const struct trace_header *as_measured(struct cli *cli,
					      const struct trace_header *h)
{
	const struct trace_args *args = cli->args;
	struct trace_header *own;

	if (!args->print.response.given)
		return h;
	own = ARENA_NEW(&cli->arena, struct trace_header, 1);
	*own = *h;
	own->response = (uint32_t)args->print.response.index;
	return own;
}

/* Of each task, and of all. */
static struct where_sum *sums_of(struct cli *cli, const struct trace_header *h,
				 const struct where_time *w)
{
	struct where_sum *sums;

	if (!w)
		return NULL;
	sums = ARENA_NEW(&cli->arena, struct where_sum, h->n_tasks + 1u);
	where_time_sum(w, sums, &sums[h->n_tasks]);
	return sums;
}

static void print_where(const struct runs *runs)
{
	for (size_t i = 0; i < runs->n; i++) {
		const struct trace_header *h = runs->items[i].header;

		putchar('\n');
		where_table(stdout, h->policy, h, runs->items[i].where,
			    &runs->items[i].where[h->n_tasks]);
	}
}

static bool add_run(struct cli *cli, struct trace_reader *r,
		    const struct trace_header *h, struct runs *runs)
{
	size_t n =
		((const struct trace_args *)cli->args)->chains.n + h->n_chains;
	struct chain *chains = ARENA_NEW(&cli->arena, struct chain, n);
	struct chain_times *times =
		ARENA_NEW(&cli->arena, struct chain_times, n);
	struct metrics_run *out = ARENA_NEW(&cli->arena, struct metrics_run, 1);
	struct trace_sink *sinks[3];
	struct where_time *where = NULL;
	struct chain_watch *watch;
	struct metrics *m;
	size_t n_sinks = 1;
	bool ok;

	h = as_measured(cli, h);
	if (!read_chains(cli, h, chains))
		return false;
	m = metrics_new(h);
	watch = chain_watch_new(h, chains, n);
	sinks[0] = metrics_sink(m);
	if (n)
		sinks[n_sinks++] = chain_watch_sink(watch);
	if (((const struct trace_args *)cli->args)->where) {
		where = where_time_new(h);
		sinks[n_sinks++] = where_time_sink(where);
	}
	ok = trace_reader_feed(r, sinks, n_sinks, &cli->error);
	if (ok) {
		void *items = runs->items;

		metrics_report(m, &cli->arena, out);
		chain_watch_report(watch, times);
		array_reserve(&items, &runs->cap, runs->n + 1,
			      sizeof(*runs->items));
		runs->items = items;
		runs->items[runs->n++] = (struct report_run){
			.header = h,
			.metrics = out,
			.digest = arena_strdup(&cli->arena,
					       trace_reader_digest(r)),
			.chains = times,
			.n_chains = n,
			.where = sums_of(cli, h, where),
		};
	}
	if (where)
		where_time_free(where);
	metrics_free(m);
	chain_watch_free(watch);
	return ok;
}

/* Headers live as long as the reader, so it is closed last. */
enum exit_code trace_metrics(struct cli *cli)
{
	const struct trace_args *args = cli->args;
	const struct trace_header *h = NULL;
	struct trace_reader *r;
	struct runs runs = {0};
	enum trace_read got;

	r = trace_reader_open(cli->operands.items[1], true, &cli->error);
	if (!r)
		return cli_fail(cli);
	while ((got = trace_next_wanted(cli, r, &h)) == TRACE_READ_OK) {
		if (!add_run(cli, r, h, &runs)) {
			got = TRACE_READ_ERROR;
			break;
		}
	}
	if (got == TRACE_READ_END)
		print_runs(&args->print, runs.items, runs.n);
	if (got == TRACE_READ_END && args->where && !args->print.json &&
	    !args->print.csv)
		print_where(&runs);
	free(runs.items);
	trace_reader_close(r);
	return got == TRACE_READ_END ? EXIT_YES : cli_fail(cli);
}

/* --- which of them --- */

enum { JSON = 1, CSV = 2, PROMETHEUS = 4 };

static const struct act {
	const char *name;
	size_t files;
	unsigned forms;
	enum exit_code (*run)(struct cli *cli);
} acts[] = {
	{"metrics", 1, JSON | CSV | PROMETHEUS, trace_metrics},
	{"audit", 1, JSON, trace_audit},
	{"diff", 2, JSON, trace_diff},
	{"dump", 1, JSON | CSV, trace_dump},
	{"export", 1, 0, trace_export},
	{"gantt", 1, 0, trace_gantt},
	{"schedule", 1, CSV, trace_schedule},
};
enum { ACTS = sizeof(acts) / sizeof(*acts) };

static const char *act_name(size_t i)
{
	return i < ACTS ? acts[i].name : NULL;
}

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

/* Is the act asked for in a form, and with options, that it has? */
static bool check_form(struct cli *cli, const struct act *act)
{
	const struct trace_args *args = cli->args;
	const struct print_args *p = &args->print;
	unsigned asked = (p->json ? JSON : 0) | (p->csv ? CSV : 0) |
			 (p->prometheus ? PROMETHEUS : 0);

	if (!print_check(cli, p))
		return false;
	if (asked & ~act->forms)
		return error_set(&cli->error, NULL, 0, 0, "%s has no form --%s",
				 act->name,
				 p->json  ? "json"
				 : p->csv ? "csv"
					  : "prometheus");
	if (act->run != trace_metrics && (p->nodes || p->response.given))
		return error_set(&cli->error, NULL, 0, 0,
				 "--nodes and --response belong to metrics, "
				 "not to %s",
				 act->name);
	if (args->window && act->run != trace_gantt)
		return error_set(&cli->error, NULL, 0, 0,
				 "--window belongs to gantt, not to %s",
				 act->name);
	if (args->chains.n &&
	    (act->run != trace_metrics || asked & (CSV | PROMETHEUS)))
		return error_set(&cli->error, NULL, 0, 0,
				 "--chain goes with the table of metrics, or "
				 "its --json");
	if (args->where &&
	    (act->run != trace_metrics || args->print.prometheus ||
	     (args->print.csv && args->print.nodes)))
		return error_set(&cli->error, NULL, 0, 0,
				 "--where goes with the table of metrics, its "
				 "--json, or its --csv of tasks");
	if (act->run != trace_export &&
	    (args->to.given || args->pid.given || args->from.given ||
	     args->to_time.given || args->output))
		return error_set(&cli->error, NULL, 0, 0,
				 "--to, --output, --from, --to-time and --pid "
				 "belong to export, not to %s",
				 act->name);
	return true;
}

static enum exit_code run_trace(struct cli *cli)
{
	const struct act *act = find_act(cli);

	if (!act || !check_form(cli, act))
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
	{"dagsim trace audit runs.trace",
	 "re-derive every rule from the records; exit 1 if one is broken"},
	{"dagsim trace diff a.trace b.trace",
	 "where two runs part, and which jobs fared differently"},
	{"dagsim trace gantt runs.trace --window 1s..1.2s",
	 "draw a stretch of each run"},
	{"dagsim trace dump runs.trace -p edf | less",
	 "every record of one run as text"},
	{"dagsim trace export runs.trace --to chrome -o runs.json",
	 "for ui.perfetto.dev and speedscope"},
	{NULL, NULL},
};

const struct command command_trace = {
	.name = "trace",
	.summary = "metrics, audit, differences, text and exports of traces",
	.operands = "ACT FILE...",
	.about = "ACT: metrics, audit, diff (two files), dump, export, gantt, "
		 "schedule. FILE is a trace as dagsim-trace(5) describes it, "
		 "or - for standard input.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct trace_args),
	.min_operands = 1,
	.max_operands = 3,
	.acts = act_name,
	.run = run_trace,
};

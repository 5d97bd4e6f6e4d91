/* trace_export.c - `dagsim trace export`: a trace for other people's viewers */
#include "cli/trace.h"

#include "cli/output.h"
#include "trace/export.h"

#include <string.h>
#include <unistd.h>

struct exporting {
	struct cli *cli;
	const struct export_format *format;
	struct export_options opt;
	struct output out;
	struct trace_reader *reader;
	struct export *export;
};

static bool set_up(struct exporting *s)
{
	const struct trace_args *args = s->cli->args;
	struct dag_error *e = &s->cli->error;

	if (!args->to.given)
		return error_set(e, NULL, 0, 0,
				 "export needs --to FORMAT: chrome, perfetto, "
				 "ftrace, litmus, vcd or csv");
	s->format = export_table[args->to.index];
	s->opt = (struct export_options){
		.from = args->from.ns,
		.to = args->to_time.given ? args->to_time.ns : DAG_TIME_MAX,
		.pid = !args->pid.given  ? PID_DEFAULT
		       : args->pid.index ? PID_NODE
					 : PID_TASK,
	};
	if (s->opt.from >= s->opt.to)
		return error_set(e, NULL, 0, 0,
				 s->opt.from > s->opt.to
					 ? "the window ends before it begins"
					 : "the window is empty: it ends where "
					   "it begins");
	if (args->output &&
	    output_same(args->output, s->cli->operands.items[1]))
		return error_set(e, args->output, 0, 0,
				 "this is the trace itself");
	if ((!args->output || !strcmp(args->output, "-")) &&
	    export_binary(s->format) && isatty(STDOUT_FILENO))
		return error_set(e, NULL, 0, 0,
				 "this format is not for a terminal; give "
				 "--output FILE");
	return true;
}

/* One run after the other; formats that hold only one refuse a second. */
static bool export_runs(struct exporting *s)
{
	struct dag_error *e = &s->cli->error;
	struct trace_sink *sink = export_sink(s->export);
	const struct trace_header *h = NULL;
	enum trace_read got;
	unsigned runs = 0;

	while ((got = trace_next_wanted(s->cli, s->reader, &h)) ==
	       TRACE_READ_OK) {
		if (runs++ && !export_several(s->format))
			return error_set(e, s->cli->operands.items[1], 0, 0,
					 "this format holds one run, the file "
					 "has more; choose by --policy");
		if (!export_begin(s->export, h, e) ||
		    !trace_reader_feed(s->reader, &sink, 1, e) ||
		    !export_end(s->export, e))
			return false;
	}
	return got == TRACE_READ_END;
}

enum exit_code trace_export(struct cli *cli)
{
	const struct trace_args *args = cli->args;
	struct exporting s = {.cli = cli};
	struct dag_error *e = &cli->error, unused;
	bool ok = set_up(&s);

	if (!ok)
		return cli_fail(cli);
	s.reader = trace_reader_open(cli->operands.items[1], false, e);
	if (!s.reader)
		return cli_fail(cli);
	ok = output_open(&s.out, args->output ? args->output : "-", &cli->arena,
			 e);
	if (ok) {
		s.export = export_new(s.format, s.out.file, &s.opt);
		ok = export_runs(&s);
		ok = export_close(s.export, ok ? e : &unused) && ok;
	}
	if (ok)
		ok = output_commit(&s.out, e);
	output_abort(&s.out);
	trace_reader_close(s.reader);
	return ok ? EXIT_YES : cli_fail(cli);
}

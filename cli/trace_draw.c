/* trace_draw.c - `dagsim trace gantt` and `schedule` */
#include "cli/trace.h"

#include "cli/window.h"
#include "trace/schedule_csv.h"

enum exit_code trace_gantt(struct cli *cli)
{
	const struct trace_args *args = cli->args;
	const struct trace_header *h = NULL;
	struct gantt_options opt;
	struct trace_reader *r;
	unsigned drawn = 0;
	enum trace_read got = TRACE_READ_END;
	bool ok = true;

	if (!gantt_window(cli, args->window ? args->window : "", &opt))
		return cli_fail(cli);
	r = trace_reader_open(cli->operands.items[1], false, &cli->error);
	if (!r)
		return cli_fail(cli);
	while (ok && (got = trace_next_wanted(cli, r, &h)) == TRACE_READ_OK) {
		struct gantt *g = gantt_new(h, &opt);
		struct trace_sink *sink = gantt_sink(g);

		ok = trace_reader_feed(r, &sink, 1, &cli->error);
		if (ok && drawn++)
			putchar('\n');
		if (ok)
			gantt_print(stdout, g);
		gantt_free(g);
	}
	trace_reader_close(r);
	return ok && got == TRACE_READ_END ? EXIT_YES : cli_fail(cli);
}

enum exit_code trace_schedule(struct cli *cli)
{
	const char *path = cli->operands.items[1];
	const struct trace_header *h = NULL;
	struct schedule_csv *s;
	struct trace_sink *sink;
	struct trace_reader *r;
	enum trace_read got = TRACE_READ_END;
	bool ok = true;

	r = trace_reader_open(path, false, &cli->error);
	if (!r)
		return cli_fail(cli);
	s = schedule_csv_new(stdout);
	sink = schedule_csv_sink(s);
	while (ok && (got = trace_next_wanted(cli, r, &h)) == TRACE_READ_OK) {
		ok = schedule_csv_begin(s, h) ||
		     error_set(&cli->error, path, 0, 0,
			       "holds runs with cores and runs without, which "
			       "have other columns; choose with --policy");
		ok = ok && trace_reader_feed(r, &sink, 1, &cli->error);
		if (ok)
			schedule_csv_end(s);
	}
	schedule_csv_free(s);
	trace_reader_close(r);
	return ok && got == TRACE_READ_END ? EXIT_YES : cli_fail(cli);
}

/* view.h - a run to look at: from a trace file, or simulated on the spot
 *
 * Drawings need to read a run twice: once to know what happened (survey,
 * metrics), once for the window that is drawn.  A source can feed the run's
 * records to sinks as often as it takes; a file is read again, a simulation
 * run again, which gives the same records.
 *
 * Ownership: everything lives in the command's arena or in the view; close
 * the source after its views.
 */
#ifndef DAGSIM_CLI_VIEW_H
#define DAGSIM_CLI_VIEW_H

#include "cli/command.h"
#include "trace/chart.h"
#include "trace/metrics.h"
#include "trace/trace_file.h"

/* Some runs that can be read again and again. */
struct source {
	uint32_t n; /* runs                                                   */
	const struct trace_header **headers;
	/* Feeds run i to the sinks.  False and *e. */
	bool (*feed)(const struct source *s, uint32_t i,
		     struct trace_sink *const *sinks, size_t n,
		     struct dag_error *e);
	const char *path; /* of the trace, else NULL                          */
	const uint32_t *sections; /* of the trace: which they are             */
	void *ctx;                /* of a simulation                          */
	struct trace_reader *reader; /* whose headers these are               */
};

/* The runs of a trace file that `policies` names (none: all).  Standard input
 * cannot be read twice and is refused.  False and cli->error. */
bool source_of_trace(struct cli *cli, const char *path,
		     const struct opt_list *policies, struct source *out);
void source_close(struct source *s);

/* Is it a trace, by its first bytes? */
bool is_trace_file(const char *path);

/* One run, surveyed and charted. */
struct view {
	const struct trace_header *h;
	struct survey survey;
	struct metrics_run metrics;
	struct chart chart;
	bool charted;
};

/* Reads run i of the source once.  False and *e. */
bool view_survey(struct view *v, struct cli *cli, const struct source *s,
		 uint32_t i, bool responses);
/* Reads it once more for a window; to = 0: where survey_window says,
 * with the task that misses. */
bool view_chart(struct view *v, struct cli *cli, const struct source *s,
		uint32_t i, const bool *wanted, dag_time from, dag_time to,
		struct chart_limits most);
void view_free(struct view *v);

#endif

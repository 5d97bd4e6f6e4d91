/* report.h - the parts of `dagsim report`: one page about a workload, a
 * trace, or the results of sweeps
 *
 * report.c          options, what there is to tell, order of the page
 * report_page.c     the frame: style, script, the pieces of HTML
 * report_source.c   runs of a workload, simulated as often as they are read
 * report_run.c      a run: numbers, response times
 * report_gantt.c    who ran when
 * report_dag.c      graphs with their critical paths
 * report_layers.c   where their nodes stand
 * report_verdict.c  what the tests say
 * report_sweep.c    files of results; sweeps over utilization
 * report_accept.c   acceptance of random sets
 * report_plot.c     lines over an axis
 *
 * The page is one file without references to others; its policy for content
 * (CSP) forbids any.  Everything that comes from a file goes through
 * html_text, so that a name cannot become markup.  Figures are inline SVG
 * whose horizontal positions are percentages, so that they fill a phone as
 * well as a desk without scaling their text.  Without JavaScript all is there
 * but zooming; details are `title`s then.
 */
#ifndef DAGSIM_CLI_REPORT_H
#define DAGSIM_CLI_REPORT_H

#include "cli/rows.h"
#include "cli/view.h"
#include "cli/workload_args.h"

struct report_args {
	struct workload_args workload;
	struct opt_list policies;
	struct opt_time duration;
	struct opt_seed seed;
	struct opt_choice noise;
	const char *window, *output;
	bool quiet;
};

enum {
	REPORT_BOXES = 1500, /* slices and marks of a chart                   */
	REPORT_ROWS = 32,    /* executors, and tasks, of a chart              */
	REPORT_TASKS = 200,  /* rows of a table                               */
	REPORT_DAGS = 12,
	REPORT_DAG_NODES = 120,
};

/* --- report_page.c --- */

/* Text of HTML or of an attribute in quotes. */
void html_text(FILE *out, const char *s);
/* The colour of task or line i, which can be told from the page on screen, in
 * the dark and on paper. */
void html_colour(FILE *out, uint32_t i);
/* A decimal of milliseconds, "12.345 ms", or, of what is very short or very
 * long, of microseconds, nanoseconds, seconds. */
void html_time(FILE *out, dag_time t);
void page_begin(FILE *out, const char *title, const char *what,
		const char *command);
void page_end(FILE *out);
/* "<section><h2>..." and its end. */
void section_begin(FILE *out, const char *title);
void section_end(FILE *out);
/* A frame that scrolls sideways by itself, also by keys. */
void wide_begin(FILE *out, const char *label);
void wide_end(FILE *out);

/* --- report_source.c --- */

/* The runs of a workload under policies (none: all that fit).  The workload
 * stays open until source_close_simulated. */

bool source_of_workload(struct cli *cli, const struct report_args *args,
			const char *path, struct source *out);
void source_close_simulated(struct source *s);
const struct workload *source_workload(const struct source *s);

/* --- the sections --- */

void report_run(FILE *out, const struct view *v, uint32_t number);
void report_responses(FILE *out, const struct view *v);
/* caption: what is drawn, as a sentence. */
void report_gantt(FILE *out, const struct view *v, const char *caption,
		  uint32_t number);
/* Graphs of tasks of more than one node, with the nodes' longest times. */
void report_dags(FILE *out, const struct view *v);
/* What the tests say of the workload under the policy. */
void report_verdicts(FILE *out, struct cli *cli, const struct report_args *args,
		     const char *policy);
/* Lines in percent over n_x named places; not finite: no value there.  A
 * reference, which guarantees nothing, is dashed. */
struct report_plot {
	const char *caption, *x_title;
	uint32_t n_x, n_lines;
	const char **x, **names;
	double (*at)(const void *ctx, uint32_t x, uint32_t line);
	bool (*reference)(const void *ctx, uint32_t line); /* NULL: none is   */
	const void *ctx;
	bool whole; /* the scale is 0 to 100; else as far as need be          */
};
void report_plot(FILE *out, const struct report_plot *p);

/* --- results of sweeps --- */

struct accept_table;
void report_accept(FILE *out, const struct accept_table *t, struct arena *a);
/* Is it NAME_points.jsonl or NAME_accept.jsonl? */
bool report_is_result(const char *name);
/* Those files of a folder.  False and cli->error. */
bool report_results(FILE *out, struct cli *cli, const char *folder);

#endif

/* merge.c - `dagsim merge`: the shards of a sweep become one */
#include "cli/accept_files.h"
#include "cli/output.h"
#include "cli/sweep_files.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

#define FILE_MAX ((size_t)1 << 40)

struct merge_args {
	const char *out_dir, *figure_dir;
};

#define AT(field) offsetof(struct merge_args, field)

static const struct option options[] = {
	{"out-dir", 'o', OPT_TEXT, "DIR", AT(out_dir), .def = "results",
	 .help = "where NAME_points.jsonl, NAME_table.md and NAME_table.csv "
		 "go"},
	{"figure-dir", 0, OPT_TEXT, "DIR", AT(figure_dir),
	 .help = "draw NAME.png and NAME.svg there with gnuplot, beside their "
		 "data and script"},
	{0},
};

/* The rows of one sweep so far. */
struct part {
	enum row_kind kind;
	char sweep[17];
	const char *workload;
	const char *first_file;
	size_t n_rows, n_here;
	char **lines;      /* without their newlines                         */
	const char **from; /* the file of each                               */
	struct part *next;
};

struct merge {
	struct cli *cli;
	struct part *parts; /* in order of appearance                        */
};

static struct part *new_part(struct merge *m, const struct row_name *name,
			     const char *file, struct part **at)
{
	struct arena *a = &m->cli->arena;
	struct part *p = ARENA_NEW(a, struct part, 1);

	memcpy(p->sweep, name->sweep, sizeof(p->sweep));
	p->workload = arena_strdup(a, name->workload);
	p->first_file = file;
	p->kind = name->kind;
	p->n_rows = name->rows;
	p->lines = ARENA_NEW(a, char *, name->rows);
	p->from = ARENA_NEW(a, const char *, name->rows);
	*at = p;
	return p;
}

/* Rows of one workload belong to one sweep: shards that were made with other
 * options would fill each other's holes unnoticed. */
static struct part *part_of(struct merge *m, const struct row_name *name,
			    const char *file, unsigned line)
{
	struct part **at = &m->parts;

	for (; *at; at = &(*at)->next) {
		bool same = !strcmp((*at)->sweep, name->sweep);

		if (same && (*at)->n_rows == name->rows &&
		    (*at)->kind == name->kind)
			return *at;
		if (same || !strcmp((*at)->workload, name->workload)) {
			error_set(&m->cli->error, file, line, 0,
				  "this row is of another sweep of %.200s (%s) "
				  "than those of %.200s (%s)",
				  name->workload, name->sweep,
				  (*at)->first_file, (*at)->sweep);
			return NULL;
		}
	}
	return new_part(m, name, file, at);
}

static bool take_line(struct merge *m, const char *file, unsigned number,
		      char *line, size_t len)
{
	struct dag_error *e = &m->cli->error;
	struct row_name name;
	struct part *p;

	if (!row_name(line, len, file, number, &name, e))
		return false;
	p = part_of(m, &name, file, number);
	if (!p)
		return false;
	if (p->lines[name.row])
		return error_set(e, file, number, 0,
				 "row %zu is there twice; the other is in "
				 "%.200s",
				 name.row, p->from[name.row]);
	p->lines[name.row] = line;
	p->from[name.row] = file;
	p->n_here++;
	return true;
}

static bool take_file(struct merge *m, const char *file)
{
	const char *data;
	size_t len;
	char *line, *end;

	if (!file_read(&m->cli->arena, file, FILE_MAX, &data, &len,
		       &m->cli->error))
		return false;
	line = arena_strndup(&m->cli->arena, data, len);
	for (unsigned n = 1; *line; line = end + 1, n++) {
		end = strchr(line, '\n');
		if (!end)
			return error_set(&m->cli->error, file, n, 0,
					 "the last line is torn; finish the "
					 "shard with --resume");
		*end = '\0';
		if (!take_line(m, file, n, line, (size_t)(end - line)))
			return false;
	}
	return true;
}

static bool check_holes(struct merge *m, const struct part *p)
{
	size_t first = 0;

	if (p->n_here == p->n_rows)
		return true;
	while (p->lines[first])
		first++;
	return error_set(&m->cli->error, NULL, 0, 0,
			 "%zu of %zu rows of %.200s are missing, the first is "
			 "row %zu",
			 p->n_rows - p->n_here, p->n_rows, p->workload, first);
}

static bool write_lines(struct merge *m, const char *path, char *const *lines,
			size_t n)
{
	struct output out;

	if (!output_open(&out, path, &m->cli->arena, &m->cli->error))
		return false;
	for (size_t i = 0; i < n; i++)
		fprintf(out.file, "%.*s\n", (int)strcspn(lines[i], "\n"),
			lines[i]);
	if (!output_commit(&out, &m->cli->error))
		return false;
	puts(path);
	return true;
}

static bool check_rows(struct merge *m, const struct part *p)
{
	struct dag_error *e = &m->cli->error;
	struct arena a = {0};
	struct rows rows;
	struct accept_table t;
	bool ok;

	if (p->kind == ROW_SWEEP)
		ok = rows_read(&rows, p->lines, p->n_rows, &a, e);
	else if (p->kind == ROW_ACCEPT)
		ok = accept_read(&t, p->lines, p->n_rows, &a, e);
	else
		ok = accept_sum(&t, p->lines, p->n_rows, &a, e);
	arena_free(&a);
	return ok;
}

static bool write_sweep(struct merge *m, const struct part *p,
			struct figures *figures)
{
	const struct merge_args *args = m->cli->args;
	struct arena *a = &m->cli->arena;
	const char *path = files_points(a, args->out_dir,
					rows_file_name(a, p->workload), 0, 0);

	return write_lines(m, path, p->lines, p->n_rows) &&
	       files_from_lines(m->cli, p->lines, p->n_rows, args->out_dir,
				figures);
}

static bool write_accept(struct merge *m, const struct part *p,
			 struct figures *figures)
{
	const struct merge_args *args = m->cli->args;
	struct arena *a = &m->cli->arena;
	const char *path = accept_points(a, args->out_dir,
					 rows_file_name(a, p->workload), 0, 0);
	struct dag_error *e = &m->cli->error;
	struct accept_table t;
	char **lines;
	size_t n;

	if (!(p->kind == ROW_ACCEPT
		      ? accept_read(&t, p->lines, p->n_rows, a, e)
		      : accept_sum(&t, p->lines, p->n_rows, a, e)))
		return false;
	lines = accept_lines(&t, a, &n);
	return write_lines(m, path, lines, n) &&
	       accept_write(m->cli, &t, args->out_dir, figures);
}

static bool write_part(struct merge *m, const struct part *p,
		       struct figures *figures)
{
	return p->kind == ROW_SWEEP ? write_sweep(m, p, figures)
				    : write_accept(m, p, figures);
}

/* Nothing is written before everything was found to fit. */
static bool merge_all(struct merge *m)
{
	const struct merge_args *args = m->cli->args;
	struct dag_error *e = &m->cli->error;
	struct figures figures = {.folder = args->figure_dir,
				  .arena = &m->cli->arena};

	for (size_t i = 0; i < m->cli->operands.n; i++)
		if (!take_file(m, m->cli->operands.items[i]))
			return false;
	if (!m->parts)
		return error_set(e, NULL, 0, 0, "the files hold no rows");
	for (const struct part *p = m->parts; p; p = p->next)
		if (!check_holes(m, p) || !check_rows(m, p))
			return false;
	if (!files_folder(args->out_dir, &m->cli->arena, e) ||
	    (args->figure_dir &&
	     !files_folder(args->figure_dir, &m->cli->arena, e)))
		return false;
	for (const struct part *p = m->parts; p; p = p->next)
		if (!write_part(m, p, &figures))
			return false;
	figures_draw(&figures);
	return true;
}

static enum exit_code run_merge(struct cli *cli)
{
	struct merge m = {.cli = cli};

	return merge_all(&m) ? EXIT_YES : cli_fail(cli);
}

static const struct example examples[] = {
	{"dagsim merge parts/*.jsonl -o results --figure-dir figures",
	 "what one process would have written"},
	{NULL, NULL},
};
static const struct option_group groups[] = {
	{"Output", options, 0},
	{NULL, NULL, 0},
};

const struct command command_merge = {
	.name = "merge",
	.summary = "put the shards of a sweep together",
	.operands = "POINTS...",
	.about = "Reads the files that dagsim bench --shard left and writes "
		 "what a single process would have written, byte for byte. "
		 "Missing rows, rows that are there twice and rows of another "
		 "sweep are refused, and then nothing is written.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct merge_args),
	.min_operands = 1,
	.max_operands = SIZE_MAX,
	.run = run_merge,
};

/* sweep_files.c - see sweep_files.h */
#include "cli/sweep_files.h"

#include "cli/output.h"
#include "cli/sweep_figure.h"
#include "cli/sweep_response.h"
#include "cli/sweep_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool files_folder(const char *path, struct arena *a, struct dag_error *e)
{
	char *copy = arena_strdup(a, path), *probe;
	int fd;

	for (char *c = copy + (*copy == '/'); *c; c++)
		if (*c == '/') {
			*c = '\0';
			if (mkdir(copy, 0777) != 0 && errno != EEXIST)
				return error_system(e, copy,
						    "cannot make this folder");
			*c = '/';
		}
	if (mkdir(copy, 0777) != 0 && errno != EEXIST)
		return error_system(e, path, "cannot make this folder");
	probe = arena_printf(a, "%s/.dagsim.XXXXXX", path);
	fd = mkstemp(probe);
	if (fd < 0)
		return error_system(e, path, "cannot write here");
	close(fd);
	unlink(probe);
	return true;
}

const char *files_points(struct arena *a, const char *dir, const char *name,
			 uint32_t shard, uint32_t n_shards)
{
	if (n_shards)
		return arena_printf(a, "%s/%s_points.%u-of-%u.jsonl", dir, name,
				    shard + 1, n_shards);
	return arena_printf(a, "%s/%s_points.jsonl", dir, name);
}

typedef void writer(FILE *out, const struct rows *r);

static bool write_one(struct cli *cli, const struct rows *r, const char *path,
		      writer *write)
{
	struct output out;

	if (!output_open(&out, path, &cli->arena, &cli->error))
		return false;
	write(out.file, r);
	if (!output_commit(&out, &cli->error))
		return false;
	puts(path);
	return true;
}

typedef void scripter(FILE *out, const struct rows *r, const char *data,
		      const char *stem, const char *form);

static bool write_script(struct cli *cli, const struct rows *r,
			 const char *path, const char *data, scripter *script)
{
	struct output out;

	if (!output_open(&out, path, &cli->arena, &cli->error))
		return false;
	script(out.file, r, data, r->file_name, NULL);
	if (!output_commit(&out, &cli->error))
		return false;
	puts(path);
	return true;
}

static bool write_figure(struct cli *cli, const struct rows *r,
			 struct figures *figures, const char *end, writer *data,
			 scripter *script)
{
	struct arena *a = &cli->arena;
	const char *dir = figures->folder;
	const char *stem = arena_printf(a, "%s%s", r->file_name, end);
	const char *file = arena_printf(a, "%s.dat", stem);

	if (!write_one(cli, r, arena_printf(a, "%s/%s", dir, file), data) ||
	    !write_script(cli, r, arena_printf(a, "%s/%s.gp", dir, stem), file,
			  script))
		return false;
	figures_add(figures, stem);
	return true;
}

static bool write_figures(struct cli *cli, const struct rows *r,
			  struct figures *figures)
{
	return write_figure(cli, r, figures, "", figure_data, figure_script) &&
	       write_figure(cli, r, figures, "_response", response_data,
			    response_script);
}

bool files_write(struct cli *cli, const struct rows *r, const char *dir,
		 struct figures *figures)
{
	struct arena *a = &cli->arena;
	const char *stem = arena_printf(a, "%s/%s_table", dir, r->file_name);

	return write_one(cli, r, arena_printf(a, "%s.md", stem),
			 table_markdown) &&
	       write_one(cli, r, arena_printf(a, "%s.csv", stem), table_csv) &&
	       (!figures->folder || write_figures(cli, r, figures));
}

bool files_from_lines(struct cli *cli, char *const *lines, size_t n,
		      const char *dir, struct figures *figures)
{
	struct rows rows;

	return rows_read(&rows, lines, n, &cli->arena, &cli->error) &&
	       files_write(cli, &rows, dir, figures);
}

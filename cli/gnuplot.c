/* gnuplot.c - see gnuplot.h */
#include "cli/gnuplot.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND = 127 };

void figures_add(struct figures *f, const char *stem)
{
	assert(f->folder && stem);
	if (f->n == f->cap) {
		size_t cap = f->cap ? 2 * f->cap : 8;
		const char **grown = ARENA_NEW(f->arena, const char *, cap);

		for (size_t i = 0; i < f->n; i++)
			grown[i] = f->stems[i];
		f->stems = grown;
		f->cap = cap;
	}
	f->stems[f->n++] = arena_strdup(f->arena, stem);
}

/* Starts gnuplot on scripts first, first + step, ... */
static pid_t start(const struct figures *f, size_t first, size_t step)
{
	char **argv = ARENA_NEW(f->arena, char *, f->n + 2);
	pid_t child;
	int n = 0;

	argv[n++] = arena_strdup(f->arena, "gnuplot");
	for (size_t i = first; i < f->n; i += step)
		argv[n++] = arena_printf(f->arena, "%s.gp", f->stems[i]);
	child = fork();
	if (child == 0) {
		if (chdir(f->folder) == 0)
			execvp(argv[0], argv);
		_exit(errno == ENOENT ? NOT_FOUND : NOT_FOUND - 1);
	}
	return child;
}

/* How it ended; -1 where it did not run. */
static int end_of(pid_t child)
{
	int status = -1;

	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Does the picture end as it should?  gnuplot does not mind a full disk.  What
 * does not is removed. */
static bool ends_with(const struct figures *f, const char *stem,
		      const char *kind, const char *mark)
{
	const char *path =
		arena_printf(f->arena, "%s/%s.%s", f->folder, stem, kind);
	char last[16 + 1] = "";
	FILE *in = fopen(path, "rb");
	bool whole = false;

	if (!in)
		return false;
	if (fseek(in, -16, SEEK_END) == 0 && fread(last, 1, 16, in) == 16)
		for (size_t i = 0; i + strlen(mark) <= 16; i++)
			whole |= !strncmp(last + i, mark, strlen(mark));
	fclose(in);
	if (!whole)
		unlink(path);
	return whole;
}

static bool is_whole(const struct figures *f, const char *stem)
{
	bool png = ends_with(f, stem, "png", "IEND");

	return ends_with(f, stem, "svg", "</svg>") && png;
}

static void tell(const struct figures *f, const char *stem, int code)
{
	const char *folder = f->folder;

	if (code == 0 && f->untold)
		return;
	if (code == 0)
		printf("%s/%s.png\n%s/%s.svg\n", folder, stem, folder, stem);
	else if (code == NOT_FOUND)
		fprintf(stderr,
			"note: no gnuplot here, so no figure; the data and "
			"its script are in %s/%s.gp\n",
			folder, stem);
	else
		fprintf(stderr, "note: gnuplot could not draw %s/%s.gp\n",
			folder, stem);
}

/* gnuplot ends at the first script that fails: then each is drawn alone, to
 * see which that was. */
void figures_draw(struct figures *f)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	size_t most = f->at_once       ? f->at_once
		      : processors > 0 ? (size_t)processors
				       : 1;
	size_t shares = most < f->n ? most : f->n;
	pid_t *children = ARENA_NEW(f->arena, pid_t, shares);
	int *codes = ARENA_NEW(f->arena, int, shares);

	fflush(stdout); /* else a child that fails prints it again */
	for (size_t i = 0; i < shares; i++)
		children[i] = start(f, i, shares);
	for (size_t i = 0; i < shares; i++)
		codes[i] = end_of(children[i]);
	for (size_t i = 0; i < f->n; i++) {
		int code = codes[i % shares];

		if (code != 0 && code != NOT_FOUND && f->n > shares)
			code = end_of(start(f, i, f->n));
		if (code == 0 && !is_whole(f, f->stems[i]))
			code = NOT_FOUND - 1;
		tell(f, f->stems[i], code);
	}
	f->n = 0;
}

/* --- one --- */

/* Starts gnuplot between two pipes. */
static pid_t start_gnuplot(const int in[2], const int out[2])
{
	pid_t child = fork();

	if (child == 0) {
		dup2(in[0], STDIN_FILENO);
		dup2(out[1], STDOUT_FILENO);
		close(in[0]), close(in[1]);
		close(out[0]), close(out[1]);
		execlp("gnuplot", "gnuplot", "-", (char *)NULL);
		_exit(errno == ENOENT ? NOT_FOUND : NOT_FOUND - 1);
	}
	return child;
}

/* A process of its own writes the script: gnuplot may want to be read before
 * it reads on. */
static pid_t start_script(const int in[2], const int out[2],
			  gnuplot_script *write, const void *ctx,
			  const char *form)
{
	pid_t child = fork();
	FILE *to;

	if (child == 0) {
		close(in[0]);
		close(out[0]), close(out[1]);
		to = fdopen(in[1], "w");
		if (!to)
			_exit(NOT_FOUND - 1);
		write(to, ctx, form);
		_exit(fclose(to) == 0 ? 0 : NOT_FOUND - 1);
	}
	return child;
}

static void pass_on(int from, FILE *to)
{
	char some[4096];
	ssize_t n;

	while ((n = read(from, some, sizeof(some))) != 0)
		if (n > 0)
			fwrite(some, 1, (size_t)n, to);
		else if (errno != EINTR)
			break;
}

/* gnuplot passes over what it cannot write, so it writes to here. */
bool gnuplot_draw(gnuplot_script *write, const void *ctx, const char *form,
		  FILE *out, struct dag_error *e)
{
	int to[2], from[2], drawn, told;
	pid_t gnuplot, script;

	if (fflush(out) != 0 || pipe(to) != 0)
		return error_system(e, "gnuplot", "cannot run");
	if (pipe(from) != 0) {
		error_system(e, "gnuplot", "cannot run");
		close(to[0]), close(to[1]);
		return false;
	}
	gnuplot = start_gnuplot(to, from);
	script = start_script(to, from, write, ctx, form);
	close(to[0]), close(to[1]), close(from[1]);
	pass_on(from[0], out);
	close(from[0]);
	drawn = end_of(gnuplot);
	told = end_of(script);
	if (drawn == 0 && told == 0)
		return true;
	errno = drawn == NOT_FOUND ? ENOENT : EIO;
	return error_system(e, "gnuplot", "cannot draw");
}

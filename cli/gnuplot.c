/* gnuplot.c - see gnuplot.h */
#include "cli/gnuplot.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
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
		tell(f, f->stems[i], code);
	}
	f->n = 0;
}

/* output.c - see output.h */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	TEMPORARIES_MAX = 16,
	BUFFER_SIZE = 64 << 10, /* stdio would write by 4 KiB                */
};

/* Names of temporaries for the signal handler: a slot is in use while its
 * flag is set, and the name is complete before the flag is. */
static char temporaries[TEMPORARIES_MAX][PATH_MAX];
static volatile sig_atomic_t in_use[TEMPORARIES_MAX];

void output_remove(void)
{
	for (int i = 0; i < TEMPORARIES_MAX; i++)
		if (in_use[i])
			unlink(temporaries[i]);
}

static void on_signal(int sig)
{
	output_remove();
	if (sig == SIGINT)
		_exit(EXIT_INTERRUPTED);
	signal(sig, SIG_DFL);
	raise(sig);
}

/* A closed descriptor would be given to the next file opened, and what is
 * printed would land there.  Opened the wrong way round, it fails instead. */
static void occupy(int fd, int flags)
{
	if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
		(void)!open("/dev/null", flags);
}

void output_init(void)
{
	struct sigaction act = {.sa_handler = on_signal};

	occupy(STDIN_FILENO, O_WRONLY);
	occupy(STDOUT_FILENO, O_RDONLY);
	occupy(STDERR_FILENO, O_RDONLY);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(&act.sa_mask);
	sigaddset(&act.sa_mask, SIGINT);
	sigaddset(&act.sa_mask, SIGTERM);
	sigaddset(&act.sa_mask, SIGHUP);
	sigaddset(&act.sa_mask, SIGQUIT);
	sigaction(SIGHUP, &act, NULL);
	sigaction(SIGQUIT, &act, NULL);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
}

/* The folder of a path, and where its last part begins. */
static bool folder_of(const char *path, struct stat *dir, const char **base)
{
	const char *slash = strrchr(path, '/');
	char folder[4096];

	*base = slash ? slash + 1 : path;
	if (!slash)
		return stat(".", dir) == 0;
	if ((size_t)(slash - path) + 2 > sizeof(folder))
		return false;
	memcpy(folder, path, (size_t)(slash - path) + 1);
	folder[slash - path + 1] = '\0';
	return stat(folder, dir) == 0;
}

bool output_same(const char *a, const char *b)
{
	struct stat x, y;
	const char *base_a, *base_b;

	if (!strcmp(a, "-") || !strcmp(b, "-"))
		return false;
	if (stat(a, &x) == 0 && stat(b, &y) == 0)
		return x.st_dev == y.st_dev && x.st_ino == y.st_ino &&
		       S_ISREG(x.st_mode);
	return folder_of(a, &x, &base_a) && folder_of(b, &y, &base_b) &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino &&
	       !strcmp(base_a, base_b);
}

static int take_slot(void)
{
	for (int i = 0; i < TEMPORARIES_MAX; i++)
		if (!in_use[i])
			return i;
	REQUIRE(false && "more outputs open than there are slots");
	return -1;
}

/* Creates the temporary with the mode a plain creation would have had. */
static bool open_temporary(struct output *o, struct arena *a,
			   struct dag_error *e)
{
	const char *target = o->path;
	char *real = realpath(o->path, NULL); /* write through a link */
	mode_t mask = umask(0);
	char *name;
	size_t len;
	int fd;

	umask(mask);
	if (real)
		target = arena_strdup(a, real);
	free(real);
	o->path = target;
	name = arena_printf(a, "%s.XXXXXX", target);
	o->slot = take_slot();
	len = strlen(name);
	if (len >= PATH_MAX)
		return error_set(e, o->path, 0, 0, "name is too long");
	fd = mkstemp(name);
	if (fd < 0)
		return error_system(e, o->path, "cannot write here");
	memcpy(temporaries[o->slot], name, len + 1);
	in_use[o->slot] = 1;
	o->tmp = name;
	o->file = fdopen(fd, "w");
	if (o->file)
		setvbuf(o->file, arena_alloc(a, BUFFER_SIZE), _IOFBF,
			BUFFER_SIZE);
	if (!o->file || fchmod(fd, 0666 & ~mask) != 0) {
		error_system(e, o->path, "cannot write here");
		output_abort(o);
		return false;
	}
	return true;
}

bool output_open(struct output *o, const char *path, struct arena *a,
		 struct dag_error *e)
{
	struct stat st;

	assert(path);
	*o = (struct output){.path = path, .slot = -1};
	if (!strcmp(path, "-")) {
		o->file = stdout;
		return true;
	}
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return error_system(e, path, "cannot write");
	}
	if (stat(path, &st) != 0 || S_ISREG(st.st_mode))
		return open_temporary(o, a, e);
	o->file = fopen(path, "w");
	if (!o->file)
		return error_system(e, path, "cannot write");
	return true;
}

/* Did all bytes go out?  Where an earlier write failed its reason is gone;
 * another attempt fails for the same one. */
static bool flush_all(FILE *f)
{
	bool failed = ferror(f) != 0;

	errno = 0;
	if (failed)
		fputc('\n', f);
	if (fflush(f) == 0 && !failed)
		return true;
	if (!errno)
		errno = EIO;
	return false;
}

bool output_flush(struct output *o, struct dag_error *e)
{
	return flush_all(o->file) || error_system(e, o->path, "cannot write");
}

bool output_sync(struct output *o, struct dag_error *e)
{
	bool ok = flush_all(o->file) &&
		  (fdatasync(fileno(o->file)) == 0 || errno == EINVAL);

	if (ok)
		return true;
	error_system(e, o->path, "cannot write");
	output_abort(o);
	return false;
}

bool output_commit(struct output *o, struct dag_error *e)
{
	bool ok;

	assert(o->file);
	if (o->file == stdout) {
		o->file = NULL;
		return output_stdout(e);
	}
	ok = flush_all(o->file);
	if (!ok)
		error_system(e, o->path, "cannot write");
	if (fclose(o->file) != 0 && ok)
		ok = error_system(e, o->path, "cannot write");
	o->file = NULL;
	if (o->tmp && ok && rename(o->tmp, o->path) != 0)
		ok = error_system(e, o->path, "cannot replace");
	if (o->tmp && !ok)
		unlink(o->tmp);
	if (o->tmp)
		in_use[o->slot] = 0;
	o->tmp = NULL;
	return ok;
}

void output_abort(struct output *o)
{
	if (o->file && o->file != stdout)
		fclose(o->file);
	o->file = NULL;
	if (o->tmp) {
		unlink(o->tmp);
		in_use[o->slot] = 0;
	}
	o->tmp = NULL;
}

bool output_stdout(struct dag_error *e)
{
	if (flush_all(stdout))
		return true;
	return error_system(e, "standard output", "cannot write");
}

bool output_color(FILE *f)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(fileno(f)) && (!no || !*no) && term &&
	       strcmp(term, "dumb") != 0;
}

/* journal.c - see journal.h */
#define _DEFAULT_SOURCE /* flock */
#include "cli/journal.h"

#include "base/file.h"
#include "cli/output.h"
#include "cli/rows.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define FILE_MAX ((size_t)1 << 40)

/* Takes the whole lines of `data`; *used tells how far they go. */
static bool take_rows(struct row_set *s, const char *path, const char *data,
		      size_t len, size_t *used, struct dag_error *e)
{
	unsigned line = 0;

	for (*used = 0; *used < len;) {
		const char *start = data + *used;
		const char *end = memchr(start, '\n', len - *used);
		struct row_name name;

		if (!end)
			return true;
		line++;
		if (!row_name(start, (size_t)(end - start), path, line, &name,
			      e))
			return false;
		if (strcmp(name.sweep, s->hash) != 0 ||
		    name.rows != s->n_rows || name.kind != s->maker->kind)
			return error_set(
				e, path, line, 0,
				"this row is of another sweep; without "
				"--resume it would be written anew");
		if (!s->lines[name.row]) {
			size_t n = (size_t)(end - start) + 1;

			s->lines[name.row] = alloc_checked(malloc(n + 1));
			memcpy(s->lines[name.row], start, n);
			s->lines[name.row][n] = '\0';
		}
		*used += (size_t)(end - start) + 1;
	}
	return true;
}

static bool resume_from(struct row_set *s, const char *path, size_t *used,
			struct dag_error *e)
{
	struct arena a = {0};
	const char *data;
	size_t len;
	bool ok = file_read(&a, path, FILE_MAX, &data, &len, e) &&
		  take_rows(s, path, data, len, used, e);

	arena_free(&a);
	return ok;
}

bool journal_open(struct journal *j, const char *file, struct row_set *s,
		  bool resume, struct arena *a, struct dag_error *e)
{
	size_t used = 0, ignored;

	*j = (struct journal){.fd = -1, .file = file};
	pthread_mutex_init(&j->lock, NULL);
	j->path = arena_printf(a, "%s.partial", file);
	j->fd = open(j->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (j->fd < 0)
		return error_system(e, j->path, "cannot write here");
	if (flock(j->fd, LOCK_EX | LOCK_NB) != 0)
		return error_system(e, j->path,
				    "another process writes this sweep");
	if (resume && !resume_from(s, j->path, &used, e))
		return false;
	if (resume && used == 0 && access(file, R_OK) == 0 &&
	    !resume_from(s, file, &ignored, e))
		return false;
	if (ftruncate(j->fd, (off_t)used) != 0 || lseek(j->fd, 0, SEEK_END) < 0)
		return error_system(e, j->path, "cannot write here");
	return true;
}

bool journal_append(struct journal *j, const char *line)
{
	size_t left = strlen(line);

	pthread_mutex_lock(&j->lock);
	while (left && !j->failed) {
		ssize_t n = write(j->fd, line, left);

		if (n < 0 && errno != EINTR)
			j->failed = errno;
		if (n < 0)
			continue;
		line += n;
		left -= (size_t)n;
	}
	j->dirty = true;
	pthread_mutex_unlock(&j->lock);
	return left == 0;
}

bool journal_check(struct journal *j, struct dag_error *e)
{
	pthread_mutex_lock(&j->lock);
	errno = j->failed;
	pthread_mutex_unlock(&j->lock);
	return !errno || error_system(e, j->path, "cannot write");
}

/* Not under the lock: rows may be appended while the disk works. */
bool journal_sync(struct journal *j, struct dag_error *e)
{
	bool dirty;

	pthread_mutex_lock(&j->lock);
	dirty = j->dirty;
	j->dirty = false;
	errno = j->failed;
	pthread_mutex_unlock(&j->lock);
	if (errno)
		return error_system(e, j->path, "cannot write");
	if (dirty && fdatasync(j->fd) != 0 && errno != EINVAL)
		return error_system(e, j->path, "cannot write");
	return true;
}

bool journal_finish(struct journal *j, char *const *lines, size_t n,
		    struct dag_error *e)
{
	struct arena a = {0};
	struct output out;
	bool ok;

	assert(j->fd >= 0);
	ok = output_open(&out, j->file, &a, e);
	for (size_t i = 0; ok && i < n; i++)
		if (lines[i])
			fputs(lines[i], out.file);
	ok = ok && output_sync(&out, e) && output_commit(&out, e);
	if (ok && unlink(j->path) != 0)
		ok = error_system(e, j->path, "cannot remove");
	arena_free(&a);
	return ok;
}

void journal_close(struct journal *j)
{
	if (!j->file)
		return;
	if (j->fd >= 0 && lseek(j->fd, 0, SEEK_END) == 0)
		unlink(j->path);
	if (j->fd >= 0)
		close(j->fd);
	pthread_mutex_destroy(&j->lock);
	*j = (struct journal){.fd = -1};
}

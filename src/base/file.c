/* file.c - see file.h */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The entry of the file's folder that its name is nearest to, as a path. */
static const char *nearest_file(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path, *near;
	const char *folder =
		slash ? arena_strndup(a, path, (size_t)(slash - path) + 1)
		      : ".";
	const char *names[512];
	size_t n = 0;
	const struct dirent *d;
	DIR *dir = opendir(folder);

	if (!dir)
		return NULL;
	while (n < sizeof(names) / sizeof(*names) && (d = readdir(dir)))
		if (d->d_name[0] != '.')
			names[n++] = arena_strdup(a, d->d_name);
	closedir(dir);
	near = nearest_name(name, names, n);
	if (!near || !slash)
		return near;
	return arena_printf(a, "%s%s", folder, near);
}

static bool cannot_open(struct arena *a, const char *path, struct dag_error *e)
{
	int reason = errno;
	const char *near = reason == ENOENT ? nearest_file(a, path) : NULL;

	if (near)
		return error_set(e, path, 0, 0,
				 "cannot open: %s; did you mean '%s'?",
				 strerror(reason), near);
	return error_set(e, path, 0, 0, "cannot open: %s", strerror(reason));
}

/* Reads to the end; the buffer starts at what fstat promises. */
static bool read_all(int fd, const char *path, size_t expect, size_t limit,
		     struct arena *a, const char **data, size_t *len,
		     struct dag_error *e)
{
	void *buf = NULL;
	size_t cap = 0, n = 0;
	bool ok = true;

	array_reserve(&buf, &cap, expect < limit ? expect + 1 : limit + 1, 1);
	for (;;) {
		ssize_t got;

		array_reserve(&buf, &cap, n + 1, 1);
		got = read(fd, (char *)buf + n, cap - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			ok = error_system(e, path, "cannot read");
			break;
		}
		n += (size_t)got;
		if (n > limit) {
			ok = error_set(e, path, 0, 0, "is larger than %zu MiB",
				       limit >> 20);
			break;
		}
		if (!got)
			break;
	}
	if (ok) {
		*data = arena_strndup(a, buf, n);
		*len = n;
	}
	free(buf);
	return ok;
}

bool file_read(struct arena *a, const char *path, size_t limit,
	       const char **data, size_t *len, struct dag_error *e)
{
	bool standard = !strcmp(path, "-"), ok;
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	size_t expect = 0;
	struct stat st;

	REQUIRE(limit > 0 && limit < SIZE_MAX / 2);
	if (fd < 0)
		return cannot_open(a, path, e);
	if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
		ok = error_set(e, path, 0, 0, "is a folder, not a file");
	} else {
		if (S_ISREG(st.st_mode) && st.st_size > 0)
			expect = (size_t)st.st_size;
		ok = read_all(fd, path, expect, limit, a, data, len, e);
	}
	if (!standard)
		close(fd);
	return ok;
}

const char *file_beside(struct arena *a, const char *from, const char *path)
{
	const char *slash = strrchr(from, '/');

	if (path[0] == '/' || !slash)
		return path;
	return arena_printf(a, "%.*s/%s", (int)(slash - from), from, path);
}

bool file_is_folder(const char *path)
{
	struct stat st;

	return strcmp(path, "-") != 0 && stat(path, &st) == 0 &&
	       S_ISDIR(st.st_mode);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Compares the runs of digits at *a and *b as numbers, and moves behind. */
static int compare_runs(const char **a, const char **b)
{
	size_t n = 0, m = 0;
	int d;

	while (**a == '0')
		++*a;
	while (**b == '0')
		++*b;
	while (is_digit((*a)[n]))
		n++;
	while (is_digit((*b)[m]))
		m++;
	d = n != m ? (n > m) - (n < m) : memcmp(*a, *b, n);
	*a += n;
	*b += m;
	return d;
}

int natural_cmp(const char *a, const char *b)
{
	const char *p = a, *q = b;

	while (*p && *q) {
		int d;

		if (is_digit(*p) && is_digit(*q)) {
			d = compare_runs(&p, &q);
		} else {
			d = (unsigned char)*p - (unsigned char)*q;
			p++;
			q++;
		}
		if (d)
			return d;
	}
	if (*p || *q)
		return *p ? 1 : -1;
	return strcmp(a, b); /* 01 and 1 */
}

static int by_nature(const void *pa, const void *pb)
{
	const char *const *a = pa, *const *b = pb;

	return natural_cmp(*a, *b);
}

bool file_list(struct arena *a, const char *path, const char *const **names,
	       size_t *n, struct dag_error *e)
{
	DIR *dir = opendir(path);
	const struct dirent *d;
	void *list = NULL;
	size_t cap = 0;
	bool ok;

	*n = 0;
	if (!dir)
		return cannot_open(a, path, e);
	for (errno = 0; (d = readdir(dir)); errno = 0) {
		if (d->d_name[0] == '.')
			continue;
		array_reserve(&list, &cap, *n + 1, sizeof(char *));
		((const char **)list)[(*n)++] = arena_strdup(a, d->d_name);
	}
	ok = !errno || error_system(e, path, "cannot read");
	closedir(dir);
	if (ok) {
		const char **kept = ARENA_NEW(a, const char *, *n);

		if (*n) {
			qsort(list, *n, sizeof(char *), by_nature);
			memcpy(kept, list, *n * sizeof(char *));
		}
		*names = kept;
	}
	free(list);
	return ok;
}

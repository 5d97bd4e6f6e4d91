/* file.h - a whole file in memory, or one sentence why not
 *
 * Everything that a user names and that is small enough to be read at once
 * comes through here, so that a missing file, a folder or a device without
 * an end are told in the same words: a path that cannot be read is bad input
 * (EXIT_USAGE), with the nearest name in its folder as a suggestion; a read
 * that fails half way is a failure of the system (EXIT_SYSTEM).
 */
#ifndef DAGSIM_BASE_FILE_H
#define DAGSIM_BASE_FILE_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads all of `path` ("-": standard input), at most `limit` bytes, into the
 * arena; *data has a NUL behind its *len bytes. */
bool file_read(struct arena *a, const char *path, size_t limit,
	       const char **data, size_t *len, struct dag_error *e);

/* Is it a folder that exists? */
bool file_is_folder(const char *path);

/* The names in a folder, but for those that begin with a dot, in natural
 * order; *n of them, in the arena. */
bool file_list(struct arena *a, const char *path, const char *const **names,
	       size_t *n, struct dag_error *e);

/* The order of people: runs of digits compare as numbers, so that dag_2 comes
 * before dag_10; the rest compares by bytes.  0 for equal texts only. */
int natural_cmp(const char *a, const char *b);

/* `path` as seen from the folder of the file `from`: as it is where it is
 * absolute or `from` names no folder. */
const char *file_beside(struct arena *a, const char *from, const char *path);

#endif

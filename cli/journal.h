/* journal.h - the rows of a sweep on disk while it runs
 *
 * A sweep writes every row, as soon as it is there and in whatever order, to
 * FILE.partial; when all are there FILE appears, in order, and the journal
 * goes.  So FILE is always whole, and its bytes do not depend on threads or
 * on how often the work was interrupted.
 *
 * A row is handed to the system by one write: a killed process loses the rows
 * in flight, and at most tears the last line, which is cut off when the
 * journal is opened again.  journal_sync makes sure that a lost machine does
 * not lose more than what came after it; the journal goes when the whole file
 * is safe.
 *
 * The file is locked: two processes do not write one journal.  Appending is
 * for several threads.
 */
#ifndef DAGSIM_CLI_JOURNAL_H
#define DAGSIM_CLI_JOURNAL_H

#include "base/arena.h"
#include "cli/row_set.h"

#include <pthread.h>

struct journal {
	int fd;           /* -1: not open                                    */
	const char *path; /* of the journal                                  */
	const char *file; /* of the whole                                    */
	pthread_mutex_t lock;
	bool dirty; /* appended since the last sync                          */
	int failed; /* errno of the first write that failed                  */
};

/* Opens the journal of `file`; `a` keeps its name.  With `resume` it takes the
 * rows of the journal, or else of the whole file, into s->lines; rows of
 * another sweep are an error.  Without, the journal begins empty. */
bool journal_open(struct journal *j, const char *file, struct row_set *s,
		  bool resume, struct arena *a, struct dag_error *e);
/* Appends a line; false where that failed (journal_sync tells why). */
bool journal_append(struct journal *j, const char *line);
bool journal_sync(struct journal *j, struct dag_error *e);
/* Without waiting for the disk: false and *e where a row was not written. */
bool journal_check(struct journal *j, struct dag_error *e);
/* Writes those of the n lines that are there to the whole file, in order, and
 * removes the journal. */
bool journal_finish(struct journal *j, char *const *lines, size_t n,
		    struct dag_error *e);
/* Closes; the journal stays unless nothing was ever written to it. */
void journal_close(struct journal *j);

#endif

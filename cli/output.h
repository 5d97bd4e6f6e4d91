/* output.h - files that appear whole or not at all
 *
 * A command writes to a temporary file beside the target; output_commit
 * flushes it to the disk's keeping and renames it over the target,
 * output_abort removes it.  So a full disk, an error half-way or Ctrl-C
 * leaves the earlier file as it was.  "-" is stdout, which cannot be undone;
 * a device, pipe or socket is written in place for the same reason.
 *
 * Every stream is checked: output_commit and output_stdout tell whether all
 * bytes went out.  SIGINT and SIGTERM remove the temporaries and end the
 * process (130 for SIGINT); this needs the one process-wide list here.
 */
#ifndef DAGSIM_CLI_OUTPUT_H
#define DAGSIM_CLI_OUTPUT_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

struct output {
	FILE *file;       /* NULL: not open                                */
	const char *path; /* as the user gave it                           */
	const char *tmp;  /* NULL: written in place                        */
	int slot;         /* in the list of temporaries                    */
};

/* At the start of main: SIGPIPE and SIGXFSZ ignored, so that writes fail
 * instead; SIGINT, SIGTERM, SIGHUP and SIGQUIT remove
 * what is half written; and the standard descriptors that were closed made to
 * fail rather than be reused. */
void output_init(void);

/* Do two paths name one file, existing or not yet?  "-" names none. */
bool output_same(const char *a, const char *b);

/* Opens path for writing.  The strings are kept in `a`. */
bool output_open(struct output *o, const char *path, struct arena *a,
		 struct dag_error *e);
/* Have all bytes so far gone out? */
bool output_flush(struct output *o, struct dag_error *e);
/* Are they safe should the machine be lost?  Where not, it is aborted. */
bool output_sync(struct output *o, struct dag_error *e);
/* Closes and puts in place.  Closes also when it fails. */
bool output_commit(struct output *o, struct dag_error *e);
/* Closes and removes.  Does nothing for an output that is not open. */
void output_abort(struct output *o);

/* Removes all temporaries: for the handlers of signals. */
void output_remove(void);

/* Flushes stdout; false and *e where any write to it has failed. */
bool output_stdout(struct dag_error *e);

/* Colour on this stream?  A terminal, TERM not dumb, NO_COLOR empty. */
bool output_color(FILE *f);

#endif

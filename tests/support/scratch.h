/* scratch.h - files and folders for the length of a test
 *
 * They are made where TMPDIR says, else where the system keeps such things,
 * under a name that nobody else has.  Whoever makes one removes it; a name
 * that cannot be made ends the test.
 */
#ifndef DAGSIM_TESTS_SCRATCH_H
#define DAGSIM_TESTS_SCRATCH_H

/* What a path takes, and what a path in a scratch folder takes. */
enum { SCRATCH_PATH = 512, SCRATCH_INNER = SCRATCH_PATH + 64 };

/* An empty file; open for reading and writing, for the caller to close. */
int scratch_open(char path[SCRATCH_PATH]);
/* The same, closed. */
void scratch_file(char path[SCRATCH_PATH]);
void scratch_folder(char path[SCRATCH_PATH]);

#endif

/* scratch.c - see scratch.h */
#include "tests/support/scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void make_pattern(char path[SCRATCH_PATH])
{
	const char *folder = getenv("TMPDIR");
	int n;

	if (!folder || !*folder)
		folder = "/tmp";
	n = snprintf(path, SCRATCH_PATH, "%s/dagsim-XXXXXX", folder);
	ck_assert_msg(n < SCRATCH_PATH, "TMPDIR has %d characters", n);
}

int scratch_open(char path[SCRATCH_PATH])
{
	int fd;

	make_pattern(path);
	fd = mkstemp(path);
	ck_assert_msg(fd >= 0, "cannot make %s", path);
	return fd;
}

void scratch_file(char path[SCRATCH_PATH])
{
	close(scratch_open(path));
}

void scratch_folder(char path[SCRATCH_PATH])
{
	make_pattern(path);
	ck_assert_msg(mkdtemp(path) != NULL, "cannot make %s", path);
}

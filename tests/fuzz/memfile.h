/* memfile.h - bytes as a file with a name, for loaders that take a path */
#ifndef DAGSIM_TESTS_MEMFILE_H
#define DAGSIM_TESTS_MEMFILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct memfile {
	FILE *file;
	char path[64];
};

static inline void memfile_open(struct memfile *m, const uint8_t *data,
				size_t size)
{
	m->file = tmpfile();
	if (!m->file || fwrite(data, 1, size, m->file) != size ||
	    fflush(m->file) != 0)
		abort();
	snprintf(m->path, sizeof(m->path), "/proc/self/fd/%d", fileno(m->file));
}

static inline void memfile_close(struct memfile *m)
{
	fclose(m->file);
}

#endif

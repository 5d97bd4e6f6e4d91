/* replay.c - runs a fuzz target on files, without a fuzzer
 *
 * usage: replay_TARGET FILE...   Exits 0 and tells how many files it ran;
 * a target that finds something wrong aborts.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
	size_t cap = 1 << 16, len = 0, got;
	uint8_t *buf = malloc(cap), *exact;
	FILE *f = fopen(path, "rb");

	if (!buf || !f) {
		perror(path);
		exit(4);
	}
	while ((got = fread(buf + len, 1, cap - len, f)) > 0) {
		len += got;
		if (len == cap && !(buf = realloc(buf, cap *= 2)))
			exit(4);
	}
	fclose(f);
	/* No byte more, so that a sanitizer sees reads beyond the end. */
	exact = malloc(len ? len : 1);
	if (!exact)
		exit(4);
	for (size_t i = 0; i < len; i++)
		exact[i] = buf[i];
	free(buf);
	fprintf(stderr, "%s\n", path);
	LLVMFuzzerTestOneInput(exact, len);
	free(exact);
	return 1;
}

int main(int argc, char **argv)
{
	int n = 0;

	for (int i = 1; i < argc; i++)
		n += replay(argv[i]);
	printf("%d files replayed\n", n);
	return n ? 0 : 1;
}

/* row_set.c - see row_set.h */
#include "cli/row_set.h"

#include "base/arena.h"

#include <assert.h>
#include <sha2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void row_set_init(struct row_set *s)
{
	assert(s->maker && s->n_rows && !s->lines);
	s->lines = alloc_checked(calloc(s->n_rows, sizeof(*s->lines)));
}

void row_set_free(struct row_set *s)
{
	for (size_t i = 0; s->lines && i < s->n_rows; i++)
		free(s->lines[i]);
	free(s->lines);
	s->lines = NULL;
}

void row_set_hash(struct row_set *s, const char *text)
{
	char hex[SHA256_DIGEST_STRING_LENGTH];
	SHA2_CTX sha;

	SHA256Init(&sha);
	SHA256Update(&sha, (const uint8_t *)text, strlen(text));
	SHA256End(&sha, hex);
	memcpy(s->hash, hex, sizeof(s->hash) - 1);
	s->hash[sizeof(s->hash) - 1] = '\0';
}

/* arena.c - see arena.h */
#include "base/arena.h"
#include "base/error.h"
#include "base/pages.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_ALIGN = 16, ARENA_BLOCK = 64 * 1024 };

struct arena_block {
	struct arena_block *next;
	size_t cap, used;
};

static _Noreturn void out_of_memory(void)
{
	fputs("dagsim: out of memory\n", stderr);
	exit(EXIT_SYSTEM);
}

static unsigned char *block_bytes(struct arena_block *b)
{
	size_t head =
		(sizeof(*b) + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;

	return (unsigned char *)b + head;
}

static struct arena_block *block_new(struct arena *a, size_t bytes)
{
	size_t cap = bytes > ARENA_BLOCK ? bytes : ARENA_BLOCK;
	struct arena_block *b;

	if (cap > SIZE_MAX - 2 * ARENA_ALIGN - sizeof(*b))
		out_of_memory();
	b = pages_alloc(sizeof(*b) + 2 * ARENA_ALIGN + cap);
	if (!b)
		out_of_memory();
	b->cap = cap;
	b->used = 0;
	b->next = a->head;
	a->head = b;
	a->total += cap;
	return b;
}

void *arena_alloc(struct arena *a, size_t bytes)
{
	struct arena_block *b = a->head;
	unsigned char *p;

	if (bytes > SIZE_MAX - ARENA_ALIGN)
		out_of_memory();
	bytes = (bytes + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
	if (!b || b->cap - b->used < bytes)
		b = block_new(a, bytes);
	p = block_bytes(b) + b->used;
	b->used += bytes;
	a->used += bytes;
	assert((uintptr_t)p % 8 == 0);
	return memset(p, 0, bytes);
}

void *arena_array(struct arena *a, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		out_of_memory();
	return arena_alloc(a, n * size);
}

size_t arena_used(const struct arena *a)
{
	size_t sum = 0;

	for (const struct arena_block *b = a->head; b; b = b->next)
		sum += b->used;
	return sum;
}

void arena_save(const struct arena *a, void *to)
{
	unsigned char *p = to;

	for (struct arena_block *b = a->head; b; b = b->next) {
		memcpy(p, block_bytes(b), b->used);
		p += b->used;
	}
}

void arena_restore(struct arena *a, const void *from)
{
	const unsigned char *p = from;

	for (struct arena_block *b = a->head; b; b = b->next) {
		memcpy(block_bytes(b), p, b->used);
		p += b->used;
	}
}

char *arena_strndup(struct arena *a, const char *s, size_t len)
{
	char *p = arena_alloc(a, len + 1);

	memcpy(p, s, len);
	return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap, again;
	int n;
	char *p;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	assert(n >= 0);
	p = arena_alloc(a, (size_t)n + 1);
	vsnprintf(p, (size_t)n + 1, fmt, again);
	va_end(again);
	va_end(ap);
	return p;
}

/* Keeps the largest block only: a later run of the same size fits in it. */
void arena_reset(struct arena *a)
{
	struct arena_block *keep = a->head, *b, *next;

	for (b = a->head; b; b = b->next)
		if (b->cap > keep->cap)
			keep = b;
	for (b = a->head; b; b = next) {
		next = b->next;
		if (b != keep)
			free(b);
	}
	a->head = keep;
	a->used = 0;
	a->total = keep ? keep->cap : 0;
	if (keep) {
		keep->next = NULL;
		keep->used = 0;
	}
}

void arena_free(struct arena *a)
{
	struct arena_block *b, *next;

	for (b = a->head; b; b = next) {
		next = b->next;
		free(b);
	}
	*a = (struct arena){0};
}

void array_reserve(void **items, size_t *cap, size_t want, size_t size)
{
	size_t n = *cap ? *cap : 16;
	void *p;

	assert(size > 0);
	if (want <= *cap)
		return;
	while (n < want)
		n = n > SIZE_MAX / 2 ? want : n * 2;
	if (n > SIZE_MAX / size)
		out_of_memory();
	p = realloc(*items, n * size);
	if (!p)
		out_of_memory();
	*items = p;
	*cap = n;
}

void *alloc_checked(void *p)
{
	if (!p)
		out_of_memory();
	return p;
}

/* arena.h - memory that is freed all at once
 *
 * One arena per workload, one per run.  arena_alloc never fails (it ends the
 * process with exit code 4 and a message when the system has no memory, as
 * no caller could do better), returns zeroed, 16-byte aligned memory, and is
 * valid until arena_reset or arena_free.  Not for use in an event loop.
 */
#ifndef DAGSIM_BASE_ARENA_H
#define DAGSIM_BASE_ARENA_H

#include <stddef.h>

struct arena_block;
struct arena {
	struct arena_block *head;
	size_t used, total; /* bytes handed out; bytes held */
};

void *arena_alloc(struct arena *a, size_t bytes);
void *arena_array(struct arena *a, size_t n,
		  size_t size); /* checked n * size */
char *arena_strndup(struct arena *a, const char *s, size_t len);
char *arena_strdup(struct arena *a, const char *s);
__attribute__((format(printf, 2, 3))) char *arena_printf(struct arena *a,
							 const char *fmt, ...);
void arena_reset(struct arena *a); /* keeps the blocks for the next run */
void arena_free(struct arena *a);

/* What has been handed out, as it is now, and back again: pointers into the
 * arena keep their meaning.  `to` has room for arena_used bytes, and nothing
 * is handed out or reset in between. */
size_t arena_used(const struct arena *a);
void arena_save(const struct arena *a, void *to);
void arena_restore(struct arena *a, const void *from);

#define ARENA_NEW(a, type, n) ((type *)arena_array((a), (n), sizeof(type)))

/* A growable array outside arenas: *items of `size` bytes each, room for at
 * least `want`; doubles.  Ends the process when the system has no memory. */
void array_reserve(void **items, size_t *cap, size_t want, size_t size);

/* p, which came from malloc or one of its kin; ends the process where it is
 * NULL: alloc_checked(calloc(n, size)). */
void *alloc_checked(void *p);

#endif

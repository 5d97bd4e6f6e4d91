/* explore_seen.c - which states were seen: open addressing, by prints */
#include "check/explore_state.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST_CAP = 4096 };

static bool is_free(struct branch_print p)
{
	return !p.a && !p.b;
}

/* Where it stands, or would stand. */
static struct branch_print *find(const struct seen *s, struct branch_print p)
{
	size_t i = (size_t)p.a & (s->cap - 1);

	assert(s->n < s->cap && !is_free(p));
	while (!is_free(s->items[i]) &&
	       (s->items[i].a != p.a || s->items[i].b != p.b))
		i = (i + 1) & (s->cap - 1);
	return &s->items[i];
}

static void grow(struct seen *s)
{
	struct seen old = *s;

	s->cap = old.cap ? old.cap * 2 : FIRST_CAP;
	s->items = alloc_checked(calloc(s->cap, sizeof(*s->items)));
	for (size_t i = 0; i < old.cap; i++)
		if (!is_free(old.items[i]))
			*find(s, old.items[i]) = old.items[i];
	free(old.items);
}

bool seen_add(struct seen *s, struct branch_print p)
{
	struct branch_print *at;

	if (is_free(p))
		p.b = 1;
	if (2 * s->n >= s->cap)
		grow(s);
	at = find(s, p);
	if (!is_free(*at))
		return false;
	*at = p;
	s->n++;
	return true;
}

void seen_free(struct seen *s)
{
	free(s->items);
	*s = (struct seen){0};
}

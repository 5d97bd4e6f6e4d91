/* timed.c - see timed.h */
#include "base/timed.h"

#include <assert.h>
#include <stdlib.h>

enum { ARITY = 4 };

static bool sooner(const struct timed *x, const struct timed *y)
{
	return x->t != y->t ? x->t < y->t : x->tie < y->tie;
}

void timed_push(struct timed_heap *h, struct timed x)
{
	size_t i = h->n++;

	array_reserve((void **)&h->items, &h->cap, h->n, sizeof(*h->items));
	while (i > 0 && sooner(&x, &h->items[(i - 1) / ARITY])) {
		h->items[i] = h->items[(i - 1) / ARITY];
		i = (i - 1) / ARITY;
	}
	h->items[i] = x;
}

struct timed timed_pop(struct timed_heap *h)
{
	struct timed top = h->items[0], x;
	size_t i = 0;

	assert(h->n > 0);
	x = h->items[--h->n];
	for (;;) {
		size_t c = i * ARITY + 1, best = c, end = c + ARITY;

		if (c >= h->n)
			break;
		if (end > h->n)
			end = h->n;
		for (c++; c < end; c++)
			if (sooner(&h->items[c], &h->items[best]))
				best = c;
		if (!sooner(&h->items[best], &x))
			break;
		h->items[i] = h->items[best];
		i = best;
	}
	h->items[i] = x;
	assert(!sooner(&h->items[0], &top));
	return top;
}

void timed_free(struct timed_heap *h)
{
	free(h->items);
	*h = (struct timed_heap){0};
}

/* shrink.c - see shrink.h */
#include "check/shrink.h"

#include "base/error.h"

#include <assert.h>
#include <string.h>

enum { LONGEST = 1024 };

static bool ask(struct shrinker *s, const uint8_t *bytes, size_t n)
{
	if (!s->left)
		return false;
	s->left--;
	return s->interesting(s->ctx, bytes, n);
}

/* Without the records [i, i + count). */
static bool leave_out(struct shrinker *s, uint8_t *bytes, size_t *n, size_t i,
		      size_t count)
{
	uint8_t less[LONGEST];
	size_t from = s->record * i, gone = s->record * count;

	if (from + gone > *n)
		return false;
	memcpy(less, bytes, from);
	memcpy(less + from, bytes + from + gone, *n - from - gone);
	if (!ask(s, less, *n - gone))
		return false;
	*n -= gone;
	memcpy(bytes, less, *n);
	return true;
}

/* The last records first: nodes before the task that they belong to. */
static bool drop_records(struct shrinker *s, uint8_t *bytes, size_t *n)
{
	bool any = false;

	for (size_t count = 4; count; count /= 2)
		for (size_t i = *n / s->record; i-- > 1;)
			any |= leave_out(s, bytes, n, i, count);
	return any;
}

static bool try_byte(struct shrinker *s, uint8_t *bytes, size_t n, size_t i,
		     uint8_t value)
{
	uint8_t old = bytes[i];

	bytes[i] = value;
	if (value < old && ask(s, bytes, n))
		return true;
	bytes[i] = old;
	return false;
}

static bool lower_bytes(struct shrinker *s, uint8_t *bytes, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		if (!bytes[i])
			continue;
		if (try_byte(s, bytes, n, i, 0)) {
			any = true;
			continue;
		}
		while (bytes[i] > 1 && try_byte(s, bytes, n, i, bytes[i] / 2))
			any = true;
		while (bytes[i] > 1 &&
		       try_byte(s, bytes, n, i, (uint8_t)(bytes[i] - 1)))
			any = true;
	}
	return any;
}

void shrink(struct shrinker *s, uint8_t *bytes, size_t *n)
{
	bool any = true;

	REQUIRE(s->record > 0 && *n <= LONGEST);
	while (any && s->left) {
		any = drop_records(s, bytes, n);
		any |= lower_bytes(s, bytes, *n);
	}
}

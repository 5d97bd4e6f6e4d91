/* generate_values.c - values of specs that are neither fields nor draws as
 * such: shares, and draws among words; see generate_parts.h */
#include "model/generate_parts.h"

#include <string.h>

/* --- Shares --- */

/* One share or a list, in units of 10^-12. */
static bool read_list(struct reader *r, const struct tree *t, const char *key,
		      struct shares *out)
{
	uint32_t n = t->kind == TREE_LIST ? t->n : 1;
	int64_t *values = ARENA_NEW(r->arena, int64_t, n);

	if (t->kind == TREE_LIST && !n)
		return reader_error(r, t, "'%s' is an empty list", key);
	for (uint32_t i = 0; i < n; i++) {
		struct ratio v;

		if (!read_ratio(r, t->kind == TREE_LIST ? t->items[i] : t, key,
				0, &v))
			return false;
		if ((int128)v.num * UTIL_ONE / v.den > UTIL_MAX)
			return reader_error(r, t, "'%s' is above %d", key,
					    (int)(UTIL_MAX / UTIL_ONE));
		values[i] = (int64_t)((int128)v.num * UTIL_ONE / v.den);
	}
	*out = (struct shares){values, n};
	return true;
}

/* The text of one value holds commas where it came from an option. */
static bool read_shares_text(struct reader *r, const struct tree *t,
			     const char *key, struct shares *out)
{
	struct tree items[DRAW_CHOICES], list = *t;
	const struct tree *at[DRAW_CHOICES];
	const char *text = t->text;

	list.kind = TREE_LIST;
	list.n = 0;
	list.items = at;
	for (;;) {
		size_t len = strcspn(text, ",");

		if (list.n == DRAW_CHOICES)
			return reader_error(r, t, "'%s' has over %d values",
					    key, DRAW_CHOICES);
		while (*text == ' ')
			text++, len--;
		at[list.n] = &items[list.n];
		items[list.n] = *t;
		items[list.n].text = arena_strndup(r->arena, text, len);
		items[list.n++].n = (uint32_t)len;
		if (!text[len])
			return read_list(r, &list, key, out);
		text += len + 1;
	}
}

bool generate_read_shares(struct reader *r, const struct tree *t,
			  const char *key, struct shares *out)
{
	if (t->kind == TREE_SCALAR && strchr(t->text, ','))
		return read_shares_text(r, t, key, out);
	return read_list(r, t, key, out);
}

/* --- Words --- */

/* `gnp`, `gnp*2`: as its number, with the weight. */
static bool read_word(struct reader *r, const struct tree *t,
		      const struct field *f, const char *text, size_t len,
		      struct tree *out)
{
	const char *star = memchr(text, '*', len);
	size_t name = star ? (size_t)(star - text) : len;
	struct tree word = *t;
	char *number;
	int which;

	while (name && text[name - 1] == ' ')
		name--;
	word.text = arena_strndup(r->arena, text, name);
	word.n = (uint32_t)name;
	if (!read_choice(r, &word, f->key, f->choices, 0, &which))
		return false;
	number = arena_printf(r->arena, "%d%.*s", which,
			      star ? (int)(text + len - star) : 0,
			      star ? star : "");
	*out = *t;
	out->text = number;
	out->n = (uint32_t)strlen(number);
	return true;
}

static uint32_t count_commas(const char *text)
{
	uint32_t n = 0;

	for (; *text; text++)
		n += *text == ',';
	return n;
}

bool generate_read_words(struct reader *r, const struct tree *t,
			 const struct field *f, struct draw *out)
{
	bool list = t->kind == TREE_LIST;
	uint32_t n = list                     ? t->n
		     : t->kind == TREE_SCALAR ? count_commas(t->text) + 1
					      : 0;
	struct tree *items = ARENA_NEW(r->arena, struct tree, n), whole = *t;
	const struct tree **at = ARENA_NEW(r->arena, const struct tree *, n);
	const char *text = list ? NULL : t->text;
	const char *what = arena_printf(r->arena, "'%s'", f->key);
	int64_t last;

	if (!list && !want_kind(r, t, TREE_SCALAR, what))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const struct tree *x = list ? t->items[i] : t;
		size_t len;

		if (list && !want_kind(r, x, TREE_SCALAR, what))
			return false;
		text = list ? x->text : text;
		text += strspn(text, " ");
		len = strcspn(text, ",");
		if (!read_word(r, x, f, text, len, &items[i]))
			return false;
		at[i] = &items[i];
		text += len + (text[len] == ',');
	}
	whole.kind = TREE_LIST;
	whole.n = n;
	whole.items = at;
	out->unit = DRAW_COUNT;
	for (last = 0; f->choices[last + 1]; last++)
		;
	return draw_read(r, n == 1 ? at[0] : &whole, f->key, 0, last, out);
}

/* fields.c - reading a map by its table; see fields.h */
#include "model/fields.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *suffix;
	int64_t ns;
} units[] = {
	{"_ms", NS_PER_MS},
	{"_us", NS_PER_US},
	{"_ns", 1},
	{"_s", NS_PER_S},
};
enum { N_UNITS = sizeof(units) / sizeof(*units) };

bool reader_error(struct reader *r, const struct tree *at, const char *fmt, ...)
{
	char msg[640];
	va_list ap;

	assert(r->file && fmt);
	assert(!at->line == !at->col); /* 0, 0: about no line */
	va_start(ap, fmt);
	vsnprintf(msg, sizeof(msg), fmt, ap);
	va_end(ap);
	return error_set(r->e, r->file, at->line, at->col, "%s", msg);
}

void reader_warn(struct reader *r, const struct tree *at, const char *fmt, ...)
{
	struct dag_error w = {.line = at->line, .col = at->col};
	char msg[640];
	void *list = r->warnings;
	va_list ap;

	assert(r->file && fmt);
	assert(r->n_warnings <= r->cap_warnings);
	va_start(ap, fmt);
	vsnprintf(msg, sizeof(msg), fmt, ap);
	va_end(ap);
	error_set(&w, r->file, at->line, at->col, "%s", msg);
	error_format(&w, msg, sizeof(msg));
	array_reserve(&list, &r->cap_warnings, r->n_warnings + 1,
		      sizeof(*r->warnings));
	r->warnings = list;
	r->warnings[r->n_warnings++] = arena_strdup(r->arena, msg);
}

bool reader_unknown(struct reader *r, const struct tree *at, const char *what,
		    const char *const *valid, size_t n)
{
	char msg[480], text[80];
	const char *given = at->kind == TREE_SCALAR ? at->text : "";

	assert(what && what[0]);
	assert(valid || !n);
	snprintf(msg, sizeof(msg), "unknown %s %s", what,
		 tree_describe(at, text, sizeof(text)));
	suggest(msg, sizeof(msg), given, valid, n);
	return reader_error(r, at, "%s", msg);
}

int64_t key_unit(const char *key, size_t *stem)
{
	size_t len = strlen(key);

	assert(stem);
	assert(len > 0 || !*key);
	for (size_t i = 0; i < N_UNITS; i++) {
		size_t n = strlen(units[i].suffix);

		if (len > n && !strcmp(key + len - n, units[i].suffix)) {
			*stem = len - n;
			return units[i].ns;
		}
	}
	*stem = len;
	return 0;
}

static bool has_unit(const struct field *f)
{
	return f->type == FIELD_TIME || f->type == FIELD_FINE ||
	       f->type == FIELD_TIMES;
}

/* Index of the field that a key spells, or -1; *unit_ns of its suffix. */
static int find_field(const struct section *s, const char *key,
		      int64_t *unit_ns)
{
	size_t stem;
	int64_t unit = key_unit(key, &stem);

	assert(s->fields && s->n <= FIELDS_MAX);
	assert(stem <= strlen(key));
	for (unsigned i = 0; i < s->n; i++) {
		const struct field *f = &s->fields[i];

		*unit_ns = 0;
		if (!strcmp(f->key, key))
			return (int)i;
		*unit_ns = unit;
		if (unit && has_unit(f) && strlen(f->key) == stem &&
		    !strncmp(f->key, key, stem))
			return (int)i;
	}
	return -1;
}

bool fields_know(const struct section *s, const char *key)
{
	int64_t unit_ns;

	assert(key);
	return find_field(s, key, &unit_ns) >= 0;
}

/* Near spellings are looked for among all, but only stems are listed. */
static bool unknown_key(struct reader *r, const struct tree *key,
			const struct section *s)
{
	const char *all[FIELDS_MAX * (N_UNITS + 1)], *stems[FIELDS_MAX];
	char what[96];
	size_t n = 0;

	assert(key->kind == TREE_SCALAR);
	assert(s->n <= FIELDS_MAX);
	for (unsigned i = 0; i < s->n; i++) {
		all[n++] = stems[i] = s->fields[i].key;
		for (size_t u = 0; has_unit(&s->fields[i]) && u < N_UNITS; u++)
			all[n++] =
				arena_printf(r->arena, "%s%s", s->fields[i].key,
					     units[u].suffix);
	}
	snprintf(what, sizeof(what), "key of %s,", s->what);
	if (nearest_name(key->text, all, n))
		return reader_unknown(r, key, what, all, n);
	return reader_unknown(r, key, what, stems, s->n);
}

/* Reads the value of one field, given by the key it was spelled with. */
static bool read_field(struct reader *r, const struct field *f, const char *key,
		       int64_t unit_ns, const struct tree *value, char *record)
{
	void *out = record + f->offset;
	bool suffix = unit_ns == 0;

	assert(f->key && value);
	assert(unit_ns >= 0);
	if (suffix)
		unit_ns = r->unit_ns;
	switch (f->type) {
	case FIELD_TEXT:
		return read_text(r, value, key,
				 f->max ? (size_t)f->max : FIELD_NAME_MAX, out);
	case FIELD_NAME:
		return read_name(r, value, key, out);
	case FIELD_BOOL:
		return read_bool(r, value, key, out);
	case FIELD_INT:
		return read_int(r, value, key, f->min, f->max, out);
	case FIELD_RATIO:
		return read_ratio(r, value, key, f->flags, out);
	case FIELD_REAL:
		return read_real(r, value, key, f->flags, out);
	case FIELD_TIME:
		return read_time(r, value, key, unit_ns, suffix, f->flags, out);
	case FIELD_FINE:
		return read_fine(r, value, key, unit_ns, suffix, f->flags, out);
	case FIELD_CHOICE:
		return read_choice(r, value, key, f->choices, f->flags, out);
	case FIELD_TREE:
		*(const struct tree **)out = value;
		return true;
	case FIELD_TIMES:
		*(struct times *)out = (struct times){value, unit_ns, suffix};
		return true;
	}
	return false;
}

static bool check_required(struct reader *r, const struct tree *map,
			   const struct section *s,
			   const struct tree *const *at)
{
	assert(map->kind == TREE_MAP);
	assert(s->n <= FIELDS_MAX);
	for (unsigned i = 0; i < s->n; i++) {
		const struct field *f = &s->fields[i];

		if (at[i] || !(f->flags & FIELD_REQUIRED))
			continue;
		if (has_unit(f))
			return reader_error(r, map,
					    "%s needs '%s' (with a unit, as "
					    "20ms) or '%s_ms'",
					    s->what, f->key, f->key);
		return reader_error(r, map, "%s needs '%s'", s->what, f->key);
	}
	return true;
}

bool fields_read(struct reader *r, const struct tree *map,
		 const struct section *s, void *record, const struct tree *at[])
{
	const struct tree *key_of[FIELDS_MAX] = {NULL};

	assert(record && at);
	assert(s->n <= FIELDS_MAX);
	if (!want_kind(r, map, TREE_MAP, s->what))
		return false;
	for (unsigned i = 0; i < s->n; i++)
		at[i] = NULL;
	for (uint32_t k = 0; k < map->n; k++) {
		const struct tree *key = map->items[2 * k];
		const struct tree *value = map->items[2 * k + 1];
		int64_t unit_ns;
		int i = find_field(s, key->text, &unit_ns);

		if (i < 0)
			return unknown_key(r, key, s);
		if (key_of[i])
			return reader_error(r, key,
					    "'%s' and '%s' (line %u) give the "
					    "same value twice",
					    key->text, key_of[i]->text,
					    key_of[i]->line);
		key_of[i] = key;
		if ((s->fields[i].flags & FIELD_NULLABLE) &&
		    tree_is_null(value))
			continue;
		at[i] = value;
		if (!read_field(r, &s->fields[i], key->text, unit_ns, value,
				record))
			return false;
	}
	return check_required(r, map, s, at);
}

bool variant_read(struct reader *r, const struct tree *map,
		  const struct variants *v, unsigned *which, void *record,
		  const struct tree *at[])
{
	const struct tree *choice;
	int i = (int)v->standard;

	assert(v->names[v->standard]);
	assert(record && at);
	if (!want_kind(r, map, TREE_MAP, v->what))
		return false;
	choice = tree_get(map, v->key);
	if (choice && !read_choice(r, choice, v->choice, v->names, 0, &i))
		return false;
	*which = (unsigned)i;
	return fields_read(r, map, &v->sections[i], record, at);
}

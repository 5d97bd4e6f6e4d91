/* load_extras.c - properties with names of one's own, as RD-Gen allows them
 *
 * They mean nothing here, so each name is told once in a workload, as a
 * warning.  A name close to one that does mean something is left to the table
 * of the section, which takes it for a slip of the pen and refuses it.
 */
#include "model/load_parts.h"

#include <assert.h>
#include <string.h>

static bool is_noted(const struct loader *l, const char *name)
{
	assert(name);
	assert(l->n_extras <= EXTRAS_MAX);
	for (unsigned i = 0; i < l->n_extras; i++)
		if (!strcmp(l->extras[i], name))
			return true;
	return false;
}

static bool is_misspelt(const struct section *s, const char *key)
{
	const char *keys[FIELDS_MAX];

	assert(key);
	assert(s->n <= FIELDS_MAX);
	for (unsigned i = 0; i < s->n; i++)
		keys[i] = s->fields[i].key;
	return nearest_name(key, keys, s->n) != NULL;
}

static void note(struct loader *l, const struct section *s,
		 const struct tree *key)
{
	assert(l->n_extras <= EXTRAS_MAX);
	assert(key->kind == TREE_SCALAR);
	if (l->n_extras == EXTRAS_MAX)
		return;
	l->extras[l->n_extras++] =
		arena_strndup(&l->w->arena, key->text, key->n);
	if (l->n_extras == EXTRAS_MAX)
		reader_warn(&l->r, key,
			    "there are more unknown properties, not used");
	else
		reader_warn(&l->r, key,
			    "property '%s' of %s is unknown and not used",
			    key->text, s->what);
}

/* Is this pair left to the table of the section? */
static bool is_kept(struct loader *l, const struct section *s,
		    const struct tree *key)
{
	assert(key->kind == TREE_SCALAR);
	assert(s->n > 0);
	if (fields_know(s, key->text))
		return true;
	if (is_noted(l, key->text))
		return false;
	if (is_misspelt(s, key->text))
		return true;
	note(l, s, key);
	return false;
}

const struct tree *load_without_extras(struct loader *l,
				       const struct section *s,
				       const struct tree *map)
{
	const struct tree **items;
	struct tree *kept;
	uint32_t n = 0;

	assert(s->fields && s->n <= FIELDS_MAX);
	assert(map);
	if (map->kind != TREE_MAP)
		return map; /* for the table to refuse */
	items = ARENA_NEW(&l->scratch, const struct tree *, 2 * (size_t)map->n);
	for (uint32_t i = 0; i < map->n; i++) {
		const struct tree *key = map->items[2 * i];
		const struct tree *value = map->items[2 * i + 1];

		if (is_kept(l, s, key)) {
			items[2 * n] = key;
			items[2 * n++ + 1] = value;
		} else if (value->kind != TREE_SCALAR) {
			reader_error(&l->r, key,
				     "property '%s' of %s is neither a number "
				     "nor text",
				     key->text, s->what);
			return NULL;
		}
	}
	if (n == map->n)
		return map;
	kept = arena_alloc(&l->scratch, sizeof(*kept));
	*kept = *map;
	kept->n = n;
	kept->items = items;
	return kept;
}

/* tree.c - collecting nodes, checking keys; see tree.h and tree_build.h */
#include "model/tree_build.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_KEYS = 12 }; /* compared pairwise below, sorted above */

bool build_error(struct tree_builder *b, struct tree_place at, const char *what)
{
	assert(what && what[0]);
	assert(at.line >= 1 && at.col >= 1);
	return error_set(b->e, b->file, at.line, at.col, "%s", what);
}

/* array_reserve wants a void pointer, which `pending` is not. */
static void reserve_pending(struct tree_builder *b, size_t want)
{
	void *items = b->pending;

	assert(want > 0);
	assert(b->n_pending <= b->cap_pending);
	array_reserve(&items, &b->cap_pending, want,
		      sizeof(const struct tree *));
	b->pending = items;
}

static bool wants_key(const struct tree_builder *b)
{
	assert(b->depth <= TREE_DEPTH);
	if (!b->depth || b->open[b->depth - 1].node->kind != TREE_MAP)
		return false;
	return (b->n_pending - b->open[b->depth - 1].first) % 2 == 0;
}

/* Appends to what is open, or makes it the root. */
static bool add(struct tree_builder *b, const struct tree *node,
		uint64_t weight, struct tree_place at)
{
	char what[96];

	assert(node && weight >= 1);
	b->total += weight;
	if (b->total > TREE_NODES) {
		snprintf(what, sizeof(what),
			 "too large: more than %d parts (aliases expanded)",
			 TREE_NODES);
		return build_error(b, at, what);
	}
	if (!b->depth) {
		assert(!b->root);
		b->root = node;
		return true;
	}
	if (node->kind != TREE_SCALAR && wants_key(b))
		return build_error(b, at,
				   "a key must be plain text, not a "
				   "list or a map");
	reserve_pending(b, b->n_pending + 1);
	b->pending[b->n_pending++] = node;
	return true;
}

bool build_open(struct tree_builder *b, enum tree_kind kind,
		struct tree_place at, const struct tree **out)
{
	struct tree *node;
	uint64_t before = b->total;
	char what[64];

	assert(b->depth <= TREE_DEPTH);
	assert(kind != TREE_SCALAR);
	if (b->depth == TREE_DEPTH) {
		snprintf(what, sizeof(what), "nested more than %d levels deep",
			 TREE_DEPTH);
		return build_error(b, at, what);
	}
	node = arena_alloc(b->arena, sizeof(*node));
	node->kind = kind;
	node->line = at.line;
	node->col = at.col;
	if (!add(b, node, 1, at))
		return false;
	b->open[b->depth].node = node;
	b->open[b->depth].first = b->n_pending;
	b->open[b->depth].before = before;
	b->depth++;
	if (out)
		*out = node;
	return true;
}

bool build_scalar(struct tree_builder *b, const char *text, size_t len,
		  bool quoted, struct tree_place at, const struct tree **out)
{
	struct tree *node;
	char what[64];

	assert(text || !len);
	assert(at.line >= 1);
	if (len > TREE_TEXT) {
		snprintf(what, sizeof(what),
			 "this text is longer than %d bytes", TREE_TEXT);
		return build_error(b, at, what);
	}
	if (memchr(text, '\0', len))
		return build_error(b, at, "this text holds a NUL character");
	node = arena_alloc(b->arena, sizeof(*node));
	*node = (struct tree){.kind = TREE_SCALAR,
			      .quoted = quoted,
			      .line = at.line,
			      .col = at.col,
			      .n = (uint32_t)len,
			      .weight = 1};
	node->text = arena_strndup(b->arena, text, len);
	if (out)
		*out = node;
	return add(b, node, 1, at);
}

bool build_shared(struct tree_builder *b, const struct tree *node,
		  struct tree_place at)
{
	assert(node->weight >= 1);
	assert(!build_is_open(b, node));
	return add(b, node, node->weight, at);
}

bool build_is_open(const struct tree_builder *b, const struct tree *node)
{
	assert(b->depth <= TREE_DEPTH);
	for (unsigned i = 0; i < b->depth; i++)
		if (b->open[i].node == node)
			return true;
	return false;
}

static bool duplicate_key(struct tree_builder *b, const struct tree *first,
			  const struct tree *second)
{
	char text[48], what[128];

	assert(first != second);
	assert(!strcmp(first->text, second->text));
	snprintf(what, sizeof(what),
		 "duplicate key %s; the first is in line %u, column %u",
		 tree_describe(second, text, sizeof(text)), first->line,
		 first->col);
	return build_error(b, (struct tree_place){second->line, second->col},
			   what);
}

static bool is_merge_key(const struct tree_builder *b, const struct tree *key)
{
	assert(key->kind == TREE_SCALAR);
	return b->merge_keys && !key->quoted && !strcmp(key->text, "<<");
}

static bool few_keys_differ(struct tree_builder *b,
			    const struct tree *const *items, size_t pairs)
{
	assert(pairs <= FEW_KEYS);
	for (size_t i = 1; i < pairs; i++)
		for (size_t k = 0; k < i; k++)
			if (!strcmp(items[2 * k]->text, items[2 * i]->text))
				return duplicate_key(b, items[2 * k],
						     items[2 * i]);
	return true;
}

/* Pairs of a map in the order of precedence: its own, then merged ones. */
struct pair {
	const struct tree *key, *value;
	size_t index;
	bool own, hidden;
};

static int by_key(const void *pa, const void *pb)
{
	const struct pair *a = pa, *b = pb;
	int d = strcmp(a->key->text, b->key->text);

	assert(a->key->kind == TREE_SCALAR);
	return d ? d : (a->index > b->index) - (a->index < b->index);
}

static int by_index(const void *pa, const void *pb)
{
	const struct pair *a = pa, *b = pb;

	return (a->index > b->index) - (a->index < b->index);
}

static void take_pair(struct tree_builder *b, size_t *n, const struct tree *key,
		      const struct tree *value, bool own)
{
	struct pair *list;

	assert(key->kind == TREE_SCALAR);
	assert(value);
	array_reserve(&b->scratch, &b->cap_scratch, *n + 1, sizeof(*list));
	list = b->scratch;
	list[*n] = (struct pair){key, value, *n, own, false};
	++*n;
}

/* The pairs of `value`, a map or a list of maps, that `<<` merges. */
static bool take_merged(struct tree_builder *b, size_t *n,
			const struct tree *value)
{
	const struct tree *const *maps = &value;
	size_t n_maps = 1;

	assert(b->merge_keys);
	assert(value->kind == TREE_SCALAR || value->items || !value->n);
	if (value->kind == TREE_LIST) {
		maps = value->items;
		n_maps = value->n;
	}
	for (size_t m = 0; m < n_maps; m++) {
		if (maps[m]->kind != TREE_MAP)
			return build_error(b,
					   (struct tree_place){maps[m]->line,
							       maps[m]->col},
					   "'<<' merges maps only");
		for (uint32_t i = 0; i < maps[m]->n; i++)
			take_pair(b, n, maps[m]->items[2 * i],
				  maps[m]->items[2 * i + 1], false);
	}
	return true;
}

/* Sorts the n pairs, finds duplicates among own keys, hides merged pairs
 * that come too late, and restores the order of the text. */
static bool settle_pairs(struct tree_builder *b, size_t n)
{
	struct pair *list = b->scratch;
	const struct tree *first = NULL, *second = NULL;

	assert(list || !n);
	if (!n)
		return true;
	qsort(list, n, sizeof(*list), by_key);
	for (size_t i = 1, head = 0; i < n; i++) {
		if (strcmp(list[head].key->text, list[i].key->text) != 0) {
			head = i;
			continue;
		}
		list[i].hidden = true;
		if (list[i].own &&
		    (!second || list[i].key->line < second->line)) {
			first = list[head].key;
			second = list[i].key;
		}
	}
	if (second)
		return duplicate_key(b, first, second);
	qsort(list, n, sizeof(*list), by_index);
	return true;
}

/* The slow way: many keys, or a merge.  The result replaces the pending
 * items of the map. */
static bool settle_map(struct tree_builder *b, size_t first)
{
	size_t n = 0, n_own = (b->n_pending - first) / 2;
	const struct pair *list;

	assert(first <= b->n_pending);
	assert(n_own > 0);
	for (size_t i = 0; i < n_own; i++)
		take_pair(b, &n, b->pending[first + 2 * i],
			  b->pending[first + 2 * i + 1], true);
	for (size_t i = 0; i < n_own; i++)
		if (is_merge_key(b, b->pending[first + 2 * i]) &&
		    !take_merged(b, &n, b->pending[first + 2 * i + 1]))
			return false;
	if (!settle_pairs(b, n))
		return false;
	b->n_pending = first;
	reserve_pending(b, first + 2 * n);
	list = b->scratch;
	for (size_t i = 0; i < n; i++) {
		if (list[i].hidden || is_merge_key(b, list[i].key))
			continue;
		b->pending[b->n_pending++] = list[i].key;
		b->pending[b->n_pending++] = list[i].value;
	}
	return true;
}

static uint64_t hash_key(const char *s)
{
	uint64_t h = 14695981039346656037u; /* FNV-1a */

	assert(s);
	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return h ^ h >> 32;
}

/* Are the keys surely all different?  Without sorting: each is looked up among
 * those before it, in a table twice as large.  Keys made so that many meet
 * there are not followed, as for equal ones the answer is no. */
static bool many_keys_differ(struct tree_builder *b,
			     const struct tree *const *items, size_t pairs)
{
	size_t size = 32, steps = 4 * pairs;
	const struct tree **table;

	assert(pairs > 0);
	while (size < 2 * pairs)
		size *= 2;
	array_reserve(&b->scratch, &b->cap_scratch,
		      size * sizeof(const struct tree *) / sizeof(struct pair) +
			      1,
		      sizeof(struct pair));
	table = b->scratch;
	for (size_t i = 0; i < size; i++)
		table[i] = NULL;
	for (size_t i = 0; i < pairs; i++) {
		size_t at = hash_key(items[2 * i]->text) & (size - 1);

		for (; table[at]; at = (at + 1) & (size - 1))
			if (!steps-- ||
			    !strcmp(table[at]->text, items[2 * i]->text))
				return false;
		table[at] = items[2 * i];
	}
	return true;
}

static bool close_map(struct tree_builder *b, size_t first)
{
	size_t pairs = (b->n_pending - first) / 2;
	const struct tree *const *items;
	bool merge = false;

	assert((b->n_pending - first) % 2 == 0);
	if (!pairs)
		return true;
	items = b->pending + first;
	for (size_t i = 0; i < pairs; i++)
		merge |= is_merge_key(b, items[2 * i]);
	if (!merge && pairs <= FEW_KEYS)
		return few_keys_differ(b, items, pairs);
	if (!merge && many_keys_differ(b, items, pairs))
		return true;
	return settle_map(b, first);
}

bool build_close(struct tree_builder *b)
{
	struct tree *node;
	const struct tree **items;
	size_t first, n;

	assert(b->depth > 0);
	node = b->open[b->depth - 1].node;
	first = b->open[b->depth - 1].first;
	if (node->kind == TREE_MAP && !close_map(b, first))
		return false;
	n = b->n_pending - first;
	items = ARENA_NEW(b->arena, const struct tree *, n);
	for (size_t i = 0; i < n; i++)
		items[i] = b->pending[first + i];
	node->items = items;
	node->n = (uint32_t)(node->kind == TREE_MAP ? n / 2 : n);
	node->weight = (uint32_t)(b->total - b->open[b->depth - 1].before);
	b->n_pending = first;
	b->depth--;
	return true;
}

void build_free(struct tree_builder *b)
{
	free(b->pending);
	free(b->scratch);
	b->pending = NULL;
	b->scratch = NULL;
}

const struct tree *tree_get(const struct tree *map, const char *key)
{
	assert(key);
	assert(map->kind == TREE_MAP);
	for (uint32_t i = 0; i < map->n; i++)
		if (!strcmp(map->items[2 * i]->text, key))
			return map->items[2 * i + 1];
	return NULL;
}

bool tree_is_null(const struct tree *t)
{
	static const char *const words[] = {"", "~", "null", "Null", "NULL"};

	assert(t->kind != TREE_SCALAR || t->text);
	if (t->kind != TREE_SCALAR || t->quoted)
		return false;
	if (*t->text && *t->text != '~' && (*t->text | 0x20) != 'n')
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp(t->text, words[i]))
			return true;
	return false;
}

const char *tree_describe(const struct tree *t, char *buf, size_t cap)
{
	size_t show = cap > 16 ? cap - 16 : 0;

	assert(t && buf);
	assert(cap >= 24);
	if (t->kind != TREE_SCALAR)
		return t->kind == TREE_MAP ? "a map" : "a list";
	if (tree_is_null(t))
		return "nothing";
	if (t->n > show) {
		/* Not in the middle of a character. */
		while (show && ((unsigned char)t->text[show] & 0xc0) == 0x80)
			show--;
		snprintf(buf, cap, "'%.*s...'", (int)show, t->text);
	} else {
		snprintf(buf, cap, "'%s'", t->text);
	}
	return buf;
}

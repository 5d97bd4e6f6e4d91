/* load_fit.c - what `dagsim noise fit` writes, read back as the file of a
 * latency; see load_latency.h
 *
 * A fit is YAML whose one key is `kernel`, with what `kernel` of a platform may
 * hold but the name of another file.  Settings that are given beside the file
 * (fit.yaml:cap=none) stand in for those inside it.
 */
#include "model/load_latency.h"

#include <assert.h>
#include <string.h>

/* The key alone, or with a map in braces; a version ("kernel: 6.12") may stand
 * in front of what a tool has measured. */
static bool begins_fit(const char *p, const char *end)
{
	static const char word[] = "kernel:";

	assert(p <= end);
	if (end - p < (ptrdiff_t)strlen(word) ||
	    memcmp(p, word, strlen(word)) != 0)
		return false;
	p += strlen(word);
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p == end || *p == '\r' || *p == '{' || *p == '#';
}

bool latency_is_fit(const char *data, size_t len)
{
	const char *p = data, *end = data + len;

	assert(data || !len);
	while (p < end) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		const char *stop = nl ? nl : end;

		if (begins_fit(p, stop))
			return true;
		if (p < stop && *p != '#' && *p != '\r' && *p != ' ' &&
		    *p != '-')
			return false;
		p = nl ? nl + 1 : end;
	}
	return false;
}

/* The same key, whatever unit it ends with? */
static bool is_same_key(const struct tree *a, const struct tree *b)
{
	size_t n = strlen(a->text), m = strlen(b->text);

	key_unit(a->text, &n);
	key_unit(b->text, &m);
	assert(n <= a->n && m <= b->n);
	return n == m && !memcmp(a->text, b->text, n);
}

/* The map `inside`, but where `given` has the key too. */
static const struct tree *merged(struct arena *a, const struct tree *inside,
				 const struct tree *given,
				 const struct tree *file)
{
	const struct tree **items =
		ARENA_NEW(a, const struct tree *, 2 * (inside->n + given->n));
	struct tree *map = ARENA_NEW(a, struct tree, 1);
	uint32_t n = 0;

	for (uint32_t i = 0; i < given->n; i++) {
		if (given->items[2 * i + 1] == file)
			continue;
		items[2 * n] = given->items[2 * i];
		items[2 * n++ + 1] = given->items[2 * i + 1];
	}
	for (uint32_t i = 0, k; i < inside->n; i++) {
		for (k = 0; k < given->n; k++)
			if (is_same_key(given->items[2 * k],
					inside->items[2 * i]))
				break;
		if (k < given->n)
			continue;
		items[2 * n] = inside->items[2 * i];
		items[2 * n++ + 1] = inside->items[2 * i + 1];
	}
	assert(n <= inside->n + given->n);
	*map = (struct tree){.kind = TREE_MAP,
			     .line = given->line,
			     .col = given->col,
			     .n = n,
			     .weight = 2 * n + 1,
			     .items = items};
	return map;
}

/* The map behind `kernel:`, or NULL and an error. */
static const struct tree *kernel_of(struct reader *r, const struct tree *all)
{
	const struct tree *t;

	if (!want_kind(r, all, TREE_MAP, "a fit"))
		return NULL;
	if (all->n != 1) {
		reader_error(r, all->items[2],
			     "a fit holds 'kernel' and nothing else");
		return NULL;
	}
	t = all->items[1];
	if (!want_kind(r, t, TREE_MAP, "kernel"))
		return NULL;
	if (tree_get(t, "histogram")) {
		reader_error(r, tree_get(t, "histogram"),
			     "a fit names no other file");
		return NULL;
	}
	return t;
}

bool latency_read_fit(struct reader *r, struct arena *scratch,
		      const struct latency_fit *fit, bool wakes,
		      const struct latency_files *files,
		      struct latency_source *out)
{
	const struct tree *all, *t = NULL;
	const char *outer = r->file;
	bool ok;

	assert(fit->given->kind == TREE_MAP);
	all = tree_parse_yaml(scratch, fit->full, fit->data, fit->len, r->e);
	if (!all)
		return false;
	r->file = fit->full;
	t = kernel_of(r, all);
	/* Alone, for messages that name its places. */
	ok = t && latency_read(r, scratch, t, wakes, files, out);
	r->file = outer;
	if (ok && fit->given->n > 1)
		ok = latency_read(r, scratch,
				  merged(scratch, t, fit->given, fit->file),
				  wakes, files, out);
	if (!ok)
		return false;
	out->file = out->label = fit->file->text;
	out->is_plain = false;
	out->is_fit = true;
	return true;
}

/* load_kernel.c - the `kernel` of a platform, --kernel, and latencies that
 * stand for overheads or noises; see load_latency.h
 */
#include "model/load_latency.h"
#include "model/load_parts.h"
#include "model/overhead.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

static const struct shape latency_map_shape = {.kind = SHAPE_SECTION,
					       .section = &latency_section};
const struct shape kernel_shape = {.kind = SHAPE_EITHER,
				   .item = &latency_map_shape,
				   .text = "{\"type\": \"string\"}"};

/* --- an option --- */

static struct tree *scalar(struct reader *r, const char *text, size_t len)
{
	struct tree *t = ARENA_NEW(r->arena, struct tree, 1);

	*t = (struct tree){.kind = TREE_SCALAR,
			   .n = (uint32_t)len,
			   .weight = 1,
			   .text = arena_strndup(r->arena, text, len)};
	return t;
}

/* A file has a dot or a slash in its name, where no kernel has one, or it is
 * there. */
static const char *key_of(const char *text, size_t len)
{
	struct dag_error unused;
	char name[64];

	assert(text);
	if (len < sizeof(name)) {
		memcpy(name, text, len);
		name[len] = '\0';
		if (latency_find(name, &unused))
			return "name";
	}
	if (len == 1 && *text == '-') /* standard input */
		return "histogram";
	if (memchr(text, '.', len) || memchr(text, '/', len))
		return "histogram";
	return len < sizeof(name) && access(name, R_OK) == 0 ? "histogram"
							     : "name";
}

/* Where the settings begin: behind the last colon that an `=` follows, so that
 * file names may hold colons. */
static size_t source_length(const char *text)
{
	const char *is = strchr(text, '='), *colon = NULL;

	for (const char *p = text; is && p < is; p++)
		if (*p == ':')
			colon = p;
	return colon ? (size_t)(colon - text) : strlen(text);
}

const struct tree *latency_tree(struct reader *r, const char *text)
{
	size_t len = source_length(text), n = 1;
	struct tree *map = ARENA_NEW(r->arena, struct tree, 1);
	const struct tree **items;
	const char *p, *key = key_of(text, len);

	for (p = text + len; *p; p++)
		n += *p == ':' || *p == ',';
	items = ARENA_NEW(r->arena, const struct tree *, 2 * n);
	items[0] = scalar(r, key, strlen(key));
	items[1] = scalar(r, text, len);
	n = 1;
	for (p = text + len; *p;) {
		size_t word = strcspn(++p, ","), stem = strcspn(p, "=,");

		if (stem == word) {
			reader_error(r, map,
				     "'%s' must be NAME or FILE, with settings "
				     "NAME:KEY=VALUE,KEY=VALUE",
				     text);
			return NULL;
		}
		items[2 * n] = scalar(r, p, stem);
		items[2 * n + 1] = scalar(r, p + stem + 1, word - stem - 1);
		n++;
		p += word;
	}
	*map = (struct tree){.kind = TREE_MAP,
			     .n = (uint32_t)n,
			     .weight = (uint32_t)(2 * n + 1),
			     .items = items};
	return map;
}

/* --- files --- */

static bool beside_workload(void *ctx, const struct tree *at, const char *path,
			    const char **full, const char **data, size_t *len)
{
	return load_file(ctx, at, path, full, data, len);
}

/* Of an option: as seen from where the user is. */
static bool beside_user(void *ctx, const struct tree *at, const char *path,
			const char **full, const char **data, size_t *len)
{
	struct loader *l = ctx;
	struct dag_error why;

	*full = path;
	if (l->opt->read(l->opt->ctx, &l->scratch, path, data, len, &why)) {
		SHA256Update(&l->digest, (const uint8_t *)*data, *len);
		return true;
	}
	if (why.code == EXIT_SYSTEM) {
		*l->r.e = why;
		return false;
	}
	return reader_error(&l->r, at, "'%s': %s", path, why.msg);
}

/* --- the kernel of the platform --- */

static bool is_none(const struct tree *t)
{
	return t->kind == TREE_SCALAR && !strcmp(t->text, "none");
}

static bool read_kernel(struct loader *l, const struct tree *t,
			const struct latency_files *files)
{
	struct latency *out = ARENA_NEW(&l->w->arena, struct latency, 1);
	struct latency_source s;

	assert(!l->w->platform.latency);
	if (is_none(t))
		return true;
	if (!latency_read(&l->r, &l->scratch, t, true, files, &s) ||
	    !latency_make(&l->r, t, &s, out))
		return false;
	assert(out->most >= out->least);
	if (s.n_laws > 1 && l->w->platform.n_cores > s.n_laws)
		reader_warn(&l->r, t,
			    "there are %u columns for %u cores: they are "
			    "taken in turn",
			    s.n_laws, l->w->platform.n_cores);
	if (out->most)
		l->w->platform.latency = out;
	return true;
}

bool load_kernel(struct loader *l, const struct tree *t)
{
	struct latency_files files = {beside_workload, l};
	const char *file = l->r.file;
	const struct tree *asked;
	bool ok;

	if (!l->opt->kernel)
		return !t || read_kernel(l, t, &files);
	l->r.file = "--kernel";
	files.read = beside_user;
	if (!strcmp(l->opt->kernel, "none"))
		ok = true;
	else
		ok = (asked = latency_tree(&l->r, l->opt->kernel)) != NULL &&
		     read_kernel(l, asked, &files);
	l->r.file = file;
	return ok;
}

/* --- as an overhead, as a noise --- */

bool latency_is_map(const struct tree *t)
{
	static const char *const keys[] = {"name", "histogram", "median",
					   "quantiles"};

	assert(t->kind == TREE_MAP);
	for (uint32_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < sizeof(keys) / sizeof(*keys); k++) {
			const char *key = t->items[2 * i]->text;
			size_t stem = strlen(key);

			key_unit(key, &stem);
			if (stem == strlen(keys[k]) &&
			    !strncmp(key, keys[k], stem))
				return true;
		}
	return false;
}

bool load_latency_overhead(struct loader *l, const struct tree *t,
			   struct overhead *o)
{
	struct latency_files files = {beside_workload, l};
	struct latency_source s;
	struct latency out;

	assert(t->kind == TREE_MAP);
	if (!latency_read(&l->r, &l->scratch, t, false, &files, &s) ||
	    !latency_make(&l->r, t, &s, &out))
		return false;
	assert(out.n_cpus == 1);
	o->base = draw_fixed(DRAW_TIME, NS_PER_US);
	o->noise = out.cpus[0];
	o->least = out.least;
	o->most = out.most;
	return true;
}

bool load_measured(struct loader *l, const struct tree *at, const char *file,
		   const char *data, size_t len, struct histogram *h, bool *is)
{
	struct hist_options o = {.format = HIST_AUTO};
	struct hist hist;
	struct law law;
	const uint32_t *columns;
	size_t n;

	*is = hist_is_told(data, len);
	if (!*is)
		return true;
	if (!hist_read(&hist, &l->scratch, file, data, len, &o, l->r.e) ||
	    !hist_select(&hist, &l->scratch, NULL, &columns, &n, l->r.e) ||
	    !law_of_histogram(&law, &l->scratch, &hist, columns, n,
			      &(struct hist_law_options){false}, l->r.e))
		return false;
	assert(at);
	law_cap(&law, law.observed);
	*h = (struct histogram){law.edges, law.weights, law.n, true};
	return true;
}

/* load.c - files, digests, room: what every format is loaded with; load.h */
#include "model/load_parts.h"
#include "base/file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool read_disk(void *ctx, struct arena *a, const char *path,
		      const char **data, size_t *len, struct dag_error *e)
{
	assert(a && path);
	(void)ctx;
	return file_read(a, path, TREE_BYTES, data, len, e);
}

bool load_file(struct loader *l, const struct tree *path_node, const char *path,
	       const char **full, const char **data, size_t *len)
{
	const char *where = file_beside(&l->w->arena, l->w->file, path);
	struct dag_error why;

	assert(data && len);
	assert(l->opt->read);
	if (!l->opt->read(l->opt->ctx, &l->scratch, where, data, len, &why)) {
		if (why.code == EXIT_SYSTEM) {
			*l->r.e = why;
			return false;
		}
		return reader_error(&l->r, path_node, "'%s': %s", where,
				    why.msg);
	}
	SHA256Update(&l->digest, (const uint8_t *)*data, *len);
	*full = where;
	return true;
}

/* Doubles, so that the copies cost no more than what is kept. */
static void *grown(struct arena *a, const void *old, uint32_t n, uint32_t *cap,
		   uint32_t more, size_t size)
{
	uint64_t want = (uint64_t)n + more;
	void *items;

	assert(cap && n <= *cap);
	assert(size > 0);
	if (want <= *cap)
		return NULL;
	if (want < 2 * (uint64_t)*cap)
		want = 2 * (uint64_t)*cap;
	REQUIRE(want <= UINT32_MAX);
	items = arena_array(a, (size_t)want, size);
	if (n)
		memcpy(items, old, n * size);
	*cap = (uint32_t)want;
	return items;
}

#define GROW(array, count, cap, more)                                          \
	do {                                                                   \
		void *grown_to = grown(&w->arena, w->array, w->count,          \
				       &l->room.cap, more, sizeof(*w->array)); \
		if (grown_to)                                                  \
			w->array = grown_to;                                   \
	} while (0)

void load_room(struct loader *l, struct load_counts more)
{
	struct workload *w = l->w;

	GROW(tasks, n_tasks, tasks, more.tasks);
	GROW(nodes, n_nodes, nodes, more.nodes);
	GROW(edges, n_edges, edges, more.edges);
	GROW(models, n_models, models, more.models);
	assert(l->room.nodes >= w->n_nodes + more.nodes);
}

static void finish_digest(struct loader *l)
{
	static const char hex[] = "0123456789abcdef";
	uint8_t sum[SHA256_DIGEST_LENGTH];

	assert(sizeof(l->w->digest) == 2 * sizeof(sum) + 1);
	SHA256Final(sum, &l->digest);
	for (size_t i = 0; i < sizeof(sum); i++) {
		l->w->digest[2 * i] = hex[sum[i] >> 4];
		l->w->digest[2 * i + 1] = hex[sum[i] & 15];
	}
	l->w->digest[2 * sizeof(sum)] = '\0';
}

/* Moves what was gathered on the way into the workload. */
static void finish(struct loader *l)
{
	struct workload *w = l->w;

	assert(l->r.n_warnings <= UINT32_MAX);
	assert(l->r.arena == &w->arena);
	finish_digest(l);
	w->n_warnings = (uint32_t)l->r.n_warnings;
	w->warnings = ARENA_NEW(&w->arena, const char *, w->n_warnings);
	for (uint32_t i = 0; i < w->n_warnings; i++)
		w->warnings[i] = l->r.warnings[i];
}

static void begin(struct loader *l, const char *name,
		  const struct load_options *opt, struct dag_error *e)
{
	struct arena arena = {0};

	*l = (struct loader){.opt = opt};
	l->w = arena_alloc(&arena, sizeof(*l->w));
	l->w->arena = arena;
	l->w->file = arena_strdup(&l->w->arena, name);
	l->r = (struct reader){.file = l->w->file,
			       .arena = &l->w->arena,
			       .e = e,
			       .unit_ns = opt->unit_ns};
	SHA256Init(&l->digest);
	assert(!l->w->n_tasks && !l->r.n_warnings);
}

/* The workload, or NULL where it was not loaded. */
static struct workload *end(struct loader *l, bool ok)
{
	struct workload *w = l->w;

	assert(l->r.file);
	assert(w);
	if (ok)
		finish(l);
	free(l->r.warnings);
	arena_free(&l->scratch);
	if (ok)
		return w;
	workload_free(w);
	return NULL;
}

static struct load_options filled_in(const struct load_options *opt)
{
	struct load_options options = opt ? *opt : (struct load_options){0};

	if (!options.read)
		options.read = read_disk;
	REQUIRE(options.n_cores <= CORES_MAX);
	REQUIRE(options.unit_ns >= 0 && options.dag_period >= 0 &&
		options.dag_deadline >= 0);
	return options;
}

struct workload *workload_load_memory(const char *name, const char *data,
				      size_t len,
				      const struct load_options *opt,
				      struct dag_error *e)
{
	struct load_options options = filled_in(opt);
	struct dag_error unused = {0};
	const struct tree *root;
	struct loader l;
	bool ok;

	REQUIRE(name && (data || !len));
	begin(&l, name, &options, e ? e : &unused);
	SHA256Update(&l.digest, (const uint8_t *)data, len);
	root = load_tree(&l, data, len);
	ok = root && (is_node_link(root) ? load_dag_file(&l, root)
					 : load_top(&l, root));
	return end(&l, ok);
}

static struct workload *load_folder_from(const char *path,
					 const struct load_options *opt,
					 struct dag_error *e)
{
	struct load_options options = filled_in(opt);
	struct dag_error unused = {0};
	struct loader l;

	begin(&l, path, &options, e ? e : &unused);
	return end(&l, load_folder(&l));
}

struct workload *workload_load(const char *path, const struct load_options *opt,
			       struct dag_error *e)
{
	struct arena text = {0};
	struct workload *w = NULL;
	const char *data;
	size_t len;

	REQUIRE(path);
	if (file_is_folder(path))
		return load_folder_from(path, opt, e);
	if (file_read(&text, path, TREE_BYTES, &data, &len, e))
		w = workload_load_memory(path, data, len, opt, e);
	arena_free(&text);
	return w;
}

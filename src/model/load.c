/* load.c - the top level of a workload file; see load.h */
#include "model/load_parts.h"
#include "base/file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_VERSION = 1 };

struct top_record {
	int64_t version;
	const char *name, *device;
	const struct tree *platform, *models, *streams, *tasks, *sim, *policies;
};
enum {
	AT_VERSION,
	AT_NAME,
	AT_DEVICE,
	AT_PLATFORM,
	AT_MODELS,
	AT_STREAMS,
	AT_TASKS,
	AT_SIM,
	AT_POLICIES
};

static const struct field top_fields[] = {
	[AT_VERSION] = {.key = "dagsim",
			.type = FIELD_INT,
			.offset = offsetof(struct top_record, version),
			.min = 1,
			.max = FORMAT_VERSION,
			.standard = "1",
			.help = "version of the format"},
	[AT_NAME] = {.key = "name",
		     .type = FIELD_NAME,
		     .offset = offsetof(struct top_record, name),
		     .flags = FIELD_NULLABLE,
		     .standard = "workload",
		     .help = "name of the workload"},
	[AT_DEVICE] = {.key = "device",
		       .type = FIELD_TEXT,
		       .offset = offsetof(struct top_record, device),
		       .flags = FIELD_NULLABLE,
		       .standard = "unspecified",
		       .help = "what the times were measured on"},
	[AT_PLATFORM] = {.key = "platform",
			 .type = FIELD_TREE,
			 .offset = offsetof(struct top_record, platform),
			 .flags = FIELD_NULLABLE,
			 .shape = &platform_shape,
			 .standard = "what the nodes need",
			 .help = "what there is to run on"},
	[AT_MODELS] = {.key = "models",
		       .type = FIELD_TREE,
		       .offset = offsetof(struct top_record, models),
		       .shape = &models_shape,
		       .help = "what runs on an accelerator, by name"},
	[AT_STREAMS] = {.key = "streams",
			.type = FIELD_TREE,
			.offset = offsetof(struct top_record, streams),
			.shape = &streams_shape,
			.help = "what is released: jobs of one model each"},
	[AT_TASKS] = {.key = "tasks",
		      .type = FIELD_TREE,
		      .offset = offsetof(struct top_record, tasks),
		      .shape = &tasks_shape,
		      .help = "what is released: DAGs of nodes"},
	[AT_SIM] = {.key = "sim",
		    .type = FIELD_TREE,
		    .offset = offsetof(struct top_record, sim),
		    .shape = &sim_shape,
		    .help = "defaults of a run; options override them"},
	[AT_POLICIES] = {.key = "policies",
			 .type = FIELD_TREE,
			 .offset = offsetof(struct top_record, policies),
			 .flags = FIELD_NULLABLE,
			 .shape = &policies_shape,
			 .help = "parameters of policies, by policy"},
};
static const struct section top_section = SECTION_OF("a workload", top_fields);
static const struct shape top_shape = {.kind = SHAPE_SECTION,
				       .section = &top_section,
				       .text = "{\"anyOf\": [{\"required\": "
					       "[\"tasks\"]}, {\"required\": "
					       "[\"models\", "
					       "\"streams\"]}]}"};

void workload_schema_print(FILE *out)
{
	assert(out);
	schema_print(out, &top_shape, "dagsim workload, format version 1");
}

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

/* Neither less than something to release, nor streams of no model. */
static bool check_sections(struct loader *l, const struct tree *root,
			   const struct tree *const *at)
{
	if (!at[AT_MODELS] && !at[AT_TASKS])
		return reader_error(&l->r, root,
				    "a workload needs 'models' with 'streams', "
				    "or 'tasks'");
	if (!at[AT_STREAMS] && !at[AT_TASKS])
		return reader_error(&l->r, root,
				    "a workload needs 'streams' or 'tasks'");
	return true;
}

static bool load_sections(struct loader *l, const struct tree *root,
			  const struct top_record *rec,
			  const struct tree *const *at)
{
	if (!load_platform(l, rec->platform) ||
	    (at[AT_MODELS] && !load_models(l, rec->models)) ||
	    (at[AT_STREAMS] && !load_streams(l, rec->streams)) ||
	    (at[AT_TASKS] && !load_tasks(l, rec->tasks)))
		return false;
	platform_default(l, root);
	return load_sim(l, at[AT_SIM]) &&
	       (!at[AT_POLICIES] || load_policies(l, rec->policies));
}

static bool load_top(struct loader *l, const struct tree *root)
{
	struct workload *w = l->w;
	struct top_record rec = {.name = "workload", .device = "unspecified"};
	const struct tree *at[FIELDS_MAX];

	assert(l->r.file == w->file);
	assert(!w->models && !w->tasks);
	if (tree_is_null(root))
		return reader_error(&l->r, root,
				    "there is nothing in it; a workload needs "
				    "'models' and 'streams', or 'tasks'");
	if (!fields_read(&l->r, root, &top_section, &rec, at) ||
	    !check_sections(l, root, at) || !load_sections(l, root, &rec, at))
		return false;
	w->name = rec.name;
	w->device = rec.device;
	return workload_check(w, l->r.e);
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

struct workload *workload_load_memory(const char *name, const char *data,
				      size_t len,
				      const struct load_options *opt,
				      struct dag_error *e)
{
	struct load_options options = {0};
	struct arena arena = {0};
	struct loader l = {.opt = &options};
	const struct tree *root;
	struct dag_error unused = {0};
	bool ok;

	assert(!l.w);
	REQUIRE(name && (data || !len));
	if (opt)
		options = *opt;
	if (!options.read)
		options.read = read_disk;
	l.w = arena_alloc(&arena, sizeof(*l.w));
	l.w->arena = arena;
	l.w->file = arena_strdup(&l.w->arena, name);
	l.r = (struct reader){.file = l.w->file,
			      .arena = &l.w->arena,
			      .e = e ? e : &unused,
			      .unit_ns = options.unit_ns};
	SHA256Init(&l.digest);
	SHA256Update(&l.digest, (const uint8_t *)data, len);
	root = tree_parse_yaml(&l.scratch, name, data, len, l.r.e);
	ok = root && load_top(&l, root);
	if (ok)
		finish(&l);
	free(l.r.warnings);
	arena_free(&l.scratch);
	if (!ok)
		workload_free(l.w);
	return ok ? l.w : NULL;
}

struct workload *workload_load(const char *path, const struct load_options *opt,
			       struct dag_error *e)
{
	struct arena text = {0};
	struct workload *w = NULL;
	const char *data;
	size_t len;

	REQUIRE(path);
	if (file_read(&text, path, TREE_BYTES, &data, &len, e))
		w = workload_load_memory(path, data, len, opt, e);
	arena_free(&text);
	return w;
}

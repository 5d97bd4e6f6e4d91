/* load_folder.c - files of one DAG each as a workload: one file, or a folder
 *
 * A generator leaves a folder for each combination of its parameters: a DAG a
 * file, perhaps in several formats, perhaps with a drawing, and a note of the
 * combination.  Of the formats of one DAG the first in the order of
 * load_format.c is read.  Nothing is passed over in silence but drawings and
 * that note.
 */
#include "model/load_parts.h"
#include "base/file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Where a warning stands that is about no line. */
static const struct tree nowhere = {.kind = TREE_SCALAR, .text = ""};

struct candidate {
	const char *name, *stem;
	int rank;
};

static bool is_silent(const char *name)
{
	static const char *const drawings[] = {".png", ".svg", ".eps", ".pdf"};
	const char *dot = strrchr(name, '.');

	assert(name[0]);
	assert(!strchr(name, '/'));
	if (!strcmp(name, "combination_log.yaml"))
		return true;
	for (size_t i = 0; dot && i < sizeof(drawings) / sizeof(*drawings); i++)
		if (!strcasecmp(dot, drawings[i]))
			return true;
	return false;
}

static int by_stem(const void *pa, const void *pb)
{
	const struct candidate *a = pa, *b = pb;
	int d = natural_cmp(a->stem, b->stem);

	assert(a->stem && b->stem);
	assert(a->rank >= 0 && b->rank >= 0);
	if (d)
		return d;
	return a->rank != b->rank ? (a->rank > b->rank) - (a->rank < b->rank)
				  : strcmp(a->name, b->name);
}

static const char *path_in(struct arena *a, const char *folder,
			   const char *name)
{
	size_t len = strlen(folder);

	assert(name[0]);
	return arena_printf(a, "%s%s%s", folder,
			    len && folder[len - 1] == '/' ? "" : "/", name);
}

/* The files that may be DAGs, one for each stem, in natural order. */
static struct candidate *choose(struct loader *l, struct arena *a,
				const char *const *names, size_t n,
				size_t *n_chosen)
{
	struct candidate *list = ARENA_NEW(a, struct candidate, n);
	size_t found = 0, kept = 0;

	assert(names || !n);
	assert(n_chosen);
	for (size_t i = 0; i < n; i++) {
		struct candidate c = {.name = names[i]};

		if (is_silent(names[i]))
			continue;
		c.stem = file_stem(a, names[i], &c.rank);
		if (c.rank < 0 ||
		    file_is_folder(path_in(a, l->w->file, c.name)))
			reader_warn(&l->r, &nowhere,
				    "'%s' in it is not a DAG file and not read",
				    c.name);
		else
			list[found++] = c;
	}
	if (found)
		qsort(list, found, sizeof(*list), by_stem);
	for (size_t i = 0; i < found; i++)
		if (!kept || strcmp(list[kept - 1].stem, list[i].stem) != 0)
			list[kept++] = list[i];
		else if (kept == i)
			reader_warn(&l->r, &nowhere,
				    "'%s' is read; the same DAG in other "
				    "formats ('%s' and so on) is not",
				    list[kept - 1].name, list[i].name);
	*n_chosen = kept;
	return list;
}

/* A folder of folders is a likely mistake. */
static bool nothing_in_it(struct loader *l, struct arena *a,
			  const char *const *names, size_t n)
{
	const char *inner = NULL;

	assert(names || !n);
	assert(!l->w->n_tasks);
	for (size_t i = 0; i < n && !inner; i++)
		if (file_is_folder(path_in(a, l->w->file, names[i])))
			inner = path_in(a, l->w->file, names[i]);
	if (inner)
		return reader_error(&l->r, &nowhere,
				    "there are no DAG files in it, but "
				    "folders; did you mean '%s'?",
				    inner);
	return reader_error(&l->r, &nowhere,
			    "there are no DAG files in it (.yaml, .yml, .json, "
			    ".xml, .graphml, .dot, .gv)");
}

static bool load_member(struct loader *l, const char *path)
{
	const struct tree *root;
	const char *data;
	size_t len;

	assert(path && l->opt->read);
	assert(l->r.file);
	if (!l->opt->read(l->opt->ctx, &l->scratch, path, &data, &len, l->r.e))
		return false;
	SHA256Update(&l->digest, (const uint8_t *)data, len);
	root = load_tree(l, data, len);
	if (!root)
		return false;
	if (!is_node_link(root))
		return reader_error(&l->r, root,
				    "this is not a graph with 'nodes' and "
				    "'links'; a folder is read as one DAG a "
				    "file");
	return load_node_link(l, root);
}

static bool load_members(struct loader *l, struct arena *a)
{
	const char *const *names;
	struct candidate *list;
	size_t n_names, n;

	assert(l->r.file == l->w->file);
	assert(!l->w->n_tasks);
	if (!file_list(a, l->w->file, &names, &n_names, l->r.e))
		return false;
	list = choose(l, a, names, n_names, &n);
	if (!n)
		return nothing_in_it(l, a, names, n_names);
	for (size_t i = 0; i < n; i++) {
		l->r.file = path_in(&l->w->arena, l->w->file, list[i].name);
		if (!load_member(l, l->r.file))
			return false;
		arena_reset(&l->scratch);
	}
	l->r.file = l->w->file;
	return true;
}

/* What a file of a DAG does not say. */
static bool complete(struct loader *l, const char *name)
{
	struct workload *w = l->w;

	assert(name);
	assert(l->w->n_tasks > 0);
	w->name = name[0] ? name : "workload";
	w->device = "unspecified";
	platform_default(l, &nowhere);
	return load_sim(l, NULL) && workload_check(w, l->r.e);
}

bool load_dag_file(struct loader *l, const struct tree *root)
{
	assert(!l->w->n_tasks);
	assert(is_node_link(root));
	return load_platform(l, NULL) && load_node_link(l, root) &&
	       complete(l, l->w->name);
}

/* "a/b//" is named b; "..", which says nothing, "workload". */
static const char *folder_name(struct arena *a, const char *path)
{
	size_t len = strlen(path), from;

	assert(path);
	assert(path[0]);
	while (len && path[len - 1] == '/')
		len--;
	for (from = len; from && path[from - 1] != '/'; from--)
		continue;
	path = arena_strndup(a, path + from, len - from);
	return strspn(path, ".") == strlen(path) ? "" : path;
}

bool load_folder(struct loader *l)
{
	struct arena a = {0};
	bool ok;

	assert(l->w->file[0]);
	assert(l->opt->read && !l->w->n_tasks);
	ok = load_platform(l, NULL) && load_members(l, &a) &&
	     complete(l, folder_name(&l->w->arena, l->w->file));
	arena_free(&a);
	return ok;
}

/* tree_graph.c - see tree_graph.h */
#include "model/tree_graph.h"

#include <assert.h>
#include <string.h>

static const struct tree_place top = {1, 1};

bool graph_begin(struct graph_tree *g, struct arena *a, const char *file,
		 struct dag_error *e)
{
	assert(g);
	assert(a && file);
	*g = (struct graph_tree){
		.nodes = {.arena = a, .file = file, .e = e},
		.links = {.arena = a, .file = file, .e = e},
		.arena = a,
	};
	return build_open(&g->nodes, TREE_LIST, top, NULL) &&
	       build_open(&g->links, TREE_LIST, top, NULL);
}

bool graph_put(struct tree_builder *b, const char *key,
	       struct tree_place key_at, const char *value, size_t len,
	       bool quoted, struct tree_place at)
{
	assert(b->depth == 2);
	assert(key[0]);
	return build_scalar(b, key, strlen(key), true, key_at, NULL) &&
	       build_scalar(b, value, len, quoted, at, NULL);
}

static bool put_word(struct tree_builder *b, const char *word,
		     struct tree_place at)
{
	assert(word[0]);
	assert(b->depth >= 1);
	return build_scalar(b, word, strlen(word), false, at, NULL);
}

static bool put_all(struct graph_tree *g, struct tree_builder *b, bool directed,
		    struct tree_place at)
{
	assert(g->nodes.root && g->links.root);
	assert(!b->depth);
	return build_open(b, TREE_MAP, top, NULL) &&
	       put_word(b, "directed", at) &&
	       put_word(b, directed ? "true" : "false", at) &&
	       put_word(b, "nodes", top) &&
	       build_shared(b, g->nodes.root, top) &&
	       put_word(b, "links", top) &&
	       build_shared(b, g->links.root, top) && build_close(b);
}

const struct tree *graph_end(struct graph_tree *g, bool ok, bool directed,
			     struct tree_place at)
{
	struct tree_builder whole = {
		.arena = g->arena, .file = g->nodes.file, .e = g->nodes.e};

	assert(g->arena);
	ok = ok && build_close(&g->nodes) && build_close(&g->links);
	assert(!ok || (g->nodes.root && g->links.root));
	ok = ok && put_all(g, &whole, directed, at);
	build_free(&g->nodes);
	build_free(&g->links);
	build_free(&whole);
	return ok ? whole.root : NULL;
}

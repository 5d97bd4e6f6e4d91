/* tree_graph.h - graphs in GraphML and DOT as the tree their YAML would be
 *
 * networkx writes a graph as YAML or JSON in one shape (node_link_data):
 *
 *     directed: true
 *     nodes: [{id: 0, execution_time: 3}, ...]
 *     links: [{source: 0, target: 1, communication_time: 2}, ...]
 *
 * Readers of other formats make this tree, so that all later checks, and the
 * places they name, are the same.  A reader opens a node or a link, puts its
 * properties and closes it, in any order of nodes and links.
 */
#ifndef DAGSIM_MODEL_TREE_GRAPH_H
#define DAGSIM_MODEL_TREE_GRAPH_H

#include "model/tree_scan.h"

/* What stands in for many nodes is copied to each: so it is short. */
enum { GRAPH_DEFAULT = 128 };

struct graph_tree {
	struct tree_builder nodes, links; /* a list each, under way         */
	struct arena *arena;
};

bool graph_begin(struct graph_tree *g, struct arena *a, const char *file,
		 struct dag_error *e);

/* One property of the map that is open in b (&g->nodes or &g->links). */
bool graph_put(struct tree_builder *b, const char *key,
	       struct tree_place key_at, const char *value, size_t len,
	       bool quoted, struct tree_place at);

/* The tree, or NULL after an error.  Call it in any case: it frees. */
const struct tree *graph_end(struct graph_tree *g, bool ok, bool directed,
			     struct tree_place at);

#endif

/* tree_build.h - what both parsers of tree.h share: collecting nodes
 *
 * A parser opens and closes collections and adds scalars in text order; the
 * builder keeps the stack, enforces the limits of tree.h, wants scalar keys,
 * and at the end of a map merges and checks its keys.  Every function
 * returns false after the first error.  Not for use outside src/model.
 */
#ifndef DAGSIM_MODEL_TREE_BUILD_H
#define DAGSIM_MODEL_TREE_BUILD_H

#include "model/tree.h"

struct tree_place {
	unsigned line, col;
};

struct tree_builder {
	struct arena *arena; /* of the nodes                                  */
	const char *file;
	struct dag_error *e;
	bool merge_keys; /* `<<` is special                                   */

	struct {
		struct tree *node;
		size_t first; /* its first child in `pending`               */
		uint64_t before; /* value of `total` when it was opened       */
	} open[TREE_DEPTH];
	unsigned depth;
	const struct tree **pending; /* children of what is open              */
	size_t n_pending, cap_pending;
	uint64_t total; /* nodes so far, aliases expanded                     */
	const struct tree *root;
	void *scratch; /* for checking large maps                             */
	size_t cap_scratch;
};

bool build_error(struct tree_builder *b, struct tree_place at,
		 const char *what);

/* Opens a list or map; *node (may be NULL) is it. */
bool build_open(struct tree_builder *b, enum tree_kind kind,
		struct tree_place at, const struct tree **node);
bool build_close(struct tree_builder *b);
/* A scalar of text[0..len). */
bool build_scalar(struct tree_builder *b, const char *text, size_t len,
		  bool quoted, struct tree_place at, const struct tree **node);
/* A node that exists already; it must not be open. */
bool build_shared(struct tree_builder *b, const struct tree *node,
		  struct tree_place at);
bool build_is_open(const struct tree_builder *b, const struct tree *node);
void build_free(struct tree_builder *b);

#endif

/* tree.h - a parsed text whose every part knows where it stood
 *
 * YAML and JSON become the same tree of scalars, lists and maps.  Scalars
 * stay text: whether "20ms" is a time and "1.50" a number is decided by the
 * reader that knows the key (fields.h), so decimals are never rounded
 * through a double.  This is why JSON has a parser of its own here: cJSON
 * keeps neither positions nor digits, and takes duplicate keys and raw
 * control characters.
 *
 * What is refused, whatever the reader would make of it: keys that are not
 * scalars, duplicate keys, more than one document, an alias to a collection
 * that contains it, tags other than YAML's core ones, characters that are
 * not UTF-8, and anything beyond the limits below.  Aliases share the node
 * they name; what they would expand to counts against TREE_NODES, so that a
 * few lines cannot unfold into a billion.  A plain key `<<` merges the map
 * (or the maps of the list) that is its value: own keys first, then the
 * earlier maps.
 *
 * Cost: linear in the text, plus sorting the keys of large maps.
 * Ownership: everything lives in the arena that is passed in; the text that
 * was parsed may go.  Errors: *e carries file:line:col.
 */
#ifndef DAGSIM_MODEL_TREE_H
#define DAGSIM_MODEL_TREE_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tree_limit {
	TREE_DEPTH = 64,       /* collections inside each other               */
	TREE_TEXT = 4096,      /* bytes of a scalar                           */
	TREE_ANCHORS = 1024,   /* YAML anchors in a document                  */
	TREE_NODES = 1 << 23,  /* nodes, aliases expanded                     */
	TREE_BYTES = 64 << 20, /* bytes of a text                             */
};

enum tree_kind { TREE_SCALAR, TREE_LIST, TREE_MAP };

struct tree {
	enum tree_kind kind;
	bool quoted;        /* scalar in quotes, or a block scalar            */
	unsigned line, col; /* 1-based, in characters                         */
	uint32_t n;         /* bytes of text; items of a list; pairs of a map */
	uint32_t weight;    /* nodes in it, aliases expanded, and itself      */
	union {
		const char *text; /* NUL-terminated; holds no other NUL       */
		const struct tree *const *items; /* map: key, value, key, ... */
	};
};

/* The tree of a text, or NULL and *e.  `file` is used in messages only.  An
 * empty YAML text is an error too. */
const struct tree *tree_parse_yaml(struct arena *a, const char *file,
				   const char *text, size_t len,
				   struct dag_error *e);
const struct tree *tree_parse_json(struct arena *a, const char *file,
				   const char *text, size_t len,
				   struct dag_error *e);

/* JSON that may have been encoded twice: where the text is one string, the
 * tree is that of its content.  Places are those in the file all the same. */
const struct tree *tree_parse_json_nested(struct arena *a, const char *file,
					  const char *text, size_t len,
					  struct dag_error *e);

/* Graphs in other formats, as the tree of their node_link_data; see
 * tree_graph.h. */
const struct tree *tree_parse_graphml(struct arena *a, const char *file,
				      const char *text, size_t len,
				      struct dag_error *e);
const struct tree *tree_parse_dot(struct arena *a, const char *file,
				  const char *text, size_t len,
				  struct dag_error *e);

/* Value of a key of a map, or NULL.  Linear in the keys. */
const struct tree *tree_get(const struct tree *map, const char *key);

/* Is it YAML's null: nothing, ~ or null, without quotes? */
bool tree_is_null(const struct tree *t);

/* "a map", "a list", "'text'": for messages; long texts are cut short. */
const char *tree_describe(const struct tree *t, char *buf, size_t cap);

#endif

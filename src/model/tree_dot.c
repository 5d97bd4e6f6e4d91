/* tree_dot.c - DOT as the tree of its node_link_data; see tree_graph.h
 *
 * The part of the language that graph libraries write: one digraph, node
 * statements, edge statements (also chains), attribute lists.  Attributes of
 * the graph and ports are for drawing and are passed over.  `node [...]` and
 * `edge [...]` stand in for what later ones do not say.  Subgraphs, HTML texts
 * and undirected edges are refused by name.
 *
 *     https://graphviz.org/doc/info/lang.html
 */
#include "model/tree_graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DOT_CHAIN = 256, DOT_ATTRIBUTES = 64 };

/* A name or value, copied out of the scanner. */
struct dot_id {
	const char *text;
	size_t len;
	bool quoted;
	struct tree_place at;
};

struct dot_attribute {
	struct dot_id key, value;
};

struct dot_defaults {
	struct dot_attribute item[DOT_ATTRIBUTES];
	unsigned n;
};

struct dot {
	struct scan scan;
	struct graph_tree tree;
	struct arena *arena;
	struct dot_id ends[DOT_CHAIN]; /* of the statement under way        */
	struct dot_attribute attributes[DOT_ATTRIBUTES];
	unsigned n_ends, n_attributes;
	struct dot_defaults of_nodes, of_edges;
};

static bool fail(struct dot *d, const char *what)
{
	assert(what[0]);
	assert(d->scan.at.line >= 1);
	return scan_error(&d->scan, d->scan.at, what);
}

/* Over blanks and comments. */
static bool space(struct dot *d)
{
	struct scan *s = &d->scan;

	assert(d->scan.p <= d->scan.end);
	assert(d->scan.at.col >= 1);
	for (;;) {
		scan_blanks(s);
		if (scan_looking_at(s, "/*")) {
			if (!scan_comment(s, "/*", "*/"))
				return false;
		} else if (scan_looking_at(s, "//") ||
			   (scan_peek(s) == '#' && s->at.col == 1)) {
			while (scan_peek(s) >= 0 && scan_peek(s) != '\n')
				if (!scan_step(s))
					return false;
		} else {
			return true;
		}
	}
}

static bool is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(int c)
{
	assert(c >= -1);
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       c >= 0x80;
}

/* -?(.d+|d+(.d*)?); a letter behind it makes it no number. */
static bool numeral(struct dot *d)
{
	struct scan *s = &d->scan;
	unsigned n = 0;

	assert(is_digit(scan_peek(s)) || scan_peek(s) == '-' ||
	       scan_peek(s) == '.');
	assert(s->len == 0);
	if (scan_peek(s) == '-' && !scan_take(s))
		return false;
	for (; is_digit(scan_peek(s)); n++)
		if (!scan_take(s))
			return false;
	if (scan_peek(s) == '.' && !scan_take(s))
		return false;
	for (; is_digit(scan_peek(s)); n++)
		if (!scan_take(s))
			return false;
	if (!n || is_letter(scan_peek(s)))
		return scan_error(s, s->text_at,
				  "not valid DOT: a name with other letters "
				  "than a-z, A-Z, 0-9 and _ needs quotes");
	return true;
}

static bool quoted(struct dot *d)
{
	struct scan *s = &d->scan;
	struct tree_place start = s->at;

	assert(s->len == 0);
	assert(scan_peek(s) == '"');
	scan_skip(s, "\"");
	for (;;) {
		if (scan_peek(s) < 0)
			return scan_error(s, start, "this text has no end");
		if (scan_peek(s) == '"') {
			scan_skip(s, "\"");
			return true;
		}
		if (scan_looking_at(s, "\\\""))
			scan_skip(s, "\\");
		if (!scan_take(s))
			return false;
	}
}

/* A name, number or text; `what` was expected. */
static bool read_id(struct dot *d, struct dot_id *id, const char *what)
{
	struct scan *s = &d->scan;
	int c = scan_peek(s);

	assert(id);
	assert(what[0]);
	scan_text(s);
	*id = (struct dot_id){.text = "", .quoted = c == '"', .at = s->at};
	if (c == '"') {
		if (!quoted(d))
			return false;
	} else if (is_letter(c)) {
		while (is_letter(scan_peek(s)) || is_digit(scan_peek(s)))
			if (!scan_take(s))
				return false;
	} else if (is_digit(c) || c == '-' || c == '.') {
		if (!numeral(d))
			return false;
	} else if (c == '<') {
		return fail(d, "HTML texts are not understood");
	} else {
		return scan_errorf(s, s->at,
				   "not valid DOT: %s was expected here", what);
	}
	id->text = arena_strndup(d->arena, s->text, s->len);
	id->len = s->len;
	return space(d);
}

static bool is_word(const struct dot_id *id, const char *word)
{
	assert(id->text);
	assert(word[0]);
	return !id->quoted && !strcasecmp(id->text, word);
}

/* [key=value, ...], any number of lists, into d->attributes. */
static bool attribute_lists(struct dot *d)
{
	struct scan *s = &d->scan;

	assert(d->n_attributes <= DOT_ATTRIBUTES);
	assert(s->p <= s->end);
	d->n_attributes = 0;
	while (scan_peek(s) == '[') {
		scan_skip(s, "[");
		if (!space(d))
			return false;
		while (scan_peek(s) != ']') {
			struct dot_id key, value;

			if (d->n_attributes == DOT_ATTRIBUTES)
				return scan_errorf(s, s->at,
						   "more than %d attributes",
						   DOT_ATTRIBUTES);
			if (!read_id(d, &key, "an attribute or ']'"))
				return false;
			if (scan_peek(s) != '=')
				return fail(d, "not valid DOT: '=' was "
					       "expected here");
			scan_skip(s, "=");
			if (!space(d) || !read_id(d, &value, "a value"))
				return false;
			d->attributes[d->n_attributes].key = key;
			d->attributes[d->n_attributes++].value = value;
			if (scan_peek(s) == ',' || scan_peek(s) == ';')
				scan_skip(s, scan_peek(s) == ',' ? "," : ";");
			if (!space(d))
				return false;
		}
		scan_skip(s, "]");
		if (!space(d))
			return false;
	}
	return true;
}

static bool put(struct tree_builder *b, const char *key,
		struct tree_place key_at, const struct dot_id *value)
{
	assert(key[0]);
	assert(value->text);
	return graph_put(b, key, key_at, value->text, value->len, value->quoted,
			 value->at);
}

static bool put_attributes(struct dot *d, struct tree_builder *b)
{
	assert(d->n_attributes <= DOT_ATTRIBUTES);
	assert(b->depth == 2);
	for (unsigned i = 0; i < d->n_attributes; i++) {
		const struct dot_id *key = &d->attributes[i].key;

		if (!key->len)
			return scan_error(&d->scan, key->at,
					  "the name of this attribute is "
					  "empty");
		if (!put(b, key->text, key->at, &d->attributes[i].value))
			return false;
	}
	return build_close(b);
}

static bool put_node(struct dot *d)
{
	struct tree_builder *b = &d->tree.nodes;

	assert(b->depth == 1);
	assert(d->n_ends == 1);
	return build_open(b, TREE_MAP, d->ends[0].at, NULL) &&
	       put(b, "id", d->ends[0].at, &d->ends[0]) && put_attributes(d, b);
}

/* What stands in for all nodes, or all edges, from here on joins what was given
 * to this one, unless it is given here. */
static bool add_defaults(struct dot *d, const struct dot_defaults *x)
{
	unsigned given = d->n_attributes;

	for (unsigned i = 0; i < x->n; i++) {
		unsigned k = 0;

		while (k < given && strcmp(d->attributes[k].key.text,
					   x->item[i].key.text) != 0)
			k++;
		if (k < given)
			continue;
		if (d->n_attributes == DOT_ATTRIBUTES)
			return scan_errorf(&d->scan, d->scan.at,
					   "more than %d attributes",
					   DOT_ATTRIBUTES);
		d->attributes[d->n_attributes++] = x->item[i];
	}
	return true;
}

/* The later of two defaults of one name holds. */
static bool set_defaults(struct dot *d, struct dot_defaults *x)
{
	for (unsigned i = 0; i < d->n_attributes; i++) {
		const struct dot_id *value = &d->attributes[i].value;

		if (value->len > GRAPH_DEFAULT)
			return scan_errorf(&d->scan, value->at,
					   "this default is longer than %d "
					   "bytes",
					   GRAPH_DEFAULT);
	}
	if (!add_defaults(d, x))
		return false;
	memcpy(x->item, d->attributes, d->n_attributes * sizeof(*x->item));
	x->n = d->n_attributes;
	return true;
}

/* a -> b -> c is two links with the same attributes. */
static bool put_links(struct dot *d)
{
	struct tree_builder *b = &d->tree.links;

	assert(b->depth == 1);
	assert(d->n_ends >= 2);
	for (unsigned i = 1; i < d->n_ends; i++) {
		const struct dot_id *from = &d->ends[i - 1], *to = &d->ends[i];

		if (!build_open(b, TREE_MAP, from->at, NULL) ||
		    !put(b, "source", from->at, from) ||
		    !put(b, "target", to->at, to) || !put_attributes(d, b))
			return false;
	}
	return true;
}

/* a:left or a:left:n, where an edge is drawn to: of no meaning here. */
static bool port(struct dot *d)
{
	struct dot_id unused;

	while (scan_peek(&d->scan) == ':') {
		scan_skip(&d->scan, ":");
		if (!space(d) || !read_id(d, &unused, "a port"))
			return false;
	}
	return true;
}

static bool chain(struct dot *d)
{
	struct scan *s = &d->scan;

	assert(d->n_ends == 1);
	assert(s->p <= s->end);
	if (!port(d))
		return false;
	while (scan_looking_at(s, "->")) {
		scan_skip(s, "->");
		if (!space(d))
			return false;
		if (d->n_ends == DOT_CHAIN)
			return scan_errorf(
				s, s->at, "more than %d nodes in one statement",
				DOT_CHAIN);
		if (scan_peek(s) == '{')
			return fail(d, "subgraphs are not understood");
		if (!read_id(d, &d->ends[d->n_ends++], "a node") || !port(d))
			return false;
	}
	if (scan_looking_at(s, "--"))
		return fail(d, "every edge of a DAG is directed: ->");
	return attribute_lists(d) &&
	       add_defaults(d, d->n_ends == 1 ? &d->of_nodes : &d->of_edges) &&
	       (d->n_ends == 1 ? put_node(d) : put_links(d));
}

/* `graph [...]`, `node [...]`, `edge [...]` */
static bool defaults(struct dot *d, const struct dot_id *word)
{
	assert(!word->quoted);
	assert(word->len > 0);
	if (scan_peek(&d->scan) != '[')
		return fail(d, "not valid DOT: '[' was expected here");
	if (!attribute_lists(d))
		return false;
	if (is_word(word, "node"))
		return set_defaults(d, &d->of_nodes);
	return !is_word(word, "edge") || set_defaults(d, &d->of_edges);
}

static bool statement(struct dot *d)
{
	struct scan *s = &d->scan;
	struct dot_id *first = &d->ends[0];

	assert(s->p < s->end);
	assert(scan_peek(s) != '}');
	if (scan_peek(s) == '{')
		return fail(d, "subgraphs are not understood");
	d->n_ends = 1;
	if (!read_id(d, first, "a node, an edge or '}'"))
		return false;
	if (is_word(first, "subgraph"))
		return scan_error(s, first->at, "subgraphs are not understood");
	if (is_word(first, "graph") || is_word(first, "node") ||
	    is_word(first, "edge"))
		return defaults(d, first);
	if (scan_peek(s) == '=') { /* an attribute of the graph */
		struct dot_id value;

		scan_skip(s, "=");
		return space(d) && read_id(d, &value, "a value");
	}
	return chain(d);
}

/* strict digraph NAME { */
static bool head(struct dot *d)
{
	struct scan *s = &d->scan;
	struct dot_id word;

	assert(s->at.line >= 1);
	assert(s->p <= s->end);
	if (!space(d))
		return false;
	if (scan_peek(s) < 0)
		return fail(d, "there is nothing in it");
	if (!read_id(d, &word, "'digraph'"))
		return false;
	if (is_word(&word, "strict") && !read_id(d, &word, "'digraph'"))
		return false;
	if (is_word(&word, "graph"))
		return scan_error(s, word.at,
				  "an undirected graph is no DAG; valid: "
				  "digraph");
	if (!is_word(&word, "digraph"))
		return scan_error(s, word.at,
				  "not valid DOT: 'digraph' was expected here");
	if (scan_peek(s) != '{' && !read_id(d, &word, "'{'"))
		return false;
	if (scan_peek(s) != '{')
		return fail(d, "not valid DOT: '{' was expected here");
	scan_skip(s, "{");
	return space(d);
}

static bool read_document(struct dot *d)
{
	struct scan *s = &d->scan;

	assert(d->arena);
	assert(!d->n_ends);
	if (!head(d))
		return false;
	while (scan_peek(s) != '}') {
		if (scan_peek(s) < 0)
			return fail(d, "not valid DOT: '}' is missing");
		if (!statement(d))
			return false;
		if (scan_peek(s) == ';')
			scan_skip(s, ";");
		if (!space(d))
			return false;
	}
	scan_skip(s, "}");
	if (!space(d))
		return false;
	if (scan_peek(s) >= 0)
		return fail(d, "a file holds one graph, and nothing after it");
	return true;
}

const struct tree *tree_parse_dot(struct arena *a, const char *file,
				  const char *text, size_t len,
				  struct dag_error *e)
{
	struct dot *d = alloc_checked(calloc(1, sizeof(*d)));
	const struct tree *root;
	struct dag_error unused = {0};
	bool ok;

	assert(a && file);
	assert(text || !len);
	e = e ? e : &unused;
	d->arena = a;
	scan_start(&d->scan, file, text, len, e);
	ok = graph_begin(&d->tree, a, file, e) && read_document(d);
	root = graph_end(&d->tree, ok, true, (struct tree_place){1, 1});
	free(d);
	return root;
}

/* tree_graphml.c - GraphML as the tree of its node_link_data; tree_graph.h
 *
 * The part that graph libraries write for one directed graph with
 * properties: <key> with its <default>, <graph>, <node>, <edge>, <data>;
 * <desc> is passed over.  Ports, hyperedges and graphs inside nodes are
 * refused by name.
 *
 *     http://graphml.graphdrawing.org/specification.html
 */
#include "model/tree_graph.h"
#include "model/tree_xml.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* <key id="d0" for="node" attr.name="period" .../> */
struct graphml_key {
	const char *id, *name;
	const char *standard; /* where nothing is said; or NULL             */
	struct tree_place standard_at;
	bool of_nodes, of_edges;
	unsigned given; /* number of the last node or edge that has it     */
};

enum { GRAPHML_KEYS = 1024 };

struct graphml {
	struct xml xml;
	struct graph_tree tree;
	struct graphml_key *keys;
	unsigned n_keys;
	unsigned n_graphs, n_things; /* nodes and edges so far              */
	unsigned n_defaults;
	bool directed;
	struct tree_place graph_at;
};

/* What may stand inside what. */
enum element {
	NOWHERE,
	GRAPHML,
	KEY,
	GRAPH,
	NODE,
	EDGE,
	DATA,
	DEFAULT,
	DESC,
	OTHER
};
static const struct {
	const char *name;
	unsigned inside; /* bits                                            */
} elements[] = {
	[NOWHERE] = {"", 0},
	[GRAPHML] = {"graphml", 1u << NOWHERE},
	[KEY] = {"key", 1u << GRAPHML},
	[GRAPH] = {"graph", 1u << GRAPHML},
	[NODE] = {"node", 1u << GRAPH},
	[EDGE] = {"edge", 1u << GRAPH},
	[DATA] = {"data", 1u << GRAPH | 1u << NODE | 1u << EDGE},
	[DEFAULT] = {"default", 1u << KEY},
	[DESC] = {"desc", 1u << GRAPHML | 1u << KEY | 1u << GRAPH | 1u << NODE |
				  1u << EDGE},
};
enum { N_ELEMENTS = sizeof(elements) / sizeof(*elements) };

static enum element element_of(const char *name)
{
	assert(strlen(name) < XML_NAME);
	assert(name[0]);
	for (unsigned i = GRAPHML; i < N_ELEMENTS; i++)
		if (!strcmp(elements[i].name, name))
			return (enum element)i;
	return OTHER;
}

/* The attribute, or NULL and an error. */
static const struct xml_attribute *want(struct graphml *g, const char *name)
{
	const struct xml_attribute *a = xml_attribute(&g->xml, name);

	assert(name[0]);
	assert(g->xml.depth > 0);
	if (!a)
		scan_errorf(&g->xml.scan, g->xml.at, "<%s> needs '%s'",
			    g->xml.name, name);
	else if (!a->value[0])
		scan_errorf(&g->xml.scan, a->value_at, "'%s' of <%s> is empty",
			    name, g->xml.name);
	return a && a->value[0] ? a : NULL;
}

static struct graphml_key *find_key(const struct graphml *g, const char *id)
{
	assert(id[0]);
	assert(g->n_keys <= GRAPHML_KEYS);
	for (unsigned i = 0; i < g->n_keys; i++)
		if (!strcmp(g->keys[i].id, id))
			return &g->keys[i];
	return NULL;
}

static bool on_key(struct graphml *g)
{
	const struct xml_attribute *id = want(g, "id"), *name, *of;
	bool all;

	assert(g->n_keys <= GRAPHML_KEYS);
	assert(g->xml.depth == 2);
	if (!id)
		return false;
	name = want(g, "attr.name");
	if (!name)
		return false;
	if (find_key(g, id->value))
		return scan_errorf(&g->xml.scan, id->value_at,
				   "there are two keys '%.80s'", id->value);
	if (g->n_keys == GRAPHML_KEYS)
		return scan_errorf(&g->xml.scan, g->xml.at, "more than %d keys",
				   GRAPHML_KEYS);
	of = xml_attribute(&g->xml, "for");
	all = !of || !strcmp(of->value, "all");
	g->keys[g->n_keys++] = (struct graphml_key){
		.id = id->value,
		.name = name->value,
		.of_nodes = all || !strcmp(of->value, "node"),
		.of_edges = all || !strcmp(of->value, "edge"),
	};
	return true;
}

static bool on_graph(struct graphml *g)
{
	const struct xml_attribute *kind = want(g, "edgedefault");

	assert(g->xml.depth == 2);
	assert(g->xml.at.line >= 1);
	if (g->n_graphs++)
		return scan_error(&g->xml.scan, g->xml.at,
				  "there is a second graph; a file holds one");
	if (!kind)
		return false;
	g->directed = !strcmp(kind->value, "directed");
	g->graph_at = kind->value_at;
	return true;
}

static bool on_node(struct graphml *g)
{
	const struct xml_attribute *id = want(g, "id");
	struct tree_builder *b = &g->tree.nodes;

	assert(b->depth == 1);
	assert(g->n_graphs == 1);
	g->n_things++;
	return id && build_open(b, TREE_MAP, g->xml.at, NULL) &&
	       graph_put(b, "id", id->at, id->value, strlen(id->value), true,
			 id->value_at);
}

static bool on_edge(struct graphml *g)
{
	const struct xml_attribute *from = want(g, "source"), *to;
	const struct xml_attribute *directed;
	struct tree_builder *b = &g->tree.links;

	assert(b->depth == 1);
	assert(g->n_graphs == 1);
	g->n_things++;
	if (!from)
		return false;
	to = want(g, "target");
	if (!to)
		return false;
	directed = xml_attribute(&g->xml, "directed");
	if (directed && strcmp(directed->value, "true") != 0)
		return scan_error(&g->xml.scan, directed->value_at,
				  "every edge of a DAG is directed");
	return build_open(b, TREE_MAP, g->xml.at, NULL) &&
	       graph_put(b, "source", from->at, from->value,
			 strlen(from->value), true, from->value_at) &&
	       graph_put(b, "target", to->at, to->value, strlen(to->value),
			 true, to->value_at);
}

/* Data about the graph as a whole is for people. */
static bool put_data(struct graphml *g, enum element inside, const char *name,
		     struct tree_place name_at, const char *value, size_t len,
		     struct tree_place at)
{
	assert(inside == GRAPH || inside == NODE || inside == EDGE);
	assert(value || !len);
	if (inside == GRAPH)
		return true;
	return graph_put(inside == NODE ? &g->tree.nodes : &g->tree.links, name,
			 name_at, value, len, true, at);
}

/* The text of an element that holds nothing else, up to its end. */
static bool only_text(struct graphml *g, const char **text, size_t *len,
		      struct tree_place *at)
{
	char name[XML_NAME];
	enum xml_token t;

	snprintf(name, sizeof(name), "%s", g->xml.name);
	*text = "";
	*len = 0;
	*at = g->xml.at;
	t = xml_next(&g->xml);
	if (t == XML_TEXT) {
		*len = g->xml.scan.len;
		*text = arena_strndup(g->tree.arena, g->xml.scan.text, *len);
		*at = g->xml.scan.text_at;
		t = xml_next(&g->xml);
	}
	if (t == XML_START || t == XML_TEXT)
		return scan_errorf(&g->xml.scan, g->xml.at,
				   "<%s> holds one text and nothing else",
				   name);
	assert(t == XML_END || t == XML_ERROR);
	return t == XML_END;
}

/* <data key="d0">3</data>, the cursor behind its start. */
static bool on_data(struct graphml *g, enum element inside)
{
	const struct xml_attribute *id = want(g, "key");
	struct graphml_key *key;
	struct tree_place at, id_at;
	const char *text;
	size_t len;

	assert(inside == GRAPH || inside == NODE || inside == EDGE);
	if (!id)
		return false;
	id_at = id->at;
	key = find_key(g, id->value);
	if (!key)
		return scan_errorf(&g->xml.scan, id->value_at,
				   "there is no <key> '%.80s' before this",
				   id->value);
	key->given = g->n_things;
	return only_text(g, &text, &len, &at) &&
	       put_data(g, inside, key->name, id_at, text, len, at);
}

/* <default>3</default> of the key that came last. */
static bool on_default(struct graphml *g)
{
	struct graphml_key *key = &g->keys[g->n_keys - 1];
	size_t len;

	assert(g->n_keys > 0);
	if (key->standard)
		return scan_errorf(&g->xml.scan, g->xml.at,
				   "there are two defaults of key '%.80s'",
				   key->id);
	if (!only_text(g, &key->standard, &len, &key->standard_at))
		return false;
	g->n_defaults++;
	return len <= GRAPH_DEFAULT ||
	       scan_errorf(&g->xml.scan, key->standard_at,
			   "this default is longer than %d bytes",
			   GRAPH_DEFAULT);
}

/* What the node or edge that ends does not say. */
static bool put_defaults(struct graphml *g, enum element e)
{
	assert(e == NODE || e == EDGE);
	for (unsigned i = 0; g->n_defaults && i < g->n_keys; i++) {
		const struct graphml_key *k = &g->keys[i];

		if (!k->standard || k->given == g->n_things ||
		    !(e == NODE ? k->of_nodes : k->of_edges))
			continue;
		if (!put_data(g, e, k->name, k->standard_at, k->standard,
			      strlen(k->standard), k->standard_at))
			return false;
	}
	return true;
}

static bool misplaced(struct graphml *g, enum element e, enum element inside)
{
	assert(e != NOWHERE);
	assert(inside <= OTHER);
	if (e == OTHER)
		return scan_errorf(&g->xml.scan, g->xml.at,
				   "<%s> is not understood; valid: graphml, "
				   "key, default, graph, node, edge, data, "
				   "desc",
				   g->xml.name);
	if (inside == NOWHERE)
		return scan_errorf(&g->xml.scan, g->xml.at,
				   "<%s> stands where <graphml> must",
				   g->xml.name);
	return scan_errorf(&g->xml.scan, g->xml.at,
			   "<%s> may not stand inside <%s>", g->xml.name,
			   elements[inside].name);
}

static bool on_start(struct graphml *g, enum element *open, unsigned depth)
{
	enum element inside = depth > 1 ? open[depth - 2] : NOWHERE;
	enum element e = element_of(g->xml.name);
	struct tree_place at;
	const char *unused;
	size_t len;

	assert(g->xml.depth == depth);
	assert(depth >= 1 && depth <= TREE_DEPTH);
	open[depth - 1] = e;
	if (e == OTHER || !(elements[e].inside & 1u << inside))
		return misplaced(g, e, inside);
	switch (e) {
	case KEY:
		return on_key(g);
	case GRAPH:
		return on_graph(g);
	case NODE:
		return on_node(g);
	case EDGE:
		return on_edge(g);
	case DATA:
		return on_data(g, inside);
	case DEFAULT:
		return on_default(g);
	case DESC:
		return only_text(g, &unused, &len, &at);
	default:
		return true;
	}
}

static bool on_end(struct graphml *g)
{
	enum element e = element_of(g->xml.name);

	assert(g->xml.name[0]);
	assert(g->xml.depth < TREE_DEPTH);
	if (e != NODE && e != EDGE)
		return true;
	return put_defaults(g, e) &&
	       build_close(e == NODE ? &g->tree.nodes : &g->tree.links);
}

static bool read_document(struct graphml *g)
{
	enum element open[TREE_DEPTH];

	assert(g->keys && !g->n_keys);
	assert(!g->n_graphs);
	for (;;) {
		switch (xml_next(&g->xml)) {
		case XML_START:
			if (!on_start(g, open, g->xml.depth))
				return false;
			break;
		case XML_END:
			if (!on_end(g))
				return false;
			break;
		case XML_TEXT:
			return scan_error(&g->xml.scan, g->xml.at,
					  "text may stand in <data> only");
		case XML_EOF:
			if (g->n_graphs)
				return true;
			return scan_error(&g->xml.scan, g->xml.at,
					  "there is no <graph> in it");
		default:
			return false;
		}
	}
}

const struct tree *tree_parse_graphml(struct arena *a, const char *file,
				      const char *text, size_t len,
				      struct dag_error *e)
{
	struct graphml *g = alloc_checked(calloc(1, sizeof(*g)));
	struct dag_error unused = {0};
	const struct tree *root;
	bool ok;

	assert(a && file);
	assert(text || !len);
	e = e ? e : &unused;
	g->keys = ARENA_NEW(a, struct graphml_key, GRAPHML_KEYS);
	xml_start(&g->xml, a, file, text, len, e);
	ok = graph_begin(&g->tree, a, file, e) && read_document(g);
	root = graph_end(&g->tree, ok, g->directed, g->graph_at);
	free(g);
	return root;
}

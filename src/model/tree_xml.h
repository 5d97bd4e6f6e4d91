/* tree_xml.h - the part of XML that data files use, one token at a time
 *
 * Elements, attributes, text, comments, the XML declaration, and the five
 * entities &lt; &gt; &amp; &quot; &apos;.  All else is refused by name:
 * document types and other entities (with which a short file can unfold into
 * a long one or name other files), processing instructions, CDATA, encodings
 * other than UTF-8.  The reader checks that tags nest, at most TREE_DEPTH
 * deep, and that an element has no attribute twice.
 */
#ifndef DAGSIM_MODEL_TREE_XML_H
#define DAGSIM_MODEL_TREE_XML_H

#include "model/tree_scan.h"

enum { XML_ATTRIBUTES = 16, XML_NAME = 64 };

enum xml_token {
	XML_ERROR,
	XML_START, /* <name attributes>: name, attributes                   */
	XML_END,   /* </name>, also after <name/>: name                     */
	XML_TEXT,  /* scan.text, blanks at both ends cut off; never empty   */
	XML_EOF,
};

struct xml_attribute {
	char name[XML_NAME];
	const char *value; /* in the arena                                  */
	struct tree_place at, value_at;
};

struct xml {
	struct scan scan;
	struct arena *arena; /* of attribute values                         */
	char name[XML_NAME];
	struct tree_place at; /* of the token                               */
	struct xml_attribute attributes[XML_ATTRIBUTES];
	unsigned n_attributes;

	struct {
		char name[XML_NAME];
		struct tree_place at;
	} open[TREE_DEPTH];
	unsigned depth;
	bool ends_at_once; /* after <name/>                                 */
	bool seen_root;
};

void xml_start(struct xml *x, struct arena *a, const char *file,
	       const char *text, size_t len, struct dag_error *e);

enum xml_token xml_next(struct xml *x);

/* The attribute of the element last started, or NULL. */
const struct xml_attribute *xml_attribute(const struct xml *x,
					  const char *name);

#endif

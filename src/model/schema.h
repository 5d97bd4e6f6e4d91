/* schema.h - the shape of what stands behind a key, for the JSON Schema
 *
 * The tables of fields.h say what a map may hold; a shape says how maps,
 * lists and named entries nest.  Where neither can say it, the shape is the
 * text of a schema.  Shapes form a tree (no shape contains itself).
 */
#ifndef DAGSIM_MODEL_SCHEMA_H
#define DAGSIM_MODEL_SCHEMA_H

#include "model/fields.h"

#include <stdio.h>

enum shape_kind {
	SHAPE_SECTION,  /* a map with the keys of a section                   */
	SHAPE_VARIANTS, /* one of several sections                            */
	SHAPE_NAMED,    /* a map from names of the user to `item`             */
	SHAPE_LIST,     /* a list of `item`                                   */
	SHAPE_TEXT,     /* `text` is the schema                               */
	SHAPE_EITHER,   /* `item`, or what the schema `text` says             */
};

struct shape {
	enum shape_kind kind;
	const struct section *section;
	const struct variants *variants;
	const struct shape *item;
	/* SHAPE_SECTION: what its keys must obey together, as a schema;
	 * SHAPE_VARIANTS: one more alternative; NULL: none. */
	const char *text;
};

void schema_print(FILE *out, const struct shape *top, const char *title);

#endif

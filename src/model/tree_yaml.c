/* tree_yaml.c - YAML text to a tree, by libyaml's events; see tree.h
 *
 * Events rather than libyaml's documents: those take quadratic time on deep
 * nesting, pass duplicate keys and build cyclic graphs.
 */
#include "model/tree_build.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

struct anchor {
	const char *name;
	const struct tree *node;
};

struct yaml_reader {
	yaml_parser_t parser;
	struct tree_builder build;
	struct anchor anchors[TREE_ANCHORS];
	unsigned n_anchors;
	const char *text;
	size_t len;
};

static struct tree_place place_of(const yaml_mark_t *m)
{
	assert(m);
	return (struct tree_place){(unsigned)m->line + 1,
				   (unsigned)m->column + 1};
}

/* Line and column, in characters, of a byte offset. */
static struct tree_place place_at(const char *text, size_t len, size_t offset)
{
	struct tree_place at = {1, 1};

	assert(text || !len);
	assert(offset <= len);
	for (size_t i = 0; i < offset && i < len; i++) {
		if (text[i] == '\n') {
			at.line++;
			at.col = 1;
		} else if (((unsigned char)text[i] & 0xc0) != 0x80) {
			at.col++;
		}
	}
	return at;
}

/* Turns libyaml's complaint into ours. */
static bool syntax_error(struct yaml_reader *r)
{
	const yaml_parser_t *p = &r->parser;
	char what[256];

	assert(p->error != YAML_NO_ERROR);
	assert(r->build.file);
	switch (p->error) {
	case YAML_MEMORY_ERROR:
		errno = ENOMEM;
		return error_system(r->build.e, r->build.file, "reading YAML");
	case YAML_READER_ERROR:
		if (p->problem_value >= 0)
			snprintf(what, sizeof(what),
				 "not valid YAML: %s (0x%02X)", p->problem,
				 (unsigned)p->problem_value);
		else
			snprintf(what, sizeof(what), "not valid YAML: %s",
				 p->problem);
		return build_error(&r->build,
				   place_at(r->text, r->len, p->problem_offset),
				   what);
	default:
		break;
	}
	if (p->context)
		snprintf(what, sizeof(what),
			 "not valid YAML: %s (%s from line %zu, column %zu)",
			 p->problem, p->context, p->context_mark.line + 1,
			 p->context_mark.column + 1);
	else
		snprintf(what, sizeof(what), "not valid YAML: %s", p->problem);
	return build_error(&r->build, place_of(&p->problem_mark), what);
}

static const struct anchor *find_anchor(const struct yaml_reader *r,
					const char *name)
{
	assert(name);
	assert(r->n_anchors <= TREE_ANCHORS);
	/* The last one counts: YAML lets an anchor be set again. */
	for (unsigned i = r->n_anchors; i > 0; i--)
		if (!strcmp(r->anchors[i - 1].name, name))
			return &r->anchors[i - 1];
	return NULL;
}

static bool set_anchor(struct yaml_reader *r, const yaml_char_t *name,
		       const struct tree *node, struct tree_place at)
{
	const char *text = (const char *)name;

	assert(node);
	assert(r->n_anchors <= TREE_ANCHORS);
	if (!name)
		return true;
	if (strlen(text) > TREE_TEXT || r->n_anchors == TREE_ANCHORS)
		return build_error(&r->build, at,
				   "too many anchors, or too long a name");
	r->anchors[r->n_anchors].name = arena_strdup(r->build.arena, text);
	r->anchors[r->n_anchors].node = node;
	r->n_anchors++;
	return true;
}

static bool on_alias(struct yaml_reader *r, const yaml_event_t *ev)
{
	const char *name = (const char *)ev->data.alias.anchor;
	struct tree_place at = place_of(&ev->start_mark);
	const struct anchor *a = find_anchor(r, name);
	char what[128];

	assert(ev->type == YAML_ALIAS_EVENT);
	assert(name && name[0]);
	if (!a) {
		snprintf(what, sizeof(what),
			 "alias '*%.40s' has no anchor '&%.40s' before it",
			 name, name);
		return build_error(&r->build, at, what);
	}
	if (build_is_open(&r->build, a->node)) {
		snprintf(what, sizeof(what),
			 "alias cycle: '*%.40s' stands inside '&%.40s' itself",
			 name, name);
		return build_error(&r->build, at, what);
	}
	return build_shared(&r->build, a->node, at);
}

/* YAML's core tags say nothing that the reader of a key does not know. */
static bool check_tag(struct yaml_reader *r, const yaml_char_t *tag,
		      struct tree_place at)
{
	static const char core[] = "tag:yaml.org,2002:";
	static const char *const known[] = {"str",  "int", "float", "bool",
					    "null", "map", "seq"};
	const char *text = (const char *)tag;
	char what[96];

	assert(at.line >= 1 && at.col >= 1);
	if (!tag || !strcmp(text, "!"))
		return true;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (!strncmp(text, core, sizeof(core) - 1) &&
		    !strcmp(text + sizeof(core) - 1, known[i]))
			return true;
	snprintf(what, sizeof(what),
		 "tag '%.48s' is not supported; leave it out", text);
	return build_error(&r->build, at, what);
}

static bool on_scalar(struct yaml_reader *r, const yaml_event_t *ev)
{
	struct tree_place at = place_of(&ev->start_mark);
	const struct tree *node;

	assert(ev->type == YAML_SCALAR_EVENT);
	assert(ev->data.scalar.value);
	return check_tag(r, ev->data.scalar.tag, at) &&
	       build_scalar(&r->build, (const char *)ev->data.scalar.value,
			    ev->data.scalar.length,
			    ev->data.scalar.style != YAML_PLAIN_SCALAR_STYLE,
			    at, &node) &&
	       set_anchor(r, ev->data.scalar.anchor, node, at);
}

static bool on_open(struct yaml_reader *r, const yaml_event_t *ev)
{
	bool map = ev->type == YAML_MAPPING_START_EVENT;
	const yaml_char_t *tag =
		map ? ev->data.mapping_start.tag : ev->data.sequence_start.tag;
	const yaml_char_t *anchor = map ? ev->data.mapping_start.anchor
					: ev->data.sequence_start.anchor;
	struct tree_place at = place_of(&ev->start_mark);
	const struct tree *node;

	assert(map || ev->type == YAML_SEQUENCE_START_EVENT);
	assert(r->build.depth <= TREE_DEPTH);
	return check_tag(r, tag, at) &&
	       build_open(&r->build, map ? TREE_MAP : TREE_LIST, at, &node) &&
	       set_anchor(r, anchor, node, at);
}

static bool on_event(struct yaml_reader *r, const yaml_event_t *ev)
{
	switch (ev->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (r->build.root)
			return build_error(&r->build, place_of(&ev->start_mark),
					   "a second document starts here; a "
					   "file holds one");
		return true;
	case YAML_ALIAS_EVENT:
		return on_alias(r, ev);
	case YAML_SCALAR_EVENT:
		return on_scalar(r, ev);
	case YAML_SEQUENCE_START_EVENT:
	case YAML_MAPPING_START_EVENT:
		return on_open(r, ev);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		return build_close(&r->build);
	default:
		return true;
	}
}

static bool read_events(struct yaml_reader *r)
{
	assert(!r->build.root && !r->build.depth);
	for (;;) {
		yaml_event_t ev;
		bool ok, last;

		if (!yaml_parser_parse(&r->parser, &ev))
			return syntax_error(r);
		last = ev.type == YAML_STREAM_END_EVENT;
		ok = on_event(r, &ev);
		yaml_event_delete(&ev);
		if (!ok)
			return false;
		if (last)
			break;
	}
	if (!r->build.root)
		return error_set(r->build.e, r->build.file, 1, 1,
				 "there is nothing in it");
	return true;
}

const struct tree *tree_parse_yaml(struct arena *a, const char *file,
				   const char *text, size_t len,
				   struct dag_error *e)
{
	struct arena scratch = {0};
	struct yaml_reader *r = arena_alloc(&scratch, sizeof(*r));
	const struct tree *root = NULL;

	assert(a && file);
	assert(text || !len);
	r->build = (struct tree_builder){
		.arena = a, .file = file, .e = e, .merge_keys = true};
	if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) {
		text += 3; /* a byte order mark */
		len -= 3;
	}
	r->text = text;
	r->len = len;
	if (!yaml_parser_initialize(&r->parser)) {
		errno = ENOMEM;
		error_system(e, file, "reading YAML");
		arena_free(&scratch);
		return NULL;
	}
	yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r->parser, (const unsigned char *)text,
				     len);
	if (read_events(r))
		root = r->build.root;
	yaml_parser_delete(&r->parser);
	build_free(&r->build);
	arena_free(&scratch);
	return root;
}

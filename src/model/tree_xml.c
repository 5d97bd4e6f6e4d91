/* tree_xml.c - see tree_xml.h */
#include "model/tree_xml.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

void xml_start(struct xml *x, struct arena *a, const char *file,
	       const char *text, size_t len, struct dag_error *e)
{
	assert(a && file);
	assert(text || !len);
	x->arena = a;
	x->n_attributes = x->depth = 0;
	x->ends_at_once = x->seen_root = false;
	scan_start(&x->scan, file, text, len, e);
	x->at = x->scan.at;
}

static bool is_name_start(int c)
{
	assert(c >= -1);
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       c == ':';
}

static bool is_name(int c)
{
	return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' ||
	       c == '.';
}

static bool read_name_into(struct xml *x, char name[XML_NAME])
{
	struct scan *s = &x->scan;
	size_t n = 0;

	assert(s->p <= s->end);
	if (!is_name_start(scan_peek(s)))
		return scan_error(s, s->at,
				  "not valid XML: a name was expected here");
	while (is_name(scan_peek(s))) {
		if (n == XML_NAME - 1)
			return scan_errorf(s, s->at,
					   "a name longer than %d letters",
					   XML_NAME - 1);
		name[n++] = *s->p;
		if (!scan_step(s))
			return false;
	}
	name[n] = '\0';
	assert(n > 0);
	return true;
}

/* &name; at the cursor, into the text. */
static bool entity(struct scan *s)
{
	static const struct {
		const char *name;
		char stands_for;
	} entities[] = {{"&lt;", '<'},
			{"&gt;", '>'},
			{"&amp;", '&'},
			{"&quot;", '"'},
			{"&apos;", '\''}};

	assert(s->p < s->end);
	assert(scan_peek(s) == '&');
	for (size_t i = 0; i < sizeof(entities) / sizeof(*entities); i++)
		if (scan_looking_at(s, entities[i].name)) {
			scan_skip(s, entities[i].name);
			return scan_put(s, entities[i].stands_for);
		}
	return scan_error(s, s->at,
			  "only the entities &lt; &gt; &amp; &quot; and &apos; "
			  "are understood");
}

/* The value of an attribute into the text; the cursor on its quote. */
static bool quoted_value(struct scan *s)
{
	struct tree_place start = s->at;
	int quote = scan_peek(s);

	assert(s->p <= s->end);
	assert(s->at.line >= 1);
	if (quote != '"' && quote != '\'')
		return scan_error(s, start,
				  "not valid XML: a value in quotes was "
				  "expected here");
	if (!scan_step(s))
		return false;
	scan_text(s);
	for (;;) {
		int c = scan_peek(s);

		if (c == quote)
			return scan_step(s);
		if (c < 0 || c == '<')
			return scan_error(s, start,
					  "not valid XML: this value has no "
					  "end");
		if (c == '&' ? !entity(s) : !scan_take(s))
			return false;
	}
}

const struct xml_attribute *xml_attribute(const struct xml *x, const char *name)
{
	assert(name[0]);
	assert(x->n_attributes <= XML_ATTRIBUTES);
	for (unsigned i = 0; i < x->n_attributes; i++)
		if (!strcmp(x->attributes[i].name, name))
			return &x->attributes[i];
	return NULL;
}

static bool attribute(struct xml *x)
{
	struct scan *s = &x->scan;
	struct xml_attribute a = {.at = s->at};

	assert(is_name_start(scan_peek(s)));
	if (!read_name_into(x, a.name))
		return false;
	if (xml_attribute(x, a.name))
		return scan_errorf(s, a.at, "attribute '%s' is given twice",
				   a.name);
	if (x->n_attributes == XML_ATTRIBUTES)
		return scan_errorf(s, a.at, "more than %d attributes",
				   XML_ATTRIBUTES);
	scan_blanks(s);
	if (scan_peek(s) != '=')
		return scan_error(s, s->at,
				  "not valid XML: '=' was expected here");
	scan_skip(s, "=");
	scan_blanks(s);
	if (!quoted_value(s))
		return false;
	a.value_at = s->text_at;
	a.value = arena_strndup(x->arena, s->text, s->len);
	x->attributes[x->n_attributes++] = a;
	assert(xml_attribute(x, a.name));
	return true;
}

/* Attributes up to what must end the tag. */
static bool attributes(struct xml *x)
{
	struct scan *s = &x->scan;

	assert(s->p <= s->end);
	assert(x->depth <= TREE_DEPTH);
	x->n_attributes = 0;
	for (;;) {
		const char *before = s->p;

		scan_blanks(s);
		if (!is_name_start(scan_peek(s)))
			return true;
		if (s->p == before)
			return scan_error(s, s->at,
					  "not valid XML: a blank was expected "
					  "here");
		if (!attribute(x))
			return false;
	}
}

/* <?xml version='1.0' encoding='utf-8'?> */
static bool declaration(struct xml *x)
{
	static const char *const fine[] = {"utf-8", "utf8", "us-ascii",
					   "ascii"};
	struct scan *s = &x->scan;
	const struct xml_attribute *encoding;
	bool known = false;

	assert(!x->depth && !x->seen_root);
	assert(scan_looking_at(s, "<?xml"));
	scan_skip(s, "<?xml");
	if (!attributes(x))
		return false;
	if (!scan_looking_at(s, "?>"))
		return scan_error(s, s->at,
				  "not valid XML: '?>' was expected here");
	scan_skip(s, "?>");
	encoding = xml_attribute(x, "encoding");
	for (size_t i = 0; encoding && i < sizeof(fine) / sizeof(*fine); i++)
		known |= !strcasecmp(encoding->value, fine[i]);
	if (encoding && !known)
		return scan_errorf(s, encoding->value_at,
				   "the encoding '%.40s' is not understood; "
				   "valid: utf-8",
				   encoding->value);
	return true;
}

static enum xml_token start_tag(struct xml *x)
{
	struct scan *s = &x->scan;

	assert(scan_peek(s) == '<');
	assert(!x->ends_at_once);
	if (!x->depth && x->seen_root) {
		scan_error(s, x->at,
			   "not valid XML: there is one root element only");
		return XML_ERROR;
	}
	scan_skip(s, "<");
	if (!read_name_into(x, x->name) || !attributes(x))
		return XML_ERROR;
	x->ends_at_once = scan_peek(s) == '/';
	if (x->ends_at_once)
		scan_skip(s, "/");
	if (scan_peek(s) != '>') {
		scan_error(s, s->at, "not valid XML: '>' was expected here");
		return XML_ERROR;
	}
	scan_skip(s, ">");
	if (x->depth == TREE_DEPTH) {
		scan_errorf(s, x->at, "nested more than %d levels deep",
			    TREE_DEPTH);
		return XML_ERROR;
	}
	x->seen_root = true;
	memcpy(x->open[x->depth].name, x->name, sizeof(x->name));
	x->open[x->depth++].at = x->at;
	return XML_START;
}

static enum xml_token close_element(struct xml *x)
{
	assert(x->seen_root);
	assert(x->depth > 0);
	x->ends_at_once = false;
	x->depth--;
	memcpy(x->name, x->open[x->depth].name, sizeof(x->name));
	return XML_END;
}

static enum xml_token end_tag(struct xml *x)
{
	struct scan *s = &x->scan;

	assert(scan_looking_at(s, "</"));
	assert(!x->ends_at_once);
	scan_skip(s, "</");
	if (!read_name_into(x, x->name))
		return XML_ERROR;
	scan_blanks(s);
	if (scan_peek(s) != '>') {
		scan_error(s, s->at, "not valid XML: '>' was expected here");
		return XML_ERROR;
	}
	scan_skip(s, ">");
	if (!x->depth) {
		scan_errorf(s, x->at, "</%s> ends nothing", x->name);
		return XML_ERROR;
	}
	if (strcmp(x->name, x->open[x->depth - 1].name) != 0) {
		scan_errorf(s, x->at, "</%s> ends <%s> of line %u", x->name,
			    x->open[x->depth - 1].name,
			    x->open[x->depth - 1].at.line);
		return XML_ERROR;
	}
	return close_element(x);
}

/* Up to the next tag; XML_EOF where there are blanks only. */
static enum xml_token text(struct xml *x)
{
	struct scan *s = &x->scan;

	assert(!x->ends_at_once);
	assert(s->p <= s->end);
	scan_blanks(s);
	scan_text(s);
	x->at = s->at;
	while (scan_peek(s) >= 0 && scan_peek(s) != '<')
		if (scan_peek(s) == '&' ? !entity(s) : !scan_take(s))
			return XML_ERROR;
	while (s->len && strchr(" \t\r\n", s->text[s->len - 1]))
		s->len--;
	if (!s->len)
		return XML_EOF;
	if (x->depth)
		return XML_TEXT;
	scan_error(s, x->at, "not valid XML: text outside of the root element");
	return XML_ERROR;
}

static enum xml_token refused(struct xml *x)
{
	struct scan *s = &x->scan;

	assert(scan_looking_at(s, "<"));
	assert(s->at.line >= 1);
	if (scan_looking_at(s, "<!DOCTYPE"))
		scan_error(s, s->at, "document types are not understood");
	else if (scan_looking_at(s, "<![CDATA["))
		scan_error(s, s->at, "CDATA sections are not understood");
	else
		scan_error(s, s->at,
			   "not valid XML: no element, comment or end begins "
			   "like this");
	return XML_ERROR;
}

static enum xml_token at_end(struct xml *x)
{
	struct scan *s = &x->scan;

	assert(!x->ends_at_once);
	assert(scan_peek(s) < 0);
	if (!x->depth && x->seen_root)
		return XML_EOF;
	if (x->depth)
		scan_errorf(s, x->open[x->depth - 1].at, "<%s> has no end",
			    x->open[x->depth - 1].name);
	else
		scan_error(s, s->at, "there is nothing in it");
	return XML_ERROR;
}

enum xml_token xml_next(struct xml *x)
{
	struct scan *s = &x->scan;

	assert(s->p <= s->end);
	assert(x->depth <= TREE_DEPTH);
	if (x->ends_at_once)
		return close_element(x);
	if (s->at.line == 1 && s->at.col == 1 && scan_looking_at(s, "<?xml ") &&
	    !declaration(x))
		return XML_ERROR;
	for (;;) {
		enum xml_token t = text(x);

		if (t != XML_EOF)
			return t;
		x->at = s->at;
		if (scan_peek(s) < 0)
			return at_end(x);
		if (!scan_looking_at(s, "<!--"))
			break;
		if (!scan_comment(s, "<!--", "-->"))
			return XML_ERROR;
	}
	if (scan_looking_at(s, "</"))
		return end_tag(x);
	if (scan_looking_at(s, "<!") || scan_looking_at(s, "<?"))
		return refused(x);
	return start_tag(x);
}

/* tree_json.c - JSON text (RFC 8259) to a tree; see tree.h
 *
 * Strict: one value, no comments, no trailing commas, no leading zeros, no
 * raw control characters, valid UTF-8, nothing after the value.  A loop with
 * the builder's stack, no recursion.
 */
#include "model/tree_scan.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct json {
	const char *p, *end;
	struct tree_place at; /* of p, but for nested text; see here()      */
	const char *start;    /* of nested text; NULL                       */
	const uint32_t *cols; /*  its columns in the file, by its bytes     */
	unsigned line;        /*  and its line                              */
	struct tree_builder build;
	char text[TREE_TEXT + 8]; /* the string being decoded */
};

/* Where p stands in the file. */
static struct tree_place here(const struct json *j)
{
	assert(!j->start || j->start <= j->p);
	if (!j->start)
		return j->at;
	return (struct tree_place){j->line, j->cols[j->p - j->start]};
}

static bool fail(struct json *j, const char *what)
{
	assert(what && j->at.line >= 1);
	return build_error(&j->build, here(j), what);
}

static int peek(const struct json *j)
{
	assert(j->p <= j->end);
	return j->p < j->end ? (unsigned char)*j->p : -1;
}

/* Over n bytes on one line, of which n characters. */
static void skip(struct json *j, size_t n)
{
	assert((size_t)(j->end - j->p) >= n);
	j->p += n;
	j->at.col += (unsigned)n;
}

static void skip_space(struct json *j)
{
	assert(j->p <= j->end);
	for (; j->p < j->end; j->p++) {
		if (*j->p == '\n') {
			j->at.line++;
			j->at.col = 1;
		} else if (*j->p == ' ' || *j->p == '\t' || *j->p == '\r') {
			j->at.col++;
		} else {
			return;
		}
	}
}

static size_t utf8_put(char *out, uint32_t c)
{
	unsigned char *o = (unsigned char *)out;

	assert(c <= 0x10ffff);
	if (c < 0x80) {
		o[0] = (unsigned char)c;
		return 1;
	}
	if (c < 0x800) {
		o[0] = (unsigned char)(0xc0 | c >> 6);
		o[1] = (unsigned char)(0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000) {
		o[0] = (unsigned char)(0xe0 | c >> 12);
		o[1] = (unsigned char)(0x80 | (c >> 6 & 0x3f));
		o[2] = (unsigned char)(0x80 | (c & 0x3f));
		return 3;
	}
	o[0] = (unsigned char)(0xf0 | c >> 18);
	o[1] = (unsigned char)(0x80 | (c >> 12 & 0x3f));
	o[2] = (unsigned char)(0x80 | (c >> 6 & 0x3f));
	o[3] = (unsigned char)(0x80 | (c & 0x3f));
	return 4;
}

/* The four hex digits after \u, or UINT32_MAX. */
static uint32_t hex4(const char *p, const char *end)
{
	uint32_t v = 0;

	assert(p <= end);
	if (end - p < 4)
		return UINT32_MAX;
	for (int i = 0; i < 4; i++) {
		unsigned c = (unsigned char)p[i];

		if (c >= '0' && c <= '9')
			c -= '0';
		else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
			c = (c | 0x20) - 'a' + 10;
		else
			return UINT32_MAX;
		v = v << 4 | c;
	}
	return v;
}

/* \uXXXX or a surrogate pair of them; p stands after the backslash. */
static size_t unicode_escape(struct json *j, char *out)
{
	uint32_t c = hex4(j->p + 1, j->end), low;

	assert(peek(j) == 'u');
	assert(j->p[-1] == '\\');
	if (c == UINT32_MAX || (c >= 0xdc00 && c <= 0xdfff))
		return 0;
	skip(j, 5);
	if (c < 0xd800 || c > 0xdfff)
		return utf8_put(out, c);
	if (j->end - j->p < 6 || j->p[0] != '\\' || j->p[1] != 'u')
		return 0;
	low = hex4(j->p + 2, j->end);
	if (low < 0xdc00 || low > 0xdfff)
		return 0;
	skip(j, 6);
	return utf8_put(out, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
}

/* One escape, p after its backslash; bytes written to out, 0 on error. */
static size_t escape(struct json *j, char *out)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *hit;

	assert(j->p[-1] == '\\');
	assert(sizeof(from) == sizeof(to));
	if (peek(j) == 'u')
		return unicode_escape(j, out);
	hit = peek(j) > 0 ? strchr(from, peek(j)) : NULL;
	if (!hit)
		return 0;
	*out = to[hit - from];
	skip(j, 1);
	return 1;
}

/* Bytes from p that stand for themselves, a character each; at most `most`. */
static size_t plain_length(const struct json *j, size_t most)
{
	size_t left = (size_t)(j->end - j->p), n = 0;

	assert(j->p <= j->end);
	most = most < left ? most : left;
	while (n < most && j->p[n] >= 0x20 && j->p[n] < 0x7f &&
	       j->p[n] != '"' && j->p[n] != '\\')
		n++;
	return n;
}

/* A string of at most `cap` bytes, and a character; p on its opening quote.
 * cols, unless NULL, gets the column of each byte. */
static bool string_into(struct json *j, char *out, size_t cap, uint32_t *cols,
			size_t *len)
{
	struct tree_place start = here(j), at;
	size_t n = 0, used;

	assert(peek(j) == '"');
	skip(j, 1);
	for (;;) {
		size_t plain = cols || n > cap ? 0 : plain_length(j, cap - n);
		int c;

		memcpy(out + n, j->p, plain);
		skip(j, plain);
		n += plain;
		c = peek(j);
		if (c == '"')
			break;
		if (c < 0)
			return build_error(&j->build, start,
					   "this string has no end");
		if (n > cap)
			return build_error(&j->build, start,
					   "this string is too long");
		if (c < 0x20)
			return fail(j, "a control character in a string must "
				       "be escaped");
		at = here(j);
		if (c == '\\') {
			skip(j, 1);
			used = escape(j, out + n);
			if (!used)
				return fail(j, "not a JSON escape");
		} else {
			used = utf8_length(j->p, j->end);
			if (!used)
				return fail(j, "invalid UTF-8");
			memcpy(out + n, j->p, used);
			j->p += used;
			j->at.col++;
		}
		for (size_t i = 0; cols && i < used; i++)
			cols[n + i] = at.col;
		n += used;
	}
	if (cols)
		cols[n] = here(j).col;
	skip(j, 1);
	*len = n;
	return true;
}

/* A string into j->text. */
static bool string(struct json *j, size_t *len)
{
	assert(peek(j) == '"');
	return string_into(j, j->text, TREE_TEXT, NULL, len);
}

static bool is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static size_t digits(const char *p, const char *end)
{
	size_t n = 0;

	assert(p <= end);
	while (p + n < end && is_digit((unsigned char)p[n]))
		n++;
	return n;
}

/* Length of the number at p by JSON's grammar, 0 where it is none. */
static size_t number_length(const char *p, const char *end)
{
	const char *s = p;
	size_t n;

	assert(p <= end);
	if (s < end && *s == '-')
		s++;
	n = digits(s, end);
	if (!n || (n > 1 && *s == '0'))
		return 0;
	s += n;
	if (s < end && *s == '.') {
		n = digits(s + 1, end);
		if (!n)
			return 0;
		s += 1 + n;
	}
	if (s < end && (*s == 'e' || *s == 'E')) {
		s++;
		if (s < end && (*s == '+' || *s == '-'))
			s++;
		n = digits(s, end);
		if (!n)
			return 0;
		s += n;
	}
	return (size_t)(s - p);
}

static bool literal(struct json *j)
{
	static const char *const words[] = {"true", "false", "null"};
	struct tree_place at = here(j);
	size_t left = (size_t)(j->end - j->p), n = number_length(j->p, j->end);
	const char *text = j->p;

	assert(left || peek(j) < 0);
	assert(at.line >= 1);
	for (size_t i = 0; !n && i < sizeof(words) / sizeof(*words); i++) {
		size_t len = strlen(words[i]);

		if (left >= len && !memcmp(j->p, words[i], len))
			n = len;
	}
	if (!n)
		return fail(j, "not valid JSON: a value was expected here");
	skip(j, n);
	return build_scalar(&j->build, text, n, false, at, NULL);
}

/* A value, or the opening of a collection. */
static bool value(struct json *j)
{
	struct tree_place at = here(j);
	int c = peek(j);
	size_t len = 0;

	assert(j->build.depth <= TREE_DEPTH);
	assert(at.line >= 1 && at.col >= 1);
	if (c == '{' || c == '[') {
		skip(j, 1);
		return build_open(&j->build, c == '{' ? TREE_MAP : TREE_LIST,
				  at, NULL);
	}
	if (c == '"')
		return string(j, &len) &&
		       build_scalar(&j->build, j->text, len, true, at, NULL);
	return literal(j);
}

static bool in_map(const struct json *j)
{
	const struct tree_builder *b = &j->build;

	assert(b->depth <= TREE_DEPTH);
	return b->depth && b->open[b->depth - 1].node->kind == TREE_MAP;
}

/* "key" : */
static bool key(struct json *j)
{
	struct tree_place at = here(j);
	size_t len = 0;

	assert(in_map(j));
	if (peek(j) != '"')
		return fail(j, "not valid JSON: a key in double quotes was "
			       "expected here");
	if (!string(j, &len) ||
	    !build_scalar(&j->build, j->text, len, true, at, NULL))
		return false;
	skip_space(j);
	if (peek(j) != ':')
		return fail(j, "not valid JSON: ':' was expected here");
	skip(j, 1);
	skip_space(j);
	return true;
}

/* After a value: closes what ends here; *more tells whether a ',' follows. */
static bool after_value(struct json *j, bool *more)
{
	assert(j->build.depth || j->build.root);
	assert(j->p <= j->end);
	*more = false;
	while (j->build.depth) {
		const struct tree *top = j->build.open[j->build.depth - 1].node;
		int end = top->kind == TREE_MAP ? '}' : ']';

		skip_space(j);
		if (peek(j) == ',') {
			skip(j, 1);
			*more = true;
			return true;
		}
		if (peek(j) != end)
			return fail(j, end == '}'
					       ? "not valid JSON: ',' or '}' "
						 "was expected here"
					       : "not valid JSON: ',' or ']' "
						 "was expected here");
		skip(j, 1);
		if (!build_close(&j->build))
			return false;
	}
	return true;
}

static bool document(struct json *j)
{
	bool more = true;

	assert(!j->build.root && !j->build.depth);
	while (more) {
		unsigned depth = j->build.depth;
		int end;

		skip_space(j);
		if ((in_map(j) && !key(j)) || !value(j))
			return false;
		if (j->build.depth > depth) {
			end = in_map(j) ? '}' : ']';
			skip_space(j);
			if (peek(j) != end)
				continue; /* its first item */
		}
		if (!after_value(j, &more))
			return false;
	}
	skip_space(j);
	if (j->p < j->end)
		return fail(j, "not valid JSON: nothing may follow the value");
	return true;
}

/* Goes over to the content of the string that the text is. */
static bool enter_string(struct json *j, struct arena *scratch)
{
	size_t cap = (size_t)(j->end - j->p), len = 0;
	uint32_t *cols = ARENA_NEW(scratch, uint32_t, cap + 1);
	char *inner = arena_alloc(scratch, cap + 8);

	assert(peek(j) == '"' && !j->start);
	j->line = j->at.line;
	if (!string_into(j, inner, cap, cols, &len))
		return false;
	skip_space(j);
	if (j->p < j->end)
		return fail(j, "not valid JSON: nothing may follow the value");
	j->p = j->start = inner;
	j->end = inner + len;
	j->cols = cols;
	return true;
}

static const struct tree *parse(struct arena *a, const char *file,
				const char *text, size_t len, bool nested,
				struct dag_error *e)
{
	struct arena scratch = {0};
	struct json *j = arena_alloc(&scratch, sizeof(*j));
	const struct tree *root = NULL;
	bool ok = true;

	assert(a && file);
	assert(text || !len);
	j->p = text;
	j->end = text + len;
	j->at = (struct tree_place){1, 1};
	j->build = (struct tree_builder){.arena = a, .file = file, .e = e};
	if (nested && len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		j->p += 3; /* byte order mark */
	skip_space(j);
	if (nested && peek(j) == '"')
		ok = enter_string(j, &scratch);
	if (ok && document(j))
		root = j->build.root;
	build_free(&j->build);
	arena_free(&scratch);
	return root;
}

const struct tree *tree_parse_json(struct arena *a, const char *file,
				   const char *text, size_t len,
				   struct dag_error *e)
{
	return parse(a, file, text, len, false, e);
}

const struct tree *tree_parse_json_nested(struct arena *a, const char *file,
					  const char *text, size_t len,
					  struct dag_error *e)
{
	return parse(a, file, text, len, true, e);
}

/* tree_scan.c - see tree_scan.h */
#include "model/tree_scan.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

size_t utf8_length(const char *p, const char *end)
{
	const unsigned char *s = (const unsigned char *)p;
	size_t left = (size_t)(end - p), n;

	assert(p < end);
	assert(left > 0);
	if (s[0] < 0x80)
		return 1;
	n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
	if (s[0] < 0xc2 || s[0] > 0xf4 || left < n)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

void scan_start(struct scan *s, const char *file, const char *text, size_t len,
		struct dag_error *e)
{
	assert(text || !len);
	assert(file);
	s->p = text;
	s->end = text + len;
	s->at = s->text_at = (struct tree_place){1, 1};
	s->file = file;
	s->e = e;
	s->len = 0;
	if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		s->p += 3;
}

int scan_peek(const struct scan *s)
{
	assert(s->p <= s->end);
	return s->p < s->end ? (unsigned char)*s->p : -1;
}

bool scan_looking_at(const struct scan *s, const char *word)
{
	size_t n = strlen(word);

	assert(n > 0);
	return (size_t)(s->end - s->p) >= n && !memcmp(s->p, word, n);
}

bool scan_step(struct scan *s)
{
	int c = scan_peek(s);
	size_t n;

	assert(c >= 0);
	assert(s->at.line >= 1 && s->at.col >= 1);
	n = utf8_length(s->p, s->end);
	if (!n)
		return scan_error(s, s->at, "invalid UTF-8");
	if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f)
		return scan_error(s, s->at, "a control character");
	s->p += n;
	s->at.col++;
	if (c == '\n')
		s->at = (struct tree_place){s->at.line + 1, 1};
	return true;
}

void scan_skip(struct scan *s, const char *word)
{
	size_t n = strlen(word);

	assert(scan_looking_at(s, word));
	assert(!memchr(word, '\n', n));
	s->p += n;
	s->at.col += (unsigned)n;
}

void scan_blanks(struct scan *s)
{
	assert(s->p <= s->end);
	for (; s->p < s->end; s->p++) {
		if (*s->p == '\n')
			s->at = (struct tree_place){s->at.line + 1, 1};
		else if (*s->p == ' ' || *s->p == '\t' || *s->p == '\r')
			s->at.col++;
		else
			return;
	}
}

bool scan_comment(struct scan *s, const char *open, const char *close)
{
	struct tree_place start = s->at;

	assert(close[0]);
	assert(scan_looking_at(s, open));
	scan_skip(s, open);
	while (scan_peek(s) >= 0 && !scan_looking_at(s, close))
		if (!scan_step(s))
			return false;
	if (scan_peek(s) < 0)
		return scan_error(s, start, "this comment has no end");
	scan_skip(s, close);
	return true;
}

void scan_text(struct scan *s)
{
	assert(s->p <= s->end);
	s->len = 0;
	s->text_at = s->at;
}

bool scan_put(struct scan *s, char c)
{
	assert(s->len <= TREE_TEXT);
	if (s->len == TREE_TEXT)
		return scan_errorf(s, s->text_at,
				   "this text is longer than %d bytes",
				   TREE_TEXT);
	s->text[s->len++] = c;
	return true;
}

bool scan_take(struct scan *s)
{
	const char *from = s->p;

	assert(s->p < s->end);
	if (!scan_step(s))
		return false;
	for (; from < s->p; from++)
		if (!scan_put(s, *from))
			return false;
	return true;
}

bool scan_error(struct scan *s, struct tree_place at, const char *what)
{
	assert(what && what[0]);
	assert(at.line >= 1 && at.col >= 1);
	return error_set(s->e, s->file, at.line, at.col, "%s", what);
}

bool scan_errorf(struct scan *s, struct tree_place at, const char *fmt, ...)
{
	char what[480];
	va_list ap;

	assert(fmt && fmt[0]);
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return scan_error(s, at, what);
}

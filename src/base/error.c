/* error.c - see error.h */
#include "base/error.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Control characters would break the one-line form or the terminal. */
static void escape_line(char *dst, size_t cap, const char *src)
{
	size_t n = 0;

	assert(cap >= 8);
	for (; *src && n + 5 < cap; src++) {
		unsigned char c = (unsigned char)*src;

		if (c >= 0x20 && c != 0x7f)
			dst[n++] = (char)c;
		else
			n += (size_t)snprintf(dst + n, cap - n, "\\x%02x", c);
	}
	dst[n] = '\0';
}

static void set_place(struct dag_error *e, const char *file, unsigned line,
		      unsigned col)
{
	escape_line(e->file, sizeof(e->file), file ? file : "");
	e->line = line;
	e->col = col;
}

/* In parentheses: no macro, see error.h. */
bool(error_set)(struct dag_error *e, const char *file, unsigned line,
		unsigned col, const char *fmt, ...)
{
	char raw[sizeof(e->msg)];
	va_list ap;

	if (!e)
		return false;
	va_start(ap, fmt);
	vsnprintf(raw, sizeof(raw), fmt, ap);
	va_end(ap);
	e->code = EXIT_USAGE;
	set_place(e, file, line, col);
	escape_line(e->msg, sizeof(e->msg), raw);
	return false;
}

bool(error_system)(struct dag_error *e, const char *file, const char *what)
{
	int reason = errno;

	if (!e)
		return false;
	e->code = EXIT_SYSTEM;
	set_place(e, file, 0, 0);
	snprintf(e->msg, sizeof(e->msg), "%s: %s", what, strerror(reason));
	return false;
}

size_t error_format(const struct dag_error *e, char *buf, size_t cap)
{
	int n;

	if (!e->file[0])
		n = snprintf(buf, cap, "%s", e->msg);
	else if (!e->line)
		n = snprintf(buf, cap, "%s: %s", e->file, e->msg);
	else
		n = snprintf(buf, cap, "%s:%u:%u: %s", e->file, e->line,
			     e->col ? e->col : 1, e->msg);
	assert(n >= 0);
	return (size_t)n;
}

/* Levenshtein distance with adjacent swaps, on at most 63 characters. */
static unsigned distance(const char *a, const char *b)
{
	unsigned row[3][64];
	size_t la = strlen(a), lb = strlen(b);

	if (la > 63 || lb > 63)
		return 64;
	for (unsigned j = 0; j <= lb; j++)
		row[0][j] = j;
	for (unsigned i = 1; i <= la; i++) {
		unsigned *cur = row[i % 3], *up = row[(i + 2) % 3];
		const unsigned *upup = row[(i + 1) % 3];

		cur[0] = i;
		for (unsigned j = 1; j <= lb; j++) {
			unsigned d = up[j - 1] + (a[i - 1] != b[j - 1]);

			if (up[j] + 1 < d)
				d = up[j] + 1;
			if (cur[j - 1] + 1 < d)
				d = cur[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && upup[j - 2] + 1 < d)
				d = upup[j - 2] + 1;
			cur[j] = d;
		}
	}
	return row[la % 3][lb];
}

const char *nearest_name(const char *text, const char *const *candidates,
			 size_t n)
{
	const char *best = NULL;
	size_t len = strlen(text);
	unsigned limit = len / 3 > 1 ? (unsigned)(len / 3) : 1;

	for (size_t i = 0; i < n; i++) {
		unsigned d;

		if (!candidates[i])
			continue;
		d = distance(text, candidates[i]);
		/* A unit left off ("deadline" for "deadline_ms") is near. */
		if (len >= 4 && strncmp(text, candidates[i], len) == 0 && d > 1)
			d = 1;
		if (d <= limit && d < strlen(candidates[i])) {
			if (d == 0)
				return candidates[i];
			limit = d - 1;
			best = candidates[i];
			if (limit == 0)
				break;
		}
	}
	return best;
}

void suggest(char *buf, size_t cap, const char *text,
	     const char *const *candidates, size_t n)
{
	const char *near = nearest_name(text, candidates, n);
	size_t len = strlen(buf);
	const char *sep = "; valid: ";

	if (near) {
		snprintf(buf + len, cap - len, "; did you mean '%s'?", near);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		if (!candidates[i])
			continue;
		snprintf(buf + len, cap - len, "%s%s", sep, candidates[i]);
		len += strlen(buf + len);
		sep = ", ";
	}
}

_Noreturn void require_failed(const char *expr, const char *file, int line)
{
	fprintf(stderr, "dagsim: %s:%d: precondition failed: %s\n", file, line,
		expr);
	abort();
}

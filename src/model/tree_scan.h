/* tree_scan.h - walking over a text character by character, with its place
 *
 * What the readers of GraphML and DOT share: a cursor that knows line and
 * column (in characters), refuses bytes that are not UTF-8 and raw control
 * characters, and never reads beyond the end.  Functions return false after
 * an error, which is told once.  Not for use outside src/model/tree*.c.
 */
#ifndef DAGSIM_MODEL_TREE_SCAN_H
#define DAGSIM_MODEL_TREE_SCAN_H

#include "model/tree_build.h"

struct scan {
	const char *p, *end;
	struct tree_place at; /* of p                                       */
	const char *file;
	struct dag_error *e;
	/* What was read last: decoded, without a NUL. */
	char text[TREE_TEXT + 8];
	size_t len;
	struct tree_place text_at;
};

/* At the first character; a byte order mark is passed over. */
void scan_start(struct scan *s, const char *file, const char *text, size_t len,
		struct dag_error *e);

/* The byte at the cursor, -1 at the end. */
int scan_peek(const struct scan *s);
bool scan_looking_at(const struct scan *s, const char *word);

/* Over one character, or over a word that the cursor is looking at. */
bool scan_step(struct scan *s);
void scan_skip(struct scan *s, const char *word);
/* Over blanks, tabs and ends of lines. */
void scan_blanks(struct scan *s);
/* Over a comment, from the word that opens it to the one that closes it. */
bool scan_comment(struct scan *s, const char *open, const char *close);

/* Starts a new s->text here; adds the character at the cursor to it. */
void scan_text(struct scan *s);
bool scan_take(struct scan *s);
/* Adds a byte that stands for something else. */
bool scan_put(struct scan *s, char c);

bool scan_error(struct scan *s, struct tree_place at, const char *what);
__attribute__((format(printf, 3, 4))) bool
scan_errorf(struct scan *s, struct tree_place at, const char *fmt, ...);

/* Length of the UTF-8 character at p < end, 0 where it is none (RFC 3629). */
size_t utf8_length(const char *p, const char *end);

#endif

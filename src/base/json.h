/* json.h - JSON written as it is known, nothing kept
 *
 * A struct json turns calls into the bytes of one JSON value.  Commas,
 * quotes, escapes and indentation are its business; the caller opens and
 * closes objects and arrays, and gives a key before each member:
 *
 *     json_object(&j);
 *     json_key(&j, "seed"), json_uint(&j, 7);
 *     json_end(&j);
 *
 * Integers are exact over 64 bits, decimals are exact (decimal.h), doubles
 * are the shortest form that reads back as the same double; what is not
 * finite becomes null.  Strings are UTF-8: bytes that are not become U+FFFD.
 * The result is the same in every locale.
 *
 * Calls in an order that is no JSON value are a programming error (REQUIRE).
 * Writing cannot fail here: the target remembers its failures, as stdio
 * does.  Cost: linear; nothing is allocated, except by json_to_text.
 */
#ifndef DAGSIM_BASE_JSON_H
#define DAGSIM_BASE_JSON_H

#include "base/int128.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH = 32 };

struct json {
	void (*write)(void *to, const char *s, size_t n);
	void *to;
	unsigned indent; /* blanks a level; 0: all on one line                */
	unsigned depth;
	uint32_t is_array, not_empty; /* a bit a level                        */
	bool after_key, done;
};

/* A growable text, NUL-terminated; start with {0}, free(text.s). */
struct json_text {
	char *s;
	size_t n, cap;
};

/* Writes through a function of the caller's; to a stream; to memory. */
void json_init(struct json *j, void (*write)(void *to, const char *s, size_t n),
	       void *to, unsigned indent);
void json_to_file(struct json *j, FILE *f, unsigned indent);
void json_to_text(struct json *j, struct json_text *t, unsigned indent);

void json_object(struct json *j);
void json_array(struct json *j);
void json_end(struct json *j); /* of the innermost object or array            */
/* Ends the outermost value with a newline; REQUIREs that it is complete. */
void json_finish(struct json *j);

void json_key(struct json *j, const char *key);

void json_null(struct json *j);
void json_bool(struct json *j, bool v);
void json_int(struct json *j, int64_t v);
void json_uint(struct json *j, uint64_t v);
void json_double(struct json *j, double v);
/* value / 10^scale, exactly. */
void json_decimal(struct json *j, int128 value, unsigned scale);
void json_string(struct json *j, const char *s); /* NULL: null                */
void json_stringn(struct json *j, const char *s, size_t n);

/* The shortest decimal form that reads back as v; "null" where v is not
 * finite.  buf of 32 bytes suffices. */
size_t json_format_double(char *buf, double v);

#endif

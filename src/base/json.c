/* json.c - see json.h */
#include "base/json.h"
#include "base/arena.h"
#include "base/decimal.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

void json_init(struct json *j, void (*write)(void *to, const char *s, size_t n),
	       void *to, unsigned indent)
{
	*j = (struct json){.write = write, .to = to, .indent = indent};
}

static void write_file(void *to, const char *s, size_t n)
{
	fwrite(s, 1, n, (FILE *)to);
}

void json_to_file(struct json *j, FILE *f, unsigned indent)
{
	json_init(j, write_file, f, indent);
}

static void write_text(void *to, const char *s, size_t n)
{
	struct json_text *t = to;

	array_reserve((void **)&t->s, &t->cap, t->n + n + 1, 1);
	memcpy(t->s + t->n, s, n);
	t->n += n;
	t->s[t->n] = '\0';
}

void json_to_text(struct json *j, struct json_text *t, unsigned indent)
{
	json_init(j, write_text, t, indent);
}

static void put(struct json *j, const char *s, size_t n)
{
	j->write(j->to, s, n);
}

static void new_line(struct json *j)
{
	static const char blanks[] = "                ";
	unsigned n = j->indent * j->depth;

	if (!j->indent)
		return;
	put(j, "\n", 1);
	for (; n > 16; n -= 16)
		put(j, blanks, 16);
	put(j, blanks, n);
}

static uint32_t level(const struct json *j)
{
	return (uint32_t)1 << j->depth;
}

/* What stands before a value or a key: a comma, a line end. */
static void separate(struct json *j)
{
	if (j->not_empty & level(j))
		put(j, ",", 1);
	j->not_empty |= level(j);
	new_line(j);
}

static void before_value(struct json *j)
{
	REQUIRE(!j->done);
	if (j->after_key) {
		j->after_key = false;
		return;
	}
	if (!j->depth)
		return;
	REQUIRE(j->is_array & level(j));
	separate(j);
}

static void after_value(struct json *j)
{
	j->done = !j->depth;
}

static void value(struct json *j, const char *s, size_t n)
{
	before_value(j);
	put(j, s, n);
	after_value(j);
}

static void open_level(struct json *j, const char *bracket, bool is_array)
{
	before_value(j);
	put(j, bracket, 1);
	j->depth++;
	REQUIRE(j->depth < JSON_DEPTH);
	j->not_empty &= ~level(j);
	if (is_array)
		j->is_array |= level(j);
	else
		j->is_array &= ~level(j);
}

void json_object(struct json *j)
{
	open_level(j, "{", false);
}

void json_array(struct json *j)
{
	open_level(j, "[", true);
}

void json_end(struct json *j)
{
	bool is_array = j->is_array & level(j), filled;

	REQUIRE(j->depth && !j->after_key);
	filled = j->not_empty & level(j);
	j->depth--;
	if (filled)
		new_line(j);
	put(j, is_array ? "]" : "}", 1);
	after_value(j);
}

void json_finish(struct json *j)
{
	REQUIRE(j->done);
	put(j, "\n", 1);
}

/* Length of the valid UTF-8 sequence at s, or 0. */
static size_t utf8_length(const unsigned char *s, size_t n)
{
	static const struct {
		unsigned char mask, lead;
		uint32_t least;
	} form[] = {{0x80, 0x00, 0},
		    {0xe0, 0xc0, 0x80},
		    {0xf0, 0xe0, 0x800},
		    {0xf8, 0xf0, 0x10000}};

	for (size_t k = 0; k < 4; k++) {
		uint32_t code = s[0] & (unsigned char)~form[k].mask;
		size_t i = 1;

		if ((s[0] & form[k].mask) != form[k].lead)
			continue;
		for (; i <= k && i < n && (s[i] & 0xc0) == 0x80; i++)
			code = code << 6 | (s[i] & 0x3fu);
		if (i <= k || code < form[k].least || code > 0x10ffff ||
		    (code >= 0xd800 && code < 0xe000))
			return 0;
		return k + 1;
	}
	return 0;
}

static void escape(struct json *j, unsigned char c)
{
	static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
	const char *at = c ? strchr(from, c) : NULL;
	char buf[8] = {'\\', 0};
	size_t n = 2;

	if (at)
		buf[1] = to[at - from];
	else
		n = (size_t)snprintf(buf, sizeof(buf), "\\u%04x", c);
	put(j, buf, n);
}

static void quote(struct json *j, const char *s, size_t n)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t plain = 0, i = 0;

	put(j, "\"", 1);
	while (i < n) {
		size_t len = utf8_length(p + i, n - i);

		if (len == 1 && (p[i] < 0x20 || p[i] == 0x7f || p[i] == '"' ||
				 p[i] == '\\'))
			len = 0;
		if (len) {
			i += len;
			continue;
		}
		put(j, s + plain, i - plain);
		if (p[i] < 0x80)
			escape(j, p[i]);
		else
			put(j, "\xef\xbf\xbd", 3);
		plain = ++i;
	}
	put(j, s + plain, n - plain);
	put(j, "\"", 1);
}

void json_key(struct json *j, const char *key)
{
	REQUIRE(j->depth && !(j->is_array & level(j)) && !j->after_key);
	separate(j);
	quote(j, key, strlen(key));
	put(j, ": ", j->indent ? 2 : 1);
	j->after_key = true;
}

void json_null(struct json *j)
{
	value(j, "null", 4);
}

void json_bool(struct json *j, bool v)
{
	value(j, v ? "true" : "false", v ? 4 : 5);
}

void json_int(struct json *j, int64_t v)
{
	char buf[32];

	value(j, buf, (size_t)snprintf(buf, sizeof(buf), "%" PRId64, v));
}

void json_uint(struct json *j, uint64_t v)
{
	char buf[32];

	value(j, buf, (size_t)snprintf(buf, sizeof(buf), "%" PRIu64, v));
}

void json_double(struct json *j, double v)
{
	char buf[32];

	value(j, buf, json_format_double(buf, v));
}

void json_decimal(struct json *j, int128 v, unsigned scale)
{
	char buf[DECIMAL_SIZE];

	value(j, buf, decimal_format(buf, v, scale, -1));
}

void json_string(struct json *j, const char *s)
{
	if (s)
		json_stringn(j, s, strlen(s));
	else
		json_null(j);
}

void json_stringn(struct json *j, const char *s, size_t n)
{
	before_value(j);
	quote(j, s, n);
	after_value(j);
}

/* load_format.c - which format a text is in, and its tree
 *
 * The extension of the file decides where it is one of the table.  A text
 * without one (standard input, say) is GraphML if it begins with '<', JSON
 * encoded twice if with '"', DOT if with the words of a graph, else YAML, of
 * which JSON is a part.
 */
#include "model/load_parts.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

typedef const struct tree *(*parse_fn)(struct arena *, const char *,
				       const char *, size_t,
				       struct dag_error *);

/* In the order of preference where a folder has a DAG in several. */
static const struct {
	const char *extension;
	parse_fn parse;
} formats[] = {
	{".yaml", tree_parse_yaml},        {".yml", tree_parse_yaml},
	{".json", tree_parse_json_nested}, {".xml", tree_parse_graphml},
	{".graphml", tree_parse_graphml},  {".dot", tree_parse_dot},
	{".gv", tree_parse_dot},
};
enum { N_FORMATS = sizeof(formats) / sizeof(*formats) };

/* Index of the format that the name says, or -1; *stem is the length of what
 * stands before its extension. */
static int format_of_name(const char *name, size_t *stem)
{
	size_t len = strlen(name);

	for (int i = 0; i < N_FORMATS; i++) {
		size_t n = strlen(formats[i].extension);

		*stem = len - n;
		if (len > n && !strcasecmp(name + *stem, formats[i].extension))
			return i;
	}
	*stem = len;
	return -1;
}

const char *file_stem(struct arena *a, const char *path, int *rank)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	size_t stem;
	int format = format_of_name(name, &stem);

	assert(stem <= strlen(name));
	if (rank)
		*rank = format;
	return arena_strndup(a, name, stem);
}

static const char *skip_blanks(const char *p, const char *end)
{
	assert(p && end);
	assert(p <= end);
	while (p < end && strchr(" \t\r\n", *p) && *p)
		p++;
	return p;
}

/* Behind the comments that DOT may begin with. */
static const char *skip_comments(const char *p, const char *end)
{
	assert(p <= end);
	assert(p && end);
	for (;;) {
		p = skip_blanks(p, end);
		if (end - p >= 2 && !memcmp(p, "/*", 2)) {
			for (p += 2; p < end &&
				     (end - p < 2 || memcmp(p, "*/", 2) != 0);)
				p++;
			p = end - p >= 2 ? p + 2 : end;
		} else if (p < end && (*p == '#' ||
				       (end - p >= 2 && !memcmp(p, "//", 2)))) {
			while (p < end && *p != '\n')
				p++;
		} else {
			return p;
		}
	}
}

/* Is it a word that a DOT file begins with, and no key of a YAML map? */
static bool begins_dot(const char *p, const char *end)
{
	static const char *const words[] = {"strict", "digraph", "graph"};

	assert(p <= end);
	assert(p && end);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t n = strlen(words[i]);
		const char *next;

		if ((size_t)(end - p) <= n || strncasecmp(p, words[i], n) != 0)
			continue;
		next = skip_blanks(p + n, end);
		if (next < end && *next != ':' &&
		    (next > p + n || *next == '{'))
			return true;
	}
	return false;
}

static parse_fn format_of_text(const char *p, const char *end)
{
	assert(p <= end);
	assert(p || p == end);
	if (end - p >= 3 && !memcmp(p, "\xef\xbb\xbf", 3))
		p += 3;
	p = skip_blanks(p, end);
	if (p < end && *p == '<')
		return tree_parse_graphml;
	if (p < end && *p == '"')
		return tree_parse_json_nested;
	if (begins_dot(skip_comments(p, end), end))
		return tree_parse_dot;
	return tree_parse_yaml;
}

const struct tree *load_tree(struct loader *l, const char *data, size_t len)
{
	size_t stem;
	int format = format_of_name(l->r.file, &stem);
	parse_fn parse = format >= 0 ? formats[format].parse
				     : format_of_text(data, data + len);

	assert(data || !len);
	assert(l->r.file);
	assert(parse);
	return parse(&l->scratch, l->r.file, data, len, l->r.e);
}

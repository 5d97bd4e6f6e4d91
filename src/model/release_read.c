/* release_read.c - a releases file, read strictly; see release.h
 *
 * One line at a time, so that a pipe works as well as a file.  The order of
 * the file is the order of arrival and is checked, not mended: a file out of
 * order was not written by what its user thinks wrote it.
 */
#include "model/release.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	F_ID,
	F_STREAM,
	F_RELEASE,
	F_DEADLINE,
	F_TIMES, /* may be missing, in all lines */
	FIELDS,
	NAMES_SHOWN = 12
};

static const char *const field_names[FIELDS] = {"id", "stream", "release_ns",
						"deadline_ns", "exec_ns"};
#define HEADER       "id,stream,release_ns,deadline_ns"
#define HEADER_TIMES HEADER ",exec_ns"

struct field {
	char *text; /* NUL-terminated, unquoted */
	unsigned col;
};

/* Where an id was seen, to find it twice. */
struct seen {
	uint64_t id;
	unsigned line;
};

struct row {
	struct release release;
	const dag_time *times; /* by node, or NULL */
};

struct reader {
	const char *path;
	struct arena *arena;
	unsigned fields; /* of a line */
	const struct workload *w;
	struct dag_error *e;
	unsigned line;
	uint32_t *by_name;   /* task indices in the order of their names */
	uint64_t *instances; /* next instance of each task               */
	struct row *items;
	struct seen *seen;
	size_t n, items_cap, seen_cap;
};

/* --- One line --- */

/* Takes a quoted field starting behind its quote; returns the end of it, at
 * a comma or the end of the line, or NULL where the quotes do not match. */
static char *take_quoted(char *s)
{
	char *to = s;

	for (;; s++) {
		if (*s == '\0')
			return NULL;
		if (*s == '"' && *++s != '"')
			break;
		*to++ = *s;
	}
	if (*s != ',' && *s != '\0')
		return NULL;
	if (to < s)
		*to = '\0';
	return s;
}

/* Splits the line in place into exactly as many fields as the header has. */
static bool split(struct reader *r, char *line, struct field f[FIELDS])
{
	const char *header = r->fields == FIELDS ? HEADER_TIMES : HEADER;
	unsigned n = 0;
	char *s = line, *end;

	for (;; s = end + 1) {
		unsigned col = (unsigned)(s - line) + 1;
		bool last, quoted = *s == '"';

		if (n == r->fields)
			return error_set(r->e, r->path, r->line, col,
					 "more than %u fields; a line is "
					 "'%s'",
					 r->fields, header);
		f[n].text = s + quoted;
		f[n++].col = col;
		end = quoted ? take_quoted(s + 1) : s + strcspn(s, ",");
		if (!end)
			return error_set(r->e, r->path, r->line, col,
					 "quotes that do not match");
		last = *end == '\0';
		*end = '\0';
		if (!last)
			continue;
		if (n == r->fields)
			return true;
		return error_set(r->e, r->path, r->line,
				 (unsigned)(end - line) + 1,
				 "%s is missing; a line is '%s'",
				 field_names[n], header);
	}
}

/* A whole number in [0, 2^63). */
static bool take_number(const struct reader *r, const struct field *f,
			const char *what, int64_t *out)
{
	const char *s = f->text;
	int64_t v = 0;

	if (!*s)
		return error_set(r->e, r->path, r->line, f->col,
				 "%s is missing", what);
	if (s[strspn(s, "0123456789")] != '\0') {
		bool negative = *s == '-' && s[1] &&
				!s[1 + strspn(s + 1, "0123456789")];

		return error_set(r->e, r->path, r->line, f->col,
				 "%s '%.40s' is %s; valid: digits only", what,
				 s, negative ? "negative" : "no whole number");
	}
	for (; *s; s++)
		if (__builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, *s - '0', &v))
			return error_set(r->e, r->path, r->line, f->col,
					 "%s '%.40s' is out of range; valid: "
					 "0 to 2^63 - 1",
					 what, f->text);
	*out = v;
	return true;
}

/* As many numbers as the task has nodes, or nothing: all take C(b). */
static bool take_times(const struct reader *r, const struct field *f,
		       uint32_t task, const dag_time **out)
{
	uint32_t n = r->w->tasks[task].n_nodes, i = 0;
	dag_time *times;
	char *s = f->text;

	*out = NULL;
	if (!*s)
		return true;
	times = ARENA_NEW(r->arena, dag_time, n);
	for (; s; i++) {
		struct field one = {s, f->col + (unsigned)(s - f->text)};
		char *end = strchr(s, ' ');

		if (end)
			*end++ = '\0';
		if (i < n && !take_number(r, &one, "exec_ns", &times[i]))
			return false;
		s = end;
	}
	*out = times;
	return i == n ||
	       error_set(r->e, r->path, r->line, f->col,
			 "%u execution times in exec_ns; '%.80s' has %u "
			 "node%s: one for each, 0 for C(b), with blanks "
			 "between",
			 i, r->w->tasks[task].name, n, n == 1 ? "" : "s");
}

/* --- Streams by name --- */

/* Heap sort: qsort has no place for the workload that the indices mean. */
static void sift_name(const struct workload *w, uint32_t *v, size_t i, size_t n)
{
	for (size_t c; (c = 2 * i + 1) < n; i = c) {
		uint32_t t = v[i];

		if (c + 1 < n &&
		    strcmp(w->tasks[v[c]].name, w->tasks[v[c + 1]].name) < 0)
			c++;
		if (strcmp(w->tasks[t].name, w->tasks[v[c]].name) >= 0)
			return;
		v[i] = v[c];
		v[c] = t;
	}
}

static void sort_names(const struct workload *w, uint32_t *v)
{
	size_t n = w->n_tasks;

	for (size_t i = 0; i < n; i++)
		v[i] = (uint32_t)i;
	for (size_t i = n / 2; i-- > 0;)
		sift_name(w, v, i, n);
	for (size_t end = n; end-- > 1;) {
		uint32_t t = v[0];

		v[0] = v[end];
		v[end] = t;
		sift_name(w, v, 0, end);
	}
}

static bool unknown_stream(const struct reader *r, const struct field *f)
{
	const struct workload *w = r->w;
	const char **names;
	char hint[512] = "";

	if (!*f->text)
		return error_set(r->e, r->path, r->line, f->col,
				 "stream is missing");
	names = calloc(w->n_tasks + 1, sizeof(*names));
	if (!names)
		return error_system(r->e, r->path, "reading releases");
	for (uint32_t i = 0; i < w->n_tasks; i++)
		names[i] = w->tasks[i].name;
	/* A list of thousands would bury the message. */
	if (w->n_tasks <= NAMES_SHOWN ||
	    nearest_name(f->text, names, w->n_tasks))
		suggest(hint, sizeof(hint), f->text, names, w->n_tasks);
	free(names);
	return error_set(r->e, r->path, r->line, f->col,
			 "unknown stream '%.80s'%s", f->text, hint);
}

static bool take_stream(const struct reader *r, const struct field *f,
			uint32_t *task)
{
	size_t lo = 0, hi = r->w->n_tasks;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int d = strcmp(f->text, r->w->tasks[r->by_name[mid]].name);

		if (d == 0) {
			*task = r->by_name[mid];
			return true;
		}
		if (d < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return unknown_stream(r, f);
}

/* --- The file --- */

static bool take_row(struct reader *r, char *line)
{
	struct field f[FIELDS];
	struct release rel = {0};
	const dag_time *times = NULL;
	const struct release *before =
		r->n ? &r->items[r->n - 1].release : NULL;
	int64_t id;

	if (!split(r, line, f) || !take_number(r, &f[F_ID], "id", &id) ||
	    !take_stream(r, &f[F_STREAM], &rel.task) ||
	    !take_number(r, &f[F_RELEASE], "release_ns", &rel.time) ||
	    !take_number(r, &f[F_DEADLINE], "deadline_ns", &rel.deadline) ||
	    (r->fields == FIELDS &&
	     !take_times(r, &f[F_TIMES], rel.task, &times)))
		return false;
	if (before && rel.time < before->time)
		return error_set(r->e, r->path, r->line, f[F_RELEASE].col,
				 "release_ns %s is before that of the job "
				 "above (%lld); lines stand in order of "
				 "arrival",
				 f[F_RELEASE].text, (long long)before->time);
	rel.nominal = rel.time;
	rel.tie = (uint64_t)id;
	array_reserve((void **)&r->items, &r->items_cap, r->n + 1,
		      sizeof(*r->items));
	array_reserve((void **)&r->seen, &r->seen_cap, r->n + 1,
		      sizeof(*r->seen));
	r->items[r->n] = (struct row){rel, times};
	r->seen[r->n++] = (struct seen){rel.tie, r->line};
	return true;
}

static int cmp_seen(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

/* Tells the first line that repeats an id. */
static bool check_ids(struct reader *r)
{
	const struct seen *first = NULL, *again = NULL;

	for (size_t i = 1; i < r->n; i++)
		if (r->seen[i - 1].id >= r->seen[i].id) {
			qsort(r->seen, r->n, sizeof(*r->seen), cmp_seen);
			break;
		}
	for (size_t i = 1; i < r->n; i++) {
		const struct seen *s = &r->seen[i];

		if (s[-1].id == s->id && (!again || s->line < again->line)) {
			first = s - 1;
			again = s;
		}
	}
	if (!again)
		return true;
	return error_set(r->e, r->path, again->line, 1,
			 "id %llu is already that of line %u",
			 (unsigned long long)again->id, first->line);
}

static int cmp_release(const void *a, const void *b)
{
	const struct release *x = &((const struct row *)a)->release;
	const struct release *y = &((const struct row *)b)->release;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->tie > y->tie) - (x->tie < y->tie);
}

/* Execution times by task and instance. */
static void hand_times(const struct reader *r, struct arena *a,
		       struct release_list *out)
{
	struct release_times *t = ARENA_NEW(a, struct release_times, 1);

	t->n = r->instances;
	t->of = ARENA_NEW(a, const dag_time **, r->w->n_tasks);
	for (uint32_t i = 0; i < r->w->n_tasks; i++)
		t->of[i] = ARENA_NEW(a, const dag_time *, t->n[i] + 1);
	for (size_t i = 0; i < r->n; i++)
		t->of[out->items[i].task][out->items[i].instance] =
			r->items[i].times;
	out->times = t;
}

/* By time, then tie; into the arena. */
static void hand_over(struct reader *r, struct arena *a,
		      struct release_list *out)
{
	for (size_t i = 1; i < r->n; i++)
		if (cmp_release(&r->items[i - 1], &r->items[i]) > 0) {
			qsort(r->items, r->n, sizeof(*r->items), cmp_release);
			break;
		}
	out->n = r->n;
	out->items = ARENA_NEW(a, struct release, r->n);
	for (size_t i = 0; i < r->n; i++) {
		out->items[i] = r->items[i].release;
		out->items[i].instance = r->instances[out->items[i].task]++;
	}
	if (r->fields == FIELDS)
		hand_times(r, a, out);
}

static bool take_line(struct reader *r, char *line, size_t len)
{
	r->line++;
	if (strlen(line) != len)
		return error_set(r->e, r->path, r->line,
				 (unsigned)strlen(line) + 1,
				 "a NUL byte; this is no text file");
	if (len && line[len - 1] == '\n')
		line[--len] = '\0';
	if (len && line[len - 1] == '\r')
		line[--len] = '\0';
	if (r->line > 1)
		return !len || take_row(r, line);
	if (!strncmp(line, "\xef\xbb\xbf", 3)) /* byte order mark */
		line += 3;
	r->fields = !strcmp(line, HEADER_TIMES) ? FIELDS : F_TIMES;
	if (r->fields == FIELDS || !strcmp(line, HEADER))
		return true;
	return error_set(r->e, r->path, 1, 1,
			 "expected the header '" HEADER "' or '" HEADER_TIMES
			 "', found '%.80s'",
			 line);
}

static bool take_file(struct reader *r, FILE *in)
{
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;
	bool ok = true;

	errno = 0;
	while (ok && (len = getline(&line, &cap, in)) >= 0)
		ok = take_line(r, line, (size_t)len);
	if (ok && ferror(in))
		/* A folder opens but does not read: that is bad usage. */
		ok = errno == EISDIR ? error_set(r->e, r->path, 0, 0, "%s",
						 strerror(errno))
				     : error_system(r->e, r->path, "reading");
	else if (ok && !r->line)
		ok = error_set(r->e, r->path, 1, 1,
			       "empty file; expected the header '" HEADER "'");
	free(line);
	return ok;
}

bool release_read(const char *path, const struct workload *w, struct arena *a,
		  struct release_list *out, struct dag_error *e)
{
	struct reader r = {.path = path, .arena = a, .w = w, .e = e};
	bool standard = !strcmp(path, "-"), ok;
	FILE *in = standard ? stdin : fopen(path, "r");

	*out = (struct release_list){0};
	if (!in)
		return error_set(e, path, 0, 0, "cannot read the releases: %s",
				 strerror(errno));
	r.by_name = ARENA_NEW(a, uint32_t, w->n_tasks);
	r.instances = ARENA_NEW(a, uint64_t, w->n_tasks);
	sort_names(w, r.by_name);
	ok = take_file(&r, in) && check_ids(&r);
	if (!standard)
		fclose(in);
	if (ok)
		hand_over(&r, a, out);
	free(r.items);
	free(r.seen);
	return ok;
}

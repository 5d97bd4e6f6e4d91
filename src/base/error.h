/* error.h - one error, told once, to the person who can mend it
 *
 * Everything that can fail because of what a user gave fills a struct
 * dag_error and returns false (or NULL).  The message says what was read,
 * what is valid and, where one is near, what was probably meant.  Position
 * fields of 0 mean "not known" and are left out of the printed form:
 *
 *     workload.yaml:12:5: unknown key 'perod'; did you mean 'period'?
 *
 * The inside of the program uses assert() for its own invariants and
 * REQUIRE() for preconditions of public functions: those stay in release
 * builds and abort with the place.
 */
#ifndef DAGSIM_BASE_ERROR_H
#define DAGSIM_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

/* Exit codes of every command; printed by `dagsim help exit-codes`. */
enum exit_code {
	EXIT_YES = 0,
	EXIT_NO = 1,
	EXIT_USAGE = 2,
	EXIT_UNDECIDED = 3,
	EXIT_SYSTEM = 4,
	EXIT_INTERRUPTED = 130,
};

struct dag_error {
	enum exit_code code; /* EXIT_USAGE or EXIT_SYSTEM            */
	char file[256];      /* "" where there is none               */
	unsigned line, col;  /* 1-based; 0 where there is none       */
	char msg[768];       /* one line, no trailing newline        */
};

/* Fills *e (EXIT_USAGE) and returns false, so `return error_set(...)` works.
 * e may be NULL.  Control characters in the message are shown escaped. */
__attribute__((format(printf, 5, 6))) bool
error_set(struct dag_error *e, const char *file, unsigned line, unsigned col,
	  const char *fmt, ...);

/* The same for failures of the system (EXIT_SYSTEM): a full disk, no memory.
 * `what` names the file or act; the reason is taken from errno. */
bool error_system(struct dag_error *e, const char *file, const char *what);

/* A static analyzer sees one file at a time: it must be told what these
 * return, or it follows paths that go on after an error. */
#ifdef __clang_analyzer__
#define error_set(...)    ((error_set)(__VA_ARGS__), false)
#define error_system(...) ((error_system)(__VA_ARGS__), false)
#endif

/* "file:line:col: msg" into buf; returns the length that was wanted. */
size_t error_format(const struct dag_error *e, char *buf, size_t cap);

/* The nearest of `n` candidates to `text` (edit distance at most a third of
 * its length, at least 1), or NULL.  Candidates may hold NULL entries. */
const char *nearest_name(const char *text, const char *const *candidates,
			 size_t n);

/* Appends "; did you mean 'X'?" or "; valid: a, b, c" to buf (cap bytes,
 * NUL-terminated), whichever helps. */
void suggest(char *buf, size_t cap, const char *text,
	     const char *const *candidates, size_t n);

_Noreturn void require_failed(const char *expr, const char *file, int line);
#define REQUIRE(expr)                                                          \
	((expr) ? (void)0 : require_failed(#expr, __FILE__, __LINE__))

#endif

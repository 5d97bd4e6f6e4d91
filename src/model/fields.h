/* fields.h - tables that read a map, explain its errors and print its schema
 *
 * A section of a file is a table of fields: key, type, place in a record,
 * help.  From the one table come the reader (fields_read), the messages for
 * unknown, doubled, missing and ill-typed keys with their position and a
 * suggestion, and the JSON Schema (schema.h).  A new key is a new row.
 *
 * A row of type FIELD_TIME, FIELD_FINE or FIELD_TIMES stands for five keys:
 * `period`, whose value names its unit (20ms), and period_ns, period_us,
 * period_ms, period_s, whose values are plain decimals.  At most one of them
 * may be given.
 *
 * Where one key chooses what the others are (`type: table`), there is a
 * section for each choice (struct variants).
 *
 * Numbers are non-negative unless the row says FIELD_SIGNED.  Plain numbers
 * are decimal; forms that YAML 1.1 and 1.2 read differently (010, 0x1F,
 * 1_000, 1:30) are refused.
 */
#ifndef DAGSIM_MODEL_FIELDS_H
#define DAGSIM_MODEL_FIELDS_H

#include "base/time.h"
#include "model/tree.h"

#include <stddef.h>
#include <stdint.h>

enum field_type {
	FIELD_TEXT,   /* const char *: no control characters; at most max
		       * bytes, 0: FIELD_NAME_MAX                             */
	FIELD_NAME,   /* up to FIELD_NAME_MAX, and not empty                  */
	FIELD_BOOL,   /* bool                                                 */
	FIELD_INT,    /* int64_t in [min, max]                                */
	FIELD_RATIO,  /* struct ratio: exact decimal                          */
	FIELD_REAL,   /* double, for parameters of distributions              */
	FIELD_TIME,   /* dag_time                                             */
	FIELD_FINE,   /* int128, 10^-15 ns                                    */
	FIELD_CHOICE, /* int: index in choices                                */
	FIELD_TREE,   /* const struct tree *: read by the caller              */
	FIELD_TIMES,  /* struct times: a collection of times, by the caller   */
};

enum field_flag {
	FIELD_REQUIRED = 1u << 0,
	FIELD_NULLABLE = 1u << 1, /* null is as good as absent                */
	FIELD_POSITIVE = 1u << 2, /* 0 is refused                             */
	FIELD_SIGNED = 1u << 3,   /* FIELD_REAL only                          */
	FIELD_UNIT = 1u << 4,     /* FIELD_REAL only: at most 1               */
	FIELD_ANY_CASE = 1u << 5, /* FIELD_CHOICE only                        */
	FIELD_ZERO_EXACT = 1u << 6, /* 0, but nothing that rounds to it       */
};

enum { FIELD_NAME_MAX = 255, FIELDS_MAX = 32 };

/* A collection whose key may name the unit of what is in it. */
struct times {
	const struct tree *tree;
	int64_t unit_ns; /* as for time_parse                                 */
	bool suffix;     /* the key names no unit: values may                 */
};

struct shape; /* of a FIELD_TREE, for the schema; see schema.h */

struct field {
	const char *key;
	enum field_type type;
	size_t offset; /* into the record */
	unsigned flags;
	int64_t min, max;            /* FIELD_INT                          */
	const char *const *choices;  /* FIELD_CHOICE; NULL ends            */
	const struct shape *shape;   /* FIELD_TREE                         */
	const char *standard, *help; /* default as text, or NULL; a clause */
};

struct section {
	const char *what; /* "a stream", for messages */
	const struct field *fields;
	unsigned n;
};

#define SECTION_OF(what, table)                                                \
	{                                                                      \
		what, table, sizeof(table) / sizeof(*(table))                  \
	}

struct variants {
	const char *key, *what,
		*choice; /* "type", "a profile", "profile type" */
	const struct section *sections;
	const char *const *names; /* of the sections; NULL ends               */
	unsigned standard;        /* index where the key is absent            */
};

/* What reading needs besides the tree. */
struct reader {
	const char *file;
	struct arena *arena; /* of strings that are kept                    */
	struct dag_error *e;
	int64_t unit_ns;       /* of times that name none; 0: they must       */
	const char **warnings; /* grown by reader_warn; freed by the owner    */
	size_t n_warnings, cap_warnings;
};

/* Fills the record from a map: what is absent keeps its value.  at[i] is
 * the value node of fields[i], or NULL where it is absent or null. */
bool fields_read(struct reader *r, const struct tree *map,
		 const struct section *s, void *record,
		 const struct tree *at[]);

/* Is it a key of the section, in one of its spellings? */
bool fields_know(const struct section *s, const char *key);

/* The same where a key chooses the section: *which is its index.  Every
 * section has a FIELD_TREE row for that key. */
bool variant_read(struct reader *r, const struct tree *map,
		  const struct variants *v, unsigned *which, void *record,
		  const struct tree *at[]);

/* Single values, as fields_read reads them.  `key` is for messages. */
bool read_int(struct reader *r, const struct tree *t, const char *key,
	      int64_t min, int64_t max, int64_t *out);
bool read_bool(struct reader *r, const struct tree *t, const char *key,
	       bool *out);
bool read_text(struct reader *r, const struct tree *t, const char *key,
	       size_t most, const char **out);
bool read_name(struct reader *r, const struct tree *t, const char *key,
	       const char **out);
bool read_choice(struct reader *r, const struct tree *t, const char *key,
		 const char *const *choices, unsigned flags, int *out);
bool read_ratio(struct reader *r, const struct tree *t, const char *key,
		unsigned flags, struct ratio *out);
bool read_real(struct reader *r, const struct tree *t, const char *key,
	       unsigned flags, double *out);
/* unit_ns as in time_parse; a suffix is allowed where `suffix`. */
bool read_time(struct reader *r, const struct tree *t, const char *key,
	       int64_t unit_ns, bool suffix, unsigned flags, dag_time *out);
bool read_fine(struct reader *r, const struct tree *t, const char *key,
	       int64_t unit_ns, bool suffix, unsigned flags, int128 *out);

/* Is it a scalar, a list, a map?  Says so where it is not. */
bool want_kind(struct reader *r, const struct tree *t, enum tree_kind kind,
	       const char *key);

/* The unit in ns that a key's suffix (_ms) names; *stem is the length of
 * what stands before it.  0 where it has none. */
int64_t key_unit(const char *key, size_t *stem);

/* An error, a warning, at a node. */
__attribute__((format(printf, 3, 4))) bool
reader_error(struct reader *r, const struct tree *at, const char *fmt, ...);
__attribute__((format(printf, 3, 4))) void
reader_warn(struct reader *r, const struct tree *at, const char *fmt, ...);
/* "unknown WHAT 'text'; did you mean ...?" */
bool reader_unknown(struct reader *r, const struct tree *at, const char *what,
		    const char *const *valid, size_t n);

#endif

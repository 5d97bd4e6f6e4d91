/* about.h - what a platform is: told to people and programs
 *
 * Everything that can be said of a platform by its name, made of the rows that
 * the platform runs by (native.h, preset.h), so it does not go stale:
 *
 *   model        how it works, in sentences
 *   parameters   what it takes where nobody says otherwise, and the option
 *                that says so
 *   reads        sections of a workload that act on it, and those that do not
 *   refuses      what it does not run
 *   options      of dagsim-simulate(1) that act on it, without dashes
 *
 * Ownership: texts are static or live in the arena given.
 */
#ifndef DAGSIM_PLATFORM_ABOUT_H
#define DAGSIM_PLATFORM_ABOUT_H

#include "base/arena.h"
#include "base/error.h"

#include <stdint.h>

enum { ABOUT_MAX = 16 }; /* items of each list                              */

struct about_parameter {
	const char *name, *value;
	const char *option; /* that says otherwise; NULL: none               */
	const char *means;
};

struct about_read {
	const char *section, *effect;
};

struct about_option {
	const char *name;
	const char *needs; /* another option without which it says nothing   */
};

struct platform_about {
	const char *name, *summary, *source;
	const char *schedules; /* "nodes" or "threads"                      */
	const char *policy;
	const char *model[ABOUT_MAX];
	struct about_parameter parameters[ABOUT_MAX];
	struct about_read reads[ABOUT_MAX];
	const char *refuses[ABOUT_MAX];
	struct about_option options[ABOUT_MAX];
	uint32_t n_model, n_parameters, n_reads, n_refuses, n_options;
};

/* What threads have reservations by, beside the platform. */
enum { RESERVED_BY_MAP = 1, RESERVED_BY_WORKLOAD = 2 };

/* Does the option act on it?  `reserved`: of these, or 0. */
bool platform_takes(const struct platform_about *p, const char *option,
		    unsigned reserved);

/* False and *e with a suggestion where there is no platform of that name. */
bool platform_about(const char *name, struct arena *a,
		    struct platform_about *out, struct dag_error *e);

#endif

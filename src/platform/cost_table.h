/* cost_table.h - what a platform's runtime costs, as rows of least and most
 *
 * A platform by name has costs that no file gives: a row a kind of overhead
 * (model/overhead.h), drawn uniformly between both ends.
 */
#ifndef DAGSIM_PLATFORM_COST_TABLE_H
#define DAGSIM_PLATFORM_COST_TABLE_H

#include "base/arena.h"
#include "model/overhead.h"

struct cost_row {
	enum overhead_kind kind;
	dag_time least, most; /* ns; most 0 ends a table                      */
};

/* The same as overheads of a platform, in `a`. */
const struct overheads *cost_table_make(const struct cost_row *rows,
					struct arena *a);

#endif

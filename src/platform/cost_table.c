/* cost_table.c - see cost_table.h */
#include "platform/cost_table.h"

#include <assert.h>

const struct overheads *cost_table_make(const struct cost_row *rows,
					struct arena *a)
{
	struct overheads *o = ARENA_NEW(a, struct overheads, 1);

	for (; rows->most; rows++) {
		assert(rows->kind < OVERHEAD_GIVEN);
		assert(rows->least >= 0 && rows->least <= rows->most);
		o->of[rows->kind] = (struct overhead){
			.base = draw_range(DRAW_TIME, rows->least, rows->most),
			.least = rows->least,
			.most = rows->most};
	}
	return o;
}

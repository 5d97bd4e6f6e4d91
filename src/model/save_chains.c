/* save_chains.c - the `chains` of a workload; see save.h */
#include "model/save.h"
#include "model/save_parts.h"

void save_chains(FILE *out, const struct workload *w)
{
	if (w->n_chains)
		fputs("chains:\n", out);
	for (uint32_t i = 0; i < w->n_chains; i++) {
		const struct chain *c = &w->chains[i];

		fputs("  - {name: ", out);
		save_text(out, c->name);
		for (uint32_t k = 0; k < c->n; k++) {
			fputs(k ? ", " : ", tasks: [", out);
			save_text(out, w->tasks[c->task[k]].name);
		}
		fputs("]", out);
		if (c->max_reaction) {
			fputs(", max_reaction: ", out);
			save_time(out, c->max_reaction);
		}
		if (c->max_data_age) {
			fputs(", max_data_age: ", out);
			save_time(out, c->max_data_age);
		}
		fputs("}\n", out);
	}
}

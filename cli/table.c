/* table.c - the one list of commands */
#include "cli/command.h"

#include <assert.h>
#include <string.h>

/* clang-format off */
const struct command *const command_table[] = {
	&command_simulate,
	&command_compare,
	&command_analyze,
	&command_check,
	&command_init,
	&command_generate,
	&command_schema,
	&command_trace,
	&command_policies,
	&command_platforms,
	&command_tests,
	&command_falsify,
	&command_check_policy,
	&command_new_policy,
	&command_noise,
	&command_bench,
	&command_merge,
	&command_plot,
	&command_report,
	&command_completion,
	NULL,
};
/* clang-format on */

const struct command *command_find(const char *name, struct dag_error *e)
{
	const char *names[64];
	char hint[512] = "";
	size_t n = 0;

	for (; command_table[n]; n++) {
		assert(n + 2 < sizeof(names) / sizeof(*names));
		if (!strcmp(command_table[n]->name, name))
			return command_table[n];
		names[n] = command_table[n]->name;
	}
	names[n++] = "help";
	suggest(hint, sizeof(hint), name, names, n);
	error_set(e, NULL, 0, 0, "unknown command '%.200s'%s", name, hint);
	return NULL;
}

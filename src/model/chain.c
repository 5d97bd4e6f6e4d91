/* chain.c - see chain.h */
#include "model/chain.h"

#include <assert.h>
#include <string.h>

static bool find_name(const char *name, const char *text,
		      const char *const *names, uint32_t n_names,
		      uint32_t *found, struct dag_error *e)
{
	char hint[512] = "";

	for (uint32_t i = 0; i < n_names; i++)
		if (!strcmp(name, names[i])) {
			*found = i;
			return true;
		}
	suggest(hint, sizeof(hint), name, names, n_names);
	return error_set(e, NULL, 0, 0,
			 "chain '%.200s': unknown task '%.64s'%s", text, name,
			 hint);
}

bool chain_parse(struct chain *c, const char *text, const char *const *names,
		 uint32_t n_names, struct arena *a, struct dag_error *e)
{
	uint32_t n = 1, *task;
	const char *at = text;

	assert(text && (names || !n_names));
	for (const char *p = text; *p; p++)
		n += *p == ',';
	if (n > CHAIN_MAX)
		return error_set(e, NULL, 0, 0,
				 "a chain has at most %d tasks, not %u",
				 CHAIN_MAX, n);
	task = ARENA_NEW(a, uint32_t, n);
	for (uint32_t i = 0; i < n; i++) {
		size_t len = strcspn(at, ",");

		if (!len)
			return error_set(e, NULL, 0, 0,
					 "chain '%.200s': a name is missing; a "
					 "chain is written task,task,...",
					 text);
		if (!find_name(arena_strndup(a, at, len), text, names, n_names,
			       &task[i], e))
			return false;
		at += len + (at[len] == ',');
	}
	*c = (struct chain){arena_strdup(a, text), n, task};
	return true;
}

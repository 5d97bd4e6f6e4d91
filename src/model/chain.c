/* chain.c - see chain.h */
#include "model/chain.h"

#include <assert.h>
#include <stdio.h>
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
	*c = (struct chain){arena_strdup(a, text), n, task, NULL, 0, 0};
	return true;
}

const char *chain_text(const uint32_t *task, uint32_t n,
		       const char *const *names, struct arena *a)
{
	size_t len = 1, at = 0;
	char *text;

	assert(n > 0);
	for (uint32_t i = 0; i < n; i++)
		len += strlen(names[task[i]]) + 1;
	text = arena_alloc(a, len);
	for (uint32_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, len - at, "%s%s",
				       i ? "," : "", names[task[i]]);
	return text;
}

const char *chain_label(const struct chain *c, char *buf, size_t cap)
{
	if (!c->name)
		return c->text;
	snprintf(buf, cap, "%s (%s)", c->name, c->text);
	return buf;
}

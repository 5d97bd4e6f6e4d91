/* scenario_names.c - see scenario_names.h */
#include "check/scenario_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LEN = 400 };

static bool unknown(struct dag_error *e, const char *kind, const char *name,
		    const char **names, size_t n)
{
	char hint[512] = "";

	suggest(hint, sizeof(hint), name, names, n);
	return error_set(e, NULL, 0, 0, "unknown %s '%.80s'%s", kind, name,
			 hint);
}

static const struct trace_task *find_task(const struct trace_header *h,
					  const char *name, struct dag_error *e)
{
	const char **names = alloc_checked(calloc(h->n_tasks, sizeof(*names)));
	const struct trace_task *found = NULL;

	for (uint32_t i = 0; i < h->n_tasks; i++) {
		names[i] = h->tasks[i].name;
		if (!strcmp(names[i], name))
			found = &h->tasks[i];
	}
	if (!found)
		unknown(e, "task", name, names, h->n_tasks);
	free(names);
	return found;
}

static bool find_node(const struct trace_header *h, const struct trace_task *t,
		      const char *name, struct dag_error *e)
{
	const char **names = alloc_checked(calloc(t->n_nodes, sizeof(*names)));
	bool found = false;

	for (uint32_t i = 0; i < t->n_nodes; i++) {
		names[i] = h->nodes[t->first_node + i].name;
		found |= !strcmp(names[i], name);
	}
	if (!found)
		unknown(e, "node", name, names, t->n_nodes);
	free(names);
	return found;
}

/* TASK#INSTANCE, or TASK#INSTANCE.NODE where the node counts. */
static bool job_exists(const struct trace_header *h, const char *job,
		       bool of_node, struct dag_error *e)
{
	char name[NAME_MAX_LEN];
	char *number, *node;
	const struct trace_task *t;
	size_t digits;

	if (snprintf(name, sizeof(name), "%s", job) >= (int)sizeof(name))
		return error_set(e, NULL, 0, 0, "a name is too long");
	number = strrchr(name, '#');
	if (!number)
		return error_set(e, NULL, 0, 0, "a job is TASK#INSTANCE");
	*number++ = '\0';
	digits = strspn(number, "0123456789");
	node = number + digits;
	if (!digits || digits > 19 || (*node && *node != '.'))
		return error_set(e, NULL, 0, 0,
				 "a job is TASK#INSTANCE, counted from 0, not "
				 "'%.80s'",
				 job);
	t = find_task(h, name, e);
	if (!t)
		return false;
	if (!of_node || t->n_nodes == 1)
		return !*node ||
		       error_set(e, NULL, 0, 0,
				 "'%.80s' is told without a node", job);
	if (!*node)
		return error_set(e, NULL, 0, 0,
				 "'%.80s' has several nodes: "
				 "TASK#INSTANCE.NODE",
				 job);
	return find_node(h, t, node + 1, e);
}

static bool executor_exists(const struct trace_header *h, const char *where,
			    struct dag_error *e)
{
	const char **names = alloc_checked(calloc(h->n_execs, sizeof(*names)));
	bool found = false;

	for (uint32_t i = 0; i < h->n_execs; i++) {
		names[i] = h->execs[i].name;
		found |= !strcmp(names[i], where);
	}
	if (!found)
		unknown(e, "executor", where, names, h->n_execs);
	free(names);
	return found;
}

bool scenario_names_exist(const struct trace_header *h, const char *what,
			  const char *where, struct dag_error *e)
{
	bool of_node = !strncmp(what, "run", 3) || !strncmp(what, "stop", 4);
	const char *at = strchr(what, ' ');

	while (at) {
		const char *end = strchr(++at, ' ');
		char job[NAME_MAX_LEN];
		size_t len = end ? (size_t)(end - at) : strlen(at);

		if (len >= sizeof(job))
			return error_set(e, NULL, 0, 0, "a name is too long");
		memcpy(job, at, len);
		job[len] = '\0';
		if (!job_exists(h, job, of_node, e))
			return false;
		at = end;
	}
	return !where || executor_exists(h, where, e);
}

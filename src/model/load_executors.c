/* load_executors.c - executors of the `runtime` of a file, and their threads */
#include "model/load_runtime.h"
#include "model/overhead.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 1024 };

struct group_record {
	const char *name;
	bool reentrant;
	const struct tree *callbacks;
};
enum { AT_GROUP_NAME, AT_REENTRANT, AT_MEMBERS };

static const struct shape names_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": "
		"[\"string\", \"number\", \"boolean\"]}}",
};
static const struct shape cores_shape = {
	.kind = SHAPE_TEXT,
	.text = "{\"type\": \"array\", \"minItems\": 1, \"uniqueItems\": "
		"true, \"items\": {\"type\": \"integer\", \"minimum\": 0}}",
};

static const struct field group_fields[] = {
	[AT_GROUP_NAME] = {.key = "name",
			   .type = FIELD_NAME,
			   .offset = offsetof(struct group_record, name),
			   .standard = "its number",
			   .help = "name of the group"},
	[AT_REENTRANT] = {.key = "reentrant",
			  .type = FIELD_BOOL,
			  .offset = offsetof(struct group_record, reentrant),
			  .standard = "false",
			  .help = "several of its callbacks may run at once, "
				  "and one of them several times"},
	[AT_MEMBERS] = {.key = "callbacks",
			.type = FIELD_TREE,
			.offset = offsetof(struct group_record, callbacks),
			.flags = FIELD_REQUIRED,
			.shape = &names_shape,
			.help = "what is in it: callbacks of the executor"},
};
static const struct section group_section =
	SECTION_OF("a callback group", group_fields);
static const struct shape group_shape = {.kind = SHAPE_SECTION,
					 .section = &group_section};
static const struct shape groups_shape = {.kind = SHAPE_LIST,
					  .item = &group_shape};

struct executor_record {
	const char *name;
	int kind, distribution, timer, instant;
	int policy;
	int64_t threads, priority;
	bool timer_thread, reclaim, yield;
	dag_time poll, take, runtime, deadline, period;
	const struct tree *cores, *platforms, *callbacks, *groups;
};
enum {
	AT_NAME,
	AT_KIND,
	AT_DISTRIBUTION,
	AT_THREADS,
	AT_PRIORITY,
	AT_POLICY,
	AT_RUNTIME, /* this and the next: of policy deadline alone        */
	AT_DEADLINE,
	AT_PERIOD,
	AT_RECLAIM,
	AT_YIELD,
	AT_CORES,
	AT_PLATFORMS,
	AT_TIMER,
	AT_TIMER_THREAD,
	AT_INSTANT,
	AT_POLL,
	AT_TAKE,
	AT_CALLBACKS,
	AT_GROUPS
};

/* Workers are made by maps alone. */
static const char *const kinds[] = {"threads",    "single", "static",
				    "multi",      "events", "priority",
				    "events_cbg", NULL};

#define AT(member) offsetof(struct executor_record, member)
static const struct field executor_fields[] = {
	[AT_NAME] = {.key = "name",
		     .type = FIELD_NAME,
		     .offset = AT(name),
		     .flags = FIELD_REQUIRED,
		     .help = "name of the executor, and of its thread"},
	[AT_KIND] = {.key = "kind",
		     .type = FIELD_CHOICE,
		     .offset = AT(kind),
		     .choices = kinds,
		     .standard = "the platform's",
		     .help = "how it chooses what to run"},
	[AT_DISTRIBUTION] = {.key = "distribution",
			     .type = FIELD_CHOICE,
			     .offset = AT(distribution),
			     .choices = distribution_names,
			     .standard = "the platform's",
			     .help = "of ROS 2, whose ways it has"},
	[AT_THREADS] = {.key = "threads",
			.type = FIELD_INT,
			.offset = AT(threads),
			.min = 1,
			.max = THREADS_MAX,
			.standard = "one; kinds multi, events_cbg: as many as "
				    "cores, at least 2",
			.help = "kinds multi, events_cbg: number of threads"},
	[AT_PRIORITY] = {.key = "priority",
			 .type = FIELD_INT,
			 .offset = AT(priority),
			 .min = INT32_MIN,
			 .max = INT32_MAX,
			 .standard = "the platform's",
			 .help = "of its threads, smaller is more urgent"},
	[AT_POLICY] = {.key = "policy",
		       .type = FIELD_CHOICE,
		       .offset = AT(policy),
		       .flags = FIELD_ANY_CASE,
		       .choices = thread_policy_names,
		       .standard = "fifo with a priority, else other; all "
				   "fifo where no executor says one",
		       .help = "how the system schedules its threads"},
	[AT_RUNTIME] = {.key = "runtime",
			.type = FIELD_TIME,
			.offset = AT(runtime),
			.flags = FIELD_POSITIVE,
			.help = "policy deadline: of each thread, in a period"},
	[AT_DEADLINE] = {.key = "deadline",
			 .type = FIELD_TIME,
			 .offset = AT(deadline),
			 .flags = FIELD_POSITIVE,
			 .standard = "the period",
			 .help = "policy deadline: after the start of the "
				 "period"},
	[AT_PERIOD] = {.key = "period",
		       .type = FIELD_TIME,
		       .offset = AT(period),
		       .flags = FIELD_POSITIVE,
		       .standard = "the deadline",
		       .help = "policy deadline: of the reservation"},
	[AT_RECLAIM] = {.key = "reclaim",
			.type = FIELD_BOOL,
			.offset = AT(reclaim),
			.standard = "false",
			.help = "policy deadline: SCHED_FLAG_RECLAIM"},
	[AT_YIELD] = {.key = "yield",
		      .type = FIELD_BOOL,
		      .offset = AT(yield),
		      .standard = "false",
		      .help = "policy deadline: sched_yield after each "
			      "callback, which gives up what is left"},
	[AT_CORES] = {.key = "cores",
		      .type = FIELD_TREE,
		      .offset = AT(cores),
		      .shape = &cores_shape,
		      .standard = "those of its nodes",
		      .help = "numbers of the cores its threads may run on"},
	[AT_PLATFORMS] = {.key = "platforms",
			  .type = FIELD_TREE,
			  .offset = AT(platforms),
			  .shape = &names_shape,
			  .standard = "those that no executor names",
			  .help = "names of the platforms on which it is"},
	[AT_TIMER] = {.key = "timers",
		      .type = FIELD_CHOICE,
		      .offset = AT(timer),
		      .choices = timer_rule_names,
		      .standard = "the platform's",
		      .help = "what becomes of ticks that come while one "
			      "waits"},
	[AT_TIMER_THREAD] = {.key = "timer_thread",
			     .type = FIELD_BOOL,
			     .offset = AT(timer_thread),
			     .standard = "the platform's",
			     .help = "kind events: timers run on a thread of "
				     "their own"},
	[AT_INSTANT] =
		{.key = "instant",
		 .type = FIELD_CHOICE,
		 .offset = AT(instant),
		 .choices = instant_names,
		 .standard = "ticks",
		 .help = "kinds events, events_cbg: which of what comes at one "
			 "instant stands first"},
	[AT_POLL] = {.key = "poll",
		     .type = FIELD_TIME,
		     .offset = AT(poll),
		     .standard = "0",
		     .help = "what looking for ready callbacks costs"},
	[AT_TAKE] = {.key = "take",
		     .type = FIELD_TIME,
		     .offset = AT(take),
		     .standard = "0",
		     .help = "what taking one costs"},
	[AT_CALLBACKS] = {.key = "callbacks",
			  .type = FIELD_TREE,
			  .offset = AT(callbacks),
			  .flags = FIELD_REQUIRED,
			  .shape = &names_shape,
			  .help = "what it runs, in order: task/node, or a "
				  "task, or a node"},
	[AT_GROUPS] = {.key = "groups",
		       .type = FIELD_TREE,
		       .offset = AT(groups),
		       .flags = FIELD_NULLABLE,
		       .shape = &groups_shape,
		       .standard = "each callback by itself",
		       .help = "callback groups"},
};
static const struct section executor_section =
	SECTION_OF("an executor", executor_fields);
static const struct shape executor_shape = {.kind = SHAPE_SECTION,
					    .section = &executor_section};
const struct shape executors_shape = {.kind = SHAPE_LIST,
				      .item = &executor_shape};

/* --- lists --- */

/* The nodes that the names of a list stand for, in order. */
static bool load_nodes(struct runtime_loader *x, const struct tree *t,
		       const char *key, const uint32_t **out, uint32_t *n_out)
{
	struct loader *l = x->l;
	uint32_t *nodes, n = 0;

	if (!want_kind(&l->r, t, TREE_LIST, key))
		return false;
	if (!t->n)
		return reader_error(&l->r, t, "%s names nothing", key);
	nodes = ARENA_NEW(&l->w->arena, uint32_t, l->w->n_nodes);
	for (uint32_t i = 0; i < t->n; i++) {
		struct runtime_nodes found;

		if (!runtime_find_nodes(x, t->items[i], &found))
			return false;
		if (found.n > l->w->n_nodes - n)
			return reader_error(&l->r, t->items[i],
					    "%s names a callback twice", key);
		for (uint32_t k = 0; k < found.n; k++)
			nodes[n++] = found.first + k;
	}
	*out = nodes;
	*n_out = n;
	return true;
}

static bool load_executor_cores(struct loader *l, const struct tree *t,
				struct runtime_executor *out)
{
	return want_kind(&l->r, t, TREE_LIST, "'cores'") &&
	       load_cores(l, t, "cores", "executor", out->name, &out->cores,
			  &out->n_cores);
}

/* --- groups --- */

static bool load_group(struct runtime_loader *x, const struct tree *t,
		       uint32_t executor, uint32_t number, bool *grouped,
		       struct runtime_group *out)
{
	struct loader *l = x->l;
	struct group_record rec = {0};
	const struct tree *at[FIELDS_MAX];

	if (!fields_read(&l->r, t, &group_section, &rec, at) ||
	    !load_nodes(x, rec.callbacks, "a group", &out->nodes,
			&out->n_nodes))
		return false;
	out->name = rec.name ? rec.name
			     : arena_printf(&l->w->arena, "group%u", number);
	out->reentrant = rec.reentrant;
	for (uint32_t i = 0; i < out->n_nodes; i++) {
		uint32_t node = out->nodes[i];

		if (x->executor[node] != executor)
			return reader_error(&l->r, rec.callbacks,
					    "callback '%s' of group '%s' is "
					    "none of the executor",
					    l->w->nodes[node].name, out->name);
		if (grouped[node])
			return reader_error(&l->r, rec.callbacks,
					    "callback '%s' is in two groups",
					    l->w->nodes[node].name);
		grouped[node] = true;
	}
	return true;
}

static bool load_groups(struct runtime_loader *x, const struct tree *t,
			uint32_t executor, struct runtime_executor *out)
{
	struct loader *l = x->l;
	bool *grouped = ARENA_NEW(&l->scratch, bool, l->w->n_nodes);
	struct runtime_group *groups;

	if (!want_kind(&l->r, t, TREE_LIST, "'groups'"))
		return false;
	groups = ARENA_NEW(&l->w->arena, struct runtime_group, t->n);
	for (uint32_t i = 0; i < t->n; i++)
		if (!load_group(x, t->items[i], executor, i, grouped,
				&groups[i]))
			return false;
	out->groups = groups;
	out->n_groups = t->n;
	return true;
}

/* --- an executor --- */

/* What only one kind knows.  A kind that is not said may be any. */
static bool check_kind(struct loader *l, const struct executor_record *rec,
		       const struct tree *const *at)
{
	static const struct {
		int at, kind, other;
	} only[] = {{AT_THREADS, EXECUTOR_MULTI, EXECUTOR_CBG},
		    {AT_TIMER_THREAD, EXECUTOR_EVENTS, EXECUTOR_EVENTS},
		    {AT_INSTANT, EXECUTOR_EVENTS, EXECUTOR_CBG}};

	for (size_t i = 0; i < sizeof(only) / sizeof(*only); i++)
		if (at[only[i].at] && rec->kind != EXECUTOR_KINDS &&
		    rec->kind != only[i].kind && rec->kind != only[i].other)
			return reader_error(
				&l->r, at[only[i].at],
				"'%s' is for executors of kind %s%s%s",
				executor_fields[only[i].at].key,
				executor_kind_names[only[i].kind],
				only[i].other != only[i].kind ? " or " : "",
				only[i].other != only[i].kind
					? executor_kind_names[only[i].other]
					: "");
	for (int i = AT_POLL; i <= AT_TAKE; i++)
		if ((i == AT_POLL ? rec->poll : rec->take) > OVERHEAD_MAX)
			return reader_error(&l->r, at[i],
					    "'%s' is above one hour",
					    executor_fields[i].key);
	return true;
}

static bool load_reservation(struct loader *l, const struct tree *t,
			     const struct executor_record *rec,
			     struct runtime_reservation *out)
{
	char a[32], b[32], c[32];

	*out = (struct runtime_reservation){
		.runtime = rec->runtime,
		.deadline = rec->deadline ? rec->deadline : rec->period,
		.period = rec->period ? rec->period : rec->deadline,
		.reclaims = rec->reclaim,
		.yields = rec->yield};
	if (!out->runtime || !out->deadline)
		return reader_error(&l->r, t,
				    "policy deadline needs 'runtime', and "
				    "'deadline' or 'period'");
	if (out->runtime <= out->deadline && out->deadline <= out->period)
		return true;
	time_format(a, sizeof(a), out->runtime);
	time_format(b, sizeof(b), out->deadline);
	time_format(c, sizeof(c), out->period);
	return reader_error(&l->r, t,
			    "policy deadline wants runtime <= deadline <= "
			    "period, not %s, %s, %s",
			    a, b, c);
}

/* What a key means depends on the policy; of another it would do nothing. */
static bool load_policy(struct loader *l, const struct tree *t,
			const struct executor_record *rec,
			const struct tree *const *at,
			struct runtime_executor *out)
{
	int policy = rec->policy % THREAD_POLICIES;

	if (!at[AT_POLICY])
		policy = THREAD_POLICIES;
	out->policy = (enum thread_policy)policy;
	for (int i = AT_RUNTIME; i <= AT_YIELD; i++)
		if (at[i] && policy != THREAD_DEADLINE)
			return reader_error(&l->r, at[i],
					    "'%s' is for executors with "
					    "policy: deadline",
					    executor_fields[i].key);
	if (at[AT_PRIORITY] &&
	    (policy == THREAD_DEADLINE || policy == THREAD_OTHER))
		return reader_error(&l->r, at[AT_PRIORITY],
				    "policy %s knows no priorities; fifo and "
				    "rr do",
				    thread_policy_names[policy]);
	return policy != THREAD_DEADLINE ||
	       load_reservation(l, t, rec, &out->reservation);
}

static bool load_executor(struct runtime_loader *x, const struct tree *t,
			  uint32_t index, struct runtime_executor *out)
{
	struct loader *l = x->l;
	struct executor_record rec = {.kind = EXECUTOR_KINDS,
				      .distribution = DISTRIBUTIONS,
				      .timer = TIMER_RULES,
				      .instant = INSTANT_RULES,
				      .policy = THREAD_POLICIES,
				      .threads = RUNTIME_UNSAID,
				      .priority = RUNTIME_UNSAID,
				      .poll = -1,
				      .take = -1};
	const struct tree *at[FIELDS_MAX];

	if (!fields_read(&l->r, t, &executor_section, &rec, at) ||
	    !check_kind(l, &rec, at))
		return false;
	*out = runtime_executor_unsaid();
	if (!load_policy(l, t, &rec, at, out))
		return false;
	out->name = rec.name;
	out->kind = (enum executor_kind)rec.kind;
	out->distribution = (enum distribution)rec.distribution;
	out->timer = (enum timer_rule)rec.timer;
	out->instant = (enum instant_rule)rec.instant;
	out->threads = rec.threads;
	out->priority = rec.priority;
	if (at[AT_TIMER_THREAD])
		out->timer_thread = rec.timer_thread;
	out->poll = rec.poll;
	out->take = rec.take;
	out->line = t->line;
	out->col = t->col;
	for (uint32_t i = 0; i < index; i++)
		if (!strcmp(x->out->executors[i].name, rec.name))
			return reader_error(&l->r, at[AT_NAME],
					    "there are two executors '%s'",
					    rec.name);
	return load_nodes(x, rec.callbacks, "'callbacks'", &out->nodes,
			  &out->n_nodes) &&
	       (!rec.platforms ||
		runtime_load_platforms(x, rec.platforms, out)) &&
	       runtime_claim_nodes(x, rec.callbacks, index, out) &&
	       (!rec.cores || load_executor_cores(l, rec.cores, out)) &&
	       (!rec.groups || load_groups(x, rec.groups, index, out));
}

bool load_executors(struct runtime_loader *x, const struct tree *t)
{
	struct loader *l = x->l;
	struct runtime_executor *out;

	if (!want_kind(&l->r, t, TREE_LIST, "'executors'"))
		return false;
	x->out->executors = out =
		ARENA_NEW(&l->w->arena, struct runtime_executor, t->n);
	for (uint32_t i = 0; i < t->n; i++)
		if (!load_executor(x, t->items[i], i, &out[i]))
			return false;
	x->out->n_executors = t->n;
	return true;
}

/* trace_platform.c - threads, executors and callbacks in the header of a trace
 *
 * Lists of objects, of which what is usual is left out.  What refers to
 * something by its place in a list is checked, so that readers may index. */
#include "model/runtime.h"
#include "trace/trace_header.h"

static const char *const order_names[] = {"edf",   "fifo",  "fixed",
					  "other", "linux", NULL};

/* --- writing --- */

static void text(struct json *j, const char *key, const char *s)
{
	json_key(j, key);
	json_string(j, s);
}

static void unless(struct json *j, const char *key, int64_t v, int64_t usual)
{
	if (v == usual)
		return;
	json_key(j, key);
	json_int(j, v);
}

static void write_callback(struct json *j, const struct trace_callback *c)
{
	json_object(j);
	unless(j, "executor", c->executor, 0);
	unless(j, "group", c->group, 0);
	text(j, "type", callback_type_names[c->type]);
	if (c->type == CALLBACK_TIMER)
		text(j, "timer", timer_rule_names[c->timer]);
	if (c->join != JOIN_AND)
		text(j, "join", join_rule_names[c->join]);
	unless(j, "rank", c->rank, 0);
	unless(j, "queue", c->queue, 0);
	unless(j, "join_queue", c->join_queue, 0);
	unless(j, "crossings", c->crossings, 0);
	json_end(j);
}

static void write_executor(struct json *j, const struct trace_executor *x)
{
	json_object(j);
	text(j, "name", x->name);
	text(j, "kind", executor_kind_names[x->kind]);
	text(j, "distribution", distribution_names[x->distribution]);
	unless(j, "threads", x->n_threads, 1);
	unless(j, "timer_thread", x->timer_thread, 0);
	if (x->kind == EXECUTOR_EVENTS || x->kind == EXECUTOR_CBG)
		text(j, "instant", instant_names[x->instant]);
	unless(j, "poll_ns", x->poll, 0);
	unless(j, "take_ns", x->take, 0);
	json_end(j);
}

/* Threads stand in the order of executors, so theirs need not be told. */
static void write_thread(struct json *j, const struct trace_thread *t)
{
	json_object(j);
	text(j, "name", t->name);
	unless(j, "priority", t->priority, 0);
	unless(j, "runtime_ns", t->runtime, 0);
	unless(j, "deadline_ns", t->deadline, 0);
	unless(j, "period_ns", t->period, 0);
	unless(j, "reclaims", t->reclaims, 0);
	unless(j, "yields", t->yields, 0);
	if (t->policy != THREAD_POLICIES)
		text(j, "policy", thread_policy_names[t->policy]);
	unless(j, "urgency", t->urgency, 0);
	trace_cores_write(j, t->cores, t->n_cores);
	json_end(j);
}

/* How threads are scheduled, and when they wake. */
static void write_order(struct json *j, const struct trace_platform *p)
{
	text(j, "order", order_names[p->order]);
	trace_flags_write(j, p->flags);
	unless(j, "quantum_ns", p->quantum, 0);
}

/* Of each edge, in order: numerator, denominator; nothing: all go out with
 * the end of their node. */
static void write_after(struct json *j, const struct trace_header *h)
{
	const struct ratio *after = h->platform->after;
	bool early = false;

	for (uint32_t i = 0; i < h->n_edges; i++)
		early |= after[i].num != after[i].den;
	if (!early)
		return;
	json_key(j, "publish");
	json_array(j);
	for (uint32_t i = 0; i < h->n_edges; i++) {
		json_int(j, after[i].num);
		json_int(j, after[i].den);
	}
	json_end(j);
}

void trace_platform_write(struct json *j, const struct trace_header *h)
{
	const struct trace_platform *p = h->platform;

	json_key(j, "platform");
	json_object(j);
	text(j, "name", p->name);
	write_order(j, p);
	json_key(j, "executors");
	json_array(j);
	for (uint32_t i = 0; i < p->n_executors; i++)
		write_executor(j, &p->executors[i]);
	json_end(j);
	json_key(j, "threads");
	json_array(j);
	for (uint32_t i = 0; i < p->n_threads; i++)
		write_thread(j, &p->threads[i]);
	json_end(j);
	json_key(j, "groups");
	json_array(j);
	for (uint32_t i = 0; i < p->n_groups; i++) {
		json_object(j);
		text(j, "name", p->groups[i].name);
		unless(j, "executor", p->groups[i].executor, 0);
		unless(j, "reentrant", p->groups[i].reentrant, 0);
		json_end(j);
	}
	json_end(j);
	json_key(j, "callbacks");
	json_array(j);
	for (uint32_t i = 0; i < h->n_nodes; i++)
		write_callback(j, &p->callbacks[i]);
	json_end(j);
	write_after(j, h);
	if (p->wakes.bounded)
		trace_latency_write(j, &p->wakes);
	json_end(j);
}

/* --- reading --- */

struct row {
	const char *name;
	int64_t executor, group, rank, queue, join_queue, threads, timer_thread,
		reentrant;
	int64_t priority, runtime, deadline, period, reclaims, yields, urgency;
	int64_t poll, take, crossings;
	const struct tree *cores;
	int policy, type, timer, join, kind, distribution, instant;
};

#define NUMBER(name, member, lo, hi)                                           \
	{                                                                      \
		.key = (name), .type = FIELD_INT,                              \
		.offset = offsetof(struct row, member), .min = (lo),           \
		.max = (hi)                                                    \
	}
#define CHOICE(name, member, list, how)                                        \
	{                                                                      \
		.key = (name), .type = FIELD_CHOICE,                           \
		.offset = offsetof(struct row, member), .flags = (how),        \
		.choices = (list)                                              \
	}
#define NAME                                                                   \
	{                                                                      \
		.key = "name", .type = FIELD_TEXT,                             \
		.offset = offsetof(struct row, name), .flags = FIELD_REQUIRED  \
	}

static const struct field callback_fields[] = {
	NUMBER("executor", executor, 0, UINT32_MAX),
	NUMBER("group", group, 0, UINT32_MAX),
	CHOICE("type", type, callback_type_names, FIELD_REQUIRED),
	CHOICE("timer", timer, timer_rule_names, 0),
	CHOICE("join", join, join_rule_names, 0),
	NUMBER("rank", rank, 0, UINT32_MAX),
	NUMBER("queue", queue, 0, UINT32_MAX),
	NUMBER("join_queue", join_queue, 0, UINT32_MAX),
	NUMBER("crossings", crossings, 0, UINT32_MAX),
};
static const struct field executor_fields[] = {
	NAME,
	CHOICE("kind", kind, executor_kind_names, FIELD_REQUIRED),
	CHOICE("distribution", distribution, distribution_names,
	       FIELD_REQUIRED),
	NUMBER("threads", threads, 1, UINT16_MAX),
	NUMBER("timer_thread", timer_thread, 0, 1),
	CHOICE("instant", instant, instant_names, 0),
	NUMBER("poll_ns", poll, 0, INT64_MAX),
	NUMBER("take_ns", take, 0, INT64_MAX),
};
static const struct field thread_fields[] = {
	NAME,
	NUMBER("priority", priority, INT32_MIN, INT32_MAX),
	NUMBER("runtime_ns", runtime, 0, INT64_MAX),
	NUMBER("deadline_ns", deadline, 0, INT64_MAX),
	NUMBER("period_ns", period, 0, INT64_MAX),
	NUMBER("reclaims", reclaims, 0, 1),
	NUMBER("yields", yields, 0, 1),
	CHOICE("policy", policy, thread_policy_names, 0),
	NUMBER("urgency", urgency, INT64_MIN, INT64_MAX),
	{.key = "cores",
	 .type = FIELD_TREE,
	 .offset = offsetof(struct row, cores)},
};
static const struct field group_fields[] = {
	NAME,
	NUMBER("executor", executor, 0, UINT32_MAX),
	NUMBER("reentrant", reentrant, 0, 1),
};
static const struct section callback_section =
				    SECTION_OF("a callback", callback_fields),
			    executor_section =
				    SECTION_OF("an executor", executor_fields),
			    thread_section =
				    SECTION_OF("a thread", thread_fields),
			    group_section = SECTION_OF("a callback group",
						       group_fields);

struct lists {
	const char *name;
	const struct tree *executors, *threads, *groups, *callbacks, *publish;
	const struct tree *latency;
	const struct tree *flags;
	int64_t quantum;
	int order;
};
#define LIST(name, member, how)                                                \
	{                                                                      \
		.key = (name), .type = FIELD_TREE,                             \
		.offset = offsetof(struct lists, member), .flags = (how)       \
	}
#define SPAN(name, member)                                                     \
	{                                                                      \
		.key = (name), .type = FIELD_INT,                              \
		.offset = offsetof(struct lists, member), .max = INT64_MAX     \
	}
static const struct field list_fields[] = {
	{.key = "name",
	 .type = FIELD_TEXT,
	 .offset = offsetof(struct lists, name),
	 .flags = FIELD_REQUIRED},
	LIST("executors", executors, FIELD_REQUIRED),
	LIST("threads", threads, FIELD_REQUIRED),
	LIST("groups", groups, FIELD_REQUIRED),
	LIST("callbacks", callbacks, FIELD_REQUIRED),
	LIST("publish", publish, 0),
	LIST("latency", latency, 0),
	LIST("flags", flags, 0),
	{.key = "order",
	 .type = FIELD_CHOICE,
	 .offset = offsetof(struct lists, order),
	 .choices = order_names},
	SPAN("quantum_ns", quantum),
};
static const struct section list_section =
	SECTION_OF("a platform", list_fields);

static bool read_row(struct reader *r, const struct tree *t,
		     const struct section *s, struct row *row)
{
	const struct tree *at[FIELDS_MAX];

	*row = (struct row){
		.threads = 1, .join = JOIN_AND, .policy = THREAD_POLICIES};
	return fields_read(r, t, s, row, at);
}

/* A list of least .. most rows. */
static bool want_list(struct reader *r, const struct tree *t, const char *key,
		      uint32_t least, uint32_t most, uint32_t *n)
{
	if (!want_kind(r, t, TREE_LIST, key))
		return false;
	*n = t->n;
	return (t->n >= least && t->n <= most) ||
	       reader_error(r, t, "'%s' has %u entries (valid: %u to %u)", key,
			    t->n, least, most);
}

static bool read_executors(struct reader *r, const struct tree *t,
			   struct trace_platform *p)
{
	struct trace_executor *out;
	uint32_t first = 0;

	if (!want_list(r, t, "executors", 1, NODES_MAX, &p->n_executors))
		return false;
	p->executors = out =
		ARENA_NEW(r->arena, struct trace_executor, p->n_executors);
	for (uint32_t i = 0; i < p->n_executors; i++) {
		struct row row;

		if (!read_row(r, t->items[i], &executor_section, &row))
			return false;
		if (row.threads > UINT32_MAX / 2 - first)
			return reader_error(r, t, "too many threads");
		out[i] = (struct trace_executor){row.name,
						 (uint32_t)row.kind,
						 (uint32_t)row.distribution,
						 first,
						 (uint32_t)row.threads,
						 row.timer_thread,
						 (uint32_t)row.instant,
						 row.poll,
						 row.take};
		first += out[i].n_threads;
	}
	p->n_threads = first;
	return true;
}

static bool read_threads(struct reader *r, const struct tree *t,
			 struct trace_platform *p)
{
	struct trace_thread *out;
	uint32_t n, executor = 0;

	if (!want_list(r, t, "threads", p->n_threads, p->n_threads, &n))
		return false;
	p->threads = out = ARENA_NEW(r->arena, struct trace_thread, n);
	for (uint32_t i = 0; i < n; i++) {
		const struct trace_executor *x = &p->executors[executor];
		struct row row;

		if (!read_row(r, t->items[i], &thread_section, &row))
			return false;
		out[i] = (struct trace_thread){
			.name = row.name,
			.executor = executor,
			.priority = (int32_t)row.priority,
			.runtime = row.runtime,
			.deadline = row.deadline,
			.period = row.period,
			.reclaims = row.reclaims != 0,
			.yields = row.yields != 0,
			.policy = (uint32_t)row.policy,
			.urgency = row.urgency,
		};
		if (!trace_cores_read(r, row.cores, &out[i].cores,
				      &out[i].n_cores))
			return false;
		executor += i + 1 == x->first_thread + x->n_threads;
	}
	return true;
}

static bool read_groups(struct reader *r, const struct tree *t,
			struct trace_platform *p)
{
	struct trace_callback_group *out;

	if (!want_list(r, t, "groups", 1, NODES_MAX, &p->n_groups))
		return false;
	p->groups = out =
		ARENA_NEW(r->arena, struct trace_callback_group, p->n_groups);
	for (uint32_t i = 0; i < p->n_groups; i++) {
		struct row row;

		if (!read_row(r, t->items[i], &group_section, &row))
			return false;
		if (row.executor >= p->n_executors)
			return reader_error(r, t->items[i],
					    "an executor that is not listed");
		out[i] = (struct trace_callback_group){
			row.name, (uint32_t)row.executor, row.reentrant};
	}
	return true;
}

static bool read_callbacks(struct reader *r, const struct tree *t,
			   struct trace_platform *p, uint32_t n_nodes)
{
	struct trace_callback *out;
	uint32_t n;

	if (!want_list(r, t, "callbacks", n_nodes, n_nodes, &n))
		return false;
	p->callbacks = out = ARENA_NEW(r->arena, struct trace_callback, n);
	for (uint32_t i = 0; i < n; i++) {
		struct row row;

		if (!read_row(r, t->items[i], &callback_section, &row))
			return false;
		if (row.executor >= p->n_executors || row.group >= p->n_groups)
			return reader_error(r, t->items[i],
					    "an executor or a group that is "
					    "not listed");
		out[i] = (struct trace_callback){
			(uint32_t)row.executor, (uint32_t)row.group,
			(uint32_t)row.type,     (uint32_t)row.timer,
			(uint32_t)row.join,     (uint32_t)row.rank,
			(uint32_t)row.queue,    (uint32_t)row.join_queue,
			(uint32_t)row.crossings};
	}
	return true;
}

static bool read_after(struct reader *r, const struct tree *t,
		       struct trace_platform *p, uint32_t n_edges)
{
	struct ratio *out = ARENA_NEW(r->arena, struct ratio, n_edges + 1);
	uint32_t n;

	p->after = out;
	for (uint32_t i = 0; i < n_edges; i++)
		out[i] = (struct ratio){1, 1};
	if (!t)
		return true;
	if (n_edges > UINT32_MAX / 2 ||
	    !want_list(r, t, "publish", 2 * n_edges, 2 * n_edges, &n))
		return false;
	for (uint32_t i = 0; i < n_edges; i++)
		if (!read_int(r, t->items[2 * i + 1], "publish", 1, INT64_MAX,
			      &out[i].den) ||
		    !read_int(r, t->items[2 * i], "publish", 0, out[i].den,
			      &out[i].num))
			return false;
	return true;
}

bool trace_platform_read(struct reader *r, const struct tree *t,
			 struct trace_header *h)
{
	struct trace_platform *p;
	const struct tree *at[FIELDS_MAX];
	struct lists l = {.order = TRACE_ORDER_OTHER};

	if (!t)
		return true;
	if (!fields_read(r, t, &list_section, &l, at))
		return false;
	p = ARENA_NEW(r->arena, struct trace_platform, 1);
	p->name = l.name;
	p->order = (uint32_t)l.order;
	p->quantum = l.quantum;
	h->platform = p;
	if (l.flags && !trace_flags_read(r, l.flags, &p->flags))
		return false;
	return read_executors(r, l.executors, p) &&
	       read_threads(r, l.threads, p) && read_groups(r, l.groups, p) &&
	       read_callbacks(r, l.callbacks, p, h->n_nodes) &&
	       read_after(r, l.publish, p, h->n_edges) &&
	       trace_latency_read(r, l.latency, &p->wakes);
}

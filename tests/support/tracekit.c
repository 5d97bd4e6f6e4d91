/* tracekit.c - see tracekit.h */
#include "tests/support/tracekit.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

void kit_init(struct tracekit *k, dag_time horizon)
{
	memset(k, 0, sizeof(*k));
	k->header = (struct trace_header){
		.program_version = "0",
		.source = "simulate",
		.workload = "kit",
		.digest = "",
		.command = "",
		.policy = "edf",
		.horizon = horizon,
		.late = LATE_RUN,
		.tasks = k->tasks,
		.nodes = k->nodes,
		.models = k->models,
		.edges = k->edges,
		.execs = k->execs,
		.groups = k->groups,
	};
}

void kit_free(struct tracekit *k)
{
	free(k->recs);
	arena_free(&k->arena);
}

uint32_t kit_model(struct tracekit *k, const char *name, uint32_t max_batch)
{
	uint32_t i = k->header.n_models++;

	REQUIRE(i < KIT_MAX);
	k->models[i] = (struct trace_model){name, max_batch};
	return i;
}

static uint32_t add_exec(struct tracekit *k, struct trace_exec e)
{
	uint32_t i = k->header.n_execs++;

	REQUIRE(i < KIT_MAX);
	k->execs[i] = e;
	return i;
}

uint32_t kit_accelerator(struct tracekit *k)
{
	return add_exec(k, (struct trace_exec){.name = "accelerator",
					       .resource = ON_ACCELERATOR,
					       .preemption = PREEMPT_NONE,
					       .device = NONE});
}

uint32_t kit_core(struct tracekit *k, enum preemption preemption)
{
	const char *name = arena_printf(&k->arena, "core%u", k->header.n_execs);

	return add_exec(k, (struct trace_exec){.name = name,
					       .resource = ON_CORE,
					       .preemption = preemption,
					       .device = NONE});
}

static uint32_t add_task(struct tracekit *k, const char *name, uint32_t n,
			 dag_time period, dag_time deadline)
{
	uint32_t i = k->header.n_tasks++;

	REQUIRE(i < KIT_MAX && k->header.n_nodes + n <= KIT_MAX);
	k->tasks[i] = (struct trace_task){
		.name = name,
		.period = period,
		.deadline = deadline,
		.group = NONE,
		.first_node = k->header.n_nodes,
		.n_nodes = n,
	};
	k->header.n_nodes += n;
	return i;
}

uint32_t kit_stream(struct tracekit *k, const char *name, uint32_t model,
		    dag_time period, dag_time deadline)
{
	uint32_t i = add_task(k, name, 1, period, deadline);

	k->nodes[k->tasks[i].first_node] = (struct trace_node){
		name, model, ON_ACCELERATOR, NONE, NULL, 0, NULL};
	return i;
}

uint32_t kit_dag(struct tracekit *k, const char *name, uint32_t n,
		 dag_time period, dag_time deadline)
{
	uint32_t i = add_task(k, name, n, period, deadline);

	for (uint32_t j = 0; j < n; j++) {
		const char *node = arena_printf(&k->arena, "n%u", j);
		const char *model = arena_printf(&k->arena, "%s.n%u", name, j);

		k->nodes[k->tasks[i].first_node + j] = (struct trace_node){
			node, kit_model(k, model, 1), ON_CORE, NONE, NULL, 0,
			NULL};
	}
	return i;
}

void kit_edge(struct tracekit *k, uint32_t task, uint32_t from, uint32_t to,
	      dag_time delay)
{
	uint32_t first = k->tasks[task].first_node;
	uint32_t i = k->header.n_edges++;

	REQUIRE(i < KIT_MAX);
	k->edges[i] =
		(struct trace_edge){first + from, first + to, delay, delay};
}

struct trace_rec *kit_add(struct tracekit *k, struct trace_rec rec)
{
	array_reserve((void **)&k->recs, &k->cap, k->n + 1, sizeof(rec));
	k->recs[k->n] = rec;
	return &k->recs[k->n++];
}

struct trace_rec *kit_release(struct tracekit *k, dag_time t, uint32_t task,
			      uint64_t instance)
{
	return kit_add(k, (struct trace_rec){.kind = TRACE_RELEASE,
					     .t = t,
					     .task = task,
					     .instance = instance,
					     .a = t + k->tasks[task].deadline});
}

struct trace_rec *kit_ready(struct tracekit *k, dag_time t, uint32_t task,
			    uint64_t instance, uint32_t node)
{
	return kit_add(k, (struct trace_rec){.kind = TRACE_READY,
					     .t = t,
					     .task = task,
					     .instance = instance,
					     .node = node});
}

struct trace_rec *kit_start(struct tracekit *k, dag_time t, uint32_t exec,
			    uint32_t task, uint64_t instance, uint32_t node,
			    dag_time duration)
{
	return kit_add(k, (struct trace_rec){.kind = TRACE_START,
					     .t = t,
					     .exec = (uint16_t)exec,
					     .task = task,
					     .instance = instance,
					     .node = node,
					     .a = duration,
					     .b = (int64_t)NOISE_ONE,
					     .count = 1});
}

/* Release time and deadline of a job, from its RELEASE record. */
static struct trace_rec of_job(const struct tracekit *k, enum trace_kind kind,
			       dag_time t, uint32_t task, uint64_t instance)
{
	struct trace_rec r = {.kind = (uint8_t)kind,
			      .t = t,
			      .task = task,
			      .instance = instance};

	for (size_t i = k->n; i-- > 0;)
		if (k->recs[i].kind == TRACE_RELEASE &&
		    k->recs[i].task == task &&
		    k->recs[i].instance == instance) {
			r.a = k->recs[i].t;
			r.b = k->recs[i].a;
			return r;
		}
	REQUIRE(false && "job was released");
	return r;
}

static void add_miss(struct tracekit *k, dag_time t, uint32_t task,
		     uint64_t instance, enum trace_flag flag)
{
	struct trace_rec r = of_job(k, TRACE_MISS, t, task, instance);

	r.flags = (uint8_t)flag;
	kit_add(k, r);
}

struct trace_rec *kit_finish(struct tracekit *k, dag_time t, uint32_t exec,
			     uint32_t task, uint64_t instance, uint32_t node,
			     bool done)
{
	struct trace_rec r = of_job(k, TRACE_FINISH, t, task, instance);
	size_t at = k->n;

	r.exec = (uint16_t)exec;
	r.node = node;
	r.count = 1;
	if (done)
		r.flags = TRACE_JOB_DONE | (t > r.b ? TRACE_LATE : 0);
	kit_add(k, r);
	if (done && t > r.b)
		add_miss(k, t, task, instance, TRACE_LATE);
	return &k->recs[at];
}

void kit_preempt(struct tracekit *k, dag_time t, uint32_t exec, uint32_t task,
		 uint64_t instance, uint32_t node, dag_time left)
{
	kit_add(k, (struct trace_rec){.kind = TRACE_PREEMPT,
				      .t = t,
				      .exec = (uint16_t)exec,
				      .task = task,
				      .instance = instance,
				      .node = node,
				      .a = left});
}

void kit_overhead(struct tracekit *k, dag_time t, uint32_t exec, uint32_t what,
		  dag_time span)
{
	kit_add(k, (struct trace_rec){.kind = TRACE_OVERHEAD,
				      .t = t,
				      .exec = (uint16_t)exec,
				      .index = (uint16_t)what,
				      .a = span});
}

void kit_resume(struct tracekit *k, dag_time t, uint32_t exec, uint32_t from,
		uint32_t task, uint64_t instance, uint32_t node, dag_time left)
{
	kit_add(k, (struct trace_rec){.kind = TRACE_RESUME,
				      .t = t,
				      .exec = (uint16_t)exec,
				      .task = task,
				      .instance = instance,
				      .node = node,
				      .a = left,
				      .b = from});
}

void kit_drop(struct tracekit *k, dag_time t, uint32_t task, uint64_t instance)
{
	kit_add(k, of_job(k, TRACE_DROP, t, task, instance));
	add_miss(k, t, task, instance, TRACE_DROPPED);
}

void kit_open(struct tracekit *k, uint32_t task, uint64_t instance)
{
	dag_time h = k->header.horizon;
	struct trace_rec r = of_job(k, TRACE_OPEN, h, task, instance);

	kit_add(k, r);
	if (r.b <= h)
		add_miss(k, h, task, instance, TRACE_PENDING);
}

void kit_feed(const struct tracekit *k, struct trace_sink *s, size_t piece)
{
	if (!piece)
		piece = k->n ? k->n : 1;
	for (size_t i = 0; i < k->n; i += piece)
		s->consume(s, &k->recs[i], k->n - i < piece ? k->n - i : piece);
}

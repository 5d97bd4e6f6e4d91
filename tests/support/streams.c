/* streams.c - see streams.h */
#include "tests/support/streams.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void streams_init(struct streams *s)
{
	memset(s, 0, sizeof(*s));
	streams_clear(s);
}

void streams_clear(struct streams *s)
{
	arena_reset(&s->arena);
	s->w = (struct workload){
		.file = "-",
		.name = "by hand",
		.models = s->models,
		.tasks = s->tasks,
		.nodes = s->nodes,
		.groups = s->groups,
		.platform = {.n_accelerators = 1},
		.sim = {.safety_factor = {1, 1}},
	};
}

void streams_free(struct streams *s)
{
	arena_free(&s->arena);
}

uint32_t streams_model(struct streams *s, uint32_t n, const dag_time *cost)
{
	uint32_t i = s->w.n_models++;
	dag_time *c = ARENA_NEW(&s->arena, dag_time, n);

	REQUIRE(i < STREAMS_MAX);
	memcpy(c, cost, n * sizeof(*c));
	s->models[i] = (struct model){
		.name = arena_printf(&s->arena, "m%u", i),
		.resource = s->w.platform.n_cores ? ON_CORE : ON_ACCELERATOR,
		.max_batch = n,
		.latency = c,
	};
	return i;
}

uint32_t streams_model1(struct streams *s, dag_time cost)
{
	return streams_model(s, 1, &cost);
}

struct task *streams_add(struct streams *s, uint32_t model, dag_time period,
			 dag_time deadline, dag_time jitter)
{
	uint32_t i = s->w.n_tasks++;

	REQUIRE(i < STREAMS_MAX);
	s->w.n_nodes++;
	s->nodes[i] = (struct node){.task = i, .model = model};
	s->tasks[i] = (struct task){
		.name = arena_printf(&s->arena, "s%u", i),
		.first_node = i,
		.n_nodes = 1,
		.period = period,
		.deadline = deadline,
		.jitter = jitter,
		.priority = (int32_t)i,
		.group = NONE,
	};
	return &s->tasks[i];
}

void streams_on_core(struct streams *s, enum preemption preemption)
{
	s->w.platform =
		(struct platform){.n_cores = 1, .preemption = preemption};
	for (uint32_t i = 0; i < s->w.n_models; i++)
		s->models[i].resource = ON_CORE;
}

struct analysis_set *streams_set(struct streams *s)
{
	return set_build(&s->w, &s->charge, s->time, &s->arena);
}

void streams_run(struct streams *s, const char *test, struct verdict *v)
{
	const struct analysis_test *t = analysis_find(test, NULL);
	static const struct analysis_options all = {
		.want_margin = true, .want_bounds = true, .want_high = true};
	struct analysis_input in = {
		.set = streams_set(s), .options = &all, .arena = &s->arena};

	REQUIRE(t);
	analysis_run(t, &in, v);
}

/* --- oracle files --- */

double oracle_number(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	ck_assert_msg(cJSON_IsNumber(v), "no number '%s'", key);
	return v->valuedouble;
}

const char *oracle_text(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	return cJSON_IsString(v) ? v->valuestring : NULL;
}

bool oracle_bool(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	ck_assert_msg(cJSON_IsBool(v), "no boolean '%s'", key);
	return cJSON_IsTrue(v);
}

/* C(1..n) from points in us: straight lines between them, as files say. */
static void fill_table(const cJSON *points, uint32_t n, dag_time *cost)
{
	const cJSON *p;
	uint32_t last = 0;

	cJSON_ArrayForEach(p, points)
	{
		uint32_t b = (uint32_t)strtoul(p->string, NULL, 10);
		dag_time c = (dag_time)p->valuedouble * NS_PER_US;

		ck_assert(b > last && (last || b == 1));
		if (b > n)
			break;
		for (uint32_t k = last + 1; last && k < b; k++)
			cost[k - 1] = cost[last - 1] + (c - cost[last - 1]) *
							       (k - last) /
							       (b - last);
		cost[b - 1] = c;
		last = b;
	}
	ck_assert_uint_eq(last, n);
}

static uint32_t find_group(struct streams *s, const char *name)
{
	if (!name)
		return NONE;
	for (uint32_t i = 0; i < s->w.n_groups; i++)
		if (!strcmp(s->groups[i], name))
			return i;
	s->groups[s->w.n_groups] = arena_strdup(&s->arena, name);
	return s->w.n_groups++;
}

static dag_time oracle_us(const cJSON *o, const char *key)
{
	return (dag_time)oracle_number(o, key) * NS_PER_US;
}

static void add_stream(struct streams *s, const cJSON *o)
{
	const char *model = oracle_text(o, "model");
	uint32_t m = 0;
	struct task *t;

	while (m < s->w.n_models && strcmp(s->models[m].name, model))
		m++;
	ck_assert_uint_lt(m, s->w.n_models);
	t = streams_add(s, m, oracle_us(o, "period_us"),
			oracle_us(o, "deadline_us"), oracle_us(o, "jitter_us"));
	t->name = arena_strdup(&s->arena, oracle_text(o, "name"));
	t->phase = oracle_us(o, "phase_us");
	t->extra_mean = oracle_us(o, "extra_us");
	t->group = find_group(s, oracle_text(o, "group"));
	if (!strcmp(oracle_text(o, "arrival"), "sporadic"))
		t->arrival = SPORADIC;
	if (!strcmp(oracle_text(o, "criticality"), "high"))
		t->criticality = HIGH_CRITICALITY;
}

void streams_from_json(struct streams *s, const cJSON *set)
{
	const cJSON *o;

	streams_clear(s);
	cJSON_ArrayForEach(o, cJSON_GetObjectItem(set, "models"))
	{
		uint32_t n = oracle_bool(o, "batchable")
				     ? (uint32_t)oracle_number(o, "max_batch")
				     : 1;
		dag_time *cost = ARENA_NEW(&s->arena, dag_time, n);

		fill_table(cJSON_GetObjectItem(o, "points_us"), n, cost);
		s->models[streams_model(s, n, cost)].name =
			arena_strdup(&s->arena, o->string);
	}
	cJSON_ArrayForEach(o, cJSON_GetObjectItem(set, "streams"))
		add_stream(s, o);
}

unsigned oracle_lines(const char *path,
		      void (*fn)(const cJSON *line, void *ctx), void *ctx)
{
	FILE *f = fopen(path, "r");
	char *line = NULL;
	size_t cap = 0;
	unsigned n = 0;

	ck_assert_msg(f, "%s: %s", path, strerror(errno));
	while (getline(&line, &cap, f) > 0) {
		cJSON *o = cJSON_Parse(line);

		ck_assert_msg(o, "%s:%u: not JSON", path, n + 1);
		fn(o, ctx);
		cJSON_Delete(o);
		n++;
	}
	free(line);
	fclose(f);
	return n;
}

cJSON *oracle_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t cap = 0;
	cJSON *o;

	ck_assert_msg(f, "%s: %s", path, strerror(errno));
	ck_assert(getdelim(&text, &cap, '\0', f) > 0);
	fclose(f);
	o = cJSON_Parse(text);
	free(text);
	ck_assert_msg(o, "%s: not JSON", path);
	return o;
}

uint64_t case_count(uint64_t def)
{
	const char *text = getenv("DAGSIM_CASES");
	unsigned long long n;
	char *end;

	if (!text)
		text = getenv("SOAK");
	if (!text || !*text)
		return def;
	n = strtoull(text, &end, 10);
	ck_assert_msg(!*end && n, "no count of cases: '%s'", text);
	return n;
}

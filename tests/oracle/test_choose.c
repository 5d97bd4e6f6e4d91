/* The policy objects, asked directly, decide as the recorded cases say. */
#include "policies/ready_queue.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_JOBS = 64, MAX_MODELS = 8 };

struct scene {
	struct arena arena;
	cJSON *root;
	struct job jobs[MAX_JOBS];
	const char *streams[MAX_JOBS]; /* by task */
	const char *models[MAX_MODELS];
	struct batch_model batch[MAX_MODELS];
	uint32_t rank[MAX_JOBS]; /* name rank by task */
	uint32_t n_jobs, n_tasks, n_models;
	dag_time now;
};

static dag_time number(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	ck_assert_msg(cJSON_IsNumber(v), "no number '%s'", key);
	return (dag_time)v->valuedouble;
}

static const char *text(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	return cJSON_IsString(v) ? v->valuestring : NULL;
}

static uint32_t intern(const char **names, uint32_t *n, const char *name)
{
	for (uint32_t i = 0; i < *n; i++)
		if (!strcmp(names[i], name))
			return i;
	names[*n] = name;
	return (*n)++;
}

static void take_models(struct scene *s)
{
	const cJSON *models =
		cJSON_GetObjectItemCaseSensitive(s->root, "models");
	struct ratio factor;
	char text_factor[32];
	const cJSON *m;

	snprintf(text_factor, sizeof(text_factor), "%.6f",
		 cJSON_GetObjectItem(s->root, "safety_factor")->valuedouble);
	ck_assert(ratio_parse(text_factor, strlen(text_factor), &factor) ==
		  TIME_OK);
	cJSON_ArrayForEach(m, models)
	{
		uint32_t i = intern(s->models, &s->n_models, m->string);
		bool batchable =
			cJSON_IsTrue(cJSON_GetObjectItem(m, "batchable"));
		const cJSON *c = cJSON_GetObjectItem(m, "C_ns");
		uint32_t n = (uint32_t)cJSON_GetArraySize(c);
		dag_time *latency = ARENA_NEW(&s->arena, dag_time, n);

		for (uint32_t b = 0; b < n; b++)
			latency[b] = ratio_scale(
				(dag_time)cJSON_GetArrayItem(c, (int)b)
					->valuedouble,
				factor);
		s->batch[i].latency = latency;
		s->batch[i].max_batch =
			batchable ? (uint32_t)number(m, "max_batch") : 1;
	}
}

static void take_preferred(struct scene *s)
{
	const cJSON *m, *all = cJSON_GetObjectItem(s->root, "preferred");

	cJSON_ArrayForEach(m, all)
	{
		uint32_t i = intern(s->models, &s->n_models, m->string);
		uint32_t *sizes = ARENA_NEW(&s->arena, uint32_t, 8), n = 0;
		const cJSON *v;

		cJSON_ArrayForEach(v, m) if (v->valueint >= 1 &&
					     (uint32_t)v->valueint <=
						     s->batch[i].max_batch)
			sizes[n++] = (uint32_t)v->valueint;
		s->batch[i].preferred = sizes;
		s->batch[i].n_preferred = n;
	}
}

static void take_jobs(struct scene *s)
{
	const cJSON *q = cJSON_GetObjectItem(s->root, "queue"), *j;
	const char *groups[MAX_JOBS];
	uint32_t n_groups = 0;

	cJSON_ArrayForEach(j, q)
	{
		struct job *x = &s->jobs[s->n_jobs++];
		const char *group = text(j, "group");

		*x = (struct job){
			.release = number(j, "release"),
			.deadline = number(j, "deadline"),
			.tie = (uint64_t)number(j, "id"),
			.task = intern(s->streams, &s->n_tasks,
				       text(j, "stream")),
			.model = intern(s->models, &s->n_models,
					text(j, "model")),
			.group =
				group ? intern(groups, &n_groups, group) : NONE,
			.prio = (int32_t)number(j, "priority"),
			.criticality = (uint8_t)number(j, "criticality"),
		};
	}
	for (uint32_t t = 0; t < s->n_tasks; t++)
		for (uint32_t u = 0; u < s->n_tasks; u++)
			s->rank[t] += strcmp(s->streams[u], s->streams[t]) < 0;
}

static void scene_read(struct scene *s, const char *line)
{
	memset(s, 0, sizeof(*s));
	s->root = cJSON_Parse(line);
	ck_assert_ptr_nonnull(s->root);
	s->now = number(s->root, "now");
	take_models(s);
	take_preferred(s);
	take_jobs(s);
}

static void scene_free(struct scene *s)
{
	cJSON_Delete(s->root);
	arena_free(&s->arena);
}

/* "edf_batch_la3" is edf_batch with lookahead 3, and so on. */
static void set_up(const char *variant, struct scene *s, struct policy *p)
{
	static const struct workload nothing;
	const char *la = strstr(variant, "_la"), *ms = strstr(variant, "_2ms");
	char name[64];

	snprintf(name, sizeof(name), "%s", variant);
	if (la)
		name[la - variant] = '\0';
	if (ms)
		name[ms - variant] = '\0';
	ck_assert(policy_init(p, policy_find(name, NULL), &nothing, &s->arena,
			      NULL));
	if (la)
		p->param[0] = atoi(la + 3);
	if (ms)
		p->param[0] = 2 * NS_PER_MS;
	if (ms && !strstr(variant, "pref"))
		for (uint32_t m = 0; m < s->n_models; m++)
			s->batch[m].preferred = NULL,
			s->batch[m].n_preferred = 0;
}

static void compare(const struct scene *s, const cJSON *want,
		    const struct decision *got, int line)
{
	const cJSON *ids = cJSON_GetObjectItem(want, "ids");

	if (!ids) {
		ck_assert_msg(got->kind == WAIT, "line %d, %s: dispatched",
			      line, want->string);
		ck_assert_int_eq(got->wait_until, number(want, "wait_until"));
		return;
	}
	ck_assert_msg(got->kind == DISPATCH, "line %d, %s: waits", line,
		      want->string);
	ck_assert_msg(got->n_jobs == (uint32_t)cJSON_GetArraySize(ids),
		      "line %d, %s: batch of %u", line, want->string,
		      got->n_jobs);
	for (uint32_t i = 0; i < got->n_jobs; i++)
		ck_assert_msg(s->jobs[got->jobs[i]].tie ==
				      (uint64_t)cJSON_GetArrayItem(ids, (int)i)
					      ->valuedouble,
			      "line %d, %s: member %u", line, want->string, i);
}

static void ask(struct scene *s, const cJSON *want, int line)
{
	struct exec_state exec = {.running = JOB_NONE};
	static const struct workload nothing;
	struct device_state dev = {
		.workload = &nothing,
		.jobs = s->jobs,
		.models = s->batch,
		.exec = &exec,
		.n_exec = 1,
		.idle = 0,
		.least_urgent = NONE,
	};
	struct decision *d = ARENA_NEW(&s->arena, struct decision, 1);
	struct ready_queue *q;
	struct policy p;
	bool by_task;

	set_up(want->string, s, &p);
	by_task = p.ops->traits.view == VIEW_BY_TASK;
	q = ready_new(&p, s->jobs, by_task ? s->rank : NULL,
		      by_task ? s->n_tasks : s->n_models);
	for (job_id j = 0; j < s->n_jobs; j++)
		ready_push(q, j);
	p.ops->choose(&p, q, s->now, &dev, d);
	compare(s, want, d, line);
	ready_free(q);
}

START_TEST(recorded_decisions)
{
	FILE *f = fopen("tests/oracle/data/choose_cases.jsonl", "r");
	char *line = NULL;
	size_t cap = 0;
	int n = 0, decisions = 0;

	ck_assert_ptr_nonnull(f);
	while (getline(&line, &cap, f) > 0) {
		struct scene s;
		const cJSON *want;

		n++;
		scene_read(&s, line);
		cJSON_ArrayForEach(want,
				   cJSON_GetObjectItem(s.root, "decisions"))
		{
			struct scene fresh;

			scene_read(&fresh, line);
			ask(&fresh, want, n);
			scene_free(&fresh);
			decisions++;
		}
		scene_free(&s);
	}
	ck_assert_int_ge(n, 75);
	ck_assert_int_eq(decisions, 10 * n);
	free(line);
	fclose(f);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("choose");
	TCase *tc = tcase_create("oracle");
	SRunner *r;
	int failed;

	tcase_add_test(tc, recorded_decisions);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}

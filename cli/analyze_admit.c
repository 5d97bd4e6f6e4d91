/* analyze_admit.c - `dagsim analyze --admit`: streams join one at a time
 *
 * First those of the workload, then those of the other file, each in order.
 * A stream that is refused stays out, and the next is asked about without
 * it.  Both files are told apart by name only: a model of the same name must
 * be the same, a stream of the same name is a mistake.
 */
#include "cli/analyze.h"

#include "analysis/online.h"
#include "base/json.h"

#include <string.h>

struct admission {
	struct analyze *a;
	struct opened other;
	struct analysis_set *sets[2];  /* of the two files                  */
	struct analysis_set models;    /* of both; its tasks are none */
	uint32_t *model_of, *group_of; /* of the other's, in `models` */
	const struct analysis_test *test;
	struct json *json; /* NULL: text                                   */
	uint64_t admitted, refused;
};

/* --- both files as one --- */

static bool same_model(const struct analysis_model *a,
		       const struct analysis_model *b)
{
	size_t bytes = a->max_batch * sizeof(*a->cost);

	return a->max_batch == b->max_batch &&
	       !memcmp(a->cost, b->cost, bytes) &&
	       !memcmp(a->predicted, b->predicted, bytes);
}

static uint32_t find_model(const struct analysis_set *s, const char *name)
{
	for (uint32_t i = 0; i < s->n_models; i++)
		if (!strcmp(s->models[i].name, name))
			return i;
	return NONE;
}

static bool join_models(struct admission *d)
{
	const struct analysis_set *first = d->sets[0], *other = d->sets[1];
	struct arena *arena = &d->a->cli->arena;
	struct analysis_set *all = &d->models;

	all->models = ARENA_NEW(arena, struct analysis_model,
				first->n_models + other->n_models);
	memcpy(all->models, first->models,
	       first->n_models * sizeof(*first->models));
	d->model_of = ARENA_NEW(arena, uint32_t, other->n_models);
	for (uint32_t i = 0; i < other->n_models; i++) {
		const struct analysis_model *m = &other->models[i];
		uint32_t have = find_model(first, m->name);

		if (have != NONE && !same_model(&first->models[have], m))
			return error_set(&d->a->cli->error,
					 d->other.workload->file, 0, 0,
					 "model '%s' is not the one of %s: it "
					 "takes other times",
					 m->name, d->a->opened.workload->file);
		d->model_of[i] = have != NONE ? have : all->n_models;
		if (have == NONE)
			all->models[all->n_models++] = *m;
	}
	return true;
}

static void join_groups(struct admission *d)
{
	const struct analysis_set *first = d->sets[0], *other = d->sets[1];
	struct arena *arena = &d->a->cli->arena;
	const char **names = ARENA_NEW(arena, const char *,
				       first->n_groups + other->n_groups);
	uint32_t n = first->n_groups;

	if (n)
		memcpy(names, first->groups, n * sizeof(*names));
	d->group_of = ARENA_NEW(arena, uint32_t, other->n_groups);
	for (uint32_t i = 0; i < other->n_groups; i++) {
		uint32_t have = 0;

		while (have < first->n_groups &&
		       strcmp(names[have], other->groups[i]) != 0)
			have++;
		d->group_of[i] = have < first->n_groups ? have : n;
		names[d->group_of[i]] = other->groups[i];
		n += have == first->n_groups;
	}
	d->models.groups = names;
	d->models.n_groups = n;
}

/* Rate-monotonic ranks, where no priority is given, are among all streams: as
 * they would be if both files were one. */
static void rank_together(struct admission *d)
{
	const struct workload *w[2] = {d->a->opened.workload,
				       d->other.workload};
	struct workload all = {.n_tasks = w[0]->n_tasks + w[1]->n_tasks};

	all.tasks = ARENA_NEW(&d->a->cli->arena, struct task, all.n_tasks);
	for (uint32_t i = 0; i < all.n_tasks; i++)
		all.tasks[i] = i < w[0]->n_tasks
				       ? w[0]->tasks[i]
				       : w[1]->tasks[i - w[0]->n_tasks];
	workload_rank_priorities(&all);
	for (int f = 0; f < 2; f++)
		for (uint32_t i = 0; i < d->sets[f]->n_tasks; i++) {
			struct analysis_task *t = &d->sets[f]->tasks[i];
			uint32_t at = t->index + (f ? w[0]->n_tasks : 0);

			t->priority = all.tasks[at].priority;
		}
}

static bool names_apart(struct admission *d)
{
	for (uint32_t i = 0; i < d->sets[1]->n_tasks; i++) {
		const struct analysis_task *t = &d->sets[1]->tasks[i];

		for (uint32_t k = 0; k < d->sets[0]->n_tasks; k++)
			if (!strcmp(t->name, d->sets[0]->tasks[k].name))
				return error_set(
					&d->a->cli->error,
					d->other.workload->file,
					d->other.workload->tasks[t->index].line,
					1, "stream '%s' is in %s already",
					t->name, d->a->opened.workload->file);
	}
	return true;
}

static bool join(struct admission *d)
{
	struct analyze *a = d->a;
	struct cli *cli = a->cli;

	if (!workload_open(cli, a->args->admit, &a->args->workload,
			   a->args->quiet, &d->other))
		return false;
	d->sets[0] = a->set;
	d->sets[1] = set_build(d->other.workload, &a->charge, a->set->time,
			       &cli->arena);
	d->models = *a->set;
	if (!names_apart(d) || !join_models(d))
		return false;
	join_groups(d);
	rank_together(d);
	return true;
}

/* --- which test --- */

static bool choose_test(struct admission *d)
{
	struct analyze *a = d->a;
	const struct opt_list *names = &a->args->tests;

	if (names->n > 1)
		return error_set(&a->cli->error, NULL, 0, 0,
				 "--admit asks one test, not %zu", names->n);
	if (names->n) {
		d->test = analysis_find(names->items[0], &a->cli->error);
		return d->test != NULL;
	}
	d->test = analysis_for(&a->traits, a->set, 0);
	return true;
}

/* Priorities by a rule of the policy's own are not those of rank_together. */
static bool ranks_its_own_way(const struct analyze *a)
{
	const struct policy *p = a->has_lineup ? a->lineup.policy : NULL;
	int i = p ? policy_param_index(p->ops, "priority") : -1;

	return i >= 0 && p->param[i] != 0;
}

/* Why the test is not for the policy or the executor, or NULL.  Which streams
 * it is for is asked one at a time. */
static const char *refusal(const struct admission *d)
{
	struct analysis_set none = *d->sets[0];
	struct analysis_input in = d->a->input;

	none.n_tasks = 0;
	in.set = &none;
	return analysis_refusal(d->test, &in);
}

/* Why nothing can be asked at all, or NULL. */
static const char *hindrance(const struct admission *d)
{
	for (int i = 0; i < 2; i++) {
		if (d->sets[i]->limit)
			return d->sets[i]->limit;
		if (d->sets[i]->executor == EXECUTOR_OTHER)
			return d->sets[i]->other;
	}
	if (d->sets[0]->executor == EXECUTOR_CORES ||
	    d->sets[0]->executor == EXECUTOR_TYPED)
		return "streams join one at a time on a single executor";
	if (d->sets[0]->executor != d->sets[1]->executor)
		return "the two files are for different executors";
	if (d->sets[0]->executor == EXECUTOR_CORE &&
	    d->sets[0]->preemption != d->sets[1]->preemption)
		return "the cores of the two files are preempted differently";
	if (ranks_its_own_way(d->a))
		return "streams join one at a time with priorities that are "
		       "given, or rate-monotonic where none is, only";
	if (!d->test)
		return analysis_why_none(&d->a->traits, d->sets[0]);
	return refusal(d);
}

/* --- asking --- */

static void tell(struct admission *d, const struct analysis_task *t,
		 const struct online_answer *answer, int file)
{
	struct json *j = d->json;

	if (!j) {
		printf("  %-9s %s%s%s\n",
		       answer->admitted ? "admitted" : "refused", t->name,
		       *answer->reason ? ": " : "", answer->reason);
		return;
	}
	json_object(j);
	json_key(j, "task"), json_string(j, t->name);
	json_key(j, "file");
	json_string(j, file ? d->other.workload->file
			    : d->a->opened.workload->file);
	json_key(j, "admitted"), json_bool(j, answer->admitted);
	json_key(j, "verdict"), json_string(j, verdict_name(answer->kind));
	json_key(j, "reason"), json_string(j, answer->reason);
	json_end(j);
}

static void ask_file(struct admission *d, struct online *online, int file)
{
	const struct analysis_set *s = d->sets[file];

	for (uint32_t i = 0; i < s->n_tasks; i++) {
		struct analysis_task t = s->tasks[i];
		struct online_answer answer;

		if (file && t.model != NONE)
			t.model = d->model_of[t.model];
		if (file && t.group != NONE)
			t.group = d->group_of[t.group];
		if (online_ask(online, &t, &answer))
			d->admitted++;
		else
			d->refused++;
		tell(d, &t, &answer, file);
	}
}

static void begin(struct admission *d, struct json *j)
{
	const struct analyze *a = d->a;
	const struct workload *w = a->opened.workload;
	const char *policy = a->policy ? a->policy_name : "any it is for";

	if (!a->args->json) {
		printf("dagsim %s: %s, workload sha256 %s\n"
		       "and %s, sha256 %s\nreproduce: %s\n\n",
		       DAGSIM_VERSION, w->name, w->digest,
		       d->other.workload->name, d->other.workload->digest,
		       a->cli->reproduce);
		if (d->test)
			printf("%s (policy %s)\n", d->test->name, policy);
		return;
	}
	d->json = j;
	json_to_file(j, stdout, 2);
	json_object(j);
	json_key(j, "schema"), json_string(j, "dagsim.admit/1");
	json_key(j, "version"), json_string(j, DAGSIM_VERSION);
	json_key(j, "workload"), json_string(j, w->name);
	json_key(j, "workload_digest"), json_string(j, w->digest);
	json_key(j, "admit"), json_string(j, d->other.workload->name);
	json_key(j, "admit_digest"), json_string(j, d->other.workload->digest);
	json_key(j, "command"), json_string(j, a->cli->reproduce);
	json_key(j, "test"), json_string(j, d->test ? d->test->name : NULL);
	json_key(j, "policy");
	json_string(j, a->policy_name);
}

static void end(struct admission *d, const char *why_not)
{
	struct json *j = d->json;

	if (!j && why_not)
		printf("not_applicable: %s\n", why_not);
	else if (!j)
		printf("%llu admitted, %llu refused\n",
		       (unsigned long long)d->admitted,
		       (unsigned long long)d->refused);
	if (!j)
		return;
	json_key(j, "not_applicable"), json_string(j, why_not);
	json_key(j, "admitted"), json_uint(j, d->admitted);
	json_key(j, "refused"), json_uint(j, d->refused);
	json_end(j);
	json_finish(j);
}

static void ask_files(struct admission *d)
{
	struct online *online = online_new(&d->models, d->test, &d->a->options);

	if (d->json)
		json_key(d->json, "streams"), json_array(d->json);
	for (int file = 0; file < 2; file++)
		ask_file(d, online, file);
	if (d->json)
		json_end(d->json);
	online_free(online);
}

enum exit_code analyze_admit(struct analyze *a)
{
	struct admission d = {.a = a};
	enum exit_code code;
	struct json j;

	if (!join(&d) || !choose_test(&d)) {
		code = cli_fail(a->cli);
	} else {
		const char *why_not = hindrance(&d);

		begin(&d, &j);
		if (!why_not)
			ask_files(&d);
		end(&d, why_not);
		code = why_not     ? EXIT_UNDECIDED
		       : d.refused ? EXIT_NO
				   : EXIT_YES;
	}
	workload_close(&d.other);
	return code;
}

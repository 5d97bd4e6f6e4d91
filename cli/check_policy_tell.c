/* check_policy_tell.c - what was found, in words and as a workload */
#include "cli/check_policy.h"

#include "base/json.h"
#include "cli/output.h"
#include "model/save.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char marker[] = "# A counterexample by dagsim check-policy";

struct telling {
	struct cli *cli;
	const struct check_request *q;
	const struct check_report *r;
	const char *file;   /* of the workload; NULL: none was written    */
	const char *replay; /* the command; NULL: there is none           */
	char *yaml;         /* its text                                   */
	size_t yaml_len;
};

static double per_minute(const struct check_report *r)
{
	return r->used ? (double)r->counts.cases * 60e9 / (double)r->used : 0;
}

/* --- the workload that shows it --- */

/* A file that somebody else wrote is not ours to replace. */
static bool may_write(const char *path)
{
	char line[sizeof(marker)] = "";
	FILE *f;
	bool ours;

	if (access(path, F_OK) != 0)
		return true;
	f = fopen(path, "r");
	ours = f && fgets(line, sizeof(line), f) && !strcmp(line, marker);
	if (f)
		fclose(f);
	return ours;
}

static const char *choose_file(struct telling *t)
{
	const struct check_policy_args *args = t->cli->args;
	struct arena *a = &t->cli->arena;
	const char *path;

	if (args->out)
		return args->out;
	path = arena_printf(a, "%s-counterexample.yaml", t->r->name);
	for (int i = 2; !may_write(path) && i < 1000; i++)
		path = arena_printf(a, "%s-counterexample-%d.yaml", t->r->name,
				    i);
	return path;
}

static const char *rules_of(const struct check_case *x, struct arena *a)
{
	const char *tie =
		x->tie == TIE_RELEASE
			? ""
			: arena_printf(a, " --tie %s", tie_rule_names[x->tie]);

	return arena_printf(a, "%s%s%s%s%s", tie,
			    x->rules.idle_blind ? " --idle-blind" : "",
			    x->rules.shared_deadline ? " --shared-deadline"
						     : "",
			    x->rules.serial_nodes ? " --serial-nodes" : "",
			    x->rules.polled_quantum ? " --polled-quantum" : "");
}

/* Each line of the text as a comment. */
static void comment(FILE *out, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		fprintf(out, "#%s%.*s\n", len ? " " : "", (int)len, text);
		text += len + (text[len] == '\n');
	}
}

static void write_comments(FILE *out, const struct telling *t)
{
	const struct check_finding *f = &t->r->found;

	fprintf(out, "%s\n#\n# policy %s, property %s: %s.\n", marker,
		t->r->name, check_property_names[f->property],
		check_property_texts[f->property]);
	comment(out, f->text);
	comment(out, f->situation);
	fprintf(out, "#\n# replay: %s\n", t->replay);
}

static bool write_file(struct telling *t)
{
	struct dag_error *e = &t->cli->error;
	struct output o;

	if (!output_open(&o, t->file, &t->cli->arena, e))
		return false;
	write_comments(o.file, t);
	fwrite(t->yaml, 1, t->yaml_len, o.file);
	return output_commit(&o, e);
}

static bool is_default_folder_full(const struct telling *t)
{
	const struct check_policy_args *args = t->cli->args;

	return !args->out && access(".", W_OK) != 0;
}

/* A given workload is there already. */
static bool keep_workload(struct telling *t)
{
	const struct workload *w = t->r->small.workload;
	const char *argv[] = {"dagsim", "check-policy",
			      t->cli->operands.items[0], "--workload", NULL};
	FILE *f;

	if (!w || t->q->given)
		return true;
	f = open_memstream(&t->yaml, &t->yaml_len);
	if (!f)
		return error_system(&t->cli->error, NULL, "memory");
	workload_save(f, w, NULL);
	fclose(f);
	t->file = is_default_folder_full(t) ? NULL : choose_file(t);
	argv[4] = t->file ? t->file : "FILE";
	t->replay =
		arena_printf(&t->cli->arena, "%s%s",
			     cli_quote(&t->cli->arena, 5, (char *const *)argv),
			     rules_of(&t->r->small, &t->cli->arena));
	return !t->file || write_file(t);
}

/* --- words --- */

static void print_counts(const struct telling *t)
{
	const struct check_counts *n = &t->r->counts;

	printf("dagsim %s: check-policy %s (%s)\nreproduce: %s\n",
	       DAGSIM_VERSION, t->r->name, t->r->summary, t->cli->reproduce);
	printf("%" PRIu64 " cases", n->cases);
	if (!t->q->given)
		printf(" of seed %" PRIu64 " in %.1f s, %.0f a minute of one "
		       "core",
		       t->q->seed, (double)t->r->elapsed / 1e9,
		       per_minute(t->r));
	printf("\n%" PRIu64 " decisions; %" PRIu64
	       " cases admitted by a test, and attacked %" PRIu64 " times\n",
	       n->decisions, n->admitted, n->attacks);
	if (n->unplaced)
		printf("%" PRIu64 " cases in which the policy finds no place "
		       "for a task\n",
		       n->unplaced);
	if (n->anomalies)
		printf("%" PRIu64 " anomalies: misses that shorter execution "
		       "times bring (which is no fault)\n",
		       n->anomalies);
}

static void indent(const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		printf("  %.*s\n", (int)len, text);
		text += len + (text[len] == '\n');
	}
}

static void print_finding(const struct telling *t)
{
	const struct check_finding *f = &t->r->found;
	char at[32];

	printf("\nBROKEN: %s: %s\n", check_property_names[f->property],
	       check_property_texts[f->property]);
	if (!t->q->given && !t->r->loading)
		printf("first in case %" PRIu64 " of seed %" PRIu64 "%s\n",
		       t->r->number, t->q->seed,
		       t->r->alone ? ""
				   : "; by itself the case does not show it");
	time_format(at, sizeof(at), f->t);
	if (f->decision)
		printf("in decision %" PRIu64 ", at t = %s: ", f->decision, at);
	printf("%s\n%s", f->text, f->situation);
	if (!t->yaml)
		return;
	printf("\nthe smallest workload found (%" PRIu64 " were tried)%s%s:\n",
	       t->r->questions, t->file ? ", saved as " : "",
	       t->file ? t->file : "");
	indent(t->yaml);
	printf("\nreplay: %s\n", t->replay);
}

static void json_finding(struct json *j, const struct telling *t)
{
	const struct check_finding *f = &t->r->found;

	json_key(j, "finding");
	if (!f->property) {
		json_null(j);
		return;
	}
	json_object(j);
	json_key(j, "property");
	json_string(j, check_property_names[f->property]);
	json_key(j, "text"), json_string(j, f->text);
	json_key(j, "case");
	if (t->q->given || t->r->loading)
		json_null(j);
	else
		json_uint(j, t->r->number);
	json_key(j, "decision"), json_uint(j, f->decision);
	json_key(j, "t_ns"), json_int(j, f->t);
	json_key(j, "situation"), json_string(j, f->situation);
	json_key(j, "tried"), json_uint(j, t->r->questions);
	json_key(j, "tasks");
	json_uint(j, t->r->small.workload ? t->r->small.workload->n_tasks : 0);
	json_key(j, "nodes");
	json_uint(j, t->r->small.workload ? t->r->small.workload->n_nodes : 0);
	json_key(j, "workload_file"), json_string(j, t->file);
	json_key(j, "replay"), json_string(j, t->replay);
	json_end(j);
}

static void print_json(const struct telling *t)
{
	const struct check_counts *n = &t->r->counts;
	struct json j;

	json_to_file(&j, stdout, 2);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.check-policy/1");
	json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
	json_key(&j, "command"), json_string(&j, t->cli->reproduce);
	json_key(&j, "policy"), json_string(&j, t->r->name);
	json_key(&j, "seed"), json_uint(&j, t->q->seed);
	json_key(&j, "cases"), json_uint(&j, n->cases);
	json_key(&j, "decisions"), json_uint(&j, n->decisions);
	json_key(&j, "unplaced"), json_uint(&j, n->unplaced);
	json_key(&j, "admitted"), json_uint(&j, n->admitted);
	json_key(&j, "attacks"), json_uint(&j, n->attacks);
	json_key(&j, "anomalies"), json_uint(&j, n->anomalies);
	json_key(&j, "elapsed_ns"), json_int(&j, t->r->elapsed);
	json_key(&j, "core_time_ns"), json_int(&j, t->r->used);
	json_key(&j, "cases_per_minute");
	json_uint(&j, (uint64_t)per_minute(t->r));
	json_finding(&j, t);
	json_end(&j);
	json_finish(&j);
}

bool check_policy_tell(struct cli *cli, const struct check_request *q,
		       const struct check_report *r)
{
	const struct check_policy_args *args = cli->args;
	struct telling t = {.cli = cli, .q = q, .r = r};
	bool ok = !r->found.property || keep_workload(&t);

	assert(cli->operands.n == 1);
	if (ok && args->json) {
		print_json(&t);
	} else if (ok && (!args->quiet || r->found.property)) {
		print_counts(&t);
		if (r->found.property)
			print_finding(&t);
		else
			puts("every property held");
	}
	free(t.yaml);
	return ok;
}

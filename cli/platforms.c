/* platforms.c - `dagsim platforms`: what there is to choose from with
 * --platform; see platform/about.h */
#include "cli/command.h"

#include "base/json.h"
#include "platform/about.h"
#include "platform/launch.h"

#include <assert.h>
#include <string.h>

struct platforms_args {
	const char *describe;
	bool json, names;
};

#define AT(field) offsetof(struct platforms_args, field)

static const struct option options[] = {
	{"describe", 0, OPT_TEXT, "PLATFORM", AT(describe),
	 .help = "the same as PLATFORM alone: everything about it"},
	{"json", 'j', OPT_FLAG, NULL, AT(json),
	 .help = "print one JSON object, dagsim.platforms/1"},
	{"names", 0, OPT_FLAG, NULL, AT(names),
	 .help = "print names only, one a line"},
	{0},
};

/* --- one of them, as text --- */

static void heading(const char *title)
{
	printf("\n%s:\n", title);
}

/* "  name  text", where the name takes `width`. */
static void put_item(int width, const char *name, const char *text)
{
	printf("  %-*s  ", width, name);
	help_wrapped(stdout, text, width + 4, width + 4);
}

static int widest(int least, const char *name)
{
	int n = (int)strlen(name);

	return n > least ? n : least;
}

static void put_parameters(const struct platform_about *p, struct arena *a)
{
	int width = 0;

	heading("Parameters, as they are where nobody says otherwise");
	for (uint32_t i = 0; i < p->n_parameters; i++)
		width = widest(width, p->parameters[i].name);
	for (uint32_t i = 0; i < p->n_parameters; i++) {
		const struct about_parameter *k = &p->parameters[i];
		const char *by =
			k->option ? arena_printf(a, " (--%s)", k->option) : "";

		put_item(width, k->name,
			 arena_printf(a, "%s; %s%s", k->value, k->means, by));
	}
}

static void put_reads(const struct platform_about *p)
{
	int width = 0;

	heading("Of a workload");
	for (uint32_t i = 0; i < p->n_reads; i++)
		width = widest(width, p->reads[i].section);
	for (uint32_t i = 0; i < p->n_reads; i++)
		put_item(width, p->reads[i].section, p->reads[i].effect);
	for (uint32_t i = 0; i < p->n_refuses; i++)
		put_item(width, i ? "" : "refused", p->refuses[i]);
}

static void put_options(const struct platform_about *p, struct arena *a)
{
	const char *text = "";

	heading("Options of simulate that act on it");
	for (uint32_t i = 0; i < p->n_options; i++) {
		const struct about_option *o = &p->options[i];

		text = arena_printf(a, "%s%s--%s", text, i ? " " : "", o->name);
		if (o->needs)
			text = arena_printf(a, "%s (with --%s)", text,
					    o->needs);
	}
	fputs("  ", stdout);
	help_wrapped(stdout, text, 2, 2);
}

static void describe(const struct platform_about *p, struct arena *a)
{
	help_wrapped(stdout, arena_printf(a, "%s - %s", p->name, p->summary), 0,
		     0);
	fputs("\nsource:    ", stdout);
	help_wrapped(stdout, p->source, 11, 11);
	printf("schedules: %s, by %s\n", p->schedules, p->policy);
	heading("How it works");
	for (uint32_t i = 0; i < p->n_model; i++) {
		fputs("  ", stdout);
		help_wrapped(stdout, p->model[i], 2, 2);
	}
	put_parameters(p, a);
	put_reads(p);
	put_options(p, a);
}

/* --- JSON --- */

static void json_parameters(struct json *j, const struct platform_about *p)
{
	json_key(j, "parameters"), json_array(j);
	for (uint32_t i = 0; i < p->n_parameters; i++) {
		json_object(j);
		json_key(j, "name"), json_string(j, p->parameters[i].name);
		json_key(j, "default"), json_string(j, p->parameters[i].value);
		json_key(j, "option"), json_string(j, p->parameters[i].option);
		json_key(j, "help"), json_string(j, p->parameters[i].means);
		json_end(j);
	}
	json_end(j);
}

static void json_strings(struct json *j, const char *key,
			 const char *const *texts, uint32_t n)
{
	json_key(j, key), json_array(j);
	for (uint32_t i = 0; i < n; i++)
		json_string(j, texts[i]);
	json_end(j);
}

static void json_platform(struct json *j, const struct platform_about *p)
{
	json_object(j);
	json_key(j, "name"), json_string(j, p->name);
	json_key(j, "summary"), json_string(j, p->summary);
	json_key(j, "source"), json_string(j, p->source);
	json_key(j, "schedules"), json_string(j, p->schedules);
	json_key(j, "policy"), json_string(j, p->policy);
	json_strings(j, "model", p->model, p->n_model);
	json_parameters(j, p);
	json_key(j, "reads"), json_array(j);
	for (uint32_t i = 0; i < p->n_reads; i++) {
		json_object(j);
		json_key(j, "section"), json_string(j, p->reads[i].section);
		json_key(j, "effect"), json_string(j, p->reads[i].effect);
		json_end(j);
	}
	json_end(j);
	json_strings(j, "refuses", p->refuses, p->n_refuses);
	json_key(j, "options"), json_array(j);
	for (uint32_t i = 0; i < p->n_options; i++) {
		json_object(j);
		json_key(j, "name"), json_string(j, p->options[i].name);
		json_key(j, "needs"), json_string(j, p->options[i].needs);
		json_end(j);
	}
	json_end(j);
	json_end(j);
}

static void print_json(const struct platform_about *all, size_t n)
{
	struct json j;

	json_to_file(&j, stdout, 0);
	json_object(&j);
	json_key(&j, "schema"), json_string(&j, "dagsim.platforms/1");
	json_key(&j, "version"), json_string(&j, DAGSIM_VERSION);
	json_key(&j, "platforms"), json_array(&j);
	for (size_t i = 0; i < n; i++)
		json_platform(&j, &all[i]);
	json_end(&j);
	json_end(&j);
	json_finish(&j);
}

/* --- all of it --- */

static void list(const struct platform_about *all, size_t n)
{
	int width = (int)strlen("platform");

	for (size_t i = 0; i < n; i++)
		width = widest(width, all[i].name);
	printf("%-*s  %-9s  %-16s  %s\n", width, "platform", "schedules",
	       "policy", "summary");
	for (size_t i = 0; i < n; i++)
		printf("%-*s  %-9s  %-16s  %s\n", width, all[i].name,
		       all[i].schedules, all[i].policy, all[i].summary);
}

/* The platforms asked for: one, or all. */
static bool gather(struct cli *cli, const char *only,
		   struct platform_about **all, size_t *n)
{
	struct arena *a = &cli->arena;
	const char *one[] = {only, NULL};
	const char *const *names = only ? one : launch_names(a);

	for (*n = 0; names[*n]; ++*n)
		continue;
	*all = ARENA_NEW(a, struct platform_about, *n);
	for (size_t i = 0; i < *n; i++)
		if (!platform_about(names[i], a, &(*all)[i], &cli->error))
			return false;
	return true;
}

static enum exit_code run_platforms(struct cli *cli)
{
	const struct platforms_args *args = cli->args;
	const char *only = args->describe;
	struct platform_about *all;
	size_t n;

	if (args->json && args->names) {
		error_set(&cli->error, NULL, 0, 0,
			  "--json and --names exclude each other; give one");
		return cli_fail(cli);
	}
	if (cli->operands.n && only) {
		error_set(&cli->error, NULL, 0, 0,
			  "both '%.64s' and --describe %.64s; give one",
			  cli->operands.items[0], only);
		return cli_fail(cli);
	}
	if (cli->operands.n)
		only = cli->operands.items[0];
	if (!gather(cli, only, &all, &n))
		return cli_fail(cli);
	assert(n > 0);
	if (args->json)
		print_json(all, n);
	else if (args->names)
		for (size_t i = 0; i < n; i++)
			puts(all[i].name);
	else if (only)
		describe(all, &cli->arena);
	else
		list(all, n);
	return EXIT_YES;
}

static const struct example examples[] = {
	{"dagsim platforms", "the list"},
	{"dagsim platforms yasmin",
	 "how it works, what it costs, which options act on it"},
	{"dagsim platforms ros2-ste --json", "the same for a program"},
	{NULL, NULL},
};
static const struct option_group groups[] = {{"Options", options, 0},
					     {NULL, NULL, 0}};

const struct command command_platforms = {
	.name = "platforms",
	.summary = "list the platforms, or describe one",
	.operands = "[PLATFORM]",
	.about = "Platforms are what runs a workload with --platform of "
		 "simulate and compare.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct platforms_args),
	.max_operands = 1,
	.run = run_platforms,
};

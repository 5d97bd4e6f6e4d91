/* compare_spec.c - platforms with settings of their own; see compare.h */
#include "cli/compare.h"

#include <assert.h>
#include <string.h>

/* What stands behind the name; what it leaves unsaid the command says. */
struct own {
	struct platform_args platform;
	struct opt_time tick;
	const char *policy, *kernel;
};

#define AT(field) offsetof(struct own, field)

static const struct option own_options[] = {
	{"policy", 0, OPT_TEXT, "POLICY", AT(policy), .help = "as of simulate"},
	{"kernel", 0, OPT_TEXT, "KERNEL", AT(kernel), .help = "as of simulate"},
	{"tick", 0, OPT_SPAN, "TIME", AT(tick), .help = "as of simulate"},
	{0},
};

static const struct option_group own_groups[] = {
	{"Platform", PLATFORM_DETAIL_OPTIONS, AT(platform)},
	{"Run", own_options, 0},
	{NULL, NULL, 0},
};

static bool is_setting(const char *text)
{
	size_t len = strcspn(text, "=,");

	for (const struct option_group *g = own_groups; g->title; g++)
		for (const struct option *o = g->options; o->name; o++)
			if (strlen(o->name) == len &&
			    !strncmp(o->name, text, len))
				return true;
	return false;
}

/* Settings as the words of a command line.  What follows a comma and is none
 * belongs to the value before it: of a policy or kernel with settings. */
static int split(char *text, struct arena *a, char **argv)
{
	int n = 0;
	char *from = text;

	for (char *at = text; at;) {
		char *comma = strchr(at, ',');

		at = comma ? comma + 1 : NULL;
		if (at && n + 1 < COMPARE_SETTINGS && !is_setting(at))
			continue;
		if (comma)
			*comma = '\0';
		argv[n++] = arena_printf(a, "--%s", from);
		from = at;
		if (n == COMPARE_SETTINGS)
			return at ? -1 : n;
	}
	return n;
}

static bool read_own(const char *settings, struct own *own, struct arena *a,
		     struct dag_error *e)
{
	char *argv[COMPARE_SETTINGS];
	struct operands rest;
	int n = settings ? split(arena_strdup(a, settings), a, argv) : 0;

	if (n < 0)
		return error_set(e, NULL, 0, 0, "more than %d settings",
				 COMPARE_SETTINGS);
	for (int i = 0; i < n; i++)
		if (!argv[i][2] || !strcmp(argv[i], "--help"))
			return error_set(e, NULL, 0, 0,
					 "'%s' is no setting; they are written "
					 "NAME:KEY=VALUE,...",
					 argv[i] + 2);
	return options_parse(own_groups, n, argv, own, &rest, a, e);
}

/* The command's where the platform's own do not say. */
static void inherit(struct platform_args *own, const struct platform_args *all)
{
	if (!own->map.given)
		own->map = all->map;
	if (!own->per.given)
		own->per = all->per;
	if (!own->admission.given)
		own->admission = all->admission;
	if (!own->successors.given)
		own->successors = all->successors;
	if (!own->queue.given)
		own->queue = all->queue;
	if (!own->margin.den)
		own->margin = all->margin;
	if (!own->take.given)
		own->take = all->take;
	own->reclaim |= all->reclaim;
}

/* Settings that do not act on their platform are mistakes; what the command
 * says for all need only act on one. */
static bool check_own(struct cli *cli, const struct workload *w,
		      const struct compare_spec *s,
		      const struct platform_args *all)
{
	const char *more[] = {s->own_tick ? "tick" : NULL, NULL};
	struct platform_args asked = s->own;

	if (!asked.map.given) /* so reservations there may be, but unasked */
		asked.map.index = all->map.index;
	return platform_check_options(cli, w, &asked, &s->platform, 1, more);
}

/* Of threads and of YASMIN alone. */
static void mask(struct compare_spec *s)
{
	const struct native *n = native_find(s->platform);

	if (n)
		s->args.map.index = MAP_PRESET;
	if (!n || !n->yasmin) {
		s->args.successors.index = 0;
		s->tick = 0;
	}
}

static bool read_spec(struct cli *cli, const struct compare_args *args,
		      const char *text, struct compare_spec *out)
{
	struct arena *a = &cli->arena;
	struct own *own = ARENA_NEW(a, struct own, 1);
	char *name = arena_strdup(a, text), *colon = strchr(name, ':');

	if (colon)
		*colon = '\0';
	if (!read_own(colon ? colon + 1 : NULL, own, a, &cli->error))
		return false;
	*out = (struct compare_spec){.text = text,
				     .platform = name,
				     .own = own->platform,
				     .args = own->platform,
				     .own_tick = own->tick.given,
				     .policy = own->policy,
				     .kernel = own->kernel};
	out->tick = own->tick.given ? own->tick.ns : args->tick.ns;
	inherit(&out->args, &args->platform);
	mask(out);
	return true;
}

void compare_blame(const char *platform, struct dag_error *e)
{
	char msg[sizeof(e->msg)];

	snprintf(msg, sizeof(msg), "platform %.64s: %.*s", platform,
		 (int)sizeof(msg) - 80, e->msg);
	memcpy(e->msg, msg, sizeof(msg));
}

/* An option that acts on none of the platforms is a mistake. */
static bool check_command(struct cli *cli, const struct workload *w,
			  const struct compare_args *args,
			  const struct compare_spec *specs, size_t n)
{
	const char **names = ARENA_NEW(&cli->arena, const char *, n);
	const char *more[3] = {NULL};
	struct platform_args asked = args->platform;
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		names[i] = specs[i].platform;
		if (specs[i].own.map.given && !args->platform.map.given)
			asked.map.index = specs[i].args.map.index;
	}
	asked.map.given = args->platform.map.given;
	if (args->late.given && args->late.index == LATE_DROP)
		more[k++] = "late";
	if (args->tick.given)
		more[k++] = "tick";
	return platform_check_options(cli, w, &asked, names, n, more);
}

/* A platform with settings is told with what is wrong with them. */
static bool blame(const struct compare_spec *s, struct dag_error *e)
{
	if (strchr(s->text, ':'))
		compare_blame(s->text, e);
	return false;
}

bool compare_read_specs(struct cli *cli, const struct compare_args *args,
			struct compare_spec *specs)
{
	const struct opt_list *p = &args->platforms;

	assert(p->n >= 2);
	for (size_t i = 0; i < p->n; i++) {
		specs[i].text = p->items[i];
		if (!read_spec(cli, args, p->items[i], &specs[i]))
			return blame(&specs[i], &cli->error);
	}
	return true;
}

bool compare_check_specs(struct cli *cli, const struct workload *w,
			 const struct compare_args *args,
			 const struct compare_spec *specs)
{
	size_t n = args->platforms.n;

	for (size_t i = 0; i < n; i++)
		if (!check_own(cli, w, &specs[i], &args->platform))
			return blame(&specs[i], &cli->error);
	return check_command(cli, w, args, specs, n);
}

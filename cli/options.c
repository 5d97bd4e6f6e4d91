/* options.c - see options.h */
#include "cli/options.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 128 };

/* One row with the place its value goes to. */
struct slot {
	const struct option *option;
	void *value;
	bool seen;
};

struct parser {
	struct slot slots[OPTIONS_MAX];
	size_t n_slots;
	int argc, next;
	char *const *argv;
	struct operands *out;
	struct arena *arena;
	struct dag_error *error;
};

static void collect_slots(struct parser *p, const struct option_group *groups,
			  void *args)
{
	for (; groups->title; groups++) {
		for (const struct option *o = groups->options; o->name; o++) {
			REQUIRE(p->n_slots < OPTIONS_MAX);
			p->slots[p->n_slots++] = (struct slot){
				.option = o,
				.value = args ? (char *)args + groups->base +
							 o->offset
					      : NULL,
			};
		}
	}
}

size_t option_argument(const struct option *o, char *buf, size_t cap)
{
	size_t len = 0;

	assert(cap > 0);
	buf[0] = '\0';
	if (o->arg)
		len = (size_t)snprintf(buf, cap, "%s", o->arg);
	else if (o->choices)
		for (size_t i = 0; o->choices[i] && len < cap; i++)
			len += (size_t)snprintf(buf + len, cap - len, "%s%s",
						i ? "|" : "", o->choices[i]);
	return len;
}

/* "option '--seed': 'x' is not ...", the shape of every complaint about a
 * value. */
static bool bad_value(struct parser *p, const struct option *o,
		      const char *text, const char *why)
{
	return error_set(p->error, NULL, 0, 0, "option '--%s': '%.200s' %s",
			 o->name, text, why);
}

static bool store_time(struct parser *p, const struct slot *s, const char *text)
{
	struct opt_time *v = s->value;
	enum time_status st =
		time_parse(text, strlen(text), NS_PER_S, true, &v->ns);

	if (st != TIME_OK)
		return bad_value(p, s->option, text, time_status_text(st));
	if (v->ns < 0)
		return bad_value(p, s->option, text, "is negative");
	if (v->ns == 0 && s->option->type == OPT_SPAN)
		return bad_value(p, s->option, text,
				 "is not longer than 0; e.g. 30, 1.5s, 20ms");
	v->given = true;
	return true;
}

static bool store_ratio(struct parser *p, const struct slot *s,
			const char *text)
{
	struct ratio *v = s->value;
	enum time_status st;

	if (text[0] == '-')
		return bad_value(p, s->option, text,
				 "is negative or not a number; give a number "
				 "above 0");
	st = ratio_parse(text, strlen(text), v);
	if (st != TIME_OK)
		return bad_value(p, s->option, text, time_status_text(st));
	if (v->num == 0)
		return bad_value(p, s->option, text,
				 "is not above 0 (or rounds to 0)");
	return true;
}

static bool all_digits(const char *s)
{
	return *s && strspn(s, "0123456789") == strlen(s);
}

static bool store_count(struct parser *p, const struct slot *s,
			const char *text)
{
	struct opt_count *v = s->value;
	const struct option *o = s->option;
	char why[96];

	errno = 0;
	v->n = all_digits(text + (*text == '-')) ? strtoll(text, NULL, 10) : 0;
	v->given = true;
	if (all_digits(text + (*text == '-')) && !errno && v->n >= o->min &&
	    v->n <= o->max)
		return true;
	snprintf(why, sizeof(why), "is not a whole number from %lld to %lld",
		 (long long)o->min, (long long)o->max);
	return bad_value(p, o, text, why);
}

static bool store_seed(struct parser *p, const struct slot *s, const char *text)
{
	struct opt_seed *v = s->value;

	errno = 0;
	v->value = all_digits(text) ? strtoull(text, NULL, 10) : 0;
	v->given = true;
	if (all_digits(text) && !errno)
		return true;
	return bad_value(p, s->option, text,
			 "is not a whole number from 0 to 2^64 - 1");
}

static bool store_choice(struct parser *p, const struct slot *s,
			 const char *text)
{
	struct opt_choice *v = s->value;
	const char *const *c = s->option->choices;
	char why[512] = "is not one of its values";
	size_t n;

	for (n = 0; c[n]; n++) {
		if (!strcmp(c[n], text)) {
			*v = (struct opt_choice){true, (int)n};
			return true;
		}
	}
	suggest(why, sizeof(why), text, c, n);
	return bad_value(p, s->option, text, why);
}

static void store_item(struct parser *p, const struct slot *s, const char *text)
{
	struct opt_list *v = s->value;
	const char **items = ARENA_NEW(p->arena, const char *, v->n + 1);

	if (v->n)
		memcpy(items, v->items, v->n * sizeof(*items));
	items[v->n++] = text;
	v->items = items;
}

static bool store(struct parser *p, const struct slot *s, const char *text)
{
	const struct option *o = s->option;

	if (o->type != OPT_FLAG && o->type != OPT_MAYBE && !*text)
		return bad_value(p, o, text, "is empty");
	switch (o->type) {
	case OPT_FLAG:
		*(bool *)s->value = true;
		return true;
	case OPT_TEXT:
	case OPT_MAYBE:
		*(const char **)s->value = text;
		return true;
	case OPT_LIST:
		store_item(p, s, text);
		return true;
	case OPT_TIME:
	case OPT_SPAN:
		return store_time(p, s, text);
	case OPT_RATIO:
		return store_ratio(p, s, text);
	case OPT_COUNT:
		return store_count(p, s, text);
	case OPT_SEED:
		return store_seed(p, s, text);
	case OPT_CHOICE:
		return store_choice(p, s, text);
	}
	REQUIRE(false && "an option type is missing here");
	return false;
}

/* A default is stored like a typed value, then marked as not given. */
static bool store_default(struct parser *p, const struct slot *s)
{
	const struct option *o = s->option;

	if (o->type == OPT_CHOICE)
		((struct opt_choice *)s->value)->index = -1;
	if (!o->def)
		return true;
	if (!store(p, s, o->def))
		return false;
	switch (o->type) {
	case OPT_TIME:
	case OPT_SPAN:
		((struct opt_time *)s->value)->given = false;
		break;
	case OPT_COUNT:
		((struct opt_count *)s->value)->given = false;
		break;
	case OPT_SEED:
		((struct opt_seed *)s->value)->given = false;
		break;
	case OPT_CHOICE:
		((struct opt_choice *)s->value)->given = false;
		break;
	default:
		break;
	}
	return true;
}

static struct slot *find_long(struct parser *p, const char *name, size_t len)
{
	for (size_t i = 0; i < p->n_slots; i++) {
		const char *have = p->slots[i].option->name;

		if (strlen(have) == len && !strncmp(have, name, len))
			return &p->slots[i];
	}
	return NULL;
}

static struct slot *find_letter(struct parser *p, char letter)
{
	for (size_t i = 0; i < p->n_slots; i++)
		if (p->slots[i].option->letter == letter)
			return &p->slots[i];
	return NULL;
}

static bool unknown_long(struct parser *p, const char *name, size_t len)
{
	const char *names[OPTIONS_MAX + 1];
	char text[64], hint[128] = "";
	const char *near;

	snprintf(text, sizeof(text), "%.*s", (int)(len < 63 ? len : 63), name);
	for (size_t i = 0; i < p->n_slots; i++)
		names[i] = p->slots[i].option->name;
	names[p->n_slots] = "help";
	near = nearest_name(text, names, p->n_slots + 1);
	if (near)
		snprintf(hint, sizeof(hint), "; did you mean '--%s'?", near);
	return error_set(p->error, NULL, 0, 0, "unknown option '--%.*s'%s",
			 (int)(len < 200 ? len : 200), name,
			 near ? hint : "; see --help");
}

static bool mark_seen(struct parser *p, struct slot *s)
{
	if (s->seen && s->option->type != OPT_LIST)
		return error_set(p->error, NULL, 0, 0,
				 "option '--%s' is given twice",
				 s->option->name);
	s->seen = true;
	return true;
}

/* The value that follows as the next argument. */
static bool store_next(struct parser *p, const struct slot *s)
{
	if (p->next >= p->argc) {
		char arg[128];

		option_argument(s->option, arg, sizeof(arg));
		return error_set(p->error, NULL, 0, 0,
				 "option '--%s' needs a value: --%s %s",
				 s->option->name, s->option->name, arg);
	}
	return store(p, s, p->argv[p->next++]);
}

static bool take_long(struct parser *p, const char *arg)
{
	size_t len = strcspn(arg, "=");
	const char *value = arg[len] ? arg + len + 1 : NULL;
	struct slot *s = find_long(p, arg, len);

	if (!s && len == 4 && !strncmp(arg, "help", 4)) {
		p->out->help = true;
		return true;
	}
	if (!s)
		return unknown_long(p, arg, len);
	if (!mark_seen(p, s))
		return false;
	if (s->option->type == OPT_FLAG && value)
		return error_set(p->error, NULL, 0, 0,
				 "option '--%s' takes no value ('%.200s')",
				 s->option->name, value);
	if (value)
		return store(p, s, value);
	if (s->option->type == OPT_FLAG || s->option->type == OPT_MAYBE)
		return store(p, s, "");
	return store_next(p, s);
}

static bool take_letters(struct parser *p, const char *arg)
{
	for (; *arg; arg++) {
		struct slot *s = find_letter(p, *arg);

		if (!s && *arg == 'h') {
			p->out->help = true;
			return true;
		}
		if (!s)
			return error_set(p->error, NULL, 0, 0,
					 "unknown option '-%c'; see --help",
					 *arg);
		if (!mark_seen(p, s))
			return false;
		if (s->option->type == OPT_FLAG) {
			*(bool *)s->value = true;
			continue;
		}
		if (s->option->type == OPT_MAYBE)
			return store(p, s, arg + 1 + (arg[1] == '='));
		return arg[1] ? store(p, s, arg + 1) : store_next(p, s);
	}
	return true;
}

bool options_parse(const struct option_group *groups, int argc,
		   char *const *argv, void *args, struct operands *out,
		   struct arena *a, struct dag_error *e)
{
	struct parser p = {
		.argc = argc, .argv = argv, .out = out, .arena = a, .error = e};
	bool only_operands = false;

	collect_slots(&p, groups, args);
	*out = (struct operands){
		.items = ARENA_NEW(a, const char *, (size_t)argc + 1)};
	for (size_t i = 0; i < p.n_slots; i++)
		if (!store_default(&p, &p.slots[i]))
			return false;
	while (p.next < argc && !out->help) {
		const char *arg = argv[p.next++];
		bool ok = true;

		if (only_operands || arg[0] != '-' || !arg[1])
			out->items[out->n++] = arg;
		else if (!strcmp(arg, "--"))
			only_operands = true;
		else if (arg[1] == '-')
			ok = take_long(&p, arg + 2);
		else
			ok = take_letters(&p, arg + 1);
		if (!ok)
			return false;
	}
	return true;
}

static bool check_row(const struct parser *p, size_t i, struct dag_error *e)
{
	const struct option *o = p->slots[i].option;

	if (!o->help || (o->type == OPT_CHOICE) != (o->choices != NULL))
		return error_set(e, NULL, 0, 0, "option '--%s': incomplete row",
				 o->name);
	for (size_t k = 0; k < i; k++) {
		const struct option *other = p->slots[k].option;

		if (!strcmp(o->name, other->name) ||
		    (o->letter && o->letter == other->letter))
			return error_set(e, NULL, 0, 0,
					 "option '--%s' clashes with '--%s'",
					 o->name, other->name);
	}
	return true;
}

bool options_check(const struct option_group *groups, struct dag_error *e)
{
	struct parser p = {.error = e};

	collect_slots(&p, groups, NULL);
	for (size_t i = 0; i < p.n_slots; i++)
		if (!check_row(&p, i, e))
			return false;
	return true;
}

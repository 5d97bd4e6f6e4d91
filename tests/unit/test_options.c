/* test_options.c - the parser of the command line on a table of its own */
#include "cli/command.h"

#include <check.h>
#include <string.h>

struct args {
	bool json;
	const char *trace, *gantt;
	struct opt_list policies;
	struct opt_time warmup, duration;
	struct ratio scale;
	struct opt_count jobs;
	struct opt_seed seed;
	struct opt_choice late;
};

static const char *const late_names[] = {"drop", "run", NULL};

#define AT(field) offsetof(struct args, field)
static const struct option rows[] = {
	{"json", 'j', OPT_FLAG, NULL, AT(json), .help = "h"},
	{"trace", 't', OPT_TEXT, "FILE", AT(trace), .help = "h"},
	{"gantt", 0, OPT_MAYBE, "WINDOW", AT(gantt), .help = "h"},
	{"policy", 'p', OPT_LIST, "POLICY", AT(policies), .help = "h"},
	{"warmup", 0, OPT_TIME, "T", AT(warmup), .def = "0", .help = "h"},
	{"duration", 'd', OPT_SPAN, "T", AT(duration), .help = "h"},
	{"scale", 0, OPT_RATIO, "F", AT(scale), .help = "h"},
	{"jobs", 0, OPT_COUNT, "N", AT(jobs), .def = "2", .min = 1, .max = 64,
	 .help = "h"},
	{"seed", 0, OPT_SEED, "N", AT(seed), .help = "h"},
	{"late", 0, OPT_CHOICE, NULL, AT(late), .choices = late_names,
	 .help = "h"},
	{0},
};
static const struct option_group groups[] = {{"Options", rows, 0},
					     {NULL, NULL, 0}};

static struct arena arena;
static struct args args;
static struct operands operands;
static struct dag_error error;

/* Parses the words of `line`, which stays valid until the next call. */
static bool parse(const char *line)
{
	static char text[512];
	char *argv[32];
	int argc = 0;

	snprintf(text, sizeof(text), "%s", line);
	for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
		argv[argc++] = w;
	memset(&args, 0, sizeof(args));
	memset(&error, 0, sizeof(error));
	return options_parse(groups, argc, argv, &args, &operands, &arena,
			     &error);
}

#define ASSERT_REFUSED(line, part)                                             \
	do {                                                                   \
		ck_assert_msg(!parse(line), "accepted: %s", line);             \
		ck_assert_int_eq(error.code, EXIT_USAGE);                      \
		ck_assert_msg(strstr(error.msg, part), "'%s' lacks '%s'",      \
			      error.msg, part);                                \
	} while (0)

START_TEST(table_is_consistent)
{
	ck_assert(options_check(groups, &error));
}
END_TEST

START_TEST(tables_of_all_commands_are_consistent)
{
	for (size_t i = 0; command_table[i]; i++) {
		const struct command *c = command_table[i];

		ck_assert_msg(options_check(c->groups, &error), "%s: %s",
			      c->name, error.msg);
		ck_assert(c->run && c->summary && c->operands);
		ck_assert(c->examples && c->examples->command);
		ck_assert(c->min_operands <= c->max_operands);
		ck_assert(command_find(c->name, &error) == c);
	}
}
END_TEST

START_TEST(clashing_rows_are_found)
{
	static const struct option twice[] = {
		{"json", 'j', OPT_FLAG, NULL, 0, .help = "h"},
		{"jobs", 'j', OPT_FLAG, NULL, 0, .help = "h"},
		{0},
	};
	static const struct option_group bad[] = {{"O", twice, 0},
						  {NULL, NULL, 0}};

	ck_assert(!options_check(bad, &error));
}
END_TEST

START_TEST(defaults_are_set_but_not_given)
{
	ck_assert(parse(""));
	ck_assert_int_eq(args.jobs.n, 2);
	ck_assert(!args.jobs.given && !args.warmup.given);
	ck_assert(!args.duration.given && !args.seed.given);
	ck_assert_int_eq(args.late.index, -1);
	ck_assert_int_eq(args.scale.den, 0);
	ck_assert_ptr_null(args.gantt);
}
END_TEST

START_TEST(both_spellings_of_a_value)
{
	ck_assert(parse("--duration 30 --seed=18446744073709551615"));
	ck_assert_int_eq(args.duration.ns, 30 * NS_PER_S);
	ck_assert(args.seed.value == UINT64_MAX && args.seed.given);
	ck_assert(parse("-d1.5s -pedf -p fifo"));
	ck_assert_int_eq(args.duration.ns, 1500 * NS_PER_MS);
	ck_assert_uint_eq(args.policies.n, 2);
	ck_assert_str_eq(args.policies.items[0], "edf");
	ck_assert_str_eq(args.policies.items[1], "fifo");
}
END_TEST

START_TEST(operands_may_stand_anywhere)
{
	ck_assert(parse("a.yaml --json b.yaml -- --late -"));
	ck_assert(args.json);
	ck_assert_uint_eq(operands.n, 4);
	ck_assert_str_eq(operands.items[2], "--late");
	ck_assert_str_eq(operands.items[3], "-");
}
END_TEST

START_TEST(letters_run_together)
{
	ck_assert(parse("-jpedf x"));
	ck_assert(args.json);
	ck_assert_str_eq(args.policies.items[0], "edf");
	ck_assert_uint_eq(operands.n, 1);
}
END_TEST

START_TEST(optional_value_needs_the_sign)
{
	ck_assert(parse("--gantt w.yaml"));
	ck_assert_str_eq(args.gantt, "");
	ck_assert_uint_eq(operands.n, 1);
	ck_assert(parse("--gantt=1s..2s"));
	ck_assert_str_eq(args.gantt, "1s..2s");
}
END_TEST

START_TEST(help_wins_over_what_follows)
{
	ck_assert(parse("--json --help --nonsense"));
	ck_assert(operands.help);
	ck_assert(parse("-h"));
	ck_assert(operands.help);
}
END_TEST

START_TEST(names_are_not_abbreviated)
{
	ASSERT_REFUSED("--dur 3", "unknown option '--dur'");
	ASSERT_REFUSED("--polcy edf", "did you mean '--policy'?");
	ASSERT_REFUSED("-z", "unknown option '-z'");
}
END_TEST

START_TEST(values_are_checked)
{
	ASSERT_REFUSED("--duration 12abc", "'12abc'");
	ASSERT_REFUSED("--duration 0", "not longer than 0");
	ASSERT_REFUSED("--duration -1", "negative");
	ASSERT_REFUSED("--duration nan", "'nan'");
	ASSERT_REFUSED("--duration 1e30", "'1e30'");
	ASSERT_REFUSED("--warmup -1ms", "negative");
	ASSERT_REFUSED("--scale 0", "not above 0");
	ASSERT_REFUSED("--scale -1", "above 0");
	ASSERT_REFUSED("--scale nan", "'nan'");
	ASSERT_REFUSED("--scale inf", "'inf'");
	ASSERT_REFUSED("--scale 1e-99", "above 0");
	ASSERT_REFUSED("--jobs 0", "from 1 to 64");
	ASSERT_REFUSED("--jobs 65", "from 1 to 64");
	ASSERT_REFUSED("--jobs 2x", "from 1 to 64");
	ASSERT_REFUSED("--jobs 99999999999999999999", "from 1 to 64");
	ASSERT_REFUSED("--seed -1", "whole number");
	ASSERT_REFUSED("--seed 18446744073709551616", "whole number");
	ASSERT_REFUSED("--late rum", "did you mean 'run'?");
	ASSERT_REFUSED("--late maybe", "valid: drop, run");
	ASSERT_REFUSED("--trace=", "is empty");
	ASSERT_REFUSED("--json=yes", "takes no value");
	ASSERT_REFUSED("--seed", "needs a value");
	ASSERT_REFUSED("--seed 1 --seed 2", "given twice");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("options");
	TCase *c = tcase_create("options");
	SRunner *r = srunner_create(s);
	int failed;

	suite_add_tcase(s, c);
	tcase_add_test(c, table_is_consistent);
	tcase_add_test(c, tables_of_all_commands_are_consistent);
	tcase_add_test(c, clashing_rows_are_found);
	tcase_add_test(c, defaults_are_set_but_not_given);
	tcase_add_test(c, both_spellings_of_a_value);
	tcase_add_test(c, operands_may_stand_anywhere);
	tcase_add_test(c, letters_run_together);
	tcase_add_test(c, optional_value_needs_the_sign);
	tcase_add_test(c, help_wins_over_what_follows);
	tcase_add_test(c, names_are_not_abbreviated);
	tcase_add_test(c, values_are_checked);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	arena_free(&arena);
	return failed != 0;
}

/* generate.c - `dagsim generate`: synthetic workloads, reproducible by number
 *
 * The keys of a spec (model/generate_keys.h) are the options.
 */
#include "cli/command.h"
#include "cli/output.h"

#include "base/decimal.h"
#include "model/generate.h"
#include "model/save.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

struct generate_args {
	const char *value[GENERATE_N_KEYS]; /* NULL: not given            */
	const char *spec, *preset, *output;
	struct opt_count count, only;
	bool print_spec, quiet;
};

#define AT(field) offsetof(struct generate_args, field)
#define X(key, option, argument, type, kinds, graphs, standard, text)          \
	{option,                                                               \
	 0,                                                                    \
	 OPT_TEXT,                                                             \
	 argument,                                                             \
	 AT(value[KEY_##key]),                                                 \
	 .help = text "; default: " standard},
static const struct option load_options[] = {
	GENERATE_LOAD_KEYS(X){.name = NULL}};
static const struct option time_options[] = {
	GENERATE_TIME_KEYS(X){.name = NULL}};
static const struct option stream_options[] = {
	GENERATE_STREAM_KEYS(X){.name = NULL}};
static const struct option core_options[] = {
	GENERATE_CORE_KEYS(X){.name = NULL}};
static const struct option dag_options[] = {GENERATE_DAG_KEYS(X){.name = NULL}};
static const struct option graph_options[] = {
	GENERATE_GRAPH_KEYS(X){.name = NULL}};
#undef X

static const struct option set_options[] = {
	{"spec", 0, OPT_TEXT, "FILE", AT(spec),
	 .help = "read the keys from a YAML file; options go before it"},
	{"preset", 0, OPT_TEXT, "NAME", AT(preset),
	 .help = "set the keys of a known family: awkernel-table5"},
	{"count", 'n', OPT_COUNT, "N", AT(count), .def = "1", .min = 1,
	 .max = 1000000, .help = "make the sets 1 to N"},
	{"only", 0, OPT_COUNT, "I", AT(only), .min = 0, .max = INT64_MAX,
	 .help = "make set I alone: the same as among many"},
	{"output", 'o', OPT_TEXT, "DIR", AT(output),
	 .help = "write DIR/set_0001.yaml and so on; a name that ends in "
		 ".yaml is the file of a single set, - the standard output"},
	{"print-spec", 0, OPT_FLAG, NULL, AT(print_spec),
	 .help = "print the spec with every key, and make no set"},
	{"quiet", 'q', OPT_FLAG, NULL, AT(quiet),
	 .help = "do not say what was written"},
	{.name = NULL},
};

static const struct option_group groups[] = {
	{"Sets", set_options, 0},     {"Load", load_options, 0},
	{"Times", time_options, 0},   {"Streams", stream_options, 0},
	{"Cores", core_options, 0},   {"DAGs", dag_options, 0},
	{"Graphs", graph_options, 0}, {NULL, NULL, 0},
};

static const struct example examples[] = {
	{"dagsim generate streams --utilization 0.9 --seed 7 > s.yaml",
	 "ten streams on one accelerator"},
	{"dagsim generate tasks --tasks 20 --cores 4 --utilization 3 -n 100 "
	 "-o sets",
	 "a hundred task sets for four cores: sets/set_0001.yaml, ..."},
	{"dagsim generate dag --graph gnp --nodes 10..20 --only 17",
	 "three DAGs, set 17"},
	{"dagsim generate --preset awkernel-table5 --utilization 1.5",
	 "DAGs of the family that Awkernel was evaluated with"},
	{NULL, NULL},
};

/* What a run needs besides the arguments. */
struct session {
	struct cli *cli;
	const struct generate_args *args;
	struct generate_spec spec;
	uint64_t first, n;
	uint64_t vectors, graphs, raised, misfits; /* of all sets */
};

/* --- The spec --- */

static bool check_kind(struct cli *cli, const struct generate_spec *s,
		       const char *kind)
{
	if (!strcmp(kind, generate_kind_names[s->kind]))
		return true;
	return error_set(&cli->error, NULL, 0, 0,
			 "'%s' was asked for, but the spec or preset is about "
			 "'%s'",
			 kind, generate_kind_names[s->kind]);
}

static bool set_options_of(struct cli *cli, const struct generate_args *args,
			   struct generate_spec *s)
{
	static const char *const keys[] = {
#define X(key, option, argument, type, kinds, graphs, standard, text) #key,
		GENERATE_KEYS(X)
#undef X
	};

	for (int i = 0; i < GENERATE_N_KEYS; i++)
		if (args->value[i] &&
		    !generate_spec_set(s, &cli->arena, keys[i], args->value[i],
				       &cli->error))
			return false;
	return true;
}

/* Defaults, file, preset, options: the later wins. */
static bool make_spec(struct session *s)
{
	struct cli *cli = s->cli;
	const struct generate_args *args = s->args;
	const char *kind = cli->operands.n ? cli->operands.items[0] : NULL;

	if (!kind && !args->spec && !args->preset)
		return error_set(&cli->error, NULL, 0, 0,
				 "what kind of workload? streams, tasks or "
				 "dag; or give --spec or --preset");
	generate_spec_init(&s->spec, GENERATE_STREAMS);
	if (args->spec &&
	    !generate_spec_load(args->spec, &cli->arena, &s->spec, &cli->error))
		return false;
	if (kind && !args->spec && !args->preset &&
	    !generate_spec_set(&s->spec, &cli->arena, "kind", kind,
			       &cli->error))
		return false;
	if (args->preset && !generate_spec_preset(&s->spec, &cli->arena,
						  args->preset, &cli->error))
		return false;
	if (kind && !check_kind(cli, &s->spec, kind))
		return false;
	return set_options_of(cli, args, &s->spec);
}

/* --- The header --- */

/* The command that makes this one set. */
static const char *again(const struct session *s, uint64_t number)
{
	static const char *const names[] = {
#define X(key, option, argument, type, kinds, graphs, standard, text)          \
	"--" option,
		GENERATE_KEYS(X)
#undef X
	};
	struct arena *a = &s->cli->arena;
	const struct generate_args *args = s->args;
	char *argv[2 * GENERATE_N_KEYS + 16];
	int argc = 0;

	argv[argc++] = "dagsim";
	argv[argc++] = "generate";
	argv[argc++] = arena_strdup(a, generate_kind_names[s->spec.kind]);
	if (args->spec) {
		argv[argc++] = "--spec";
		argv[argc++] = arena_strdup(a, args->spec);
	}
	if (args->preset) {
		argv[argc++] = "--preset";
		argv[argc++] = arena_strdup(a, args->preset);
	}
	for (int i = 0; i < GENERATE_N_KEYS; i++)
		if (args->value[i]) {
			argv[argc++] = arena_strdup(a, names[i]);
			argv[argc++] = arena_strdup(a, args->value[i]);
		}
	argv[argc++] = "--only";
	argv[argc++] = arena_printf(a, "%" PRIu64, number);
	assert((size_t)argc <= sizeof(argv) / sizeof(*argv));
	return cli_quote(a, argc, argv);
}

/* A line break in a quoted argument must not end the comment. */
static void put_comment(FILE *out, const char *text)
{
	fputs("# ", out);
	for (; *text; text++)
		fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
	fputc('\n', out);
}

static void put_header(const struct session *s, FILE *out, uint64_t number,
		       const struct workload *w, struct generate_effort effort)
{
	struct ratio u = workload_utilization(w);
	char made[DECIMAL_SIZE];

	decimal_format_ratio(made, u.num, u.den, 6);
	fprintf(out, "# Set %" PRIu64 ", by dagsim %s; the same again:\n",
		number, DAGSIM_VERSION);
	put_comment(out, again(s, number));
	fprintf(out,
		"# utilization of the rounded times: %s; vectors of "
		"utilizations drawn: %" PRIu64 "\n",
		made, effort.vectors);
	if (effort.graphs)
		fprintf(out, "# graphs drawn: %" PRIu64 "\n", effort.graphs);
	if (effort.misfits)
		fprintf(out,
			"# sets with too long a path thrown away: %" PRIu64
			"\n",
			effort.misfits);
	if (effort.raised)
		fprintf(out, "# times raised to one unit: %" PRIu64 "\n",
			effort.raised);
	fputs("# spec:\n", out);
	generate_spec_print(out, &s->spec, "#   ");
}

/* --- Sets --- */

static bool ends_in_yaml(const char *path)
{
	size_t len = strlen(path);

	return len > 5 && !strcmp(path + len - 5, ".yaml");
}

static bool write_set(struct session *s, struct generator *g, uint64_t number,
		      const char *path)
{
	struct cli *cli = s->cli;
	const struct workload *w = generator_make(g, number, &cli->error);
	struct output out;

	if (!w || !output_open(&out, path, &cli->arena, &cli->error))
		return false;
	put_header(s, out.file, number, w, generator_effort(g));
	if (workload_save(out.file, w, &cli->error))
		return output_commit(&out, &cli->error);
	output_abort(&out);
	return false;
}

/* Every set is made once before the first is written, so that one that
 * cannot be made leaves nothing behind. */
static bool try_all(struct session *s, struct generator *g)
{
	for (uint64_t i = 0; i < s->n; i++) {
		struct generate_effort effort;

		if (!generator_make(g, s->first + i, &s->cli->error)) {
			const struct dag_error why = s->cli->error;

			return error_set(
				&s->cli->error, why.file[0] ? why.file : NULL,
				why.line, why.col, "set %" PRIu64 ": %.700s",
				s->first + i, why.msg);
		}
		effort = generator_effort(g);
		s->vectors += effort.vectors;
		s->graphs += effort.graphs;
		s->raised += effort.raised;
		s->misfits += effort.misfits;
	}
	return true;
}

static void tell(const struct session *s)
{
	char rate[DECIMAL_SIZE];
	uint64_t thrown = s->vectors - s->n;

	decimal_format_ratio(rate, (int128)thrown * 100, (int128)s->vectors, 1);
	printf("%s: %" PRIu64 " sets, seed %" PRId64
	       "; vectors of utilizations drawn: %" PRIu64
	       ", thrown away: %" PRIu64 " (%s %%)",
	       s->args->output, s->n, s->spec.seed, s->vectors, thrown, rate);
	if (s->graphs)
		printf("; graphs drawn: %" PRIu64, s->graphs);
	if (s->misfits)
		printf("; sets with too long a path thrown away: %" PRIu64,
		       s->misfits);
	if (s->raised)
		printf("; times raised to one unit: %" PRIu64, s->raised);
	putchar('\n');
}

static bool write_folder(struct session *s, struct generator *g,
			 const char *dir)
{
	struct cli *cli = s->cli;

	if (mkdir(dir, 0777) != 0 && errno != EEXIST)
		return error_system(&cli->error, dir,
				    "cannot make this folder");
	for (uint64_t i = 0; i < s->n; i++) {
		uint64_t number = s->first + i;
		struct arena scratch = cli->arena;
		bool ok;

		/* What a file needs goes with it. */
		cli->arena = (struct arena){0};
		ok = write_set(s, g, number,
			       arena_printf(&cli->arena,
					    "%s/set_%04" PRIu64 ".yaml", dir,
					    number));
		arena_free(&cli->arena);
		cli->arena = scratch;
		if (!ok)
			return false;
	}
	if (!s->args->quiet)
		tell(s);
	return true;
}

static bool write_all(struct session *s, struct generator *g)
{
	const char *path = s->args->output ? s->args->output : "-";

	if (!strcmp(path, "-") || ends_in_yaml(path)) {
		if (s->n > 1)
			return error_set(&s->cli->error, NULL, 0, 0,
					 "%" PRIu64 " sets need a folder: give "
					 "-o DIR",
					 s->n);
		return try_all(s, g) && write_set(s, g, s->first, path);
	}
	return try_all(s, g) && write_folder(s, g, path);
}

static enum exit_code run_generate(struct cli *cli)
{
	const struct generate_args *args = cli->args;
	struct session s = {.cli = cli, .args = args, .first = 1};
	struct generator *g;
	bool ok;

	s.n = (uint64_t)args->count.n;
	if (args->only.given) {
		s.first = (uint64_t)args->only.n;
		s.n = 1;
		if (args->count.given) {
			error_set(&cli->error, NULL, 0, 0,
				  "--count and --only exclude each other");
			return cli_fail(cli);
		}
	}
	if (!make_spec(&s))
		return cli_fail(cli);
	g = generator_new(&s.spec, &cli->error);
	if (!g)
		return cli_fail(cli);
	ok = true;
	if (args->print_spec)
		generate_spec_print(stdout, &s.spec, "");
	else
		ok = write_all(&s, g);
	generator_free(g);
	return ok ? EXIT_YES : cli_fail(cli);
}

static const char *kind_name(size_t i)
{
	return generate_kind_names[i];
}

const struct command command_generate = {
	.name = "generate",
	.summary = "make synthetic workloads: streams, tasks, DAGs",
	.operands = "[streams|tasks|dag]",
	.about = "A set is a function of the spec, the seed and its number, on "
		 "every machine. TIMES, COUNTS and NUMBERS are a value, a "
		 "range as 10ms..1s, with 'log' and 'step 5ms' behind it, or a "
		 "list as 5ms,10ms*3 with weights.",
	.examples = examples,
	.groups = groups,
	.args_size = sizeof(struct generate_args),
	.min_operands = 0,
	.max_operands = 1,
	.acts = kind_name,
	.run = run_generate,
};

/* test_load_rdgen.c - DAGs as RD-Gen and networkx write them
 *
 * Every format of one DAG is one task; folders are task sets; and of each bad
 * file the line and column that must be blamed, and a part of the message.
 */
#include "base/file.h"
#include "model/load.h"
#include "tests/support/scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MS(x) ((dag_time)(x)*NS_PER_MS)

static struct load_options options;
static struct workload *w;

static void setup(void)
{
	options = (struct load_options){.n_cores = 2};
	w = NULL;
}

static void teardown(void)
{
	workload_free(w);
}

static void load(const char *name, const char *text)
{
	struct dag_error e = {0};

	workload_free(w);
	w = workload_load_memory(name, text, strlen(text), &options, &e);
	ck_assert_msg(w != NULL, "%s:%u:%u: %s", e.file, e.line, e.col, e.msg);
}

static void load_path(const char *path)
{
	struct dag_error e = {0};

	workload_free(w);
	w = workload_load(path, &options, &e);
	ck_assert_msg(w != NULL, "%s:%u:%u: %s", e.file, e.line, e.col, e.msg);
}

/* --- one DAG in every form --- */

/* a (3 ms, period 40, offset 2) -> b (2.5) -> c (1, deadline 30), a -> c */
#define NODE_LINK(links)                                                       \
	"{\"directed\": true, \"multigraph\": false, \"graph\": {}, "          \
	"\"nodes\": [{\"execution_time\": 3, \"period\": 40, \"offset\": 2, "  \
	"\"id\": \"a\"}, {\"execution_time\": 2.5, \"id\": \"b\"}, "           \
	"{\"execution_time\": 1, \"end_to_end_deadline\": 30, \"id\": "        \
	"\"c\"}], \"" links "\": [{\"source\": \"a\", \"target\": \"b\", "     \
	"\"communication_time\": 4}, {\"source\": \"b\", \"target\": \"c\"}, " \
	"{\"source\": \"a\", \"target\": \"c\"}]}"
#define XML_DATA(k, v) "<data key=\"" k "\">" v "</data>"
#define XML_KEYS                                                               \
	"<?xml version='1.0' encoding='utf-8'?>\n"                             \
	"<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"          \
	"  <key id=\"d4\" for=\"edge\" attr.name=\"communication_time\" "      \
	"attr.type=\"long\" />\n"                                              \
	"  <key id=\"d3\" for=\"node\" attr.name=\"end_to_end_deadline\" "     \
	"attr.type=\"long\" />\n"                                              \
	"  <key id=\"d2\" for=\"node\" attr.name=\"offset\"/>\n"               \
	"  <key id=\"d1\" for=\"node\" attr.name=\"period\"/>\n"               \
	"  <key id=\"d0\" for=\"node\" attr.name=\"execution_time\"/>\n"

static const struct {
	const char *name, *text;
} forms[] = {
	{"g.yaml", "directed: true\ngraph: {}\nlinks:\n"
		   "- communication_time: 4\n  source: a\n  target: b\n"
		   "- source: b\n  target: c\n- source: a\n  target: c\n"
		   "multigraph: false\nnodes:\n"
		   "- execution_time: 3\n  id: a\n  offset: 2\n  period: 40\n"
		   "- execution_time: 2.5\n  id: b\n"
		   "- end_to_end_deadline: 30\n  execution_time: 1\n  id: c\n"},
	{"g.yml", NODE_LINK("edges")},
	{"g.json", NODE_LINK("links")},
	{"g", NODE_LINK("links")},
	{"g.JSON", " \n" NODE_LINK("edges") "\n"},
	{"g.xml", XML_KEYS
	 "  <graph edgedefault=\"directed\">\n"
	 "    <node id=\"a\">\n      <data key=\"d0\">3</data>\n"
	 "      <data key=\"d1\"> 40 </data><data key='d2'>2</data></node>\n"
	 "    <node id=\"b\"><data key=\"d0\">2.5</data></node>\n"
	 "    <!-- a comment -->\n"
	 "    <edge source=\"a\" target=\"b\"><data key=\"d4\">4</data>"
	 "</edge>\n"
	 "    <edge source=\"b\" target=\"c\" />\n"
	 "    <edge source=\"a\" target=\"c\" id=\"7\" />\n"
	 "    <node id=\"c\"><data key=\"d0\">1</data>"
	 "<data key=\"d3\">30</data></node>\n"
	 "  </graph>\n</graphml>\n"},
	{"g.dot", "strict digraph  {\n"
		  "a [execution_time=3, offset=2, period=40];\n"
		  "b [execution_time=2.5];\n"
		  "c [end_to_end_deadline=30, execution_time=1];\n"
		  "a -> b  [communication_time=4];\nb -> c;\na -> c;\n}\n"},
	{"g", "// a comment\n/* and one */ digraph \"a graph\" {\n"
	      "graph [rankdir=LR]; label=\"x\"\n# a third\nnode []\n"
	      "a -> b [communication_time=\"4\"] a -> c b -> c\n"
	      "\"a\" [execution_time=3;offset=2] [period=40]\n"
	      "c [execution_time=1 end_to_end_deadline=30,]\n"
	      "b [execution_time=2.5]}"},
	/* What nodes and edges do not say stands in what came before. */
	{"g.dot", "\xef\xbb\xbf"
		  "digraph {node [execution_time=9]\n"
		  "a [execution_time=3, offset=2, period=40]\n"
		  "node [execution_time=2.5] b; edge [communication_time=4]\n"
		  "a:right -> b:left:w; edge [communication_time=0]\n"
		  "c [execution_time=1, end_to_end_deadline=30]\n"
		  "b -> c:w a -> c}"},
	{"g.json", "\xef\xbb\xbf" NODE_LINK("links")},
	{"g.yaml", "\xef\xbb\xbf" NODE_LINK("edges")},
	{"g.graphml",
	 "\xef\xbb\xbf<graphml><desc>a graph</desc>\r\n"
	 "<key id='x' for='node' attr.name='execution_time'><desc/>"
	 "<default>2.5</default></key>"
	 "<key id='p' for='node' attr.name='period'/>"
	 "<key id='o' for='node' attr.name='offset'/>"
	 "<key id='d' for='node' attr.name='end_to_end_deadline'/>"
	 "<key id='c' for='edge' attr.name='communication_time'>"
	 "<default>0</default></key>"
	 "<graph edgedefault='directed'><desc>is here</desc>"
	 "<node id='a'><data key='x'>3</data><data key='p'>40</data>"
	 "<data key='o'>2</data></node><node id='b'><desc>b</desc></node>"
	 "<node id='c'><data key='x'>1</data><data key='d'>30</data></node>"
	 "<edge source='a' target='b'><data key='c'>4</data></edge>"
	 "<edge source='b' target='c'/><edge source='a' target='c'/>"
	 "</graph></graphml>"},
};

static void expect_triangle(void)
{
	const struct task *t = &w->tasks[0];
	static const dag_time wcet[] = {3000000, 2500000, 1000000};
	static const char *const names[] = {"a", "b", "c"};
	dag_time delays[3][3] = {{-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}};

	ck_assert_uint_eq(w->n_tasks, 1);
	ck_assert_str_eq(t->name, "g");
	ck_assert_str_eq(w->name, "g");
	ck_assert_int_eq(t->period, MS(40));
	ck_assert_int_eq(t->deadline, MS(30));
	ck_assert_int_eq(t->phase, MS(2));
	ck_assert(t->arrival == PERIODIC && !t->jitter && !t->has_priority);
	ck_assert_uint_eq(w->n_nodes, 3);
	ck_assert_uint_eq(w->n_edges, 3);
	ck_assert_uint_eq(w->n_warnings, 0);
	for (uint32_t i = 0; i < 3; i++) {
		const struct node *n = &w->nodes[i];
		/* The nodes of the last forms are in another order. */
		uint32_t k = (uint32_t)(n->name[0] - 'a');

		ck_assert_str_eq(n->name, names[k]);
		ck_assert_int_eq(w->models[n->model].latency[0], wcet[k]);
		ck_assert_int_eq(w->models[n->model].resource, ON_CORE);
		for (uint32_t e = 0; e < n->n_succ; e++) {
			const struct edge *x = &w->edges[n->first_succ + e];

			delays[k][w->nodes[x->to].name[0] - 'a'] = x->delay;
		}
	}
	ck_assert_int_eq(delays[0][1], MS(4));
	ck_assert_int_eq(delays[1][2], 0);
	ck_assert_int_eq(delays[0][2], 0);
}

START_TEST(every_form_is_the_same_dag)
{
	load(forms[_i].name, forms[_i].text);
	expect_triangle();
}
END_TEST

/* As json.dumps(json.dumps(data)) does it. */
static char *encode_again(const char *text)
{
	char *out = malloc(2 * strlen(text) + 3), *p = out;

	ck_assert_ptr_nonnull(out);
	*p++ = '"';
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			*p++ = '\\';
		*p++ = *text;
	}
	strcpy(p, "\"");
	return out;
}

START_TEST(json_may_be_encoded_twice)
{
	static const char *const names[] = {"g.json", "g"};
	char *text = encode_again(NODE_LINK("links"));

	load(names[_i], text);
	expect_triangle();
	free(text);
}
END_TEST

static void expect_equal(const struct workload *a, const struct workload *b)
{
	ck_assert_uint_eq(a->n_nodes, b->n_nodes);
	ck_assert_uint_eq(a->n_edges, b->n_edges);
	for (uint32_t i = 0; i < a->n_nodes; i++) {
		const struct node *m = &a->nodes[i], *n = &b->nodes[i];

		ck_assert_str_eq(m->name, n->name);
		ck_assert_int_eq(a->models[m->model].latency[0],
				 b->models[n->model].latency[0]);
	}
	for (uint32_t i = 0; i < a->n_edges; i++) {
		const struct edge *x = &a->edges[i], *y = &b->edges[i];

		ck_assert(x->from == y->from && x->to == y->to);
		ck_assert_int_eq(x->delay, y->delay);
	}
	ck_assert_int_eq(a->tasks[0].deadline, b->tasks[0].deadline);
}

#define FIFO "tests/unit/rdgen/fifo"

START_TEST(what_the_generator_writes_is_read)
{
	static const char *const files[] = {
		FIFO "/dag_0.json", FIFO "/dag_0.xml", FIFO "/dag_0.dot"};
	struct workload *yaml;

	options.dag_period = NS_PER_S;
	load_path(FIFO "/dag_0.yaml");
	yaml = w;
	w = NULL;
	ck_assert_str_eq(yaml->tasks[0].name, "dag_0");
	ck_assert_uint_eq(yaml->n_nodes, 20);
	ck_assert_uint_eq(yaml->n_edges, 29);
	ck_assert_int_eq(yaml->tasks[0].deadline, MS(1107));
	ck_assert_int_eq(yaml->tasks[0].period, NS_PER_S);
	/* Weight and Transfer, which it calls additional properties. */
	ck_assert_uint_eq(yaml->n_warnings, 2);
	ck_assert_ptr_nonnull(strstr(yaml->warnings[0], "'Weight'"));
	ck_assert_ptr_nonnull(strstr(yaml->warnings[1], "'Transfer'"));
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		load_path(files[i]);
		expect_equal(yaml, w);
		ck_assert_uint_eq(w->n_warnings, 2);
	}
	workload_free(yaml);
}
END_TEST

START_TEST(units_are_an_option)
{
	options.unit_ns = NS_PER_US;
	load("g.json", NODE_LINK("links"));
	ck_assert_int_eq(w->tasks[0].period, 40000);
	ck_assert_int_eq(w->models[1].latency[0], 2500);
	load("g.dot", "digraph {a [execution_time=\"3ms\" period=40 "
		      "end_to_end_deadline_ns=7]}");
	ck_assert_int_eq(w->models[0].latency[0], MS(3));
	ck_assert_int_eq(w->tasks[0].deadline, 7);
}
END_TEST

/* --- folders --- */

START_TEST(a_folder_is_a_task_set)
{
	static const char *const names[] = {"dag_2", "dag_9", "dag_10"};
	static const dag_time periods[] = {MS(100), MS(50), MS(100)};
	static const uint32_t nodes[] = {5, 7, 14};

	load_path("tests/unit/rdgen/table5");
	ck_assert_str_eq(w->name, "table5");
	ck_assert_uint_eq(w->n_warnings, 0);
	ck_assert_uint_eq(w->n_tasks, 3);
	for (uint32_t i = 0; i < 3; i++) {
		ck_assert_str_eq(w->tasks[i].name, names[i]);
		ck_assert_int_eq(w->tasks[i].period, periods[i]);
		ck_assert_uint_eq(w->tasks[i].n_nodes, nodes[i]);
	}
	ck_assert_str_eq(w->models[0].name, "dag_2/0");
	ck_assert_uint_eq(w->platform.n_cores, 2);
	load_path("tests/unit/rdgen/table5/");
	ck_assert_str_eq(w->name, "table5");
}
END_TEST

START_TEST(of_the_formats_of_a_dag_one_is_read)
{
	options.dag_period = NS_PER_S;
	load_path(FIFO);
	ck_assert_uint_eq(w->n_tasks, 1);
	ck_assert_uint_eq(w->n_warnings, 3);
	ck_assert_ptr_nonnull(strstr(w->warnings[0],
				     "'dag_0.yaml' is read; the same DAG in "
				     "other formats ('dag_0.json' and so on)"));
}
END_TEST

static char folder[SCRATCH_PATH];

static void put(const char *name, const char *text)
{
	char path[SCRATCH_INNER];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	fclose(f);
}

static void remove_folder(void)
{
	struct arena a = {0};
	const char *const *names;
	size_t n;

	ck_assert(file_list(&a, folder, &names, &n, NULL));
	for (size_t i = 0; i < n; i++) {
		char *path = arena_printf(&a, "%s/%s", folder, names[i]);

		if (file_is_folder(path))
			rmdir(path);
		else
			unlink(path);
	}
	rmdir(folder);
	arena_free(&a);
}

static void refuse_folder(const char *file, unsigned line, const char *part)
{
	struct dag_error e = {0};

	w = workload_load(folder, &options, &e);
	ck_assert_ptr_null(w);
	ck_assert_int_eq(e.code, EXIT_USAGE);
	ck_assert_msg(strstr(e.file, file) != NULL, "%s", e.file);
	ck_assert_uint_eq(e.line, line);
	ck_assert_msg(strstr(e.msg, part) != NULL, "%s", e.msg);
}

START_TEST(folders_are_told_what_is_wrong)
{
	char inner[SCRATCH_INNER];

	scratch_folder(folder);
	refuse_folder(folder, 0, "no DAG files in it (.yaml");
	snprintf(inner, sizeof(inner), "%s/DAGs", folder);
	ck_assert_int_eq(mkdir(inner, 0700), 0);
	refuse_folder(folder, 0, "but folders; did you mean");
	put("dag_1.json", NODE_LINK("links"));
	put("dag_1.png", "a drawing");
	put("combination_log.yaml", "Number of source nodes: 1\n");
	put("notes.txt", "notes");
	load_path(folder);
	ck_assert_uint_eq(w->n_tasks, 1);
	ck_assert_uint_eq(w->n_warnings, 2);
	ck_assert_ptr_nonnull(strstr(w->warnings[0], "'DAGs' in it"));
	ck_assert_ptr_nonnull(strstr(w->warnings[1], "'notes.txt' in it"));
	workload_free(w);
	put("dag_2.yaml", "tasks: []\n");
	refuse_folder("dag_2.yaml", 1, "one DAG a file");
	put("dag_2.yaml", "directed: true\nnodes: [{id: 1}]\nlinks: []\n");
	refuse_folder("dag_2.yaml", 2, "needs 'execution_time'");
	put("dag_2.yaml", "- {");
	refuse_folder("dag_2.yaml", 2, "not valid YAML");
	remove_folder();
}
END_TEST

START_TEST(names_of_files_are_names_of_tasks)
{
	struct dag_error e = {0};
	char longer[400];

	load("dir/my dag.v2.json", NODE_LINK("links"));
	ck_assert_str_eq(w->tasks[0].name, "my dag.v2");
	load("-", NODE_LINK("links"));
	ck_assert_str_eq(w->tasks[0].name, "dag");
	load("x.7", NODE_LINK("links"));
	ck_assert_str_eq(w->tasks[0].name, "x.7");
	workload_free(w);
	w = workload_load_memory("a\nb.json", "{\"nodes\": [], \"links\": []}",
				 26, &options, &e);
	ck_assert_ptr_null(w);
	ck_assert_ptr_nonnull(strstr(e.msg, "control characters"));
	w = workload_load_memory("\xff.json", "{\"nodes\": [], \"links\": []}",
				 26, &options, &e);
	ck_assert_ptr_null(w);
	memset(longer, 'x', sizeof(longer));
	strcpy(longer + 300, ".json");
	w = workload_load_memory(longer, "{\"nodes\": [], \"links\": []}", 26,
				 &options, &e);
	ck_assert_ptr_null(w);
	ck_assert_ptr_nonnull(strstr(e.msg, "too long"));
}
END_TEST

START_TEST(people_sort_like_this)
{
	static const char *const sorted[] = {"",
					     "a",
					     "a0",
					     "a01",
					     "a1",
					     "a2",
					     "a10",
					     "a10b",
					     "a010b2",
					     "a10b10",
					     "b",
					     "dag_2.yaml",
					     "dag_9",
					     "dag_10",
					     "dag_99999999999999999999",
					     "dag_100000000000000000000"};
	enum { N = sizeof(sorted) / sizeof(*sorted) };

	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++) {
			int d = natural_cmp(sorted[i], sorted[k]);

			ck_assert_msg((d > 0) - (d < 0) == (i > k) - (i < k),
				      "%s and %s: %d", sorted[i], sorted[k], d);
		}
}
END_TEST

/* --- what is settled with a warning --- */

#define DOT(rest) "digraph {\n" rest "\n}\n"

static void expect_warning(const char *part)
{
	ck_assert_uint_eq(w->n_warnings, 1);
	ck_assert_msg(strstr(w->warnings[0], part) != NULL, "%s",
		      w->warnings[0]);
}

/* Dummy ends of a graph: out of it, whatever the format. */
START_TEST(nodes_of_no_time_order_others_alone)
{
	load("g.dot",
	     DOT("s [execution_time=0 period=9] a [execution_time=2]\n"
		 "b [execution_time=3] e [execution_time=0 "
		 "end_to_end_deadline=8]\ns -> a s -> b a -> e b -> e"));
	expect_warning("nodes ('s', ...) take no time");
	ck_assert_uint_eq(w->n_nodes, 2);
	ck_assert_uint_eq(w->n_edges, 0);
	ck_assert_int_eq(w->tasks[0].period, MS(9));
	ck_assert_int_eq(w->tasks[0].deadline, MS(8));
	load("g.json", "{\"directed\": true, \"nodes\": ["
		       "{\"id\": 0, \"execution_time\": 0, \"period\": 5}, "
		       "{\"id\": 1, \"execution_time\": 4, "
		       "\"end_to_end_deadline\": 5}], \"links\": ["
		       "{\"source\": 0, \"target\": 1}]}");
	expect_warning("node '0' takes no time and runs on no core");
	ck_assert_uint_eq(w->n_nodes, 1);
}

START_TEST(some_things_are_settled_with_a_warning)
{
	load("g.dot",
	     DOT("a [execution_time=1 period=9]\n"
		 "b [execution_time=1 end_to_end_deadline=8]\n"
		 "c [execution_time=1 end_to_end_deadline=7] a -> b a -> c"));
	expect_warning("different deadlines; a job has one, the least, that of "
		       "'c'");
	ck_assert_int_eq(w->tasks[0].deadline, MS(7));
	load("g.dot", DOT("a [execution_time=1 period=9 offset=2]\n"
			  "b [execution_time=1 period=9 offset=2 "
			  "end_to_end_deadline=8]\na -> b"));
	expect_warning("node 'b' has a period, but it waits");
	ck_assert_int_eq(w->tasks[0].phase, MS(2));
	/* Each name once, whatever it belongs to. */
	load("g.dot", DOT("a [execution_time=1 period=9 Weight=3]\n"
			  "b [execution_time=1 Weight=4 "
			  "end_to_end_deadline=8]\na -> b [Weight=5]"));
	expect_warning("g.dot:2:30: property 'Weight' of a node is unknown");
}
END_TEST

START_TEST(options_stand_in_for_what_is_missing)
{
	options.dag_period = MS(50);
	options.dag_deadline = MS(60);
	load("g.dot", DOT("a [execution_time=1] b [execution_time=1] a -> b"));
	ck_assert_int_eq(w->tasks[0].period, MS(50));
	ck_assert_int_eq(w->tasks[0].deadline, MS(60));
	ck_assert_uint_eq(w->n_warnings, 0);
	load("g.dot", DOT("a [execution_time=1 period=7] "
			  "b [execution_time=1 end_to_end_deadline=8] a -> b"));
	ck_assert_int_eq(w->tasks[0].period, MS(7));
	ck_assert_int_eq(w->tasks[0].deadline, MS(8));
}
END_TEST

/* a (9) -> b, c (20) -> d -> b, a -> d, e (9) <- b: slow c drives d and b,
 * a is alone, and so is e. */
static const char several_rates[] =
	DOT("a [execution_time=1 period=9]\n"
	    "b [execution_time=2 end_to_end_deadline=30]\n"
	    "c [execution_time=3 period=20 offset=4]\n"
	    "d [execution_time=4]\n"
	    "e [execution_time=5 period=9]\n"
	    "a -> b a -> d c -> d d -> b [communication_time=6] b -> e");

static void expect_task(uint32_t i, const char *name, dag_time period,
			dag_time deadline, uint32_t nodes)
{
	const struct task *t = &w->tasks[i];

	ck_assert_str_eq(t->name, name);
	ck_assert_int_eq(t->period, MS(period));
	ck_assert_int_eq(t->deadline, MS(deadline));
	ck_assert_uint_eq(t->n_nodes, nodes);
	for (uint32_t k = 0; k < nodes; k++)
		ck_assert_uint_eq(w->nodes[t->first_node + k].task, i);
}

START_TEST(timers_of_several_rates_are_several_tasks)
{
	load("g.dot", several_rates);
	expect_warning("DAG 'g' has timers of several rates: it becomes 3 "
		       "tasks; of its edges, 3 go from one to another");
	ck_assert_str_eq(w->name, "g");
	ck_assert_uint_eq(w->n_tasks, 3);
	expect_task(0, "g/a", 9, 9, 1);
	expect_task(1, "g/b", 20, 30, 3);
	expect_task(2, "g/e", 9, 9, 1);
	ck_assert_int_eq(w->tasks[1].phase, MS(4));
	ck_assert_uint_eq(w->n_edges, 2);
	for (uint32_t i = 0; i < 2; i++) {
		const struct node *from = &w->nodes[w->edges[i].from];
		const struct node *to = &w->nodes[w->edges[i].to];
		bool second = from->name[0] == 'd';

		ck_assert_str_eq(from->name, second ? "d" : "c");
		ck_assert_str_eq(to->name, second ? "b" : "d");
		ck_assert_int_eq(w->edges[i].delay, second ? MS(6) : 0);
	}
	ck_assert_int_eq(w->models[w->nodes[0].model].latency[0], MS(1));
	ck_assert_int_eq(w->models[w->nodes[1].model].latency[0], MS(2));
}
END_TEST

START_TEST(offsets_and_options_count_for_rates)
{
	options.dag_deadline = MS(7);
	load("g.dot", DOT("a [execution_time=1 period=9]\n"
			  "b [execution_time=1 period=9]\n"
			  "c [execution_time=1 period=9 offset=1]\n"
			  "a -> b a -> c"));
	ck_assert_uint_eq(w->n_tasks, 2);
	expect_task(0, "g/a", 9, 7, 2);
	expect_task(1, "g/c", 9, 7, 1);
	ck_assert_int_eq(w->tasks[1].phase, MS(1));
}
END_TEST

START_TEST(strictness_refuses_several_rates)
{
	struct dag_error e = {0};
	static const char text[] =
		DOT("a [execution_time=1 period=9]\n"
		    "b [execution_time=1 period=10 end_to_end_deadline=9]\n"
		    "a -> b");

	options.strict = true;
	w = workload_load_memory("g.dot", text, strlen(text), &options, &e);
	ck_assert_ptr_null(w);
	ck_assert_ptr_nonnull(
		strstr(e.msg, "node 'b' has period 10ms, but node 'a' 9ms"));
}
END_TEST

/* --- bad files --- */

struct bad {
	const char *name, *text;
	unsigned line, col;
	const char *part;
};

/* A graph of one node whose properties, or whose rest, are given. */
#define Y(nodes, links) "nodes:\n" nodes "links:\n" links
#define TEN             "0123456789"
#define LONG_NUMBER     "1" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define A               "- {id: a, execution_time: 1, period: 9}\n"
#define B               "- {id: b, execution_time: 1, end_to_end_deadline: 9}\n"
#define ONE(rest)                                                              \
	"nodes: [{id: a, execution_time: 1, period: 9, "                       \
	"end_to_end_deadline: 9}]\nlinks: []\n" rest
#define GRAPHML(rest)                                                          \
	"<graphml>\n<key id=\"t\" attr.name=\"execution_time\"/>\n"            \
	"<graph edgedefault=\"directed\">\n" rest

static const struct bad bad[] = {
	/* Properties. */
	{"g.yaml", Y("- {id: a, period: 9}\n", " []\n"), 2, 3,
	 "a node needs 'execution_time'"},
	{"g.yaml",
	 Y("- {id: a, execution_time: 0, period: 9, end_to_end_deadline: 9}\n",
	   " []\n"),
	 1, 1, "no node of task 'g' takes any time"},
	{"g.yaml", Y("- {id: a, execution_time: 1e-9}\n", " []\n"), 2, 27,
	 "which rounds to 0 ns"},
	{"g.yaml", Y("- {id: a, execution_time: -1}\n", " []\n"), 2, 27,
	 "negative"},
	{"g.yaml", Y("- {id: a, execution_time: null}\n", " []\n"), 2, 27,
	 "has no value"},
	{"g.yaml", Y("- {id: a, execution_time: fast}\n", " []\n"), 2, 27,
	 "not a decimal number"},
	{"g.yaml", Y("- {id: a, execution_time: 1e30}\n", " []\n"), 2, 27,
	 "out of range"},
	{"g.yaml", Y("- {id: a, execution_time: [1]}\n", " []\n"), 2, 27,
	 "not a list"},
	{"g.yaml", Y("- {id: a, exection_time: 1}\n", " []\n"), 2, 11,
	 "did you mean 'execution_time'?"},
	{"g.yaml", Y("- {execution_time: 1}\n", " []\n"), 2, 3, "needs 'id'"},
	{"g.yaml", Y("- {id: a, execution_time: 1, Weight: {}}\n", " []\n"), 2,
	 30, "property 'Weight' of a node is neither a number nor text"},
	{"g.yaml", Y("- {id: a, execution_time: 1, perod: 3}\n", " []\n"), 2,
	 30, "did you mean 'period'?"},
	{"g.yaml", Y("- {id: a, execution_time: 1, period: 0}\n", " []\n"), 2,
	 38, "must be above 0"},
	{"g.yaml", Y("- 3\n", " []\n"), 2, 3, "a node must be a map"},
	{"g.yaml", Y("- {id: a, execution_time: 1, id: b}\n", " []\n"), 2, 30,
	 "duplicate key 'id'"},

	/* Links. */
	{"g.yaml", Y(A B, "- {source: a, target: b, comunication_time: 3}\n"),
	 5, 26, "did you mean 'communication_time'?"},
	{"g.yaml", Y(A B, "- {source: a, target: b, communication_time: -3}\n"),
	 5, 46, "negative"},
	{"g.yaml", Y(A B, "- {source: a}\n"), 5, 3, "a link needs 'target'"},
	{"g.yaml", Y(A B, "- {source: a, target: 7}\n"), 5, 23,
	 "unknown node '7'; valid: a, b"},
	{"g.yaml", Y(A B, "- {source: a, target: a}\n"), 5, 3,
	 "from node 'a' to itself"},
	{"g.yaml",
	 Y(A B, "- {source: a, target: b}\n- {source: a, target: b}\n"), 6, 3,
	 "two edges from 'a' to 'b'; the first is in line 5"},
	{"g.yaml",
	 Y(A B, "- {source: a, target: b}\n- {source: b, target: a}\n"), 6, 3,
	 "task 'g': the edges form a cycle: a -> b -> a"},
	{"g.yaml", Y(A B, "- [a, b]\n"), 5, 3, "a link must be a map"},

	/* The graph. */
	{"g.yaml", Y(A A, " []\n"), 3, 8,
	 "two nodes named 'a'; the first is in line 2"},
	{"g.yaml", Y(A B, " []\n"), 1, 1, "into 2 parts that no edge connects"},
	{"g.yaml", "nodes: []\nlinks: []\n", 1, 1, "has no nodes"},
	{"g.yaml", "nodes: {}\nlinks: []\n", 1, 8, "'nodes' must be a list"},
	{"g.yaml", "nodes: []\nlinks: {}\n", 2, 8, "'links' must be a list"},
	{"g.yaml", "nodes: []\nedges: 3\n", 2, 8, "'edges' must be a list"},
	{"g.yaml", "nodes: []\n", 1, 1, "needs 'links' (or 'edges')"},
	{"g.yaml", "links: []\n", 1, 1, "a graph needs 'nodes'"},
	{"g.yaml", ONE("edges: []\n"), 3, 8, "the same thing twice"},
	{"g.yaml", ONE("directed: false\n"), 3, 11, "no DAG"},
	{"g.yaml", ONE("graph: 3\n"), 3, 8, "'graph' must be a map"},
	{"g.yaml", ONE("tasks: []\n"), 3, 1, "key of a graph, 'tasks'"},

	/* Times. */
	{"g.yaml", Y("- {id: a, execution_time: 1}\n", " []\n"), 1, 1,
	 "no node of DAG 'g' has a 'period'"},
	{"g.yaml", Y(A, " []\n"), 2, 3,
	 "sink 'a' of DAG 'g' has no 'end_to_end_deadline'"},
	{"g.yaml",
	 Y(A B "- {id: c, execution_time: 1}\n",
	   "- {source: a, target: b}\n- {source: a, target: c}\n"),
	 4, 3, "sink 'c' of DAG 'g' has no"},
	{"g.yaml",
	 Y("- {id: a, execution_time: 1, period: 9, end_to_end_deadline: "
	   "3}\n" B,
	   "- {source: a, target: b}\n"),
	 2, 62, "node 'a' has an end_to_end_deadline, but is no sink"},
	{"g.yaml",
	 Y(A "- {id: c, execution_time: 1, period: 10}\n"
	     "- {id: d, execution_time: 1}\n" B,
	   "- {source: a, target: b}\n- {source: c, target: b}\n"
	   "- {source: d, target: b}\n"),
	 4, 3, "node 'd' has neither a period nor predecessors"},
	{"g.yaml",
	 Y(A "- {id: c, execution_time: 1, period: 10}\n"
	     "- {id: b, execution_time: 1, end_to_end_deadline: 5e12}\n",
	   "- {source: a, target: b}\n- {source: c, target: b}\n"),
	 4, 51, "the deadline of node 'c' is above 2^62 ns"},
	{"g.yaml",
	 Y(A "- {id: c, execution_time: 1, offset: 2}\n" B,
	   "- {source: a, target: b}\n- {source: c, target: b}\n"),
	 3, 38, "node 'c' has an offset but no period"},

	{"g.yaml",
	 Y("- {id: a, execution_time: 1, period: 9, end_to_end_deadline: "
	   "5e12}\n",
	   " []\n"),
	 2, 62, "the deadline of DAG 'g' is above 2^62 ns"},

	/* JSON. */
	{"g.json", "{\"nodes\": [], \"links\": [],}", 1, 27,
	 "a key in double quotes"},
	{"g.json", "{\"nodes\": [{\"id\": 1}], \"links\": []}", 1, 12,
	 "needs 'execution_time'"},
	{"g.json", "", 1, 1, "a value was expected"},
	{"g.json", "\"", 1, 1, "this string has no end"},
	{"g.json", "\"\"", 1, 2, "a value was expected"},
	{"g.json", "\"{\\\"nodes\\\": 3, \\\"links\\\": 4}\"", 1, 14,
	 "'nodes' must be a list"},
	{"g.json", "\n  \"{\\n\\\"nodes\\\":\\t[\\u007b}], \\\"links\\\": 4}\"",
	 2, 41, "'links' must be a list"},
	{"g.json", "\"{\\\"nodes\\\": \\q}\"", 1, 15, "not a JSON escape"},
	{"g.json", "\"{\\\"nodes\\\" 3}\"", 1, 13, "':' was expected"},
	{"g.json", "\"{}\" 3", 1, 6, "nothing may follow"},
	{"g.json", "\"\\\"{}\\\"\"", 1, 2, "a workload must be a map, not"},
	{"g.json", "\"{\\\"nodes\\\": [], \\\"nodes\\\": 1}\"", 1, 18,
	 "duplicate key 'nodes'"},

	/* GraphML. */
	{"g.xml", "", 1, 1, "there is nothing in it"},
	{"g.xml", "graph", 1, 1, "text outside of the root element"},
	{"g.xml", "<graphml>", 1, 1, "<graphml> has no end"},
	{"g.xml", "<graphml></graphml>", 1, 20, "there is no <graph> in it"},
	{"g.xml", "<graphml/><graphml/>", 1, 11, "one root element only"},
	{"g.xml", "</graphml>", 1, 1, "</graphml> ends nothing"},
	{"g.xml", "<graph/>", 1, 1, "<graph> stands where <graphml> must"},
	{"g.xml", "<svg/>", 1, 1, "<svg> is not understood; valid: graphml"},
	{"g.xml", "<graphml>\n  <graph edgedefault='directed'></graphml>", 2,
	 33, "</graphml> ends <graph> of line 2"},
	{"g.xml", "<!DOCTYPE x [<!ENTITY a \"b\">]><graphml/>", 1, 1,
	 "document types are not understood"},
	{"g.xml", "<?xml version='1.0' encoding='latin-1'?><graphml/>", 1, 31,
	 "the encoding 'latin-1' is not understood"},
	{"g.xml", "<?php x ?><graphml/>", 1, 1, "not valid XML"},
	{"g.xml", "<graphml a=3/>", 1, 12, "a value in quotes"},
	{"g.xml", "<graphml a='1'b='2'/>", 1, 15, "a blank was expected"},
	{"g.xml", "<graphml a='1' a='2'/>", 1, 16, "'a' is given twice"},
	{"g.xml", "<graphml a='1", 1, 12, "this value has no end"},
	{"g.xml", "<graphml a='&nbsp;'/>", 1, 13, "only the entities"},
	{"g.xml", "<graphml a='&#65;'/>", 1, 13, "only the entities"},
	{"g.xml", "<graphml><!-- x", 1, 10, "this comment has no end"},
	{"g.xml", "<graphml>\n\xff</graphml>", 2, 1, "invalid UTF-8"},
	{"g.xml", "<graphml>\x01</graphml>", 1, 10, "a control character"},
	{"g.xml", "<graphml>hello</graphml>", 1, 10, "in <data> only"},
	{"g.xml", "<graphml>\n<![CDATA[x]]></graphml>", 2, 1, "CDATA"},
	{"g.xml", "<graphml><graph/></graphml>", 1, 10, "needs 'edgedefault'"},
	{"g.xml", "<graphml><graph edgedefault='undirected'/></graphml>", 1, 30,
	 "an undirected graph is no DAG"},
	{"g.xml", GRAPHML("</graph><graph edgedefault='directed'/></graphml>"),
	 4, 9, "there is a second graph"},
	{"g.xml", GRAPHML("<node/>"), 4, 1, "<node> needs 'id'"},
	{"g.xml", GRAPHML("<node id=''/>"), 4, 11, "'id' of <node> is empty"},
	{"g.xml", GRAPHML("<edge source='a'/>"), 4, 1, "needs 'target'"},
	{"g.xml", GRAPHML("<edge source='a' target='b' directed='false'/>"), 4,
	 39, "every edge of a DAG is directed"},
	{"g.xml", GRAPHML("<node id='a'><node id='b'/></node>"), 4, 14,
	 "<node> may not stand inside <node>"},
	{"g.xml", GRAPHML("<hyperedge/>"), 4, 1, "<hyperedge> is not under"},
	{"g.xml", GRAPHML("<node id='a'><data key='u'>3</data></node>"), 4, 25,
	 "there is no <key> 'u' before this"},
	{"g.xml", GRAPHML("<node id='a'><data key='t'>3<b/></data></node>"), 4,
	 29, "one text and nothing else"},
	{"g.xml",
	 GRAPHML("<node id='a'><data key='t'>3</data><data key='t'>3</data>"
		 "</node></graph></graphml>"),
	 4, 42, "duplicate key 'execution_time'; the first is in line 4"},
	{"g.xml",
	 GRAPHML("<node id='a'><data key='t'></data></node>"
		 "</graph></graphml>"),
	 4, 14, "'execution_time' is ''"},
	{"g.xml",
	 GRAPHML("<node id='a'><data key='t'>x</data></node>"
		 "</graph></graphml>"),
	 4, 28, "'execution_time' is 'x'"},
	{"g.xml",
	 "<graphml>\n<key id='t' attr.name='x'/>\n"
	 "<key id='t' attr.name='y'/>",
	 3, 10, "two keys 't'"},
	{"g.xml", "<graphml><key id='t'/>", 1, 10, "needs 'attr.name'"},

	/* DOT. */
	{"g.dot", "", 1, 1, "there is nothing in it"},
	{"g.dot", "graph {}", 1, 1, "an undirected graph is no DAG"},
	{"g.dot", "strict tree {}", 1, 8, "'digraph' was expected"},
	{"g.dot", "digraph", 1, 8, "'{' was expected"},
	{"g.dot", "digraph g h {}", 1, 11, "'{' was expected"},
	{"g.dot", "digraph {\n a", 2, 3, "'}' is missing"},
	{"g.dot", DOT("") "digraph {}", 4, 1, "one graph, and nothing after"},
	{"g.dot", DOT("a -- b"), 2, 3, "every edge of a DAG is directed: ->"},
	{"g.dot", DOT("a -> "), 3, 1, "a node was expected"},
	{"g.dot", DOT("a: -> b"), 2, 4, "needs quotes"},
	{"g.dot", DOT("a -> b:"), 3, 1, "a port was expected"},
	{"g.dot", DOT("a -> {b c}"), 2, 6, "subgraphs are not understood"},
	{"g.dot", DOT("subgraph x {a}"), 2, 1, "subgraphs are not understood"},
	{"g.dot", DOT("{a}"), 2, 1, "subgraphs are not understood"},
	{"g.dot", DOT("a [execution_time=<b>]"), 2, 19, "HTML texts"},
	{"g.dot", DOT("a [execution_time 3]"), 2, 19, "'=' was expected"},
	{"g.dot", DOT("a [execution_time=]"), 2, 19, "a value was expected"},
	{"g.dot", DOT("a [=3]"), 2, 4, "an attribute or ']' was expected"},
	{"g.dot", DOT("a [x=3"), 3, 1, "an attribute or ']' was expected"},
	{"g.dot", DOT("a [\"\"=3]"), 2, 4, "the name of this attribute is"},
	{"g.dot", DOT("a [x=\"3]"), 2, 6, "this text has no end"},
	{"g.dot", DOT("a [x=3ms]"), 2, 6, "needs quotes"},
	{"g.dot", DOT("a [x=-]"), 2, 6, "needs quotes"},
	{"g.dot", DOT("a.b"), 2, 2, "needs quotes"},
	{"g.dot", DOT("node [execution_time=0] a [period=9]"), 2, 25,
	 "sink 'a' of DAG 'g' has no 'end_to_end_deadline'"},
	{"g.dot", DOT("node a"), 2, 6, "'[' was expected"},
	{"g.dot", DOT("edge [x=" LONG_NUMBER "]"), 2, 9,
	 "this default is longer than 128 bytes"},
	{"g.xml",
	 "<graphml>\n<key id='a' attr.name='b'><default>" LONG_NUMBER
	 "</default></key></graphml>",
	 2, 36, "this default is longer than 128 bytes"},
	{"g.xml",
	 "<graphml>\n<key id='a' attr.name='b'><default>1</default>"
	 "<default>2</default></key></graphml>",
	 2, 47, "there are two defaults of key 'a'"},
	{"g.xml", "<graphml>\n<default>1</default></graphml>", 2, 1,
	 "<default> may not stand inside <graphml>"},
	{"g.xml", "<graphml>\n<desc><b/></desc></graphml>", 2, 7,
	 "<desc> holds one text"},
	{"g.dot", DOT("/* x"), 2, 1, "this comment has no end"},
	{"g.dot", DOT("\xc3"), 2, 1, "invalid UTF-8"},
	{"g.dot", DOT("a [execution_time=3 execution_time=4]"), 2, 21,
	 "duplicate key 'execution_time'"},
	{"g.dot", DOT("a [execution_time=3 period=1]\na -> b"), 3, 6,
	 "unknown node 'b'"},
	{"g.dot", DOT("a [execution_time=1]\na [execution_time=1]"), 3, 1,
	 "two nodes named 'a'"},
	{"g.dot",
	 DOT("a [execution_time=1] b [execution_time=1]\n"
	     "a -> b -> a"),
	 3, 6, "cycle: a -> b -> a"},
};

START_TEST(refuses)
{
	const struct bad *b = &bad[_i];
	struct dag_error e = {0};

	w = workload_load_memory(b->name, b->text, strlen(b->text), &options,
				 &e);
	ck_assert_msg(w == NULL, "accepted: %s", b->text);
	ck_assert_int_eq(e.code, EXIT_USAGE);
	ck_assert_msg(e.line == b->line && e.col == b->col,
		      "%u:%u, not %u:%u: %s\n%s", e.line, e.col, b->line,
		      b->col, e.msg, b->text);
	ck_assert_msg(strstr(e.msg, b->part) != NULL, "'%s', not '%s'\n%s",
		      e.msg, b->part, b->text);
}
END_TEST

/* n times `unit` between head and tail. */
static void refuse_many(const char *name, const char *head, const char *unit,
			size_t n, const char *tail, const char *part)
{
	size_t step = strlen(unit);
	char *text = malloc(strlen(head) + n * step + strlen(tail) + 1);
	struct dag_error e = {0};

	ck_assert_ptr_nonnull(text);
	strcpy(text, head);
	for (size_t i = 0; i < n; i++)
		memcpy(text + strlen(head) + i * step, unit, step);
	strcpy(text + strlen(head) + n * step, tail);
	w = workload_load_memory(name, text, strlen(text), &options, &e);
	ck_assert_msg(w == NULL, "accepted");
	ck_assert_msg(strstr(e.msg, part) != NULL, "%s", e.msg);
	free(text);
}

START_TEST(limits_hold)
{
	refuse_many("g.xml", "", "<graphml>", 100000, "",
		    "<graphml> may not stand inside <graphml>");
	refuse_many("g.xml", "<graphml ", "a", 100000, "='1'/>",
		    "a name longer than 63 letters");
	refuse_many("g.xml", "<graphml a='", "a", 100000, "'/>",
		    "longer than 4096 bytes");
	refuse_many("g.xml",
		    "<graphml><key id='t' attr.name='x'/>"
		    "<graph edgedefault='directed'><node id='a'>"
		    "<data key='t'>",
		    "3", 100000, "", "longer than 4096 bytes");
	refuse_many("g.dot", "digraph {", "a -> ", 1000, "a}",
		    "more than 256 nodes in one statement");
	refuse_many("g.dot", "digraph {a [", "a=1,", 1000, "]}",
		    "more than 64 attributes");
	refuse_many("g.dot", "digraph {", "a", 100000, "}",
		    "longer than 4096 bytes");
	refuse_many("g.json", "\"", "[", 100000, "\"", "more than 64 levels");
	refuse_many("g.json", "\"", "\\\"", 100000, "\"", "nothing may follow");
}
END_TEST

START_TEST(strictness_names_the_nodes)
{
	struct dag_error e = {0};
	static const char text[] =
		DOT("a [execution_time=1 period=9] b [execution_time=1]\n"
		    "c [execution_time=1 end_to_end_deadline=8]\n"
		    "a -> c b -> c");

	load("g.dot", text);
	options.strict = true;
	workload_free(w);
	w = workload_load_memory("g.dot", text, strlen(text), &options, &e);
	ck_assert_ptr_null(w);
	ck_assert_ptr_nonnull(strstr(e.msg, "2 sources: a, b"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("load_rdgen");
	TCase *t = tcase_create("good");
	TCase *b = tcase_create("bad");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, every_form_is_the_same_dag, 0,
			    sizeof(forms) / sizeof(*forms));
	tcase_add_loop_test(t, json_may_be_encoded_twice, 0, 2);
	tcase_add_test(t, what_the_generator_writes_is_read);
	tcase_add_test(t, units_are_an_option);
	tcase_add_test(t, a_folder_is_a_task_set);
	tcase_add_test(t, of_the_formats_of_a_dag_one_is_read);
	tcase_add_test(t, names_of_files_are_names_of_tasks);
	tcase_add_test(t, people_sort_like_this);
	tcase_add_test(t, nodes_of_no_time_order_others_alone);
	tcase_add_test(t, some_things_are_settled_with_a_warning);
	tcase_add_test(t, options_stand_in_for_what_is_missing);
	tcase_add_test(t, timers_of_several_rates_are_several_tasks);
	tcase_add_test(t, offsets_and_options_count_for_rates);
	tcase_add_test(t, strictness_refuses_several_rates);
	suite_add_tcase(s, t);
	tcase_add_checked_fixture(b, setup, teardown);
	tcase_add_loop_test(b, refuses, 0, sizeof(bad) / sizeof(*bad));
	tcase_add_test(b, folders_are_told_what_is_wrong);
	tcase_add_test(b, limits_hold);
	tcase_add_test(b, strictness_names_the_nodes);
	suite_add_tcase(s, b);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* test_tree.c - YAML and JSON as trees: text, places, sharing, merging */
#include "model/tree.h"

#include <cjson/cJSON.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;
static struct dag_error error;

static void setup(void)
{
	memset(&error, 0, sizeof(error));
}

static void teardown(void)
{
	arena_free(&arena);
}

static const struct tree *yaml(const char *text)
{
	const struct tree *t =
		tree_parse_yaml(&arena, "y", text, strlen(text), &error);

	ck_assert_msg(t != NULL, "%u:%u: %s", error.line, error.col, error.msg);
	return t;
}

static const struct tree *json(const char *text)
{
	return tree_parse_json(&arena, "j", text, strlen(text), &error);
}

/* Writes a tree as compact text: scalars as they are, quoted ones in
 * double quotes. */
static char *show(const struct tree *t, char *p)
{
	switch (t->kind) {
	case TREE_SCALAR:
		return p + sprintf(p, t->quoted ? "\"%s\"" : "%s", t->text);
	case TREE_LIST:
		*p++ = '[';
		for (uint32_t i = 0; i < t->n; i++) {
			p = show(t->items[i], p);
			*p++ = i + 1 < t->n ? ',' : ']';
		}
		if (!t->n)
			*p++ = ']';
		break;
	case TREE_MAP:
		*p++ = '{';
		for (uint32_t i = 0; i < t->n; i++) {
			p = show(t->items[2 * i], p);
			*p++ = ':';
			p = show(t->items[2 * i + 1], p);
			*p++ = i + 1 < t->n ? ',' : '}';
		}
		if (!t->n)
			*p++ = '}';
		break;
	}
	*p = '\0';
	return p;
}

static void expect(const struct tree *t, const char *want)
{
	static char text[1 << 16];

	ck_assert_ptr_nonnull(t);
	show(t, text);
	ck_assert_str_eq(text, want);
}

START_TEST(yaml_becomes_a_tree)
{
	expect(yaml("a: 1\nb: [x, 'y', \"z\"]\nc: {d: ~, e: }\n"),
	       "{a:1,b:[x,\"y\",\"z\"],c:{d:~,e:}}");
	expect(yaml("- 1.50\n- |\n  two\n  lines\n- > \n  folded\n  text\n"),
	       "[1.50,\"two\nlines\n\",\"folded text\n\"]");
	expect(yaml("%YAML 1.1\n---\nx: !!str 5\n...\n"), "{x:5}");
	expect(yaml("{}"), "{}");
	expect(yaml("[]"), "[]");
	expect(yaml("word"), "word");
	expect(yaml("\xef\xbb\xbf"
		    "a: \xc3\xa9\n"),
	       "{a:\xc3\xa9}");
}
END_TEST

START_TEST(nodes_know_their_place)
{
	const struct tree *t = yaml("# x\na: 1\n\xc3\xa9\xc3\xa9: {b:  2}\n");
	const struct tree *b = tree_get(t->items[3], "b");

	ck_assert_uint_eq(t->line, 2);
	ck_assert_uint_eq(t->col, 1);
	ck_assert_uint_eq(t->items[1]->line, 2);
	ck_assert_uint_eq(t->items[1]->col, 4);
	/* In characters, not bytes. */
	ck_assert_uint_eq(b->line, 3);
	ck_assert_uint_eq(b->col, 10);
	t = json("{\"\xc3\xa9\": 1,\n \"b\":\t[true, null]}");
	ck_assert_ptr_nonnull(t);
	ck_assert_uint_eq(t->items[1]->line, 1);
	ck_assert_uint_eq(t->items[1]->col, 7);
	b = tree_get(t, "b");
	ck_assert_uint_eq(b->line, 2);
	ck_assert_uint_eq(b->col, 7);
	ck_assert_uint_eq(b->items[1]->col, 14);
}
END_TEST

START_TEST(aliases_share_nodes)
{
	const struct tree *t = yaml("a: &x [1, 2]\nb: *x\nc: &x 3\nd: *x\n");

	expect(t, "{a:[1,2],b:[1,2],c:3,d:3}");
	ck_assert_ptr_eq(tree_get(t, "a"), tree_get(t, "b"));
	/* 1 map, 4 keys, 3 + 3 + 1 + 1 nodes of values. */
	ck_assert_uint_eq(t->weight, 13);
	expect(yaml("&k a: *k\n"), "{a:a}");
	expect(yaml("&r {a: &s b, c: *s}"), "{a:b,c:b}");
}
END_TEST

START_TEST(merge_keys_merge)
{
	expect(yaml("d: &d {a: 1, b: 2}\ne: {<<: *d, b: 3, c: 4}\n"),
	       "{d:{a:1,b:2},e:{b:3,c:4,a:1}}");
	/* The first of several maps wins; own keys win over all. */
	expect(yaml("x: {<<: [{a: 1}, {a: 2, b: 2}, {c: 3, own: 0}], own: 9}"),
	       "{x:{own:9,a:1,b:2,c:3}}");
	/* Merged keys of a merged map come along. */
	expect(yaml("a: &a {p: 1}\nb: &b {<<: *a, q: 2}\nc: {<<: *b}\n"),
	       "{a:{p:1},b:{q:2,p:1},c:{q:2,p:1}}");
	expect(yaml("x: {<<: {}}"), "{x:{}}");
	/* In quotes it is a key like any other, and in JSON always. */
	expect(yaml("x: {'<<': 1}"), "{x:{\"<<\":1}}");
	expect(json("{\"<<\": 1}"), "{\"<<\":1}");
}
END_TEST

START_TEST(large_maps_keep_their_order)
{
	const struct tree *t;
	char *text = malloc(1 << 20), *p = text;

	ck_assert_ptr_nonnull(text);
	for (int i = 0; i < 20000; i++)
		p += sprintf(p, "k%d: %d\n", (i * 7919) % 20000, i);
	t = yaml(text);
	ck_assert_uint_eq(t->n, 20000);
	for (int i = 0; i < 20000; i++) {
		char want[16];

		snprintf(want, sizeof(want), "k%d", (i * 7919) % 20000);
		ck_assert_str_eq(t->items[2 * i]->text, want);
		ck_assert_int_eq(atoi(t->items[2 * i + 1]->text), i);
	}
	free(text);
}
END_TEST

START_TEST(json_becomes_a_tree)
{
	expect(json(" {\"a\": [1, -2.50e+3, true, false, null], \"b\": {}} "),
	       "{\"a\":[1,-2.50e+3,true,false,null],\"b\":{}}");
	expect(json("[]"), "[]");
	expect(json("[[], {}, [[]]]"), "[[],{},[[]]]");
	expect(json("\"x\""), "\"x\"");
	expect(json("0"), "0");
	expect(json("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20AC\""),
	       "\"\"\\/\b\f\n\r\t\xc3\xa9\xe2\x82\xac\"");
	expect(json("\"\\ud83d\\ude00\\uD800\\uDC00\""),
	       "\"\xf0\x9f\x98\x80\xf0\x90\x80\x80\"");
	expect(json("\"\x7f\xf4\x8f\xbf\xbf\""), "\"\x7f\xf4\x8f\xbf\xbf\"");
	/* Digits beyond a double stay. */
	expect(json("0.1000000000000000000000000001"),
	       "0.1000000000000000000000000001");
}
END_TEST

START_TEST(json_is_strict)
{
	static const char *const bad[] = {
		"",
		" ",
		"nul",
		"True",
		"01",
		"1.",
		".5",
		"+1",
		"-",
		"1e",
		"0x1",
		"NaN",
		"[1,]",
		"[,]",
		"[1 2]",
		"{",
		"}",
		"[",
		"]",
		"{\"a\"}",
		"{a:1}",
		"{\"a\":}",
		"{,}",
		"{\"a\":1,}",
		"[}",
		"\"",
		"\"\\",
		"\"\\u12\"",
		"\"\\uDC00\"",
		"\"\n\"",
		"\"\\u0000\"",
		"1 1",
		"[1]]",
		"'a'",
		"/**/1",
		"\"\xff\"",
		"\"\xc0\x80\"",
		"\"\xed\xa0\x80\"",
		"\"\xf4\x90\x80\x80\"",
		"\"\xe2\x82\"",
		"\xef\xbb\xbf\x31",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		memset(&error, 0, sizeof(error));
		ck_assert_msg(!json(bad[i]), "accepted: %s", bad[i]);
		ck_assert_uint_eq(error.line, 1);
		ck_assert(error.col >= 1 && error.msg[0]);
	}
}
END_TEST

/* cJSON's view of the same text. */
static bool same(const struct tree *t, const cJSON *c)
{
	uint32_t i = 0;
	const cJSON *item;

	if (t->kind == TREE_SCALAR) {
		if (cJSON_IsString(c))
			return t->quoted && !strcmp(t->text, c->valuestring);
		if (cJSON_IsNumber(c))
			return !t->quoted &&
			       !(strtod(t->text, NULL) < c->valuedouble) &&
			       !(strtod(t->text, NULL) > c->valuedouble);
		return !t->quoted &&
		       !strcmp(t->text, cJSON_IsNull(c)   ? "null"
					: cJSON_IsTrue(c) ? "true"
							  : "false");
	}
	if (t->kind == TREE_MAP ? !cJSON_IsObject(c) : !cJSON_IsArray(c))
		return false;
	cJSON_ArrayForEach(item, c)
	{
		if (i >= t->n)
			return false;
		if (t->kind == TREE_LIST
			    ? !same(t->items[i], item)
			    : strcmp(t->items[2 * i]->text, item->string) ||
				      !same(t->items[2 * i + 1], item))
			return false;
		i++;
	}
	return i == t->n;
}

/* Random texts of JSON's own words: what we accept, cJSON accepts and sees
 * alike (it accepts more: see tree.h). */
START_TEST(json_agrees_with_cjson)
{
	static const char *const words[] = {
		"{",     "}",     "[",  "]",       ",",           ":",
		"\"a\"", "\"b\"", "1",  "-0.5",    "2e3",         "true",
		"null",  " ",     "\n", "\"\\n\"", "\"\\u00e9\"", "false",
	};
	unsigned accepted = 0;
	uint64_t state = 1;

	for (int round = 0; round < 20000; round++) {
		char text[256], *p = text;
		const struct tree *t;
		cJSON *c;
		int n = 1 + (int)(state >> 60);

		for (int i = 0; i < n; i++) {
			state = state * UINT64_C(6364136223846793005) + 1;
			p += sprintf(p, "%s", words[(state >> 33) % 18]);
		}
		t = json(text);
		if (!t)
			continue;
		accepted++;
		c = cJSON_Parse(text);
		ck_assert_msg(c && same(t, c), "%s", text);
		cJSON_Delete(c);
	}
	ck_assert_uint_gt(accepted, 300);
}
END_TEST

START_TEST(describes_itself)
{
	char buf[24];

	ck_assert_str_eq(tree_describe(yaml("{}"), buf, sizeof(buf)), "a map");
	ck_assert_str_eq(tree_describe(yaml("[]"), buf, sizeof(buf)), "a list");
	ck_assert_str_eq(tree_describe(yaml("[~]")->items[0], buf, sizeof(buf)),
			 "nothing");
	ck_assert_str_eq(tree_describe(yaml("abc"), buf, sizeof(buf)), "'abc'");
	/* Cut, but not inside a character. */
	ck_assert_str_eq(
		tree_describe(yaml("abcdefg\xc3\xa9hi"), buf, sizeof(buf)),
		"'abcdefg...'");
}
END_TEST

START_TEST(knows_null)
{
	ck_assert(tree_is_null(yaml("~")));
	ck_assert(tree_is_null(yaml("null")));
	ck_assert(tree_is_null(yaml("[NULL]")->items[0]));
	ck_assert(!tree_is_null(yaml("'null'")));
	ck_assert(!tree_is_null(yaml("nUll")));
	ck_assert(!tree_is_null(yaml("''")));
	ck_assert(!tree_is_null(yaml("[]")));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("tree");
	TCase *t = tcase_create("tree");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, yaml_becomes_a_tree);
	tcase_add_test(t, nodes_know_their_place);
	tcase_add_test(t, aliases_share_nodes);
	tcase_add_test(t, merge_keys_merge);
	tcase_add_test(t, large_maps_keep_their_order);
	tcase_add_test(t, json_becomes_a_tree);
	tcase_add_test(t, json_is_strict);
	tcase_add_test(t, json_agrees_with_cjson);
	tcase_add_test(t, describes_itself);
	tcase_add_test(t, knows_null);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}

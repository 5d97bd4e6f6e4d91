/* test_schema.c - the JSON Schema is JSON, and knows what the loader knows */
#include "model/load.h"
#include "model/tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;
static const struct tree *schema;

static void setup(void)
{
	struct dag_error e = {0};
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	workload_schema_print(f);
	fclose(f);
	/* Strict, and refuses duplicate keys. */
	schema = tree_parse_json(&arena, "schema", text, len, &e);
	ck_assert_msg(schema != NULL, "%u:%u: %s", e.line, e.col, e.msg);
	free(text);
}

static void teardown(void)
{
	arena_free(&arena);
}

static bool has_property(const struct tree *t, const char *key, int depth)
{
	const struct tree *properties;

	if (t->kind == TREE_SCALAR || depth > 32)
		return false;
	if (t->kind == TREE_MAP) {
		properties = tree_get(t, "properties");
		if (properties && tree_get(properties, key))
			return true;
	}
	for (uint32_t i = 0; i < t->n; i++)
		if (has_property(t->items[t->kind == TREE_MAP ? 2 * i + 1 : i],
				 key, depth + 1))
			return true;
	return false;
}

START_TEST(every_key_is_in_it)
{
	static const char *const keys[] = {
		"dagsim",
		"name",
		"device",
		"models",
		"streams",
		"sim",
		"policies",
		"max_batch",
		"batchable",
		"profile",
		"noise",
		"bcet_us",
		"wcet",
		"type",
		"a_ms",
		"c",
		"points_ms",
		"points",
		"path",
		"kind",
		"quantile",
		"sigma",
		"mu",
		"shape",
		"scale",
		"mean",
		"sd",
		"low",
		"high",
		"values_ms",
		"probs",
		"edges",
		"counts",
		"unit",
		"tail_prob",
		"tail_scale",
		"model",
		"period",
		"period_ms",
		"period_s",
		"rate_hz",
		"deadline",
		"phase_ns",
		"jitter_us",
		"arrival",
		"criticality",
		"group",
		"priority",
		"duration_s",
		"late_policy",
		"seed",
		"safety_factor",
		"sporadic_mean_extra_ms",
		"preferred_batch_sizes",
		"platform",
		"cores",
		"accelerators",
		"preemption",
		"tasks",
		"offset_ms",
		"strict",
		"connected",
		"nodes",
		"wcet_ms",
		"affinity",
		"from",
		"to",
		"delay_us",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		ck_assert_msg(has_property(schema, keys[i], 0), "%s", keys[i]);
	ck_assert(!has_property(schema, "perod", 0));
}
END_TEST

/* Every "$ref" names something in $defs. */
static unsigned check_refs(const struct tree *t)
{
	const struct tree *defs = tree_get(schema, "$defs");
	unsigned n = 0;

	if (t->kind == TREE_SCALAR)
		return 0;
	for (uint32_t i = 0; i < t->n; i++) {
		const struct tree *v =
			t->items[t->kind == TREE_MAP ? 2 * i + 1 : i];

		if (t->kind == TREE_MAP &&
		    !strcmp(t->items[2 * i]->text, "$ref")) {
			ck_assert(!strncmp(v->text, "#/$defs/", 8));
			ck_assert_msg(tree_get(defs, v->text + 8) != NULL, "%s",
				      v->text);
			n++;
		}
		n += check_refs(v);
	}
	return n;
}

START_TEST(references_lead_somewhere)
{
	ck_assert_str_eq(tree_get(schema, "$schema")->text,
			 "https://json-schema.org/draft/2020-12/schema");
	ck_assert_uint_gt(check_refs(schema), 50);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("schema");
	TCase *t = tcase_create("schema");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, every_key_is_in_it);
	tcase_add_test(t, references_lead_somewhere);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}

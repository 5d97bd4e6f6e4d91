/* fuzz_profile.c - any bytes as a profile in JSON
 *
 * Beside the loader's own promises: JSON that our parser accepts, cJSON
 * accepts too (cJSON gives up at numbers of 64 characters, so those do not
 * count).
 */
#include "model/load.h"
#include "model/tree.h"

#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(x) ((x) ? (void)0 : abort())

struct text {
	const char *data;
	size_t len;
};

static bool read_text(void *ctx, struct arena *a, const char *path,
		      const char **data, size_t *len, struct dag_error *e)
{
	const struct text *t = ctx;

	(void)a;
	(void)path;
	(void)e;
	*data = t->data;
	*len = t->len;
	return true;
}

static bool has_long_word(const char *s, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		n = memchr("+-.0123456789eE", s[i], 15) ? n + 1 : 0;
		if (n >= 63)
			return true;
	}
	return false;
}

static void compare(const char *s, size_t len)
{
	struct arena a = {0};
	struct dag_error e = {0};

	if (tree_parse_json(&a, "fuzz", s, len, &e)) {
		if (!has_long_word(s, len)) {
			cJSON *c = cJSON_ParseWithLength(s, len);

			MUST(c);
			cJSON_Delete(c);
		}
	} else {
		MUST(e.line >= 1 && e.col >= 1 && e.msg[0]);
	}
	arena_free(&a);
}

static void load(struct text *t, const char *profile, enum profile_quantile q)
{
	char yaml[256];
	struct load_options opt = {
		.profile_quantile = q, .read = read_text, .ctx = t};
	struct dag_error e = {0};
	struct workload *w;
	int n;

	n = snprintf(yaml, sizeof(yaml),
		     "models: {m: {batchable: true, max_batch: 9, profile: "
		     "{type: json, path: p, %s}}}\nstreams: []\n",
		     profile);
	w = workload_load_memory("w.yaml", yaml, (size_t)n, &opt, &e);
	if (w)
		for (int b = 0; b < 9; b++)
			MUST(w->models[0].latency[b] > 0);
	else
		MUST(e.code == EXIT_USAGE && e.line >= 1 && e.msg[0]);
	workload_free(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text t = {(const char *)data, size};

	if (!size)
		return 0;
	compare(t.data, t.len);
	load(&t, "", QUANTILE_GIVEN);
	load(&t, "kind: linear", QUANTILE_GIVEN);
	load(&t, "", QUANTILE_P99);
	return 0;
}

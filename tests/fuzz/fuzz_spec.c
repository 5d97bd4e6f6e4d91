/* fuzz_spec.c - any bytes as the spec of a generator
 *
 * Whatever comes in is refused with a place, or is printed and reads back to
 * the same; and where the sets are small, the first is a workload or is
 * refused with a sentence.
 */
#define _POSIX_C_SOURCE 200809L
#include "model/generate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(x) ((x) ? (void)0 : abort())

static bool read_spec(struct arena *a, const char *text, size_t len,
		      struct generate_spec *s, struct dag_error *e)
{
	struct reader r = {.file = "spec", .arena = a, .e = e};
	const struct tree *t = tree_parse_yaml(a, "spec", text, len, e);

	generate_spec_init(s, GENERATE_STREAMS);
	return t && generate_spec_read(&r, t, s);
}

static char *printed(const struct generate_spec *s, size_t *len)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, len);

	MUST(f);
	generate_spec_print(f, s, "");
	MUST(fclose(f) == 0);
	return text;
}

static void read_again(struct arena *a, const struct generate_spec *s)
{
	struct generate_spec other;
	struct dag_error e;
	size_t len, len2;
	char *first = printed(s, &len), *second;

	MUST(read_spec(a, first, len, &other, &e));
	second = printed(&other, &len2);
	MUST(len == len2 && !memcmp(first, second, len));
	free(first);
	free(second);
}

/* So that no input takes long. */
static bool is_small(const struct generate_spec *s)
{
	return s->streams <= 40 && s->tasks <= 40 && s->dags.high <= 4 &&
	       s->nodes.high <= 40 && s->sources.high <= 40 &&
	       s->sinks.high <= 40 && s->layers.high <= 40 &&
	       s->chains.high <= 8 && s->main_length.high <= 20 &&
	       s->sub_sequences.high <= 8 && s->depth <= 3 &&
	       s->branches.high <= 8 && s->in_degree <= 1000 &&
	       s->out_degree <= 1000;
}

static void make_first(struct generate_spec *s)
{
	struct dag_error e = {0};
	struct generator *g;

	if (!is_small(s))
		return;
	s->tries = s->tries < 100 ? s->tries : 100;
	g = generator_new(s, &e);
	MUST(g || e.msg[0]);
	if (g)
		MUST(generator_make(g, 1, &e) || e.msg[0]);
	generator_free(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct generate_spec s;
	struct dag_error e = {0};

	if (size && read_spec(&a, (const char *)data, size, &s, &e)) {
		read_again(&a, &s);
		make_first(&s);
	} else if (size) {
		MUST(e.code == EXIT_USAGE && e.line >= 1 && e.msg[0]);
	}
	arena_free(&a);
	return 0;
}

/* fuzz_histogram.c - any bytes as a histogram, in each format and by how it
 * looks, and as far as a table of latencies
 *
 * What is read has ascending bins and laws within bounds; what is not read
 * has a message.
 */
#include "model/histogram.h"
#include "model/latency.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(x) ((x) ? (void)0 : abort())

static void look_at_law(struct law *law, struct arena *a)
{
	struct latency_options capped = {.cap = LAW_CAP_MAX, .base = -1};
	struct dag_error e = {0};
	struct latency l;

	MUST(law->n > 0 && law->total > 0 && law->total >> 60 == 0);
	for (size_t i = 0; i < law->n; i++)
		MUST(law->edges[i] >= 0 && law->edges[i] < law->edges[i + 1]);
	MUST(law_mean(law) >= law_least(law) - 1);
	MUST(law_mean(law) <= law_most(law) + 1);
	latency_finish_law(law, &capped, law_least(law));
	if (!latency_init(&l, a, law, 1, &e)) {
		MUST(e.msg[0]);
		return;
	}
	MUST(l.least >= 0 && l.least <= l.most);
	for (uint64_t i = 0; i < 64; i++) {
		dag_time t = latency_draw(&l, 0, i << 58, 0, 0);

		MUST(t >= l.least && t <= l.most);
	}
}

static void look_at(const struct hist *h, struct arena *a)
{
	struct hist_law_options ways[] = {{false}, {true}};
	const uint32_t *columns;
	struct dag_error e = {0};
	size_t n;

	MUST(h->n_columns >= 1 && h->n_columns <= HIST_COLUMNS);
	for (size_t i = 0; i < h->n; i++) {
		MUST(h->low[i] < h->high[i]);
		MUST(!i || h->high[i - 1] <= h->low[i]);
	}
	MUST(hist_select(h, a, "", &columns, &n, &e) && n == h->n_columns);
	if (!hist_select(h, a, NULL, &columns, &n, &e))
		return;
	for (int i = 0; i < 2; i++) {
		struct law law;

		if (law_of_histogram(&law, a, h, columns, n, &ways[i], &e))
			look_at_law(&law, a);
		else
			MUST(e.msg[0]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (int f = HIST_AUTO; f <= HIST_SAMPLES; f++) {
		struct hist_options o = {(enum hist_format)f, 0};
		struct dag_error e = {0};
		struct arena a = {0};
		struct hist h;

		if (hist_read(&h, &a, "f", (const char *)data, size, &o, &e))
			look_at(&h, &a);
		else
			MUST(e.code == EXIT_USAGE && e.msg[0]);
		arena_free(&a);
	}
	return 0;
}

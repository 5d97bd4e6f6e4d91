/* gen_parts.h - a case in the making; private to the generator
 *
 * gen.c        header, platform, run
 * gen_tasks.c  records: models, tasks, nodes
 */
#ifndef DAGSIM_CHECK_GEN_PARTS_H
#define DAGSIM_CHECK_GEN_PARTS_H

#include "check/gen.h"

#include <assert.h>

/* What the header switches on. */
enum {
	WITH_PHASES = 1u << 0,
	WITH_JITTER = 1u << 1,
	WITH_GAPS = 1u << 2,
	WITH_DEADLINES = 1u << 3,
	WITH_GROUPS = 1u << 4,
	WITH_BATCHES = 1u << 5,
	WITH_NOISE = 1u << 6,
	WITH_GRAPHS = 1u << 7,
	WITH_DELAYS = 1u << 8,
	WITH_CRITICALITY = 1u << 9,
	WITH_PRIORITIES = 1u << 10,
	WITH_BINDING = 1u << 11,
	WITH_OVERRUNS = 1u << 12,
	WITH_OVERHEADS = 1u << 13,
};
enum { UNIT = NS_PER_MS, BATCH_CAP = 5, CORES_CAP = 4, GROUPS_CAP = 2 };

/* Places in the header. */
enum {
	AT_PLATFORM,
	AT_CORES,
	AT_PREEMPTION,
	AT_LATE,
	AT_TIE,
	AT_SEED,
	AT_JOBS,
	AT_SAFETY,
	AT_FEATURES, /* two bytes */
	AT_ROOM = 10,
	AT_RULES
};

struct gen {
	struct gen_options options;
	struct arena tables, arena; /* of all cases; of one               */
	struct noise shorter, around;
	/* Of the case in the making. */
	struct workload *w;
	const uint8_t *bytes;
	size_t n;
	unsigned features;
	uint32_t batch_models; /* the first models, shared by streams     */
};

static inline uint8_t gen_at(const struct gen *g, size_t i)
{
	return i < g->n ? g->bytes[i] : 0;
}

static inline bool gen_has(const struct gen *g, unsigned feature)
{
	return g->features & feature;
}

static inline uint32_t gen_pick(uint8_t byte, uint32_t n)
{
	assert(n > 0);
	return byte % n;
}

/* --- records --- */

enum gen_kind { TASK, NODE, MODEL };

static inline enum gen_kind gen_kind_of(const uint8_t *record)
{
	return gen_pick(record[0], 8) < 4   ? TASK
	       : gen_pick(record[0], 8) < 6 ? NODE
					    : MODEL;
}

static inline size_t gen_records(const struct gen *g)
{
	size_t n = g->n / GEN_RECORD;

	return n <= 1 ? 0 : n > GEN_RECORDS + 1 ? GEN_RECORDS : n - 1;
}

static inline const uint8_t *gen_record(const struct gen *g, size_t i)
{
	return g->bytes + GEN_RECORD * (i + 1);
}

/* gen_tasks.c: the models that streams share; then all tasks. */
void gen_add_models(struct gen *g);
void gen_add_tasks(struct gen *g);

#endif

/* save_parts.h - the pieces of save.c; not for use outside src/model/save*.c */
#ifndef DAGSIM_MODEL_SAVE_PARTS_H
#define DAGSIM_MODEL_SAVE_PARTS_H

#include "model/draw.h"
#include "model/noise.h"
#include "model/overhead.h"
#include "model/workload.h"

#include "model/regions.h"

#include <stdio.h>

void save_time(FILE *out, dag_time t);
void save_real(FILE *out, double v);
/* A ratio, as a decimal where it is one. */
void save_factor(FILE *out, struct ratio f);
void save_draw(FILE *out, const struct draw *d);
/* ", noise: {...}" where there is any. */
void save_noise(FILE *out, const struct noise *n);
/* ", overheads: {...}" of a platform. */
void save_overheads(FILE *out, const struct overheads *o);
/* The section `runtime`, where there is one. */
void save_runtime(FILE *out, const struct workload *w);
/* ", speeds: [...]" of so many cores; NULL: nothing. */
void save_speeds(FILE *out, const struct ratio *speeds, uint32_t n);
/* The section of that name, if there are any. */
struct workload;
void save_chains(FILE *out, const struct workload *w);

/* ", non_preemptive: [...]" of a node of that wcet; NULL: nothing. */
void save_regions(FILE *out, const struct regions *r, dag_time wcet);

#endif

/* save.h - from a workload to a file: the inverse of load.h
 *
 * What is written reads back to the same workload: names, models with every
 * C(b), tasks, nodes, edges, groups, platform, the defaults of a run and the
 * settings of policies.  Times are exact.  What a workload no longer knows is
 * not written: the files it was read from (profiles become points), whether a
 * time was given or is a default.  A law of noise that is a list (pmf,
 * empirical) is kept as a table only and cannot be written.
 *
 * Cost: 2 us a stream or node.
 */
#ifndef DAGSIM_MODEL_SAVE_H
#define DAGSIM_MODEL_SAVE_H

#include "model/workload.h"

#include <stdio.h>

/* False and *e (message only) where the workload cannot be written; then
 * nothing was.  Whether the stream took it is the caller's to check. */
bool workload_save(FILE *out, const struct workload *w, struct dag_error *e);

/* A name as a YAML scalar: as it is where that is safe, else in quotes. */
void save_text(FILE *out, const char *text);

#endif

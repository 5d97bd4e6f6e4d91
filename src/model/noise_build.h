/* noise_build.h - what the files that set up noise share; see noise.h
 *
 * Errors carry a message only.  Tables live in the arena given.
 */
#ifndef DAGSIM_MODEL_NOISE_BUILD_H
#define DAGSIM_MODEL_NOISE_BUILD_H

#include "model/noise.h"

#define NOISE_FACTOR_MAX 1073741824.0 /* 2^30, NOISE_MAX as a double */

/* x * 2^32 to the nearest integer, clipped to NOISE_MAX; x >= 0. */
noise_factor noise_exact_factor(double x);

/* lo <= v <= hi, or *e names the parameter; NaN and infinities are refused. */
bool noise_in_range(const char *name, double v, double lo, double hi,
		    struct dag_error *e);
/* 0 < v < infinity, or *e. */
bool noise_is_positive(const char *name, double v, struct dag_error *e);

/* Tables for f = value, and for f uniform on [n->a, n->b] (checked). */
bool noise_init_constant(struct noise *n, struct arena *a, double value,
			 struct dag_error *e);
bool noise_init_uniform(struct noise *n, struct arena *a, struct dag_error *e);

#endif

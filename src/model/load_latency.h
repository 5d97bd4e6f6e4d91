/* load_latency.h - latencies as users write them: a name, a file, numbers
 *
 *     kernel: linux612-rt-load
 *     kernel: {name: linux612-rt-load, cap: none, base: 264.9us}
 *     kernel: {histogram: rt.hist, column: Thr, cpus: each}
 *     kernel: {min_us: 3, q1_us: 5, median_us: 6, q3_us: 8, max_us: 90,
 *              mean_us: 7.1, samples: 100000}
 *     kernel: {quantiles_us: {0: 3, 0.5: 6, 0.99: 21}, xi: 0.2, sigma_us: 8,
 *              max_us: 90}
 *     kernel: {..., burst_share: 0.01, burst_length: 20ms}
 *     kernel: fit.yaml     (a name with a dot or a slash is that of a file)
 *
 * The file of a `histogram` may also be what `dagsim noise fit` writes, which
 * is one of these maps.
 *
 * An overhead (overhead.h) may be such a map too, but for what belongs to
 * wake-ups.  The options of `dagsim noise` and --kernel NAME:KEY=VALUE,... are
 * the keys of this one table.
 */
#ifndef DAGSIM_MODEL_LOAD_LATENCY_H
#define DAGSIM_MODEL_LOAD_LATENCY_H

#include "model/schema.h"
#include "model/histogram.h"
#include "model/latency.h"

/* How a file that a latency names is read: as load_file of the loader, or from
 * disk. */
struct latency_files {
	bool (*read)(void *ctx, const struct tree *at, const char *path,
		     const char **full, const char **data, size_t *len);
	void *ctx;
};

/* What a map says, taken apart. */
struct latency_source {
	const struct latency_row *row; /* a named one, or NULL                */
	struct hist *hist;             /* of a file, or NULL                  */
	const char *file, *label;      /* as written; what to call it         */
	uint32_t n_laws;               /* 1, or a law a column                */
	struct law *laws;
	const char **columns;   /* names, where n_laws > 1             */
	struct hist_told *told; /* of a histogram, one a law               */
	struct latency_options options;
	bool releases_only;
	double burst_share;
	dag_time burst_length;
	bool is_plain; /* a name, and nothing else                            */
	bool is_fit;   /* the file is one of `dagsim noise fit`               */
};

extern const struct section latency_section;

/* Reads a map or a name: everything but tables; laws are finished (base, cap).
 * `wakes`: it is a latency of wake-ups, with all keys. */
bool latency_read(struct reader *r, struct arena *scratch, const struct tree *t,
		  bool wakes, const struct latency_files *files,
		  struct latency_source *out);

/* --- a fit (load_fit.c) --- */

/* Does its first line with content say `kernel:`? */
bool latency_is_fit(const char *data, size_t len);

struct latency_fit {
	const struct tree *given, *file; /* the map that names it, and where  */
	const char *full, *data;
	size_t len;
};

/* latency_read of what the file holds, other keys of `given` in front. */
bool latency_read_fit(struct reader *r, struct arena *scratch,
		      const struct latency_fit *fit, bool wakes,
		      const struct latency_files *files,
		      struct latency_source *out);

/* Is it a map with keys of a latency rather than of an overhead with noise? */
bool latency_is_map(const struct tree *t);

/* "NAME|FILE[:KEY=VALUE,...]" as the tree that would say the same. */
const struct tree *latency_tree(struct reader *r, const char *text);

/* What is read becomes a latency with tables in r->arena. */
bool latency_make(struct reader *r, const struct tree *t,
		  const struct latency_source *s, struct latency *out);

#endif

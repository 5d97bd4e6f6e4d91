/* histogram.h - histograms of latencies as measuring programs leave them
 *
 * What is read, told apart by how it begins or looks:
 *
 *   cyclictest  rows `000012 000345 ...`: a bin of 1 us (ns with -N) and a
 *               count for each thread; rows may be missing, a column of sums
 *               (-H) may follow; lines `# Min|Avg|Max Latencies:`, `# Total:`
 *               (in some versions only), `# Histogram Overflows:`, cycle
 *               numbers by thread; status lines `T: 0 ...` are passed over
 *   rtla        `rtla timerlat hist` and `rtla osnoise hist`: a line `Index`
 *               with the columns, rows (empty ones are left out), `over:`,
 *               `count:`, `min:`, `avg:`, `max:` with `-` where there is
 *               nothing, a block `ALL:` that must say the same; what the tool
 *               says behind that is passed over
 *   oslat       `Core:`, rows `012 (us):` of gaps of 11 to 12 us, the last
 *               `(including overflows)`, `Minimum`, `Average`, `Maximum`
 *   bins        lines `low high count`, adjoining, as gsl_histogram_fprintf
 *   samples     a value a line, or `thread:cycle:value` as cyclictest -v
 *
 * The result is a table of bins by columns (threads, CPUs).  Bins are
 * ascending and do not overlap, but need not adjoin: what is missing is 0.
 * Where least, average or greatest of a column contradict its rows, the file
 * was damaged or edited, which is an error; so is one that ends in its rows,
 * where the tool always writes something behind them (rtla, oslat).
 *
 * Bounds: HIST_COLUMNS columns, HIST_CELLS counts, 2^53 a count and in all, so
 * any input ends with a table or an error that names file, line and column.
 * Cost: linear in the text; samples are sorted.
 *
 * Formats: rt-tests (git.kernel.org/pub/scm/utils/rt-tests) src/cyclictest and
 * src/oslat, the kernel's tools/tracing/rtla/src/timerlat_hist.c and
 * osnoise_hist.c.
 */
#ifndef DAGSIM_MODEL_HISTOGRAM_H
#define DAGSIM_MODEL_HISTOGRAM_H

#include "base/arena.h"
#include "base/error.h"
#include "base/time.h"
#include "model/latency_law.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	HIST_COLUMNS = 4096,
	HIST_CELLS = 1 << 22,
	HIST_TEXT = 64 << 20, /* bytes of a file                            */
};
#define HIST_COUNT_MAX (INT64_C(1) << 53)

enum hist_format {
	HIST_AUTO,
	HIST_CYCLICTEST,
	HIST_RTLA,
	HIST_OSLAT,
	HIST_BINS,
	HIST_SAMPLES,
};
extern const char *const hist_format_names[]; /* auto, cyclictest, ...     */

struct hist_column {
	const char *name; /* "0", "Thr-003", "1"                      */
	bool has_min, has_avg, has_max; /* in units of the file              */
	double min, avg, max;
	double avg_grain; /* the average is a multiple of this               */
	bool avg_is_cut;  /* to that, else rounded                           */
	uint64_t over;    /* values above the last bin                       */
	uint64_t binned;  /* values in bins: sums of the counts              */
};

struct hist {
	const char *file;
	enum hist_format format;
	const char *what;   /* "cyclictest", "rtla timerlat", ...             */
	const char *note;   /* what the numbers are not, or NULL              */
	double unit;        /* of edges and statistics, in ns                 */
	double grain;       /* values were cut to multiples of this, in units */
	double low_of_over; /* where overflow begins, in units               */
	double duration_s;  /* 0: not told                                   */
	double *low, *high; /* of the bins, in units, ascending              */
	uint64_t *counts;   /* counts[bin * n_columns + column]              */
	size_t n, n_columns;
	struct hist_column *columns;
};

struct hist_options {
	enum hist_format format; /* HIST_AUTO: by how it looks               */
	int64_t unit_ns; /* of files that do not tell; 0: us                  */
};

/* Does a line say which program wrote it? */
bool hist_is_told(const char *data, size_t len);

/* Reads a text; everything lives in `a`.  `file` is for messages and kept. */
bool hist_read(struct hist *h, struct arena *a, const char *file,
	       const char *data, size_t len, const struct hist_options *o,
	       struct dag_error *e);

/* Which columns are meant: all; or those whose name is the text, or begins
 * with it and a `-` (Thr: all of Thr-000, ...), or the CPU's number of a file
 * with one column a CPU.  NULL stands for all of one kind: in a file of
 * timerlat for Thr where it is there, else the first kind.  In order, *n of
 * them. */
bool hist_select(const struct hist *h, struct arena *a, const char *name,
		 const uint32_t **columns, size_t *n, struct dag_error *e);

/* What a file says itself of the sum of columns; has_*: of all of them. */
struct hist_told {
	uint64_t over; /* values above the last bin                           */
	bool has_min, has_avg, has_max;
	double min, avg, max; /* ns                                           */
};
struct hist_told hist_tell(const struct hist *h, const uint32_t *columns,
			   size_t n);

/* How the tail of a histogram is continued. */
struct hist_law_options {
	bool extend; /* beyond the greatest value: by moments above 99 %      */
};

/* The law of the sum of these columns. */
bool law_of_histogram(struct law *law, struct arena *a, const struct hist *h,
		      const uint32_t *columns, size_t n,
		      const struct hist_law_options *o, struct dag_error *e);

/* The tail index of what a histogram holds: excesses above the quantile p,
 * by moments, overflow at its law's place.  False where nothing is above. */
bool law_fit_tail(const struct law *law, double p, struct gpd *g,
		  double *threshold);

#endif

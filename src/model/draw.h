/* draw.h - a random quantity as a user writes it: `10ms..1s log`
 *
 *     20ms                    always that
 *     10ms..1s                uniform, both ends included
 *     10ms..1s step 5ms       uniform among 10ms, 15ms, ...
 *     10ms..1s log            log-uniform: every octave as likely
 *     10ms..1s log step 1ms   the same, on multiples of 1ms
 *     5ms, 10ms*3, 20ms       one of a list, 10ms three times as often
 *
 * In YAML a list may also be one: [5ms, 10ms*3].  Values are times (ns),
 * counts, or plain decimals in units of 10^-9; everything is an integer, so
 * what is drawn is the same on every machine.
 *
 * Log-uniform with a step follows Emberson, Stafford and Davis (WATERS
 * 2010): the logarithm is uniform between those of the least and of the
 * greatest plus one step, and the value is rounded down to a multiple of the
 * step.
 *
 * A value is a function of 64 bits.  Cost: 2 ns, log 25 ns.
 */
#ifndef DAGSIM_MODEL_DRAW_H
#define DAGSIM_MODEL_DRAW_H

#include "model/fields.h"

#define DRAW_ONE INT64_C(1000000000) /* the decimal 1                     */
enum { DRAW_CHOICES = 64, DRAW_TEXT = 2048 };

enum draw_kind { DRAW_RANGE, DRAW_LOG, DRAW_LIST };
enum draw_unit { DRAW_TIME, DRAW_COUNT, DRAW_DECIMAL };

struct draw {
	enum draw_kind kind;
	enum draw_unit unit;
	int64_t low, high; /* of all values                               */
	int64_t step;      /* of a range; at least 1                      */
	uint32_t n;        /* of a list                                   */
	const int64_t *values;
	const uint32_t *weights; /* sums up to each value, itself included */
	double log_low, log_span;
};

/* The quantities v; low..high; low..high log step STEP. */
struct draw draw_fixed(enum draw_unit unit, int64_t v);
struct draw draw_range(enum draw_unit unit, int64_t low, int64_t high);
struct draw draw_logarithmic(enum draw_unit unit, int64_t low, int64_t high,
			     int64_t step);

int64_t draw_value(const struct draw *d, uint64_t bits);

static inline bool draw_is_fixed(const struct draw *d)
{
	return d->low == d->high;
}

/* Reads a value of the tree; all values must lie in min..max.  Lists live in
 * the reader's arena.  d->unit says which unit. */
bool draw_read(struct reader *r, const struct tree *t, const char *key,
	       int64_t min, int64_t max, struct draw *d);

/* The text that draw_read reads back to the same; at most DRAW_TEXT bytes. */
void draw_format(const struct draw *d, char *buf, size_t cap);

#endif

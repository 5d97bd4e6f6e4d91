/* load_timing.h - when a task is released: the keys of streams and DAG tasks
 *
 * A stream and a DAG task differ in what a job does, not in when it is
 * released and when it is due.  A section that has these keys embeds a struct
 * timing in its record and TIMING_FIELDS among its rows; the rows' value
 * nodes then stand in at[] in the order of enum timing_at.
 */
#ifndef DAGSIM_MODEL_LOAD_TIMING_H
#define DAGSIM_MODEL_LOAD_TIMING_H

#include "model/load_parts.h"

struct timing {
	dag_time period, deadline, phase, jitter, extra;
	struct ratio rate_hz;
	int64_t priority;
	int criticality, arrival;
};

enum timing_at {
	AT_PERIOD,
	AT_RATE,
	AT_DEADLINE,
	AT_PHASE,
	AT_JITTER,
	AT_ARRIVAL,
	AT_EXTRA,
	AT_CRITICALITY,
	AT_PRIORITY,
	TIMING_ROWS
};

extern const char *const timing_arrivals[], *const timing_criticalities[];

/* The rows, for records in which a struct timing is the member `m`. */
#define TIMING_FIELDS(record, m)                                               \
	{.key = "period",                                                      \
	 .type = FIELD_TIME,                                                   \
	 .offset = offsetof(record, m.period),                                 \
	 .flags = FIELD_POSITIVE,                                              \
	 .help = "time between releases; the least time where sporadic"},      \
		{.key = "rate_hz",                                             \
		 .type = FIELD_RATIO,                                          \
		 .offset = offsetof(record, m.rate_hz),                        \
		 .flags = FIELD_POSITIVE,                                      \
		 .help = "1 / period, instead of it"},                         \
		{.key = "deadline",                                            \
		 .type = FIELD_TIME,                                           \
		 .offset = offsetof(record, m.deadline),                       \
		 .flags = FIELD_POSITIVE,                                      \
		 .standard = "the period",                                     \
		 .help = "deadline, from the nominal release"},                \
		{.key = "phase",                                               \
		 .type = FIELD_TIME,                                           \
		 .offset = offsetof(record, m.phase),                          \
		 .standard = "0",                                              \
		 .help = "nominal time of the first release"},                 \
		{.key = "jitter",                                              \
		 .type = FIELD_TIME,                                           \
		 .offset = offsetof(record, m.jitter),                         \
		 .standard = "0",                                              \
		 .help = "a release is late by up to this; at most the "       \
			 "period"},                                            \
		{.key = "arrival",                                             \
		 .type = FIELD_CHOICE,                                         \
		 .offset = offsetof(record, m.arrival),                        \
		 .choices = timing_arrivals,                                   \
		 .standard = "periodic",                                       \
		 .help = "whether the gaps are constant"},                     \
		{.key = "sporadic_mean_extra",                                 \
		 .type = FIELD_TIME,                                           \
		 .offset = offsetof(record, m.extra),                          \
		 .standard = "0",                                              \
		 .help = "sporadic: mean of the exponential extra gap"},       \
		{.key = "criticality",                                         \
		 .type = FIELD_CHOICE,                                         \
		 .offset = offsetof(record, m.criticality),                    \
		 .flags = FIELD_ANY_CASE,                                      \
		 .choices = timing_criticalities,                              \
		 .standard = "low",                                            \
		 .help = "breaks ties, and is reported apart"},                \
	{                                                                      \
		.key = "priority", .type = FIELD_INT,                          \
		.offset = offsetof(record, m.priority),                        \
		.flags = FIELD_NULLABLE, .min = INT32_MIN, .max = INT32_MAX,   \
		.standard = "rate-monotonic rank",                             \
		.help = "fixed priority, smaller is more urgent"               \
	}

/* The schema of "rate_hz, or one spelling of the period". */
#define TIMING_RULE                                                            \
	"{\"oneOf\": [{\"required\": [\"rate_hz\"]}, {\"anyOf\": ["            \
	"{\"required\": [\"period\"]}, {\"required\": [\"period_ms\"]}, "      \
	"{\"required\": [\"period_us\"]}, {\"required\": [\"period_ns\"]}, "   \
	"{\"required\": [\"period_s\"]}]}]}"

/* Who has these times, for messages: "stream 'camera'". */
struct timed {
	const char *what, *name;
	const struct tree *map;
	const struct tree *const *at; /* of the first timing row            */
};

/* Derives the period of a rate and the deadline that was not given, checks
 * what concerns these keys alone. */
bool timing_settle(struct loader *l, const struct timed *who, struct timing *t);

/* The task with these times, without nodes and group. */
struct task timing_task(const struct timed *who, const struct timing *t);

#endif

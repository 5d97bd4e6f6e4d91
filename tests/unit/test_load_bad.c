/* test_load_bad.c - what the loader refuses, and the place it names
 *
 * Each row is a file, the line and column that must be blamed, and a part of
 * the message: the offending text, what is valid, or a suggestion.
 */
#include "model/load.h"
#include "tests/support/scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct bad {
	const char *text;
	unsigned line, col;
	const char *part;
};

/* A file of one model and one stream, whose lines 2 and 4 are completed. */
#define MODEL(rest) "models:\n  m: {" rest "}\nstreams: []\n"
#define STREAM(rest)                                                           \
	"models:\n  m: {profile: {a_ms: 1}}\nstreams:\n"                       \
	"  - {name: s, model: m, " rest "}\n"
#define NOISE(rest) MODEL("profile: {a_ms: 1}, noise: {" rest "}")
#define TOP(rest)   rest "\nmodels: {}\nstreams: []\n"
#define TWO(first, second)                                                     \
	"models:\n  m: {profile: {a_ms: 1}}\n"                                 \
	"  n: {profile: {a_ms: 1}}\nstreams:\n"                                \
	"  - {name: a, group: g, " first "}\n"                                 \
	"  - {name: b, group: g, " second "}\n"

#define CHAINS(list)                                                           \
	"tasks: [{name: a, period: 1s, nodes: {a: 1ms}}, "                     \
	"{name: b, period: 1s, nodes: {b: 1ms}}]\nchains: " list "\n"

static const struct bad bad[] = {
	/* Keys. */
	{STREAM("perod: 10ms"), 4, 25, "'perod'; did you mean 'period'?"},
	{STREAM("period_ms: 9, dedline_ms: 2"), 4, 39,
	 "did you mean 'deadline_ms'?"},
	{STREAM("period_ms: 9, deadline: 2"), 4, 49,
	 "write 2ms, or 'deadline_ms'"},
	{STREAM("period_ms: 9, deadline: 1.5"), 4, 49, "needs a unit"},
	{STREAM("period_ms: 9, frobnicate: 1"), 4, 39,
	 "valid: name, model, period, rate_hz, deadline"},
	{TOP("modles: {}"), 1, 1, "did you mean 'models'?"},
	{TOP("sim: {durations: 1s}"), 1, 7, "did you mean 'duration'?"},
	{MODEL("profile: {a_ms: 1}, max_bacth: 2"), 2, 27,
	 "did you mean 'max_batch'?"},
	{MODEL("profile: {a_ms: 1, b_ms: 2}"), 2, 26, "of a linear profile"},
	{MODEL("profile: {points_ms: {1: 2}}"), 2, 17,
	 "of a linear profile, 'points_ms'; valid: type, a, c"},
	{NOISE("sgima: 0.1"), 2, 35, "did you mean 'sigma'?"},
	{NOISE("kind: gamma, shape: 2, scale: 1, sigma: 3"), 2, 68,
	 "of a gamma noise, 'sigma'"},
	{STREAM("period_ms: 9, period_ms: 8"), 4, 39,
	 "duplicate key 'period_ms'; the first is in line 4, column 25"},
	{STREAM("period_ms: 9, 'period_ms': 8"), 4, 39, "duplicate key"},
	{STREAM("period_ms: 9, period: 8ms"), 4, 39,
	 "'period' and 'period_ms' (line 4) give the same value twice"},
	{STREAM("period_ms: 9, period_us: 8"), 4, 39, "twice"},
	{STREAM("period_ms: 9, rate_hz: 8"), 4, 48,
	 "both a rate_hz and a period"},
	{STREAM("rate_hz: 9, period: 8ms"), 4, 34, "both a rate_hz"},
	{TOP("a: 1\n? [a, b]\n: c"), 2, 3, "a key must be plain text"},
	{TOP("? {a: b}\n: c"), 1, 3, "a key must be plain text"},
	{TOP("{}: c"), 1, 1, "a key must be plain text"},
	{"models: {}\nmodels: {}\nstreams: []\n", 2, 1, "duplicate key"},

	/* What is missing. */
	{"streams: []\n", 1, 1, "a workload needs 'models'"},
	{"models: {}\n", 1, 1, "a workload needs 'streams'"},
	{MODEL("max_batch: 2"), 2, 3, "model 'm' has no 'profile'"},
	{MODEL("profile: {}"), 2, 16, "needs 'a' (with a unit, as 20ms)"},
	{MODEL("profile: {type: table}"), 2, 16, "a table profile needs"},
	{MODEL("profile: {type: json}"), 2, 16, "a json profile needs 'path'"},
	{STREAM("phase_ms: 1"), 4, 5, "stream 's' needs a period"},
	{"models: {}\nstreams:\n  - {model: m}\n", 3, 5,
	 "a stream needs 'name'"},
	{"models: {}\nstreams:\n  - {name: m}\n", 3, 5,
	 "a stream needs 'model'"},
	{NOISE("kind: gamma, scale: 1"), 2, 34, "needs 'shape'"},
	{NOISE("kind: normal"), 2, 34, "needs 'sd'"},
	{NOISE("kind: uniform, low: 1"), 2, 34, "needs 'high'"},
	{NOISE("kind: pmf, probs: [1]"), 2, 34, "needs 'values'"},
	{NOISE("kind: empirical"), 2, 34, "needs 'edges' and 'counts'"},

	/* Nothing where something is wanted. */
	{CHAINS("[{name: c, tasks: [a, bb]}]"), 2, 31,
	 "chain 'c': unknown task 'bb'; valid: a, b"},
	{CHAINS("[{name: c, tasks: []}]"), 2, 27, "has 0 tasks"},
	{CHAINS("[{name: c, tasks: a}]"), 2, 27, "'tasks' must be a list"},
	{CHAINS("[{name: c}]"), 2, 10, "needs 'tasks'"},
	{CHAINS("[{tasks: [a]}]"), 2, 10, "needs 'name'"},
	{CHAINS("{name: c, tasks: [a]}"), 2, 9, "'chains' must be a list"},
	{CHAINS("[{name: c, tasks: [a]}, {name: c, tasks: [b]}]"), 2, 33,
	 "two chains named 'c'"},
	{CHAINS("[{name: c, tasks: [a], max_reaction: 0ms}]"), 2, 46,
	 "max_reaction"},
	{CHAINS("[{name: c, tasks: [a], max_raection: 1ms}]"), 2, 32,
	 "did you mean 'max_reaction'?"},
	{"", 1, 1, "there is nothing in it"},
	{"# only a comment\n", 1, 1, "there is nothing in it"},
	{"---\n", 2, 1, "there is nothing in it"},
	{"~\n", 1, 1, "there is nothing in it"},
	{"models:\nstreams: []\n", 1, 8, "'models' must be a map, not nothing"},
	{"models: {}\nstreams:\n", 2, 9, "'streams' must be a list"},
	{TOP("sim:"), 1, 5, "the sim section must be a map, not nothing"},
	{TOP("sim: null"), 1, 6, "the sim section must be a map, not nothing"},
	{"models:\n  m:\nstreams: []\n", 2, 5, "a model must be a map"},
	{MODEL("profile: "), 2, 16, "a profile must be a map, not nothing"},
	{STREAM("period_ms: "), 4, 36, "'period_ms' has no value"},
	{STREAM("period_ms: ~"), 4, 36, "'period_ms' has no value"},
	{"models: {}\nstreams: [{name: , model: m}]\n", 2, 18, "'name'"},
	{"models: {}\nstreams: [{name: '', model: m}]\n", 2, 18,
	 "'name' is empty"},
	{"models: {}\nstreams: [null]\n", 2, 11, "a stream must be a map"},

	/* A collection of the wrong kind. */
	{"- 1\n", 1, 1, "a workload must be a map, not a list"},
	{"hello\n", 1, 1, "a workload must be a map, not 'hello'"},
	{"models: []\nstreams: []\n", 1, 9, "'models' must be a map"},
	{"models: {}\nstreams: {a: 1}\n", 2, 10, "'streams' must be a list"},
	{STREAM("period_ms: [1]"), 4, 36, "must be a time, not a list"},
	{STREAM("period_ms: 1, priority: {}"), 4, 49,
	 "whole number, not a map"},
	{STREAM("period_ms: 1, group: []"), 4, 46, "must be text, not a list"},
	{STREAM("period_ms: 1, arrival: [x]"), 4, 48, "one of a few words"},
	{MODEL("profile: linear"), 2, 16, "a profile must be a map"},
	{MODEL("profile: {type: table, points_ms: [1, 2]}"), 2, 41,
	 "'points' must be a map"},
	{MODEL("profile: {a_ms: 1}, batchable: [true]"), 2, 38,
	 "must be true or false"},
	{NOISE("kind: pmf, values: 1, probs: [1]"), 2, 54, "must be a list"},
	{MODEL("profile: {a_ms: 1}, noise: [1]"), 2, 34,
	 "a noise must be a map, not a list"},
	{TOP("policies: [edf]"), 1, 11, "'policies' must be a map"},
	{TOP("policies: {edf: 3}"), 1, 17, "settings of a policy must be"},

	/* Numbers and times. */
	{STREAM("rate_hz: 0"), 4, 34, "must be above 0"},
	{STREAM("rate_hz: -5"), 4, 34, "negative"},
	{STREAM("rate_hz: .inf"), 4, 34, "not a finite number"},
	{STREAM("rate_hz: nan"), 4, 34, "not a finite number"},
	{STREAM("rate_hz: 1e30"), 4, 34, "out of range"},
	{STREAM("rate_hz: 5e9"), 4, 34, "its period is not in 1 ns"},
	{STREAM("rate_hz: 1e-18"), 4, 34, "its period is not in 1 ns"},
	{STREAM("rate_hz: fast"), 4, 34, "not a decimal number"},
	{STREAM("period_ms: 0"), 4, 36, "must be above 0"},
	{STREAM("period_ms: -10"), 4, 36, "negative"},
	{STREAM("period_ms: .nan"), 4, 36, "not a finite number"},
	{STREAM("period_ms: NaN"), 4, 36, "not a finite number"},
	{STREAM("period_ms: -.inf"), 4, 36, "not a finite number"},
	{STREAM("period_ms: 1e400"), 4, 36, "out of range"},
	{STREAM("period_s: 9223372037"), 4, 35, "out of range"},
	{STREAM("period_ns: 9223372036854775808"), 4, 36, "out of range"},
	{STREAM("period_ns: 0.4"), 4, 36, "rounds to 0 ns"},
	{STREAM("period_ms: 1e-400"), 4, 36, "rounds to 0 ns"},
	{STREAM("period_ms: 10ms"), 4, 36, "the unit stands in the key"},
	{STREAM("period_ms: 12abc"), 4, 36, "not a decimal number"},
	{STREAM("period_ms: 0x1F"), 4, 36, "not a decimal number"},
	{STREAM("period_ms: 1_000"), 4, 36, "not a decimal number"},
	{STREAM("period_ms: 010"), 4, 36, "leading zero"},
	{STREAM("period_ms: -010"), 4, 36, "leading zero"},
	{STREAM("period_ms: 1.2.3"), 4, 36, "not a decimal number"},
	{STREAM("period_ms: ''"), 4, 36, "not a decimal number"},
	{STREAM("period_ms: true"), 4, 36, "not a decimal number"},
	{STREAM("period: 10parsec"), 4, 33, "valid: ns, us, ms, s"},
	{STREAM("period: 10 MS"), 4, 33, "valid: ns, us, ms, s"},
	{STREAM("period: ms"), 4, 33, "not a decimal number"},
	{STREAM("period: 1e400s"), 4, 33, "out of range"},
	{STREAM("period_ms: 1, deadline_ms: 0"), 4, 52, "must be above 0"},
	{STREAM("period_ms: 1, deadline_ms: -1"), 4, 52, "negative"},
	{STREAM("period_ms: 1, phase_ms: -1"), 4, 49, "negative"},
	{STREAM("period_ms: 1, jitter_ms: -1"), 4, 50, "negative"},
	{STREAM("period_ms: 10, jitter_ms: 10.000001"), 4, 51,
	 "the jitter is larger than the period"},
	{STREAM("rate_hz: 100, jitter: 11ms"), 4, 47,
	 "the jitter is larger than the period"},
	{STREAM("period_ms: 1, priority: high"), 4, 49, "not a whole number"},
	{STREAM("period_ms: 1, priority: 1.5"), 4, 49, "not a whole number"},
	{STREAM("period_ms: 1, priority: 3000000000"), 4, 49,
	 "valid: -2147483648 to 2147483647"},
	{MODEL("profile: {a_ms: 1}, max_batch: 0"), 2, 38, "valid: 1 to 1024"},
	{MODEL("profile: {a_ms: 1}, max_batch: -1"), 2, 38, "valid: 1 to 1024"},
	{MODEL("profile: {a_ms: 1}, max_batch: 1025"), 2, 38, "valid: 1 to"},
	{MODEL("profile: {a_ms: 1}, max_batch: 99999999999999999999"), 2, 38,
	 "valid: 1 to 1024"},
	{MODEL("profile: {a_ms: 1}, max_batch: many"), 2, 38,
	 "not a whole number"},
	{MODEL("profile: {a_ms: 1}, max_batch: +"), 2, 38,
	 "not a whole number"},
	{MODEL("profile: {a_ms: 1}, batchable: 'false'"), 2, 38,
	 "without quotes"},
	{MODEL("profile: {a_ms: 1}, batchable: maybe"), 2, 38,
	 "neither true nor false"},
	{MODEL("profile: {a_ms: -1}"), 2, 23, "negative"},
	{MODEL("profile: {a_ms: .nan}"), 2, 23, "not a finite number"},
	{MODEL("profile: {a_ms: 1, c_ms: -0.5}"), 2, 32, "negative"},
	{MODEL("profile: {a_ms: 0}"), 2, 16, "must not be 0"},
	{MODEL("profile: {a_ms: 0, c_ms: 0}"), 2, 16, "must not be 0"},
	{MODEL("profile: {a_ns: 0.4}"), 2, 16, "C(1) rounds to 0 ns"},
	{MODEL("profile: {a_s: 9e9, c_s: 9e9}"), 2, 16, "C(1) is out of range"},
	{MODEL("profile: {a_s: 1e11}"), 2, 22, "out of range"},
	{MODEL("profile: {a: 5}"), 2, 20, "needs a unit"},
	{MODEL("profile: {a_ms: 1}, bcet: 3ms, wcet: 2ms"), 2, 33,
	 "bcet is above wcet"},
	{MODEL("profile: {a_ms: 1}, wcet_ms: 0"), 2, 36, "must be above 0"},

	/* Words. */
	{STREAM("period_ms: 1, criticality: medium"), 4, 52,
	 "unknown criticality 'medium'; valid: low, high"},
	{STREAM("period_ms: 1, criticality: 2"), 4, 52, "unknown criticality"},
	{STREAM("period_ms: 1, arrival: sproadic"), 4, 48,
	 "did you mean 'sporadic'?"},
	{STREAM("period_ms: 1, arrival: aperiodic"), 4, 48,
	 "did you mean 'periodic'?"},
	{MODEL("profile: {type: cubic}"), 2, 23,
	 "unknown profile type 'cubic'; valid: linear, table, json"},
	{MODEL("profile: {type: jsno, path: x}"), 2, 23,
	 "did you mean 'json'?"},
	{NOISE("kind: gama, shape: 1, scale: 1"), 2, 41,
	 "did you mean 'gamma'?"},
	{TOP("sim: {late_policy: maybe}"), 1, 20, "valid: drop, run"},
	{TOP("sim: {duration_s: 0}"), 1, 19, "must be above 0"},
	{TOP("sim: {duration: 30}"), 1, 17, "needs a unit"},
	{TOP("sim: {safety_factor: 0}"), 1, 22, "must be above 0"},
	{TOP("sim: {safety_factor: -1}"), 1, 22, "negative"},
	{TOP("sim: {seed: -1}"), 1, 13, "valid: 0 to 9223372036854775807"},
	{TOP("sim: {seed: 1.5}"), 1, 13, "not a whole number"},
	{TOP("dagsim: 2"), 1, 9, "out of range; valid: 1"},
	{TOP("dagsim: one"), 1, 9, "not a whole number"},

	/* Names. */
	{"models:\n  camera: {profile: {a_ms: 1}}\nstreams:\n"
	 "  - {name: s, model: camara, period_ms: 1}\n",
	 4, 22, "unknown model 'camara'; did you mean 'camera'?"},
	{"models: {}\nstreams: [{name: s, model: x, period_ms: 1}]\n", 2, 28,
	 "unknown model 'x'"},
	{STREAM("period_ms: 1") "  - {name: s, model: m, period_ms: 2}\n", 5,
	 12, "two streams named 's'; the first is in line 4"},
	{"models: {\"a\\x01\": {profile: {a_ms: 1}}}\nstreams: []\n", 1, 10,
	 "control character"},
	{"models: {\"a\\nb\": {profile: {a_ms: 1}}}\nstreams: []\n", 1, 10,
	 "control character"},
	{"models: {'': {profile: {a_ms: 1}}}\nstreams: []\n", 1, 10,
	 "is empty"},
	{"models: {\"a\\0b\": {profile: {a_ms: 1}}}\nstreams: []\n", 1, 10,
	 "NUL"},

	/* Groups. */
	{TWO("model: m, period_ms: 2", "model: n, period_ms: 2"), 6, 32,
	 "differs from 'a' (line 5) in its model"},
	{TWO("model: m, period_ms: 2", "model: m, period_ms: 3"), 6, 46,
	 "in its period"},
	{TWO("model: m, period_ms: 2", "model: m, rate_hz: 400"), 6, 44,
	 "in its period"},
	{TWO("model: m, period_ms: 2, deadline_ms: 1",
	     "model: m, period_ms: 2"),
	 6, 5, "in its deadline"},
	{TWO("model: m, period_ms: 2",
	     "model: m, period_ms: 2, deadline_ms: 1"),
	 6, 62, "in its deadline"},
	{TWO("model: m, period_ms: 2", "model: m, period_ms: 2, phase_ms: 1"),
	 6, 59, "in its phase"},
	{TWO("model: m, period_ms: 2", "model: m, period_ms: 2, jitter_ms: 1"),
	 6, 60, "have no jitter"},
	{TWO("model: m, period_ms: 2, arrival: sporadic",
	     "model: m, period_ms: 2"),
	 5, 58, "are periodic"},

	/* Tables. */
	{MODEL("profile: {type: table, points_ms: {2: 3}}"), 2, 41,
	 "no point for batch size 1"},
	{MODEL("profile: {type: table, points_ms: {}}"), 2, 41,
	 "holds no point"},
	{MODEL("profile: {type: table, points_ms: {1: 3, 1: 4}}"), 2, 48,
	 "duplicate key '1'"},
	{MODEL("profile: {type: table, points_ms: {1: 3, +1: 4}}"), 2, 41,
	 "gives batch size 1 twice"},
	{MODEL("profile: {type: table, points_ms: {0: 3}}"), 2, 42,
	 "'batch size' is '0'"},
	{MODEL("profile: {type: table, points_ms: {one: 3}}"), 2, 42,
	 "'batch size' is 'one', which is not a whole number"},
	{MODEL("profile: {type: table, points_ms: {1: 0}}"), 2, 45,
	 "must be above 0"},
	{MODEL("profile: {type: table, points_ms: {1: -3}}"), 2, 45,
	 "'C(1)' is '-3', which is negative"},
	{MODEL("profile: {type: table, points: {1: 3}}"), 2, 42,
	 "needs a unit"},

	/* Noise. */
	{NOISE("sigma: -1"), 2, 42, "'sigma' is '-1', which is negative"},
	{NOISE("sigma: .nan"), 2, 42, "not a finite number"},
	{NOISE("sigma: 11"), 2, 34, "sigma 11 is out of range"},
	{NOISE("tail_prob: 7"), 2, 46, "above 1; valid: 0 to 1"},
	{NOISE("tail_prob: -0.1"), 2, 46, "negative"},
	{NOISE("tail_prob: 0.1, tail_scale: 0"), 2, 63, "above 0"},
	{NOISE("kind: gamma, shape: 0, scale: 1"), 2, 55, "above 0"},
	{NOISE("kind: gamma, shape: 0.001, scale: 1"), 2, 34,
	 "shape 0.001 is out of range"},
	{NOISE("kind: uniform, low: 2, high: 1"), 2, 34,
	 "lower bound 2 is above upper bound 1"},
	{NOISE("kind: pmf, values: [1, 2], probs: [1]"), 2, 69,
	 "2 values but 1 probs"},
	{NOISE("kind: pmf, values: [1, 2], probs: [0.5, 0.4]"), 2, 34,
	 "add up to 0.9"},
	{NOISE("kind: pmf, values: [1, 2], probs: [0.5, 1.4]"), 2, 75,
	 "above 1"},
	{NOISE("kind: pmf, values: [1, 0], probs: [0.5, 0.5]"), 2, 58,
	 "above 0"},
	{NOISE("kind: empirical, edges: [1, 2], counts: [1, 2]"), 2, 75,
	 "2 edges make 1 bins, but there are 2 counts"},
	{NOISE("kind: empirical, edges: [1, 1], counts: [1]"), 2, 59,
	 "does not lie above"},
	{NOISE("kind: empirical, edges: [1, 2], counts: [-1]"), 2, 76,
	 "out of range"},
	{NOISE("kind: empirical, edges: [1, 2], counts: [0]"), 2, 59, "empty"},
	{NOISE("kind: empirical, edges: [1, 2], counts: [1], path: x"), 2, 86,
	 "not both"},
	{NOISE("kind: empirical, edges: [1, 2], counts: [1], unit: ms"), 2, 86,
	 "edges_ms"},
	{NOISE("kind: empirical, path: x, unit: parsec"), 2, 67,
	 "unknown unit 'parsec'"},
	{MODEL("profile: {a_ms: 1}, noise: on"), 2, 34, "a map, or off"},
	{MODEL("profile: {a_ms: 1}, noise: loud"), 2, 34, "neither true nor"},

	/* Policies. */
	{TOP("policies: {dynamic_batch: {preferred_batch_sizes: {x: [1]}}}"), 1,
	 52, "unknown model 'x'"},
	{TOP("policies: {dynamic_batch: {preferred_batch_sizes: [1]}}"), 1, 51,
	 "must be a map"},
	{TOP("policies: {edf: {preferred_batch_sizes: {}}}"), 1, 18,
	 "belongs to policy dynamic_batch"},
	{TOP("policies: {edf_batch: {lookahead: 1.5}}"), 1, 35,
	 "not a whole number"},
	{TOP("policies: {edf_batch: {lookahead: [1]}}"), 1, 35, "not a list"},
	{TOP("policies: {dynamic_batch: {max_queue_delay_ms: -1}}"), 1, 48,
	 "negative"},
	{TOP("policies: {dynamic_batch: {max_queue_delay: 1e400s}}"), 1, 45,
	 "out of range"},
	{TOP("policies: {a: {delay_ms: 1, delay: 2ms}}"), 1, 29,
	 "'delay' is set twice"},

	/* YAML. */
	{"a: &a [*a]\n", 1, 8, "alias cycle: '*a' stands inside '&a'"},
	{"a: &a {b: {c: *a}}\n", 1, 15, "alias cycle"},
	{"a: *b\n", 1, 4, "'*b' has no anchor '&b' before it"},
	{TOP("name: !!python/object:os.system x"), 1, 7, "is not supported"},
	{TOP("name: !x y"), 1, 7, "tag '!x' is not supported"},
	{TOP("<<: 1"), 1, 5, "'<<' merges maps only"},
	{TOP("<<: [{}, x]"), 1, 10, "'<<' merges maps only"},
	{"models: {}\nstreams: []\n---\nmodels: {}\n", 3, 1,
	 "a second document"},
	{"models: {}\n...\n...\n", 1, 1, "needs 'streams'"},
	{"models:\n\tm: 1\n", 2, 1, "cannot start any token"},
	{"models: {m: \n", 2, 1, "not valid YAML"},
	{"models: {m: 1}}\n", 1, 15, "not valid YAML"},
	{"a: b: c\n", 1, 5, "mapping values are not allowed"},
	{"models: \"x\n", 2, 1, "unexpected end of stream"},
	{"models: \"\\q\"\n", 1, 10, "unknown escape character"},
	{"models:\n  m: \x01\n", 2, 6, "control characters are not allowed"},
	{"models:\n  m: {profile: {a_ms: 1}}\nstreams:\n  - {name: s\xff\n", 4,
	 13, "invalid leading UTF-8 octet"},
	{"name: caf\xe9 au lait\n", 1, 11, "UTF-8"},
	{"name: \xc3\xa9\xc3\xa9 \xc0\x80\n", 1, 10, "UTF-8"},
	{"name: \xed\xa0\x80\n", 1, 7, "invalid Unicode character"},
	{"\xff\xfem\0o\0", 1, 1, "UTF-8"},
	{"models: {}\r\nstreams: []\r\nfoo: 1\r\n", 3, 1, "'foo'"},
	{"\xef\xbb\xbf"
	 "foo: 1\n",
	 1, 1, "unknown key of a workload, 'foo'"},
};

static void expect(const char *text, size_t len, unsigned line, unsigned col,
		   const char *part)
{
	struct dag_error e = {0};
	struct workload *w =
		workload_load_memory("t.yaml", text, len, NULL, &e);

	if (w)
		ck_abort_msg("accepted: %s", text);
	ck_assert_int_eq(e.code, EXIT_USAGE);
	ck_assert_str_eq(e.file, "t.yaml");
	if (e.line != line || e.col != col || !strstr(e.msg, part))
		ck_abort_msg("%s\ngives %u:%u: %s\nwant  %u:%u: ...%s...",
			     len < 400 ? text : "(long)", e.line, e.col, e.msg,
			     line, col, part);
	ck_assert_ptr_null(strchr(e.msg, '\n'));
}

START_TEST(refuses)
{
	const struct bad *b = &bad[_i];

	expect(b->text, strlen(b->text), b->line, b->col, b->part);
}
END_TEST

/* n times `unit`, between head and tail. */
static char *repeated(const char *head, const char *unit, size_t n,
		      const char *tail)
{
	size_t len = strlen(unit);
	char *text = malloc(strlen(head) + n * len + strlen(tail) + 1), *p;

	ck_assert_ptr_nonnull(text);
	p = text + sprintf(text, "%s", head);
	for (size_t i = 0; i < n; i++, p += len)
		memcpy(p, unit, len);
	strcpy(p, tail);
	return text;
}

static void expect_fast(const char *head, const char *unit, size_t n,
			const char *tail, unsigned line, unsigned col,
			const char *part)
{
	char *text = repeated(head, unit, n, tail);
	clock_t start = clock();

	expect(text, strlen(text), line, col, part);
	ck_assert_msg(clock() - start < CLOCKS_PER_SEC,
		      "took over a second: %s%s...", head, unit);
	free(text);
}

START_TEST(refuses_bombs_at_once)
{
	char *text;

	expect_fast("", "[", 100000, "", 1, 65, "more than 64 levels");
	expect_fast("", "{a: ", 100000, "", 1, 257, "more than 64 levels");
	expect_fast("", "- ", 100000, "", 1, 129, "more than 64 levels");
	expect_fast("", "{", 100000, "", 1, 2, "a key must be plain text");
	expect_fast("a: ", "x", 1000000, "\n", 1, 4, "longer than 4096 bytes");
	expect_fast("a: '", "x", 1000000, "'\n", 1, 4, "longer than 4096");
	expect_fast("a: |\n ", "x\n ", 500000, "\n", 1, 4, "longer than 4096");
	expect_fast("", "x", 1000000, ": 1\n", 1, 1, "longer than 4096");
	/* Comments are no content. */
	text = repeated("# ", "x", 1000000, "\nfoo: 1\n");
	expect(text, strlen(text), 2, 1, "unknown key");
	free(text);
	expect_fast("a: &", "x", 1000000, " 1\n", 1, 4, "too long a name");
	expect_fast("", "&a x: ", 1, "", 1, 1, "unknown key");
}
END_TEST

START_TEST(refuses_what_aliases_unfold_to)
{
	char text[4096], *p = text;

	/* 9^1 + ... + 9^20 items in a few lines. */
	p += sprintf(p, "x0: &x0 [a,a,a,a,a,a,a,a,a]\n");
	for (int i = 1; i < 20; i++) {
		p += sprintf(p, "x%d: &x%d [", i, i);
		for (int k = 0; k < 9; k++)
			p += sprintf(p, "*x%d,", i - 1);
		p += sprintf(p, "]\n");
	}
	expect(text, strlen(text), 8, 10, "aliases expanded");
	/* The same through merge keys, which drop doubles but count them. */
	p = text + sprintf(text, "x0: &x0 {a: 1, b: 2, c: 3, d: 4}\n");
	for (int i = 1; i < 40; i++)
		p += sprintf(p, "x%d: &x%d {<<: [*x%d, *x%d]}\n", i, i, i - 1,
			     i - 1);
	expect(text, strlen(text), 20, 17, "aliases expanded");
}
END_TEST

START_TEST(finds_a_duplicate_among_many_keys)
{
	char *text = malloc(2000000), *p = text;

	ck_assert_ptr_nonnull(text);
	for (int i = 0; i < 100000; i++)
		p += sprintf(p, "k%d: 1\n", i);
	p += sprintf(p, "k31415: 1\n");
	expect(text, (size_t)(p - text), 100001, 1,
	       "duplicate key 'k31415'; the first is in line 31416, column 1");
	free(text);
}
END_TEST

/* JSON files that the workload names. */
static const char *json_text;
static size_t json_len;

static bool read_json(void *ctx, struct arena *a, const char *path,
		      const char **data, size_t *len, struct dag_error *e)
{
	(void)ctx;
	(void)a;
	if (strcmp(path, "dir/p.json"))
		return error_set(e, path, 0, 0, "cannot open: no such file");
	*data = json_text;
	*len = json_len;
	return true;
}

struct bad_json {
	const char *extra, *text;
	unsigned line, col;
	const char *part;
};

static const struct bad_json bad_json[] = {
	{"", "{\"unit\": \"lightyears\", \"points\": {\"1\": 1}}", 1, 10,
	 "unknown unit 'lightyears'; valid: s, ms, us, ns"},
	{"", "{\"unit\": 3, \"points\": {\"1\": 1}}", 1, 10, "unknown unit"},
	{"", "{\n\"points\": {\"1\": 1},\n\"points\": {\"1\": 2}}", 3, 1,
	 "duplicate key 'points'; the first is in line 2, column 1"},
	{"", "{\"points\": {\"1\": 1, \"1\": 2}}", 1, 21, "duplicate key"},
	{"", "{\"points\": {\"2\": 1}}", 1, 12, "no point for batch size 1"},
	{"", "{\"points\": {\"1\": -1}}", 1, 18, "negative"},
	{"", "{\"points\": {\"1\": 0}}", 1, 18, "above 0"},
	{"", "{\"points\": {\"1\": null}}", 1, 18, "has no value"},
	{"", "{\"points\": {\"1\": NaN}}", 1, 18, "not valid JSON"},
	{"", "{\"points\": {\"1\": 1e999}}", 1, 18, "out of range"},
	{"", "{\"points\": {\"1\": [1]}}", 1, 18, "not a list"},
	{"", "{\"points\": [1, 2]}", 1, 12, "must be a map, not a list"},
	{"", "{\"points\": {\"x\": 1}}", 1, 13, "not a whole number"},
	{"", "{\"poinst\": {\"1\": 1}}", 1, 2, "did you mean 'points'?"},
	{"", "{}", 1, 1, "needs 'points' or 'fit'"},
	{"", "[]", 1, 1, "a profile file must be a map"},
	{"", "", 1, 1, "a value was expected"},
	{"", "{\"fit\": {\"a\": 1}}", 1, 9, "'fit' needs 'c'"},
	{"", "{\"fit\": {\"a\": 0, \"c\": 0}}", 1, 9, "must not be 0"},
	{"", "{\"fit\": {\"a\": -1, \"c\": 0}}", 1, 15, "negative"},
	{"", "{\"points\": {\"1\": 01}}", 1, 18, "not valid JSON"},
	{"", "{\"points\": {\"1\": 1.}}", 1, 18, "not valid JSON"},
	{"", "{\"points\": {\"1\": 1}} x", 1, 22, "nothing may follow"},
	{"", "{\"points\": {\"1\": 1},}", 1, 21, "a key in double quotes"},
	{"", "{\"points\" {\"1\": 1}}", 1, 11, "':' was expected"},
	{"", "{\"points\": {\"1\": 1}", 1, 20, "',' or '}' was expected"},
	{"", "{\"meta\": [1 2]}", 1, 13, "',' or ']' was expected"},
	{"", "{\"meta\": \"\\x\"}", 1, 12, "not a JSON escape"},
	{"", "{\"meta\": \"\\ud800\"}", 1, 17, "not a JSON escape"},
	{"", "{\"meta\": \"a\tb\"}", 1, 12, "must be escaped"},
	{"", "{\"meta\": \"\xc3\x28\"}", 1, 11, "invalid UTF-8"},
	{"", "{\"meta\": \"abc", 1, 10, "has no end"},
	{"", "// no\n{}", 1, 1, "not valid JSON"},
	{"", "{'points': 1}", 1, 2, "a key in double quotes"},
	{"", "{points: 1}", 1, 2, "a key in double quotes"},
	{", quantile: p99", "{\"points\": {\"1\": 1}}", 1, 1,
	 "no 'stats', so there is no 'p99'"},
	{", quantile: p99", "{\"stats\": {\"1\": {\"p90\": 1}}}", 1, 17,
	 "no 'p99' for batch size 1"},
	{", quantile: p99, kind: linear",
	 "{\"fit\": {\"a\": 1, \"c\": 1}, \"stats\": {\"1\": {\"p99\": 1}}}", 1,
	 1, "chooses among measured points"},
};

START_TEST(refuses_profile_files)
{
	const struct bad_json *b = &bad_json[_i];
	struct load_options opt = {.read = read_json};
	char text[256];
	struct dag_error e = {0};

	snprintf(text, sizeof(text),
		 "models:\n  m: {profile: {type: json, path: p.json%s}}\n"
		 "streams: []\n",
		 b->extra);
	json_text = b->text;
	json_len = strlen(b->text);
	ck_assert_ptr_null(workload_load_memory("dir/t.yaml", text,
						strlen(text), &opt, &e));
	ck_assert_str_eq(e.file, "dir/p.json");
	if (e.line != b->line || e.col != b->col || !strstr(e.msg, b->part))
		ck_abort_msg("%s gives %u:%u: %s, want %u:%u: %s", b->text,
			     e.line, e.col, e.msg, b->line, b->col, b->part);
}
END_TEST

struct bad_histogram {
	const char *text;
	unsigned line, col;
	const char *part;
};
static const struct bad_histogram bad_histogram[] = {
	{"1 2\n", 1, 1, "must be 'low high count', not 2 values"},
	{"\n# c\n1 2 3 4\n", 3, 1, "not 4 values"},
	{"1 2 3\n3 4 1\n", 2, 1, "not where the one before it ends"},
	{"1 1 3\n", 1, 3, "not above its start"},
	{"1 2 x\n", 1, 5, "not a decimal number"},
	{"1 2 0.5\n", 1, 5, "not a whole number"},
	{"1, 2, -3\n", 1, 7, "negative"},
	{"a 2 3\n", 1, 1, "not a decimal number"},
};

START_TEST(refuses_histogram_files)
{
	const struct bad_histogram *b = &bad_histogram[_i];
	const char *text = NOISE("kind: empirical, path: p.json");
	struct load_options opt = {.read = read_json};
	struct dag_error e = {0};

	json_text = b->text;
	json_len = strlen(b->text);
	ck_assert_ptr_null(workload_load_memory("dir/t.yaml", text,
						strlen(text), &opt, &e));
	ck_assert_str_eq(e.file, "dir/p.json");
	if (e.line != b->line || e.col != b->col || !strstr(e.msg, b->part))
		ck_abort_msg("%s gives %u:%u: %s, want %u:%u: %s", b->text,
			     e.line, e.col, e.msg, b->line, b->col, b->part);
}
END_TEST

START_TEST(blames_the_path_that_cannot_be_read)
{
	const char *text = MODEL("profile: {type: json, path: q.json}");
	struct load_options opt = {.read = read_json};
	struct dag_error e = {0};

	ck_assert_ptr_null(workload_load_memory("dir/t.yaml", text,
						strlen(text), &opt, &e));
	ck_assert_str_eq(e.file, "dir/t.yaml");
	ck_assert_uint_eq(e.line, 2);
	ck_assert_uint_eq(e.col, 35);
	ck_assert_ptr_nonnull(strstr(e.msg, "'dir/q.json': cannot open"));
}
END_TEST

static void expect_file(const char *path, const char *part)
{
	struct dag_error e = {0};

	ck_assert_ptr_null(workload_load(path, NULL, &e));
	ck_assert_int_eq(e.code, EXIT_USAGE);
	ck_assert_str_eq(e.file, path);
	ck_assert_msg(strstr(e.msg, part) != NULL, "%s: %s", path, e.msg);
}

START_TEST(refuses_what_is_no_readable_file)
{
	char folder[SCRATCH_PATH], path[SCRATCH_INNER];
	char other[SCRATCH_INNER];
	FILE *f;

	scratch_folder(folder);
	expect_file(folder, "there are no DAG files in it");
	snprintf(path, sizeof(path), "%s/workload.yaml", folder);
	snprintf(other, sizeof(other), "%s/workload.yml", folder);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fclose(f);
	expect_file("/nonexistent/x.yaml", "No such file");
	expect_file(other, "No such file or directory; did you mean '");
	expect_file("/dev/zero", "is larger than 64 MiB");
	if (geteuid() != 0) {
		chmod(path, 0);
		expect_file(path, "Permission denied");
	}
	expect_file(path, geteuid() ? "cannot open" : "nothing in it");
	unlink(path);
	rmdir(folder);
}
END_TEST

#define COUNT(a) (int)(sizeof(a) / sizeof(*(a)))

int main(void)
{
	Suite *s = suite_create("load_bad");
	TCase *t = tcase_create("bad");
	SRunner *r;
	int failed;

	tcase_add_loop_test(t, refuses, 0, COUNT(bad));
	tcase_add_loop_test(t, refuses_profile_files, 0, COUNT(bad_json));
	tcase_add_loop_test(t, refuses_histogram_files, 0,
			    COUNT(bad_histogram));
	tcase_add_test(t, refuses_bombs_at_once);
	tcase_add_test(t, refuses_what_aliases_unfold_to);
	tcase_add_test(t, finds_a_duplicate_among_many_keys);
	tcase_add_test(t, blames_the_path_that_cannot_be_read);
	tcase_add_test(t, refuses_what_is_no_readable_file);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? 1 : 0;
}

/* generate_keys.h - the one list of what a spec (generate.h) can say
 *
 *     X(key, option, argument, type, kinds, graphs, standard, help)
 *
 * key is a member of struct generate_spec and the key in a file, `option` its
 * name on the command line.  `type` is one of the macros that the reader
 * (generate_spec.c) defines; others expand the list without it.  A key
 * concerns the kinds of the mask and, where `graphs` is not 0, those graphs.
 */
#ifndef DAGSIM_MODEL_GENERATE_KEYS_H
#define DAGSIM_MODEL_GENERATE_KEYS_H

#define FOR_STREAMS 1u
#define FOR_TASKS   2u
#define FOR_DAG     4u
#define FOR_CORES   (FOR_TASKS | FOR_DAG)
#define FOR_ALL     (FOR_STREAMS | FOR_TASKS | FOR_DAG)

#define IN_FAN    1u /* bits in the order of enum graph_method              */
#define IN_GNP    2u
#define IN_CHAIN  4u
#define IN_FORK   8u
#define IN_LAYERS 16u

#define GENERATE_LOAD_KEYS(X)                                                  \
	X(seed, "seed", "N", WHOLE(0, INT64_MAX), FOR_ALL, 0, "0",             \
	  "seed of all sets")                                                  \
	X(utilization, "utilization", "U", RATIO(FIELD_POSITIVE), FOR_ALL, 0,  \
	  "0.7 for streams, else half of the cores",                           \
	  "total utilization of a set, without batches")                       \
	X(utilization_method, "utilization-method", "NAME",                    \
	  WORD(utilization_method_names), FOR_ALL, 0, "uunifast_discard",      \
	  "how the total is divided: uunifast_discard, randfixedsum, drs or "  \
	  "drs_2020")                                                          \
	X(utilization_min, "utilization-min", "U", SHARES, FOR_ALL, 0, "0",    \
	  "least share of a model, task or DAG; a list gives each its own")    \
	X(utilization_max, "utilization-max", "U", SHARES, FOR_ALL, 0,         \
	  "1, for DAGs the total",                                             \
	  "greatest share of a model, task or DAG; a list gives each its own") \
	X(tries, "tries", "N", WHOLE(1, 1000000000), FOR_ALL, 0, "1000000",    \
	  "vectors of utilizations that a set may throw away")

#define GENERATE_TIME_KEYS(X)                                                  \
	X(period, "period", "TIMES", TIMES(1, GENERATE_TIME_MAX), FOR_ALL, 0,  \
	  "10ms..1s log step 1ms", "period of a group, task or DAG")           \
	X(deadline, "deadline", "RULE", WORD(deadline_rule_names), FOR_ALL, 0, \
	  "period",                                                            \
	  "period: D = F T; path: D = F L, L being the longest path; "         \
	  "between: D = L + F (T - L)")                                        \
	X(deadline_factor, "deadline-factor", "NUMBERS",                       \
	  DECIMALS(0, 1000 * DRAW_ONE), FOR_ALL, 0, "1",                       \
	  "F of the deadline rule")                                            \
	X(phase, "phase", "NUMBERS", DECIMALS(0, 1000 * DRAW_ONE), FOR_ALL, 0, \
	  "0", "first release, in periods")                                    \
	X(jitter, "jitter", "NUMBERS", DECIMALS(0, DRAW_ONE), FOR_ALL, 0, "0", \
	  "release jitter, in periods; groups have none")                      \
	X(arrival, "arrival", "NAME", WORD(arrival_names), FOR_ALL, 0,         \
	  "periodic", "periodic or sporadic")                                  \
	X(unit, "unit", "TIME", TIME, FOR_ALL, 0, "1ns",                       \
	  "execution times and deadlines are multiples of it")

#define GENERATE_STREAM_KEYS(X)                                                \
	X(streams, "streams", "N", WHOLE(1, GENERATE_TASKS_MAX), FOR_STREAMS,  \
	  0, "10", "streams of a set")                                         \
	X(streams_per_model, "streams-per-model", "COUNTS",                    \
	  COUNTS(1, GENERATE_TASKS_MAX), FOR_STREAMS, 0, "1",                  \
	  "streams that share a model, and its share of the utilization")      \
	X(max_batch, "max-batch", "COUNTS", COUNTS(1, BATCH_MAX), FOR_STREAMS, \
	  0, "1..8", "largest batch of a model")                               \
	X(overhead, "overhead", "NUMBERS", DECIMALS(0, DRAW_ONE), FOR_STREAMS, \
	  0, "0.5..0.9", "part a of C(1) = a + c that a batch pays once")      \
	X(group_size, "group-size", "COUNTS", COUNTS(1, GENERATE_TASKS_MAX),   \
	  FOR_STREAMS, 0, "1", "streams of a model that share a tick")         \
	X(high_criticality, "high-criticality", "P", RATIO(FIELD_UNIT),        \
	  FOR_STREAMS, 0, "0", "probability that a stream is critical")

#define GENERATE_CORE_KEYS(X)                                                  \
	X(cores, "cores", "M", WHOLE(1, GENERATE_CORES_MAX), FOR_CORES, 0,     \
	  "1 for tasks, 4 for DAGs", "cores of the platform")                  \
	X(preemption, "preemption", "NAME", WORD(preemption_names), FOR_CORES, \
	  0, "full", "full, limited or none")                                  \
	X(bcet, "bcet", "F", RATIO(FIELD_POSITIVE), FOR_CORES, 0, "1",         \
	  "execution times vary uniformly between F times the WCET and it")    \
	X(tasks, "tasks", "N", WHOLE(1, GENERATE_TASKS_MAX), FOR_TASKS, 0,     \
	  "10", "tasks of a set")

#define GENERATE_DAG_KEYS(X)                                                   \
	X(dags, "dags", "COUNTS", COUNTS(1, GENERATE_TASKS_MAX), FOR_DAG, 0,   \
	  "3", "DAGs of a set")                                                \
	X(fit, "fit", "BOOL", BOOL, FOR_DAG, 0, "false",                       \
	  "draw a set again where the longest path of a DAG is above its "     \
	  "deadline")                                                          \
	X(split, "split", "RULE", WORD(split_rule_names), FOR_DAG, 0,          \
	  "uniform",                                                           \
	  "how a DAG's time is divided among its nodes: uniform, or "          \
	  "grouping as RD-Gen does")                                           \
	X(node_wcet, "node-wcet", "TIMES", TIMES(1, GENERATE_TIME_MAX),        \
	  FOR_DAG, 0, "none",                                                  \
	  "time of a node; the period then follows from the utilization")      \
	X(edge_delay, "edge-delay", "TIMES", TIMES(0, GENERATE_TIME_MAX),      \
	  FOR_DAG, 0, "0", "communication delay of an edge")                   \
	X(ccr, "ccr", "NUMBERS", DECIMALS(0, 1000 * DRAW_ONE), FOR_DAG, 0,     \
	  "none",                                                              \
	  "sum of the delays over the sum of the execution times, instead "    \
	  "of edge-delay")                                                     \
	X(compat, "compat", "NAME", WORD(compat_names), FOR_DAG, 0, "none",    \
	  "rd_gen: as RD-Gen computes, its edge probability of "               \
	  "(ceil(100 P) - 1) / 100 and its products in doubles included")

#define GENERATE_GRAPH_KEYS(X)                                                 \
	X(graph, "graph", "METHODS", WORDS(graph_method_names), FOR_DAG, 0,    \
	  "layered",                                                           \
	  "fan_in_fan_out, gnp, chain, fork_join or layered; of a list, with " \
	  "weights as gnp*2, each DAG draws one")                              \
	X(nodes, "nodes", "COUNTS", COUNTS(1, GENERATE_NODES_MAX), FOR_DAG,    \
	  IN_FAN | IN_GNP | IN_LAYERS, "10..30", "nodes of a DAG")             \
	X(sources, "sources", "COUNTS", COUNTS(1, GENERATE_NODES_MAX),         \
	  FOR_DAG, IN_FAN | IN_GNP | IN_LAYERS, "1",                           \
	  "nodes without predecessors")                                        \
	X(sinks, "sinks", "COUNTS", COUNTS(1, GENERATE_NODES_MAX), FOR_DAG,    \
	  IN_FAN | IN_GNP | IN_LAYERS, "1", "nodes without successors")        \
	X(in_degree, "in-degree", "N", WHOLE(1, GENERATE_NODES_MAX), FOR_DAG,  \
	  IN_FAN, "3", "most predecessors of a node, sinks excepted")          \
	X(out_degree, "out-degree", "N", WHOLE(1, GENERATE_NODES_MAX),         \
	  FOR_DAG, IN_FAN, "3", "most successors of a node")                   \
	X(edge_probability, "edge-probability", "NUMBERS",                     \
	  DECIMALS(0, DRAW_ONE), FOR_DAG, IN_GNP | IN_LAYERS, "0.2",           \
	  "probability of an edge between two nodes, drawn for each DAG")      \
	X(layers, "layers", "COUNTS", COUNTS(1, GENERATE_NODES_MAX), FOR_DAG,  \
	  IN_LAYERS, "5", "layers, the longest path in nodes")                 \
	X(chains, "chains", "COUNTS", COUNTS(1, GENERATE_NODES_MAX), FOR_DAG,  \
	  IN_CHAIN, "1", "chains of a DAG")                                    \
	X(main_length, "main-length", "COUNTS", COUNTS(1, GENERATE_NODES_MAX), \
	  FOR_DAG, IN_CHAIN, "3..8", "nodes of the main sequence of a chain")  \
	X(sub_sequences, "sub-sequences", "COUNTS",                            \
	  COUNTS(0, GENERATE_NODES_MAX), FOR_DAG, IN_CHAIN, "1..2",            \
	  "sequences that leave the main one and end level with it")           \
	X(link_sources, "link-sources", "N", WHOLE(0, GENERATE_NODES_MAX),     \
	  FOR_DAG, IN_CHAIN, "0",                                              \
	  "chains that stay sources; the heads of the others are linked to "   \
	  "tails of these (0: none are)")                                      \
	X(link_main, "link-main", "BOOL", BOOL, FOR_DAG, IN_CHAIN, "true",     \
	  "link to tails of main sequences")                                   \
	X(link_sub, "link-sub", "BOOL", BOOL, FOR_DAG, IN_CHAIN, "false",      \
	  "link to tails of sub-sequences")                                    \
	X(merge_sinks, "merge-sinks", "N", WHOLE(0, GENERATE_NODES_MAX),       \
	  FOR_DAG, IN_CHAIN, "1",                                              \
	  "tails that stay sinks; the others are linked onwards (0: none "     \
	  "are)")                                                              \
	X(merge_middle, "merge-middle", "BOOL", BOOL, FOR_DAG, IN_CHAIN,       \
	  "false", "link tails to nodes amid chains")                          \
	X(merge_sink, "merge-sink", "BOOL", BOOL, FOR_DAG, IN_CHAIN, "true",   \
	  "link tails to sinks")                                               \
	X(depth, "depth", "N", WHOLE(1, 16), FOR_DAG, IN_FORK, "2",            \
	  "forks inside each other, at most")                                  \
	X(branches, "branches", "COUNTS", COUNTS(1, 1000), FOR_DAG, IN_FORK,   \
	  "2..5", "branches of a fork")                                        \
	X(fork_probability, "fork-probability", "P", RATIO(FIELD_UNIT),        \
	  FOR_DAG, IN_FORK, "0.4", "probability that a branch forks again")

#define GENERATE_KEYS(X)                                                       \
	GENERATE_LOAD_KEYS(X)                                                  \
	GENERATE_TIME_KEYS(X)                                                  \
	GENERATE_STREAM_KEYS(X)                                                \
	GENERATE_CORE_KEYS(X)                                                  \
	GENERATE_DAG_KEYS(X)                                                   \
	GENERATE_GRAPH_KEYS(X)

enum generate_key {
#define X(key, option, argument, type, kinds, graphs, standard, help) KEY_##key,
	GENERATE_KEYS(X)
#undef X
		GENERATE_N_KEYS
};

#endif

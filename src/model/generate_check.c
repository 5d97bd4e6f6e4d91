/* generate_check.c - do the keys of a spec go together?  See generate.h */
#include "model/generate_parts.h"

#include <inttypes.h>

static bool check_load(const struct generate_spec *s, struct dag_error *e)
{
	struct ratio u = generate_utilization(s), limit = {64, 1};

	if ((int128)u.num * UTIL_ONE / u.den > UTIL_MAX)
		return error_set(e, GENERATE_AT(s, KEY_utilization),
				 "'utilization' is above %d; no set is that "
				 "large",
				 (int)(UTIL_MAX / UTIL_ONE));
	if ((int128)u.num * UTIL_ONE % u.den)
		return error_set(e, GENERATE_AT(s, KEY_utilization),
				 "'utilization' has more than 12 decimals");
	if (s->kind == GENERATE_STREAMS && ratio_cmp(u, limit) > 0)
		return error_set(e, GENERATE_AT(s, KEY_utilization),
				 "'utilization' is above 64; streams share one "
				 "accelerator");
	if (s->unit > GENERATE_TIME_MAX)
		return error_set(e, GENERATE_AT(s, KEY_unit),
				 "'unit' is above a day");
	if (ratio_cmp(s->bcet, (struct ratio){1, 1}) > 0)
		return error_set(e, GENERATE_AT(s, KEY_bcet),
				 "'bcet' is above 1: the shortest time would "
				 "exceed the WCET");
	if (s->deadline != DEADLINE_BETWEEN && s->deadline_factor.low == 0)
		return error_set(e, GENERATE_AT(s, KEY_deadline_factor),
				 "'deadline_factor' may be 0, and no deadline "
				 "is; only the rule 'between' knows 0");
	return true;
}

static bool check_chains(const struct generate_spec *s, struct dag_error *e)
{
	if (s->sub_sequences.high && s->main_length.low < 2)
		return error_set(
			e,
			GENERATE_AT(s, generate_later(s, KEY_sub_sequences,
						      KEY_main_length)),
			"a chain whose 'main_length' is 1 has no "
			"place for 'sub_sequences'");
	if (s->link_sources && !s->link_main && !s->link_sub)
		return error_set(e, GENERATE_AT(s, KEY_link_sources),
				 "'link_sources' needs link_main or link_sub");
	if (s->merge_sinks && !s->merge_middle && !s->merge_sink)
		return error_set(e, GENERATE_AT(s, KEY_merge_sinks),
				 "'merge_sinks' needs merge_middle or "
				 "merge_sink");
	if (s->chains.high > 1 && !s->link_sources && !s->merge_sinks)
		return error_set(e, GENERATE_AT(s, KEY_chains),
				 "several 'chains' need link_sources or "
				 "merge_sinks to connect them");
	return true;
}

/* Lists of bounds need to know how many shares there are. */
static bool check_shares(const struct generate_spec *s, struct dag_error *e)
{
	enum generate_key key = s->utilization_min.n > 1 ? KEY_utilization_min
							 : KEY_utilization_max;

	if (draw_is_fixed(&s->dags) ||
	    (s->utilization_min.n < 2 && s->utilization_max.n < 2))
		return true;
	return error_set(e, GENERATE_AT(s, generate_later(s, key, KEY_dags)),
			 "'%s' lists bounds, which needs a fixed number of "
			 "'dags'",
			 key == KEY_utilization_min ? "utilization_min"
						    : "utilization_max");
}

static bool check_sizes(const struct generate_spec *s, struct dag_error *e)
{
	if (generate_may_be(s, GRAPH_LAYERED) && s->nodes.high < s->layers.low)
		return error_set(e,
				 GENERATE_AT(s, generate_later(s, KEY_nodes,
							       KEY_layers)),
				 "%" PRId64 " 'nodes' do not fill %" PRId64
				 " 'layers'",
				 s->nodes.high, s->layers.low);
	if ((generate_may_be(s, GRAPH_FAN_IN_FAN_OUT) ||
	     generate_may_be(s, GRAPH_GNP) ||
	     generate_may_be(s, GRAPH_LAYERED)) &&
	    s->nodes.high > 1 && s->sources.low + s->sinks.low > s->nodes.high)
		return error_set(e,
				 GENERATE_AT(s, generate_later(s, KEY_sources,
							       KEY_sinks)),
				 "more 'sources' and 'sinks' than 'nodes'");
	return true;
}

static bool check_dags(const struct generate_spec *s, struct dag_error *e)
{
	if (generate_given(s, KEY_node_wcet) && generate_given(s, KEY_period))
		return error_set(e,
				 GENERATE_AT(s, generate_later(s, KEY_node_wcet,
							       KEY_period)),
				 "'node_wcet' and 'period' exclude each other: "
				 "with node_wcet the period follows from the "
				 "utilization");
	if (generate_given(s, KEY_ccr) && generate_given(s, KEY_edge_delay))
		return error_set(e,
				 GENERATE_AT(s, generate_later(s, KEY_ccr,
							       KEY_edge_delay)),
				 "'ccr' and 'edge_delay' exclude each other");
	return (!generate_may_be(s, GRAPH_CHAIN) || check_chains(s, e)) &&
	       check_sizes(s, e) && check_shares(s, e);
}

bool generate_check(const struct generate_spec *s, struct dag_error *e)
{
	return check_load(s, e) &&
	       (s->kind != GENERATE_DAG || check_dags(s, e));
}

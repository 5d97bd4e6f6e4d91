# What users of other simulators of DAGs ran into, with the right values: full
# load, work of no length, precedence, blocking, deadlines passed upstream,
# policies that never get anywhere.
. tests/support/cli.sh

# cell TASK COLUMN: of the CSV report in $tmp/out
cell() {
	awk -F, -v task="$1" -v column="$2" '
	NR == 1 {for (i = 1; i <= NF; i++) if ($i == column) at = i}
	$2 == task {print $at}' "$tmp/out"
}

# is TASK COLUMN VALUE
is() {
	got=$(cell "$1" "$2")
	[ "$got" = "$3" ] || fail "$1: $2 is $got, not $3"
}

# Cores that are full to the last nanosecond miss nothing, whoever divides
# them: m tasks of C = T on m cores, and four halves on two.
cat >"$tmp/w.yaml" <<'END'
platform: {cores: 3}
tasks:
  - {name: a, period: 7ms, nodes: {x: 7ms}}
  - {name: b, period: 10ms, nodes: {x: 10ms}}
  - {name: c, period: 13ms, nodes: {x: 13ms}}
END
for p in gedf pedf federated; do
	run 0 simulate "$tmp/w.yaml" -p $p -d 91ms --csv
	is ALL missed 0
	is a completed 13
done
run 0 simulate "$tmp/w.yaml" -p gedf -d 91ms --json
out_has '"utilization": 1,'

# Cores of speeds 1 and 0.2: 5 ms on the one and 5 ms on the other are 6 ms of
# work, to the nanosecond.
cat >"$tmp/w.yaml" <<'END'
platform: {cores: 2, speeds: [1, 0.2]}
tasks:
  - {name: T1, period: 10ms, nodes: {x: 6ms}}
  - name: H
    period: 10ms
    offset: 5ms
    deadline: 4ms
    nodes: {x: {wcet: 1ms, affinity: [0]}}
END
run 0 simulate "$tmp/w.yaml" -p gedf -d 100ms --csv --trace "$tmp/t"
is T1 max_response_ns 10000000
is T1 migrations 10
is ALL missed 0
run 0 trace audit "$tmp/t"
sed 's/0.2]/0.2, 3]/' "$tmp/w.yaml" >"$tmp/three.yaml"
run 2 simulate "$tmp/three.yaml" -p gedf
complains 'three.yaml:1:.*3 speeds for 2 cores'
sed 's/0.2]/0]/' "$tmp/w.yaml" >"$tmp/stands.yaml"
run 2 simulate "$tmp/stands.yaml" -p gedf
complains 'stands.yaml:1:'

# The least work that there is runs; none at all is refused, with its place.
cat >"$tmp/w.yaml" <<'END'
platform: {cores: 1}
tasks:
  - {name: tiny, period: 10ms, nodes: {x: 1ns}}
END
run 0 simulate "$tmp/w.yaml" -p gedf -d 100ms --csv
is tiny max_response_ns 1
sed 's/1ns/0ns/' "$tmp/w.yaml" >"$tmp/zero.yaml"
run 2 simulate "$tmp/zero.yaml" -p gedf
complains 'zero.yaml:3:.*takes any time'

# a -> {b, c} -> d with 1, 2, 3, 1 on two cores takes 5.
cat >"$tmp/w.yaml" <<'END'
platform: {cores: 2}
tasks:
  - name: j
    period: 100ms
    nodes: {a: 1ms, b: 2ms, c: 3ms, d: 1ms}
    edges: [[a, b], [a, c], [b, d], [c, d]]
END
run 0 simulate "$tmp/w.yaml" -p gedf -d 100ms --json
out_has '"makespan_ns": 5000000'
out_has '"max_response_ns": 5000000'

# In a chain no node starts before the one before it has ended, however late
# that is, and whatever else runs.
cat >"$tmp/w.yaml" <<'END'
platform: {cores: 2}
tasks:
  - name: chain
    period: 10ms
    nodes:
      T2: {wcet: 2ms, noise: {kind: lognormal, sigma: 0.8}}
      T3: {wcet: 3ms, noise: {kind: lognormal, sigma: 0.8}}
      T4: {wcet: 2ms, noise: {kind: lognormal, sigma: 0.8}}
    edges: [[T2, T3], [T3, T4]]
  - {name: other, period: 3ms, nodes: {x: 2ms}}
END
for p in gedf gfp llf; do
	for mode in full limited none; do
		run 0 simulate "$tmp/w.yaml" -p $p --preemption $mode -d 2 \
			--schedule "$tmp/s.csv" --late run
		awk -F, '
		NR > 1 && $5 == "chain" {
			key = $6 SUBSEP $7
			if (!(key in from) || $2 < from[key]) from[key] = $2
			if ($3 > to[key]) to[key] = $3
			if ($6 > last) last = $6
		}
		END {
			for (j = 0; j < last; j++)
				if (from[j, "T3"] < to[j, "T2"] ||
				    from[j, "T4"] < to[j, "T3"]) exit 1
			exit last < 100
		}' "$tmp/s.csv" || fail "$p $mode: precedence in a chain"
	done
done

# Non-preemptive, one core: J1 goes first if it is there in time, and else
# waits for what J0 has left, and for nothing more.
for release in 0 1 2 3 5 8; do
	cat >"$tmp/w.yaml" <<END
platform: {cores: 1, preemption: limited}
tasks:
  - {name: J0, period: 1s, priority: 2, nodes: {x: 2ms}}
  - {name: J1, period: 1s, offset: ${release}ms, priority: 1, nodes: {x: 2ms}}
END
	run 0 simulate "$tmp/w.yaml" -p gfp -d 20ms --csv
	if [ "$release" = 1 ]; then
		is J1 max_response_ns 3000000
	else
		is J1 max_response_ns 2000000
	fi
done

# x1 is urgent since much comes behind it: by the deadlines of jobs x is late,
# by those of nodes (deadline less what follows) it is not.
cat >"$tmp/w.yaml" <<'END'
platform: {cores: 2}
tasks:
  - {name: y, period: 50ms, deadline: 9ms, nodes: {n: 3ms}}
  - {name: z, period: 50ms, deadline: 9ms, nodes: {n: 3ms}}
  - name: x
    period: 50ms
    deadline: 10ms
    nodes: {x1: 1ms, x2: 7ms}
    edges: [[x1, x2]]
END
run 0 simulate "$tmp/w.yaml" -p gedf -d 50ms --late run --csv
is x max_response_ns 11000000
is x missed 1
run 0 simulate "$tmp/w.yaml" -p gedf:node_order=least_slack -d 50ms --csv
is x max_response_ns 10000000
is ALL missed 0

# A node that may only run where nothing runs is told, not waited for.
cat >"$tmp/w.yaml" <<'END'
platform: {cores: 2}
tasks:
  - {name: a, period: 10ms, nodes: {x: {wcet: 1ms, affinity: [0]}}}
END
run 2 simulate "$tmp/w.yaml" -p gedf -d 50ms --release-core
complains "node 'x' of task 'a'"

# Overheads that leave a core no time for work end as misses, at the horizon.
cat >"$tmp/w.yaml" <<'END'
platform: {cores: 1}
tasks:
  - {name: a, period: 10ms, nodes: {x: 1ms}}
END
run 0 simulate "$tmp/w.yaml" -p gedf -d 1 --overhead release=11ms --csv \
	--trace "$tmp/t"
is a completed 0
is a released 100
run 0 trace audit "$tmp/t"

# A policy that asks again and again and never starts anything is stopped.
command -v "${CC:-cc}" >/dev/null || exit 0
cat >"$tmp/stuck.c" <<'END'
#include <policies/plugin.h>

static int64_t key(const struct policy *p, const struct job *j)
{
	(void)p;
	return j->deadline;
}

static void choose(struct policy *p, const struct ready_queue *ready,
		   dag_time now, const struct device_state *dev,
		   struct decision *out)
{
	(void)p, (void)ready, (void)dev;
	out->kind = WAIT;
	out->wait_until = now + 1;
}

const struct policy_ops ops = {
	.name = "stuck",
	.summary = "always later",
	.traits = {ORDER_EDF, BATCH_NONE, VIEW_HEAD,
		   POLICY_ON_CORES | POLICY_ON_ACCELERATOR},
	.key = key,
	.choose = choose,
};
DAGSIM_POLICY(ops);
END
${CC:-cc} -std=c11 -fPIC -shared -Isrc -o "$tmp/stuck.so" "$tmp/stuck.c" ||
	fail "the policy does not compile"
run 2 simulate "$tmp/w.yaml" -p "$tmp/stuck.so" -d 1
complains 'stuck.*no progress.*1 node'
exit 0

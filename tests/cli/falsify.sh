# falsify finds what is there to be found, shows it, and says no more than it
# knows.
. tests/support/cli.sh
cat >"$tmp/w.yaml" <<'END'
models:
  m: {profile: {type: table, points: {1: 5ms, 2: 3ms}}, max_batch: 2,
      batchable: true}
  x: {profile: {type: table, points: {1: 4ms}}}
streams:
  - {name: A, model: m, period: 100ms}
  - {name: B, model: m, period: 90ms}
  - {name: X, model: x, period: 50ms, deadline: 8.5ms}
END
run 1 falsify "$tmp/w.yaml" -p edf_batch -q --trace "$tmp/t" \
	--releases "$tmp/r.csv" --gantt
out_has '^MISS in case [0-9]*: X#0 is due at '
out_has ' miss X#0 release='
quiet
run 0 trace audit "$tmp/t"
run 1 simulate "$tmp/w.yaml" -p edf_batch --releases "$tmp/r.csv" -q \
	--late run --fail-on-miss
run 1 falsify "$tmp/w.yaml" -p edf_batch -q --json
out_has '"tie": "release"'
out_has '"stream"\|"task": "X"'
command -v python3 >/dev/null && {
	python3 -m json.tool <"$tmp/out" >/dev/null || fail "no JSON"
}

# Nothing is found where a test proves that there is nothing, and bounds hold.
sed 's/2: 3ms/2: 6ms/; s/8.5ms/30ms/' "$tmp/w.yaml" >"$tmp/v.yaml"
run 0 analyze "$tmp/v.yaml" --batching cross_deadline
run 3 falsify "$tmp/v.yaml" -p edf_batch --cases 2000 --trace "$tmp/none"
out_has '^none found in 2000 cases'
err_has 'no file is written'
[ ! -e "$tmp/none" ] || fail "a trace of nothing"
run 3 falsify "$tmp/v.yaml" -p edf_batch --cases 100000000 --seconds 0.4
run 3 falsify "$tmp/v.yaml" -p edf_batch --cases 1 --json
out_has '"miss": null'

# All that arrivals on the grid can lead to, where that is little.
cat >"$tmp/small.yaml" <<'END'
models:
  m: {profile: {type: table, points: {1: 2ms, 2: 3ms}}, max_batch: 2,
      batchable: true}
  x: {profile: {type: table, points: {1: 1ms}}}
tasks:
  - {name: A, period: 10ms, arrival: sporadic, nodes: {n: {model: m}}}
  - {name: B, period: 8ms, jitter: 1ms, nodes: {n: {model: m}}}
  - {name: X, period: 7ms, deadline: 5ms, nodes: {n: {model: x}}}
END
run 3 falsify "$tmp/small.yaml" -p edf_batch -n 20000 --times worst \
	--tie release
out_has '^explored: all [0-9]* states that arrivals on a grid of 1ms, and 1ns'
out_has 'exhaustive within that$'
run 3 falsify "$tmp/small.yaml" -p edf_batch -n 20 --json
out_has '"complete": false'
run 3 falsify "$tmp/small.yaml" -p edf_batch -n 20000 --times worst \
	--phases given --json
out_has '"complete": true'
out_has '"grid_ns": 1000000'
sed 's/deadline: 5ms/deadline: 3ms/' "$tmp/small.yaml" >"$tmp/tight.yaml"
run 1 falsify "$tmp/tight.yaml" -p edf_batch

# Phases that are given are kept; execution times count.
cat >"$tmp/dag.yaml" <<'END'
platform: {cores: 2, preemption: full}
tasks:
  - name: anomaly
    period: 100ms
    deadline: 6ms
    nodes:
      long: {wcet: 5ms, priority: 3}
      gate: {wcet: 1ms, priority: 1}
      x: {wcet: 2ms, priority: 2}
      y: {wcet: 2ms, priority: 0}
      end: {wcet: 1ns, priority: 9}
    edges: [[gate, x], [gate, y], [x, end], [y, end], [long, end]]
END
run 1 falsify "$tmp/dag.yaml" -p gfp:node_order=priority -q
run 3 falsify "$tmp/v.yaml" -p edf_batch --phases given --cases 300
# An anomaly that needs a node to vanish.
sed 's/full/limited/; s/deadline: 6ms/deadline: 5.5ms/' "$tmp/dag.yaml" \
	>"$tmp/lp.yaml"
run 1 falsify "$tmp/lp.yaml" -p gfp:node_order=priority -q --trace "$tmp/t" \
	--cases 4000
out_has '^node gate of anomaly takes no time: it is left out'
run 0 trace audit "$tmp/t"
run 3 falsify "$tmp/lp.yaml" -p gfp:node_order=priority --times worst -n 500

# What is found replays by the command that is printed: execution times below
# C(b), scaled workloads, a node left out, names with commas.
cat >"$tmp/short.yaml" <<'END'
models:
  a: {profile: {type: table, points: {1: 3ms}}}
  b: {profile: {type: table, points: {1: 6ms}}}
  c: {profile: {type: table, points: {1: 4ms}}}
streams:
  - {name: "s,0", model: a, period: 100ms, deadline: 50ms}
  - {name: s1, model: b, period: 100ms, deadline: 60ms, phase: 2ms}
  - {name: s2, model: c, period: 100ms, deadline: 6ms, phase: 3ms}
END
# replays ARG...: the miss that falsify finds is the one of its replay.
replays() {
	run 1 falsify "$@" -q --releases "$tmp/r.csv"
	miss=$(sed -n 's/^[0-9]* miss \([^ ]*\) .*/\1/p' "$tmp/out")
	replay=$(sed -n 's/^replay: dagsim //p' "$tmp/out")
	[ "$replay" ] || fail "no command that replays"
	eval "run 1 $replay --fail-on-miss --trace '$tmp/t'"
	run 0 trace dump "$tmp/t"
	[ "$(sed -n 's/^[0-9]* miss \([^ ]*\) .*/\1/p' "$tmp/out" | head -1)" = \
		"$miss" ] || fail "another miss than $miss"
}
replays "$tmp/short.yaml" -p edf --phases given
[ "$(head -1 "$tmp/r.csv")" = id,stream,release_ns,deadline_ns,exec_ns ] ||
	fail "no execution times in the arrivals"
run 3 falsify "$tmp/short.yaml" -p edf --phases given --times worst -n 500
replays "$tmp/short.yaml" -p edf --phases given --scale 1.25
replays "$tmp/lp.yaml" -p gfp:node_order=priority --cases 4000 \
	--save "$tmp/saved.yaml"
replays "$tmp/lp.yaml" -p gfp:node_order=priority --cases 4000 -u 0.0955 \
	--save "$tmp/saved.yaml"
run 2 falsify "$tmp/short.yaml" --save "$tmp/short.yaml"
complains "this is the workload itself"
run 2 falsify "$tmp/short.yaml" --save "$tmp/x" --trace "$tmp/x"
complains "are the same file"

run 2 falsify "$tmp/v.yaml" -p gedf
complains "does not drive the platform"
run 2 falsify "$tmp/w.yaml" --trace -
complains "go to files"
run 2 falsify "$tmp/w.yaml" --json --gantt
complains "leave out --json"
exit 0

# What a run draws is not searched, and that is told; states that it leads to
# are not gone through.
cat >"$tmp/drawn.yaml" <<'END'
dagsim: 1
name: drawn
platform: {cores: 1, kernel: linux612-rt-idle}
tasks:
  - {name: a, period: 10ms, deadline: 10ms, nodes: {x: 2ms}}
END
run 3 falsify "$tmp/drawn.yaml" -n 20
out_has '^not searched, but drawn (seed 0): latency of wake-ups$'
out_lacks 'explored'
run 3 falsify "$tmp/drawn.yaml" -n 20 --overhead ipi=1us --json
out_has '"not_searched": \['
out_has '"overheads"'
run 3 falsify "$tmp/drawn.yaml" -n 20 --kernel none
out_lacks 'not searched'
out_has 'exhaustive within that'

# Threads of several scheduling classes in one workload file.
. tests/support/cli.sh

# What starts or goes on when, in ms: "0:log 1:..."
story() {
	run 0 simulate "$@" --trace "$tmp/t" -q
	run 0 trace audit "$tmp/t"
	run 0 trace dump "$tmp/t"
	sed -n -E 's/^([0-9]*) (start|resume) ([a-z]*)#.*/\1 \3/p' "$tmp/out" |
		awk '{ printf "%g:%s ", $1 / 1e6, $2 }'
}

# A reservation before priorities, these before the rest; equals in turns.
cat >"$tmp/mix.yaml" <<'END'
dagsim: 1
name: mix
platform: {cores: 1}
tasks:
  - {name: arm, period: 20ms, phase: 5ms, nodes: {n: 3ms}}
  - {name: stop, period: 20ms, phase: 4ms, nodes: {n: 2ms}}
  - {name: left, period: 20ms, phase: 1ms, nodes: {n: 4ms}}
  - {name: right, period: 20ms, phase: 2ms, nodes: {n: 4ms}}
  - {name: log, period: 20ms, nodes: {n: 2ms}}
  - {name: ui, period: 20ms, nodes: {n: 2ms}}
runtime:
  rr_quantum: 2ms
  other_slice: 1ms
  executors:
    - {name: arm, callbacks: [arm], policy: SCHED_DEADLINE,
       runtime: 2ms, period: 10ms}
    - {name: stop, callbacks: [stop], policy: fifo, priority: 1}
    - {name: left, callbacks: [left], policy: rr, priority: 5}
    - {name: right, callbacks: [right], policy: rr, priority: 5}
    - {name: log, callbacks: [log], policy: other}
END
expected="0:log 1:left 3:right 4:stop 5:arm 7:stop 8:right 9:left 11:right \
13:ui 14:log 15:arm 16:ui "
for platform in ros2-isolated threads; do
	got=$(story "$tmp/mix.yaml" --platform $platform -d 20ms)
	[ "$got" = "$expected" ] || fail "$platform: $got"
done
run 0 simulate "$tmp/mix.yaml" --platform threads -d 20ms
grep -q '^linux on mix' "$tmp/out" || fail 'the name of the policy'
run 2 simulate "$tmp/mix.yaml" --platform threads -p gfp
complains "the policy 'gfp' cannot replace that"
run 2 simulate "$tmp/mix.yaml" --platform threads --map rmin
complains 'mix.yaml:15:7: --map rmin brings executors of its own'

# Who yields gives up what is left until the next period: job 1, released at
# 10, waits until 15, and so on.
cat >"$tmp/yield.yaml" <<'END'
dagsim: 1
name: yield
platform: {cores: 1}
tasks:
  - {name: a, period: 10ms, deadline: 20ms, nodes: {n: 2ms}}
runtime:
  executors:
    - {name: a, callbacks: [a], policy: deadline, runtime: 5ms, period: 15ms,
       yield: true}
END
for more in --noise=off --reclaim; do
	got=$(story "$tmp/yield.yaml" --platform threads -d 60ms $more)
	[ "$got" = "0:a 15:a 30:a 45:a " ] || fail "yield, $more: $got"
done
sed -i 's/true/false/' "$tmp/yield.yaml"
got=$(story "$tmp/yield.yaml" --platform threads -d 60ms)
[ "$got" = "0:a 10:a 20:a 30:a 40:a 50:a " ] || fail "no yield: $got"

# dagsim analyze: verdicts, exit codes, the question that is asked.
. tests/support/cli.sh
vla=workloads/vla_plus_control.yaml
cell=workloads/multi_agent_cell.yaml
mix=workloads/synthetic_mix.yaml

# The published report: refused at 9.5 ms by the blocking of one model.
run 1 analyze $vla
out_has 'np_edf: not_schedulable'
out_has 't = 9.5ms: demand 2.4ms + blocking 60ms (vla) > 9.5ms'
run 1 analyze $vla --explain
out_has "'vla'.*7\.1ms (now 60ms)"
out_has "passes if 'vla' runs in chunks of up to 7\.1ms, with other work let in"
run 1 analyze $vla --json
out_has '"t_ns": 9500000,'
out_has '"demand_ns": 2400000,'
out_has '"blocking_ns": 60000000,'
out_has '"slack_ns": -52900000,'

# And so it does, as a chain of such chunks on a core.
chunks() {
	cat >"$tmp/chunks.yaml" <<-END
	platform: {cores: 1, preemption: limited}
	tasks:
	  - {name: vla, period: 500ms, nodes: {a: $1, b: $2, c: $2, d: $2, e: $2, f: $2, g: $2, h: $2, i: $2}, edges: [[a, b], [b, c], [c, d], [d, e], [e, f], [f, g], [g, h], [h, i]]}
	  - {name: left, period: 10ms, jitter: 0.5ms, nodes: {x: 0.9ms}}
	  - {name: right, period: 10ms, jitter: 0.5ms, nodes: {y: 0.9ms}}
	  - {name: base, period: 10ms, jitter: 0.5ms, nodes: {z: 0.6ms}}
	END
}
chunks 3.2ms 7.1ms
run 0 analyze "$tmp/chunks.yaml" -p gedf --test np_edf
run 0 simulate "$tmp/chunks.yaml" -p gedf -d 30 --late run --fail-on-miss
chunks 2.4ms 7.2ms
run 3 analyze "$tmp/chunks.yaml" -p gedf --test np_edf --search 0

# Yes, no, and not asked the right one.
run 0 analyze $mix -u 0.4
out_has 'np_edf: schedulable'
run 0 analyze $mix -u 0.4 -b cross_deadline
out_has 'np_edf_cross_deadline_tight: schedulable'
out_has 'policy edf_batch'
for p in round_robin dynamic_batch; do
	run 3 analyze $cell -p $p --explain
	out_has "^not_applicable (policy $p)"
	out_lacks 'null'
	run 3 analyze $cell -p $p --test np_edf
	out_has 'np_edf: not_applicable'
	run 3 analyze $cell -p $p --json
	out_has '"verdict": "not_applicable"'
	out_lacks '"verdict": "schedulable"'
done

# A test by name; several; the weaker one after the better.
run 0 analyze $mix -u 0.4 --test np_edf --json
[ "$(grep -c '"test":' "$tmp/out")" -eq 1 ] || fail "not one verdict"
run 0 analyze $mix -u 0.3 -b cross_deadline --json
grep '"test":' "$tmp/out" | tr -d ' \n' |
	grep -qF '"np_edf_cross_deadline_tight","test":"np_edf_cross_deadline"' ||
	fail "not both tests, the better first"
run 0 analyze $mix -u 0.4 -p fixed_priority --assign-priorities
out_has '^  *0  '
run 1 analyze $mix -p fixed_priority --assign-priorities
out_has 'no order of priorities passes'

# Charging makes it harder.
run 0 analyze $mix -u 0.5
run 1 analyze $mix -u 0.5 --safety-factor 2
run 1 analyze $mix -u 0.5 --noise-quantile 0.99999
run 0 analyze $mix -u 0.5 --noise-quantile 0.5

# What is admitted does not miss, and the borders are where it says.
run 0 simulate $mix -u 0.4 -p edf --noise off -d 60 --late run --fail-on-miss
run 0 analyze $mix --scale 0.1 --explain
out_has 'may grow by a factor of 8\.333331, no more'
run 0 analyze $mix --scale 0.8333331
run 1 analyze $mix --scale 0.8333340

# Arrivals that miss: two streams on a table that falls (a batch of two is
# faster than one job), which a test that charges C(2) would admit.
cat >"$tmp/falling.yaml" <<'END'
models: {m: {profile: {points_ms: {1: 5, 2: 3}, type: table}, max_batch: 2, batchable: true}}
streams:
  - {name: A, model: m, period: 20ms, deadline: 6ms}
  - {name: B, model: m, period: 20ms, deadline: 6ms, phase: 1ms}
END
cat >"$tmp/short.yaml" <<'END'
models: {m: {profile: {points_ms: {1: 5, 2: 3}, type: table}, max_batch: 2, batchable: true}}
streams:
  - {name: A, model: m, period: 100ms, deadline: 4ms}
  - {name: B, model: m, period: 100ms}
END
# Riders: without their term the set would pass at t = 10 ms, 5 + 5 <= 10;
# the last X finishes at 10 ms + C(2) - C(1).
cat >"$tmp/riders.yaml" <<'END'
models:
  m: {profile: {points_ms: {1: 1, 2: 1.5}, type: table}, max_batch: 2, batchable: true}
  y: {profile: {a: 5ms}}
  x: {profile: {a: 2ms}}
streams:
  - {name: Y, model: y, period: 100ms}
  - {name: A, model: m, period: 10ms}
  - {name: B, model: m, period: 20ms}
  - {name: X1, model: x, period: 10ms}
  - {name: X2, model: x, period: 10ms}
END
for set in falling short riders; do
	rm -f "$tmp/miss"
	run 1 analyze "$tmp/$set.yaml" -q -b cross_deadline \
		--trace "$tmp/miss" --json
	out_has '"replay": {'
	out_has '"deadline_ns"'
	run 0 trace dump "$tmp/miss"
	out_has ' miss .*'
	run 0 trace audit "$tmp/miss"
done
run 1 analyze "$tmp/riders.yaml" -q -b cross_deadline --trace "$tmp/miss" \
	--gantt
out_has '^X2#0 is not done at its deadline, .*, but at 10\.5ms'
out_has '^E X2 '
run 3 analyze "$tmp/riders.yaml" -q -b cross_deadline --search 0
out_has 'not_proven'
run 1 analyze $vla --gantt
out_has '^arm_left#0 is not done at its deadline'

# Dense time: what is missing is less than a tick, and is shown in halves.
cat >"$tmp/half.yaml" <<'END'
models: {a: {profile: {a: 5ms}}, b: {profile: {a: 5000001ns}}}
streams:
  - {name: A, model: a, period: 10ms}
  - {name: B, model: b, period: 20ms}
END
for p in edf fixed_priority edf_batch edf_batch_same_deadline; do
	run 1 analyze "$tmp/half.yaml" -p $p --trace "$tmp/miss"
	out_has '^A#0 is not done at its deadline, 10ms + 0\.5ns, but at'
	run 0 trace dump "$tmp/miss"
	out_has '^# workload: .*, all times doubled '
	out_has '^20000002 miss A#0 '
	run 0 trace audit "$tmp/miss"
	run 0 analyze "$tmp/half.yaml" -p $p --time discrete
done
run 1 analyze "$tmp/half.yaml" --trace "$tmp/miss" --json
out_has '"ticks_per_ns": 2,'
out_has '"deadline_ns": 10000000\.5,'
out_has '"t_ns": 10000001$'

# Above 1: no instant decides, and the arrivals miss all the same.  A policy
# that finds no place for a task has nothing to simulate.
cat >"$tmp/over.yaml" <<'END'
platform: {cores: 1, preemption: full}
tasks:
  - {name: A, period: 10ms, nodes: {a: 6ms}}
  - {name: B, period: 11ms, nodes: {b: 6ms}}
END
for p in gedf gfp; do
	run 1 analyze "$tmp/over.yaml" -p $p --trace "$tmp/miss" --json
	out_has '"witness": null,'
	out_has '"deadline_ns"'
	run 0 trace dump "$tmp/miss"
	out_has ' miss '
done
rm "$tmp/miss"
run 1 analyze "$tmp/over.yaml" -p pfp --trace "$tmp/miss"
out_has 'fp_rta: not_schedulable'
err_has 'no trace is written: pfp does not find a place'
[ ! -e "$tmp/miss" ] || fail "a trace of nothing"

# Nothing to show, nothing written; nothing half written either.
rm -f "$tmp/miss"
run 0 analyze $mix -u 0.3 --trace "$tmp/miss"
err_has 'no trace is written'
[ ! -e "$tmp/miss" ] || fail "a trace of nothing"
echo old >"$tmp/miss"
if [ -c /dev/full ]; then
	"$dagsim" analyze $vla --trace "$tmp/miss" >/dev/full 2>"$tmp/err"
	[ $? -eq 4 ] || fail "full disk is not exit 4"
	[ "$(cat "$tmp/miss")" = old ] || fail "the earlier trace is gone"
	run 4 analyze $vla --trace /dev/full
fi

# Joining one at a time: who is refused stays out, and the rest still fits.
cat >"$tmp/more.yaml" <<'END'
models: {tiny: {profile: {a: 100us}}}
streams:
  - {name: first, model: tiny, period: 10ms}
  - {name: hasty, model: tiny, period: 10ms, deadline: 50us}
  - {name: last, model: tiny, period: 20ms}
END
run 1 analyze $mix --scale 0.5 --admit "$tmp/more.yaml"
out_has '^  admitted  events$'
out_has '^  admitted  first$'
out_has '^  refused   hasty: demand bound violated at t = 50us'
out_has '^  admitted  last$'
out_has '^12 admitted, 1 refused$'
sed -i /hasty/d "$tmp/more.yaml"
run 0 analyze $mix --scale 0.5 -b cross_deadline --admit "$tmp/more.yaml" \
	--json
out_has '"test": "np_edf_cross_deadline_tight"'
out_has '"admitted": 12,'
run 3 analyze $mix -p round_robin --admit "$tmp/more.yaml"
out_has '^not_applicable: '
# Rate-monotonic ranks are among the streams of both files.
cat >"$tmp/slow.yaml" <<'END'
models: {a: {profile: {a: 1ms}}, b: {profile: {a: 5ms}}}
streams:
  - {name: s1, model: a, period: 10ms, deadline: 7ms}
  - {name: s2, model: a, period: 20ms, deadline: 8ms}
END
cat >"$tmp/fast.yaml" <<'END'
models: {b: {profile: {a: 5ms}}}
streams:
  - {name: f1, model: b, period: 100ms}
  - {name: f2, model: b, period: 100ms}
END
run 0 analyze "$tmp/slow.yaml" -p fixed_priority --admit "$tmp/fast.yaml"
sed -i 's/period: 100ms/period: 100ms, priority: 0/' "$tmp/fast.yaml"
run 1 analyze "$tmp/slow.yaml" -p fixed_priority --admit "$tmp/fast.yaml" \
	--time discrete
out_has '^  admitted  f1$'
out_has '^  refused   f2: '
run 0 analyze "$tmp/over.yaml" -m 2 -p gfp --assign-priorities
out_has "an order may pass all the same"
run 2 analyze "$tmp/over.yaml" -m 2 -p gfp:priority=dm --assign-priorities
complains "leave out the policy's own 'priority'"

# Deadlines far beyond every busy period are no work.
cat >"$tmp/far.yaml" <<'END'
models: {m: {profile: {a: 1ns}}}
streams:
  - {name: often, model: m, period: 3ns}
  - {name: once, model: m, period: 1152921504606846975ns}
END
run 0 analyze "$tmp/far.yaml"
out_has '^  often  *2ns  *3ns$'
out_has '^  once  *2ns  *1152921504.606846975s$'

# At load 1 a busy period that begins blocked has no end; responses have one.
cat >"$tmp/full.yaml" <<'END'
models: {m: {profile: {a: 1ns}}, n: {profile: {a: 2ns}}}
streams:
  - {name: s, model: m, period: 2ns, deadline: 7ns}
  - {name: t, model: n, period: 4ns, deadline: 7ns}
END
run 0 analyze "$tmp/full.yaml"
out_has '^  charged *1\.000000$'
out_has '^  s  *3ns  *7ns$'
out_has '^  t  *3ns  *7ns$'

# What is too large to look at has no borders, and is charged as it is.
cat >"$tmp/vast.yaml" <<'END'
models: {m: {profile: {a: 500000000s}}}
streams:
  - {name: s, model: m, period: 1000000000s}
END
run 3 analyze "$tmp/vast.yaml" --explain
out_has 'a charged or predicted execution time is above 2^50 ns'
out_has '^  charged *0\.500000$'
out_lacks 'It passes'

# A load that six digits do not tell from 1; and -g alone asks for a drawing.
cat >"$tmp/over1.yaml" <<'END'
models: {m: {profile: {a: 1ms}}, n: {profile: {a: 1ns}}}
streams:
  - {name: s, model: m, period: 1ms}
  - {name: t, model: n, period: 1000s}
END
run 1 analyze -g "$tmp/over1.yaml"
out_has 'charged utilization 1 + 1e-12 is above 1$'
out_has '^A s '
run 1 analyze "$tmp/over1.yaml" -g=0..2
run 2 analyze "$tmp/over1.yaml" -g2..1
complains 'ends before'

# The factor that is charged is in what is not covered.
run 1 analyze $vla --explain --safety-factor 1.1
out_has 'Not covered: execution times above C(b) times the safety factor'

# With whole ticks only the last of the order waits for all that come with it.
cat >"$tmp/ties.yaml" <<'END'
models: {m: {profile: {a: 2ns}}}
streams:
  - {name: s, model: m, period: 5ns, deadline: 2ns}
  - {name: t, model: m, period: 5ns}
END
run 1 analyze "$tmp/ties.yaml" -p fifo --time discrete --json
tr -d ' \n' <"$tmp/out" >"$tmp/flat"
grep -q '"task":"s","response_num":4,"response_den":1,"exact":false' \
	"$tmp/flat" || fail "the first of two that come together waits"
grep -q '"task":"t","response_num":4,"response_den":1,"exact":true' \
	"$tmp/flat" || fail "the last of two that come together does not wait"

# A stream that the test is not for stays out, whichever file it is in.
cat >"$tmp/unfit.yaml" <<'END'
models: {a: {profile: {a: 1ms, c: 1ms}, batchable: true, max_batch: 2}}
streams:
  - {name: long, model: a, period: 10ms, deadline: 20ms}
  - {name: short, model: a, period: 20ms}
END
cat >"$tmp/fits.yaml" <<'END'
models: {c: {profile: {a: 1ms}}}
streams:
  - {name: last, model: c, period: 20ms}
END
run 1 analyze "$tmp/unfit.yaml" -b cross_deadline --admit "$tmp/fits.yaml"
out_has "^  refused   long: 'long': deadline 20ms is above the period 10ms"
out_has '^2 admitted, 1 refused$'

run 2 analyze $mix --admit $mix
complains "$mix:[0-9]*:1: stream '.*' is in $mix already"
sed 's/a: 100us/a: 1us/' "$tmp/more.yaml" >"$tmp/other.yaml"
sed -i 's/first/one/; s/last/two/' "$tmp/other.yaml"
run 2 analyze "$tmp/more.yaml" --admit "$tmp/other.yaml"
complains "model 'tiny' is not the one of"

option() {
	pattern=$1
	shift
	run 2 analyze $mix "$@"
	complains "^dagsim analyze: .*$pattern"
}
option 'exclude each other' -p edf -b none
option "did you mean 'np_edf'" --test np_edff
option 'above 1' --noise-quantile 2
option 'above 0' --noise-quantile 0
option "did you mean 'cross_deadline'" -b cross_deadlines
option 'fixed priorities' --assign-priorities
option "did you mean 'edf'" -p edff
option 'use --scale' --admit "$tmp/more.yaml" -u 0.5
option 'admit goes without' --admit "$tmp/more.yaml" --explain
option 'leave out' --gantt --json
option 'ends before' --gantt=2..1
option 'from 0 to' --search -1
exit 0

# Overheads by hand, as options and in the workload, and what is said of them.
. tests/support/cli.sh

# Core 0 handles the releases of a at 0, b at 10 and c at 20: 2 + 1 + 1 each.
# a starts at 4 and is free of switch and lock at 6; b goes to core 1, which is
# told (1), wakes up (3), takes the lock (1) and switches (1): it runs from 20.
# c drives a off at 24: lock 1, switch 2.  b ends at 28; a goes on there behind
# lock 1, switch 2, migration 4 with the 10 that it has left.
cat >"$tmp/w.yaml" <<'END'
platform:
  cores: 2
  overheads: {release: 2ns, decision: 1ns, lock: 1ns, ipi: 1ns, wake: 3ns,
    switch_yield: 1ns, switch_full: 2ns, migration: 4ns}
tasks:
  - {name: a, period: 200ns, nodes: {x: 20ns}}
  - {name: b, period: 200ns, deadline: 50ns, offset: 10ns, nodes: {x: 8ns}}
  - {name: c, period: 200ns, deadline: 12ns, offset: 20ns, nodes: {x: 5ns}}
END
cat >"$tmp/want" <<'END'
policy,start_ns,finish_ns,core,task,job,node
gedf,4,24,0,a,0,x
gedf,14,28,1,b,0,x
gedf,24,32,0,c,0,x
gedf,28,45,1,a,0,x
END
run 0 simulate "$tmp/w.yaml" -p gedf -d 100ns --schedule "$tmp/s" \
	--trace "$tmp/t" --json
cmp -s "$tmp/s" "$tmp/want" || fail "the schedule differs: $(cat "$tmp/s")"
out_has '"overhead_ns": 30'
out_has '"context_switches": 4'
run 0 trace audit "$tmp/t"
run 0 trace dump "$tmp/t"
[ "$(grep -c 'what=lock$' "$tmp/out")" = 7 ] || fail "not seven locks"
out_has '^28 overhead exec=core1 duration=4 what=migration$'

# The same by options, which go before the workload; none takes all back.
sed 's/, *overheads.*//; /overheads:/,/migration/d' "$tmp/w.yaml" >"$tmp/bare"
run 0 simulate "$tmp/bare" -p gedf -d 100ns --schedule "$tmp/s" \
	--overhead release=2ns --overhead decision=1ns --overhead lock=1ns \
	--overhead ipi=1ns --overhead wake_ns=3 --overhead switch_yield=1ns \
	--overhead switch_full=2ns --overhead migration=4ns
cmp -s "$tmp/s" "$tmp/want" || fail "options give another schedule"
run 0 simulate "$tmp/w.yaml" -p gedf -d 100ns --overhead none --csv
cut -d, -f1-22 "$tmp/out" >"$tmp/none"
run 0 simulate "$tmp/bare" -p gedf -d 100ns --csv
cut -d, -f1-22 "$tmp/out" | cmp -s - "$tmp/none" || fail "none leaves some"

# One lock: two cores that want it at once take it one after the other.
cat >"$tmp/w.yaml" <<'END'
platform: {cores: 2, overheads: {lock: 5ns}}
tasks:
  - name: a
    period: 1us
    nodes: {s: 10ns, x: 10ns, y: 10ns}
    edges: [[s, x], [s, y]]
END
run 0 simulate "$tmp/w.yaml" -p gedf -d 100ns --trace "$tmp/t"
run 0 trace dump "$tmp/t"
out_has 'what=lock_wait'
run 0 trace audit "$tmp/t"

# Messages go out edge by edge, and bytes cost: b hears at 13, c at 20.
cat >"$tmp/w.yaml" <<'END'
platform: {cores: 3, overheads: {message: 3ns, per_byte: 0.5ns}}
tasks:
  - name: t
    period: 1us
    nodes: {a: 10ns, b: 10ns, c: 10ns}
    edges: [[a, b], {from: a, to: c, bytes: 8}]
END
run 0 simulate "$tmp/w.yaml" -p gedf -d 1us --schedule "$tmp/s"
grep -q '^gedf,13,23,.,t,0,b$' "$tmp/s" || fail "b: $(cat "$tmp/s")"
grep -q '^gedf,20,30,.,t,0,c$' "$tmp/s" || fail "c: $(cat "$tmp/s")"

# Draws: within their range, the same for the same seed, others for another.
sed 's/3ns, per_byte: 0.5ns/1ns..9ns/' "$tmp/w.yaml" >"$tmp/drawn"
run 0 simulate "$tmp/drawn" -p gedf -d 1ms --trace "$tmp/t"
run 0 trace dump "$tmp/t"
grep -o 'duration=[0-9]* what=message' "$tmp/out" | sort | uniq -c |
	awk '{split($2, d, "="); if (d[2] < 1 || d[2] > 9 || $1 < 100) exit 1
		n++} END {exit n != 9}' || fail "not uniform in 1..9"
run 0 simulate "$tmp/drawn" -p gedf -d 1ms --trace "$tmp/t2"
run 0 trace diff "$tmp/t" "$tmp/t2"
run 0 simulate "$tmp/drawn" -p gedf -d 1ms --seed 1 --trace "$tmp/t2"
run 1 trace diff "$tmp/t" "$tmp/t2"

# What is wrong is told with its place.
run 2 simulate "$tmp/bare" -p gedf --overhead ipy=3us
complains "^--overhead: .*'ipy'; did you mean 'ipi'"
run 2 simulate "$tmp/bare" -p gedf --overhead ipi
complains 'KIND=TIME'
run 2 simulate "$tmp/bare" -p gedf --overhead ipi=3
complains 'needs a unit'
run 2 simulate "$tmp/bare" -p gedf --overhead ipi=9us..3us
complains 'upside down'
sed 's/message: 3ns/lock_wait: 3ns/' "$tmp/w.yaml" >"$tmp/bad"
run 2 simulate "$tmp/bad" -p gedf
complains 'bad:1:34: unknown key'
run 0 simulate workloads/synthetic_mix.yaml -p edf -d 1 --overhead ipi=1us
err_has 'no node runs on a core, so the overheads have no effect'

# No test charges them, so none says yes.
run 3 analyze "$tmp/w.yaml" -p gedf
out_has 'the platform has overheads, which tests do not charge'
exit 0

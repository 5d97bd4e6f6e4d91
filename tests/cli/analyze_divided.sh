# dagsim analyze on DAG sets whose cores are divided among tasks.
. tests/support/cli.sh

# Ten cores: by Graham's bound the forks need 9 and 6, by paths 6 and 3.
cat >"$tmp/fx3.yaml" <<'END'
platform: {cores: 10, preemption: full}
tasks:
  - {name: fork, period: 10ms, nodes: {a: 1ms, b: 5ms, c: 5ms, d: 5ms, e: 5ms,
     f: 5ms, g: 5ms, h: 1ms}, edges: [[a, b], [a, c], [a, d], [a, e], [a, f],
     [a, g], [b, h], [c, h], [d, h], [e, h], [f, h], [g, h]]}
  - {name: wide, period: 12ms, connected: false, nodes: {a: 9ms, b: 9ms, c: 9ms}}
  - {name: light, period: 40ms, nodes: {a: 2ms, b: 10ms, c: 4ms, d: 4ms,
     e: 2ms}, edges: [[a, b], [a, c], [c, d], [b, e], [d, e]]}
sim: {duration: 240ms, late_policy: run}
END
run 0 analyze "$tmp/fx3.yaml" -p federated
quiet
out_has '^fed_multipath_opt: schedulable (policy federated)'
out_has 'fork *7ms *10ms'
out_has 'wide *9ms *12ms'
out_has 'fork *0-5  -$'
out_has 'wide *6-8  -$'
out_has 'light *-  core 9$'
out_lacks '^fed_graham'
out_has 'not asked.*fed_graham'

# What is printed is what is simulated.
run 0 simulate "$tmp/fx3.yaml" -p federated --schedule "$tmp/s.csv"
cut -d, -f4,5 "$tmp/s.csv" | sort -u >"$tmp/places"
grep -q '^9,light$' "$tmp/places" || fail "light is not on core 9"
[ "$(grep -c fork "$tmp/places")" = 6 ] || fail "fork is not on six cores"
grep -q '^[0-5],wide' "$tmp/places" && fail "wide is on cores of fork"

run 3 analyze "$tmp/fx3.yaml" -p federated:bound=graham
out_has "'wide': needs 6 cores of its own, 1 of 10 left"
out_has '^fed_multipath  *not_applicable'
out_has 'fed_multipath  *not_applicable .*bound .graham'
run 1 simulate "$tmp/fx3.yaml" -p federated:bound=graham
run 0 analyze "$tmp/fx3.yaml" --test fed_multipath --json
out_has '"policy": "federated:bound=multipath"'
out_has '"own_cores": 6'
out_has '"first_core": 6'
run 3 analyze "$tmp/fx3.yaml" --test fed_multipath -p gedf
out_has 'not_applicable'

# Budgets for SCHED_DEADLINE.
run 3 analyze "$tmp/fx3.yaml" --test reservation_rmin --test semifed_x1
out_has "no room for its 6 servers of 12ms in 12ms"
run 0 analyze --cores 16 "$tmp/fx3.yaml" --test reservation_rmin
out_has 'light *-  1 x runtime 22ms deadline 40ms period 40ms on core 15$'
run 0 analyze --cores 18 "$tmp/fx3.yaml" --test reservation_rmin \
	--test semifed_x1 --test reservation_requal
out_has 'fork *-  9 x runtime 9.777778ms deadline 10ms period 10ms on core 0, 1,'
out_has 'fork *-  11 x runtime 9.272728ms'
out_has 'fork *0-7  container of 1/3 on core 1[45]'
run 0 analyze --cores 16 "$tmp/fx3.yaml" --test reservation_rmin --json
out_has '"runtime_ns": 22000000'
out_has '"policy": null'

# Partitioned: the fit decides, and a core that fails shows its arrivals.
cat >"$tmp/parts.yaml" <<'END'
platform: {cores: 2, preemption: full}
tasks:
  - {name: a, period: 10ms, nodes: {a: 5ms}}
  - {name: b, period: 20ms, deadline: 12ms, nodes: {b: 8ms}}
  - {name: c, period: 40ms, nodes: {c: 12ms}}
END
run 0 analyze "$tmp/parts.yaml" -p pedf:fit=worst
out_has '^partitioned_edf: schedulable (policy pedf:fit=worst)'
out_has 'c *-  core 1$'
run 0 analyze "$tmp/parts.yaml" -p pedf:fit=worst --explain
out_has 'Not covered: other placements: '
run 1 analyze "$tmp/parts.yaml" -p pfp --gantt --trace "$tmp/miss.trace"
out_has "reason *core 0, fp_rta: 'b': worst response 18ms > deadline 12ms"
out_has 'b#0 is not done at its deadline, 12ms, but at 18ms'
run 0 trace audit "$tmp/miss.trace"
run 1 analyze "$tmp/parts.yaml" -p pedf
out_has 'core 0, edf_qpa'
run 3 analyze "$tmp/parts.yaml" -p pedf:capacity=30 --explain
out_has '^partitioned_edf: not_proven (policy pedf:capacity=30)'
out_has "does not find a place for task 'a'"
run 3 analyze "$tmp/parts.yaml" -p pedf:capacity=30 --trace "$tmp/none.trace"
err_has 'no trace is written: pedf does not find a place'
run 3 analyze "$tmp/parts.yaml" -p pedf:capacity=50 --cores 1 --scale 0.5
out_has '^edf_qpa: not_proven'
out_lacks 'least slack'
# Nobody could: that is a no, with nothing to replay.
run 1 analyze "$tmp/parts.yaml" -p pfp -u 2.5 --trace "$tmp/none.trace"
out_has 'longest path 10.416667ms > deadline 10ms'
err_has 'no trace is written: pfp does not find a place'
run 3 analyze "$tmp/parts.yaml" -p pedf:parts=node --test partitioned_fp
out_has 'by fixed priority'
run 2 analyze "$tmp/parts.yaml" -p pedf:fit=wurst
complains "wurst.*worst"

# Shorter is not safer where cores are divided: once b is light, first fit puts
# all three on core 0, where a and c are due too soon.
cat >"$tmp/shorter.yaml" <<'END'
platform: {cores: 2}
tasks:
  - {name: a, period: 4ms, deadline: 1ms, nodes: {a: 1ms}}
  - {name: b, period: 8ms, deadline: 7ms, nodes: {b: 7ms}}
  - {name: c, period: 8ms, deadline: 7ms, nodes: {c: 3ms}}
END
run 0 analyze "$tmp/shorter.yaml" -p pedf
sed -i 's/b: 7ms/b: 3ms/' "$tmp/shorter.yaml"
run 1 analyze "$tmp/shorter.yaml" -p pedf
out_has 'core 0, edf_qpa: demand bound violated at t = 7ms'
run 0 analyze "$tmp/shorter.yaml" -p pedf:fit=worst

# What dagsim tests says of them.
run 0 tests --describe fed_graham
out_has 'policies *federated'
run 0 tests --describe reservation_rmin
out_has 'policies *servers for DAG tasks'
run 0 tests --describe partitioned_fp
out_has 'policies *pfp$'

# Cores and an accelerator.
cat >"$tmp/mixed.yaml" <<'END'
platform: {cores: 2, accelerators: 1}
models: {infer: {profile: {a: 6ms}}, look: {profile: {a: 2ms}}}
tasks:
  - {name: one, period: 40ms, nodes: {a: 4ms, g: {model: infer}, b: 3ms,
     c: 5ms}, edges: [[a, g], [g, b], [a, c]]}
  - {name: two, period: 50ms, nodes: {d: 5ms, h: {model: look}},
     edges: [[d, h]]}
sim: {duration: 1s}
END
run 0 analyze "$tmp/mixed.yaml"
out_has '^typed_rta: schedulable (policy gedf+edf'
out_has 'one *21ms *40ms'
run 0 analyze "$tmp/mixed.yaml" -p gfp+fifo
out_has 'one *18.5ms *40ms'
run 3 analyze "$tmp/mixed.yaml" -p gedf+dynamic_batch
out_has 'the accelerator may wait while a job is ready'

# One DAG alone.
cat >"$tmp/one.yaml" <<'END'
platform: {cores: 2}
tasks:
  - {name: t, period: 20ms, deadline: 8ms, nodes: {a: 2ms, b: 4ms, c: 3ms,
     d: 1ms}, edges: [[a, b], [a, c], [b, d], [c, d]]}
END
run 0 analyze "$tmp/one.yaml"
out_has '^multipath_opt: schedulable'
out_has 't *7ms *8ms'
run 3 analyze "$tmp/one.yaml" --test graham --json
out_has '"response_num": 8500000'
run 3 analyze "$tmp/fx3.yaml" --test multipath_opt
out_has 'there are 3 tasks; multipath_opt is for one DAG'

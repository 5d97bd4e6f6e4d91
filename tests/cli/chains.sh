# Cause-effect chains: bounded by analyze, measured by trace metrics.
. tests/support/cli.sh

cat >"$tmp/w.yaml" <<'END'
platform: {cores: 1, preemption: full}
tasks:
  - {name: a, period: 5ms, nodes: {a: 1ms}}
  - {name: b, period: 10ms, nodes: {b: 2ms}}
  - {name: c, period: 20ms, nodes: {c: 4ms}}
sim: {duration: 1s}
END
run 0 analyze "$tmp/w.yaml" -p gfp --chain a,b,c --chain c,b,a
quiet
out_has 'responses by fp_rta'
out_has '47ms *43ms *23ms *70ms *55ms  a,b,c$'
out_has '47ms *47ms *42ms *70ms *55ms  c,b,a$'
run 0 analyze "$tmp/w.yaml" -p gfp --chain a,b,c --json
for x in davare:47 reaction:43 data_age:23 let_bound:70 let_exact:55; do
	out_has "\"${x%:*}_ns\": ${x#*:}000000"
done
run 2 analyze "$tmp/w.yaml" -p gfp --chain a,d
complains "unknown task 'd'; valid: a, b, c"
run 2 analyze "$tmp/w.yaml" --admit "$tmp/w.yaml" --chain a,b
complains 'goes without.*--chain'

# What is not proved has no bound, but logical execution times have.
run 1 analyze "$tmp/w.yaml" -p gfp --scale 2 --chain a,b,c
out_has ' - *- *- *70ms *55ms  a,b,c$'
out_has 'no test that proves the deadlines'

# Measured with the same definitions, below the bounds.
run 0 simulate "$tmp/w.yaml" -p gfp --trace "$tmp/w.trace"
run 0 trace metrics "$tmp/w.trace" --chain a,b,c --chain c,b,a
out_has '33.000 .* 28.000  c,b,a$'
run 0 trace metrics "$tmp/w.trace" --chain a,b,c --json
out_has '"max_ns": 28000000'
run 2 trace metrics "$tmp/w.trace" --chain a,b,c --csv
complains 'goes with the table'
run 2 trace dump "$tmp/w.trace" --chain a,b,c
complains 'goes with the table'
run 2 trace metrics "$tmp/w.trace" --chain a,q
complains "unknown task 'q'"

# Chains of the workload are bounded and measured unasked, and hold limits.
cat >"$tmp/c.yaml" <<'END'
platform: {cores: 1, preemption: full}
chains:
  - {name: forth, tasks: [a, b, c], max_reaction: 43ms, max_data_age: 23ms}
  - {name: back, tasks: [c, b, a], max_reaction: 32ms}
tasks:
  - {name: c, period: 20ms, nodes: {c: 4ms}}
  - {name: a, period: 5ms, nodes: {a: 1ms}}
  - {name: b, period: 10ms, nodes: {b: 2ms}}
sim: {duration: 1s}
END
run 3 analyze "$tmp/c.yaml" -p gfp --chain a,b
out_has 'fp_rta: schedulable'
out_has '47ms *43ms *23ms *70ms *55ms  forth (a,b,c)$'
out_has 'reaction time: allowed 43ms, kept$'
out_has 'data age: allowed 23ms, kept$'
out_has 'reaction time: allowed 32ms, not proven$'
out_has ' a,b$'
run 3 analyze "$tmp/c.yaml" -p gfp --json
out_has '"name": "forth"'
out_has '"kept": "proved"'
out_has '"kept": "not_proven"'
sed 's/, max_reaction: 32ms//' "$tmp/c.yaml" >"$tmp/c0.yaml"
run 0 analyze "$tmp/c0.yaml" -p gfp
sed 's/43ms, max_data_age: 23ms/43ms, max_data_age: 22999999ns/' \
	"$tmp/c0.yaml" >"$tmp/c1.yaml"
run 3 analyze "$tmp/c1.yaml" -p gfp
run 1 analyze "$tmp/c0.yaml" -p gfp --scale 2
out_has 'reaction time: allowed 43ms, not proven$'

run 0 simulate "$tmp/c.yaml" -p gfp --trace "$tmp/c.trace"
out_has '28.000 .* 8.000  forth (a,b,c)$'
out_has 'reaction time: allowed 43ms, kept; most 28ms$'
out_has 'reaction time: allowed 32ms, exceeded; most 33ms$'
cp "$tmp/out" "$tmp/said"
run 0 trace metrics "$tmp/c.trace"
tail -n 7 "$tmp/said" >"$tmp/a"
tail -n 7 "$tmp/out" | cmp - "$tmp/a" || fail "trace metrics says otherwise"
run 0 trace metrics "$tmp/c.trace" --json --chain a,b
out_has '"kept": true'
out_has '"kept": false'
run 0 check "$tmp/c.yaml"

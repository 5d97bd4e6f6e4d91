# Workloads and times at the edge of what can be said, outputs that would
# destroy what is read, releases in odd order.
. tests/support/cli.sh
cell=$(pwd)/workloads/multi_agent_cell.yaml

for nothing in 'streams: []' 'tasks: []'; do
	printf 'models: {m: {profile: {a_ms: 1}}}\n%s\n' "$nothing" \
		>"$tmp/none.yaml"
	for command in check simulate; do
		run 2 $command "$tmp/none.yaml"
		complains 'none\.yaml:[0-9]*:[0-9]*: .*no streams'
	done
done

# 2^63 ns is never reached: not by horizons, deadlines or execution times.
cat >"$tmp/far.yaml" <<'DATA'
models: {m: {profile: {a_s: 2e9}, noise: {sigma: 10}}}
streams:
  - {name: s, model: m, period_s: 2e9, deadline_s: 4e9}
  - {name: t, model: m, period_s: 3e9}
DATA
for d in 9223372036854775807ns 9223372036.8 5e9; do
	run 2 simulate "$tmp/far.yaml" -d $d
	complains '2^62 ns'
done
for seed in 1 2 5 6; do
	run 0 simulate "$tmp/far.yaml" -d 4611686018427387903ns --late run \
		--seed $seed -p edf --trace "$tmp/far.trace"
	run 0 trace audit "$tmp/far.trace"
done

# Nothing that is read is written over; no file holds two outputs.
cd "$tmp" || exit 4
cp "$cell" own.yaml
printf 'id,stream,release_ns,deadline_ns\n2,camera,0,9\n1,camera,0,9\n' >r.csv
cp r.csv keep.csv
for outputs in '--trace own.yaml' '--schedule ./own.yaml' \
	'--trace r.csv' '--schedule r.csv' '--trace o --schedule ./o'; do
	# shellcheck disable=SC2086 # options and their values
	run 2 simulate own.yaml -p edf -d 1 --releases r.csv $outputs
	complains 'are the same file'
done
cmp -s own.yaml "$cell" || fail "the workload was written over"
cmp -s r.csv keep.csv || fail "the releases were written over"
[ ! -e o ] || fail "a partial output is left"

# The id breaks ties, in whatever order the lines stand.
run 0 simulate own.yaml -p fifo -d 1 --noise off --late run --releases r.csv \
	--schedule s.csv --trace t.trace
[ "$(cut -d, -f5 s.csv | paste -sd' ')" = 'job_ids 1 2' ] ||
	fail "not in the order of ids: $(cat s.csv)"
run 0 trace audit t.trace

# A release behind its deadline (jitter can do that) is a job like others.
printf 'id,stream,release_ns,deadline_ns\n1,camera,9000000,2000000\n' >j.csv
run 0 simulate own.yaml -p edf -d 1 --releases j.csv --csv
grep -q '^edf,ALL,1,0,1,0,1,0,0,1,' out || fail "it should have been dropped"

run 0 help help

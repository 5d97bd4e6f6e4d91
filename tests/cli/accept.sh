# Acceptance sweeps: the same bytes for any number of threads; a set put to
# the tests alone says what it says among many; a test accepts no more than
# is clean in simulation.
. tests/support/cli.sh
cat >"$tmp/s.yaml" <<'SPEC'
kind: streams
seed: 3
streams: 6
streams_per_model: 1..3
group_size: 1..2
period: 10ms..100ms step 10ms
SPEC
set -- --accept "$tmp/s.yaml" --util-min 0.2 --util-max 0.8 --util-step 0.3 \
	--sets 60 --duration 2
run 0 bench "$@" --jobs 1 -o "$tmp/one"
quiet
[ "$(wc -l <"$tmp/out")" -eq 3 ] || fail "not three files"
run 0 bench "$@" --jobs 3 -o "$tmp/three"
diff -r "$tmp/one" "$tmp/three" || fail "threads show"

# count NAME U: how many sets
count() {
	awk -F, -v n="$1" -v u="$2" '$2 == n && $1 == u {print $5}' \
		"$tmp/one/s_accept.csv"
}
for u in 0.2 0.5 0.8; do
	for pair in np_edf:edf np_fp_rta:fixed_priority np_fifo:fifo \
		np_edf_same_deadline:edf_batch_same_deadline \
		np_edf_cross_deadline:edf_batch \
		np_edf_cross_deadline_tight:edf_batch; do
		[ "$(count "${pair%:*}" $u)" -le \
			"$(count "simulated ${pair#*:}" $u)" ] ||
			fail "$pair at $u: more accepted than clean"
	done
done
[ "$(count np_edf 0.2)" -gt "$(count np_edf 0.8)" ] || fail "load shows not"
[ "$(count np_edf 0.2)" -gt 0 ] || fail "nothing accepted at all"

# Each set alone, added up.
n=0
for i in 1 2 3 4 5 6 7 8 9 10; do
	run 0 bench --accept "$tmp/s.yaml" --util-min 0.5 --util-max 0.5 \
		-p edf --only $i
	grep -q '^U 0.5  set [0-9]*  np_edf  *accepted$' "$tmp/out" &&
		n=$((n + 1))
done
run 0 bench --accept "$tmp/s.yaml" --util-min 0.5 --util-max 0.5 -p edf \
	--sets 10 -o "$tmp/ten"
grep -q "^0.5,np_edf,yes,10,$n," "$tmp/ten/s_accept.csv" ||
	fail "not $n of 10 accepted"

# The set that generate makes is the set that was tested.
run 0 generate --spec "$tmp/s.yaml" --utilization 0.5 --only 4
cp "$tmp/out" "$tmp/four.yaml"
"$dagsim" analyze "$tmp/four.yaml" --test np_edf >/dev/null 2>&1
rc=$?
run 0 bench --accept "$tmp/s.yaml" --util-min 0.5 --util-max 0.5 -p edf --only 4
if [ $rc -eq 0 ]; then out_has ' accepted'; else out_has ' not accepted'; fi

echo 'streems: 3' >"$tmp/bad.yaml"
run 2 bench --accept "$tmp/bad.yaml" -o "$tmp/none"
complains "bad.yaml:1:1: .*streems"
printf 'streams: 3\nutilization: 0.5\n' >"$tmp/bad.yaml"
run 2 bench --accept "$tmp/bad.yaml" -o "$tmp/none"
complains "bad.yaml:2:1: 'utilization' is what the sweep varies"
# What no set can meet is told where it stands: the bound, or else the number.
printf '# all\nstreams: 4\nutilization_max: 0.2\n' >"$tmp/bad.yaml"
run 2 bench --accept "$tmp/bad.yaml" --util-max 1 -o "$tmp/none"
complains "bad.yaml:3:1: with U = 1: no 4 utilizations .* lies in 0 .. 0.8"
printf 'streams: 4\n\nutilization_min: 0.2\n' >"$tmp/bad.yaml"
run 2 bench --accept "$tmp/bad.yaml" --util-max 1 -o "$tmp/none"
complains "bad.yaml:3:1: with U = 0.3: no 4 .* lies in 0.8 .. 1.2"
printf 'kind: tasks\ntasks: 1\n' >"$tmp/bad.yaml"
run 2 bench --accept "$tmp/bad.yaml" --util-max 1.3 -o "$tmp/none"
complains "bad.yaml:2:1: with U = 1.3: no 1 utilizations"
run 2 bench --accept "$tmp/bad.yaml" --vary tasks=2,1 --util-max 1.3 \
	-o "$tmp/none"
complains "dagsim bench: with tasks = 1, U = 1.3: no 1 utilizations"
printf 'kind: dag\nnode_wcet: 3ms\nperiod: 5ms\n' >"$tmp/bad.yaml"
run 2 bench --accept "$tmp/bad.yaml" -o "$tmp/none"
complains "bad.yaml:3:1: .*'node_wcet' and 'period' exclude each other"
run 2 generate --spec "$tmp/bad.yaml"
complains "bad.yaml:3:1: 'node_wcet' and 'period' exclude each other"
run 2 bench --accept "$tmp/s.yaml" --policies edff -o "$tmp/none"
complains "dagsim bench: unknown policy 'edff'; did you mean 'edf'"
run 2 bench --accept "$tmp/s.yaml" --seeds 3 -o "$tmp/none"
complains 'not for --accept'
run 2 bench --accept "$tmp/s.yaml" workloads/synthetic_mix.yaml -o "$tmp/none"
complains 'makes its own sets'
run 2 bench workloads/synthetic_mix.yaml --only 3
complains 'need --accept'
run 2 bench
complains 'WORKLOAD is missing'
[ ! -e "$tmp/none" ] || fail "a refused sweep wrote something"
: >"$tmp/file"
run 4 bench "$@" -o "$tmp/file/below"

# Deadlines beyond periods: tests that are not for them say so, in numbers.
run 0 bench --accept "$tmp/s.yaml" --vary deadline_factor=1,2 --util-min 0.2 \
	--util-max 0.4 --sets 20 -p edf_batch -o "$tmp/d"
grep -q '^2,0.2,np_edf_cross_deadline,yes,20,0,.*,0,0,20,' \
	"$tmp/d/s_accept.csv" || fail "not applicable"
grep -q '^| 2 | - | - |$' "$tmp/d/s_accept.md" || fail "a part of nothing"

# Times are measured on demand, and drawn.
run 0 bench --accept "$tmp/s.yaml" --timing --sets 20 -p edf --util-max 0.5 \
	-o "$tmp/t" --figure-dir "$tmp/t"
[ "$(grep -c '"time_ns":[1-9][0-9]*,"time_max_ns":[1-9]' \
	"$tmp/t/s_accept.jsonl")" -eq 3 ] || fail "no times"
[ -s "$tmp/t/s_times.dat" ] && [ -s "$tmp/t/s_times.gp" ] || fail "no figure"
run 2 plot "$tmp/d/s_accept.jsonl" --figure times
complains 'no times here'
run 2 plot "$tmp/d/s_accept.jsonl" --figure misses
complains 'misses are of miss-rate sweeps'

# One load, one value, or nothing at all draws without a warning.
printf 'kind: streams\ndeadline_factor: 2\n' >"$tmp/late.yaml"
for more in "$tmp/s.yaml -p edf" "$tmp/s.yaml -p edf --vary streams=4" \
	"$tmp/late.yaml -p edf_batch"; do
	command -v gnuplot >/dev/null || break
	# shellcheck disable=SC2086 # words
	run 0 bench --accept $more --sets 5 --util-min 0.5 --util-max 0.5 \
		-o "$tmp/single" --figure-dir "$tmp/single"
	quiet
done

# The plan tells how much work it is, and writes nothing.
run 0 bench --accept "$tmp/s.yaml" --sets 100 --util-min 0.5 --util-max 0.6 \
	--plan --shard 1/2 -o "$tmp/none"
out_has '^s: 1 value x 2 utilizations x 100 sets, 6 tests'
out_has '^8 rows, about 4 in this shard; about [0-9.]* s with'

run 2 bench --accept "$tmp/s.yaml" --vary streems=1,2 -o "$tmp/none"
complains "did you mean 'streams'"
run 2 bench --accept "$tmp/s.yaml" --vary streams=2,2 -o "$tmp/none"
complains 'twice'
run 2 bench --accept "$tmp/s.yaml" --vary utilization=2 -o "$tmp/none"
complains 'varied anyway'
run 2 bench --accept "$tmp/s.yaml" --util-max 0.3 --vary streams=2,x \
	-o "$tmp/none"
complains "'streams' is 'x', which is not a whole number"
[ ! -e "$tmp/none" ] || fail "a refused sweep wrote something"

# Platforms by name: what they say, refuse, and leave on file.
. tests/support/cli.sh
set12=workloads/awkernel/set12.yaml

# Every platform runs every set of DAGs, and its trace holds.
run 2 simulate $set12 --platform nothing
complains 'valid: gedf, awkernel, yasmin'
names=$(sed 's/.*valid: //; s/,//g' "$tmp/err")
case $names in *ros2-isolated+deadline*) ;; *) fail "no deadline: $names" ;; esac
for name in $names; do
	run 0 simulate $set12 --platform "$name" -d 1 -q --json \
		--admission off --trace "$tmp/t"
	grep -q '"released": 30,' "$tmp/out" || fail "$name: not 30 jobs"
	sha=$(sed -n 's/.*"trace_sha256": "\(.*\)".*/\1/p' "$tmp/out")
	[ -n "$sha" ] || fail "$name: no digest"
	run 0 trace audit "$tmp/t"
	run 0 simulate $set12 --platform "$name" -d 1 -q --json \
		--admission off
	grep -q "$sha" "$tmp/out" || fail "$name: another digest"
done
run 2 simulate $set12 --platform yasmine
complains "did you mean 'yasmin'"

# What is lost in an overload is on file, and read back.
run 0 simulate $set12 --platform ros2-events-timers --cores 1 -d 5 -q --json \
	--admission off --trace "$tmp/t"
sha=$(sed -n 's/.*"trace_sha256": "\(.*\)".*/\1/p' "$tmp/out")
run 0 trace dump "$tmp/t"
grep -q ' lost ' "$tmp/out" || fail "nothing is lost"
run 0 trace audit "$tmp/t"
run 0 trace metrics "$tmp/t" --json
grep -q "$sha" "$tmp/out" || fail "another digest on file"

# D > T is cut, and told once.
run 0 simulate $set12 --platform ros2-isolated+deadline -d 1 -p gedf -p pedf
[ "$(grep -c 'deadline 101ms is above its period 100ms' "$tmp/err")" -eq 1 ] ||
	fail "the warning came not once"

# 2.5 of 2 cores: Linux refuses, unless told not to.
run 1 simulate $set12 --platform ros2-isolated+deadline --cores 2 -q
complains 'adds up to 2.500000, and 2 cores take no more than 1.900000'
run 0 simulate $set12 --platform ros2-isolated+deadline --cores 2 -q \
	--admission off -d 1
run 1 simulate $set12 --platform ros2-isolated+deadline --cores 1 -q
complains 'and 1 core takes no more than 0.950000'

# A job of 10 ms in a budget of 10 ms, and 20 us more: a period later.
cat >"$tmp/one.yaml" <<'END'
dagsim: 1
name: one
platform: {cores: 1}
tasks:
  - {name: t, period: 100ms, deadline: 50ms, nodes: {a: 10ms}}
sim: {duration: 1s, late_policy: run}
END
first() {
	run 0 simulate "$tmp/one.yaml" --platform ros2-isolated+deadline \
		--trace "$tmp/t" -q "$@"
	run 0 trace dump "$tmp/t"
	sed -n 's/^\([0-9]*\) finish t#0 .*/\1/p' "$tmp/out" | head -n 1
}
[ "$(first)" -eq 10000000 ] || fail "without costs"
[ "$(first --take 20us)" -eq 100020000 ] || fail "beyond the budget"
[ "$(first --take 20us --margin 1.002)" -eq 10020000 ] || fail "with a margin"
[ "$(first --take 20us --reclaim)" -eq 10020000 ] || fail "with reclaiming"
run 0 trace audit "$tmp/t"

# Reservations of a test.
run 0 simulate workloads/awkernel/set01.yaml --platform threads --map rmin \
	--trace "$tmp/t" -d 1
run 0 trace audit "$tmp/t"
run 1 simulate $set12 --platform threads --map rsplit
complains 'reservation_split gives no reservations'

# The tick of YASMIN, and who releases what follows.
cat >"$tmp/pair.yaml" <<'END'
dagsim: 1
name: pair
platform: {cores: 2, overheads: {release: 1us}}
tasks:
  - {name: t, period: 100ms, nodes: {a: 1ms, b: 1ms}, edges: [[a, b]],
     phase: 1ms}
sim: {duration: 100ms, late_policy: run}
END
ends() {
	run 0 simulate "$tmp/pair.yaml" --platform yasmin --trace "$tmp/t" -q \
		"$@"
	run 0 trace dump "$tmp/t"
	sed -n 's/^\([0-9]*\) finish .*/\1/p' "$tmp/out" | tr '\n' ' '
}
[ "$(ends --tick 4ms)" = "5001000 9001000 " ] || fail "$(ends --tick 4ms)"
[ "$(ends --tick 4ms --successors worker)" = "5001000 6001000 " ] ||
	fail "worker: $(ends --tick 4ms --successors worker)"
# Free of costs where that is said; else the platform has its own.
[ "$(ends --tick 4ms --overhead none)" = "5000000 9000000 " ] ||
	fail "not free: $(ends --tick 4ms --overhead none)"
sed -i 's/overheads: {release: 1us}/overheads: {}/' "$tmp/pair.yaml"
[ "$(ends --tick 4ms)" = "5000000 9000000 " ] ||
	fail "said to be free: $(ends --tick 4ms)"
sed -i 's/, overheads: {}//' "$tmp/pair.yaml"
[ "$(ends --tick 4ms)" != "5000000 9000000 " ] || fail "YASMIN free of costs"

# Execution times of a file of releases hold on any platform, with no noise.
cat >"$tmp/noisy.yaml" <<'END'
dagsim: 1
name: noisy
platform: {cores: 2}
tasks:
  - {name: t, period: 100ms, nodes: {a: {wcet: 1ms, noise: {sigma: 0.5}},
     b: {wcet: 1ms, noise: {sigma: 0.5}}}, edges: [[a, b]]}
sim: {duration: 100ms, late_policy: run}
END
printf 'id,stream,release_ns,deadline_ns,exec_ns\n0,t,0,100000000,%s\n' \
	'250000 0' >"$tmp/r.csv"
for p in gedf awkernel threads ros2-ste; do
	run 0 simulate "$tmp/noisy.yaml" --platform $p --overhead none -q \
		--releases "$tmp/r.csv" --schedule -
	[ "$(tail -n 1 "$tmp/out" | cut -d, -f3)" -eq 1250000 ] ||
		fail "given times on $p"
done

# What does not go together.
run 2 simulate $set12 --map approach3
complains '\-\-map needs --platform'
run 2 simulate $set12 --platform yasmin --map approach3
complains 'map does not act on platform yasmin'
run 2 simulate $set12 --platform threads --tick 1ms
complains 'tick does not act on platform threads'
run 2 simulate $set12 --platform gedf --preset awkernel
complains 'brings its rules'
run 2 simulate workloads/camera_pipeline.yaml --platform awkernel
complains 'runs nodes on cores only'

# Threads of one callback each, ordered as their nodes: as without a platform.
missed() { sed -n 's/.*"missed": \([0-9]*\),.*/\1/p' "$tmp/out" | tr '\n' ' '; }
run 0 simulate workloads/picas_case_study.yaml -p gfp -q --json
native=$(missed)
run 0 simulate workloads/picas_case_study.yaml --platform threads -q --json
[ "$native" = "$(missed)" ] || fail "order of nodes: $native, $(missed)"
case $native in *[1-9]*) ;; *) fail "nothing is missed" ;; esac
run 2 simulate $set12 --platform threads -p all
complains "not 'all'"

# The case study of PiCAS: its own executors there, one for each core elsewhere,
# as docs/picas.md says.
picas=workloads/picas_case_study.yaml
for p in ros2-ste ros2-mte ros2-events ros2-isolated; do
	run 0 simulate $picas --platform $p -q -d 1 --trace "$tmp/t"
	run 0 trace audit "$tmp/t"
done
row() {
	sed -n "/^$1\$/,/^\$/p" "$tmp/out" |
		awk '/^ros2/ {a = $4 " " $7} /^picas/ {print a, $4, $7}'
}
said() {
	sed -n "s/^| $1 |//p" docs/picas.md | tr -d '|' |
		awk '{printf "%.6f %.6f %.6f %.6f\n", $1, $2, $3, $4}'
}
run 0 compare $picas --platform ros2-ste --platform picas
[ "$(row C1_C2)" = "$(said 'C1, C2')" ] || fail "C1: $(row C1_C2)"
for c in C3 C4 C5 C6 C7 C8 C9 C10 C11 C12; do
	[ "$(row $c)" = "$(said $c)" ] || fail "$c: $(row $c), $(said $c)"
done
sed '/^runtime:/,/^$/d' $picas >"$tmp/bare.yaml"
run 2 simulate "$tmp/bare.yaml" --platform picas
complains 'bare.yaml:[0-9]*:.*affinity of all nodes.*--executor-per node'
run 0 simulate "$tmp/bare.yaml" --platform picas --executor-per node -q -d 1

# Where the file has an executor for each callback, --executor-per says so.
run 0 simulate $picas --platform picas --executor-per node -d 1
err_has 'executor-per changes nothing'
run 0 simulate $picas --platform picas -d 1
quiet

# The fusions of the reference system, of one and of two rates: all fire.
for p in ros2-ste ros2-events-cbg; do
	run 0 simulate workloads/autoware_reference_system.yaml --platform $p \
		-d 2 --trace "$tmp/t" -q --json
	out_has '"dropped": 0'
	out_has '"missed": 0'
	run 0 trace audit "$tmp/t"
done
run 0 trace dump "$tmp/t"
n=$(grep -c 'finish map#.*NDTLocalizer' "$tmp/out")
[ "$n" -eq 17 ] || fail "NDTLocalizer ran $n times"

# An executor for some platforms only.
cat >"$tmp/two.yaml" <<'END'
name: two
platform: {cores: 1}
tasks:
  - {name: a, period: 10ms, nodes: {a: 1ms}}
  - {name: b, period: 10ms, nodes: {b: 1ms}}
runtime:
  executors:
    - {name: x, callbacks: [a, b]}
    - {name: y, platforms: [picas, threads], callbacks: [b]}
    - {name: z, platforms: [picas], priority: 1, callbacks: [a]}
END
threads() {
	run 0 simulate "$tmp/two.yaml" --platform "$1" -q -d 1 --trace "$tmp/t"
	run 0 trace dump "$tmp/t"
	sed -n 's/^0 thread thread=\([^ ]*\).* wakes.*/\1/p' "$tmp/out" | tr '\n' ' '
}
[ "$(threads ros2-ste)" = "x " ] || fail "ros2-ste: $(threads ros2-ste)"
[ "$(threads picas)" = "z y " ] || fail "picas: $(threads picas)"
[ "$(threads threads)" = "a b " ] || fail "threads: $(threads threads)"
sed 's/\[picas, threads\]/[picsa]/' "$tmp/two.yaml" >"$tmp/bad.yaml"
run 2 simulate "$tmp/bad.yaml" --platform picas
complains "bad.yaml:9:7: executor 'y': unknown platform 'picsa'.*'picas'"
sed 's/priority: 1, callbacks: \[a\]/callbacks: [b]/' "$tmp/two.yaml" \
	>"$tmp/bad.yaml"
run 2 check "$tmp/bad.yaml"
complains "bad.yaml:10:.*callback 'b' is in executor 'y' already"
sed 's/\[picas\]/[]/' "$tmp/two.yaml" >"$tmp/bad.yaml"
run 2 check "$tmp/bad.yaml"
complains "bad.yaml:10:.*on no platform at all"
sed 's/\[picas\]/[picas, picas]/' "$tmp/two.yaml" >"$tmp/bad.yaml"
run 2 check "$tmp/bad.yaml"
complains "bad.yaml:10:.*names platform 'picas' twice"

# A runtime section is read by executors, counted by check, and never left
# aside in silence.
cat >"$tmp/run.yaml" <<'END'
dagsim: 1
name: run
platform: {cores: 2}
tasks:
  - {name: t, period: 10ms, nodes: {a: 1ms, b: 1ms}, edges: [[a, b]]}
  - {name: u, period: 10ms, nodes: {c: 1ms}}
runtime:
  executors: [{name: main, callbacks: [t, c]}]
  callbacks: {b: {queue: 2}}
sim: {duration: 20ms}
END
run 0 simulate "$tmp/run.yaml" --platform ros2-ste
quiet
for p in gedf yasmin; do
	run 0 simulate "$tmp/run.yaml" --platform $p -p gedf -p pedf
	[ "$(wc -l <"$tmp/err")" -eq 1 ] || fail "not told once"
	err_has "platform $p has no executors"
done
run 0 compare "$tmp/run.yaml" --platform ros2-ste --platform yasmin
err_has 'platform yasmin has no executors'
for c in "simulate -p gedf" analyze "falsify -n 5" "bench -o $tmp/b" \
	"report -o $tmp/r.html"; do
	case $c in falsify*) want=3 ;; *) want=0 ;; esac
	run $want $c "$tmp/run.yaml"
	err_has 'run.yaml: the runtime section is left aside'
	run $want $c "$tmp/run.yaml" -q
	quiet
done
run 0 check "$tmp/run.yaml"
out_has 'runtime, for --platform: 1 executors: main (3 nodes); .* told: 1'
run 0 check "$tmp/run.yaml" --json
out_has '"executors":\[{"name":"main","nodes":3}\],"callbacks":1'

# Threads wake up late, within bounds that the trace tells and the audit asks.
run 0 simulate workloads/rosace.yaml --platform ros2-ste -d 1 \
	--kernel linux612-rt-load:cap=200us,base=300us --trace "$tmp/late.tr"
grep -aq '"latency":{"least_ns":[1-9][0-9]*,"most_ns":200000,' "$tmp/late.tr" ||
	fail "the trace tells no bounds of latencies of threads"
run 0 trace audit "$tmp/late.tr"

# DAG task sets: dagsim's YAML, files of RD-Gen, folders of them.
. tests/support/cli.sh
rdgen=tests/unit/rdgen

# A folder is a task set, on the cores that are asked for.
run 0 check --cores 3 $rdgen/table5
quiet
out_has 'table5: table5$'
out_has 'tasks 3, nodes 26'
out_has 'models 0, tasks 3'
out_has 'platform: 3 cores, 0 accelerators'
out_has 'on cores: 3\.0000; preemption: full'
run 0 check $rdgen/table5
err_has 'number of cores is not given, so there is one'
run 0 simulate -p gedf -m 3 -d 2 --late run --schedule "$tmp/s.csv" \
	$rdgen/table5
out_has '^dag_10 '
[ "$(sed -n 1p "$tmp/s.csv")" = "policy,start_ns,finish_ns,core,task,job,node" ] ||
	fail "the head of the schedule"
cut -d, -f4 "$tmp/s.csv" | sort -u | tr '\n' ' ' | grep -q '^0 1 2 core $' ||
	fail "not the cores 0 to 2"

# The unit is an option: the same responses, a thousand times shorter.
run 0 simulate -p gedf -m 3 -d 2ms --late run --unit us --schedule "$tmp/us.csv" \
	$rdgen/table5
awk -F, -v OFS=, 'NR > 1 {$2 *= 1000; $3 *= 1000} 1' "$tmp/us.csv" |
	cmp -s - "$tmp/s.csv" || fail "us is not ms / 1000"

# Every format of one DAG has the same schedule.
for f in yaml json xml dot; do
	run 0 simulate -p gedf -m 2 -d 10 --dag-period 2s --quiet \
		--schedule "$tmp/$f.csv" $rdgen/fifo/dag_0.$f
	cmp -s "$tmp/yaml.csv" "$tmp/$f.csv" || fail "$f differs from yaml"
done
"$dagsim" check --dag-period 2 -m 2 - <$rdgen/fifo/dag_0.json >"$tmp/out" \
	2>"$tmp/err" || fail "not from stdin"
out_has 'tasks 1, nodes 20, edges 29'
run 2 check $rdgen/fifo/dag_0.dot
complains "no node of DAG 'dag_0' has a 'period'.*--dag-period"
run 2 check --strict --dag-period 2s $rdgen/fifo/dag_0.xml
complains "2 sources: 0, 1"

# Preemption is that of the option, else of the file, else full.
cat >"$tmp/dag.yaml" <<'END'
platform: {cores: 1, preemption: limited}
tasks:
  - {name: long, period: 100ms, nodes: {a: 30ms, b: 10ms}, edges: [[a, b]]}
  - {name: short, period: 20ms, phase: 5ms, nodes: {x: 2ms}}
sim: {duration: 100ms}
END
preemptions() {
	run 0 simulate -p gedf --json "$tmp/dag.yaml" "$@"
	sed -n 's/.*"preemptions":[^0-9]*\([0-9]*\).*/\1/p' "$tmp/out" | sed -n 1p
}
[ "$(preemptions)" = 0 ] || fail "limited preempts"
[ "$(preemptions --preemption full)" -gt 0 ] || fail "full does not preempt"
[ "$(preemptions --preemption none)" = 0 ] || fail "none preempts"

# No policy named: those that drive cores.
run 0 simulate "$tmp/dag.yaml"
out_has '^gedf on '

# What is shipped.
run 0 check --quiet --strict workloads/awkernel/*.yaml
run 0 check workloads/camera_pipeline.yaml
quiet
out_has 'platform: 4 cores, 1 accelerators'

# Mistakes name the file of the folder.
mkdir "$tmp/set"
cp $rdgen/table5/dag_2.yaml "$tmp/set/dag_1.yaml"
sed 's/source: 4/source: 5/' $rdgen/table5/dag_2.yaml >"$tmp/set/dag_2.yaml"
run 2 check "$tmp/set"
complains "set/dag_2\.yaml:12:11: unknown node '5'; valid: 0, 1, 2, 3, 4"
run 2 simulate -p gedf --schedule "$tmp/none" "$tmp/set"
[ ! -e "$tmp/none" ] || fail "an output file after an error"
run 2 check "$tmp"
complains "$tmp: there are no DAG files in it\|this is not a graph"
run 2 simulate -m 0 "$tmp/dag.yaml"
complains "cores.*1 to 4095"
run 2 simulate -m 5000 "$tmp/dag.yaml"
run 2 simulate --unit minutes "$tmp/dag.yaml"
run 2 simulate --preemption some "$tmp/dag.yaml"
run 2 simulate -p edf "$tmp/dag.yaml"
complains "policy 'edf' does not drive"

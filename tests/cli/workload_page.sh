# The examples of dagsim-workload(5) are what the loader takes.
. tests/support/cli.sh
page=man/dagsim-workload.5

# example N: the Nth literal block of the page
example() {
	awk -v n="$1" '/^\.Bd/ {i++; on = 1; next} /^\.Ed/ {on = 0}
		on && i == n' "$page" | sed 's/\\e/\\/g'
}

example 1 >"$tmp/first.yaml"
run 0 check "$tmp/first.yaml"
quiet
out_has 'models 2, tasks 3'

example 2 >"$tmp/dag.yaml"
run 0 check "$tmp/dag.yaml"
quiet
out_has 'tasks 1, nodes 4, edges 3'
out_has 'platform: 4 cores, 1 accelerators'

mkdir "$tmp/profiles"
example 3 >"$tmp/profiles/slam.json"
printf '1 2 5\n2 3 1\n' >"$tmp/profiles/slam.hist"
{
	example 8
	printf 'streams:\n  - {name: s, model: slam, period: 1s}\n'
} >"$tmp/slam.yaml"
run 0 check "$tmp/slam.yaml"
quiet

# Both spellings of the stream are the same.
for line in 1 2; do
	{
		printf 'models: {ekf: {profile: {a: 1ms}}}\nstreams:\n'
		example 6 | sed -n "${line}p"
	} >"$tmp/$line.yaml"
	run 0 simulate "$tmp/$line.yaml" -p edf --duration 1s --schedule "$tmp/s$line"
done
cmp "$tmp/s1" "$tmp/s2" || fail "two spellings, two schedules"

{
	printf 'models: {mlp: {profile: {a: 1ms}}}\n'
	example 7
} >"$tmp/agents.yaml"
run 0 check "$tmp/agents.yaml"
out_has 'tasks 4, .* groups 1'

# The mistake of the page, and its message.
{
	printf 'models: {m: {profile: {a: 1ms}}}\nstreams:\n'
	printf '  - {name: s, model: m, period: 10ms, deadline: 2}\n'
} >"$tmp/bad.yaml"
run 2 check "$tmp/bad.yaml"
want=$(example 9 | sed -n '2,$p' | tr '\n' ' ' | sed 's/^[^ ]* //; s/ $//')
err_has "$want"

# Executors of the page run what it names.
{
	cat <<'END'
platform: {cores: 1}
tasks:
  - {name: camera, period: 10ms, nodes: {grab: 1ms}}
  - {name: control, period: 20ms, nodes: {left: 1ms, right: 1ms, fuse: 1ms},
     edges: [[left, fuse], [right, fuse]]}
END
	example 5
} >"$tmp/runtime.yaml"
run 0 simulate "$tmp/runtime.yaml" --platform ros2-ste --duration 1s
out_has 'camera'

# The chain of the page, of tasks made for it.
{
	printf 'platform: {cores: 1}\ntasks:\n'
	for t in camera fusion brake; do
		printf '  - {name: %s, period: 50ms, nodes: {n: 1ms}}\n' $t
	done
	example 4
} >"$tmp/chain.yaml"
run 0 analyze "$tmp/chain.yaml" -p gfp
out_has 'stop (camera,fusion,brake)'

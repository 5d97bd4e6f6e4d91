# share/parallel.sh on two parts gives what one process gives.
. tests/support/cli.sh
command -v parallel >/dev/null || {
	echo "no GNU parallel"
	exit 77
}
parallel --version 2>/dev/null | grep -q 'GNU parallel' || {
	echo "another parallel"
	exit 77
}
set -- workloads/multi_agent_cell.yaml workloads/synthetic_mix.yaml \
	--util-min 0.5 --util-max 1 --util-step 0.5 --seeds 3 --duration 1
run 0 bench "$@" -o "$tmp/one"
DAGSIM=$dagsim HOME=$tmp sh share/parallel.sh 2 "$tmp/two" "$tmp/figures" -- \
	"$@" >"$tmp/out" 2>"$tmp/err" || fail "parallel.sh"
[ "$(find "$tmp/two/parts" -name '*.jsonl' | wc -l)" -eq 4 ] ||
	fail "not two parts of two"
rm -r "$tmp/two/parts"
diff -r "$tmp/one" "$tmp/two" || fail "other bytes"

# A Slurm task is given its number by the environment.
for k in 1 2; do
	SLURM_ARRAY_TASK_ID=$k SLURM_ARRAY_TASK_COUNT=2 DAGSIM=$dagsim \
		sh share/slurm-array.sh "$tmp/slurm" "$@" >"$tmp/out" \
		2>"$tmp/err" || fail "slurm-array.sh"
done
run 0 merge "$tmp"/slurm/parts/*.jsonl -o "$tmp/slurm"
rm -r "$tmp/slurm/parts"
diff -r "$tmp/one" "$tmp/slurm" || fail "other bytes from the array"

# The same of sets put to tests.
printf 'kind: streams\nstreams: 4\n' >"$tmp/my sets.yaml"
set -- --accept "$tmp/my sets.yaml" --sets 60 --util-step 0.3 \
	--vary 'period=10ms;20ms, 50ms'
run 0 bench "$@" -o "$tmp/sets"
DAGSIM=$dagsim HOME=$tmp sh share/parallel.sh 1 "$tmp/alone" "$tmp/figures" \
	-- "$@" >"$tmp/out" 2>"$tmp/err" || fail "parallel.sh 1"
cmp "$tmp/sets/my_sets_accept.csv" "$tmp/alone/my_sets_accept.csv" ||
	fail "other bytes of one part"
DAGSIM=$dagsim HOME=$tmp sh share/parallel.sh 2 "$tmp/in both" "$tmp/figures" \
	-- "$@" >"$tmp/out" 2>"$tmp/err" || fail "parallel.sh --accept"
rm -r "$tmp/in both/parts"
diff -r "$tmp/sets" "$tmp/in both" || fail "other bytes of sets"

# Acceptance of 20 utilizations x 1000 sets of 10 streams, and of 10 tasks on
# a preemptible core, by every test for one executor: on one thread and on
# two, best of three.
dagsim=${BUILD:-build}/dagsim
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
printf 'kind: streams\nstreams: 10\nstreams_per_model: 1..3\ngroup_size: 1..2\n' \
	>"$tmp/streams.yaml"
printf 'kind: tasks\ntasks: 10\n' >"$tmp/tasks.yaml"
best() {
	for i in 1 2 3; do
		start=$(date +%s.%N)
		"$dagsim" bench --accept "$tmp/$1.yaml" --util-min 0.05 \
			--util-max 1 --util-step 0.05 --sets 1000 --jobs "$2" \
			-o "$tmp" >/dev/null || exit 1
		end=$(date +%s.%N)
		echo "$start $end"
	done | awk '{t = $2 - $1; if (!n++ || t < b) b = t} END {print b}'
}
for kind in streams tasks; do
	one=$(best "$kind" 1)
	two=$(best "$kind" 2)
	tests=$(sed 1d "$tmp/${kind}_accept.csv" | cut -d, -f2 | sort -u | wc -l)
	awk -v a="$one" -v b="$two" -v n="$tests" -v kind="$kind" 'BEGIN {
		printf "20000 sets of 10 %s through %d tests: --jobs 1 %.2f s, --jobs 2 %.2f s (%.2f times)\n", kind, n, a, b, a / b
	}'
done

# Acceptance of 20 utilizations x 1000 sets of 10 streams by every test for
# one executor, on two threads.
dagsim=${BUILD:-build}/dagsim
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
printf 'kind: streams\nstreams: 10\nstreams_per_model: 1..3\ngroup_size: 1..2\n' \
	>"$tmp/s.yaml"
start=$(date +%s.%N)
"$dagsim" bench --accept "$tmp/s.yaml" --util-min 0.05 --util-max 1 \
	--util-step 0.05 --sets 1000 --jobs 2 -o "$tmp" >/dev/null || exit 1
end=$(date +%s.%N)
tests=$(sed 1d "$tmp/s_accept.csv" | cut -d, -f2 | sort -u | wc -l)
awk -v a="$start" -v b="$end" -v n="$tests" \
	'BEGIN {printf "20000 sets of 10 streams through %d tests: %.2f s\n", n, b - a}'

# The sweep of results/ (3 workloads x 11 utilizations x 7 policies x 3 seeds
# of 30 s) on one thread and on two, in turn, and with its figures: best of
# five, and the middle one of the ratios within a turn.  Processors may differ,
# or share what they compute with.  So besides one sweep runs on each of the
# first two at once, which tells what both can do together; two threads, who
# share the rows of one sweep, are held against that as well.
dagsim=${BUILD:-build}/dagsim
set -- workloads/multi_agent_cell.yaml workloads/vla_plus_control.yaml \
	workloads/synthetic_mix.yaml --util-max 1.3 --seeds 3 --duration 30 \
	--late drop --quiet
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
cpus=$(getconf _NPROCESSORS_ONLN)
timed() { # NAME COMMAND...: its seconds to the file NAME
	name=$tmp/$1
	shift
	start=$(date +%s.%N)
	"$@" >/dev/null || exit 1
	end=$(date +%s.%N)
	echo "$start $end" | awk '{print $2 - $1}' >>"$name"
}
pinned() { # PROCESSOR COMMAND...
	if command -v taskset >/dev/null && [ "$cpus" -gt 1 ]; then
		taskset -c "$@"
	else
		shift
		"$@"
	fi
}
for _ in 1 2 3 4 5; do
	timed one "$dagsim" bench "$@" --jobs 1 -o "$tmp/a"
	timed two "$dagsim" bench "$@" --jobs 2 -o "$tmp/b"
	timed first pinned 0 "$dagsim" bench "$@" --jobs 1 -o "$tmp/c" &
	timed second pinned 1 "$dagsim" bench "$@" --jobs 1 -o "$tmp/d"
	wait
	timed drawn "$dagsim" bench "$@" --jobs 2 -o "$tmp/e" \
		--figure-dir "$tmp/e"
done
# 37.6 s: the Python library on two processes, as measured on another day;
# the ratio is no measurement of this run.
paste "$tmp/one" "$tmp/two" "$tmp/first" "$tmp/second" "$tmp/drawn" |
	awk -v cpus="$cpus" '
function best(x,   i, b) {
	b = x[1]
	for (i = 2; i <= NR; i++)
		if (x[i] < b)
			b = x[i]
	return b
}
function middle(x,   i, k, t) {
	for (i = 2; i <= NR; i++)
		for (k = i; k > 1 && x[k] < x[k - 1]; k--) {
			t = x[k]; x[k] = x[k - 1]; x[k - 1] = t
		}
	return x[int((NR + 1) / 2)]
}
{
	one[NR] = $1; two[NR] = $2; drawn[NR] = $5
	gain[NR] = $1 / $2
	used[NR] = 100 / (1 / $3 + 1 / $4) / $2
}
END {
	printf "sweep of 693 runs: --jobs 1 %.2f s, --jobs 2 %.2f s on %d processors\n", best(one), best(two), cpus
	printf "  two threads against one: %.2f times (middle of the turns %.2f)\n", best(one) / best(two), middle(gain)
	printf "  of what two processors do apart, two threads do: %.0f %% (middle)\n", middle(used)
	printf "  --jobs 2 with six figures as PNG and SVG: %.2f s\n", best(drawn)
	printf "  against a recorded 37.6 s of edgesched (another run): %.0f times, with figures %.0f\n", 37.6 / best(two), 37.6 / best(drawn)
}'

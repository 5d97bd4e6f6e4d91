# Seconds and memory to export a trace of 10 million records to each format:
#   sh tests/bench/bench_export.sh [virtual seconds]
# A run of multi_agent_cell has about 700 records a virtual second, so the
# default makes a little more than 10 million.
dagsim=${BUILD:-build}/dagsim
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
"$dagsim" simulate workloads/multi_agent_cell.yaml -p edf_batch \
	-d "${1:-14500}" --trace "$tmp/t" >/dev/null || exit 1
n=$("$dagsim" trace dump "$tmp/t" | grep -c '^[0-9]')
echo "$n records, $(wc -c <"$tmp/t") bytes"
measure() {
	label=$1
	shift
	if [ -x /usr/bin/time ]; then
		/usr/bin/time -f "%U %S %e %M" -o "$tmp/time" "$dagsim" \
			trace export "$tmp/t" "$@" >"$tmp/out" || exit 1
	else
		start=$(date +%s.%N)
		"$dagsim" trace export "$tmp/t" "$@" >"$tmp/out" || exit 1
		echo "- - $(date +%s.%N) $start" |
			awk '{ printf "- - %.2f -\n", $3 - $4 }' >"$tmp/time"
	fi
	read -r user sys wall kb <"$tmp/time"
	printf '%-16s %6s s user %6s s system %6s s %8s KB, %s bytes\n' \
		"$label" "$user" "$sys" "$wall" "$kb" "$(wc -c <"$tmp/out")"
}
for format in chrome perfetto ftrace litmus vcd csv; do
	measure $format --to $format
done
measure 'chrome, 1 s of it' --to chrome --from 1000 --to-time 1001

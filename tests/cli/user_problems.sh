# What users of other simulators ran into, with the right values: starved and
# unfinished jobs, float periods, horizons, long runs, noise on stdout.
. tests/support/cli.sh

# stream NAME C T: one stream of its own model on stdin of workload
workload() {
	echo 'models:'
	for s in "$@"; do
		echo "  m_${s%%:*}: {profile: {a: $(echo "$s" | cut -d: -f2)}}"
	done
	echo 'streams:'
	for s in "$@"; do
		echo "  - {name: ${s%%:*}, model: m_${s%%:*}," \
			"period: $(echo "$s" | cut -d: -f3-)}"
	done
}

# counts TASK COLUMN...: of the CSV report in $tmp/out, joined by blanks
counts() {
	awk -F, -v task="$1" -v want="$2" '
	NR == 1 {
		for (i = 1; i <= NF; i++) column[$i] = i
		n = split(want, w, " ")
	}
	$2 == task {
		for (i = 1; i <= n; i++)
			printf "%s%s", $column[w[i]], i < n ? " " : "\n"
	}' "$tmp/out"
}

# is TASK COLUMNS VALUES
is() {
	got=$(counts "$1" "$2")
	[ "$got" = "$3" ] || fail "$1: $2 is $got, not $3"
}

# A starved task misses every deadline, though no job of it ever finishes.
workload hog:10ms:10ms starved:1ms:20ms >"$tmp/w.yaml"
for late in drop run; do
	run 0 simulate "$tmp/w.yaml" -p fixed_priority -d 100ms --late $late \
		--csv
	is starved 'released completed missed' '5 0 5'
	is hog 'released completed missed' '10 10 0'
done

# Overrun: 12 ms every 10 ms; the last job is not forgotten.
workload over:12ms:10ms >"$tmp/w.yaml"
run 0 simulate "$tmp/w.yaml" -p fifo -d 60ms --late run --csv
is over 'released completed missed late pending censored' '6 5 6 5 1 0'
is over 'p50_ms max_response_ns' '16 20000000'

# A period that is no binary fraction: 100 releases in 29 ms.
workload odd:1us:0.29ms tenth:1us:0.1s >"$tmp/w.yaml"
run 0 simulate "$tmp/w.yaml" -p edf -d 29ms --csv
is odd 'released' 100
run 0 simulate "$tmp/w.yaml" -p edf -d 5.0 --csv
is tenth 'released' 50

# The horizon is half open: a job released at it does not exist, one that
# finishes at it is complete, one that would start at it does not run.
workload edge:10ms:20ms >"$tmp/w.yaml"
run 0 simulate "$tmp/w.yaml" -p edf -d 40ms --csv
is edge 'released completed' '2 2'
run 0 simulate "$tmp/w.yaml" -p edf -d 30ms --trace "$tmp/t" --csv
is edge 'released completed missed' '2 2 0'
run 0 trace dump "$tmp/t" --csv
awk -F, 'NR > 1 && $2 >= 30000000 && $3 != "finish" {exit 1}' "$tmp/out" ||
	fail "something happens at or after the horizon"

# Long horizons, in any unit.
workload slow:1ms:10s >"$tmp/w.yaml"
run 0 simulate "$tmp/w.yaml" -p edf -d 3000000000us --csv
is slow 'released' 300
workload rare:1ms:1000000s >"$tmp/w.yaml"
run 0 simulate "$tmp/w.yaml" -p edf -d 4000000000 --json
out_has '"duration_ns": 4000000000000000000'
run 2 simulate "$tmp/w.yaml" -p edf -d 9300000000
complains '9300000000'

# Events at one instant keep their order when another task joins.
workload a:1ms:50ms b:1ms:50ms c:1ms:50ms >"$tmp/w.yaml"
run 0 simulate "$tmp/w.yaml" -p fifo -d 1 --schedule "$tmp/three"
workload zero:1ns:50ms a:1ms:50ms b:1ms:50ms c:1ms:50ms >"$tmp/w.yaml"
run 0 simulate "$tmp/w.yaml" -p fifo -d 1 --schedule "$tmp/four"
cut -d, -f4 "$tmp/three" >"$tmp/one"
grep -v m_zero "$tmp/four" | cut -d, -f4 | cmp -s - "$tmp/one" ||
	fail "another task changes the order of the others"

# Silent: 100 000 jobs, a short report, nothing on stderr.
workload fast:1us:1ms >"$tmp/w.yaml"
run 0 simulate "$tmp/w.yaml" -p edf -d 100
quiet
[ "$(wc -c <"$tmp/out")" -lt 1000 ] || fail "a long report"

# Memory does not grow with the horizon: a million jobs in 64 MB.
if ! "$dagsim" --version --json | grep -q sanitize; then
	(
		# shellcheck disable=SC3045 # dash and bash have it
		ulimit -v 65536
		"$dagsim" simulate workloads/synthetic_mix.yaml -p edf_batch \
			-d 6000 >"$tmp/out" 2>"$tmp/err"
	) || fail "6000 s do not run in 64 MB"
fi
exit 0

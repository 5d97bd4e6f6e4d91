# dagsim trace export: the command line, damaged files, and what the programs
# that the formats are for make of them, where they are installed.
. tests/support/cli.sh
mix=workloads/synthetic_mix.yaml

run 0 simulate $mix -p edf -p edf_batch -d 2 --trace "$tmp/t"
run 0 simulate $mix -p edf_batch -d 2 --trace "$tmp/one" --json
for format in chrome perfetto ftrace litmus vcd csv; do
	run 0 trace export "$tmp/one" --to $format -o "$tmp/$format"
	quiet
	[ ! -s "$tmp/out" ] || fail "$format: something on stdout"
	run 0 trace export "$tmp/one" --to $format
	cmp -s "$tmp/out" "$tmp/$format" || fail "$format: other bytes on stdout"
	"$dagsim" trace export - --to $format <"$tmp/one" |
		cmp -s - "$tmp/$format" || fail "$format: other bytes from stdin"
	run 0 trace export "$tmp/one" --to $format --from 0.5 --to-time 600ms \
		-o "$tmp/cut.$format"
	[ "$(wc -c <"$tmp/cut.$format")" -lt "$(wc -c <"$tmp/$format")" ] ||
		fail "$format: the window is not smaller"
done

# Several runs: side by side where the format can, else one is to be chosen.
for format in chrome perfetto csv; do
	run 0 trace export "$tmp/t" --to $format -o "$tmp/x"
done
for format in ftrace litmus vcd; do
	rm -f "$tmp/x"
	run 2 trace export "$tmp/t" --to $format -o "$tmp/x"
	complains 'holds one run'
	[ ! -e "$tmp/x" ] || fail "a half-written file"
	run 0 trace export "$tmp/t" --to $format -p edf_batch -o "$tmp/x"
done

# Mistakes.
run 2 trace export "$tmp/one"
complains 'needs --to'
run 2 trace export "$tmp/one" --to chrom
complains "did you mean 'chrome'"
run 2 trace export "$tmp/one" --to csv --from 2 --to-time 1
complains 'ends before it begins'
run 2 trace export "$tmp/one" --to csv --window 1..2
complains 'belongs to gantt'
run 2 trace metrics "$tmp/one" --to csv
complains 'belong to export'
run 2 trace export "$tmp/one" --to csv -o "$tmp/one"
complains 'the trace itself'
run 2 trace export "$tmp/none" --to csv
complains 'No such file'
if [ -c /dev/full ]; then
	"$dagsim" trace export "$tmp/one" --to chrome >/dev/full 2>"$tmp/err"
	[ $? -eq 4 ] || fail "full disk is not exit 4"
fi

# Foreign, cut, damaged: the byte is told, and nothing is left behind.
rm -f "$tmp/x"
for format in chrome perfetto ftrace litmus vcd csv; do
	run 2 trace export $mix --to $format -o "$tmp/x"
	complains 'byte 0: this is not a dagsim trace'
	for cut in 0 10 500 2600 5000; do
		head -c $cut "$tmp/one" >"$tmp/short"
		run 2 trace export "$tmp/short" --to $format -o "$tmp/x"
		complains "^$tmp/short: byte "
	done
	{
		head -c 4000 "$tmp/one"
		printf 'x'
		tail -c +4002 "$tmp/one"
	} >"$tmp/bad"
	run 2 trace export "$tmp/bad" --to $format -o "$tmp/x"
	complains "^$tmp/bad: byte "
	[ ! -e "$tmp/x" ] || fail "$format: a half-written file"
done

# --- the readers: what they count is what the metrics say ---

missing=
same() {
	[ "$2" = "$3" ] || fail "$trace, $1: '$2', metrics say '$3'"
}

# The sum of the numbers behind "NAME": in the metrics, or the first of them.
sum() {
	sed -n "s/^ *\"$1\": \([0-9]*\),*\$/\1/p" "$tmp/metrics" |
		awk '{ n += $1 } END { printf "%d", n }'
}
first() {
	sed -n "s/^ *\"$1\": \([0-9]*\),*\$/\1/p" "$tmp/metrics" | head -n 1 |
		grep . || echo 0
}

# trace-cmd report prints seconds with nine decimals: awk keeps them exact for
# the days that these runs never reach.
read_ftrace() {
	trace-cmd report -t "$1" >"$tmp/report" 2>"$tmp/err" ||
		fail "trace-cmd report"
	awk -v h="$horizon" '
		/ job_release: / { jobs++ }
		/ job_miss: / { missed++ }
		/ sched_switch: / {
			match($0, /\[[0-9]+\] /)
			cpu = substr($0, RSTART + 1, 3)
			match($0, /[0-9]+\.[0-9]+: /)
			t = substr($0, RSTART, RLENGTH - 2)
			sub(/\./, "", t)
			if (t + 0 > h) t = h
			split($0, side, " ==> ")
			if (side[1] !~ /swapper:0 /) {
				busy += t - at[cpu]
				if (side[1] ~ / R$/) preemptions++
			}
			at[cpu] = t
		}
		END { printf "%d %d %d %.0f\n", jobs, missed, preemptions,
			busy }' "$tmp/report"
}

read_vcd() {
	vcd2fst "$1" "$tmp/fst" >/dev/null || fail vcd2fst
	fst2vcd "$tmp/fst" >"$tmp/back.vcd" 2>/dev/null || fail fst2vcd
	awk -v h="$horizon" '
		$1 == "$scope" { scope = $3 }
		$1 == "$var" { id[scope "." $5] = $4
			if ($5 == "busy") wire[$4] = 1 }
		/^#/ { t = substr($0, 2) + 0; if (t > h) t = h }
		/^[01]/ && (substr($0, 2) in wire) {
			k = substr($0, 2)
			if (on[k]) busy += t - since[k]
			on[k] = /^1/; since[k] = t
		}
		/^b/ { n = 0
			for (i = 2; i <= length($1); i++)
				n = 2 * n + substr($1, i, 1)
			value[$2] = n }
		END { printf "%d %d %d %.0f\n", value[id["run.released"]],
			value[id["run.missed"]], value[id["run.preemptions"]],
			busy }' "$tmp/back.vcd"
}

read_perfetto() {
	protoc --decode=perfetto.protos.Trace -Ishare \
		share/perfetto-subset.proto <"$1" >"$tmp/text" || fail protoc
	! grep -qE '^ *[0-9]+:' "$tmp/text" || fail "protoc: an unknown field"
	awk -v h="$horizon" '
		/^    uuid: / { uuid = $2 }
		/^      thread_name: / { track[uuid] = 1 }
		/^  timestamp: / { t = $2 + 0; if (t > h) t = h }
		/^    type: / { type = $2 }
		/^    track_uuid: / && ($2 in track) {
			if (type == "TYPE_SLICE_BEGIN") since[$2] = t
			if (type == "TYPE_SLICE_END") busy += t - since[$2] }
		/^    name: "release"/ { jobs++ }
		/^    name: "miss"/ { missed++ }
		/string_value: "preempt"/ { preemptions++ }
		END { printf "%d %d %d %.0f\n", jobs, missed, preemptions,
			busy }' "$tmp/text"
}

# Names as long as they may be: a trace holds them put together, too.
long=$(printf '%0250d' 0 | tr 0 n)
cat >"$tmp/long.yaml" <<EOF
platform: {cores: 1}
tasks:
  - {name: t$long, period: 10ms, nodes: {$long: 1ms, b: 1ms}, edges: [[$long, b]]}
EOF
run 0 simulate "$tmp/long.yaml" -p gedf -d 1 --trace "$tmp/long"
for format in chrome perfetto ftrace litmus vcd csv; do
	run 0 trace export "$tmp/long" --to $format -o "$tmp/x"
done

# A batching accelerator; DAGs that preempt and migrate; late jobs.
run 0 simulate workloads/awkernel/set01.yaml -p gedf -d 1 --trace "$tmp/dag"
run 0 simulate $mix -p edf -d 2 --scale 2.5 --trace "$tmp/late"
run 0 simulate workloads/awkernel/set01.yaml -p gedf -d 1 --trace "$tmp/over" \
	--overhead decision=50us --overhead migration=200us
for trace in one dag late over; do
	"$dagsim" trace metrics "$tmp/$trace" --json >"$tmp/metrics"
	horizon=$(first duration_ns)
	expected="$(first released) $(first missed) $(first preemptions) $(sum busy_ns)"
	for format in ftrace vcd perfetto; do
		run 0 trace export "$tmp/$trace" --to $format -o "$tmp/x"
		case $format in
		ftrace) reader="trace-cmd" ;;
		vcd) reader="vcd2fst" ;;
		perfetto) reader="protoc" ;;
		esac
		if command -v $reader >/dev/null; then
			same $reader "$(read_$format "$tmp/x")" "$expected"
		else
			missing="$missing $reader"
		fi
	done
done
grep -q '"preemptions": [1-9]' "$tmp/metrics" || {
	"$dagsim" trace metrics "$tmp/dag" --json >"$tmp/metrics"
	grep -q '"preemptions": [1-9]' "$tmp/metrics" ||
		fail "nothing is preempted in these runs"
}
[ -z "$missing" ] || {
	echo "all but what these readers make of it:$missing"
	exit 77
}
exit 0

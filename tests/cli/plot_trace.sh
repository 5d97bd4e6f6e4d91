# dagsim plot TRACE: charts of one run, with data and script beside them.
. tests/support/cli.sh
vla=workloads/vla_plus_control.yaml
run 0 simulate $vla -p edf_batch -p fifo -d 3 --trace "$tmp/two"
run 0 simulate $vla -p edf_batch -d 3 --trace "$tmp/t"
run 0 simulate workloads/awkernel/set01.yaml -p gedf -d 1 --trace "$tmp/dag"

# As text: the chart that trace gantt draws.
run 0 plot "$tmp/t" --gantt
cp "$tmp/out" "$tmp/text"
run 0 trace gantt "$tmp/t"
cmp -s "$tmp/out" "$tmp/text" || fail "another chart"
run 0 plot "$tmp/t" --gantt --task base
out_lacks arm_left
out_has base

# The data is the run's: slices that a schedule has too.
run 0 plot "$tmp/t" --gantt=0..0.1 -o "$tmp/gantt.gp"
[ "$(sed -n '/^# slices on/,/^$/p' "$tmp/gantt.gp" | grep -c '	0x')" -eq \
	"$("$dagsim" trace export "$tmp/t" --to csv --to-time 0.1 |
		awk -F, '$2 == "slice" && $10 == 0' | wc -l)" ] ||
	fail "other slices than exported"

# Too much for a chart: narrowed, and told.
run 0 plot "$tmp/t" --gantt=0..3 --term gp
quiet
run 0 simulate $vla -p edf_batch -d 30 --trace "$tmp/long"
run 0 plot "$tmp/long" --gantt=0..30 --term gp
err_has 'note: more than 4000'
[ "$(grep -c '	0x\|^[0-9.]*	-[0-9]*	' "$tmp/out")" -le 12100 ] ||
	fail "not narrowed"

run 2 plot "$tmp/t"
complains 'one of --gantt'
run 2 plot "$tmp/t" --gantt --backlog
complains 'one of --gantt'
run 2 plot "$tmp/t" --gantt=2..1
complains 'ends before'
run 2 plot "$tmp/two" --gantt
complains 'choose one by --policy'
run 0 plot "$tmp/two" --gantt -p fifo
run 2 plot "$tmp/two" --gantt -p edf
complains 'no run of such a policy'
run 2 plot "$tmp/t" --gantt --task bas
complains "did you mean 'base'"
run 2 plot "$tmp/t" --response pie
complains 'valid: box'
run 2 plot "$tmp/t" --figure misses --gantt
complains 'for sweeps'
run 2 plot - --gantt
complains 'read twice'
head -c 3000 "$tmp/t" >"$tmp/cut"
run 2 plot "$tmp/cut" --gantt -o "$tmp/cut.svg"
complains "^$tmp/cut: byte "
[ ! -e "$tmp/cut.svg" ] || fail "a picture of a damaged trace"

# More tasks than rows, all released at once: a few of them are shown, and their
# marks do not use up the room of slices.
{
	echo 'platform: {cores: 4}'
	echo 'tasks:'
	i=0
	while [ $i -lt 3000 ]; do
		echo "  - {name: t$i, period: 1s, nodes: {n: 1ms}}"
		i=$((i + 1))
	done
} >"$tmp/many.yaml"
run 0 simulate "$tmp/many.yaml" -p gedf -d 0.2 --trace "$tmp/many"
run 0 plot "$tmp/many" --gantt=0..0.2 --term gp
err_has 'note: 2960 more rows'
! grep -q 'boxes and marks' "$tmp/err" || fail "narrowed without need"
[ "$(sed -n '/^# slices on/,/^$/p' "$tmp/out" | grep -c '	0x')" -eq 800 ] ||
	fail "not all slices are drawn"

# Overhead is drawn where there is some.
out_lacks overhead
run 0 simulate workloads/awkernel/set01.yaml -p gedf -d 0.2 \
	--overhead decision=50us --overhead migration=200us --trace "$tmp/over"
run 0 plot "$tmp/over" --gantt=0..0.2 -o "$tmp/over.gp"
[ "$(sed -n '/^# overheads/,/^[e"]/p' "$tmp/over.gp" | grep -c '	-[0-9]*$')" -eq \
	"$("$dagsim" trace export "$tmp/over" --to csv |
		awk -F, '$2 == "overhead"' | wc -l)" ] ||
	fail "other overheads than exported"

command -v gnuplot >/dev/null || {
	echo "no gnuplot"
	exit 77
}
# Names that gnuplot would read as formats, that no line has room for, and
# that fonts lack.
cat >"$tmp/odd.yaml" <<'END'
platform: {cores: 1}
tasks:
  - {name: "100%s%n'\"", period: 10ms, nodes: {"a%\\": 2ms}}
  - {name: "🚀", period: 11ms, nodes: {"車車車車車車車車": 2ms}}
  - {name: "a name that is longer than any line of a picture can be at its side", period: 12ms, nodes: {n: 2ms}}
END
run 0 simulate "$tmp/odd.yaml" -p gedf -d 0.1 --trace "$tmp/odd"
for kind in --gantt '--response box' '--response ecdf' \
	'--response histogram' --backlog; do
	for trace in t dag over odd; do
		rm -f "$tmp"/p.*
		# shellcheck disable=SC2086
		run 0 plot "$tmp/$trace" $kind -o "$tmp/p.svg"
		quiet
		grep -q '</svg>' "$tmp/p.svg" || fail "$kind: no SVG"
		cp "$tmp/p.svg" "$tmp/first.svg"
		rm "$tmp/p.svg"
		(cd "$tmp" && gnuplot p.gp >err 2>&1) || fail "$kind: script"
		[ -s "$tmp/p.png" ] || fail "$kind: no PNG by the script"
		cmp -s "$tmp/p.svg" "$tmp/first.svg" ||
			fail "$kind: the script draws something else"
	done
done
run 0 plot "$tmp/t" --backlog
out_has 'ready nodes\|time (s)'
exit 0

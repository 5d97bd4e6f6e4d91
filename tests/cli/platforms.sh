# dagsim platforms tells what there is, in forms that agree, and what it says of
# options is so.
. tests/support/cli.sh
run 0 platforms --names
cp "$tmp/out" "$tmp/names"
for p in gedf awkernel yasmin yasmin-published threads ros2-ste \
	ros2-isolated+deadline picas; do
	grep -qx "$p" "$tmp/names" || fail "no platform $p"
done
run 0 platforms
[ "$(awk 'NR > 1 {print $1}' "$tmp/out")" = "$(cat "$tmp/names")" ] ||
	fail "the list and --names differ"
run 0 platforms --json
while read -r p; do
	grep -qF "{\"name\":\"$p\",\"summary\"" "$tmp/out" ||
		fail "$p is not in the JSON"
done <"$tmp/names"

cat >"$tmp/w.yaml" <<'END'
dagsim: 1
name: w
platform: {cores: 2}
tasks:
  - {name: t, period: 10ms, nodes: {a: 1ms, b: 1ms}, edges: [[a, b]]}
sim: {duration: 20ms}
END
echo 'id,stream,release_ns,deadline_ns' >"$tmp/r.csv"
echo '0,t,0,10000000' >>"$tmp/r.csv"

# Each option of a platform's page is taken there, and no other is.
value() {
	case $1 in
	policy) echo gedf ;;
	kernel) echo linux612-rt-idle ;;
	releases) echo "$tmp/r.csv" ;;
	late) echo drop ;;
	safety-factor) echo 1.5 ;;
	overhead) echo ipi=1us ;;
	tick) echo 1ms ;;
	successors) echo worker ;;
	executor-per) echo all ;;
	queue) echo 3 ;;
	take) echo 1us ;;
	map) echo approach3 ;;
	margin) echo 1.1 ;;
	admission) echo off ;;
	esac
}
all="policy kernel releases late safety-factor overhead tick successors
executor-per queue take map margin reclaim admission"
while read -r p; do
	run 0 platforms "$p"
	head -n 1 "$tmp/out" | grep -qF "$p - " || fail "$p has no heading"
	out_has '^source: '
	out_has '^How it works:'
	own=$(sed -n '/^Options of simulate/,$p' "$tmp/out" | tr -s '\n ' ' ')
	run 0 simulate "$tmp/w.yaml" --platform "$p" -q --late run
	for o in $all; do
		with=
		case $o:$own in
		admission:*) want=0 ;; # nothing is reserved, nothing refused
		*"--$o (with --map)"*) with="--map approach3" want=0 ;;
		*"--$o "*) want=0 ;;
		*) want=2 ;;
		esac
		case $o in
		reclaim) run $want simulate "$tmp/w.yaml" --platform "$p" \
			-q $with --reclaim ;;
		*) run $want simulate "$tmp/w.yaml" --platform "$p" -q \
			$with "--$o" "$(value $o)" ;;
		esac
	done
done <"$tmp/names"

# A workload may bring reservations itself: then they may be reclaimed.
cat >>"$tmp/w.yaml" <<'END'
runtime:
  executors:
    - {name: x, callbacks: [t], policy: deadline, runtime: 3ms, period: 10ms}
END
run 0 simulate "$tmp/w.yaml" --platform ros2-ste --reclaim
run 0 compare "$tmp/w.yaml" --platform ros2-ste:reclaim --platform gedf -q
run 2 simulate "$tmp/w.yaml" --platform ros2-ste --margin 1.1
complains 'margin needs --map'

run 0 platforms yasmin
cp "$tmp/out" "$tmp/yasmin"
out_has 'tick  *5.2ms'
out_has 'ipi  *50us..150us; .*(--overhead)'
out_has 'runtime  *not read'
run 0 platforms --describe yasmin
cmp -s "$tmp/out" "$tmp/yasmin" || fail "--describe differs"
run 0 platforms ros2-events-timers --json
out_has '"schedules":"threads","policy":"'
out_has '{"name":"threads","default":"2","option":null'
out_lacks '"name":"gedf"'
run 2 platforms yasmine
complains "unknown platform 'yasmine'; did you mean 'yasmin'?"
run 2 platforms yasmin --describe gedf
complains 'give one'
run 2 platforms yasmin gedf
complains 'one operand too many'
run 2 platforms --names --json
complains '--json and --names exclude each other'
run 2 simulate "$tmp/w.yaml" --platform yasmin:tick=1ms
complains "with settings ('tick=1ms') is for dagsim compare"
run 2 simulate "$tmp/w.yaml" --platform ros2-ste --overhead release=1us
complains 'platforms of threads do not charge the overhead'

# An executor's platform is looked at by whoever reads the file.
cat >"$tmp/e.yaml" <<'END'
name: e
platform: {cores: 1}
tasks:
  - {name: t, period: 10ms, nodes: {a: 1ms}}
runtime:
  executors:
    - {name: x, platforms: [ros2-st], callbacks: [t]}
END
for command in check 'simulate --platform yasmin' analyze; do
	run 2 $command "$tmp/e.yaml"
	complains "e.yaml:7:7: executor 'x': unknown platform 'ros2-st'; did"
done

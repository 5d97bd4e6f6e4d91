# The suite kernel-latency: means and quartiles are the study's, its greatest
# values lie among those of the seeds; robots are what simulate says.
. tests/support/cli.sh
run 0 bench --suite kernel-latency -o "$tmp/a" --figure-dir "$tmp/a"
[ "$(grep -c '"part":"echo"' "$tmp/a/kernel-latency_suite.jsonl")" -eq 40 ] ||
	fail "not 8 x 5 rows of round trips"
[ "$(grep -c '"part":"robot"' "$tmp/a/kernel-latency_suite.jsonl")" -eq 90 ] ||
	fail "not 2 x 9 x 5 rows of robots"
awk -F, '
function off(a, b) { return a > b ? a - b : b - a }
NR == 1 { next }
$4 != 100000 { print $2 " has " $4 " samples"; bad = 1 }
{
	if (off($12, $18) > 1000) { print $2 " seed " $3 ": mean " $12; bad = 1 }
	if (off($6, $14) > 300 || off($7, $15) > 300 || off($8, $16) > 300) {
		print $2 " seed " $3 ": quartiles"; bad = 1
	}
	if (!($2 in least) || $11 < least[$2]) least[$2] = $11
	if ($11 > most[$2]) most[$2] = $11
	study[$2] = $17
}
END {
	for (k in study) {
		n++
		if (study[k] < least[k] || study[k] > most[k]) {
			print k ": greatest " least[k] " to " most[k]; bad = 1
		}
	}
	exit bad || n != 8
}' "$tmp/a/kernel-latency_suite.csv" || fail "round trips: see above"

# The committed results are these, but for the version.
for f in suite.jsonl suite.md suite.csv robot.csv; do
	for d in "$tmp/a" results; do
		sed 's/"version":"[^"]*"//; s/^dagsim [0-9][^,]*,//
			s/,[0-9][0-9.]*,\([0-9a-f]\{64\}\),/,\1,/' \
			"$d/kernel-latency_$f" >"$tmp/$(basename "$d").plain"
	done
	cmp "$tmp/a.plain" "$tmp/results.plain" ||
		fail "results/kernel-latency_$f is not what is made now"
done
for f in suite robot; do
	grep -qF "](figures/kernel-latency_$f.png)" results/README.md ||
		fail "results/README.md does not show kernel-latency_$f.png"
done

# What costs deadlines is load, the less the more can be preempted.
awk -F, '$2 == "robot_arm" { missed[$4] = $7 }
END {
	exit !(missed["none"] == 0 && missed["linux612-none-idle"] == 0 &&
		missed["linux612-rt-load"] == 0 &&
		missed["linux612-preempt-load"] > 0 &&
		missed["linux612-voluntary-load"] > missed["linux612-preempt-load"] &&
		missed["linux612-none-load"] > missed["linux612-voluntary-load"])
}' "$tmp/a/kernel-latency_robot.csv" || fail "the robot arm"
run 0 simulate workloads/robot_arm.yaml -p gfp --kernel linux612-none-load \
	--seed 3 --json
v=$(sed -n 's/^ *"missed": \([0-9]*\),.*/\1/p' "$tmp/out" | head -1)
grep '"workload":"robot_arm"' "$tmp/a/kernel-latency_suite.jsonl" |
	grep '"kernel":"linux612-none-load"' | grep '"seed":3,' |
	grep -q "\"missed\":$v," || fail "simulate misses $v"

for f in suite.png suite.svg suite.gp suite.dat robot.png robot.gp; do
	command -v gnuplot >/dev/null || continue
	[ -s "$tmp/a/kernel-latency_$f" ] || fail "no $f"
done

# Another robot, another policy; what has no meaning is refused.
run 0 bench --suite kernel-latency workloads/vla_plus_control.yaml \
	-p edf --seeds 1 -d 5 -o "$tmp/b"
grep -q '^kernel-latency,vla_plus_control,edf,linux612-rt-load,' \
	"$tmp/b/kernel-latency_robot.csv" || fail "another robot"
run 2 bench --suite kernel-latency --kernel linux612-rt-load -o "$tmp/b"
err_has "leave out --kernel"
run 2 bench --suite kernel-latency -p edf,fifo -o "$tmp/b"
err_has "one policy is enough"
run 2 bench --suite kernel-latenci -o "$tmp/b"
err_has "did you mean 'kernel-latency'"

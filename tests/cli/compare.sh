# Platforms side by side: what is shown, where time goes, what is refused.
. tests/support/cli.sh
set12=workloads/awkernel/set12.yaml

# 10 ms of lo from 0 on; hi comes at 1 ms and takes 2 ms.
cat >"$tmp/w.yaml" <<'END'
dagsim: 1
name: two
platform: {cores: 1}
tasks:
  - {name: lo, period: 100ms, deadline: 50ms, nodes: {l: 10ms}}
  - {name: hi, period: 100ms, deadline: 20ms, phase: 1ms, nodes: {h: 2ms}}
sim: {duration: 1s}
END

# On one executor hi waits for the next poll: 9 ms on each of 10 jobs.
run 0 compare "$tmp/w.yaml" --platform ros2-mte --platform ros2-ste \
	--executor-per all --csv
head -n 1 "$tmp/out" | grep -q '^platform,task,released,completed,missed,min_ns' ||
	fail "another head"
[ "$(wc -l <"$tmp/out")" -eq 7 ] || fail "not 2 platforms of 3 rows"
row=$(grep '^ros2-ste,hi,' "$tmp/out")
want=ros2-ste,hi,10,10,0,11000000.00,11000000.00,11000000.00,11000000.00
want=$want,11000000.00,10,
case $row in "$want"*) ;; *) fail "hi on ros2-ste is $row" ;; esac
case $row in
*,2000000.000,0.000,0.000,0.000,0.000,9000000.000,0.000) ;;
*) fail "time went elsewhere: $row" ;;
esac

# The first platform differs from itself by nothing.
row=$(grep '^ros2-mte,ALL,' "$tmp/out")
case $row in *,20,0.000,0.000,0.000,*) ;; *) fail "from itself: $row" ;; esac

# Executors against events: the difference is that of what each says alone.
run 0 compare "$tmp/w.yaml" --platform ros2-events --platform threads \
	--executor-per all --json
out_has '"schema": "dagsim.compare/1"'
out_has '"platform": "ros2-events"'
[ "$(grep -c '"pairs": 20' "$tmp/out")" -eq 2 ] || fail "not all jobs in pairs"
run 0 compare "$tmp/w.yaml" --platform ros2-events --platform threads
out_has '^threads: where the time of responses went'
out_has '^platform .*median .*p95 .*p99 .*max .*missed'

# Parts add up to responses in sums, too, on kernels and middleware.
add_up() {
	awk '/"where_ns"/ {inside = 1; sum = 0; next}
		inside && /"response"/ {gsub(/[^0-9]/, ""); whole = $0 + 0; next}
		inside && /}/ {
			if (sum != whole || !whole) bad = 1
			n++; inside = 0; next
		}
		inside {gsub(/[^0-9]/, ""); sum += $0}
		END {exit bad || n != 16}' "$tmp/out" || fail "parts do not add up"
}
run 0 compare $set12 --platform gedf --platform ros2-isolated+deadline \
	--platform yasmin --platform ros2-ste -d 1 -q --admission off --json \
	--kernel linux612-none-load
add_up
run 0 compare $set12 --platform gedf --platform ros2-isolated+deadline \
	--platform yasmin --platform ros2-ste -d 1 -q --admission off --json
add_up
cp "$tmp/out" "$tmp/first"
run 0 compare $set12 --platform gedf --platform ros2-isolated+deadline \
	--platform yasmin --platform ros2-ste -d 1 -q --admission off --json
cmp -s "$tmp/first" "$tmp/out" || fail "other bytes the second time"

# The same from a trace on file as from the run.
run 0 compare "$tmp/w.yaml" --platform ros2-ste --platform threads \
	--executor-per all
sed -n '/^ros2-ste: where/,/^ALL/p' "$tmp/out" | tail -n +2 >"$tmp/a"
run 0 simulate "$tmp/w.yaml" --platform ros2-ste --executor-per all --quiet \
	--trace "$tmp/t"
run 0 trace metrics "$tmp/t" --where
sed -n '/: where/,/^ALL/p' "$tmp/out" | tail -n +2 >"$tmp/b"
[ -s "$tmp/a" ] && cmp -s "$tmp/a" "$tmp/b" || fail "file and run differ"
run 2 trace metrics "$tmp/t" --where --json
complains '--where goes with the table'
run 2 trace audit "$tmp/t" --where
complains '--where goes with the table'

# Box plots, or at least what they are drawn from.
run 0 compare "$tmp/w.yaml" --platform ros2-ste --platform threads \
	--figure-dir "$tmp/figures" --json
out_lacks 'png'
[ -s "$tmp/figures/compare.gp" ] || fail "no script"
[ "$(grep -c '^[0-9]' "$tmp/figures/compare.dat")" -eq 6 ] ||
	fail "not 2 platforms of 3 boxes"
if command -v gnuplot >/dev/null; then
	[ -s "$tmp/figures/compare.png" ] && [ -s "$tmp/figures/compare.svg" ] ||
		fail "no figure"
fi

# Nothing finishes: there is nothing to draw, and nothing is known.
run 0 compare $set12 --platform gedf --platform threads -d 10ms \
	--figure-dir "$tmp/none" --json
err_has 'no job finished'
[ ! -e "$tmp/none" ] || fail "a folder for no figure"
[ "$(grep -c '"mean_ns": null' "$tmp/out")" -gt 0 ] || fail "a mean of nothing"

# Mistakes.
run 2 compare "$tmp/w.yaml" --platform threads
complains 'needs two platforms'
run 2 compare "$tmp/w.yaml" --platform threads --platform threads
complains "'threads' is given twice"
run 2 compare "$tmp/w.yaml" --platform threads --platform yasmine
complains "did you mean 'yasmin'"
run 2 compare "$tmp/w.yaml" --platform threads --platform ros2-ste --tick 1ms
complains '\-\-tick acts on none of these'
run 2 compare "$tmp/w.yaml" --platform gedf --platform yasmin --map approach3
complains '\-\-map acts on none of these'
run 2 compare "$tmp/w.yaml" --platform gedf --platform yasmin --json --csv
complains 'exclude each other'
run 2 compare "$tmp/w.yaml" --platform gedf --platform yasmin --warmup 1s
complains 'warm-up'
run 4 compare "$tmp/w.yaml" --platform gedf --platform threads \
	--figure-dir "$tmp/w.yaml"
complains 'cannot write here'
run 1 compare $set12 --platform threads --platform ros2-ste --cores 1 -d 1 -q \
	--fail-on-miss

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
run 0 trace metrics "$tmp/t" --where --json
grep -A 99 '"where": ' "$tmp/out" | grep -A 3 '"ALL"' | tr -d '\n' |
	grep -q '"jobs": [1-9].*"response": [1-9]' || fail "no sums in JSON"
grep -o '"where_ns".*' "$tmp/out" >/dev/null || fail "no parts in JSON"
awk '/"where_ns"/ {sum = 0; next}
	/"response": [0-9]/ {gsub(/[^0-9]/, ""); whole = $0 + 0; next}
	/"(running|overhead|later|queued|throttled|poll|delay)":/ {
		gsub(/[^0-9]/, ""); sum += $0
	}
	/^          }/ {if (sum != whole) bad = 1; n++}
	END {exit bad || !n}' "$tmp/out" || fail "parts in JSON do not add up"
run 0 trace metrics "$tmp/t" --where --csv
head -n 1 "$tmp/out" | grep -q ',where_jobs,where_response_ns,where_running_ns,' ||
	fail "no parts in CSV"
run 0 trace metrics "$tmp/t" --json
out_lacks '"where"'
run 2 trace metrics "$tmp/t" --where --prometheus
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

# A platform may stand beside itself, set up otherwise; what the command says is
# for those that have it, and their own settings go before that.
run 0 compare "$tmp/w.yaml" --platform ros2-ste:policy=gedf,take=1ms \
	--platform ros2-ste:executor-per=all,take=1ms --platform gedf --take 2ms \
	--overhead none --csv
has_row() { # PLATFORM,TASK,... as it begins
	grep -qF -e "$1" "$tmp/out" || fail "no row $1"
}
has_row '"ros2-ste:policy=gedf,take=1ms",hi,10,10,0,3000000.00,'
has_row '"ros2-ste:executor-per=all,take=1ms",hi,10,10,0,13000000.00,'
has_row 'gedf,hi,10,10,0,2000000.00,'
run 0 compare "$tmp/w.yaml" --platform yasmin --platform \
	yasmin:tick=20ms,policy=pedf:fit=worst,parts=node --platform \
	yasmin:successors=worker --tick 1ms --overhead none --csv
has_row 'yasmin,hi,10,10,0,2000000.00,'
has_row '"yasmin:tick=20ms,policy=pedf:fit=worst,parts=node",hi,10,10,10,'
has_row 'yasmin:successors=worker,hi,10,10,0,2000000.00,'

# A kernel of its own: as if the command had said it.
run 0 compare "$tmp/w.yaml" --platform threads --platform \
	threads:kernel=linux612-rt-load:cap=none,base=300us --csv
kernel=$(sed -n 's/^.*base=300us",hi,//p' "$tmp/out" | cut -d, -f1-8)
run 0 compare "$tmp/w.yaml" --platform threads --platform ros2-ste \
	--kernel linux612-rt-load:cap=none,base=300us --csv
[ "$(sed -n 's/^threads,hi,//p' "$tmp/out" | cut -d, -f1-8)" = "$kernel" ] ||
	fail "another kernel: $kernel"

# Releases and execution times from a file, on every platform.
cat >"$tmp/r.csv" <<'END'
id,stream,release_ns,deadline_ns,exec_ns
0,lo,0,50000000,3000000
1,hi,5000000,25000000,4000000
END
run 0 compare "$tmp/w.yaml" --platform gedf --platform ros2-ste --csv \
	--overhead none --releases "$tmp/r.csv"
for p in gedf ros2-ste; do
	has_row "$p,lo,1,1,0,3000000.00,"
	has_row "$p,hi,1,1,0,4000000.00,"
done

# Mistakes.
run 2 compare "$tmp/w.yaml" --platform threads --platform yasmin:tikc=1ms
complains "platform yasmin:tikc=1ms: unknown option.*'--tick'"
run 2 compare "$tmp/w.yaml" --platform threads --platform yasmin:
complains 'NAME:KEY=VALUE'
run 2 compare "$tmp/w.yaml" --platform threads --platform gedf:tick=1ms
complains 'tick does not act on platform gedf'
run 2 compare "$tmp/w.yaml" --platform threads --platform ros2-ste:margin=1.1
complains 'margin needs --map'
run 2 compare "$tmp/w.yaml" --platform threads --platform gedf:kernel=linux
complains 'platform gedf:kernel=linux: unknown kernel'
run 2 compare "$tmp/w.yaml" --platform yasmin:tick=1ms --platform \
	yasmin:tick=1ms
complains 'is given twice'
run 2 compare "$tmp/w.yaml" --platform threads --platform gedf --queue 0 \
	--margin 1.5
complains 'margin acts on none of these'
"$dagsim" compare - --platform gedf --platform gedf:kernel=linux612-rt-idle \
	<"$tmp/w.yaml" >"$tmp/out" 2>"$tmp/err"
[ $? -eq 2 ] || fail "standard input read twice"
err_has 'needs the workload on file'
run 1 compare $set12 --platform gedf --platform ros2-isolated+deadline \
	--cores 2 -q
complains 'platform ros2-isolated+deadline: SCHED_DEADLINE does not admit'
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

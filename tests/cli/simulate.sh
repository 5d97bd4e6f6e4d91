# dagsim simulate: what it says, its exit codes, its files.
. tests/support/cli.sh
mix=workloads/synthetic_mix.yaml

# Without -p every policy of the platform runs, as with "all".
run 0 simulate $mix --duration 1
grep -v reproduce "$tmp/out" >"$tmp/none"
run 0 simulate $mix --duration 1 -p all
grep -v reproduce "$tmp/out" | cmp -s - "$tmp/none" ||
	fail "all is not the default"
for p in $("$dagsim" policies | awk '$2 ~ /accelerator/ { print $1 }'); do
	out_has "$p"
done

# Exit 1 only when asked for, and only when something was missed.
run 0 simulate $mix -p round_robin --duration 5
run 1 simulate $mix -p round_robin --duration 5 --fail-on-miss
run 0 simulate $mix -p edf_batch --scale 0.1 --noise off --fail-on-miss

# The schedule: the earlier file stays when anything fails.
run 0 simulate $mix -p edf --duration 100ms --schedule "$tmp/s.csv"
head -n 1 "$tmp/s.csv" | grep -qx 'policy,start_ns,finish_ns,model,job_ids' ||
	fail "the heading of the schedule"
grep -q '^edf,[0-9]*,[0-9]*,[a-z_0-9]*,0$' "$tmp/s.csv" ||
	fail "no first job in the schedule"
cp "$tmp/s.csv" "$tmp/before.csv"
if [ -c /dev/full ]; then
	"$dagsim" simulate $mix --duration 100ms --schedule "$tmp/s.csv" \
		>/dev/full 2>"$tmp/err"
	[ $? -eq 4 ] || fail "full disk is not exit 4"
	cmp -s "$tmp/s.csv" "$tmp/before.csv" || fail "the earlier file is gone"
	run 4 simulate $mix --duration 1 --schedule /dev/full
	err_has 'No space left'
fi
run 2 simulate $mix -p edff --schedule "$tmp/s.csv"
cmp -s "$tmp/s.csv" "$tmp/before.csv" || fail "the earlier file is gone"
[ "$(find "$tmp" -name 's.csv*' | wc -l)" -eq 1 ] || fail "a file is left"
run 4 simulate $mix --duration 1 --schedule "$tmp/no/such/s.csv"
err_has 'No such file'

# A file that may not grow is a full disk: both files stay as they were.
cp "$tmp/s.csv" "$tmp/t"
(
	ulimit -f 8
	"$dagsim" simulate $mix --duration 60 --trace "$tmp/t" \
		--schedule "$tmp/s.csv" >"$tmp/out" 2>"$tmp/err"
	echo $? >"$tmp/rc"
)
[ "$(cat "$tmp/rc")" -eq 4 ] || fail "a file that cannot grow is not exit 4"
[ "$(wc -l <"$tmp/err")" -eq 1 ] || fail "not one line"
cmp -s "$tmp/s.csv" "$tmp/before.csv" || fail "the earlier schedule is gone"
cmp -s "$tmp/t" "$tmp/before.csv" || fail "the earlier trace is gone"
[ "$(find "$tmp" -name '[st].*' | wc -l)" -eq 1 ] || fail "a file is left"

# The command that a report names makes the same report.
run 0 simulate $mix -p fifo -d 2 --seed 7 --warmup 500ms -u 0.8
cp "$tmp/out" "$tmp/first"
sh -c "$(sed -n "s|^reproduce: dagsim|'$dagsim'|p" "$tmp/first")" >"$tmp/out"
cmp -s "$tmp/out" "$tmp/first" || fail "the reproduce line does not reproduce"

# All policies see the same releases, and the same factor of a job that heads
# a batch under both.
run 0 simulate $mix -p edf -p dynamic_batch -p fifo -d 20 --trace "$tmp/t"
run 0 trace dump "$tmp/t" --csv
for p in edf dynamic_batch fifo; do
	grep "^$p,[0-9]*,release," "$tmp/out" | cut -d, -f2- >"$tmp/rel.$p"
	awk -F, -v p=$p '$1 == p && $3 == "start" && $11 == 0 {
		print $4 "#" $6, $9
	}' "$tmp/out" | sort >"$tmp/fac.$p"
done
[ "$(wc -l <"$tmp/rel.edf")" -gt 5000 ] || fail "few releases"
cmp -s "$tmp/rel.edf" "$tmp/rel.fifo" || fail "other releases"
cmp -s "$tmp/rel.edf" "$tmp/rel.dynamic_batch" || fail "other releases"
for p in dynamic_batch fifo; do
	join "$tmp/fac.edf" "$tmp/fac.$p" >"$tmp/both"
	[ "$(wc -l <"$tmp/both")" -gt 1000 ] || fail "few jobs in common"
	awk '$2 != $3 {exit 1}' "$tmp/both" || fail "other factors under $p"
done

# Interrupted: 130, and no file.
rm -f "$tmp/s.csv"
"$dagsim" simulate $mix --duration 100000000 --schedule "$tmp/s.csv" \
	>/dev/null 2>&1 &
sleep 0.3
kill -INT $!
wait $!
[ $? -eq 130 ] || fail "SIGINT is not exit 130"
[ -z "$(find "$tmp" -name 's.csv*')" ] || fail "a file after SIGINT"
exit 0

# Every row of CSV says where it comes from.
run 0 simulate workloads/vla_plus_control.yaml -p edf -d 1 --seed 7 --csv
[ "$(grep -c ',vla_plus_control,[0-9.]*,[0-9a-f]\{64\},7,dagsim simulate ' \
	"$tmp/out")" -eq 5 ] || fail "no origin in the rows"
[ "$(sed 1q "$tmp/out" | tr ',' '\n' | wc -l)" -eq 24 ] || fail "columns"

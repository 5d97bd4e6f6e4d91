# dagsim simulate: what it says, its exit codes, its files.
. tests/support/cli.sh
mix=workloads/synthetic_mix.yaml

# Without -p every policy of the platform runs, as with "all".
run 0 simulate $mix --duration 1
cp "$tmp/out" "$tmp/none"
run 0 simulate $mix --duration 1 -p all
diff "$tmp/none" "$tmp/out" >/dev/null || fail "all is not the default"
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
grep -q '^edf,[0-9]*,[0-9]*,[a-z_0-9]*,[a-z_0-9]*#0$' "$tmp/s.csv" ||
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

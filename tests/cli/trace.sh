# dagsim trace: the numbers of the run from its file; every record as text.
. tests/support/cli.sh
mix=workloads/synthetic_mix.yaml

run 0 simulate $mix -p edf -p edf_batch -d 3 --trace "$tmp/t" --json
quiet
cp "$tmp/out" "$tmp/run.json"
run 0 trace metrics "$tmp/t" --json
cmp -s "$tmp/out" "$tmp/run.json" || fail "other numbers from the file"
for form in --csv --prometheus ''; do
	run 0 simulate $mix -p edf -p edf_batch -d 3 --trace "$tmp/t2" $form
	grep -v reproduce "$tmp/out" >"$tmp/run"
	run 0 trace metrics "$tmp/t2" $form
	grep -v reproduce "$tmp/out" | cmp -s - "$tmp/run" ||
		fail "other numbers from the file ($form)"
done
"$dagsim" trace metrics - --json <"$tmp/t" | cmp -s - "$tmp/run.json" ||
	fail "other numbers from standard input"
run 0 simulate $mix -p edf -p edf_batch -d 3 --trace -
"$dagsim" trace metrics - <"$tmp/out" >/dev/null || fail "no trace on stdout"

# One run of several.
run 0 trace metrics "$tmp/t" --json -p edf_batch
out_has '"policy": "edf_batch"'
out_lacks '"policy": "edf"'
run 2 trace metrics "$tmp/t" -p fifo
complains 'no run of such a policy'

# The three forms of a dump hold the same records.
run 0 trace dump "$tmp/t"
n=$(grep -c '^[0-9]' "$tmp/out")
out_has '^[0-9]* release cam_left#0 deadline=50000000'
out_has '^[0-9]* start .* exec=accelerator'
run 0 trace dump "$tmp/t" --csv
[ "$(wc -l <"$tmp/out")" -eq $((n + 1)) ] || fail "csv has other records"
run 0 trace dump "$tmp/t" --json
[ "$(grep -o '"t_ns":' "$tmp/out" | wc -l)" -eq "$n" ] ||
	fail "json has other records"
run 2 trace dump "$tmp/t" --prometheus
complains 'no form --prometheus'

# What is no trace, damaged or cut is refused.
run 2 trace metrics $mix
complains 'not a dagsim trace'
run 2 trace metrics "$tmp/none"
complains 'No such file'
for cut in 10 500 2500 5000; do
	head -c $cut "$tmp/t" >"$tmp/cut"
	run 2 trace metrics "$tmp/cut"
	complains "^$tmp/cut: byte "
done
{
	head -c 4000 "$tmp/t"
	printf 'x'
	tail -c +4002 "$tmp/t"
} >"$tmp/bad"
cmp -s "$tmp/t" "$tmp/bad" && fail "the byte was an x"
run 2 trace metrics "$tmp/bad"
complains "^$tmp/bad: byte "

# The auditor is content with real runs, and not with a broken one.
run 0 trace audit "$tmp/t"
out_has '^edf_batch on synthetic_mix'
out_has ' 0 violations'
run 0 trace audit "$tmp/t" --json
out_has '"violations": 0'
run 0 simulate $mix -p edf -d 3 --trace "$tmp/e" --safety-factor 2
run 0 trace audit "$tmp/e"

# Equal runs are equal; others part somewhere.
run 0 simulate $mix -p edf_batch -p edf -d 3 --trace "$tmp/swapped"
run 0 trace diff "$tmp/t" "$tmp/t"
run 1 trace diff "$tmp/t" "$tmp/swapped"
out_has '^the first 7 records are the same'
run 0 trace diff "$tmp/t" "$tmp/swapped" -p edf
run 0 simulate $mix -p edf -d 3 --trace "$tmp/e"
run 1 trace diff "$tmp/t" "$tmp/e"
out_has 'has more runs than'
run 2 trace diff "$tmp/t"
complains 'takes 2 files'

# As JSON: the same, and every job that fared differently.
run 1 trace diff "$tmp/t" "$tmp/swapped" --json -p edf_batch -p edf
out_has '"schema": "dagsim.diff/1"'
out_has '"record": 7,'
run 0 simulate workloads/vla_plus_control.yaml -p edf -d 3 --trace "$tmp/v"
run 0 simulate workloads/vla_plus_control.yaml -p edf -d 3 --late run \
	--trace "$tmp/w"
run 1 trace diff "$tmp/v" "$tmp/w"
changed=$(sed -n 's/^\([0-9]*\) jobs fare differently$/\1/p' "$tmp/out")
out_has "and $((changed - 20)) more"
run 1 trace diff "$tmp/v" "$tmp/w" --json
out_has "\"changed\": $changed,"
[ "$(grep -c '"job":' "$tmp/out")" -ge "$changed" ] || fail "not all jobs"
run 0 trace diff "$tmp/v" "$tmp/v" --json
out_has '"parting": null'
run 1 trace diff "$tmp/v" "$tmp/e" --json
out_has '"same_workload": false'
run 1 trace diff "$tmp/v" "$tmp/e"
out_has 'the workloads are not the same'
head -c 3000 "$tmp/v" >"$tmp/v.cut"
run 2 trace diff "$tmp/v" "$tmp/v.cut" --json
complains "^$tmp/v.cut: byte "
[ ! -s "$tmp/out" ] || fail "half an object"

# Schedules and drawings from the file are those of the run.
run 0 simulate $mix -p edf -p fifo -d 3 --trace "$tmp/g" \
	--schedule "$tmp/s.csv" --gantt
sed -n '/one column is/,$p' "$tmp/out" >"$tmp/drawn"
[ -s "$tmp/drawn" ] || fail "nothing drawn"
run 0 trace schedule "$tmp/g"
cmp -s "$tmp/out" "$tmp/s.csv" || fail "another schedule from the file"
run 0 trace gantt "$tmp/g"
sed -n '/one column is/,$p' "$tmp/out" | cmp -s - "$tmp/drawn" ||
	fail "another drawing from the file"
run 0 trace gantt "$tmp/g" -p fifo --window 1..1.1
out_has '^  accelerator '
run 2 trace gantt "$tmp/g" --window 2..1
complains 'ends before it begins'
run 2 trace metrics "$tmp/g" --window 1..2
complains 'belongs to gantt'

run 2 trace metics "$tmp/t"
complains "did you mean 'metrics'"
run 2 trace metrics
complains 'takes 1 file'
run 2 trace metrics "$tmp/t" "$tmp/t"
complains 'takes 1 file'
run 2 trace metrics "$tmp/t" --json --csv
complains 'exclude each other'
if [ -c /dev/full ]; then
	"$dagsim" trace dump "$tmp/t" >/dev/full 2>"$tmp/err"
	[ $? -eq 4 ] || fail "full disk is not exit 4"
fi
exit 0

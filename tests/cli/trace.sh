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
n=$(grep -c ' ms  ' "$tmp/out")
out_has 'release  *cam_left#0  deadline 50ms'
out_has 'start .* on accelerator'
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

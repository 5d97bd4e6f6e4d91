# dagsim policies tells what the one table holds, in three forms that agree.
. tests/support/cli.sh
run 0 policies --names
cp "$tmp/out" "$tmp/names"
for p in round_robin fifo fixed_priority edf edf_batch \
	edf_batch_same_deadline dynamic_batch; do
	grep -qx $p "$tmp/names" || fail "no policy $p"
done
run 0 policies
[ "$(awk 'NR > 1 {print $1}' "$tmp/out")" = "$(cat "$tmp/names")" ] ||
	fail "the list and --names differ"
run 0 policies --json
while read -r p; do
	out_has "\"name\":\"$p\""
done <"$tmp/names"
while read -r p; do
	run 0 policies --describe "$p"
	out_has "^$p - "
	out_has '^order: '
done <"$tmp/names"

run 0 policies --describe edf_batch
out_has 'lookahead (default 1, 0 to 1024)'
run 0 policies --describe dynamic_batch
out_has 'max_queue_delay (default 2ms'
run 0 policies --describe edf --json
out_has '"order":"edf"'
out_lacks '"name":"fifo"'
run 2 policies --describe eddf
complains "unknown policy 'eddf'; did you mean 'edf'?"
run 2 policies extra
complains "'extra' is one operand too many"

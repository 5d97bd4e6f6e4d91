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

# A time that is 0 needs no unit; all others do, and limits are told in units.
cat >"$tmp/w.yaml" <<'END'
models:
  m: {profile: {a: 1ms, c: 1ms}, batchable: true, max_batch: 4}
streams:
  - {name: s, model: m, period: 20ms}
policies: {dynamic_batch: {max_queue_delay: 0}}
END
run 0 simulate "$tmp/w.yaml" -p dynamic_batch -d 1
run 0 simulate "$tmp/w.yaml" -p dynamic_batch:max_queue_delay=0 -d 1
for bad in 3 false; do
	run 2 simulate "$tmp/w.yaml" -p dynamic_batch:max_queue_delay=$bad -d 1
	complains "'max_queue_delay' .* is a time and needs a unit, such as 2ms"
done
run 2 simulate "$tmp/w.yaml" -p dynamic_batch:max_queue_delay=-1ms -d 1
complains "is -1ms; valid: 0 to "
sed 's/delay: 0/delay: false/' "$tmp/w.yaml" >"$tmp/false.yaml"
run 2 simulate "$tmp/false.yaml" -p dynamic_batch -d 1
complains 'false.yaml:5:.*is a time and needs a unit'
run 2 policies --names --json
complains '--json and --names exclude each other'

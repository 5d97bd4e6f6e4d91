# The scenarios pass under the policy that they name, every policy of the table
# has one, and a schedule that differs is told line by line.
. tests/support/cli.sh
dir=tests/policies/scenarios
for f in "$dir"/*.scenario; do
	spec=$(sed -n 's/^policy //p' "$f")
	run 0 check-policy "$spec" --scenario "$f"
	out_has "^passed $f: [1-9]"
	quiet
	echo "${spec%%:*}"
done >"$tmp/have" || fail "$(cat "$tmp/have")"
"$dagsim" policies --names | while read -r p; do
	grep -qx "$p" "$tmp/have" || echo "$p"
done >"$tmp/without"
[ ! -s "$tmp/without" ] || fail "no scenario: $(cat "$tmp/without")"

run 1 check-policy edf --scenario "$dir/edf_batch.scenario"
out_has '^FAILED .*edf_batch.scenario:14: under edf$'
out_has '^expected: 4ms run b#0 c#0$'
out_has '^happened: 4ms run b#0 on accelerator$'
out_has '^  8ms run c#0 on accelerator$'

# What does not belong in a scenario is told with its line.
bad() {
	run 2 check-policy edf --scenario "$tmp/s"
	complains "$1"
}
printf 'tie sideways\n' >"$tmp/s"
bad "/s:1:.*a tie rule.*'sideways'; valid: release"
printf '# nothing\npolicy edf\n' >"$tmp/s"
bad "/s:2:.*there is no line 'workload'"
printf 'workload\nmodels: {}\n' >"$tmp/s"
bad "/s:2:.*there is no line 'expect'"
printf 'workload\nmodel: {}\nexpect\n' >"$tmp/s"
bad "/s:2:1: unknown key.*'model'"
sed '/^expect/q' "$dir/edf.scenario" >"$tmp/head"
for line in "0ms go a#0" "soon run a#0" "0ms run a" "0ms run" \
	"0ms run a#0 on" "0ms run a#0 on core0 core1"; do
	{
		cat "$tmp/head"
		echo "$line"
	} >"$tmp/s"
	bad "/s:12:"
done
# Names that mean nothing are slips of the pen.
slip() {
	{
		cat "$tmp/head"
		printf '%s\n' "$1"
	} >"$tmp/s"
	bad "$2"
}
slip "0ms run A#0" "/s:12:.*unknown task 'A'; valid: a, b"
slip "0ms run zz#0" "/s:12:.*unknown task 'zz'; valid: a, b"
slip "0ms run a#-1" "/s:12:.*counted from 0, not 'a#-1'"
slip "0ms run a#0.n" "/s:12:.*told without a node"
slip "0ms run a#0 on core0" "/s:12:.*unknown executor 'core0'"
slip "$(printf '5ms run a#0\n0ms run b#0')" "/s:13:.*not before that of the line"
printf 'tie fifo\ntie fifo\n' >"$tmp/s"
bad "/s:2:.*a second 'tie'"
cp "$tmp/head" "$tmp/s"
run 1 check-policy edf --scenario "$tmp/s"
out_has "^FAILED .*/s:11: under edf"
{
	cat "$tmp/head"
	printf '...\n0ms run a#0\n'
} >"$tmp/s"
bad "/s:13:.*nothing follows"
# An open end, comments and a missing last newline are fine.
{
	cat "$tmp/head"
	printf ' 0ms\trun   c#0 on accelerator # first\n\n...'
} >"$tmp/s"
run 0 check-policy edf --scenario "$tmp/s"
printf '0ms run b#0' >>"$tmp/head"
cp "$tmp/head" "$tmp/s"
run 1 check-policy edf --scenario "$tmp/s"
run 1 check-policy fifo --scenario "$dir/edf.scenario" --scenario "$tmp/s"
[ "$(grep -c ^FAILED "$tmp/out")" -eq 2 ] || fail "not two failures"
exit 0

# dagsim tests tells what the table of analyses holds, in forms that agree.
. tests/support/cli.sh
run 0 tests --names
cp "$tmp/out" "$tmp/names"
for t in np_edf np_edf_same_deadline np_edf_cross_deadline \
	np_edf_cross_deadline_tight np_fp_rta np_fifo edf_qpa fp_rta; do
	grep -qx $t "$tmp/names" || fail "no test $t"
done
run 0 tests
while read -r t; do
	out_has "^$t "
done <"$tmp/names"
run 0 tests --json
while read -r t; do
	out_has "\"$t\""
done <"$tmp/names"
while read -r t; do
	run 0 tests --describe "$t"
	out_has "$t"
	out_has '[Ss]ource'
done <"$tmp/names"
run 2 tests --describe np_edff
complains "unknown test 'np_edff'; did you mean 'np_edf'?"
run 2 tests --names --json
complains '--json and --names exclude each other'

# What docs/executors.md shows is what the program prints.
. tests/support/cli.sh
unset COLUMNS
doc=docs/executors.md

# Commands as they stand there, traces elsewhere.
sed -n 's/^    \.\/dagsim \(.*\)/\1/p' $doc >"$tmp/commands"
[ "$(wc -l <"$tmp/commands")" -eq 8 ] || fail "commands are not found"
n=0
while IFS= read -r line; do
	n=$((n + 1))
	line=$(printf '%s\n' "$line" | sed "s,build/,$tmp/,g")
	sh -c "\"$dagsim\" $line" >"$tmp/$n" 2>"$tmp/err" ||
		fail "$line: exit $?"
done <"$tmp/commands"

# shown N FIRST: the output of the N-th, from the line on that begins so
shown() {
	sed -n "/^$2/,\$p" "$tmp/$1" | sed 's/ *$//' >"$tmp/part"
	[ -s "$tmp/part" ] || fail "no line $2"
	while IFS= read -r line; do
		grep -qxF -- "    $line" $doc || fail "not in $doc: $line"
	done <"$tmp/part"
}
shown 1 'one column'
shown 3 '0 poll'
shown 4 'one column'
shown 5 'one column'
shown 6 '.*: where'
grep -q 'lost fast#2.tick_fast skipped' "$tmp/3" || fail "nothing is lost"
exit 0

# What README.md shows is what the program prints.
. tests/support/cli.sh
unset COLUMNS

# shown COMMAND-LINE: the output of that command, as README.md would show it,
# stands there line by line, from the first line matching the second argument
shown() {
	# shellcheck disable=SC2086 # words
	run "${3:-0}" $1
	sed -n "/$2/,\$p" "$tmp/out" >"$tmp/part"
	[ -s "$tmp/part" ] || fail "no line $2"
	grep -qF "$1" README.md || fail "README.md does not name: $1"
	while IFS= read -r line; do
		grep -qxF "    $line" README.md || fail "not in README.md: $line"
	done <"$tmp/part"
}

# The first steps work one after the other; two runs part.
sed -n '/^## First steps/,/^## /s/^    \.\/dagsim //p' README.md |
	sed 's/  *#.*//' >"$tmp/steps"
[ "$(wc -l <"$tmp/steps")" -ge 10 ] || fail "no first steps"
while read -r step; do
	case $step in
	plot*) command -v gnuplot >/dev/null || continue ;;
	esac
	(cd "$tmp" && eval "\"$dagsim\" $step" >out 2>err)
	rc=$?
	case $step in
	'trace diff '* | analyze*) [ $rc -eq 1 ] ;;
	*) [ $rc -eq 0 ] ;;
	esac || fail "$step: exit $rc"
done <"$tmp/steps"

shown 'simulate workloads/multi_agent_cell.yaml -u 0.9 -d 600' '^policy  '
shown 'simulate workloads/vla_plus_control.yaml -p edf -d 1 --gantt' \
	'^edf on .* is dropped'
shown 'analyze workloads/vla_plus_control.yaml --explain' '^np_edf' 1

# What it names is there, and its other commands run.
for f in $(grep -o 'workloads/[a-z0-9_./]*[a-z0-9]' README.md | sort -u); do
	[ -e "$f" ] || fail "README.md names $f"
done
sed -n 's/^    \.\/dagsim \(noise .*\)/\1/p' README.md >"$tmp/commands"
[ -s "$tmp/commands" ] || fail "no command about noise"
while IFS= read -r line; do
	# shellcheck disable=SC2086 # words
	set -- $line
	if [ "$2" = plot ] && ! command -v gnuplot >/dev/null; then
		continue
	fi
	[ "$2" != fit ] || set -- "$1" "$2" "$3" -o "$tmp/$5"
	run 0 "$@"
done <"$tmp/commands"
run 0 simulate workloads/robot_arm.yaml -p gfp --kernel "$tmp/fit.yaml" -d 1

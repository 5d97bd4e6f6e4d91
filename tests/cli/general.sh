# What every command shares: help, version, exit codes, full disks.
. tests/support/cli.sh

# Nothing asked: the overview on stderr, a usage error.
run 2
err_has '^Commands:'
[ ! -s "$tmp/out" ] || fail "overview on stdout without being asked"

for ask in --help -h help; do
	run 0 $ask
	out_has '^Commands:'
	quiet
done
run 0 help exit-codes
for code in 0 1 2 3 4 130; do
	out_has "^ *$code  "
done

# Examples come before the usage line, in every command's help.
commands=$("$dagsim" --help | sed -n '/^Commands/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p')
[ -n "$commands" ] || fail "no commands listed"
for c in $commands; do
	[ "$c" != help ] || continue
	run 0 "$c" --help
	out_has '^Examples:$'
	out_has "^Usage: dagsim $c"
	awk '/^Examples:/ {e = NR} /^Usage:/ {u = NR} END {exit !(e < u)}' \
		"$tmp/out" || fail "$c: usage before examples"
	awk 'length > 80 {exit 1}' "$tmp/out" || fail "$c: help is too wide"
	cp "$tmp/out" "$tmp/help"
	run 0 help "$c"
	cmp -s "$tmp/out" "$tmp/help" || fail "help $c is not $c --help"
	run 2 "$c" --no-such-option
	complains "dagsim $c: unknown option '--no-such-option'"
	run 2 "$c" --hlep
	complains "did you mean '--help'"
done

run 0 --version
out_has "^dagsim $(sed 's/\./\\./g' VERSION)\$"
run 0 --version --json
out_has '"compiler":"[a-z]* [0-9]'
out_has '"libyaml":"0\.'
out_has '"gsl":"[0-9]'
run 2 --version --jsn
complains 'takes nothing but --json'

run 2 simulat
complains "unknown command 'simulat'"
run 2 --json
complains 'a command comes first'
run 2 help no-such-topic
complains "unknown command 'no-such-topic'"
run 2 completion
complains 'an operand is missing'
run 2 completion bash zsh
complains "'zsh' is one operand too many"
run 2 completion -x
complains "unknown option '-x'"
run 2 'comp
letion'
complains 'comp\\x0aletion'

# Colour: on a terminal only, and never with NO_COLOR.
run 2 simulat
! grep -q "$(printf '\033')" "$tmp/err" || fail "colour in a file"
if command -v script >/dev/null; then
	TERM=xterm NO_COLOR='' script -qec "'$dagsim' simulat" /dev/null \
		>"$tmp/out" 2>&1 </dev/null
	grep -q "$(printf '\033')" "$tmp/out" || fail "no colour on a terminal"
	TERM=xterm NO_COLOR=1 script -qec "'$dagsim' simulat" /dev/null \
		>"$tmp/out" 2>&1 </dev/null
	! grep -q "$(printf '\033')" "$tmp/out" || fail "colour with NO_COLOR"
fi

# What cannot be written is told, with exit 4.
if [ -c /dev/full ]; then
	"$dagsim" help >/dev/full 2>"$tmp/err"
	[ $? -eq 4 ] || fail "full disk is not exit 4"
	err_has 'No space left'
fi
"$dagsim" help >&- 2>"$tmp/err"
[ $? -eq 4 ] || fail "closed stdout is not exit 4"
# The reader is gone before the first byte.
{
	sleep 0.2
	"$dagsim" help 2>"$tmp/err"
	echo $? >"$tmp/rc"
} | :
[ "$(cat "$tmp/rc")" = 4 ] || fail "closed pipe is not exit 4"
err_has 'Broken pipe'
exit 0

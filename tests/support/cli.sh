# Sourced by tests of the command line.  Gives a scratch folder $tmp, the
# program $dagsim, and checks that stop the test at the first that fails.
dagsim=$(pwd)/${BUILD:-build}/dagsim
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

fail() {
	echo "FAIL: $*"
	[ ! -f "$tmp/out" ] || sed -n '1,20s/^/  stdout: /p' "$tmp/out"
	[ ! -f "$tmp/err" ] || sed -n '1,20s/^/  stderr: /p' "$tmp/err"
	exit 1
}

# run CODE ARG...: dagsim ARG... ends with CODE; output in $tmp/out, $tmp/err
run() {
	want=$1
	shift
	args=$*
	"$dagsim" "$@" >"$tmp/out" 2>"$tmp/err"
	rc=$?
	[ "$rc" -eq "$want" ] || fail "dagsim $args: exit $rc, not $want"
}

out_has() {
	grep -q -e "$1" "$tmp/out" || fail "dagsim $args: no '$1' on stdout"
}

out_lacks() {
	! grep -q -e "$1" "$tmp/out" || fail "dagsim $args: '$1' on stdout"
}

err_has() {
	grep -q -e "$1" "$tmp/err" || fail "dagsim $args: no '$1' on stderr"
}

# complains PATTERN: exactly one line on stderr, matching; nothing on stdout
complains() {
	[ "$(wc -l <"$tmp/err")" -eq 1 ] || fail "dagsim $args: not one line"
	err_has "$1"
	[ ! -s "$tmp/out" ] || fail "dagsim $args: something on stdout"
}

quiet() {
	[ ! -s "$tmp/err" ] || fail "dagsim $args: something on stderr"
}

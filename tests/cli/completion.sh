# The completion scripts load in their shells and complete a command.
. tests/support/cli.sh
for shell in bash zsh fish; do
	run 0 completion $shell
	quiet
	command -v $shell >/dev/null || continue
	$shell -n "$tmp/out" || fail "$shell does not read its script"
done
run 0 completion plain
awk -F'\t' 'NF != 6 {exit 1}' "$tmp/out" || fail "a row without six columns"
run 2 completion tcsh
complains 'valid: bash, zsh, fish, plain'

command -v bash >/dev/null || exit 0
"$dagsim" completion bash >"$tmp/dagsim.bash"
cat >"$tmp/ask.bash" <<'END'
. "$1"
COMP_WORDS=(dagsim "${@:2}") COMP_CWORD=$(($# - 1))
_dagsim
printf '%s\n' "${COMPREPLY[@]}"
END
bash "$tmp/ask.bash" "$tmp/dagsim.bash" compl >"$tmp/out"
grep -qx completion "$tmp/out" || fail "bash does not complete compl"
bash "$tmp/ask.bash" "$tmp/dagsim.bash" completion --h >"$tmp/out"
grep -qx -e --help "$tmp/out" || fail "bash does not complete --h"

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

# What the table knows is offered: words of an option, of the first operand,
# and files beside them.
asks() {
	want=$1
	shift
	bash "$tmp/ask.bash" "$tmp/dagsim.bash" "$@" >"$tmp/out"
	grep -qx -e "$want" "$tmp/out" || fail "bash offers no $want: $*"
}
PATH=$(dirname "$dagsim"):$PATH
: >"$tmp/linux612.hist"
asks yasmin simulate --platform yas
asks ros2-events compare w.yaml --platform ros2-ev
asks linux612-rt-load simulate w.yaml --kernel linux612-r
asks none simulate w.yaml --kernel no
asks "$tmp/linux612.hist" simulate w.yaml --kernel "$tmp/linux"
asks kernel-latency bench --suite k
asks metrics trace m
asks describe noise d
asks linux612-none-idle noise describe linux612-none
asks "$tmp/linux612.hist" noise describe "$tmp/linux"
asks "$tmp/linux612.hist" trace dump "$tmp/linux"
asks dag generate d
asks zsh completion z
asks --column noise describe --col
bash "$tmp/ask.bash" "$tmp/dagsim.bash" bench --suite "$tmp/" >"$tmp/out"
! grep -q linux612 "$tmp/out" || fail "files offered for --suite"

# The commands of docs/tour.md work as they stand there, and draw from the
# data that is committed beside the pictures.
. tests/support/cli.sh
command -v gnuplot >/dev/null || {
	echo "no gnuplot"
	exit 77
}
top=$(pwd)
mkdir -p "$tmp/docs/figures" && cp docs/three_dags.yaml "$tmp/docs" &&
	ln -s "$top/workloads" "$tmp/workloads" || exit 4
sed -n 's/^    \(\.\/dagsim .*\)/\1/p' docs/tour.md >"$tmp/commands"
[ "$(wc -l <"$tmp/commands")" -ge 15 ] || fail "commands are not found"
cd "$tmp" || exit 4
mkdir build && ln -s "$dagsim" dagsim
while read -r command; do
	sh -c "$command" >out 2>err
	rc=$?
	case $command in
	*' trace diff '*) [ $rc -eq 1 ] ;;
	*) [ $rc -eq 0 ] ;;
	esac || fail "$command: exit $rc"
done <commands
# Nothing is left where git would find it.
for f in *; do
	case $f in
	build | commands | dagsim | docs | err | out | workloads) ;;
	*) fail "$f is left in the top folder" ;;
	esac
done
n=0
for f in docs/figures/*.dat; do
	cmp -s "$f" "$top/$f" || fail "$f: not the data of the picture"
	n=$((n + 1))
done
[ "$n" -eq "$(find "$top/docs/figures" -name '*.svg' | wc -l)" ] ||
	fail "pictures without a command"
sed -n 's,.*](\(figures[^)]*\)).*,\1,p' "$top/docs/tour.md" >shown
while read -r f; do
	[ -f "$top/docs/$f" ] || fail "no $f"
done <shown
exit 0

# Man pages: well-formed, one for each command, and the options they describe
# are exactly those of the program's table.
dagsim=${BUILD:-build}/dagsim
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
bad=0
complain() {
	echo "FAIL: $*"
	bad=1
}

"$dagsim" completion plain >"$tmp/table" || exit 1
commands=$("$dagsim" --help |
	sed -n '/^Commands/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p' | grep -v '^help$')
for c in $commands; do
	page=man/dagsim-$c.1
	[ -f "$page" ] || {
		complain "no $page"
		continue
	}
	awk -F'\t' -v c="$c" '$1 == c {print substr($2, 3)}' "$tmp/table" |
		sort >"$tmp/have"
	# An option's entry is a line ".It Fl ... Fl -name ..."
	sed -n 's/^\.It Fl .*/&/p' "$page" | tr ' ' '\n' |
		sed -n 's/^-\([a-z][a-z-]*\).*/\1/p' | sort -u >"$tmp/told"
	sort -u "$tmp/have" | comm -23 - "$tmp/told" >"$tmp/untold"
	sort -u "$tmp/have" | comm -13 - "$tmp/told" >"$tmp/invented"
	[ ! -s "$tmp/untold" ] ||
		complain "$page does not describe:" "$(cat "$tmp/untold")"
	[ ! -s "$tmp/invented" ] ||
		complain "$page describes what is not there:" "$(cat "$tmp/invented")"
done
for page in man/dagsim-*.1; do
	c=$(basename "$page" .1)
	echo "$commands" | grep -qx "${c#dagsim-}" ||
		complain "$page is about no command"
done
# The list in dagsim(1) is that of --help.
"$dagsim" --help |
	sed -n '/^Commands/,/^$/s/^  \([a-z][a-z-]*\)  *\(.*\)/\1 \2/p' |
	grep -v '^help ' >"$tmp/have"
sed -n '/^\.Sh COMMANDS/,/^\.El/p' man/dagsim.1 |
	awk '/^\.It/ {sub("dagsim-", "", $3); c = $3; next}
		c && !/^\./ {print c, $0}' \
		>"$tmp/told"
diff "$tmp/have" "$tmp/told" || complain "dagsim(1) lists other commands"
while read -r c summary; do
	grep -qxF ".Nd $summary" "man/dagsim-$c.1" ||
		complain "man/dagsim-$c.1 has another summary than --help"
done <"$tmp/have"
if command -v mandoc >/dev/null; then
	mandoc -Tlint -W warning man/* || complain "mandoc"
fi
exit $bad

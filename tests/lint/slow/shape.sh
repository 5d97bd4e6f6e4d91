# Functions of at most 70 lines, files of at most 500 (tests are free), every
# header with an essay and a guard, 80 columns.
bad=0
ctags --version 2>/dev/null | grep -q Universal || {
	echo "no universal-ctags"
	exit 77
}
files=$(find src cli -name '*.[ch]' | sort)

# shellcheck disable=SC2086 # a list of files without blanks
ctags --kinds-C=f --fields=+ne -o - $files | awk -F'\t' '{
	first = last = 0
	for (i = 4; i <= NF; i++) {
		if ($i ~ /^line:/) first = substr($i, 6)
		if ($i ~ /^end:/) last = substr($i, 5)
	}
	if (last - first + 1 > 70) {
		print $2 ": " $1 " has " last - first + 1 " lines"
		bad = 1
	}
} END { exit bad }' || bad=1

for f in $files; do
	[ "$(wc -l <"$f")" -le 500 ] || {
		echo "$f: $(wc -l <"$f") lines"
		bad=1
	}
	head -n 1 "$f" | grep -q "^/\* $(basename "$f") - " || {
		echo "$f: does not open with '/* $(basename "$f") - ...'"
		bad=1
	}
	expand "$f" | awk -v f="$f" 'length > 100 {
		print f ":" NR ": " length " columns"; bad = 1
	} END { exit bad }' || bad=1
	case $f in
	*.h) grep -q '^#ifndef DAGSIM_.*_H$' "$f" || {
		echo "$f: no include guard DAGSIM_..._H"
		bad=1
	} ;;
	esac
done
[ "$bad" -eq 0 ] || exit 1

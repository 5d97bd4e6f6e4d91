# The tree speaks of the project alone: no folders of one machine, nothing
# left unfinished, no generated noise.
self=tests/lint/words.sh
list() {
	if git rev-parse --git-dir >/dev/null 2>&1; then
		git ls-files
	else
		find . -type f ! -path './build*' | sed 's,^\./,,'
	fi | grep -vE "^(LICENSE|$self)\$|/corpus/|\.(png|svg|gz)\$"
}
bad=0
forbid() {
	list | tr '\n' '\0' | xargs -0 grep -nIE "$1" 2>/dev/null && {
		echo "FAIL: $2"
		bad=1
	}
	return 0
}
forbid '/w[o]rk/|(^|[^[:alnum:]_.$/])/t[m]p/[a-zA-Z]' "a path of one machine"
forbid '\b(T[O]DO|F[I]XME|X[X]X)\b' "something unfinished"
forbid '\b[Ii]ssue #?[0-9]+\b' "a ticket nobody else can read"
forbid '[[:blank:]]+$' "blanks at the end of a line"
[ "$bad" -eq 0 ] || exit 1

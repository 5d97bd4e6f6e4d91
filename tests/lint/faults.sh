# The faults that make mutate plants still are in the sources: each text
# stands where the table says, once; the programs named exist; every test of
# `dagsim tests` and every policy has two faults at least.
rows=$(awk -f tests/mutate/rows.awk tests/mutate/faults.txt) || exit 1
bad=0
for t in $(printf '%s\n' "$rows" | cut -f 7 | tr ' ' '\n' | sort -u); do
	case $t in
	*.sh) ls tests/*/"$t" >/dev/null 2>&1 ;;
	*) ls tests/*/"$t.c" >/dev/null 2>&1 ;;
	esac || {
		echo "FAIL: no such test program: $t"
		bad=1
	}
done
named() {
	sed -n 's/^	\.name = "\(.*\)",$/\1/p' "$@"
}
for name in $(named src/analysis/*.c src/policies/*.c); do
	n=$(printf '%s\n' "$rows" | cut -f 1 | grep -cx "$name")
	[ "$n" -ge 2 ] || {
		echo "FAIL: $n faults are planted in '$name', not two"
		bad=1
	}
done
n=$(named src/analysis/*.c src/policies/*.c | wc -l)
[ "$n" -gt 50 ] || {
	echo "FAIL: only $n names of tests and policies were found"
	bad=1
}
drawn=$(awk -v N=9 -v SEED=5 -f tests/mutate/random.awk src/analysis/*.c)
again=$(awk -v N=9 -v SEED=5 -f tests/mutate/random.awk src/analysis/*.c)
other=$(awk -v N=9 -v SEED=6 -f tests/mutate/random.awk src/analysis/*.c)
if [ "$drawn" != "$again" ] || [ "$drawn" = "$other" ] ||
	[ "$(printf '%s\n' "$drawn" | wc -l)" -ne 9 ]; then
	echo "FAIL: faults by rule are not drawn by the seed alone"
	bad=1
fi

# What the table must not be: a text that is not there, or there twice.
wrong=$(mktemp) || exit 4
trap 'rm -f "$wrong"' EXIT
refused() {
	printf '%s\n' "$@" >"$wrong"
	if awk -f tests/mutate/rows.awk "$wrong" >/dev/null 2>&1; then
		echo "FAIL: this fault is taken:"
		cat "$wrong"
		bad=1
	fi
}
refused '= x src/analysis/gfp.c t' '- no such text' '+ y'
refused '= x src/analysis/gfp.c t' '- static' '+ y'
refused '= x src/analysis/none.c t' '- a' '+ b'
refused '= x src/analysis/gfp.c t' '- run_node_ranks(const'
refused '= x src/analysis/gfp.c t' '- run_node_ranks(const' '- a' '+ b'
refused '= x src/analysis/gfp.c' '- run_node_ranks(const' '+ b'
exit "$bad"

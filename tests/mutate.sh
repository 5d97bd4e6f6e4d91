#!/bin/sh
# make mutate: does the suite notice a fault?  Plants faults, one at a time, in
# a copy of the tree, and tells for each the first test that fails, or that
# none does.  The tree itself is not touched.
#
# Which: those of tests/mutate/faults.txt, each of which must be found, and
# with MUTATE_RANDOM=n as many more by rule (random.awk), drawn by MUTATE_SEED,
# of which some may change nothing that anybody can see.
#   MUTATE_ONLY=text   only faults in whose subject or file it stands
#   MUTATE_JOBS=n      that many at once
#   MUTATE_DIR=folder  where the copy is made, and left for the next time
#   MUTATE_QUICK=1     ask only the tests that the table names; else what these
#                      miss is shown to all other programs of the suite
# A program that takes ten times its usual CPU time, and 10 s more, hangs,
# which is found as well.
#
# Exit: 0 all found; 1 a fault of the table survived; 2 the table is not true
# (text not there once, no such test, does not compile); 4 no base to start
# from (a build or a test fails before any fault is planted).
set -u

# --- one test program, in the copy ---

# ask TEST LIBRARY-FOLDER LOG SECONDS FORK
ask() (
	# shellcheck disable=SC3045 # where there are no limits, go on without
	{
		ulimit -t "$4"
		ulimit -c 0
		ulimit -v 4000000 # kB
	} 2>/dev/null
	export LD_LIBRARY_PATH="$2"
	# one process where that will do, and no time-outs by the clock of a
	# busy machine: CPU time decides
	export CK_FORK="$5" CK_TIMEOUT_MULTIPLIER=10 BUILD=build
	case $1 in
	*.sh) exec sh "$1" >"$3" 2>&1 ;;
	esac
	exec "$1" >"$3" 2>&1
)

# measure TEST FORK: its CPU seconds, rounded up, and FORK; fails if it fails
measure() (
	ask "$1" build "$known.log.$$" 600 "$2"
	code=$?
	times | awk -v fork="$2" 'NR == 2 {
		split($1 "m" $2, t, "[ms]+")
		print int(t[1] * 60 + t[2] + t[3] * 60 + t[4]) + 1, fork }'
	exit $code
)

# Sets seconds and fork to what TEST needs without a fault; fails if it fails.
usual() {
	known=$work/usual/$(basename "$1")
	if [ ! -f "$known" ]; then
		measure "$1" no >"$known.$$" || measure "$1" yes >"$known.$$" ||
			echo fails >"$known.$$"
		mv "$known.$$" "$known"
	fi
	read -r seconds fork <"$known"
	[ "$seconds" != fails ]
}

# What a Check program says of its first failure, or how it ended.
cause() {
	awk -v code="$2" -F: '
		$3 == "F" || $3 == "E" { print $5; found = 1; exit }
		END {
			if (found) exit
			if (code == 152 || code == 137) print "hangs"
			else if (code == 134) print "assertion"
			else if (code > 128) print "signal " code - 128
			else print "exit " code
		}' "$1"
}

# --- one fault ---

# Compiles the fault of row $1; the library with it is in $dir.
plant() {
	dir=$work/fault.$1
	mkdir -p "$dir"
	LINE=$line COLUMN=$column OLD=$old NEW=$new \
		awk -f tests/mutate/plant.awk "$file" >"$dir/fault.c" || return 1
	eval "$CC $MUTATE_CFLAGS -O1 -g0 -w -fPIC -fno-semantic-interposition" \
		'-c -o "$dir/fault.o" "$dir/fault.c"' >"$dir/log" 2>&1 ||
		return 1
	set -- "$dir/fault.o"
	for o in build/src/*/*.o; do
		[ "$o" = "build/${file%.c}.o" ] || set -- "$@" "$o"
	done
	# shellcheck disable=SC2086
	$CC -shared -Wl,-soname,"$soname" -o "$dir/$soname" "$@" $LIBS \
		>>"$dir/log" 2>&1
}

# Does the fault change the code at all?
same_code() {
	cp "$file" "$dir/fault.c"
	eval "$CC $MUTATE_CFLAGS -O1 -g0 -w -fPIC -fno-semantic-interposition" \
		'-DNDEBUG -c -o "$dir/before.o" "$dir/fault.c"' || return 1
	LINE=$line COLUMN=$column OLD=$old NEW=$new \
		awk -f tests/mutate/plant.awk "$file" >"$dir/fault.c"
	eval "$CC $MUTATE_CFLAGS -O1 -g0 -w -fPIC -fno-semantic-interposition" \
		'-DNDEBUG -c -o "$dir/after.o" "$dir/fault.c"' || return 1
	cmp -s "$dir/before.o" "$dir/after.o"
}

# The programs to ask: those named, then those that other faults in the file
# name, then, unless quick, the rest.
tests_for() {
	{
		for t in $tests; do echo "$t"; done
		[ "$subject" != random ] ||
			awk -F '\t' -v f="$file" '$2 == f { print $7 }' \
				"$work/table" | tr ' ' '\n'
		if [ -z "${MUTATE_QUICK:-}" ]; then
			for t in tests/unit tests/oracle tests/prop tests/policies; do
				ls $t/test_*.c
			done | sed 's,.*/,,; s,\.c$,,'
		fi
	} | awk 'NF && !seen[$0]++'
}

path_of() {
	case $1 in
	*.sh) ls tests/*/"$1" ;;
	*) ls build/tests/*/"$1" ;;
	esac
}

field() { printf '%s\n' "$row" | cut -f "$1"; }

try() {
	row=$(sed -n "$1p" "$work/rows")
	subject=$(field 1) file=$(field 2) line=$(field 3) column=$(field 4)
	old=$(field 5) new=$(field 6) tests=$(field 7)
	result=survived by=
	if ! plant "$1"; then
		result=broken by=$(grep -m 1 error "$dir/log" || tail -n 1 "$dir/log")
	else
		for t in $(tests_for); do
			path=$(path_of "$t") || continue
			if ! usual "$path"; then
				result=broken by="$t fails without any fault"
				break
			fi
			ask "$path" "$dir" "$dir/log" $((10 * seconds + 10)) "$fork"
			code=$?
			[ "$code" -eq 0 ] || [ "$code" -eq 77 ] && continue
			result=killed by="$t ($(cause "$dir/log" "$code"))"
			break
		done
	fi
	if [ "$result" = survived ] && same_code; then
		result=nothing by="the compiler makes the same of both"
	fi
	rm -rf "$dir"
	printf '%-8s %s:%s  %s: %s -> %s%s\n' "$result" "$file" "$line" \
		"$subject" "$old" "$new" "${by:+  [$by]}" |
		tee -a "$work/results"
}

if [ "${1:-}" = --try ]; then
	cd "$work/tree" || exit 4
	try "$2"
	exit 0
fi

# --- all of them ---

cd "$(dirname "$0")/.." || exit 4
: "${CC:=cc}" "${MUTATE_CFLAGS:?to be called by make mutate}" "${LIBS:=}"
MUTATE_JOBS=${MUTATE_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
if [ -n "${MUTATE_DIR:-}" ]; then
	mkdir -p "$MUTATE_DIR" && work=$(cd "$MUTATE_DIR" && pwd) || exit 4
else
	work=$(mktemp -d) || exit 4
	trap 'rm -rf "$work"' EXIT
	trap 'exit 4' INT TERM
fi
export work CC MUTATE_CFLAGS LIBS

rm -rf "$work/usual" "$work"/fault.*
mkdir -p "$work/tree" "$work/usual"
awk -f tests/mutate/rows.awk tests/mutate/faults.txt >"$work/table" || exit 2
{
	cat "$work/table"
	[ "${MUTATE_RANDOM:-0}" -eq 0 ] ||
		awk -v N="$MUTATE_RANDOM" -v SEED="${MUTATE_SEED:-1}" \
			-f tests/mutate/random.awk src/analysis/*.c src/policies/*.c
} | awk -F '\t' -v only="${MUTATE_ONLY:-}" \
	'index($1, only) || index($2, only)' >"$work/rows"
n=$(wc -l <"$work/rows")

for f in *; do
	# with its times, so that what is built there already is built no more
	case $f in build* | dagsim) ;; *) cp -Rp "$f" "$work/tree" ;; esac
done
cd "$work/tree" || exit 4
soname=libdagsim.so.$(cut -d . -f 1 VERSION)
export soname
echo "building the base for $n faults"
make -s -j"$MUTATE_JOBS" CC="$CC" CFLAGS=-O1 BUILD=build \
	DAGSIM_LIB="build/$soname" all programs >"$work/log" 2>&1 || {
	tail -n 20 "$work/log"
	exit 4
}
: >"$work/results"
awk -v n="$n" 'BEGIN { for (i = 1; i <= n; i++) print i }' |
	xargs -n 1 -P "$MUTATE_JOBS" sh tests/mutate.sh --try

count() { grep -c "^$1" "$work/results"; }
echo
echo "$n faults: $(count killed) killed, $(count survived) survived," \
	"$(count nothing) change nothing, $(count broken) cannot be asked"
grep '^survived\|^broken' "$work/results"
[ "$(count broken)" -eq 0 ] || exit 2
! grep '^survived\|^nothing' "$work/results" |
	grep -qv '^[a-z]* *[^ ]*  random: '

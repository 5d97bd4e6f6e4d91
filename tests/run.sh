#!/bin/sh
# Runs the test programs given as arguments and every tests/*/*.sh, as many
# at a time as there are processors, and ends with one line: N passed,
# N failed, N skipped.
#   tests/run.sh BINARY...       ONLY=part selects by part of the name
#                                JOBS=n runs n at a time
# A Check program counts each of its checks; a script counts as one (exit 0
# passed, 77 skipped, other failed).  Output of what passed is not shown.
set -u

# A limit ends a test that hangs; it must not fail one on a busy machine, as
# the 4 s that Check allows by default may.
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-120}"

# run.sh --one DIR NAME: runs one, and leaves its three counts in DIR.
if [ "${1-}" = --one ]; then
	dir=$2 name=$3
	log=$(mktemp "$dir/log.XXXXXX") || exit 4
	case $name in
	*.sh)
		sh "$name" >"$log" 2>&1
		rc=$?
		case $rc in
		0) counts='1 0 0' ;;
		77)
			counts='0 0 1'
			echo "SKIP $name: $(tail -n 1 "$log")"
			;;
		*)
			counts='0 1 0'
			printf 'FAIL %s (exit %d)\n%s\n' "$name" $rc \
				"$(tail -n 40 "$log")"
			;;
		esac
		;;
	*)
		"$name" >"$log" 2>&1
		rc=$?
		counts=$(sed -n 's/^[0-9]*%: Checks: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\).*/\1 \2 \3/p' "$log" |
			awk '{c+=$1; f+=$2+$3} END {print c - f, f + 0, 0}')
		case "$rc $counts" in
		"0 "*) ;;
		*" 0 0 0") counts='0 1 0' ;;
		*" 0 0") counts=$(echo "$counts" | awk '{print $1 - 1, 1, 0}') ;;
		esac
		case $counts in
		*" 0 0") ;;
		*) printf 'FAIL %s\n%s\n' "$name" "$(tail -n 40 "$log")" ;;
		esac
		;;
	esac
	echo "$counts" >"$log.counts"
	exit 0
fi

cd "$(dirname "$0")/.." || exit 4
dir=$(mktemp -d) || exit 4
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
for name in tests/*/*.sh "$@"; do
	case $name in
	tests/support/* | tests/bench/*) ;;
	*"${ONLY:-}"*) [ ! -f "$name" ] || echo "$name" ;;
	esac
done >"$dir/names"
[ -s "$dir/names" ] || {
	echo "no test has '${ONLY:-}' in its name" >&2
	exit 1
}
xargs -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" -n 1 \
	sh tests/run.sh --one "$dir" <"$dir/names"
cat "$dir"/*.counts 2>/dev/null |
	awk -v n="$(wc -l <"$dir/names")" '
	{ passed += $1; failed += $2; skipped += $3 }
	END { # what left no counts was killed
		failed += n - NR
		printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
		exit failed > 0
	}'

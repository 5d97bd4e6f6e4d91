#!/bin/sh
# Runs the test programs given as arguments and every tests/*/*.sh, and ends
# with one line: N passed, N failed, N skipped.
#   tests/run.sh BINARY...       ONLY=part selects by part of the name
# A Check program counts each of its checks; a script counts as one (exit 0
# passed, 77 skipped, other failed).  Output of what passed is not shown.
set -u
cd "$(dirname "$0")/.." || exit 4
passed=0 failed=0 skipped=0
log=$(mktemp) || exit 4
trap 'rm -f "$log"' EXIT INT TERM

for bin in "$@"; do
	case $bin in *"${ONLY:-}"*) ;; *) continue ;; esac
	"$bin" >"$log" 2>&1
	rc=$?
	counts=$(sed -n 's/^[0-9]*%: Checks: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\).*/\1 \2 \3/p' "$log" |
		awk '{c+=$1; f+=$2+$3} END {print c+0, f+0}')
	checks=${counts% *} bad=${counts#* }
	if [ "$rc" -ne 0 ] && [ "$bad" -eq 0 ]; then
		bad=1
		[ "$checks" -gt 0 ] || checks=1
	fi
	passed=$((passed + checks - bad)) failed=$((failed + bad))
	if [ "$bad" -gt 0 ]; then
		echo "FAIL $bin"
		tail -n 40 "$log"
	fi
done
for sh in tests/*/*.sh; do
	[ -f "$sh" ] || continue
	case $sh in tests/support/* | tests/bench/*) continue ;; esac
	case $sh in *"${ONLY:-}"*) ;; *) continue ;; esac
	sh "$sh" >"$log" 2>&1
	rc=$?
	case $rc in
	0) passed=$((passed + 1)) ;;
	77)
		skipped=$((skipped + 1))
		echo "SKIP $sh: $(tail -n 1 "$log")"
		;;
	*)
		failed=$((failed + 1))
		echo "FAIL $sh (exit $rc)"
		tail -n 40 "$log"
		;;
	esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]

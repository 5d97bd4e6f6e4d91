# Everything that reads the sources rather than runs them: the quick checks of
# make check and the slow ones.  Run by make lint.
bad=0
for s in tests/lint/*.sh tests/lint/slow/*.sh; do
	out=$(sh "$s" 2>&1)
	case $? in
	0) echo "ok    $s" ;;
	77) echo "skip  $s: $out" ;;
	*)
		echo "FAIL  $s"
		echo "$out"
		bad=1
		;;
	esac
done
exit $bad

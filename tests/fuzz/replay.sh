# Every corpus, through its fuzz target, with whatever compiler there is.
bad=0
for f in tests/fuzz/fuzz_*.c; do
	name=$(basename "$f" .c)
	name=${name#fuzz_}
	"${BUILD:-build}/tests/fuzz/replay_$name" \
		"tests/fuzz/corpus/$name"/* || bad=1
done
exit $bad

# The same bytes from gcc and clang, -O0 and -O3 -march=native, with and
# without AVX2 and FMA, and in any order of the policies.
# QUICK=1 leaves the compilers out, since they take a minute or two.
. tests/support/cli.sh
mix=workloads/synthetic_mix.yaml

# In any order of -p each policy leaves the same trace.
digests() {
	grep -o '"policy": "[a-z_]*"\|"trace_sha256": "[0-9a-f]*"' "$tmp/out" |
		paste - - | sort
}
run 0 simulate $mix --json -d 5 -p edf -p fifo -p dynamic_batch
digests >"$tmp/one"
[ "$(grep -c trace_sha256 "$tmp/one")" -eq 3 ] || fail "no digests"
run 0 simulate $mix --json -d 5 -p dynamic_batch -p edf -p fifo
digests | cmp -s "$tmp/one" - || fail "the order of -p changes a trace"
run 0 simulate $mix --json -d 5 -p all
digests >"$tmp/all"
grep -qFf "$tmp/one" "$tmp/all" || fail "all differs"
run 0 simulate $mix --json -d 5 -p edf -p fifo -p dynamic_batch --seed 1
digests | cmp -s "$tmp/one" - && fail "the seed changes nothing"

all_digests() {
	for w in workloads/*.yaml; do
		"$1" simulate "$w" --json -d 20 --late run -u 1.1
	done >"$2"
	grep -q trace_sha256 "$2" || fail "no output from $1"
}
all_digests "$dagsim" "$tmp/here"
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-AVX512F
export GLIBC_TUNABLES
all_digests "$dagsim" "$tmp/there"
unset GLIBC_TUNABLES
cmp -s "$tmp/here" "$tmp/there" || fail "AVX2 and FMA change the result"

[ -z "${QUICK:-}" ] || exit 0
for how in 'gcc -O0' 'gcc -O3 -march=native' 'clang -O0' \
	'clang -O3 -march=native'; do
	compiler=${how%% *}
	command -v "$compiler" >/dev/null || continue
	build=$tmp/$(echo "$how" | tr -c 'a-zA-Z0-9\n' _)
	make -s -j"$(getconf _NPROCESSORS_ONLN)" BUILD="$build" \
		CC="$compiler" CFLAGS="${how#* }" "$build/dagsim" \
		>"$tmp/out" 2>"$tmp/err" || fail "$how does not build"
	all_digests "$build/dagsim" "$tmp/there"
	cmp -s "$tmp/here" "$tmp/there" || fail "$how changes the result"
done

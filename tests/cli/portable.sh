# The same bytes from gcc and clang, -O0 and -O3 -march=native, with and
# without AVX2 and FMA, and in any order of the policies.
# QUICK=1 leaves the compilers out, since they take a minute or two.
. tests/support/cli.sh
mix=workloads/synthetic_mix.yaml
build=${BUILD:-build}

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

platforms=$("$dagsim" platforms | awk 'NR > 1 { print $1 }')
[ "$(echo "$platforms" | wc -l)" -ge 15 ] || fail "platforms: $platforms"
all_digests() {
	for w in workloads/*.yaml; do
		"$1" simulate "$w" --json -d 20 --late run -u 1.1
	done >"$2" 2>/dev/null
	grep -q trace_sha256 "$2" || fail "no output from $1"
	for p in $platforms; do
		for w in autoware_reference_system can_echo rosace \
			picas_case_study; do
			"$1" simulate "workloads/$w.yaml" --json -d 1.5 -s 7 \
				--platform "$p" --kernel linux612-rt-load
		done
	done >"$2.platforms" 2>/dev/null
	grep -o '"trace_sha256": "[0-9a-f]*"' "$2.platforms" | sort -u \
		>"$2.sums"
	[ "$(wc -l <"$2.sums")" -ge 30 ] || fail "few digests from $1"
	cat "$2.platforms" >>"$2"
}
all_digests "$dagsim" "$tmp/here"
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-AVX512F
export GLIBC_TUNABLES
all_digests "$dagsim" "$tmp/there"
unset GLIBC_TUNABLES
cmp -s "$tmp/here" "$tmp/there" || fail "AVX2 and FMA change the result"

[ -z "${QUICK:-}" ] || exit 0
# Objects with sanitizers want programs with them.
"$dagsim" --version --json | grep -q sanitize && exit 0
# What a run and its digest depend on is compiled anew; commands, verdicts and
# exports are those of this build.
sources=$(ls src/base/*.c src/model/*.c src/policies/*.c src/sim/*.c \
	src/platform/*.c src/trace/codec*.c src/trace/metrics*.c \
	src/trace/quantiles*.c src/trace/trace_write.c)
# shellcheck disable=SC2089,SC2090 # the quotes belong to the version
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math
	-fPIC -pthread -Isrc -I. -DDAGSIM_VERSION=\"$(cat VERSION)\"
	$(pkg-config --cflags yaml-0.1 gsl libmd)"
libs="$(pkg-config --libs yaml-0.1 gsl libmd) -lm -pthread -ldl"
# shellcheck disable=SC2090 # the same
export how flags there
for how in 'gcc -O0' 'gcc -O3 -march=native' 'clang -O0' \
	'clang -O3 -march=native'; do
	command -v "${how%% *}" >/dev/null || continue
	there=$tmp/$(echo "$how" | tr -c 'a-zA-Z0-9\n' _)
	mkdir "$there"
	# shellcheck disable=SC2086 # lists of words
	echo $sources | tr ' ' '\n' |
		xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 24 sh -c '
			for f; do
				o=$(echo "$f" | tr / _)
				$how $flags -c -o "$there/${o%.c}.o" "$f" || exit 255
			done' compile >"$tmp/out" 2>"$tmp/err" ||
		fail "$how does not build"
	# shellcheck disable=SC2086 # lists of words
	${how%% *} -rdynamic -o "$there/dagsim" "$build"/cli/*.o "$there"/*.o \
		"$build/libdagsim.a" $libs >"$tmp/out" 2>"$tmp/err" ||
		fail "$how does not link"
	all_digests "$there/dagsim" "$tmp/there"
	cmp -s "$tmp/here" "$tmp/there" || fail "$how changes the result"
done

# The tables of noise are the same whatever compiled them and whatever the
# CPU can do: hashes of many tables, from gcc and clang, unoptimized and fully
# optimized for this CPU, with the maths library's AVX2 and FMA paths on and
# off.
set -u
libs=$(pkg-config --libs gsl) || {
	echo "no pkg-config for gsl"
	exit 77
}
dir=$(mktemp -d) || exit 4
trap 'rm -rf "$dir"' EXIT INT TERM
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math
	-Isrc -I. $(pkg-config --cflags gsl)"
runs=0

compare() {
	runs=$((runs + 1))
	if [ "$runs" -eq 1 ]; then
		mv "$dir/out" "$dir/first"
		[ "$(wc -l <"$dir/first")" -ge 250 ] || {
			echo "too few tables:"
			cat "$dir/first"
			exit 1
		}
	elif ! diff "$dir/first" "$dir/out"; then
		echo "FAIL: tables differ: $1"
		exit 1
	fi
}

for cc in gcc clang; do
	command -v $cc >/dev/null || continue
	for opt in -O0 "-O3 -march=native"; do
		# shellcheck disable=SC2086 # lists of words
		$cc $opt $flags -o "$dir/dump" tests/unit/noise_dump.c \
			src/model/noise*.c src/model/latency.c \
			src/model/latency_law.c src/model/latency_names.c \
			src/model/latency_summary.c src/model/latency_tail.c \
			src/base/portable.c src/base/arena.c src/base/pages.c src/base/error.c \
			src/base/rng.c $libs -lm || exit 1
		"$dir/dump" >"$dir/out" || exit 1
		compare "$cc $opt"
		# Spelled so in glibc 2.33 and later; unknown names do nothing.
		GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable \
			"$dir/dump" >"$dir/out" || exit 1
		compare "$cc $opt without AVX2 and FMA"
	done
done
[ "$runs" -ge 4 ] || {
	echo "neither gcc nor clang is here"
	exit 77
}
echo "$runs runs, $(wc -l <"$dir/first") tables each, all the same"

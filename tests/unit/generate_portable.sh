# Generated sets are the same whatever compiled them and whatever the CPU can
# do: hashes of many sets, from gcc without optimization and from clang with
# that for this CPU, with the maths library's AVX2 and FMA paths on and off.
set -u
libs=$(pkg-config --libs yaml-0.1 gsl) || {
	echo "no pkg-config for the libraries"
	exit 77
}
dir=$(mktemp -d) || exit 4
trap 'rm -rf "$dir"' EXIT INT TERM
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math
	-Isrc -I. $(pkg-config --cflags yaml-0.1 gsl)"
runs=0

compare() {
	runs=$((runs + 1))
	if [ "$runs" -eq 1 ]; then
		mv "$dir/out" "$dir/first"
		[ "$(sort -u "$dir/first" | wc -l)" -ge 1800 ] || {
			echo "too few different sets"
			exit 1
		}
	elif ! cmp "$dir/first" "$dir/out"; then
		echo "FAIL: sets differ: $1"
		exit 1
	fi
}

# What draws nothing is compiled once.
for f in base/arena base/decimal base/error base/file base/pages base/rng base/time \
	model/fields model/noise model/noise_steps model/tree \
	model/tree_yaml model/values model/workload; do
	# shellcheck disable=SC2086 # a list of words
	${CC:-cc} $flags -c -o "$dir/$(basename $f).o" "src/$f.c" || exit 1
done
for way in "gcc -O0" "clang -O2 -march=native"; do
	command -v "${way%% *}" >/dev/null || continue
	# shellcheck disable=SC2086 # lists of words
	$way $flags -o "$dir/dump" tests/unit/generate_dump.c \
		src/model/generate*.c src/model/draw.c \
		src/model/utilization.c src/base/portable.c \
		"$dir"/*.o $libs -lm || exit 1
	"$dir/dump" >"$dir/out" || exit 1
	compare "$way"
	# Spelled so in glibc 2.33 and later; unknown names do nothing.
	GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable \
		"$dir/dump" >"$dir/out" || exit 1
	compare "$way without AVX2 and FMA"
done
[ "$runs" -ge 2 ] || {
	echo "neither gcc nor clang is here"
	exit 77
}
echo "$runs runs, $(wc -l <"$dir/first") sets each, all the same"

# clang-tidy with the checks named in .clang-tidy, each finding an error.
command -v clang-tidy >/dev/null || {
	echo "no clang-tidy"
	exit 77
}
# shellcheck disable=SC2046 # flags and files are words
find src cli -name '*.c' -print0 | xargs -0 -n 4 \
	-P "$(getconf _NPROCESSORS_ONLN)" sh -c '
	clang-tidy --quiet "$@" -- -std=c11 -D_POSIX_C_SOURCE=200809L \
		-Isrc -I. -DDAGSIM_VERSION="\"0\"" '"$(pkg-config --cflags \
	yaml-0.1 libcjson gsl libmd)"' 2>/dev/null' sh

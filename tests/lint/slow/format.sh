# The sources are as clang-format leaves them.
command -v clang-format >/dev/null || {
	echo "no clang-format"
	exit 77
}
find src cli tests -name '*.[ch]' -print0 |
	xargs -0 clang-format --dry-run --Werror

# Every shell script passes shellcheck.
command -v shellcheck >/dev/null || {
	echo "no shellcheck"
	exit 77
}
# tests/*.sh are sourced helpers' clients: what they set is used there.
find . -name '*.sh' ! -path './build*' -print0 | xargs -0 \
	shellcheck -S warning -s sh -e SC1091,SC2034,SC2154 || exit 1
shellcheck .ci/run

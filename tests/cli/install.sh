# make install puts everything where PREFIX and DESTDIR say; a program builds
# against it through pkg-config; make uninstall leaves nothing.
. tests/support/cli.sh
command -v pkg-config >/dev/null || exit 77
if "$dagsim" --version --json | grep -q sanitize; then
	echo "a library with sanitizers wants programs with them"
	exit 77
fi
make -s install BUILD="${BUILD:-build}" DESTDIR="$tmp/root" PREFIX=/opt/d \
	>"$tmp/out" 2>"$tmp/err" || fail "make install"
root=$tmp/root/opt/d
for f in bin/dagsim lib/libdagsim.a lib/libdagsim.so lib/pkgconfig/dagsim.pc \
	include/dagsim/sim/sim.h include/dagsim/policies/policy.h \
	share/man/man3/dagsim-policy.3 share/man/man1/dagsim.1 \
	share/bash-completion/completions/dagsim \
	share/zsh/site-functions/_dagsim \
	share/fish/vendor_completions.d/dagsim.fish; do
	[ -s "$root/$f" ] || fail "$f is not installed"
done
[ "$("$root/bin/dagsim" --version)" = "dagsim $(cat VERSION)" ] ||
	fail "the installed program"

cat >"$tmp/use.c" <<'END'
#include <base/time.h>
#include <stdio.h>

int main(void)
{
	dag_time t;
	char text[32];

	if (time_parse("1.5s", 4, 0, true, &t) != TIME_OK)
		return 1;
	time_format(text, sizeof(text), t);
	puts(text);
	return 0;
}
END
PKG_CONFIG_PATH=$root/lib/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # flags are words
${CC:-cc} -o "$tmp/use" "$tmp/use.c" $(pkg-config \
	--define-variable=libdir="$root/lib" \
	--define-variable=includedir="$root/include" --cflags --libs dagsim) \
	2>"$tmp/err" || fail "a program does not build against the library"
[ "$(LD_LIBRARY_PATH=$root/lib "$tmp/use")" = 1.5s ] ||
	fail "a program does not run against the library"

# A policy against the installed headers, by the installed program.
(cd "$tmp" && "$root/bin/dagsim" new-policy mine && make -s -C mine check \
	CASES=300 CC="${CC:-cc}") >"$tmp/out" 2>"$tmp/err" ||
	fail "a new policy does not pass with what was installed"
grep -q "^DAGSIM_CFLAGS ?= -I$root/include/dagsim$" "$tmp/mine/Makefile" ||
	fail "a new policy does not use the installed headers"
out_has '^every property held$'
rm -r "$tmp/mine"

make -s uninstall DESTDIR="$tmp/root" PREFIX=/opt/d >"$tmp/out" 2>&1
left=$(find "$tmp/root" ! -type d)
[ -z "$left" ] || fail "left behind: $left"
exit 0

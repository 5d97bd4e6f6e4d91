# cppcheck, level: warning, performance, portability; exhaustive on our code.
command -v cppcheck >/dev/null || {
	echo "no cppcheck"
	exit 77
}
# REQUIRE(false && "why") is how a place that is never reached says so.
exec cppcheck --quiet --std=c11 --enable=warning,performance,portability \
	--inline-suppr --error-exitcode=1 --suppress=missingIncludeSystem \
	--suppress=incorrectStringBooleanError \
	--suppress=preprocessorErrorDirective:src/model/generate_keys.h \
	-j "$(getconf _NPROCESSORS_ONLN)" -Isrc -I. \
	-DDAGSIM_VERSION='"0"' src cli

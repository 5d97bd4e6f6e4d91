#!/bin/sh
# From a bare Debian (or Ubuntu) machine to the first result.
#   sh bootstrap.sh          install what is missing, build, run the demo
#   sh bootstrap.sh check    install what is missing, build, run the tests
#   sh bootstrap.sh deps     only install what is missing
# Asks nothing.  Needs root or sudo only if something is missing, and the
# network only then.  On another system: install the listed things by hand.
set -eu
cd "$(dirname "$0")"
what=${1:-demo}
case $what in
demo | check | deps) ;;
*)
	echo "usage: sh bootstrap.sh [demo|check|deps], not '$what'" >&2
	exit 2
	;;
esac

say() {
	printf '==> %s\n' "$*" >&2
}

have() {
	command -v "$1" >/dev/null 2>&1
}

# lib NAME.pc PACKAGE / tool PROGRAM PACKAGE: note the package if missing
missing=
lib() {
	have pkg-config && pkg-config --exists "$1" || missing="$missing $2"
}
tool() {
	have "$1" || missing="$missing $2"
}

look() {
	missing=
	tool cc gcc
	[ -e /usr/include/stdio.h ] || missing="$missing libc6-dev"
	tool make make
	tool pkg-config pkg-config
	lib yaml-0.1 libyaml-dev
	lib gsl libgsl-dev
	lib libmd libmd-dev
	if [ "$what" != demo ]; then
		lib check check
		lib libcjson libcjson-dev
	fi
}

# Tests that lack one of these are skipped, so they may fail to install.
look_for_extras() {
	missing=
	[ "$what" != demo ] || return 0
	tool gnuplot gnuplot-nox
	tool mandoc mandoc
	tool shellcheck shellcheck
	tool clang clang
	tool ctags universal-ctags
	tool parallel parallel
	tool trace-cmd trace-cmd
	tool vcd2fst gtkwave
	tool protoc protobuf-compiler
	tool chromium chromium
	tool npm npm
}

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif have sudo && [ -t 0 ]; then
		sudo "$@"
	elif have sudo; then
		sudo -n "$@"
	else
		say "not root and no sudo: run this as root: $*"
		return 1
	fi
}

install_packages() {
	if ! have apt-get; then
		say "no apt-get here; install what corresponds to: $*"
		return 1
	fi
	say "installing: $*"
	as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 ||
		say "apt-get update failed; trying with the lists at hand"
	as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -q -y --no-install-recommends "$@" >&2
}

look
if [ -n "$missing" ]; then
	# shellcheck disable=SC2086 # a list of packages
	install_packages $missing || {
		say "cannot install:$missing"
		exit 4
	}
	look
	[ -z "$missing" ] || {
		say "still missing:$missing"
		exit 4
	}
else
	say "nothing needs to be installed"
fi
look_for_extras
if [ -n "$missing" ]; then
	# shellcheck disable=SC2086
	install_packages $missing || for p in $missing; do
		install_packages "$p" ||
			say "going on without $p (its tests are skipped)"
	done
fi

[ "$what" != deps ] || exit 0
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
say "building"
make -s -j"$jobs" all >&2

if [ "$what" = check ]; then
	say "running the tests"
	exec make -s -j"$jobs" check
fi

say "simulating the shipped workloads, 30 s of virtual time each"
demo() {
	say "./dagsim $*"
	./dagsim "$@"
	echo
}
for w in multi_agent_cell synthetic_mix vla_plus_control; do
	demo simulate workloads/$w.yaml -p round_robin -p edf_batch --duration 30
done
demo simulate workloads/vla_plus_control.yaml -p edf --duration 1 --gantt
say "next: ./dagsim init > robot.yaml; ./dagsim help simulate"

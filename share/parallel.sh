#!/bin/sh
# A sweep in parts by GNU parallel, on this machine or on several:
#   sh parallel.sh PARTS OUT_DIR FIGURE_DIR -- WORKLOAD... [options of bench]
# or with --accept SPEC instead of workloads.
# Every part is one process with one thread.  What is interrupted goes on
# where it was when the same line is given again.  Set DAGSIM to the program,
# PARALLEL_OPTIONS to e.g. "--jobs 4 --sshloginfile hosts --workdir ."
set -eu
[ $# -gt 4 ] && [ "$4" = -- ] || {
	sed -n '2,4s/^# *//p' "$0" >&2
	exit 2
}
parts=$1 out=$2 figures=$3
shift 4
export PARALLEL_SHELL=/bin/sh
dagsim=${DAGSIM:-dagsim}
# shellcheck disable=SC2086 # options are words
seq "$parts" | parallel ${PARALLEL_OPTIONS:-} --quote --halt soon,fail=1 \
	"$dagsim" bench "$@" --shard "{}/$parts" --jobs 1 --resume --quiet \
	-o "$out/parts"
"$dagsim" merge "$out"/parts/*-of-"$parts".jsonl -o "$out" \
	--figure-dir "$figures"

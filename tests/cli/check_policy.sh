# check-policy and new-policy: a policy to start from compiles and passes;
# broken, crashing and hanging ones are shown, and nothing else is touched.
. tests/support/cli.sh
command -v "${CC:-cc}" >/dev/null || exit 77
cd "$tmp" || exit 4

run 0 new-policy mine
out_has '^mine/mine.c$'
out_has '^mine/Makefile$'
out_has '^mine/mine.scenario$'
make -s -C mine check CASES=1500 CC="${CC:-cc} -Werror -Wpedantic" >out \
	2>err || fail "the new policy does not pass"
out_has '^passed mine.scenario: 3 events under mine$'
out_has '^every property held$'
out_has ' a minute of one core$'
run 2 new-policy mine
complains "mine: there is such a file or folder already"
run 2 new-policy edf
complains "there is a policy 'edf' already"
run 2 new-policy 9lives
complains "'9lives' is no name for a policy"
run 0 new-policy other --dir elsewhere
[ -f elsewhere/other.c ] || fail "--dir"
run 2 new-policy third --include .
complains "there is no policies/plugin.h in it"
[ ! -e third ] || fail "half a policy"

# spoil NAME SED: a copy of the policy with a mistake
spoil() {
	sed "s/mine/$1/g; $2" mine/mine.c >"$1.c"
	${CC:-cc} -std=c11 -fPIC -shared \
		-I"$(sed -n 's/^DAGSIM_CFLAGS .*-I//p' mine/Makefile)" \
		-o "$1.so" "$1.c" || fail "$1 does not compile"
}

# A promise that is not kept.
spoil waits 's/\(answer_run(out, dev->idle, head);\)/if (now % 2000000) \1/'
echo "not yours" >waits-counterexample.yaml
run 1 check-policy ./waits.so
out_has '^BROKEN: work_conserving: '
out_has '  answer: wait until'
out_has '^the smallest workload found .*waits-counterexample-2.yaml:$'
[ "$(cat waits-counterexample.yaml)" = "not yours" ] || fail "a file is gone"
[ "$(grep -c -e '- {name' -e '- name' waits-counterexample-2.yaml)" -le 4 ] ||
	fail "not a small workload"
replay=$(sed -n 's/^replay: dagsim //p' out)
# shellcheck disable=SC2086 # the words of a command
run 1 $replay
out_has '^BROKEN: work_conserving: '
run 0 simulate waits-counterexample-2.yaml -p ./waits.so
run 1 check-policy ./waits.so --json --out x.yaml
out_has '"property": "work_conserving"'
out_has '"workload_file": "x.yaml"'
[ -s x.yaml ] || fail "--out"

# The same whatever was tried before it.
k=$(sed -n 's/^first in case \([0-9]*\) .*/\1/p' out)
run 1 check-policy ./waits.so --out x.yaml
k=$(sed -n 's/^first in case \([0-9]*\) .*/\1/p' out)
run 1 check-policy ./waits.so --out x.yaml --case "$k"
out_has "^first in case $k of seed 1"

# One that crashes, one that never answers, one that ends the process, one
# that cannot even be loaded.
spoil falls 's/answer_run(out, dev->idle, head);/if (ready_count(ready) > 2) *(volatile int *)0 = 1; else &/'
run 1 check-policy ./falls.so
out_has '^BROKEN: crash: '
out_has 'signal 11'
out_has 'case [0-9]* of seed 1'
out_has '^in decision [0-9]*, at t = .*: the policy ended on signal 11'
out_has '^  answer: none$'
[ -s falls-counterexample.yaml ] || fail "no workload of a crash"
spoil loops 's/answer_run(out, dev->idle, head);/for (volatile int i = 1; i \&\& ready_count(ready) > 2;); &/'
run 1 check-policy ./loops.so --limit 400ms
out_has '^BROKEN: hang: '
out_has 'did not answer within 400ms'
spoil leaves '1i #include <stdlib.h>
s/answer_run(out, dev->idle, head);/exit(0);/'
run 1 check-policy ./leaves.so
out_has 'ended the process, with exit code 0'
spoil dies '$a __attribute__((constructor)) static void die(void) { __builtin_trap(); }'
run 1 check-policy ./dies.so
out_has 'while it was loaded'
run 1 check-policy ./falls.so --workload falls-counterexample.yaml
run 1 check-policy ./falls.so --scenario mine/mine.scenario --cases 2000

# What the audit finds in a scenario is told with the line that was reached.
spoil reversed 's/return j->deadline;/return -j->deadline;/'
n=$(grep -n '^0ms' mine/mine.scenario | cut -d: -f1)
run 1 check-policy ./reversed.so --scenario mine/mine.scenario
out_has "^FAILED mine/mine.scenario:$n: under reversed$"
out_has '^the trace does not pass the audit: choice, at 0: slow#0 goes before'

# Bounds, and what is wrong with the question.
run 0 check-policy edf --cases 0
run 0 check-policy edf --seconds 0.3 --cases 100000000 --quiet
[ ! -s out ] || fail "--quiet"
run 2 check-policy edff
complains "unknown policy 'edff'; did you mean 'edf'"
run 2 check-policy gedf+edf
complains "one policy is checked at a time"
run 2 check-policy ./none.so
complains "none.so: cannot open this plugin"
run 2 check-policy ./mine/mine.so:exmple=1
complains "no parameter 'exmple'"
run 0 check-policy ./mine/mine.so:example=1 --cases 200
run 2 check-policy ./mine/mine.so -w "$OLDPWD/workloads/none.yaml"
sed 's/ POLICY_ON_CORES |//; s/POLICY_PREEMPTS |//' mine/mine.c >lone.c
sed -i 's/"mine"/"lone"/; s/dev->least_urgent/NONE/g' lone.c
${CC:-cc} -std=c11 -fPIC -shared \
	-I"$(sed -n 's/^DAGSIM_CFLAGS .*-I//p' mine/Makefile)" -o lone.so lone.c ||
	fail "lone.c does not compile"
cat >cores.yaml <<'END'
platform: {cores: 1}
tasks: [{name: t, period: 9ms, nodes: {n: 1ms}}]
END
run 2 check-policy ./lone.so -w cores.yaml
complains "policy 'lone' does not drive the platform"
run 2 check-policy edf --tie fifo
complains "go with --workload"
run 2 check-policy gedf --workload "$OLDPWD/workloads/multi_agent_cell.yaml"
complains "does not drive the platform"
run 0 check-policy edf_batch:lookahead=4 \
	-w "$OLDPWD/workloads/multi_agent_cell.yaml"
exit 0

# A policy in a shared object runs wherever one from the table does, under the
# same rules; what is no such object is refused in one sentence.
. tests/support/cli.sh
command -v "${CC:-cc}" >/dev/null || exit 77
w=workloads/multi_agent_cell.yaml

# make_object NAME [CPPFLAG...]: compiles $tmp/plugin.c to $tmp/NAME.so
make_object() {
	name=$1
	shift
	${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -fPIC -shared \
		-Isrc "$@" -o "$tmp/$name.so" "$tmp/plugin.c" ||
		fail "the plugin does not compile"
}

cat >"$tmp/plugin.c" <<'END'
#include <policies/plugin.h>

#include <stdlib.h>

#ifndef NAME
#define NAME "mine"
#endif
#ifndef FLAGS
#define FLAGS POLICY_WORK_CONSERVING
#endif
#ifndef BATCH
#define BATCH BATCH_NONE
#endif

static int64_t key(const struct policy *p, const struct job *j)
{
	(void)p;
	return j->deadline;
}

static void choose(struct policy *p, const struct ready_queue *ready,
		   dag_time now, const struct device_state *dev,
		   struct decision *out)
{
	(void)p, (void)now;
#ifdef MISDEED
	if (now > 0 || ready_count(ready) > 1) {
		MISDEED;
	}
#endif
	out->kind = WAIT;
	out->wait_until = DAG_TIME_MAX;
	if (!ready_count(ready) || dev->idle == NONE)
		return;
	out->kind = DISPATCH;
	out->exec = dev->idle;
	out->n_jobs = 1;
	out->jobs[0] = ready_head(ready);
}

#ifdef STICKS
__attribute__((constructor)) static void stick(void)
{
	for (volatile int on = 1; on;)
		continue;
}
#endif

static const struct policy_param params[] = {
	{"gain", "does nothing", 1, 0, 9, false, NULL},
	{0},
};

const struct policy_ops ops = {
	.name = NAME,
	.summary = "as edf",
	.traits = {ORDER_EDF, BATCH, VIEW_HEAD,
		   POLICY_CRITICAL_FIRST | POLICY_ON_ACCELERATOR | FLAGS},
	.params = params,
	.key = key,
	.choose = choose,
};

#ifdef ABI
const struct policy_plugin dagsim_policy = {ABI, PLUGIN_STRUCTS, PLUGIN_SIZES,
					    &ops};
#elif defined(SIZES)
const struct policy_plugin dagsim_policy = {POLICY_ABI, PLUGIN_STRUCTS,
					    {SIZES}, &ops};
#elif !defined(SILENT)
DAGSIM_POLICY(ops);
#endif
END
make_object mine

# The same schedule as the policy that it imitates.
run 0 simulate $w -p edf --schedule "$tmp/edf.csv" -d 5
run 0 simulate $w -p "$tmp/mine.so" --schedule "$tmp/mine.csv" -d 5
sed 's/^edf,/mine,/' "$tmp/edf.csv" | cmp -s - "$tmp/mine.csv" ||
	fail "another schedule than edf's"
run 0 simulate $w -p edf -p "$tmp/mine.so:gain=2" -d 1
out_has '^mine:gain=2 '
(cd "$tmp" && "$dagsim" simulate "$OLDPWD/$w" -p mine.so -d 1) \
	>"$tmp/out" 2>"$tmp/err" || fail "a name without a slash"
out_has '^reproduce: .*-p mine\.so'

# Analysis goes by what it declares.
run 0 analyze $w -p "$tmp/mine.so"
out_has '^np_edf: schedulable (policy mine)'
run 0 bench $w -p "$tmp/mine.so,edf" -n 1 -d 1 --out-dir "$tmp/sweep" --quiet
grep -q '"policy":"mine"' "$tmp"/sweep/*.json* || fail "no rows of the plugin"
run 0 policies --describe "$tmp/mine.so" --json
out_has '"name":"mine"'
out_lacks '"name":"edf"'

# Settings of a workload reach it, once it is loaded.
sed '/^policies:/,$d' $w >"$tmp/w.yaml"
echo 'policies: {mine: {gain: 3}}' >>"$tmp/w.yaml"
run 0 simulate "$tmp/w.yaml" -p "$tmp/mine.so" -d 1
run 2 simulate "$tmp/w.yaml" -p edf -d 1
complains "unknown policy 'mine'"
sed 's/gain: 3/gain: 10/' "$tmp/w.yaml" >"$tmp/v.yaml"
run 2 simulate "$tmp/v.yaml" -p "$tmp/mine.so" -d 1
complains "v.yaml:.*'gain' of policy mine is 10; valid: 0 to 9"

# What is refused, and how.
run 2 simulate $w -p "$tmp/none.so"
complains 'none.so: cannot open this plugin: No such file'
run 2 simulate $w -p "$tmp/plugin.c"
complains 'no shared object that can be loaded'
head -c 3000 "$tmp/mine.so" >"$tmp/cut.so"
run 2 simulate $w -p "$tmp/cut.so"
complains 'cut.so: .* loaded: it has been cut off'
cp "$tmp/mine.so" "$tmp/alien.so"
printf '\267' | dd of="$tmp/alien.so" bs=1 seek=18 conv=notrunc 2>/dev/null
run 2 simulate $w -p "$tmp/alien.so"
complains 'compiled for another kind of processor'
make_object silent -DSILENT
run 2 simulate $w -p "$tmp/silent.so"
complains "no policy: it has no symbol 'dagsim_policy'"
make_object old -DABI=0
run 2 simulate $w -p "$tmp/old.so"
complains 'compiled for version 0 of the policy interface, this program has version 1'
make_object sizes -DSIZES=sizeof\(struct\ policy_ops\),8
run 2 simulate $w -p "$tmp/sizes.so"
complains 'against other headers: struct policy has 8 bytes there'
make_object taken '-DNAME="edf"'
run 2 simulate $w -p "$tmp/taken.so"
complains "calls its policy 'edf', as another one is called"
make_object named '-DNAME="a:b"'
run 2 simulate $w -p "$tmp/named.so"
complains 'no name made of letters'
make_object waits -DBATCH=BATCH_TIMEOUT
run 2 simulate $w -p "$tmp/waits.so"
complains "policy 'mine' waits to fill batches, so it cannot be work"
make_object preempts -DFLAGS=POLICY_PREEMPTS
run 2 simulate $w -p "$tmp/preempts.so"
complains 'preempts, but drives no cores'
make_object flag -DFLAGS=0x40000000
run 2 analyze $w -p "$tmp/flag.so"
complains 'declares a flag that does not exist'
make_object two '-DFLAGS=0'
run 2 simulate $w -p "$tmp/mine.so" -p "$tmp/two.so"
complains "calls its policy 'mine', as another one is called"

# One that takes the process down is named, no half written file stays, and
# the exit code is no result.
make_object falls -DMISDEED='*(volatile int *)8 = 1'
make_object leaves -DMISDEED='exit(0)'
make_object loops -DMISDEED='for (volatile int on = 1; on;) continue'
mkdir "$tmp/empty"
run 2 simulate $w -p "$tmp/falls.so" --trace "$tmp/empty/t"
err_has 'a policy from .*/falls.so ended on signal 11 (Segmentation fault)'
err_has 'try dagsim check-policy$'
run 2 bench $w -p "$tmp/falls.so" -n 1 -d 1 --out-dir "$tmp/sweep2" --quiet
err_has 'falls.so ended on signal 11'
run 2 simulate $w -p "$tmp/leaves.so" --schedule "$tmp/empty/s.csv"
err_has 'leaves.so ended the process'
[ -z "$(ls -A "$tmp/empty")" ] || fail "half a file is left"
run 1 falsify $w -p "$tmp/falls.so" --trace "$tmp/empty/t"
err_has 'signal 11 (Segmentation fault), in case 1 of seed 1; try'
run 1 falsify $w -p "$tmp/leaves.so" -s 7
err_has 'ended the process, in case 1 of seed 7'
run 1 falsify $w -p "$tmp/loops.so" --limit 200ms
err_has 'loops.so does not answer within 200ms, in case 1 of seed 1'
[ ! -s "$tmp/out" ] || fail "a report of what was not done"

# One that never answers, on a thread of bench too, and before it has been asked
# for anything; all at once, as each takes its two seconds.
make_object sticks -DNAME='"sticks"' -DSTICKS
"$dagsim" simulate $w -p edf -p "$tmp/loops.so" --trace "$tmp/empty/t" \
	>/dev/null 2>"$tmp/silent1" &
one=$!
"$dagsim" bench $w -p "edf,$tmp/loops.so" -n 2 -d 1 --jobs 2 --quiet \
	--out-dir "$tmp/sweep3" 2>"$tmp/silent2" &
two=$!
"$dagsim" analyze $w -p "$tmp/sticks.so" >/dev/null 2>"$tmp/silent3" &
three=$!
for child in $one $two $three; do
	wait $child
	rc=$?
	[ $rc -eq 2 ] || fail "a policy that does not answer: exit $rc, not 2"
done
for name in loops loops sticks; do
	n=$((${n:-0} + 1))
	grep -q "a policy from [^ ]*/$name.so does not answer within 2s; try dag" \
		"$tmp/silent$n" || fail "not named: $(cat "$tmp/silent$n")"
done
[ -z "$(ls -A "$tmp/empty")" ] || fail "half a file is left"
exit 0

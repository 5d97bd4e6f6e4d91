# generate: what it makes can be read, is made again by number, and tells how.
. tests/support/cli.sh
for kind in streams tasks dag; do
	run 0 generate $kind
	quiet
	cp "$tmp/out" "$tmp/$kind.yaml"
	run 0 check "$tmp/$kind.yaml"
	quiet
	run 0 simulate "$tmp/$kind.yaml" --duration 1
done

# One among many, alone, and by the command that its header gives.
run 0 generate dag --graph gnp --nodes 5..9 --seed 3 -n 12 -o "$tmp/sets"
out_has "sets: 12 sets, seed 3; vectors .* 12, thrown away: 0 (0.0 %)"
[ "$(find "$tmp/sets" -type f | wc -l)" -eq 12 ] || fail "not 12 files"
run 0 generate dag --graph gnp --nodes 5..9 --seed 3 --only 7
cmp "$tmp/out" "$tmp/sets/set_0007.yaml" || fail "set 7 is another alone"
again=$(sed -n '2s/^# dagsim //p' "$tmp/sets/set_0007.yaml")
eval "\"\$dagsim\" $again" >"$tmp/again" || fail "the header's command fails"
cmp "$tmp/again" "$tmp/sets/set_0007.yaml" || fail "the header lies"
cmp -s "$tmp/sets/set_0001.yaml" "$tmp/sets/set_0002.yaml" &&
	fail "two sets are the same"
run 0 check --quiet "$tmp"/sets/*.yaml
quiet

# A name in quotes, and a file of one set.
run 0 generate tasks --period '10ms, 20ms*2' --only 2 -o "$tmp/two.yaml"
[ ! -s "$tmp/out" ] || fail "says something"
again=$(sed -n '2s/^# dagsim //p' "$tmp/two.yaml")
eval "\"\$dagsim\" $again" | cmp - "$tmp/two.yaml" || fail "quoting"

# The spec in the header, and the one that is printed, make the same set.
run 0 generate --preset awkernel-table5 --utilization 1.5 --only 4
cp "$tmp/out" "$tmp/set"
grep -v '^#' "$tmp/set" >"$tmp/want"
sed -n 's/^#   //p' "$tmp/set" >"$tmp/spec.yaml"
run 0 generate --spec "$tmp/spec.yaml" --only 4
grep -v '^#' "$tmp/out" | cmp - "$tmp/want" || fail "spec of the header"
run 0 generate --preset awkernel-table5 --utilization 1.5 --print-spec
cmp "$tmp/out" "$tmp/spec.yaml" || fail "--print-spec"
"$dagsim" generate --spec - --only 4 <"$tmp/spec.yaml" | grep -v '^#' |
	cmp - "$tmp/want" || fail "spec from stdin"
# Options go before the file.
run 0 generate dag --spec "$tmp/spec.yaml" --utilization 0.5 --print-spec
out_has '^utilization: 0\.5$'

# What is thrown away is told.
run 0 generate tasks --tasks 3 --utilization 1.5 -n 400 -o "$tmp/thrown"
out_has 'thrown away: [1-9][0-9]* (3[0-9]\.[0-9] %)'
run 0 generate tasks --unit 5ms --period 10ms --utilization 0.1
out_has '^# times raised to one unit: 10$'

# Mistakes.
run 2 generate
complains 'what kind of workload? streams, tasks or dag'
run 2 generate stream
complains "unknown kind 'stream'; did you mean 'streams'?"
run 2 generate streams --perod 1ms
complains "'--perod'.*--period"
run 2 generate streams --period 10
complains "'period' is '10', which needs a unit"
run 2 generate streams --nodes 10
complains "'nodes' is for the kind dag, not for streams"
run 2 generate dag --graph chain --nodes 10
complains "'nodes' is for the graph"
run 2 generate tasks --preset awkernel-table5
complains "'tasks' was asked for, but the spec or preset is about 'dag'"
run 2 generate --preset awkernel
complains "unknown preset 'awkernel'"
run 2 generate streams -n 3
complains '3 sets need a folder: give -o DIR'
run 2 generate streams -n 3 --only 2 -o "$tmp/x"
complains 'exclude each other'
printf 'kind: tasks\nperiod: 10ms\nperod: 3ms\n' >"$tmp/bad.yaml"
run 2 generate --spec "$tmp/bad.yaml"
complains "bad\.yaml:3:1: unknown key 'perod' of a spec; did you mean 'period'?"
run 2 generate --spec "$tmp/none.yaml"
complains 'none\.yaml'
run 2 generate tasks --deadline-factor 0..1
complains "'deadline_factor' may be 0"
run 0 generate tasks --deadline between --deadline-factor 0
# A set that does not exist leaves nothing behind.
run 2 generate tasks --tasks 10 --utilization 9.9 --tries 30 -n 50 -o "$tmp/no"
complains 'set [0-9]*: uunifast_discard found no .* in 30 tries; randfixedsum'
[ ! -e "$tmp/no" ] || fail "a folder was left behind"
run 4 generate streams -o "$tmp/none/there.yaml"
complains 'none/there\.yaml'
run 4 generate streams -n 2 -o "$tmp/streams.yaml/x"
complains 'cannot make this folder'
exit 0

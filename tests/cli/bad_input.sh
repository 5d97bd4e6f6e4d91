# Bad input ends with exit 2 and one line that says where and what: no crash,
# no output file, nothing on stdout.
. tests/support/cli.sh

good() {
	cat <<'END'
name: base
models:
  cnn: {profile: {type: linear, a_ms: 4, c_ms: 1}, max_batch: 4, batchable: true, noise: {sigma: 0.1}}
  mlp: {profile: {type: table, points_ms: {1: 2, 2: 3}}, max_batch: 2, batchable: true}
streams:
  - {name: cam, model: cnn, rate_hz: 30, deadline_ms: 30, jitter_ms: 1}
  - {name: arm, model: mlp, period_ms: 10, criticality: high}
sim: {duration_s: 1}
END
}
good >"$tmp/good.yaml"
run 0 simulate "$tmp/good.yaml" --quiet

# bad PATTERN SED-SCRIPT: the edited workload is refused with that message
bad() {
	good | sed -e "$2" >"$tmp/bad.yaml"
	cmp -s "$tmp/good.yaml" "$tmp/bad.yaml" && fail "no edit: $2"
	refuse "$1"
}

# refuse PATTERN: so is $tmp/bad.yaml
refuse() {
	rm -f "$tmp/trace" "$tmp/sched"
	run 2 simulate "$tmp/bad.yaml" -p edf --schedule "$tmp/sched" \
		--trace "$tmp/trace"
	complains "^$tmp/[a-z]*\.[a-z]*:[0-9]*:[0-9]*: .*$1"
	[ -z "$(find "$tmp" -name 'trace*' -o -name 'sched*')" ] ||
		fail "an output file after: $1"
	run 2 check "$tmp/bad.yaml"
	complains "$1"
}

bad "'deadline' is '30'.*deadline_ms" 's/deadline_ms: 30/deadline: 30/'
bad "did you mean 'period_ms'" 's/period_ms/perod_ms/'
bad 'streams' 's/^streams:/streems:/'
bad "did you mean 'sigma'" 's/sigma/sigam/'
bad 'rate_hz' 's/rate_hz: 30/rate_hz: 30, rate_hz: 40/'
bad 'profile' 's/profile: {type: linear, a_ms: 4, c_ms: 1}, //'
bad 'rate_hz' 's/rate_hz: 30/rate_hz: 0/'
bad 'rate_hz' 's/rate_hz: 30/rate_hz: -30/'
bad 'a_ms' 's/a_ms: 4/a_ms: -4/'
bad 'a_ms' 's/a_ms: 4/a_ms: .nan/'
bad 'a_ms' 's/a_ms: 4/a_ms: .inf/'
bad 'period_ms' 's/period_ms: 10/period_ms: inf/'
bad 'period_ms' 's/period_ms: 10/period_ms: 0/'
bad 'period_ms' 's/period_ms: 10/period_ms: ten/'
bad 'period_ms' 's/period_ms: 10/period_ms: 1e300/'
bad 'period_ms' 's/period_ms: 10/period_ms: 9300000000000/'
bad 'criticality' 's/criticality: high/criticality: medium/'
bad 'jitter' 's/jitter_ms: 1/jitter_ms: 100/'
bad "'cnm'.*did you mean 'cnn'" 's/model: cnn/model: cnm/'
bad "'cam'" 's/name: arm/name: cam/'
bad 'group' 's/jitter_ms: 1/group: g/; s/period_ms: 10/period_ms: 10, group: g/'
bad 'jitter' 's/jitter_ms: 1/jitter_ms: 1, group: g/'
bad 'batch size 1\|1' 's/{1: 2, 2: 3}/{2: 3}/'
bad 'sigma' 's/sigma: 0.1/sigma: -1/'
bad 'tail_prob' 's/sigma: 0.1/sigma: 0.1, tail_prob: 7/'
bad 'type' 's/type: linear/type: lineal/'
bad 'max_batch' 's/max_batch: 4/max_batch: 0/'
bad 'max_batch' 's/max_batch: 4/max_batch: 1.5/'
bad 'arrival' 's/period_ms: 10/period_ms: 10, arrival: sporadical/'
bad 'duration' 's/duration_s: 1/duration_s: 0/'
bad 'late_policy' 's/duration_s: 1/late_policy: sometimes/'
bad "policy.*did you mean 'edf'" '$ a policies: {edff: {}}'
bad "did you mean 'lookahead'" '$ a policies: {edf_batch: {lookahed: 1}}'
bad 'lookahead' '$ a policies: {edf_batch: {lookahead: -1}}'
bad 'lookahead' '$ a policies: {edf_batch: {lookahead: 99999}}'

good | sed 's/profile: {type: linear, a_ms: 4, c_ms: 1}/profile: {type: json, path: p.json}/' \
	>"$tmp/bad.yaml"
refuse 'p\.json.*No such file'
echo '{"unit": "lightyears", "points": {"1": 2}}' >"$tmp/p.json"
refuse 'lightyears'
echo '{"unit": "ms", "points": {"1": 2}' >"$tmp/p.json"
refuse 'not valid JSON'

printf 'a: &a [*a]\n' >"$tmp/bad.yaml"
refuse '.'
awk 'BEGIN {for (i = 0; i < 100000; i++) printf "["}' >"$tmp/bad.yaml"
refuse '.'
{
	printf 'name: '
	head -c 1048576 /dev/zero | tr '\0' x
	echo
	good | sed 1d
} >"$tmp/bad.yaml"
refuse '.'
good | sed 's/base/caf\xe9/' >"$tmp/bad.yaml"
refuse 'UTF-8'
: >"$tmp/bad.yaml"
refuse '.'
printf '%%' >"$tmp/bad.yaml"
refuse '.'
head -c 4096 /dev/urandom >"$tmp/bad.yaml"
refuse '.'

mkdir "$tmp/empty"
run 2 simulate "$tmp/empty"
complains "^$tmp/empty: there are no DAG files in it"
run 2 simulate "$tmp/no-such.yaml"
complains 'no-such\.yaml.*No such file'
if [ "$(id -u)" -ne 0 ]; then
	cp "$tmp/good.yaml" "$tmp/unreadable.yaml"
	chmod 0 "$tmp/unreadable.yaml"
	run 2 simulate "$tmp/unreadable.yaml"
	complains 'Permission denied'
fi

# option PATTERN ARG...: that mistake in the arguments is told in one line
option() {
	pattern=$1
	shift
	run 2 simulate "$tmp/good.yaml" "$@"
	complains "^dagsim simulate: .*$pattern"
}
option "'12abc'" --duration 12abc
option 'not longer than 0' --duration 0
option 'negative' --duration -1
option "'nan'" --duration nan
option "'1e30'" --duration 1e30
option 'above 0' --scale 0
option 'above 0' --scale -1
option "'nan'" --scale nan
option 'above 0' --utilization 0
option 'exclude each other' --scale 2 --utilization 0.5
option "did you mean 'edf'" -p edff
option 'given twice' -p edf -p edf
option 'valid: drop, run' --late perhaps
option 'valid: off, on' --noise maybe
option 'whole number' --seed -3
option "'xyz' has no '..'" --gantt=xyz
option 'ends before' --gantt=2s..1s
option 'negative' --gantt=-1..1
option 'below the table' --gantt --json
option 'exclude each other' --json --csv
option 'standard output' --trace - --schedule -
option "did you mean '--policy'" --polcy edf
option 'gantt' --gantt=xyz
option 'warm-up' --duration 1 --warmup 2
run 2 simulate
complains 'missing'
run 2 simulate "$tmp/good.yaml" "$tmp/good.yaml"
complains 'too many'

# Releases from a file
echo 'id,stream,release_ns,deadline_ns' >"$tmp/head.csv"
csv() {
	pattern=$1
	{
		cat "$tmp/head.csv"
		printf '%s\n' "$2"
	} >"$tmp/rel.csv"
	run 2 simulate "$tmp/good.yaml" -p edf --releases "$tmp/rel.csv"
	complains "^$tmp/rel\.csv:[0-9]*:[0-9]*: .*$pattern"
}
csv "did you mean 'cam'" '0,cma,0,100'
csv '.' '0,cam,0'
csv '.' '0,cam,x,100'
csv '.' '0,cam,-5,100'
csv '.' '0,cam,0,99999999999999999999'
csv '.' '0,cam,5,100
1,cam,4,100'
exit 0

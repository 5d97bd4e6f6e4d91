# check, init and schema: what a workload holds, one to start from, its form.
. tests/support/cli.sh
for w in workloads/*.yaml workloads/*/*.yaml; do
	run 0 check "$w"
	out_has "digest: $(sha256sum <"$w" | cut -d' ' -f1)"
	quiet
done
run 0 check workloads/multi_agent_cell.yaml
out_has 'models 3, tasks 6, nodes 6'
out_has 'batches: 0\.6350$'
run 0 check --json workloads/multi_agent_cell.yaml workloads/synthetic_mix.yaml
out_has '"utilization":0\.635'
out_has '"utilization":0\.68'
run 0 check --quiet workloads/*.yaml
[ ! -s "$tmp/out" ] || fail "--quiet says something"

run 0 init
cp "$tmp/out" "$tmp/robot.yaml"
run 0 check "$tmp/robot.yaml"
quiet
out_has '^.*robot\.yaml: robot$'
"$dagsim" init | "$dagsim" check - >"$tmp/out" || fail "not from stdin"

# Every mistake is told, and half a JSON is never printed.
sed 's/noise/nose/' "$tmp/robot.yaml" >"$tmp/a.yaml"
sed 's/period:/perod:/' "$tmp/robot.yaml" >"$tmp/b.yaml"
run 2 check --json "$tmp/a.yaml" "$tmp/robot.yaml" "$tmp/b.yaml"
[ ! -s "$tmp/out" ] || fail "half a JSON"
err_has "a\.yaml:[0-9]*:[0-9]*: unknown key.*'nose'"
err_has "b\.yaml:[0-9]*:[0-9]*: .*'perod'.*did you mean"
[ "$(wc -l <"$tmp/err")" -eq 2 ] || fail "not one line a file"
{
	cat "$tmp/robot.yaml"
	echo 'policies: {edf_batch: {lookahead: 2000}}'
} >"$tmp/c.yaml"
run 2 check "$tmp/c.yaml"
complains 'c\.yaml:[0-9]*:[0-9]*: .*lookahead.*0 to 1024'

run 0 schema
out_has 'json-schema.org'
command -v python3 >/dev/null || exit 0
python3 -m json.tool <"$tmp/out" >/dev/null || fail "the schema is no JSON"

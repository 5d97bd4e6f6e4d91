# bench, merge, plot: the same bytes however the work was divided or broken
# off; what does not fit together is refused.
. tests/support/cli.sh
w=workloads/multi_agent_cell.yaml
set -- "$w" workloads/synthetic_mix.yaml --util-min 0.5 --util-max 1.1 \
	--util-step 0.3 --seeds 3 --duration 2

run 0 bench "$@" --jobs 1 -o "$tmp/one"
quiet
[ "$(wc -l <"$tmp/out")" -eq 6 ] || fail "not six files"
[ "$(wc -l <"$tmp/one/multi_agent_cell_points.jsonl")" -eq 63 ] ||
	fail "not 3 utilizations x 7 policies x 3 seeds"
same() {
	for f in "$tmp"/one/*; do
		cmp "$f" "$tmp/$1/$(basename "$f")" || fail "$1 differs"
	done
	[ "$(find "$tmp/one" -type f | wc -l)" -eq \
		"$(find "$tmp/$1" -type f | wc -l)" ] || fail "$1: other files"
}

for jobs in 2 8; do
	run 0 bench "$@" --jobs "$jobs" -o "$tmp/jobs$jobs"
	same "jobs$jobs"
done
run 0 bench "$@" --resume -o "$tmp/jobs2"
same jobs2

# A row holds what simulate prints of the same run.
run 0 simulate "$w" -p edf --utilization 1.1 --seed 2 --duration 2 --json
missed=$(sed -n 's/^ *"missed": \([0-9]*\),.*/\1/p' "$tmp/out" | head -n 1)
grep '"target_util":1.1,.*"policy":"edf",.*"seed":2,' \
	"$tmp/one/multi_agent_cell_points.jsonl" |
	grep -q "\"missed\":$missed," || fail "simulate: $missed missed"

# Decimals are counted, not added up.
run 0 bench "$w" -p edf --seeds 1 --duration 0.1 --util-min 0.1 \
	--util-max 1.3 --util-step 0.1 -o "$tmp/grid"
[ "$(sed 's/.*"target_util":\([^,]*\),.*/\1/' \
	"$tmp/grid/multi_agent_cell_points.jsonl" | tr '\n' ' ')" = \
	"0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 " ] || fail "grid"

# Shards.
for k in 1 2 3; do
	run 0 bench "$@" --shard "$k/3" -o "$tmp/parts"
done
run 0 merge "$tmp"/parts/*.jsonl -o "$tmp/merged"
same merged
run 2 merge "$tmp"/parts/*.[12]-of-3.jsonl -o "$tmp/none"
complains '21 of 63 rows of multi_agent_cell are missing, the first is row 2'
run 2 merge "$tmp"/parts/*.jsonl "$tmp"/parts/multi*.1-of-3.jsonl -o "$tmp/none"
complains 'row 0 is there twice'
run 0 bench "$@" --shard 3/3 -p all --seed 1 -o "$tmp/other"
run 2 merge "$tmp"/parts/*.[12]-of-3.jsonl "$tmp"/other/*.jsonl -o "$tmp/none"
complains 'another sweep of multi_agent_cell'
head -c 1000 "$tmp/parts/multi_agent_cell_points.1-of-3.jsonl" >"$tmp/torn"
run 2 merge "$tmp/torn" -o "$tmp/none"
complains 'torn'

# What is not the row that it was is found before anything is written, though
# another sweep among the files be whole.
rows=$tmp/one/multi_agent_cell_points.jsonl
sed 's/$/\r/' "$rows" >"$tmp/blanks"
run 2 merge "$tmp/blanks" -o "$tmp/none"
complains 'no row of dagsim bench'
sed '5s/"missed":./&1/' "$rows" >"$tmp/changed"
sed '5s/,"crc32".*/}/' "$rows" >"$tmp/unsealed"
run 2 merge "$tmp/changed" -o "$tmp/none"
complains 'changed:5:1: row 4 was changed'
run 2 merge "$tmp/unsealed" -o "$tmp/none"
complains 'unsealed:5:1: no row of dagsim bench'
run 2 plot "$tmp/changed"
complains 'row 4 was changed'
# damage EXPRESSION: as if row 4 had been written so
damage() {
	sed -n 5p "$rows" | sed 's/,"crc32".*//' | sed "$1" | tr -d '\n' \
		>"$tmp/row"
	sum=$(gzip -c "$tmp/row" | tail -c 8 | od -An -tx1 |
		awk '{print $4 $3 $2 $1}')
	{
		sed -n 1,4p "$rows"
		cat "$tmp/row"
		printf ',"crc32":"%s"}\n' "$sum"
		sed 1,5d "$rows"
	} >"$tmp/hole"
}
damage ''
cmp "$tmp/hole" "$rows" || fail "crc32 is not that of gzip"
damage 's/"p99_ns":[^,]*,//'
run 2 merge "$tmp/one/synthetic_mix_points.jsonl" "$tmp/hole" -o "$tmp/none"
complains 'row 4 of the sweep is damaged: a number is missing'
damage 's/"miss_rate":[^,]*,/"miss_rate":"x",/'
run 2 merge "$tmp/hole" -o "$tmp/none"
complains 'row 4 of the sweep is damaged: a number is missing'
damage 's/"seed":[^,]*,/"seed":7,/'
run 2 merge "$tmp/hole" -o "$tmp/none"
complains 'another seed belongs here'
damage 's/"target_util":[^,]*,/"target_util":0.35,/'
run 2 merge "$tmp/hole" -o "$tmp/none"
complains 'is damaged: '
[ ! -e "$tmp/none" ] || fail "a refused merge wrote something"

# One shard of one is a shard too: scripts count on its name.
run 0 bench "$@" --shard 1/1 -o "$tmp/single"
[ "$(find "$tmp/single" -name '*_points.1-of-1.jsonl' | wc -l)" -eq 2 ] ||
	fail "no shards"
run 0 merge "$tmp"/single/*.1-of-1.jsonl -o "$tmp/single1"
same single1

# Rows of another sweep are not gone on from; a torn last line is cut off.
run 2 bench "$@" --seed 1 --resume -o "$tmp/merged"
complains 'of another sweep'
mkdir "$tmp/cut" "$tmp/spoilt"
sed '5s/"missed":./&1/' "$tmp/one/multi_agent_cell_points.jsonl" \
	>"$tmp/spoilt/multi_agent_cell_points.jsonl.partial"
run 2 bench "$@" --resume -o "$tmp/spoilt"
complains 'partial:5:1: row 4 was changed'
sed 5d "$tmp/one/multi_agent_cell_points.jsonl" \
	>"$tmp/spoilt/multi_agent_cell_points.jsonl.partial"
run 0 bench "$@" --resume -o "$tmp/spoilt"
same spoilt
head -c 5000 "$tmp/one/multi_agent_cell_points.jsonl" \
	>"$tmp/cut/multi_agent_cell_points.jsonl.partial"
run 0 bench "$@" --resume -o "$tmp/cut"
same cut

# Without gnuplot: everything but the pictures, and a word about it.
path=$PATH
# shellcheck disable=SC2123 # a path without programs is meant
PATH=$tmp/nowhere
run 0 bench "$w" -p edf --seeds 1 --duration 0.1 -o "$tmp/plain" \
	--figure-dir "$tmp/plain"
PATH=$path
err_has 'no gnuplot'
for f in points.jsonl table.md table.csv; do
	[ -s "$tmp/plain/multi_agent_cell_$f" ] || fail "no $f"
done
[ -s "$tmp/plain/multi_agent_cell.gp" ] || fail "no script"
[ ! -e "$tmp/plain/multi_agent_cell.png" ] || fail "a picture by nobody"
# One that cannot draw boxes: the script is named, the others are drawn.
mkdir "$tmp/bin"
cat >"$tmp/bin/gnuplot" <<'END'
#!/bin/sh
for script; do
	case $script in *_response.gp) exit 1 ;; esac
	echo 'not many pixels: IEND' >"${script%.gp}.png"
	echo '<svg>nothing to see</svg>' >"${script%.gp}.svg"
	[ ! -e "$HALF" ] || echo '<svg>no room on the disk' >"${script%.gp}.svg"
done
END
chmod +x "$tmp/bin/gnuplot"
export HALF="$tmp/half"
for jobs in 1 2 3; do
	rm -rf "$tmp/picky"
	PATH=$tmp/bin:$path
	run 0 bench "$w" workloads/synthetic_mix.yaml -p edf \
		--seeds 1 --duration 0.1 --jobs "$jobs" -o "$tmp/picky" \
		--figure-dir "$tmp/picky"
	PATH=$path
	for name in multi_agent_cell synthetic_mix; do
		out_has "picky/$name.png"
		err_has "could not draw $tmp/picky/${name}_response.gp"
		[ -e "$tmp/picky/$name.svg" ] || fail "$name is not drawn"
	done
	out_lacks '_response.png'
done
# A picture that does not end is none.
: >"$HALF"
PATH=$tmp/bin:$path
run 0 bench "$w" -p edf --seeds 1 --duration 0.1 -o "$tmp/picky" \
	--figure-dir "$tmp/picky"
PATH=$path
err_has "could not draw $tmp/picky/multi_agent_cell.gp"
out_lacks 'multi_agent_cell.png'
[ ! -e "$tmp/picky/multi_agent_cell.svg" ] || fail "half a picture is left"

if command -v gnuplot >/dev/null; then
	# One load, and policies that place nothing, draw without a warning.
	run 0 bench workloads/awkernel/set07.yaml --cores 3 --util-min 3 \
		--util-max 3 -p gedf,pedf,federated --seeds 2 -d 0.5 \
		-o "$tmp/few" --figure-dir "$tmp/few"
	quiet
	for u in 2 3; do
		run 0 bench workloads/awkernel/set07.yaml --cores 3 -q \
			--util-min $u --util-max 3 -p pedf,federated \
			--util-step 1 --seeds 2 -d 0.5 -o "$tmp/few" \
			--figure-dir "$tmp/few"
		quiet
		run 0 plot "$tmp/few/awkernel_set07_points.jsonl"
		quiet
	done
	run 0 bench "$@" --resume -o "$tmp/one" --figure-dir "$tmp/figures"
	quiet
	for f in png svg gp dat; do
		[ -s "$tmp/figures/multi_agent_cell.$f" ] || fail "no $f"
		[ -s "$tmp/figures/multi_agent_cell_response.$f" ] ||
			fail "no boxes as $f"
	done
	run 0 plot "$tmp/one/synthetic_mix_points.jsonl"
	out_has 'deadline misses\|nominal utilization'
	out_has 'edf_batch_same_deadline'
	run 0 plot "$tmp/one/synthetic_mix_points.jsonl" -t svg -o "$tmp/a.svg"
	grep -q '</svg>' "$tmp/a.svg" || fail "no svg"
	run 0 plot "$tmp/one/synthetic_mix_points.jsonl" --figure responses
	out_has 'response time (ms)\|edf_batch'
	run 0 plot "$tmp/one/synthetic_mix_points.jsonl" -t gp
	out_has '^\$data <<'
fi
run 2 plot "$tmp/parts/multi_agent_cell_points.1-of-3.jsonl"
complains 'not the rows of one whole sweep'

# Mistakes are found before anything is written.
: >"$tmp/file"
run 4 bench "$@" -o "$tmp/file/below"
complains 'cannot make this folder'
run 4 bench "$@" -o "$tmp/fine" --figure-dir "$tmp/file/below"
[ -z "$(ls "$tmp/fine")" ] || fail "work before the folders were seen"
run 2 bench "$w" -p edf,edff
complains "did you mean 'edf'"
run 2 bench "$w" -p edf,edf
complains 'listed twice'
run 2 bench "$w" -p fifo --baseline edf
complains "baseline 'edf' is not among"
run 2 bench "$w" --util-min 2 --util-max 1
complains 'util-min is above'
run 2 bench "$w" --shard 3/2
complains 'K/N'
run 2 bench "$w" "$w"
complains 'second workload'
run 2 bench "$w" --util-step 0.0000000001
complains '9 decimals'
run 0 bench "$@" --plan -o "$tmp/file/below"
out_has '126 rows; about [0-9.]* s'

# Policies with settings, and pairs for cores and an accelerator.
run 0 bench workloads/camera_pipeline.yaml \
	-p gedf+edf_batch,pfp:fit=worst,parts=node+fifo --seeds 2 \
	--util-min 0.5 --util-max 0.5 -d 0.5 -o "$tmp/mixed"
[ "$(sed 's/.*"policy":"\([^"]*\)".*/\1/' \
	"$tmp/mixed/camera_pipeline_points.jsonl" | sort -u | tr '\n' ' ')" = \
	"gedf+edf_batch pfp:fit=worst,parts=node+fifo " ] || fail "line-ups"
run 0 simulate workloads/camera_pipeline.yaml -p gedf+edf_batch -u 0.5 -d 0.5 \
	--seed 1 --json
released=$(sed -n 's/^ *"released": \([0-9]*\),.*/\1/p' "$tmp/out" | head -n 1)
max=$(sed -n 's/^ *"max_response_ns": \([0-9]*\),.*/\1/p' "$tmp/out" |
	head -n 1)
grep '"policy":"gedf+edf_batch","seed":1,' \
	"$tmp/mixed/camera_pipeline_points.jsonl" |
	grep "\"released\":$released," | grep -q "\"max_response_ns\":$max," ||
	fail "simulate says something else of the mixed workload"
run 2 bench workloads/camera_pipeline.yaml -p gedf,gedf+edf_batch
complains 'listed twice'

# How a workload is read is part of the sweep, and of its command.
run 0 bench workloads/awkernel/set12.yaml -p gedf --seeds 1 --util-min 2 \
	--util-max 2 -d 0.5 --cores 2 --preemption limited -o "$tmp/read"
grep -q 'command":"[^"]*--cores 2 --preemption limited"' \
	"$tmp/read/awkernel_set12_points.jsonl" || fail "the command"
run 0 simulate workloads/awkernel/set12.yaml -p gedf -u 2 -d 0.5 --cores 2 \
	--preemption limited --json
missed=$(sed -n 's/^ *"missed": \([0-9]*\),.*/\1/p' "$tmp/out" | head -n 1)
grep -q "\"missed\":$missed," "$tmp/read/awkernel_set12_points.jsonl" ||
	fail "the workload was read otherwise"

# Verdicts are those of that very policy: where it places tasks, in which
# order it takes them, and whether that is an order of tasks at all.
set -- workloads/awkernel/set12.yaml --cores 3
run 0 bench "$@" -p pedf,pfp,gfp,gfp:priority=node --seeds 1 --util-min 2 \
	--util-max 3 --util-step 1 -d 0.1 -o "$tmp/verdicts"
rows=$tmp/verdicts/awkernel_set12_points.jsonl
for pair in pedf:partitioned_edf pfp:partitioned_fp; do
	policy=${pair%:*} test=${pair#*:}
	for u in 2 3; do
		"$dagsim" analyze "$@" -p "$policy" -u $u --test "$test" --json \
			>"$tmp/out" 2>"$tmp/err"
		said=$(sed -n 's/^ *"verdict": "\([a-z_]*\)".*/\1/p' "$tmp/out")
		[ $u = 3 ] || [ "$said" = schedulable ] ||
			fail "$test is not for $policy"
		grep "\"target_util\":$u,.*\"policy\":\"$policy\"" "$rows" |
			grep -q "\"verdict.$test\":\"$said\"" ||
			fail "$policy at $u: $test says $said"
	done
done
grep '"policy":"gfp"' "$rows" | grep -q '"verdict.fp_' || fail "no test of gfp"
! grep '"policy":"gfp:priority=node"' "$rows" | grep -q '"verdict' ||
	fail "a test of task priorities for priorities of nodes"

# What a test says of one policy is not shown for another.
cat >"$tmp/typed.yaml" <<'YAML'
dagsim: 1
name: typed
platform: {cores: 3, accelerators: 1, preemption: full}
models:
  det: {profile: {type: linear, a: 2ms, c: 1ms}, batchable: true, max_batch: 3}
tasks:
  - {name: a, period: 40ms, deadline: 40ms, priority: 1,
     nodes: {x: 3ms, y: {model: det}, z: 4ms}, edges: [[x, y], [y, z]]}
  - {name: b, period: 50ms, deadline: 45ms, priority: 3,
     nodes: {x: 5ms, y: {model: det}, z: 2ms}, edges: [[x, y], [x, z]]}
  - {name: c, period: 20ms, deadline: 18ms, priority: 2, nodes: {x: 2ms}}
YAML
run 0 bench "$tmp/typed.yaml" --util-min 0.9 --util-max 0.9 --seeds 1 -d 0.5 \
	-p gedf,gfp,llf -o "$tmp/typed" --figure-dir "$tmp/typed"
grep -q '^| U |.*| test typed_rta for gedf+edf_batch and 1 more | test typed_rta for gfp+edf_batch |$' \
	"$tmp/typed/typed_table.md" || fail "not two answers"
grep -q '^| 0.9 |.*| open | yes |$' "$tmp/typed/typed_table.md" ||
	fail "not the answers of each"
grep -q "title 'typed_rta for gfp+edf_batch: 0.9'" "$tmp/typed/typed.gp" ||
	fail "not the limit of gfp"

# Options that would say nothing are refused.
run 2 bench workloads/multi_agent_cell.yaml --platforms gedf
complains '--platforms is for --suite rtos-comparison'
run 2 bench --accept results/streams.yaml --platforms gedf
complains '--platforms is for --suite rtos-comparison'
run 2 bench --accept results/streams.yaml --kernel linux612-none-load
complains 'its spec says all'
run 2 bench --accept results/streams.yaml --overhead release=1ms
complains 'its spec says all'

# Latencies of wake-ups: names, files, options, what is drawn and told.
. tests/support/cli.sh

cat >"$tmp/w.yaml" <<'END'
platform: {cores: 1}
tasks:
  - name: a
    period: 1ms
    nodes: {x: 10us, y: 10us}
    edges: [[x, y]]
END
cp tests/unit/latency/cyclictest.hist "$tmp/c.hist"

# Responses are the two latencies and 20 us, whatever the policy.
run 0 simulate "$tmp/w.yaml" -p gedf -d 5 --kernel "$tmp/c.hist:base=min" \
	--trace "$tmp/t" --json
out_has '"released": 5000'
max=$(sed -n 's/.*"max_response_ns": \([0-9]*\).*/\1/p' "$tmp/out" | head -1)
[ "$max" -le 138000 ] && [ "$max" -gt 60000 ] || fail "max is $max"
run 0 trace audit "$tmp/t"
cp "$tmp/t" "$tmp/first"
run 0 simulate "$tmp/w.yaml" -p gedf -d 5 --kernel "$tmp/c.hist:base=min" \
	--trace "$tmp/t" --json
cmp -s "$tmp/t" "$tmp/first" || fail "a run differs from itself"

# The file's kernel, beside the file; the option goes before it; none is none.
mkdir "$tmp/sub"
cp "$tmp/c.hist" "$tmp/sub/"
sed 's/cores: 1/cores: 1, kernel: {histogram: c.hist}/' "$tmp/w.yaml" \
	>"$tmp/sub/k.yaml"
run 0 check "$tmp/sub/k.yaml"
out_has "kernel: c.hist, 2.000 to 61.000 us"
(cd "$tmp" && cp c.hist plain && "$dagsim" check w.yaml --kernel plain) |
	grep -q "kernel: plain" || fail "a file without a dot"
run 0 simulate "$tmp/sub/k.yaml" -p gedf -d 1 --csv
cut -d, -f1-20 "$tmp/out" >"$tmp/with"
run 0 simulate "$tmp/w.yaml" -p gedf -d 1 --csv --kernel "$tmp/c.hist"
cut -d, -f1-20 "$tmp/out" | cmp -s - "$tmp/with" || fail "option and file differ"
run 0 simulate "$tmp/sub/k.yaml" -p gedf -d 1 --csv --kernel none
cut -d, -f1-20 "$tmp/out" >"$tmp/none"
run 0 simulate "$tmp/w.yaml" -p gedf -d 1 --csv
cut -d, -f1-20 "$tmp/out" | cmp -s - "$tmp/none" || fail "none leaves some"

# Streams of an accelerator are submitted by threads that wake up too.
run 0 simulate workloads/vla_plus_control.yaml -p edf -d 2 \
	--kernel linux612-none-load --trace "$tmp/t"
run 0 trace audit "$tmp/t"
run 0 simulate workloads/camera_pipeline.yaml -p gedf+edf_batch -d 2 \
	--kernel linux612-voluntary-load:burst_share=0.01,burst_length=20ms \
	--overhead wake=2us --trace "$tmp/t"
run 0 trace audit "$tmp/t"

# Tests do not charge it, and say so.
run 3 analyze "$tmp/w.yaml" --kernel linux612-rt-idle
out_has "wake up late"

# Mistakes: named, with what is valid; exit 2.
run 2 simulate "$tmp/w.yaml" --kernel linux612-rt-idel
err_has "did you mean 'linux612-rt-idle'"
run 2 simulate "$tmp/w.yaml" --kernel linux612-rt-idle:capp=none
err_has "did you mean 'cap'"
run 2 simulate "$tmp/w.yaml" --kernel linux612-rt-idle:cap,base=1us
err_has "KEY=VALUE"
run 2 simulate "$tmp/w.yaml" --kernel "$tmp/nothing.hist"
err_has "nothing.hist"
printf '# Histogram\n000000 1\n000001 x\n' >"$tmp/bad.hist"
run 2 simulate "$tmp/w.yaml" --kernel "$tmp/bad.hist"
err_has "bad.hist:3:8: a count is 'x'"
run 2 simulate "$tmp/w.yaml" --kernel "$tmp/c.hist:column=7"
err_has "no column '7'; valid: 0, 1"

# On platforms of threads it is threads that wake up late: the servo loop of the
# arm is late under a kernel that is seldom preempted, and less so under RT.
for p in threads ros2-events; do
	run 0 simulate workloads/robot_arm.yaml --platform $p -d 20 \
		--kernel linux612-rt-load --trace "$tmp/t" --json
	rt=$(sed -n 's/^ *"missed": \([0-9]*\),.*/\1/p' "$tmp/out" | head -1)
	run 0 trace audit "$tmp/t"
	run 0 simulate workloads/robot_arm.yaml --platform $p -d 20 \
		--kernel linux612-none-load --trace "$tmp/t" --json
	none=$(sed -n 's/^ *"missed": \([0-9]*\),.*/\1/p' "$tmp/out" | head -1)
	run 0 trace audit "$tmp/t"
	[ "$none" -gt $((rt + 20)) ] ||
		fail "$p: $rt misses under RT, $none under NONE"
done
run 0 simulate workloads/robot_arm.yaml --platform threads -d 5 --csv
cut -d, -f1-20 "$tmp/out" >"$tmp/with"
run 0 simulate workloads/robot_arm.yaml --platform threads -d 5 --csv \
	--kernel none
cut -d, -f1-20 "$tmp/out" | cmp -s - "$tmp/with" || fail "none is not none"

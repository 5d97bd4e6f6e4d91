# simulate --releases-until, and what the rules of runtimes are refused for.
. tests/support/cli.sh

# All 60 jobs of 2 s finish, the last one late and after that: none censored.
set=workloads/awkernel/set12.yaml
run 0 simulate $set -p gedf -d 3 --releases-until 2 --trace "$tmp/t" --json
out_has '"released": 60,'
out_has '"missed": 20,'
out_has '"censored": 0,'
run 0 trace audit "$tmp/t"
out_has '0 violations'
run 0 trace metrics "$tmp/t" --json
out_has '"missed": 20,'
run 0 simulate $set -p gedf -d 2 --json
out_has '"missed": 19,'
out_has '"censored": 1,'
run 2 simulate $set -p gedf -d 1 --releases-until 2
complains 'releases-until is beyond the duration'
run 2 simulate $set -p gedf --releases-until 0
err_has "'--releases-until'"

# Replayed releases end, too.
printf 'id,stream,release_ns,deadline_ns\n1,u1_d0,0,9\n2,u1_d0,50,99\n' \
	>"$tmp/r.csv"
run 0 simulate $set -p gedf --releases "$tmp/r.csv" --releases-until 50ns -d 1 \
	--json
out_has '"released": 1,'

# Policies that divide the cores are not blind to idle ones.
run 2 simulate workloads/awkernel/set01.yaml -p pedf --idle-blind
complains 'idle-blind is for global policies; pedf divides'
run 0 simulate workloads/awkernel/set01.yaml -p pedf --preset awkernel -d 1
err_has 'warning: pedf divides the cores'
cat >"$tmp/bound.yaml" <<'EOF'
platform: {cores: 2}
tasks:
  - {name: a, period: 9ms, nodes: {x: {wcet: 1ms, affinity: [0]}}}
EOF
run 2 simulate "$tmp/bound.yaml" -p gedf --release-core
complains "bound.yaml:3:.*node 'x' of task 'a' may run on core 0 alone.*--release-core"

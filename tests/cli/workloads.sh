# Shipped workloads of published systems: each loads without a warning but
# those told here, runs, and is what its source says.
. tests/support/cli.sh

# holds NAME POLICY RELEASED: released within the duration of the file, all
# rules kept.
holds() {
	run 0 simulate "workloads/$1.yaml" -p "$2" --trace "$tmp/t" --json
	! grep -v 'the runtime section is left aside' "$tmp/err" ||
		fail "a warning about $1"
	out_has "\"released\": $3,"
	run 0 trace audit "$tmp/t"
	out_has ' 0 violations'
}
facts() { # NAME "tasks N, nodes N, edges N" UTILIZATION
	run 0 check "workloads/$1.yaml"
	quiet
	out_has "$2"
	out_has "utilization without batches: $3"
}

# 125 + 200 + 63 + 10 + 6 x 84 jobs in 10 s.
facts picas_case_study 'tasks 11, nodes 30, edges 19' '3\.8838'
holds picas_case_study gfp 902
holds picas_case_study pfp 902

facts autoware_reference_system 'tasks 6, nodes 25, edges 20' '1\.9145'
holds autoware_reference_system gedf 2850
# Transformer, fusion, ground filter, cluster detector and collision estimator
# follow a lidar one by one, 10 ms each, 0.1 ms after its tick.
run 0 simulate workloads/autoware_reference_system.yaml -p gfp -m 8 -d 100ms \
	--schedule "$tmp/s"
grep -q ',50100000,[0-9],lidar,0,ObjectCollisionEstimator$' "$tmp/s" ||
	fail "the hot path takes 50.1 ms on idle cores"

facts autoware_mrm 'tasks 1, nodes 8, edges 9' '0\.6400'
holds autoware_mrm gedf 200
run 0 simulate workloads/autoware_mrm.yaml -p gedf --preset awkernel -d 1 --json
out_has '"missed": 0,'
run 0 analyze workloads/autoware_mrm.yaml
out_has ': schedulable (policy gedf)'

facts rosace 'tasks 11, nodes 11, edges 0' '0\.3786'
holds rosace pedf 2500
run 0 simulate workloads/rosace.yaml -p pedf -d 20ms --schedule "$tmp/s"
grep -q '^pedf,600000,1028000,1,Elevator,0,' "$tmp/s" ||
	fail "the elevator runs on core 1 from 600 us on, for 428 us"
awk -F, 'NR > 1 && $4 == 0 {exit 1}' "$tmp/s" || fail "core 0 has no task"

facts waters2019 'tasks 10, nodes 14, edges 4' '5\.1472'
holds waters2019 pfp 10536
run 0 simulate workloads/waters2019.yaml -p pfp -d 2 --noise off \
	--schedule "$tmp/s"
awk -F, '$5 == "Planner" && ++n == 1 && ($4 != 0 || $3 - $2 != 12437000) ||
	$5 == "Localization" && $4 != 3 {exit 1}' "$tmp/s" ||
	fail "planner and localization are not where they are mapped"

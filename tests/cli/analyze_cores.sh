#!/bin/sh
# dagsim analyze on several cores: policies with settings, the portfolio,
# exact bounds, conjectures apart, priorities found
. tests/support/cli.sh

cat >"$tmp/fx2.yaml" <<'END'
dagsim: 1
name: fx2
platform: {cores: 4, preemption: full}
tasks:
  - name: t1
    period: 20ns
    nodes: {0: 2ns, 1: 6ns, 2: 6ns, 3: 6ns, 4: 2ns}
    edges: [[0, 1], [0, 2], [0, 3], [1, 4], [2, 4], [3, 4]]
  - name: t2
    period: 40ns
    nodes: {0: 4ns, 1: 8ns, 2: 8ns, 3: 4ns}
    edges: [[0, 1], [0, 2], [1, 3], [2, 3]]
  - name: t3
    period: 60ns
    nodes: {0: 3ns, 1: 3ns}
    edges: [[0, 1]]
END

# Cheap ones first; after a proof with bounds none is left to ask.
run 0 analyze "$tmp/fx2.yaml"
out_has '^edf_li14_cab *not_proven '
out_has '^edf_melani15 *schedulable$'
out_has '^not asked, as they would add nothing: edf_chain_rta, '
run 0 analyze "$tmp/fx2.yaml" --all
out_has '^edf_baruah14 *schedulable$'
out_lacks 'not asked'

# Exact fractions, and a policy's settings.
run 0 analyze "$tmp/fx2.yaml" --test fp_chain_rta --json
out_has '"policy": "gfp:priority=dm"'
out_has '"response_num": 87,'
out_has '"response_den": 4,'
run 0 analyze "$tmp/fx2.yaml" --test fp_chain_rta
out_has 't3 *22ns *60ns  exactly 87/4 ns$'

# A test that needs an order of nodes is not run without it.
run 3 analyze "$tmp/fx2.yaml" -p gfp --test fp_he19_cpf
out_has 'does so with node_order=longest_tail'
run 0 analyze "$tmp/fx2.yaml" -p gfp:node_order=longest_tail --test fp_he19_cpf
run 3 analyze "$tmp/fx2.yaml" -p gedf --test fp_melani15
out_has 'is for policies that order jobs by fixed priority'
run 3 analyze "$tmp/fx2.yaml" -p gfp:priority=node
out_has 'no test covers it'
run 2 analyze "$tmp/fx2.yaml" -p gfp:priority=dn
complains "did you mean 'dm'"

# Conjectures are told apart, and never decide.
run 0 analyze "$tmp/fx2.yaml" -p gfp --experimental
out_has 'a conjecture, no proof; not part of the verdict'
run 0 analyze "$tmp/fx2.yaml" -p gfp --experimental --json
out_has '"experimental": {'
out_has '"status": "conjecture"'
run 0 analyze "$tmp/fx2.yaml" -p gedf --experimental
out_has 'not applicable: it is for global fixed priorities'
sed 's/period: 20ns/period: 20ns\n    deadline: 12ns/; s/period: 40ns/&\n    deadline: 26ns/' \
	"$tmp/fx2.yaml" >"$tmp/tight.yaml"
run 3 analyze "$tmp/tight.yaml" -p gfp:priority=dm --experimental
out_has ' t1  *10ns$'

# Priorities of one's own, and found ones.
sed 's/period: 60ns/&\n    priority: 0/' "$tmp/fx2.yaml" >"$tmp/given.yaml"
run 0 analyze "$tmp/given.yaml" --test fp_melani15
out_has '(policy gfp:priority=given)'
run 0 analyze "$tmp/fx2.yaml" -p gfp --assign-priorities
out_has '^  *0  t1$'
run 3 analyze "$tmp/fx2.yaml" -p gfp --assign-priorities --preemption limited
out_has 'global scheduling with full preemption only'

# Nodes that run unpreempted; one core is m = 1.
run 3 analyze "$tmp/fx2.yaml" --preemption limited
out_has 'lpedf_boundary_rta: not_proven'
run 1 analyze "$tmp/fx2.yaml" --test edf_baruah14 --cores 1
out_has 'misses a deadline'

run 0 tests --describe fp_chain_rta
out_has 'dominated   by fp_he19_cpf'
out_has 'dominates   fp_melani15'
run 0 tests
out_has '^edf_li13_cab .*(dominated by edf_li14_cab)$'
run 0 tests --describe fp_he19_cpf
out_has 'policies .*gfp'


# Sums beyond what times can hold are told, whatever the test would look at.
cat >"$tmp/huge.yaml" <<'YAML'
dagsim: 1
name: huge
platform: {cores: 2}
tasks:
  - name: a
    period: 4000000000s
    nodes: {x: 2000000000s, y: 1000000000s}
    edges: [[x, y]]
  - name: c
    period: 1ns
    nodes: {x: 1ns}
YAML
for p in gedf gfp:priority=dm,node_order=longest_tail federated pedf pfp; do
	for preemption in full limited; do
		for cores in 1 2; do
			run 3 analyze "$tmp/huge.yaml" -p $p --all \
				--preemption $preemption --cores $cores
		done
	done
done
run 3 analyze "$tmp/huge.yaml" -p gedf
out_has 'execution times add up to more than 2^60 ns'

# What no test decides is attacked; the witness is replayed and written.
cat >"$tmp/three.yaml" <<'END'
platform: {cores: 2}
tasks:
  - {name: a, period: 10ms, nodes: {n: 6ms}}
  - {name: b, period: 10ms, nodes: {n: 6ms}}
  - {name: c, period: 10ms, nodes: {n: 6ms}}
END
run 3 analyze "$tmp/three.yaml" -p gedf --search 0
run 1 analyze "$tmp/three.yaml" -p gedf --search 0 --falsify 500 \
	--trace "$tmp/miss"
out_has 'not_schedulable  the test does not decide; an attack has found'
out_has '^attacked: a miss in case [0-9]*$'
out_has '^c#0 is not done at its deadline, 10ms, but at 12ms$'
run 0 trace audit "$tmp/miss"
run 1 analyze "$tmp/three.yaml" -p gedf --search 0 --falsify 500 --json
out_has '"verdict": "not_schedulable"'
out_has '"found": true'
# Two cores for two of them: nothing to find, and no test says so.
sed '/name: c/d; s/6ms/9.5ms/' "$tmp/three.yaml" >"$tmp/two.yaml"
run 3 analyze "$tmp/two.yaml" -p gedf --test edf_gfb --search 0 \
	--falsify 300
out_has "^attacked: no miss in 300 cases, which proves nothing"


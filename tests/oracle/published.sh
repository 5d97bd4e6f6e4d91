# With noise, our means over 20 seeds agree with the published ones of
# multi_agent_cell (means of 3 seeds of 30 s, other random numbers): the
# difference lies within 3 standard errors of the two means together.
. tests/support/cli.sh
cell=workloads/multi_agent_cell.yaml

for u in 0.9 1.0; do
	for seed in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
		run 0 simulate $cell -p fifo -p edf -p edf_batch \
			-p dynamic_batch --duration 30 --utilization $u \
			--seed $seed --csv
		awk -F, -v u=$u '$2 == "ALL" { print u, $1, 100 * $10 }' \
			"$tmp/out" >>"$tmp/ours"
	done
done
# utilization, policy, published miss rate in percent
cat >"$tmp/published" <<'DATA'
0.9 fifo 9.11
0.9 edf 6.18
0.9 edf_batch 0.20
0.9 dynamic_batch 9.43
1.0 fifo 15.57
1.0 edf 13.86
1.0 edf_batch 0.64
1.0 dynamic_batch 10.11
DATA
awk '
NR == FNR { k = $1 " " $2; n[k]++; s[k] += $3; q[k] += $3 * $3; next }
{
	k = $1 " " $2; mean = s[k] / n[k]
	var = (q[k] - n[k] * mean * mean) / (n[k] - 1)
	half = 3 * sqrt(var * (1 / n[k] + 1 / 3))
	d = mean - $3; bad = n[k] != 20 || d > half || -d > half
	printf "U %s %-14s %6.2f %% of %d seeds, published %5.2f %%, allowed +- %.2f%s\n",
		$1, $2, mean, n[k], $3, half, bad ? "  FAR" : ""
	failed += bad; rows++
}
END { exit failed > 0 || rows != 8 }' "$tmp/ours" "$tmp/published" ||
	fail "a mean is too far from the published one"

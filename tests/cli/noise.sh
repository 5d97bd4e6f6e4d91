# dagsim noise: what it tells, a fit that a workload takes, pictures, mistakes.
. tests/support/cli.sh
d=tests/unit/latency

run 0 noise list
[ "$(grep -c '^linux612-' "$tmp/out")" = 8 ] || fail "not eight kernels"

run 0 noise describe linux612-none-load
out_has "tail index    0.544"
out_has "greatest      10707.600 us"
run 0 noise describe linux612-none-load --base 0us --cap none
out_has "least         280.900 us"
out_has "mean          371.8"

run 0 noise describe $d/cyclictest.hist --json
out_has '"schema": "dagsim.noise/1"'
out_has '"values": 80'
out_has '"overflow": 3'
out_has '"max_ns": 61000'
run 0 noise describe $d/cyclictest.hist --per-cpu
out_has "cyclictest.hist 0: cyclictest"
out_has "cyclictest.hist 1: cyclictest"
run 0 noise describe $d/timerlat_ns.hist --per-cpu
out_has "values        10"
[ "$(grep -c values "$tmp/out")" -eq 1 ] || fail "a CPU without values"
run 2 noise describe $d/timerlat_ns.hist --column Thr-003
err_has "hold no values"
run 0 noise describe - --format samples <$d/samples.txt
out_has "values        4"
run 0 noise describe $d/oslat.txt
out_has "gaps in a busy loop"
run 0 noise describe $d/timerlat.hist --column IRQ
out_has "greatest      3.000 us"
run 0 noise describe $d/bins.hist --unit ns
out_has "greatest      0.010 us"

# What overflowed is told of the columns that are meant.
run 0 noise describe $d/timerlat.hist --column IRQ
out_has "overflow      none"
run 0 noise describe $d/timerlat.hist
out_has "overflow      2 from 12.000 us on"

# A fit is a file that the same operands take, with settings of its own.
run 0 noise fit linux612-none-load -o "$tmp/fit.yaml"
run 0 noise describe "$tmp/fit.yaml"
out_has "fit.yaml: a fit of dagsim noise"
out_has "greatest      10707.600 us"
out_has "tail index    0.544"
run 0 noise describe "$tmp/fit.yaml:cap=90us" --json
out_has '"max_ns": 90000'
out_has '"format": "fit"'
run 0 noise fit "$tmp/fit.yaml" -o "$tmp/again.yaml"
sed '/^#/d' "$tmp/fit.yaml" >"$tmp/1"
sed '/^#/d' "$tmp/again.yaml" | diff - "$tmp/1" || fail "a fit of a fit differs"
cat >"$tmp/f.yaml" <<'end'
platform: {cores: 1, kernel: fit.yaml}
tasks: [{name: a, period: 1s, nodes: {x: 1ms}}]
end
sed 's/, kernel: fit.yaml//' "$tmp/f.yaml" >"$tmp/bare.yaml"
run 0 simulate "$tmp/f.yaml" -p gedf -d 200s --schedule "$tmp/1"
run 0 simulate "$tmp/bare.yaml" -p gedf -d 200s --kernel "$tmp/fit.yaml" \
	--schedule "$tmp/2"
cmp "$tmp/1" "$tmp/2" || fail "--kernel FIT is not kernel: FIT"
run 0 simulate "$tmp/bare.yaml" -p gedf -d 200s --schedule "$tmp/2"
cmp -s "$tmp/1" "$tmp/2" && fail "a fit delays nothing"
printf 'kernel:\n  quantiles_us: {0: 1, 1: x}\n' >"$tmp/bad.yaml"
run 2 simulate "$tmp/bare.yaml" --kernel "$tmp/bad.yaml"
err_has "bad.yaml:2:27: 'a quantile' is 'x'"
printf 'kernel: {histogram: a.hist}\n' >"$tmp/bad.yaml"
run 2 noise describe "$tmp/bad.yaml"
err_has "bad.yaml:1:21: a fit names no other file"
printf '# of mine\nkernel: {name: linux612-rt-load}\nx: 1\n' >"$tmp/bad.yaml"
run 2 noise describe "$tmp/bad.yaml"
err_has "bad.yaml:3:1: a fit holds 'kernel' and nothing else"
run 2 noise describe "$tmp/fit.yaml" --column 0
err_has "'column' does not go with 'quantiles'"

# A fit of a file keeps what was measured well, and reaches the greatest.
for f in cyclictest.hist timerlat.txt oslat.txt; do
	run 0 noise describe workloads/latency/$f
	sed -n 's/^  \(p[0-9.]*\|mean\|greatest\)  *\([0-9.]*\) us/\1 \2/p' \
		"$tmp/out" >"$tmp/1"
	run 0 noise fit workloads/latency/$f -o "$tmp/fit.yaml"
	run 0 noise describe "$tmp/fit.yaml"
	sed -n 's/^  \(p[0-9.]*\|mean\|greatest\)  *\([0-9.]*\) us/\1 \2/p' \
		"$tmp/out" >"$tmp/2"
	paste "$tmp/1" "$tmp/2" | awk '
	{
		by = $1 == "p99.999" ? 0.25 : $1 == "p99.99" ? 0.1 : 0.002
		off = $4 > $2 ? $4 - $2 : $2 - $4
		if ($1 != $3 || off > by * $2) { print; bad = 1 }
	}
	END { exit bad || NR != 10 }' || fail "fit of $f"
done

# A fit is a block for the platform, and means nearly the same.
for f in linux612-voluntary-load $d/cyclictest_plain.hist $d/timerlat_ns.hist \
	linux612-rt-load:cap=none linux612-rt-load:cap=90us; do
	run 0 noise fit $f -o "$tmp/fit"
	{
		echo "platform:"
		echo "  cores: 1"
		sed 's/^/  /' "$tmp/fit"
		echo "tasks: [{name: a, period: 1s, nodes: {x: 1ms}}]"
	} >"$tmp/w.yaml"
	run 0 check "$tmp/w.yaml"
	run 0 simulate "$tmp/w.yaml" -p gedf -d 20000 --json
	sed -n 's/.*"p50_ms": \([0-9.]*\).*/\1/p' "$tmp/out" | head -1 >"$tmp/a"
	sed '/kernel:/,/^tasks/{/^tasks/!d;}' "$tmp/w.yaml" >"$tmp/bare.yaml"
	run 0 simulate "$tmp/bare.yaml" -p gedf -d 20000 --json --kernel $f
	sed -n 's/.*"p50_ms": \([0-9.]*\).*/\1/p' "$tmp/out" | head -1 >"$tmp/b"
	awk 'NR == FNR { a = $1; next }
		{ exit ($1 - a) / a > 0.002 || (a - $1) / a > 0.002 }' \
		"$tmp/a" "$tmp/b" ||
		fail "fit of $f: $(cat "$tmp/a") is not $(cat "$tmp/b")"
done

# Pictures.
if command -v gnuplot >/dev/null; then
	run 0 noise plot linux612-none-load $d/cyclictest.hist
	out_has "how often a latency is exceeded"
	run 0 noise plot linux612-none-load linux612-rt-load -o "$tmp/k.svg"
	for f in k.svg k.gp k.dat; do
		[ -s "$tmp/$f" ] || fail "no $f"
	done
	grep -q '<svg' "$tmp/k.svg" || fail "no picture"
	(cd "$tmp" && rm k.svg && gnuplot k.gp) || fail "gnuplot k.gp"
	[ -s "$tmp/k.svg" ] && [ -s "$tmp/k.png" ] || fail "nothing drawn again"
	# gnuplot itself does not mind a full disk.
	for t in dumb png svg; do
		[ ! -c /dev/full ] || {
			run 4 noise plot linux612-rt-load -t $t -o /dev/full
			complains 'No space left'
		}
	done
fi
run 0 noise plot $d/cyclictest.hist --term gp
out_has "end_of_data"

# Mistakes.
run 2 noise draw x
err_has "unknown act 'draw'; valid: list, describe, fit, plot"
run 2 noise describe
err_has "needs a file"
run 2 noise describe linux612-rt
err_has "unknown kernel 'linux612-rt'"
run 2 noise describe "$tmp/none.hist"
err_has "none.hist"
printf '# RTLA timerlat histogram\nIndex Thr-000\n0 5\nover: x\n' >"$tmp/x.txt"
run 2 noise describe "$tmp/x.txt"
err_has "x.txt:4:7: a count is 'x'"
{ echo "kernel: 6.12.1-rt"; cat $d/cyclictest.hist; } >"$tmp/v.hist"
run 0 noise describe "$tmp/v.hist"
out_has "v.hist: cyclictest"
printf '5\n-2\n' | run 2 noise describe -
err_has "2:1: a value is '-2', which is below 0"
run 2 noise describe $d
err_has "$d"
run 2 noise fit $d/cyclictest.hist --per-cpu
err_has "fit makes one law"
run 2 noise fit $d/cyclictest.hist --json
err_has "belongs to describe"
run 2 noise describe $d/cyclictest.hist --cap soon
err_has "'cap' is 'soon'"
run 2 noise describe linux612-rt-load --column Thr
err_has "'column' does not go with 'name'"

# The committed results are what their command makes.
. tests/support/cli.sh
cp -r workloads "$tmp/workloads"
mkdir "$tmp/results"
cp results/streams.yaml "$tmp/results"
(cd "$tmp" && "$dagsim" bench workloads/multi_agent_cell.yaml \
	workloads/vla_plus_control.yaml workloads/synthetic_mix.yaml \
	--util-min 0.3 --util-max 1.3 --util-step 0.1 --seeds 3 --duration 30 \
	--out-dir results >/dev/null 2>err) || fail "$(cat "$tmp/err")"
(cd "$tmp" && "$dagsim" bench --suite awkernel --out-dir results >/dev/null \
	2>err) || fail "$(cat "$tmp/err")"
(cd "$tmp" && "$dagsim" bench --accept results/streams.yaml --util-min 0.05 \
	--util-max 1 --util-step 0.05 --sets 200 --duration 2 --out-dir results \
	>/dev/null 2>err) || fail "$(cat "$tmp/err")"

# But for the version, which decides no number.
plain() {
	sed 's/"version":"[^"]*","suite"/"suite"/
		s/"version":"[^"]*","sweep":"[^"]*",//; s/^dagsim [0-9][^,]*,//
		s/,[0-9][0-9.]*,\([0-9a-f]\{64\}\),/,\1,/' "$1"
}
for f in "$tmp"/results/*; do
	plain "$f" >"$tmp/made"
	plain "results/$(basename "$f")" >"$tmp/kept"
	cmp "$tmp/made" "$tmp/kept" ||
		fail "results/$(basename "$f") is not what is made now"
done
for name in multi_agent_cell vla_plus_control synthetic_mix; do
	for form in png svg gp dat; do
		for f in "$name.$form" "${name}_response.$form"; do
			[ -s "results/figures/$f" ] || fail "no $f"
		done
	done
	for f in "$name.png" "${name}_response.png"; do
		grep -qF "](figures/$f)" results/README.md ||
			fail "results/README.md does not show $f"
	done
done
for name in awkernel_suite streams_accept streams_times; do
	for form in png svg gp dat; do
		[ -s "results/figures/$name.$form" ] || fail "no $name.$form"
	done
	grep -qF "](figures/$name.png)" results/README.md ||
		fail "results/README.md does not show $name.png"
done
grep -qF '](results/figures/multi_agent_cell.png)' README.md ||
	fail "README.md does not show the figure"

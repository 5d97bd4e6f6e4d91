# Acceptance sweeps of DAGs with a varied parameter: the same bytes however
# the work was divided or broken off; what does not fit together is refused.
. tests/support/cli.sh
cat >"$tmp/d.yaml" <<'SPEC'
kind: dag
seed: 5
dags: 2
nodes: 4..8
SPEC
set -- --accept "$tmp/d.yaml" --vary cores=2,4 --per-core --util-min 0.2 \
	--util-max 0.8 --sets 60 --duration 300ms -p gedf,pedf:fit=worst,parts=node,gfp
run 0 bench "$@" --jobs 1 -o "$tmp/one"
quiet
[ "$(grep -c '"name":"simulated gedf"' "$tmp/one/d_accept.jsonl")" -eq 14 ] ||
	fail "not a row a point"
grep -q '"name":"simulated pedf:fit=worst,parts=node"' \
	"$tmp/one/d_accept.jsonl" || fail "settings are lost"
same() {
	diff -r "$tmp/one" "$tmp/$1" || fail "$1 differs"
}

for jobs in 2 8; do
	run 0 bench "$@" --jobs $jobs -o "$tmp/jobs$jobs"
	same jobs$jobs
done
run 0 bench "$@" --resume -o "$tmp/jobs2"
same jobs2

# A test is asked for each policy that places tasks otherwise, and accepts
# something, but no more than is clean in simulation.
run 0 bench --accept "$tmp/d.yaml" --sets 40 --util-min 1 --util-max 2 \
	--util-step 1 -d 300ms -p pedf,pedf:fit=worst,pfp -o "$tmp/placed"
count() {
	awk -F, -v n="$1" -v u="$2" '$2 == n && $1 == u {print $5}' \
		"$tmp/placed/d_accept.csv"
}
for u in 1 2; do
	for pair in partitioned_edf,pedf partitioned_fp,pfp \
		"partitioned_edf for pedf:fit=worst,pedf:fit=worst"; do
		[ "$(count "${pair%,*}" $u)" -le \
			"$(count "simulated ${pair#*,}" $u)" ] ||
			fail "$pair at $u: more accepted than clean"
	done
done
[ "$(count partitioned_edf 1)" -gt 0 ] || fail "no set is placed"
# A set without a place is one that is not accepted: no point is left out of
# the table, and none weighs nothing.
run 0 bench --accept "$tmp/d.yaml" --sets 10 --util-min 1 --util-max 4 \
	--util-step 3 -d 100ms -p pedf,pfp -o "$tmp/full"
grep -q '^| 4 | 0.0 | 0.0 | 0.0 | 0.0 |$' "$tmp/full/d_accept.md" ||
	fail "sets without a place: $(cat "$tmp/full/d_accept.md")"
! grep -q '^| weighted .*| - |' "$tmp/full/d_accept.md" ||
	fail "a point counts as no number"

# Four cores at 0.4 each, or a load of 1.6, are the same sets.
run 0 bench --accept "$tmp/d.yaml" --vary cores=4 --per-core --util-min 0.4 \
	--util-max 0.4 --sets 20 -d 300ms -p gedf -o "$tmp/each"
run 0 bench --accept "$tmp/d.yaml" --vary cores=4 --util-min 1.6 \
	--util-max 1.6 --sets 20 -d 300ms -p gedf -o "$tmp/all"
[ "$(cut -d, -f3-7 "$tmp/each/d_accept.csv")" = \
	"$(cut -d, -f3-7 "$tmp/all/d_accept.csv")" ] || fail "per core"

# A panel for each value and policy, each line where its data is.
run 0 merge "$tmp/one/d_accept.jsonl" -o "$tmp/drawn" --figure-dir "$tmp/drawn"
for end in dat gp; do
	[ -s "$tmp/drawn/d_panels.$end" ] || fail "no panels.$end"
done
run 0 plot "$tmp/one/d_accept.jsonl" --figure panels --term gp
[ "$(grep -c '^set bmargin' "$tmp/out")" -eq 18 ] ||
	fail "not 3 rows of 2 panels and a key, as PNG and as SVG"
out_has "set key title 'pedf:fit=worst,parts=node' left"
block=$(grep -n '^# cores: 4, simulated gedf$' "$tmp/drawn/d_panels.dat" |
	cut -d: -f1)
n=$(head -n "$block" "$tmp/drawn/d_panels.dat" | grep -c '^# cores: ')
out_has "index $((n - 1)) using 1:2 with lines "
want=$(awk -F, '$1 == 4 && $2 == "0.8" && $3 == "simulated gedf" {
	printf "%.6g", 100 * $6 / $5}' "$tmp/one/d_accept.csv")
got=$(tail -n "+$block" "$tmp/drawn/d_panels.dat" |
	awk '$1 == "0.8" && !n++ {print $2}')
[ "$got" = "$want" ] || fail "panels: $got, not $want"
run 2 plot "$tmp/each/d_accept.jsonl" --figure panels
complains 'no panels here'

# Tests for schedulers that no policy is: as analyze says of the set.
yes=0
for i in 1 2 3 4 5 6; do
	run 0 generate --spec "$tmp/d.yaml" --cores 4 --utilization 1.8 --only $i
	cp "$tmp/out" "$tmp/set.yaml"
	"$dagsim" analyze "$tmp/set.yaml" --test semifed_x1 >/dev/null 2>&1
	said=$?
	run 0 bench --accept "$tmp/d.yaml" --util-min 1.8 --util-max 1.8 \
		-p gedf --test semifed_x1 --only $i
	if [ $said -eq 0 ]; then
		yes=$((yes + 1))
		out_has 'semifed_x1  *accepted'
	else
		out_has 'semifed_x1  *not accepted: not proven'
	fi
done
[ $yes -gt 0 ] && [ $yes -lt 6 ] || fail "the sets show nothing: $yes of 6"
run 2 bench --accept "$tmp/d.yaml" --test semifed -o "$tmp/none"
complains "did you mean 'semifed_x1'"
run 2 bench --accept "$tmp/d.yaml" --test edf_baruah14 -o "$tmp/none"
complains 'only tests for other schedulers'
run 2 bench workloads/synthetic_mix.yaml --test semifed_x1 -o "$tmp/none"
complains 'need --accept'

# Weighted, by hand, of one column.
want=$(awk -F, '$1 == 4 && $3 == "simulated gedf" {s += $2 * $6 / $5; u += $2}
	END {printf "%.1f", 100 * s / u}' "$tmp/one/d_accept.csv")
got=$(awk -F' *[|] *' '
	$2 == "cores" {for (i = 1; i <= NF; i++) if ($i == "simulated gedf") c = i}
	$2 == "4" && !n++ {print $c}' "$tmp/one/d_accept.md")
[ "$got" = "$want" ] || fail "weighted: $got, not $want"

for k in 1 2 3; do
	run 0 bench "$@" --shard "$k/3" -o "$tmp/parts"
done
run 0 merge "$tmp"/parts/*.jsonl -o "$tmp/merged"
same merged
run 0 merge "$tmp/one/d_accept.jsonl" -o "$tmp/again"
same again
run 2 merge "$tmp"/parts/*.[12]-of-3.jsonl -o "$tmp/none"
complains '14 of 42 rows of d are missing, the first is row 2'
run 2 merge "$tmp"/parts/*.jsonl "$tmp"/parts/*.1-of-3.jsonl -o "$tmp/none"
complains 'row 0 is there twice'
sed 's/^seed: 5/seed: 6/' "$tmp/d.yaml" >"$tmp/d6.yaml"
mkdir "$tmp/six"
mv "$tmp/d6.yaml" "$tmp/six/d.yaml"
shift 2
run 0 bench --accept "$tmp/six/d.yaml" "$@" --shard 3/3 -o "$tmp/other"
run 2 merge "$tmp"/parts/*.[12]-of-3.jsonl "$tmp"/other/*.jsonl -o "$tmp/none"
complains 'another sweep of d'
[ ! -e "$tmp/none" ] || fail "a refused merge wrote something"
run 2 bench --accept "$tmp/six/d.yaml" "$@" --resume --shard 1/3 \
	-o "$tmp/parts"
complains 'of another sweep'

# Killed at random moments and gone on with.
set -- --accept "$tmp/d.yaml" "$@" --quiet
kills=0 n=0
while [ "$kills" -lt 10 ]; do
	n=$((n + 1))
	[ "$n" -lt 300 ] || fail "only $kills of $n were killed in time"
	"$dagsim" bench "$@" --resume --jobs 2 -o "$tmp/broken" \
		>/dev/null 2>&1 &
	child=$!
	sleep "$(awk -v n="$n" 'BEGIN {srand(n * 7919)
		printf "%.3f\n", 0.25 * rand()}')"
	if kill -9 "$child" 2>/dev/null; then
		wait "$child" 2>/dev/null
		[ $? -ne 137 ] || kills=$((kills + 1))
	else
		wait "$child"
	fi
	if [ -e "$tmp/broken/d_accept.csv" ]; then
		for f in "$tmp"/one/*; do
			cmp "$f" "$tmp/broken/$(basename "$f")" ||
				fail "other bytes"
		done
		rm -r "$tmp/broken"
	fi
done

# An interrupt leaves whole lines, and says what is missing.
"$dagsim" bench "$@" --util-step 0.001 -o "$tmp/long" >"$tmp/out" 2>"$tmp/err" &
child=$!
n=0
until [ -s "$tmp/long/d_accept.jsonl.partial" ]; do
	n=$((n + 1))
	[ "$n" -lt 300 ] || fail "no row in time"
	sleep 0.1
done
kill -INT "$child"
wait "$child"
rc=$?
[ "$rc" -eq 130 ] || fail "interrupt: exit $rc"
err_has 'interrupted: [0-9]* rows are missing'
[ -z "$(grep -v '^{"schema":"dagsim.accept.part/1".*}$' \
	"$tmp/long/d_accept.jsonl.partial")" ] || fail "no valid rows"

# A sweep that is killed at random moments and gone on with ends in the same
# bytes; an interrupt leaves a valid partial file.
. tests/support/cli.sh
set -- workloads/multi_agent_cell.yaml workloads/vla_plus_control.yaml \
	--util-min 0.4 --util-max 1.2 --util-step 0.4 --seeds 6 --duration 6 \
	--jobs 2 --quiet
run 0 bench "$@" -o "$tmp/whole"

# Seconds below 0.4, another each time.
moment() {
	awk -v n="$1" 'BEGIN {srand(n * 7919); printf "%.3f\n", 0.4 * rand()}'
}

# Who is killed between making a file and renaming it leaves its temporary.
same_bytes() {
	for f in "$tmp"/whole/*; do
		cmp "$f" "$tmp/broken/$(basename "$f")" || fail "other bytes"
	done
}

kills=0 n=0
while [ "$kills" -lt 20 ]; do
	n=$((n + 1))
	[ "$n" -lt 200 ] || fail "only $kills of $n were killed in time"
	"$dagsim" bench "$@" --resume -o "$tmp/broken" >/dev/null 2>&1 &
	child=$!
	sleep "$(moment "$n")"
	if kill -9 "$child" 2>/dev/null; then
		wait "$child" 2>/dev/null
		[ $? -ne 137 ] || kills=$((kills + 1))
	else
		wait "$child"
	fi
	if [ -e "$tmp/broken/vla_plus_control_table.csv" ]; then
		same_bytes
		rm -r "$tmp/broken"
	fi
done
run 0 bench "$@" --resume -o "$tmp/broken"
same_bytes

# An interrupt: valid rows so far, exit 130, and the rest is added.
set -- workloads/multi_agent_cell.yaml --util-min 0.4 --util-max 1.2 \
	--util-step 0.4 --seeds 100 --duration 6 --jobs 2 --quiet
partial=$tmp/long/multi_agent_cell_points.jsonl.partial
"$dagsim" bench "$@" -o "$tmp/long" >"$tmp/out" 2>"$tmp/err" &
child=$!
n=0
until [ -s "$partial" ]; do
	n=$((n + 1))
	[ "$n" -lt 300 ] || fail "no row in time"
	sleep 0.1
done
kill -INT "$child"
wait "$child"
rc=$?
[ "$rc" -eq 130 ] || fail "interrupt: exit $rc"
err_has 'interrupted: [0-9]* rows are missing'
[ ! -s "$tmp/out" ] || fail "files after an interrupt"
[ -z "$(tail -c 1 "$partial")" ] || fail "torn by an interrupt"
[ -z "$(grep -v '^{"schema":"dagsim.bench/1".*}$' "$partial")" ] ||
	fail "no valid rows"
head -n 5 "$partial" >"$tmp/rows"
run 0 bench "$@" --resume -o "$tmp/long"
[ "$(wc -l <"$tmp/long/multi_agent_cell_points.jsonl")" -eq 2100 ] ||
	fail "not all rows"
while read -r row; do
	grep -qxF "$row" "$tmp/long/multi_agent_cell_points.jsonl" ||
		fail "a row was lost"
done <"$tmp/rows"
[ ! -e "$partial" ] || fail "the journal stays"

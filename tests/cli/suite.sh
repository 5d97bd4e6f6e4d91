# Suites: what a row says is what simulate says; the boxes are those of all
# jobs; other workloads and policies may be given.
. tests/support/cli.sh
run 0 bench --suite awkernel -o "$tmp/a"
quiet
[ "$(wc -l <"$tmp/a/awkernel_suite.jsonl")" -eq 54 ] || fail "not 18 x 3 rows"
[ "$(cut -d, -f2 "$tmp/a/awkernel_suite.csv" | sed 1d | sort -u |
	tr '\n' ' ')" = "1.00 1.50 2.00 2.50 3.00 " ] || fail "loads"
[ "$(awk -F, '$2 == "2.50" {print $3}' "$tmp/a/awkernel_suite.csv" |
	sort -u)" -eq 5 ] || fail "not five sets at 2.5"

for mode in full limited none; do
	run 0 simulate workloads/awkernel/set12.yaml -p gedf \
		--preemption $mode --json
	for key in max_response_ns missed; do
		v=$(sed -n "s/^ *\"$key\": \([0-9]*\),.*/\1/p" "$tmp/out" |
			tail -n +2 | head -n 1)
		name=$(sed -n 's/^ *"name": "\(u[^"]*\)".*/\1/p' "$tmp/out" |
			head -n 1)
		grep '"workload":"awkernel_set12"' \
			"$tmp/a/awkernel_suite.jsonl" |
			grep "\"preemption\":\"$mode\"" |
			grep -q "\"streams.$name.$key\":${v}[,}]" ||
			fail "set12, $mode: $name.$key is not $v"
	done
done

# The only set at U = 1: three DAGs, each always the same response.
grep -q '^awkernel,1.00,1,gedf,full,60,60,0,60,0,23000000,23000000,27000000,' \
	"$tmp/a/awkernel_suite.csv" || fail "the quartiles of set 1"

cat >"$tmp/two.yaml" <<'END'
dagsim: 1
name: two
platform: {cores: 2}
tasks:
  - {name: long, period: 20ms, nodes: {a: 12ms}}
  - {name: wide, period: 10ms, deadline: 9ms, nodes: {a: 1ms, b: 4ms, c: 3ms},
     edges: [[a, b], [a, c]]}
END
run 0 bench --suite awkernel "$tmp/two.yaml" -p gedf,pedf:fit=worst -d 1 \
	--preemption limited --seeds 2 -o "$tmp/b"
[ "$(wc -l <"$tmp/b/awkernel_suite.jsonl")" -eq 4 ] || fail "not 2 x 2 rows"
grep -q '^| 1.40 | 1 | pedf:fit=worst, limited preemption | ' \
	"$tmp/b/awkernel_suite.md" || fail "variants"

# It is found from anywhere.
(cd "$tmp" && "$dagsim" bench --suite awkernel -o c >/dev/null) ||
	fail "elsewhere"
cmp "$tmp/a/awkernel_suite.csv" "$tmp/c/awkernel_suite.csv" ||
	fail "elsewhere it says something else"

run 2 bench --suite awkernle -o "$tmp/none"
complains "did you mean 'awkernel'"
run 2 bench --suite awkernel --shard 1/2 -o "$tmp/none"
complains 'not for --suite'
run 2 bench --suite awkernel "$tmp/gone.yaml" -o "$tmp/d"
complains 'gone.yaml'
[ ! -e "$tmp/none" ] || fail "a refused suite wrote something"
: >"$tmp/file"
run 4 bench --suite awkernel -o "$tmp/file/below"

# Platforms: a row a set and variant; the medians of the comparison.
run 0 bench --suite rtos-comparison -o "$tmp/e" -q
quiet
[ "$(wc -l <"$tmp/e/rtos-comparison_suite.jsonl")" -eq 90 ] ||
	fail "not 18 x 5 rows"
grep -q '"platform":"yasmin","policy":"gedf"' \
	"$tmp/e/rtos-comparison_suite.jsonl" || fail "no platform in the rows"
awk -F'|' '/^Against/ {on = 1}
	on && $2 ~ /^ [0-9]/ {
		split($9, yasmin, " "); split($4, free, " ")
		split($6, costly, " ")
		low = 11; high = 81
		if ($2 + 0 > 2.6) {
			low = 70; high = 90
		}
		if (yasmin[1] + 0 < low || yasmin[1] + 0 > high) bad = 1
		if (costly[1] != costly[3]) bad = 1
		inflated += free[1]; n++
	}
	END {exit bad || n != 5 || inflated < 5}' \
	"$tmp/e/rtos-comparison_suite.md" || fail "the comparison says otherwise"
run 0 bench --suite rtos-comparison "$tmp/two.yaml" -d 1 -o "$tmp/f" -q \
	--platforms yasmin,awkernel,threads
[ "$(wc -l <"$tmp/f/rtos-comparison_suite.jsonl")" -eq 3 ] || fail "three rows"
grep -q '^Against "YASMIN, mended"' "$tmp/f/rtos-comparison_suite.md" ||
	fail "the first is not what others are compared with"
run 2 bench --suite rtos-comparison --platforms yasmine -o "$tmp/none"
complains "did you mean 'yasmin'"
run 2 bench --suite rtos-comparison -p gedf -o "$tmp/none"
complains '\-\-platforms, not --policies'
run 2 bench --suite awkernel --platforms gedf -o "$tmp/none"
complains '\-\-policies, not --platforms'

# An exported Chrome trace in speedscope: it finds the executors, and how long
# each was busy.  Needs a browser, npm and the registry.
. tests/support/cli.sh
. tests/support/browser.sh
command -v npm >/dev/null || browser=
[ -n "$browser" ] || {
	echo "no chromium that starts, or no npm"
	exit 77
}
timeout 120 npm install --prefix "$tmp" --silent --no-audit --no-fund \
	speedscope@1.25.0 >/dev/null 2>&1 || {
	echo "npm cannot install speedscope"
	exit 77
}
run 0 simulate workloads/awkernel/set01.yaml -p gedf -d 3 --trace "$tmp/t"
run 0 trace metrics "$tmp/t" --json
cp "$tmp/out" "$tmp/metrics"
run 0 trace export "$tmp/t" --to chrome -o "$tmp/run.json"
printf 'speedscope.loadFileFromBase64("run.json", "%s")\n' \
	"$(base64 <"$tmp/run.json" | tr -d '\n')" >"$tmp/load.js"
timeout 120 "$browser" --headless --no-sandbox --disable-gpu \
	--allow-file-access-from-files --user-data-dir="$tmp/profile" \
	--enable-logging=stderr --virtual-time-budget=20000 --dump-dom \
	"file://$tmp/node_modules/speedscope/dist/release/index.html#localProfilePath=$tmp/load.js" \
	>"$tmp/dom" 2>"$tmp/err"
grep -q 'Importing as Trace Event Format' "$tmp/err" ||
	fail "speedscope did not import it"
sed 's/<[^>]*>/ /g' "$tmp/dom" | tr -s ' ' '\n' | grep . >"$tmp/words"

# It shows the weight of each thread in three digits or so.
sed -n 's/.*"busy_ns": \([0-9]*\),/\1/p' "$tmp/metrics" | awk '{
	s = $1 / 1e9
	if (s >= 1) printf "%.2fs\n", s
	else printf "%.2fms\n", s * 1e3
}' >"$tmp/want"
[ "$(wc -l <"$tmp/want")" -eq 3 ] || fail "not three cores"
n=0
while read -r busy; do
	grep -q "^core$n\$" "$tmp/words" || fail "no thread core$n"
	grep -qF "$busy" "$tmp/words" || fail "core$n was not busy for $busy"
	n=$((n + 1))
done <"$tmp/want"
exit 0

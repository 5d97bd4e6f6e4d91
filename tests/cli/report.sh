# dagsim report: the page of a workload, a trace, sweeps; opened in a browser
# where there is one.
. tests/support/cli.sh
vla=workloads/vla_plus_control.yaml

# A workload whose names try to be markup.
cat >"$tmp/evil.yaml" <<'END'
dagsim: 1
name: "</title><script>document.title='broken'</script>"
models:
  "m&<b>":
    profile: {type: linear, a_ms: 4}
streams:
  - {name: "<script>document.title='broken'</script>", model: "m&<b>", period_ms: 10}
  - {name: "\"quoted' & <img src=x onerror=alert(1)>", model: "m&<b>", period_ms: 11}
  - {name: "café → 車", model: "m&<b>", period_ms: 9}
END
"$dagsim" check "$tmp/evil.yaml" >/dev/null 2>"$tmp/err" || fail "evil.yaml"

run 0 report "$tmp/evil.yaml" -d 1 -o "$tmp/evil.html"
run 0 report $vla -d 5 -p edf -p edf_batch --window 1..1.1 -o "$tmp/vla.html"
run 0 report workloads/awkernel/set01.yaml -p gedf -d 1 -o "$tmp/dag.html"
run 0 report results -o "$tmp/sweeps.html"
run 0 simulate workloads/awkernel/set01.yaml -p gedf -d 0.2 --trace "$tmp/o" \
	--overhead decision=50us --overhead migration=200us
run 0 report "$tmp/o" -o "$tmp/over.html"
run 0 simulate $vla -p edf -d 5 --trace "$tmp/t"
run 0 report "$tmp/t" -o "$tmp/trace.html"
quiet
for page in evil vla dag sweeps trace over; do
	[ "$(tail -n 1 "$tmp/$page.html")" = '</html>' ] ||
		fail "$page: incomplete"
	# One script, ours; nothing from elsewhere.
	[ "$(grep -c '<script' "$tmp/$page.html")" -eq 1 ] ||
		fail "$page: another script"
	! grep -qE '<(img|link rel="style|iframe|object)|(src|href)="[^#d]' \
		"$tmp/$page.html" || fail "$page: refers to others"
done

# What is told is what the commands tell.
run 0 simulate $vla -d 5 -p edf --json
missed=$(sed -n 's/^ *"missed": \([0-9]*\),/\1/p' "$tmp/out" | head -n 1)
grep -q "$missed deadlines missed" "$tmp/vla.html" || fail "other misses"
grep -q "$missed deadlines missed" "$tmp/trace.html" ||
	fail "other misses in the trace"
grep -q 'np_edf: not schedulable' "$tmp/vla.html" || fail "no verdict"
grep -q 'demand bound violated' "$tmp/vla.html" || fail "no reason"
grep -q 'reproduce\|dagsim report .*vla_plus' "$tmp/vla.html" ||
	fail "no command"
grep -q 'The first miss' "$tmp/vla.html" || fail "no first miss"
grep -q 'The window that was asked for' "$tmp/vla.html" || fail "no window"
grep -q 'class="edge crit"' "$tmp/dag.html" || fail "no critical path"
for name in multi_agent_cell synthetic_mix vla_plus_control; do
	grep -q "<h2>$name</h2>" "$tmp/sweeps.html" || fail "no $name"
done
# Acceptance: a figure and tables, with the numbers of the committed ones.
for name in streams dag_constrained dag_implicit dag_limited; do
	grep -q "<h2>$name</h2>" "$tmp/sweeps.html" || fail "no $name"
done
row=$(sed -n 's/^| weighted |//p' results/streams_accept.md | head -n 1 |
	sed 's/ *|$//; s/ | /\n/g' | tr -d ' ' | tail -n 1)
sed -n '/<h2>streams</,/<h2>/p' "$tmp/sweeps.html" >"$tmp/streams"
tail -n +2 "$tmp/streams" | grep -qF "<td>$row</td></tr>" ||
	fail "another part of the sets: not $row"

# Overheads in the chart: all that the window shows.
to=$(sed -n 's/.*data-from="0" data-span="\([0-9]*\)".*/\1/p' "$tmp/over.html")
[ "$(grep -c 'class="box over"' "$tmp/over.html")" -eq \
	"$("$dagsim" trace export "$tmp/o" --to csv --to-time "${to}ns" |
		awk -F, '$2 == "overhead"' | wc -l)" ] ||
	fail "other overheads than exported"
cp "$tmp/vla.html" "$tmp/first"
run 0 report $vla -d 5 -p edf -p edf_batch --window 1..1.1 -o "$tmp/vla.html"
cmp -s "$tmp/vla.html" "$tmp/first" || fail "not the same page again"

# Mistakes leave no page.
run 2 report "$tmp/none.yaml" -o "$tmp/x.html"
run 2 report $vla -p nosuch -o "$tmp/x.html"
run 2 report "$tmp/t" -p fifo -o "$tmp/x.html"
complains 'no run of such a policy'
run 2 report "$tmp/t" -d 1 -o "$tmp/x.html"
complains 'no use for a trace'
run 2 report $vla --window 2..1 -o "$tmp/x.html"
complains 'ends before it begins'
head -c 3000 "$tmp/t" >"$tmp/cut"
run 2 report "$tmp/cut" -o "$tmp/x.html"
complains "^$tmp/cut: byte "
run 2 report - -o "$tmp/x.html"
complains 'several times'
cp $vla "$tmp/w.yaml"
run 2 report "$tmp/w.yaml" -o "$tmp/w.yaml"
complains 'what the report is about'
[ ! -e "$tmp/x.html" ] || fail "a page in spite of mistakes"

# --- in a browser: at the width of a phone and of a desk ---

. tests/support/browser.sh
[ -n "$browser" ] || {
	echo "all but the page in a browser: no chromium that starts"
	exit 77
}
cat >"$tmp/probe.js" <<'END'
const told = [];
const done = (name, ok) => told.push((ok ? 'ok ' : 'FAIL ') + name);
const pages = [...document.querySelectorAll('iframe')];
addEventListener('load', () => {
	for (const frame of pages) {
		const d = frame.contentDocument, w = d.defaultView;
		const name = frame.title + ' at ' + frame.width + ': ';
		done(name + 'fits', d.documentElement.scrollWidth <= frame.width);
		done(name + 'is not broken', !d.title.includes('broken') ||
			d.title.includes('<script>'));
		done(name + 'one script', d.scripts.length === 1);
		for (const box of d.querySelectorAll('.gantt')) {
			const plane = box.querySelector('.plane');
			const button = act => box.querySelector(
				'button[data-act=' + act + ']').click();
			const key = k => box.dispatchEvent(
				new w.KeyboardEvent('keydown', {key: k}));
			const width = () => plane.getAttribute('width');
			const slice = plane.querySelector('.box');
			button('in');
			done(name + 'zooms', width() === '200%');
			const x = plane.getAttribute('x');
			button('right');
			done(name + 'pans', plane.getAttribute('x') !== x);
			key('+');
			done(name + 'zooms by key', width() === '400%');
			key('0');
			done(name + 'shows all', width() === '100%');
			slice.dispatchEvent(new w.PointerEvent('pointerover',
				{bubbles: true}));
			done(name + 'details', box.querySelector('.detail')
				.textContent.includes(' to '));
			button('next');
			done(name + 'next slice', plane.querySelectorAll(
				'.box.at').length === 1);
		}
	}
	document.title = 'done';
	document.body.textContent = told.join('\n') + '\nend\n';
});
END
escaped() {
	sed 's/&/\&amp;/g; s/"/\&quot;/g' "$1"
}
{
	echo '<!DOCTYPE html><meta charset="utf-8"><title>probe</title><body>'
	for page in evil vla dag sweeps over; do
		for width in 390 1440; do
			printf '<iframe title="%s" width="%s" height="800" srcdoc="' \
				$page $width
			escaped "$tmp/$page.html"
			echo '"></iframe>'
		done
	done
	echo '<script>'
	cat "$tmp/probe.js"
	echo '</script>'
} >"$tmp/probe.html"
timeout 120 "$browser" --headless --no-sandbox --disable-gpu \
	--user-data-dir="$tmp/profile" --enable-logging=stderr \
	--virtual-time-budget=10000 --dump-dom "file://$tmp/probe.html" \
	>"$tmp/dom" 2>"$tmp/log"
grep -q '^end' "$tmp/dom" || {
	cp "$tmp/log" "$tmp/err"
	fail "the probe did not come to its end"
}
! grep 'FAIL' "$tmp/dom" || fail "the page in a browser"
[ "$(grep -c 'ok .* zooms$' "$tmp/dom")" -ge 8 ] || fail "too few charts"
! grep -i 'CONSOLE' "$tmp/log" || fail "messages on the console"
exit 0

# Names in $browser a browser that draws a page without a screen, or "" where
# none does: one that is there but cannot start says nothing about dagsim.
# $tmp is a scratch folder.
# shellcheck shell=sh disable=SC2154
browser=
for b in chromium chromium-browser google-chrome; do
	[ -z "$browser" ] || break
	command -v $b >/dev/null || continue
	timeout 120 $b --headless --no-sandbox --disable-gpu \
		--user-data-dir="$tmp/browser" --dump-dom \
		'data:text/html,<p>dag<b>sim</b>' 2>/dev/null |
		grep -q 'dag<b>sim' && browser=$b
done

# rows.awk - the planted faults of a table, a line each, with tabs between:
#     subject file line column old new tests
# A fault whose text is not there exactly once, or that is told badly, is
# named on standard error, and the exit code is 1.
#   awk -f rows.awk tests/mutate/faults.txt

function wrong(text)
{
	printf "%s:%d: %s\n", FILENAME, at, text >"/dev/stderr"
	bad = 1
}

# The lines of a source, kept as one text.
function load(file,    line)
{
	if (file in n_lines)
		return n_lines[file]
	n_lines[file] = 0
	while ((getline line <file) > 0)
		source[file, ++n_lines[file]] = line
	close(file)
	return n_lines[file]
}

function finish(    i, from, found, row, column)
{
	if (!at)
		return
	if (old == "" || !has_new || old == new)
		wrong("a fault needs one line '- text' and another '+ text'")
	else if (!load(file))
		wrong("no such file: " file)
	else {
		for (i = 1; i <= n_lines[file]; i++) {
			from = 1
			while (column = index(substr(source[file, i], from), old)) {
				found++
				row = i "\t" (from + column - 1)
				from += column
			}
		}
		if (found == 1)
			printf "%s\t%s\t%s\t%s\t%s\t%s\n", subject, file, row,
				old, new, tests
		else
			wrong("text is in " file " " found + 0 " times: " old)
	}
	at = 0
}

/^= / {
	finish()
	at = FNR
	subject = $2
	file = $3
	old = new = tests = ""
	has_new = 0
	for (i = 4; i <= NF; i++)
		tests = tests (i > 4 ? " " : "") $i
	if (NF < 4)
		wrong("expected '= subject file tests'")
	next
}
/^- / && at && old == "" { old = substr($0, 3); next }
/^\+ / && at && !has_new { new = substr($0, 3); has_new = 1; next }
/^#/ || /^$/ { next }
{ at = at ? at : FNR; wrong("not understood: " $0) }
END {
	finish()
	exit bad
}

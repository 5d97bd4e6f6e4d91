# random.awk - faults by rule: every place in the sources given where an
# operator, a unit or a helper can be another one, and of these N by SEED, in
# the form of rows.awk (subject "random", no tests named).
#   awk -v N=20 -v SEED=1 -f random.awk src/analysis/*.c

function swap(from, to)
{
	n_swaps++
	swap_from[n_swaps] = from
	swap_to[n_swaps] = to
}

# Of 31 bits; 16807 n mod 2^31 - 1 is exact in doubles.
function draw(n)
{
	state = state * 16807 % 2147483647
	return int(state / 2147483647 * n)
}

function use(i, column)
{
	place[n_places++] = FILENAME "\t" FNR "\t" column "\t" \
		swap_from[i] "\t" swap_to[i]
}

BEGIN {
	swap(" < ", " <= ")
	swap(" <= ", " < ")
	swap(" > ", " >= ")
	swap(" >= ", " > ")
	swap(" == ", " != ")
	swap(" != ", " == ")
	swap(" && ", " || ")
	swap(" || ", " && ")
	swap(" + 1", "")
	swap(" - 1", "")
	swap(" + ", " - ")
	swap(" - ", " + ")
	swap(" += ", " = ")
	swap(" * ", " + ")
	swap(" % ", " / ")
	swap("ceil_div(", "0 * ceil_div(")
	swap("smaller(", "larger(")
	swap("continue;", "break;")
	swap("= true", "= false")
	swap("= false", "= true")
	swap("return true", "return false")
	swap("return false", "return true")
}

FNR == 1 { comment = 0 }
/^[\t ]*\/\*/ { comment = 1 }
comment || /^#/ || /assert\(|REQUIRE\(|"/ {
	# what follows a comment on its last line is not looked at
	if (/\*\//)
		comment = 0
	next
}
{
	code = $0
	sub(/\/\*.*/, "", code)
	for (i = 1; i <= n_swaps; i++) {
		from = 1
		while (at = index(substr(code, from), swap_from[i])) {
			use(i, from + at - 1)
			from += at
		}
	}
}

END {
	state = (SEED * 7919 + 12345) % 2147483646 + 1
	for (i = 0; i < 10; i++)
		draw(1)
	for (i = 0; i < N && n_places > 0; i++) {
		k = draw(n_places)
		print "random\t" place[k] "\t"
		place[k] = place[--n_places]
	}
}

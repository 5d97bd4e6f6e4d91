# plant.awk - copies a source with one place changed.  The environment says
# which: LINE, COLUMN, OLD, NEW.
NR == ENVIRON["LINE"] + 0 {
	before = substr($0, 1, ENVIRON["COLUMN"] - 1)
	after = substr($0, ENVIRON["COLUMN"] + length(ENVIRON["OLD"]))
	$0 = before ENVIRON["NEW"] after
}
{ print }

# Who may include whom: base <- model <- trace; model <- policies; these <-
# sim and analysis, blind to each other; sim <- platform; all of them <- check;
# everything <- cli.
may_not() {
	layer=$1 bad=$2
	[ -d "src/$layer" ] || return 0
	grep -nE "#include \"(\\.\\./)*($bad)/" -r "src/$layer" && up=1
	return 0
}
up=0
may_not base 'model|trace|policies|sim|platform|analysis|check|cli'
may_not model 'trace|policies|sim|platform|analysis|check|cli'
may_not trace 'policies|sim|platform|analysis|check|cli'
may_not policies 'trace|sim|platform|analysis|check|cli'
may_not sim 'platform|analysis|check|cli'
may_not platform 'analysis|check|cli'
may_not analysis 'sim|platform|check|cli'
may_not check 'cli'

# The auditor must not learn the rules from those it audits.
if [ -f src/trace/audit.c ]; then
	grep -nE '#include "(policies|sim|platform)/' src/trace/audit*.c && up=1
fi
[ "$up" -eq 0 ] || {
	echo "FAIL: includes that step upward"
	exit 1
}

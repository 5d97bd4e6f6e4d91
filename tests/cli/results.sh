# The committed results are what their command makes.
. tests/support/cli.sh
cp -r workloads "$tmp/workloads"
mkdir "$tmp/results"
cp results/*.yaml "$tmp/results"
(cd "$tmp" && "$dagsim" bench workloads/multi_agent_cell.yaml \
	workloads/vla_plus_control.yaml workloads/synthetic_mix.yaml \
	--util-min 0.3 --util-max 1.3 --util-step 0.1 --seeds 3 --duration 30 \
	--out-dir results >/dev/null 2>err) || fail "$(cat "$tmp/err")"
for suite in awkernel rtos-comparison; do
	(cd "$tmp" && "$dagsim" bench --suite $suite --out-dir results -q \
		>/dev/null 2>err) || fail "$(cat "$tmp/err")"
done
(cd "$tmp" && "$dagsim" bench --accept results/streams.yaml --util-min 0.05 \
	--util-max 1 --util-step 0.05 --sets 200 --duration 2 --out-dir results \
	>/dev/null 2>err) || fail "$(cat "$tmp/err")"

# dags NAME OPTION...: sets of DAGs by the load of a core
dags() {
	name=$1
	shift
	(cd "$tmp" && "$dagsim" bench --accept "results/$name.yaml" \
		--per-core --util-min 0.1 --util-max 1 --duration 2 \
		--out-dir results "$@" >/dev/null \
		2>err) || fail "$(cat "$tmp/err")"
}
fp=gfp:priority=dm,node_order=longest_tail
for name in dag_implicit dag_constrained; do
	dags $name --vary cores=2,4,8 --sets 500 -p gedf,$fp,federated \
		--test semifed_x1 --test reservation_split \
		--test reservation_rmin --test reservation_requal
done
dags dag_limited --vary cores=2,4,8 --sets 500 -p gedf,$fp
dags dag_sizes --vary dags=2,3,4,6,8,12,16 --sets 100 \
	-p gedf,$fp,federated --test semifed_x1 --test reservation_rmin

# But for the version, which decides no number, and what it is summed up in.
plain() {
	sed 's/,"crc32":"[0-9a-f]*"}$/}/
		s/"version":"[^"]*","suite"/"suite"/
		s/"version":"[^"]*","sweep":"[^"]*",//; s/^dagsim [0-9][^,]*,//
		s/,[0-9][0-9.]*,\([0-9a-f]\{64\}\),/,\1,/' "$1"
}
for f in "$tmp"/results/*; do
	plain "$f" >"$tmp/made"
	plain "results/$(basename "$f")" >"$tmp/kept"
	cmp "$tmp/made" "$tmp/kept" ||
		fail "results/$(basename "$f") is not what is made now"
done
for name in multi_agent_cell vla_plus_control synthetic_mix; do
	for form in png svg gp dat; do
		for f in "$name.$form" "${name}_response.$form"; do
			[ -s "results/figures/$f" ] || fail "no $f"
		done
	done
	for f in "$name.png" "${name}_response.png"; do
		grep -qF "](figures/$f)" results/README.md ||
			fail "results/README.md does not show $f"
	done
done
for name in awkernel_suite streams_accept streams_times dag_implicit_accept \
	dag_implicit_panels dag_constrained_accept dag_constrained_panels \
	dag_limited_accept dag_limited_panels dag_sizes_accept \
	dag_sizes_panels dag_implicit_times; do
	for form in png svg gp dat; do
		[ -s "results/figures/$name.$form" ] || fail "no $name.$form"
	done
	grep -qF "](figures/$name.png)" results/README.md ||
		fail "results/README.md does not show $name.png"
done
grep -qF '](results/figures/multi_agent_cell.png)' README.md ||
	fail "README.md does not show the figure"

# Within a scheduler tests rank as they do elsewhere, whatever the cores: the
# weighted part of each is above that of the next (gt) or no less (ge);
# and no test accepts more sets than run without a miss at any load.
# ranks NAME TEST [gt | ge] TEST ...
ranks() {
	awk -F, -v chain="$*" '
		NR == 1 {
			n = split(chain, word, " ")
			for (i = 1; i <= NF; i++)
				at[$i] = i
		}
		NR > 1 {
			k = $1 SUBSEP $at["name"]
			if (!($1 in seen))
				cores[++m] = $1
			seen[$1] = 1
			part[k] += $at["target_util"] * $at["accepted"]
			lines[k]++
		}
		END {
			bad = m != 3
			for (c = 1; c <= m; c++)
				for (i = 2; i + 2 <= n; i += 2) {
					a = cores[c] SUBSEP word[i]
					b = cores[c] SUBSEP word[i + 2]
					if (lines[a] == 10 && lines[b] == 10 &&
					    (part[a] > part[b] ||
					     (word[i + 1] == "ge" &&
					      part[a] >= part[b])))
						continue
					print cores[c], word[i], word[i + 2]
					bad = 1
				}
			exit bad
		}' "results/${1}_accept.csv" >"$tmp/out" ||
		fail "$1: not ranked so: $(cat "$tmp/out")"
}
ranks dag_implicit edf_baruah14 gt edf_chain_rta ge edf_melani15 gt \
	edf_li14_cab gt edf_bonifaci13_poly gt edf_li13_cab
ranks dag_constrained edf_baruah14 gt edf_chain_rta ge edf_melani15 gt \
	edf_bonifaci13_poly gt edf_li14_cab ge edf_li13_cab
for name in dag_implicit dag_constrained; do
	ranks $name fp_he19_cpf gt fp_fonseca17 ge fp_chain_rta gt \
		fp_melani15 gt fp_bonifaci13_poly
	ranks $name fed_multipath_opt ge fed_multipath ge fed_graham
	ranks $name reservation_split ge reservation_rmin ge reservation_requal
done
ranks dag_implicit fp_melani15 gt fp_li14_cab
ranks dag_implicit semifed_x1 gt reservation_rmin
ranks dag_limited lpfp_boundary_rta gt lpedf_boundary_rta

# Quotes keep the commas of the policies' settings out of the fields.
for name in dag_implicit dag_constrained dag_limited; do
	sed 's/"simulated gfp[^"]*"/simulated gfp/' \
		"results/${name}_accept.csv" | awk -F, '
		NR == 1 {
			for (i = 1; i <= NF; i++)
				at[$i] = i
		}
		NR > 1 {
			sets[$1, $2, $3] = $at["accepted"]
			load[$1 SUBSEP $2] = 1
			name[$3] = 1
		}
		END {
			for (l in load)
				for (t in name) {
					by = t ~ /edf_/ ? "gedf" \
					   : t ~ /fp_/ ? "gfp" : "federated"
					if (t !~ /^(lp)?(edf|fp)_|^fed_/)
						continue
					if (sets[l, t] > \
					    sets[l, "simulated " by]) {
						print l, t
						bad = 1
					}
					n++
				}
			exit bad || n < 60
		}' >"$tmp/out" || fail "$name: more accepted than clean: $(cat "$tmp/out")"
done

# The table of weighted parts in results/README.md says what the CSV files do,
# and each is within 0.07 of what was measured elsewhere.
for name in dag_implicit dag_constrained dag_limited; do
	sed "s/^/$name,/; s/\"simulated gfp[^\"]*\"/simulated gfp/" \
		"results/${name}_accept.csv"
done | awk -F, '
	$2 == "cores" { next }
	{
		k = $1 SUBSEP $4 SUBSEP $2
		part[k] += $3 * $7 / $6
		load[k] += $3
	}
	END {
		for (k in part) {
			split(k, word, SUBSEP)
			printf "%s|%s|%s|%.3f\n", word[1], word[2], word[3],
				part[k] / load[k]
		}
	}' >"$tmp/parts"
awk -F '|' -v parts="$tmp/parts" '
	function check(set, m, ours, theirs) {
		if (ours == "-" || theirs == "-")
			return
		n++
		if (sprintf("%.3f", made[set, test, m]) != sprintf("%.3f", ours))
			print set, test, m, ours, made[set, test, m]
		if (ours - theirs > 0.07 || theirs - ours > 0.07)
			print set, test, m, ours, "is not near", theirs
	}
	BEGIN {
		while ((getline line < parts) > 0) {
			split(line, word, "|")
			made[word[1], word[2], word[3]] = word[4]
		}
	}
	/^\| test \| m = 2/ { on = 1 }
	/^$/ { on = 0 }
	on && NF == 9 && $2 !~ /test|---/ {
		test = $2
		gsub(/ /, "", test)
		sub(/simulatedgedf/, "simulated gedf", test)
		for (i = 3; i <= 7; i += 2) {
			gsub(/ /, "", $i)
			j = i + 1
			gsub(/ /, "", $j)
			m = 2 ^ ((i - 1) / 2)
			if (test ~ /^lp/) {
				check("dag_limited", m, $i, $j)
				continue
			}
			split($i, ours, "/")
			split($j, theirs, "/")
			check("dag_implicit", m, ours[1], theirs[1])
			check("dag_constrained", m, ours[2], theirs[2])
		}
	}
	END {
		if (n != 93)
			print n, "numbers in the table"
	}' results/README.md >"$tmp/out"
[ ! -s "$tmp/out" ] || fail "results/README.md: $(cat "$tmp/out")"

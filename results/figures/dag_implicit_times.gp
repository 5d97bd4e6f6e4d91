# dagsim 0.1.0: dagsim bench --accept results/dag_implicit.yaml --sets 100 --util-min 0.1 --util-max 1 --util-step 0.1 --policies gedf,gfp:priority=dm,node_order=longest_tail,federated --test semifed_x1 --test reservation_split --test reservation_rmin --per-core --timing
# gnuplot dag_implicit_times.gp draws dag_implicit_times.png and dag_implicit_times.svg
data = 'dag_implicit_times.dat'
set terminal pngcairo noenhanced size 1430, 728 fontscale 1.3 font 'sans,10'
set output 'dag_implicit_times.png'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set title 'dag_implicit: run time of the tests'
set xlabel 'nominal utilization U of each core'
set ylabel 'mean processor time of a set'
set logscale y
set format y '%.0s %cs'
set key outside right top Left reverse samplen 3 spacing 1.15
plot data index 0 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'edf_li13_cab', \
 data index 1 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'edf_li14_cab', \
 data index 2 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'edf_bonifaci13_poly', \
 data index 6 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'edf_melani15', \
 data index 7 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'edf_chain_rta', \
 data index 8 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'edf_baruah14', \
 data index 10 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 4 ps 0.9 lc rgb '#56B4E9' title 'fp_li14_cab', \
 data index 11 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 8 ps 0.9 lc rgb '#000000' title 'fp_bonifaci13_poly', \
 data index 12 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 12 ps 0.9 lc rgb '#D55E00' title 'fp_melani15', \
 data index 13 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 10 ps 0.9 lc rgb '#0072B2' title 'fp_chain_rta', \
 data index 14 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 7 ps 0.9 lc rgb '#009E73' title 'fp_he19_cpf', \
 data index 15 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 5 ps 0.9 lc rgb '#CC79A7' title 'fp_fonseca17', \
 data index 16 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 9 ps 0.9 lc rgb '#E69F00' title 'fed_multipath_opt', \
 data index 17 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 13 ps 0.9 lc rgb '#56B4E9' title 'fed_multipath', \
 data index 18 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 11 ps 0.9 lc rgb '#000000' title 'fed_graham', \
 data index 19 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 6 ps 0.9 lc rgb '#D55E00' title 'semifed_x1', \
 data index 20 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 4 ps 0.9 lc rgb '#0072B2' title 'reservation_split', \
 data index 21 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 8 ps 0.9 lc rgb '#009E73' title 'reservation_rmin', \
 NaN notitle
unset output
reset
set terminal svg noenhanced size 1100, 560 font 'sans,12' background rgb 'white'
set output 'dag_implicit_times.svg'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set title 'dag_implicit: run time of the tests'
set xlabel 'nominal utilization U of each core'
set ylabel 'mean processor time of a set'
set logscale y
set format y '%.0s %cs'
set key outside right top Left reverse samplen 3 spacing 1.15
plot data index 0 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'edf_li13_cab', \
 data index 1 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'edf_li14_cab', \
 data index 2 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'edf_bonifaci13_poly', \
 data index 6 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'edf_melani15', \
 data index 7 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'edf_chain_rta', \
 data index 8 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'edf_baruah14', \
 data index 10 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 4 ps 0.9 lc rgb '#56B4E9' title 'fp_li14_cab', \
 data index 11 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 8 ps 0.9 lc rgb '#000000' title 'fp_bonifaci13_poly', \
 data index 12 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 12 ps 0.9 lc rgb '#D55E00' title 'fp_melani15', \
 data index 13 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 10 ps 0.9 lc rgb '#0072B2' title 'fp_chain_rta', \
 data index 14 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 7 ps 0.9 lc rgb '#009E73' title 'fp_he19_cpf', \
 data index 15 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 5 ps 0.9 lc rgb '#CC79A7' title 'fp_fonseca17', \
 data index 16 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 9 ps 0.9 lc rgb '#E69F00' title 'fed_multipath_opt', \
 data index 17 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 13 ps 0.9 lc rgb '#56B4E9' title 'fed_multipath', \
 data index 18 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 11 ps 0.9 lc rgb '#000000' title 'fed_graham', \
 data index 19 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 6 ps 0.9 lc rgb '#D55E00' title 'semifed_x1', \
 data index 20 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 4 ps 0.9 lc rgb '#0072B2' title 'reservation_split', \
 data index 21 using 1:($2 * 1e-6) with linespoints lw 2 dt 2 pt 8 ps 0.9 lc rgb '#009E73' title 'reservation_rmin', \
 NaN notitle
unset output
reset

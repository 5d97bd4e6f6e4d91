# dagsim 0.1.0: dagsim bench --accept results/dag_sizes.yaml --sets 100 --util-min 0.1 --util-max 1 --util-step 0.1 --policies gedf,gfp:priority=dm,node_order=longest_tail,federated --test semifed_x1 --test reservation_rmin --duration 2s --vary dags=2,3,4,6,8,12,16 --per-core
# gnuplot dag_sizes_accept.gp draws dag_sizes_accept.png and dag_sizes_accept.svg
data = 'dag_sizes_accept.dat'
set terminal pngcairo noenhanced size 1430, 780 fontscale 1.3 font 'sans,10'
set output 'dag_sizes_accept.png'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set title 'dag_sizes: sets accepted'
set xlabel 'dags'
set ylabel 'sets accepted, weighted by U (%)'
set yrange [0:103]
set xtics ('2' 2, '3' 3, '4' 4, '6' 6, '8' 8, '12' 12, '16' 16)
set key outside right top Left reverse samplen 3 spacing 1.15
plot data index 0 using 1:3:4 with filledcurves fs noborder fc rgb '#F2000000' notitle, \
 data index 1 using 1:3:4 with filledcurves fs noborder fc rgb '#F2D55E00' notitle, \
 data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#F20072B2' notitle, \
 data index 6 using 1:3:4 with filledcurves fs noborder fc rgb '#F2009E73' notitle, \
 data index 7 using 1:3:4 with filledcurves fs noborder fc rgb '#F2CC79A7' notitle, \
 data index 8 using 1:3:4 with filledcurves fs noborder fc rgb '#F2E69F00' notitle, \
 data index 11 using 1:3:4 with filledcurves fs noborder fc rgb '#F256B4E9' notitle, \
 data index 12 using 1:3:4 with filledcurves fs noborder fc rgb '#F2000000' notitle, \
 data index 13 using 1:3:4 with filledcurves fs noborder fc rgb '#F2D55E00' notitle, \
 data index 14 using 1:3:4 with filledcurves fs noborder fc rgb '#F20072B2' notitle, \
 data index 15 using 1:3:4 with filledcurves fs noborder fc rgb '#F2009E73' notitle, \
 data index 16 using 1:3:4 with filledcurves fs noborder fc rgb '#F2CC79A7' notitle, \
 data index 18 using 1:3:4 with filledcurves fs noborder fc rgb '#F2E69F00' notitle, \
 data index 19 using 1:3:4 with filledcurves fs noborder fc rgb '#F256B4E9' notitle, \
 data index 20 using 1:3:4 with filledcurves fs noborder fc rgb '#F2000000' notitle, \
 data index 22 using 1:3:4 with filledcurves fs noborder fc rgb '#F2D55E00' notitle, \
 data index 23 using 1:3:4 with filledcurves fs noborder fc rgb '#F20072B2' notitle, \
 data index 0 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'edf_li13_cab', \
 data index 1 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'edf_li14_cab', \
 data index 2 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'edf_bonifaci13_poly', \
 data index 6 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'edf_melani15', \
 data index 7 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'edf_chain_rta', \
 data index 8 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'edf_baruah14', \
 data index 11 using 1:2 with linespoints lw 2 dt 1 pt 4 ps 0.9 lc rgb '#56B4E9' title 'fp_li14_cab', \
 data index 12 using 1:2 with linespoints lw 2 dt 2 pt 8 ps 0.9 lc rgb '#000000' title 'fp_bonifaci13_poly', \
 data index 13 using 1:2 with linespoints lw 2 dt 2 pt 12 ps 0.9 lc rgb '#D55E00' title 'fp_melani15', \
 data index 14 using 1:2 with linespoints lw 2 dt 2 pt 10 ps 0.9 lc rgb '#0072B2' title 'fp_chain_rta', \
 data index 15 using 1:2 with linespoints lw 2 dt 2 pt 7 ps 0.9 lc rgb '#009E73' title 'fp_he19_cpf', \
 data index 16 using 1:2 with linespoints lw 2 dt 2 pt 5 ps 0.9 lc rgb '#CC79A7' title 'fp_fonseca17', \
 data index 18 using 1:2 with linespoints lw 2 dt 2 pt 9 ps 0.9 lc rgb '#E69F00' title 'fed_multipath_opt', \
 data index 19 using 1:2 with linespoints lw 2 dt 2 pt 13 ps 0.9 lc rgb '#56B4E9' title 'fed_multipath', \
 data index 20 using 1:2 with linespoints lw 2 dt 2 pt 11 ps 0.9 lc rgb '#000000' title 'fed_graham', \
 data index 22 using 1:2 with linespoints lw 2 dt 2 pt 6 ps 0.9 lc rgb '#D55E00' title 'semifed_x1', \
 data index 23 using 1:2 with linespoints lw 2 dt 2 pt 4 ps 0.9 lc rgb '#0072B2' title 'reservation_rmin', \
 data index 10 using 1:2 with linespoints lw 1.2 dt 3 pt 7 ps 0.9 lc rgb '#000000' title 'simulated gedf (no guarantee)', \
 data index 17 using 1:2 with linespoints lw 1.2 dt 3 pt 5 ps 0.9 lc rgb '#D55E00' title 'simulated gfp:priority=dm,node_order=longest_tail (no guarantee)', \
 data index 21 using 1:2 with linespoints lw 1.2 dt 3 pt 9 ps 0.9 lc rgb '#0072B2' title 'simulated federated (no guarantee)', \
 NaN notitle
unset output
reset
set terminal svg noenhanced size 1100, 600 font 'sans,12' background rgb 'white'
set output 'dag_sizes_accept.svg'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set title 'dag_sizes: sets accepted'
set xlabel 'dags'
set ylabel 'sets accepted, weighted by U (%)'
set yrange [0:103]
set xtics ('2' 2, '3' 3, '4' 4, '6' 6, '8' 8, '12' 12, '16' 16)
set key outside right top Left reverse samplen 3 spacing 1.15
plot data index 0 using 1:3:4 with filledcurves fs noborder fc rgb '#F2000000' notitle, \
 data index 1 using 1:3:4 with filledcurves fs noborder fc rgb '#F2D55E00' notitle, \
 data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#F20072B2' notitle, \
 data index 6 using 1:3:4 with filledcurves fs noborder fc rgb '#F2009E73' notitle, \
 data index 7 using 1:3:4 with filledcurves fs noborder fc rgb '#F2CC79A7' notitle, \
 data index 8 using 1:3:4 with filledcurves fs noborder fc rgb '#F2E69F00' notitle, \
 data index 11 using 1:3:4 with filledcurves fs noborder fc rgb '#F256B4E9' notitle, \
 data index 12 using 1:3:4 with filledcurves fs noborder fc rgb '#F2000000' notitle, \
 data index 13 using 1:3:4 with filledcurves fs noborder fc rgb '#F2D55E00' notitle, \
 data index 14 using 1:3:4 with filledcurves fs noborder fc rgb '#F20072B2' notitle, \
 data index 15 using 1:3:4 with filledcurves fs noborder fc rgb '#F2009E73' notitle, \
 data index 16 using 1:3:4 with filledcurves fs noborder fc rgb '#F2CC79A7' notitle, \
 data index 18 using 1:3:4 with filledcurves fs noborder fc rgb '#F2E69F00' notitle, \
 data index 19 using 1:3:4 with filledcurves fs noborder fc rgb '#F256B4E9' notitle, \
 data index 20 using 1:3:4 with filledcurves fs noborder fc rgb '#F2000000' notitle, \
 data index 22 using 1:3:4 with filledcurves fs noborder fc rgb '#F2D55E00' notitle, \
 data index 23 using 1:3:4 with filledcurves fs noborder fc rgb '#F20072B2' notitle, \
 data index 0 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'edf_li13_cab', \
 data index 1 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'edf_li14_cab', \
 data index 2 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'edf_bonifaci13_poly', \
 data index 6 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'edf_melani15', \
 data index 7 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'edf_chain_rta', \
 data index 8 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'edf_baruah14', \
 data index 11 using 1:2 with linespoints lw 2 dt 1 pt 4 ps 0.9 lc rgb '#56B4E9' title 'fp_li14_cab', \
 data index 12 using 1:2 with linespoints lw 2 dt 2 pt 8 ps 0.9 lc rgb '#000000' title 'fp_bonifaci13_poly', \
 data index 13 using 1:2 with linespoints lw 2 dt 2 pt 12 ps 0.9 lc rgb '#D55E00' title 'fp_melani15', \
 data index 14 using 1:2 with linespoints lw 2 dt 2 pt 10 ps 0.9 lc rgb '#0072B2' title 'fp_chain_rta', \
 data index 15 using 1:2 with linespoints lw 2 dt 2 pt 7 ps 0.9 lc rgb '#009E73' title 'fp_he19_cpf', \
 data index 16 using 1:2 with linespoints lw 2 dt 2 pt 5 ps 0.9 lc rgb '#CC79A7' title 'fp_fonseca17', \
 data index 18 using 1:2 with linespoints lw 2 dt 2 pt 9 ps 0.9 lc rgb '#E69F00' title 'fed_multipath_opt', \
 data index 19 using 1:2 with linespoints lw 2 dt 2 pt 13 ps 0.9 lc rgb '#56B4E9' title 'fed_multipath', \
 data index 20 using 1:2 with linespoints lw 2 dt 2 pt 11 ps 0.9 lc rgb '#000000' title 'fed_graham', \
 data index 22 using 1:2 with linespoints lw 2 dt 2 pt 6 ps 0.9 lc rgb '#D55E00' title 'semifed_x1', \
 data index 23 using 1:2 with linespoints lw 2 dt 2 pt 4 ps 0.9 lc rgb '#0072B2' title 'reservation_rmin', \
 data index 10 using 1:2 with linespoints lw 1.2 dt 3 pt 7 ps 0.9 lc rgb '#000000' title 'simulated gedf (no guarantee)', \
 data index 17 using 1:2 with linespoints lw 1.2 dt 3 pt 5 ps 0.9 lc rgb '#D55E00' title 'simulated gfp:priority=dm,node_order=longest_tail (no guarantee)', \
 data index 21 using 1:2 with linespoints lw 1.2 dt 3 pt 9 ps 0.9 lc rgb '#0072B2' title 'simulated federated (no guarantee)', \
 NaN notitle
unset output
reset

# dagsim 0.1.0: dagsim bench --accept results/dag_limited.yaml --sets 500 --util-min 0.1 --util-max 1 --util-step 0.1 --policies gedf,gfp:priority=dm,node_order=longest_tail --duration 2s --vary cores=2,4,8 --per-core
# gnuplot dag_limited_accept.gp draws dag_limited_accept.png and dag_limited_accept.svg
data = 'dag_limited_accept.dat'
set terminal pngcairo noenhanced size 1430, 624 fontscale 1.3 font 'sans,10'
set output 'dag_limited_accept.png'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set title 'dag_limited: sets accepted'
set xlabel 'cores'
set ylabel 'sets accepted, weighted by U (%)'
set yrange [0:103]
set xtics ('2' 2, '4' 4, '8' 8)
set key outside right top Left reverse samplen 3 spacing 1.15
plot data index 0 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 0 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'lpedf_boundary_rta', \
 data index 2 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'lpfp_boundary_rta', \
 data index 1 using 1:2 with linespoints lw 1.2 dt 3 pt 7 ps 0.9 lc rgb '#000000' title 'simulated gedf (no guarantee)', \
 data index 3 using 1:2 with linespoints lw 1.2 dt 3 pt 5 ps 0.9 lc rgb '#D55E00' title 'simulated gfp:priority=dm,node_order=longest_tail (no guarantee)', \
 NaN notitle
unset output
reset
set terminal svg noenhanced size 1100, 480 font 'sans,12' background rgb 'white'
set output 'dag_limited_accept.svg'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set title 'dag_limited: sets accepted'
set xlabel 'cores'
set ylabel 'sets accepted, weighted by U (%)'
set yrange [0:103]
set xtics ('2' 2, '4' 4, '8' 8)
set key outside right top Left reverse samplen 3 spacing 1.15
plot data index 0 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 0 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'lpedf_boundary_rta', \
 data index 2 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'lpfp_boundary_rta', \
 data index 1 using 1:2 with linespoints lw 1.2 dt 3 pt 7 ps 0.9 lc rgb '#000000' title 'simulated gedf (no guarantee)', \
 data index 3 using 1:2 with linespoints lw 1.2 dt 3 pt 5 ps 0.9 lc rgb '#D55E00' title 'simulated gfp:priority=dm,node_order=longest_tail (no guarantee)', \
 NaN notitle
unset output
reset

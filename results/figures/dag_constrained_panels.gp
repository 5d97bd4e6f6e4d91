# dagsim 0.1.0: dagsim bench --accept results/dag_constrained.yaml --sets 500 --util-min 0.1 --util-max 1 --util-step 0.1 --policies gedf,gfp:priority=dm,node_order=longest_tail,federated --test semifed_x1 --test reservation_split --test reservation_rmin --test reservation_requal --duration 2s --vary cores=2,4,8 --per-core
# gnuplot dag_constrained_panels.gp draws dag_constrained_panels.png and dag_constrained_panels.svg
data = 'dag_constrained_panels.dat'
set terminal pngcairo noenhanced size 1458, 1508 fontscale 1.3 font 'sans,10'
set output 'dag_constrained_panels.png'
set datafile missing '?'
set multiplot title 'dag_constrained: sets accepted'
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'cores: ' . '2'
set xlabel ''
set ylabel 'sets accepted (%)'
set format y '%g'
set xrange [0:1.0]
plot data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 6 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 7 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 8 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 2 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 6 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 7 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 8 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 10 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'cores: ' . '4'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 28 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 32 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 33 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 34 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 28 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 32 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 33 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 34 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 36 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'cores: ' . '8'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 54 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 58 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 59 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 60 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 54 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 58 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 59 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 60 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 62 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.9466
set bmargin at screen 0.7497
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title 'gedf' left
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'edf_bonifaci13_poly', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'edf_melani15', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'edf_chain_rta', \
 NaN with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'edf_baruah14', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.7177
set bmargin at screen 0.5208
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel 'sets accepted (%)'
set format y '%g'
set xrange [0:1.0]
plot data index 12 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 13 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 14 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 15 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 16 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 12 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 13 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 14 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 15 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 16 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 17 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.7177
set bmargin at screen 0.5208
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 38 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 39 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 40 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 41 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 42 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 38 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 39 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 40 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 41 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 42 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 43 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.7177
set bmargin at screen 0.5208
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 64 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 65 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 66 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 67 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 68 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 64 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 65 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 66 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 67 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 68 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 69 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.7177
set bmargin at screen 0.5208
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title 'gfp:priority=dm,node_order=longest_tail' left
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'fp_bonifaci13_poly', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'fp_melani15', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'fp_chain_rta', \
 NaN with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'fp_he19_cpf', \
 NaN with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'fp_fonseca17', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.4888
set bmargin at screen 0.2920
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel 'sets accepted (%)'
set format y '%g'
set xrange [0:1.0]
plot data index 18 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 19 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 20 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 18 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 19 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 20 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 21 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.4888
set bmargin at screen 0.2920
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 44 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 45 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 46 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 44 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 45 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 46 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 47 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.4888
set bmargin at screen 0.2920
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 70 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 71 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 72 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 70 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 71 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 72 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 73 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.4888
set bmargin at screen 0.2920
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title 'federated' left
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'fed_multipath_opt', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'fed_multipath', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'fed_graham', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.2599
set bmargin at screen 0.0631
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel 'utilization U of each core'
set ylabel 'sets accepted (%)'
set format y '%g'
set xrange [0:1.0]
plot data index 22 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 23 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 24 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 25 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 22 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 23 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 24 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 25 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.2599
set bmargin at screen 0.0631
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel 'utilization U of each core'
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 48 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 49 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 50 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 51 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 48 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 49 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 50 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 51 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.2599
set bmargin at screen 0.0631
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel 'utilization U of each core'
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 74 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 75 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 76 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 77 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 74 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 75 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 76 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 77 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.2599
set bmargin at screen 0.0631
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title ''
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'semifed_x1', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'reservation_split', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'reservation_rmin', \
 NaN with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'reservation_requal', \
 NaN notitle
unset multiplot
unset output
reset
set terminal svg noenhanced size 1122, 1160 font 'sans,12' background rgb 'white'
set output 'dag_constrained_panels.svg'
set datafile missing '?'
set multiplot title 'dag_constrained: sets accepted'
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'cores: ' . '2'
set xlabel ''
set ylabel 'sets accepted (%)'
set format y '%g'
set xrange [0:1.0]
plot data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 6 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 7 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 8 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 2 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 6 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 7 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 8 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 10 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'cores: ' . '4'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 28 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 32 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 33 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 34 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 28 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 32 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 33 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 34 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 36 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'cores: ' . '8'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 54 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 58 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 59 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 60 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 54 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 58 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 59 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 60 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 62 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.9466
set bmargin at screen 0.7497
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title 'gedf' left
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'edf_bonifaci13_poly', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'edf_melani15', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'edf_chain_rta', \
 NaN with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'edf_baruah14', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.7177
set bmargin at screen 0.5208
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel 'sets accepted (%)'
set format y '%g'
set xrange [0:1.0]
plot data index 12 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 13 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 14 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 15 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 16 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 12 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 13 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 14 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 15 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 16 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 17 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.7177
set bmargin at screen 0.5208
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 38 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 39 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 40 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 41 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 42 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 38 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 39 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 40 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 41 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 42 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 43 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.7177
set bmargin at screen 0.5208
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 64 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 65 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 66 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 67 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 68 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 64 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 65 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 66 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 67 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 68 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 69 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.7177
set bmargin at screen 0.5208
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title 'gfp:priority=dm,node_order=longest_tail' left
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'fp_bonifaci13_poly', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'fp_melani15', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'fp_chain_rta', \
 NaN with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'fp_he19_cpf', \
 NaN with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'fp_fonseca17', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.4888
set bmargin at screen 0.2920
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel 'sets accepted (%)'
set format y '%g'
set xrange [0:1.0]
plot data index 18 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 19 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 20 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 18 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 19 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 20 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 21 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.4888
set bmargin at screen 0.2920
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 44 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 45 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 46 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 44 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 45 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 46 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 47 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.4888
set bmargin at screen 0.2920
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 70 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 71 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 72 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 70 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 71 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 72 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 73 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.4888
set bmargin at screen 0.2920
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title 'federated' left
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'fed_multipath_opt', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'fed_multipath', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'fed_graham', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.2599
set bmargin at screen 0.0631
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel 'utilization U of each core'
set ylabel 'sets accepted (%)'
set format y '%g'
set xrange [0:1.0]
plot data index 22 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 23 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 24 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 25 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 22 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 23 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 24 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 25 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.2599
set bmargin at screen 0.0631
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel 'utilization U of each core'
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 48 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 49 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 50 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 51 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 48 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 49 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 50 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 51 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.2599
set bmargin at screen 0.0631
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title ''
set xlabel 'utilization U of each core'
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 74 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 75 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 76 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 77 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 74 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 75 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 76 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 77 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.2599
set bmargin at screen 0.0631
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title ''
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'semifed_x1', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'reservation_split', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'reservation_rmin', \
 NaN with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'reservation_requal', \
 NaN notitle
unset multiplot
unset output
reset

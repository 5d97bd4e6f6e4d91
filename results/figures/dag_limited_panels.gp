# dagsim 0.1.0: dagsim bench --accept results/dag_limited.yaml --sets 500 --util-min 0.1 --util-max 1 --util-step 0.1 --policies gedf,gfp:priority=dm,node_order=longest_tail --duration 2s --vary cores=2,4,8 --per-core
# gnuplot dag_limited_panels.gp draws dag_limited_panels.png and dag_limited_panels.svg
data = 'dag_limited_panels.dat'
set terminal pngcairo noenhanced size 1458, 832 fontscale 1.3 font 'sans,10'
set output 'dag_limited_panels.png'
set datafile missing '?'
set multiplot title 'dag_limited: sets accepted'
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.9031
set bmargin at screen 0.5390
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
plot data index 0 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 0 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 1 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.9031
set bmargin at screen 0.5390
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
plot data index 4 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 4 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 5 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.9031
set bmargin at screen 0.5390
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
plot data index 8 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 8 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 9 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.9031
set bmargin at screen 0.5390
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title 'gedf' left
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'lpedf_boundary_rta', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.4797
set bmargin at screen 0.1155
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
plot data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 2 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 3 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.4797
set bmargin at screen 0.1155
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
plot data index 6 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 6 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 7 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.4797
set bmargin at screen 0.1155
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
plot data index 10 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 10 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 11 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.4797
set bmargin at screen 0.1155
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title 'gfp:priority=dm,node_order=longest_tail' left
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'lpfp_boundary_rta', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
unset multiplot
unset output
reset
set terminal svg noenhanced size 1122, 640 font 'sans,12' background rgb 'white'
set output 'dag_limited_panels.svg'
set datafile missing '?'
set multiplot title 'dag_limited: sets accepted'
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.9031
set bmargin at screen 0.5390
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
plot data index 0 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 0 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 1 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.9031
set bmargin at screen 0.5390
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
plot data index 4 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 4 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 5 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.9031
set bmargin at screen 0.5390
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
plot data index 8 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 8 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 9 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.9031
set bmargin at screen 0.5390
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title 'gedf' left
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'lpedf_boundary_rta', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0553
set rmargin at screen 0.2585
set tmargin at screen 0.4797
set bmargin at screen 0.1155
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
plot data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 2 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 3 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2781
set rmargin at screen 0.4813
set tmargin at screen 0.4797
set bmargin at screen 0.1155
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
plot data index 6 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 6 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 7 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5009
set rmargin at screen 0.7041
set tmargin at screen 0.4797
set bmargin at screen 0.1155
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
plot data index 10 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 10 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 11 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7237
set rmargin at screen 0.9991
set tmargin at screen 0.4797
set bmargin at screen 0.1155
unset border
unset xtics
unset ytics
unset grid
set title ''
set xlabel ''
set ylabel ''
set key left top Left reverse samplen 3 spacing 1.15
set key title 'gfp:priority=dm,node_order=longest_tail' left
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'lpfp_boundary_rta', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
unset multiplot
unset output
reset

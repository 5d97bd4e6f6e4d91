# dagsim 0.1.0: dagsim bench --accept results/dag_sizes.yaml --sets 100 --util-min 0.1 --util-max 1 --util-step 0.1 --policies gedf,gfp:priority=dm,node_order=longest_tail,federated --test semifed_x1 --test reservation_rmin --duration 2s --vary dags=2,3,4,6,8,12,16 --per-core
# gnuplot dag_sizes_panels.gp draws dag_sizes_panels.png and dag_sizes_panels.svg
data = 'dag_sizes_panels.dat'
set terminal pngcairo noenhanced size 2758, 1508 fontscale 1.3 font 'sans,10'
set output 'dag_sizes_panels.png'
set datafile missing '?'
set multiplot title 'dag_sizes: sets accepted'
set lmargin at screen 0.0292
set rmargin at screen 0.1367
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '2'
set xlabel ''
set ylabel 'sets accepted (%)'
set format y '%g'
set xrange [0:1.0]
plot data index 0 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 1 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 6 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 7 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 8 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 0 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 1 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 2 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 6 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 7 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 8 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 10 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.1470
set rmargin at screen 0.2545
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '3'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 24 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 25 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 26 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 30 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 31 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 32 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 24 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 25 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 26 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 30 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 31 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 32 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 34 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2648
set rmargin at screen 0.3723
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '4'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 48 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 49 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 50 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 54 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 55 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 56 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 48 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 49 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 50 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 54 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 55 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 56 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 58 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.3827
set rmargin at screen 0.4901
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '6'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 72 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 73 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 74 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 78 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 79 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 80 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 72 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 73 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 74 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 78 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 79 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 80 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 82 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5005
set rmargin at screen 0.6079
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '8'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 96 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 97 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 98 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 102 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 103 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 104 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 96 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 97 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 98 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 102 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 103 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 104 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 106 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.6183
set rmargin at screen 0.7257
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '12'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 120 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 121 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 122 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 126 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 127 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 128 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 120 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 121 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 122 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 126 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 127 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 128 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 130 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7361
set rmargin at screen 0.8435
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '16'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 144 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 145 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 146 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 150 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 151 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 152 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 144 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 145 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 146 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 150 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 151 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 152 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 154 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.8539
set rmargin at screen 0.9995
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
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'edf_li13_cab', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'edf_li14_cab', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'edf_bonifaci13_poly', \
 NaN with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'edf_melani15', \
 NaN with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'edf_chain_rta', \
 NaN with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'edf_baruah14', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0292
set rmargin at screen 0.1367
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
plot data index 11 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 12 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 13 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 14 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 15 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 16 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 11 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 12 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 13 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 14 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 15 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 16 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 17 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.1470
set rmargin at screen 0.2545
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
plot data index 35 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 36 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 37 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 38 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 39 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 40 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 35 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 36 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 37 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 38 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 39 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 40 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 41 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2648
set rmargin at screen 0.3723
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
plot data index 59 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 60 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 61 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 62 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 63 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 64 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 59 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 60 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 61 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 62 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 63 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 64 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 65 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.3827
set rmargin at screen 0.4901
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
plot data index 83 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 84 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 85 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 86 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 87 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 88 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 83 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 84 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 85 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 86 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 87 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 88 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 89 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5005
set rmargin at screen 0.6079
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
plot data index 107 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 108 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 109 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 110 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 111 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 112 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 107 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 108 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 109 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 110 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 111 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 112 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 113 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.6183
set rmargin at screen 0.7257
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
plot data index 131 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 132 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 133 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 134 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 135 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 136 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 131 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 132 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 133 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 134 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 135 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 136 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 137 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7361
set rmargin at screen 0.8435
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
plot data index 155 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 156 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 157 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 158 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 159 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 160 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 155 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 156 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 157 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 158 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 159 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 160 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 161 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.8539
set rmargin at screen 0.9995
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
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'fp_li14_cab', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'fp_bonifaci13_poly', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'fp_melani15', \
 NaN with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'fp_chain_rta', \
 NaN with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'fp_he19_cpf', \
 NaN with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'fp_fonseca17', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0292
set rmargin at screen 0.1367
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
set lmargin at screen 0.1470
set rmargin at screen 0.2545
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
plot data index 42 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 43 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 44 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 42 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 43 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 44 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 45 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2648
set rmargin at screen 0.3723
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
plot data index 66 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 67 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 68 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 66 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 67 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 68 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 69 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.3827
set rmargin at screen 0.4901
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
plot data index 90 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 91 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 92 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 90 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 91 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 92 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 93 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5005
set rmargin at screen 0.6079
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
plot data index 114 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 115 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 116 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 114 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 115 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 116 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 117 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.6183
set rmargin at screen 0.7257
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
plot data index 138 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 139 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 140 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 138 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 139 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 140 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 141 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7361
set rmargin at screen 0.8435
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
plot data index 162 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 163 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 164 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 162 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 163 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 164 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 165 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.8539
set rmargin at screen 0.9995
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
set lmargin at screen 0.0292
set rmargin at screen 0.1367
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
 data index 22 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 23 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.1470
set rmargin at screen 0.2545
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
plot data index 46 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 47 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 46 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 47 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.2648
set rmargin at screen 0.3723
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
plot data index 70 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 71 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 70 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 71 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.3827
set rmargin at screen 0.4901
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
plot data index 94 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 95 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 94 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 95 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.5005
set rmargin at screen 0.6079
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
plot data index 118 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 119 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 118 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 119 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.6183
set rmargin at screen 0.7257
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
plot data index 142 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 143 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 142 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 143 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.7361
set rmargin at screen 0.8435
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
plot data index 166 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 167 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 166 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 167 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.8539
set rmargin at screen 0.9995
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
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'reservation_rmin', \
 NaN notitle
unset multiplot
unset output
reset
set terminal svg noenhanced size 2122, 1160 font 'sans,12' background rgb 'white'
set output 'dag_sizes_panels.svg'
set datafile missing '?'
set multiplot title 'dag_sizes: sets accepted'
set lmargin at screen 0.0292
set rmargin at screen 0.1367
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '2'
set xlabel ''
set ylabel 'sets accepted (%)'
set format y '%g'
set xrange [0:1.0]
plot data index 0 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 1 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 6 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 7 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 8 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 0 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 1 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 2 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 6 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 7 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 8 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 10 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.1470
set rmargin at screen 0.2545
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '3'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 24 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 25 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 26 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 30 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 31 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 32 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 24 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 25 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 26 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 30 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 31 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 32 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 34 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2648
set rmargin at screen 0.3723
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '4'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 48 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 49 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 50 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 54 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 55 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 56 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 48 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 49 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 50 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 54 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 55 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 56 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 58 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.3827
set rmargin at screen 0.4901
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '6'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 72 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 73 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 74 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 78 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 79 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 80 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 72 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 73 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 74 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 78 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 79 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 80 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 82 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5005
set rmargin at screen 0.6079
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '8'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 96 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 97 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 98 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 102 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 103 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 104 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 96 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 97 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 98 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 102 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 103 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 104 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 106 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.6183
set rmargin at screen 0.7257
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '12'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 120 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 121 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 122 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 126 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 127 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 128 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 120 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 121 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 122 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 126 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 127 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 128 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 130 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7361
set rmargin at screen 0.8435
set tmargin at screen 0.9466
set bmargin at screen 0.7497
set border 3
set xtics nomirror out
set ytics nomirror out
unset key
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set yrange [0:103]
set title 'dags: ' . '16'
set xlabel ''
set ylabel ''
set format y ''
set xrange [0:1.0]
plot data index 144 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 145 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 146 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 150 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 151 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 152 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 144 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 145 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 146 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 150 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 151 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 152 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 154 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.8539
set rmargin at screen 0.9995
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
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'edf_li13_cab', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'edf_li14_cab', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'edf_bonifaci13_poly', \
 NaN with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'edf_melani15', \
 NaN with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'edf_chain_rta', \
 NaN with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'edf_baruah14', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0292
set rmargin at screen 0.1367
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
plot data index 11 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 12 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 13 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 14 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 15 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 16 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 11 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 12 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 13 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 14 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 15 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 16 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 17 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.1470
set rmargin at screen 0.2545
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
plot data index 35 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 36 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 37 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 38 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 39 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 40 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 35 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 36 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 37 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 38 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 39 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 40 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 41 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2648
set rmargin at screen 0.3723
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
plot data index 59 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 60 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 61 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 62 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 63 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 64 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 59 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 60 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 61 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 62 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 63 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 64 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 65 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.3827
set rmargin at screen 0.4901
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
plot data index 83 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 84 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 85 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 86 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 87 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 88 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 83 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 84 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 85 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 86 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 87 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 88 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 89 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5005
set rmargin at screen 0.6079
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
plot data index 107 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 108 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 109 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 110 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 111 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 112 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 107 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 108 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 109 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 110 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 111 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 112 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 113 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.6183
set rmargin at screen 0.7257
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
plot data index 131 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 132 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 133 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 134 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 135 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 136 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 131 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 132 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 133 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 134 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 135 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 136 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 137 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7361
set rmargin at screen 0.8435
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
plot data index 155 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 156 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 157 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 158 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 159 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 160 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 155 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 156 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 157 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 158 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' notitle, \
 data index 159 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 160 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' notitle, \
 data index 161 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.8539
set rmargin at screen 0.9995
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
plot NaN with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'fp_li14_cab', \
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'fp_bonifaci13_poly', \
 NaN with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'fp_melani15', \
 NaN with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'fp_chain_rta', \
 NaN with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'fp_he19_cpf', \
 NaN with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'fp_fonseca17', \
 NaN with lines lw 1.5 dt 3 lc rgb '#555555' title 'simulated, no proof', \
 NaN notitle
set lmargin at screen 0.0292
set rmargin at screen 0.1367
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
set lmargin at screen 0.1470
set rmargin at screen 0.2545
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
plot data index 42 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 43 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 44 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 42 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 43 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 44 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 45 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.2648
set rmargin at screen 0.3723
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
plot data index 66 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 67 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 68 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 66 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 67 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 68 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 69 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.3827
set rmargin at screen 0.4901
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
plot data index 90 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 91 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 92 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 90 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 91 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 92 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 93 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.5005
set rmargin at screen 0.6079
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
plot data index 114 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 115 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 116 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 114 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 115 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 116 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 117 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.6183
set rmargin at screen 0.7257
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
plot data index 138 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 139 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 140 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 138 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 139 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 140 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 141 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.7361
set rmargin at screen 0.8435
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
plot data index 162 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 163 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 164 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 162 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 163 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 164 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 165 using 1:2 with lines lw 1.5 dt 3 lc rgb '#555555' notitle, \
 NaN notitle
set lmargin at screen 0.8539
set rmargin at screen 0.9995
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
set lmargin at screen 0.0292
set rmargin at screen 0.1367
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
 data index 22 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 23 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.1470
set rmargin at screen 0.2545
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
plot data index 46 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 47 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 46 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 47 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.2648
set rmargin at screen 0.3723
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
plot data index 70 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 71 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 70 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 71 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.3827
set rmargin at screen 0.4901
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
plot data index 94 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 95 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 94 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 95 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.5005
set rmargin at screen 0.6079
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
plot data index 118 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 119 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 118 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 119 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.6183
set rmargin at screen 0.7257
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
plot data index 142 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 143 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 142 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 143 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.7361
set rmargin at screen 0.8435
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
plot data index 166 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 167 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 166 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' notitle, \
 data index 167 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' notitle, \
 NaN notitle
set lmargin at screen 0.8539
set rmargin at screen 0.9995
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
 NaN with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'reservation_rmin', \
 NaN notitle
unset multiplot
unset output
reset

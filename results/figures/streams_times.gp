# dagsim 0.1.0: dagsim bench --accept results/streams.yaml --sets 200 --util-min 0.05 --util-max 1 --util-step 0.05 --policies all --timing
# gnuplot streams_times.gp draws streams_times.png and streams_times.svg
data = 'streams_times.dat'
set terminal pngcairo noenhanced size 1430, 624 fontscale 1.3 font 'sans,10'
set output 'streams_times.png'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set title 'streams: run time of the tests'
set xlabel 'nominal utilization U'
set ylabel 'mean processor time of a set'
set logscale y
set format y '%.0s %cs'
set key outside right top Left reverse samplen 3 spacing 1.15
plot data index 0 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'np_fifo', \
 data index 1 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'np_fp_rta', \
 data index 2 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'np_edf', \
 data index 3 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'np_edf_cross_deadline_tight', \
 data index 4 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'np_edf_cross_deadline', \
 data index 5 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'np_edf_same_deadline', \
 NaN notitle
unset output
reset
set terminal svg noenhanced size 1100, 480 font 'sans,12' background rgb 'white'
set output 'streams_times.svg'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set title 'streams: run time of the tests'
set xlabel 'nominal utilization U'
set ylabel 'mean processor time of a set'
set logscale y
set format y '%.0s %cs'
set key outside right top Left reverse samplen 3 spacing 1.15
plot data index 0 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'np_fifo', \
 data index 1 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'np_fp_rta', \
 data index 2 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'np_edf', \
 data index 3 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'np_edf_cross_deadline_tight', \
 data index 4 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'np_edf_cross_deadline', \
 data index 5 using 1:($2 * 1e-6) with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'np_edf_same_deadline', \
 NaN notitle
unset output
reset

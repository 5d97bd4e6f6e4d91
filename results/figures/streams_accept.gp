# dagsim 0.1.0: dagsim bench --accept results/streams.yaml --sets 200 --util-min 0.05 --util-max 1 --util-step 0.05 --policies all --duration 2s
# gnuplot streams_accept.gp draws streams_accept.png and streams_accept.svg
data = 'streams_accept.dat'
set terminal pngcairo noenhanced size 1430, 624 fontscale 1.3 font 'sans,10'
set output 'streams_accept.png'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set title 'streams: sets accepted'
set xlabel 'nominal utilization U'
set ylabel 'sets accepted (%)'
set yrange [0:103]
set key outside right top Left reverse samplen 3 spacing 1.15
plot data index 1 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 3 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 5 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 7 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 8 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 10 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 1 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'np_fifo', \
 data index 3 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'np_fp_rta', \
 data index 5 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'np_edf', \
 data index 7 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'np_edf_cross_deadline_tight', \
 data index 8 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'np_edf_cross_deadline', \
 data index 10 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'np_edf_same_deadline', \
 data index 0 using 1:2 with linespoints lw 1.2 dt 3 pt 7 ps 0.9 lc rgb '#000000' title 'simulated round_robin (no guarantee)', \
 data index 2 using 1:2 with linespoints lw 1.2 dt 3 pt 5 ps 0.9 lc rgb '#D55E00' title 'simulated fifo (no guarantee)', \
 data index 4 using 1:2 with linespoints lw 1.2 dt 3 pt 9 ps 0.9 lc rgb '#0072B2' title 'simulated fixed_priority (no guarantee)', \
 data index 6 using 1:2 with linespoints lw 1.2 dt 3 pt 13 ps 0.9 lc rgb '#009E73' title 'simulated edf (no guarantee)', \
 data index 9 using 1:2 with linespoints lw 1.2 dt 3 pt 11 ps 0.9 lc rgb '#CC79A7' title 'simulated edf_batch (no guarantee)', \
 data index 11 using 1:2 with linespoints lw 1.2 dt 3 pt 6 ps 0.9 lc rgb '#E69F00' title 'simulated edf_batch_same_deadline (no guarantee)', \
 data index 12 using 1:2 with linespoints lw 1.2 dt 3 pt 4 ps 0.9 lc rgb '#56B4E9' title 'simulated dynamic_batch (no guarantee)', \
 NaN notitle
unset output
reset
set terminal svg noenhanced size 1100, 480 font 'sans,12' background rgb 'white'
set output 'streams_accept.svg'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set title 'streams: sets accepted'
set xlabel 'nominal utilization U'
set ylabel 'sets accepted (%)'
set yrange [0:103]
set key outside right top Left reverse samplen 3 spacing 1.15
plot data index 1 using 1:3:4 with filledcurves fs noborder fc rgb '#E0000000' notitle, \
 data index 3 using 1:3:4 with filledcurves fs noborder fc rgb '#E0D55E00' notitle, \
 data index 5 using 1:3:4 with filledcurves fs noborder fc rgb '#E00072B2' notitle, \
 data index 7 using 1:3:4 with filledcurves fs noborder fc rgb '#E0009E73' notitle, \
 data index 8 using 1:3:4 with filledcurves fs noborder fc rgb '#E0CC79A7' notitle, \
 data index 10 using 1:3:4 with filledcurves fs noborder fc rgb '#E0E69F00' notitle, \
 data index 1 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#000000' title 'np_fifo', \
 data index 3 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#D55E00' title 'np_fp_rta', \
 data index 5 using 1:2 with linespoints lw 2 dt 1 pt 9 ps 0.9 lc rgb '#0072B2' title 'np_edf', \
 data index 7 using 1:2 with linespoints lw 2 dt 1 pt 13 ps 0.9 lc rgb '#009E73' title 'np_edf_cross_deadline_tight', \
 data index 8 using 1:2 with linespoints lw 2 dt 1 pt 11 ps 0.9 lc rgb '#CC79A7' title 'np_edf_cross_deadline', \
 data index 10 using 1:2 with linespoints lw 2 dt 1 pt 6 ps 0.9 lc rgb '#E69F00' title 'np_edf_same_deadline', \
 data index 0 using 1:2 with linespoints lw 1.2 dt 3 pt 7 ps 0.9 lc rgb '#000000' title 'simulated round_robin (no guarantee)', \
 data index 2 using 1:2 with linespoints lw 1.2 dt 3 pt 5 ps 0.9 lc rgb '#D55E00' title 'simulated fifo (no guarantee)', \
 data index 4 using 1:2 with linespoints lw 1.2 dt 3 pt 9 ps 0.9 lc rgb '#0072B2' title 'simulated fixed_priority (no guarantee)', \
 data index 6 using 1:2 with linespoints lw 1.2 dt 3 pt 13 ps 0.9 lc rgb '#009E73' title 'simulated edf (no guarantee)', \
 data index 9 using 1:2 with linespoints lw 1.2 dt 3 pt 11 ps 0.9 lc rgb '#CC79A7' title 'simulated edf_batch (no guarantee)', \
 data index 11 using 1:2 with linespoints lw 1.2 dt 3 pt 6 ps 0.9 lc rgb '#E69F00' title 'simulated edf_batch_same_deadline (no guarantee)', \
 data index 12 using 1:2 with linespoints lw 1.2 dt 3 pt 4 ps 0.9 lc rgb '#56B4E9' title 'simulated dynamic_batch (no guarantee)', \
 NaN notitle
unset output
reset

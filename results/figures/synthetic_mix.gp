# dagsim 0.1.0: dagsim bench workloads/synthetic_mix.yaml --policies round_robin,fifo,fixed_priority,edf,edf_batch,edf_batch_same_deadline,dynamic_batch --util-min 0.3 --util-max 1.3 --util-step 0.1 --seed 0 --seeds 3 --duration 30s --late drop --baseline edf
# gnuplot synthetic_mix.gp draws synthetic_mix.png and synthetic_mix.svg
data = 'synthetic_mix.dat'
set terminal pngcairo noenhanced size 1690, 624 fontscale 1.3 font 'sans,10'
set output 'synthetic_mix.png'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set xlabel 'nominal utilization U (without batches)'
set ylabel 'deadline misses (%)'
set xrange [0.3:1.3]
set yrange [0:70]
set arrow from 0.5, graph 0 to 0.5, graph 1 nohead back lw 1.5 dt 2 lc rgb '#666666'
set arrow from 0.5, graph 0 to 0.5, graph 1 nohead back lw 1.5 dt 2 lc rgb '#666666'
set arrow from 0.5, graph 0 to 0.5, graph 1 nohead back lw 1.5 dt 2 lc rgb '#666666'
set arrow from 0.4, graph 0 to 0.4, graph 1 nohead back lw 1.5 dt 3 lc rgb '#666666'
set arrow from 0.6, graph 0 to 0.6, graph 1 nohead back lw 1.5 dt 4 lc rgb '#666666'
set multiplot title 'synthetic_mix' font ',14'
set tmargin at screen 0.86
set bmargin at screen 0.13
set key at screen 0.765, screen 0.86 left top Left reverse samplen 3 spacing 1.25 font ',10'
set lmargin at screen 0.07
set rmargin at screen 0.385
set title 'all streams'
unset key
plot data index 0 using 1:3:4 with filledcurves fs noborder fc rgb '#D0000000' notitle, \
 data index 1 using 1:3:4 with filledcurves fs noborder fc rgb '#D0D55E00' notitle, \
 data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#D00072B2' notitle, \
 data index 3 using 1:3:4 with filledcurves fs noborder fc rgb '#D0009E73' notitle, \
 data index 4 using 1:3:4 with filledcurves fs noborder fc rgb '#D0CC79A7' notitle, \
 data index 5 using 1:3:4 with filledcurves fs noborder fc rgb '#D0E69F00' notitle, \
 data index 6 using 1:3:4 with filledcurves fs noborder fc rgb '#D056B4E9' notitle, \
 data index 0 using 1:2 with linespoints lw 1.8 pt 7 ps 0.9 lc rgb '#000000' title 'round_robin', \
 data index 1 using 1:2 with linespoints lw 1.8 pt 5 ps 0.9 lc rgb '#D55E00' title 'fifo', \
 data index 2 using 1:2 with linespoints lw 1.8 pt 9 ps 0.9 lc rgb '#0072B2' title 'fixed_priority', \
 data index 3 using 1:2 with linespoints lw 1.8 pt 13 ps 0.9 lc rgb '#009E73' title 'edf', \
 data index 4 using 1:2 with linespoints lw 1.8 pt 11 ps 0.9 lc rgb '#CC79A7' title 'edf_batch', \
 data index 5 using 1:2 with linespoints lw 1.8 pt 6 ps 0.9 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 6 using 1:2 with linespoints lw 1.8 pt 4 ps 0.9 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'tests admit up to', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_fp_rta: 0.5', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_edf: 0.5', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_edf_cross_deadline_tight: 0.5', \
 keyentry with lines lw 1.5 dt 3 lc rgb '#666666' title 'np_edf_cross_deadline: 0.4', \
 keyentry with lines lw 1.5 dt 4 lc rgb '#666666' title 'np_edf_same_deadline: 0.6'
set lmargin at screen 0.435
set rmargin at screen 0.75
unset ylabel
set title 'high-criticality streams'
set key
plot data index 0 using 1:6:7 with filledcurves fs noborder fc rgb '#D0000000' notitle, \
 data index 1 using 1:6:7 with filledcurves fs noborder fc rgb '#D0D55E00' notitle, \
 data index 2 using 1:6:7 with filledcurves fs noborder fc rgb '#D00072B2' notitle, \
 data index 3 using 1:6:7 with filledcurves fs noborder fc rgb '#D0009E73' notitle, \
 data index 4 using 1:6:7 with filledcurves fs noborder fc rgb '#D0CC79A7' notitle, \
 data index 5 using 1:6:7 with filledcurves fs noborder fc rgb '#D0E69F00' notitle, \
 data index 6 using 1:6:7 with filledcurves fs noborder fc rgb '#D056B4E9' notitle, \
 data index 0 using 1:5 with linespoints lw 1.8 pt 7 ps 0.9 lc rgb '#000000' title 'round_robin', \
 data index 1 using 1:5 with linespoints lw 1.8 pt 5 ps 0.9 lc rgb '#D55E00' title 'fifo', \
 data index 2 using 1:5 with linespoints lw 1.8 pt 9 ps 0.9 lc rgb '#0072B2' title 'fixed_priority', \
 data index 3 using 1:5 with linespoints lw 1.8 pt 13 ps 0.9 lc rgb '#009E73' title 'edf', \
 data index 4 using 1:5 with linespoints lw 1.8 pt 11 ps 0.9 lc rgb '#CC79A7' title 'edf_batch', \
 data index 5 using 1:5 with linespoints lw 1.8 pt 6 ps 0.9 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 6 using 1:5 with linespoints lw 1.8 pt 4 ps 0.9 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'tests admit up to', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_fp_rta: 0.5', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_edf: 0.5', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_edf_cross_deadline_tight: 0.5', \
 keyentry with lines lw 1.5 dt 3 lc rgb '#666666' title 'np_edf_cross_deadline: 0.4', \
 keyentry with lines lw 1.5 dt 4 lc rgb '#666666' title 'np_edf_same_deadline: 0.6'
unset multiplot
unset output
reset
set terminal svg noenhanced size 1300, 480 font 'sans,12' background rgb 'white'
set output 'synthetic_mix.svg'
set grid lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set xlabel 'nominal utilization U (without batches)'
set ylabel 'deadline misses (%)'
set xrange [0.3:1.3]
set yrange [0:70]
set arrow from 0.5, graph 0 to 0.5, graph 1 nohead back lw 1.5 dt 2 lc rgb '#666666'
set arrow from 0.5, graph 0 to 0.5, graph 1 nohead back lw 1.5 dt 2 lc rgb '#666666'
set arrow from 0.5, graph 0 to 0.5, graph 1 nohead back lw 1.5 dt 2 lc rgb '#666666'
set arrow from 0.4, graph 0 to 0.4, graph 1 nohead back lw 1.5 dt 3 lc rgb '#666666'
set arrow from 0.6, graph 0 to 0.6, graph 1 nohead back lw 1.5 dt 4 lc rgb '#666666'
set multiplot title 'synthetic_mix' font ',14'
set tmargin at screen 0.86
set bmargin at screen 0.13
set key at screen 0.765, screen 0.86 left top Left reverse samplen 3 spacing 1.25 font ',10'
set lmargin at screen 0.07
set rmargin at screen 0.385
set title 'all streams'
unset key
plot data index 0 using 1:3:4 with filledcurves fs noborder fc rgb '#D0000000' notitle, \
 data index 1 using 1:3:4 with filledcurves fs noborder fc rgb '#D0D55E00' notitle, \
 data index 2 using 1:3:4 with filledcurves fs noborder fc rgb '#D00072B2' notitle, \
 data index 3 using 1:3:4 with filledcurves fs noborder fc rgb '#D0009E73' notitle, \
 data index 4 using 1:3:4 with filledcurves fs noborder fc rgb '#D0CC79A7' notitle, \
 data index 5 using 1:3:4 with filledcurves fs noborder fc rgb '#D0E69F00' notitle, \
 data index 6 using 1:3:4 with filledcurves fs noborder fc rgb '#D056B4E9' notitle, \
 data index 0 using 1:2 with linespoints lw 1.8 pt 7 ps 0.9 lc rgb '#000000' title 'round_robin', \
 data index 1 using 1:2 with linespoints lw 1.8 pt 5 ps 0.9 lc rgb '#D55E00' title 'fifo', \
 data index 2 using 1:2 with linespoints lw 1.8 pt 9 ps 0.9 lc rgb '#0072B2' title 'fixed_priority', \
 data index 3 using 1:2 with linespoints lw 1.8 pt 13 ps 0.9 lc rgb '#009E73' title 'edf', \
 data index 4 using 1:2 with linespoints lw 1.8 pt 11 ps 0.9 lc rgb '#CC79A7' title 'edf_batch', \
 data index 5 using 1:2 with linespoints lw 1.8 pt 6 ps 0.9 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 6 using 1:2 with linespoints lw 1.8 pt 4 ps 0.9 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'tests admit up to', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_fp_rta: 0.5', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_edf: 0.5', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_edf_cross_deadline_tight: 0.5', \
 keyentry with lines lw 1.5 dt 3 lc rgb '#666666' title 'np_edf_cross_deadline: 0.4', \
 keyentry with lines lw 1.5 dt 4 lc rgb '#666666' title 'np_edf_same_deadline: 0.6'
set lmargin at screen 0.435
set rmargin at screen 0.75
unset ylabel
set title 'high-criticality streams'
set key
plot data index 0 using 1:6:7 with filledcurves fs noborder fc rgb '#D0000000' notitle, \
 data index 1 using 1:6:7 with filledcurves fs noborder fc rgb '#D0D55E00' notitle, \
 data index 2 using 1:6:7 with filledcurves fs noborder fc rgb '#D00072B2' notitle, \
 data index 3 using 1:6:7 with filledcurves fs noborder fc rgb '#D0009E73' notitle, \
 data index 4 using 1:6:7 with filledcurves fs noborder fc rgb '#D0CC79A7' notitle, \
 data index 5 using 1:6:7 with filledcurves fs noborder fc rgb '#D0E69F00' notitle, \
 data index 6 using 1:6:7 with filledcurves fs noborder fc rgb '#D056B4E9' notitle, \
 data index 0 using 1:5 with linespoints lw 1.8 pt 7 ps 0.9 lc rgb '#000000' title 'round_robin', \
 data index 1 using 1:5 with linespoints lw 1.8 pt 5 ps 0.9 lc rgb '#D55E00' title 'fifo', \
 data index 2 using 1:5 with linespoints lw 1.8 pt 9 ps 0.9 lc rgb '#0072B2' title 'fixed_priority', \
 data index 3 using 1:5 with linespoints lw 1.8 pt 13 ps 0.9 lc rgb '#009E73' title 'edf', \
 data index 4 using 1:5 with linespoints lw 1.8 pt 11 ps 0.9 lc rgb '#CC79A7' title 'edf_batch', \
 data index 5 using 1:5 with linespoints lw 1.8 pt 6 ps 0.9 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 6 using 1:5 with linespoints lw 1.8 pt 4 ps 0.9 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'tests admit up to', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_fp_rta: 0.5', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_edf: 0.5', \
 keyentry with lines lw 1.5 dt 2 lc rgb '#666666' title 'np_edf_cross_deadline_tight: 0.5', \
 keyentry with lines lw 1.5 dt 3 lc rgb '#666666' title 'np_edf_cross_deadline: 0.4', \
 keyentry with lines lw 1.5 dt 4 lc rgb '#666666' title 'np_edf_same_deadline: 0.6'
unset multiplot
unset output
reset

# dagsim 0.1.0: dagsim plot build/vla.trace --gantt=1..1.1 -o docs/figures/vla_gantt.svg
data = 'vla_gantt.dat'
set output 'vla_gantt.png'
set terminal pngcairo noenhanced size 1430, 338 fontscale 1.3 font 'sans,10'
set title 'edf_batch on vla_plus_control, seed 0'
set border 3
set tics nomirror out
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set ytics ('accelerator' -0, 'vla' -1, 'arm_left' -2, 'arm_right' -3, 'base' -4)
set yrange [-4.7:0.7]
set arrow from graph 0, first -0.5 to graph 1, first -0.5 nohead lc rgb '#888888'
set xlabel 'time (ms)'
set xrange [1000.000000:1100.000000]
set style fill solid 0.8 border lc rgb '#FFFFFF'
set key above
plot data index 0 using (($1+$2)/2):3:(($2-$1)/2):(0.36):4 with boxxyerror lc rgb variable lw 0.5 notitle, \
 data index 1 using (($1+$2)/2):3:(($2-$1)/2):(0.16):4 with boxxyerror lc rgb variable lw 0.5 notitle, \
 data index 2 using 1:($2-0.42):(0):(0.8) with vectors size screen 0.005,20 filled lc rgb '#555555' title 'released', \
 data index 2 using 3:($2+0.42):(0):(-0.8) with vectors size screen 0.005,20 lc rgb '#BBBBBB' title 'deadline', \
 data index 3 using 1:2 with points pt 2 ps 1.4 lw 3 lc rgb '#D00000' title 'missed', \
 data index 4 using 1:2 with points pt 6 ps 1.6 lw 2 lc rgb '#D00000' title 'dropped', \
 data index 5 using 1:2:3 with labels font ',9' textcolor rgb 'white' notitle
unset output
reset
set output 'vla_gantt.svg'
set terminal svg noenhanced size 1100, 260 font 'sans,12' background rgb 'white'
set title 'edf_batch on vla_plus_control, seed 0'
set border 3
set tics nomirror out
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set ytics ('accelerator' -0, 'vla' -1, 'arm_left' -2, 'arm_right' -3, 'base' -4)
set yrange [-4.7:0.7]
set arrow from graph 0, first -0.5 to graph 1, first -0.5 nohead lc rgb '#888888'
set xlabel 'time (ms)'
set xrange [1000.000000:1100.000000]
set style fill solid 0.8 border lc rgb '#FFFFFF'
set key above
plot data index 0 using (($1+$2)/2):3:(($2-$1)/2):(0.36):4 with boxxyerror lc rgb variable lw 0.5 notitle, \
 data index 1 using (($1+$2)/2):3:(($2-$1)/2):(0.16):4 with boxxyerror lc rgb variable lw 0.5 notitle, \
 data index 2 using 1:($2-0.42):(0):(0.8) with vectors size screen 0.005,20 filled lc rgb '#555555' title 'released', \
 data index 2 using 3:($2+0.42):(0):(-0.8) with vectors size screen 0.005,20 lc rgb '#BBBBBB' title 'deadline', \
 data index 3 using 1:2 with points pt 2 ps 1.4 lw 3 lc rgb '#D00000' title 'missed', \
 data index 4 using 1:2 with points pt 6 ps 1.6 lw 2 lc rgb '#D00000' title 'dropped', \
 data index 5 using 1:2:3 with labels font ',9' textcolor rgb 'white' notitle
unset output
reset

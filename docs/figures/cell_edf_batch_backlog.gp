# dagsim 0.1.0: dagsim plot build/cell.trace -p edf_batch --backlog -o docs/figures/cell_edf_batch_backlog.svg
data = 'cell_edf_batch_backlog.dat'
set output 'cell_edf_batch_backlog.png'
set terminal pngcairo noenhanced size 1430, 624 fontscale 1.3 font 'sans,10'
set title 'edf_batch on multi_agent_cell, seed 0'
set border 3
set tics nomirror out
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set xlabel 'time (s)'
set ylabel 'ready nodes that wait'
set yrange [0:*]
set key outside right top
plot data index 0 using 1:2 with steps lw 1.4 lc rgb '#0072B2' title 'ready'
unset output
reset
set output 'cell_edf_batch_backlog.svg'
set terminal svg noenhanced size 1100, 480 font 'sans,12' background rgb 'white'
set title 'edf_batch on multi_agent_cell, seed 0'
set border 3
set tics nomirror out
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set xlabel 'time (s)'
set ylabel 'ready nodes that wait'
set yrange [0:*]
set key outside right top
plot data index 0 using 1:2 with steps lw 1.4 lc rgb '#0072B2' title 'ready'
unset output
reset

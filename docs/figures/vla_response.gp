# dagsim 0.1.0: dagsim plot build/vla.trace --response box -o docs/figures/vla_response.svg
data = 'vla_response.dat'
set output 'vla_response.png'
set terminal pngcairo noenhanced size 1430, 624 fontscale 1.3 font 'sans,10'
set title 'edf_batch on vla_plus_control, seed 0'
set border 3
set tics nomirror out
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set ylabel 'response time (ms)'
set xtics ('arm_right' 0, 'arm_left' 1, 'base' 2, 'vla' 3) rotate by -30
set xrange [-0.6:3.6]
set logscale y
set boxwidth 0.5
set style fill solid 0.35 border -1
set key above
plot data index 0 using 1:2:3:4:5 with candlesticks whiskerbars 0.5 lc rgb '#0072B2' title 'quartiles, whiskers within 1.5 boxes', \
 '' index 0 using 1:6:6:6:6 with candlesticks lt -1 lw 2 notitle, \
 '' index 0 using 1:7 with points pt 7 ps 0.5 lc rgb '#444444' title 'maximum', \
 '' index 0 using ($1-0.4):8:(0.8):(0) with vectors nohead lw 2 lc rgb '#D55E00' title 'deadline'
unset output
reset
set output 'vla_response.svg'
set terminal svg noenhanced size 1100, 480 font 'sans,12' background rgb 'white'
set title 'edf_batch on vla_plus_control, seed 0'
set border 3
set tics nomirror out
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set ylabel 'response time (ms)'
set xtics ('arm_right' 0, 'arm_left' 1, 'base' 2, 'vla' 3) rotate by -30
set xrange [-0.6:3.6]
set logscale y
set boxwidth 0.5
set style fill solid 0.35 border -1
set key above
plot data index 0 using 1:2:3:4:5 with candlesticks whiskerbars 0.5 lc rgb '#0072B2' title 'quartiles, whiskers within 1.5 boxes', \
 '' index 0 using 1:6:6:6:6 with candlesticks lt -1 lw 2 notitle, \
 '' index 0 using 1:7 with points pt 7 ps 0.5 lc rgb '#444444' title 'maximum', \
 '' index 0 using ($1-0.4):8:(0.8):(0) with vectors nohead lw 2 lc rgb '#D55E00' title 'deadline'
unset output
reset

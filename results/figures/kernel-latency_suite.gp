# gnuplot kernel-latency_suite.gp draws .png and .svg, dagsim 0.1.0, digest 97dd468096c2abf07c41d346e418a1ca54f1d61db736482b83a82af67a08c9b8
# dagsim bench --suite kernel-latency --seed 0 --seeds 5
data = 'kernel-latency_suite.dat'
set terminal pngcairo noenhanced size 1560, 624 fontscale 1.3 font 'sans,10'
set output 'kernel-latency_suite.png'
set multiplot title 'Round trips of an application that answers CAN frames, Linux 6.12'
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set border 3
set tics nomirror out
set boxwidth 0.3
set style fill transparent solid 0.25 border
set tmargin at screen 0.84
set bmargin at screen 0.10
set xrange [0.4:4.6]
set key at screen 0.82, screen 0.84 left top Left reverse samplen 3 spacing 1.25
set xtics ('NONE' 1, 'VOLUNTARY' 2, 'PREEMPT' 3, 'RT' 4)
set title 'idle'
set lmargin at screen 0.07
set rmargin at screen 0.40
set yrange [0.25:*]
set ylabel 'round trip (ms)'
unset key
plot data index 0 using ($1-0.2):3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' title 'study', \
 data index 0 using ($1-0.2):4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 0 using ($1-0.2):7 with points pt 9 ps 0.8 lc rgb '#000000' notitle, \
 data index 1 using ($1+0.2):3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' title 'dagsim, seed 0', \
 data index 1 using ($1+0.2):4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 1 using ($1+0.2):7 with points pt 9 ps 0.8 lc rgb '#0072B2' notitle, \
 data index 4 using ($1+0.36):2:(0):($3-$2) with vectors heads size screen 0.004,90 fixed lw 2 lc rgb '#D55E00' title 'greatest of 5 seeds'
set title 'loaded'
set lmargin at screen 0.46
set rmargin at screen 0.80
set logscale y
set yrange [0.2:30]
unset ylabel
set key
plot data index 2 using ($1-0.2):3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' title 'study', \
 data index 2 using ($1-0.2):4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 2 using ($1-0.2):7 with points pt 9 ps 0.8 lc rgb '#000000' notitle, \
 data index 3 using ($1+0.2):3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' title 'dagsim, seed 0', \
 data index 3 using ($1+0.2):4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 3 using ($1+0.2):7 with points pt 9 ps 0.8 lc rgb '#0072B2' notitle, \
 data index 5 using ($1+0.36):2:(0):($3-$2) with vectors heads size screen 0.004,90 fixed lw 2 lc rgb '#D55E00' title 'greatest of 5 seeds', \
 keyentry with points pt 9 ps 0.8 lc rgb '#000000' title 'mean'
unset multiplot
unset output
reset
set terminal svg noenhanced size 1200, 480 font 'sans,12' background rgb 'white'
set output 'kernel-latency_suite.svg'
set multiplot title 'Round trips of an application that answers CAN frames, Linux 6.12'
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set border 3
set tics nomirror out
set boxwidth 0.3
set style fill transparent solid 0.25 border
set tmargin at screen 0.84
set bmargin at screen 0.10
set xrange [0.4:4.6]
set key at screen 0.82, screen 0.84 left top Left reverse samplen 3 spacing 1.25
set xtics ('NONE' 1, 'VOLUNTARY' 2, 'PREEMPT' 3, 'RT' 4)
set title 'idle'
set lmargin at screen 0.07
set rmargin at screen 0.40
set yrange [0.25:*]
set ylabel 'round trip (ms)'
unset key
plot data index 0 using ($1-0.2):3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' title 'study', \
 data index 0 using ($1-0.2):4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 0 using ($1-0.2):7 with points pt 9 ps 0.8 lc rgb '#000000' notitle, \
 data index 1 using ($1+0.2):3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' title 'dagsim, seed 0', \
 data index 1 using ($1+0.2):4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 1 using ($1+0.2):7 with points pt 9 ps 0.8 lc rgb '#0072B2' notitle, \
 data index 4 using ($1+0.36):2:(0):($3-$2) with vectors heads size screen 0.004,90 fixed lw 2 lc rgb '#D55E00' title 'greatest of 5 seeds'
set title 'loaded'
set lmargin at screen 0.46
set rmargin at screen 0.80
set logscale y
set yrange [0.2:30]
unset ylabel
set key
plot data index 2 using ($1-0.2):3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' title 'study', \
 data index 2 using ($1-0.2):4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 2 using ($1-0.2):7 with points pt 9 ps 0.8 lc rgb '#000000' notitle, \
 data index 3 using ($1+0.2):3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' title 'dagsim, seed 0', \
 data index 3 using ($1+0.2):4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 3 using ($1+0.2):7 with points pt 9 ps 0.8 lc rgb '#0072B2' notitle, \
 data index 5 using ($1+0.36):2:(0):($3-$2) with vectors heads size screen 0.004,90 fixed lw 2 lc rgb '#D55E00' title 'greatest of 5 seeds', \
 keyentry with points pt 9 ps 0.8 lc rgb '#000000' title 'mean'
unset multiplot
unset output
reset

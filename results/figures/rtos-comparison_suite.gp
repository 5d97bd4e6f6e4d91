# dagsim 0.1.0: dagsim bench --suite rtos-comparison --platforms gedf,ros2-isolated+deadline,yasmin --seed 0 --seeds 1
# gnuplot rtos-comparison_suite.gp draws rtos-comparison_suite.png and rtos-comparison_suite.svg
data = 'rtos-comparison_suite.dat'
set terminal pngcairo noenhanced size 1430, 624 fontscale 1.3 font 'sans,10'
set output 'rtos-comparison_suite.png'
set title 'three DAGs on three cores, on three platforms: response times'
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set logscale y
set yrange [18.4:1.26e+03]
set ytics add (20, 50, 200, 500, 2000, 5000)
set boxwidth 0.1240
set style fill transparent solid 0.25 border
set xrange [0.4:5.6]
set xlabel 'utilization U'
set ylabel 'response time (ms)'
set key outside right top Left reverse samplen 3 spacing 1.25
set xtics ('1.00' 1, '1.50' 2, '2.00' 3, '2.50' 4, '3.00' 5)
plot data index 0 using ($1-0.3200):4:3:8:6 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#D55E00' title 'kernel, global EDF', \
 data index 0 using ($1-0.3200):5:5:5:5 with candlesticks lw 3 lc rgb '#D55E00' notitle, \
 data index 0 using ($1-0.3200):7 with points pt 7 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 1 using ($1-0.1600):4:3:8:6 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' title 'ROS 2, Q = C', \
 data index 1 using ($1-0.1600):5:5:5:5 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 1 using ($1-0.1600):7 with points pt 5 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 2 using ($1+0.0000):4:3:8:6 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#009E73' title 'ROS 2, Q = C, 20 us a callback', \
 data index 2 using ($1+0.0000):5:5:5:5 with candlesticks lw 3 lc rgb '#009E73' notitle, \
 data index 2 using ($1+0.0000):7 with points pt 9 ps 0.9 lc rgb '#009E73' notitle, \
 data index 3 using ($1+0.1600):4:3:8:6 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#CC79A7' title 'ROS 2, Q = 1.05 C, 20 us a callback', \
 data index 3 using ($1+0.1600):5:5:5:5 with candlesticks lw 3 lc rgb '#CC79A7' notitle, \
 data index 3 using ($1+0.1600):7 with points pt 13 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 4 using ($1+0.3200):4:3:8:6 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#E69F00' title 'YASMIN, mended', \
 data index 4 using ($1+0.3200):5:5:5:5 with candlesticks lw 3 lc rgb '#E69F00' notitle, \
 data index 4 using ($1+0.3200):7 with points pt 11 ps 0.9 lc rgb '#E69F00' notitle, \
 keyentry with lines lc bgnd title 'box: 25 to 75 %', \
 keyentry with lines lc bgnd title 'bar: median', \
 keyentry with lines lc bgnd title 'whiskers: least to greatest', \
 keyentry with lines lc bgnd title 'mark: 99 %'
unset output
reset
set terminal svg noenhanced size 1100, 480 font 'sans,12' background rgb 'white'
set output 'rtos-comparison_suite.svg'
set title 'three DAGs on three cores, on three platforms: response times'
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
set logscale y
set yrange [18.4:1.26e+03]
set ytics add (20, 50, 200, 500, 2000, 5000)
set boxwidth 0.1240
set style fill transparent solid 0.25 border
set xrange [0.4:5.6]
set xlabel 'utilization U'
set ylabel 'response time (ms)'
set key outside right top Left reverse samplen 3 spacing 1.25
set xtics ('1.00' 1, '1.50' 2, '2.00' 3, '2.50' 4, '3.00' 5)
plot data index 0 using ($1-0.3200):4:3:8:6 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#D55E00' title 'kernel, global EDF', \
 data index 0 using ($1-0.3200):5:5:5:5 with candlesticks lw 3 lc rgb '#D55E00' notitle, \
 data index 0 using ($1-0.3200):7 with points pt 7 ps 0.9 lc rgb '#D55E00' notitle, \
 data index 1 using ($1-0.1600):4:3:8:6 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' title 'ROS 2, Q = C', \
 data index 1 using ($1-0.1600):5:5:5:5 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 1 using ($1-0.1600):7 with points pt 5 ps 0.9 lc rgb '#0072B2' notitle, \
 data index 2 using ($1+0.0000):4:3:8:6 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#009E73' title 'ROS 2, Q = C, 20 us a callback', \
 data index 2 using ($1+0.0000):5:5:5:5 with candlesticks lw 3 lc rgb '#009E73' notitle, \
 data index 2 using ($1+0.0000):7 with points pt 9 ps 0.9 lc rgb '#009E73' notitle, \
 data index 3 using ($1+0.1600):4:3:8:6 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#CC79A7' title 'ROS 2, Q = 1.05 C, 20 us a callback', \
 data index 3 using ($1+0.1600):5:5:5:5 with candlesticks lw 3 lc rgb '#CC79A7' notitle, \
 data index 3 using ($1+0.1600):7 with points pt 13 ps 0.9 lc rgb '#CC79A7' notitle, \
 data index 4 using ($1+0.3200):4:3:8:6 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#E69F00' title 'YASMIN, mended', \
 data index 4 using ($1+0.3200):5:5:5:5 with candlesticks lw 3 lc rgb '#E69F00' notitle, \
 data index 4 using ($1+0.3200):7 with points pt 11 ps 0.9 lc rgb '#E69F00' notitle, \
 keyentry with lines lc bgnd title 'box: 25 to 75 %', \
 keyentry with lines lc bgnd title 'bar: median', \
 keyentry with lines lc bgnd title 'whiskers: least to greatest', \
 keyentry with lines lc bgnd title 'mark: 99 %'
unset output
reset

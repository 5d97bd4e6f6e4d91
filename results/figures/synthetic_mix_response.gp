# dagsim 0.1.0: dagsim bench workloads/synthetic_mix.yaml --policies round_robin,fifo,fixed_priority,edf,edf_batch,edf_batch_same_deadline,dynamic_batch --util-min 0.3 --util-max 1.3 --util-step 0.1 --seed 0 --seeds 3 --duration 30s --late drop --baseline edf
# gnuplot synthetic_mix_response.gp draws synthetic_mix_response.png and .svg
data = 'synthetic_mix_response.dat'
set terminal pngcairo noenhanced size 1690, 624 fontscale 1.3 font 'sans,10'
set output 'synthetic_mix_response.png'
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
unset xtics
set boxwidth 0.6
set style fill transparent solid 0.25 border
set xrange [0.2:7.8]
set ylabel 'response time (ms)'
set xlabel 'policy'
set logscale y
set yrange [0.2:500]
set multiplot title 'synthetic_mix: response times' font ',14'
set tmargin at screen 0.86
set bmargin at screen 0.1
set key at screen 0.775, screen 0.86 left top Left reverse samplen 2 spacing 1.25 font ',10'
set lmargin at screen 0.0650
set rmargin at screen 0.2310
set title 'U = 0.3'
unset key
plot data index 0 every ::0::0 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' notitle, \
 data index 0 every ::0::0 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 0 every ::0::0 using 1:7 with points pt 7 ps 1.1 lc rgb '#000000' title 'round_robin', \
 data index 0 every ::1::1 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#D55E00' notitle, \
 data index 0 every ::1::1 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#D55E00' notitle, \
 data index 0 every ::1::1 using 1:7 with points pt 5 ps 1.1 lc rgb '#D55E00' title 'fifo', \
 data index 0 every ::2::2 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' notitle, \
 data index 0 every ::2::2 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 0 every ::2::2 using 1:7 with points pt 9 ps 1.1 lc rgb '#0072B2' title 'fixed_priority', \
 data index 0 every ::3::3 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#009E73' notitle, \
 data index 0 every ::3::3 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#009E73' notitle, \
 data index 0 every ::3::3 using 1:7 with points pt 13 ps 1.1 lc rgb '#009E73' title 'edf', \
 data index 0 every ::4::4 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#CC79A7' notitle, \
 data index 0 every ::4::4 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#CC79A7' notitle, \
 data index 0 every ::4::4 using 1:7 with points pt 11 ps 1.1 lc rgb '#CC79A7' title 'edf_batch', \
 data index 0 every ::5::5 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#E69F00' notitle, \
 data index 0 every ::5::5 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#E69F00' notitle, \
 data index 0 every ::5::5 using 1:7 with points pt 6 ps 1.1 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 0 every ::6::6 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#56B4E9' notitle, \
 data index 0 every ::6::6 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#56B4E9' notitle, \
 data index 0 every ::6::6 using 1:7 with points pt 4 ps 1.1 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'box: 25 to 75 %', \
 keyentry with lines lc bgnd title 'bar: median', \
 keyentry with lines lc bgnd title 'whiskers: 5 to 95 %', \
 keyentry with lines lc bgnd title 'mark: 99 %'
set lmargin at screen 0.2430
set rmargin at screen 0.4090
set title 'U = 0.6'
unset key
set format y ''
unset ylabel
plot data index 3 every ::0::0 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' notitle, \
 data index 3 every ::0::0 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 3 every ::0::0 using 1:7 with points pt 7 ps 1.1 lc rgb '#000000' title 'round_robin', \
 data index 3 every ::1::1 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#D55E00' notitle, \
 data index 3 every ::1::1 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#D55E00' notitle, \
 data index 3 every ::1::1 using 1:7 with points pt 5 ps 1.1 lc rgb '#D55E00' title 'fifo', \
 data index 3 every ::2::2 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' notitle, \
 data index 3 every ::2::2 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 3 every ::2::2 using 1:7 with points pt 9 ps 1.1 lc rgb '#0072B2' title 'fixed_priority', \
 data index 3 every ::3::3 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#009E73' notitle, \
 data index 3 every ::3::3 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#009E73' notitle, \
 data index 3 every ::3::3 using 1:7 with points pt 13 ps 1.1 lc rgb '#009E73' title 'edf', \
 data index 3 every ::4::4 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#CC79A7' notitle, \
 data index 3 every ::4::4 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#CC79A7' notitle, \
 data index 3 every ::4::4 using 1:7 with points pt 11 ps 1.1 lc rgb '#CC79A7' title 'edf_batch', \
 data index 3 every ::5::5 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#E69F00' notitle, \
 data index 3 every ::5::5 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#E69F00' notitle, \
 data index 3 every ::5::5 using 1:7 with points pt 6 ps 1.1 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 3 every ::6::6 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#56B4E9' notitle, \
 data index 3 every ::6::6 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#56B4E9' notitle, \
 data index 3 every ::6::6 using 1:7 with points pt 4 ps 1.1 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'box: 25 to 75 %', \
 keyentry with lines lc bgnd title 'bar: median', \
 keyentry with lines lc bgnd title 'whiskers: 5 to 95 %', \
 keyentry with lines lc bgnd title 'mark: 99 %'
set lmargin at screen 0.4210
set rmargin at screen 0.5870
set title 'U = 1.0'
unset key
plot data index 7 every ::0::0 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' notitle, \
 data index 7 every ::0::0 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 7 every ::0::0 using 1:7 with points pt 7 ps 1.1 lc rgb '#000000' title 'round_robin', \
 data index 7 every ::1::1 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#D55E00' notitle, \
 data index 7 every ::1::1 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#D55E00' notitle, \
 data index 7 every ::1::1 using 1:7 with points pt 5 ps 1.1 lc rgb '#D55E00' title 'fifo', \
 data index 7 every ::2::2 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' notitle, \
 data index 7 every ::2::2 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 7 every ::2::2 using 1:7 with points pt 9 ps 1.1 lc rgb '#0072B2' title 'fixed_priority', \
 data index 7 every ::3::3 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#009E73' notitle, \
 data index 7 every ::3::3 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#009E73' notitle, \
 data index 7 every ::3::3 using 1:7 with points pt 13 ps 1.1 lc rgb '#009E73' title 'edf', \
 data index 7 every ::4::4 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#CC79A7' notitle, \
 data index 7 every ::4::4 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#CC79A7' notitle, \
 data index 7 every ::4::4 using 1:7 with points pt 11 ps 1.1 lc rgb '#CC79A7' title 'edf_batch', \
 data index 7 every ::5::5 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#E69F00' notitle, \
 data index 7 every ::5::5 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#E69F00' notitle, \
 data index 7 every ::5::5 using 1:7 with points pt 6 ps 1.1 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 7 every ::6::6 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#56B4E9' notitle, \
 data index 7 every ::6::6 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#56B4E9' notitle, \
 data index 7 every ::6::6 using 1:7 with points pt 4 ps 1.1 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'box: 25 to 75 %', \
 keyentry with lines lc bgnd title 'bar: median', \
 keyentry with lines lc bgnd title 'whiskers: 5 to 95 %', \
 keyentry with lines lc bgnd title 'mark: 99 %'
set lmargin at screen 0.5990
set rmargin at screen 0.7650
set title 'U = 1.3'
set key
plot data index 10 every ::0::0 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' notitle, \
 data index 10 every ::0::0 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 10 every ::0::0 using 1:7 with points pt 7 ps 1.1 lc rgb '#000000' title 'round_robin', \
 data index 10 every ::1::1 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#D55E00' notitle, \
 data index 10 every ::1::1 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#D55E00' notitle, \
 data index 10 every ::1::1 using 1:7 with points pt 5 ps 1.1 lc rgb '#D55E00' title 'fifo', \
 data index 10 every ::2::2 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' notitle, \
 data index 10 every ::2::2 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 10 every ::2::2 using 1:7 with points pt 9 ps 1.1 lc rgb '#0072B2' title 'fixed_priority', \
 data index 10 every ::3::3 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#009E73' notitle, \
 data index 10 every ::3::3 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#009E73' notitle, \
 data index 10 every ::3::3 using 1:7 with points pt 13 ps 1.1 lc rgb '#009E73' title 'edf', \
 data index 10 every ::4::4 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#CC79A7' notitle, \
 data index 10 every ::4::4 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#CC79A7' notitle, \
 data index 10 every ::4::4 using 1:7 with points pt 11 ps 1.1 lc rgb '#CC79A7' title 'edf_batch', \
 data index 10 every ::5::5 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#E69F00' notitle, \
 data index 10 every ::5::5 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#E69F00' notitle, \
 data index 10 every ::5::5 using 1:7 with points pt 6 ps 1.1 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 10 every ::6::6 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#56B4E9' notitle, \
 data index 10 every ::6::6 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#56B4E9' notitle, \
 data index 10 every ::6::6 using 1:7 with points pt 4 ps 1.1 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'box: 25 to 75 %', \
 keyentry with lines lc bgnd title 'bar: median', \
 keyentry with lines lc bgnd title 'whiskers: 5 to 95 %', \
 keyentry with lines lc bgnd title 'mark: 99 %'
unset multiplot
unset output
reset
set terminal svg noenhanced size 1300, 480 font 'sans,12' background rgb 'white'
set output 'synthetic_mix_response.svg'
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set datafile missing '?'
set border 3
set tics nomirror out
unset xtics
set boxwidth 0.6
set style fill transparent solid 0.25 border
set xrange [0.2:7.8]
set ylabel 'response time (ms)'
set xlabel 'policy'
set logscale y
set yrange [0.2:500]
set multiplot title 'synthetic_mix: response times' font ',14'
set tmargin at screen 0.86
set bmargin at screen 0.1
set key at screen 0.775, screen 0.86 left top Left reverse samplen 2 spacing 1.25 font ',10'
set lmargin at screen 0.0650
set rmargin at screen 0.2310
set title 'U = 0.3'
unset key
plot data index 0 every ::0::0 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' notitle, \
 data index 0 every ::0::0 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 0 every ::0::0 using 1:7 with points pt 7 ps 1.1 lc rgb '#000000' title 'round_robin', \
 data index 0 every ::1::1 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#D55E00' notitle, \
 data index 0 every ::1::1 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#D55E00' notitle, \
 data index 0 every ::1::1 using 1:7 with points pt 5 ps 1.1 lc rgb '#D55E00' title 'fifo', \
 data index 0 every ::2::2 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' notitle, \
 data index 0 every ::2::2 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 0 every ::2::2 using 1:7 with points pt 9 ps 1.1 lc rgb '#0072B2' title 'fixed_priority', \
 data index 0 every ::3::3 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#009E73' notitle, \
 data index 0 every ::3::3 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#009E73' notitle, \
 data index 0 every ::3::3 using 1:7 with points pt 13 ps 1.1 lc rgb '#009E73' title 'edf', \
 data index 0 every ::4::4 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#CC79A7' notitle, \
 data index 0 every ::4::4 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#CC79A7' notitle, \
 data index 0 every ::4::4 using 1:7 with points pt 11 ps 1.1 lc rgb '#CC79A7' title 'edf_batch', \
 data index 0 every ::5::5 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#E69F00' notitle, \
 data index 0 every ::5::5 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#E69F00' notitle, \
 data index 0 every ::5::5 using 1:7 with points pt 6 ps 1.1 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 0 every ::6::6 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#56B4E9' notitle, \
 data index 0 every ::6::6 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#56B4E9' notitle, \
 data index 0 every ::6::6 using 1:7 with points pt 4 ps 1.1 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'box: 25 to 75 %', \
 keyentry with lines lc bgnd title 'bar: median', \
 keyentry with lines lc bgnd title 'whiskers: 5 to 95 %', \
 keyentry with lines lc bgnd title 'mark: 99 %'
set lmargin at screen 0.2430
set rmargin at screen 0.4090
set title 'U = 0.6'
unset key
set format y ''
unset ylabel
plot data index 3 every ::0::0 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' notitle, \
 data index 3 every ::0::0 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 3 every ::0::0 using 1:7 with points pt 7 ps 1.1 lc rgb '#000000' title 'round_robin', \
 data index 3 every ::1::1 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#D55E00' notitle, \
 data index 3 every ::1::1 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#D55E00' notitle, \
 data index 3 every ::1::1 using 1:7 with points pt 5 ps 1.1 lc rgb '#D55E00' title 'fifo', \
 data index 3 every ::2::2 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' notitle, \
 data index 3 every ::2::2 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 3 every ::2::2 using 1:7 with points pt 9 ps 1.1 lc rgb '#0072B2' title 'fixed_priority', \
 data index 3 every ::3::3 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#009E73' notitle, \
 data index 3 every ::3::3 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#009E73' notitle, \
 data index 3 every ::3::3 using 1:7 with points pt 13 ps 1.1 lc rgb '#009E73' title 'edf', \
 data index 3 every ::4::4 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#CC79A7' notitle, \
 data index 3 every ::4::4 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#CC79A7' notitle, \
 data index 3 every ::4::4 using 1:7 with points pt 11 ps 1.1 lc rgb '#CC79A7' title 'edf_batch', \
 data index 3 every ::5::5 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#E69F00' notitle, \
 data index 3 every ::5::5 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#E69F00' notitle, \
 data index 3 every ::5::5 using 1:7 with points pt 6 ps 1.1 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 3 every ::6::6 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#56B4E9' notitle, \
 data index 3 every ::6::6 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#56B4E9' notitle, \
 data index 3 every ::6::6 using 1:7 with points pt 4 ps 1.1 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'box: 25 to 75 %', \
 keyentry with lines lc bgnd title 'bar: median', \
 keyentry with lines lc bgnd title 'whiskers: 5 to 95 %', \
 keyentry with lines lc bgnd title 'mark: 99 %'
set lmargin at screen 0.4210
set rmargin at screen 0.5870
set title 'U = 1.0'
unset key
plot data index 7 every ::0::0 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' notitle, \
 data index 7 every ::0::0 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 7 every ::0::0 using 1:7 with points pt 7 ps 1.1 lc rgb '#000000' title 'round_robin', \
 data index 7 every ::1::1 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#D55E00' notitle, \
 data index 7 every ::1::1 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#D55E00' notitle, \
 data index 7 every ::1::1 using 1:7 with points pt 5 ps 1.1 lc rgb '#D55E00' title 'fifo', \
 data index 7 every ::2::2 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' notitle, \
 data index 7 every ::2::2 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 7 every ::2::2 using 1:7 with points pt 9 ps 1.1 lc rgb '#0072B2' title 'fixed_priority', \
 data index 7 every ::3::3 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#009E73' notitle, \
 data index 7 every ::3::3 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#009E73' notitle, \
 data index 7 every ::3::3 using 1:7 with points pt 13 ps 1.1 lc rgb '#009E73' title 'edf', \
 data index 7 every ::4::4 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#CC79A7' notitle, \
 data index 7 every ::4::4 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#CC79A7' notitle, \
 data index 7 every ::4::4 using 1:7 with points pt 11 ps 1.1 lc rgb '#CC79A7' title 'edf_batch', \
 data index 7 every ::5::5 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#E69F00' notitle, \
 data index 7 every ::5::5 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#E69F00' notitle, \
 data index 7 every ::5::5 using 1:7 with points pt 6 ps 1.1 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 7 every ::6::6 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#56B4E9' notitle, \
 data index 7 every ::6::6 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#56B4E9' notitle, \
 data index 7 every ::6::6 using 1:7 with points pt 4 ps 1.1 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'box: 25 to 75 %', \
 keyentry with lines lc bgnd title 'bar: median', \
 keyentry with lines lc bgnd title 'whiskers: 5 to 95 %', \
 keyentry with lines lc bgnd title 'mark: 99 %'
set lmargin at screen 0.5990
set rmargin at screen 0.7650
set title 'U = 1.3'
set key
plot data index 10 every ::0::0 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#000000' notitle, \
 data index 10 every ::0::0 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#000000' notitle, \
 data index 10 every ::0::0 using 1:7 with points pt 7 ps 1.1 lc rgb '#000000' title 'round_robin', \
 data index 10 every ::1::1 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#D55E00' notitle, \
 data index 10 every ::1::1 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#D55E00' notitle, \
 data index 10 every ::1::1 using 1:7 with points pt 5 ps 1.1 lc rgb '#D55E00' title 'fifo', \
 data index 10 every ::2::2 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#0072B2' notitle, \
 data index 10 every ::2::2 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#0072B2' notitle, \
 data index 10 every ::2::2 using 1:7 with points pt 9 ps 1.1 lc rgb '#0072B2' title 'fixed_priority', \
 data index 10 every ::3::3 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#009E73' notitle, \
 data index 10 every ::3::3 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#009E73' notitle, \
 data index 10 every ::3::3 using 1:7 with points pt 13 ps 1.1 lc rgb '#009E73' title 'edf', \
 data index 10 every ::4::4 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#CC79A7' notitle, \
 data index 10 every ::4::4 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#CC79A7' notitle, \
 data index 10 every ::4::4 using 1:7 with points pt 11 ps 1.1 lc rgb '#CC79A7' title 'edf_batch', \
 data index 10 every ::5::5 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#E69F00' notitle, \
 data index 10 every ::5::5 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#E69F00' notitle, \
 data index 10 every ::5::5 using 1:7 with points pt 6 ps 1.1 lc rgb '#E69F00' title 'edf_batch_same_deadline', \
 data index 10 every ::6::6 using 1:3:2:6:5 with candlesticks whiskerbars 0.5 lw 1.4 lc rgb '#56B4E9' notitle, \
 data index 10 every ::6::6 using 1:4:4:4:4 with candlesticks lw 3 lc rgb '#56B4E9' notitle, \
 data index 10 every ::6::6 using 1:7 with points pt 4 ps 1.1 lc rgb '#56B4E9' title 'dynamic_batch', \
 keyentry with lines lc bgnd title 'box: 25 to 75 %', \
 keyentry with lines lc bgnd title 'bar: median', \
 keyentry with lines lc bgnd title 'whiskers: 5 to 95 %', \
 keyentry with lines lc bgnd title 'mark: 99 %'
unset multiplot
unset output
reset

# gnuplot kernel-latency_robot.gp draws .png and .svg, dagsim 0.1.0, digest 97dd468096c2abf07c41d346e418a1ca54f1d61db736482b83a82af67a08c9b8
# dagsim bench --suite kernel-latency --seed 0 --seeds 5
data = 'kernel-latency_robot.dat'
set terminal pngcairo noenhanced size 1300, 624 fontscale 1.3 font 'sans,10'
set output 'kernel-latency_robot.png'
set title 'Deadlines that robots miss under kernels, idle and loaded'
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set border 3
set tics nomirror out
set boxwidth 0.3600
set style fill transparent solid 0.5 border
set yrange [0:*]
set ylabel 'deadline misses (%)'
set key top left Left reverse
set xrange [0.4:9.6]
set bmargin 8
set xtics rotate by -30 left ('none' 1, 'linux612-none-idle' 2, 'linux612-voluntary-idle' 3, 'linux612-preempt-idle' 4, 'linux612-rt-idle' 5, 'linux612-none-load' 6, 'linux612-voluntary-load' 7, 'linux612-preempt-load' 8, 'linux612-rt-load' 9)
plot data index 0 using ($1-0.2000):3 with boxes lc rgb '#D55E00' title 'robot_arm, all jobs', \
 data index 0 using ($1-0.2000):4:(0):($5-$4) with vectors heads size screen 0.004,90 fixed lw 1.4 lc rgb '#000000' notitle, \
 data index 0 using ($1-0.2000):6 with points pt 9 ps 1 lc rgb '#D55E00' title 'robot_arm, high criticality', \
 data index 1 using ($1+0.2000):3 with boxes lc rgb '#0072B2' title 'camera_pipeline, all jobs', \
 data index 1 using ($1+0.2000):4:(0):($5-$4) with vectors heads size screen 0.004,90 fixed lw 1.4 lc rgb '#000000' notitle, \
 data index 1 using ($1+0.2000):6 with points pt 9 ps 1 lc rgb '#0072B2' title 'camera_pipeline, high criticality'
unset output
reset
set terminal svg noenhanced size 1000, 480 font 'sans,12' background rgb 'white'
set output 'kernel-latency_robot.svg'
set title 'Deadlines that robots miss under kernels, idle and loaded'
set grid y lc rgb '#DDDDDD' lt 1 lw 0.5
set border 3
set tics nomirror out
set boxwidth 0.3600
set style fill transparent solid 0.5 border
set yrange [0:*]
set ylabel 'deadline misses (%)'
set key top left Left reverse
set xrange [0.4:9.6]
set bmargin 8
set xtics rotate by -30 left ('none' 1, 'linux612-none-idle' 2, 'linux612-voluntary-idle' 3, 'linux612-preempt-idle' 4, 'linux612-rt-idle' 5, 'linux612-none-load' 6, 'linux612-voluntary-load' 7, 'linux612-preempt-load' 8, 'linux612-rt-load' 9)
plot data index 0 using ($1-0.2000):3 with boxes lc rgb '#D55E00' title 'robot_arm, all jobs', \
 data index 0 using ($1-0.2000):4:(0):($5-$4) with vectors heads size screen 0.004,90 fixed lw 1.4 lc rgb '#000000' notitle, \
 data index 0 using ($1-0.2000):6 with points pt 9 ps 1 lc rgb '#D55E00' title 'robot_arm, high criticality', \
 data index 1 using ($1+0.2000):3 with boxes lc rgb '#0072B2' title 'camera_pipeline, all jobs', \
 data index 1 using ($1+0.2000):4:(0):($5-$4) with vectors heads size screen 0.004,90 fixed lw 1.4 lc rgb '#000000' notitle, \
 data index 1 using ($1+0.2000):6 with points pt 9 ps 1 lc rgb '#0072B2' title 'camera_pipeline, high criticality'
unset output
reset

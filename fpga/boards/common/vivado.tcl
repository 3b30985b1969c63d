# SPDX-License-Identifier: Apache-2.0
# Builds a card with Vivado. A board's build.tcl sources this with `part` set and may define the
# procedures `cores`, which generates the vendor's cores, and `before_placement`. The environment
# names the board's folder, the folder of the results, the top and, as a list of Tcl, the other files.
# If the timing is missed, it prints the ten worst paths and ends without a bitstream.
set out $::env(LP_OUT)
cd $out
create_project -part $part card project
foreach file [concat $::env(LP_FILES) [list $::env(LP_TOP)]] { read_verilog -sv [list $file] }
read_xdc [list $::env(LP_BOARD)/pins.xdc]
if {[llength [info procs cores]]} {
  cores
  generate_target all [get_ips]
  synth_ip [get_ips]
}
synth_design -top top -part $part
opt_design
if {[llength [info procs before_placement]]} { before_placement }
place_design
phys_opt_design
route_design
report_utilization -file utilization.rpt
report_timing_summary -file timing.rpt
foreach check {setup hold} {
  set paths [get_timing_paths -max_paths 10 -nworst 1 -$check]
  set slack [get_property SLACK [lindex $paths 0]]
  puts "worst $check slack: $slack ns"
  if {$slack < 0} {
    foreach path $paths {
      puts "path: [get_property SLACK $path] ns to [get_property ENDPOINT_PIN $path] from\
        [get_property STARTPOINT_PIN $path]"
    }
    exit
  }
}
write_bitstream -force card.bit

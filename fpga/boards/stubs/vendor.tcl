# SPDX-License-Identifier: Apache-2.0
# Runs a build.tcl without the vendor's tool: each of its commands is checked and printed.
#
#   tclsh vendor.tcl vivado|gowin SCRIPT
#
# LP_BOARD, LP_OUT, LP_TOP and LP_FILES are as for the tool, LP_PART the part of board.txt, LP_PORTS the
# ports of the top, and LP_SLACK the slack that the design is to have, 0 ns if it is not set. A
# command, an option, a property or a value that is not in the tables below, an object that was not
# created and a file that does not exist end the script with one line and status 2. The tables have
# what our scripts use, by AMD's UG835 and UG912 and Gowin's SUG100 and by public scripts; neither tool
# was at hand.

# ------------------------------------------------------------------ checking
proc refuse {text} {
  puts stderr "vendor.tcl: $text"
  exit 2
}

# Options by name: 0 for a flag, 1 if a value follows. `least` to `most` other arguments; `body` sees
# them as `words`, the options as the dictionary `option`, and gives the command's result.
proc command {name options least most {body {}}} {
  proc $name args "lassign \[check $name [list $options] $least $most \$args\] option words\n$body"
}

proc check {name options least most given} {
  global shown
  if {$shown && ![string match get_* $name]} { puts [string trim "$name [join [lmap word $given {list_word $word}]]"] }
  set option [dict create]
  set words {}
  while {[llength $given]} {
    set given [lassign $given word]
    if {![regexp {^-[a-z]} $word]} {
      lappend words $word
    } elseif {![dict exists $options $word]} {
      refuse "$name: no option $word"
    } elseif {[dict get $options $word] && ![llength $given]} {
      refuse "$name: $word lacks its value"
    } elseif {[dict get $options $word]} {
      set given [lassign $given value]
      dict set option $word $value
    } else {
      dict set option $word 1
    }
  }
  if {[llength $words] < $least || [llength $words] > $most} {
    refuse "$name: [llength $words] arguments, not $least to $most"
  }
  return [list $option $words]
}

proc list_word {word} {
  return [expr {[regexp {[\s;\[\]\{\}]} $word] || $word eq "" ? "{$word}" : $word}]
}

# LitePCIe's generator makes its file before the tool starts.
proc need_file {name path} {
  if {![file isfile $path] && $path ne "$::env(LP_OUT)/build/gateware/litepcie_core.v"} {
    refuse "$name: no file $path"
  }
}

proc need_report {name option} {
  if {[dict exists $option -file]} {
    need_value "$name -file" [dict get $option -file] {(utilization|timing)\.rpt}
  }
}

proc one_of {what value known} {
  if {$value ni $known} { refuse "$what: '$value' is none of [join $known {, }]" }
}

proc need_value {what value pattern} {
  if {![regexp "^($pattern)\$" $value]} { refuse "$what: '$value' is not of $pattern" }
}

# Commands in a file, without its own line of each in the list.
proc constraints {path} {
  global shown
  set before $shown
  set shown 0
  uplevel #0 [list source $path]
  set shown $before
}

# ------------------------------------------------------------------ objects and properties
# An object is KIND:NAME. Patterns of the values.
set bool {true|false|True|False}
set properties [dict create \
  port [dict create PACKAGE_PIN {[A-Z]{1,2}[0-9]{1,2}} IOSTANDARD {LVCMOS(12|15|18|25|33)} \
    PULLUP true PULLDOWN true DRIVE {4|8|12|16}] \
  design [dict create CONFIG_VOLTAGE {1\.8|2\.5|3\.3} CFGBVS {GND|VCCO} \
    BITSTREAM.GENERAL.COMPRESS {TRUE|FALSE} BITSTREAM.CONFIG.SPI_BUSWIDTH {1|2|4|8}] \
  cells [dict create LOC {\w+}] \
  xdma [dict create mode_selection {Basic|Advanced} pl_link_cap_max_link_width {X(1|2|4|8|16)} \
    pl_link_cap_max_link_speed {(2\.5|5\.0|8\.0|16\.0)_GT/s} axi_data_width {(64|128|256|512)_bit} \
    axisten_freq {62\.5|125|250} en_gt_selection $bool select_quad {GT[HY]_Quad_\d+} \
    axilite_master_en $bool axilite_master_size {1|2|4|8|16|32|64|128|256|512} \
    axilite_master_scale {Kilobytes|Megabytes|Gigabytes} xdma_num_usr_irq {\d|1[0-6]} \
    xdma_axi_intf_mm {AXI_Memory_Mapped|AXI_Stream} cfg_mgmt_if $bool pcie_blk_locn {\w+}] \
  pcie_7x [dict create Component_Name pcie Bar0_Scale {Bytes|Kilobytes|Megabytes|Gigabytes} \
    Bar0_Size {1|2|4|8|16|32|64|128|256|512} Buf_Opt_BMA $bool Device_ID {[0-9A-F]{4}} \
    Interface_Width {(64|128)_bit} Link_Speed {(2\.5|5\.0)_GT/s} \
    Max_Payload_Size {(128|256|512|1024)_bytes} Maximum_Link_Width {X(1|2|4|8)} \
    PCIe_Blk_Locn {X\dY\d} Ref_Clk_Freq {(100|125|250)_MHz} Trans_Buf_Pipeline {None|One|Two} \
    Trgt_Link_Speed {4'h[0-2]} User_Clk_Freq {62\.5|125|250} Legacy_Interrupt {None|INTA} \
    IntX_Generation $bool MSI_64b $bool Multiple_Message_Capable {(1|2|4|8|16|32)_vectors?}]]

proc kind_of {object} { return [lindex [split $object :] 0] }

# Name, value and object of a property; those of an IP have CONFIG. in front.
proc set_one {object name value} {
  global properties cores
  set kind [kind_of $object]
  if {$kind eq "ip"} {
    set kind $cores($object)
    if {![string match CONFIG.* $name]} { refuse "$object: $name has no CONFIG. in front" }
    set name [string range $name 7 end]
  }
  if {![dict exists $properties $kind $name]} { refuse "$object: no property $name" }
  need_value "$object $name" $value [dict get $properties $kind $name]
}

proc set_some {pairs objects} {
  if {[llength $pairs] % 2} { refuse "set_property: a name without its value" }
  if {![llength $objects]} { refuse "set_property: no object" }
  foreach object $objects {
    foreach {name value} $pairs { set_one $object $name $value }
  }
}

proc ports_of {patterns} {
  set found {}
  foreach pattern $patterns {
    # A vector's bit has brackets, which are no part of a pattern.
    set plain [string map {\[ \\\[ \] \\\]} $pattern]
    set here [lsearch -all -inline $::env(LP_PORTS) $plain]
    if {![llength $here]} { refuse "get_ports: the top has no port $pattern" }
    lappend found {*}$here
  }
  return [lmap port $found {string cat port: $port}]
}

proc need_period {name option} {
  if {![dict exists $option -period] || ![string is double -strict [dict get $option -period]]
      || [dict get $option -period] <= 0} {
    refuse "$name: no -period in ns"
  }
}

# ------------------------------------------------------------------ commands
command get_ports {} 1 1 { return [ports_of [lindex $words 0]] }
command create_clock {-name 1 -period 1 -waveform 1} 1 1 {
  need_period create_clock $option
  lappend ::clocked {*}[lindex $words 0]
}

proc commands_of_vivado {} {
  global cores placed clocked untimed
  array set cores {}
  command create_project {-part 1 -force 0} 1 2 {
    one_of "create_project -part" [dict get $option -part] $::env(LP_PART)
  }
  command read_verilog {-sv 0 -library 1} 1 1 {
    foreach path [lindex $words 0] { need_file read_verilog $path }
  }
  command read_xdc {-unmanaged 0} 1 1 {
    need_file read_xdc [lindex $words 0]
    constraints [lindex $words 0]
  }
  command create_ip {-name 1 -vendor 1 -library 1 -version 1 -module_name 1} 0 0 {
    one_of "create_ip -name" [dict get $option -name] {xdma pcie_7x}
    one_of "create_ip -vendor" [dict get $option -vendor] xilinx.com
    if {[dict exists $option -library]} {
      one_of "create_ip -library" [dict get $option -library] ip
    }
    set ::cores(ip:[dict get $option -module_name]) [dict get $option -name]
  }
  command get_ips {} 0 1 {
    set found [array names ::cores ip:[expr {[llength $words] ? [lindex $words 0] : "*"}]]
    if {![llength $found]} { refuse "get_ips: no core $words" }
    return $found
  }
  command generate_target {-force 0} 2 2 {
    one_of generate_target [lindex $words 0] {all synthesis simulation instantiation_template}
  }
  command synth_ip {-force 0} 1 1
  command set_property {-dict 1} 1 3 {
    if {[dict exists $option -dict]} {
      set_some [dict get $option -dict] [lindex $words 0]
    } elseif {[llength $words] == 3} {
      set_some [lrange $words 0 1] [lindex $words 2]
    } else {
      refuse "set_property: [llength $words] arguments without -dict"
    }
  }
  command reset_property {} 2 2 {
    one_of reset_property [lindex $words 0] [dict keys [dict get $::properties cells]]
    set ::freed 1
  }
  command get_cells {-hierarchical 0 -filter 1} 0 0 {
    need_value "get_cells -filter" [dict get $option -filter] {NAME=~\S+}
    return cells:some
  }
  command current_design {} 0 0 { return design:this }
  command set_false_path {-from 1 -to 1} 0 0 {
    lappend ::untimed {*}[dict values $option]
  }
  command synth_design {-top 1 -part 1} 0 0 {
    one_of "synth_design -top" [dict get $option -top] top
    one_of "synth_design -part" [dict get $option -part] $::env(LP_PART)
    if {![array size ::cores]} { refuse "synth_design: no core was created" }
  }
  # The endpoint's own constraints choose other places than the board's lanes.
  command place_design {-directive 1} 0 0 {
    if {"pcie_7x" in [lmap {ip core} [array get ::cores] {set core}] && !$::freed} {
      refuse "place_design: no reset_property LOC before it"
    }
  }
  foreach step {opt_design phys_opt_design route_design} {
    command $step {-directive 1} 0 0
  }
  command report_utilization {-file 1} 0 0 { need_report report_utilization $option }
  command report_timing_summary {-file 1} 0 0 { need_report report_timing_summary $option }
  command get_timing_paths {-max_paths 1 -nworst 1 -setup 0 -hold 0} 0 0 { return paths:worst }
  command get_property {} 2 2 {
    one_of get_property [lindex $words 0] {SLACK ENDPOINT_PIN STARTPOINT_PIN}
    if {[lindex $words 0] ne "SLACK"} { return u_card/some_q_reg/D }
    return [expr {[info exists ::env(LP_SLACK)] ? $::env(LP_SLACK) : 0}]
  }
  command write_bitstream {-force 0} 1 1 {
    one_of write_bitstream [lindex $words 0] card.bit
    close [open [lindex $words 0] w]
    set ::written 1
  }
}

proc commands_of_gowin {} {
  # Starts a comment in Gowin's own SDC files.
  proc // args {}
  command set_device {-name 1 -device_version 1} 1 1 {
    one_of "set_device -name" [dict get $option -name] {GW5AST-138B GW5AST-138C}
    one_of set_device [lindex $words 0] $::env(LP_PART)
  }
  command add_file {-type 1} 1 1 {
    one_of "add_file -type" [dict get $option -type] {verilog vhdl cst sdc}
    need_file add_file [lindex $words 0]
    if {[dict get $option -type] eq "sdc"} { constraints [lindex $words 0] }
  }
  command set_option {-synthesis_tool 1 -verilog_std 1 -top_module 1 -output_base_name 1} 0 0 {
    foreach {name known} {-synthesis_tool gowinsynthesis -verilog_std {v1995 v2001 sysv2017}
                          -top_module top} {
      if {[dict exists $option $name]} { one_of "set_option $name" [dict get $option $name] $known }
    }
  }
  command run {} 1 1 {
    one_of run [lindex $words 0] {all syn pnr}
    set ::written 1
  }
}

# ------------------------------------------------------------------ the script
lassign $argv kind script
if {$argc != 2 || $kind ni {vivado gowin}} { refuse "use: tclsh vendor.tcl vivado|gowin SCRIPT" }
set shown 1
set written 0
set freed 0
set clocked {}
set untimed {}
commands_of_$kind
if {[catch {source $script} why]} { refuse [lindex [split $why \n] 0] }
if {!$written} { refuse "$script ends without a bitstream" }
puts "# clocks: [lsort $clocked]"
puts "# not timed: [lsort $untimed]"

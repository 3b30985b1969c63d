# SPDX-License-Identifier: Apache-2.0
# Runs a build.tcl without the vendor's tool: each of its commands is checked and printed.
#
#   tclsh vendor.tcl vivado|gowin SCRIPT
#
# LP_BOARD, LP_OUT, LP_TOP and LP_FILES are as for the tool, LP_PART the part of board.txt, LP_PORTS the
# ports of the top, each followed by in or out, LP_SETUP and LP_HOLD the slack that the design
# is to have, 0 ns if they are not set. The script ends with one line and status 2 at a command, an
# option, a property or a value that is not in the tables below, an object that was not created, a file
# that does not exist, a step that is missing or out of order, and a port without a pin, a standard or
# its timing. The tables have what our scripts use, by AMD's UG835, UG912, PG054 and PG195, Gowin's
# SUG100, and public scripts; neither tool was at hand.

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
  if {$shown && ![string match get_* $name]} {
    puts [string trim "$name [join [lmap word $given {list_word $word}]]"]
  }
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

# A command that may follow only after others, once or more often.
proc after_steps {name args} {
  global done
  foreach step $args {
    if {![dict exists $done $step]} { refuse "$name: no $step before it" }
  }
  dict set done $name 1
}

# Value of an option that the command must have.
proc value_of {name option key} {
  if {![dict exists $option $key]} { refuse "$name: no $key" }
  return [dict get $option $key]
}

# LitePCIe's generator makes its file before the tool starts.
proc litepcie {} { return "$::env(LP_OUT)/build/gateware/litepcie_core.v" }

proc need_file {name path} {
  global files
  if {![file isfile $path] && $path ne [litepcie]} {
    refuse "$name: no file $path"
  }
  lappend files $path
}

proc need_all_files {name} {
  set due [concat $::env(LP_FILES) [list $::env(LP_TOP)]]
  if {"pcie_7x" in [cores_there]} { lappend due [litepcie] }
  foreach path $due {
    if {$path ni $::files} { refuse "$name: $path was not read" }
  }
}

proc one_of {what value known} {
  if {$value ni $known} { refuse "$what: '$value' is none of [join $known {, }]" }
}

proc need_value {what value pattern} {
  if {![regexp "^($pattern)\$" $value]} { refuse "$what: '$value' is not of $pattern" }
}

# Constraints are no program: an interpreter that has these commands alone.
proc constraints {path commands} {
  global shown
  set before $shown
  set shown 0
  interp create constraints
  foreach name [interp eval constraints {info commands}] { interp hide constraints $name }
  foreach name $commands { interp alias constraints $name {} $name }
  set failed [catch {interp invokehidden constraints source $path} why]
  interp delete constraints
  set shown $before
  if {$failed} { refuse "$path: [lindex [split $why \n] 0]" }
}

# ------------------------------------------------------------------ ports
proc is_lane {port} { return [regexp {^pcie_[rt]x_[pn]_[io]\[} $port] }
# A pin of the reference clock; its standard and its second half belong to its buffer.
proc is_reference {port} { return [regexp {^pcie_(ref)?clk_[pn]_i$} $port] }

proc ports_of {patterns} {
  set found {}
  foreach pattern $patterns {
    # A vector's bit has brackets, which are no part of a pattern.
    set plain [string map {\[ \\\[ \] \\\]} $pattern]
    set here [lsearch -all -inline [dict keys $::env(LP_PORTS)] $plain]
    if {![llength $here]} { refuse "get_ports: the top has no port $pattern" }
    lappend found {*}[lmap port $here {string cat port: $port}]
  }
  return $found
}

# Names of objects, which must be ports that go this way.
proc ports_that_go {name way objects} {
  if {![llength $objects]} { refuse "$name: no object" }
  return [lmap object $objects {
    if {![regexp {^port:(.*)} $object - port]} { refuse "$name: $object is no port" }
    if {[dict get $::env(LP_PORTS) $port] ne $way} { refuse "$name: $port does not go $way" }
    set port
  }]
}

# A clock of 100 MHz of a PCIe slot, or that of a name such as clk50_i.
proc period_of {port} {
  if {[is_reference $port]} { return 10 }
  if {[regexp {^clk(\d+)_i$} $port - mhz]} { return [expr {1000.0 / $mhz}] }
  refuse "create_clock: the clock of $port is not known"
}

proc need_pins {} {
  global of_port clocked untimed
  if {[llength $clocked] != 1} { refuse "constraints: [llength $clocked] clocks, not 1" }
  foreach port [dict keys $::env(LP_PORTS)] {
    if {![dict exists $of_port $port PACKAGE_PIN]} { refuse "constraints: $port has no pin" }
    if {[is_lane $port] || [is_reference $port]} continue
    if {![dict exists $of_port $port IOSTANDARD]} { refuse "constraints: $port has no standard" }
    if {$port ni $untimed} { refuse "constraints: $port has no exception of timing" }
  }
}

# ------------------------------------------------------------------ properties
# Patterns of their values, by the kind of object. A core must have all of its own.
set properties [dict create \
  port [dict create PACKAGE_PIN {[A-Z]{1,2}[0-9]{1,2}} IOSTANDARD {LVCMOS(12|15|18|25|33)} \
    PULLUP true] \
  design [dict create CONFIG_VOLTAGE {1\.8|3\.3} CFGBVS {GND|VCCO} \
    BITSTREAM.GENERAL.COMPRESS {TRUE|FALSE} BITSTREAM.CONFIG.SPI_BUSWIDTH {1|2|4}] \
  xdma [dict create mode_selection Advanced pl_link_cap_max_link_width X8 \
    pl_link_cap_max_link_speed {8\.0_GT/s} axi_data_width 256_bit axisten_freq 250 \
    en_gt_selection true select_quad GTY_Quad_227 axilite_master_en true axilite_master_size 1 \
    axilite_master_scale Megabytes xdma_num_usr_irq 1 xdma_axi_intf_mm AXI_Memory_Mapped \
    cfg_mgmt_if false] \
  pcie_7x [dict create Component_Name pcie Bar0_Scale Megabytes Bar0_Size 1 Buf_Opt_BMA True \
    Device_ID {[0-9A-F]{4}} Interface_Width 128_bit Link_Speed {5\.0_GT/s} \
    Max_Payload_Size {(128|256|512)_bytes} Maximum_Link_Width X4 PCIe_Blk_Locn X0Y0 \
    Ref_Clk_Freq 100_MHz Trans_Buf_Pipeline None Trgt_Link_Speed {4'h2} User_Clk_Freq 125 \
    Legacy_Interrupt None IntX_Generation False MSI_64b False Multiple_Message_Capable 1_vector]]

# An object is KIND:NAME; properties of an IP have CONFIG. in front.
proc set_one {object name value} {
  global properties cores of_port of_core of_design
  lassign [split $object :] kind own
  if {$kind eq "ip"} {
    set kind $cores($object)
    if {![string match CONFIG.* $name]} { refuse "$object: $name has no CONFIG. in front" }
    set name [string range $name 7 end]
  }
  if {![dict exists $properties $kind $name]} { refuse "$object: no property $name" }
  need_value "$object $name" $value [dict get $properties $kind $name]
  if {$kind eq "design"} {
    dict set of_design $name $value
  } elseif {$kind ne "port"} {
    dict set of_core $object $name $value
  } else {
    set_port $own $name $value
  }
}

proc set_port {port name value} {
  global of_port
  if {$name eq "PACKAGE_PIN"} {
    dict for {other has} $of_port {
      if {$other ne $port && [dict exists $has $name] && [dict get $has $name] eq $value} {
        refuse "$port: $other has the pin $value"
      }
    }
  }
  # Banks of these parts that carry our ports have 1.8 V at most.
  if {$name eq "IOSTANDARD" && [regexp {^xc(u|vu)} $::env(LP_PART)]} {
    need_value "$port $name" $value {LVCMOS(12|15|18)}
  }
  dict set of_port $port $name $value
}

proc set_some {pairs objects} {
  if {[llength $pairs] % 2} { refuse "set_property: a name without its value" }
  if {![llength $objects]} { refuse "set_property: no object" }
  foreach object $objects {
    foreach {name value} $pairs { set_one $object $name $value }
  }
}

proc need_design {} {
  global of_design
  set voltage [value_of "constraints" $of_design CONFIG_VOLTAGE]
  set bank [value_of "constraints" $of_design CFGBVS]
  if {$bank ne [dict get {1.8 GND 3.3 VCCO} $voltage]} {
    refuse "constraints: CFGBVS $bank with CONFIG_VOLTAGE $voltage"
  }
}

proc cores_there {} { return [lmap {ip core} [array get ::cores] {set core}] }

proc need_cores {} {
  global cores of_core properties
  if {![array size cores]} { refuse "synth_design: no core was created" }
  foreach {object core} [array get cores] {
    foreach name [dict keys [dict get $properties $core]] {
      if {![dict exists $of_core $object $name]} { refuse "$object: $name is not set" }
    }
  }
}

# ------------------------------------------------------------------ commands
command get_ports {} 1 1 { return [ports_of [lindex $words 0]] }
command create_clock {-name 1 -period 1} 1 1 {
  set ports [ports_that_go create_clock in [lindex $words 0]]
  foreach port $ports {
    if {$port in $::clocked} { refuse "create_clock: $port has one" }
    set period [value_of create_clock $option -period]
    if {$period != [period_of $port]} { refuse "create_clock: $port with $period ns" }
    lappend ::clocked $port
  }
}
command set_property {-dict 1} 1 3 {
  if {[dict exists $option -dict]} {
    set_some [dict get $option -dict] [lindex $words 0]
  } elseif {[llength $words] == 3} {
    set_some [lrange $words 0 1] [lindex $words 2]
  } else {
    refuse "set_property: [llength $words] arguments without -dict"
  }
}
command current_design {} 0 0 { return design:this }
command set_false_path {-from 1 -to 1} 0 0 {
  if {[dict size $option] != 1} { refuse "set_false_path: -from or -to" }
  foreach {key way} {-from in -to out} {
    if {[dict exists $option $key]} {
      lappend ::untimed {*}[ports_that_go set_false_path $way [dict get $option $key]]
    }
  }
  foreach port $::untimed {
    if {$port in $::clocked} { refuse "set_false_path: $port is a clock" }
  }
}

proc commands_of_vivado {} {
  command create_project {-part 1 -force 0} 1 2 {
    after_steps create_project
    one_of "create_project -part" [value_of create_project $option -part] $::env(LP_PART)
    if {[file normalize [pwd]] ne [file normalize $::env(LP_OUT)]} {
      refuse "create_project: not in the folder of the results"
    }
  }
  command read_verilog {-sv 0} 1 1 {
    after_steps read_verilog create_project
    foreach path [lindex $words 0] {
      need_file read_verilog $path
      if {[file extension $path] eq ".sv" && ![dict exists $option -sv]} {
        refuse "read_verilog: $path without -sv"
      }
    }
  }
  command read_xdc {} 1 1 {
    after_steps read_xdc create_project
    foreach path [lindex $words 0] {
      need_file read_xdc $path
      constraints $path {get_ports create_clock set_property current_design set_false_path}
    }
  }
  command create_ip {-name 1 -vendor 1 -library 1 -module_name 1} 0 0 {
    after_steps create_ip create_project
    one_of "create_ip -name" [value_of create_ip $option -name] {xdma pcie_7x}
    one_of "create_ip -vendor" [value_of create_ip $option -vendor] xilinx.com
    if {[dict exists $option -library]} {
      one_of "create_ip -library" [dict get $option -library] ip
    }
    set ::cores(ip:[value_of create_ip $option -module_name]) [dict get $option -name]
  }
  command get_ips {} 0 1 {
    set found [array names ::cores ip:[expr {[llength $words] ? [lindex $words 0] : "*"}]]
    if {![llength $found]} { refuse "get_ips: no core $words" }
    return $found
  }
  command generate_target {-force 0} 2 2 {
    after_steps generate_target create_ip
    one_of generate_target [lindex $words 0] all
    foreach core [lindex $words 1] { one_of generate_target $core [array names ::cores] }
  }
  command synth_ip {-force 0} 1 1 {
    after_steps synth_ip generate_target
    foreach core [lindex $words 0] { one_of synth_ip $core [array names ::cores] }
  }
  command reset_property {} 2 2 {
    one_of reset_property [lindex $words 0] LOC
    lappend ::freed [lindex $words 1]
  }
  command get_cells {-hierarchical 0 -filter 1} 0 0 {
    need_value "get_cells -filter" [value_of get_cells $option -filter] {NAME=~\*pcie_s7/\*\S+}
    return cells:[dict get $option -filter]
  }
  command synth_design {-top 1 -part 1} 0 0 {
    after_steps synth_design read_verilog read_xdc synth_ip
    one_of "synth_design -top" [value_of synth_design $option -top] top
    one_of "synth_design -part" [value_of synth_design $option -part] $::env(LP_PART)
    need_all_files synth_design
    need_pins
    need_design
    need_cores
  }
  # The endpoint's own constraints choose other places than the board's lanes: of the transceivers'
  # common part and of the block RAM.
  command place_design {} 0 0 {
    after_steps place_design opt_design
    set due [expr {"pcie_7x" in [cores_there] ? 2 : 0}]
    if {[llength [lsort -unique $::freed]] != $due} {
      refuse "place_design: [llength $::freed] reset_property LOC before it, not $due"
    }
  }
  foreach {name before} {opt_design synth_design phys_opt_design place_design
                         route_design phys_opt_design} {
    command $name {} 0 0 "after_steps $name $before"
  }
  command report_utilization {-file 1} 0 0 {
    after_steps report_utilization route_design
    one_of "report_utilization -file" [value_of report_utilization $option -file] utilization.rpt
  }
  command report_timing_summary {-file 1} 0 0 {
    after_steps report_timing_summary route_design
    one_of "report_timing_summary -file" [value_of report_timing_summary $option -file] timing.rpt
  }
  command get_timing_paths {-max_paths 1 -nworst 1 -setup 0 -hold 0} 0 0 {
    need_value "get_timing_paths -max_paths" [value_of get_timing_paths $option -max_paths] {\d+}
    need_value "get_timing_paths -nworst" [value_of get_timing_paths $option -nworst] {\d+}
    if {[dict exists $option -setup] == [dict exists $option -hold]} {
      refuse "get_timing_paths: -setup or -hold"
    }
    set kind [expr {[dict exists $option -setup] ? "setup" : "hold"}]
    after_steps "timing of $kind" route_design
    return [list paths:$kind paths:$kind]
  }
  command get_property {} 2 2 {
    one_of get_property [lindex $words 0] {SLACK ENDPOINT_PIN STARTPOINT_PIN}
    if {[lindex $words 0] ne "SLACK"} { return u_card/some_q_reg/D }
    set name [dict get {paths:setup LP_SETUP paths:hold LP_HOLD} [lindex $words 1]]
    return [expr {[info exists ::env($name)] ? $::env($name) : 0}]
  }
  command write_bitstream {-force 0} 1 1 {
    after_steps write_bitstream route_design report_utilization report_timing_summary \
      "timing of setup" "timing of hold"
    one_of write_bitstream [lindex $words 0] card.bit
    close [open [lindex $words 0] w]
  }
}

proc commands_of_gowin {} {
  # Starts a comment in Gowin's own SDC files.
  proc // args {}
  command set_device {-name 1} 1 1 {
    after_steps set_device
    one_of "set_device -name" [value_of set_device $option -name] {GW5AST-138B GW5AST-138C}
    one_of set_device [lindex $words 0] $::env(LP_PART)
    if {[file normalize [pwd]] ne [file normalize $::env(LP_OUT)]} {
      refuse "set_device: not in the folder of the results"
    }
  }
  command add_file {-type 1} 1 1 {
    after_steps add_file set_device
    need_file add_file [lindex $words 0]
    set type [value_of add_file $option -type]
    one_of "add_file -type" $type [dict get {.sv verilog .v verilog .cst cst .sdc sdc} \
      [file extension [lindex $words 0]]]
    after_steps "add_file -type $type"
    if {$type eq "sdc"} { constraints [lindex $words 0] {// get_ports create_clock} }
  }
  command set_option {-synthesis_tool 1 -verilog_std 1 -top_module 1 -output_base_name 1} 0 0 {
    foreach {name known} {-synthesis_tool gowinsynthesis -verilog_std sysv2017 -top_module top
                          -output_base_name card} {
      if {[dict exists $option $name]} {
        after_steps "set_option $name" set_device
        one_of "set_option $name" [dict get $option $name] $known
      }
    }
  }
  command run {} 1 1 {
    after_steps run "add_file -type cst" "add_file -type sdc" "set_option -synthesis_tool" \
      "set_option -verilog_std" "set_option -top_module" "set_option -output_base_name"
    one_of run [lindex $words 0] all
    need_all_files run
    if {[llength $::clocked] != 1} { refuse "constraints: [llength $::clocked] clocks, not 1" }
    file mkdir impl/pnr
    close [open impl/pnr/card.fs w]
  }
}

# ------------------------------------------------------------------ the script
lassign $argv kind script
if {$argc != 2 || $kind ni {vivado gowin}} { refuse "use: tclsh vendor.tcl vivado|gowin SCRIPT" }
set shown 1
foreach name {files clocked untimed freed} { set $name {} }
foreach name {done of_port of_core of_design} { set $name [dict create] }
array set cores {}
commands_of_$kind
if {[catch {source $script} why]} { refuse [lindex [split $why \n] 0] }
if {[dict keys $done] eq {} || [lindex [dict keys $done] end] ni {write_bitstream run}} {
  refuse "$script ends without a bitstream"
}
puts "# clocks: [lsort $clocked]"

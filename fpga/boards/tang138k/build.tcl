# SPDX-License-Identifier: Apache-2.0
# For gw_sh of Gowin EDA. Later boards have version C of the chip: LP_GOWIN=GW5AST-138C.
cd $::env(LP_OUT)
set device GW5AST-138B
if {[info exists ::env(LP_GOWIN)]} { set device $::env(LP_GOWIN) }
set_device -name $device GW5AST-LV138PG484AC1/I0
foreach file [concat $::env(LP_FILES) [list $::env(LP_TOP)]] { add_file -type verilog $file }
add_file -type cst $::env(LP_BOARD)/pins.cst
add_file -type sdc $::env(LP_BOARD)/clock.sdc
set_option -synthesis_tool gowinsynthesis
set_option -verilog_std sysv2017
set_option -top_module top
set_option -output_base_name card
run all

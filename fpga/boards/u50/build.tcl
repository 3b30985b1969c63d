# SPDX-License-Identifier: Apache-2.0
set part xcu50-fsvh2104-2-e
source $::env(LP_BOARD)/../common/xdma.tcl
proc cores {} { xdma GTY_Quad_227 }
source $::env(LP_BOARD)/../common/vivado.tcl

# SPDX-License-Identifier: Apache-2.0
set part xc7a200tfbg484-2
# The endpoint that LitePCIe's core expects; the board's lanes are not on the transceivers that the
# endpoint's own constraints choose.
proc cores {} {
  read_verilog [list $::env(LP_OUT)/build/gateware/litepcie_core.v]
  create_ip -vendor xilinx.com -name pcie_7x -module_name pcie_s7
  set_property -dict [list \
    CONFIG.Component_Name {pcie} CONFIG.Bar0_Scale {Megabytes} CONFIG.Bar0_Size {1} \
    CONFIG.Buf_Opt_BMA {True} CONFIG.Device_ID {7024} CONFIG.Interface_Width {128_bit} \
    CONFIG.Link_Speed {5.0_GT/s} CONFIG.Max_Payload_Size {512_bytes} \
    CONFIG.Maximum_Link_Width {X4} CONFIG.PCIe_Blk_Locn {X0Y0} CONFIG.Ref_Clk_Freq {100_MHz} \
    CONFIG.Trans_Buf_Pipeline {None} CONFIG.Trgt_Link_Speed {4'h2} CONFIG.User_Clk_Freq {125} \
    CONFIG.Legacy_Interrupt {None} CONFIG.IntX_Generation {False} CONFIG.MSI_64b {False} \
    CONFIG.Multiple_Message_Capable {1_vector}] [get_ips pcie_s7]
}
proc before_placement {} {
  reset_property LOC [get_cells -hierarchical -filter {NAME=~*pcie_s7/*gtp_common.gtpe2_common_i}]
  reset_property LOC \
    [get_cells -hierarchical -filter {NAME=~*pcie_s7/*genblk*.bram36_tdp_bl.bram36_tdp_bl}]
}
source $::env(LP_BOARD)/../common/vivado.tcl

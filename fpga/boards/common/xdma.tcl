# SPDX-License-Identifier: Apache-2.0
# The PCIe core of lp_board_xdma: 8 lanes of generation 3, 256 bits, registers at BAR 0 of 1 MiB
# (the card's 32 KiB, repeated), one interrupt.
proc xdma {quad} {
  create_ip -name xdma -vendor xilinx.com -library ip -module_name xdma_0
  set_property -dict [list \
    CONFIG.mode_selection {Advanced} \
    CONFIG.pl_link_cap_max_link_width {X8} \
    CONFIG.pl_link_cap_max_link_speed {8.0_GT/s} \
    CONFIG.axi_data_width {256_bit} \
    CONFIG.axisten_freq {250} \
    CONFIG.en_gt_selection {true} \
    CONFIG.select_quad $quad \
    CONFIG.axilite_master_en {true} \
    CONFIG.axilite_master_size {1} \
    CONFIG.axilite_master_scale {Megabytes} \
    CONFIG.xdma_num_usr_irq {1} \
    CONFIG.xdma_axi_intf_mm {AXI_Memory_Mapped} \
    CONFIG.cfg_mgmt_if {false} \
  ] [get_ips xdma_0]
}

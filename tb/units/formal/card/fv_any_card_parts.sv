// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-ins for the parts of lp_card, to check its reset by software: signals that are not driven
/// here are free. A fence outputs its stop, cut and idle on both of its sides, as valid signals;
/// engine, self-test and join output their resets, as interrupts and as an address; the registers
/// output their inputs as data, which the pages pass on.
module lp_axi_fence;
  (* anyseq *) logic idle;
  assign idle_o = idle;
  assign {m_arvalid_o, m_awvalid_o, m_wvalid_o} = {stop_i, cut_i, idle};
  assign m_araddr_o = s_araddr_i;
  assign {s_arready_o, s_awready_o, s_wready_o} = {stop_i, cut_i, idle};
endmodule

module lp_cdma;
  assign irq_o = rst_ni;
endmodule

module lp_card_test;
  assign irq_o = rst_ni;
endmodule

module lp_axi_join;
  assign m_araddr_o = {39'd0, rst_ni};
endmodule

module lp_card_regs;
  (* anyseq *) logic reset, to_local, of_engine;
  assign ctrl_reset_o = reset;
  assign ctrl_local_o = to_local;
  assign {irq_enable_engine_o, irq_enable_test_o} = {of_engine, ~of_engine};
  assign rdata_o = {26'd0, status_mem_busy_i, status_host_busy_i, status_local_i,
                    status_resetting_i, to_local, reset};
endmodule

module lp_axil_pages;
  assign s_rdata_o = m_rdata_i[31:0];
  assign {s_bresp_o, s_rvalid_o} = block_i;
endmodule

`default_nettype wire
